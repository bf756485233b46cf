//! What a caller can make the server hold, and for how long.

use super::fake::Fake;
use super::scene::enter;
use super::site::{Site, TOKEN, detail, run, settings};
use automaton_auditor::web::Settings;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

#[test]
fn a_body_has_64_kib_at_most() {
    run(async {
        let site = Site::of(Fake::default()).await;
        let body = |length: usize| format!("{{\"id\": \"{}\"}}", "x".repeat(length));
        let small = site.ask("POST", "/api/v1/submissions", &body(60_000)).await;
        assert_eq!(small.status(), 422);
        let large = site.ask("POST", "/api/v1/submissions", &body(66_000)).await;
        assert_eq!(large.status(), 413);
        detail(large).await;
        // A length that is not told is counted.
        let head = format!(
            "POST /api/v1/submissions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        );
        let chunk = format!("8000\r\n{}\r\n", " ".repeat(0x8000));
        let answer = site.raw(format!("{head}{}", chunk.repeat(4)).as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
        let form = [
            ("authorization", format!("Bearer {TOKEN}")),
            ("content-type", "application/x-www-form-urlencoded".into()),
        ];
        let form: Vec<_> = form.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer =
            site.bare("POST", "/orders", &form, &format!("order={}", "x".repeat(66_000))).await;
        assert_eq!(answer.status(), 413);
    });
}

#[test]
fn a_head_is_short() {
    run(async {
        let site = Site::of(Fake::default()).await;
        let many: Vec<_> = (0..100).map(|number| format!("X-{number}: y\r\n")).collect();
        let many = many.concat();
        let head = |rest: &str| format!("GET /healthz HTTP/1.1\r\nHost: localhost\r\n{rest}\r\n");
        assert!(site.raw(head(&many).as_bytes()).await.starts_with("HTTP/1.1 431"));
        let long = format!("X: {}\r\n", "y".repeat(40_000));
        assert!(site.raw(head(&long).as_bytes()).await.starts_with("HTTP/1.1 431"));
        let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "y".repeat(70_000));
        let answer = site.raw(long.as_bytes()).await;
        assert!(answer.starts_with("HTTP/1.1 4"), "{answer}");
        assert!(
            site.raw(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03")
                .await
                .starts_with("HTTP/1.1 400")
        );
        let both = "POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde";
        assert!(site.raw(both.as_bytes()).await.starts_with("HTTP/1.1 400"));
        assert_eq!(site.ask("GET", "/healthz", "").await.status(), 200);
    });
}

#[test]
fn whoever_writes_too_slowly_is_let_go() {
    run(async {
        let head_patience = Duration::from_millis(600);
        let site = Site::with(Fake::default(), Settings { head_patience, ..settings() }).await;
        for start in
            ["", "GET / HTTP/1.1\r\nHost: loc", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]
        {
            let mut stream = TcpStream::connect(site.address).await.unwrap();
            stream.write_all(start.as_bytes()).await.unwrap();
            let mut all = Vec::new();
            let ended = timeout(Duration::from_secs(5), stream.read_to_end(&mut all)).await;
            assert!(ended.is_ok(), "after {start:?} the connection stays open");
        }
    });
}

#[test]
fn an_answer_that_takes_too_long_is_given_up() {
    run(async {
        let patience = Duration::from_millis(300);
        let site = Site::with(Fake::default(), Settings { patience, ..settings() }).await;
        site.class.inner().slowness = Duration::from_secs(20);
        assert_eq!(site.ask("GET", "/", "").await.status(), 504);
        let answer = site.ask("GET", "/api/v1/status", "").await;
        assert_eq!(
            (answer.status().as_u16(), detail(answer).await.as_str()),
            (504, "The answer took too long.")
        );
        // A body that never comes is not waited for either.
        let head = format!(
            "POST /api/v1/submissions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{{"
        );
        assert!(site.raw(head.as_bytes()).await.starts_with("HTTP/1.1 504"));
    });
}

#[test]
fn connections_on_which_nobody_asks_anything_keep_nobody_out() {
    run(async {
        let site = Site::of(Fake::default()).await;
        let mut silent = Vec::new();
        for number in 0..300 {
            let mut stream = TcpStream::connect(site.address).await.unwrap();
            // Some begin to ask and do not end.
            if number % 2 == 0 {
                stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: loc").await.unwrap();
            }
            silent.push(stream);
        }
        let answer = timeout(Duration::from_secs(5), site.ask("GET", "/healthz", "")).await;
        assert_eq!(answer.expect("it does not wait for them").status(), 200);
        let mut rest = Vec::new();
        let oldest = silent[0].read_to_end(&mut rest);
        let ended = timeout(Duration::from_secs(5), oldest).await;
        assert!(ended.is_ok(), "who came first makes room");
    });
}

#[test]
fn connections_above_the_bound_wait_for_what_is_under_way() {
    run(async {
        let site = Site::with(Fake::default(), Settings { connections: 1, ..settings() }).await;
        site.class.inner().slowness = Duration::from_millis(900);
        let (client, url) = (site.client.clone(), site.url("/api/v1/status"));
        let slow = tokio::spawn(async move { client.get(url).bearer_auth(TOKEN).send().await });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let next = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        let mut next = std::pin::pin!(site.raw(next.as_bytes()));
        assert!(timeout(Duration::from_millis(300), &mut next).await.is_err());
        assert_eq!(slow.await.unwrap().unwrap().status(), 200, "what was under way is cut off");
        assert!(next.await.starts_with("HTTP/1.1 200"), "its turn comes");
    });
}

#[test]
fn followers_above_the_bound_are_told_to_come_again() {
    run(async {
        let site = Site::with(Fake::default(), Settings { followers: 2, ..settings() }).await;
        let first = site.ask("GET", "/api/v1/events", "").await;
        let second = site.ask("GET", "/api/v1/events", "").await;
        assert_eq!((first.status().as_u16(), second.status().as_u16()), (200, 200));
        let third = site.ask("GET", "/api/v1/events", "").await;
        assert_eq!(third.status(), 503);
        assert_eq!(third.headers()["retry-after"], "10");
        drop(first);
        let start = Instant::now();
        while site.ask("GET", "/api/v1/events", "").await.status() != 200 {
            assert!(start.elapsed() < Duration::from_secs(5), "a place is not given back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
}

#[test]
fn the_end_lets_followers_go_and_waits_for_what_is_under_way() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "");
        let site = Site::of(class).await;
        let mut stream = site.ask("GET", "/api/v1/events?from=0", "").await;
        assert!(stream.chunk().await.unwrap().is_some());
        site.class.inner().slowness = Duration::from_millis(500);
        let (client, url) = (site.client.clone(), site.url("/api/v1/status"));
        let slow = tokio::spawn(async move { client.get(url).bearer_auth(TOKEN).send().await });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let took = site.end().await;
        assert!(took < Duration::from_secs(3), "{took:?}");
        assert_eq!(slow.await.unwrap().unwrap().status(), 200, "what was under way is cut off");
        while let Ok(Some(_)) = stream.chunk().await {}
    });
}

#[test]
fn the_end_comes_at_its_deadline_whatever_hangs() {
    run(async {
        let farewell = Duration::from_millis(500);
        let site = Site::with(Fake::default(), Settings { farewell, ..settings() }).await;
        site.class.inner().slowness = Duration::from_mins(1);
        let (client, url) = (site.client.clone(), site.url("/"));
        let hanging = tokio::spawn(async move { client.get(url).bearer_auth(TOKEN).send().await });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let took = site.end().await;
        assert!((Duration::from_millis(450)..Duration::from_secs(4)).contains(&took), "{took:?}");
        assert!(hanging.await.unwrap().is_err());
    });
}
