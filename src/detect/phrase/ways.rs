//! The alternatives of a pattern, each by itself.

use super::automaton::Automaton;
use super::needed::Needed;
use super::triples::Marks;
use regex_automata::{Anchored, Input};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::OnceLock;

/// One of the alternatives of a pattern.
///
/// Of a pattern with many, few stand in what one report says: each is compiled when a text holds the words that this
/// one needs.
pub(super) struct Way {
    pattern: String,
    /// The pattern of small letters that stands for it.
    small: Option<String>,
    /// What a text must hold for it to be there, where that can be told.
    needed: Option<Needed>,
    automaton: OnceLock<Automaton>,
}

/// A text that alternatives are looked for in.
pub(super) struct Read<'t> {
    text: &'t str,
    /// The same in small letters, once somebody needs it.
    small: OnceCell<String>,
}

impl<'t> Read<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, small: OnceCell::new() }
    }

    fn small(&self) -> &str {
        self.small.get_or_init(|| self.text.to_ascii_lowercase())
    }
}

impl Way {
    fn new(pattern: Cow<'_, str>) -> Self {
        let small = in_small_letters(&pattern);
        let needed = Needed::of(pattern.strip_prefix(CASELESS).unwrap_or(&pattern));
        Self { pattern: pattern.into_owned(), small, needed, automaton: OnceLock::new() }
    }

    /// The alternatives of `pattern`.
    pub(super) fn all(pattern: &str) -> Vec<Self> {
        let Some(alternatives) = alternatives(pattern) else {
            return vec![Self::new(pattern.into())];
        };
        let flag = if pattern.starts_with(CASELESS) { CASELESS } else { "" };
        alternatives.into_iter().map(|one| Self::new(format!("{flag}{one}").into())).collect()
    }

    /// The whole of `pattern` as one; nothing where it is not valid or too large.
    pub(super) fn compiled(pattern: &str) -> Option<Self> {
        let way = Self::new(pattern.into());
        let automaton = OnceLock::from(Automaton::new(way.read())?);
        Some(Self { automaton, ..way })
    }

    /// The pattern that the automaton knows.
    fn read(&self) -> &str {
        self.small.as_deref().unwrap_or(&self.pattern)
    }

    /// Compiles it before it is looked for.
    ///
    /// # Panics
    /// If the pattern is not valid.
    pub(super) fn compile(&self) {
        self.automaton();
    }

    fn automaton(&self) -> &Automaton {
        self.automaton.get_or_init(|| {
            Automaton::new(self.read()).expect("the pattern is a constant and valid")
        })
    }

    /// Whether it stands in a text, of which `may_hold` tells whether it may hold words; nothing where its automaton cannot
    /// tell.
    pub(super) fn is_match(
        &self,
        read: &Read<'_>,
        may_hold: &dyn Fn(&Marks) -> bool,
    ) -> Option<bool> {
        let lacks = |needed: &Needed| !needed.stands_where(read.text, may_hold);
        if self.needed.as_ref().is_some_and(lacks) {
            debug_assert!(
                self.is_read_in(read) != Some(true),
                "{} needs less than was thought",
                self.pattern
            );
            return Some(false);
        }
        self.is_read_in(read)
    }

    /// Whether the automaton finds it in a text.
    fn is_read_in(&self, read: &Read<'_>) -> Option<bool> {
        let text = if self.small.is_some() { read.small() } else { read.text };
        self.automaton().is_match(&Input::new(text).anchored(Anchored::No).earliest(true))
    }
}

/// The flag by which a pattern makes no difference between small letters and capitals.
const CASELESS: &str = "(?i)";

