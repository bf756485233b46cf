//! What the code says otherwise, and what only looks as if it did.

use super::super::*;
use super::sources::{JUSTICE, repository};
use crate::domain::facts::ClaimStatus::Contradicted;

/// The fact that contradicts the sentence, if any does.
fn against(facts: &RepositoryFacts, sentence: &str) -> Option<String> {
    let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(facts));
    all.into_iter().find(|claim| claim.status == Contradicted).map(|claim| claim.fact)
}

#[track_caller]
pub(super) fn check(facts: &RepositoryFacts, contradicted: &[&str], not: &[&str]) {
    for sentence in contradicted {
        assert!(against(facts, sentence).is_some(), "{sentence:?} is contradicted");
    }
    for sentence in not {
        assert_eq!(against(facts, sentence), None, "{sentence:?} is not contradicted");
    }
}

#[test]
fn scores_that_are_averaged_contradict_who_denies_it() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[
            "The chief justice does not average judge scores.",
            "The three opinions are not averaged or loosely summarised.",
            "We reject \"average\" scoring.",
            "The node applies deterministic rules, not averaging, to all that is said.",
            "The chief justice takes the median of the scores.",
            "The implementation follows the rules with no averaging-only fallback.",
        ],
        &[
            "The chief justice does not simply average judge scores.",
            "The chief justice does not average scores across criteria.",
            "The synthesis relies on rules rather than LLM averaging.",
            "A peer's chief justice does not average judge scores.",
            "The chief justice would not average judge scores.",
            "The detective rejects averages of three prices.",
        ],
    );
    let weighted =
        JUSTICE.replace("sum(scores) / len(scores)", "scores[0] * 0.5 + scores[1] * 0.5");
    let facts = repository(&[("justice.py", &weighted)]);
    check(&facts, &[], &["The chief justice does not average judge scores."]);
    let middle = JUSTICE.replace("    dissent = None", "    middle = sorted(scores)[1]");
    let facts = repository(&[("justice.py", &middle)]);
    check(&facts, &[], &["The chief justice takes the median of the scores."]);
}

#[test]
fn an_average_of_one_branch_contradicts_who_denies_all() {
    let text = "def chief_justice(prosecutor, defense, tech_lead):\n    spread = max(prosecutor, defense, tech_lead) - min(prosecutor, defense, tech_lead)\n    if spread <= 1:\n        final_score = round((prosecutor + defense + tech_lead) / 3)\n    \
                else:\n        final_score = round((prosecutor + tech_lead * 2 + defense) / 4)\n    return final_score\n";
    let facts = repository(&[("justice.py", text)]);
    let fact = against(&facts, "The chief justice does not average judge scores.");
    assert!(fact.is_some_and(|fact| fact.contains("under one of its conditions")));
    check(&facts, &[], &["The chief justice does not simply average judge scores."]);
}

#[test]
fn a_weighted_average_contradicts_only_who_says_that_none_is_ever_taken() {
    let weighted = JUSTICE.replace(
        "round(sum(scores) / len(scores))",
        "sum(one.score * W[one.judge] for one in opinions) / sum(W[one.judge] for one in opinions)",
    );
    let never = "The chief justice follows written rules: it never averages scores.";
    check(
        &repository(&[("justice.py", &weighted)]),
        &[
            never,
            "The court follows rules, never averages the scores and never invokes an LLM for them.",
        ],
        &[
            "The chief justice does not average judge scores.",
            "The chief justice never averages scores blindly.",
            "The chief justice never averages scores across dimensions.",
            "The chief justice never averages scores with an LLM.",
            "The chief justice never averages scores, it uses a weighted sum.",
            "The chief justice would never average scores.",
        ],
    );
    let most = JUSTICE.replace("round(sum(scores) / len(scores))", "max(scores)");
    check(&repository(&[("justice.py", &most)]), &[], &[never]);
}

