//! Averages of the judges' scores.

use super::facts;

/// Where a synthesis takes a plain average and where a weighted one, as `plain@line weighted@line`.
#[track_caller]
fn check(body: &str, expected: &str) {
    let text = format!("def chief_justice(opinions, scores):\n{body}");
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let told = found.iter().flat_map(|one| {
        let plain = one.average.as_ref().map(|place| format!("plain@{}", place.line));
        let weighted =
            one.weighted_average.as_ref().map(|place| format!("weighted@{}", place.line));
        plain.into_iter().chain(weighted)
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), expected, "{body}");
}

const ADDED: &str = "    weight_total = weighted = 0\n    for op in opinions:\n        w = weights[op.judge]\n        \
                     weighted += op.score * w\n        weight_total += w\n";

#[test]
fn the_average_that_ordinary_input_comes_to_is_told() {
    check(
        &format!(
            "{ADDED}    if weight_total > 0:\n        score = weighted / weight_total\n    else:\n        score = mean(scores)\n    return score\n"
        ),
        "weighted@8",
    );
    check(
        &format!(
            "{ADDED}    if weight_total:\n        return weighted / weight_total\n    return mean(scores)\n"
        ),
        "weighted@8",
    );
    check(
        "    top = sum(op.score * weights[op.judge] for op in opinions)\n    return round(top / sum(weights.values()))\n",
        "weighted@3",
    );
    check(
        "    if len(scores) >= 3:\n        score = sorted(scores)[1]\n    elif len(scores) == 2:\n        score = round(sum(scores) / 2)\n    return score\n",
        "",
    );
    check(
        "    try:\n        score = pick(scores)\n    except KeyError:\n        score = mean(scores)\n    return score\n",
        "",
    );
    check(
        "    if len(scores) < 3:\n        score = mean(scores)\n    else:\n        score = max(scores)\n    return score\n",
        "",
    );
}

#[test]
fn an_average_may_be_rounded_by_what_is_added() {
    check("    return int(sum(scores) / len(scores) + 0.5)\n", "plain@2");
    check("    score = round(sum(scores) / len(scores) - 0.01)\n    return score\n", "plain@2");
    check("    return int(sum(scores) / len(scores) + bonus)\n", "");
}

#[test]
fn an_arm_that_ordinary_input_may_come_to_is_told() {
    check(
        "    if len(scores) >= 2:\n        score = mean(scores)\n    else:\n        score = 1\n    return score\n",
        "plain@3",
    );
    check(
        "    if len(scores) > 5:\n        score = max(scores)\n    else:\n        score = mean(scores)\n    return score\n",
        "plain@5",
    );
    check(
        "    if max(scores) - min(scores) > 2:\n        score = min(scores)\n    else:\n        score = mean(scores)\n    return score\n",
        "plain@5",
    );
    check(
        "    if flawed:\n        return 3\n    score = mean(scores)\n    return score\n",
        "plain@4",
    );
    check(
        "    if not scores:\n        return 1\n    score = mean(scores)\n    return score\n",
        "plain@4",
    );
}

#[test]
fn what_is_taken_where_no_rule_decides_comes_first() {
    let weighed = "    score = tech.score * 0.4 + prosecutor.score * 0.3 + defense.score * 0.3\n    return round(score)\n";
    let ruled = "    if not found:\n        return (prosecutor.score + tech.score) / 2\n";
    check(&format!("{ruled}{weighed}"), "weighted@4");
    let case = "    if criterion == 'graph':\n        score = mean(scores)\n        return score\n";
    check(&format!("{case}{weighed}"), "weighted@5");
    check(&format!("{case}    score = mean(scores)\n    return score\n"), "plain@5");
    check(&format!("{case}    return max(scores)\n"), "plain@3");
    check(&format!("{ruled}    return max(scores)\n"), "");
    // Two weights, and weights that are no shares, may be anything.
    check("    return tech.score * 0.5 + prosecutor.score * 0.5\n", "");
    check("    return tech.score * 2 + prosecutor.score * 1 + defense.score * 1\n", "");
}

#[test]
fn what_scores_became_already_is_no_judges_score() {
    check(
        "    if spread > 2:\n        raw_score = (raw_score + median_score) / 2\n    return raw_score\n",
        "",
    );
    check(
        "    raw_score = (prosecutor_score + defense_score) / 2\n    return raw_score\n",
        "plain@2",
    );
}

