//! Keys in a submission: told with their place and nothing of themselves, whatever the rubric asks.

use crate::program::git::git;
use crate::program::{Desk, items, only, report, text};

#[test]
fn a_key_in_the_history_heads_the_report_and_is_shown_nowhere() {
    let key = format!("ghp_{}", "Zk4vR9sQ2mW7xT1bN6cJ8dF3hL5pG0yAeUiO");
    let desk = Desk::new();
    let submission = desk.path("submission");
    std::fs::create_dir(&submission).unwrap();
    git(&submission, &["init", "-q", "-b", "main", "."]);
    for (file, content) in [(".env", format!("TOKEN={key}\n")), ("main.py", "print(1)\n".into())] {
        std::fs::write(submission.join(file), content).unwrap();
        git(&submission, &["add", "-A"]);
        git(&submission, &["commit", "-q", "-m", "more"]);
    }
    git(&submission, &["rm", "-q", ".env"]);
    git(&submission, &["commit", "-q", "-m", "remove the settings"]);
    let out = desk.argument("out");
    desk.run(&["audit", "submission", "--output", &out]);
    let folder = desk.path("out");
    let exposed = &report(&folder)["exposed"];
    let told: Vec<&str> = items(exposed).iter().map(text).collect();
    let [one] = told[..] else { panic!("one key is told: {told:?}") };
    assert!(one.starts_with("`.env:1 in commit "), "{one}");
    assert!(one.ends_with("in the history; the tree does not hold it any more."), "{one}");
    let markdown = std::fs::read_to_string(only(&folder, ".md")).unwrap();
    assert!(markdown.contains("> **Secrets:**") && markdown.contains(one));
    assert!(!markdown.contains(&key[4..12]));
}
