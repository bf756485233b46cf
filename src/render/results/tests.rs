use super::fixture::{class, clean, graded, human, submission};
use super::*;
use crate::domain::graded::{HumanScore, State, Student};
use crate::render::escape::tests::NASTY;
use crate::render::fixture::{id, report};
use crate::render::hostile::saying;
use crate::render::page::Page;

/// Cells of a table, as a spreadsheet reads them.
fn cells(table: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut rest = table.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => cell.push(rest.next().unwrap()),
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !quoted => {}
            '\n' if !quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(!quoted && row.is_empty() && cell.is_empty(), "the last row has no end");
    rows
}

#[test]
fn grades_have_one_row_per_submission() {
    let table = grades_csv(&class());
    let rows = cells(&table);
    assert_eq!(rows.len(), 1 + class().len());
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{rows:?}");
    insta::assert_snapshot!(table.replace("\r\n", "\n"));
}

#[test]
fn canvas_gets_rows_that_it_can_match() {
    let assignment = CanvasAssignment { title: "Audit (77)".into(), points: 20.0 };
    insta::assert_snapshot!(canvas_csv(&class(), &assignment).replace("\r\n", "\n"));
}

#[test]
fn a_name_or_number_that_canvas_would_misread_is_left_out() {
    let student =
        Student { name: "Points Possible".into(), number: "12x".into(), ..Student::default() };
    let one = Graded { student: Some(student), ..graded("bo", clean(5.0)) };
    let rows = cells(&canvas_csv(&[one], &CanvasAssignment { title: "A".into(), points: 5.0 }));
    assert_eq!(rows[2], ["", "", "bo", "", "5"]);
}

#[test]
fn no_cell_of_a_hostile_class_is_a_formula() {
    for text in NASTY.iter().chain(&["=1+1", "@SUM(A1)", "\t=1", "-1", "+1", "a\r\n=1,\"x"]) {
        let mut one = graded("evil", saying(text, &[]));
        one.state = State::Parked { reason: (*text).into() };
        one.student =
            Some(Student { name: (*text).into(), section: (*text).into(), ..Default::default() });
        let assignment = CanvasAssignment { title: "A".into(), points: 5.0 };
        let class = [one];
        for table in [grades_csv(&class), canvas_csv(&class, &assignment)] {
            let rows = cells(&table);
            assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text:?}: {table}");
            for cell in rows.iter().flatten() {
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{text:?}: {cell}");
            }
        }
    }
}

/// What stands on the flawed criterion of the fixture, and overall, with a person's score on it.
#[track_caller]
fn check_overall(person: &[(&str, u8)], expected: f64) {
    let person = person.iter().map(|(on, number)| (id(on), human(*number)));
    let one = Graded { human: person.collect(), ..graded("eve", report()) };
    assert_eq!(one.overall(), Some(expected));
    assert_eq!(one.machine_overall(), Some(3.0), "the machine's score is not touched");
}

#[test]
fn a_persons_score_wins_and_a_flaw_caps_until_a_person_says_otherwise() {
    check_overall(&[], 3.0);
    // (1.5·2 + 5 + 5) / 3.5 = 3.71 is above the cap, and the flaw still stands.
    check_overall(&[("diagram_analysis", 5)], 3.0);
    check_overall(&[("safe_tool_engineering", 3)], 3.0);
    // (1.5·4 + 5 + 3) / 3.5: a person who scores above the cap says that the flaw does not count.
    check_overall(&[("safe_tool_engineering", 4)], 4.0);
    check_overall(&[("safe_tool_engineering", 1)], 2.71);
    // A criterion that the machine could not score counts once a person scores it: 11 / 4.5.
    check_overall(&[("theoretical_depth", 1), ("safe_tool_engineering", 1)], 2.33);
}

#[test]
fn without_a_report_only_a_person_who_scores_everything_gives_a_grade() {
    let mut one = Graded::new(submission("dara"), State::Parked { reason: "gone".into() });
    one.yardstick.weights = [(id("a"), 1.0), (id("b"), 3.0)].into();
    one.human.insert(id("a"), human(1));
    assert_eq!(one.overall(), None);
    one.human.insert(id("b"), human(5));
    assert_eq!(one.overall(), Some(4.0));
    assert_eq!(doubts(&one), []);
}

