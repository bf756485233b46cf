//! Scores that the report gives itself, held against each other.
//!
//! Nothing is made of a score that a judge, a peer or another time gave, of targets and caps, or of what stands
//! behind a heading that speaks of any of them: two such numbers need not be of one thing.

use super::suites;
use crate::detect::claims::{one_line, wording, words};
use crate::detect::document::sentences;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ReportPage;
use std::sync::LazyLock;

/// Most words of a line that is taken for a heading.
const HEADING: usize = 9;

/// One thing that is given two scores out of the same maximum.
#[derive(Clone, Debug)]
pub struct Odds {
    /// A criterion as the rubric calls it, the suite of tests, or nothing for the score of the whole.
    pub criterion: Option<String>,
    /// The score that is given first.
    pub first: Given,
    /// The other, which is on a later page.
    pub second: Given,
}

/// A score as it is given.
#[derive(Clone, Debug)]
pub struct Given {
    /// Page number, from 1.
    pub page: u32,
    /// The score with its maximum, as written.
    pub score: String,
    /// The sentence, with the heading above it where that names the criterion.
    pub sentence: String,
    pub(super) value: (f64, f64),
}

/// What the report gives two scores on different pages. `names` holds each criterion with the names by which it may
/// be called, the first of them the one to show.
#[must_use]
pub fn at_odds(pages: &[ReportPage], names: &[Vec<String>]) -> Vec<Odds> {
    let all = given(pages, names, false);
    let each = (0..names.len()).map(Some).chain([None]);
    each.filter_map(|what| {
        let of_it: Vec<&Given> = all.iter().filter(|(of, _)| *of == what).map(|(_, g)| g).collect();
        let first = *of_it.first()?;
        let mut others = of_it.iter().filter(|other| !first.agrees(other));
        let second = *others.next()?;
        // A third score tells of several audits, and so does one of the first's page.
        let clear = others.all(|other| other.agrees(second)) && second.page > first.page;
        let criterion = what.map(|at| names[at][0].clone());
        let comparable = first.value.1.total_cmp(&second.value.1).is_eq();
        (clear && comparable).then(|| Odds {
            criterion,
            first: first.clone(),
            second: second.clone(),
        })
    })
    .chain(suites::at_odds(pages))
    .collect()
}

impl Given {
    /// Whether one is the other, or what it is when it is rounded.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let apart = (self.value.0 - other.value.0).abs();
        let whole = self.value.0.fract() == 0.0 || other.value.0.fract() == 0.0;
        let fractions = self.value.0.fract() != 0.0 || other.value.0.fract() != 0.0;
        let rounding = if whole && fractions { 0.5 } else { 0.051 };
        self.value.1.total_cmp(&other.value.1).is_eq() && apart <= rounding
    }
}

static SCORE: LazyLock<Parts> = LazyLock::new(|| scores("/"));

/// The pattern of a `score`, which is a `value`, what stands between, and the `most` that there is.
pub(super) fn scores(between: &str) -> Parts {
    Parts::new(&format!(
        r"(?:^|[^0-9./])(?P<score>(?P<value>[0-9]{{1,3}}(?:\.[0-9]{{1,2}})?) ?{between} ?(?P<most>5|10|100)(?:\.0+)?)(?:[^0-9/]|$)"
    ))
}

/// Words by which a sentence gives a score of others, of another time, or none at all.
pub(super) static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:peers?|partner|prosecutor|defen[cs]e|tech ?lead|judges?|before|after|initial\w*|previous\w*|earlier|first|second|",
        r"later|now|current\w*|today|new|old|run|iteration|attempt|version|improv\w+|rais\w+|ris\w+|rose|fell|drop\w*|lower\w*|from|until|",
        r"projected|target\w*|expect\w*|goal|aim\w*|estimat\w+|would|could|should|will|may|might|can|if|weight\w*|average|mean|median|",
        r"max\w*|min\w*|threshold|cap|capped|caps|below|above|least|most|example|sample|baseline|interim|re-?audit\w*|updated|instead|",
        r"rather|not|no|never|except|but|unlike|while|whereas|despite|lift\w*|remediat\w+|fix\w*|other|another|their|his|her|each|per)\b",
    ))
});

