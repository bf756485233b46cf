//! Who runs the synthesis.

use crate::detect::repo::python::justice::reading::functions::court::Key;
use crate::detect::repo::python::justice::{Hearing, each_call};
use std::collections::BTreeSet;

/// How many calls outward from the synthesis what runs it is looked for.
const CALLERS: usize = 2;

/// The functions of the synthesis that can run, and those outside of it that call them: what they
/// make of a verdict counts too.
pub(super) fn heard(hearing: &Hearing<'_, '_>, leads: &dyn Fn(&Key) -> bool) -> Vec<Key> {
    let court = &hearing.court;
    let ours = hearing.reached.iter().filter(|key| !court.module(**key).in_tests);
    let (dead, live): (Vec<Key>, Vec<Key>) =
        ours.copied().partition(|key| hearing.dead.contains(key));
    // Where nothing seems to be called, it is the calls that were not understood.
    let mut keys: BTreeSet<Key> = if live.is_empty() { dead } else { live }.into_iter().collect();
    let mut asked: BTreeSet<Key> = keys.iter().filter(|key| leads(key)).copied().collect();
    for _ in 0..CALLERS {
        let names: BTreeSet<&str> = asked.iter().map(|key| hearing.function(*key).name).collect();
        let calls = |key: &Key| {
            let mut found = false;
            each_call(&hearing.function(*key).body, &mut |call, _| {
                found |= names.contains(call.callee_name())
                    && court.resolve(&call.callee, *key).iter().any(|one| asked.contains(one));
            });
            found
        };
        let callers = court.parts.keys().filter(|key| !court.module(**key).in_tests);
        let callers: BTreeSet<Key> =
            callers.filter(|key| !keys.contains(key) && calls(key)).copied().collect();
        keys.extend(&callers);
        asked = callers;
    }
    keys.into_iter().collect()
}
