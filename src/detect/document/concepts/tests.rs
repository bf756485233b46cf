//! Small reports, and which of their terms they explain.

use super::*;
use crate::detect::document::numbered;
use crate::domain::facts::ReportPage;

#[track_caller]
fn check(text: &str, term: &str, expected: &[bool]) {
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let uses = concept(&Statements::of(&[page]), term);
    assert_eq!(uses.iter().map(|u| u.substantive).collect::<Vec<_>>(), expected, "{text:?}");
}

#[test]
fn a_term_is_found_through_its_spellings() {
    for spelling in
        ["fan-in", "Fan-In", "fan in", "Fan\nIn", "fan‑in", "FanIn", "fan-ins", "fa-\nn-in"]
    {
        check(&format!("We use {spelling} here."), "Fan-In", &[false]);
    }
    check("Fan-Out and Fan-In / Fan-Out.", "Fan-In / Fan-Out", &[false]);
    check("A fanatic inn.", "fan-in", &[]);
    check("text", " / ", &[]);
}

#[test]
fn a_passage_that_says_how_is_substantive() {
    check(
        "Fan-out is wired in src/graph.py: START has edges to the three detectives, which run in parallel.",
        "fan-out",
        &[true],
    );
    check(
        "Dialectical synthesis is carried out by the ChiefJustice node, which merges three opinions.",
        "Dialectical Synthesis",
        &[true],
    );
}

#[test]
fn what_a_plan_lists_among_its_demands_is_yet_to_be_explained() {
    let plan = "Remediation Plan\n\nProduce a report that explains:\n\n2. State Synchronization\n\n3. Metacognition in systems of several agents\n\n\
                4. Include at least one accurate StateGraph diagram with all nodes.\n\n5. Strengthen how each judge's prompt differs from the prosecutor's.\n";
    check(plan, "Metacognition", &[false]);
    let unnumbered =
        plan.replace("2. ", "").replace("3. ", "").replace("4. ", "").replace("5. ", "");
    check(&unnumbered, "Metacognition", &[false]);
}

#[test]
fn a_passage_on_the_work_of_others_explains_nothing_of_the_own() {
    let passage =
        "State synchronization is done by reducers, which merge what parallel nodes return.";
    let term = "state synchronization";
    check(&format!("Me to Peer B's Auditor:\n\nIt is good. {passage}\n"), term, &[false]);
    check(&format!("5.1 Audit of the peer's repository\n\n{passage}\n"), term, &[false]);
    check(
        &format!("5.1 Audit of the peer's repository\n\n5.1.1 State\n\n{passage}\n"),
        term,
        &[false],
    );
    // What others say of this work, another part, and a sentence on the own work.
    check(&format!("Peer A's Auditor to me:\n\n{passage}\n"), term, &[true]);
    let after = "5.1 Audit of the peer's repository\n\nIt is good.\n\n5.2 Merging";
    check(&format!("{after}\n\n{passage}\n"), term, &[true]);
    let own = "Unlike theirs, our state synchronization is done by reducers, which merge what parallel nodes return.";
    check(&format!("5.1 Audit of the peer's repository\n\n{own}\n"), term, &[true]);
}

#[test]
fn a_list_of_what_a_tool_looks_for_explains_none_of_it() {
    let term = "fan-out";
    for text in [
        "AST-based inspection verifies structural patterns in the graph (fan-out, conditional edges, structured outputs of judges).",
        "The AST tool detects: StateGraph nodes, fan-out, parallel edges, add_node calls and typed models.",
    ] {
        check(text, term, &[false]);
    }
    for text in [
        // How it is done, or a gate of the graph that waits.
        "The AST tool verifies the wiring: fan-out, where START has edges to three detective nodes, and reducers.",
        "The aggregator node checks that all parallel branches have come before judges are called (after the fan-out, that is).",
        "The tool verifies paths (files, folders). Fan-out is wired by edges from START to three nodes that run in parallel.",
    ] {
        check(text, term, &[true]);
    }
}

#[test]
fn what_a_summary_only_names_is_not_explained_by_what_it_goes_on_with() {
    let said = "The orchestration layer implements parallel fan-out and fan-in patterns. Judges return structured opinions, and each node of the graph merges its part by reducers.";
    check(&format!("Executive Summary\n\n{said}\n"), "fan-in", &[false]);
    check(&format!("2. Orchestration\n\n{said}\n"), "fan-in", &[true]);
}

