//! Calls that can run commands or code, or read an unsafe format.

use super::repository::{At, Origin, Repository};
use super::sites::Site;
use super::syntax::{Call, Expr, ExprKind, Piece};
use crate::domain::facts::{CallCertainty, CallFact};

/// Callees that are dangerous by themselves.
const DANGEROUS: &[&str] = &[
    "os.system",
    "os.popen",
    "posix.system",
    "nt.system",
    "subprocess.getoutput",
    "subprocess.getstatusoutput",
    "asyncio.create_subprocess_shell",
    "builtins.eval",
    "builtins.exec",
    "pickle.load",
    "pickle.loads",
    "pickle.Unpickler",
    "cPickle.load",
    "cPickle.loads",
    "_pickle.load",
    "_pickle.loads",
    "dill.load",
    "dill.loads",
    "cloudpickle.load",
    "cloudpickle.loads",
    "joblib.load",
    "shelve.open",
    "marshal.load",
    "marshal.loads",
    "yaml.unsafe_load",
    "yaml.unsafe_load_all",
    "yaml.full_load",
    "builtins.__import__",
];

/// Finds the dangerous calls among `sites`.
pub(super) fn calls(repository: &Repository<'_>, sites: &[Site<'_>]) -> Vec<CallFact> {
    sites.iter().filter_map(|site| fact(repository, site)).collect()
}

fn fact<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<CallFact> {
    let origins = repository.origins(&site.call.callee, site.at);
    let mut certainty = CallCertainty::Definite;
    let mut found = None;
    for origin in &origins {
        let (Origin::External(name) | Origin::Perhaps(name)) = origin else {
            certainty = CallCertainty::Possible;
            continue;
        };
        let danger = danger(repository, site, name);
        if matches!(origin, Origin::Perhaps(_)) || (danger.is_none() && origins.len() > 1) {
            certainty = CallCertainty::Possible;
        }
        found = found.or_else(|| danger.map(|because| (name.clone(), because)));
    }
    let (callee, because) = found?;
    let module = site.module(repository);
    let callee = callee.strip_prefix("builtins.").map(str::to_owned).unwrap_or(callee);
    Some(CallFact {
        callee,
        because,
        written: module.written(site.expr.span, 120),
        certainty,
        constant_argument: argument(site.call)
            .is_some_and(|argument| is_constant(repository, site.at, argument, 8)),
        function: site.around.function(),
        place: module.place(site.expr.span),
        in_tests: module.in_tests,
        live: !site.around.dead,
    })
}

/// Whether calling `name` like this is dangerous; then what makes it so, if not the callee.
#[expect(clippy::option_option, reason = "the outer says whether, the inner says why")]
fn danger<'r>(repository: &Repository<'r>, site: &Site<'r>, name: &str) -> Option<Option<String>> {
    if DANGEROUS.contains(&name) {
        // A constant module name is an import like any other.
        let plain = name == "builtins.__import__"
            && site.call.position(0).is_some_and(|name| name.text().is_some());
        return (!plain).then_some(None);
    }
    match name {
        "yaml.load" | "yaml.load_all" => {
            let loader = site.call.argument(1, "Loader");
            let safe = loader.is_some_and(|loader| {
                repository.origins(loader, site.at).iter().any(|origin| match origin {
                    Origin::External(name) | Origin::Perhaps(name) => {
                        matches!(
                            name.rsplit('.').next(),
                            Some("SafeLoader" | "CSafeLoader" | "BaseLoader" | "CBaseLoader")
                        )
                    }
                    // A loader of the repository's own is judged by nobody here.
                    _ => true,
                })
            });
            (!safe).then(|| Some("without a safe loader".into()))
        }
        "torch.load" => {
            let safe = site.call.keyword("weights_only").is_some_and(|value| !is_false(value));
            (!safe).then(|| Some("without weights_only".into()))
        }
        "numpy.load" => {
            let pickled = site.call.keyword("allow_pickle").is_some_and(is_true);
            pickled.then(|| Some("allow_pickle=True".into()))
        }
        _ if name.starts_with("subprocess.") => {
            let shell = site.call.keyword("shell")?;
            is_surely_true(repository, site.at, shell).then(|| Some("shell=True".into()))
        }
        _ => None,
    }
}

fn is_true(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Bool(true)) || matches!(value.kind, ExprKind::Literal("1"))
}

fn is_false(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Bool(false) | ExprKind::Literal("0") | ExprKind::None)
}

fn is_surely_true<'r>(repository: &Repository<'r>, at: At, value: &'r Expr<'r>) -> bool {
    repository.origins(value, at).iter().any(|origin| match origin {
        Origin::Value(_, value) => is_true(value),
        _ => false,
    })
}

/// The argument that matters: the command, the code or the stream.
fn argument<'c, 'r>(call: &'c Call<'r>) -> Option<&'c Expr<'r>> {
    let named = ["args", "command", "cmd", "source", "file", "stream", "name"];
    call.position(0).or_else(|| named.iter().find_map(|name| call.keyword(name)))
}

/// Whether `value` is spelled out in the source, through constants of the repository.
pub(super) fn is_constant<'r>(
    repository: &Repository<'r>,
    at: At,
    value: &'r Expr<'r>,
    steps: usize,
) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    let all =
        |items: &'r [Expr<'r>]| items.iter().all(|item| is_constant(repository, at, item, steps));
    match &value.kind {
        ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None => true,
        ExprKind::Str(pieces) => pieces.iter().all(|piece| match piece {
            Piece::Literal(_) => true,
            Piece::Hole(hole) => is_constant(repository, at, hole, steps),
        }),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => all(items),
        ExprKind::Binary(_, sides) => {
            is_constant(repository, at, &sides.0, steps)
                && is_constant(repository, at, &sides.1, steps)
        }
        ExprKind::Name(_) | ExprKind::Attribute(..) => {
            let origins = repository.origins(value, at);
            !origins.is_empty()
                && origins.into_iter().all(|origin| match origin {
                    Origin::Value(at, inner) if !std::ptr::eq(inner, value) => {
                        is_constant(repository, at, inner, steps)
                    }
                    Origin::External(name) => name == "sys.executable",
                    _ => false,
                })
        }
        _ => false,
    }
}
