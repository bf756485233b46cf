//! To which class models are bound, where a report names one.

use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::{ClassFact, PythonFacts, StructuredOutputFact};
use std::sync::LazyLock;

/// Ways to bind a model to a schema that a report names as calls.
pub(super) const BINDINGS: [&str; 2] = ["with_structured_output", "bind_tools"];

/// The schema that the text names, and another one, where all models are bound to others.
pub(super) fn other<'t>(
    text: &'t str,
    ours: &[&'t StructuredOutputFact],
) -> Option<(&'t str, &'t str)> {
    let schema = named(text)?;
    let others = ours.iter().map(|call| call.schema.as_deref()).collect::<Option<Vec<&str>>>()?;
    let is_it = |known: &&str| words::identifiers(known).any(|name| name == schema);
    others.first().filter(|_| !others.iter().any(is_it)).map(|other| (schema, *other))
}

/// `JudicialOpinion` in `with_structured_output(JudicialOpinion)`.
fn named(text: &str) -> Option<&str> {
    let after = BINDINGS.iter().find_map(|name| text.split_once(&format!("{name}(")))?.1;
    let after = after.trim_start_matches(['[', ' ']);
    let end = after.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    // A narrow column breaks long names.
    (end > 0 && after[end..].starts_with([',', ')', ']'])).then(|| &after[..end])
}

/// Whether the class that models are bound to may be meant by the name of another: it has that name within its own,
/// or is made from it.
pub(super) fn is_kin(python: &PythonFacts, schema: &str, other: &str) -> bool {
    let is_made_from = |class: &ClassFact| {
        class.name == other && class.bases.iter().any(|base| base.contains(schema))
    };
    other.contains(schema) || python.classes.iter().any(is_made_from)
}

/// Whether the class that is named is one of the program's, and every model is bound to one that neither is made from
/// it nor holds it, as far down as classes hold others.
pub(super) fn surely_others(
    python: &PythonFacts,
    schema: &str,
    ours: &[&StructuredOutputFact],
) -> bool {
    let is_own = python.classes.iter().any(|class| class.name == schema && !class.in_tests);
    let bound: Option<Vec<&str>> = ours.iter().map(|call| call.schema.as_deref()).collect();
    is_own && bound.is_some_and(|all| all.iter().all(|one| lacks(python, one, schema)))
}

/// Names in annotations that are no classes of the program.
const PLAIN: [&str; 34] = [
    "Annotated",
    "Any",
    "Dict",
    "Enum",
    "Field",
    "FrozenSet",
    "List",
    "Literal",
    "Mapping",
    "None",
    "Optional",
    "Sequence",
    "Set",
    "StrEnum",
    "StrictInt",
    "StrictStr",
    "Tuple",
    "Union",
    "bool",
    "confloat",
    "conint",
    "conlist",
    "constr",
    "date",
    "datetime",
    "dict",
    "float",
    "frozenset",
    "ge",
    "int",
    "le",
    "list",
    "str",
    "typing",
];

/// What a field may hold that is none of the program's classes: words of a fixed list.
static WORDS: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\bLiteral\[[^\]]*\]"));

/// Whether the classes of this name were all read, and nothing of the other is in them.
fn lacks(python: &PythonFacts, bound: &str, schema: &str) -> bool {
    let mut seen: Vec<String> = vec![bound.to_owned()];
    let mut next = 0;
    while let Some(name) = seen.get(next).cloned() {
        next += 1;
        let same: Vec<&ClassFact> =
            python.classes.iter().filter(|class| class.name == name).collect();
        let is_read = |class: &&ClassFact| {
            let fields = class.fields.len() + class.inherited.len();
            let is_enum = class.bases.iter().any(|base| base.ends_with("Enum"));
            is_enum || (fields > 0 && class.annotations.len() == class.fields.len())
        };
        if same.is_empty() || !same.iter().all(is_read) {
            return false;
        }
        let external = |word: &str| ["BaseModel", "TypedDict"].contains(&word);
        for part in same.iter().flat_map(|class| class.bases.iter().chain(&class.annotations)) {
            // What was cut off may name anything.
            if part.contains(schema) || part.ends_with('…') {
                return false;
            }
            for word in words::identifiers(&WORDS.replace_all(part, " ")) {
                if python.classes.iter().any(|class| class.name == word) {
                    if !seen.iter().any(|one| one == word) {
                        seen.push(word.to_owned());
                    }
                } else if !PLAIN.contains(&word) && !external(word) {
                    return false;
                }
            }
        }
    }
    true
}
