//! Phrases that are looked for in sentences.

mod form;
mod groups;
mod needed;

pub(in crate::detect) use form::Form;
pub(in crate::detect) use groups::Groups;
use needed::Needed;
use regex_automata::hybrid::dfa::{self, Cache, DFA};
use regex_automata::meta::{self, Regex};
use regex_automata::nfa::thompson::backtrack::{self, BoundedBacktracker};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::pool::Pool;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input};
use std::cell::RefCell;
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Whether patterns are compiled before they are looked for: a debug build so finds those that are not valid.
static AT_ONCE: AtomicBool = AtomicBool::new(cfg!(debug_assertions));

/// How often a phrase is asked for before its states are made.
const FEW: usize = 16;

/// Most bytes of a compiled pattern.
const LARGEST: usize = 10 << 20;

thread_local! {
    /// Compiles all patterns of a thread: its tables are so large that to make them takes longer than most patterns.
    static COMPILER: thompson::Compiler = {
        let mut compiler = thompson::Compiler::new();
        let states = thompson::Config::new()
            .which_captures(WhichCaptures::None)
            .nfa_size_limit(Some(LARGEST));
        compiler.configure(states).syntax(syntax());
        compiler
    };
    /// What was tried in a text, of whichever phrase.
    static TRIED: RefCell<backtrack::Cache> = {
        let any = BoundedBacktracker::never_match().expect("nothing is easily compiled");
        RefCell::new(any.create_cache())
    };
}

/// From now on patterns are compiled before they are looked for, for the copies that this process will make of itself.
pub(crate) fn compile_at_once() {
    AT_ONCE.store(true, Ordering::Relaxed);
}

/// A pattern that sentences are held against.
///
/// A program that audits one submission asks for hundreds of them, and to compile them takes longer than reading a
/// report by them. So letters, digits and spaces are those of ASCII, whose tables are small; a phrase whose letters
/// may be capitals is looked for in small letters; it is compiled when a text holds the words that it needs; the
/// states that texts lead to are made for those that are asked for often; what tells where it begins is compiled when
/// it is found for the first time, as few ever are.
pub(in crate::detect) struct Phrase {
    pattern: String,
    /// The pattern of small letters that stands for it.
    small: Option<String>,
    /// What a text must hold for it to be there, where that can be told.
    needed: Option<Needed>,
    /// Tells whether it is there.
    automaton: OnceLock<Automaton>,
    /// Tells where it is.
    whole: OnceLock<Regex>,
}

/// What tells whether a phrase stands in a text.
struct Automaton {
    /// Tries one way after the other; nothing has to be made first.
    ways: BoundedBacktracker,
    /// How often it was asked.
    asked: AtomicUsize,
    /// Reads faster the more it has read.
    states: OnceLock<Option<States>>,
}

/// The states that a text leads to, made as texts lead to them.
struct States {
    all: DFA,
    caches: Pool<Cache, Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe>>,
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
            phrase.automaton();
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
        let phrase = Self::uncompiled(pattern);
        let automaton = OnceLock::from(Automaton::new(phrase.read())?);
        Some(Self { automaton, ..phrase })
    }

    fn uncompiled(pattern: &str) -> Self {
        let small = in_small_letters(pattern);
        let needed = Needed::of(pattern.strip_prefix("(?i)").unwrap_or(pattern));
        let (pattern, automaton, whole) = (pattern.to_owned(), OnceLock::new(), OnceLock::new());
        Self { pattern, small, needed, automaton, whole }
    }

    /// The pattern that the automaton knows.
    fn read(&self) -> &str {
        self.small.as_deref().unwrap_or(&self.pattern)
    }

    fn automaton(&self) -> &Automaton {
        self.automaton.get_or_init(|| {
            Automaton::new(self.read()).expect("the pattern is a constant and valid")
        })
    }

    /// Whether the phrase stands in `text`.
    pub(in crate::detect) fn is_match(&self, text: &str) -> bool {
        if self.needed.as_ref().is_some_and(|needed| !needed.stands_in(text)) {
            debug_assert!(!self.is_read_in(text), "{} needs less than was thought", self.pattern);
            return false;
        }
        self.is_read_in(text)
    }

    /// Whether the automaton finds the phrase in `text`.
    fn is_read_in(&self, text: &str) -> bool {
        let small = self.small.is_some().then(|| text.to_ascii_lowercase());
        let input =
            Input::new(small.as_deref().unwrap_or(text)).anchored(Anchored::No).earliest(true);
        self.automaton().is_match(&input).unwrap_or_else(|| self.whole().is_match(text))
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

impl Automaton {
    /// Nothing where the pattern is not valid or too large.
    fn new(pattern: &str) -> Option<Self> {
        let ways = COMPILER.with(|compiler| compiler.build(pattern).ok())?;
        let ways = BoundedBacktracker::new_from_nfa(ways).ok()?;
        Some(Self { ways, asked: AtomicUsize::new(0), states: OnceLock::new() })
    }

    /// Nothing where it cannot tell.
    fn is_match(&self, input: &Input<'_>) -> Option<bool> {
        if self.asked.fetch_add(1, Ordering::Relaxed) < FEW {
            let tried =
                TRIED.with_borrow_mut(|tried| self.ways.try_search_slots(tried, input, &mut []));
            if let Ok(found) = tried {
                return Some(found.is_some());
            }
        }
        let states =
            self.states.get_or_init(|| States::of(self.ways.get_nfa().clone())).as_ref()?;
        // It gives up where it grows too large, or meets the end of a word of other letters than ASCII's.
        let found = states.all.try_search_fwd(&mut states.caches.get(), input).ok()?;
        Some(found.is_some())
    }
}

impl States {
    fn of(ways: NFA) -> Option<Self> {
        let config = dfa::Config::new().skip_cache_capacity_check(true).unicode_word_boundary(true);
        let all = DFA::builder().configure(config).build_from_nfa(ways).ok()?;
        let new = all.clone();
        let caches: Box<dyn Fn() -> Cache + Send + Sync + UnwindSafe + RefUnwindSafe> =
            Box::new(move || new.create_cache());
        Some(Self { all, caches: Pool::new(caches) })
    }
}

/// A pattern that finds in a text of small letters what `pattern` finds in any, where `pattern` makes no
/// difference between small letters and capitals. To compile it takes a fraction of the time.
fn in_small_letters(pattern: &str) -> Option<String> {
    let rest = pattern.strip_prefix("(?i)")?;
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

fn syntax() -> syntax::Config {
    syntax::Config::new().unicode(false).utf8(false)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(phrase.small.is_some(), "{pattern}");
            for text in texts {
                let is_there = phrase.whole().is_match(text);
                // At first by trying one way after the other, later by states.
                for _ in 0..2 * FEW {
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
}
