//! The public sites for repositories, which differ in the shape of their addresses.

/// A public web site for repositories whose kind of addresses we know.
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
