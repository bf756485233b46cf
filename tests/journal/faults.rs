//! Files that cannot be used, each refused with words of its own and left as it was.

use crate::book::{Book, event, events, fill, heard, id, open, words};
use automaton_auditor::ports::clock::Calendar;
use automaton_auditor::ports::journal::{Bounds, Journal, JournalError, Sqlite};
use rusqlite::Connection;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A file with these bytes is refused with words that contain `why`, by writers and by readers, and stays
/// as it is.
#[track_caller]
fn check_refused(bytes: &[u8], why: &str) {
    let book = Book::new();
    fs::write(&book.path, bytes).unwrap();
    for result in [Sqlite::open(&book.path, Calendar::default()), Sqlite::read_only(&book.path)] {
        let said = words(result);
        assert!(said.contains(why) && said.contains("journal.db"), "{said}");
    }
    assert!(fs::read(&book.path).unwrap() == bytes, "the file was changed");
}

/// The bytes of a `SQLite` file after some SQL.
fn made_by(sql: &str) -> Vec<u8> {
    let book = Book::new();
    let raw = Connection::open(&book.path).unwrap();
    raw.execute_batch(sql).unwrap();
    drop(raw);
    fs::read(&book.path).unwrap()
}

#[test]
fn a_file_that_is_no_journal_is_refused() {
    check_refused(b"A shopping list: milk, bread.\n", "not a journal (it is no database");
    check_refused(&[0; 8192], "not a journal (it is no database");
    check_refused(&made_by("CREATE TABLE milk (bread)"), "a database of another program");
    let other = "PRAGMA application_id = 7; PRAGMA user_version = 1;";
    check_refused(&made_by(other), "a database of another program");
}

#[tokio::test]
async fn a_journal_of_a_newer_program_is_refused_and_not_changed() {
    let book = Book::new();
    fill(&book.open(), &id("one"), 0, 5).await;
    let raw = Connection::open(&book.path).unwrap();
    raw.execute_batch("PRAGMA user_version = 3; CREATE TABLE novelties (n)").unwrap();
    drop(raw);
    let before = fs::read(&book.path).unwrap();
    let newer = "was written by a newer version of this program (format 3, this one knows 2)";
    for result in [Sqlite::open(&book.path, Calendar::default()), Sqlite::read_only(&book.path)] {
        let said = words(result);
        assert!(said.contains(newer) && said.contains("nothing was changed"), "{said}");
    }
    assert!(before == fs::read(&book.path).unwrap());
}

#[tokio::test]
async fn a_journal_whose_tables_were_changed_is_refused() {
    let book = Book::new();
    fill(&book.open(), &id("one"), 0, 5).await;
    Connection::open(&book.path).unwrap().execute_batch("ALTER TABLE events ADD x").unwrap();
    let said = words(Sqlite::open(&book.path, Calendar::default()));
    assert!(said.contains("damaged (its tables are not those"), "{said}");
}

#[test]
fn places_where_no_file_can_be_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let open = |path: &Path| words(Sqlite::open(path, Calendar::default()));
    let said = open(folder.path());
    assert!(said.contains("it is a folder"), "{said}");
    let file = folder.path().join("file");
    fs::write(&file, "x").unwrap();
    let said = open(&file.join("journal.db"));
    assert!(said.contains("cannot be read or written"), "{said}");
    let said = words(Sqlite::read_only(&folder.path().join("none.db")));
    assert!(said.contains("none.db cannot be read or written (No such file"), "{said}");
    assert!(!folder.path().join("none.db").exists(), "looking makes no file");
}

#[test]
fn an_empty_file_whose_log_is_not_empty_is_kept_as_it_is() {
    let book = Book::new();
    fs::write(&book.path, "").unwrap();
    let log = book.path.with_file_name("journal.db-wal");
    fs::write(&log, [1; 5000]).unwrap();
    for result in [Sqlite::open(&book.path, Calendar::default()), Sqlite::read_only(&book.path)] {
        let said = words(result);
        assert!(said.contains("the file is empty, but its log is not"), "{said}");
    }
    assert_eq!(fs::read(&log).unwrap(), [1; 5000]);
}

