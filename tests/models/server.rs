//! A chat completions server that does what a script says, keeps its own books, and simulates a cache of
//! prefixes as providers keep it.

use automaton_auditor::judge::model::question;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Bytes of a token, and tokens of a block of the cache.
const TOKEN: usize = 4;
const BLOCK: usize = 128 * TOKEN;

/// A question that arrived.
pub struct Asked {
    /// Which one it is among the questions to judges, from 1; 0 for a question that finds the dialect out.
    pub hearing: usize,
    pub body: Value,
    pub authorization: Option<String>,
    pub idempotency_key: Option<String>,
}

/// What the server does.
pub enum Answer {
    /// A completion with these words.
    Says(String),
    /// A completion with these words in the arguments of a tool call.
    Calls(String),
    /// This body, with status 200.
    Body(String),
    /// This status, with these headers and this body.
    Status(u16, Vec<(&'static str, String)>, String),
    /// Half of a reply, and then nothing more.
    Breaks,
    /// Nothing at all.
    Hangs,
}

/// What a server counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Books {
    pub replies: usize,
    pub prompt: u64,
    pub cached: u64,
    pub completion: u64,
}

type Script = dyn Fn(&Asked) -> Answer + Send + Sync;

/// The server; it ends with the test.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
}

struct Shared {
    script: Box<Script>,
    takes: Duration,
    counts: Mutex<(usize, usize)>,
    books: Mutex<Books>,
    bodies: Mutex<Vec<Value>>,
    cache: Mutex<Vec<String>>,
    has_stopped: AtomicBool,
}

impl Server {
    pub fn new(script: impl Fn(&Asked) -> Answer + Send + Sync + 'static) -> Self {
        Self::taking(Duration::ZERO, script)
    }

    /// A server that takes this long for every reply.
    pub fn taking(
        takes: Duration,
        script: impl Fn(&Asked) -> Answer + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it has an address");
        let shared = Arc::new(Shared {
            script: Box::new(script),
            takes,
            counts: Mutex::default(),
            books: Mutex::default(),
            bodies: Mutex::default(),
            cache: Mutex::default(),
            has_stopped: AtomicBool::default(),
        });
        let served = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if served.has_stopped.load(Ordering::Relaxed) {
                    return;
                }
                let served = Arc::clone(&served);
                std::thread::spawn(move || served.serve(&stream));
            }
        });
        Self { address, shared }
    }

    /// Goes away: nobody listens any more.
    pub fn stop(&self) {
        self.shared.has_stopped.store(true, Ordering::Relaxed);
        while TcpStream::connect(self.address).is_ok() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    pub fn host(&self) -> String {
        self.address.to_string()
    }

    pub fn books(&self) -> Books {
        self.shared.books.lock().unwrap().clone()
    }

    /// All questions in the order in which they arrived.
    pub fn bodies(&self) -> Vec<Value> {
        self.shared.bodies.lock().unwrap().clone()
    }

    /// How many questions arrived, and how many of them were to judges.
    pub fn asked(&self) -> (usize, usize) {
        *self.shared.counts.lock().unwrap()
    }
}

impl Shared {
    fn serve(&self, stream: &TcpStream) {
        let Some((body, [authorization, idempotency_key])) = read(stream) else { return };
        let is_probe = body.to_string().contains("quillfeather") || prompt(&body).len() < 200;
        let hearing = {
            let mut counts = self.counts.lock().unwrap();
            counts.0 += 1;
            counts.1 += usize::from(!is_probe);
            if is_probe { 0 } else { counts.1 }
        };
        self.bodies.lock().unwrap().push(body.clone());
        let asked = Asked { hearing, body, authorization, idempotency_key };
        std::thread::sleep(self.takes);
        let (status, headers, text) = match (self.script)(&asked) {
            Answer::Says(words) => (200, Vec::new(), self.completion(&asked, &words, false)),
            Answer::Calls(words) => (200, Vec::new(), self.completion(&asked, &words, true)),
            Answer::Body(text) => (200, Vec::new(), text),
            Answer::Status(status, headers, text) => (status, headers, text),
            Answer::Breaks => {
                let _ = (&mut &*stream)
                    .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 9999\r\n\r\n{\"choices\": [");
                return;
            }
            Answer::Hangs => {
                std::thread::sleep(Duration::from_mins(2));
                return;
            }
        };
        let mut reply = format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n");
        for (name, value) in headers {
            write!(reply, "{name}: {value}\r\n").expect("a string takes what is written");
        }
        write!(reply, "content-length: {}\r\nconnection: close\r\n\r\n{text}", text.len())
            .expect("a string takes what is written");
        // Who asked may have gone.
        let _ = (&mut &*stream).write_all(reply.as_bytes());
    }

