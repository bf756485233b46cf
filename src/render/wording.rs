//! The words that every form of a report shares, as plain text. Foreign words among them stand between
//! backticks or as they were written, and are escaped by whoever sets them.

use super::index::{Index, Section};
use super::phrase::{count_u32, decimal, open_ended, points};
use crate::domain::chat::Usage;
use crate::domain::evidence::{Evidence, Standing, Tag};
use crate::domain::facts::Place;
use crate::domain::ids::EvidenceId;
use crate::domain::opinion::{JudicialOpinion, Round};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::report::{AuditReport, Judging, Provenance};
use crate::domain::request::BenchKind;
use crate::domain::score::Score;
use crate::domain::verdict::{CriterionResult, MissingSeat, PointWeight, Remedy};
use crate::domain::wording::capitalised;

/// What stands over a report's notices.
pub(super) const NOTICES: &str = "Before you trust a score:";
/// What stands over a report's flags: their name, and what they mean.
pub(super) const FLAGS: (&str, &str) = (
    "Flags:",
    "parts of the submission speak to its grader. A person should read them; by themselves they change \
     no score.",
);
/// What stands over the keys and passwords that were found: their name, and what to do.
pub(super) const EXPOSED: (&str, &str) = (
    "Secrets:",
    "whoever reads the submission can use them. Revoke each where it was issued: to remove it from the files \
     leaves it in the history. They change a score only where the rubric asks about them.",
);
/// Who judged, where no model did: before, within and after the emphasis.
pub(super) const OFFLINE: [&str; 3] = [
    "This report was made by the ",
    "offline bench",
    ": three written scoring policies computed the scores from the facts. No language model read the \
     texts.",
];
/// Who judged, where models did: before and within the emphasis, and after the models and their endpoint.
pub(super) const MODELS: [&str; 3] = [
    "This report was made by ",
    "language models",
    ". Every score is kept within the bounds that the facts set, and every citation was checked.",
];
/// What stands over a report's rules.
pub(super) const RULES: &str =
    "The rules in the order in which they are applied. A rule that was not applied says why.";
/// How the offline bench makes scores of facts, which [`crate::judge::rules`] does.
pub(super) const POLICIES: &str = "How the offline bench came to its opinions: each fact is a point that \
    weighs what the rubric says, an essential one half as much again, and a judge's score is 1 + 4 × the \
    weight it grants ÷ the weight it counts. All three grant what holds in full and what fails not at all. \
    The Prosecutor grants of what holds in part half its share, of what is undecided a quarter, adds 0.1 and \
    rounds down; it gives at most 2 where an essential point fails and 1 where a flaw is confirmed. The \
    Defense grants of what holds in part half of what is missing too, leaves out what is undecided, takes off \
    0.1 and rounds up; it gives at least 2 where any point holds and at most 4 where an essential point \
    fails or a flaw is confirmed. The Tech Lead grants the share of what holds in part, counts what is \
    undecided at half its weight and grants half of that, and rounds to the nearest; it gives at most 3 \
    where an essential point fails and 2 where a flaw is confirmed. What is undecided never lifts the granted \
    part above that of what is decided.";
/// What the remediation says where every probe holds, with the best score or without.
const ALL_HOLD: [&str; 2] = [
    "nothing, every probe holds.",
    "every probe holds; what keeps the score below 5 is in the judges' arguments.",
];

/// Who judged, in words.
pub(super) const fn bench(kind: BenchKind) -> &'static str {
    match kind {
        BenchKind::Rules => "offline rules, no language model",
        BenchKind::Llm => "language models",
    }
}

/// The first digits of a fingerprint.
pub(super) fn first(digits: &str, length: usize) -> &str {
    digits.get(..length).unwrap_or(digits)
}

/// How many commits were read, where the repository could be, and whether there are more.
pub(super) fn commits(provenance: &Provenance) -> Option<String> {
    let read = count_u32(provenance.commits?, "commit");
    Some(if provenance.older_commits {
        format!("at least {read}, older ones were not read")
    } else {
        read
    })
}

/// The path of the report's file, where there is one.
pub(super) fn report_path(report: &AuditReport) -> Option<&str> {
    report.provenance.report_path.as_deref().filter(|path| !path.trim().is_empty())
}

/// How many pages the report has, and of how many not all was read.
pub(super) fn pages(provenance: &Provenance) -> Option<String> {
    let pages = count_u32(provenance.report_pages?, "page");
    Some(match provenance.report_pages_unread {
        Some(unread) => format!("{pages}, {unread} of them not read in full"),
        None => pages,
    })
}

