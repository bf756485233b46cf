//! What is said of several at once, and what only sounds as if it were of the code.

use super::sources::{GRAPH, JUSTICE, STATE, check as held_against, repository, whole};
use super::*;
use crate::domain::facts::{Lines, PromptFact, PromptSimilarity};
use ClaimKind::{Averaging, Libraries, ParallelDetectives, Prompts, Roles, TemporaryClone};
use ClaimStatus::{Contradicted, Supported, Undecided};

#[test]
fn two_fields_do_not_share_a_reducer_that_merges_one() {
    let state = STATE.replace("ledger", "evidences").replace("votes", "opinions");
    let facts = repository(&[("state.py", &state)]);
    let merged = |said: &str, status| held_against(&facts, Reducers, said, status);
    merged("Both evidences and opinions use operator.ior.", Contradicted);
    merged("The evidences and opinions fields are merged with operator.add.", Contradicted);
    merged("Evidences and opinions use operator.ior and operator.add.", Supported);
    let same = state.replace("list, operator.add", "dict, operator.ior");
    let same = repository(&[("state.py", &same)]);
    held_against(&same, Reducers, "Both evidences and opinions use operator.ior.", Supported);
}

#[test]
fn an_average_is_taken_as_is_said_or_that_is_open() {
    let rules = repository(&[("justice.py", JUSTICE)]);
    let plain = JUSTICE.replace("    if security_flaw:\n        final = min(final, 3)\n", "");
    let plain = repository(&[("justice.py", &plain)]);
    let none = repository(&[("graph.py", GRAPH)]);
    let said = "The final score is the plain average of the three judges.";
    held_against(&plain, Averaging, said, Supported);
    held_against(
        &rules,
        Averaging,
        "The base score is the average of the three judges.",
        Supported,
    );
    for facts in [&rules, &none] {
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        assert!(claims(&[page], Some(facts)).is_empty());
    }
    for other in [
        "The final score is a weighted average of the three judges.",
        "The final score is the average of the three judges if they agree.",
        "The overall score is the average of the criteria.",
    ] {
        check(other, &[]);
    }
    held_against(&rules, Averaging, "The score is never averaged.", Contradicted);
    held_against(&rules, Averaging, "The final verdict is not an average.", Contradicted);
    check("The final verdict is not an average of what peers say.", &[]);
}

/// Three personas whose texts share so much.
fn personas(shared: f64) -> RepositoryFacts {
    let personas = ["Prosecutor", "Defense", "TechLead"];
    let prompt = |persona: &str| PromptFact {
        persona: persona.into(),
        text: "one two three four five six seven".into(),
        template: None,
        sent: None,
        part: false,
        live: Some(true),
        place: Lines::new("judges.py", "b", 1, 1),
        in_tests: false,
    };
    let pair = |at: usize| PromptSimilarity {
        left: personas[at].into(),
        right: personas[(at + 1) % 3].into(),
        shared,
        own: shared,
    };
    let python = PythonFacts {
        files: 1,
        prompts: personas.map(prompt).into(),
        prompt_similarity: (0..3).map(pair).collect(),
        ..PythonFacts::default()
    };
    RepositoryFacts { python, ..RepositoryFacts::default() }
}

#[test]
fn judges_with_texts_of_their_own_share_no_prompt() {
    let said = "The three judges share one system prompt.";
    held_against(&personas(0.1), Prompts, said, Contradicted);
    let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
    assert!(claims(&[page], Some(&personas(0.97))).is_empty());
    check("The judges share one system prompt if no other is set.", &[]);
    check("The three judges share one system prompt template.", &[]);
}

