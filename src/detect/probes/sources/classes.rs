//! Probe of class definitions.

use super::super::graphs::graph::{live, spoken_of};
use super::super::{About, Answer, Ask, Record, Undecided, capitalised, count, listed};
use crate::domain::evidence::Finding;
use crate::domain::facts::{BentNumber, ClassFact, ClassKind, GraphFact};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// Whether classes of given names and kinds are defined.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Classes {
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    kinds: Vec<ClassKind>,
    #[serde(default)]
    fields: Vec<String>,
}

impl Ask for Classes {
    const ABOUT: About = About {
        kind: "python.class",
        artifact: Artifact::GithubRepo,
        summary: "Each named class is defined outside the tests, is of one of the kinds, and has the fields.",
        parameters: &[
            ("names", "class names, all of them wanted; empty: any one class of the kinds"),
            ("kinds", "`BaseModel`, `TypedDict`, `dataclass`, `other`; empty: any kind"),
            ("fields", "field names that each class must have; empty: none in particular"),
        ],
        example: r#"{"names": ["Evidence", "JudicialOpinion"], "kinds": ["BaseModel"]}"#,
    };

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let python = record.python()?;
        let ours: Vec<&ClassFact> = python.classes.iter().filter(|class| !class.in_tests).collect();
        if self.names.is_empty() {
            return self.read_any(record, &ours);
        }
        let mut findings = Vec::new();
        let (mut fitting, mut words, mut missing) = (Vec::new(), Vec::new(), Vec::new());
        for name in &self.names {
            let named: Vec<&&ClassFact> = ours.iter().filter(|class| class.name == *name).collect();
            let class = named.iter().find(|class| self.fits(class)).or(named.first());
            if let Some(class) = class {
                words.push(format!("`{name}` is {}", described(class)));
                findings.push(self.finding(class));
            } else {
                findings.push(record.absent_from_python(&format!("class `{name}`"), &[name])?);
                let handed = live(record).ok().and_then(|live| self.handed(name, &live, &ours));
                let serving = handed.or_else(|| self.serving(name, &ours));
                let in_tests = python.classes.iter().any(|class| class.name == *name);
                let place = if in_tests { " outside the tests" } else { "" };
                let instead = serving.map_or_else(String::new, |other| {
                    let (known, what) = (&other.name, described(other));
                    format!("; `{known}` at `{}`, which is {what}, may serve for it", other.place)
                });
                words.push(format!("`{name}` is not defined{place}{instead}"));
                if let Some(other) = serving {
                    findings.push(self.finding(other));
                    fitting.push(name);
                    continue;
                }
            }
            if class.is_some_and(|class| self.fits(class)) {
                fitting.push(name);
            } else {
                missing.push(format!("`{name}` as {}", self.wanted()));
            }
        }
        let mut statement = format!("{}.", capitalised(&words.join(", ")));
        for bent in python.bent_numbers.iter().filter(|one| self.names.contains(&one.class)) {
            let (note, finding) = changed(bent);
            statement.push_str(&note);
            findings.push(finding);
        }
        Ok(Answer {
            outcome: Outcome::of_share(fitting.len(), self.names.len()),
            statement,
            missing,
            findings,
        })
    }
}

impl Classes {
    fn read_any(&self, record: &Record<'_>, ours: &[&ClassFact]) -> Result<Answer, Undecided> {
        let fitting: Vec<&&ClassFact> = ours.iter().filter(|class| self.fits(class)).collect();
        if fitting.is_empty() {
            return Ok(Answer {
                outcome: Outcome::Fails,
                statement: format!("No class outside the tests is {}.", self.wanted()),
                missing: vec![self.wanted()],
                findings: vec![record.absent_from_python(
                    self.wanted().trim_start_matches("a "),
                    &["class", "TypedDict", "create_model", "make_dataclass"],
                )?],
            });
        }
        let names = listed(fitting.iter().take(6).map(|class| class.name.as_str()));
        Ok(Answer {
            outcome: Outcome::Holds,
            statement: format!("{} of them: {names}.", fitting.len()),
            missing: Vec::new(),
            findings: fitting.iter().take(4).map(|class| self.finding(class)).collect(),
        })
    }

