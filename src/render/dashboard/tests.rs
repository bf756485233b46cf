use super::*;
use crate::domain::docket::{
    Docket, DocketEvent, Grade, Origin, Record, Revision, Submission, Waiver,
};
use crate::domain::graded::{Graded, State};
use crate::domain::ids::{AuditId, SubmissionId};
use crate::domain::repo_url::{Hosts, RepoUrl};
use crate::domain::request::{RepoSource, ReportSource};
use crate::render::fixture::{id, report};
use crate::render::hostile;
use crate::render::page::Page;
use std::collections::BTreeMap;
use std::sync::Arc;

fn submission(name: &str) -> Submission {
    let url = RepoUrl::parse(&format!("https://github.com/class/{name}"), &Hosts::default());
    Submission {
        id: SubmissionId::new(name).unwrap(),
        student: None,
        repo: RepoSource::Remote { url: url.unwrap() },
        report: ReportSource::Search,
        rubric: None,
        within: None,
        origin: Origin::Web,
    }
}

/// A docket in which these were entered in this order, and `ada` was graded.
fn docket(names: &[&str]) -> Docket {
    let mut events = Vec::new();
    for name in names {
        let submission = submission(name);
        let revision = Revision::of(&submission, None);
        events.push(DocketEvent::Entered { submission, revision: revision.clone() });
        if *name == "ada" {
            let (id, audit) = (SubmissionId::new("ada").unwrap(), AuditId::new("a1").unwrap());
            let grade = Grade {
                overall: Some(3.0),
                partial: None,
                commit: None,
                cost: None,
                tokens: 0,
                seconds: 3,
                files: Vec::new(),
            };
            events.push(DocketEvent::Begun {
                id: id.clone(),
                revision,
                audit: audit.clone(),
                after: None,
            });
            events.push(DocketEvent::Graded { id, audit, grade });
        }
    }
    let records = (0..).zip(events).map(|(seq, event)| Record { seq, at: 100 + seq, event });
    Docket::of(&records.collect::<Vec<_>>())
}

fn graded(report: crate::domain::report::AuditReport) -> Vec<Arc<Graded>> {
    let id = SubmissionId::new("ada").unwrap();
    let report = Some(Arc::new(report));
    vec![Arc::new(Graded { report, ..Graded::new(id, State::Graded) })]
}

/// All pages of a class in which one was graded.
fn pages(docket: &Docket, class: &[Arc<Graded>], title: &str) -> Vec<String> {
    let lines = lines(docket, class);
    let all = cases(&lines);
    let view = View { title, csrf: "mark", next: 9, now: 500, grader: title, waiting: all.len() };
    let running = BTreeMap::new();
    let meter =
        Meter { held: Some(title.into()), problems: vec![title.into()], ..Meter::default() };
    let filter = Filter { text: title.into(), ..Filter::default() };
    let open = Filter::default();
    let hints = Vec::new();
    let page = |filter| {
        let class = Class {
            docket,
            lines: &lines,
            hints: &hints,
            running: &running,
            meter: &meter,
            filter,
        };
        class_page(&view, &class)
    };
    let mut pages = vec![page(&filter), page(&open), login_page(None), problem_page(title, title)];
    let evidence = crate::domain::ids::EvidenceId::of(&["x"]);
    let waiver = Waiver { evidence, submission: None, reason: title.into(), until: Some(999) };
    let waivers = [(waiver, title.to_owned())];
    let shown = |line| Shown { line, audit: None, proceedings: None, waivers: &waivers };
    pages.extend(lines.iter().map(|line| submission_page(&view, &shown(line))));
    pages.extend(all.iter().map(|case| queue_page(&view, &all, &case.key())));
    pages.push(queue_page(&view, &[], ""));
    pages.extend(report_page(&class[0]));
    pages
}

