//! The verdict in words: executive summary, remediation plan, notices.

use super::remedies::line;
use super::{astray, handed_in, interim, unheard, unread_code, unread_history};
use crate::domain::evidence::Detective;
use crate::domain::facts::DocumentFacts;
use crate::domain::ids::EvidenceId;
use crate::domain::reading::Reading;
use crate::domain::report::FROM_WORDS;
use crate::domain::rubric::Dimension;
use crate::domain::state::AgentState;
use crate::domain::task::Task;
use crate::domain::verdict::{CriterionResult, NotScored, Remedy};
use crate::domain::waived::Waived;
use crate::domain::wording::decimal;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What lets a report be read that has no text.
const WITH_TEXT: &str =
    "Hand in a PDF that has its text, exported from the document that it was written in";

/// The overall verdict in a few sentences, each of which the rest of the report bears out.
pub(super) fn executive(
    overall: f64,
    cap: Option<&str>,
    criteria: &[CriterionResult],
    not_scored: &[NotScored],
) -> String {
    if criteria.is_empty() {
        return "No criterion could be scored; the reasons are listed below.".to_owned();
    }
    let word = on_the_whole(overall, criteria.len(), not_scored.len());
    let that = if not_scored.is_empty() { " criterion" } else { " scored criterion" };
    let mut text = vec![format!("{} of 5: {word}.", decimal(overall))];
    if let Some(cap) = cap {
        text.push(cap.to_owned());
    }
    let best = criteria.iter().map(|c| c.final_score).max();
    let worst = criteria.iter().map(|c| c.final_score).min();
    let named = |score| {
        let names: Vec<String> = criteria
            .iter()
            .filter(|c| Some(c.final_score) == score)
            .map(|c| c.dimension_name.clone())
            .collect();
        let more = names.len().saturating_sub(3);
        let shown = names.into_iter().take(3).collect::<Vec<_>>().join(", ");
        if more > 0 { format!("{shown} and {more} more") } else { shown }
    };
    if let (Some(best), Some(worst)) = (best, worst) {
        if best == worst {
            text.push(format!("Each{that} stands at {best}."));
        } else {
            text.push(format!(
                "Strongest: {} ({best}). Weakest: {} ({worst}).",
                named(Some(best)),
                named(Some(worst))
            ));
        }
    }
    let contested = criteria.iter().filter(|c| c.dissent_summary.is_some()).count();
    if contested > 0 {
        let noun = if contested == 1 { "criterion" } else { "criteria" };
        text.push(format!("The judges disagreed widely on {contested} {noun}."));
    }
    text.join(" ")
}

fn in_a_word(overall: f64) -> &'static str {
    match overall {
        score if score >= 4.5 => "excellent",
        score if score >= 3.5 => "good, with gaps",
        score if score >= 2.5 => "competent in part",
        score if score >= 1.5 => "weak",
        _ => "hardly anything of what was asked for is there",
    }
}

/// A word for the overall score, with what it is about; none where less than half of the criteria have a score.
fn on_the_whole(overall: f64, scored: usize, not_scored: usize) -> String {
    let rest = match not_scored {
        0 => return in_a_word(overall).to_owned(),
        1 => "the other has no score".to_owned(),
        some => format!("the other {some} have no score"),
    };
    let all = scored + not_scored;
    let on = format!("on the {scored} of {all} criteria that could be scored; {rest}");
    if scored * 2 < all {
        format!("{on}, so that this tells little of the whole")
    } else {
        format!("{}, {on}", in_a_word(overall))
    }
}

