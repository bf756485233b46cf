//! Who is let in, and what a browser can be made to do by somebody else's page.

use super::fake::Fake;
use super::scene::enter;
use super::site::{Site, TOKEN, detail, run};
use automaton_auditor::domain::docket::Order;
use serde_json::Value;

/// Every address that there is, with something in the place of its parameters.
async fn addresses(site: &Site) -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&site.page("/openapi.json").await).unwrap();
    let mut all = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let path = path.replace("{id}", "ada").replace("{audit}", "a1");
        for method in methods.as_object().unwrap().keys() {
            all.push((method.to_uppercase(), path.clone()));
        }
    }
    let pages =
        ["/", "/submissions/ada", "/submissions/ada/report", "/doubts", "/assets/style.css"];
    all.extend(pages.map(|path| ("GET".to_owned(), path.to_owned())));
    all.push(("GET".into(), "/assets/dashboard.js".into()));
    let forms = [
        "/orders",
        "/submissions",
        "/submissions/ada/orders",
        "/submissions/ada/override",
        "/submissions/ada/waivers",
        "/logout",
    ];
    all.extend(forms.map(|path| ("POST".to_owned(), path.to_owned())));
    all
}

async fn site() -> Site {
    let class = Fake::default();
    enter(&class, "ada", "Ada");
    Site::of(class).await
}

#[test]
fn nothing_but_health_and_the_way_in_is_open() {
    run(async {
        let site = site().await;
        let all = addresses(&site).await;
        assert!(all.len() > 35, "{all:?}");
        for (method, path) in all {
            let answer = site.bare(&method, &path, &[], "").await;
            let expected = if path == "/healthz" { 200 } else { 401 };
            assert_eq!(answer.status(), expected, "{method} {path}");
            let said = answer.text().await.unwrap();
            assert!(!said.contains("Week 2") && !said.contains("ada"), "{path} tells of the class");
        }
        assert!(site.class.orders().is_empty());
        assert_eq!(site.bare("GET", "/login", &[], "").await.status(), 200);
    });
}

#[test]
fn what_is_not_the_token_is_not_taken_for_it() {
    run(async {
        let site = site().await;
        let longer = format!("Bearer {TOKEN}x");
        let shorter = format!("Bearer {}", &TOKEN[1..]);
        let basic = format!("Basic {TOKEN}");
        for wrong in ["", "Bearer", "Bearer ", &longer, &shorter, &basic, TOKEN] {
            let answer = site.bare("GET", "/", &[("authorization", wrong)], "").await;
            assert_eq!(answer.status(), 401, "{wrong}");
        }
        let in_query = site.bare("GET", &format!("/?token={TOKEN}"), &[], "").await;
        assert_eq!(in_query.status(), 401);
        let cookie = format!("auditor={TOKEN}; {TOKEN}={TOKEN}");
        assert_eq!(site.bare("GET", "/", &[("cookie", &cookie)], "").await.status(), 401);
        let right = format!("bearer {TOKEN}");
        assert_eq!(site.bare("GET", "/", &[("authorization", &right)], "").await.status(), 200);
    });
}

#[test]
fn the_token_stands_in_no_answer_and_in_no_cookie() {
    run(async {
        let site = site().await;
        let cookie = site.cookie().await;
        assert!(!cookie.contains(TOKEN));
        for (method, path) in addresses(&site).await {
            if path == "/api/v1/events" {
                continue;
            }
            let answer = site.ask(&method, &path, "").await;
            let headers = format!("{:?}", answer.headers());
            let text = answer.text().await.unwrap();
            assert!(!headers.contains(TOKEN) && !text.contains(TOKEN), "{path}");
        }
        let wrong = "/login?token=a-wrong-token-0123456789";
        let answer = site.bare("GET", wrong, &[], "").await;
        assert_eq!(answer.status(), 401);
        assert!(!answer.text().await.unwrap().contains("a-wrong-token"));
        let answer = site.bare("GET", &format!("/login?token={TOKEN}"), &[], "").await;
        let set = answer.headers()["set-cookie"].to_str().unwrap();
        assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
        assert_eq!(answer.headers()["location"], "/");
    });
}

