//! Takes secrets out of texts.

use super::{Secret, in_file, in_text};
use crate::domain::exhibit::pdf::PdfExhibit;
use crate::domain::exhibit::repository::{RepoExhibit, Source};
use aho_corasick::{AhoCorasick, MatchKind};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Shortest part of a secret that is looked for by itself.
const PART: usize = 10;

/// Shortest secret that is looked for by itself: passwords may be that short.
const WHOLE: usize = 8;

/// Shortest text that is no word, where it has signs or digits too.
const SURE: usize = 16;

/// Most values that are remembered; all others are still taken out where they have their form.
const MOST: usize = 2000;

/// Secrets that were found, so that they are taken out wherever else they stand.
///
/// Has no `Debug` and no `Serialize`: the values must not reach any output.
#[derive(Clone, Default)]
pub struct Known {
    /// What each value is replaced by.
    values: BTreeMap<String, String>,
    /// The files of the tree that hold secrets.
    files: BTreeSet<String>,
    /// What is taken out of one file alone, with what it is replaced by: a text that is a key by its use may be a word
    /// elsewhere.
    within: BTreeMap<String, Vec<(String, String)>>,
}

impl Known {
    /// Remembers a secret that stands in `bytes`.
    pub(super) fn add(&mut self, secret: &Secret, bytes: &[u8]) {
        let value = String::from_utf8_lossy(&bytes[secret.range.clone()]).into_owned();
        self.insert(value, mark(secret));
    }

    /// Remembers a text of a file that is a key by its use. It is taken out of all texts where it can be nothing else.
    pub(super) fn add_used(&mut self, path: &str, used: &Secret, bytes: &[u8]) {
        let value = String::from_utf8_lossy(&bytes[used.range.clone()]).into_owned();
        let signs = value.bytes().filter(|byte| !byte.is_ascii_alphabetic()).count();
        if value.len() >= SURE && signs >= 2 {
            self.insert(value.clone(), mark(used));
        }
        self.within.entry(path.to_owned()).or_default().push((value, mark(used)));
    }

    /// Remembers that a file of the tree holds secrets.
    pub(super) fn add_file(&mut self, path: &str) {
        self.files.insert(path.to_owned());
    }

    /// Remembers the parts of a secret that stand on several lines of `text`.
    pub(super) fn add_parts(&mut self, secret: &Secret, value: &str, text: &str) {
        if text.contains(value) {
            return;
        }
        for line in text.lines().map(str::trim) {
            let ends: Vec<usize> =
                line.char_indices().map(|(at, _)| at).chain([line.len()]).collect();
            // The secret begins at the end of one line, and goes on at the start of others.
            let tail = ends.iter().map(|at| &line[*at..]).find(|tail| value.starts_with(tail));
            let head = ends.iter().map(|at| &line[..*at]).rfind(|head| value.contains(head));
            for part in [tail, head].into_iter().flatten().filter(|part| part.len() >= PART) {
                self.insert(part.to_owned(), mark(secret));
            }
        }
    }

    /// Takes in what another reading found.
    pub fn extend(&mut self, other: Self) {
        other.values.into_iter().for_each(|(value, mark)| self.insert(value, mark));
    }

    pub(super) fn covers(&self, value: &str) -> bool {
        self.values.keys().any(|known| known.contains(value) || value.contains(known.as_str()))
    }

    fn insert(&mut self, value: String, mark: String) {
        if value.len() >= WHOLE && self.values.len() < MOST {
            self.values.insert(value, mark);
        }
    }

    /// Makes ready to take these secrets, and all that have the form of one, out of texts.
    #[must_use]
    pub fn redactor(&self) -> Redactor {
        let finder = (!self.values.is_empty()).then(|| {
            let kind = MatchKind::LeftmostLongest;
            AhoCorasick::builder().match_kind(kind).build(self.values.keys()).ok()
        });
        Redactor {
            finder: finder.flatten(),
            marks: self.values.values().cloned().collect(),
            files: self.files.clone(),
            within: self.within.clone(),
        }
    }
}

/// Takes secrets out of texts.
pub struct Redactor {
    finder: Option<AhoCorasick>,
    marks: Vec<String>,
    files: BTreeSet<String>,
    within: BTreeMap<String, Vec<(String, String)>>,
}

