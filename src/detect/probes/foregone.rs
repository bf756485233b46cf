//! Probe of evidence that is written before anything was looked at.

use super::{About, Answer, Ask, Record, Undecided, count};
use crate::domain::evidence::Finding;
use crate::domain::facts::{ConstantEvidence, Place, PythonFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Most places that are told.
const TOLD: usize = 4;
/// Most letters of an assertion that are quoted.
const QUOTED: usize = 120;

/// Whether detectives look before they say that they found something.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Foregone {}

impl Ask for Foregone {
    const ABOUT: About = About {
        kind: "python.constant_evidence",
        artifact: Artifact::GithubRepo,
        summary: "No detective writes evidence that something was found which holds nothing but what was written before, and which is reached whatever was looked at. Where none was seen, this counts neither way.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        if python.constant_evidence.is_empty() {
            let statement = "No evidence was seen that is written before anything is looked at, in code that the graph comes to";
            return Err(Undecided::moot(record.python_scope(), statement));
        }
        Ok(foregone(python))
    }
}

/// What is said of evidence that was written beforehand.
fn foregone(python: &PythonFacts) -> Answer {
    let all = &python.constant_evidence;
    let shown = || all.iter().take(TOLD);
    let mut told: Vec<String> =
        shown().map(|one| format!("{}: {}", one.told(), asserted(one))).collect();
    let more = all.len().saturating_sub(TOLD);
    told.extend((more > 0).then(|| format!("{} more likewise", count(more, "place"))));
    let finding = |one: &ConstantEvidence| {
        let way = one.leftover.as_ref().map_or_else(
            || "no condition on the way hangs on what was looked at".to_owned(),
            |list| format!("`{list}` is filled under conditions on the criterion alone"),
        );
        let why = format!("Every argument is written there or repeats what is asked, and {way}.");
        let place = Place::from(&one.place);
        let found = match &one.repeats {
            Some(_) => {
                Finding::found(place, format!("{why} What it asserts is {}.", asserted(one)))
            }
            None => Finding::found(place, why).quoting(quoted(&one.says)),
        };
        found.with_confidence(Confidence::STRONG)
    };
    Answer {
        outcome: Outcome::Fails,
        statement: format!(
            "Evidence says that something was found, and nothing that was looked at has a part in it: {}.",
            told.join("; ")
        ),
        missing: shown()
            .map(|one| format!("a look at what {} asserts (`{}`)", asserted(one), one.place))
            .collect(),
        findings: all.iter().take(2 * TOLD).map(finding).collect(),
    }
}

/// What evidence asserts: its own words, or what the criterion itself calls a success.
fn asserted(one: &ConstantEvidence) -> String {
    one.repeats.as_ref().map_or_else(
        || format!("“{}”", quoted(&one.says)),
        |part| format!("the criterion's own `{part}`"),
    )
}

/// An assertion, cut short where it is long.
fn quoted(says: &str) -> String {
    let line = says.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUOTED {
        return line;
    }
    let cut: String = line.chars().take(QUOTED).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn what_was_written_beforehand_is_told_with_what_it_asserts() {
        let one = |answers: Option<&str>, fallback| ConstantEvidence {
            class: "Evidence".into(),
            says: "No os.system\n is used.".into(),
            repeats: None,
            answers: answers.map(str::to_owned),
            fallback,
            leftover: None,
            function: Some("repo_investigator".into()),
            place: Lines::new("src/detectives.py", "b", 8, 12),
        };
        let of = |all| foregone(&PythonFacts { constant_evidence: all, ..PythonFacts::default() });
        let Answer { outcome, statement, missing, findings } = of(vec![one(Some("safety"), false)]);
        assert_eq!((outcome, missing.len(), findings.len()), (Outcome::Fails, 1, 1));
        assert_eq!(
            statement,
            "Evidence says that something was found, and nothing that was looked at has a part in it: `repo_investigator` writes `Evidence` for `safety` at `src/detectives.py:8-12`: “No os.system is used.”."
        );
        let left = ConstantEvidence {
            says: String::new(),
            repeats: Some("success_pattern".into()),
            leftover: Some("seen".into()),
            ..one(None, false)
        };
        let Answer { statement, missing, .. } = of(vec![left]);
        assert!(statement.ends_with("at `src/detectives.py:8-12` where `seen` has nothing in it: the criterion's own `success_pattern`."), "{statement}");
        assert!(missing[0].starts_with("a look at what the criterion's own `success_pattern`"));
        let statement = of(vec![one(None, true); 6]).statement;
        assert!(statement.contains("`src/detectives.py:8-12` where no model replies: “No"));
        assert!(statement.ends_with("; 2 places more likewise."), "{statement}");
    }
}
