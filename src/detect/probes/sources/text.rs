//! Probe of the text of the tree.

use super::super::catalogue::{gaps, globs};
use super::super::{About, Answer, Ask, NO_FORM, Record, Stake, Undecided, count, unproven_by};
use crate::detect::repo::lookup::refused;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Lookup, LookupAnswer, Place, TreeFacts, Unreadable};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Whether a text is there, or not.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
pub(in super::super) struct Text {
    sought: Sought,
    what: Option<String>,
    files: Vec<String>,
    absent: bool,
    /// Whether only known forms of what is sought are listed, so that others may stand there.
    forms: bool,
    given: Option<Given>,
}

/// A text without which what is sought is not wanted.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    pattern: String,
    what: String,
    #[serde(default)]
    files: Vec<String>,
}

impl Given {
    fn lookup(&self) -> Lookup {
        Lookup::Pattern { pattern: self.pattern.clone(), files: self.files.clone() }
    }

    /// Refuses to decide where it is not there.
    fn is_there(&self, answers: &[LookupAnswer], scope: &Place) -> Result<(), Undecided> {
        let answer = answers.iter().find(|answer| answer.lookup == self.lookup());
        let is_absent = |answer: &LookupAnswer| {
            answer.total == 0 && answer.problem.is_none() && answer.unreadable.is_empty()
        };
        if !answer.is_some_and(is_absent) {
            return Ok(());
        }
        let reason =
            format!("The question does not arise in this tree, which has no {}", self.what);
        Err(Undecided::moot(scope.clone(), reason))
    }
}

enum Sought {
    Literal(String),
    Pattern(String),
}

/// The parameters as a rubric writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    literal: Option<String>,
    pattern: Option<String>,
    what: Option<String>,
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    forms: bool,
    given: Option<Given>,
}

impl TryFrom<Written> for Text {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        let sought = match (&written.literal, &written.pattern) {
            (Some(text), None) if text.is_empty() => {
                return Err("must not be empty".into());
            }
            (Some(text), None) => Sought::Literal(text.clone()),
            (None, Some(pattern)) => {
                meaningful(pattern)?;
                Sought::Pattern(pattern.clone())
            }
            (Some(_), Some(_)) | (None, None) => {
                return Err("needs either `literal` or `pattern`".into());
            }
        };
        let Written { what, files, absent, forms, given, .. } = written;
        globs::check(&files)?;
        if let Some(given) = &given {
            meaningful(&given.pattern)?;
            globs::check(&given.files)?;
        }
        Ok(Self { sought, what, files, absent, forms, given })
    }
}

/// Refuses an expression that is none, that every line matches, or that none does.
fn meaningful(pattern: &str) -> Result<(), String> {
    let expression = regex::Regex::new(pattern).map_err(|error| refused(&error))?;
    if ["", "\u{1}", "a", "Z9 _"].iter().all(|line| expression.is_match(line)) {
        return Err("is matched by every line".into());
    }
    let is_spaced = pattern.contains("(?x") || pattern.contains("(?ix");
    if !is_spaced && (pattern.contains('\n') || pattern.contains('\r')) {
        return Err(
            "no line matches a pattern with a line end in it; lines are compared one by one".into(),
        );
    }
    Ok(())
}

impl Ask for Text {
    const ABOUT: About = About {
        kind: "text",
        artifact: Artifact::GithubRepo,
        summary: "A literal or a regular expression occurs in the text files of the tree; or does not.",
        parameters: &[
            ("literal", "text to find, by case; either this or `pattern`"),
            ("pattern", "regular expression over lines (linear-time engine)"),
            (
                "what",
                "what a hit is, in words for the report, such as `rule for secrets`; the text",
            ),
            (
                "files",
                "globs over paths, `!` leaves out, one without `/` is compared with the name in every folder and `./` roots it; empty: all text files",
            ),
            ("absent", "whether there must be no hit instead; false"),
            ("forms", super::super::FORMS),
            (
                "given",
                "`pattern`, `what` and `files` of a text that has to be there: where neither this nor what is sought is, the point counts neither way; always there",
            ),
        ],
        example: r#"{"pattern": "(?i)retry", "files": ["src/**"]}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        self.given.iter().map(Given::lookup).chain([self.lookup()]).collect()
    }

    fn unproven(&self) -> &'static [Stake] {
        unproven_by(self.forms, self.absent)
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
            if let Some(given) = self.given.as_ref() {
                given.is_there(&repository.lookups, &scope)?;
            }
            self.all_was_read(answer, &repository.tree, scope)?;
            let all = Place::Tree { scope: format!("all {searched}") };
            let finding = Finding::absent(all, rationale);
            findings.push(if self.forms {
                finding.with_confidence(Confidence::STRONG)
            } else {
                finding
            });
        }
        let holds = found != self.absent;
        Ok(Answer {
            outcome: Outcome::of(holds),
            statement: self.statement(answer, &searched),
            missing: if holds || self.absent { Vec::new() } else { vec![self.shown()] },
            findings,
        })
    }
}

