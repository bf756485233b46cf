//! Language models that reports name.

use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_stated;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::repo::python::FAMILIES;
use std::sync::LazyLock;

/// Words beside which these are models, and not who wrote the code or the firm that makes them.
const BESIDE: &[&str] = &[
    "vision",
    "sonnet",
    "haiku",
    "opus",
    "flash",
    "judge",
    "multimodal",
    "image",
    "diagram",
    "llm",
    "model",
    "screenshot",
];

/// Words that may go on behind the family's name and a space.
const TIERS: &[&str] = &[
    "pro", "flash", "sonnet", "haiku", "opus", "mini", "nano", "lite", "turbo", "ultra", "large",
    "small", "medium", "instruct", "exp", "thinking", "coder",
];

/// Parts of a name that make another model of it where they are left out.
const OTHERS: &[&str] = &[
    "mini",
    "nano",
    "micro",
    "lite",
    "turbo",
    "fc",
    "coder",
    "vision",
    "thinking",
    "exp",
    "distill",
    "distilled",
];

/// The families of the models that a text names, each with the name as written, in lower case.
pub(in crate::detect::claims) fn named(text: &str) -> Vec<(&'static str, String)> {
    let text = text.to_ascii_lowercase();
    let beside = BESIDE.iter().any(|word| text.contains(word));
    let mut found: Vec<(&'static str, String)> = Vec::new();
    for family in FAMILIES {
        for (at, _) in text.match_indices(family) {
            let begins = !text[..at].ends_with(|before: char| before.is_alphanumeric());
            let rest = &text[at + family.len()..];
            let ends = !rest.starts_with(|next: char| next.is_alphabetic() || next == '_');
            if !begins || !ends {
                continue;
            }
            let written = format!("{family}{}", &rest[..end_of_name(rest)]);
            let known = found.iter_mut().find(|(other, _)| other == family);
            match known {
                // The name in full tells more than that of the family before it.
                Some((_, known)) if !versioned(known) && versioned(&written) => *known = written,
                None if beside || versioned(&written) => found.push((family, written)),
                Some(_) | None => {}
            }
        }
    }
    found
}

/// A model by the id that its provider knows it by, where it is said what is asked: in brackets behind who asks, or
/// behind a word for asking.
static IDS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        r"(?:\w \(|(?i:\b(?:with|via|using|uses?|through|on|by|model|models|llm|calls|invokes)\b)[ :=]{{1,3}}[\x22'(]?)`?(?P<id>(?:[\w-]+/)?(?i:{})[\w.:-]*[0-9][\w.:-]*)",
        FAMILIES.join("|")
    ))
});

/// The same wherever it stands.
static ID: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(r"(?i)\b(?P<id>(?P<family>{})[\w.:-]*[0-9][\w.:-]*)", FAMILIES.join("|")))
});

/// The ids of models in a text, each with its family, in lower case.
pub(in crate::detect::claims) fn ids(text: &str) -> Vec<(&'static str, String)> {
    let found = ID.captures_iter(text).filter_map(|found| {
        let family = found["family"].to_ascii_lowercase();
        let family = FAMILIES.iter().find(|known| **known == family)?;
        let id = found["id"].trim_end_matches(['.', ':', '-']).to_ascii_lowercase();
        Some((*family, id))
    });
    found.collect()
}

/// Words beside which a model need not be the one that is asked.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"or|like|such as|fall ?back|compatible|swap\w*|switch\w*|configurable|keys?|costs?|even|choice|both|even|ignores?|never|not|no|without|lacks?|instead|rather|cannot|can|if|when|tried|try|test\w*|was|were|vs|than|target|students?|next",
    )
});

/// Whether the sentence says which models are asked, each by an id that has a version.
pub(in super::super) fn names_ids(sentence: &str) -> bool {
    let small = sentence.to_ascii_lowercase();
    if !FAMILIES.iter().any(|family| small.contains(family)) {
        return false;
    }
    let all = named(sentence);
    IDS.is_match(sentence)
        && !all.is_empty()
        && all.iter().all(|(_, name)| versioned(name))
        && is_stated(sentence)
        && !ELSEWHERE.is_match(sentence)
}

/// Whether a word behind the name of a family goes on with that of a model.
pub(in super::super) fn is_tier(word: &str) -> bool {
    TIERS.contains(&word)
}

/// Whether a text in the sources can be the name of a model, which that of a setting, such as `GPT_API_KEY`, is not.
pub(in crate::detect::claims) fn is_name(text: &str) -> bool {
    !text.contains('_') || text.contains(|letter: char| letter.is_ascii_lowercase())
}

/// Whether a model makes vectors of a text, and no text.
pub(in crate::detect::claims) fn embeds(name: &str) -> bool {
    name.to_ascii_lowercase().contains("embed")
}

/// Whether a name tells which model of its family is meant.
pub(in crate::detect::claims) fn versioned(name: &str) -> bool {
    name.contains(|letter: char| letter.is_ascii_digit())
}

