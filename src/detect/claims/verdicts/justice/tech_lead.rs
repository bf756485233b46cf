//! That the Tech Lead decides where the scores lie far apart, told as just that.

use super::super::{NO_NAME, Verdict, done, is_read_whole};
use super::rules::AGAIN;
use crate::detect::claims::wording;
use crate::detect::claims::wording::justice::rules;
use crate::detect::synthesis::Synthesis;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported};
use crate::domain::facts::{
    JusticeFact, Lines, Practice, PracticeFact, PythonFacts, RepositoryFacts, SpreadTakes,
    SpreadUse,
};

/// Where the code takes the Tech Lead's score for scores that lie far apart, if `text` says just this of them, and not
/// that anything is judged again.
pub(super) fn lead_decides<'f>(python: &'f PythonFacts, text: &str) -> Option<&'f Lines> {
    if !wording::justice::takes_the_lead(text) || AGAIN.is_match(text) {
        return None;
    }
    let taken = taken(python)?;
    (taken.takes == "the Tech Lead's score").then_some(&taken.place)
}

/// What is taken for scores that lie far apart, where one function alone takes something.
fn taken(python: &PythonFacts) -> Option<&SpreadTakes> {
    let live = Synthesis::of(python).live;
    let mut all = live.iter().filter(|one| one.spread == Some(SpreadUse::Choice));
    let first: &JusticeFact = all.next()?;
    first.spread_takes.as_ref().filter(|_| all.next().is_none())
}

/// What the code says to a sentence that tells of nothing but the Tech Lead who decides from a distance on; nothing of
/// other sentences.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    if !wording::justice::tells_of_the_lead(text) {
        return breaks_ties(&repository.python, text);
    }
    let python = &repository.python;
    if let Some(place) = lead_decides(python, text) {
        let fact = "the Tech Lead's score is taken there where the scores lie far apart";
        return Some(Verdict::of(Supported, fact, [place]));
    }
    Some(otherwise(repository, text).unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

/// What speaks for a Tech Lead who breaks ties; nothing of sentences that state a rule besides.
fn breaks_ties(python: &PythonFacts, text: &str) -> Option<Verdict> {
    if !wording::justice::breaks_ties(text) || !rules::stated(text).is_empty() {
        return None;
    }
    let taken = taken(python).filter(|taken| taken.takes == "the Tech Lead's score");
    let fact = "the Tech Lead's score is taken there where the scores lie far apart";
    let shown = taken.map(|taken| Verdict::of(Supported, fact, [&taken.place]));
    Some(shown.unwrap_or_else(|| Verdict::undecided(NO_NAME)))
}

/// What stands against it: something without the Tech Lead's own score is taken from that very distance on.
fn otherwise(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let taken = taken(&repository.python).filter(|one| !one.takes.contains("Tech Lead"))?;
    let limits = rules::limits(text);
    let [limit] = limits.as_slice() else { return None };
    let here = |fact: &&&PracticeFact| {
        let (branch, place) = (&taken.place, &fact.place);
        branch.file == place.file && (branch.line..=branch.end_line).contains(&place.line)
    };
    let known = done(&repository.python, Practice::SpreadLimit);
    let mut asked = known.iter().filter(here).peekable();
    let certain = asked.peek().is_some()
        && asked.all(|fact| rules::compared(&fact.by) == Some(*limit))
        && is_read_whole(repository);
    let fact = format!("what is taken there from that distance on is {}", taken.takes);
    certain.then(|| Verdict::of(Contradicted, fact, [&taken.place]))
}