/// The points of a level, such as `7.5 of 15 points`.
pub(super) fn level_points(result: &CriterionResult) -> Option<(&str, String)> {
    let level = result.level.as_ref()?;
    let worth = format!("{} of {} points", points(level.points), points(level.of));
    Some((&level.name, worth))
}

/// A weight that is not 1.
pub(super) fn weight(result: &CriterionResult) -> Option<String> {
    let is_plain = (result.weight - 1.0).abs() <= f64::EPSILON;
    (!is_plain).then(|| format!("Weight {}", decimal(result.weight)))
}

/// How many of a section's probes came out how, such as `✓ 3 hold`.
pub(super) fn tallies(section: &Section<'_>) -> String {
    let tally = |is: fn(&Outcome) -> bool| {
        section.readings.iter().filter(|one| !one.is_moot() && is(&one.outcome)).count()
    };
    let moot = section.readings.iter().filter(|reading| reading.is_moot()).count();
    let holds = tally(|outcome| matches!(outcome, Outcome::Holds));
    let tallies = [
        (holds, "✓", if holds == 1 { "holds" } else { "hold" }),
        (tally(|outcome| matches!(outcome, Outcome::Partly { .. })), "◐", "in part"),
        (tally(|outcome| matches!(outcome, Outcome::Fails)), "✗", "not"),
        (tally(|outcome| matches!(outcome, Outcome::Unknown { .. })), "?", "undecided"),
        (moot, "–", if moot == 1 { "counts neither way" } else { "count neither way" }),
    ];
    let tallies = tallies.into_iter().filter(|(number, ..)| *number > 0);
    let tallies: Vec<String> =
        tallies.map(|(number, sign, word)| format!("{sign} {number} {word}")).collect();
    tallies.join(" · ")
}

/// What the points of a criterion weigh, where not all weigh 1.
pub(super) fn weights(result: &CriterionResult) -> Option<String> {
    let is_plain = |point: &PointWeight| !point.essential && (point.weight - 1.0).abs() < 1e-9;
    let words = result.points.iter().map(|point| {
        let essential = if point.essential { " and essential" } else { "" };
        format!("{}{essential}", decimal(point.weight).trim_end_matches(".0"))
    });
    let words: Vec<String> = words.collect();
    let all_plain = result.points.iter().all(is_plain);
    (!all_plain)
        .then(|| format!("In the order of the facts, the points weigh {}.", words.join(", ")))
}

/// The sign of a reading's outcome, with the share of what holds in part.
pub(super) fn sign(reading: &Reading) -> String {
    match &reading.outcome {
        Outcome::Holds => "✓".to_owned(),
        Outcome::Partly { share } => format!("◐ holds to {:.0} %:", share * 100.0),
        Outcome::Fails => "✗".to_owned(),
        Outcome::Unknown { .. } if reading.is_moot() => "–".to_owned(),
        Outcome::Unknown { .. } => "?".to_owned(),
    }
}

/// Why a reading is undecided, where its statement does not say so itself.
pub(super) fn undecided(reading: &Reading) -> Option<&str> {
    match &reading.outcome {
        Outcome::Unknown { reason, .. } if !reading.statement.contains(open_ended(reason)) => {
            Some(reason)
        }
        Outcome::Unknown { .. } | Outcome::Holds | Outcome::Partly { .. } | Outcome::Fails => None,
    }
}

/// The place to show beside a reading: that of its first evidence, where it is one that can be
/// opened, and where the statement does not name it already or a link can be added to it.
pub(super) fn place_beside<'a>(index: &Index<'a>, reading: &Reading) -> Option<&'a Place> {
    let first = reading.evidence.first().and_then(|id| index.find(id))?;
    let place = first.places.first()?;
    if matches!(place, Place::Tree { .. } | Place::Report) {
        return None;
    }
    let is_named = reading.statement.contains(&format!("`{place}`"))
        || matches!(place, Place::Page { .. } | Place::Commit { .. })
            && reading.statement.contains(&place.to_string());
    (index.url(place).is_some() || !is_named).then_some(place)
}

/// What an opinion cites and its argument does not name.
pub(super) fn unnamed(opinion: &JudicialOpinion) -> Vec<EvidenceId> {
    let is_unnamed = |id: &&EvidenceId| !opinion.argument.contains(id.as_str());
    opinion.cited_evidence.iter().filter(is_unnamed).cloned().collect()
}

