//! The dashboard of a class, where one is asked for.

use super::super::exit::{Exit, complain, fail, remark, usage};
use super::super::session::Called;
use crate::docket::{Cabinet, RegistrarHandle};
use crate::domain::repo_url::Hosts;
use crate::web::{Settings, Token, serve};
use secrecy::ExposeSecret;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Where a dashboard is shown, and under which names.
#[derive(Clone, Debug, Default)]
pub(super) struct Listen {
    pub address: Option<SocketAddr>,
    /// Names of this machine besides the loopback's.
    pub names: Vec<String>,
    /// Hosts whose repositories may be handed in.
    pub hosts: Hosts,
}

/// A dashboard that is shown.
pub(super) struct Served {
    end: oneshot::Sender<()>,
    task: JoinHandle<std::io::Result<()>>,
}

impl Listen {
    /// Opens the dashboard, if one is asked for.
    pub async fn open(
        &self,
        cabinet: &Cabinet,
        registrar: &RegistrarHandle,
        called: Called<'_>,
    ) -> Result<Option<Served>, ExitCode> {
        let Some(address) = self.address else { return Ok(None) };
        let token = token(&cabinet.state().join("token"), called)?;
        let listener = TcpListener::bind(address)
            .await
            .map_err(|error| usage(&format!("nothing can listen at `{address}`: {error}")))?;
        let address = listener.local_addr().unwrap_or(address);
        if !address.ip().is_loopback() {
            let text = "the dashboard can be reached from other machines, over HTTP without encryption; put a \
                        proxy with TLS in front of it";
            complain("warning", text);
        }
        if !called.quiet {
            let (own, port) = (within_reach(address), address.port());
            let name = self.names.first().unwrap_or(&own);
            remark(&format!("Dashboard: http://{name}:{port}/login?token={}", token.expose()));
        }
        let mut settings = Settings::new(token);
        settings.names.extend(self.names.iter().cloned());
        if !address.ip().is_unspecified() {
            settings.names.push(match address {
                SocketAddr::V4(v4) => v4.ip().to_string(),
                SocketAddr::V6(v6) => format!("[{}]", v6.ip()),
            });
        }
        settings.repositories = self.hosts.clone();
        let (end, ended) = oneshot::channel::<()>();
        let registry = Arc::new(registrar.clone());
        // A sender that is dropped ends it, too.
        let task = tokio::spawn(serve(listener, registry, settings, async { drop(ended.await) }));
        Ok(Some(Served { end, task }))
    }
}

impl Served {
    /// Lets what is under way finish, and ends.
    pub async fn close(self) {
        // A server that ended by itself is told nothing.
        let _ = self.end.send(());
        match self.task.await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the dashboard ended"),
            Err(error) => tracing::error!(%error, "the dashboard crashed"),
        }
    }
}

/// The address under which this machine reaches what listens at `address`, as a URL has it.
fn within_reach(address: SocketAddr) -> String {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
        IpAddr::V6(ip) if ip.is_unspecified() => format!("[{}]", Ipv6Addr::LOCALHOST),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    }
}

/// The token of a class: the environment's, or the one that was drawn for the class, for its owner alone.
fn token(path: &Path, called: Called<'_>) -> Result<Token, ExitCode> {
    if let Some(named) = &called.config.web_token {
        return Token::new(named.expose_secret()).map_err(|error| {
            usage(&format!("`AUDITOR_WEB_TOKEN` cannot be used as a token: {error}"))
        });
    }
    if let Ok(kept) = std::fs::read_to_string(path)
        && let Ok(token) = Token::new(kept.trim())
    {
        return Ok(token);
    }
    let token = Token::random().map_err(|error| fail(Exit::Internal, &error.to_string()))?;
    let mut options = std::fs::File::options();
    options.write(true).create(true).truncate(true).mode(0o600);
    let kept = options.open(path).and_then(|mut file| writeln!(file, "{}", token.expose()));
    kept.map_err(|error| {
        fail(Exit::Internal, &format!("`{}` cannot be written: {error}", path.display()))
    })?;
    Ok(token)
}
