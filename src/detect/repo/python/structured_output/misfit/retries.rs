//! Retries that come into play where a reply does not fit, and those that never do.

use super::super::asking::way::enclosing;
use super::attempts::{keeps_all, passing_classes_alone, ways};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::Misfit;

/// What is tried once alone, by the name of what says how often.
const TRIES: [&str; 2] = ["max_tries", "tries"];

/// Names outside the repository of what tries again whatever it is given, with what it is made with.
const RETRIERS: [&str; 4] =
    ["tenacity.Retrying", "tenacity.AsyncRetrying", "tenacity.retry", "backoff.on_exception"];

/// Whether this name outside the repository makes something that calls again what it is given.
pub(in super::super) fn is_retrier(name: &str) -> bool {
    RETRIERS.contains(&name)
}

/// What `model.with_retry(…)` does about replies that do not fit; `None` where it asks once.
pub(in super::super) fn by_method(call: &Call<'_>) -> Option<Misfit> {
    let once = call.keyword("stop_after_attempt").is_some_and(is_one);
    (!once).then(|| of_classes(call))
}

/// What a decorator that tries again, or a call of what it makes, does about a reply that does not fit to the question at
/// `asked` in `function`; `None` where it makes one attempt, or where no failure of the question comes to it.
pub(in super::super) fn by_decorator(
    decorator: &Expr<'_>,
    function: &Function<'_>,
    asked: Span,
) -> Option<Misfit> {
    let call = match &decorator.kind {
        ExprKind::Call(call) => Some(call),
        _ => None,
    };
    // What looks at what is returned tries again for that.
    let is_by_result =
        decorator.any(&|part| part.last_name().is_some_and(|name| name.contains("result")));
    if call.is_some_and(|call| tries_once(call)) || (!is_by_result && is_caught(function, asked)) {
        return None;
    }
    Some(call.map_or(Misfit::AskedAgain, |call| of_classes(call)))
}

/// The decorator that calls a function again.
pub(in super::super) fn is_retried<'f, 'r>(function: &'f Function<'r>) -> Option<&'f Expr<'r>> {
    function.decorators.iter().find(|decorator| {
        let name = match &decorator.kind {
            ExprKind::Call(call) => call.callee_name(),
            ExprKind::Name(name) | ExprKind::Attribute(_, name) => name,
            _ => "",
        };
        name.contains("retry") || name == "retries" || name == "on_exception"
    })
}

/// The call of `method` that the callee goes through: `model.with_retry().invoke(…)`.
pub(in super::super) fn chained<'r>(site: &Site<'r>, method: &str) -> Option<&'r Call<'r>> {
    let mut call = site.call;
    loop {
        let ExprKind::Attribute(object, name) = &call.callee.kind else { return None };
        if *name == method {
            return Some(call);
        }
        let mut here = &**object;
        call = loop {
            here = match &here.kind {
                ExprKind::Call(inner) => break inner,
                ExprKind::Attribute(object, _) => object,
                _ => return None,
            };
        };
    }
}

/// Whether all attempts are one.
fn tries_once(call: &Call<'_>) -> bool {
    let stops = |value: &Expr<'_>| {
        matches!(&value.kind, ExprKind::Call(stop) if stop.callee_name() == "stop_after_attempt"
            && stop.argument(0, "max_attempt_number").is_some_and(is_one))
    };
    call.keyword("stop").is_some_and(stops)
        || TRIES.iter().any(|name| call.keyword(name).is_some_and(is_one))
}

fn of_classes(call: &Call<'_>) -> Misfit {
    if passing_classes_alone(call) { Misfit::TransientOnly } else { Misfit::AskedAgain }
}

fn is_one(value: &Expr<'_>) -> bool {
    matches!(value.kind, ExprKind::Literal("1"))
}

/// Whether a function catches whatever the question at `asked` raises, and raises nothing itself then.
fn is_caught(function: &Function<'_>, asked: Span) -> bool {
    let mut path = Vec::new();
    enclosing(&function.body, asked, 0, &mut path);
    path.iter().any(|stmt| {
        let StmtKind::Try { body, handlers, .. } = &stmt.kind else { return false };
        let is_tried = body.iter().any(|stmt| stmt.span.holds(asked));
        let all_kept = handlers.iter().all(|handler| ways(handler).raises.is_never());
        let keeps = all_kept && handlers.iter().any(keeps_all);
        let goes_on = handlers.iter().any(|handler| {
            let ways = ways(handler);
            !ways.falls.is_never() || !ways.again.is_never()
        });
        is_tried && keeps && !(goes_on && may_fail_behind(function, stmt.span))
    })
}