#[test]
fn a_score_of_a_part_alone_is_no_grade_until_a_person_says_so() {
    let mut part = clean(4.5);
    part.notices = vec!["The repository could not be examined: it has no commits.".into()];
    part.not_scored = report().not_scored;
    let state = State::Partial { reason: "the repository could not be examined".into() };
    let mut one = Graded { state, ..graded("gus", part) };
    assert_eq!((one.overall(), one.grade()), (Some(4.5), None));
    let assignment = CanvasAssignment { title: "A".into(), points: 5.0 };
    let class = [graded("bo", clean(2.0)), one.clone()];
    assert!(!canvas_csv(&class, &assignment).contains("gus"));
    assert_eq!(gradescope_json(&one, Visibility::Visible), None);
    assert!(
        grades_csv(&class).contains("\r\ngus,partial,the repository could not be examined,,4.5,")
    );
    assert!(summary_text(&class).contains("mean 2.0, from 2.0 to 2.0"));
    assert_eq!(ranked(&class)[0].0.id, one.id);
    let said = doubts(&one)[0].in_words();
    assert!(said.starts_with("the report is partial, and its score counts for no grade"), "{said}");
    one.human.insert(id("theoretical_depth"), human(4));
    assert!(one.grade().is_some() && gradescope_json(&one, Visibility::Visible).is_some());
}

#[track_caller]
fn check_doubts(one: &Graded, expected: &[&str]) {
    let words: Vec<String> = doubts(one).iter().map(Doubt::in_words).collect();
    assert_eq!(words, expected, "{}", one.id);
}

#[test]
fn doubts_say_what_to_look_at_and_what_a_person_settled_raises_none() {
    let class = class();
    check_doubts(&class[0], &[]);
    check_doubts(
        &class[1],
        &[
            "the submission speaks to its grader (1 flag)",
            "a confirmed flaw at src/tools/repo_tools.py:44",
            "not scored: Theoretical Depth (Documentation)",
            "the judges are 3 points apart on Safe Tool Engineering",
            "1 seat without an opinion",
            "left to a person: Architectural Diagram Analysis",
        ],
    );
    check_doubts(&class[2], &["the report is partial: the report's figures were not examined"]);
    check_doubts(&class[3], &["no report: =the host did not answer, 5 attempts"]);
    check_doubts(
        &class[4],
        &[
            "not scored: Theoretical Depth (Documentation)",
            "left to a person: Architectural Diagram Analysis",
        ],
    );
    check_doubts(&class[5], &[]);
    let again = State::Parked { reason: "the host answered 404".into() };
    check_doubts(
        &Graded { state: again, ..graded("gus", clean(4.0)) },
        &["it was given up, and the report is an earlier one: the host answered 404"],
    );
}

#[track_caller]
fn check_boundary(overall: f64, criteria: usize, expected: Option<f64>) {
    let mut report = clean(overall);
    report.criteria = vec![report.criteria[0].clone(); criteria];
    let found = doubts(&graded("x", report)).into_iter().find_map(|doubt| match doubt {
        Doubt::NearBoundary { boundary, .. } => Some(boundary),
        _ => None,
    });
    assert_eq!(found, expected, "{overall} of {criteria} criteria");
}

#[test]
fn a_score_is_near_a_boundary_where_one_point_on_one_criterion_crosses_it() {
    check_boundary(3.4, 10, Some(3.5));
    check_boundary(3.5, 10, Some(3.5));
    check_boundary(3.6, 10, Some(3.5));
    check_boundary(3.39, 10, None);
    check_boundary(4.0, 10, None);
    check_boundary(4.3, 5, Some(4.5));
    // A person who scored everything leaves nothing that could move.
    let mut both = clean(4.5);
    both.criteria.push(both.criteria[0].clone());
    both.criteria[1].dimension_id = id("other");
    let mut settled = graded("x", both);
    settled.human = [(id("graph_orchestration"), human(5)), (id("other"), human(4))].into();
    assert_eq!(settled.overall(), Some(4.5));
    check_doubts(&settled, &[]);
    // With three criteria every score would be near something.
    check_boundary(3.4, 3, None);
}

#[test]
fn a_terminal_hears_of_the_doubtful_cases_first() {
    insta::assert_snapshot!(summary_text(&class()));
    assert_eq!(summary_text(&[]), "No submission.\nCost: no model was paid\n");
}

fn is_ours(link: &str) -> bool {
    ["bo", "amara", "chen", "eve"].iter().any(|id| link.starts_with(&format!("{id}/report.")))
}

