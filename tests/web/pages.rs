//! What people see without a program in the page, and what programs get.

use super::scene;
use super::site::{Site, TOKEN, run};

#[test]
fn the_docket_shows_doubtful_cases_first_and_what_is_asked_for() {
    run(async {
        let site = Site::of(scene::class()).await;
        let page = site.page("/").await;
        let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("{text} is missing"));
        assert!(place("row:eriksen-o") < place("row:dubois-m"));
        assert!(place("row:dubois-m") < place("row:jones-p"));
        assert!(place("row:jones-p") < place("row:haddad-r"));
        assert!(page.contains("hearing the judges: 11 of 30"), "{page}");
        assert!(page.contains("3.42 USD") && page.contains("of at most 10.00 USD"));
        let check = async |query: &str, shown: &[&str], hidden: &[&str]| {
            let page = site.page(&format!("/?{query}")).await;
            for name in shown {
                assert!(page.contains(&format!("row:{name}")), "{query}: {name} is missing");
            }
            for name in hidden {
                assert!(!page.contains(&format!("row:{name}")), "{query}: {name} is there");
            }
        };
        check("state=running", &["jones-p"], &["baker-l", "haddad-r"]).await;
        check("state=partial", &["dubois-m"], &["baker-l"]).await;
        check("q=LENA", &["baker-l"], &["chen-w"]).await;
        check("q=github.com%2Fclass%2Fchen", &["chen-w"], &["baker-l"]).await;
        check("doubtful=1", &["chen-w"], &["haddad-r"]).await;
        check("page=99", &["chen-w"], &[]).await;
        assert!(site.page("/?q=nobody").await.contains("No submission fits."));
        site.class.inner().vitals.held = Some("the cap on cost is reached".into());
        site.class.inner().vitals.is_alive = false;
        let page = site.page("/").await;
        assert!(
            page.contains("The cap on cost is reached")
                || page.contains("the cap on cost is reached")
        );
        assert!(page.contains("The heart of the program has stopped"));
    });
}

#[test]
fn a_submission_shows_its_audit_its_grid_and_its_history() {
    run(async {
        let site = Site::of(scene::class()).await;
        let page = site.page("/submissions/jones-p").await;
        assert!(page.contains("Hearing the judges: 11 of 30"), "{page}");
        assert_eq!(page.matches("class=\"awaited\"").count(), 30 - 11 + 10, "{page}");
        let page = site.page("/submissions/baker-l").await;
        for text in [
            "Read the report",
            "Results so far",
            "Score it yourself",
            "fact supremacy",
            "Overall 3.0",
        ] {
            assert!(page.contains(text), "{text} is missing");
        }
        assert!(page.contains("href=\"/submissions/baker-l/report#E-"), "evidence is not linked");
        let report = site.page("/submissions/baker-l/report").await;
        assert!(report.contains("href=\"/submissions/baker-l\"") && report.contains("id=\"E-"));
        assert_eq!(site.ask("GET", "/submissions/haddad-r/report", "").await.status(), 404);
    });
}

#[test]
fn the_queue_shows_one_case_and_the_way_to_the_others() {
    run(async {
        let site = Site::of(scene::class()).await;
        let page = site.page("/doubts?case=chen-w:graph_orchestration").await;
        assert!(page.contains("The judges are 4 points apart."), "{page}");
        assert!(page.contains("rel=\"next\"") && page.contains("rel=\"prev\""));
        assert!(page.contains("nothing is proven by a name"));
        assert!(page.contains("action=\"/submissions/chen-w/override\""));
        assert!(site.page("/doubts?case=nobody").await.contains("1 of "));
        let empty = Site::of(super::fake::Fake::default()).await;
        assert!(empty.page("/doubts").await.contains("Nothing waits for you"));
        assert!(empty.page("/").await.contains("No submission has entered yet."));
    });
}

#[test]
fn a_result_comes_in_the_form_that_is_asked_for() {
    run(async {
        let site = Site::of(scene::class()).await;
        let path = "/api/v1/submissions/baker-l/result";
        let check = async |accept: &str, kind: &str, has: &str| {
            let bearer = format!("Bearer {TOKEN}");
            let headers = [("authorization", bearer.as_str()), ("accept", accept)];
            let answer = site.bare("GET", path, &headers, "").await;
            assert_eq!(answer.headers()["content-type"], kind, "{accept}");
            assert!(answer.text().await.unwrap().contains(has), "{accept}");
        };
        check("*/*", "application/json", "\"executive_summary\"").await;
        check("text/markdown", "text/markdown; charset=utf-8", "# ").await;
        check("text/html,*/*;q=0.5", "text/html; charset=utf-8", "<!DOCTYPE html>").await;
        check("application/sarif+json", "application/sarif+json", "\"2.1.0\"").await;
        let bearer = format!("Bearer {TOKEN}");
        let headers = [("authorization", bearer.as_str()), ("accept", "image/png")];
        assert_eq!(site.bare("GET", path, &headers, "").await.status(), 406);
        assert_eq!(
            site.ask("GET", "/api/v1/submissions/haddad-r/result.md", "").await.status(),
            404
        );
    });
}

#[test]
fn health_tells_whether_the_heart_beats_and_nothing_else() {
    run(async {
        let site = Site::of(scene::class()).await;
        let answer = site.bare("GET", "/healthz", &[], "").await;
        assert_eq!(
            (answer.status().as_u16(), answer.text().await.unwrap().as_str()),
            (200, "{\"alive\":true}")
        );
        site.class.inner().vitals.is_alive = false;
        let answer = site.bare("GET", "/healthz", &[], "").await;
        assert_eq!(
            (answer.status().as_u16(), answer.text().await.unwrap().as_str()),
            (503, "{\"alive\":false}")
        );
    });
}

#[test]
fn figures_say_what_the_class_says() {
    run(async {
        let site = Site::of(scene::class()).await;
        site.ask("GET", "/nothing", "").await;
        site.ask("GET", "/submissions/baker-l", "").await;
        site.page("/metrics").await;
        let text = site.page("/metrics").await;
        for line in [
            "auditor_submissions{standing=\"graded\"} 5",
            "auditor_submissions{standing=\"running\"} 1",
            "auditor_audits_total{outcome=\"begun\"} 7",
            "auditor_audits_total{outcome=\"graded\"} 5",
            "auditor_audits_total{outcome=\"failed\"} 1",
            "auditor_cost 3.42",
            "auditor_tokens_total 1204331",
            "auditor_calls_in_flight 3",
            "auditor_resident_memory_bytes 104857600",
            "auditor_heartbeat_age_seconds 0.0",
            "auditor_http_requests_total{route=\"none\",method=\"GET\",status=\"404\"} 1",
            "auditor_http_requests_total{route=\"/submissions/{id}\",method=\"GET\",status=\"200\"} 1",
        ] {
            assert!(text.lines().any(|one| one == line), "{line} is missing:\n{text}");
        }
    });
}
