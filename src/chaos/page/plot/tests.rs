use super::*;

#[track_caller]
fn check_ticks(scale: Scale, expected: &[f64]) {
    let ticks = scale.ticks();
    assert_eq!(ticks.len(), expected.len(), "{scale:?}: {ticks:?}");
    for (tick, wanted) in ticks.iter().zip(expected) {
        assert!((tick - wanted).abs() <= wanted.abs() * 1e-9, "{scale:?}: {ticks:?}");
    }
}

#[test]
fn ticks_stand_at_round_numbers() {
    check_ticks(Scale::linear(&[0.37]), &[0.0, 0.1, 0.2, 0.3, 0.4]);
    check_ticks(Scale::linear(&[0.4, 0.1]), &[0.0, 0.1, 0.2, 0.3, 0.4]);
    check_ticks(Scale::linear(&[12.0]), &[0.0, 5.0, 10.0, 15.0]);
    check_ticks(Scale::linear(&[-0.5, 0.4]), &[-0.6, -0.4, -0.2, 0.0, 0.2, 0.4]);
    check_ticks(Scale::linear(&[-3.0, -1.0]), &[-3.0, -2.0, -1.0, 0.0]);
    check_ticks(Scale::log(&[7.0, 300.0]), &[5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0]);
    check_ticks(Scale::log(&[3.0, 4000.0]), &[10.0, 100.0, 1000.0]);
    check_ticks(Scale::log(&[0.0, 1.0, 5000.0]), &[0.0, 1.0, 10.0, 100.0, 1000.0]);
}

#[test]
fn an_axis_has_two_ends_whatever_the_values() {
    check_ticks(Scale::linear(&[]), &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    check_ticks(Scale::linear(&[0.0, 0.0]), &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    check_ticks(Scale::log(&[]), &[1.0, 2.0, 5.0, 10.0]);
    check_ticks(Scale::log(&[50.0, 50.0]), &[20.0, 50.0, 100.0]);
    let hostile = [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 5e-324, -0.0, 3.0];
    for scale in [Scale::linear(&hostile), Scale::log(&hostile), Scale::fitting(&hostile)] {
        let ticks = scale.ticks();
        assert!(ticks.len() >= 2 && ticks.len() < 30, "{scale:?}: {ticks:?}");
        assert!(ticks.iter().all(|tick| tick.is_finite()), "{scale:?}: {ticks:?}");
        assert!(hostile.iter().all(|value| (0.0..=1.0).contains(&scale.place(*value))));
    }
}

#[test]
fn values_that_differ_much_stand_on_a_log_axis() {
    let is_log = |values: &[f64]| matches!(Scale::fitting(values), Scale::Log { .. });
    assert!(!is_log(&[0.0, 0.1, 0.2, 0.4]));
    assert!(is_log(&[0.0, 0.001, 0.1]));
    assert!(!is_log(&[0.0, 0.0]));
    assert!(!is_log(&[]));
}

#[test]
fn zero_has_its_own_place_before_the_break_of_a_log_axis() {
    let scale = Scale::log(&[0.0, 1.0, 100.0]);
    let broken = scale.axis_break().expect("there is a zero");
    assert!(scale.place(0.0) < broken && broken < scale.place(1.0));
    assert!((scale.place(100.0) - 1.0).abs() < 1e-9);
    assert_eq!(Scale::log(&[1.0, 100.0]).axis_break(), None);
}

fn chart(points: Vec<Point>) -> Chart {
    let told = super::super::words::tick;
    Chart {
        title: "Complete <audits>".to_owned(),
        x: Axis { label: "rate".to_owned(), scale: Scale::linear(&[1.0]), told },
        y: Axis { label: "share".to_owned(), scale: Scale::linear(&[10.0]), told },
        series: vec![Series { label: "panic & hang".to_owned(), points }],
        shape: Shape::Lines,
    }
}

fn point(x: f64, y: f64, interval: Option<(f64, f64)>) -> Point {
    Point { x, y, interval, told: format!("{y} at {x}") }
}

#[test]
fn a_small_chart_is_drawn_as_agreed() {
    let points = vec![point(0.0, 10.0, None), point(1.0, 4.0, Some((2.0, 7.0)))];
    let svg = chart(points).svg();
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("a_small_chart", svg);
    });
}

#[test]
fn no_value_breaks_a_drawing() {
    let hostile = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -7.0];
    let points = hostile.iter().map(|value| point(*value, *value, Some((*value, *value))));
    let mut chart = chart(points.collect());
    for series in &mut chart.series {
        series.points.iter_mut().for_each(|point| point.told = String::new());
    }
    for shape in [Shape::Lines, Shape::Steps] {
        chart.shape = shape;
        let svg = chart.svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}

#[test]
fn long_names_are_cut_and_stay_inside() {
    let mut chart = chart(vec![point(0.0, 1.0, None)]);
    chart.series[0].label = "a".repeat(500);
    chart.title = "b".repeat(500);
    let svg = chart.svg();
    let texts = svg.split("<text").skip(1).filter_map(|text| text.split_once("</text>"));
    let longest = texts.map(|(text, _)| text.rsplit('>').next().map_or(0, str::len)).max();
    assert!(longest.is_some_and(|longest| longest < 64), "{longest:?}");
}

#[test]
fn as_many_columns_as_names_allow() {
    let entries = |label: &str| -> Vec<Entry> {
        (0..6).map(|nth| Entry { nth, label: label.to_owned() }).collect()
    };
    let height = |label: &str| legend(&mut Canvas::default(), 0.0, &entries(label), Key::Marked);
    let heights = ["hang", "hang at judge.handle", "torn write at journal.append"].map(height);
    assert_eq!(format!("{heights:?}"), "[34.0, 51.0, 102.0]");
    let long = "one-judge-down-for-good: panic at judge[Prosecutor].handle in every hearing";
    assert!(height(long) > 6.0 * 17.0, "what is longer than a line goes on in the next");
}
