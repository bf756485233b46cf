//! What facts settle that are held already, and what they leave open.

use super::super::*;
use super::contradicted::check;
use super::sources::{JUSTICE, check as held_against, repository};
use ClaimKind::{
    Averaging, ConditionalEdges, NoShell, ParallelJudges, Reducers, StructuredOutput,
    TemporaryClone, TypedClasses,
};
use ClaimStatus::{Contradicted, Supported, Undecided};

const CLONES: &str = "
import subprocess, tempfile
def clone(url):
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(['git', 'clone', url, place], check=True, timeout=9)
        return place
def clone_for_good(url):
    place = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, place], check=True, timeout=9)
    return place
clone('u')
clone_for_good('u')
";

#[test]
fn a_clone_into_what_another_function_makes_contradicts_who_speaks_of_all_clones() {
    let running = |text: &str| {
        let mut facts = repository(&[("tools.py", text)]);
        facts.python.clone.iter_mut().for_each(|clone| clone.live = Some(true));
        facts
    };
    let facts = running(CLONES);
    let says = |sentence, expected| held_against(&facts, TemporaryClone, sentence, expected);
    says("I use tempfile.TemporaryDirectory for all git clone operations.", Contradicted);
    says("Cloning uses tempfile.TemporaryDirectory() to sandbox all cloned content.", Contradicted);
    says("I use a TemporaryDirectory for all git clone operations.", Undecided);
    says("I use tempfile.TemporaryDirectory for git clone operations.", Supported);
    // The other directory need not be a clone's.
    let beside = CLONES
        .replace("    place = tempfile.mkdtemp()", "    place = '/srv/all'")
        .replace("        return place\n", "        return place, tempfile.mkdtemp()\n");
    let facts = running(&beside);
    let says = |sentence, expected| held_against(&facts, TemporaryClone, sentence, expected);
    says("I use tempfile.TemporaryDirectory for all git clone operations.", Undecided);
}

#[test]
fn a_row_whose_subject_is_a_source_is_whole() {
    let text = CLONES.replace(
        "    with tempfile.TemporaryDirectory() as place:\n        subprocess.run(['git', 'clone', url, place], check=True, timeout=9)\n        return place\n",
        "    return url\n",
    );
    check(
        &repository(&[("src/tools.py", &text)]),
        &[
            "src/tools.py uses tempfile.TemporaryDirectory() but lacks isolation of clones (Docker). +1",
        ],
        &[
            "src/tools.py uses tempfile.TemporaryDirectory() for clones and",
            "src/tools.py, tempfile.TemporaryDirectory() for clones.",
        ],
    );
}

#[test]
fn an_average_of_another_kind_is_at_odds_with_who_denies_one_and_contradicts_nobody() {
    let at_odds = |text: &str, sentence: &str| {
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&repository(&[("justice.py", text)])));
        all.iter().find(|claim| claim.kind == Averaging).map(|one| (one.status, one.at_odds))
    };
    let weighted = JUSTICE.replace(
        "round(sum(scores) / len(scores))",
        "sum(one.score * W[one.judge] for one in opinions) / sum(W[one.judge] for one in opinions)",
    );
    let denied = "The chief justice goes by named deterministic rules rather than averaging.";
    assert_eq!(at_odds(&weighted, denied), Some((Undecided, true)));
    let opaque = "This prevents opaque averaging and makes each verdict auditable.";
    assert_eq!(at_odds(JUSTICE, opaque), Some((Undecided, true)));
    // Where nothing takes an average, nothing is to be told.
    let none = JUSTICE.replace("round(sum(scores) / len(scores))", "min(scores)");
    assert_eq!(at_odds(&none, opaque), None);
    assert_eq!(at_odds(JUSTICE, "This prevents opaque averaging by an LLM in each verdict."), None);
}

#[test]
fn a_cap_that_the_synthesis_surely_lacks_contradicts_who_states_it() {
    let without = JUSTICE
        .replace("    if security_flaw:\n        final = min(final, 3)\n", "")
        .replace(", security_flaw", "");
    let cap = "The Security Cap: if the Prosecutor identifies a vulnerability, this overrides all points of the Defense.";
    let capped = "A confirmed security flaw caps the score at 3 in each criterion.";
    check(
        &repository(&[("justice.py", &without)]),
        &[cap, capped],
        &[
            "A security override is part of what the Chief Justice implements.",
            "The Security Cap should override all points of the Defense.",
        ],
    );
    check(&repository(&[("justice.py", JUSTICE)]), &[], &[cap, capped]);
}

