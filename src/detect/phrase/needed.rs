//! What a text must hold for a pattern to be found in it.

use super::choices::{Words, choices};
use super::triples::{Marks, within};
use memchr::{memchr_iter, memchr2_iter};

/// The letters and spaces of English, those that come most often first; all others are rarer.
const OFTEN: &[u8] = b" etaoinsrhldcumfpgwybvk";

/// Choices of words: of each one word stands in every text that a pattern is found in. What tells most comes first.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::detect) struct Needed(Vec<Choice>);

/// Words of which one is needed.
#[derive(Debug, PartialEq, Eq)]
struct Choice {
    words: Vec<Word>,
    /// Which part of the pattern it comes from: words of a later part stand behind those of an earlier one.
    part: usize,
}

/// A word in small letters.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    letters: Vec<u8>,
    /// The place of its rarest letter.
    rarest: usize,
    marks: Marks,
}

impl Needed {
    /// What `pattern` needs, which is in the syntax of [`super::Phrase::new`] without flags for the whole; nothing
    /// where that cannot be told, or is so short that it stands everywhere.
    pub(in crate::detect) fn of(pattern: &str) -> Option<Self> {
        let choices = choices(pattern)?;
        let choice = |(words, part): &(Words, usize)| Choice {
            words: words.iter().map(|word| Word::new(word)).collect(),
            part: *part,
        };
        (!choices.is_empty()).then(|| Self(choices.iter().map(choice).collect()))
    }

    /// Whether `text` holds a word of each choice in the order of the pattern, in whatever letters.
    pub(in crate::detect) fn stands_in(&self, text: &str) -> bool {
        within(text.as_bytes(), |may_hold| self.stands_where(text, may_hold))
    }

    /// The same of a text of which `may_hold` tells whether it may hold words.
    pub(super) fn stands_where(&self, text: &str, may_hold: &dyn Fn(&Marks) -> bool) -> bool {
        let text = text.as_bytes();
        self.0.iter().all(|choice| choice.stands_in(text, may_hold)) && self.is_in_order(text)
    }

    fn is_in_order(&self, text: &[u8]) -> bool {
        let (mut from, mut reached) = (0, None);
        while let Some(part) = self.next_part(reached) {
            let of_part = self.0.iter().filter(|choice| choice.part == part);
            let ends = of_part.map(|choice| choice.first_end(&text[from..]));
            // The words of one part may stand in any order.
            let Some(end) = ends.reduce(|one, other| Some(one?.max(other?))).flatten() else {
                return false;
            };
            from += end;
            reached = Some(part);
        }
        true
    }

    /// The first part behind one that was `reached`.
    fn next_part(&self, reached: Option<usize>) -> Option<usize> {
        let parts = self.0.iter().map(|choice| choice.part);
        parts.filter(|part| reached.is_none_or(|reached| *part > reached)).min()
    }
}

impl Choice {
    /// Whether one of the words stands in a text; `may_hold` tells of most words that they do not.
    fn stands_in(&self, text: &[u8], may_hold: &dyn Fn(&Marks) -> bool) -> bool {
        let stands = |word: &Word| may_hold(&word.marks) && word.first_end(text).is_some();
        self.words.iter().any(stands)
    }

    /// Where the word ends that ends first.
    fn first_end(&self, text: &[u8]) -> Option<usize> {
        self.words.iter().filter_map(|word| word.first_end(text)).min()
    }
}

impl Word {
    fn new(letters: &str) -> Self {
        let letters = letters.to_ascii_lowercase().into_bytes();
        let rank = |letter: &u8| OFTEN.iter().position(|often| often == letter);
        let rarity = |at: &usize| rank(&letters[*at]).unwrap_or(OFTEN.len());
        let rarest = (0..letters.len()).max_by_key(rarity).unwrap_or_default();
        let marks = Marks::of(&letters);
        Self { letters, rarest, marks }
    }

