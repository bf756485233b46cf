//! What a probe of the rubric makes of the facts.

use super::ids::{CriterionId, EvidenceId, ProbeId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

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
}

/// Longest statement in bytes that is told again in whole.
const LONG: usize = 240;

fn opening(statement: &str) -> Cow<'_, str> {
    let first = (statement.len() > LONG).then(|| first_sentence(statement)).flatten();
    first.map_or(Cow::Borrowed(statement), |first| Cow::Owned(format!("{first} …")))
}

/// The first of several sentences, without its full stop; of one that is too long, as many of the parts that semicolons
/// divide as fit. What stands within code, a quotation or brackets ends none.
fn first_sentence(text: &str) -> Option<&str> {
    let (mut in_code, mut within) = (false, 0_usize);
    let mut fitting = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '`' => in_code = !in_code,
            '“' | '(' if !in_code => within += 1,
            '”' | ')' if !in_code => within = within.saturating_sub(1),
            ';' if !in_code && within == 0 && at <= LONG => fitting = Some(&text[..at]),
            '.' if !in_code && within == 0 => {
                let next = text[at + 1..].strip_prefix(' ').and_then(|rest| rest.chars().next());
                if next.is_some_and(|next| next.is_uppercase() || next == '`') {
                    return fitting.filter(|_| at > LONG).or(Some(&text[..at]));
                }
            }
            _ => {}
        }
    }
    fitting
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
}
