//! What code reads of a rubric's criteria that no criterion of the rubric in the tree has.

use super::repository::Repository;
use super::running::reach::Reach;
use super::sources::parse::Module;
use super::syntax::{Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{ClassFact, LackedKey};
use std::collections::BTreeSet;

/// Most that are stated.
const MOST: usize = 12;
/// What the criteria of a rubric, or of a state that holds one, are called.
const CRITERIA: &[&str] = &["rubric_dimensions", "dimensions", "rubric_criteria"];

/// The criteria that lie in the tree.
struct Rubric {
    /// The first of the files.
    path: String,
    /// All keys of all criteria.
    keys: BTreeSet<String>,
    /// Those of several words that each criterion of a file has: who reads one reads a criterion.
    telling: BTreeSet<String>,
}

/// The keys that are read of criteria in code that may run, and that none has, by place.
pub(super) fn lacked(
    repository: &Repository<'_>,
    reach: &Reach,
    sources: &[Source],
    classes: &[ClassFact],
) -> Vec<LackedKey> {
    let Some(rubric) = Rubric::read(sources) else { return Vec::new() };
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        if module.in_tests || reach.live(index) == Some(false) {
            continue;
        }
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Function(function) = &stmt.kind {
                found.extend(of_function(&rubric, module, function));
            }
        });
    }
    if found.is_empty() {
        return found;
    }
    // Whatever gives something such a key may give it to a criterion.
    let mut made: BTreeSet<String> =
        classes.iter().flat_map(|class| class.fields.iter().cloned()).collect();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| makes(stmt, &rubric, &mut made));
    }
    found.retain(|one| !made.contains(&one.key));
    found.truncate(MOST);
    found
}

impl Rubric {
    fn read(sources: &[Source]) -> Option<Self> {
        let is_rubric = |path: &str| {
            let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
            ["rubric", "constitution"].iter().any(|word| name.contains(word)).then_some(name)
        };
        let (mut path, mut keys, mut telling) = (None, BTreeSet::new(), BTreeSet::new());
        for source in sources {
            let Some(name) = is_rubric(&source.path) else { continue };
            match name.rsplit_once('.').map(|(_, end)| end) {
                Some("json") => {}
                // What it says is not read.
                Some("yaml" | "yml" | "toml") => return None,
                _ => continue,
            }
            let Some(criteria) = criteria(source.text().as_ref()) else { continue };
            let of_all = criteria.iter().cloned().reduce(|all, one| &all & &one);
            telling.extend(of_all.unwrap_or_default().into_iter().filter(|key| key.contains('_')));
            keys.extend(criteria.into_iter().flatten());
            path = path.or_else(|| Some(source.path.clone()));
        }
        Some(Self { path: path?, keys, telling })
    }
}

/// The keys of each criterion of a rubric.
fn criteria(text: &str) -> Option<Vec<BTreeSet<String>>> {
    let rubric: serde_json::Value =
        serde_json::from_str(text.trim_start_matches('\u{feff}')).ok()?;
    let list = ["dimensions", "criteria"].iter().find_map(|key| rubric.get(key)?.as_array())?;
    let keys = list.iter().map(|one| Some(one.as_object()?.keys().cloned().collect()));
    keys.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

/// One reading of a key.
struct Read<'e> {
    of: &'e str,
    key: String,
    /// Whether it fails where the key is not there.
    fails: bool,
    /// Whether nothing else is read in its place.
    alone: bool,
    span: Span,
}

