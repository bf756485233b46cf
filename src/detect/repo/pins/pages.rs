//! Libraries that pages load from the hosts that keep them, by the version in the address.

use super::{Bare, Page};
use crate::detect::parts::Parts;
use crate::domain::facts::PinnedBy::Address;
use std::sync::LazyLock;

/// Longest page that somebody writes, in bytes: longer ones are exported by programs.
const LONGEST: usize = 200_000;
/// What pages that a program writes say of themselves.
const WRITTEN: &[&str] = &["name=\"generator\"", "vis-network", "plotly-graph-div", "coverage.py"];
/// Folders whose pages tell of something else than the program.
const ASIDE: &[&str] =
    &["_build", "coverage", "doc", "docs", "htmlcov", "notebooks", "report", "reports", "site"];

/// An address with the name of a library and its version.
static ADDRESS: LazyLock<Parts> = LazyLock::new(|| {
    let name = r"(?:@[a-z0-9-]+/)?[a-z0-9][a-z0-9._-]*?";
    let version = r"v?[0-9]+(?:\.[0-9]+){0,3}";
    Parts::new(&format!(
        concat!(
            r"(?:unpkg\.com|cdn\.jsdelivr\.net/npm|esm\.sh|esm\.run|cdn\.skypack\.dev)/(?P<package>{name})@\^?(?P<of_package>{version})\b",
            r"|(?:cdnjs\.cloudflare\.com|ajax\.googleapis\.com)/ajax/libs/(?P<library>{name})/(?P<of_library>{version})/",
            r"|bootstrapcdn\.com/(?P<theme>bootstrap)/(?P<of_theme>{version})/",
        ),
        name = name,
        version = version,
    ))
});

/// Reads what a page of the program loads.
pub(super) fn page(page: &mut Page<'_>) {
    let text = page.text();
    let is_written = text.len() > LONGEST || WRITTEN.iter().any(|own| text.contains(own));
    let mut folders = page.source.path.split('/').rev().skip(1);
    page.aside |= is_written || folders.any(|folder| ASIDE.contains(&folder));
    for (at, line) in text.lines().enumerate() {
        for found in ADDRESS.captures_iter(line) {
            let of = ["package", "library", "theme"];
            let version = |of: &str| found.name(&format!("of_{of}"));
            let told = of.into_iter().find_map(|of| found.name(of).zip(version(of)));
            if let Some((name, version)) = told {
                page.add(name.as_str(), version.as_str(), Address, Bare::Exact, at + 1);
            }
        }
    }
}
