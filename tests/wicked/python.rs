//! Python files that no parser likes: each is a finding about that file, and hides no other.

use crate::forge::Forge;
use automaton_auditor::domain::facts::Lines;

const MIB: usize = 1 << 20;
const DEEP: usize = 100_000;

/// Checks what is said of a file that lies beside one that is in order.
#[track_caller]
fn check(content: &[u8], reason: &str) {
    let forge = Forge::new();
    let bad = match content.len() {
        ..MIB => forge.object(gix::objs::Kind::Blob, content),
        MIB.. => forge.bulk(content),
    };
    forge.only(&[
        ("100644", "bad.py", bad),
        ("100644", "good.py", forge.blob("import os\nos.system('x')\n")),
    ]);
    let facts = forge.facts();
    let of_bad = |place: &Lines| place.file == "bad.py";
    let said: Vec<_> = facts.python.unreadable.iter().filter(|u| of_bad(&u.place)).collect();
    assert!(said.iter().any(|one| one.reason.contains(reason)), "{reason}: {said:?}");
    assert_eq!(said.len(), facts.python.unreadable.len(), "nothing is said of the good file");
    let calls = &facts.python.calls;
    assert!(calls.iter().any(|call| !of_bad(&call.place)), "the good file is read: {calls:?}");
}

#[test]
fn bytes_that_are_no_python_text_are_said() {
    check(b"x = 1\0\nimport os\n", "NUL byte");
    check(b"\xff\xfex\0=\x001\0", "UTF-16");
    check(b"name = 'caf\xe9'\n", "not UTF-8");
    check(&[0x80; 4096], "not UTF-8");
}

#[test]
fn other_languages_and_broken_ones_are_said() {
    check(b"print 'hello'\nexec code in scope\n", "Python 2");
    check(b"def broken(:\n    return ]\n", "syntax error");
    check(b"class A(\n", "syntax error");
    check("}{)(][".repeat(10_000).as_bytes(), "");
}

#[test]
fn twenty_megabytes_are_said_not_to_be_read() {
    check("x = 1\n".repeat(20 * MIB / 6).as_bytes(), "was not read for its size");
}

#[test]
fn a_hundred_thousand_levels_are_said_to_be_too_deep() {
    let nested =
        |open: &str, close: &str| format!("x = {}1{}\n", open.repeat(DEEP), close.repeat(DEEP));
    for text in [
        nested("(", ")"),
        nested("f(", ")"),
        nested("not ", ""),
        nested("", "()"),
        nested("", ".a"),
        nested("1 + ", ""),
    ] {
        check(text.as_bytes(), "");
    }
    let ifs: Vec<String> =
        (0..1_000).map(|level| format!("{}if x:\n", " ".repeat(level))).collect();
    let ifs = ifs.concat();
    check(format!("{ifs}{}pass\n", " ".repeat(1_000)).as_bytes(), "too deeply");
}
