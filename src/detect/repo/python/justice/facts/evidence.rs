//! Whether what the detectives found reaches a score in the synthesis.
//!
//! It is followed by name from where it is read to where a score is set, through the functions of
//! the synthesis and under the conditions that ask for it. What cannot be followed is said to be
//! unclear, and whatever might be evidence counts as such, for the answer serves to say that
//! evidence is not heard.

mod callers;
mod cited;
mod keeping;
mod levels;
mod terms;

use super::super::reading::effects::{changes_score, is_score, is_text};
use super::super::reading::functions::court::Key;
use super::super::reading::variables::terms::{PROSE, SCORE, blocks, each_target, has, speaks};
use super::super::{Hearing, Helpers};
use crate::detect::repo::python::syntax::{Call, Expr, ExprKind, Passing, Stmt, StmtKind};
use crate::domain::facts::{EvidenceFact, EvidenceUse};
use callers::heard;
use cited::cited;
use keeping::Kept;
use std::collections::{BTreeMap, BTreeSet};
use terms::{is_evidence, is_harmless, is_plain, reads_rubric, reads_verdict};

/// How much of a value is evidence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    #[default]
    None,
    /// It holds evidence in one of its parts, such as a result that lists it.
    Carries,
    /// It was chosen by what evidence says of security, and of nothing else.
    Secured,
    /// It is evidence, or was worked out of it.
    Made,
}

/// Under what a statement runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Under {
    /// Whatever the evidence says.
    Free,
    /// Only where evidence says so; `true` where the condition speaks of security.
    Evidence(bool),
}

/// Passes through all functions after which nothing new is learnt.
const PASSES: usize = 4;

/// What the synthesis does with evidence, and where; `None` where there is none.
pub(in super::super) fn evidence(hearing: &Hearing<'_, '_>) -> Option<EvidenceFact> {
    let entries = &hearing.entries;
    let leads = |key: &Key| entries.contains(key) && !hearing.hands_on(*key, entries);
    let keys = heard(hearing, &leads);
    let chief = keys.iter().copied().filter(leads).max_by_key(|key| {
        let function = hearing.function(*key);
        let is_led = hearing.led.contains(key);
        (function.name.contains("chief"), is_led, function.span.end - function.span.start)
    })?;
    let flow = Flow::followed(hearing, &keys, true);
    let place = |key: Key, stmt: &Stmt<'_>| hearing.repository.modules[key.0].place(stmt.span);
    let whole = hearing.repository.modules[chief.0].place(hearing.function(chief).span);
    let function = hearing.court.name(chief);
    // What judges cite they wrote themselves.
    if let (Some(_), Some((key, stmt))) = (flow.scored, cited(hearing, &keys)) {
        let apart = Flow::followed(hearing, &keys, false);
        if apart.scored.is_none() && apart.unclear.is_none() && apart.secured.is_none() {
            let place = place(key, stmt);
            return Some(EvidenceFact { serves: EvidenceUse::Cited, function, place });
        }
    }
    let (serves, place) = match (flow.scored, flow.unclear, flow.secured) {
        (Some((key, stmt)), ..) => (EvidenceUse::Score, place(key, stmt)),
        (None, Some((key, stmt)), _) => (EvidenceUse::Unclear, place(key, stmt)),
        (None, None, Some((key, stmt))) => (EvidenceUse::Security, place(key, stmt)),
        (None, None, None) if flow.read => (EvidenceUse::Words, whole),
        (None, None, None) => (EvidenceUse::Unread, whole),
    };
    Some(EvidenceFact { serves, function, place })
}

type Site<'r> = (Key, &'r Stmt<'r>);

struct Flow<'h, 'r, 'a> {
    hearing: &'h Hearing<'r, 'a>,
    keys: Vec<Key>,
    helpers: BTreeMap<Key, Helpers>,
    /// The function that is read, and it with those around it, whose variables it sees.
    key: Key,
    around: Vec<Key>,
    names: BTreeMap<(Key, String), Level>,
    /// The parameters that hold the whole state.
    states: BTreeSet<(Key, String)>,
    /// What fields hold that objects are made with, by the module and number of their class.
    kept: BTreeMap<(Key, String), Kept>,
    fields: BTreeSet<String>,
    returns: BTreeMap<Key, Level>,
    read: bool,
    /// Whether what opinions cite counts as evidence.
    counts_citations: bool,
    scored: Option<Site<'r>>,
    secured: Option<Site<'r>>,
    unclear: Option<Site<'r>>,
}

