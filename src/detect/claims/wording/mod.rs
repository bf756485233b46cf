//! Sentences → what they claim.
//!
//! `wordings` lists what is said to make each kind of claim, and `particular` reads the forms that are looked for in the
//! whole sentence. The room `sentence` tells which sentences claim anything, and `page` what the page around them makes
//! of that. The other rooms read one subject each; most have a counterpart of the same name in `verdicts`.

pub(super) mod bench;
pub(super) mod classes;
mod denials;
pub(super) mod graph;
pub(super) mod history;
pub(super) mod justice;
mod keywords;
pub(super) mod names;
pub(super) mod page;
mod particular;
pub(super) mod sentence;
pub(super) mod state;
pub(super) mod tools;
mod wordings;

pub(super) use particular::{is_short_statement, particular};

use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use graph::several;
use keywords::candidates;
use sentence::stated::Stated;
use sentence::unclaimed::{self, is_looked_for, looks_for_calls};
use sentence::{foreign, prompted};
use std::sync::LazyLock;
use wordings::{Speaker, WORDINGS};

/// A claim of a sentence.
pub(super) struct Worded {
    pub kind: ClaimKind,
    /// The part of the sentence that makes it: what is denied in other clauses is left out.
    pub text: String,
}

/// Who is said to speak in a row of a table of opinions.
const ROW: &str = r"^(?:Prosecutor|Defen[sc]e|Tech ?Lead)\s+(?u:[—–-])\s+";
static ROW_BEGINS: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(ROW));

/// What the sentence claims about the code; empty where it claims nothing that is known here.
pub(super) fn claims(sentence: &str) -> Vec<Worded> {
    let sentence = &*prompted::without_origin(sentence);
    let mut claims: Vec<Worded> = Vec::new();
    let found = candidates(sentence);
    if !found.contains(&true) || unclaimed::claims_nothing(sentence) {
        return claims;
    }
    let sentence = &sentence[ROW_BEGINS.find(sentence).map_or(0, |row| row.end)..];
    let whole = |kind| Worded { kind, text: sentence.to_owned() };
    if found[WORDINGS.len()] {
        claims.extend(denials::denied(sentence).into_iter().map(whole));
    }
    let stated = Stated::of(sentence);
    let searched = is_looked_for(sentence);
    for (number, wording) in WORDINGS.iter().enumerate().filter(|(number, _)| found[*number]) {
        let known = claims.iter().any(|claim| claim.kind == wording.kind);
        let found = || wording.kind == ClaimKind::SafeCommands && looks_for_calls(sentence);
        let alone =
            || wording.kind == ClaimKind::ParallelJudges && !several::names_judges(sentence);
        let of_file = || {
            wording.kind == ClaimKind::CommitCount && foreign::counts_changes_of_a_file(sentence)
        };
        if known
            || alone()
            || of_file()
            || (searched && wording.speaker == Speaker::Anyone)
            || found()
        {
            continue;
        }
        if let Some(text) = stated.part(number, wording) {
            claims.push(Worded { kind: wording.kind, text });
        }
    }
    claims
}