/// Where the name ends whose family stands before this: behind what is joined to it, and behind a version and words
/// of the kind of `3.5 sonnet`.
fn end_of_name(rest: &str) -> usize {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '.');
    let end = |text: &str| {
        let end = text.find(|letter| !inside(letter)).unwrap_or(text.len());
        text[..end].trim_end_matches(['.', '-']).len()
    };
    let mut whole = end(rest);
    while let Some(behind) = rest[whole..].strip_prefix(' ') {
        let word = &behind[..end(behind)];
        // A number alone may count something.
        let next = behind[word.len()..].trim_start().split(|letter| !inside(letter)).next();
        let is_version = word.contains('.')
            || word.ends_with(|last: char| last.is_ascii_alphabetic()) && word.len() <= 3
            || next.is_some_and(|next| TIERS.contains(&next.trim_end_matches(['.', '-'])));
        let version = word.starts_with(|first: char| first.is_ascii_digit())
            && is_version
            && !versioned(&rest[..whole]);
        let size = versioned(&rest[..whole])
            && word.strip_suffix('b').is_some_and(|size| size.parse::<u32>().is_ok());
        if !version && !size && !TIERS.contains(&word) {
            break;
        }
        whole += 1 + word.len();
    }
    whole
}

/// Whether a model's name is the one that is written, with the parts of it that a writer leaves out: its maker, its
/// size and its date. `gpt-4` is not `gpt-4o`, `gpt-4.1` or `gpt-4-turbo`.
pub(in crate::detect::claims) fn is_of(name: &str, family: &str, written: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let said = written.strip_prefix(family).unwrap_or(written);
    name.match_indices(family).any(|(at, _)| {
        let mut left: Vec<&str> = parts(&name[at + family.len()..]).collect();
        let all = parts(said).all(|part| {
            let there = left.iter().position(|one| *one == part);
            there.map(|at| left.remove(at)).is_some()
        });
        let digits = |part: &&str| part.bytes().all(|letter| letter.is_ascii_digit());
        // Behind a year stand the month and the day.
        let mut before = left.iter().take_while(|part| part.len() < 4 || !digits(part));
        let is_other = before.any(|part| part.len() < 3 && digits(part))
            || left.iter().any(|part| OTHERS.contains(part));
        all && (!versioned(said) || !is_other)
    })
}

/// The parts of a name behind its family, up to where another name begins.
fn parts(rest: &str) -> impl Iterator<Item = &str> {
    let rest = rest.split(['/', '@']).next().unwrap_or(rest);
    rest.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_goes_on_with_its_version() {
        let check = |text: &str, expected: &str| {
            let found = named(text);
            assert_eq!(found.iter().map(|one| one.1.as_str()).collect::<Vec<_>>(), [expected]);
        };
        check("LLM: Claude claude-sonnet-4-20250514 via an API", "claude-sonnet-4-20250514");
        check("We use Claude 3.5 Sonnet as the judge model.", "claude 3.5 sonnet");
        check("The judges call GPT-4o mini twice.", "gpt-4o mini");
        check("It runs on Llama 3.3 70B.", "llama 3.3 70b");
        check("We use Gemini 2 times, and its Flash model once.", "gemini");
        check("It asks Claude 3 Opus.", "claude 3 opus");
        check("All calls use gpt-4.1.", "gpt-4.1");
    }

    #[test]
    fn models_are_told_by_the_ids_behind_who_asks_them() {
        for told in [
            "An LLM pass (deepseek-v3.1:671b-cloud) polishes the text.",
            "Three models (deepseek-v3.1:671b-cloud for texts, and qwen3-coder:480b-cloud for judges) are asked.",
            "Our judges run with claude-haiku-4-5-20251001 at all times.",
            "Its provider is Anthropic Claude (claude-opus-4-6).",
        ] {
            assert!(names_ids(told), "{told}");
        }
        for other in [
            "An LLM pass (deepseek-v3.1:671b-cloud) will polish the text.",
            "A strong model (such as gpt-4o or claude-3-opus) is asked.",
            "The weak model gpt-4o-mini ignores what the prompt asks for.",
            "The judges are not asked with gpt-4o.",
            "The judges are written with Claude.",
        ] {
            assert!(!names_ids(other), "{other}");
        }
    }

    #[test]
    fn another_version_is_another_model() {
        for (name, family, written, is) in [
            ("gpt-4o-mini", "gpt", "gpt-4o", false),
            ("gpt-4o-mini", "gpt", "gpt-4o mini", true),
            ("gpt-4o-2024-08-06", "gpt", "gpt-4o", true),
            ("openai/gpt-4o", "gpt", "gpt-4o", true),
            ("gpt-4.1", "gpt", "gpt-4", false),
            ("gpt-4-turbo", "gpt", "gpt-4", false),
            ("claude-3-5-sonnet-20241022", "claude", "claude 3.5 sonnet", true),
            ("claude-3-5-sonnet-20241022", "claude", "claude sonnet 3.5", true),
            ("claude-3-haiku-20240307", "claude", "claude-sonnet-4-20250514", false),
            ("claude-3-5-sonnet-latest", "claude", "claude-3", false),
            ("claude-3-haiku-20240307", "claude", "claude", true),
            ("deepseek-v3.2-exp-fc", "deepseek", "deepseek-v3.2-exp", false),
            ("llama-3.3-70b-versatile", "llama", "llama 3.3", true),
            ("llama3.2:3b", "llama", "llama 3.2", true),
            ("gemini-2.0-flash-lite", "gemini", "gemini 2.0 flash", false),
            ("gemini-2.5-flash", "gemini", "gemini 2.5", true),
            ("qwen/qwen2.5-3b-instruct", "qwen", "qwen", true),
            ("qwen/qwen2.5-3b-instruct", "qwen", "qwen2.5", true),
        ] {
            assert_eq!(is_of(name, family, written), is, "{name}, {written}");
        }
    }
}
