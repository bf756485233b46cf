//! A small submission in memory, the rubric it is held against, and the request to do so.

use automaton_auditor::domain::facts::{
    CallCertainty, CallFact, CommitFact, DocumentFacts, Figure, FigureFacts, FigureKind,
    HistoryFacts, Identity, Lines, PythonFacts, ReportPage, RepositoryFacts,
};
use automaton_auditor::domain::ids::CriterionId;
use automaton_auditor::domain::opinion::{Persona, Round, Seat};
use automaton_auditor::domain::repo_url::{Hosts, RepoUrl};
use automaton_auditor::domain::request::{AuditRequest, RepoSource, ReportSource};
use automaton_auditor::domain::rubric::Rubric;
use automaton_auditor::engine::load_rubric;
use serde_json::{Value, json};
use std::sync::Arc;

/// The dimensions of [`rubric`], in its order; the first two are the repository's.
pub const CRITERIA: [&str; 4] = ["history", "safety", "words", "pictures"];

fn dimension(id: &str, artifact: &str, probe: &Value) -> Value {
    json!({
        "id": id, "name": format!("The {id}"), "target_artifact": artifact,
        "forensic_instruction": "look", "success_pattern": "good", "failure_pattern": "bad",
        "probes": [probe],
    })
}

/// A rubric with one probe for each of four dimensions.
pub fn rubric() -> Arc<Rubric> {
    let probe = |probe: &str, with: Value, flaw: bool| {
        json!({
            "id": "p", "probe": probe, "asks": "it is so", "with": with, "flaw": flaw,
            "advice": "make it so",
        })
    };
    let rubric = json!({
        "rubric_metadata": {"rubric_name": "Small", "grading_target": "A double", "version": "1"},
        "dimensions": [
            dimension("history", "github_repo", &probe("history.commits", json!({}), false)),
            dimension("safety", "github_repo", &probe("python.calls", json!({}), true)),
            dimension("words", "pdf_report", &probe("document.concepts", json!({"terms": ["Fan-In"]}), false)),
            dimension("pictures", "pdf_images", &probe("figures.present", json!({}), false)),
        ],
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x", "security_cap": 3,
        },
    });
    Arc::new(load_rubric(rubric.to_string().as_bytes()).expect("the rubric is valid"))
}

/// A rubric that keeps only those of [`CRITERIA`] that are named.
pub fn rubric_of(criteria: &[&str]) -> Arc<Rubric> {
    let mut rubric = rubric().as_ref().clone();
    rubric.dimensions.retain(|dimension| criteria.contains(&dimension.id.as_str()));
    Arc::new(rubric)
}

/// A request for a local repository and a report beside it.
pub fn request() -> AuditRequest {
    let repo = RepoSource::Local { path: "/submission".into(), shown: "submission".into() };
    let report = ReportSource::File { path: "/report.pdf".into(), shown: "report.pdf".into() };
    AuditRequest { seed: 7, ..AuditRequest::new(repo, report) }
}

/// A request for a repository that has to be fetched, and a report that lies in it.
pub fn remote_request() -> AuditRequest {
    let url = RepoUrl::parse("https://github.com/ada/engine", &Hosts::default());
    let repo = RepoSource::Remote { url: url.expect("the address is plain") };
    AuditRequest { repo, report: ReportSource::Search, ..request() }
}

/// The seat of a judge in the first hearing.
pub fn seat(persona: Persona, criterion: &str) -> Seat {
    let criterion = CriterionId::new(criterion).expect("the id is plain");
    Seat { criterion, round: Round::First, persona }
}

/// Five commits and one dangerous call.
pub fn repository() -> RepositoryFacts {
    let ada = Identity { name: "Ada".into(), email: "ada@example.org".into() };
    let commit = |day: i64| CommitFact {
        id: format!("{day:040x}"),
        author: ada.clone(),
        author_time: 1_700_000_000 + day * 86_400,
        committer_time: 1_700_000_000 + day * 86_400,
        subject: format!("engine: turn wheel {day}"),
        ..CommitFact::default()
    };
    let call = CallFact {
        callee: "os.system".into(),
        because: None,
        written: "os.system(name)".into(),
        certainty: CallCertainty::Definite,
        constant_argument: false,
        open_argument: false,
        function: Some("unpack".into()),
        place: Lines::new("src/tools.py", "b10b", 12, 12),
        in_tests: false,
        live: true,
    };
    RepositoryFacts {
        commit: format!("{:040x}", 4),
        branch: Some("main".into()),
        history: HistoryFacts {
            commits: (0..5).map(commit).collect(),
            authors: vec![ada.clone()],
            ..HistoryFacts::default()
        },
        python: PythonFacts { files: 1, calls: vec![call], ..PythonFacts::default() },
        ..RepositoryFacts::default()
    }
}

/// One page that explains a term.
pub fn document() -> DocumentFacts {
    let text =
        "Fan-In happens in `src/graph.py`: the node `join` merges what the detectives found.\n";
    DocumentFacts {
        sha256: "d0c".into(),
        pages: vec![ReportPage {
            number: 1,
            width: 600.0,
            height: 800.0,
            text: text.into(),
            ..ReportPage::default()
        }],
        ..DocumentFacts::default()
    }
}

/// One large drawing.
pub fn figures() -> FigureFacts {
    let figure = Figure {
        png: None,
        page: 1,
        kind: FigureKind::Vector,
        area: automaton_auditor::domain::facts::Area::default(),
        page_share: 0.5,
        pixels: None,
        bitmaps: None,
        shapes: Some(20),
        labels: Vec::new(),
        sha256: None,
        caption: None,
    };
    FigureFacts { sha256: "d0c".into(), pages: 1, figures: vec![figure], ..FigureFacts::default() }
}
