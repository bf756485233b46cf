//! Probes of how judges are asked: structured output and personas.

use super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::repo::python::in_tests;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Lines, Lookup, PromptFact, StructuredOutputFact};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use globset::{Glob, GlobMatcher};
use serde::Deserialize;

/// Whether model calls are bound to a schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StructuredOutput {
    #[serde(default)]
    schema: Option<Name>,
    #[serde(default)]
    retry: bool,
}

/// A class name, in which `*` stands for anything.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Name {
    text: String,
    matcher: GlobMatcher,
}

impl TryFrom<String> for Name {
    type Error = globset::Error;
    fn try_from(text: String) -> Result<Self, globset::Error> {
        let matcher = Glob::new(&text)?.compile_matcher();
        Ok(Self { text, matcher })
    }
}

impl Ask for StructuredOutput {
    const ABOUT: About = About {
        kind: "python.structured_output",
        artifact: Artifact::GithubRepo,
        summary: "Model calls are bound to a schema, with a handler for malformed replies if asked for.",
        parameters: &[
            ("schema", "name of the schema's class, `*` for anything; absent: any"),
            ("retry", "whether a retry or handler must stand around it; false"),
        ],
        example: r#"{"schema": "JudicialOpinion", "retry": true}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        if self.retry { vec![retry_words()] } else { Vec::new() }
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let bound: Vec<&StructuredOutputFact> =
            python.structured_output.iter().filter(|call| !call.in_tests).collect();
        let fits = |call: &StructuredOutputFact| match (&self.schema, &call.schema) {
            (Some(wanted), Some(found)) => wanted.matcher.is_match(found),
            (Some(_), None) => false,
            (None, _) => true,
        };
        let fitting: Vec<&StructuredOutputFact> =
            bound.iter().copied().filter(|call| fits(call)).collect();
        let wanted = self.schema.as_ref().map_or_else(
            || "a model call bound to a schema".to_owned(),
            |schema| format!("a model call bound to `{}`", schema.text),
        );
        if fitting.is_empty() {
            if let Some(open) = bound.iter().find(|call| call.schema.is_none()) {
                let reason = format!("the schema bound at `{}` could not be followed", open.place);
                return Err(Undecided {
                    findings: findings(&bound),
                    ..Undecided::new(open.place.clone(), reason)
                });
            }
            let mut findings = findings(&bound);
            findings.push(record.absent_from_python(wanted.trim_start_matches("a "))?);
            let mut others: Vec<&str> =
                bound.iter().filter_map(|call| call.schema.as_deref()).collect();
            others.sort_unstable();
            others.dedup();
            let statement = if bound.is_empty() {
                "No model call is bound to a schema.".to_owned()
            } else {
                format!("Model calls are bound to {} only.", listed(others))
            };
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement,
                missing: vec![wanted],
                findings,
            });
        }
        let retried = fitting.iter().filter(|call| call.retry == Some(true)).count();
        let undecided = fitting.iter().find(|call| call.retry.is_none());
        let mut names: Vec<&str> =
            fitting.iter().filter_map(|call| call.schema.as_deref()).collect();
        names.sort_unstable();
        names.dedup();
        if names.is_empty() {
            names.push("a schema that could not be followed");
        }
        let bound_to = format!("{} bound to {}", count(fitting.len(), "model call"), listed(names));
        let statement = match (self.retry, retried) {
            (false, _) => format!("{bound_to}."),
            (true, 0) => format!(
                "{bound_to}; no retry or handler for malformed replies was found around it."
            ),
            (true, some) if some == fitting.len() => {
                format!("{bound_to}, with a retry or a handler for malformed replies.")
            }
            (true, some) => {
                format!(
                    "{bound_to}, {some} of them with a retry or a handler for malformed replies."
                )
            }
        };
        let outcome = match (self.retry, retried, undecided) {
            (false, _, _) | (true, 1.., _) => Outcome::Holds,
            (true, 0, Some(call)) => Outcome::Unknown {
                reason: format!(
                    "how replies are handled after `{}` could not be followed",
                    call.place
                ),
            },
            (true, 0, None) => match elsewhere(record) {
                Some(hit) => Outcome::Unknown {
                    reason: format!("no retry stands around the calls, and `{hit}` may bring one"),
                },
                None => Outcome::Fails,
            },
        };
        let missing = if outcome == Outcome::Holds {
            Vec::new()
        } else {
            vec!["a retry around the call".into()]
        };
        Ok(Answer { outcome, statement, missing, findings: findings(&fitting) })
    }
}