#[test]
fn the_page_of_a_class_has_the_doubtful_cases_first() {
    let hints = vec![CohortHint {
        submissions: vec![submission("bo"), submission("eve"), submission("gone")],
        text: "`src/graph.py` is the same file.".into(),
    }];
    let page = Page::read(&index_html("Week 2", &class(), &hints));
    page.check(is_ours);
    let order: Vec<&str> =
        page.values("id").into_iter().filter_map(|id| id.strip_prefix("submission:")).collect();
    assert_eq!(order, ["dara", "amara", "chen", "eve", "bo", "finn"]);
    for words in [
        "6 submissions",
        "3 graded",
        "1 parked",
        "4 to look at first",
        "0.0842 USD cost",
        "A. Grader",
        "the machine's overall is 3.0",
        "src/graph.py is the same file.",
        "no report: =the host did not answer, 5 attempts",
    ] {
        assert!(page.words.contains(words), "{words}: {}", page.words);
    }
    // The overall scores, and the four criteria of the rubric.
    assert_eq!(page.count("histogram"), 5);
}

#[test]
fn an_empty_class_has_a_page() {
    let page = Page::read(&index_html("Nobody", &[], &[]));
    page.check(|_| false);
    assert!(page.words.contains("0 submissions"), "{}", page.words);
}

#[test]
fn no_submission_builds_anything_on_the_page_of_its_class() {
    let evil = ["\"><script>", "' onload='x", "</title></style><script>", "javascript:alert(1)"];
    let paged = |text: &str| {
        let mut one = graded("x", saying(text, &[]));
        one.state = State::Partial { reason: text.into() };
        one.student = Some(Student { name: text.into(), ..Student::default() });
        one.human.insert(
            id("graph_orchestration"),
            HumanScore { who: text.into(), reason: text.into(), ..human(2) },
        );
        one.files =
            vec![text.into(), "../../etc/passwd".into(), "//evil.example/x".into(), "C:/x".into()];
        let hints = [CohortHint { submissions: vec![submission("x")], text: text.into() }];
        Page::read(&index_html(text, &[one], &hints))
    };
    let harmless = paged("harmless");
    for text in NASTY.iter().chain(&evil).filter(|text| !text.trim().is_empty()) {
        let page = paged(text);
        // A file is a relative address whatever its name is: no scheme, no host, no way up.
        page.check(|link| {
            !link.contains([':', '?', '#', '"']) && !link.starts_with('/') && !link.contains("..")
        });
        assert_eq!(page.skeleton(), harmless.skeleton(), "{text:?}");
    }
}

#[test]
fn gradescope_gets_a_score_and_a_test_per_criterion() {
    let class = class();
    insta::assert_snapshot!(gradescope_json(&class[4], Visibility::AfterPublished).unwrap());
    assert_eq!(gradescope_json(&class[3], Visibility::Visible), None);
}

#[test]
fn what_one_submitter_gets_holds_nothing_of_the_others() {
    let mut other = clean(5.0);
    other.repo_url = "https://github.com/octo/other".into();
    let one = graded("other", other.clone());
    // Without a person's score it is the page of the report to the byte.
    assert_eq!(submitter_feedback(&one), Some(crate::render::html(&other)));
    assert_eq!(submitter_feedback(&class()[3]), None);
}

#[test]
fn a_submitter_sees_a_persons_score_beside_the_programs() {
    let page = Page::read(&submitter_feedback(&class()[4]).unwrap());
    page.check(|link| link.starts_with("https://github.com/octo/courtroom-agent"));
    for words in [
        "Scored by a person: 4 instead of 2",
        "the call is a test's",
        "A. Grader, 2026-02-25",
        "the overall score is 4.0 instead of 3.0",
        "Safe Tool Engineering : 4 of 5",
        "The median of 1, 3 and 2 is 2",
    ] {
        assert!(page.words.contains(words), "{words}: {}", page.words);
    }
}

#[test]
fn a_file_of_results_is_the_same_on_every_run() {
    let (class, again) = (class(), class());
    assert_eq!(index_html("x", &class, &[]), index_html("x", &again, &[]));
    assert_eq!(grades_csv(&class), grades_csv(&again));
}

#[test]
fn a_class_in_brief_gives_the_same_lists() {
    let whole = class();
    let brief: Vec<Graded> = whole
        .iter()
        .map(|one| {
            let report = one.report.as_ref().map(|report| std::sync::Arc::new(report.brief()));
            Graded { report, ..one.clone() }
        })
        .collect();
    assert_ne!(brief, whole);
    let hints = [CohortHint { submissions: vec![submission("bo")], text: "Alone.".into() }];
    assert_eq!(index_html("c", &brief, &hints), index_html("c", &whole, &hints));
    assert_eq!(grades_csv(&brief), grades_csv(&whole));
    let assignment = CanvasAssignment { title: "Audit".into(), points: 5.0 };
    assert_eq!(canvas_csv(&brief, &assignment), canvas_csv(&whole, &assignment));
    assert_eq!(summary_text(&brief), summary_text(&whole));
}
