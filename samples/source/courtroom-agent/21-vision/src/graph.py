"""Wire the courtroom: detectives side by side, then judges side by side, then one verdict."""

from langgraph.graph import END, START, StateGraph

from src.nodes.detectives import (
    doc_analyst_node,
    evidence_aggregator_node,
    repo_investigator_node,
    vision_inspector_node,
)
from src.nodes.judges import defense_node, prosecutor_node, tech_lead_node
from src.nodes.justice import chief_justice_node
from src.state import AgentState

JUDGES = ["prosecutor", "defense", "tech_lead"]


def build_graph():
    """Return the compiled graph."""
    builder = StateGraph(AgentState)

    builder.add_node("repo_investigator", repo_investigator_node)
    builder.add_node("doc_analyst", doc_analyst_node)
    builder.add_node("vision_inspector", vision_inspector_node)
    builder.add_node("evidence_aggregator", evidence_aggregator_node)
    builder.add_node("prosecutor", prosecutor_node)
    builder.add_node("defense", defense_node)
    builder.add_node("tech_lead", tech_lead_node)
    builder.add_node("chief_justice", chief_justice_node)

    # First fan-out and fan-in: the aggregator waits for all three detectives.
    builder.add_edge(START, "repo_investigator")
    builder.add_edge(START, "doc_analyst")
    builder.add_edge(START, "vision_inspector")
    builder.add_edge("repo_investigator", "evidence_aggregator")
    builder.add_edge("doc_analyst", "evidence_aggregator")
    builder.add_edge("vision_inspector", "evidence_aggregator")

    # Second fan-out and fan-in: the judges hear the same evidence without hearing each other.
    for judge in JUDGES:
        builder.add_edge("evidence_aggregator", judge)
        builder.add_edge(judge, "chief_justice")

    builder.add_edge("chief_justice", END)
    return builder.compile()
