//! Classes that a sentence lists or counts as those of one kind, each held against its own kind.

use super::super::Verdict;
use super::super::names::definitions;
use super::kinds::fields;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ClassFact, ClassKind, RepositoryFacts};
use std::sync::LazyLock;

/// The name of a class.
const NAME: &str = r"`?[A-Z]\w*[a-z]\w*`?";

/// Classes behind the word for their kind, or before it in brackets.
static LISTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?P<before>.?.?.?.?)\b(?P<kind>(?i:pydantic|basemodel|typeddict|dataclass))(?i:es)?`?(?: (?i:v2|basemodels?|models?|classes|schemas?|subclasses|objects|state|typed|strict|definitions|structures|contracts))*",
            r"(?: ?\((?:e\.g\.,? |for (?:\w+ ){{0,3}}(?:like|such as) )?|: ?| such as | like | | for (?:\w+ ){{0,3}}(?:like|such as) )(?P<list>{name}{more})",
            r"|(?P<first>{name}{more}) ?\((?:all )?(?P<of>(?i:pydantic|basemodel|typeddict|dataclass))(?i:es)?(?: (?i:basemodels?|models?|classes|schemas?))?\)",
        ),
        name = NAME,
        more = format!("(?:(?:, (?:and )?| and | & | ?/ ?| ?\\+ ?){NAME})+"),
    ))
});

/// How many Pydantic models there are.
static COUNTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<count>(?i:[2-9]|1[0-9]|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) (?:(?:distinct|separate|strict|typed|core|main|nested|different) )*(?i:pydantic(?: basemodel)?|basemodel) (?i:models|classes|schemas|subclasses)\b",
    )
});

/// What leaves open that every class which is listed is of the kind that is named, or that there are as many.
pub(in super::super) fn otherwise(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    listed(repository, text).or_else(|| fewer(repository, text))
}

fn listed(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    // Of two kinds side by side either may be meant.
    const SEVERAL: [&str; 4] = ["/", "+ ", "and ", "& "];
    let ours = || repository.python.classes.iter().filter(|class| !class.in_tests);
    LISTED.captures_iter(text).find_map(|found| {
        let before = found.name("before").map_or("", |part| part.as_str());
        if SEVERAL.iter().any(|joins| before.ends_with(joins)) {
            return None;
        }
        let list = found.name("list").or(found.name("first"))?.as_str();
        let kind = match &found.name("kind").or(found.name("of"))?.as_str().to_lowercase()[..] {
            "pydantic" | "basemodel" => ClassKind::BaseModel,
            "typeddict" => ClassKind::TypedDict,
            _ => ClassKind::Dataclass,
        };
        let names = words::identifiers(list).filter(|name| *name != "and");
        names.filter(|name| !words::FOREIGN.contains(&name.trim_end_matches('s'))).find_map(
            |name| {
                let same: Vec<&ClassFact> = ours().filter(|class| class.name == name).collect();
                if same.iter().any(|class| class.kind == kind) {
                    return None;
                }
                let Some(first) = same.first() else {
                    let known = |whole: String| ours().any(|class| class.name == whole);
                    let broken = words::joined(list, name).any(known);
                    let lacks = words::is_camel(name) && !broken;
                    return lacks
                        .then(|| Verdict::undecided(definitions::unnamed(repository, name)));
                };
                let fact = format!("`{name}` is {}", kind_of(first.kind));
                Some(Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [&first.place]) })
            },
        )
    })
}

/// Fields that a class is said to have.
static FIELDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<class>[A-Z][a-z]+[A-Z]\w*)`? (?:(?:schema|model|class|object|instance)s? )?(?:with|has|contains|includes|holds|containing|including|carries|carrying)(?: the| its)?(?: required| typed)?(?: fields)?:? (?P<list>`?[a-z]\w*`?(?:(?:, (?:and )?| and )`?[a-z]\w*`?)+)",
    )
});

/// What leaves open that a class has each of the fields that are listed behind its name.
pub(in super::super) fn without_field(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let python = &repository.python;
    FIELDS.captures_iter(text).find_map(|found| {
        let is_it = |class: &&ClassFact| !class.in_tests && class.name == found["class"];
        let mut ours = python.classes.iter().filter(is_it);
        let (class, None) = (ours.next()?, ours.next()) else { return None };
        let fields = fields(python, class);
        let is_called = |name: &str| python.functions.iter().any(|one| one.name == name);
        let list = found.name("list")?.as_str();
        let snake: Vec<&str> =
            words::identifiers(list).filter(|one| words::is_snake(one)).collect();
        let broken = |name: &str| words::joined(text, name).any(|one| fields.contains(&*one));
        let lacks = |name: &&&str| !fields.contains(**name) && !is_called(name) && !broken(name);
        let lacking = snake.iter().find(lacks)?;
        let known = class.kind != ClassKind::Other && snake.len() > 1;
        let fact = format!("`{}` has no field `{lacking}`", class.name);
        known.then(|| Verdict { at_odds: true, ..Verdict::of(Undecided, fact, [&class.place]) })
    })
}

/// What a class is, as a lowercase fragment.
const fn kind_of(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::BaseModel => "a Pydantic model",
        ClassKind::TypedDict => "a `TypedDict`",
        ClassKind::Dataclass => "a dataclass",
        ClassKind::Other => "a class of another kind",
    }
}

fn fewer(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let found = COUNTED.captures(text)?;
    let said = words::number(&found["count"])?;
    let is_one = |class: &&ClassFact| !class.in_tests && class.kind == ClassKind::BaseModel;
    let models: Vec<&ClassFact> = repository.python.classes.iter().filter(is_one).collect();
    let fact = format!("{} Pydantic models were found, not {said}", models.len());
    let places = models.iter().map(|class| &class.place);
    (!models.is_empty() && models.len() < said)
        .then(|| Verdict { at_odds: true, ..Verdict::of(Undecided, fact, places) })
}
