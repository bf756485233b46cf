//! Files that a commit moved and changed, by the measure that git has.
//!
//! A removed and an added file are one that moved where at least half of the larger one's bytes stand in lines that both
//! have. Files of one name that nothing else of that name competes with come first, then the most alike.

use super::changes::{Touched, number};
use super::lines::{Pair, is_binary};
use gix::ObjectId;
use gix::objs::{Find, Kind};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Most files on either side of one commit; beyond them no pairs are looked for.
const FILES: usize = 100;
/// Most bytes of a file, and of all files of one commit, that are looked at.
const FILE: u64 = 1 << 20;
const ALL: u64 = 16 << 20;

/// Likeness of files that have all lines in common, and of those that are one file at least.
const WHOLE: u64 = 1 << 16;
const HALF: u64 = WHOLE / 2;
/// What files of one name need to be paired before all others.
const NAMESAKES: u64 = WHOLE / 4 * 3;

/// A file on one side: where it stands among all, its id, and its name's number.
#[derive(Clone, Copy)]
struct Side {
    at: usize,
    id: ObjectId,
    name: u64,
}

/// Turns removed and added files that are alike into ones that were changed.
pub(super) fn pair_alike(git: &gix::Repository, files: Vec<Touched>) -> Vec<Touched> {
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for (at, file) in files.iter().enumerate() {
        match file {
            Touched::Blob(Pair { old: Some(id), new: None }, written) => {
                gone.push(Side { at, id: *id, name: written.name });
            }
            Touched::Blob(Pair { old: None, new: Some(id) }, written) => {
                come.push(Side { at, id: *id, name: written.name });
            }
            Touched::Blob(..) | Touched::Submodule(_) | Touched::Contentless => {}
        }
    }
    if gone.is_empty() || come.is_empty() || gone.len().max(come.len()) > FILES {
        return files;
    }
    let texts = read(git, gone.iter().chain(&come).map(|side| side.id));
    let pairs = pairs(&gone, &come, &texts);
    let moved: BTreeMap<usize, ObjectId> =
        pairs.iter().map(|(old, new)| (come[*new].at, gone[*old].id)).collect();
    let dropped: BTreeSet<usize> = pairs.iter().map(|(old, _)| gone[*old].at).collect();
    let kept = files.into_iter().enumerate().filter(|(at, _)| !dropped.contains(at));
    kept.map(|(at, file)| match (file, moved.get(&at)) {
        (Touched::Blob(Pair { new, .. }, written), Some(old)) => {
            Touched::Blob(Pair { old: Some(*old), new }, written)
        }
        (file, _) => file,
    })
    .collect()
}

/// What is known of a file's contents.
struct Contents {
    size: u64,
    /// Bytes by the number of the line, or of the piece of it, that they stand in.
    spans: BTreeMap<u64, u64>,
}

/// Reads the files, each once, as far as they are not too large.
fn read(
    git: &gix::Repository,
    ids: impl Iterator<Item = ObjectId>,
) -> BTreeMap<ObjectId, Contents> {
    let mut found = BTreeMap::new();
    let (mut left, mut buffer) = (ALL, Vec::new());
    for id in ids.collect::<BTreeSet<_>>() {
        let Ok(Some(object)) = git.objects.try_find(&id, &mut buffer) else { continue };
        let size = u64::try_from(object.data.len()).unwrap_or(u64::MAX);
        if object.kind == Kind::Blob && size <= FILE && size <= left {
            left -= size;
            found.insert(id, Contents { size, spans: spans(object.data) });
        }
    }
    found
}

/// Which removed and which added file are one, by their numbers.
fn pairs(
    gone: &[Side],
    come: &[Side],
    texts: &BTreeMap<ObjectId, Contents>,
) -> Vec<(usize, usize)> {
    let likeness =
        |old: usize, new: usize| match (texts.get(&gone[old].id), texts.get(&come[new].id)) {
            (Some(old), Some(new)) => alike(old, new),
            _ => 0,
        };
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for (old, side) in gone.iter().enumerate() {
        let only = |sides: &[Side]| sides.iter().filter(|one| one.name == side.name).count() == 1;
        let new = come.iter().position(|one| one.name == side.name);
        if let Some(new) = new.filter(|_| only(gone) && only(come))
            && likeness(old, new) >= NAMESAKES
        {
            pairs.push((old, new));
        }
    }
    let is_free = |pairs: &[(usize, usize)], old, new| {
        pairs.iter().all(|(known, other)| *known != old && *other != new)
    };
    let mut all = Vec::new();
    for (old, left) in gone.iter().enumerate() {
        for (new, right) in come.iter().enumerate().filter(|(new, _)| is_free(&pairs, old, *new)) {
            let score = likeness(old, new);
            if score >= HALF {
                all.push((score, left.name == right.name, old, new));
            }
        }
    }
    // The most alike first, and of those the ones of the same name; then in the order of the files.
    all.sort_by(|one, other| {
        (other.0, other.1).cmp(&(one.0, one.1)).then((one.3, one.2).cmp(&(other.3, other.2)))
    });
    for (_, _, old, new) in all {
        if is_free(&pairs, old, new) {
            pairs.push((old, new));
        }
    }
    pairs
}

