//! Classes that an instruction names with their kind, and the schema that replies are bound to.

use super::Asked;
use super::quotes::{clauses, quoted};
use super::terms::key;
use crate::domain::rubric::Dimension;
use serde_json::json;

/// What Pydantic and the library of graphs call their own.
const LIBRARY: [&str; 9] = [
    "AnyMessage",
    "Annotated",
    "BaseModel",
    "END",
    "Field",
    "MessagesState",
    "START",
    "StateGraph",
    "TypedDict",
];

/// How a kind of class is named in words, and by the catalogue.
const KINDS: [(&str, &str); 4] = [
    ("TypedDict", "TypedDict"),
    ("BaseModel", "BaseModel"),
    ("Pydantic model", "BaseModel"),
    ("dataclass", "dataclass"),
];

/// Words by which a sentence speaks of replies that are bound.
const SCHEMAS: [&str; 5] = ["json", "malformed", "pydantic", "schema", "structured"];

/// Points about classes: replies that are bound to one, or classes of some kind.
pub(super) fn asked(dimension: &Dimension, text: &str) -> Vec<Asked> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let names = classes(dimension);
    if has(&["with_structured_output", "bind_tools", "response_format"]) {
        return bound(dimension, &names, has(&["retry", "retries", "malformed", "error handling"]));
    }
    let mut groups: Vec<(Vec<&str>, Vec<String>)> = Vec::new();
    for name in names {
        let kinds = kinds_of(dimension, &name);
        match groups.iter_mut().find(|(known, _)| *known == kinds) {
            Some((_, names)) => names.push(name),
            None => groups.push((kinds, vec![name])),
        }
    }
    let all = kinds_in(text_of(dimension).as_str());
    if groups.is_empty() && !all.is_empty() {
        groups.push((all, Vec::new()));
    }
    groups.retain(|(kinds, _)| !kinds.is_empty());
    groups.into_iter().map(|(kinds, names)| of_kind(&kinds, &names)).collect()
}

fn of_kind(kinds: &[&str], names: &[String]) -> Asked {
    let is_model = *kinds == ["BaseModel"];
    let shown: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
    let (kind, quoted) = (shown.join(" or "), listed(names));
    let asks = match names {
        [] => format!("a class of the code is a {kind}"),
        [_] => format!("{quoted} is a class of the kind {kind}"),
        [..] => format!("{quoted} are classes of the kind {kind}"),
    };
    let mut covers: Vec<String> = names.iter().map(|name| key(name)).collect();
    covers.extend(["basemodel", "typeddict", "dataclass"].map(str::to_owned));
    Asked {
        probe: "python.class",
        asks,
        with: json!({ "names": names, "kinds": kinds }),
        weight: if is_model { 2.0 } else { 1.0 },
        flaw: false,
        advice: "define {missing}, so that every value has a type where it is made".into(),
        about: covers.iter().cloned().chain(["pydantic".to_owned()]).collect(),
        covers,
    }
}

/// Points about replies that are bound to a schema.
fn bound(dimension: &Dimension, names: &[String], retried: bool) -> Vec<Asked> {
    let fields = fields(dimension);
    let mut covers = vec!["with_structured_output".to_owned(), "bind_tools".to_owned()];
    covers.extend(names.iter().map(|name| key(name)));
    covers.extend(fields.iter().cloned());
    let schema = names.first();
    let point = |probe, asks: String, with, weight, advice: &str| Asked {
        probe,
        asks,
        with,
        weight,
        flaw: false,
        advice: advice.into(),
        covers: covers.clone(),
        about: covers.iter().map(String::as_str).chain(SCHEMAS).map(str::to_owned).collect(),
    };
    let mut all = Vec::new();
    if let Some(name) = schema {
        // A class whose name ends alike may serve, as may one with the same fields.
        let last = name.rfind(char::is_uppercase).map_or(name.as_str(), |at| &name[at..]);
        let asks = format!("a model call is bound to `{name}`, or to a schema like it");
        let with = json!({ "schema": format!("*{last}*"), "fields": fields });
        let advice = "get each reply from {missing}, by `.with_structured_output(…)` in LangChain or `response_format` with a `json_schema` elsewhere";
        all.push(point("python.structured_output", asks, with, 2.0, advice));
    } else {
        let asks = "a model call is bound to a schema".to_owned();
        all.push(point(
            "python.structured_output",
            asks,
            json!({}),
            2.0,
            "get each reply from {missing}",
        ));
    }
    if let (Some(name), false) = (schema, fields.is_empty()) {
        let asks = format!("`{name}` has the fields {}", listed(&fields));
        let with = json!({ "names": [name], "kinds": ["BaseModel"], "fields": fields });
        all.push(point("python.class", asks, with, 1.0, "define {missing}"));
    }
    if retried {
        let asks = "a malformed reply is handled".to_owned();
        let advice = "provide {missing}, so that what is used is a reply that fits the schema";
        all.push(point("python.structured_output", asks, json!({ "retry": true }), 1.0, advice));
    }
    all
}

