//! What an instruction asks that a probe of the catalogue answers: words of known meaning.
//!
//! A probe that looks at what the code does is asked instead of a search for the word wherever one fits.

mod table;

use super::Asked;
use super::numbers::quantities;
use super::quotes::clauses;
use super::schemas;
use super::terms::{against, key};
use crate::domain::rubric::{Artifact, Dimension};
use serde_json::{Value, json};
use table::{GRAPHS, MEANINGS, WIRING};

/// What a dimension about a repository asks that probes of the catalogue answer.
pub(super) fn asked(dimension: &Dimension) -> Vec<Asked> {
    if dimension.target_artifact != Artifact::GithubRepo {
        return Vec::new();
    }
    let Dimension { forensic_instruction, success_pattern, .. } = dimension;
    let text = format!("{forensic_instruction}\n{success_pattern}").to_lowercase();
    let has = |words: &&[&str]| words.iter().any(|word| text.contains(word));
    let mut all = schemas::asked(dimension, &text);
    all.extend(splits(&text));
    let fitting = MEANINGS.iter().filter(|meaning| meaning.needs.iter().all(has));
    all.extend(
        fitting.map(|meaning| Asked {
            probe: meaning.probe,
            asks: meaning.asks.into(),
            with: serde_json::from_str(meaning.with).unwrap_or(Value::Null),
            weight: meaning.weight,
            flaw: false,
            advice: meaning.advice.into(),
            covers: meaning.covers.iter().map(|name| (*name).to_owned()).collect(),
            // The first of the lists names what a text is about as a whole.
            about: meaning
                .needs
                .iter()
                .skip(1)
                .copied()
                .flatten()
                .map(|word| (*word).to_owned())
                .collect(),
        }),
    );
    all.extend(dangers(dimension));
    all.extend(history(&text));
    all
}

/// Where branches split and meet.
fn splits(text: &str) -> Vec<Asked> {
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    if !has(GRAPHS) {
        return Vec::new();
    }
    let twice = has(&[
        "two distinct",
        "two parallel",
        "two fan",
        "two splits",
        "also fan-out",
        "also fan out",
    ]);
    let (at_least, points) = if twice { (2, "two points") } else { (1, "a point") };
    let point = |probe, asks: String, advice: &str| Asked {
        probe,
        asks,
        with: json!({ "at_least": at_least }),
        weight: 3.0,
        flaw: false,
        advice: advice.into(),
        covers: WIRING.iter().map(|name| (*name).to_owned()).collect(),
        about: GRAPHS.iter().chain(&["parallel", "fan"]).map(|word| (*word).to_owned()).collect(),
    };
    let mut all = Vec::new();
    if has(&["fan-out", "fan out", "in parallel", "parallel branch", "concurrently"]) {
        let asks = format!("the graph splits into parallel branches at {points}");
        all.push(point(
            "python.fan_out",
            asks,
            "let what can run side by side leave one node in parallel: {missing}",
        ));
    }
    if has(&["fan-in", "fan in", "synchronization node", "synchronisation node"]) {
        let asks = format!("parallel branches meet at {points}");
        all.push(point(
            "python.fan_in",
            asks,
            "collect parallel branches in one node before what needs all of them: {missing}",
        ));
    }
    all
}

/// Calls that run text as a command or as code, where the words speak against them.
fn dangers(dimension: &Dimension) -> Option<Asked> {
    /// What is named, and what is asked for then.
    const CALLEES: [(&str, &str); 9] = [
        ("os.system", "os.system"),
        ("os.popen", "os.popen"),
        ("shell=true", "subprocess"),
        ("shell = true", "subprocess"),
        ("eval", "eval"),
        ("exec", "exec"),
        ("pickle", "pickle"),
        ("pickle.load", "pickle"),
        ("pickle.loads", "pickle"),
    ];
    let against = against(dimension);
    let named = |name: &str| against.contains(name);
    let mut callees: Vec<&str> = Vec::new();
    let mut covers: Vec<String> = Vec::new();
    for (name, callee) in CALLEES.iter().filter(|(name, _)| named(name)) {
        covers.push((*name).to_owned());
        if !callees.contains(callee) {
            callees.push(callee);
        }
    }
    if callees.is_empty() {
        return None;
    }
    // Who forbids one way to a shell forbids all of them.
    if callees.contains(&"os.system") {
        for other in ["os.popen", "subprocess"] {
            if !callees.contains(&other) {
                callees.push(other);
            }
        }
    }
    let Dimension { forensic_instruction, success_pattern, failure_pattern, .. } = dimension;
    let texts = [forensic_instruction, success_pattern, failure_pattern];
    let mut named_in = texts.iter().flat_map(|text| clauses(text)).map(str::to_lowercase);
    let is_flaw = named_in.any(|clause| {
        covers.iter().any(|name| clause.contains(name.as_str()))
            && ["security", "vulnerab", "injection"].iter().any(|word| clause.contains(word))
    });
    Some(Asked {
        probe: "python.calls",
        asks: "no code outside the tests runs text as a command or as code".into(),
        with: json!({ "callees": callees }),
        weight: 3.0,
        flaw: is_flaw,
        advice: "replace the call by {missing}".into(),
        about: covers.clone(),
        covers,
    })
}

