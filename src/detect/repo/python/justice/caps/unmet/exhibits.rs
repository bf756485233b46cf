//! The evidence that the sources write, where all of it is spelled out.

use crate::detect::repo::python::classes::fields;
use crate::detect::repo::python::justice::Hearing;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Call, Class, Expr, ExprKind, Import, Passing, Span, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// The fields by which evidence says what it is about, and whether that is there.
const FIELDS: [&str; 2] = ["goal", "found"];

/// A piece of evidence.
pub(super) struct Exhibit<'r> {
    pub module: usize,
    pub span: Span,
    goal: String,
    found: &'r Expr<'r>,
}

impl<'r> Hearing<'r, '_> {
    /// All evidence that is written outside the tests; `None` where some may be made in another way.
    pub(super) fn exhibits(&self) -> Option<Vec<Exhibit<'r>>> {
        let ours = || {
            let modules = self.repository.modules.iter().enumerate();
            modules.filter(|(_, module)| !module.in_tests)
        };
        let mut classes: BTreeSet<&str> = BTreeSet::new();
        for (_, module) in ours() {
            Stmt::each(&module.syntax.body, &mut |stmt| {
                if let StmtKind::Class(class) = &stmt.kind
                    && is_evidence(class)
                {
                    classes.insert(class.name);
                }
            });
        }
        let mut found = Vec::new();
        for (index, module) in ours() {
            let mut reading = Reading { classes: &classes, module: index, found: Vec::new() };
            if !reading.module(module) {
                return None;
            }
            found.extend(reading.found);
        }
        Some(found).filter(|found| !found.is_empty())
    }
}

fn is_evidence(class: &Class<'_>) -> bool {
    FIELDS.iter().all(|wanted| fields(class).any(|(name, ..)| name == *wanted))
}

fn any_within(class: &Class<'_>, test: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    let mut found = false;
    Stmt::each(&class.body, &mut |stmt| {
        found |= stmt.any(test);
    });
    found
}

/// Reads one module.
struct Reading<'r, 'p> {
    classes: &'p BTreeSet<&'r str>,
    module: usize,
    found: Vec<Exhibit<'r>>,
}

impl<'r> Reading<'r, '_> {
    /// Whether all that makes evidence in it was read.
    fn module(&mut self, module: &'r Module<'r>) -> bool {
        let mut whole = true;
        Stmt::each(&module.syntax.body, &mut |stmt| {
            match &stmt.kind {
                StmtKind::Assign { targets, value, .. } => {
                    let marks = |target: &Expr<'_>| matches!(target.kind, ExprKind::Attribute(_, name) if FIELDS.contains(&name));
                    whole &= !targets.iter().any(marks);
                    if let Some(value) = value {
                        whole &= self.value(value);
                    }
                }
                // Who inherits from it is made by another name, and a method of its own makes it of anything.
                StmtKind::Class(class) => {
                    whole &= !class.bases.iter().any(|base| self.is_class(&base.value));
                    let makes = |part: &Expr<'_>| part.is_call_of("cls");
                    whole &= !is_evidence(class) || !any_within(class, &makes);
                }
                StmtKind::Import(imports) => {
                    let renames = |import: &Import<'_>| {
                        import.name.is_some_and(|name| self.classes.contains(name))
                            && import.alias.is_some_and(|alias| import.name != Some(alias))
                    };
                    whole &= !imports.iter().any(renames);
                }
                StmtKind::Function(function) => {
                    let defaults =
                        function.params.iter().filter_map(|param| param.default.as_ref());
                    for value in defaults.chain(&function.decorators) {
                        whole &= self.value(value);
                    }
                }
                _ => {
                    for value in stmt.expressions() {
                        whole &= self.value(value);
                    }
                }
            }
        });
        whole
    }

    fn is_class(&self, value: &Expr<'_>) -> bool {
        value.last_name().is_some_and(|name| self.classes.contains(name))
    }

    /// Whether all that makes evidence in a value was read.
    fn value(&mut self, value: &'r Expr<'r>) -> bool {
        if self.is_class(value) {
            return false;
        }
        match &value.kind {
            ExprKind::Call(call) if self.is_class(&call.callee) => {
                let Some(exhibit) = self.made(call, value.span) else { return false };
                self.found.push(exhibit);
                call.args.iter().all(|arg| self.value(&arg.value))
            }
            ExprKind::Call(call) if call.callee.is_name("isinstance") => true,
            // It may be put into any field by its name.
            ExprKind::Call(call)
                if matches!(call.callee_name(), "setattr" | "model_copy" | "evolve")
                    || matches!(call.callee_name(), "replace" | "copy")
                        && FIELDS.iter().any(|name| call.keyword(name).is_some()) =>
            {
                false
            }
            ExprKind::Dict(pairs) => {
                let has = |wanted: &&str| {
                    let mut keys = pairs.iter().filter_map(|(key, _)| key.as_ref()?.text());
                    keys.any(|key| key == **wanted)
                };
                !FIELDS.iter().all(has) && value.parts().into_iter().all(|part| self.value(part))
            }
            _ => value.parts().into_iter().all(|part| self.value(part)),
        }
    }

    fn made(&self, call: &'r Call<'r>, span: Span) -> Option<Exhibit<'r>> {
        let by_name = call.args.iter().all(|arg| matches!(arg.passing, Passing::Keyword(_)));
        let goal = call.keyword("goal").filter(|_| by_name)?.text()?;
        Some(Exhibit { module: self.module, span, goal, found: call.keyword("found")? })
    }
}

