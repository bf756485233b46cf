//! Text that is drawn by patterns, or lies under them.

use super::super::writer::{Draft, stream};
use super::concealment::{WORD, check};
use super::{Engine, for_each_engine};
use crate::domain::facts::Concealment;

for_each_engine!(
    a_pattern_that_leaves_nothing_on_its_ground_hides,
    a_pattern_over_a_word_hides_it_where_nothing_shows_through,
);

/// A tile of a pattern that draws this.
fn tile(content: &str) -> String {
    stream(
        "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 5 5] /XStep 5 \
         /YStep 5 /Resources <<>>",
        content,
    )
}

/// A shading from one gray to another, from left to right.
fn shading(from: &str, to: &str) -> String {
    format!(
        "<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 600 0] /Extend [true true] \
         /Function <</FunctionType 2 /Domain [0 1] /C0 [{from}] /C1 [{to}] /N 1>> >>"
    )
}

const RESOURCES: &str =
    "/Pattern <</P 9 0 R /S <</PatternType 2 /Shading 10 0 R>> >> /Shading <</S 10 0 R>>";

/// A page with a pattern of this tile and a shading.
#[track_caller]
fn patterned(
    engine: Engine,
    objects: &[String; 2],
    content: &str,
    visible: &[&str],
    hidden: &[(&str, Concealment)],
) {
    let draft = Draft { resources: RESOURCES, objects, content, ..Draft::default() };
    check(engine, draft, visible, hidden);
}

fn a_pattern_that_leaves_nothing_on_its_ground_hides(engine: Engine) {
    let by = |name: &str| format!("/Pattern cs /{name} scn {WORD}");
    let white = [tile("1 g 0 0 5 5 re f"), shading("1", "1")];
    let hidden = [("word", Concealment::Unseen)];
    patterned(engine, &white, &by("P"), &[], &hidden);
    if engine == Engine::Pdfium {
        // A shading has a color with it, and so another reason.
        patterned(engine, &white, &by("S"), &[], &[("word", Concealment::SameColor)]);
        return;
    }
    patterned(engine, &white, &by("S"), &[], &hidden);
    patterned(engine, &[tile(""), shading("1", "1")], &by("P"), &[], &hidden);
    let dark = [tile("1 0 0 rg 0 0 3 5 re f"), shading("0", "0.5")];
    patterned(engine, &dark, &by("P"), &["word"], &[]);
    patterned(engine, &dark, &by("S"), &["word"], &[]);
    let ground = format!("0 g 40 690 200 30 re f {}", by("P"));
    patterned(engine, &white, &ground, &["word"], &[]);
}

fn a_pattern_over_a_word_hides_it_where_nothing_shows_through(engine: Engine) {
    let hidden = [("word", Concealment::Covered)];
    let by_tiles = format!("{WORD} /Pattern cs /P scn 40 690 200 30 re f");
    let by_shading = format!("{WORD} q 40 690 200 30 re W n /S sh Q");
    let white = [tile("1 g 0 0 5 5 re f"), shading("1", "1")];
    patterned(engine, &white, &by_tiles, &[], &hidden);
    patterned(engine, &white, &by_shading, &[], &hidden);
    if engine == Engine::Pdfium {
        // It takes every pattern for one without gaps.
        return;
    }
    let lines = [tile("1 g 0 0 5 1 re f"), shading("1", "1")];
    patterned(engine, &lines, &by_tiles, &["word"], &[]);
    patterned(engine, &white, &format!("{by_tiles} 0 g {WORD}"), &["word"], &[]);
}
