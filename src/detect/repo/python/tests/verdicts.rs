//! What a verdict is made of besides rules: judges who gave no opinion, and dissent without arguments.

use super::facts;
use crate::domain::facts::JusticeFact;

fn court(text: &str) -> Vec<JusticeFact> {
    facts(&[("src/nodes/justice.py", text)]).justice
}

/// The scores of judges who gave no opinion, as `score@line`.
#[track_caller]
fn check_absent(text: &str, expected: &str) {
    let found = court(text);
    let told = found.iter().flat_map(|one| &one.absent);
    let told: Vec<_> = told.map(|one| format!("{}@{}", one.score, one.place.line)).collect();
    assert_eq!(told.join(" "), expected, "{text}");
}

#[test]
fn a_judge_who_gave_no_opinion_counts_with_a_score_that_is_written_there() {
    check_absent(
        "def chief_justice(state, scores):\n    prosecutor = scores.get('Prosecutor', 1)\n    lead = scores.get('TechLead', 2)\n    return max(prosecutor, lead)\n",
        "1@2 2@3",
    );
    check_absent(
        "def chief_justice(state, defense):\n    return max(defense.score if defense else 3, state.score)\n",
        "3@2",
    );
    check_absent(
        "def chief_justice(state, tech):\n    return max(tech[0].score if tech else 3, state.score)\n",
        "3@2",
    );
    check_absent(
        "def chief_justice(state, opinions):\n    def score(one):\n        if one is None:\n            return 3\n        return one.score\n    return score(opinions[0])\n",
        "3@4",
    );
    check_absent(
        "def chief_justice(state, opinions):\n    if not opinions:\n        opinions = [JudicialOpinion(judge='Defense', score=2, argument='none')]\n    return opinions[0].score\n",
        "2@3",
    );
    check_absent(
        "def chief_justice(state, opinions):\n    low = next((o.score for o in opinions if o.judge == 'Prosecutor'), 3)\n    return max(low, state.score)\n",
        "3@2",
    );
    // Whatever the variable is called that holds the opinion.
    for given in [
        "by_judge.get('Prosecutor')",
        "by_judge['Prosecutor']",
        "next((o for o in state.opinions if o.judge == 'Prosecutor'), None)",
    ] {
        for test in ["p_op", "p_op is not None"] {
            let text = format!(
                "def chief_justice(state, by_judge):\n    p_op = {given}\n    return max(p_op.score if {test} else 1, state.score)\n"
            );
            check_absent(&text, "1@3");
        }
    }
}

#[test]
fn what_is_only_told_or_is_no_judges_score_stands_in_for_nobody() {
    for body in [
        // No score on the scale, no judge, no table of scores, or no more than a text.
        "    return scores.get('Prosecutor', 0)\n",
        "    return scores.get('overall', 3)\n",
        "    return limits.get('Prosecutor', 3)\n",
        "    return f\"{scores.get('Prosecutor', 1)}\", scores\n",
        "    low = scores.get('Prosecutor', 1)\n    note = f'{low}'\n    return scores, note\n",
        "    return next((o.score for o in opinions if o.score > 3), 3)\n",
        "    return next((o.score for o in opinions if o.judge != 'Defense'), 3)\n",
        "    return defense.score if strict else 3\n",
        "    worst = scores.get('lowest')\n    return worst.score if worst else 1\n",
        "    other = next((o for o in scores if o.judge != 'Defense'), None)\n    return other.score if other else 1\n",
        "    op = scores.get('Defense') or scores.get('Prosecutor')\n    return op.score if op else 1\n",
        "    if not scores:\n        return JudicialOpinion(judge='Defense', score=scores[0], argument='')\n",
        // Whose score is replaced gave one.
        "    if defense.unsupported:\n        defense = JudicialOpinion(judge='Defense', score=1, argument='')\n    return defense.score\n",
        "    if scores is None:\n        return 3\n    return limits.score\n",
    ] {
        check_absent(&format!("def chief_justice(scores, defense):\n{body}"), "");
    }
}

