//! Sentences that tell of which class the objects are that a node makes: `Each judge returns a JudicialOpinion.`

use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_stated;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Who makes something, and of which class it is.
static MAKES: LazyLock<Parts> = LazyLock::new(|| {
    let who = r"(?i:judges|judge|detectives|detective|prosecutor|defen[sc]e|tech ?lead|repo ?investigator|doc ?analyst|vision ?inspector|chief ?justice)|[a-z]+_[a-z_]*[a-z]";
    let of_who =
        r"(?: (?:nodes?|agents?|personas?|functions?|attorney))?(?:\(\))?`?(?: \([^()]{1,80}\))?";
    let meanwhile = r"(?: [^.;:,()]{1,60} (?:and|that|which)| (?:independently|then|always|also|only|each|must)){0,2}";
    let makes = r"(?:return|produce|emit|output|generate|create|construct|yield|append|build|collect|gather|record|submit)s?";
    let of_what = r"(?:(?:an?|one|the|its|their|only|multiple|several|structured|typed|validated|strict|immutable|own|final|complete|pydantic|Pydantic|(?:list|lists|set) of) )*";
    Parts::new(&format!(
        r"\b(?P<who>{who}){of_who}{meanwhile} {makes} {of_what}`?(?:(?P<class>[A-Z][a-z]+(?:[A-Z][a-z]+)+)\b|(?P<object>[A-Z][a-z]+)`? (?:object|instance|model|record)s?\b)"
    ))
});

/// Words by which the sentence speaks of another time, of others, of a failure or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"never|not|cannot|no longer|when|if|after|before|once|unless|fail\w*|failures?|errors?|exceptions?|fall ?back|placeholder|default|malformed|target|students?|instead",
    )
});

/// Who makes objects, and of which class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Product<'s> {
    pub who: &'s str,
    pub class: &'s str,
}

/// What the sentence tells of the kind.
pub(in crate::detect::claims) fn product(sentence: &str) -> Option<Product<'_>> {
    let found = MAKES.captures(sentence)?;
    let class = found.name("class").or(found.name("object"))?.as_str();
    let plain = is_stated(sentence) && !ELSEWHERE.is_match(sentence);
    plain.then_some(Product { who: found.name("who")?.as_str(), class })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_makes_objects_of_a_class_is_told() {
        let check = |sentence: &str, expected: Option<(&str, &str)>| {
            let found = product(sentence).map(|one| (one.who, one.class));
            assert_eq!(found, expected, "{sentence}");
        };
        let opinion = |who| Some((who, "JudicialOpinion"));
        check("Each judge returns a JudicialOpinion.", opinion("judge"));
        check(
            "Three judges (Prosecutor, Defense) read the facts and produce structured JudicialOpinion objects.",
            opinion("judges"),
        );
        check("The `prosecutor_node` emits one JudicialOpinion.", opinion("prosecutor_node"));
        check("Detectives only output typed Evidence objects.", Some(("Detectives", "Evidence")));
        check("Every detective node constructs Evidence objects.", Some(("detective", "Evidence")));
        check("Detectives collect structured Evidence objects.", Some(("Detectives", "Evidence")));
        check("Detectives collect Evidence.", None);
        check("Detectives produce evidence.", None);
        check("When a judge returns a JudicialOpinion, it is kept.", None);
        check("Each judge should return a JudicialOpinion.", None);
        check("On failure the judge returns a JudicialOpinion.", None);
        check("The judge reads the facts and the clerk returns a JudicialOpinion.", None);
        check("Each judge must never return a JudicialOpinion.", None);
    }
}
