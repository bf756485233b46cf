//! Bytes that changed or went: nothing wrong is taken for sound, and nothing panics.

use crate::book::{Book, assert_prefix, fill, id};
use automaton_auditor::domain::call::{CallKey, Errand};
use automaton_auditor::domain::chat::{ChatReply, ChatRequest, FinishReason, Usage};
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::task::Task;
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{
    Bounds, CallBook, JournalError, Outcome, Sqlite, State, salvage,
};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

pub const AUDITS: [&str; 3] = ["first", "second", "third"];
pub const EVENTS: u64 = 16;
const CALLS: u64 = 2;
const TERMS: &str = r#"{"judges":"rules","repo":"https://example.org/x"}"#;

/// The bytes of a file and of its log.
pub struct Image {
    pub file: Vec<u8>,
    pub log: Vec<u8>,
}

impl Image {
    /// A journal of three audits, all in the file.
    async fn closed() -> Self {
        let book = Book::fast();
        write(&book.open(), EVENTS).await;
        book.take_in();
        Self { file: fs::read(&book.path).unwrap(), log: Vec::new() }
    }

    /// The same, where each audit ends before the next begins.
    async fn of_audits_in_turn() -> Self {
        let book = Book::fast();
        let journal = book.open();
        for name in AUDITS {
            journal.announce(&id(name), "1", TERMS);
            fill(&journal, &id(name), 0, EVENTS).await;
        }
        drop(journal);
        book.take_in();
        Self { file: fs::read(&book.path).unwrap(), log: Vec::new() }
    }

    /// The same in the middle of the work: most of it in the log.
    pub async fn running(events: u64) -> Self {
        let book = Book::fast();
        let journal = book.open();
        write(&journal, events).await;
        let log = fs::read(log_of(&book.path)).unwrap();
        Self { file: fs::read(&book.path).unwrap(), log }
    }

    pub fn put(&self, path: &Path) {
        fs::write(path, &self.file).unwrap();
        if !self.log.is_empty() {
            fs::write(log_of(path), &self.log).unwrap();
        }
    }
}

pub fn log_of(path: &Path) -> std::path::PathBuf {
    path.with_file_name("journal.db-wal")
}

async fn write(journal: &Sqlite, events: u64) {
    for name in AUDITS {
        journal.announce(&id(name), "1", TERMS);
    }
    // Turn by turn, so that the audits lie among each other.
    for seq in 0..events {
        for name in AUDITS {
            fill(journal, &id(name), seq, seq + 1).await;
        }
    }
    for name in AUDITS {
        for n in 0..CALLS {
            journal.begin(&key(name, n)).await.unwrap();
            journal.finish(&key(name, n), &Ok(reply(n))).await.unwrap();
        }
    }
}

/// What may be said of a damaged file: anything but that the system failed.
fn is_clear(error: &JournalError) -> bool {
    matches!(
        error,
        JournalError::NotAJournal { .. }
            | JournalError::Malformed { .. }
            | JournalError::Newer { .. }
            | JournalError::Damaged { .. }
            | JournalError::Spoilt { .. }
            | JournalError::Unknown { .. }
    )
}

/// How many events of all audits are sound; checks that they, and the rest, are what was written.
pub async fn sound(journal: &Sqlite) -> u64 {
    let mut kept = 0;
    for name in AUDITS {
        match journal.log(&id(name)).await {
            Ok(sound) => {
                let decode = |body: &str| serde_json::from_str(body).map(Arc::new).unwrap();
                let events: Vec<Arc<AuditEvent>> =
                    sound.events.iter().map(|event| decode(&event.body)).collect();
                assert_prefix(&events);
                assert!(sound.damage.iter().all(is_clear), "{:?}", sound.damage);
                kept += events.len() as u64;
            }
            Err(error) => assert!(is_clear(&error), "{error:?}"),
        }
        match journal.terms(&id(name)).await {
            Ok(terms) => assert!(terms == TERMS || terms == "null", "{terms}"),
            Err(error) => assert!(is_clear(&error), "{error:?}"),
        }
        check_calls(journal, name).await;
        match journal.entry(&id(name)).await {
            Ok(entry) if entry.state == State::Damaged => {}
            // A salvage that finds no entry makes one without a version.
            Ok(entry) => assert!(["1", ""].contains(&entry.program_version.as_str()), "{entry:?}"),
            Err(error) => assert!(is_clear(&error), "{error:?}"),
        }
    }
    kept
}

