//! What only tells of a run, of a mended fault or of what a fact does not show, and so has nothing behind it.

use super::super::*;
use super::sources::{JUSTICE, check as held_against, repository};
use ClaimKind::{
    Averaging, DeterministicSynthesis, DistinctPersonas, FanIn, ParallelDetectives, ParallelJudges,
    PdfText, Reducers, Roles, RubricFile, SyntaxTree, SynthesisRules,
};
use ClaimStatus::{Supported, Undecided};

/// Which kinds of claims a sentence makes.
#[track_caller]
fn check(sentence: &str, expected: &[ClaimKind]) {
    let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
    let found: Vec<ClaimKind> = claims(&[page], None).iter().map(|claim| claim.kind).collect();
    assert_eq!(found, expected, "{sentence:?}");
}

#[test]
fn what_judges_said_or_asked_for_in_a_run_claims_nothing() {
    check("3 / 5 / 5 Disagreement: Prosecutor asks for fan-in proof of all the branches.", &[]);
    check("Final verdict: The TechLead confirms structured output in every judge node.", &[]);
    check("Dissent Summary: Significant disagreement (variance = 3) about it.", &[]);
    check("The judges differ, as Defense and Prosecutor converge at 8/10 on all reducers.", &[]);
    check(
        "Under the Rule of Evidence, the TechLead's finding outweighs the Defense's concern.",
        &[],
    );
    check("The Tech Lead appreciated the hardcoded deterministic synthesis rules.", &[]);
    check("The score was capped at 3 due to a security override of that day.", &[]);
    check(
        "If a flaw is found, the score is capped at 3 by the security override.",
        &[SynthesisRules],
    );
    // What the code does where judges differ, and what a judge's word weighs.
    check("Disagreement of judges triggers a dissent summary in the report.", &[SynthesisRules]);
    check(
        "The Tech Lead's confirmation carries extra functionality weight for architecture.",
        &[SynthesisRules],
    );
    check("Final verdict: Reducers are used so that no evidence is overwritten.", &[Reducers]);
}

#[test]
fn what_sums_up_a_run_or_tells_of_another_text_claims_nothing() {
    check("Per-judge summary: Defense and TechLead found the reducers of the state.", &[]);
    check("Tech Lead Opinion (5/5) Saw that the state implements reducers correctly.", &[]);
    check("The Defense and the Tech Lead confirmed the reducers of the state.", &[]);
    check("Audit Verdict: 2/5 by the rule of security, as the score is capped at 3.", &[]);
    check("Why the score landed here: the state has reducers for its fields.", &[]);
    check("TECHLEAD_TIEBREAK — the gap is confirmed; the reducers of the state hold.", &[]);
    check("The aggregate outcome is strong, with a deterministic synthesis of scores.", &[]);
    check("The security cap was tied to the finding of that day.", &[]);
    check("The PDF report documents the reducers of the state.", &[]);
    check("Added an explicit comment: the reducers of the state are operator.add.", &[]);
    check("Target: clone into tempfile.TemporaryDirectory() with subprocess.run().", &[]);
    check("Structured Output Enforcement (structured_output_enforcement)", &[]);
    check("Listing 2: The state with its reducers", &[]);
    check("Overruled to the lowest score of 1 by the rule of evidence.", &[]);
    check("Safe Tools 2/10 Rule of Security Override: 2/10 due to potential exposure.", &[]);
    check(
        "Fact supremacy applies, as the Defense's claim of depth is contradicted by evidence.",
        &[],
    );
    check("RepoInvestigator extracted the git history and its commits.", &[]);
    check("The commit history shows an arc from its setup to its end.", &[]);
    check("Forward Plan: Audit the tools so that tempfile.mkdtemp is around all clones.", &[]);
    check("Here C -->|Evidence| E leads to the fan-in node of the graph.", &[]);
    check("Aggregator\\nState merged by the operator.ior reducer", &[]);
    check(
        "[3] The Authors (2024), Abstract syntax trees, https://docs.python.org/3/library/ast.html",
        &[],
    );
    // Whose words are only near.
    check(r"In src\nodes\justice.py reducers of the state keep both.", &[Reducers]);
    check("START --> the judges run in parallel --> the end of it.", &[ParallelJudges]);
    check("If the Tech Lead confirmed it, reducers of the state keep both.", &[Reducers]);
    check("SECURITY_OVERRIDE — the score is capped at 3 for a flaw.", &[SynthesisRules]);
    check("Each opinion (5/5 at most) is appended by the reducers of the state.", &[Reducers]);
}

