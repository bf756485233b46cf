"""The chief justice: averages the panel for now."""

from statistics import mean

from src.state import AgentState, CriterionVerdict


def chief_justice_node(state: AgentState) -> dict:
    """Average the scores of every dimension that was heard."""
    verdicts = []
    for dimension in state["dimensions"]:
        scores = [o.score for o in state.get("opinions", []) if o.criterion_id == dimension.id]
        if scores:
            verdicts.append(CriterionVerdict(criterion_id=dimension.id, score=round(mean(scores))))
    lines = [f"- {verdict.criterion_id}: {verdict.score}/5" for verdict in verdicts]
    return {"verdicts": verdicts, "final_report": "# Audit report\n\n" + "\n".join(lines) + "\n"}
