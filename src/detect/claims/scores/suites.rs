//! Numbers of tests that the report gives its suite, held against each other.
//!
//! Numbers of single parts, of other times and of others' tests need not be of one suite: nothing is made of them.

use super::odds::{ASIDE, Given, OTHERWISE, Odds};
use crate::detect::claims::one_line;
use crate::detect::document::sentences;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ReportPage;
use std::sync::LazyLock;

/// What the numbers are of, as it is told.
const SUITE: &str = "the test suite";

static SIZE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)(?:^|[^\w.,-])(?P<joined>[1-9][0-9]{0,3})[- ]tests? suite\b",
        r"|\btest suite (?:of|with|has|contains|comprises|consists of) (?P<of>[1-9][0-9]{0,3}) (?:\w+ )?tests?\b",
    ))
});

/// Words that make a suite one of several.
static PART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:units?|integration|e2e|end-to-end|smoke|regression|front-?end|api|ui|modules?|files?|class(?:es)?|both|two|second|another|peers?|grew|over|more|about|some|around|roughly|nearly)\b|\bback-?end(?:(?u:['’])s)? (?:(?:an?|the|has|with|of) )*[0-9]",
    )
});

/// What the suite is given two sizes of on different pages, where no third one is given.
pub(super) fn at_odds(pages: &[ReportPage]) -> Option<Odds> {
    let all: Vec<Given> = pages.iter().flat_map(of_page).collect();
    let first = all.first()?;
    let mut others = all.iter().filter(|one| !first.agrees(one));
    let second = others.next()?;
    let clear = others.all(|one| one.agrees(second)) && second.page > first.page;
    let criterion = Some(SUITE.to_owned());
    clear.then(|| Odds { criterion, first: first.clone(), second: second.clone() })
}

/// The sizes of the suite that a page gives.
fn of_page(page: &ReportPage) -> Vec<Given> {
    let given = |sentence: String| {
        let found = SIZE.captures(&sentence)?;
        let number = found.name("joined").or_else(|| found.name("of"))?;
        // Only what stands right before it limits it.
        let start = sentence[..number.start()].rsplitn(5, ' ').nth(4).map_or(0, str::len);
        let end = sentence.len().min(number.end() + 60);
        let end = (end..=sentence.len()).find(|at| sentence.is_char_boundary(*at))?;
        let whole = !PART.is_match(&sentence[start..end])
            && !OTHERWISE.is_match(&sentence)
            && !ASIDE.is_match(&sentence);
        let value = (number.as_str().parse().ok()?, 0.0);
        let score = format!("{} tests", number.as_str());
        whole.then(|| Given { page: page.number, score, sentence: sentence.clone(), value })
    };
    sentences(&page.text)
        .into_iter()
        .filter_map(|range| given(one_line(&page.text[range])))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn two_sizes_of_one_suite_are_told() {
        let told = |pages: &[&str]| {
            let odds = at_odds(&numbered(pages))?;
            Some((odds.first.score, odds.second.score))
        };
        let first = "The backend in memory makes the 66-test suite execute in little time.";
        let second = "The project maintains an 80-test suite using pytest.";
        assert_eq!(told(&[first, second]), Some(("66 tests".into(), "80 tests".into())));
        assert_eq!(told(&[first, first]), None);
        assert_eq!(told(&[&format!("{first} {second}")]), None, "one page may speak of two");
        assert_eq!(told(&[first, second, "It has a 90-test suite."]), None, "three are several");
        for other in [
            "The front-end has an 80-test suite using vitest.",
            "The backend has an 80-test suite using pytest.",
            "An 80-test suite of the integration is there.",
            "It grew to an 80-test suite.",
            "Later it became an 80-test suite.",
            "The peer has an 80-test suite.",
            "There are 80 tests of the parser.",
        ] {
            assert_eq!(told(&[first, other]), None, "{other}");
        }
    }
}
