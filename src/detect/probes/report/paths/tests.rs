use super::*;
use crate::domain::facts::{DocumentWarning, ReportPage};

#[test]
fn a_cited_file_without_content_is_named_unless_it_marks_a_package() {
    let entry = |path: &str, blob: &str| TreeEntry {
        path: path.into(),
        blob: blob.into(),
        mode: "file".into(),
    };
    let empty = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";
    let tree = TreeFacts {
        entries: vec![
            entry("src/__init__.py", empty),
            entry("src/ast.py", empty),
            entry("src/graph.py", "ab"),
        ],
        ..TreeFacts::default()
    };
    let cited = ["src/__init__.py", "src/ast.py", "src/graph.py"].map(|path| CitedPath {
        written: path.into(),
        path: path.into(),
        status: PathStatus::Verified,
        matched: Some(path.into()),
        reason: String::new(),
        page: 1,
        sentence: String::new(),
        heading: None,
    });
    let all: Vec<&CitedPath> = cited.iter().collect();
    let named: Vec<&str> = hollow(&all, &tree).iter().map(|path| path.path.as_str()).collect();
    assert_eq!(named, ["src/ast.py"]);
}

#[test]
fn a_report_is_not_said_to_cite_nothing_where_letters_are_not_told() {
    let mut document = DocumentFacts::default();
    assert!(unchecked(&document, true).moot);
    assert!(!unchecked(&document, false).moot);
    document.warnings = vec![DocumentWarning::Untold { pages: vec![2], untold: 90, letters: 800 }];
    let undecided = unchecked(&document, true);
    let why = "no file path was read that could be checked, and 90 of the 800 letters on page 2 could not be told from the file";
    assert!(!undecided.moot && undecided.reason == why, "{}", undecided.reason);
    let mut document = DocumentFacts::default();
    document.pages.push(ReportPage { text: "It is in parser.ml.".into(), ..Default::default() });
    assert!(!unchecked(&document, true).moot);
}

#[test]
fn paths_of_many_projects_are_told_from_others() {
    let path = |path: &str| CitedPath {
        written: path.into(),
        path: path.into(),
        status: PathStatus::Verified,
        matched: None,
        reason: String::new(),
        page: 1,
        sentence: String::new(),
        heading: None,
    };
    for common in ["README.md", "docs/", "docker-compose.yml", ".env.example", "./src"] {
        assert!(is_common(&path(common)), "{common}");
    }
    for own in ["src/main.py", "docs/design.md", "graph.py"] {
        assert!(!is_common(&path(own)), "{own}");
    }
}

#[test]
fn a_lost_path_is_told_with_all_of_its_pages_that_first_which_rests_on_it() {
    let path = |page, sentence: &str| CitedPath {
        written: "audit/run.md".into(),
        path: "audit/run.md".into(),
        status: PathStatus::Absent,
        matched: None,
        reason: "no file of this path is in the tree".into(),
        page,
        sentence: sentence.into(),
        heading: None,
    };
    let own = path(1, "The audit is audit/run.md.");
    let source = path(5, "Source snapshot: audit/run.md");
    let other = CitedPath { path: "audit/other.md".into(), ..path(3, "It is audit/other.md.") };
    let paths = [own.clone(), other, source, own];
    let lost = Lost::of(&paths[0], &paths);
    assert_eq!((lost.path(), lost.pages().as_str()), ("audit/run.md", "pages 5, 1"));
    let finding = missing_file(&lost);
    assert_eq!(finding.places, [5, 1].map(|page| Place::Page { page }));
    let quoted = "Source snapshot: audit/run.md\nThe audit is audit/run.md.";
    assert_eq!(finding.content.as_deref(), Some(quoted));
    assert_eq!(Lost::of(&paths[1], &paths).pages(), "page 3");
}

#[test]
fn what_is_cited_is_told_with_all_of_its_pages() {
    let path = |written: &str, page| CitedPath {
        written: written.into(),
        path: written.into(),
        status: PathStatus::Mention,
        matched: None,
        reason: String::new(),
        page,
        sentence: String::new(),
        heading: None,
    };
    let (a, b, c) = (path("a.py", 3), path("b.py", 2), path("c.py", 3));
    let finding = cited(&[&a, &b, &c], "Named.").unwrap();
    assert_eq!(finding.places, [2, 3].map(|page| Place::Page { page }));
    assert_eq!(finding.content.as_deref(), Some("page 3: a.py\npage 2: b.py\npage 3: c.py"));
    assert!(cited(&[], "Named.").is_none());
}

#[test]
fn a_file_that_is_said_not_to_be_committed_is_told_where_it_is_in_the_tree() {
    use crate::detect::document::{AT_ODDS, RULED};
    let entry = |path: &str| TreeEntry {
        path: path.into(),
        blob: if path.ends_with(".gitkeep") {
            "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391".into()
        } else {
            "ab".into()
        },
        mode: "file".into(),
    };
    let names = ["backend/.env", "data/.gitkeep", "tests/fixtures/.env"];
    let tree = TreeFacts { entries: names.map(entry).to_vec(), ..TreeFacts::default() };
    let told = |matched: &str, reason: &str| {
        let path = CitedPath {
            written: ".env".into(),
            path: ".env".into(),
            status: PathStatus::Mention,
            matched: Some(matched.into()),
            reason: reason.into(),
            page: 11,
            sentence: "Keys stored in .env file (gitignored)".into(),
            heading: None,
        };
        let found = contradicted(&[&path], &tree);
        (!found.is_empty()).then(|| told_of(&found))
    };
    let expected = "In the tree, though the report says that it is not committed: `backend/.env`.";
    assert_eq!(told("backend/.env", AT_ODDS).as_deref(), Some(expected));
    // A rule of the repository, a folder, a file without content or one of a test contradicts nobody.
    assert_eq!(told("backend/.env", RULED), None);
    assert_eq!(told("backend/.env", "another reason"), None);
    for other in ["data", "data/.gitkeep", "tests/fixtures/.env", ".env"] {
        assert_eq!(told(other, AT_ODDS), None, "{other}");
    }
}
