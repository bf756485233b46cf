//! What of a sentence states something.

use super::table::{Scope, Wording};
use super::{ASIDE, CLAUSE_ENDS, EACH, IS_CONDITION, IS_DENIED, IS_WANTING, REPLACED, patterns};
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// Flags of the tool's own, which tell of what it audits.
static FLAGS: LazyLock<Parts> = LazyLock::new(|| Parts::new(r"\b(?:has|is)_\w+"));

/// The clauses of a sentence that deny nothing.
pub(super) struct Stated {
    clauses: Vec<String>,
    /// The same, joined, with what stands in brackets where it stood.
    sentence: String,
    /// The same with conditions.
    rules: String,
}

impl Stated {
    pub(super) fn of(sentence: &str) -> Self {
        let sentence = IS_WANTING.replace_all(sentence, " ");
        let sentence = REPLACED.replace_all(&sentence, " ");
        // What stands in brackets is a statement of its own, and parts none around it.
        let outside = ASIDE.replace_all(&sentence, " ");
        let inside = ASIDE.captures_iter(&sentence).filter_map(|found| found.get(1));
        let affirms = |part: &&str| !IS_DENIED.is_match(part);
        let mut clauses: Vec<&str> = CLAUSE_ENDS.split(&outside).filter(affirms).collect();
        clauses.extend(inside.map(|part| part.as_str()).filter(affirms));
        let unconditional = |part: &&&str| !IS_CONDITION.is_match(part);
        let mut rest = Vec::new();
        let mut start = 0;
        for end in CLAUSE_ENDS.find_iter(&sentence) {
            rest.push(&sentence[start..end.end()]);
            start = end.end();
        }
        rest.push(&sentence[start..]);
        rest.retain(|part| affirms(&&**part));
        Self {
            clauses: clauses.iter().filter(unconditional).map(|&part| part.to_owned()).collect(),
            sentence: rest.iter().filter(unconditional).copied().collect(),
            rules: rest.concat(),
        }
    }

    /// The part of the sentence that makes the claim, if any does.
    pub(super) fn part(&self, number: usize, wording: &Wording) -> Option<String> {
        let (own, foreign) = patterns(number);
        let of_graph = matches!(
            wording.kind,
            ClaimKind::ParallelJudges
                | ClaimKind::ParallelDetectives
                | ClaimKind::FanIn
                | ClaimKind::ConditionalEdges
        );
        let claims = |whole: &str| {
            // A flag of the tool's own tells of what it audits.
            let bare = of_graph.then(|| FLAGS.replace_all(whole, " "));
            let part = bare.as_deref().unwrap_or(whole);
            own.iter().all(|pattern| pattern.is_match(part))
                && wording.names.is_none_or(|names| names(part))
                && (!foreign.as_ref().is_some_and(|pattern| pattern.is_match(part))
                    || EACH.is_match(part))
        };
        match wording.scope {
            Scope::Clause => self.clauses.iter().find(|part| claims(part)).cloned(),
            Scope::Sentence => claims(&self.sentence).then(|| self.sentence.clone()),
            Scope::Rule => claims(&self.rules).then(|| self.rules.clone()),
        }
    }
}
