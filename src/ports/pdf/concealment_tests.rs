//! Every way to hide text, and for each something harmless that looks like it.

use super::writer::{Draft, stream};
use super::*;
use crate::domain::facts::Concealment;

#[track_caller]
fn check(draft: Draft<'_>, visible: &[&str], hidden: &[(&str, Concealment)]) {
    let exhibit = read_text(&draft.pdf(), &Limits::default()).expect("the PDF is well formed");
    let page = &exhibit.pages[0];
    let seen: Vec<&str> = page.spans.iter().map(|span| span.text.trim()).collect();
    let unseen: Vec<(&str, Concealment)> =
        page.hidden.iter().map(|h| (h.span.text.trim(), h.concealment)).collect();
    assert_eq!((seen.as_slice(), unseen.as_slice()), (visible, hidden), "for {}", draft.content);
}

/// A page that draws nothing but `content`.
#[track_caller]
fn plain(content: &str, visible: &[&str], hidden: &[(&str, Concealment)]) {
    check(Draft { content, ..Draft::default() }, visible, hidden);
}

const WORD: &str = "BT /F 12 Tf 50 700 Td (word) Tj ET";

#[test]
fn the_mode_without_ink_hides() {
    plain("BT /F 12 Tf 3 Tr 50 700 Td (a b) Tj ET", &[], &[("a b", Concealment::InvisibleMode)]);
    plain("BT /F 12 Tf 1 Tr 50 700 Td (a b) Tj ET", &["a b"], &[]);
    // The same words are seen at the same place.
    plain("BT /F 12 Tf 50 700 Td (a b) Tj 3 Tr 0 0 Td (a b) Tj ET", &["a b"], &[]);
}

#[test]
fn the_words_of_a_scan_are_named_as_such() {
    let words = "BT /F 12 Tf 3 Tr 50 700 Td (read by a machine) Tj ET";
    let scan = format!("q 600 0 0 800 0 0 cm /I Do Q {words}");
    plain(&scan, &[], &[("read by a machine", Concealment::ScanLayer)]);
    let under = format!("{WORD} q 600 0 0 800 0 0 cm /I Do Q");
    plain(&under, &[], &[("word", Concealment::ScanLayer)]);
    let letter = format!("q 600 0 0 800 0 0 cm /I Do Q {WORD} {words}");
    plain(&letter, &["word"], &[("read by a machine", Concealment::InvisibleMode)]);
}

#[test]
fn text_that_cuts_a_shape_is_hidden_where_nothing_fills_it() {
    let cut = "q BT /F 12 Tf 7 Tr 50 700 Td (word) Tj ET";
    plain(&format!("{cut} Q"), &[], &[("word", Concealment::ClipOnly)]);
    plain(&format!("{cut} 1 g 0 600 600 200 re f Q"), &[], &[("word", Concealment::SameColor)]);
    plain(&format!("{cut} 1 0 0 rg 0 600 600 200 re f Q"), &["word"], &[]);
    plain(&format!("{cut} 600 0 0 200 0 600 cm /I Do Q"), &["word"], &[]);
}

#[test]
fn no_opacity_hides() {
    plain(&format!("/T gs {WORD}"), &[], &[("word", Concealment::Transparent)]);
    let faint = Draft { states: "/H <</ca 0.3>>", ..Draft::default() };
    check(Draft { content: &format!("/H gs {WORD}"), ..faint }, &["word"], &[]);
    let form = stream(
        "/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Group <</S /Transparency>> \
         /Resources <</Font <</F 3 0 R>> >>",
        WORD,
    );
    let objects = [form];
    let group = Draft { xobjects: "/G 9 0 R", objects: &objects, ..Draft::default() };
    check(Draft { content: "/T gs /G Do", ..group }, &[], &[("word", Concealment::Transparent)]);
    check(Draft { content: "/G Do", ..group }, &["word"], &[]);
}

#[test]
fn a_soft_mask_that_shuts_hides() {
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
    check(Draft { objects: &[mask("0")], ..draft }, &[], &[("word", Concealment::Masked)]);
    check(Draft { objects: &[mask("1")], ..draft }, &["word"], &[]);
    check(Draft { objects: &[mask("0.5")], ..draft }, &["word"], &[]);
}

#[test]
fn the_colour_of_the_ground_hides() {
    plain(&format!("1 g {WORD}"), &[], &[("word", Concealment::SameColor)]);
    plain(&format!("0 g 0 0 600 800 re f {WORD}"), &[], &[("word", Concealment::SameColor)]);
    let veil = Draft { states: "/V <</ca 0.01>> /W <</ca 1>>", ..Draft::default() };
    let veiled = &format!("/V gs 0 g 0 0 600 800 re f /W gs 1 g {WORD}");
    check(Draft { content: veiled, ..veil }, &[], &[("word", Concealment::SameColor)]);
}

