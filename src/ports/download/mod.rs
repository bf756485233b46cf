//! Downloads a PDF report from a host.
//!
//! Nothing is sent but the request itself: no cookie, no key, no address of the page before. A host may send
//! the download on, but only to hosts that are allowed.

mod error;
#[cfg(test)]
mod tests;

pub use error::DownloadError;

use crate::domain::limits::Limits;
use crate::domain::repo_url::Hosts;
use crate::domain::report_url::ReportUrl;
use reqwest::StatusCode;
use reqwest::blocking::{Client, Response};
use reqwest::redirect::{Attempt, Policy};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Most hosts and paths that one download is sent on to.
const REDIRECTS: usize = 5;
/// Longest wait for a host to say something, in seconds.
const SILENCE: u64 = 20;
/// What every PDF begins with; readers look for it in so many bytes.
const BEGINNING: (&[u8], usize) = (b"%PDF-", 1024);

/// Downloads the report at `url` into the file `into`; returns its size in bytes.
///
/// `hosts` are those to which a download may be sent on, besides the host that `url` names. Before it, the
/// process must have installed a TLS provider for `rustls`.
///
/// # Errors
/// [`DownloadError`]; nothing is left in the file. Waiting for a host's name cannot be interrupted, so a
/// deadline needs a process that can be killed, too.
pub fn download(
    url: &ReportUrl,
    hosts: &Hosts,
    into: &Path,
    limits: &Limits,
) -> Result<u64, DownloadError> {
    let written = receive(url, hosts, into, limits);
    if written.is_err() {
        // A file that cannot be emptied was not there to be written either.
        let _ = File::create(into);
    }
    written
}

fn receive(
    url: &ReportUrl,
    hosts: &Hosts,
    into: &Path,
    limits: &Limits,
) -> Result<u64, DownloadError> {
    let ask = Ask {
        url,
        deadline: Instant::now() + Duration::from_secs(limits.download_seconds),
        seconds: limits.download_seconds,
        most: limits.pdf_bytes,
    };
    let mut response = ask.send(hosts)?;
    if let Some(length) = response.content_length().filter(|length| *length > ask.most) {
        return Err(ask.too_large(Some(length)));
    }
    let io = |source| DownloadError::Io { path: into.to_owned(), source };
    let mut file = File::create(into).map_err(io)?;
    let (mut size, mut beginning, mut buffer) = (0_u64, Vec::new(), vec![0; 64 << 10]);
    loop {
        let read = match response.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) => return Err(ask.broken(&error)),
        };
        ask.check_time()?;
        size += read as u64;
        if size > ask.most {
            return Err(ask.too_large(None));
        }
        if beginning.len() < BEGINNING.1 {
            beginning.extend_from_slice(&buffer[..read.min(BEGINNING.1)]);
            if beginning.len() >= BEGINNING.1 {
                ask.check_beginning(&beginning)?;
            }
        }
        file.write_all(&buffer[..read]).map_err(io)?;
    }
    ask.check_beginning(&beginning)?;
    file.flush().map_err(io)?;
    Ok(size)
}

/// One download.
struct Ask<'a> {
    url: &'a ReportUrl,
    deadline: Instant,
    seconds: u64,
    most: u64,
}

impl Ask<'_> {
    fn send(&self, hosts: &Hosts) -> Result<Response, DownloadError> {
        let own = self.url.as_str().splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
        let hosts = hosts.clone().with(&[own]);
        let silence = Duration::from_secs(SILENCE.min(self.seconds));
        let client = Client::builder()
            .redirect(Policy::custom(move |attempt| follow(attempt, &hosts)))
            .referer(false)
            // A host that closes a connection late must not cost the next request.
            .pool_max_idle_per_host(0)
            .timeout(silence)
            .connect_timeout(silence)
            .user_agent(concat!("automaton-auditor/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| self.unreachable(&error))?;
        let answer = client.get(self.url.as_str()).header("accept", "application/pdf, */*").send();
        let response = answer.map_err(|error| self.unreachable(&error))?;
        self.check_time()?;
        let status = response.status();
        let place = || self.url.to_string();
        match status {
            StatusCode::OK => Ok(response),
            StatusCode::NOT_FOUND | StatusCode::GONE => {
                Err(DownloadError::NotFound { url: place() })
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(DownloadError::AuthRequired { url: place() })
            }
            other if other.is_redirection() => {
                let reason = "it is sent to no address of the web".to_owned();
                Err(DownloadError::Redirect { url: place(), reason })
            }
            other => Err(DownloadError::Refused { url: place(), status: other.as_u16() }),
        }
    }

    fn check_time(&self) -> Result<(), DownloadError> {
        if Instant::now() <= self.deadline { Ok(()) } else { Err(self.late()) }
    }

    fn check_beginning(&self, bytes: &[u8]) -> Result<(), DownloadError> {
        let (mark, within) = BEGINNING;
        let beginning = &bytes[..bytes.len().min(within)];
        if beginning.windows(mark.len()).any(|window| window == mark) {
            return Ok(());
        }
        let text = String::from_utf8_lossy(beginning).trim_start().to_ascii_lowercase();
        let is_page = text.starts_with("<!doctype html") || text.starts_with("<html");
        Err(DownloadError::NotAPdf { url: self.url.to_string(), is_page })
    }

    fn late(&self) -> DownloadError {
        DownloadError::Timeout { url: self.url.to_string(), seconds: self.seconds }
    }

    fn too_large(&self, actual: Option<u64>) -> DownloadError {
        DownloadError::TooLarge { url: self.url.to_string(), actual, limit: self.most }
    }

    /// What an answer means that ends too early.
    fn broken(&self, error: &std::io::Error) -> DownloadError {
        if error.kind() == std::io::ErrorKind::TimedOut {
            return self.late();
        }
        DownloadError::Unreachable { url: self.url.to_string(), reason: chain(error) }
    }

    /// What it means that there is no answer.
    fn unreachable(&self, error: &reqwest::Error) -> DownloadError {
        let url = self.url.to_string();
        if error.is_redirect() {
            return DownloadError::Redirect { url, reason: innermost(error) };
        }
        if error.is_timeout() {
            return self.late();
        }
        DownloadError::Unreachable { url, reason: chain(error) }
    }
}

/// Goes on at the place that a host names, or says why not.
fn follow(attempt: Attempt<'_>, hosts: &Hosts) -> reqwest::redirect::Action {
    if attempt.previous().len() > REDIRECTS {
        return attempt.error(format!("it is sent on more than {REDIRECTS} times"));
    }
    match ReportUrl::check_redirect(attempt.url().as_str(), hosts) {
        Ok(()) => attempt.follow(),
        Err(error) => attempt.error(error.to_string()),
    }
}

/// The causes of an error after its own words, which repeat the address.
fn chain(error: &dyn std::error::Error) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut next = error.source();
    while let Some(cause) = next.filter(|_| parts.len() < 8) {
        let part = cause.to_string();
        if !parts.iter().any(|known| known.contains(&part)) {
            parts.push(part);
        }
        next = cause.source();
    }
    if parts.is_empty() { error.to_string() } else { parts.join(": ") }
}

fn innermost(error: &dyn std::error::Error) -> String {
    let (mut last, mut next) = (error.to_string(), error.source());
    while let Some(cause) = next {
        (last, next) = (cause.to_string(), cause.source());
    }
    last
}
