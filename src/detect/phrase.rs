//! Phrases that are looked for in sentences.

mod automaton;
mod choices;
mod form;
mod groups;
mod needed;
mod triples;
mod ways;

pub(super) use form::Form;
pub(super) use groups::Groups;
pub(super) use needed::Needed;
use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_automata::util::syntax;
use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use triples::within;
use ways::{Read, Way};

/// Whether patterns are compiled before they are looked for: a debug build so finds those that are not valid.
static AT_ONCE: AtomicBool = AtomicBool::new(cfg!(debug_assertions));

/// From now on patterns are compiled before they are looked for, for the copies that this process will make of itself.
pub(crate) fn compile_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// A pattern that sentences are held against.
///
/// A program that audits one submission asks for hundreds of them, and to compile them takes longer than reading a
/// report by them. So letters, digits and spaces are those of ASCII, whose tables are small; a phrase whose letters
/// may be capitals is looked for in small letters; each of its alternatives is compiled when a text holds the words
/// that it needs; the states that texts lead to are made for those that are asked for often; what tells where it
/// begins is compiled when it is found for the first time, as few ever are.
pub(in crate::detect) struct Phrase {
    pattern: String,
    /// Its alternatives, of which each tells whether it is there.
    ways: Vec<Way>,
    /// Tells where it is.
    whole: OnceLock<Regex>,
}

impl std::fmt::Debug for Phrase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Phrase").field(&self.pattern).finish()
    }
}

impl Phrase {
    /// Takes a constant `pattern` in the syntax of the crate `regex`. A class that other letters than those of
    /// ASCII belong to stands in `(?u:…)`; what is not in such a class stands for one byte.
    ///
    /// # Panics
    /// If the pattern is not valid: here in a debug build, elsewhere when the phrase is first looked for.
    pub(in crate::detect) fn new(pattern: &str) -> Self {
        let phrase = Self::uncompiled(pattern);
        if AT_ONCE.load(Ordering::Relaxed) {
            phrase.ways.iter().for_each(Way::compile);
        }
        phrase
    }

    /// The same for texts whose lines are broken: where a space stands in the pattern a line may end.
    ///
    /// # Panics
    /// As [`Phrase::new`].
    pub(in crate::detect) fn over_lines(pattern: &str) -> Self {
        Self::new(&pattern.replace(' ', r"\s"))
    }

    /// The same of a pattern that comes from outside; nothing where it is not valid or too large.
    pub(in crate::detect) fn compiled(pattern: &str) -> Option<Self> {
        Some(Self::of(pattern, vec![Way::compiled(pattern)?]))
    }

    fn uncompiled(pattern: &str) -> Self {
        Self::of(pattern, Way::all(pattern))
    }

    fn of(pattern: &str, ways: Vec<Way>) -> Self {
        Self { pattern: pattern.to_owned(), ways, whole: OnceLock::new() }
    }

    /// Whether the phrase stands in `text`.
    pub(in crate::detect) fn is_match(&self, text: &str) -> bool {
        let read = Read::new(text);
        // What the text holds is asked for once for all of its ways.
        within(text.as_bytes(), |may_hold| {
            let stands = |way: &Way| way.is_match(&read, may_hold);
            self.ways.iter().any(|way| stands(way).unwrap_or_else(|| self.whole().is_match(text)))
        })
    }

    /// Tells where it stands, and what its groups hold there; compiled when it is asked for first.
    pub(in crate::detect) fn whole(&self) -> &Regex {
        self.whole.get_or_init(|| {
            let config = meta::Config::new()
                .auto_prefilter(false)
                .which_captures(WhichCaptures::All)
                .nfa_size_limit(None)
                .onepass(false)
                .dfa(false);
            let whole = Regex::builder().syntax(syntax()).configure(config).build(&self.pattern);
            whole.expect("a pattern that was compiled once is valid")
        })
    }

    /// Where it stands first, in bytes; characters that it covers in part belong to it.
    pub(in crate::detect) fn find(&self, text: &str) -> Option<Range<usize>> {
        self.all(text).next()
    }