/// Words that open a part of the report about other audits than the one it is of, or about several.
pub(super) static ASIDE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:peers?|peer's|partner\w*|incoming|outgoing|received|colleague\w*|classmate\w*|counterpart|cross-audit|",
        r"(?:v|version|run|round|iteration|attempt|cycle|pass) ?[0-9]|(?:first|second|final|last) (?:run|round|iteration|attempt|pass)|",
        // What else is external, such as a service, is no other audit.
        r"external (?:\w+ )?(?:audit|review|evaluat|assess|report|repositor|feedback|codebase|submission)\w*|",
        r"re-?audit\w*|re-?run|sample (?:output|report|audit)|example (?:output|report|audit))",
    ))
});

/// The same for headings alone: a heading may also set two times against each other.
static ASIDE_HEADING: LazyLock<Phrase> = LazyLock::new(|| {
    let time = r"\b(?:before|after|pre|post|previous|initial|interim|baseline|projected|target|expected|samples?|examples?|appendix|improve\w*)\b";
    let thing = r"\b(?:audits?|scores?|results?|verdicts?|ratings?|outputs?|remediation|fix\w*|changes|feedback)\b";
    Phrase::new(&format!("(?i)(?:{time}.*{thing}|{thing}.*{time})"))
});

static AFTER_NAME: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^ ?(?:\([^()0-9]{1,40}\))?[ :=|(-]*(?u:[–—→])?[ (]*(?:final )?(?:score|verdict|rating)?[ :=(]*$",
    )
});

static VERDICT_LINE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"(?i)^[^A-Za-z0-9]*(?:(?:final|overall|audit) )?(?:score|verdict|rating)[ :=(]*$")
});

/// The head of a table in which the final score stands next to the criterion.
static COLUMNS: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::new(r"(?i)^(?:criterion|dimension) (?:final\b|score\b)"));

static LISTED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^\)? (?:across|in|for|on) "));

static WHOLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:aggregated?|consolidated|(?:overall|total) (?:self-)?audit|(?:self-)?audit (?:overall|total))(?: self-audit)? (?:score|rating|grade)(?: of| is| was)?[ :=(]*$",
    )
});

/// Every score that the report gives a criterion, by its number, or the whole, in reading order. What follows a heading
/// on others is told of them, and only where it `returns` may a heading on the self-audit end that.
pub(super) fn given(
    pages: &[ReportPage],
    names: &[Vec<String>],
    returns: bool,
) -> Vec<(Option<usize>, Given)> {
    let (mut all, mut in_table, mut of_others) = (Vec::new(), false, false);
    for page in pages {
        let mut above = String::new();
        for range in sentences(&page.text) {
            let sentence = one_line(&page.text[range]);
            let heads = is_heading(&sentence);
            let turns = ASIDE.is_match(&sentence);
            let at_times = heads && ASIDE_HEADING.is_match(&sentence) && !SCORE.is_match(&sentence);
            of_others &= !(heads && returns && !turns && !at_times && OWN.is_match(&sentence));
            if of_others {
                continue;
            }
            if at_times {
                of_others = true;
                continue;
            }
            in_table |= COLUMNS.is_match(&sentence);
            let row = if in_table { row(page.number, &sentence, &above, names) } else { None };
            if row.is_some() {
                all.extend(row);
                above = sentence;
                continue;
            }
            if turns {
                of_others |= heads;
                if heads {
                    continue;
                }
                break;
            }
            if !OTHERWISE.is_match(&sentence) {
                all.extend(scored(page.number, &sentence, &above, names));
            }
            above = sentence;
        }
    }
    all
}

/// What heads the part on the self-audit.
static OWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)^[^A-Za-z]*(?:criterion[- ]by[- ]criterion )?self[- ]audit(?: criterion| criteria)?(?: breakdown| results?| scores?)\b",
    )
});

pub(super) fn is_heading(sentence: &str) -> bool {
    let is_item = sentence.starts_with(wording::page::BULLETS);
    sentence.split(' ').count() <= HEADING && !sentence.ends_with('.') && !is_item
}

