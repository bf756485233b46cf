//! Times in words.

/// A time in words; `rounded` takes it and the unit's seconds.
pub(super) fn duration(seconds: i64, rounded: fn(i64, i64) -> i64) -> String {
    match seconds {
        0 | 1 => "1 second".to_owned(),
        s if s < 120 => format!("{s} seconds"),
        s if s < 7_200 => format!("{} minutes", rounded(s, 60)),
        s if s < 172_800 => format!("{} hours", rounded(s, 3_600)),
        // Beside the days of the first and the last commit, a half would be taken for an error.
        s if s < 864_000 => format!("{} days", tenths(rounded(s, 8_640))),
        s => format!("{} days", rounded(s, 86_400)),
    }
}

/// A number of tenths, `4.6` or `4`.
fn tenths(count: i64) -> String {
    match count % 10 {
        0 => (count / 10).to_string(),
        rest => format!("{}.{rest}", count / 10),
    }
}

/// For distances.
pub(super) fn nearest(seconds: i64, unit: i64) -> i64 {
    seconds.saturating_add(unit / 2) / unit
}

/// For what happened within a time: less would not hold all of it.
pub(super) fn up(seconds: i64, unit: i64) -> i64 {
    seconds.saturating_add(unit - 1) / unit
}