/// The search for words of a retry, which may also be given where a graph is wired or a client made.
fn retry_words() -> Lookup {
    let pattern = r"(?i)\bretr(y|ies|ying)|max_attempts|backoff|tenacity|with_fallbacks|ValidationError|OutputParserException";
    Lookup::Pattern { pattern: pattern.to_owned(), files: vec!["**/*.py".to_owned()] }
}

/// The first place outside the tests that has a word of a retry.
fn elsewhere(record: &Record<'_>) -> Option<String> {
    let lookups = &record.repository().ok()?.lookups;
    let answer = lookups.iter().find(|answer| answer.lookup == retry_words())?;
    let outside = |place: &&Lines| !in_tests(&place.file);
    answer.hits.iter().map(|hit| &hit.place).find(outside).map(ToString::to_string)
}

fn findings(calls: &[&StructuredOutputFact]) -> Vec<Finding> {
    let finding = |call: &&StructuredOutputFact| {
        let retry = match call.retry {
            Some(true) => "a retry or handler stands around it",
            Some(false) => "no retry or handler stands around it",
            None => "whether a handler stands around it could not be followed",
        };
        Finding::found(call.place.clone(), format!("Call in the syntax tree; {retry}."))
            .with_confidence(Confidence::STRONG)
            .quoting(format!("{}({})", call.method, call.schema.as_deref().unwrap_or("…")))
    };
    calls.iter().take(6).map(finding).collect()
}

/// Whether the personas' prompts differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Personas {
    #[serde(default = "half")]
    shared_at_most: f64,
}

fn half() -> f64 {
    0.5
}

impl Ask for Personas {
    const ABOUT: About = About {
        kind: "python.personas",
        artifact: Artifact::GithubRepo,
        summary: "Prosecutor, Defense and Tech Lead are instructed by texts of their own that share little.",
        parameters: &[(
            "shared_at_most",
            "largest share of five-word runs that two texts may share, 0–1; 0.5",
        )],
        example: r#"{"shared_at_most": 0.5}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let prompts: Vec<&PromptFact> =
            python.prompts.iter().filter(|prompt| !prompt.in_tests).collect();
        let mut findings: Vec<Finding> =
            prompts.iter().take(9).map(|prompt| persona(prompt)).collect();
        let mut personas: Vec<&str> =
            prompts.iter().map(|prompt| prompt.persona.as_str()).collect();
        personas.sort_unstable();
        personas.dedup();
        if personas.len() < 3 {
            let reason = match personas.as_slice() {
                [] => "no persona's prompt was recognised in the sources".to_owned(),
                some => format!("prompts were recognised for {} only", some.join(" and ")),
            };
            return Err(Undecided { findings, ..Undecided::new(record.python_scope(), reason) });
        }
        let alike: Vec<String> = python
            .prompt_similarity
            .iter()
            .filter(|pair| pair.shared > self.shared_at_most)
            .map(|pair| {
                format!("{} and {} share {:.0} %", pair.left, pair.right, pair.shared * 100.0)
            })
            .collect();
        let most = python.prompt_similarity.iter().map(|pair| pair.shared).fold(0.0, f64::max);
        let statement = format!(
            "Three personas have prompts; the closest two share {:.0} % of their five-word runs.",
            most * 100.0
        );
        findings.truncate(6);
        Ok(Answer {
            outcome: Outcome::of_share(3 - alike.len().min(3), 3),
            statement,
            missing: alike,
            findings,
        })
    }
}

fn persona(prompt: &PromptFact) -> Finding {
    let flat: String = prompt.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let start: String = flat.chars().take(220).collect();
    let more = if flat.chars().count() > 220 { "…" } else { "" };
    Finding::found(prompt.place.clone(), format!("Text that instructs the {}.", prompt.persona))
        .with_confidence(Confidence::STRONG)
        .quoting(format!("{start}{more}"))
}
