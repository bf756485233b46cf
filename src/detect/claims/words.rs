//! Words of a sentence that are names in code, and patterns over its words.

/// Names of what libraries define; that they exist says nothing about the repository.
pub(super) const FOREIGN: &[&str] = &[
    "add_conditional_edges",
    "add_edge",
    "add_messages",
    "add_node",
    "bind_tools",
    "conditional_edges",
    "model_dump",
    "model_validate",
    "set_entry_point",
    "with_structured_output",
    "BaseModel",
    "CalledProcessError",
    "ClassDef",
    "Field",
    "FunctionDef",
    "ImportFrom",
    "LangChain",
    "LangGraph",
    "LangSmith",
    "GitHub",
    "GitPython",
    "JavaScript",
    "OpenAI",
    "PyPDF",
    "PyMuPDF",
    "Send",
    "StateGraph",
    "TemporaryDirectory",
    "TypeScript",
    "TypedDict",
    "ValidationError",
];

/// Names that the language and what comes with it define.
const BUILT_IN: &[&str] = &[
    "abs",
    "all",
    "any",
    "bool",
    "bytearray",
    "bytes",
    "callable",
    "chr",
    "classmethod",
    "compile",
    "delattr",
    "dict",
    "dir",
    "divmod",
    "enumerate",
    "eval",
    "exec",
    "filter",
    "float",
    "format",
    "frozenset",
    "getattr",
    "globals",
    "hasattr",
    "hash",
    "hex",
    "id",
    "input",
    "int",
    "isinstance",
    "issubclass",
    "iter",
    "len",
    "list",
    "locals",
    "map",
    "max",
    "mean",
    "median",
    "memoryview",
    "min",
    "mkdtemp",
    "next",
    "oct",
    "open",
    "ord",
    "popen",
    "pow",
    "print",
    "property",
    "range",
    "repr",
    "reversed",
    "round",
    "run",
    "set",
    "setattr",
    "slice",
    "sorted",
    "staticmethod",
    "str",
    "sum",
    "super",
    "system",
    "tuple",
    "type",
    "vars",
    "walk",
    "zip",
];

/// Where `name` stands in `text` as a word of its own, by bytes.
pub(super) fn find(text: &str, name: &str) -> Option<usize> {
    let inside = |letter: Option<char>| letter.is_some_and(|l| l.is_alphanumeric() || l == '_');
    text.match_indices(name)
        .map(|(at, _)| at)
        .find(|at| {
            !inside(text[..*at].chars().next_back())
                && !inside(text[at + name.len()..].chars().next())
        })
        .filter(|_| !name.is_empty())
}

/// The identifiers of `text`, in order.
pub(super) fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_'))
}

/// A number from two to fifteen as a word, or any in digits.
pub(super) fn number(said: &str) -> Option<usize> {
    const WORDS: [&str; 14] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "thirteen", "fourteen", "fifteen",
    ];
    let word = WORDS.iter().position(|word| said.eq_ignore_ascii_case(word)).map(|at| at + 2);
    word.or_else(|| said.parse().ok())
}

/// The first identifier of `text`.
pub(super) fn first(text: &str) -> Option<&str> {
    identifiers(text).next()
}

/// Whether a name is of several words with `_` between them.
pub(super) fn is_snake(name: &str) -> bool {
    let inner = name.trim_matches('_');
    inner.contains('_') && !inner.chars().any(|letter| letter.is_ascii_uppercase())
}

/// Whether a name is of several words that begin with capitals.
pub(super) fn is_camel(name: &str) -> bool {
    let capitals = name.chars().filter(char::is_ascii_uppercase).count();
    name.starts_with(|first: char| first.is_ascii_uppercase())
        && capitals > 1
        && name.chars().any(|letter| letter.is_ascii_lowercase())
        && !name.contains('_')
}

/// A name without regard to how its words are joined, nor to what a node is called besides.
pub(super) fn plain(name: &str) -> String {
    let lower = name.to_ascii_lowercase();
    let lower = lower.trim_matches('_');
    let stem =
        ["_node", "_agent", "_judge", "_detective"].iter().find_map(|end| lower.strip_suffix(end));
    stem.unwrap_or(lower).replace('_', "")
}

/// The names that `part`, which stands in `text`, may be a part of where a narrow column breaks one: with the word
/// before it, and with the one after it.
pub(super) fn joined(text: &str, part: &str) -> impl Iterator<Item = String> {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let around = start.and_then(|at| Some((text.get(..at)?, text.get(at + part.len()..)?)));
    let before = around.and_then(|(before, _)| before.strip_suffix(' '));
    let before = before.and_then(|before| before.rsplit(move |letter| !inside(letter)).next());
    let after = around.and_then(|(_, after)| after.strip_prefix(' '));
    let after = after.and_then(|after| after.split(move |letter| !inside(letter)).next());
    let before = before.filter(|word| !word.is_empty()).map(|word| format!("{word}{part}"));
    let after = after.filter(|word| !word.is_empty()).map(|word| format!("{part}{word}"));
    before.into_iter().chain(after)
}

/// Whether a name stands in brackets that give an example: `(e.g. first | second)`.
pub(super) fn is_example(text: &str, name: &str) -> bool {
    let start = (name.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let before = start.and_then(|at| text.get(..at)).unwrap_or_default();
    let inside = before.rsplit_once('(').map(|(_, inside)| inside);
    let inside = inside.filter(|inside| !inside.contains(')')).unwrap_or_default();
    ["e.g.", "eg.", "i.e.", "such as", "for example", "like "]
        .iter()
        .any(|opens| inside.trim_start().to_lowercase().starts_with(opens))
}

/// A name that looks like code.
pub(super) struct Named<'t> {
    pub name: &'t str,
    /// Whether it surely is code.
    pub sure: bool,
    /// Whether it is written as a call.
    pub called: bool,
}

/// The names of a text that look like code, in order.
pub(super) fn in_code(text: &str) -> Vec<Named<'_>> {
    let mut names = Vec::new();
    for name in identifiers(text) {
        let start = name.as_ptr() as usize - text.as_ptr() as usize;
        let before = text[..start].chars().next_back();
        let after = &text[start + name.len()..];
        // Parts of paths, of dotted names and of assignments are no names of definitions.
        let in_path = matches!(before, Some('/' | '.' | '-'))
            || after.starts_with('/')
            || after.starts_with('=')
            || (after.starts_with('.') && after[1..].starts_with(char::is_alphanumeric));
        let called = after.starts_with('(') && name.len() > 2;
        if in_path || FOREIGN.contains(&name) || BUILT_IN.contains(&name) {
            continue;
        }
        let sure = is_snake(name) || (called && !is_camel(name));
        if sure || is_camel(name) {
            names.push(Named { name, sure, called });
        }
    }
    names
}
