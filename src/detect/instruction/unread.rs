//! What the words of a dimension ask and no probe answers: it is named, and counts neither way.

use super::cues::{
    AT_ALL, AUXILIARIES, BEHIND, BETWEEN, DEMANDS, EVERYWHERE, IS_THERE, JUDGED, has,
};
use super::numbers::quantities;
use super::quotes::clauses;
use super::sentence::{Token, tokens};
use super::stance::{Stance, stances};
use super::terms::key;
use super::{Asked, simple};
use crate::domain::rubric::{Artifact, Dimension};
use serde_json::json;

/// Most parts of the words that are told.
const TOLD: usize = 6;
/// Longest part that is told in whole, in characters.
const LONG: usize = 160;

/// Words that ask for nothing by themselves, besides those of [`super::cues`].
const EMPTY: &str = "\
    and app application around at avoid avoids both calling constant costs deduct disallow each either \
    equivalent every forbid framework free fully in instead into least library mustn't name names never no not \
    object one or package penalise penalize place point rather refrain report reports service similar somewhere \
    term terms than then tool variable which word words yes variables document essay following list pdf specific \
    text these those";

/// A point about what is left of the words, where something of them was looked up. It weighs so much that names alone never
/// outweigh it.
pub(super) fn asked(dimension: &Dimension, asked: &[Asked], terms: &[String]) -> Option<Asked> {
    if asked.is_empty() || dimension.target_artifact == Artifact::PdfImages {
        return None;
    }
    let parts = parts(dimension, asked, terms);
    if parts.is_empty() {
        return None;
    }
    let names: f64 = asked.iter().filter(|one| one.about.is_empty()).map(|one| one.weight).sum();
    #[expect(clippy::cast_precision_loss, reason = "an instruction has few sentences")]
    let weight = names + parts.len() as f64;
    let with = json!({
        "texts": parts.iter().take(TOLD).collect::<Vec<_>>(),
        "more": parts.len().saturating_sub(TOLD),
        "report": dimension.target_artifact == Artifact::PdfReport,
    });
    let asks = "what else its words ask is so".to_owned();
    let advice = "read in the rubric what else it asks".to_owned();
    Some(Asked { with, weight, ..simple("words", asks, advice) })
}

/// The sentences of the instruction that ask more than what is looked up, and the numbers that are not understood.
fn parts(dimension: &Dimension, asked: &[Asked], terms: &[String]) -> Vec<String> {
    let looked: Vec<String> = terms.iter().map(|term| key(term)).collect();
    let mut all = Vec::new();
    for clause in clauses(&dimension.forensic_instruction) {
        let low = clause.to_lowercase();
        let known = asked.iter().flat_map(|one| &one.about).any(|word| low.contains(word.as_str()));
        // What the detectives are to put down asks nothing of a submission.
        let puts_down =
            ["capture", "quote", "record"].iter().any(|verb| low.trim().starts_with(verb));
        let is_read = known || puts_down || only_forbids(clause);
        if !is_read && asks_more(clause, &looked) {
            all.push(shortened(clause));
            continue;
        }
        let is_open = |unit: &str, least: Option<u32>| unit != "commits" || least.is_none();
        let numbers = quantities(clause).into_iter().filter(|one| is_open(&one.unit, one.least));
        all.extend(numbers.map(|one| one.words));
    }
    all
}

/// Whether all that a sentence says is that something must not be: where it is not, no condition matters.
fn only_forbids(clause: &str) -> bool {
    let named = stances(clause);
    let parts = tokens(clause).iter().any(|token| match token {
        Token::Mark(_) => true,
        Token::Word(word) => matches!(word.as_str(), "and" | "but" | "through" | "via"),
        Token::Term(_) => false,
    });
    !parts
        && !named.is_empty()
        && named.iter().all(|(_, stance)| matches!(stance, Stance::Forbidden { .. }))
}

/// Whether a sentence says more than the names that are looked up.
fn asks_more(clause: &str, looked: &[String]) -> bool {
    tokens(clause).iter().any(|token| match token {
        Token::Mark(_) => false,
        Token::Term(term) => !looked.contains(term),
        Token::Word(word) => {
            let word = word.as_str();
            let ours = [DEMANDS, EMPTY, EVERYWHERE, IS_THERE, JUDGED];
            let lists = ours.into_iter().chain([AT_ALL, AUXILIARIES, BEHIND, BETWEEN]);
            !lists.into_iter().any(|list| has(list, word))
                && !word.ends_with("n't")
                && word.chars().any(char::is_alphabetic)
        }
    })
}

fn shortened(clause: &str) -> String {
    let text = clause.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(LONG) {
        Some((at, _)) => format!("{} …", text[..at].trim_end()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::instruction::{of_repository, terms::terms, tests::dimension};

    #[track_caller]
    fn check(instruction: &str, expected: &[&str]) {
        let one = dimension("github_repo", instruction);
        let terms = terms(&one);
        let asked = of_repository(&one, &terms);
        assert_eq!(parts(&one, &asked, &terms), expected, "{instruction:?}");
    }

    #[test]
    fn a_sentence_that_says_no_more_than_names_is_looked_up_in_whole() {
        check("Is `a_b` used? Never use `c_d`.", &[]);
        check("Either `a_b` or `c_d` is used.", &[]);
        check("There must be a Dockerfile, a README.md and an openapi.yaml.", &[]);
    }

    #[test]
    fn what_a_sentence_asks_beyond_its_names_is_told() {
        check(
            "It serves GET /users by `a_b`. Look at `app/main.py`.",
            &["It serves GET /users by `a_b`"],
        );
        check("Use `a_b` to hash passwords.", &["Use `a_b` to hash passwords"]);
        check("Handlers must not call `a_b`.", &[]);
        check("Is `a_b` used? Capture the block that does it.", &[]);
        let two = "Passwords are hashed and `a_b` must not be used";
        check(two, &[two]);
        let secrets = "Passwords are hashed. No key is committed, nor a password.";
        check(secrets, &["Passwords are hashed"]);
    }

    #[test]
    fn what_is_asked_of_the_facts_is_looked_up_and_numbers_that_are_not_are_told() {
        check(
            "Check the git history: at least ten commits, and at least 3 authors.",
            &["at least 3 authors"],
        );
        check("Are there fan-outs in the `StateGraph`?", &[]);
    }
}
