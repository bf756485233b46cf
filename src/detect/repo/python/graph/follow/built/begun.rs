//! What the callers of a graph give to its fields before it runs.

use super::super::values::value::Value;
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::graph::state::reads::handing::CHANGING;
use crate::detect::repo::python::graph::state::updates::writes::{
    Constant, Domain, Writes, constants,
};
use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::GraphFact;
use std::collections::BTreeSet;

/// Methods that run a graph.
pub(in crate::detect::repo::python::graph) const RUNNING: &[&str] =
    &["invoke", "ainvoke", "stream", "astream", "batch", "abatch", "astream_events"];

/// What the name of something has in it that is run likewise and is no graph.
pub(in crate::detect::repo::python::graph) const MODELS: &[&str] =
    &["llm", "model", "chain", "structured", "prompt", "chat", "judge", "client"];

/// The callers of a graph, as far as the sources show them.
pub(in crate::detect::repo::python::graph) struct Begun<'b, 'r> {
    pub repository: &'b Repository<'r>,
    pub sites: &'b [Site<'r>],
    pub runs: &'b [(String, Value<'r>)],
    pub routers: &'b [(String, Value<'r>)],
    pub graph: &'b GraphFact,
}

/// Whether a call runs something by what it gives it, and no model of language, by the name of it.
pub(in crate::detect::repo::python::graph) fn runs_graph(call: &Call<'_>) -> bool {
    let ExprKind::Attribute(object, method) = &call.callee.kind else { return false };
    let name = match &object.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => (*name).to_lowercase(),
        ExprKind::Call(call) => call.callee_name().to_lowercase(),
        _ => String::new(),
    };
    RUNNING.contains(method) && !MODELS.iter().any(|word| name.contains(word))
}

/// What one call gives to a field.
enum Input {
    /// It runs no graph.
    No,
    /// All of it is spelled out.
    Given(Domain),
    Unknown,
}

impl<'r> Begun<'_, 'r> {
    /// All that a field may hold before a node gives it something; `None` where that is not known.
    pub(in crate::detect::repo::python::graph) fn of(&self, key: &str) -> Domain {
        if changed_in_place(self.repository, key) {
            return None;
        }
        let mut all = self.default(key)?;
        let running = || {
            let sites = self.sites.iter().filter(|site| runs_graph(site.call));
            sites.filter(|site| !self.repository.modules[site.at.module].in_tests)
        };
        let (mut is_run, mut is_known) = (false, true);
        // Who runs a graph that the sources never run is not known.
        for site in running() {
            match self.input(site, key) {
                Input::No => {}
                Input::Given(domain) => {
                    is_run = true;
                    all.extend(domain?);
                }
                Input::Unknown => is_known = false,
            }
        }
        if !is_run && is_known {
            return None;
        }
        if !is_known {
            let callers: Vec<(usize, Span)> = running()
                .filter_map(|site| Some((site.at.module, site.function()?.span)))
                .collect();
            all.extend(self.anywhere(key, &callers)?);
        }
        Some(all)
    }

    /// What the class of the state has for a field where nobody gives it anything.
    fn default(&self, key: &str) -> Domain {
        let state = self.graph.state_class.as_deref()?.rsplit('.').next()?;
        let mut all = BTreeSet::new();
        let mut is_known = true;
        for module in self.repository.modules {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let StmtKind::Class(class) = &stmt.kind else { return };
                for stmt in class.body.iter().filter(|_| class.name == state) {
                    let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                        continue;
                    };
                    let is_it = |target: &Expr<'_>| target.is_name(key);
                    if targets.iter().any(is_it) {
                        let default = declared(value);
                        is_known &= default.is_some();
                        all.extend(default.into_iter().flatten());
                    }
                }
            });
        }
        is_known.then_some(all)
    }

    fn input(&self, site: &Site<'r>, key: &str) -> Input {
        if !runs_graph(site.call) {
            return Input::No;
        }
        let Some(given) = site.call.argument(0, "input") else { return Input::Unknown };
        match &given.kind {
            ExprKind::Str(_) | ExprKind::List(_) | ExprKind::Literal(_) => Input::No,
            ExprKind::Dict(pairs) => spelled_out(pairs, key),
            ExprKind::Name(name) => {
                let origins = self.repository.origins(given, site.at);
                let [Origin::Value(_, Expr { kind: ExprKind::Dict(pairs), .. })] =
                    origins.as_slice()
                else {
                    return Input::Unknown;
                };
                let is_changed = site
                    .around
                    .functions
                    .last()
                    .is_none_or(|function| changes(&function.body, name));
                if is_changed { Input::Unknown } else { spelled_out(pairs, key) }
            }
            _ => Input::Unknown,
        }
    }

    /// All that is put under a key anywhere but in nodes and routers; what a function gives that runs a graph itself is
    /// no input.
    fn anywhere(&self, key: &str, callers: &[(usize, Span)]) -> Domain {
        let own = self.runs.iter().chain(self.routers);
        let own: Vec<(usize, Span)> = own
            .filter_map(|(_, value)| runner(self.repository, value))
            .map(|runner| (runner.at.module, runner.function.span))
            .collect();
        let inside = |all: &[(usize, Span)], module: usize, span: Span| {
            all.iter().any(|(other, around)| *other == module && around.holds(span))
        };
        let keys = BTreeSet::from([key]);
        let state = self.graph.state_class.as_deref();
        let mut writes = Writes::of(&keys, state);
        for (index, module) in self.repository.modules.iter().enumerate() {
            if module.in_tests || !module.text.contains(key) {
                continue;
            }
            Stmt::each(&module.syntax.body, &mut |stmt| {
                let is_result =
                    matches!(stmt.kind, StmtKind::Return(_)) && inside(callers, index, stmt.span);
                if !inside(&own, index, stmt.span) && !is_result {
                    writes.stmt(stmt);
                }
            });
        }
        writes.found.remove(key).unwrap_or_else(|| Some(BTreeSet::new()))
    }
}

