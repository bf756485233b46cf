//! Probe of reducers on state fields.

use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{PythonFacts, ReducerFact, ReducerKind, Replaced};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use serde::Deserialize;
use std::collections::BTreeSet;

mod unread;

use unread::unread;

/// Fields at most that are named.
const NAMED: usize = 6;

/// Whether state fields carry reducers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Reducers {
    #[serde(default)]
    kinds: Vec<ReducerKind>,
    #[serde(default = "one")]
    at_least: usize,
}

fn one() -> usize {
    1
}

impl Ask for Reducers {
    const ABOUT: About = About {
        kind: "python.reducer",
        artifact: Artifact::GithubRepo,
        summary: "So many fields of state classes carry a reducer: `Annotated[T, reducer]`.",
        parameters: &[
            (
                "kinds",
                "`operator_add`, `operator_ior`, `add_messages`, `lambda`, `function`, `replacement` (keeps only one of two values); empty: any",
            ),
            ("at_least", "number of fields; 1"),
        ],
        example: r#"{"kinds": ["operator_ior", "function", "lambda"], "at_least": 1}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let fitting: Vec<&ReducerFact> = python
            .reducers
            .iter()
            .filter(|reducer| !reducer.in_tests)
            .filter(|reducer| self.kinds.is_empty() || self.kinds.contains(&reducer.kind))
            .collect();
        // Whoever asks for some kinds and for no replacement asks for what keeps all.
        let asks_to_keep =
            !self.kinds.is_empty() && !self.kinds.contains(&ReducerKind::Replacement);
        let (emptied, fitting): (Vec<&ReducerFact>, Vec<&ReducerFact>) =
            fitting.into_iter().partition(|reducer| asks_to_keep && reducer.empties);
        let wanted = self.wanted();
        let idle: Vec<&ReducerFact> =
            python.idle_reducers.iter().filter(|reducer| !reducer.in_tests).collect();
        if let Some(unread) = unread(python).filter(|_| fitting.len() < self.at_least) {
            return Err(self.undecided(unread, fitting.len()));
        }
        if fitting.is_empty() {
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement: format!(
                    "No state field carries {}.{}",
                    self.kept(&emptied),
                    passed_over(&idle)
                ) + &given_up(&emptied),
                missing: vec![wanted.clone()],
                findings: std::iter::once(record.absent_from_python(
                    &format!("field annotated with {wanted}"),
                    &["Annotated"],
                )?)
                .chain(idle.iter().take(NAMED).map(|reducer| finding(reducer)))
                .chain(state_of(python))
                .collect(),
            });
        }
        let named: Vec<String> = fitting
            .iter()
            .take(NAMED)
            .map(|reducer| {
                let replaces = match reducer.kind {
                    ReducerKind::Replacement => ", which keeps only one of two values",
                    ReducerKind::OperatorAdd
                    | ReducerKind::OperatorIor
                    | ReducerKind::AddMessages
                    | ReducerKind::Lambda
                    | ReducerKind::Function => "",
                };
                let (class, from) = owner(reducer);
                let (field, resolved) = (&reducer.field, &reducer.resolved);
                let within = namesake(reducer, &fitting);
                format!("`{class}.{field}`{from}{within} by `{resolved}`{replaces}")
            })
            .collect();
        Ok(Answer {
            outcome: Outcome::of_share(fitting.len(), self.at_least),
            statement: self.told(fitting.len(), &named, &self.needed(python, fitting.len()))
                + &passed_over(&idle)
                + &given_up(&emptied)
                + &self.taken_place(python, &fitting),
            missing: if fitting.len() < self.at_least { vec![wanted] } else { Vec::new() },
            findings: fitting.iter().take(NAMED).map(|reducer| finding(reducer)).collect(),
        })
    }
}

impl Reducers {
    /// How many fields there are, and which; of what kind, where one is asked for.
    fn told(&self, all: usize, named: &[String], needed: &str) -> String {
        let fields = count(all, "field");
        let carry = if self.kinds.is_empty() {
            format!("{fields} with a reducer")
        } else {
            format!("{fields} whose reducer is {}", self.wanted())
        };
        let more = match all - named.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        format!("{carry}: {}{more}{needed}.", named.join(", "))
    }

    /// Where there are fewer than asked for, which fields nodes side by side write to that have none, as the end of a
    /// sentence.
    fn needed(&self, python: &PythonFacts, found: usize) -> String {
        let graphs = || python.graphs.iter().filter(|graph| graph.is_in_use());
        if found >= self.at_least || graphs().all(|graph| graph.fan_out.is_empty()) {
            return String::new();
        }
        let clashes = graphs().flat_map(|graph| &graph.clashes);
        let fields: BTreeSet<&str> = clashes.map(|clash| clash.field.as_str()).collect();
        if fields.is_empty() {
            return "; no two nodes side by side were seen to return a field without one"
                .to_owned();
        }
        let has = if fields.len() == 1 { "has" } else { "have" };
        let fields = listed(fields.into_iter().take(NAMED));
        format!("; {fields}, which nodes side by side return, {has} none")
    }

