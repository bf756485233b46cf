//! Keys in a submission: found, told by kind and place, and never repeated.

use crate::program::git::git;
use crate::program::{Desk, items, only, report, sample, text};
use serde_json::{Value, json};
use std::fmt::Write;

/// Characters without a pattern; with a prefix they have the form of a key, and open nothing.
fn noise(seed: u64, length: usize) -> String {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').collect();
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters[usize::try_from(state >> 33).expect("31 bits fit") % letters.len()]
    };
    (0..length).map(|_| next()).collect()
}

/// A report of one page; the text goes on in the next line where `lines` does.
fn pdf(lines: &[&str]) -> Vec<u8> {
    let mut content = String::from("BT /F 10 Tf 14 TL 40 700 Td");
    for line in lines {
        write!(content, " ({line}) Tj T*").unwrap();
    }
    content.push_str(" ET");
    let objects = [
        "<</Type /Catalog /Pages 2 0 R>>".to_owned(),
        "<</Type /Pages /Kids [4 0 R] /Count 1>>".to_owned(),
        "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>".to_owned(),
        "<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources <</Font <</F 3 0 R>> >> >>".to_owned(),
        format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()),
    ];
    let mut file = String::from("%PDF-1.7\n");
    let mut places = Vec::new();
    for (number, object) in (1..).zip(&objects) {
        places.push(file.len());
        writeln!(file, "{number} 0 obj\n{object}\nendobj").unwrap();
    }
    let table = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    for place in places {
        writeln!(file, "{place:010} 00000 n ").unwrap();
    }
    let size = objects.len() + 1;
    writeln!(file, "trailer <</Size {size} /Root 1 0 R>>\nstartxref\n{table}\n%%EOF").unwrap();
    file.into_bytes()
}

/// A rubric that looks for secrets, and quotes every line of code, every message and the report.
fn rubric() -> String {
    let probe = |id: &str, probe: &str, with: Value| json!({"id": id, "probe": probe, "asks": "it is so", "with": with, "advice": "change it"});
    let dimension = |id: &str, artifact: &str, probes: Vec<Value>| {
        json!({
            "id": id, "name": id, "target_artifact": artifact, "probes": probes,
            "forensic_instruction": "Look.", "success_pattern": "Good.", "failure_pattern": "Bad.",
        })
    };
    let mut secrets = probe("no_secrets", "secrets", json!({}));
    secrets["flaw"] = json!(true);
    let call = json!({"language": "python", "query": "(assignment) @place"});
    json!({
        "rubric_metadata": {"rubric_name": "Secrets", "grading_target": "code", "version": "1"},
        "dimensions": [
            dimension("code", "github_repo", vec![
                secrets,
                probe("lines", "text", json!({"pattern": "."})),
                probe("assignments", "ast.query", call),
                probe("messages", "history.messages", json!({})),
                probe("steps", "history.commits", json!({"at_least": 1})),
            ]),
            dimension("paper", "pdf_report", vec![
                probe("paths", "document.paths", json!({})),
                probe("terms", "document.concepts", json!({"terms": ["deployment"]})),
            ]),
        ],
        "synthesis_rules": {
            "security_override": "x", "fact_supremacy": "x", "functionality_weight": "x",
            "dissent_requirement": "x", "variance_re_evaluation": "x",
        },
    })
    .to_string()
}

