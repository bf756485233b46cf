//! Where and how repositories are cloned.

mod care;
mod command;
mod depth;
mod dropped;
mod escapes;
mod object;
mod remains;
mod shallow;
mod target;
mod unentered;

use super::repository::{Origin, Repository};
use super::running::reach::Reach;
use super::running::sites::{Site, Sites};
use super::syntax::{Expr, ExprKind, Function, Span, Taking};
use crate::domain::facts::{CloneFact, PerhapsShallow};
pub(super) use care::looks_at;
pub(super) use command::command_words;
use command::{Words, spread_words};
use depth::Depth;
use target::{Target, temporary};

/// Lists the clones among `sites`.
pub(super) fn clones(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
) -> Vec<CloneFact> {
    sites.all.iter().filter_map(|site| fact(repository, sites, reach, site)).collect()
}

/// A clone as one call makes it.
struct Found<'r> {
    method: String,
    target: Target<'r>,
    /// Whether not all commits are fetched; nothing where that is not decided.
    shallow: Option<bool>,
    /// What says how many commits are fetched.
    depth: Option<Depth<'r>>,
    /// Where that is said, if that may not run.
    under: Option<Span>,
    /// The call that runs the command, where the repository wraps it in a function.
    inner: Option<Site<'r>>,
    /// Whether that call was found by the name of a method alone, whoever's method it is.
    guessed: bool,
    /// Whether the callee raises by itself.
    raises: bool,
    /// Whether the command stands behind one that ends it after some time.
    timed: bool,
}

fn fact<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    reach: &Reach,
    site: &Site<'r>,
) -> Option<CloneFact> {
    let found = found(repository, sites, site)?;
    let module = site.module(repository);
    let function = site.function();
    let depth = found.depth.filter(|_| !deepens(repository));
    let depth = depth.and_then(|depth| depth::number(repository, sites, site.at, depth));
    let (timeout_escapes, timeout_escapes_at) = escapes::of_limit(repository, sites, site, &found);
    let (failure_escapes, failure_escapes_at) =
        escapes::of_failure(repository, sites, site, &found);
    Some(CloneFact {
        method: found.method.clone(),
        function: site.around.function(),
        temporary: temporary(repository, sites, site, &found.target),
        shallow: found.shallow,
        handles_errors: care::handles_errors(repository, sites, site, &found),
        timeout: care::timeout(repository, sites, site, &found),
        seconds: care::limit(site, &found)
            .and_then(|limit| depth::number(repository, sites, site.at, Depth::Value(limit))),
        limit_ignored: care::limit_ignored(site, &found),
        depth: depth.filter(|_| found.under.is_none()),
        perhaps: depth
            .zip(found.under)
            .map(|(depth, under)| PerhapsShallow { depth, place: module.place(under) }),
        timeout_escapes,
        timeout_escapes_at,
        only_raises: escapes::only_raises(repository, sites, site, &found),
        failure_escapes,
        failure_escapes_at,
        remains: remains::remains(repository, sites, site),
        unentered: unentered::unentered(repository, sites, site),
        live: reach.runs(repository, sites, site),
        place: module.place(function.map_or(site.expr.span, |function| function.span)),
        in_tests: module.in_tests,
    })
}

fn found<'r>(repository: &Repository<'r>, sites: &Sites<'r>, site: &Site<'r>) -> Option<Found<'r>> {
    let origins = repository.origins(&site.call.callee, site.at);
    for origin in &origins {
        match origin {
            Origin::External(name) | Origin::Perhaps(name) => {
                if let Some(found) = external(repository, site, name) {
                    return Some(found);
                }
            }
            Origin::Function(at, function) => {
                if let Some(found) = wrapped(repository, sites, site, at.module, function) {
                    return Some(found);
                }
            }
            // An object's method: its source is found by its name.
            Origin::Unknown
            | Origin::Value(..)
            | Origin::Param(..)
            | Origin::Module(_)
            | Origin::Class(..)
            | Origin::With(..)
            | Origin::Part(..) => {}
        }
    }
    method(repository, sites, site)
}

/// A call of something outside the repository.
fn external<'r>(repository: &Repository<'r>, site: &Site<'r>, name: &str) -> Option<Found<'r>> {
    let call = site.call;
    let library = |target: Option<&'r Expr<'r>>| Found {
        method: name.to_owned(),
        target: Target::of(site, target),
        shallow: shallow::by_keywords(repository, site),
        depth: call.keyword("depth").map(Depth::Value).or_else(|| among_options(site)),
        under: None,
        inner: None,
        guessed: false,
        raises: true,
        timed: false,
    };
    match name {
        "git.Repo.clone_from" | "git.repo.Repo.clone_from" | "git.repo.base.Repo.clone_from" => {
            Some(library(call.argument(1, "to_path")))
        }
        "pygit2.clone_repository" => Some(library(call.argument(1, "path"))),
        "dulwich.porcelain.clone" => Some(library(call.argument(1, "target"))),
        _ if runs_commands(name) => {
            let words = if name == "asyncio.create_subprocess_exec" {
                spread_words(repository, site)
            } else {
                let command = call.position(0).or_else(|| call.keyword("args"))?;
                command_words(repository, site, command)
            };
            words.clones().then(|| Found {
                method: name.to_owned(),
                target: words.target(site, call.keyword("cwd")),
                shallow: words.shallow(),
                depth: words.depth(),
                under: words.shallow_under(),
                inner: None,
                guessed: false,
                raises: raises(name),
                timed: words.is_timed(),
            })
        }
        _ => None,
    }
}

