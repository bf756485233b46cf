//! Conditional edges: where a router can go, and whether it deals with errors.

use super::super::repository::{At, Origin};
use super::super::syntax::{Body, Call, Expr, ExprKind, StmtKind};
use super::call::Args;
use super::run::Interpreter;
use super::value::{END, Frame, Routes, Value, Wiring};
use super::wiring::{texts, unresolved};

/// Parts of words by which sources name errors and what is missing.
const ERROR_WORDS: &[&str] = &[
    "abort",
    "broken",
    "corrupt",
    "degraded",
    "empty",
    "error",
    "exception",
    "fail",
    "fallback",
    "halt",
    "incomplete",
    "insufficient",
    "invalid",
    "missing",
    "no_evidence",
    "noevidence",
    "not_found",
    "recover",
    "skip",
    "timeout",
    "unavailable",
    "without_",
];

/// Words for what must be there before judges can work.
const EVIDENCE_WORDS: &[&str] = &["evidence", "opinion", "report", "repo", "pdf"];

impl<'r> Interpreter<'r, '_> {
    /// `add_conditional_edges(source, path, path_map)`; `index` is where the router stands.
    pub(super) fn conditional(
        &mut self,
        source: Option<&Value<'r>>,
        index: usize,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Vec<Wiring> {
        let Some(sources) = source.and_then(texts) else {
            return vec![unresolved("the source of a conditional edge could not be followed")];
        };
        let module = &self.repository.modules[frame.at.module];
        let router = call.argument(index, "path").map(|path| module.written(path.span, 120));
        let path = args.get(index, "path").cloned().unwrap_or(Value::Unknown);
        let map =
            args.get(index + 1, "path_map").cloned().filter(|map| !matches!(map, Value::None));
        let ways = self.routes(&path, map.as_ref(), frame);
        let mut wirings = Vec::new();
        if let Some(gap) = ways.gap {
            wirings.push(unresolved(gap));
        }
        for from in sources {
            let router = router.clone().unwrap_or_default();
            wirings.push(Wiring::Conditional { from, router, routes: ways.clone() });
        }
        wirings
    }

    fn routes(
        &mut self,
        path: &Value<'r>,
        map: Option<&Value<'r>>,
        frame: &mut Frame<'r>,
    ) -> Routes {
        let returned = self.outcomes(path, frame);
        let mut seen = Outcomes::default();
        for value in &returned {
            seen.take(value);
        }
        let mut routes = Routes { parallel: seen.parallel, ..Routes::default() };
        let mut keys = seen.targets.clone();
        match map {
            Some(Value::Dict(pairs)) => {
                for (key, value) in pairs {
                    keys.extend(texts(key).unwrap_or_default());
                    match texts(value) {
                        Some(names) => routes.targets.extend(names),
                        None => routes.gap = Some("a path map could not be followed"),
                    }
                }
            }
            Some(map) => match map
                .elements()
                .map(|items| items.iter().map(texts).collect::<Option<Vec<_>>>())
            {
                Some(Some(names)) => routes.targets = names.concat(),
                _ => routes.gap = Some("a path map could not be followed"),
            },
            None => {
                let declared = self.declared(path);
                if let Some(declared) = declared {
                    routes.targets = declared;
                } else {
                    routes.targets = seen.targets;
                    if seen.open || returned.is_empty() {
                        routes.gap = Some("what the router returns could not be followed");
                    }
                }
            }
        }
        routes.targets.sort();
        routes.targets.dedup();
        Self::judged(routes, path, Some(&keys))
    }

    /// Everything the router can return.
    fn outcomes(&mut self, path: &Value<'r>, frame: &mut Frame<'r>) -> Vec<Value<'r>> {
        let mut all = Vec::new();
        for router in path.alternatives() {
            let value = match router {
                Value::Function(closure) => self.run(closure, None, &Args::default(), frame),
                Value::Lambda(at, lambda) => {
                    let mut inner = Frame { at: *at, ..self.copy(frame) };
                    for param in &lambda.params {
                        inner.variables.insert(param.name.into(), Value::Unknown);
                    }
                    self.eval(&lambda.body, &mut inner)
                }
                Value::Object(..) => match self.attribute(router, "__call__") {
                    Value::Function(closure) => self.run(&closure, None, &Args::default(), frame),
                    _ => Value::Unknown,
                },
                Value::External(name) if name == "langgraph.prebuilt.tools_condition" => {
                    Value::Either(vec![Value::Text("tools".into()), Value::Text(END.into())])
                }
                _ => Value::Unknown,
            };
            all.extend(value.alternatives().into_iter().cloned());
        }
        all
    }

    /// The targets that the router's annotation declares: `-> Literal["a", "b"]`.
    fn declared(&mut self, path: &Value<'r>) -> Option<Vec<String>> {
        let Value::Function(closure) = path else { return None };
        self.literals(closure.function.returns.as_ref()?, closure.at)
    }

    /// The texts in `Literal[…]`, also inside `list[Literal[…]]` and behind an alias.
    pub(super) fn literals(&mut self, annotation: &'r Expr<'r>, at: At) -> Option<Vec<String>> {
        match &annotation.kind {
            ExprKind::Subscript(value, indices) => {
                let last = match &value.kind {
                    ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name,
                    _ => return None,
                };
                if last != "Literal" {
                    let listed = matches!(last, "List" | "list" | "Sequence" | "Optional");
                    return if listed { self.literals(indices.first()?, at) } else { None };
                }
                let mut names = Vec::new();
                for index in indices {
                    let value = self.eval(index, &mut Frame::new(at));
                    names.extend(texts(&value)?);
                }
                Some(names)
            }
            ExprKind::Name(_) => self.repository.origins(annotation, at).into_iter().find_map(
                |origin| match origin {
                    Origin::Value(at, value) if !std::ptr::eq(value, annotation) => {
                        matches!(value.kind, ExprKind::Subscript(..))
                            .then(|| self.literals(value, at))
                            .flatten()
                    }
                    _ => None,
                },
            ),
            _ => None,
        }
    }

    /// Decides whether a router deals with errors or with missing evidence.
    pub(super) fn judged(mut routes: Routes, path: &Value<'r>, keys: Option<&[String]>) -> Routes {
        let named = routes.targets.iter().chain(keys.unwrap_or_default()).any(|name| speaks(name));
        let mut bodies = 0;
        let mut spoken = false;
        for router in path.alternatives() {
            match router {
                Value::Function(closure) => {
                    bodies += 1;
                    spoken |= speaks(closure.function.name) || {
                        let body = &closure.function.body;
                        let mut evidence = Vec::new();
                        derived(body, 0, &mut evidence);
                        body_speaks(body, &evidence, 0)
                    };
                }
                Value::Lambda(_, lambda) => {
                    bodies += 1;
                    spoken |= tests_speak(&lambda.body, &[]);
                }
                _ => {}
            }
        }
        routes.handles_errors = if named || spoken {
            Some(true)
        } else if bodies > 0 || (routes.gap.is_none() && !routes.targets.is_empty()) {
            Some(false)
        } else {
            None
        };
        routes
    }
}

