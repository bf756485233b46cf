//! Fields whose annotations could not be read to a reducer.

use super::{Reducers, Undecided, count};
use crate::domain::facts::{PythonFacts, ReducerFact};

impl Reducers {
    /// That fewer fields were seen than asked for, and that one could not be read.
    pub(super) fn undecided(&self, unread: &ReducerFact, seen: usize) -> Undecided {
        let ReducerFact { class, field, written, .. } = unread;
        let of = if field.is_empty() { class.clone() } else { format!("{class}.{field}") };
        let seen = match seen {
            0 => "no field".to_owned(),
            seen => format!("only {}", count(seen, "field")),
        };
        let reason = format!(
            "{seen} was seen to carry {}, but what `{of}` is merged by could not be read: `{written}`",
            self.wanted()
        );
        Undecided::new(unread.place.clone(), reason)
    }
}

/// A field of a graph's state, or a state, of which it is not known what merges it.
pub(super) fn unread(python: &PythonFacts) -> Option<&ReducerFact> {
    let live = || python.graphs.iter().filter(|graph| graph.is_in_use());
    let is_of = |fact: &ReducerFact, state: &str| {
        let name = state.rsplit('.').next().unwrap_or(state);
        fact.class == name || fact.inherited_by.iter().any(|it| it == name)
    };
    let is_state = |fact: &&ReducerFact| {
        live().next().is_none()
            || live().any(|graph| graph.state_class.as_ref().is_none_or(|it| is_of(fact, it)))
    };
    python.unread_reducers.iter().filter(|fact| !fact.in_tests).find(is_state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{GraphFact, ReducerKind};

    #[test]
    fn what_could_not_be_read_of_a_graphs_state_is_told() {
        let fact = |class: &str, field: &str| ReducerFact {
            class: class.into(),
            field: field.into(),
            written: "pick()".into(),
            resolved: String::new(),
            kind: ReducerKind::Function,
            sums: false,
            empties: false,
            passed_over: false,
            inherited_by: vec!["Mine".into()],
            place: crate::domain::facts::Lines::new("a.py", "b", 3, 3),
            in_tests: false,
        };
        let told = |class: &str, field: &str, state: Option<&str>| {
            let state_class = state.map(str::to_owned);
            let graph = GraphFact { live: true, state_class, ..GraphFact::default() };
            let unread_reducers = vec![fact(class, field)];
            let graphs = vec![graph];
            let python = PythonFacts { unread_reducers, graphs, ..PythonFacts::default() };
            let asked = Reducers { kinds: Vec::new(), at_least: 1 };
            unread(&python).map_or_else(String::new, |one| asked.undecided(one, 0).reason)
        };
        let seen = "no field was seen to carry a reducer, but what";
        let end = "is merged by could not be read: `pick()`";
        assert_eq!(told("S", "log", Some("S")), format!("{seen} `S.log` {end}"));
        assert_eq!(told("S", "", Some("states.Mine")), format!("{seen} `S` {end}"));
        assert_eq!(told("S", "log", None), format!("{seen} `S.log` {end}"));
        assert_eq!(told("S", "log", Some("Other")), "");
    }
}
