//! Of which kinds classes are, such as Pydantic models and typed dictionaries, and which fields they have.

use super::super::{Verdict, is_read_whole};
use super::{adjectives, subjects};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClassFact, ClassKind, PythonFacts, RepositoryFacts};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// How many bases are followed upwards.
const ANCESTORS: usize = 8;

/// The kinds of classes by the words that name them.
const KINDS: [(ClassKind, &[&str], &str); 3] = [
    (ClassKind::BaseModel, &["pydantic", "basemodel"], "a Pydantic model"),
    (ClassKind::TypedDict, &["typeddict"], "a `TypedDict`"),
    (ClassKind::Dataclass, &["dataclass"], "a dataclass"),
];

/// Words that say of every class that is named what it is.
const IS: &[&str] = &["is", "are", "as", "inherits", "inherit", "extends", "extend", "both", "all"];

/// Whether a text names one of these kinds.
pub(in super::super) fn names_a_kind(text: &str) -> bool {
    let lower = text.to_lowercase();
    KINDS.iter().any(|(_, names, _)| names.iter().any(|name| lower.contains(name)))
}

/// Whether classes are of the kinds that are named.
pub(in super::super) fn typed_classes(repository: &RepositoryFacts, text: &str) -> Verdict {
    let called = adjectives::called_otherwise(repository, text);
    if let Some(verdict) = called.or_else(|| adjectives::state(repository, text)) {
        return verdict;
    }
    let lower = text.to_lowercase();
    let kinds: Vec<_> = KINDS
        .iter()
        .filter(|(_, names, _)| names.iter().any(|name| lower.contains(name)))
        .collect();
    let ours = repository.python.classes.iter().filter(|class| !class.in_tests);
    let mut ours: Vec<&ClassFact> = ours.collect();
    // What replies are held against shows more than what may lie about.
    ours.sort_by_key(|class| !is_held_against(&repository.python, class));
    if subjects::are_of_replies(text) {
        ours.retain(|class| is_held_against(&repository.python, class));
        if ours.is_empty() {
            return Verdict::undecided("no class was found that a model's reply is held against");
        }
    }
    let mut lacking = "no class was found that is";
    match subjects::meant(&ours, text) {
        Some(Ok(meant)) => {
            lacking = "no class that may be meant is";
            ours = meant;
        }
        Some(Err(verdict)) => return verdict,
        None => {}
    }
    let named: Vec<&ClassFact> =
        ours.iter().filter(|class| words::find(text, &class.name).is_some()).copied().collect();
    let fits = |class: &&ClassFact| kinds.iter().any(|(kind, ..)| *kind == class.kind);
    let each = IS.iter().any(|word| words::find(&lower, word).is_some());
    if let Some(other) = named.iter().find(|class| each && !fits(class)) {
        return mismatch(repository, &named, other, text);
    }
    let mut shown = Vec::new();
    for (kind, _, what) in &kinds {
        let pool = if named.iter().any(|class| class.kind == *kind) { &named } else { &ours };
        let mut of_kind = pool.iter().filter(|class| class.kind == *kind);
        let Some(first) = of_kind.next() else {
            return Verdict::undecided(format!("{lacking} {what}"));
        };
        shown.push((first, *what));
        shown.extend(of_kind.map(|class| (class, *what)));
    }
    let Some((first, what)) = shown.first() else {
        return Verdict::undecided("no kind of class is named");
    };
    if !named.is_empty() && !named.iter().any(fits_any(&kinds)) {
        return Verdict::undecided(format!("`{}` is of another kind", named[0].name));
    }
    let fact = format!("`{}` is {what}", first.name);
    let verdict = Verdict::of(Supported, fact, shown.iter().map(|(class, _)| &class.place));
    match shown[..] {
        [(class, _)] => subjects::counted(&repository.python, class, text, verdict),
        [..] => verdict,
    }
}

/// Whether a model's reply is bound to the class or held against it in code that runs.
fn is_held_against(python: &PythonFacts, class: &ClassFact) -> bool {
    let mut ours = python.structured_output.iter();
    ours.any(|call| {
        let is_used = !call.in_tests && call.live != Some(false);
        is_used && call.schema.as_ref() == Some(&class.name)
    })
}

fn fits_any<'k>(
    kinds: &'k [&(ClassKind, &[&str], &str)],
) -> impl Fn(&&ClassFact) -> bool + use<'k> {
    move |class| kinds.iter().any(|(kind, ..)| *kind == class.kind)
}

