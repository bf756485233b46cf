//! Model calls that are bound to a schema.

mod asking;
pub(super) mod binding;
mod misfit;
pub(super) mod substitutes;

use super::repository::Repository;
use super::running::reach::Reach;
use super::running::sites::{Site, Sites};
use super::syntax::{Expr, Span};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{
    Binding, ClassFact, ClassKind, GraphFact, HeldAgainst, Misfit, StandIn, StructuredOutputFact,
    Surroundings,
};
use asking::{beside, reply, uses};
pub(super) use binding::afterwards::held_afterwards;
use binding::binds::bound;
pub(super) use binding::held::unfollowed;
pub(super) use binding::json::calls_model;
pub(in crate::detect) use binding::json::speaks_to_models;
use binding::{elsewhere, instructions, schemas, several, unasked, wrapped};
pub(super) use misfit::attempts::speaks_of_attempts;
use misfit::care::Care;
use misfit::{nothing, unfailing};
use std::collections::{BTreeMap, BTreeSet};
use substitutes::{changed, defaults, mended, stand_ins};

/// Places at most at which a model is told to be asked.
const ASKED: usize = 8;

/// What the search goes through.
struct Search<'r, 'p> {
    repository: &'p Repository<'r>,
    sites: &'p Sites<'r>,
    reach: &'p Reach,
    /// Names of the Pydantic models.
    models: BTreeSet<&'p str>,
    /// Those of them that have a score.
    scored: BTreeSet<&'p str>,
    care: Care<'r, 'p>,
}

/// Methods that bind a model to a schema, as reports name them.
const BINDERS: [&str; 2] = ["with_structured_output", "bind_tools"];

/// What finds a method by a text.
const FINDERS: [&str; 3] = ["getattr", "methodcaller", "attrgetter"];

/// Those of them that something may call: it has the name, other than in prose, or finds a method by a text.
pub(super) fn binders(repository: &Repository<'_>, sites: &Sites<'_>) -> Vec<String> {
    let found = |name: &str| {
        let mut calls = FINDERS.iter().flat_map(|finder| sites.named(finder));
        calls.any(|site| site.call.args.iter().any(|arg| arg.value.text().as_deref() == Some(name)))
    };
    let open = sites.names_at_run_time();
    let may = |name: &&str| {
        repository.is_mentioned(name) || (repository.texts.hold(name) && (open || found(name)))
    };
    BINDERS.into_iter().filter(may).map(str::to_owned).collect()
}

/// What binds models to a schema, in source order, and apart from that what binds them to tools.
pub(super) fn bindings<'r>(
    repository: &Repository<'r>,
    (sites, sources): (&Sites<'r>, &[Source]),
    (reach, graphs): (&Reach, &[GraphFact]),
    classes: &[ClassFact],
) -> (Vec<StructuredOutputFact>, Vec<StructuredOutputFact>) {
    let mut facts = structured_output(repository, sites, reach, classes);
    unasked::mark(repository, (sites, sources), reach, &mut facts);
    mended::mark(repository, graphs, &mut facts);
    facts.into_iter().partition(|bound| bound.binding != Binding::Tools)
}

/// Lists the bindings among `sites`, in source order.
fn structured_output(
    repository: &Repository<'_>,
    sites: &Sites<'_>,
    reach: &Reach,
    classes: &[ClassFact],
) -> Vec<StructuredOutputFact> {
    let models = classes.iter().filter(|class| class.kind == ClassKind::BaseModel);
    let search = Search {
        repository,
        sites,
        reach,
        models: models.clone().map(|class| class.name.as_str()).collect(),
        scored: models.filter(|class| has_score(class)).map(|class| class.name.as_str()).collect(),
        care: Care::new(repository, sites),
    };
    let mut facts: Vec<_> = sites.all.iter().flat_map(|site| search.facts(site)).collect();
    facts.extend(search.payloads());
    facts.extend(search.by_hand(&facts));
    wrapped::fold(&mut facts);
    facts.sort_by(|left, right| left.place.cmp(&right.place));
    facts.dedup_by(|left, right| {
        let is_same = left.place == right.place && left.method == right.method;
        is_same && left.schema == right.schema && left.asked == right.asked
    });
    facts
}

/// Whether a class has a score.
fn has_score(class: &ClassFact) -> bool {
    let mut all = class.fields.iter().chain(&class.inherited);
    all.any(|field| matches!(field.as_str(), "score" | "rating" | "grade"))
}

/// How a call binds a reply.
struct Bound<'r> {
    method: &'static str,
    schema: Option<&'r Expr<'r>>,
    binding: Binding,
    /// Whether the call asks the model itself, whatever it is called.
    asks: bool,
}

impl<'r> Bound<'r> {
    fn schema(method: &'static str, schema: Option<&'r Expr<'r>>) -> Self {
        Self { method, schema, binding: Binding::Schema, asks: false }
    }
}

