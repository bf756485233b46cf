//! Numbers that names are said to have, held against the numbers of the sources.

use super::super::{Verdict, is_read_whole};
use super::{amounts, settings};
use crate::detect::claims::wording;
use crate::detect::claims::wording::names::{Given, given as read};
use crate::domain::facts::ClaimStatus::Contradicted;
use crate::domain::facts::{ClassFact, ClassKind, RepositoryFacts};

/// That nothing was held against a number.
pub(in crate::detect::claims) const NOT_EXAMINED: &str = "the number was not examined";

/// What the sources say to a number that a sentence gives a name, or the rubric.
pub(in super::super) fn given(repository: &RepositoryFacts, text: &str) -> Verdict {
    let open = || Verdict::undecided(NOT_EXAMINED);
    if read(text).is_none()
        && wording::names::amount(text).is_none()
        && let Some(verdict) = settings::told(repository, text)
    {
        return verdict;
    }
    if !is_read_whole(repository) {
        return open();
    }
    match read(text) {
        Some(Given::Name(name, number)) => stands(repository, name, number).unwrap_or_else(open),
        Some(Given::Option(value)) => configured(repository, value).unwrap_or_else(open),
        Some(Given::Dimensions(count)) => dimensions(repository, count).unwrap_or_else(open),
        None => {
            let amount = wording::names::amount(text);
            amount.and_then(|one| amounts::told(repository, text, one)).unwrap_or_else(open)
        }
    }
}

/// What stands against a number with a fraction that a field is given: it stands in no source, not even in a text
/// that a model reads, and nothing computes what the field is given.
fn stands(repository: &RepositoryFacts, name: &str, number: &str) -> Option<Verdict> {
    let value: f64 = number.parse().ok()?;
    let known = repository.vocabulary.as_ref()?.fractions.as_ref()?;
    let given = repository.python.field_numbers.iter().find(|given| given.field == name)?;
    let numbers = given.numbers.join(", ");
    let fact = format!(
        "the sources give `{name}` no number but {numbers}, and {number} stands in none outside the tests"
    );
    let absent = !known.iter().any(|one| (one - value).abs() < 1e-9);
    absent.then(|| Verdict::of(Contradicted, fact, [&given.place]))
}

/// What stands against a value that models are said to be configured by: no source quotes it, nor names what stands
/// for it.
fn configured(repository: &RepositoryFacts, value: &str) -> Option<Verdict> {
    let words = repository.vocabulary.as_ref()?;
    let models = repository.python.classes.iter().filter(|class| !class.in_tests);
    let models: Vec<&ClassFact> =
        models.filter(|class| class.kind == ClassKind::BaseModel).collect();
    // The first version of the library has a name for it.
    let absent = !models.is_empty() && !words.names(value) && !words.names("Extra");
    let fact = format!("no source names `{value}`");
    absent.then(|| Verdict::of(Contradicted, fact, models.iter().map(|class| &class.place)))
}

/// What stands against a number of dimensions: that every rubric of the tree has another.
fn dimensions(repository: &RepositoryFacts, said: usize) -> Option<Verdict> {
    let rubrics = &repository.vocabulary.as_ref()?.rubrics;
    let first = rubrics.first()?;
    let fact = format!("`{}` lists {} dimensions", first.file, first.dimensions);
    let other = rubrics.iter().all(|rubric| rubric.dimensions as usize != said);
    other.then(|| Verdict::of(Contradicted, fact, []))
}
