//! How verdicts are synthesised: which functions decide, and by which rules.

mod caps;
mod dissent;
mod facts;
mod reading;
mod weighing;

pub(super) use reading::effects::measures_spread;
pub(super) use reading::functions::unspoken::speaks_of_verdicts;
pub(super) use reading::variables::by_value::called as by_value;
pub(super) use weighing::asked_id::{against_rubric, foreign_ids};

use super::repository::Repository;
use super::running::refuted::refuted;
use super::sources::parse::Module;
use super::syntax::{Call, ExprKind, Function};
use crate::domain::facts::{ApartFact, EvidenceFact, GraphFact, JusticeFact, Lines, RuleTrace};
use facts::model::Use;
use reading::branches::decisions;
use reading::found::Found;
use reading::functions::court::{Court, Key};
use reading::variables::notes::{About, Notes};
use reading::variables::terms::{any_stmt, each_call};
use std::collections::{BTreeMap, BTreeSet};
use weighing::averages::Seats;

/// What is known of the synthesis.
pub(super) struct Synthesis {
    /// The functions that synthesise verdicts, in source order.
    pub functions: Vec<JusticeFact>,
    /// What speaks of rules that none of them was seen to implement.
    pub traces: Vec<RuleTrace>,
    /// What they do with evidence.
    pub evidence: Option<EvidenceFact>,
    /// What runs and may decide, where nothing leads to what was recognised.
    pub perhaps: Option<Lines>,
}

/// Reads how verdicts are synthesised, by what the graphs run among the rest. Nothing leads to what is `idle`, and
/// `by_value` are the modules with variables called by what they hold.
pub(super) fn justice(
    repository: &Repository<'_>,
    by_value: Option<Vec<Module<'_>>>,
    graphs: &[GraphFact],
    idle: &[Lines],
) -> Synthesis {
    let Some(modules) = by_value else { return synthesis(repository, graphs, idle) };
    synthesis(&Repository::new(&modules, repository.hidden.clone()), graphs, idle)
}

fn synthesis(repository: &Repository<'_>, graphs: &[GraphFact], idle: &[Lines]) -> Synthesis {
    let court = Court::new(repository);
    let led = reading::functions::entries::led(&court, graphs);
    let mut entries: BTreeSet<Key> = court
        .parts
        .iter()
        .filter(|(key, part)| {
            let class = part.class.map(|class| class.name);
            let scores = || reading::functions::entries::reaches_score(&court, **key);
            reading::functions::entries::decides(court.module(**key), part.function, class, &scores)
        })
        .map(|(key, _)| *key)
        .collect();
    entries.extend(&led);
    let mut reached = BTreeSet::new();
    for key in &entries {
        if court.module(*key).in_tests {
            reached.insert(*key);
        } else {
            let mut own = BTreeSet::new();
            court.reach(*key, &mut own);
            reached.extend(own);
        }
    }
    let is_led = reading::functions::uncalled::is_led(&court, &entries, graphs);
    let mut hearing = Hearing::new(repository, court, (entries, reached), (is_led, idle));
    hearing.led = led;
    let functions = hearing.facts();
    let traces = reading::traces::traces(&hearing, &functions);
    let evidence = facts::evidence::evidence(&hearing).filter(|_| !functions.is_empty());
    let perhaps = reading::functions::perhaps::perhaps(&hearing, &functions, graphs);
    Synthesis { functions, traces, evidence, perhaps }
}

/// The functions that each call in a function can run, by where the callee stands.
type Helpers = BTreeMap<(usize, usize), Vec<Key>>;

/// Everything that is known of the deciding functions together.
struct Hearing<'r, 'a> {
    repository: &'a Repository<'r>,
    court: Court<'r, 'a>,
    entries: BTreeSet<Key>,
    /// Those of them that a graph runs as its chief justice.
    led: BTreeSet<Key>,
    reached: BTreeSet<Key>,
    /// Those that nothing outside tests can call, as far as names tell.
    dead: BTreeSet<Key>,
    /// Those that surely nothing calls.
    uncalled: BTreeSet<Key>,
    /// Those of them that nothing that runs leads to.
    unused: BTreeSet<Key>,
    /// The functions and classes that nothing that runs leads to.
    idle: &'a [Lines],
    helpers: BTreeMap<Key, Helpers>,
    notes: BTreeMap<Key, Notes<'r>>,
    found: BTreeMap<Key, Found<'r>>,
    replies: BTreeMap<Key, Use>,
}

