use super::super::field::Field;
use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// The rows of a list, each as its line, its id and its report; then its problems.
fn told(read: Result<Listing, Problem>) -> (Vec<String>, Vec<String>) {
    let listing = match read {
        Ok(listing) => listing,
        Err(problem) => return (Vec::new(), vec![problem.to_string()]),
    };
    let row =
        |row: &Row| format!("{} {} {}", row.origin, row.get(Field::Id), row.get(Field::Report));
    let problems = listing.problems.iter().map(ToString::to_string);
    (listing.rows.iter().map(row).collect(), problems.collect())
}

#[track_caller]
fn check(text: impl AsRef<[u8]>, rows: &[&str], problems: &[&str]) {
    let (found, said) = told(csv("s.csv", text.as_ref()));
    assert_eq!(found, rows);
    assert_eq!(said.len(), problems.len(), "{said:?}");
    for (said, expected) in said.iter().zip(problems) {
        assert!(said.contains(expected), "{said}");
    }
}

#[track_caller]
fn check_json(text: &str, rows: &[&str], problems: &[&str]) {
    let (found, said) = told(json("s.json", text.as_bytes()));
    assert_eq!(found, rows);
    assert_eq!(said.len(), problems.len(), "{said:?}");
    for (said, expected) in said.iter().zip(problems) {
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn lists_are_read_however_a_program_writes_them() {
    let rows = ["s.csv:2 ada a.pdf", "s.csv:3 bob "];
    check("id,repo_url,pdf\nada,u,a.pdf\nbob,u,\n", &rows, &[]);
    check("\u{feff}id,repo_url,pdf\r\nada,u,a.pdf\r\nbob,u", &rows, &[]);
    check("ID;Repo URL;PDF\nada;u;a.pdf\nbob;u;\n", &rows, &[]);
    check("id\trepo-url\tpdf\nada\tu\ta.pdf\nbob\tu\t\n", &rows, &[]);
    check("pdf,repo_url,id\n\"a.pdf\",\"u\",\"ada\"\n,u,bob\n", &rows, &[]);
    check("id,repo_url,pdf\n\n  \nada,u,a.pdf\n,,\n", &["s.csv:4 ada a.pdf"], &[]);
    check(
        "id,repo_url,comment,pdf\nada,u,\"two\nlines, \"\"quoted\"\"\",a.pdf\nbob,u,,\n",
        &["s.csv:2 ada a.pdf", "s.csv:4 bob "],
        &[],
    );
}

#[test]
fn a_bad_line_is_told_with_its_number_and_stops_no_other() {
    check(
        "id,repo_url,pdf\nada,\"u,a.pdf\nbob,u,b.pdf\n",
        &["s.csv:3 bob b.pdf"],
        &["s.csv:2: a quote is opened and never closed"],
    );
    check(
        "id,repo_url,pdf\nada,u,a.pdf,more\nbob,u,b.pdf\n",
        &["s.csv:3 bob b.pdf"],
        &["s.csv:2: the line has 4 fields and the first line names 3"],
    );
    check(
        "id,repo_url,pdf\n\"a\nda\",u,a.pdf\nbob,u,b.pdf\n",
        &["s.csv:4 bob b.pdf"],
        &["s.csv:2: the field `id` holds a line break"],
    );
    let long = "x".repeat(5000);
    check(
        format!("id,repo_url\n{long},u\nbob,u\n"),
        &["s.csv:3 bob "],
        &["s.csv:2: the field `id` has 5000 bytes, more than the limit of 4096"],
    );
}

#[test]
fn what_is_no_list_is_told_with_what_to_do() {
    check("", &[], &["s.csv:1: the list is empty"]);
    check("\n\n", &[], &["the list is empty"]);
    check("ada,https://github.com/o/r\n", &[], &["s.csv:1: the first line must name the columns"]);
    check(b"id,repo_url\nada,\xff\n", &[], &["s.csv:2: the list is not written in UTF-8"]);
    check(b"\xff\xfei\0d\0", &[], &["written in UTF-16; save it as UTF-8"]);
    check("\"id,repo_url\nada,u\n", &[], &["s.csv:1: the columns cannot be told apart"]);
}

#[test]
fn names_that_nobody_knows_are_gathered() {
    let listing = csv("s.csv", b"id,repo_url,grade,Team Name,\nada,u,1,x,\n").unwrap();
    assert_eq!(listing.unknown, BTreeSet::from(["Team Name".into(), "grade".into()]));
    let remark = super::super::field::unknown("s.csv", &listing.unknown).unwrap();
    assert_eq!(remark, "s.csv: `Team Name`, `grade` are not known; what they say is not used");
}

#[test]
fn more_entries_than_a_list_may_have_are_told_once() {
    let rows: Vec<String> = (0..10_005).map(|n| format!("s{n},u\n")).collect();
    let text = format!("id,repo_url\n{}", rows.concat());
    let listing = csv("s.csv", text.as_bytes()).unwrap();
    assert_eq!(listing.rows.len(), 10_000);
    let said: Vec<String> = listing.problems.iter().map(ToString::to_string).collect();
    assert_eq!(said.len(), 1);
    assert!(said[0].starts_with("s.csv:10002: the list has more than 10000 entries"), "{said:?}");
}

#[test]
fn json_lists_have_lines_too() {
    let entries = "[\n {\"id\": \"ada\", \"repo_url\": \"u\",\n  \"pdf\": \"a.pdf\"},\n\n {\"id\": \"bob\", \"repo_url\": \"u\", \"pdf\": null}\n]";
    let rows = ["s.json:2 ada a.pdf", "s.json:5 bob "];
    check_json(entries, &rows, &[]);
    check_json(&format!("{{\"of\": [[1], {{}}], \"submissions\":{entries}}}"), &rows, &[]);
    check_json(
        "[{\"id\": 7, \"repo_url\": \"u\"}, 12.5, \"a\\\"b\",\n[1, 2], {\"id\": true}, null]",
        &["s.json:1 7 "],
        &[
            "s.json:1: the entry is no object",
            "s.json:1: the entry is no object",
            "s.json:2: the entry is no object",
            "s.json:2: the field `id` must be text",
            "s.json:2: the entry is no object",
        ],
    );
    check_json("[]", &[], &[]);
}

#[test]
fn json_that_is_no_list_is_told_with_its_place() {
    check_json(
        "[\n{\"id\": }]",
        &[],
        &["s.json:2: the file is no JSON: expected value, in column"],
    );
    check_json("{\"id\": \"ada\"}", &[], &["must be an array of objects"]);
    check_json("12", &[], &["must be an array of objects"]);
    check_json(&"[".repeat(100_000), &[], &["recursion limit"]);
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = csv("s.csv", &bytes);
        let _ = json("s.json", &bytes);
        let _ = object("s.json", &bytes, listed("s.json", 1), &mut BTreeSet::new());
    }

    #[test]
    fn no_shape_makes_a_reader_panic_or_lose_a_line(
        body in "[a\",;\t\r\n ]{0,120}",
        json_body in "[\\[\\]{}\",: \n\\\\1a]{0,60}",
    ) {
        let text = format!("id,repo_url\n{body}\nlast,u\n");
        if let Ok(listing) = csv("s.csv", text.as_bytes()) {
            let last = text.lines().count();
            for row in &listing.rows {
                let place = row.origin.to_string();
                let line: usize = place.rsplit(':').next().unwrap().parse().unwrap();
                prop_assert!((2..=last).contains(&line), "{}", place);
            }
            // One quote too many may take the next line along and no more than that.
            let is_there = listing.rows.iter().any(|row| row.get(Field::Id) == "last");
            prop_assert!(is_there || body.contains('"'));
        }
        let _ = json("s.json", json_body.as_bytes());
    }

    #[test]
    fn every_entry_of_a_json_list_has_the_line_on_which_it_begins(
        gaps in proptest::collection::vec(0_usize..4, 1..20),
    ) {
        let (mut text, mut line, mut expected) = ("[".to_owned(), 1, Vec::new());
        for (at, gap) in gaps.iter().enumerate() {
            text.push_str(if at > 0 { "," } else { "" });
            text.push_str(&"\n".repeat(*gap));
            line += gap;
            expected.push(format!("s.json:{line}"));
            text.push_str("{\"repo_url\": \"a[b\\\"]{\"}");
        }
        text.push(']');
        let listing = json("s.json", text.as_bytes()).unwrap();
        let places: Vec<String> = listing.rows.iter().map(|row| row.origin.to_string()).collect();
        prop_assert_eq!(places, expected);
    }
}
