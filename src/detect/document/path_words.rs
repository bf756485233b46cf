//! Cuts a text into the words that may be paths.

use super::endings::{DOMAINS, among};
use super::path_names::{has_extension, names_file};
use crate::detect::labels;
use crate::domain::invisible::parts_words;

/// A word with its place in the text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) start: usize,
    /// Where the word ends, before what was trimmed from it.
    pub(super) end: usize,
    /// Whether nothing follows it on its line.
    pub(super) ends_line: bool,
}

/// How a mark-up ends a line.
const BREAKS: [&str; 3] = ["<br>", "<br/>", "<br/"];

/// The words of a text that hold no address, without quotes, brackets and punctuation around them.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut broken: Option<usize> = None;
    let mut tag = 0;
    let mut breaks = labels::breaks(text).into_iter().peekable();
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        // A line's end of a mark-up is none of a name.
        if letter == '<' {
            let length = BREAKS.iter().find(|tag| text[at..].starts_with(**tag));
            tag = tag.max(at + length.map_or(0, |tag| tag.len()));
        } else if breaks.next_if_eq(&at).is_some() {
            tag = at + labels::BREAK.len();
        }
        if letter.is_whitespace() || at < tag {
            if let Some(from) = start.take() {
                let goes_on = broken.is_some_and(|end| text[end..from].trim_matches(' ') == "\n");
                if goes_on || address(&text[from..at]) {
                    let open = goes_on_below(&text[from..at]);
                    broken = Some(at).filter(|_| open);
                } else {
                    broken = None;
                    token(text, from, at, &mut words);
                }
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words
}

/// Whether punctuation that ends a phrase stands at `at`.
pub(super) fn punctuated(text: &str, at: usize) -> bool {
    text[at..].starts_with(['.', ',', ';', ':', '!', '?', ')', ']', '”', '"', '’', '\'', '`', '—'])
}

/// Cuts a token at everything that cannot be part of a path.
fn token<'a>(text: &'a str, from: usize, to: usize, words: &mut Vec<Word<'a>>) {
    let token = &text[from..to];
    let mut start = from;
    for (offset, letter) in token.char_indices() {
        let at = from + offset;
        if !splits(text, letter, start, at) {
            continue;
        }
        piece(text, start, at, words);
        start = at + letter.len_utf8();
    }
    piece(text, start, to, words);
}

/// Web and mail addresses.
fn address(token: &str) -> bool {
    let opened = token.trim_start_matches(['(', '[', '<', '"', '\'', '`', '“']);
    let host = opened.split(['/', ':', ')', ',']).next().unwrap_or(opened);
    let mail = token
        .split_once('@')
        .is_some_and(|(user, host)| user.ends_with(char::is_alphanumeric) && host.contains('.'));
    token.contains("://")
        || opened.starts_with("www.")
        || mail
        || is_host(host)
        || is_abroad(host, &opened[host.len()..])
}

/// Whether a name is that of a site whose ending files have as well, by the place on it that follows: `name.pt/news`.
fn is_abroad(name: &str, rest: &str) -> bool {
    let place = rest.strip_prefix('/').filter(|place| !place.is_empty());
    let last = name.rsplit_once('.').map(|(_, last)| last);
    last.is_some_and(|last| among(DOMAINS, last))
        && place.is_some_and(|place| !has_extension(place.trim_end_matches(['.', ',', ')'])))
}

/// Whether what ends a line is the beginning of an address: `https://a.com/x/` or `https://www.project.`.
fn goes_on_below(address: &str) -> bool {
    let host = address.split_once("://").map(|(_, host)| host);
    let is_cut = |host: &str| {
        !host.contains('/') && host.ends_with('.') && !is_host(host.trim_end_matches('.'))
    };
    address.ends_with(['/', '-', '_']) || host.is_some_and(is_cut)
}

fn is_host(name: &str) -> bool {
    const DOMAINS: [&str; 9] = ["com", "org", "net", "io", "ai", "dev", "edu", "gov", "app"];
    let last = name.rsplit_once('.').map(|(_, last)| last);
    last.is_some_and(|last| DOMAINS.iter().any(|domain| last.eq_ignore_ascii_case(domain)))
}

