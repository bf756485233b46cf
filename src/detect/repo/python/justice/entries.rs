//! Which functions synthesise verdicts, by their names and what they speak of.

use super::super::parse::Module;
use super::super::syntax::{ExprKind, Function};
use super::terms;

/// Parts of names that deciding functions have.
const DECIDES: &[&str] = &[
    "chief_justice",
    "chiefjustice",
    "synthes",
    "adjudicat",
    "verdict",
    "deliberat_final",
    "resolve_score",
    "resolve_final",
    "final_score",
    "resolve_conflict",
    "weighted_score",
    "security_override",
    "fact_supremacy",
    "variance",
    "arbitrat",
    "dissent",
    "functionality_weight",
];

/// Whether `function` takes part in deciding a score from opinions.
pub(super) fn decides(module: &Module<'_>, function: &Function<'_>, owner: Option<&str>) -> bool {
    let name = function.name.to_ascii_lowercase();
    let owner = owner.unwrap_or_default().to_ascii_lowercase();
    let path = module.path.to_ascii_lowercase();
    let court = ["justice", "synthes", "verdict", "chief"]
        .iter()
        .any(|word| path.contains(word) || owner.contains(word));
    let named = DECIDES.iter().any(|word| name.contains(word));
    let runs = owner.contains("chiefjustice")
        && matches!(
            name.as_str(),
            "__call__" | "run" | "invoke" | "execute" | "process" | "resolve"
        );
    if name.starts_with("route") || name.starts_with("_route") || name.starts_with("test_") {
        return false;
    }
    let text = module.text.get(function.span.start..function.span.end).unwrap_or_default();
    let about = text.contains("opinion") || text.contains("score") || text.contains("Opinion");
    let checks = [
        "check", "_check", "detect", "load", "_load", "analy", "_analy", "verify", "extract",
        "parse",
    ];
    if checks.iter().any(|prefix| name.starts_with(prefix)) {
        return false;
    }
    if matches!(name.as_str(), "chief_justice" | "chief_justice_node") {
        return true;
    }
    about
        && !only_opines(&name, function)
        && (runs || (named && (court || name.contains("chief") || name.contains("synthes"))))
}

/// Whether a function makes opinions and no verdict.
fn only_opines(name: &str, function: &Function<'_>) -> bool {
    let makes = |words: &[&str]| {
        terms::any_expr(&function.body, &|part| match &part.kind {
            ExprKind::Call(call) => {
                let made = call.callee_name();
                made.starts_with(char::is_uppercase) && terms::has(made, words)
            }
            _ => false,
        })
    };
    !name.contains("chief")
        && makes(&["opinion"])
        && !makes(&["result", "report", "verdict", "breakdown", "ruling", "judgment", "score"])
}
