//! Probe of how repositories are cloned.

use super::{About, Answer, Ask, Record, Undecided};
use crate::domain::evidence::Finding;
use crate::domain::facts::CloneFact;
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Whether clones go to a safe place and their failures are noticed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Clones {
    #[serde(default)]
    temporary: bool,
    #[serde(default)]
    handles_errors: bool,
    #[serde(default)]
    timeout: bool,
}

impl Ask for Clones {
    const ABOUT: About = About {
        kind: "python.clone",
        artifact: Artifact::GithubRepo,
        summary: "Every place that clones a repository does it as asked.",
        parameters: &[
            ("temporary", "whether the target must come from `tempfile`; false"),
            ("handles_errors", "whether failures must be noticed; false"),
            ("timeout", "whether a timeout must bound it; false"),
        ],
        example: r#"{"temporary": true, "handles_errors": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let clones: Vec<&CloneFact> = python.clone.iter().filter(|clone| !clone.in_tests).collect();
        if clones.is_empty() {
            let reason = "no code that clones a repository was recognised";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let (lacking, rest): (Vec<&CloneFact>, Vec<&CloneFact>) =
            clones.iter().copied().partition(|clone| self.lacks(clone));
        let findings: Vec<Finding> =
            lacking.iter().chain(&rest).take(6).map(|clone| finding(clone)).collect();
        if lacking.is_empty()
            && let Some(clone) = clones.iter().find(|clone| self.is_undecided(clone))
        {
            let reason = format!("where the clone at `{}` goes could not be followed", clone.place);
            return Err(Undecided { findings, ..Undecided::new(clone.place.clone(), reason) });
        }
        let mut places: Vec<String> =
            lacking.iter().map(|clone| format!("`{}`", clone.place)).collect();
        places.dedup();
        let good = clones.len() - lacking.len();
        let wanted = self.wanted();
        let statement = match (lacking.len(), clones.len()) {
            (0, 1) => format!("The only clone is made {wanted}."),
            (0, all) => format!("All {all} clones are made {wanted}."),
            (1, 1) => format!("The only clone is not made {wanted}: {}.", places.join(", ")),
            (bad, all) => {
                format!("{bad} of {all} clones are not made {wanted}: {}.", places.join(", "))
            }
        };
        Ok(Answer {
            outcome: Outcome::of_share(good, clones.len()),
            statement,
            missing: Vec::new(),
            findings,
        })
    }
}

impl Clones {
    fn lacks(&self, clone: &CloneFact) -> bool {
        (self.temporary && clone.temporary == Some(false))
            || (self.handles_errors && !clone.handles_errors)
            || (self.timeout && !clone.timeout)
    }

    fn wanted(&self) -> String {
        let wanted = [
            (self.temporary, "into a temporary directory"),
            (self.handles_errors, "with its failures noticed"),
            (self.timeout, "within a timeout"),
        ];
        let words: Vec<&str> =
            wanted.into_iter().filter(|(asked, _)| *asked).map(|(_, words)| words).collect();
        if words.is_empty() { "somewhere".to_owned() } else { words.join(" and ") }
    }

    fn is_undecided(&self, clone: &CloneFact) -> bool {
        self.temporary && clone.temporary.is_none()
    }
}

fn finding(clone: &CloneFact) -> Finding {
    let target = match clone.temporary {
        Some(true) => "to a temporary directory",
        Some(false) => "to a directory that is not temporary",
        None => "to a directory that could not be followed",
    };
    let yes = |is: bool, what: &str| format!("{} {what}", if is { "with" } else { "without" });
    let content = format!(
        "{} in {}: {target}, {}, {}{}",
        clone.method,
        clone.function.as_deref().unwrap_or("the module"),
        yes(clone.handles_errors, "error handling"),
        yes(clone.timeout, "a timeout"),
        if clone.shallow { ", shallow" } else { "" }
    );
    Finding::found(
        clone.place.clone(),
        "Clone of a repository in the syntax tree, its target followed through variables.",
    )
    .with_confidence(Confidence::STRONG)
    .quoting(content)
}
