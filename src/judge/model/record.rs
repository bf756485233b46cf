//! The record of an audit as every judge gets it: the same bytes in front of every question, so that an
//! endpoint's cache of prefixes serves all but the first.

use super::fence::{Fence, clean};
use crate::domain::digest::sha256_hex;
use crate::domain::evidence::{Evidence, Standing};
use crate::domain::reducers::Evidences;
use crate::domain::waived::Waived;
use serde::Serialize;
use std::collections::BTreeMap;

/// Longest fact and longest excerpt in characters; the first pair under which the record fits its budget
/// is taken.
const LENGTHS: &[(usize, usize)] =
    &[(500, 700), (400, 400), (300, 240), (240, 120), (200, 60), (160, 0), (80, 0)];
/// Longest place in characters.
const PLACE: usize = 160;

/// The record in words, and the mark of its fences. To lay it out takes milliseconds, and all questions of an
/// audit share it.
#[derive(Debug)]
pub struct Record {
    pub(super) text: String,
    pub(super) mark: String,
}

/// Evidence that says the same of the same place is one row with several ids: several questions of the
/// rubric often rest on one finding.
#[derive(Serialize)]
struct FactRow<'a> {
    ids: Vec<&'a str>,
    criterion: &'a str,
    standing: Standing,
    #[serde(rename = "where")]
    place: String,
    #[serde(skip_serializing_if = "is_none")]
    more_places: usize,
    fact: String,
    /// That a person declared it not to show what it seems to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    waived: Option<String>,
}

#[derive(Serialize)]
struct ExcerptRow<'a> {
    ids: Vec<&'a str>,
    excerpt: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the serialiser hands out references")]
fn is_none(count: &usize) -> bool {
    *count == 0
}

impl Record {
    /// Lays out all evidence: the facts first, the excerpts after them, in the order of the criteria's
    /// ids. Where it would take more than `budget` bytes, every entry is shortened alike; none is left
    /// out.
    ///
    /// # Panics
    /// Never: evidence is plain data.
    #[must_use]
    pub fn of(evidences: &Evidences, budget: usize) -> Self {
        let all: Vec<(&str, &Evidence)> = evidences
            .iter()
            .flat_map(|(criterion, evidence)| evidence.iter().map(|e| (criterion.as_str(), e)))
            .collect();
        // Nobody can write down the digest of a text that contains it.
        let whole = serde_json::to_vec(evidences).expect("evidence has string keys");
        let mark = sha256_hex(&whole)[..16].to_owned();
        let mut text = String::new();
        for (fact, excerpt) in LENGTHS {
            text = laid_out(&all, &mark, *fact, *excerpt);
            if text.len() <= budget {
                break;
            }
        }
        Self { text, mark }
    }
}

fn laid_out(all: &[(&str, &Evidence)], mark: &str, fact: usize, excerpt: usize) -> String {
    let fence = Fence::new(mark);
    let mut facts: Vec<FactRow<'_>> = Vec::new();
    let mut known = BTreeMap::new();
    for (criterion, evidence) in all {
        let waived = evidence.waived.as_ref().map(Waived::in_words);
        let key = (criterion, evidence.standing, &evidence.places, &evidence.rationale, &waived);
        let key = format!("{key:?}");
        if let Some(row) = known.get(&key).and_then(|row: &usize| facts.get_mut(*row)) {
            row.ids.push(evidence.id.as_str());
            continue;
        }
        known.insert(key, facts.len());
        facts.push(FactRow {
            ids: vec![evidence.id.as_str()],
            criterion,
            // What a person waived is shown, and speaks neither for nor against.
            standing: if waived.is_some() { Standing::Unknown } else { evidence.standing },
            place: clean(&evidence.location, PLACE),
            more_places: evidence.places.len().saturating_sub(1),
            fact: clean(&evidence.rationale, fact),
            waived: waived.map(|words| clean(&words, fact)),
        });
    }
    let text = fence.enclose("facts", facts.iter());
    if excerpt == 0 {
        return text;
    }
    let mut excerpts: Vec<ExcerptRow<'_>> = Vec::new();
    let mut known = BTreeMap::new();
    for (_, evidence) in all {
        let Some(content) = evidence.content.as_deref().filter(|text| !text.trim().is_empty())
        else {
            continue;
        };
        if let Some(row) = known.get(content).and_then(|row: &usize| excerpts.get_mut(*row)) {
            row.ids.push(evidence.id.as_str());
            continue;
        }
        known.insert(content, excerpts.len());
        let ids = vec![evidence.id.as_str()];
        excerpts.push(ExcerptRow { ids, excerpt: clean(content, excerpt) });
    }
    text + &fence.enclose("excerpts", excerpts.iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::evidence::{Detective, Finding};
    use crate::domain::facts::Place;
    use crate::domain::ids::CriterionId;
    use crate::domain::waived::Waived;

    #[test]
    fn judges_see_by_whom_evidence_is_waived_and_that_it_decides_nothing() {
        let criterion = CriterionId::new("c").unwrap();
        let finding = Finding::found(Place::Report, "A shell command.").flaw();
        let mut piece = Evidence::new(&criterion, Detective::DocAnalyst, None, finding);
        let record = |piece: &Evidence| {
            let all = Evidences::from([(criterion.clone(), vec![piece.clone()])]);
            Record::of(&all, 10_000).text
        };
        let before = record(&piece);
        assert!(
            before.contains("\"standing\":\"found\"") && !before.contains("waived"),
            "{before}"
        );
        let (evidence, reason) = (piece.id.clone(), "a <b>fixture".to_owned());
        piece.waived = Some(Waived { evidence, who: "ada".into(), reason, until: None });
        let after = record(&piece);
        let says = "\"standing\":\"unknown\"";
        assert!(after.contains(says) && after.contains("waived by ada: a ‹b›fixture"), "{after}");
    }
}
