//! How alike the personas' texts are.

use super::super::repository::Repository;
use super::PERSONAS;
use super::sent::{self, Sent};
use crate::domain::facts::{CommonWords, Lines, PromptFact, PromptSimilarity};
use std::collections::{BTreeMap, BTreeSet};

/// Words in the shingles that texts are compared by.
pub(in crate::detect) const SHINGLE: usize = 5;

/// Compares what is sent of the personas' texts pair by pair; tests and what nothing imports left out.
///
/// A text that is put into a template is compared with the template around it, which the prompts then
/// name. There is no pair for a persona whose template could not be read.
pub(in crate::detect::repo::python) fn similarity(
    repository: &Repository<'_>,
    prompts: &mut [PromptFact],
) -> (Vec<PromptSimilarity>, CommonWords) {
    let ours = |prompt: &&PromptFact| !prompt.in_tests && prompt.live != Some(false);
    // Of what stands in parts, others may be sent beside it that are not known to be the persona's: how much of the
    // whole is a template is not known then.
    let sent: BTreeMap<(Lines, String), Sent> =
        if prompts.iter().filter(ours).any(|prompt| prompt.part) {
            BTreeMap::new()
        } else {
            sent::sent(repository, prompts)
        };
    let of = |prompt: &PromptFact| sent.get(&(prompt.place.clone(), prompt.text.clone()));
    for prompt in &mut *prompts {
        if let Some(Sent::Within(whole, place, _)) = of(prompt) {
            let sent = (*whole != prompt.text).then(|| whole.clone());
            (prompt.template, prompt.sent) = (Some(place.clone()), sent);
        }
    }
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
    let texts = PERSONAS.map(|persona| {
        let texts = prompts.iter().filter(ours).filter(|prompt| prompt.persona == persona);
        texts.map(|prompt| words(&prompt.text)).collect::<Vec<_>>()
    });
    // Without what is sent for everyone, as a scale or a form of reply is.
    let common = common(&sent_runs);
    let own_runs = texts.each_ref().map(|texts| {
        let runs = texts.iter().flat_map(|words| runs(words)).collect::<BTreeSet<_>>();
        runs.difference(&common).cloned().collect::<BTreeSet<_>>()
    });
    let mut pairs = Vec::new();
    for left in 0..PERSONAS.len() {
        for right in left + 1..PERSONAS.len() {
            let Some(shared) = shared(&sent_runs[left], &sent_runs[right]) else { continue };
            let own = self::shared(&own_runs[left], &own_runs[right]).unwrap_or(1.0);
            pairs.push(PromptSimilarity {
                left: PERSONAS[left].into(),
                right: PERSONAS[right].into(),
                shared,
                own,
            });
        }
    }
    let own = texts.iter().map(|texts| texts.iter().map(|words| uncovered(words, &common)).sum());
    let (fewest, own) = PERSONAS.into_iter().zip(own).min_by_key(|(_, own)| *own).unzip();
    let of_fewest = prompts.iter().filter(ours).filter(|prompt| Some(&*prompt.persona) == fewest);
    let place = of_fewest
        .map(|prompt| (uncovered(&words(&prompt.text), &common), &prompt.place))
        .max_by_key(|(own, _)| *own);
    // A word more than there are runs, for each stretch of them.
    let all = if common.is_empty() { 0 } else { common.len() + SHINGLE - 1 };
    let count = |words: usize| u32::try_from(words).unwrap_or(u32::MAX);
    let common = CommonWords {
        all: count(all),
        own: count(own.unwrap_or_default()),
        fewest: place.and(fewest).map(str::to_owned),
        place: place.map(|(_, place)| place.clone()),
    };
    (pairs, common)
}

/// The runs that all personas are sent; none where there is a persona of whom that is not known.
fn common(sent: &[BTreeSet<String>; 3]) -> BTreeSet<String> {
    let [first, others @ ..] = sent;
    let everywhere = |run: &&String| others.iter().all(|other| other.contains(*run));
    first.iter().filter(everywhere).cloned().collect()
}

/// How many of the words stand in no run that is common to all.
fn uncovered(words: &[String], common: &BTreeSet<String>) -> usize {
    let mut own = vec![true; words.len()];
    for (at, run) in words.windows(SHINGLE).enumerate() {
        if common.contains(&run.join(" ")) {
            own[at..at + SHINGLE].fill(false);
        }
    }
    own.into_iter().filter(|own| *own).count()
}

/// The share of the shorter one's runs that the other has too; `None` where one of them has none.
fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Option<f64> {
    let shorter = one.len().min(other.len());
    // Both counts are far below 2^52, so nothing is lost.
    #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
    (shorter > 0).then(|| one.intersection(other).count() as f64 / shorter as f64)
}

fn shingles(text: &str) -> BTreeSet<String> {
    runs(&words(text)).collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|char: char| !char.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Of a text that is shorter than a run, the whole is compared.
fn runs(words: &[String]) -> impl Iterator<Item = String> {
    words.windows(SHINGLE.min(words.len().max(1))).map(|words| words.join(" "))
}
