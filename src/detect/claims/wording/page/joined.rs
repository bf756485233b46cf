//! Sentences that go on over the end of a page.

use crate::detect::document::sentences;
use crate::detect::labels;
use crate::domain::facts::ReportPage;

/// Fewest words of a line that a sentence can go on behind: what is shorter is a heading or a cell.
const FEWEST_WORDS: usize = 4;

/// The pages, each with the rest of the sentence that it ends in the middle of; the next page begins behind it.
pub(in crate::detect::claims) fn joined(pages: &[ReportPage]) -> Vec<ReportPage> {
    let mut all: Vec<ReportPage> = pages.iter().map(unbroken).collect();
    for at in 1..all.len() {
        let (before, after) = all.split_at_mut(at);
        let Some((rest, end)) = rest(&before[at - 1].text, &after[0].text) else { continue };
        let text = before[at - 1].text.trim_end();
        let joined = format!("{} {rest}\n", without_number(text, false).trim_end());
        before[at - 1].text = joined;
        after[0].text.drain(..end);
    }
    all
}

/// The page with those names in one piece that the end of a line breaks with a hyphen: what stands behind it has an
/// underscore inside, as no word has. The lines of a label that is drawn are one.
fn unbroken(page: &ReportPage) -> ReportPage {
    let whole = labels::in_one_line(&page.text);
    let mut text = String::new();
    let mut from = 0;
    for (at, broken) in whole.match_indices("-\n") {
        let (before, after) = (&whole[..at], &whole[at + broken.len()..]);
        let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = after.find(|letter: char| !inside(letter)).unwrap_or(after.len());
        let name = after[..end].trim_matches('_');
        let ends = |letter: char| letter.is_ascii_lowercase();
        if name.contains('_') && after.starts_with(ends) && before.ends_with(ends) {
            text.push_str(&whole[from..at]);
            from = at + broken.len();
        }
    }
    text.push_str(&whole[from..]);
    ReportPage { text, ..page.clone() }
}

/// What a page goes on with where the page before ends in the middle of a sentence, and where that ends.
fn rest<'t>(before: &str, after: &'t str) -> Option<(&'t str, usize)> {
    let before = without_number(before.trim_end(), false).trim_end();
    let last = before.lines().next_back()?;
    let is_open = last.split_whitespace().count() >= FEWEST_WORDS
        && last.ends_with(|letter: char| letter.is_alphanumeric() || matches!(letter, ',' | '`'))
        && !last.trim().contains("  ");
    let body = without_number(after.trim_start(), true).trim_start();
    // What stands in brackets begins no page, where it is not the letter of an item.
    let aside = body.strip_prefix('(').filter(|aside| aside.find(')').is_none_or(|end| end > 4));
    let first = aside.unwrap_or(body);
    let goes_on = is_open && first.starts_with(|first: char| first.is_ascii_lowercase());
    let range = sentences(body).into_iter().next().filter(|_| goes_on)?;
    let rest = body[range.clone()].trim();
    let is_text =
        !rest.contains("  ") && rest.contains(' ') && rest.ends_with(['.', '!', '?', ':']);
    is_text.then_some((rest, after.len() - body.len() + range.end))
}

/// The text without a first or last line that is only the number of the page.
fn without_number(text: &str, first: bool) -> &str {
    let split = if first { text.split_once('\n') } else { text.rsplit_once('\n') };
    let parts = split.map(|(left, right)| if first { (left, right) } else { (right, left) });
    let is_number = |line: &str| {
        let line = line.trim();
        !line.is_empty() && line.len() <= 4 && line.bytes().all(|letter| letter.is_ascii_digit())
    };
    parts.filter(|(line, _)| is_number(line)).map_or(text, |(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[track_caller]
    fn check(first: &str, second: &str, expected: [&str; 2]) {
        let page = |text: &str| ReportPage { text: text.into(), ..ReportPage::default() };
        let all = joined(&[page(first), page(second)]);
        assert_eq!([all[0].text.as_str(), all[1].text.as_str()], expected);
    }

    #[test]
    fn a_sentence_that_goes_on_over_a_page_is_one() {
        let first = "One is whole. The scan was changed so that the file no\n";
        let whole = "One is whole. The scan was changed so that the file no longer has it.\n";
        check(first, "longer has it. Two.\n", [whole, " Two.\n"]);
        let aside =
            "Two state fields are merged by reducers (the first by addition) in all nodes.\n";
        let (first_part, rest) = aside.split_at(39);
        check(
            &format!("{}\n", first_part.trim_end()),
            &rest.replace('\n', "\nTwo.\n"),
            [aside, "\nTwo.\n"],
        );
        check(&format!("{first}\n12\n"), "13\n\nlonger has it.\nTwo.\n", [whole, "\nTwo.\n"]);
    }

    #[test]
    fn what_begins_anew_on_a_page_is_joined_to_nothing() {
        let same = |first: &str, second: &str| check(first, second, [first, second]);
        let open = "The scan was changed so that the file no\n";
        same("The sentence before has an end.\n", "longer has it.\n");
        same(open, "Longer has it.\n");
        same(open, "longer  a cell.\n");
        same("A short heading\n", "longer has it.\n");
        same("cells of  a row that is long\n", "longer has it.\n");
        same(open, "def longer(it)\n");
        same(open, "(a) longer has it.\n");
        same(open, "(Longer) has it.\n");
        same(open, "");
    }

    #[test]
    fn a_name_that_a_line_breaks_is_read_in_one_piece() {
        for (text, expected) in [
            ("It calls com-\npute_all_of_it first.", "It calls compute_all_of_it first."),
            ("It is natural-\nlanguage text.", "It is natural-\nlanguage text."),
            ("It is made of A-\nb_c and x.", "It is made of A-\nb_c and x."),
            ("- first\n-\nsecond_one", "- first\n-\nsecond_one"),
        ] {
            assert_eq!(joined(&numbered(&[text]))[0].text, expected);
        }
    }
}
