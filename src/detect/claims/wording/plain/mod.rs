//! Plain statements: a subject, a verb in the present and an object that the sources can be asked for.
//!
//! Each family reads one form of them, whoever the subject is. What speaks of another time, under a condition, for
//! somebody else or of what is looked for in others' code states nothing.

mod avoided;
mod cloning;
mod fields;
mod lineage;
mod meetings;
mod packages;

pub(in super::super) use avoided::{Avoided, avoided};
pub(in super::super) use cloning::{OfClone, cloning};
pub(in super::super) use fields::{OfField, field};
pub(in super::super) use lineage::lineage;
pub(in super::super) use meetings::{Meeting, meeting};
pub(in super::super) use packages::{Named as PackageName, packages};

use super::{
    IS_CONDITION, IS_DEMAND, IS_ELSEWHERE, IS_LISTING, IS_SEARCHED, amounts, examined, general,
    is_heading, is_quoted, narrated, prompted,
};
use crate::detect::claims::libraries;
use crate::domain::facts::ClaimKind;

/// What the sentence states in such a form, each with the part that does.
pub(super) fn statements(sentence: &str) -> Vec<(ClaimKind, String)> {
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

/// Whether a sentence of few words states something for all that: `Evidence extends BaseModel.`
pub(in super::super) fn is_short_statement(sentence: &str) -> bool {
    sentence.trim_end().ends_with('.') && lineage(sentence).is_some()
}

/// Whether the sentence states something of the author's own code as it is.
fn is_stated(sentence: &str) -> bool {
    !(IS_CONDITION.is_match(sentence)
        || IS_ELSEWHERE.is_match(sentence)
        || is_heading(sentence)
        || is_quoted(sentence)
        || general::is_general(sentence)
        || prompted::without_origin(sentence).is_empty()
        || IS_DEMAND.is_match(sentence)
        || IS_LISTING.is_match(sentence)
        || narrated::narrates(sentence))
}

/// Whether the sentence tells what is looked for in others' code.
fn is_looked_for(sentence: &str) -> bool {
    IS_SEARCHED.is_match(sentence) || examined::is_examined(sentence)
}
