//! Python files that lie in the tree and that nobody of the repository wrote there.

mod mirrors;

use crate::detect::repo::vendored;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{OthersFiles, environments, is_in_one};
use std::collections::BTreeSet;

/// Where setuptools copies a package before it packs it.
const BUILT: &str = "build/lib/";

/// The Python files that are the repository's own, and what is told of the others.
pub(in super::super) fn apart(sources: &[Source]) -> (Vec<&Source>, Option<OthersFiles>) {
    let python: Vec<&Source> = sources.iter().filter(|source| source.is_python()).collect();
    let paths: BTreeSet<&str> = python.iter().map(|source| source.path.as_str()).collect();
    let made = environments(sources.iter().map(|source| source.path.as_str()));
    let mirrors = mirrors::mirrors(&python);
    let is_others = |source: &&Source| {
        vendored::by_path(&source.path)
            || is_in_one(&source.path, &made)
            || is_copy(&source.path, &paths)
            || mirrors.iter().any(|folder| source.path.starts_with(folder.as_str()))
    };
    let (others, own): (Vec<_>, Vec<_>) = python.into_iter().partition(is_others);
    let told = others.first().map(|first| OthersFiles {
        files: u32::try_from(others.len()).unwrap_or(u32::MAX),
        first: first.path.clone(),
    });
    (own, told)
}

/// Whether a build made the file of this path from one that is there as well.
fn is_copy(path: &str, paths: &BTreeSet<&str>) -> bool {
    path.strip_prefix(BUILT)
        .is_some_and(|rest| paths.contains(rest) || paths.contains(format!("src/{rest}").as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::limits::Limits;

    #[test]
    fn what_others_wrote_accuses_nobody() {
        let source = |path: &str| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: b"import os\nos.system(input())\n".to_vec(),
        };
        let paths = [
            "build/lib/agent/run.py",
            "build/lib/own.py",
            "graph/bin/activate_this.py",
            "graph/pyvenv.cfg",
            "src/agent/run.py",
            "venv/Lib/site-packages/pip/main.py",
        ];
        let facts = examine(&paths.map(source), &Limits::default());
        let called: Vec<&str> = facts.calls.iter().map(|call| call.place.file.as_str()).collect();
        assert_eq!(called, ["build/lib/own.py", "src/agent/run.py"]);
        assert_eq!(facts.files, 2);
        let others = facts.others.expect("there are some");
        assert_eq!((others.files, others.first.as_str()), (3, "build/lib/agent/run.py"));
        assert_eq!(examine(&[source("a.py")], &Limits::default()).others, None);
    }
}
