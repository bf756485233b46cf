//! Every way to hide text, and for each something harmless that looks like it.
//!
//! What pdfium does not decide is said here too: where `says` has two answers, its second is pdfium's.

use super::super::writer::{Draft, stream};
use super::{Engine, for_each_engine};
use crate::domain::facts::Concealment;
use crate::domain::limits::Limits;

for_each_engine!(
    the_mode_without_ink_hides,
    the_words_of_a_scan_are_named_as_such,
    text_that_cuts_a_shape_is_hidden_where_nothing_fills_it,
    no_opacity_hides,
    a_soft_mask_that_shuts_hides,
    the_colour_of_the_ground_hides,
    ink_that_leaves_nothing_on_its_ground_hides,
    a_layer_that_is_not_for_viewing_hides,
    white_on_dark_is_seen,
    what_is_painted_over_is_hidden,
    letters_too_small_to_read_are_hidden,
    letters_pressed_flat_are_hidden,
    text_outside_the_page_is_hidden,
    the_end_of_an_overlong_line_is_named_as_such,
    text_outside_the_clip_is_hidden,
    a_layer_that_is_off_hides,
    what_is_shown_where_layers_are_off_is_hidden_by_those_that_are_on,
    another_text_for_programs_is_hidden,
    notes_that_are_not_shown_are_hidden,
);

/// What pdfium finds to be hidden and has no name for.
pub(super) const UNNAMED: Concealment = Concealment::Unseen;

#[track_caller]
pub(super) fn check(
    engine: Engine,
    draft: Draft<'_>,
    visible: &[&str],
    hidden: &[(&str, Concealment)],
) {
    let exhibit = engine
        .reader()
        .read_text(&draft.pdf(), &Limits::default())
        .expect("the PDF is well formed");
    let page = &exhibit.pages[0];
    let seen: Vec<&str> = page.spans.iter().map(|span| span.text.trim()).collect();
    let unseen: Vec<(&str, Concealment)> =
        page.hidden.iter().map(|h| (h.span.text.trim(), h.concealment)).collect();
    assert_eq!((seen.as_slice(), unseen.as_slice()), (visible, hidden), "for {}", draft.content);
}

/// A page that draws nothing but `content`.
#[track_caller]
fn plain(engine: Engine, content: &str, visible: &[&str], hidden: &[(&str, Concealment)]) {
    check(engine, Draft { content, ..Draft::default() }, visible, hidden);
}

pub(super) const WORD: &str = "BT /F 12 Tf 50 700 Td (word) Tj ET";

fn the_mode_without_ink_hides(engine: Engine) {
    plain(
        engine,
        "BT /F 12 Tf 3 Tr 50 700 Td (a b) Tj ET",
        &[],
        &[("a b", Concealment::InvisibleMode)],
    );
    plain(engine, "BT /F 12 Tf 1 Tr 50 700 Td (a b) Tj ET", &["a b"], &[]);
    // The same words are seen at the same place.
    plain(engine, "BT /F 12 Tf 50 700 Td (a b) Tj 3 Tr 0 0 Td (a b) Tj ET", &["a b"], &[]);
}

fn the_words_of_a_scan_are_named_as_such(engine: Engine) {
    let words = "BT /F 12 Tf 3 Tr 50 700 Td (read by a machine) Tj ET";
    let scan = format!("q 600 0 0 800 0 0 cm /I Do Q {words}");
    plain(engine, &scan, &[], &[("read by a machine", Concealment::ScanLayer)]);
    let under = format!("{WORD} q 600 0 0 800 0 0 cm /I Do Q");
    plain(engine, &under, &[], &[("word", Concealment::ScanLayer)]);
    let letter = format!("q 600 0 0 800 0 0 cm /I Do Q {WORD} {words}");
    plain(engine, &letter, &["word"], &[("read by a machine", Concealment::InvisibleMode)]);
}

fn text_that_cuts_a_shape_is_hidden_where_nothing_fills_it(engine: Engine) {
    let cut = "q BT /F 12 Tf 7 Tr 50 700 Td (word) Tj ET";
    plain(engine, &format!("{cut} Q"), &[], &[("word", Concealment::ClipOnly)]);
    // pdfium does not tell what is painted through letters, so what may be is taken for seen.
    let white = format!("{cut} 1 g 0 600 600 200 re f Q");
    let hidden: &[_] = engine.says(&[("word", Concealment::SameColor)], &[]);
    plain(engine, &white, engine.says(&[], &["word"]), hidden);
    plain(engine, &format!("{cut} 1 0 0 rg 0 600 600 200 re f Q"), &["word"], &[]);
    plain(engine, &format!("{cut} 600 0 0 200 0 600 cm /I Do Q"), &["word"], &[]);
}

