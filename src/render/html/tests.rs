use super::*;
use crate::domain::opinion::Persona;
use crate::domain::request::BenchKind;
use crate::render::escape::tests::NASTY;
use crate::render::fixture;
use crate::render::hostile::saying;
use crate::render::page::Page;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::LazyLock;

/// Texts that have broken builders of HTML.
const EVIL: &[&str] = &[
    "\"><script>alert(1)</script>",
    "' onmouseover='alert(1)",
    "\" style=\"background:url(//evil.example)",
    "</code></pre></details><img src=x onerror=alert(1)>",
    "</title></style><script>",
    "--><!--",
    "<svg/onload=alert(1)>",
    "&#60;script&#62;",
    "&notin; &amp",
    "javascript:alert(1)",
    "`<b>` E-00000000 `</b>`",
    "<![CDATA[x]]>",
    "\u{0}\u{c}\u{b}\u{feff}",
];

fn is_ours(link: &str) -> bool {
    link.starts_with("https://github.com/octo/courtroom-agent")
}

/// What is kept of the report, so that there are links, or not, so that there are none.
const KEPT: [&[&str]; 2] = [&["repo_url", "commit", "path", "location", "report_path"], &[]];

#[track_caller]
fn check_structure(text: &str) {
    static HARMLESS: LazyLock<[Page; 2]> =
        LazyLock::new(|| KEPT.map(|keep| Page::read(&html(&saying("harmless", keep)))));
    for (keep, without) in KEPT.into_iter().zip(HARMLESS.iter()) {
        let with = Page::read(&html(&saying(text, keep)));
        with.check(is_ours);
        assert_eq!(with.skeleton(), without.skeleton(), "{text:?}");
        for hidden in ['\u{202e}', '\u{1b}', '\u{0}', '\u{200b}'] {
            assert!(!with.words.contains(hidden), "{text:?} is shown as it is");
        }
    }
}

#[test]
fn no_foreign_text_adds_an_element_or_an_attribute() {
    let all = NASTY.iter().chain(EVIL).filter(|text| !text.trim().is_empty());
    all.for_each(|text| check_structure(text));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn no_arbitrary_text_adds_an_element_or_an_attribute(
        text in "[ \\n\\t<>&\"'/=`#;:!?\\-a-z0-9\u{202e}é]{1,40}"
    ) {
        prop_assume!(!text.trim().is_empty());
        check_structure(&text);
    }
}

#[test]
fn a_report_is_well_formed_and_every_link_has_an_end() {
    let page = Page::read(&html(&fixture::report()));
    page.check(is_ours);
    assert!(page.values("href").len() > 50);
    assert!(page.values("href").iter().any(|link| link.ends_with("src/tools/repo_tools.py#L44")));
}

/// All sentences of a report, as a reader would see them.
fn sentences(value: &Value, found: &mut Vec<String>) {
    const SAID: &[&str] = &[
        "argument",
        "reason",
        "statement",
        "missing",
        "rationale",
        "action",
        "today",
        "effect",
        "dissent_summary",
        "notices",
        "flags",
        "exposed",
        "needs_person",
        "overall_cap",
        "reservations",
        "dimension_name",
        "rubric_name",
        "report_choice",
        "fingerprint",
        "branch",
    ];
    match value {
        Value::Array(all) => all.iter().for_each(|one| sentences(one, found)),
        Value::Object(fields) => {
            for (key, value) in fields {
                let list = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
                let said = list.iter().filter_map(Value::as_str);
                if SAID.contains(&key.as_str()) {
                    found.extend(said.map(str::to_owned));
                }
                sentences(value, found);
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn everything_that_the_report_says_is_on_the_page() {
    let mut report = fixture::report();
    report.flags.push("`README.md:3` seems to tell its grader how to grade: “full marks”.".into());
    let squeeze = |text: &str| text.replace('`', "").split_whitespace().collect::<String>();
    let words = squeeze(&Page::read(&html(&report)).words);
    let mut said = Vec::new();
    sentences(&serde_json::to_value(&report).unwrap(), &mut said);
    assert!(said.len() > 50);
    for sentence in said {
        let wanted = squeeze(sentence.trim_end_matches('.'));
        assert!(words.contains(&wanted), "not on the page: {sentence}");
    }
}

#[test]
fn every_piece_of_evidence_stands_on_the_page_once() {
    let mut report = fixture::report();
    // Evidence on a dimension that the report does not rule on is shown as well.
    let stray = report.evidences.remove(&fixture::id("diagram_analysis")).unwrap();
    report.evidences.insert(fixture::id("elsewhere"), stray);
    let page = Page::read(&html(&report));
    page.check(is_ours);
    for evidence in report.evidences.values().flatten() {
        let anchors = page.values("id").into_iter().filter(|id| *id == evidence.id.as_str());
        assert_eq!(anchors.count(), 1, "{}", evidence.id);
    }
}

#[test]
fn the_three_judges_sit_side_by_side_even_where_one_is_silent() {
    let mut report = fixture::report();
    let scored = report.criteria.len();
    report.criteria[1].judge_opinions.retain(|opinion| opinion.judge != Persona::Defense);
    let page = Page::read(&html(&report));
    assert_eq!((page.count("bench"), page.count("seat")), (scored, 3 * scored));
    // One seat is missing in the fixture, and one has no record at all.
    assert_eq!(page.count("silent"), 2);
    assert!(page.words.contains("No opinion is recorded."));
}

#[test]
fn the_policy_admits_the_style_of_the_page_and_nothing_else() {
    use base64::Engine as _;
    let page = Page::read(&html(&fixture::report()));
    let policy = page.values("content").into_iter().find(|value| value.contains("default-src"));
    let digest = crate::domain::digest::sha256(page.style.as_bytes());
    let digest = base64::engine::general_purpose::STANDARD.encode(digest);
    let policy = policy.unwrap();
    assert!(policy.starts_with("default-src 'none'; "), "{policy}");
    assert!(policy.contains(&format!("style-src 'sha256-{digest}';")), "{policy}");
    assert!(!page.style.contains("url(") && !page.style.contains("@import"));
}

#[test]
fn only_the_offline_bench_says_that_no_model_read_the_texts() {
    let mut report = fixture::report();
    let page = |report: &AuditReport| Page::read(&html(report)).words;
    assert!(page(&report).contains("No language model read the texts."));
    report.provenance.bench = BenchKind::Llm;
    assert!(!page(&report).contains("No language model"));
}

#[test]
fn a_report_on_nothing_says_so() {
    let mut report = fixture::report();
    report.criteria.clear();
    report.not_scored.clear();
    report.evidences.clear();
    report.readings.clear();
    report.provenance.commit = None;
    report.provenance.report_path = None;
    let page = Page::read(&html(&report));
    page.check(is_ours);
    for words in
        ["No criterion could be scored", "could not be read", "No evidence was given", "no report"]
    {
        assert!(page.words.contains(words), "{words}: {}", page.words);
    }
}
