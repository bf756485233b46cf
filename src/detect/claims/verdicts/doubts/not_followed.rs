//! What a sentence says besides the fact that supports it, by the words that tell it, and what was not followed of that.

use super::super::{Asked, Verdict};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, ClassKind, RepositoryFacts};
use std::sync::LazyLock;

/// That what is read from the rubric comes to all nodes or prompts.
static TO_ALL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:inject|distribut|pass|hand|provid|suppl|propagat)\w*\b[^.;]{0,80}\b(?:every|all|each)\b[^.;]{0,32}\b(?:nodes?|agents?|prompts?|judges?|detectives?|context)\b",
    )
});

/// That the order in which something comes changes nothing.
static IN_ANY_ORDER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:regardless|independent(?:ly)?|irrespective) of (?:the )?(?:[\w-]+ ){0,3}(?:order|timing)\b|\border[- ]independent\b",
    )
});

/// That commands are not given the environment of the program.
static SCRUBBED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:scrubbed|sanitized|sanitised|cleaned|stripped|minimal|isolated) (?:\w+ )?environments?(?: variables?)?\b|\benvironment (?:scrubbing|sanitization|isolation)\b",
    )
});

/// That something runs in an environment of its own.
static OF_ITS_OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:isolated|separate|dedicated|own) (?:[\w/.-]+ )?(?:virtual )?(?:environment|venv|interpreter)\b",
    )
});

/// That a rule never fails to decide.
static ALWAYS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\balways (?:\w+ly )?(?:overrul|overrid|prevail|cap|win|trump|outweigh)\w*\b")
});

/// That a rule bounds the score of the whole audit.
static WHOLE_SCORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bcap(?:s|ped|ping)? (?:the )?(?:\w+ )?(?:total|overall|aggregate|global|whole|entire)(?: audit)? score\b",
    )
});

/// How well something is done.
static HOW_WELL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:accurately|reliably|correctly|precisely|flawlessly|works as (?:intended|designed))\b",
    )
});

/// That prompts hang on what is read from the rubric.
static TO_PROMPTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)\bprompts?\b[^.;]{0,80}\b(?:rely|relies|depends?|draws?|hangs?)\b")
});

/// That several things were made.
static SEVERAL: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:added|introduced|implemented|created|extended)\b.*\b(?:introduced|implemented|created|extended)\b",
    )
});

/// That nothing is looked for by its words.
static NOT_BY_WORDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rather than|instead of|without|not|never)\b[^.;]{0,40}\b(?:(?:string|text|substring|keyword|pattern)[- ](?:search|match|scan|guess)\w*|grep\w*)",
    )
});

/// That several ways are named behind a colon.
static LISTED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\b(?:two|three|four|five|following|these|[2-9])\b[^.;]*:$"));

/// That a rubric has something in it.
static OF_RUBRIC: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\brubric\b[^.;]{0,60}\b(?:contains?|defines?|lists?|specif(?:y|ies)|includes?)\b|\bit contains a list of dimensions\b",
    )
});

/// That judges answer one another.
static DEBATE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:judges?|judicial panel|personas|panel)\b[^.;]{0,60}\b(?:debates? (?:the|over|each|with|one)|argue (?:with|against) (?:each|one)|respond to (?:each|one)|rebut\w*)\b",
    )
});

/// That what is merged is told by what it holds.
static BY_CONTENT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:sha-?(?:256|1)|md5|hash(?:es|ed|ing)?|fingerprint\w*|checksums?|de-?dup\w*)\b",
    )
});

/// That a wide spread lowers the score.
static LOWERED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bvarianc\w*[^.;]{0,60}\b(?:downgrad\w+|lower(?:s|ed|ing)?|demot\w+)\b|\bdowngrad\w+[^.;]{0,60}\bvarianc\w*",
    )
});

/// What such words say besides, by the kind of what is supported, and what was not followed.
static SAID: [(ClaimKind, &LazyLock<Phrase>, &str); 17] = [
    (ClaimKind::SynthesisRules, &LOWERED, "whether the rule always lowers the score"),
    (ClaimKind::Reducers, &BY_CONTENT, "whether what merges goes by what is merged"),
    (ClaimKind::ConditionalEdges, &LISTED, "what the list behind it names"),
    (ClaimKind::SynthesisRules, &OF_RUBRIC, "whether what the rubric says is what the code does"),
    (ClaimKind::ParallelDetectives, &DEBATE, "whether the judges hear one another"),
    (ClaimKind::ParallelJudges, &DEBATE, "whether the judges hear one another"),
    (ClaimKind::Roles, &DEBATE, "whether the judges hear one another"),
    (ClaimKind::RubricFile, &TO_PROMPTS, "what of it comes to the prompts"),
    (ClaimKind::Definitions, &SEVERAL, "what else was made"),
    (ClaimKind::SyntaxTree, &NOT_BY_WORDS, "whether texts are searched as well"),
    (ClaimKind::RubricFile, &TO_ALL, "what of it comes to each of them"),
    (
        ClaimKind::DeterministicSynthesis,
        &IN_ANY_ORDER,
        "whether the order in which its input comes changes anything",
    ),
    (
        ClaimKind::TemporaryClone,
        &SCRUBBED,
        "what of the program's environment its commands are given",
    ),
    (ClaimKind::PdfText, &OF_ITS_OWN, "whether it runs in an environment of its own"),
    (ClaimKind::SynthesisRules, &ALWAYS, "whether the rule always decides"),
    (
        ClaimKind::SynthesisRules,
        &WHOLE_SCORE,
        "whether that bounds the score of the whole or of one criterion",
    ),
    (ClaimKind::Definitions, &HOW_WELL, "how well it does what is said"),
];