/// What a router's return values say.
#[derive(Default)]
struct Outcomes {
    targets: Vec<String>,
    parallel: bool,
    open: bool,
}

impl Outcomes {
    fn take(&mut self, value: &Value<'_>) {
        match value {
            Value::Text(name) => self.targets.push(name.clone()),
            Value::Send(node) | Value::Command(node) => {
                self.parallel |= matches!(value, Value::Send(_));
                match texts(node) {
                    Some(names) => self.targets.extend(names),
                    None => self.open = true,
                }
            }
            Value::List(items) | Value::Tuple(items) => {
                let several = items.len() > 1;
                for item in items {
                    self.take(item);
                }
                self.parallel |= several;
            }
            Value::Either(values) => {
                for value in values {
                    self.take(value);
                }
            }
            _ => self.open = true,
        }
    }
}

fn speaks(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ERROR_WORDS.iter().any(|word| name.contains(word))
}

/// Whether a condition in `body` speaks of errors, or asks whether something is there at all.
fn body_speaks(body: &Body<'_>, evidence: &[&str], depth: usize) -> bool {
    depth < 64
        && body.iter().any(|stmt| {
            let own = match &stmt.kind {
                StmtKind::If { branches, .. } => {
                    branches.iter().any(|(test, _)| tests(test, evidence))
                }
                StmtKind::Match { subject, cases } => {
                    mentions(subject) || cases.iter().any(|case| speaks(case.pattern))
                }
                StmtKind::Return(Some(value)) => tests_speak(value, evidence),
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    targets.iter().any(mentions) || tests_speak(value, evidence)
                }
                _ => false,
            };
            own || stmt.blocks().into_iter().any(|block| body_speaks(block, evidence, depth + 1))
        })
}

/// Whether the condition of a conditional expression speaks of errors.
fn tests_speak(value: &Expr<'_>, evidence: &[&str]) -> bool {
    match &value.kind {
        ExprKind::Conditional(choice) => {
            tests(&choice.test, evidence)
                || tests_speak(&choice.then, evidence)
                || tests_speak(&choice.otherwise, evidence)
        }
        _ => false,
    }
}

fn tests(test: &Expr<'_>, evidence: &[&str]) -> bool {
    mentions(test) || asks_for_evidence(test, evidence)
}

/// Whether a name, an attribute or a text in `value` speaks of errors.
fn mentions(value: &Expr<'_>) -> bool {
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => speaks(name),
        ExprKind::Str(_) => value.text().is_some_and(|text| speaks(&text)),
        _ => false,
    };
    own || value.parts().into_iter().any(mentions)
}

/// `not evidences`, `len(opinions) == 0`, `x is None`: something may be missing.
#[expect(clippy::match_same_arms, reason = "the arms mean different things")]
fn asks_for_evidence(test: &Expr<'_>, evidence: &[&str]) -> bool {
    let about = |value: &Expr<'_>| {
        names(value, EVIDENCE_WORDS)
            || matches!(value.kind, ExprKind::Name(name) if evidence.contains(&name))
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
            asks_for_evidence(&sides.0, evidence) || asks_for_evidence(&sides.1, evidence)
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

/// Collects the variables that are computed from evidence.
fn derived<'r>(body: &Body<'r>, depth: usize, found: &mut Vec<&'r str>) {
    for stmt in body.iter().filter(|_| depth < 64) {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
            && names(value, EVIDENCE_WORDS)
        {
            found.extend(targets.iter().filter_map(|target| match target.kind {
                ExprKind::Name(name) => Some(name),
                _ => None,
            }));
        }
        for block in stmt.blocks() {
            derived(block, depth + 1, found);
        }
    }
}
