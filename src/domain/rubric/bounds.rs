//! The bounds that a probe sets to the score of its dimension.

use super::fields::Fields;
use super::parse::score;
use crate::domain::score::Score;

/// What a rubric says of a probe's bounds.
pub(super) struct Bounds {
    pub(super) cap: Option<Score>,
    pub(super) cap_in_part: Option<Score>,
    pub(super) cap_open: Option<Score>,
    pub(super) floor: Option<Score>,
}

/// Reads them, and complains of those that contradict each other: nothing costs more than a failure.
pub(super) fn bounds(fields: &mut Fields<'_>) -> Bounds {
    let (cap, floor) = (score(fields, "cap"), score(fields, "floor"));
    let (cap_in_part, cap_open) = (score(fields, "cap_in_part"), score(fields, "cap_open"));
    for (key, other) in [("cap_in_part", cap_in_part), ("cap_open", cap_open)] {
        if let (Some(cap), Some(other)) = (cap, other)
            && cap > other
        {
            fields.complain(key, format!("{other} is below the cap {cap}"));
        }
    }
    if let (Some(cap), Some(floor)) = (cap, floor)
        && floor > cap
    {
        fields.complain("floor", format!("{floor} is above the cap {cap}"));
    }
    Bounds { cap, cap_in_part, cap_open, floor }
}
