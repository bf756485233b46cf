//! A class with one of everything, made of real audits of the samples.

use super::fake::Fake;
use automaton_auditor::docket::Registry as _;
use automaton_auditor::domain::docket::{DocketEvent, Grade, Order, Origin, Revision, Submission};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::graded::Student;
use automaton_auditor::domain::ids::{AuditId, SubmissionId};
use automaton_auditor::domain::opinion::Persona;
use automaton_auditor::domain::repo_url::{Hosts, RepoUrl};
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::domain::request::{AuditRequest, RepoSource, ReportSource};
use automaton_auditor::domain::score::Score;
use automaton_auditor::engine::{EngineBuilder, Outcome, load_rubric};
use automaton_auditor::ports::reports::Folder;
use automaton_auditor::ports::sandbox::InProcess;
use automaton_auditor::render::results::CohortHint;
use automaton_auditor::worker;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A real audit of a sample.
pub struct Audited {
    pub report: Arc<AuditReport>,
    pub events: Vec<Arc<AuditEvent>>,
}

pub fn id(name: &str) -> SubmissionId {
    SubmissionId::new(name).unwrap()
}

pub fn audit(name: &str) -> AuditId {
    AuditId::new(name).unwrap()
}

/// The audit of a sample; each is conducted once.
pub fn audited(sample: &'static str) -> &'static Audited {
    static ALL: [OnceLock<Audited>; 2] = [OnceLock::new(), OnceLock::new()];
    let place = usize::from(sample == "linear-agent");
    ALL[place].get_or_init(|| {
        // The caller may stand in a runtime already.
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
            runtime.unwrap().block_on(conduct(sample))
        })
        .join()
        .unwrap()
    })
}

async fn conduct(sample: &str) -> Audited {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let pdf = format!("{sample}-report.pdf");
    let git = format!("{sample}.git");
    let request = AuditRequest::new(
        RepoSource::Local { path: root.join("samples").join(&git), shown: git },
        ReportSource::File { path: root.join("samples").join(&pdf), shown: pdf },
    );
    let rubric = load_rubric(&std::fs::read(root.join("rubric.json")).unwrap()).unwrap();
    let output = tempfile::tempdir().unwrap();
    let engine = EngineBuilder::new(Arc::new(InProcess::new(worker::perform)));
    let engine = engine.start().await.unwrap();
    let reports = Arc::new(Folder::new(output.path().into()));
    let handle = engine.submit(audit("sample"), request, Arc::new(rubric), reports).unwrap();
    let mut events = Vec::new();
    let (outcome, _) = handle.follow(|event| events.push(event)).await;
    let Outcome::Reported { report, .. } = outcome.unwrap() else {
        panic!("{sample} has no report")
    };
    engine.shut_down(Duration::from_secs(10)).await;
    Audited { report, events }
}

/// Enters a submission.
pub fn enter(class: &Fake, name: &str, student: &str) {
    let url = RepoUrl::parse(&format!("https://github.com/class/{name}"), &Hosts::default());
    let student =
        (!student.is_empty()).then(|| Student { name: student.into(), ..Student::default() });
    let submission = Submission {
        id: id(name),
        student,
        repo: RepoSource::Remote { url: url.unwrap() },
        report: ReportSource::Search,
        rubric: None,
        within: None,
        origin: Origin::List { file: "submissions.csv".into(), line: 2 },
    };
    let revision = Revision::of(&submission, None);
    class.record(DocketEvent::Entered { submission, revision });
}

/// Begins the audit of a submission, which is called after it.
pub fn begin(class: &Fake, name: &str) -> AuditId {
    let docket = class.docket();
    let revision = docket.items[&id(name)].revision.clone();
    let audit = audit(&format!("{name}-{}", docket.next));
    let (id, after) = (id(name), None);
    class.record(DocketEvent::Begun { id, revision, audit: audit.clone(), after });
    audit
}

