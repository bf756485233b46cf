//! The rulings on all criteria, put together into the report.

use super::hearing::Hearing;
use super::moved::{moved, taken_over};
use super::{exposed, flags, remedies, rule, summary};
use crate::domain::chat::Usage;
use crate::domain::digest::sha256_of_parts;
use crate::domain::evidence::{Detective, Evidence};
use crate::domain::facts::DocumentFacts;
use crate::domain::models::{BenchModels, Speaker};
use crate::domain::report::{AuditReport, Judging, Provenance, StandIn};
use crate::domain::rubric::Dimension;
use crate::domain::state::AgentState;
use crate::domain::verdict::{CriterionResult, NotScored};
use crate::domain::waived::Waived;
use crate::domain::wording::decimal;
use std::collections::{BTreeMap, BTreeSet};

/// Rules on every criterion and writes the report as a value. Needs every detective and every seat
/// to be settled; a seat that is missing is named, not guessed. Source: contract §3.4.
#[must_use]
pub fn decide(state: &AgentState, program_version: &str) -> AuditReport {
    let (mut criteria, mut not_scored) = (Vec::new(), Vec::new());
    for dimension in &state.rubric_dimensions {
        match rule(dimension, state) {
            Some(result) => criteria.push(result),
            None => not_scored.push(unscored(dimension, state)),
        }
    }
    let mean_score = mean(&criteria);
    let (overall_score, overall_cap) = capped(mean_score, state);
    let moved = moved(state, program_version, &criteria, overall_score);
    let (evidences, readings) = state.exhibits();
    AuditReport {
        repo_url: state.repo_url.clone(),
        executive_summary: summary::executive(
            overall_score,
            overall_cap.as_deref(),
            &criteria,
            &not_scored,
        ),
        overall_score,
        remediation_plan: summary::plan(&criteria, &not_scored, state.document()),
        criteria,
        not_scored,
        mean_score,
        overall_cap,
        notices: summary::notices(state),
        flags: flags::flags(state),
        exposed: exposed::exposed(state),
        evidences,
        readings,
        waivers: waivers(state),
        moved,
        provenance: provenance(state, program_version),
    }
}

fn unscored(dimension: &Dimension, state: &AgentState) -> NotScored {
    NotScored {
        dimension_id: dimension.id.clone(),
        dimension_name: dimension.name.clone(),
        reason: summary::reason(dimension, state),
        remedies: remedies::unscored(&Hearing::of(dimension, state)),
        missing_seats: state.missing_seats(&dimension.id),
    }
}

/// Weighted mean of the final scores, two decimals; 0 for none.
fn mean(criteria: &[CriterionResult]) -> f64 {
    let weight: f64 = criteria.iter().map(|criterion| criterion.weight).sum();
    let sum: f64 = criteria.iter().map(|c| c.weight * f64::from(c.final_score.get())).sum();
    if weight > 0.0 { (sum / weight * 100.0).round() / 100.0 } else { 0.0 }
}

/// Applies the overall part of the security override. A flaw is a fact: it counts whether or not a judge was heard
/// on its criterion.
pub(super) fn capped(mean: f64, state: &AgentState) -> (f64, Option<String>) {
    let cap = f64::from(state.rubric.synthesis_rules.security_cap.get());
    let mut flaws = state
        .rubric_dimensions
        .iter()
        .flat_map(|dimension| state.evidence_of(&dimension.id))
        .filter(Evidence::confirms_flaw);
    // The one that its criterion's own ruling names.
    let Some(flaw) = flaws.next().filter(|_| mean > cap) else { return (mean, None) };
    let is_one = flaws.all(|other| other.id == flaw.id);
    let average = decimal(mean);
    let (Evidence { location, id, .. }, at_most) = (&flaw, decimal(cap));
    let words = if is_one {
        format!(
            "The criteria average {average}; a confirmed flaw at `{location}` ({id}) caps the overall score at {at_most} until it is fixed."
        )
    } else {
        format!(
            "The criteria average {average}; confirmed flaws, such as that at `{location}` ({id}), cap the overall score at {at_most} until all are fixed."
        )
    };
    (cap, Some(words))
}

fn provenance(state: &AgentState, program_version: &str) -> Provenance {
    let repository = state.repository();
    let (document, figures) = (state.document(), state.figures());
    let commit = repository.map(|facts| facts.commit.clone());
    let report_sha256 = state.report_sha256().map(str::to_owned);
    let pages =
        document.map(DocumentFacts::page_count).or_else(|| figures.map(|f| f.pages as usize));
    let unread = document.map_or(0, DocumentFacts::unread_pages);
    let metadata = &state.rubric.rubric_metadata;
    let (bench, waived) = (bench(state), waived(state));
    let mut determining = vec![
        program_version,
        &state.repo_url,
        commit.as_deref().unwrap_or_default(),
        report_sha256.as_deref().unwrap_or_default(),
        &state.rubric.sha256,
        &bench,
    ];
    determining.extend(waived.as_deref());
    let engine = engine(state);
    determining.extend(engine.as_deref());
    let after = state.request.after.as_deref();
    determining.extend(after.map(|after| after.fingerprint.as_str()));
    let fingerprint = sha256_of_parts(&determining);
    Provenance {
        program_version: program_version.to_owned(),
        fingerprint: fingerprint[..16].to_owned(),
        commit,
        branch: repository.and_then(|facts| facts.branch.clone()),
        commits: repository.and_then(|facts| u32::try_from(facts.history.commits.len()).ok()),
        older_commits: repository.is_some_and(|facts| facts.history.goes_further_back()),
        report_path: (!state.pdf_path.is_empty()).then(|| state.pdf_path.clone()),
        report_choice: state.report_choice.clone(),
        report_sha256,
        pdf_engine: engine,
        report_pages: pages.and_then(|pages| u32::try_from(pages).ok()),
        report_pages_unread: u32::try_from(unread).ok().filter(|unread| *unread > 0),
        rubric_name: metadata.rubric_name.clone(),
        rubric_version: metadata.version.clone(),
        rubric_sha256: state.rubric.sha256.clone(),
        routing: routing(state),
        bench: state.request.bench,
        judging: judging(state),
        taken_over: taken_over(state),
        reservations: reservations(state),
    }
}