const STATE: &str = "
import operator
from typing import Annotated, TypedDict
from pydantic import BaseModel
from langgraph.graph import StateGraph, START, END
class Evidence(BaseModel):
    found: bool
def merge(left, right):
    return {**left, **right}
class CourtState(TypedDict):
    evidences: Annotated[dict, merge]
    opinions: Annotated[list, operator.add]
def first(state): return {}
def last(state): return {}
b = StateGraph(CourtState)
b.add_node('first', first)
b.add_node('last', last)
b.add_edge(START, 'first')
b.add_edge('first', 'last')
b.add_edge('last', END)
app = b.compile()
app.invoke({})
";

#[test]
fn an_operator_that_no_field_is_given_is_at_odds_with_who_uses_it() {
    let at_odds = |sentence: &str| {
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&repository(&[("state.py", STATE)])));
        all.iter().find(|claim| claim.kind == Reducers).map(|one| (one.status, one.at_odds))
    };
    let used = "I use operator.ior to merge dictionaries of findings in branches.";
    assert_eq!(at_odds(used), Some((Undecided, true)));
    let like = "Findings are merged with operator.ior semantics in all branches.";
    assert_eq!(at_odds(like), Some((Undecided, false)));
    let other = "I use operator.add to append the opinions in branches.";
    assert_eq!(at_odds(other), Some((Supported, false)));
}

#[test]
fn a_typed_dictionary_is_no_pydantic_for_the_whole_state() {
    let facts = repository(&[("state.py", STATE)]);
    let says = |sentence, expected| held_against(&facts, TypedClasses, sentence, expected);
    says("I have mandated Pydantic (v2) for all state transitions.", Contradicted);
    says("The foundation is sound: Pydantic state with reducers keeps all.", Undecided);
    says(
        "A Pydantic BaseModel with Annotated reducers makes merge semantics explicit.",
        Contradicted,
    );
    says("The shared state is a strict Pydantic BaseModel in this program.", Contradicted);
    // Who tells the two apart is right.
    says("The state is a TypedDict, and each Finding is a Pydantic BaseModel here.", Supported);
    let silent = "The foundation is sound: Pydantic state objects keep all.";
    let page = ReportPage { number: 1, text: silent.into(), ..ReportPage::default() };
    assert!(claims(&[page], Some(&facts)).iter().all(|claim| claim.status != Contradicted));
    let model = STATE.replace("class CourtState(TypedDict)", "class CourtState(BaseModel)");
    let facts = repository(&[("state.py", &model)]);
    let says = |sentence, expected| held_against(&facts, TypedClasses, sentence, expected);
    says("I have mandated Pydantic (v2) for all state transitions.", Supported);
}

#[test]
fn a_loop_back_that_no_edge_makes_is_contradicted() {
    let said = "If the confidence is low, the graph triggers a Loop-Back to the Detectives.";
    held_against(&repository(&[("state.py", STATE)]), ConditionalEdges, said, Contradicted);
    let back = STATE.replace(
        "b.add_edge('last', END)",
        "b.add_conditional_edges('last', lambda state: state['next'], {'first': 'first', 'end': END})",
    );
    held_against(&repository(&[("state.py", &back)]), ConditionalEdges, said, Undecided);
}

#[test]
fn an_option_that_no_source_names_configures_nothing() {
    let said = "On all models `extra='forbid'` blocks fields that nobody declared.";
    check(
        &repository(&[("state.py", STATE)]),
        &[said],
        &["We should see that `extra='forbid'` blocks fields that nobody declared."],
    );
    let named = STATE.replace(
        "    found: bool",
        "    model_config = ConfigDict(extra='forbid')\n    found: bool",
    );
    check(&repository(&[("state.py", &named)]), &[], &[said]);
}

