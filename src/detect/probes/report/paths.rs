//! The probe of files that the report cites.

mod contradicted;

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use super::document::{in_part, readable};
use super::unrelated::{UNRELATED, is_anothers};
use crate::detect::document::{FOREIGN, cited_in, hint, is_foreign, leans};
use crate::domain::evidence::Finding;
use crate::domain::facts::{CitedPath, DocumentFacts, PathStatus, Place, TreeEntry, TreeFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use contradicted::{contradicted, is_at_odds, told_of};
use serde::Deserialize;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// How many true citations one false one outweighs.
const ABSENT_WEIGHS: usize = 3;
/// Most sentences that are quoted of one path that is not there.
const QUOTED: usize = 4;

/// Paths that are too few to tell whose report it is, where many projects have them.
const FEW: usize = 3;

/// Whether cited paths exist.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Paths {
    #[serde(default)]
    absent_at_most: usize,
}

impl Ask for Paths {
    const ABOUT: About = About {
        kind: "document.paths",
        artifact: Artifact::PdfReport,
        summary: "The files that the report claims exist in the tree at the audited commit.",
        parameters: &[(
            "absent_at_most",
            "number of claimed paths that may be absent, or there although the report says that they are not committed; 0",
        )],
        example: r#"{"absent_at_most": 0}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let document = readable(record)?;
        let repository = record.repository()?;
        let paths = cited_in(document, repository);
        let of = |status| distinct(&paths, status);
        let (verified, mut absent) = (of(PathStatus::Verified), of(PathStatus::Absent));
        // What is also cited with more of its folders is one file.
        let whole: Vec<String> = absent.iter().map(|path| format!("/{}", path.path)).collect();
        absent.retain(|path| {
            let end = format!("/{}", path.path);
            !whole.iter().any(|other| *other != end && other.ends_with(&end))
        });
        let absent = absent.into_iter().map(|path| Lost::of(path, &paths)).collect::<Vec<_>>();
        let (mentions, ambiguous) = (of(PathStatus::Mention), of(PathStatus::Ambiguous));
        let against = contradicted(&mentions, &repository.tree);
        if verified.is_empty() && absent.is_empty() && against.is_empty() {
            let none = mentions.is_empty() && ambiguous.is_empty();
            return Err(unchecked(document, none));
        }
        // What many trees have tells nothing of whose report it is.
        let common = verified.iter().all(|path| is_common(path));
        let blameless = absent.is_empty() && against.is_empty();
        if absent.is_empty() && common && is_anothers(document, repository) {
            return Err(Undecided::new(Place::Report, UNRELATED));
        }
        if blameless && common && verified.len() <= FEW {
            let reason = format!(
                "the report claims no path but {}, which many projects have",
                listed(verified.iter().map(|path| path.path.as_str()))
            );
            return Err(Undecided::new(Place::Report, reason));
        }
        let mut findings: Vec<Finding> = absent.iter().take(12).map(missing_file).collect();
        let exist = format!(
            "{} in the tree at the audited commit.",
            match verified.len() {
                1 => "1 cited path is".to_owned(),
                some => format!("{} are", count(some, "cited path")),
            }
        );
        findings.extend(cited(&verified, exist));
        // Only of one that is denied it is known which file of the tree is meant.
        let (denied, named): (Vec<_>, Vec<_>) =
            mentions.iter().copied().partition(|path| path.matched.is_some());
        findings.extend(cited(&named, "Named by sentences that claim nothing of them."));
        let (uncommitted, unwritten): (Vec<_>, Vec<_>) =
            denied.into_iter().partition(|path| is_at_odds(path));
        findings.extend(cited(
            &unwritten,
            "In the tree at the audited commit, though the report says that they are not written yet.",
        ));
        findings.extend(cited(
            &uncommitted,
            "In the tree at the audited commit, though the report says that they are not committed.",
        ));
        findings.extend(unsure(&ambiguous));
        let hollow = hollow(&verified, &repository.tree);
        findings.extend(hollow.iter().map(|path| empty_file(path)));
        let mut statement = format!(
            "{} cited: {} verified, {} absent{}, {} only mentioned, {} ambiguous.",
            count(verified.len() + absent.len() + mentions.len() + ambiguous.len(), "path"),
            verified.len(),
            absent.len(),
            if absent.is_empty() {
                String::new()
            } else {
                format!(" ({})", listed(absent.iter().take(6).map(Lost::path)))
            },
            mentions.len(),
            ambiguous.len()
        );
        if !against.is_empty() {
            statement = format!("{statement} {}", told_of(&against));
        }
        if !hollow.is_empty() {
            let empty = listed(hollow.iter().map(|path| path.path.as_str()));
            statement = format!("{statement} Verified, but without content: {empty}.");
        }
        let untrue = absent.len() + against.len();
        let holds = untrue <= self.absent_at_most;
        let unread = mentions.len() + ambiguous.len();
        if holds && unread > 0 && is_foreign(document) {
            let what = count(unread, "path");
            let reason = format!("{FOREIGN}, so that what it says of {what} was not read");
            return Err(Undecided { findings, ..Undecided::new(Place::Report, reason) });
        }
        let answer = Answer {
            outcome: if holds {
                Outcome::Holds
            } else {
                Outcome::of_share(verified.len(), verified.len() + ABSENT_WEIGHS * untrue)
            },
            statement,
            missing: if holds {
                Vec::new()
            } else {
                let lost =
                    absent.iter().map(|lost| format!("`{}` ({})", lost.path(), lost.pages()));
                lost.chain(against.iter().map(|path| contradicted::asked(path))).collect()
            },
            findings,
        };
        in_part(document, answer)
    }
}

