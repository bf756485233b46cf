//! Reports that seem to be of another project.

use crate::detect::repo::python::in_tests;
use crate::domain::facts::{DocumentFacts, PythonFacts};
use std::collections::BTreeSet;

/// Why nothing can be said of a report in which nothing of the repository is named.
pub(super) const UNRELATED: &str = "the report names no class, function, node or Python file of this repository: it may be the report of another project";

/// Fewest letters of a report that would name something of what it is about.
const LETTERS: usize = 4_000;
/// Fewest names that it could name.
const NAMES: usize = 12;
/// Shortest name that is looked for: a shorter one may be a word of any text.
const SHORTEST: usize = 8;
/// What a library of graphs is called; who names it speaks of a graph.
const LIBRARY: [&str; 2] = ["langgraph", "stategraph"];
/// Files that many projects have.
const COMMON: [&str; 8] = [
    "app.py",
    "config.py",
    "conftest.py",
    "main.py",
    "models.py",
    "server.py",
    "setup.py",
    "utils.py",
];

/// Whether a report names nothing that the Python sources define, though it is long enough to, and there is enough to
/// name.
///
/// Letters alone count, so that `RepoInvestigator`, `repo_investigator` and “repo investigator” are one name; a name that
/// is found by accident only makes the report related.
pub(super) fn is_unrelated(document: &DocumentFacts, python: &PythonFacts) -> bool {
    let text: String = document.pages.iter().flat_map(|page| letters(&page.text)).collect();
    if text.len() < LETTERS || LIBRARY.iter().any(|name| text.contains(name)) {
        return false;
    }
    let classes = python.classes.iter().filter(|class| !class.in_tests).map(|class| &class.name);
    let functions = python
        .functions
        .iter()
        .filter(|function| !function.in_tests)
        .map(|function| &function.name);
    let graphs = python.graphs.iter().filter(|graph| !graph.in_tests);
    let nodes = graphs.flat_map(|graph| &graph.nodes).map(|node| &node.name);
    let names: BTreeSet<String> = classes
        .chain(functions)
        .filter(|name| is_compound(name))
        .chain(nodes)
        .map(|name| letters(name).collect::<String>())
        .filter(|name| name.len() >= SHORTEST)
        .collect();
    let files = python.classes.iter().map(|class| class.place.file.as_str());
    let files = files.chain(python.functions.iter().map(|function| function.place.file.as_str()));
    let files: BTreeSet<&str> = files
        .filter(|path| !in_tests(path))
        .filter_map(|path| path.rsplit('/').next())
        .filter(|file| !file.starts_with("__") && !COMMON.contains(file))
        .collect();
    let cites = |file: &&str| document.pages.iter().any(|page| page.text.contains(*file));
    names.len() >= NAMES
        && !names.iter().any(|name| text.contains(name.as_str()))
        && !files.iter().any(cites)
}

/// Whether a name is of several words: one alone, such as `Evidence`, may stand in any text.
fn is_compound(name: &str) -> bool {
    let humps = name.chars().filter(char::is_ascii_uppercase).count();
    name.trim_matches('_').contains('_') || (humps > 1 && name.chars().any(char::is_lowercase))
}

/// The letters and digits of a text, small.
fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::facts::ReportPage;
    use crate::domain::limits::Limits;

    fn check(text: &str, expected: bool) {
        let defined = (0..NAMES).map(|number| format!("def repo_investigator_{number}(): pass\n"));
        let defined = defined.chain(["class Evidence: pass\n".to_owned()]);
        let source = Source {
            path: "src/detectives.py".into(),
            blob: String::new(),
            bytes: defined.collect::<String>().into_bytes(),
        };
        let python = examine(&[source], &Limits::default());
        let document = DocumentFacts {
            pages: vec![ReportPage { text: text.into(), ..ReportPage::default() }],
            ..DocumentFacts::default()
        };
        assert_eq!(is_unrelated(&document, &python), expected, "{}", &text[text.len() - 60..]);
    }

    #[test]
    fn a_report_that_names_nothing_of_the_sources_may_be_of_another_project() {
        let other =
            "The hook engine checks the scope of a write before the editor shows it. ".repeat(99);
        check(&other, true);
        check(&format!("{other} The evidence is in the trace."), true);
        check(&format!("{other} The Repo Investigator 3 clones."), false);
        check(&format!("{other} See detectives.py."), false);
        check(&format!("{other} It is built on LangGraph."), false);
        check(&other[other.len() / 2..], false);
    }
}
