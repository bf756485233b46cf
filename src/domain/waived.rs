//! Evidence that a person declared not to show what it seems to show.

use super::ids::EvidenceId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A person's word that a piece of evidence is a false positive, as it holds for one audit. Whoever asks for
/// the audit has left out what is about other submissions and what has expired.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct Waived {
    /// The evidence.
    pub evidence: EvidenceId,
    /// Who said so.
    pub who: String,
    /// Why, in that person's words.
    pub reason: String,
    /// Until when it holds, in seconds since the beginning of 1970 in UTC; for good where it is `None`.
    #[serde(default)]
    pub until: Option<u64>,
}

impl Waived {
    /// By whom, until when and for which reason, one fragment without a full stop. The person's words are in
    /// it as they are.
    #[must_use]
    pub fn in_words(&self) -> String {
        let until = self.until.map_or_else(String::new, |at| format!(" until {}", day(at)));
        let reason = self.reason.trim().trim_end_matches('.');
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        format!("waived by {}{until}{reason}", self.who.trim())
    }

    /// That the evidence is not there, one sentence.
    #[must_use]
    pub fn names_nothing(&self) -> String {
        format!(
            "A waiver names evidence that this audit does not have: {} ({}).",
            self.evidence,
            self.in_words()
        )
    }
}

/// The moment as a date in UTC, with the time of day where it is not midnight.
fn day(seconds: u64) -> String {
    let moment = i64::try_from(seconds).ok().and_then(|at| jiff::Timestamp::from_second(at).ok());
    let form = if seconds.is_multiple_of(86_400) { "%Y-%m-%d" } else { "%Y-%m-%d %H:%M UTC" };
    moment.map_or_else(|| "the end of time".to_owned(), |at| at.strftime(form).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(reason: &str, until: Option<u64>, expected: &str) {
        let evidence = EvidenceId::of(&["x"]);
        let waived = Waived { evidence, who: "ada".into(), reason: reason.into(), until };
        assert_eq!(waived.in_words(), expected);
    }

    #[test]
    fn a_waiver_says_by_whom_until_when_and_why() {
        check("a test fixture.", None, "waived by ada: a test fixture");
        check("", Some(1_798_675_200), "waived by ada until 2026-12-31");
        check("x", Some(1_798_675_260), "waived by ada until 2026-12-31 00:01 UTC: x");
        check("x", Some(u64::MAX), "waived by ada until the end of time: x");
    }
}
