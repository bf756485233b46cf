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
        if let Some(Sent::Within(_, place, _)) = of(prompt) {
            prompt.template = Some(place.clone());
        }
    }
    let ours = |prompt: &&PromptFact| !prompt.in_tests && prompt.live != Some(false);
    let shingles = PERSONAS.map(|persona| {
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
    let mut pairs = Vec::new();
    for left in 0..PERSONAS.len() {
        for right in left + 1..PERSONAS.len() {
            let (one, other) = (&shingles[left], &shingles[right]);
            let shorter = one.len().min(other.len());
            if shorter == 0 {
                continue;
            }
            // Both counts are far below 2^52, so nothing is lost.
            #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
            let shared = one.intersection(other).count() as f64 / shorter as f64;
            pairs.push(PromptSimilarity {
                left: PERSONAS[left].into(),
                right: PERSONAS[right].into(),
                shared,
            });
        }
    }
    pairs
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
