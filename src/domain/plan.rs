//! What is to be done next: a function of the state and of nothing else.
//!
//! Start, resume and retry are one path: fold the events into the state, ask [`next_steps`], do it.

use super::evidence::Detective;
use super::failure::Failure;
use super::ids::CriterionId;
use super::opinion::{Persona, Round, Seat};
use super::planted::{Bug, is_planted};
use super::request::{RepoSource, ReportSource, Scope};
use super::state::AgentState;
use super::task::{Step, Task};
use std::path::{Path, PathBuf};

/// Spread of the first hearing above which a second one is held. For three whole scores
/// "max − min > 2" and "sample variance > 2" select exactly the same cases, see the tests.
pub const WIDE_SPREAD: u8 = 2;

/// What an audit needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// These steps are due; some may be under way already. Empty while everything due is settled
    /// but for work under way.
    Steps(Vec<Step>),
    /// No dimension could be examined: the audit ends without a report, for this reason.
    Abandon(Task, Failure),
    /// The report is written, the investigation is at its end, or the audit was abandoned.
    Over,
}

/// Says what is due.
#[must_use]
pub fn next_steps(state: &AgentState) -> Plan {
    if state.published.is_some() || state.abandoned.is_some() {
        return Plan::Over;
    }
    if let Some((task, failure)) = hopeless(state) {
        return Plan::Abandon(task, failure);
    }
    let mut due = reading(state);
    if due.is_empty() && state.request.scope == Scope::Investigation {
        return Plan::Over;
    }
    if due.is_empty() || is_planted(Bug::HearsBeforeTheEvidenceIsIn) {
        due.extend(hearing(state));
    }
    if is_planted(Bug::TechLeadForgotten) {
        due.retain(
            |task| !matches!(task, Task::Hear { seat } if seat.persona == Persona::TechLead),
        );
    }
    if is_planted(Bug::DecidesTooEarly) && matches!(due[..], [Task::Hear { .. }]) {
        due.clear();
    }
    if due.is_empty() {
        due.push(if state.final_report.is_none() { Task::Decide } else { Task::Publish });
    }
    let open = due.into_iter().filter(|task| !state.is_settled(task));
    Plan::Steps(open.map(|task| step(state, task)).collect())
}

/// The hearings that are due on one criterion: the part of [`next_steps`] that the end of a hearing on it can
/// change, as long as hearings are all that is due.
#[must_use]
pub fn hearings_on(state: &AgentState, criterion: &CriterionId) -> Vec<Step> {
    seats_on(state, criterion).into_iter().map(|task| step(state, task)).collect()
}

/// The attempt at a task that is due.
fn step(state: &AgentState, task: Task) -> Step {
    let attempt = state.attempts(&task) + 1;
    Step { task, attempt }
}

/// The detectives that the rubric calls for, with those whose facts the others need.
#[must_use]
pub fn called(state: &AgentState) -> Vec<Detective> {
    let wanted = |detective: Detective| {
        state.rubric_dimensions.iter().any(|d| d.target_artifact.detective() == detective)
    };
    let all = Detective::ALL.into_iter().filter(|detective| match detective {
        Detective::RepoInvestigator => {
            wanted(*detective)
                || wanted(Detective::DocAnalyst)
                || wanted(Detective::VisionInspector)
        }
        Detective::DocAnalyst => wanted(*detective) || wanted(Detective::VisionInspector),
        Detective::VisionInspector => wanted(*detective),
    });
    all.collect()
}

/// Whose facts a detective's testimony rests on. A report's claims are held against the code, a diagram may be made of
/// text, and of a report that names nothing of the code the figures prove nothing.
fn needs(detective: Detective) -> &'static [Detective] {
    match detective {
        Detective::RepoInvestigator => &[Detective::RepoInvestigator],
        Detective::DocAnalyst => &[Detective::RepoInvestigator, Detective::DocAnalyst],
        Detective::VisionInspector => {
            &[Detective::RepoInvestigator, Detective::DocAnalyst, Detective::VisionInspector]
        }
    }
}

