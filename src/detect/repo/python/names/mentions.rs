//! Every mention of a name in the sources, with what stands around it.

use super::super::repository::Repository;
use super::super::syntax::{Body, Class, Expr, Function, Span, Stmt, StmtKind};

/// A name that is read: `name`, or `object.name`.
pub(in super::super) struct Mention<'r> {
    pub module: usize,
    pub stmt: &'r Stmt<'r>,
    pub part: &'r Expr<'r>,
    /// The enclosing functions, innermost last.
    pub functions: Vec<&'r Function<'r>>,
    /// The innermost enclosing class.
    pub class: Option<&'r Class<'r>>,
}

/// The mentions of `name` in the modules that count, other than those that give it a value; `None` where one of these
/// modules imports it under another name.
pub(in super::super) fn mentions<'r>(
    repository: &Repository<'r>,
    name: &str,
    counts: impl Fn(usize) -> bool,
) -> Option<Vec<Mention<'r>>> {
    let mut walk = Walk { name, module: 0, found: Vec::new(), is_renamed: false };
    for (index, module) in repository.modules.iter().enumerate() {
        if counts(index) && module.text.contains(name) {
            walk.module = index;
            walk.body(&module.syntax.body, &mut Vec::new(), None);
        }
    }
    (!walk.is_renamed).then_some(walk.found)
}

struct Walk<'n, 'r> {
    name: &'n str,
    module: usize,
    found: Vec<Mention<'r>>,
    is_renamed: bool,
}

impl<'r> Walk<'_, 'r> {
    fn body(
        &mut self,
        body: &'r Body<'r>,
        functions: &mut Vec<&'r Function<'r>>,
        class: Option<&'r Class<'r>>,
    ) {
        for stmt in body {
            self.stmt(stmt, functions, class);
            let (inner, around) = match &stmt.kind {
                StmtKind::Function(function) => (Some(&**function), class),
                StmtKind::Class(inner) => (None, Some(&**inner)),
                _ => (None, class),
            };
            functions.extend(inner);
            for block in stmt.blocks() {
                self.body(block, functions, around);
            }
            if inner.is_some() {
                functions.pop();
            }
        }
    }

    fn stmt(
        &mut self,
        stmt: &'r Stmt<'r>,
        functions: &[&'r Function<'r>],
        class: Option<&'r Class<'r>>,
    ) {
        if let StmtKind::Import(imports) = &stmt.kind {
            self.is_renamed |= imports.iter().any(|import| {
                import.name == Some(self.name) && import.alias.is_some_and(|it| it != self.name)
            });
        }
        let given: Vec<Span> = match &stmt.kind {
            StmtKind::Assign { targets, .. } => targets.iter().map(|target| target.span).collect(),
            _ => Vec::new(),
        };
        stmt.walk(&mut |part| {
            let is_it = part.last_name() == Some(self.name);
            if is_it && !given.contains(&part.span) {
                self.found.push(Mention {
                    module: self.module,
                    stmt,
                    part,
                    functions: functions.to_vec(),
                    class,
                });
            }
        });
    }
}
