//! Around how many calls malformed replies are seen to.

use crate::domain::facts::{Lines, Misfit, StandIn, StructuredOutputFact};
use crate::domain::reading::Outcome;
use crate::domain::wording::listed;
use std::collections::BTreeSet;

/// Most places that are named of one thing.
const PLACES: usize = 4;
/// How much of a retry is granted to one behind which an opinion is made up.
const MADE_UP: f64 = 0.75;
/// How much of a retry is granted to one that malformed replies do not cause, or to a failure that is
/// only dropped.
pub(super) const BARELY: f64 = 0.5;

/// Around how many of the calls malformed replies are seen to, and how; nothing where around none.
pub(super) fn care(calls: &[&StructuredOutputFact]) -> Option<String> {
    let all = calls.len();
    let seen_to = calls.iter().filter(|call| call.is_seen_to() == Some(true)).count();
    let again = calls.iter().filter(|call| call.misfit == Some(Misfit::AskedAgain)).count();
    let open = calls.iter().any(|call| call.is_seen_to() == Some(true) && call.misfit.is_none());
    if seen_to == 0 {
        return None;
    }
    let of = |count: usize| match (count == all, all) {
        (true, _) => String::new(),
        (false, _) => format!(" around {count} of them"),
    };
    let by = |misfit| calls.iter().filter(|call| call.misfit == Some(misfit)).count();
    let (unbound, next) = (by(Misfit::AskedUnbound), by(Misfit::AskedNext));
    let others = unbound + next;
    let what = match (again, open) {
        (0, false) if unbound == seen_to => format!(
            ", with a handler for malformed replies{}, behind which the model is asked again without the schema",
            of(seen_to)
        ),
        (0, false) if next == seen_to => format!(
            ", with a fallback to the next model{} where a reply does not fit, but no retry of it",
            of(seen_to)
        ),
        (0, true) => format!(", with a retry or a handler for malformed replies{}", of(seen_to)),
        (0, false) => {
            format!(", with a handler for malformed replies{}, but no retry of them", of(seen_to))
        }
        (some, true) => format!(", with a retry for malformed replies{}", of(some)),
        (some, false) if some + others == seen_to => {
            format!(", with a retry for malformed replies{}", of(some))
        }
        (some, false) => format!(
            ", with a retry for malformed replies{}, and a handler without one around {}",
            of(some),
            seen_to - some - others
        ),
    };
    let told = again == 0 && (unbound == seen_to || next == seen_to);
    let told = told || others == 0;
    Some(if told { what } else { what + &aside(unbound, next) })
}

/// What is said of the calls among others whose handlers ask again in another way.
fn aside(unbound: usize, next: usize) -> String {
    let of = |count: usize, how: &str| {
        if count == 0 { String::new() } else { format!("; around {count} of them {how}") }
    };
    of(next, "a reply that does not fit makes the next model be asked, each of them once")
        + &of(unbound, "the model is asked again without the schema")
}

/// Whether a retry or a handler sees to every one of the calls, as far as that could be followed.
pub(super) fn all_seen_to(calls: &[&StructuredOutputFact]) -> bool {
    calls.iter().all(|call| call.is_seen_to() != Some(false))
}

/// What it is worth where some of the calls are seen to: what each of them is, taken together.
pub(super) fn worth(calls: &[&StructuredOutputFact]) -> Outcome {
    let of = |call: &&StructuredOutputFact| match (call.misfit, call.is_seen_to()) {
        (Some(Misfit::AskedAgain | Misfit::AskedNext | Misfit::AskedUnbound), _)
            if !call.stand_ins.is_empty() || !call.beside.otherwise.is_empty() =>
        {
            MADE_UP
        }
        (Some(Misfit::TransientOnly | Misfit::StoodIn | Misfit::Swallowed), _) => BARELY,
        // What could not be followed is not held against the others.
        (_, Some(true) | None) => 1.0,
        (_, Some(false)) => 0.0,
    };
    #[expect(clippy::cast_precision_loss, reason = "calls are few")]
    let share = calls.iter().map(of).sum::<f64>() / calls.len() as f64;
    if share < 1.0 { Outcome::Partly { share } } else { Outcome::Holds }
}

