//! Numbers and short forms as a report writes them.

pub(super) use crate::domain::wording::{capitalised, count, decimal};

/// A number of points as short as it is exact to two decimals: `15`, `7.5`.
pub(super) fn points(number: f64) -> String {
    let shown = decimal(number);
    shown.strip_suffix(".0").map(str::to_owned).unwrap_or(shown)
}

/// At most `longest` characters of `text`, cut between words where that loses little, with `…` at
/// the cut. A pair of backticks that the cut breaks is closed again.
pub(super) fn clip(text: &str, longest: usize) -> String {
    let text = text.trim();
    let Some((end, _)) = text.char_indices().nth(longest) else { return text.to_owned() };
    let cut = &text[..end];
    let at_word = cut.rfind(char::is_whitespace).filter(|at| *at > end / 2).unwrap_or(end);
    let cut = cut[..at_word].trim_end_matches(|c: char| c.is_whitespace() || ",;:.(".contains(c));
    let close = if cut.matches('`').count() % 2 == 1 { "…`" } else { "…" };
    format!("{cut}{close}")
}

/// A sentence without its full stop, to go on after it.
pub(super) fn open_ended(sentence: &str) -> &str {
    let sentence = sentence.trim_end();
    sentence.strip_suffix('.').filter(|rest| !rest.ends_with('.')).unwrap_or(sentence)
}

/// A fragment or sentence with a full stop, as plain text.
pub(super) fn ended(sentence: &str) -> String {
    let sentence = sentence.trim_end();
    let is_closed = sentence.ends_with(['.', '!', '?', '…']);
    if is_closed || sentence.is_empty() { sentence.to_owned() } else { format!("{sentence}.") }
}

/// A fragment or sentence with a full stop, as Markdown.
pub(super) fn closed(sentence: &str) -> String {
    let sentence = sentence.trim_end();
    if !sentence.is_empty() && sentence.bytes().all(|b| b.is_ascii_digit()) {
        // At the start of a block a number with a full stop begins a list.
        format!("{sentence}\\.")
    } else {
        ended(sentence)
    }
}

/// `number` of something that is counted in 32 bits; see [`count`].
pub(super) fn count_u32(number: u32, noun: &str) -> String {
    count(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_as_short_as_they_are_exact() {
        assert_eq!(points(15.0), "15");
        assert_eq!(points(7.5), "7.5");
    }

    #[test]
    fn a_clipped_text_ends_between_words_and_keeps_its_code_closed() {
        assert_eq!(clip("short", 10), "short");
        assert_eq!(clip("one two three four", 12), "one two…");
        assert_eq!(clip("calls `os.system(x, y)` there", 18), "calls `os.system(x…`");
        assert_eq!(clip("ééééééé", 3), "ééé…");
    }

    #[test]
    fn sentences_lose_and_gain_one_full_stop() {
        assert_eq!(open_ended("It is. "), "It is");
        assert_eq!(open_ended("and so on..."), "and so on...");
        assert_eq!(closed("It is"), "It is.");
        assert_eq!(closed("Is it?"), "Is it?");
    }
}
