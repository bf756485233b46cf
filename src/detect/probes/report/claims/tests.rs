use super::*;
use crate::domain::facts::ClaimKind;

#[track_caller]
fn check(claims: &[(ClaimStatus, bool)], expected: &str) {
    let claim = |(page, (status, understates)): (u32, &(ClaimStatus, bool))| ClaimFact {
        kind: ClaimKind::ConditionalEdges,
        page,
        sentence: format!("Sentence {page} says something."),
        status: *status,
        fact: "the graph has conditional edges".into(),
        places: Vec::new(),
        understates: *understates,
        at_odds: *status == ClaimStatus::Undecided,
    };
    let all: Vec<ClaimFact> = (1..).zip(claims).map(claim).collect();
    let probe: Claims = serde_json::from_str("{}").unwrap();
    let answer = probe.answer(&all, Scores::default(), 0);
    let told = format!("{:?} {} {:?}", answer.outcome, answer.statement, answer.missing);
    assert!(told.contains(expected), "{told}");
}

#[test]
fn a_report_that_understates_the_code_is_told_so_and_loses_nothing() {
    use ClaimStatus::{Contradicted, Supported};
    let behind = [(Contradicted, true), (Supported, false), (Supported, false)];
    check(&behind, "Holds 3 sentences make 3 claims");
    check(&behind, "1 contradicted by it (it understates the code), 2");
    check(&behind, "Correct the report on page 1: the code does more");
    check(&behind, "says. []");
    let both = [(Contradicted, true), (Contradicted, false), (Supported, false)];
    check(&both, "Partly { share: 0.25 }");
    check(&both, "2 contradicted by it (1 of them understates the code), 1 supported");
    check(
        &both,
        "0 undecided; a contradicted one weighs as much as 3 supported ones, and what understates the code counts neither way. Correct",
    );
    check(&both, "[\"“Sentence 2");
    check(&[(Contradicted, false); 2], "[\"“Sentence 1 says something.”, but");
    check(&[(Contradicted, false)], "Fails");
}

#[test]
fn a_report_of_which_hardly_a_sentence_is_decided_is_not_said_to_be_right() {
    use ClaimStatus::{Contradicted, Supported, Undecided};
    let few = [(Supported, false), (Contradicted, true), (Undecided, false)];
    check(&few, "neutral: false }");
    check(&few, "decided: only 2 sentences of the report could be held against the code,");
    check(&few[..1], "only 1 sentence of the report could be held against the code,");
    check(&[(Supported, false); 3], "Holds");
    // What is against it counts all the same.
    check(&[(Contradicted, false)], "Fails");
}

#[test]
fn names_that_are_there_do_not_make_a_report_right() {
    let claim = |kind| ClaimFact {
        kind,
        page: 1,
        sentence: format!("Sentence on {kind:?}."),
        status: ClaimStatus::Supported,
        fact: "it is there".into(),
        places: Vec::new(),
        understates: false,
        at_odds: false,
    };
    let probe: Claims = serde_json::from_str("{}").unwrap();
    let told = |kinds: [ClaimKind; 4]| {
        let answer = probe.answer(&kinds.map(claim), Scores::default(), 0);
        (answer.outcome == Outcome::Holds, answer.statement)
    };
    let names = [
        ClaimKind::Libraries,
        ClaimKind::Definitions,
        ClaimKind::MarkdownReport,
        ClaimKind::CommitCount,
    ];
    let (holds, statement) = told(names);
    assert!(!holds && statement.contains("only names and counts of the report"), "{statement}");
    let [first, second, third, _] = names;
    assert!(told([first, second, third, ClaimKind::FanIn]).0);
}

#[test]
fn every_claim_that_is_counted_is_told_with_its_sentence() {
    let claim = |kind, status, number: usize, fact: &str| ClaimFact {
        kind,
        page: 1,
        sentence: format!("Sentence {number}."),
        status,
        fact: fact.into(),
        places: Vec::new(),
        understates: false,
        at_odds: fact == "perhaps not",
    };
    let (supported, undecided) = (ClaimStatus::Supported, ClaimStatus::Undecided);
    let mut all = vec![
        claim(ClaimKind::ConditionalEdges, supported, 0, "one"),
        claim(ClaimKind::ParallelJudges, supported, 0, "other"),
    ];
    let open = |number| claim(ClaimKind::FanIn, undecided, number, "open");
    all.extend((1..=STATED + FEW).map(open));
    let probe: Claims = serde_json::from_str("{}").unwrap();
    let texts = |all: &[ClaimFact]| -> (String, Vec<String>) {
        let answer = probe.answer(all, Scores::default(), 0);
        (answer.statement, answer.findings.into_iter().map(|one| one.rationale).collect())
    };
    let (statement, findings) = texts(&all);
    assert!(findings[0].contains("behind it: one. What this says of"), "{findings:?}");
    assert!(findings[0].ends_with("behind it: other. What else it says was not examined."));
    assert!(!statement.contains("not listed"), "{statement}");
    all.push(claim(ClaimKind::FanIn, undecided, 99, "perhaps not"));
    let (statement, findings) = texts(&all);
    assert!(statement.contains("not listed here: 3 sentences of undecided ones"), "{statement}");
    // What may be contradicted is never left out.
    assert!(findings[1].contains("contradicts it if it means what it seems to: perhaps not"));
}

#[test]
fn a_line_that_may_be_at_odds_is_told_and_held_against_nobody() {
    use ClaimStatus::{Supported, Undecided};
    let known = (Supported, false);
    let all = [known, known, known, (Undecided, false)];
    check(&all, "Holds");
    check(&all, "0 contradicted by it, 3 supported in one point, 1 undecided (contradicted, if");
    check(&all, "if it means what it seems to).");
    // How a share comes about is told where there is one.
    check(&[known, (ClaimStatus::Contradicted, false)], "weighs as much as 3 supported ones");
}

#[test]
fn one_fact_supports_or_contradicts_a_report_once_however_often_it_is_told() {
    use ClaimStatus::{Contradicted, Supported};
    let (known, wrong) = ((Supported, false), (Contradicted, false));
    // The facts of these claims are one.
    let all = [known, known, known, wrong];
    check(&all, "Partly { share: 0.25 } 4 sentences make 4 claims");
    check(
        &all,
        "undecided; supported ones of one kind that one fact decides count once, which leaves 1; a contradicted one weighs",
    );
    check(&[known, wrong, wrong], "Partly { share: 0.25 }");
    check(
        &[known, wrong, wrong],
        "undecided; contradicted ones of one kind that one fact decides count once, which leaves 1; a contradicted one",
    );
}
