//! Finds the sentence around a place in a page's text.

use super::path_names::names_file;
use std::ops::Range;

/// Longest sentence that is quoted, in characters.
const LONGEST: usize = 420;
/// What ends a sentence in other scripts, whatever follows it.
const FULL_STOPS: [&str; 8] = ["。", "！", "？", "｡", "።", "।", "؟", "۔"];

/// The sentence around `place`, as one line, shortened around it when it is long.
///
/// A sentence ends at a full stop before a capital, at a paragraph, and where a bullet or a numbered
/// item begins.
pub(super) fn sentence(text: &str, place: &Range<usize>) -> String {
    let range = sentence_range(text, place);
    let words = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let whole = words(&text[range.clone()]);
    if whole.chars().count() <= LONGEST {
        return whole;
    }
    let before: Vec<char> = words(&text[range.start..place.start]).chars().collect();
    let after: String = words(&text[place.start..range.end]).chars().take(LONGEST / 2).collect();
    let from = before.len().saturating_sub(LONGEST / 2);
    let before: String = before[from..].iter().collect();
    format!("…{before} {after}…").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The byte range of the sentence around `place`.
pub(super) fn sentence_range(text: &str, place: &Range<usize>) -> Range<usize> {
    // A text without any stop must not be walked through again for every place in it.
    const REACH: usize = 2000;
    let first = text.floor_char_boundary(place.start.saturating_sub(REACH));
    let last = text.ceil_char_boundary((place.end + REACH).min(text.len()));
    let start = boundaries(text, first..place.start).last().unwrap_or(first);
    let end = boundaries(text, place.end..last).next().unwrap_or(last);
    start..end.max(place.end)
}

/// All sentences of a text, as byte ranges, in order.
pub(in crate::detect) fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut found = Vec::new();
    for end in boundaries(text, 0..text.len()).chain([text.len()]) {
        if !text[start..end].trim().is_empty() {
            found.push(start..end);
        }
        start = end;
    }
    found
}

/// Places within `range` where one sentence ends and the next begins.
fn boundaries(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
    // What ends a sentence is known by its last byte: no other letter has one below 128, or begins behind another's.
    let ends = text.as_bytes()[range.clone()].iter().enumerate();
    ends.filter(|(_, byte)| matches!(byte, b'\n' | b'.' | b'!' | b'?' | 128..))
        .map(move |(offset, _)| range.start + offset)
        .filter(|&at| ends_here(text, at))
        .map(|at| at + 1)
}

/// Whether the text ends a sentence by the sign of another script.
pub(in crate::detect) fn is_stopped(text: &str) -> bool {
    FULL_STOPS.iter().any(|stop| text.ends_with(stop))
}

fn ends_here(text: &str, at: usize) -> bool {
    let rest = text.get(at + 1..).unwrap_or_default();
    match text.as_bytes()[at] {
        b'\n' => {
            let rest = rest.trim_start_matches(' ');
            let next = rest.split('\n').next().unwrap_or(rest);
            let over = || goes_on(text[..at].lines().next_back().unwrap_or_default(), next);
            rest.starts_with('\n') || begins_item(rest) || (has_gap(next) && !over())
        }
        b'.' | b'!' | b'?' => {
            let gap = rest.starts_with(char::is_whitespace);
            let next = rest.trim_start().chars().next();
            let opens = next.is_none_or(|c| c.is_uppercase() || matches!(c, '•' | '●' | '“' | '"'));
            // A sentence may begin with a name in code, behind one that ends with a call.
            let named = text[..at].ends_with(')') && begins_with_name(rest.trim_start());
            let placed = || ends_word(text, at) && begins_with_path(rest.trim_start());
            gap && (opens || named || placed()) && !abbreviation(&text[..at])
        }
        128.. => text.is_char_boundary(at + 1) && is_stopped(&text[..=at]),
        _ => false,
    }
}

