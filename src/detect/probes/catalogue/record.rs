//! What the probes read from: the facts of one audit, and why something is not known.

use super::super::{Undecided, count};
use super::ahead::{Ahead, Told};
use crate::detect::repo::python::in_tests;
use crate::domain::evidence::{Detective, Finding};
use crate::domain::facts::{
    DocumentFacts, FigureFacts, Language, Place, PythonFacts, RepositoryFacts, Sights, TreeEntry,
    Unreadable, is_program,
};
use crate::domain::rubric::Dimension;
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// All facts of an audit, or why there are none.
pub struct Record<'a> {
    state: &'a AgentState,
    ahead: Option<&'a Ahead>,
}

impl<'a> Record<'a> {
    /// Opens the record of an audit.
    #[must_use]
    pub const fn of(state: &'a AgentState) -> Self {
        Self { state, ahead: None }
    }

    /// Opens the record of an audit whose report was read ahead.
    #[must_use]
    pub(in crate::detect) const fn read_ahead(
        state: &'a AgentState,
        ahead: Option<&'a Ahead>,
    ) -> Self {
        Self { state, ahead }
    }

    /// What the report says of the code and of scores.
    pub(in super::super) fn told(&self, document: &DocumentFacts) -> Cow<'a, Told> {
        let known = self.ahead.and_then(|ahead| ahead.told.as_ref());
        known.map_or_else(|| Cow::Owned(Told::of(&document.pages, &self.criteria())), Cow::Borrowed)
    }

    /// The criteria of the rubric, each with the names by which a report may call it.
    pub(in super::super) fn criteria(&self) -> Vec<Vec<String>> {
        names_of(&self.state.rubric_dimensions)
    }

    pub(in super::super) fn unread(&self, detective: Detective) -> Undecided {
        let scope = match detective {
            Detective::RepoInvestigator => Place::Tree { scope: "repository".into() },
            Detective::DocAnalyst | Detective::VisionInspector => Place::Report,
        };
        let why = self.state.why_unread(detective);
        let why = why.map_or_else(|| "it was not examined".to_owned(), ToString::to_string);
        Undecided::new(scope, why)
    }

    pub(in super::super) fn repository(&self) -> Result<&'a RepositoryFacts, Undecided> {
        self.state.repository().ok_or_else(|| self.unread(Detective::RepoInvestigator))
    }

    pub(in super::super) fn python(&self) -> Result<&'a PythonFacts, Undecided> {
        self.repository().map(|facts| &facts.python)
    }

    /// Refuses to judge calls where no code could make them.
    pub(in super::super) fn any_python(&self) -> Result<(), Undecided> {
        let facts = self.repository()?;
        let tree = &facts.tree;
        let is_whole = tree.gap("").is_none();
        let is_python = |entry: &TreeEntry| Language::of(&entry.path) == Some(Language::Python);
        let any = facts.python.files > 0 || tree.entries.iter().any(is_python);
        if any || !is_whole {
            return Ok(());
        }
        Err(Undecided::moot(self.python_scope(), "The tree has no Python file"))
    }

    pub(in super::super) fn document(&self) -> Result<&'a DocumentFacts, Undecided> {
        self.state.document().ok_or_else(|| self.unread(Detective::DocAnalyst))
    }

    pub(in super::super) fn figures(&self) -> Result<&'a FigureFacts, Undecided> {
        self.state.figures().ok_or_else(|| self.unread(Detective::VisionInspector))
    }

    /// What a vision model says of the figures, where one looked.
    pub(in super::super) fn sights(&self) -> Option<&'a Sights> {
        self.state.sights.as_deref()
    }

    /// Why a vision model that was to look at the figures did not.
    pub(in super::super) fn why_unseen(&self) -> Option<String> {
        self.state.given_up(&Task::Look).map(ToString::to_string)
    }

    /// What was looked through when something is not in the Python sources.
    pub(in super::super) fn python_scope(&self) -> Place {
        let facts = self.state.repository().map(|facts| &facts.python);
        let files = facts.map_or(0, |python| python.files);
        let noun = if files == 1 { "file" } else { "files" };
        let whole = facts.is_none_or(|python| python.unreadable.is_empty());
        let rest = if whole { "" } else { ", as far as they could be read" };
        Place::Tree { scope: format!("all {files} Python {noun}{rest}") }
    }

    /// Says that something is not in the Python sources outside the tests, provided that all of them could be read:
    /// what nobody could look into is not known to be without it. It bears one of `names` wherever it is, so that a
    /// notebook without them is without it as well; where there are none, any code of a notebook may be it.
    pub(in super::super) fn absent_from_python(
        &self,
        what: &str,
        names: &[&str],
    ) -> Result<Finding, Undecided> {
        let facts = self.repository()?;
        let scope = self.python_scope();
        let ours = |unreadable: &&Unreadable| !in_tests(&unreadable.place.file);
        if let Some(unreadable) = facts.python.unreadable.iter().find(ours) {
            let reason =
                format!("no {what} was found, but `{}` {}", unreadable.place, unreadable.reason);
            return Err(Undecided::new(unreadable.place.clone(), reason));
        }
        if let Some(why) = facts.tree.gap("") {
            return Err(Undecided::new(scope, format!("no {what} was found, but {why}")));
        }
        if let Some(why) = unasked(facts, names) {
            return Err(Undecided::new(scope, format!("no {what} was found, but {why}")));
        }
        if facts.python.files == 0 {
            return Ok(Finding::absent(
                scope,
                format!("Looked for {what}: the tree has no Python file."),
            ));
        }
        Ok(match outside_tests(facts) {
            Some(scope) => Finding::absent(
                scope,
                format!("Looked outside the tests for {what}: nothing of the kind is there."),
            ),
            None => {
                Finding::absent(scope, format!("Looked for {what}: nothing of the kind is there."))
            }
        })
    }
}

