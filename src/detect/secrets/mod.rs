//! Keys and passwords that stand where others can read them.
//!
//! Found by the forms that their issuers document, and redacted before anything leaves the process that
//! reads a submission. A finding names kind, place and a prefix of the hash, never the secret.

mod context;
mod marks;
mod numbers;
mod redact;
mod rules;
mod sieve;
mod used;

pub use redact::{Known, Redactor};

use crate::domain::digest::sha256_hex;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{CommitFact, DocumentFacts, Language, Place, SecretFact, SecretOrigin};
use context::Context;
use marks::{line_around, passages};
use rules::{Proof, RULES, Rule, pattern};
use std::collections::BTreeSet;
use std::ops::Range;

/// One secret in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// What it is, in words.
    pub kind: &'static str,
    /// The first eight hexadecimal digits of its SHA-256.
    pub hash: String,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// When it stops to be good for anything, where it says so, in seconds since 1970-01-01 UTC.
    pub expires: Option<i64>,
}

/// Compiles the patterns of all forms, for the copies that this process will make of itself.
pub(crate) fn compile_at_once() {
    for number in 0..RULES.len() {
        pattern(number);
    }
    used::compile_at_once();
}

/// The secrets in a file, in order; none overlaps another.
///
/// Values that were given to a name count in sources and settings alone: in documents, templates, tests
/// and lists of hashes they are examples far more often than secrets.
#[must_use]
pub fn in_file(path: &str, bytes: &[u8]) -> Vec<Secret> {
    let context = context::of(path);
    let mut secrets = find(bytes, context);
    if context == Context::Code && Language::of(path) == Some(Language::Python) {
        let overlaps = |range: &Range<usize>, known: &Secret| {
            known.range.start < range.end && range.start < known.range.end
        };
        for range in numbers::given(bytes) {
            if !secrets.iter().any(|known| overlaps(&range, known)) {
                let hash = sha256_hex(&bytes[range.clone()])[..8].to_owned();
                secrets.push(Secret { kind: rules::NUMBERED, hash, range, expires: None });
            }
        }
        secrets.sort_by_key(|secret| secret.range.start);
    }
    secrets
}

/// The secrets in a text that no file holds, such as a message.
#[must_use]
pub fn in_text(text: &str) -> Vec<Secret> {
    find(text.as_bytes(), Context::Prose)
}

/// States the secrets of the tree's files.
#[must_use]
pub fn in_tree(sources: &[Source], known: &mut Known) -> Vec<SecretFact> {
    let mut facts = Vec::new();
    let guards = used::imported_guards(sources);
    for source in sources {
        let secrets = in_file(&source.path, &source.bytes);
        for used in by_use(source, &secrets, sources, &guards) {
            known.add_used(&source.path, &used, &source.bytes);
            facts.push(stated(source, &used));
        }
        for secret in secrets {
            let (first, last) = lines(&source.bytes, &secret.range);
            known.add(&secret, &source.bytes);
            known.add_file(&source.path);
            if is_shown(&secret, &source.path) {
                continue;
            }
            facts.push(SecretFact {
                origin: SecretOrigin::Tree,
                place: Place::lines(&source.path, &source.blob, first, last),
                kind: secret.kind.to_owned(),
                hash: secret.hash,
                file: None,
                in_tests: context::is_trial(&source.path),
                expires: secret.expires,
                by_use: false,
            });
        }
    }
    facts.sort();
    facts.dedup();
    facts
}

/// Whether a manual shows the secret to its readers: then it is made up far more often than it is anybody's. A key that
/// browsers are given stands in every page that a browser saved, and is its makers'.
fn is_shown(secret: &Secret, path: &str) -> bool {
    if secret.kind == rules::BROWSERS && context::is_saved_page(path) {
        return true;
    }
    let is_sample = [rules::TOKEN, rules::TYPED].contains(&secret.kind);
    is_sample && context::is_manual(path)
}

