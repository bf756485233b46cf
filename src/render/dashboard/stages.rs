//! An audit as its events tell it so far: how far it is, and what was said on the way.

use crate::domain::event::AuditEvent;
use crate::domain::evidence::Detective;
use crate::domain::opinion::{Persona, Round};
use crate::domain::state::AgentState;
use crate::render::html::{Element, element};
use crate::render::phrase::count;
use crate::render::progress_line;
use std::sync::Arc;

/// Most lines of what happened.
const LINES: usize = 60;

/// An audit as its events tell it so far.
#[derive(Clone, Debug)]
pub struct Proceedings {
    /// The state that the events come to.
    pub state: AgentState,
    /// What happened, a line each, the newest last.
    pub lines: Vec<String>,
}

impl Proceedings {
    /// Reads the events of one audit; `None` where the first is not its opening.
    #[must_use]
    pub fn of(events: &[(u64, Arc<AuditEvent>)]) -> Option<Self> {
        let (_, first) = events.first()?;
        let AuditEvent::Opened { request, rubric } = first.as_ref() else { return None };
        let mut state = AgentState::new(Arc::clone(request), Arc::clone(rubric));
        for (_, event) in events {
            state.apply(event);
        }
        let lines: Vec<String> =
            events.iter().filter_map(|(_, event)| progress_line(event)).collect();
        let lines = lines[lines.len().saturating_sub(LINES)..].to_vec();
        Some(Self { state, lines })
    }

    /// How many seats of the first hearing are settled, and how many there are as far as that is known.
    #[must_use]
    pub fn seats(&self) -> (usize, usize) {
        let state = &self.state;
        let judged = state.rubric_dimensions.iter().filter(|one| state.is_judgeable(&one.id));
        let judged: Vec<_> = judged.map(|one| &one.id).collect();
        let heard = judged.iter().map(|id| {
            let missing = state.missing_seats(id);
            let missing = missing.iter().filter(|one| one.seat.round == Round::First).count();
            state.opinions_of(id, Round::First).len() + missing
        });
        (heard.sum(), judged.len() * Persona::ALL.len())
    }

    /// How far it is, in words.
    #[must_use]
    pub fn stage(&self) -> String {
        let state = &self.state;
        if let Some((task, failure)) = &state.abandoned {
            return format!("failed to {task}: {}", failure.message);
        }
        if state.published.is_some() {
            return "the report is written".to_owned();
        }
        if state.final_report.is_some() {
            return "writing the report".to_owned();
        }
        if state.repository_path.is_none() {
            return "fetching the repository".to_owned();
        }
        if state.testified.len() < Detective::ALL.len() {
            return "collecting evidence".to_owned();
        }
        match self.seats() {
            (heard, all) if heard < all => format!("hearing the judges: {heard} of {all}"),
            _ => "ruling".to_owned(),
        }
    }
}

/// The steps of an audit as a row of signs: what is done, under way, or still to come.
pub(super) fn track(proceedings: &Proceedings) -> Element {
    let state = &proceedings.state;
    let (heard, all) = proceedings.seats();
    let is_examined = state.testified.len() == Detective::ALL.len();
    let steps: [(&'static str, bool); 5] = [
        ("Repository", state.repository_path.is_some()),
        ("Evidence", is_examined),
        ("Judges", is_examined && heard >= all || state.final_report.is_some()),
        ("Ruling", state.final_report.is_some()),
        ("Report", state.published.is_some()),
    ];
    let current = steps.iter().position(|(_, is_done)| !is_done);
    let items = steps.iter().enumerate().map(|(at, (name, is_done))| {
        let (class, said) = match (is_done, state.abandoned.is_some()) {
            (true, _) => ("step done", "done"),
            (false, false) if current == Some(at) => ("step now", "under way"),
            (false, true) if current == Some(at) => ("step failed", "failed"),
            (false, _) => ("step", "to come"),
        };
        let said = element("span").class("aloud").text(&format!(": {said}"));
        element("li").class(class).with(element("span").with(*name)).with(said)
    });
    element("ol").class("track").all(items)
}

/// What the three detectives saw.
pub(super) fn detectives(proceedings: &Proceedings) -> Element {
    let state = &proceedings.state;
    let cards = Detective::ALL.into_iter().map(|detective| {
        let (title, artifact) = match detective {
            Detective::RepoInvestigator => ("Repo Investigator", "the repository"),
            Detective::DocAnalyst => ("Doc Analyst", "the report’s text"),
            Detective::VisionInspector => ("Vision Inspector", "the report’s figures"),
        };
        let own = state.evidences.values().flatten().filter(|piece| piece.detective == detective);
        let pieces = own.count();
        let (class, said) = if state.testified.contains(&detective) {
            ("detective done", format!("gave {} of evidence", count(pieces, "piece")))
        } else if state.facts.contains_key(&detective) {
            ("detective now", format!("weighs {artifact}"))
        } else {
            ("detective", format!("reads {artifact}"))
        };
        let said = element("span").text(&said);
        element("li").class(class).with(element("b").with(title)).with(said)
    });
    element("ul").class("detectives").all(cards)
}
