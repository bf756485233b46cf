//! Text that an expression over layers shows or hides.

use super::super::writer::Draft;
use super::concealment::{UNNAMED, WORD, check};
use super::{Engine, for_each_engine};
use crate::domain::facts::Concealment;

for_each_engine!(what_an_expression_does_not_show_is_hidden);

fn what_an_expression_does_not_show_is_hidden(engine: Engine) {
    let content = &format!("/OC /M BDC {WORD} EMC BT /F 12 Tf 50 600 Td (other) Tj ET");
    let shown = |off: &str, rule: &str, is_shown: bool| {
        let catalog =
            format!("/OCProperties <</OCGs [9 0 R 10 0 R] /D <</ON [9 0 R] /OFF [{off}]>> >>");
        let layer = |name: &str| format!("<</Type /OCG /Name ({name})>>");
        let member = format!("<</Type /OCMD /OCGs [9 0 R] /VE {rule}>>");
        let objects = [layer("One"), layer("Other"), member];
        let draft = Draft {
            catalog: &catalog,
            properties: "/M 11 0 R",
            objects: &objects,
            content,
            ..Draft::default()
        };
        let hidden = [("word", engine.says(Concealment::LayerOff, UNNAMED))];
        let (seen, hidden): (&[&str], &[_]) =
            if is_shown { (&["word", "other"], &[]) } else { (&["other"], &hidden) };
        check(engine, draft, seen, hidden);
    };
    shown("", "[/Not 9 0 R]", false);
    shown("", "[/Not 10 0 R]", false);
    shown("10 0 R", "[/Not 10 0 R]", true);
    shown("10 0 R", "[/And 9 0 R 10 0 R]", false);
    shown("10 0 R", "[/Or 9 0 R 10 0 R]", true);
    shown("10 0 R", "[/And 9 0 R [/Not 10 0 R]]", true);
    // What is no expression says nothing, and the layers count; pdfium takes it for one that never holds.
    shown("", "[/Xor 9 0 R]", engine.says(true, false));
}
