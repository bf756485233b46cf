//! What submissions of a class have in common, told by fingerprints: a hint to a person, and no verdict.

use crate::domain::event::AuditEvent;
use crate::domain::facts::{DocumentFacts, Facts, RepositoryFacts};
use crate::domain::ids::SubmissionId;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Words of a passage. So many in a row seldom stand in two texts by chance.
const WORDS: usize = 8;
/// One of so many passages is kept.
const SAMPLE: u64 = 4;
/// Most passages that are kept of one report.
const PASSAGES: usize = 4_000;
/// Files that two trees share at least before it is told.
const FILES: usize = 3;
/// Share of the smaller tree that is the same at least before it is told.
const OF_TREE: f64 = 0.1;
/// Kept passages that two reports share at least before it is told.
const SHARED: usize = 10;
/// Share of the shorter report that is the same at least before it is told.
const OF_REPORT: f64 = 0.1;
/// What more submissions have than this is taken to be handed out with the task, at least.
const GIVEN_LEAST: usize = 3;
/// And at most, however large the class.
const GIVEN_MOST: usize = 40;
/// Files or pages that are named of a likeness.
const NAMED: usize = 5;

/// Names of files that say nothing on who wrote them.
const ANYBODYS: &[&str] =
    &["LICENSE", "LICENSE.md", "LICENSE.txt", ".gitignore", ".gitattributes", ".python-version"];

/// What is remembered of one submission to compare it with others; none of its text is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// The audited commit, hexadecimal; empty where no repository was read.
    pub commit: String,
    /// Paths of its own files by their blobs' ids.
    pub files: BTreeMap<String, String>,
    /// SHA-256 of the report, hexadecimal; empty where none was read.
    pub report: String,
    /// Digests of some passages of the report, each with the page on which it stands first.
    pub passages: BTreeMap<u64, u32>,
}

/// What two submissions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likeness {
    /// The two.
    pub between: [SubmissionId; 2],
    /// What it is.
    pub kind: LikenessKind,
}

/// What two submissions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LikenessKind {
    /// They are at the same commit.
    Commit {
        /// Which.
        commit: String,
    },
    /// Files with the same bytes, beyond what many have.
    Files {
        /// How many.
        same: usize,
        /// How many the smaller tree has, beyond what many have.
        of: usize,
        /// Some of them: the path in the one and in the other.
        named: Vec<(String, String)>,
    },
    /// The same report file.
    Report,
    /// Passages that stand in both reports, beyond what many have.
    Passages {
        /// How many of a hundred passages of the shorter report, rounded.
        percent: u32,
        /// Pages where some of them stand: in the one and in the other.
        named: Vec<(u32, u32)>,
    },
}

impl Fingerprint {
    /// Adds what an event of an audit tells: what a detective read, or what an audit takes over from the one that it
    /// follows.
    pub fn hear(&mut self, event: &AuditEvent) {
        if let AuditEvent::Opened { request, .. } = event {
            for facts in request.after.iter().flat_map(|after| after.kept.facts.values()) {
                self.add(facts);
            }
        } else if let AuditEvent::Examined { facts, .. } = event {
            self.add(facts);
        }
    }

    /// Adds what a detective read.
    fn add(&mut self, facts: &Facts) {
        match facts {
            Facts::Repository(facts) => self.add_repository(facts),
            Facts::Document(facts) => self.add_document(facts),
            Facts::Figures(_) => {}
        }
    }

    fn add_repository(&mut self, facts: &RepositoryFacts) {
        self.commit.clone_from(&facts.commit);
        let is_file = |mode: &str| matches!(mode, "file" | "executable");
        for entry in facts.tree.entries.iter().filter(|entry| is_file(&entry.mode)) {
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            let is_lock = name.rsplit_once('.').is_some_and(|(_, ending)| ending == "lock");
            // The empty file is everybody's, in SHA-1 and in SHA-256.
            let is_empty =
                ["e69de29bb2d1", "473a0f4c3be8"].iter().any(|id| entry.blob.starts_with(id));
            if !is_empty && !ANYBODYS.contains(&name) && !is_lock {
                self.files.entry(entry.blob.clone()).or_insert_with(|| entry.path.clone());
            }
        }
    }

    fn add_document(&mut self, facts: &DocumentFacts) {
        self.report.clone_from(&facts.sha256);
        for page in &facts.pages {
            let words: Vec<String> = page.text.split_whitespace().filter_map(bare).collect();
            for passage in words.windows(WORDS) {
                let digest = digest(passage);
                if digest.is_multiple_of(SAMPLE) && self.passages.len() < PASSAGES {
                    self.passages.entry(digest).or_insert(page.number);
                }
            }
        }
    }
}