#[test]
fn an_average_of_more_than_one_case_weighs_no_judge() {
    check(
        "    top = sum(c.score * c.weight for c in criteria)\n    return top / total_weight\n",
        "",
    );
    check(
        "    overall = sum(op.score * w for op in opinions) / total_weight\n    return overall\n",
        "",
    );
    check("    top = sum(op.score * 20 for op in opinions)\n    return top / 100\n", "");
}

/// All averages of three judges, as `line`, `line!` where the scores lie far apart, `line*` where they are weighed.
#[track_caller]
fn check_all(body: &str, expected: &str) {
    let text =
        format!("def resolve_final(opinions, prosecutor, defense, techlead, scores):\n{body}");
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let told = found.iter().flat_map(|one| &one.averages).map(|one| {
        let marks = [("*", one.weighed), ("!", one.apart)];
        let marks = marks.iter().filter(|(_, holds)| *holds).map(|(mark, _)| *mark);
        format!("{}{}", one.place.line, marks.collect::<String>())
    });
    assert_eq!(told.collect::<Vec<_>>().join(" "), expected, "{body}");
}

#[test]
fn every_average_of_the_three_is_told_and_where_scores_lie_far_apart() {
    let spread = "    gap = max(scores) - min(scores)\n";
    check_all(
        &format!(
            "{spread}    if gap >= 3:\n        score = round((prosecutor + defense + techlead) / 3)\n    elif gap >= 2:\n        score = (prosecutor.score + defense.score + techlead.score) / 3\n    else:\n        score = mean(scores)\n    return score\n"
        ),
        "4! 6 8",
    );
    check_all(
        "    total = prosecutor + defense + (4 * techlead)\n    final_score = round(total / 6)\n    if use_techlead_weight:\n        final_score = 1\n    else:\n        final_score = round((prosecutor + defense + 2 * techlead) / 4)\n    return final_score\n",
        "3* 7*",
    );
    check_all(
        "    p = scores.get('Prosecutor', 3)\n    d = scores.get('Defense', 3)\n    t = scores.get('TechLead', 3)\n    wide = max(p, d, t) - min(p, d, t) > 2\n    if wide:\n        return p * 0.25 + d * 0.25 + t * 0.5, 'note'\n    return clamp((p + d + t) / 3)\n",
        "7*! 8",
    );
}

#[test]
fn sums_that_are_no_average_of_the_three_are_none() {
    for body in [
        "    score = (prosecutor + defense) / 2\n",
        "    score = sum(tech_scores) / len(tech_scores)\n",
        "    other = sum(o.score for o in other_opinions) / len(other_opinions)\n    score = other\n",
        "    score = (prosecutor + defense + techlead) / 4\n",
        "    score = (prosecutor + defense + defense) / 3\n",
        "    score = (prosecutor.confidence + defense.confidence + techlead.confidence) / 3\n",
        "    score = (len(prosecutor) + len(defense) + len(techlead)) / 3\n",
        "    score = prosecutor + defense + techlead\n",
        "    score = (prosecutor + defense + 2 * techlead) / 6\n",
    ] {
        check_all(&format!("{body}    return score\n"), "");
    }
}

#[test]
fn scores_that_every_caller_gives_by_judge_are_averaged() {
    let text = |third: &str, after: &str| {
        format!(
            "def resolve(p, d, t, criterion_id):\n    wide = max(p, d, t) - min(p, d, t)\n    if wide <= 1:\n        final = round((p + d + t) / 3)\n    else:\n        final = round((p + t * 2 + d) / 4)\n    return final\n\
             def chief_justice(opinions):\n    p_op = next((o for o in opinions if o.judge == 'Prosecutor'), None)\n    d_op = next((o for o in opinions if o.judge == 'Defense'), None)\n    t_op = next((o for o in opinions if o.judge == '{third}'), None)\n    \
             p = p_op.score if p_op else 3\n    d = d_op.score if d_op else 3\n    t = t_op.score if t_op else 3\n    score = resolve(p, d, t, 'a')\n    return score{after}\n"
        )
    };
    let told = |text: &str| {
        let found = facts(&[("src/nodes/justice.py", text)]).justice;
        let all = found.iter().flat_map(|one| &one.averages);
        all.map(|one| (one.place.line, one.weighed)).collect::<Vec<_>>()
    };
    assert_eq!(told(&text("TechLead", "")), [(4, false), (6, true)]);
    // Two are the same judge's, or another caller gives anything else.
    assert_eq!(told(&text("Defense", "")), []);
    assert_eq!(told(&text("TechLead", " + resolve(1, 2, d, 'b')")), []);
}