    /// What is asked for, where some that are of the kind keep not all.
    fn kept(&self, emptied: &[&ReducerFact]) -> String {
        let keeps = if emptied.is_empty() { "" } else { " that keeps all" };
        self.wanted() + keeps
    }

    /// A sentence about a key that two nodes of one step give for one of these fields; empty where there is none.
    fn taken_place(&self, python: &PythonFacts, fitting: &[&ReducerFact]) -> String {
        // Of several questions that which asks for the kind tells it.
        if !self.kinds.contains(&ReducerKind::OperatorIor) {
            return String::new();
        }
        let graphs = python.graphs.iter().filter(|graph| graph.is_in_use());
        let mut found = graphs.flat_map(|graph| &graph.replaced).filter_map(|one| {
            let fact = fitting.iter().find(|fact| fact.field == one.field)?;
            Some((one, &fact.resolved))
        });
        let Some((Replaced { field, key, nodes, places }, reducer)) = found.next() else {
            return String::new();
        };
        let nodes = listed(nodes.iter().map(String::as_str).take(NAMED));
        let places = listed(places.iter().take(NAMED));
        note!(
            "{nodes} run side by side and can each return `{key}` for `{field}` ({}); `{reducer}` keeps one of two values of a key, so that the other is lost",
            places
        )
    }

    fn wanted(&self) -> String {
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| words(*kind)).collect();
        if kinds.is_empty() { "a reducer".into() } else { kinds.join(" or ") }
    }
}

/// A sentence about reducers that give up what a field holds; empty where there are none.
fn given_up(emptied: &[&ReducerFact]) -> String {
    let Some(first) = emptied.first() else { return String::new() };
    let alike = emptied.iter().filter(|one| one.resolved == first.resolved);
    let fields: BTreeSet<&str> = alike.map(|one| one.field.as_str()).collect();
    let (are, it) = if fields.len() == 1 { ("is", "it") } else { ("are", "them") };
    format!(
        " {} {are} not counted: `{}` empties {it} where a node returns something empty.",
        listed(fields.into_iter().take(NAMED)),
        first.resolved
    )
}

/// A sentence about what stands where a reducer stands and is none; empty where there is nothing of the kind.
fn passed_over(idle: &[&ReducerFact]) -> String {
    let Some(first) = idle.first() else { return String::new() };
    let more = match idle.len() - 1 {
        0 => String::new(),
        more => format!("; the same is so of {}", count(more, "other field")),
    };
    format!(
        " `{}.{}` has none: `{}` is not the last entry of its annotation, and LangGraph reads no other{more}.",
        first.class, first.field, first.written
    )
}

/// The state class of a graph that can run: a reducer that is missing belongs there.
fn state_of(python: &PythonFacts) -> Option<Finding> {
    let graphs = python.graphs.iter().filter(|graph| graph.is_in_use());
    let class = graphs.filter_map(|graph| graph.state_class.as_deref()).find_map(|name| {
        let mut own =
            python.classes.iter().filter(|class| class.is_called(name) && !class.in_tests);
        own.next().filter(|_| own.next().is_none())
    })?;
    let rationale = format!("The state of the graph, `{}`, as its annotations stand.", class.name);
    Some(Finding::found(class.place.clone(), rationale))
}

/// The class to name, and from where it has the field: what inherits it is the state.
fn owner(reducer: &ReducerFact) -> (&str, String) {
    match reducer.inherited_by.as_slice() {
        [state] => (state, format!(" (from `{}`)", reducer.class)),
        _ => (&reducer.class, String::new()),
    }
}

/// The file of a field, where another file has a class and a field of the same names.
fn namesake(reducer: &ReducerFact, all: &[&ReducerFact]) -> String {
    let named = |one: &ReducerFact| (owner(one).0.to_owned(), one.field.clone());
    let is_other =
        |one: &&ReducerFact| one.place.file != reducer.place.file && named(one) == named(reducer);
    if all.iter().any(is_other) { format!(" in `{}`", reducer.place.file) } else { String::new() }
}

fn words(kind: ReducerKind) -> &'static str {
    match kind {
        ReducerKind::OperatorAdd => "`operator.add`",
        ReducerKind::OperatorIor => "`operator.ior`",
        ReducerKind::AddMessages => "`add_messages`",
        ReducerKind::Lambda => "a lambda",
        ReducerKind::Function => "a reducer function",
        ReducerKind::Replacement => "a reducer that replaces",
    }
}

