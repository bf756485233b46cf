//! Probe of how verdicts are synthesised.

use super::super::{About, Answer, Ask, Record, Undecided, capitalised, listed};
use crate::detect::synthesis::{Standing, Synthesis};
use crate::domain::evidence::Finding;
use crate::domain::facts::{JusticeFact, Lines, Place};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;
use std::cmp::Reverse;
use stop::stopped;

mod discarded;
mod ends;
mod foreign;
mod idle;
mod in_part;
mod stop;

/// Whether verdicts follow written rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Justice {
    #[serde(default)]
    rules: Vec<String>,
}

impl Ask for Justice {
    const ABOUT: About = About {
        kind: "python.justice",
        artifact: Artifact::GithubRepo,
        summary: "The synthesis decides by code: it branches on the opinions instead of asking a model, and implements the named rules.",
        parameters: &[(
            "rules",
            "`security_override`, `fact_supremacy`, `functionality_weight`, `variance_re_evaluation`, `dissent`; empty: deterministic code is enough",
        )],
        example: r#"{"rules": ["security_override"]}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let synthesis = Synthesis::of(python);
        if synthesis.live.is_empty() {
            if python.justice.is_empty() && python.speaks_of_verdicts == Some(false) {
                return self.unspoken(record);
            }
            if !synthesis.unused().is_empty() {
                // What could not be read may lead there.
                record.absent_from_python(idle::SOUGHT, &[])?;
                let perhaps = python.perhaps_synthesis.as_ref();
                return idle::answer(&self.rules, synthesis.unused(), perhaps);
            }
            let reason = "no code that synthesises a verdict was recognised";
            return Err(Undecided::new(record.python_scope(), reason));
        }
        let bench = Bench { record, ours: synthesis.live.clone(), synthesis };
        let stopped = stopped(python, &bench.ours);
        let about_all = self.rules.is_empty();
        let answer = if about_all {
            by_code(bench.ours, &bench.synthesis.uncalled())
        } else {
            bench
                .by_rules(&self.rules)
                .map(|answer| in_part::told(answer, &self.rules, &bench.synthesis))
        }?;
        let answer = stopped.into_iter().fold(answer, |answer, stop| stop.told(answer, about_all));
        Ok(if about_all { discarded::told(foreign::told(answer, python), python) } else { answer })
    }
}

impl Justice {
    /// What is said where no code speaks of a score, so that none puts one down.
    fn unspoken(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let sought = "code that synthesises a verdict: a score, an opinion or a verdict that is named anywhere but where classes declare their fields or a field begins empty";
        let found = record.absent_from_python(sought, &[])?;
        let rules = self.rules.iter().map(|rule| format!("`{rule}`"));
        let missing: Vec<String> = if self.rules.is_empty() {
            vec!["code that decides on the opinions of the judges by written rules".to_owned()]
        } else {
            rules.collect()
        };
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: "No code outside the tests speaks of a score, an opinion or a verdict, other than to declare fields or to begin them empty, so that none synthesises one.".to_owned(),
            missing,
            findings: vec![found],
        })
    }
}

/// How many functions are shown at most.
const SHOWN: usize = 8;

