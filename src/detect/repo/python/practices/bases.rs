//! What tells that the bases of a class are read, or looked for in a text.

/// Longest text that looks for something, in bytes: longer ones are prompts and reports.
const SOUGHT: usize = 120;

/// Names of attributes and functions that give the bases of a class.
pub(super) fn reads(name: &str) -> bool {
    matches!(name, "bases" | "__bases__" | "__mro__" | "getmro" | "issubclass")
}

/// The word in a text by which a base may be looked for, also in a pattern or a query.
pub(super) fn sought(text: &str) -> Option<&'static str> {
    const WORDS: [&str; 8] = [
        "BaseModel",
        "TypedDict",
        "pydantic",
        "superclasses",
        "argument_list",
        "class ",
        "class\\s",
        "bases",
    ];
    WORDS.into_iter().find(|word| text.len() <= SOUGHT && text.contains(word))
}
