//! What `*` imports of modules from outside bring.

/// Whether a `*` import of a module from outside brings a name; `None` where its names are not known.
pub(in super::super) fn exports(module: &str, name: &str) -> Option<bool> {
    let names: &[&str] = match module {
        "langgraph.graph" => &[
            "END",
            "START",
            "CompiledGraph",
            "Graph",
            "MessageGraph",
            "MessagesState",
            "StateGraph",
            "add_messages",
        ],
        "langgraph.types" => &["Command", "Interrupt", "RetryPolicy", "Send", "interrupt"],
        "typing" if name.starts_with(char::is_lowercase) => &["cast", "overload", "final"],
        _ => return None,
    };
    Some(names.contains(&name))
}

/// Built-in names that a `*` import does not plausibly replace.
pub(in super::super) const BUILTINS: &[&str] = &[
    "eval",
    "exec",
    "compile",
    "__import__",
    "getattr",
    "print",
    "len",
    "list",
    "dict",
    "str",
    "set",
    "tuple",
    "zip",
    "enumerate",
    "range",
    "sorted",
    "open",
    "super",
    "min",
    "max",
    "sum",
    "isinstance",
];