#[test]
fn attempts_that_a_loop_counts_are_as_many_as_it_goes_round() {
    let judge = "
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
def judge(text):
    bound = ChatOpenAI().with_structured_output(Opinion)
    for attempt in range(3):
        try:
            return bound.invoke(text)
        except ValueError:
            continue
judge('x')
";
    let facts = repository(&[("judges.py", judge)]);
    let says = |sentence, expected| held_against(&facts, StructuredOutput, sentence, expected);
    says("Judges use structured output by with_structured_output (up to 3 attempts).", Supported);
    says("Judges use structured output by with_structured_output (up to 4 attempts).", Undecided);
    says("Judges use structured output by with_structured_output (3 seconds each).", Undecided);
}

const COURT: &str = "
from langgraph.graph import StateGraph, START, END
def run(state): return {}
def way(state): return 'failed' if state.get('error') else 'on'
def build(parallel=True):
    b = StateGraph(dict)
    for name in ('aggregator', 'prosecutor', 'defense', 'tech_lead', 'failed', 'justice'):
        b.add_node(name, run)
    b.add_edge(START, 'aggregator')
    if parallel:
        b.add_conditional_edges('aggregator', way, {'failed': 'failed', 'on': 'prosecutor'})
        b.add_edge('aggregator', 'defense')
        b.add_edge('aggregator', 'tech_lead')
        b.add_edge('failed', 'justice')
        b.add_edge('defense', 'justice')
        b.add_edge('tech_lead', 'justice')
    else:
        b.add_edge('aggregator', 'prosecutor')
    b.add_edge('prosecutor', 'justice')
    b.add_edge('justice', END)
    return b.compile()
build().invoke({})
";

#[test]
fn a_way_without_error_is_a_branch_and_the_other_wiring_is_no_evidence() {
    let said_of = |court: &str, sentence: &str| {
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&repository(&[("graph.py", court)])));
        all.into_iter().find(|claim| claim.kind == ParallelJudges).expect("it is claimed")
    };
    let said = |sentence: &str| said_of(COURT, sentence);
    let three = "The judges (Prosecutor, Defense, TechLead) run in parallel.";
    let all = said_of(&COURT.replace("build()", "build(load())"), three);
    let expected = "starts `prosecutor`, `defense`, `tech_lead` at once, but";
    assert!(all.fact.contains(expected), "{}", all.fact);
    // The program itself builds one of the two.
    let usual = said(three);
    assert_eq!(usual.status, Supported, "{}", usual.fact);
    let several = said("The judges run in parallel on each criterion.");
    assert_eq!(several.status, Supported);
    let elsewhere = several.places.iter().any(|place| place.line == 18);
    assert!(!elsewhere, "{:?}", several.places);
}

#[test]
fn that_no_shell_is_used_is_left_open_where_keywords_cannot_be_followed() {
    let held = |call: &str, sentence: &str, expected| {
        let code = format!("import subprocess\ndef run(x, load):\n    {call}\nrun('ls', load)\n");
        held_against(&repository(&[("tools.py", &code)]), NoShell, sentence, expected);
    };
    let calls = "We never use os.system or shell=True.";
    let any = "The clone tool never calls a raw shell.";
    held("subprocess.run([x], check=True)", calls, Supported);
    held("subprocess.run(x, **load())", calls, Undecided);
    held("subprocess.run(x, **{'shell': True})", calls, Contradicted);
    held("subprocess.getoutput(x)", any, Contradicted);
    held("subprocess.run(['bash', '-c', x])", any, Contradicted);
    // Whoever denies certain calls denies no others.
    held("subprocess.run(['bash', '-c', x])", calls, Undecided);
}

#[test]
fn an_average_with_a_note_of_dissent_follows_no_rules() {
    let by_rules = "Conflicts are resolved by the ChiefJustice using deterministic rules.";
    let denied = "The chief justice uses deterministic rules, not LLM averaging.";
    let facts_of = |text: &str| {
        let live = text.replace("[render_markdown]", "[render_markdown, chief_justice]");
        repository(&[("justice.py", &live)])
    };
    let noted = JUSTICE.replace("    if security_flaw:\n        final = min(final, 3)\n", "");
    let told = |facts: &RepositoryFacts, sentence: &str| {
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(facts));
        let one = all.into_iter().find(|one| one.kind == ClaimKind::DeterministicSynthesis);
        one.map(|one| (one.status, one.fact)).expect("the sentence speaks of the synthesis")
    };
    let facts = facts_of(&noted);
    assert!(facts.python.justice.iter().any(|one| one.rules == ["dissent"]));
    let (status, fact) = told(&facts, by_rules);
    assert!(status == Undecided && fact.contains("no rule of the rubric that sets"), "{fact}");
    let (status, fact) = told(&facts, denied);
    assert!(status == Undecided && !fact.contains("follows rules"), "{fact}");
    // A rule that sets a score is one.
    let facts = facts_of(JUSTICE);
    assert_eq!(told(&facts, by_rules).0, Supported);
    assert!(told(&facts, denied).1.contains("follows rules"));
}

