//! Sentences, small sources, and what is made of them.

mod aggregated;
mod ahead;
mod amounts;
mod asked;
mod astray;
mod besides;
mod bound;
mod called_after;
mod certain;
mod contradicted;
mod dissent;
mod doings;
mod doubts;
mod drawn;
mod fanned;
mod gaps;
mod gated;
mod items;
mod kinds;
mod lacking;
mod libraries;
mod listed;
mod marks;
mod meant;
mod members;
mod merged;
mod narrated;
mod numbers;
mod over;
mod particular;
mod placed;
mod plain;
mod prompted;
mod quoted;
mod renamed;
mod routed;
mod sections;
mod settled;
mod several;
mod showing;
mod shown;
mod sizes;
mod small;
mod sources;
mod subjects;
mod telling;
mod together;
mod trees;
mod unbound;
mod unheeded;
mod universal;
mod unnamed;
mod unread;
mod versions;
mod ways_in;

use super::*;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    ClaimKind, ClaimStatus, ConditionalEdge, Edge, EngineFact, GraphFact, GraphNode, Lines,
    Practice, PracticeFact, PromptFact, PromptSimilarity, PythonFacts, SentNames,
};
use ClaimKind::{
    Definitions, DeterministicSynthesis, FanIn, NoShell, ParallelDetectives, ParallelJudges,
    Reducers, StructuredOutput, TemporaryClone,
};

/// These files as the readers of a tree's texts have them.
fn written(files: &[(&str, &str)]) -> Vec<Source> {
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    files.iter().map(source).collect()
}

/// Checks which kinds of claims the sentences of a page make.
#[track_caller]
fn check_page(text: &str, expected: &[ClaimKind]) {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let found: Vec<ClaimKind> = claims(&[page], None).iter().map(|claim| claim.kind).collect();
    assert_eq!(found, expected, "{text:?}");
}

#[track_caller]
fn check(sentence: &str, expected: &[ClaimKind]) {
    let page = ReportPage { number: 3, text: sentence.into(), ..ReportPage::default() };
    let found: Vec<ClaimKind> = claims(&[page], None).iter().map(|claim| claim.kind).collect();
    assert_eq!(found, expected, "{sentence:?}");
}

#[test]
fn statements_in_the_present_are_claims() {
    check("The judges run in parallel over the same evidence.", &[ParallelJudges]);
    check("Detectives execute concurrently, then the judges deliberate.", &[ParallelDetectives]);
    check(
        "The judges (Prosecutor, Defense, Tech Lead) execute in parallel here.",
        &[ParallelJudges],
    );
    check("All branches fan in at the aggregator.", &[FanIn]);
    check(
        "Each judge calls `.with_structured_output(JudicialOpinion)` on it.",
        &[StructuredOutput, Definitions],
    );
    check("Repositories are cloned into a tempfile.TemporaryDirectory sandbox.", &[TemporaryClone]);
    check("We use operator.ior so that no evidence is overwritten.", &[Reducers]);
    check(
        "The Chief Justice applies deterministic Python rules to scores.",
        &[DeterministicSynthesis],
    );
    check("The clone tool never calls os.system or a raw shell.", &[NoShell]);
}

#[test]
fn plans_negations_headings_and_mixtures_are_not() {
    check("The judges will run in parallel in the final version.", &[]);
    check("Judges do not run in parallel at this point.", &[]);
    check("Parallel judges", &[]);
    check("The judges and the detectives run in parallel somewhere.", &[]);
    check("Next steps: the judges run in parallel with retries.", &[]);
    check("Priority 2: Implement parallel judges in the graph.", &[]);
    check("● Add a conditional edge for errors of the clone.", &[]);
    check("There are no conditional edges for failure scenarios.", &[]);
    check("The detective verifies that judges run in parallel.", &[]);
    check("2.4 Fan-in and fan-out of judges . . . . . . . . . 4", &[]);
    check("Priority 1: Conditional Edge Error Handling", &[]);
    check("The diagram shows three judges that run in parallel.", &[]);
    check("Peer reports show that their judges run in parallel.", &[]);
}

