//! Links to the audited commit on hosts whose addresses are known.

use crate::domain::facts::{Lines, Place};
use crate::domain::repo_url::Forge;
use std::fmt::Write as _;

/// A repository on a host that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    host: Forge,
    /// Host, owner and name, such as `github.com/octo/auditor`.
    address: String,
}

impl Repository {
    /// Reads `https://host/owner/repo`, with or without `.git` at its end. Everything else, and
    /// every host that is not known, is `None`: better no link than a wrong one.
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let rest = url.strip_prefix("https://")?;
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        let rest = rest.strip_suffix(".git").unwrap_or(rest);
        let mut parts = rest.split('/');
        let (host, owner, name) = (parts.next()?, parts.next()?, parts.next()?);
        let is_clean = parts.next().is_none() && is_name(owner) && is_name(name);
        let host = Forge::of(host)?;
        is_clean.then(|| Self { host, address: rest.to_owned() })
    }

    /// Host, owner and name, such as `github.com/octo/auditor`.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Owner and name, such as `octo/auditor`.
    #[must_use]
    pub fn full_name(&self) -> &str {
        self.address.split_once('/').map_or(&self.address, |(_, name)| name)
    }

    /// Where the repository is shown.
    #[must_use]
    pub fn url(&self) -> String {
        format!("https://{}", self.address)
    }

    /// Where a commit is shown; `None` where `id` is no full id.
    #[must_use]
    pub fn commit(&self, id: &str) -> Option<String> {
        let infix = match self.host {
            Forge::GitHub | Forge::Codeberg => "commit",
            Forge::GitLab => "-/commit",
            Forge::Bitbucket => "commits",
        };
        is_object_id(id).then(|| format!("{}/{infix}/{id}", self.url()))
    }

    /// Where a file is shown at `commit`; `None` where `commit` is no full id or `path` is none that
    /// a browser leaves as it is.
    #[must_use]
    pub fn file(&self, commit: &str, path: &str) -> Option<String> {
        let infix = match self.host {
            Forge::GitHub => "blob",
            Forge::GitLab => "-/blob",
            Forge::Bitbucket => "src",
            Forge::Codeberg => "src/commit",
        };
        let path = relative(path).filter(|_| is_object_id(commit))?;
        Some(format!("{}/{infix}/{commit}/{path}", self.url()))
    }

    /// Where lines of a file are shown at `commit`. See [`Repository::file`].
    #[must_use]
    pub fn lines(&self, commit: &str, path: &str, first: u32, last: u32) -> Option<String> {
        let file = self.file(commit, path)?;
        let anchor = match (self.host, first == last) {
            (Forge::GitHub | Forge::GitLab | Forge::Codeberg, true) => format!("L{first}"),
            (Forge::GitHub | Forge::Codeberg, false) => format!("L{first}-L{last}"),
            (Forge::GitLab, false) => format!("L{first}-{last}"),
            (Forge::Bitbucket, true) => format!("lines-{first}"),
            (Forge::Bitbucket, false) => format!("lines-{first}:{last}"),
        };
        Some(format!("{file}#{anchor}"))
    }

    /// Where a place is shown, if the host shows it; `commit` is the audited one.
    #[must_use]
    pub fn place(&self, commit: Option<&str>, place: &Place) -> Option<String> {
        match place {
            Place::Lines(Lines { file, line, end_line, .. }) => {
                self.lines(commit?, file, *line, *end_line)
            }
            Place::Commit { id } => self.commit(id),
            Place::Tree { .. } | Place::Page { .. } | Place::Report => None,
        }
    }
}

/// Whether a part of a URL is an owner or a repository, and nothing else.
fn is_name(part: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    (1..=100).contains(&part.len()) && part.bytes().all(is_plain) && part.bytes().any(|b| b != b'.')
}

fn is_object_id(id: &str) -> bool {
    matches!(id.len(), 40 | 64) && id.bytes().all(|b| b.is_ascii_hexdigit())
}

/// A relative address of a file from the folder of the page, or `None` where a browser would not stay below
/// that folder.
pub(super) fn relative(path: &str) -> Option<String> {
    path.split('/').all(is_kept).then(|| encoded(path))
}

/// Whether a browser leaves a part of a path as it is.
fn is_kept(part: &str) -> bool {
    !matches!(part, "" | "." | "..")
}

/// Percent-encodes everything but unreserved characters and `/`.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/') {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("writing to a string cannot fail");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHA: &str = "4f1c2ab04f1c2ab04f1c2ab04f1c2ab04f1c2ab0";

    #[track_caller]
    fn check(url: &str, path: &str, lines: (u32, u32), expected: Option<&str>) {
        let found = Repository::parse(url).and_then(|repo| repo.lines(SHA, path, lines.0, lines.1));
        let expected = expected.map(|tail| tail.replace("SHA", SHA));
        assert_eq!(found, expected, "{url} {path}");
    }

    #[test]
    fn each_host_gets_its_own_address() {
        let hub = "https://github.com/o/r.git";
        check(hub, "src/a.py", (10, 20), Some("https://github.com/o/r/blob/SHA/src/a.py#L10-L20"));
        check(hub, "a.py", (3, 3), Some("https://github.com/o/r/blob/SHA/a.py#L3"));
        let lab = "https://gitlab.com/o/r";
        check(lab, "a.py", (1, 2), Some("https://gitlab.com/o/r/-/blob/SHA/a.py#L1-2"));
        let bucket = "https://bitbucket.org/o/r/";
        check(bucket, "a.py", (1, 2), Some("https://bitbucket.org/o/r/src/SHA/a.py#lines-1:2"));
        let berg = "https://codeberg.org/o/r";
        check(berg, "a.py", (1, 2), Some("https://codeberg.org/o/r/src/commit/SHA/a.py#L1-L2"));
    }

    #[test]
    fn a_path_cannot_leave_its_place_in_the_address() {
        let hub = "https://github.com/o/r";
        let odd = Some("https://github.com/o/r/blob/SHA/a%20%28b%29%23%3F%7C%C3%A9.py#L1");
        check(hub, "a (b)#?|é.py", (1, 1), odd);
        check(hub, "../../evil/r/x", (1, 1), None);
        check(hub, "a/./b", (1, 1), None);
        check(hub, "/etc/passwd", (1, 1), None);
    }

    #[test]
    fn only_clean_urls_of_known_hosts_are_linked() {
        for url in [
            "http://github.com/o/r",
            "https://github.com/o",
            "https://github.com/o/r/tree/main",
            "https://github.com@evil.example/o/r",
            "https://github.com:444/o/r",
            "https://evil.example/o/r",
            "https://github.com/o/r?x=1",
            "https://github.com/o/r#x",
            "https://github.com/../r",
            "https://github.com/o/.git",
            "git@github.com:o/r.git",
            "/home/me/r",
        ] {
            assert_eq!(Repository::parse(url), None, "{url}");
        }
    }

    #[test]
    fn a_commit_is_linked_by_its_full_id_alone() {
        let repo = Repository::parse("https://gitlab.com/o/r").unwrap();
        assert_eq!(repo.commit(SHA), Some(format!("https://gitlab.com/o/r/-/commit/{SHA}")));
        assert_eq!(repo.commit("4f1c2ab"), None);
        assert_eq!(repo.commit("main"), None);
        assert_eq!(repo.place(None, &Place::lines("a.py", "b", 1, 1)), None);
    }
}
