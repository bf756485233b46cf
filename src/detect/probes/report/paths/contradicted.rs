//! Files that the report says not to be committed, and that the tree has all the same.

use super::listed;
use crate::detect::document::{AT_ODDS, RULED};
use crate::domain::facts::{CitedPath, TreeFacts};

/// Folders of what stands in for something else.
const STAND_INS: [&str; 8] =
    ["docs", "example", "examples", "fixtures", "samples", "templates", "test", "tests"];

/// Whether a file is in the tree that the report says not to be committed.
pub(super) fn is_at_odds(path: &CitedPath) -> bool {
    path.reason == AT_ODDS || path.reason == RULED
}

/// Those of the paths of which the report says so, though no rule of the repository does: a file with content, where
/// nobody puts one as an example.
pub(super) fn contradicted<'a>(paths: &[&'a CitedPath], tree: &TreeFacts) -> Vec<&'a CitedPath> {
    let is_there = |path: &&&CitedPath| {
        let file = path.matched.as_deref().filter(|_| path.reason == AT_ODDS);
        file.is_some_and(|file| {
            let stands_in = file.split('/').any(|folder| STAND_INS.contains(&folder));
            !stands_in && tree.find(file).is_some_and(|entry| !entry.is_empty())
        })
    };
    paths.iter().filter(is_there).copied().collect()
}

/// The sentence that tells of them.
pub(super) fn told_of(paths: &[&CitedPath]) -> String {
    let names = listed(paths.iter().map(|path| name(path)));
    let is = if paths.len() == 1 { "it is" } else { "they are" };
    format!("In the tree, though the report says that {is} not committed: {names}.")
}

/// One of them, with what is wrong with it.
pub(super) fn asked(path: &CitedPath) -> String {
    format!(
        "`{}`, which is in the tree although page {} says that it is not committed",
        name(path),
        path.page
    )
}

fn name(path: &CitedPath) -> &str {
    path.matched.as_deref().unwrap_or(&path.path)
}
