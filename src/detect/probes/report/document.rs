//! The probe of terms that the report explains.

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::document::{FOREIGN, Opened, explanation};
use crate::domain::evidence::{Finding, Standing};
use crate::domain::facts::{ConceptUse, DocumentFacts, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// How many named terms one explained term outweighs.
const EXPLAINED: usize = 4;
/// What is seen of a passage that explains: words alone, whether or not the code does what they say.
const EXPLAINS: &str = "With the term the passage tells how something is done, or names a file or what reads as a name of code; it was not held against the code here.";

/// Whether terms are explained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Concepts {
    pub(in super::super) terms: Vec<String>,
}

impl Ask for Concepts {
    const ABOUT: About = About {
        kind: "document.concepts",
        artifact: Artifact::PdfReport,
        summary: "Each term stands in a passage that explains how it is carried out, and is not merely dropped.",
        parameters: &[(
            "terms",
            "terms, found through hyphens, case and line ends; `a / b` means both, `a | b` that `b` serves for `a`, `a + b` both in one sentence, and `a*` any ending",
        )],
        example: r#"{"terms": ["Dialectical Synthesis", "State Synchronization | synchronization"]}"#,
    };

    fn foretell(&self, report: &Opened<'_>) -> Option<Answer> {
        legible(report.document).ok()?;
        self.read_in(report).ok()
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        self.read_in(&Opened::of(readable(record)?))
    }
}

impl Concepts {
    /// A term that does not occur may be written in letters that nothing tells, or in words of another language.
    fn read_in(&self, report: &Opened<'_>) -> Result<Answer, Undecided> {
        let answer = self.answer(report);
        if answer.missing.is_empty() {
            return Ok(answer);
        }
        let reason = if let Some(why) = report.document.why_in_part() {
            let told = answer.statement.trim_end_matches('.');
            format!("{told}, as far as it could be read: {why}")
        } else if report.is_foreign() {
            let terms = self.terms.iter().filter_map(|asked| spellings(asked).next());
            format!("{FOREIGN}, and what it calls {} there was not looked for", listed(terms))
        } else {
            return Ok(answer);
        };
        let found = |one: &Finding| one.standing == Standing::Found;
        let findings = answer.findings.into_iter().filter(found).collect();
        Err(Undecided { findings, ..Undecided::new(Place::Report, reason) })
    }

    fn answer(&self, report: &Opened<'_>) -> Answer {
        let (mut findings, mut words, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        let (mut explained, mut named) = (0, 0);
        for asked in &self.terms {
            let words_for: Vec<&str> = spellings(asked).collect();
            let term = words_for.first().copied().unwrap_or_default();
            let (best, uses) = explanation(report.statements(), &words_for);
            match best {
                Some(one) if one.substantive => {
                    explained += 1;
                    let name = if one.term == term {
                        format!("`{term}`")
                    } else {
                        format!("`{}`, which serves for `{term}`,", one.term)
                    };
                    words.push(format!("{name} is explained on page {}", one.page));
                    findings.push(used(&one, EXPLAINS));
                }
                Some(one) => {
                    named += 1;
                    words.push(format!(
                        "`{}` is named ({}), and no passage was recognised that explains it",
                        one.term,
                        count(uses, "use")
                    ));
                    missing.push(format!("an explanation of how `{term}` is carried out"));
                    let finding = used(
                        &one,
                        "The term is used, and no passage around a use ties it to a mechanism.",
                    );
                    findings.push(finding.with_confidence(Confidence::POSSIBLE));
                }
                None => {
                    words.push(format!("`{term}` does not occur"));
                    missing.push(format!("`{term}`"));
                    let scope = Place::Tree {
                        scope: format!("all {}", count(report.document.pages.len(), "page")),
                    };
                    findings.push(Finding::absent(
                        scope,
                        format!(
                            "Searched the visible text for `{}` and its spellings.",
                            words_for.join("`, `")
                        ),
                    ));
                }
            }
        }
        Answer {
            outcome: Outcome::of_share(EXPLAINED * explained + named, EXPLAINED * self.terms.len()),
            statement: format!("{}.", words.join(", ")),
            missing,
            findings,
        }
    }
}

/// The words that serve for a term, the term itself first.
pub(in super::super) fn spellings(asked: &str) -> impl Iterator<Item = &str> {
    asked.split('|').map(str::trim).filter(|word| !word.is_empty())
}

fn used(one: &ConceptUse, rationale: &str) -> Finding {
    Finding::found(Place::Page { page: one.page }, rationale)
        .with_confidence(Confidence::STRONG)
        .quoting(one.sentence.clone())
}

/// The document, provided that it has text.
pub(in super::super) fn readable<'a>(record: &Record<'a>) -> Result<&'a DocumentFacts, Undecided> {
    legible(record.document()?)
}