/// Why no path is checked: there is none, or none of which the report says that it is there.
fn unchecked(document: &DocumentFacts, none: bool) -> Undecided {
    if let Some(why) = document.why_in_part() {
        let reason = format!("no file path was read that could be checked, and {why}");
        Undecided::new(Place::Report, reason)
    } else if let Some(name) = hint(document).filter(|_| none) {
        let reason =
            format!("no file path was read that could be checked, and `{name}` may be one");
        Undecided::new(Place::Report, reason)
    } else if none {
        Undecided::moot(Place::Report, "The report cites no file path")
    } else {
        Undecided::new(Place::Report, "the report claims no path that could be checked")
    }
}

/// Whether a path is one that many projects have.
fn is_common(path: &CitedPath) -> bool {
    const NAMES: &str = "app app.py assets config config.py data docker-compose.yaml \
        docker-compose.yml dockerfile docs license main.py makefile models.py output \
        package.json pyproject.toml readme readme.md requirements.txt scripts setup.py src \
        test tests tools utils.py uv.lock";
    let name = path.path.trim_matches(['.', '/']).to_lowercase();
    path.path.starts_with(".env")
        || path.path.starts_with(".git")
        || NAMES.split(' ').any(|one| one == name)
}

/// The first citation of each distinct path with this status. However a path is written, it is the one of
/// the tree that it fits.
fn distinct(paths: &[CitedPath], status: PathStatus) -> Vec<&CitedPath> {
    let mut seen = BTreeSet::new();
    let one = |path: &CitedPath| {
        let name = path.matched.as_deref().unwrap_or(&path.path);
        name.trim_end_matches('/').to_owned()
    };
    paths.iter().filter(|path| path.status == status && seen.insert(one(path))).collect()
}

/// Those that are cited for what is in them and have nothing in them.
fn hollow<'a>(verified: &[&'a CitedPath], tree: &TreeFacts) -> Vec<&'a CitedPath> {
    let means_something = |path: &str| {
        let name = path.rsplit('/').next().unwrap_or(path);
        name != "__init__.py" && !name.starts_with('.')
    };
    let is_empty = |path: &&&CitedPath| {
        let matched = path.matched.as_deref().filter(|matched| means_something(matched));
        matched.and_then(|matched| tree.find(matched)).is_some_and(TreeEntry::is_empty)
    };
    verified.iter().filter(is_empty).copied().collect()
}

/// What the report cites, with the pages; nothing where it cites none.
fn cited(paths: &[&CitedPath], rationale: impl Into<String>) -> Option<Finding> {
    quoted(paths, rationale, |path| path.matched.clone().unwrap_or_else(|| path.shown().into()))
}

/// What may or may not be in the tree, each with what stands in the way.
fn unsure(paths: &[&CitedPath]) -> Option<Finding> {
    quoted(paths, "Whether the tree has what these paths name was left open.", |path| {
        format!("{}: {}", path.shown(), path.reason)
    })
}

/// The paths as `told`, with their pages; nothing where there are none.
fn quoted(
    paths: &[&CitedPath],
    rationale: impl Into<String>,
    told: impl Fn(&CitedPath) -> String,
) -> Option<Finding> {
    let first = paths.first()?;
    let pages: BTreeSet<u32> = paths.iter().map(|path| path.page).collect();
    let lines: Vec<String> =
        paths.iter().map(|path| format!("page {}: {}", path.page, told(path))).collect();
    let finding = Finding::found(Place::Page { page: first.page }, rationale);
    let places = pages.into_iter().map(|page| Place::Page { page }).collect();
    Some(Finding { places, ..finding }.quoting(lines.join("\n")))
}

fn empty_file(path: &CitedPath) -> Finding {
    Finding::found(
        Place::Page { page: path.page },
        format!(
            "The report cites `{}`; the file is in the tree and without content.",
            path.shown()
        ),
    )
    .quoting(path.sentence.clone())
}

/// A path that the tree does not have, with all sentences that claim it, those first that rest on it most.
struct Lost<'a>(Vec<&'a CitedPath>);

impl<'a> Lost<'a> {
    fn of(path: &'a CitedPath, paths: &'a [CitedPath]) -> Self {
        let same = |other: &&CitedPath| {
            other.status == PathStatus::Absent
                && other.path.trim_end_matches('/') == path.path.trim_end_matches('/')
        };
        let mut all: Vec<&CitedPath> = paths.iter().filter(same).collect();
        all.sort_by_key(|path| (Reverse(leans(path)), path.page));
        Self(all)
    }

    fn path(&self) -> &'a str {
        self.0.first().map_or("", |path| path.path.as_str())
    }

    /// The pages, each once.
    fn numbers(&self) -> Vec<u32> {
        let mut seen = BTreeSet::new();
        self.0.iter().map(|path| path.page).filter(|page| seen.insert(*page)).collect()
    }

    fn pages(&self) -> String {
        let numbers: Vec<String> = self.numbers().iter().map(u32::to_string).collect();
        let noun = if numbers.len() == 1 { "page" } else { "pages" };
        format!("{noun} {}", numbers.join(", "))
    }
}

fn missing_file(lost: &Lost<'_>) -> Finding {
    let first = lost.0.first();
    let (written, reason) = first.map_or(("", ""), |path| (path.shown(), &path.reason));
    let mut sentences: Vec<&str> = Vec::new();
    for sentence in lost.0.iter().map(|path| path.sentence.as_str()) {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    let places: Vec<Place> = lost.numbers().into_iter().map(|page| Place::Page { page }).collect();
    let place = places.first().cloned().unwrap_or(Place::Report);
    let rationale = format!("The report cites `{written}`; {reason}.");
    Finding { places, ..Finding::absent(place, rationale) }
        .with_confidence(Confidence::STRONG)
        .quoting(sentences.into_iter().take(QUOTED).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests;