/// What an option of a library's call says of how many commits are fetched: `multi_options=["--depth=50"]`.
fn among_options<'r>(site: &Site<'r>) -> Option<Depth<'r>> {
    let options = site.call.keyword("multi_options")?.parts();
    options.into_iter().find_map(|option| {
        let text = option.text()?;
        let number = text.strip_prefix("--depth")?.trim_start_matches(['=', ' ']).parse().ok()?;
        Some(Depth::Number(number))
    })
}

/// Whether something fetches the rest of a shallow clone later.
fn deepens(repository: &Repository<'_>) -> bool {
    let mut ours = repository.program();
    ours.any(|module| module.text.contains("unshallow") || module.text.contains("--deepen"))
}

pub(super) fn runs_commands(name: &str) -> bool {
    matches!(
        name,
        "os.system"
            | "os.popen"
            | "subprocess.run"
            | "subprocess.call"
            | "subprocess.check_call"
            | "subprocess.check_output"
            | "subprocess.Popen"
            | "subprocess.getoutput"
            | "subprocess.getstatusoutput"
            | "asyncio.create_subprocess_exec"
            | "asyncio.create_subprocess_shell"
    )
}

/// A call of a function of the repository that runs the command it is given.
fn wrapped<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
    module: usize,
    function: &Function<'r>,
) -> Option<Found<'r>> {
    let is_clone = |words: &Words<'_>| words.clones() || words.starts_with_clone();
    let command = site.call.args.iter().find_map(|arg| {
        let words = command_words(repository, site, &arg.value);
        is_clone(&words).then_some(words)
    });
    // `git("clone", url, path)`, where the function takes its words one by one.
    let spread = || {
        let takes_all = function.params.iter().any(|param| param.taking == Taking::Rest);
        let words = spread_words(repository, site);
        (takes_all && is_clone(&words)).then_some(words)
    };
    let command = command.or_else(spread)?;
    let inner = runner(repository, sites, module, function, 3)?;
    let method = repository.external(&inner.call.callee, inner.at)?;
    Some(Found {
        raises: raises(&method),
        method,
        target: command.target(site, site.call.keyword("cwd")),
        shallow: command.shallow(),
        depth: command.depth(),
        under: command.shallow_under(),
        inner: Some(inner),
        guessed: false,
        timed: command.is_timed(),
    })
}

/// Whether this function raises where the command that it runs fails.
fn raises(name: &str) -> bool {
    name.ends_with("check_call") || name.ends_with("check_output")
}

/// The call that runs commands inside the function with this id, or inside one that it calls.
pub(super) fn runner<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    module: usize,
    function: &Function<'r>,
    depth: usize,
) -> Option<Site<'r>> {
    let depth = depth.checked_sub(1)?;
    let inside = sites.inside(module, function);
    let runs = |site: &&Site<'r>| {
        repository.external(&site.call.callee, site.at).is_some_and(|name| runs_commands(&name))
    };
    if let Some(site) = inside.iter().find(|site| runs(site)) {
        return Some((*site).clone());
    }
    inside.into_iter().take(64).find_map(|site| {
        repository.origins(&site.call.callee, site.at).into_iter().find_map(|origin| match origin {
            Origin::Function(at, called) => runner(repository, sites, at.module, called, depth),
            _ => None,
        })
    })
}

/// Whether what a call calls is surely a function of the repository.
fn is_own(repository: &Repository<'_>, site: &Site<'_>) -> bool {
    let origins = repository.origins(&site.call.callee, site.at);
    !origins.is_empty() && origins.iter().all(|origin| matches!(origin, Origin::Function(..)))
}

/// A method of an object or class: the repository's functions of that name are tried.
fn method<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
) -> Option<Found<'r>> {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return None };
    if let Some(found) = object::found(repository, site) {
        return Some(found);
    }
    // `Repo` that could not be followed, such as one that is imported in a `try`.
    if *name == "clone_from"
        && matches!(&object.kind, ExprKind::Name("Repo") | ExprKind::Attribute(_, "Repo"))
        && !is_own(repository, site)
    {
        return external(repository, site, "git.Repo.clone_from");
    }
    if !site.call.args.iter().any(|arg| {
        let words = command_words(repository, site, &arg.value);
        words.clones() || words.starts_with_clone()
    }) {
        return None;
    }
    let inner = sites.methods(name).into_iter().next()?;
    let function = inner.around.functions.first()?;
    let found = wrapped(repository, sites, site, inner.at.module, function)?;
    Some(Found { guessed: true, ..found })
}