/// Calls are what was written, or not there.
async fn check_calls(journal: &Sqlite, name: &str) {
    match journal.calls(&id(name)).await {
        Ok(calls) => {
            for call in calls {
                let asked = (0..CALLS).find(|n| key(name, *n).call.to_string() == call.call);
                let asked = asked.expect("nobody asked anything else");
                assert_eq!(call.idempotency_key, key(name, asked).idempotency_key());
                assert!(call.outcome.is_none_or(|it| it == Outcome::Reply(reply(asked))));
            }
        }
        Err(error) => assert!(is_clear(&error), "{error:?}"),
    }
    match journal.begin(&key(name, 0)).await {
        Ok(replayed) => assert!(replayed.is_none_or(|it| it == reply(0))),
        Err(error) => assert!(is_clear(&error), "{error:?}"),
    }
}

fn key(audit: &str, n: u64) -> CallKey {
    let (model, messages) = (format!("m-{n}"), Vec::new());
    let request = ChatRequest { model, messages, schema: None, max_output_tokens: 1, seed: n };
    let errand = Errand { audit: id(audit), task: Task::Look, attempt: 1 };
    CallKey { errand, call: request.id() }
}

fn reply(n: u64) -> ChatReply {
    let (text, finish) = (format!("{n} of 5 points ").repeat(20), FinishReason::Stop);
    ChatReply { text, finish, refusal: None, usage: Usage::default(), model: None, stand_in: None }
}

/// Opens the file, reads it, salvages it and reads it again: how many events are sound before and after.
async fn examine(path: &Path, what: &str) -> (u64, u64) {
    let bounds = Bounds { patience: Duration::from_millis(200), ..Bounds::default() };
    let before = match Sqlite::open_within(path, Calendar::default(), bounds) {
        Ok(journal) => sound(&journal).await,
        Err(error) => {
            assert!(is_clear(&error), "{what}: {error:?}");
            0
        }
    };
    let bytes = fs::read(path).unwrap();
    let after = match salvage(path) {
        Ok(salvaged) => {
            if let Some(aside) = &salvaged.set_aside {
                assert!(fs::read(aside).unwrap() == bytes, "{what}: the damaged file was changed");
            }
            let journal = Sqlite::open(path, Calendar::default()).unwrap();
            for one in &salvaged.audits {
                match journal.verify(&one.id).await {
                    Ok(events) => assert_eq!(events, one.events, "{what}"),
                    // Nothing was sound, not even the name.
                    Err(error) => assert!(one.events == 0 && is_clear(&error), "{what}: {error}"),
                }
            }
            for entry in journal.audits().await.unwrap() {
                assert_ne!(entry.state, State::Damaged, "{what}");
            }
            sound(&journal).await
        }
        Err(error) => {
            assert!(is_clear(&error), "{what}: {error:?}");
            0
        }
    };
    (before, after)
}

/// Numbers that look random and are always the same.
struct Draw(u64);

impl Draw {
    fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }
}

#[tokio::test]
async fn flipped_bytes_anywhere_never_pass_for_sound() {
    let image = Image::closed().await;
    let (mut read, mut saved, mut refused) = (0, 0, 0);
    for seed in 1..=200 {
        let mut draw = Draw::of(seed);
        let mut file = image.file.clone();
        for _ in 0..=draw.below(3) {
            let at = draw.below(file.len());
            file[at] ^= 1 << draw.below(8);
        }
        let book = Book::fast();
        fs::write(&book.path, &file).unwrap();
        let (before, after) = examine(&book.path, &format!("seed {seed}")).await;
        assert!(after >= before || after == 0, "seed {seed}: {before} sound, {after} saved");
        read += before;
        saved += after;
        refused += u64::from(after == 0);
    }
    let all = 200 * EVENTS * AUDITS.len() as u64;
    assert!(saved * 100 >= all * 75, "of {all} events {read} were sound and {saved} saved");
    assert!(refused <= 10, "{refused} files were refused");
}