impl<'h, 'r, 'a> Flow<'h, 'r, 'a> {
    /// Follows the evidence until nothing new is learnt.
    fn followed(hearing: &'h Hearing<'r, 'a>, keys: &[Key], counts_citations: bool) -> Self {
        let mut flow = Self::new(hearing, keys.to_vec(), counts_citations);
        flow.roots();
        for _ in 0..PASSES {
            for key in keys {
                flow.enter(*key);
                flow.body(&hearing.function(*key).body, Under::Free, false);
            }
        }
        flow
    }

    fn new(hearing: &'h Hearing<'r, 'a>, keys: Vec<Key>, counts_citations: bool) -> Self {
        let helpers = keys.iter().map(|key| {
            let known = hearing.helpers.get(key).cloned();
            (*key, known.unwrap_or_else(|| hearing.helpers(*key)))
        });
        Self {
            hearing,
            helpers: helpers.collect(),
            keys,
            key: (0, 0),
            around: Vec::new(),
            names: BTreeMap::new(),
            states: BTreeSet::new(),
            kept: BTreeMap::new(),
            fields: BTreeSet::new(),
            returns: BTreeMap::new(),
            read: false,
            counts_citations,
            scored: None,
            secured: None,
            unclear: None,
        }
    }

    /// What nobody in the synthesis calls is given the state, unless its parameters' names tell
    /// what they are.
    fn roots(&mut self) {
        let court = &self.hearing.court;
        let calls = self.helpers.values();
        let called: BTreeSet<Key> =
            calls.flat_map(|calls| calls.values().flatten().copied()).collect();
        for key in &self.keys {
            for param in &court.parts[key].function.params {
                let whole = !called.contains(key)
                    && !param.is_self()
                    && !is_evidence(param.name)
                    && !is_harmless(param.name)
                    && !param.annotation.as_ref().is_some_and(is_plain);
                if whole || has(param.name, &["=state"]) {
                    self.states.insert((*key, param.name.to_owned()));
                }
            }
        }
    }

    fn enter(&mut self, key: Key) {
        let span = self.hearing.function(key).span;
        let outer = |other: &&Key| {
            let outer = self.hearing.function(**other).span;
            other.0 == key.0 && outer.holds(span)
        };
        self.around = self.keys.iter().filter(outer).copied().collect();
        self.key = key;
    }