#[test]
fn a_distance_of_scores_is_compared_with_another_number_than_is_said() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[
            "If the variance is ≥ 2, the node writes a dissent summary.",
            "If the scores differ by more than 1 point, it documents this as a dissent.",
            "If the judges diverge (>1 point), the system documents this as a \"Dissent\".",
        ],
        &[
            "If the scores differ by more than 3 points, it documents this as a dissent.",
            "If the variance exceeds 2, the node writes a dissent summary.",
            "If the variance is at least 3, the node writes a dissent summary.",
            "If the spread exceeds 20%, the node writes a dissent summary.",
            "If the variance exceeds 1 or the spread exceeds 2, it writes a dissent summary.",
            "If the variance exceeded 1, the node would write a dissent summary.",
            "The target writes a dissent summary if the variance exceeds 1.",
        ],
    );
    let open = JUSTICE.replace("variance > 2", "variance > opinions.limit");
    let facts = repository(&[("justice.py", &open)]);
    check(&facts, &[], &["If the variance exceeds 1, the node writes a dissent summary."]);
    let turned = JUSTICE.replace("variance > 2", "variance <= 1");
    let facts = repository(&[("justice.py", &turned)]);
    check(&facts, &[], &["If the variance exceeds 1, the node writes a dissent summary."]);
}

#[test]
fn only_who_says_that_something_is_judged_again_is_held_to_it() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[
            "If the variance exceeds 2, the chief justice re-evaluates the scores.",
            "A variance above 2 triggers re-evaluation of the scores by the judges.",
            "Where the variance exceeds 2, the scores are re-evaluated and a dissent is written.",
            "If the variance in scores exceeds 2, the node re-examines the cited evidence.",
            "A variance above 2 triggers re-evaluation of the scores; no further judge is asked.",
        ],
        &[
            "It applies named rules such as Security Override and Variance Re-evaluation.",
            "Variance Re-evaluation: when the variance exceeds 2, a dissent summary is written.",
            "Variance Re-evaluation uses the weighted score where the variance exceeds 2.",
            "A variance above 2 triggers the Variance Re-evaluation rule of the node.",
            "Where the variance exceeds 2, the case is re-evaluated by documenting the dissent.",
            "Where the variance exceeds 2, the score is re-evaluated as a weighted one.",
            "If the variance exceeds 2, the case is flagged for re-evaluation by a person.",
            "If the variance in scores exceeds 2, the node re-examines how it is told.",
            "A variance above 2 triggers no re-evaluation of the scores; the dissent is told.",
            "A variance above 2 triggers re-evaluation of the scores; it is not wired.",
            "A variance above 2 triggers re-evaluation of the scores, but this isn't enforced yet.",
        ],
    );
}

#[test]
fn each_rule_of_a_list_is_held_to_what_the_synthesis_lacks() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[
            "The court uses deterministic rules including security override and functionality weight.",
            "It applies named rules (Security Override, Functionality Weight, Dissent Requirement) in turn.",
        ],
        &[
            "It applies named rules such as Security Override and Variance Re-evaluation.",
            "It applies named rules (Security Override, and a weight of the Tech Lead) in turn.",
            "The rules of the contract include a functionality weight for the Tech Lead's score.",
            "The court should use rules including security override and functionality weight.",
            "It does not yet have rules such as security override and functionality weight.",
        ],
    );
    let taken = "
def chief_justice(opinions):
    scores = [one.score for one in opinions]
    tech_lead = next(one for one in opinions if one.judge == 'TechLead')
    if max(scores) - min(scores) > 2:
        return tech_lead.score
    return max(scores)
";
    let said = "The court uses rules including a dissent summary, and variance re-evaluation.";
    let found = against(&repository(&[("justice.py", taken)]), said).unwrap_or_default();
    assert!(found.contains("implements `dissent`"), "{found}");
    // What is done where the scores lie apart may be all that is called so.
    assert!(!found.contains("looks at no evidence"), "{found}");
    // A comment that speaks of it leaves it open.
    let noted =
        JUSTICE.replace("    dissent = None", "    # functionality weight\n    dissent = None");
    check(
        &repository(&[("justice.py", &noted)]),
        &[],
        &["The court uses rules including security override and functionality weight."],
    );
    check(
        &repository(&[("tools.py", "x = 1\n")]),
        &[],
        &["The court uses rules including security override and functionality weight."],
    );
}

