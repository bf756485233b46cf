//! What the code says to a report that says less of it than is there.

use super::super::graph::wiring;
use super::super::justice::deciding;
use super::super::tools::commands;
use super::super::{Verdict, done, is_read_whole};
use super::{lacking, named_file};
use crate::detect::claims::wording::justice::rules;
use crate::detect::claims::wording::names::Understated;
use crate::detect::claims::{wording, words};
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{ClaimKind, ClassKind, JusticeFact, Lines, Practice, RepositoryFacts};
use std::collections::BTreeSet;

/// What contradicts the sentence, where the facts prove the opposite.
pub(in crate::detect::claims) fn understated(
    flaw: Understated,
    sentence: &str,
    repository: &RepositoryFacts,
) -> Option<(ClaimKind, Verdict)> {
    let python = &repository.python;
    let practices = |wanted: Practice| -> Vec<&Lines> {
        let ours = python.practices.iter().filter(|fact| !fact.in_tests && fact.practice == wanted);
        ours.map(|fact| &fact.place).collect()
    };
    let implemented;
    let (kind, fact, places, proven) = match flaw {
        Understated::Shell => {
            let called = python.calls.iter().any(|call| {
                !call.in_tests
                    && (call.callee.contains("os.system") || call.written.contains("system"))
            });
            let commands = practices(Practice::Command);
            let shell = commands::shell(repository, "").status == Supported;
            let proven = shell && !called && !commands.is_empty();
            let fact = "no source calls `os.system`, and commands run without a shell";
            // Such a sentence mostly speaks of the clone.
            let clones = python.clone.iter().filter(|clone| !clone.in_tests);
            let places = clones.map(|clone| &clone.place).chain(commands).collect();
            (ClaimKind::NoShell, fact, places, proven)
        }
        Understated::NoTemporaryFolder => {
            let wanted =
                if sentence.contains("TemporaryDirectory") { "TemporaryDirectory" } else { "" };
            let made = python.practices.iter().filter(|fact| {
                !fact.in_tests
                    && fact.practice == Practice::TemporaryFolder
                    && fact.by.ends_with(wanted)
            });
            let made: Vec<&Lines> = made.map(|fact| &fact.place).collect();
            let proven = !made.is_empty();
            (ClaimKind::TemporaryClone, "a temporary directory is made", made, proven)
        }
        Understated::NoModels => {
            let models = python.classes.iter().filter(|class| {
                let file = class.place.file.rsplit('/').next().unwrap_or_default();
                !class.in_tests
                    && class.kind == ClassKind::BaseModel
                    && (!sentence.contains(".py") || sentence.contains(file))
            });
            let models: Vec<&Lines> = models.map(|class| &class.place).collect();
            let proven = !models.is_empty();
            (ClaimKind::TypedClasses, "there are Pydantic models", models, proven)
        }
        Understated::JudgesInTurn => {
            let wired = wiring::judges_side_by_side(python);
            return said_less(ClaimKind::ParallelJudges, wired);
        }
        Understated::ModelDecides => {
            return said_less(ClaimKind::DeterministicSynthesis, deciding::by_rules(python));
        }
        Understated::NoRule => {
            let named = rules::stated(sentence);
            let court = Synthesis::of(python).live;
            let of = |rule: &&str| -> Option<&Lines> {
                let mut ours = court.iter().filter(|j| j.rules.iter().any(|one| one == rule));
                ours.next().map(|justice| &justice.place)
            };
            let places: Option<BTreeSet<&Lines>> = named.iter().map(of).collect();
            let proven = places.as_ref().is_some_and(|places| !places.is_empty());
            implemented = format!("the code of the synthesis implements `{}`", named.join("`, `"));
            let places = places.into_iter().flatten().collect();
            (ClaimKind::SynthesisRules, implemented.as_str(), places, proven)
        }
        Understated::RegularExpressions => {
            let patterns = python.imports.iter().any(|import| {
                ["re", "regex"].contains(&import.module.as_str()) && !import.in_tests
            });
            let trees = done(python, Practice::SyntaxTree).into_iter().filter(|fact| fact.live);
            let trees: Vec<&Lines> = trees.map(|fact| &fact.place).collect();
            let proven = !patterns && !trees.is_empty() && is_read_whole(repository);
            let fact = "no source imports `re`, and code is parsed into a syntax tree";
            (ClaimKind::SyntaxTree, fact, trees, proven)
        }
        Understated::Unfinished => return ahead(sentence, repository),
        Understated::FewDimensions => return more_dimensions(sentence, repository),
        Understated::CommentedOut => return wired(sentence, repository),
        Understated::Stub => return asking(sentence, repository),
        Understated::Lacks(thing) => {
            let (kind, shown) = lacking::there(thing, sentence, repository);
            return said_less(kind, shown);
        }
    };
    let verdict = Verdict::of(Contradicted, outdated(fact), places);
    proven.then_some((kind, verdict))
}

