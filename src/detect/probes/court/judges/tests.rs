//! How the personas' prompts are told apart.

use super::*;
use crate::domain::facts::PromptSimilarity;

const BRIEF: &str = "You are kind to whoever wrote it and see what was meant by it.";

/// Checks what three personas are worth of which each pair shares so much, and so much of their own sentences.
#[track_caller]
fn check(shared: [f64; 3], own: f64, own_words: u32, expected: &Outcome) {
    check_text(BRIEF, shared, (own, own_words), expected);
}

/// What instructs the Defense.
fn prompt(text: &str) -> PromptFact {
    PromptFact {
        persona: "Defense".into(),
        text: text.into(),
        template: None,
        sent: None,
        part: false,
        live: Some(true),
        place: Lines::default(),
        in_tests: false,
    }
}

#[track_caller]
fn check_text(text: &str, shared: [f64; 3], own: (f64, u32), expected: &Outcome) {
    let pair =
        |shared| PromptSimilarity { left: "Defense".into(), right: "b".into(), shared, own: own.0 };
    let python = PythonFacts {
        prompts: vec![prompt(text)],
        prompt_similarity: shared.map(pair).into(),
        common_words: CommonWords { all: 131, own: own.1, ..CommonWords::default() },
        ..PythonFacts::default()
    };
    let personas = Personas { shared_at_most: 0.5 };
    assert_eq!(personas.outcome(&python), *expected);
    let (told, missing) = personas.told(&python, None, &[]);
    assert_eq!(missing.is_empty(), shared.iter().all(|shared| *shared <= 0.5), "{told}");
}

#[test]
fn sentences_of_their_own_count_for_most_beside_what_is_common_to_all() {
    check([0.1, 0.2, 0.5], 0.1, 40, &Outcome::Holds);
    check([0.71, 0.7, 0.68], 0.03, 40, &Outcome::Partly { share: 0.75 });
    check([0.97, 0.95, 0.95], 0.1, 14, &Outcome::Partly { share: 0.5 });
    // They differ in a label, or in nothing.
    check([0.97, 0.95, 0.95], 0.1, 6, &Outcome::Fails);
    check([0.7, 0.7, 0.7], 0.8, 40, &Outcome::Fails);
}

#[test]
fn texts_too_short_to_share_anything_count_half() {
    check_text("You are kind.", [0.0, 0.0, 0.0], (0.0, 3), &Outcome::Partly { share: 0.5 });
}

/// Checks what is said of three texts of which these are too short.
#[track_caller]
fn check_short(briefs: &[(&str, usize)], told: &str, missing: &[&str]) {
    let pair = PromptSimilarity { left: "a".into(), right: "b".into(), shared: 0.0, own: 0.0 };
    let python = PythonFacts { prompt_similarity: vec![pair; 3], ..PythonFacts::default() };
    let personas = Personas { shared_at_most: 0.5 };
    let (said, wanted) = personas.told(&python, None, briefs);
    assert!(said.contains(told), "{said}");
    assert_eq!(wanted, missing, "{said}");
}

#[test]
fn every_text_that_is_too_short_is_named_and_compared_only_where_it_can_be() {
    check_short(
        &[("Defense", 4), ("Prosecutor", 4), ("TechLead", 4)],
        "not all have a phrase of five words by which they could be compared; what else is sent with these was not compared; Defense, Prosecutor and TechLead have 4 words each, which hardly instruct.",
        &["briefs for Defense, Prosecutor and TechLead of more than their 4 words"],
    );
    check_short(
        &[("Defense", 6), ("Prosecutor", 9)],
        "the closest two have 0 % of their five-word phrases in common; what else is sent with these was not compared; Defense and Prosecutor have 6 to 9 words each",
        &["briefs for Defense and Prosecutor of more than their 6 to 9 words"],
    );
    check_short(
        &[("Defense", 6)],
        "; the one of Defense has 6 words, which hardly instruct.",
        &["a brief for Defense of more than its 6 words"],
    );
    check_short(&[], "0 % of their five-word phrases in common", &[]);
}

