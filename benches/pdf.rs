//! The two PDF engines on the same files: what they read alike, and how long it takes them.
//!
//! `AUDITOR_PDFIUM=…/libpdfium.so cargo bench --bench pdf -- FILES` prints a line for each file and one for all:
//! how much of the words both engines read alike, and how much of those that `pdftotext` reads, where that is
//! installed (F1 of the words with their counts, 0–1); the paths that each finds cited; bitmaps; passages that a
//! reader does not see; figures; and milliseconds for a page of text, in which pdfium draws every page twice to see
//! whether its text is there. Without files it takes the reports of the samples.

use automaton_auditor::detect::document::examine_document;
use automaton_auditor::detect::figures::examine_figures;
use automaton_auditor::domain::facts::DocumentFacts;
use automaton_auditor::domain::limits::Limits;
use automaton_auditor::ports::pdf::{Hayro, PdfError, PdfReader, Pdfium};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Counted readings of each file by each engine, of which the fastest is told.
const RUNS: usize = 3;

fn main() {
    let given: Vec<PathBuf> =
        std::env::args_os().skip(1).filter(|a| a != "--bench").map(PathBuf::from).collect();
    let samples = ["samples/courtroom-agent-report.pdf", "samples/linear-agent-report.pdf"];
    let files = if given.is_empty() { samples.map(PathBuf::from).to_vec() } else { given };
    let library = std::env::var_os("AUDITOR_PDFIUM").map(PathBuf::from);
    let pdfium = match Pdfium::bind(library.as_deref()) {
        Ok(pdfium) => pdfium,
        Err(error) => {
            println!("{error}");
            return;
        }
    };
    println!(
        "{:<44} {:>5} | {:>9} | {:>11} {:>11} | {:>7} {:>5} | {:>7} | {:>7} | {:>7} | {:>11}",
        "file",
        "pages",
        "F1 of two",
        "hayro-text",
        "pdfium-text",
        "paths",
        "both",
        "bitmaps",
        "figures",
        "hidden",
        "ms per page"
    );
    let mut all = Vec::new();
    for file in &files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(file).expect("the file can be read");
        match (Read::of(&Hayro, &bytes), Read::of(&pdfium, &bytes)) {
            (Ok(hayro), Ok(pdfium)) => {
                let line = Line::of(&hayro, &pdfium, plain(file).as_deref());
                line.print(&name);
                all.push(line);
            }
            (hayro, pdfium) => {
                let told = |read: Result<Read, PdfError>| match read {
                    Ok(_) => "can be read".to_owned(),
                    Err(error) => error.to_string(),
                };
                println!("{name:<44} hayro: {}; pdfium: {}", told(hayro), told(pdfium));
            }
        }
    }
    Line::sum(&all).print(&format!("all {} (F1: median)", all.len()));
}

/// What one engine reads of one file.
struct Read {
    facts: DocumentFacts,
    bitmaps: usize,
    figures: usize,
    seconds: f64,
}

impl Read {
    fn of(engine: &dyn PdfReader, bytes: &[u8]) -> Result<Self, PdfError> {
        let limits = Limits::default();
        let mut seconds = f64::INFINITY;
        let mut text = engine.read_text(bytes, &limits)?;
        for _ in 0..RUNS {
            let start = Instant::now();
            text = engine.read_text(bytes, &limits)?;
            seconds = seconds.min(start.elapsed().as_secs_f64());
        }
        let drawn = engine.read_figures(bytes, &limits)?;
        let decoded = |page: &automaton_auditor::domain::exhibit::pdf::PdfPage| {
            page.images.iter().filter(|image| image.bitmap.is_some()).count()
        };
        let bitmaps = drawn.pages.iter().map(decoded).sum();
        let figures = examine_figures(&drawn).figures.len();
        Ok(Self { facts: examine_document(&text), bitmaps, figures, seconds })
    }

    fn words(&self) -> BTreeMap<String, usize> {
        words(self.facts.pages.iter().map(|page| page.text.as_str()))
    }

    fn paths(&self) -> BTreeSet<&str> {
        self.facts.paths.iter().map(|cited| cited.path.as_str()).collect()
    }
}

/// How often each word stands in the text.
fn words<'t>(pages: impl Iterator<Item = &'t str>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for page in pages {
        let parted = page.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        for word in parted {
            *counts.entry(word.to_lowercase()).or_default() += 1;
        }
    }
    counts
}

