//! Versions that are said to be used, held against those that the tree names.

use super::super::Verdict;
use crate::detect::claims::wording::tools::{SaidVersion, Sort, versions};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{PinFact, PinnedBy, RepositoryFacts, VersionSpan};

/// How one place stands to what is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stand {
    /// It is that version.
    Fits,
    /// It may be that version as well as another.
    Admits,
    /// It is none of these.
    Excludes,
}

/// What the tree says to the version that a part of the sentence tells.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str, sentence: &str) -> Verdict {
    let all = versions(sentence);
    let Some(said) = all.iter().find(|one| one.part == text) else {
        return Verdict::undecided(super::super::NO_NAME);
    };
    let named = |pin: &&PinFact| said.called.contains(&pin.name) && is_of_sort(pin, said.sort);
    let (own, aside): (Vec<&PinFact>, Vec<&PinFact>) =
        repository.pins.iter().filter(named).partition(|pin| !pin.aside);
    let told: Vec<(&PinFact, Stand)> = own.iter().map(|pin| (*pin, stand(pin, said))).collect();
    if !told.iter().any(|(pin, _)| !pin.spans.is_empty()) {
        let fact = format!("no file of the tree was found that names a version of `{}`", said.name);
        return Verdict::undecided(fact);
    }
    decide(repository, said, &told, &aside)
}

fn decide(
    repository: &RepositoryFacts,
    said: &SaidVersion<'_>,
    told: &[(&PinFact, Stand)],
    aside: &[&PinFact],
) -> Verdict {
    let of = |stand: Stand| told.iter().filter(move |(_, one)| *one == stand).map(|(pin, _)| *pin);
    let excluding: Vec<&PinFact> = of(Stand::Excludes).collect();
    let fitting: Vec<&PinFact> = of(Stand::Fits).collect();
    let places = |pins: &[&PinFact]| pins.iter().map(|pin| pin.place.clone()).collect::<Vec<_>>();
    if excluding.is_empty() && fitting.is_empty() {
        let asking: Vec<&PinFact> = of(Stand::Admits).filter(|pin| !pin.spans.is_empty()).collect();
        let fact = format!("{}, which other versions fit as well", named(&asking));
        return Verdict::of(Undecided, fact, &places(&asking));
    }
    if excluding.is_empty() {
        return Verdict::of(Supported, named(&fitting), &places(&fitting));
    }
    let fact = named(&excluding);
    // What was resolved is what is there, whatever else would do.
    let resolved = excluding.iter().any(|pin| pin.by == PinnedBy::Lock);
    let blocks = |pin: &&PinFact| !(resolved && pin.by == PinnedBy::Manifest && is_open(pin));
    let open = of(Stand::Fits).chain(of(Stand::Admits)).any(|pin| blocks(&pin))
        || aside.iter().any(|pin| stand(pin, said) != Stand::Excludes);
    if open {
        let other =
            fitting.first().map(|pin| format!(", and {}", named(&[pin]))).unwrap_or_default();
        let all: Vec<&PinFact> = excluding.iter().chain(&fitting).copied().collect();
        return Verdict::of(Undecided, format!("{fact}{other}"), &places(&all));
    }
    let fact = format!("{fact}, which is not {}", said.number);
    let bounded = |pin: &&&PinFact| !is_open(pin);
    // What a workflow is run with is not all that the program runs with.
    let is_own = |pin: &&PinFact| !pin.place.file.starts_with(".github/");
    let definite = excluding.iter().filter(bounded).any(is_own);
    // That an older one will not do is certain of what it is asked for, and of nothing else.
    let certain =
        definite && !(said.or_later && is_newer(&excluding, said)) && is_whole(repository);
    let status = if certain { Contradicted } else { Undecided };
    let at_odds = !certain && excluding.iter().any(|pin| bounded(&pin));
    Verdict { at_odds, ..Verdict::of(status, fact, &places(&excluding)) }
}

/// Whether a place takes every later version, or any.
fn is_open(pin: &PinFact) -> bool {
    pin.spans.is_empty() || pin.spans.iter().any(|span| span.below.is_none())
}

/// Whether all that is there is later than what is said.
fn is_newer(pins: &[&PinFact], said: &SaidVersion<'_>) -> bool {
    let least = span(said);
    pins.iter().flat_map(|pin| &pin.spans).all(|one| least.holds(&one.from))
}

/// Whether every manifest could be read.
fn is_whole(repository: &RepositoryFacts) -> bool {
    repository.tree.gap("").is_none() && repository.tree.damage.is_empty()
}

/// Whether a place names the version of what is meant: a server's is that of its image.
fn is_of_sort(pin: &PinFact, sort: Sort) -> bool {
    match sort {
        Sort::Language => true,
        Sort::Server => pin.by == PinnedBy::Image,
        Sort::Package => pin.by != PinnedBy::Image,
    }
}

/// The versions that are said.
fn span(said: &SaidVersion<'_>) -> VersionSpan {
    let from: Vec<u32> = said.number.split('.').filter_map(|part| part.parse().ok()).collect();
    let mut below = from.clone();
    if let Some(last) = below.last_mut() {
        *last = last.saturating_add(1);
    }
    VersionSpan { from, below: (!said.or_later).then_some(below) }
}

fn stand(pin: &PinFact, said: &SaidVersion<'_>) -> Stand {
    let said = span(said);
    let fits = |one: &VersionSpan| {
        // Of those from one on it is asked for that one; a certain one is any of them.
        let asked = said.below.is_some() || one.below.is_some() && said.holds(&one.from);
        if asked { said.holds(&one.from) } else { said.begins_like(one) }
    };
    if pin.spans.is_empty() {
        Stand::Admits
    } else if pin.spans.iter().all(fits) {
        Stand::Fits
    } else if pin.spans.iter().any(|one| one.meets(&said)) {
        Stand::Admits
    } else {
        Stand::Excludes
    }
}

/// What places name, as a lowercase fragment.
fn named(pins: &[&PinFact]) -> String {
    /// Most places that are told.
    const TOLD: usize = 3;
    let mut told: Vec<String> = Vec::new();
    for pin in pins {
        let PinFact { name, asked, by, .. } = pin;
        let one = match by {
            PinnedBy::Manifest => format!("`{name}` is asked for as `{asked}`"),
            PinnedBy::Lock => format!("`{name}` is locked as `{asked}`"),
            PinnedBy::Image => format!("a container starts from `{name}:{asked}`"),
            PinnedBy::Setting => format!("`{name}` is set to `{asked}`"),
            PinnedBy::Address => format!("a page loads `{name}` in version `{asked}`"),
        };
        if told.len() < TOLD && !told.contains(&one) {
            told.push(one);
        }
    }
    told.join(" and ")
}