    /// Where it stands, in order.
    pub(in crate::detect) fn all<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Range<usize>> + 't {
        let whole = |range: Range<usize>| {
            text.floor_char_boundary(range.start)..text.ceil_char_boundary(range.end)
        };
        let found = self.is_match(text).then(|| self.whole().find_iter(text));
        found.into_iter().flatten().map(move |found| whole(found.range()))
    }

    /// `text` with a space in place of the phrase wherever it stands.
    pub(in crate::detect) fn left_out(&self, text: &str) -> String {
        self.replaced(text, " ")
    }

    /// `text` with `other` in place of the phrase wherever it stands.
    pub(in crate::detect) fn replaced(&self, text: &str, other: &str) -> String {
        let mut rest = String::with_capacity(text.len());
        let mut from = 0;
        for found in self.all(text) {
            rest.push_str(&text[from..found.start.max(from)]);
            rest.push_str(other);
            from = found.end;
        }
        rest.push_str(&text[from..]);
        rest
    }

    /// The words by which it stands there first.
    pub(in crate::detect) fn words<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.find(text).map(|range| &text[range])
    }
}

fn syntax() -> syntax::Config {
    syntax::Config::new().unicode(false).utf8(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_match_never_ends_within_a_character() {
        let found = Phrase::new(r"(?i)no\b[^.]{0,4}").find("There is NO „λόγος“ here.");
        let text = "There is NO „λόγος“ here.";
        assert_eq!(found.map(|range| &text[range]), Some("NO „"));
    }

    #[test]
    fn a_phrase_may_go_over_the_end_of_a_line() {
        let phrase = Phrase::over_lines(r"(?i)\bachieves (?:just )?this[ ,]");
        assert!(phrase.is_match("The court achieves\nthis by rules."));
        assert!(phrase.is_match("It Achieves just\nthis\n"));
        assert!(!phrase.is_match("It achievesthis."));
    }

    #[test]
    fn a_form_tells_what_stands_in_its_group() {
        let form = Form::new(r"(?i)\byou are (?:the )?([\w-]+)");
        assert_eq!(form.group("Now YOU ARE the tech-lead."), Some("tech-lead"));
        assert_eq!(form.group("You may be."), None);
    }

    #[test]
    fn a_pattern_from_outside_is_refused_where_it_is_wrong_or_too_large() {
        assert!(Phrase::compiled("a(").is_none());
        assert!(Phrase::compiled(&format!("(?:{}){{1000}}", "ab{1000}".repeat(9))).is_none());
        assert!(Phrase::compiled("a{9}").is_some());
    }

    #[test]
    fn a_phrase_in_small_letters_is_found_where_the_pattern_is() {
        let texts = [
            "The TECH Lead scores 3 of 5.",
            "the tech-lead",
            "É tech",
            "TECHLEAD_1",
            "",
            "Tech\u{a0}lead",
        ];
        for pattern in [
            r"(?i)\bTech[ -]?lead\b",
            r"(?i)[^a-z]tech",
            r"(?i)\Blead|\W3\s",
            r"(?i)^(?P<who>THE) [A-T]",
            r"(?i)(?u:[^\p{L}])tech",
        ] {
            let phrase = Phrase::new(pattern);
            for text in texts {
                let is_there = phrase.whole().is_match(text);
                // At first by trying one way after the other, later by states.
                for _ in 0..40 {
                    assert_eq!(phrase.is_match(text), is_there, "{pattern}: {text}");
                }
            }
        }
    }

    #[test]
    fn capitals_of_ascii_and_classes_of_other_letters_are_known() {
        let phrase = Phrase::new(r"(?i)^(?u:[^\p{L}])*does(?: not|n(?u:['’])t)");
        assert!(phrase.is_match("— Doesn’t run"));
        assert!(phrase.is_match("1. DOES NOT run"));
        assert!(!phrase.is_match("It doesn't run"));
    }

    proptest! {
        /// The alternatives find together what the whole pattern finds.
        #[test]
        fn a_phrase_is_found_by_one_of_its_alternatives(
            pattern in "(\\^?[abc]{1,4}[?*+]?(\\(\\?:a\\|b\\))?[|]){0,3}[abc]{1,4}\\$?",
            text in "[abcABC ]{0,12}",
        ) {
            for pattern in [format!("(?i){pattern}"), pattern] {
                let phrase = Phrase::new(&pattern);
                prop_assert_eq!(phrase.is_match(&text), phrase.whole().is_match(&text), "{}: {}", pattern, text);
            }
        }
    }
}
