//! Code that is said to be read as a tree, and what is looked for by its words.

use super::super::{Asked, Verdict, done, is_read_whole};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, Practice, PracticeFact, RepositoryFacts};
use std::sync::LazyLock;

/// That all that is told of code is told by its tree.
static BY_THE_TREE_ALONE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:all|every|each) (?:\w+ ){0,4}(?:analys[ei]s|verification|checks?|checkers?|detections?|inspections?|scanners?|analy[sz]ers?|probes?|investigations?)\b[^.;]{0,40}\b(?:uses?|using|via|by|through|rel(?:y|ies) on|(?:is|are) (?:done|made|based))\b[^.;]{0,32}\b(?:ast\b|syntax trees?)",
        r"|(?u:[—–,:-]) ?all (?:via|by|through|with|using) (?:python(?u:[’'])?s? )?(?:the )?(?:built-?in )?`?(?:ast\b|abstract syntax trees?)",
        r"|\brel(?:y|ies) (?:solely|only|exclusively|entirely|purely) on (?:python(?u:[’'])?s? )?(?:the )?(?:built-?in )?`?(?:ast\b|abstract syntax trees?)",
    ))
});

/// That nothing is told by the words of a text.
static NOT_BY_WORDS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rather than|instead of|without|not|never)\b[^.;]{0,40}\b(?:(?:string|text|substring|keyword|pattern)[- ](?:search|match|scan|guess)\w*|grep\w*)|\bonly (?:match|flag|detect|count|find)(?:es|s)? (?:genuine|actual|real) code\b",
    )
});

/// Words by which a sentence speaks of one thing that is looked for, and parts of the words of code that look for it.
const TOPICS: [(&[&str], &[&str]); 3] = [
    (
        &["securit", "os.system", "shell", "vulnerab", "dangerous", "unsafe"],
        &["system", "eval", "exec", "popen", "shell", "subprocess"],
    ),
    (&["graph", "edges", "wiring", "topolog"], &["graph", "edge", "node"]),
    (&["structured output", "structured_output"], &["structured_output", "bind_tools"]),
];

/// Whether a word of code may be what the sentence speaks of.
fn is_meant(word: &str, sentence: &str) -> bool {
    let (word, sentence) = (word.to_lowercase(), sentence.to_lowercase());
    let has = |text: &str, parts: &[&str]| parts.iter().any(|part| text.contains(part));
    let mut topics = TOPICS.iter().filter(|(names, _)| has(&sentence, names)).peekable();
    topics.peek().is_none() || topics.any(|(_, parts)| has(&word, parts))
}

/// That a tree tells something, behind what it tells.
static TOLD_BY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:verif(?:y|ies|ied|ying)|confirm(?:s|ed|ing)?|detect(?:s|ed|ing)?|check(?:s|ing)?|identif(?:y|ies|ied|ying)|finds?|finding|locat(?:es?|ing)|inspects?|inspecting)\b(?:[^.;]|\.\S)*?\b(?:via|by|through|using|with) (?:[a-z]+ )?(?:ast\b|(?:abstract )?syntax trees?)",
    )
});

/// The same, before what it tells.
static TELLS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:ast\b|syntax trees?)[^.;]*?\b(?:verif(?:y|ies|ied|ying|ication)|confirm(?:s|ed|ing)?|detect(?:s|ed|ing|ion)?|checks?|checking|identif(?:y|ies|ied|ying)|finds?|find|locat(?:es?|ing)|inspects?|inspecting)\b",
    )
});

/// Words by which texts may be what the sentence speaks of too.
static BY_WORDS_TOO: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:regex\w*|regular expressions?|strings?|text(?:s|ual(?:ly)?)?|keywords?|substrings?|pattern[- ]match\w*|heuristic\w*|partly|partial\w*|mostly|also|plus|combin\w+|fall ?back\w*|grep\w*)\b",
    )
});

/// What stands against a tree that is said to tell all that is told, or what words tell by other means.
pub(in super::super) fn by_words(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, sentence, repository, .. } = asked;
    if kind != ClaimKind::SyntaxTree {
        return None;
    }
    let live = |practice| -> Vec<&PracticeFact> {
        done(&repository.python, practice).into_iter().filter(|fact| fact.live).collect()
    };
    let all = BY_THE_TREE_ALONE.is_match(sentence);
    if all || NOT_BY_WORDS.is_match(sentence) {
        let mut sought = live(Practice::WordSought);
        sought.retain(|fact| is_meant(&fact.by, sentence));
        return told(&sought, shown, all, repository);
    }
    let behind = TELLS.find(sentence).map(|tells| &sentence[tells.end..]);
    let before = || TOLD_BY.find(sentence).map(|told| &sentence[told]);
    let what = before().or(behind).filter(|_| !BY_WORDS_TOO.is_match(sentence))?;
    let named = |fact: &&&PracticeFact| is_named(&fact.by, what);
    let alone = live(Practice::OnlyWordSought);
    let fact = alone.iter().find(named)?;
    let word = fact.by.as_str();
    let fact = format!(
        "`{word}` is looked for in the text of a source at `{}`, and nothing was seen that holds a part of a syntax tree against it",
        fact.place
    );
    let places = alone.iter().filter(|one| one.by == word).map(|one| &one.place);
    let status = if is_read_whole(repository) { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, places))
}

/// What is told of words that are sought in texts, where that is denied.
fn told(
    sought: &[&PracticeFact],
    shown: &Verdict,
    all: bool,
    repository: &RepositoryFacts,
) -> Option<Verdict> {
    let first = sought.first()?;
    let fact = format!(
        "{}, and `{}` is looked for in the text of a source at `{}`",
        shown.fact, first.by, first.place
    );
    let places = sought.iter().map(|one| &one.place);
    let certain = all && is_read_whole(repository);
    let verdict = Verdict::of(if certain { Contradicted } else { Undecided }, fact, places);
    Some(Verdict { at_odds: !certain, ..verdict })
}

/// Whether a text names what a word of code stands for.
fn is_named(word: &str, text: &str) -> bool {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '_');
    let binds = matches!(word, "with_structured_output" | "bind_tools");
    let prose = ["structured output", "structured-output"];
    let small = || text.to_lowercase();
    words::find(text, word).is_some() || (binds && prose.iter().any(|name| small().contains(name)))
}
