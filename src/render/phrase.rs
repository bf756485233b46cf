//! Numbers and short forms as a report writes them.

/// `1 commit`, `2 commits`, `2,041 commits`.
pub(super) fn count(number: usize, noun: &str) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    let plural = if number == 1 { "" } else { "s" };
    format!("{shown} {noun}{plural}")
}

/// A score or a number of points with one decimal, or two where the second is not 0.
pub(super) fn decimal(number: f64) -> String {
    let shown = format!("{number:.2}");
    shown.strip_suffix('0').map(str::to_owned).unwrap_or(shown)
}

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

/// A fragment as the beginning of a sentence.
pub(super) fn capitalised(fragment: &str) -> String {
    let mut rest = fragment.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
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
    fn numbers_are_written_as_people_write_them() {
        assert_eq!(count(1, "commit"), "1 commit");
        assert_eq!(count(0, "file"), "0 files");
        assert_eq!(count(1_234_567, "line"), "1,234,567 lines");
        assert_eq!(decimal(3.0), "3.0");
        assert_eq!(decimal(3.25), "3.25");
        assert_eq!(decimal(0.5), "0.5");
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
