//! An invented report with one of everything, for tests.

mod regraded;

pub(super) use regraded::{regraded, waived};

use crate::domain::evidence::{Detective, Evidence, Finding};
use crate::domain::facts::Place;
use crate::domain::ids::{CriterionId, EvidenceId, ProbeId};
use crate::domain::opinion::{JudicialOpinion, Persona, Round, Seat};
use crate::domain::reading::{Outcome, Reading};
use crate::domain::report::{AuditReport, Provenance};
use crate::domain::request::BenchKind;
use crate::domain::score::{Confidence, Score};
use crate::domain::verdict::{
    AwardedLevel, CriterionResult, MissingSeat, NotScored, Remedy, Rule, RuleStep,
};

pub(super) const COMMIT: &str = "4f1c2ab9d07e3355a1f04f1c2ab9d07e3355a1f0";

pub(super) fn id(text: &str) -> CriterionId {
    CriterionId::new(text).unwrap()
}

pub(super) fn score(number: u8) -> Score {
    Score::new(number).unwrap()
}

fn probe(text: &str) -> ProbeId {
    ProbeId::new(text).unwrap()
}

fn evidence(goal: &str, by: Detective, on: &str, finding: Finding) -> Evidence {
    Evidence::new(&id(goal), by, Some(&probe(on)), finding)
}

fn opinion(
    on: &str,
    judge: Persona,
    number: u8,
    argument: &str,
    cites: &[&Evidence],
) -> JudicialOpinion {
    JudicialOpinion {
        judge,
        criterion_id: id(on),
        score: score(number),
        argument: argument.into(),
        cited_evidence: ids(cites),
        round: Round::First,
        struck_quotes: 0,
        given_by: None,
    }
}

fn ids(evidence: &[&Evidence]) -> Vec<EvidenceId> {
    evidence.iter().map(|piece| piece.id.clone()).collect()
}

fn reading(
    on: &str,
    asks: &str,
    outcome: Outcome,
    statement: &str,
    cites: &[&Evidence],
) -> Reading {
    Reading {
        criterion: id(on),
        probe: probe(asks),
        outcome,
        statement: statement.into(),
        missing: Vec::new(),
        evidence: ids(cites),
    }
}

fn step(rule: Rule, applied: bool, effect: &str, because: &[&Evidence]) -> RuleStep {
    RuleStep { rule, applied, effect: effect.into(), because: ids(because) }
}

fn result(on: &str, name: &str, number: u8, opinions: Vec<JudicialOpinion>) -> CriterionResult {
    let scores: Vec<u8> = opinions.iter().map(|opinion| opinion.score.get()).collect();
    CriterionResult {
        dimension_id: id(on),
        dimension_name: name.into(),
        final_score: score(number),
        spread: crate::domain::plan::spread(&scores),
        judge_opinions: opinions,
        dissent_summary: None,
        remediation: String::new(),
        second_hearing: Vec::new(),
        missing_seats: Vec::new(),
        trace: Vec::new(),
        remedies: Vec::new(),
        weight: 1.0,
        points: Vec::new(),
        level: None,
        needs_person: Vec::new(),
    }
}

const SAFETY: &str = "safe_tool_engineering";
const GRAPH: &str = "graph_orchestration";
const FIGURES: &str = "diagram_analysis";
const DEPTH: &str = "theoretical_depth";

