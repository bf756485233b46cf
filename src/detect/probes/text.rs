//! Probe of the text of the tree.

use super::{About, Answer, Ask, Record, Undecided, count};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Lookup, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use serde::Deserialize;

/// Whether a text is there, or not.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
pub(super) struct Text {
    what: What,
    files: Vec<String>,
    absent: bool,
}

enum What {
    Literal(String),
    Pattern(String),
}

/// The parameters as a rubric writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    literal: Option<String>,
    pattern: Option<String>,
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    absent: bool,
}

impl TryFrom<Written> for Text {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        let what = match (written.literal, written.pattern) {
            (Some(text), None) => What::Literal(text),
            (None, Some(pattern)) => {
                regex::Regex::new(&pattern).map_err(|error| error.to_string())?;
                What::Pattern(pattern)
            }
            (Some(_), Some(_)) | (None, None) => {
                return Err("needs either `literal` or `pattern`".into());
            }
        };
        Ok(Self { what, files: written.files, absent: written.absent })
    }
}

impl Ask for Text {
    const ABOUT: About = About {
        kind: "text",
        artifact: Artifact::GithubRepo,
        summary: "A literal or a regular expression occurs in the text files of the tree; or does not.",
        parameters: &[
            ("literal", "text to find, by case; either this or `pattern`"),
            ("pattern", "regular expression over lines (linear-time engine)"),
            ("files", "globs over paths; empty: all text files"),
            ("absent", "whether there must be no hit instead; false"),
        ],
        example: r#"{"pattern": "(?i)retry", "files": ["src/**"]}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        vec![self.lookup()]
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let repository = record.repository()?;
        let lookup = self.lookup();
        let scope = Place::Tree { scope: "the text files of the tree".into() };
        let answer = repository.lookups.iter().find(|answer| answer.lookup == lookup);
        let Some(answer) = answer else {
            return Err(Undecided::new(scope, "the text of the tree was not searched for it"));
        };
        if let Some(problem) = &answer.problem {
            return Err(Undecided::new(scope, problem.clone()));
        }
        let searched = count(usize::try_from(answer.files_searched).unwrap_or(usize::MAX), "file");
        let rationale = format!(
            "Searched {searched} line by line: {} in all.",
            count(answer.total as usize, "hit")
        );
        let mut findings: Vec<Finding> = answer
            .hits
            .iter()
            .take(5)
            .map(|hit| {
                Finding::found(hit.place.clone(), rationale.clone()).quoting(hit.excerpt.clone())
            })
            .collect();
        let found = answer.total > 0;
        if !found {
            if let Some(limit) = repository.limits_reached.first() {
                return Err(Undecided::new(scope, format!("not everything was read: {limit}")));
            }
            findings
                .push(Finding::absent(Place::Tree { scope: format!("all {searched}") }, rationale));
        }
        let holds = found != self.absent;
        Ok(Answer {
            outcome: Outcome::of(holds),
            statement: format!(
                "{} of {} in {searched}.",
                count(answer.total as usize, "hit"),
                self.shown()
            ),
            missing: if holds || self.absent { Vec::new() } else { vec![self.shown()] },
            findings,
        })
    }
}

impl Text {
    fn lookup(&self) -> Lookup {
        match &self.what {
            What::Literal(text) => {
                Lookup::Literal { text: text.clone(), files: self.files.clone() }
            }
            What::Pattern(pattern) => {
                Lookup::Pattern { pattern: pattern.clone(), files: self.files.clone() }
            }
        }
    }

    fn shown(&self) -> String {
        match &self.what {
            What::Literal(text) => format!("`{text}`"),
            What::Pattern(pattern) => format!("`/{pattern}/`"),
        }
    }
}
