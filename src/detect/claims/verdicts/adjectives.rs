//! Classes of which a word before their name says what they are: `a Pydantic-validated AgentState`.

use super::{Verdict, is_read_whole};
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ClassFact, ClassKind, RepositoryFacts};
use std::sync::LazyLock;

/// That the class that is named is made with Pydantic; what it holds may be all that is meant where more follows.
static SAID: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i:\bpydantic)[- ](?i:validated|based|backed|typed|enforced|powered|driven) ",
        r"`?(?P<class>[A-Z]\w*[a-z]\w*)`?(?P<rest> [a-z]+)?",
    ))
});

/// Words by which the contents of the class are meant, and not the class itself.
const CONTENTS: &[&str] = &[
    "field", "value", "entr", "payload", "member", "content", "model", "object", "item", "part",
    "sub", "element",
];

/// Names by which even a dictionary is validated.
const VALIDATORS: &[&str] = &["TypeAdapter", "validate_call", "validate_arguments", "typeguard"];

/// Whether the sentence calls a class made with Pydantic by a word before its name.
pub(in super::super) fn is_said(text: &str) -> bool {
    SAID.is_match(text)
}

/// The typed dictionary that is called a class made with Pydantic.
pub(super) fn called_otherwise(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let found = SAID.captures(text)?;
    let of_contents = found.name("rest").is_some_and(|rest| {
        CONTENTS.iter().any(|word| rest.as_str().trim_start().starts_with(word))
    });
    let mentions_it = text.to_ascii_lowercase().contains("typeddict");
    let words = repository.vocabulary.as_ref()?;
    let validated = VALIDATORS.iter().any(|name| words.names(name));
    if of_contents || mentions_it || validated || !is_read_whole(repository) {
        return None;
    }
    let ours = repository.python.classes.iter().filter(|class| !class.in_tests);
    let named: Vec<&ClassFact> = ours.filter(|class| class.name == found["class"]).collect();
    let first = named.first()?;
    let fact = format!("`{}` is a `TypedDict`, which nothing validates", first.name);
    let all = named.iter().all(|class| class.kind == ClassKind::TypedDict);
    all.then(|| Verdict::of(Contradicted, fact, named.iter().map(|class| &class.place)))
}