/// Whether code decides, and no model.
fn by_code(mut ours: Vec<&JusticeFact>, uncalled: &[&str]) -> Result<Answer, Undecided> {
    // What speaks for or against comes first.
    let scoring = |one: &JusticeFact| one.rules.iter().filter(|rule| *rule != "dissent").count();
    ours.sort_by_key(|one| (!one.calls_model, Reverse(scoring(one)), one.rules.is_empty()));
    let findings =
        |ours: &[&JusticeFact]| ours.iter().take(SHOWN).map(|one| finding(one)).collect();
    let asks_model = ours.iter().any(|justice| justice.calls_model);
    let unclear = ours.iter().find(|justice| justice.reply_unclear);
    if let (false, Some(unclear)) = (asks_model, unclear) {
        let reason = format!(
            "where `{}` takes a model's reply could not be followed to the end",
            unclear.function
        );
        let findings = findings(&ours);
        return Err(Undecided { findings, ..Undecided::new(unclear.place.clone(), reason) });
    }
    let (words, rest): (Vec<_>, Vec<_>) =
        ours.iter().copied().partition(|one| ends::only_words(one));
    // Where nothing else was recognised it is they that decide.
    let ours = if rest.is_empty() { words } else { rest };
    let branches: u32 = ours.iter().map(|justice| justice.branches).sum();
    let picks: u32 = ours.iter().map(|justice| justice.picks).sum();
    let who = match ours.as_slice() {
        [one] => format!("`{}` synthesises", one.function),
        some if some.len() > SHOWN => {
            format!("{} functions, of which {SHOWN} are shown, synthesise", some.len())
        }
        some => format!("{} functions synthesise", some.len()),
    };
    let reply = reply(&ours, asks_model);
    let (ends, absent) = (ends::told(&ours, uncalled), ends::absent(&ours));
    let counted = branching(branches);
    let statement = format!(
        "{who} the verdict with {counted} (`if`, `elif`, `match` and conditional expressions, also those that only word the report); {reply}{ends}.{absent}"
    );
    let decides = branches + picks > 0 || asks_model || ours.iter().any(|one| one.computes);
    if let (false, Some(one)) = (decides, ours.first()) {
        let reason = format!(
            "`{}` has no branch, asks no model and computes nothing with scores, so that what decides the score was not recognised",
            one.function
        );
        let findings = findings(&ours);
        return Err(Undecided { findings, ..Undecided::new(one.place.clone(), reason) });
    }
    let wanted = "code; a model may word the summary, not choose the number";
    let (outcome, missing) = match (branches + picks > 0, asks_model) {
        // Who only computes decides by code as well.
        (_, false) => (Outcome::Holds, Vec::new()),
        (true, true) => (Outcome::Partly { share: 0.5 }, vec![wanted.to_owned()]),
        (false, true) => (Outcome::Fails, vec![wanted.to_owned()]),
    };
    Ok(Answer { outcome, statement, missing, findings: findings(&ours) })
}

/// Whether a model is asked, and what for.
fn reply(ours: &[&JusticeFact], decides: bool) -> String {
    let asking = ours.iter().find(|justice| justice.asks_model);
    match asking {
        _ if decides => "a model's reply can reach the score".to_owned(),
        Some(asking) => format!(
            "a model is asked for words in `{}`, and its reply does not reach the score",
            asking.asked_in.as_ref().unwrap_or(&asking.function)
        ),
        None => "no model is asked for the score during the synthesis".to_owned(),
    }
}

/// The functions that synthesise verdicts.
struct Bench<'a> {
    record: &'a Record<'a>,
    ours: Vec<&'a JusticeFact>,
    synthesis: Synthesis<'a>,
}

