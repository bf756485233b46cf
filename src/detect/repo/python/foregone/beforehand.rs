//! What is known before anything was looked at: what is written in the source, what the rubric asks, and where to look.

use super::super::repository::{Origin, Repository};
use super::super::running::sites::Site;
use super::super::syntax::{Expr, ExprKind, Function, Piece, Stmt, StmtKind, Taking};

/// How many names and parts are followed.
const STEPS: usize = 12;

/// Names of what is asked.
const ASKED: &[&str] = &[
    "criteria",
    "criterion",
    "criterion_id",
    "dim",
    "dim_id",
    "dimension",
    "dimension_id",
    "dimension_name",
    "dimensions",
    "dims",
    "forensic_instruction",
    "forensic_protocol",
    "forensic_tasks",
    "goal",
    "instruction",
    "protocol_name",
    "rubric",
    "rubric_dimensions",
    "task",
    "task_id",
    "tasks",
];

/// Those that are lists of it, by whatever way these were read.
const LISTS: &[&str] =
    &["criteria", "dimensions", "dims", "forensic_tasks", "rubric", "rubric_dimensions", "tasks"];

/// Names of where to look.
const WHERE: &[&str] = &[
    "branch",
    "clone_path",
    "local_path",
    "pdf_path",
    "repo_dir",
    "repo_path",
    "repo_root",
    "repo_url",
    "report_path",
    "target_path",
    "url",
];

/// Methods that give a text again in another form.
const FORMS: &[&str] = &["lower", "upper", "strip", "title", "isoformat"];

/// Judges values in the function that a call stands in.
#[derive(Clone, Copy)]
pub(super) struct Beforehand<'s, 'r, 'p> {
    pub repository: &'p Repository<'r>,
    pub site: &'s Site<'r>,
}

impl<'r> Beforehand<'_, 'r, '_> {
    /// Whether a value surely hangs on no look at anything.
    pub(super) fn is_known(&self, value: &'r Expr<'r>) -> bool {
        self.known(value, STEPS)
    }

    /// Whether a value is what is asked: a criterion or a part of one.
    pub(super) fn is_asked(&self, value: &'r Expr<'r>) -> bool {
        let is_name = |part: &Expr<'r>| part.last_name().is_some_and(|name| ASKED.contains(&name));
        value.any(&is_name) && self.is_known(value)
    }

    /// The part of a criterion by which it says what success is, where a value is just that.
    pub(super) fn success(&self, value: &'r Expr<'r>) -> Option<String> {
        let key = match &value.kind {
            ExprKind::Name(name) => match self.given(name).as_slice() {
                [Given::Value(given)] if !matches!(given.kind, ExprKind::Name(_)) => {
                    return self.success(given);
                }
                _ => return None,
            },
            ExprKind::Subscript(_, indices) => match indices.as_slice() {
                [index] => index.text()?,
                _ => return None,
            },
            ExprKind::Attribute(_, name) => (*name).to_owned(),
            ExprKind::Call(call) if call.callee_name() == "get" => call.position(0)?.text()?,
            _ => return None,
        };
        (key.contains("success") && self.is_asked(value)).then_some(key)
    }

    /// Whether a name is given an empty list, and nothing else, in the innermost function that has it.
    pub(super) fn starts_empty(&self, name: &str) -> bool {
        matches!(self.given(name).as_slice(), [Given::Value(value)]
            if matches!(&value.kind, ExprKind::List(items) if items.is_empty()))
    }

