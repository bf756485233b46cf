//! Names and links in trees that lead elsewhere.

use crate::forge::{Forge, says};
use std::fmt::Write as _;

const FILE: &str = "100644";
const TREE: &str = "40000";

#[test]
fn names_that_climb_or_hide_are_listed_and_said() {
    let forge = Forge::new();
    let blob = forge.blob("import os\nos.system('x')\n");
    let up = forge.tree(&[(FILE, "up.py", blob)]);
    let outer = forge.tree(&[(TREE, "..", up), (FILE, "a.py", blob)]);
    forge.only(&[
        (FILE, "..", blob),
        (FILE, "../../../tmp/escaped.py", blob),
        (FILE, "/etc/cron.d/job", blob),
        (TREE, ".GIT", up),
        (TREE, ".git", up),
        (FILE, "a\n\u{1b}[2J.py", blob),
        (TREE, "folder", outer),
    ]);
    let facts = forge.facts();
    for name in ["..", "../../../tmp/escaped.py", "/etc/cron.d/job", ".GIT", ".git"] {
        says(&facts.tree.damage, &format!("At the top an entry is called `{name}`"), "refuses.");
    }
    says(&facts.tree.damage, "In `folder/` an entry is called `..`", "refuses.");
    assert!(facts.tree.find("folder/../up.py").is_some(), "{:?}", facts.tree.entries);
    assert!(facts.tree.find("a\n\u{1b}[2J.py").is_some());
    assert!(facts.python.calls.len() >= 2, "what is in them is read all the same");
}

#[test]
fn links_and_submodules_are_listed_and_never_followed() {
    let forge = Forge::new();
    let (etc, up) = (forge.blob("/etc/passwd"), forge.blob("../../../../etc/passwd"));
    let nothing = gix::ObjectId::from_hex(&[b'1'; 40]).unwrap();
    forge.only(&[
        ("120000", "link.py", etc),
        ("120000", "other.py", up),
        ("160000", "sub", nothing),
    ]);
    let facts = forge.facts();
    let modes: Vec<_> = facts.tree.entries.iter().map(|entry| entry.mode.as_str()).collect();
    assert_eq!(modes, ["link", "link", "submodule"]);
    assert_eq!((facts.python.files, facts.tree.damage.len()), (0, 0));
    assert_eq!(facts.history.commits[0].files_changed, Some(3));
}

#[test]
fn a_tree_that_contains_itself_is_damage() {
    let forge = Forge::new();
    let blob = forge.blob("x = 1\n");
    let inner = forge.tree(&[(FILE, "a.py", blob)]);
    let entries = [(FILE, "b.py", blob), (TREE, "inner", inner)];
    forge.only(&entries);
    // A tree cannot hold its own name, so what lies under the inner one's name is the outer one.
    let raw: Vec<u8> = entries
        .iter()
        .flat_map(|(mode, name, id)| {
            [mode.as_bytes(), b" ", name.as_bytes(), b"\0", id.as_slice()].concat()
        })
        .collect();
    forge.object_as(inner, gix::objs::Kind::Tree, raw.len(), &raw);
    let facts = forge.facts();
    says(&facts.tree.damage, "In `inner/` directory", "the files below are unknown.");
    assert!(facts.tree.find("b.py").is_some());
    assert_eq!(facts.history.commits[0].insertions, None);
}

#[test]
fn fifty_thousand_files_are_cut_off_with_a_sentence() {
    let forge = Forge::new();
    let mut stream = "blob\nmark :1\ndata 6\nx = 1\n\ncommit refs/heads/main\n".to_owned();
    stream += "committer Ann <ann@example.org> 1700000000 +0000\ndata 3\none\n";
    for number in 0..50_000 {
        writeln!(stream, "M 644 :1 d{:02}/f{number}.txt", number % 100).expect("a string grows");
    }
    forge.feed(&["fast-import", "--quiet"], stream.as_bytes());
    let facts = forge.facts();
    assert!(facts.tree.truncated);
    says(&facts.limits_reached, "The tree has more than 20000 entries", "was not listed.");
    // Entries and the directories on the way count alike.
    assert!((19_000..=20_000).contains(&facts.tree.entries.len()));
    assert_eq!(facts.history.commits[0].insertions, None, "too many files to compare");
}
