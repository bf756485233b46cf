//! The lines of one drawn tree, of which all say the same: that the file is there.

use crate::domain::facts::{CitedPath, PathStatus};

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

fn is_drawn(cited: &CitedPath) -> bool {
    ["├", "└"].iter().any(|branch| cited.sentence.contains(branch))
}
