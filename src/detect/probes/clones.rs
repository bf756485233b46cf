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
        let findings: Vec<Finding> = clones.iter().take(6).map(|clone| finding(clone)).collect();
        let checks: Vec<(&CloneFact, Vec<&'static str>, bool)> = clones
            .iter()
            .map(|clone| (*clone, self.lacks(clone), self.is_undecided(clone)))
            .collect();
        let good =
            checks.iter().filter(|(_, lacks, undecided)| lacks.is_empty() && !undecided).count();
        let lacking: Vec<String> = checks
            .iter()
            .flat_map(|(clone, lacks, _)| {
                lacks.iter().map(move |what| format!("{what} at `{}`", clone.place))
            })
            .collect();
        if lacking.is_empty()
            && let Some((clone, ..)) = checks.iter().find(|(_, _, undecided)| *undecided)
        {
            let reason = format!("where the clone at `{}` goes could not be followed", clone.place);
            return Err(Undecided { findings, ..Undecided::new(clone.place.clone(), reason) });
        }
        let statement = if lacking.is_empty() {
            format!("Every clone ({}) does.", clones.len())
        } else {
            format!("{good} of {} clones do; lacking: {}.", clones.len(), lacking.join(", "))
        };
        Ok(Answer {
            outcome: Outcome::of_share(good, clones.len()),
            statement,
            missing: lacking,
            findings,
        })
    }
}

impl Clones {
    fn lacks(&self, clone: &CloneFact) -> Vec<&'static str> {
        let checks = [
            (self.temporary && clone.temporary == Some(false), "a temporary target"),
            (self.handles_errors && !clone.handles_errors, "error handling"),
            (self.timeout && !clone.timeout, "a timeout"),
        ];
        checks.into_iter().filter(|(lacks, _)| *lacks).map(|(_, what)| what).collect()
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
