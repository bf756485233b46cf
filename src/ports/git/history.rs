//! The walk over all commits that lead to one commit.

use super::departures::{Gone, departures};
use super::objects::{Commit, Lost, commit, object};
use super::{GitError, Repository, broken, changes, everywhere};
use crate::domain::facts::{CommitFact, HistoryFacts, Identity, Rhythm};
use crate::domain::limits::Limits;
use gix::ObjectId;
use gix::objs::Kind;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// Longest message that is kept, in bytes.
const MESSAGE: usize = 64 * 1024;
/// Longest name or mail address that is kept, in bytes.
const IDENTITY: usize = 1024;
/// Most sentences about damage; the rest is counted in one more.
const SENTENCES: usize = 100;

/// One commit on the way from the database to the facts.
pub(super) struct Node {
    pub(super) id: ObjectId,
    /// `None` when the commit does not name it in a form that can be read.
    pub(super) tree: Option<ObjectId>,
    pub(super) parents: Vec<ObjectId>,
    pub(super) fact: CommitFact,
    /// The files that it took away from its first parent.
    pub(super) gone: Gone,
}

/// Walks all ancestors of `head` and takes each commit's difference against its first parent.
///
/// A commit that cannot be read ends its own line of ancestors only, and is stated as damage.
///
/// # Errors
/// [`GitError::Damaged`] when `head` itself cannot be read.
pub(super) fn history(
    repo: &Repository,
    head: ObjectId,
    limits: &Limits,
) -> Result<HistoryFacts, GitError> {
    let mut walk = Walk::new(&repo.inner.to_thread_local());
    walk.run(head, limits);
    let mut damage = std::mem::take(&mut walk.damage);
    if walk.nodes.is_empty() {
        return Err(GitError::damaged(damage.pop().unwrap_or_else(|| format!("commit {head}"))));
    }
    let (shallow, truncated) = (!walk.boundary.is_empty(), walk.truncated);
    let mut nodes = oldest_first(walk.nodes);
    let counted_seconds = changes::count(repo, &mut nodes, &walk.boundary, limits);
    damage.extend(broken::directories(repo, &nodes, &walk.boundary));
    let departures = departures(&mut nodes);
    if damage.len() > SENTENCES {
        let more = damage.len() - SENTENCES;
        damage.truncate(SENTENCES);
        damage.push(format!("{more} more objects could not be read."));
    }
    if walk.cut {
        damage.push(format!("Readable part of the history: {} commits.", nodes.len()));
    }
    let commits: Vec<CommitFact> = nodes.into_iter().map(|node| node.fact).collect();
    let merges = commits.iter().filter(|c| c.parents.len() > 1).count();
    Ok(HistoryFacts {
        merges: u32::try_from(merges).unwrap_or(u32::MAX),
        authors: authors(&commits),
        commits,
        rhythm: Rhythm::default(),
        departures,
        damage,
        cut: walk.cut,
        truncated,
        counted_seconds,
        shallow,
        everywhere: everywhere::commits(repo, head, limits),
    })
}

struct Walk {
    objects: gix::OdbHandle,
    /// Commits whose parents a shallow clone left out.
    boundary: BTreeSet<ObjectId>,
    nodes: BTreeMap<ObjectId, Node>,
    damage: Vec<String>,
    /// Whether damage hides a part of the history.
    cut: bool,
    truncated: bool,
}

impl Walk {
    fn new(repo: &gix::Repository) -> Self {
        let boundary = repo.shallow_commits().ok().flatten();
        let boundary = boundary.map(|list| list.iter().copied().collect()).unwrap_or_default();
        Self {
            objects: repo.objects.clone(),
            boundary,
            nodes: BTreeMap::new(),
            damage: Vec::new(),
            cut: false,
            truncated: false,
        }
    }

    /// Reads the newest commits first, so that the limit cuts off the oldest.
    fn run(&mut self, head: ObjectId, limits: &Limits) {
        let mut seen = BTreeSet::from([head]);
        let mut waiting = BinaryHeap::new();
        self.visit(head, &mut waiting);
        while let Some((_, id)) = waiting.pop() {
            let parents = if self.boundary.contains(&id) {
                Vec::new()
            } else {
                self.nodes.get(&id).map(|node| node.parents.clone()).unwrap_or_default()
            };
            for parent in parents {
                if !seen.insert(parent) {
                    continue;
                }
                if self.nodes.len() >= limits.commits {
                    self.truncated = true;
                    return;
                }
                self.visit(parent, &mut waiting);
            }
        }
    }

