//! What every engine has to do, run against each of them.

mod concealment;
mod expressions;
mod lies;
mod patterns;
mod regions;

use super::writer::{Draft, document, pdf, stream};
use super::*;
use crate::domain::exhibit::pdf::{PdfExhibit, ShapeKind};

/// An engine under test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    Hayro,
    Pdfium,
}

impl Engine {
    fn reader(self) -> Box<dyn PdfReader> {
        let engine = match self {
            Self::Hayro => PdfEngine::Hayro,
            Self::Pdfium => {
                let library = std::env::var_os("AUDITOR_PDFIUM").map(Into::into);
                PdfEngine::Pdfium { library, build: None }
            }
        };
        reader(&engine).expect("the engine can be used")
    }

    /// What this engine is expected to say, where the two differ.
    fn says<T>(self, hayro: T, pdfium: T) -> T {
        match self {
            Self::Hayro => hayro,
            Self::Pdfium => pdfium,
        }
    }
}

/// Runs each test by each engine.
macro_rules! for_each_engine {
    ($($test:ident),* $(,)?) => {
        mod by_hayro {
            $(#[test] fn $test() { super::$test(super::Engine::Hayro); })*
        }
        mod by_pdfium {
            $(
                #[test]
                #[ignore = "needs a libpdfium, named by AUDITOR_PDFIUM"]
                fn $test() { super::$test(super::Engine::Pdfium); }
            )*
        }
    };
}
use for_each_engine;

for_each_engine!(
    runs_are_put_together_and_gaps_part_words,
    text_drawn_twice_is_read_once,
    a_drawn_rule_after_a_letter_is_an_underscore,
    places_count_from_the_top_left,
    rotated_text_tells_its_direction,
    figures_have_shapes_and_decoded_pictures,
    pictures_share_a_name_when_they_are_stored_alike,
    images_beyond_the_limit_are_named_and_not_decoded,
    pages_beyond_the_limit_are_named,
    metadata_is_decoded_and_sorted,
    files_that_are_no_reports_are_refused,
    a_file_cut_short_never_panics,
);

fn text_of(engine: Engine, content: &str) -> PdfExhibit {
    engine.reader().read_text(&pdf(&[content]), &Limits::default()).expect("the PDF is well formed")
}

#[track_caller]
fn check(engine: Engine, content: &str, visible: &[&str]) {
    let exhibit = text_of(engine, content);
    let page = &exhibit.pages[0];
    let seen: Vec<&str> = page.spans.iter().map(|span| span.text.trim()).collect();
    assert_eq!(seen, visible, "for {content}");
    assert!(page.hidden.is_empty(), "{:?}", page.hidden);
}

fn runs_are_put_together_and_gaps_part_words(engine: Engine) {
    check(engine, "BT /F 12 Tf 50 700 Td (Hello) Tj ( world) Tj ET", &["Hello world"]);
    check(engine, "BT /F 12 Tf 50 700 Td [(two) -400 (words)] TJ ET", &["two words"]);
    check(engine, "BT /F 12 Tf 50 700 Td [(k) 20 (ern)] TJ ET", &["kern"]);
    check(engine, "BT /F 12 Tf 50 700 Td (left) Tj 300 0 Td (right) Tj ET", &["left", "right"]);
}

fn text_drawn_twice_is_read_once(engine: Engine) {
    check(engine, "BT /F 12 Tf 2 Tr 50 700 Td (bold) Tj ET", &["bold"]);
    check(engine, "BT /F 12 Tf 50 700 Td (bold) Tj 0.2 0 Td (bold) Tj ET", &["bold"]);
}

fn a_drawn_rule_after_a_letter_is_an_underscore(engine: Engine) {
    // Helvetica's `git` is 1.056 em wide, so it ends at 62.7 points.
    let content = "BT /F 12 Tf 50 700 Td (git) Tj ET 62.9 698 5 0.4 re f \
                   BT /F 12 Tf 68.3 700 Td (tools.py) Tj ET";
    check(engine, content, &["git_tools.py"]);
}

fn places_count_from_the_top_left(engine: Engine) {
    let exhibit = text_of(engine, "BT /F 10 Tf 50 700 Td (x) Tj ET");
    let span = &exhibit.pages[0].spans[0];
    assert!((span.area.x - 50.0).abs() < 0.1 && (span.area.y - 92.5).abs() < 0.2, "{span:?}");
    assert!((span.size - 10.0).abs() < 0.01 && span.angle.abs() < 0.01);
}

fn rotated_text_tells_its_direction(engine: Engine) {
    let exhibit = text_of(engine, "BT /F 10 Tf 0 1 -1 0 50 400 Tm (up) Tj ET");
    assert!((exhibit.pages[0].spans[0].angle + 90.0).abs() < 0.1);
}

fn figures_have_shapes_and_decoded_pictures(engine: Engine) {
    let content = "q 200 0 0 100 50 50 cm /I Do Q 100 500 80 40 re S 180 520 m 260 520 l S";
    let file = pdf(&[content]);
    let exhibit =
        engine.reader().read_figures(&file, &Limits::default()).expect("the PDF is well formed");
    let page = &exhibit.pages[0];
    let kinds: Vec<ShapeKind> = page.shapes.iter().map(|shape| shape.kind).collect();
    assert_eq!(kinds, [ShapeKind::Rectangle, ShapeKind::Line]);
    let image = &page.images[0];
    assert_eq!(image.pixels, (2, 2));
    assert!(image.bitmap.as_ref().is_some_and(|bitmap| !bitmap.uniform && bitmap.png.is_none()));
    assert!((image.area.height - 100.0).abs() < 0.1 && (image.area.y - 650.0).abs() < 0.1);
}

/// Names of two pictures of two pixels, given their colour spaces and data.
fn names(engine: Engine, pictures: [(&str, &str); 2]) -> Vec<String> {
    let objects = pictures.map(|(space, data)| {
        let entries = format!(
            "/Type /XObject /Subtype /Image /Width 2 /Height 1 /BitsPerComponent 8 \
             /ColorSpace {space} /Filter /ASCIIHexDecode"
        );
        stream(&entries, data)
    });
    let content = "q 90 0 0 90 50 50 cm /O Do Q q 90 0 0 90 50 500 cm /P Do Q";
    let xobjects = "/O 9 0 R /P 10 0 R";
    let draft = Draft { content, xobjects, objects: &objects, ..Default::default() };
    let exhibit = engine
        .reader()
        .read_figures(&draft.pdf(), &Limits::default())
        .expect("the PDF is well formed");
    let bitmaps = exhibit.pages[0].images.iter().map(|image| image.bitmap.as_ref());
    bitmaps.map(|bitmap| bitmap.expect("it can be decoded").sha256.clone()).collect()
}

fn pictures_share_a_name_when_they_are_stored_alike(engine: Engine) {
    let check = |pictures: [(&str, &str); 2], alike: bool| {
        let names = names(engine, pictures);
        assert_eq!(names[0] == names[1], alike, "{pictures:?}");
    };
    check([("/DeviceGray", "00FF>"), ("/DeviceGray", "00FF>")], true);
    check([("/DeviceGray", "00FF>"), ("/DeviceGray", "00FE>")], false);
    let (red, green) =
        ("[/Indexed /DeviceRGB 1 <000000FF0000>]", "[/Indexed /DeviceRGB 1 <00000000FF00>]");
    check([(red, "0001>"), (red, "0001>")], true);
    check([(red, "0001>"), (green, "0001>")], false);
}

fn images_beyond_the_limit_are_named_and_not_decoded(engine: Engine) {
    let file = pdf(&["q 200 0 0 100 50 50 cm /I Do Q"]);
    let limits = Limits { image_pixels: 3, ..Limits::default() };
    let exhibit = engine.reader().read_figures(&file, &limits).expect("the PDF is well formed");
    let image = &exhibit.pages[0].images[0];
    assert!(image.bitmap.is_none());
    assert_eq!(image.problem.as_deref(), Some("4 pixels are more than the limit of 3"));
}

fn pages_beyond_the_limit_are_named(engine: Engine) {
    let file = pdf(&["", "", ""]);
    let limits = Limits { pdf_pages: 2, ..Limits::default() };
    let exhibit = engine.reader().read_text(&file, &limits).expect("the PDF is well formed");
    assert_eq!(exhibit.pages.len(), 2);
    let sentence = "The report has 3 pages, of which the first 2 were read.";
    let besides = engine.says(None, Some(super::pdfium::UNDECIDED));
    let expected: Vec<&str> = [sentence].into_iter().chain(besides).collect();
    assert_eq!(exhibit.limits_reached, expected);
}

fn metadata_is_decoded_and_sorted(engine: Engine) {
    let file = document(&[""], "/Title <FEFF00E9> /Author (Me)");
    let exhibit =
        engine.reader().read_text(&file, &Limits::default()).expect("the PDF is well formed");
    let pair = |key: &str, value: &str| (key.to_string(), value.to_string());
    assert_eq!(exhibit.metadata, [pair("Author", "Me"), pair("Title", "é")]);
}

#[track_caller]
fn refuses(engine: Engine, bytes: &[u8], limits: &Limits, message: &str) {
    let error = engine.reader().read_text(bytes, limits).expect_err("it must be refused");
    assert_eq!(error.to_string(), message);
}

fn files_that_are_no_reports_are_refused(engine: Engine) {
    let limits = Limits::default();
    refuses(engine, b"", &limits, "the file is empty");
    refuses(engine, b"PK\x03\x04 a zip", &limits, "the file is not a PDF");
    let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n";
    refuses(
        engine,
        pointer,
        &limits,
        "the file is a pointer of Git LFS; the PDF itself is not in the repository, so give it as a file",
    );
    refuses(
        engine,
        b"%PDF-1.7\n%%EOF",
        &limits,
        "the file is damaged: its table of objects cannot be read",
    );
    let small = Limits { pdf_bytes: 4, ..limits };
    refuses(
        engine,
        b"%PDF-",
        &small,
        "the file has 5 bytes, more than the limit of 4, the setting `limits.pdf_bytes` of a file for `--config`",
    );
}

fn a_file_cut_short_never_panics(engine: Engine) {
    let whole = pdf(&["BT /F 12 Tf 50 700 Td (Hello) Tj ET q 9 0 0 9 1 1 cm /I Do Q"]);
    for end in (0..whole.len()).step_by(23) {
        let _ = engine.reader().read_figures(&whole[..end], &Limits::default());
    }
}

#[test]
fn a_missing_file_is_named() {
    let error = load(Path::new("no/such/report.pdf"), &Limits::default());
    let message = error.expect_err("it does not exist").to_string();
    assert_eq!(message, "there is no file `no/such/report.pdf`");
}
