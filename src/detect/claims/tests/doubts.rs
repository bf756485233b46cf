//! What looks like a claim and is none, and what one true part does not prove.

use super::super::*;
use super::sources::{STATE, check, repository, whole};
use crate::domain::facts::ClaimKind;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

#[test]
fn quotations_tasks_problems_and_code_claim_nothing() {
    for sentence in [
        "Defense: Praises the operator.ior reducer of the ledger as it stands.",
        "Prosecutor (8/20): \"The judges run in parallel over the same evidence.\"",
        "Action: Import tempfile and use tempfile.TemporaryDirectory() for clones.",
        "When multiple detectives write simultaneously in parallel, data gets overwritten.",
        "The rubric expects that the judges run in parallel over the same evidence.",
        "Comprehensive documentation of Fan-In and of what the reducers do.",
        "Why this improves the score: the clone uses subprocess.run with a timeout.",
        "This is critical because the judges run in parallel over the same evidence.",
        "It is important since the state uses operator.ior as a reducer.",
        "“Assign low scores to all.” Add distinct personas, each with a prompt of its own.",
        "edges = [('prosecutor_node', 'ruling')] for the three judges that run in parallel.",
        "Strong areas include structured output and judges in parallel (all 5/5).",
    ] {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&whole()));
        assert!(found.is_empty(), "{sentence:?}: {:?}", found[0].kind);
    }
}

#[test]
fn what_stands_behind_a_label_for_what_is_missing_claims_nothing() {
    for sentence in [
        "Missing: Conditional edges for the retry of failures.",
        "4/5. Gap: conditional edges for failures are what it takes.",
        "Not yet implemented: the judges run in parallel here.",
        "There are no routes by conditional edges yet.",
        "The judges are skeletons only, with no prompts or structured output.",
        "The structured output of the judges is unfinished.",
    ] {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&whole()));
        assert!(found.is_empty(), "{sentence:?}: {:?}", found[0].kind);
    }
    let wired = "Missing evidence: conditional edges route it to the end of the graph.";
    check(&whole(), ClaimKind::ConditionalEdges, wired, Contradicted);
    let listed = "Nothing is missing: the three judges run in parallel over it.";
    check(&whole(), ClaimKind::ParallelJudges, listed, Supported);
}

#[test]
fn a_reason_beside_what_is_claimed_takes_nothing_from_it() {
    let facts = whole();
    let judges = ClaimKind::ParallelJudges;
    check(
        &facts,
        judges,
        "The judges run in parallel, which is critical because of time.",
        Supported,
    );
    check(&facts, judges, "“In turn.” The three judges run in parallel over it.", Supported);
}

#[test]
fn one_true_part_does_not_prove_the_rest() {
    let facts = whole();
    let says = |kind, sentence: &str, expected| check(&facts, kind, sentence, expected);
    let defined = ClaimKind::Definitions;
    says(defined, "The CourtState class holds what read_rubric() gives.", Supported);
    says(
        defined,
        "Nodes inherit from a BaseClerk class that enforces the Finding schema.",
        Contradicted,
    );
    says(defined, "Here read_rubric() is a single node of it.", Contradicted);
    says(ClaimKind::Reducers, "The operator.add reducer joins votes of weight 0.85.", Undecided);
    says(ClaimKind::FanIn, "All branches fan in at the ruling.", Supported);
}

#[test]
fn a_report_that_says_less_than_is_there_is_contradicted() {
    let text = "
import subprocess, tempfile
def clone(url):
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(['git', 'clone', url, place], check=True)
";
    let facts = repository(&[("tools.py", text), ("state.py", STATE)]);
    let told = |sentence: &str| {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&facts));
        let blamed = found.into_iter().find(|claim| claim.status == Contradicted);
        blamed.is_some_and(|claim| claim.fact.contains("understates"))
    };
    for sentence in [
        "The clerk currently uses raw os.system() calls.",
        "Git operations use raw os.system() calls rather than safe subprocesses.",
        "No evidence of tempfile.TemporaryDirectory() was seen by the clerk.",
        "The file state.py lacks Pydantic/BaseModel usage and tests.",
    ] {
        // A sentence in the past may speak of another state.
        assert_eq!(told(sentence), !sentence.contains(" was "), "{sentence:?}");
    }
    for sentence in [
        "The clerk never uses raw os.system() calls.",
        "I do not use os.system() or pass an unsanitized URL into a shell.",
        "Nodes that use os.system() are refused.",
        "We don’t use os.system() here.",
        "It flags code that uses raw os.system() calls.",
        "The peer uses raw os.system() calls.",
        "The file other.py lacks BaseModel usage and tests.",
    ] {
        assert!(!told(sentence), "{sentence:?}");
    }
}

