//! Functions that ask a model and are handed to other code, which calls them and sees to what they give.

use super::super::misfit::care::Care;
use super::super::misfit::retries;
use super::uses::param;
use crate::detect::repo::python::repository::{At, Origin};
use crate::detect::repo::python::running::sites::{Site, Sites};
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function};
use std::collections::BTreeMap;

/// The arguments that are a plain name, by it: the number of the call, and that of the argument.
pub(in super::super) type Named<'r> = BTreeMap<&'r str, Vec<(usize, usize)>>;

/// What becomes of a function that is handed over.
#[derive(Default)]
pub(in super::super) struct Handed<'r> {
    /// The calls of it by who was handed it.
    pub(in super::super) calls: Vec<Site<'r>>,
    /// Whether it was handed to something that was not followed, which may call it in any way.
    pub(in super::super) lost: bool,
    /// What makes the objects of a library that it is handed to, which call it again.
    pub(in super::super) retriers: Vec<&'r Expr<'r>>,
}

pub(in super::super) fn named<'r>(sites: &Sites<'r>) -> Named<'r> {
    let mut found = Named::new();
    for (number, site) in sites.all.iter().enumerate() {
        for (index, arg) in site.call.args.iter().enumerate() {
            if let ExprKind::Name(name) = arg.value.kind {
                found.entry(name).or_default().push((number, index));
            }
        }
    }
    found
}

impl<'r> Care<'r, '_> {
    /// What becomes of a function where it is handed over by its name. Libraries that run it hand on what it raises.
    pub(in super::super) fn handed_over(
        &self,
        module: usize,
        function: &Function<'r>,
    ) -> Handed<'r> {
        let mut found = Handed::default();
        for (number, index) in self.named.get(function.name).into_iter().flatten() {
            let site = &self.sites.all[*number];
            let arg = &site.call.args[*index];
            let is_it = |origin: &Origin<'r>| {
                matches!(origin, Origin::Function(at, other)
                    if at.module == module && other.id == function.id)
            };
            if site.module(self.repository).in_tests
                || !self.repository.origins(&arg.value, site.at).iter().any(is_it)
            {
                continue;
            }
            for origin in self.repository.origins(&site.call.callee, site.at) {
                match origin {
                    Origin::Function(at, called) => {
                        let param = param(called, arg, *index);
                        let is_called = |other: &&&Site<'r>| matches!(other.call.callee.kind, ExprKind::Name(name) if Some(name) == param);
                        let inside = self.sites.inside(at.module, called);
                        let before = found.calls.len();
                        found
                            .calls
                            .extend(inside.iter().filter(is_called).map(|one| (*one).clone()));
                        found.lost |= found.calls.len() == before;
                    }
                    Origin::External(_) | Origin::Perhaps(_) | Origin::Module(_) => {}
                    Origin::Value(at, made) if self.is_retrier(at, made) => {
                        found.retriers.push(made);
                    }
                    Origin::Class(..)
                    | Origin::Value(..)
                    | Origin::With(..)
                    | Origin::Part(..)
                    | Origin::Param(..)
                    | Origin::Unknown => {
                        found.lost |= matches!(site.call.callee.kind, ExprKind::Name(_));
                    }
                }
            }
        }
        found
    }

    /// Whether a value is an object of a library that calls again what it is given.
    fn is_retrier(&self, at: At, made: &'r Expr<'r>) -> bool {
        let ExprKind::Call(call) = &made.kind else { return false };
        self.repository.external(&call.callee, at).is_some_and(|name| retries::is_retrier(&name))
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;
    use crate::domain::facts::Misfit::{self, AskedAgain, Handled, Unhandled};

    /// Checks what becomes of malformed replies of the judge that `text` hands on.
    #[track_caller]
    fn check(text: &str, expected: Option<Misfit>) {
        let head = "from pydantic import BaseModel\nclass S(BaseModel): pass\n\
                    def judge(state):\n    return llm.with_structured_output(S).invoke(state)\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        let found: Vec<_> = found.iter().map(|fact| fact.misfit).collect();
        assert_eq!(found, [expected], "{text}");
    }

    #[test]
    fn who_is_handed_a_function_sees_to_what_it_raises() {
        check("g.add_node('judge', judge)\n", Some(Unhandled));
        check("from asyncio import to_thread\nto_thread(judge, 1)\n", Some(Unhandled));
        let safe = "def safe(run):\n    def inner(state):\n        try:\n            return run(state)\n        except Exception:\n            return {}\n    return inner\n";
        check(&format!("{safe}g.add_node('judge', safe(judge))\n"), Some(Handled));
        let bare = "def bare(run):\n    return run(1)\nbare(judge)\n";
        check(bare, Some(Unhandled));
        check(
            "class Node:\n    def __init__(self, run):\n        self.run = run\nNode(judge)\n",
            None,
        );
        check("def each(ways):\n    for way in ways:\n        way(judge)\n", None);
    }

    #[test]
    fn who_is_handed_a_question_may_ask_it_again() {
        let check = |helper: &str, asked: &str, expected: Misfit| {
            let text = format!(
                "import tenacity\nfrom pydantic import BaseModel\nclass S(BaseModel): pass\n{helper}\n\
                 def judge(q):\n    chain = llm.with_structured_output(S)\n    return {asked}\n"
            );
            let found = facts(&[("src/a.py", &text)]).structured_output;
            assert_eq!(found[0].misfit, Some(expected), "{text}");
        };
        let again = "def call(fn, *args, n=3):\n    for i in range(n):\n        try:\n            return fn(*args)\n        except Exception as e:\n            last = e\n    raise last";
        check(again, "call(chain.invoke, q)", AskedAgain);
        check(again, "call(lambda: chain.invoke(q))", AskedAgain);
        let once = "def call(fn, *args):\n    try:\n        return fn(*args)\n    except Exception as e:\n        raise e";
        check(once, "call(lambda: chain.invoke(q))", Unhandled);
        let left = "def call(fn, *args, n=3):\n    for i in range(n):\n        try:\n            return fn(*args)\n        except Exception:\n            raise";
        check(left, "call(lambda: chain.invoke(q))", Unhandled);
        let library = "again = tenacity.Retrying(stop=tenacity.stop_after_attempt(3))";
        check(library, "again(chain.invoke, q)", AskedAgain);
    }
}
