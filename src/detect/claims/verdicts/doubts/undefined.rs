//! Names that a sentence calls those of a class or a function, and that nothing defines: a text in which one stands is
//! no definition.

use super::super::names::definitions;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::{ClaimKind, PythonFacts};
use std::sync::LazyLock;

/// A name with the word for what it is beside it.
static CALLED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?P<class>[A-Z]\w*[a-z]\w*)`?(?: (?:typed|strict|shared|Pydantic|Python))*(?: TypedDict|[ -](?:state )?class\b| schema\b| dataclass\b| BaseModel\b| Pydantic (?:base)?model\b)",
        r"|\b(?:class|TypedDict|dataclass|BaseModel|Pydantic (?:model|schema|class)) `?(?P<after>[A-Z]\w*[a-z]\w*)\b",
        r"|\b(?P<function>[a-z]\w*_\w+)`?(?:\(\))? (?:reducer )?function\b|\b(?:reducer|function) `?(?P<behind>[a-z]\w*_\w+)\b",
    ))
});

/// The first name that is called one of a class or a function, and that no class, function, field, node or import has.
pub(super) fn undefined<'t>(
    python: &PythonFacts,
    kind: ClaimKind,
    text: &'t str,
) -> Option<&'t str> {
    // What else is told by its name is held against the names that stand anywhere.
    let of_names = matches!(
        kind,
        ClaimKind::TypedClasses
            | ClaimKind::ClassFields
            | ClaimKind::StructuredOutput
            | ClaimKind::Reducers
            | ClaimKind::Definitions
    );
    if !of_names || !CALLED.is_match(text) {
        return None;
    }
    let known = definitions::known(python);
    let is_known = |name: &str| {
        let mut graphs = python.graphs.iter().filter_map(|graph| graph.state_class.as_deref());
        let mut bound = python.structured_output.iter().filter_map(|call| call.schema.as_deref());
        let is_it = |other: &str| words::find(other, name).is_some();
        definitions::has(python, &known, name) || graphs.any(is_it) || bound.any(is_it)
    };
    let names = CALLED.captures_iter(text).filter_map(|found| {
        let name = ["class", "after", "function", "behind"].iter().find_map(|of| found.name(of))?;
        text.get(name.start()..name.end())
    });
    let looks_it = |name: &&str| words::is_camel(name) || words::is_snake(name);
    let is_foreign = |name: &&str| {
        words::FOREIGN.contains(name) || words::FOREIGN.contains(&name.trim_end_matches('s'))
    };
    let mut names = names.filter(looks_it).filter(|name| !is_foreign(name));
    names.find(|name| !is_known(name))
}
