//! Probe of how judges' replies are bound to a schema.

mod care;
mod findings;
mod open;
mod plainly;
mod schema;
mod unasked;

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use super::unwired::unwired;
use crate::detect::seats;
use crate::domain::facts::{Binding, Misfit, PythonFacts, StructuredOutputFact};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use care::{
    BARELY, all_seen_to, altered, care, is_made_up, made_up, nothing, raw, stood_in,
    stood_in_beside, stood_in_later, unbound, worth,
};
use findings::{findings, findings_of_judges, findings_where_asked, of_several};
use open::{may_be_any, may_judge, unfollowed};
pub(in super::super) use plainly::speakers;
use plainly::{asked_plainly, elsewhere};
use schema::{Name, has_fields};
use serde::Deserialize;
use std::collections::BTreeSet;

/// How much of the point is granted where a reply is held against the schema only after it came.
const AFTERWARDS: f64 = 0.5;
/// How much of the point is granted where the schema is bound on some branches alone.
const PARTLY: f64 = 0.5;
/// Whether model calls are bound to a schema.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct StructuredOutput {
    #[serde(default)]
    schema: Option<Name>,
    #[serde(default)]
    fields: Vec<String>,
    #[serde(default)]
    retry: bool,
}

impl Ask for StructuredOutput {
    const ABOUT: About = About {
        kind: "python.structured_output",
        artifact: Artifact::GithubRepo,
        summary: "Model calls are bound to a schema, with a handler for malformed replies if asked for.",
        parameters: &[
            ("schema", "name of the schema's class, `*` for anything; absent: any"),
            (
                "fields",
                "fields by which a schema of another name fits too, `a|b` for either of two; none",
            ),
            ("retry", "whether a retry or handler must stand around it; false"),
        ],
        example: r#"{"schema": "JudicialOpinion", "retry": true}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let (unused, live): (Vec<&StructuredOutputFact>, Vec<&StructuredOutputFact>) = python
            .structured_output
            .iter()
            .filter(|call| !call.in_tests && call.binding != Binding::Tools)
            .partition(|call| call.live == Some(false));
        let (unasked, live): (Vec<_>, Vec<_>) =
            live.into_iter().partition(|call| call.unasked.is_some());
        let fitting = |binding| {
            let fits =
                |call: &&StructuredOutputFact| call.binding == binding && self.fits(python, call);
            live.iter().copied().filter(fits).collect::<Vec<_>>()
        };
        let bound = fitting(Binding::Schema);
        if !bound.is_empty() {
            let answer = self.answer(&bound, false);
            // Said once, where it is asked whether there is any.
            let is_told = self.schema.is_none() && !self.retry;
            let idle = [unused, unasked].concat();
            return Ok(if is_told { beside_unused(answer, &idle) } else { answer });
        }
        let counts = |call: &&&StructuredOutputFact| {
            (may_judge(call) || (self.schema.is_none() && may_be_any(python, call)))
                && !elsewhere(python, call)
        };
        if let Some(open) = live.iter().find(counts) {
            let reason = match open.binding {
                Binding::Schema | Binding::Tools => {
                    format!("the schema bound at `{}` could not be followed", open.place)
                }
                Binding::Validated => format!(
                    "`{}` asks for JSON, and what the reply is held against could not be followed",
                    open.place
                ),
            };
            let validated = fitting(Binding::Validated);
            if validated.iter().all(|call| call.schema.is_none()) {
                return Err(Undecided {
                    findings: findings(&live),
                    ..Undecided::new(open.place.clone(), reason)
                });
            }
        }
        let validated: Vec<_> =
            fitting(Binding::Validated).into_iter().filter(|call| call.schema.is_some()).collect();
        if !validated.is_empty() {
            return Ok(self.answer(&validated, true));
        }
        let is_followed = python.unfollowed_binders.is_empty();
        let unasked = unasked.into_iter().filter(|call| is_followed && self.fits(python, call));
        let unasked: Vec<_> = unasked.collect();
        if !unasked.is_empty() {
            return Ok(unasked::answer(&unasked, &self.wanted(), self.missing()));
        }
        let unused: Vec<_> = unused.into_iter().filter(|call| self.fits(python, call)).collect();
        if let Some(only) = unused.first() {
            let reason = format!(
                "calls bound to {} stand only in {}, where nothing that runs uses them",
                schemas(&unused),
                files(&unused)
            );
            if unwired(python).is_some() {
                return Ok(unasked::unwired(&unused, &reason, self.missing()));
            }
            return Err(Undecided {
                findings: findings(&unused),
                ..Undecided::new(only.place.clone(), reason)
            });
        }
        self.absent(record, python, &live)
    }
}