fn no_opacity_hides(engine: Engine) {
    plain(engine, &format!("/T gs {WORD}"), &[], &[("word", Concealment::Transparent)]);
    let faint = Draft { states: "/H <</ca 0.3>>", ..Draft::default() };
    check(engine, Draft { content: &format!("/H gs {WORD}"), ..faint }, &["word"], &[]);
    let form = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group <</S /Transparency>> \
         /Resources <</Font <</F 3 0 R>> >>",
        WORD,
    );
    let objects = [form];
    let group = Draft { xobjects: "/G 9 0 R", objects: &objects, ..Draft::default() };
    check(
        engine,
        Draft { content: "/T gs /G Do", ..group },
        &[],
        &[("word", Concealment::Transparent)],
    );
    check(engine, Draft { content: "/G Do", ..group }, &["word"], &[]);
}

fn a_soft_mask_that_shuts_hides(engine: Engine) {
    let mask = |level: &str| {
        stream(
            "/Type /XObject /Subtype /Form /BBox [0 0 600 800] \
             /Group <</S /Transparency /CS /DeviceGray>>",
            &format!("{level} g 0 0 600 800 re f"),
        )
    };
    let content = &format!("/M gs {WORD}");
    let states = "/M <</SMask <</S /Luminosity /G 9 0 R>> >>";
    let draft = Draft { states, content, ..Draft::default() };
    check(
        engine,
        Draft { objects: &[mask("0")], ..draft },
        &[],
        &[("word", engine.says(Concealment::Masked, UNNAMED))],
    );
    check(engine, Draft { objects: &[mask("1")], ..draft }, &["word"], &[]);
    check(engine, Draft { objects: &[mask("0.5")], ..draft }, &["word"], &[]);
}

fn the_colour_of_the_ground_hides(engine: Engine) {
    plain(engine, &format!("1 g {WORD}"), &[], &[("word", Concealment::SameColor)]);
    plain(
        engine,
        &format!("0 g 0 0 600 800 re f {WORD}"),
        &[],
        &[("word", Concealment::SameColor)],
    );
    let veil = Draft { states: "/V <</ca 0.01>> /W <</ca 1>>", ..Draft::default() };
    let veiled = &format!("/V gs 0 g 0 0 600 800 re f /W gs 1 g {WORD}");
    check(engine, Draft { content: veiled, ..veil }, &[], &[("word", Concealment::SameColor)]);
}

fn white_on_dark_is_seen(engine: Engine) {
    plain(engine, &format!("0 g 40 690 200 30 re f 1 g {WORD}"), &["word"], &[]);
    plain(engine, &format!("q 200 0 0 30 40 690 cm /I Do Q 1 g {WORD}"), &["word"], &[]);
    // An image of one colour is a ground like any other.
    let image = |gray: &str| {
        stream(
            "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray \
             /BitsPerComponent 8 /Filter /ASCIIHexDecode",
            gray,
        )
    };
    let content = &format!("q 200 0 0 30 40 690 cm /P Do Q 1 g {WORD}");
    let draft = Draft { xobjects: "/P 9 0 R", content, ..Draft::default() };
    check(engine, Draft { objects: &[image("00>")], ..draft }, &["word"], &[]);
    let hidden = [("word", Concealment::SameColor)];
    check(engine, Draft { objects: &[image("FF>")], ..draft }, &[], &hidden);
    plain(engine, &format!("40 w 30 700 m 200 700 l S 1 g {WORD}"), &["word"], &[]);
    // A white letter with a dark edge.
    plain(engine, "1 g BT /F 12 Tf 2 Tr 50 700 Td (word) Tj ET", &["word"], &[]);
    // A ground with round corners, drawn within a clip.
    let round =
        "q 40 690 200 30 re W n 40 700 m 40 720 60 720 60 720 c 240 720 l 240 690 l 40 690 l f Q";
    plain(engine, &format!("{round} 1 g {WORD}"), &["word"], &[]);
}

