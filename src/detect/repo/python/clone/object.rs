//! Clones by a method that an object hands on to git: `git.Git(directory).clone(address)`.

use super::target::Target;
use super::{Found, shallow};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Passing};

/// How such a call is named; unlike `clone_from` it keeps a limit of time.
pub(super) const BY_OBJECT: &str = "git.Git.clone";

/// The clone that such a call makes, if it is one.
pub(super) fn found<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<Found<'r>> {
    let ExprKind::Attribute(object, "clone") = &site.call.callee.kind else { return None };
    let made = repository.origins(object, site.at).into_iter().find_map(|origin| {
        let Origin::Value(at, Expr { kind: ExprKind::Call(call), .. }) = origin else {
            return None;
        };
        let name = repository.external(&call.callee, at)?;
        matches!(name.as_str(), "git.Git" | "git.cmd.Git").then_some((at, call))
    });
    let (at, made) = made?;
    let words = site.call.args.iter().filter(|arg| arg.passing == Passing::Position);
    let is_option = |word: &Expr<'_>| word.template().is_some_and(|text| text.starts_with('-'));
    let (options, places): (Vec<_>, Vec<_>) =
        words.map(|arg| &arg.value).partition(|word| is_option(word));
    let leaves_out =
        |option: &&Expr<'_>| option.template().is_some_and(|text| text.starts_with("--depth"));
    let is_open = site.call.args.iter().any(|arg| arg.passing == Passing::Rest);
    let directory = made.argument(0, "working_dir");
    Some(Found {
        method: BY_OBJECT.into(),
        target: match (places.get(1), directory) {
            (Some(place), _) if place.text().is_none_or(|name| name.starts_with(['/', '~'])) => {
                Target::of(site, Some(place))
            }
            (_, Some(directory)) => Target::At(at, directory),
            (Some(place), None) => Target::of(site, Some(place)),
            (None, None) => Target::Here,
        },
        shallow: match shallow::by_keywords(repository, site) {
            _ if options.iter().any(leaves_out) => Some(true),
            Some(false) if is_open => None,
            known => known,
        },
        depth: site.call.keyword("depth").map(super::Depth::Value),
        under: None,
        inner: None,
        guessed: false,
        timed: false,
        raises: true,
    })
}
