//! Reports that seem to be of another project.

use crate::detect::document::{cited_in, is_foreign};
use crate::detect::repo::python::in_tests;
use crate::domain::facts::{
    CitedPath, DocumentFacts, Language, PathStatus, PythonFacts, RepositoryFacts, TreeEntry,
    TreeFacts,
};
use std::collections::BTreeSet;

/// Why nothing can be said of a report in which nothing of the repository is named.
pub(in super::super) const UNRELATED: &str = "the report names no class, function, node or Python file of this repository: it may be the report of another project";

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

/// Names that reports on many projects have alike: those of libraries and products.
const EVERYBODYS: [&str; 22] = [
    "add_conditional_edges",
    "add_edge",
    "add_messages",
    "add_node",
    "bind_tools",
    "BaseModel",
    "ChatOpenAI",
    "from_messages",
    "JavaScript",
    "LangChain",
    "LangGraph",
    "LangSmith",
    "operator_add",
    "operator_ior",
    "PostgreSQL",
    "StateGraph",
    "TypedDict",
    "TypeScript",
    "set_entry_point",
    "set_finish_point",
    "with_structured_output",
    "ToolNode",
];

/// Whether a report seems to be that of another project: it names nothing that the sources define.
pub(in super::super) fn is_anothers(
    document: &DocumentFacts,
    repository: &RepositoryFacts,
) -> bool {
    is_unrelated(document, repository) || is_strange(document, repository)
}

/// Whether Python is what the repository is written in: names of other languages are not known.
fn is_in_python(tree: &TreeFacts, fewest: usize) -> bool {
    let written = |entry: &TreeEntry| Language::of(&entry.path);
    let (python, others): (Vec<Language>, Vec<Language>) =
        tree.entries.iter().filter_map(written).partition(|language| *language == Language::Python);
    python.len() >= fewest && others.len() * 2 <= python.len()
}

/// Whether a report says where something is, and that is so: in a folder of the tree, by a name that two projects hardly
/// share. One that is a file of the tree is of its project as long as it names no path that is not there.
fn knows_its_way(document: &DocumentFacts, repository: &RepositoryFacts) -> bool {
    let cited = cited_in(document, repository);
    let is_told = |path: &CitedPath| {
        path.status == PathStatus::Verified && path.path.trim_end_matches('/').contains('/')
    };
    let is_absent = |path: &CitedPath| path.status == PathStatus::Absent;
    let is_in_tree = || repository.tree.holding(&document.blob).next().is_some();
    cited.iter().any(is_told) || (is_in_tree() && !cited.iter().any(is_absent))
}

/// Whether a report names much that looks like code, of which the sources define nothing and hold hardly a word.
///
/// That a library of graphs is named proves nothing then. Where other languages than Python are written, or not all words
/// of the tree are known, nothing is said.
fn is_strange(document: &DocumentFacts, repository: &RepositoryFacts) -> bool {
    let RepositoryFacts { python, tree, vocabulary, .. } = repository;
    let Some(vocabulary) = vocabulary else { return false };
    if !is_in_python(tree, 2) {
        return false;
    }
    let mut named: BTreeSet<&str> = BTreeSet::new();
    for page in &document.pages {
        let words = page.text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        named.extend(words.filter(|word| is_code(word) && !EVERYBODYS.contains(word)));
    }
    if named.len() < NAMES {
        return false;
    }
    let classes = python
        .classes
        .iter()
        .flat_map(|class| std::iter::once(&class.name).chain(&class.fields).map(String::as_str));
    let functions = python.functions.iter().map(|function| function.name.as_str());
    let nodes = python.graphs.iter().flat_map(|graph| &graph.nodes).map(|node| node.name.as_str());
    let files = tree.entries.iter().filter_map(|entry| {
        let name = entry.path.rsplit('/').next()?;
        Some(name.split('.').next().unwrap_or(name))
    });
    let ours: BTreeSet<String> = classes
        .chain(functions)
        .chain(nodes)
        .chain(files)
        .map(|name| letters(name).collect())
        .collect();
    let is_ours = |word: &&str| ours.contains(&letters(word).collect::<String>());
    let held = named.iter().filter(|word| vocabulary.names(word)).count();
    !named.iter().any(is_ours) && held * 3 < named.len()
}

/// Whether a word of a report looks like a name of code.
fn is_code(word: &str) -> bool {
    word.len() >= SHORTEST
        && word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.chars().any(|c| c.is_ascii_lowercase())
        && is_compound(word)
}

/// Whether a report names nothing that the Python sources define, though it is long enough to, and there is enough to
/// name.
///
/// Letters alone count, so that `RepoInvestigator`, `repo_investigator` and “repo investigator” are one name; a name that
/// is found by accident only makes the report related. So does a place that is told rightly, and to lie
/// in the tree itself; and of reports in other languages, or on programs in other languages, nothing is known.
pub(in super::super) fn is_unrelated(
    document: &DocumentFacts,
    repository: &RepositoryFacts,
) -> bool {
    is_in_python(&repository.tree, 1)
        && names_nothing(document, &repository.python)
        && !is_foreign(document)
        && !knows_its_way(document, repository)
}

fn names_nothing(document: &DocumentFacts, python: &PythonFacts) -> bool {
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
    use crate::domain::facts::{ReportPage, TreeFacts, Vocabulary};
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
        assert_eq!(names_nothing(&document, &python), expected, "{}", &text[text.len() - 60..]);
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

    #[test]
    fn a_report_of_names_that_the_sources_lack_is_anothers_though_it_names_the_library() {
        let repository = |names: &[&str], other: &str| {
            let entry = |path: &str| TreeEntry { path: path.into(), ..TreeEntry::default() };
            let files = ["src/a.py", "src/b.py", other, other].map(entry);
            let tree = TreeFacts { entries: files.into(), ..TreeFacts::default() };
            let names = names.iter().map(ToString::to_string).collect();
            let vocabulary = Some(Vocabulary { names, ..Vocabulary::default() });
            let defined = ["one", "two", "six"].map(|n| format!("def repo_tool_{n}(): pass\n"));
            let source = Source {
                path: "src/a.py".into(),
                blob: String::new(),
                bytes: defined.concat().into_bytes(),
            };
            let python = examine(&[source], &Limits::default());
            RepositoryFacts { tree, python, vocabulary, ..RepositoryFacts::default() }
        };
        let told = |text: String, names: &[&str], other: &str| {
            let page = ReportPage { text, ..ReportPage::default() };
            let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
            is_strange(&document, &repository(names, other))
        };
        let words = |of: &str| {
            let all: Vec<String> = (10..24).map(|n| format!("{of}_{n} in LangGraph. ")).collect();
            all.concat()
        };
        assert!(told(words("cv_batch"), &[], "README.md"));
        assert!(!told(words("cv_batch") + "repo_tool_one", &[], "README.md"));
        let held = ["cv_batch_10", "cv_batch_11", "cv_batch_12", "cv_batch_13", "cv_batch_14"];
        assert!(!told(words("cv_batch"), &held, "README.md"));
        assert!(!told(words("cv_batch"), &[], "web/app.ts"));
        assert!(!told("cv_batch_10 alone".into(), &[], "README.md"));
    }
}
