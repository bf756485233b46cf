//! Sources of the program itself that its detectives read, in place of those of what is audited: a path that is written
//! in the source, and joined with nothing, leads into the folder that the program is started in.

use super::parse::Module;
use super::reach::Reach;
use super::repository::{At, Origin, Repository};
use super::sites::{Site, Sites};
use super::syntax::{Call, Expr, ExprKind};
use crate::domain::facts::OwnSource;

/// Most that are stated.
const MOST: usize = 20;
/// How many names are followed to a path.
const STEPS: usize = 4;
/// Words by which a class, a function or a file is called a detective's.
const DETECTIVES: &[&str] = &["analyst", "detective", "forensic", "inspector", "investigat"];
/// What makes a path of a text.
const PATHS: &[&str] = &["pathlib.Path", "pathlib.PosixPath", "pathlib.PurePath"];
/// What opens a file by its path.
const OPENS: &[&str] = &["builtins.open", "io.open"];
/// Methods of a path that read what is there.
const READS: &[&str] = &["open", "read_bytes", "read_text"];
/// What starts another folder to be the one that such paths lead into.
const CHANGES: &[&str] = &["contextlib.chdir", "os.chdir", "os.fchdir"];

/// The sources that detectives of the program read of the program itself, by place.
pub(super) fn read(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> Vec<OwnSource> {
    let external = |site: &Site<'_>| repository.external(&site.call.callee, site.at);
    let changes = |site: &Site<'_>| external(site).is_some_and(|by| CHANGES.contains(&by.as_str()));
    let may_change = |name: &str| sites.named(name).into_iter().any(changes);
    if ["chdir", "fchdir"].into_iter().any(may_change) {
        return Vec::new();
    }
    let of = |site: &Site<'_>| {
        let module = site.module(repository);
        if module.in_tests || !is_detective(module, site) {
            return None;
        }
        let file = path(repository, opened(repository, site)?, site.at, STEPS)?;
        let file = file.strip_prefix("./").unwrap_or(&file).to_owned();
        let is_ours = |module: &Module<'_>| module.path == file && !module.in_tests;
        let is_read = repository.modules.iter().any(is_ours)
            && reach.runs(repository, sites, site) == Some(true);
        let function = site.around.function();
        is_read.then(|| OwnSource { read: file, function, place: module.place(site.expr.span) })
    };
    let mut found: Vec<OwnSource> = sites.all.iter().filter_map(of).collect();
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// Whether a call stands in what is called a detective.
fn is_detective(module: &Module<'_>, site: &Site<'_>) -> bool {
    let says = |name: &str| {
        let name = name.to_ascii_lowercase();
        DETECTIVES.iter().any(|word| name.contains(word))
    };
    says(module.path)
        || site.around.functions.iter().any(|function| says(function.name))
        || site.around.class.is_some_and(|class| says(class.name))
}

/// The path that a call reads a file by, if it reads one.
fn opened<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<&'r Expr<'r>> {
    let call = site.call;
    let is_open = |name: &String| OPENS.contains(&name.as_str());
    if repository.external(&call.callee, site.at).as_ref().is_some_and(is_open) {
        return (!writes(call, 1)).then(|| call.position(0))?;
    }
    let ExprKind::Attribute(object, method) = &call.callee.kind else { return None };
    (READS.contains(method) && !writes(call, 0)).then_some(&**object)
}

/// Whether a file is opened to be written, by the mode in this position.
fn writes(call: &Call<'_>, mode: usize) -> bool {
    let mode = call.keyword("mode").or_else(|| call.position(mode));
    mode.is_some_and(|mode| {
        mode.text().is_none_or(|mode| !mode.starts_with('r') || mode.contains('+'))
    })
}

/// A path that is written in the source as a whole.
fn path<'r>(
    repository: &Repository<'r>,
    value: &'r Expr<'r>,
    at: At,
    steps: usize,
) -> Option<String> {
    let steps = steps.checked_sub(1)?;
    match &value.kind {
        ExprKind::Str(_) => value.text(),
        ExprKind::Call(call) => {
            let made = repository.external(&call.callee, at)?;
            let [one] = call.args.as_slice() else { return None };
            PATHS.contains(&made.as_str()).then(|| path(repository, &one.value, at, steps))?
        }
        ExprKind::Name(_) => match repository.origins(value, at)[..] {
            [Origin::Value(at, value)] => path(repository, value, at, steps),
            _ => None,
        },
        _ => None,
    }
}