/// Whether `letter` cannot be part of a path.
///
/// A slash splits where a whole file name stands before it, as in `prosecutor.py/defense.py`.
fn splits(text: &str, letter: char, start: usize, at: usize) -> bool {
    match letter {
        '/' => {
            let before = &text[start..at];
            let name = before.rsplit('/').next().unwrap_or(before);
            has_extension(name)
        }
        ',' => !is_listed(text, start, at),
        '_' | '-' | '.' | '*' | '<' | '>' | '{' | '}' | '[' | ']' | '$' | '@' | '~' | '\\' => false,
        shapeless if parts_words(shapeless) => false,
        // A drive letter keeps its colon, so that the path is known to be on a machine.
        ':' => !text[at..].starts_with(":\\"),
        '+' => !is_joined(text, start, at),
        other => !other.is_alphanumeric(),
    }
}

/// Whether a letter or digit can be one of a path, which one of a formula cannot.
pub(super) fn is_letter(letter: char) -> bool {
    let of_formula = matches!(letter, '\u{2100}'..='\u{214F}' | '\u{1D400}'..='\u{1D7FF}');
    letter.is_alphanumeric() && !of_formula
}

/// Whether a plus stands inside the name of a file below a folder, as in `notes/plan+result.ipynb`.
fn is_joined(text: &str, start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let name = before.rsplit('/').next().unwrap_or(before);
    let inside = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '-' | '.' | '+');
    let behind = &text[at + 1..];
    let end = behind.find(|letter| !inside(letter)).unwrap_or(behind.len());
    let rest = behind[..end].trim_end_matches('.');
    let joins = |part: &str| part.starts_with(|letter: char| letter.is_alphanumeric());
    before.contains('/')
        && name.ends_with(char::is_alphanumeric)
        && !has_extension(name)
        && joins(rest)
        && names_file(rest)
        && !text[at + 1 + end..].starts_with('/')
}

/// Whether a comma stands between the names that braces list, as in `src/{graph,state}.py`.
fn is_listed(text: &str, start: usize, at: usize) -> bool {
    let before = &text[start..at];
    let opened = before.rfind('{').is_some_and(|open| !before[open..].contains('}'));
    let behind = text[at..].split(char::is_whitespace).next().unwrap_or_default();
    opened && before.contains('/') && behind.find('}').is_some()
}

/// The files that a word with braces lists; nothing where it lists none.
pub(super) fn listed(word: &str) -> Vec<String> {
    let Some((before, rest)) = word.split_once('{') else { return Vec::new() };
    let Some((names, after)) = rest.split_once('}') else { return Vec::new() };
    let is_list = names.contains(',') && !after.contains(['{', '}']);
    let paths = names.split(',').map(|one| format!("{before}{one}{after}"));
    if is_list { paths.filter(|path| names_file(path)).collect() } else { Vec::new() }
}

/// A name without the signs of a mark-up on both of its sides, as in `**name**` and `_name_`.
fn unmarked(piece: &str) -> &str {
    let body = piece.trim_end_matches('.');
    [("**", "**"), ("__", "__"), ("*", "*"), ("_", "_"), ("<", ">")]
        .iter()
        .find_map(|(open, close)| body.strip_prefix(open)?.strip_suffix(close))
        .filter(|inner| names_file(inner) && !inner.contains(['*', '<', '>']))
        .unwrap_or(piece)
}

fn piece<'a>(text: &'a str, from: usize, to: usize, words: &mut Vec<Word<'a>>) {
    let piece = unmarked(&text[from..to]);
    let trimmed =
        piece.trim_start_matches(['[', '{', '-', '@', '$']).trim_end_matches(['.', ']', '}', '~']);
    // Brackets that belong together stay, as in `{name}.py` and `[id]/page.tsx`; so do those that list endings, as in
    // `figures/*.{png,jpg}`.
    let trimmed = if piece.starts_with(['[', '{']) && trimmed.contains([']', '}']) {
        piece.trim_end_matches('.')
    } else if trimmed.contains('{') && piece.ends_with('}') {
        piece.trim_start_matches(['[', '-', '@', '$'])
    } else {
        trimmed
    };
    if trimmed.is_empty() || text[to..].starts_with('(') && !trimmed.contains('/') {
        return;
    }
    let start = trimmed.as_ptr() as usize - text.as_ptr() as usize;
    let end = start + trimmed.len();
    let rest = text[end..].trim_start_matches(' ');
    words.push(Word { text: trimmed, start, end, ends_line: rest.starts_with('\n') });
}