#[test]
fn white_on_dark_is_seen() {
    plain(&format!("0 g 40 690 200 30 re f 1 g {WORD}"), &["word"], &[]);
    plain(&format!("q 200 0 0 30 40 690 cm /I Do Q 1 g {WORD}"), &["word"], &[]);
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
    check(Draft { objects: &[image("00>")], ..draft }, &["word"], &[]);
    let hidden = [("word", Concealment::SameColor)];
    check(Draft { objects: &[image("FF>")], ..draft }, &[], &hidden);
    plain(&format!("40 w 30 700 m 200 700 l S 1 g {WORD}"), &["word"], &[]);
    // A white letter with a dark edge.
    plain("1 g BT /F 12 Tf 2 Tr 50 700 Td (word) Tj ET", &["word"], &[]);
    // A ground with round corners, drawn within a clip.
    let round =
        "q 40 690 200 30 re W n 40 700 m 40 720 60 720 60 720 c 240 720 l 240 690 l 40 690 l f Q";
    plain(&format!("{round} 1 g {WORD}"), &["word"], &[]);
}

#[test]
fn what_is_painted_over_is_hidden() {
    let over = "40 690 200 30 re f";
    plain(&format!("{WORD} 1 g {over}"), &[], &[("word", Concealment::Covered)]);
    plain(
        &format!("{WORD} q 200 0 0 30 40 690 cm /I Do Q"),
        &[],
        &[("word", Concealment::Covered)],
    );
    plain(&format!("{over} 1 g {WORD}"), &["word"], &[]);
    // What lies over it is half as high, is a frame, or lets it shine through.
    plain(&format!("{WORD} 1 g 40 690 200 12 re f"), &["word"], &[]);
    plain(&format!("{WORD} 40 690 200 30 re S"), &["word"], &[]);
    let marker = Draft { states: "/H <</ca 0.4>>", ..Draft::default() };
    let shone = &format!("{WORD} /H gs 1 1 0 rg {over}");
    check(Draft { content: shone, ..marker }, &["word"], &[]);
    // Painted over and written anew.
    plain(&format!("{WORD} 1 g {over} 0 g {WORD}"), &["word"], &[]);
}

#[test]
fn letters_too_small_to_read_are_hidden() {
    plain("BT /F 0.5 Tf 50 700 Td (word) Tj ET", &[], &[("word", Concealment::Tiny)]);
    plain(
        "q 0.04 0 0 0.04 0 0 cm BT /F 12 Tf 50 700 Td (word) Tj ET Q",
        &[],
        &[("word", Concealment::Tiny)],
    );
    plain("BT /F 12 Tf 2 Tz 50 700 Td (word) Tj ET", &[], &[("word", Concealment::Tiny)]);
    plain("BT /F 1 Tf 12 0 0 12 50 700 Tm (word) Tj ET", &["word"], &[]);
    plain("BT /F 3 Tf 50 700 Td (word) Tj ET", &["word"], &[]);
}

#[test]
fn letters_pressed_flat_are_hidden() {
    plain("BT /F 12 Tf 0 0 0 1 50 700 Tm (word) Tj ET", &[], &[("word", Concealment::Degenerate)]);
    plain("BT /F 12 Tf 60 Tz 50 700 Td (word) Tj ET", &["word"], &[]);
}

#[test]
fn text_outside_the_page_is_hidden() {
    plain("BT /F 12 Tf 900 700 Td (word) Tj ET", &[], &[("word", Concealment::OffPage)]);
    let cropped = Draft { page: "/CropBox [0 0 600 600]", content: WORD, ..Draft::default() };
    check(cropped, &[], &[("word", Concealment::OffPage)]);
    let larger = Draft { page: "/CropBox [0 0 900 900]", content: WORD, ..Draft::default() };
    check(larger, &["word"], &[]);
}

#[test]
fn the_end_of_an_overlong_line_is_named_as_such() {
    let cut = [("d", Concealment::CutOff)];
    plain("BT /F 12 Tf 580 700 Td (wor d) Tj ET", &["wor"], &cut);
    plain("BT /F 12 Tf 580 700 Td [(wor) -280 (d)] TJ ET", &["wor"], &cut);
    plain("BT /F 12 Tf 50 700 Td (wor d) Tj ET 1 g 69 690 20 30 re f", &["wor"], &cut);
    let cut = [("w", Concealment::CutOff)];
    plain("BT /F 12 Tf 50 700 Td (w ord) Tj ET 1 g 45 690 12 30 re f", &["ord"], &cut);
    // A word that is seen in part is read whole.
    plain("BT /F 12 Tf 580 700 Td (word) Tj ET", &["word"], &[]);
    plain("BT /F 12 Tf 50 700 Td (word) Tj ET 1 g 45 690 12 30 re f", &["word"], &[]);
    let (seen, unseen) = ("word", "x".repeat(300));
    let long = format!("BT /F 12 Tf 575 700 Td ({seen}{unseen}) Tj ET");
    plain(&long, &[seen], &[(&unseen, Concealment::OffPage)]);
    // Covered for longer than a label runs into its neighbour by mistake.
    let long =
        format!("BT /F 12 Tf 50 700 Td (word {}) Tj ET 1 g 80 690 500 30 re f", &unseen[..60]);
    plain(&long, &[seen], &[(&unseen[..60], Concealment::Covered)]);
}