    fn fits(&self, class: &ClassFact) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&class.kind))
            && self
                .fields
                .iter()
                .all(|field| class.fields.contains(field) || class.inherited.contains(field))
    }

    /// The one class of the kinds whose name ends in the last word of the one that is missing: `Opinion` or
    /// `JudgeOpinion` for `JudicialOpinion`.
    fn serving<'c>(&self, name: &str, ours: &[&'c ClassFact]) -> Option<&'c ClassFact> {
        let last = name.rfind(char::is_uppercase).map(|at| &name[at..])?;
        let is_it = |class: &&&ClassFact| {
            let is_named = class.name.ends_with(last);
            is_named && !self.kinds.is_empty() && self.fits(class) && has_fields(class)
        };
        let mut found = ours.iter().filter(is_it);
        let first = found.next()?;
        found.next().is_none().then_some(*first)
    }

    /// The class that the graph is given, where a state is missing: of several with its name the one in its own file,
    /// or else, where any would do, that whose file stands nearest.
    fn handed<'c>(
        &self,
        name: &str,
        graphs: &[&GraphFact],
        ours: &[&'c ClassFact],
    ) -> Option<&'c ClassFact> {
        let graph = spoken_of(graphs, false).filter(|_| name.ends_with("State"))?;
        let given = graph.state_class.as_deref()?.rsplit('.').next()?;
        let named = || ours.iter().filter(|class| class.is_called(given)).copied();
        let does = |class: &&ClassFact| self.fits(class) && has_fields(class);
        let mut beside = named().filter(|class| class.place.file == graph.place.file);
        if let (Some(own), None) = (beside.next(), beside.next()) {
            return does(&own).then_some(own);
        }
        let shared = |class: &&ClassFact| common_folders(&class.place.file, &graph.place.file);
        named().all(|class| does(&class)).then(|| named().rev().max_by_key(shared)).flatten()
    }

    fn wanted(&self) -> String {
        let kinds: Vec<&str> = self.kinds.iter().map(|kind| article(*kind)).collect();
        let kind = if kinds.is_empty() { "a class".to_owned() } else { kinds.join(" or ") };
        if self.fields.is_empty() {
            kind
        } else {
            format!("{kind} with {}", listed(self.fields.iter().map(String::as_str)))
        }
    }

    fn finding(&self, class: &ClassFact) -> Finding {
        let bases = if class.bases.is_empty() {
            String::new()
        } else {
            format!("({})", class.bases.join(", "))
        };
        let inherited = class.inherited.iter().map(|field| format!("{field} (inherited)"));
        let fields: Vec<String> = class.fields.iter().cloned().chain(inherited).collect();
        let fields =
            if fields.is_empty() { "no annotated fields".to_owned() } else { fields.join(", ") };
        let confidence = if class.kind == ClassKind::Other && !self.kinds.is_empty() {
            Confidence::STRONG
        } else {
            Confidence::CERTAIN
        };
        Finding::found(
            class.place.clone(),
            "Class definition in the syntax tree; its kind follows imports and inheritance.",
        )
        .with_confidence(confidence)
        .quoting(format!("class {}{bases}: {fields}", class.name))
    }
}

/// How many folders two paths share from the root on.
fn common_folders(one: &str, other: &str) -> usize {
    one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other).count()
}

/// Whether a class is more than a label.
fn has_fields(class: &ClassFact) -> bool {
    class.fields.len() + class.inherited.len() > 1
}

/// What is said of a validator that puts another number in the place of a valid one.
fn changed(bent: &BentNumber) -> (String, Finding) {
    let BentNumber { class, field, number, given, place } = bent;
    let note = note!(
        "a validator of `{class}` makes {given} of the {field} {number}, which lies within its own bounds, at `{place}`"
    );
    let why =
        "The validator was gone through with each whole number within the bounds of the field.";
    (note, Finding::found(place.clone(), why).quoting(format!("{field}: {number} → {given}")))
}

fn described(class: &ClassFact) -> String {
    let fields = count(class.fields.len() + class.inherited.len(), "field");
    let inherited = match (class.fields.len(), class.inherited.len()) {
        (_, 0) => String::new(),
        (0, _) => ", all of them inherited".to_owned(),
        (_, some) => format!(", {some} of them inherited"),
    };
    format!("{} with {fields}{inherited}", article(class.kind))
}