/// What is said of opinions that are built where a reply does not fit.
pub(super) fn stood_in(calls: &[&StructuredOutputFact]) -> String {
    format!("; a reply that does not fit is caught and not asked for again: {}", taken(calls))
}

/// What is said of opinions that are built where asking again does not help either.
pub(super) fn stood_in_later(calls: &[&StructuredOutputFact]) -> Option<String> {
    let asked = |call: &&&StructuredOutputFact| call.misfit.is_some_and(Misfit::is_asked_again);
    let later: Vec<&StructuredOutputFact> = calls.iter().filter(asked).copied().collect();
    let built = later.iter().any(|call| !call.stand_ins.is_empty());
    built.then(|| format!("; where no reply fits in the end, {}", taken(&later)))
}

/// What is said of opinions that are built where a model fails in another way, and of replies that have no score.
pub(super) fn made_up(calls: &[&StructuredOutputFact]) -> String {
    let of = |stand_ins: &dyn Fn(&StructuredOutputFact) -> &[StandIn]| {
        let found: Vec<&StandIn> = calls.iter().flat_map(|call| stand_ins(call)).collect();
        let scores: BTreeSet<u32> = found.iter().filter_map(|one| one.score).collect();
        let scores: Vec<String> = scores.into_iter().map(|score| score.to_string()).collect();
        let places: BTreeSet<&Lines> = found.iter().map(|one| &one.place).collect();
        let places = listed(places.into_iter().take(PLACES));
        (!found.is_empty()).then(|| (scores.join(" or "), places))
    };
    let otherwise = of(&|call| &call.beside.otherwise).map(|(scores, places)| {
        let mut built = calls.iter().filter(|call| !call.beside.otherwise.is_empty());
        let known = built.all(|call| !call.stand_ins.is_empty());
        let how = if known { "for another reason" } else { "in the end" };
        format!("; where the call fails {how}, an opinion with the score {scores} takes the place of the reply ({places})")
    });
    let defaults = of(&|call| &call.beside.defaults).map(|(scores, places)| {
        format!("; a reply that names no score is given the score {scores} ({places})")
    });
    let said = calls.iter().find_map(|call| call.beside.said.as_ref()).map(|place| {
        format!("; the description at `{place}` names a method that binds a schema, which nothing in the sources calls")
    });
    let altered = altered(calls);
    otherwise.unwrap_or_default()
        + &defaults.unwrap_or_default()
        + &altered
        + &said.unwrap_or_default()
}

/// What is said of code that changes what a reply says.
pub(super) fn altered(calls: &[&StructuredOutputFact]) -> String {
    let changed = |places: &dyn Fn(&StructuredOutputFact) -> &[Lines], what: &str| {
        let places: BTreeSet<&Lines> = calls.iter().flat_map(|call| places(call)).collect();
        let places = listed(places.into_iter().take(PLACES));
        if places.is_empty() { String::new() } else { format!("; code {what} ({places})") }
    };
    let rescored = changed(&|call| &call.beside.rescored, "changes the score of a reply");
    let recited = changed(&|call| &call.beside.recited, "fills in what a reply cites");
    let read = calls.iter().find_map(|call| call.beside.reads_nothing.as_ref()).map(|place| {
        format!("; where all attempts fail, nothing is there of which a field is read at `{place}`, so that this line fails")
    });
    rescored + &recited + &read.unwrap_or_default()
}

/// Whether an opinion is built where a model that is asked again fails in another way.
pub(super) fn is_made_up(calls: &[&StructuredOutputFact]) -> bool {
    calls.iter().any(|call| !call.beside.otherwise.is_empty())
}

