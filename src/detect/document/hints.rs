//! Words that end as names of files do, and may be something else: an attribute in code, a site.

use super::endings;
use super::path_names::{names_file, names_library, well_formed};
use super::path_words::words;
use crate::domain::facts::DocumentFacts;

/// Fewest letters of a name that may be one.
const FEWEST: usize = 3;

/// The first word of the report that may be the name of a file, and is not taken for one.
pub(in crate::detect) fn hint(document: &DocumentFacts) -> Option<&str> {
    let mut words = document.pages.iter().flat_map(|page| words(&page.text));
    words.find(|word| may_be_file(word.text)).map(|word| word.text)
}

fn may_be_file(text: &str) -> bool {
    let stem = text.rsplit_once('.').map_or("", |(stem, _)| stem);
    let long = stem.chars().filter(|letter| letter.is_alphabetic()).count() >= FEWEST;
    long && endings::is_known(text)
        && well_formed(text)
        && !names_file(text)
        && !names_library(text)
        && !stem.contains(['.', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn what_may_be_a_file_is_told_from_what_is_none() {
        let first = |text: &str| {
            let document = DocumentFacts { pages: numbered(&[text]), ..DocumentFacts::default() };
            hint(&document).map(str::to_owned)
        };
        assert_eq!(first("The types are in parser.ml, of course.").as_deref(), Some("parser.ml"));
        assert_eq!(first("It keeps all in shop.db there.").as_deref(), Some("shop.db"));
        for none in ["Node.js, e.g. torch.nn.m at 5 p.m.", "The end. The next", "arduino.cc", ""] {
            assert_eq!(first(none), None, "{none}");
        }
    }
}