const MODELS: &str = "
from langchain_openai import ChatOpenAI
def _model():
    return ChatOpenAI(model='google/gemini-2.0-flash-001')
def repo_investigator_node(state):
    return ask(state)
def ask(state):
    return _model().invoke(state)
def doc_analyst_node(state):
    return {}
";

#[test]
fn a_model_of_another_family_than_is_said_is_asked() {
    let facts = repository(&[("detectives.py", MODELS)]);
    let said = "The inspector scans for images and invokes GPT-4o Vision on each.";
    check(
        &facts,
        &[said, "The judges run on models of DeepSeek and use deepseek-chat."],
        &[
            "The inspector invokes Gemini Vision on each.",
            "The inspector invokes GPT-4o or Gemini on each.",
            "The inspector could invoke GPT-4o Vision on each.",
            "Even GPT-4o fails, which is why the judges use retries.",
            "The code was written using Claude in pairs.",
        ],
    );
    let open = MODELS.replace("'google/gemini-2.0-flash-001'", "os.getenv('NAME')");
    check(&repository(&[("detectives.py", &open)]), &[], &[said]);
    let other = format!("{MODELS}NAME = 'gpt-4o-mini'\n");
    check(&repository(&[("detectives.py", &other)]), &[], &[said]);
    check(&repository(&[("detectives.py", "x = 1\n")]), &[], &[said]);
}

#[test]
fn a_detective_that_asks_a_model_contradicts_who_denies_it() {
    let facts = repository(&[("detectives.py", MODELS)]);
    check(
        &facts,
        &[
            "RepoInvestigator and DocAnalyst operate entirely without LLM calls.",
            "The detectives are plain functions that make no LLM calls.",
        ],
        &[
            "DocAnalyst operates entirely without LLM calls.",
            "RepoInvestigator operates without LLM calls if no key is set.",
            "The chief justice operates entirely without LLM calls.",
            "RepoInvestigator will operate without LLM calls.",
        ],
    );
}

#[test]
fn bases_and_nodes_that_are_nowhere_contradict() {
    let graph = "
from langgraph.graph import StateGraph, START, END
class BaseClerk: ...
class Clerk(BaseClerk): ...
def run_judges(state): return {}
builder = StateGraph(dict)
builder.add_node('prosecutor', prosecutor)
builder.add_node('defense', defense)
builder.add_edge(START, 'prosecutor')
builder.add_edge(START, 'defense')
builder.add_edge('prosecutor', END)
builder.add_edge('defense', END)
graph = builder.compile()
";
    let facts = repository(&[("graph.py", graph)]);
    check(
        &facts,
        &[
            "All nodes of judges inherit from a BaseJudge that enforces the schema.",
            "Today run_judges is a single node that loops over all of them.",
            "No true parallel execution of judges: Today run_judges is a single node.",
            "The three judges are currently invoked inside one node in sequence.",
            "Judges are executed one after the other.",
        ],
        &[
            "All clerks inherit from a BaseClerk that enforces the schema.",
            "Models inherit from a BaseModel that enforces the schema.",
            "All judges should inherit from a BaseJudge that enforces the schema.",
            "The peer's judges are executed one after the other.",
            "Judges run in parallel, not sequentially.",
            "The judges run sequentially after the detectives.",
            "If judges are executed one after the other, time is lost.",
            "The prosecutor is a single node that asks once.",
        ],
    );
    let open = graph.replace("'defense', defense", "name, defense");
    let single = "Today run_judges is a single node that loops over all of them.";
    check(&repository(&[("graph.py", &open)]), &[], &[single]);
}

