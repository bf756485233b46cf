//! From text to a [`RepoUrl`], refusing everything that is not plainly the address of a repository.

use super::{Hosts, RepoUrl, RepoUrlError, Scheme, forge::Forge};

const LONGEST: usize = 2048;

/// Parts of a path that the hosts' web sites put behind the repository's name; GitLab's comes first.
const PAGES: [&str; 22] = [
    "-",
    "actions",
    "archive",
    "blob",
    "branches",
    "commit",
    "commits",
    "compare",
    "issues",
    "merge_requests",
    "projects",
    "pull",
    "pull-requests",
    "pulls",
    "raw",
    "releases",
    "settings",
    "src",
    "tags",
    "tree",
    "wiki",
    "zipball",
];

impl RepoUrl {
    /// Reads an address that a person or a manifest gave.
    ///
    /// # Errors
    /// [`RepoUrlError`] says in one sentence why the address is refused and what to give instead.
    pub fn parse(text: &str, hosts: &Hosts) -> Result<Self, RepoUrlError> {
        check_characters(text)?;
        let (scheme, rest) = split_scheme(text)?;
        if let Some(mark) = rest.chars().find(|c| ['?', '#'].contains(c)) {
            return Err(RepoUrlError::Query { mark });
        }
        if rest.contains('%') {
            return Err(RepoUrlError::PercentEncoded);
        }
        let (authority, path) = rest.split_once('/').unwrap_or((&rest, ""));
        let (host, port) = host_and_port(scheme, authority, hosts)?;
        if scheme == Scheme::Ssh && !hosts.ssh() {
            let path = path.trim_end_matches('/').trim_end_matches(".git");
            return Err(RepoUrlError::SshOff { instead: format!("https://{host}/{path}") });
        }
        check_allowed(scheme, &host, port, hosts)?;
        let path = split_path(path, &host)?;
        Ok(Self { scheme, host, port, path })
    }
}

/// The host as it is known, and the port where it is not the scheme's own; whether they are allowed is not asked.
pub(in crate::domain) fn host_and_port(
    scheme: Scheme,
    authority: &str,
    hosts: &Hosts,
) -> Result<(String, Option<u16>), RepoUrlError> {
    let (host, port) = split_authority(authority, scheme)?;
    check_host(&host, hosts)?;
    Ok((known_host(host), port))
}

/// Refuses a host that the operator does not allow.
pub(in crate::domain) fn check_allowed(
    scheme: Scheme,
    host: &str,
    port: Option<u16>,
    hosts: &Hosts,
) -> Result<(), RepoUrlError> {
    if hosts.allow(scheme, host, port) {
        return Ok(());
    }
    Err(match scheme {
        Scheme::Http if hosts.allow(Scheme::Https, host, port) => {
            RepoUrlError::Scheme { scheme: "http".into() }
        }
        Scheme::Https | Scheme::Http | Scheme::Ssh => RepoUrlError::HostNotAllowed {
            host: port.map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")),
            allowed: hosts.to_string(),
        },
    })
}

pub(in crate::domain) fn check_characters(text: &str) -> Result<(), RepoUrlError> {
    if text.is_empty() {
        return Err(RepoUrlError::Empty);
    }
    if text.len() > LONGEST {
        return Err(RepoUrlError::TooLong { length: text.len() });
    }
    if let Some(character) =
        text.chars().find(|c| !c.is_ascii_graphic() || "\\<>\"'`{}|^".contains(*c))
    {
        return Err(RepoUrlError::Character { character });
    }
    if text.starts_with('-') {
        return Err(RepoUrlError::LooksLikeOption);
    }
    Ok(())
}

/// Returns the scheme and what follows it; `git@host:owner/repo` becomes `host/owner/repo` by ssh.
pub(in crate::domain) fn split_scheme(text: &str) -> Result<(Scheme, String), RepoUrlError> {
    if let Some((helper, _)) = text.split_once("::")
        && helper.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    {
        return Err(RepoUrlError::Helper { helper: helper.to_owned() });
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        return match text.strip_prefix("git@").and_then(|rest| rest.split_once(':')) {
            Some((host, path)) if !host.contains('/') => {
                Ok((Scheme::Ssh, format!("{host}/{}", path.trim_start_matches('/'))))
            }
            Some(_) | None => Err(RepoUrlError::NoScheme),
        };
    };
    match scheme.to_ascii_lowercase().as_str() {
        "https" => Ok((Scheme::Https, rest.to_owned())),
        "http" => Ok((Scheme::Http, rest.to_owned())),
        "ssh" => Ok((Scheme::Ssh, rest.strip_prefix("git@").unwrap_or(rest).to_owned())),
        other => Err(RepoUrlError::Scheme { scheme: other.to_owned() }),
    }
}

