//! The variables of a function that is followed.

use super::value::{Frame, Value};
use crate::detect::repo::python::repository::At;
use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// Values by their names. Copies share them until one of the copies is changed: most branches change nothing.
#[derive(Clone, Debug, Default)]
pub(in crate::detect::repo::python::graph) struct Variables<'r>(Rc<BTreeMap<String, Value<'r>>>);

impl Variables<'_> {
    /// Whether both are copies of each other that nobody changed.
    pub(in super::super) fn are_shared(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }

    /// Forgets a variable, where there is one.
    pub(in super::super) fn forget(&mut self, name: &str) {
        if self.contains_key(name) {
            self.remove(name);
        }
    }
}

impl<'r> Deref for Variables<'r> {
    type Target = BTreeMap<String, Value<'r>>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Variables<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        Rc::make_mut(&mut self.0)
    }
}

impl<'r> IntoIterator for Variables<'r> {
    type Item = (String, Value<'r>);
    type IntoIter = std::collections::btree_map::IntoIter<String, Value<'r>>;

    fn into_iter(self) -> Self::IntoIter {
        Rc::unwrap_or_clone(self.0).into_iter()
    }
}

impl Frame<'_> {
    pub(in crate::detect::repo::python::graph) fn new(at: At) -> Self {
        Self {
            at,
            variables: Variables::default(),
            splits: BTreeMap::new(),
            owner: None,
            returned: None,
            function: None,
            dead: false,
            for_tests: false,
            choices: Vec::new(),
            looped: None,
            each: Vec::new(),
            passed: false,
            unsure: false,
            left: Vec::new(),
            handling: None,
        }
    }
}
