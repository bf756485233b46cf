//! What the code does that the report says is not there, and what of others' code or of problems is no claim.

use super::super::*;
use super::contradicted;
use super::sources::{JUSTICE, repository, whole};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::RubricLength;

fn held_against(facts: &RepositoryFacts, text: &str) -> Vec<ClaimFact> {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    claims(&[page], Some(facts))
}

#[track_caller]
fn check(facts: &RepositoryFacts, text: &str, expected: Option<ClaimStatus>) {
    let found = held_against(facts, text);
    let worst = found.iter().find(|claim| claim.status == Contradicted).or(found.first());
    assert_eq!(worst.map(|claim| claim.status), expected, "{text:?}: {found:?}");
}

const BENCH: &str = "
from langchain_openai import ChatOpenAI
from langgraph.graph import StateGraph, START, END
def vision_inspector(state):
    return ChatOpenAI(model='gpt-4o').invoke('x')
def way(state):
    return 'vision' if state['errors'] else END
g = StateGraph(dict)
g.add_node('vision', vision_inspector)
g.add_conditional_edges(START, way, {'vision': 'vision', END: END})
g.add_edge('vision', END)
app = g.compile()
";

#[test]
fn a_row_that_calls_unfinished_what_is_at_work_is_behind_the_code() {
    let justice = format!("{JUSTICE}chief_justice([], False)\n");
    let facts = repository(&[("src/nodes/justice.py", &justice), ("src/graph.py", BENCH)]);
    let head = "3.1 Known Gaps\n\nComponent  Status  Gap\n\n";
    for row in [
        "src/nodes/justice.py  Stubbed  Deterministic rules not coded",
        "justice.py  Stubbed: chief_justice() with its documentation",
        "VisionInspector  Not started  Requires images",
        "Conditional edges  Not started  No branches in\nthe graph",
    ] {
        let found = held_against(&facts, &format!("{head}{row}\n"));
        let ahead =
            |claim: &ClaimFact| claim.fact.ends_with("so that the code is ahead of the report");
        assert!(found.iter().any(ahead), "{row:?}: {found:?}");
    }
    for row in [
        "src/nodes/justice.py  Stubbed  Now complete",
        "src/nodes/justice.py  Stubbed -> live",
        "src/nodes/judges.py  Stubbed  No prompts",
        "DocAnalyst  Not started  Requires text",
        "src/nodes/justice.py is stubbed in tests",
        "Phase 2  src/nodes/justice.py  Not started",
        "src/nodes/justice.py  Stubbed  As our peer found",
    ] {
        check(&facts, &format!("{head}{row}\n"), None);
    }
    let empty = repository(&[("src/nodes/justice.py", "def chief_justice(state): ...\n")]);
    check(&empty, &format!("{head}src/nodes/justice.py  Stubbed  Rules not coded\n"), None);
}

#[test]
fn a_node_that_asks_a_model_is_no_stub() {
    let facts = repository(&[("src/graph.py", BENCH)]);
    for said in [
        "The VisionInspector remains a stub, and the rest could be better.",
        "An audit exposes weaknesses such as the stubbed VisionInspector or few edges.",
        "`vision_inspector` is still a placeholder.",
    ] {
        check(&facts, said, Some(Contradicted));
        assert!(held_against(&facts, said)[0].understates, "{said}");
    }
    for open in [
        "The VisionInspector remains a stub, unless a key is set.",
        "The VisionInspector is a stub for tests of the graph.",
        "The VisionInspector was a stub, and is none now.",
        "In the interim version the VisionInspector would be a stub.",
        "The DocAnalyst remains a stub, and the rest could be better.",
        "If no key is set, the VisionInspector is a stub.",
    ] {
        check(&facts, open, None);
    }
    let empty = BENCH.replace("ChatOpenAI(model='gpt-4o').invoke('x')", "{}");
    let facts = repository(&[("src/graph.py", &empty)]);
    check(&facts, "The VisionInspector remains a stub, and the rest could be better.", None);
}

#[test]
fn a_graph_that_takes_one_way_whatever_fails_leads_nowhere_back() {
    let said =
        "It has a gate to ensure that if a tool fails, the graph routes back for a retry or exits.";
    check(&whole(), said, Some(Contradicted));
    for open in [
        "The graph should route back for a retry if a tool fails.",
        "A node that fails is asked again before the graph goes on.",
        "The dependency view routes back to the start for a retry.",
        "The graph could loop back to the judges on failure.",
    ] {
        assert!(
            held_against(&whole(), open).iter().all(|one| one.status != Contradicted),
            "{open:?}"
        );
    }
    let graph = "
from langgraph.graph import StateGraph, START, END
def way(state):
    return 'clone' if state['errors'] else 'read'
g = StateGraph(dict)
g.add_node('clone', clone)
g.add_node('read', read)
g.add_edge(START, 'clone')
g.add_conditional_edges('clone', way, {'clone': 'clone', 'read': 'read'})
g.add_edge('read', END)
app = g.compile()
";
    check(&repository(&[("graph.py", graph)]), said, Some(Supported));
    let not = |from: &str, to: &str| {
        let plain = graph.replace(
            "g.add_conditional_edges('clone', way, {'clone': 'clone', 'read': 'read'})",
            "g.add_edge('clone', 'read')",
        );
        check(&repository(&[("graph.py", &plain)]), said, Some(Contradicted));
        let facts = repository(&[("graph.py", &plain.replace(from, to))]);
        assert!(held_against(&facts, said).iter().all(|one| one.status != Contradicted), "{to:?}");
    };
    not("'clone', clone)", "'clone', clone, retry=RetryPolicy(max_attempts=3))");
    not("'read', read)", "name, read)");
    not("def way(state):", "def other(state):\n    return Command(goto='clone')\ndef way(state):");
    check(&repository(&[("graph.py", "x = 1\n")]), said, Some(ClaimStatus::Undecided));
}