/// The remedies of all criteria, grouped, the group that is worth most first; before them what lets a report be read
/// that has no text.
pub(super) fn plan(
    criteria: &[CriterionResult],
    not_scored: &[NotScored],
    document: Option<&DocumentFacts>,
) -> String {
    let mut groups = groups(criteria, not_scored);
    groups.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    let readable = document
        .and_then(DocumentFacts::why_no_text)
        .map(|why| format!("The report's text could not be examined: {why}. {WITH_TEXT}."));
    if groups.is_empty() && readable.is_none() {
        return match not_scored.len() {
            0 => "Nothing to change: no point of any criterion fails.".to_owned(),
            some => format!(
                "Nothing was found to change: no point fails of the criteria that have a score; {some} {} none.",
                if some == 1 { "has" } else { "have" }
            ),
        };
    }
    let remedies = groups.into_iter().map(|group| {
        let lines: Vec<String> =
            group.remedies.iter().map(|r| format!("- {}: {}", r.location, line(r))).collect();
        format!("{}\n{}", group.name, lines.join("\n"))
    });
    readable.into_iter().chain(remedies).collect::<Vec<_>>().join("\n\n")
}

/// What to change in one criterion; never nothing.
struct Group<'a> {
    name: &'a str,
    remedies: &'a [Remedy],
    gain: f64,
}

/// The criteria with something to change. One without a score is worth what it is with a weight of 1.
fn groups<'a>(criteria: &'a [CriterionResult], not_scored: &'a [NotScored]) -> Vec<Group<'a>> {
    let scored = criteria.iter().map(|c| (&c.dimension_name, &c.remedies, c.weight));
    let unscored = not_scored.iter().map(|c| (&c.dimension_name, &c.remedies, 1.0));
    let all = scored.chain(unscored).filter(|(_, remedies, _)| !remedies.is_empty());
    let group = |(name, remedies, weight): (&'a String, &'a Vec<Remedy>, f64)| {
        let gain = weight * remedies.iter().map(Remedy::share).sum::<f64>();
        Group { name, remedies, gain }
    };
    all.map(group).collect()
}

/// What a reader must know before trusting a score: artifacts that nobody could read, detectives who
/// did not testify, and criteria on which nobody was heard, or not everybody; before them that the rubric is one in words.
pub(super) fn notices(state: &AgentState) -> Vec<String> {
    let unread = Detective::ALL.into_iter().filter_map(|detective| {
        let failure = state.why_unread(detective)?;
        let artifact = match detective {
            Detective::RepoInvestigator => "repository",
            Detective::DocAnalyst => "report's text",
            Detective::VisionInspector => "report's figures",
        };
        Some(format!("The {artifact} could not be examined: {failure}."))
    });
    let history = unread_history::notices(state);
    let blank = state.document().and_then(DocumentFacts::why_no_text);
    let blank =
        blank.map(|why| format!("The report's text could not be examined: {why}. {WITH_TEXT}."));
    let silent = Detective::ALL.into_iter().filter_map(|detective| {
        let failure = state.given_up(&Task::Testify { detective })?;
        Some(format!("The {detective} could not testify: {failure}."))
    });
    let unheard = unheard::notices(state);
    let file = handed_in::notice(state).into_iter().chain(interim::notice(state));
    let code = unread_code::notice(state).or_else(|| astray::notice(state));
    let in_words = in_words(&state.rubric_dimensions);
    let missing = in_words
        .into_iter()
        .chain(unread)
        .chain(history)
        .chain(code)
        .chain(blank)
        .chain(file)
        .chain(silent)
        .chain(unheard);
    missing.chain(idle_waivers(state)).collect()
}

/// That a rubric names no probes for some or all of its dimensions, so that their words were looked up.
fn in_words(dimensions: &[Arc<Dimension>]) -> Option<String> {
    let is_one = |one: &&Arc<Dimension>| one.probes.iter().any(|spec| spec.from_words);
    let of: Vec<&str> = dimensions.iter().filter(is_one).map(|one| one.name.as_str()).collect();
    let where_ = match of.len() {
        0 => return None,
        all if all == dimensions.len() => String::new(),
        _ => format!(" for {}", of.join(", ")),
    };
    Some(format!(
        "{FROM_WORDS}{where_}: the program looked up what the words of its instructions name. What it knows the meaning of it asked of the facts; of any other word it tells whether the code has it as a name, and one that is merely mentioned is called so and proves no practice. What the words forbid must not be there, and what they ask beyond names is quoted and was not looked up."
    ))
}

