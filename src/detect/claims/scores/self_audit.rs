//! The scores that the report says an audit of the program itself gave, held against those that lie in the tree.

use super::odds::{ASIDE, Given, OTHERWISE, given, is_heading, scores};
use crate::detect::claims::{one_line, words};
use crate::detect::document::sentences;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::domain::facts::{AuditFile, AuditScore, ReportPage, SelfAudits};
use std::sync::LazyLock;

/// A score that an audit of the program itself is said to have given.
#[derive(Debug, PartialEq)]
pub struct SelfAudit<'f> {
    /// A criterion as the rubric calls it, or nothing for the score of the whole.
    pub criterion: Option<String>,
    /// Page number, from 1.
    pub page: u32,
    /// The score with its maximum, as written.
    pub score: String,
    /// The sentence that gives it.
    pub sentence: String,
    /// The audit in the tree that gives the same.
    pub same: Option<&'f AuditScore>,
    /// What all audits in the tree give.
    pub audits: Vec<&'f AuditScore>,
    /// The audit of or by a peer that gives the same, where none of the program itself does.
    pub peer: Option<&'f AuditFile>,
    /// Audits of or by a peer of which nobody read what they give.
    pub unread: &'f [String],
}

/// The maximum of an audit that names none.
const USUAL: f64 = 5.0;
/// The other one that is used.
const OUT_OF_TEN: f64 = 10.0;

static SCORE: LazyLock<Parts> = LazyLock::new(|| scores("(?:/|out of)"));

/// What stands before the score of the whole.
static WHOLE: LazyLock<Phrase> = LazyLock::new(|| {
    let thing = r"(?:score|rating|grade|result|outcome)";
    Phrase::new(&format!(
        r"(?i)(?:\b(?:self[- ]audit|aggregated?|overall) (?:\w+[ -]){{0,3}}{thing}(?: (?:of|is|was|came to))?|\bself[- ]audit\b[^.;:]{{0,60}} (?:scored|(?:an? |the )?(?:\w+ )?score of))[ :=(]*$"
    ))
});

/// What stands after a score that did not stay.
static LEFT: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"(?i)(?:\bto|->|(?u:→)) ?[0-9]"));

/// The scores that the report says an audit of the program itself gave, held against those in the tree: the whole's
/// first. Nothing where the tree holds one that could not be read; where it holds none, only what an audit of another
/// program gives. `names` holds each criterion with the names by
/// which it may be called, the first of them the one to show.
#[must_use]
pub fn self_audits<'f>(
    pages: &[ReportPage],
    audits: &'f SelfAudits,
    names: &[Vec<String>],
) -> Vec<SelfAudit<'f>> {
    if !audits.unread.is_empty() {
        return Vec::new();
    }
    let mut all = of_the_whole(pages, audits);
    if audits.files.is_empty() {
        // That the report tells of one that is not there is nothing to tell, unless another's gave what it says.
        all.retain(|one| one.peer.is_some_and(|file| file.of.is_some()));
        return all;
    }
    all.extend(of_criteria(pages, audits, &with_theirs(names, audits)));
    all
}

/// The names of the criteria, and of those that the audits in the tree alone have.
fn with_theirs(names: &[Vec<String>], audits: &SelfAudits) -> Vec<Vec<String>> {
    let mut all = names.to_vec();
    for (title, _) in audits.files.iter().flat_map(|file| &file.criteria) {
        let name = title.trim_start_matches(|letter: char| !letter.is_alphabetic());
        let name = name.split(['(', '`', ':', '*']).next().unwrap_or_default().trim();
        let called = |names: &Vec<String>| is_among(title, names) || is_among(name, names);
        if name.split([' ', '_']).count() > 1 && !all.iter().any(called) {
            all.push(vec![name.to_owned(), name.replace('_', " ")]);
        }
    }
    all
}