/// Ends an audit with this report.
pub fn grade(
    class: &Fake,
    name: &str,
    audit: &AuditId,
    report: Arc<AuditReport>,
    partial: Option<&str>,
) {
    let grade = Grade {
        overall: Some(report.overall_score),
        partial: partial.map(str::to_owned),
        commit: report.provenance.commit.clone(),
        cost: Some(0.1371),
        tokens: 48_210,
        seconds: 94,
        files: Vec::new(),
    };
    class.inner().reports.insert(audit.clone(), report);
    class.record(DocketEvent::Graded { id: id(name), audit: audit.clone(), grade });
}

/// The report of the good sample as if the judges were at odds on some criteria, and one said nothing.
pub fn disputed() -> AuditReport {
    let mut report = audited("courtroom-agent").report.as_ref().clone();
    for at in [2, 4] {
        let result = &mut report.criteria[at];
        for opinion in &mut result.judge_opinions {
            let score = match opinion.judge {
                Persona::Prosecutor => 1,
                Persona::Defense => 5,
                Persona::TechLead => 3,
            };
            opinion.score = Score::new(score).unwrap();
        }
        result.spread = 4;
        result.final_score = Score::new(3).unwrap();
        result.dissent_summary = Some(
            "The Prosecutor holds that nothing is proven by a name; the Defense that the code runs."
                .into(),
        );
    }
    report
}

/// A class with one of everything.
pub fn class() -> Fake {
    let class = Fake::default();
    let good = &audited("courtroom-agent");
    let linear = &audited("linear-agent");
    let people = [
        ("adeyemi-t", "Tunde Adeyemi"),
        ("baker-l", "Lena Baker"),
        ("chen-w", "Wei Chen"),
        ("dubois-m", "Margot Dubois"),
        ("eriksen-o", "Ola Eriksen"),
        ("fischer-j", "Jonas Fischer"),
        ("garcia-s", "Sofía García"),
        ("haddad-r", ""),
        ("ivanova-k", "Katya Ivanova"),
        ("jones-p", "Priya Jones"),
    ];
    for (name, student) in people {
        enter(&class, name, student);
    }
    for name in ["baker-l", "garcia-s", "ivanova-k"] {
        let audit = begin(&class, name);
        good.events.iter().for_each(|event| class.happen(&id(name), &audit, Arc::clone(event)));
        grade(&class, name, &audit, Arc::clone(&good.report), None);
    }
    let audit = begin(&class, "chen-w");
    grade(&class, "chen-w", &audit, Arc::new(disputed()), None);
    let audit = begin(&class, "dubois-m");
    let partial = Some("the report’s figures were not examined");
    grade(&class, "dubois-m", &audit, Arc::clone(&linear.report), partial);
    let audit = begin(&class, "eriksen-o");
    let reason = "the host did not answer within 120 s, and it was asked four times".into();
    class.record(DocketEvent::Failed { id: id("eriksen-o"), audit, reason, passing: false });
    let order = Order::Cancel { id: Some(id("fischer-j")) };
    class.record(DocketEvent::Ordered { order, by: "ada".into() });
    run_until_heard(&class, "jones-p", 11);
    class.inner().hints.push(CohortHint {
        submissions: vec![id("baker-l"), id("garcia-s")],
        text: "`src/tools/repo_tools.py` is the same in both but for its names".into(),
    });
    class
}

/// Lets the audit of a submission go so far that so many opinions were heard.
pub fn run_until_heard(class: &Fake, name: &str, heard: usize) -> AuditId {
    let audit = begin(class, name);
    let mut left = heard;
    for event in &audited("courtroom-agent").events {
        match event.as_ref() {
            AuditEvent::Heard { .. } if left == 0 => break,
            AuditEvent::Heard { .. } => left -= 1,
            AuditEvent::Decided { .. } | AuditEvent::Published { .. } => break,
            _ => {}
        }
        class.happen(&id(name), &audit, Arc::clone(event));
    }
    audit
}
