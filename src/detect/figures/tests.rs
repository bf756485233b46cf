use super::*;
use crate::domain::exhibit::pdf::{Bitmap, PdfImage, Shape, ShapeKind};
use crate::domain::facts::{Area, FigureKind, TextSpan};

fn area(x: f32, y: f32, width: f32, height: f32) -> Area {
    Area { x, y, width, height }
}

fn page() -> PdfPage {
    PdfPage { number: 1, width: 600.0, height: 800.0, ..PdfPage::default() }
}

fn frame(x: f32, y: f32, width: f32, height: f32) -> Shape {
    let area = area(x, y, width, height);
    Shape { area, kind: ShapeKind::Rectangle, ends: None, fill: None, stroked: true }
}

fn line(from: (f32, f32), to: (f32, f32)) -> Shape {
    let area = Area {
        x: from.0.min(to.0),
        y: from.1.min(to.1),
        width: (from.0 - to.0).abs(),
        height: (from.1 - to.1).abs(),
    };
    Shape { area, kind: ShapeKind::Line, ends: Some([from, to]), fill: None, stroked: true }
}

fn image(area: Area, name: &str) -> PdfImage {
    let bitmap = Bitmap { sha256: name.into(), ..Bitmap::default() };
    PdfImage { area, pixels: (200, 100), bitmap: Some(bitmap), problem: None }
}

fn span(text: &str, x: f32, y: f32) -> TextSpan {
    TextSpan { text: text.into(), area: area(x, y, 60.0, 10.0), size: 10.0, angle: 0.0 }
}

#[track_caller]
fn check(page: PdfPage, expected: &[FigureKind]) {
    let exhibit = PdfExhibit { pages: vec![page], ..PdfExhibit::default() };
    let kinds: Vec<_> = examine_figures(&exhibit).figures.iter().map(|f| f.kind).collect();
    assert_eq!(kinds, expected);
}

#[test]
fn boxes_joined_by_lines_are_a_drawing() {
    let shapes = vec![
        frame(100.0, 100.0, 120.0, 40.0),
        frame(300.0, 100.0, 120.0, 40.0),
        line((220.0, 120.0), (300.0, 120.0)),
    ];
    check(PdfPage { shapes, ..page() }, &[FigureKind::Vector]);
}

#[test]
fn boxes_apart_are_a_drawing_where_the_caption_names_a_diagram() {
    let boxes = |gap: f32| -> Vec<Shape> {
        let at = |one: u8| 60.0 + f32::from(one) * (90.0 + gap);
        (0..4).map(|one| frame(at(one), 100.0, 90.0, 40.0)).collect()
    };
    let page = |gap: f32, caption: &str, words: &str| {
        let at = |one: u8| 70.0 + f32::from(one) * (90.0 + gap);
        let mut spans: Vec<TextSpan> = (0..4)
            .map(|one| span(words, at(one), 115.0))
            .filter(|one| !one.text.is_empty())
            .collect();
        spans.push(span(caption, 60.0, 150.0));
        PdfPage { shapes: boxes(gap), spans, ..page() }
    };
    let named = "Figure 1: Architecture of the court";
    check(page(6.0, named, "Judge"), &[FigureKind::Vector]);
    check(page(6.0, "Figure 1: Sequence diagram", "Judge"), &[FigureKind::Vector]);
    // Cells, boxes without words and those of another figure are none.
    check(page(0.0, named, "Judge"), &[]);
    check(page(6.0, named, ""), &[]);
    check(page(6.0, "Figure 1: Results of the pipeline, a bar chart", "Judge"), &[]);
    check(page(6.0, "The architecture", "Judge"), &[]);
}

#[test]
fn words_that_stick_out_of_a_drawing_belong_to_it() {
    let shapes = vec![
        frame(100.0, 100.0, 120.0, 40.0),
        frame(300.0, 100.0, 120.0, 40.0),
        line((220.0, 120.0), (300.0, 120.0)),
    ];
    let long = TextSpan { area: area(200.0, 110.0, 300.0, 10.0), ..span("body", 0.0, 0.0) };
    let spans = vec![span("in parallel", 400.0, 115.0), span("apart", 425.0, 130.0), long];
    let exhibit =
        PdfExhibit { pages: vec![PdfPage { spans, shapes, ..page() }], ..PdfExhibit::default() };
    assert_eq!(examine_figures(&exhibit).figures[0].area, area(100.0, 100.0, 360.0, 40.0));
}