/// The scores of the criteria that the report gives and that audits in the tree give too.
fn of_criteria<'f>(
    pages: &[ReportPage],
    audits: &'f SelfAudits,
    names: &[Vec<String>],
) -> Vec<SelfAudit<'f>> {
    let said = given(pages, names, true);
    let of = |at: usize| -> Option<SelfAudit<'f>> {
        let mut scores = said.iter().filter(|(of, _)| *of == Some(at)).map(|(_, given)| given);
        let first = scores.next()?;
        // What the report itself gives two scores is told as that.
        if scores.any(|other| !first.agrees(other)) {
            return None;
        }
        let Given { page, score, sentence, value: (_, most) } = first;
        let value = score.split(['/', ' ']).next()?;
        let known = |file: &'f AuditFile| Some((of_file(file, at, names)?, scale(file)));
        let known: Vec<(&AuditScore, f64)> = audits.files.iter().filter_map(known).collect();
        let alike = known.iter().map(|(one, usual)| agree_on(value, *most, one, *usual));
        let alike = alike.collect::<Option<Vec<_>>>()?;
        let audits: Vec<&AuditScore> = known.iter().map(|(one, _)| *one).collect();
        let same = alike.iter().position(|same| *same).map(|number| audits[number]);
        let (score, sentence) = (score.clone(), sentence.clone());
        let criterion = Some(names[at][0].clone());
        (!audits.is_empty()).then_some(SelfAudit {
            criterion,
            page: *page,
            score,
            sentence,
            same,
            audits,
            peer: None,
            unread: &[],
        })
    };
    (0..names.len()).filter_map(of).collect()
}

/// The score that an audit gives a criterion, where it gives it one.
fn of_file<'f>(file: &'f AuditFile, at: usize, names: &[Vec<String>]) -> Option<&'f AuditScore> {
    let own =
        |(title, score): &'f (String, AuditScore)| is_called(title, at, names).then_some(score);
    let mut scores = file.criteria.iter().filter_map(own);
    let first = scores.next()?;
    scores.all(|other| other.value == first.value).then_some(first)
}

/// Whether a heading names this criterion and no other.
fn is_called(title: &str, at: usize, names: &[Vec<String>]) -> bool {
    let called = |names: &&Vec<String>| is_among(title, names);
    called(&&names[at]) && names.iter().filter(called).count() == 1
}

/// Whether a heading holds one of these names.
fn is_among(title: &str, names: &[String]) -> bool {
    let title = title.to_ascii_lowercase();
    names.iter().any(|name| words::find(&title, &name.to_ascii_lowercase()).is_some())
}

/// The scores of the whole; nothing where an audit's was not read.
fn of_the_whole<'f>(pages: &[ReportPage], audits: &'f SelfAudits) -> Vec<SelfAudit<'f>> {
    let scores: Option<Vec<&AuditScore>> =
        audits.files.iter().map(|file| file.whole.as_ref()).collect();
    let Some(scores) = scores else { return Vec::new() };
    let mut all: Vec<SelfAudit<'f>> = Vec::new();
    let mut of_others = false;
    for page in pages {
        let spoken_of = names_it(&page.text);
        let mut aside = false;
        for range in sentences(&page.text) {
            let sentence = one_line(&page.text[range]);
            let turns = ASIDE.is_match(&sentence);
            aside |= turns;
            if is_heading(&sentence) && (turns || names_it(&sentence)) {
                of_others = turns;
            }
            // Whoever names the self-audit means it, but under a heading on others.
            let meant = !of_others && (names_it(&sentence) || (spoken_of && !aside));
            if !meant || turns {
                continue;
            }
            let Some((score, value, most)) = score(&sentence) else { continue };
            let alike = |audit: &AuditScore| agree(&value, most, audit);
            // Another scale may say the same.
            if scores.iter().any(|audit| alike(audit).is_none()) {
                continue;
            }
            if !all.iter().any(|other| other.score == score) {
                let same = scores.iter().copied().find(|audit| alike(audit) == Some(true));
                let mut peers = audits.of_peers.iter();
                let peer = peers.find(|file| file.whole.as_ref().and_then(alike) == Some(true));
                let peer = peer.filter(|_| same.is_none());
                let (criterion, page) = (None, page.number);
                let (audits, unread) = (scores.clone(), audits.of_peers_unread.as_slice());
                let told =
                    SelfAudit { criterion, page, score, sentence, same, audits, peer, unread };
                all.push(told);
            }
        }
    }
    all
}