#[tokio::test]
async fn a_page_that_was_lost_costs_only_what_was_on_it() {
    // Where audits lie among each other, one page may hold the beginnings of all.
    for (image, least) in [(Image::of_audits_in_turn().await, EVENTS), (Image::closed().await, 0)] {
        for page in 0..image.file.len() / 4096 {
            for filling in [0, 0xff] {
                let book = Book::fast();
                let mut file = image.file.clone();
                file[page * 4096..(page + 1) * 4096].fill(filling);
                fs::write(&book.path, &file).unwrap();
                let what = format!("page {page} full of {filling}");
                let (before, after) = examine(&book.path, &what).await;
                assert!(after >= before.max(least), "{what}: {before} sound, {after} saved");
            }
        }
    }
}

#[tokio::test]
async fn a_file_that_was_cut_off_keeps_a_prefix_of_each_audit() {
    let image = Image::closed().await;
    for end in (0..image.file.len()).step_by(512) {
        let book = Book::fast();
        fs::write(&book.path, &image.file[..end]).unwrap();
        let (before, after) = examine(&book.path, &format!("cut at {end}")).await;
        assert!(after >= before, "cut at {end}: {before} sound, {after} saved");
    }
}

#[tokio::test]
async fn a_log_that_was_cut_off_keeps_all_before_the_cut() {
    let image = Image::running(3).await;
    let mut last = 0;
    for end in (0..image.log.len()).step_by(512).chain([image.log.len()]) {
        let book = Book::fast();
        let cut = Image { file: image.file.clone(), log: image.log[..end].to_vec() };
        cut.put(&book.path);
        let journal = book.open();
        let kept = sound(&journal).await;
        for entry in journal.audits().await.unwrap() {
            // What a cut leaves is a former state, and not a damaged one.
            assert_eq!(journal.verify(&entry.id).await.unwrap(), entry.events);
        }
        assert!(kept >= last, "cut at {end}: {kept} after {last}");
        last = kept;
    }
    assert_eq!(last, 3 * AUDITS.len() as u64);
}

/// A bit of the log is another than was written: the journal is refused, and a salvage brings back all that was in
/// the log; or nothing that was committed lay behind it, and a former state is left.
#[tokio::test]
async fn a_flipped_bit_in_the_log_is_told_and_costs_nothing() {
    let image = Image::running(EVENTS).await;
    let all = EVENTS * AUDITS.len() as u64;
    let (mut told, mut saved) = (0, 0);
    for seed in 1..=60 {
        let mut draw = Draw::of(seed);
        let mut log = image.log.clone();
        let at = draw.below(log.len());
        log[at] ^= 1 << draw.below(8);
        let book = Book::fast();
        Image { file: image.file.clone(), log }.put(&book.path);
        let opened = Sqlite::read_only(&book.path);
        if let Err(JournalError::Malformed { why, .. }) = &opened {
            assert!(why.contains("write-ahead log"), "seed {seed}: {why}");
            told += 1;
            let salvaged = salvage(&book.path).unwrap();
            assert!(salvaged.set_aside.is_some(), "seed {seed}");
            saved += salvaged.audits.iter().map(|one| one.events).sum::<u64>();
        } else {
            drop(opened);
        }
        let journal = book.open();
        sound(&journal).await;
        for entry in journal.audits().await.unwrap() {
            assert_eq!(journal.verify(&entry.id).await.unwrap(), entry.events, "seed {seed}");
        }
    }
    assert!(told >= 50, "{told} of 60 were told");
    assert_eq!(saved, told * all);
}

#[tokio::test]
async fn a_log_whose_file_is_empty_is_salvaged() {
    let image = Image::running(EVENTS).await;
    let book = Book::fast();
    Image { file: Vec::new(), log: image.log }.put(&book.path);
    let salvaged = salvage(&book.path).unwrap();
    let aside = salvaged.set_aside.unwrap();
    assert!(fs::metadata(aside.with_file_name("journal.db.damaged-1-wal")).unwrap().len() > 0);
    assert_eq!(sound(&book.open()).await, EVENTS * AUDITS.len() as u64);
}