/// Who gave an opinion, where that is none of the models that were asked first.
pub(super) fn stand_in(report: &AuditReport, opinion: &JudicialOpinion) -> Option<String> {
    let speaker = report.provenance.judging.as_ref()?.stand_in(opinion)?;
    Some(format!("given by {} at {}", speaker.model, speaker.endpoint))
}

/// That a judge gave no opinion, and after how many attempts; the reason follows.
pub(super) fn no_opinion(missing: &MissingSeat) -> [String; 2] {
    let hearing = match missing.seat.round {
        Round::First => "",
        Round::Second => " in the second hearing",
    };
    [
        format!("The {} gave no opinion{hearing}", missing.seat.persona.title()),
        format!(" after {}: ", count_u32(missing.attempts, "attempt")),
    ]
}

/// What there is to say about the remediation of a criterion without remedies.
pub(super) fn no_remedies(section: &Section<'_>, result: &CriterionResult) -> String {
    let holds = |reading: &&Reading| reading.outcome == Outcome::Holds;
    let all_hold = !section.readings.is_empty() && section.readings.iter().all(holds);
    // What some of them name all the same is told with it.
    let is_noted = section.readings.iter().any(|reading| !reading.noted().is_empty());
    match (all_hold && !is_noted, result.final_score < Score::MAX) {
        (true, is_below) => ALL_HOLD[usize::from(is_below)].to_owned(),
        (false, _) => result.remediation.clone(),
    }
}

/// What a remedy is worth, in words.
pub(super) fn worth(remedy: &Remedy) -> String {
    let cap = if remedy.lifts_cap { "; needed to lift the cap on the overall score" } else { "" };
    format!("{}{cap}", capitalised(&remedy.worth()))
}

/// What a reading misses, where its statement does not say it already.
pub(super) fn missing(reading: &Reading) -> Option<String> {
    let said = |missing: &String| {
        let statement = reading.statement.as_str();
        statement.contains(missing.as_str())
            || (statement.starts_with("No ") && has_words_of(statement, missing))
    };
    let told = reading.missing.iter().all(said);
    (!told).then(|| reading.missing.join(", "))
}

/// Whether each word of `part` but an article stands in `statement`.
fn has_words_of(statement: &str, part: &str) -> bool {
    let words = |text| str::split(text, |letter: char| !letter.is_alphanumeric());
    words(part)
        .filter(|word| !["a", "an", ""].contains(word))
        .all(|word| words(statement).any(|other| other == word))
}

/// What became of what was looked for, and whether that is a security flaw.
pub(super) fn standing(
    index: &Index<'_>,
    evidence: &Evidence,
) -> (&'static str, Option<&'static str>) {
    let standing = match evidence.standing {
        Standing::Found => "Found",
        Standing::Absent => "None found",
        Standing::Unknown if index.is_moot(evidence) => "Counts neither way",
        Standing::Unknown => "Undecided",
    };
    let tag = match (&evidence.tag, &evidence.waived) {
        (Some(Tag::SecurityFlaw), None) => Some("security flaw"),
        (Some(Tag::SecurityFlaw), Some(_)) | (None, _) => None,
    };
    (standing, tag)
}

/// That a person waived a piece of evidence: the word for it, and by whom, until when and why.
pub(super) fn waived(evidence: &Evidence) -> Option<(&'static str, String)> {
    let words = evidence.waived.as_ref()?.in_words();
    let words = words.strip_prefix("waived ").unwrap_or(&words).to_owned();
    let word =
        if evidence.seems_a_flaw() { "Taken for a security flaw, and waived" } else { "Waived" };
    Some((word, words))
}

/// How many calls, and how many tokens.
pub(super) fn calls(judging: &Judging) -> String {
    let Usage { prompt_tokens, cached_tokens, completion_tokens, estimated } = judging.usage;
    let estimated = if estimated { " (in part estimated: the endpoint does not say)" } else { "" };
    format!(
        "{} calls; {prompt_tokens} prompt tokens, {cached_tokens} of them cached; \
         {completion_tokens} tokens of replies{estimated}",
        judging.calls
    )
}

/// What the calls cost.
pub(super) fn cost(judging: &Judging) -> String {
    match judging.cost {
        None => "not known: a model is not in the table of prices".to_owned(),
        Some(cost) => {
            format!("{cost:.4} {}, at prices of {}", judging.currency, judging.prices_as_of)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::has_words_of;

    #[test]
    fn what_a_denial_names_is_not_said_to_be_missing_again() {
        let statement = "No model call is bound to a schema.";
        assert!(has_words_of(statement, "a model call bound to a schema"));
        assert!(!has_words_of(statement, "a model call bound to a schema, with a bounded retry"));
    }
}
