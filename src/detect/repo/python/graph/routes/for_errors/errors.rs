//! Whether a router deals with errors or with missing evidence.

mod deciding;
mod handlers;
mod helpers;
mod kinds;
mod known;
mod naming;
mod one_way;
mod outcomes;
mod words;

use super::super::starved::Starved;
use crate::detect::repo::python::graph::follow::values::value::{Routes, Value};
use crate::detect::repo::python::graph::shape::runner::runner;
use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::repository::{At, Repository};
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Lambda, Stmt, StmtKind};
use deciding::{asked_in, choices};
use handlers::set_a_way;
use kinds::goes_by_kinds;
use known::{Known, derived};
use naming::names_evidence;
use one_way::leads_one_way;
use outcomes::Failing;
use words::{ERROR_WORDS, EVIDENCE_WORDS, QUALITY_WORDS};

pub(in super::super) use helpers::deferred;

/// What is known of a router besides where it goes.
#[derive(Clone, Copy)]
pub(in super::super) struct Asked<'a, 'r> {
    /// The names that it returns.
    pub keys: &'a [String],
    /// The functions whose results it returns as they are, by where they are defined.
    pub deferred: &'a [(At, &'r Function<'r>)],
    /// What routers read in vain.
    pub starved: &'a Starved,
    /// Whether the ways that it never takes for that are left out.
    pub followed: bool,
    /// The sources, where what it calls is its own to decide by; a node calls much besides.
    pub repository: Option<&'a Repository<'r>>,
}

/// Decides whether a router deals with errors or with missing evidence.
pub(in super::super) fn judged<'r>(
    mut routes: Routes,
    path: &Value<'r>,
    asked: Asked<'_, 'r>,
) -> Routes {
    let mut heard = Heard::of(&routes, asked);
    for router in path.alternatives() {
        heard.router(router);
    }
    for (at, function) in asked.deferred {
        let mut known = Known::of(asked.starved, at.module, function.span);
        derived(&function.body, &mut known);
        let mut tests = Vec::new();
        asked_in(&function.body, &mut tests);
        heard.goes_by(&tests, &known);
        heard.spoken |=
            body_speaks(&function.body, &known, 0) && !leads_one_way(&function.body, &known);
        heard.helped(*at, function, &known);
    }
    routes.handles_errors = heard.says(&routes);
    routes
}

/// What was heard of a router.
#[expect(clippy::struct_excessive_bools, reason = "each is a thing of its own that decides")]
struct Heard<'a, 'r> {
    asked: Asked<'a, 'r>,
    /// Where it goes.
    targets: &'a [String],
    /// Whether it has ways that it never takes.
    is_kept: bool,
    /// How many functions were looked at.
    bodies: usize,
    /// Whether a way is called by a word for errors.
    named: bool,
    /// Whether to skip something may be a wish there.
    may_wish: bool,
    /// Whether it asks for errors.
    spoken: bool,
    /// Whether it asks for nothing but what the environment says.
    switched: bool,
    /// Whether what it asks for may be an error.
    may_fail: bool,
    /// Whether it goes by kinds of things.
    kinds: bool,
    /// Whether something decides that was not looked at.
    opaque: bool,
}

impl<'a, 'r> Heard<'a, 'r> {
    fn of(routes: &'a Routes, asked: Asked<'a, 'r>) -> Self {
        let is_taken = |target: &&String| !routes.unreturned.contains(target);
        let ways = || routes.targets.iter().filter(is_taken).chain(asked.keys);
        // Where nothing is asked, to skip something is a wish as often as a way for what is missing.
        let may_wish = !ways().any(|name| asks(name));
        Self {
            asked,
            targets: &routes.targets,
            // A name is a promise that a way which is never taken does not keep.
            is_kept: routes.unreturned.is_empty(),
            bodies: 0,
            named: ways().any(|name| speaks(name)),
            may_wish,
            spoken: false,
            switched: true,
            may_fail: false,
            kinds: asked.deferred.is_empty() && may_wish,
            opaque: false,
        }
    }

    fn router(&mut self, router: &Value<'r>) {
        match router {
            Value::Function(closure) => self.function(closure.at, closure.function),
            Value::Lambda(at, lambda) => self.lambda(*at, lambda),
            _ => {
                (self.switched, self.kinds) = (false, false);
                let called = self.asked.repository.and_then(|all| runner(all, router));
                match (called, router) {
                    (Some(called), _) => self.function(called.at, called.function),
                    // What is ready-made asks for calls of tools.
                    (None, Value::External(_)) => {}
                    (None, _) => self.opaque = true,
                }
            }
        }
    }

