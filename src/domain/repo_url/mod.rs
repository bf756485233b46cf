//! The address of a repository, checked before any library sees it.

mod error;
mod forge;
mod hosts;
pub(in crate::domain) mod parse;

pub use error::RepoUrlError;
pub use forge::Forge;
pub use hosts::Hosts;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The address of a repository that may be fetched, in one canonical spelling.
///
/// Valid from [`RepoUrl::parse`] on: scheme and host in lower case, a host that the operator allows, an
/// owner and a repository, and nothing that a library or a shell could take for anything else.
///
/// ```
/// use automaton_auditor::domain::repo_url::{Hosts, RepoUrl};
/// let url = RepoUrl::parse("https://github.com/owner/repo.git/", &Hosts::default())?;
/// assert_eq!(url.to_string(), "https://github.com/owner/repo");
/// assert_eq!(url.slug(), "owner_repo");
/// # Ok::<(), automaton_auditor::domain::repo_url::RepoUrlError>(())
/// ```
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct RepoUrl {
    scheme: Scheme,
    host: String,
    port: Option<u16>,
    path: Vec<String>,
}

/// How a repository is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    /// HTTP over TLS.
    Https,
    /// HTTP without encryption; only for hosts that the operator listed with `http://`.
    Http,
    /// SSH with the operator's own key; only where the operator turned it on.
    Ssh,
}

impl RepoUrl {
    /// How the repository is reached.
    #[must_use]
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The host in lower case, without its port.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The repository's name without `.git`.
    #[must_use]
    pub fn name(&self) -> &str {
        let last = self.path.last().map_or("", String::as_str);
        last.strip_suffix(".git").unwrap_or(last)
    }

    /// Owner and repository as one word for file names: `owner_repo`.
    ///
    /// Holds ASCII letters, digits, `.`, `-` and `_` only, never begins with a dot, and has at most 120
    /// characters. Two addresses may share a slug.
    #[must_use]
    pub fn slug(&self) -> String {
        let owner = self.path.split_last().map_or(String::new(), |(_, owner)| owner.join("_"));
        let safe = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
        let slug: String = format!("{owner}_{}", self.name()).chars().map(safe).take(120).collect();
        match slug.strip_prefix('.') {
            Some(rest) => format!("_{rest}"),
            None => slug,
        }
    }

    /// The address to hand to a git client; well-known hosts are asked for `REPO.git` to spare a redirect.
    #[must_use]
    pub fn fetch_url(&self) -> String {
        if Forge::of(&self.host).is_some() { format!("{self}.git") } else { self.to_string() }
    }
}

impl std::fmt::Display for RepoUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let scheme = match self.scheme {
            Scheme::Https => "https://",
            Scheme::Http => "http://",
            Scheme::Ssh => "ssh://git@",
        };
        write!(f, "{scheme}{}", self.host)?;
        if let Some(port) = self.port {
            write!(f, ":{port}")?;
        }
        self.path.iter().try_for_each(|part| write!(f, "/{part}"))
    }
}

impl From<RepoUrl> for String {
    fn from(url: RepoUrl) -> Self {
        url.to_string()
    }
}

/// Checks the form alone: a stored address was compared with the list of hosts when it was accepted.
impl TryFrom<String> for RepoUrl {
    type Error = RepoUrlError;

    fn try_from(text: String) -> Result<Self, RepoUrlError> {
        Self::parse(&text, &Hosts::unchecked())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, slug: &str) {
        let url = RepoUrl::parse(text, &Hosts::default()).expect("the address is valid");
        assert_eq!((url.to_string().as_str(), url.slug().as_str()), (expected, slug));
    }

    #[test]
    fn every_spelling_of_an_address_becomes_the_same() {
        let plain = "https://github.com/Owner/re.po";
        check("https://github.com/Owner/re.po", plain, "Owner_re.po");
        check("https://github.com/Owner/re.po/", plain, "Owner_re.po");
        check("https://github.com/Owner/re.po.git", plain, "Owner_re.po");
        check("https://github.com/Owner/re.po.git/", plain, "Owner_re.po");
        check("HTTPS://GitHub.COM:443/Owner/re.po", plain, "Owner_re.po");
        check("https://www.github.com/Owner/re.po", plain, "Owner_re.po");
        check("https://gitlab.com/a/b/c", "https://gitlab.com/a/b/c", "a_b_c");
        check("https://codeberg.org/.a/b", "https://codeberg.org/.a/b", "_a_b");
    }

    #[test]
    fn an_address_survives_json() {
        let url = RepoUrl::parse("https://github.com/o/r", &Hosts::default()).unwrap();
        let json = serde_json::to_string(&url).unwrap();
        assert_eq!(json, "\"https://github.com/o/r\"");
        assert_eq!(serde_json::from_str::<RepoUrl>(&json).unwrap(), url);
    }
}