impl StructuredOutput {
    fn fits(&self, python: &PythonFacts, call: &StructuredOutputFact) -> bool {
        match (&self.schema, &call.schema) {
            (Some(wanted), Some(found)) => {
                wanted.is_of(found) || has_fields(python, found, &self.fields)
            }
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// What is wished for, with its article.
    fn wanted(&self) -> String {
        self.schema.as_ref().map_or_else(
            || "a model call bound to a schema".to_owned(),
            |schema| format!("a model call bound to {}", schema.in_words()),
        )
    }

    /// What is said where nothing fits.
    fn absent(
        &self,
        record: &Record<'_>,
        python: &PythonFacts,
        others: &[&StructuredOutputFact],
    ) -> Result<Answer, Undecided> {
        if let Some((open, reason)) = unfollowed(python, self.schema.as_ref()) {
            return Err(Undecided::new(open.clone(), reason));
        }
        let enforced = |call: &&&StructuredOutputFact| call.binding == Binding::Schema;
        let bound: Vec<_> = others.iter().filter(enforced).copied().collect();
        let mut findings = plainly::findings(python).unwrap_or_else(|| findings(others));
        if findings.is_empty() && python.calls_model == Some(false) {
            findings = plainly::speakers(python);
        }
        if !has_judges(python) && !others.iter().any(|call| findings::is_a_judges(call)) {
            // Where no judge is known, no call of the program is the one to be changed.
            findings.clear();
        }
        findings.push(record.absent_from_python(self.wanted().trim_start_matches("a "), &[])?);
        let statement = if !bound.is_empty() {
            format!("Model calls are bound to {} only.", schemas(&bound))
        } else if python.calls_model == Some(false) {
            no_model(python)
        } else {
            let plain = asked_plainly(python).unwrap_or_default();
            match &self.schema {
                Some(schema) => format!("No model call is bound to {}{plain}.", schema.in_words()),
                None => format!("No model call is bound to a schema{plain}."),
            }
        };
        Ok(Answer { outcome: Outcome::Fails, statement, missing: vec![self.missing()], findings })
    }

    /// What is missing where nothing fits.
    fn missing(&self) -> String {
        let retry = if self.retry { ", with a bounded retry around it" } else { "" };
        self.wanted() + retry
    }

    /// What is said of calls that fit.
    fn answer(&self, calls: &[&StructuredOutputFact], afterwards: bool) -> Answer {
        let bound = if afterwards && self.schema.is_none() && !self.retry {
            let asks = if calls.len() == 1 { "asks" } else { "ask" };
            format!(
                "No reply is bound to a schema where it is asked for: {} {asks} for JSON, which is held against one afterwards",
                count(calls.len(), "model call")
            )
        } else if afterwards {
            format!(
                "{} asked for JSON and validated as {} after the reply, not enforced at it",
                count(calls.len(), "model call"),
                schemas(calls)
            )
        } else {
            let calls_bound = format!("{} bound to", count(calls.len(), "model call"));
            // What is asked of the schema is answered by its name; what is asked of any, by there being one.
            if self.schema.is_none() && !self.retry {
                format!("{calls_bound} a schema: {}", schemas(calls))
            } else {
                format!("{calls_bound} {}", schemas(calls))
            }
        };
        if !self.retry {
            let (outcome, missing) = if afterwards {
                let wish = "a model call whose schema is enforced at the reply (`json_schema`) and that is asked again where the reply does not fit";
                let wish = wish.to_owned() + &of_several(calls).unwrap_or_default();
                (Outcome::Partly { share: AFTERWARDS }, vec![wish])
            } else if self.schema.is_some() && raw(calls).is_some() {
                let wish = "a model call that is bound to the schema on every branch";
                (Outcome::Partly { share: PARTLY }, vec![wish.to_owned()])
            } else {
                (Outcome::Holds, Vec::new())
            };
            return Answer {
                outcome,
                statement: format!(
                    "{bound}{}{}.",
                    raw(calls).unwrap_or_default(),
                    unbound(calls).unwrap_or_default()
                ),
                missing,
                findings: findings_of_judges(calls),
            };
        }
        let (outcome, how) = handled(calls);
        let missing = match outcome {
            Outcome::Holds | Outcome::Unknown { .. } => Vec::new(),
            Outcome::Partly { .. } if care(calls).is_some() && !all_seen_to(calls) => {
                vec!["a bounded retry around each of the calls".to_owned()]
            }
            Outcome::Partly { .. } if stood_in_later(calls).is_some() || is_made_up(calls) => {
                vec!["a seat that is left empty where no reply comes that fits".to_owned()]
            }
            Outcome::Partly { .. } => {
                vec!["a bounded retry for replies that do not fit".to_owned()]
            }
            Outcome::Fails => vec!["a bounded retry around the call".to_owned()],
        };
        let findings = findings_where_asked(calls);
        Answer { outcome, statement: format!("{bound}{how}."), missing, findings }
    }
}

/// The answer, and that calls beside those that it counts are used by nothing that runs.
fn beside_unused(answer: Answer, unused: &[&StructuredOutputFact]) -> Answer {
    let schema = unused.iter().filter(|call| call.binding == Binding::Schema);
    let places: BTreeSet<String> = schema.map(|call| format!("`{}`", call.place)).collect();
    if places.is_empty() {
        return answer;
    }
    let them = if places.len() == 1 { "it" } else { "them" };
    let places: Vec<String> = places.into_iter().take(4).collect();
    let kept = answer.statement.trim_end_matches('.');
    let statement = format!(
        "{kept}; not counted: {}, where a schema is bound and nothing that runs uses {them}.",
        places.join(", ")
    );
    Answer { statement, ..answer }
}

/// Whether replies that do not fit are seen to, with the words for it.
fn handled(calls: &[&StructuredOutputFact]) -> (Outcome, String) {
    let them = if calls.len() == 1 { "it" } else { "them" };
    if let Some(how) = care(calls) {
        let later = stood_in_later(calls).unwrap_or_default();
        let beside = stood_in_beside(calls).unwrap_or_default();
        return (worth(calls), how + &later + &beside + &made_up(calls));
    }
    if let Some(open) = calls.iter().find(|call| call.is_seen_to().is_none()) {
        let reason =
            format!("how replies are handled after `{}` could not be followed", open.place);
        let how =
            format!("; whether a retry or handler stands around {them} could not be followed");
        return (Outcome::open(reason), how);
    }
    let any = |misfit| calls.iter().any(|call| call.misfit == Some(misfit));
    if any(Misfit::TransientOnly) {
        let how = "; it is tried again after passing failures such as rate limits, not after malformed replies";
        return (Outcome::Partly { share: BARELY }, how.to_owned());
    }
    if any(Misfit::StoodIn) {
        return (Outcome::Partly { share: BARELY }, stood_in(calls) + &altered(calls));
    }
    if any(Misfit::Swallowed) {
        let how = "; a reply that does not fit is caught and dropped, and nothing asks again";
        return (Outcome::Partly { share: BARELY }, how.to_owned() + &altered(calls));
    }
    if let Some(hit) = calls.iter().find_map(|call| call.beside.hint.as_ref()) {
        let reason = format!("no retry stands around {them}, and `{hit}` may bring one");
        let how = format!("; no retry stands around {them}, though `{hit}` may bring one");
        return (Outcome::open(reason), how);
    }
    (Outcome::Fails, nothing(calls) + &altered(calls))
}

/// What is said of judges that no model speaks for.
fn no_model(python: &PythonFacts) -> String {
    let opinion = python.classes.iter().find(|class| {
        !class.in_tests && ["Opinion", "Verdict"].iter().any(|word| class.name.contains(word))
    });
    match opinion.filter(|_| has_judges(python)) {
        Some(class) => {
            format!("The judges call no language model; they build `{}` by rules.", class.name)
        }
        None => "No source outside the tests calls a language model.".to_owned(),
    }
}

/// Whether a function or a node of a graph is called a judge.
fn has_judges(python: &PythonFacts) -> bool {
    let is_one = |name: &str| seats::judge(name).is_some() || name.to_lowercase().contains("judge");
    let mut nodes = python.graphs.iter().flat_map(|graph| &graph.nodes);
    python.functions.iter().any(|one| !one.in_tests && is_one(&one.name))
        || nodes.any(|node| is_one(&node.name))
}

/// The schemas of `calls`, each once.
fn schemas(calls: &[&StructuredOutputFact]) -> String {
    let mut names: Vec<&str> = calls.iter().filter_map(|call| call.schema.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    let open = "a schema that could not be followed";
    match (names.is_empty(), calls.iter().any(|call| call.schema.is_none())) {
        (true, _) => open.to_owned(),
        (false, true) => format!("{} and {open}", listed(names)),
        (false, false) => listed(names),
    }
}

/// The files of `calls`, each once.
fn files(calls: &[&StructuredOutputFact]) -> String {
    let mut files: Vec<&str> = calls.iter().map(|call| call.place.file.as_str()).collect();
    files.dedup();
    files.truncate(4);
    listed(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_told_in_words() {
        let words = |text: &str| Name::try_from(text.to_owned()).unwrap().in_words();
        assert_eq!(words("JudicialOpinion"), "`JudicialOpinion`");
        assert_eq!(words("*Finding*"), "a schema named after `Finding`");
        assert_eq!(words("*{Opinion,Judg}*"), "a schema named after `Opinion` or the like");
        assert_eq!(words("*Op?nion"), "the schema that is asked for");
    }

    #[test]
    fn calls_that_nothing_uses_are_told_beside_those_that_count() {
        let answer = Answer {
            outcome: Outcome::Holds,
            statement: "1 model call bound to a schema: `Opinion`.".into(),
            missing: Vec::new(),
            findings: Vec::new(),
        };
        let mut call = StructuredOutputFact {
            place: crate::domain::facts::Lines::new("src/llm.py", "b", 9, 9),
            ..StructuredOutputFact::default()
        };
        assert_eq!(
            beside_unused(answer.clone(), &[&call]).statement,
            "1 model call bound to a schema: `Opinion`; not counted: `src/llm.py:9`, where a schema is bound and nothing that runs uses it."
        );
        call.binding = Binding::Validated;
        assert_eq!(beside_unused(answer.clone(), &[&call]), answer);
    }

    #[test]
    fn a_schema_that_was_not_followed_is_told_beside_the_others() {
        let call = |schema: Option<&str>| StructuredOutputFact {
            schema: schema.map(str::to_owned),
            live: Some(true),
            ..StructuredOutputFact::default()
        };
        let (known, open) = (call(Some("Opinion")), call(None));
        assert_eq!(schemas(&[&known, &known]), "`Opinion`");
        assert_eq!(schemas(&[&known, &open]), "`Opinion` and a schema that could not be followed");
        assert_eq!(schemas(&[&open]), "a schema that could not be followed");
    }
}
