//! What a text must hold for a pattern to be found in it.

use memchr::{memchr_iter, memchr2_iter};

/// Most words of which one is looked for instead of the pattern.
const MOST: usize = 48;
/// Fewest letters of a word that is looked for: shorter ones stand in every text.
const SHORTEST: usize = 3;
/// Most choices that are asked for, one after the other.
const CHOICES: usize = 3;
/// The letters and spaces of English, those that come most often first; all others are rarer.
const OFTEN: &[u8] = b" etaoinsrhldcumfpgwybvk";

/// Choices of words: of each one word stands in every text that a pattern is found in.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::detect) struct Needed(Vec<Vec<Word>>);

/// A word in small letters.
#[derive(Debug, PartialEq, Eq)]
struct Word {
    letters: Vec<u8>,
    /// The place of its rarest letter.
    rarest: usize,
}

impl Needed {
    /// What `pattern` needs, which is in the syntax of [`super::Phrase::new`] without flags for the whole; nothing
    /// where that cannot be told, or is so short that it stands everywhere.
    pub(in crate::detect) fn of(pattern: &str) -> Option<Self> {
        let mut reading = Reading { rest: pattern };
        let choices = reading.choice()?;
        reading.rest.is_empty().then_some(())?;
        let choice = |words: &Words| words.iter().map(|word| Word::new(word)).collect();
        (!choices.is_empty()).then(|| Self(choices.iter().map(choice).collect()))
    }

    /// Whether `text` holds a word of each choice, in whatever letters.
    pub(in crate::detect) fn stands_in(&self, text: &str) -> bool {
        let holds = |word: &Word| word.stands_in(text.as_bytes());
        self.0.iter().all(|choice| choice.iter().any(holds))
    }
}

impl Word {
    fn new(letters: &str) -> Self {
        let letters = letters.to_ascii_lowercase().into_bytes();
        let rank = |letter: &u8| OFTEN.iter().position(|often| often == letter);
        let rarity = |at: &usize| rank(&letters[*at]).unwrap_or(OFTEN.len());
        let rarest = (0..letters.len()).max_by_key(rarity).unwrap_or_default();
        Self { letters, rarest }
    }

    fn stands_in(&self, text: &[u8]) -> bool {
        let letter = self.letters[self.rarest];
        let capital = letter.to_ascii_uppercase();
        let is_here = |at: usize| {
            let start = at.checked_sub(self.rarest);
            let here = start.and_then(|start| text.get(start..start + self.letters.len()));
            here.is_some_and(|here| here.eq_ignore_ascii_case(&self.letters))
        };
        if letter == capital {
            memchr_iter(letter, text).any(is_here)
        } else {
            memchr2_iter(letter, capital, text).any(is_here)
        }
    }
}

/// A pattern as it is read.
struct Reading<'p> {
    rest: &'p str,
}

/// Words of which one is needed.
type Words = Vec<String>;
/// All that is needed, what tells most first; nothing where that is nothing.
type Choices = Vec<Words>;

