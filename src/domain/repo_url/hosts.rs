//! Which hosts the operator allows.

use super::Scheme;

/// The hosts that repositories may be fetched from.
///
/// An entry is `HOST` or `HOST:PORT`. Written with `http://` in front, the host is reached without
/// encryption; that is for servers in the operator's own network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    entries: Vec<String>,
    ssh: bool,
    any: bool,
}

impl Default for Hosts {
    /// Allows github.com, gitlab.com, bitbucket.org and codeberg.org by https.
    fn default() -> Self {
        Self::new(["github.com", "gitlab.com", "bitbucket.org", "codeberg.org"])
    }
}

impl Hosts {
    /// Allows exactly these entries; case, surrounding blanks and `https://` in front do not matter.
    pub fn new(entries: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let clean = |e: &str| {
            let entry = e.trim().trim_end_matches('/').to_ascii_lowercase();
            entry.strip_prefix("https://").map_or(entry.clone(), str::to_owned)
        };
        let mut entries: Vec<_> = entries.into_iter().map(|e| clean(e.as_ref())).collect();
        entries.retain(|entry| !entry.is_empty());
        Self { entries, ssh: false, any: false }
    }

    /// The hosts that reports may be downloaded from: those of repositories, and where GitHub keeps files.
    #[must_use]
    pub fn of_reports() -> Self {
        Self::new([
            "github.com",
            "raw.githubusercontent.com",
            "objects.githubusercontent.com",
            "release-assets.githubusercontent.com",
            "media.githubusercontent.com",
            "gitlab.com",
            "bitbucket.org",
            "codeberg.org",
        ])
    }

    /// Allows these entries too.
    #[must_use]
    pub fn with(mut self, entries: &[String]) -> Self {
        self.entries.extend(Self::new(entries).entries);
        self
    }

    /// Allows ssh to the same hosts, with the operator's own keys.
    #[must_use]
    pub fn with_ssh(mut self, on: bool) -> Self {
        self.ssh = on;
        self
    }

    /// Accepts every host and scheme; for addresses that were accepted before.
    pub(in crate::domain) fn unchecked() -> Self {
        Self { entries: Vec::new(), ssh: true, any: true }
    }

    /// Whether ssh is turned on.
    pub(super) fn ssh(&self) -> bool {
        self.ssh
    }

    /// Whether `host` may be reached by `scheme`. `port` is `None` for the scheme's own port.
    pub(super) fn allow(&self, scheme: Scheme, host: &str, port: Option<u16>) -> bool {
        let place = port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"));
        self.any
            || match scheme {
                Scheme::Https => self.entries.contains(&place),
                Scheme::Http => self.entries.contains(&format!("http://{place}")),
                Scheme::Ssh => self.ssh && self.entries.contains(&place),
            }
    }

    /// Whether an entry names `host`, whatever its scheme and port.
    pub(super) fn name(&self, host: &str) -> bool {
        let bare = |e: &str| e.strip_prefix("http://").unwrap_or(e).to_owned();
        self.any || self.entries.iter().any(|e| bare(e).split(':').next() == Some(host))
    }
}

/// Lists the entries, separated by commas.
impl std::fmt::Display for Hosts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.entries.join(", "))
    }
}
