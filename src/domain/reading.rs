//! What a probe of the rubric makes of the facts.

use super::ids::{CriterionId, EvidenceId, ProbeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Display;

/// How the facts answer a probe.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Outcome {
    /// What the probe asks for is so.
    Holds,
    /// It is so in part.
    Partly {
        /// How much of it, above 0 and below 1.
        share: f64,
    },
    /// It is not so.
    Fails,
    /// The facts do not decide it.
    Unknown {
        /// Why, a lowercase fragment.
        reason: String,
        /// Whether it counts neither way: the audit lacked the means to look, there is nothing to look at, or a
        /// person waived what it rests on.
        /// What a submission leaves open itself may be held against it.
        #[serde(default)]
        neutral: bool,
    },
}

impl Outcome {
    /// `matched` of `wanted` parts hold; nothing wanted holds by itself.
    #[must_use]
    pub fn of_share(matched: usize, wanted: usize) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
        match (matched, wanted) {
            (m, w) if m >= w => Self::Holds,
            (0, _) => Self::Fails,
            (m, w) => Self::Partly { share: m as f64 / w as f64 },
        }
    }

    /// The submission leaves it open.
    #[must_use]
    pub fn open(reason: String) -> Self {
        Self::Unknown { reason, neutral: false }
    }

    /// [`Outcome::Holds`] or [`Outcome::Fails`].
    #[must_use]
    pub fn of(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// How the statement of an undecided reading begins.
pub const UNDECIDED: &str = "Could not be decided: ";

/// The answer to one probe of one dimension.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Reading {
    /// The dimension.
    pub criterion: CriterionId,
    /// The probe.
    pub probe: ProbeId,
    /// How the facts answer it.
    pub outcome: Outcome,
    /// What was measured, one sentence.
    pub statement: String,
    /// What would have to be there and is not, each a short phrase.
    pub missing: Vec<String>,
    /// The evidence it rests on, most telling first.
    pub evidence: Vec<EvidenceId>,
}

impl Reading {
    /// Whether what is asked about is not there, so that there is nothing for a person to look at either.
    #[must_use]
    pub fn is_moot(&self) -> bool {
        matches!(self.outcome, Outcome::Unknown { neutral: true, .. })
            && !self.statement.starts_with(UNDECIDED)
    }

    /// The statement as a part of a longer sentence: without its full stop, for an undecided reading the reason
    /// alone, and of a long one the first sentence with a mark that more follows. The whole of it stands among the
    /// facts.
    #[must_use]
    pub fn in_brief(&self) -> Cow<'_, str> {
        let statement = self.statement.trim_end_matches('.');
        opening(statement.strip_prefix(UNDECIDED).unwrap_or(statement))
    }

    /// The statement, and of a long one the first sentence with a mark that more follows.
    #[must_use]
    pub fn opening(&self) -> Cow<'_, str> {
        opening(&self.statement)
    }

    /// What the statement of a point that holds notes all the same, for a person to mend: its sentences that begin with
    /// `Note: `, without that and without their full stop.
    #[must_use]
    pub fn noted(&self) -> Vec<String> {
        if self.outcome != Outcome::Holds {
            return Vec::new();
        }
        let notes = sentences(&self.statement).into_iter().filter_map(|it| it.strip_prefix(NOTE));
        notes.map(str::to_owned).collect()
    }
}

/// How a sentence begins that tells what counts for nothing and is worth knowing.
const NOTE: &str = "Note: ";

/// Longest statement in bytes that is told again in whole.
const LONG: usize = 240;

/// A sentence of a statement that counts for nothing and is worth knowing, from what it says without a full stop.
pub(crate) fn note(told: impl Display) -> String {
    format!(" {NOTE}{told}.")
}

fn opening(statement: &str) -> Cow<'_, str> {
    let first = (statement.len() > LONG).then(|| first_sentence(statement)).flatten();
    first.map_or(Cow::Borrowed(statement), |first| Cow::Owned(format!("{first} …")))
}

