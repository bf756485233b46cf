from langchain_openai import ChatOpenAI

PROMPT = """You are the {role} in a panel that grades software. Look at the list of files and
at the report below, think about how good the work is, be fair and helpful, and explain your
grade in a short paragraph. End with a line that says Score: followed by a number from 1 to 5.

Files:
{files}

Report:
{report}
"""

llm = ChatOpenAI(model="gpt-4o-mini")


def ask(role, files, report):
    prompt = PROMPT.format(role=role, files="\n".join(files), report=report)
    text = llm.invoke(prompt).content
    score = int(text.split("Score:")[1].strip()[0])
    return {"judge": role, "score": score, "argument": text}


def ask_all(files, report):
    return [
        ask("Prosecutor", files, report),
        ask("Defense", files, report),
        ask("Tech Lead", files, report),
    ]
