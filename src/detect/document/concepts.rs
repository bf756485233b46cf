//! Finds where a report uses a term, and whether it explains it there.

use super::path_words::words;
use super::sentences::sentences;
use crate::domain::facts::{ConceptUse, ReportPage};
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{LazyLock, Mutex, PoisonError};

/// Longest sentence that is quoted, in characters.
const LONGEST: usize = 420;

/// A line with fewer words and no full stop is a heading.
const HEADING_WORDS: usize = 10;
/// Strength from which one sentence explains.
const ENOUGH: usize = 3;
/// Strength from which a sentence and those after it explain.
const ENOUGH_IN_PASSAGE: usize = 4;

/// Words that tell how something is done.
const MECHANISM: &str = concat!(
    r"(?i-u)\b(?:because|by (?:[a-z]+ly )?[a-z]+ing|so that|implement|execut|rout|merg|aggregat|dispatch|",
    r"invok|call(?:s|ed|ing)\b|wire[sd]?\b|edges?\b|nodes?\b|parallel|concurren|synchroni|barrier|",
    r"reduc|return|pars(?:e|es|ed|ing)\b|class\b|function\b|method\b|resolv|weigh|conflict|override|",
    r"compar|each\b|branch|via\b|through\b|using\b|instead of|ensur|prevent|trigger|wait|collect|pass(?:es|ed)\b|",
    r"when\b|before\b|after\b|then\b|operator\.\w+|add_\w+|\w+\(\)|",
    r"refers? to\b|means\b|achiev|reali[sz]e[sd]\b|instantiat|structurally|evaluat|guarantee|",
    r"personas?\b|judges?\b|prosecutor|defense|tech ?lead|chief ?justice|detective|deterministic)",
);

/// [`MECHANISM`], compiled once: compiling it takes longer than reading a page by it.
static MECHANISMS: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(MECHANISM).expect("the pattern is a constant and valid"));

/// Terms whose patterns are known at a time.
const MOST_KNOWN: usize = 256;

/// The patterns of terms that were looked for.
static VARIANTS: Mutex<BTreeMap<String, Option<Regex>>> = Mutex::new(BTreeMap::new());

/// Every use of `term` in the pages, in reading order.
///
/// Spelling variants count: capitals, hyphen or space or nothing between the words, a line end in
/// between, a plural. A use is substantive when its sentence, or that with the next two, says how the
/// thing is done: with several words of mechanism, of actors of the audit, or identifiers and files.
///
/// # Panics
/// Never: the only pattern that is not made from escaped words is a constant.
#[must_use]
pub fn concept(pages: &[ReportPage], term: &str) -> Vec<ConceptUse> {
    let Some(pattern) = variants(term) else { return Vec::new() };
    let mut uses = Vec::new();
    for page in pages {
        let sentences = sentences(&page.text);
        for (number, range) in sentences.iter().enumerate() {
            if !pattern.is_match(&page.text[range.clone()]) {
                continue;
            }
            let explained = explained_until(&page.text, &sentences, number, &pattern, &MECHANISMS);
            uses.push(ConceptUse {
                term: term.to_string(),
                page: page.number,
                substantive: explained.is_some(),
                sentence: quote(&page.text[range.start..explained.unwrap_or(range.end)]),
            });
        }
    }
    uses
}

/// A pattern for the term's spellings; `None` when it has no letters. Compiling it takes longer than reading a
/// report by it, and the terms are those of a rubric, which are the same for all audits.
fn variants(term: &str) -> Option<Regex> {
    let mut known = VARIANTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(pattern) = known.get(term) {
        return pattern.clone();
    }
    if known.len() >= MOST_KNOWN {
        known.clear();
    }
    let pattern = compiled(term);
    known.insert(term.to_owned(), pattern.clone());
    pattern
}

fn compiled(term: &str) -> Option<Regex> {
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
    // Where a word of ASCII ends is far cheaper to tell by letters of ASCII.
    let edge = if term.is_ascii() { r"(?-u:\b)" } else { r"\b" };
    let pattern = format!("(?i){edge}{}(?:s|es)?{edge}", parts.join(between));
    Regex::new(&pattern).ok()
}

/// Where the passage ends that explains the term used in sentence `number`, if one does.
fn explained_until(
    text: &str,
    sentences: &[Range<usize>],
    number: usize,
    pattern: &Regex,
    mechanism: &Regex,
) -> Option<usize> {
    // The term's own words are no explanation of it.
    let rest = |range: &Range<usize>| pattern.replace_all(&text[range.clone()], " ").into_owned();
    let own = rest(&sentences[number]);
    if listing(&own) {
        return None;
    }
    let length = own.split_whitespace().count();
    let heading = length < HEADING_WORDS && !own.trim_end().ends_with(['.', '!', '?']);
    let strength = strength(&own, mechanism);
    if !heading && length >= 6 && strength >= ENOUGH {
        return Some(sentences[number].end);
    }
    // A heading, or a sentence that only names the thing, may be explained by the next ones.
    let mut passage = own;
    let mut end = sentences[number].end;
    for next in sentences.iter().skip(number + 1).take(2) {
        let parted = text[end..].trim_start_matches(' ').starts_with("\n\n")
            || text[..end].ends_with("\n\n")
            || text[next.clone()].starts_with("\n\n");
        let words = text[next.clone()].split_whitespace().count();
        if (parted && !heading) || words < 6 || listing(&text[next.clone()]) {
            break;
        }
        passage.push(' ');
        passage.push_str(&rest(next));
        end = next.end;
    }
    (self::strength(&passage, mechanism) >= ENOUGH_IN_PASSAGE).then_some(end)
}

/// How many different words of mechanism the part has; an identifier or a file counts twice.
fn strength(part: &str, mechanism: &Regex) -> usize {
    let words: BTreeSet<String> =
        mechanism.find_iter(part).map(|found| found.as_str().to_lowercase()).collect();
    words.len() + 2 * usize::from(cites(part))
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
    fn a_heading_is_explained_by_what_follows() {
        check(
            "2.1 Dialectical Synthesis\n\nThree judges get the same evidence in parallel. \
             The ChiefJustice resolves their conflicts using fixed rules.",
            "dialectical synthesis",
            &[true],
        );
        check(
            "2.1 Metacognition\n\nThis is an important idea for us all.",
            "metacognition",
            &[false],
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