/// Where the dissent tells no argument.
#[track_caller]
fn check_unargued(text: &str, expected: Option<u32>) {
    let found = court(text);
    let told = found.iter().find_map(|one| one.unargued.as_ref());
    assert_eq!(told.map(|place| place.line), expected, "{text}");
}

#[test]
fn a_dissent_that_tells_judges_and_scores_alone_is_told_as_such() {
    let with = |dissent: &str| {
        format!(
            "def chief_justice(opinions, scores, prosecutor):\n    p_score = scores.get('Prosecutor')\n    gap = max(scores) - min(scores)\n    dissent = None\n    if gap > 2:\n        dissent = {dissent}\n    return Result(score=max(scores), dissent=dissent)\n"
        )
    };
    for dissent in [
        "f'Prosecutor {p_score}, apart by {gap}.'",
        "'Scores: ' + ', '.join(f'{o.judge}={o.score}' for o in opinions) + f' ({gap})'",
        "'Scores: ' + ', '.join([f'{getattr(o, \"judge\", \"?\")}={getattr(o, \"score\", 0)}' for o in opinions])",
        "', '.join(f'{o.agent_name}: {o.score}' for o in opinions)",
    ] {
        check_unargued(&with(dissent), Some(6));
    }
    // A score is no argument, however it is come to.
    let settled = with("f'Settled at {final_score}, apart by {gap}.'")
        .replace("    gap =", "    final_score = blended(opinions)\n    gap =");
    check_unargued(&settled, Some(7));
    // A variable that is added to is what is put into it.
    let added = |more: &str| {
        with("summary").replace(
            "        dissent = summary",
            &format!("        summary = f'Apart by {gap}. '\n        summary += {more}\n        dissent = summary", gap = "{gap}"),
        )
    };
    check_unargued(&added("'The Prosecutor sees gaps.'"), Some(8));
    check_unargued(&added("prosecutor.argument"), None);
    for dissent in [
        "f'{p_score}: {prosecutor.argument}'",
        "f'{p_score}: {getattr(prosecutor, \"argument\", \"\")}'",
        "f'{opinions}'",
        "f'{gap}: {explain(opinions)}'",
        "'They differ.'",
    ] {
        check_unargued(&with(dissent), None);
    }
    // What stands in a list of fixed words and of figures tells no argument either.
    let noted = |note: &str| {
        with("f'Apart by {gap}: ' + ' | '.join(rules)").replace(
            "    gap =",
            &format!("    rules = []\n    rules.append(f'Facts {note}')\n    gap ="),
        )
    };
    check_unargued(&noted("{evidence.reliability_score:.2f}"), Some(8));
    check_unargued(&noted("{len(evidences)}"), Some(8));
    check_unargued(&noted("{prosecutor.argument}"), None);
    // What is added elsewhere is told as well.
    let more = with("f'Apart by {gap}.'")
        .replace("    return", "    dissent = f'{dissent} {prosecutor.argument}'\n    return");
    check_unargued(&more, None);
    let helper = "def build_dissent(opinions):\n    scores = [o.score for o in opinions]\n    if max(scores) - min(scores) <= 2:\n        return None\n    return f'Apart: {scores[0]} and {scores[1]}.'\n\
                  def chief_justice(opinions):\n    return Result(score=1, dissent=build_dissent(opinions))\n";
    let found = court(helper);
    let told: Vec<_> = found.iter().filter(|one| one.rules == ["dissent"]).collect();
    assert!(!told.is_empty() && told.iter().all(|one| one.unargued.is_some()), "{told:?}");
    check_unargued(helper, Some(5));
    check_unargued(&helper.replace("{scores[1]}", "{opinions[0].argument}"), None);
    // What a helper is given is judged by what it returns.
    let given = helper.replace(
        "def chief_justice(opinions):\n",
        "def chief_justice(state):\n    opinions = [o for o in state.opinions if o.criterion_id == state.id]\n",
    );
    check_unargued(&given, Some(5));
    check_unargued(&given.replace("{scores[1]}", "{opinions[0].argument}"), None);
    let sorted = "def chief_justice(opinions):\n    scores = {o.judge: o.score for o in opinions}\n    dissent = None\n    if max(scores.values()) - min(scores.values()) > 2:\n        dissent = dissent_summary(opinions)\n    return Result(score=1, dissent=dissent)\n\
                  def dissent_summary(opinions):\n    scores = {o.judge: o.score for o in opinions}\n    highest = max(scores, key=scores.get)\n    return f'{highest} scored {scores[highest]}/5.'\n";
    assert!(court(sorted).iter().any(|one| one.unargued.is_some()));
}