    fn function(&mut self, at: At, function: &'r Function<'r>) {
        self.bodies += 1;
        let body = &function.body;
        let mut known = Known::of(self.asked.starved, at.module, function.span);
        derived(body, &mut known);
        let mut asked = Vec::new();
        asked_in(body, &mut asked);
        let is_fed = known.is_fed(&asked);
        self.named &= self.asked.followed || is_fed;
        self.may_wish &= asked.is_empty() && is_fed;
        self.kinds &= goes_by_kinds(&asked, self.targets);
        self.spoken |= self.is_kept && set_a_way(body);
        self.goes_by(&asked, &known);
        self.spoken |= (is_fed && self.is_kept && speaks(function.name))
            || (body_speaks(body, &known, 0) && !leads_one_way(body, &known));
        self.switched &= !asked.is_empty() && asked.iter().all(|test| known.only_switches(test));
        self.helped(at, function, &known);
    }

    fn lambda(&mut self, at: At, lambda: &'r Lambda<'r>) {
        self.bodies += 1;
        (self.may_wish, self.kinds) = (false, false);
        let known = Known::of(self.asked.starved, at.module, lambda.body.span);
        self.named &= self.asked.followed || known.starved.is_empty();
        self.spoken |= tests_speak(&lambda.body, &known);
        let asked = choices(&lambda.body);
        self.goes_by(&asked, &known);
        self.switched &= match &lambda.body.kind {
            ExprKind::Conditional(choice) => known.only_switches(&choice.test),
            _ => false,
        };
        self.help(&asked, at, &known);
    }

    /// Takes note of conditions that ask how something came out.
    fn goes_by(&mut self, asked: &[&Expr<'_>], known: &Known<'_>) {
        for test in asked.iter().filter(|test| !known.starves(test)) {
            self.take(outcomes::failing(test, known));
        }
    }

    /// Takes note of what the functions ask for that are called where a function decides.
    fn helped(&mut self, at: At, function: &'r Function<'r>, known: &Known<'_>) {
        let Some(repository) = self.asked.repository else { return };
        let tests = deciding::decisive(&function.body);
        self.help(&tests, repository.inside(at, function.id), known);
    }

    fn help(&mut self, tests: &[&'r Expr<'r>], at: At, known: &Known<'_>) {
        let Some(repository) = self.asked.repository else { return };
        let fed: Vec<_> = tests.iter().copied().filter(|test| !known.starves(test)).collect();
        self.take(helpers::failing(repository, &fed, at, (self.asked.starved, helpers::DEPTH)));
    }

    fn take(&mut self, failing: Failing) {
        match failing {
            Failing::Surely => self.spoken = true,
            Failing::Perhaps => self.may_fail = true,
            Failing::Not => {}
        }
    }

    fn says(self, routes: &Routes) -> Option<bool> {
        let only_switched = self.bodies > 0 && self.switched;
        let (named, spoken) = (self.named, self.spoken);
        if routes.always.is_some() || only_switched || routes.unmapped.1 {
            Some(false)
        } else if named && !spoken && self.may_wish && self.bodies > 0 {
            None
        } else if named && !spoken && self.kinds && self.bodies > 0 {
            // To skip what is of one kind is no way for errors.
            Some(false)
        } else if named || spoken {
            Some(true)
        } else if self.may_fail || self.opaque {
            None
        } else if routes.gap.is_none() && (self.bodies > 0 || !routes.targets.is_empty()) {
            Some(false)
        } else {
            None
        }
    }
}

/// Whether a condition in a function speaks of errors, or asks whether something is there at all.
pub(in super::super) fn asks_in(function: &Function<'_>, test: &Expr<'_>) -> bool {
    let mut known = Known::default();
    derived(&function.body, &mut known);
    tests(test, &known)
}

/// Whether a name speaks of errors or of what is missing.
pub(in super::super) fn speaks(name: &str) -> bool {
    speaks_of(name, ERROR_WORDS)
}

/// As [`speaks`] for what a condition asks; `skip` is a wish there and no error, and an answer that is not good enough is
/// none either.
fn asks(name: &str) -> bool {
    let mut name = name.to_ascii_lowercase().replace("skip", "");
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(QUALITY_WORDS) && !has(EVIDENCE_WORDS) {
        name = name.replace("insufficient", "").replace("incomplete", "");
    }
    speaks(&name)
}

/// As [`asks`] for a word in a condition: who asks for success asks for failure.
fn asks_either(name: &str) -> bool {
    let plain = name.to_ascii_lowercase().replace("successor", "").replace("successive", "");
    asks(name) || plain.contains("success") || plain.contains("succeed")
}

/// Whether a condition in `body` speaks of errors, or asks whether something is there at all.
fn body_speaks(body: &Body<'_>, known: &Known<'_>, depth: usize) -> bool {
    depth < 64
        && body.iter().any(|stmt| {
            let own = match &stmt.kind {
                StmtKind::If { branches, .. } => {
                    branches.iter().any(|(test, _)| tests(test, known))
                }
                StmtKind::Match { subject, cases } => {
                    mentions(subject, known) || cases.iter().any(|case| speaks(case.pattern))
                }
                StmtKind::Return(Some(value)) => tests_speak(value, known),
                // Where a handler says where to go on, that is a way for errors.
                StmtKind::Try { handlers, .. } => handlers.iter().any(|one| goes_on(&one.body)),
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    (!known.starves(value) && targets.iter().any(|target| mentions(target, known)))
                        || tests_speak(value, known)
                }
                _ => false,
            };
            own || stmt.blocks().into_iter().any(|block| body_speaks(block, known, depth + 1))
        })
}