/// What is said of opinions that are built around some of the calls, where others ask again or are handled.
pub(super) fn stood_in_beside(calls: &[&StructuredOutputFact]) -> Option<String> {
    let stood = |call: &&&StructuredOutputFact| call.misfit == Some(Misfit::StoodIn);
    let stood: Vec<&StructuredOutputFact> = calls.iter().filter(stood).copied().collect();
    (!stood.is_empty()).then(|| {
        let taken = taken(&stood);
        format!(
            "; around {} of them a reply that does not fit is not asked for again: {taken}",
            stood.len()
        )
    })
}

/// What takes the place of a reply: opinions with scores that are written there, or that the program works out itself.
fn taken(calls: &[&StructuredOutputFact]) -> String {
    let stand_ins: Vec<&StandIn> = calls.iter().flat_map(|call| &call.stand_ins).collect();
    let scores: BTreeSet<u32> = stand_ins.iter().filter_map(|one| one.score).collect();
    let scores: Vec<String> = scores.into_iter().map(|score| score.to_string()).collect();
    let places: BTreeSet<&Lines> = stand_ins.iter().map(|one| &one.place).collect();
    let places = listed(places.into_iter().take(PLACES));
    let computed = stand_ins.iter().any(|one| one.score.is_none());
    let opinion = match (scores.is_empty(), computed) {
        (false, false) => format!("an opinion with the score {}", scores.join(" or ")),
        (true, _) => "an opinion with a score that the program works out itself".to_owned(),
        (false, true) => format!(
            "an opinion with the score {}, or with one that the program works out itself,",
            scores.join(" or ")
        ),
    };
    format!("{opinion} takes its place ({places})")
}

/// What is said of a model that takes the bound one's place on another branch, where it does for all calls.
pub(super) fn raw(calls: &[&StructuredOutputFact]) -> Option<String> {
    let places: BTreeSet<&Lines> = calls.iter().flat_map(|call| &call.beside.raw).collect();
    let places = listed(places.into_iter().take(PLACES));
    let all = calls.iter().all(|call| !call.beside.raw.is_empty());
    all.then(|| {
        format!("; on another branch the model without the schema takes its place ({places})")
    })
}

/// That no retry stands around the calls, be it that a handler stands around the binding.
pub(super) fn nothing(calls: &[&StructuredOutputFact]) -> String {
    let guarded = calls.iter().find(|call| call.beside.guarded);
    match guarded.and_then(|call| Some((call, call.asked.first()?))) {
        Some((call, asked)) if call.place != *asked => format!(
            "; a handler stands around the binding at `{}`{}, and no retry or handler for malformed replies around the call at `{asked}`",
            call.place,
            unasked(call)
        ),
        Some(_) | None => {
            let them = if calls.len() == 1 { "it" } else { "them" };
            format!("; no retry or handler for malformed replies stands around {them}")
        }
    }
}

/// That a handler around the binding makes up opinions, as a part of a sentence.
fn unasked(call: &StructuredOutputFact) -> String {
    let made = &call.beside.unasked;
    let scores: BTreeSet<u32> = made.iter().filter_map(|one| one.score).collect();
    let scores: Vec<String> = scores.into_iter().map(|score| score.to_string()).collect();
    let places: BTreeSet<&Lines> = made.iter().map(|one| &one.place).collect();
    let places = listed(places.into_iter().take(PLACES));
    match (made.is_empty(), scores.is_empty()) {
        (true, _) => String::new(),
        (false, true) => {
            format!(" and makes up opinions where that fails, before any model is asked ({places})")
        }
        (false, false) => format!(
            " and makes up opinions with the score {} where that fails, before any model is asked ({places})",
            scores.join(" or ")
        ),
    }
}

