//! Which branches of the wiring code the program takes, as far as its own calls and the defaults of parameters say.

use crate::detect::repo::python::repository::{Origin, Repository};
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Passing, Stmt, StmtKind};
use crate::domain::facts::{Choice, GraphFact};
use std::collections::BTreeSet;

/// Callers that are followed inside each other.
const CALLERS: usize = 4;

/// What a parameter is given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Given {
    Nothing,
    Bool(bool),
    Text(String),
}

impl Given {
    fn of(value: &Expr<'_>) -> Option<Self> {
        match &value.kind {
            ExprKind::None => Some(Self::Nothing),
            ExprKind::Bool(value) => Some(Self::Bool(*value)),
            _ => value.text().map(Self::Text),
        }
    }

    fn holds(&self) -> bool {
        match self {
            Self::Nothing => false,
            Self::Bool(value) => *value,
            Self::Text(text) => !text.is_empty(),
        }
    }
}

/// Lists the branches that are taken whoever of the sources outside the tests has a graph built, where one parameter of the
/// function that builds it decides; sorted.
pub(in crate::detect::repo::python::graph) fn branches(
    repository: &Repository<'_>,
    sites: &[Site<'_>],
    (graph, module): (&GraphFact, usize),
) -> Vec<Choice> {
    let plain = graph.edges.iter().flat_map(|edge| &edge.only_in);
    let routed = graph.conditional.iter().flat_map(|edge| &edge.only_in);
    let choices: BTreeSet<&str> = plain.chain(routed).map(|choice| choice.at.as_str()).collect();
    // What is partly applied is given something where it is named, and not where it is called.
    if choices.is_empty() || repository.mentions_of("partial") > 0 {
        return Vec::new();
    }
    let (path, name) = (repository.modules[module].path, graph.function.as_deref());
    let mut builders = Vec::new();
    Stmt::each(&repository.modules[module].syntax.body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind
            && Some(function.name) == name
        {
            builders.push(&**function);
        }
    });
    let [builder] = builders.as_slice() else { return Vec::new() };
    let calls = Calls { repository, sites };
    let usual = choices.into_iter().filter_map(|at| {
        let line: u32 = at.strip_prefix(path)?.strip_prefix(':')?.parse().ok()?;
        let tests = only_tests(builder, line)?;
        let decided = tests.into_iter().map(decided).collect::<Option<Vec<_>>>()?;
        let param = decided.first()?.0;
        if is_bound(builder, param) || decided.iter().any(|(other, _)| *other != param) {
            return None;
        }
        let ways = calls.given((module, builder), param, CALLERS)?;
        // Where no condition holds, what comes last is taken.
        let taken = |given: &Given| {
            decided.iter().position(|(_, truth)| truth(given)).unwrap_or(decided.len())
        };
        let mut ways = ways.iter().map(taken);
        let first = ways.next()?;
        let branch = u32::try_from(first).ok()?;
        ways.all(|way| way == first).then(|| Choice { at: at.to_owned(), branch })
    });
    usual.collect()
}

/// The conditions of the one `if` that stands in a line.
fn only_tests<'r>(function: &'r Function<'r>, line: u32) -> Option<Vec<&'r Expr<'r>>> {
    let mut found = Vec::new();
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::If { branches, .. } = &stmt.kind
            && branches.first().is_some_and(|(test, _)| test.span.first == line)
        {
            found.push(branches.iter().map(|(test, _)| test).collect::<Vec<_>>());
        }
    });
    if found.len() == 1 { found.pop() } else { None }
}

/// Whether a condition holds by what a name stands for.
type Truth<'r> = Box<dyn Fn(&Given) -> bool + 'r>;

/// The one name that a condition asks for, and whether it holds by what that is.
fn decided<'r>(test: &'r Expr<'r>) -> Option<(&'r str, Truth<'r>)> {
    match &test.kind {
        ExprKind::Name(name) => Some((name, Box::new(Given::holds))),
        ExprKind::Not(inner) => {
            let (name, truth) = decided(inner)?;
            Some((name, Box::new(move |given| !truth(given))))
        }
        ExprKind::Compare(sides, operators) => {
            let ([one, other], [operator]) = (sides.as_slice(), operators.as_slice()) else {
                return None;
            };
            let ExprKind::Name(name) = one.kind else { return None };
            let wanted = Given::of(other)?;
            match *operator {
                "==" | "is" => Some((name, Box::new(move |given| *given == wanted))),
                "!=" | "is not" => Some((name, Box::new(move |given| *given != wanted))),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a function gives a name another value than it was called with.
fn is_bound(function: &Function<'_>, name: &str) -> bool {
    let mut bound = false;
    Stmt::each(&function.body, &mut |stmt| {
        let targets = stmt.targets();
        let is_it = |part: &Expr<'_>| part.is_name(name);
        bound |= targets.iter().any(|target| target.any(&is_it));
        bound |= stmt.expressions().into_iter().any(|value| {
            value.any(&|part| matches!(part.kind, ExprKind::Named(other, _) if other == name))
        });
    });
    bound
}

struct Calls<'c, 'r> {
    repository: &'c Repository<'r>,
    sites: &'c [Site<'r>],
}

impl<'r> Calls<'_, 'r> {
    /// All that a parameter may be given outside the tests; `None` where not all of it is spelled out.
    fn given(
        &self,
        (module, function): (usize, &Function<'r>),
        name: &str,
        callers: usize,
    ) -> Option<BTreeSet<Given>> {
        let callers = callers.checked_sub(1)?;
        let index = function.params.iter().position(|param| param.name == name)?;
        let is_method = function.takes_self();
        if is_method {
            return None;
        }
        let default = || function.params[index].default.as_ref().and_then(Given::of);
        let mut all = BTreeSet::new();
        let mut is_called = false;
        let sites = self.sites.iter().filter(|site| site.call.callee_name() == function.name);
        for site in sites.filter(|site| !self.repository.modules[site.at.module].in_tests) {
            // A name that stands for something else is no call of it.
            let is_other = match self.repository.origins(&site.call.callee, site.at).as_slice() {
                [Origin::Function(at, other)] => (at.module, other.id) != (module, function.id),
                [Origin::Class(..) | Origin::External(_)] => true,
                _ => false,
            };
            if is_other {
                continue;
            }
            is_called = true;
            let spreads = |passing: Passing<'_>| matches!(passing, Passing::Rest | Passing::Named);
            if site.call.args.iter().any(|arg| spreads(arg.passing)) {
                return None;
            }
            let given = match site.call.argument(index, name) {
                None => BTreeSet::from([default()?]),
                Some(value) => match (Given::of(value), &value.kind) {
                    (Some(given), _) => BTreeSet::from([given]),
                    (None, ExprKind::Name(handed)) => {
                        let caller = site.function()?;
                        if is_bound(caller, handed) {
                            return None;
                        }
                        self.given((site.at.module, caller), handed, callers)?
                    }
                    (None, _) => return None,
                },
            };
            all.extend(given);
        }
        // Whoever else calls it may leave it as it is.
        match default() {
            Some(default) if !is_called => all.extend([default]),
            None if !is_called => return None,
            Some(_) | None => {}
        }
        Some(all)
    }
}