#[test]
fn fewer_at_once_than_are_said_contradict() {
    let text = "
from langgraph.graph import StateGraph, START, END
builder = StateGraph(dict)
for name in ('repo_detective', 'doc_detective', 'vision_detective', 'merger'):
    builder.add_node(name, name)
builder.add_edge(START, 'repo_detective')
builder.add_edge('repo_detective', 'doc_detective')
builder.add_edge('repo_detective', 'vision_detective')
builder.add_edge('doc_detective', 'merger')
builder.add_edge('vision_detective', 'merger')
builder.add_edge('merger', END)
graph = builder.compile()
";
    let facts = repository(&[("graph.py", text)]);
    let side = |sentence: &str, expected| {
        check(&facts, ClaimKind::ParallelDetectives, sentence, expected);
    };
    side("Three detectives execute in parallel on every case.", Contradicted);
    let routed = text.replace(
        "graph = ",
        "builder.add_conditional_edges('repo_detective', route, ['doc_detective', END])\ngraph = ",
    );
    let facts = repository(&[("graph.py", &routed)]);
    let three = "Three detectives execute in parallel on every case.";
    check(&facts, ClaimKind::ParallelDetectives, three, Contradicted);
    let started = text
        .replace("edge('repo_detective', '", "edge(START, '")
        .replace("edge(START, 'merger')", "edge('repo_detective', 'merger')");
    let facts = repository(&[("graph.py", &started)]);
    check(&facts, ClaimKind::ParallelDetectives, three, Supported);
    side("The detectives execute in parallel on every case.", Supported);
}

#[test]
fn a_sentence_that_names_both_ways_to_make_a_directory_is_not_held_against_its_author() {
    let text = "
import subprocess, tempfile
def clone(url):
    place = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, place], check=True)
";
    let facts = repository(&[("tools.py", text)]);
    let blamed = |sentence: &str| {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        claims(&[page], Some(&facts)).iter().any(|claim| claim.status == Contradicted)
    };
    assert!(blamed("The clone uses tempfile.TemporaryDirectory for all that it fetches."));
    let both = "The clone uses the tempfile.TemporaryDirectory pattern (made by tempfile.mkdtemp).";
    assert!(!blamed(both));
}

#[test]
fn the_clone_that_runs_tells_who_makes_its_folder() {
    let text = "
import subprocess, tempfile
def scratch():
    return tempfile.TemporaryDirectory()
def clone(url):
    place = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, place], check=True)
clone('u')
";
    let says = "Repositories are cloned into tempfile.TemporaryDirectory() only.";
    let live = repository(&[("tools.py", &format!("{text}scratch()\n"))]);
    check(&live, ClaimKind::TemporaryClone, says, Undecided);
    let mut facts = repository(&[("tools.py", text)]);
    for made in &mut facts.python.practices {
        made.live &= !made.by.ends_with("TemporaryDirectory");
    }
    let clone = |sentence, expected| check(&facts, ClaimKind::TemporaryClone, sentence, expected);
    clone(says, Contradicted);
    clone("Repositories are cloned into a TemporaryDirectory for safety.", Undecided);
    clone("Repositories are cloned into what tempfile.mkdtemp() makes.", Supported);
    let both = text.replace(
        "place = tempfile.mkdtemp()",
        "place = tempfile.mkdtemp(dir=tempfile.TemporaryDirectory().name)",
    );
    let facts = repository(&[("tools.py", &both)]);
    let clone = |sentence, expected| check(&facts, ClaimKind::TemporaryClone, sentence, expected);
    clone("Repositories are cloned into tempfile.TemporaryDirectory() only.", Supported);
}

#[test]
fn who_says_that_the_tech_lead_decides_a_wide_spread_claims_no_more_of_the_rule() {
    let justice = "
def chief_justice(state):
    scores = [one.score for one in state['opinions']]
    tech_lead_score = scores[2]
    final_score = sorted(scores)[1]
    variance = max(scores) - min(scores)
    if variance > 2:
        final_score = tech_lead_score
        dissent_summary = f'Variance {variance}: the judges disagree.'
    else:
        dissent_summary = None
    return {'final': final_score, 'dissent_summary': dissent_summary}
";
    let facts = repository(&[("src/nodes/justice.py", justice)]);
    let rules = |sentence: &str, expected| {
        check(&facts, ClaimKind::SynthesisRules, sentence, expected);
    };
    rules(
        "Variance re-evaluation: when the judges disagree strongly (variance > 2), the system uses Tech Lead as tie-breaker.",
        Supported,
    );
    rules(
        "For variance re-evaluation, where variance exceeds 2, the Tech Lead's score is used as the final one.",
        Supported,
    );
    // It says that something is looked at again as well, or that somebody else decides.
    rules(
        "When variance > 2, the system re-evaluates the evidence and uses Tech Lead as tie-breaker.",
        Contradicted,
    );
    rules("Variance re-evaluation: where variance > 2, the Prosecutor's score is used.", Undecided);
    // The code does something else there.
    let median = justice.replace("final_score = tech_lead_score", "final_score = min(scores)");
    let facts = repository(&[("src/nodes/justice.py", &median)]);
    let sentence = "Variance re-evaluation: when the judges disagree strongly (variance > 2), the system uses Tech Lead as tie-breaker.";
    check(&facts, ClaimKind::SynthesisRules, sentence, Undecided);
}
