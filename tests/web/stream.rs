//! Events as they happen, and after whatever happened to the connection.

use super::fake::Fake;
use super::scene::{audit, begin, enter, id};
use super::site::{Site, TOKEN, run, settings};
use automaton_auditor::docket::Registry as _;
use automaton_auditor::domain::docket::{DocketEvent, Order};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::ids::AuditId;
use automaton_auditor::web::Settings;
use reqwest::Response;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// A stream as a follower reads it.
struct Stream {
    answer: Response,
    text: String,
}

/// One event of it.
#[derive(Debug)]
struct Told {
    name: String,
    id: String,
    data: Value,
}

impl Stream {
    async fn open(site: &Site, query: &str, last: Option<&str>) -> Self {
        let bearer = format!("Bearer {TOKEN}");
        let mut headers = vec![("authorization", bearer.as_str())];
        headers.extend(last.map(|last| ("last-event-id", last)));
        let answer = site.bare("GET", &format!("/api/v1/events{query}"), &headers, "").await;
        assert_eq!(answer.status(), 200);
        assert_eq!(answer.headers()["content-type"], "text/event-stream");
        Self { answer, text: String::new() }
    }

    /// The next block of lines, comments among them.
    async fn block(&mut self) -> String {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return block;
            }
            let part = timeout(Duration::from_secs(10), self.answer.chunk()).await;
            let part = part.expect("something comes").unwrap().expect("the stream goes on");
            self.text.push_str(&String::from_utf8_lossy(&part));
        }
    }

    async fn next(&mut self) -> Told {
        loop {
            let block = self.block().await;
            let line = |name: &str| {
                let found = block.lines().find_map(|line| line.strip_prefix(name));
                found.unwrap_or_default().trim().to_owned()
            };
            if !line("event:").is_empty() {
                let data = serde_json::from_str(&line("data:")).unwrap();
                return Told { name: line("event:"), id: line("id:"), data };
            }
        }
    }

    /// The numbers of the next records, whatever stands between them.
    async fn records(&mut self, number: usize) -> Vec<u64> {
        let mut all = Vec::new();
        while all.len() < number {
            let told = self.next().await;
            if told.name == "record" {
                all.push(told.data["seq"].as_u64().unwrap());
            }
        }
        all
    }

    /// The numbers of the next events of audits.
    async fn events(&mut self, number: usize) -> Vec<(String, u64)> {
        let mut all = Vec::new();
        while all.len() < number {
            let told = self.next().await;
            if told.name == "audit" {
                let audit = told.data["audit"].as_str().unwrap().to_owned();
                all.push((audit, told.data["seq"].as_u64().unwrap()));
            }
        }
        all
    }
}

fn pause(class: &Fake) -> u64 {
    class.record(DocketEvent::Ordered { order: Order::Pause { id: None }, by: "ada".into() })
}

fn fetched() -> Arc<AuditEvent> {
    Arc::new(AuditEvent::Fetched { path: "/a/secret/place".into() })
}

fn happen(class: &Fake, audit: &AuditId, times: u64) {
    (0..times).for_each(|_| class.happen(&id("ada"), audit, fetched()));
}

#[test]
fn a_follower_hears_records_and_events_as_they_happen() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "");
        let site = Site::of(class).await;
        let mut stream = Stream::open(&site, "", None).await;
        // Whoever has heard something hears the rest as it happens, and not as what was missed.
        pause(&site.class);
        assert_eq!(stream.records(1).await, [1]);
        let running = begin(&site.class, "ada");
        happen(&site.class, &running, 2);
        let [begun, first, second] =
            [stream.next().await, stream.next().await, stream.next().await];
        assert_eq!((begun.name.as_str(), begun.id.as_str()), ("record", "3"));
        assert_eq!(begun.data["event"]["event"], "begun");
        assert_eq!((first.name.as_str(), first.id.as_str()), ("audit", "3,ada-2:1"));
        assert_eq!(first.data["event"]["event"], "fetched");
        assert_eq!((&first.data["submission"], &first.data["seq"]), (&"ada".into(), &0.into()));
        assert!(!first.data.to_string().contains("secret"), "{first:?}");
        assert_eq!(second.id, "3,ada-2:2");
        pause(&site.class);
        assert_eq!(stream.records(1).await, [3]);
    });
}