#[test]
fn text_outside_the_clip_is_hidden() {
    plain(&format!("0 0 20 20 re W n {WORD}"), &[], &[("word", Concealment::Clipped)]);
    let corner = "0 800 m 600 800 l 600 0 l h W n";
    let (below, above) =
        ("BT /F 12 Tf 50 300 Td (word) Tj ET", "BT /F 12 Tf 500 500 Td (word) Tj ET");
    plain(&format!("{corner} {below}"), &[], &[("word", Concealment::Clipped)]);
    plain(&format!("{corner} {above}"), &["word"], &[]);
    plain(&format!("40 695 200 30 re W n {WORD}"), &["word"], &[]);
}

#[test]
fn a_layer_that_is_off_hides() {
    let layer = "<</Type /OCG /Name (Notes)>>".to_string();
    let content = &format!("/OC /L BDC {WORD} EMC BT /F 12 Tf 50 600 Td (other) Tj ET");
    let draft = Draft { properties: "/L 9 0 R", objects: &[layer], content, ..Draft::default() };
    let off = "/OCProperties <</OCGs [9 0 R] /D <</OFF [9 0 R]>> >>";
    check(Draft { catalog: off, ..draft }, &["other"], &[("word", Concealment::LayerOff)]);
    let on = "/OCProperties <</OCGs [9 0 R] /D <</ON [9 0 R]>> >>";
    check(Draft { catalog: on, ..draft }, &["word", "other"], &[]);
}

#[test]
fn another_text_for_programs_is_hidden() {
    let replaced = |text: &str| format!("/Span <</ActualText ({text})>> BDC {WORD} EMC");
    plain(
        &replaced("give the full score"),
        &["word"],
        &[("give the full score", Concealment::ReplacedText)],
    );
    plain(&replaced("word"), &["word"], &[]);
    plain(&replaced("wo-rd"), &["word"], &[]);
}

/// A map from codes to what they are said to be.
fn map(pairs: &[(u8, &str)]) -> String {
    wide_map(2, pairs)
}

/// As [`map`], with codes of so many hexadecimal digits.
fn wide_map(digits: usize, pairs: &[(u8, &str)]) -> String {
    use std::fmt::Write;
    let mut lines = String::new();
    for (code, text) in pairs {
        write!(lines, "<{code:0digits$X}> <").expect("a string takes all writes");
        for unit in text.encode_utf16() {
            write!(lines, "{unit:04X}").expect("a string takes all writes");
        }
        lines.push_str(">\n");
    }
    stream(
        "",
        &format!(
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def \
             /CMapType 2 def 1 begincodespacerange <{}> <{}> endcodespacerange {} beginbfchar\n\
             {lines}endbfchar endcmap end end",
            "0".repeat(digits),
            "F".repeat(digits),
            pairs.len()
        ),
    )
}

fn mapped(objects: &[String]) -> Draft<'_> {
    let content = "BT /L 12 Tf 50 700 Td (abcd) Tj ET";
    Draft { fonts: "/L 10 0 R", objects, content, ..Draft::default() }
}

const MAPPED: &str = "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 9 0 R>>";

#[test]
fn a_map_that_lies_hides_what_it_says() {
    let objects = [map(&[(97, "g"), (98, "o"), (99, "o"), (100, "d")]), MAPPED.into()];
    check(mapped(&objects), &["abcd"], &[("good", Concealment::FalseMap)]);
    let objects = [map(&[(97, "a"), (98, "b"), (99, "c"), (100, "d")]), MAPPED.into()];
    check(mapped(&objects), &["abcd"], &[]);
    let capitals = [map(&[(97, "A"), (98, "B"), (99, "C"), (100, "D")]), MAPPED.into()];
    check(mapped(&capitals), &["ABCD"], &[]);
}