/// F1 of two texts' words: twice what they share, in parts of what both have.
fn alike(one: &BTreeMap<String, usize>, other: &BTreeMap<String, usize>) -> f64 {
    let shared: usize = one.iter().map(|(word, n)| *n.min(other.get(word).unwrap_or(&0))).sum();
    let both: usize = one.values().chain(other.values()).sum();
    #[expect(clippy::cast_precision_loss, reason = "a report has fewer words than an f64 counts")]
    let share = 2.0 * shared as f64 / both.max(1) as f64;
    if both == 0 { 1.0 } else { share }
}

/// The text as `pdftotext` has it, where that is installed.
fn plain(file: &Path) -> Option<String> {
    let output = Command::new("pdftotext").arg(file).arg("-").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A line of the table; the first of a pair is hayro's.
struct Line {
    pages: usize,
    alike: f64,
    as_plain: Option<[f64; 2]>,
    paths: [usize; 2],
    shared: usize,
    bitmaps: [usize; 2],
    figures: [usize; 2],
    hidden: [usize; 2],
    seconds: [f64; 2],
}

impl Line {
    fn of(hayro: &Read, pdfium: &Read, plain: Option<&str>) -> Self {
        let both = [hayro, pdfium];
        let texts = both.map(Read::words);
        let plain = plain.map(|text| words([text].into_iter()));
        Self {
            pages: hayro.facts.pages.len(),
            alike: alike(&texts[0], &texts[1]),
            as_plain: plain.map(|plain| [alike(&texts[0], &plain), alike(&texts[1], &plain)]),
            paths: both.map(|read| read.paths().len()),
            shared: hayro.paths().intersection(&pdfium.paths()).count(),
            bitmaps: both.map(|read| read.bitmaps),
            figures: both.map(|read| read.figures),
            hidden: both.map(|read| read.facts.hidden_text.len()),
            seconds: both.map(|read| read.seconds),
        }
    }

    /// All lines together: sums, and medians of what is a share.
    fn sum(lines: &[Self]) -> Self {
        let sums = |of: &dyn Fn(&Self) -> [usize; 2]| {
            lines.iter().map(of).fold([0, 0], |[a, b], [c, d]| [a + c, b + d])
        };
        let median = |of: &dyn Fn(&Self) -> Option<f64>| {
            let mut values: Vec<f64> = lines.iter().filter_map(of).collect();
            values.sort_by(f64::total_cmp);
            values.get(values.len() / 2).copied()
        };
        let as_plain =
            [0, 1].map(|engine: usize| median(&|line| line.as_plain.map(|shares| shares[engine])));
        Self {
            pages: lines.iter().map(|line| line.pages).sum(),
            alike: median(&|line| Some(line.alike)).unwrap_or_default(),
            as_plain: as_plain[0].zip(as_plain[1]).map(|(hayro, pdfium)| [hayro, pdfium]),
            paths: sums(&|line| line.paths),
            shared: lines.iter().map(|line| line.shared).sum(),
            bitmaps: sums(&|line| line.bitmaps),
            figures: sums(&|line| line.figures),
            hidden: sums(&|line| line.hidden),
            seconds: [0, 1].map(|engine: usize| lines.iter().map(|l| l.seconds[engine]).sum()),
        }
    }

    fn print(&self, name: &str) {
        let pair = |[hayro, pdfium]: [usize; 2]| format!("{hayro}/{pdfium}");
        let share = |engine: usize| {
            self.as_plain.map_or("-".to_owned(), |shares| format!("{:.3}", shares[engine]))
        };
        #[expect(clippy::cast_precision_loss, reason = "there are few pages")]
        let ms = self.seconds.map(|seconds| seconds * 1e3 / self.pages.max(1) as f64);
        println!(
            "{:<44} {:>5} | {:>9.3} | {:>11} {:>11} | {:>7} {:>5} | {:>7} | {:>7} | {:>7} | {:>5.1}/{:<5.1}",
            name,
            self.pages,
            self.alike,
            share(0),
            share(1),
            pair(self.paths),
            self.shared,
            pair(self.bitmaps),
            pair(self.figures),
            pair(self.hidden),
            ms[0],
            ms[1]
        );
    }
}
