//! A small submission in memory, and the rubric that it is held against.

use super::model::models;
use crate::detect;
use crate::domain::evidence::Detective;
use crate::domain::facts::{
    CommitFact, DocumentFacts, Facts, Figure, FigureFacts, FigureKind, HistoryFacts, Identity,
    PythonFacts, ReportPage, RepositoryFacts,
};
use crate::domain::ids::{AuditId, CriterionId, EvidenceId};
use crate::domain::request::{AuditRequest, BenchKind, RepoSource, ReportSource};
use crate::domain::retry::RetryPolicy;
use crate::domain::rubric::Rubric;
use crate::domain::state::AgentState;
use crate::engine::load_rubric;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names every simulated audit.
pub(crate) fn audit() -> AuditId {
    AuditId::new("simulated").expect("the name is plain")
}

/// What is audited.
pub struct Submission {
    pub rubric: Arc<Rubric>,
    pub repository: RepositoryFacts,
    pub document: DocumentFacts,
    pub figures: FigureFacts,
    /// Some piece of evidence on each dimension.
    pub evidence: BTreeMap<CriterionId, EvidenceId>,
}

impl Submission {
    /// A submission and a rubric of this many dimensions, 1 to 10: the last is the report's figures where
    /// there are three or more, the one before it the report's words where there are two or more.
    pub fn new(dimensions: u8) -> Self {
        let mut submission = Self {
            rubric: Arc::new(rubric(dimensions.clamp(1, 10))),
            repository: repository(),
            document: document(),
            figures: figures(),
            evidence: BTreeMap::new(),
        };
        submission.evidence = submission.testimony();
        submission
    }

    /// The request to audit it.
    pub fn request(seed: u64) -> AuditRequest {
        let repo = RepoSource::Local { path: "/simulated".into(), shown: "simulated".into() };
        let (path, shown) = ("/simulated.pdf".into(), "simulated.pdf".into());
        AuditRequest {
            bench: BenchKind::Llm,
            retry: RetryPolicy::for_models(),
            models: Some(models()),
            seed,
            ..AuditRequest::new(repo, ReportSource::File { path, shown })
        }
    }

    /// The first piece of evidence on each dimension.
    fn testimony(&self) -> BTreeMap<CriterionId, EvidenceId> {
        let mut state = AgentState::new(Arc::new(Self::request(0)), Arc::clone(&self.rubric));
        let facts = [
            (Detective::RepoInvestigator, Facts::Repository(self.repository.clone())),
            (Detective::DocAnalyst, Facts::Document(self.document.clone())),
            (Detective::VisionInspector, Facts::Figures(self.figures.clone())),
        ];
        state.facts.extend(facts.map(|(detective, facts)| (detective, Arc::new(facts))));
        let all = Detective::ALL.into_iter().flat_map(|detective| {
            let (evidences, _) = detect::testify(detective, &state);
            evidences.into_iter()
        });
        all.filter_map(|(criterion, list)| Some((criterion, list.first()?.id.clone()))).collect()
    }
}

fn rubric(dimensions: u8) -> Rubric {
    let all: Vec<Value> = (1..=dimensions)
        .map(|nth| {
            let (artifact, probe, with) = match (nth, dimensions) {
                (nth, all) if nth == all && all >= 3 => {
                    ("pdf_images", "figures.present", json!({}))
                }
                (nth, all) if all >= 2 && nth == all - u8::from(all >= 3) => {
                    ("pdf_report", "document.concepts", json!({ "terms": ["Fan-In"] }))
                }
                _ => ("github_repo", "history.commits", json!({})),
            };
            json!({
                "id": format!("dimension_{nth}"), "name": format!("Dimension {nth}"),
                "target_artifact": artifact, "forensic_instruction": "look",
                "success_pattern": "good", "failure_pattern": "bad",
                "probes": [{
                    "id": "p", "probe": probe, "asks": "it is so", "with": with, "flaw": false,
                    "advice": "make it so",
                }],
            })
        })
        .collect();
    let rubric = json!({
        "rubric_metadata": {"rubric_name": "Simulated", "grading_target": "Nothing", "version": "1"},
        "dimensions": all,
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x", "security_cap": 3,
        },
    });
    load_rubric(rubric.to_string().as_bytes()).expect("the rubric is our own")
}

fn repository() -> RepositoryFacts {
    let ada = Identity { name: "Ada".into(), email: "ada@example.org".into() };
    let commit = |day: i64| CommitFact {
        id: format!("{day:040x}"),
        author: ada.clone(),
        author_time: 1_700_000_000 + day * 86_400,
        committer_time: 1_700_000_000 + day * 86_400,
        subject: format!("engine: turn wheel {day}"),
        ..CommitFact::default()
    };
    RepositoryFacts {
        commit: format!("{:040x}", 4),
        branch: Some("main".into()),
        history: HistoryFacts {
            commits: (0..5).map(commit).collect(),
            authors: vec![ada.clone()],
            ..HistoryFacts::default()
        },
        python: PythonFacts { files: 1, ..PythonFacts::default() },
        ..RepositoryFacts::default()
    }
}

fn document() -> DocumentFacts {
    let text = "Fan-In happens in `src/graph.py`: the node `join` merges what was found.\n";
    let page = ReportPage {
        number: 1,
        width: 600.0,
        height: 800.0,
        text: text.into(),
        ..ReportPage::default()
    };
    DocumentFacts { sha256: "d0c".into(), pages: vec![page], ..DocumentFacts::default() }
}

fn figures() -> FigureFacts {
    let figure = Figure {
        png: None,
        page: 1,
        kind: FigureKind::Vector,
        area: crate::domain::facts::Area::default(),
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