#[test]
fn tables_are_no_drawings() {
    let mut shapes = Vec::new();
    for row in 0..5_u8 {
        for column in 0..3_u8 {
            let (x, y) = (100.0 + 100.0 * f32::from(column), 100.0 + 20.0 * f32::from(row));
            shapes.push(frame(x, y, 100.0, 20.0));
            shapes.push(line((x, y), (x + 100.0, y)));
            shapes.push(line((x, y), (x, y + 20.0)));
        }
    }
    check(PdfPage { shapes, ..page() }, &[]);
    let ruled = (0..6_u8).map(|row| {
        let y = 100.0 + 20.0 * f32::from(row);
        line((100.0, y), (400.0, y))
    });
    check(PdfPage { shapes: ruled.collect(), ..page() }, &[]);
}

#[test]
fn grounds_of_code_are_no_drawings() {
    let grounds = (0..9_u8).map(|row| frame(80.0, 100.0 + 30.0 * f32::from(row), 440.0, 24.0));
    check(PdfPage { shapes: grounds.collect(), ..page() }, &[]);
}

#[test]
fn pictures_count_and_icons_rules_and_grounds_do_not() {
    let images = vec![
        image(area(100.0, 100.0, 300.0, 200.0), "picture"),
        image(area(50.0, 50.0, 20.0, 20.0), "icon"),
        image(area(50.0, 400.0, 500.0, 8.0), "rule"),
        image(area(0.0, 0.0, 600.0, 800.0), "ground"),
    ];
    let spans = (0..40_u8).map(|row| span("ten words", 50.0, f32::from(row) * 15.0 + 400.0));
    check(
        PdfPage {
            images,
            spans: spans.chain([span(&"x".repeat(300), 50.0, 30.0)]).collect(),
            ..page()
        },
        &[FigureKind::Raster],
    );
}

/// Checks the caption of a picture from 200 to 400 points across and down, with these runs of text around it.
#[track_caller]
fn check_caption(spans: Vec<TextSpan>, expected: Option<&str>) {
    let images = vec![image(area(200.0, 200.0, 200.0, 200.0), "a")];
    let exhibit =
        PdfExhibit { pages: vec![PdfPage { spans, images, ..page() }], ..PdfExhibit::default() };
    let found = examine_figures(&exhibit).figures;
    assert_eq!(found[0].caption.as_deref(), expected);
}

#[test]
fn a_caption_may_stand_right_beside_the_foot_of_its_picture() {
    let caption = |x, y| vec![span("Figure 4 – The loop", x, y)];
    check_caption(caption(138.0, 391.0), Some("Figure 4 – The loop"));
    check_caption(caption(402.0, 389.0), Some("Figure 4 – The loop"));
    // Of another column, or beside its middle.
    check_caption(caption(100.0, 391.0), None);
    check_caption(caption(138.0, 300.0), None);
    check_caption(vec![span("As figure 4 shows", 138.0, 391.0)], None);
    let below = span("Figure 5: below", 200.0, 410.0);
    check_caption([caption(138.0, 391.0), vec![below]].concat(), Some("Figure 5: below"));
}

#[test]
fn a_caption_has_its_number_and_its_lines() {
    let lines = |lines: &[&str]| {
        let line = |(row, text): (u8, &&str)| span(text, 200.0, 410.0 + 12.0 * f32::from(row));
        (0..).zip(lines).map(line).collect::<Vec<_>>()
    };
    for whole in ["Figura 1: Use Case Diagram", "Figure B.1: The base", "Abb. 3: The graph"] {
        check_caption(lines(&[whole]), Some(whole));
    }
    check_caption(
        lines(&["Figure 1. The classes with respect to", "Characters. Our stories are fables."]),
        Some("Figure 1. The classes with respect to Characters. Our stories are fables."),
    );
    check_caption(
        lines(&[
            "Figure 7. Performance of",
            "approaches (Pr=Precision,",
            "Spec=Other).",
            "The body",
        ]),
        Some("Figure 7. Performance of approaches (Pr=Precision, Spec=Other)."),
    );
    check_caption(
        lines(&["Figure 2: of \"The", "Fish\"", "The body"]),
        Some("Figure 2: of \"The Fish\""),
    );
    // The text below, and another caption.
    check_caption(
        lines(&["Figure 1: the graph", "The graph is compiled"]),
        Some("Figure 1: the graph"),
    );
    check_caption(
        lines(&["Figure 1: the graph of", "Figure 2: b"]),
        Some("Figure 1: the graph of"),
    );
    check_caption(lines(&["Figurative speech: none", "x"]), None);
    check_caption(lines(&["Diagram in words"]), None);
}

