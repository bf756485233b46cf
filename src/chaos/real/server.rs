//! A model's server on this machine: judges by a script, goes wrong as a plan says, and counts what it is asked.

use crate::chaos::dice::{failure, roll};
use crate::chaos::mischief::Mischief;
use crate::chaos::plan::FaultKind;
use crate::domain::digest::sha256_hex;
use crate::judge::model::{Question, question};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a reply takes at least; chance adds up to as much again.
const REPLY: Duration = Duration::from_millis(20);
/// What whoever is slow takes on top.
const SLOW: Duration = Duration::from_secs(2);
/// Longest question that is read.
const MOST_BYTES: usize = 8 << 20;
/// Longest wait for a question to come in.
const PATIENCE: Duration = Duration::from_secs(30);

/// What the server counted since it was last told to begin anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Books {
    /// Questions to judges.
    pub made: u32,
    /// Of these, questions that were asked before and had not been turned away.
    pub again: u32,
    /// Of these, questions whose reply was known to be kept already.
    pub repaid: u32,
    /// Connections that are open.
    open: u32,
}

/// The server; its thread ends with the process.
pub(super) struct Server {
    address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
struct Shared {
    books: Books,
    mischief: Option<Arc<Mischief>>,
    /// Keys of calls whose replies are kept.
    finished: BTreeSet<String>,
    /// Every question that was asked, by its digest, and whether it was turned away the last time.
    asked: BTreeMap<String, bool>,
}

impl Server {
    /// Listens on a free port of this machine.
    ///
    /// # Errors
    /// When there is none.
    pub fn start() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Mutex::new(Shared::default()));
        let served = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let served = Arc::clone(&served);
                with(&served, |shared| shared.books.open += 1);
                std::thread::spawn(move || {
                    // Whoever asked may be dead, which is what the experiment is about.
                    let _ = serve(&stream, &served);
                    with(&served, |shared| shared.books.open -= 1);
                });
            }
        });
        Ok(Self { address, shared })
    }

    /// What an endpoint is called in the environment.
    pub fn url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Begins anew, under these faults.
    pub fn begin(&self, mischief: Arc<Mischief>) {
        with(&self.shared, |shared| {
            let open = shared.books.open;
            *shared = Shared::default();
            shared.books.open = open;
            shared.mischief = Some(mischief);
        });
    }

    /// From now on a question with one of these keys is one that is paid again.
    pub fn know(&self, finished: BTreeSet<String>) {
        with(&self.shared, |shared| shared.finished.extend(finished));
    }

    /// The books, once nobody is at the counter or at the door any more, or after a while.
    pub fn settled(&self, longest: Duration) -> Books {
        let begun = Instant::now();
        // What a process sent before it was killed may not have been let in yet. Whoever comes is let in in turn, so
        // that nobody stands before us once we are. Where that fails, the books say what is known.
        let _ = self.queue(longest);
        loop {
            let books = with(&self.shared, |shared| shared.books);
            if books.open == 0 || begun.elapsed() > longest {
                return books;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Comes in, asks nothing and is shown out.
    fn queue(&self, longest: Duration) -> io::Result<()> {
        let mut visit = TcpStream::connect_timeout(&self.address, longest)?;
        visit.set_read_timeout(Some(longest))?;
        visit.shutdown(Shutdown::Write)?;
        visit.read(&mut [0]).map(drop)
    }
}

fn with<T>(shared: &Mutex<Shared>, act: impl FnOnce(&mut Shared) -> T) -> T {
    act(&mut shared.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A question and the key that tells it apart.
struct Asked {
    body: Value,
    key: String,
}

fn serve(stream: &TcpStream, shared: &Mutex<Shared>) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let asked = read(stream)?;
    let prompt = prompt(&asked.body);
    let Some(seat) = question(&prompt) else {
        // Whoever sets up a bench finds out what the server can do.
        return send(stream, 200, &[], &said(r#"{"word":"quillfeather","notes":[]}"#, "stop"));
    };
    let question = sha256_hex(prompt.as_bytes());
    let mischief = with(shared, |shared| {
        shared.books.made += 1;
        let is_again = shared.asked.insert(question.clone(), false) == Some(false);
        shared.books.again += u32::from(is_again);
        shared.books.repaid += u32::from(shared.finished.contains(&asked.key));
        shared.mischief.clone()
    });
    let work = format!("hear {} on {}", seat.judge, seat.criterion);
    std::thread::sleep(REPLY + REPLY.mul_f64(roll(0, "latency", &work, "", 1)));
    let opinion = opinion_of(&seat, true);
    let trouble = mischief.and_then(|mischief| mischief.at("model", &work));
    if let Some(FaultKind::RateLimited | FaultKind::RetryAfter | FaultKind::ServerError) = trouble {
        with(shared, |shared| shared.asked.insert(question, true));
    }
    match trouble {
        Some(FaultKind::RateLimited) => send(stream, 429, &[], "{}"),
        Some(FaultKind::RetryAfter) => send(stream, 429, &["retry-after: 1"], "{}"),
        Some(FaultKind::ServerError) => send(stream, failure(&work, 1), &[], "{}"),
        Some(FaultKind::Cut) => {
            (&mut &*stream).write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 999\r\n\r\n{\"choi")
        }
        Some(FaultKind::Slow) => {
            std::thread::sleep(SLOW);
            send(stream, 200, &[], &said(&opinion, "stop"))
        }
        Some(FaultKind::Freeform) => {
            send(stream, 200, &[], &said("Well, I would say it is rather good.", "stop"))
        }
        Some(FaultKind::Malformed) => {
            send(stream, 200, &[], &said(&opinion.replace("\"score\":", "\"score\""), "stop"))
        }
        Some(FaultKind::Truncated) => {
            let half: String = opinion.chars().take(opinion.chars().count() / 2).collect();
            send(stream, 200, &[], &said(&half, "length"))
        }
        Some(FaultKind::Wrong) => send(stream, 200, &[], &said(&opinion_of(&seat, false), "stop")),
        Some(_) | None => send(stream, 200, &[], &said(&opinion, "stop")),
    }
}

fn read(stream: &TcpStream) -> io::Result<Asked> {
    let mut reader = BufReader::new(stream).take(MOST_BYTES as u64);
    let (mut length, mut key) = (0_usize, String::new());
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().unwrap_or(0);
        } else if name.eq_ignore_ascii_case("idempotency-key") {
            value.trim().clone_into(&mut key);
        }
    }
    let mut body = vec![0; length.min(MOST_BYTES)];
    reader.read_exact(&mut body)?;
    Ok(Asked { body: serde_json::from_slice(&body)?, key })
}

fn send(stream: &TcpStream, status: u16, headers: &[&str], body: &str) -> io::Result<()> {
    let headers: String = headers.iter().flat_map(|line| [line, "\r\n"]).collect();
    let head = format!("HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}");
    let tail = format!("content-length: {}\r\nconnection: close\r\n\r\n{body}", body.len());
    (&mut &*stream).write_all((head + &tail).as_bytes())
}

/// A completion with these words. What it used depends on them alone, so that reports can be compared.
fn said(words: &str, finish: &str) -> String {
    let reply = json!({
        "id": "x", "object": "chat.completion", "model": "scripted",
        "choices": [{
            "index": 0, "message": { "role": "assistant", "content": words }, "finish_reason": finish,
        }],
        "usage": {
            "prompt_tokens": 900, "completion_tokens": words.len() / 4 + 1,
            "total_tokens": 901 + words.len() / 4,
        },
    });
    reply.to_string()
}

/// All words of a question, in order.
fn prompt(body: &Value) -> String {
    let messages = body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    messages.iter().filter_map(|message| message["content"].as_str()).collect::<Vec<_>>().join("\n")
}

/// The opinion that is asked for, as an object; its citation is one that exists, or not.
fn opinion_of(asked: &Question<'_>, cites_truly: bool) -> String {
    let fraction = roll(0, "score", asked.judge, asked.criterion, 1);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is 0 to 4")]
    let score = 1 + (fraction * 5.0) as u8;
    let cited: Vec<&str> = if cites_truly {
        asked.citable.first().copied().into_iter().collect()
    } else {
        vec!["E-00000000"]
    };
    let opinion = json!({
        "judge": asked.judge, "criterion_id": asked.criterion, "score": score,
        "argument": "The facts speak for themselves.", "cited_evidence": cited,
    });
    opinion.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends a question, and does not wait for the answer.
    fn send_to(server: &Server, key: &str) -> TcpStream {
        let words = "Ids that may be cited: E-1, E-2\nGive your opinion: judge \"Defense\", criterion_id \"x\".";
        let body = json!({ "messages": [{ "role": "user", "content": words }] }).to_string();
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = format!("POST /v1/chat/completions HTTP/1.1\r\nIdempotency-Key: {key}\r\n");
        let length = format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + &length + &body).as_bytes()).unwrap();
        stream
    }

    fn ask(server: &Server, key: &str) -> String {
        let mut reply = String::new();
        send_to(server, key).read_to_string(&mut reply).unwrap();
        reply
    }

    #[test]
    fn whoever_hung_up_before_being_let_in_is_counted() {
        let server = Server::start().unwrap();
        server.begin(Arc::new(Mischief::new(0, Vec::new(), Arc::default())));
        for asked in 1..=40 {
            drop(send_to(&server, "a"));
            assert_eq!(server.settled(PATIENCE).made, asked);
        }
    }

    #[test]
    fn a_question_whose_reply_is_kept_counts_as_paid_again() {
        let server = Server::start().unwrap();
        let calm = Arc::new(Mischief::new(0, Vec::new(), Arc::default()));
        server.begin(calm);
        let reply = ask(&server, "a");
        assert!(reply.starts_with("HTTP/1.1 200") && reply.contains("E-1"), "{reply}");
        ask(&server, "a");
        let books = |made, again, repaid| Books { made, again, repaid, open: 0 };
        assert_eq!(server.settled(PATIENCE), books(2, 1, 0));
        server.know(BTreeSet::from(["a".to_owned()]));
        ask(&server, "b");
        ask(&server, "a");
        assert_eq!(server.settled(PATIENCE), books(4, 3, 1));
    }

    #[test]
    fn the_plan_decides_what_goes_wrong() {
        let server = Server::start().unwrap();
        let faults = vec![
            "model[Defense]:rate_limited:@1".parse().unwrap(),
            "model:cut:@2".parse().unwrap(),
        ];
        server.begin(Arc::new(Mischief::new(0, faults, Arc::default())));
        assert!(ask(&server, "a").starts_with("HTTP/1.1 429"));
        assert!(!ask(&server, "b").ends_with('}'));
        // Whoever was turned away has paid nothing; whoever was broken off may have.
        assert_eq!(server.settled(PATIENCE).again, 0);
        assert!(ask(&server, "c").ends_with('}'));
        assert_eq!(server.settled(PATIENCE).again, 1);
    }
}