#[test]
fn many_wrong_tokens_bar_the_right_one_too_but_nobody_who_is_in() {
    run(async {
        let site = site().await;
        let cookie = site.cookie().await;
        for _ in 0..10 {
            let wrong = [("authorization", "Bearer wrong-wrong-wrong-1")];
            assert_eq!(site.bare("GET", "/", &wrong, "").await.status(), 401);
        }
        let right = site.ask("GET", "/api/v1/status", "").await;
        assert_eq!(right.status(), 429);
        let seconds: u64 = right.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=61).contains(&seconds), "{seconds}");
        let link = site.bare("GET", &format!("/login?token={TOKEN}"), &[], "").await;
        assert_eq!(link.status(), 429);
        assert_eq!(site.bare("GET", "/", &[("cookie", &cookie)], "").await.status(), 200);
        // A cookie of a former start is no guess, or a page that is left open would bar its owner.
        let old = [("cookie", "auditor_00000000=0123456789abcdef")];
        assert_eq!(site.bare("GET", "/", &old, "").await.status(), 401);
    });
}

#[test]
fn a_name_that_is_not_ours_is_not_answered() {
    run(async {
        let site = site().await;
        let port = site.address.port();
        let request = |line: &str, hosts: &[&str]| {
            let hosts: Vec<_> = hosts.iter().map(|host| format!("Host: {host}\r\n")).collect();
            let hosts = hosts.concat();
            format!("{line}\r\n{hosts}Authorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n")
        };
        let own = format!("127.0.0.1:{port}");
        let check = async |line: &str, hosts: &[&str], status: &str| {
            let answer = site.raw(request(line, hosts).as_bytes()).await;
            assert!(
                answer.starts_with(&format!("HTTP/1.1 {status}")),
                "{line} {hosts:?}: {answer}"
            );
        };
        let get = "GET /api/v1/status HTTP/1.1";
        check(get, &[&own], "200").await;
        check(get, &["localhost"], "200").await;
        check(get, &["LOCALHOST:1"], "200").await;
        check(get, &[&format!("[::1]:{port}")], "200").await;
        check(get, &["evil.example"], "421").await;
        check(get, &[&format!("127.0.0.1.evil.example:{port}")], "421").await;
        check(get, &["evil.example@127.0.0.1"], "421").await;
        check(get, &["127.0.0.1:80:80"], "421").await;
        check(get, &[""], "421").await;
        check(get, &[], "421").await;
        check(get, &[&own, "evil.example"], "421").await;
        check("GET http://evil.example/api/v1/status HTTP/1.1", &[&own], "421").await;
        check("GET /healthz HTTP/1.1", &["evil.example"], "421").await;
        check("GET /login HTTP/1.1", &["evil.example"], "421").await;
    });
}

#[test]
fn no_other_site_can_make_a_browser_order_anything() {
    run(async {
        let site = site().await;
        let cookie = site.cookie().await;
        let own = site.url("");
        let evil = "https://evil.example";
        let near = format!("http://127.0.0.1:{}", site.address.port().wrapping_add(1));
        let refused: [&[(&str, &str)]; 8] = [
            &[],
            &[("origin", evil)],
            &[("origin", "null")],
            &[("origin", &near)],
            &[("sec-fetch-site", "cross-site")],
            &[("sec-fetch-site", "same-site")],
            &[("sec-fetch-site", "none")],
            &[("sec-fetch-site", "cross-site"), ("origin", &own)],
        ];
        for more in refused {
            let mut headers = vec![("cookie", cookie.as_str())];
            headers.extend(more);
            for (method, path) in [("POST", "/api/v1/pause"), ("DELETE", "/api/v1/submissions/ada")]
            {
                let answer = site.bare(method, path, &headers, "").await;
                assert_eq!(answer.status(), 403, "{more:?}");
                detail(answer).await;
            }
            headers.push(("content-type", "application/x-www-form-urlencoded"));
            let answer = site.bare("POST", "/orders", &headers, "order=cancel").await;
            assert_eq!(answer.status(), 403, "{more:?}");
        }
        assert!(site.class.orders().is_empty());
        // What says where it comes from, and comes from here, is obeyed.
        for more in [("origin", own.as_str()), ("sec-fetch-site", "same-origin")] {
            let headers = [("cookie", cookie.as_str()), more];
            let answer = site.bare("POST", "/api/v1/pause", &headers, "").await;
            assert_eq!(answer.status(), 200, "{more:?}");
        }
        let bearer = format!("Bearer {TOKEN}");
        let headers = [("authorization", bearer.as_str()), ("origin", evil)];
        assert_eq!(site.bare("POST", "/api/v1/pause", &headers, "").await.status(), 403);
        assert_eq!(site.class.orders().len(), 2);
    });
}

