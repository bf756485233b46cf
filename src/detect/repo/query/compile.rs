//! The text of a query → a query that can run.

use super::around::Around;
use crate::domain::facts::Language;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use tree_sitter::{Query, QueryErrorKind};

/// Longest query in bytes.
const LONGEST: usize = 16 << 10;

/// Most queries of which it is remembered whether they are any.
const REMEMBERED: usize = 1000;

/// The captures of a query, or what is wrong with it.
type Verdict = Result<Vec<String>, String>;

/// Says what is wrong with a query, if anything is.
///
/// # Errors
/// A lowercase fragment with the position and what tree-sitter says: a node or field that the grammar does
/// not have, a pattern that can never match, a predicate that is not known.
pub fn check(language: Language, query: &str, capture: &str) -> Result<(), String> {
    let names = verdict(language, query)?;
    if names.iter().any(|name| name == capture) { Ok(()) } else { Err(lacking(capture)) }
}

/// The captures of a query that can be its place: those whose names do not begin with `_`.
///
/// # Errors
/// As [`check`].
pub fn captures(language: Language, query: &str) -> Result<Vec<String>, String> {
    let mut names = verdict(language, query)?;
    names.retain(|name| !name.starts_with('_'));
    Ok(names)
}

/// Whether a query fits all grammars of its language, with all of its captures.
///
/// A rubric is read again for each look at its probes, and compiling takes longer than all else in that.
fn verdict(language: Language, query: &str) -> Verdict {
    static KNOWN: Mutex<BTreeMap<(Language, String), Verdict>> = Mutex::new(BTreeMap::new());
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (language, query.to_owned());
    if let Some(verdict) = known().get(&key) {
        return verdict.clone();
    }
    let of_grammar = |grammar| built(grammar, query).map(|(query, _)| names(&query));
    let all: Result<Vec<Vec<String>>, String> =
        grammars(language).into_iter().map(of_grammar).collect();
    let verdict = all.map(|mut all| all.swap_remove(0));
    let mut known = known();
    if known.len() >= REMEMBERED {
        known.clear();
    }
    known.insert(key, verdict.clone());
    verdict
}

fn names(query: &Query) -> Vec<String> {
    query.capture_names().iter().map(ToString::to_string).collect()
}

fn lacking(capture: &str) -> String {
    format!("the query has no capture `@{capture}`")
}

/// A query for one grammar, with the number of the capture that is the place.
pub(super) struct Compiled {
    pub(super) query: Query,
    pub(super) place: u32,
    /// By pattern, what must stand around its captures.
    pub(super) around: Vec<Vec<Around>>,
}

pub(super) fn compile(grammar: Language, query: &str, capture: &str) -> Result<Compiled, String> {
    let (query, around) = built(grammar, query)?;
    let place = query.capture_index_for_name(capture).ok_or_else(|| lacking(capture))?;
    Ok(Compiled { query, place, around })
}

/// A query for one grammar, with what must stand around the captures of each of its patterns.
fn built(grammar: Language, query: &str) -> Result<(Query, Vec<Vec<Around>>), String> {
    let query = parse(grammar, query)?;
    let of_pattern = |pattern| {
        let predicates = query.general_predicates(pattern).iter();
        predicates.filter_map(Around::of).collect::<Result<Vec<_>, _>>()
    };
    let around = (0..query.pattern_count()).map(of_pattern).collect::<Result<Vec<_>, _>>()?;
    Ok((query, around))
}

/// The grammars that a question about `language` is parsed with.
pub(super) fn grammars(language: Language) -> Vec<Language> {
    match language {
        Language::Typescript => vec![Language::Typescript, Language::Tsx],
        Language::Python
        | Language::Javascript
        | Language::Tsx
        | Language::Rust
        | Language::Go
        | Language::Java => vec![language],
    }
}

fn parse(grammar: Language, query: &str) -> Result<Query, String> {
    if query.len() > LONGEST {
        return Err(format!("the query has more than {LONGEST} bytes"));
    }
    if query.trim().is_empty() {
        return Err("the query is empty".into());
    }
    let compiled =
        Query::new(&parser_language(grammar), query).map_err(|error| explained(grammar, &error))?;
    if let Some(line) = predicate_among_choices(query) {
        return Err(format!(
            "a predicate inside `[…]` at line {line} would hold for all choices; write the choices as patterns of their own, one after the other"
        ));
    }
    for pattern in 0..compiled.pattern_count() {
        let mut others = compiled.general_predicates(pattern).iter();
        if let Some(predicate) = others.find(|predicate| Around::of(predicate).is_none()) {
            let name = predicate.operator.trim_end_matches('?');
            return Err(format!(
                "the predicate `#{name}?` is not known; `#eq?`, `#match?`, `#any-of?`, `#inside?`, their `not-` forms, `#given?` and `#not-listed?` are"
            ));
        }
        if !compiled.property_predicates(pattern).is_empty()
            || !compiled.property_settings(pattern).is_empty()
        {
            return Err("the predicates `#is?`, `#is-not?` and `#set!` have no meaning here".into());
        }
    }
    Ok(compiled)
}

