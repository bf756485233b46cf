//! Probes of what the report says about the code, and of what it says behind its reader's back.

mod copies;
mod hidden;
mod scores;
#[cfg(test)]
mod tests;
mod told;

pub(in super::super) use hidden::Hidden;

use super::super::{About, Answer, Ask, Record, Undecided, count};
use super::document::{in_part, readable};
use super::unrelated::{UNRELATED, is_unrelated};
use crate::detect::claims::{held, peer_audits, self_audits};
use crate::detect::document::{FOREIGN, is_foreign};
use crate::domain::evidence::{Finding, Standing};
use crate::domain::facts::{ClaimFact, ClaimStatus, Place};
use crate::domain::reading::{Outcome, UNDECIDED};
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use scores::Scores;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use told::{by_fact, told};

/// Most findings of one kind that are stated.
const STATED: usize = 8;
/// Most places in the code that are shown of a sentence.
const PLACES: usize = 8;
/// Findings that are too few to leave out.
const FEW: usize = 2;
/// Most supported claims that are shown, so that a reader can hold them against the code.
const SHOWN: usize = 24;
/// Words of a contradicted sentence that are quoted where it is asked to be changed.
const SHOWN_WORDS: usize = 14;
/// What stands for the rest.
const MORE: &str = " …";
/// Fewest sentences that have to be decided before a report is said to be right.
const FEWEST: usize = 3;
/// How many supported claims one contradicted claim outweighs.
const CONTRADICTION_WEIGHS: usize = 3;

/// Whether the code does what the report says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Claims {
    #[serde(default)]
    contradicted_at_most: usize,
}

impl Ask for Claims {
    const ABOUT: About = About {
        kind: "document.claims",
        artifact: Artifact::PdfReport,
        summary: "The code contradicts nothing that the report claims of it: wiring, reducers, classes, names, structured output, clones, commands, what the tools read, rules of synthesis, libraries.",
        parameters: &[("contradicted_at_most", "number of claims that the code may contradict; 0")],
        example: r#"{"contradicted_at_most": 0}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let document = readable(record)?;
        let repository = record.repository()?;
        let told = record.told(document);
        let all = held(&told.said, Some(repository));
        if all.iter().all(|claim| claim.status == ClaimStatus::Undecided) {
            let mut findings = Vec::new();
            let unlisted = list(&mut findings, &[], &all.iter().collect::<Vec<_>>());
            let none = none_decided(all.len());
            let reason = match document.why_in_part() {
                Some(why) => format!("{none}, and {why}{unlisted}"),
                None if is_foreign(document) => {
                    format!("{none}; {FOREIGN}, and no other language is read{unlisted}")
                }
                None if is_unrelated(document, repository) => UNRELATED.to_owned(),
                None => format!("{none}{unlisted}"),
            };
            return Err(Undecided { findings, ..Undecided::new(Place::Report, reason) });
        }
        let (pages, names) = (&document.pages, record.criteria());
        let mut scores = Scores::of(
            &told.odds,
            &self_audits(pages, &repository.self_audits, &names),
            &peer_audits(pages, &repository.self_audits),
        );
        copies::tell(&mut scores, &repository.self_audits, &repository.tree);
        let answer = self.answer(&all, scores, told.whole);
        // Of what it says in its own language nothing is known.
        if answer.outcome == Outcome::Holds && is_foreign(document) {
            let told = answer.statement.trim_end_matches('.');
            let reason = format!("{FOREIGN}, and no other language is read. {told}");
            let findings = answer.findings;
            return Err(Undecided { findings, ..Undecided::new(Place::Report, reason) });
        }
        in_part(document, answer)
    }
}