    fn known(&self, value: &'r Expr<'r>, steps: usize) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let next = |part: &'r Expr<'r>| self.known(part, steps);
        match &value.kind {
            ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None => true,
            ExprKind::Str(pieces) => pieces.iter().all(|piece| match piece {
                Piece::Literal(_) => true,
                Piece::Hole(hole) => next(hole),
            }),
            ExprKind::Name(name) => self.name(value, name, steps),
            ExprKind::Attribute(object, name) => self.part(object, name, steps),
            ExprKind::Subscript(object, indices) => match indices.as_slice() {
                [index] => match index.text() {
                    Some(key) => self.part(object, &key, steps),
                    None => next(object) && next(index),
                },
                _ => false,
            },
            ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
                items.iter().all(next)
            }
            ExprKind::Dict(pairs) => {
                pairs.iter().all(|(key, value)| key.as_ref().is_some_and(next) && next(value))
            }
            ExprKind::Compare(items, _) => items.iter().all(next),
            ExprKind::Binary(_, sides) | ExprKind::Logic(_, sides) => {
                next(&sides.0) && next(&sides.1)
            }
            ExprKind::Not(inner) => next(inner),
            ExprKind::Conditional(choice) => {
                next(&choice.test) && next(&choice.then) && next(&choice.otherwise)
            }
            ExprKind::Call(call) => {
                let args = || call.args.iter().all(|arg| next(&arg.value));
                match &call.callee.kind {
                    ExprKind::Name("bool" | "str") => args(),
                    ExprKind::Attribute(object, "get") => {
                        let key = call.position(0).and_then(Expr::text);
                        args() && key.is_some_and(|key| self.part(object, &key, steps))
                    }
                    ExprKind::Attribute(object, name) if FORMS.contains(name) => {
                        args() && next(object)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Whether a part of an object is known: of what is asked, or what the state was given at the start.
    fn part(&self, object: &'r Expr<'r>, key: &str, steps: usize) -> bool {
        match &object.kind {
            ExprKind::Name("state") => ASKED.contains(&key) || WHERE.contains(&key),
            ExprKind::Attribute(owner, "state") if owner.is_name("self") => {
                ASKED.contains(&key) || WHERE.contains(&key)
            }
            _ => self.known(object, steps),
        }
    }

    fn name(&self, value: &'r Expr<'r>, name: &str, steps: usize) -> bool {
        let given = self.given(name);
        if given.is_empty() {
            return self.outside(value);
        }
        // A path says where to look, whatever is there.
        if LISTS.contains(&name) || WHERE.contains(&name) {
            return true;
        }
        let known = |one: &Given<'r>| match one {
            Given::Value(value) => self.known(value, steps),
            Given::Param => ASKED.contains(&name),
            Given::Anything => false,
        };
        // A goal that tells what was seen is none that was asked.
        if ASKED.contains(&name) {
            return given.iter().all(known);
        }
        let [one] = given.as_slice() else { return false };
        // What is put into a list or a dictionary afterwards is not seen here.
        let holds = matches!(one, Given::Value(value)
            if matches!(value.kind, ExprKind::List(_) | ExprKind::Set(_) | ExprKind::Dict(_)));
        known(one) && !holds
    }

    /// What the innermost function that has the name gives it.
    fn given(&self, name: &str) -> Vec<Given<'r>> {
        for function in self.site.around.functions.iter().rev() {
            let found = given_in(function, name);
            if !found.is_empty() {
                return found;
            }
        }
        // A parameter of a lambda around the call.
        let mut found = Vec::new();
        self.site.stmt.walk(&mut |part| {
            if let ExprKind::Lambda(lambda) = &part.kind
                && part.span.holds(self.site.expr.span)
                && lambda.param(name).is_some()
            {
                found.push(Given::Param);
            }
        });
        found
    }

    /// Whether a name of the module, or of one that it imports from, is written there once and for all.
    fn outside(&self, name: &'r Expr<'r>) -> bool {
        match self.repository.origins(name, self.site.at).as_slice() {
            [Origin::Value(at, value)] => at.scope == 0 && is_written(value, STEPS),
            _ => false,
        }
    }
}

/// What gives a name its value.
#[derive(Clone, Copy)]
enum Given<'r> {
    Value(&'r Expr<'r>),
    Param,
    Anything,
}

fn given_in<'r>(function: &'r Function<'r>, name: &str) -> Vec<Given<'r>> {
    let mut found = Vec::new();
    let param = function.param(name);
    found.extend(
        param.map(|param| if param.taking == Taking::One { Given::Param } else { Given::Anything }),
    );
    let is_it = |part: &Expr<'_>| part.is_name(name);
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                if is_it(target) {
                    found.push(Given::Value(value));
                } else if target.any(&is_it) && !matches!(target.kind, ExprKind::Subscript(..)) {
                    found.push(Given::Anything);
                }
            }
        }
        StmtKind::For { target, iterable, .. } if target.any(&is_it) => {
            found.push(if is_it(target) { Given::Value(iterable) } else { Given::Anything });
        }
        StmtKind::Augment { target, .. } if target.any(&is_it) => found.push(Given::Anything),
        StmtKind::With { items, .. }
            if items.iter().any(|(_, bound)| bound.as_ref().is_some_and(|one| one.any(&is_it))) =>
        {
            found.push(Given::Anything);
        }
        _ => {}
    });
    found
}

/// Whether a value is written in the source, to its last part.
fn is_written(value: &Expr<'_>, steps: usize) -> bool {
    let Some(steps) = steps.checked_sub(1) else { return false };
    match &value.kind {
        ExprKind::Literal(_) | ExprKind::Bool(_) | ExprKind::None => true,
        ExprKind::Str(_) => value.text().is_some(),
        ExprKind::List(items) | ExprKind::Tuple(items) | ExprKind::Set(items) => {
            items.iter().all(|item| is_written(item, steps))
        }
        _ => false,
    }
}