fn split_authority(authority: &str, scheme: Scheme) -> Result<(String, Option<u16>), RepoUrlError> {
    if authority.contains('@') {
        return Err(RepoUrlError::UserInfo);
    }
    if authority.contains('[') {
        return Err(RepoUrlError::NumericHost { host: authority.to_owned() });
    }
    let Some((host, port)) = authority.split_once(':') else {
        return Ok((authority.to_ascii_lowercase(), None));
    };
    let digits = (1..=5).contains(&port.len()) && port.bytes().all(|b| b.is_ascii_digit());
    let number = if digits { port.parse().unwrap_or(0) } else { 0_u16 };
    let own = match scheme {
        Scheme::Https => 443,
        Scheme::Http => 80,
        Scheme::Ssh => 22,
    };
    match number {
        0 => Err(RepoUrlError::Port { port: port.to_owned() }),
        number => Ok((host.to_ascii_lowercase(), Some(number).filter(|n| *n != own))),
    }
}

/// A numeric host is refused unless the operator listed it: it is how requests reach inner networks.
fn check_host(host: &str, hosts: &Hosts) -> Result<(), RepoUrlError> {
    let label = |l: &str| {
        !l.is_empty()
            && l.len() <= 63
            && !l.starts_with('-')
            && !l.ends_with('-')
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    if host.len() > 253 || !host.split('.').all(label) {
        return Err(RepoUrlError::Host { host: host.to_owned() });
    }
    let last = host.rsplit('.').next().unwrap_or(host);
    let number = |l: &str| l.starts_with("0x") || l.bytes().all(|b| b.is_ascii_digit());
    if number(last) && !hosts.name(host) {
        return Err(RepoUrlError::NumericHost { host: host.to_owned() });
    }
    Ok(())
}

/// `www.` in front of a well-known host leads to the same place.
fn known_host(host: String) -> String {
    match host.strip_prefix("www.") {
        Some(bare) if Forge::of(bare).is_some() => bare.to_owned(),
        Some(_) | None => host,
    }
}

fn split_path(path: &str, host: &str) -> Result<Vec<String>, RepoUrlError> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut parts: Vec<&str> = path.split('/').collect();
    if let Some(part) = parts.iter().find(|p| p.is_empty() || **p == "." || **p == "..")
        && !path.is_empty()
    {
        return Err(RepoUrlError::Part { part: (*part).to_owned() });
    }
    if parts.len() < 2 {
        return Err(RepoUrlError::NoRepository { host: host.to_owned() });
    }
    let forge = Forge::of(host);
    // GitLab nests groups of any name, and sets its own pages apart with a dash.
    let pages = if forge == Some(Forge::GitLab) { &PAGES[..1] } else { &PAGES[..] };
    if let Some(at) = parts.iter().skip(2).position(|p| pages.contains(p)) {
        let repository = parts[..at + 2].join("/");
        return Err(RepoUrlError::BrowserPage { instead: format!("https://{host}/{repository}") });
    }
    // Only GitLab and servers that we know nothing about nest groups of repositories.
    let deepest = if matches!(forge, None | Some(Forge::GitLab)) { 12 } else { 2 };
    if parts.len() > deepest {
        return Err(RepoUrlError::TooManyParts);
    }
    if forge.is_some()
        && let Some(last) = parts.last_mut()
    {
        *last = last.strip_suffix(".git").unwrap_or(last);
    }
    match parts.iter().find(|part| !is_name(part)) {
        Some(part) => Err(RepoUrlError::Part { part: (*part).to_owned() }),
        None => Ok(parts.into_iter().map(str::to_owned).collect()),
    }
}