#[test]
fn what_went_wrong_once_is_no_claim_of_the_code_as_it_is() {
    check("DocAnalyst ran in parallel before any evidence existed.", &[]);
    check("Running them in parallel meant that the DocAnalyst saw nothing.", &[]);
    check("The DocAnalyst runs in parallel before any judge is heard.", &[ParallelDetectives]);
    check("Running the detectives in parallel keeps them independent.", &[ParallelDetectives]);
}

#[test]
fn a_numbered_title_claims_nothing_and_a_numbered_sentence_does() {
    check("2.3 The Synthesis Engine: The Deterministic Chief Justice2.", &[]);
    check(
        "2.3 The Chief Justice applies deterministic rules to scores.",
        &[DeterministicSynthesis],
    );
    check(
        "Averaging three judge scores with deterministic rules is a synthesis.",
        &[DeterministicSynthesis],
    );
}

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
def run(state): return {}
b = StateGraph(dict)
for name in ('repo_investigator', 'doc_analyst', 'vision_inspector', 'evidence_aggregator', 'planner', 'gate', 'prosecutor', 'defense', 'tech_lead', 'chief_justice'):
    b.add_node(name, run)
b.add_edge(START, 'repo_investigator')
b.add_edge(START, 'vision_inspector')
b.add_edge('repo_investigator', 'doc_analyst')
b.add_edge('doc_analyst', 'evidence_aggregator')
b.add_edge('vision_inspector', 'evidence_aggregator')
b.add_edge('evidence_aggregator', 'planner')
b.add_edge('planner', 'gate')
b.add_edge('gate', 'prosecutor')
b.add_edge('gate', 'defense')
b.add_edge('gate', 'tech_lead')
b.add_edge('prosecutor', 'chief_justice')
b.add_edge('defense', 'chief_justice')
b.add_edge('tech_lead', 'chief_justice')
b.add_edge('chief_justice', END)
app = b.compile()
app.invoke({})
";

#[test]
fn a_node_that_is_named_is_among_the_branches_or_the_claim_is_open() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let says = |sentence, expected| held_against(&facts, ParallelDetectives, sentence, expected);
    says("The DocAnalyst runs in parallel on every case.", Undecided);
    says("The VisionInspector runs in parallel on every case.", Supported);
    says("The detectives run in parallel on every case.", Supported);
}

#[test]
fn where_judges_are_said_to_start_they_start_or_the_claim_is_at_odds() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let says = |sentence, expected| held_against(&facts, ParallelJudges, sentence, expected);
    says("Prosecutor, Defense and TechLead run in parallel from the aggregator.", Undecided);
    says(
        "The second fan-out dispatches Prosecutor, Defense, and TechLead from the aggregator; they meet at the end.",
        Undecided,
    );
    says("Prosecutor, Defense and TechLead run in parallel from the gate node.", Supported);
    // A step between them is none to speak of.
    says("Prosecutor, Defense and TechLead run in parallel from the planner.", Supported);
}

#[test]
fn a_node_of_its_own_is_no_praise_where_its_sentence_is_false() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let kinds = |text: &str| -> Vec<ClaimKind> {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        claims(&[page], Some(&facts)).iter().map(|claim| claim.kind).collect()
    };
    assert_eq!(kinds("Three detectives execute in parallel here."), [ParallelDetectives]);
    assert_eq!(kinds("Three judges execute in parallel here."), [ParallelJudges, Roles]);
}

#[test]
fn a_node_of_its_own_shows_nothing_of_evidence_or_prompts() {
    let facts = repository(&[("graph.py", GRAPH)]);
    let says = |sentence, expected| held_against(&facts, Roles, sentence, expected);
    says("Three judges analyze the same evidence in this court.", Undecided);
    says("Three judges are required by their system prompts to differ.", Undecided);
    says("Three judges deliberate in this court on each criterion.", Supported);
    let fan = "All three judges evaluate identical evidence, and their opinions converge at the ChiefJustice.";
    held_against(&facts, FanIn, fan, Undecided);
    let fan = "All judges deliberate, and their opinions converge at the ChiefJustice.";
    held_against(&facts, FanIn, fan, Supported);
    check("Distinct personas analyze the same evidence here.", &[DistinctPersonas]);
}

