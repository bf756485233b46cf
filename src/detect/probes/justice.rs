//! Probe of how verdicts are synthesised.

use super::{About, Answer, Ask, Record, Undecided, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, SpreadUse};
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
        let all: Vec<&JusticeFact> =
            python.justice.iter().filter(|justice| !justice.in_tests).collect();
        if all.is_empty() {
            let reason = "no code that synthesises a verdict was recognised";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let (dead, live): (Vec<_>, Vec<_>) = all.into_iter().partition(|justice| justice.dead);
        // Where nothing seems to be called, it is the calls that were not understood.
        let bench = if live.is_empty() {
            Bench { record, ours: dead, dead: Vec::new() }
        } else {
            Bench { record, ours: live, dead }
        };
        if self.rules.is_empty() { bench.by_code() } else { bench.by_rules(&self.rules) }
    }
}

/// The functions that synthesise verdicts.
struct Bench<'a> {
    record: &'a Record<'a>,
    ours: Vec<&'a JusticeFact>,
    /// Those that nothing calls.
    dead: Vec<&'a JusticeFact>,
}

impl Bench<'_> {
    /// Whether code decides, and no model.
    fn by_code(mut self) -> Result<Answer, Undecided> {
        // What speaks for or against comes first.
        self.ours.sort_by_key(|justice| (!justice.calls_model, justice.rules.is_empty()));
        let findings = self.ours.iter().take(8).map(|justice| finding(justice)).collect();
        let asks_model = self.ours.iter().any(|justice| justice.calls_model);
        let unclear = self.ours.iter().find(|justice| justice.reply_unclear);
        if let (false, Some(unclear)) = (asks_model, unclear) {
            let reason = format!(
                "where `{}` takes a model's reply could not be followed to the end",
                unclear.function
            );
            return Err(Undecided { findings, ..Undecided::new(unclear.place.clone(), reason) });
        }
        let branches: u32 = self.ours.iter().map(|justice| justice.branches).sum();
        let reply = if asks_model {
            "a model's reply can reach the score"
        } else {
            "no model's reply reaches the score"
        };
        let statement = match self.ours.as_slice() {
            [one] => format!(
                "`{}` synthesises the verdict with {}; {reply}.",
                one.function,
                branching(branches),
            ),
            some => format!(
                "{} functions synthesise the verdict with {}; {reply}.",
                some.len(),
                branching(branches),
            ),
        };
        let outcome = match (branches > 0, asks_model) {
            (true, false) => Outcome::Holds,
            (true, true) => Outcome::Partly { share: 0.5 },
            (false, _) => Outcome::Fails,
        };
        Ok(Answer { outcome, statement, missing: Vec::new(), findings })
    }

    /// Whether each of the rules is implemented.
    fn by_rules(&self, rules: &[String]) -> Result<Answer, Undecided> {
        let has = |rule: &&String| self.ours.iter().any(|justice| justice.rules.contains(rule));
        let (present, absent): (Vec<&String>, Vec<&String>) = rules.iter().partition(has);
        let mut findings: Vec<Finding> = self
            .ours
            .iter()
            .filter(|justice| present.iter().any(|rule| justice.rules.contains(rule)))
            .take(8)
            .map(|justice| finding(justice))
            .collect();
        for (index, rule) in absent.iter().enumerate() {
            match self.absent(rule) {
                Ok(missing) => findings.splice(index..index, [missing]).for_each(drop),
                Err(undecided) => {
                    findings.extend(undecided.findings);
                    return Err(Undecided { findings, ..undecided });
                }
            }
        }
        let names = |rules: &[&String]| listed(rules.iter().map(|rule| rule.as_str()));
        let statement = match (present.is_empty(), absent.is_empty()) {
            (_, true) => format!("Recognised in code: {}.", names(&present)),
            (true, false) => format!("Not in the code of the synthesis: {}.", names(&absent)),
            (false, false) => {
                format!("Recognised in code: {}; not there: {}.", names(&present), names(&absent))
            }
        };
        Ok(Answer {
            outcome: Outcome::of_share(present.len(), rules.len()),
            statement,
            missing: absent.iter().map(|rule| format!("`{rule}`")).collect(),
            findings,
        })
    }

    /// The finding that `rule` is not implemented, or why nobody can tell.
    fn absent(&self, rule: &str) -> Result<Finding, Undecided> {
        let scope = self.record.python_scope();
        if let Some(dead) = self.dead.iter().find(|one| one.rules.iter().any(|own| own == rule)) {
            let reason =
                format!("`{rule}` stands only in `{}`, and no call of it was found", dead.function);
            return Err(Undecided::new(dead.place.clone(), reason));
        }
        if rule == "variance_re_evaluation" {
            let spread = |wanted| self.ours.iter().find(|justice| justice.spread == Some(wanted));
            if let Some(choice) = spread(SpreadUse::Choice) {
                let reason = format!(
                    "the distance of the scores only chooses between them in `{}`, and whether that is `{rule}` is not for a program to say",
                    choice.function
                );
                return Err(Undecided::new(choice.place.clone(), reason));
            }
        }
        let Some(traces) = &self.record.python()?.rule_traces else {
            let reason =
                format!("`{rule}` was not recognised, and its words were not searched for");
            return Err(Undecided::new(scope, reason));
        };
        if let Some(trace) = traces.iter().find(|trace| trace.rule == rule) {
            let reason = format!(
                "no code was recognised that implements `{rule}`, but the name `{}` at `{}` may belong to it",
                trace.name, trace.place
            );
            return Err(Undecided::new(trace.place.clone(), reason));
        }
        let words = self.ours.iter().find(|justice| justice.spread == Some(SpreadUse::Words));
        if let (Some(words), "variance_re_evaluation") = (words, rule) {
            self.record.absent_from_python("re-evaluation of scores that lie far apart")?;
            let rationale = format!(
                "Where scores lie far apart only texts follow in `{}`: none of them is evaluated again.",
                words.function
            );
            return Ok(Finding::absent(words.place.clone(), rationale));
        }
        let sought =
            format!("code of the synthesis that implements `{rule}`, and names of it there");
        self.record.absent_from_python(&sought)
    }
}

fn branching(branches: u32) -> String {
    if branches == 1 { "1 branch".to_owned() } else { format!("{branches} branches") }
}

fn finding(justice: &JusticeFact) -> Finding {
    let rules = if justice.rules.is_empty() {
        "no named rule recognised".to_owned()
    } else {
        justice.rules.join(", ")
    };
    let model = if justice.calls_model {
        "a model's reply can reach the score"
    } else {
        "no model's reply reaches the score"
    };
    Finding::found(
        justice.place.clone(),
        format!("Function in the syntax tree; {model}, {}.", branching(justice.branches)),
    )
    .with_confidence(Confidence::STRONG)
    .quoting(format!("{}: {rules}", justice.function))
}