#[test]
fn an_average_where_scores_lie_far_apart_is_shown_before_that_of_consent_and_blames_once() {
    let text = "
def chief_justice(opinions):
    scores = [one.score for one in opinions]
    if max(scores) - min(scores) > 2:
        final_score = sum(scores) / len(scores)
        dissent = 'They differ.'
    else:
        final_score = sum(scores) / len(scores)
        dissent = None
    return {'final_score': final_score, 'dissent': dissent}
";
    let facts = repository(&[("justice.py", text)]);
    let text = "The synthesis engine applies deterministic rules and does not average the scores.";
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(&facts));
    let average = all.iter().find(|claim| claim.kind == Averaging).expect("a claim on averages");
    assert_eq!(average.status, Contradicted);
    assert_eq!(
        average.fact,
        "`chief_justice` takes a plain average of the judges' scores, also where they lie far apart"
    );
    assert_eq!(average.places[0].line, 5);
    assert!(!all.iter().any(|claim| claim.at_odds), "{all:#?}");
}

#[test]
fn an_average_where_no_rule_decides_is_told_to_be_one() {
    let text = "
def chief_justice(opinions, security_flaw):
    scores = [one.score for one in opinions]
    final_score = round(sum(scores) / len(scores))
    if security_flaw:
        final_score = min(final_score, 3)
    return {'final_score': final_score}
";
    let facts = repository(&[("justice.py", text)]);
    let page = |text: &str| ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let all = claims(&[page("The chief justice does not average judge scores.")], Some(&facts));
    assert_eq!(
        all[0].fact,
        "`chief_justice` takes a plain average of the judges' scores where none of its rules decides"
    );
}

#[test]
fn a_class_that_replies_are_held_against_is_shown_before_one_that_lies_about() {
    let text = "
from pydantic import BaseModel
class Draft(BaseModel):
    score: int
class Opinion(BaseModel):
    score: int
def ask(llm, case):
    return llm.with_structured_output(Opinion).invoke(case)
";
    let facts = repository(&[("judges.py", text)]);
    let text = "All values are typed by Pydantic models in the code.";
    let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(&facts));
    let typed = all.iter().find(|claim| claim.kind == TypedClasses).expect("a claim on classes");
    assert!(typed.fact.starts_with("`Opinion` is a Pydantic model"), "{}", typed.fact);
}

#[test]
fn a_dissent_of_scores_alone_does_not_show_that_it_tells_why() {
    let told = |dissent: &str, sentence: &str| {
        let text = format!(
            "def chief_justice(opinions, scores):\n    final = round(sum(scores) / len(scores))\n    dissent = None\n    if max(scores) - min(scores) > 2:\n        dissent = {dissent}\n    return {{'final_score': final, 'dissent': dissent}}\n"
        );
        let facts = repository(&[("justice.py", &text)]);
        let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
        let all = claims(&[page], Some(&facts));
        let one = all.iter().find(|claim| claim.kind == ClaimKind::SynthesisRules);
        one.map(|claim| (claim.status, claim.at_odds))
    };
    let plain = "A dissent summary is written when the variance of the scores is above 2.";
    let why = "When the variance is above 2, a dissent summary explains why the judges differ.";
    let explains = "Any variance above 2 triggers a dissent summary explaining the conflict.";
    let scores = "f'Scores: {scores}'";
    assert_eq!(told(scores, plain), Some((Supported, false)));
    assert_eq!(told(scores, why), Some((Undecided, true)));
    assert_eq!(told(scores, explains), Some((Undecided, false)));
    let argued = "f'{opinions[0].argument} against {opinions[1].argument}'";
    assert_eq!(told(argued, why), Some((Supported, false)));
}
