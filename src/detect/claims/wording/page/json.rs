//! Text that is shown as data: the values of JSON.

use crate::detect::parts::Parts;
use std::ops::Range;
use std::sync::LazyLock;

/// A key with its text, which may go on over several lines.
static ENTRY: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"(?m)^[ \t{]*\x22[A-Za-z_]\w*\x22[ \t]*:[ \t]*\x22[^\x22]{0,1500}\x22")
});

/// The parts of a page that are entries of data.
pub(in crate::detect::claims) fn entries(text: &str) -> Vec<Range<usize>> {
    let all = text.contains('"').then(|| ENTRY.find_iter(text));
    all.into_iter().flatten().map(|found| found.start()..found.end()).collect()
}
