//! What a sentence says of something that it does, beside that it is there.

use super::super::names::rubric;
use super::super::{Asked, Verdict};
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, PythonFacts, RepositoryFacts, WholeReturn};
use std::sync::LazyLock;

/// That something does its work. That it is there says nothing of that.
static DOES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:returns|ensures|enforces|validates|verifies|checks|reads|writes|extracts|parses|runs|executes|handles|collects|merges|",
        r"aggregates|combines|computes|calculates|loads|injects|creates|builds|produces|generates|emits|invokes|inspects|scans|walks|",
        r"analy[sz]es|detects|maps|converts|coerces|prunes|filters|routes|decides|determines|applies|resolves|synthesi[sz]es|renders|",
        r"seriali[sz]es|appends|adds|updates|guarantees|prevents|wraps|catches|raises|compares|cross-references|performs|evaluates|",
        r"waits|provides|accepts|stores|keeps|feeds|passes|sends|receives|triggers|records|logs|tracks|limits|caps|overrides|transforms|",
        r"dispatches|spawns|normali[sz]es|classifies|assigns|clones|penali[sz]es|reflects|interprets|converges?|synchroni[sz]ed|protects|",
        r"(?:is|are|was|were)(?: \w+ly)? (?:enforced|performed|handled|checked|verified|validated|guaranteed|ensured|prevented|computed|",
        r"calculated|extracted|parsed|operationali[sz]ed|achieved|applied|resolved|merged|collected|produced|generated|written|limited|reported) (?:by|via|through|using|in|from|with|at)|enforcement (?:in|by|via|through))\b",
    ))
});

/// Whether a sentence says of something what it does.
pub(in crate::detect::claims) fn is_said(sentence: &str) -> bool {
    DOES.is_match(sentence)
}

/// That a node puts nothing into the state, or one thing alone.
static ADDS_LITTLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:does not (?:add|introduce|produce) (?:any )?(?:new )?(?:data|evidence|information)|(?:only|just|simply|merely) (?:appends?|adds?)|appends? (?:only |just )?(?:a single|one)|(?:passes|returns) (?:the )?(?:\w+ )?state (?:through )?(?:unchanged|as it is)|does not (?:modify|change|alter) (?:the )?state)\b",
    )
});

/// That something else is left as it is.
static LEFT_ALONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:and|but) (?:does not|never|doesn(?u:['’])t) (?:change|touch|modify|alter|write|affect) (?:the |any )?(?:evidences?|opinions?|scores?|findings|anything else|other fields?)\b",
    )
});

/// What the graph says to a node that is said to add nothing, or one thing alone: it returns what fields that are added
/// up held before.
pub(in super::super) fn adds_more(
    python: &PythonFacts,
    kind: ClaimKind,
    sentence: &str,
    shown: &Verdict,
) -> Option<Verdict> {
    if !ADDS_LITTLE.is_match(sentence) {
        return None;
    }
    let graphs = python.graphs.iter().filter(|graph| graph.is_in_use());
    let twice: Vec<&WholeReturn> = graphs
        .flat_map(|graph| &graph.whole_returns)
        .filter(|one| !one.fields.is_empty() && !one.unsure && !one.anew)
        .collect();
    let named = |one: &&&WholeReturn| {
        let plain = words::plain(&one.node);
        words::identifiers(sentence).any(|name| words::plain(name) == plain)
    };
    let found = twice.iter().find(named);
    // Which node `the node` is, the sentence before it tells.
    let refers = sentence.trim_start_matches(['•', '–', '-', ' ']).starts_with("The node ");
    let one = found.or(twice.first().filter(|_| refers))?;
    let fields: Vec<String> = one.fields.iter().map(|field| format!("`{field}`")).collect();
    let fact = format!(
        "`{}` returns what {} held already at `{}`, and the reducer adds it a second time",
        one.node,
        fields.join(" and "),
        one.place
    );
    let of_node = matches!(kind, ClaimKind::Definitions | ClaimKind::Reducers);
    // Whose point is what is left alone may speak of what is new in the field alone.
    let at_odds = found.is_some() && of_node && LEFT_ALONE.is_match(sentence);
    if at_odds {
        let verdict =
            Verdict::of(Undecided, fact, std::iter::once(&one.place).chain(&shown.places));
        return Some(Verdict { at_odds, ..verdict });
    }
    let status = if found.is_some() && of_node { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, std::iter::once(&one.place).chain(&shown.places)))
}

