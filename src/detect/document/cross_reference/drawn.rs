//! The lines of one drawn tree, of which all say the same: that the file is there.

use crate::domain::facts::{CitedPath, PathStatus};
use std::collections::BTreeSet;

/// Why a bare name proves nothing.
pub(super) const ANYWHERE: &str = "a bare name of a document or a picture, which may lie anywhere";

/// Fewest files of a drawing that have to be there for it to be one of this repository.
const ENOUGH: usize = 3;

/// Calls absent what a drawing lists by its bare name and the tree has nowhere, where most of what is drawn on the
/// page is there: the same drawing is believed for those.
pub(super) fn judge_alike(found: &mut [CitedPath]) {
    let pages: Vec<u32> = found.iter().filter(|one| is_drawn(one)).map(|one| one.page).collect();
    let there = |page: u32| {
        let drawn = found.iter().filter(|one| one.page == page && is_drawn(one));
        drawn.filter(|one| one.status == PathStatus::Verified).count()
    };
    let drawn = |page: u32| pages.iter().filter(|other| **other == page).count();
    let believed: Vec<u32> = pages
        .iter()
        .copied()
        .filter(|page| there(*page) >= ENOUGH && 2 * there(*page) > drawn(*page))
        .collect();
    let doubted = found.iter_mut().filter(|one| is_drawn(one) && one.reason == ANYWHERE);
    for one in doubted.filter(|one| believed.contains(&one.page)) {
        one.status = PathStatus::Absent;
        one.reason = "the drawn tree lists it, and no file of this name is in the tree".into();
    }
}

/// Leaves open what a drawing lists by its bare name, where the one file of that name lies in a folder that is drawn
/// nowhere, or in none although its line stands inside a folder.
pub(super) fn judge_folders(found: &mut [CitedPath]) {
    let folders: BTreeSet<(u32, String)> = found
        .iter()
        .flat_map(|one| {
            let whole =
                [Some(one.path.as_str()), one.matched.as_deref().filter(|_| is_folder(one))];
            let parts = whole.into_iter().flatten().flat_map(|path| path.split('/'));
            parts.map(|part| (one.page, part.to_owned())).collect::<Vec<_>>()
        })
        .collect();
    let drawn: BTreeSet<u32> = found
        .iter()
        .filter(|one| is_drawn(one) && is_folder(one) && one.status == PathStatus::Verified)
        .map(|one| one.page)
        .collect();
    let is_named = |page: u32, folder: &str| {
        let pages = [page.saturating_sub(1), page, page + 1];
        pages.into_iter().any(|page| folders.contains(&(page, folder.to_owned())))
    };
    let bare = |one: &&mut CitedPath| {
        is_drawn(one) && !one.path.contains('/') && one.status == PathStatus::Verified
    };
    for one in found.iter_mut().filter(bare).filter(|one| drawn.contains(&one.page)) {
        let Some(there) = one.matched.as_deref() else { continue };
        let reason = match there.rsplit_once('/') {
            Some((folder, _)) => {
                let folder = folder.rsplit('/').next().unwrap_or(folder);
                let lies = || format!("lies in `{folder}`, which the drawing does not have");
                (!is_named(one.page, folder)).then(lies)
            }
            None => one
                .sentence
                .trim_start()
                .starts_with('│')
                .then(|| "lies in no folder, and the drawing has it in one".to_owned()),
        };
        if let Some(reason) = reason {
            one.status = PathStatus::Ambiguous;
            one.reason = format!("the one file of this name, {there}, {reason}");
        }
    }
}

fn is_folder(cited: &CitedPath) -> bool {
    cited.path.ends_with('/')
}

fn is_drawn(cited: &CitedPath) -> bool {
    ["├", "└"].iter().any(|branch| cited.sentence.contains(branch))
}

#[cfg(test)]
mod tests {
    use super::super::cross_reference;
    use super::*;
    use crate::domain::facts::{TreeEntry, TreeFacts};

    #[test]
    fn a_file_is_that_of_a_folder_that_is_drawn() {
        use PathStatus::{Ambiguous, Verified};
        let names = ["README.md", "app/api/route.py", "app/main.py", "notes/data.csv"];
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        let tree = TreeFacts { entries: names.iter().map(entry).collect(), ..TreeFacts::default() };
        let line = |path: &str, line: &str| CitedPath {
            written: path.into(),
            path: path.into(),
            status: PathStatus::Unchecked,
            matched: None,
            reason: String::new(),
            page: 1,
            sentence: line.into(),
            heading: None,
        };
        let drawing = [
            line("app/", "├── app/"),
            line("main.py", "│ ├── main.py"),
            line("README.md", "│ ├── README.md"),
            line("api/", "│ └── api/"),
            line("route.py", "│ └── route.py"),
            line("data.csv", "└── data.csv"),
            line("README.md", "└── README.md"),
        ];
        let found = cross_reference(&drawing, &tree, None);
        let found: Vec<_> = found.iter().map(|one| (one.path.as_str(), one.status)).collect();
        let expected = [
            ("app/", Verified),
            ("main.py", Verified),
            ("README.md", Ambiguous),
            ("api/", Verified),
            ("route.py", Verified),
            ("data.csv", Ambiguous),
            ("README.md", Verified),
        ];
        assert_eq!(found, expected);
        // Without folders it is a list of names.
        let list = cross_reference(&drawing[5..], &tree, None);
        assert_eq!(list[0].status, Verified);
    }
}