fn article(kind: ClassKind) -> &'static str {
    match kind {
        ClassKind::BaseModel => "a Pydantic model",
        ClassKind::TypedDict => "a TypedDict",
        ClassKind::Dataclass => "a dataclass",
        ClassKind::Other => "a plain class",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::Lines;

    #[test]
    fn one_class_of_another_name_may_serve_for_the_one_that_is_missing() {
        let class = |name: &str, kind, fields: usize| ClassFact {
            name: name.into(),
            kind,
            bases: Vec::new(),
            fields: vec!["score".to_owned(); fields],
            annotations: Vec::new(),
            defaults: Vec::new(),
            altered: false,
            aliases: Vec::new(),
            inherited: Vec::new(),
            place: Lines::new("src/state.py", "b", 5, 9),
            in_tests: false,
        };
        let asks = Classes {
            names: vec!["JudicialOpinion".into()],
            kinds: vec![ClassKind::BaseModel],
            fields: Vec::new(),
        };
        let serving = |classes: &[ClassFact]| {
            let all: Vec<&ClassFact> = classes.iter().collect();
            asks.serving("JudicialOpinion", &all).map(|one| one.name.clone())
        };
        let model = ClassKind::BaseModel;
        assert_eq!(serving(&[class("Opinion", model, 5)]).as_deref(), Some("Opinion"));
        assert_eq!(serving(&[class("JudgeOpinion", model, 5)]).as_deref(), Some("JudgeOpinion"));
        assert_eq!(serving(&[class("Opinion", ClassKind::TypedDict, 5)]), None);
        assert_eq!(serving(&[class("OpinionList", model, 5)]), None);
        assert_eq!(serving(&[class("Opinion", model, 1)]), None);
        // Which of several is meant nobody knows.
        let two = [class("Opinion", model, 5), class("FinalOpinion", model, 5)];
        assert_eq!(serving(&two), None);
    }

    #[test]
    fn the_class_that_the_graph_is_given_serves_for_the_state_among_several() {
        let class = |name: &str, fields: usize| ClassFact {
            name: name.into(),
            kind: ClassKind::TypedDict,
            bases: Vec::new(),
            fields: vec!["goal".to_owned(); fields],
            annotations: Vec::new(),
            defaults: Vec::new(),
            altered: false,
            aliases: Vec::new(),
            inherited: Vec::new(),
            place: Lines::new("src/state.py", "b", 5, 9),
            in_tests: false,
        };
        let asks: Classes =
            serde_json::from_str(r#"{"names": ["AgentState"], "kinds": ["TypedDict"]}"#).unwrap();
        let graph =
            |state: &str| GraphFact { state_class: Some(state.into()), ..GraphFact::default() };
        let classes = [class("ParseState", 3), class("SuperState", 3), class("Bare", 0)];
        let ours: Vec<&ClassFact> = classes.iter().collect();
        let handed = |name: &str, graph: &GraphFact| {
            asks.handed(name, &[graph], &ours).map(|one| one.name.clone())
        };
        assert_eq!(handed("AgentState", &graph("SuperState")).as_deref(), Some("SuperState"));
        assert_eq!(handed("AgentState", &graph("state.SuperState")).as_deref(), Some("SuperState"));
        assert_eq!(handed("AgentState", &graph("Bare")), None);
        assert_eq!(handed("AgentState", &graph("dict")), None);
        assert_eq!(handed("JudicialOpinion", &graph("SuperState")), None);
        // Of two with one name that in the graph's own file is meant, and else the nearest, where both would do.
        let at = |file: &str, fields| ClassFact {
            place: Lines::new(file, "b", 5, 9),
            ..class("PlannerState", fields)
        };
        let placed =
            GraphFact { place: Lines::new("v2/plan.py", "b", 1, 1), ..graph("PlannerState") };
        let among = |classes: &[ClassFact]| {
            let ours: Vec<&ClassFact> = classes.iter().collect();
            asks.handed("AgentState", &[&placed], &ours).map(|one| one.place.file.clone())
        };
        let own = among(&[at("v1/plan.py", 3), at("v2/plan.py", 3)]);
        assert_eq!(own.as_deref(), Some("v2/plan.py"));
        assert_eq!(among(&[at("v1/plan.py", 3), at("v2/plan.py", 0)]), None);
        let near = among(&[at("v1/state.py", 3), at("v2/state.py", 3)]);
        assert_eq!(near.as_deref(), Some("v2/state.py"));
        assert_eq!(among(&[at("v1/state.py", 0), at("v2/state.py", 3)]), None);
    }

    #[test]
    fn a_validator_that_makes_the_best_of_the_worst_is_told() {
        let bent = BentNumber {
            class: "JudicialOpinion".into(),
            field: "score".into(),
            number: "1".into(),
            given: "5".into(),
            place: Lines::new("src/state.py", "b", 155, 156),
        };
        assert_eq!(
            changed(&bent).0,
            " Note: a validator of `JudicialOpinion` makes 5 of the score 1, which lies within its own bounds, at `src/state.py:155-156`."
        );
    }
}
