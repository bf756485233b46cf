//! A class overnight: 300 submissions with language models, held against the ideal wall time; how soon a new
//! submission starts and an order takes effect; and what a `kill -9` costs.
//!
//! A server on this machine takes 200 ms for every call, and 64 calls may be in flight. The ideal is the time that
//! the calls alone take then. All submissions are copies of the project's sample, so that this machine also
//! reads 300 repositories and PDFs meanwhile.

mod class;
#[path = "../scripted_model/mod.rs"]
mod scripted_model;

use class::{Class, IN_FLIGHT};
use scripted_model::{Books, CALL, Server};
use std::time::{Duration, Instant};

fn main() {
    let number = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    whole_class(number.unwrap_or(300));
    killed_class(60);
    appearance();
    cancellation();
}

fn whole_class(number: usize) {
    let server = Server::start();
    let class = Class::of(number);
    let since = Instant::now();
    let mut running = class.batch(&server);
    let most = running.watch_memory();
    let wall = since.elapsed();
    assert!(running.wait().success(), "every submission is graded");
    let books = server.books();
    let calls = books.calls;
    #[expect(clippy::cast_precision_loss, reason = "there are some thousands")]
    let ideal = CALL.as_secs_f64() * calls as f64 / IN_FLIGHT as f64;
    println!(
        "{number} submissions, {calls} calls: {:.1} s, ideal {ideal:.1} s, ratio {:.2} (goal 1.10); at most {} calls \
         in flight; resident memory at most {} MB (goal 300)",
        wall.as_secs_f64(),
        wall.as_secs_f64() / ideal,
        books.most_in_flight,
        most >> 20,
    );
}

fn killed_class(number: usize) {
    let server = Server::start();
    let class = Class::of(number);
    let ids: Vec<String> = (0..number).map(|n| format!("s{n}")).collect();
    assert!(class.batch(&server).wait().success());
    let (undisturbed, before) = (class.files(&ids), server.books());
    let distinct = before.calls;
    class.forget();

    let mut running = class.batch(&server);
    while server.books().calls < distinct + distinct / 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    running.kill();
    let open = class.open_calls();
    assert!(class.batch(&server).wait().success(), "the rest is graded");
    let repeated = repeated(&before, &server.books());
    let files = class.files(&ids);
    let differ = files.iter().zip(&undisturbed).filter(|(one, other)| one != other).count();
    println!(
        "kill -9 after {} of {distinct} calls, with {open} that were not booked as finished: {} calls were made again \
         (goal: none that was finished), {differ} of {number} submissions have other files (goal 0)",
        distinct / 2,
        repeated,
    );
    assert!(repeated <= open, "a finished call was paid again");
    assert_eq!(differ, 0, "files differ");
}

/// Calls that were made more than once between two looks at the books.
fn repeated(before: &Books, after: &Books) -> usize {
    let made = |(key, times): (&String, &usize)| times - before.by_key.get(key).unwrap_or(&0);
    after.by_key.iter().map(made).map(|times| times.saturating_sub(1)).sum()
}

fn appearance() {
    let server = Server::start();
    let class = Class::of(0);
    let mut running = class.watch(&server);
    std::thread::sleep(Duration::from_secs(3));
    let mut times = Vec::new();
    for n in 0..5 {
        class.add(n);
        let since = Instant::now();
        class.until(|list| list.contains(&format!("\"s{n}\"")) && !list.contains("\"waiting\""));
        times.push(since.elapsed());
        std::thread::sleep(Duration::from_secs(2));
    }
    running.kill();
    let shown: Vec<String> =
        times.iter().map(|time| format!("{:.2}", time.as_secs_f64())).collect();
    println!("a new submission is under way after {} s (goal 1)", shown.join(", "));
}

fn cancellation() {
    let server = Server::start();
    let class = Class::of(8);
    let mut running = class.watch(&server);
    class.until(|list| list.contains("\"running\""));
    let since = Instant::now();
    class.order(&["cancel"]);
    class.until(|list| !list.contains("\"running\""));
    let time = since.elapsed();
    running.kill();
    println!(
        "an order to cancel everything takes effect after {:.2} s (goal 2)",
        time.as_secs_f64()
    );
}