impl Redactor {
    /// The text without secrets, or `None` when it has none.
    #[must_use]
    pub fn redacted(&self, text: &str) -> Option<String> {
        let known = self.finder.as_ref().filter(|finder| finder.is_match(text));
        let changed = known.map(|finder| finder.replace_all(text, &self.marks));
        let now = changed.as_deref().unwrap_or(text);
        let found = in_text(now);
        if found.is_empty() {
            return changed;
        }
        Some(String::from_utf8_lossy(&replaced(now.as_bytes(), &found)).into_owned())
    }

    /// Takes the secrets out of all texts of a JSON value; says whether there were any.
    ///
    /// What stands under the key `lookup` is the rubric's own question and stays. The depth of the value
    /// is that of our own types, not of a submission.
    pub fn sweep(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => {
                let redacted = self.redacted(text);
                let any = redacted.is_some();
                if let Some(redacted) = redacted {
                    *text = redacted;
                }
                any
            }
            Value::Array(items) => items.iter_mut().fold(false, |any, item| self.sweep(item) | any),
            Value::Object(fields) => fields
                .iter_mut()
                .filter(|(key, _)| *key != "lookup")
                .fold(false, |any, (_, item)| self.sweep(item) | any),
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    /// Takes the secrets out of a repository, before anybody draws excerpts from it.
    ///
    /// Lines keep their numbers.
    pub fn purge_repository(&self, exhibit: &mut RepoExhibit) {
        for source in &mut exhibit.sources {
            self.purge_source(source);
        }
        for commit in &mut exhibit.commits.commits {
            let author = &mut commit.author;
            let texts =
                [&mut commit.subject, &mut commit.message, &mut author.name, &mut author.email];
            for text in texts {
                self.purge(text);
            }
        }
    }

    fn purge_source(&self, source: &mut Source) {
        if self.files.contains(&source.path) {
            let found = in_file(&source.path, &source.bytes);
            source.bytes = replaced(&source.bytes, &found);
        }
        for (value, mark) in self.within.get(&source.path).into_iter().flatten() {
            for (before, after) in [('"', '"'), ('\'', '\''), ('`', '`'), (':', '@')] {
                let value = format!("{before}{value}{after}");
                let mark = format!("{before}{mark}{after}");
                source.bytes = exchanged(&source.bytes, value.as_bytes(), mark.as_bytes());
            }
        }
        if let Some(finder) = self.finder.as_ref().filter(|f| f.is_match(&source.bytes)) {
            source.bytes = finder.replace_all_bytes(&source.bytes, &self.marks);
        }
    }

    fn purge(&self, text: &mut String) {
        if let Some(redacted) = self.redacted(text) {
            *text = redacted;
        }
    }

    /// Takes the secrets out of a report's runs of text, before anybody draws sentences from it.
    pub fn purge_report(&self, exhibit: &mut PdfExhibit) {
        for page in &mut exhibit.pages {
            page.spans.iter_mut().for_each(|span| self.purge(&mut span.text));
            page.hidden.iter_mut().for_each(|hidden| self.purge(&mut hidden.span.text));
        }
        exhibit.metadata.iter_mut().for_each(|(_, text)| self.purge(text));
    }
}

/// `[redacted GitHub token 1a2b3c4d]`.
fn mark(secret: &Secret) -> String {
    format!("[redacted {} {}]", secret.kind, secret.hash)
}

/// The text with `mark` wherever `value` stands.
fn exchanged(bytes: &[u8], value: &[u8], mark: &[u8]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for start in memchr::memmem::find_iter(bytes, value) {
        text.extend_from_slice(&bytes[at..start]);
        text.extend_from_slice(mark);
        at = start + value.len();
    }
    text.extend_from_slice(&bytes[at..]);
    text
}

/// The text with a mark in the place of each secret, and as many line ends as before.
fn replaced(bytes: &[u8], secrets: &[Secret]) -> Vec<u8> {
    let mut text = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for secret in secrets {
        text.extend_from_slice(&bytes[at..secret.range.start]);
        text.extend_from_slice(mark(secret).as_bytes());
        let newlines = bytes[secret.range.clone()].split(|byte| *byte == b'\n').count() - 1;
        text.extend(std::iter::repeat_n(b'\n', newlines));
        at = secret.range.end;
    }
    text.extend_from_slice(&bytes[at..]);
    text
}
