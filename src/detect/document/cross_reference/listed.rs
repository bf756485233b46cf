//! Names that a listing has in a folder: `judges.py` on a line below `nodes/`.

use super::Clerk;
use crate::domain::facts::{CitedPath, PathStatus};

impl Clerk<'_> {
    /// Judges a name that a listing has in a folder: by the file there, where the tree has it, or else by itself. Nothing
    /// where no listing has it.
    pub(super) fn judge_listed(&self, cited: &CitedPath) -> Option<CitedPath> {
        let name = cited.written.trim_start_matches("./");
        let folder = cited.path.strip_suffix(name)?.strip_suffix('/')?;
        let there = self.in_folder(folder, name.trim_end_matches('/'));
        let path = there.unwrap_or(name);
        let ending = if name.ends_with('/') && there.is_some() { "/" } else { "" };
        let found =
            self.judge(&CitedPath { path: format!("{path}{ending}"), ..cited.clone() }, false);
        let elsewhere = found.matched.as_deref().filter(|_| there.is_none());
        let reason = elsewhere.filter(|_| found.status == PathStatus::Verified).map(|elsewhere| {
            format!("the listing has it in `{folder}`, and the tree has {elsewhere}")
        });
        Some(match reason {
            Some(reason) => CitedPath { status: PathStatus::Ambiguous, reason, ..found },
            None => found,
        })
    }

    /// The file or the directory of a name in a folder of a listing. Its first folders may be those that hold the
    /// repository, or it may begin below the root.
    fn in_folder(&self, folder: &str, name: &str) -> Option<&str> {
        let catalog = &self.catalog;
        let whole = format!("{folder}/{name}");
        let starts = whole.match_indices('/').map(|(at, _)| at + 1);
        let outside = |at: usize| whole[..at].split('/').all(|part| !catalog.has_directory(part));
        let rooted = [0].into_iter().chain(starts).take_while(|at| outside(*at));
        let exact = rooted.map(|at| &whole[at..]).find_map(|path| catalog.exactly(path));
        exact.or_else(|| {
            let mut ending = catalog.ending_in(&whole);
            ending.next().filter(|_| ending.next().is_none())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::cross_reference;
    use crate::domain::facts::{CitedPath, PathStatus, TreeEntry, TreeFacts};

    #[track_caller]
    fn check(folder: &str, name: &str, status: PathStatus, matched: Option<&str>) {
        let paths = ["Makefile", "README.md", "docs/README.md", "scripts/run.sh", "src/a/main.py"];
        let paths = [&paths[..], &["src/b/main.py", "src/main.py", "src/one.py"]].concat();
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: paths.iter().map(entry).collect(), ..Default::default() };
        let cited = CitedPath {
            written: name.into(),
            path: format!("{folder}/{name}"),
            status: PathStatus::Unchecked,
            matched: None,
            reason: String::new(),
            page: 1,
            sentence: format!("{name} of it"),
            heading: None,
        };
        let found = cross_reference(&[cited], &tree, None);
        let found: Vec<_> = found.iter().map(|one| (one.status, one.matched.as_deref())).collect();
        assert_eq!(found, [(status, matched)], "{folder}/{name}");
    }

    #[test]
    fn a_name_in_a_listing_is_that_of_the_file_in_its_folder() {
        use PathStatus::Verified;
        check("src/b", "main.py", Verified, Some("src/b/main.py"));
        check("court/src", "main.py", Verified, Some("src/main.py"));
        check("work/court", "README.md", Verified, Some("README.md"));
        check("docs", "README.md", Verified, Some("docs/README.md"));
        check("a", "main.py", Verified, Some("src/a/main.py"));
        check("src", "a/", Verified, Some("src/a"));
    }

    #[test]
    fn a_file_in_another_folder_than_that_of_the_listing_may_be_another() {
        use PathStatus::{Ambiguous, Mention};
        check("scripts", "Makefile", Ambiguous, Some("Makefile"));
        check("src/c", "one.py", Ambiguous, Some("src/one.py"));
        check("src/c", "main.py", Ambiguous, None);
        check("src", "notes.md", Mention, None);
    }
}