#[test]
fn a_weighted_sum_that_is_held_on_the_scale_is_an_average() {
    check(
        &format!("{ADDED}    return max(1, min(5, round(weighted / weight_total)))\n"),
        "weighted@7",
    );
    check(&format!("{ADDED}    return max(1, min(5, round(weighted)))\n"), "");
}

#[test]
fn an_average_that_stands_among_other_values_is_taken_by_its_place() {
    let with = |gives: &str, takes: &str| {
        format!(
            "    def stats(scores):\n        return {gives}\n    for case in cases:\n        low, high, mean_score = stats(scores)\n        {takes}\n    return score\n"
        )
    };
    let all = "min(scores), max(scores), sum(scores) / len(scores) if scores else 0";
    check(&with(all, "score = mean_score"), "plain@5");
    check(&with(all, "score = min(3, mean_score) if low < 2 else round(mean_score)"), "plain@5");
    // Another place of it, what is only told, and what is given beside no average.
    check(&with("min(scores), sum(scores) / len(scores), max(scores)", "score = mean_score"), "");
    check(&with(all, "score = high"), "");
    check(&with(all, "lines.append(f'{mean_score}')"), "");
    check(&with(all, "overall_score = mean_score"), "");
    check(&with(all, "mean_score = pick(scores)\n        score = mean_score"), "");
}

#[test]
fn half_of_two_places_of_a_list_is_no_average() {
    let median = |odd: &str, middle: &str| {
        format!(
            "    s = sorted(scores)\n    n = len(s)\n    mid = n // 2\n    if {odd}:\n        final = s[mid]\n    else:\n        {middle}\n    return final\n"
        )
    };
    for odd in ["n % 2 == 1", "n % 2", "not n % 2 == 0"] {
        check(&median(odd, "final = (s[n//2 - 1] + s[n//2]) / 2"), "");
    }
    for middle in [
        "final = (s[mid] + s[~mid]) / 2",
        "final = (s[0] + s[1]) / 2",
        "final = round((scores[mid - 1] + scores[mid]) / 2.0)",
        "final = sum(scores[mid - 1:mid + 1]) / 2",
        "low_score, high_score = 1, 2\n        lower_score = scores[mid - 1]\n        upper_score = scores[mid]\n        final = (lower_score + upper_score) / 2",
        "return (sorted(scores)[1] + sorted(scores)[2]) / 2",
    ] {
        check(&median("n % 2", middle), "");
    }
    check("    return (scores['prosecutor'] + scores['defense']) / 2\n", "plain@2");
    check("    return (scores[0] + scores[1] + scores[2]) / 3\n", "plain@2");
}

/// Checks the average of a synthesis that resolves each criterion by `resolve`.
#[track_caller]
fn check_resolved(body: &str, expected: Option<u32>) {
    let text = format!(
        "def resolve(ops):\n    return sorted(o.score for o in ops)[1]\ndef level(op):\n    return min(op.score, 5)\n\
         def chief_justice(state):\n    by = group(state['opinions'])\n    score_list = []\n{body}    mean = sum(score_list) / len(score_list)\n    return {{'final_report': mean}}\n"
    );
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let line = found.iter().find_map(|one| one.average.as_ref()).map(|place| place.line);
    assert_eq!(line, expected, "{text}");
}

#[test]
fn the_mean_of_one_verdict_for_each_criterion_is_no_average_of_the_judges() {
    check_resolved(
        "    for cid, ops in by.items():\n        v = resolve(ops)\n        score_list.append(v)\n",
        None,
    );
    check_resolved("    score_list = [resolve(ops) for ops in by.values()]\n", None);
    check_resolved(
        "    for cid in by:\n        marks = [o.score for o in by[cid]]\n        v = median(marks)\n        if flawed:\n            v = min(v, 3)\n        score_list.append(v)\n",
        None,
    );
    let each = "    for op in state['opinions']:\n        score_list.append(level(op))\n";
    check_resolved(each, Some(10));
    check_resolved("    score_list = [level(op) for op in state['opinions']]\n", Some(9));
    check_resolved(
        "    for op in state['opinions']:\n        score_list.append(op.score)\n",
        Some(10),
    );
    // What is begun anew for each criterion holds the judges' scores of one.
    check_resolved(
        "    for cid, ops in by.items():\n        score_list = []\n        for op in ops:\n            score_list.append(level(op))\n        final = sum(score_list) / len(score_list)\n",
        Some(12),
    );
}
