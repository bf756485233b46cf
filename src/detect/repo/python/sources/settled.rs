//! Numbers that stand under a name, read as if they were written where the name is.
//!
//! `spread > LIMIT` is read as `spread > 2` where a module, or a class, says `LIMIT = 2` and nothing else gives the name
//! anything: a number means the same wherever its writer keeps it.

use super::lower::compared;
use super::parse::Module;
use crate::detect::repo::python::names::scope::Opener;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Body, Class, Clause, Expr, ExprKind, Span, Stmt, StmtKind,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The numbers by where their names stand.
type Numbers<'r> = BTreeMap<Span, &'r str>;

/// The modules with the numbers in the place of their names; `None` where no number has one.
pub(in crate::detect::repo::python) fn settled<'r>(
    repository: &Repository<'r>,
) -> Option<Vec<Module<'r>>> {
    let names = names(repository);
    if names.is_empty() {
        return None;
    }
    let mut modules = repository.modules.to_vec();
    for (index, module) in modules.iter_mut().enumerate().filter(|(_, module)| !module.in_tests) {
        let (classes, numbers) = (Vec::new(), Numbers::new());
        let mut seen = Seen { repository, classes, names: names.clone(), numbers };
        shadowed(&repository.modules[index].syntax.body, &mut seen.names);
        seen.block(&repository.modules[index].syntax.body, At::top(index));
        if !seen.numbers.is_empty() {
            put(&mut Arc::make_mut(&mut module.syntax).body, &seen.numbers);
        }
    }
    Some(modules)
}

/// Names that a module or a class gives a number, and that no function gives anything from elsewhere.
fn names<'r>(repository: &Repository<'r>) -> BTreeSet<&'r str> {
    let (mut given, mut changed) = (BTreeSet::new(), BTreeSet::new());
    let mut members = BTreeSet::new();
    for module in repository.program() {
        let body = &module.syntax.body;
        let classes = body.iter().filter_map(|stmt| match &stmt.kind {
            StmtKind::Class(class) => Some(&class.body),
            _ => None,
        });
        let mut note = |body: &'r Body<'r>, kept: &mut BTreeSet<&'r str>| {
            for stmt in body {
                let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else {
                    continue;
                };
                for name in targets.iter().filter_map(Expr::name) {
                    if !kept.insert(name) {
                        changed.insert(name);
                    }
                    if written(value).is_some() {
                        given.insert(name);
                    }
                }
            }
        };
        // What is said of an object may be kept by any class that it is of.
        classes.for_each(|class| note(class, &mut members));
        note(body, &mut BTreeSet::new());
        Stmt::each(body, &mut |stmt| {
            let bound = match &stmt.kind {
                StmtKind::Assign { targets, .. } => targets.as_slice(),
                StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                    std::slice::from_ref(target)
                }
                // `global LIMIT`
                StmtKind::Other(parts) => {
                    changed.extend(parts.iter().filter_map(Expr::last_name));
                    &[]
                }
                _ => &[],
            };
            for target in bound {
                target.each(&mut |part| {
                    if let ExprKind::Attribute(_, name) = part.kind {
                        changed.insert(name);
                    }
                });
            }
        });
    }
    given.retain(|name| !changed.contains(name) && !repository.texts.quote(name));
    // `from limits import LIMIT as EDGE`
    let mut aliases = Vec::new();
    for module in repository.program() {
        Stmt::each(&module.syntax.body, &mut |stmt| {
            let StmtKind::Import(imports) = &stmt.kind else { return };
            let ours = imports.iter().filter(|one| one.name.is_some_and(|it| given.contains(it)));
            aliases.extend(ours.filter_map(|one| one.alias).filter(|it| !changed.contains(it)));
        });
    }
    given.extend(aliases);
    given
}

/// Takes those names away that stand for something else inside an expression or a pattern.
fn shadowed<'r>(body: &'r Body<'r>, names: &mut BTreeSet<&'r str>) {
    let mut bound: BTreeSet<&str> = BTreeSet::new();
    Stmt::each(body, &mut |stmt| {
        if let StmtKind::Match { cases, .. } = &stmt.kind {
            for case in cases {
                bound.extend(case.pattern.split(|at: char| !(at.is_alphanumeric() || at == '_')));
            }
        }
        stmt.walk(&mut |part| match &part.kind {
            ExprKind::Lambda(lambda) => bound.extend(lambda.params.iter().map(|it| it.name)),
            ExprKind::Comprehension(made) => {
                for clause in &made.clauses {
                    if let Clause::For { target, .. } = clause {
                        target.each(&mut |part| bound.extend(part.name()));
                    }
                }
            }
            _ => {}
        });
    });
    names.retain(|name| !bound.contains(name));
}