#[test]
fn a_form_is_taken_with_its_mark_alone() {
    run(async {
        let site = site().await;
        let cookie = site.cookie().await;
        let page = site.bare("GET", "/", &[("cookie", &cookie)], "").await.text().await.unwrap();
        let mark = page.split("name=\"csrf\" value=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(mark.len(), 64);
        // A browser that tells nobody where it stands sends `null`.
        let mut headers = vec![
            ("cookie", cookie.as_str()),
            ("origin", "null"),
            ("content-type", "application/x-www-form-urlencoded"),
        ];
        for wrong in ["", "csrf=", "csrf=0123", &format!("csrf={}", "0".repeat(64))] {
            let body = format!("order=pause&{wrong}");
            assert_eq!(
                site.bare("POST", "/orders", &headers, &body).await.status(),
                403,
                "{wrong}"
            );
        }
        let body = format!("order=pause&csrf={mark}");
        headers.push(("sec-fetch-site", "cross-site"));
        assert_eq!(site.bare("POST", "/orders", &headers, &body).await.status(), 403);
        headers.pop();
        let answer = site.bare("POST", "/orders", &headers, &body).await;
        assert_eq!(
            (answer.status().as_u16(), &answer.headers()["location"]),
            (303, &"/".parse().unwrap())
        );
        let orders = site.class.orders();
        assert!(matches!(orders.as_slice(), [(Order::Pause { id: None }, _)]), "{orders:?}");
    });
}

#[test]
fn every_answer_binds_the_browser() {
    run(async {
        let site = site().await;
        let mut all = addresses(&site).await;
        all.extend([("GET".into(), "/nothing".into()), ("PUT".into(), "/".into())]);
        all.push(("GET".into(), "/login".into()));
        for (method, path) in all {
            let answer = if path == "/login" {
                site.bare("GET", &path, &[], "").await
            } else {
                site.ask(&method, &path, "").await
            };
            let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
            let policy = header("content-security-policy");
            for word in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"] {
                assert!(policy.contains(word), "{path}: {policy}");
            }
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{path}: {policy}");
            assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
            assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
            assert_eq!(
                header("cache-control").split(',').next(),
                Some(if path == "/api/v1/events" { "no-cache" } else { "no-store" }),
                "{path}"
            );
            let is_shared = answer.headers().contains_key("access-control-allow-origin");
            assert!(!is_shared, "{path} may be read by other sites");
        }
    });
}

#[test]
fn what_is_not_there_is_said_not_to_be() {
    run(async {
        let site = site().await;
        let long = "x".repeat(65);
        let wrong = [
            "nobody",
            "..",
            ".",
            ".hidden",
            "%2e%2e",
            "..%2f..%2fetc%2fpasswd",
            "a%00b",
            "a%0d%0ab",
            "%F0%9F%98%80",
            "a%20b",
            "%ff",
            "ada%2f..",
            "..%5c",
            &long,
        ];
        for id in wrong {
            for path in
                [format!("/submissions/{id}/report"), format!("/api/v1/submissions/{id}/result")]
            {
                // As it stands, without what a client makes of it.
                let line = format!(
                    "GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n\r\n"
                );
                let answer = site.raw(line.as_bytes()).await;
                let status = answer.split(' ').nth(1).unwrap();
                assert!(matches!(status, "404" | "400"), "{path}: {answer}");
            }
        }
        assert_eq!(site.ask("GET", "/api/v1/audits/nobody/events", "").await.status(), 404);
        assert_eq!(site.ask("POST", "/api/v1/submissions/nobody/cancel", "").await.status(), 404);
        assert_eq!(site.ask("DELETE", "/api/v1/submissions/nobody", "").await.status(), 404);
        assert_eq!(
            detail(site.ask("GET", "/api/v1/nothing", "").await).await,
            "There is nothing at this address."
        );
        assert_eq!(site.ask("PUT", "/api/v1/status", "").await.status(), 405);
        assert_eq!(site.ask("TRACE", "/", "").await.status(), 405);
        assert!(site.class.orders().is_empty());
    });
}