/// What contradicts a sentence that denies what the facts support.
fn said_less(kind: ClaimKind, wired: Verdict) -> Option<(ClaimKind, Verdict)> {
    let status = wired.status;
    let verdict = Verdict { status: Contradicted, fact: outdated(&wired.fact), ..wired };
    (status == Supported).then_some((kind, verdict))
}

/// What contradicts that a rubric has no more dimensions than are told: each rubric of that name has more.
fn more_dimensions(sentence: &str, repository: &RepositoryFacts) -> Option<(ClaimKind, Verdict)> {
    let (file, said) = wording::names::few_dimensions(sentence)?;
    let all = repository.vocabulary.as_ref()?.rubrics.iter();
    let named: Vec<_> = all.filter(|rubric| rubric.file.rsplit('/').next() == Some(file)).collect();
    let first = named.first()?;
    let more = named.iter().all(|rubric| rubric.dimensions > said);
    let fact = format!("`{}` lists {} dimensions", first.file, first.dimensions);
    let verdict = Verdict::of(Contradicted, outdated(&fact), []);
    more.then_some((ClaimKind::RubricFile, verdict))
}

/// What contradicts that a node is a comment: a graph that runs has it, with an edge that leads to it.
fn wired(sentence: &str, repository: &RepositoryFacts) -> Option<(ClaimKind, Verdict)> {
    let (said, path) = wording::names::commented_out(sentence)?;
    let inside = |place: &Lines| named_file::is_named(&place.file, path);
    wiring::graphs(&repository.python).into_iter().find_map(|graph| {
        let is_it = |name: &str| words::plain(name) == words::plain(said);
        let node = graph.nodes.iter().find(|node| is_it(&node.name) && inside(&node.place))?;
        let edge = graph.edges.iter().find(|edge| edge.to == node.name)?;
        let fact = format!("`{}` is a node of the graph, with an edge to it", node.name);
        let verdict = Verdict::of(Contradicted, outdated(&fact), [&node.place, &edge.place]);
        Some((ClaimKind::Roles, verdict))
    })
}

/// What contradicts that a node is a stub: it comes to ask a language model.
fn asking(sentence: &str, repository: &RepositoryFacts) -> Option<(ClaimKind, Verdict)> {
    let said = wording::names::stub(sentence)?;
    let asks = done(&repository.python, Practice::AsksModel);
    let is_it = |name: &str| words::plain(name) == words::plain(said);
    let asks = asks.into_iter().find(|fact| fact.live && is_it(&fact.by))?;
    let fact = outdated(&format!("`{}` comes to ask a language model", asks.by));
    Some((ClaimKind::Roles, Verdict::of(Contradicted, fact, [&asks.place])))
}

/// What contradicts that something is not there yet, where the facts show it at work.
fn ahead(row: &str, repository: &RepositoryFacts) -> Option<(ClaimKind, Verdict)> {
    let python = &repository.python;
    let what = wording::names::unfinished(row)?;
    let lower = what.to_ascii_lowercase();
    let asks = done(python, Practice::AsksModel);
    let mut asks = asks.into_iter().filter(|fact| fact.live);
    let (kind, fact, place) = if lower.starts_with("conditional") {
        let wired = wiring::conditional(python, what);
        let place = wired.places.into_iter().next().filter(|_| wired.status == Supported)?;
        (ClaimKind::ConditionalEdges, wired.fact, place)
    } else if lower.contains("vision") && !lower.contains('.') {
        let asks = asks.find(|fact| words::plain(&fact.by) == "visioninspector")?;
        let fact = format!("`{}` comes to ask a language model", asks.by);
        (ClaimKind::Roles, fact, asks.place.clone())
    } else {
        let inside = |place: &Lines| named_file::is_named(&place.file, what);
        let decides = |j: &&&JusticeFact| !j.dead && !j.rules.is_empty() && inside(&j.place);
        let bound =
            python.structured_output.iter().find(|call| call.may_be_asked() && inside(&call.place));
        if let Some(justice) = Synthesis::of(python).live.iter().find(decides) {
            let fact = format!("`{}` implements {}", justice.function, justice.rules.join(", "));
            (ClaimKind::SynthesisRules, fact, justice.place.clone())
        } else if let Some(call) = bound {
            let fact = format!("{} there", call.in_words());
            (ClaimKind::StructuredOutput, fact, call.place.clone())
        } else {
            let asks = asks.find(|fact| inside(&fact.place))?;
            let fact = format!("`{}` comes to ask a language model there", asks.by);
            (ClaimKind::Models, fact, asks.place.clone())
        }
    };
    let fact = format!("{fact}, so that the code is ahead of the report");
    Some((kind, Verdict::of(Contradicted, fact, [&place])))
}

fn outdated(fact: &str) -> String {
    format!("{fact}, so that the report understates the code or is outdated")
}
