//! Work that keeps a processor busy for a while.

use tokio::runtime::{Handle, RuntimeFlavor};

/// Does a piece of work beside the threads that carry messages, so that nobody who waits for an answer waits
/// for it. It is done to its end also when nobody waits for it any more.
///
/// A runtime of one thread does it in place: there the order of all that happens is fixed, as experiments need it.
///
/// # Panics
/// Where the work does.
pub(crate) async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    if Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread {
        return work();
    }
    match tokio::task::spawn_blocking(work).await.map_err(tokio::task::JoinError::try_into_panic) {
        Ok(done) => done,
        Err(Ok(panic)) => std::panic::resume_unwind(panic),
        // The runtime closes, and whoever waits with it.
        Err(Err(_)) => std::future::pending().await,
    }
}

/// Begins work whose result will be asked for later; nothing on a runtime of one thread, where nothing is gained by it.
pub(crate) fn beforehand<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Option<tokio::task::JoinHandle<T>> {
    let alone = Handle::current().runtime_flavor() == RuntimeFlavor::CurrentThread;
    (!alone).then(|| tokio::task::spawn_blocking(work))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn work_and_here() -> [std::thread::ThreadId; 2] {
        [aside(|| std::thread::current().id()).await, std::thread::current().id()]
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn work_is_done_on_another_thread() {
        let [work, here] = work_and_here().await;
        assert_ne!(work, here);
    }

    #[tokio::test]
    async fn a_runtime_of_one_thread_does_it_in_place() {
        let [work, here] = work_and_here().await;
        assert_eq!(work, here);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    #[should_panic(expected = "planned")]
    async fn its_panic_is_that_of_whoever_waits() {
        aside(|| panic!("planned")).await;
    }
}
