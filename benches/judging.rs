//! How much slower judging is than the model: wall time of an audit's judging, as a ratio to the ideal.
//!
//! A server on this machine takes 200 ms for every call, and ten calls may be in flight. Thirty opinions
//! then take three rounds, 600 ms, or four, 800 ms, when the first call is waited for so that a provider
//! has its prefix in the cache. What reading the submission takes is measured by the offline bench in
//! the same run and taken off.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");
const CALL: Duration = Duration::from_millis(200);
const RUNS: usize = 9;

fn main() {
    let base = serve();
    let mut offline: Vec<Duration> =
        (0..RUNS).map(|_| audit(&["--judges", "rules"], None)).collect();
    let reading = median(&mut offline);
    println!("reading and offline judging: {:.0} ms", millis(reading));
    for (name, more, rounds) in
        [("with a warm-up call", &[][..], 4), ("without", &["--no-warm-up"][..], 3)]
    {
        // One call finds out how the model is spoken to, before anything else.
        let dialect = CALL;
        let mut times: Vec<Duration> = (0..RUNS).map(|_| audit(more, Some(&base))).collect();
        let judging = median(&mut times).saturating_sub(reading + dialect);
        let ideal = CALL * rounds;
        println!(
            "judging {name}: {:.0} ms, ideal {:.0} ms in {rounds} rounds, ratio {:.2} (goal 1.15)",
            millis(judging),
            millis(ideal),
            millis(judging) / millis(ideal)
        );
    }
}

fn audit(more: &[&str], base: Option<&str>) -> Duration {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut command = Command::new(AUDITOR);
    command.arg("audit").arg(root.join("samples/courtroom-agent.git"));
    command.arg("--pdf").arg(root.join("samples/courtroom-agent-report.pdf"));
    command.arg("--output").arg(folder.path()).arg("--quiet").args(more);
    command.env_clear().env("HOME", folder.path()).stdout(Stdio::null());
    if let Some(base) = base {
        command.env("OPENAI_BASE_URL", base).env("AUDITOR_MODEL", "m");
    }
    let start = Instant::now();
    let status = command.status().expect("the program starts");
    let time = start.elapsed();
    assert!(status.success(), "the audit ended with {status}");
    time
}

/// A server that takes its time and gives a 4 to everything.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || while answer(&stream).is_some() {});
        }
    });
    format!("http://{address}/v1")
}

fn answer(stream: &TcpStream) -> Option<()> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body: Value = serde_json::from_slice(&body).ok()?;
    std::thread::sleep(CALL);
    let prompt = body["messages"].as_array()?.last()?["content"].as_str()?;
    let after = |start: &str, end: char| {
        let rest = prompt.rsplit_once(start).map(|(_, rest)| rest).unwrap_or_default();
        rest.split(end).next().unwrap_or_default().to_owned()
    };
    let words = if prompt.contains("hello") {
        json!({ "word": "quillfeather", "notes": [] })
    } else {
        let cited = after("Ids that may be cited: ", '\n');
        json!({
            "judge": after("opinion: judge \"", '"'), "criterion_id": after("criterion_id \"", '"'),
            "score": 4, "argument": "So it is.", "cited_evidence": [cited.split(", ").next()?],
        })
    };
    let choice = json!({
        "message": { "role": "assistant", "content": words.to_string() }, "finish_reason": "stop",
    });
    let usage = json!({ "prompt_tokens": 1, "completion_tokens": 1 });
    let reply = json!({ "model": "m", "choices": [choice], "usage": usage }).to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ";
    (&mut &*stream).write_all(format!("{head}{}\r\n\r\n{reply}", reply.len()).as_bytes()).ok()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
