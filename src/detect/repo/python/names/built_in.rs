//! What is Python's own and reaches no further than what it is given.

/// Functions.
const WITHIN: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "callable",
    "dict",
    "enumerate",
    "float",
    "getattr",
    "hasattr",
    "int",
    "isinstance",
    "iter",
    "len",
    "list",
    "max",
    "min",
    "next",
    "print",
    "range",
    "repr",
    "reversed",
    "round",
    "set",
    "sorted",
    "str",
    "sum",
    "tuple",
    "type",
    "zip",
];

/// Methods of texts, lists and dictionaries that give something and change nothing.
const GIVING: &[&str] = &[
    "count",
    "endswith",
    "format",
    "get",
    "items",
    "join",
    "keys",
    "lower",
    "replace",
    "split",
    "startswith",
    "strip",
    "upper",
    "values",
];

/// Whether a method is one that gives something and changes nothing.
pub(in super::super) fn is_giving(method: &str) -> bool {
    GIVING.contains(&method)
}

/// Whether a name is one of the functions.
pub(in super::super) fn is_within(name: &str) -> bool {
    WITHIN.contains(&name)
}
