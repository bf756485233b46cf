//! Functions that are handed about, with what they bring along.

use super::super::interpreter::call::Args;
use super::value::Value;
use super::variables::Variables;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{Class, Function};

/// A function with the variables of the functions around it.
#[derive(Clone, Debug)]
pub(in crate::detect::repo::python::graph) struct Closure<'r> {
    pub at: At,
    pub function: &'r Function<'r>,
    pub owner: Option<&'r Class<'r>>,
    pub captured: Variables<'r>,
    /// The record whose method it is.
    pub of: Option<std::rc::Rc<Value<'r>>>,
    /// What `partial` gives it before all else.
    pub given: Option<std::rc::Rc<Args<'r>>>,
    /// What it is called where that is not its own name.
    pub called: Option<std::rc::Rc<Value<'r>>>,
}

impl<'r> Closure<'r> {
    /// A function with nothing around it.
    pub(in super::super) fn plain(
        at: At,
        function: &'r Function<'r>,
        owner: Option<&'r Class<'r>>,
    ) -> Self {
        let (captured, of, given, called) = (Variables::default(), None, None, None);
        Self { at, function, owner, captured, of, given, called }
    }

    /// The same, given some arguments before all else.
    pub(in super::super) fn partly(mut self, args: &Args<'r>) -> Self {
        self.given = Some(std::rc::Rc::new(self.args(args).into_owned()));
        self
    }

    /// All that it is given in a call.
    pub(in super::super) fn args<'a>(&self, args: &'a Args<'r>) -> std::borrow::Cow<'a, Args<'r>> {
        match &self.given {
            Some(given) => std::borrow::Cow::Owned(given.before(args)),
            None => std::borrow::Cow::Borrowed(args),
        }
    }

    pub(in super::super) fn same(&self, other: &Self) -> bool {
        std::ptr::eq(self.function, other.function)
            && match (&self.given, &other.given) {
                (Some(one), Some(other)) => one.same(other),
                (None, None) => true,
                _ => false,
            }
            && [(&self.of, &other.of), (&self.called, &other.called)].iter().all(
                |pair| match pair {
                    (Some(one), Some(other)) => one.same(other),
                    (None, None) => true,
                    _ => false,
                },
            )
    }
}
