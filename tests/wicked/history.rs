//! Histories that are long, forged or broken.

use crate::forge::{Forge, says};
use automaton_auditor::domain::facts::RepositoryFacts;
use automaton_auditor::domain::limits::Limits;
use gix::objs::Kind;

fn subjects(facts: &RepositoryFacts) -> Vec<&str> {
    facts.history.commits.iter().map(|commit| commit.subject.as_str()).collect()
}

#[test]
fn twenty_thousand_commits_and_one_more_are_cut_off_with_a_sentence() {
    let forge = Forge::new();
    let mut stream = String::new();
    for number in 0..=20_000 {
        let date = 1_600_000_000 + number;
        let subject = format!("c{number}");
        let length = subject.len();
        let head =
            format!("committer Ann <ann@example.org> {date} +0000\ndata {length}\n{subject}\n");
        stream.push_str("commit refs/heads/main\n");
        stream.push_str(&head);
        if number % 1000 == 0 {
            let change = format!("M 644 inline a.py\ndata 8\nx = {:04}\n", number / 1000);
            stream.push_str(&change);
        }
    }
    forge.feed(&["fast-import", "--quiet"], stream.as_bytes());
    let facts = forge.facts();
    assert!(facts.history.truncated && facts.history.damage.is_empty());
    assert_eq!(facts.history.commits.len(), 20_000);
    assert_eq!(facts.history.commits[0].subject, "c1", "the oldest is cut off");
    says(&facts.limits_reached, "The history has more than 20000 commits", "were not read.");
}

#[test]
fn one_malformed_commit_does_not_hide_the_rest() {
    let forge = Forge::new();
    let tree = forge.tree(&[("100644", "a.py", forge.blob("x = 1\n"))]);
    let root = forge.commit(tree, &[], "root");
    let text = format!("tree nonsense\nparent {root}\nauthor ?\n\nno tree\n");
    let no_tree = forge.object(Kind::Commit, text.as_bytes());
    let text = format!("parent {no_tree}\ntree {tree}\ngpgsig -----BEGIN\n\ndisorder\n");
    let disorder = forge.object(Kind::Commit, text.as_bytes());
    let text =
        format!("tree {tree}\nparent 12\nparent {disorder}\nauthor A <a> 5 +0000\n\nodd parent\n");
    let odd = forge.object(Kind::Commit, text.as_bytes());
    forge.head(forge.commit(tree, &[odd], "head"));
    let facts = forge.facts();
    assert_eq!(subjects(&facts), ["root", "no tree", "disorder", "odd parent", "head"]);
    says(
        &facts.history.damage,
        &format!("Commit {no_tree} is malformed: it names no tree"),
        "unknown.",
    );
    says(
        &facts.history.damage,
        &format!("Commit {odd} is malformed: it names a parent"),
        "followed.",
    );
    says(&facts.history.damage, "Readable part of the history: 5 commits", ".");
    let counted: Vec<_> = facts.history.commits.iter().map(|c| c.files_changed).collect();
    assert_eq!(counted, [Some(1), None, None, Some(0), Some(0)]);
}

#[test]
fn a_quoted_parent_in_a_signature_or_message_is_no_parent() {
    let forge = Forge::new();
    let tree = forge.tree(&[]);
    let other = forge.commit(tree, &[], "other");
    let text = format!(
        "tree {tree}\nauthor A <a> 5 +0000\ncommitter A <a> 5 +0000\nparent {other}\n\nparent {other}\n"
    );
    forge.head(forge.object(Kind::Commit, text.as_bytes()));
    assert_eq!(forge.facts().history.commits.len(), 1);
}