/// A word without its punctuation, in lower case.
fn bare(word: &str) -> Option<String> {
    let bare: String =
        word.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (!bare.is_empty()).then_some(bare)
}

/// FNV-1a over words: stable on every machine, and nobody's secret.
fn digest(words: &[String]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in words.iter().flat_map(|word| word.bytes().chain([b' '])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

/// What the submissions of a class have in common, by pair. What many of them have counts as handed out
/// with the task.
#[must_use]
pub fn likenesses(prints: &BTreeMap<SubmissionId, Fingerprint>) -> Vec<Likeness> {
    let given = (prints.len() / 5).clamp(GIVEN_LEAST, GIVEN_MOST);
    let files = Shares::of(prints, given, |print| print.files.keys().collect());
    let passages = Shares::of(prints, given, |print| print.passages.keys().collect());
    let mut found = Vec::new();
    let all: Vec<(&SubmissionId, &Fingerprint)> = prints.iter().collect();
    let mut tell = |one: usize, other: usize, kind: LikenessKind| {
        found.push(Likeness { between: [all[one].0.clone(), all[other].0.clone()], kind });
    };
    let commits = pairs(&all, |print| &print.commit);
    for (one, other) in &commits {
        tell(*one, *other, LikenessKind::Commit { commit: all[*one].1.commit.clone() });
    }
    let reports = pairs(&all, |print| &print.report);
    for (one, other) in &reports {
        tell(*one, *other, LikenessKind::Report);
    }
    for ((one, other), shared) in &files.shared {
        let of = files.own[*one].min(files.own[*other]);
        if !commits.contains(&(*one, *other)) && is_much(shared.len(), of, FILES, OF_TREE) {
            let path = |at: usize, blob: &String| all[at].1.files[blob].clone();
            let named = shared.iter().map(|blob| (path(*one, blob), path(*other, blob)));
            let mut named: Vec<_> = named.collect();
            named.sort();
            named.truncate(NAMED);
            tell(*one, *other, LikenessKind::Files { same: shared.len(), of, named });
        }
    }
    for ((one, other), shared) in &passages.shared {
        let of = passages.own[*one].min(passages.own[*other]);
        if !reports.contains(&(*one, *other)) && is_much(shared.len(), of, SHARED, OF_REPORT) {
            let page = |at: usize, passage: &u64| all[at].1.passages[passage];
            let named = shared.iter().map(|passage| (page(*one, passage), page(*other, passage)));
            let named: BTreeSet<(u32, u32)> = named.collect();
            let percent = u32::try_from(shared.len() * 100 / of.max(1)).unwrap_or(100);
            let named = named.into_iter().take(NAMED).collect();
            tell(*one, *other, LikenessKind::Passages { percent, named });
        }
    }
    found.sort_by(|a, b| a.between.cmp(&b.between));
    found
}

#[expect(clippy::cast_precision_loss, reason = "there are at most some thousands")]
fn is_much(shared: usize, of: usize, least: usize, share: f64) -> bool {
    shared >= least && shared as f64 >= share * of as f64
}

/// The pairs that agree in something that is not empty.
fn pairs<'a>(
    all: &[(&SubmissionId, &'a Fingerprint)],
    what: impl Fn(&'a Fingerprint) -> &'a String,
) -> BTreeSet<(usize, usize)> {
    let mut by: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
    for (at, (_, print)) in all.iter().enumerate() {
        by.entry(what(print)).or_default().push(at);
    }
    let mut found = BTreeSet::new();
    for (_, who) in by.iter().filter(|(what, _)| !what.is_empty()) {
        // Each with the first of them: a long row of pairs would say no more.
        found.extend(who.iter().skip(1).map(|other| (who[0], *other)));
    }
    found
}

/// Which features each pair shares.
struct Shares<'a, T> {
    shared: BTreeMap<(usize, usize), Vec<&'a T>>,
    /// How many features each has that are not many's.
    own: Vec<usize>,
}

impl<'a, T: Ord> Shares<'a, T> {
    fn of(
        prints: &'a BTreeMap<SubmissionId, Fingerprint>,
        given: usize,
        features: impl Fn(&'a Fingerprint) -> Vec<&'a T>,
    ) -> Self {
        let mut by: BTreeMap<&T, Vec<usize>> = BTreeMap::new();
        for (at, print) in prints.values().enumerate() {
            for feature in features(print) {
                by.entry(feature).or_default().push(at);
            }
        }
        let (mut shared, mut own) = (BTreeMap::<_, Vec<&T>>::new(), vec![0; prints.len()]);
        for (feature, who) in by.into_iter().filter(|(_, who)| who.len() <= given) {
            for (place, one) in who.iter().enumerate() {
                own[*one] += 1;
                for other in &who[place + 1..] {
                    shared.entry((*one, *other)).or_default().push(feature);
                }
            }
        }
        Self { shared, own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{ReportPage, TreeEntry};

    fn print(files: &[(&str, &str)], text: &str) -> Fingerprint {
        let mut print = Fingerprint::default();
        let entry = |(path, blob): &(&str, &str)| TreeEntry {
            path: (*path).to_owned(),
            blob: (*blob).to_owned(),
            mode: "file".into(),
        };
        let mut repository =
            RepositoryFacts { commit: "c".repeat(40), ..RepositoryFacts::default() };
        repository.tree.entries = files.iter().map(entry).collect();
        repository.commit = format!("{files:?}{text:.20}");
        print.add(&Facts::Repository(repository));
        let page = ReportPage { number: 3, text: text.into(), ..ReportPage::default() };
        let (sha256, pages) = (format!("{text:.40}"), vec![page]);
        print.add(&Facts::Document(DocumentFacts { sha256, pages, ..DocumentFacts::default() }));
        print
    }

    fn class(prints: &[(&str, Fingerprint)]) -> Vec<Likeness> {
        let named =
            prints.iter().map(|(name, print)| (SubmissionId::new(*name).unwrap(), print.clone()));
        likenesses(&named.collect())
    }

    /// A text of its own for each seed.
    fn prose(seed: u32, words: u32) -> String {
        let word = |n: u32| format!("w{}", n.wrapping_mul(2_654_435_761) ^ seed);
        (0..words).map(word).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn submissions_with_nothing_in_common_give_no_hint() {
        let ada = print(&[("a.py", "1"), ("b.py", "2"), ("LICENSE", "9")], &prose(1, 400));
        let bob = print(&[("a.py", "3"), ("b.py", "4"), ("LICENSE", "9")], &prose(2, 400));
        assert_eq!(class(&[("ada", ada), ("bob", bob)]), []);
    }

    #[test]
    fn the_same_files_under_other_names_are_found_with_their_places() {
        let ada = print(&[("a.py", "1"), ("b.py", "2"), ("c.py", "3"), ("d.py", "4")], "");
        let bob = print(&[("x.py", "1"), ("y.py", "2"), ("z.py", "3"), ("d.py", "5")], "");
        let found = class(&[("ada", ada), ("bob", bob)]);
        let LikenessKind::Files { same: 3, of: 4, named } = &found[0].kind else {
            panic!("{found:?}")
        };
        assert_eq!(named[0], ("a.py".to_owned(), "x.py".to_owned()));
        assert_eq!(found.len(), 1);
    }

    #[test]
    fn what_many_have_is_taken_to_be_handed_out() {
        let one = |own: &'static str| {
            print(&[("a.py", "1"), ("b.py", "2"), ("c.py", "3"), ("d.py", own)], "")
        };
        let names = ["a", "b", "c", "d"];
        let prints: Vec<_> = names.iter().map(|name| (*name, one(name))).collect();
        assert_eq!(class(&prints), []);
        assert_eq!(class(&prints[..2]).len(), 1);
    }

    #[test]
    fn passages_of_another_report_are_found_with_their_pages() {
        let borrowed = prose(7, 120);
        let ada = print(&[], &format!("{} {borrowed}", prose(1, 300)));
        let bob = print(&[], &format!("{} {borrowed}", prose(2, 300)));
        let found = class(&[("ada", ada), ("bob", bob)]);
        let LikenessKind::Passages { percent, named } = &found[0].kind else { panic!("{found:?}") };
        assert!((15..45).contains(percent), "{percent}");
        assert_eq!(named[..], [(3, 3)]);
    }

    #[test]
    fn the_same_commit_and_the_same_report_are_said_once() {
        let both = || print(&[("a.py", "1"), ("b.py", "2"), ("c.py", "3")], &prose(1, 400));
        let found = class(&[("ada", both()), ("bob", both())]);
        let kinds: Vec<_> = found.iter().map(|one| std::mem::discriminant(&one.kind)).collect();
        assert_eq!(found.len(), 2, "{kinds:?} {found:?}");
        assert!(matches!(found[0].kind, LikenessKind::Commit { .. }));
        assert_eq!(found[1].kind, LikenessKind::Report);
    }
}
