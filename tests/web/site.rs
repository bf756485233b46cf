//! A server on a port of this machine, and a client that knows its token.

use super::fake::Fake;
use automaton_auditor::web::{Settings, Token, serve};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Method, Response, StatusCode};
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// The token of every test.
pub const TOKEN: &str = "0123456789abcdef-the-token";

/// A running server.
pub struct Site {
    pub address: SocketAddr,
    pub class: Arc<Fake>,
    pub client: Client,
    end: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

/// The settings of every test that does not say otherwise.
pub fn settings() -> Settings {
    Settings::new(Token::new(TOKEN).unwrap())
}

impl Site {
    /// A server with the usual settings.
    pub async fn of(class: Fake) -> Self {
        Self::with(class, settings()).await
    }

    pub async fn with(class: Fake, settings: Settings) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let class = Arc::new(class);
        let (end, ended) = oneshot::channel();
        let kept = Arc::clone(&class);
        let served = tokio::spawn(serve(listener, kept, settings, async {
            let _ = ended.await;
        }));
        let client = Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none());
        let client = client.build().unwrap();
        Self { address, class, client, end: Some(end), served }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A request with these headers and no token.
    pub async fn bare(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> Response {
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            all.append(name, HeaderValue::from_str(value).unwrap());
        }
        let request = self.client.request(method, self.url(path)).headers(all);
        request.body(body.to_owned()).send().await.unwrap()
    }

    /// A request with the token; a body is JSON.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> Response {
        let bearer = format!("Bearer {TOKEN}");
        let mut headers = vec![("authorization", bearer.as_str())];
        if !body.is_empty() {
            headers.push(("content-type", "application/json"));
        }
        self.bare(method, path, &headers, body).await
    }

    /// The text of a page.
    pub async fn page(&self, path: &str) -> String {
        let answer = self.ask("GET", path, "").await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.unwrap()
    }

    /// Comes in as a browser does; returns what it sends as `Cookie`.
    pub async fn cookie(&self) -> String {
        let answer = self.bare("GET", &format!("/login?token={TOKEN}"), &[], "").await;
        assert_eq!(answer.status(), StatusCode::SEE_OTHER);
        let cookie = answer.headers()["set-cookie"].to_str().unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    /// Sends bytes as they are; returns what comes back until the connection is closed, or nothing more comes
    /// for a while.
    pub async fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // A server that has seen enough may close before everything is written.
        let _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        while let Ok(Ok(read)) =
            tokio::time::timeout(Duration::from_secs(3), stream.read(&mut part)).await
        {
            if read == 0 {
                break;
            }
            answer.extend_from_slice(&part[..read]);
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Asks the server to end, and waits until it has; returns how long that took.
    pub async fn end(mut self) -> Duration {
        let start = tokio::time::Instant::now();
        self.end.take().unwrap().send(()).unwrap();
        tokio::time::timeout(Duration::from_secs(30), self.served).await.unwrap().unwrap().unwrap();
        start.elapsed()
    }
}

/// The sentence of a problem, which must be one.
pub async fn detail(answer: Response) -> String {
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    assert_eq!(kind, "application/problem+json");
    let status = answer.status().as_u16();
    let problem: Value = serde_json::from_str(&answer.text().await.unwrap()).unwrap();
    assert_eq!(problem["status"], status);
    let detail = problem["detail"].as_str().unwrap().to_owned();
    assert!(detail.ends_with('.') && detail.len() > 10, "{detail}");
    detail
}

/// A test that talks to a server.
pub fn run(test: impl Future<Output = ()>) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.unwrap().block_on(test);
}
