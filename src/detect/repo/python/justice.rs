//! How verdicts are synthesised: which functions decide, and by which rules.

mod court;
mod effects;
mod model;
mod notes;
mod rules;
mod terms;
mod traces;

pub(super) use rules::measures_spread;

use super::parse::Module;
use super::repository::Repository;
use super::syntax::{Body, Call, Expr, ExprKind, Function, StmtKind};
use crate::domain::facts::{JusticeFact, RuleTrace};
use court::{Court, Key};
use model::{Reply, Use};
use notes::{About, Notes};
use rules::{Found, RULES};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of names that deciding functions have.
const DECIDES: &[&str] = &[
    "chief_justice",
    "chiefjustice",
    "synthes",
    "adjudicat",
    "verdict",
    "deliberat_final",
    "resolve_score",
    "resolve_final",
    "final_score",
    "resolve_conflict",
    "weighted_score",
    "security_override",
    "fact_supremacy",
    "variance",
    "arbitrat",
    "dissent",
    "functionality_weight",
];

/// Lists the functions that synthesise verdicts, in source order, and the names that speak of
/// rules which none of them was seen to implement.
pub(super) fn justice(repository: &Repository<'_>) -> (Vec<JusticeFact>, Vec<RuleTrace>) {
    let court = Court::new(repository);
    let entries: BTreeSet<Key> = court
        .parts
        .iter()
        .filter(|(key, part)| {
            decides(court.module(**key), part.function, part.class.map(|class| class.name))
        })
        .map(|(key, _)| *key)
        .collect();
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
    let hearing = Hearing::new(repository, court, entries, reached);
    let facts = hearing.facts();
    let traces = traces::traces(repository, &hearing.reached, &facts);
    (facts, traces)
}

/// Everything that is known of the deciding functions together.
struct Hearing<'r, 'a> {
    repository: &'a Repository<'r>,
    court: Court<'r, 'a>,
    entries: BTreeSet<Key>,
    reached: BTreeSet<Key>,
    dead: BTreeSet<Key>,
    found: BTreeMap<Key, Found<'r>>,
    replies: BTreeMap<Key, Use>,
}

impl<'r, 'a> Hearing<'r, 'a> {
    fn new(
        repository: &'a Repository<'r>,
        court: Court<'r, 'a>,
        entries: BTreeSet<Key>,
        reached: BTreeSet<Key>,
    ) -> Self {
        let dead = court.dead(&court.near(&reached));
        let mut hearing = Self {
            repository,
            court,
            entries,
            reached,
            dead,
            found: BTreeMap::new(),
            replies: BTreeMap::new(),
        };
        hearing.recognise();
        hearing.follow_replies();
        hearing
    }

    fn function(&self, key: Key) -> &'r Function<'r> {
        self.court.parts[&key].function
    }

    /// The functions that a call can run, among those that were reached.
    fn helpers(&self, from: Key) -> BTreeMap<(usize, usize), Vec<Key>> {
        let mut helpers = BTreeMap::new();
        each_call(&self.function(from).body, &mut |call, _| {
            let keys = self.court.resolve(&call.callee, from);
            helpers.insert((call.callee.span.start, call.callee.span.end), keys);
        });
        helpers
    }