/// The variable whose goal or mark a condition asks for, and nothing else's.
pub(super) fn of<'r>(test: &Expr<'r>) -> Option<&'r str> {
    let mut found: BTreeSet<&'r str> = BTreeSet::new();
    test.each(&mut |part| {
        if let ExprKind::Attribute(object, name) = &part.kind
            && FIELDS.contains(name)
            && let ExprKind::Name(owner) = object.kind
        {
            found.insert(owner);
        }
    });
    let mut found = found.into_iter();
    found.next().filter(|_| found.next().is_none())
}

impl Exhibit<'_> {
    /// Whether a condition may hold of it.
    pub(super) fn may_meet(&self, test: &Expr<'_>) -> bool {
        self.meets(test) != Some(false)
    }

    /// Whether what conditions ask of the goal holds of it.
    pub(super) fn fits_goal(&self, tests: &[&Expr<'_>]) -> bool {
        let mut asked = tests.iter().filter_map(|test| self.goal_fits(test)).peekable();
        asked.peek().is_some() && asked.all(|fits| fits)
    }

    fn meets(&self, test: &Expr<'_>) -> Option<bool> {
        match &test.kind {
            ExprKind::Not(inner) => self.meets(inner).map(|holds| !holds),
            ExprKind::Attribute(_, "found") => self.is_found(),
            ExprKind::Compare(sides, operators) => {
                let [one, other] = sides.as_slice() else { return None };
                match (&one.kind, operators.as_slice(), &other.kind) {
                    (ExprKind::Attribute(_, "found"), ["is" | "=="], ExprKind::Bool(wanted)) => {
                        self.is_found().map(|found| found == *wanted)
                    }
                    _ => self.goal_fits(test),
                }
            }
            _ => None,
        }
    }

    fn is_found(&self) -> Option<bool> {
        match self.found.kind {
            ExprKind::Bool(found) => Some(found),
            _ => None,
        }
    }

    /// Whether the goal is what a comparison asks it to be; `None` for one that asks something else.
    fn goal_fits(&self, test: &Expr<'_>) -> Option<bool> {
        let ExprKind::Compare(sides, operators) = &test.kind else { return None };
        let [one, other] = sides.as_slice() else { return None };
        match operators.as_slice() {
            ["=="] => {
                let (goal, wanted) =
                    goal(one).zip(other.text()).or_else(|| goal(other).zip(one.text()))?;
                Some(goal.of(&self.goal) == wanted)
            }
            ["in"] => Some(goal(other)?.of(&self.goal).contains(&one.text()?)),
            _ => None,
        }
    }
}

/// How a goal is read.
#[derive(Clone, Copy)]
struct Goal {
    lowered: bool,
}

impl Goal {
    fn of(self, goal: &str) -> String {
        if self.lowered { goal.to_lowercase() } else { goal.to_owned() }
    }
}

/// `one.goal`, `one.goal.lower()`, `(one.goal or "").lower()`.
fn goal(value: &Expr<'_>) -> Option<Goal> {
    match &value.kind {
        ExprKind::Attribute(_, "goal") => Some(Goal { lowered: false }),
        ExprKind::Logic("or", sides) => goal(&sides.0),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "lower") if call.args.is_empty() => {
                goal(object).map(|_| Goal { lowered: true })
            }
            ExprKind::Name("str") => goal(call.position(0)?),
            _ => None,
        },
        _ => None,
    }
}