impl Bench<'_> {
    /// Whether each of the rules is implemented.
    fn by_rules(&self, rules: &[String]) -> Result<Answer, Undecided> {
        let (mut present, mut told, mut absent) = (Vec::new(), Vec::new(), Vec::new());
        let (mut lacking, mut findings) = (Vec::new(), Vec::new());
        let mut undecided = None;
        for rule in rules {
            let standing = self.synthesis.standing(rule);
            match self.absent(rule, &standing) {
                None => present.push(rule),
                Some(Ok(finding)) => {
                    match standing {
                        Standing::Told(_) => told.push(rule),
                        Standing::Lacking { because, .. } => {
                            lacking.push(format!("`{rule}` is not implemented: {because}"));
                        }
                        Standing::Recognised | Standing::Nowhere | Standing::Undecided { .. } => {
                            absent.push(rule);
                        }
                    }
                    findings.push(finding);
                }
                Some(Err(open)) => undecided = undecided.or(Some(open)),
            }
        }
        let implements =
            |justice: &&&JusticeFact| present.iter().any(|rule| justice.rules.contains(*rule));
        let shown = self.ours.iter().filter(implements).take(SHOWN);
        findings.extend(shown.map(|one| deciding(one, &present)));
        if let Some(open) = undecided {
            findings.extend(open.findings);
            return Err(Undecided { findings, ..open });
        }
        let parts = [
            ("recognised in code", &present),
            ("noticed, but only texts follow and no score changes", &told),
            ("not in the code of the synthesis", &absent),
        ];
        let named = parts.into_iter().filter(|(_, rules)| !rules.is_empty()).map(
            |(words, rules): (&str, &Vec<&String>)| {
                format!("{words}: {}", listed(rules.iter().map(|rule| rule.as_str())))
            },
        );
        let parts: Vec<String> = named.chain(lacking).collect();
        let missing = rules.iter().filter(|rule| !present.contains(rule));
        let missing: Vec<String> = missing.map(|rule| format!("`{rule}`")).collect();
        let outcome = Outcome::of_share(present.len(), rules.len());
        let statement = format!("{}.", capitalised(&parts.join("; ")));
        Ok(Answer { outcome, statement, missing, findings })
    }

    /// The function that leads the synthesis: the one that is called so, else the longest.
    fn lead(&self) -> Option<&JusticeFact> {
        let length = |one: &JusticeFact| one.place.end_line - one.place.line;
        let is_named = |one: &JusticeFact| one.function.to_ascii_lowercase().contains("justice");
        self.ours.iter().copied().max_by_key(|one| (is_named(one), length(one)))
    }

    /// The finding that `rule` is not implemented, or why nobody can tell; `None` where it is.
    fn absent(&self, rule: &str, standing: &Standing<'_>) -> Option<Result<Finding, Undecided>> {
        // What nobody could look into is not known to be without it.
        let proven = |what: &str, place: &Lines, rationale: String| {
            let whole = self.record.absent_from_python(what, &[]);
            whole.map(|_| Finding::absent(place.clone(), rationale))
        };
        match standing {
            Standing::Recognised => None,
            Standing::Told(justice) => {
                let rationale = format!(
                    "Where scores lie far apart only texts follow in `{}`, and no score is evaluated again.",
                    justice.function
                );
                let what = "re-evaluation of scores that lie far apart";
                Some(proven(what, justice.noticed(), rationale))
            }
            Standing::Lacking { because, place } => {
                let what = format!("code of the synthesis that implements `{rule}`");
                Some(proven(&what, place, format!("{}.", capitalised(because))))
            }
            Standing::Nowhere => {
                let sought = format!(
                    "code of the synthesis that implements `{rule}`, and names, comments and texts there that speak of it"
                );
                let rationale = format!("Looked for {sought}: nothing of the kind is there.");
                // It belongs where the rest of the synthesis stands.
                Some(match self.lead() {
                    Some(lead) => proven(&sought, &lead.place, rationale),
                    None => self.record.absent_from_python(&sought, &[]),
                })
            }
            Standing::Undecided { because, place } => {
                let scope = place
                    .map_or_else(|| self.record.python_scope(), |place| Place::from(place.clone()));
                Some(Err(Undecided::new(scope, because.clone())))
            }
        }
    }
}

fn branching(branches: u32) -> String {
    if branches == 1 { "1 branch".to_owned() } else { format!("{branches} branches") }
}

fn finding(justice: &JusticeFact) -> Finding {
    let rules = if justice.rules.is_empty() {
        "no named rule recognised".to_owned()
    } else {
        justice.rules.join(", ")
    };
    let model = if justice.calls_model {
        "a model's reply can reach the score"
    } else if justice.asks_model {
        "a model is asked for words, and its reply does not reach the score"
    } else {
        "no model is asked for the score"
    };
    Finding::found(
        justice.place.clone(),
        format!("Function in the syntax tree; {model}, {}.", branching(justice.branches)),
    )
    .with_confidence(Confidence::STRONG)
    .quoting(format!("{}: {rules}", justice.function))
}

