//! Probes of the report's text.

use super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::document::{Statements, cross_reference, explanation};
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    CitedPath, ConceptUse, DocumentFacts, PathStatus, Place, TreeEntry, TreeFacts,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// How many named terms one explained term outweighs.
const EXPLAINED: usize = 4;
/// How many true citations one false one outweighs.
const ABSENT_WEIGHS: usize = 3;

/// Whether terms are explained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Concepts {
    pub(super) terms: Vec<String>,
}

/// Whether cited paths exist.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Paths {
    #[serde(default)]
    absent_at_most: usize,
}

impl Ask for Concepts {
    const ABOUT: About = About {
        kind: "document.concepts",
        artifact: Artifact::PdfReport,
        summary: "Each term stands in a passage that explains how it is carried out, and is not merely dropped.",
        parameters: &[(
            "terms",
            "terms, found through hyphens, case and line ends; `a / b` means both, `a | b` that `b` serves for `a`, `a + b` both in one sentence, and `a*` any ending",
        )],
        example: r#"{"terms": ["Dialectical Synthesis", "State Synchronization | synchronization"]}"#,
    };

    fn foretell(&self, document: &DocumentFacts) -> Option<Answer> {
        legible(document).ok().map(|document| self.answer(document))
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        Ok(self.answer(readable(record)?))
    }
}

impl Concepts {
    fn answer(&self, document: &DocumentFacts) -> Answer {
        let (mut findings, mut words, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let (mut explained, mut named) = (0, 0);
        let statements = Statements::of(&document.pages);
        for asked in &self.terms {
            let words_for: Vec<&str> = spellings(asked).collect();
            let term = words_for.first().copied().unwrap_or_default();
            let (best, uses) = explanation(&statements, &words_for);
            match best {
                Some(one) if one.substantive => {
                    explained += 1;
                    let name = if one.term == term {
                        format!("`{term}`")
                    } else {
                        format!("`{}`, which serves for `{term}`,", one.term)
                    };
                    words.push(format!("{name} is explained on page {}", one.page));
                    findings.push(used(
                        &one,
                        "The passage ties the term to a mechanism, a file or a name of the code.",
                    ));
                }
                Some(one) => {
                    named += 1;
                    words.push(format!(
                        "`{}` is named ({}), and no passage was recognised that explains it",
                        one.term,
                        count(uses, "use")
                    ));
                    missing.push(format!("an explanation of how `{term}` is carried out"));
                    let finding = used(
                        &one,
                        "The term is used, and no passage around a use ties it to a mechanism.",
                    );
                    findings.push(finding.with_confidence(Confidence::POSSIBLE));
                }
                None => {
                    words.push(format!("`{term}` does not occur"));
                    missing.push(format!("`{term}`"));
                    let scope = Place::Tree {
                        scope: format!("all {}", count(document.pages.len(), "page")),
                    };
                    findings.push(Finding::absent(
                        scope,
                        format!(
                            "Searched the visible text for `{}` and its spellings.",
                            words_for.join("`, `")
                        ),
                    ));
                }
            }
        }
        Answer {
            outcome: Outcome::of_share(EXPLAINED * explained + named, EXPLAINED * self.terms.len()),
            statement: format!("{}.", words.join(", ")),
            missing,
            findings,
        }
    }
}

/// The words that serve for a term, the term itself first.
pub(super) fn spellings(asked: &str) -> impl Iterator<Item = &str> {
    asked.split('|').map(str::trim).filter(|word| !word.is_empty())
}

fn used(one: &ConceptUse, rationale: &str) -> Finding {
    Finding::found(Place::Page { page: one.page }, rationale)
        .with_confidence(Confidence::STRONG)
        .quoting(one.sentence.clone())
}

impl Ask for Paths {
    const ABOUT: About = About {
        kind: "document.paths",
        artifact: Artifact::PdfReport,
        summary: "The files that the report claims exist in the tree at the audited commit.",
        parameters: &[("absent_at_most", "number of claimed paths that may be absent; 0")],
        example: r#"{"absent_at_most": 0}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let document = readable(record)?;
        let repository = record.repository()?;
        let paths = cross_reference(&document.paths, &repository.tree, Some(&repository.history));
        let of = |status| distinct(&paths, status);
        let (verified, mut absent) = (of(PathStatus::Verified), of(PathStatus::Absent));
        // What is also cited with more of its folders is one file.
        let whole: Vec<String> = absent.iter().map(|path| format!("/{}", path.path)).collect();
        absent.retain(|path| {
            let end = format!("/{}", path.path);
            !whole.iter().any(|other| *other != end && other.ends_with(&end))
        });
        let (mentions, ambiguous) = (of(PathStatus::Mention), of(PathStatus::Ambiguous));
        let scope =
            Place::Tree { scope: format!("all {}", count(repository.tree.entries.len(), "path")) };
        if verified.is_empty() && absent.is_empty() {
            return Err(Undecided::new(
                Place::Report,
                "the report claims no path that could be checked",
            ));
        }
        if absent.len() > self.absent_at_most
            && (repository.tree.truncated || !repository.tree.damage.is_empty())
        {
            return Err(Undecided::new(scope, "not all of the tree could be read"));
        }
        let mut findings: Vec<Finding> =
            absent.iter().take(12).map(|path| missing_file(path)).collect();
        if let Some(first) = verified.first() {
            let names: Vec<&str> = verified
                .iter()
                .map(|path| path.matched.as_deref().unwrap_or(&path.written))
                .collect();
            let rationale =
                format!("{} cited paths exist in the tree at the audited commit.", verified.len());
            findings.push(
                Finding::found(Place::Page { page: first.page }, rationale)
                    .quoting(names.join("\n")),
            );
        }
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
                format!(" ({})", listed(absent.iter().take(6).map(|path| path.path.as_str())))
            },
            mentions.len(),
            ambiguous.len()
        );
        if !hollow.is_empty() {
            let names = listed(hollow.iter().map(|path| path.path.as_str()));
            statement = format!("{statement} Verified, but without content: {names}.");
        }
        let holds = absent.len() <= self.absent_at_most;
        Ok(Answer {
            outcome: if holds {
                Outcome::Holds
            } else {
                Outcome::of_share(verified.len(), verified.len() + ABSENT_WEIGHS * absent.len())
            },
            statement,
            missing: if holds {
                Vec::new()
            } else {
                absent.iter().map(|path| format!("`{}` (page {})", path.path, path.page)).collect()
            },
            findings,
        })
    }
}