#[test]
fn a_stream_goes_on_where_it_broke_off() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "");
        let running = begin(&class, "ada");
        happen(&class, &running, 3);
        let site = Site::of(class).await;
        let mut stream = Stream::open(&site, "?from=0", None).await;
        assert_eq!(stream.events(3).await.len(), 3);
        assert_eq!(stream.records(1).await, [0]);
        let last = stream.next().await;
        assert_eq!(last.id, "2,ada-1:3");
        drop(stream);
        // Meanwhile there is more of everything, and an audit begins and ends.
        happen(&site.class, &running, 2);
        pause(&site.class);
        enter(&site.class, "bob", "");
        let short = begin(&site.class, "bob");
        site.class.happen(&id("bob"), &short, fetched());
        site.class.record(DocketEvent::Stopped { id: id("bob"), audit: short.clone() });
        let mut stream = Stream::open(&site, "?from=0", Some(&last.id)).await;
        let expected = [("ada-1", 3), ("ada-1", 4), ("bob-4", 0)];
        let expected = expected.map(|(audit, seq)| (audit.to_owned(), seq));
        assert_eq!(stream.events(3).await, expected);
        assert_eq!(stream.records(4).await, [2, 3, 4, 5]);
        pause(&site.class);
        assert_eq!(stream.records(1).await, [6]);
    });
}

#[test]
fn a_follower_who_lags_misses_nothing() {
    run(async {
        let class = Fake::with_room(4);
        enter(&class, "ada", "");
        let running = begin(&class, "ada");
        let site = Site::of(class).await;
        let mut stream = Stream::open(&site, "?from=0", None).await;
        assert_eq!(stream.records(2).await, [0, 1]);
        // More than the channels between hold, in one go.
        for _ in 0..300 {
            pause(&site.class);
            happen(&site.class, &running, 1);
        }
        let (mut records, mut events) = (Vec::new(), Vec::new());
        while records.len() < 300 || events.len() < 300 {
            let told = stream.next().await;
            let seq = told.data["seq"].as_u64().unwrap();
            if told.name == "record" { records.push(seq) } else { events.push(seq) }
        }
        assert!(records.iter().copied().eq(2..302), "{records:?}");
        assert!(events.iter().copied().eq(0..300), "{events:?}");
    });
}

#[test]
fn whoever_comes_from_another_class_begins_anew() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "");
        let site = Site::of(class).await;
        let mut stream = Stream::open(&site, "", Some("99")).await;
        assert_eq!(stream.next().await.name, "reset");
        pause(&site.class);
        assert_eq!(stream.records(1).await, [1]);
        // What is no id of ours says nothing.
        let mut stream = Stream::open(&site, "?from=1", Some("../../x,y")).await;
        assert_eq!(stream.records(1).await, [1]);
    });
}

#[test]
fn a_quiet_stream_says_that_it_stands() {
    run(async {
        let heartbeat = Duration::from_millis(100);
        let site = Site::with(Fake::default(), Settings { heartbeat, ..settings() }).await;
        assert_eq!(settings().heartbeat, Duration::from_secs(15));
        let mut stream = Stream::open(&site, "", None).await;
        assert!(stream.block().await.starts_with(':'));
        assert!(stream.block().await.starts_with(':'));
    });
}

#[test]
fn events_of_an_audit_can_be_read_from_any_number_on() {
    run(async {
        let class = Fake::default();
        enter(&class, "ada", "");
        let running = begin(&class, "ada");
        happen(&class, &running, 3);
        let site = Site::of(class).await;
        let text = site.page("/api/v1/audits/ada-1/events?from=1").await;
        let events: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(events["events"].as_array().unwrap().len(), 2);
        assert_eq!(events["events"][0]["seq"], 1);
        assert_eq!(events["events"][0]["event"]["event"], "fetched");
        assert!(site.class.events(&audit("nobody")).await.is_empty());
    });
}