    fn body(&mut self, body: &'r [Stmt<'r>], under: Under, looped: bool) {
        for stmt in body {
            self.statement(stmt, under, looped);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, under: Under, looped: bool) {
        for value in stmt.expressions() {
            self.whole_state(value, stmt);
            value.each(&mut |part| self.passed(part, under, stmt));
        }
        match &stmt.kind {
            StmtKind::If { branches, otherwise } => {
                let mut inner = under;
                for (test, body) in branches {
                    if self.never(test) {
                        continue;
                    }
                    // Whatever it asks, the score is the same.
                    if self.is_idle(test) {
                        self.body(body, under, looped);
                        continue;
                    }
                    inner = inner.asked(self.level(test), self.secure(test));
                    self.body(body, inner, looped);
                }
                self.body(otherwise, inner, looped);
                return;
            }
            StmtKind::For { target, iterable, body, otherwise } => {
                let level = self.level(iterable);
                self.bind(target, level);
                self.body(body, under.asked(level, false), level >= Level::Secured);
                self.body(otherwise, under, looped);
                return;
            }
            StmtKind::While { test, body, .. } if self.level(test) >= Level::Secured => {
                let inner = under.asked(self.level(test), self.secure(test));
                self.body(body, inner, true);
                return;
            }
            StmtKind::Assign { targets, value: Some(value), .. } => {
                self.assigned(targets, value, under, stmt);
            }
            StmtKind::Augment { target, value } => {
                self.assigned(std::slice::from_ref(target), value, under, stmt);
            }
            StmtKind::Return(Some(value)) => self.returned(value, under, stmt),
            StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => {
                self.gathered(call, under, stmt);
            }
            // What ends the search through the evidence itself decides nothing.
            StmtKind::Continue | StmtKind::Break if !looped => self.sink(under, stmt),
            _ => {}
        }
        for block in blocks(stmt) {
            self.body(block, under, looped);
        }
    }

    /// Whether a branch with this test never runs.
    fn never(&self, test: &Expr<'_>) -> bool {
        self.hearing.notes.get(&self.key).is_some_and(|notes| notes.never(test))
    }

    fn secure(&self, test: &Expr<'_>) -> bool {
        self.hearing.notes.get(&self.key).is_some_and(|notes| notes.is_secure(test))
    }

    /// A score is set where `under` says.
    fn sink(&mut self, under: Under, stmt: &'r Stmt<'r>) {
        let site = Some((self.key, stmt));
        match under {
            Under::Free => {}
            Under::Evidence(true) => self.secured = self.secured.or(site),
            Under::Evidence(false) => self.scored = self.scored.or(site),
        }
    }

    fn bind(&mut self, target: &Expr<'_>, level: Level) {
        for target in each_target(std::slice::from_ref(target)) {
            self.learn(target, level);
        }
    }

    fn learn(&mut self, target: &Expr<'_>, level: Level) {
        match &target.kind {
            ExprKind::Name(name) => {
                let known = self.names.entry((self.key, (*name).to_owned())).or_default();
                *known = (*known).max(level);
            }
            // Of the state each part is known by its name.
            ExprKind::Attribute(..) if self.is_state(target) => {}
            ExprKind::Attribute(object, name) if object.is_name("self") => {
                self.fields.extend((level != Level::None).then(|| (*name).to_owned()));
            }
            ExprKind::Attribute(object, _) | ExprKind::Subscript(object, _) => {
                self.learn(object, level.min(Level::Carries));
            }
            _ => {}
        }
    }

    fn assigned(
        &mut self,
        targets: &'r [Expr<'r>],
        value: &'r Expr<'r>,
        under: Under,
        stmt: &'r Stmt<'r>,
    ) {
        if reads_rubric(targets, value) || reads_verdict(targets, value) {
            return;
        }
        let level = self.level(value);
        for target in each_target(targets) {
            if is_score(target) && !is_text(value) {
                // What the function does with evidence is seen in it.
                if !self.gives_lead(value) {
                    self.set(value, under, stmt);
                }
            } else {
                self.learn(target, under.raises(level));
            }
        }
    }

    fn returned(&mut self, value: &'r Expr<'r>, under: Under, stmt: &'r Stmt<'r>) {
        let scores = !is_text(value)
            && (speaks(value, &["score"])
                || value.any(&|part| matches!(part.kind, ExprKind::Literal(_))));
        if scores {
            self.sink(under, stmt);
        }
        let empty = matches!(value.kind, ExprKind::None)
            || matches!(&value.kind, ExprKind::Dict(pairs) if pairs.is_empty());
        let own = self.level(value);
        let level = if empty { own } else { under.raises(own) };
        let known = self.returns.entry(self.key).or_default();
        *known = (*known).max(level);
    }

    /// A call whose result nobody takes: `scores.append(…)`, `lines.extend(…)`, `settle(…)`.
    fn gathered(&mut self, call: &'r Call<'r>, under: Under, stmt: &'r Stmt<'r>) {
        let hearing = self.hearing;
        let settles = |key: &Key| changes_score(&hearing.function(*key).body);
        if hearing.court.resolve(&call.callee, self.key).iter().any(settles) {
            self.sink(under, stmt);
        }
        let ExprKind::Attribute(object, _) = &call.callee.kind else { return };
        let given = call.args.iter().map(|arg| self.level(&arg.value)).max().unwrap_or_default();
        if is_score(object) {
            self.sink(under, stmt);
            self.sink(Under::Free.asked(given, false), stmt);
        } else {
            self.learn(object, under.raises(given));
        }
    }

    /// What calls pass on, and scores that are set by name in what is built.
    fn passed(&mut self, part: &'r Expr<'r>, under: Under, stmt: &'r Stmt<'r>) {
        let named = |name: &str| has(name, SCORE) && !has(name, PROSE);
        match &part.kind {
            ExprKind::Call(call) => {
                for arg in &call.args {
                    if let Passing::Keyword(name) = arg.passing
                        && named(name)
                    {
                        self.set(&arg.value, under, stmt);
                    }
                }
                self.given(call);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    let key = key.as_ref().and_then(Expr::text).unwrap_or_default();
                    if named(&key) {
                        self.set(value, under, stmt);
                    }
                }
            }
            _ => {}
        }
    }

    /// A score is set to `value`.
    fn set(&mut self, value: &'r Expr<'r>, under: Under, stmt: &'r Stmt<'r>) {
        self.sink(under, stmt);
        let level = self.level(value);
        self.sink(Under::Free.asked(level, false), stmt);
    }

    fn given(&mut self, call: &'r Call<'r>) {
        self.fill(call);
        for key in self.hearing.court.resolve(&call.callee, self.key) {
            let Some(part) = self.hearing.court.parts.get(&key) else { continue };
            let bound = part.function.params.first();
            let skip =
                usize::from(bound.is_some_and(crate::detect::repo::python::syntax::Param::is_self));
            for (index, param) in part.function.params.iter().skip(skip).enumerate() {
                let Some(value) = call.argument(index, param.name) else { continue };
                if self.is_state(value) {
                    self.states.insert((key, param.name.to_owned()));
                }
                let level = self.level(value);
                let known = self.names.entry((key, param.name.to_owned())).or_default();
                *known = (*known).max(level);
            }
        }
    }
}