/// The texts that a file uses as keys, but for those that are secrets by their form; `guards` are the names by which others
/// guard what they do.
fn by_use(
    source: &Source,
    secrets: &[Secret],
    sources: &[Source],
    guards: &BTreeSet<Vec<u8>>,
) -> Vec<Secret> {
    let state = |kind: &'static str, range: Range<usize>| {
        let hash = sha256_hex(&source.bytes[range.clone()])[..8].to_owned();
        Secret { kind, hash, range, expires: None }
    };
    let (path, bytes) = (&source.path, &source.bytes);
    let used = used::used_as_keys(path, bytes, guards).into_iter();
    let mut all: Vec<Secret> = used.map(|used| state(used.kind(), used.range)).collect();
    let defaults = used::of_settings(path, bytes, sources).into_iter();
    all.extend(defaults.map(|range| state(used::DEFAULT, range)));
    let given = used::given_to_services(path, bytes).into_iter();
    all.extend(given.map(|range| state(used::DEPLOYED, range)));
    let beside = used::beside_users(path, bytes).into_iter();
    all.extend(beside.map(|range| state(used::DEPLOYED, range)));
    let is_known = |range: &Range<usize>| {
        secrets.iter().any(|one| one.range.start < range.end && range.start < one.range.end)
    };
    all.retain(|used| !is_known(&used.range));
    all.sort_by_key(|used| used.range.start);
    all.dedup_by(|next, first| next.range == first.range);
    all
}

/// States a text that is used as a key.
fn stated(source: &Source, used: &Secret) -> SecretFact {
    let (first, last) = lines(&source.bytes, &used.range);
    SecretFact {
        origin: SecretOrigin::Tree,
        place: Place::lines(&source.path, &source.blob, first, last),
        kind: used.kind.to_owned(),
        hash: used.hash.clone(),
        file: None,
        in_tests: context::is_trial(&source.path),
        expires: None,
        by_use: true,
    }
}

/// Whether a text is used as a key only where the environment has none.
pub(in crate::detect) fn is_default(fact: &SecretFact) -> bool {
    fact.kind == used::DEFAULT
}

/// Whether a text is a password that settings give to a service.
pub(in crate::detect) fn is_deployed(fact: &SecretFact) -> bool {
    fact.kind == used::DEPLOYED
}

/// States the secrets of one file of an older commit.
#[must_use]
pub fn in_past_file(commit: &str, path: &str, bytes: &[u8], known: &mut Known) -> Vec<SecretFact> {
    let mut state = |secret: Secret| {
        known.add(&secret, bytes);
        SecretFact {
            origin: SecretOrigin::History,
            place: Place::Commit { id: commit.to_owned() },
            kind: secret.kind.to_owned(),
            hash: secret.hash,
            file: Some(format!("{path}:{}", lines(bytes, &secret.range).0)),
            in_tests: context::is_trial(path),
            expires: secret.expires,
            by_use: false,
        }
    };
    let secrets = in_file(path, bytes).into_iter();
    secrets
        .map(|secret| (is_shown(&secret, path), state(secret)))
        .filter(|(shown, _)| !shown)
        .map(|(_, fact)| fact)
        .collect()
}

/// States the secrets of commit messages.
#[must_use]
pub fn in_messages(commits: &[CommitFact], known: &mut Known) -> Vec<SecretFact> {
    let mut facts = Vec::new();
    for commit in commits {
        for secret in in_text(&commit.message) {
            known.add(&secret, commit.message.as_bytes());
            facts.push(SecretFact {
                origin: SecretOrigin::Message,
                place: Place::Commit { id: commit.id.clone() },
                kind: secret.kind.to_owned(),
                hash: secret.hash,
                file: None,
                in_tests: false,
                expires: secret.expires,
                by_use: false,
            });
        }
    }
    facts.dedup();
    facts
}