/// What an instruction about the commit history asks, whatever its words.
fn history(text: &str) -> Vec<Asked> {
    let speaks =
        ["commit history", "git log", "git history", "commit messages", "number of commits"];
    let told = fewest_commits(text);
    let whole = speaks.iter().any(|words| text.contains(words));
    if !whole && told.is_none() {
        return Vec::new();
    }
    let at_least = told.unwrap_or(4);
    let point = |probe, asks: String, with: Value, advice: &str| Asked {
        probe,
        asks,
        with,
        weight: 1.0,
        flaw: false,
        advice: advice.into(),
        covers: Vec::new(),
        about: ["commit", "history", "git log"].map(str::to_owned).to_vec(),
    };
    let mut all = vec![
        point(
            "history.commits",
            format!("the history has at least {at_least} commits"),
            json!({ "at_least": at_least }),
            "commit each step on its own from now on; a history cannot be made up afterwards",
        ),
        point(
            "history.steps",
            "the work came in steps and over time".into(),
            json!({}),
            "from now on: {missing}; a history that is pushed cannot be made up afterwards",
        ),
        point(
            "history.messages",
            "the subjects say what changed".into(),
            json!({}),
            "write subjects that say what changed and why",
        ),
    ];
    // Who asks for a number of commits alone has asked for no more.
    all.truncate(if whole { all.len() } else { 1 });
    all
}

/// How many commits are asked for: `more than 3 commits`, `at least ten commits`.
fn fewest_commits(text: &str) -> Option<u32> {
    quantities(text).iter().filter(|one| one.unit == "commits").find_map(|one| one.least)
}

/// Whether what is asked covers a term.
pub(super) fn covers(asked: &[Asked], term: &str) -> bool {
    let name = key(term);
    let last = name.rsplit('.').next().unwrap_or(&name);
    let is_it = |covered: &String| *covered == name || *covered == last;
    asked.iter().flat_map(|one| &one.covers).any(is_it)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::instruction::tests::dimension;

    /// The probes that an instruction asks for by its meaning, each with its parameters.
    #[track_caller]
    fn check(instruction: &str, expected: &[&str]) {
        let asked = asked(&dimension("github_repo", instruction));
        let read = |told: &&str| {
            let (probe, with) = told.split_once(' ').unwrap();
            (probe.to_owned(), serde_json::from_str::<serde_json::Value>(with).unwrap())
        };
        let expected: Vec<_> = expected.iter().map(read).collect();
        let told: Vec<_> =
            asked.iter().map(|one| (one.probe.to_owned(), one.with.clone())).collect();
        assert_eq!(told, expected, "{instruction:?}");
    }

    #[test]
    fn words_of_known_meaning_ask_for_what_the_code_does() {
        check(
            "Check 'builder.add_edge()' calls of the StateGraph for a fan-out.",
            &[r#"python.fan_out {"at_least":1}"#],
        );
        check(
            "Check for the use of 'operator.ior' as a state reducer.",
            &[r#"python.reducer {"kinds":["operator_ior","function","lambda"]}"#],
        );
        check(
            "Check for raw 'os.system()' calls -- a security violation.",
            &[r#"python.calls {"callees":["os.system","os.popen","subprocess"]}"#],
        );
        check("Never call `eval` or `exec`.", &[r#"python.calls {"callees":["eval","exec"]}"#]);
        check("No API keys are committed.", &["secrets {}"]);
        check(
            "Read the git log: at least 10 commits.",
            &[r#"history.commits {"at_least":10}"#, "history.steps {}", "history.messages {}"],
        );
        check("At least ten commits are expected.", &[r#"history.commits {"at_least":10}"#]);
    }

    #[test]
    fn words_of_other_meaning_ask_for_nothing() {
        check("The model is put into `eval` mode before it is measured.", &[]);
        check("Two workers run in parallel.", &[]);
        check("Objects are cloned with `clone`.", &[]);
        check("The password field is masked.", &[]);
        check("`operator.add` sums the list.", &[]);
        check("Is `TemporaryDirectory` used?", &[]);
    }

    #[test]
    fn what_is_called_a_security_violation_is_a_flaw() {
        let is_flaw = |text: &str| asked(&dimension("github_repo", text))[0].flaw;
        assert!(is_flaw("Check for raw 'os.system()' calls -- a security violation."));
        assert!(!is_flaw("Do not call 'os.system()'. Mind security."));
    }
}
