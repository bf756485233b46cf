//! Repositories that are fetched as archives, without git.

use super::super::clone::{command_words, runs_commands};
use super::super::repository::Repository;
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{ExprKind, Function, Stmt, StmtKind};
use super::Found;
use crate::domain::facts::Practice;

/// Callees that fetch what stands at an address.
const FETCHERS: &[&str] = &[
    "urllib.request.urlretrieve",
    "urllib.request.urlopen",
    "requests.get",
    "httpx.get",
    "httpx.stream",
];

/// Parts of addresses under which hosts of repositories keep archives of them.
const ARCHIVES: &[&str] = &["/archive/", "zipball", "tarball", "codeload.github"];

/// Notes what fetches something in functions that name the address of an archive.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>, found: &mut Found) {
    for site in sites.all.iter().filter(|site| !site.around.dead) {
        let Some(function) = site.function() else { continue };
        let module = site.module(repository);
        if let Some(by) = fetches(repository, site)
            && names_archive(function, module.text)
        {
            let place = module.place(site.expr.span);
            found.practice(Practice::ArchiveFetched, by, place, module.in_tests);
        }
    }
}

/// What fetches something from the web by this call.
fn fetches(repository: &Repository<'_>, site: &Site<'_>) -> Option<String> {
    let last = site.call.callee_name();
    let runs = ["run", "call", "check_call", "check_output", "Popen"].contains(&last);
    let known = FETCHERS.iter().any(|name| name.ends_with(&format!(".{last}")));
    let callee = (runs || known).then(|| repository.external(&site.call.callee, site.at))??;
    if FETCHERS.contains(&callee.as_str()) {
        return Some(callee);
    }
    let command = site.call.argument(0, "args").filter(|_| runs_commands(&callee))?;
    command_words(repository, site, command).fetcher().map(str::to_owned)
}

/// Whether a text of a function is, or ends as, the address of an archive; what only documents it is none.
fn names_archive(function: &Function<'_>, text: &str) -> bool {
    let mut found = false;
    Stmt::each(&function.body, &mut |stmt| {
        for value in stmt.expressions() {
            let documents =
                matches!((&stmt.kind, &value.kind), (StmtKind::Expr(_), ExprKind::Str(_)));
            value.each(&mut |part| {
                let written = text.get(part.span.start..part.span.end).unwrap_or_default();
                found |= matches!(part.kind, ExprKind::Str(_))
                    && !documents
                    && ARCHIVES.iter().any(|mark| written.contains(mark))
                    && !written.contains(' ');
            });
        }
    });
    found
}
