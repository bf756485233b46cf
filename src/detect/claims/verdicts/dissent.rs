//! What a dissent is said to tell of the judges' arguments.

use super::{Asked, Verdict, is_read_whole};
use crate::detect::phrase::Phrase;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimKind;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use std::sync::LazyLock;

/// That a dissent tells what judges argue.
static ARGUED: LazyLock<Phrase> = LazyLock::new(|| {
    let tells = r"(?:explain|summari[sz]|detail|includ|contain|captur|record|preserv|describ|document|tell|show|list|quot)\w*:?";
    let whose = r"(?:(?:each|every|both|all|the|three) ){0,2}(?:judges?|personas?|prosecutor|defen[sc]e|opposing|conflicting|dissenting)(?u:['’])?s?(?u:['’])?";
    Phrase::new(&format!(
        r"(?i)\bdissent\b[^.;]{{0,60}}?\b{tells}[^.;]{{0,60}}?(?:\bwhat {whose} (?:argu|said|say|claim)\w*|\b{whose} (?:arguments?|reasoning|rationales?|positions? and reasons)\b|\bboth arguments\b)"
    ))
});

/// What stands against a dissent that is said to tell what judges argue, where nothing that a judge argues enters any.
pub(super) fn argued(asked: Asked<'_>) -> Option<Verdict> {
    let Asked { kind, text, repository, .. } = asked;
    if kind != ClaimKind::SynthesisRules || !ARGUED.is_match(text) {
        return None;
    }
    let place = Synthesis::of(&repository.python).unargued()?;
    let fact = "the dissent is made of fixed words, scores and judges' names, and nothing enters it that a judge argues";
    let certain = is_read_whole(repository);
    Some(Verdict::of(if certain { Contradicted } else { Undecided }, fact, [place]))
}
