//! Probe of files in the tree.

use super::super::catalogue::gaps::beginning;
use super::super::catalogue::globs;
use super::super::{
    About, Answer, Ask, NO_FORM, Record, Stake, Undecided, count, listed, unproven_by,
};
use crate::domain::evidence::Finding;
use crate::domain::facts::{Place, TreeEntry, TreeFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use globset::{Glob, GlobMatcher};
use serde::Deserialize;

/// Whether files are there, or not.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
#[expect(clippy::struct_excessive_bools, reason = "each is a parameter by itself")]
pub(in super::super) struct Files {
    paths: Vec<Pattern>,
    what: Option<String>,
    absent: bool,
    hint: bool,
    /// Whether nothing is decided by them: they say where to look, or it is not known what is wanted of them.
    unsettled: bool,
    /// Whether the globs are names by which such a file is known, so that it may be there by another.
    forms: bool,
}

/// The parameters as a rubric writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a parameter by itself")]
struct Written {
    paths: Vec<Pattern>,
    what: Option<String>,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    hint: bool,
    #[serde(default)]
    unsettled: bool,
    #[serde(default)]
    forms: bool,
}

/// A glob over paths of the tree.
#[derive(Deserialize)]
#[serde(try_from = "String")]
struct Pattern {
    text: String,
    matcher: GlobMatcher,
}

impl TryFrom<String> for Pattern {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        globs::possible(&text)?;
        let whole = text.strip_prefix("./").unwrap_or(&text);
        let matcher = Glob::new(whole).map_err(|error| error.to_string())?.compile_matcher();
        Ok(Self { text, matcher })
    }
}

impl TryFrom<Written> for Files {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        let Written { paths, what, absent, hint, unsettled, forms } = written;
        if paths.is_empty() {
            return Err("must not be empty".into());
        }
        Ok(Self { paths, what, absent, hint, unsettled, forms })
    }
}

impl Ask for Files {
    const ABOUT: About = About {
        kind: "files",
        artifact: Artifact::GithubRepo,
        summary: "Each glob matches a file of the tree; or none does.",
        parameters: &[
            (
                "paths",
                "globs over whole paths, such as `src/**/*.py`; `*` crosses folders, and without `/` or `*` before it a name is one of the root",
            ),
            (
                "what",
                "what these files are, in words for the report, such as `lock file`; the globs",
            ),
            ("absent", "whether there must be no match instead; false"),
            (
                "hint",
                "whether the paths only say where to look, so that no match decides nothing; false",
            ),
            (
                "unsettled",
                "whether nothing is decided by them, so that it is told alone whether they are there; false",
            ),
            ("forms", super::super::FORMS),
        ],
        example: r#"{"paths": ["README*", ".env.example"]}"#,
    };

    fn unproven(&self) -> &'static [Stake] {
        unproven_by(self.forms, self.absent)
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        self.answer(&record.repository()?.tree)
    }
}

impl Files {
    fn answer(&self, tree: &TreeFacts) -> Result<Answer, Undecided> {
        let mut findings = Vec::new();
        let (mut matched, mut unmatched) = (Vec::new(), Vec::new());
        let mut files: Vec<&str> = Vec::new();
        for pattern in &self.paths {
            let hits: Vec<&TreeEntry> =
                tree.entries.iter().filter(|entry| pattern.matcher.is_match(&entry.path)).collect();
            if let Some(first) = hits.first() {
                matched.push(pattern.text.as_str());
                files.push(&first.path);
                let rationale = format!(
                    "{} matches {} of {} paths.",
                    self.shown(&pattern.text),
                    hits.len(),
                    tree.entries.len()
                );
                let names: Vec<&str> =
                    hits.iter().take(8).map(|entry| entry.path.as_str()).collect();
                let place = Place::lines(&first.path, &first.blob, 1, 1);
                findings.push(Finding::found(place, rationale).quoting(names.join("\n")));
            } else {
                unmatched.push(pattern.text.as_str());
                let scope =
                    Place::Tree { scope: format!("all {}", count(tree.entries.len(), "path")) };
                let rationale =
                    format!("No path of the tree matches {}.", self.shown(&pattern.text));
                let finding = Finding::absent(scope, rationale);
                findings.push(if self.forms {
                    finding.with_confidence(Confidence::STRONG)
                } else {
                    finding
                });
            }
        }
        if self.unsettled {
            return Err(self.told_alone(&files, findings, tree.entries.len()));
        }
        let (good, bad) = if self.absent { (&unmatched, &matched) } else { (&matched, &unmatched) };
        if self.hint && !bad.is_empty() {
            let named = self.what.clone().unwrap_or_else(|| listed(bad.iter().copied()));
            let reason = format!(
                "{named} is named as a place to look, and what is looked for may stand elsewhere"
            );
            let scope = Place::Tree { scope: format!("all {}", count(tree.entries.len(), "path")) };
            return Err(Undecided { findings, ..Undecided::new(scope, reason) });
        }
        // What was found of that which must not be there stays found.
        let gap = unmatched.iter().find_map(|glob| Some((glob, tree.gap(beginning(glob))?)));
        if let Some((glob, gap)) = gap.filter(|_| !self.absent || matched.is_empty()) {
            let scope = Place::Tree { scope: "the readable part of the tree".into() };
            let reason = format!("nothing matches `{glob}` so far, but {gap}");
            return Err(Undecided { findings, ..Undecided::new(scope, reason) });
        }
        let statement = match (matched.is_empty(), unmatched.is_empty()) {
            (true, _) => format!("Nothing matches {}.", listed(unmatched.iter().copied())),
            (false, true) => format!("{} found.", listed(matched.iter().copied())),
            (false, false) => {
                format!(
                    "{} found, {} not.",
                    listed(matched.iter().copied()),
                    listed(unmatched.iter().copied())
                )
            }
        };
        Ok(Answer {
            outcome: Outcome::of_share(good.len(), self.paths.len()),
            statement: self.told(&files, &unmatched, tree.entries.len()).unwrap_or(statement),
            missing: self.what.as_ref().filter(|_| !self.absent && good.is_empty()).map_or_else(
                || {
                    let without = if self.absent { "a tree without " } else { "" };
                    bad.iter().map(|pattern| format!("{without}`{pattern}`")).collect()
                },
                |what| vec![what.clone()],
            ),
            findings,
        })
    }

