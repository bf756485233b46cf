//! What the code has of which the report says that it is not there.

use super::super::bench::{court, personas, retries};
use super::super::graph::wiring;
use super::super::justice::deciding;
use super::super::state::reducers;
use super::super::tools::practices;
use super::super::{Verdict, done};
use crate::detect::claims::wording::names::Thing;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{
    Binding, ClaimKind, CloneFact, Practice, PromptFact, PythonFacts, RepositoryFacts,
};

/// What shows that the thing is there; not supported where nothing does.
pub(super) fn there(
    thing: Thing,
    sentence: &str,
    repository: &RepositoryFacts,
) -> (ClaimKind, Verdict) {
    let python = &repository.python;
    match thing {
        Thing::ErrorEdges => (ClaimKind::ConditionalEdges, edges(python, true)),
        Thing::Edges => (ClaimKind::ConditionalEdges, edges(python, false)),
        Thing::Reducers => (ClaimKind::Reducers, reducers::reducers(repository, "reducers")),
        Thing::StructuredOutput => (ClaimKind::StructuredOutput, bound(python, sentence)),
        Thing::Retry => (ClaimKind::Retry, retries::retried(python)),
        Thing::Personas => (ClaimKind::DistinctPersonas, personas::distinct(python)),
        Thing::Preambles => (ClaimKind::DistinctPersonas, preambles(python)),
        Thing::SyntaxTree => {
            (ClaimKind::SyntaxTree, practices::practice(python, ClaimKind::SyntaxTree, ""))
        }
        Thing::Isolation => (ClaimKind::TemporaryClone, isolated(python)),
        Thing::CloneRetry => (ClaimKind::Retry, clone_again(python)),
        Thing::CloneTimeout => (ClaimKind::SafeCommands, clone_limited(python)),
        Thing::Rules => (ClaimKind::DeterministicSynthesis, rules(python)),
        Thing::SideBySide => (ClaimKind::ParallelGraph, wiring::any_side_by_side(python)),
        Thing::JudicialLayer => (ClaimKind::Roles, court::judges(python)),
        Thing::Court => (ClaimKind::Roles, court::chief(python)),
        Thing::Markdown => {
            (ClaimKind::MarkdownReport, practices::practice(python, ClaimKind::MarkdownReport, ""))
        }
        Thing::Vision => (ClaimKind::Roles, court::vision(python)),
    }
}

pub(in super::super) fn open() -> Verdict {
    Verdict::undecided("nothing was recognised that shows it")
}

/// Conditional edges that decide something, of graphs that run.
fn edges(python: &PythonFacts, errors: bool) -> Verdict {
    let graphs = wiring::graphs(python);
    let ours = graphs.iter().flat_map(|graph| &graph.conditional).filter(|edge| {
        edge.always.is_none()
            && edge.only_in.is_empty()
            && (!errors
                || (edge.handles_errors == Some(true)
                    && edge.bypasses.is_empty()
                    && edge.passed.is_none()))
    });
    let ours: Vec<_> = ours.collect();
    let Some(first) = ours.first() else { return open() };
    let what = if errors { ", one way of which deals with errors" } else { "" };
    let fact = format!("a conditional edge leaves `{}`{what}", first.from);
    Verdict::of(Supported, fact, ours.iter().map(|edge| &edge.place))
}

/// Models that are bound to a schema in code that surely runs, by the call that is named.
fn bound(python: &PythonFacts, sentence: &str) -> Verdict {
    let named = sentence.contains("with_structured_output");
    let ours = python.structured_output.iter().filter(|call| {
        !call.in_tests
            && call.live == Some(true)
            && call.unasked.is_none()
            && call.binding == Binding::Schema
            && (!named || call.method == "with_structured_output")
    });
    let ours: Vec<_> = ours.collect();
    let Some(first) = ours.first() else { return open() };
    let fact = first.in_words();
    Verdict::of(Supported, fact, ours.iter().map(|call| &call.place))
}

/// Texts of the three judges that each begin by telling it who it is.
fn preambles(python: &PythonFacts) -> Verdict {
    let live = |prompt: &&PromptFact| !prompt.in_tests && prompt.live == Some(true);
    let opens = |prompt: &&PromptFact| {
        let text = prompt.text.trim_start().to_lowercase();
        let head: String = text.chars().take(60).filter(|letter| !letter.is_whitespace()).collect();
        let persona = prompt.persona.to_lowercase();
        head.starts_with("youare") && head.contains(persona.trim_end_matches("attorney"))
    };
    let ours: Vec<&PromptFact> = python.prompts.iter().filter(live).filter(opens).collect();
    let has = |persona: &str| ours.iter().any(|prompt| prompt.persona == persona);
    if !["Prosecutor", "Defense", "TechLead"].into_iter().all(has) {
        return open();
    }
    let fact = "each judge's text begins by telling it who it is";
    Verdict::of(Supported, fact, ours.iter().map(|prompt| &prompt.place))
}

/// The clones of the program, where there are any.
fn clones(python: &PythonFacts) -> Vec<&CloneFact> {
    let ours = python.clone.iter().filter(|clone| !clone.in_tests && clone.live != Some(false));
    ours.collect()
}

/// What is so of every clone, if there is one.
fn of_every(python: &PythonFacts, so: impl Fn(&CloneFact) -> bool, fact: &str) -> Verdict {
    let ours = clones(python);
    if ours.is_empty() || !ours.iter().all(|clone| so(clone)) {
        return open();
    }
    let fact = format!("`{}` {fact}", ours[0].method);
    Verdict::of(Supported, fact, ours.iter().map(|clone| &clone.place))
}

fn isolated(python: &PythonFacts) -> Verdict {
    let temporary = |clone: &CloneFact| clone.temporary == Some(true);
    of_every(python, temporary, "clones into a temporary directory")
}

fn clone_limited(python: &PythonFacts) -> Verdict {
    let limited = |clone: &CloneFact| clone.timeout == Some(true) && !clone.limit_ignored;
    of_every(python, limited, "clones with a limit of time")
}

/// A loop of attempts around every clone.
fn clone_again(python: &PythonFacts) -> Verdict {
    let loops = done(python, Practice::Attempts);
    let again = |clone: &CloneFact| {
        loops.iter().find(|attempts| {
            attempts.live
                && attempts.by.parse::<u32>().is_ok_and(|rounds| rounds > 1)
                && attempts.place.file == clone.place.file
                && clone.place.line < attempts.place.line
                && attempts.place.end_line <= clone.place.end_line
        })
    };
    let ours = clones(python);
    let around: Option<Vec<_>> = ours.iter().map(|clone| again(clone)).collect();
    match around.as_deref() {
        Some([first, ..]) => {
            let fact = format!("`{}` is tried up to {} times", ours[0].method, first.by);
            Verdict::of(Supported, fact, [&first.place])
        }
        Some([]) | None => open(),
    }
}

/// Whether the synthesis decides by code, and by rules of the contract.
fn rules(python: &PythonFacts) -> Verdict {
    let verdict = deciding::by_rules(python);
    let named = Synthesis::of(python).live.iter().any(|justice| !justice.rules.is_empty());
    Verdict { status: if named { verdict.status } else { Undecided }, ..verdict }
}
