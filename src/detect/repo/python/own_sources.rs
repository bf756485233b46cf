//! Sources of the program itself that its detectives read, in place of those of what is audited: a path that is written
//! in the source, and joined with nothing, leads into the folder that the program is started in.

use super::repository::{At, Origin, Repository};
use super::running::reach::Reach;
use super::running::sites::{Site, Sites};
use super::sources::parse::Module;
use super::syntax::{Arg, Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use crate::detect::repo::python::names::words::speaks_of;
use crate::domain::facts::{GraphFact, OwnSource};

/// Most that are stated.
const MOST: usize = 20;
/// How many names are followed to a path.
const STEPS: usize = 4;
/// Words by which a class, a function or a file is called a detective's.
pub(super) const DETECTIVES: &[&str] =
    &["analyst", "detective", "forensic", "inspector", "investigat"];
/// What makes a path of a text.
const PATHS: &[&str] = &["pathlib.Path", "pathlib.PosixPath", "pathlib.PurePath"];
/// What opens a file by its path.
const OPENS: &[&str] = &["builtins.open", "io.open"];
/// Methods of a path that read what is there.
const READS: &[&str] = &["open", "read_bytes", "read_text"];
/// What starts another folder to be the one that such paths lead into.
const CHANGES: &[&str] = &["contextlib.chdir", "os.chdir", "os.fchdir"];

/// The sources that detectives of the program, or other nodes, read of the program itself, by place.
pub(super) fn read(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
    graphs: &[GraphFact],
) -> Vec<OwnSource> {
    let external = |site: &Site<'_>| repository.external(&site.call.callee, site.at);
    let changes = |site: &Site<'_>| external(site).is_some_and(|by| CHANGES.contains(&by.as_str()));
    let may_change = |name: &str| sites.named(name).into_iter().any(changes);
    if ["chdir", "fchdir"].into_iter().any(may_change) {
        return Vec::new();
    }
    let runs = |site: &Site<'_>| {
        let module = site.module(repository);
        !module.in_tests && reach.runs(repository, sites, site) == Some(true)
    };
    let mut found: Vec<OwnSource> = Vec::new();
    for site in sites.all.iter().filter(|site| opened(repository, site).is_some() && runs(site)) {
        for given in Given::of(repository, sites, site) {
            let Some(file) = written(repository, given.path, given.at, STEPS) else { continue };
            let read = file.strip_prefix("./").unwrap_or(&file).to_owned();
            let is_ours = |module: &Module<'_>| module.path == read && !module.in_tests;
            let is_seen = given.way.iter().any(|site| is_detective(site.module(repository), site));
            let last = given.way.last().filter(|_| !is_seen);
            let node = last.and_then(|site| node_of(repository, sites, graphs, site, STEPS));
            if (is_seen || node.is_some())
                && given.way.iter().all(|site| runs(site))
                && repository.modules.iter().any(is_ours)
            {
                let function = given.told.around.function();
                let place = given.told.module(repository).place(given.told.expr.span);
                found.push(OwnSource { read, function, node, place });
            }
        }
    }
    found.sort_by(|one, other| (&one.place, &one.read).cmp(&(&other.place, &other.read)));
    found.dedup();
    found.truncate(MOST);
    found
}

/// The node in which a call runs, be it by functions that call each other.
fn node_of(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    graphs: &[GraphFact],
    site: &Site<'_>,
    steps: usize,
) -> Option<String> {
    let steps = steps.checked_sub(1)?;
    let function = site.function()?;
    let place = site.module(repository).place(function.span);
    let ours = graphs.iter().filter(|graph| graph.is_in_use());
    let mut nodes = ours.flat_map(|graph| &graph.nodes);
    let own = nodes.find(|node| node.runs.as_ref() == Some(&place));
    own.map(|node| node.name.clone()).or_else(|| {
        let callers = sites.callers(site.at.module, function);
        callers.into_iter().find_map(|caller| node_of(repository, sites, graphs, caller, steps))
    })
}

/// Whether a call stands in what is called a detective.
fn is_detective(module: &Module<'_>, site: &Site<'_>) -> bool {
    speaks_of(module.path, DETECTIVES)
        || site.around.functions.iter().any(|function| speaks_of(function.name, DETECTIVES))
        || site.around.class.is_some_and(|class| speaks_of(class.name, DETECTIVES))
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

/// A path that a file is opened by.
struct Given<'s, 'r> {
    path: &'r Expr<'r>,
    at: At,
    /// The call that is told: the one that is given the path, or leaves it at what it is where nothing is given.
    told: &'s Site<'r>,
    /// The calls that lead from there to the one that opens the file.
    way: Vec<&'s Site<'r>>,
}

impl<'s, 'r> Given<'s, 'r> {
    /// The paths by which a call opens files: where that is a parameter, what the callers of the function give.
    fn of(repository: &Repository<'r>, sites: &'s Sites<'r>, site: &'s Site<'r>) -> Vec<Self> {
        let first = opened(repository, site);
        let first = first.map(|path| Self { path, at: site.at, told: site, way: vec![site] });
        let mut open: Vec<Self> = first.into_iter().collect();
        let mut found = Vec::new();
        while let Some(given) = open.pop() {
            match repository.origins(given.path, given.at)[..] {
                [Origin::Param(at, function, index)] if given.way.len() <= STEPS => {
                    open.extend(given.by_callers(repository, sites, at, function, index));
                }
                _ => found.push(given),
            }
        }
        found
    }

    /// What each caller of a function gives a parameter, or what that is where it is given nothing.
    fn by_callers(
        &self,
        repository: &Repository<'r>,
        sites: &'s Sites<'r>,
        at: At,
        function: &'r Function<'r>,
        index: usize,
    ) -> Vec<Self> {
        let Some(param) = function.params.get(index) else { return Vec::new() };
        let is_method = function.params.first().is_some_and(|first| first.name == "self");
        let mut callers = sites.callers(at.module, function);
        if is_method && callers.is_empty() && is_only(repository, function) {
            callers = sites.named(function.name);
        }
        let given = |caller: &'s Site<'r>| {
            let is_open = |arg: &Arg<'_>| matches!(arg.passing, Passing::Rest | Passing::Named);
            if caller.call.args.iter().any(is_open) {
                return None;
            }
            let mut way = self.way.clone();
            way.push(caller);
            let place = index - usize::from(is_method && index > 0);
            if let Some(path) = caller.call.argument(place, param.name) {
                return Some(Self { path, at: caller.at, told: caller, way });
            }
            let (path, at) = (param.default.as_ref()?, At { scope: 0, ..at });
            Some(Self { path, at, told: self.told, way })
        };
        callers.into_iter().filter_map(given).collect()
    }
}

/// Whether a function is the only one of its name.
fn is_only(repository: &Repository<'_>, function: &Function<'_>) -> bool {
    let mut named = 0;
    for module in repository.modules {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            named += usize::from(
                matches!(&stmt.kind, StmtKind::Function(other) if other.name == function.name),
            );
        });
    }
    named == 1
}

/// A path that is written in the source as a whole.
fn written<'r>(
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
            PATHS.contains(&made.as_str()).then(|| written(repository, &one.value, at, steps))?
        }
        ExprKind::Name(_) => match repository.origins(value, at)[..] {
            [Origin::Value(at, value)] => written(repository, value, at, steps),
            _ => None,
        },
        _ => None,
    }
}
