//! The catalogue of probes: the questions by which a rubric is bound to facts.
//!
//! A probe is a struct of its parameters and one line in [`CATALOGUE`]. It reads facts and answers
//! whether its statement holds; what it cannot decide it calls unknown, with the reason.

/// A sentence that a statement notes, written as for `format!`, without a full stop.
macro_rules! note {
    ($($told:tt)*) => { $crate::domain::reading::note(format_args!($($told)*)) };
}

mod catalogue;
mod court;
mod graphs;
mod report;
mod sources;

use super::document::Opened;
use crate::domain::evidence::Finding;
use crate::domain::facts::{Lookup, Place};
use crate::domain::reading::{Outcome, UNDECIDED};
use crate::domain::rubric::{Artifact, ProbeSpec, Rubric, Stake};
use crate::domain::wording::{capitalised, count, listed};
pub use catalogue::ahead::{Ahead, read_ahead};
pub(super) use catalogue::asked::{Question, asked_of};
pub use catalogue::catalogued::problems;
pub use catalogue::record::Record;
pub(super) use catalogue::record::names_of;
use catalogue::words;
use court::{bound, judges, justice, shown};
use graphs::{graph, reducers, updates, wiring};
use report::{claims, document, figures, injection, paths, sights, term};
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use sources::{
    calls, classes, clones, failing, files, foregone, history, locks, names, query, secrets, text,
};

/// Every probe there is, sorted by kind.
pub const CATALOGUE: &[Probe] = &[
    Probe::of::<query::Query>(),
    Probe::of::<claims::Claims>(),
    Probe::of::<document::Concepts>(),
    Probe::of::<claims::Hidden>(),
    Probe::of::<injection::ReportInjection>(),
    Probe::of::<paths::Paths>(),
    Probe::of::<figures::Diagrams>(),
    Probe::of::<figures::Labels>(),
    Probe::of::<sights::Seen>(),
    Probe::of::<files::Files>(),
    Probe::of::<history::Commits>(),
    Probe::of::<history::Messages>(),
    Probe::of::<history::Steps>(),
    Probe::of::<injection::Injection>(),
    Probe::of::<locks::Locks>(),
    Probe::of::<calls::Calls>(),
    Probe::of::<classes::Classes>(),
    Probe::of::<clones::Clones>(),
    Probe::of::<foregone::Foregone>(),
    Probe::of::<names::Names>(),
    Probe::of::<graph::ConditionalEdges>(),
    Probe::of::<wiring::SideBySide>(),
    Probe::of::<wiring::EvenJoins>(),
    Probe::of::<failing::Failing>(),
    Probe::of::<graph::FanIn>(),
    Probe::of::<graph::FanOut>(),
    Probe::of::<justice::Justice>(),
    Probe::of::<judges::Personas>(),
    Probe::of::<reducers::Reducers>(),
    Probe::of::<shown::Shown>(),
    Probe::of::<updates::Updates>(),
    Probe::of::<bound::StructuredOutput>(),
    Probe::of::<updates::WholeUpdates>(),
    Probe::of::<secrets::Secrets>(),
    Probe::of::<term::Term>(),
    Probe::of::<text::Text>(),
    Probe::of::<words::Words>(),
];

/// What a user has to know to write a probe into a rubric.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The name by which a rubric asks for it, such as `python.fan_out`.
    pub kind: &'static str,
    /// The artifact whose dimensions may use it.
    pub artifact: Artifact,
    /// What it looks for, one sentence.
    pub summary: &'static str,
    /// Parameters with their meaning and default.
    pub parameters: &'static [(&'static str, &'static str)],
    /// An example of `with`, as JSON.
    pub example: &'static str,
}

/// A probe of the catalogue.
#[derive(Clone, Copy)]
pub struct Probe {
    /// Its documentation.
    pub about: About,
    check: fn(&Map<String, Value>) -> Result<(), String>,
    lookups: fn(&Map<String, Value>) -> Vec<Lookup>,
    foretell: fn(&Map<String, Value>, &Opened<'_>) -> Option<Answer>,
    unproven: fn(&Map<String, Value>) -> &'static [Stake],
    read: fn(&Map<String, Value>, &Record<'_>) -> Answer,
}

/// What a probe makes of the facts.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// How the facts answer.
    pub outcome: Outcome,
    /// What was measured, one sentence.
    pub statement: String,
    /// What would have to be there and is not.
    pub missing: Vec<String>,
    /// What was found, most telling first.
    pub findings: Vec<Finding>,
}

/// A struct of parameters that knows how to read facts.
trait Ask: DeserializeOwned {
    const ABOUT: About;