fn finding(reducer: &ReducerFact) -> Finding {
    Finding::found(
        reducer.place.clone(),
        "Annotation in the syntax tree; the reducer follows imports and aliases.",
    )
    .quoting(format!("{}.{}: Annotated[…, {}]", reducer.class, reducer.field, reducer.written))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{Clash, GraphFact};

    #[test]
    fn what_is_no_reducer_is_told_by_why() {
        let idle = ReducerFact {
            class: "S".into(),
            field: "e".into(),
            written: "operator.add".into(),
            resolved: "operator.add".into(),
            kind: ReducerKind::OperatorAdd,
            sums: false,
            empties: false,
            passed_over: true,
            inherited_by: Vec::new(),
            place: crate::domain::facts::Lines::new("a.py", "b", 3, 3),
            in_tests: false,
        };
        let why = " `S.e` has none: `operator.add` is not the last entry of its annotation, and LangGraph reads no other";
        assert_eq!(passed_over(&[&idle]), format!("{why}."));
        let more = "; the same is so of 1 other field.";
        assert_eq!(passed_over(&[&idle, &idle]), format!("{why}{more}"));
        assert_eq!(passed_over(&[]), "");
    }

    #[test]
    fn fields_of_classes_of_one_name_are_told_apart_by_their_files() {
        let reducer = |class: &str, file: &str| ReducerFact {
            class: class.into(),
            field: "messages".into(),
            written: "add_messages".into(),
            resolved: "add_messages".into(),
            kind: ReducerKind::AddMessages,
            sums: true,
            empties: false,
            passed_over: false,
            inherited_by: Vec::new(),
            place: crate::domain::facts::Lines::new(file, "b", 3, 3),
            in_tests: false,
        };
        let (one, two) = (reducer("S", "a.py"), reducer("S", "b/a.py"));
        let (same, other) = (reducer("S", "a.py"), reducer("T", "b/a.py"));
        assert_eq!(namesake(&one, &[&one, &two]), " in `a.py`");
        assert_eq!(namesake(&two, &[&one, &two]), " in `b/a.py`");
        assert_eq!(namesake(&one, &[&one, &same, &other]), "");
    }

    #[test]
    fn what_a_reducer_empties_is_told_by_its_fields() {
        let reducer = |field: &str, resolved: &str| ReducerFact {
            class: "S".into(),
            field: field.into(),
            written: "join".into(),
            resolved: resolved.into(),
            kind: ReducerKind::Function,
            sums: true,
            empties: true,
            passed_over: false,
            inherited_by: Vec::new(),
            place: crate::domain::facts::Lines::new("a.py", "b", 3, 3),
            in_tests: false,
        };
        let (one, two, other) =
            (reducer("a", "s.py:join"), reducer("b", "s.py:join"), reducer("c", "s.py:more"));
        let ends = "not counted: `s.py:join` empties";
        assert_eq!(
            given_up(&[&one, &two, &other]),
            format!(" `a`, `b` are {ends} them where a node returns something empty.")
        );
        assert_eq!(
            given_up(&[&one]),
            format!(" `a` is {ends} it where a node returns something empty.")
        );
        assert_eq!(given_up(&[]), "");
    }

    #[test]
    fn fields_are_told_by_the_kind_that_is_asked_for() {
        let told = |kinds: &[ReducerKind], all: usize| {
            let named = vec!["`S.a` by `operator.add`".to_owned()];
            Reducers { kinds: kinds.to_vec(), at_least: 1 }.told(all, &named, "")
        };
        assert_eq!(told(&[], 1), "1 field with a reducer: `S.a` by `operator.add`.");
        assert_eq!(
            told(&[ReducerKind::OperatorAdd, ReducerKind::Lambda], 3),
            "3 fields whose reducer is `operator.add` or a lambda: `S.a` by `operator.add` and 2 more."
        );
    }

    #[test]
    fn fields_that_need_a_reducer_are_those_that_nodes_side_by_side_return() {
        let asked = Reducers { kinds: Vec::new(), at_least: 2 };
        let clash = |field: &str| Clash {
            field: field.into(),
            nodes: vec!["a".into(), "b".into()],
            whole: false,
            places: Vec::new(),
        };
        let told = |fan_out: &[&str], clashes: &[&str], found: usize| {
            let graph = GraphFact {
                live: true,
                fan_out: fan_out.iter().map(|node| (*node).to_owned()).collect(),
                clashes: clashes.iter().map(|field| clash(field)).collect(),
                ..GraphFact::default()
            };
            asked.needed(&PythonFacts { graphs: vec![graph], ..PythonFacts::default() }, found)
        };
        let none = "; no two nodes side by side were seen to return a field without one";
        assert_eq!(told(&["a"], &[], 1), none);
        assert_eq!(
            told(&["a"], &["notes"], 1),
            "; `notes`, which nodes side by side return, has none"
        );
        // Nothing runs side by side, or there are as many as asked for.
        assert_eq!(told(&[], &[], 1), "");
        assert_eq!(told(&["a"], &[], 2), "");
    }
}
