//! Which runs of three letters a text holds, so that most words need not be looked for in it.

use std::cell::RefCell;

/// Number of bits that runs of letters are told apart by.
const BITS: usize = 4096;
/// Longest text in bytes that is remembered: in a long one most runs stand.
const LONGEST: usize = 1024;
/// Number of texts that are remembered: a sentence, its parts and what stands beside it take turns.
const TEXTS: usize = 4;

/// The runs of a text, each by a bit that others may share.
#[derive(Clone)]
struct Triples([u64; BITS / 64]);

/// The bits of a word's runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Marks(Box<[u16]>);

impl Marks {
    /// Of a word in small letters.
    pub(super) fn of(letters: &[u8]) -> Self {
        Self(bits(letters).collect())
    }
}

impl Triples {
    const fn none() -> Self {
        Self([0; BITS / 64])
    }

    fn take(&mut self, text: &[u8]) {
        self.0.fill(0);
        for bit in bits(text) {
            self.0[usize::from(bit / 64)] |= 1 << (bit % 64);
        }
    }

    fn may_hold(&self, word: &Marks) -> bool {
        word.0.iter().all(|bit| self.0[usize::from(bit / 64)] & (1 << (bit % 64)) != 0)
    }
}

/// The bits of all runs of three bytes; capitals stand for small letters.
fn bits(text: &[u8]) -> impl Iterator<Item = u16> + '_ {
    text.windows(3).map(|run| {
        let [a, b, c] = [run[0], run[1], run[2]].map(|byte| u32::from(byte.to_ascii_lowercase()));
        let mixed = (a | b << 8 | c << 16).wrapping_mul(0x9E37_79B1);
        (mixed >> 20) as u16
    })
}

/// The texts that were asked about last, in this thread.
struct Recent {
    texts: [(Vec<u8>, Triples); TEXTS],
    /// The one that is forgotten next.
    next: usize,
}

thread_local! {
    static RECENT: RefCell<Recent> = const {
        RefCell::new(Recent { texts: [const { (Vec::new(), Triples::none()) }; TEXTS], next: 0 })
    };
}

/// Tells of words whether a text may hold them, whatever their letters.
///
/// Hundreds of patterns are held against one sentence after the other, and what it holds is found out once.
pub(super) fn within<R>(text: &[u8], ask: impl FnOnce(&dyn Fn(&Marks) -> bool) -> R) -> R {
    if text.len() > LONGEST {
        return ask(&|_| true);
    }
    RECENT.with_borrow_mut(|recent| {
        let known = recent.texts.iter().position(|(known, _)| known.as_slice() == text);
        let at = known.unwrap_or_else(|| {
            let at = recent.next;
            recent.next = (at + 1) % TEXTS;
            let (known, triples) = &mut recent.texts[at];
            known.clear();
            known.extend_from_slice(text);
            triples.take(text);
            at
        });
        let triples = &recent.texts[at].1;
        ask(&|word| triples.may_hold(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_word_is_told_from_those_that_a_text_lacks() {
        let held = |text: &str, word: &str| {
            within(text.as_bytes(), |may_hold| may_hold(&Marks::of(word.as_bytes())))
        };
        // The texts take turns, more of them than are remembered.
        for _ in 0..2 {
            for text in ["The JUDGES run", "a", "", "graph nodes", "judge", "reducers merge"] {
                for word in ["judge", "node", "reducer"] {
                    assert_eq!(held(text, word), text.to_lowercase().contains(word), "{text}");
                }
            }
        }
        // Of two letters nothing is known, nor of a long text.
        assert!(held("xyz", "ab"));
        assert!(held(&"x".repeat(LONGEST + 1), "judge"));
    }

    proptest! {
        /// What stands in a text is never said to be missing.
        #[test]
        fn what_is_there_may_be_there(before in ".{0,40}", word in "[a-z ]{1,12}", after in ".{0,40}") {
            let text = format!("{before}{}{after}", word.to_uppercase());
            let may_hold = within(text.as_bytes(), |may_hold| may_hold(&Marks::of(word.as_bytes())));
            prop_assert!(may_hold);
        }
    }
}
