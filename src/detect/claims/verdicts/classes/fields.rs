//! What is said of fields, held against the classes that have them.

use super::super::names::amounts;
use super::super::{NO_NAME, Verdict, is_read_whole};
use super::ancestry::Ancestry;
use crate::detect::claims::wording::classes::{OfField, field};
use crate::detect::claims::wording::names::Amount;
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{ClassFact, ClassKind, RepositoryFacts};

/// What the sources say to it; nothing where the sentence says nothing of the kind.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    Some(match field(text)? {
        OfField::Bounds { field, least, most } => bounds(repository, text, field, least, most),
        OfField::Count { class, count } => counted(repository, class, count),
        OfField::Default { field, value } => default(repository, text, field, value),
        OfField::Optional { field } => optional(repository, text, field),
    })
}

/// The classes outside the tests that have a field, those that are named where one is.
fn having<'r>(
    repository: &'r RepositoryFacts,
    text: &str,
    field: &str,
) -> (Vec<&'r ClassFact>, bool) {
    let all = repository.python.classes.iter();
    let all: Vec<&ClassFact> = all
        .filter(|class| !class.in_tests && class.fields.iter().any(|one| one == field))
        .collect();
    let is_named = |class: &&&ClassFact| words::find(text, &class.name).is_some();
    let named: Vec<&ClassFact> = all.iter().filter(is_named).copied().collect();
    if named.is_empty() { (all, false) } else { (named, true) }
}

fn bounds(
    repository: &RepositoryFacts,
    text: &str,
    field: &str,
    least: &str,
    most: &str,
) -> Verdict {
    let amount = Amount::Bounds { field, least, most, held: true };
    let (ours, _) = having(repository, text, field);
    amounts::told(repository, text, amount).unwrap_or_else(|| {
        let fact = format!("what bounds `{field}` was not followed");
        match ours.as_slice() {
            [] => Verdict::undecided(NO_NAME),
            ours => Verdict::of(Undecided, fact, ours.iter().map(|class| &class.place)),
        }
    })
}

fn counted(repository: &RepositoryFacts, name: &str, said: usize) -> Verdict {
    let python = &repository.python;
    let mut ours = python.classes.iter().filter(|class| !class.in_tests && class.name == name);
    let (Some(class), None) = (ours.next(), ours.next()) else {
        return Verdict::undecided(NO_NAME);
    };
    let own = class.fields.len();
    let all = own + class.inherited.len();
    let fact = format!("`{name}` has {all} fields");
    if said == own || said == all {
        return Verdict::of(Supported, fact, [&class.place]);
    }
    // What begins otherwise, or belongs to the class, is no field that everybody counts.
    let is_plain =
        class.fields.iter().all(|field| !field.starts_with('_') && field != "model_config")
            && class.annotations.iter().all(|annotation| !annotation.contains("ClassVar"));
    let certain = class.kind != ClassKind::Other
        && is_plain
        && Ancestry::of(python, class).whole
        && is_read_whole(repository);
    let status = if certain { Contradicted } else { Undecided };
    Verdict::of(status, format!("{fact}, not {said}"), [&class.place])
}

fn default(repository: &RepositoryFacts, text: &str, field: &str, said: &str) -> Verdict {
    let (ours, is_named) = having(repository, text, field);
    let held = |class: &ClassFact| {
        let at = class.fields.iter().position(|one| one == field)?;
        class.defaults.get(at).cloned()
    };
    let is_it = |value: &str| {
        let plain = |text: &str| text.trim_matches(['"', '\'']).to_owned();
        match (value.parse::<f64>(), said.parse::<f64>()) {
            (Ok(one), Ok(other)) => (one - other).abs() < 1e-9,
            _ => plain(value) == plain(said),
        }
    };
    let [class] = ours.as_slice() else {
        let fact = format!("several classes have a field `{field}`");
        return if ours.is_empty() {
            Verdict::undecided(NO_NAME)
        } else {
            Verdict::of(Undecided, fact, ours.iter().map(|class| &class.place))
        };
    };
    let whole = format!("{}.{field}", class.name);
    match held(class) {
        Some(value) if !value.is_empty() && is_it(&value) => {
            Verdict::of(Supported, format!("`{whole}` defaults to `{value}`"), [&class.place])
        }
        Some(value) if is_literal(&value) => {
            let certain = is_named && is_read_whole(repository);
            let fact = format!("`{whole}` defaults to `{value}`");
            Verdict::of(if certain { Contradicted } else { Undecided }, fact, [&class.place])
        }
        Some(value) if value.is_empty() && has_defaults(class) => {
            let certain = is_named && is_read_whole(repository);
            let fact = format!("`{whole}` has no default");
            Verdict::of(if certain { Contradicted } else { Undecided }, fact, [&class.place])
        }
        _ => {
            let fact = format!("what `{whole}` holds by default was not followed");
            Verdict::of(Undecided, fact, [&class.place])
        }
    }
}

/// Whether a class of this kind tells the defaults of its fields itself.
fn has_defaults(class: &ClassFact) -> bool {
    matches!(class.kind, ClassKind::BaseModel | ClassKind::Dataclass)
}

/// Whether a default is written as it is.
fn is_literal(value: &str) -> bool {
    value.parse::<f64>().is_ok()
        || ["None", "True", "False"].contains(&value)
        || value.starts_with(['"', '\''])
}

fn optional(repository: &RepositoryFacts, text: &str, field: &str) -> Verdict {
    let (ours, is_named) = having(repository, text, field);
    if ours.is_empty() {
        return Verdict::undecided(NO_NAME);
    }
    let of = |class: &ClassFact, list: &[String]| {
        let at = class.fields.iter().position(|one| one == field)?;
        list.get(at).cloned()
    };
    let may_lack = |class: &&ClassFact| {
        let annotation = of(class, &class.annotations).unwrap_or_default();
        ["Optional[", "None", "NotRequired["].iter().any(|part| annotation.contains(part))
    };
    if let Some(class) = ours.iter().find(|class| may_lack(class)) {
        let annotation = of(class, &class.annotations).unwrap_or_default();
        let fact = format!("`{}.{field}` is a `{annotation}`", class.name);
        return Verdict::of(Supported, fact, [&class.place]);
    }
    let [class] = ours.as_slice() else {
        let fact = format!("several classes have a field `{field}`");
        return Verdict::of(Undecided, fact, ours.iter().map(|class| &class.place));
    };
    let annotation = of(class, &class.annotations);
    let is_plain = annotation.as_ref().is_some_and(|text| {
        ["str", "int", "float", "bool", "list", "dict"]
            .contains(&text.split('[').next().unwrap_or_default())
            || ["List", "Dict"].iter().any(|name| text.starts_with(name))
    });
    let given = of(class, &class.defaults).is_some_and(|value| value.is_empty());
    let certain = is_named
        && is_plain
        && given
        && has_defaults(class)
        && !class.altered
        && is_read_whole(repository);
    let fact = format!("`{}.{field}` is a `{}`", class.name, annotation.unwrap_or_default());
    let fact = if given { format!("{fact} without a default") } else { fact };
    Verdict::of(if certain { Contradicted } else { Undecided }, fact, [&class.place])
}
