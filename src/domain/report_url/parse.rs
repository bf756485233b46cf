//! From text to a [`ReportUrl`], and from where a host sends us to whether we go there.

use super::{ReportUrl, ReportUrlError};
use crate::domain::repo_url::parse::{
    check_allowed, check_characters, host_and_port, split_scheme,
};
use crate::domain::repo_url::{Hosts, RepoUrlError, Scheme};

impl ReportUrl {
    /// Reads an address that a person or a list gave.
    ///
    /// # Errors
    /// [`ReportUrlError`] says in one sentence why the address is refused and what to give instead.
    pub fn parse(text: &str, hosts: &Hosts) -> Result<Self, ReportUrlError> {
        check_characters(text)?;
        let (scheme, rest) = split_scheme(text)?;
        if let Some(mark) = rest.chars().find(|c| ['?', '#'].contains(c)) {
            return Err(ReportUrlError::Query { mark });
        }
        let (place, host, path) = place(scheme, &rest, hosts)?;
        if path.is_empty() {
            return Err(ReportUrlError::NoFile { host });
        }
        if let Some(part) = path.split('/').find(|part| !is_part(part)) {
            return Err(ReportUrlError::Part { part: part.to_owned() });
        }
        if let Some(path) = behind_page(&host, path) {
            return Err(ReportUrlError::BrowserPage { instead: format!("{place}/{path}") });
        }
        Ok(Self(format!("{place}/{path}")))
    }

    /// Whether a download may go on at `location`, an absolute address to which a host sent it. Unlike an
    /// address that is kept it may have a query, in which hosts put their signatures.
    ///
    /// # Errors
    /// [`ReportUrlError`] says in one sentence why it may not.
    pub fn check_redirect(location: &str, hosts: &Hosts) -> Result<(), ReportUrlError> {
        let bare = location.split(['?', '#']).next().unwrap_or(location);
        check_characters(bare)?;
        let (scheme, rest) = split_scheme(bare)?;
        place(scheme, &rest, hosts).map(|_| ())
    }
}

/// Scheme and authority as they are written, the host, and the path without the slash before it.
fn place<'a>(
    scheme: Scheme,
    rest: &'a str,
    hosts: &Hosts,
) -> Result<(String, String, &'a str), ReportUrlError> {
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (host, port) = host_and_port(scheme, authority, hosts)?;
    let name = match scheme {
        Scheme::Https => "https",
        Scheme::Http => "http",
        Scheme::Ssh => return Err(RepoUrlError::Scheme { scheme: "ssh".into() }.into()),
    };
    check_allowed(scheme, &host, port, hosts)?;
    let port = port.map(|port| format!(":{port}")).unwrap_or_default();
    Ok((format!("{name}://{host}{port}"), host, path))
}

/// Whether a part of a path is a name and stays one when it is decoded.
fn is_part(part: &str) -> bool {
    let Some(decoded) = decoded(part) else { return false };
    let is_plain = |byte: &u8| !byte.is_ascii_control() && !b"/\\".contains(byte);
    !matches!(decoded.as_slice(), b"" | b"." | b"..") && decoded.iter().all(is_plain)
}

