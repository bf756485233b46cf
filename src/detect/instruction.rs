//! A dimension in words alone → probes: the identifiers, paths and quoted terms of its instruction
//! are looked up, so that a rubric without probes still rests on real excerpts.

use crate::domain::ids::ProbeId;
use crate::domain::rubric::{Artifact, Dimension, ProbeSpec};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// What an instruction about the commit history asks, whatever its words.
const HISTORY: [(&str, &str); 3] = [
    ("history.commits", "the history has more than three commits"),
    ("history.steps", "the work came in steps and over time"),
    ("history.messages", "the subjects say what changed"),
];
/// Most terms that are looked up for one dimension.
const MOST_TERMS: usize = 24;

/// The probes that a dimension's words call for.
///
/// A term that the failure pattern names, or that the success pattern names with a negation, is not
/// looked for: a mention of it in a text proves nothing for or against a submission.
#[must_use]
pub(super) fn probes(dimension: &Dimension) -> Vec<ProbeSpec> {
    let terms = terms(dimension);
    match dimension.target_artifact {
        Artifact::GithubRepo => {
            let mut specs: Vec<ProbeSpec> =
                terms.iter().enumerate().map(|(n, term)| in_tree(n, term)).collect();
            if dimension.forensic_instruction.to_lowercase().contains("commit history") {
                for (probe, asks) in HISTORY {
                    specs.push(spec(specs.len(), probe, asks, json!({})));
                }
            }
            specs
        }
        Artifact::PdfReport => {
            let mut specs: Vec<ProbeSpec> = terms
                .iter()
                .filter(|term| !is_path(term))
                .enumerate()
                .map(|(n, term)| {
                    let with = json!({ "terms": [term] });
                    spec(n, "document.concepts", &format!("the report explains `{term}`"), with)
                })
                .collect();
            let asks = "the files that the report cites exist";
            specs.push(spec(specs.len(), "document.paths", asks, json!({})));
            specs
        }
        Artifact::PdfImages => {
            vec![spec(0, "figures.present", "the report has a diagram", json!({}))]
        }
    }
}

fn in_tree(number: usize, term: &str) -> ProbeSpec {
    if is_path(term) {
        let paths = [term, &format!("**/{term}")].map(|path| path.trim_end_matches('/').to_owned());
        let glob = if term.ends_with('/') {
            format!("{{{0}/**,**/{0}/**}}", paths[0])
        } else {
            format!("{{{},{}}}", paths[0], paths[1])
        };
        return spec(
            number,
            "files",
            &format!("`{term}` exists"),
            json!({ "paths": [glob], "hint": true }),
        );
    }
    // Of a call only the last name is looked for: what stands before it is a variable or a module
    // that a submission may call otherwise.
    let called = term.strip_suffix("()").and_then(|call| call.rsplit('.').next());
    let literal = called.unwrap_or(term).trim_start_matches('.');
    let asks = format!("`{term}` occurs in the sources");
    spec(number, "text", &asks, json!({ "literal": literal }))
}

fn spec(number: usize, probe: &str, asks: &str, with: Value) -> ProbeSpec {
    let with = match with {
        Value::Object(with) => with,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Map::new()
        }
    };
    ProbeSpec {
        id: ProbeId::new(format!("term-{}", number + 1)).expect("a short plain name is an id"),
        probe: probe.into(),
        asks: asks.into(),
        with,
        weight: 1.0,
        essential: false,
        cap: None,
        cap_in_part: None,
        floor: None,
        flaw: false,
        advice: format!("make it so that {asks}"),
        belongs_in: None,
        from_words: true,
    }
}

/// The quoted terms, paths and identifiers of the instruction that speak for a submission.
fn terms(dimension: &Dimension) -> Vec<String> {
    let against = against(dimension);
    let mut seen = BTreeSet::new();
    let instruction = without_examples(&dimension.forensic_instruction);
    let quoted = quoted(&instruction).into_iter().map(str::to_owned);
    let all = quoted.chain(bare(&instruction));
    all.map(|term| term.trim_matches(|c: char| matches!(c, ',' | ';' | ':')).to_owned())
        .filter(|term| (3..=60).contains(&term.len()) && looks_like_a_term(term, dimension))
        .filter(|term| !against.contains(&key(term)))
        .filter(|term| seen.insert(key(term)))
        .take(MOST_TERMS)
        .collect()
}