    /// A completion, with what it used; what was asked is in the cache from now on.
    fn completion(&self, asked: &Asked, words: &str, as_call: bool) -> String {
        let prompt = prompt(&asked.body);
        let cached = {
            let mut cache = self.cache.lock().unwrap();
            let longest = cache.iter().map(|known| common(known, &prompt)).max().unwrap_or(0);
            cache.push(prompt.clone());
            longest / BLOCK * BLOCK
        };
        let tokens = |bytes: usize| (bytes / TOKEN) as u64;
        let (all, cached, said) = (tokens(prompt.len()), tokens(cached), tokens(words.len()) + 1);
        {
            let mut books = self.books.lock().unwrap();
            books.replies += 1;
            books.prompt += all;
            books.cached += cached;
            books.completion += said;
        }
        let message = if as_call {
            let function = json!({ "name": "JudicialOpinion", "arguments": words });
            json!({ "role": "assistant", "content": null, "tool_calls": [
                { "id": "c1", "type": "function", "function": function }
            ] })
        } else {
            json!({ "role": "assistant", "content": words })
        };
        let reply = json!({
            "id": "x", "object": "chat.completion", "model": asked.body["model"],
            "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }],
            "usage": {
                "prompt_tokens": all, "completion_tokens": said, "total_tokens": all + said,
                "prompt_tokens_details": { "cached_tokens": cached },
            },
        });
        reply.to_string()
    }
}

fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

/// All words of a question, in order.
pub fn prompt(body: &Value) -> String {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    messages.iter().filter_map(|message| message["content"].as_str()).collect::<Vec<_>>().join("\n")
}

fn read(stream: &TcpStream) -> Option<(Value, [Option<String>; 2])> {
    let mut reader = BufReader::new(stream);
    let (mut length, mut authorization, mut idempotency_key) = (0, None, None);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().ok()?,
                "authorization" => authorization = Some(value.trim().to_owned()),
                "idempotency-key" => idempotency_key = Some(value.trim().to_owned()),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((serde_json::from_slice(&body).ok()?, [authorization, idempotency_key]))
}

impl Asked {
    /// The judge, the criterion and the ids that may be cited, as a careful model reads them.
    pub fn seat(&self) -> (String, String, Vec<String>) {
        let prompt = prompt(&self.body);
        // Whoever finds out how a model is spoken to asks for no opinion.
        let Some(asked) = question(&prompt) else { return Default::default() };
        let citable = asked.citable.into_iter().map(str::to_owned).collect();
        (asked.judge.to_owned(), asked.criterion.to_owned(), citable)
    }

    /// An opinion with this score that keeps to every rule.
    pub fn opinion(&self, score: u8) -> Value {
        let (judge, criterion, ids) = self.seat();
        json!({
            "judge": judge, "criterion_id": criterion, "score": score,
            "argument": "The facts speak for themselves.", "cited_evidence": ids[..1.min(ids.len())],
        })
    }

    /// The reply of a model that is held to schemas.
    pub fn obediently(&self, score: u8) -> Answer {
        if self.hearing == 0 {
            return Answer::Says(json!({ "word": "quillfeather", "notes": [] }).to_string());
        }
        Answer::Says(self.opinion(score).to_string())
    }
}
