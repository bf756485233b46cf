//! What a sentence wants of the terms that it names.

use super::cues::{
    AT_ALL, AUXILIARIES, BEHIND, BETWEEN, BOUNDS, DEMANDS, DOUBTFUL, EVERYWHERE, FORBIDS, GONE,
    IS_THERE, JUDGED, JUDGING, PREPOSITIONS, has,
};
use super::sentence::{Group, Token, groups, tokens};

/// What a sentence wants of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stance {
    /// That it be there.
    Wanted,
    /// That it be not.
    Forbidden {
        /// Whether that holds for all code, and not under a condition that names do not tell.
        always: bool,
    },
    /// Something speaks against it, or leaves it free, in a way that is not understood.
    Doubted,
    /// It is named, and nothing is said of it.
    Named,
}

/// The terms of a sentence, each with what the sentence wants of it.
pub(super) fn stances(sentence: &str) -> Vec<(String, Stance)> {
    let tokens = tokens(sentence);
    let groups = groups(&tokens);
    let mut said = Said { tokens: &tokens, groups: &groups, consumed: vec![false; tokens.len()] };
    let forbidden: Vec<Option<bool>> = (0..groups.len()).map(|at| said.forbidden(at)).collect();
    let stance = |at: usize| said.stance(at, &forbidden);
    let with = |at: usize| groups[at].terms.iter().map(move |term| (term.clone(), stance(at)));
    (0..groups.len()).flat_map(with).collect()
}

/// A sentence that is being read.
struct Said<'a> {
    tokens: &'a [Token],
    groups: &'a [Group],
    /// What has told of a term that it is forbidden, and tells nothing of another.
    consumed: Vec<bool>,
}