/// The same, at the branches that decide by the rules, as far as these were seen.
fn deciding(justice: &JusticeFact, rules: &[&String]) -> Finding {
    let decides = justice.places.iter().filter(|one| rules.contains(&&one.rule));
    let mut places: Vec<Place> = decides.map(|one| Place::from(&one.place)).collect();
    places.dedup();
    let all = finding(justice);
    if places.is_empty() { all } else { Finding { places, ..all } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::repo::python::examine;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::facts::PythonFacts;
    use crate::domain::limits::Limits;

    /// What is found in the file of the synthesis.
    pub(super) fn facts(text: &str) -> PythonFacts {
        let path = "src/nodes/justice.py".into();
        let source = Source { path, blob: "b".into(), bytes: text.as_bytes().to_vec() };
        examine(&[source], &Limits::default())
    }

    #[track_caller]
    fn check(body: &str, expected: &str) {
        let facts = facts(&format!("def chief_justice(state):\n{body}"));
        let answer =
            by_code(Synthesis::of(&facts).live, &[]).unwrap_or_else(Undecided::into_answer);
        assert_eq!(format!("{:?}: {}", answer.outcome, answer.statement), expected);
    }

    #[test]
    fn branches_models_and_averages_are_told_as_they_are() {
        check(
            "    score = max(1, min(5, state.score))\n    return 1 if score else 2\n",
            "Holds: `chief_justice` synthesises the verdict with 1 branch (`if`, `elif`, `match` and conditional expressions, also those that only word the report); no model is asked for the score during the synthesis.",
        );
        check(
            "    base = sum(scores) / len(scores)\n    if base > 3:\n        base = 3\n    summary = llm.invoke(base).content\n    return Report(score=base, summary=summary)\n",
            "Holds: `chief_justice` synthesises the verdict with 1 branch (`if`, `elif`, `match` and conditional expressions, also those that only word the report); a model is asked for words in `chief_justice`, and its reply does not reach the score; the judges' scores are averaged at `src/nodes/justice.py:2`.",
        );
        check(
            "    return int(llm.invoke(state).content)\n",
            "Fails: `chief_justice` synthesises the verdict with 0 branches (`if`, `elif`, `match` and conditional expressions, also those that only word the report); a model's reply can reach the score.",
        );
        check(
            "    return {'score': sum(WEIGHTS[o.judge] * o.score for o in state.opinions)}\n",
            "Holds: `chief_justice` synthesises the verdict with 0 branches (`if`, `elif`, `match` and conditional expressions, also those that only word the report); no model is asked for the score during the synthesis.",
        );
    }

    #[test]
    fn the_functions_that_are_counted_are_those_that_are_shown() {
        let words = "def build_summary(scores):\n    return 'low' if scores else 'none'\n";
        let facts = facts(&format!(
            "def chief_justice(state):\n    if state.flaw.security:\n        return min(state.score, 3), build_summary(state.scores)\n    return settle_score(state)\n\
             def settle_score(state):\n    gap = max(state.scores) - min(state.scores)\n    if gap > 2:\n        return 3\n    return sum(state.scores) / len(state.scores)\n{words}"
        ));
        let live = Synthesis::of(&facts).live;
        let answer = by_code(live, &[]).unwrap_or_else(Undecided::into_answer);
        assert!(answer.statement.starts_with("2 functions synthesise"), "{}", answer.statement);
        assert_eq!(answer.findings.len(), 2);
    }

    #[test]
    fn who_only_words_a_dissent_is_not_who_decides() {
        let dissent = "def write_dissent(scores):\n    if max(scores) - min(scores) > 2:\n        return f'apart: {scores}'\n    return ''\n";
        let statement = |text: &str| {
            let live = facts(text);
            let answer = by_code(Synthesis::of(&live).live, &[]);
            answer.unwrap_or_else(Undecided::into_answer).statement
        };
        let both = format!(
            "def chief_justice(state):\n    if state.flaw.security:\n        return min(state.score, 3), write_dissent(state.scores)\n    return state.score\n{dissent}"
        );
        assert!(
            statement(&both).starts_with("`chief_justice` synthesises the verdict with 1 branch")
        );
        // Where nothing else was recognised it is all that can be told.
        assert!(statement(dissent).starts_with("`write_dissent` synthesises"));
    }

    #[test]
    fn where_nothing_speaks_of_scores_nothing_synthesises_one() {
        let declared = "class JudicialOpinion(BaseModel):\n    score: int = Field(ge=1)\ndef detect(state):\n    \"\"\"Evidence for the judges.\"\"\"\n    return {'evidences': [state]}\n";
        assert_eq!(facts(declared).speaks_of_verdicts, Some(false));
        let read = format!("{declared}def combine(all):\n    return [one.score for one in all]\n");
        assert_ne!(facts(&read).speaks_of_verdicts, Some(false));
        let begun = format!("{declared}start({{'opinions': []}}, opinions=None, final=[])\n");
        assert_eq!(facts(&begun).speaks_of_verdicts, Some(false));
        for kept in ["f({'opinions': a})", "f(opinions=[a])", "f({'a': s.opinions})"] {
            assert_ne!(facts(&format!("{declared}{kept}\n")).speaks_of_verdicts, Some(false));
        }
    }

    #[test]
    fn choosing_by_least_and_greatest_alone_is_code_too() {
        check(
            "    return max(state.scores)\n",
            "Holds: `chief_justice` synthesises the verdict with 0 branches (`if`, `elif`, `match` and conditional expressions, also those that only word the report); no model is asked for the score during the synthesis.",
        );
    }
}
