//! From what a class descends, as far as the sources tell.

use super::kinds::base_name;
use crate::domain::facts::{ClassFact, PythonFacts};
use std::collections::BTreeSet;

/// Classes from elsewhere of which it is known what they descend from: none of the others, nor of any that a repository defines.
const KNOWN: [&str; 26] = [
    "ABC",
    "BaseException",
    "BaseModel",
    "Enum",
    "Exception",
    "Generic",
    "IntEnum",
    "NamedTuple",
    "NodeTransformer",
    "NodeVisitor",
    "Protocol",
    "RuntimeError",
    "StrEnum",
    "TestCase",
    "Thread",
    "TypedDict",
    "ValueError",
    "bytes",
    "dict",
    "float",
    "int",
    "list",
    "object",
    "set",
    "str",
    "tuple",
];

/// The names of all that a class descends from, and whether nothing else may be among them.
pub(super) struct Ancestry<'p> {
    pub names: BTreeSet<&'p str>,
    pub whole: bool,
}

impl<'p> Ancestry<'p> {
    pub(in super::super) fn of(python: &'p PythonFacts, class: &'p ClassFact) -> Self {
        let mut found = Self { names: BTreeSet::new(), whole: true };
        let mut open = vec![class];
        while let Some(class) = open.pop() {
            found.whole &= !class.altered;
            for base in &class.bases {
                let name = base_name(base);
                if !found.names.insert(name) {
                    continue;
                }
                let mut same = python.classes.iter().filter(|other| other.name == name);
                match (same.next(), same.next()) {
                    (Some(one), None) => open.push(one),
                    (None, _) => found.whole &= KNOWN.contains(&name),
                    // Nobody knows which of several is meant.
                    (Some(_), Some(_)) => found.whole = false,
                }
            }
        }
        found
    }
}
