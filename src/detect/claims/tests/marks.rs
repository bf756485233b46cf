//! Names in capitals and decorators, looked for in small trees.

use super::super::*;
use super::asked::status;
use super::sources::repository;
use super::written;
use crate::detect::repo::marks::marks;
use crate::domain::facts::ClaimKind::Marks;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};

fn tree(files: &[(&str, &str)]) -> RepositoryFacts {
    let sources = written(files);
    RepositoryFacts { marks: marks(&sources), ..repository(files) }
}

#[test]
fn a_name_that_stands_nowhere_in_the_tree_is_none_of_the_code() {
    let said = "The vision node is enabled via the COURT_RUN_VISION environment variable.";
    let of = |files: &[(&str, &str)]| status(&tree(files), Marks, said);
    assert_eq!(of(&[("a.py", "x = 1\n")]), Some(Contradicted));
    assert_eq!(of(&[("a.py", "x = os.getenv('COURT_RUN_VISION')\n")]), Some(Supported));
    assert_eq!(
        of(&[("a.py", "x = 1\n"), (".env.example", "COURT_RUN_VISION=1\n")]),
        Some(Supported)
    );
    assert_eq!(
        of(&[("a.py", "x = 1\n"), ("README.md", "Set COURT_RUN_VISION.\n")]),
        Some(Undecided)
    );
    // A field of settings has the name in small letters, and a column may have broken it.
    assert_eq!(
        of(&[("a.py", "class S(BaseSettings):\n    court_run_vision: bool = False\n")]),
        None
    );
    assert_eq!(of(&[("a.py", "x = os.getenv('THE_COURT_RUN_VISION')\n")]), None);
    let library = "The key OPENAI_ORG_NAME is required.";
    assert_eq!(status(&tree(&[("a.py", "x = 1\n")]), Marks, library), Some(Undecided));
}

#[test]
fn a_decorator_that_stands_nowhere_is_left_open() {
    let said = "Each clone is decorated with `@patiently` and has a limit of its own.";
    let of = |text: &str| status(&tree(&[("a.py", text)]), Marks, said);
    assert_eq!(of("def f(): pass\n"), Some(Undecided));
    assert_eq!(of("@patiently\ndef f(): pass\n"), Some(Supported));
    assert_eq!(of("@tools.patiently\ndef f(): pass\n"), Some(Supported));
    assert_eq!(of("def f(): pass\nf = patiently(f)\n"), None);
}