impl Claims {
    /// Who says less of the code than is there deceives nobody: that is told, and costs nothing.
    fn answer(&self, all: &[ClaimFact], scores: Scores, whole: usize) -> Answer {
        let of = |status: ClaimStatus| -> Vec<&ClaimFact> {
            all.iter().filter(|claim| claim.status == status).collect()
        };
        let (supported, undecided) = (of(ClaimStatus::Supported), of(ClaimStatus::Undecided));
        let contradicted = of(ClaimStatus::Contradicted);
        let (behind, against): (Vec<&ClaimFact>, Vec<&ClaimFact>) =
            contradicted.iter().partition(|claim| claim.understates);
        let holds = against.len() <= self.contradicted_at_most;
        // Nobody is blamed for what may be part of something else: it is only told.
        let at_odds: Vec<&ClaimFact> = all.iter().filter(|claim| claim.at_odds).collect();
        let tells_how = || supported.iter().copied().filter(|claim| claim.kind.tells_how());
        let (telling, of_all) = (distinct(tells_how()), tells_how().count());
        let told_wrong = distinct(against.iter().copied());
        let once = Once {
            supported: (telling < of_all).then_some(telling),
            contradicted: (told_wrong < against.len()).then_some(told_wrong),
        };
        let wrong = each_once(&against);
        // First what each sentence is told to be changed for, in the order in which it is told.
        let more = against.iter().filter(|claim| !wrong.contains(claim));
        let shown = wrong.iter().chain(more).chain(&behind).map(|claim| finding(&[claim]));
        let mut findings: Vec<Finding> = shown.collect();
        let unlisted = list(&mut findings, &supported, &undecided);
        findings.extend(scores.findings);
        let everyone: Vec<&ClaimFact> = all.iter().collect();
        let sentences = each_once(&everyone).len();
        let statement = format!(
            "{} {} {} about the code: {} contradicted by it{}, {} supported in one point{}, {} undecided{}{}{}.{}{}{}",
            count(sentences, "sentence"),
            if sentences == 1 { "makes" } else { "make" },
            count(all.len(), "claim"),
            contradicted.len(),
            how_many_understate(behind.len(), contradicted.len()),
            supported.len(),
            by_name(&supported),
            undecided.len(),
            how_many_at_odds(at_odds.len(), undecided.len()),
            unlisted,
            if holds || telling == 0 {
                String::new()
            } else {
                weighs(&once, supported.len() > of_all, !behind.is_empty())
            },
            to_correct(&behind),
            scores.told,
            beyond(whole, sentences),
        );
        // The pieces of evidence tell the pages, in the same order.
        let missing = wrong.into_iter().map(odds);
        let decided: Vec<&ClaimFact> = supported.iter().chain(&contradicted).copied().collect();
        let decided = each_once(&decided).len();
        if holds && (decided < FEWEST || (telling == 0 && contradicted.is_empty())) {
            let only = if decided < FEWEST {
                format!("only {} of the report could be held", count(decided, "sentence"))
            } else {
                "only names and counts of the report could be held".to_owned()
            };
            let reason = format!(
                "{only} against the code, which is too little to tell whether the report is right"
            );
            let statement = format!("{UNDECIDED}{reason}. {statement}");
            let (outcome, missing) = (Outcome::open(reason), Vec::new());
            return Answer { outcome, statement, missing, findings };
        }
        let outcome = if holds {
            Outcome::Holds
        } else {
            Outcome::of_share(telling, telling + CONTRADICTION_WEIGHS * told_wrong)
        };
        let missing = if holds { Vec::new() } else { missing.collect() };
        Answer { outcome, statement, missing, findings }
    }
}

/// That nothing of what was recognised is decided.
fn none_decided(recognised: usize) -> String {
    match recognised {
        0 => "no claim about the code was recognised".to_owned(),
        1 => "the one claim about the code that was recognised could not be decided".to_owned(),
        some => format!(
            "none of the {some} claims about the code that were recognised could be decided"
        ),
    }
}

/// Adds what the code says to the other claims, sentence by sentence, and tells how many are not shown, after the
/// numbers.
fn list(findings: &mut Vec<Finding>, supported: &[&ClaimFact], undecided: &[&ClaimFact]) -> String {
    let mut unlisted = Vec::new();
    for (claims, most, how) in [(supported, SHOWN, "supported"), (undecided, STATED, "undecided")] {
        let mut sentences = by_sentence(claims);
        sentences.sort_by_key(|claims| !claims.iter().any(|claim| claim.at_odds));
        if let Some(left) = sentences.get(most..).filter(|left| left.len() > FEW) {
            let (claims, left) = (left.iter().map(Vec::len).sum(), left.len());
            let of = if claims > left {
                format!(", with {}", count(claims, "claim"))
            } else {
                String::new()
            };
            unlisted.push(format!("{} of {how} ones{of}", count(left, "sentence")));
            sentences.truncate(most);
        }
        findings.extend(sentences.iter().map(|claims| finding(claims)));
    }
    if unlisted.is_empty() {
        return String::new();
    }
    format!("; not listed here: {}", unlisted.join(" and "))
}

/// How much of the report was held against nothing, as a sentence of its own: a reader has to know that most false
/// sentences are of no kind that is recognised.
fn beyond(whole: usize, examined: usize) -> String {
    if whole <= examined {
        return String::new();
    }
    let whole = count(whole, "whole sentence");
    format!(" The report has {whole}; what the others say was not held against the code.")
}

/// How many of the claims that the code contradicts understate it, after their number.
fn how_many_understate(behind: usize, contradicted: usize) -> String {
    match (behind, contradicted) {
        (0, _) => String::new(),
        (1, 1) => " (it understates the code)".to_owned(),
        (some, all) if some == all => " (all of them understate the code)".to_owned(),
        (1, _) => " (1 of them understates the code)".to_owned(),
        (some, _) => format!(" ({some} of them understate the code)"),
    }
}

/// How many claims there are where those that one fact decides alike count once.
fn distinct<'c>(claims: impl Iterator<Item = &'c ClaimFact>) -> usize {
    claims.map(|claim| (claim.kind.topic(), &claim.fact)).collect::<BTreeSet<_>>().len()
}

/// How many claims are left where those of one kind that one fact decides count once; `None` where all are.
struct Once {
    supported: Option<usize>,
    contradicted: Option<usize>,
}