/// What is said of questions to the same models that are bound to nothing.
pub(super) fn unbound(calls: &[&StructuredOutputFact]) -> Option<String> {
    let places: BTreeSet<&Lines> = calls.iter().flat_map(|call| &call.beside.unbound).collect();
    let places = listed(places.into_iter().take(PLACES));
    (!places.is_empty())
        .then(|| format!("; the same model is also asked without the schema ({places})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(misfits: &[Misfit]) -> Vec<StructuredOutputFact> {
        misfits
            .iter()
            .map(|misfit| StructuredOutputFact {
                retry: Some(misfit.is_retried()),
                misfit: Some(*misfit),
                live: Some(true),
                ..StructuredOutputFact::default()
            })
            .collect()
    }

    #[test]
    fn what_some_calls_see_to_counts_for_these_alone() {
        let worth = |misfits: &[Misfit]| worth(&calls(misfits).iter().collect::<Vec<_>>());
        let (again, handled) = (Misfit::AskedAgain, Misfit::Handled);
        assert_eq!(worth(&[again, handled]), Outcome::Holds);
        assert_eq!(worth(&[again, Misfit::Unhandled]), Outcome::Partly { share: 0.5 });
        assert_eq!(worth(&[handled, Misfit::StoodIn]), Outcome::Partly { share: 0.75 });
    }

    #[test]
    fn what_is_made_up_after_other_failures_is_told_and_costs_a_part() {
        let mut call = calls(&[Misfit::AskedAgain]).remove(0);
        let made = |score| StandIn { score: Some(score), place: Lines::new("src/a.py", "b", 3, 4) };
        assert_eq!((worth(&[&call]), made_up(&[&call])), (Outcome::Holds, String::new()));
        call.beside.otherwise = vec![made(3)];
        call.beside.defaults = vec![made(2)];
        assert_eq!(worth(&[&call]), Outcome::Partly { share: 0.75 });
        assert_eq!(
            made_up(&[&call]),
            "; where the call fails in the end, an opinion with the score 3 takes the place of the reply (`src/a.py:3-4`); a reply that names no score is given the score 2 (`src/a.py:3-4`)"
        );
    }

    #[test]
    fn opinions_that_are_made_up_where_the_binding_fails_are_told_with_their_scores() {
        let mut call = calls(&[Misfit::Unhandled]).remove(0);
        call.place = Lines::new("src/a.py", "b", 2, 2);
        call.asked = vec![Lines::new("src/a.py", "b", 9, 9)];
        call.beside.guarded = true;
        let end = ", and no retry or handler for malformed replies around the call at `src/a.py:9`";
        let begin = "; a handler stands around the binding at `src/a.py:2`";
        assert_eq!(nothing(&[&call]), format!("{begin}{end}"));
        let made = |score| StandIn { score, place: Lines::new("src/a.py", "b", 4, 5) };
        call.beside.unasked = vec![made(Some(1)), made(Some(3))];
        assert_eq!(
            nothing(&[&call]),
            format!(
                "{begin} and makes up opinions with the score 1 or 3 where that fails, before any model is asked (`src/a.py:4-5`){end}"
            )
        );
        call.beside.unasked = vec![made(None)];
        assert!(nothing(&[&call]).contains(" and makes up opinions where that fails, before"));
    }

    #[test]
    fn retries_are_counted_call_by_call() {
        let told = |misfits: &[Misfit]| {
            let calls = calls(misfits);
            care(&calls.iter().collect::<Vec<_>>()).unwrap_or_default()
        };
        let (again, handled, none) = (Misfit::AskedAgain, Misfit::Handled, Misfit::Unhandled);
        assert_eq!(told(&[again, again]), ", with a retry for malformed replies");
        assert_eq!(
            told(&[again, handled, handled]),
            ", with a retry for malformed replies around 1 of them, and a handler without one around 2"
        );
        assert_eq!(told(&[again, none]), ", with a retry for malformed replies around 1 of them");
        assert_eq!(
            told(&[handled]),
            ", with a handler for malformed replies, but no retry of them"
        );
        assert_eq!(told(&[none]), "");
        let (unbound, next) = (Misfit::AskedUnbound, Misfit::AskedNext);
        assert_eq!(
            told(&[unbound]),
            ", with a handler for malformed replies, behind which the model is asked again without the schema"
        );
        assert_eq!(
            told(&[next, none]),
            ", with a fallback to the next model around 1 of them where a reply does not fit, but no retry of it"
        );
        assert_eq!(
            told(&[again, next]),
            ", with a retry for malformed replies around 1 of them; around 1 of them a reply that does not fit makes the next model be asked, each of them once"
        );
    }
}
