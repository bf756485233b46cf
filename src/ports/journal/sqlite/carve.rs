//! Rows of a `SQLite` file by its bytes alone: every page is read as if it held rows, and whatever does not
//! read as one is passed over. The format is that of <https://www.sqlite.org/fileformat2.html>.

use super::schema::PAGE;

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Whole(i64),
    Text(String),
}

/// How a page keeps its rows.
#[derive(Clone, Copy)]
struct Layout {
    /// Bytes of the page before the places of its rows.
    header: usize,
    /// Bytes before each row: the number of a page below.
    before: usize,
    /// Whether each row has a number of its own.
    is_numbered: bool,
    /// Most bytes of a row that stay on its page.
    most_here: usize,
}

impl Layout {
    /// The layout of a page that may hold whole rows, by its first byte.
    fn of(kind: u8) -> Option<Self> {
        let by_key = Self {
            header: 8,
            before: 0,
            is_numbered: false,
            most_here: (PAGE - 12) * 64 / 255 - 23,
        };
        match kind {
            // A tree by keys, with pages below and without.
            2 => Some(Self { header: 12, before: 4, ..by_key }),
            10 => Some(by_key),
            // A tree by row numbers has rows at its ends alone.
            13 => Some(Self { is_numbered: true, most_here: PAGE - 35, ..by_key }),
            _ => None,
        }
    }
}

/// The least bytes of a row that stay on its page where the rest is elsewhere.
const LEAST_HERE: usize = (PAGE - 12) * 32 / 255 - 23;
/// Bytes of a row on each page that holds the rest.
const ELSEWHERE: usize = PAGE - 4;

/// Hands out every row with one of these numbers of columns, from the pages of tables. The first page holds none.
pub(super) fn rows(file: &[u8], widths: &[usize], take: &mut impl FnMut(Vec<Value>)) {
    for page in file.chunks_exact(PAGE).skip(1) {
        let Some(layout) = Layout::of(page[0]) else { continue };
        for cell in cells(page, layout) {
            if let Some(row) = row(file, cell, layout, widths) {
                take(row);
            }
        }
    }
}

/// Where the rows of a page begin.
fn cells(page: &[u8], layout: Layout) -> impl Iterator<Item = &[u8]> {
    let count = usize::from(u16::from_be_bytes([page[3], page[4]]));
    let pointers = page[layout.header..].chunks_exact(2).take(count);
    pointers.filter_map(move |pointer| {
        let at = usize::from(u16::from_be_bytes([pointer[0], pointer[1]]));
        page.get(at + layout.before..)
    })
}

fn row(file: &[u8], cell: &[u8], layout: Layout, widths: &[usize]) -> Option<Vec<Value>> {
    let mut rest = cell;
    let length = usize::try_from(varint(&mut rest)?).ok().filter(|length| *length <= file.len())?;
    if layout.is_numbered {
        varint(&mut rest)?;
    }
    let here = here(length, layout.most_here);
    let start = rest.get(..here)?;
    let kinds = kinds(start).filter(|kinds| widths.contains(&kinds.len()))?;
    let mut payload = start.to_vec();
    if here < length {
        let mut next = rest.get(here..here + 4)?;
        while payload.len() < length {
            let number = u32::from_be_bytes(next.try_into().ok()?);
            let from = usize::try_from(number).ok()?.checked_sub(1)?.checked_mul(PAGE)?;
            let page = file.get(from..from + PAGE)?;
            let wanted = ELSEWHERE.min(length - payload.len());
            payload.extend_from_slice(&page[4..4 + wanted]);
            next = &page[..4];
        }
    }
    values(&payload, &kinds)
}

/// How many bytes of a row of `length` bytes stay on its page.
fn here(length: usize, most: usize) -> usize {
    if length <= most {
        return length;
    }
    let fitting = LEAST_HERE + (length - LEAST_HERE) % ELSEWHERE;
    if fitting <= most { fitting } else { LEAST_HERE }
}

/// The kinds of the columns, as a row's beginning names them.
fn kinds(start: &[u8]) -> Option<Vec<u64>> {
    let mut rest = start;
    let header = usize::try_from(varint(&mut rest)?).ok()?;
    let mut names = start.get(start.len() - rest.len()..header)?;
    let mut kinds = Vec::new();
    while !names.is_empty() {
        kinds.push(varint(&mut names)?);
    }
    Some(kinds)
}

