//! Reducers from outside the repository, by their names.

use crate::domain::facts::ReducerKind;

/// Functions of `operator` that take one operand, or make a function.
const ONE_OPERAND: [&str; 12] = [
    "neg",
    "not_",
    "pos",
    "inv",
    "invert",
    "index",
    "abs",
    "truth",
    "length_hint",
    "itemgetter",
    "attrgetter",
    "methodcaller",
];

/// What the function of this full name is as a reducer; `None` where it is none.
#[expect(clippy::needless_pass_by_value, reason = "the name is given away by its finder")]
pub(super) fn external(name: String) -> Option<(String, ReducerKind)> {
    let name = name.replace("_operator.", "operator.");
    let last = name.rsplit('.').next().unwrap_or_default();
    let kind = match name.as_str() {
        "operator.add"
        | "operator.iadd"
        | "operator.concat"
        | "operator.iconcat"
        | "operator.__add__"
        | "operator.__iadd__"
        | "builtins.list.__add__" => ReducerKind::OperatorAdd,
        "operator.ior"
        | "operator.or_"
        | "operator.__ior__"
        | "operator.__or__"
        | "builtins.dict.__or__"
        | "builtins.set.__or__" => ReducerKind::OperatorIor,
        _ if last == "add_messages" => ReducerKind::AddMessages,
        // What takes one operand is refused when the graph is built; so are `max` and `min`, which have no signature.
        _ if name.starts_with("operator.") => {
            if ONE_OPERAND.contains(&last) {
                return None;
            }
            ReducerKind::Function
        }
        // An imported name in lower case is a function as far as its source can tell.
        _ if !name.starts_with("builtins.")
            && last.starts_with(|c: char| c.is_ascii_lowercase()) =>
        {
            ReducerKind::Function
        }
        _ => return None,
    };
    Some((name, kind))
}