fn names_it(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text.contains("self-audit") || text.contains("self audit")
}

/// The whole's score in a sentence: as written, its number and its maximum.
fn score(sentence: &str) -> Option<(String, String, f64)> {
    let found = SCORE.captures(sentence)?;
    let score = found.name("score")?;
    let (before, after) = (&sentence[..score.start()], &sentence[score.end()..]);
    let clause = after.split([',', ';', '(', '.', '—']).next().unwrap_or_default();
    let otherwise = OTHERWISE.is_match(before) || OTHERWISE.is_match(clause);
    if !WHOLE.is_match(before) || otherwise || LEFT.is_match(after) {
        return None;
    }
    let (value, most) = (found["value"].to_owned(), found["most"].parse::<f64>().ok()?);
    (value.parse::<f64>().ok()? <= most).then(|| (score.as_str().to_owned(), value, most))
}

/// The maximum of an audit's scores that name none: one above the usual among several tells that they are out of ten.
fn scale(file: &AuditFile) -> f64 {
    let bare = file.criteria.iter().filter(|(_, score)| score.most.is_none());
    let bare: Vec<f64> = bare.filter_map(|(_, score)| score.value.parse().ok()).collect();
    let most = bare.iter().copied().fold(0.0, f64::max);
    let of_ten = bare.len() > 1 && most > USUAL && most <= OUT_OF_TEN;
    if of_ten { OUT_OF_TEN } else { USUAL }
}

fn agree(value: &str, most: f64, audit: &AuditScore) -> Option<bool> {
    agree_on(value, most, audit, USUAL)
}

