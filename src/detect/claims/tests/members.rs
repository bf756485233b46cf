//! Who starts at once, where a sentence names several or all.

use super::super::*;
use super::sources::{check, repository};
use crate::domain::facts::ClaimKind::{ParallelDetectives, ParallelJudges};
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};

/// A graph of edges and of routers: `a > b`, `a ? b c`.
fn wired(steps: &[&str]) -> RepositoryFacts {
    let mut nodes: Vec<&str> = Vec::new();
    let mut lines = Vec::new();
    for step in steps {
        let words: Vec<&str> =
            step.split(' ').filter(|word| *word != ">" && *word != "?").collect();
        nodes.extend(words.iter().filter(|name| !["START", "END"].contains(name)));
        let name = |node: &str| match node {
            "START" | "END" => node.to_owned(),
            other => format!("'{other}'"),
        };
        let all: Vec<String> = words.iter().map(|node| name(node)).collect();
        lines.push(if step.contains('?') {
            format!("b.add_conditional_edges({}, way, [{}])", all[0], all[1..].join(", "))
        } else {
            format!("b.add_edge({}, {})", all[0], all[1])
        });
    }
    nodes.sort_unstable();
    nodes.dedup();
    let added = nodes.iter().map(|node| format!("b.add_node('{node}', run)"));
    let wiring = added.chain(lines).collect::<Vec<_>>().join("\n");
    let text = format!(
        "from langgraph.graph import StateGraph, START, END\ndef run(state): return {{}}\ndef way(state): return state['next']\nb = StateGraph(dict)\n{wiring}\napp = b.compile()\napp.invoke({{}})\n"
    );
    repository(&[("graph.py", &text)])
}

const ONE_FIRST: &[&str] = &[
    "START > repo_investigator",
    "repo_investigator ? gate END",
    "gate > doc_analyst",
    "gate > vision_inspector",
    "doc_analyst > join",
    "vision_inspector > join",
    "join > END",
];
const GATES: &[&str] = &[
    "START > entry",
    "entry > repo_gate",
    "entry > doc_gate",
    "entry > vision_gate",
    "repo_gate ? repo_investigator join",
    "doc_gate ? doc_analyst join",
    "vision_gate ? vision_inspector join",
    "repo_investigator > join",
    "doc_analyst > join",
    "vision_inspector > join",
    "join > END",
];

#[test]
fn whoever_starts_only_after_another_does_not_run_beside_it() {
    let says = |sentence: &str, expected: ClaimStatus| {
        check(&wired(ONE_FIRST), ParallelDetectives, sentence, expected);
    };
    says("The RepoInvestigator, DocAnalyst and VisionInspector run in parallel.", Contradicted);
    says("Several tools (AST, Vision, Doc) run in parallel to collect evidence.", Contradicted);
    says("All three detectives run in parallel on every case.", Contradicted);
    says(
        "The detectives (RepoInvestigator, DocSearch) launch in parallel without sharing a thing.",
        Contradicted,
    );
    says("The DocAnalyst and the VisionInspector run in parallel here.", Supported);
    says("The detectives run in parallel on every case.", Supported);
    // The sentence itself may tell the order, or speak of others than those that it lists.
    says("After RepoInvestigator, DocAnalyst and VisionInspector run in parallel.", Undecided);
    says(
        "Detectives run in parallel; RepoInvestigator reads what VisionInspector needs.",
        Supported,
    );
    says("Detectives run in parallel; all three judges deliberate on it.", Supported);
}

#[test]
fn fan_outs_are_followed_through_gates_of_equal_depth() {
    let says = |steps: &[&str], expected: ClaimStatus| {
        let said = "The RepoInvestigator, DocAnalyst and VisionInspector run in parallel.";
        check(&wired(steps), ParallelDetectives, said, expected);
    };
    says(GATES, Supported);
    let deeper: Vec<&str> = GATES
        .iter()
        .map(|step| if *step == "doc_gate ? doc_analyst join" { "doc_gate > more" } else { *step })
        .chain(["more > doc_analyst"])
        .collect();
    says(&deeper, Undecided);
    let both: Vec<&str> =
        GATES.iter().filter(|step| **step != "entry > vision_gate").copied().collect();
    says(&both, Undecided);
}