/// A criterion with a flaw, dissent, a second hearing and remedies.
#[expect(clippy::too_many_lines, reason = "it is a list of values")]
fn safety() -> (CriterionResult, Vec<Evidence>, Vec<Reading>) {
    let by = Detective::RepoInvestigator;
    let shell = Finding::found(
        Place::lines("src/tools/repo_tools.py", "b1", 44, 44),
        "Call of `os.system` in `clone_repo`, resolved through `import os`; the URL comes from the \
         caller unchecked.",
    );
    let shell = shell.quoting("os.system(f\"git clone {repo_url} {target}\")").flaw();
    let shell = evidence(SAFETY, by, "no_shell", shell);
    let temp = Finding::found(
        Place::lines("src/tools/repo_tools.py", "b1", 28, 52),
        "Call of `tempfile.mkdtemp` in `clone_repo`; nothing removes the directory.",
    );
    let temp = temp.quoting("target = tempfile.mkdtemp()\n\tlog.info(\"cloning\")");
    let temp = evidence(SAFETY, by, "isolated", temp);
    let errors = Finding::absent(
        Place::Tree { scope: "all 15 Python files".into() },
        "Looked for `try` around the clone: nothing of the kind is there.",
    );
    let errors = evidence(SAFETY, by, "errors_handled", errors);
    let readings = vec![
        reading(
            SAFETY,
            "no_shell",
            Outcome::Fails,
            "A repository URL reaches `os.system` at `src/tools/repo_tools.py:44`.",
            &[&shell],
        ),
        reading(
            SAFETY,
            "isolated",
            Outcome::Holds,
            "The clone goes to a temporary directory.",
            &[&temp],
        ),
        Reading {
            missing: vec!["`try` around `clone_repo`".into(), "a time limit".into()],
            ..reading(
                SAFETY,
                "errors_handled",
                Outcome::Partly { share: 0.33 },
                "1 of 3 ways to fail is handled.",
                &[&errors, &temp],
            )
        },
    ];
    let first = vec![
        opinion(
            SAFETY,
            Persona::Prosecutor,
            1,
            "A caller can run any command by handing in `x; curl … | sh`. Everything else is moot.",
            &[&shell, &errors],
        ),
        opinion(
            SAFETY,
            Persona::Defense,
            4,
            "The author isolated the clone; one call stands between this and safe.",
            &[&temp],
        ),
        opinion(
            SAFETY,
            Persona::TechLead,
            2,
            "Two-line fix, but today it is remote code execution.",
            &[&shell, &temp],
        ),
    ];
    let second = JudicialOpinion {
        round: Round::Second,
        ..opinion(SAFETY, Persona::Defense, 3, "Concedes the call of `os.system`.", &[&shell])
    };
    let seat = Seat { criterion: id(SAFETY), round: Round::Second, persona: Persona::TechLead };
    let remedy = Remedy {
        probe: Some(probe("no_shell")),
        location: "src/tools/repo_tools.py:44".into(),
        action: "Replace `os.system(…)` by `subprocess.run([\"git\", \"clone\", \"--\", repo_url, \
                 target], check=True, timeout=120)`"
            .into(),
        today: "The URL is part of a shell command.".into(),
        gain: 2.0,
        bound: Some(score(3)),
        together: 1,
        lifts_cap: true,
        evidence: ids(&[&shell]),
    };
    let other = Remedy {
        probe: Some(probe("errors_handled")),
        location: "src/tools/repo_tools.py".into(),
        action: "Catch `TimeoutExpired` and `CalledProcessError`".into(),
        today: "The return code is ignored.".into(),
        gain: 0.7,
        bound: None,
        together: 1,
        lifts_cap: false,
        evidence: ids(&[&errors]),
    };
    let verdict = CriterionResult {
        dissent_summary: Some(
            "The Defense weighed the temporary directory; the others hold that isolation is void \
             when the command itself is injectable."
                .into(),
        ),
        second_hearing: vec![second],
        missing_seats: vec![MissingSeat {
            seat,
            reason: "the answer was cut off at 4,096 tokens".into(),
            attempts: 3,
        }],
        trace: vec![
            step(Rule::FactSupremacy, false, "Every citation exists and supports its score.", &[]),
            step(
                Rule::VarianceReEvaluation,
                true,
                "Spread 3: a second hearing was held; the Defense moved from 4 to 3.",
                &[&shell],
            ),
            step(Rule::Median, true, "The median of 1, 3 and 2 is 2.", &[]),
            step(Rule::SecurityOverride, false, "The cap of 3 is not reached.", &[&shell]),
            step(Rule::DissentRequirement, true, "The dissent is summarised.", &[]),
        ],
        remedies: vec![remedy, other],
        needs_person: vec!["wide dissent".into()],
        weight: 1.5,
        ..result(SAFETY, "Safe Tool Engineering", 2, first)
    };
    (verdict, vec![shell, temp, errors], readings)
}

/// A criterion where everything holds.
fn graph() -> (CriterionResult, Vec<Evidence>, Vec<Reading>) {
    let lines = Finding::found(
        Place::lines("src/graph.py", "b2", 10, 24),
        "Edges from `START` to three nodes that all lead to `aggregator`.",
    );
    let code: Vec<String> =
        (1..=15).map(|n| format!("builder.add_edge(START, \"node_{n}\")")).collect();
    let lines =
        evidence(GRAPH, Detective::RepoInvestigator, "fan_out", lines.quoting(code.join("\n")));
    let history = Finding {
        places: vec![
            Place::Commit { id: COMMIT.into() },
            Place::Commit { id: COMMIT.replace('4', "5") },
        ],
        ..Finding::found(
            Place::Report,
            "Walked every parent; places: the first and the last commit.",
        )
    };
    let history = evidence(GRAPH, Detective::RepoInvestigator, "commits", history);
    let readings = vec![
        reading(GRAPH, "fan_out", Outcome::Holds, "2 fan-outs and 2 fan-ins.", &[&lines]),
        reading(GRAPH, "commits", Outcome::Holds, "41 commits over nine days.", &[&history]),
    ];
    let all = Persona::ALL
        .map(|judge| opinion(GRAPH, judge, 5, "Both probes hold.", &[&lines, &history]));
    let verdict = CriterionResult {
        trace: vec![
            step(Rule::FactSupremacy, false, "Every citation exists.", &[]),
            step(Rule::FunctionalityWeight, true, "The Tech Lead confirms: 5.", &[&lines]),
        ],
        level: Some(AwardedLevel { name: "Exemplary".into(), points: 15.0, of: 15.0 }),
        ..result(GRAPH, "Graph Orchestration Architecture", 5, all.to_vec())
    };
    (verdict, vec![lines, history], readings)
}