#[test]
fn bitmaps_right_below_each_other_are_one_picture_of_several() {
    let strip = |y: f32| image(area(200.0, y, 200.0, 100.0), "strip");
    let images = vec![strip(100.0), strip(200.0), strip(300.0), strip(500.0)];
    let exhibit = PdfExhibit { pages: vec![PdfPage { images, ..page() }], ..PdfExhibit::default() };
    let found = examine_figures(&exhibit).figures;
    let told: Vec<_> = found.iter().map(|figure| (figure.pixels, figure.bitmaps)).collect();
    assert_eq!(told, [(Some((200, 300)), Some(3)), (Some((200, 100)), None)]);
}

#[test]
fn a_caption_is_not_that_of_the_picture_beside_its_own() {
    let captions = |spans: Vec<TextSpan>| {
        let images = vec![
            image(area(60.0, 200.0, 200.0, 200.0), "a"),
            image(area(400.0, 250.0, 150.0, 150.0), "b"),
        ];
        let page = PdfPage { spans, images, ..page() };
        let exhibit = PdfExhibit { pages: vec![page], ..PdfExhibit::default() };
        let figures = examine_figures(&exhibit).figures;
        figures.into_iter().map(|figure| figure.caption).collect::<Vec<_>>()
    };
    let one = "Figure 1: the graph".to_owned();
    assert_eq!(captions(vec![span(&one, 100.0, 410.0)]), [Some(one.clone()), None]);
    // One that stands between two pictures is that of both.
    assert_eq!(captions(vec![span(&one, 280.0, 410.0)]), [Some(one.clone()), Some(one)]);
}

#[test]
fn a_line_between_two_pictures_is_the_lower_ones_where_the_upper_has_its_own() {
    let captions = |spans: Vec<TextSpan>| {
        let at = |y: f32, name: &str| image(area(100.0, y, 300.0, 200.0), name);
        let images = vec![at(100.0, "a"), at(340.0, "b")];
        let pages = vec![PdfPage { spans, images, ..page() }];
        let figures = examine_figures(&PdfExhibit { pages, ..PdfExhibit::default() }).figures;
        figures.into_iter().map(|figure| figure.caption).collect::<Vec<_>>()
    };
    let (first, second) = ("Figure 1: the start", "Figure 2: the end");
    let both = vec![span(first, 100.0, 85.0), span(second, 100.0, 322.0)];
    assert_eq!(captions(both), [Some(first.to_owned()), Some(second.to_owned())]);
    let below = vec![span(first, 100.0, 305.0), span(second, 100.0, 545.0)];
    assert_eq!(captions(below), [Some(first.to_owned()), Some(second.to_owned())]);
}

#[test]
fn captions_stand_on_the_side_where_the_report_has_them() {
    let captions = |lines: &[(&str, f32)]| {
        let spans = lines.iter().map(|(text, y)| span(text, 250.0, *y)).collect();
        let images =
            [120.0, 320.0, 520.0].map(|y| image(area(200.0, y, 200.0, 150.0), &y.to_string()));
        let page = PdfPage { images: images.into(), spans, ..page() };
        let exhibit = PdfExhibit { pages: vec![page], ..PdfExhibit::default() };
        let figures = examine_figures(&exhibit).figures;
        figures.into_iter().map(|figure| figure.caption.unwrap_or_default()).collect::<Vec<_>>()
    };
    let names = ["Figure 1", "Figure 2", "Figure 3"];
    let above = [("Figure 1", 100.0), ("Figure 2", 300.0), ("Figure 3", 500.0)];
    assert_eq!(captions(&above), names);
    let below = [("Figure 1", 280.0), ("Figure 2", 480.0), ("Figure 3", 680.0)];
    assert_eq!(captions(&below), names);
    // The first has its own above as well, as in a report of both kinds.
    assert_eq!(captions(&[("Figure 0", 100.0), below[0], below[1], below[2]]), names);
}

#[test]
fn captions_are_read_in_other_languages() {
    for caption in [
        "Figuur 3: De kaart",
        "Рис. 2: Карта",
        "Рисунок 4 - Карта",
        "Screenshot 1A – Map",
        "Imagen 2. El mapa",
    ] {
        check_caption(vec![span(caption, 250.0, 405.0)], Some(caption));
    }
    check_caption(vec![span("Screenshots of it", 250.0, 405.0)], None);
    check_caption(vec![span("Рисовать 2 карты", 250.0, 405.0)], None);
}