/// Fetching, locating, examining and testifying, as far as they are due. Empty once every detective
/// has testified: the evidence is aggregated, and no judge is heard before.
fn reading(state: &AgentState) -> Vec<Task> {
    let called = called(state);
    let mut due = Vec::new();
    for task in [Task::Fetch, Task::Locate] {
        let is_due = is_wanted(state, &task, &called) && is_needed(state, &task, &called);
        if is_due && !state.is_settled(&task) && is_ready(state, &task) {
            due.push(task);
        }
    }
    for detective in &called {
        let examine = Task::Examine { detective: *detective };
        let testify = Task::Testify { detective: *detective };
        if !is_examined(state, *detective) {
            if is_ready(state, &examine) {
                due.push(examine);
            }
        } else if *detective == Detective::VisionInspector && is_looked_forward_to(state) {
            due.push(Task::Look);
        } else if !state.is_settled(&testify) && is_ready(state, &testify) {
            due.push(testify);
        }
    }
    let waiting = called.iter().any(|d| !state.is_settled(&Task::Testify { detective: *d }));
    if due.is_empty() && waiting {
        // Unreachable by construction; a plan that waits for nothing would hang the audit.
        due.extend(called.iter().map(|d| Task::Testify { detective: *d }));
    }
    due
}

/// Whether a vision model is still to look at the figures.
fn is_looked_forward_to(state: &AgentState) -> bool {
    let has_eyes = state.request.models.as_ref().is_some_and(|models| models.vision.is_some());
    let has_figures = state.figures().is_some_and(|facts| !facts.worth_a_look().is_empty());
    has_eyes && has_figures && !state.is_settled(&Task::Look)
}

fn is_wanted(state: &AgentState, task: &Task, called: &[Detective]) -> bool {
    match task {
        Task::Fetch => matches!(state.request.repo, RepoSource::Remote { .. }),
        Task::Locate => {
            !matches!(state.request.report, ReportSource::File { .. })
                && called.iter().any(|detective| *detective != Detective::RepoInvestigator)
        }
        Task::Examine { .. }
        | Task::Look
        | Task::Testify { .. }
        | Task::Hear { .. }
        | Task::Decide
        | Task::Publish => true,
    }
}

/// Whether something is still to be read that this task provides. What is taken over from a former audit is
/// not read again.
fn is_needed(state: &AgentState, task: &Task, called: &[Detective]) -> bool {
    match task {
        Task::Fetch => {
            is_to_be_read(state, Detective::RepoInvestigator, called)
                || is_wanted(state, &Task::Locate, called)
                    && state.report_path.is_none()
                    && is_report_needed(state, called)
        }
        Task::Locate => is_report_needed(state, called),
        Task::Examine { .. }
        | Task::Look
        | Task::Testify { .. }
        | Task::Hear { .. }
        | Task::Decide
        | Task::Publish => true,
    }
}

fn is_to_be_read(state: &AgentState, detective: Detective, called: &[Detective]) -> bool {
    called.contains(&detective) && !is_examined(state, detective)
}

/// Whether anybody is still to read the report or to look at its figures.
fn is_report_needed(state: &AgentState, called: &[Detective]) -> bool {
    [Detective::DocAnalyst, Detective::VisionInspector]
        .into_iter()
        .any(|detective| is_to_be_read(state, detective, called))
        || is_looked_forward_to(state)
}

/// Whether what a task works on is there.
fn is_ready(state: &AgentState, task: &Task) -> bool {
    match task {
        Task::Locate | Task::Examine { detective: Detective::RepoInvestigator } => {
            let needs_no_tree = *task == Task::Locate && !is_in_tree(state);
            needs_no_tree || state.repository_path.is_some()
        }
        Task::Examine { detective: Detective::DocAnalyst | Detective::VisionInspector } => {
            state.report_path.is_some()
        }
        Task::Testify { detective } => needs(*detective).iter().all(|d| is_examined(state, *d)),
        Task::Fetch | Task::Look | Task::Hear { .. } | Task::Decide | Task::Publish => true,
    }
}

/// Whether the report is to be taken out of the repository's tree.
fn is_in_tree(state: &AgentState) -> bool {
    match &state.request.report {
        ReportSource::InRepository { .. } | ReportSource::Search => true,
        ReportSource::File { .. } | ReportSource::Url { .. } => false,
    }
}