#[test]
fn every_page_is_well_formed_whatever_is_written_in_it() {
    for text in ["plain", "</title><script>x</script><img src=x onerror=y>\"'`\u{202e}&lt;<!--"] {
        let class = graded(hostile::saying(text, &[]));
        let docket = docket(&["ada", "bob"]);
        let pages = pages(&docket, &class, text);
        assert!(pages.len() > 9, "{}", pages.len());
        for html in pages {
            let page = Page::read(&html);
            assert_eq!(page.errors, [""; 0], "{html}");
            let is_ours = |tag: &&(String, BTreeMap<String, String>)| tag.0 == "script";
            let scripts: Vec<_> = page.tags.iter().filter(is_ours).collect();
            assert!(scripts.len() <= 1, "{html}");
            assert!(page.tags.iter().all(|(name, all)| {
                !matches!(name.as_str(), "img" | "iframe" | "base")
                    && all.keys().all(|key| !key.starts_with("on") && key != "style")
            }));
            assert!(!html.contains('\u{202e}'));
            let ids = page.values("id");
            let unique: std::collections::BTreeSet<_> = ids.iter().collect();
            assert_eq!(ids.len(), unique.len(), "two anchors share a name: {ids:?}");
        }
    }
}

#[test]
fn forms_carry_their_mark_and_every_field_has_a_label() {
    let class = graded(report());
    for html in pages(&docket(&["ada", "bob"]), &class, "A class") {
        let page = Page::read(&html);
        let forms = html.matches("method=\"post\"").count();
        let marks = html.matches("name=\"csrf\" value=\"mark\"").count();
        let is_entry = html.contains("action=\"/login\"");
        assert_eq!(forms, marks + usize::from(is_entry), "{html}");
        let fields = page.tags.iter().filter(|(name, all)| {
            name == "input" && all.get("type").is_none_or(|kind| kind != "hidden")
                || name == "select"
        });
        // Each stands within its label.
        let labels = page.tags.iter().filter(|(name, _)| name == "label").count();
        assert_eq!(fields.count(), labels);
        assert_eq!(page.tags.iter().filter(|(name, _)| name == "h1").count(), 1, "{html}");
        assert_eq!(page.tags.iter().filter(|(name, _)| name == "main").count(), 1);
    }
}

#[test]
fn doubtful_submissions_come_first_and_filters_keep_what_fits() {
    let docket = docket(&["zoe", "ada", "bob"]);
    let class = graded(report());
    let lines = lines(&docket, &class);
    let names: Vec<_> = lines.iter().map(|line| line.id.as_str()).collect();
    assert_eq!(names, ["ada", "zoe", "bob"]);
    let kept = |filter: Filter| -> Vec<&str> {
        lines.iter().filter(|line| filter.keeps(line)).map(|line| line.id.as_str()).collect()
    };
    assert_eq!(kept(Filter { doubtful: true, ..Filter::default() }), ["ada"]);
    assert_eq!(kept(Filter { state: "waiting".into(), ..Filter::default() }), ["zoe", "bob"]);
    assert_eq!(kept(Filter { text: " CLASS/Zo ".into(), ..Filter::default() }), ["zoe"]);
    assert_eq!(counts(&lines), [("graded", 1), ("waiting", 2)].into());
}

#[test]
fn what_a_person_scored_waits_no_longer() {
    let docket = docket(&["ada"]);
    let mut class = graded(report());
    let waits = |class: &[Arc<Graded>]| -> Vec<String> {
        cases(&lines(&docket, class)).iter().map(Case::key).collect()
    };
    let before = waits(&class);
    assert!(before.contains(&"ada:safe_tool_engineering".to_owned()), "{before:?}");
    assert!(before.contains(&"ada:theoretical_depth".to_owned()), "{before:?}");
    let human = crate::domain::graded::HumanScore {
        score: crate::render::fixture::score(2),
        who: "Ada".into(),
        reason: "seen".into(),
        at: 7,
    };
    let one = Arc::make_mut(&mut class[0]);
    one.human.insert(id("safe_tool_engineering"), human.clone());
    one.human.insert(id("theoretical_depth"), human);
    assert!(waits(&class).iter().all(|key| !key.contains("safe_tool") && !key.contains("depth")));
}