#[test]
fn labels_stand_inside_and_captions_near() {
    let images = vec![image(area(100.0, 100.0, 300.0, 200.0), "picture")];
    let spans = vec![
        span("Judge", 200.0, 150.0),
        span("Figure 1: the graph", 150.0, 310.0),
        span("Other text", 150.0, 600.0),
    ];
    let exhibit =
        PdfExhibit { pages: vec![PdfPage { spans, images, ..page() }], ..PdfExhibit::default() };
    let figures = examine_figures(&exhibit).figures;
    assert_eq!(figures[0].labels, ["Judge"]);
    assert_eq!(figures[0].caption.as_deref(), Some("Figure 1: the graph"));
}

/// A table of three rows under a head: grounds of the head's cells and of every second row, and lines
/// of their own around the cells. Some lines lead from one ground to the next.
fn ruled() -> PdfPage {
    let ground = |y: f32, x: f32, width: f32, height: f32| Shape {
        fill: Some([230, 230, 230]),
        stroked: false,
        ..frame(x, y, width, height)
    };
    let mut shapes = vec![ground(100.0, 100.0, 200.0, 30.0), ground(100.0, 300.0, 200.0, 30.0)];
    shapes.extend([ground(130.0, 100.0, 400.0, 60.0), ground(220.0, 100.0, 400.0, 60.0)]);
    for (y, height) in [(130.0, 60.0), (190.0, 30.0), (220.0, 60.0)] {
        for x in [100.0, 300.0] {
            shapes.push(line((x, y + height), (x + 200.5, y + height)));
        }
        for x in [100.0, 300.0, 500.0] {
            shapes.push(line((x, y - 0.5), (x, y + height + 0.5)));
        }
    }
    shapes.push(line((100.0, 130.0), (500.0, 130.0)));
    let spans = [110.0, 140.0, 200.0, 230.0].map(|y| span("Judge", 110.0, y));
    PdfPage { spans: spans.into(), shapes, ..page() }
}

#[test]
fn a_table_with_filled_rows_is_no_drawing() {
    check(ruled(), &[]);
    // It is its words in rows that tell it from boxes that lines join.
    check(PdfPage { spans: Vec::new(), ..ruled() }, &[FigureKind::Vector]);
    let mut marked = ruled();
    marked.shapes.push(Shape { stroked: false, ..frame(320.0, 135.0, 60.0, 18.0) });
    check(marked, &[]);
}

#[test]
fn a_table_with_an_arrow_or_a_box_of_its_own_is_a_drawing() {
    let with = |shape: Shape| {
        let mut page = ruled();
        page.shapes.push(shape);
        page
    };
    check(with(line((150.0, 140.0), (350.0, 200.0))), &[FigureKind::Vector]);
    check(with(line((150.0, 145.0), (150.0, 175.0))), &[FigureKind::Vector]);
    check(with(frame(320.0, 135.0, 60.0, 18.0)), &[FigureKind::Vector]);
    let head = Shape { kind: ShapeKind::Marker, ..frame(150.0, 140.0, 6.0, 6.0) };
    check(with(head), &[FigureKind::Vector]);
}

#[test]
fn equal_boxes_below_each_other_are_a_drawing() {
    let mut shapes = Vec::new();
    for step in 0..4_u8 {
        let y = 100.0 + 50.0 * f32::from(step);
        shapes.push(frame(100.0, y, 200.0, 30.0));
        shapes.push(line((200.0, y + 30.0), (200.0, y + 50.0)));
    }
    let spans = (0..4_u8).map(|step| span("Judge", 110.0, 110.0 + 50.0 * f32::from(step)));
    check(PdfPage { spans: spans.collect(), shapes, ..page() }, &[FigureKind::Vector]);
}

#[test]
fn what_lies_under_several_pages_is_no_figure() {
    let slide = |number: u32, name: &str, width: f32| PdfPage {
        number,
        images: vec![image(area(0.0, 0.0, width, 790.0), name)],
        spans: vec![span("Title", 100.0, 100.0)],
        ..page()
    };
    let shown = |pages: Vec<PdfPage>| {
        examine_figures(&PdfExhibit { pages, ..PdfExhibit::default() }).figures.len()
    };
    assert_eq!(shown(vec![slide(1, "a", 590.0), slide(2, "a", 590.0)]), 0);
    assert_eq!(shown(vec![slide(1, "a", 590.0), slide(2, "b", 590.0)]), 2);
    assert_eq!(shown(vec![slide(1, "a", 300.0), slide(2, "a", 300.0)]), 2);
}