#[test]
fn names_in_brackets_and_the_source_of_a_drawing_explain_nothing() {
    check(
        "The court.\n\n• Dialectical Synthesis (Prosecutor against Defense against Tech Lead)\n",
        "Dialectical Synthesis",
        &[false],
    );
    check(
        "Dialectical Synthesis (each judge argues by itself before the chief justice merges all three)\n",
        "Dialectical Synthesis",
        &[true],
    );
    let source =
        "flowchart TD\nS[\"START\"] --> R[\"RepoInvestigator\"]\nR --> A[\"EvidenceAggregator\"]\n";
    check(&format!("3.1 The Fan-Out\n\n{source}"), "fan-out", &[false]);
    let said = "START has edges to all detectives, which run in parallel and merge in the aggregator node.";
    check(&format!("3.1 The Fan-Out\n\n{said}\n\n{source}"), "fan-out", &[true]);
}

#[test]
fn a_heading_is_explained_by_what_follows() {
    check(
        "2.1 Dialectical Synthesis\n\nThree judges get the same evidence in parallel. \
         The ChiefJustice resolves their conflicts using fixed rules.",
        "dialectical synthesis",
        &[true],
    );
    check("2.1 Metacognition\n\nThis is an important idea for us all.", "metacognition", &[false]);
}

#[test]
fn a_list_of_what_is_lacked_explains_none_of_it() {
    let term = "state synchronization";
    check(
        "The graph lacked parallel branches for its judges, state synchronization at nodes, and edges.",
        term,
        &[false],
    );
    let other =
        "What lacked order is merged now: state synchronization at nodes waits for all branches.";
    check(other, term, &[true]);
    let other =
        "It lacked order, so state synchronization at nodes waits for all parallel branches.";
    check(other, term, &[true]);
    let other = "State synchronization at nodes waits for all branches, which one graph lacked.";
    check(other, term, &[true]);
}

#[test]
fn a_list_or_a_claim_is_not() {
    check(
        "Keywords: fan-in, fan-out, metacognition, state, LLM, judge, report",
        "metacognition",
        &[false],
    );
    check("This project shows strong metacognition.", "metacognition", &[false]);
}

#[test]
fn a_term_that_is_only_named_is_not_explained() {
    for text in [
        "We implemented parallel detectives using Fan-Out/Fan-In.",
        "The judges and detectives were realized through a robust fan-in pattern.",
        "The diagram shows detective layer fan-out, EvidenceAggregator fan-in, parallel judges, and the report that returns.",
        "Figure 2 (Graph) depicts fan-in, parallel judges, nodes and edges of the court.",
    ] {
        check(text, "fan-in", &[false]);
    }
    for text in [
        // A file, parts that meet, or a clause that tells how.
        "We implemented parallel detectives in src/graph.py with edges using fan-in.",
        "The branches of all judges are merged by each node using fan-in.",
        "The detectives run in parallel and meet at one node through fan-in.",
        "The diagram shows fan-in: three detectives lead to one node, which merges what they return.",
        "With fan-in the judges wait for all detectives, whose nodes return evidence.",
        // What comes after it explains it.
        "We built the court using fan-in. Three detectives run in parallel, and each returns to one node that merges them.",
    ] {
        check(text, "fan-in", &[true]);
    }
}

/// The passage by which a report of these pages explains the term, with its page.
fn explained(pages: &[&str], terms: &[&str]) -> Option<(u32, String)> {
    let best =
        explanation(&Statements::of(&numbered(pages)), terms).0.filter(|one| one.substantive)?;
    Some((best.page, best.sentence))
}

#[test]
fn a_lead_in_owns_its_list_and_a_title_its_paragraph() {
    let list = "Metacognition: The bench rates itself again:\n\n1. Rank: the judges hear evidence \
                first.\n2. Spread: a wide one will trigger another round.\n3. Merge: nodes return parts.\n\n";
    check(list, "metacognition", &[true]);
    let bare = "The court shows metacognition by:\n\nInspecting its graph of nodes.\nWeighing each judge \
                through rules.\nReturning what fails.\n";
    check(bare, "metacognition", &[true]);
    let title = "Metacognition (in short). Entries carry a mark. The court uses it to pick a path when a \
                 step fails. Marks are kept in entry_marks so that a judge weighs them.\n\nOther matters.";
    check(title, "metacognition", &[true]);
    let under = "3. METACOGNITION\n\nMetacognition here:\n\n1. Own audit: the agent reads its own work to find \
                 a first score.\n2. Gaps: a low score is traced to what the judge has seen.\n3. Loop: fixes are made, \
                 then it runs again.\n\n";
    check(under, "metacognition", &[true, true]);
    check("Metacognition (in short). It is a fine idea to have.", "metacognition", &[false]);
}

