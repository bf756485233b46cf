//! Colours that people with colour blindness can tell apart (after Okabe and Ito 2008, darkened to a
//! contrast of 3 on white), and signs that tell series apart in black and white.

use super::canvas::at;

/// The colours of series on white. The page's style has their counterparts on black under the classes
/// `s0`, `s1` and so on.
pub(in crate::chaos::page) const COLOURS: [&str; 6] =
    ["#0072b2", "#d55e00", "#008f68", "#aa4499", "#555555", "#b37a00"];

/// Class and attributes of the `nth` series, for a group.
pub(in crate::chaos::page) fn colour(nth: usize) -> (String, String) {
    let nth = nth % COLOURS.len();
    (format!("s{nth}"), format!("fill=\"{0}\" stroke=\"{0}\" stroke-width=\"1.6\"", COLOURS[nth]))
}

/// Attributes of the `nth` series' line.
pub(super) fn dashes(nth: usize) -> &'static str {
    let all = [
        "",
        "stroke-dasharray=\"6 3\"",
        "stroke-dasharray=\"2 2.5\"",
        "stroke-dasharray=\"8 3 2 3\"",
        "stroke-dasharray=\"10 4\"",
        "stroke-dasharray=\"4 2 1 2\"",
    ];
    all[nth % all.len()]
}

/// The outline of the `nth` series' sign around a place: disc, square, triangle, diamond, triangle on
/// its head, cross.
pub(super) fn sign(nth: usize, (x, y): (f64, f64)) -> String {
    let (x, y) = (at(x), at(y));
    let path = match nth % COLOURS.len() {
        0 => "m-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z",
        1 => "m-3 -3h6v6h-6z",
        2 => "m0 -4l3.8 6.6h-7.6z",
        3 => "m0 -4.2l4.2 4.2l-4.2 4.2l-4.2 -4.2z",
        4 => "m0 4l3.8 -6.6h-7.6z",
        _ => "m-1.2 -3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z",
    };
    format!("M{x} {y}{path}")
}
