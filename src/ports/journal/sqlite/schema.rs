//! The tables, and what makes a file a journal of this format.

use super::fault::{fault, is_busy};
use super::frames::{FRAME, HEADER};
use crate::ports::journal::JournalError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, Row, ToSql, TransactionBehavior};
use std::path::Path;
use std::time::{Duration, Instant};

/// Marks a journal among all `SQLite` files: `AuAu`.
const APPLICATION: i64 = 0x4175_4175;
/// The format that this program writes, and the latest that it reads.
pub(super) const FORMAT: i64 = 2;

/// Most bytes of a log in which nothing is written: some 1 MiB, and no part of a frame. A part left behind would have to
/// be told from a write that was stopped.
const LONGEST_LOG: usize = HEADER + 254 * (FRAME + PAGE);

/// Bytes of a page.
pub(super) const PAGE: usize = 4_096;

/// The tables in the order in which they are made, on which a salvage relies. Changing a letter is a new
/// format: a file whose tables read otherwise counts as damaged.
///
/// What may be long lies in tables by row number, and is found by an index of short keys: a tree of whole rows
/// has every long one read that it is compared with.
const TABLES: [(&str, &str); 4] = [
    (
        "audits",
        "CREATE TABLE audits (
    id TEXT NOT NULL PRIMARY KEY,
    opened_at_ms BIGINT NOT NULL,
    program_version TEXT NOT NULL,
    terms TEXT NOT NULL,
    seal TEXT NOT NULL,
    state TEXT NOT NULL,
    events BIGINT NOT NULL,
    head TEXT NOT NULL
) WITHOUT ROWID",
    ),
    (
        "events",
        "CREATE TABLE events (
    audit TEXT NOT NULL,
    seq BIGINT NOT NULL,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    seat TEXT,
    hash TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (audit, seq)
)",
    ),
    (
        "events_seat",
        "CREATE UNIQUE INDEX events_seat ON events (audit, seat) WHERE seat IS NOT NULL",
    ),
    (
        "calls",
        "CREATE TABLE calls (
    audit TEXT NOT NULL,
    task TEXT NOT NULL,
    attempt BIGINT NOT NULL,
    call TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    begun BIGINT NOT NULL,
    begun_at_ms BIGINT NOT NULL,
    finished_at_ms BIGINT,
    seal TEXT NOT NULL,
    outcome TEXT,
    PRIMARY KEY (audit, task, attempt, call)
)",
    ),
];

/// What a file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// Empty: nobody wrote to it yet.
    Blank,
    /// A journal of this format.
    Journal,
}

/// Says what a file is, changing nothing.
///
/// # Errors
/// When it is of another format, of another program, or damaged.
pub(super) fn standing(connection: &Connection, path: &Path) -> Result<Standing, JournalError> {
    let at = fault(path);
    // All of it is of one moment: another process may be making the tables.
    let begin = || connection.unchecked_transaction().map_err(at);
    let _moment = connection.is_autocommit().then(begin).transpose()?;
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let application = number("application_id").map_err(at)?;
    let format = number("user_version").map_err(at)?;
    if application == APPLICATION && format > FORMAT {
        return Err(JournalError::Newer { path: path.to_owned(), format, known: FORMAT });
    }
    if application == APPLICATION && (1..FORMAT).contains(&format) {
        return Err(JournalError::Older { path: path.to_owned(), format });
    }
    let made = made(connection).map_err(at)?;
    if application == 0 && format == 0 && made.is_empty() {
        return Ok(Standing::Blank);
    }
    if application != APPLICATION {
        let why = "it is a database of another program".to_owned();
        return Err(JournalError::NotAJournal { path: path.to_owned(), why });
    }
    // Whoever queries the file may add views and indexes, but nothing that acts when we write.
    let acts = |made: &Made| made.kind == "trigger";
    let is_there =
        |(name, sql): &(&str, &str)| made.iter().any(|m| m.name == *name && m.sql == *sql);
    if format != FORMAT || made.iter().any(acts) || !TABLES.iter().all(is_there) {
        let why = "its tables are not those that this program makes".to_owned();
        return Err(JournalError::Malformed { path: path.to_owned(), why });
    }
    Ok(Standing::Journal)
}