#[test]
fn texts_of_a_few_words_are_told_as_such_unless_something_is_around_them() {
    let said = |text: &str, template: Option<Lines>| {
        let prompt = |persona: &str| PromptFact {
            persona: persona.into(),
            text: text.into(),
            template: template.clone(),
            sent: None,
            part: false,
            live: Some(true),
            place: Lines::default(),
            in_tests: false,
        };
        let pair = PromptSimilarity { left: "a".into(), right: "b".into(), shared: 0.0, own: 0.0 };
        let python = PythonFacts {
            prompts: vec![prompt("Defense"), prompt("Prosecutor"), prompt("TechLead")],
            prompt_similarity: vec![pair; 3],
            ..PythonFacts::default()
        };
        Personas { shared_at_most: 0.5 }.told(&python, None, &[]).0
    };
    assert!(said(BRIEF, None).contains("; no judge has more than 14 words in these; what else"));
    assert!(!said(BRIEF, Some(Lines::default())).contains("no judge has more"));
    assert!(!said(&BRIEF.repeat(2), None).contains("no judge has more"));
}

#[test]
fn the_judge_that_has_next_to_nothing_to_itself_is_named_with_the_place() {
    let pair = PromptSimilarity { left: "a".into(), right: "b".into(), shared: 0.9, own: 0.1 };
    let words = |own, place| CommonWords { all: 69, own, fewest: Some("Prosecutor".into()), place };
    let mut python = PythonFacts {
        prompt_similarity: vec![pair; 3],
        common_words: words(8, Some(Lines::new("src/judges.py", "b", 79, 79))),
        ..PythonFacts::default()
    };
    let personas = Personas { shared_at_most: 0.5 };
    let told = personas.told(&python, None, &[]).0;
    let named = "and the Prosecutor has 8 words of its own, most of them at `src/judges.py:79`.";
    assert!(told.ends_with(named), "{told}");
    // What a prompt alone says of the reply cannot be left out of it.
    python.common_words = words(40, None);
    let advice = |python: &PythonFacts| personas.told(python, None, &[]).1.concat();
    assert!(!advice(&python).contains("schema"), "{}", advice(&python));
    python.structured_output = vec![crate::domain::facts::StructuredOutputFact::default()];
    assert!(advice(&python).contains("such as what the schema of the reply"));
}

#[test]
fn what_judges_are_told_of_a_criterion_in_vain_is_noted_once() {
    let lacked = |key: &str, file: &str, fails| crate::domain::facts::LackedKey {
        key: key.into(),
        written: format!("dim[\"{key}\"]"),
        fails,
        rubric: "rubric.json".into(),
        place: Lines::new(file, "b", 7, 7),
    };
    let python = PythonFacts {
        lacked_keys: vec![
            lacked("levels", "src/nodes/judges.py", false),
            lacked("logic", "src/nodes/judges.py", true),
            lacked("logic", "src/nodes/judges.py", false),
            lacked("weight", "src/report.py", false),
        ],
        ..PythonFacts::default()
    };
    let statement = "Three.".to_owned();
    let answer =
        Answer { outcome: Outcome::Holds, statement, missing: Vec::new(), findings: Vec::new() };
    let told = told_of::noted(answer, &python);
    assert_eq!(
        told.statement,
        "Three. Note: `dim[\"logic\"]` at `src/nodes/judges.py:7` asks for `logic` of a criterion; no criterion of `rubric.json` has that key, so that the line fails with that rubric. Note: `dim[\"levels\"]` at `src/nodes/judges.py:7` asks for `levels` of a criterion; no criterion of `rubric.json` has that key, so that nothing of it comes to a judge with that rubric."
    );
    assert_eq!((told.outcome, told.findings.len()), (Outcome::Holds, 2));
}

/// Checks whether three texts of one place are one in which only the name changes.
#[track_caller]
fn check_same(texts: [&str; 3], same: bool) {
    let prompts = texts.map(prompt);
    assert_eq!(same_text(&prompts.each_ref()), same, "{texts:?}");
}

#[test]
fn texts_that_stand_in_one_line_are_one_only_where_they_say_the_same() {
    check_same(
        [
            "You are the Prosecutor. Judge.",
            "You are the Defense. Judge.",
            "You are the Tech Lead. Judge.",
        ],
        true,
    );
    check_same(["You are {}. Judge.", "You are {}. Judge.", "You are {}. Judge."], true);
    check_same(["Assume the worst.", "Assume good faith.", "Ask whether it runs."], false);
}