#[test]
fn what_is_searched_for_and_what_is_a_problem_claims_nothing() {
    let facts = whole();
    for sentence in [
        "This detects StateGraph(...), subprocess.run(...) and eval(...).",
        "AST scan for unsafe calls such as subprocess.run without error handling",
        "add_conditional_edges with parallelism heuristics",
        "\"edge_calls\": [...], \"pydantic_models\": [...], \"operator_reducers\": [\"operator.add\"],",
        "Prompt extraction and comparison for distinct personas of a repository",
        "The problem with dicts: When three detective agents run in parallel and write one dict.",
    ] {
        check(&facts, sentence, None);
    }
    check(&facts, "Commands run by subprocess.run with check=True and a timeout.", Some(Supported));
    let list = "A pattern fails on:\n- Classes that inherit from BaseModel and use TypedDict\n";
    check(&facts, list, None);
    let rest = "Two alternatives were considered:\n\n- Local: it was slow. Rejected because small \
                models break the contract of Pydantic models when they run here.\n- Remote: it uses \
                the CourtState TypedDict through a service.\n";
    check(&facts, rest, None);
    check(&facts, "The verdict does not rely on a single LLM call here.", None);
    check(&facts, "The verdict does not rely on an LLM call here.", Some(Supported));
}

#[test]
fn cells_that_stand_side_by_side_are_not_read_as_one() {
    let facts = whole();
    let three = "Aspect  Ours  Plain\n\nState  CourtState is a\nTypedDict with  none\n\n";
    check(&facts, three, None);
    let last =
        "Aspect  Ours  Why\n\nState  typed  CourtState is a TypedDict that\nhas reducers\n\n";
    check(&facts, last, Some(Supported));
    let two = "File  Purpose\n\nsrc/my_state.py  CourtState is a TypedDict that\nhas reducers and more\n\n";
    check(&facts, two, Some(Supported));
    let over = format!(
        "{three}This sentence stands behind the table and ends it.\n\nFile  Purpose\n\nsrc/my_state.py  CourtState is a TypedDict that\nhas reducers\n"
    );
    check(&facts, &over, Some(Supported));
}

#[test]
fn a_reason_is_not_shown_by_what_it_is_a_reason_for() {
    let found = held_against(&whole(), "CourtState is a TypedDict because LangGraph asks for one.");
    let typed = found.iter().find(|claim| claim.kind == ClaimKind::TypedClasses);
    assert!(
        typed.is_some_and(|one| one.fact.ends_with("the reason that is given was not examined"))
    );
}

#[test]
fn a_rubric_that_has_more_dimensions_than_are_told_is_ahead_of_the_report() {
    let mut facts = repository(&[("graph.py", BENCH)]);
    let rubric = |file: &str, dimensions| RubricLength { file: file.into(), dimensions };
    facts.vocabulary.as_mut().expect("it was read").rubrics =
        vec![rubric("rubric/rubric.json", 10)];
    for behind in [
        "rubric.json currently contains only 2 dimensions.",
        "Coverage: Only two of ten intended dimensions are live in rubric.json.",
    ] {
        check(&facts, behind, Some(Contradicted));
    }
    for plain in [
        "rubric.json currently contains only 10 dimensions.",
        "The old rubric.json had only 2 dimensions.",
        "rubric.json initially contains only 2 dimensions.",
        "peer_rubric.json currently contains only 2 dimensions.",
        "The audit ran with only 2 dimensions of the rubric.",
        "If rubric.json contains only 2 dimensions, the others are skipped.",
        "The target's rubric.json contains only 2 dimensions.",
    ] {
        check(&facts, plain, None);
    }
    let rubrics = &mut facts.vocabulary.as_mut().expect("it was read").rubrics;
    rubrics.push(rubric("old/rubric.json", 2));
    check(&facts, "rubric.json currently contains only 2 dimensions.", None);
}

#[test]
fn a_node_that_is_called_a_comment_and_is_wired_is_ahead_of_the_report() {
    let wiring = |more: &str| {
        let graph = BENCH.replace("g.add_edge('vision', END)", more);
        repository(&[("src/graph.py", &graph)])
    };
    let facts = wiring("g.add_node('late_look', f)\ng.add_edge('vision', 'late_look')\n");
    let behind = "LateLook currently commented out in graph.py (line 9).";
    contradicted::check(
        &facts,
        &[behind, "The late_look node is commented out in src/graph.py."],
        &[
            "LateLook was commented out in graph.py (line 9).",
            "LateLook currently commented out in other.py (line 9).",
            "LateLook currently commented out in graph.py by our peer.",
            "EarlyLook currently commented out in graph.py (line 9).",
            "If LateLook is commented out in graph.py, nothing sees pictures.",
        ],
    );
    let unwired = wiring("g.add_node('late_look', f)\n# g.add_edge('vision', 'late_look')\n");
    contradicted::check(&unwired, &[], &[behind]);
}