#[test]
fn a_heading_is_preferred_to_a_summary_a_plan_and_another_page_in_between() {
    let contents = "Contents\n\n2.1 Metacognition . . . . . . . 3\n";
    let summary =
        "Executive Summary\n\nBy metacognition the judges merge what nodes return in parallel.\n";
    let heading = "Some words of another matter.\n\n2.1 Metacognition\n";
    let body = "The Chief Justice compares each opinion with what the detectives return.\n";
    let plan =
        "Remediation\n\nMetacognition: each node should return and merge what judges compare.\n";
    let found = explained(&[contents, summary, heading, body, plan], &["Metacognition"]);
    let found = found.expect("it is explained");
    assert!(found.0 == 4 && found.1.contains("Chief Justice"), "{found:?}");
}

#[test]
fn what_denies_the_term_and_tables_of_contents_explain_nothing() {
    for text in [
        "Metacognition was reported as completely absent by the judges, when each node returned.",
        "The search for metacognition by the judges gave found=false in each node of the graph.",
        "There is no metacognition in the parallel nodes of judges, which merge nothing.",
        "Contents\n\nMetacognition and judges\nReducers, nodes and edges\nParallel branches",
    ] {
        assert_eq!(explained(&[text], &["metacognition"]), None, "{text:?}");
    }
}

#[test]
fn words_that_stand_together_serve_for_a_term() {
    let terms = &["State Synchronization", "synchroni*", "reducer* + parallel"];
    let both = "Typed reducers keep branches apart, which run in parallel through the graph.";
    assert!(explained(&[both], terms).is_some());
    let verb = "The node synchronizes what parallel branches return before the judges are called.";
    assert!(explained(&[verb], terms).is_some());
    assert_eq!(explained(&["The branches merge before the judges are called."], terms), None);
}

#[test]
fn what_is_only_searched_for_is_not_explained() {
    check(
        "The function keyword_search() finds anchor terms (“Fan-In”, “Metacognition”) and returns each page with its nodes.",
        "fan-in",
        &[false],
    );
    for text in [
        "The analyst parses each chunk and runs a keyword search for relevant terms (e.g. “Fan-In”, “Metacognition”) in parallel nodes.",
        "It looks for “Metacognition” in each chunk and returns what the judges compare.",
        "The judges' nodes search for terms such as fan-in, metacognition in parallel.",
    ] {
        check(text, "metacognition", &[false]);
    }
    for text in [
        "By “metacognition” each judge compares its own opinion before nodes return and merge.",
        "Metacognition: each judge runs a search in its own opinion when nodes return and merge.",
        "The parser searches the report (when a node returns it), and metacognition means that each judge compares itself.",
    ] {
        check(text, "metacognition", &[true]);
    }
}

#[test]
fn what_is_yet_to_be_done_is_not_explained() {
    let step = "Metacognition Loop: Implement a judge that evaluates each verdict and routes it back by the graph.";
    check(&format!("5. Forward Plan\n\n{step}"), "metacognition", &[false]);
    check(&format!("5. Next Steps\n\n- {step}"), "metacognition", &[false]);
    // Among what is done the same words tell how.
    check(&format!("5. Architecture\n\n{step}"), "metacognition", &[true]);
    let done =
        "Metacognition: the graph routes each verdict back to a judge that evaluates it again.";
    check(&format!("5. Next Steps\n\n{done}"), "metacognition", &[true]);
}

#[test]
fn a_heading_owns_the_sections_that_are_numbered_after_it() {
    let text = |second: &str| {
        format!(
            "4.3 Metacognition Mechanism\n\n{second} Controlled Conflict\n\nThree judges get the same evidence \
             in parallel. Their node merges what they return.\n"
        )
    };
    check(&text("4.3.1"), "metacognition", &[true]);
    check(&text("4.4"), "metacognition", &[false]);
    check(&text("4.31"), "metacognition", &[false]);
}

#[test]
fn uses_are_counted_for_the_term_that_is_named() {
    let page = ReportPage {
        number: 1,
        text: "This is dialectical. So dialectical it is. We like Dialectical Synthesis.\n".into(),
        ..ReportPage::default()
    };
    let (best, count) =
        explanation(&Statements::of(&[page]), &["Dialectical Synthesis", "dialectical"]);
    assert_eq!((best.map(|one| one.term).as_deref(), count), (Some("Dialectical Synthesis"), 1));
}

