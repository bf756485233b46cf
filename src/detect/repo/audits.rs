//! The scores that the audits in a tree give: those of the program itself, and those of and by its peers.

mod whose;

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    AuditFile, AuditScore, Identity, Lines, SelfAudits, TreeEntry, TreeFacts,
};
use regex::{Captures, Regex};
use std::borrow::Cow;
use std::sync::LazyLock;
use whose::Folder;

/// Most audits whose scores are stated; a tree with more holds an archive, in which any number can be found.
const AUDITS: usize = 100;
/// Most criteria of one audit.
const CRITERIA: usize = 40;
/// Longest line in which a score is looked for, in bytes.
const LONGEST_LINE: usize = 4_000;

static SCORE: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?:overall|aggregated?|consolidated|total)[ _-](?:(?:average|audit|self-audit|final|assessment)[ _-])?(?:score|rating|grade)";
    let sign = r#"[\s"'*`:=|]*"#;
    Regex::new(&format!(
        r"(?i)\b{words}\b{sign}(?:\([A-Za-z ]{{1,20}}\))?{sign}(?P<value>[0-9]{{1,3}}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{{1,3}})(?:\.0+)?)?(?:[^0-9.]|\.?$|\. )"
    ))
    .expect("the pattern is a constant and valid")
});

/// What a criterion's score is called, and how it may be written there.
static FINAL: LazyLock<Regex> = LazyLock::new(|| {
    let number = r"(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?)?";
    Regex::new(&format!(
        r"(?i)^[^A-Za-z0-9]*(?:verdict \()?final[ _]score\)?[^A-Za-z0-9.-]*{number}(?:[^0-9.]|\.?$)"
    ))
    .expect("the pattern is a constant and valid")
});

/// A heading that holds the score itself: `Safe Tools (Score: 3 / 5.0)`.
static HEADED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^(?P<name>.{3,80}?)[ (—–:-]+(?:final )?score:? ?(?P<value>[0-9]{1,3}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?)?\W*$",
    )
    .expect("the pattern is a constant and valid")
});

/// Words of headings below a criterion's own.
const PARTS: &[&str] = &[
    "score",
    "judge",
    "opinion",
    "remediation",
    "dissent",
    "defense",
    "defence",
    "prosecutor",
    "tech lead",
    "techlead",
    "argument",
    "evidence",
    "summary",
    "detailed",
];

/// What a criterion's score is called where it stands in the line below.
static FINAL_BELOW: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^[^A-Za-z0-9]*(?P<value>[0-9]{1,3}(?:\.[0-9]+)?) ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?\W*$",
    )
    .expect("the pattern is a constant and valid")
});

/// One file that may be an audit.
struct Candidate<'s> {
    entry: &'s TreeEntry,
    text: Option<Cow<'s, str>>,
    folder: Folder,
    /// The repository that it says it is of.
    of: Option<String>,
}

/// Reads the audits; nothing where there are too many. What an audit says that it is of goes before the folder that it
/// lies in: `authors` tell whose repository this is.
#[must_use]
pub fn self_audits<'s>(
    sources: &'s [Source],
    tree: &'s TreeFacts,
    authors: &[Identity],
) -> SelfAudits {
    let candidate = |entry: &'s TreeEntry| {
        let folder = whose::folder(&entry.path)?;
        let text = sources.iter().find(|source| source.path == entry.path).map(Source::text);
        let of = text.as_deref().and_then(whose::named);
        Some(Candidate { entry, text, folder, of })
    };
    let candidates: Vec<Candidate<'_>> = tree.entries.iter().filter_map(candidate).collect();
    let named = candidates.iter().filter_map(|one| Some((one.folder, one.of.as_deref()?)));
    let own = whose::own(named, authors);
    let mut audits = SelfAudits::default();
    for candidate in candidates {
        let Some(is_own) =
            whose::is_of_itself(candidate.folder, candidate.of.as_deref(), own.as_deref())
        else {
            continue;
        };
        file(candidate, is_own, &mut audits);
    }
    let audits = once(audits);
    if audits.files.len() + audits.unread.len() > AUDITS { SelfAudits::default() } else { audits }
}

