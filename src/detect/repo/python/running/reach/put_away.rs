//! Modules that were put away: what stands in an archive, and nothing outside it imports, is not what runs.

use crate::detect::repo::python::names::words::is_aside;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::sources::hidden::is_named;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::GraphFact;
use std::collections::BTreeMap;

/// The modules in folders for what is no longer used that nothing outside these imports or names; none where there is nothing else, or where a
/// graph of the program is built in the folder.
pub(super) fn put_away(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    sources: &[Source],
) -> Vec<usize> {
    let modules = repository.modules;
    let all = modules.iter().enumerate().filter(|(_, module)| !module.in_tests);
    let mut kept: BTreeMap<usize, &str> = BTreeMap::new();
    let mut has_others = false;
    for (index, module) in all {
        match around(module.path) {
            Some(folder) => {
                kept.insert(index, folder);
            }
            None => has_others = true,
        }
    }
    let builds = |folder: &str| {
        let mut live = graphs.iter().filter(|graph| graph.is_in_use());
        live.any(|graph| graph.place.file.starts_with(folder))
    };
    kept.retain(|_, folder| has_others && !builds(folder));
    if kept.is_empty() {
        return Vec::new();
    }
    for (index, module) in modules.iter().enumerate() {
        for other in repository.imported(index) {
            if kept.get(other).is_some_and(|folder| !module.path.starts_with(folder)) {
                kept.remove(other);
            }
        }
    }
    // What one that is used imports is used as well.
    let mut open: Vec<usize> = (0..modules.len())
        .filter(|index| around(modules[*index].path).is_some() && !kept.contains_key(index))
        .collect();
    while let Some(index) = open.pop() {
        let others = repository.imported(index).iter().copied();
        open.extend(others.filter(|other| kept.remove(other).is_some()));
    }
    kept.into_keys().filter(|index| !is_named(modules[*index].path, sources)).collect()
}

/// The outermost folder of such a name that a file stands in, with `/` at its end.
fn around(path: &str) -> Option<&str> {
    let mut ends = path.match_indices('/').map(|(at, _)| at);
    ends.find(|end| is_aside(path[..*end].rsplit('/').next().unwrap_or_default()))
        .map(|end| &path[..=end])
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks in which files a name is told that nothing binds.
    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let found = facts(files).unbound_names;
        let found: Vec<&str> = found.iter().map(|one| one.place.file.as_str()).collect();
        assert_eq!(found, expected, "{files:?}");
    }

    #[test]
    fn what_is_put_away_and_imported_by_nothing_does_not_run() {
        const FAILS: &str =
            "import os\ndef run():\n    return lost + 1\nif __name__ == '__main__':\n    run()\n";
        let own = ("src/main.py", "import os\nprint(os)\n");
        for path in ["archive/run.py", "src/deprecated_runs/run.py", "old/a/run.py"] {
            check(&[(path, FAILS), own], &[]);
        }
        check(&[("legacy/run.py", FAILS), own], &["legacy/run.py"]);
        check(&[("src/archiver/run.py", FAILS), own], &["src/archiver/run.py"]);
        // There is nothing else.
        check(&[("archive/run.py", FAILS)], &["archive/run.py"]);
        let uses = ("src/main.py", "from archive import run\nprint(run)\n");
        check(&[("archive/run.py", FAILS), uses], &["archive/run.py"]);
        let more = ("archive/first.py", "import archive.run\n");
        let first = ("src/main.py", "from archive import first\nprint(first)\n");
        check(&[more, ("archive/run.py", FAILS), first], &["archive/run.py"]);
        check(
            &[
                ("archive/run_old_jobs.py", FAILS),
                own,
                ("Makefile", "go:\n\tpython archive/run_old_jobs.py\n"),
            ],
            &["archive/run_old_jobs.py"],
        );
    }
}
