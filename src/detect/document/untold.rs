//! Letters that a report shows and that nothing in its file tells.

use crate::domain::facts::{DocumentWarning, ReportPage};

/// One letter of so many of a page is not told where the page is said to lack letters.
const SHARE: usize = 100;
/// Fewest letters of such a page that are not told.
const FEWEST: usize = 4;

/// The pages of which more than a few letters are unknown, and how many of theirs are.
pub(super) fn untold(pages: &[ReportPage]) -> Option<DocumentWarning> {
    let (mut numbers, mut untold, mut letters) = (Vec::new(), 0, 0);
    for page in pages {
        let all = page.text.chars().filter(|letter| !letter.is_whitespace()).count();
        let lost = lost(&page.text);
        if lost >= FEWEST && lost * SHARE > all {
            numbers.push(page.number);
            untold += lost;
            letters += all;
        }
    }
    let number = |count| u32::try_from(count).unwrap_or(u32::MAX);
    let (untold, letters) = (number(untold), number(letters));
    (!numbers.is_empty()).then_some(DocumentWarning::Untold { pages: numbers, untold, letters })
}

/// How many letters of words are unknown: a single sign with gaps around it is a bullet or a picture.
fn lost(text: &str) -> usize {
    let unknown = |letter: char| letter == char::REPLACEMENT_CHARACTER;
    let words = text.split(char::is_whitespace);
    let lost = words.map(|word| (word, word.chars().filter(|letter| unknown(*letter)).count()));
    let beside =
        |word: &str| word.chars().any(|letter| !unknown(letter) && letter.is_alphanumeric());
    lost.filter(|(word, lost)| *lost > 1 || beside(word)).map(|(_, lost)| lost).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn pages_are_named_whose_letters_nothing_tells() {
        let plain = "The graph is built there, and all of its nodes are named. ".repeat(10);
        let lost = format!(
            "{plain}It stands in \u{FFFD}\u{FFFD}\u{FFFD}/\u{FFFD}\u{FFFD}.\u{FFFD}\u{FFFD}."
        );
        let bullets = format!("{plain}{}", "\u{FFFD} one of them\n".repeat(12));
        let few = format!("{plain}{plain}It stands in \u{FFFD}\u{FFFD}\u{FFFD}.");
        let told = |texts: &[&str]| untold(&numbered(texts));
        assert_eq!(told(&[&plain, &bullets, &few]), None);
        let letters =
            u32::try_from(lost.chars().filter(|one| !one.is_whitespace()).count()).unwrap();
        let expected = DocumentWarning::Untold { pages: vec![2], untold: 7, letters };
        assert_eq!(told(&[&plain, &lost, &bullets]), Some(expected));
    }
}