    fn recognise(&mut self) {
        let results: BTreeMap<Key, About> =
            self.reached.iter().map(|key| (*key, notes::result(self.function(*key)))).collect();
        let mut notes: BTreeMap<Key, Notes<'r>> = BTreeMap::new();
        // What arguments are about is known once the callers were read.
        for _ in 0..2 {
            for key in &self.reached {
                let helpers = self.helpers(*key);
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
        for (key, notes) in &notes {
            self.found.insert(*key, rules::rules(self.function(*key), notes));
        }
        self.hear_again();
    }

    /// Tells the functions that are called what their arguments are about.
    fn pass_on(&self, from: Key, own: &Notes<'r>, notes: &mut BTreeMap<Key, Notes<'r>>) {
        each_call(&self.function(from).body, &mut |call, _| {
            for key in self.court.resolve(&call.callee, from) {
                let Some(part) = self.court.parts.get(&key).filter(|_| key != from) else {
                    continue;
                };
                let skip =
                    usize::from(part.function.params.first().is_some_and(|one| {
                        part.class.is_some() && matches!(one.name, "self" | "cls")
                    }));
                for (index, param) in part.function.params.iter().skip(skip).enumerate() {
                    let Some(value) = call.argument(index, param.name) else { continue };
                    let wide = own.is_wide(value);
                    let ExprKind::Name(name) = value.kind else {
                        if wide {
                            notes.entry(key).or_default().wide.insert(param.name);
                        }
                        continue;
                    };
                    let inner = notes.entry(key).or_default();
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

    /// A node that tells of a wide spread, and a router that sends the case back for it.
    fn hear_again(&mut self) {
        let announced = |found: &Found<'r>| !found.announced.is_empty();
        if !self.found.values().any(announced) {
            return;
        }
        let mut asked = BTreeSet::new();
        for (key, part) in &self.court.parts {
            if !self.court.module(*key).in_tests {
                asked.extend(rules::routes_again(part.function));
            }
        }
        for found in self.found.values_mut() {
            if found.announced.intersection(&asked).next().is_some() {
                found.rules.insert("variance_re_evaluation");
            }
        }
    }

    fn follow_replies(&mut self) {
        for key in self.reached.clone() {
            self.follow(key, 0);
        }
        let callers = self.reached.iter().filter(|key| !self.dead.contains(*key));
        let called: BTreeSet<Key> = callers
            .flat_map(|key| self.court.called(*key).into_iter().filter(move |one| one != key))
            .collect();
        for key in self.reached.clone() {
            let name = self.function(key).name;
            let scores = effects::changes_score(&self.function(key).body);
            let Some(found) = self.replies.get_mut(&key).filter(|_| !called.contains(&key)) else {
                continue;
            };
            match found.returns {
                Some(Reply::Text) if terms::has(name, terms::PROSE) => {}
                Some(Reply::Text) if scores => found.unclear = true,
                Some(Reply::Text | Reply::Value) => found.decides = true,
                None => {}
            }
        }
    }

    fn follow(&mut self, key: Key, depth: usize) -> Option<Reply> {
        if let Some(known) = self.replies.get(&key) {
            return known.returns;
        }
        if depth > 16 || !self.reached.contains(&key) {
            return None;
        }
        self.replies.insert(key, Use::default());
        let helpers = self.helpers(key);
        let mut returned = BTreeMap::new();
        for (span, keys) in helpers {
            let reply = keys.into_iter().filter_map(|key| self.follow(key, depth + 1)).max();
            returned.insert(span, reply);
        }
        let bound = model::bound_names(&self.court.module(key).syntax.body);
        let answer = |call: &Call<'_>| {
            returned.get(&(call.callee.span.start, call.callee.span.end)).copied().flatten()
        };
        let found = model::follow(self.function(key), &bound, &answer);
        self.replies.insert(key, found);
        found.returns
    }

    fn facts(&self) -> Vec<JusticeFact> {
        let mut listed: BTreeSet<Key> = self.entries.clone();
        listed.extend(self.reached.iter().filter(|key| {
            let found = self.found.get(key);
            let reply = self.replies.get(key);
            found.is_some_and(|one| {
                !one.rules.is_empty() || one.spread.is_some() || one.average.is_some()
            }) || reply.is_some_and(|one| one.decides || one.unclear)
        }));
        let mut listed: Vec<Key> = listed.into_iter().collect();
        listed.sort_by_key(|key| (key.0, self.function(*key).span.start));
        let own: BTreeSet<Key> = listed.iter().copied().collect();
        let facts = listed.into_iter().filter_map(|key| self.fact(key, &own));
        facts.collect()
    }

    fn fact(&self, key: Key, listed: &BTreeSet<Key>) -> Option<JusticeFact> {
        let function = self.function(key);
        let module = &self.repository.modules[key.0];
        let found = self.found.get(&key)?;
        let reply = self.replies.get(&key).copied().unwrap_or_default();
        // What only measures the spread decides nothing.
        if found.rules.is_empty()
            && function.name.contains("variance")
            && !function.name.contains("eval")
        {
            return None;
        }
        Some(JusticeFact {
            function: self.court.name(key),
            calls_model: reply.decides,
            reply_unclear: reply.unclear && !reply.decides,
            branches: branches(&function.body, 0, &|inner| listed.contains(&(key.0, inner.id))),
            rules: RULES
                .iter()
                .filter(|rule| found.rules.contains(*rule))
                .map(|rule| (*rule).into())
                .collect(),
            spread: found.spread.filter(|_| !found.rules.contains("variance_re_evaluation")),
            average: found.average.map(|stmt| module.place(stmt.span)),
            dead: self.dead.contains(&key),
            place: module.place(function.span),
            in_tests: module.in_tests,
        })
    }
}

/// Shows the calls in a function's own code.
fn each_call<'r>(body: &'r Body<'r>, see: &mut dyn FnMut(&'r Call<'r>, &'r Expr<'r>)) {
    terms::statements(body, &mut |stmt| {
        for value in stmt.expressions() {
            value.each(&mut |part| {
                if let ExprKind::Call(call) = &part.kind {
                    see(call, part);
                }
            });
        }
    });
}

/// Whether `function` takes part in deciding a score from opinions.
fn decides(module: &Module<'_>, function: &Function<'_>, owner: Option<&str>) -> bool {
    let name = function.name.to_ascii_lowercase();
    let owner = owner.unwrap_or_default().to_ascii_lowercase();
    let path = module.path.to_ascii_lowercase();
    let court = ["justice", "synthes", "verdict", "chief"]
        .iter()
        .any(|word| path.contains(word) || owner.contains(word));
    let named = DECIDES.iter().any(|word| name.contains(word));
    let runs = owner.contains("chiefjustice")
        && matches!(
            name.as_str(),
            "__call__" | "run" | "invoke" | "execute" | "process" | "resolve"
        );
    if name.starts_with("route") || name.starts_with("_route") || name.starts_with("test_") {
        return false;
    }
    let text = module.text.get(function.span.start..function.span.end).unwrap_or_default();
    let about = text.contains("opinion") || text.contains("score") || text.contains("Opinion");
    let checks = [
        "check", "_check", "detect", "load", "_load", "analy", "_analy", "verify", "extract",
        "parse",
    ];
    if checks.iter().any(|prefix| name.starts_with(prefix)) {
        return false;
    }
    if matches!(name.as_str(), "chief_justice" | "chief_justice_node") {
        return true;
    }
    about
        && !only_opines(&name, function)
        && (runs || (named && (court || name.contains("chief") || name.contains("synthes"))))
}

/// Whether a function makes opinions and no verdict.
fn only_opines(name: &str, function: &Function<'_>) -> bool {
    let makes = |words: &[&str]| {
        terms::any_expr(&function.body, &|part| match &part.kind {
            ExprKind::Call(call) => {
                let made = call.callee_name();
                made.starts_with(char::is_uppercase) && terms::has(made, words)
            }
            _ => false,
        })
    };
    !name.contains("chief")
        && makes(&["opinion"])
        && !makes(&["result", "report", "verdict", "breakdown", "ruling", "judgment", "score"])
}

/// Counts what a function decides by, without functions inside it that are counted themselves.
fn branches(body: &Body<'_>, depth: usize, counted: &dyn Fn(&Function<'_>) -> bool) -> u32 {
    if depth > 64 {
        return 0;
    }
    body.iter()
        .map(|stmt| {
            let own = match &stmt.kind {
                StmtKind::Function(inner) if counted(inner) => return 0,
                StmtKind::If { branches, .. } => u32::try_from(branches.len()).unwrap_or(u32::MAX),
                StmtKind::Match { cases, .. } => u32::try_from(cases.len()).unwrap_or(u32::MAX),
                _ => 0,
            };
            let inner: u32 = stmt.expressions().into_iter().map(|value| choices(value, 0)).sum();
            let blocks: u32 =
                stmt.blocks().into_iter().map(|body| branches(body, depth + 1, counted)).sum();
            own.saturating_add(inner).saturating_add(blocks)
        })
        .fold(0, u32::saturating_add)
}

fn choices(value: &Expr<'_>, depth: usize) -> u32 {
    if depth > 64 {
        return 0;
    }
    let own = match &value.kind {
        ExprKind::Conditional(_) => 1,
        ExprKind::Call(call) => u32::from(matches!(call.callee_name(), "min" | "max" | "median")),
        _ => 0,
    };
    value.parts().into_iter().map(|part| choices(part, depth + 1)).fold(own, u32::saturating_add)
}