/// Whether something may be put into what a field holds where it is: `state["errors"].append(error)`.
pub(in crate::detect::repo::python::graph) fn changed_in_place(
    repository: &Repository<'_>,
    key: &str,
) -> bool {
    let names = |value: &Expr<'_>| {
        value.any(&|part| {
            part.text().as_deref() == Some(key)
                || matches!(part.kind, ExprKind::Attribute(_, name) if name == key)
        })
    };
    repository.program().any(|module| {
        if !module.text.contains(key) {
            return false;
        }
        let mut holding: BTreeSet<&str> = BTreeSet::new();
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && names(value)
            {
                holding.extend(targets.iter().filter_map(Expr::name));
            }
        });
        let holds = |value: &Expr<'_>| {
            names(value) || matches!(value.kind, ExprKind::Name(name) if holding.contains(name))
        };
        let mut is_changed = false;
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Augment { target, .. } = &stmt.kind {
                is_changed |= holds(target);
            }
            is_changed |= stmt.any(&|part| {
                part.method_call()
                    .is_some_and(|(object, method, _)| CHANGING.contains(&method) && holds(object))
            });
        });
        is_changed
    })
}

/// What a dictionary that is given has under a key.
fn spelled_out(pairs: &[(Option<Expr<'_>>, Expr<'_>)], key: &str) -> Input {
    let mut domain = Some(BTreeSet::new());
    for (name, value) in pairs {
        let Some(name) = name.as_ref().and_then(Expr::text) else { return Input::Unknown };
        if name == key {
            domain = constants(value);
        }
    }
    Input::Given(domain)
}

/// Whether keys are put into a variable after it was made, or somebody else is handed it who may do so.
pub(in crate::detect::repo::python::graph) fn changes(body: &[Stmt<'_>], name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut changes = false;
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            changes |= targets.iter().any(
                |target| matches!(&target.kind, ExprKind::Subscript(object, _) if is_it(object)),
            );
        }
        changes |= stmt.any(&|part| {
            let ExprKind::Call(call) = &part.kind else { return false };
            match &call.callee.kind {
                ExprKind::Attribute(object, method) => {
                    (is_it(object) && CHANGING.contains(method))
                        || (!RUNNING.contains(method)
                            && call.args.iter().any(|arg| is_it(&arg.value)))
                }
                _ => call.args.iter().any(|arg| is_it(&arg.value)),
            }
        });
    });
    changes
}

/// What a field is declared to hold: `[]`, `field(default_factory=list)`.
fn declared(value: &Expr<'_>) -> Domain {
    let ExprKind::Call(call) = &value.kind else { return constants(value) };
    if !matches!(call.callee_name(), "Field" | "field") {
        return constants(value);
    }
    match call.keyword("default_factory") {
        Some(Expr { kind: ExprKind::Name("list" | "dict" | "set" | "str"), .. }) => {
            Some(BTreeSet::from([Constant::Nothing]))
        }
        Some(_) => None,
        // What has to be given is given.
        None => call.argument(0, "default").map_or(Some(BTreeSet::new()), |default| {
            if matches!(default.kind, ExprKind::Literal("...")) {
                Some(BTreeSet::new())
            } else {
                constants(default)
            }
        }),
    }
}
