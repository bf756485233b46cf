//! A submission that fights back: nothing of it runs, and nothing of it is even tried.

use super::super::fake::Fake;
use super::super::scene::{self, audited, begin, enter, grade, id};
use super::super::site::run;
use super::visit;
use automaton_auditor::domain::docket::{DocketEvent, Origin, Revision, Submission};
use automaton_auditor::domain::graded::Student;
use automaton_auditor::domain::report::AuditReport;
use automaton_auditor::domain::request::{RepoSource, ReportSource};
use automaton_auditor::render::results::CohortHint;
use serde_json::Value;
use std::sync::Arc;

/// What the submission says wherever it can.
const ATTACK: &str = "</style></script><script>window.__hit=1</script>\"'><img src=x onerror=window.__hit=2>\
     <svg onload=window.__hit=3><a href=\"javascript:window.__hit=4\">[x](javascript:window.__hit=5)</a>\
     <iframe srcdoc='<script>parent.__hit=6</script>'></iframe><form action=https://evil.example><input name=csrf>\
     \u{202e}gnp.exe\u{2066}<meta http-equiv=refresh content='0;url=https://evil.example'><base href=//evil.example>";

/// The report with every text replaced that is not a name or a digest of ours.
fn hostile() -> AuditReport {
    fn replace(value: &mut Value, key: &str) {
        const OURS: [&str; 18] = [
            "id",
            "dimension_id",
            "criterion",
            "criterion_id",
            "judge",
            "probe",
            "standing",
            "detective",
            "kind",
            "tag",
            "rule",
            "round",
            "persona",
            "cited_evidence",
            "because",
            "evidence",
            "routing",
            "bench",
        ];
        match value {
            Value::String(text) if !OURS.contains(&key) => ATTACK.clone_into(text),
            Value::Array(all) => all.iter_mut().for_each(|one| replace(one, key)),
            Value::Object(all) => all.iter_mut().for_each(|(key, one)| replace(one, key)),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut value = serde_json::to_value(scene::disputed()).unwrap();
    replace(&mut value, "");
    serde_json::from_value(value).unwrap()
}

fn class() -> Fake {
    let class = Fake::default();
    ATTACK.clone_into(&mut class.inner().title);
    let submission = Submission {
        id: id("mallory"),
        student: Some(Student { name: ATTACK.into(), login: ATTACK.into(), ..Student::default() }),
        repo: RepoSource::Local { path: "/x".into(), shown: ATTACK.into() },
        report: ReportSource::InRepository { path: ATTACK.into() },
        rubric: None,
        within: None,
        origin: Origin::Folder { name: ATTACK.into() },
    };
    let revision = Revision::of(&submission, None);
    class.record(DocketEvent::Entered { submission, revision });
    let audit = begin(&class, "mallory");
    let all = &audited("courtroom-agent").events;
    for event in all {
        class.happen(&id("mallory"), &audit, Arc::clone(event));
    }
    grade(&class, "mallory", &audit, Arc::new(hostile()), Some(ATTACK));
    enter(&class, "eve", ATTACK);
    let audit = begin(&class, "eve");
    let reason = ATTACK.to_owned();
    class.record(DocketEvent::Failed { id: id("eve"), audit, reason, passing: false });
    let hint = CohortHint { submissions: vec![id("eve")], text: ATTACK.into() };
    let mut inner = class.inner();
    inner.hints.push(hint);
    inner.vitals.held = Some(ATTACK.into());
    inner.vitals.problems = vec![ATTACK.into()];
    drop(inner);
    class
}

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn nothing_of_a_hostile_submission_runs() {
    run(async {
        let (site, mut browser) = visit(class()).await;
        let paths = [
            "/",
            "/?q=%3Cscript%3Ewindow.__hit%3D7%3C%2Fscript%3E&state=%22onfocus%3Dx",
            "/submissions/mallory",
            "/submissions/mallory/report",
            "/submissions/eve",
            "/doubts",
            "/doubts?case=mallory:graph_orchestration",
            "/api/v1/submissions/mallory/result.html",
            "/api/v1/submissions/mallory/result.json",
            "/api/v1/submissions",
        ];
        for path in paths {
            browser.open(&site.url(path)).await;
            // Whoever clicks on everything runs nothing either.
            browser
                .value("document.querySelectorAll('summary').forEach((one) => one.click())")
                .await;
            let links = "[...document.querySelectorAll('a[href]')].map((one) => one.protocol)\
                         .filter((one) => one !== 'http:' && one !== 'https:' && one !== 'data:')";
            assert_eq!(browser.value(links).await, serde_json::json!([]), "{path}");
            let foreign = "document.querySelectorAll('img, iframe, base, object, embed, [onerror], \
                           [onload], meta[http-equiv=refresh], script:not([src^=\"/assets/\"])').length";
            assert_eq!(browser.value(foreign).await, 0, "{path}");
            assert_eq!(browser.value("'__hit' in window").await, false, "{path}");
            let bidi = "/[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.textContent)";
            assert_eq!(browser.value(bidi).await, false, "{path}");
            assert_eq!(browser.wrongs().await, [""; 0], "{path}");
        }
    });
}
