//! Sentences that tell what something is limited or tuned by: `chunk_size=500`, `a timeout of 120 seconds`, `temperature
//! 0.2`.

use super::super::history::cloning;
use super::super::sentence::elsewhere;
use super::super::sentence::unclaimed::is_stated;
use crate::detect::parts::{Groups, Parts};
use crate::detect::phrase::Phrase;
use crate::domain::facts::SetNumbers;
use std::sync::LazyLock;

/// Names of one word that limit or tune something wherever they stand in code.
const ALONE: [&str; 7] = ["depth", "dpi", "overlap", "seed", "temperature", "timeout", "top_k"];

/// A name in code that is given a number, also as what a call takes.
static IN_CODE: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?:\b(?P<of>[A-Za-z_]\w+)\((?:[^()=]*=[^()=]*, ?|[^()=]*, ?)*)?\b(?P<name>[A-Za-z]\w+)`? ?(?:=|==) ?`?(?P<number>[0-9]+(?:\.[0-9]+)?)(?:$|[^\w.%=]|\.(?:$|\W))",
    )
});

/// The same in words, each with the parts of the names that may be meant.
static IN_WORDS: LazyLock<[(Parts, &'static [&'static str]); 7]> = LazyLock::new(|| {
    let is = r"(?: (?:is|of|at|to|set|fixed|with|an?|the|value)){0,3} ?[=:(]? ?";
    let number = r"(?P<number>[0-9]+(?:\.[0-9]+)?)(?:$|[^\w.%]|\.(?:$|\W))";
    let seconds = r"(?: ?(?:s|secs?|seconds?)\b)";
    let parts = |pattern: String| Parts::new(&format!("(?i){pattern}"));
    [
        (
            parts(format!(
                r"\b(?P<count>[0-9]+)(?:-?s|[- ]secs?|[- ]seconds?) time-?outs?\b|\btime-?outs?{is}(?P<number>[0-9]+){seconds}"
            )),
            &["timeout"],
        ),
        (parts(format!(r"\btemperature{is}{number}")), &["temperature"]),
        (parts(format!(r"\bchunk[- ]?sizes?{is}{number}")), &["chunk", "size"]),
        (parts(format!(r"\b(?:chunk[- ]?)?overlap{is}{number}")), &["overlap"]),
        (parts(format!(r"\btop[- ]k{is}{number}")), &["top_k"]),
        (parts(format!(r"\brecursion[- ]limit{is}{number}")), &["recursion", "limit"]),
        (parts(r"\b(?P<number>[0-9]{2,4}) ?dpi\b".to_owned()), &["dpi"]),
    ]
});

/// Words by which the sentence speaks of another time, of others or of what is not so.
static ELSEWHERE: LazyLock<Phrase> = LazyLock::new(|| {
    elsewhere::of_a_claim(
        r"example|imagine|suppose|returned|was|were|from [0-9]+|increas\w+|decreas\w+|reduc\w+|rais\w+|lower\w+|add|chang\w+|target|students?|never|not|no|without|instead|rather|keep|finding|score",
    )
});

/// By what something is limited or tuned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::detect::claims) struct Setting<'s> {
    /// Its name as written, where it is a name in code.
    pub name: Option<&'s str>,
    /// Parts that its name in code has otherwise.
    pub parts: &'static [&'static str],
    pub number: &'s str,
    /// What is called with it.
    pub of: Option<&'s str>,
}

/// What the sentence tells of the kind; nothing where it states nothing, or tells how clones are bounded.
pub(in crate::detect::claims) fn settings(sentence: &str) -> Vec<Setting<'_>> {
    if !sentence.contains(|letter: char| letter.is_ascii_digit()) {
        return Vec::new();
    }
    let named = IN_CODE.captures_iter(sentence).filter_map(|found| in_code(&found));
    let mut all: Vec<Setting<'_>> = named.collect();
    for (pattern, parts) in IN_WORDS.iter() {
        let found = pattern.captures_iter(sentence).filter_map(|found| {
            let number = found.name("number").or(found.name("count"))?.as_str();
            Some(Setting { name: None, parts, number, of: None })
        });
        // What stands in code is read as that.
        let known = |one: &Setting<'_>| all.iter().any(|other| other.number == one.number);
        let new: Vec<_> = found.filter(|one| !known(one)).collect();
        all.extend(new);
    }
    let plain = !all.is_empty()
        && is_stated(sentence)
        && !ELSEWHERE.is_match(sentence)
        && !sentence.contains(['→', '?'])
        && cloning(sentence).is_none();
    if plain { all } else { Vec::new() }
}

fn in_code<'s>(found: &Groups<'s>) -> Option<Setting<'s>> {
    let name = found.name("name")?.as_str();
    let several = name.trim_matches('_').contains('_') && SetNumbers::tunes(name);
    let named = several || ALONE.contains(&name);
    let of = found.name("of").map(|of| of.as_str());
    let number = found.name("number")?.as_str();
    named.then_some(Setting { name: Some(name), parts: &[], number, of })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expected: &[(&str, &str, Option<&str>)]) {
        let all = settings(sentence);
        let found: Vec<_> = all
            .iter()
            .map(|one| (one.name.unwrap_or_else(|| one.parts[0]), one.number, one.of))
            .collect();
        assert_eq!(found, expected, "{sentence}");
    }

    #[test]
    fn what_limits_or_tunes_something_is_read_in_code_and_in_words() {
        check(
            "The splitter has chunk_size=500 and chunk_overlap = 50.",
            &[("chunk_size", "500", None), ("chunk_overlap", "50", None)],
        );
        check(
            "It runs in ThreadPoolExecutor(max_workers=3).",
            &[("max_workers", "3", Some("ThreadPoolExecutor"))],
        );
        check("`temperature=0` is set on all judge chains.", &[("temperature", "0", None)]);
        check("All judges run at a temperature of 0.2.", &[("temperature", "0.2", None)]);
        check("Each command has a 120-second timeout.", &[("timeout", "120", None)]);
        check("Each command has a timeout of 120 seconds.", &[("timeout", "120", None)]);
        check("Pages are drawn at 200 DPI.", &[("dpi", "200", None)]);
    }

    #[test]
    fn scores_plans_conditions_and_other_times_are_none() {
        check("A judge who returns score=7 is refused.", &[]);
        check("We will set chunk_size=500 in the splitter.", &[]);
        check("If max_workers=3, the judges wait.", &[]);
        check("Reduced max_workers from 10 to max_workers=3 by hand.", &[]);
        check("Increased MAX_RETRIES from 3→5 at once.", &[]);
        check("The variance = 2 is within the bounds.", &[]);
        check("Each git clone has a timeout of 60 seconds.", &[]);
        check("The peer has chunk_size=500 in its splitter.", &[]);
        check("It has top_k=3.5.2 in it.", &[]);
    }
}