/// The first of several sentences, without its full stop; of one that is too long, as many of the parts that semicolons
/// divide as fit.
fn first_sentence(text: &str) -> Option<&str> {
    let end = end_of_sentence(text);
    let first = end.map_or(text, |at| &text[..at]);
    if first.len() <= LONG {
        return end.map(|_| first);
    }
    fitting(first).or(end.map(|_| first))
}

/// As many of the parts of a sentence as fit. A semicolon within code, a quotation or brackets divides none.
fn fitting(sentence: &str) -> Option<&str> {
    let (mut in_code, mut within, mut end) = (false, 0_usize, None);
    for (at, letter) in sentence.char_indices().take_while(|(at, _)| *at <= LONG) {
        match letter {
            '`' => in_code = !in_code,
            '“' | '(' if !in_code => within += 1,
            '”' | ')' if !in_code => within = within.saturating_sub(1),
            ';' if !in_code && within == 0 => end = Some(at),
            _ => {}
        }
    }
    end.map(|at| &sentence[..at])
}

/// The sentences of a text, each without its full stop.
fn sentences(text: &str) -> Vec<&str> {
    let (mut all, mut rest) = (Vec::new(), text);
    while let Some(at) = end_of_sentence(rest) {
        all.push(&rest[..at]);
        rest = &rest[at + 2..];
    }
    all.push(rest.trim_end_matches('.'));
    all
}

/// Where the full stop of the first of several sentences stands. One within code or a quotation ends none.
fn end_of_sentence(text: &str) -> Option<usize> {
    let (mut in_code, mut quoted) = (false, 0_usize);
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => in_code = !in_code,
            '“' => quoted += 1,
            '”' => quoted = quoted.saturating_sub(1),
            '.' if !in_code && quoted == 0 => {
                let next = text[at + 1..].strip_prefix(' ').and_then(|rest| rest.chars().next());
                if next.is_some_and(|next| next.is_uppercase() || next == '`') {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(statement: &str) -> Reading {
        Reading {
            criterion: CriterionId::new("a").expect("an id"),
            probe: ProbeId::new("b").expect("an id"),
            outcome: Outcome::Holds,
            statement: statement.to_owned(),
            missing: Vec::new(),
            evidence: Vec::new(),
        }
    }

    #[test]
    fn a_long_statement_is_told_again_by_its_first_sentence() {
        let more = "It goes on. ".repeat(30);
        let long = reading(&format!("Of `a. B` and “c. D” 2 are 3.5, e.g. here. {more}"));
        assert_eq!(long.in_brief(), "Of `a. B` and “c. D” 2 are 3.5, e.g. here …");
        assert_eq!(long.opening(), long.in_brief());
        let parts =
            reading(&format!("Two claims (one; open): “a; b” and `c; d`; e; {}.", "x".repeat(240)));
        assert_eq!(parts.in_brief(), "Two claims (one; open): “a; b” and `c; d`; e …");
    }

    #[test]
    fn a_short_statement_and_a_long_sentence_are_told_in_whole() {
        assert_eq!(reading("One. Two.").in_brief(), "One. Two");
        assert_eq!(reading("One. Two.").opening(), "One. Two.");
        let long = format!("{UNDECIDED}{}", "word ".repeat(60));
        assert_eq!(reading(&long).in_brief(), "word ".repeat(60));
    }

    #[test]
    fn what_a_point_that_holds_names_all_the_same_is_told() {
        let noted = |outcome: Outcome, statement: &str| {
            Reading { outcome, ..reading(statement) }.noted().join(" | ")
        };
        let routed = "2 edges. Note: the conditional edge at `a.py:3` asks for `x`: it always goes the same way.";
        assert_eq!(
            noted(Outcome::Holds, routed),
            "the conditional edge at `a.py:3` asks for `x`: it always goes the same way"
        );
        assert_eq!(noted(Outcome::Partly { share: 0.5 }, routed), "");
        let two = "All is well. Note: `a.py:1` imports `b`, so that the line fails. `c.py:1` imports `d`, and no manifest names it; a handler there catches that it is not there.";
        assert_eq!(noted(Outcome::Holds, two), "`a.py:1` imports `b`, so that the line fails");
        assert_eq!(noted(Outcome::Holds, "All is well."), "");
    }
}
