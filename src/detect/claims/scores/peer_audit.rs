//! The score that the report says a peer's auditor gave the program, held against the audits received in the tree.

use crate::detect::claims::one_line;
use crate::detect::document::sentences;
use crate::detect::parts::Parts;
use crate::detect::phrase::Phrase;
use crate::detect::repo::audits::is_received;
use crate::domain::facts::{AuditFile, AuditScore, ReportPage, SelfAudits};
use std::sync::LazyLock;

/// A score that a peer's auditor is said to have given the program, and that none of those received gives.
#[derive(Debug, PartialEq)]
pub struct PeerAudit<'f> {
    /// Page number, from 1.
    pub page: u32,
    /// The score with its maximum, as written.
    pub score: String,
    /// The sentence that gives it.
    pub sentence: String,
    /// What the audits received give.
    pub audits: Vec<&'f AuditScore>,
}

/// The maximum of an audit that names none.
const USUAL: f64 = 5.0;
/// How far two shares of their maxima are apart that are no rounding of each other.
const APART: f64 = 0.1;

/// A peer's auditor, what it did, to whom, and the score: `The peer's agent scored our system 85/85`.
static GIVEN: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"(?i)\bpeer(?:'s|(?u:’)s)? (?:agent|auditor|audit|swarm|bot|reviewer)\b[^.;:]{0,60}\b(?:scored|rated|graded|gave|awarded) (?:us|me|(?:our|my|the|this) (?:own )?(?:system|repository|repo|project|submission|auditor|program|work))[^.;:0-9]{0,30} (?P<score>(?P<value>[0-9]{1,3}(?:\.[0-9]+)?) ?/ ?(?P<most>[0-9]{1,3}))(?:[^0-9/]|$)",
    )
});

/// Words by which a sentence tells of another time, or of none.
static OTHERWISE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:not|never|would|could|might|if|initial\w*|first|previous\w*|earlier|before|interim|until)\b",
    )
});

/// The scores that peers' auditors are said to have given, where none of the audits received gives one like it.
/// Nothing where none was received, or one that gives no score that was read.
#[must_use]
pub fn peer_audits<'f>(pages: &[ReportPage], audits: &'f SelfAudits) -> Vec<PeerAudit<'f>> {
    let received = |file: &&AuditFile| file.path().is_some_and(is_received);
    let those: Option<Vec<&AuditScore>> =
        audits.of_peers.iter().filter(received).map(|file| file.whole.as_ref()).collect();
    let Some(those) = those.filter(|those| !those.is_empty()) else { return Vec::new() };
    if audits.of_peers_unread.iter().any(|path| is_received(path)) {
        return Vec::new();
    }
    let told = |page: &ReportPage| -> Vec<PeerAudit<'f>> {
        let of = |range| {
            let sentence = one_line(&page.text[range]);
            let found = GIVEN.captures(&sentence).filter(|_| !OTHERWISE.is_match(&sentence))?;
            let number = |name: &str| found.name(name)?.as_str().parse::<f64>().ok();
            let said = share(number("value")?, number("most")?)?;
            let apart = those
                .iter()
                .all(|audit| share_of(audit).is_some_and(|given| (given - said).abs() > APART));
            let score = found.name("score")?.as_str().to_owned();
            let (page, audits) = (page.number, those.clone());
            apart.then_some(PeerAudit { page, score, sentence, audits })
        };
        sentences(&page.text).into_iter().filter_map(of).collect()
    };
    pages.iter().flat_map(told).collect()
}

/// What part of its maximum a score is.
fn share(value: f64, most: f64) -> Option<f64> {
    (most > 0.0 && value <= most).then(|| value / most)
}

/// The same of an audit's, which is of the usual maximum where it names none and fits it.
fn share_of(audit: &AuditScore) -> Option<f64> {
    let value: f64 = audit.value.parse().ok()?;
    let most = audit.most.map(f64::from).or((1.0..=USUAL).contains(&value).then_some(USUAL))?;
    share(value, most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detect::document::numbered;
    use crate::domain::facts::Lines;

    /// What a page says, and scores received → what is told, as `page score`.
    #[track_caller]
    fn check(said: &str, received: &[&str], expected: &[&str]) {
        let file = |written: &&str| {
            let (value, most) = written.split_once('/').unwrap_or((written, ""));
            let place = Lines::new("audit/report_bypeer_received/a.md", "", 1, 1);
            let whole = AuditScore { place, value: value.into(), most: most.parse().ok() };
            AuditFile { whole: Some(whole), ..AuditFile::default() }
        };
        let of_peers: Vec<AuditFile> = received.iter().map(file).collect();
        let audits = SelfAudits { of_peers, ..SelfAudits::default() };
        let pages = numbered(&[said]);
        let told = peer_audits(&pages, &audits);
        let told: Vec<String> =
            told.iter().map(|one| format!("{} {}", one.page, one.score)).collect();
        assert_eq!(told, expected, "{said}");
        let unread = vec!["audit/report_bypeer_received/b.pdf".to_owned()];
        let unread = SelfAudits { of_peers_unread: unread, ..audits };
        assert_eq!(peer_audits(&pages, &unread), []);
    }

    #[test]
    fn a_score_by_a_peer_that_no_audit_received_gives_is_told() {
        let said = "The peer's agent (in `audit/received.md`) scored the system 85/85 in all.";
        let said = said.replace("audit/received.md", "received");
        check(&said, &["2.3/5"], &["1 85/85"]);
        check(&said, &["2.3"], &["1 85/85"]);
        check("Our peer auditor gave our repository a mark of 4.5/5.", &["2/5"], &["1 4.5/5"]);
    }

    #[test]
    fn a_score_that_may_be_the_same_or_is_of_something_else_is_not() {
        let said = "The peer's agent scored the system 85/85 in all.";
        check(said, &[], &[]);
        check(said, &["4.8/5"], &[]);
        check(said, &["4.8/5", "2/5"], &[]);
        check(said, &["40"], &[]);
        for other in [
            "Our agent scored the peer's system 85/85.",
            "The peer's agent scored the system's graph at first 85/85.",
            "The peer's agent would have scored the system 85/85.",
            "The peer's agent scored Safe Tools 5/5.",
        ] {
            check(other, &["2/5"], &[]);
        }
    }
}
