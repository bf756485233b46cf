//! One case, and the bench that hears it.

use crate::server::Server;
use automaton_auditor::domain::case::Case;
use automaton_auditor::domain::evidence::{Detective, Evidence, Finding};
use automaton_auditor::domain::facts::Place;
use automaton_auditor::domain::ids::ProbeId;
use automaton_auditor::domain::models::{BenchModels, Bounds};
use automaton_auditor::domain::opinion::{Persona, Round, Seat};
use automaton_auditor::domain::reading::{Outcome, Reading};
use automaton_auditor::domain::rubric::Dimension;
use automaton_auditor::engine::load_rubric;
use automaton_auditor::ports::bench::{Counsel, Counselled, LanguageModels};
use automaton_auditor::ports::llm::{Endpoint, EndpointSettings};
use std::sync::Arc;
use std::time::Duration;

/// A dimension of the program's own rubric.
fn dimension() -> Arc<Dimension> {
    let rubric = load_rubric(include_bytes!("../../rubric.json")).expect("the rubric is valid");
    rubric.dimensions.into_iter().next().expect("it has dimensions")
}

/// A case with two pieces of evidence.
pub fn case() -> Case {
    let dimension = dimension();
    let evidence: Vec<Evidence> = ["Seven commits over three days.", "No subject is empty."]
        .map(|fact| {
            let finding =
                Finding::found(Place::Report, fact).quoting("graph: route clone failures");
            Evidence::new(&dimension.id, Detective::RepoInvestigator, None, finding)
        })
        .into();
    let reading = Reading {
        criterion: dimension.id.clone(),
        probe: ProbeId::new("enough_commits").expect("the id is plain"),
        outcome: Outcome::Holds,
        statement: "7 commits.".into(),
        missing: Vec::new(),
        evidence: evidence.iter().map(|one| one.id.clone()).collect(),
    };
    let seat =
        Seat { criterion: dimension.id.clone(), round: Round::First, persona: Persona::Defense };
    Case {
        seat,
        record: Arc::new([(dimension.id.clone(), evidence)].into()),
        readings: Arc::new(vec![reading]),
        dimension,
        heard: Vec::new(),
    }
}

/// The endpoint of a server, with a short patience.
pub fn endpoint(server: &Server) -> Endpoint {
    let settings = EndpointSettings {
        base_url: server.url(),
        key: None,
        rung: None,
        deadline: Duration::from_secs(2),
    };
    Endpoint::new(settings).expect("the address is plain")
}

/// Hears the case before a server.
pub fn heard(server: &Server) -> Counselled {
    let models = BenchModels::one(server.host(), "m");
    let counsel = LanguageModels::new(Arc::new(endpoint(server)), models, Bounds::default(), 0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime can be made").block_on(counsel.opine(&case()))
}
