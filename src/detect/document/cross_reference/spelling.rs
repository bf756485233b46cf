//! How a path is written: the pieces that it is put together of, its ending, its letters.

pub(super) use super::super::endings::{is_code, is_data, is_shared};
use crate::domain::facts::CitedPath;

/// The paths that pieces can be parts of, the likeliest first.
pub(super) fn joined(pieces: &[&str]) -> Vec<String> {
    let glued = pieces.concat();
    let scored = pieces.join("_");
    let dashed = pieces.join("-");
    let unhyphenated =
        pieces.iter().map(|piece| piece.strip_suffix('-').unwrap_or(piece)).collect::<String>();
    // Of one word that a line's end breaks, the others may have lost the signs between them.
    let mut whole = String::new();
    for piece in pieces {
        let open = whole.strip_suffix('-').map(str::to_owned);
        whole = match open {
            Some(open) => open + piece,
            None if whole.is_empty() => (*piece).to_owned(),
            None => format!("{whole}_{piece}"),
        };
    }
    let mut paths = vec![glued, unhyphenated, scored, dashed, whole];
    for path in &mut paths {
        *path = path.trim_start_matches("./").to_string();
    }
    paths
}

/// Whether letters of several scripts stand in one path.
pub(super) fn mixes_scripts(path: &str) -> bool {
    let latin = path.chars().any(|c| c.is_ascii_alphabetic());
    latin && path.chars().any(|c| c.is_alphabetic() && !c.is_ascii() && !is_latin(c))
}

fn is_latin(letter: char) -> bool {
    matches!(letter, '\u{C0}'..='\u{24F}' | '\u{1E00}'..='\u{1EFF}')
}

/// Why what may be a path may be none.
pub(super) const PROSE: &str = "may be prose rather than a path";

/// Whether what was taken for a path is two words with a slash between them, as in `rubric/report consistency`. The names
/// of some folders are no words.
pub(super) fn is_prose(cited: &CitedPath) -> bool {
    const NO_WORDS: [&str; 7] = ["app", "docs", "envs", "frontend", "lib", "src", "utils"];
    let words = cited.path.split_once('/').filter(|(first, second)| {
        [first, second]
            .iter()
            .all(|word| word.len() > 2 && word.chars().all(|letter| letter.is_ascii_lowercase()))
            && !NO_WORDS.contains(first)
    });
    cited.reason == PROSE && words.is_some()
}