/// Adds what a file gives to the audits.
fn file(candidate: Candidate<'_>, is_own: bool, audits: &mut SelfAudits) {
    let Candidate { entry, text, folder, of } = candidate;
    let (files, unread) = if is_own {
        (&mut audits.files, &mut audits.unread)
    } else {
        (&mut audits.of_peers, &mut audits.of_peers_unread)
    };
    match text.as_deref().map(|text| (whole(text, entry), text)) {
        Some((Some(whole), text)) => {
            // That a peer's is of this program goes without saying.
            let of = of.filter(|_| folder != Folder::Received);
            files.push(AuditFile { of, whole, criteria: criteria(text, entry) });
        }
        // What speaks of no score is no audit, but a note beside one.
        Some((None, text)) if !text.to_lowercase().contains("score") => {}
        // Whether it is an audit at all, no folder says.
        Some((None, _)) | None if folder == Folder::Unsaid => {}
        Some((None, _)) | None => unread.push(entry.path.clone()),
    }
}

/// Leaves one file of those that differ in their ending alone and give the same: one audit, written twice. That with
/// the scores of criteria stays; a text that could not be read is told by the one beside it that could.
fn once(mut audits: SelfAudits) -> SelfAudits {
    let mut files: Vec<AuditFile> = Vec::new();
    for file in std::mem::take(&mut audits.files) {
        let same = |known: &&mut AuditFile| {
            stem(&known.whole.place.file) == stem(&file.whole.place.file)
                && agree(&known.whole, &file.whole)
        };
        match files.iter_mut().find(same) {
            Some(known) if known.criteria.len() < file.criteria.len() => *known = file,
            Some(_) => {}
            None => files.push(file),
        }
    }
    let told = |path: &String| {
        let is_text = !path.to_lowercase().ends_with(".pdf");
        is_text && files.iter().any(|file| stem(&file.whole.place.file) == stem(path))
    };
    let unread = audits.unread.iter().filter(|path| !told(path)).cloned().collect();
    SelfAudits { files, unread, ..audits }
}

/// A path without its ending.
fn stem(path: &str) -> &str {
    path.rsplit_once('.').map_or(path, |(stem, _)| stem)
}

/// Whether two scores are one, where the one may be rounded.
fn agree(one: &AuditScore, other: &AuditScore) -> bool {
    let value = |score: &AuditScore| score.value.parse::<f64>().ok();
    let digits =
        |score: &AuditScore| score.value.split_once('.').map_or(0, |(_, digits)| digits.len());
    let half = [0.501, 0.051, 0.0051, 0.00051][digits(one).min(digits(other)).min(3)];
    let near = value(one).zip(value(other)).is_some_and(|(one, other)| (one - other).abs() <= half);
    near && (one.most.is_none() || other.most.is_none() || one.most == other.most)
}

/// The score that a pattern found in a line.
fn found(captures: &Captures<'_>, entry: &TreeEntry, line: u32) -> AuditScore {
    let most = captures.name("most").and_then(|most| most.as_str().parse().ok());
    let place = Lines::new(&entry.path, &entry.blob, line, line);
    AuditScore { place, value: captures["value"].to_owned(), most }
}

/// The lines of a text with their numbers, the longest of them left out.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.len() <= LONGEST_LINE)
}

/// The first score of the whole.
fn whole(text: &str, entry: &TreeEntry) -> Option<AuditScore> {
    lines(text).find_map(|(number, line)| Some(found(&SCORE.captures(line)?, entry, number)))
}

/// The final scores of the criteria, each by the heading above it.
fn criteria(text: &str, entry: &TreeEntry) -> Vec<(String, AuditScore)> {
    let (mut all, mut heading): (Vec<(String, AuditScore)>, Option<&str>) = (Vec::new(), None);
    // Whether the score is what the heading above says comes next.
    let mut next = false;
    for (number, line) in lines(text) {
        if let Some(title) = line.strip_prefix('#') {
            let title = title.trim_start_matches('#').trim();
            if let Some(captures) = HEADED.captures(title) {
                all.push((captures["name"].to_owned(), found(&captures, entry, number)));
                heading = None;
            } else if title.eq_ignore_ascii_case("final score") {
                next = true;
                continue;
            } else if !PARTS.iter().any(|part| title.to_lowercase().contains(part)) {
                heading = Some(title);
            }
        } else if let Some(captures) = FINAL.captures(line)
            && let Some(title) = heading.take()
        {
            all.push((title.to_owned(), found(&captures, entry, number)));
        } else if next
            && let Some(captures) = FINAL_BELOW.captures(line)
            && let Some(title) = heading.take()
        {
            all.push((title.to_owned(), found(&captures, entry, number)));
        }
        next &= line.trim().is_empty();
        if all.len() >= CRITERIA {
            break;
        }
    }
    all
}

#[cfg(test)]
mod tests;