/// A class is of another kind than is said: certain where one class and one kind are named, and nothing else
/// could be meant.
fn mismatch(
    repository: &RepositoryFacts,
    named: &[&ClassFact],
    other: &ClassFact,
    text: &str,
) -> Verdict {
    let lower = text.to_lowercase();
    let words = ["is a ", "as a ", "inherits from ", "extends "];
    let place = words::find(text, &other.name).map_or(0, |at| at + other.name.len());
    let rest = lower.get(place..).unwrap_or_default().trim_start_matches(['`', ' ']);
    let rest = words.iter().find_map(|word| rest.strip_prefix(word));
    let plain = rest.is_some_and(|rest| {
        let rest = rest.trim_start_matches(['`', ' ']).trim_start_matches("strict ");
        KINDS.iter().any(|(_, names, _)| names.iter().any(|name| rest.starts_with(name)))
    });
    let sole = named.iter().all(|class| class.name == other.name);
    let known =
        named.iter().all(|class| class.kind != ClassKind::Other && class.kind == other.kind);
    let one = KINDS.iter().filter(|(_, names, _)| names.iter().any(|name| lower.contains(name)));
    let what = KINDS.iter().find(|(kind, ..)| *kind == other.kind).map_or("", |(.., what)| what);
    let fact =
        format!("`{}` is {}", other.name, if what.is_empty() { "no such class" } else { what });
    let status = if plain && sole && known && one.count() == 1 && is_read_whole(repository) {
        Contradicted
    } else {
        Undecided
    };
    Verdict::of(status, fact, [&other.place])
}

/// A list of fields behind the name of their class, which may be plain words.
static TOLD: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)^`?(?: \w+)? (?:has|contains|holds|defines|includes|with) (?:\w+ ){0,3}?fields?:? (?P<list>`?\w+`?(?:(?:, and |, | and )`?\w+`?)+)(?:[.;:]|$)",
    )
});

/// Whether the class that is named has the fields that are named.
pub(in super::super) fn class_fields(python: &PythonFacts, text: &str) -> Verdict {
    let ours = python.classes.iter().filter(|class| !class.in_tests);
    let named = ours.filter_map(|class| Some((words::find(text, &class.name)?, class)));
    let Some((at, class)) = named.min_by_key(|(at, _)| *at) else {
        return Verdict::undecided("no class of that name was found");
    };
    let rest = &text[at + class.name.len()..];
    let list = rest.split_once('(').and_then(|(_, list)| list.split_once(')'));
    let told = TOLD.captures(rest).and_then(|found| found.name("list"));
    let asked: Vec<&str> = match list {
        _ if told.is_some() => {
            let fields = told.map_or("", |list| list.as_str());
            words::identifiers(fields).filter(|name| *name != "and").collect()
        }
        Some((list, _)) if list.contains(',') => list.split(',').filter_map(words::first).collect(),
        _ => words::identifiers(rest).filter(|name| words::is_snake(name)).collect(),
    };
    let fields = fields(python, class);
    match asked.iter().find(|name| !fields.contains(*name)) {
        None if asked.len() > 1 => {
            let fact = format!("`{}` has these fields", class.name);
            Verdict::of(Supported, fact, [&class.place])
        }
        // What an object of another kind holds is not told by its class alone.
        Some(_) if class.kind == ClassKind::Other => {
            let fact = format!("which fields `{}` has was not followed", class.name);
            Verdict::of(Undecided, fact, [&class.place])
        }
        Some(name) => Verdict::undecided(format!("`{}` has no field `{name}`", class.name)),
        None => Verdict::undecided("no fields are named"),
    }
}

/// The fields of a class and of its bases in the repository.
pub(in super::super) fn fields<'p>(
    python: &'p PythonFacts,
    class: &'p ClassFact,
) -> BTreeSet<&'p str> {
    above(python, class, ANCESTORS)
}

fn above<'p>(python: &'p PythonFacts, class: &'p ClassFact, steps: usize) -> BTreeSet<&'p str> {
    let mut all: BTreeSet<&str> = class.fields.iter().map(String::as_str).collect();
    if let Some(steps) = steps.checked_sub(1) {
        let names: Vec<&str> = class.bases.iter().map(|base| base_name(base)).collect();
        for base in python.classes.iter().filter(|other| names.contains(&other.name.as_str())) {
            all.extend(above(python, base, steps));
        }
    }
    all
}

/// The name of the class that a base is: `Base` of `models.Base` and of `Base[T]`.
pub(in super::super) fn base_name(base: &str) -> &str {
    let name = base.split('[').next().unwrap_or(base);
    name.rsplit('.').next().unwrap_or(name)
}
