//! Pictures of regions of pages.

use super::super::writer::pdf;
use super::{Engine, for_each_engine};
use crate::domain::facts::{Area, Region};
use crate::domain::limits::Limits;

for_each_engine!(
    a_region_shows_what_stands_there_and_nothing_else,
    the_longest_side_keeps_its_limit,
    what_cannot_be_drawn_says_why,
);

fn region(page: u32, area: Area) -> Region {
    Region { page, area }
}

fn picture(engine: Engine, content: &str, area: Area) -> image::RgbImage {
    let file = pdf(&[content]);
    let pictures = engine.reader().render_regions(&file, &[region(1, area)], &Limits::default());
    let png = pictures.expect("the PDF is well formed").remove(0).expect("it can be drawn");
    image::load_from_memory(&png).expect("it is a PNG").into_rgb8()
}

const BOX: Area = Area { x: 100.0, y: 100.0, width: 200.0, height: 100.0 };

fn a_region_shows_what_stands_there_and_nothing_else(engine: Engine) {
    // The page is 800 points high, so the top half of the box is red and the rest of the page is green.
    let content = "0 1 0 rg 0 0 600 800 re f 1 g 90 590 220 120 re f 1 0 0 rg 100 650 200 50 re f";
    let drawn = picture(engine, content, BOX);
    let scale = 4;
    assert_eq!(drawn.dimensions(), (206 * scale, 106 * scale));
    let at = |x: u32, y: u32| drawn.get_pixel((x + 3) * scale, (y + 3) * scale).0;
    assert_eq!((at(100, 25), at(100, 75)), ([255, 0, 0], [255, 255, 255]));
    assert!(drawn.pixels().all(|pixel| pixel.0 != [0, 255, 0]));
}

fn the_longest_side_keeps_its_limit(engine: Engine) {
    let whole = Area { x: 0.0, y: 0.0, width: 600.0, height: 800.0 };
    assert_eq!(picture(engine, "", whole).dimensions(), (1200, 1600));
}

#[track_caller]
fn refuses(engine: Engine, region: Region, limits: &Limits, reason: &str) {
    let file = pdf(&["q 200 0 0 100 50 50 cm /I Do Q"]);
    let pictures =
        engine.reader().render_regions(&file, &[region], limits).expect("the PDF is well formed");
    assert_eq!(pictures, [Err(reason.to_string())]);
}

fn what_cannot_be_drawn_says_why(engine: Engine) {
    let limits = Limits::default();
    refuses(engine, region(0, BOX), &limits, "there is no page 0");
    refuses(engine, region(2, BOX), &limits, "there is no page 2");
    let outside = Area { x: 700.0, ..BOX };
    refuses(engine, region(1, outside), &limits, "the region lies outside the page");
    let nowhere = Area { x: f32::NAN, ..BOX };
    refuses(engine, region(1, nowhere), &limits, "the region lies outside the page");
    let few = Limits { figures: 0, ..limits.clone() };
    refuses(engine, region(1, BOX), &few, "more figures than are drawn");
    let small = Limits { figure_bytes: 10, ..limits.clone() };
    refuses(engine, region(1, BOX), &small, "the pictures are larger than allowed");
    let fine = Limits { image_pixels: 3, ..limits };
    refuses(engine, region(1, BOX), &fine, "an image of 4 pixels is larger than the limit of 3");
}
