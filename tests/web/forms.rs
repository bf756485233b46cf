//! What people order by forms, without a program in the page.

use super::scene::{self, id};
use super::site::{Site, run};
use automaton_auditor::docket::Registry as _;
use automaton_auditor::domain::docket::{Order, Standing};
use automaton_auditor::domain::request::{RepoSource, ReportSource};
use reqwest::Response;

/// A person with a browser that runs nothing.
struct Person {
    site: Site,
    cookie: String,
    mark: String,
}

impl Person {
    async fn new() -> Self {
        let site = Site::of(scene::class()).await;
        let cookie = site.cookie().await;
        let page = site.bare("GET", "/", &[("cookie", &cookie)], "").await.text().await.unwrap();
        let mark = page.split("name=\"csrf\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        let mark = mark.to_owned();
        Self { site, cookie, mark }
    }

    async fn send(&self, path: &str, fields: &[(&str, &str)]) -> Response {
        let mut body = url::form_urlencoded::Serializer::new(String::new());
        body.append_pair("csrf", &self.mark).extend_pairs(fields);
        let headers = [
            ("cookie", self.cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        self.site.bare("POST", path, &headers, &body.finish()).await
    }

    /// Sends a form that is taken; returns where it leads.
    #[track_caller]
    fn sent(&self, path: &str, fields: &[(&str, &str)]) -> impl Future<Output = String> {
        let caller = std::panic::Location::caller();
        async move {
            let answer = self.send(path, fields).await;
            assert_eq!(answer.status(), 303, "{caller}");
            answer.headers()["location"].to_str().unwrap().to_owned()
        }
    }

    fn last(&self) -> (Order, String) {
        self.site.class.orders().last().unwrap().clone()
    }
}

#[test]
fn buttons_order_what_they_say() {
    run(async {
        let person = Person::new().await;
        assert_eq!(person.sent("/orders", &[("order", "pause")]).await, "/");
        assert!(person.site.class.docket().paused);
        assert!(person.site.page("/").await.contains("value=\"resume\""));
        person.sent("/orders", &[("order", "resume")]).await;
        assert!(!person.site.class.docket().paused);
        let to = person.sent("/submissions/jones-p/orders", &[("order", "cancel")]).await;
        assert_eq!(to, "/submissions/jones-p");
        assert_eq!(person.site.class.docket().items[&id("jones-p")].standing, Standing::Cancelled);
        person.sent("/submissions/jones-p/orders", &[("order", "retry")]).await;
        person.sent("/submissions/baker-l/orders", &[("order", "regrade")]).await;
        assert!(matches!(person.last().0, Order::Regrade { id: Some(_) }));
        assert_eq!(person.sent("/submissions/haddad-r/orders", &[("order", "remove")]).await, "/");
        assert!(!person.site.class.docket().items.contains_key(&id("haddad-r")));
        person.sent("/orders", &[("order", "cancel")]).await;
        assert!(person.site.page("/?state=waiting").await.contains("No submission fits."));
        for wrong in
            [("/orders", "remove"), ("/orders", "dance"), ("/submissions/baker-l/orders", "")]
        {
            let answer = person.send(wrong.0, &[("order", wrong.1)]).await;
            assert_eq!(answer.status(), 422, "{wrong:?}");
            assert!(answer.text().await.unwrap().contains("To the docket"));
        }
    });
}

#[test]
fn a_persons_score_stands_and_can_be_taken_back() {
    run(async {
        let person = Person::new().await;
        let path = "/submissions/baker-l/override";
        let fields = [
            ("criterion", "git_forensic_analysis"),
            ("score", "2"),
            ("reason", "<b>seen</b>"),
            ("by", "Ada L."),
        ];
        let answer = person.send(path, &fields).await;
        assert_eq!(
            answer.headers()["location"],
            "/submissions/baker-l#criterion:git_forensic_analysis"
        );
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.starts_with("auditor_grader=Ada+L.;"), "{cookie}");
        let page = person.site.page("/submissions/baker-l").await;
        assert!(page.contains("by a person") && page.contains("&lt;b&gt;seen&lt;/b&gt;"), "{page}");
        assert!(page.contains("Ada L.") && !page.contains("<b>seen"));
        let back =
            [("criterion", "git_forensic_analysis"), ("score", ""), ("reason", "taken back")];
        person.sent(path, &back).await;
        let page = person.site.page("/submissions/baker-l").await;
        assert!(!page.contains("by a person") && page.contains("What people said before"));
        for (score, reason) in [("0", "x"), ("6", "x"), ("3.5", "x"), ("3", ""), ("3", " ")] {
            let fields =
                [("criterion", "git_forensic_analysis"), ("score", score), ("reason", reason)];
            assert_eq!(person.send(path, &fields).await.status(), 422, "{score} {reason:?}");
        }
        assert_eq!(person.site.class.orders().len(), 3);
    });
}

#[test]
fn a_form_leads_to_no_other_site() {
    run(async {
        let person = Person::new().await;
        for back in [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "javascript:x",
            "/x\r\nSet-Cookie: a",
        ] {
            let fields = [("order", "pause"), ("back", back)];
            let to = person.sent("/submissions/baker-l/orders", &fields).await;
            assert_eq!(to, "/submissions/baker-l", "{back}");
        }
        let fields = [("order", "pause"), ("back", "/doubts?case=chen-w:safety")];
        let to = person.sent("/submissions/baker-l/orders", &fields).await;
        assert_eq!(to, "/doubts?case=chen-w:safety");
    });
}

#[test]
fn a_submission_is_handed_in_from_an_allowed_host_alone() {
    run(async {
        let person = Person::new().await;
        let url = "https://github.com/class/zoe.git";
        let fields = [("id", "zoe"), ("repo_url", url), ("report", "")];
        assert_eq!(person.sent("/submissions", &fields).await, "/submissions/zoe");
        let item = person.site.class.docket().items[&id("zoe")].clone();
        let RepoSource::Remote { url } = &item.submission.repo else { panic!("{item:?}") };
        assert_eq!(url.to_string(), "https://github.com/class/zoe");
        assert_eq!(item.submission.report, ReportSource::Search);
        assert!(item.submission.rubric.is_none());
        for url in [
            "/etc",
            "file:///etc/passwd",
            "https://evil.example/a/b",
            "http://github.com/a/b",
            "ssh://git@github.com/a/b",
        ] {
            let fields = [("id", "yan"), ("repo_url", url)];
            assert_eq!(person.send("/submissions", &fields).await.status(), 422, "{url}");
        }
        assert!(!person.site.class.docket().items.contains_key(&id("yan")));
    });
}

#[test]
fn a_false_positive_is_waived_for_a_while() {
    run(async {
        let person = Person::new().await;
        let path = "/submissions/baker-l/waivers";
        let fields = |days, reason| {
            [("evidence", "E-89abcdef"), ("reason", reason), ("days", days), ("by", "Ada L.")]
        };
        let to = person.sent(path, &fields("30", "the call is a test’s")).await;
        assert_eq!(to, "/submissions/baker-l#part:waivers");
        let (Order::Waive(waiver), by) = person.last() else { panic!("{:?}", person.last()) };
        assert_eq!((waiver.submission, by.as_str()), (Some(id("baker-l")), "Ada L."));
        let start = person.site.class.inner().start;
        let days = (waiver.until.unwrap() - start) / 86_400;
        assert_eq!(days, 30);
        let page = person.site.page("/submissions/baker-l").await;
        assert!(page.contains("E-89abcdef") && page.contains("the call is a test’s"));
        assert!(!person.site.page("/submissions/chen-w").await.contains("E-89abcdef"));
        for (days, reason) in [("0", "x"), ("-1", "x"), ("9999", "x"), ("x", "x"), ("3", "")] {
            assert_eq!(person.send(path, &fields(days, reason)).await.status(), 422, "{days}");
        }
    });
}

#[test]
fn whoever_signs_out_is_out() {
    run(async {
        let person = Person::new().await;
        let answer = person.send("/logout", &[]).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["location"]),
            (303, &"/login".parse().unwrap())
        );
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(cookie.contains("Max-Age=0") && cookie.starts_with("auditor_"), "{cookie}");
    });
}
