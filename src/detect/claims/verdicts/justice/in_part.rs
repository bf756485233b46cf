//! What a stated rule is wanting in, where the code has it and does not do all of its work.

use super::super::{Asked, Verdict};
use crate::detect::claims::wording::justice::rules;
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::Undecided;
use crate::domain::facts::{ClaimKind, Lines};
use std::sync::LazyLock;

/// What a rule is wanting in: a clause that goes on with `, and`, and the place that shows it.
type Want<'a> = (String, &'a Lines);

/// That words are what a rule asks for: who tells so claims no more than the code does.
static TELLS_WORDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:mentions?|mentioned|mentioning|keywords?|terms|phrases?|wording|arguments? (?:contains?|includes?|has|have|names?))\b",
        r"|\bclaim(?:s|ed|ing)? (?u:[\x22'“‘`])",
    ))
});

/// The same of a judge's score.
static TELLS_A_SCORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bscor(?:es?|ed|ing)\b[^.;]{0,12}?(?:(?u:[<>=≤≥])|\b(?:at most|or less|or lower|below|under|of [12])\b)",
    )
});

/// That what stands there is an example of more.
static EXAMPLE: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\be\.g\.|\bsuch as\b|\bfor example\b"));

/// That a judge is who finds the flaw, so that the judge's score is what is meant.
static JUDGED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bprosecutor(?u:['’]s)? (?:\w+ ){0,2}(?:finds?|found|identif\w+|detects?|flags?|flagged|cites?|reports?|scores?|gives?)\b|\b(?:identified|found|flagged|reported|raised) by (?:the )?prosecutor\b",
    )
});

/// That the names of criteria are what a weight asks for.
static BY_NAME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\b(?:names?|ids?|titles?) (?:\w+ )?(?:contains?|includes?|has|have|match)")
});

/// That a weight is for the architecture.
static OF_ARCHITECTURE: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\barchitect|\borchestrat|\bmodular"));

/// That a weight is for the architecture and for nothing else.
static ONLY_THERE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:only|solely|exclusively) (?:for|on|in|where|to) (?:the )?(?:\w+ )?architect\w*|\barchitect\w* (?:\w+ ){0,2}(?:only|alone)\b",
    )
});

/// That the Tech Lead's score is the one that stands.
static BECOMES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\btech[- ]?lead(?u:['’]s)?\b[^.;]{0,60}?\b(?:becomes|sets|decides|(?:is|are) (?:taken|used) as|is) (?:the )?final (?:score|verdict)\b",
    )
});

/// What leaves open a rule that is stated in general, where the code has it in part.
pub(in super::super) fn in_part(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, text, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules {
        return None;
    }
    let synthesis = Synthesis::of(&repository.python);
    let stated = rules::stated(text);
    let ((because, place), at_odds) = stated.iter().find_map(|rule| match *rule {
        "security_override" => Some((of_security(&synthesis, text)?, false)),
        "fact_supremacy" => Some((of_facts(&synthesis, text)?, false)),
        "functionality_weight" => of_weight(&synthesis, text),
        other => Some((passed_over(&synthesis, other)?, false)),
    })?;
    let fact = format!("{}, and {because}", shown.fact);
    let places = std::iter::once(place).chain(&shown.places);
    Some(Verdict { at_odds, ..Verdict::of(Undecided, fact, places) })
}

/// Whether the text itself tells the words that a rule asks for, and not as an example of more.
fn tells(text: &str) -> bool {
    TELLS_WORDS.is_match(text) && !EXAMPLE.is_match(text)
}

/// Whether it tells the score that a rule asks for.
fn tells_a_score(text: &str) -> bool {
    TELLS_A_SCORE.is_match(text) && !EXAMPLE.is_match(text)
}

/// What the cap for security hangs on besides a flaw, passes over, or lets be undone: the first that there is.
fn of_security<'a>(synthesis: &Synthesis<'a>, text: &str) -> Option<Want<'a>> {
    let by_score = synthesis.caps_by_score().map(|place| {
        (
            "a judge's score alone",
            place,
            tells(text) || tells_a_score(text) || JUDGED.is_match(text),
        )
    });
    let by_words = || {
        let (place, _) = synthesis.caps_by_words()?;
        Some(("words in what a judge argues", place, TELLS_WORDS.is_match(text)))
    };
    if let Some((what, place, is_said)) = by_score.or_else(by_words) {
        let told = format!(
            "the cap at `{place}` hangs on {what}, and nothing that was found confirms a flaw"
        );
        return (!is_said).then_some((told, place));
    }
    let wants = [
        synthesis.spared().map(|one| {
            let when = format!("a Prosecutor's opinion where `{}`", one.when);
            (format!("the cap passes over {when}, at `{}`", one.place), &one.place)
        }),
        synthesis.raises().map(|one| {
            let gives =
                format!("gives `{}`, also where the score would be lower without it", one.gives);
            (format!("what is written as a cap at `{}` {gives}", one.place), &one.place)
        }),
        undone(synthesis, "security_override"),
        synthesis.denied().map(|one| {
            let whose = "which evidence that says that there is none has as well";
            (format!("the cap looks for `{}` at `{}`, {whose}", one.word, one.place), &one.place)
        }),
        synthesis.unconfirmed().map(|one| {
            let asks = format!("asks no more of `{}` than that it was not found", one.evidence);
            let fails = "which the handler of a failure writes as well";
            (format!("the cap at `{}` {asks}, {fails}", one.place), &one.place)
        }),
        synthesis.score_besides().filter(|_| !tells(text) && !tells_a_score(text)).map(|one| {
            let low = format!("a judge gives a low score (`{}` at `{}`)", one.asks, one.place);
            (format!("the cap also falls where {low}, whatever for"), &one.place)
        }),
    ];
    wants.into_iter().flatten().next()
}

