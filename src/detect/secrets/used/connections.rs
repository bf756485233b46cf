//! Passwords that files of settings give beside the user that a program connects as.

use super::super::context::{self, Context};
use super::super::{line_around, sieve};
use super::deployed::is_password;
use super::{compiled, is_waiting};
use regex::bytes::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A setting without quotes around its name: where it is set in, its name and its value.
pub(super) static SETTING: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?m)^([ \t]*)([A-Za-z][A-Za-z0-9_.-]*)[ \t]*[:=][ \t]*["']?([^\s"'#;,]{4,100})["']?[ \t]*(?:[#;].*)?\r?$"#,
    )
});

/// The last words of the names of users and of passwords.
const USERS: [&str; 3] = ["user", "username", "login"];
const PASSWORDS: [&str; 3] = ["password", "passwd", "pwd"];
/// Words of files for one's own machine, for tests and for what runs them.
const OWN: [&str; 12] = [
    "ci", "default", "demo", "dev", "dist", "e2e", "example", "local", "sample", "template",
    "test", "tests",
];

/// A setting with the group to which it belongs: the prefix of its name, and how far it is set in.
struct Setting<'b> {
    group: (&'b [u8], &'b [u8]),
    last: Vec<u8>,
    value: Range<usize>,
}

/// The passwords of a file of settings beside which the user is named, in the same group.
pub(in crate::detect::secrets) fn beside_users(path: &str, bytes: &[u8]) -> Vec<Range<usize>> {
    if !is_of_program(path) {
        return Vec::new();
    }
    let all: Vec<Setting<'_>> = SETTING
        .captures_iter(bytes)
        .filter_map(|one| {
            let (indent, name, value) = (one.get(1)?, one.get(2)?.as_bytes(), one.get(3)?);
            let at = name.iter().rposition(|byte| b"._-".contains(byte)).map_or(0, |at| at + 1);
            let group = (indent.as_bytes(), &name[..at]);
            Some(Setting { group, last: name[at..].to_ascii_lowercase(), value: value.range() })
        })
        .collect();
    let is_one =
        |one: &Setting<'_>, words: &[&str]| words.iter().any(|word| one.last == word.as_bytes());
    let is_beside = |near: Option<&Setting<'_>>, password: &Setting<'_>| {
        near.is_some_and(|other| {
            other.group == password.group
                && is_one(other, &USERS)
                && bytes[other.value.clone()] != bytes[password.value.clone()]
        })
    };
    let passwords = all.iter().enumerate().filter(|(at, one)| {
        is_one(one, &PASSWORDS)
            && (is_beside(at.checked_sub(1).and_then(|at| all.get(at)), one)
                || is_beside(all.get(at + 1), one))
            && !is_waiting(&bytes[line_around(bytes, one.value.start)])
            && is_chosen(&bytes[one.value.clone()])
    });
    passwords.map(|(_, one)| one.value.clone()).collect()
}

/// Whether somebody chose a value as a password: a plain word may as well say what a field is called or has to be.
fn is_chosen(value: &[u8]) -> bool {
    let is_number = value.iter().all(u8::is_ascii_digit);
    let is_word = value.iter().all(u8::is_ascii_alphabetic);
    !is_word && (is_password(value) || (is_number && sieve::entropy(value) > 1.0))
}

/// Whether a file holds the settings that a program runs with, and not those for one's own machine or for tests.
fn is_of_program(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let is_own = name.split(['.', '-', '_']).any(|word| OWN.contains(&word));
    let is_hidden = folders.split('/').any(|folder| folder.starts_with('.'));
    context::of(path) == Context::Settings
        && !context::is_manual(path)
        && !is_own
        && !is_hidden
        && !name.contains("compose")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = beside_users(path, text.as_bytes());
        let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{path}: {text}");
    }

    #[test]
    fn a_password_beside_its_user_is_one_however_it_reads() {
        let spring = "spring.datasource.username=admin\nspring.datasource.password=123456\n";
        check("src/main/resources/application.properties", spring, &["123456"]);
        check("config/db.ini", "[db]\nuser = root\npassword = 123456 ; ours\n", &["123456"]);
        check("app.yml", "db:\n  password: 'tr0ub4dor'\n  user: app1\n", &["tr0ub4dor"]);
    }

    #[test]
    fn what_waits_is_a_label_or_is_for_ones_own_machine_is_none() {
        for text in [
            "db.password=123456\n",
            "db.user=root\nmail.password=123456\n",
            "db:\n  user: root\npassword: 123456\n",
            "user: root\npassword: ${DB_PASSWORD}\n",
            "user: root\npassword: changeme\n",
            "user: root\npassword: your_password\n",
            "user: root\npassword: root\n",
            "username: Username\npassword: Password\n",
            "user: string\npassword: required\n",
            "# user: root\n# password: 123456\n",
            "user: root\npassword:\n",
        ] {
            check("config/app.yml", text, &[]);
        }
        for path in [
            "application-dev.yml",
            "config/test.yml",
            "tests/app.yml",
            "app.example.ini",
            ".github/workflows/ci.yml",
            "docker-compose.yml",
            "app.py",
            "docs/app.yml",
        ] {
            check(path, "user: root\npassword: 123456\n", &[]);
        }
    }
}