impl Reading<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        Some(letter)
    }

    /// Alternatives up to the end of their group. Nothing where the syntax is not known.
    fn choice(&mut self) -> Option<Choices> {
        let mut ways = vec![self.sequence()?];
        while let Some(rest) = self.rest.strip_prefix('|') {
            self.rest = rest;
            ways.push(self.sequence()?);
        }
        Some(one_of(ways))
    }

    /// What comes one after the other.
    fn sequence(&mut self) -> Option<Choices> {
        let (mut all, mut word) = (Choices::new(), String::new());
        while let Some(letter) = self.rest.chars().next().filter(|next| !"|)".contains(*next)) {
            self.next();
            let part = self.part(letter)?;
            let least = self.least()?;
            match part {
                Part::Place => continue,
                Part::Letter(letter) if least == Some(1) => {
                    word.push(letter);
                    continue;
                }
                // A letter that may be repeated belongs to what is before it.
                Part::Letter(letter) if least == Some(2) => word.push(letter),
                Part::Group(choices) if least.is_some() => all.extend(choices),
                Part::Letter(_) | Part::Group(_) | Part::Class => {}
            }
            all.push(vec![std::mem::take(&mut word)]);
        }
        all.push(vec![word]);
        Some(most_telling(all))
    }

    /// The part that begins with `letter`, which was read.
    fn part(&mut self, letter: char) -> Option<Part> {
        match letter {
            '^' | '$' => Some(Part::Place),
            '.' => Some(Part::Class),
            '[' => self.class(),
            '(' => self.group(),
            '\\' => match self.next()? {
                'b' | 'B' if !self.rest.starts_with('{') => Some(Part::Place),
                'd' | 'D' | 's' | 'S' | 'w' | 'W' | 'n' => Some(Part::Class),
                'p' | 'P' if self.rest.starts_with('{') => {
                    self.rest = self.rest.split_once('}')?.1;
                    Some(Part::Class)
                }
                // A letter by its number.
                'x' if self.rest.len() >= 2 && self.rest.is_char_boundary(2) => {
                    self.rest = &self.rest[2..];
                    Some(Part::Class)
                }
                letter if letter.is_ascii_punctuation() => Some(Part::Letter(letter)),
                _ => None,
            },
            letter if letter.is_ascii() => Some(Part::Letter(letter)),
            // It may have capitals of which nothing is known here.
            _ => Some(Part::Class),
        }
    }

    /// A class after its first bracket.
    fn class(&mut self) -> Option<Part> {
        if let Some(rest) = self.rest.strip_prefix('^') {
            self.rest = rest;
        }
        if let Some(rest) = self.rest.strip_prefix(']') {
            self.rest = rest;
        }
        loop {
            match self.next()? {
                '\\' => drop(self.next()?),
                '[' => drop(self.class()?),
                ']' => return Some(Part::Class),
                _ => {}
            }
        }
    }

    /// A group after its bracket, with the bracket that ends it.
    fn group(&mut self) -> Option<Part> {
        if let Some(flags) = self.rest.strip_prefix('?') {
            // Words are looked for in whatever letters.
            let known = ["P<", "<", ":", "u:", "-u:", "i:", "-i:"];
            let flag = known.into_iter().find(|known| flags.starts_with(known))?;
            self.rest = &flags[flag.len()..];
            if flag.ends_with('<') {
                self.rest = self.rest.split_once('>')?.1;
            }
        }
        let choices = self.choice()?;
        (self.next()? == ')').then_some(Part::Group(choices))
    }

    /// How often the part before it comes at least: once; once with more (2); `None` if it may be missing.
    #[expect(clippy::option_option, reason = "the outer one: the syntax is not known")]
    fn least(&mut self) -> Option<Option<u8>> {
        let least = match self.rest.chars().next() {
            Some('?' | '*') => None,
            Some('+') => Some(2),
            Some('{') => {
                let (count, rest) = self.rest[1..].split_once('}')?;
                let fewest: u32 = count.split(',').next()?.trim().parse().ok()?;
                self.rest = rest;
                return self.once((fewest > 0).then_some(2));
            }
            _ => return Some(Some(1)),
        };
        self.next();
        self.once(least)
    }

    /// The same, where no other count follows, such as the last of `a{2}?+`.
    #[expect(clippy::option_option, reason = "the outer one: the syntax is not known")]
    fn once(&mut self, least: Option<u8>) -> Option<Option<u8>> {
        self.rest = self.rest.strip_prefix('?').unwrap_or(self.rest);
        let is_counted = self.rest.starts_with(['?', '*', '+', '{']);
        (!is_counted).then_some(least)
    }
}

/// A part of a pattern.
enum Part {
    /// A place, such as the end of a word, that no letter stands for.
    Place,
    Letter(char),
    /// Letters of which any may stand there.
    Class,
    /// A group, and what it needs.
    Group(Choices),
}

/// What is needed where one of `ways` is taken: a word of the first choice of each, of the second, and so on.
fn one_of(mut ways: Vec<Choices>) -> Choices {
    if ways.len() == 1 {
        return ways.pop().unwrap_or_default();
    }
    let deepest = ways.iter().map(Vec::len).max().unwrap_or_default();
    let at = |depth: usize| {
        let words = ways.iter().map(|way| way.get(depth).or(way.last()));
        words
            .collect::<Option<Vec<_>>>()
            .map(|words| words.into_iter().flatten().cloned().collect())
    };
    most_telling((0..deepest).filter_map(at).collect())
}

/// The choices that are worth being looked for, those first that tell more: their words are longer, or as long and
/// fewer.
fn most_telling(mut choices: Choices) -> Choices {
    let is_useful =
        |words: &Words| words.len() <= MOST && words.iter().all(|word| word.len() >= SHORTEST);
    choices.retain(is_useful);
    choices.sort_by_key(|words| {
        let shortest = words.iter().map(String::len).min().unwrap_or_default();
        (std::cmp::Reverse(shortest.min(5)), words.len())
    });
    choices.truncate(CHOICES);
    choices
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
            |words: Vec<Word>| words.into_iter().map(letters).collect::<Vec<_>>().join("|");
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
                vec![" judge", "at once|asleep", "all|each"],
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

    proptest! {
        /// A text without what is needed never holds the pattern.
        #[test]
        fn what_is_found_holds_what_is_needed(
            pattern in "(\\(\\?:)?[abc]{1,4}[?*+]?(\\|[abc]{3}|[abc?]{3})?\\)?([?*]|\\{0,2\\})?[abc]{0,3}",
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
