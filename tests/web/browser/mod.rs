//! The dashboard in a real browser.

mod cdp;
mod hostile;
mod looks;

use super::fake::Fake;
use super::scene::{self, begin, enter, grade, id};
use super::site::{Site, TOKEN, run};
use automaton_auditor::domain::docket::{DocketEvent, Order};
use automaton_auditor::domain::event::AuditEvent;
use cdp::Browser;
use std::sync::Arc;

/// A server with this class, and a browser that is let in.
async fn visit(class: Fake) -> (Site, Browser) {
    let site = Site::of(class).await;
    let mut browser = Browser::start().await;
    browser.look(1280, false).await;
    browser.open(&site.url(&format!("/login?token={TOKEN}"))).await;
    browser.wait("location.pathname === '/' && !location.search").await;
    (site, browser)
}

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn what_happens_shows_without_loading_the_page_again() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "Ada");
        let (site, mut browser) = visit(class).await;
        browser.wait("document.querySelector('#live').textContent === 'Live'").await;
        browser.value("window.__mark = 1").await;
        browser.wait("document.getElementById('row:ada').textContent.includes('waiting')").await;
        let audit = begin(&site.class, "ada");
        browser.wait("document.getElementById('row:ada').textContent.includes('running')").await;
        for event in scene::audited("courtroom-agent").events.iter().take(4) {
            site.class.happen(&id("ada"), &audit, Arc::clone(event));
        }
        browser.wait("document.getElementById('row:ada').textContent.includes('evidence')").await;
        let report = Arc::clone(&scene::audited("courtroom-agent").report);
        grade(&site.class, "ada", &audit, report, None);
        browser.wait("document.getElementById('row:ada').textContent.includes('graded')").await;
        enter(&site.class, "bob", "Bob");
        browser.wait("document.getElementById('row:bob')").await;
        let order = Order::Remove { id: id("bob") };
        site.class.record(DocketEvent::Ordered { order, by: "ada".into() });
        browser.wait("!document.getElementById('row:bob')").await;
        assert_eq!(browser.value("window.__mark").await, 1, "the page was loaded again");
        assert_eq!(browser.wrongs().await, [""; 0]);
    });
}

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn an_audit_fills_its_grid_while_it_runs() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "Ada");
        let audit = scene::run_until_heard(&class, "ada", 2);
        let (site, mut browser) = visit(class).await;
        browser.open(&site.url("/submissions/ada")).await;
        let badges = "document.querySelectorAll('#grid td .score:not(.s0)').length";
        assert_eq!(browser.value(badges).await, 2);
        let all = &scene::audited("courtroom-agent").events;
        let heard = all.iter().filter(|one| matches!(one.as_ref(), AuditEvent::Heard { .. }));
        for event in heard.skip(2).take(5) {
            site.class.happen(&id("ada"), &audit, Arc::clone(event));
        }
        browser.wait(&format!("{badges} === 7")).await;
        let decided = all.iter().find(|one| matches!(one.as_ref(), AuditEvent::Decided { .. }));
        site.class.happen(&id("ada"), &audit, Arc::clone(decided.unwrap()));
        browser.wait(&format!("{badges} > 15")).await;
        assert_eq!(browser.wrongs().await, [""; 0]);
    });
}

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn a_report_opens_with_its_evidence_and_its_style() {
    run(async {
        let (site, mut browser) = visit(scene::class()).await;
        browser.open(&site.url("/submissions/baker-l")).await;
        browser.value("document.querySelector('a.button.main').click()").await;
        browser.wait("location.pathname === '/submissions/baker-l/report'").await;
        browser.wait("document.readyState === 'complete'").await;
        let card = "getComputedStyle(document.querySelector('.card')).borderTopLeftRadius";
        assert_eq!(browser.value(card).await, "12px", "the style is not applied");
        let pieces = "document.querySelectorAll('details.piece').length";
        assert!(browser.value(pieces).await.as_u64().unwrap() > 20);
        assert_eq!(browser.wrongs().await, [""; 0]);
        browser.value("document.querySelector('.home a').click()").await;
        browser.wait("location.pathname === '/submissions/baker-l'").await;
    });
}

#[test]
#[ignore = "needs Chromium; .ci/run installs it and runs this"]
fn a_score_is_overridden_by_keyboard_alone() {
    run(async {
        let (site, mut browser) = visit(scene::class()).await;
        browser.open(&site.url("/doubts")).await;
        let first = browser.value("document.querySelector('h1').textContent").await;
        browser.press("j").await;
        browser.wait("location.search.startsWith('?case=')").await;
        browser.wait("document.readyState === 'complete'").await;
        browser.press("k").await;
        browser.wait(&format!("document.querySelector('h1').textContent === {first}")).await;
        // On to a case that has a form.
        browser.open(&site.url("/doubts?case=chen-w:graph_orchestration")).await;
        let criterion = browser.value("document.querySelector('[name=criterion]').value").await;
        for _ in 0..200 {
            browser.press("Tab").await;
            if browser.value("document.activeElement.name === 'score'").await == true {
                break;
            }
        }
        let outline = "getComputedStyle(document.activeElement.nextElementSibling).outlineStyle";
        assert_eq!(browser.value(outline).await, "solid", "the focus cannot be seen");
        browser.press("ArrowRight").await;
        let score = browser.value("document.activeElement.value").await;
        browser.press("Tab").await;
        browser.write("seen in class").await;
        browser.press("Tab").await;
        browser.write("Grace H.").await;
        let orders = site.class.orders().len();
        browser.press("Enter").await;
        browser.wait(&format!("!location.search.includes({criterion})")).await;
        let (order, by) = site.class.orders().last().unwrap().clone();
        assert_eq!((site.class.orders().len(), by.as_str()), (orders + 1, "Grace H."));
        let Order::Override { score: given, reason, .. } = order else { panic!("{order:?}") };
        assert_eq!(given.unwrap().to_string(), score.as_str().unwrap());
        assert_eq!(reason, "seen in class");
        browser.open(&site.url("/submissions/chen-w")).await;
        let person = "document.querySelector('#grid').textContent.includes('by a person')";
        browser.wait(person).await;
        let shown = "document.body.textContent.includes('seen in class')";
        assert_eq!(browser.value(shown).await, true);
        let name = "document.querySelector('[name=by]').value";
        assert_eq!(browser.value(name).await, "Grace H.", "the name is not remembered");
        assert_eq!(browser.wrongs().await, [""; 0]);
    });
}