fn graph(edges: &[(&str, &str)]) -> GraphFact {
    let place = Lines::new("graph.py", "b", 1, 1);
    let edge = |(from, to): &(&str, &str)| Edge {
        from: (*from).into(),
        to: (*to).into(),
        waits: false,
        only_in: Vec::new(),
        each_in: Vec::new(),
        place: place.clone(),
    };
    let targets = |point: &str| edges.iter().filter(|(from, _)| *from == point).count();
    let mut fan_out: Vec<String> = edges
        .iter()
        .filter(|(from, _)| targets(from) > 1)
        .map(|(from, _)| (*from).into())
        .collect();
    fan_out.dedup();
    GraphFact {
        edges: edges.iter().map(edge).collect(),
        fan_out,
        place: place.clone(),
        live: true,
        ..GraphFact::default()
    }
}

#[track_caller]
fn check_judges(edges: &[(&str, &str)], expected: ClaimStatus) {
    let python = PythonFacts { files: 1, graphs: vec![graph(edges)], ..PythonFacts::default() };
    let repository = RepositoryFacts { python, ..RepositoryFacts::default() };
    let text = "The three judges run in parallel over the same evidence.".into();
    let page = ReportPage { number: 1, text, ..ReportPage::default() };
    let found = claims(&[page], Some(&repository));
    assert_eq!(found[0].status, expected, "{edges:?}: {}", found[0].fact);
}

#[test]
fn the_wiring_supports_or_contradicts_parallel_judges() {
    check_judges(&[("agg", "prosecutor"), ("agg", "defense")], ClaimStatus::Supported);
    check_judges(&[("agg", "prosecutor"), ("prosecutor", "defense")], ClaimStatus::Contradicted);
    check_judges(&[("agg", "panel"), ("panel", "END")], ClaimStatus::Undecided);
}

#[test]
fn coroutines_that_never_wait_are_wired_side_by_side_and_run_in_turn() {
    let facts = |unyielding: &[&str]| {
        let mut facts = RepositoryFacts::default();
        facts.python.files = 1;
        let mut graph = graph(&[("aggregate", "prosecutor"), ("aggregate", "defense")]);
        graph.nodes = ["prosecutor", "defense"]
            .map(|name| GraphNode {
                name: name.to_owned(),
                runs: Some(Lines::new("src/judges.py", "b", 3, 9)),
                place: Lines::new("graph.py", "b", 1, 1),
                ..GraphNode::default()
            })
            .into();
        graph.unyielding = unyielding.iter().map(|node| (*node).to_owned()).collect();
        facts.python.graphs.push(graph);
        facts
    };
    let status = |facts: &RepositoryFacts, sentence: &str| {
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        claims(&[page], Some(facts)).into_iter().map(|claim| claim.status).collect::<Vec<_>>()
    };
    let both = facts(&["defense", "prosecutor"]);
    let runs = "The judges run concurrently on the same evidence.";
    assert_eq!(status(&both, runs), [ClaimStatus::Contradicted]);
    assert_eq!(status(&both, "The judges are executed in parallel."), [ClaimStatus::Contradicted]);
    let named = "The aggregator fans out to two Judge nodes (Prosecutor, Defense), each running concurrently.";
    assert!(status(&both, named).contains(&ClaimStatus::Contradicted));
    // What is said of the edges alone is not wrong.
    assert_eq!(
        status(&both, "The graph fans out to the judges in parallel."),
        [ClaimStatus::Undecided]
    );
    assert_eq!(status(&facts(&["defense"]), runs), [ClaimStatus::Supported]);
    assert!(judges_side_by_side(&both.python).in_turn);
}

#[test]
fn one_node_that_is_started_for_each_judge_at_the_same_time_is_several() {
    let shown = |names: &[&str], unyielding: &[&str]| {
        let mut facts = RepositoryFacts::default();
        facts.python.files = 1;
        let mut graph = graph(&[("aggregate", "evaluate"), ("evaluate", "justice")]);
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        graph.conditional.push(ConditionalEdge {
            from: "aggregate".into(),
            parallel: true,
            sent: vec![SentNames { node: "evaluate".into(), names }],
            ..ConditionalEdge::default()
        });
        graph.unyielding = unyielding.iter().map(|node| (*node).to_owned()).collect();
        facts.python.graphs.push(graph);
        let verdict = judges_side_by_side(&facts.python);
        (verdict.status, verdict.fact)
    };
    let (status, fact) = shown(&["Prosecutor", "Defense", "TechLead"], &[]);
    assert_eq!(status, ClaimStatus::Supported);
    assert_eq!(
        fact,
        "`aggregate` starts `evaluate` for each of `Prosecutor`, `Defense` and `TechLead` at the same time"
    );
    assert_eq!(shown(&["history", "safety"], &[]).0, ClaimStatus::Undecided);
    assert_eq!(shown(&["Prosecutor", "Defense"], &["evaluate"]).0, ClaimStatus::Undecided);
}