    /// Questions about the text of the tree that have to be answered before `read`.
    fn lookups(&self) -> Vec<Lookup> {
        Vec::new()
    }

    /// What the report alone answers, where it does.
    fn foretell(&self, _: &Opened<'_>) -> Option<Answer> {
        None
    }

    /// What of a point may not rest on its answer, since that would rest on an absence that a list of forms cannot prove.
    fn unproven(&self) -> &'static [Stake] {
        &[]
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided>;
}

/// How a parameter is documented by which a rubric says that its probe lists forms.
const FORMS: &str = "whether what is listed are known forms of something that has others too: then no match proves nothing, the report says so, and no essential point, cap or floor may rest on it; false";

/// Where nothing may rest on a probe that lists forms, which holds where none is there if `absent`.
const fn unproven_by(forms: bool, absent: bool) -> &'static [Stake] {
    match (forms, absent) {
        (false, _) => &[],
        (true, true) => &[Stake::Floor],
        (true, false) => Stake::OF_FAILURE,
    }
}

/// How the statement of a probe that lists forms begins where it found none.
const NO_FORM: &str = "None of the forms that are known was found";

impl Probe {
    const fn of<A: Ask>() -> Self {
        Self {
            about: A::ABOUT,
            check: check::<A>,
            lookups: lookups::<A>,
            foretell: foretell::<A>,
            unproven: unproven::<A>,
            read: read::<A>,
        }
    }

    /// Finds a probe by its name.
    #[must_use]
    pub fn named(kind: &str) -> Option<&'static Self> {
        CATALOGUE.iter().find(|probe| probe.about.kind == kind)
    }

    /// The questions about the text of the tree that `spec` needs answered.
    #[must_use]
    pub fn lookups(&self, spec: &ProbeSpec) -> Vec<Lookup> {
        (self.lookups)(&spec.with)
    }

    /// Answers `spec` from the report alone, where that is enough.
    pub(super) fn foretell(&self, spec: &ProbeSpec, report: &Opened<'_>) -> Option<Answer> {
        (self.foretell)(&spec.with, report)
    }

    /// Answers `spec` from the record.
    #[must_use]
    pub fn read(&self, spec: &ProbeSpec, record: &Record<'_>) -> Answer {
        (self.read)(&spec.with, record)
    }
}

/// The parameters of a probe, or the first problem with them in the words of the reader of JSON.
fn parameters<A: Ask>(with: &Map<String, Value>) -> Result<A, String> {
    serde_json::from_value(Value::Object(with.clone())).map_err(|error| error.to_string())
}

fn check<A: Ask>(with: &Map<String, Value>) -> Result<(), String> {
    parameters::<A>(with).map(drop)
}

fn lookups<A: Ask>(with: &Map<String, Value>) -> Vec<Lookup> {
    parameters::<A>(with).map(|ask| ask.lookups()).unwrap_or_default()
}

fn foretell<A: Ask>(with: &Map<String, Value>, report: &Opened<'_>) -> Option<Answer> {
    parameters::<A>(with).ok()?.foretell(report)
}

fn unproven<A: Ask>(with: &Map<String, Value>) -> &'static [Stake] {
    parameters::<A>(with).map(|ask| ask.unproven()).unwrap_or_default()
}

fn read<A: Ask>(with: &Map<String, Value>, record: &Record<'_>) -> Answer {
    let answer = match parameters::<A>(with) {
        Ok(ask) => ask.read(record),
        Err(problem) => Err(Undecided::new(Place::Report, problem)),
    };
    answer.unwrap_or_else(Undecided::into_answer)
}

/// Why a probe cannot decide.
struct Undecided {
    scope: Place,
    reason: String,
    findings: Vec<Finding>,
    /// Whether the audit lacked the means to look, or there is nothing to look at, so that it counts neither way.
    neutral: bool,
    /// Whether what is asked about is not there, so that nobody else can look at it either.
    moot: bool,
}

impl Undecided {
    fn new(scope: impl Into<Place>, reason: impl Into<String>) -> Self {
        let (scope, reason) = (scope.into(), reason.into());
        Self { scope, reason, findings: Vec::new(), neutral: false, moot: false }
    }

