"""First wiring of the courtroom: one detective after the other."""

from langgraph.graph import END, START, StateGraph

from src.nodes.detectives import doc_analyst_node, repo_investigator_node
from src.state import AgentState


def build_graph():
    """Return the compiled graph."""
    builder = StateGraph(AgentState)
    builder.add_node("repo_investigator", repo_investigator_node)
    builder.add_node("doc_analyst", doc_analyst_node)
    builder.add_edge(START, "repo_investigator")
    builder.add_edge("repo_investigator", "doc_analyst")
    builder.add_edge("doc_analyst", END)
    return builder.compile()
