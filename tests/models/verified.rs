//! What models said is weighed again: an opinion that no kept reply gives is found out.

use crate::program::{Desk, sample};
use crate::server::Server;
use automaton_auditor::domain::event::AuditEvent;
use automaton_auditor::domain::score::Score;
use automaton_auditor::engine::{Verification, verify};
use automaton_auditor::ports::journal::{Call, Journal, Outcome, Sqlite};
use std::sync::Arc;
use std::time::Duration;

/// The events and model calls of an audit.
struct Kept {
    desk: Desk,
    name: String,
    events: Vec<Arc<AuditEvent>>,
    calls: Vec<Call>,
}

fn audited() -> Kept {
    let desk = Desk::new();
    let server = Server::taking(Duration::ZERO, |asked| asked.obediently(4));
    let (repository, pdf) = (sample("courtroom-agent.git"), sample("courtroom-agent-report.pdf"));
    let mut command = desk.command(&["audit", &repository, "--pdf", &pdf, "--output", "out", "-q"]);
    command.env("OPENAI_BASE_URL", server.url()).env("AUDITOR_MODEL", "m");
    assert!(command.status().expect("the program starts").success());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (name, events, calls) = runtime.block_on(async {
        let journal = Sqlite::read_only(&desk.kept().join("journal.db")).unwrap();
        let audit = journal.audits().await.unwrap().pop().expect("there is one").id;
        let events = journal.events(&audit).await.unwrap();
        (audit.to_string(), events, journal.calls(&audit).await.unwrap())
    });
    Kept { desk, name, events, calls }
}

impl Kept {
    /// The events, in which the opinion of the second seat that was heard is changed.
    fn forged(&self, change: impl FnOnce(&mut AuditEvent)) -> Verification {
        let mut events = self.events.clone();
        let heard = |event: &&mut Arc<AuditEvent>| matches!(***event, AuditEvent::Heard { .. });
        let event = events.iter_mut().filter(heard).nth(1).expect("seats are heard");
        let mut forged = event.as_ref().clone();
        change(&mut forged);
        *event = Arc::new(forged);
        verify(&events, &self.calls)
    }
}

#[test]
fn opinions_of_models_are_what_their_kept_replies_say() {
    let kept = audited();
    let run = kept.desk.run(&["verify", &kept.name]);
    run.ended(0, "");
    let holds = "  holds: 30 opinions are what their models' replies say";
    assert!(run.stdout.contains(holds), "{}", run.stdout);
    assert!(!run.stdout.contains("not checked"), "{}", run.stdout);
}

#[test]
fn an_opinion_that_no_reply_gives_is_found_out() {
    let kept = audited();
    let differs = |found: Verification| found.differs.join("; ");
    let louder = |event: &mut AuditEvent| {
        let AuditEvent::Heard { opinion, .. } = event else { unreachable!() };
        opinion.argument.push_str(" And more.");
    };
    let found = differs(kept.forged(louder));
    assert!(found.contains("is not what its model's reply says"), "{found}");
    let higher = |event: &mut AuditEvent| {
        let AuditEvent::Heard { opinion, .. } = event else { unreachable!() };
        opinion.score = Score::new(5).unwrap();
    };
    let found = differs(kept.forged(higher));
    assert!(found.contains("is not what its model's reply says"), "{found}");
}

#[test]
fn a_reply_that_is_not_kept_leaves_its_opinion_unchecked() {
    let mut kept = audited();
    let reply = |call: &Call| matches!(call.outcome, Some(Outcome::Reply(_)));
    let hearing = |call: &Call| call.task.starts_with("hear ") && reply(call);
    let gone = kept.calls.iter().position(hearing).expect("replies are kept");
    kept.calls.remove(gone);
    let found = verify(&kept.events, &kept.calls);
    assert_eq!(found.unchecked, ["the model's reply behind 1 opinion is not kept"]);
    assert_eq!(found.differs, ["1 model call that was paid for is not kept as it was told"]);
}