/// That rules come out of the rubric.
static FROM_RUBRIC: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rules?|logic|synthesis|resolution)\b[^.;]{0,60}\b(?:derived|read|loaded|taken|drawn|parsed|generated|sourced|comes?|fetched|driven)\b[^.;]{0,40}\b(?:from|by)\b[^.;]{0,60}\brubric",
    )
});

/// That what is in the rubric is taken from it when the program runs.
static AT_RUN_TIME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:read|loaded|parsed|fetched|loads|reads|parses|fetches)\b|\bat run ?-?time\b",
    )
});

/// What the sources say to rules of the synthesis that are said to come out of the rubric: that they decide shows
/// nothing of that.
pub(in super::super) fn of_rubric(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    let of_rules = matches!(kind, ClaimKind::DeterministicSynthesis | ClaimKind::SynthesisRules);
    if !of_rules || !FROM_RUBRIC.is_match(sentence) {
        return None;
    }
    let read = rubric::rubric_file(repository, "rubric");
    if read.status == Contradicted {
        // Rules may be written after the rubric, and never read from it.
        let status = if AT_RUN_TIME.is_match(sentence) { Contradicted } else { Undecided };
        return Some(Verdict { status, ..read });
    }
    let fact =
        format!("{}, and whether the rules come out of the rubric was not followed", shown.fact);
    Some(Verdict::of(Undecided, fact, &shown.places))
}

/// Fields that a class is said to have, each with its type in brackets.
static LISTED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<class>[A-Z][a-z]+[A-Z]\w*)`? (?:(?:schema|model|class|object) )?(?:(?:strictly )?(?:enforces|requires|has|contains|defines|includes|holds))(?: the)?(?: fields)?:? (?P<list>`?[a-z]\w*`? \([^()]*\)(?:,? (?:and )?`?[a-z]\w*`? \([^()]*\))+)",
    )
});
static FIELD: LazyLock<Parts> =
    LazyLock::new(|| Parts::new(r"(?:^|[,`]|\band) ?`?(?P<name>[a-z]\w*)`? \("));

/// What contradicts the list of a class's fields: one that it has not, beside two that it has.
pub(in super::super) fn lists_other_fields(
    repository: &RepositoryFacts,
    text: &str,
) -> Option<Verdict> {
    let found = LISTED.captures(text)?;
    let python = &repository.python;
    let mut ours =
        python.classes.iter().filter(|class| !class.in_tests && class.name == found["class"]);
    let (class, None) = (ours.next()?, ours.next()) else { return None };
    let fields = super::super::classes::kinds::fields(python, class);
    let names: Vec<String> =
        FIELD.captures_iter(&found["list"]).map(|one| one["name"].to_owned()).collect();
    let (there, lacking): (Vec<_>, Vec<_>) =
        names.iter().partition(|name| fields.contains(name.as_str()));
    let other = lacking.iter().find(|name| words::is_snake(name)).filter(|_| there.len() > 1)?;
    let known = class.bases.iter().all(|base| {
        let base = super::super::classes::kinds::base_name(base);
        ["BaseModel", "TypedDict", "Enum", "ABC"].contains(&base)
            || python.classes.iter().any(|class| class.name == base)
    });
    let fact = format!("`{}` has no field `{other}`", class.name);
    let status =
        if known && super::super::is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, [&class.place]))
}