fn of_function(rubric: &Rubric, module: &Module<'_>, function: &Function<'_>) -> Vec<LackedKey> {
    let (mut reads, mut asked, mut caught) = (Vec::new(), BTreeSet::new(), Vec::new());
    Stmt::each_own(&function.body, &mut |stmt| {
        if let StmtKind::Try { body, .. } = &stmt.kind {
            caught.extend(body.iter().map(|stmt| stmt.span));
        }
        let targets: &[Expr<'_>] = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets,
            _ => &[],
        };
        let is_condition = matches!(stmt.kind, StmtKind::If { .. });
        for value in stmt.expressions() {
            if targets.iter().any(|target| target.span == value.span) {
                continue;
            }
            gather(value, !is_condition, &mut reads);
            value.each(&mut |part| asked.extend(is_asked(part)));
        }
    });
    let is_criterion = |name: &str| {
        binds_once(function, name)
            && (is_of_criteria(function, name)
                || reads.iter().any(|read| read.of == name && rubric.telling.contains(&read.key)))
    };
    let is_caught =
        |read: &Read<'_>| read.fails && caught.iter().any(|block| block.holds(read.span));
    let lacks = |read: &&Read<'_>| {
        read.alone
            && !rubric.keys.contains(&read.key)
            && !asked.contains(&(read.of, read.key.clone()))
            && !is_caught(read)
            && is_criterion(read.of)
    };
    let told = reads.iter().filter(lacks).map(|read| LackedKey {
        key: read.key.clone(),
        written: module.written(read.span, 60),
        fails: read.fails,
        rubric: rubric.path.clone(),
        place: module.place(read.span),
    });
    told.collect()
}

/// The keys that are read of variables in a value; `alone` where something is made of it.
fn gather<'e>(value: &'e Expr<'_>, alone: bool, reads: &mut Vec<Read<'e>>) {
    let has_read = |value: &Expr<'_>| value.any(&|part| read(part).is_some());
    match &value.kind {
        ExprKind::Logic("or", sides) if has_read(&sides.0) && has_read(&sides.1) => {
            gather(&sides.0, false, reads);
            gather(&sides.1, false, reads);
            return;
        }
        ExprKind::Conditional(choice) => {
            gather(&choice.test, false, reads);
            gather(&choice.then, alone, reads);
            gather(&choice.otherwise, alone, reads);
            return;
        }
        _ => {}
    }
    if let Some((of, key, fails)) = read(value) {
        let given = match &value.kind {
            ExprKind::Call(call) => call.position(1),
            _ => None,
        };
        let alone = alone && !given.is_some_and(&has_read);
        reads.push(Read { of, key, fails, alone, span: value.span });
    }
    for part in value.parts() {
        gather(part, alone, reads);
    }
}

/// `criterion.get("key")`, `criterion["key"]`: the variable, the key, and whether it has to be there.
fn read<'e>(value: &'e Expr<'_>) -> Option<(&'e str, String, bool)> {
    let name = |object: &'e Expr<'_>| object.name();
    match &value.kind {
        ExprKind::Subscript(object, indices) => match indices.as_slice() {
            [key] => Some((name(object)?, key.text()?, true)),
            _ => None,
        },
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => {
                Some((name(object)?, call.position(0)?.text()?, false))
            }
            _ => None,
        },
        _ => None,
    }
}

/// `"key" in criterion`.
fn is_asked<'e>(value: &'e Expr<'_>) -> Option<(&'e str, String)> {
    let ExprKind::Compare(sides, _) = &value.kind else { return None };
    match sides.as_slice() {
        [key, Expr { kind: ExprKind::Name(name), .. }] => Some((name, key.text()?)),
        _ => None,
    }
}

/// Whether a function gives a variable one value alone, be it as a parameter.
fn binds_once(function: &Function<'_>, name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    let mut bound = function.params.iter().filter(|param| param.name == name).count();
    Stmt::each_own(&function.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Assign { targets, .. } => {
                bound += targets.iter().filter(|target| binds(target, &is_it)).count();
            }
            StmtKind::For { target, .. } => bound += usize::from(binds(target, &is_it)),
            _ => {}
        }
        stmt.walk(&mut |part| {
            if let ExprKind::Comprehension(made) = &part.kind {
                let targets = made.clauses.iter().filter_map(|clause| match clause {
                    super::syntax::Clause::For { target, .. } => Some(target),
                    super::syntax::Clause::If(_) => None,
                });
                bound += targets.filter(|target| binds(target, &is_it)).count();
            }
        });
    });
    bound == 1
}