/// States the secrets of a report, on its pages and in the text that nobody sees, also those that a line end
/// parts.
#[must_use]
pub fn in_report(facts: &DocumentFacts, known: &mut Known) -> Vec<SecretFact> {
    let shown = facts.pages.iter().map(|page| (page.number, page.text.as_str()));
    let hidden = facts.hidden_text.iter().map(|hidden| (hidden.page, hidden.text.as_str()));
    let mut facts = Vec::new();
    for (page, text) in shown.chain(hidden) {
        let joined: String = text.chars().filter(|c| *c != '\n').collect();
        let whole = in_text(text).into_iter().map(|secret| (secret, text));
        let parted = in_text(&joined).into_iter().map(|secret| (secret, joined.as_str()));
        for (secret, holder) in whole.chain(parted) {
            let value = &holder[secret.range.clone()];
            if known.covers(value) {
                continue;
            }
            known.add(&secret, holder.as_bytes());
            known.add_parts(&secret, value, text);
            facts.push(SecretFact {
                origin: SecretOrigin::Report,
                place: Place::Page { page },
                kind: secret.kind.to_owned(),
                hash: secret.hash,
                file: None,
                in_tests: false,
                expires: secret.expires,
                by_use: false,
            });
        }
    }
    facts
}

fn find(bytes: &[u8], context: Context) -> Vec<Secret> {
    let mut secrets: Vec<Secret> = Vec::new();
    for (number, passages) in passages(bytes, context).into_iter().enumerate() {
        let rule = &RULES[number];
        let is_named = matches!(rule.proof, Proof::Password | Proof::Signing);
        if is_named && context == Context::Prose {
            continue;
        }
        for passage in passages.into_iter().filter(|p| rule.may_match(&bytes[p.clone()])) {
            for found in pattern(number).captures_iter(&bytes[passage.clone()]) {
                let Some(value) = found.get(1) else { continue };
                let range = passage.start + value.start()..passage.start + value.end();
                let host = found.get(2).map(|host| host.as_bytes());
                let overlaps =
                    |known: &Secret| known.range.start < range.end && range.start < known.range.end;
                if !secrets.iter().any(overlaps) && is_proven(rule, value.as_bytes(), host) {
                    let hash = sha256_hex(value.as_bytes())[..8].to_owned();
                    let is_token = rule.proof == Proof::WebToken;
                    let expires = is_token.then(|| sieve::expiry(value.as_bytes())).flatten();
                    secrets.push(Secret { kind: rule.kind, hash, range, expires });
                }
            }
        }
    }
    secrets.sort_by_key(|secret| secret.range.start);
    secrets
}

/// Lowest entropy of a value in hexadecimal digits, in bits per character; chance gives 32 of them about 3.6.
const HEXADECIMAL: f64 = 3.2;

fn is_proven(rule: &Rule, value: &[u8], host: Option<&[u8]>) -> bool {
    let is_named = matches!(rule.proof, Proof::Assigned | Proof::Setting);
    let least = if is_named && sieve::is_hexadecimal(value) { HEXADECIMAL } else { rule.entropy };
    if sieve::entropy(value) < least {
        return false;
    }
    match rule.proof {
        Proof::Form => !sieve::is_placeholder(value),
        // Long Base64 holds short words and runs by chance.
        Proof::WebToken => sieve::is_web_token(value),
        Proof::KeyBody => sieve::is_key_body(value),
        Proof::Signing => {
            let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
            let signs = value.iter().filter(|b| b.is_ascii_punctuation()).count();
            digits >= 3 && signs >= 3 && !sieve::is_placeholder(value)
        }
        Proof::Address | Proof::DataSource => {
            let varied =
                value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
            // What is as mixed as no word is was made to be a password, whatever the host is called.
            let counts = |host: &[u8]| {
                (varied && sieve::is_real_host(host))
                    || (sieve::is_mixed(value) && !sieve::is_nowhere(host))
            };
            !sieve::is_placeholder(value) && host.is_some_and(counts)
        }
        Proof::Typed | Proof::Password => !sieve::is_placeholder(value) && sieve::is_mixed(value),
        // A token is judged by its own form, also where it is a sample or public.
        Proof::Assigned | Proof::Setting => {
            !value.starts_with(b"eyJ") && !sieve::is_placeholder(value) && sieve::is_random(value)
        }
    }
}

/// First and last line of a range, from 1.
fn lines(bytes: &[u8], range: &Range<usize>) -> (u32, u32) {
    let line = |at: usize| {
        let lines = bytes[..at].split(|byte| *byte == b'\n').count();
        u32::try_from(lines).unwrap_or(u32::MAX)
    };
    (line(range.start), line(range.end))
}

#[cfg(test)]
mod tests;