/// A criterion that nobody could examine to the end.
fn figures() -> (CriterionResult, Vec<Evidence>, Vec<Reading>) {
    let found = Finding::found(Place::Page { page: 6 }, "Bitmap of 1200 × 800 pixels.")
        .with_confidence(Confidence::POSSIBLE);
    let found = evidence(FIGURES, Detective::VisionInspector, "present", found);
    let unseen = Finding::unknown(Place::Report, "No model looked at the pictures.");
    let unseen = evidence(FIGURES, Detective::VisionInspector, "flow", unseen);
    let why = "no model with eyes is configured";
    let readings = vec![
        reading(FIGURES, "present", Outcome::Holds, "1 figure of a diagram's size.", &[&found]),
        reading(
            FIGURES,
            "flow",
            Outcome::open(why.into()),
            &format!("Could not be decided: {why}."),
            &[&unseen],
        ),
    ];
    let all = Persona::ALL
        .map(|judge| opinion(FIGURES, judge, 3, "One diagram, nobody looked at it.", &[&found]));
    let verdict = CriterionResult {
        trace: vec![step(Rule::Median, true, "The median of 3, 3 and 3 is 3.", &[])],
        remediation: "Nothing can be said before somebody looks at page 6.".into(),
        needs_person: vec!["not examined by a vision model".into()],
        ..result(FIGURES, "Architectural Diagram Analysis", 3, all.to_vec())
    };
    (verdict, vec![found, unseen], readings)
}

/// A report on an invented submission.
pub(super) fn report() -> AuditReport {
    let mut report = AuditReport {
        repo_url: "https://github.com/octo/courtroom-agent".into(),
        executive_summary: "Competent, held down by one confirmed flaw. The graph is genuinely \
                            parallel and the history is steady work over nine days."
            .into(),
        overall_score: 3.0,
        criteria: Vec::new(),
        remediation_plan: String::new(),
        not_scored: vec![NotScored {
            dimension_id: id(DEPTH),
            dimension_name: "Theoretical Depth (Documentation)".into(),
            reason: "The report has no text: its 14 pages are pictures.".into(),
            remedies: Vec::new(),
            missing_seats: Vec::new(),
        }],
        mean_score: 3.15,
        overall_cap: Some(
            "The flaw in *Safe Tool Engineering* caps it at 3.0 until it is fixed.".into(),
        ),
        notices: vec![
            "The report is a scan: `reports/final_report.pdf` has no text on its 14 pages.".into(),
        ],
        flags: Vec::new(),
        exposed: Vec::new(),
        evidences: std::collections::BTreeMap::new(),
        readings: Vec::new(),
        waivers: Vec::new(),
        moved: None,
        provenance: provenance(),
    };
    for (verdict, evidence, readings) in [safety(), graph(), figures()] {
        report.evidences.insert(verdict.dimension_id.clone(), evidence);
        report.readings.extend(readings);
        report.criteria.push(verdict);
    }
    report
}

fn provenance() -> Provenance {
    Provenance {
        program_version: "0.1.0".into(),
        fingerprint: "0123456789abcdef".into(),
        commit: Some(COMMIT.into()),
        branch: Some("main".into()),
        commits: Some(41),
        older_commits: false,
        report_path: Some("reports/final_report.pdf".into()),
        report_choice: Some("The only PDF below `reports/`.".into()),
        pdf_engine: None,
        report_sha256: Some("9b1e".repeat(16)),
        report_pages: Some(14),
        report_pages_unread: None,
        rubric_name: "Week 2: The Automaton Auditor".into(),
        rubric_version: "1.2".into(),
        rubric_sha256: "77aa".repeat(16),
        routing: vec![
            (id(GRAPH), Detective::RepoInvestigator),
            (id(SAFETY), Detective::RepoInvestigator),
            (id(DEPTH), Detective::DocAnalyst),
            (id(FIGURES), Detective::VisionInspector),
        ],
        bench: BenchKind::Rules,
        judging: None,
        taken_over: None,
        reservations: vec!["2 of 41 commits have no readable date".into()],
    }
}
