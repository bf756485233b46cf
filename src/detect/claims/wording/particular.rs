//! Claims of a form of their own, which is looked for in the whole sentence, and plain statements: a subject, a verb in
//! the present and an object that the sources can be asked for.
//!
//! Each family reads one form of them, whoever the subject is. What speaks of another time, under a condition, for
//! somebody else or of what is looked for in others' code states nothing.

use super::bench::{models, prompts};
use super::classes::{field, handed_on, lineage, product};
use super::graph::{Meeting, agents, gates, meeting, starts};
use super::history::{cloning, commits, remains};
use super::justice::tech_lead;
use super::names::{amounts, contents, located, marks, named_at, rubric, settings, sizes, values};
use super::sentence::is_quoted;
use super::state::{checkpoints, evidence, keyed};
use super::tools::{Avoided, SaidVersion, avoided, examined, libraries, packages, versions};
use crate::domain::facts::ClaimKind;

/// What a sentence claims by such a form, with the part that does. `before` and `rest` are what stands before it and
/// after it on its page.
pub(in super::super) fn particular(
    before: &str,
    sentence: &str,
    rest: &str,
) -> Vec<(ClaimKind, String)> {
    if let Some(text) = prompts::listed(before, sentence, rest) {
        return vec![(ClaimKind::Prompts, text)];
    }
    if is_quoted(sentence) {
        return Vec::new();
    }
    // A word that all of a form's sentences have is looked for sooner than the form.
    let instructs = ["rompt", "nstructed"].iter().any(|part| sentence.contains(part));
    let prompt = instructs.then(|| prompts::whole(before, sentence, rest)).flatten();
    let prompt = prompt.map(|text| (ClaimKind::Prompts, text));
    let given = sentence.contains('=') || sentence.contains(" by ");
    let value = given.then(|| values::said(sentence)).flatten();
    let value = value.or_else(|| amounts::said(sentence).then(|| sentence.to_owned()));
    let tuned = || !settings::settings(sentence).is_empty();
    let value = value.or_else(|| tuned().then(|| sentence.to_owned()));
    let value = value.map(|text| (ClaimKind::Values, text));
    let bases = examined::tells_bases(sentence);
    let bases = bases.then(|| (ClaimKind::BaseCheck, sentence.to_owned()));
    let lines = located::said(sentence)
        .or_else(|| (!named_at(sentence).is_empty()).then(|| sentence.to_owned()))
        .map(|text| (ClaimKind::Definitions, text));
    let worked =
        evidence::is_aggregated(sentence).then(|| (ClaimKind::Aggregation, sentence.to_owned()));
    let given =
        evidence::is_shared(sentence).then(|| (ClaimKind::SharedEvidence, sentence.to_owned()));
    let decides = sentence.contains('_') && gates::gate(sentence).is_some();
    let gate = decides.then(|| (ClaimKind::ConditionalEdges, sentence.to_owned()));
    let told = |is_said: bool, kind| is_said.then(|| (kind, sentence.to_owned()));
    let keyed = told(worked.is_none() && keyed::said(sentence), ClaimKind::Aggregation);
    let works = told(contents::worked_on(sentence).is_some(), ClaimKind::Contents);
    let typed = !handed_on::steps(sentence).is_empty();
    let typed = told(lines.is_none() && typed, ClaimKind::Definitions);
    let removed = told(remains::said(sentence), ClaimKind::TemporaryClone);
    let tie = tech_lead::tells_of_the_lead(sentence) || tech_lead::breaks_ties(sentence);
    let lead = told(tie, ClaimKind::SynthesisRules);
    let own = prompt.into_iter().chain(value).chain(bases).chain(lines);
    let changed = told(rubric::is_changed(sentence), ClaimKind::RubricFile);
    let agent = told(agents::agent(sentence).is_some(), ClaimKind::Roles);
    let kept = told(checkpoints::saver(sentence).is_some(), ClaimKind::Libraries);
    let started = told(starts::start(sentence).is_some(), ClaimKind::ParallelGraph);
    let long = told(commits::is_counted(sentence), ClaimKind::CommitCount);
    let of_version = |one: SaidVersion<'_>| (ClaimKind::Versions, one.part.to_owned());
    let built_on = versions(sentence).into_iter().map(of_version);
    let marked = marks(sentence).into_iter().map(|name| (ClaimKind::Marks, name.to_owned()));
    let own = own.chain(kept).chain(started).chain(long).chain(built_on).chain(marked);
    let own =
        own.chain(sizes(sentence).into_iter().map(|one| (ClaimKind::Sizes, one.part.to_owned())));
    let own = own.chain(agent).chain(worked).chain(given).chain(gate);
    let own = own.chain(keyed).chain(works).chain(typed).chain(removed).chain(lead).chain(changed);
    own.chain(statements(sentence)).collect()
}

/// What the sentence states plainly, each with the part that does.
fn statements(sentence: &str) -> Vec<(ClaimKind, String)> {
    let told = |is_said: bool, kind| is_said.then(|| (kind, sentence.to_owned()));
    let avoided = avoided(sentence);
    let of_shell = avoided.as_ref().is_some_and(Avoided::is_of_shells);
    let meeting = meeting(sentence);
    let meets = matches!(meeting, Some(Meeting::At { .. }));
    [
        told(cloning(sentence).is_some(), ClaimKind::Cloning),
        told(of_shell, ClaimKind::NoShell),
        told(avoided.is_some() && !of_shell, ClaimKind::Avoidance),
        told(lineage(sentence).is_some(), ClaimKind::TypedClasses),
        told(!amounts::said(sentence) && field(sentence).is_some(), ClaimKind::ClassFields),
        told(product(sentence).is_some(), ClaimKind::Products),
        told(models::names_ids(sentence), ClaimKind::Models),
        told(meets, ClaimKind::FanIn),
        told(meeting.is_some() && !meets, ClaimKind::ParallelGraph),
        told(
            libraries::named(sentence).is_empty() && !packages(sentence).is_empty(),
            ClaimKind::Libraries,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Whether a sentence of few words states something for all that: `Evidence extends BaseModel.`, `Judges
/// src/nodes/judges.py`
pub(in super::super) fn is_short_statement(sentence: &str) -> bool {
    (sentence.trim_end().ends_with('.') && lineage(sentence).is_some())
        || (sentence.contains(".py") && super::names::is_placed(sentence))
        || super::tools::versions::is_short(sentence)
}
