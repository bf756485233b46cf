"""A small court, in which everything is read once before it matters."""

import operator
import os
import subprocess
import tempfile
from typing import Annotated, TypedDict

from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel, Field

SYSTEM = "You are the {persona}. Judge by the evidence alone, on a scale of 1 to 5."
PERSONAS = {"prosecutor": "Find what is missing.", "defense": "Find what was meant."}


class Opinion(BaseModel):
    """What a judge says."""

    judge: str
    score: int = Field(ge=1, le=5)
    argument: str = ""


class State(TypedDict, total=False):
    repo_url: str
    evidences: Annotated[dict[str, list[str]], operator.ior]
    opinions: Annotated[list[Opinion], operator.add]
    report: str


def clone(url: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(["git", "clone", "--", url, folder], check=True, timeout=60)
        except subprocess.CalledProcessError as error:
            raise RuntimeError(f"cannot clone {url!r}") from error
        return os.path.basename(folder)


def investigate(state: State) -> State:
    return {"evidences": {"repo": [clone(state["repo_url"])]}}


def judge(persona: str):
    def node(state: State) -> State:
        asked = llm.with_structured_output(Opinion)
        for attempt in range(3):
            try:
                opinion = asked.invoke([("system", SYSTEM.format(persona=persona))])
            except ValueError:
                continue
            return {"opinions": [opinion]}
        return {"opinions": []}

    return node


def route(state: State) -> str:
    if not state.get("evidences"):
        return "failed"
    return "judges"


def justice(state: State) -> State:
    scores = [opinion.score for opinion in state["opinions"]]
    if max(scores) - min(scores) > 2:
        final = sorted(scores)[len(scores) // 2]
    else:
        final = round(sum(scores) / len(scores))
    return {"report": f"# Executive Summary\n\n{final}\n"}


def build():
    graph = StateGraph(State)
    graph.add_node("investigate", investigate)
    for persona in PERSONAS:
        graph.add_node(persona, judge(persona))
        graph.add_edge(persona, "justice")
    graph.add_node("justice", justice)
    graph.add_edge(START, "investigate")
    graph.add_conditional_edges("investigate", route, {"judges": "prosecutor", "failed": END})
    graph.add_edge("investigate", "defense")
    graph.add_edge("justice", END)
    return graph.compile()


app = build()

if __name__ == "__main__":
    print(app.invoke({"repo_url": "https://example.org/court.git"}))