impl Said<'_> {
    fn start(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.groups[before].span.end)
    }

    fn end(&self, at: usize) -> usize {
        self.groups.get(at + 1).map_or(self.tokens.len(), |next| next.span.start)
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).and_then(Token::word)
    }

    /// Whether the words about a group forbid it, and if so, whether everywhere.
    fn forbidden(&mut self, at: usize) -> Option<bool> {
        let span = self.groups[at].span.clone();
        if let Some(cue) = self.before(at) {
            let bound = self.bound(at, cue, span.end)?;
            self.consumed[cue..span.start].fill(true);
            return Some(bound);
        }
        let (end, whole) = self.behind(at)?;
        let bound = self.bound(at, span.start, end)?;
        self.consumed[span.end..end].fill(true);
        Some(whole && bound)
    }

    /// Where the words begin that forbid what follows them.
    fn before(&self, at: usize) -> Option<usize> {
        let (start, mut end) = (self.start(at), self.groups[at].span.start);
        if end > start && self.tokens[end - 1] == Token::Mark(':') {
            end -= 1;
        }
        loop {
            let cue = FORBIDS.split(", ").filter_map(|cue| self.ends_in(cue, start, end)).min();
            if let Some(cue) = cue {
                return self.is_plain(start, cue, at).then_some(cue);
            }
            let word = end
                .checked_sub(1)
                .filter(|last| *last >= start)
                .and_then(|last| self.word(last))?;
            if word.ends_with("n't") {
                return self.is_plain(start, end - 1, at).then_some(end - 1);
            }
            if !has(BETWEEN, word) && !word.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            end -= 1;
        }
    }

    fn ends_in(&self, cue: &str, start: usize, end: usize) -> Option<usize> {
        let words = cue.split(' ');
        let from = end.checked_sub(words.clone().count()).filter(|from| *from >= start)?;
        let is_it = words.zip(from..end).all(|(word, at)| self.word(at) == Some(word));
        is_it.then_some(from)
    }

    /// Whether a word that forbids is neither denied nor part of a search for what lacks a thing.
    fn is_plain(&self, start: usize, cue: usize, at: usize) -> bool {
        const OFFENDERS: [&str; 14] = [
            "anything",
            "calls",
            "classes",
            "endpoints",
            "files",
            "functions",
            "handlers",
            "methods",
            "modules",
            "projects",
            "repositories",
            "solutions",
            "submissions",
            "tests",
        ];
        let before = self.segment(start, cue);
        let words: Vec<&str> = before.clone().filter_map(|at| self.word(at)).collect();
        let last = words.last().copied();
        let denied = words.iter().any(|word| is_negation(word) || has(BOUNDS, word));
        let is_search = ["find", "list", "look", "search", "identify", "locate", "count", "detect"]
            .iter()
            .any(|verb| words.first() == Some(verb));
        match self.word(cue) {
            Some("without") => {
                let ends = self.groups[at].span.end == self.tokens.len()
                    || self.tokens[self.groups[at].span.end..]
                        .iter()
                        .all(|one| one == &Token::Mark('?'));
                ends && !denied && !is_search && last.is_some_and(|word| !OFFENDERS.contains(&word))
            }
            Some("flag" | "ban") => {
                last.is_none_or(|word| matches!(word, "and" | "to" | "please" | "should"))
            }
            Some("not" | "no") if last == Some("or") || last == Some("why") => false,
            Some("instead" | "rather" | "in") => true,
            Some(_) | None => !denied && !is_search,
        }
    }

    /// What stands before `end` without a break.
    fn segment(&self, start: usize, end: usize) -> std::ops::Range<usize> {
        let breaks = |at: &usize| {
            matches!(self.tokens[*at], Token::Mark(_) | Token::Term(_))
                || matches!(self.word(*at), Some("and" | "but"))
        };
        (start..end).rev().find(breaks).map_or(start, |at| at + 1)..end
    }

    /// Where the words end that say of what precedes them that it must not be, and whether they say so of all of it.
    fn behind(&self, at: usize) -> Option<(usize, bool)> {
        let (start, end) = (self.groups[at].span.end, self.end(at));
        let mut from = start;
        while self.word(from).is_some_and(|word| has(BEHIND, word)) {
            from += 1;
        }
        while from < end && matches!(self.tokens[from], Token::Mark('-' | ',' | ':' | '(')) {
            from += 1;
        }
        let costs = |verb: usize| {
            matches!(self.word(verb), Some("cost" | "costs" | "lose" | "loses"))
                && (verb..end.min(verb + 4))
                    .any(|at| matches!(self.word(at), Some("points" | "marks" | "point")))
        };
        if costs(from) {
            let points = |at: &usize| matches!(self.word(*at), Some("points" | "marks" | "point"));
            return (from..end).find(points).map(|at| (at + 1, true));
        }
        let mut denied = false;
        while let Some(word) = self.word(from).filter(|_| from < end) {
            let negates = matches!(word, "not" | "never" | "cannot") || word.ends_with("n't");
            let says = if denied { has(IS_THERE, word) } else { has(JUDGED, word) };
            let gone = !denied && has(GONE, word) && from > start;
            if says || gone {
                return Some((from + 1, says));
            }
            if !negates && !has(AUXILIARIES, word) && word != "may" && word != "can" {
                return None;
            }
            if negates && denied {
                return None;
            }
            denied |= negates;
            from += 1;
        }
        None
    }

    /// Whether a prohibition that begins at `cue`, or whose words end at `end`, holds for all code; nothing where it is not
    /// of the term itself.
    fn bound(&self, at: usize, cue: usize, end: usize) -> Option<bool> {
        let parts = |at: &usize| {
            matches!(self.tokens[*at], Token::Mark(_))
                || matches!(self.word(*at), Some("and" | "but" | "that"))
        };
        let subject = (0..cue).rev().find(parts).map_or(0, |at| at + 1)..cue;
        let named = subject
            .filter_map(|at| self.word(at))
            .all(|word| has(EVERYWHERE, word) || is_negation(word));
        let last = self.end(at);
        let mut next = end;
        while next < last && self.word(next).is_some_and(|word| has(AT_ALL, word)) {
            next += 1;
        }
        let rest = &self.tokens[next.min(last)..];
        let bounded = rest.iter().filter_map(Token::word).any(|word| has(BOUNDS, word));
        let word = self.word(next).filter(|_| next < last);
        // `in the code` says nothing more, `in` before a name does.
        let into = next == last
            && next > end
            && matches!(self.word(next - 1), Some("in" | "into" | "from" | "of" | "to"));
        match word {
            None => Some(named && !bounded && !into),
            Some("and" | "or" | "but" | "then" | "because" | "since") => Some(named && !bounded),
            Some(word) if has(PREPOSITIONS, word) || has(BOUNDS, word) => Some(false),
            Some(_) => None,
        }
    }

    fn stance(&self, at: usize, forbidden: &[Option<bool>]) -> Stance {
        // `do not, under any circumstances, use x`
        let hangs = |at: usize| {
            !self.consumed[at]
                && self.word(at).is_some_and(is_negation)
                && self.tokens.get(at + 1) == Some(&Token::Mark(','))
        };
        let weighs = |word: &str| JUDGING.split_whitespace().any(|begins| word.starts_with(begins));
        let judged =
            (0..self.tokens.len()).any(hangs) || self.unconsumed(0, self.tokens.len()).any(weighs);
        let group = &self.groups[at];
        if let Some(always) = forbidden[at] {
            return if judged { Stance::Doubted } else { Stance::Forbidden { always } };
        }
        let part = self.part(group);
        if judged
            || self
                .unconsumed(part.start, part.end)
                .any(|word| is_negation(word) || has(DOUBTFUL, word))
        {
            return Stance::Doubted;
        }
        let left = self.start(at)..group.span.start;
        let asks = |range: std::ops::Range<usize>| {
            self.unconsumed(range.start, range.end).any(|word| has(DEMANDS, word))
        };
        let after_other = forbidden[..at].iter().any(Option::is_some);
        let breaks = left.clone().any(|at| {
            matches!(self.tokens[at], Token::Mark(_))
                || matches!(self.word(at), Some("and" | "but"))
        });
        match after_other {
            true if breaks && asks(left) => Stance::Wanted,
            true => Stance::Doubted,
            false if asks(0..self.tokens.len()) => Stance::Wanted,
            false => Stance::Named,
        }
    }

    /// The part of a sentence, between its marks, in which a group stands.
    fn part(&self, group: &Group) -> std::ops::Range<usize> {
        let breaks = |at: &usize| {
            matches!(self.tokens[*at], Token::Mark(_)) || self.word(*at) == Some("but")
        };
        let start = (0..group.span.start).rev().find(breaks).map_or(0, |at| at + 1);
        let end = (group.span.end..self.tokens.len()).find(breaks).unwrap_or(self.tokens.len());
        start..end
    }

    fn unconsumed(&self, start: usize, end: usize) -> impl Iterator<Item = &str> {
        (start..end).filter(|at| !self.consumed[*at]).filter_map(|at| self.word(at))
    }
}

fn is_negation(word: &str) -> bool {
    word.ends_with("n't")
        || [
            "cannot", "neither", "never", "no", "nobody", "none", "nor", "not", "nothing",
            "without",
        ]
        .contains(&word)
}

#[cfg(test)]
mod tests;
