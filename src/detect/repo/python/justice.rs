//! How verdicts are synthesised: which functions decide, and by which rules.

mod rules;

pub(super) use rules::measures_spread;

use super::classes::each;
use super::parse::Module;
use super::repository::{At, Origin, Repository};
use super::sites::{Site, Sites};
use super::syntax::{Body, Expr, ExprKind, Function, StmtKind};
use crate::domain::facts::JusticeFact;
use std::collections::BTreeSet;

/// Calls that are followed from a deciding function, inside its file.
const DEPTH: usize = 4;

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

/// Lists the functions that synthesise verdicts, in source order.
pub(super) fn justice(repository: &Repository<'_>, sites: &Sites<'_>) -> Vec<JusticeFact> {
    let mut facts = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let at = At { module: index, scope: 0 };
        let mut class_names: Vec<(usize, usize, &str)> = Vec::new();
        each(repository, &module.syntax.body, at, &mut |_, stmt| match &stmt.kind {
            StmtKind::Class(class) => {
                class_names.push((class.span.start, class.span.end, class.name));
            }
            StmtKind::Function(function) => {
                let owner = class_names
                    .iter()
                    .rev()
                    .find(|(start, end, _)| (*start..*end).contains(&function.span.start));
                if decides(module, function, owner.map(|(_, _, name)| *name)) {
                    let found = fact(repository, sites, index, function);
                    // What only measures the spread decides nothing.
                    let measures = found.rules.is_empty()
                        && function.name.contains("variance")
                        && !function.name.contains("eval");
                    facts.extend((!measures).then_some(found));
                }
            }
            _ => {}
        });
    }
    facts
}

/// Whether `function` takes part in deciding a score from opinions.
fn decides(module: &Module<'_>, function: &Function<'_>, owner: Option<&str>) -> bool {
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
    about && (runs || (named && (court || name.contains("chief") || name.contains("synthes"))))
}

fn fact<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    module: usize,
    function: &'r Function<'r>,
) -> JusticeFact {
    let mut seen = BTreeSet::new();
    let mut reached = Vec::new();
    reach(sites, repository, module, function, DEPTH, &mut seen, &mut reached);
    let source = &repository.modules[module];
    let mut rules = BTreeSet::new();
    for inner in &reached {
        rules.extend(rules::rules(inner));
    }
    JusticeFact {
        function: function.name.into(),
        calls_model: reached
            .iter()
            .any(|inner| sites.inside(module, inner).into_iter().any(asks_model)),
        branches: branches(&function.body, 0),
        rules: RULES
            .iter()
            .filter(|rule| rules.contains(*rule))
            .map(|rule| (*rule).into())
            .collect(),
        place: source.place(function.span),
        in_tests: source.in_tests,
    }
}

/// The rules in the order of the contract.
const RULES: [&str; 5] = [
    "security_override",
    "fact_supremacy",
    "functionality_weight",
    "variance_re_evaluation",
    "dissent",
];

/// Collects `function` and the functions of the same file that it calls.
fn reach<'r>(
    sites: &Sites<'r>,
    repository: &Repository<'r>,
    module: usize,
    function: &'r Function<'r>,
    depth: usize,
    seen: &mut BTreeSet<usize>,
    reached: &mut Vec<&'r Function<'r>>,
) {
    if depth == 0 || !seen.insert(function.id) {
        return;
    }
    reached.push(function);
    for site in sites.inside(module, function).into_iter().filter(|site| !site.around.dead) {
        if let ExprKind::Attribute(object, name) = &site.call.callee.kind
            && matches!(object.kind, ExprKind::Name("self"))
            && let Some(class) = site.around.class
        {
            for stmt in &class.body {
                if let StmtKind::Function(method) = &stmt.kind
                    && method.name == *name
                {
                    reach(sites, repository, module, method, depth - 1, seen, reached);
                }
            }
            continue;
        }
        for origin in repository.origins(&site.call.callee, site.at) {
            if let Origin::Function(at, called) = origin
                && at.module == module
            {
                reach(sites, repository, module, called, depth - 1, seen, reached);
            }
        }
    }
}

/// Whether a call asks a language model.
fn asks_model(site: &Site<'_>) -> bool {
    let name = site.call.callee_name();
    let ExprKind::Attribute(object, _) = &site.call.callee.kind else { return false };
    let on_model = {
        let mut inner = &**object;
        let mut names = Vec::new();
        while let ExprKind::Attribute(next, name) = &inner.kind {
            names.push(name.to_ascii_lowercase());
            inner = next;
        }
        if let ExprKind::Name(name) = inner.kind {
            names.push(name.to_ascii_lowercase());
        }
        names.iter().any(|name| {
            ["llm", "model", "chain", "chat", "client", "completions", "messages", "openai"]
                .iter()
                .any(|word| name.contains(word))
        })
    };
    matches!(
        name,
        "invoke" | "ainvoke" | "predict" | "apredict" | "generate" | "create" | "parse" | "chat"
    ) && on_model
}

/// Counts what the function decides by, in it alone.
fn branches(body: &Body<'_>, depth: usize) -> u32 {
    if depth > 64 {
        return 0;
    }
    body.iter()
        .map(|stmt| {
            let own = match &stmt.kind {
                StmtKind::If { branches, .. } => u32::try_from(branches.len()).unwrap_or(u32::MAX),
                StmtKind::Match { cases, .. } => u32::try_from(cases.len()).unwrap_or(u32::MAX),
                _ => 0,
            };
            let inner: u32 = stmt.expressions().into_iter().map(|value| choices(value, 0)).sum();
            let blocks: u32 = stmt.blocks().into_iter().map(|body| branches(body, depth + 1)).sum();
            own.saturating_add(inner).saturating_add(blocks)
        })
        .fold(0, u32::saturating_add)
}

fn choices(value: &Expr<'_>, depth: usize) -> u32 {
    if depth > 64 {
        return 0;
    }
    let own = match &value.kind {
        ExprKind::Conditional(_) => 1,
        ExprKind::Call(call) => u32::from(matches!(call.callee_name(), "min" | "max" | "median")),
        _ => 0,
    };
    value.parts().into_iter().map(|part| choices(part, depth + 1)).fold(own, u32::saturating_add)
}