#[test]
fn forged_dates_are_stated_as_they_stand_and_do_not_change_the_order() {
    let forge = Forge::new();
    let tree = forge.tree(&[]);
    let dates = [
        ("0 +0000", 0),
        ("4102444800 +0000", 4_102_444_800),
        ("-86400 +0000", -86_400),
        ("1700000000 +9999", 1_700_000_000),
        ("1 -0000", 1),
        ("9223372036854775807 +0000", i64::MAX),
        ("1700000000 +0000", 1_700_000_000),
    ];
    let mut at = None;
    for (number, (date, _)) in dates.iter().enumerate() {
        let parents: Vec<_> = at.into_iter().collect();
        at = Some(forge.dated(tree, &parents, &number.to_string(), date));
    }
    forge.head(at.unwrap());
    let facts = forge.facts();
    assert_eq!(subjects(&facts), ["0", "1", "2", "3", "4", "5", "6"]);
    let times: Vec<_> = facts.history.commits.iter().map(|c| c.author_time).collect();
    assert_eq!(times, dates.map(|(_, seconds)| seconds));
    assert_eq!(facts.history.damage, [""; 0]);
}

#[test]
fn a_date_that_is_no_number_is_said() {
    let forge = Forge::new();
    let tree = forge.tree(&[]);
    let root = forge.dated(tree, &[], "root", "99999999999999999999999 +0000");
    forge.head(forge.dated(tree, &[root], "head", "yesterday"));
    let facts = forge.facts();
    assert_eq!(subjects(&facts), ["root", "head"]);
    for commit in &facts.history.commits {
        let begins = format!("Commit {} states the date of its author", commit.id);
        says(&facts.history.damage, &begins, "1970 stands for it.");
    }
}

#[test]
fn missing_and_corrupt_objects_cost_what_they_hold() {
    let forge = Forge::new();
    let (old, new) = (forge.blob("x = 1\n"), forge.blob("x = 2\n"));
    let lost = forge.tree(&[("100644", "a.py", old)]);
    let folder = forge.tree(&[("100644", "c.py", new)]);
    let top =
        forge.tree(&[("100644", "a.py", new), ("100644", "b.py", old), ("40000", "d", folder)]);
    let root = forge.commit(lost, &[], "root");
    let head = forge.commit(top, &[root], "head");
    forge.head(head);
    std::fs::remove_file(forge.loose(lost)).unwrap();
    std::fs::write(forge.loose(old), b"\x78\x01 no deflate").unwrap();
    std::fs::write(forge.loose(folder), b"").unwrap();
    let facts = forge.facts();
    assert_eq!(subjects(&facts), ["root", "head"]);
    assert_eq!(facts.history.commits[1].insertions, None);
    says(&facts.tree.damage, "The content of `b.py`", "is damaged.");
    says(&facts.tree.damage, "In `d/` directory", "the files below are unknown.");
    assert_eq!(facts.python.files, 1);
    std::fs::remove_file(forge.loose(head)).unwrap();
    let error = forge.examine(&Limits::default()).unwrap_err().to_string();
    assert!(error.contains("the repository is damaged"), "{error}");
}

#[test]
fn a_pack_that_was_cut_off_or_overwritten_is_damage() {
    let forge = Forge::new();
    let blob = forge.blob(&"text that fills a pack\n".repeat(40));
    let tree = forge.tree(&[("100644", "a.py", blob)]);
    let root = forge.commit(tree, &[], "root");
    forge.head(forge.commit(tree, &[root], "head"));
    forge.git(&["repack", "-a", "-d", "-q"]);
    let packs = std::fs::read_dir(forge.path().join("objects/pack")).unwrap();
    let pack =
        packs.map(|e| e.unwrap().path()).find(|p| p.extension().is_some_and(|e| e == "pack"));
    let pack = pack.unwrap();
    let whole = std::fs::read(&pack).unwrap();
    std::fs::remove_file(&pack).unwrap();
    for at in [0, 13, whole.len() / 2, whole.len() - 25] {
        let mut broken = whole.clone();
        broken[at..].iter_mut().take(20).for_each(|byte| *byte ^= 0x5a);
        for bytes in [&broken[..], &whole[..at]] {
            std::fs::write(&pack, bytes).unwrap();
            // Which object is hit depends on the pack; none of it is told as if it were whole.
            match forge.examine(&Limits::default()) {
                Ok(facts) => {
                    let damage = facts.history.damage.len() + facts.tree.damage.len();
                    let whole = facts.history.commits.len() == 2 && facts.python.files == 1;
                    assert!(damage > 0 || whole, "{facts:?}");
                }
                Err(error) => {
                    assert!(error.to_string().contains("failed to read repository"), "{error}");
                }
            }
        }
    }
}