#[test]
fn nothing_is_said_against_what_an_engine_of_its_own_wires() {
    let engine = EngineFact {
        class: "Flow".into(),
        wires_by: vec!["add_node".into()],
        constructed: Lines::new("main.py", "b", 3, 3),
        place: Lines::new("flow.py", "b", 1, 1),
    };
    let python = PythonFacts { files: 1, engines: vec![engine], ..PythonFacts::default() };
    let repository = RepositoryFacts { python, ..RepositoryFacts::default() };
    for said in ["The three judges run in parallel.", "Conditional edges route the errors."] {
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&repository));
        assert_eq!(found[0].status, ClaimStatus::Undecided);
        assert!(found[0].fact.contains("`Flow` at `flow.py:1`"), "{}", found[0].fact);
    }
}

#[test]
fn what_a_file_does_that_nothing_imports_proves_nothing() {
    let verdict = |live: &[bool]| {
        let practice = |(line, live): (u32, &bool)| PracticeFact {
            practice: Practice::PathCheck,
            by: "hallucinated".into(),
            place: Lines::new("src/check.py", "b", line, line),
            in_tests: false,
            live: *live,
        };
        let practices = (1..).zip(live).map(practice).collect();
        let python = PythonFacts { files: 1, practices, ..PythonFacts::default() };
        let repository = RepositoryFacts { python, ..RepositoryFacts::default() };
        let text = "The analyst does cross-referencing of all cited file paths.".into();
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        let claim = claims(&[page], Some(&repository)).remove(0);
        (claim.status, claim.places.len())
    };
    assert_eq!(verdict(&[false]), (ClaimStatus::Undecided, 1));
    assert_eq!(verdict(&[false, true]), (ClaimStatus::Supported, 1));
}

#[test]
fn personas_that_a_template_makes_alike_are_not_said_to_be_alike() {
    let status = |template: Option<Lines>| {
        let personas = ["Prosecutor", "Defense", "TechLead"];
        let prompt = |persona: &str| PromptFact {
            persona: persona.into(),
            text: String::new(),
            template: template.clone(),
            sent: None,
            part: false,
            live: Some(true),
            place: Lines::new("judges.py", "b", 1, 1),
            in_tests: false,
        };
        let pair = |at: usize| PromptSimilarity {
            left: personas[at].into(),
            right: personas[(at + 1) % 3].into(),
            shared: 0.97,
            own: 0.97,
        };
        let python = PythonFacts {
            files: 1,
            prompts: personas.map(prompt).into(),
            prompt_similarity: (0..3).map(pair).collect(),
            ..PythonFacts::default()
        };
        let repository = RepositoryFacts { python, ..RepositoryFacts::default() };
        let text = "Each judge has a distinct system prompt of its own.".into();
        let page = ReportPage { number: 1, text, ..ReportPage::default() };
        let found = claims(&[page], Some(&repository));
        found.iter().find(|claim| claim.kind == ClaimKind::DistinctPersonas).map(|one| one.status)
    };
    assert_eq!(status(None), Some(ClaimStatus::Contradicted));
    let template = Lines::new("judges.py", "b", 9, 20);
    assert_eq!(status(Some(template)), Some(ClaimStatus::Undecided));
}

#[test]
fn a_listing_of_code_claims_nothing() {
    check("def clone_repo(url: str): tmp = tempfile.TemporaryDirectory(prefix='x')", &[]);
    check("model = ChatOpenAI(model='x').with_structured_output(JudicialOpinion)", &[]);
    check("for one in rubric['dimensions']: model.with_structured_output(Opinion)", &[]);
    check("class AgentState(TypedDict): opinions: Annotated[list, operator.add]", &[]);
    check("from langgraph.graph import StateGraph, which is where it starts.", &[]);
    check("opinions: Annotated[List[JudicialOpinion], operator.add] merges.", &[Reducers]);
    check("For one in ten cases the judges run in parallel.", &[ParallelJudges]);
}

#[test]
fn what_a_section_answers_and_what_a_plan_holds_claims_nothing() {
    check("Why AST parsing was selected:", &[]);
    check("In LangGraph, parallel judges run in parallel and meet in one node.", &[]);
    check("AST Parsing Strategy: Why AST over regex", &[]);
    check("Why this works: the state uses operator.ior as a reducer for evidence.", &[Reducers]);
}
