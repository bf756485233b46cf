//! What is told of clones whose exceptions nothing catches.

use crate::detect::probes::listed;
use crate::domain::facts::{CloneFact, Lines};

/// What ends the program, one note for each kind of exception.
pub(super) fn escaping(clones: &[&CloneFact]) -> Vec<String> {
    let ours = || clones.iter().filter(|clone| clone.handles_errors == Some(true));
    let failing = ours().find(|clone| clone.failure_escapes).map(|clone| {
        let from = from(&clone.failure_escapes_at);
        format!(
            "; the one at `{}` raises when it fails, and nothing catches that{from}",
            clone.place
        )
    });
    let limited = ours().find(|clone| clone.timeout_escapes).map(|clone| {
        let from = from(&clone.timeout_escapes_at);
        format!(
            "; nothing catches `TimeoutExpired` when the time of the one at `{}` is up{from}",
            clone.place
        )
    });
    failing.into_iter().chain(limited).collect()
}

fn from(at: &[Lines]) -> String {
    let places: Vec<String> = at.iter().take(3).map(ToString::to_string).collect();
    match places.len() {
        0 => String::new(),
        1 => format!(", where {} calls it", listed(places.iter().map(String::as_str))),
        _ => format!(", where {} call it", listed(places.iter().map(String::as_str))),
    }
}

/// What would catch that.
pub(super) fn handler(clones: &[&CloneFact]) -> Vec<String> {
    let mut missing = Vec::new();
    if clones.iter().any(|clone| clone.failure_escapes) {
        missing.push("a handler of a failed clone around the call, which reports it".to_owned());
    }
    if clones.iter().any(|clone| clone.timeout_escapes) {
        missing.push(
            "a handler of `TimeoutExpired` around the call (`except subprocess.TimeoutExpired`)"
                .to_owned(),
        );
    }
    missing
}

/// How a clone sees to a failure that it only raises.
pub(super) fn raised(clone: &CloneFact) -> Option<String> {
    if clone.handles_errors != Some(true) || !clone.only_raises {
        return None;
    }
    Some(if clone.failure_escapes && clone.failure_escapes_at.is_empty() {
        "raising when it fails, with nothing that catches that".to_owned()
    } else {
        "raising when it fails".to_owned()
    })
}