    fn visit(&mut self, id: ObjectId, waiting: &mut BinaryHeap<(i64, ObjectId)>) {
        let mut buffer = Vec::new();
        match read_commit(&self.objects, id, &mut buffer, &mut self.damage) {
            Ok((node, is_whole)) => {
                self.cut |= !is_whole;
                waiting.push((node.fact.committer_time, id));
                self.nodes.insert(id, node);
            }
            Err(lost) => {
                self.cut = true;
                self.damage.push(format!("Commit {id} {lost}; its ancestors could not be read."));
            }
        }
    }
}

/// The commit, and whether all of its parents are known.
fn read_commit(
    objects: &gix::OdbHandle,
    id: ObjectId,
    buffer: &mut Vec<u8>,
    damage: &mut Vec<String>,
) -> Result<(Node, bool), Lost> {
    let bytes = object(objects, id, Kind::Commit, buffer)?;
    let Commit { tree, parents, odd_parents, author, committer, message } =
        commit(bytes).ok_or(Lost::Damaged)?;
    if tree.is_none() {
        damage.push(format!("Commit {id} is malformed: it names no tree; its files are unknown."));
    }
    if odd_parents > 0 {
        damage.push(format!(
            "Commit {id} is malformed: it names a parent in a form that cannot be read; that line of ancestors could not be followed."
        ));
    }
    let (author, author_time, author_offset) = signature(author, id, "author", damage);
    let (_, committer_time, _) = signature(committer, id, "committer", damage);
    let message = String::from_utf8_lossy(message);
    let message = message.trim_end().trim_start_matches(['\n', '\r']);
    let kept = shorten(message, MESSAGE);
    if kept.len() < message.len() {
        damage.push(format!(
            "The message of commit {id} is longer than {MESSAGE} bytes; its end was left out."
        ));
    }
    let fact = CommitFact {
        id: id.to_string(),
        parents: parents.iter().map(ToString::to_string).collect(),
        author,
        author_time,
        author_offset,
        committer_time,
        subject: kept.lines().next().unwrap_or_default().trim_end().to_owned(),
        message: kept.to_owned(),
        files_changed: None,
        names_changed: Vec::new(),
        insertions: None,
        locked_insertions: 0,
        installed_insertions: 0,
        program_insertions: 0,
        heaviest_folder: None,
        deletions: None,
    };
    Ok((Node { id, tree, parents, fact, gone: Vec::new() }, odd_parents == 0))
}

fn signature(
    line: Option<&[u8]>,
    id: ObjectId,
    role: &str,
    damage: &mut Vec<String>,
) -> (Identity, i64, i32) {
    let found = line.and_then(|line| gix::actor::SignatureRef::from_bytes(line).ok());
    let Some(found) = found else {
        damage.push(format!("Commit {id} states its {role} in a form that cannot be read."));
        return (Identity::default(), 0, 0);
    };
    let text = |bytes: &[u8]| shorten(String::from_utf8_lossy(bytes).trim(), IDENTITY).to_owned();
    // An odd time zone does not matter; a date that is no number must not pass for the year 1970.
    let time = found.time.split_whitespace().next().and_then(|seconds| seconds.parse().ok());
    if time.is_none() {
        damage.push(format!(
            "Commit {id} states the date of its {role} in a form that cannot be read; 1970 stands for it."
        ));
    }
    let offset = found.time.split_whitespace().nth(1).and_then(offset).unwrap_or(0);
    (Identity { name: text(found.name), email: text(found.email) }, time.unwrap_or(0), offset)
}

/// A time zone such as `+0300` in seconds; `None` when it is none that exists.
fn offset(zone: &str) -> Option<i32> {
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let number: i32 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    (number <= 1400).then(|| sign * (number / 100 * 3600 + number % 100 * 60))
}

/// The longest beginning of `text` that has at most `longest` bytes.
fn shorten(text: &str, longest: usize) -> &str {
    if text.len() <= longest {
        return text;
    }
    let end = (0..=longest).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    &text[..end]
}

/// Orders parents before children, and otherwise by the committer's time and the id.
fn oldest_first(mut nodes: BTreeMap<ObjectId, Node>) -> Vec<Node> {
    let mut children: BTreeMap<ObjectId, Vec<ObjectId>> = BTreeMap::new();
    let mut open_parents: BTreeMap<ObjectId, usize> = BTreeMap::new();
    for node in nodes.values() {
        let known: BTreeSet<_> = node.parents.iter().filter(|p| nodes.contains_key(*p)).collect();
        open_parents.insert(node.id, known.len());
        for parent in known {
            children.entry(*parent).or_default().push(node.id);
        }
    }
    let key = |id: &ObjectId, nodes: &BTreeMap<ObjectId, Node>| {
        Reverse((nodes.get(id).map_or(0, |node| node.fact.committer_time), *id))
    };
    let mut ready: BinaryHeap<_> =
        open_parents.iter().filter(|(_, n)| **n == 0).map(|(id, _)| key(id, &nodes)).collect();
    let mut ordered = Vec::with_capacity(nodes.len());
    while let Some(Reverse((_, id))) = ready.pop() {
        for child in children.remove(&id).unwrap_or_default() {
            let left = open_parents.entry(child).or_default();
            *left = left.saturating_sub(1);
            if *left == 0 {
                ready.push(key(&child, &nodes));
            }
        }
        ordered.extend(nodes.remove(&id));
    }
    ordered
}

