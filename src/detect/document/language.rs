//! Whether a report is in the language whose words are read.

use crate::domain::facts::DocumentFacts;

/// Words without which nobody writes English.
const WORDS: &str = "the of and to is for with that are by this from which it be as not into each";
/// Fewest words that tell a language.
const ENOUGH: usize = 100;
/// One word of so many is one of those above at least: in reports that are mostly code and tables it is one of 16.
const RARE: usize = 25;

/// Whether the report is surely not in English, so that what its sentences say is not known.
pub(in crate::detect) fn is_foreign(document: &DocumentFacts) -> bool {
    let (mut all, mut english) = (0, 0);
    let texts = document.pages.iter().map(|page| page.text.as_str());
    for word in texts.flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric())) {
        if word.chars().any(char::is_alphabetic) {
            all += 1;
            english += usize::from(WORDS.split(' ').any(|one| word.eq_ignore_ascii_case(one)));
        }
    }
    all >= ENOUGH && english * RARE < all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn a_report_is_foreign_whose_words_are_not_those_of_english() {
        let foreign = |line: &str, times: usize| {
            let text = line.repeat(times);
            let document =
                DocumentFacts { pages: numbered(&[text.as_str()]), ..DocumentFacts::default() };
            is_foreign(&document)
        };
        let spanish = "El nodo de los jueces se puede ver en el archivo que sigue. ";
        assert!(foreign(spanish, 20));
        assert!(foreign("Die Richter stehen in dieser Datei und lesen alles. ", 20));
        assert!(!foreign(spanish, 3), "too short to tell");
        assert!(!foreign("The judges read all of it from the state. ", 20));
        assert!(!foreign("Judge reads state. Graph Node Edge Reducer: merge of dicts. ", 20));
    }
}
