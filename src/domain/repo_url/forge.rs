//! The public sites for repositories, which differ in the shape of their addresses.

/// A public web site for repositories whose kind of addresses we know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forge {
    /// `github.com`.
    GitHub,
    /// `gitlab.com`.
    GitLab,
    /// `bitbucket.org`.
    Bitbucket,
    /// `codeberg.org`.
    Codeberg,
}

impl Forge {
    /// The kind of site behind `host`, where it is one of the public ones.
    #[must_use]
    pub fn of(host: &str) -> Option<Self> {
        match host {
            "github.com" => Some(Self::GitHub),
            "gitlab.com" => Some(Self::GitLab),
            "bitbucket.org" => Some(Self::Bitbucket),
            "codeberg.org" => Some(Self::Codeberg),
            _ => None,
        }
    }
}
