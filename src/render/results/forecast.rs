//! What a pilot lets expect of the rest.

use crate::domain::docket::{Docket, Grade, Standing};
use crate::render::phrase::{count, decimal};

/// A few lines on the submissions that were audited first and on what to expect of the others, with a
/// line break at their end. `at_once` is how many audits run at a time.
#[must_use]
pub fn forecast_text(docket: &Docket, at_once: usize, currency: &str) -> String {
    let grades: Vec<&Grade> =
        docket.items.values().filter_map(|item| item.latest()).map(|past| &past.grade).collect();
    let is_waiting = |standing: &Standing| matches!(standing, Standing::Waiting { .. });
    let rest = docket.items.values().filter(|item| is_waiting(&item.standing)).count();
    let parked = docket.items.values().filter_map(|item| match &item.standing {
        Standing::Parked { reason } => Some(format!("{}: {reason}", item.submission.id)),
        Standing::Waiting { .. }
        | Standing::Running { .. }
        | Standing::Graded
        | Standing::Cancelled => None,
    });
    let parked: Vec<String> = parked.collect();
    let mut lines = vec![format!(
        "Pilot: {} audited, {} without a report, {rest} waiting.",
        grades.len(),
        parked.len()
    )];
    lines.extend(parked);
    if let Some(scores) = Spread::of(grades.iter().filter_map(|grade| grade.overall)) {
        let Spread { least, mean, most } = scores;
        lines.push(format!(
            "Overall scores: from {} to {}, mean {}.",
            decimal(least),
            decimal(most),
            decimal(mean)
        ));
    }
    #[expect(clippy::cast_precision_loss, reason = "seconds and submissions are small numbers")]
    if let Some(time) = Spread::of(grades.iter().map(|grade| grade.seconds as f64)) {
        let rounds = rest as f64 / at_once.max(1) as f64;
        lines.push(format!(
            "Time: {:.0} to {:.0} s each, mean {:.0} s; with {at_once} at a time expect about {} for \
             the other {}.",
            time.least,
            time.most,
            time.mean,
            spell(time.mean * rounds),
            count(rest, "submission")
        ));
    }
    #[expect(clippy::cast_precision_loss, reason = "submissions are a small number")]
    match Spread::of(grades.iter().filter_map(|grade| grade.cost)) {
        Some(cost) => lines.push(format!(
            "Cost: {:.4} to {:.4} {currency} each, mean {:.4}; expect about {:.2} {currency} for the \
             others, and at most {:.2} if each costs as much as the dearest of these.",
            cost.least,
            cost.most,
            cost.mean,
            cost.mean * rest as f64,
            cost.most * rest as f64
        )),
        None if grades.iter().any(|grade| grade.tokens > 0) => {
            lines.push("Cost: not known, since a model has no price.".to_owned());
        }
        None => lines.push("Cost: none, no language model was asked.".to_owned()),
    }
    lines.join("\n") + "\n"
}

/// The least, the mean and the most of some numbers.
struct Spread {
    least: f64,
    mean: f64,
    most: f64,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = f64>) -> Option<Self> {
        let numbers: Vec<f64> = numbers.collect();
        let first = *numbers.first()?;
        #[expect(clippy::cast_precision_loss, reason = "there are few")]
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let least = numbers.iter().copied().fold(first, f64::min);
        let most = numbers.iter().copied().fold(first, f64::max);
        Some(Self { least, mean, most })
    }
}

/// A time as people say it.
fn spell(seconds: f64) -> String {
    if seconds < 90.0 {
        format!("{seconds:.0} s")
    } else if seconds < 5_400.0 {
        format!("{:.0} min", seconds / 60.0)
    } else {
        format!("{:.1} h", seconds / 3_600.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::docket::{DocketEvent, Origin, Record, Revision, Submission};
    use crate::domain::ids::{AuditId, SubmissionId};
    use crate::domain::request::{RepoSource, ReportSource};

    fn docket() -> Docket {
        let names = ["a", "b", "c", "d", "e", "f"].map(|name| SubmissionId::new(name).unwrap());
        let submission = |id: &SubmissionId| Submission {
            id: id.clone(),
            student: None,
            repo: RepoSource::Local { path: "/r".into(), shown: "r".into() },
            report: ReportSource::Search,
            rubric: None,
            within: None,
            origin: Origin::Web,
        };
        let mut events: Vec<DocketEvent> = names
            .iter()
            .map(|id| {
                let submission = submission(id);
                let revision = Revision::of(&submission, None);
                DocketEvent::Entered { submission, revision }
            })
            .collect();
        for (id, (overall, cost, seconds)) in names.iter().zip([(4.0, 0.1, 20), (2.0, 0.3, 40)]) {
            let audit = AuditId::new(format!("{id}.1")).unwrap();
            let revision = Revision::of(&submission(id), None);
            let (id, after) = (id.clone(), None);
            let begun =
                DocketEvent::Begun { id: id.clone(), revision, audit: audit.clone(), after };
            let grade = Grade {
                overall: Some(overall),
                partial: None,
                commit: None,
                cost: Some(cost),
                tokens: 100,
                seconds,
                files: Vec::new(),
            };
            events.extend([begun, DocketEvent::Graded { id, audit, grade }]);
        }
        let records = (0..).zip(events).map(|(seq, event)| Record { seq, at: seq, event });
        Docket::of(&records.collect::<Vec<_>>())
    }

    #[test]
    fn a_pilot_tells_what_to_expect_of_the_rest() {
        assert_eq!(
            forecast_text(&docket(), 2, "USD"),
            "Pilot: 2 audited, 0 without a report, 4 waiting.\n\
             Overall scores: from 2.0 to 4.0, mean 3.0.\n\
             Time: 20 to 40 s each, mean 30 s; with 2 at a time expect about 60 s for the other 4 submissions.\n\
             Cost: 0.1000 to 0.3000 USD each, mean 0.2000; expect about 0.80 USD for the others, and at most \
             1.20 if each costs as much as the dearest of these.\n"
        );
        assert!(forecast_text(&Docket::default(), 2, "").starts_with("Pilot: 0 audited"));
    }
}
