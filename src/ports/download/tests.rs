use super::*;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// A web server on this machine that answers as its paths say.
struct Server(SocketAddr);

impl Server {
    fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                std::thread::spawn(move || answer(stream));
            }
        });
        Self(address)
    }

    fn url(&self, path: &str) -> ReportUrl {
        let host = format!("http://{}", self.0);
        ReportUrl::parse(&format!("{host}/{path}"), &Hosts::new([&host])).unwrap()
    }
}

fn answer(mut stream: TcpStream) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let first = lines.next().unwrap().unwrap();
    let path = first.split(' ').nth(1).unwrap().to_owned();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let away = |to: &str| format!("302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
    let body = |body: &str| format!("200 OK\r\nContent-Length: {}\r\n\r\n{body}", body.len());
    let said = match path.as_str() {
        "/ok.pdf" | "/final.pdf?signature=abc" => body("%PDF-1.7 and so on"),
        "/mark-after-blanks.pdf" => body(&format!("{}%PDF-1.7", "\r\n".repeat(100))),
        "/moved.pdf" => away("/final.pdf?signature=abc"),
        "/circle.pdf" => away("/circle.pdf"),
        "/abroad.pdf" => away("http://localhost:1/x.pdf"),
        "/inward.pdf" => away("http://169.254.169.254/latest/meta-data"),
        "/local.pdf" => away("file:///etc/passwd"),
        "/page.pdf" => body("\n<!DOCTYPE html><html>Sign in</html>"),
        "/short.pdf" => body("%P"),
        "/private.pdf" => "403 Forbidden\r\nContent-Length: 0\r\n\r\n".into(),
        "/busy.pdf" => "503 Service Unavailable\r\nContent-Length: 0\r\n\r\n".into(),
        "/large.pdf" => "200 OK\r\nContent-Length: 9999999\r\n\r\n%PDF-".into(),
        "/endless.pdf" => format!("200 OK\r\n\r\n%PDF-{}", "x".repeat(1 << 20)),
        "/broken.pdf" => "200 OK\r\nContent-Length: 100\r\n\r\n%PDF-".into(),
        "/slow.pdf" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n%PDF-1.7");
            for _ in 0..100 {
                std::thread::sleep(Duration::from_millis(50));
                if stream.write_all(b".").is_err() {
                    return;
                }
            }
            return;
        }
        "/silent.pdf" => {
            std::thread::sleep(Duration::from_secs(5));
            return;
        }
        _ => "404 Not Found\r\nContent-Length: 0\r\n\r\n".into(),
    };
    let _ = stream.write_all(format!("HTTP/1.1 {said}").as_bytes());
}

fn limits() -> Limits {
    Limits { download_seconds: 2, pdf_bytes: 100_000, ..Limits::default() }
}

fn downloaded(path: &str) -> Result<Vec<u8>, DownloadError> {
    crate::ports::tls::provide();
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("report.pdf");
    let size = download(&Server::new().url(path), &Hosts::of_reports(), &into, &limits());
    let bytes = std::fs::read(&into).unwrap();
    match size {
        Ok(size) => {
            assert_eq!(size, bytes.len() as u64);
            Ok(bytes)
        }
        Err(error) => {
            assert_eq!(bytes, b"", "what arrived is removed");
            Err(error)
        }
    }
}

#[track_caller]
fn check(path: &str, sentence: &str, transient: bool) {
    let error = downloaded(path).expect_err("the download fails");
    assert!(error.to_string().contains(sentence), "{error}");
    assert_eq!(error.is_transient(), transient, "{error:?}");
}

#[test]
fn a_report_is_downloaded_also_where_its_host_sends_it_on_to_itself() {
    assert_eq!(downloaded("ok.pdf").unwrap(), b"%PDF-1.7 and so on");
    assert_eq!(downloaded("moved.pdf").unwrap(), b"%PDF-1.7 and so on");
    assert!(downloaded("mark-after-blanks.pdf").unwrap().ends_with(b"%PDF-1.7"));
}

#[test]
fn a_download_goes_nowhere_that_is_not_allowed() {
    check("circle.pdf", "sent on more than 5 times", false);
    check("abroad.pdf", "`localhost:1` is not among the allowed hosts", false);
    check("inward.pdf", "numeric address", false);
    check("local.pdf", "sent to no address of the web", false);
}

#[test]
fn each_failure_says_what_happened_and_whether_to_try_again() {
    check("none.pdf", "/none.pdf` does not exist", false);
    check("private.pdf", "asks for a login", false);
    check("busy.pdf", "status 503", true);
    check("large.pdf", "has 9999999 bytes, more than the limit of 100000 bytes", false);
    check("endless.pdf", "has more than the limit of 100000 bytes", false);
    check("page.pdf", "a web page, not a PDF", false);
    check("short.pdf", "is not a PDF", false);
    check("broken.pdf", "cannot reach", true);
}

#[test]
fn a_host_that_dawdles_or_is_silent_is_left_at_the_deadline() {
    let begun = Instant::now();
    check("slow.pdf", "did not arrive within 2 s", true);
    check("silent.pdf", "did not arrive within 2 s", true);
    assert!(begun.elapsed() < Duration::from_secs(8), "the deadline is kept");
}
