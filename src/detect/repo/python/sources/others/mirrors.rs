//! Folders that are copies of another folder of the tree, made to keep or to hand in what the program was.

use crate::detect::repo::python::names::words::{has_word, is_aside};
use crate::domain::exhibit::repository::Source;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Words in the names of folders that copies are kept in, beside those for what is no longer used.
const WORDS: [&str; 8] = [
    "copies",
    "copy",
    "deliverable",
    "deliverables",
    "evidence",
    "snapshot",
    "snapshots",
    "submission",
];
/// Fewest bytes of a file that is not the same as another by chance.
const SMALL: usize = 200;
/// Fewest files that are the same at the same places.
const FEWEST: usize = 5;
/// Most files of the same content that are compared with each other.
const ALIKE: usize = 8;

/// The folders that are copies of others, each with `/` at its end.
///
/// Nearly every file of a copy has its like at the same place of the other folder, most of them with the same bytes, and
/// the name of the copy alone says that something is kept there.
pub(super) fn mirrors(python: &[&Source]) -> Vec<String> {
    if !python.iter().any(|source| says(&source.path)) {
        return Vec::new();
    }
    let mut alike: HashMap<&[u8], Vec<&str>> = HashMap::new();
    for source in python.iter().filter(|source| source.bytes.len() >= SMALL) {
        alike.entry(&source.bytes).or_default().push(&source.path);
    }
    let mut pairs: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for same in alike.values().filter(|same| (2..=ALIKE).contains(&same.len())) {
        for copy in same {
            for own in same.iter().filter(|own| *own != copy) {
                let roots = roots(copy, own);
                if says(roots.0) && !says(roots.1) {
                    *pairs.entry(roots).or_default() += 1;
                }
            }
        }
    }
    let paths: BTreeSet<&str> = python.iter().map(|source| source.path.as_str()).collect();
    let is_mirror = |(copy, own): &(&str, &str), same: usize| {
        let inside = paths.iter().filter_map(|path| path.strip_prefix(copy));
        let (mut all, mut held) = (0_usize, 0_usize);
        for rest in inside {
            all += 1;
            held += usize::from(paths.contains(format!("{own}{rest}").as_str()));
        }
        same >= FEWEST && held * 5 >= all * 4 && same * 2 >= all
    };
    let found = pairs.iter().filter(|(roots, same)| is_mirror(roots, **same));
    let found: BTreeSet<&str> = found.map(|((copy, _), _)| *copy).collect();
    found.into_iter().filter(|copy| !is_imported(copy, python)).map(str::to_owned).collect()
}

/// The folders in which two files stand at the same place, as far as their paths end alike.
fn roots<'p>(one: &'p str, other: &'p str) -> (&'p str, &'p str) {
    let (mut left, mut right) = (one, other);
    loop {
        let (one, first) = left.trim_end_matches('/').rsplit_once('/').unwrap_or(("", left));
        let (other, second) = right.trim_end_matches('/').rsplit_once('/').unwrap_or(("", right));
        if first.trim_end_matches('/') != second.trim_end_matches('/')
            || left.is_empty()
            || right.is_empty()
        {
            return (left, right);
        }
        left = &left[..one.len() + usize::from(!one.is_empty())];
        right = &right[..other.len() + usize::from(!other.is_empty())];
    }
}

/// Whether a part of a folder's path says that copies are kept there.
fn says(folder: &str) -> bool {
    folder.split('/').any(|name| is_aside(name) || has_word(name, &WORDS))
}

/// Whether a source outside a folder imports from it by its whole name.
fn is_imported(folder: &str, python: &[&Source]) -> bool {
    let dotted = folder.replace('/', ".");
    let imports = |line: &str| {
        let line = line.trim_start();
        (line.starts_with("from ") || line.starts_with("import ")) && line.contains(&dotted)
    };
    let mut outside = python.iter().filter(|source| !source.path.starts_with(folder));
    outside.any(|source| source.text().lines().any(imports))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_told_up_to_where_paths_end_alike() {
        for (one, other, expected) in [
            ("kept/src/a/b.py", "main/src/a/b.py", ("kept/", "main/")),
            ("kept/b.py", "b.py", ("kept/", "")),
            ("kept/x/b.py", "src/y/b.py", ("kept/x/", "src/y/")),
            ("kept/a.py", "src/b.py", ("kept/a.py", "src/b.py")),
        ] {
            assert_eq!(roots(one, other), expected);
        }
    }

    /// Checks which folders are told as copies of `main/`, where files of `folder` have `text` as a comment.
    #[track_caller]
    fn check(folder: &str, files: usize, changed: usize, main: &str, expected: &[&str]) {
        let source = |path: String, text: String| {
            let bytes = format!("# {}\n{text}\n", "x".repeat(SMALL)).into_bytes();
            Source { path, blob: "b".into(), bytes }
        };
        let own = (0..6).map(|at| source(format!("main/src/m{at}.py"), format!("a = {at}")));
        let copies = (0..files).map(|at| {
            let text = if at < changed { "b = 1".to_owned() } else { format!("a = {at}") };
            source(format!("{folder}/src/m{at}.py"), text)
        });
        let mut sources: Vec<Source> = own.chain(copies).collect();
        sources.push(source("main/run.py".into(), main.into()));
        let found = mirrors(&sources.iter().collect::<Vec<_>>());
        assert_eq!(found, expected, "{folder} {files} {changed}");
    }

    #[test]
    fn a_folder_that_keeps_a_copy_is_told() {
        check("EVIDENCE_PACKAGE/06_SOURCES", 6, 0, "", &["EVIDENCE_PACKAGE/06_SOURCES/"]);
        check("backup/2024", 6, 1, "", &["backup/2024/"]);
        // Too few are the same, or there is more in it.
        check("backup", 4, 0, "", &[]);
        check("backup", 6, 3, "", &[]);
        check("backup", 9, 0, "", &[]);
        // Two programs may have the same files.
        check("space", 6, 0, "", &[]);
        check("backup", 6, 0, "from backup.src import m1", &[]);
    }
}
