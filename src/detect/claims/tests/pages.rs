//! Sentences over two pages.

use super::super::pages::joined;
use super::super::*;

#[track_caller]
fn check(first: &str, second: &str, expected: [&str; 2]) {
    let page = |text: &str| ReportPage { text: text.into(), ..ReportPage::default() };
    let all = joined(&[page(first), page(second)]);
    assert_eq!([all[0].text.as_str(), all[1].text.as_str()], expected);
}

#[test]
fn a_sentence_that_goes_on_over_a_page_is_one() {
    let first = "One is whole. The scan was changed so that the file no\n";
    let whole = "One is whole. The scan was changed so that the file no longer has it.\n";
    check(first, "longer has it. Two.\n", [whole, " Two.\n"]);
    let aside = "Two state fields are merged by reducers (the first by addition) in all nodes.\n";
    let (first_part, rest) = aside.split_at(39);
    check(
        &format!("{}\n", first_part.trim_end()),
        &rest.replace('\n', "\nTwo.\n"),
        [aside, "\nTwo.\n"],
    );
    check(&format!("{first}\n12\n"), "13\n\nlonger has it.\nTwo.\n", [whole, "\nTwo.\n"]);
}

#[test]
fn what_begins_anew_on_a_page_is_joined_to_nothing() {
    let same = |first: &str, second: &str| check(first, second, [first, second]);
    let open = "The scan was changed so that the file no\n";
    same("The sentence before has an end.\n", "longer has it.\n");
    same(open, "Longer has it.\n");
    same(open, "longer  a cell.\n");
    same("A short heading\n", "longer has it.\n");
    same("cells of  a row that is long\n", "longer has it.\n");
    same(open, "def longer(it)\n");
    same(open, "(a) longer has it.\n");
    same(open, "(Longer) has it.\n");
    same(open, "");
}
