//! The listener and its connections, each with bounds, and the end of them all.

use super::app::{App, Shared};
use super::guard::{Peer, guard};
use super::lobby::{Guest, Lobby};
use super::problem::Problem;
use super::settings::Settings;
use super::{api, finish, pages};
use crate::docket::Registry;
use axum::body::Body;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use axum::{Router, extract::Request};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tower_service::Service as _;

/// Most bytes of a request's body.
const BODY: usize = 64 * 1024;
/// Most headers of a request.
const HEADERS: usize = 64;
/// Most bytes of a request's head.
const HEAD: usize = 16 * 1024;
/// Rest after the system gave no connection, as when there are too many open files.
const REST: Duration = Duration::from_millis(200);

/// Answers on `listener` until `shutdown` comes; then nobody new is let in, followers of events are let go, and
/// what is under way has the time that [`Settings::farewell`] gives.
///
/// # Errors
/// When the system gives no random bytes for the keys of this server.
pub async fn serve(
    listener: TcpListener,
    registry: Arc<dyn Registry>,
    settings: Settings,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let (end, ending) = watch::channel(false);
    let (farewell, head) = (settings.farewell, settings.head_patience);
    let lobby = Lobby::new(settings.connections);
    let app = App::new(registry, settings, ending.clone()).map_err(io::Error::other)?;
    let router = routes(&app);
    let mut open = JoinSet::new();
    let mut shutdown = std::pin::pin!(shutdown);
    loop {
        let next = async {
            let accepted = listener.accept().await?;
            Ok::<_, io::Error>((accepted, lobby.enter().await))
        };
        let next = tokio::select! {
            biased;
            () = &mut shutdown => break,
            next = next => next,
        };
        match next {
            Ok(((stream, peer), guest)) => {
                let (router, ending) = (router.clone(), ending.clone());
                open.spawn(converse(stream, peer, router, head, ending, guest));
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(REST).await;
            }
        }
        while open.try_join_next().is_some() {}
    }
    drop(listener);
    end.send_replace(true);
    let all = async { while open.join_next().await.is_some() {} };
    if tokio::time::timeout(farewell, all).await.is_err() {
        open.shutdown().await;
    }
    Ok(())
}

/// What [`serve`] answers with, for whoever brings requests in another way. It has no bounds on connections,
/// and followers of events stay until they leave.
///
/// # Errors
/// As [`serve`].
pub fn router(registry: Arc<dyn Registry>, settings: Settings) -> io::Result<Router> {
    let (_, ending) = watch::channel(false);
    let app = App::new(registry, settings, ending).map_err(io::Error::other)?;
    Ok(routes(&app))
}

fn routes(app: &Shared) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(pages::routes())
        .fallback(|| async { Problem::absent("There is nothing at this address.") })
        .method_not_allowed_fallback(|| async {
            let said = "This address does not take that method.";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, said)
        })
        .layer(DefaultBodyLimit::max(BODY))
        .layer(from_fn_with_state(Arc::clone(app), guard))
        .layer(from_fn_with_state(Arc::clone(app), finish::finish))
        .with_state(Arc::clone(app))
}

/// Answers on one connection until it is closed, another one needs its seat, or the server is to end.
async fn converse(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    head: Duration,
    mut ending: watch::Receiver<bool>,
    guest: Arc<Guest>,
) {
    let asking = Arc::clone(&guest);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer.ip()));
        let (spoken, answer) = (asking.is_heard(), router.clone().call(request.map(Body::new)));
        async { answer.await.map(|answer| answer.map(|body| spoken.until_told(body))) }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head);
    builder.max_headers(HEADERS).max_buf_size(HEAD);
    let connection = builder.serve_connection(TokioIo::new(stream), service);
    let mut connection = std::pin::pin!(connection);
    loop {
        tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection broke");
                }
                break;
            }
            Ok(()) = ending.changed() => connection.as_mut().graceful_shutdown(),
            () = guest.has_to_go() => break,
        }
    }
}