#[tokio::test]
async fn a_full_disk_fails_what_does_not_fit_and_keeps_the_rest() {
    let book = Book::new();
    let bounds = Bounds { most_pages: Some(12), ..Bounds::default() };
    let journal = Sqlite::open_within(&book.path, Calendar::default(), bounds).unwrap();
    let audit = id("one");
    let mut kept = 0;
    let full = loop {
        match journal.append(&audit, kept, event(kept)).await {
            Ok(()) => kept += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(full, JournalError::DiskFull { path: book.path.clone() });
    assert!(kept > 5, "{kept}");
    assert_eq!(journal.events(&audit).await.unwrap(), events(kept));
    drop(journal);
    let journal = book.open();
    assert_eq!(journal.events(&audit).await.unwrap(), events(kept));
    fill(&journal, &audit, kept, kept + 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_a_full_disk_exactly_what_was_acknowledged_is_kept() {
    let book = Book::new();
    let bounds = Bounds { most_pages: Some(40), ..Bounds::default() };
    let journal = Sqlite::open_within(&book.path, Calendar::default(), bounds).unwrap();
    let write = |name: String| {
        let journal = Arc::clone(&journal);
        tokio::spawn(async move {
            for seq in 0..100 {
                if let Err(error) = journal.append(&id(&name), seq, event(seq)).await {
                    return (name, seq, Some(error));
                }
            }
            (name, 100, None)
        })
    };
    let writers: Vec<_> = (0..32).map(|n| write(format!("audit-{n}"))).collect();
    let mut refused = 0;
    for writer in writers {
        let (name, kept, error) = writer.await.unwrap();
        assert_eq!(journal.events(&id(&name)).await.unwrap(), events(kept));
        refused += usize::from(error == Some(JournalError::DiskFull { path: book.path.clone() }));
    }
    assert_eq!(refused, 32);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_page_fails_nobody_who_does_not_need_it() {
    let book = Book::new();
    let journal = book.open();
    journal.append(&id("one"), 0, heard("Defense", "safety", 3)).await.unwrap();
    drop(journal);
    book.take_in();
    let mut bytes = fs::read(&book.path).unwrap();
    // The root of the index of opinions by seat.
    bytes[4 * 4096..5 * 4096].fill(0);
    fs::write(&book.path, bytes).unwrap();
    let journal = book.open();
    let append = |n: u64| {
        let journal = Arc::clone(&journal);
        let event = if n.is_multiple_of(3) { heard("Defense", "safety", 4) } else { event(n) };
        tokio::spawn(async move { (n, journal.append(&id(&format!("audit-{n}")), 0, event).await) })
    };
    for attempt in (0..90).map(append).collect::<Vec<_>>() {
        let (n, result) = attempt.await.unwrap();
        let failed = matches!(result, Err(JournalError::Malformed { .. }));
        assert_eq!(failed, n.is_multiple_of(3), "{result:?}");
    }
    assert_eq!(journal.audits().await.unwrap().len(), 61);
}

#[tokio::test]
async fn whoever_queries_the_file_may_add_views_but_nothing_that_acts() {
    let book = Book::new();
    fill(&book.open(), &id("one"), 0, 5).await;
    let run = |sql: &str| Connection::open(&book.path).unwrap().execute_batch(sql).unwrap();
    run("CREATE VIEW scores AS SELECT body FROM events; ANALYZE;");
    fill(&book.open(), &id("one"), 5, 6).await;
    run("CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END");
    let said = words(Sqlite::open(&book.path, Calendar::default()));
    assert!(said.contains("damaged (its tables are not those"), "{said}");
}

#[tokio::test]
async fn a_file_that_somebody_holds_is_waited_for_and_then_given_up() {
    let book = Book::new();
    let bounds = Bounds { patience: Duration::from_millis(150), ..Bounds::default() };
    let journal = Sqlite::open_within(&book.path, Calendar::default(), bounds).unwrap();
    let audit = id("one");
    fill(&journal, &audit, 0, 2).await;
    let other = Connection::open(&book.path).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let start = Instant::now();
    let refused = journal.append(&audit, 2, event(2)).await.unwrap_err();
    assert_eq!(refused, JournalError::Locked { path: book.path.clone() });
    assert!(start.elapsed() >= Duration::from_millis(100));
    assert_eq!(journal.events(&audit).await.unwrap(), events(2), "reading goes on meanwhile");
    other.execute_batch("ROLLBACK").unwrap();
    fill(&journal, &audit, 2, 4).await;
}

#[tokio::test]
async fn a_journal_opened_to_look_at_it_is_not_written() {
    let book = Book::new();
    let audit = id("one");
    let journal = book.open();
    fill(&journal, &audit, 0, 3).await;
    let looking = Sqlite::read_only(&book.path).unwrap();
    assert_eq!(looking.events(&audit).await.unwrap(), events(3));
    fill(&journal, &audit, 3, 5).await;
    assert_eq!(looking.events(&audit).await.unwrap(), events(5), "it sees what comes");
    let refused = looking.append(&audit, 5, event(5)).await.unwrap_err();
    assert_eq!(refused, JournalError::ReadOnly { path: book.path.clone() });
    assert_eq!(looking.forget(&audit).await.unwrap_err(), refused);
    looking.close(&audit).await;
    assert_eq!(journal.events(&audit).await.unwrap(), events(5));
}

/// Sets or takes away the mark that keeps even the superuser from writing; false where the file system
/// knows no such mark.
fn freeze(path: &Path, frozen: bool) -> bool {
    let mark = if frozen { "+i" } else { "-i" };
    let status = std::process::Command::new("chattr").arg(mark).arg(path).output();
    status.is_ok_and(|output| output.status.success())
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_said_to_be_so_and_can_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let book = Book::new();
    let audit = id("one");
    fill(&book.open(), &audit, 0, 3).await;
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    mode(&book.path, 0o400).unwrap();
    mode(book.folder.path(), 0o500).unwrap();
    let is_root = fs::write(book.folder.path().join("probe"), "x").is_ok();
    let frozen = is_root && freeze(&book.path, true);
    let opened = Sqlite::open(&book.path, Calendar::default());
    let read = Sqlite::read_only(&book.path).unwrap().events(&audit).await;
    if frozen {
        freeze(&book.path, false);
    }
    mode(book.folder.path(), 0o700).unwrap();
    assert_eq!(read.unwrap(), events(3));
    // The superuser writes everywhere, unless the file system knows a mark against that.
    if !is_root || frozen {
        assert_eq!(opened.unwrap_err(), JournalError::ReadOnly { path: book.path.clone() });
    }
}

/// A file system on which nothing can be written, over a folder; `None` where this process may not make one.
fn sealed(folder: &Path) -> Option<impl Drop> {
    struct Sealed(std::path::PathBuf);
    impl Drop for Sealed {
        fn drop(&mut self) {
            let _ = std::process::Command::new("umount").arg(&self.0).status();
        }
    }
    let mount = |args: &[&str]| {
        let run = std::process::Command::new("mount").args(args).arg(folder).output();
        run.is_ok_and(|output| output.status.success())
    };
    let folder_again = folder.to_str()?;
    let bound = mount(&["--bind", folder_again]).then(|| Sealed(folder.to_owned()))?;
    mount(&["-o", "remount,ro,bind"]).then_some(bound)
}

#[tokio::test]
async fn where_nothing_can_be_written_what_stands_in_the_log_is_read_too() {
    let book = Book::new();
    let audit = id("one");
    fill(&book.open(), &audit, 0, 3).await;
    let log = book.path.with_file_name("journal.db-wal");
    assert!(fs::metadata(&log).unwrap().len() > 0, "it stays beside the file");
    // Readers' marks, which a copy of the two files does not have.
    let marks = book.path.with_file_name("journal.db-shm");
    let _ = fs::remove_file(&marks);
    let Some(sealed) = sealed(book.folder.path()) else {
        eprintln!(
            "not tried: this process may not make a file system on which nothing can be written"
        );
        return;
    };
    let looking = Sqlite::read_only(&book.path).unwrap();
    assert_eq!(looking.events(&audit).await.unwrap(), events(3));
    assert_eq!(looking.audits().await.unwrap().len(), 1);
    drop((looking, sealed));
    assert!(!marks.exists());
}

#[tokio::test]
async fn a_path_with_odd_characters_is_only_a_path() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file:what?mode=ro&x=%41 #1.db");
    fill(&open(&path), &id("one"), 0, 3).await;
    let looking = Sqlite::read_only(&path).unwrap();
    assert_eq!(looking.events(&id("one")).await.unwrap(), events(3));
}