#[test]
fn keys_in_tree_history_messages_and_report_are_found_and_never_repeated() {
    let key = |seed| format!("{}{}", "ghp_", noise(seed, 36));
    let (in_tree, in_past, in_message, in_report) = (key(1), key(2), key(3), key(4));
    let assigned = noise(5, 32);
    let desk = Desk::new();
    let repo = desk.path("submission");
    std::fs::create_dir_all(repo.join("src")).unwrap();
    git(&repo, &["init", "-q", "-b", "main"]);
    let write = |name: &str, text: String| std::fs::write(repo.join(name), text).unwrap();
    write("src/old.py", format!("TOKEN = '{in_past}'\n"));
    git(&repo, &["add", "-A"]);
    git(&repo, &["commit", "-q", "-m", "start"]);
    std::fs::remove_file(repo.join("src/old.py")).unwrap();
    let long = format!("{} = '{in_tree}'\n", "a".repeat(180));
    write(
        "src/config.py",
        format!("# deploy\nTOKEN = '{in_tree}'\n{long}service_api_key = '{assigned}'\n"),
    );
    write("README.md", format!("Use {assigned} to deploy.\n"));
    git(&repo, &["add", "-A"]);
    git(
        &repo,
        &["commit", "-q", "-m", &format!("rotate {in_message}\n\nit was {in_message} before")],
    );
    let report_path = desk.write(
        "report.pdf",
        pdf(&[
            &format!("The deployment reads src/config.py with {}", &in_report[..20]),
            &format!("{} and joins the nodes.", &in_report[20..]),
        ]),
    );
    let rubric = desk.write("rubric.json", rubric());
    let repo = desk.argument("submission");
    let arguments = ["audit", &repo, "--pdf", &report_path, "--rubric", &rubric, "--output", "out"];
    let run = desk.run(&arguments);
    run.ended(0, "");
    let mut outputs = vec![run.stdout.clone(), run.stderr.clone()];
    for name in crate::program::names(&desk.path("out")) {
        outputs.push(std::fs::read_to_string(desk.path("out").join(name)).unwrap());
    }
    for output in &outputs {
        for secret in [&in_tree, &in_past, &in_message, &in_report, &assigned] {
            // A half of a key is as bad as a piece of it that nobody can guess.
            for part in [&secret[..16], &secret[8..24], &secret[secret.len() - 16..]] {
                assert!(!output.contains(part), "a part of a secret is in: {output}");
            }
        }
    }
    let report = report(&desk.path("out"));
    let reading = items(&report["readings"]).iter().find(|r| r["probe"] == "no_secrets").unwrap();
    let statement = text(&reading["statement"]);
    for words in [
        "4 secrets",
        "GitHub token",
        "src/config.py:2",
        "src/old.py:1 in commit",
        "the message of commit",
    ] {
        assert!(statement.contains(words), "{words}: {statement}");
    }
    let evidence = report["evidences"]["code"].to_string();
    assert!(evidence.contains("[redacted GitHub token "), "{evidence}");
    assert!(evidence.contains("\"security_flaw\""), "{evidence}");
}

#[test]
fn a_key_in_the_history_heads_every_report_whatever_the_rubric_asks() {
    let key = format!("{}{}", "ghp_", noise(6, 36));
    let desk = Desk::new();
    let repo = desk.path("submission");
    std::fs::create_dir(&repo).unwrap();
    git(&repo, &["init", "-q", "-b", "main"]);
    std::fs::write(repo.join("main.py"), "print(1)\n").unwrap();
    std::fs::write(repo.join(".env"), format!("TOKEN={key}\n")).unwrap();
    git(&repo, &["add", "-A"]);
    git(&repo, &["commit", "-q", "-m", "start"]);
    git(&repo, &["rm", "-q", ".env"]);
    git(&repo, &["commit", "-q", "-m", "remove the settings"]);
    desk.run(&["audit", "submission", "--output", &desk.argument("out")]);
    let report = report(&desk.path("out"));
    let told: Vec<&str> = items(&report["exposed"]).iter().map(text).collect();
    let [one] = told[..] else { panic!("one key is told: {told:?}") };
    assert!(one.starts_with("`.env:1 in commit "), "{one}");
    assert!(one.ends_with("in the history; the tree does not hold it any more."), "{one}");
    let markdown = std::fs::read_to_string(only(&desk.path("out"), ".md")).unwrap();
    assert!(markdown.contains("> **Secrets:**") && markdown.contains(one));
    assert!(!markdown.contains(&key[4..12]));
}

#[test]
fn samples_hold_no_secrets() {
    let desk = Desk::new();
    let path = desk.write("rubric.json", rubric());
    let repo = sample("courtroom-agent.git");
    let pdf = sample("courtroom-agent-report.pdf");
    desk.run(&["audit", &repo, "--pdf", &pdf, "--rubric", &path, "--output", "out"]).ended(0, "");
    let report = report(&desk.path("out"));
    let reading = items(&report["readings"]).iter().find(|r| r["probe"] == "no_secrets").unwrap();
    assert_eq!(reading["outcome"]["kind"], "holds", "{reading}");
}
