//! Two audits side by side: what changed, and what moved.

use crate::domain::evidence::Detective;
use crate::domain::ids::{CriterionId, EvidenceId, ProbeId};
use crate::domain::moved::{CaseChange, Change, Moved, Shift, TakenOver};
use crate::domain::opinion::{JudicialOpinion, Persona, Round, Seat};
use crate::domain::precedent::Precedent;
use crate::domain::request::{AuditRequest, BenchKind};
use crate::domain::rubric::{Dimension, ProbeSpec};
use crate::domain::score::Score;
use crate::domain::state::AgentState;
use crate::domain::verdict::CriterionResult;
use crate::domain::waived::Waived;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What moved since the audit that this one follows; `None` where it follows none.
pub(super) fn moved(
    state: &AgentState,
    version: &str,
    criteria: &[CriterionResult],
    overall: f64,
) -> Option<Moved> {
    let after = state.request.after.as_deref()?;
    let now = |id: &CriterionId| {
        criteria.iter().find(|one| one.dimension_id == *id).map(|one| one.final_score)
    };
    let dimensions = &state.rubric_dimensions;
    let is_gone = |one: &&Arc<Dimension>| !dimensions.iter().any(|other| other.id == one.id);
    let gone = after.rubric.dimensions.iter().filter(is_gone);
    let shifts =
        dimensions.iter().map(|dimension| shift(state, after, dimension, now(&dimension.id)));
    Some(Moved {
        after: after.audit.clone(),
        overall_before: after.overall,
        overall_now: (!criteria.is_empty()).then_some(overall),
        everywhere: everywhere(state, after, version),
        criteria: shifts.chain(gone.map(|dimension| ended(after, dimension))).collect(),
    })
}

