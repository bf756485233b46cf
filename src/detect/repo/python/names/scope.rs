//! Which names each module, class and function binds, and to what.

use super::super::syntax::{Body, Class, Expr, ExprKind, Function, Import, Stmt, StmtKind};
use std::collections::BTreeMap;

/// What a name is bound to.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Binding<'r> {
    Import(&'r Import<'r>),
    Function(&'r Function<'r>),
    Class(&'r Class<'r>),
    /// `name = value`.
    Value(&'r Expr<'r>),
    /// `with value as name`.
    With(&'r Expr<'r>),
    /// The `usize`th part of a value: `a, b = value`.
    Part(&'r Expr<'r>, usize),
    /// The `usize`th parameter.
    Param(&'r Function<'r>, usize),
    /// Loop variables, `except … as`, augmented assignment.
    Changed,
}

/// What a name can be where it is used: whoever imports it in a `try`, and binds `None` to it where that fails, uses
/// what is imported.
pub(in super::super) fn usable<'b, 'r>(
    bindings: &'b [Binding<'r>],
) -> impl Iterator<Item = &'b Binding<'r>> {
    let is_imported = bindings.iter().any(|binding| matches!(binding, Binding::Import(_)));
    let is_none = |binding: &Binding<'_>| {
        matches!(binding, Binding::Value(Expr { kind: ExprKind::None, .. }))
    };
    bindings.iter().filter(move |binding| !(is_imported && is_none(binding)))
}

/// What opened a scope.
#[derive(Clone, Copy, Debug)]
pub(in super::super) enum Opener<'r> {
    Module,
    Function,
    Class(&'r Class<'r>),
}

/// One scope.
#[derive(Debug)]
pub(in super::super) struct Scope<'r> {
    pub parent: Option<usize>,
    pub opener: Opener<'r>,
    /// What runs in it.
    pub body: &'r Body<'r>,
    pub bindings: BTreeMap<&'r str, Vec<Binding<'r>>>,
    /// `from module import *`.
    pub stars: Vec<&'r Import<'r>>,
}

/// The scopes of one module; the module's own is the first.
#[derive(Debug)]
pub(in super::super) struct Scopes<'r> {
    pub all: Vec<Scope<'r>>,
    /// The scope that each definition opens, by the definition's id.
    by_definition: BTreeMap<usize, usize>,
    /// Names that the `try` imports from `LangGraph` whose handlers are being read, with their scope.
    imported: Vec<(usize, &'r str)>,
}

impl<'r> Scopes<'r> {
    /// Collects what `body` binds, in it and in every definition inside.
    pub(in super::super) fn new(body: &'r Body<'r>) -> Self {
        let mut scopes =
            Self { all: Vec::new(), by_definition: BTreeMap::new(), imported: Vec::new() };
        let module = scopes.open(None, Opener::Module, body);
        scopes.collect(body, module);
        scopes
    }

    /// The scope that the definition with this id opens.
    pub(in super::super) fn of(&self, id: usize) -> usize {
        self.by_definition.get(&id).copied().unwrap_or_default()
    }

    fn open(&mut self, parent: Option<usize>, opener: Opener<'r>, body: &'r Body<'r>) -> usize {
        self.all.push(Scope { parent, opener, body, bindings: BTreeMap::new(), stars: Vec::new() });
        self.all.len() - 1
    }

    fn bind(&mut self, scope: usize, name: &'r str, binding: Binding<'r>) {
        self.all[scope].bindings.entry(name).or_default().push(binding);
    }

