//! What the code says to a sentence that names the file it speaks of.

use super::super::weighed::supported_by;
use super::super::{Asked, Verdict};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{ClaimKind, GraphFact, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

static FILE: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"[\w/.-]*\w\.py\b"));

/// What the file that a sentence names says to it: its own lines show what others show as well, and a graph of its
/// own that shows nothing leaves open what another file's graph does.
pub(in super::super) fn in_named_file(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    let of_graphs = matches!(
        kind,
        ClaimKind::FanIn
            | ClaimKind::ParallelJudges
            | ClaimKind::ParallelDetectives
            | ClaimKind::ConditionalEdges
            | ClaimKind::Roles
    );
    let of_calls = matches!(
        kind,
        ClaimKind::SafeCommands
            | ClaimKind::TemporaryClone
            | ClaimKind::SyntaxTree
            | ClaimKind::GitHistory
            | ClaimKind::PdfText
            | ClaimKind::StructuredOutput
    );
    if !of_graphs && !of_calls {
        return None;
    }
    let (name, file) = named(sentence, repository)?;
    let Some(file) = file else {
        let fact = format!("{}, and no file `{name}` is in the tree", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    };
    let own = RepositoryFacts { python: within(&repository.python, file), ..Default::default() };
    let verdict = supported_by(Asked { repository: &own, ..asked });
    // What its own lines leave open, those of another file do not settle.
    let is_open = of_calls && verdict.status == Undecided && !verdict.places.is_empty();
    if verdict.status == Supported || is_open {
        return Some(verdict);
    }
    let has_graph = own.python.graphs.iter().any(GraphFact::is_in_use);
    let elsewhere = shown.places.iter().all(|place| place.file != file);
    let is_apart = if of_graphs { has_graph } else { elsewhere && opens(sentence, name) };
    (is_apart && !shown.places.is_empty()).then(|| {
        let fact = format!("{}, at `{}` and not in `{file}`", shown.fact, shown.places[0]);
        Verdict::of(Undecided, fact, &shown.places)
    })
}

/// Whether a sentence opens with the name of a file, whose doing it then tells.
fn opens(sentence: &str, name: &str) -> bool {
    let before = sentence.split(name).next().unwrap_or_default();
    let before = before.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
    before.is_empty() || before.eq_ignore_ascii_case("the") || before.eq_ignore_ascii_case("in")
}

/// The one source that the sentence names, with its path where one file of the tree has that name; nothing where
/// several may be meant.
fn named<'s, 'r>(
    sentence: &'s str,
    repository: &'r RepositoryFacts,
) -> Option<(&'s str, Option<&'r str>)> {
    let mut said = FILE.all(sentence);
    let (name, None) = (&sentence[said.next()?], said.next()) else { return None };
    let is_it = |path: &&str| is_named(path, name);
    let mut found = repository.tree.entries.iter().map(|entry| entry.path.as_str()).filter(is_it);
    match (found.next(), found.next()) {
        (Some(path), None) => Some((name, Some(path))),
        // A name without a folder may be short for another, or broken by a line's end.
        (None, _) => {
            (name.contains('/') && repository.tree.gap(name).is_none()).then_some((name, None))
        }
        (Some(_), Some(_)) => None,
    }
}

/// Whether a sentence may mean a file by a name, which its path ends with.
pub(super) fn is_named(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
}

/// What one file is seen to do.
fn within(python: &PythonFacts, file: &str) -> PythonFacts {
    let graphs = python.graphs.iter().filter(|graph| graph.place.file == file);
    let practices = python.practices.iter().filter(|fact| fact.place.file == file);
    let bound = python.structured_output.iter().filter(|call| call.place.file == file);
    let tools = python.bound_tools.iter().filter(|call| call.place.file == file);
    let clones = python.clone.iter().filter(|clone| clone.place.file == file);
    PythonFacts {
        files: python.files,
        graphs: graphs.cloned().collect(),
        practices: practices.cloned().collect(),
        structured_output: bound.cloned().collect(),
        bound_tools: tools.cloned().collect(),
        clone: clones.cloned().collect(),
        ..PythonFacts::default()
    }
}