/// The first citation of each distinct path with this status. However a path is written, it is the one of
/// the tree that it fits.
fn distinct(paths: &[CitedPath], status: PathStatus) -> Vec<&CitedPath> {
    let mut seen = std::collections::BTreeSet::new();
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

fn empty_file(path: &CitedPath) -> Finding {
    Finding::found(
        Place::Page { page: path.page },
        format!(
            "The report cites `{}`; the file is in the tree and without content.",
            path.written
        ),
    )
    .quoting(path.sentence.clone())
}

fn missing_file(path: &CitedPath) -> Finding {
    Finding::absent(
        Place::Page { page: path.page },
        format!("The report cites `{}`; {}.", path.written, path.reason),
    )
    .with_confidence(Confidence::STRONG)
    .quoting(path.sentence.clone())
}

/// The document, provided that it has text.
pub(super) fn readable<'a>(record: &Record<'a>) -> Result<&'a DocumentFacts, Undecided> {
    legible(record.document()?)
}

/// The document, if it has any text.
fn legible(document: &DocumentFacts) -> Result<&DocumentFacts, Undecided> {
    if document.pages.iter().all(|page| page.text.trim().is_empty()) {
        let why = document.why_no_text().unwrap_or_else(|| "it has none".to_owned());
        let reason = format!("the report's text could not be examined: {why}");
        return Err(Undecided::new(Place::Report, reason));
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::ReportPage;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let page = ReportPage { number: 4, text: text.into(), ..ReportPage::default() };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        let probe: Concepts =
            serde_json::from_str(r#"{"terms": ["State Synchronization | synchronisation"]}"#)
                .unwrap();
        assert_eq!(probe.answer(&document).statement, expected);
    }

    #[test]
    fn a_cited_file_without_content_is_named_unless_it_marks_a_package() {
        let entry = |path: &str, blob: &str| TreeEntry {
            path: path.into(),
            blob: blob.into(),
            mode: "file".into(),
        };
        let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
        let tree = TreeFacts {
            entries: vec![
                entry("src/__init__.py", empty),
                entry("src/ast.py", empty),
                entry("src/graph.py", "ab"),
            ],
            ..TreeFacts::default()
        };
        let cited = ["src/__init__.py", "src/ast.py", "src/graph.py"].map(|path| CitedPath {
            written: path.into(),
            path: path.into(),
            status: PathStatus::Verified,
            matched: Some(path.into()),
            reason: String::new(),
            page: 1,
            sentence: String::new(),
            heading: None,
        });
        let all: Vec<&CitedPath> = cited.iter().collect();
        let named: Vec<&str> = hollow(&all, &tree).iter().map(|path| path.path.as_str()).collect();
        assert_eq!(named, ["src/ast.py"]);
    }

    #[test]
    fn another_word_serves_for_a_term_and_is_named() {
        let how = "keeps the judges apart, because each node returns its own part and a reducer merges them.";
        check(
            &format!("State synchronization {how}"),
            "`State Synchronization` is explained on page 4.",
        );
        check(
            &format!("Synchronisation {how}"),
            "`synchronisation`, which serves for `State Synchronization`, is explained on page 4.",
        );
        check("Nothing of the kind stands here.", "`State Synchronization` does not occur.");
    }

    #[test]
    fn a_use_that_two_spellings_find_is_one_use() {
        let page = ReportPage {
            number: 1,
            text: "Metacognition matters.".into(),
            ..ReportPage::default()
        };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        let probe: Concepts =
            serde_json::from_str(r#"{"terms": ["Metacognition | meta-cognition"]}"#).unwrap();
        let told = probe.answer(&document).statement;
        assert!(told.starts_with("`Metacognition` is named (1 use)"), "{told}");
    }
}
