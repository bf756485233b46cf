//! What the top levels of modules hold while they run: names that functions change, and what stands in for imports.

use super::super::values::value::{Closure, Frame, Value};
use super::run::Interpreter;
use crate::detect::repo::python::names::scope::Binding;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::running::reach::brought;
use crate::detect::repo::python::syntax::{Body, Expr, ExprKind, Function, Import, Stmt, StmtKind};
use std::rc::Rc;

impl<'r> Interpreter<'r, '_> {
    /// Shows the functions that a top level calls what it holds by then.
    pub(in super::super) fn show_top(&mut self, caller: &Frame<'r>) {
        let module = caller.at.module;
        if caller.at.scope == 0 && self.running.contains(&module) {
            let variables = self.copy(caller).variables;
            self.tops.insert(module, variables);
        }
    }

    /// Takes over into a top level what functions that it called changed.
    pub(in super::super) fn take_globals(&mut self, frame: &mut Frame<'r>) {
        if frame.at.scope == 0
            && let Some(globals) = self.globals.remove(&frame.at.module)
        {
            frame.variables.extend(globals);
        }
    }

    /// Changes what a list or dictionary holds; one of the module's stays changed when the function ends.
    pub(in super::super) fn change(
        &mut self,
        object: &'r Expr<'r>,
        value: Value<'r>,
        frame: &mut Frame<'r>,
    ) {
        let module = frame.at.module;
        match object.kind {
            ExprKind::Name(name)
                if frame.at.scope != 0
                    && self.running.contains(&module)
                    && !frame.variables.contains_key(name)
                    && !self.is_local(name, frame.at) =>
            {
                self.globals.entry(module).or_default().insert(name.into(), value);
            }
            _ => self.assign(object, value, frame),
        }
    }

    /// Whether the function that runs declares a name to be its module's: `global graph`.
    pub(in super::super) fn declares(&mut self, name: &str, frame: &Frame<'r>) -> bool {
        let Some(function) = frame.function.filter(|_| frame.at.scope != 0) else { return false };
        let key = (frame.at.module, function.id);
        if !self.declared.contains_key(&key) {
            let names = Rc::new(self.declared_by("global ", frame.at, function));
            self.declared.insert(key, names);
        }
        self.declared.get(&key).is_some_and(|names| names.contains(&name))
    }

    fn declared_by(&self, how: &str, at: At, function: &Function<'r>) -> Vec<&'r str> {
        let text = self.repository.modules[at.module].text_of(function.span).unwrap_or_default();
        if !text.contains(how) {
            return Vec::new();
        }
        let statements = text.split(['\n', ';', ':']).map(str::trim);
        let declared = statements.filter_map(|line| line.strip_prefix(how));
        declared.flat_map(|names| names.split(',')).map(str::trim).collect()
    }

    /// Whether `name = None` only stands in for an import that fails.
    pub(in super::super) fn stands_in(
        &self,
        target: &Expr<'r>,
        value: &Expr<'r>,
        frame: &Frame<'r>,
    ) -> bool {
        let (ExprKind::Name(name), ExprKind::None) = (&target.kind, &value.kind) else {
            return false;
        };
        let bindings = self.repository.scope(frame.at).bindings.get(name);
        let is_import = |binding: &Binding<'r>| matches!(binding, Binding::Import(_));
        bindings.is_some_and(|bindings| bindings.iter().any(is_import))
    }

    /// Forgets what an import binds anew, and runs what wires at its own level where it is imported.
    pub(in super::super) fn imports(&mut self, imports: &'r [Import<'r>], frame: &mut Frame<'r>) {
        // From here on a name is what is imported, whatever it was before.
        for name in imports.iter().filter_map(Import::binds) {
            frame.variables.forget(name);
        }
        if frame.at.scope != 0 || self.leading.is_empty() {
            return;
        }
        for import in imports {
            for module in brought(self.repository, import, frame.at.module) {
                if self.leading.contains(&module) {
                    self.module(module);
                }
            }
        }
    }

    /// Forgets the variables of a function around another that this changes: `nonlocal last`.
    pub(in super::super) fn forget_changed(
        &mut self,
        closure: &Closure<'r>,
        frame: &mut Frame<'r>,
    ) {
        if frame.at.scope == 0 {
            return;
        }
        for name in self.declared_by("nonlocal ", closure.at, closure.function) {
            if frame.variables.get(name).is_some_and(|value| !value.has_builder()) {
                frame.variables.insert(name.into(), Value::Unknown);
            }
        }
    }
}

/// The names that the imports of a block bind.
pub(in super::super) fn imported<'r>(body: &Body<'r>) -> Vec<&'r str> {
    let mut names = Vec::new();
    Stmt::each_own(body, &mut |stmt| {
        if let StmtKind::Import(imports) = &stmt.kind {
            names.extend(imports.iter().filter_map(Import::binds));
        }
    });
    names
}