/// The instruction without what stands in brackets as an example: nobody has to write that.
fn without_examples(instruction: &str) -> String {
    let mut kept = String::new();
    let mut rest = instruction;
    while let Some(start) = rest.find("(e.g") {
        kept.push_str(&rest[..start]);
        rest = rest[start..].find(')').map_or("", |end| &rest[start + end + 1..]);
    }
    kept.push_str(rest);
    kept
}

/// Terms that stand for failure: named by the failure pattern and not by the success pattern, or
/// negated by either the success pattern or the instruction.
fn against(dimension: &Dimension) -> BTreeSet<String> {
    let in_success: BTreeSet<String> =
        quoted(&dimension.success_pattern).into_iter().map(key).collect();
    let mut against: BTreeSet<String> = quoted(&dimension.failure_pattern)
        .into_iter()
        .map(key)
        .filter(|term| !in_success.contains(term))
        .collect();
    for text in [&dimension.success_pattern, &dimension.forensic_instruction] {
        for clause in text.split(['.', ';', '\n']) {
            let lower = clause.to_lowercase();
            let negative = ["no ", "not ", "never ", "without ", "raw ", "flag ", "violation"];
            if negative.iter().any(|word| {
                lower.trim_start().starts_with(word) || lower.contains(&format!(" {word}"))
            }) {
                let named = quoted(clause).into_iter().map(key);
                against.extend(named.filter(|term| {
                    !in_success.contains(term) || lower.trim_start().starts_with("no ")
                }));
            }
        }
    }
    against
}

/// What stands in single quotes, double quotes or backticks.
fn quoted(text: &str) -> Vec<&str> {
    let mut terms = Vec::new();
    for mark in ['`', '\'', '"'] {
        let mut rest = text;
        let mut offset_is_word = false;
        while let Some(start) = rest.find(mark) {
            let before = rest[..start].chars().next_back();
            let opens = !before.is_some_and(char::is_alphanumeric) && !offset_is_word;
            let after = &rest[start + mark.len_utf8()..];
            offset_is_word = false;
            match after.find(mark) {
                Some(end) if opens && end > 0 && !after[..end].contains('\n') => {
                    terms.push(after[..end].trim());
                    rest = &after[end + mark.len_utf8()..];
                }
                Some(_) | None => rest = after,
            }
        }
    }
    terms
}

/// Words of the instruction that are code or paths without being quoted.
fn bare(text: &str) -> Vec<String> {
    let words =
        text.split(|c: char| c.is_whitespace() || matches!(c, '\'' | '"' | '`' | '(' | ')'));
    words
        .map(|word| word.trim_matches(|c: char| matches!(c, ',' | ';' | ':' | '.' | '?' | '!')))
        .filter(|word| is_path(word) || (word.contains('_') && word.is_ascii()))
        .map(str::to_owned)
        .collect()
}

/// A term of the repository is code or a path; prose in quotes is not looked up in sources.
fn looks_like_a_term(term: &str, dimension: &Dimension) -> bool {
    match dimension.target_artifact {
        Artifact::GithubRepo => {
            !term.contains(' ')
                && !term.starts_with("git ")
                && term.chars().any(char::is_alphabetic)
        }
        Artifact::PdfReport | Artifact::PdfImages => term.split(' ').count() <= 5,
    }
}

fn is_path(term: &str) -> bool {
    let known =
        [".py", ".json", ".md", ".toml", ".ts", ".js", ".rs", ".go", ".java", ".yaml", ".yml"];
    !term.contains(' ')
        && !term.contains("://")
        && (known.iter().any(|ending| term.ends_with(ending))
            || (term.ends_with('/') && term.len() > 2))
}

fn key(term: &str) -> String {
    term.trim_end_matches("()").trim_start_matches('.').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        assert_eq!(quoted(text), expected, "{text:?}");
    }

    #[test]
    fn quotes_of_any_kind_hold_terms_and_apostrophes_do_not() {
        check("Look for 'StateGraph' and `add_edge`.", &["add_edge", "StateGraph"]);
        check("the judge's prompt isn't 'x'", &["x"]);
        check("nothing here", &[]);
    }

    #[test]
    fn examples_in_brackets_are_not_asked_for() {
        assert_eq!(
            without_examples("Find paths (e.g., 'src/x.py') and 'Y'."),
            "Find paths  and 'Y'."
        );
        assert_eq!(without_examples("open (e.g. 'x'"), "open ");
        assert_eq!(without_examples("(see 'x')"), "(see 'x')");
    }

    #[test]
    fn paths_are_told_from_words() {
        assert!(is_path("src/state.py"));
        assert!(is_path("src/tools/"));
        assert!(!is_path("and/or"));
        assert!(!is_path("StateGraph"));
    }
}