/// The line of a predicate that stands inside square brackets.
///
/// Tree-sitter applies it to the whole pattern, so that each choice must pass the predicates of all.
fn predicate_among_choices(query: &str) -> Option<usize> {
    let (mut line, mut choices) = (1, 0_usize);
    let (mut in_string, mut in_comment) = (false, false);
    let mut characters = query.chars();
    while let Some(c) = characters.next() {
        match c {
            '\n' => {
                line += 1;
                in_comment = false;
            }
            _ if in_comment => {}
            '\\' if in_string => drop(characters.next()),
            '"' => in_string = !in_string,
            _ if in_string => {}
            ';' => in_comment = true,
            '[' => choices += 1,
            ']' => choices = choices.saturating_sub(1),
            '#' if choices > 0 => return Some(line),
            _ => {}
        }
    }
    None
}

fn explained(grammar: Language, error: &tree_sitter::QueryError) -> String {
    let name = error.message.trim_matches('"');
    let what = match error.kind {
        QueryErrorKind::Field => format!("{} has no field `{name}`", grammar.name()),
        QueryErrorKind::NodeType => format!("{} has no node `{name}`", grammar.name()),
        QueryErrorKind::Capture => format!("there is no capture `@{name}`"),
        QueryErrorKind::Predicate => format!("a predicate is not valid: {}", error.message),
        QueryErrorKind::Structure => format!("a pattern that can never match:\n{}", error.message),
        QueryErrorKind::Syntax => format!("a syntax error:\n{}", error.message),
        QueryErrorKind::Language => error.message.clone(),
    };
    let (line, column) = (error.row + 1, error.column + 1);
    format!("the query does not compile at line {line}, column {column}: {what}")
}

pub(super) fn parser_language(grammar: Language) -> tree_sitter::Language {
    match grammar {
        Language::Python => tree_sitter_python::LANGUAGE.into(),
        Language::Javascript => tree_sitter_javascript::LANGUAGE.into(),
        Language::Typescript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        Language::Tsx => tree_sitter_typescript::LANGUAGE_TSX.into(),
        Language::Rust => tree_sitter_rust::LANGUAGE.into(),
        Language::Go => tree_sitter_go::LANGUAGE.into(),
        Language::Java => tree_sitter_java::LANGUAGE.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_refusal(language: Language, query: &str, says: &str) {
        let problem = check(language, query, "place").unwrap_err();
        assert!(problem.contains(says), "{problem}");
    }

    #[test]
    fn a_query_that_does_not_compile_says_where_and_why() {
        let python = Language::Python;
        check_refusal(python, "(call", "line 1, column");
        check_refusal(
            python,
            "\n(no_such) @place",
            "line 2, column 2: Python has no node `no_such`",
        );
        check_refusal(python, "(call hat: (_)) @place", "Python has no field `hat`");
        check_refusal(python, "((call) @place (#eq? @other \"x\"))", "no capture `@other`");
        check_refusal(python, "((call) @place (#match? @place \"(\"))", "predicate is not valid");
        check_refusal(python, "((call) @place (#near? @place \"x\"))", "`#near?` is not known");
        let inside = "((call) @place (#inside? @place \"(\"))";
        check_refusal(python, inside, "an expression that does not compile");
        check_refusal(
            python,
            "((call) @place (#inside? @place))",
            "takes a capture and an expression",
        );
        check_refusal(python, "((call) @place (#is? local))", "have no meaning here");
        let choices = "[((call) @place (#eq? @place \"f\"))\n(list) @place]";
        check_refusal(python, choices, "inside `[…]` at line 1");
        let fine = "([(call) (list)] @place (#eq? @place \"[#]\")) ; [#\n(set) @place";
        assert_eq!(check(python, fine, "place"), Ok(()));
        check_refusal(python, "(call) @other", "no capture `@place`");
        check_refusal(python, " ", "is empty");
        check_refusal(python, &" (call)".repeat(9000), "more than 16384 bytes");
    }

    #[test]
    fn every_grammar_fits_the_parser_it_is_built_with() {
        use Language::{Go, Java, Javascript, Python, Rust, Tsx, Typescript};
        for language in [Python, Javascript, Typescript, Tsx, Rust, Go, Java] {
            assert_eq!(check(language, "(identifier) @place", "place"), Ok(()), "{language:?}");
        }
        // A question about TypeScript must make sense for both of its grammars.
        check_refusal(Typescript, "(jsx_element) @place", "TypeScript has no node `jsx_element`");
        assert_eq!(check(Tsx, "(jsx_element) @place", "place"), Ok(()));
    }

    #[test]
    fn captures_for_predicates_alone_are_no_places() {
        let query = "(call function: (identifier) @_name (#eq? @_name \"eval\")) @call";
        assert_eq!(captures(Language::Python, query).unwrap(), ["call"]);
    }
}
