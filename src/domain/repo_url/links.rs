//! Addresses of places inside a repository, for people to open.

use super::RepoUrl;

/// A kind of web site for repositories whose addresses we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Forge {
    GitHub,
    GitLab,
    Bitbucket,
    Codeberg,
}

impl Forge {
    /// The kind of site behind `host`, where it is one of the public ones.
    pub(super) fn of(host: &str) -> Option<Self> {
        match host {
            "github.com" => Some(Self::GitHub),
            "gitlab.com" => Some(Self::GitLab),
            "bitbucket.org" => Some(Self::Bitbucket),
            "codeberg.org" => Some(Self::Codeberg),
            _ => None,
        }
    }
}

impl RepoUrl {
    /// The address of lines of a file at a commit, for a browser.
    ///
    /// `commit` is a full hexadecimal id, lines count from 1 and both ends are included. Returns `None` for
    /// hosts whose addresses are unknown and for a `commit` that is no id.
    #[must_use]
    pub fn permalink(&self, commit: &str, path: &str, first: u32, last: u32) -> Option<String> {
        let (base, path) = (self.web_base(commit)?, percent_encode(path));
        let last = last.max(first);
        Some(match Forge::of(&self.host)? {
            Forge::GitHub => format!("{base}/blob/{commit}/{path}#L{first}-L{last}"),
            Forge::GitLab => format!("{base}/-/blob/{commit}/{path}#L{first}-{last}"),
            Forge::Bitbucket => format!("{base}/src/{commit}/{path}#lines-{first}:{last}"),
            Forge::Codeberg => format!("{base}/src/commit/{commit}/{path}#L{first}-L{last}"),
        })
    }

    /// The address of a commit, for a browser; `None` as in [`RepoUrl::permalink`].
    #[must_use]
    pub fn commit_link(&self, commit: &str) -> Option<String> {
        let base = self.web_base(commit)?;
        Some(match Forge::of(&self.host)? {
            Forge::GitHub | Forge::Codeberg => format!("{base}/commit/{commit}"),
            Forge::GitLab => format!("{base}/-/commit/{commit}"),
            Forge::Bitbucket => format!("{base}/commits/{commit}"),
        })
    }

    fn web_base(&self, commit: &str) -> Option<String> {
        let is_id =
            matches!(commit.len(), 40 | 64) && commit.bytes().all(|b| b.is_ascii_hexdigit());
        is_id.then(|| format!("https://{}/{}", self.host, self.path.join("/")))
    }
}

/// Encodes everything but unreserved characters and `/`.
fn percent_encode(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push('%');
            encoded.push(char::from(b"0123456789ABCDEF"[usize::from(byte >> 4)]));
            encoded.push(char::from(b"0123456789ABCDEF"[usize::from(byte & 15)]));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::super::Hosts;
    use super::*;

    const COMMIT: &str = "4f1c2ab04f1c2ab04f1c2ab04f1c2ab04f1c2ab0";

    #[track_caller]
    fn check(url: &str, lines: Option<&str>, commit: Option<&str>) {
        let hosts =
            Hosts::new(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "a.org"]);
        let url = RepoUrl::parse(url, &hosts).unwrap();
        let fill = |pattern: &str| pattern.replace("SHA", COMMIT);
        assert_eq!(url.permalink(COMMIT, "src/a b#.py", 10, 20), lines.map(fill));
        assert_eq!(url.commit_link(COMMIT), commit.map(fill));
    }

    #[test]
    fn each_known_host_gets_its_own_form_of_link() {
        check(
            "https://github.com/o/r.git",
            Some("https://github.com/o/r/blob/SHA/src/a%20b%23.py#L10-L20"),
            Some("https://github.com/o/r/commit/SHA"),
        );
        check(
            "https://gitlab.com/g/o/r",
            Some("https://gitlab.com/g/o/r/-/blob/SHA/src/a%20b%23.py#L10-20"),
            Some("https://gitlab.com/g/o/r/-/commit/SHA"),
        );
        check(
            "https://bitbucket.org/o/r",
            Some("https://bitbucket.org/o/r/src/SHA/src/a%20b%23.py#lines-10:20"),
            Some("https://bitbucket.org/o/r/commits/SHA"),
        );
        check(
            "https://codeberg.org/o/r",
            Some("https://codeberg.org/o/r/src/commit/SHA/src/a%20b%23.py#L10-L20"),
            Some("https://codeberg.org/o/r/commit/SHA"),
        );
        check("https://a.org/o/r", None, None);
    }

    #[test]
    fn text_that_is_no_commit_id_gets_no_link() {
        let url = RepoUrl::parse("https://github.com/o/r", &Hosts::default()).unwrap();
        assert_eq!(url.permalink("HEAD", "a.py", 1, 1), None);
        assert_eq!(url.commit_link("../../x"), None);
    }
}
