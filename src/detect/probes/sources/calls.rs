//! Probe of calls that can run commands or code.

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::repo::python::CALLEES;
use crate::domain::evidence::Finding;
use crate::domain::facts::{CallCertainty, CallFact};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeSet;

/// Whether the sources are free of certain calls.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Calls {
    #[serde(default, deserialize_with = "known")]
    callees: Vec<String>,
}

/// Names of callees, each of which the detective knows: no call of any other would ever be found.
fn known<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<String>, D::Error> {
    let callees = Vec::<String>::deserialize(reader)?;
    let is_known = |wanted: &String| CALLEES.iter().any(|callee| is_asked(wanted, callee));
    match callees.iter().find(|wanted| !is_known(wanted)) {
        Some(unknown) => Err(D::Error::custom(format!(
            "may hold callees that are known alone; `{unknown}` is none of {}",
            listed(CALLEES.iter().copied())
        ))),
        None => Ok(callees),
    }
}

/// Whether a rubric that names `wanted` asks for `callee`: by its name, by its module, or by how it begins, before `*`.
fn is_asked(wanted: &str, callee: &str) -> bool {
    let of_module = |rest: &str| rest.is_empty() || rest.starts_with('.');
    match wanted.strip_suffix('*') {
        Some(beginning) => !beginning.is_empty() && callee.starts_with(beginning),
        None => callee.strip_prefix(wanted).is_some_and(of_module),
    }
}

impl Ask for Calls {
    const ABOUT: About = About {
        kind: "python.calls",
        artifact: Artifact::GithubRepo,
        summary: "No code outside the tests makes a dangerous call with an argument that is not a constant; strings, comments and prompts never count.",
        parameters: &[(
            "callees",
            "callees such as `os.system`, `subprocess` (with `shell=True`), `os.exec*`, `pickle`; those that are known: os.system, os.popen, os.exec*, os.spawn*, os.posix_spawn*, posix.system, nt.system, pty.spawn, subprocess, asyncio, eval, exec, __import__, pickle, cPickle, _pickle, dill, cloudpickle, joblib, pandas.read_pickle, torch.load, numpy.load, shelve, marshal, yaml, langchain_experimental, langchain_community; empty: all of them",
        )],
        example: r#"{"callees": ["os.system", "os.popen", "subprocess", "eval", "exec"]}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        record.any_python()?;
        let ours: Vec<&CallFact> = python
            .calls
            .iter()
            .filter(|call| !call.in_tests && call.live && self.asks_for(&call.callee))
            .collect();
        let of = |certainty, constant| {
            ours.iter().copied().filter(move |call| {
                call.certainty == certainty
                    && call.constant_argument == constant
                    && !call.open_argument
            })
        };
        let confirmed: Vec<&CallFact> = of(CallCertainty::Definite, false).collect();
        let constant: Vec<&CallFact> = of(CallCertainty::Definite, true).collect();
        let is_possible = |call: &CallFact| call.certainty == CallCertainty::Possible;
        let undecided =
            |call: &&CallFact| call.open_argument || (is_possible(call) && !call.constant_argument);
        let mut possible: Vec<&CallFact> = ours.iter().copied().filter(undecided).collect();
        possible.sort_by_key(|call| !is_possible(call));
        if !confirmed.is_empty() {
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement: format!(
                    "{} of {} with an argument that is not a constant: {}.",
                    count(confirmed.len(), "call"),
                    callees(&confirmed),
                    places(&confirmed)
                ),
                missing: instead(&confirmed),
                findings: confirmed.iter().take(6).map(|call| finding(call)).collect(),
            });
        }
        if let Some(call) = possible.first() {
            let reason = match call.open_keywords() {
                Some(open) => format!(
                    "whether `{open}` in `{}` at `{}` asks for a shell could not be followed",
                    call.written, call.place
                ),
                None if is_possible(call) => format!(
                    "`{}` at `{}` may be `{}`, its origin could not be followed",
                    call.written, call.place, call.callee
                ),
                None => format!(
                    "whether the argument of `{}` at `{}` stands in the source could not be followed",
                    call.written, call.place
                ),
            };
            return Err(Undecided {
                findings: possible.iter().take(6).map(|call| finding(call)).collect(),
                ..Undecided::new(call.place.clone(), reason)
            });
        }
        let wanted = self.wanted();
        if constant.is_empty() {
            return Ok(Answer {
                outcome: Outcome::Holds,
                statement: format!("No call of {wanted} outside the tests."),
                missing: Vec::new(),
                findings: vec![
                    record.absent_from_python(&format!("call of {wanted}"), &self.words())?,
                ],
            });
        }
        Ok(Answer {
            outcome: Outcome::Partly { share: 0.75 },
            statement: format!(
                "{} of {}, {}: {}.",
                count(constant.len(), "call"),
                dangers(&constant),
                if constant.len() == 1 {
                    "whose argument stands in the source"
                } else {
                    "all of whose arguments stand in the source"
                },
                places(&constant)
            ),
            missing: instead(&constant),
            findings: constant.iter().take(6).map(|call| finding(call)).collect(),
        })
    }
}