#[test]
fn a_cell_that_only_points_at_places_explains_nothing() {
    let term = "reducer* + parallel";
    check(
        "Verified in src/graph.py (parallel node definitions) and src/state.py (use of operator.add reducers). +1",
        term,
        &[false],
    );
    check(
        "Implemented in src/state.py by reducers, which merge what parallel nodes return so that none is lost.",
        term,
        &[true],
    );
}

#[test]
fn stops_along_arrows_explain_nothing() {
    let term = "fan-in";
    check(
        "The required topology is present and verified: detective fan-out/fan-in -> judicial fan-out/fan-in -> Chief Justice.",
        term,
        &[false],
    );
    for text in [
        "Fan-in is a wait: detective nodes -> aggregator -> judges, where each branch has to return before the next starts.",
        "Flow: START -> RepoInvestigator, DocAnalyst in parallel -> EvidenceAggregator (fan-in) -> Judges.",
    ] {
        check(text, term, &[true]);
    }
}

#[test]
fn what_a_judge_looks_for_in_others_explains_nothing() {
    let term = "reducer* + overwrit*";
    check(
        "It evaluates whether state reducers (operator.add) are actually used to prevent data overwriting and identifies technical debt.",
        term,
        &[false],
    );
    let granted = "Disagreement: Prosecutor asks for stricter branch guarantees; Defense/TechLead accept fan-out/fan-in proof from graph wiring.";
    check(granted, "fan-in", &[false]);
    let told = "The judges accept evidence after the fan-in, which waits until all parallel branches return.";
    check(told, "fan-in", &[true]);
    check(
        "Reducers (operator.add) merge what each branch returns, which prevents data overwriting; a judge checks whether tests are present.",
        term,
        &[true],
    );
}

#[test]
fn an_adjective_in_a_list_of_names_explains_nothing() {
    let term = "dialectical";
    check(
        "The three-layer architecture parallel detectives, dialectical judges, synthesis engine— directly implements the vision of nodes.",
        term,
        &[false],
    );
    check(
        "Parallel detectives collect evidence, dialectical judges argue over it, and the chief justice merges their opinions by rules.",
        term,
        &[true],
    );
}

#[test]
fn of_a_lead_in_and_an_item_that_the_term_heads_the_item_explains() {
    let text = |item: &str| {
        format!(
            "2. Architecture\n\nExplaining Fan-In/Fan-Out and Metacognition:\n● Fan-In/Fan-Out: Parallel detectives return evidence to one node, which triggers the judges.\n● Metacognition: {item}\n"
        )
    };
    let told = "The system compares its own confidence; if the judges conflict, the Chief Justice triggers another round.";
    check(&text(told), "metacognition", &[false, true]);
    check(&text("It is a fine idea."), "metacognition", &[false, false]);
    check(&text(told), "fan-out", &[false, true]);
    // A lead-in whose items have other heads owns them, also where one speaks of the term.
    let tells = "The reducer pattern merges what is written at once:\n● evidence uses a dict union, so that each node of the parallel branches returns its part\n● The reducer merges these — neither overwrites the other: each is kept.\n";
    check(tells, "reducer* + at once", &[true]);
    let list = "The court shows metacognition by:\n● Rank: the judges compare evidence.\n● Loop: nodes return what conflicts and trigger a new round.\n";
    check(list, "metacognition", &[true]);
}

#[test]
fn a_sentence_goes_on_over_the_end_of_its_page() {
    let first = "Fan-In (Gate): A node of the whole court that uses a typed reducer\n";
    let found = explained(&[first, "to merge what parallel branches return.\n"], &["fan-in"]);
    let whole = "Fan-In (Gate): A node of the whole court that uses a typed reducer to merge what parallel branches return.";
    assert_eq!(found, Some((1, whole.to_owned())));
    // Another paragraph is another sentence.
    assert_eq!(
        explained(&[first, "Judges merge what parallel nodes return.\n"], &["fan-in"]),
        None
    );
}

#[test]
fn what_this_means_stands_in_the_sentence_before() {
    let text = "As agents run concurrently, order matters. The court achieves\nthis through typed models and reducer-based merging.\n";
    check(text, "reducer* + concurren*", &[true]);
    check(&text.replace("this", "it all"), "reducer* + concurren*", &[]);
}
