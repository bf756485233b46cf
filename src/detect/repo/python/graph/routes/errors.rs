//! Whether a router deals with errors or with missing evidence.

mod handlers;
mod kinds;
mod words;

use super::super::follow::value::{Routes, Value};
use super::starved::Starved;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use handlers::set_a_way;
use kinds::{goes_by_kinds, may_go_by_failure};
use words::{ERROR_WORDS, EVIDENCE_WORDS, SPREAD_WORDS};

/// What is known of a router besides where it goes.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// The names that it returns.
    pub keys: &'a [String],
    /// The functions whose results it returns as they are, by module.
    pub deferred: &'a [(usize, &'a Function<'a>)],
    /// What routers read in vain.
    pub starved: &'a Starved,
    /// Whether the ways that it never takes for that are left out.
    pub followed: bool,
}

/// Decides whether a router deals with errors or with missing evidence.
pub(super) fn judged(mut routes: Routes, path: &Value<'_>, asked: Asked<'_>) -> Routes {
    let Asked { keys, deferred, starved, followed } = asked;
    let is_taken = |target: &&String| !routes.unreturned.contains(target);
    let ways = || routes.targets.iter().filter(is_taken).chain(keys);
    let mut named = ways().any(|name| speaks(name));
    // Where nothing is asked, to skip something is a wish as often as a way for what is missing.
    let mut may_wish = !ways().any(|name| asks(name));
    let mut bodies = 0;
    let mut spoken = false;
    let (mut switched, mut may_fail) = (true, false);
    let mut kinds = deferred.is_empty() && !ways().any(|name| asks(name));
    for router in path.alternatives() {
        match router {
            Value::Function(closure) => {
                bodies += 1;
                let body = &closure.function.body;
                let mut known = Known::of(starved, closure.at.module, closure.function.span);
                derived(body, &mut known);
                let mut asked = Vec::new();
                asked_in(body, &mut asked);
                let is_fed = known.is_fed(&asked);
                named &= followed || is_fed;
                may_wish &= asked.is_empty() && is_fed;
                kinds &= goes_by_kinds(&asked, &routes.targets);
                // A name is a promise that a way which is never taken does not keep.
                let is_kept = routes.unreturned.is_empty();
                spoken |= is_kept && set_a_way(body);
                may_fail |= asked.iter().any(|test| may_go_by_failure(test));
                spoken |= (is_fed && is_kept && speaks(closure.function.name))
                    || (body_speaks(body, &known, 0) && !leads_one_way(body, &known));
                switched &= !asked.is_empty() && asked.iter().all(|test| known.only_switches(test));
            }
            Value::Lambda(at, lambda) => {
                bodies += 1;
                (may_wish, kinds) = (false, false);
                let known = Known::of(starved, at.module, lambda.body.span);
                named &= followed || known.starved.is_empty();
                spoken |= tests_speak(&lambda.body, &known);
                switched &= match &lambda.body.kind {
                    ExprKind::Conditional(choice) => known.only_switches(&choice.test),
                    _ => false,
                };
            }
            _ => (switched, kinds) = (false, false),
        }
    }
    for (module, function) in deferred {
        let mut known = Known::of(starved, *module, function.span);
        derived(&function.body, &mut known);
        spoken |= body_speaks(&function.body, &known, 0) && !leads_one_way(&function.body, &known);
    }
    let only_switched = bodies > 0 && switched;
    routes.handles_errors = if routes.always.is_some() || only_switched || routes.unmapped.1 {
        Some(false)
    } else if named && !spoken && may_wish && bodies > 0 {
        None
    } else if named && !spoken && kinds && bodies > 0 {
        // To skip what is of one kind is no way for errors.
        Some(false)
    } else if named || spoken {
        Some(true)
    } else if may_fail {
        None
    } else if routes.gap.is_none() && (bodies > 0 || !routes.targets.is_empty()) {
        Some(false)
    } else {
        None
    };
    routes
}

/// Whether a condition in a function speaks of errors, or asks whether something is there at all.
pub(super) fn asks_in(function: &Function<'_>, test: &Expr<'_>) -> bool {
    let mut known = Known::default();
    derived(&function.body, &mut known);
    tests(test, &known)
}

/// Variables of a router, by what they are computed from.
#[derive(Default)]
struct Known<'r> {
    evidence: Vec<&'r str>,
    /// From environment variables: whoever starts the program sets them, and no error does.
    settings: Vec<&'r str>,
    /// From what is read in vain.
    nothing: Vec<&'r str>,
    /// Where that is read.
    starved: Vec<Span>,
}

