//! Probe of files in the tree.

use super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Place, TreeEntry};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use globset::{Glob, GlobMatcher};
use serde::Deserialize;

/// Whether files are there, or not.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Files {
    paths: Vec<Pattern>,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    hint: bool,
}

/// A glob over paths of the tree.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Pattern {
    text: String,
    matcher: GlobMatcher,
}

impl TryFrom<String> for Pattern {
    type Error = globset::Error;
    fn try_from(text: String) -> Result<Self, globset::Error> {
        let matcher = Glob::new(&text)?.compile_matcher();
        Ok(Self { text, matcher })
    }
}

impl Ask for Files {
    const ABOUT: About = About {
        kind: "files",
        artifact: Artifact::GithubRepo,
        summary: "Each glob matches a file of the tree; or none does.",
        parameters: &[
            ("paths", "globs such as `src/**/*.py`; `*` crosses folders"),
            ("absent", "whether there must be no match instead; false"),
            (
                "hint",
                "whether the paths only say where to look, so that no match decides nothing; false",
            ),
        ],
        example: r#"{"paths": ["README*", ".env.example"]}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let tree = &record.repository()?.tree;
        let mut findings = Vec::new();
        let (mut matched, mut unmatched) = (Vec::new(), Vec::new());
        for pattern in &self.paths {
            let hits: Vec<&TreeEntry> =
                tree.entries.iter().filter(|entry| pattern.matcher.is_match(&entry.path)).collect();
            if let Some(first) = hits.first() {
                matched.push(pattern.text.as_str());
                let rationale = format!(
                    "`{}` matches {} of {} paths.",
                    pattern.text,
                    hits.len(),
                    tree.entries.len()
                );
                let names: Vec<&str> =
                    hits.iter().take(8).map(|entry| entry.path.as_str()).collect();
                let place = Place::lines(&first.path, &first.blob, 1, 1);
                findings.push(Finding::found(place, rationale).quoting(names.join("\n")));
            } else {
                unmatched.push(pattern.text.as_str());
                let scope =
                    Place::Tree { scope: format!("all {}", count(tree.entries.len(), "path")) };
                findings.push(Finding::absent(
                    scope,
                    format!("No path of the tree matches `{}`.", pattern.text),
                ));
            }
        }
        let (good, bad) = if self.absent { (&unmatched, &matched) } else { (&matched, &unmatched) };
        if self.hint && !bad.is_empty() {
            let reason = format!(
                "{} is named as a place to look, and what is looked for may stand elsewhere",
                listed(bad.iter().copied())
            );
            let scope = Place::Tree { scope: format!("all {}", count(tree.entries.len(), "path")) };
            return Err(Undecided { findings, ..Undecided::new(scope, reason) });
        }
        if !bad.is_empty() && !self.absent && (tree.truncated || !tree.damage.is_empty()) {
            let scope = Place::Tree { scope: "the readable part of the tree".into() };
            return Err(Undecided {
                findings,
                ..Undecided::new(scope, "not all of the tree could be read")
            });
        }
        let statement = match (matched.is_empty(), unmatched.is_empty()) {
            (true, _) => format!("Nothing matches {}.", listed(unmatched.iter().copied())),
            (false, true) => format!("{} found.", listed(matched.iter().copied())),
            (false, false) => {
                format!(
                    "{} found, {} not.",
                    listed(matched.iter().copied()),
                    listed(unmatched.iter().copied())
                )
            }
        };
        Ok(Answer {
            outcome: Outcome::of_share(good.len(), self.paths.len()),
            statement,
            missing: bad.iter().map(|pattern| format!("`{pattern}`")).collect(),
            findings,
        })
    }
}