/// What was fetched or located, is still needed, and is gone, as `is_there` tells of each path.
#[must_use]
pub fn mislaid(state: &AgentState, is_there: impl Fn(&Path) -> bool) -> Vec<Task> {
    let called = called(state);
    let report_is_needed = is_report_needed(state, &called);
    let is_gone = |path: &Option<PathBuf>| path.as_ref().is_some_and(|path| !is_there(path));
    let is_ours = |task: &Task| is_wanted(state, task, &called);
    let mut again = Vec::new();
    let report = is_ours(&Task::Locate) && report_is_needed && is_gone(&state.report_path);
    // The report may be taken from the tree again, or for the first time.
    let tree_is_needed = is_to_be_read(state, Detective::RepoInvestigator, &called)
        || is_in_tree(state)
            && (report
                || is_ours(&Task::Locate) && report_is_needed && state.report_path.is_none());
    if is_ours(&Task::Fetch) && tree_is_needed && is_gone(&state.repository_path) {
        again.push(Task::Fetch);
    }
    if report {
        again.push(Task::Locate);
    }
    again
}

/// Whether a detective has read its artifact, or never will.
fn is_examined(state: &AgentState, detective: Detective) -> bool {
    state.facts.contains_key(&detective) || state.why_unread(detective).is_some()
}

/// The seats to be heard, in the rubric's order.
fn hearing(state: &AgentState) -> Vec<Task> {
    state.rubric_dimensions.iter().flat_map(|one| seats_on(state, &one.id)).collect()
}

/// The seats to be heard on one criterion: all of the first hearing, then those of a second.
fn seats_on(state: &AgentState, criterion: &CriterionId) -> Vec<Task> {
    if !state.is_judgeable(criterion) {
        return Vec::new();
    }
    let mut due: Vec<Task> = open(state, criterion, Round::First).collect();
    if due.is_empty() && is_contested(state, criterion) {
        due.extend(open(state, criterion, Round::Second));
    }
    due
}

/// The hearings that are not settled. This is asked after every event, so that nothing is copied for seats
/// that were heard.
fn open(state: &AgentState, criterion: &CriterionId, round: Round) -> impl Iterator<Item = Task> {
    let unheard =
        Persona::ALL.into_iter().filter(move |p| state.given(criterion, round, *p).is_none());
    let tasks = unheard.map(move |persona| Task::Hear {
        seat: Seat { criterion: criterion.clone(), round, persona },
    });
    tasks.filter(|task| state.given_up(task).is_none())
}

/// Whether the first hearing's spread calls for a second.
#[must_use]
pub fn is_contested(state: &AgentState, criterion: &CriterionId) -> bool {
    let given = Persona::ALL.into_iter().filter_map(|p| state.given(criterion, Round::First, p));
    let scores: Vec<u8> = given.map(|opinion| opinion.score.get()).collect();
    spread(&scores) > WIDE_SPREAD && !is_planted(Bug::SecondHearingForgotten)
}

/// Highest minus lowest; 0 for fewer than two scores.
#[must_use]
pub fn spread(scores: &[u8]) -> u8 {
    match (scores.iter().max(), scores.iter().min()) {
        (Some(highest), Some(lowest)) => highest - lowest,
        _ => 0,
    }
}

/// The failure that leaves nothing to report on: nothing could be read, or the court itself failed.
fn hopeless(state: &AgentState) -> Option<(Task, Failure)> {
    for task in [Task::Decide, Task::Publish] {
        if let Some(failure) = state.given_up(&task) {
            return Some((task, failure.clone()));
        }
    }
    let wanted: Vec<Detective> = Detective::ALL
        .into_iter()
        .filter(|d| state.rubric_dimensions.iter().any(|x| x.target_artifact.detective() == *d))
        .collect();
    let first = *wanted.first()?;
    if wanted.iter().any(|detective| state.why_unread(*detective).is_none()) {
        return None;
    }
    let failure = state.why_unread(first)?.clone();
    Some((Task::Examine { detective: first }, failure))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sample variance of three scores, times 6 to stay whole: 3·Σx² − (Σx)².
    fn variance_times_six(scores: [i32; 3]) -> i32 {
        let sum: i32 = scores.iter().sum();
        3 * scores.iter().map(|s| s * s).sum::<i32>() - sum * sum
    }

    #[test]
    fn spread_above_two_and_sample_variance_above_two_are_the_same_cases() {
        for a in 1..=5u8 {
            for b in 1..=5u8 {
                for c in 1..=5u8 {
                    let wide = spread(&[a, b, c]) > WIDE_SPREAD;
                    let variance = variance_times_six([a.into(), b.into(), c.into()]);
                    assert_eq!(wide, variance > 12, "{a} {b} {c}");
                }
            }
        }
    }

    #[test]
    fn spread_of_fewer_than_two_scores_is_none() {
        assert_eq!(spread(&[]), 0);
        assert_eq!(spread(&[4]), 0);
    }
}