impl Once {
    fn told(&self) -> String {
        let of = |what: &str, left: usize| {
            format!(
                "; {what} ones of one kind that one fact decides count once, which leaves {left}"
            )
        };
        let supported = self.supported.map(|left| of("supported", left));
        let contradicted = self.contradicted.map(|left| of("contradicted", left));
        [supported, contradicted].into_iter().flatten().collect()
    }
}

/// How much a contradiction weighs, after the numbers, and which of them weigh nothing.
fn weighs(once: &Once, some_by_name: bool, some_behind: bool) -> String {
    let nothing = match (some_by_name, some_behind) {
        (false, false) => "",
        (true, false) => ", and what only a name or a number supports counts neither way",
        (false, true) => ", and what understates the code counts neither way",
        (true, true) => {
            ", and what only a name or a number supports or what understates the code counts neither way"
        }
    };
    let once = once.told();
    format!(
        "{once}; a contradicted one weighs as much as {CONTRADICTION_WEIGHS} supported ones{nothing}"
    )
}

/// How many of the undecided claims are not as the code is, if they say what they seem to, after their number.
fn how_many_at_odds(some: usize, undecided: usize) -> String {
    match (some, undecided) {
        (0, _) => String::new(),
        (1, 1) => " (contradicted, if it means what it seems to)".to_owned(),
        (1, _) => " (1 of them contradicted, if it means what it seems to)".to_owned(),
        (some, _) => {
            format!(" ({some} of them contradicted, if they mean what they seem to)")
        }
    }
}

/// Where the report is to be corrected that understates the code, as a sentence of its own.
fn to_correct(behind: &[&ClaimFact]) -> String {
    let pages: BTreeSet<u32> = behind.iter().map(|claim| claim.page).collect();
    let pages: Vec<String> = pages.iter().map(u32::to_string).collect();
    match pages.as_slice() {
        [] => String::new(),
        [page] => {
            format!(" Correct the report on page {page}: the code does more there than it says.")
        }
        pages => format!(
            " Correct the report on pages {}: the code does more there than it says.",
            pages.join(", ")
        ),
    }
}

/// How many of these claims hold by a name alone, in brackets.
fn by_name(supported: &[&ClaimFact]) -> String {
    match supported.iter().filter(|claim| !claim.kind.tells_how()).count() {
        0 => String::new(),
        some => format!(" ({some} of them only by a name or a number that is there)"),
    }
}

/// What a sentence says, and what the code says to it.
fn odds(claim: &ClaimFact) -> String {
    let ClaimFact { kind, sentence, fact, .. } = claim;
    let shown = beginning(sentence);
    // What is contradicted may stand where it is cut.
    let where_from = if shown.ends_with(MORE) {
        format!(" where it speaks of {},", kind.topic())
    } else {
        String::new()
    };
    format!("“{shown}”,{where_from} but {fact}")
}

/// The first words of a sentence.
fn beginning(sentence: &str) -> String {
    let mut words = sentence.split(' ');
    let shown: Vec<&str> = words.by_ref().take(SHOWN_WORDS).collect();
    let more = if words.next().is_some() { MORE } else { "" };
    format!("{}{more}", shown.join(" "))
}

/// The first claim of each sentence.
fn each_once<'c>(claims: &[&'c ClaimFact]) -> Vec<&'c ClaimFact> {
    let mut seen = BTreeSet::new();
    let mut claims = claims.to_vec();
    claims.retain(|claim| seen.insert((claim.page, claim.sentence.as_str())));
    claims
}

/// The claims of each sentence.
fn by_sentence<'c>(claims: &[&'c ClaimFact]) -> Vec<Vec<&'c ClaimFact>> {
    let mut all: Vec<Vec<&ClaimFact>> = Vec::new();
    let mut at: BTreeMap<(u32, &str), usize> = BTreeMap::new();
    for claim in claims {
        let place = *at.entry((claim.page, claim.sentence.as_str())).or_insert(all.len());
        match all.get_mut(place) {
            Some(of_sentence) => of_sentence.push(claim),
            None => all.push(vec![claim]),
        }
    }
    all
}

/// What the code says to claims of one sentence, which share their status.
fn finding(claims: &[&ClaimFact]) -> Finding {
    let claim = claims[0];
    let (confidence, standing) = match claim.status {
        ClaimStatus::Supported | ClaimStatus::Contradicted => (Confidence::STRONG, Standing::Found),
        ClaimStatus::Undecided => (Confidence::POSSIBLE, Standing::Unknown),
    };
    let page = Place::Page { page: claim.page };
    let mut places = vec![page.clone()];
    for place in claims.iter().flat_map(|claim| &claim.places).map(Place::from) {
        if places.len() <= PLACES && !places.contains(&place) {
            places.push(place);
        }
    }
    let mut what: Vec<String> = by_fact(claims).iter().map(|same| told(same)).collect();
    if claim.status == ClaimStatus::Supported {
        what.push("What else it says was not examined.".to_owned());
    }
    Finding { standing, places, ..Finding::found(page, what.join(" ")) }
        .with_confidence(confidence)
        .quoting(claim.sentence.clone())
}
