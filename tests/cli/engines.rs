//! Which program reads the PDF, and what is said where it cannot.

use crate::program::{Desk, items, report, sample, text};

/// Asks for pdfium in this way; nothing may be read or written where there is none.
#[track_caller]
fn refused(variables: &[(&str, &str)], more: &[&str], says: &str) {
    let desk = Desk::new();
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    for command in ["audit", "investigate"] {
        let arguments = [&[command, &repository, "--pdf", &pdf][..], more].concat();
        let run = desk.run_with(variables, &arguments);
        run.ended(2, says);
        assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("", 1), "{}", run.stderr);
    }
    assert!(desk.files().is_empty(), "{:?}", desk.files());
}

#[test]
fn an_engine_whose_library_is_not_there_ends_in_one_sentence_before_anything_is_read() {
    let says = "there is no libpdfium at `/nowhere/libpdfium.so`: `python3 -m pip install";
    let library = ["--pdf-engine", "pdfium", "--pdfium-library", "/nowhere/libpdfium.so"];
    refused(&[], &library, says);
    let named = [("AUDITOR_PDFIUM", "/nowhere/libpdfium.so"), ("AUDITOR_PDF_ENGINE", "pdfium")];
    refused(&named, &[], says);
    refused(&[], &library[2..], "`--pdfium-library` is of use with `--pdf-engine pdfium` alone");
    let other = [("AUDITOR_PDF_ENGINE", "poppler")];
    refused(&other, &[], "`AUDITOR_PDF_ENGINE` is `hayro` or `pdfium`, and not `poppler`");
}

#[test]
fn a_file_that_is_no_library_is_named() {
    let desk = Desk::new();
    let library = desk.write("libpdfium.so", "no library");
    let arguments = ["--pdf-engine", "pdfium", "--pdfium-library", &library];
    refused(&[], &arguments, "cannot be used as libpdfium");
}

#[test]
fn a_class_is_not_begun_without_its_engine() {
    let desk = Desk::new();
    desk.write("class.csv", "id,repo_url,pdf\n");
    let arguments = ["batch", "class.csv", "--pdf-engine", "pdfium"];
    let nowhere = ["--pdfium-library", "/nowhere/libpdfium.so"];
    desk.run(&[&arguments[..], &nowhere].concat()).ended(2, "there is no libpdfium at");
    desk.write("auditor.toml", "[pdf]\nengine = \"pdfium\"\npdfium = \"lib/libpdfium.so\"\n");
    let run = desk.run(&["--config", "auditor.toml", "batch", "class.csv"]);
    run.ended(2, "lib/libpdfium.so`");
}

#[test]
fn doctor_tells_which_engine_reads_pdfs() {
    let desk = Desk::new();
    let run = desk.run_with(&[("AUDITOR_PDFIUM", "/nowhere/libpdfium.so")], &["doctor"]);
    run.ended(0, "");
    let says = "PDF engine hayro, built in; `--pdf-engine pdfium` cannot be used: there is no libpdfium at";
    assert!(run.stdout.starts_with(says), "{}", run.stdout);
    let chosen = [("AUDITOR_PDFIUM", "/nowhere/libpdfium.so"), ("AUDITOR_PDF_ENGINE", "pdfium")];
    desk.run_with(&chosen, &["doctor"]).ended(2, "there is no libpdfium at");
}

#[test]
#[ignore = "needs a libpdfium, named by AUDITOR_PDFIUM"]
fn an_audit_by_pdfium_says_so_and_says_what_it_cannot_tell() {
    let library = std::env::var("AUDITOR_PDFIUM").expect("AUDITOR_PDFIUM names a libpdfium");
    let desk = Desk::new();
    let engine = ["--output", "out", "--pdf-engine", "pdfium", "--pdfium-library", &library];
    desk.audit("courtroom-agent", &engine).ended(0, "");
    let by_pdfium = report(&desk.path("out"));
    let provenance = &by_pdfium["provenance"];
    assert!(text(&provenance["pdf_engine"]).starts_with("pdfium"), "{provenance}");
    let told = items(&provenance["reservations"]).iter().map(text);
    assert_eq!(told.filter(|one| one.contains("was read with pdfium")).count(), 1);
    assert_eq!(provenance["report_pages"], 5);

    let other = Desk::new();
    other.audit("courtroom-agent", &["--output", "out"]).ended(0, "");
    let by_hayro = report(&other.path("out"));
    assert_eq!(by_hayro["provenance"].get("pdf_engine"), None);
    assert_ne!(by_hayro["provenance"]["fingerprint"], provenance["fingerprint"]);
    assert_eq!(by_hayro["overall_score"], by_pdfium["overall_score"]);
}