impl<'r> Search<'r, '_> {
    /// How a call binds replies, if it does: once for each model that they are held against afterwards.
    fn facts(&self, site: &Site<'r>) -> Vec<StructuredOutputFact> {
        let Some(Bound { method, schema, mut binding, asks }) = bound(self.repository, site) else {
            return Vec::new();
        };
        if elsewhere::binds_nothing(self.repository, self.sites, site) {
            return Vec::new();
        }
        if binding == Binding::Validated
            && instructions::describes_alone(self.repository, site)
            && self.validated(site).is_none()
        {
            return Vec::new();
        }
        let schema = schema
            .and_then(|schema| schemas::class_name(self.repository, self.sites, site.at, schema));
        let mut uses = uses::uses(self.repository, self.sites, site);
        if method == "bind_tools" && schema.is_none() {
            binding = Binding::Tools;
        }
        if asks || uses::invokes(site.call.callee_name()) {
            uses.push(site.clone());
        }
        if schema.is_none() && method == "JsonOutputParser" {
            return self.by_any_parser(&uses);
        }
        let is_given = schema.is_some();
        let asked_for: Vec<Site<'r>> = std::iter::once(site).chain(&uses).cloned().collect();
        let mut held: BTreeMap<Option<String>, Vec<Site<'r>>> = BTreeMap::new();
        let is_followed = method == "PydanticOutputParser" && schema.is_some() && !uses.is_empty();
        if binding == Binding::Validated && !is_followed {
            for asked in std::iter::once(site).chain(&uses) {
                if let Some((class, checked)) = self.validated(asked) {
                    let class = schema.clone().unwrap_or(class);
                    held.entry(Some(class)).or_default().push(checked);
                }
            }
        }
        if held.is_empty() {
            held.insert(schema, uses);
        }
        let apart = held.into_iter().flat_map(|(schema, uses)| {
            let apart = self.apart(uses);
            apart.into_iter().map(move |uses| (schema.clone(), uses))
        });
        let told = apart.map(|(schema, uses)| {
            let tools = method == "bind_tools";
            let misfit = if unfailing::is_raw(site.call) {
                uses.iter().filter_map(|asked| unfailing::of_raw(&self.care, asked)).max()
            } else {
                let of =
                    |asked| if tools { self.care.of_tools(asked) } else { self.care.of(asked) };
                let misfit = uses.iter().map(of).max();
                let misfit = misfit.or_else(|| site.around.guarded.then_some(Misfit::Handled));
                match self.care.retries_itself(site) {
                    // What calls tools raises nothing that would be tried again.
                    Some(_) if tools => misfit.max(Some(Misfit::TransientOnly)),
                    again => misfit.max(again),
                }
            };
            let is_raw = binding == Binding::Validated && schema.is_none();
            let misfit = match misfit {
                Some(Misfit::Unhandled) if is_raw => self.by_readers(&uses, Misfit::Unhandled),
                misfit => misfit,
            };
            let misfit = misfit.filter(|one| !(self.is_lost(*one, &uses)));
            let mut fact = self.told(site, method, schema, binding, misfit);
            let is_held = !is_given && fact.schema.is_some();
            fact.held =
                uses.first().filter(|_| is_held).map(|checked| self.held(&asked_for, checked));
            self.asked(&mut fact, &uses);
            fact.beside = beside::surroundings(&self.care, site, &uses, &fact);
            self.made_up(&mut fact, &uses);
            fact
        });
        told.collect()
    }

    /// Whether nothing was seen to see to a reply, and a function that asks is handed to code that was not followed.
    fn is_lost(&self, misfit: Misfit, uses: &[Site<'r>]) -> bool {
        let mut around = uses.iter().filter_map(|asked| Some((asked.at.module, asked.function()?)));
        misfit == Misfit::Unhandled
            && around.any(|(module, function)| self.care.handed_over(module, function).lost)
    }

    /// The questions to one model, told apart by the functions that they stand in where these see to replies in
    /// different ways: a retry in one of them asks for nothing again in another.
    fn apart(&self, uses: Vec<Site<'r>>) -> Vec<Vec<Site<'r>>> {
        let mut by_function: BTreeMap<_, Vec<Site<'r>>> = BTreeMap::new();
        for asked in &uses {
            if asked.module(self.repository).in_tests {
                continue;
            }
            let function = asked.function().map(|function| function.id);
            by_function.entry((asked.at.module, function)).or_default().push(asked.clone());
        }
        let best = |uses: &Vec<Site<'r>>| uses.iter().map(|asked| self.care.of(asked)).max();
        let ways: BTreeSet<_> = by_function.values().map(best).collect();
        if ways.len() > 1 { by_function.into_values().collect() } else { vec![uses] }
    }

    /// Fills in where the model is asked, and what takes the place of its replies.
    fn asked(&self, fact: &mut StructuredOutputFact, uses: &[Site<'r>]) {
        let ours = |asked: &&Site<'r>| !asked.module(self.repository).in_tests;
        let places = uses.iter().filter(ours).map(|asked| {
            asked.module(self.repository).place(reply::source(self.sites, asked).expr.span)
        });
        fact.asked = places.collect();
        fact.asked.sort();
        fact.asked.dedup();
        fact.asked.truncate(ASKED);
        let (Some(schema), Some(misfit)) = (fact.schema.as_deref(), fact.misfit) else { return };
        if matches!(misfit, Misfit::Unhandled | Misfit::Swallowed | Misfit::StoodIn) {
            return;
        }
        // Where one of them is seen to otherwise, the others may be so too.
        let found: Vec<Vec<StandIn>> = uses
            .iter()
            .filter(ours)
            .filter(|asked| self.care.of(asked) >= misfit.min(Misfit::Handled))
            .map(|asked| stand_ins::stand_ins(&self.care, asked, schema))
            .collect();
        if !found.is_empty() && found.iter().all(|some| !some.is_empty()) {
            fact.stand_ins = found.into_iter().flatten().collect();
            fact.stand_ins.sort_by(|one, other| one.place.cmp(&other.place));
            fact.stand_ins.dedup();
            fact.stand_ins.truncate(ASKED);
            // Where it is asked for again first, that is said before.
            if matches!(misfit, Misfit::TransientOnly | Misfit::Handled) {
                fact.misfit = Some(Misfit::StoodIn);
            }
        }
    }

    /// Fills in what is made up where the model fails otherwise, and for replies without a score.
    fn made_up(&self, fact: &mut StructuredOutputFact, uses: &[Site<'r>]) {
        let Some(schema) = fact.schema.as_deref() else { return };
        let ours = || uses.iter().filter(|asked| !asked.module(self.repository).in_tests);
        let tidied = |mut found: Vec<StandIn>| {
            found.sort_by(|one, other| one.place.cmp(&other.place));
            found.dedup();
            found.truncate(ASKED);
            found
        };
        let known = &fact.stand_ins;
        let others = ours().flat_map(|asked| stand_ins::otherwise(&self.care, asked, schema));
        fact.beside.otherwise = tidied(others.filter(|one| !known.contains(one)).collect());
        // What is bound to a schema has a score, or does not fit.
        let is_bound = fact.binding == Binding::Schema && fact.method != "bind_tools";
        let bound = |site: &Site<'r>| {
            is_bound && uses.iter().any(|asked| std::ptr::eq(asked.expr, site.expr))
        };
        let defaults =
            ours().flat_map(|asked| defaults::scores(self.repository, self.sites, asked, &bound));
        let of_schema =
            if is_bound { defaults::of_schema(self.repository, schema) } else { Vec::new() };
        fact.beside.defaults = tidied(defaults.chain(of_schema).collect());
        let is_opinion = self.scored.contains(schema);
        for asked in ours().filter(|_| is_opinion) {
            let changed = changed::changed(self.repository, self.sites, asked);
            fact.beside.rescored.extend(changed.scores);
            fact.beside.recited.extend(changed.citations);
            if let (None, Some(read)) = (&fact.beside.reads_nothing, nothing::read(asked)) {
                let place = asked.module(self.repository).place(read);
                fact.beside.reads_nothing = Some(place);
            }
        }
        for places in [&mut fact.beside.rescored, &mut fact.beside.recited] {
            places.sort();
            places.dedup();
            places.truncate(ASKED);
        }
    }

    /// What a parser of any JSON binds: nothing by itself, but each reply that is held against a model.
    fn by_any_parser(&self, uses: &[Site<'r>]) -> Vec<StructuredOutputFact> {
        let held = uses.iter().filter_map(|asked| {
            let (class, checked) = self.validated(asked)?;
            let misfit = Some(self.care.of(&checked));
            let (method, binding) = ("JsonOutputParser", Binding::Validated);
            let fact = self.told(asked, method, Some(class), binding, misfit);
            Some(StructuredOutputFact {
                held: Some(self.held(std::slice::from_ref(asked), &checked)),
                ..fact
            })
        });
        held.collect()
    }

    /// The call that holds a reply against a schema.
    fn held(&self, asked: &[Site<'r>], checked: &Site<'r>) -> HeldAgainst {
        let module = checked.module(self.repository);
        HeldAgainst {
            by: module.written(checked.call.callee.span, 60),
            each: asked.iter().any(|asked| several::of_several(asked, checked)),
            place: module.place(checked.expr.span),
        }
    }

    fn told(
        &self,
        site: &Site<'r>,
        method: &str,
        schema: Option<String>,
        binding: Binding,
        misfit: Option<Misfit>,
    ) -> StructuredOutputFact {
        let module = site.module(self.repository);
        StructuredOutputFact {
            method: method.into(),
            schema,
            function: site.around.function(),
            retry: misfit.map(Misfit::is_retried),
            binding,
            misfit,
            asked: Vec::new(),
            stand_ins: Vec::new(),
            held: None,
            beside: Surroundings::default(),
            live: self.reach.runs(self.repository, self.sites, site),
            unasked: None,
            place: module.place(named(site)),
            in_tests: module.in_tests,
        }
    }
}

/// The call from its method's name on: the model that it is called on may be written over many lines before.
fn named(site: &Site<'_>) -> Span {
    let span = site.expr.span;
    let callee = site.call.callee.span;
    let start = callee.end.saturating_sub(site.call.callee_name().len());
    if span.start <= start && start < span.end {
        Span { start, first: callee.last, ..span }
    } else {
        span
    }
}