    /// Where it ends in a text that it stands in first.
    fn first_end(&self, text: &[u8]) -> Option<usize> {
        let letter = self.letters[self.rarest];
        let capital = letter.to_ascii_uppercase();
        let end = |at: usize| {
            let start = at.checked_sub(self.rarest)?;
            let end = start + self.letters.len();
            text.get(start..end)?.eq_ignore_ascii_case(&self.letters).then_some(end)
        };
        if letter == capital {
            memchr_iter(letter, text).find_map(end)
        } else {
            memchr2_iter(letter, capital, text).find_map(end)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::phrase::Phrase;
    use proptest::prelude::*;

    /// The choices of a pattern, and their words between bars.
    fn needed(pattern: &str) -> Vec<String> {
        let choices = Needed::of(pattern).map(|needed| needed.0).unwrap_or_default();
        let letters = |word: Word| String::from_utf8(word.letters).unwrap();
        let written =
            |choice: Choice| choice.words.into_iter().map(letters).collect::<Vec<_>>().join("|");
        choices.into_iter().map(written).collect()
    }

    #[test]
    fn the_most_telling_parts_of_a_pattern_are_needed() {
        for (pattern, words) in [
            (r"\bno model\b", vec!["no model"]),
            (r"\bjudges?\b", vec!["judge"]),
            (r"\b(?:a|an|the) (?:prosecutor|defen[cs]e)s?\b", vec!["prosecutor|defen"]),
            (r"cats+ \(dogs\)", vec![" (dogs)", "cats"]),
            (r"state(?:graph|machine)?[^.]{0,9}nodes{2,}", vec!["state", "nodes"]),
            (r"^(?P<who>tech[ -]lead)\W+(?:\w+ ){0,3}?scores$", vec!["scores", "tech", "lead"]),
            (
                r"(?:all|each) judges? (?:run|wait)s? (?:at once|asleep)",
                vec![" judge", "at once|asleep", "all|each", "run|wait"],
            ),
            (r"(?:never \w+ often|seldom)", vec!["never |seldom", " often|seldom"]),
            (r"(?:never \w+ often|)", vec![]),
            (r"ne(?i:ver)\x22(?-i:Mind)", vec!["mind", "ver"]),
            (r"(?:ab[cd]e|f+)", vec![]),
            (r"(?:never|)", vec![]),
            (r"(?:never)?", vec![]),
            (r"(?:never){0,2}", vec![]),
            (r"(?:never){2}", vec!["never"]),
            (r"[^]abc\]def]ghi", vec!["ghi"]),
            (r"[a[bcd]efg]hij", vec!["hij"]),
            (r"(?u:[^\p{L}])tech", vec!["tech"]),
            (r"éternal", vec!["ternal"]),
            (r"\p{Lu}pper", vec!["pper"]),
            (r"or|an", vec![]),
        ] {
            assert_eq!(needed(pattern), words, "{pattern}");
        }
    }

    #[test]
    fn nothing_is_needed_where_the_syntax_is_not_known() {
        for pattern in
            [r"(?s)never", r"never)", "(never", "[never", "never{a}", "n???ever", "n{2}+ever"]
        {
            assert_eq!(Needed::of(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn words_stand_in_a_text_in_whatever_letters() {
        let needed = Needed::of(r"jury|\(see").unwrap();
        for (text, stands) in [
            ("The JuRy sat", true),
            ("(SEE p. 3", true),
            ("jur", false),
            ("jjury", true),
            ("see", false),
            ("", false),
        ] {
            assert_eq!(needed.stands_in(text), stands, "{text}");
        }
    }

    #[test]
    fn words_stand_in_the_order_of_their_parts() {
        let needed =
            Needed::of(r"judges? (?:(?:never|seldom) \w+|run) at (?:once|rest)\b").unwrap();
        for (text, stands) in [
            ("the judges never wait at once", true),
            ("at once the judge runs", false),
            ("once a judge run at rest", true),
            ("at rest or once, a judge runs", false),
        ] {
            assert_eq!(needed.stands_in(text), stands, "{text}");
        }
        // Which of two alternatives stands there is not known, nor is the order of what they need.
        let needed = Needed::of(r"(?:never \w+ often|often \w+ never)").unwrap();
        assert!(needed.stands_in("often or never") && needed.stands_in("never or often"));
    }

    proptest! {
        /// A text without what is needed never holds the pattern.
        #[test]
        fn what_is_found_holds_what_is_needed(
            pattern in "(\\(\\?:)?[abc]{1,4}[?*+]?(\\|[abc]{3}|[abc?]{3})?\\)?([?*]|\\{0,2\\})?[abc]{0,3}(\\.[abc]{3}|\\([abc]{3}\\|[abc]{4}\\.[abc]{3}\\)[abc]?)?",
            text in "[abcABC ]{0,12}",
        ) {
            let pattern = format!("(?i){pattern}");
            let phrase = Phrase::compiled(&pattern);
            let found = phrase.as_ref().is_some_and(|phrase| phrase.whole().is_match(&text));
            if let Some(needed) = Needed::of(&pattern[4..]) {
                prop_assert!(!found || needed.stands_in(&text), "{pattern}: {text}");
            }
        }
    }
}
