//! Passages that are told before the term that they explain.

use super::sources::drawn;
use super::statements::Kind;
use super::{ENOUGH_IN_PASSAGE, FEWEST_WORDS, MECHANISMS, Passage, strength};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Statements of a section, at most, that its last one takes up.
const BACK: usize = 6;

/// Words, at most, between a verb and the term that it speaks of.
const WORDS_BETWEEN: usize = 4;

/// What takes up all that its section says before: `This layer embodies fan-out`.
static TAKES_UP: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)^\W*(?:th(?:is|ese)|the (?:above|preceding)) (?:[\w-]+ ){0,2}",
        r"(?:layers?|designs?|structures?|architectures?|approach(?:es)?|patterns?|phases?|stages?|flows?|",
        r"topolog(?:y|ies)|arrangements?|steps?|mechanisms?|workflows?|pipelines?|configurations?) ",
        r"(?:\w+ly )?(?:embod(?:y|ies)|implements?|reali[sz]es?|follows?|demonstrates?|reflects?|represents?|",
        r"constitutes?|exemplif(?:y|ies)|is|are|forms?|achieves?|enforces?)\b",
    ))
});

/// What goes on about a list right before it: `This guarantees:`.
static GOES_ON: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*th(?:is|ese)(?: \w+)? (?:guarantees?|ensures?|prevents?|allows?|enables?|means?|gives?|provides?|keeps?)(?: that)?\W*:\W*$",
    )
});

impl Passage<'_> {
    /// Where the passage ends that explains the term by a list which it leads to, and by another one that goes on about
    /// that, if one does.
    pub(super) fn goes_on(&self) -> Option<usize> {
        let all = &self.statements.all;
        let next = self.statements.owned(self.number);
        let leads = all[self.number].kind == Kind::LeadIn && all.get(next)?.kind == Kind::LeadIn;
        if !leads || !GOES_ON.is_match(self.statements.said(next)) || self.explains_nothing() {
            return None;
        }
        let end = self.statements.owned(next);
        let told = (self.number..end).map(|number| self.rest(number)).collect::<Vec<_>>().join(" ");
        let is_long = told.split_whitespace().count() >= 2 * FEWEST_WORDS;
        let explains = is_long && strength(&told, &MECHANISMS) >= ENOUGH_IN_PASSAGE;
        explains.then(|| all[end - 1].range.end)
    }

    /// Where the passage begins that explains the term before this statement takes it up, if one does.
    pub(super) fn taken_up(&self) -> Option<usize> {
        let said = self.said();
        let takes_up = TAKES_UP.find(said).is_some_and(|subject| {
            let term = self.pattern.find(said).filter(|term| subject.end <= term.start);
            term.is_some_and(|term| is_object(&said[subject.end..term.start]))
        });
        if !takes_up || self.explains_nothing() {
            return None;
        }
        let own = &self.statements.all[self.number];
        let before = (0..self.number).rev().take(BACK).take_while(|one| {
            let one = &self.statements.all[*one];
            !matches!(one.kind, Kind::Heading | Kind::Contents)
                && one.section == own.section
                && !one.foreign
        });
        let told: Vec<usize> = before.collect();
        let mut passage = self.rest(self.number);
        for number in told.iter().filter(|one| !drawn(self.statements.said(**one))) {
            passage.push(' ');
            passage.push_str(&self.rest(*number));
        }
        let is_long = passage.split_whitespace().count() >= 2 * FEWEST_WORDS;
        let first = self.statements.all[*told.last()?].range.start;
        (is_long && strength(&passage, &MECHANISMS) >= ENOUGH_IN_PASSAGE).then_some(first)
    }
}

/// Whether these words between a verb and a term leave it what the verb speaks of.
fn is_object(between: &str) -> bool {
    between.split_whitespace().count() <= WORDS_BETWEEN && !between.contains([',', ';', '('])
}

#[cfg(test)]
mod tests {
    use super::super::{Statements, concept};
    use crate::domain::facts::ReportPage;

    fn statements(text: &str) -> Statements {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        Statements::of(&[page])
    }

    #[test]
    fn what_a_list_guarantees_belongs_to_it() {
        let text = "Reducers used:\n\n• operator.add for list accumulation\n• operator.ior for dictionary merges\n\nThis guarantees:\n\n• Parallel branches cannot overwrite each other\n• Evidence accumulates deterministically\n\nMore.\n";
        let found = |text: &str| {
            let found = concept(&statements(text), "reducer* + parallel");
            found.into_iter().map(|one| (one.substantive, one.sentence)).collect::<Vec<_>>()
        };
        let [(true, told)] = &found(text)[..] else { panic!("{:?}", found(text)) };
        assert!(
            told.starts_with("Reducers used:") && told.ends_with("deterministically"),
            "{told}"
        );
        assert_eq!(found(&text.replace("This guarantees:", "What is parallel:")), []);
        assert_eq!(found(&text.replace("Parallel", "Other")), []);
    }

    #[test]
    fn what_takes_up_its_section_is_explained_by_it() {
        let told = "1. Detectives\n\nThree agents start from one node.\n\nEach detective returns evidence that is merged at a node.\n\n";
        let explained = |text: &str| {
            let found = concept(&statements(text), "fan-in");
            assert_eq!(found.len(), 1, "{text}");
            found[0].substantive.then(|| found[0].sentence.clone())
        };
        let end = "This layer directly embodies fan-in.\n";
        let whole = "Three agents start from one node. Each detective returns evidence that is merged at a node. This layer directly embodies fan-in.";
        assert_eq!(explained(&format!("{told}{end}")), Some(whole.to_owned()));
        // It takes up nothing, nothing is told before it, or that stands under another title.
        assert_eq!(explained(&format!("{told}The plan has fan-in.\n")), None);
        assert_eq!(explained(&format!("It is a fine idea.\n\n{end}")), None);
        assert_eq!(explained(&format!("{told}2. Outlook\n\n{end}")), None);
        assert_eq!(explained(&format!("{told}This layer is fine, unlike fan-in before.\n")), None);
    }
}
