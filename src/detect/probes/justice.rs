//! Probe of how verdicts are synthesised.

use super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::JusticeFact;
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

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
            let statement = format!(
                "{} synthesise the verdict with {branches} branches; {} a model.",
                count(ours.len(), "function"),
                if asks_model { "some of them call" } else { "none of them calls" }
            );
            let outcome = match (branches > 0, asks_model) {
                (true, false) => Outcome::Holds,
                (true, true) => Outcome::Partly { share: 0.5 },
                (false, _) => Outcome::Fails,
            };
            return Ok(Answer { outcome, statement, missing: Vec::new(), findings });
        }
        let has = |rule: &&String| ours.iter().any(|justice| justice.rules.contains(rule));
        let (present, absent): (Vec<&String>, Vec<&String>) = self.rules.iter().partition(has);
        if !absent.is_empty()
            && present.len() < self.rules.len()
            && ours.iter().all(|j| j.branches == 0)
        {
            let reason =
                "the functions that synthesise the verdict hold no rules that could be followed";
            return Err(Undecided { findings, ..Undecided::new(ours[0].place.clone(), reason) });
        }
        let statement = match (present.is_empty(), absent.is_empty()) {
            (_, true) => {
                format!("Recognised in code: {}.", listed(present.iter().map(|rule| rule.as_str())))
            }
            (true, false) => format!(
                "Not recognised in code: {}.",
                listed(absent.iter().map(|rule| rule.as_str()))
            ),
            (false, false) => format!(
                "Recognised in code: {}; not recognised: {}.",
                listed(present.iter().map(|rule| rule.as_str())),
                listed(absent.iter().map(|rule| rule.as_str()))
            ),
        };
        Ok(Answer {
            outcome: Outcome::of_share(present.len(), self.rules.len()),
            statement,
            missing: absent.iter().map(|rule| format!("`{rule}`")).collect(),
            findings,
        })
    }
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
        format!("Function in the syntax tree; {model}, {} branches.", justice.branches),
    )
    .with_confidence(Confidence::STRONG)
    .quoting(format!("{}: {rules}", justice.function))
}
