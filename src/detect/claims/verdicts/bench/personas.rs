//! Whether the texts of the personas differ.

use super::super::Verdict;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{PromptFact, PythonFacts, briefs};
use std::sync::LazyLock;

/// Share of common text from which two prompts are the same, 0–1.
const SAME: f64 = 0.9;
/// Share of common text up to which two prompts are distinct, 0–1.
const DISTINCT: f64 = 0.5;
/// Number of judges.
const JUDGES: usize = 3;

/// Whether the personas' texts differ.
pub(in super::super) fn distinct(python: &PythonFacts) -> Verdict {
    let live = |prompt: &&PromptFact| !prompt.in_tests && prompt.live != Some(false);
    let ours: Vec<_> = python.prompts.iter().filter(live).collect();
    let shares: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let places = ours.iter().map(|prompt| &prompt.place);
    if shares.len() >= JUDGES && shares.iter().all(|share| *share <= DISTINCT) {
        if !briefs(ours.iter().copied()).is_empty() {
            return Verdict::undecided("a persona's text is too short to be compared with another");
        }
        let most = shares.iter().copied().fold(0.0, f64::max) * 100.0;
        let texts = if ours.iter().all(|prompt| prompt.template.is_some()) {
            "of the personas' texts, with the templates around them,"
        } else {
            "of the texts that were read for the personas"
        };
        let fact = format!(
            "no two {texts} have more than {most:.0} % of their five-word phrases in common"
        );
        return Verdict::of(Supported, fact, places);
    }
    if shares.len() >= JUDGES && shares.iter().all(|share| *share > SAME) {
        // A template may make what is sent alike whose own parts are not.
        return match ours.iter().find_map(|prompt| prompt.template.as_ref()) {
            Some(template) => {
                let fact = format!(
                    "what is sent to the personas is nearly the same, with the template at `{template}` around the text of each"
                );
                Verdict::of(Undecided, fact, places)
            }
            None => Verdict::of(Contradicted, "the personas' texts are nearly the same", places),
        };
    }
    if shares.len() < JUDGES {
        return Verdict::undecided(
            "the texts of the three personas, or what is sent with them, were not all found",
        );
    }
    let most = shares.iter().copied().fold(0.0, f64::max) * 100.0;
    let fact = format!(
        "the closest two of the personas' texts have {most:.0} % of their five-word phrases in common as sent"
    );
    Verdict::of(Undecided, fact, places)
}

/// That prompts differ, without a word that says how much.
static DIFFERENT: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)\bdifferent (?:system )?prompts?\b"));

/// Words by which they are said to do more than that.
static MORE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:distinct\w*|conflict\w*|separate\w*|unique\w*|oppos\w*|independent\w*|philosoph\w*|\w+ly different)\b",
    )
});

/// Prompts that are said to be different, and no more: any do of which no two are nearly the same.
pub(in super::super) fn differ(python: &PythonFacts, text: &str, shown: Verdict) -> Verdict {
    let shares: Vec<f64> = python.prompt_similarity.iter().map(|pair| pair.shared).collect();
    let differ = shares.len() >= JUDGES && shares.iter().all(|share| *share <= SAME);
    if shown.status != Undecided || !differ || !DIFFERENT.is_match(text) || MORE.is_match(text) {
        return shown;
    }
    Verdict::of(Supported, "no two of the personas' texts are the same", &shown.places)
}
