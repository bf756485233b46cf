//! What a line names, and another cell of its row or the sentence above its list says to be there.

use super::wording::page::{Finished, items};
use super::wording::{self, Worded};
use super::{LONGEST, Said};
use crate::domain::facts::ClaimKind;

/// What a row claims of the thing that it says to be there, besides what is known of it already.
pub(super) fn of_row(page: u32, row: Finished, known: &[ClaimKind]) -> Option<Said> {
    let claims = wording::claims(&format!("The code uses {}.", row.thing));
    let said = of_claims(page, row.shown, claims, known)?;
    Some(Said { stands: row.certain, ..said })
}

/// What an item claims with the verb of the sentence that introduces its list, and neither by itself.
pub(super) fn of_item(page: u32, before: &str, item: &str, known: &[ClaimKind]) -> Option<Said> {
    if !items::is_item(item)
        || wording::sentence::is_demand(item)
        || wording::sentence::is_quoted(item)
    {
        return None;
    }
    let lead = items::lead(before)?;
    let whole = item.ends_with('.') || items::is_whole(item, Some(&lead));
    let words = items::words(item);
    let own: Vec<ClaimKind> = wording::claims(&lead).iter().map(|one| one.kind).collect();
    let sentence = format!("{lead} {words}");
    let plain = format!("{} {words}", lead.trim_end_matches(':'));
    let known: Vec<ClaimKind> = own.iter().chain(known).copied().collect();
    whole.then(|| of_claims(page, sentence, wording::claims(&plain), &known)).flatten()
}

fn of_claims(
    page: u32,
    sentence: String,
    claims: Vec<Worded>,
    known: &[ClaimKind],
) -> Option<Said> {
    // That something has a name says nothing that a mark could confirm.
    let is_new = |one: &Worded| one.kind != ClaimKind::Definitions && !known.contains(&one.kind);
    let claims: Vec<_> =
        claims.into_iter().filter(is_new).map(|Worded { kind, text }| (kind, text)).collect();
    let says = !claims.is_empty() && sentence.chars().count() <= LONGEST;
    says.then(|| Said { claims, own: true, stands: true, ..Said::of(page, sentence) })
}
