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

/// Most pairs of a removed and an added file that are compared for likeness; git compares no more either.
const PAIRS: usize = 1_000_000;
/// Added files keep as many candidates each, the most alike ones; so does git.
const CANDIDATES: usize = 4;
/// Most spans of files that are looked at while the pairs of one commit are compared.
const WORK: u64 = 200_000_000;
/// Most bytes of a file, and of all files of one commit, that are looked at.
const FILE: u64 = 1 << 20;
const ALL: u64 = 32 << 20;

/// Likeness of files that have all lines in common, and of those that are one file at least.
const WHOLE: u64 = 60_000;
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
    if gone.is_empty() || come.is_empty() {
        return files;
    }
    let mut pairing = Pairing::new(&gone, &come);
    let mut texts = Texts { known: BTreeMap::new(), left: ALL };
    pairing.namesakes(git, &mut texts);
    pairing.likest(git, &mut texts);
    let pairs = pairing.pairs;
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
    /// Bytes by the number of the line, or of the piece of it, that they stand in; sorted by it.
    spans: Vec<(u64, u64)>,
}

/// The files of one commit that were read, and how many bytes may still be.
struct Texts {
    known: BTreeMap<ObjectId, Contents>,
    left: u64,
}

impl Texts {
    /// Reads the files, each once, as far as they are not too large.
    fn read(&mut self, git: &gix::Repository, ids: impl Iterator<Item = ObjectId>) {
        let mut buffer = Vec::new();
        for id in ids.collect::<BTreeSet<_>>() {
            if self.known.contains_key(&id) {
                continue;
            }
            let Ok(Some(object)) = git.objects.try_find(&id, &mut buffer) else { continue };
            let size = u64::try_from(object.data.len()).unwrap_or(u64::MAX);
            if object.kind == Kind::Blob && size <= FILE && size <= self.left {
                self.left -= size;
                self.known.insert(id, Contents { size, spans: spans(object.data) });
            }
        }
    }

    /// How alike two files are, of [`WHOLE`]; nothing where one of them was not read.
    fn likeness(&self, old: &Side, new: &Side) -> u64 {
        match (self.known.get(&old.id), self.known.get(&new.id)) {
            (Some(old), Some(new)) => alike(old, new),
            _ => 0,
        }
    }
}

/// Which removed and which added file are one, by their numbers.
struct Pairing<'s> {
    gone: &'s [Side],
    come: &'s [Side],
    /// Whether each of them has its other.
    old: Vec<bool>,
    new: Vec<bool>,
    pairs: Vec<(usize, usize)>,
}

impl<'s> Pairing<'s> {
    fn new(gone: &'s [Side], come: &'s [Side]) -> Self {
        let (old, new) = (vec![false; gone.len()], vec![false; come.len()]);
        Self { gone, come, old, new, pairs: Vec::new() }
    }

    fn join(&mut self, old: usize, new: usize) {
        if !self.old[old] && !self.new[new] {
            (self.old[old], self.new[new]) = (true, true);
            self.pairs.push((old, new));
        }
    }

    /// Joins files of one name that no other on either side has.
    fn namesakes(&mut self, git: &gix::Repository, texts: &mut Texts) {
        let (gone, come) = (single(self.gone), single(self.come));
        let both = gone.iter().filter_map(|(name, old)| Some((*old, *come.get(name)?)));
        let both: Vec<(usize, usize)> = both.collect();
        texts
            .read(git, both.iter().flat_map(|(old, new)| [self.gone[*old].id, self.come[*new].id]));
        for (old, new) in both {
            if texts.likeness(&self.gone[old], &self.come[new]) >= NAMESAKES {
                self.join(old, new);
            }
        }
    }

    /// Joins what is left, the most alike first; nothing where there is too much of it.
    fn likest(&mut self, git: &gix::Repository, texts: &mut Texts) {
        let left = |joined: &[bool]| -> Vec<usize> {
            joined.iter().enumerate().filter(|(_, joined)| !**joined).map(|(at, _)| at).collect()
        };
        let (old, new) = (left(&self.old), left(&self.new));
        if old.len().saturating_mul(new.len()) > PAIRS {
            return;
        }
        let ids = old.iter().map(|at| self.gone[*at].id);
        texts.read(git, ids.chain(new.iter().map(|at| self.come[*at].id)));
        if self.work(texts, &old, &new) > WORK {
            return;
        }
        let mut all = Vec::new();
        for new in new {
            let right = &self.come[new];
            let scores = old.iter().map(|old| {
                let left = &self.gone[*old];
                (texts.likeness(left, right), left.name == right.name, *old, new)
            });
            let mut best: Vec<_> = scores.filter(|(score, ..)| *score >= HALF).collect();
            best.sort_by_key(|(score, named, ..)| std::cmp::Reverse((*score, *named)));
            all.extend(best.into_iter().take(CANDIDATES));
        }
        // The most alike first, and of those the ones of the same name; then in the order of the files.
        all.sort_by(|one, other| {
            (other.0, other.1).cmp(&(one.0, one.1)).then((one.3, one.2).cmp(&(other.3, other.2)))
        });
        for (_, _, old, new) in all {
            self.join(old, new);
        }
    }

