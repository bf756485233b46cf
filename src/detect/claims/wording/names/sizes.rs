//! How many lines a file is said to have, be it by a place that is cited in it, how many tests the
//! tree, and how many ways the program has to get into it.

use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_of_own;
use super::cited_lines::{Cited, cited};
use super::ways_in;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use crate::domain::facts::WayInKind;
use std::sync::LazyLock;

/// A number of lines that a file of this path has.
static LINES: LazyLock<Parts> = LazyLock::new(|| {
    let path = r"(?:[\w.-]+/)*[\w-]+\.(?:py|tsx?|jsx?|go|rs|java|php|md|json|ya?ml|toml|css|html|sql|sh|vue)";
    let count = r"(?P<about>(?i:about|around|approximately|approx\.?|roughly|nearly|some|circa|ca\.) |~ ?|(?u:≈) ?)?(?P<least>(?i:over|more than|at least) |> ?)?(?P<count>[0-9]{1,2},[0-9]{3}|[0-9]{2,5})(?P<more>\+)?";
    let of = |number: &str, path: &str| {
        count
            .replace("<about>", &format!("<about{number}>"))
            .replace("<least>", &format!("<least{number}>"))
            .replace("<count>", &format!("<count{number}>"))
            .replace("<more>", &format!("<more{number}>"))
            + path
    };
    Parts::new(&format!(
        r"`?\b(?P<path1>{path})`?,? ?\({first}|`?\b(?P<path2>{path})`? (?:(?:is|has|contains|spans|counts|comprises|runs to|grew to) )(?:now )?{second}|\b{third}`?(?P<path3>{path})\b",
        first = of("1", r" (?:lines|LOC)\b"),
        second = of("2", r" (?:lines|LOC)\b"),
        third = of(
            "3",
            r"(?:[ -]lines?(?: of (?:code|\w+))?(?: (?:in|of|file|module|script|graph))? |-line )(?:the )?"
        ),
    ))
});

/// A number of tests that is said to be all of them.
static TESTS: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"(?i)\b(?:test suite|suite|repository|project|codebase|code base) (?:now )?(?:has|contains|holds|includes|comprises|consists of|with|of) (?:a total of |exactly )?(?P<has>[0-9]{1,4})(?P<hasmore>\+)? (?:(?:unit|passing|automated|pytest|green) ){0,2}tests\b",
        r"|\b(?:a total of|total:|in total) (?P<total>[0-9]{1,4})(?P<totalmore>\+)? (?:(?:unit|passing|automated|pytest) ){0,2}tests\b",
        r"|\ball (?P<all>[0-9]{1,4})(?P<allmore>\+)? (?:(?:unit|automated|pytest) ){0,2}tests (?:are )?pass(?:ing|ed)?\b",
        r"|\btests?(?: suite)?(?: total)?: (?P<told>[0-9]{1,4})(?P<toldmore>\+)? (?:tests|passed|passing)\b",
    ))
});

/// Words by which the sentence speaks of another time, of others, or of some of all.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"add\w*|example|such as|imagine|suppose|was|were|had|no longer|not|never|instead|rather|target|students?|needs? to|must|peer|only|new|another|per|each|every|first|last|grew|reduc\w+|shr\w+|from [0-9]+|down|up to|at most|limit\w*|max\w*|less|fewer|diff|chang\w+|delet\w+|insert\w+|remov\w+",
    )
});

/// Of what a size is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) enum Of<'t> {
    /// A file with this path has so many lines.
    File(&'t str),
    /// A file with this path reaches so far that its line can be cited, at the commit of a link where it is one.
    Line(&'t str, Option<&'t str>),
    /// The tree has so many tests.
    Tests,
    /// The program has so many routes, options or subcommands.
    WaysIn(WayInKind),
}

/// A size that a sentence tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Size<'t> {
    pub of: Of<'t>,
    pub count: u32,
    /// Whether it is said to be about that.
    pub about: bool,
    /// Whether it is said to be at least that.
    pub least: bool,
    /// The part that tells it.
    pub part: &'t str,
}

/// Every size that the sentence tells.
pub(in crate::detect::claims) fn sizes(sentence: &str) -> Vec<Size<'_>> {
    let reached = cited(sentence).into_iter().map(|Cited { path, lines, commit, part }| Size {
        of: Of::Line(path, commit),
        count: lines.1,
        about: false,
        least: true,
        part,
    });
    counted(sentence).into_iter().chain(reached).collect()
}

/// Those that a number of lines or tests tells.
fn counted(sentence: &str) -> Vec<Size<'_>> {
    let named =
        ["line", "LOC", "tests", "endpoints", "routes", "flags", "options", "switches", "commands"];
    let named = named.iter().any(|part| sentence.contains(part));
    if !named || ELSEWHERE.is_match(sentence) || !is_of_own(sentence) {
        return Vec::new();
    }
    let lines = LINES.captures_iter(sentence).filter_map(|found| of_file(&found));
    let tests = TESTS.captures_iter(sentence).filter_map(|found| of_tests(&found));
    lines.chain(tests).chain(ways_in::counted(sentence)).collect()
}

fn of_file<'t>(found: &Groups<'t>) -> Option<Size<'t>> {
    let way =
        ["1", "2", "3"].into_iter().find(|way| found.name(&format!("path{way}")).is_some())?;
    let group = |name: &str| found.name(&format!("{name}{way}"));
    let count = group("count")?.as_str().replace(',', "").parse().ok()?;
    let about = group("about").is_some();
    let least = group("least").is_some() || group("more").is_some();
    let part = found.get(0)?.as_str();
    Some(Size { of: Of::File(group("path")?.as_str()), count, about, least, part })
}

fn of_tests<'t>(found: &Groups<'t>) -> Option<Size<'t>> {
    let way = ["has", "total", "all", "told"].into_iter().find(|way| found.name(way).is_some())?;
    let count = found.name(way)?.as_str().parse().ok()?;
    let least = found.name(&format!("{way}more")).is_some();
    let part = found.get(0)?.as_str();
    Some(Size { of: Of::Tests, count, about: false, least, part })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_of_files_by_their_paths_and_of_all_tests() {
        let check = |sentence: &str, expected: &[(Of<'_>, u32, bool, bool)]| {
            let found = sizes(sentence);
            let shown: Vec<_> =
                found.iter().map(|one| (one.of, one.count, one.about, one.least)).collect();
            assert_eq!(shown, expected, "{sentence}");
        };
        let graph = Of::File("src/graph.py");
        check("The graph is in src/graph.py (340 lines) and runs.", &[(graph, 340, false, false)]);
        check("The file `src/graph.py` has about 340 lines of code.", &[(graph, 340, true, false)]);
        check("The graph is a 340-line `src/graph.py`.", &[(graph, 340, false, false)]);
        check("The graph is a 340-line src/graph.py with helpers.", &[(graph, 340, false, false)]);
        check("There are over 1,200 lines in src/graph.py today.", &[(graph, 1200, false, true)]);
        check("All 27 tests pass on every commit.", &[]);
        check("All 27 tests pass.", &[(Of::Tests, 27, false, false)]);
        check("The test suite has 40+ unit tests.", &[(Of::Tests, 40, false, true)]);
        check("We added 12 tests for the parser.", &[]);
        let line = Of::Line("src/graph.py", None);
        check("See src/graph.py lines 10-24.", &[(line, 24, false, true)]);
    }
}