impl<'r, 'a> Hearing<'r, 'a> {
    fn new(
        repository: &'a Repository<'r>,
        court: Court<'r, 'a>,
        (entries, reached): (BTreeSet<Key>, BTreeSet<Key>),
        (is_led, idle): (bool, &'a [Lines]),
    ) -> Self {
        let unused = court.within(idle);
        let near = court.near(&reached);
        let mut uncalled = reading::functions::uncalled::uncalled(&court, &reached, is_led);
        uncalled.extend(&unused);
        let mut dead = court.dead(&near);
        dead.extend(near.intersection(&uncalled));
        let mut hearing = Self {
            repository,
            court,
            entries,
            led: BTreeSet::new(),
            reached,
            dead,
            uncalled,
            unused,
            idle,
            helpers: BTreeMap::new(),
            notes: BTreeMap::new(),
            found: BTreeMap::new(),
            replies: BTreeMap::new(),
        };
        hearing.helpers = hearing.reached.iter().map(|key| (*key, hearing.helpers(*key))).collect();
        hearing.recognise();
        hearing.follow_replies();
        hearing
    }

    fn function(&self, key: Key) -> &'r Function<'r> {
        self.court.parts[&key].function
    }

    /// The functions that a call can run, among those that were reached.
    fn helpers(&self, from: Key) -> Helpers {
        let mut helpers = BTreeMap::new();
        each_call(&self.function(from).body, &mut |call, _| {
            let keys = self.court.resolve(&call.callee, from);
            helpers.insert((call.callee.span.start, call.callee.span.end), keys);
        });
        helpers
    }

    fn recognise(&mut self) {
        let results: BTreeMap<Key, About> = self
            .reached
            .iter()
            .map(|key| (*key, reading::variables::notes::result(self.function(*key))))
            .collect();
        let mut notes: BTreeMap<Key, Notes<'r>> = BTreeMap::new();
        // What arguments are about is known once the callers were read.
        for _ in 0..2 {
            for key in &self.reached {
                let helpers = &self.helpers[key];
                let about = |call: &Call<'_>| {
                    let keys = helpers.get(&(call.callee.span.start, call.callee.span.end));
                    let mut about = About::default();
                    for result in keys.into_iter().flatten().filter_map(|key| results.get(key)) {
                        about.facts |= result.facts;
                        about.spread |= result.spread;
                        about.wide |= result.wide;
                    }
                    about
                };
                let mut own = notes.remove(key).unwrap_or_default();
                own.read(self.function(*key), &about);
                self.pass_on(*key, &own, &mut notes);
                notes.insert(*key, own);
            }
        }
        let mut empty = reading::switches::empty(&self.court, &self.reached);
        for (key, own) in &mut notes {
            own.refuted = refuted(self.function(*key), self.court.module(*key).text);
            own.refuted.extend(self.court.switched_off(*key));
            own.empty = empty.remove(key).unwrap_or_default();
            own.taken_apart = self.taken_apart(*key);
            own.results.extend(self.resolved(*key));
        }
        for (key, notes) in &notes {
            let (function, text) = (self.function(*key), self.court.module(*key).text);
            let helper = |call: &Call<'_>| self.looks(*key, call);
            self.found.insert(*key, reading::rules::rules(function, notes, text, &helper));
        }
        self.notes = notes;
        self.drop_unread();
        self.read_tables(&results);
        self.hear_again();
        self.prefer();
    }

    /// Credits a rule to the function at `key`.
    fn credit(&mut self, key: Key, rule: &'static str) {
        let found = self.found.entry(key).or_default();
        found.rules.insert(rule);
        found.unplaced.insert(rule);
    }

    /// Tells the functions that are called what their arguments are about.
    fn pass_on(&self, from: Key, own: &Notes<'r>, notes: &mut BTreeMap<Key, Notes<'r>>) {
        each_call(&self.function(from).body, &mut |call, _| {
            for key in self.court.resolve(&call.callee, from) {
                let Some(part) = self.court.parts.get(&key).filter(|_| key != from) else {
                    continue;
                };
                let skip = usize::from(
                    part.function
                        .params
                        .first()
                        .is_some_and(|one| part.class.is_some() && one.is_self()),
                );
                for (index, param) in part.function.params.iter().skip(skip).enumerate() {
                    let Some(value) = call.argument(index, param.name) else { continue };
                    let wide = own.is_wide(value);
                    let inner = notes.entry(key).or_default();
                    inner.given(param.name, own.is_lead_alone(value));
                    let seats = Seats { function: self.function(from), given: &own.seats };
                    inner.seated(param.name, seats.judge(value));
                    let ExprKind::Name(name) = value.kind else {
                        if wide {
                            inner.wide.insert(param.name);
                        }
                        continue;
                    };
                    for (known, set) in [
                        (wide || own.wide.contains(name), &mut inner.wide),
                        (own.spread.contains(name), &mut inner.spread),
                        (own.facts.contains(name), &mut inner.facts),
                    ] {
                        if known {
                            set.insert(param.name);
                        }
                    }
                }
            }
        });
    }

