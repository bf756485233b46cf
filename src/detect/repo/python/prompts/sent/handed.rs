//! Where a call hands a text to: the functions that it may run, and the parameter that takes the text.

use super::super::super::repository::{At, Origin};
use super::super::super::syntax::{Body, Call, Class, ExprKind, Function, Passing, Stmt, StmtKind};
use super::{Carried, Frame, Held, Trail};
use std::collections::BTreeMap;

impl<'r> Trail<'r, '_> {
    pub(super) fn methods(
        &self,
        module: usize,
        class: &'r Class<'r>,
    ) -> Vec<(At, &'r Function<'r>)> {
        let mut methods = Vec::new();
        definitions(&class.body, &mut |stmt| {
            if let StmtKind::Function(function) = &stmt.kind {
                let at = self.repository.inside(At::top(module), function.id);
                methods.push((at, &**function));
            }
        });
        methods
    }

    /// The functions that a call hands the text to, with the parameter that takes it and what is known
    /// of the others.
    pub(super) fn handed(
        &self,
        frame: Frame<'r>,
        call: &'r Call<'r>,
        text: &Carried<'r, '_>,
    ) -> Vec<(Frame<'r>, Held<'r>, BTreeMap<&'r str, String>)> {
        if !call.args.iter().any(|arg| text.held.is(&arg.value)) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let (callees, skipped) = self.callees(frame, call);
        for (inner, function, bound) in callees {
            let mut held = None;
            let mut known = BTreeMap::new();
            let mut position = bound;
            for (index, arg) in call.args.iter().enumerate() {
                let param = match arg.passing {
                    Passing::Position if index < skipped => continue,
                    Passing::Position => {
                        position += 1;
                        function.params.get(position - 1).map(|param| param.name)
                    }
                    Passing::Keyword(name) => {
                        function.params.iter().map(|param| param.name).find(|param| *param == name)
                    }
                    Passing::Rest | Passing::Named => None,
                };
                let Some(param) = param else { continue };
                if text.held.is(&arg.value) {
                    held = Some(Held::Name(param));
                } else if let Some(text) = arg.value.text() {
                    known.insert(param, text);
                }
            }
            found.extend(held.map(|held| (inner, held, known)));
        }
        found
    }

    /// What a call runs, each with the number of parameters that are bound already; and how many arguments
    /// name what is run.
    fn callees(
        &self,
        frame: Frame<'r>,
        call: &'r Call<'r>,
    ) -> (Vec<(Frame<'r>, &'r Function<'r>, usize)>, usize) {
        let partial = call.callee_name() == "partial";
        let Some(callee) = (if partial { call.position(0) } else { Some(&call.callee) }) else {
            return (Vec::new(), 0);
        };
        let skipped = usize::from(partial);
        if let ExprKind::Attribute(object, name) = &callee.kind {
            let class = match &object.kind {
                ExprKind::Name("self" | "cls") => frame.class.map(|class| (frame.at.module, class)),
                ExprKind::Call(of) if of.callee_name() == "super" => {
                    let bases = frame.class.into_iter().flat_map(|class| &class.bases);
                    let at = At::top(frame.at.module);
                    let mut origins =
                        bases.flat_map(|base| self.repository.origins(&base.value, at));
                    origins.find_map(|origin| match origin {
                        Origin::Class(at, class) => Some((at.module, class)),
                        _ => None,
                    })
                }
                _ => None,
            };
            if let Some((module, class)) = class {
                return (self.method(module, class, name), skipped);
            }
        }
        let origins = self.repository.origins(callee, frame.at).into_iter();
        let found = origins.flat_map(|origin| match origin {
            Origin::Function(at, function) => {
                let at = self.repository.inside(at, function.id);
                vec![(Frame { at, body: &function.body, class: None }, function, 0)]
            }
            Origin::Class(at, class) => self.method(at.module, class, "__init__"),
            _ => Vec::new(),
        });
        (found.collect(), skipped)
    }

    fn method(
        &self,
        module: usize,
        class: &'r Class<'r>,
        name: &str,
    ) -> Vec<(Frame<'r>, &'r Function<'r>, usize)> {
        let methods = self.methods(module, class).into_iter();
        methods
            .filter(|(_, function)| function.name == name)
            .map(|(at, function)| {
                let frame = Frame { at, body: &function.body, class: Some(class) };
                let bound = function.params.first().map(|param| param.name);
                (frame, function, usize::from(matches!(bound, Some("self" | "cls"))))
            })
            .collect()
    }
}

/// The definitions in a body, but not those inside of them.
pub(super) fn definitions<'r>(body: &'r Body<'r>, see: &mut dyn FnMut(&'r Stmt<'r>)) {
    for stmt in body {
        if matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            see(stmt);
            continue;
        }
        for block in stmt.blocks() {
            definitions(block, see);
        }
    }
}