/// The names by which a report may call each criterion.
pub(in crate::detect) fn names_of(dimensions: &[Arc<Dimension>]) -> Vec<Vec<String>> {
    let names = |id: &str, name: &str| vec![name.to_owned(), id.to_owned(), id.replace('_', " ")];
    dimensions.iter().map(|one| names(one.id.as_str(), &one.name)).collect()
}

/// What code there is in which nothing of Python's was looked for: notebooks in which one of the names occurs, and other
/// languages where there is no Python file.
fn unasked(facts: &RepositoryFacts, names: &[&str]) -> Option<String> {
    let paths = || facts.tree.entries.iter().map(|entry| entry.path.as_str());
    let is_notebook = |path: &&str| {
        let ending = Path::new(*path).extension();
        ending.is_some_and(|ending| ending.eq_ignore_ascii_case("ipynb")) && !in_tests(path)
    };
    let is_without = |path: &&str| {
        let read = facts.notebooks.iter().find(|notebook| notebook.path == **path);
        read.is_some_and(|notebook| !notebook.may_name(names))
    };
    let notebooks: Vec<&str> =
        paths().filter(is_notebook).filter(|path| !is_without(path)).collect();
    if let Some((first, others)) = notebooks.split_first() {
        let more = match others.len() {
            0 => String::new(),
            others => format!(" and {} more", count(others, "notebook")),
        };
        return Some(format!("the code of the notebook `{first}`{more} was not read"));
    }
    let programs = paths().filter(|path| is_program(path) && !is_notebook(path)).count();
    let is_other = facts.python.files == 0 && programs > 0;
    is_other.then(|| match programs {
        1 => "the one source file is not in Python".to_owned(),
        some => format!("none of the {some} source files is in Python"),
    })
}

/// What was looked through where tests are left out; nothing where there are none.
fn outside_tests(facts: &RepositoryFacts) -> Option<Place> {
    let python = &facts.python;
    let paths = facts.tree.entries.iter().map(|entry| entry.path.as_str());
    let (tests, ours): (Vec<&str>, Vec<&str>) = paths
        .filter(|path| Language::of(path) == Some(Language::Python))
        .partition(|path| in_tests(path));
    let read = usize::try_from(python.files).unwrap_or_default();
    let all = if tests.len() + ours.len() == read + python.unreadable.len() {
        format!("all {}", count(ours.len(), "Python file"))
    } else {
        "all Python files".to_owned()
    };
    (!tests.is_empty()).then(|| Place::Tree { scope: format!("{all} outside the tests") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{NotebookFact, TreeFacts};

    #[test]
    fn code_that_nobody_looked_through_is_told() {
        let told = |paths: &[&str], files: u32, sought: &[&str]| {
            let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
            let tree =
                TreeFacts { entries: paths.iter().map(entry).collect(), ..TreeFacts::default() };
            let python = PythonFacts { files, ..PythonFacts::default() };
            let names = Some(["os".to_owned()].into());
            let notebooks = vec![NotebookFact { path: "read.ipynb".into(), names }];
            let facts = RepositoryFacts { tree, python, notebooks, ..RepositoryFacts::default() };
            unasked(&facts, sought)
        };
        assert_eq!(told(&["src/a.py", "web/b.js"], 1, &["eval"]), None);
        assert_eq!(told(&["README.md"], 0, &["eval"]), None);
        let notebooks = told(&["src/a.py", "main.ipynb", "b.ipynb", "tests/c.ipynb"], 1, &["eval"]);
        let expected = "the code of the notebook `main.ipynb` and 1 notebook more was not read";
        assert_eq!(notebooks.as_deref(), Some(expected));
        assert_eq!(told(&["src/a.py", "read.ipynb"], 1, &["eval"]), None);
        let named = told(&["src/a.py", "read.ipynb"], 1, &["eval", "os"]);
        assert_eq!(named.as_deref(), Some("the code of the notebook `read.ipynb` was not read"));
        assert_eq!(told(&["src/a.py", "read.ipynb"], 1, &[]), named);
        let other = told(&["A.java", "B.java"], 0, &["eval"]);
        assert_eq!(other.as_deref(), Some("none of the 2 source files is in Python"));
    }

    #[test]
    fn what_was_looked_through_leaves_out_the_tests_where_there_are_some() {
        let scope = |paths: &[&str], files: u32| {
            let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
            let tree =
                TreeFacts { entries: paths.iter().map(entry).collect(), ..TreeFacts::default() };
            let python = PythonFacts { files, ..PythonFacts::default() };
            let facts = RepositoryFacts { tree, python, ..RepositoryFacts::default() };
            outside_tests(&facts).map(|place| place.to_string())
        };
        assert_eq!(scope(&["src/a.py", "README.md"], 1), None);
        let both = ["src/a.py", "src/b.py", "tests/test_a.py", "tests/data.csv"];
        assert_eq!(scope(&both, 3).as_deref(), Some("all 2 Python files outside the tests"));
        // Where not all files were counted, no number is told.
        assert_eq!(scope(&both, 2).as_deref(), Some("all Python files outside the tests"));
    }
}
