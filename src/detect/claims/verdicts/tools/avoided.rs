//! What is said never to be called or to stand in the sources, held against the calls and keys that were found.

use super::super::{NO_NAME, Verdict, is_read_whole};
use crate::detect::claims::wording::tools::{Avoided, avoided};
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{CallCertainty, CallFact, RepositoryFacts, SecretFact, SecretOrigin};

/// What the sources say to it.
pub(in super::super) fn told(repository: &RepositoryFacts, text: &str) -> Verdict {
    match avoided(text) {
        Some(Avoided::Calls(named)) => calls(repository, &named),
        Some(Avoided::Secrets { history }) => secrets(repository, history),
        Some(Avoided::Running) => {
            Verdict::undecided("whether anything runs what was cloned was not followed")
        }
        None => Verdict::undecided(NO_NAME),
    }
}

fn calls(repository: &RepositoryFacts, named: &[&str]) -> Verdict {
    let ours =
        || repository.python.calls.iter().filter(|call| !call.in_tests && is_one(call, named));
    let certain = |call: &&CallFact| call.live && call.certainty == CallCertainty::Definite;
    if let Some(call) = ours().find(certain) {
        return Verdict::of(Contradicted, format!("`{}` is called", call.callee), [&call.place]);
    }
    if let Some(call) = ours().next() {
        let fact = if call.live {
            format!("`{}` may be a call of `{}`", call.written, call.callee)
        } else {
            format!("`{}` is called in code that never runs", call.callee)
        };
        return Verdict::of(Undecided, fact, [&call.place]);
    }
    if !is_read_whole(repository) {
        return Verdict::undecided("not all sources could be read");
    }
    let listed: Vec<String> = named.iter().map(|name| format!("`{name}`")).collect();
    let fact = format!("no call of {} was found in any source", listed.join(" or "));
    Verdict::of(Supported, fact, [])
}

/// Whether a call is one of those that are named.
fn is_one(call: &CallFact, named: &[&str]) -> bool {
    let callee = call.callee.strip_prefix("builtins.").unwrap_or(&call.callee);
    named.iter().any(|name| match *name {
        "pickle" => callee.contains("pickle"),
        "yaml.load" => callee.starts_with("yaml.") && callee.ends_with("load"),
        "marshal" => callee.starts_with("marshal."),
        "shell=True" => call.asks_for_shell(),
        name => callee == name,
    })
}

fn secrets(repository: &RepositoryFacts, history: bool) -> Verdict {
    let found = |secret: &&SecretFact| match secret.origin {
        SecretOrigin::Tree => true,
        SecretOrigin::History => history,
        SecretOrigin::Message | SecretOrigin::Report => false,
    };
    let ours: Vec<&SecretFact> = repository.secrets.iter().filter(found).collect();
    let certain =
        |secret: &&&SecretFact| !secret.in_tests && !secret.is_expired(&repository.history);
    if let Some(secret) = ours.iter().find(certain) {
        let fact = format!("a secret ({}) stands in {}", secret.kind, secret.whereabouts());
        return Verdict::of(Contradicted, fact, []);
    }
    if let Some(secret) = ours.first() {
        let fact = format!(
            "what looks like a secret ({}) stands in {}",
            secret.kind,
            secret.whereabouts()
        );
        return Verdict::undecided(fact);
    }
    if !repository.secrets_unsearched.is_empty() || !repository.limits_reached.is_empty() {
        return Verdict::undecided("not everything was searched for keys and passwords");
    }
    let whereabouts = if history { "the tree or the history" } else { "the tree" };
    Verdict::of(Supported, format!("no key or password was found in {whereabouts}"), [])
}
