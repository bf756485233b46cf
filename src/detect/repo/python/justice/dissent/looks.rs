//! Whether code looks at evidence, or at what judges argue, once more; how many citations there are tells nothing of
//! what is cited.

use super::super::Hearing;
use super::super::reading::effects::is_text;
use super::super::reading::functions::court::Key;
use super::super::reading::guards::only_caps;
use super::super::reading::variables::notes::Notes;
use super::super::reading::variables::terms::{
    PROSE, SCORE, block_names, blocks, each_target, has, target_name,
};
use crate::detect::repo::python::syntax::{
    Body, Call, Expr, ExprKind, Function, Span, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// What is called where nothing is looked at again.
pub(super) const KNOWN: &[&str] = &[
    "min", "max", "round", "int", "float", "abs", "sorted", "median", "len", "str", "sum",
    "append", "extend", "join", "format", "info", "warning", "debug", "error", "print", "log",
    "get", "strip", "replace",
];
/// The same where nothing but that is asked.
const PLAIN: &[&str] = &[
    "isinstance",
    "getattr",
    "any",
    "all",
    "next",
    "enumerate",
    "zip",
    "list",
    "dict",
    "set",
    "tuple",
    "bool",
    "range",
    "mean",
    "fmean",
    "items",
    "values",
    "keys",
    "lower",
    "upper",
    "title",
    "sort",
    "clamp",
    "_clamp",
    "critical",
    "exception",
];
/// What is read where something is looked at again.
pub(super) const LOOKS: &[&str] = &[
    "evidenc",
    "cited",
    "citation",
    "confiden",
    "=found",
    "argument",
    "rationale",
    "invoke",
    "=llm",
];
/// What is made of that.
const MADE: &[&str] = &["support", "verif", "hallucin", "=facts", "=findings"];

impl Hearing<'_, '_> {
    /// Whether what a call in the function at `from` runs looks at evidence, or at what judges argue, with all that it
    /// calls; `None` where that is not known.
    pub(in super::super) fn looks(&self, from: Key, call: &Call<'_>) -> Option<bool> {
        let run = self.helpers.get(&from)?.get(&(call.callee.span.start, call.callee.span.end))?;
        if run.is_empty() {
            return None;
        }
        let mut reached = BTreeSet::new();
        for key in run {
            self.court.reach(*key, &mut reached);
        }
        Some(reached.iter().any(|key| {
            let function = self.court.parts.get(key).map(|part| part.function);
            function.is_none_or(|function| {
                function.params.iter().any(|param| has(param.name, LOOKS))
                    || block_names(&function.body, LOOKS)
            })
        }))
    }
}

/// Whether a call of the repository's own looks at any of that, with all that it calls; `None` of others.
pub(in super::super) type Looking<'h> = &'h dyn Fn(&Call<'_>) -> Option<bool>;

/// What a function's branches may look at.
pub(in super::super) struct Sight<'r, 'h> {
    pub function: &'r Function<'r>,
    pub notes: &'h Notes<'r>,
    pub helper: Looking<'h>,
}

impl Sight<'_, '_> {
    /// Whether what a block does to scores under a condition may come of anything that is looked at there.
    pub(in super::super) fn looks(&self, test: Option<&Expr<'_>>, body: &Body<'_>) -> bool {
        let made = self.made();
        test.is_some_and(|test| self.names(test, &made))
            || body.iter().any(|stmt| self.statement(stmt, &made))
    }

    /// Whether what the function does in these lines may come of it.
    pub(in super::super) fn looks_behind(&self, lines: Span) -> bool {
        let made = self.made();
        let mut behind = self.function.body.iter().filter(|stmt| lines.holds(stmt.span));
        behind.any(|stmt| self.statement(stmt, &made))
    }

    /// Whether a call may look at something.
    pub(super) fn may_look(&self, call: &Call<'_>) -> bool {
        let name = call.callee_name();
        let is_made = name.starts_with(|first: char| first.is_ascii_uppercase());
        !(KNOWN.contains(&name) || PLAIN.contains(&name) || is_made)
            && (self.helper)(call).unwrap_or(true)
    }

    fn statement(&self, stmt: &Stmt<'_>, made: &BTreeSet<&str>) -> bool {
        let reads = |value: &Expr<'_>| self.reads(value, made);
        let inner = || {
            blocks(stmt).into_iter().any(|block| block.iter().any(|one| self.statement(one, made)))
        };
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                !is_told(targets, value) && reads(value)
            }
            StmtKind::Augment { target, value } => {
                !is_told(std::slice::from_ref(target), value) && reads(value)
            }
            StmtKind::Return(Some(value)) => match &value.kind {
                ExprKind::Tuple(items) => items.first().is_some_and(reads),
                ExprKind::Dict(pairs) => pairs.iter().any(|(key, value)| {
                    let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
                    !has(&key, PROSE) && !is_text(value) && reads(value)
                }),
                _ => !is_text(value) && reads(value),
            },
            StmtKind::Expr(value) => value.any(&|part| match &part.kind {
                ExprKind::Call(call) => self.may_look(call),
                _ => false,
            }),
            StmtKind::If { branches, otherwise } => {
                let looks = |body: &Body<'_>| body.iter().any(|one| self.statement(one, made));
                // A cap for security that is put down again belongs to that rule.
                let is_cap = |(test, body): &(Expr<'_>, Body<'_>)| {
                    self.notes.is_secure(test) && only_caps(body)
                };
                let mut others = branches.iter().filter(|branch| !is_cap(branch));
                others.any(|(test, body)| reads(test) || looks(body)) || looks(otherwise)
            }
            StmtKind::Function(_) | StmtKind::Class(_) => false,
            _ => stmt.expressions().into_iter().any(reads) || inner(),
        }
    }

    /// Whether a value is made of what is looked at, or calls what may look.
    fn reads(&self, value: &Expr<'_>, made: &BTreeSet<&str>) -> bool {
        match &value.kind {
            // How much is cited; how much there is of evidence itself is another matter.
            ExprKind::Call(call) if call.callee_name() == "len" => {
                call.args.iter().any(|arg| root(&arg.value).is_some_and(|name| has(name, LOOKS)))
            }
            ExprKind::Call(call) => {
                let on = match &call.callee.kind {
                    ExprKind::Attribute(object, _) => self.reads(object, made),
                    _ => false,
                };
                on || self.may_look(call)
                    || call.args.iter().any(|arg| self.reads(&arg.value, made))
            }
            ExprKind::Name(name) => has(name, LOOKS) || has(name, MADE) || made.contains(name),
            ExprKind::Attribute(object, name) => {
                has(name, LOOKS) || has(name, MADE) || self.reads(object, made)
            }
            ExprKind::Str(_) => value
                .text()
                .is_some_and(|text| !text.contains(' ') && text.len() < 30 && has(&text, LOOKS)),
            ExprKind::Await(_) => true,
            _ => value.parts().into_iter().any(|part| self.reads(part, made)),
        }
    }

    /// The variables of the function that are made of what is looked at; a score stands for itself.
    fn made(&self) -> BTreeSet<&str> {
        let mut made = BTreeSet::new();
        Stmt::each_own(&self.function.body, &mut |stmt| {
            let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
            if is_told(targets, value) || !self.names(value, &made) {
                return;
            }
            for target in each_target(targets) {
                if let ExprKind::Name(name) = target.kind
                    && !has(name, SCORE)
                {
                    made.insert(name);
                }
            }
        });
        made
    }

    /// Whether a value is made of what is looked at by name.
    fn names(&self, value: &Expr<'_>, made: &BTreeSet<&str>) -> bool {
        let own = Sight { function: self.function, notes: self.notes, helper: &|_| Some(false) };
        own.reads(value, made)
    }
}

/// Whether a value is only written down.
fn is_told(targets: &[Expr<'_>], value: &Expr<'_>) -> bool {
    is_text(value) || each_target(targets).iter().all(|one| has(&target_name(one), PROSE))
}

/// The variable that a value is drawn from.
fn root<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match &value.kind {
        ExprKind::Name(name) => Some(name),
        ExprKind::Attribute(object, _) | ExprKind::Subscript(object, _) => root(object),
        _ => None,
    }
}
