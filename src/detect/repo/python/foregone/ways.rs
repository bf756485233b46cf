//! Whether a call is reached whatever was looked at.

use super::super::repository::{Origin, Repository};
use super::super::running::sites::{Site, Sites};
use super::super::syntax::{Body, Expr, ExprKind, Handler, Stmt, StmtKind};
use super::beforehand::Beforehand;
use super::leftover;

/// Calls by which nothing is looked at.
const IDLE: &[&str] = &[
    "add",
    "append",
    "clear",
    "debug",
    "error",
    "extend",
    "info",
    "insert",
    "log",
    "print",
    "setdefault",
    "sleep",
    "update",
    "warning",
];

/// Methods that give evidence again in another form.
const FORMS: &[&str] = &["dict", "model_dump", "to_dict"];

/// Methods by which models are asked.
const ASKS: &[&str] = &["ainvoke", "generate_content", "invoke"];

/// How it is come to evidence that is written beforehand.
pub(super) struct Way {
    /// The criterion that it answers, where the source names it.
    pub answers: Option<String>,
    /// Whether it takes the place of what a model was asked for.
    pub fallback: bool,
    /// The list that it stands in where nothing else does.
    pub leftover: Option<String>,
}

/// The way to a call, if it is the same whatever was looked at; `None` where that is not certain. What says no more than
/// what the criterion calls a success (`repeats`) needs no criterion by name.
pub(super) fn way<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    site: &Site<'r>,
    repeats: bool,
) -> Option<Way> {
    let beforehand = Beforehand { repository, site };
    if let Stands::InTable(criterion) = stands(repository, site)? {
        return Some(Way { answers: Some(criterion), fallback: false, leftover: None });
    }
    let function = site.function()?;
    if is_changed(&function.body, site) {
        return None;
    }
    let mut path =
        Path { beforehand, sites, answers: None, fallback: false, empty: vec![], leftover: None };
    path.follow(&function.body)?;
    let Path { answers, fallback, leftover, .. } = path;
    let told = match leftover {
        Some(_) => repeats,
        None => answers.is_some() || fallback || asserts_of_a_source(repository, site),
    };
    told.then_some(Way { answers, fallback, leftover })
}

/// Whether evidence says of a source by its path, which nothing else in its file names, that something is there. Other
/// evidence that is written on the way may say that what came before did not fail.
fn asserts_of_a_source<'r>(repository: &Repository<'r>, site: &Site<'r>) -> bool {
    let Some(place) = site.call.keyword("location").and_then(Expr::text) else { return false };
    let Some((_, name)) = place.rsplit_once('/').filter(|_| !place.contains(' ')) else {
        return false;
    };
    let is_source = name.rsplit_once('.').is_some_and(|(_, ending)| ending == "py");
    is_source && site.module(repository).text.matches(name).count() == 1
}

/// How a call stands in its statement.
enum Stands {
    /// It runs whenever the statement does.
    Plainly,
    /// A lambda runs it that a table of functions holds under this key.
    InTable(String),
}

/// How a call stands in its statement; `None` where what stands around it may choose.
fn stands<'r>(repository: &Repository<'r>, site: &Site<'r>) -> Option<Stands> {
    let plain =
        matches!(site.stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. } | StmtKind::Return(_));
    if !plain {
        return None;
    }
    let value =
        site.stmt.expressions().into_iter().find(|value| value.span.holds(site.expr.span))?;
    let (mut here, mut key, mut lambda) = (value, None, false);
    while !std::ptr::eq(here, site.expr) {
        let parts = here.parts();
        let inner = parts.into_iter().find(|part| part.span.holds(site.expr.span))?;
        match &here.kind {
            ExprKind::List(_) | ExprKind::Tuple(_) => {}
            ExprKind::Dict(pairs) => {
                let of = pairs.iter().find(|(_, value)| std::ptr::eq(value, inner))?;
                key = of.0.as_ref().and_then(Expr::text);
            }
            ExprKind::Lambda(of) if std::ptr::eq(&raw const of.body, inner) && !lambda => {
                lambda = true;
            }
            // Its method is called, or it is handed on.
            ExprKind::Call(call) => {
                let is_arg = !std::ptr::eq(&raw const call.callee, inner);
                let made = || {
                    let origins = repository.origins(&call.callee, site.at);
                    matches!(origins.as_slice(), [Origin::Class(..)])
                };
                if is_arg
                    && !matches!(call.callee_name(), "append" | "extend" | "insert" | "update")
                    && !made()
                {
                    return None;
                }
            }
            ExprKind::Attribute(_, name) if FORMS.contains(name) => {}
            _ => return None,
        }
        here = inner;
    }
    if !lambda {
        return Some(Stands::Plainly);
    }
    let is_used = match &site.stmt.kind {
        StmtKind::Assign { targets, .. } => match targets.as_slice() {
            [Expr { kind: ExprKind::Name(name), .. }] => repository.is_mentioned(name),
            _ => false,
        },
        _ => false,
    };
    key.filter(|_| is_used).map(Stands::InTable)
}