#[test]
fn a_router_that_chooses_one_starts_nobody_beside_it() {
    let chosen = wired(&[
        "START > aside",
        "START ? prosecutor defense tech_lead",
        "prosecutor > END",
        "defense > END",
        "tech_lead > END",
        "aside > END",
    ]);
    let said = "The judges (Prosecutor, Defense, Tech Lead) deliberate simultaneously.";
    let page = ReportPage { text: said.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&chosen));
    assert!(found.iter().all(|claim| !claim.fact.contains("at once") || claim.status != Supported));
    // Whom a node behind the branches calls, they do not start.
    let behind = wired(&[
        "START > one",
        "START > two",
        "START > three",
        "one > join",
        "two > join",
        "three > join",
        "join ? prosecutor defense tech_lead",
    ]);
    check(&behind, ParallelJudges, said, Undecided);
}

#[test]
fn judges_in_a_row_are_no_panel() {
    let row = wired(&["START > prosecutor", "prosecutor > defense", "defense > tech_lead"]);
    let said = "The judges (Prosecutor, Defense, Tech Lead) deliberate simultaneously.";
    check(&row, ParallelJudges, said, Contradicted);
    let panel = wired(&["START > prosecutor", "START > defense", "START > tech_lead"]);
    check(&panel, ParallelJudges, said, Supported);
    check(&panel, ParallelJudges, "Three judges deliberate simultaneously on it.", Supported);
}

#[test]
fn one_judge_that_leads_to_the_others_runs_before_them() {
    let said = "The judges run in parallel over the same evidence.";
    let from = |first: &str| {
        wired(&[
            "START > look",
            &format!("look > {first}"),
            &format!("{first} > defense"),
            &format!("{first} > tech_lead"),
            "defense > chief_justice",
            "tech_lead > chief_justice",
            "chief_justice > END",
        ])
    };
    check(&from("prosecutor"), ParallelJudges, said, Undecided);
    check(&from("prosecutor"), ParallelJudges, &said.replace("The", "All three"), Contradicted);
    // A node that only sends them off is no judge, and neither is one beside which they start.
    check(&from("judges_start"), ParallelJudges, said, Supported);
    let beside = wired(&[
        "START > prosecutor",
        "START > defense",
        "START > tech_lead",
        "prosecutor > chief_justice",
        "prosecutor > END",
    ]);
    check(&beside, ParallelJudges, said, Supported);
}

#[test]
fn edges_whose_ends_are_not_known_are_there() {
    let text = |edge: &str| {
        format!(
            "from langgraph.graph import StateGraph\nb = StateGraph(dict)\nb.add_node('look', run)\n{edge}\napp = b.compile()\n"
        )
    };
    let told = |edge: &str| {
        let facts = repository(&[("graph.py", &text(edge))]);
        judges_side_by_side(&facts.python).fact
    };
    let open = "`graph.py:4` could not be followed: an end of an edge could not be followed";
    assert_eq!(told("b.add_edge(first, second)"), open);
    assert_eq!(told(""), "no edge of the graph at `graph.py:2` was found");
}

#[test]
fn who_starts_them_all_is_none_of_them() {
    let said = "The detectives run in parallel: each investigates on its own.";
    let started = |starter: &str| {
        let (first, second) = (format!("START > {starter}"), format!("{starter} > doc_analyst"));
        let third = format!("{starter} > vision_inspector");
        wired(&["START > repo_investigator", &first, &second, &third])
    };
    let fact = |starter: &str| {
        let page = ReportPage { text: said.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&started(starter)));
        found.into_iter().map(|claim| claim.fact).collect::<Vec<_>>().join(" ")
    };
    let told = fact("start_all_detectives");
    assert!(told.contains("`start_all_detectives` leads to several detectives"), "{told}");
    let told = fact("code_detective");
    assert!(told.contains("`START` leads to several detectives"), "{told}");
}

#[test]
fn the_branch_that_the_calls_in_the_sources_take_is_what_a_report_tells_of() {
    let built = |call: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\ndef run(state): return {{}}\n\
             def build(parallel: bool = True):\n    b = StateGraph(dict)\n    for n in ['collect', 'prosecutor', 'defense', 'tech_lead', 'chief']:\n        b.add_node(n, run)\n    b.add_edge(START, 'collect')\n    b.add_edge('collect', 'prosecutor')\n    \
             if parallel:\n        b.add_edge('collect', 'defense')\n        b.add_edge('collect', 'tech_lead')\n    else:\n        b.add_edge('prosecutor', 'chief')\n    return b.compile()\n\
             def main(url):\n    return {call}.invoke({{'url': url}})\n"
        );
        repository(&[("graph.py", &text)])
    };
    let sentence = "Prosecutor, Defense and Tech Lead run in parallel.";
    check(&built("build()"), ParallelJudges, sentence, Supported);
    check(&built("build(url.parallel)"), ParallelJudges, sentence, Undecided);
}