/// The score at the beginning of what stands below a criterion's name alone: a row whose cells were read one below
/// the other.
fn row(
    page: u32,
    sentence: &str,
    above: &str,
    names: &[Vec<String>],
) -> Option<(Option<usize>, Given)> {
    let called = |name: &String| name.eq_ignore_ascii_case(above);
    let at = names.iter().position(|names| names.iter().any(called))?;
    let mut scores = SCORE.captures_iter(sentence);
    let (found, None) = (scores.next()?, scores.next()) else { return None };
    let score = found.name("score").filter(|score| score.start() == 0)?;
    let number = |name: &str| found.name(name)?.as_str().parse::<f64>().ok();
    let value = number("value").zip(number("most")).filter(|(value, most)| value <= most)?;
    let told = format!("{above}: {}", score.as_str());
    Some((Some(at), Given { page, score: score.as_str().into(), sentence: told, value }))
}

/// What one sentence gives a score, where it gives a single one.
fn scored(
    page: u32,
    sentence: &str,
    above: &str,
    names: &[Vec<String>],
) -> Vec<(Option<usize>, Given)> {
    let mut scores = SCORE.captures_iter(sentence);
    let (Some(found), None) = (scores.next(), scores.next()) else { return Vec::new() };
    let Some(score) = found.name("score") else { return Vec::new() };
    let number = |name: &str| found.name(name)?.as_str().parse::<f64>().ok();
    let value = number("value").zip(number("most")).filter(|(value, most)| value <= most);
    let Some(value) = value else { return Vec::new() };
    let around = (&sentence[..score.start()], &sentence[score.end()..]);
    let of = scored_things(sentence, around, above, names);
    let one = |(of, sentence)| (of, Given { page, score: score.as_str().into(), sentence, value });
    of.into_iter().map(one).collect()
}

/// The criteria that a score is given to, or the whole, each with the words that say so, by what stands around it.
fn scored_things(
    sentence: &str,
    (before, after): (&str, &str),
    above: &str,
    names: &[Vec<String>],
) -> Vec<(Option<usize>, String)> {
    let ends_in = |text: &str| -> Vec<(usize, usize)> {
        let ends = |called: &Vec<String>| called.iter().find_map(|name| end_of(text, name));
        names.iter().enumerate().filter_map(|(at, called)| Some((at, ends(called)?))).collect()
    };
    let found = ends_in(before);
    if let [(at, end)] = found.as_slice()
        && AFTER_NAME.is_match(&before[*end..])
    {
        return vec![(Some(*at), sentence.to_owned())];
    }
    if VERDICT_LINE.is_match(before) {
        return match ends_in(above).as_slice() {
            [(at, _)] if is_heading(above) => vec![(Some(*at), format!("{above}: {sentence}"))],
            _ => Vec::new(),
        };
    }
    if WHOLE.is_match(before) && ends_in(sentence).is_empty() {
        return vec![(None, sentence.to_owned())];
    }
    let listed =
        if found.is_empty() && LISTED.is_match(after) { ends_in(after) } else { Vec::new() };
    listed.into_iter().map(|(at, _)| (Some(at), sentence.to_owned())).collect()
}

