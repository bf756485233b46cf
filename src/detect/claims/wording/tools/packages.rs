//! Which libraries are said to be used, by whatever name.

use super::super::sentence::unclaimed::{is_looked_for, is_stated};
use super::vendors;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// A name as packages and modules have them.
const NAME: &str = r"[A-Za-z][A-Za-z0-9]*(?:[-_.][A-Za-z0-9]+)*";

static USED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(&format!(
        concat!(
            r"(?i)\b(?:uses?|using|used|utili[sz](?:es?|ing)|employs?|employing|leverag(?:es?|ing)|imports?|importing|with|via|through|by|rel(?:y|ies) on|depends? on|(?:built|based) (?:on|with|upon|around)|powered by|backed by|on top of|adopts?|chose|choose|(?:written|coded|developed|implemented|programmed) in)",
            r" (?:(?:the|an?|python(?:(?u:['’])s)?|popular|lightweight|standard|built-?in|library|package|module) ){{0,3}}(?P<object>`?{name}`?)(?P<noun> (?:library|package|module|sdk|framework))?",
            r"|(?P<subject>`?{name}`?)(?P<kind> (?:library|package|module|sdk|framework))? (?:is|are|was|were|has been) (?:\w+ly )?(?:used|employed|utili[sz]ed|leveraged|imported|chosen|selected|adopted) (?:to|for|as|by|in)\b",
            r"|(?:^|(?u:[.;:,•●-]) ?)(?:the )?(?P<actor>`?{name}`?)(?P<sort> (?:library|package|module|sdk|framework))? (?:renders?|parses?|drives?|handles?|provides?|prints?|manages?|powers?|extracts?|generates?|validates?|formats?|retries|serves?|reads?|loads?|draws?|logs?)\b",
        ),
        name = NAME
    ))
});

/// Words by which nothing is said of what the program uses.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|never|no|without|instead|rather|unlike|if|when|whether|unless|avoid\w*|replac\w+|target|students?|e\.g|example|such as|like|or|prosecutor|rubric)\b",
    )
});

/// A name that the sentence says to be that of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Named<'t> {
    pub name: &'t str,
    /// Whether it is written as code is, or called a library.
    pub marked: bool,
}

/// What the sentence says is used; much of it is no library.
pub(in crate::detect::claims) fn packages(sentence: &str) -> Vec<Named<'_>> {
    if OTHERWISE.is_match(sentence) || is_looked_for(sentence) || !is_stated(sentence) {
        return Vec::new();
    }
    let mut all: Vec<Named<'_>> = Vec::new();
    for found in USED.captures_iter(sentence) {
        let Some(written) =
            ["object", "subject", "actor"].iter().find_map(|group| found.name(group))
        else {
            continue;
        };
        let noun = ["noun", "kind", "sort"].iter().any(|group| found.name(group).is_some());
        let whole = &sentence[written.start()..written.end()];
        let name = whole.trim_matches('`').trim_end_matches('.');
        let marked = noun || whole.starts_with('`');
        let once = !all.iter().any(|one| one.name == name);
        // What is called goes on behind its name, and is no library.
        let called = sentence[written.end()..].starts_with(['(', '_', '/', '=']);
        let place = written.start()..written.end();
        let is_named = || {
            vendors::is_of_a_vendor(sentence, &place) || vendors::is_of_a_product(sentence, &place)
        };
        if once && !called && !is_named() {
            all.push(Named { name, marked });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[(&str, bool)]) {
        let found: Vec<_> = packages(sentence).iter().map(|one| (one.name, one.marked)).collect();
        for one in expected {
            assert!(found.contains(one), "{sentence}: {found:?}");
        }
    }

    #[test]
    fn what_is_used_is_read_in_many_words() {
        check("We use `rich` for the output.", &[("rich", true)]);
        check("Parsing is done with PyMuPDF.", &[("PyMuPDF", false)]);
        check("The httpx library is used for requests.", &[("httpx", true)]);
        check("Tenacity handles the retries.", &[("Tenacity", false)]);
        check("The command line is built on Typer and Rich.", &[("Typer", false)]);
        check("The tool relies on the python-dotenv package.", &[("python-dotenv", true)]);
        check("Pydantic was chosen to enforce strict validation.", &[("Pydantic", false)]);
        check("Django was selected as the primary framework.", &[("Django", false)]);
        check("The backend is written in Django.", &[("Django", false)]);
    }

    #[test]
    fn what_is_denied_planned_or_looked_for_is_not_used() {
        for sentence in [
            "We do not use `rich`.",
            "We will use `rich` for output.",
            "The detective looks for code that uses `pickle`.",
            "If the code uses `rich`, it is pretty.",
            "Use `rich` for the output.",
            "The call goes through rich().",
        ] {
            assert!(
                packages(sentence).iter().all(|one| one.name != "rich" && one.name != "pickle"),
                "{sentence}"
            );
        }
    }
}