/// Words in quotation marks that are names of classes, in the order of the instruction.
fn classes(dimension: &Dimension) -> Vec<String> {
    let is_class = |term: &str| {
        term.starts_with(|c: char| c.is_ascii_uppercase())
            && term.chars().all(char::is_alphanumeric)
            && term.chars().any(char::is_lowercase)
            && term.len() > 3
            && !LIBRARY.contains(&term)
    };
    named(&dimension.forensic_instruction, is_class)
}

/// Words in quotation marks that are names of fields.
fn fields(dimension: &Dimension) -> Vec<String> {
    let is_field = |term: &str| {
        term.len() > 2
            && term.starts_with(|c: char| c.is_ascii_lowercase())
            && term.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
            && !["with_structured_output", "bind_tools", "response_format"].contains(&term)
    };
    named(&dimension.forensic_instruction, is_field)
}

/// The quoted words of a kind, each once, as they stand in the text.
fn named(text: &str, is_one: impl Fn(&str) -> bool) -> Vec<String> {
    let mut all: Vec<&str> = quoted(text).into_iter().filter(|term| is_one(term)).collect();
    all.sort_by_key(|term| text.find(*term));
    all.dedup();
    all.into_iter().map(str::to_owned).collect()
}

fn text_of(dimension: &Dimension) -> String {
    format!("{}\n{}", dimension.success_pattern, dimension.forensic_instruction)
}

/// The kinds that are named with a class: in a clause of the success pattern first; else all that the words name.
fn kinds_of(dimension: &Dimension, name: &str) -> Vec<&'static str> {
    let text = text_of(dimension);
    let clauses = clauses(&text);
    let with = clauses.iter().filter(|clause| quoted(clause).contains(&name));
    with.map(|clause| kinds_in(clause))
        .find(|kinds| !kinds.is_empty())
        .unwrap_or_else(|| kinds_in(&text))
}

fn kinds_in(text: &str) -> Vec<&'static str> {
    let mut all: Vec<&'static str> = Vec::new();
    for (word, kind) in KINDS {
        if text.contains(word) && !all.contains(&kind) {
            all.push(kind);
        }
    }
    all
}

fn listed(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::instruction::tests::dimension;

    #[track_caller]
    fn check(instruction: &str, success: &str, expected: &[&str]) {
        let mut dimension = dimension("github_repo", instruction);
        dimension.success_pattern = success.into();
        let text = format!("{instruction} {success}").to_lowercase();
        let read = |told: &&str| {
            let (probe, with) = told.split_once(' ').unwrap();
            (probe.to_owned(), serde_json::from_str::<serde_json::Value>(with).unwrap())
        };
        let expected: Vec<_> = expected.iter().map(read).collect();
        let told: Vec<_> = asked(&dimension, &text)
            .iter()
            .map(|one| (one.probe.to_owned(), one.with.clone()))
            .collect();
        assert_eq!(told, expected, "{instruction:?}");
    }

    #[test]
    fn classes_are_asked_for_with_the_kind_that_is_named_with_them() {
        check(
            "Find classes from 'BaseModel' or 'TypedDict'. Is there a list of 'Opinion' objects in 'AgentState'?",
            "'AgentState' is a TypedDict. 'Opinion' is a BaseModel class.",
            &[
                r#"python.class {"kinds":["BaseModel"],"names":["Opinion"]}"#,
                r#"python.class {"kinds":["TypedDict"],"names":["AgentState"]}"#,
            ],
        );
        check(
            "Are there Pydantic models?",
            "There are.",
            &[r#"python.class {"kinds":["BaseModel"],"names":[]}"#],
        );
        check("Is 'UserService' used?", "It is.", &[]);
    }

    #[test]
    fn two_ways_to_bind_a_reply_are_one_point() {
        check(
            "Are models asked by '.with_structured_output()' or '.bind_tools()' with 'CaseOpinion', which has 'score' and 'cited_facts'? Is there a retry?",
            "They are.",
            &[
                r#"python.structured_output {"fields":["score","cited_facts"],"schema":"*Opinion*"}"#,
                r#"python.class {"fields":["score","cited_facts"],"kinds":["BaseModel"],"names":["CaseOpinion"]}"#,
                r#"python.structured_output {"retry":true}"#,
            ],
        );
    }
}