struct Seen<'p, 'r> {
    repository: &'p Repository<'r>,
    /// The classes around.
    classes: Vec<&'r Class<'r>>,
    names: BTreeSet<&'r str>,
    numbers: Numbers<'r>,
}

impl<'r> Seen<'_, 'r> {
    fn block(&mut self, body: &'r [Stmt<'r>], at: At) {
        for stmt in body {
            stmt.walk(&mut |part| self.value(part, at));
            let inside = match &stmt.kind {
                StmtKind::Function(function) => self.repository.inside(at, function.id),
                StmtKind::Class(class) => {
                    self.classes.push(class);
                    self.repository.inside(at, class.id)
                }
                _ => at,
            };
            for block in stmt.blocks() {
                self.block(block, inside);
            }
            if matches!(stmt.kind, StmtKind::Class(_)) {
                self.classes.pop();
            }
        }
    }

    fn value(&mut self, part: &'r Expr<'r>, at: At) {
        if let Some(number) = self.number(part, at) {
            self.numbers.insert(part.span, number);
        }
    }

    fn number(&self, part: &'r Expr<'r>, at: At) -> Option<&'r str> {
        let named = |part: &Expr<'r>| part.last_name().is_some_and(|it| self.names.contains(it));
        match &part.kind {
            ExprKind::Attribute(member, "value") if named(member) => {
                let ExprKind::Attribute(class, _) = &member.kind else { return None };
                match self.repository.origins(class, at).as_slice() {
                    [Origin::Class(at, class)] if self.is_enum(*at, class) => {}
                    _ => return None,
                }
                self.literal(member, at)
            }
            ExprKind::Attribute(object, name) if named(part) => {
                if object.is_self() {
                    return self.own(at.module, name);
                }
                match self.repository.origins(object, at).as_slice() {
                    [Origin::Module(_)] => {}
                    [Origin::Class(_, class)] if is_plain(class) => {}
                    _ => return None,
                }
                self.literal(part, at)
            }
            ExprKind::Name(_) if named(part) => self.literal(part, at),
            _ => None,
        }
    }

    /// The number that the class around keeps for its objects; a base, or what sets attributes by their names, may give
    /// them another one.
    fn own(&self, module: usize, name: &str) -> Option<&'r str> {
        let class = self.classes.last().filter(|class| is_plain(class))?;
        let text = self.repository.modules[module].text_of(class.span)?;
        let inside = self.repository.inside(At::top(module), class.id);
        let bindings = self.repository.scope(inside).bindings.get(name)?;
        let is_one = bindings.len() == 1 && !text.contains("setattr") && !text.contains("__dict__");
        let given = class.body.iter().find_map(|stmt| match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                targets.iter().any(|target| target.is_name(name)).then_some(value)
            }
            _ => None,
        });
        given.and_then(written).filter(|_| is_one)
    }

    /// The number that a module or a class keeps under a name.
    fn literal(&self, name: &'r Expr<'r>, at: At) -> Option<&'r str> {
        match self.repository.origins(name, at).as_slice() {
            [Origin::Value(home, value)]
                if !matches!(self.repository.scope(*home).opener, Opener::Function) =>
            {
                written(value)
            }
            _ => None,
        }
    }

    /// Whether the members of a class hold what is written behind them.
    fn is_enum(&self, at: At, class: &'r Class<'r>) -> bool {
        let [base] = class.bases.as_slice() else { return false };
        let makes = |stmt: &Stmt<'_>| matches!(&stmt.kind, StmtKind::Function(it) if it.name.starts_with("__"));
        matches!(self.repository.origins(&base.value, at).as_slice(),
            [Origin::External(name)] if matches!(name.as_str(), "enum.Enum" | "enum.IntEnum"))
            && !class.body.iter().any(makes)
    }
}

/// A number as it is written.
fn written<'r>(value: &Expr<'r>) -> Option<&'r str> {
    match value.kind {
        ExprKind::Literal(number) => value.number::<f64>().map(|_| number),
        _ => None,
    }
}

