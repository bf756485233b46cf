//! Work on all processors whose answers do not depend on their number.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};

/// How many there are; to ask the system takes as long as some of the work.
static PROCESSORS: LazyLock<usize> =
    LazyLock::new(|| std::thread::available_parallelism().map_or(1, usize::from));

/// How many of them this process may use at once; none is said where it may use all.
static SHARE: AtomicUsize = AtomicUsize::new(0);

/// Most threads at once.
const THREADS: usize = 8;
/// Most numbers that a thread takes in a row.
const ROW: usize = 16;
/// Fewest pieces of little work that are done on all processors.
pub const MANY: usize = 64;

/// From now on this process does its work on so many processors at once, of which others of ours use the rest: more
/// threads would only wait for each other, each of which makes anew what it keeps for itself.
pub fn share(processors: usize) {
    SHARE.store(processors.max(1), Ordering::Relaxed);
}

/// From now on this process does so many pieces of work at once, which share the processors.
pub fn share_among(pieces: usize) {
    share(*PROCESSORS / pieces.max(1));
}

fn processors() -> usize {
    match SHARE.load(Ordering::Relaxed) {
        0 => *PROCESSORS,
        share => share.min(*PROCESSORS),
    }
}

/// Does `work` for each number below `count` on all processors; the answers come in order.
///
/// Each thread calls `begin` once, and hands what it returns to each piece of its work. A panic in either is
/// the caller's.
pub fn spread<S, T: Send>(
    count: usize,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> T + Sync,
) -> Vec<T> {
    let threads = processors().clamp(1, THREADS).min(count);
    // Neighbours often share what they need, so each thread takes a few in a row.
    let row = (count / (threads.max(1) * 4)).clamp(1, ROW);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(count));
    let run = || {
        let mut own = begin();
        loop {
            let first = next.fetch_add(row, Ordering::Relaxed);
            if first >= count {
                return;
            }
            for at in first..(first + row).min(count) {
                let answer = work(&mut own, at);
                done.lock().unwrap_or_else(PoisonError::into_inner).push((at, answer));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(run);
        }
        run();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, answer)| answer).collect()
}

/// Does `work` for each number below `count` in order, and on all processors where there is so much of it that threads
/// are worth their beginning. A panic in it is the caller's.
pub fn many<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    if count < MANY {
        return (0..count).map(work).collect();
    }
    spread(count, || (), |(), at| work(at))
}

/// Does `one` beside `other`, where there is more than one processor. A panic in either is the caller's.
pub fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if processors() == 1 {
        return (one(), other());
    }
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        (one.join().unwrap_or_else(|panic| resume_unwind(panic)), other)
    })
}

/// Begins `one` beside `rest`, which is handed the way to its answer; on one processor it begins when it is asked for. A
/// panic in either is the caller's.
pub fn begun<A: Send, B>(
    one: impl FnOnce() -> A + Send,
    rest: impl for<'o> FnOnce(Box<dyn FnOnce() -> A + Send + 'o>) -> B,
) -> B {
    if processors() == 1 {
        return rest(Box::new(one));
    }
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        rest(Box::new(move || one.join().unwrap_or_else(|panic| resume_unwind(panic))))
    })
}

/// Something to be done, which leaves its answer where it can be found.
pub type Task<'t> = Box<dyn FnOnce() + Send + 't>;

/// Does all tasks on all processors. Whoever is done takes the next, so the longest should stand first. A panic in one is
/// the caller's.
pub fn all(tasks: Vec<Task<'_>>) {
    let tasks: Vec<Mutex<Option<Task<'_>>>> =
        tasks.into_iter().map(|task| Mutex::new(Some(task))).collect();
    let run = |(): &mut (), at: usize| {
        let task = tasks[at].lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            task();
        }
    };
    spread(tasks.len(), || (), run);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_things_are_done_and_a_panic_in_the_one_aside_is_the_callers() {
        assert_eq!(both(|| 1, || "other"), (1, "other"));
        let fallen = std::panic::catch_unwind(|| both(|| panic!("planned"), || ()));
        assert_eq!(fallen.unwrap_err().downcast_ref(), Some(&"planned"));
    }

    #[test]
    fn what_was_begun_is_had_when_it_is_asked_for() {
        assert_eq!(begun(|| 1, |one| 2 + one()), 3);
        let fallen = std::panic::catch_unwind(|| begun(|| panic!("planned"), |one| one()));
        assert_eq!(fallen.unwrap_err().downcast_ref(), Some(&"planned"));
    }

    #[test]
    fn every_task_is_done_once_and_its_panic_is_the_callers() {
        let (mut one, mut other) = (0, String::new());
        all(vec![Box::new(|| one += 1), Box::new(|| other.push('o')), Box::new(|| ())]);
        assert_eq!((one, other.as_str()), (1, "o"));
        all(Vec::new());
        let planned = || all(vec![Box::new(|| ()), Box::new(|| panic!("planned"))]);
        assert!(std::panic::catch_unwind(planned).is_err());
    }

    #[test]
    fn a_share_is_one_processor_at_least_and_changes_no_answer() {
        share_among(usize::MAX);
        assert_eq!(processors(), 1);
        assert_eq!(spread(3, || (), |(), number| number), [0, 1, 2]);
        assert_eq!(both(|| 1, || 2), (1, 2));
        share(usize::MAX);
        assert_eq!(processors(), *PROCESSORS);
    }

    #[test]
    fn answers_come_in_order_whatever_their_number() {
        for count in [0, 1, 2, 7, 100, 1_000] {
            let answers = spread(count, || 2, |twice, number| *twice * number);
            assert_eq!(answers, (0..count).map(|number| 2 * number).collect::<Vec<_>>());
        }
    }
}
