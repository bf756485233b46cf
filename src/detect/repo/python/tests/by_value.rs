//! Variables of the synthesis that are known by what they hold, whatever they are called.

use super::facts;
use crate::domain::facts::JusticeFact;

const HEAD: &str = "def chief_justice(opinions, evidences, criterion_id):\n";

fn read(text: &str) -> Vec<JusticeFact> {
    facts(&[("src/nodes/justice.py", text)]).justice
}

/// Checks the rules that a function of these lines implements.
#[track_caller]
fn check(lines: &[&str], rules: &[&str]) {
    let body = format!("    {}\n", lines.join("\n    "));
    let found = read(&format!("{HEAD}{body}"));
    let found: Vec<&str> = found.iter().flat_map(|one| &one.rules).map(String::as_str).collect();
    assert_eq!(found, rules, "{body}");
}

#[test]
fn scores_and_their_distance_are_known_by_what_they_hold() {
    let again = [
        "marks = [vote.score for vote in opinions]",
        "far = max(marks) - min(marks)",
        "outcome = round(sum(marks) / len(marks))",
        "if far > 2:",
        "    outcome = min(one.confidence for one in evidences) * outcome",
        "return CriterionResult(final_score=outcome)",
    ];
    check(&again, &["variance_re_evaluation"]);
    let texts = [
        "marks = [vote.score for vote in opinions]",
        "far = max(marks) - min(marks)",
        "objection = None",
        "if far > 2:",
        "    objection = f'{marks} lie {far} apart'",
        "return CriterionResult(final_score=marks[0], dissent_summary=objection)",
    ];
    check(&texts, &["dissent"]);
    // No score is in these, and how far they lie apart is no distance between judges.
    let lengths = [
        "sizes = [len(vote.argument) for vote in opinions]",
        "far = max(sizes)",
        "objection = None",
        "if far > 2:",
        "    objection = f'{sizes} lie {far} apart'",
        "return Result(length=sizes[0], excuse=objection)",
    ];
    check(&lengths, &[]);
}

#[test]
fn what_stands_for_all_criteria_is_no_average_of_the_judges() {
    let overall = [
        "verdicts = []",
        "for group in opinions:",
        "    marks = [vote.score for vote in group]",
        "    final_score = min(marks) if evidences else max(marks)",
        "    verdicts.append(int(final_score))",
        "overall = (sum(verdicts) / len(verdicts)) if verdicts else 1.0",
        "return Report(overall_score=overall)",
    ];
    let body = format!("    {}\n", overall.join("\n    "));
    let found = read(&format!("{HEAD}{body}"));
    assert!(found.iter().all(|one| one.averages.is_empty()), "{found:#?}");
}

#[test]
fn judges_are_known_by_whom_their_opinions_are_drawn_from() {
    let leads = [
        "one = next((vote for vote in opinions if vote.judge == 'TechLead'), None)",
        "marks = [vote.score for vote in opinions]",
        "outcome = round(sum(marks) / len(marks))",
        "if 'architecture' in criterion_id and one:",
        "    outcome = one.score",
        "return CriterionResult(final_score=outcome)",
    ];
    check(&leads, &["functionality_weight"]);
    let other = leads.map(|line| line.replace("TechLead", "Clerk"));
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    check(&other, &[]);
}

#[test]
fn what_a_function_gives_is_known_by_what_its_caller_makes_of_it() {
    let text = "def chief_justice(state):\n    outcome, words = settle(state['opinions'])\n    return CriterionResult(final_score=outcome, dissent_summary=words)\ndef settle(opinions):\n    marks = [vote.score for vote in opinions]\n    objection = None\n    if max(marks) - min(marks) > 2:\n        objection = f'{marks} lie apart'\n    return round(sum(marks) / 3), objection\n";
    let found = read(text);
    assert!(found.iter().any(|one| one.rules.iter().any(|rule| rule == "dissent")), "{found:?}");
    let found = read(&text.replace("dissent_summary=words", "excuse=words"));
    assert!(found.iter().all(|one| one.rules.is_empty()), "{found:?}");
}

#[test]
fn names_that_are_bound_twice_are_left_as_they_are() {
    // Inside the lambda the name is another's.
    let own = [
        "marks = [vote.score for vote in opinions]",
        "far = max(marks) - min(marks)",
        "least = sorted(opinions, key=lambda marks: marks.score)[0]",
        "objection = ''",
        "if far > 2:",
        "    objection = f'{far} apart'",
        "return CriterionResult(final_score=least.score, dissent_summary=objection)",
    ];
    check(&own, &["dissent"]);
}

/// What is taken where scores lie far apart, behind a branch that leaves where they lie close together.
#[track_caller]
fn check_behind(rest: &str, takes: Option<&str>) {
    let found = read(&format!(
        "{HEAD}    scores = [one.score for one in opinions]\n    spread = max(scores) - min(scores)\n    tech_lead_score = next((one.score for one in opinions if one.judge == 'TechLead'), 3)\n    if spread <= 2:\n        return round(sum(scores) / len(scores))\n    {rest}\n"
    ));
    let found = found.iter().find_map(|one| one.spread_takes.as_ref());
    assert_eq!(found.map(|one| one.takes.as_str()), takes, "{rest}");
}

#[test]
fn what_stands_behind_a_branch_that_leaves_is_told_as_a_branch_of_its_own() {
    check_behind("return tech_lead_score", Some("the Tech Lead's score"));
    check_behind("return settle(opinions, evidences)", None);
    check_behind("return max(1, tech_lead_score + opinions[0].weight)", None);
}

#[test]
fn a_cap_on_the_greatest_score_may_raise_what_is_averaged_else() {
    let raises = |most: &str| {
        let found = read(&format!(
            "{HEAD}    most = {most}\n    if any(one.security_flaw for one in evidences):\n        final_score = min(3, most)\n    else:\n        final_score = round(sum(one.score for one in opinions) / len(opinions))\n    return final_score\n"
        ));
        found.iter().any(|one| one.raises.is_some())
    };
    assert!(raises("max(one.score for one in opinions)"));
    assert!(!raises("min(one.score for one in opinions)"));
}

#[test]
fn fixed_weights_that_no_condition_leads_to_count_for_every_criterion() {
    let everywhere = |head: &str, weighing: &str| {
        let found = read(&format!(
            "def chief_justice(state):\n    for dimension in state['dimensions']:\n        opinions = state['by_dimension'][dimension['id']]\n        one = next((it for it in opinions if it.judge == 'Prosecutor'), None)\n        two = next((it for it in opinions if it.judge == 'Defense'), None)\n        three = next((it for it in opinions if it.judge == 'TechLead'), None)\n        p = one.score if one else 1\n        d = two.score if two else 1\n        t = three.score if three else 1\n        {head}{weighing}\n        results.append(CriterionResult(final_score=round(score)))\n"
        ));
        let weighs =
            found.iter().any(|one| one.rules.iter().any(|rule| rule == "functionality_weight"));
        (weighs, found.iter().any(|one| one.everywhere.is_some()))
    };
    let flat = "score = t * 0.4 + p * 0.3 + d * 0.3";
    assert_eq!(everywhere("", flat), (true, true));
    let asked = "score = p\n        if dimension['id'] in KEY:\n            ";
    assert_eq!(everywhere(asked, flat), (true, false));
    let asked =
        "score = p\n        if 'graph' in dimension['id']:\n            score = t\n        ";
    assert_eq!(everywhere(asked, flat), (true, false));
}
