//! Passwords that settings give to services: those of a compose file and of an environment that is committed.

use super::{compared, compiled, is_waiting};
use crate::detect::secrets::{context, line_around};
use regex::bytes::Regex;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// What such a password is called.
pub(in crate::detect::secrets) const DEPLOYED: &str = "password that settings spell out";

/// A variable that is given a value.
pub(super) static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    compiled(
        r#"(?m)^[ \t]*(?:-[ \t]+)?(?:export[ \t]+)?["']?([A-Z][A-Z0-9_]*)["']?[ \t]*[:=][ \t]*["']?([^\s"'#]{4,100})["']?[ \t]*(?:#.*)?\r?$"#,
    )
});

/// The last words of the names of passwords.
const PASSWORDS: [&str; 5] = ["PASSWORD", "PASSWD", "PASS", "PWD", "PASSPHRASE"];
/// The last words of names that hold no password, but what a password may be the same as on a machine of one's own.
const OTHERS: [&str; 6] = ["USER", "USERNAME", "DB", "DATABASE", "NAME", "HOST"];
/// Passwords that images bring or that manuals show, which nobody takes for a secret.
const KNOWN: [&str; 26] = [
    "postgres",
    "mysql",
    "mariadb",
    "mongo",
    "mongodb",
    "redis",
    "rabbitmq",
    "rabbit",
    "neo4j",
    "minio",
    "minioadmin",
    "minio123",
    "elastic",
    "grafana",
    "airflow",
    "clickhouse",
    "root",
    "admin",
    "guest",
    "example",
    "test",
    "local",
    "localhost",
    "true",
    "false",
    "null",
];

/// The passwords that a file of settings gives to services that run by it.
pub(in crate::detect::secrets) fn given_to_services(path: &str, bytes: &[u8]) -> Vec<Range<usize>> {
    if !is_deployed(path) {
        return Vec::new();
    }
    let given: Vec<_> = GIVEN
        .captures_iter(bytes)
        .filter_map(|one| Some((one.get(1)?.as_bytes(), one.get(2)?)))
        .collect();
    let ends = |name: &[u8], words: &[&str]| {
        let last = name.rsplit(|byte| *byte == b'_').next().unwrap_or_default();
        words.iter().any(|word| last == word.as_bytes())
    };
    let others: BTreeSet<&[u8]> = given
        .iter()
        .filter(|(name, _)| ends(name, &OTHERS))
        .map(|(_, value)| value.as_bytes())
        .collect();
    given
        .iter()
        .filter(|(name, value)| {
            ends(name, &PASSWORDS)
                && *name != b"PWD"
                && !others.contains(value.as_bytes())
                && !is_waiting(&bytes[line_around(bytes, value.start())])
                && is_password(value.as_bytes())
        })
        .map(|(_, value)| value.range())
        .collect()
}

/// Whether services run by what the file says, and not those of a test or of one's own machine alone.
fn is_deployed(path: &str) -> bool {
    if context::is_trial(path) || context::is_manual(path) {
        return false;
    }
    let lower = path.to_ascii_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    let is_compose = ["docker-compose", "compose"].iter().any(|start| name.starts_with(start))
        && [".yml", ".yaml"].iter().any(|end| name.ends_with(end));
    let is_own = name.split(['.', '-', '_']).any(|word| {
        [
            "dev",
            "develop",
            "development",
            "local",
            "test",
            "tests",
            "ci",
            "e2e",
            "example",
            "sample",
        ]
        .contains(&word)
            || ["template", "default", "dist", "override"].contains(&word)
    });
    (is_compose && !is_own) || matches!(name, ".env" | ".env.prod" | ".env.production")
}

pub(super) fn is_password(value: &[u8]) -> bool {
    let is_taken = value.iter().any(|byte| b"${}<>%|*&".contains(byte));
    let is_place = value.starts_with(b"/") || value.starts_with(b"./") || value.contains(&b':');
    let is_known = KNOWN.iter().any(|word| value.eq_ignore_ascii_case(word.as_bytes()));
    let is_varied = value.iter().collect::<BTreeSet<_>>().len() > 2;
    !is_taken && !is_place && !is_known && is_varied && !compared::is_bare(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(path: &str, text: &str, expected: &[&str]) {
        let found = given_to_services(path, text.as_bytes());
        let found: Vec<&str> = found.into_iter().map(|range| &text[range]).collect();
        assert_eq!(found, expected, "{path}: {text}");
    }

    #[test]
    fn a_password_that_a_service_runs_with_is_one_however_it_reads() {
        check("docker-compose.yml", "      STORE_PASSWORD: store_2026\n", &["store_2026"]);
        check("compose.prod.yaml", "  - \"STORE_PASSWORD=store_2026\"\n", &["store_2026"]);
        check("app/.env", "DB_USER=app\nDB_PASS=app_password  # ours\n", &["app_password"]);
    }

    #[test]
    fn what_waits_is_known_or_is_for_ones_own_machine_is_none() {
        for line in [
            "POSTGRES_PASSWORD: postgres",
            "DB_PASSWORD: ${DB_PASSWORD:-store_2026}",
            "DB_PASSWORD: <store_2026>",
            "DB_PASSWORD: mysecretpassword",
            "DB_PASSWORD: change_it_2026",
            "DB_PASSWORD: store_2026 # changeme",
            "DB_PASSWORD_FILE: /run/secrets/db",
            "DB_PASSWORD: /run/secrets/db",
            "# DB_PASSWORD=store_2026",
            "PWD=/home/me",
            "DB_USER: store\n  DB_PASSWORD: store",
            "password: store_2026",
        ] {
            check("docker-compose.yml", line, &[]);
        }
        for path in [
            ".env.example",
            "docker-compose.dev.yml",
            "docker-compose-test.yml",
            "tests/docker-compose.yml",
            "docs/docker-compose.yml",
            ".env.local",
            "chart/values.yaml",
        ] {
            check(path, "DB_PASSWORD: store_2026\n", &[]);
        }
    }
}
