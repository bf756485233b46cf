"""The rules of the chief justice."""

from src.nodes.justice import decide
from src.state import Dimension, Evidence, JudicialOpinion


def dimension(name: str) -> Dimension:
    return Dimension(id=name, name=name, target="repository", instruction="look")


def panel(name: str, prosecutor: int, defense: int, tech_lead: int) -> dict:
    scores = {"prosecutor": prosecutor, "defense": defense, "tech_lead": tech_lead}
    return {
        judge: JudicialOpinion(
            judge=judge,
            criterion_id=name,
            score=score,
            argument=f"The {judge} sees it this way. More follows.",
        )
        for judge, score in scores.items()
    }


def exhibit(name: str, *, found: bool = True, flaw: bool = False) -> Evidence:
    return Evidence(id="e1", dimension=name, found=found, location="src/x.py:1", security_flaw=flaw)


def test_confirmed_flaw_caps_the_score():
    verdict = decide(
        dimension("tool_safety"),
        panel("tool_safety", 4, 5, 5),
        [exhibit("tool_safety", flaw=True)],
    )
    assert verdict.score == 3
    assert verdict.rules == ["security_override"]


def test_defense_is_overruled_when_nothing_was_found():
    nothing = exhibit("report", found=False)
    verdict = decide(dimension("report"), panel("report", 1, 5, 2), [nothing])
    assert "fact_supremacy" in verdict.rules
    assert verdict.score <= 2


def test_tech_lead_decides_on_architecture():
    verdict = decide(dimension("graph"), panel("graph", 2, 3, 4), [exhibit("graph")])
    assert verdict.score == 4
    assert verdict.rules == ["functionality_weight"]


def test_median_decides_elsewhere():
    verdict = decide(dimension("history"), panel("history", 2, 5, 3), [exhibit("history")])
    assert verdict.score == 3
    assert verdict.rules == []


def test_dissent_names_both_sides():
    verdict = decide(dimension("history"), panel("history", 1, 5, 3), [exhibit("history")])
    assert "Prosecutor gave 1" in verdict.dissent
    assert "Defense gave 5" in verdict.dissent
