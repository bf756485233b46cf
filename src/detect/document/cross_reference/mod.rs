//! Looks cited paths up in the tree.
//!
//! Saying that a path is absent accuses somebody. So `Absent` needs a clean path that nothing in the
//! tree resembles, in a sentence that neither plans, nor removes, nor imagines it.

mod catalog;
mod choices;
mod committed;
mod cues;
mod departed;
mod drawn;
mod entered;
mod familiar;
mod governed;
mod ignored;
mod listed;
mod messages;
mod missing;
mod names;
mod opening;
mod outside;
mod own;
mod parted;
mod peers;
mod permalinks;
mod placed;
mod plans;
mod position;
mod quoted;
mod rejoined;
mod rows;
mod spelling;
mod strangers;
mod tables;

use super::path_names::{names_directory, names_file};
use crate::domain::facts::{
    CitedPath, DocumentFacts, HistoryFacts, OthersPath, PathStatus, RepositoryFacts, TreeFacts,
};
use crate::domain::invisible::parts_words;
use catalog::{Catalog, Fit, verdict};
pub(in super::super) use committed::{AT_ODDS, RULED};
use cues::Cues;
use departed::Departed;
use ignored::Ignored;
use spelling::{is_prose, joined, mixes_scripts};
use std::cell::OnceCell;
use std::sync::LazyLock;

/// Everything that the report cites, looked up: what is a path by its form, and what only the tree tells to be one.
#[must_use]
pub fn cited_in(document: &DocumentFacts, repository: &RepositoryFacts) -> Vec<CitedPath> {
    let tree = &repository.tree;
    let mut paths = document.paths.clone();
    let catalog = Catalog::new(tree);
    paths.extend(familiar::familiar(&document.pages, &catalog));
    let linked = permalinks::permalinks(&document.pages, &catalog, &repository.history);
    let is_known = |link: &CitedPath| {
        document.paths.iter().any(|one| one.page == link.page && one.path == link.path)
    };
    paths.extend(linked.into_iter().filter(|link| !is_known(link)));
    paths.sort_by_key(|cited| cited.page);
    let mut found = look_up(&paths, tree, Some(&repository.history), &repository.others_paths);
    plans::spare(&mut found, document);
    strangers::spare_libraries(&mut found, tree, &repository.python.imports);
    found
}

/// Looks up every path and states what became of it; serves the contract's `cross_reference` (§5.3).
///
/// A path that was put together from pieces and fits nothing comes back as its pieces, so the answer
/// can be longer than `paths`.
#[must_use]
pub fn cross_reference(
    paths: &[CitedPath],
    tree: &TreeFacts,
    history: Option<&HistoryFacts>,
) -> Vec<CitedPath> {
    look_up(paths, tree, history, &[])
}

/// The same, where it is known which paths of other places the data of the tree names, sorted by path.
fn look_up(
    paths: &[CitedPath],
    tree: &TreeFacts,
    history: Option<&HistoryFacts>,
    others: &[OthersPath],
) -> Vec<CitedPath> {
    let (catalog, ignored) = (Catalog::new(tree), OnceCell::new());
    let clerk = Clerk { catalog, cues: &CUES, tree, history, paths, others, ignored };
    let all = paths.iter().flat_map(|cited| {
        clerk.look_up(cited).into_iter().map(|found| clerk.in_its_part(cited, found))
    });
    let is_path = |cited: &CitedPath| !is_prose(cited) && !choices::is_choice(cited);
    let mut all: Vec<CitedPath> = all.filter(is_path).collect();
    drawn::judge_parents(&mut all, &clerk.catalog);
    drawn::judge_alike(&mut all, &clerk.catalog);
    drawn::judge_folders(&mut all);
    tables::judge_rows(&mut all);
    strangers::judge_folders(&mut all);
    strangers::judge_names(&mut all);
    own::spare_outputs(&mut all);
    all
}

