//! A browser and the little of its `DevTools` protocol that the tests need.

use base64::Engine as _;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Longest time that a test waits for the browser.
const PATIENCE: Duration = Duration::from_secs(30);

/// Runs before everything else on every page: it remembers what a policy stopped.
const WITNESS: &str = "window.__violations = []; addEventListener('securitypolicyviolation', \
                       (event) => window.__violations.push(event.violatedDirective + ' ' + event.blockedURI));";

/// A page of a browser of its own.
pub struct Browser {
    child: Child,
    _profile: tempfile::TempDir,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    session: String,
    number: u64,
    /// What went wrong on a page: exceptions, dialogs, and what stands in the console.
    pub troubles: Vec<String>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Browser {
    /// Starts Chromium without a window.
    pub async fn start() -> Self {
        let profile = tempfile::tempdir().unwrap();
        let child = Command::new("chromium")
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--disable-background-networking", "--disable-extensions"])
            .args(["--remote-debugging-port=0", "--hide-scrollbars"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromium is installed");
        let file = profile.path().join("DevToolsActivePort");
        let text = patiently(async || {
            std::fs::read_to_string(&file).ok().filter(|text| text.lines().count() == 2)
        });
        let text = text.await.expect("chromium opens its port");
        let (port, path) = text.split_once('\n').unwrap();
        let (socket, _) = connect_async(format!("ws://127.0.0.1:{port}{path}")).await.unwrap();
        let session = String::new();
        let mut browser =
            Self { child, _profile: profile, socket, session, number: 0, troubles: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" })).await;
        let target = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.call("Target.attachToTarget", target).await;
        browser.session = attached["sessionId"].as_str().unwrap().to_owned();
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({})).await;
        }
        let witness = json!({ "source": WITNESS });
        browser.call("Page.addScriptToEvaluateOnNewDocument", witness).await;
        browser
    }

    /// Calls a method and waits for its result.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let mut message = json!({ "id": self.number, "method": method, "params": params });
        if !self.session.is_empty() {
            message["sessionId"] = json!(self.session);
        }
        self.socket.send(Message::text(message.to_string())).await.unwrap();
        loop {
            let next = tokio::time::timeout(PATIENCE, self.socket.next()).await;
            let next = next.unwrap_or_else(|_| panic!("{method} has no answer"));
            let text = next.expect("chromium stays").unwrap().into_text().unwrap();
            let Ok(answer) = serde_json::from_str::<Value>(&text) else { continue };
            if answer["id"] == self.number {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].clone();
            }
            self.note(&answer);
        }
    }

    fn note(&mut self, event: &Value) {
        let params = &event["params"];
        match event["method"].as_str() {
            Some("Runtime.exceptionThrown" | "Page.javascriptDialogOpening") => {
                self.troubles.push(params.to_string());
            }
            // Chromium asks for a picture that what is no page does not name.
            Some("Log.entryAdded")
                if params["entry"]["level"] == "error"
                    && !params["entry"]["url"]
                        .as_str()
                        .is_some_and(|url| url.ends_with("/favicon.ico")) =>
            {
                self.troubles.push(params["entry"].to_string());
            }
            _ => {}
        }
    }

    /// Opens an address and waits until the page is there.
    pub async fn open(&mut self, url: &str) {
        self.call("Page.navigate", json!({ "url": url })).await;
        let path = url.split('#').next().unwrap();
        let path = path.split("/login").next().unwrap();
        let here =
            format!("document.readyState === 'complete' && location.href.startsWith({path:?})");
        self.wait(&here).await;
    }

    /// The value of an expression.
    pub async fn value(&mut self, expression: &str) -> Value {
        let params =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let result = self.call("Runtime.evaluate", params).await;
        assert!(result.get("exceptionDetails").is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    #[track_caller]
    pub fn wait(&mut self, expression: &str) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        let expression =
            format!("(() => {{ try {{ return !!({expression}) }} catch {{ return false }} }})()");
        async move {
            let start = tokio::time::Instant::now();
            while self
                .call(
                    "Runtime.evaluate",
                    json!({ "expression": expression, "returnByValue": true }),
                )
                .await["result"]["value"]
                != true
            {
                assert!(start.elapsed() < PATIENCE, "{caller}: never: {expression}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }

    /// Presses and lets go of a key.
    pub async fn press(&mut self, key: &str) {
        let (code, text) = match key {
            "Tab" => (9, ""),
            "Enter" => (13, "\r"),
            "ArrowLeft" => (37, ""),
            "ArrowRight" => (39, ""),
            " " => (32, " "),
            other => (u32::from(other.to_ascii_uppercase().as_bytes()[0]), other),
        };
        let mut params = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if !text.is_empty() {
            params["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", params.clone()).await;
        params["type"] = json!("keyUp");
        self.call("Input.dispatchKeyEvent", params).await;
    }

    /// Writes into the field that has the focus.
    pub async fn write(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text })).await;
    }

    /// Sets the window's size in pixels and whether the system is dark.
    pub async fn look(&mut self, width: u32, is_dark: bool) {
        let metrics = json!({
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500,
        });
        self.call("Emulation.setDeviceMetricsOverride", metrics).await;
        let scheme = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// A picture of the page, in a PNG file.
    pub async fn picture(&mut self, path: &std::path::Path, whole: bool) {
        let params = json!({ "format": "png", "captureBeyondViewport": whole });
        let picture = self.call("Page.captureScreenshot", params).await;
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(picture["data"].as_str().unwrap())
            .unwrap();
        std::fs::write(path, bytes).unwrap();
    }

    /// What a policy stopped on the page, and what else went wrong since the last time.
    pub async fn wrongs(&mut self) -> Vec<String> {
        let stopped = self.value("window.__violations").await;
        let mut all = std::mem::take(&mut self.troubles);
        all.extend(stopped.as_array().into_iter().flatten().map(ToString::to_string));
        all
    }
}

/// Tries again until something is there.
async fn patiently<T>(mut attempt: impl AsyncFnMut() -> Option<T>) -> Option<T> {
    for _ in 0..600 {
        if let Some(found) = attempt().await {
            return Some(found);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}
