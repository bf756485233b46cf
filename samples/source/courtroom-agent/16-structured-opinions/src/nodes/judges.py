"""Three judges with opposing briefs read the same evidence."""

from langchain_core.exceptions import OutputParserException
from langchain_core.messages import HumanMessage, SystemMessage
from pydantic import ValidationError

from src.config import chat_model
from src.state import AgentState, Dimension, Evidence, JudgeName, JudicialOpinion

MAX_ATTEMPTS = 3

PROSECUTOR_PROMPT = """\
You are the Prosecutor. Trust nothing that you cannot see. Assume that whoever handed this in
took shortcuts, and go hunting for them: gaps between claim and code, security holes, copied
boilerplate, tests that assert nothing, lazy error handling. Charge every flaw you can prove with
the id of an evidence item. Where proof of work is missing, score 1 and say what is missing.
Praise is not your job; a 5 from you means that you tried to break it and failed.
"""

DEFENSE_PROMPT = """\
You are the Defense Attorney. Speak for the people behind the work. Read the commit history as
the story of somebody learning, and give credit where effort, intent or a creative workaround
shows, even if the result is unfinished. Explain mistakes by the constraints they were made
under. When the idea is right and only the syntax is wrong, argue for the higher score. Never
invent merits: a generous reading still has to point at something that was collected.
"""

TECH_LEAD_PROMPT = """\
You are the Tech Lead who will inherit this code on Monday. Ignore effort and ignore blame.
Ask three things only: does it run, can a newcomer change it safely, and will it hold up under
real load? Weigh modularity, typed boundaries, isolation of side effects and the cost of the
next change. Score 1, 3 or 5 unless the trade-off is truly in between, and finish with the one
repair that would pay off most.
"""


class JudgeError(RuntimeError):
    """A judge gave no usable opinion within the attempts it had."""


def prosecutor_node(state: AgentState) -> dict:
    """Argue against the submission."""
    return hear("prosecutor", PROSECUTOR_PROMPT, state)


def defense_node(state: AgentState) -> dict:
    """Argue for the submission."""
    return hear("defense", DEFENSE_PROMPT, state)


def tech_lead_node(state: AgentState) -> dict:
    """Weigh whether the submission can be run and maintained."""
    return hear("tech_lead", TECH_LEAD_PROMPT, state)


def hear(judge: JudgeName, brief: str, state: AgentState) -> dict:
    """Let one judge rule on all dimensions; failures are collected, not raised."""
    evidence = [item for items in state.get("evidences", {}).values() for item in items]
    if not evidence:
        return {"errors": [f"{judge}: abstains, there is no evidence to read"]}
    opinions, errors = [], []
    for dimension in state["dimensions"]:
        exhibits = [item for item in evidence if item.dimension == dimension.id]
        try:
            opinions.append(form_opinion(judge, brief, dimension, exhibits))
        except JudgeError as error:
            errors.append(f"{judge}: {error}")
    return {"opinions": opinions, "errors": errors}


def form_opinion(
    judge: JudgeName, brief: str, dimension: Dimension, exhibits: list[Evidence]
) -> JudicialOpinion:
    """Ask the model for one opinion and ask again when the reply does not fit the schema."""
    model = chat_model().with_structured_output(JudicialOpinion)
    messages = [SystemMessage(brief), HumanMessage(describe_case(dimension, exhibits))]
    for _ in range(MAX_ATTEMPTS):
        try:
            reply = model.invoke(messages)
            opinion = JudicialOpinion.model_validate(reply)
        except (ValidationError, OutputParserException) as error:
            messages.append(HumanMessage(f"Your reply did not fit the schema, try again: {error}"))
            continue
        return opinion.model_copy(update={"judge": judge, "criterion_id": dimension.id})
    raise JudgeError(f"no valid opinion on {dimension.id} after {MAX_ATTEMPTS} attempts")


def describe_case(dimension: Dimension, exhibits: list[Evidence]) -> str:
    """Write down the question and the exhibits, the same for all three judges."""
    lines = [f"Dimension {dimension.id}: {dimension.name}", dimension.instruction, "", "Exhibits:"]
    for item in exhibits:
        state = "found" if item.found else "not found"
        lines.append(f"- [{item.id}] {state} at {item.location}: {item.excerpt}")
    if not exhibits:
        lines.append("- none; the detectives came back empty-handed")
    lines.append("")
    lines.append("Score from 1 to 5 and cite exhibits by id only.")
    return "\n".join(lines)