    /// Nobody could look.
    fn unexamined(scope: impl Into<Place>, reason: impl Into<String>) -> Self {
        Self { neutral: true, ..Self::new(scope, reason) }
    }

    /// There is nothing to look at; `statement` says so without its full stop.
    fn moot(scope: impl Into<Place>, statement: impl Into<String>) -> Self {
        Self { moot: true, ..Self::unexamined(scope, statement) }
    }

    fn into_answer(self) -> Answer {
        let mut findings = self.findings;
        let begins = if self.moot { "" } else { UNDECIDED };
        let statement = format!("{begins}{}.", self.reason);
        findings.push(Finding::unknown(self.scope, statement.clone()));
        Answer {
            outcome: Outcome::Unknown { reason: self.reason, neutral: self.neutral },
            statement,
            missing: Vec::new(),
            findings,
        }
    }
}

/// Whether a probe holds what the report says of the code against the code.
fn holds_claims(probe: &Probe) -> bool {
    probe.about.kind == claims::Claims::ABOUT.kind
}

/// The questions that a rubric asks about figures, in its order, without duplicates.
#[must_use]
pub fn questions(rubric: &Rubric) -> Vec<String> {
    let specs = rubric.dimensions.iter().flat_map(|dimension| &dimension.probes);
    let mut all: Vec<String> = Vec::new();
    for spec in specs.filter(|spec| spec.probe == sights::Seen::ABOUT.kind) {
        let asked = parameters::<sights::Seen>(&spec.with);
        all.extend(asked.map(|asked| asked.question).ok().filter(|one| !all.contains(one)));
    }
    all
}

/// The terms whose use in the report a rubric asks for, in its order, without duplicates.
#[must_use]
pub fn terms(rubric: &Rubric) -> Vec<String> {
    let specs = rubric.dimensions.iter().flat_map(|dimension| &dimension.probes);
    let mut all: Vec<String> = Vec::new();
    for spec in specs.filter(|spec| spec.probe == document::Concepts::ABOUT.kind) {
        let listed = parameters::<document::Concepts>(&spec.with);
        for asked in listed.map(|asked| asked.terms).unwrap_or_default() {
            for term in document::spellings(&asked).map(str::to_owned) {
                if !all.contains(&term) {
                    all.push(term);
                }
            }
        }
    }
    all
}

/// A share from 0 to 1.
fn a_share<'de, D: Deserializer<'de>>(reader: D) -> Result<f64, D::Error> {
    let share = f64::deserialize(reader)?;
    let is_one = (0.0..=1.0).contains(&share);
    let problem = || D::Error::custom(format!("must be a share from 0 to 1, is {share}"));
    is_one.then_some(share).ok_or_else(problem)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::reading::Reading;

    #[test]
    fn names_are_unique_and_examples_fit_their_probe() {
        for (index, probe) in CATALOGUE.iter().enumerate() {
            let about = probe.about;
            assert!(
                CATALOGUE[..index].iter().all(|p| p.about.kind != about.kind),
                "{}",
                about.kind
            );
            let example: Map<String, Value> = serde_json::from_str(about.example).unwrap();
            assert_eq!((probe.check)(&example), Ok(()), "{}", about.kind);
        }
    }

    #[test]
    fn what_is_not_there_is_told_as_such_and_nobody_is_asked_to_look_at_it() {
        let reading = |undecided: Undecided| {
            let Answer { outcome, statement, missing, .. } = undecided.into_answer();
            let criterion = crate::domain::ids::CriterionId::new("c").unwrap();
            let probe = crate::domain::ids::ProbeId::new("p").unwrap();
            Reading { criterion, probe, outcome, statement, missing, evidence: Vec::new() }
        };
        let moot = reading(Undecided::moot(Place::Report, "The report cites no file path"));
        assert_eq!(moot.statement, "The report cites no file path.");
        assert!(moot.is_moot());
        let unseen = reading(Undecided::unexamined(Place::Report, "nobody looked"));
        assert_eq!(unseen.statement, "Could not be decided: nobody looked.");
        let open = reading(Undecided::new(Place::Report, "The report cites no file path"));
        assert!(!unseen.is_moot() && !open.is_moot());
    }

    #[test]
    fn unknown_parameters_are_refused() {
        for probe in CATALOGUE {
            let with = Map::from_iter([("no_such_parameter".to_owned(), Value::Null)]);
            assert!((probe.check)(&with).is_err(), "{}", probe.about.kind);
        }
    }
}