/// Distinct authors, first seen first.
fn authors(commits: &[CommitFact]) -> Vec<Identity> {
    // Each person with all that they were seen under; two of them may turn out to be one.
    let mut persons: Vec<(Identity, BTreeSet<String>)> = Vec::new();
    let mut done = BTreeSet::new();
    for author in commits.iter().map(|commit| &commit.author).filter(|a| done.insert(*a)) {
        let mut marks = marks(author);
        let (same, others): (Vec<_>, Vec<_>) =
            persons.into_iter().partition(|(_, known)| !known.is_disjoint(&marks));
        persons = others;
        let mut first = author.clone();
        for (at, (identity, known)) in same.into_iter().enumerate() {
            marks.extend(known);
            if at == 0 {
                first = identity;
            }
        }
        persons.push((first, marks));
    }
    let seen = |who: &Identity| commits.iter().position(|commit| commit.author == *who);
    persons.sort_by_key(|(identity, _)| seen(identity));
    persons.into_iter().map(|(identity, _)| identity).collect()
}

/// What tells that two authors are one: the address, the spelling of the name without regard to
/// case and punctuation, the login that GitHub writes into an address of its own, and that of an
/// account whose address stands for the name.
fn marks(author: &Identity) -> BTreeSet<String> {
    // Names that machines and tutorials give to anybody.
    const NOBODY: &[&str] =
        &["admin", "author", "root", "student", "ubuntu", "unknown", "user", "yourname"];
    let email = author.email.to_lowercase();
    let login = email.strip_suffix("@users.noreply.github.com");
    let login = login.map(|login| login.rsplit('+').next().unwrap_or_default());
    let spelt = |name: &str| {
        let name: String =
            name.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect();
        (name.chars().count() > 3 && !NOBODY.contains(&name.as_str()))
            .then(|| format!("name {name}"))
    };
    let name = account(&author.name).unwrap_or(&author.name);
    let names = [Some(name), login].into_iter().flatten().filter_map(spelt);
    names.chain([email.clone()]).collect()
}

/// The login in the address of an account, such as `https://github.com/ada-love`.
fn account(name: &str) -> Option<&str> {
    let (_, path) = name.split_once("github.com/").or_else(|| name.split_once("gitlab.com/"))?;
    let login = path.trim_end_matches('/');
    (!login.is_empty() && !login.contains(['/', ' '])).then_some(login)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks how many persons the authors `Name <address>` are.
    #[track_caller]
    fn check(authors_written: &[&str], expected: usize) {
        let commit = |written: &&str| {
            let (name, email) = written.split_once(" <").expect("an address follows the name");
            let author = Identity { name: name.into(), email: email.into() };
            CommitFact { author, ..CommitFact::default() }
        };
        let commits: Vec<_> = authors_written.iter().map(commit).collect();
        assert_eq!(authors(&commits).len(), expected, "{authors_written:?}");
    }

    #[test]
    fn one_person_under_several_addresses_is_one_author() {
        check(&["Ada Love <a@x.org", "ada-love <b@x.org"], 1);
        check(&["Ada Love <a@x.org", "Ada <7+AdaLove@users.noreply.github.com"], 1);
        check(&["Ada Love <a@x.org", "Ada Love <A@x.org", "Bob Ross <b@x.org"], 2);
        check(&["Ada Love <a@x.org", "adal <b@x.org", "Adal <a@x.org"], 1);
        check(&["root <a@x.org", "root <b@x.org"], 2);
        let account = "https://github.com/Ada-Love <a@x.org";
        check(&["Ada <7+Ada-Love@users.noreply.github.com", account], 1);
        check(&["Ada <7+Ada-Ross@users.noreply.github.com", account], 2);
        check(&["https://github.com/a/b <b@x.org", "https://github.com/a/c <c@x.org"], 2);
    }

    #[test]
    fn time_zones_are_read() {
        assert_eq!([offset("+0300"), offset("-0530")], [Some(10_800), Some(-19_800)]);
        assert_eq!([offset("0300"), offset("+9999"), offset("")], [None, None, None]);
    }
}
