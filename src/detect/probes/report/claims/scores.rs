//! What the report's own scores say against each other, and against the audits in the tree.

use super::beginning;
use crate::detect::claims::{Odds, PeerAudit, SelfAudit};
use crate::domain::evidence::Finding;
use crate::domain::facts::{AuditFile, AuditScore, Place};
use crate::domain::score::Confidence;

/// Most scores that are told of, and most audits whose places are.
const TOLD: usize = 3;
/// Most criteria that are stated.
const STATED: usize = 8;

/// What there is to tell. Which of two scores is meant is not known, and nothing is taken off for any of it.
#[derive(Debug, Default)]
pub(super) struct Scores {
    /// Full sentences, each after a space; empty where there is nothing to tell.
    pub(super) told: String,
    pub(super) findings: Vec<Finding>,
}

impl Scores {
    pub(super) fn of(odds: &[Odds], audits: &[SelfAudit<'_>], peers: &[PeerAudit<'_>]) -> Self {
        let (criteria, wholes): (Vec<_>, Vec<_>) =
            audits.iter().partition(|one| one.criterion.is_some());
        let unmatched = wholes.iter().filter(|one| one.same.is_none()).map(|one| beside(one));
        let told = odds.iter().map(apart).chain(unmatched).take(TOLD);
        let told = told.chain(others(&criteria)).chain(peers.iter().take(1).map(received));
        let telling = criteria.iter().filter(|one| one.same.is_none()).take(STATED).chain(&wholes);
        let (told, findings) = (
            told.collect(),
            odds.iter()
                .map(differs)
                .chain(telling.map(|one| held(one)))
                .chain(peers.iter().map(by_a_peer))
                .collect(),
        );
        Self { told, findings }
    }
}

/// What is scored.
fn what(odds: &Odds) -> String {
    odds.criterion.as_ref().map_or("the whole".into(), |name| format!("`{name}`"))
}

fn apart(odds: &Odds) -> String {
    let Odds { first, second, .. } = odds;
    format!(
        " It gives {} {} on page {} and {} on page {}.",
        what(odds),
        first.score,
        first.page,
        second.score,
        second.page
    )
}

fn beside(audit: &SelfAudit<'_>) -> String {
    let SelfAudit { page, score, audits, .. } = audit;
    format!(
        " Page {page} tells of a self-audit with {score}; {}{}.",
        in_tree(audits),
        by_peers(audit)
    )
}

/// What a peer's auditor is said to have given, and what those received give.
fn received(audit: &PeerAudit<'_>) -> String {
    let PeerAudit { page, score, audits, .. } = audit;
    let there = match audits.as_slice() {
        [one] => format!("the audit of a peer in the tree gives {one} ({})", one.place),
        several => in_tree(several),
    };
    format!(" Page {page} tells of {score} by a peer's auditor; {there}.")
}

/// Which audit of or by a peer gives the score, or was not read, after what those of itself give.
fn by_peers(audit: &SelfAudit<'_>) -> String {
    match (audit.peer, audit.unread) {
        (Some(AuditFile { whole: Some(whole), of: Some(of), .. }), _) => {
            format!("; {} gives it, an audit of `{of}`", whole.place)
        }
        (Some(AuditFile { whole: Some(whole), of: None, .. }), _) => {
            format!("; {} gives it, an audit of or by a peer", whole.place)
        }
        (Some(AuditFile { whole: None, .. }), _) | (None, []) => String::new(),
        (None, [path]) => format!("; `{path}`, an audit of or by a peer, was not read"),
        (None, paths) => {
            format!("; {} audits of or by peers were not read, such as `{}`", paths.len(), paths[0])
        }
    }
}

