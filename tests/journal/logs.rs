//! Logs that do not fit: in their head, in their frames, or behind a commit that failed.

use crate::book::{Book, event, fill, id, words};
use crate::torn::{AUDITS, EVENTS, Image, log_of, sound};
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{Journal, JournalError, Sqlite, salvage};
use rusqlite::Connection;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

const ALL: u64 = EVENTS * AUDITS.len() as u64;
/// Bytes of the log's head, of a frame's head and of its page.
const HEAD: usize = 32;
const FRAME: usize = 24;
const PAGE: usize = 4_096;

/// Where the frames of a log begin.
fn frames(log: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
    (HEAD..log.len()).step_by(FRAME + PAGE)
}

/// The page that a frame is of.
fn page(log: &[u8], frame: usize) -> u32 {
    u32::from_be_bytes(log[frame..frame + 4].try_into().unwrap())
}

/// A journal with this log is refused, and a salvage keeps all that was written.
async fn check_kept(image: &Image, log: Vec<u8>, what: &str) {
    let book = Book::fast();
    Image { file: image.file.clone(), log }.put(&book.path);
    for opened in [Sqlite::read_only(&book.path), Sqlite::open(&book.path, Calendar::default())] {
        assert!(matches!(opened, Err(JournalError::Malformed { .. })), "{what}: {opened:?}");
    }
    let salvaged = salvage(&book.path).unwrap();
    assert!(salvaged.set_aside.is_some(), "{what}");
    assert_eq!(sound(&book.open()).await, ALL, "{what}: {:?}", salvaged.audits);
}

#[tokio::test]
async fn a_flipped_bit_in_the_head_of_a_log_is_told_and_costs_nothing() {
    let image = Image::running(EVENTS).await;
    for (at, bit) in (0..HEAD).flat_map(|at| [(at, 0), (at, 1 + at % 7)]) {
        let mut log = image.log.clone();
        log[at] ^= 1 << bit;
        check_kept(&image, log, &format!("bit {bit} of byte {at}")).await;
    }
}

#[tokio::test]
async fn a_log_whose_first_sector_is_lost_costs_what_was_in_it_alone() {
    let image = Image::running(EVENTS).await;
    for (end, filling) in [(HEAD, 0), (HEAD, 0x55), (512, 0), (512, 0xff)] {
        let mut log = image.log.clone();
        log[..end].fill(filling);
        check_kept(&image, log, &format!("{end} bytes of {filling}")).await;
    }
}

#[tokio::test]
async fn a_flipped_bit_in_the_name_of_a_page_is_told_and_costs_nothing() {
    let image = Image::running(EVENTS).await;
    let whole = frames(&image.log).count() - 1;
    for (nth, frame) in frames(&image.log).take(whole).enumerate().step_by(11) {
        let mut log = image.log.clone();
        log[frame + nth % 8] ^= 1 << (nth % 7);
        check_kept(&image, log, &format!("frame {nth}")).await;
    }
}

#[tokio::test]
async fn a_torn_first_page_in_the_log_costs_nothing() {
    let image = Image::running(EVENTS).await;
    let whole = frames(&image.log).count() - 1;
    let first = frames(&image.log).take(whole).filter(|frame| page(&image.log, *frame) == 1);
    let last = first.last().unwrap();
    for torn in [FRAME..FRAME + 100, FRAME + PAGE / 2..FRAME + PAGE] {
        let mut log = image.log.clone();
        log[last + torn.start..last + torn.end].fill(0xff);
        check_kept(&image, log, &format!("{torn:?}")).await;
    }
}

/// What `sql` makes of a journal's files: its log.
fn written(image: &Image, sql: &str) -> Vec<u8> {
    let book = Book::fast();
    image.put(&book.path);
    let raw = Connection::open(&book.path).unwrap();
    raw.execute_batch(sql).unwrap();
    fs::read(log_of(&book.path)).unwrap()
}

