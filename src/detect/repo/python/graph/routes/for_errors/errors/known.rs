//! What is known of the variables of a router.

use super::mentions;
use super::naming::names_evidence;
use super::outcomes::{is_code, is_status};
use crate::detect::repo::python::graph::routes::starved::Starved;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Span, Stmt, StmtKind};

/// Variables of a router, by what they are computed from.
#[derive(Default)]
pub(super) struct Known<'r> {
    pub evidence: Vec<&'r str>,
    /// From what speaks of errors.
    pub errors: Vec<&'r str>,
    /// From what says how something came out.
    pub statuses: Vec<&'r str>,
    /// From numbers that tell of errors.
    pub codes: Vec<&'r str>,
    /// From environment variables: whoever starts the program sets them, and no error does.
    settings: Vec<&'r str>,
    /// From what is read in vain.
    nothing: Vec<&'r str>,
    /// From what a model replies.
    replies: Vec<&'r str>,
    /// Where that is read.
    pub starved: Vec<Span>,
}

impl Known<'_> {
    /// What is read in vain in a part of a module.
    pub(super) fn of(starved: &Starved, module: usize, around: Span) -> Self {
        let inside = starved.iter().filter(|(other, read)| *other == module && around.holds(*read));
        Self { starved: inside.map(|(_, span)| *span).collect(), ..Self::default() }
    }

    /// Whether something is read in vain in `value`.
    pub(super) fn starves(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| self.is_nothing(part))
    }

    /// Whether a model's reply stands in `value`: that it grades something well or badly is no error.
    pub(super) fn hears(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| match &part.kind {
            ExprKind::Name(name) => self.replies.contains(name),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, method) => ASKING.contains(method) && is_model(object),
                _ => false,
            },
            _ => false,
        })
    }

    /// Whether `value` is what is read in vain, and nothing else.
    pub(super) fn is_nothing(&self, value: &Expr<'_>) -> bool {
        match value.kind {
            ExprKind::Name(name) => self.nothing.contains(&name),
            _ => self.starved.contains(&value.span),
        }
    }

    /// Whether one of several conditions asks for more than what is read in vain; so it is where there are none, and
    /// nothing is.
    pub(super) fn is_fed(&self, asked: &[&Expr<'_>]) -> bool {
        self.starved.is_empty() || asked.iter().any(|test| !self.starves(test))
    }

    /// Whether `test` asks for environment variables and for nothing else that it is joined with.
    pub(super) fn only_switches(&self, test: &Expr<'_>) -> bool {
        match &test.kind {
            ExprKind::Logic(_, sides) => {
                self.only_switches(&sides.0) && self.only_switches(&sides.1)
            }
            ExprKind::Not(inner) => self.only_switches(inner),
            _ => self.switches(test),
        }
    }

    /// Whether `value` has an environment variable in it.
    pub(super) fn switches(&self, value: &Expr<'_>) -> bool {
        self.is_setting(value) || value.parts().into_iter().any(|part| self.switches(part))
    }

    pub(super) fn is_setting(&self, value: &Expr<'_>) -> bool {
        let environ = |value: &Expr<'_>| {
            matches!(value.kind, ExprKind::Name("environ") | ExprKind::Attribute(_, "environ"))
        };
        match &value.kind {
            ExprKind::Name(name) => self.settings.contains(name),
            ExprKind::Subscript(object, _) => environ(object),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Name("getenv") | ExprKind::Attribute(_, "getenv") => true,
                ExprKind::Attribute(object, "get") => environ(object),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Methods by which a model is asked.
const ASKING: &[&str] = &["invoke", "ainvoke", "predict", "apredict", "generate", "agenerate"];
/// Parts of the names of what asks one.
const MODELS: &[&str] = &["llm", "model", "chain", "grader", "critic", "evaluator", "reviewer"];

/// Whether something is called like what asks a model.
fn is_model(object: &Expr<'_>) -> bool {
    let name = match &object.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name,
        ExprKind::Call(call) => return is_model(&call.callee),
        // `prompt | llm`
        ExprKind::Binary("|", sides) => return is_model(&sides.1),
        _ => return false,
    };
    let name = name.to_ascii_lowercase();
    // A graph within the graph is invoked, too.
    MODELS.iter().any(|word| name.contains(word)) && !name.contains("graph")
}

/// Collects the variables that are computed from evidence, from what speaks of errors, and from the environment.
pub(super) fn derived<'r>(body: &Body<'r>, known: &mut Known<'r>) {
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            let named = targets.iter().filter_map(Expr::name);
            if known.hears(value) {
                known.replies.extend(named.clone());
            }
            if known.switches(value) {
                known.settings.extend(named);
            } else if known.starves(value) {
                known.nothing.extend(named);
            } else {
                let names_of = |is_one: bool| named.clone().filter(move |_| is_one);
                let (errs, status) = (mentions(value, known), is_status(value, known));
                let (code, evidence) = (is_code(value, known), names_evidence(value));
                known.errors.extend(names_of(errs));
                known.statuses.extend(names_of(status));
                known.codes.extend(names_of(code));
                known.evidence.extend(names_of(evidence));
            }
        }
    });
}
