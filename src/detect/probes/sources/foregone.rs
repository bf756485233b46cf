//! Probe of evidence that does not hang on what is audited: it is written before anything was looked at, or looks at the
//! program itself.

use super::super::{About, Answer, Ask, Record, Undecided, count};
use crate::domain::evidence::Finding;
use crate::domain::facts::{ConstantEvidence, OwnSource, Place, PythonFacts};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Most places that are told.
const TOLD: usize = 4;
/// Most letters of an assertion that are quoted.
const QUOTED: usize = 120;

/// Whether detectives look before they say that they found something.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Foregone {}

impl Ask for Foregone {
    const ABOUT: About = About {
        kind: "python.constant_evidence",
        artifact: Artifact::GithubRepo,
        summary: "No detective writes evidence that something was found which holds nothing but what was written before, and which is reached whatever was looked at; and none reads the program's own sources, whatever is audited. Where neither was seen, this counts neither way.",
        parameters: &[],
        example: "{}",
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let by_nodes = by_nodes(python);
        if python.constant_evidence.is_empty()
            && python.own_sources.iter().all(|own| own.node.is_some())
        {
            let statement = format!(
                "In the code that the graph reaches, no evidence was seen that claims a finding whatever is looked at{by_nodes}"
            );
            return Err(Undecided::moot(record.python_scope(), statement));
        }
        let mut answer = foregone(python);
        if !by_nodes.is_empty() {
            answer.statement = format!("{}{by_nodes}.", answer.statement.trim_end_matches('.'));
        }
        Ok(answer)
    }
}

/// What is said besides of nodes that are no detectives and read sources of the program itself.
fn by_nodes(python: &PythonFacts) -> String {
    let ours = python.own_sources.iter().filter(|own| own.node.is_some()).take(TOLD);
    let all: Vec<String> = ours.map(OwnSource::told).collect();
    if all.is_empty() {
        return String::new();
    }
    format!("; {}, a source of the program itself, whatever is audited", all.join(", "))
}

/// What is said of evidence that does not hang on what is audited.
fn foregone(python: &PythonFacts) -> Answer {
    let written = &python.constant_evidence;
    let own: Vec<&OwnSource> = python.own_sources.iter().filter(|own| own.node.is_none()).collect();
    let told = |all: Vec<String>| {
        let more = all.len().saturating_sub(TOLD);
        let mut told: Vec<String> = all.into_iter().take(TOLD).collect();
        told.extend((more > 0).then(|| format!("{} more likewise", count(more, "place"))));
        told.join("; ")
    };
    let mut statements = Vec::new();
    if !written.is_empty() {
        let all = written.iter().map(|one| format!("{}: {}", one.told(), asserted(one)));
        statements.push(format!(
            "Evidence says that something was found, and nothing that was looked at has a part in it: {}.",
            told(all.collect())
        ));
    }
    if !own.is_empty() {
        statements.push(format!(
            "Detectives read sources of the program itself, in the folder that it is started in, whatever is audited: {}.",
            told(own.iter().map(|own| own.told()).collect())
        ));
    }
    let looks = written
        .iter()
        .take(TOLD)
        .map(|one| format!("a look at what {} asserts (`{}`)", asserted(one), one.place));
    let sources = own
        .iter()
        .take(TOLD)
        .map(|one| format!("`{}` from the repository that is audited (`{}`)", one.read, one.place));
    let mut findings: Vec<Finding> = written.iter().take(2 * TOLD).map(finding).collect();
    findings.extend(own.iter().take(2 * TOLD).map(|one| {
        let why =
            format!("The path `{}` is written in the source and joined with nothing.", one.read);
        Finding::found(Place::from(&one.place), why).with_confidence(Confidence::STRONG)
    }));
    Answer {
        // Who looks at the wrong place looks.
        outcome: if written.is_empty() { Outcome::Partly { share: 0.5 } } else { Outcome::Fails },
        statement: statements.join(" "),
        missing: looks.chain(sources).collect(),
        findings,
    }
}