/// Whether a text begins with a name of several words with `_` between them.
fn begins_with_name(text: &str) -> bool {
    let end = text.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    let name = &text[..end.unwrap_or(text.len())];
    name.trim_matches('_').contains('_')
        && name.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Whether a word of some length ends right before a place.
fn ends_word(text: &str, at: usize) -> bool {
    let word = text[..at].rsplit(char::is_whitespace).next().unwrap_or_default();
    word.len() > 3 && word.ends_with(|end: char| end.is_alphanumeric() || matches!(end, ')' | '`'))
}

/// Whether a text begins with a file below a folder, of which something is said: `src/state.py contains it`.
fn begins_with_path(text: &str) -> bool {
    const JOINS: [&str; 8] = ["and", "or", "in", "at", "to", "from", "with", "lines"];
    let mut words = text.split_whitespace();
    let path = words.next().unwrap_or_default().trim_matches('`');
    let next = words.next().unwrap_or_default();
    path.contains('/')
        && names_file(path)
        && next.len() > 1
        && next.bytes().all(|letter| letter.is_ascii_lowercase())
        && !JOINS.contains(&next)
}

/// Whether a line has a gap inside, which only rows of tables and listings have: some layouts part sentences by one.
fn has_gap(line: &str) -> bool {
    let cells = line.trim_end().rsplit("  ").filter(|cell| !cell.trim().is_empty());
    cells.skip(1).any(|cell| !cell.trim_end().ends_with(['.', '!', '?']))
}

/// Whether a sentence goes on from a line to the next one, which begins with a file: names in code may have gaps around
/// them that no row of a table has.
fn goes_on(line: &str, next: &str) -> bool {
    const OPEN: [&str; 17] = [
        "a", "an", "and", "as", "at", "by", "from", "in", "into", "is", "of", "on", "or", "the",
        "to", "via", "with",
    ];
    const SIGNS: [char; 6] = ['`', '"', '“', '(', '\'', '‘'];
    const ENDS: [char; 9] = ['`', '"', '”', ')', '\'', '’', ',', ';', ':'];
    let line = line.trim_end();
    let last = line.rsplit(' ').next().unwrap_or_default();
    let is_open = line.ends_with([',', '(']) || OPEN.contains(&last);
    let first = next.split_whitespace().next().unwrap_or_default();
    is_open
        && line.contains(' ')
        && names_file(first.trim_start_matches(SIGNS).trim_end_matches(ENDS))
}

pub(super) fn begins_item(rest: &str) -> bool {
    let mut letters = rest.chars();
    match letters.next() {
        Some('•' | '●' | '○' | '■' | '▪' | '◦' | '–' | '-' | '*' | '|' | '├' | '└' | '│') => {
            true
        }
        Some(c) if c.is_ascii_digit() => {
            let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
            after.starts_with(". ") || after.starts_with(") ")
        }
        Some(_) | None => begins_branch(rest),
    }
}

/// Whether a text begins with a branch of a drawn tree: `├──`, or `+-- name` and the like where a font has no strokes.
pub(super) fn begins_branch(text: &str) -> bool {
    let Some(rest) = text.strip_prefix(['├', '└']) else {
        let Some(rest) = text.strip_prefix(['+', '|', '`', '\\']) else { return false };
        let name = rest.trim_start_matches('-');
        let (dashes, gap) = (rest.len() - name.len(), name.starts_with(' '));
        let named = |first: char| first.is_alphanumeric() || matches!(first, '.' | '_' | '[');
        // Rules of tables are longer, and options of a command have no gap behind their dashes.
        return ((dashes == 2 && gap) || dashes == 3) && name.trim_start().starts_with(named);
    };
    !rest.is_empty()
}

/// Whether a branch of a drawn tree stands in a text.
pub(super) fn has_branch(text: &str) -> bool {
    text.char_indices().any(|(at, letter)| {
        matches!(letter, '├' | '└' | '+' | '|' | '`' | '\\') && begins_branch(&text[at..])
    })
}

fn abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    matches!(
        word.to_ascii_lowercase().as_str(),
        "e.g" | "i.e" | "etc" | "vs" | "cf" | "fig" | "sec"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: usize) {
        assert_eq!(sentences(text).len(), expected, "{text:?}");
    }

    #[test]
    fn a_name_in_code_begins_a_sentence_behind_a_call() {
        check("It runs in fetch(). clone_repo uses it.", 2);
        check("It runs in fetch(). and more of it.", 1);
        check("It is in fetch. clone_repo uses it.", 1);
    }

    #[test]
    fn sentences_of_other_scripts_end_without_a_gap() {
        check("法官读取证据。他们写出意见！为什么？", 3);
        check("法官读取证据，他们写出意见", 1);
        check("ዳኞች ማስረጃ ያነባሉ። አስተያየት ይጽፋሉ።", 2);
        check("El juez escribió “así”, y después nada más", 1);
    }

    #[test]
    fn a_file_of_which_something_is_said_begins_a_sentence() {
        check("The reducers merge them. src/state.py contains the state.", 2);
        check("The reducers merge them (both). `src/state.py` contains the state.", 2);
        check("It is in, e.g. src/state.py contains the state.", 1);
        check("See no. src/state.py contains the state.", 1);
        check("It is in a file. src/state.py, src/graph.py", 1);
        check("It is in a file. state.py contains the state.", 1);
    }

    #[test]
    fn each_branch_of_a_drawn_tree_begins_a_sentence() {
        for branch in ["├── ", "└── ", "+-- ", "|-- ", "`-- ", "\\-- ", "+---", "\\---"]
        {
            assert!(begins_branch(&format!("{branch}a.py")), "{branch}");
            check(&format!("project\n{branch}a.py   of it\n{branch}b.py   other"), 3);
            assert!(has_branch(&format!("| {branch}.env")), "{branch}");
        }
        for line in ["+-----+---+", "+--+", "|---|---|", "`--out a.py`", "a -- b", "+-- ", "-- a"] {
            assert!(!has_branch(line), "{line}");
        }
    }

    #[test]
    fn a_gap_parts_cells_and_no_sentences() {
        check("One of them\nis here.  Another is\nthere.", 2);
        check("One of them\nname  value", 2);
    }

    #[test]
    fn a_sentence_goes_on_with_a_file_whatever_the_gaps_around_it() {
        check("It treats  src/a.ts ,\nsrc/b.ts ,  src/c.ts , and\nsrc/d.ts  as files at risk.", 1);
        check("The graph of\n`src/b.ts`  is built there.", 1);
        check("It reads all files\nsrc/b.ts  a file", 2);
        check("Files,\nsrc/b.ts  a file", 2);
        check("It is the first, and\nname  value", 2);
        check("It is the first, and\n\nsrc/b.ts  value", 2);
    }
}