/// Something that SQL has made.
struct Made {
    kind: String,
    name: String,
    sql: String,
}

fn made(connection: &Connection) -> rusqlite::Result<Vec<Made>> {
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL";
    let mut statement = connection.prepare(sql)?;
    let of = |row: &Row<'_>| Ok(Made { kind: row.get(0)?, name: row.get(1)?, sql: row.get(2)? });
    statement.query_map([], of)?.collect()
}

/// Makes the tables in a blank file, unless another process was faster.
pub(super) fn make(connection: &mut Connection, path: &Path) -> Result<(), JournalError> {
    let at = fault(path);
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(at)?;
    if standing(&transaction, path)? == Standing::Blank {
        for (_, sql) in TABLES {
            transaction.execute_batch(sql).map_err(at)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION).map_err(at)?;
        transaction.pragma_update(None, "user_version", FORMAT).map_err(at)?;
    }
    transaction.commit().map_err(at)
}

/// Sets up a connection that writes: what is committed survives the loss of power.
pub(super) fn make_durable(
    connection: &Connection,
    path: &Path,
    patience: Duration,
) -> Result<(), JournalError> {
    let at = fault(path);
    let set =
        |name: &str, value: &dyn ToSql| connection.pragma_update(None, name, value).map_err(at);
    set("page_size", &i64::try_from(PAGE).expect("a page is small"))?;
    write_ahead(connection, path, patience)?;
    set("synchronous", &"FULL")?;
    set("fullfsync", &true)?;
    set("checkpoint_fullfsync", &true)?;
    // What is forgotten leaves nothing behind.
    set("secure_delete", &true)?;
    // The log stays beside the file and is looked through at the next opening.
    set("journal_size_limit", &i64::try_from(LONGEST_LOG).expect("a log is short"))
}

/// Makes a damaged file show itself as one, wherever that costs nothing.
pub(super) fn make_wary(connection: &Connection) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.pragma_update(None, "cell_size_check", true)
}

fn write_ahead(
    connection: &Connection,
    path: &Path,
    patience: Duration,
) -> Result<(), JournalError> {
    let start = Instant::now();
    let ask = |row: &Row<'_>| row.get::<_, String>(0);
    loop {
        match connection.pragma_update_and_check(None, "journal_mode", "WAL", ask) {
            Ok(mode) if mode == "wal" => return Ok(()),
            Ok(mode) => {
                let why = format!("the file system allows no write-ahead log, only `{mode}`");
                return Err(JournalError::Io { path: path.to_owned(), why });
            }
            // SQLite itself does not wait for whoever else is changing the mode at this moment.
            Err(error) if is_busy(&error) && start.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Err(error) => return Err(fault(path)(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::digest::sha256_of_parts;

    #[test]
    fn tables_that_read_otherwise_are_another_format() {
        let all: Vec<&str> = TABLES.iter().map(|(_, sql)| *sql).collect();
        assert_eq!((FORMAT, &sha256_of_parts(&all)[..16]), (2, "616de63a7984218e"));
    }

    #[test]
    fn every_journal_has_its_roots_on_the_same_pages() {
        let mut connection = Connection::open_in_memory().unwrap();
        make(&mut connection, Path::new("journal.db")).unwrap();
        let sql = "SELECT name, rootpage FROM sqlite_schema ORDER BY rootpage";
        let mut statement = connection.prepare(sql).unwrap();
        let of = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let roots: Vec<(String, i64)> =
            statement.query_map([], of).unwrap().map(Result::unwrap).collect();
        let trees = [
            "audits",
            "events",
            "sqlite_autoindex_events_1",
            "events_seat",
            "calls",
            "sqlite_autoindex_calls_1",
        ];
        let wanted = trees.map(str::to_owned).into_iter().zip(2..);
        assert_eq!(roots, wanted.collect::<Vec<_>>());
    }
}
