//! Rows of a table or a list that begin with a path, behind which stands what the file is for.
//!
//! "`src/a.py` example prompts, archived orders" claims the file: what it is for may be old, missing or still to come.
//! Only words that are plainly about the file itself take it back: "(planned)", "to be added", "moved to".

use super::cues::OUTPUT;
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Why a row claims nothing.
const TAKEN_BACK: &str = "the row says that it is not there, or not yet";

/// Words with which no description begins, but a sentence or a list goes on.
const GOING_ON: &str = "is are was were be been has have had will would shall should could can cannot might may must does did \
    do needs need became become becomes remains remained got gets began came comes went goes gave grew took fell broke \
    left lost held kept turned lived belongs never not no and or nor but as of in on at by from for to with without \
    under into which that who where when while if unless once until since because though although than then now later \
    still yet also only so plus via isn't aren't wasn't weren't won't doesn't don't didn't ist sind war fehlt est es";
/// What is so of a file, where it stands for itself.
const STATES: &str = "absent archived deleted deprecated draft dropped example future hypothetical legacy migrated missing moved \
    new obsolete optional pending placeholder planned proposed removed renamed replaced retired sample skeleton stub \
    stubbed superseded tba tbd todo to-do upcoming wip";
/// Those of them that are so of a file also before or behind other words.
const PLAIN: &str = "deleted deprecated missing moved obsolete pending planned proposed removed renamed superseded tba tbd todo \
    upcoming wip";
/// Words with which it goes on to say when or by what.
const WHEN: &str =
    "after as because before by during for from in later next since soon to until when with yet";

/// What says of a file itself that it is not there.
static PLAINLY: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:to be (?:\w+ )?(?:added|implemented|created|written|done|completed|finished|built|defined|decided|removed|deleted|moved)\b|",
        r"not (?:yet|part|in|on|committed|included|implemented|written|there|present|available|pushed|merged|ours|started|done|created|existing)\b|",
        r"yet to\b|never (?:written|created|committed|finished|implemented|added|existed)\b|no longer\b|does(?: not|n(?u:[’'])t) (?:yet )?exist|",
        r"coming soon|in progress\b|next (?:week|sprint|iteration|release|month|step|phase|version)|future (?:work|version|release|extension|feature|addition)|",
        r"by (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|another day|postpon|backlog|roadmap|out of scope|",
        r"(?:moved|renamed|migrated) (?:in)?to\b|(?:merged|split|folded) into [^ ]*[./]\w|(?:replaced|superseded) (?:by|with)\b|",
        r"ignored by git|git-?ignore|new (?:file|module)\b|if (?:time|needed|necessary|we|there|you)\b|",
        r"will\b|shall\b|would\b|should\b|could\b|might\b|e\.g\.|for (?:example|instance)\b|fictional|fictitious|fabricat|hallucinat|made[- ]up|",
        r"(?:is|as) (?:(?:only|just) )?an? (?:stub|skeleton|placeholder|example|sample))",
    ))
});

/// How a row begins of a file that is only the beginning of one.
static BEGUN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^\W*(?:(?:an?|the|only|just|empty) )*(?:stub|skeleton|placeholder)s?(?: (?:for|of|only|file|module|until|version|in)\b|\W*$| ?[(,;.])",
    )
});

/// How a row begins of a file that a tool makes.
static MADE: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^\W*(?:auto-?|automatically )?generated\b"));

/// What stands before a path into which something is said to be divided.
static PARTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:is|are|was|were|been) (?:\w+ )?(?:split|separated|factored) (?:out |up )?(?:in)?to\b",
    )
});

/// A text without the words by which something is divided into files, which are there.
pub(super) fn parted(text: &str) -> String {
    PARTED.left_out(text)
}

/// What a row says of the file with whose path it begins; nothing where a sentence or a list goes on behind it.
pub(super) fn description<'t>(before: &str, after: &'t str) -> Option<&'t str> {
    const AROUND: [char; 8] = ['`', '*', '"', '”', '\'', '’', '|', ' '];
    if before.contains(char::is_alphabetic) {
        return None;
    }
    let rest = after.trim_start_matches(|sign| AROUND.contains(&sign));
    if rest.is_empty() || rest.starts_with([',', ';', '.', '/', '&', '+', ')']) {
        return None;
    }
    // A bracket behind a path may stand before what the sentence says of it.
    let behind = rest.strip_prefix('(').and_then(|inside| inside.split_once(')'));
    let goes_on = |text: &str| {
        let mut words = text.split_whitespace().map(plain).filter(|word| !word.is_empty());
        words.next().is_some_and(|first| among(GOING_ON, &first))
    };
    (!goes_on(rest) && !behind.is_some_and(|(_, behind)| goes_on(behind))).then_some(rest)
}

