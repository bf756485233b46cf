//! What moved since the audit that a regrade follows, in words that every form of the report shares.

use super::escape;
use super::phrase::decimal;
use crate::domain::ids::EvidenceId;
use crate::domain::moved::{CaseChange, Change, Moved, Shift};
use crate::domain::report::AuditReport;
use crate::domain::score::Score;

/// The heading.
pub(super) const TITLE: &str = "What moved";
/// Most pieces of evidence that one sentence names.
const NAMED: usize = 6;

/// The overall score before and now, and what changed for all criteria, a sentence each.
pub(super) fn introduction(moved: &Moved) -> Vec<String> {
    let score = |score: Option<f64>| score.map_or_else(|| "none".to_owned(), decimal);
    let (before, now) = (score(moved.overall_before), score(moved.overall_now));
    let overall = if before == now {
        format!("The overall score is {now}, as it was.")
    } else {
        format!("The overall score was {before} and is {now}.")
    };
    let first = format!("This audit follows the audit `{}`. {overall}", moved.after);
    let mut all = vec![first];
    all.extend(moved.everywhere.iter().map(everywhere));
    all
}

fn everywhere(change: &Change) -> String {
    const ANEW: &str = "no opinion is taken over";
    match change {
        Change::Program { before, now } => {
            format!("Another version of the program ({before} before, {now} now): {ANEW}.")
        }
        Change::Commit { before, now } => match (before, now) {
            (Some(_), Some(_)) => format!("Another commit than before: {ANEW}."),
            (None, _) => format!("The repository could not be read before: {ANEW}."),
            (_, None) => format!("The repository could not be read now: {ANEW}."),
        },
        Change::Report { before, now } => match (before, now) {
            (Some(_), Some(_)) => format!("Another PDF than before: {ANEW}."),
            (None, _) => format!("No PDF was read before: {ANEW}."),
            (_, None) => format!("No PDF was read now: {ANEW}."),
        },
        Change::Bench { what } => format!("The bench is another one: {}.", what.join(", ")),
        Change::SecurityCap { before, now } => {
            format!("A confirmed flaw caps at {now} now; it was {before}.")
        }
    }
}

/// The scores before and now: `3 → 4`, or `3` where nothing moved.
pub(super) fn scores(shift: &Shift) -> String {
    let shown = |score: Option<Score>| score.map_or_else(|| "–".to_owned(), |s| s.to_string());
    if shift.before == shift.now {
        shown(shift.now)
    } else {
        format!("{} → {}", shown(shift.before), shown(shift.now))
    }
}

/// What changed on a criterion, sentences.
pub(super) fn said(moved: &Moved, shift: &Shift) -> String {
    let mut all: Vec<String> = shift.changes.iter().flat_map(change).collect();
    if !shift.missing_before.is_empty() {
        let judges: Vec<&str> = shift.missing_before.iter().map(|judge| judge.title()).collect();
        all.push(format!("Without an opinion before: {}.", judges.join(", ")));
    }
    let is_gone = shift.changes.contains(&CaseChange::Gone);
    match (shift.taken_over, shift.given_anew) {
        _ if is_gone => {}
        (0, 0) => all.push("No judge was heard.".to_owned()),
        (_, 0) if all.is_empty() && moved.everywhere.is_empty() => {
            all.push("Nothing changed, and the opinions are the same.".to_owned());
        }
        (_, 0) => all.push("The opinions are the same.".to_owned()),
        (0, anew) => all.push(format!("Opinions: {anew} given anew.")),
        (taken, anew) => {
            all.push(format!("Opinions: {taken} taken over, {anew} given anew."));
        }
    }
    all.join(" ")
}

fn change(change: &CaseChange) -> Vec<String> {
    let listed = |what: &str, ids: &[EvidenceId]| {
        (!ids.is_empty()).then(|| format!("{what}: {}.", some(ids.iter().map(EvidenceId::as_str))))
    };
    match change {
        CaseChange::New => vec!["The dimension is new.".to_owned()],
        CaseChange::Gone => vec!["The rubric does not have it any more.".to_owned()],
        CaseChange::Definition { what } => {
            vec![format!("Its definition changed: {}.", what.join(", "))]
        }
        CaseChange::Evidence { appeared, disappeared } => {
            let all =
                [listed("New evidence", appeared), listed("Evidence that is gone", disappeared)];
            all.into_iter().flatten().collect()
        }
        CaseChange::Waivers { waived, restored } => {
            let all = [listed("Waived", waived), listed("No longer waived", restored)];
            all.into_iter().flatten().collect()
        }
        CaseChange::Answers { probes } => {
            let named = probes.iter().map(|probe| format!("`{probe}`")).collect::<Vec<_>>();
            vec![format!("The facts answer otherwise: {}.", named.join(", "))]
        }
    }
}

fn some<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    let shown = names.iter().take(NAMED).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What moved, for a terminal: the overall score, then the criteria that moved or changed, then how many did
/// neither. Nothing where the report follows no other.
#[must_use]
pub fn moved_lines(report: &AuditReport) -> Vec<String> {
    let Some(moved) = &report.moved else { return Vec::new() };
    let mut lines = introduction(moved);
    let is_still = |shift: &&Shift| {
        shift.before == shift.now && shift.changes.is_empty() && shift.given_anew == 0
    };
    let moving = moved.criteria.iter().filter(|shift| !is_still(shift));
    lines.extend(moving.map(|one| format!("{}: {}. {}", one.name, scores(one), said(moved, one))));
    let still = moved.criteria.iter().filter(is_still).count();
    let still = u32::try_from(still).unwrap_or(u32::MAX);
    match still {
        0 => {}
        1 => lines.push("1 criterion stands as it was.".to_owned()),
        _ => lines.push(format!("{still} criteria stand as they were.")),
    }
    let taken = report.provenance.taken_over.as_ref();
    lines.extend(
        taken.map(|taken| format!("Opinions: {} of {} taken over.", taken.opinions, taken.of)),
    );
    lines.into_iter().map(|line| escape::terminal(&line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{fixture, html, markdown};

    #[test]
    fn a_regrade_says_what_moved_in_every_form() {
        let report = fixture::regraded();
        let text = markdown(&report);
        for words in [
            "## What moved",
            "The overall score was 2.5 and is 3.0.",
            "A confirmed flaw caps at 3 now; it was 2.",
            "1 → 2",
            "Its definition changed: the weight (1 before, 2 now).",
            "Nothing changed",
            "The rubric does not have it any more.",
            "| opinions taken over | 5 of 8, on safe_tool_engineering |",
        ] {
            let is_there = text.contains(words);
            // Something changed for all criteria, so that nobody may say that nothing did.
            assert_eq!(is_there, words != "Nothing changed", "{words}: {text}");
        }
        let page = html(&report);
        assert!(page.contains("What moved") && page.contains("1 → 2"), "{page}");
    }

    #[test]
    fn a_terminal_hears_of_what_moved_alone() {
        let lines = moved_lines(&fixture::regraded());
        assert_eq!(lines.len(), 6, "{lines:#?}");
        assert_eq!(lines[4], "1 criterion stands as it was.");
        assert_eq!(moved_lines(&fixture::report()), [""; 0]);
    }
}
