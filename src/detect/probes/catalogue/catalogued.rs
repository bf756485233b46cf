//! Whether a rubric's probe is one of the catalogue, with parameters that it understands.

use super::super::{About, Probe, listed};
use crate::domain::rubric::{Artifact, Stake};
use serde_json::{Map, Value};

/// Checks a probe against the catalogue; lists all problems, each with its path from the probe on.
#[must_use]
pub fn problems(
    kind: &str,
    artifact: Option<Artifact>,
    with: &Map<String, Value>,
    stakes: &[Stake],
) -> Vec<(String, String)> {
    let Some(probe) = Probe::named(kind) else {
        let message = format!("`{kind}` is not in the catalogue (see `auditor rubric probes`)");
        return vec![("probe".to_owned(), message)];
    };
    let mut problems = Vec::new();
    if let Some(artifact) = artifact.filter(|artifact| *artifact != probe.about.artifact) {
        let message = format!(
            "`{kind}` reads the {}, this dimension is about the {}",
            probe.about.artifact.name(),
            artifact.name()
        );
        problems.push(("probe".to_owned(), message));
    }
    problems.extend(parameters(probe, with));
    let unproven = (probe.unproven)(with);
    for stake in stakes.iter().filter(|stake| unproven.contains(stake)) {
        let message = "may not rest on an absence that `forms` cannot prove";
        problems.push((stake.key().to_owned(), message.to_owned()));
    }
    problems
}

/// All problems of the parameters.
///
/// Reading them ends at the first one. So what is wrong by itself is taken out, and they are read again; what is
/// wrong by itself is a parameter without which the problem is gone.
fn parameters(probe: &Probe, with: &Map<String, Value>) -> Vec<(String, String)> {
    let mut problems = Vec::new();
    let mut rest = with.clone();
    let unknown = with.keys().filter(|key| !names(probe.about).any(|name| name == key.as_str()));
    for key in unknown {
        rest.remove(key);
        let known = listed(names(probe.about));
        let message = if known.is_empty() {
            format!("is no parameter of `{}`, which has none", probe.about.kind)
        } else {
            format!("is no parameter of `{}`, which has {known}", probe.about.kind)
        };
        problems.push((format!("with.{key}"), message));
    }
    let mut taken: Vec<String> = Vec::new();
    while let Err(problem) = (probe.check)(&rest) {
        let lacks = lacking(&problem);
        // What was taken out is lacking for that reason alone.
        if lacks.is_some_and(|key| taken.iter().any(|gone| gone == key)) {
            break;
        }
        if let Some(key) = lacks {
            problems.push((format!("with.{key}"), "is required".into()));
            break;
        }
        let is_gone = |key: &&String| {
            let mut without = rest.clone();
            without.remove(key.as_str());
            (probe.check)(&without).err().is_none_or(|other| other != problem)
        };
        let mut culprits = rest.keys().filter(is_gone);
        let (Some(culprit), None) = (culprits.next().cloned(), culprits.next()) else {
            // A misspelled parameter may be the one that is missed.
            if problems.is_empty() {
                problems.push(("with".to_owned(), in_words(&problem)));
            }
            break;
        };
        rest.remove(&culprit);
        problems.push((format!("with.{culprit}"), in_words(&problem)));
        taken.push(culprit);
    }
    problems
}

fn names(about: About) -> impl Iterator<Item = &'static str> {
    about.parameters.iter().map(|(name, _)| *name)
}

/// The parameter that a problem misses.
fn lacking(problem: &str) -> Option<&str> {
    problem.strip_prefix("missing field `")?.strip_suffix('`')
}

/// A problem of the reader of JSON as it completes a path.
fn in_words(problem: &str) -> String {
    let problem = problem.trim();
    let told = problem.strip_prefix("invalid type: ").or(problem.strip_prefix("invalid value: "));
    if let Some((is, expected)) = told.and_then(|told| told.split_once(", expected ")) {
        return format!("must be {}, is {}", wanted(expected), given(is));
    }
    let variant = problem.strip_prefix("unknown variant ");
    if let Some((is, expected)) = variant.and_then(|told| told.split_once(", expected ")) {
        let one_of = expected.strip_prefix("one of ").unwrap_or(expected);
        return format!("must be one of {one_of}, is {is}");
    }
    let is_whole = ["must ", "may ", "is "].iter().any(|start| problem.starts_with(start));
    if is_whole { problem.to_owned() } else { format!("does not fit: {problem}") }
}

fn wanted(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "f32" | "f64" => "a number",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" => "an object",
        other => other,
    }
}

fn given(is: &str) -> &str {
    match is.split(' ').next().unwrap_or_default() {
        "string" => "a string",
        "boolean" => "true or false",
        "sequence" => "a list",
        "map" => "an object",
        "integer" | "floating" => {
            let number = is.split('`').nth(1);
            number.unwrap_or("a number")
        }
        _ => is,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(kind: &str, with: &Value, expected: &[&str]) {
        let Value::Object(with) = with else { panic!("no object") };
        let told: Vec<String> = problems(kind, Some(Artifact::GithubRepo), with, &[])
            .into_iter()
            .map(|(path, message)| format!("{path} {message}"))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn every_problem_of_a_probe_is_told_with_its_path() {
        check("text", &json!({ "literal": "x" }), &[]);
        let unknown = "probe `nope` is not in the catalogue (see `auditor rubric probes`)";
        check("nope", &json!({ "a": 1 }), &[unknown]);
        let artifact =
            "probe `document.paths` reads the pdf_report, this dimension is about the github_repo";
        let number = "with.absent_at_most must be a whole number of 0 or more, is a string";
        let key = "with.zzz is no parameter of `document.paths`, which has `absent_at_most`";
        check(
            "document.paths",
            &json!({ "absent_at_most": "two", "zzz": 1 }),
            &[artifact, key, number],
        );
        check(
            "files",
            &json!({ "paths": 3, "absent": "no" }),
            &["with.paths must be a list, is 3", "with.absent must be true or false, is a string"],
        );
        check("files", &json!({}), &["with.paths is required"]);
        check("files", &json!({ "paths": [] }), &["with.paths must not be empty"]);
        check("text", &json!({ "literal": "" }), &["with.literal must not be empty"]);
        check("text", &json!({ "pattern": "x*" }), &["with.pattern is matched by every line"]);
        check(
            "history.messages",
            &json!({ "vague_at_most": 34 }),
            &["with.vague_at_most must be a share from 0 to 1, is 34"],
        );
        check("python.calls", &json!({ "callees": ["os.exec*", "pickle", "subprocess"] }), &[]);
    }

    #[test]
    fn an_expression_that_is_none_is_told_on_one_line() {
        let Value::Object(with) = json!({ "pattern": "(a+)+$(" }) else { panic!("no object") };
        let told = problems("text", None, &with, &[]);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].0, "with.pattern");
        assert_eq!(told[0].1, "does not fit: the pattern is not valid: unclosed group");
    }
}