/// The waivers in an order of ours, each once: the order in which people spoke shows nowhere.
fn waivers(state: &AgentState) -> Vec<Waived> {
    let all: BTreeSet<&Waived> = state.request.waivers.iter().collect();
    all.into_iter().cloned().collect()
}

/// The waivers as a part of the fingerprint, where there are any.
fn waived(state: &AgentState) -> Option<String> {
    let all = waivers(state);
    (!all.is_empty()).then(|| serde_json::to_string(&all).expect("waivers are texts and numbers"))
}

/// The program that read the PDF, where it is not the usual one.
fn engine(state: &AgentState) -> Option<String> {
    let engine = &state.request.pdf_engine;
    (!engine.is_default()).then(|| engine.in_words())
}

/// The bench as a part of the fingerprint.
fn bench(state: &AgentState) -> String {
    match &state.request.models {
        None => format!("{:?}", state.request.bench),
        Some(models) => format!("{:?} {models:?}", state.request.bench),
    }
}

/// What the language models used.
fn judging(state: &AgentState) -> Option<Judging> {
    let (models, prices) = (state.request.models.clone()?, state.request.prices.clone()?);
    let mut by_judge = BTreeMap::<_, Usage>::new();
    for spent in state.account.values() {
        if let Some(judge) = spent.judge {
            let so_far = by_judge.entry(judge).or_default();
            *so_far = so_far.plus(spent.usage);
        }
    }
    Some(Judging {
        stand_ins: stand_ins(state, &models),
        models,
        calls: u32::try_from(state.account.len()).unwrap_or(u32::MAX),
        usage: state.account.values().fold(Usage::default(), |all, one| all.plus(one.usage)),
        by_judge,
        by_call: state.account.clone(),
        // The sum of no calls is a zero below zero.
        cost: prices.cost(&state.account).map(|cost| (cost * 1e6).round() / 1e6 + 0.0),
        currency: prices.currency,
        prices_as_of: prices.as_of,
        struck_quotes: state.opinions.iter().map(|opinion| opinion.struck_quotes).sum(),
    })
}

/// Who else answered than the models that were asked first, in the order of their names.
fn stand_ins(state: &AgentState, models: &BenchModels) -> Vec<StandIn> {
    let mut all = BTreeMap::<Speaker, u32>::new();
    for opinion in &state.opinions {
        let given_by = opinion.given_by.as_ref();
        if let Some(other) = given_by.filter(|one| !models.is_seated(opinion.judge, one)) {
            *all.entry(other.clone()).or_default() += 1;
        }
    }
    for spent in state.account.values().filter(|spent| spent.judge.is_none()) {
        if let Some(endpoint) = spent.endpoint.clone() {
            all.entry(Speaker { model: spent.model.clone(), endpoint }).or_default();
        }
    }
    let of = u32::try_from(state.opinions.len()).unwrap_or(u32::MAX);
    all.into_iter().map(|(speaker, opinions)| StandIn { speaker, opinions, of }).collect()
}

fn routing(state: &AgentState) -> Vec<(crate::domain::ids::CriterionId, Detective)> {
    state.rubric_dimensions.iter().map(|d| (d.id.clone(), d.target_artifact.detective())).collect()
}

/// Everything that was met on the way and narrows what the report can say.
fn reservations(state: &AgentState) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(facts) = state.repository() {
        all.extend(facts.limits_reached.iter().cloned());
        all.extend(facts.history.damage.iter().cloned());
        all.extend(facts.history.odd_dates());
        all.extend(facts.tree.damage.iter().cloned());
        all.extend(facts.tree.not_followed());
        if facts.history.shallow {
            all.push("The clone is shallow: older commits are missing from it.".to_owned());
        }
        all.extend(facts.python.others.iter().map(ToString::to_string));
        all.extend(facts.tree.collections.iter().map(ToString::to_string));
        let unreadable = facts.python.unreadable.iter();
        all.extend(unreadable.map(|one| format!("`{}` {}.", one.place, one.reason)));
    }
    if let Some(facts) = state.document() {
        all.extend(facts.limits_reached.iter().cloned());
        let untold = facts.why_untold();
        all.extend(untold.map(|why| format!("Of the report's text, {why}.")));
    }
    if let Some(facts) = state.figures() {
        all.extend(facts.limits_reached.iter().cloned());
        all.extend(facts.damage.iter().cloned());
    }
    // What stands in the way of the text and of the figures is said once.
    let mut said = BTreeSet::new();
    all.retain(|sentence| said.insert(sentence.clone()));
    all
}
