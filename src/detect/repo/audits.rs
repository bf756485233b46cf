//! The scores that the audits in a tree give: those of the program itself, and those of and by its peers.

mod criteria;
mod whose;

use crate::detect::phrase::{Groups, Phrase};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    AuditFile, AuditScore, Identity, Lines, SelfAudits, TreeEntry, TreeFacts,
};
use criteria::criteria;
use std::borrow::Cow;
use std::sync::LazyLock;
use whose::Folder;

/// Most audits whose scores are stated; a tree with more holds an archive, in which any number can be found.
const AUDITS: usize = 100;
/// Most criteria of one audit.
const CRITERIA: usize = 40;
/// Longest line in which a score is looked for, in bytes.
const LONGEST_LINE: usize = 4_000;

static SCORE: LazyLock<Phrase> = LazyLock::new(|| {
    let words = r"(?:overall|aggregated?|consolidated|total)[ _-](?:(?:average|audit|self-audit|final|assessment)[ _-])?(?:score|rating|grade)";
    let sign = r#"[\s"'*`:=|]*"#;
    Phrase::new(&format!(
        r"(?i)\b{words}\b{sign}(?:\([A-Za-z ]{{1,20}}\))?{sign}(?P<value>[0-9]{{1,3}}(?:\.[0-9]+)?)(?: ?/ ?(?P<most>[0-9]{{1,3}})(?:\.0+)?)?(?:[^0-9.]|\.?$|\. )"
    ))
});

/// The score of the whole in a sentence: `a perfect score of 5.00/5.0`.
static SCORE_OF: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)(?:\b(?:overall|aggregated?|total|perfect|final) (?:audit )?score of|\boverall assessment:\**|^[^A-Za-z0-9]*total:\**) (?P<value>[0-9]{1,3}(?:\.[0-9]+)?) ?/ ?(?P<most>[0-9]{1,3})(?:\.0+)?(?:[^0-9.]|\.?$|\. )",
    )
});

/// What a judge is to have written, where nobody has: `*Opinion:* [Opinion of the peer's agent.]`.
static BLANK: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:opinion|argument|evidence|rationale|remediation)\b[^A-Za-z0-9\[]*:[^A-Za-z0-9\[]*\[[A-Z][a-z]*[ -][^\]\[(]{3,}\]\W*$",
    )
});
/// What stands in the place of what somebody is still to write, at the end of a line.
static PLACEHOLDER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:placeholder|to be (?:filled in|completed)|tbd|todo)\b(?: \([^()]{0,40}\))?[^A-Za-z0-9]*$",
    )
});
/// How many of them make a text such a form.
const PLACEHOLDERS: usize = 5;
/// How many of them make a text a form that is not filled in.
const BLANKS: usize = 3;

/// One file that may be an audit.
struct Candidate<'s> {
    entry: &'s TreeEntry,
    text: Option<Cow<'s, str>>,
    folder: Folder,
    /// The repository that it says it is of.
    of: Option<String>,
}

/// Reads the audits; nothing where there are too many. What an audit says that it is of goes before the folder that it
/// lies in: `authors` tell whose repository this is, and `origin` which, where its clone knows that.
#[must_use]
pub fn self_audits<'s>(
    sources: &'s [Source],
    tree: &'s TreeFacts,
    authors: &[Identity],
    origin: Option<&str>,
) -> SelfAudits {
    let candidate = |entry: &'s TreeEntry| {
        let folder = whose::folder(&entry.path)?;
        let text = sources.iter().find(|source| source.path == entry.path).map(Source::text);
        let of = text.as_deref().and_then(whose::named);
        Some(Candidate { entry, text, folder, of })
    };
    let candidates: Vec<Candidate<'_>> = tree.entries.iter().filter_map(candidate).collect();
    let named = candidates.iter().filter_map(|one| Some((one.folder, one.of.as_deref()?)));
    let own = whose::own(named, authors, origin);
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

/// Whether an audit lies where those are that a peer made of this program.
pub(in crate::detect) fn is_received(path: &str) -> bool {
    whose::folder(path) == Some(Folder::Received)
}

/// Adds what a file gives to the audits.
fn file(candidate: Candidate<'_>, is_own: bool, audits: &mut SelfAudits) {
    let Candidate { entry, text, folder, of } = candidate;
    let (files, unread) = if is_own {
        (&mut audits.files, &mut audits.unread)
    } else {
        (&mut audits.of_peers, &mut audits.of_peers_unread)
    };
    let Some(text) = text.as_deref() else {
        // Whether it is an audit at all, no folder says.
        if folder != Folder::Unsaid {
            unread.push(entry.path.clone());
        }
        return;
    };
    let (whole, criteria) = (whole(text, entry), criteria(text, entry));
    let is_known = whole.is_some() || (!criteria.is_empty() && folder != Folder::Unsaid);
    // What speaks of no score is no audit, but a note beside one.
    let is_note = folder == Folder::Unsaid || !text.to_lowercase().contains("score");
    if is_form(text) {
        // Nobody gave what stands in it.
    } else if is_known {
        // That a peer's is of this program goes without saying.
        let of = of.filter(|_| folder != Folder::Received);
        files.push(AuditFile { of, whole, criteria });
    } else if !is_note {
        unread.push(entry.path.clone());
    }
}

/// Whether a text is a form in which nobody wrote what judges said.
fn is_form(text: &str) -> bool {
    let has = |phrase: &Phrase, most: usize| {
        lines(text).filter(|(_, line)| phrase.is_match(line)).nth(most - 1).is_some()
    };
    has(&BLANK, BLANKS) || has(&PLACEHOLDER, PLACEHOLDERS)
}

/// Leaves one file of those that differ in their ending alone and give the same: one audit, written twice. That with
/// the scores of criteria stays; a text that could not be read is told by the one beside it that could.
fn once(mut audits: SelfAudits) -> SelfAudits {
    let mut files: Vec<AuditFile> = Vec::new();
    for file in std::mem::take(&mut audits.files) {
        let same = |known: &&mut AuditFile| {
            let (one, other) = (known.whole.as_ref(), file.whole.as_ref());
            known.path().map(stem) == file.path().map(stem)
                && one.zip(other).is_none_or(|(one, other)| agree(one, other))
        };
        match files.iter_mut().find(same) {
            Some(known) if known.criteria.len() < file.criteria.len() => {
                let whole = file.whole.or(known.whole.take());
                *known = AuditFile { whole, ..file };
            }
            Some(_) => {}
            None => files.push(file),
        }
    }
    let told = |path: &String| {
        let is_text = !path.to_lowercase().ends_with(".pdf");
        is_text && files.iter().any(|file| file.path().map(stem) == Some(stem(path)))
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
fn found(groups: &Groups<'_>, entry: &TreeEntry, line: u32) -> AuditScore {
    let most = groups.name("most").and_then(|most| most.parse().ok());
    let place = Lines::new(&entry.path, &entry.blob, line, line);
    AuditScore { place, value: groups.name("value").unwrap_or_default().to_owned(), most }
}

/// The lines of a text with their numbers, the longest of them left out.
fn lines(text: &str) -> impl Iterator<Item = (u32, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| line.len() <= LONGEST_LINE)
}

/// The first score of the whole.
fn whole(text: &str, entry: &TreeEntry) -> Option<AuditScore> {
    let first = |pattern: &Phrase| {
        lines(text).find_map(|(number, line)| Some(found(&pattern.groups(line)?, entry, number)))
    };
    first(&SCORE).or_else(|| first(&SCORE_OF)).or_else(|| criteria::whole(text, entry))
}

#[cfg(test)]
mod tests;