/// The criteria that have another score in the audits in the tree.
fn others(criteria: &[&SelfAudit<'_>]) -> Option<String> {
    let other: Vec<&&SelfAudit<'_>> = criteria.iter().filter(|one| one.same.is_none()).collect();
    if other.is_empty() {
        return None;
    }
    let named = other.iter().take(TOLD).filter_map(|one| {
        let there = one.audits.first()?;
        let name = one.criterion.as_ref()?;
        let more = otherwise(there, &one.audits);
        let (score, page) = (&one.score, one.page);
        Some(format!("`{name}` {score} on page {page}, {there} in {}{more}", there.place))
    });
    let named: Vec<String> = named.collect();
    let more = if other.len() > TOLD { "; and so on" } else { "" };
    let both = match criteria.len() {
        1 => "1 criterion".to_owned(),
        several => format!("{several} criteria"),
    };
    Some(format!(
        " Of {both} whose scores were read in the report and in a self-audit in the tree, {} another score there: {}{more}.",
        if other.len() == 1 { "1 has".to_owned() } else { format!("{} have", other.len()) },
        named.join("; "),
    ))
}

/// The other scores that further audits in the tree give, in brackets.
fn otherwise(first: &AuditScore, audits: &[&AuditScore]) -> String {
    let mut numbers = vec![first.number()];
    for audit in audits {
        if !numbers.contains(&audit.number()) {
            numbers.push(audit.number());
        }
    }
    match &numbers[1..] {
        [] => String::new(),
        some => format!(" (others there give {})", some.join(", ")),
    }
}

/// What the audits in the tree give.
fn in_tree(audits: &[&AuditScore]) -> String {
    if audits.is_empty() {
        return "no audit in the tree was recognised as one of this repository".into();
    }
    if let [one] = audits {
        return format!("the one in the tree gives {one} ({})", one.place);
    }
    let mut different: Vec<String> = Vec::new();
    for audit in audits {
        if !different.contains(&audit.number()) {
            different.push(audit.number());
        }
    }
    let more = different.len() > TOLD;
    different.truncate(TOLD);
    let places: Vec<String> =
        audits.iter().take(TOLD).map(|audit| audit.place.to_string()).collect();
    format!(
        "none of the {} in the tree does: they give {}{} ({}{})",
        audits.len(),
        different.join(", "),
        if more { " and others" } else { "" },
        places.join(", "),
        if audits.len() > TOLD { " and others" } else { "" },
    )
}

/// What other audits in the tree give, where it is not the same.
fn besides(same: &AuditScore, audits: &[&AuditScore]) -> String {
    let mut others: Vec<&&AuditScore> = Vec::new();
    for audit in audits {
        let value = |score: &AuditScore| score.value.parse::<f64>().ok();
        let known = |other: &AuditScore| value(other) == value(audit);
        if !known(same) && !others.iter().any(|other| known(other)) {
            others.push(audit);
        }
    }
    let Some(first) = others.first() else { return String::new() };
    match others.len() {
        1 => format!("; another there gives {first} ({})", first.place),
        several => {
            format!("; others there give {several} other scores, such as {first} ({})", first.place)
        }
    }
}

/// What the audits received say to the score that a peer's auditor is said to have given.
fn by_a_peer(audit: &PeerAudit<'_>) -> Finding {
    let page = Place::Page { page: audit.page };
    let rationale = format!(
        "{} Another, which is not in the tree, may have given it.",
        received(audit).trim_start()
    );
    let places = audit.audits.iter().take(TOLD).map(|audit| Place::from(&audit.place));
    let places = std::iter::once(page.clone()).chain(places).collect();
    Finding { places, ..Finding::found(page, rationale) }
        .with_confidence(Confidence::STRONG)
        .quoting(audit.sentence.clone())
}

/// That the report gives one thing two scores, with the pages and sentences of both.
fn differs(odds: &Odds) -> Finding {
    let Odds { first, second, .. } = odds;
    let rationale = format!(
        "The report gives {} {} here, and {} on page {} (“{}”); which of them holds is not told.",
        what(odds),
        first.score,
        second.score,
        second.page,
        beginning(&second.sentence)
    );
    let pages = [first.page, second.page].map(|page| Place::Page { page });
    let found = Finding::found(pages[0].clone(), rationale);
    Finding { places: pages.to_vec(), ..found }
        .with_confidence(Confidence::STRONG)
        .quoting(first.sentence.clone())
}

/// What the audits in the tree say to the score that the report says one gave.
fn held(audit: &SelfAudit<'_>) -> Finding {
    let SelfAudit { criterion, page, score, sentence, same, audits, .. } = audit;
    let said = match criterion {
        Some(name) => format!("The report gives `{name}` {score}"),
        None => format!("This tells of a self-audit with {score}"),
    };
    let rationale = match same {
        Some(same) => {
            format!("{said}; {} in the tree gives it{}.", same.place, besides(same, audits))
        }
        None => format!(
            "{said}; {}{}. Another run, whose report is not in the tree, may have given it.",
            in_tree(audits),
            by_peers(audit)
        ),
    };
    let page = Place::Page { page: *page };
    let named: Vec<&AuditScore> = match same {
        Some(same) => vec![*same],
        None => audits.iter().copied().take(TOLD).collect(),
    };
    let named = named.into_iter().chain(audit.peer.and_then(|file| file.whole.as_ref()));
    let places = named.map(|audit| Place::from(&audit.place));
    let places = std::iter::once(page.clone()).chain(places).collect();
    Finding { places, ..Finding::found(page, rationale) }
        .with_confidence(Confidence::STRONG)
        .quoting(sentence.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    /// Scores of audits in the tree → what is told of a report that says 4.6/5.
    #[track_caller]
    fn check(audits: &[&str], expected: &str) {
        let audit = |(line, value): (u32, &&str)| AuditScore {
            place: Lines::new("audit/self.md", "", line, line),
            value: (*value).into(),
            most: Some(5),
        };
        let audits: Vec<AuditScore> = (1..).zip(audits).map(audit).collect();
        let score = "4.6/5".to_owned();
        let sentence = "It says so.".to_owned();
        let (criterion, all) = (None, audits.iter().collect::<Vec<_>>());
        let (same, peer, unread): (_, _, &[String]) = (None, None, &[]);
        let one =
            SelfAudit { criterion, page: 2, score, sentence, same, audits: all, peer, unread };
        let scores = Scores::of(&[], &[one], &[]);
        assert_eq!(scores.told, expected);
        assert_eq!(scores.findings.len(), 1);
        assert!(scores.findings[0].rationale.contains("Another run"));
        assert_eq!(scores.findings[0].places.len(), 1 + audits.len().min(TOLD));
        let (score, sentence) = ("4.6/5".to_owned(), "It says so.".to_owned());
        let same = Some(&audits[0]);
        let (criterion, all) = (None, audits.iter().collect::<Vec<_>>());
        let one =
            SelfAudit { criterion, page: 2, score, sentence, same, audits: all, peer, unread };
        let scores = Scores::of(&[], &[one], &[]);
        assert_eq!((scores.told.as_str(), scores.findings[0].places.len()), ("", 2));
        let differs = audits.iter().any(|audit| audit.value != audits[0].value);
        assert_eq!(scores.findings[0].rationale.contains("there give"), differs);
    }

    #[test]
    fn what_a_peers_auditor_is_said_to_have_given_is_told_with_what_was_received() {
        let audit = AuditScore {
            place: Lines::new("audit/received.md", "", 2, 2),
            value: "2.3".into(),
            most: Some(5),
        };
        let (score, sentence) = ("85/85".to_owned(), "It says so.".to_owned());
        let one = PeerAudit { page: 3, score, sentence, audits: vec![&audit] };
        let scores = Scores::of(&[], &[], &[one]);
        let told = " Page 3 tells of 85/85 by a peer's auditor; the audit of a peer in the tree gives 2.3/5 (audit/received.md:2).";
        assert_eq!(scores.told, told);
        assert_eq!((scores.findings.len(), scores.findings[0].places.len()), (1, 2));
    }

    #[test]
    fn where_a_peers_audit_gives_it_that_is_told() {
        let score = |file: &str, value: &str| AuditScore {
            place: Lines::new(file, "", 4, 4),
            value: value.into(),
            most: Some(5),
        };
        let own = score("audit/self.md", "3");
        let told = |peer: Option<&AuditFile>, unread: &[String]| {
            let one = SelfAudit {
                criterion: None,
                page: 2,
                score: "4.6/5".into(),
                sentence: "It says so.".into(),
                same: None,
                audits: vec![&own],
                peer,
                unread,
            };
            let Scores { told, findings } = Scores::of(&[], &[one], &[]);
            (told.rsplit_once("; ").expect("it has parts").1.to_owned(), findings[0].places.len())
        };
        let mut file =
            AuditFile { whole: Some(score("audit/peer.md", "4.6")), ..AuditFile::default() };
        let by_peer = "audit/peer.md:4 gives it, an audit of or by a peer.".to_owned();
        assert_eq!(told(Some(&file), &[]), (by_peer, 3));
        file.of = Some("bob/judge".into());
        assert_eq!(
            told(Some(&file), &["a.pdf".into()]),
            ("audit/peer.md:4 gives it, an audit of `bob/judge`.".to_owned(), 3)
        );
        let none = in_tree(&[]);
        assert_eq!(none, "no audit in the tree was recognised as one of this repository");
        let unread = "`a.pdf`, an audit of or by a peer, was not read.".to_owned();
        assert_eq!(told(None, &["a.pdf".into()]), (unread, 2));
    }

    #[test]
    fn all_scores_that_audits_give_a_criterion_are_told() {
        let audit = |(line, value): (u32, &&str)| AuditScore {
            place: Lines::new("audit/self.md", "", line, line),
            value: (*value).into(),
            most: Some(5),
        };
        let told = |values: &[&str]| {
            let audits: Vec<AuditScore> = (1..).zip(values).map(audit).collect();
            let one = SelfAudit {
                criterion: Some("Git".into()),
                page: 6,
                score: "5/5".into(),
                sentence: "It says so.".into(),
                same: None,
                audits: audits.iter().collect(),
                peer: None,
                unread: &[],
            };
            others(&[&one]).unwrap_or_default()
        };
        assert!(told(&["1", "1"]).ends_with("`Git` 5/5 on page 6, 1/5 in audit/self.md:1."));
        let several = "1/5 in audit/self.md:1 (others there give 2, 4).";
        assert!(told(&["1", "2", "4", "2"]).ends_with(several), "{}", told(&["1", "2", "4"]));
    }

    #[test]
    fn one_audit_is_named_and_several_are_summed_up() {
        check(
            &["4.3"],
            " Page 2 tells of a self-audit with 4.6/5; the one in the tree gives 4.3/5 (audit/self.md:1).",
        );
        check(
            &["2", "3", "2"],
            " Page 2 tells of a self-audit with 4.6/5; none of the 3 in the tree does: they give 2, 3 (audit/self.md:1, audit/self.md:2, audit/self.md:3).",
        );
        check(
            &["1", "2", "3", "4"],
            " Page 2 tells of a self-audit with 4.6/5; none of the 4 in the tree does: they give 1, 2, 3 and others (audit/self.md:1, audit/self.md:2, audit/self.md:3 and others).",
        );
    }
}