    fn collect(&mut self, body: &'r Body<'r>, scope: usize) {
        for stmt in body {
            self.statement(stmt, scope);
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, scope: usize) {
        match &stmt.kind {
            StmtKind::Import(imports) => {
                for import in imports {
                    self.import(import, scope);
                }
            }
            StmtKind::Assign { targets, value, .. } => {
                for target in targets {
                    match (&target.kind, value) {
                        (_, None) => {}
                        // Where the import fails there is no graph.
                        (ExprKind::Name(name), Some(value))
                            if self.imported.contains(&(scope, *name)) && stands_in(value) => {}
                        (ExprKind::Name(name), Some(value)) => {
                            self.bind(scope, name, Binding::Value(value));
                        }
                        (_, Some(value)) => self.unpack(target, value, scope),
                    }
                }
            }
            StmtKind::Augment { target, .. } | StmtKind::For { target, .. } => {
                self.change(target, scope);
            }
            StmtKind::With { items, .. } => {
                for (value, name) in items {
                    if let Some(Expr { kind: ExprKind::Name(name), .. }) = name {
                        self.bind(scope, name, Binding::With(value));
                    }
                }
            }
            StmtKind::Try { body, handlers, otherwise, finally } => {
                for name in handlers.iter().filter_map(|handler| handler.name) {
                    self.bind(scope, name, Binding::Changed);
                }
                for value in stmt.expressions() {
                    self.walrus(value, scope);
                }
                self.collect(body, scope);
                let before = self.imported.len();
                self.imported.extend(of_langgraph(body).map(|name| (scope, name)));
                for handler in handlers {
                    self.collect(&handler.body, scope);
                }
                self.imported.truncate(before);
                self.collect(otherwise, scope);
                return self.collect(finally, scope);
            }
            StmtKind::Function(function) => return self.function(function, scope),
            StmtKind::Class(class) => {
                self.bind(scope, class.name, Binding::Class(class));
                let inner = self.open(Some(scope), Opener::Class(class), &class.body);
                self.by_definition.insert(class.id, inner);
                return self.collect(&class.body, inner);
            }
            StmtKind::Expr(_)
            | StmtKind::Return(_)
            | StmtKind::Raise(_)
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::Match { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Other(_) => {}
        }
        for value in stmt.expressions() {
            self.walrus(value, scope);
        }
        for block in stmt.blocks() {
            self.collect(block, scope);
        }
    }

    fn function(&mut self, function: &'r Function<'r>, scope: usize) {
        self.bind(scope, function.name, Binding::Function(function));
        let inner = self.open(Some(scope), Opener::Function, &function.body);
        self.by_definition.insert(function.id, inner);
        for (index, param) in function.params.iter().enumerate() {
            self.bind(inner, param.name, Binding::Param(function, index));
        }
        self.collect(&function.body, inner);
    }

    fn import(&mut self, import: &'r Import<'r>, scope: usize) {
        match (import.name, import.alias) {
            (Some("*"), _) => self.all[scope].stars.push(import),
            (_, Some(alias)) => self.bind(scope, alias, Binding::Import(import)),
            (Some(name), None) => self.bind(scope, name, Binding::Import(import)),
            // `import a.b` binds `a`.
            (None, None) => {
                let first = import.module.split('.').next().unwrap_or_default();
                self.bind(scope, first, Binding::Import(import));
            }
        }
    }

    fn unpack(&mut self, target: &'r Expr<'r>, value: &'r Expr<'r>, scope: usize) {
        let (ExprKind::Tuple(names) | ExprKind::List(names)) = &target.kind else { return };
        for (index, name) in names.iter().enumerate() {
            if let ExprKind::Name(name) = name.kind {
                let binding = match &value.kind {
                    ExprKind::Tuple(items) if items.len() == names.len() => {
                        if self.imported.contains(&(scope, name)) && stands_in(&items[index]) {
                            continue;
                        }
                        Binding::Value(&items[index])
                    }
                    _ => Binding::Part(value, index),
                };
                self.bind(scope, name, binding);
            } else {
                self.change(name, scope);
            }
        }
    }

    fn change(&mut self, target: &'r Expr<'r>, scope: usize) {
        match &target.kind {
            ExprKind::Name(name) => self.bind(scope, name, Binding::Changed),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                for item in items {
                    self.change(item, scope);
                }
            }
            ExprKind::Starred(inner) => self.change(inner, scope),
            _ => {}
        }
    }

    fn walrus(&mut self, value: &'r Expr<'r>, scope: usize) {
        value.each(&mut |part| {
            if let ExprKind::Named(name, value) = &part.kind {
                self.bind(scope, name, Binding::Value(value));
            }
        });
    }
}

/// The names that statements import from `LangGraph`.
fn of_langgraph<'r>(body: &'r Body<'r>) -> impl Iterator<Item = &'r str> {
    let imports = body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Import(imports) => Some(imports),
        _ => None,
    });
    let is_its = |import: &&Import<'_>| {
        import.level == 0 && import.module.split('.').next() == Some("langgraph")
    };
    imports.flatten().filter(is_its).filter_map(Import::binds)
}

/// Whether a value is there only so that a name is bound: nothing can be done with it.
fn stands_in(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::None
        | ExprKind::Str(_)
        | ExprKind::Literal(_)
        | ExprKind::Bool(_)
        | ExprKind::Name("Any" | "object") => true,
        ExprKind::Call(call) => call.args.is_empty() && call.callee.is_name("object"),
        _ => false,
    }
}