/// What is left open of a claim that `shown` supports in its own point.
pub(in super::super) fn open(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind == ClaimKind::MarkdownReport && AS_JSON.is_match(sentence) {
        return json(repository, shown);
    }
    if kind == ClaimKind::SyntaxTree && NO_PATTERNS.is_match(sentence) {
        // Elsewhere, patterns may well serve for something else.
        let there = |file: &str| shown.places.iter().any(|place| place.file == file);
        let mut imports = repository.python.imports.iter();
        let patterns =
            imports.any(|one| !one.in_tests && one.module == "re" && there(&one.place.file));
        let fact = format!("{}, and `re` is imported besides", shown.fact);
        return patterns.then(|| Verdict::of(Undecided, fact, &shown.places));
    }
    if kind == ClaimKind::Reducers && DOUBTLESS.is_match(sentence) {
        return doubled(repository, shown);
    }
    if kind == ClaimKind::TypedClasses && CHOSEN.is_match(sentence) {
        return chosen_beside(repository, shown);
    }
    if CHANGED.is_match(sentence) {
        let fact = format!("{}, and whether it was otherwise before was not followed", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    let (.., what) = SAID.iter().find(|(of, words, _)| *of == kind && words.is_match(sentence))?;
    let fact = format!("{}, and {what} was not followed", shown.fact);
    Some(Verdict::of(Undecided, fact, &shown.places))
}

/// That something was changed from one thing to another: that the other is there shows nothing of the one.
static CHANGED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:transitioned|migrated|moved|switched|shifted|changed|converted|evolved|upgraded|refactored)\b[^.;]{0,40}\bfrom\b[^.;]{2,80}\bto\b",
    )
});

/// That code is not read by patterns.
static NO_PATTERNS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rather than|instead of|without|not|never|no)\b[^.;]{0,40}\b(?:regex\w*|regular expressions?)",
    )
});

/// That nothing is amiss with the reducers.
static DOUBTLESS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\breducers?:? (?:are |is |work |used |configured )?(?:\w+ly )?(?:correct|right|proper|safe|sound)(?:ly)?\b",
    )
});

/// What is left open of reducers where a node returns what they add up already.
fn doubled(repository: &RepositoryFacts, shown: &Verdict) -> Option<Verdict> {
    let graphs = repository.python.graphs.iter().filter(|graph| graph.is_in_use());
    let one = graphs.flat_map(|graph| &graph.whole_returns).find(|one| !one.fields.is_empty())?;
    let fact = format!(
        "{}, and `{}` returns what is added up already at `{}`",
        shown.fact, one.node, one.place
    );
    Some(Verdict::of(Undecided, fact, std::iter::once(&one.place).chain(&shown.places)))
}

/// That a kind of classes was taken, and not for what.
static CHOSEN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^\W*(?:pydantic )?(?:pydantic|basemodels?|models) (?:was|were|is|has been) (?:\w+ly )?(?:selected|chosen|adopted|preferred)\b",
    )
});

/// What is left open of a kind of classes that was taken where the state is of another.
fn chosen_beside(repository: &RepositoryFacts, shown: &Verdict) -> Option<Verdict> {
    let state = repository.python.classes.iter().find(|class| {
        !class.in_tests && class.name.ends_with("State") && class.kind == ClassKind::TypedDict
    })?;
    let fact = format!(
        "{}, and `{}` is a `TypedDict`; for which of them it was chosen the line does not tell",
        shown.fact, state.name
    );
    Some(Verdict::of(Undecided, fact, std::iter::once(&state.place).chain(&shown.places)))
}

/// That a report is written as JSON too.
static AS_JSON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\bmarkdown(?: report)?(?: ?[+/&] ?| and | as well as )(?:an? )?json\b|\bjson(?: report)?(?: ?[+/&] ?| and | as well as )(?:an? )?markdown\b",
    )
});

/// Names by which something is written as JSON.
const WRITES_JSON: [&str; 8] =
    ["dump", "dumps", "to_json", "write_json", "orjson", "tojson", "serialize_json", "json"];

/// Names by which something may be, and is not yet written.
const MAKES_JSON: [&str; 3] = ["model_dump_json", "model_dump", "JSONResponse"];

/// What the sources say to a report in JSON, of which no fact of its own tells.
fn json(repository: &RepositoryFacts, shown: &Verdict) -> Option<Verdict> {
    let named = |names: &[&str]| {
        let known =
            |name: &&str| repository.vocabulary.as_ref().is_none_or(|words| words.names(name));
        names.iter().any(known)
    };
    if named(&WRITES_JSON) {
        return None;
    }
    let none = !named(&MAKES_JSON) && super::super::is_read_whole(repository);
    let status = if none { Contradicted } else { Undecided };
    let fact = format!("{}, and nothing was recognised that writes a report as JSON", shown.fact);
    Some(Verdict::of(status, fact, &shown.places))
}