/// How much of its own a sentence rests on the path that it cites: most where it gives the results that the file holds.
#[must_use]
pub fn leans(cited: &CitedPath) -> u8 {
    if CUES.gives_results(cited) { 2 } else { u8::from(CUES.is_source(cited)) }
}

/// The patterns, compiled once: compiling them takes longer than reading a report by them.
static CUES: LazyLock<Cues> = LazyLock::new(Cues::new);

struct Clerk<'a> {
    catalog: Catalog<'a>,
    cues: &'static Cues,
    tree: &'a TreeFacts,
    history: Option<&'a HistoryFacts>,
    /// All that the report cites.
    paths: &'a [CitedPath],
    /// Paths of other places in data of the tree.
    others: &'a [OthersPath],
    /// What the repository keeps out of itself, once it is asked for: few reports cite anything that is missing.
    ignored: OnceCell<Ignored<'a>>,
}

impl Clerk<'_> {
    fn look_up(&self, cited: &CitedPath) -> Vec<CitedPath> {
        if let Some(rest) = self.behind_line_break(cited) {
            return self.look_up(&rest);
        }
        if let Some(found) = self.judge_listed(cited) {
            return vec![found];
        }
        let pieces: Vec<&str> =
            cited.written.split(' ').filter(|piece| !piece.is_empty()).collect();
        if pieces.len() < 2 {
            return vec![self.judge(cited, false)];
        }
        let repaired = joined(&pieces).into_iter().find_map(|path| {
            let folder = path.strip_suffix('/').and_then(|body| self.catalog.exactly(body));
            let matched = folder.map(str::to_owned);
            let matched = matched.or_else(|| Some(self.catalog.fit(&path).sole()?.to_owned()))?;
            Some(CitedPath {
                path,
                status: PathStatus::Verified,
                matched: Some(matched),
                reason: "in the tree, once the break inside it is repaired".into(),
                ..cited.clone()
            })
        });
        if let Some(repaired) = repaired {
            return vec![repaired];
        }
        // A break after the slash of a directory that is there leaves no doubt about what is meant.
        let front = &pieces[..pieces.len() - 1];
        let folder = cited.path.rsplit_once('/').map(|(at, _)| at);
        let in_folder = front.iter().all(|piece| piece.ends_with('/'))
            && folder.is_some_and(|at| self.catalog.has_directory(at));
        // Nor does one after an underscore, on which no name ends.
        if in_folder || (folder.is_some() && front.iter().all(|piece| piece.ends_with('_'))) {
            return vec![self.judge(cited, false)];
        }
        let whole = |piece: &&&str| names_file(piece) || names_directory(piece);
        let alone = |piece: &&str| {
            let path = piece.trim_start_matches("./").to_string();
            let part = CitedPath { written: (*piece).to_string(), path, ..cited.clone() };
            self.judge(&part, true)
        };
        let parts: Vec<CitedPath> = pieces.iter().filter(whole).map(alone).collect();
        // Where nothing of it is there, it is one for all that is known.
        let is_there = parts.iter().any(|part| part.status == PathStatus::Verified);
        if is_there { parts } else { vec![self.judge(cited, true)] }
    }

    /// Judges one path; `torn` when it may be a part of a longer one.
    fn judge(&self, cited: &CitedPath, torn: bool) -> CitedPath {
        let settled = |status, matched: Option<String>, reason: String| CitedPath {
            status,
            matched,
            reason,
            ..cited.clone()
        };
        let path = cited.path.replace('\\', "/");
        if mixes_scripts(&path) {
            let reason = "mixes scripts, so it may not be the path it looks like";
            return settled(PathStatus::Ambiguous, None, reason.into());
        }
        if path.contains(parts_words) {
            let plain = path.replace(parts_words, "");
            let there = self.catalog.fit(&plain).sole().map(str::to_owned);
            let mut reason =
                "holds characters without shape, so it is not the path it looks like".to_owned();
            if let Some(there) = &there {
                reason = format!("{reason}; without them it is {there}");
            }
            return settled(PathStatus::Ambiguous, there, reason);
        }
        let in_its_folder = self.in_its_folder(cited);
        let fit = match in_its_folder.map_or_else(|| self.catalog.fit(&path), Fit::Exact) {
            // The end of a torn name is no name by itself.
            Fit::Package(_) if torn => Fit::Nothing,
            fit => fit,
        };
        if matches!(fit, Fit::Package(_) | Fit::Nothing) {
            let lost = self.with_words_before(cited);
            let lost =
                lost.map(|found| (found, "in the tree, once it is joined to the words before it"));
            let spaced = || {
                self.with_spaces(cited)
                    .map(|found| (found, "in the tree, with a space in its name"))
            };
            if let Some(((path, matched), reason)) = lost.or_else(spaced) {
                let found = settled(PathStatus::Verified, Some(matched), reason.to_string());
                return CitedPath { path, ..found };
            }
        }
        if let (None, Fit::Exact(own), Some(other)) = (in_its_folder, &fit, self.pointed_to(cited))
        {
            let reason = format!("may be {own}, or {other}, to which its words point");
            return settled(PathStatus::Ambiguous, None, reason);
        }
        if let Some((status, matched, reason)) = verdict(&fit) {
            // What a log of the audit of somebody else reports as missing is not the file of that name here.
            if status == PathStatus::Verified && self.cues.reported_missing(cited) {
                let reason = "the sentence says that something is missing";
                return settled(PathStatus::Mention, None, reason.into());
            }
            if status == PathStatus::Verified && peers::is_of_others(cited) {
                return settled(PathStatus::Mention, None, peers::OF_OTHERS.into());
            }
            // Whoever says that a file is still to be written cites none that is there.
            if status == PathStatus::Verified && self.cues.denied(cited) {
                let reason = "the sentence says that it is not written yet, but it is in the tree";
                return settled(PathStatus::Mention, matched, reason.into());
            }
            if status == PathStatus::Verified && committed::is_denied(cited) {
                let ruled = matched.as_deref().is_some_and(|file| self.kept_out(file).is_some());
                let reason = if ruled { RULED } else { AT_ODDS };
                return settled(PathStatus::Mention, matched, reason.into());
            }
            if status == PathStatus::Verified && committed::is_to_be_made(cited) {
                return settled(PathStatus::Mention, None, own::OUTPUT.into());
            }
            let moved = match (&fit, self.departure(&path)) {
                (Fit::Elsewhere(there), Some(departed)) => departed.moved_to(there),
                _ => None,
            };
            return settled(status, matched, moved.unwrap_or(reason));
        }
        if let Some(there) = self.without_hyphen(&path) {
            let reason = format!("the tree has it without the hyphen, as {there}");
            return settled(PathStatus::Ambiguous, Some(there), reason);
        }
        let (status, reason) = match self.missing(cited, &path, torn) {
            (PathStatus::Absent, reason) => {
                let elsewhere = self.of_another_place(cited, &path);
                let spared = elsewhere.map(|reason| (PathStatus::Mention, reason));
                let doubt = || self.doubt(cited).map(|doubt| (doubt.status, doubt.reason));
                spared.or_else(doubt).unwrap_or((PathStatus::Absent, reason))
            }
            other => other,
        };
        let departed = self.departure(&path).or_else(|| self.departed_folder(&path));
        let departed = departed.filter(|_| status != PathStatus::Mention);
        let moved = departed.as_ref().and_then(|one| one.moved_to(one.to.as_deref()?));
        match (departed, moved) {
            (Some(Departed { to, .. }), Some(reason)) => settled(PathStatus::Ambiguous, to, reason),
            (Some(gone), None) if status == PathStatus::Absent => {
                settled(status, None, gone.removed())
            }
            _ => settled(status, None, reason),
        }
    }
}

#[cfg(test)]
mod tests;