#[test]
fn rules_in_code_contradict_who_says_that_a_model_decides() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[
            "The current node uses a simple LLM prompt to average scores rather than rules.",
            "No evidence of a \"Rule of Security\" in hardcoded logic.",
        ],
        &[
            "No evidence of \"Fact Supremacy\" in hardcoded logic.",
            "No security override was triggered in this run.",
            "The peer's node uses a simple LLM prompt to average scores.",
            "The node uses an LLM prompt to word the narrative.",
            "A node that uses an LLM prompt to average scores would be unfair.",
        ],
    );
    let fact = against(&facts, "No evidence of a \"Rule of Security\" in hardcoded logic.");
    assert!(fact.is_some_and(|fact| fact.contains("`security_override`")), "the rule is named");
}

#[test]
fn the_folder_that_is_made_is_another_than_is_said() {
    let text = "
import subprocess, tempfile
def clone(url):
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(['git', 'clone', url, place], check=True)
";
    let facts = repository(&[("tools.py", text)]);
    check(
        &facts,
        &[
            "Isolation: tempfile.mkdtemp() creates a directory with a name by chance.",
            "Isolation: each clone goes into tempfile.mk dtemp() with a name by chance.",
        ],
        &[
            "Isolation: tempfile.TemporaryDirectory() creates a directory with a name by chance.",
            "Isolation: each clone goes into tempfile.Temporary Directory() with a name by chance.",
            "Isolation: tempfile.mkdtemp() would create a directory with a name by chance.",
            "Isolation: tempfile.TemporaryDirectory() replaces tempfile.mkdtemp() and is safer.",
        ],
    );
}

#[test]
fn a_directory_that_stays_contradicts_who_says_that_it_is_removed() {
    let text = "
import subprocess, tempfile
def clone(url):
    place = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, place], check=True)
    return place
";
    let said =
        "The repository is cloned into a temporary directory, which is automatically deleted.";
    let also = "The temporary directory of each clone is always cleaned up after the audit.";
    check(
        &repository(&[("tools.py", text)]),
        &[also, "The cloned code lives in a temp directory and is removed after the audit."],
        &[
            "The repository is cloned into a temporary directory that we name.",
            "The temporary directory of each clone is removed if the clone fails.",
            "The temporary directory of each clone is cleaned up by the operating system.",
            "The temporary directory of each clone is removed when cloning fails.",
            "The temporary directory of each clone will be removed after the audit.",
            "The temporary directory of each clone is not removed after the audit.",
        ],
    );
    for more in [
        "def tidy(place):\n    shutil.rmtree(place)\ntidy(clone('x'))\n",
        "def tidy(place):\n    subprocess.run(['rm', '-rf', place])\ntidy(clone('x'))\n",
    ] {
        check(&repository(&[("tools.py", &format!("{text}{more}"))]), &[], &[said, also]);
    }
    let own = text.replace("mkdtemp()", "TemporaryDirectory().name");
    check(&repository(&[("tools.py", &own)]), &[], &[said, also]);
}

#[test]
fn reducers_that_are_named_for_each_field_are_held_against_the_fields() {
    let state = "import operator\nfrom typing import Annotated, TypedDict\nclass S(TypedDict):\n    evidences: Annotated[dict, operator.ior]\n    \
                 opinions: Annotated[list, operator.add]\n";
    check(
        &repository(&[("state.py", state)]),
        &["State uses operator.add for Evidence lists and operator.ior for opinion dicts."],
        &[
            "State uses operator.ior for evidence and operator.add for opinions.",
            "The state is merged by operator.add for lists and operator.ior for dicts.",
        ],
    );
}

#[test]
fn a_rule_that_is_told_with_its_verb_or_a_number_is_told_whole() {
    let without = JUSTICE.replace("    if security_flaw:\n        final = min(final, 3)\n", "");
    let without = without
        .replace(", security_flaw)", ")")
        .replace("[render_markdown]", "[render_markdown, chief_justice]");
    let facts = repository(&[("justice.py", &without)]);
    check(
        &facts,
        &[
            "Security flaws cap the maximum score at 3, as unsafe code cannot be excellent.",
            "Security flaws detected by the Prosecutor override all other considerations.",
            "Generates a score from the rule of security, by which vulnerabilities cap the score at 2.",
        ],
        &["Security flaws would cap the maximum score at 3, as unsafe code cannot be excellent."],
    );
}