/// How much of the larger of two files stands in both, of [`WHOLE`]; nothing where one is less than half of the other.
fn alike(old: &Contents, new: &Contents) -> u64 {
    let (least, most) = (old.size.min(new.size), old.size.max(new.size));
    if most == 0 || least.saturating_mul(2) < most {
        return 0;
    }
    let both = old
        .spans
        .iter()
        .map(|(number, bytes)| new.spans.get(number).map_or(0, |others| *bytes.min(others)));
    both.sum::<u64>().saturating_mul(WHOLE) / most
}

/// Counts the bytes of a file by the line that they stand in, or by the piece of a line that is longer than git looks at
/// as one. How a text ends its lines tells nothing.
fn spans(bytes: &[u8]) -> BTreeMap<u64, u64> {
    const PIECE: usize = 64;
    let is_text = !is_binary(bytes);
    let mut found: BTreeMap<u64, u64> = BTreeMap::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let plain = line.strip_suffix(b"\r\n").filter(|_| is_text);
        let line = plain.map_or(Cow::Borrowed(line), |line| Cow::Owned([line, b"\n"].concat()));
        for piece in line.chunks(PIECE) {
            let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
            *found.entry(number(piece)).or_default() += length;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::fixture::TestRepo;
    use super::super::{open, read::read};
    use crate::domain::limits::Limits;

    /// Files, insertions and deletions of the last commit, as read and as git shows them.
    #[track_caller]
    fn check(repo: &TestRepo) -> (u32, u32, u32) {
        let limits = Limits::default();
        let opened = open(repo.path(), &limits).expect("the repository opens");
        let exhibit = read(&opened, &limits).expect("the repository is read");
        let last = exhibit.commits.commits.last().expect("there is a commit");
        let counts = (last.files_changed, last.insertions, last.deletions);
        let (Some(files), Some(added), Some(removed)) = counts else { panic!("{counts:?}") };
        let shown = repo.git(&["show", "--numstat", "--format=", "HEAD"]);
        let rows: Vec<Vec<&str>> = shown.lines().map(|row| row.split('\t').collect()).collect();
        let sum = |column: usize| -> u32 {
            rows.iter().map(|row| row[column].parse::<u32>().unwrap_or(0)).sum()
        };
        let expected = (u32::try_from(rows.len()).expect("few files"), sum(0), sum(1));
        assert_eq!((files, added, removed), expected, "{shown}");
        expected
    }

    fn text(from: u32, lines: u32) -> String {
        let all = (from..from + lines).map(|line| format!("line number {line} of a text"));
        all.chain([String::new()]).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn a_file_that_moved_and_changed_a_little_is_one() {
        let repo = TestRepo::new();
        repo.commit("a/notes.py", &text(0, 40), "one");
        repo.git(&["rm", "-q", "a/notes.py"]);
        repo.write("b/notes.py", text(0, 38) + "another\n");
        repo.commit_all("moved");
        assert_eq!(check(&repo), (1, 1, 2));
    }

    #[test]
    fn what_is_not_half_alike_is_another_file() {
        let repo = TestRepo::new();
        repo.commit("old.py", &text(0, 40), "one");
        repo.git(&["rm", "-q", "old.py"]);
        repo.write("new.py", text(0, 15) + &text(100, 25));
        repo.commit_all("other");
        assert_eq!(check(&repo), (2, 40, 40));
    }

    #[test]
    fn files_of_one_name_come_first_and_then_the_most_alike() {
        let repo = TestRepo::new();
        repo.write("a/one.py", text(0, 40));
        repo.write("a/two.py", text(0, 36) + &text(200, 4));
        repo.commit_all("one");
        repo.git(&["rm", "-q", "-r", "a"]);
        repo.write("b/two.py", text(0, 40));
        repo.write("b/three.py", text(0, 37) + &text(200, 3));
        repo.commit_all("moved");
        check(&repo);
    }

    #[test]
    fn files_without_text_are_paired_too() {
        let repo = TestRepo::new();
        let mut image: Vec<u8> = (0..4000_u32).map(|at| (at * 7 % 251) as u8).collect();
        repo.write("a.bin", &image);
        repo.commit_all("one");
        repo.git(&["rm", "-q", "a.bin"]);
        image[10] = 1;
        repo.write("b.bin", &image);
        repo.commit_all("moved");
        assert_eq!(check(&repo), (1, 0, 0));
    }
}