    fn facts(&self) -> Vec<JusticeFact> {
        let mut listed: BTreeSet<Key> = self.entries.clone();
        listed.extend(self.reached.iter().filter(|key| {
            let (found, reply) = (self.found.get(key), self.replies.get(key));
            found.is_some_and(|one| !one.is_idle())
                || reply.is_some_and(|one| one.decides || one.unclear)
        }));
        let left: BTreeSet<Key> =
            self.entries.iter().flat_map(|key| self.left_to(*key, &listed)).collect();
        listed.extend(left);
        let own = listed.clone();
        let mut listed: Vec<Key> = listed.into_iter().collect();
        listed.sort_by_key(|key| (key.0, self.function(*key).span.start));
        listed.retain(|key| !self.hands_on(*key, &own) && !self.only_leads(*key, &own));
        listed.into_iter().filter_map(|key| self.fact(key, &own)).collect()
    }

    fn fact(&self, key: Key, listed: &BTreeSet<Key>) -> Option<JusticeFact> {
        let function = self.function(key);
        let module = &self.repository.modules[key.0];
        let found = self.found.get(&key)?;
        let reply = self.replies.get(&key).copied().unwrap_or_default();
        // What only measures the spread decides nothing.
        let is_told_on = found.spread.is_some() && !found.announced.is_empty();
        if found.rules.is_empty()
            && !is_told_on
            && function.name.contains("variance")
            && !function.name.contains("eval")
        {
            return None;
        }
        let decided = decisions(&function.body, &|inner| listed.contains(&(key.0, inner.id)));
        let (unsigned, unmet) = (self.unsigned(key, found), self.unmet(key, found));
        let misgiven = self.misgiven(key, found);
        let vain =
            weighing::misgiven::vain(unsigned.is_some() || unmet.is_some(), misgiven.as_ref());
        let (asked_in, unargued) = (self.asked_in(key), self.unargued(key, found));
        let callers =
            self.reached.iter().map(|key| caps::alone::Asking::scores(self.function(*key)));
        Some(JusticeFact {
            function: self.court.name(key),
            calls_model: reply.decides,
            asks_model: asked_in.is_some(),
            asked_in: asked_in.filter(|asked| *asked != key).map(|asked| self.court.name(asked)),
            reply_unclear: reply.unclear && !reply.decides,
            branches: decided.branches,
            picks: decided.picks,
            rules: found.named_but(&vain),
            places: found.placed(module),
            inert: found.inert(module),
            printed: found.printed(module),
            scoreless: !any_stmt(&function.body, &reading::effects::changed),
            computes: reading::branches::computes(&function.body),
            only_words: reading::functions::left_to::only_words(function),
            unread: self.unread(key),
            lead_alone: self.lead_alone(key),
            unsigned,
            unmet,
            score_alone: found
                .score_alone
                .filter(|_| caps::alone::is_called_plainly(callers, function.name))
                .map(|span| module.place(span)),
            words_alone: self.words_alone(key, found),
            words_scores: self.words_scores(key, found),
            by_words: self.by_words(key, found),
            agreeing: self.agreeing(key, found),
            words_besides: self.words_besides(key, found),
            score_besides: self.score_besides(key, found),
            spared: self.spared(key, found),
            denied: self.denied(key, found),
            unconfirmed: self.unconfirmed(key, found),
            everywhere: self.everywhere(key, found),
            asked_id: self.asked_id(key, found),
            outbid: found.outbid(module),
            bypassed: self.bypassed(key),
            canned: self.canned(key, found),
            apart: ApartFact { misgiven, ..self.apart(key, found, &unargued) },
            unargued: unargued.into_iter().next(),
            absent: self.absent(key, listed),
            raises: self
                .notes
                .get(&key)
                .and_then(|notes| caps::raises::raises(function, notes, found, module)),
            spread: found.spread.filter(|_| !found.rules.contains("variance_re_evaluation")),
            spread_takes: found.takes(module),
            average: found.average.map(|stmt| module.place(stmt.span)),
            weighted_average: found.weighted.map(|stmt| module.place(stmt.span)),
            averages: found.averaged(module),
            security_undone: Some("security_override")
                .filter(|rule| found.rules.contains(rule))
                .and_then(|_| {
                    caps::undone::of_security(function, self.notes.get(&key)?, found, module)
                })
                .or_else(|| self.undone_by_caller(key, found)),
            facts_undone: Some("fact_supremacy")
                .filter(|rule| found.rules.contains(rule))
                .and_then(|_| {
                    caps::undone::of_facts(function, self.notes.get(&key)?, found, module)
                }),
            dead: self.dead.contains(&key),
            uncalled: self.uncalled.contains(&key),
            unused: self.unused.contains(&key),
            place: module.place(function.span),
            in_tests: module.in_tests,
        })
    }
}
