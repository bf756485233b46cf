//! Who is connected, and who is let go where there is no room: whoever has been silent longest.

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// Everybody who is connected, and no more than there are seats.
pub(super) struct Lobby {
    seats: Arc<Semaphore>,
    silent: Mutex<Silent>,
    /// Told when somebody falls silent.
    fell_silent: Notify,
}

/// The connections on which no request is under way.
#[derive(Default)]
struct Silent {
    next: u64,
    /// How each is told to go, in the order in which they fell silent.
    all: BTreeMap<u64, Arc<Notify>>,
}

impl Lobby {
    pub(super) fn new(seats: usize) -> Arc<Self> {
        Arc::new(Self {
            seats: Arc::new(Semaphore::new(seats)),
            silent: Mutex::default(),
            fell_silent: Notify::new(),
        })
    }

    /// Gives a new connection a seat. Where there is none, whoever has been silent longest loses theirs; where nobody is
    /// silent, one is waited for.
    ///
    /// # Panics
    /// Never: nobody closes the semaphore of the seats.
    pub(super) async fn enter(self: &Arc<Self>) -> Arc<Guest> {
        let seat = self.seat().await.expect("nobody closes the semaphore");
        let guest = Guest {
            lobby: Arc::clone(self),
            place: Mutex::default(),
            leave: Arc::default(),
            _seat: seat,
        };
        guest.rest();
        Arc::new(guest)
    }

    async fn seat(&self) -> Result<OwnedSemaphorePermit, tokio::sync::AcquireError> {
        if let Ok(seat) = Arc::clone(&self.seats).try_acquire_owned() {
            return Ok(seat);
        }
        let mut free = std::pin::pin!(Arc::clone(&self.seats).acquire_owned());
        while !self.let_one_go() {
            tokio::select! {
                biased;
                seat = &mut free => return seat,
                () = self.fell_silent.notified() => {}
            }
        }
        free.await
    }

    /// Tells whoever has been silent longest to go; whether there is anybody.
    fn let_one_go(&self) -> bool {
        let longest = self.silent().all.pop_first();
        longest.is_some_and(|(_, leave)| {
            leave.notify_one();
            true
        })
    }

    fn silent(&self) -> MutexGuard<'_, Silent> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody who is connected. The seat is free when the last of what holds the guest is gone.
pub(super) struct Guest {
    lobby: Arc<Lobby>,
    /// Its place among the silent ones.
    place: Mutex<Option<u64>>,
    leave: Arc<Notify>,
    _seat: OwnedSemaphorePermit,
}

impl Guest {
    /// Ends when the guest has to go.
    pub(super) async fn has_to_go(&self) {
        self.leave.notified().await;
    }

    /// A request begins; until what comes back is dropped, nobody lets the guest go.
    pub(super) fn is_heard(self: &Arc<Self>) -> Heard {
        self.leave_the_silent();
        Heard(Arc::clone(self))
    }

    fn rest(&self) {
        let mut silent = self.lobby.silent();
        let place = silent.next;
        silent.next += 1;
        silent.all.insert(place, Arc::clone(&self.leave));
        *self.place() = Some(place);
        drop(silent);
        self.lobby.fell_silent.notify_one();
    }

    fn leave_the_silent(&self) {
        let mut silent = self.lobby.silent();
        if let Some(place) = self.place().take() {
            silent.all.remove(&place);
        }
    }

    fn place(&self) -> MutexGuard<'_, Option<u64>> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.leave_the_silent();
    }
}

/// A request that is under way.
pub(super) struct Heard(Arc<Guest>);

impl Heard {
    /// The body of its answer: the request is over when that is.
    pub(super) fn until_told(self, body: Body) -> Telling {
        Telling { body, _heard: self }
    }
}

impl Drop for Heard {
    fn drop(&mut self) {
        self.0.rest();
    }
}

/// The body of an answer.
pub(super) struct Telling {
    body: Body,
    _heard: Heard,
}

impl HttpBody for Telling {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tokio::time::timeout;

    /// Whether something ends soon.
    async fn soon<T>(future: impl Future<Output = T>) -> Option<T> {
        timeout(Duration::from_millis(50), future).await.ok()
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_has_been_silent_longest_makes_room() {
        let lobby = Lobby::new(2);
        let (first, second) = (lobby.enter().await, lobby.enter().await);
        // The first speaks and falls silent again, so that the second has been silent longer.
        drop(first.is_heard());
        let mut third = std::pin::pin!(lobby.enter());
        assert!(soon(&mut third).await.is_none(), "a seat is free once somebody has left it");
        assert!(soon(second.has_to_go()).await.is_some());
        assert!(soon(first.has_to_go()).await.is_none());
        drop(second);
        assert!(soon(third).await.is_some());
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_is_let_go_whose_request_is_under_way() {
        let lobby = Lobby::new(1);
        let only = lobby.enter().await;
        let telling = only.is_heard().until_told(Body::from("an answer"));
        let mut next = std::pin::pin!(lobby.enter());
        assert!(soon(&mut next).await.is_none());
        assert!(soon(only.has_to_go()).await.is_none());
        drop(telling);
        assert!(soon(&mut next).await.is_none());
        assert!(soon(only.has_to_go()).await.is_some(), "the answer is told");
        drop(only);
        assert!(soon(next).await.is_some());
    }
}