#[test]
fn a_node_that_runs_for_each_arrival_waits_for_none() {
    let uneven = GRAPH.replace(
        "b.add_edge('vision_inspector', 'evidence_aggregator')",
        "b.add_edge('vision_inspector', 'evidence_aggregator')\nb.add_edge('repo_investigator', 'evidence_aggregator')",
    );
    let waits = "The evidence_aggregator is a synchronization node where the branches meet.";
    let meets = "The evidence_aggregator is the fan-in node of the detectives.";
    let facts = repository(&[("graph.py", &uneven)]);
    held_against(&facts, FanIn, waits, Undecided);
    held_against(&facts, FanIn, meets, Supported);
    let rightly = "The graph implements fan-out and fan-in correctly at evidence_aggregator.";
    held_against(&facts, FanIn, rightly, Undecided);
    held_against(&facts, FanIn, &rightly.replace(" correctly", ""), Supported);
}

#[test]
fn a_call_that_parses_tells_nothing_apart() {
    let text = "import ast\ndef outline(text):\n    return ast.parse(text)\noutline('x')\n";
    let facts = repository(&[("tools.py", text)]);
    let says = |sentence, expected| held_against(&facts, SyntaxTree, sentence, expected);
    says(
        "By traversing the Abstract Syntax Tree, I distinguish imports from definitions.",
        Undecided,
    );
    says("The Abstract Syntax Tree is used, which differs from a regex.", Supported);
}

#[test]
fn trouble_with_what_a_pdf_gives_is_no_reading_of_one() {
    let text = "from pypdf import PdfReader\ndef read(path):\n    return [p.extract_text() for p in PdfReader(path).pages]\nread('x')\n";
    let facts = repository(&[("tools.py", text)]);
    let says = |sentence, expected| held_against(&facts, PdfText, sentence, expected);
    says("Parsing was hardened against PDF extraction artifacts of all sorts.", Undecided);
    says("The analyst parses the PDF and its paths.", Supported);
}

#[test]
fn what_a_function_reads_is_not_read_at_import() {
    let inside =
        "import json\ndef load():\n    return json.load(open('config/rubric.json'))\nload()\n";
    let outside = "import json\nRUBRIC = json.load(open('config/rubric.json'))\n";
    let at_import = "All rubric content is loaded from rubric.json at module import.";
    let says = |text: &str, sentence: &str, expected| {
        held_against(&repository(&[("rubric.py", text)]), RubricFile, sentence, expected);
    };
    says(inside, at_import, Undecided);
    says(outside, at_import, Supported);
    says(inside, "All rubric content is loaded from rubric.json.", Supported);
}

#[test]
fn a_dictionary_is_no_list() {
    let state = "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n";
    let facts = repository(&[("state.py", state)]);
    let says = |sentence, expected| held_against(&facts, Reducers, sentence, expected);
    says("A typed list reducer collects the evidence of all branches.", Undecided);
    says("A typed reducer collects the evidence of all branches.", Supported);
    let list = state.replace("dict, operator.ior", "list, operator.add");
    let facts = repository(&[("state.py", &list)]);
    let says = |sentence, expected| held_against(&facts, Reducers, sentence, expected);
    says("A typed list reducer collects the evidence of all branches.", Supported);
}

#[test]
fn an_average_is_no_rule_and_may_be_the_highest_score() {
    let between = "The Chief Justice applies deterministic rules, giving a score that is neither the highest nor the lowest.";
    let rules = "The Chief Justice is a deterministic rule engine for all conflicts.";
    let plain = "The Chief Justice resolves conflicts by deterministic code.";
    let with_rule = repository(&[("justice.py", JUSTICE)]);
    let says = |facts: &RepositoryFacts, sentence, expected| {
        held_against(facts, DeterministicSynthesis, sentence, expected);
    };
    says(&with_rule, between, Undecided);
    says(&with_rule, rules, Supported);
    let average = "
def chief_justice(opinions):
    scores = [one.score for one in opinions]
    if not opinions:
        return 0, 'none'
    final = round(sum(scores) / len(scores))
    label = 'good' if final > 3 else 'bad'
    return final, label
";
    let without = repository(&[("justice.py", average)]);
    says(&without, rules, Undecided);
    says(&without, plain, Supported);
    // Nothing of averages is said.
    check(rules, &[DeterministicSynthesis]);
    check("The chief justice does not average judge scores.", &[Averaging]);
}

#[test]
fn the_end_of_a_quotation_and_a_search_that_is_over_claim_nothing() {
    check("AgentState with Pydantic and reducers is present.\"", &[]);
    check("AgentState with Pydantic and reducers is present.”", &[]);
    check("Codebase search verified .with_structured_output(Opinion) usage globally.", &[]);
}
