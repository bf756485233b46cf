//! The lines of one drawn tree, of which all say the same: that the file is there.

use super::super::sentences::{begins_branch, has_branch};
use super::catalog::Catalog;
use super::own;
use super::spelling::PROSE;
use crate::domain::facts::{CitedPath, PathStatus};
use std::collections::BTreeSet;

/// Why a bare name proves nothing.
pub(super) const ANYWHERE: &str = "a bare name of a document or a picture, which may lie anywhere";

/// Fewest files of a drawing that have to be there for it to be one of this repository.
const ENOUGH: usize = 3;

/// Calls absent what a drawing lists by its bare name and the tree has nowhere, where most of what is drawn on the
/// page is there: the same drawing is believed for those.
pub(super) fn judge_alike(found: &mut [CitedPath], catalog: &Catalog<'_>) {
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
    let bare: Vec<bool> = (0..found.len()).map(|at| is_lost_folder(found, at, catalog)).collect();
    for (one, folder) in found.iter_mut().zip(bare) {
        let doubted = is_drawn(one) && (one.reason == ANYWHERE || folder);
        if doubted && believed.contains(&one.page) {
            let kind = if folder { "folder" } else { "file" };
            one.status = PathStatus::Absent;
            one.reason =
                format!("the drawn tree lists it, and no {kind} of this name is in the tree");
        }
    }
}

/// Whether a line draws a folder that the tree has by no name like it. One under which a file is drawn that lies elsewhere
/// may be the one in which the repository lies.
fn is_lost_folder(found: &[CitedPath], at: usize, catalog: &Catalog<'_>) -> bool {
    let one = &found[at];
    let here = |other: &CitedPath| other.page == one.page && is_drawn(other);
    let begins = |next: &CitedPath| here(next) && !is_folder(next);
    is_drawn(one)
        && is_folder(one)
        && one.reason == PROSE
        && !catalog.has_directory_like(one.path.trim_end_matches('/'))
        && !own::is_made(&one.path)
        && !found.get(at + 1).is_some_and(begins)
        && found[..at].iter().any(here)
        && !above(found, at).is_some_and(|folder| own::is_made(&folder.path))
}

/// The folder in which a line may be drawn, where it does not surely stand beside the last one.
fn above(found: &[CitedPath], at: usize) -> Option<&CitedPath> {
    let one = &found[at];
    let folders = found[..at].iter().enumerate();
    let is_one = |other: &CitedPath| other.page == one.page && is_drawn(other) && is_folder(other);
    let (last, folder) = folders.rev().find(|(_, other)| is_one(other))?;
    let closes = ["└", "`--", "\\--"].iter().any(|branch| folder.sentence.contains(branch));
    (is_inside(&one.sentence) || closes || last + 1 == at).then_some(folder)
}

/// Takes a bare name for that of the file in the folder under which it is drawn, where several files have the name.
pub(super) fn judge_parents(found: &mut [CitedPath], catalog: &Catalog<'_>) {
    let mut folders: Vec<(u32, String)> = Vec::new();
    for one in found.iter_mut().filter(|one| is_drawn(one)) {
        if is_folder(one) {
            let there = one.matched.clone().filter(|_| one.status == PathStatus::Verified);
            folders.extend(there.map(|there| (one.page, there)));
            continue;
        }
        let several = catalog.namesakes(&one.path).len() > 1;
        let unsure = one.status == PathStatus::Ambiguous
            || (one.status == PathStatus::Verified && is_inside(&one.sentence));
        if !several || !unsure {
            continue;
        }
        let above = folders.iter().rev().filter(|(page, _)| *page == one.page);
        let file = above
            .map(|(_, folder)| format!("{folder}/{}", one.path))
            .find(|path| catalog.has_file(path));
        if let Some(file) = file {
            one.status = PathStatus::Verified;
            one.matched = Some(file);
            one.reason = "in the tree, in the folder under which it is drawn".into();
        }
    }
}

/// Whether a line of a drawing stands inside a folder: a stroke passes it before its own branch.
fn is_inside(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(['│', '|']) && !begins_branch(line)
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
            None => is_inside(&one.sentence)
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
    has_branch(&cited.sentence)
}

#[cfg(test)]
mod tests {
    use super::super::cross_reference;
    use super::*;
    use crate::domain::facts::{TreeEntry, TreeFacts};

    fn tree(names: &[&str]) -> TreeFacts {
        let entry = |path: &&str| TreeEntry { path: (*path).into(), ..TreeEntry::default() };
        TreeFacts { entries: names.iter().map(entry).collect(), ..TreeFacts::default() }
    }

    fn line(path: &str, line: &str) -> CitedPath {
        CitedPath {
            written: path.into(),
            path: path.into(),
            status: PathStatus::Unchecked,
            matched: None,
            reason: String::new(),
            page: 1,
            sentence: line.into(),
            heading: None,
        }
    }

    #[test]
    fn a_folder_that_is_drawn_is_there_as_its_files_are() {
        use PathStatus::{Absent, Mention, Verified};
        let tree = tree(&["README.md", "app/route.py", "app/main.py", "main.py"]);
        for (branch, inner) in [("├── ", "│ ├── "), ("+-- ", "| +-- "), ("`-- ", "| `-- ")]
        {
            let drawn = |lines: &[(&str, &str)]| -> Vec<PathStatus> {
                let lines: Vec<CitedPath> = lines
                    .iter()
                    .map(|(path, stroke)| line(path, &format!("{stroke}{path} of it")))
                    .collect();
                cross_reference(&lines, &tree, None).iter().map(|one| one.status).collect()
            };
            let first = [("README.md", branch), ("app/", branch), ("route.py", inner)];
            let with = |more: &[(&'static str, &'static str)]| drawn(&[&first[..], more].concat());
            let there = [Verified, Verified, Verified];
            assert_eq!(with(&[("manual/", branch)])[3..], [Absent], "{branch}");
            assert_eq!(with(&[("Notes.docx", branch)])[3..], [Absent], "{branch}");
            assert_eq!(with(&[("App/", branch)])[..3], there, "{branch}");
            assert_ne!(with(&[("App/", branch)])[3..], [Absent], "other letters");
            // A program may make it, and what is in it.
            let logs = [("run_logs/", branch)];
            assert_eq!(with(&logs)[3..], [Mention], "{branch}");
            let inside = with(&[("audit/", branch), ("traces/", inner)]);
            assert_eq!(inside[4..], [Mention], "{branch}");
            // It may be the folder of the repository.
            assert_eq!(with(&[("shop/", branch), ("main.py", inner)])[3..], [Mention, Verified]);
        }
    }

    #[test]
    fn a_name_of_several_files_is_that_of_the_folder_above_it() {
        let names = ["app/main.py", "web/main.py", "main.py", "web/view.py"];
        let drawing = [
            line("web/", "├── web/"),
            line("view.py", "│ ├── view.py"),
            line("main.py", "│ └── main.py"),
            line("main.py", "└── main.py"),
        ];
        let found = cross_reference(&drawing, &tree(&names), None);
        let found: Vec<_> = found.iter().filter_map(|one| one.matched.as_deref()).collect();
        assert_eq!(found, ["web", "web/view.py", "web/main.py", "main.py"]);
    }

    #[test]
    fn a_file_is_that_of_a_folder_that_is_drawn() {
        use PathStatus::{Ambiguous, Verified};
        let tree = tree(&["README.md", "app/api/route.py", "app/main.py", "notes/data.csv"]);
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