impl Known<'_> {
    /// What is read in vain in a part of a module.
    fn of(starved: &Starved, module: usize, around: Span) -> Self {
        let inside = starved.iter().filter(|(other, read)| *other == module && around.holds(*read));
        Self { starved: inside.map(|(_, span)| *span).collect(), ..Self::default() }
    }

    /// Whether something is read in vain in `value`.
    fn starves(&self, value: &Expr<'_>) -> bool {
        value.any(&|part| self.is_nothing(part))
    }

    /// Whether `value` is what is read in vain, and nothing else.
    fn is_nothing(&self, value: &Expr<'_>) -> bool {
        match value.kind {
            ExprKind::Name(name) => self.nothing.contains(&name),
            _ => self.starved.contains(&value.span),
        }
    }

    /// Whether one of several conditions asks for more than what is read in vain; so it is where there are none, and
    /// nothing is.
    fn is_fed(&self, asked: &[&Expr<'_>]) -> bool {
        self.starved.is_empty() || asked.iter().any(|test| !self.starves(test))
    }

    /// Whether `test` asks for environment variables and for nothing else that it is joined with.
    fn only_switches(&self, test: &Expr<'_>) -> bool {
        match &test.kind {
            ExprKind::Logic(_, sides) => {
                self.only_switches(&sides.0) && self.only_switches(&sides.1)
            }
            ExprKind::Not(inner) => self.only_switches(inner),
            _ => self.switches(test),
        }
    }

    /// Whether `value` has an environment variable in it.
    fn switches(&self, value: &Expr<'_>) -> bool {
        self.is_setting(value) || value.parts().into_iter().any(|part| self.switches(part))
    }

    fn is_setting(&self, value: &Expr<'_>) -> bool {
        let environ = |value: &Expr<'_>| {
            matches!(value.kind, ExprKind::Name("environ") | ExprKind::Attribute(_, "environ"))
        };
        match &value.kind {
            ExprKind::Name(name) => self.settings.contains(name),
            ExprKind::Subscript(object, _) => environ(object),
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Name("getenv") | ExprKind::Attribute(_, "getenv") => true,
                ExprKind::Attribute(object, "get") => environ(object),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Whether a name speaks of errors or of what is missing.
pub(super) fn speaks(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ERROR_WORDS.iter().any(|word| name.contains(word))
}

/// As [`speaks`] for what a condition asks; `skip` is a wish there and no error.
fn asks(name: &str) -> bool {
    speaks(&name.to_ascii_lowercase().replace("skip", ""))
}

/// As [`asks`] for a word in a condition: who asks for success asks for failure.
fn asks_either(name: &str) -> bool {
    let plain = name.to_ascii_lowercase().replace("successor", "").replace("successive", "");
    asks(name) || plain.contains("success") || plain.contains("succeed")
}

/// Collects the conditions that stand in `body`.
fn asked_in<'a, 'r>(body: &'a Body<'r>, found: &mut Vec<&'a Expr<'r>>) {
    Stmt::each(body, &mut |stmt| match &stmt.kind {
        StmtKind::If { branches, .. } => found.extend(branches.iter().map(|(test, _)| test)),
        StmtKind::Match { subject, .. } => found.push(subject),
        StmtKind::Return(Some(value)) | StmtKind::Assign { value: Some(value), .. } => {
            if let ExprKind::Conditional(choice) = &value.kind {
                found.push(&choice.test);
            }
        }
        _ => {}
    });
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

/// Whether a router leads where it always leads, whatever is missing, and elsewhere only where scores lie far apart.
fn leads_one_way(body: &Body<'_>, known: &Known<'_>) -> bool {
    let Some((Stmt { kind: StmtKind::Return(Some(last)), .. }, before)) = body.split_last() else {
        return false;
    };
    // What is written as a choice is one.
    let is_one = same_way(last, last);
    is_one && before.iter().all(|stmt| match &stmt.kind {
        StmtKind::Expr(_) | StmtKind::Assign { .. } => true,
        StmtKind::If { branches, otherwise } => {
            otherwise.is_empty()
                && branches.iter().all(|(test, body)| {
                    let of_spread = names(test, SPREAD_WORDS) && !mentions(test, known);
                    matches!(body.split_last(), Some((Stmt { kind: StmtKind::Return(Some(way)), .. }, rest))
                        if (of_spread || same_way(way, last)) && rest.iter().all(|stmt| {
                            matches!(stmt.kind, StmtKind::Expr(_) | StmtKind::Assign { .. })
                        }))
                })
        }
        _ => false,
    })
}

/// Whether two values that a router returns are written as the same name or text.
fn same_way(one: &Expr<'_>, other: &Expr<'_>) -> bool {
    match (&one.kind, &other.kind) {
        // A variable may hold anything.
        (ExprKind::Name(one), ExprKind::Name(other)) => {
            one == other && !one.contains(char::is_lowercase)
        }
        _ => one.text().is_some_and(|text| other.text() == Some(text)),
    }
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
            ExprKind::Attribute(table, "get") => keys_speak(table),
            _ => false,
        },
        ExprKind::Subscript(table, _) => keys_speak(table),
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
            && (names(value, EVIDENCE_WORDS)
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

fn names(value: &Expr<'_>, words: &[&str]) -> bool {
    let has = |name: &str| {
        let name = name.to_ascii_lowercase();
        words.iter().any(|word| name.contains(word))
    };
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name),
        ExprKind::Str(_) => value.text().is_some_and(|text| has(&text)),
        _ => false,
    };
    own || value.parts().into_iter().any(|part| names(part, words))
}

/// Collects the variables that are computed from evidence, and those from the environment.
fn derived<'r>(body: &Body<'r>, known: &mut Known<'r>) {
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            let named = targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            });
            if known.switches(value) {
                known.settings.extend(named);
            } else if known.starves(value) {
                known.nothing.extend(named);
            } else if names(value, EVIDENCE_WORDS) {
                known.evidence.extend(named);
            }
        }
    });
}
