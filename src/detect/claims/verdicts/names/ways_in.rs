//! How many ways into the program there are said to be, held against how many there are.

use super::super::{Verdict, is_read_whole};
use crate::detect::claims::wording::names::Size;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{RepositoryFacts, WayIn, WayInKind};

/// Endings of programs in other languages, which may have ways in of their own.
const OTHERS: &[&str] = &[
    "bash", "cs", "ex", "go", "java", "js", "jsx", "kt", "mjs", "php", "rb", "rs", "sh", "ts",
    "tsx",
];

/// What the sources say to a number of routes, options or subcommands. Others may be counted by other rules, and some of
/// all be meant: only what is more than there can be is wrong.
pub(super) fn told(repository: &RepositoryFacts, kind: WayInKind, size: &Size<'_>) -> Verdict {
    let ways = &repository.python.ways_in;
    let ours: Vec<&WayIn> = ways.all.iter().filter(|one| one.kind == kind).collect();
    let (what, by_itself) = match kind {
        // A server may answer under paths that tell of its own routes.
        WayInKind::Route => ("routes of a server", 4),
        WayInKind::Option => ("options of a command line", 2),
        WayInKind::Subcommand => ("subcommands", 1),
    };
    if ours.is_empty() {
        return Verdict::undecided(format!("no {what} were found that could be counted"));
    }
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let (count, most) = (number(ours.len()), ours.iter().map(|one| one.methods).sum::<u32>());
    let fact = format!("the Python sources have {count} {what}");
    let places = ours.iter().map(|one| &one.place);
    if let Some(open) = ways.open.iter().find(|one| one.kind == kind) {
        let fact = format!("{fact}, and `{}` may add others", open.place);
        return Verdict::of(Undecided, fact, [&open.place]);
    }
    let is_other = |path: &str| path.rsplit_once('.').is_some_and(|(_, end)| OTHERS.contains(&end));
    if !is_read_whole(repository) || repository.tree.entries.iter().any(|one| is_other(&one.path)) {
        return Verdict::of(Undecided, format!("{fact}, and other programs may have some"), places);
    }
    let fits = [count, most].contains(&size.count) || (size.least && size.count <= most);
    let slack = most.saturating_add(by_itself + if size.about { most / 5 + 1 } else { 0 });
    let status = if fits {
        Supported
    } else if size.count > slack {
        Contradicted
    } else {
        Undecided
    };
    Verdict::of(status, fact, places)
}
