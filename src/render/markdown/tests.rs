use super::*;
use crate::domain::request::BenchKind;
use crate::render::escape::tests::NASTY;
use crate::render::fixture;
use crate::render::hostile::saying;
use proptest::prelude::*;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// Headings, lists, tables, links and the like, without words and addresses.
fn skeleton(markdown: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for event in Parser::new_ext(markdown, Options::all() - Options::ENABLE_SMART_PUNCTUATION) {
        match event {
            Event::Text(_) | Event::Code(_) => {}
            Event::Start(Tag::Link { dest_url, .. }) => {
                let ours = dest_url.starts_with('#')
                    || dest_url.starts_with("https://github.com/octo/courtroom-agent");
                assert!(ours, "{dest_url}");
                parts.push("link".to_owned());
            }
            other => parts.push(format!("{other:?}")),
        }
    }
    parts
}

#[track_caller]
fn check_structure(text: &str) {
    for keep in [&["repo_url", "commit", "path", "location", "report_path"][..], &[]] {
        let with = markdown(&saying(text, keep));
        let without = markdown(&saying("harmless", keep));
        let (with_parts, without_parts) = (skeleton(&with), skeleton(&without));
        let differs = with_parts.iter().zip(&without_parts).position(|(a, b)| a != b);
        assert_eq!(
            (differs, with_parts.len()),
            (None, without_parts.len()),
            "{text:?}: {:?}\n{with}",
            differs.map(|at| (&with_parts[at], &without_parts[at]))
        );
    }
}

#[test]
fn no_foreign_text_changes_the_structure_of_a_report() {
    NASTY.iter().filter(|text| !text.trim().is_empty()).for_each(|text| check_structure(text));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_arbitrary_text_changes_the_structure_of_a_report(
        text in "[ \\n\\t\\\\`*_{}\\[\\]()#+.!|<>&~$:@/=\\-0-9awW\"'^;x\u{202e}é]{1,40}"
    ) {
        prop_assume!(!text.trim().is_empty());
        check_structure(&text);
    }
}

#[test]
fn every_link_within_the_report_leads_to_a_heading() {
    let text = markdown(&fixture::report());
    let (mut anchors, mut targets, mut heading) = (Vec::new(), Vec::new(), None);
    for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                anchors.extend(heading.take().map(|h| crate::render::index::anchor(&h)));
            }
            Event::Text(word) | Event::Code(word) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&word);
                }
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                targets.extend(dest_url.strip_prefix('#').map(str::to_owned));
            }
            _ => {}
        }
    }
    assert!(targets.len() > 20);
    for target in targets {
        assert!(anchors.contains(&target), "#{target} is not among {anchors:?}");
    }
    let unique: std::collections::BTreeSet<&String> = anchors.iter().collect();
    assert_eq!(unique.len(), anchors.len(), "two headings share an anchor");
}

#[test]
fn a_report_reads_as_agreed() {
    insta::assert_snapshot!(markdown(&fixture::report()));
}

#[test]
fn the_sections_of_the_contract_come_in_its_order() {
    let text = markdown(&fixture::report());
    let at = |heading: &str| text.find(heading).unwrap_or_else(|| panic!("no {heading}"));
    let order = [
        "# Audit report: ",
        "## Executive Summary",
        "## Criterion Breakdown",
        "## Remediation Plan",
        "## Evidence",
        "## Rule Trace",
        "## Provenance",
    ];
    assert!(order.windows(2).all(|pair| at(pair[0]) < at(pair[1])));
    assert!(text.lines().all(|line| line.trim_end() == line), "a line ends in a space");
    assert!(text.ends_with('\n') && !text.ends_with("\n\n") && !text.contains("\n\n\n"));
}

#[test]
fn only_the_offline_bench_says_that_no_model_read_the_texts() {
    let mut report = fixture::report();
    assert!(markdown(&report).contains("No language model read the texts."));
    report.provenance.bench = BenchKind::Llm;
    let text = markdown(&report);
    assert!(!text.contains("No language model") && text.contains("bench: **language models**"));
}

#[test]
fn a_report_on_nothing_says_so() {
    let mut report = fixture::report();
    report.repo_url = ".".into();
    report.criteria.clear();
    report.evidences.clear();
    report.readings.clear();
    report.provenance.commit = None;
    report.provenance.report_path = None;
    let text = markdown(&report);
    assert!(text.starts_with("# Audit report: repository\n"), "{text}");
    for words in ["No criterion could be scored", "could not be read", "No evidence was given"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn dimensions_of_one_name_have_headings_of_their_own() {
    let mut report = fixture::report();
    for result in &mut report.criteria {
        result.dimension_name = "Same".into();
        result.final_score = fixture::score(3);
    }
    let text = markdown(&report);
    let headings: Vec<&str> = text.lines().filter(|line| line.starts_with("### ")).collect();
    let unique: std::collections::BTreeSet<&&str> = headings.iter().collect();
    assert_eq!(unique.len(), headings.len(), "{headings:?}");
}

#[test]
fn waived_evidence_says_by_whom_until_when_and_why() {
    let mut report = fixture::report();
    let flaw = report.evidences.values_mut().flatten().find(|one| one.confirms_flaw()).unwrap();
    flaw.waived = Some(fixture::waived(&flaw.id));
    let text = markdown(&report);
    let said = "**Taken for a security flaw, and waived** by ada until 2026-12-31: a \\*test\\* \\<fixture\\>.";
    assert!(text.contains(said), "{text}");
    assert!(!text.contains("⚠ **security flaw**"), "{text}");
}