/// Waivers whose evidence this audit does not have.
fn idle_waivers(state: &AgentState) -> impl Iterator<Item = String> {
    let is_there =
        |id: &EvidenceId| state.evidences.values().flatten().any(|evidence| evidence.id == *id);
    let idle = state.request.waivers.iter().filter(move |waived| !is_there(&waived.evidence));
    let idle: BTreeSet<&Waived> = idle.collect();
    idle.into_iter().map(Waived::names_nothing)
}

/// Why a dimension has no score.
pub(super) fn reason(dimension: &Dimension, state: &AgentState) -> String {
    if let Some(failure) = state.why_unread(dimension.target_artifact.detective()) {
        return format!("Its artifact could not be examined: {failure}.");
    }
    let testify = Task::Testify { detective: dimension.target_artifact.detective() };
    if let Some(failure) = state.given_up(&testify) {
        return format!("Its detective could not testify: {failure}.");
    }
    if let Some(seat) = state.missing_seats(&dimension.id).first() {
        return format!("No judge gave an opinion: {}.", seat.reason.trim_end_matches('.'));
    }
    undecided(state.readings_of(&dimension.id))
}

/// Why nothing was decided where everybody could look.
fn undecided(readings: &[Reading]) -> String {
    let open = readings.iter().find(|reading| !reading.is_moot());
    match (open, readings.first()) {
        (Some(reading), _) => format!("None of its points could be decided. {}", reading.statement),
        (None, Some(reading)) => format!("None of its points applies. {}", reading.statement),
        (None, None) => "The rubric binds it to no fact that could be looked up.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::DocumentWarning;
    use crate::domain::ids::{CriterionId, ProbeId};
    use crate::domain::reading::Outcome;

    #[test]
    fn what_does_not_apply_is_told_from_what_could_not_be_decided() {
        let reading = |statement: &str| Reading {
            criterion: CriterionId::new("c").expect("it is a name"),
            probe: ProbeId::new("p").expect("it is a name"),
            outcome: Outcome::Unknown { reason: "x".into(), neutral: true },
            statement: statement.into(),
            missing: Vec::new(),
            evidence: Vec::new(),
        };
        let (moot, open) = (reading("It is not there."), reading("Could not be decided: x."));
        let all = [moot.clone(), open];
        assert_eq!(undecided(&all[..1]), "None of its points applies. It is not there.");
        assert_eq!(
            undecided(&all),
            "None of its points could be decided. Could not be decided: x."
        );
        assert_eq!(undecided(&[]), "The rubric binds it to no fact that could be looked up.");
    }

    #[test]
    fn a_few_criteria_give_no_word_for_the_whole() {
        assert_eq!(on_the_whole(5.0, 10, 0), "excellent");
        assert_eq!(
            on_the_whole(5.0, 5, 5),
            "excellent, on the 5 of 10 criteria that could be scored; the other 5 have no score"
        );
        assert_eq!(
            on_the_whole(5.0, 1, 9),
            "on the 1 of 10 criteria that could be scored; the other 9 have no score, so that this tells little of the whole"
        );
    }

    fn unscored() -> NotScored {
        let id = CriterionId::new("c").expect("it is a name");
        NotScored {
            dimension_id: id,
            dimension_name: "C".into(),
            reason: "None.".into(),
            remedies: Vec::new(),
            missing_seats: Vec::new(),
        }
    }

    #[test]
    fn a_plan_without_remedies_says_what_has_no_score_and_how_a_report_can_be_read() {
        assert_eq!(plan(&[], &[], None), "Nothing to change: no point of any criterion fails.");
        assert_eq!(
            plan(&[], &[unscored()], None),
            "Nothing was found to change: no point fails of the criteria that have a score; 1 has none."
        );
        let blank =
            DocumentFacts { warnings: vec![DocumentWarning::NoText], ..DocumentFacts::default() };
        assert_eq!(
            plan(&[], &[unscored()], Some(&blank)),
            "The report's text could not be examined: it has none. Hand in a PDF that has its text, exported from the document that it was written in."
        );
        let read = DocumentFacts::default();
        assert!(plan(&[], &[], Some(&read)).starts_with("Nothing to change"));
    }
}
