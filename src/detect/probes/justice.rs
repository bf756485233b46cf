//! Probe of how verdicts are synthesised.

use super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, Lookup, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// The words that code of a rule can hardly do without. Where none of them stands in any Python file,
/// the rule is not there; where one does and no rule was recognised, nobody can tell.
const VOCABULARY: &[(&str, &str)] = &[
    ("security_override", r"(?i)secur|vulnerab|os\.system|shell|unsafe|flaw"),
    ("fact_supremacy", r"(?i)suprem|evidence|hallucinat|overrul|unsupported|contradict|fact"),
    ("functionality_weight", r"(?i)weight|tech.?lead|functional|modular|architect"),
    ("variance_re_evaluation", r"(?i)varianc|spread|re.?evaluat|disagree|deviation|stdev"),
    ("dissent", r"(?i)dissent|disagree|minority"),
];

/// Whether verdicts follow written rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Justice {
    #[serde(default)]
    rules: Vec<String>,
}

impl Ask for Justice {
    const ABOUT: About = About {
        kind: "python.justice",
        artifact: Artifact::GithubRepo,
        summary: "The synthesis decides by code: it branches on the opinions instead of asking a model, and implements the named rules.",
        parameters: &[(
            "rules",
            "`security_override`, `fact_supremacy`, `functionality_weight`, `variance_re_evaluation`, `dissent`; empty: deterministic code is enough",
        )],
        example: r#"{"rules": ["security_override"]}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        self.rules.iter().filter_map(|rule| vocabulary(rule)).collect()
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let ours: Vec<&JusticeFact> =
            python.justice.iter().filter(|justice| !justice.in_tests).collect();
        if ours.is_empty() {
            let reason = "no code that synthesises a verdict was recognised";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let findings: Vec<Finding> = ours.iter().take(8).map(|justice| finding(justice)).collect();
        if self.rules.is_empty() {
            let branches: u32 = ours.iter().map(|justice| justice.branches).sum();
            let asks_model = ours.iter().any(|justice| justice.calls_model);
            let statement = match ours.as_slice() {
                [one] => format!(
                    "`{}` synthesises the verdict with {}; it {} a model.",
                    one.function,
                    branching(branches),
                    if asks_model { "calls" } else { "does not call" }
                ),
                some => format!(
                    "{} functions synthesise the verdict with {}; {} a model.",
                    some.len(),
                    branching(branches),
                    if asks_model { "some of them call" } else { "none of them calls" }
                ),
            };
            let outcome = match (branches > 0, asks_model) {
                (true, false) => Outcome::Holds,
                (true, true) => Outcome::Partly { share: 0.5 },
                (false, _) => Outcome::Fails,
            };
            return Ok(Answer { outcome, statement, missing: Vec::new(), findings });
        }
        self.read_rules(record, &ours, findings)
    }
}

impl Justice {
    fn read_rules(
        &self,
        record: &Record<'_>,
        ours: &[&JusticeFact],
        mut findings: Vec<Finding>,
    ) -> Result<Answer, Undecided> {
        let has = |rule: &&String| ours.iter().any(|justice| justice.rules.contains(rule));
        let (present, absent): (Vec<&String>, Vec<&String>) = self.rules.iter().partition(has);
        for rule in &absent {
            let words = vocabulary(rule).and_then(|lookup| {
                record.repository().ok()?.lookups.iter().find(|answer| answer.lookup == lookup)
            });
            let Some(words) = words else {
                let reason =
                    format!("`{rule}` was not recognised, and its words were not searched for");
                return Err(Undecided {
                    findings,
                    ..Undecided::new(ours[0].place.clone(), reason)
                });
            };
            if let Some(hit) = words.hits.first() {
                let reason = format!(
                    "no code was recognised that implements `{rule}`, and words of it stand in the sources, first at `{}`",
                    hit.place
                );
                return Err(Undecided { findings, ..Undecided::new(hit.place.clone(), reason) });
            }
            let scope = Place::Tree {
                scope: format!("all {}", count(words.files_searched as usize, "Python file")),
            };
            findings.insert(
                0,
                Finding::absent(
                    scope,
                    format!("Neither code that implements `{rule}` nor any word of it is there."),
                ),
            );
        }
        let names = |rules: &[&String]| listed(rules.iter().map(|rule| rule.as_str()));
        let statement = match (present.is_empty(), absent.is_empty()) {
            (_, true) => format!("Recognised in code: {}.", names(&present)),
            (true, false) => format!("Neither in code nor in words: {}.", names(&absent)),
            (false, false) => {
                format!("Recognised in code: {}; not there: {}.", names(&present), names(&absent))
            }
        };
        Ok(Answer {
            outcome: Outcome::of_share(present.len(), self.rules.len()),
            statement,
            missing: absent.iter().map(|rule| format!("`{rule}`")).collect(),
            findings,
        })
    }
}

fn branching(branches: u32) -> String {
    if branches == 1 { "1 branch".to_owned() } else { format!("{branches} branches") }
}

/// The search for the words of a rule in the Python sources.
fn vocabulary(rule: &str) -> Option<Lookup> {
    let (_, pattern) = VOCABULARY.iter().find(|(name, _)| *name == rule)?;
    Some(Lookup::Pattern { pattern: (*pattern).to_owned(), files: vec!["**/*.py".to_owned()] })
}

fn branches(number: u32) -> String {
    if number == 1 { "1 branch".to_owned() } else { format!("{number} branches") }
}

fn finding(justice: &JusticeFact) -> Finding {
    let rules = if justice.rules.is_empty() {
        "no named rule recognised".to_owned()
    } else {
        justice.rules.join(", ")
    };
    let model = if justice.calls_model { "calls a model" } else { "calls no model" };
    Finding::found(
        justice.place.clone(),
        format!("Function in the syntax tree; {model}, {}.", branches(justice.branches)),
    )
    .with_confidence(Confidence::STRONG)
    .quoting(format!("{}: {rules}", justice.function))
}