    /// How many spans would be looked at to compare each of these with each.
    fn work(&self, texts: &Texts, old: &[usize], new: &[usize]) -> u64 {
        let known = |side: &Side| texts.known.get(&side.id);
        let old: Vec<&Contents> = old.iter().filter_map(|at| known(&self.gone[*at])).collect();
        let new = new.iter().filter_map(|at| known(&self.come[*at]));
        let each = new.map(|new| {
            let fitting = old.iter().filter(|old| is_near(old, new));
            fitting.map(|old| old.spans.len() + new.spans.len()).sum::<usize>()
        });
        u64::try_from(each.sum::<usize>()).unwrap_or(u64::MAX)
    }
}

/// The files whose name no other of them has, by it.
fn single(sides: &[Side]) -> BTreeMap<u64, usize> {
    let mut found: BTreeMap<u64, Option<usize>> = BTreeMap::new();
    for (at, side) in sides.iter().enumerate() {
        found.entry(side.name).and_modify(|known| *known = None).or_insert(Some(at));
    }
    found.into_iter().filter_map(|(name, at)| Some((name, at?))).collect()
}

/// Whether neither of two files is so small that less than half of the other can stand in it.
const fn is_near(old: &Contents, new: &Contents) -> bool {
    let (least, most) =
        if old.size < new.size { (old.size, new.size) } else { (new.size, old.size) };
    most > 0 && least.saturating_mul(2) >= most
}

/// How much of the larger of two files stands in both, of [`WHOLE`]; nothing where one is less than half of the other.
fn alike(old: &Contents, new: &Contents) -> u64 {
    if !is_near(old, new) {
        return 0;
    }
    let (mut both, mut others) = (0_u64, new.spans.iter().peekable());
    for (number, bytes) in &old.spans {
        while others.next_if(|(other, _)| other < number).is_some() {}
        if let Some((_, more)) = others.next_if(|(other, _)| other == number) {
            both += bytes.min(more);
        }
    }
    both.saturating_mul(WHOLE) / old.size.max(new.size)
}

/// Counts the bytes of a file by the line that they stand in, or by the piece of a line that is longer than git looks at
/// as one. How a text ends its lines tells nothing.
fn spans(bytes: &[u8]) -> Vec<(u64, u64)> {
    const PIECE: usize = 64;
    let is_text = !is_binary(bytes);
    let mut all: Vec<(u64, u64)> = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let plain = line.strip_suffix(b"\r\n").filter(|_| is_text);
        let line = plain.map_or(Cow::Borrowed(line), |line| Cow::Owned([line, b"\n"].concat()));
        for piece in line.chunks(PIECE) {
            all.push((number(piece), u64::try_from(piece.len()).unwrap_or(u64::MAX)));
        }
    }
    all.sort_unstable();
    all.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        kept.1 += if is_same { next.1 } else { 0 };
        is_same
    });
    all.shrink_to_fit();
    all
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
    fn a_file_that_moved_is_found_among_hundreds_that_came() {
        let repo = TestRepo::new();
        for at in 0..30 {
            repo.write(&format!("old/{at}.py"), text(at * 1000, 40));
        }
        repo.commit_all("one");
        repo.git(&["rm", "-q", "-r", "old"]);
        for at in 0..30 {
            repo.write(&format!("new/n{at}.py"), text(at * 1000, 38) + "another\n");
        }
        for at in 100..300 {
            repo.write(&format!("new/n{at}.py"), text(at * 1000, 40));
        }
        repo.commit_all("moved");
        assert_eq!(check(&repo).0, 230);
    }

    #[test]
    fn files_of_one_name_are_paired_however_many_came_beside_them() {
        let repo = TestRepo::new();
        for at in 0..40 {
            repo.write(&format!("old/o{at}.txt"), format!("only {at}\n"));
        }
        repo.write("LICENSE", text(0, 40));
        repo.commit_all("one");
        repo.git(&["rm", "-q", "-r", "old", "LICENSE"]);
        for at in 0..160 {
            repo.write(&format!("new/n{at}.txt"), format!("{at}\n").repeat(9));
        }
        repo.write("app/LICENSE", text(0, 39) + "another\n");
        repo.commit_all("moved");
        assert_eq!(check(&repo).0, 201);
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