impl Text {
    /// Refuses to call absent what may stand where nobody looked.
    fn all_was_read(
        &self,
        answer: &LookupAnswer,
        tree: &TreeFacts,
        scope: Place,
    ) -> Result<(), Undecided> {
        let unreadable: Vec<&Unreadable> = answer.unreadable.iter().collect();
        let scope = unreadable.first().map_or(scope, |lost| lost.place.clone().into());
        match gaps::told(&unreadable).or_else(|| gaps::gap(tree, &self.files)) {
            Some(why) => Err(Undecided::new(scope, format!("it was not found so far, but {why}"))),
            None => Ok(()),
        }
    }

    fn lookup(&self) -> Lookup {
        match &self.sought {
            Sought::Literal(text) => {
                Lookup::Literal { text: text.clone(), files: self.files.clone() }
            }
            Sought::Pattern(pattern) => {
                Lookup::Pattern { pattern: pattern.clone(), files: self.files.clone() }
            }
        }
    }

    fn statement(&self, answer: &LookupAnswer, searched: &str) -> String {
        let hits = count(answer.total as usize, "hit");
        match (&self.what, answer.hits.first()) {
            (Some(what), Some(first)) => format!("Found: {what} (`{}`).", first.place),
            (Some(what), None) if answer.files_searched == 0 => {
                format!("Not found, the tree has no file of the kind to look in: {what}.")
            }
            (Some(what), None) if self.forms => format!("{NO_FORM} in {searched}: {what}."),
            (Some(what), None) => format!("Not found in {searched}: {what}."),
            (None, _) => format!("{hits} of {} in {searched}.", self.shown()),
        }
    }

    fn shown(&self) -> String {
        if let Some(what) = &self.what {
            return what.clone();
        }
        match &self.sought {
            Sought::Literal(text) => format!("`{}`", text.replace('\n', "\\n")),
            Sought::Pattern(pattern) => format!("`/{pattern}/`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Hit, Lines};

    #[test]
    fn what_may_stand_where_nobody_looked_is_not_absent() {
        let probe: Text =
            serde_json::from_str(r#"{"literal": "x", "files": ["src/**"], "absent": true}"#)
                .unwrap();
        let refused = |unreadable: &[&str], unlisted: &[&str]| {
            let lost = |path: &&str| Unreadable {
                place: Lines::new(path, "b", 1, 1),
                reason: "could not be read".into(),
            };
            let answer = LookupAnswer {
                lookup: probe.lookup(),
                hits: Vec::new(),
                total: 0,
                files_searched: 1,
                vendored: 0,
                problem: None,
                unreadable: unreadable.iter().map(lost).collect(),
            };
            let unlisted = unlisted.iter().map(ToString::to_string).collect();
            let tree = TreeFacts { unlisted, ..TreeFacts::default() };
            let scope = Place::Tree { scope: String::new() };
            probe.all_was_read(&answer, &tree, scope).err().map(|undecided| undecided.reason)
        };
        let lost = "it was not found so far, but `src/a.py:1` could not be read";
        assert_eq!(refused(&["src/a.py"], &[]).as_deref(), Some(lost));
        assert!(refused(&[], &["src/deep/"]).is_some());
        assert_eq!(refused(&[], &["docs/"]), None);
        assert_eq!(refused(&[], &[]), None);
    }

    #[test]
    fn what_is_sought_is_told_in_the_words_of_the_rubric() {
        let said = |with: &str, places: &[&str]| {
            let probe: Text = serde_json::from_str(with).unwrap();
            let hit = |path: &&str| Hit { place: Lines::new(path, "b", 3, 3), excerpt: "x".into() };
            let answer = LookupAnswer {
                lookup: probe.lookup(),
                hits: places.iter().map(hit).collect(),
                total: u32::try_from(places.len()).unwrap(),
                files_searched: 2,
                vendored: 0,
                problem: None,
                unreadable: Vec::new(),
            };
            probe.statement(&answer, "2 files")
        };
        let told = r#"{"pattern": "^x", "what": "line of x"}"#;
        assert_eq!(said(told, &["a"]), "Found: line of x (`a:3`).");
        assert_eq!(said(told, &[]), "Not found in 2 files: line of x.");
        assert_eq!(said(r#"{"pattern": "^x"}"#, &[]), "0 hits of `/^x/` in 2 files.");
    }
}
