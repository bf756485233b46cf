//! A collector that takes OTLP over HTTP, or does not.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// What it does with what arrives.
#[derive(Clone, Copy)]
pub enum Manner {
    /// Takes it.
    Takes,
    /// Answers with this status.
    Refuses(u16),
    /// Reads it and never answers.
    Hangs,
}

/// One request.
#[derive(Clone)]
pub struct Delivery {
    pub path: String,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

/// The collector; it ends with the test.
pub struct Collector {
    address: SocketAddr,
    deliveries: Arc<Mutex<Vec<Delivery>>>,
}

impl Collector {
    pub fn new(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let deliveries = Arc::<Mutex<Vec<Delivery>>>::default();
        let kept = Arc::clone(&deliveries);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || serve(&stream, manner, &kept));
            }
        });
        Self { address, deliveries }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn deliveries(&self) -> Vec<Delivery> {
        self.deliveries.lock().unwrap().clone()
    }

    /// All spans that came as JSON, in the order in which they came.
    pub fn spans(&self) -> Vec<Span> {
        let bodies = self.deliveries().into_iter().map(|delivery| {
            serde_json::from_slice::<Value>(&delivery.body).expect("the body is JSON")
        });
        bodies.flat_map(|body| spans(&body)).collect()
    }
}

fn serve(stream: &TcpStream, manner: Manner, kept: &Mutex<Vec<Delivery>>) {
    let Some(delivery) = read(stream) else { return };
    kept.lock().unwrap().push(delivery);
    let status = match manner {
        Manner::Takes => 200,
        Manner::Refuses(status) => status,
        Manner::Hangs => {
            std::thread::sleep(Duration::from_mins(2));
            return;
        }
    };
    let reply = format!("HTTP/1.1 {status} X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    // Who sent it may have gone.
    let _ = (&mut &*stream).write_all(reply.as_bytes());
}

fn read(stream: &TcpStream) -> Option<Delivery> {
    let mut reader = BufReader::new(stream);
    let mut first = String::new();
    reader.read_line(&mut first).ok()?;
    let path = first.split(' ').nth(1)?.to_owned();
    let mut headers = BTreeMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else { break };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    Some(Delivery { path, headers, body })
}

/// A span as it came.
#[derive(Clone, Debug)]
pub struct Span {
    pub name: String,
    pub id: String,
    pub parent: String,
    pub trace: String,
    pub start: u64,
    pub end: u64,
    pub attributes: BTreeMap<String, Value>,
    pub events: Vec<(String, BTreeMap<String, Value>)>,
    pub service: String,
}

fn spans(body: &Value) -> Vec<Span> {
    let all = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for resource in all(&body["resourceSpans"]) {
        let about = attributes(&resource["resource"]);
        for span in all(&resource["scopeSpans"]).iter().flat_map(|scope| all(&scope["spans"])) {
            let text = |name: &str| span[name].as_str().unwrap_or_default().to_owned();
            let time = |name: &str| text(name).parse().expect("times are numbers in text");
            let events = all(&span["events"]);
            let events =
                events.iter().map(|one| (one["name"].as_str().unwrap().into(), attributes(one)));
            found.push(Span {
                name: text("name"),
                id: text("spanId"),
                parent: text("parentSpanId"),
                trace: text("traceId"),
                start: time("startTimeUnixNano"),
                end: time("endTimeUnixNano"),
                attributes: attributes(&span),
                events: events.collect(),
                service: about["service.name"].as_str().expect("a service has a name").to_owned(),
            });
        }
    }
    found
}

/// Attributes by name, each with its value without the type's name.
fn attributes(of: &Value) -> BTreeMap<String, Value> {
    let all = of["attributes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let plain = |pair: &Value| {
        let value = pair["value"].as_object().and_then(|typed| typed.iter().next());
        let (kind, value) = value.expect("a value has a type");
        match kind.as_str() {
            "intValue" => value.as_str().unwrap().parse::<i64>().unwrap().into(),
            "arrayValue" => {
                let values = value["values"].as_array().cloned().unwrap_or_default();
                values.iter().map(|one| one["stringValue"].clone()).collect()
            }
            _ => value.clone(),
        }
    };
    all.iter().map(|pair| (pair["key"].as_str().unwrap().to_owned(), plain(pair))).collect()
}