/// The word by which a row says that its file is not there, with the reason; `acts` where the file is said to do
/// something, whose words tell of that.
pub(super) fn excuse(told: &str, acts: bool) -> Option<(String, &'static str)> {
    if let Some(word) = state(told) {
        return Some((word, TAKEN_BACK));
    }
    let mut plainly = [&*PLAINLY, &*BEGUN].into_iter().filter(|_| !acts);
    let found = plainly.find_map(|phrase| Some((phrase.find(told)?, TAKEN_BACK)));
    let (at, reason) = found.or_else(|| MADE.find(told).map(|at| (at, OUTPUT)))?;
    Some((told[at].trim().to_owned(), reason))
}

/// The word that stands for itself and tells what is so of the file: alone, in brackets, or in a cell of its own.
fn state(told: &str) -> Option<String> {
    let words: Vec<&str> = told.split_whitespace().collect();
    let sign = |letter: Option<char>| letter.is_some_and(|one| !one.is_alphanumeric());
    let mut inside = false;
    for (at, raw) in words.iter().enumerate() {
        inside |= raw.contains(['(', '[']);
        let word = plain(raw);
        if among(STATES, &word) {
            let next = words.get(at + 1).copied();
            let ends = next.is_none() || sign(raw.chars().last()) || sign(next?.chars().next());
            let goes_on = next.is_some_and(|next| among(WHEN, &plain(next)));
            let opens =
                at == 0 || sign(raw.chars().next()) || sign(words[at - 1].chars().last()) || inside;
            let is_plain = among(PLAIN, &word);
            let cell = is_plain
                && raw.starts_with(char::is_uppercase)
                && next.is_some_and(|next| next.starts_with(char::is_uppercase));
            let shouted = *raw == "TODO" || *raw == "TBD" || *raw == "WIP";
            if shouted
                || (opens && (ends || goes_on || cell))
                || (is_plain && next.is_none() && at > 0)
            {
                return Some(word);
            }
        }
        inside &= !raw.contains([')', ']']);
    }
    None
}

/// A word in small letters, without what stands around it.
fn plain(word: &str) -> String {
    word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase().replace('’', "'")
}

fn among(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{TREE, cited, tree};
    use super::super::{PathStatus, cross_reference};

    /// What becomes of a path that is not there in each row, in which `_` stands for it.
    #[track_caller]
    fn check(rows: &[&str], expected: &[PathStatus]) {
        let path = "src/nodes/usher.py";
        for row in rows {
            let asked = cited(path, &row.replace('_', path));
            let found = cross_reference(&[asked], &tree(&TREE), None).remove(0);
            assert!(expected.contains(&found.status), "{row}: {:?} {}", found.status, found.reason);
        }
    }

    #[test]
    fn what_a_file_is_for_takes_nothing_back() {
        check(
            &[
                "_ structured logging",
                "_ splits text into chunks",
                "• _ – renames columns of the data set",
                "_ example prompts for the model",
                "3. _: plan generation for trips",
                "| _ | proposes trades",
                "_ missing value handling",
                "_ retry if a call fails",
                "_ the old parser and its adapter",
                "_ Archived orders",
                "_ legacy API adapter",
                "_ future price forecasting",
                "_ Todo list component",
                "_ suggestion engine",
                "_ Optional cache layer",
                "_ New user form",
                "_ Placeholder images of the shop",
                "_ left sidebar",
                "The routes are split into _.",
            ],
            &[PathStatus::Absent],
        );
    }

    #[test]
    fn a_row_may_say_that_its_file_is_not_there() {
        check(
            &[
                "_ (planned)",
                "_ Judges (planned)",
                "_ Judges (still planned)",
                "_ handles errors (planned)",
                "_ Judges of phase 2 | Planned",
                "_ – Planned Judges of phase 2",
                "_ to be added",
                "_: not yet written",
                "_ removed",
                "_ deprecated, see src/graph.py",
                "_ TODO add the judges",
                "_ moved to src/graph.py",
                "_ (new) judges",
                "_ Stub",
                "_ a stub for the judges",
                "_ Placeholder",
                "_ Judges, if time allows",
                "_ Generated by the compiler",
                "_ (the judges) will be added",
                "_ should parse it",
                "_ Judges in the next version",
                "_ Legacy",
                "_ Future",
                "_, _ of the old version were removed",
            ],
            &[PathStatus::Mention, PathStatus::Ambiguous],
        );
    }
}
