//! What tells whether a pattern stands in a text.

use super::syntax;
use regex_automata::Input;
use regex_automata::hybrid::dfa::{self, Cache, DFA};
use regex_automata::nfa::thompson::backtrack::{self, BoundedBacktracker};
use regex_automata::nfa::thompson::{self, NFA, WhichCaptures};
use regex_automata::util::pool::Pool;
use std::cell::RefCell;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often a pattern is asked for before its states are made.
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

/// Tells whether a pattern stands in a text.
pub(super) struct Automaton {
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

impl Automaton {
    /// Nothing where the pattern is not valid or too large.
    pub(super) fn new(pattern: &str) -> Option<Self> {
        let ways = COMPILER.with(|compiler| compiler.build(pattern).ok())?;
        let ways = BoundedBacktracker::new_from_nfa(ways).ok()?;
        Some(Self { ways, asked: AtomicUsize::new(0), states: OnceLock::new() })
    }

    /// Nothing where it cannot tell.
    pub(super) fn is_match(&self, input: &Input<'_>) -> Option<bool> {
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