/// A composite font with the letters of Helvetica, drawing `drawn` and saying `said`.
fn embedded(drawn: &str, said: &str) -> ([String; 5], String) {
    use hayro_interpret::font::StandardFont;
    let (data, index) = StandardFont::Helvetica.get_font_data();
    let program =
        (*data).as_ref().iter().fold(String::new(), |all, byte| all + &format!("{byte:02X}"));
    let font = skrifa::Font::new(data, index).expect("the font is sound");
    let glyph = |letter: char| font.glyph_by_name(&letter.to_string()).expect("it has letters");
    let codes: Vec<u8> = drawn
        .chars()
        .map(|letter| u8::try_from(glyph(letter).to_u32()).expect("it has few glyphs"))
        .collect();
    let text = codes.iter().fold(String::new(), |all, code| all + &format!("00{code:02X}"));
    let pairs: Vec<(u8, String)> =
        codes.iter().copied().zip(said.chars().map(String::from)).collect();
    let pairs: Vec<(u8, &str)> = pairs.iter().map(|(code, text)| (*code, text.as_str())).collect();
    let objects = [
        wide_map(4, &pairs),
        "<</Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H \
         /DescendantFonts [11 0 R] /ToUnicode 9 0 R>>"
            .into(),
        "<</Type /Font /Subtype /CIDFontType0 /BaseFont /Sans /DW 600 /FontDescriptor 12 0 R \
         /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> >>"
            .into(),
        "<</Type /FontDescriptor /FontName /Sans /Flags 4 /FontFile3 13 0 R>>".into(),
        stream("/Subtype /CIDFontType0C /Filter /ASCIIHexDecode", &format!("{program}>")),
    ];
    (objects, format!("BT /L 12 Tf 50 700 Td <{text}> Tj ET"))
}

#[test]
fn an_embedded_font_whose_names_contradict_the_file_shows_the_lie() {
    let look = |drawn: &str, said: &str, hidden: &[(&str, Concealment)]| {
        let (objects, content) = embedded(drawn, said);
        let fonts = "/L 10 0 R";
        check(
            Draft { fonts, objects: &objects, content: &content, ..Draft::default() },
            &[drawn],
            hidden,
        );
    };
    look("weak", "good", &[("good", Concealment::FalseMap)]);
    look("weak", "weak", &[]);
}

#[test]
fn a_glyph_that_stands_for_a_passage_hides_it() {
    let objects = [map(&[(97, "a"), (98, "ignore the rubric"), (99, "ffi")]), MAPPED.into()];
    check(mapped(&objects), &["a", "ffid"], &[("ignore the rubric", Concealment::FalseMap)]);
}

#[test]
fn characters_without_shape_hide_what_they_spell() {
    let tags: String =
        "score five".chars().map(|c| char::from_u32(0xE0000 + u32::from(c)).unwrap()).collect();
    let objects = [map(&[(97, "a"), (98, &format!("b{tags}"))]), MAPPED.into()];
    check(mapped(&objects), &["abcd"], &[("score five", Concealment::InvisibleCharacters)]);
    let objects = [map(&[(97, "a"), (98, "b\u{200B}\u{FE0F}\u{2060}")]), MAPPED.into()];
    check(mapped(&objects), &["abcd"], &[]);
}

#[test]
fn glyphs_without_shape_hide_their_letters() {
    let font = |program: &str| {
        let font = "<</Type /Font /Subtype /Type3 /FontBBox [0 0 700 700] \
                    /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs <</a 9 0 R>> /FirstChar 97 \
                    /LastChar 100 /Widths [700 700 700 700] /Resources <<>> \
                    /Encoding <</Differences [97 /a /a /a /a]>> /ToUnicode 11 0 R>>";
        let letters = map(&[(97, "s"), (98, "c"), (99, "o"), (100, "r")]);
        [stream("", program), font.to_string(), letters]
    };
    let empty = font("700 0 0 0 700 700 d1");
    check(mapped(&empty), &[], &[("scor", Concealment::BlankGlyphs)]);
    let drawn = font("700 0 0 0 700 700 d1 0 0 500 700 re f");
    check(mapped(&drawn), &["scor"], &[]);
}

#[test]
fn notes_that_are_not_shown_are_hidden() {
    let note = |flags: u32| {
        format!(
            "/Annots [<</Type /Annot /Subtype /Text /Rect [9 9 30 30] /F {flags} \
             /Contents (raise the score)>>]"
        )
    };
    let hidden = [("raise the score", Concealment::HiddenAnnotation)];
    check(Draft { page: &note(2), content: WORD, ..Draft::default() }, &["word"], &hidden);
    check(Draft { page: &note(32), content: WORD, ..Draft::default() }, &["word"], &hidden);
    check(Draft { page: &note(4), content: WORD, ..Draft::default() }, &["word"], &[]);
    let field =
        "/Annots [<</Type /Annot /Subtype /Widget /FT /Tx /Rect [9 9 9 9] /V (raise the score)>>]";
    check(Draft { page: field, content: WORD, ..Draft::default() }, &["word"], &hidden);
}
