//! A repository's facts: history, tree, Python and the rubric's own questions.

use crate::detect::injection;
use crate::detect::repo::{
    audits, collected, ignored, lengths, lookup, marks, notebooks, others, pins, python, rhythm,
    vocabulary,
};
use crate::detect::secrets::{self, Known};
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    Lines, Lookup, Place, RepositoryFacts, SecretFact, TreeEntry, TreeFacts, Unreadable,
};
use crate::domain::limits::Limits;
use crate::ports::git::{self, GitError, Repository};
use std::collections::BTreeSet;
use std::path::Path;

/// Reads the repository at `path` and states its facts, with the secrets that were taken out of it.
///
/// # Errors
/// [`GitError`] when the repository or the commit at its `HEAD` cannot be read.
pub(super) fn facts(
    path: &Path,
    lookups: &[Lookup],
    limits: &Limits,
) -> Result<(RepositoryFacts, Known), GitError> {
    let repo = git::open(path, limits)?;
    let mut exhibit = git::read(&repo, limits)?;
    let (mut secrets, secrets_unsearched, known) = secrets(&repo, &exhibit, limits);
    known.redactor().purge_repository(&mut exhibit);
    set_apart(&mut exhibit, &mut secrets);
    let git::Names { branches, tags } = git::names(&repo);
    let origin = git::origin(&repo);
    let texts = || {
        let RepoExhibit { commits, tree, sources, unread, .. } = &exhibit;
        (
            injection::in_repository(&exhibit, &branches, &tags),
            lookup::answer(lookups, sources, tree, unread),
            vocabulary::vocabulary(sources, tree),
            audits::self_audits(sources, tree, &commits.authors, origin.as_deref()),
            others::others_paths(sources, tree),
        )
    };
    let (mut python, (injection, lookups, vocabulary, self_audits, others_paths)) =
        python::examine_beside(&exhibit.sources, limits, texts);
    let RepoExhibit { commit, branch, mut commits, mut tree, sources, unread, limits_reached } =
        exhibit;
    commits.rhythm = rhythm::rhythm(&commits.commits);
    tree.ignored = ignored::rules(&sources);
    python::confirm(&mut python.broken_imports, &tree);
    let notebooks = notebooks::notebooks(&sources);
    let pins = pins::pins(&sources);
    let marks = marks::marks(&sources);
    let lengths = lengths::lengths(&sources);
    let modules: Vec<Source> = sources.into_iter().filter(Source::is_python).collect();
    python.unreadable.extend(unread_modules(&tree, &modules, &unread));
    let history = commits;
    let facts = RepositoryFacts {
        commit,
        branch,
        history,
        tree,
        python,
        lookups,
        secrets,
        secrets_unsearched,
        injection,
        vocabulary,
        self_audits,
        notebooks,
        pins,
        marks,
        lengths,
        others_paths,
        limits_reached,
    };
    Ok((facts, known))
}

/// Sets apart other people's projects that are kept as data: nobody asks anything of their files, and a secret in one of
/// these is their authors'.
fn set_apart(exhibit: &mut RepoExhibit, secrets: &mut [SecretFact]) {
    let RepoExhibit { tree, sources, .. } = exhibit;
    tree.collections = collected::collections(tree, sources);
    sources.retain(|source| !tree.is_collected(&source.path));
    for secret in secrets {
        let file = match &secret.place {
            Place::Lines(lines) => Some(lines.file.as_str()),
            Place::Commit { .. } | Place::Tree { .. } | Place::Page { .. } | Place::Report => {
                secret.file.as_deref()
            }
        };
        secret.in_tests |= file.is_some_and(|file| tree.is_collected(file));
    }
}

/// Most secrets that are stated; one is enough to act on.
const SECRETS: usize = 500;

/// The secrets of the tree, of older files and of messages, and where nobody looked.
///
/// A secret that the tree still holds is not stated for older files too.
fn secrets(
    repo: &Repository,
    exhibit: &RepoExhibit,
    limits: &Limits,
) -> (Vec<SecretFact>, Vec<String>, Known) {
    let mut known = Known::default();
    let mut facts = secrets::in_tree(&exhibit.sources, &mut known);
    let mut stated: BTreeSet<String> = facts.iter().map(|fact| fact.hash.clone()).collect();
    let past = git::past_files(repo, &exhibit.commits, &exhibit.tree, limits, |file| {
        let mut known = Known::default();
        (secrets::in_past_file(file.commit, file.path, file.bytes, &mut known), known)
    });
    let older = past.answers.into_iter().flat_map(|(facts, found)| {
        known.extend(found);
        facts
    });
    facts.extend(older.filter(|fact| stated.insert(fact.hash.clone())));
    facts.extend(secrets::in_messages(&exhibit.commits.commits, &mut known));
    let mut unsearched = past.left_out;
    if exhibit.commits.shallow {
        unsearched.push("The clone is shallow; older commits are not in it.".into());
    }
    if exhibit.commits.truncated || !exhibit.commits.damage.is_empty() {
        unsearched.push("Not all commits could be read.".into());
    }
    if facts.len() > SECRETS {
        unsearched.push(format!("{} secrets were found; {SECRETS} are stated.", facts.len()));
        facts.truncate(SECRETS);
    }
    (facts, unsearched, known)
}

/// Python files of the tree whose content was not read: too large, missing, or beyond a limit.
fn unread_modules(tree: &TreeFacts, modules: &[Source], unread: &[Unreadable]) -> Vec<Unreadable> {
    let is_module = |entry: &&TreeEntry| {
        let ending = Path::new(&entry.path).extension();
        matches!(entry.mode.as_str(), "file" | "executable") && ending.is_some_and(|e| e == "py")
    };
    let was_read = |entry: &TreeEntry| modules.iter().any(|module| module.path == entry.path);
    let missed = tree.entries.iter().filter(is_module);
    let missed = missed.filter(|entry| !was_read(entry) && !tree.is_collected(&entry.path));
    let lost = |entry: &TreeEntry| {
        let known = unread.iter().find(|lost| lost.place.file == entry.path);
        known.cloned().unwrap_or_else(|| Unreadable {
            place: Lines::new(&entry.path, &entry.blob, 1, 1),
            reason: "could not be read".to_owned(),
        })
    };
    missed.map(lost).collect()
}