fn of_facts<'a>(synthesis: &Synthesis<'a>, text: &str) -> Option<Want<'a>> {
    if let Some(one) = synthesis.by_words("fact_supremacy").filter(|_| !tells(text)) {
        let told = format!(
            "`{}` decides only where words stand in what a judge argues (`{}` at `{}`)",
            one.rule, one.asks, one.place
        );
        return Some((told, &one.place));
    }
    if let Some(one) = synthesis.outbid() {
        let told =
            format!("`{}` at `{}` lets a judge's score raise it again", one.gives, one.place);
        return Some((told, &one.place));
    }
    if let Some(place) = synthesis.lifts() {
        let told = format!(
            "`fact_supremacy` at `{place}` only lifts a score for what was found, and lowers none for what was not"
        );
        return Some((told, place));
    }
    undone(synthesis, "fact_supremacy").or_else(|| printed(synthesis, "fact_supremacy"))
}

fn of_weight<'a>(synthesis: &Synthesis<'a>, text: &str) -> Option<(Want<'a>, bool)> {
    if let Some(one) = synthesis.asked_id().filter(|_| !BY_NAME.is_match(text)) {
        let told = format!(
            "the condition at `{}` does not hold for {} in `{}`",
            one.place,
            one.missed.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(", nor for "),
            one.rubric
        );
        return Some(((told, &one.place), OF_ARCHITECTURE.is_match(text)));
    }
    if let Some(one) = synthesis.by_words("functionality_weight").filter(|_| !tells(text)) {
        let told = format!(
            "`{}` decides only where words stand in what a judge argues (`{}` at `{}`)",
            one.rule, one.asks, one.place
        );
        return Some(((told, &one.place), false));
    }
    if let Some(place) = synthesis.everywhere().filter(|_| ONLY_THERE.is_match(text)) {
        let told = format!("at `{place}` the Tech Lead weighs more for every criterion alike");
        return Some(((told, place), true));
    }
    if let Some(place) = weighed(synthesis).filter(|_| BECOMES.is_match(text)) {
        let told =
            format!("at `{place}` that score only weighs more in an average with the others'");
        return Some(((told, place), true));
    }
    printed(synthesis, "functionality_weight").map(|want| (want, false))
}

/// Where the Tech Lead's score is weighed against the others', if that is all that the rule does.
fn weighed<'a>(synthesis: &Synthesis<'a>) -> Option<&'a Lines> {
    let rule = "functionality_weight";
    let mut holders = synthesis.live.iter().filter(|one| one.rules.iter().any(|own| own == rule));
    let (Some(justice), None) = (holders.next(), holders.next()) else { return None };
    let averages = || justice.averages.iter().filter(|average| average.weighed);
    let holds = |place: &Lines, average: &Lines| {
        place.file == average.file && place.line <= average.line && average.line <= place.end_line
    };
    let mut places = justice.places.iter().filter(|known| known.rule == rule).peekable();
    places.peek()?;
    let is_weighed = |place: &Lines| averages().any(|average| holds(place, &average.place));
    if !places.all(|known| is_weighed(&known.place)) {
        return None;
    }
    averages().next().map(|average| &average.place)
}

/// A rule that is passed over where an earlier one decides.
fn passed_over<'a>(synthesis: &Synthesis<'a>, rule: &str) -> Option<Want<'a>> {
    let place = &synthesis.bypassed(rule)?.place;
    Some((format!("`{rule}` is passed over where an earlier rule decides, at `{place}`"), place))
}

fn undone<'a>(synthesis: &Synthesis<'a>, rule: &str) -> Option<Want<'a>> {
    let (_, bound) = synthesis.undone(rule)?;
    let told = format!(
        "`{}` is bounded at `{}`, and `{}` at `{}` puts another score in its place",
        bound.score, bound.bounded, bound.by, bound.place
    );
    Some((told, &bound.place))
}

fn printed<'a>(synthesis: &Synthesis<'a>, rule: &str) -> Option<Want<'a>> {
    let one = synthesis.printed(rule)?;
    let told = format!(
        "`{rule}` at `{}` changes only what is written down there; the average at `{}` is taken without it",
        one.place, one.average
    );
    Some((told, &one.place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_tells_the_words_or_the_score_claims_no_more() {
        for text in [
            "If the Prosecutor's argument mentions security terms, the score is capped at 3.",
            "If the Defense claims “deep metacognition” and none is found, it is overruled.",
        ] {
            assert!(tells(text), "{text}");
        }
        for text in [
            "Confirmed vulnerabilities cap the score at 3.",
            "Where a judge claims what was not found (e.g. the Defense claims “deep metacognition”), it is overruled.",
            "Security flaws cap scores at 3.",
        ] {
            assert!(!tells(text) && !tells_a_score(text), "{text}");
        }
        // A score is no word: what hangs on words is not told by it.
        let scored = "If Prosecutor scores ≤ 2 in it, the final score is capped at 3.";
        assert!(tells_a_score(scored) && !tells(scored));
    }

    #[test]
    fn a_weight_for_the_architecture_alone_is_told_from_one_for_it() {
        assert!(ONLY_THERE.is_match("The Tech Lead weighs double for architecture criteria only."));
        assert!(ONLY_THERE.is_match("A double weight only for the architecture."));
        assert!(!ONLY_THERE.is_match("For architecture criteria the Tech Lead weighs double."));
        assert!(BECOMES.is_match("The Tech Lead's assessment (4/5) becomes the final score."));
        assert!(!BECOMES.is_match("The Tech Lead's assessment weighs more in the final score."));
    }
}
