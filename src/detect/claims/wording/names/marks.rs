//! Names in capitals and decorators that a sentence says the code has: `set via the AUDITOR_MODE environment variable`,
//! `decorated with @retry`.

use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_of_own;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A name that is called what it is, or by which something is done.
static NAMED: LazyLock<Parts> = LazyLock::new(|| {
    let name = "[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+";
    let kind = r"(?:environment variable|env(?:ironment)? ?var(?:iable)?|variable|constant|flag|setting|toggle|mapping|dict(?:ionary)?|template|prompt|threshold|parameter|option|list|set|enum)s?";
    Parts::new(&format!(
        concat!(
            r"\b(?i:environment variables?|env vars?|constants?|flags?|settings?)(?: (?:named|called|such as))?,? `?(?P<kind>{name})\b",
            r"|\b(?P<called>{name})(?:=\w+)?`? (?i:{kind})\b",
            r"|\b(?i:set|sets|configured|controlled|enabled|disabled|toggled|configurable|overridden|governed|bounded|limited|capped|switched on|turned on|adjustable|tunable) (?i:via|through|by|with|using|in) (?:the |an? )?(?i:environment variable )?`?(?P<by>{name})\b",
            r"|\b(?i:reads?|loads?|checks?|honou?rs|respects) (?:the )?`?(?P<read>{name})\b",
            r"|(?:^|\W)`?(?P<is>{name})(?:=\w+)?`? (?:is|are) (?:\w+ly )?(?:required|defined|set|read|loaded|checked)\b",
            r"|\b(?i:decorated|annotated|wrapped) (?:with|by|in) (?:the |an? )?(?:\w+ )?`?(?P<with>@[A-Za-z][\w.]*\w)",
            r"|`?(?P<deco>@[A-Za-z][\w.]*\w)(?:\([^()]*\))?`? (?i:decorators?|annotations?)\b",
        ),
        name = name,
        kind = kind
    ))
});

/// Words by which the sentence speaks of another time, of others, or of what is only to be there.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"add\w*|introduc\w+|example|such as|imagine|suppose|was|were|no longer|not|never|without|missing|lacks?|instead|rather|renam\w+|remov\w+|replac\w+|deprecat\w+|target|students?|needs? to|must|detect\w*|looks? for|scan\w*|flags? (?:any|every|all)|provider\w*|sdks?",
    )
});

/// Every such name, once.
pub(in crate::detect::claims) fn marks(sentence: &str) -> Vec<&str> {
    if !sentence.contains(['_', '@']) || ELSEWHERE.is_match(sentence) || !is_of_own(sentence) {
        return Vec::new();
    }
    let mut all: Vec<&str> = Vec::new();
    for found in NAMED.captures_iter(sentence) {
        let ways = ["kind", "called", "by", "read", "is", "with", "deco"];
        let name = ways.iter().find_map(|way| found.name(way));
        let Some(name) = name else { continue };
        // What goes on is another name, or a family of them.
        let goes_on = sentence[name.end()..].starts_with(['_', '*', '-', '.'])
            && !sentence[name.end()..].starts_with(". ")
            && sentence.len() > name.end() + 1;
        let (start, name) = (name.start(), &sentence[name.start()..name.end()]);
        // A column may have broken it after its first letters.
        let is_rest = sentence[..start]
            .strip_suffix(' ')
            .is_some_and(|before| before.ends_with(|last: char| last.is_ascii_uppercase()));
        if !goes_on && !is_rest && !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_where_it_is_said_what_they_are() {
        let check =
            |sentence: &str, expected: &[&str]| assert_eq!(marks(sentence), expected, "{sentence}");
        check("The mode is set via the AUDITOR_MODE environment variable.", &["AUDITOR_MODE"]);
        check("The node runs if AUDITOR_RUN_VISION flag is set.", &[]);
        check("The environment variable `APP_KEY` is required.", &["APP_KEY"]);
        check("GROQ_API_KEY is required to start the judges.", &["GROQ_API_KEY"]);
        check("Each call is decorated with `@retry` and logged.", &["@retry"]);
        check("The `@lru_cache` decorator keeps the clones.", &["@lru_cache"]);
        check("The URL is validated by the REPO_URL_PATTERN constant.", &["REPO_URL_PATTERN"]);
        check("We will add the environment variable APP_KEY.", &[]);
        check("The scanner looks for the environment variable APP_KEY.", &[]);
        check("The list has WRITE_TOOLS/DE LETE_TOOLS constants in it.", &[]);
        check("AppKey is required, and so is appKey.", &[]);
        check("All of POSTGRES_* environment variables are set.", &[]);
    }
}
