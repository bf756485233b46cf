//! What models are bound to answer with, by the names that they have in a module.

use super::super::reading::variables::terms::{each_target, has, speaks, target_name};
use crate::detect::repo::python::syntax::{Body, Call, Expr, ExprKind, Stmt, StmtKind};
use std::collections::BTreeMap;

/// What a model is bound to answer with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Schema {
    /// A judge's opinion: whoever asks for one hears a judge, and decides nothing yet.
    Opinion,
    /// Anything else, such as a verdict.
    Other,
}

/// The names in a module that stand for a model bound to a schema.
pub(super) type Bound = BTreeMap<String, Schema>;

/// Lists the names in `body` that stand for a model bound to a schema.
pub(super) fn bound_names(body: &Body<'_>) -> Bound {
    let mut names = Bound::new();
    for _ in 0..3 {
        Stmt::each(body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && let Some(schema) = binding(value, &names)
            {
                let targets = each_target(targets).into_iter();
                names.extend(targets.map(|target| (target_name(target), schema)));
            }
        });
    }
    names
}

/// The schema that a model in `value` is bound to.
pub(super) fn binding(value: &Expr<'_>, names: &Bound) -> Option<Schema> {
    // What a bound model answered is no bound model.
    let asks = |call: &Call<'_>| {
        matches!(call.callee.kind, ExprKind::Attribute(..)) && ASKS.contains(&call.callee_name())
    };
    if matches!(&value.kind, ExprKind::Call(call) if asks(call)) {
        return None;
    }
    let mut found = None;
    value.each(&mut |part| {
        let bound = match &part.kind {
            ExprKind::Call(call) => match call.callee_name() {
                "with_structured_output" | "PydanticOutputParser" | "JsonOutputParser" => {
                    let opinion = call.args.iter().any(|arg| speaks(&arg.value, &["opinion"]));
                    Some(if opinion { Schema::Opinion } else { Schema::Other })
                }
                _ => None,
            },
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => names.get(*name).copied(),
            _ => None,
        };
        found = found.or(bound);
    });
    found
}

/// Methods by which a model is asked.
const ASKS: [&str; 8] =
    ["invoke", "ainvoke", "predict", "apredict", "generate", "create", "parse", "chat"];

/// Whether a call asks a language model, as what it is called on is called.
pub(super) fn asks_by_name(call: &Call<'_>) -> bool {
    let ExprKind::Attribute(object, name) = &call.callee.kind else { return false };
    let models = [
        "llm",
        "model",
        "chain",
        "chat",
        "client",
        "completions",
        "messages",
        "openai",
        "structured",
    ];
    ASKS.contains(name)
        && object.any(&|part| part.last_name().is_some_and(|name| has(name, &models)))
}
