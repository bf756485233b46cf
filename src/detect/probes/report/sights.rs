//! The probe of what only somebody who sees can answer.

use super::super::{About, Answer, Ask, Record, Undecided, count};
use super::figures::has_none;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Glance, PictureKind, Place, PythonFacts, Sight, Sights};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// What only somebody who sees can answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Seen {
    pub(in super::super) question: String,
}

impl Ask for Seen {
    const ABOUT: About = About {
        kind: "figures.seen",
        artifact: Artifact::PdfImages,
        summary: "A question about a figure that only a vision model can answer; unknown without one.",
        parameters: &[("question", "what to ask about each figure, to be answered by yes or no")],
        example: r#"{"question": "Are the judges drawn as parallel branches?"}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let facts = record.figures()?;
        if let Some(sights) = record.sights() {
            return self.answered(sights, record);
        }
        let scope = facts
            .worth_a_look()
            .first()
            .map_or(Place::Report, |figure| Place::Page { page: figure.page });
        let told = |reason: &str| format!("{reason}, and to answer “{}”", self.question);
        if has_none(record, facts) {
            let statement = "The report has no figure that could show it";
            return Err(Undecided::moot(scope, statement));
        }
        if facts.figures.is_empty() {
            return Err(Undecided::new(scope, told("no figure was found to look at")));
        }
        let reason = match record.why_unseen() {
            Some(why) => format!("a vision model was to look at the figures and could not: {why}"),
            None => "no vision model was asked to look at the figures".to_owned(),
        };
        Err(Undecided::unexamined(scope, told(&reason)))
    }
}

impl Seen {
    /// What the vision model's answers come to: yes where one figure shows it; no where it is sure of
    /// every diagram that there is; else nobody knows.
    fn answered(&self, sights: &Sights, record: &Record<'_>) -> Result<Answer, Undecided> {
        let said = |sight: &Sight| sight.answers.get(&self.question).copied();
        let with = |wanted: Glance| sights.seen.iter().filter(move |one| said(one) == Some(wanted));
        if let Some(sight) = with(Glance::Yes).next() {
            return Ok(Answer {
                outcome: Outcome::Holds,
                statement: format!(
                    "A vision model answers yes of the figure on page {}: {}",
                    sight.page, self.question
                ),
                missing: Vec::new(),
                findings: vec![finding(sights, sight, Glance::Yes, record)],
            });
        }
        let is_certain = sights.unseen.is_empty() && with(Glance::Unclear).next().is_none();
        let drawn = with(Glance::No).find(|sight| sight.kind != PictureKind::NoDiagram);
        let Some(sight) = drawn.filter(|_| is_certain) else {
            let place =
                sights.seen.first().map_or(Place::Report, |one| Place::Page { page: one.page });
            let why = sights.unseen.first().map_or("a vision model could not tell", |why| why);
            return Err(Undecided::new(place, why.trim_end_matches('.').to_owned()));
        };
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: format!(
                "A vision model answers no of {}, first on page {}: {}",
                count(sights.seen.len(), "figure"),
                sight.page,
                self.question
            ),
            missing: vec!["a drawing that shows it".into()],
            findings: vec![finding(sights, sight, Glance::No, record)],
        })
    }
}

/// A finding on a vision model's word, held against what the code's graph says.
fn finding(sights: &Sights, sight: &Sight, answer: Glance, record: &Record<'_>) -> Finding {
    let drawn = [sight.detectives_parallel, sight.judges_parallel];
    // Nobody has read what an engine of the repository's own wires, or another framework where there is no graph.
    let is_read = |facts: &&PythonFacts| {
        facts.engines.is_empty() && (facts.frameworks.is_empty() || !facts.graphs.is_empty())
    };
    let read = record.python().ok().filter(is_read);
    let splits =
        read.map(|facts| facts.graphs.iter().map(|graph| graph.fan_out.len()).max().unwrap_or(0));
    let compared = match splits {
        Some(1..) if drawn.contains(&Glance::Yes) => " The code's graph splits as well.",
        Some(1..) if drawn == [Glance::No; 2] => {
            " The code's graph splits: drawing and code differ."
        }
        Some(0) if drawn.contains(&Glance::Yes) => {
            " No split was found in the code: drawing and code may differ."
        }
        Some(_) | None => "",
    };
    let rationale = format!(
        "The vision model `{}` calls it {} and answers {}: detectives in parallel {}, judges in parallel \
         {}, branches that meet {}.{compared}",
        sights.model,
        sight.kind.in_words(),
        answer.name(),
        sight.detectives_parallel.name(),
        sight.judges_parallel.name(),
        sight.aggregation.name(),
    );
    Finding::found(Place::Page { page: sight.page }, rationale)
        .with_confidence(Confidence::POSSIBLE)
}