/// Whether `body` returns something.
fn goes_on(body: &Body<'_>) -> bool {
    let mut found = false;
    Stmt::each(body, &mut |stmt| found |= matches!(stmt.kind, StmtKind::Return(Some(_))));
    found
}

/// Whether the condition of a conditional expression speaks of errors.
fn tests_speak(value: &Expr<'_>, known: &Known<'_>) -> bool {
    match &value.kind {
        ExprKind::Conditional(choice) => {
            tests(&choice.test, known)
                || tests_speak(&choice.then, known)
                || tests_speak(&choice.otherwise, known)
        }
        // `{"failed": "stop"}.get(state["status"], "on")` asks for each of its keys.
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(table, "get") => {
                keys_speak(table) || choices(value).iter().any(|test| tests(test, known))
            }
            _ => false,
        },
        ExprKind::Subscript(table, _) => {
            keys_speak(table) || choices(value).iter().any(|test| tests(test, known))
        }
        ExprKind::Logic(..) => choices(value).iter().any(|test| tests(test, known)),
        _ => false,
    }
}

/// Whether a key of a table that is written there speaks of errors.
fn keys_speak(table: &Expr<'_>) -> bool {
    match &table.kind {
        ExprKind::Dict(pairs) => {
            let mut keys = pairs.iter().filter_map(|(key, _)| key.as_ref()?.text());
            keys.any(|key| asks(&key))
        }
        _ => false,
    }
}

fn tests(test: &Expr<'_>, known: &Known<'_>) -> bool {
    mentions(test, known) || asks_for_evidence(test, known)
}

/// Whether a name, an attribute or a text in `value` speaks of errors; what is read in vain tells of none.
fn mentions(value: &Expr<'_>, known: &Known<'_>) -> bool {
    match &value.kind {
        ExprKind::Logic("or", sides) => {
            return mentions(&sides.0, known) || mentions(&sides.1, known);
        }
        ExprKind::Logic(_, sides) => {
            return !known.is_nothing(&sides.0)
                && !known.is_nothing(&sides.1)
                && (mentions(&sides.0, known) || mentions(&sides.1, known));
        }
        _ if known.is_setting(value) || known.starves(value) => return false,
        _ => {}
    }
    let own = match &value.kind {
        ExprKind::Name(name) if known.errors.contains(name) => true,
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => asks_either(name),
        ExprKind::Str(_) => value.text().is_some_and(|text| asks_either(&text)),
        _ => false,
    };
    own || value.parts().into_iter().any(|part| mentions(part, known))
}

/// `not evidences`, `len(opinions) == 0`, `x is None`: something may be missing.
#[expect(clippy::match_same_arms, reason = "the arms mean different things")]
fn asks_for_evidence(test: &Expr<'_>, known: &Known<'_>) -> bool {
    let about = |value: &Expr<'_>| {
        !known.switches(value)
            && !known.starves(value)
            && (names_evidence(value)
                || matches!(value.kind, ExprKind::Name(name) if known.evidence.contains(&name)))
    };
    match &test.kind {
        ExprKind::Not(inner) => about(inner),
        ExprKind::Compare(sides, operators) => {
            let nothing = sides
                .iter()
                .any(|side| matches!(side.kind, ExprKind::None | ExprKind::Literal("0" | "1")));
            nothing
                && operators.iter().all(|operator| !operator.contains("in"))
                && sides.iter().any(about)
        }
        ExprKind::Logic(_, sides) => {
            asks_for_evidence(&sides.0, known) || asks_for_evidence(&sides.1, known)
        }
        // `if evidences: … else: …` asks the same the other way round.
        ExprKind::Name(_) => about(test),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(_, "get") => call.position(0).is_some_and(about),
            ExprKind::Name("bool" | "len" | "any" | "all") => call.position(0).is_some_and(about),
            _ => false,
        },
        _ => false,
    }
}
