//! Speed and memory of investigating a big repository, as a ratio within one run.
//!
//! `cargo bench --bench investigate` makes a repository of thousands of commits and hundreds of Python
//! files; `cargo bench --bench investigate -- REPO` measures one of yours. The baseline is what anybody has
//! to do who wants to know as much: `git log --numstat`, and parsing the Python files at `HEAD` with
//! `CPython`'s `ast`. Each figure is a median; the two take turns, so that a machine whose speed drifts slows
//! both.

mod times;

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use times::{median, millis};

const AUDITOR: &str = env!("CARGO_BIN_EXE_auditor");
/// Counted runs of each, after one that is not.
const RUNS: usize = 5;
/// Commits and Python files of the repository that is made.
const COMMITS: usize = 6_000;
const FILES: usize = 450;

/// Reads the Python files at `HEAD` by one `git cat-file`, parses them, and says how many could be.
const PARSE: &str = r#"
import ast, subprocess, sys
git = ["git", "-C", sys.argv[1]]
listing = subprocess.run(git + ["ls-tree", "-r", "-z", "HEAD"], capture_output=True, check=True).stdout
entries = [entry.split(b"\t", 1) for entry in listing.split(b"\0") if entry]
ids = [meta.split()[2] for meta, path in entries if path.endswith(b".py") and meta.startswith(b"100")]
batch = subprocess.Popen(git + ["cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
parsed = 0
for name in ids:
    batch.stdin.write(name + b"\n"); batch.stdin.flush()
    size = int(batch.stdout.readline().split()[2])
    source = batch.stdout.read(size + 1)[:-1]
    try:
        ast.parse(source)
        parsed += 1
    except (SyntaxError, ValueError, RecursionError):
        pass
print(parsed)
"#;

fn main() {
    let given = std::env::args_os().skip(1).find(|a| a != "--bench").map(PathBuf::from);
    let made = tempfile::tempdir().expect("a temporary folder can be made");
    let repo = given.unwrap_or_else(|| {
        generate(made.path());
        made.path().to_owned()
    });
    let (mut ours, mut baseline, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    let mut peak = 0;
    for run in 0..=RUNS {
        let (ours_now, peak_now) = investigate(&repo);
        let Some(baseline_now) = read_plainly(&repo) else {
            println!(
                "investigation: {:.0} ms, {peak_now} MB (no baseline: git or python3 failed)",
                millis(ours_now)
            );
            return;
        };
        if run > 0 {
            ours.push(ours_now);
            baseline.push(baseline_now);
            ratios.push(ours_now.as_secs_f64() / baseline_now.as_secs_f64());
            peak = peak.max(peak_now);
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "investigation of {}: {:.0} ms; git log --numstat + CPython's ast: {:.0} ms; ratio {:.2} (goal: at most 1.5)",
        repo.display(),
        millis(median(ours)),
        millis(median(baseline)),
        ratios[ratios.len() / 2]
    );
    println!("peak memory of the reader: {peak} MB");
}

/// Lets the reader examine the repository; how long it took, and its peak memory in megabytes.
fn investigate(repo: &Path) -> (Duration, u64) {
    let started = Instant::now();
    let mut child = Command::new(AUDITOR)
        .arg("__worker")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the reader starts");
    let path = repo.canonicalize().expect("the repository exists");
    let job =
        serde_json::json!({ "kind": "repository", "path": path, "lookups": [], "limits": {} });
    let mut stdin = child.stdin.take().expect("the pipe is ours");
    writeln!(stdin, "{job}").expect("the reader takes its job");
    let mut answer = Vec::new();
    let mut stdout = child.stdout.take().expect("the pipe is ours");
    // The first byte comes when all is done; the peak is known then, and gone when the reader has ended.
    let mut first = [0];
    stdout.read_exact(&mut first).expect("the reader answers");
    let peak = peak_megabytes(&child);
    stdout.read_to_end(&mut answer).expect("the reader answers");
    assert!(child.wait().expect("the reader ends").success());
    assert!(
        answer.starts_with(b"\"Ok\""),
        "{}",
        String::from_utf8_lossy(&answer[..200.min(answer.len())])
    );
    drop(stdin);
    (started.elapsed(), peak)
}

fn peak_megabytes(child: &Child) -> u64 {
    let status =
        std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    let kilobytes: u64 = line.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    kilobytes / 1024
}

/// Does the same with the usual tools; `None` where they are not installed or fail.
fn read_plainly(repo: &Path) -> Option<Duration> {
    let started = Instant::now();
    let mut log = Command::new("git");
    log.arg("-C").arg(repo).args([
        "log",
        "--numstat",
        "--format=%H%n%P%n%an%n%ae%n%at%n%ct%n%B",
        "HEAD",
    ]);
    let mut parse = Command::new("python3");
    parse.arg("-c").arg(PARSE).arg(repo);
    for command in [&mut log, &mut parse] {
        let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status().ok()?;
        status.success().then_some(())?;
    }
    Some(started.elapsed())
}

/// Makes a repository by `git fast-import`: files of some hundred lines, of which each commit edits a few.
fn generate(at: &Path) {
    let run = |args: &[&str], input: &[u8]| {
        let mut child = Command::new("git")
            .arg("-C")
            .arg(at)
            .args(args)
            .stdin(Stdio::piped())
            .spawn()
            .expect("git is installed");
        child.stdin.take().expect("the pipe is ours").write_all(input).expect("git takes it");
        assert!(child.wait().expect("git ends").success(), "git {args:?}");
    };
    run(&["init", "-q", "--bare", "-b", "main", "."], b"");
    let mut versions = vec![0; FILES];
    let mut stream = String::new();
    for commit in 0..COMMITS {
        let subject = format!("change {commit}\n");
        let time = 1_600_000_000 + commit * 600;
        let _ = write!(
            stream,
            "commit refs/heads/main\ncommitter Dev {0} <dev{0}@example.org> {time} +0000\ndata {1}\n{subject}",
            commit % 40,
            subject.len()
        );
        let edited: Vec<usize> = if commit == 0 {
            (0..FILES).collect()
        } else {
            (0..3).map(|n| (commit * 7 + n * 131) % FILES).collect()
        };
        for file in edited {
            versions[file] += 1;
            let text = module(file, versions[file]);
            let _ = write!(
                stream,
                "M 644 inline src/package{}/module{file}.py\ndata {}\n{text}\n",
                file % 25,
                text.len()
            );
        }
    }
    run(&["fast-import", "--quiet"], stream.as_bytes());
    run(&["repack", "-a", "-d", "-q"], b"");
}

/// A module with a state, nodes and a graph, of which `version` changes a few lines and adds one.
fn module(file: usize, version: usize) -> String {
    let mut text = format!(
        "\"\"\"Module {file}.\"\"\"\nimport operator\nimport subprocess\nfrom typing import Annotated, TypedDict\n\nfrom langgraph.graph import END, START, StateGraph\n\n\nclass State{file}(TypedDict):\n    notes: Annotated[list, operator.add]\n    count: int\n"
    );
    for node in 0..(12 + file % 20 + version.min(40)) {
        let salt = if node % 11 == version % 11 { version } else { 0 };
        let _ = write!(
            text,
            "\n\ndef node_{node}(state: State{file}) -> dict:\n    \"\"\"Step {node} of module {file}, take {salt}.\"\"\"\n    total = sum(item * {node} for item in range({salt} + 3))\n    if total > {file} and state.get(\"count\", 0) < {node}:\n        return {{\"notes\": [f\"step {{total}}\"], \"count\": total}}\n    values = [str(value).strip() for value in state[\"notes\"] if value]\n    return {{\"notes\": values[:{node}], \"count\": len(values) + {salt}}}\n"
        );
    }
    let _ = write!(text, "\n\ndef build():\n    graph = StateGraph(State{file})\n");
    for node in 0..6 {
        let _ = writeln!(text, "    graph.add_node(\"n{node}\", node_{node})");
    }
    text += "    graph.add_edge(START, \"n0\")\n";
    for node in 1..6 {
        let _ = writeln!(text, "    graph.add_edge(\"n{}\", \"n{node}\")", node - 1);
    }
    text + "    graph.add_edge(\"n5\", END)\n    return graph.compile()\n"
}