/// Where a name ends in a text, as a word of its own and however it is capitalised.
fn end_of(text: &str, name: &str) -> Option<usize> {
    let lower = text.to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    words::find(&lower, &name).map(|at| at + name.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    /// Pages → what is told, as `name first second`.
    #[track_caller]
    fn check(pages: &[&str], expected: &[&str]) {
        let names = [["Safe Tools", "safe_tools"], ["Clear Graph", "clear_graph"]];
        let names: Vec<Vec<String>> = names.map(|both| both.map(str::to_owned).to_vec()).to_vec();
        let pages = numbered(pages);
        let told = at_odds(&pages, &names);
        let told: Vec<String> = told
            .iter()
            .map(|odds| {
                let what = odds.criterion.as_deref().unwrap_or("whole");
                format!("{what} {} {}", odds.first.score, odds.second.score)
            })
            .collect();
        assert_eq!(told, expected, "{pages:?}");
    }

    const PRAISE: &str = "It shows perfect work (5/5) across the board, including Safe Tools (a sandbox) and Clear Graph.";

    #[test]
    fn a_criterion_or_the_whole_with_two_scores_on_two_pages_is_told() {
        let low = "4. Safe Tools\n\nFinal Verdict: 1/5 (Failure)\n\nGoal: none.";
        check(&[PRAISE, low], &["Safe Tools 5/5 1/5"]);
        check(&["Safe Tools: 4/5", "safe_tools (score: 2/5)"], &["Safe Tools 4/5 2/5"]);
        check(
            &[
                "The audit has an aggregate score of 3.90/5.0 in all.",
                "Consolidated Score: 4.20/5.0",
            ],
            &["whole 3.90/5.0 4.20/5.0"],
        );
    }

    #[test]
    fn a_row_whose_cells_stand_below_each_other_is_read_where_the_score_comes_first() {
        let table = "Criterion  Final Prosecutor\n\nSafe Tools\n\n2/5  \"No evidence\nfor the judge.\"\n\n\"Defense\"";
        check(&[table, "Safe Tools: 4/5"], &["Safe Tools 2/5 4/5"]);
        let other = table.replace("Final Prosecutor", "Prosecutor Final");
        check(&[&other, "Safe Tools: 4/5"], &[]);
        let beside = table.replace("Safe Tools", "Safe Tools and more");
        check(&[&beside, "Safe Tools: 4/5"], &[]);
    }

    #[test]
    fn what_agrees_or_has_another_maximum_is_not() {
        check(&["Safe Tools: 4/5", "Safe Tools: 4/5", "Clear Graph: 2/5"], &[]);
        check(&["Safe Tools: 4/5", "Safe Tools: 8/10"], &[]);
        check(&["Aggregate score: 3.9/5", "Aggregate score: 3.90/5"], &[]);
        check(&["Aggregate score: 3.9/5", "Aggregate score: 4/5"], &[]);
        check(&["Aggregate score: 3.9/5 and more.", "Aggregate score: 78/100"], &[]);
        // Two rows of one page, and more than two audits.
        check(&["Safe Tools: 4/5\n\nSafe Tools: 2/5"], &[]);
        check(&["Safe Tools: 4/5", "Safe Tools: 2/5", "Safe Tools: 3/5"], &[]);
        check(&["Due on 3/5/2026: Safe Tools", "Safe Tools: 2/5"], &[]);
    }

    #[test]
    fn scores_of_others_of_other_times_and_of_no_audit_are_not() {
        for other in [
            "Feedback of our peer\n\nSafe Tools: 1/5",
            "What the peer says of it is this. Safe Tools: 1/5",
            "Outgoing audit\n\nClear Graph is praised in all words.\n\nSafe Tools: 1/5",
            "Run 2\n\nSafe Tools: 1/5",
            "Scores before the work\n\nSafe Tools: 1/5",
            "Projected scores\n\nSafe Tools: 1/5",
            "Safe Tools: 1/5 (Prosecutor)",
            "Safe Tools  1/5  5/5  3/5",
            "Safe Tools: was 1/5 before the fix.",
            "Safe Tools: capped at 1/5",
            "Safe Tools (target: 1/5)",
            "Safe Tools, which ought to be compared with Clear Graph: 1/5",
            "Nothing but this stands at 1/5 in Safe Tools.",
            "Safe Tools\n\nProsecutor\n\nScore: 1/5",
            "4. Safe Tools and Clear Graph\n\nScore: 1/5",
        ] {
            check(&["Safe Tools: 5/5", other], &[]);
        }
        // What is said of others on an earlier page holds on where a heading says it.
        check(&["Safe Tools: 5/5", "Peer Audit", "Safe Tools: 1/5"], &[]);
        check(&["Aggregate score: 4/5", "Detectives\n\nOverall score: 2/5"], &[]);
        check(&["Aggregate score: 4/5", "Aggregate score: 2/5 by the peer."], &[]);
    }
}