/// Whether nothing else makes anything of the attributes of a class, as a base or a decorator may.
fn is_plain(class: &Class<'_>) -> bool {
    class.bases.is_empty() && class.decorators.is_empty()
}

/// Puts the numbers in the place of their names.
fn put<'r>(body: &mut Body<'r>, numbers: &Numbers<'r>) {
    for stmt in body {
        for value in stmt.values_mut() {
            value.change(&mut |part| match &mut part.kind {
                ExprKind::Name(_) | ExprKind::Attribute(..) => {
                    if let Some(number) = numbers.get(&part.span) {
                        part.kind = ExprKind::Literal(number);
                    }
                }
                ExprKind::Compare(sides, operators) => {
                    part.kind = compared(std::mem::take(sides), std::mem::take(operators));
                }
                _ => {}
            });
        }
        stmt.blocks_mut().into_iter().for_each(|block| put(block, numbers));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;
    use crate::domain::exhibit::repository::Source;
    use crate::domain::limits::Limits;

    /// The number that `f` returns of what the files say; `None` where it stays a name.
    #[track_caller]
    fn check(beside: &str, module: &str, returned: &str, expected: Option<&str>) {
        let text = format!("{module}\ndef f(given):\n    return {returned}\n");
        let sources: Vec<Source> = [("a.py", text.as_str()), ("limits.py", beside)]
            .map(|(path, text)| Source {
                path: path.into(),
                blob: "b10b".into(),
                bytes: text.as_bytes().to_vec(),
            })
            .into();
        let decoded: Vec<_> =
            sources.iter().map(|it| parse::decode(it).expect("plain text is read")).collect();
        let parsed = |it| parse::parse(&mut parse::parser(), it, &Limits::default()).0;
        let modules: Vec<Module<'_>> = decoded.iter().filter_map(parsed).collect();
        let repository = Repository::new(&modules, BTreeMap::new());
        let modules = settled(&repository).unwrap_or_else(|| modules.clone());
        let mut found = None;
        Stmt::each(&modules[0].syntax.body, &mut |stmt| {
            if let StmtKind::Return(Some(Expr { kind: ExprKind::Literal(number), .. })) = stmt.kind
            {
                found = Some(number);
            }
        });
        assert_eq!(found, expected, "{module} {returned}");
    }

    #[test]
    fn a_name_that_may_stand_for_something_else_is_no_number() {
        let (one, two) = ("EDGE = 2\n", Some("2"));
        check("", one, "EDGE", two);
        check("", "class Edges:\n    wide = 2\n", "Edges.wide", two);
        let members = "from enum import Enum\nclass Edges(Enum):\n    wide = 2\n";
        check("", members, "Edges.wide.value", two);
        let method = "class Edges:\n    wide = 2\n    def g(self):\n        return self.wide\n";
        check("", method, "given", two);
        check("", &format!("{method}class Others(Edges):\n    wide = 3\n"), "given", None);
        check("", &format!("{method}        self.wide = 3\n"), "given", None);
        check("", &method.replace("Edges:", "Edges(Base):"), "given", None);
        check(one, "from limits import EDGE as E\n", "E", two);
        check(one, "import limits\n", "limits.EDGE", two);
        check(one, "from limits import *\n", "EDGE", two);
        for module in [
            "EDGE = 2\nEDGE = 3\n",
            "EDGE = int(os.environ['EDGE'])\n",
            "EDGE = 2\ndef put(to):\n    global EDGE\n    EDGE = to\n",
            "EDGE = 2\nEDGE += 1\n",
            "EDGE = 2\nfor EDGE in range(3):\n    pass\n",
            "EDGE = 2\nnames = [EDGE for EDGE in range(3)]\n",
            "import sys\nEDGE = 2\nsetattr(sys.modules[__name__], 'EDGE', 3)\n",
        ] {
            check("", module, "EDGE", None);
        }
        check("", "from enum import Enum\nclass Edges(Enum):\n    wide = 2\n", "Edges.wide", None);
        check("", "class Edges:\n    wide = 2\nEdges.wide = 3\n", "Edges.wide", None);
        check("import a\na.EDGE = 4\n", one, "EDGE", None);
        check("", "given = 2\n", "given", None);
    }
}
