//! Definitions that a report shows as code, against those of the sources.

use super::super::classes::kinds;
use super::super::graph::edges;
use super::super::{Verdict, is_read_whole};
use super::headed;
use crate::detect::claims::said::Shown;
use crate::detect::claims::shown::{Excerpt, Field, Listing};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{
    ClaimKind, ClassFact, ClassKind, PythonFacts, ReducerFact, RepositoryFacts,
};
use std::sync::LazyLock;

/// Most fields that are named.
const NAMED: usize = 6;
/// Bases that bring no field.
const FIELDLESS: [&str; 6] = ["BaseModel", "TypedDict", "ABC", "object", "Generic", "Protocol"];

/// What the sources say to what is shown; nothing where it may be another one.
pub(in crate::detect::claims) fn listed(
    shown: &Shown,
    repository: &RepositoryFacts,
) -> Vec<(ClaimKind, Verdict)> {
    match shown {
        Shown::Class(listing) => class(listing, repository),
        Shown::Edges(all) => edges::shown(all, repository)
            .map(|told| (ClaimKind::ConditionalEdges, told))
            .into_iter()
            .collect(),
        Shown::Headed(one) => headed::headed(one, repository)
            .map(|told| (ClaimKind::Definitions, told))
            .into_iter()
            .collect(),
        Shown::Function(excerpt) => function(excerpt, repository)
            .map(|told| (ClaimKind::Definitions, told))
            .into_iter()
            .collect(),
    }
}

/// Words by which a caption says that what is shown is taken from the own sources.
static OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:excerpts?|extracts?|our|my|actual|implemented|as committed|(?:from|of) (?:the )?(?:sources?|source code|code ?base|repository|module|file))\b|\.py\b",
    )
});

/// What stands against a function that is shown as an excerpt: no source names it, however its words are joined. A
/// listing that does not say whose it is may show what others wrote.
fn function(excerpt: &Excerpt, repository: &RepositoryFacts) -> Option<Verdict> {
    let plain = |name: &str| name.to_ascii_lowercase().replace('_', "");
    let is_it = |name: &str| plain(name) == plain(&excerpt.name);
    let words = repository.vocabulary.as_ref()?;
    let known = words.names.iter().any(|name| is_it(name))
        || repository.python.functions.iter().any(|one| is_it(&one.name));
    let certain = !known && !repository.python.functions.is_empty() && is_read_whole(repository);
    let fact = format!("no source has a function of the name `{}`", excerpt.name);
    certain.then(|| {
        if OWN.is_match(&excerpt.shown) {
            Verdict::of(Contradicted, fact, [])
        } else {
            Verdict::undecided(format!("{fact}, and the caption does not say whose it is"))
        }
    })
}

/// What the sources say to a class that is shown; nothing where it may be another one.
fn class(listing: &Listing, repository: &RepositoryFacts) -> Vec<(ClaimKind, Verdict)> {
    let python = &repository.python;
    let mut ours = python.classes.iter().filter(|class| class.name == listing.class);
    let (Some(class), None) = (ours.next(), ours.next()) else { return Vec::new() };
    if class.in_tests || class.kind == ClassKind::Other || !is_read_whole(repository) {
        return Vec::new();
    }
    let is_known = |base: &String| {
        let name = kinds::base_name(base);
        FIELDLESS.contains(&name) || python.classes.iter().any(|class| class.name == name)
    };
    if !class.bases.iter().all(is_known) {
        return Vec::new();
    }
    let known = kinds::fields(python, class);
    let is_there = |field: &&Field| known.contains(field.name.as_str());
    let lacking: Vec<&Field> = listing.fields.iter().filter(|field| !is_there(field)).collect();
    let fields = if lacking.is_empty() {
        let fact = format!("`{}` has these fields", class.name);
        Verdict::of(Supported, fact, [&class.place])
    } else {
        Verdict::of(Contradicted, without(class, &lacking), [&class.place])
    };
    let merged =
        listing.fields.iter().filter(is_there).find_map(|field| otherwise(python, class, field));
    std::iter::once((ClaimKind::ClassFields, fields))
        .chain(merged.map(|verdict| (ClaimKind::Reducers, verdict)))
        .collect()
}

/// That a class lacks the fields.
fn without(class: &ClassFact, lacking: &[&Field]) -> String {
    let names: Vec<String> =
        lacking.iter().take(NAMED).map(|field| format!("`{}`", field.name)).collect();
    let more = match lacking.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let fields = if lacking.len() == 1 { "field" } else { "fields" };
    format!("`{}` at `{}` has no {fields} {}{more}", class.name, class.place, names.join(", "))
}

/// That a field is merged by another reducer than the one that is shown, or by none.
fn otherwise(python: &PythonFacts, class: &ClassFact, field: &Field) -> Option<Verdict> {
    let shown = field.reducer.as_deref()?;
    let is_of = |reducer: &&ReducerFact| {
        let is_class = reducer.class == class.name || reducer.inherited_by.contains(&class.name);
        is_class && !reducer.in_tests && reducer.field == field.name
    };
    let mut ours = python.reducers.iter().filter(is_of);
    let (first, None) = (ours.next(), ours.next()) else { return None };
    let Some(reducer) = first else {
        let fact = format!("`{}.{}` has no reducer that was found", class.name, field.name);
        return Some(Verdict::undecided(fact));
    };
    if reducer.resolved == shown || reducer.resolved.ends_with(&format!(".{shown}")) {
        return None;
    }
    let fact = format!(
        "`{}.{}` is merged by `{}`, not by `{shown}`",
        class.name, field.name, reducer.written
    );
    Some(Verdict::of(Contradicted, fact, [&reducer.place]))
}
