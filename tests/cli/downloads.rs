//! Audits of reports that are given by their address.

use crate::program::{Desk, report, sample, text};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};

/// A web server on this machine: `/report.pdf` is the report of a sample, `/away.pdf` leads to another host.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let host = format!("http://{}", listener.local_addr().expect("it has an address"));
    std::thread::spawn(move || listener.incoming().flatten().for_each(answer));
    host
}

fn answer(mut stream: TcpStream) {
    let mut lines = BufReader::new(stream.try_clone().expect("it can be cloned")).lines();
    let first = lines.next().and_then(Result::ok).unwrap_or_default();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let (status, more, body) = match first.split(' ').nth(1) {
        Some("/report.pdf") => {
            let bytes = std::fs::read(sample("courtroom-agent-report.pdf"));
            ("200 OK", "", bytes.expect("the sample can be read"))
        }
        Some("/away.pdf") => ("302 Found", "Location: http://localhost:9/x.pdf\r\n", Vec::new()),
        _ => ("404 Not Found", "", Vec::new()),
    };
    let length = body.len();
    let head =
        format!("HTTP/1.1 {status}\r\n{more}Content-Length: {length}\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}

#[test]
fn report_from_the_web_is_audited_like_one_on_disk() {
    let (desk, host) = (Desk::new(), serve());
    let (repository, url) = (sample("courtroom-agent.git"), format!("{host}/report.pdf"));
    let arguments =
        ["audit", &repository, "--pdf", &url, "--allow-host", &host, "--output", "web", "--quiet"];
    let run = desk.run(&arguments);
    run.ended(0, "");
    let web = report(&desk.path("web"));
    assert_eq!(text(&web["provenance"]["report_path"]), url);
    desk.audit("courtroom-agent", &["--output", "disk"]).ended(0, "");
    let plain = report(&desk.path("disk"));
    assert_eq!(web["overall_score"], plain["overall_score"]);
    assert_eq!(
        web["criteria"].as_array().map(Vec::len),
        plain["criteria"].as_array().map(Vec::len)
    );
}

#[test]
fn report_that_cannot_be_downloaded_is_said_to_be_missing() {
    let (desk, host) = (Desk::new(), serve());
    let repository = sample("courtroom-agent.git");
    for (file, because) in [
        ("none.pdf", "does not exist"),
        ("away.pdf", "`localhost:9` is not among the allowed hosts"),
    ] {
        let output = format!("out-{}", file.trim_end_matches(".pdf"));
        let url = format!("{host}/{file}");
        let arguments =
            ["audit", &repository, "--pdf", &url, "--allow-host", &host, "--output", &output];
        desk.run(&arguments).ended(6, because);
    }
}

#[test]
fn address_that_may_not_be_asked_is_refused_before_anything_is_read() {
    let desk = Desk::new();
    let repository = sample("courtroom-agent.git");
    let check = |url: &str, says: &str| {
        desk.run(&["audit", &repository, "--pdf", url]).ended(2, says);
        assert_eq!(desk.files(), [""; 0]);
    };
    check("https://example.org/report.pdf", "not among the allowed hosts");
    check("http://github.com/o/r/raw/main/report.pdf", "use https://");
    check("file:///etc/passwd", "`file://` addresses");
    check("https://github.com/o/r/blob/main/report.pdf", "use https://github.com/o/r/raw/main/");
}