#[test]
fn of_several_texts_without_arguments_the_least_conditioned_comes_first() {
    let text = "def chief_justice(opinions, scores, criterion):\n    gap = max(scores) - min(scores)\n    dissent = None\n    if criterion == 'graph':\n        if gap > 2:\n            dissent = f'Apart by {gap}, the Tech Lead decides.'\n        return Result(score=3, dissent=dissent)\n    if gap > 2:\n        dissent = f'Apart by {gap}.'\n    return Result(score=2, dissent=dissent)\n";
    let found = court(text);
    let own = found.iter().find(|one| one.unargued.is_some()).expect("a dissent");
    assert_eq!(own.unargued.as_ref().map(|place| place.line), Some(9));
    assert_eq!(own.apart.unargued.iter().map(|place| place.line).collect::<Vec<_>>(), [6]);
    assert_eq!(own.noticed().line, 5);
}

#[test]
fn what_scores_are_worked_out_from_is_no_argument() {
    let with = |dissent: &str| {
        format!(
            "def clamp(value):\n    return max(1, min(5, int(round(value))))\ndef told(value):\n    return f'{{value}}'\n\
             def chief_justice(state):\n    ops = [o for o in state.opinions if o.criterion_id == 'a']\n    by_judge = {{o.judge: o for o in ops}}\n    prosecutor = by_judge.get('Prosecutor')\n    \
             if prosecutor is None:\n        prosecutor = Opinion(score=1, argument='Missing.')\n    defense = by_judge.get('Defense')\n    judges = [prosecutor, defense]\n    \
             scores = [o.score for o in judges]\n    variance = max(scores) - min(scores)\n    base_score = clamp(sum(scores) / 2)\n    if prosecutor.argument == 'security':\n        base_score = clamp((base_score + defense.score) / 2)\n    \
             dissent = ''\n    if variance > 2:\n        dissent = ('Resolved. ' f'{dissent}')\n    return Result(score=base_score, dissent=dissent)\n"
        )
        .replace("{dissent}", dissent)
    };
    for dissent in [
        "{prosecutor.score}/{defense.score}: {base_score}",
        "Apart by {variance}",
        "{told(variance)} of {sum(scores)}",
    ] {
        check_unargued(&with(dissent), Some(20));
    }
    for dissent in [
        "{prosecutor.score}: {prosecutor.argument}",
        "{judges}",
        "{told(prosecutor.argument)}",
        "{[o.argument for o in judges]}",
        "{told(prosecutor)} of {variance}",
    ] {
        check_unargued(&with(dissent), None);
    }
    // Who says which rule overruled a judge tells why one side lost.
    let told = |named: &str| {
        with("Apart by {variance}: {notes}").replace(
            "    dissent = ''\n",
            &format!("    dissent = ''\n    notes = []\n    if defense.unsupported:\n        notes.append('{named}')\n"),
        )
    };
    check_unargued(&told("Rule of Evidence: Defense overruled."), None);
    check_unargued(&told("Rule of Evidence."), Some(23));
    let other = with("Apart by {variance}.").replace(
        "    dissent = ''\n",
        "    dissent = ''\n    if defense.unsupported:\n        dissent = 'Defense overruled.'\n        return dissent\n",
    );
    check_unargued(&other, Some(23));
    check_unargued(&with("Defense overruled, {variance} apart."), None);
    // One that tells it stands beside one that does not.
    let beside = with("Apart by {variance}.").replace(
        "    return Result",
        "        if defense.unsupported:\n            dissent = f'Defense overruled, {variance} apart.'\n    return Result",
    );
    check_unargued(&beside, Some(20));
}