/// The document, if it has any text.
fn legible(document: &DocumentFacts) -> Result<&DocumentFacts, Undecided> {
    if document.pages.iter().all(|page| page.text.trim().is_empty()) {
        let why = document.why_no_text().unwrap_or_else(|| "it has none".to_owned());
        let reason = format!("the report's text could not be examined: {why}");
        return Err(Undecided::new(Place::Report, reason));
    }
    Ok(document)
}

/// An answer that holds for what was read of the report, with what was not: where that is most of it, nobody knows.
pub(in super::super) fn in_part(
    document: &DocumentFacts,
    answer: Answer,
) -> Result<Answer, Undecided> {
    let Some(lacking) = document.why_pages_lack() else { return Ok(answer) };
    let told = format!("{} Of the report, {lacking}", answer.statement);
    if answer.outcome == Outcome::Holds && 2 * document.unread_pages() > document.page_count() {
        return Err(Undecided { findings: answer.findings, ..Undecided::new(Place::Report, told) });
    }
    Ok(Answer { statement: format!("{told}."), ..answer })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{DocumentWarning, ReportPage};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let page = ReportPage { number: 4, text: text.into(), ..ReportPage::default() };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        let probe: Concepts =
            serde_json::from_str(r#"{"terms": ["State Synchronization | synchronisation"]}"#)
                .unwrap();
        assert_eq!(probe.answer(&Opened::of(&document)).statement, expected);
    }

    #[test]
    fn a_term_is_not_called_missing_where_letters_are_not_told() {
        let page = ReportPage { number: 4, text: "The state.".into(), ..ReportPage::default() };
        let untold = DocumentWarning::Untold { pages: vec![2, 4], untold: 1_014, letters: 19_003 };
        let document =
            DocumentFacts { pages: vec![page], warnings: vec![untold], ..DocumentFacts::default() };
        let probe: Concepts = serde_json::from_str(r#"{"terms": ["Fan-In"]}"#).unwrap();
        let reason = probe.read_in(&Opened::of(&document)).err().map(|undecided| undecided.reason);
        let told = "`Fan-In` does not occur, as far as it could be read: 1,014 of the 19,003 letters on pages 2 and 4 could not be told from the file";
        assert_eq!(reason.as_deref(), Some(told));
        let plain = DocumentFacts { warnings: Vec::new(), ..document };
        let statement = probe.read_in(&Opened::of(&plain)).ok().map(|answer| answer.statement);
        assert_eq!(statement.as_deref(), Some("`Fan-In` does not occur."));
        assert!(probe.foretell(&Opened::of(&plain)).is_some());
    }

    #[test]
    fn a_term_is_not_called_missing_where_pages_were_not_read() {
        let page = ReportPage { number: 1, text: "The state.".into(), ..ReportPage::default() };
        let damaged = DocumentWarning::Damaged { pages: vec![2] };
        let pages = vec![page.clone(), ReportPage { number: 2, ..ReportPage::default() }];
        let damaged = DocumentFacts { pages, warnings: vec![damaged], ..DocumentFacts::default() };
        let left = DocumentFacts { pages: vec![page], pages_left: 9, ..DocumentFacts::default() };
        let probe: Concepts = serde_json::from_str(r#"{"terms": ["Fan-In"]}"#).unwrap();
        let reason = |document: &DocumentFacts| {
            probe.read_in(&Opened::of(document)).err().map(|undecided| undecided.reason).unwrap()
        };
        let told = "`Fan-In` does not occur, as far as it could be read: ";
        assert_eq!(reason(&damaged), format!("{told}1 of its 2 pages was not read in full"));
        assert_eq!(reason(&left), format!("{told}9 of its 10 pages were not read in full"));
    }

    #[test]
    fn what_holds_of_a_part_is_unknown_of_the_whole_where_most_was_not_read() {
        let answer = |outcome| Answer {
            outcome,
            statement: "3 paths cited.".into(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        let of = |read, pages_left| DocumentFacts {
            pages: vec![ReportPage::default(); read],
            pages_left,
            ..DocumentFacts::default()
        };
        let told = |document, outcome| {
            let answer = in_part(&document, answer(outcome));
            answer.map(|answer| answer.statement).map_err(|open| open.reason)
        };
        let most = "3 paths cited. Of the report, 3 of its 5 pages were not read in full";
        assert_eq!(told(of(2, 3), Outcome::Holds), Err(most.to_owned()));
        assert_eq!(told(of(2, 3), Outcome::Fails), Ok(format!("{most}.")));
        assert_eq!(told(of(5, 0), Outcome::Holds), Ok("3 paths cited.".to_owned()));
        let some = "3 paths cited. Of the report, 2 of its 4 pages were not read in full.";
        assert_eq!(told(of(2, 2), Outcome::Holds), Ok(some.to_owned()));
    }

    #[test]
    fn a_term_is_not_called_missing_in_a_report_of_another_language() {
        let spanish = "El nodo de los jueces se puede ver en el archivo que sigue. ".repeat(20);
        let told = |text: &str| {
            let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
            let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
            let asked = r#"{"terms": ["Fan-In | join", "Fan-Out"]}"#;
            let probe: Concepts = serde_json::from_str(asked).unwrap();
            probe
                .read_in(&Opened::of(&document))
                .err()
                .map(|open| (open.reason, open.findings.len()))
        };
        let reason = "most of the report is not in English, and what it calls `Fan-In`, `Fan-Out` there was not looked for";
        assert_eq!(told(&spanish), Some((reason.to_owned(), 0)));
        assert_eq!(told(&"The judges read what is in the state of the graph. ".repeat(20)), None);
    }

    #[test]
    fn another_word_serves_for_a_term_and_is_named() {
        let how = "keeps the judges apart, because each node returns its own part and a reducer merges them.";
        check(
            &format!("State synchronization {how}"),
            "`State Synchronization` is explained on page 4.",
        );
        check(
            &format!("Synchronisation {how}"),
            "`synchronisation`, which serves for `State Synchronization`, is explained on page 4.",
        );
        // What a report tells of its code is no sight of it.
        let page = ReportPage {
            number: 4,
            text: format!("Synchronisation {how}"),
            ..ReportPage::default()
        };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        let asked = r#"{"terms": ["synchronisation"]}"#;
        let answer =
            serde_json::from_str::<Concepts>(asked).unwrap().answer(&Opened::of(&document));
        let told = &answer.findings[0].rationale;
        assert!(told.ends_with("it was not held against the code here."), "{told}");
        check("Nothing of the kind stands here.", "`State Synchronization` does not occur.");
    }

    #[test]
    fn a_use_that_two_spellings_find_is_one_use() {
        let page = ReportPage {
            number: 1,
            text: "Metacognition matters.".into(),
            ..ReportPage::default()
        };
        let document = DocumentFacts { pages: vec![page], ..DocumentFacts::default() };
        let probe: Concepts =
            serde_json::from_str(r#"{"terms": ["Metacognition | meta-cognition"]}"#).unwrap();
        let told = probe.answer(&Opened::of(&document)).statement;
        assert!(told.starts_with("`Metacognition` is named (1 use)"), "{told}");
    }
}
