"""The chief justice: plain rules instead of another prompt."""

from statistics import median

from src.state import AgentState, CriterionVerdict, Dimension, Evidence, JudicialOpinion

SECURITY_CAP = 3
ARCHITECTURE_DIMENSIONS = {"graph", "state"}


def chief_justice_node(state: AgentState) -> dict:
    """Decide every dimension that was heard and write the report."""
    evidence = [item for items in state.get("evidences", {}).values() for item in items]
    verdicts = [
        decide(dimension, opinions, evidence)
        for dimension in state["dimensions"]
        if (opinions := opinions_on(dimension, state.get("opinions", [])))
    ]
    return {"verdicts": verdicts, "final_report": write_report(state, verdicts)}


def opinions_on(
    dimension: Dimension, opinions: list[JudicialOpinion]
) -> dict[str, JudicialOpinion]:
    """Return the opinions on one dimension by judge."""
    return {item.judge: item for item in opinions if item.criterion_id == dimension.id}


def decide(
    dimension: Dimension, opinions: dict[str, JudicialOpinion], evidence: list[Evidence]
) -> CriterionVerdict:
    """Apply the rules in their order; each one leaves its name in the verdict."""
    rules: list[str] = []
    counted = overrule_unsupported_defense(dimension, opinions, evidence, rules)
    score = weigh(dimension, counted, rules)
    score = apply_security_override(dimension, score, evidence, rules)
    return CriterionVerdict(
        criterion_id=dimension.id,
        score=score,
        rules=rules,
        dissent=summarize_dissent(opinions),
        remedy=propose_remedy(opinions),
    )


def overrule_unsupported_defense(
    dimension: Dimension,
    opinions: dict[str, JudicialOpinion],
    evidence: list[Evidence],
    rules: list[str],
) -> dict[str, JudicialOpinion]:
    """Rule of evidence: the Defense has no say when nothing it praises was found."""
    found = any(item.found for item in evidence if item.dimension == dimension.id)
    if found or "defense" not in opinions or len(opinions) == 1:
        return opinions
    rules.append("fact_supremacy")
    return {judge: opinion for judge, opinion in opinions.items() if judge != "defense"}


def weigh(dimension: Dimension, opinions: dict[str, JudicialOpinion], rules: list[str]) -> int:
    """Rule of functionality: on architecture, the Tech Lead decides; elsewhere the median."""
    tech_lead = opinions.get("tech_lead")
    if dimension.id in ARCHITECTURE_DIMENSIONS and tech_lead is not None and tech_lead.score >= 4:
        rules.append("functionality_weight")
        return tech_lead.score
    return round(median(opinion.score for opinion in opinions.values()))


def apply_security_override(
    dimension: Dimension, score: int, evidence: list[Evidence], rules: list[str]
) -> int:
    """Rule of security: a confirmed flaw caps the score, whatever was argued."""
    flawed = any(item.security_flaw for item in evidence if item.dimension == dimension.id)
    if flawed and score > SECURITY_CAP:
        rules.append("security_override")
        return SECURITY_CAP
    return score


def summarize_dissent(opinions: dict[str, JudicialOpinion]) -> str:
    """Say what Prosecutor and Defense disagreed about, in their own words."""
    prosecutor, defense = opinions.get("prosecutor"), opinions.get("defense")
    if prosecutor is None or defense is None or prosecutor.score == defense.score:
        return ""
    return (
        f"The Prosecutor gave {prosecutor.score} because {first_sentence(prosecutor.argument)} "
        f"The Defense gave {defense.score} because {first_sentence(defense.argument)}"
    )


def first_sentence(argument: str) -> str:
    """Return the argument up to its first full stop."""
    sentence = argument.strip().split(". ")[0].rstrip(".")
    return f"{sentence[:1].lower()}{sentence[1:]}."


def propose_remedy(opinions: dict[str, JudicialOpinion]) -> str:
    """Take the repair from the judge who will have to live with the code."""
    author = opinions.get("tech_lead") or opinions.get("prosecutor")
    return author.argument if author is not None else ""


def write_report(state: AgentState, verdicts: list[CriterionVerdict]) -> str:
    """Render the verdicts as Markdown."""
    total = sum(verdict.score for verdict in verdicts)
    lines = [
        "# Audit report",
        "",
        "## Executive summary",
        "",
        f"{state['repo_url']} reached {total} of {5 * len(verdicts)} points.",
        "",
        "## Criterion breakdown",
    ]
    for verdict in verdicts:
        lines += ["", f"### {verdict.criterion_id}: {verdict.score}/5", ""]
        if verdict.rules:
            lines.append(f"Rules applied: {', '.join(verdict.rules)}.")
        if verdict.dissent:
            lines.append(f"Dissent: {verdict.dissent}")
    lines += ["", "## Remediation plan", ""]
    lines += [f"- {verdict.criterion_id}: {verdict.remedy}" for verdict in verdicts]
    if state.get("errors"):
        lines += ["", "## What went wrong", ""]
        lines += [f"- {error}" for error in state["errors"]]
    return "\n".join(lines) + "\n"