/// The bytes that a part stands for; `None` when a `%` begins no byte.
fn decoded(part: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        if *first == b'%' {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    Some(bytes)
}

/// The path of the file that a page of a well-known host shows; `None` where the path is no page.
fn behind_page(host: &str, path: &str) -> Option<String> {
    let (page, file) = match host {
        "github.com" => ("blob", "raw"),
        "gitlab.com" => ("-/blob", "-/raw"),
        "bitbucket.org" | "codeberg.org" => ("src", "raw"),
        _ => return None,
    };
    let (before, after) = path.split_once(&format!("/{page}/"))?;
    // On hosts without groups the third part says what is shown; further on it is a folder's name.
    let is_page = host == "gitlab.com" || before.matches('/').count() == 1;
    is_page.then(|| format!("{before}/{file}/{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, sentence: &str) {
        let error = ReportUrl::parse(text, &Hosts::of_reports()).expect_err("it is refused");
        assert!(error.to_string().contains(sentence), "{text}: {error}");
    }

    #[test]
    fn dangerous_or_mistaken_addresses_are_refused_with_the_reason() {
        check("http://github.com/o/r/raw/main/x.pdf", "`http://` addresses are not accepted");
        check("file:///etc/passwd", "`file://` addresses");
        check("ssh://git@github.com/o/x.pdf", "`ssh://` addresses");
        check("git@github.com:o/x.pdf", "`ssh://` addresses");
        check("https://evil.org/x.pdf", "not among the allowed hosts (github.com,");
        check("https://github.com.evil.org/x.pdf", "not among the allowed");
        check("https://me:secret@github.com/x.pdf", "everything before the `@`");
        check("https://127.0.0.1/x.pdf", "numeric address");
        check("https://[::1]/x.pdf", "numeric address");
        check("https://github.com", "names no file");
        check("https://github.com/o/r/raw/../x.pdf", "`..` cannot be");
        check("https://github.com/o/%2e%2e/x.pdf", "`%2e%2e` cannot be");
        check("https://github.com/o/a%2fb.pdf", "`a%2fb.pdf` cannot be");
        check("https://github.com/o/a%00.pdf", "`a%00.pdf` cannot be");
        check("https://github.com/o/a%zz.pdf", "`a%zz.pdf` cannot be");
        check("https://github.com/o/a%+1.pdf", "`a%+1.pdf` cannot be");
        check("https://github.com/o/a%.pdf", "`a%.pdf` cannot be");
        check("https://github.com/o/r/raw/main/x.pdf?token=abc", "from `?` on");
        check("https://github.com/o/r/raw/main/x.pdf#page=2", "from `#` on");
        check("https://github.com/o/r/a b.pdf", "character ' '");
        check(
            "https://github.com/o/r/blob/main/x.pdf",
            "use https://github.com/o/r/raw/main/x.pdf",
        );
        check(
            "https://gitlab.com/a/b/c/-/blob/main/x.pdf",
            "use https://gitlab.com/a/b/c/-/raw/main/x.pdf",
        );
        check(
            "https://codeberg.org/o/r/src/branch/main/x.pdf",
            "use https://codeberg.org/o/r/raw/branch/main/x.pdf",
        );
    }

    #[test]
    fn every_spelling_of_an_address_becomes_the_same() {
        let plain = "https://github.com/o/r/raw/main/src/blob/Final%20report.pdf";
        let hosts = Hosts::of_reports();
        for text in [plain, &plain.replace("https://github.com", "HTTPS://www.GitHub.com:443")] {
            assert_eq!(ReportUrl::parse(text, &hosts).unwrap().as_str(), plain);
        }
        let stored: ReportUrl = serde_json::from_str("\"http://127.0.0.1:8000/x.pdf\"").unwrap();
        assert_eq!(stored.to_string(), "http://127.0.0.1:8000/x.pdf");
    }

    #[test]
    fn a_redirect_may_be_signed_but_leads_to_no_other_host() {
        let check = |location: &str| ReportUrl::check_redirect(location, &Hosts::of_reports());
        assert!(check("https://objects.githubusercontent.com/x?sig=a%2Fb#c").is_ok());
        assert!(check("http://github.com/x.pdf").is_err());
        assert!(check("https://169.254.169.254/latest/meta-data").is_err());
        assert!(check("https://evil.org/?https://github.com/").is_err());
        assert!(check("ftp://github.com/x").is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic(text in ".{0,60}", tail in "[%a-f0-9/.?]{0,30}") {
            for text in [text, format!("https://github.com/{tail}")] {
                let hosts = Hosts::of_reports();
                let _ = ReportUrl::check_redirect(&text, &hosts);
                if let Ok(url) = ReportUrl::parse(&text, &hosts) {
                    prop_assert_eq!(ReportUrl::parse(url.as_str(), &hosts), Ok(url.clone()));
                }
            }
        }
    }
}