#[test]
fn the_beginning_that_starts_another_node_does_not_start_them_straight() {
    let wired = |first: &str| {
        let edges = ["repo_investigator", "doc_analyst", "vision_inspector"]
            .map(|node| format!("b.add_edge({first}, '{node}')\nb.add_edge('{node}', 'join')\nb.add_node('{node}', run)\n"));
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\ndef run(state): return {{}}\nb = StateGraph(dict)\nb.add_node('context', run)\nb.add_node('join', run)\nb.add_edge(START, 'context')\n{}b.add_edge('join', END)\napp = b.compile()\napp.invoke({{}})\n",
            edges.concat()
        );
        repository(&[("graph.py", &text)])
    };
    let said = "START fans out directly to the three detectives.";
    check(said, &[ParallelDetectives]);
    held_against(&wired("'context'"), ParallelDetectives, said, Contradicted);
    held_against(&wired("START"), ParallelDetectives, said, Supported);
    let open = "START fans out to the three detectives.";
    held_against(&wired("'context'"), ParallelDetectives, open, Supported);
    check(open, &[ParallelDetectives, Roles]);
}

#[test]
fn a_part_of_a_library_that_no_source_names_is_not_used() {
    let facts = whole();
    held_against(&facts, Libraries, "LangGraph is used to dispatch the judges.", Supported);
    held_against(&facts, Libraries, "LangGraph Send is used to dispatch the judges.", Undecided);
    let human = "LangGraph's interrupt is used to let a human approve.";
    held_against(&facts, Libraries, human, Undecided);
    let graph = GRAPH
        .replace("START, END\n", "START, END\nfrom langgraph.types import Send\nSend('a', {})\n");
    let sending = repository(&[("graph.py", &graph), ("state.py", STATE)]);
    held_against(&sending, Libraries, "LangGraph Send is used to dispatch the judges.", Supported);
    let via = "The three judges run in parallel via Send() on the same evidence.";
    held_against(&facts, ParallelJudges, via, Undecided);
    held_against(&sending, ParallelJudges, via, Supported);
    let or = "The three judges run in parallel via Send() or plain edges on the same evidence.";
    held_against(&facts, ParallelJudges, or, Supported);
}

#[test]
fn a_name_that_is_imported_is_no_unknown_one() {
    let named = "The retry_policy_for() helper is what the graph uses.";
    let graph = |more: &str| repository(&[("graph.py", &format!("{more}{GRAPH}"))]);
    let import = "from courts import retry_policy_for\n";
    held_against(&graph(""), Definitions, named, Undecided);
    held_against(&graph(import), Definitions, named, Undecided);
    let called = format!("{import}retry_policy_for(1)\n");
    held_against(&graph(&called), Definitions, named, Supported);
}

#[test]
fn what_helped_to_write_or_what_a_company_has_is_no_library() {
    for said in [
        "Anthropic's Claude (accessed via the Claude Code CLI) was used to draft and revise prose.",
        "The Anthropic report is an aggregate observation that is used in practice.",
        "With users' politeness OpenAI's compute bill alone amounted to much.",
        "The cost was computed by what is used at OpenAI's frontier products.",
    ] {
        check(said, &[]);
    }
    check("OpenAI is used to draft each opinion.", &[Libraries]);
    check("The OpenAI client is used by each judge.", &[Libraries]);
}

#[test]
fn a_step_of_a_plan_is_no_claim() {
    let said = "The node initializes a TemporaryDirectory for each clone.";
    check(said, &[TemporaryClone]);
    check(
        "- Fan-in implemented in the graph: initialize -> agent; aggregate -> judge; all judges meet.",
        &[ClaimKind::FanIn],
    );
    for step in [
        "Initialize the TemporaryDirectory in the node for each clone.",
        "1. Pass the temporary directory of the clone to all tools.",
    ] {
        check(step, &[]);
    }
}

#[test]
fn fields_that_are_listed_as_plain_words_are_asked_for() {
    let state = STATE.replace("Finding", "JudgeFinding").replace("topic", "topic_id");
    let facts = repository(&[("state.py", &state)]);
    let fields = |said: &str, status| held_against(&facts, ClaimKind::ClassFields, said, status);
    fields("JudgeFinding has the fields topic_id, place and certainty.", Supported);
    fields("JudgeFinding has the fields topic_id, place and severity.", Undecided);
}
