//! Finds where a report uses a term, and whether it explains it there.

use super::path_words::words;
use super::sentences::sentences;
use crate::domain::facts::{ConceptUse, ReportPage};
use regex::Regex;
use std::ops::Range;

/// Longest sentence that is quoted, in characters.
const LONGEST: usize = 420;

/// Words that tell how something is done.
const MECHANISM: &str = concat!(
    r"(?i)\b(?:because|by (?:[a-z]+ly )?[a-z]+ing|so that|implement|execut|rout|merg|aggregat|dispatch|",
    r"invok|call(?:s|ed|ing)\b|wire[sd]?\b|edges?\b|nodes?\b|parallel|concurren|synchroni|barrier|",
    r"reduc|return|pars(?:e|es|ed|ing)\b|class\b|function\b|method\b|resolv|weigh|conflict|override|",
    r"compar|each\b|branch|via\b|through\b|using\b|instead of|ensur|prevent|trigger|wait|collect|pass(?:es|ed)\b|",
    r"when\b|before\b|after\b|then\b|operator\.\w+|add_\w+|\w+\(\))",
);

/// Every use of `term` in the pages, in reading order.
///
/// Spelling variants count: capitals, hyphen or space or nothing between the words, a line end in
/// between, a plural. A use is substantive when its sentence, or that and a neighbour, says how the
/// thing is done: with at least three words of mechanism, or one beside an identifier or a file name.
///
/// # Panics
/// Never: the only pattern that is not made from escaped words is a constant.
#[must_use]
pub fn concept(pages: &[ReportPage], term: &str) -> Vec<ConceptUse> {
    let Some(pattern) = variants(term) else { return Vec::new() };
    let mechanism = Regex::new(MECHANISM).expect("the pattern is a constant and valid");
    let mut uses = Vec::new();
    for page in pages {
        let sentences = sentences(&page.text);
        for (number, range) in sentences.iter().enumerate() {
            if !pattern.is_match(&page.text[range.clone()]) {
                continue;
            }
            uses.push(ConceptUse {
                term: term.to_string(),
                page: page.number,
                substantive: explains(&page.text, &sentences, number, &pattern, &mechanism),
                sentence: quote(&page.text[range.clone()]),
            });
        }
    }
    uses
}

/// A pattern for the term's spellings; `None` when it has no letters.
fn variants(term: &str) -> Option<Regex> {
    let parts: Vec<String> = term
        .split(|c: char| !c.is_alphanumeric())
        .filter(|part| !part.is_empty())
        .map(|part| part.chars().map(|c| regex::escape(&c.to_string())).collect::<Vec<_>>())
        // A word may be hyphenated at the end of a line.
        .map(|letters| letters.join(r"(?:-\n)?"))
        .collect();
    if parts.is_empty() {
        return None;
    }
    // Between two words stand a hyphen, a slash, spaces, a line end, or nothing.
    let between = r"[\s\-‐‑–—/&_]{0,5}";
    let pattern = format!(r"(?i)\b{}(?:s|es)?\b", parts.join(between));
    Regex::new(&pattern).ok()
}

fn explains(
    text: &str,
    sentences: &[Range<usize>],
    number: usize,
    pattern: &Regex,
    mechanism: &Regex,
) -> bool {
    // The term's own words are no explanation of it.
    let rest = |range: &Range<usize>| pattern.replace_all(&text[range.clone()], " ").into_owned();
    let own = rest(&sentences[number]);
    if own.split_whitespace().count() < 6 {
        return false;
    }
    let strength = |part: &str| mechanism.find_iter(part).count() + 2 * usize::from(cites(part));
    if !listing(&own) && strength(&own) >= 3 {
        return true;
    }
    // A sentence that only names the thing may be explained by the next one.
    let next = sentences.get(number + 1).map(rest).unwrap_or_default();
    let near = sentences
        .get(number + 1)
        .is_some_and(|next| !text[sentences[number].end..next.start].contains("\n\n"));
    !listing(&own) && near && strength(&own) >= 1 && strength(&own) + strength(&next) >= 4
}

/// Whether the part names an identifier or a file.
fn cites(part: &str) -> bool {
    words(part).iter().any(|word| {
        let inner = word.text.trim_matches('_');
        super::citations::names_file(word.text)
            || inner.contains('_')
            || (inner.contains('.') && inner.chars().filter(|c| c.is_alphabetic()).count() > 4)
            || camel(inner)
    })
}

/// Whether a capital follows a small letter, as in `StateGraph`.
fn camel(word: &str) -> bool {
    let letters: Vec<char> = word.chars().collect();
    letters.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase())
}

/// Whether the sentence is a list of names rather than a statement.
fn listing(sentence: &str) -> bool {
    let commas = sentence.matches([',', '|', ';', '•']).count();
    let count = sentence.split_whitespace().count();
    commas * 3 > count
}

fn quote(sentence: &str) -> String {
    let whole = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    match whole.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &whole[..end]),
        None => whole,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, term: &str, expected: &[bool]) {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        let uses = concept(&[page], term);
        assert_eq!(uses.iter().map(|u| u.substantive).collect::<Vec<_>>(), expected, "{text:?}");
    }

    #[test]
    fn a_term_is_found_through_its_spellings() {
        for spelling in
            ["fan-in", "Fan-In", "fan in", "Fan\nIn", "fan‑in", "FanIn", "fan-ins", "fa-\nn-in"]
        {
            check(&format!("We use {spelling} here."), "Fan-In", &[false]);
        }
        check("Fan-Out and Fan-In / Fan-Out.", "Fan-In / Fan-Out", &[false]);
        check("A fanatic inn.", "fan-in", &[]);
        check("text", " / ", &[]);
    }

    #[test]
    fn a_passage_that_says_how_is_substantive() {
        check(
            "Fan-out is wired in src/graph.py: START has edges to the three detectives, which run in parallel.",
            "fan-out",
            &[true],
        );
        check(
            "Dialectical synthesis is carried out by the ChiefJustice node, which merges three opinions.",
            "Dialectical Synthesis",
            &[true],
        );
    }

    #[test]
    fn a_list_or_a_claim_is_not() {
        check(
            "Keywords: fan-in, fan-out, metacognition, state, LLM, judge, report",
            "metacognition",
            &[false],
        );
        check("This project shows strong metacognition.", "metacognition", &[false]);
    }
}
