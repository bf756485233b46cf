//! A model server that takes its time and gives a 4 to everything.

use automaton_auditor::judge::model::question;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What every call takes, from the moment that the whole question is there.
pub const CALL: Duration = Duration::from_millis(200);

/// The server; it answers until the process ends.
pub struct Server {
    base: String,
    books: Arc<Mutex<Books>>,
}

/// What was asked so far.
#[derive(Clone, Default)]
pub struct Books {
    /// Calls that were made for an audit.
    pub calls: usize,
    in_flight: usize,
    /// Most calls that were in flight at a time.
    pub most_in_flight: usize,
    /// How often each call was made, by its idempotency key.
    pub by_key: BTreeMap<String, usize>,
}

impl Server {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let base = format!("http://{}/v1", listener.local_addr().expect("it has an address"));
        let books = Arc::<Mutex<Books>>::default();
        let shared = Arc::clone(&books);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let books = Arc::clone(&shared);
                std::thread::spawn(move || while answer(&stream, &books).is_some() {});
            }
        });
        Self { base, books }
    }

    pub fn base(&self) -> &str {
        &self.base
    }

    pub fn books(&self) -> Books {
        self.books.lock().expect("nobody panics with it").clone()
    }
}

fn answer(stream: &TcpStream, books: &Mutex<Books>) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut key) = (0, None);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if let Some(value) = line.strip_prefix("idempotency-key:") {
            key = Some(value.trim().to_owned());
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let since = Instant::now();
    let body: Value = serde_json::from_slice(&body).ok()?;
    {
        let mut books = books.lock().ok()?;
        books.in_flight += 1;
        books.most_in_flight = books.most_in_flight.max(books.in_flight);
        if let Some(key) = key {
            books.calls += 1;
            *books.by_key.entry(key).or_default() += 1;
        }
    }
    let reply = reply(&body)?;
    std::thread::sleep(CALL.saturating_sub(since.elapsed()));
    let sent = (&mut &*stream).write_all(reply.as_bytes()).ok();
    books.lock().ok()?.in_flight -= 1;
    sent
}

fn reply(body: &Value) -> Option<String> {
    let prompt = body["messages"].as_array()?.last()?["content"].as_str()?;
    let words = if prompt.contains("hello") {
        json!({ "word": "quillfeather", "notes": [] })
    } else {
        let asked = question(prompt)?;
        json!({
            "judge": asked.judge, "criterion_id": asked.criterion,
            "score": 4, "argument": "So it is.", "cited_evidence": [asked.citable.first()?],
        })
    };
    let choice = json!({
        "message": { "role": "assistant", "content": words.to_string() }, "finish_reason": "stop",
    });
    let usage = json!({ "prompt_tokens": 1, "completion_tokens": 1 });
    let reply = json!({ "model": "m", "choices": [choice], "usage": usage }).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ";
    Some(format!("{head}{}\r\n\r\n{reply}", reply.len()))
}