#[tokio::test]
async fn what_a_failed_commit_left_behind_a_shorter_one_is_left_out() {
    let image = Image::running(EVENTS).await;
    // The disk took the first, but could not force it down; the second was written in its place.
    let failed = "INSERT INTO events SELECT 'x' || audit, seq, 0, kind, NULL, hash, body || body FROM events";
    let (failed, next) =
        (written(&image, failed), written(&image, "UPDATE audits SET state = 'closed'"));
    assert!(failed.len() > next.len() + 2 * (FRAME + PAGE), "{} {}", failed.len(), next.len());
    let log = [&next[..], &failed[next.len()..]].concat();
    let book = Book::fast();
    Image { file: image.file, log }.put(&book.path);
    let said = words(Sqlite::open(&book.path, Calendar::default()));
    assert!(said.contains("or the disk failed"), "{said}");
    let salvaged = salvage(&book.path).unwrap();
    assert_eq!(salvaged.set_aside, Some(book.folder.path().join("journal.db.former-1")));
    assert_eq!(salvaged.audits.len(), AUDITS.len());
    assert!(salvaged.audits.iter().all(|one| one.losses.is_empty()), "{:?}", salvaged.audits);
    assert_eq!(sound(&book.open()).await, ALL);
}

#[tokio::test]
async fn a_file_that_ends_within_a_page_keeps_all_before_that() {
    let book = Book::fast();
    let journal = book.open();
    fill(&journal, &id("first"), 0, EVENTS).await;
    // It has pages of its own.
    let long = serde_json::to_string(&*event(EVENTS)).unwrap();
    let long = long.replace("the server was away", &"away ".repeat(2_000));
    let long = Arc::new(serde_json::from_str(&long).unwrap());
    journal.append(&id("first"), EVENTS, long).await.unwrap();
    drop(journal);
    book.take_in();
    let file = fs::read(&book.path).unwrap();
    for cut in [1, 100, 2_000, PAGE - 1] {
        let book = Book::fast();
        fs::write(&book.path, &file[..file.len() - cut]).unwrap();
        let journal = Sqlite::read_only(&book.path).unwrap();
        let read = journal.log(&id("first")).await.unwrap();
        assert_eq!(read.events.len() as u64, EVENTS, "{cut}");
        assert!(matches!(read.damage, Some(JournalError::Damaged { .. })), "{cut}");
        drop(journal);
        let salvaged = salvage(&book.path).unwrap();
        assert!(salvaged.set_aside.is_some(), "{cut}");
        assert_eq!(salvaged.audits[0].events, EVENTS, "{cut}");
        assert_eq!(sound(&book.open()).await, EVENTS, "{cut}");
    }
}

/// What a salvage does first, when it sets a file aside.
fn half_set_aside(book: &Book) -> [PathBuf; 2] {
    let aside = book.folder.path().join("journal.db.damaged-1");
    let log = book.folder.path().join("journal.db.damaged-1-wal");
    fs::hard_link(&book.path, &aside).unwrap();
    fs::rename(log_of(&book.path), &log).unwrap();
    [aside, log]
}

#[tokio::test]
async fn a_salvage_that_was_stopped_half_way_is_told_and_taken_up_again() {
    let image = Image::running(EVENTS).await;
    let book = Book::fast();
    image.put(&book.path);
    let [aside, log] = half_set_aside(&book);
    for opened in [Sqlite::read_only(&book.path), Sqlite::open(&book.path, Calendar::default())] {
        let said = words(opened);
        assert!(said.contains("a salvage was stopped half-way"), "{said}");
        assert!(said.contains("journal.db.damaged-1-wal"), "{said}");
    }
    assert!(fs::read(&log).unwrap() == image.log);
    assert_eq!(salvage(&book.path).unwrap().set_aside, None, "nothing is damaged");
    assert!(!aside.exists() && !log.exists());
    assert_eq!(sound(&book.open()).await, ALL);
}