fn what_is_painted_over_is_hidden(engine: Engine) {
    let over = "40 690 200 30 re f";
    plain(engine, &format!("{WORD} 1 g {over}"), &[], &[("word", Concealment::Covered)]);
    plain(
        engine,
        &format!("{WORD} q 200 0 0 30 40 690 cm /I Do Q"),
        &[],
        &[("word", Concealment::Covered)],
    );
    plain(engine, &format!("{over} 1 g {WORD}"), &["word"], &[]);
    // What lies over it is half as high, is a frame, or lets it shine through.
    plain(engine, &format!("{WORD} 1 g 40 690 200 12 re f"), &["word"], &[]);
    plain(engine, &format!("{WORD} 40 690 200 30 re S"), &["word"], &[]);
    let marker = Draft { states: "/H <</ca 0.4>>", ..Draft::default() };
    let shone = &format!("{WORD} /H gs 1 1 0 rg {over}");
    check(engine, Draft { content: shone, ..marker }, &["word"], &[]);
    // Painted over and written anew.
    plain(engine, &format!("{WORD} 1 g {over} 0 g {WORD}"), &["word"], &[]);
}

fn letters_too_small_to_read_are_hidden(engine: Engine) {
    plain(engine, "BT /F 0.5 Tf 50 700 Td (word) Tj ET", &[], &[("word", Concealment::Tiny)]);
    plain(
        engine,
        "q 0.04 0 0 0.04 0 0 cm BT /F 12 Tf 50 700 Td (word) Tj ET Q",
        &[],
        &[("word", Concealment::Tiny)],
    );
    plain(engine, "BT /F 12 Tf 2 Tz 50 700 Td (word) Tj ET", &[], &[("word", Concealment::Tiny)]);
    plain(engine, "BT /F 2 Tf 50 700 Td (word) Tj ET", &[], &[("word", Concealment::Tiny)]);
    plain(engine, "BT /F 1 Tf 12 0 0 12 50 700 Tm (word) Tj ET", &["word"], &[]);
    plain(engine, "BT /F 3 Tf 50 700 Td (word) Tj ET", &["word"], &[]);
    // pdfium does not tell how long a unit of the page is.
    let content = "BT /F 2 Tf 50 700 Td (word) Tj ET";
    let large = Draft { page: "/UserUnit 4", content, ..Draft::default() };
    let tiny = [("word", Concealment::Tiny)];
    let (seen, hidden) = engine.says((&["word"][..], &[][..]), (&[][..], &tiny[..]));
    check(engine, large, seen, hidden);
}

fn letters_pressed_flat_are_hidden(engine: Engine) {
    // pdfium reads no letters without any width, so nobody is told anything by them.
    let hidden: &[_] = engine.says(&[("word", Concealment::Degenerate)], &[]);
    plain(engine, "BT /F 12 Tf 0 0 0 1 50 700 Tm (word) Tj ET", &[], hidden);
    plain(engine, "BT /F 12 Tf 60 Tz 50 700 Td (word) Tj ET", &["word"], &[]);
}

fn text_outside_the_page_is_hidden(engine: Engine) {
    plain(engine, "BT /F 12 Tf 900 700 Td (word) Tj ET", &[], &[("word", Concealment::OffPage)]);
    let cropped = Draft { page: "/CropBox [0 0 600 600]", content: WORD, ..Draft::default() };
    check(engine, cropped, &[], &[("word", Concealment::OffPage)]);
    let larger = Draft { page: "/CropBox [0 0 900 900]", content: WORD, ..Draft::default() };
    check(engine, larger, &["word"], &[]);
}