/// The alternatives of a pattern, without the flag before them; nothing where there is one alone, or a flag within
/// them holds for those behind it.
fn alternatives(pattern: &str) -> Option<Vec<&str>> {
    let rest = pattern.strip_prefix(CASELESS).unwrap_or(pattern);
    let (mut all, mut from) = (Vec::new(), 0);
    let (mut groups, mut classes) = (0_usize, 0_usize);
    let mut letters = rest.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            '[' => {
                classes += 1;
                // A bracket that comes first is one of the class.
                letters.next_if(|(_, next)| *next == '^');
                letters.next_if(|(_, next)| *next == ']');
            }
            ']' if classes > 0 => classes -= 1,
            _ if classes > 0 => {}
            '(' => {
                groups += 1;
                if let Some(flags) = rest[at..].strip_prefix("(?") {
                    let end = flags.find([':', ')', '<', '=', '!'])?;
                    if flags[end..].starts_with(')') {
                        return None;
                    }
                }
            }
            ')' => groups = groups.checked_sub(1)?,
            '|' if groups == 0 => {
                all.push(&rest[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&rest[from..]);
    (all.len() > 1 && groups == 0 && classes == 0).then_some(all)
}

/// A pattern that finds in a text of small letters what `pattern` finds in any, where `pattern` makes no
/// difference between small letters and capitals. To compile it takes a fraction of the time.
fn in_small_letters(pattern: &str) -> Option<String> {
    let rest = pattern.strip_prefix(CASELESS)?;
    // What tells small letters from capitals in its own way stays as it is.
    let own = ["(?i", "(?-i", r"\p{Lu}", r"\p{Ll}", "[[:"];
    // Of letters by their number those that begin with a two are signs.
    let is_letter = |number: &str| !number.starts_with('2');
    if own.iter().any(|own| rest.contains(own)) || rest.split(r"\x").skip(1).any(is_letter) {
        return None;
    }
    let mut small = String::with_capacity(rest.len());
    let (mut letters, mut is_open) = (rest.chars().peekable(), false);
    while let Some(letter) = letters.next() {
        // Whether the letter before it opens a group.
        let opens = std::mem::replace(&mut is_open, letter == '(');
        match letter {
            // The letter of a class such as `\W` is no letter of the text; what follows `\p` in braces is its name.
            '\\' => {
                let class = letters.next();
                small.push(letter);
                small.extend(class);
                if matches!(class, Some('p' | 'P')) && letters.next_if_eq(&'{').is_some() {
                    small.push('{');
                    small.extend(letters.by_ref().take_while(|letter| *letter != '}'));
                    small.push('}');
                }
            }
            // What stands between a question mark that begins a group and what follows it is syntax.
            '?' if opens => {
                small.push(letter);
                for syntax in letters.by_ref() {
                    small.push(syntax);
                    if [':', '>', ')'].contains(&syntax) {
                        break;
                    }
                }
            }
            _ => small.push(letter.to_ascii_lowercase()),
        }
    }
    Some(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_stand_between_bars_outside_of_groups_and_classes() {
        for (pattern, all) in [
            ("(?i)a|b(?:c|d)|[|]e", Some(vec!["a", "b(?:c|d)", "[|]e"])),
            (r"a\|b|[^]|]c|[[:alpha:]|]d", Some(vec![r"a\|b", "[^]|]c", "[[:alpha:]|]d"])),
            ("^a|b$|", Some(vec!["^a", "b$", ""])),
            ("(?P<one>a)|(?<two>b)|(?-i:C)", Some(vec!["(?P<one>a)", "(?<two>b)", "(?-i:C)"])),
            ("ab", None),
            ("(?:a|b)", None),
            ("a(?-i)B|C", None),
            ("a|b)", None),
            ("a|(b", None),
            ("a|[b", None),
        ] {
            assert_eq!(alternatives(pattern), all, "{pattern}");
        }
    }

    #[test]
    fn small_letters_leave_the_syntax_of_a_pattern_as_it_is() {
        for (pattern, small) in [
            (r"(?i)\bJudges\B[A-Z]\W{2}", Some(r"\bjudges\B[a-z]\W{2}")),
            (r"(?i)(?P<Name>A\S+)(?u:\p{L}É)\D", Some(r"(?P<Name>a\S+)(?u:\p{L}É)\D")),
            (r"(?i)A(?:B|(?-u:\b)C)?D", Some(r"a(?:b|(?-u:\b)c)?d")),
            (r"(?i)\(?A[{(]B\x22: ?[\[{]C", Some(r"\(?a[{(]b\x22: ?[\[{]c")),
            (r"(?i)\x41", None),
            (r"(?i)\p{Lu}a", None),
            (r"(?i)a(?-i:B)", None),
            (r"(?i)[[:upper:]]", None),
            ("Judges", None),
        ] {
            assert_eq!(in_small_letters(pattern).as_deref(), small, "{pattern}");
        }
    }
}