/// What was taken over from the audit that this one follows; `None` where it follows none.
pub(super) fn taken_over(state: &AgentState) -> Option<TakenOver> {
    let after = state.request.after.as_deref()?;
    let has_some = |id: &CriterionId| state.adopted.iter().any(|seat| seat.criterion == *id);
    let dimensions = state.rubric_dimensions.iter().map(|dimension| &dimension.id);
    let kept = &after.kept.facts;
    Some(TakenOver {
        after: after.audit.clone(),
        opinions: count(state.adopted.len()),
        of: count(state.opinions.len()),
        dimensions: dimensions.filter(|id| has_some(id)).cloned().collect(),
        facts: Detective::ALL
            .into_iter()
            .filter(|detective| kept.contains_key(detective))
            .collect(),
    })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// What changed for all criteria.
fn everywhere(state: &AgentState, after: &Precedent, version: &str) -> Vec<Change> {
    let mut all = Vec::new();
    if after.program_version != version {
        let (before, now) = (after.program_version.clone(), version.to_owned());
        all.push(Change::Program { before, now });
    }
    let commit = state.repository().map(|facts| facts.commit.clone());
    if after.commit != commit {
        all.push(Change::Commit { before: after.commit.clone(), now: commit });
    }
    let report = state.report_sha256().map(str::to_owned);
    if after.report_sha256 != report {
        all.push(Change::Report { before: after.report_sha256.clone(), now: report });
    }
    let what = bench(&after.request, &state.request);
    if !what.is_empty() {
        all.push(Change::Bench { what });
    }
    let (before, now) =
        (after.rubric.synthesis_rules.security_cap, state.rubric.synthesis_rules.security_cap);
    if before != now {
        all.push(Change::SecurityCap { before, now });
    }
    all
}

/// What differs between two benches.
fn bench(before: &AuditRequest, now: &AuditRequest) -> Vec<String> {
    if before.bench != now.bench {
        return vec!["who judges: the offline bench, or language models".to_owned()];
    }
    let (Some(then), Some(models), BenchKind::Llm) = (&before.models, &now.models, now.bench)
    else {
        return Vec::new();
    };
    let mut what = Vec::new();
    let mut note = |differs: bool, words: String| what.extend(differs.then_some(words));
    note(then.endpoint != models.endpoint, "the server that is asked".to_owned());
    for judge in Persona::ALL {
        note(then.of(judge) != models.of(judge), format!("the {judge}'s model"));
    }
    note(then.vision != models.vision, "the model that looks at figures".to_owned());
    note(before.bounds != now.bounds, "how the models are asked".to_owned());
    note(before.seed != now.seed, "the seed that draws replies".to_owned());
    what
}

/// A dimension that is no more.
fn ended(after: &Precedent, dimension: &Dimension) -> Shift {
    Shift {
        criterion: dimension.id.clone(),
        name: dimension.name.clone(),
        before: after.scores.get(&dimension.id).copied(),
        now: None,
        changes: vec![CaseChange::Gone],
        taken_over: 0,
        given_anew: 0,
        missing_before: Vec::new(),
    }
}

fn shift(
    state: &AgentState,
    after: &Precedent,
    dimension: &Dimension,
    now: Option<Score>,
) -> Shift {
    let id = &dimension.id;
    let opinions = state.opinions.iter().filter(|opinion| opinion.criterion_id == *id);
    let (taken_over, anew): (Vec<_>, Vec<&JudicialOpinion>) =
        opinions.partition(|opinion| state.adopted.contains(&opinion.seat()));
    let former = after.rubric.dimensions.iter().find(|one| one.id == *id);
    let had = |round: Round, judge: Persona| {
        after.given(&Seat { criterion: id.clone(), round, persona: judge }).is_some()
    };
    let was_heard = |round: Round| Persona::ALL.into_iter().any(|judge| had(round, judge));
    let is_missing = |judge: &Persona| {
        let mut held = [Round::First, Round::Second].into_iter().filter(|round| was_heard(*round));
        held.any(|round| !had(round, *judge))
    };
    Shift {
        criterion: id.clone(),
        name: dimension.name.clone(),
        before: after.scores.get(id).copied(),
        now,
        changes: former.map_or_else(
            || vec![CaseChange::New],
            |former| changes(state, after, former, dimension),
        ),
        taken_over: count(taken_over.len()),
        given_anew: count(anew.len()),
        missing_before: Persona::ALL.into_iter().filter(is_missing).collect(),
    }
}

fn changes(
    state: &AgentState,
    after: &Precedent,
    former: &Dimension,
    dimension: &Dimension,
) -> Vec<CaseChange> {
    let mut all = Vec::new();
    let what = definition(former, dimension);
    if !what.is_empty() {
        all.push(CaseChange::Definition { what });
    }
    let none = BTreeSet::new();
    let before = after.evidence.get(&dimension.id).unwrap_or(&none);
    let pieces = state.evidences.get(&dimension.id).map_or(&[][..], Vec::as_slice);
    let now: BTreeSet<EvidenceId> = pieces.iter().map(|piece| piece.id.clone()).collect();
    let appeared: Vec<_> = now.difference(before).cloned().collect();
    let disappeared: Vec<_> = before.difference(&now).cloned().collect();
    if !appeared.is_empty() || !disappeared.is_empty() {
        all.push(CaseChange::Evidence { appeared, disappeared });
    }
    all.extend(waivers(&after.request.waivers, &state.request.waivers, before, &now));
    let probes = answers(state, after, former, dimension);
    if !probes.is_empty() {
        all.push(CaseChange::Answers { probes });
    }
    all
}

/// What people said otherwise on evidence that is in both audits, and on what is waived where it is new.
fn waivers(
    before: &[Waived],
    now: &[Waived],
    had: &BTreeSet<EvidenceId>,
    has: &BTreeSet<EvidenceId>,
) -> Option<CaseChange> {
    // The first in order is the one that holds.
    let standing = |all: &[Waived], there: &BTreeSet<EvidenceId>| {
        let mut standing: BTreeMap<EvidenceId, Waived> = BTreeMap::new();
        for one in all.iter().filter(|one| there.contains(&one.evidence)) {
            let held = standing.entry(one.evidence.clone()).or_insert_with(|| one.clone());
            if one < held {
                *held = one.clone();
            }
        }
        standing
    };
    let (before, now) = (standing(before, had), standing(now, has));
    let changed = now.iter().filter(|(id, one)| before.get(*id) != Some(*one));
    let waived: Vec<_> = changed.map(|(id, _)| id.clone()).collect();
    let freed = before.keys().filter(|id| has.contains(*id) && !now.contains_key(*id));
    let restored: Vec<_> = freed.cloned().collect();
    let is_any = !waived.is_empty() || !restored.is_empty();
    is_any.then_some(CaseChange::Waivers { waived, restored })
}

/// The probes of both rubrics that are asked as before and answered otherwise, though nobody waived what
/// their answers rest on.
fn answers(
    state: &AgentState,
    after: &Precedent,
    former: &Dimension,
    dimension: &Dimension,
) -> Vec<ProbeId> {
    let is_waived = |id: &EvidenceId| {
        let words = after.request.waivers.iter().chain(&state.request.waivers);
        words.into_iter().any(|one| one.evidence == *id)
    };
    let same = dimension.probes.iter().filter(|spec| {
        let then = former.probes.iter().find(|one| one.id == spec.id);
        then.is_some_and(|then| (&then.probe, &then.with) == (&spec.probe, &spec.with))
    });
    let otherwise = same.filter(|spec| {
        let is_its = |reading: &&crate::domain::reading::Reading| {
            reading.criterion == dimension.id && reading.probe == spec.id
        };
        let before = after.readings.iter().find(is_its);
        let now = state.readings_of(&dimension.id).iter().find(is_its);
        let rests = before.into_iter().chain(now).flat_map(|reading| &reading.evidence);
        before.map(|reading| &reading.outcome) != now.map(|reading| &reading.outcome)
            && !rests.into_iter().any(is_waived)
    });
    otherwise.map(|spec| spec.id.clone()).collect()
}

/// Fragments on what differs.
#[derive(Default)]
struct Differences(Vec<String>);

impl Differences {
    fn text(&mut self, differs: bool, what: &str) {
        self.0.extend(differs.then(|| what.to_owned()));
    }

    fn value<T: PartialEq>(
        &mut self,
        what: &str,
        before: &T,
        now: &T,
        show: impl Fn(&T) -> String,
    ) {
        if before != now {
            self.0.push(format!("{what} ({} before, {} now)", show(before), show(now)));
        }
    }
}

fn shown(bound: Option<Score>) -> String {
    bound.map_or_else(|| "none".to_owned(), |score| score.to_string())
}

/// What differs between two definitions of a dimension.
fn definition(before: &Dimension, now: &Dimension) -> Vec<String> {
    let mut all = Differences::default();
    all.text(before.name != now.name, "the name");
    all.value("the artifact", &before.target_artifact, &now.target_artifact, |artifact| {
        artifact.name().to_owned()
    });
    all.text(before.forensic_instruction != now.forensic_instruction, "the instruction");
    all.text(before.success_pattern != now.success_pattern, "the success pattern");
    all.text(before.failure_pattern != now.failure_pattern, "the failure pattern");
    all.text(before.judicial_logic != now.judicial_logic, "the judicial logic");
    all.value("the weight", &before.weight, &now.weight, f64::to_string);
    all.text(before.levels != now.levels, "the levels");
    let is = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
    all.value("whether it is about architecture", &before.architecture, &now.architecture, is);
    for spec in &now.probes {
        match before.probes.iter().find(|one| one.id == spec.id) {
            None => all.0.push(format!("probe `{}`, which is new", spec.id)),
            Some(former) => probe(former, spec, &mut all),
        }
    }
    for spec in before.probes.iter().filter(|one| !now.probes.iter().any(|x| x.id == one.id)) {
        all.0.push(format!("probe `{}`, which is gone", spec.id));
    }
    let order = |dimension: &Dimension, other: &Dimension| -> Vec<ProbeId> {
        let is_there = |spec: &&ProbeSpec| other.probes.iter().any(|one| one.id == spec.id);
        dimension.probes.iter().filter(is_there).map(|spec| spec.id.clone()).collect()
    };
    all.text(order(before, now) != order(now, before), "the order of the probes");
    all.0
}

fn probe(before: &ProbeSpec, now: &ProbeSpec, all: &mut Differences) {
    let of = |what: &str| format!("{what} of probe `{}`", now.id);
    let is = |yes: &bool| if *yes { "yes" } else { "no" }.to_owned();
    all.text(before.probe != now.probe, &of("the kind"));
    all.text(before.asks != now.asks, &of("the question"));
    all.text(before.with != now.with, &of("the parameters"));
    all.value(&of("the weight"), &before.weight, &now.weight, f64::to_string);
    all.value(&of("the essentiality"), &before.essential, &now.essential, is);
    all.value(&of("the cap"), &before.cap, &now.cap, |cap| shown(*cap));
    let in_part = (&before.cap_in_part, &now.cap_in_part);
    all.value(&of("the cap in part"), in_part.0, in_part.1, |cap| shown(*cap));
    let open = (&before.cap_open, &now.cap_open);
    all.value(&of("the cap while undecided"), open.0, open.1, |cap| shown(*cap));
    all.value(&of("the floor"), &before.floor, &now.floor, |floor| shown(*floor));
    all.value(&of("the flaw"), &before.flaw, &now.flaw, is);
    all.text(before.advice != now.advice, &of("the advice"));
    all.text(before.belongs_in != now.belongs_in, &of("the place"));
    all.text(before.from_words != now.from_words, &of("the origin"));
}