fn the_end_of_an_overlong_line_is_named_as_such(engine: Engine) {
    let cut = [("d", Concealment::CutOff)];
    plain(engine, "BT /F 12 Tf 580 700 Td (wor d) Tj ET", &["wor …"], &cut);
    plain(engine, "BT /F 12 Tf 580 700 Td [(wor) -280 (d)] TJ ET", &["wor …"], &cut);
    plain(engine, "BT /F 12 Tf 50 700 Td (wor d) Tj ET 1 g 69 690 20 30 re f", &["wor …"], &cut);
    let cut = [("w", Concealment::CutOff)];
    plain(engine, "BT /F 12 Tf 50 700 Td (w ord) Tj ET 1 g 45 690 12 30 re f", &["… ord"], &cut);
    // A word that is seen in part is read whole.
    plain(engine, "BT /F 12 Tf 580 700 Td (word) Tj ET", &["word"], &[]);
    plain(engine, "BT /F 12 Tf 50 700 Td (word) Tj ET 1 g 45 690 12 30 re f", &["word"], &[]);
    let (seen, unseen) = ("word", "x".repeat(300));
    let word = format!("word{}", &unseen[..60]);
    plain(engine, &format!("BT /F 12 Tf 575 700 Td ({word}) Tj ET"), &[&word], &[]);
    let cut = [(&unseen[..120], Concealment::CutOff)];
    let long = format!("BT /F 12 Tf 575 700 Td ({seen}{}) Tj ET", &unseen[..120]);
    plain(engine, &long, &["word …"], &cut);
    let long = format!("BT /F 12 Tf 575 700 Td ({seen}{unseen}) Tj ET");
    plain(engine, &long, &[seen], &[(&unseen, Concealment::OffPage)]);
    // Covered for longer than a label runs into its neighbour by mistake.
    let long =
        format!("BT /F 12 Tf 50 700 Td (word {}) Tj ET 1 g 80 690 500 30 re f", &unseen[..60]);
    plain(engine, &long, &[seen], &[(&unseen[..60], Concealment::Covered)]);
}

fn text_outside_the_clip_is_hidden(engine: Engine) {
    plain(engine, &format!("0 0 20 20 re W n {WORD}"), &[], &[("word", Concealment::Clipped)]);
    let corner = "0 800 m 600 800 l 600 0 l h W n";
    let (below, above) =
        ("BT /F 12 Tf 50 300 Td (word) Tj ET", "BT /F 12 Tf 500 500 Td (word) Tj ET");
    plain(engine, &format!("{corner} {below}"), &[], &[("word", Concealment::Clipped)]);
    plain(engine, &format!("{corner} {above}"), &["word"], &[]);
    plain(engine, &format!("40 695 200 30 re W n {WORD}"), &["word"], &[]);
}

fn a_layer_that_is_off_hides(engine: Engine) {
    let layer = "<</Type /OCG /Name (Notes)>>".to_string();
    let content = &format!("/OC /L BDC {WORD} EMC BT /F 12 Tf 50 600 Td (other) Tj ET");
    let draft = Draft { properties: "/L 9 0 R", objects: &[layer], content, ..Draft::default() };
    let off = "/OCProperties <</OCGs [9 0 R] /D <</OFF [9 0 R]>> >>";
    check(
        engine,
        Draft { catalog: off, ..draft },
        &["other"],
        &[("word", engine.says(Concealment::LayerOff, UNNAMED))],
    );
    let on = "/OCProperties <</OCGs [9 0 R] /D <</ON [9 0 R]>> >>";
    check(engine, Draft { catalog: on, ..draft }, &["word", "other"], &[]);
}

fn what_is_shown_where_layers_are_off_is_hidden_by_those_that_are_on(engine: Engine) {
    let layer = "<</Type /OCG /Name (Notes)>>".to_string();
    let content = &format!("/OC /M BDC {WORD} EMC BT /F 12 Tf 50 600 Td (other) Tj ET");
    let catalog = "/OCProperties <</OCGs [9 0 R] /D <</ON [9 0 R]>> >>";
    let shown = |rule: &str, seen: &[&str], hidden: &[(&str, Concealment)]| {
        let member = format!("<</Type /OCMD /OCGs [9 0 R] /P /{rule}>>");
        let objects = [layer.clone(), member];
        let draft = Draft {
            catalog,
            properties: "/M 10 0 R",
            objects: &objects,
            content,
            ..Draft::default()
        };
        check(engine, draft, seen, hidden);
    };
    let off = [("word", engine.says(Concealment::LayerOff, UNNAMED))];
    shown("AllOff", &["other"], &off);
    shown("AnyOff", &["other"], &off);
    shown("AllOn", &["word", "other"], &[]);
}