    /// That files are there, or are not, where that decides nothing.
    fn told_alone(&self, files: &[&str], findings: Vec<Finding>, paths: usize) -> Undecided {
        let globs = || listed(self.paths.iter().map(|pattern| pattern.text.as_str()));
        let named = self.what.clone().unwrap_or_else(globs);
        let scope = Place::Tree { scope: format!("all {}", count(paths, "path")) };
        let reason = if files.is_empty() {
            format!(
                "{named} is named by the rubric and is not in the tree; what it asks may stand elsewhere"
            )
        } else {
            format!("{named} is there, and what the rubric wants of it was not looked up")
        };
        Undecided { findings, ..Undecided::unexamined(scope, reason) }
    }

    /// A place to look by its name, anything else by its glob.
    fn shown(&self, glob: &str) -> String {
        let named =
            self.what.as_ref().filter(|_| (self.hint || self.unsettled) && self.paths.len() == 1);
        named.cloned().unwrap_or_else(|| format!("`{glob}`"))
    }

    /// What was found in the words of the rubric; nothing where it has none, or where only some of the globs match.
    fn told(&self, files: &[&str], unmatched: &[&str], paths: usize) -> Option<String> {
        let what = self.what.as_ref()?;
        match (files, unmatched) {
            ([], _) => {
                let none = if self.forms { NO_FORM } else { "Not found" };
                Some(format!("{none} among {}: {what}.", count(paths, "path")))
            }
            (_, []) => Some(format!("Found: {what} ({}).", listed(files.iter().copied()))),
            (_, _) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the globs are decided on, and how, in a tree whose `src/` is a submodule.
    fn outcome(with: &str) -> Option<Outcome> {
        let entry = |(path, mode): (&str, &str)| TreeEntry {
            path: path.into(),
            mode: mode.into(),
            ..TreeEntry::default()
        };
        let files = [(".gitmodules", "file"), ("README.md", "file"), ("src", "submodule")];
        let tree = TreeFacts { entries: files.map(entry).into(), ..TreeFacts::default() };
        let probe: Files = serde_json::from_str(with).unwrap();
        probe.answer(&tree).ok().map(|answer| answer.outcome)
    }

    #[test]
    fn files_that_may_lie_in_a_submodule_are_neither_there_nor_absent() {
        assert_eq!(outcome(r#"{"paths": ["src/state.py"]}"#), None);
        assert_eq!(outcome(r#"{"paths": ["**/state.py"], "absent": true}"#), None);
        assert_eq!(outcome(r#"{"paths": ["docs/**"]}"#), Some(Outcome::Fails));
        assert_eq!(outcome(r#"{"paths": ["README*"]}"#), Some(Outcome::Holds));
        assert_eq!(outcome(r#"{"paths": ["*.md"], "absent": true}"#), Some(Outcome::Fails));
    }

    #[test]
    fn a_place_to_look_is_told_by_its_name() {
        let with = r#"{"paths": ["{a.py,**/a.py}"], "what": "`a.py`", "hint": true}"#;
        let probe: Files = serde_json::from_str(with).unwrap();
        let undecided = probe.answer(&TreeFacts::default()).err().unwrap();
        assert!(undecided.reason.starts_with("`a.py` is named as a place to look"));
        assert_eq!(undecided.findings[0].rationale, "No path of the tree matches `a.py`.");
    }

    #[test]
    fn what_the_files_are_is_told_in_the_words_of_the_rubric() {
        let said = |what: &str, files: &[&str], unmatched: &[&str]| {
            let with = format!(r#"{{"paths": ["*.lock"]{what}}}"#);
            serde_json::from_str::<Files>(&with).unwrap().told(files, unmatched, 9)
        };
        let what = r#", "what": "lock file""#;
        assert_eq!(said(what, &["a.lock"], &[]).unwrap(), "Found: lock file (`a.lock`).");
        assert_eq!(said(what, &[], &["*.lock"]).unwrap(), "Not found among 9 paths: lock file.");
        assert_eq!(said(what, &["a.lock"], &["b"]), None);
        assert_eq!(said("", &["a.lock"], &[]), None);
    }
}