/// Whether something is called or raised in a function behind a place.
fn may_fail_behind(function: &Function<'_>, place: Span) -> bool {
    let mut may = false;
    Stmt::each_own(&function.body, &mut |stmt| {
        let calls = |value: &&Expr<'_>| value.any(&|it| matches!(it.kind, ExprKind::Call(_)));
        let fails = matches!(stmt.kind, StmtKind::Raise(_)) || stmt.expressions().iter().any(calls);
        may |= stmt.span.start >= place.end && fails;
    });
    may
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;
    use crate::domain::facts::Misfit::{
        self, AskedAgain, AskedNext, Handled, Swallowed, TransientOnly, Unhandled,
    };

    /// Checks what becomes of malformed replies to the only question in `text`.
    #[track_caller]
    fn check(text: &str, expected: Misfit) {
        let head = "import tenacity\nfrom tenacity import retry, stop_after_attempt, retry_if_result\n\
                    from pydantic import BaseModel\nclass S(BaseModel): pass\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        assert_eq!(found[0].misfit, Some(expected), "{text}");
    }

    #[test]
    fn what_a_function_catches_itself_is_not_tried_again() {
        let asked = |decorator: &str, handler: &str| {
            format!(
                "{decorator}\ndef judge(q):\n    try:\n        return llm.with_structured_output(S).invoke(q)\n    except {handler}\n"
            )
        };
        let thrice = "@retry(stop=stop_after_attempt(3))";
        check(&asked(thrice, "Exception:\n        return None"), Swallowed);
        check(&asked(thrice, "Exception:\n        return S()"), Handled);
        check(&asked(thrice, "Exception:\n        raise"), AskedAgain);
        check(&asked(thrice, "KeyError:\n        return None"), AskedAgain);
        let by_result = "@retry(retry=retry_if_result(lambda it: it is None))";
        check(&asked(by_result, "Exception:\n        return None"), AskedAgain);
        let raised = "Exception:\n        found = None\n    if found is None:\n        raise ValueError('no reply')";
        check(&asked(thrice, raised), AskedAgain);
    }

    #[test]
    fn one_attempt_is_no_retry() {
        let asked = |decorator: &str, more: &str| {
            format!(
                "{decorator}def judge(q):\n    return llm.with_structured_output(S){more}.invoke(q)\n"
            )
        };
        check(&asked("@retry(stop=stop_after_attempt(1))\n", ""), Unhandled);
        check(&asked("@retry(stop=stop_after_attempt(2))\n", ""), AskedAgain);
        check(&asked("", ".with_retry(stop_after_attempt=1)"), Unhandled);
        check(&asked("", ".with_retry(stop_after_attempt=2)"), AskedAgain);
        check(&asked("", ".with_retry()"), AskedAgain);
        let named = ".with_retry(retry_if_exception_type=(ConnectionError, TimeoutError))";
        check(&asked("", named), TransientOnly);
        let named = ".with_retry(retry_if_exception_type=(ConnectionError, ValueError))";
        check(&asked("", named), AskedAgain);
        let fallback = ".with_fallbacks([other.with_structured_output(S)])";
        check(&asked("", fallback), AskedNext);
    }

    #[test]
    fn who_is_handed_the_function_may_call_it_again() {
        let asked = |after: &str| {
            format!("def ask(q):\n    return llm.with_structured_output(S).invoke(q)\n{after}")
        };
        let stop = "stop=stop_after_attempt(3)";
        let by = |made: &str| asked(&format!("def judge(q):\n    return {made}(ask, q)\n"));
        check(&by(&format!("tenacity.Retrying({stop})")), AskedAgain);
        check(&by("tenacity.Retrying(stop=stop_after_attempt(1))"), Unhandled);
        check(&asked(&format!("reliable = retry({stop})(ask)\n")), AskedAgain);
        check(&asked("reliable = list(ask)\n"), Unhandled);
    }
}