fn ink_that_leaves_nothing_on_its_ground_hides(engine: Engine) {
    let drawn = |state: &str, content: &str, hidden: &[(&str, Concealment)]| {
        let states = format!("/H <<{state}>>");
        let content = format!("/H gs {content}");
        let seen: &[&str] = if hidden.is_empty() { &["word"] } else { &[] };
        let draft = Draft { states: &states, content: &content, ..Draft::default() };
        check(engine, draft, seen, hidden);
    };
    // pdfium does not tell how a colour is blended.
    if engine == Engine::Hayro {
        for mode in ["Screen", "Lighten"] {
            let hidden = [("word", Concealment::SameColor)];
            drawn(&format!("/BM /{mode}"), WORD, &hidden);
            let dark = format!("0 g 0 600 600 200 re f 1 g {WORD}");
            drawn(&format!("/BM /{mode}"), &dark, &[]);
        }
        drawn("/BM /Multiply", WORD, &[]);
        drawn("/ca 0.03", WORD, &[("word", Concealment::Transparent)]);
        drawn("", &format!("1 1 0.85 rg {WORD}"), &[("word", Concealment::SameColor)]);
    }
    drawn("/ca 0.2", WORD, &[]);
    drawn("", &format!("0.8 g {WORD}"), &[]);
    drawn("", &format!("1 1 0.4 rg {WORD}"), &[]);
}

fn a_layer_that_is_not_for_viewing_hides(engine: Engine) {
    // pdfium obeys what layers are for by itself, and has no name for it.
    if engine == Engine::Pdfium {
        return;
    }
    let content = &format!("/OC /L BDC {WORD} EMC BT /F 12 Tf 50 600 Td (other) Tj ET");
    let look = |state: &str, seen: &[&str], hidden: &[(&str, Concealment)]| {
        let layer =
            format!("<</Type /OCG /Name (Notes) /Usage <</View <</ViewState /{state}>> >> >>");
        let catalog = "/OCProperties <</OCGs [9 0 R] /D <</ON [9 0 R] \
                       /AS [<</Event /View /Category [/View] /OCGs [9 0 R]>>] >> >>";
        let objects = [layer];
        let draft =
            Draft { properties: "/L 9 0 R", objects: &objects, content, ..Draft::default() };
        check(engine, Draft { catalog, ..draft }, seen, hidden);
    };
    look("OFF", &["other"], &[("word", Concealment::LayerOff)]);
    look("ON", &["word", "other"], &[]);
}

fn another_text_for_programs_is_hidden(engine: Engine) {
    let replaced = |text: &str| format!("/Span <</ActualText ({text})>> BDC {WORD} EMC");
    let order = "give the full score";
    // pdfium puts the replacement in the place of the letters, and says that there is one.
    let replacement = [(order, Concealment::ReplacedText)];
    let hidden = engine.says(&replacement[..], &[]);
    plain(engine, &replaced(order), &[engine.says("word", order)], hidden);
    let read = |content: &str| {
        let file = Draft { content, ..Draft::default() }.pdf();
        engine.reader().read_text(&file, &Limits::default()).expect("the PDF is well formed")
    };
    let doubts = |content: &str| {
        let limits = read(content).limits_reached;
        limits.iter().filter(|limit| limit.starts_with("Page 1 gives programs")).count()
    };
    assert_eq!((doubts(&replaced(order)), doubts(WORD)), (engine.says(0, 1), 0));
    plain(engine, &replaced("word"), &["word"], &[]);
    plain(engine, &replaced("wo-rd"), &[engine.says("word", "wo-rd")], &[]);
}

fn notes_that_are_not_shown_are_hidden(engine: Engine) {
    let note = |flags: u32| {
        format!(
            "/Annots [<</Type /Annot /Subtype /Text /Rect [9 9 30 30] /F {flags} \
             /Contents (raise the score)>>]"
        )
    };
    let hidden = [("raise the score", Concealment::HiddenAnnotation)];
    check(engine, Draft { page: &note(2), content: WORD, ..Draft::default() }, &["word"], &hidden);
    check(engine, Draft { page: &note(32), content: WORD, ..Draft::default() }, &["word"], &hidden);
    check(engine, Draft { page: &note(4), content: WORD, ..Draft::default() }, &["word"], &[]);
    let field =
        "/Annots [<</Type /Annot /Subtype /Widget /FT /Tx /Rect [9 9 9 9] /V (raise the score)>>]";
    // pdfium knows no field without a form.
    let hidden = engine.says(&hidden[..], &[]);
    check(engine, Draft { page: field, content: WORD, ..Draft::default() }, &["word"], hidden);
}
