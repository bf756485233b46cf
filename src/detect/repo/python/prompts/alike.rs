//! How alike the personas' texts are.

use super::super::repository::Repository;
use super::PERSONAS;
use super::sent::{self, Sent};
use crate::domain::facts::{Lines, PromptFact, PromptSimilarity};
use std::collections::{BTreeMap, BTreeSet};

/// Words in the shingles that texts are compared by.
const SHINGLE: usize = 5;

/// Compares what is sent of the personas' texts pair by pair; tests and what nothing imports left out.
///
/// A text that is put into a template is compared with the template around it, which the prompts then
/// name. There is no pair for a persona whose template could not be read.
pub(in crate::detect::repo::python) fn similarity(
    repository: &Repository<'_>,
    prompts: &mut [PromptFact],
) -> Vec<PromptSimilarity> {
    let sent: BTreeMap<(Lines, String), Sent> = sent::sent(repository, prompts);
    let of = |prompt: &PromptFact| sent.get(&(prompt.place.clone(), prompt.text.clone()));
    for prompt in &mut *prompts {
        if let Some(Sent::Within(whole, place, _)) = of(prompt) {
            let sent = (*whole != prompt.text).then(|| whole.clone());
            (prompt.template, prompt.sent) = (Some(place.clone()), sent);
        }
    }
    let ours = |prompt: &&PromptFact| !prompt.in_tests && prompt.live != Some(false);
    let sent_runs = PERSONAS.map(|persona| {
        let mut all = BTreeSet::new();
        for prompt in prompts.iter().filter(ours).filter(|prompt| prompt.persona == persona) {
            match of(prompt) {
                Some(Sent::Within(whole, _, true)) => all.extend(shingles(whole)),
                Some(Sent::Within(_, _, false) | Sent::Unknown) => return BTreeSet::new(),
                None => all.extend(shingles(&prompt.text)),
            }
        }
        all
    });
    let own_runs = PERSONAS.map(|persona| {
        let texts = prompts.iter().filter(ours).filter(|prompt| prompt.persona == persona);
        texts.flat_map(|prompt| shingles(&prompt.text)).collect::<BTreeSet<_>>()
    });
    let mut pairs = Vec::new();
    for left in 0..PERSONAS.len() {
        for right in left + 1..PERSONAS.len() {
            let Some(shared) = shared(&sent_runs[left], &sent_runs[right]) else { continue };
            let own = self::shared(&own_runs[left], &own_runs[right]).unwrap_or(shared);
            pairs.push(PromptSimilarity {
                left: PERSONAS[left].into(),
                right: PERSONAS[right].into(),
                shared,
                own,
            });
        }
    }
    pairs
}

/// The share of the shorter one's runs that the other has too; `None` where one of them has none.
fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Option<f64> {
    let shorter = one.len().min(other.len());
    // Both counts are far below 2^52, so nothing is lost.
    #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
    (shorter > 0).then(|| one.intersection(other).count() as f64 / shorter as f64)
}

fn shingles(text: &str) -> BTreeSet<String> {
    let words: Vec<_> = text
        .split(|char: char| !char.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    // Of a text that is shorter than a run, the whole is compared.
    words.windows(SHINGLE.min(words.len().max(1))).map(|words| words.join(" ")).collect()
}
