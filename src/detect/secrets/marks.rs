//! Where in a text a form of secret may stand.

use super::Context;
use super::rules::{self, Proof, RULES};
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use memchr::{memchr, memchr_iter, memrchr};
use std::ops::Range;
use std::sync::LazyLock;

/// Most marks that are looked for at once: of so few, many bytes are passed over in one step.
const AT_ONCE: usize = 56;

/// Find the marks of all forms, those of one form together, each with the numbers of their forms.
static MARKS: LazyLock<Vec<(AhoCorasick, Vec<usize>)>> = LazyLock::new(|| {
    let mut parts: Vec<(Vec<&str>, Vec<usize>)> = Vec::new();
    for (number, rule) in RULES.iter().enumerate() {
        let has_room =
            |part: &&mut (Vec<&str>, Vec<usize>)| part.0.len() + rule.keywords.len() <= AT_ONCE;
        let Some((words, owners)) = parts.last_mut().filter(has_room) else {
            parts.push((rule.keywords.to_vec(), vec![number; rule.keywords.len()]));
            continue;
        };
        words.extend(rule.keywords);
        owners.resize(words.len(), number);
    }
    let finder = |(words, owners): (Vec<&str>, Vec<usize>)| {
        let mut finder = AhoCorasick::builder();
        // A form begins within another's mark only where both begin, so that the longer mark hides no other form.
        finder.match_kind(MatchKind::LeftmostLongest);
        // Its tables are made in a moment, and hardly needed.
        finder.kind(Some(AhoCorasickKind::NoncontiguousNFA));
        (finder.build(words).expect("the marks are few"), owners)
    };
    parts.into_iter().map(finder).collect()
});

/// Finds the names that secrets are given to.
static NAMES: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let mut finder = AhoCorasick::builder();
    finder.ascii_case_insensitive(true).kind(Some(AhoCorasickKind::DFA));
    finder.build(rules::ASSIGNED).expect("the names are few")
});

/// Where each rule may find something: the lines that hold one of its keywords, an `@` or a name
/// beside a value, or, for a form of several lines, the text from its first keyword on.
pub(super) fn passages(bytes: &[u8], context: Context) -> Vec<Vec<Range<usize>>> {
    let mut passages: Vec<Vec<Range<usize>>> = vec![Vec::new(); RULES.len()];
    let mut add = |number: usize, at: usize| {
        let all = &mut passages[number];
        // Lines may be as long as the file, so each is measured once.
        if all.last().is_none_or(|last| last.end <= at) {
            let line = line_around(bytes, at);
            let is_long = RULES[number].proof == Proof::KeyBody;
            all.push(line.start..if is_long { bytes.len() } else { line.end });
        }
    };
    for (marks, owners) in &*MARKS {
        for hit in marks.find_iter(bytes) {
            add(owners[hit.pattern().as_usize()], hit.start());
        }
    }
    let numbers = |proof: Proof| (0..RULES.len()).filter(move |at| RULES[*at].proof == proof);
    for at in memchr_iter(b'@', bytes) {
        numbers(Proof::Address).for_each(|number| add(number, at));
    }
    if context != Context::Prose {
        let mut line = 0..0;
        for part in rules::parts(bytes) {
            if part.start < line.end || !rules::is_varied(&bytes[part.clone()]) {
                continue;
            }
            line = line_around(bytes, part.start);
            if NAMES.is_match(&bytes[line.clone()]) {
                numbers(Proof::Assigned).for_each(|number| add(number, part.start));
                if context == Context::Settings {
                    numbers(Proof::Setting).for_each(|number| add(number, part.start));
                }
            }
        }
    }
    passages
}

/// The line that holds a place, without its end.
pub(super) fn line_around(bytes: &[u8], at: usize) -> Range<usize> {
    let start = memrchr(b'\n', &bytes[..at]).map_or(0, |at| at + 1);
    start..memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end)
}