/// Whether the variable that is given the evidence is given something else, or changed, afterwards.
fn is_changed(body: &Body<'_>, site: &Site<'_>) -> bool {
    let StmtKind::Assign { targets, .. } = &site.stmt.kind else { return false };
    let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else {
        return !matches!(targets.as_slice(), [Expr { kind: ExprKind::Subscript(..), .. }]);
    };
    let is_it = |part: &Expr<'_>| part.is_name(name);
    let mut found = false;
    Stmt::each(body, &mut |stmt| {
        let later = stmt.span.start > site.stmt.span.end;
        if let StmtKind::Assign { targets, .. } = &stmt.kind {
            found |= targets.iter().any(|target| match &target.kind {
                ExprKind::Attribute(object, _) => is_it(object),
                _ => later && is_it(target),
            });
        }
        let copies = |part: &Expr<'_>| {
            matches!(&part.kind, ExprKind::Attribute(object, "model_copy" | "copy" | "__setattr__")
                if is_it(object))
        };
        found |= stmt.any(&copies);
    });
    found
}

/// The way through a function.
struct Path<'s, 'r, 'p> {
    beforehand: Beforehand<'s, 'r, 'p>,
    sites: &'p Sites<'r>,
    answers: Option<String>,
    fallback: bool,
    /// Statements that make an empty list in the block that is followed, or around it in the same round of a loop.
    empty: Vec<(&'r str, &'r [Stmt<'r>])>,
    leftover: Option<String>,
}

impl<'r> Path<'_, 'r, '_> {
    fn holds(&self, stmt: &'r Stmt<'r>) -> bool {
        stmt.span.holds(self.beforehand.site.expr.span)
    }

    /// Follows a block to the call; `None` where it may not be come to.
    fn follow(&mut self, body: &'r Body<'r>) -> Option<()> {
        let at = body.iter().position(|stmt| self.holds(stmt))?;
        for (index, before) in body[..at].iter().enumerate() {
            if let StmtKind::Assign { targets, .. } = &before.kind
                && let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice()
                && self.beforehand.starts_empty(name)
            {
                self.empty.push((name, &body[index + 1..=at]));
            }
            if self.answers.is_some() && self.looks(before) {
                return None;
            }
            if self.asks_in_vain(before) {
                self.fallback = true;
            } else if self.may_leave(before, false, false) || checks(before) {
                return None;
            }
        }
        match &body[at].kind {
            StmtKind::If { branches, otherwise } => {
                for (test, inner) in branches {
                    let here = inner.iter().any(|stmt| self.holds(stmt));
                    if here && let Some(name) = leftover::asks_if_empty(test) {
                        let (_, since) = self.empty.iter().find(|(list, _)| *list == name)?;
                        if !leftover::is_filled_where_asked(self.beforehand, name, since) {
                            return None;
                        }
                        self.leftover = Some(name.to_owned());
                        return self.follow(inner);
                    }
                    if !self.beforehand.is_known(test) {
                        return None;
                    }
                    if here {
                        let asked = self.asked(test);
                        self.answers = asked.or(self.answers.take());
                        return self.follow(inner);
                    }
                }
                self.follow(otherwise)
            }
            StmtKind::For { iterable, body, .. } => {
                if !self.beforehand.is_known(iterable) {
                    return None;
                }
                self.empty.clear();
                self.follow(body)
            }
            StmtKind::With { body, .. } | StmtKind::Try { body, .. } => self.follow(body),
            StmtKind::Expr(_) | StmtKind::Assign { .. } | StmtKind::Return(_) => Some(()),
            _ => None,
        }
    }

    /// The criterion that a condition asks for by its name.
    fn asked(&self, test: &'r Expr<'r>) -> Option<String> {
        match &test.kind {
            ExprKind::Logic("and", sides) => self.asked(&sides.0).or_else(|| self.asked(&sides.1)),
            ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
                ([one, other], ["=="]) => {
                    let (name, criterion) = match (one.text(), other.text()) {
                        (None, Some(criterion)) => (one, criterion),
                        (Some(criterion), None) => (other, criterion),
                        _ => return None,
                    };
                    self.beforehand.is_asked(name).then_some(criterion)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a statement, come to after a look where `looked`, may leave the block that it stands in.
    fn may_leave(&self, stmt: &'r Stmt<'r>, looked: bool, within: bool) -> bool {
        let any = |body: &'r Body<'r>, looked, within| {
            body.iter().any(|stmt| self.may_leave(stmt, looked, within))
        };
        match &stmt.kind {
            StmtKind::Return(_) | StmtKind::Raise(_) => looked,
            StmtKind::Break | StmtKind::Continue => looked && !within,
            StmtKind::If { branches, otherwise } => {
                let mut looked = looked;
                for (test, body) in branches {
                    looked |= !self.beforehand.is_known(test);
                    if any(body, looked, within) {
                        return true;
                    }
                }
                any(otherwise, looked, within)
            }
            StmtKind::For { iterable, body, otherwise, .. } => {
                let looked = looked || !self.beforehand.is_known(iterable);
                any(body, looked, true) || any(otherwise, looked, within)
            }
            StmtKind::While { body, otherwise, .. } => {
                any(body, true, true) || any(otherwise, true, within)
            }
            StmtKind::With { body, .. } => any(body, looked, within),
            StmtKind::Try { body, handlers, otherwise, finally } => {
                let of_clone = |handler: &Handler<'r>| {
                    !handler.caught.is_empty() && handler.caught.iter().all(is_of_clone)
                };
                any(body, looked || !handlers.is_empty(), within)
                    || handlers
                        .iter()
                        .any(|handler| any(&handler.body, looked || !of_clone(handler), within))
                    || any(otherwise, true, within)
                    || any(finally, true, within)
            }
            StmtKind::Match { cases, .. } => cases.iter().any(|case| any(&case.body, true, within)),
            // An assertion looks.
            StmtKind::Other(values) => !values.iter().all(|value| self.beforehand.is_known(value)),
            StmtKind::Expr(_)
            | StmtKind::Assign { .. }
            | StmtKind::Augment { .. }
            | StmtKind::Function(_)
            | StmtKind::Class(_)
            | StmtKind::Import(_) => false,
        }
    }

    /// Whether anything in a statement may look at something.
    fn looks(&self, stmt: &'r Stmt<'r>) -> bool {
        let mut found = false;
        Stmt::each(std::slice::from_ref(stmt), &mut |stmt| {
            found |= stmt.any(&|part| match &part.kind {
                ExprKind::Call(call) => {
                    !IDLE.contains(&call.callee_name()) && !self.beforehand.is_known(part)
                }
                _ => false,
            });
        });
        found
    }

    /// Whether a statement asks models and returns what one of them replies, and goes on where none does.
    fn asks_in_vain(&self, stmt: &'r Stmt<'r>) -> bool {
        let tried = match &stmt.kind {
            StmtKind::For { body, .. } => body.last(),
            _ => Some(stmt),
        };
        let Some(StmtKind::Try { body, handlers, otherwise, finally }) = tried.map(|one| &one.kind)
        else {
            return false;
        };
        let asks = self.sites.all.iter().any(|site| {
            site.at.module == self.beforehand.site.at.module
                && ASKS.contains(&site.call.callee_name())
                && body.iter().any(|stmt| stmt.span.holds(site.expr.span))
        });
        let returns = matches!(body.last().map(|stmt| &stmt.kind), Some(StmtKind::Return(Some(_))));
        let straight =
            body.iter().all(|stmt| stmt.blocks().into_iter().all(|block| !leaves(block)));
        let kept = !handlers.is_empty() && handlers.iter().all(|handler| !leaves(&handler.body));
        let before = match &stmt.kind {
            StmtKind::For { body, .. } => leaves(&body[..body.len() - 1]),
            _ => false,
        };
        asks && returns && straight && kept && !before && otherwise.is_empty() && finally.is_empty()
    }
}

/// Whether a statement is a call that may only serve to fail where something is not as it should be.
fn checks(stmt: &Stmt<'_>) -> bool {
    let StmtKind::Expr(value) = &stmt.kind else { return false };
    let value = match &value.kind {
        ExprKind::Await(inner) => inner,
        _ => value,
    };
    matches!(&value.kind, ExprKind::Call(call) if !IDLE.contains(&call.callee_name()))
}

/// Whether a function may be left in a block.
fn leaves(body: &[Stmt<'_>]) -> bool {
    let mut found = false;
    Stmt::each_own(body, &mut |stmt| {
        found |= stmt.ends_function();
    });
    found
}

/// Whether an exception is that of a clone alone, by its name.
fn is_of_clone(caught: &Expr<'_>) -> bool {
    match &caught.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            name.to_ascii_lowercase().contains("clone")
        }
        ExprKind::Tuple(items) => items.iter().all(is_of_clone),
        _ => false,
    }
}