fn values(payload: &[u8], kinds: &[u64]) -> Option<Vec<Value>> {
    let mut header = payload;
    let mut rest = payload.get(usize::try_from(varint(&mut header)?).ok()?..)?;
    let row: Option<Vec<Value>> = kinds.iter().map(|kind| value(*kind, &mut rest)).collect();
    row.filter(|_| rest.is_empty())
}

fn value(kind: u64, rest: &mut &[u8]) -> Option<Value> {
    let length = match kind {
        0 | 8 | 9 => 0,
        1..=4 => usize::try_from(kind).ok()?,
        5 => 6,
        6 => 8,
        text if text >= 13 && text % 2 == 1 => usize::try_from((text - 13) / 2).ok()?,
        // Fractions and bytes are in no column of ours, and other kinds in nobody's.
        _ => return None,
    };
    let (bytes, after) = rest.split_at_checked(length)?;
    *rest = after;
    Some(match kind {
        0 => Value::Null,
        8 => Value::Whole(0),
        9 => Value::Whole(1),
        1..=6 => Value::Whole(whole(bytes)),
        _ => Value::Text(String::from_utf8(bytes.to_vec()).ok()?),
    })
}

/// A number with a sign, its highest byte first.
fn whole(bytes: &[u8]) -> i64 {
    let sign = if bytes.first().is_some_and(|first| *first > 127) { -1 } else { 0 };
    bytes.iter().fold(sign, |number, byte| (number << 8) | i64::from(*byte))
}

/// A number of one to nine bytes: seven bits in each but the ninth, which has eight.
fn varint(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let (byte, after) = rest.split_first()?;
        *rest = after;
        if place == 8 {
            return Some((number << 8) | u64::from(*byte));
        }
        number = (number << 7) | u64::from(byte & 127);
        if *byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::{Connection, params};

    /// All rows of three columns in the pages of a file.
    fn carved(connection: &Connection) -> Vec<Vec<Value>> {
        let path = connection.path().unwrap().to_owned();
        let mut found = Vec::new();
        rows(&std::fs::read(path).unwrap(), &[3], &mut |row| found.push(row));
        found
    }

    #[test]
    fn rows_of_any_length_are_found_by_their_bytes_alone() {
        found_in("CREATE TABLE t (a TEXT, b BIGINT, c TEXT, PRIMARY KEY (a)) WITHOUT ROWID");
        found_in("CREATE TABLE t (a TEXT, b BIGINT, c TEXT, PRIMARY KEY (a))");
    }

    fn found_in(table: &str) {
        let folder = tempfile::tempdir().unwrap();
        let connection = Connection::open(folder.path().join("x.db")).unwrap();
        connection.execute_batch(&format!("PRAGMA page_size = 4096; {table}")).unwrap();
        let mut wanted = Vec::new();
        let numbers = [0, 1, -1, 127, -128, 40_000, -8_000_000, 1 << 33, -(1 << 46), i64::MIN];
        for (n, length) in (0..9_000).step_by(97).enumerate() {
            let (name, number) = (format!("{n:04}"), numbers[n % numbers.len()]);
            let text = (n % 7 > 0).then(|| "é".repeat(length / 2));
            let sql = "INSERT INTO t VALUES (?1, ?2, ?3)";
            connection.execute(sql, params![name, number, text]).unwrap();
            let text = text.map_or(Value::Null, Value::Text);
            wanted.push(vec![Value::Text(name), Value::Whole(number), text]);
        }
        let mut found = carved(&connection);
        found.sort_by_key(|row| format!("{:?}", row[0]));
        assert!(found == wanted, "{} of {} rows", found.len(), wanted.len());
    }

    #[test]
    fn bytes_that_mean_nothing_give_no_rows_and_no_panic() {
        let mut state = 7_u64;
        let mut file = vec![0; PAGE * 8];
        for byte in &mut file {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *byte = state.to_be_bytes()[0];
        }
        for kind in [2, 10, 13] {
            for page in file.chunks_exact_mut(PAGE) {
                page[0] = kind;
            }
            rows(&file, &[7, 8, 10], &mut |row| {
                assert!(matches!(row.len(), 7 | 8 | 10));
            });
        }
        rows(&file[..PAGE - 1], &[7], &mut |_| panic!("there is no page"));
    }
}