impl Calls {
    /// Whether the rubric asks for calls of it.
    fn asks_for(&self, callee: &str) -> bool {
        self.callees.is_empty() || self.callees.iter().any(|wanted| is_asked(wanted, callee))
    }

    fn wanted(&self) -> String {
        if self.callees.is_empty() {
            "a dangerous function".into()
        } else {
            let names: Vec<String> = self.callees.iter().map(|callee| named(callee)).collect();
            let is_format = |callee: &String| FORMATS.contains(&callee.as_str());
            let how = if self.callees.iter().any(is_format) { " that can run code" } else { "" };
            format!("{}{how}", names.join(", "))
        }
    }

    /// Names of which the source of any such call has one.
    fn words(&self) -> Vec<&'static str> {
        CALLEES.iter().filter(|callee| self.asks_for(callee)).map(|callee| mark(callee)).collect()
    }
}

/// The rarest name that whoever calls it has to write: of what many programs import it is the function's, of all others the
/// module's.
fn mark(callee: &'static str) -> &'static str {
    let Some((module, _)) = callee.split_once('.') else { return callee };
    match module {
        "os" | "nt" | "posix" | "pty" | "asyncio" | "pandas" => {
            callee.rsplit_once('.').map_or(callee, |(_, function)| function)
        }
        // Without it no array is unpickled.
        "numpy" => "allow_pickle",
        _ => module,
    }
}

/// Modules of which some functions can run code and others cannot.
const FORMATS: [&str; 9] =
    ["pickle", "marshal", "shelve", "dill", "yaml", "cloudpickle", "joblib", "cPickle", "_pickle"];

/// What is looked for under a name: commands that no shell reads are no danger.
fn named(callee: &str) -> String {
    let shell = callee == "subprocess" || callee.starts_with("subprocess.");
    let by_itself = callee.ends_with(".getoutput") || callee.ends_with(".getstatusoutput");
    let is_module =
        callee == "asyncio" || callee.starts_with("os.exec") || callee.starts_with("os.spawn");
    let how = if (shell && !by_itself) || is_module { " with a shell" } else { "" };
    format!("`{callee}`{how}")
}

/// The functions that are called, each once, with what makes a call of them dangerous.
fn callees(calls: &[&CallFact]) -> String {
    let told = |call: &&CallFact| match &call.because {
        Some(why) => format!("`{}` (`{why}`)", call.callee),
        None => format!("`{}`", call.callee),
    };
    let names: BTreeSet<String> = calls.iter().map(told).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

/// What does the work of these calls without their danger, each once.
fn instead(calls: &[&CallFact]) -> Vec<String> {
    let of = |callee: &str| {
        let module = callee.split('.').next().unwrap_or(callee);
        match module {
            "eval" | "exec" | "builtins" => "code that parses the text, such as `ast.literal_eval`",
            "yaml" => "`yaml.safe_load`",
            "torch" => "`torch.load` with `weights_only=True`",
            "numpy" => "`numpy.load` with `allow_pickle=False`",
            "pandas" => "a format that runs no code, such as Parquet",
            _ if FORMATS.contains(&module) => "a format that runs no code, such as JSON",
            "__import__" => "a fixed list of modules",
            _ if module.starts_with("langchain_") => "a tool that runs no text",
            _ => {
                "`subprocess.run([...], check=True, timeout=...)` with a list of arguments and without a shell"
            }
        }
    };
    let mut all: Vec<&str> = Vec::new();
    for call in calls {
        let one = of(&call.callee);
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all.into_iter().map(str::to_owned).collect()
}

/// The same with what makes a danger of them.
fn dangers(calls: &[&CallFact]) -> String {
    let names: BTreeSet<String> = calls.iter().map(|call| named(&call.callee)).collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
}

fn places(calls: &[&CallFact]) -> String {
    listed(
        calls
            .iter()
            .take(6)
            .map(|call| call.place.to_string())
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
    )
}

fn finding(call: &CallFact) -> Finding {
    let because = call.because.as_ref().map_or_else(String::new, |why| format!(" with `{why}`"));
    let within = call
        .function
        .as_ref()
        .map_or_else(|| "at module level".to_owned(), |name| format!("in `{name}`"));
    let argument = match (call.constant_argument, call.open_argument) {
        (true, _) => "its argument is a constant",
        (false, false) => "its argument is not a constant",
        (false, true) => "whether its argument is a constant could not be followed",
    };
    let (certainty, confidence) = match call.certainty {
        CallCertainty::Definite => ("resolved through imports", Confidence::CERTAIN),
        CallCertainty::Possible if call.open_keywords().is_some() => {
            ("which may ask for a shell", Confidence::POSSIBLE)
        }
        CallCertainty::Possible => ("by name only", Confidence::POSSIBLE),
    };
    let rationale =
        format!("Call of `{}`{because} {within}, {certainty}; {argument}.", call.callee);
    Finding::found(call.place.clone(), rationale)
        .with_confidence(confidence)
        .quoting(call.written.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn commands_without_a_shell_are_not_said_to_be_absent() {
        let asked = |callees: &[&str]| {
            let callees = callees.iter().map(|callee| (*callee).to_owned()).collect();
            Calls { callees }.wanted()
        };
        assert_eq!(
            asked(&["os.system", "subprocess", "eval"]),
            "`os.system`, `subprocess` with a shell, `eval`"
        );
        assert_eq!(asked(&["subprocess.getoutput"]), "`subprocess.getoutput`");
        assert_eq!(asked(&[]), "a dangerous function");
    }

    #[test]
    fn harmless_calls_into_a_module_are_not_said_to_be_absent() {
        let asked = |callees: &[&str]| {
            let callees = callees.iter().map(|callee| (*callee).to_owned()).collect();
            Calls { callees }.wanted()
        };
        assert_eq!(asked(&["pickle", "yaml"]), "`pickle`, `yaml` that can run code");
        assert_eq!(asked(&["yaml.load"]), "`yaml.load`");
    }

    #[test]
    fn what_takes_the_place_of_a_call_follows_from_what_is_called() {
        let calls = ["os.system", "subprocess.run", "eval", "pickle.loads", "torch.load"];
        let call = |callee: &str| CallFact {
            callee: callee.into(),
            because: None,
            written: format!("{callee}(x)"),
            certainty: CallCertainty::Definite,
            constant_argument: false,
            open_argument: false,
            function: None,
            place: Lines::new("a.py", "b", 1, 1),
            in_tests: false,
            live: true,
        };
        let calls = calls.map(call);
        let all = instead(&calls.iter().collect::<Vec<_>>());
        let told = ["subprocess.run", "ast.literal_eval", "JSON", "weights_only"];
        assert_eq!(all.len(), told.len(), "{all:?}");
        assert!(all.iter().zip(told).all(|(one, told)| one.contains(told)), "{all:?}");
    }

    #[test]
    fn callees_that_no_call_would_ever_be_found_of_are_refused() {
        let read = |callees: &[&str]| {
            let with = serde_json::json!({ "callees": callees });
            serde_json::from_value::<Calls>(with).map(drop).map_err(|error| error.to_string())
        };
        assert_eq!(read(&["os.exec*", "subprocess", "eval", "torch.load", "asyncio"]), Ok(()));
        for unknown in ["open", "os.sytem", "requests.get", "*", "builtins.eval"] {
            let problem = read(&["eval", unknown]).unwrap_err();
            assert!(problem.contains(&format!("`{unknown}` is none of")), "{problem}");
        }
        assert!(is_asked("os.exec*", "os.execl") && !is_asked("os.exec*", "os.popen"));
        assert!(is_asked("pickle", "pickle.load") && !is_asked("pickle", "pickled.load"));
    }
}