/// Whether an audit gives this number out of this maximum, rounded as the coarser of the two is; nothing where they
/// cannot be compared: one without a maximum may be of any, unless it fits the usual one and the report names that.
fn agree_on(value: &str, most: f64, audit: &AuditScore, usual: f64) -> Option<bool> {
    let digits = |number: &str| number.split_once('.').map_or(0, |(_, digits)| digits.len());
    let (one, other): (f64, f64) = (value.parse().ok()?, audit.value.parse().ok()?);
    let of = audit.most.map(f64::from).or((1.0..=usual).contains(&other).then_some(usual))?;
    let fits = of.total_cmp(&most).is_eq();
    let coarser = digits(value).min(digits(&audit.value)).min(3);
    let half = [0.501, 0.051, 0.0051, 0.00051][coarser];
    fits.then(|| (one - other).abs() <= half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;

    /// Pages and audits (`value`, or `value/most`) → what is told, as `page score`.
    #[track_caller]
    fn check(pages: &[&str], audits: &[&str], expected: &[&str]) {
        let pages = numbered(pages);
        let audit = |written: &&str| {
            let (value, most) = written.split_once('/').unwrap_or((written, ""));
            AuditScore { value: value.into(), most: most.parse().ok(), ..AuditScore::default() }
        };
        let file = |written| AuditFile { whole: Some(audit(written)), ..AuditFile::default() };
        let files = audits.iter().map(file).collect();
        let audits = SelfAudits { files, ..SelfAudits::default() };
        let told = self_audits(&pages, &audits, &[]);
        let same = |one: &SelfAudit<'_>| one.same.map_or("none".into(), ToString::to_string);
        let told: Vec<String> =
            told.iter().map(|one| format!("{} {} {}", one.page, one.score, same(one))).collect();
        assert_eq!(told, expected, "{pages:?}");
        let unread = vec!["audit/self_audit.pdf".into()];
        assert_eq!(self_audits(&pages, &SelfAudits { unread, ..audits }, &[]), []);
    }

    #[test]
    fn a_score_is_held_against_all_audits_in_the_tree() {
        for said in [
            "Self-Audit Aggregate Score: 1.86/5",
            "Overall Self-Audit Score: 1.86/5",
            "The self-audit returned an aggregate score of 1.86/5, with full marks and a cap.",
            "The self-audit of this system scored 1.86/5.",
            "In our self-audit, the system achieved a score of 1.86/5.",
            "What the self-audit says is this. Overall Score: 1.86/5",
            "Self-Audit Score: 1.86/5 (improved from initial 1.2/5)",
            "Peers are heard too. The self-audit score is 1.86/5.",
        ] {
            check(&[said], &["4.3/5"], &["1 1.86/5 none"]);
            check(&[said], &["4.3"], &["1 1.86/5 none"]);
            check(&[said], &["4.3", "1.86"], &["1 1.86/5 1.86"]);
            check(&[said], &["1.857"], &["1 1.86/5 1.857"]);
            check(&[said], &["2/5"], &["1 1.86/5 2/5"]);
            check(&[said], &["2.0/5"], &["1 1.86/5 none"]);
            // Scores of another scale cannot be held against it.
            for other in ["14/20", "0.86", "86"] {
                check(&[said], &[other, "4.3"], &[]);
            }
        }
        check(&["The self-audit score was 4.2 out of 5."], &["3/5"], &["1 4.2 out of 5 none"]);
    }

    #[test]
    fn scores_of_others_of_other_times_and_of_criteria_are_not() {
        for other in [
            "Overall Score: 1/5",
            "The self-audit gave the peer's graph an overall score of 1/5.",
            "Peer Audit\n\nThe self-audit has an overall score of 1/5.",
            "Self-Audit Score: 1/5 before the fix",
            "Self-Audit Score: 1/5, raised to 4/5",
            "Self-audit: Safe Tools got 1/5.",
            "A self-audit whose overall score was capped at 1/5",
        ] {
            check(&[other], &["4.3/5"], &[]);
        }
        check(&["Self-Audit Score: 1/5"], &[], &[]);
    }

    #[test]
    fn a_score_that_none_gives_is_looked_for_in_audits_of_peers() {
        let score = |value: &str| AuditScore { value: value.into(), ..AuditScore::default() };
        let file = |value: &str| AuditFile { whole: Some(score(value)), ..AuditFile::default() };
        let unread = vec!["audit/by_peer.pdf".to_owned()];
        let peer = |own: &str, peers: &[&str]| {
            let audits = SelfAudits {
                files: vec![file(own)],
                of_peers: peers.iter().map(|value| file(value)).collect(),
                of_peers_unread: unread.clone(),
                ..SelfAudits::default()
            };
            let pages = numbered(&["Self-Audit Score: 1.86/5"]);
            let told = self_audits(&pages, &audits, &[]);
            assert_eq!(told[0].unread, unread);
            told[0].peer.and_then(|file| Some(file.whole.as_ref()?.value.clone()))
        };
        assert_eq!(peer("4.3", &["3", "1.86"]).as_deref(), Some("1.86"));
        assert_eq!(peer("1.86", &["3", "1.86"]), None);
        assert_eq!(peer("4.3", &["3"]), None);
    }

    #[test]
    fn where_no_audit_is_of_itself_one_of_another_program_that_gives_the_score_is_told() {
        let score = |value: &str| AuditScore { value: value.into(), ..AuditScore::default() };
        let told = |value: &str, of: Option<&str>| {
            let of = of.map(str::to_owned);
            let file = AuditFile { whole: Some(score(value)), of, ..AuditFile::default() };
            let audits = SelfAudits { of_peers: vec![file], ..SelfAudits::default() };
            let pages = numbered(&["Self-Audit Score: 1.86/5"]);
            self_audits(&pages, &audits, &[]).len()
        };
        assert_eq!(told("1.86", Some("bob/judge")), 1);
        assert_eq!(told("1.86", None), 0);
        assert_eq!(told("3", Some("bob/judge")), 0);
    }

    #[test]
    fn scores_of_criteria_are_held_against_the_same_criterion_of_the_audits() {
        let names = [["Safe Tools", "safe_tools"], ["Clear Graph", "clear_graph"]];
        let names: Vec<Vec<String>> = names.map(|both| both.map(str::to_owned).to_vec()).to_vec();
        let check = |text: &str, audits: &[(&str, &str)], expected: &[&str]| {
            let pages = numbered(&[text]);
            let score = |value: &str| AuditScore { value: value.into(), ..AuditScore::default() };
            let criterion = |(title, value): &(&str, &str)| ((*title).to_owned(), score(value));
            let criteria = audits.iter().map(criterion).collect();
            let files = vec![AuditFile { whole: Some(score("3")), criteria, of: None }];
            let audits = SelfAudits { files, ..SelfAudits::default() };
            let told = self_audits(&pages, &audits, &names);
            let told = told.iter().map(|one| {
                let same = one.same.map_or("none".into(), ToString::to_string);
                format!("{} {} {same}", one.criterion.as_deref().unwrap_or_default(), one.score)
            });
            assert_eq!(told.collect::<Vec<_>>(), expected, "{text}");
        };
        let audit: &[(&str, &str)] = &[("1. Safe Tools (`safe_tools`)", "4"), ("clear_graph", "2")];
        check(
            "Safe Tools: 4/5\n\nClear Graph: 5/5",
            audit,
            &["Safe Tools 4/5 4", "Clear Graph 5/5 none"],
        );
        check("Safe Tools: 4/5", &[("Safe Tools and Clear Graph", "2")], &[]);
        check("Safe Tools: 4/5", &[("Something else", "2")], &[]);
        check("Safe Tools: 40/100", audit, &[]);
        // What the audits alone have is held against them too.
        let theirs: &[(&str, &str)] = &[("3. Host Analysis (`host_analysis`)", "3")];
        check("Host Analysis: 1/5", theirs, &["Host Analysis 1/5 none"]);
        check("Host Analysis: 1/5", &[("Hosts", "3")], &[]);
        check("Safe Tools: 9/10", &[("Safe Tools", "6")], &[]);
        check("Peer audit\n\nSafe Tools: 1/5", audit, &[]);
        // A heading on the self-audit ends what is told of others.
        let again = "Peer audit\n\n3 Self-Audit Criterion Breakdown\n\nSafe Tools: 1/5";
        check(again, audit, &["Safe Tools 1/5 none"]);
        check(&again.replace("3 Self", "3 Peer's self"), audit, &[]);
    }

    #[test]
    fn an_audit_with_a_bare_score_above_the_usual_is_out_of_ten() {
        let score = |value: &&str| {
            ("Tools".to_owned(), AuditScore { value: (*value).into(), ..AuditScore::default() })
        };
        let file = |values: &[&str]| AuditFile {
            criteria: values.iter().map(score).collect(),
            ..AuditFile::default()
        };
        for (values, expected) in [
            (&["2", "9"][..], 10.0),
            (&["9"], 5.0),
            (&["2", "4"], 5.0),
            (&["2", "68"], 5.0),
            (&[], 5.0),
        ] {
            assert!((scale(&file(values)) - expected).abs() < 1e-9, "{values:?}");
        }
        let two = AuditScore { value: "2".into(), ..AuditScore::default() };
        assert_eq!(agree_on("8", 10.0, &two, 10.0), Some(false));
        assert_eq!(agree("8", 10.0, &two), None);
    }
}
