//! The words by which manifests ask for versions, of whatever language → the versions that fit.

use crate::domain::facts::VersionSpan;

/// What a version without a sign means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bare {
    /// It alone, with all whose further numbers are not given: `18` is every version of 18.
    Exact,
    /// Every later one that fits as well, as with `^`.
    Caret,
}

/// The versions that fit, each range by itself; none where any does, or where the words could not be read.
pub(super) fn ranges(asked: &str, bare: Bare) -> Vec<VersionSpan> {
    let parts = asked.split('|').filter(|part| !part.is_empty());
    let all: Option<Vec<VersionSpan>> = parts.map(|part| range(part, bare)).collect();
    let all = all.unwrap_or_default();
    // One part that any version fits makes the others idle.
    if all.contains(&VersionSpan::default()) { Vec::new() } else { all }
}

fn range(text: &str, bare: Bare) -> Option<VersionSpan> {
    if let Some((from, to)) = text.split_once(" - ") {
        return Some(VersionSpan {
            from: numbers(from.trim())?,
            below: Some(next(&numbers(to.trim())?)),
        });
    }
    let mut whole = VersionSpan::default();
    let mut sign = String::new();
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let word = format!("{sign}{word}");
        sign.clear();
        if word.trim_start_matches(is_sign).is_empty() {
            sign = word;
        } else {
            whole = whole.and(&one(&word, bare)?)?;
        }
    }
    Some(whole)
}

fn is_sign(letter: char) -> bool {
    "=<>~^!".contains(letter)
}

/// The versions that one sign and one version ask for.
fn one(word: &str, bare: Bare) -> Option<VersionSpan> {
    let rest = word.trim_start_matches(is_sign);
    let sign = &word[..word.len() - rest.len()];
    if sign.is_empty() && ["*", "x", "X", "latest"].contains(&rest) {
        return Some(VersionSpan::default());
    }
    let version = numbers(rest)?;
    let span = |below: Vec<u32>| Some(VersionSpan { from: version.clone(), below: Some(below) });
    match sign {
        "" if bare == Bare::Caret => span(compatible(&version)),
        "" | "=" | "==" | "===" => span(next(&version)),
        "^" => span(compatible(&version)),
        "~" => span(raised(&version, 1)),
        "~=" | "~>" => span(raised(&version, version.len().checked_sub(2)?)),
        // That the version itself is left out excludes little.
        ">=" | ">" => Some(VersionSpan { from: version, below: None }),
        "<" => Some(VersionSpan { from: Vec::new(), below: Some(version) }),
        "<=" => Some(VersionSpan { from: Vec::new(), below: Some(next(&version)) }),
        "!=" => Some(VersionSpan::default()),
        _ => None,
    }
}

/// The numbers of a version up to the first that is open; nothing where it does not begin with one.
pub(super) fn numbers(version: &str) -> Option<Vec<u32>> {
    /// Most numbers of a version.
    const MOST: usize = 4;
    let version = version.strip_prefix(['v', 'V']).unwrap_or(version);
    let mut all = Vec::new();
    for part in version.split('.').take(MOST) {
        let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let Ok(number) = part[..end].parse() else { break };
        all.push(number);
        if end < part.len() {
            break;
        }
    }
    (!all.is_empty()).then_some(all)
}

/// The first version that does not begin with these numbers.
fn next(version: &[u32]) -> Vec<u32> {
    raised(version, version.len().saturating_sub(1))
}

/// A version with the number at a place raised by one, or its last where it has fewer, and without those behind it.
fn raised(version: &[u32], at: usize) -> Vec<u32> {
    let at = at.min(version.len().saturating_sub(1));
    let mut raised = version[..=at].to_vec();
    raised[at] = raised[at].saturating_add(1);
    raised
}

/// The first later version that may break what this one allows: the leftmost number that is not zero is raised.
fn compatible(version: &[u32]) -> Vec<u32> {
    let first = version.iter().position(|number| *number > 0);
    raised(version, first.unwrap_or(version.len() - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(asked: &str, expected: &str) {
        let number = |of: &[u32]| of.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
        let shown = |span: &VersionSpan| {
            let below = span.below.as_deref().map_or("…".to_owned(), number);
            format!("{}..{below}", number(&span.from))
        };
        let found = ranges(asked, Bare::Exact);
        let found: Vec<String> = found.iter().map(shown).collect();
        assert_eq!(found.join(" "), expected, "{asked}");
    }

    #[test]
    fn the_signs_of_every_language_are_read() {
        check(">=3.11", "3.11..…");
        check(">=3.10,<4.0", "3.10..4.0");
        check(">= 18 < 21", "18..21");
        check("^18.2.0", "18.2.0..19");
        check("^0.2.3", "0.2.3..0.3");
        check("^0.0.3", "0.0.3..0.0.4");
        check("~4.1.2", "4.1.2..4.2");
        check("~4", "4..5");
        check("~=1.4.2", "1.4.2..1.5");
        check("==3.1.*", "3.1..3.2");
        check("==3.1.0", "3.1.0..3.1.1");
        check("18.x", "18..19");
        check("v20.11.1", "20.11.1..20.11.2");
        check("18 || 20", "18..19 20..21");
        check("1.2.3 - 2.3", "1.2.3..2.4");
        check("<=3.12", "..3.13");
        check("!=1.5,>=1.2", "1.2..…");
        check("5.0.0-beta.3", "5.0.0..5.0.1");
    }

    #[test]
    fn what_any_version_fits_and_what_cannot_be_read_excludes_nothing() {
        for asked in ["", "*", "latest", "workspace:*", "file:../a", "next", "18 || *", ">=3,<2"] {
            check(asked, "");
        }
        assert_eq!(ranges("1.2", Bare::Caret)[0].below, Some(vec![2]));
    }
}