fn is_name(part: &str) -> bool {
    let allowed = |b: u8| b.is_ascii_alphanumeric() || b"._-~+".contains(&b);
    let bare = part.strip_suffix(".git").unwrap_or(part);
    part.len() <= 255
        && !part.starts_with('-')
        && !matches!(bare, "" | "." | "..")
        && part.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, sentence: &str) {
        let error = RepoUrl::parse(text, &Hosts::default()).expect_err("the address is refused");
        assert!(error.to_string().contains(sentence), "{text}: {error}");
    }

    #[test]
    fn dangerous_or_mistaken_addresses_are_refused_with_the_reason() {
        check("", "is empty");
        check("--upload-pack=touch /tmp/x", "character ' '");
        check("--upload-pack=touch", "begins with a dash");
        check("-oProxyCommand=x", "begins with a dash");
        check("fd::17", "`fd::…` start a program");
        check("ext::sh", "`ext::…` start a program");
        check("https://github.com/o/r\n", "character '\\n'");
        check("https://github.com/o/\u{202e}r", "character '\\u{202e}'");
        check("https://github.com\\@evil.org/o/r", "character '\\\\'");
        check("file:///etc", "`file://` addresses are not accepted");
        check("git://github.com/o/r", "`git://` addresses");
        check("http://github.com/o/r", "`http://` addresses are not accepted; use https://");
        check("github.com/o/r", "no scheme");
        check("/home/me/repo", "no scheme");
        check("git@github.com:o/r.git", "use https://github.com/o/r,");
        check("ssh://git@github.com/o/r", "use https://github.com/o/r,");
        check("https://me:secret@github.com/o/r", "leave out everything before the `@`");
        check("https://github.com@evil.org/o/r", "leave out everything before the `@`");
        check("https://0x7f000001/o/r", "numeric address");
        check("https://2130706433/o/r", "numeric address");
        check("https://127.0.0.1/o/r", "numeric address");
        check("https://[::1]/o/r", "numeric address");
        check("https://github.com./o/r", "no host name");
        check("https:///o/r", "`` is no host name");
        check("https://evil.org/o/r", "not among the allowed hosts (github.com,");
        check("https://github.com.evil.org/o/r", "not among the allowed");
        check("https://github.com:8080/o/r", "`github.com:8080` is not among");
        check("https://github.com:0/o/r", "`0` is no port");
        check("https://github.com:/o/r", "`` is no port");
        check("https://github.com/o/r?a=b", "from `?` on");
        check("https://github.com/o/r#readme", "from `#` on");
        check("https://github.com/o%2fr/x", "percent-encoded");
        check("https://github.com/o/../r", "`..` cannot be");
        check("https://github.com/o//r", "`` cannot be");
        check("https://github.com/o/-r", "`-r` cannot be");
        check("https://github.com/o/.git", "`` cannot be");
        check("https://github.com/o", "names no repository");
        check("https://github.com", "names no repository");
        check("https://github.com/o/r/x", "more parts");
        check("https://github.com/o/r/tree/main", "use https://github.com/o/r");
        check("https://gitlab.com/a/b/c/-/tree/main", "use https://gitlab.com/a/b/c");
        check(&format!("https://github.com/o/{}", "r".repeat(2048)), "limit of 2048");
    }

    #[test]
    fn hosts_that_the_operator_listed_are_accepted_as_listed() {
        let hosts = Hosts::new(["git.example.org:8443", "http://127.0.0.1:9000", "GitHub.com"]);
        let parse = |text: &str| RepoUrl::parse(text, &hosts).map(|url| url.to_string());
        let kept = "https://git.example.org:8443/a/b.git";
        assert_eq!(parse(kept).unwrap(), kept);
        assert_eq!(parse("http://127.0.0.1:9000/a/b").unwrap(), "http://127.0.0.1:9000/a/b");
        assert!(parse("http://127.0.0.1/a/b").is_err());
        assert!(parse("https://git.example.org/a/b").is_err());
        assert!(parse("ssh://git@github.com/a/b").is_err());
    }

    #[test]
    fn ssh_is_accepted_where_the_operator_turned_it_on() {
        let hosts = Hosts::default().with_ssh(true);
        let url = RepoUrl::parse("git@github.com:o/r.git", &hosts).unwrap();
        assert_eq!(url.to_string(), "ssh://git@github.com/o/r");
        assert_eq!(RepoUrl::parse(&url.to_string(), &hosts).unwrap(), url);
        assert!(RepoUrl::parse("ssh://root@github.com/o/r", &hosts).is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in ".{0,80}") {
            let _ = RepoUrl::parse(&text, &Hosts::default());
        }

        #[test]
        fn what_is_accepted_is_canonical(
            text in "(https|HTTPS|ssh)://(git@)?(www\\.)?(github\\.com|gitlab\\.com|x\\.y)(:[0-9]{1,3})?(/[a-zA-Z.%~-]{1,6}){1,3}(\\.git)?/?",
        ) {
            for hosts in [Hosts::default().with_ssh(true), Hosts::unchecked()] {
                if let Ok(url) = RepoUrl::parse(&text, &hosts) {
                    let again = RepoUrl::parse(&url.to_string(), &hosts);
                    prop_assert_eq!(again.as_ref(), Ok(&url));
                    prop_assert!(!url.slug().contains('/') && !url.slug().starts_with('.'));
                }
            }
        }
    }
}
