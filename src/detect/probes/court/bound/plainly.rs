//! Judges that ask a model by nothing but a text.

use crate::detect::probes::listed;
use crate::detect::seats;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    FunctionFact, Place, Practice, PracticeFact, PythonFacts, StructuredOutputFact,
};
use std::collections::BTreeSet;

/// The question of each of the three judges, where each is seen to ask by nothing but a text.
fn plain(python: &PythonFacts) -> Option<Vec<&PracticeFact>> {
    let asks: Vec<&PracticeFact> = python
        .practices
        .iter()
        .filter(|fact| fact.practice == Practice::AsksUnbound && !fact.in_tests && fact.live)
        .collect();
    let of = |seat| asks.iter().copied().find(|fact| sits(python, fact) == Some(seat));
    (0..seats::JUDGES.len()).map(of).collect()
}

/// The judge that asks: by the name of what asks, or of the node whose function that is.
fn sits(python: &PythonFacts, asks: &PracticeFact) -> Option<usize> {
    let by_node = || {
        let graphs = python.graphs.iter().filter(|graph| graph.is_in_use());
        let mut nodes = graphs.flat_map(|graph| &graph.nodes).filter(|node| {
            node.runs.as_ref().is_some_and(|runs| {
                runs.file == asks.place.file
                    && (runs.line..=runs.end_line).contains(&asks.place.line)
            })
        });
        let seat = seats::judge(&nodes.next()?.name)?;
        nodes.all(|node| seats::judge(&node.name) == Some(seat)).then_some(seat)
    };
    seats::judge(&asks.by).or_else(by_node)
}

/// Whether a call is none of the judges': each of these asks for itself, somewhere else.
pub(super) fn elsewhere(python: &PythonFacts, call: &StructuredOutputFact) -> bool {
    let judges = plain(python);
    judges.is_some_and(|judges| judges.iter().all(|judge| judge.place.file != call.place.file))
}

/// How each of the judges asks, where each is seen to ask by nothing but a text.
pub(super) fn asked_plainly(python: &PythonFacts) -> Option<String> {
    let judges = plain(python)?;
    let names: BTreeSet<&str> = judges.iter().map(|judge| judge.by.as_str()).collect();
    let places: BTreeSet<String> = judges.iter().map(|judge| judge.place.to_string()).collect();
    let names = listed(names);
    let places = listed(places.iter().map(String::as_str));
    Some(format!("; {names} ask in a way that binds the reply to nothing, at {places}"))
}

/// Where each of the judges asks, where each is seen to ask by nothing but a text: that is what is to be bound.
pub(super) fn findings(python: &PythonFacts) -> Option<Vec<Finding>> {
    let mut judges = plain(python)?;
    judges.sort_by(|one, other| one.place.cmp(&other.place));
    judges.dedup_by(|one, other| one.place == other.place);
    let found = |judge: &PracticeFact| {
        let why = format!("`{}` asks a model here, and nothing binds what it replies.", judge.by);
        Finding::found(Place::from(&judge.place), why)
    };
    Some(judges.into_iter().map(found).collect())
}

/// The functions that speak for the judges, one for each that has one: where no model is asked, it is they that would.
pub(in crate::detect::probes) fn speakers(python: &PythonFacts) -> Vec<Finding> {
    let of = |seat| {
        let ours = python.functions.iter().filter(|one| !(one.in_tests || one.idle));
        let ours = ours.filter(|one| seats::judge(&one.name) == Some(seat));
        ours.min_by_key(|one| (!one.name.contains("node"), !one.place.file.contains("judge")))
    };
    let found = |one: &FunctionFact| {
        let why = format!("`{}` is named for a judge, and no source asks a model.", one.name);
        Finding::found(Place::from(&one.place), why)
    };
    (0..seats::JUDGES.len()).filter_map(of).map(found).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GraphFact, GraphNode, Lines};

    #[test]
    fn where_no_model_is_asked_the_judges_own_functions_are_shown() {
        let function = |name: &str, file: &str, idle| FunctionFact {
            stub: false,
            name: name.into(),
            place: Lines::new(file, "b", 4, 9),
            in_tests: false,
            idle,
        };
        let python = PythonFacts {
            functions: vec![
                function("defense_node", "src/agents/judges/defense.py", false),
                function("prosecutor_score", "src/report.py", false),
                function("prosecutor_node", "src/agents/judges/prosecutor.py", false),
                function("tech_lead_node", "src/nodes/judges.py", true),
            ],
            ..PythonFacts::default()
        };
        let shown: Vec<_> = speakers(&python).into_iter().flat_map(|one| one.places).collect();
        let places = ["prosecutor", "defense"].map(|name| {
            Place::from(Lines::new(&format!("src/agents/judges/{name}.py"), "b", 4, 9))
        });
        assert_eq!(shown, places);
    }

    #[test]
    fn a_call_is_no_judges_where_each_of_them_asks_elsewhere() {
        let asks = |by: &str| PracticeFact {
            practice: Practice::AsksUnbound,
            by: by.into(),
            place: Lines::new("src/justice.py", "b", 5, 5),
            in_tests: false,
            live: true,
        };
        let of = |names: &[&str]| PythonFacts {
            practices: names.iter().map(|name| asks(name)).collect(),
            ..PythonFacts::default()
        };
        let call = |file: &str| StructuredOutputFact {
            place: Lines::new(file, "b", 5, 5),
            ..StructuredOutputFact::default()
        };
        let all = of(&["Prosecutor", "defense_node", "tech_lead"]);
        assert!(elsewhere(&all, &call("src/vision.py")));
        assert!(!elsewhere(&all, &call("src/justice.py")));
        assert!(!elsewhere(&of(&["Prosecutor", "defense_node"]), &call("src/vision.py")));
        let told = asked_plainly(&all).expect("all of them ask");
        assert!(told.ends_with(" binds the reply to nothing, at `src/justice.py:5`"), "{told}");
        assert_eq!(asked_plainly(&of(&["ask"])), None);
        let mut by_nodes = of(&["first", "second", "third"]);
        by_nodes.graphs = vec![GraphFact { live: true, ..GraphFact::default() }];
        for (index, name) in ["Prosecutor", "DefenseAttorney", "TechLead"].into_iter().enumerate() {
            let line = u32::try_from(index * 10 + 1).expect("a small number");
            by_nodes.practices[index].place = Lines::new("src/justice.py", "b", line + 3, line + 3);
            by_nodes.graphs[0].nodes.push(GraphNode {
                name: name.into(),
                runs: Some(Lines::new("src/justice.py", "b", line, line + 8)),
                place: Lines::new("src/graph.py", "b", line, line),
                ..GraphNode::default()
            });
        }
        let told = asked_plainly(&by_nodes).expect("all of them ask");
        assert!(told.starts_with("; `first`, `second`, `third` ask"), "{told}");
    }
}
