from langgraph.graph import END, START, StateGraph

import judges
import tools


def investigate(state):
    folder = tools.clone(state["url"])
    state["files"] = tools.list_files(folder)
    return state


def read_pdf(state):
    state["report"] = tools.read_text(state["pdf"])
    return state


def judge(state):
    state["opinions"] = judges.ask_all(state["files"], state["report"])
    return state


def verdict(state):
    scores = [opinion["score"] for opinion in state["opinions"]]
    state["score"] = sum(scores) / len(scores)
    print("FINAL SCORE:", state["score"])
    return state


graph = StateGraph(dict)
graph.add_node("investigate", investigate)
graph.add_node("read_pdf", read_pdf)
graph.add_node("judge", judge)
graph.add_node("verdict", verdict)
graph.add_edge(START, "investigate")
graph.add_edge("investigate", "read_pdf")
graph.add_edge("read_pdf", "judge")
graph.add_edge("judge", "verdict")
graph.add_edge("verdict", END)
app = graph.compile()

if __name__ == "__main__":
    import sys

    app.invoke({"url": sys.argv[1], "pdf": sys.argv[2]})
