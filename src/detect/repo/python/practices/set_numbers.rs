//! The numbers that names are set to which limit or tune something.

use super::super::repository::{At, Origin, Repository};
use super::super::running::sites::Sites;
use super::super::sources::parse::Module;
use super::super::syntax::{Expr, ExprKind, Passing, Piece, Span, Stmt, StmtKind};
use super::numbers;
use crate::domain::facts::{SetNumber, SetNumbers};
use std::collections::BTreeMap;

/// Most names that are listed, and most numbers of each.
const NAMES: usize = 300;
const NUMBERS: usize = 8;

/// What one name is set to.
#[derive(Default)]
struct Set {
    numbers: Vec<SetNumber>,
    open: bool,
}

impl Set {
    fn add(&mut self, one: SetNumber) {
        let known = |other: &SetNumber| other.number == one.number && other.of == one.of;
        if self.numbers.iter().any(known) {
            return;
        }
        // What is not listed may be any number.
        if self.numbers.len() < NUMBERS {
            self.numbers.push(one);
        } else {
            self.open = true;
        }
    }
}

/// Lists the names outside the tests that limit or tune something, with the numbers that they are set to.
pub(super) fn read<'r>(repository: &Repository<'r>, sites: &Sites<'r>) -> Vec<SetNumbers> {
    let mut all: BTreeMap<&'r str, Set> = BTreeMap::new();
    handed_over(repository, sites, &mut all);
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| statement(module, stmt, &mut all));
    }
    let listed = all.into_iter().filter(|(_, set)| !set.numbers.is_empty());
    let listed = listed.map(|(name, set)| {
        let (name, Set { numbers, open }) = (name.to_owned(), set);
        SetNumbers { name, numbers, open }
    });
    listed.take(NAMES).collect()
}

/// Adds what calls are given by its name.
fn handed_over<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    all: &mut BTreeMap<&'r str, Set>,
) {
    for site in sites.all.iter().filter(|site| !site.around.dead) {
        let module = site.module(repository);
        if module.in_tests {
            continue;
        }
        for arg in &site.call.args {
            let Passing::Keyword(name) = arg.passing else { continue };
            if !SetNumbers::tunes(name) {
                continue;
            }
            let set = all.entry(name).or_default();
            let of = Some(site.call.callee_name()).filter(|of| !of.is_empty());
            match known(repository, sites, &arg.value, site.at) {
                Some(number) => set.add(SetNumber {
                    number,
                    of: of.map(ToOwned::to_owned),
                    function: site.around.function(),
                    place: module.place(arg.value.span),
                }),
                None => set.open |= is_other(name, &arg.value),
            }
        }
    }
}

/// The number that a value is, also by a name that holds that and nothing else.
fn known<'r>(
    repository: &Repository<'r>,
    sites: &Sites<'r>,
    value: &'r Expr<'r>,
    at: At,
) -> Option<String> {
    if let Some(number) = written(value) {
        return Some(number);
    }
    if let [Origin::Value(_, other)] = repository.origins(value, at).as_slice()
        && let Some(number) = written(other)
    {
        return Some(number);
    }
    numbers::number((repository, sites), value, at).map(|number| number.to_string())
}

/// A number as written, without the marks that part its digits.
fn written(value: &Expr<'_>) -> Option<String> {
    let ExprKind::Literal(number) = value.kind else { return None };
    let plain = number.replace('_', "");
    plain.parse::<f64>().is_ok().then_some(plain)
}

/// Whether a value may be another number than those that are listed. What is handed on under its own name is listed
/// where it comes from.
fn is_other(name: &str, value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(from) | ExprKind::Attribute(_, from) => *from != name,
        ExprKind::Str(_) | ExprKind::None | ExprKind::Bool(_) => false,
        _ => true,
    }
}

/// Adds what a statement sets names to: by assigning it, as what a parameter is by default, in a table.
fn statement<'r>(module: &Module<'r>, stmt: &'r Stmt<'r>, all: &mut BTreeMap<&'r str, Set>) {
    let mut set = |name: &'r str, value: Option<&'r Expr<'r>>, open: bool, span: Span| {
        if !SetNumbers::tunes(name) {
            return;
        }
        let set = all.entry(name).or_default();
        let default = value.and_then(by_default);
        set.open |= open || default.is_some();
        match value.map(|value| (written(value).or(default), value)) {
            Some((Some(number), _)) => {
                let place = module.place(span);
                set.add(SetNumber { number, of: None, function: None, place });
            }
            Some((None, value)) => set.open |= is_other(name, value),
            None => {}
        }
    };
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            for target in targets {
                if let Some(name) = target.last_name() {
                    set(name, Some(value), false, stmt.span);
                }
            }
        }
        StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
            if let Some(name) = target.last_name() {
                set(name, None, true, stmt.span);
            }
        }
        // What callers hand over by its position is not followed.
        StmtKind::Function(function) => {
            for param in &function.params {
                let span = param.default.as_ref().map_or(function.span, |value| value.span);
                set(param.name, param.default.as_ref(), true, span);
            }
        }
        _ => {}
    }
    stmt.walk(&mut |part| {
        let ExprKind::Dict(pairs) = &part.kind else { return };
        for (key, value) in pairs {
            if let Some(ExprKind::Str(pieces)) = key.as_ref().map(|key| &key.kind)
                && let [Piece::Literal(name)] = pieces.as_slice()
            {
                set(name, Some(value), false, value.span);
            }
        }
    });
}

/// The number that is taken where the environment or the caller gives no other: `int(os.getenv("LIMIT", "3"))`,
/// `Field(default=3)`.
fn by_default(value: &Expr<'_>) -> Option<String> {
    let ExprKind::Call(call) = &value.kind else { return None };
    let number = |value: &Expr<'_>| {
        let text = value.text().filter(|text| text.parse::<f64>().is_ok());
        written(value).or(text)
    };
    match call.callee_name() {
        "int" | "float" => by_default(call.position(0)?),
        "getenv" | "get" => number(call.position(1)?),
        "Field" | "field" => call.keyword("default").or(call.position(0)).and_then(number),
        _ => None,
    }
}
