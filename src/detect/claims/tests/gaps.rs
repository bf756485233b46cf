//! Lists of what is not there yet, which the code has, and lists that only look like them.

use super::super::*;
use super::sources::{JUSTICE, repository};
use crate::domain::facts::ClaimStatus::Contradicted;

const COURT: &str = "
from langchain_openai import ChatOpenAI
from langgraph.graph import StateGraph, START, END
from justice import chief_justice, render_markdown
def repo_investigator(state): return {}
def doc_analyst(state): return {}
def prosecutor(state): return {'votes': [ChatOpenAI().with_structured_output(dict).invoke('a')]}
def defense(state): return {'votes': [ChatOpenAI().with_structured_output(dict).invoke('b')]}
def tech_lead(state): return {'votes': [ChatOpenAI().with_structured_output(dict).invoke('c')]}
def chief_justice_node(state):
    return {'text': render_markdown(chief_justice(state['votes'], False))}
builder = StateGraph(dict)
for name, node in (('repo_investigator', repo_investigator), ('doc_analyst', doc_analyst)):
    builder.add_node(name, node)
    builder.add_edge(START, name)
    builder.add_edge(name, 'aggregator')
builder.add_node('aggregator', lambda state: {})
for name, node in (('prosecutor', prosecutor), ('defense', defense), ('tech_lead', tech_lead)):
    builder.add_node(name, node)
    builder.add_edge('aggregator', name)
    builder.add_edge(name, 'chief_justice')
builder.add_node('chief_justice', chief_justice_node)
builder.add_edge('chief_justice', END)
graph = builder.compile()
graph.invoke({})
";

fn court() -> RepositoryFacts {
    repository(&[("graph.py", COURT), ("justice.py", JUSTICE)])
}

/// The sentences of a page that say less of the code than is there.
fn behind(facts: &RepositoryFacts, text: &str) -> Vec<String> {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(facts)).into_iter();
    let behind = all.filter(|claim| claim.status == Contradicted && claim.understates);
    behind.map(|claim| claim.sentence).collect()
}

#[test]
fn an_item_of_a_list_of_gaps_that_the_code_has_understates_it() {
    let facts = court();
    for item in [
        "No true parallel fan-out/fan-in yet — detectives run in a loop",
        "No judicial layer (Prosecutor, Defense, TechLead personas)",
        "No ChiefJusticeNode or deterministic conflict resolution",
        "No Markdown report generation",
    ] {
        let found = |head: &str| behind(&facts, &format!("{head}\n• {item}\n")).len();
        assert_eq!(found("Current gaps (explicit self-assessment)"), 1, "{item:?}");
        assert_eq!(found("Known Limitations"), 1, "{item:?}");
        // What has become of them, whose they are, and lists of anything else.
        for head in [
            "Gaps that were closed",
            "Gaps and how we fixed them",
            "Gaps found in the peer's repository",
            "Security findings",
            "Before",
        ] {
            assert_eq!(found(head), 0, "{head:?} {item:?}");
        }
    }
    for other in [
        "No parallel judges of images",
        "No judicial layer before the rewrite",
        "No Markdown report generation for the peer",
        "No multi-round debate",
    ] {
        assert!(behind(&facts, &format!("Known gaps\n• {other}\n")).is_empty(), "{other:?}");
    }
}

#[test]
fn a_heading_on_the_own_gaps_ends_what_is_told_of_peers() {
    let list = "Known Gaps and Forward Plan\nCurrent gaps (explicit self-assessment)\n• No Markdown report generation\n";
    assert_eq!(behind(&court(), &format!("We publish it for peer grading.\n\n{list}")).len(), 1);
    let theirs = list.replace("Known Gaps and", "Known Peer Gaps and");
    assert!(behind(&court(), &theirs).is_empty());
}

#[test]
fn what_a_list_calls_not_yet_implemented_and_is_understates_the_code() {
    let facts = court();
    let list = "6.1 Not Yet Implemented\n\n• Judicial personas\n\n• Chief Justice synthesis engine\n\n• VisionInspector (diagrams)\n\n• Conditional error edges\n";
    assert_eq!(behind(&facts, list), ["• Judicial personas", "• Chief Justice synthesis engine"]);
    assert!(behind(&facts, &list.replace("Not Yet Implemented", "Implemented")).is_empty());
    assert!(
        behind(&facts, "Not Yet Implemented\n\n• Judicial personas of the second stage\n")
            .is_empty()
    );
}

#[test]
fn that_the_detectives_are_all_there_is_is_held_against_the_judges() {
    let only = "Only the detective layer is implemented in this interim stage.";
    assert_eq!(behind(&court(), only).len(), 1);
    let remains = "The Judicial and Synthesis layers remain to be implemented.";
    assert_eq!(behind(&court(), remains).len(), 1);
    assert_eq!(behind(&court(), "The judicial layer is not yet implemented.").len(), 1);
    assert!(behind(&court(), "Only the detective layer was implemented at first.").is_empty());
    let alone = COURT.replace("builder.add_edge('aggregator', name)", "pass");
    let facts = repository(&[("graph.py", &alone), ("justice.py", JUSTICE)]);
    assert!(behind(&facts, only).is_empty());
}

#[test]
fn what_goes_on_behind_a_label_of_gaps_belongs_to_them() {
    let live = format!("{JUSTICE}SHOWN.append(chief_justice)\n");
    let facts = repository(&[("src/nodes/justice.py", &live)]);
    let said = "No Markdown report; no check of equal opinions.";
    assert_eq!(behind(&facts, &format!("• Gaps / Risks: {said}\n")).len(), 1);
    assert_eq!(behind(&facts, &format!("• Gaps / Risks: No plan. {said}\n")).len(), 1);
    assert_eq!(behind(&facts, &format!("• Findings: {said}\n")).len(), 0);
    let none = live.replace("# Audit", "Audit").replace("markdown", "text");
    let none = repository(&[("src/nodes/justice.py", &none)]);
    assert!(behind(&none, &format!("• Gaps / Risks: {said}\n")).is_empty());
    // That a distance is compared is no measure of it that anybody reads.
    let measure =
        "• Gaps / Risks: No quantification of score divergence per dimension; none of trust.\n";
    assert!(behind(&facts, measure).is_empty());
}
