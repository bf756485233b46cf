//! Ways of a path map that its router never takes, because it returns no key that stands for them.

use super::super::repository::{Origin, Repository};
use super::super::syntax::{ExprKind, Function, Span, Stmt, StmtKind};
use super::value::Value;
use super::wiring::texts;

/// What stands in a path map in vain.
#[derive(Default)]
pub(super) struct Unreturned {
    /// The keys that are never returned.
    pub keys: Vec<String>,
    /// The targets that no other key stands for.
    pub targets: Vec<String>,
}

impl Unreturned {
    /// What of a path map the router never takes that returns nothing but `names`.
    pub(super) fn of<'r>(
        repository: &Repository<'r>,
        path: &Value<'r>,
        pairs: &[(Value<'r>, Value<'r>)],
        names: &[String],
    ) -> Self {
        let Some(bodies) = bodies(repository, path) else { return Self::default() };
        // A text that stands in the router may be returned on a way that was not followed.
        let is_written = |key: &String| {
            let quoted = [format!("\"{key}\""), format!("'{key}'")];
            bodies.iter().any(|body| quoted.iter().any(|text| body.contains(text)))
        };
        let is_returned = |key: &String| names.contains(key) || is_written(key);
        let (mut found, mut taken) = (Self::default(), names.to_vec());
        for (key, target) in pairs {
            let Some(keys) = texts(key).filter(|keys| !keys.is_empty()) else {
                return Self::default();
            };
            let targets = texts(target).unwrap_or_default();
            if keys.iter().any(is_returned) {
                taken.extend(targets);
            } else {
                found.keys.extend(keys);
                found.targets.extend(targets);
            }
        }
        found.keys.retain(|key| !taken.contains(key));
        found.targets.retain(|target| !taken.contains(target));
        found.targets.sort();
        found.targets.dedup();
        found
    }
}

/// The texts of the functions that run as routers; `None` where something around them may return more.
fn bodies<'r>(repository: &Repository<'r>, path: &Value<'r>) -> Option<Vec<&'r str>> {
    let text =
        |module: usize, span: Span| repository.modules[module].text.get(span.start..span.end);
    let bodies = path.alternatives().into_iter().map(|router| match router {
        Value::Function(closure) if closure.function.decorators.is_empty() => {
            text(closure.at.module, closure.function.span)
        }
        Value::Lambda(at, lambda) => text(at.module, lambda.body.span),
        _ => None,
    });
    bodies.collect()
}

/// The functions of the sources whose results a router returns as they are, by module.
pub(super) fn deferred<'r>(
    repository: &Repository<'r>,
    path: &Value<'r>,
) -> Vec<(usize, &'r Function<'r>)> {
    let mut found = Vec::new();
    for router in path.alternatives() {
        let Value::Function(closure) = router else { continue };
        let at = repository.inside(closure.at, closure.function.id);
        Stmt::each_own(&closure.function.body, &mut |stmt| {
            let StmtKind::Return(Some(value)) = &stmt.kind else { return };
            let ExprKind::Call(call) = &value.kind else { return };
            if let [Origin::Function(at, function)] =
                repository.origins(&call.callee, at).as_slice()
            {
                found.push((at.module, *function));
            }
        });
    }
    found
}