/// Why evidence was written beforehand, and where.
fn finding(one: &ConstantEvidence) -> Finding {
    let way = one.leftover.as_ref().map_or_else(
        || "no condition on the way hangs on what was looked at".to_owned(),
        |list| format!("`{list}` is filled under conditions on the criterion alone"),
    );
    let why = format!("Every argument is written there or repeats what is asked, and {way}.");
    let place = Place::from(&one.place);
    let found = match &one.repeats {
        Some(_) => Finding::found(place, format!("{why} What it asserts is {}.", asserted(one))),
        None => Finding::found(place, why).quoting(quoted(&one.says)),
    };
    found.with_confidence(Confidence::STRONG)
}

/// What evidence asserts: its own words, or what the criterion itself calls a success.
fn asserted(one: &ConstantEvidence) -> String {
    one.repeats.as_ref().map_or_else(
        || format!("“{}”", quoted(&one.says)),
        |part| format!("the criterion's own `{part}`"),
    )
}

/// An assertion, cut short where it is long.
fn quoted(says: &str) -> String {
    let line = says.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= QUOTED {
        return line;
    }
    let cut: String = line.chars().take(QUOTED).collect();
    format!("{}…", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn what_was_written_beforehand_is_told_with_what_it_asserts() {
        let one = |answers: Option<&str>, fallback| ConstantEvidence {
            class: "Evidence".into(),
            says: "No os.system\n is used.".into(),
            repeats: None,
            answers: answers.map(str::to_owned),
            fallback,
            leftover: None,
            function: Some("repo_investigator".into()),
            place: Lines::new("src/detectives.py", "b", 8, 12),
        };
        let of = |all| foregone(&PythonFacts { constant_evidence: all, ..PythonFacts::default() });
        let Answer { outcome, statement, missing, findings } = of(vec![one(Some("safety"), false)]);
        assert_eq!((outcome, missing.len(), findings.len()), (Outcome::Fails, 1, 1));
        assert_eq!(
            statement,
            "Evidence says that something was found, and nothing that was looked at has a part in it: `repo_investigator` writes `Evidence` for `safety` at `src/detectives.py:8-12`: “No os.system is used.”."
        );
        let left = ConstantEvidence {
            says: String::new(),
            repeats: Some("success_pattern".into()),
            leftover: Some("seen".into()),
            ..one(None, false)
        };
        let Answer { statement, missing, .. } = of(vec![left]);
        assert!(statement.ends_with("at `src/detectives.py:8-12` where `seen` has nothing in it: the criterion's own `success_pattern`."), "{statement}");
        assert!(missing[0].starts_with("a look at what the criterion's own `success_pattern`"));
        let statement = of(vec![one(None, true); 6]).statement;
        assert!(statement.contains("`src/detectives.py:8-12` where no model replies: “No"));
        assert!(statement.ends_with("; 2 places more likewise."), "{statement}");
    }

    #[test]
    fn sources_of_the_program_that_detectives_read_are_told() {
        let own = OwnSource {
            read: "src/graph.py".into(),
            function: Some("repo_investigator".into()),
            node: None,
            place: Lines::new("src/detectives.py", "b", 8, 8),
        };
        let node = OwnSource { node: Some("guard".into()), ..own.clone() };
        let told = by_nodes(&PythonFacts { own_sources: vec![node], ..PythonFacts::default() });
        let guard = "; `repo_investigator`, in the node `guard`, reads `src/graph.py` at `src/detectives.py:8`, a source of the program itself, whatever is audited";
        assert_eq!(told, guard);
        let python = PythonFacts { own_sources: vec![own; 5], ..PythonFacts::default() };
        assert_eq!(by_nodes(&python), "");
        let Answer { outcome, statement, missing, findings } = foregone(&python);
        assert_eq!((outcome, missing.len()), (Outcome::Partly { share: 0.5 }, 4));
        assert_eq!(findings.len(), 5);
        let beginning = "Detectives read sources of the program itself, in the folder that it is started in, whatever is audited: `repo_investigator` reads `src/graph.py` at `src/detectives.py:8`; ";
        assert!(statement.starts_with(beginning), "{statement}");
        assert!(statement.ends_with("; 1 place more likewise."), "{statement}");
        assert_eq!(
            missing[0],
            "`src/graph.py` from the repository that is audited (`src/detectives.py:8`)"
        );
    }
}