/// Whether a target is the variable, or a list of variables with it.
fn binds(target: &Expr<'_>, is_it: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    match &target.kind {
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().any(is_it),
        _ => is_it(target),
    }
}

/// Whether a variable is taken from the criteria of a rubric, by a loop or as one of them.
fn is_of_criteria(function: &Function<'_>, name: &str) -> bool {
    let is_it = |target: &Expr<'_>| target.is_name(name);
    let mut found = false;
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::For { target, iterable, .. } => {
            found |= is_it(target) && are_criteria(function, iterable, true);
        }
        StmtKind::Assign { targets, value: Some(value), .. } => {
            if let (ExprKind::Subscript(all, keys), [target]) = (&value.kind, targets.as_slice()) {
                let by_number = keys.first().is_some_and(|key| key.text().is_none());
                found |= by_number && is_it(target) && are_criteria(function, all, true);
            }
        }
        _ => {}
    });
    found
}

/// Whether a value is the list of a rubric's criteria, by what it is called where it is held; a variable is followed
/// once.
fn are_criteria(function: &Function<'_>, value: &Expr<'_>, follow: bool) -> bool {
    let is_text = |key: &Expr<'_>| key.text().is_some_and(|key| CRITERIA.contains(&key.as_str()));
    match &value.kind {
        ExprKind::Attribute(_, name) => CRITERIA.contains(name),
        ExprKind::Subscript(_, keys) => keys.first().is_some_and(is_text),
        ExprKind::Call(call) => {
            call.callee_name() == "get" && call.position(0).is_some_and(is_text)
        }
        ExprKind::Logic("or", sides) => are_criteria(function, &sides.0, follow),
        ExprKind::Name(name) => {
            let is_param = function.param(name).is_some();
            if is_param {
                return CRITERIA.contains(name);
            }
            let mut given = Vec::new();
            Stmt::each_own(&function.body, &mut |stmt| {
                if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
                    let is_it = |one: &Expr<'_>| one.is_name(name);
                    if targets.iter().any(is_it) {
                        given.push(value);
                    }
                }
            });
            follow && matches!(given.as_slice(), [only] if are_criteria(function, only, false))
        }
        _ => false,
    }
}

/// Adds the keys that a statement may give to a criterion.
fn makes(stmt: &Stmt<'_>, rubric: &Rubric, made: &mut BTreeSet<String>) {
    let targets: &[Expr<'_>] = match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets,
        _ => &[],
    };
    for target in targets {
        if let ExprKind::Subscript(_, keys) = &target.kind {
            made.extend(keys.first().and_then(Expr::text));
        }
    }
    stmt.walk(&mut |part| match &part.kind {
        ExprKind::Dict(pairs) => {
            let keys: Vec<String> =
                pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()).collect();
            let is_one = keys.iter().any(|key| key == "id" || rubric.telling.contains(key));
            // What copies another with `**` may copy a criterion.
            let copies = pairs.iter().any(|(key, _)| key.is_none());
            if is_one || copies {
                made.extend(keys);
            }
        }
        ExprKind::Call(call) if matches!(call.callee_name(), "dict" | "update") => {
            for arg in &call.args {
                match (arg.passing, &arg.value.kind) {
                    (Passing::Keyword(name), _) => made.extend([name.to_owned()]),
                    (_, ExprKind::Dict(pairs)) => {
                        made.extend(pairs.iter().filter_map(|(key, _)| key.as_ref()?.text()));
                    }
                    _ => {}
                }
            }
        }
        ExprKind::Call(call) if call.callee_name() == "setdefault" => {
            made.extend(call.position(0).and_then(Expr::text));
        }
        _ => {}
    });
}
