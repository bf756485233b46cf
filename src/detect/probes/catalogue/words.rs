//! Probe of nothing: what a rubric asks in words that nobody looks up.

use super::super::{About, Answer, Ask, Record, Undecided};
use crate::domain::facts::Place;
use crate::domain::rubric::Artifact;
use serde::Deserialize;

/// What the words of a rubric ask and no probe answers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Words {
    texts: Vec<String>,
    #[serde(default)]
    more: usize,
    #[serde(default)]
    report: bool,
}

impl Ask for Words {
    const ABOUT: About = About {
        kind: "words",
        artifact: Artifact::GithubRepo,
        summary: "What the words ask and no probe answers: it is named in the report and counts neither way.",
        parameters: &[
            ("texts", "the words"),
            ("more", "how many more there are; 0"),
            ("report", "whether they are about the report; false"),
        ],
        example: r#"{"texts": ["Is the code easy to read?"]}"#,
    };

    fn read(&self, _: &Record<'_>) -> Result<Answer, Undecided> {
        let quoted: Vec<String> = self.texts.iter().map(|text| format!("“{text}”")).collect();
        let more = match self.more {
            0 => String::new(),
            more => format!("; and {more} more"),
        };
        let scope = if self.report {
            Place::Report
        } else {
            Place::Tree { scope: "what the words of the rubric name".into() }
        };
        Err(Undecided::unexamined(
            scope,
            format!(
                "what the rubric asks beyond names was not looked up. These are its words: {}{more}",
                quoted.join("; ")
            ),
        ))
    }
}
