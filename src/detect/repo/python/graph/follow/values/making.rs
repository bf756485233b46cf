//! What constructors make: graphs, records, and objects that keep what they are given.

use super::super::interpreter::call::{Args, bind};
use super::super::interpreter::run::Interpreter;
use super::builtins;
use super::own::{changes_itself, methods, own, own_of, parts, sets};
use super::parents::is_super;
use super::records::{fields, record};
use super::value::{Built, Closure, Frame, Record, Value};
use crate::detect::repo::python::classes::{Ancestor, ancestors, class_kind};
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{
    Call, Class, Expr, ExprKind, Param, Passing, Stmt, StmtKind,
};
use crate::domain::facts::ClassKind;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Constructors of bases that are followed upwards.
const GENERATIONS: usize = 4;

/// Fields by their names.
type Fields<'r> = Vec<(String, Value<'r>)>;

impl<'r> Interpreter<'r, '_> {
    pub(in super::super) fn construct(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        args: &Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if let [value] = args.positions.as_slice()
            && let Some(member) = self.member_of(at, class, value)
        {
            return member;
        }
        let mut is_tuple = false;
        for base in &class.bases {
            let base = self.eval(&base.value, &mut Frame::new(at));
            if self.makes_graphs(&base, GENERATIONS) {
                return self.subclassed((at, class), expr, (call, args), frame);
            }
            is_tuple |= matches!(&base, Value::External(name) if name == "typing.NamedTuple");
        }
        if let Some(fields) = fields(class, is_tuple) {
            let fields: Vec<_> = fields
                .into_iter()
                .map(|(name, value)| (name, value.map(|value| self.usually(value, at))))
                .collect();
            return record(Some((at, class)), &fields, args, is_tuple);
        }
        let object = Value::Object(at, class);
        let text = self.repository.modules[at.module].text_of(class.span).unwrap_or_default();
        if crate::detect::repo::python::graph::MARKS.iter().any(|mark| text.contains(mark))
            && let Value::Function(closure) = self.attribute(&object, "__init__")
        {
            if self.stays(at, class, &closure)
                && let Some(named) = self.named_object(at, class, args, frame)
            {
                return named;
            }
            let made = self.made.entry((self.trace.root, at.module, class.id)).or_default();
            *made += 1;
            self.trace.calls(frame.at, expr);
            self.run(&closure, Some(object.clone()), args, frame);
            return object;
        }
        self.named_object(at, class, args, frame).unwrap_or(object)
    }

    pub(in super::super) fn construction(
        &mut self,
        class: Option<(At, &'r Class<'r>)>,
        expr: &'r Expr<'r>,
        (call, args): (&'r Call<'r>, &Args<'r>),
        frame: &Frame<'r>,
    ) -> Value<'r> {
        let module = &self.repository.modules[frame.at.module];
        let state = call
            .position(0)
            .or_else(|| call.keyword("state_schema"))
            .map(|state| module.written(state.span, 120));
        let live = !frame.dead
            && frame.function.is_none_or(|function| {
                !crate::detect::repo::python::running::sites::is_dead(self.repository, function)
            });
        self.built.push(Built {
            at: frame.at,
            construction: expr,
            state,
            schema: args.get(0, "state_schema").cloned().unwrap_or(Value::Unknown),
            class,
            owner: frame.owner,
            variable: None,
            function: frame.function.map(|function| function.name.into()),
            live,
            for_tests: frame.for_tests || module.in_tests,
            uncalled: self.depth == 0 || (self.depth == 1 && !self.trace.is_called()),
            runs: Vec::new(),
            routers: Vec::new(),
            steps: Vec::new(),
            made: self.trace.here(),
            choices: frame.choices.clone(),
            compiled: None,
            same: BTreeMap::new(),
            doubtful: false,
        });
        Value::Builder(self.built.len() - 1)
    }

    /// What a field of a record holds where nothing is given for it.
    fn usually(&mut self, value: &'r Expr<'r>, at: At) -> Value<'r> {
        let frame = &mut Frame::new(at);
        let ExprKind::Call(call) = &value.kind else { return self.eval(value, frame) };
        if let Some(usual) = call.keyword("default").filter(|_| call.callee_name() == "field") {
            return self.eval(usual, frame);
        }
        let made = call.keyword("default_factory").map(|factory| self.eval(factory, frame));
        match made {
            Some(Value::External(name)) => builtins::called(&name, &Args::default()),
            Some(Value::Lambda(at, lambda)) => self.eval(&lambda.body, &mut Frame::new(at)),
            Some(_) => Value::Unknown,
            None => self.eval(value, frame),
        }
    }

    /// An object that has a name of its own: what its constructor keeps of what it is given is known for it alone.
    fn named_object(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        args: &Args<'r>,
        frame: &Frame<'r>,
    ) -> Option<Value<'r>> {
        let mut fields = Fields::new();
        self.kept(at, class, args, frame, (&mut fields, GENERATIONS));
        for (name, value) in &mut fields {
            if sets(class, name) || matches!(value, Value::Bool(_) | Value::None) {
                *value = Value::Unknown;
            }
        }
        let is_named = fields.iter().any(|(_, value)| matches!(value, Value::Text(_)));
        let class = Some((at, class));
        is_named.then(|| Value::Record(Rc::new(Record { class, fields, is_tuple: false })))
    }

    /// Whether objects of a class stay as their constructor makes them, which does no more than to keep what it is given.
    fn stays(&self, at: At, class: &'r Class<'r>, init: &Closure<'r>) -> bool {
        let keeps = |stmt: &Stmt<'r>| match &stmt.kind {
            StmtKind::Assign { value, .. } => value
                .as_ref()
                .is_none_or(|value| !value.any(&|part| matches!(part.kind, ExprKind::Call(_)))),
            StmtKind::Expr(value) => match &value.kind {
                ExprKind::Call(call) => {
                    matches!(&call.callee.kind, ExprKind::Attribute(object, "__init__") if is_super(object))
                }
                kind => matches!(kind, ExprKind::Str(_)),
            },
            _ => false,
        };
        let bases = ancestors(self.repository, at, class).into_iter();
        let mut all = bases.map(|base| match base {
            Ancestor::Class(_, base) => Some(base),
            Ancestor::Made(_) | Ancestor::Messages(_) => None,
        });
        let is_fixed = |class: &Class<'r>| {
            let mut others = methods(class).filter(|method| method.name != "__init__");
            others.all(|method| !changes_itself(method))
        };
        init.function.body.iter().all(keeps)
            && is_fixed(class)
            && all.all(|base| base.is_some_and(is_fixed))
    }

    /// What the constructor of a class, or of its base, puts into the object.
    fn kept(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        args: &Args<'r>,
        frame: &Frame<'r>,
        (fields, generations): (&mut Fields<'r>, usize),
    ) {
        let Some(generations) = generations.checked_sub(1) else { return };
        let init = self.attribute(&Value::Class(at, class), "__init__");
        let Value::Function(Closure { at, function, owner, .. }) = init else { return };
        let Some(this) = function.params.first().map(|param| param.name) else { return };
        let mut inner = Frame::new(self.repository.inside(at, function.id));
        (inner.owner, inner.function, inner.dead) = (owner, Some(function), frame.dead);
        bind(&function.params, args, &mut inner, 1);
        self.defaults(&function.params[1..], &mut inner, at, false);
        for stmt in &function.body {
            match &stmt.kind {
                StmtKind::Assign { targets, value: Some(value), .. } => {
                    let value = self.eval(value, &mut inner);
                    for (target, value) in targets.iter().flat_map(|target| parts(target, &value)) {
                        match own(target, this) {
                            Some(name) => put(fields, name, value),
                            None if matches!(target.kind, ExprKind::Name(_)) => {
                                self.assign(target, value, &mut inner);
                            }
                            None => {}
                        }
                    }
                }
                // `super().__init__(name)`
                StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) if matches!(&call.callee.kind, ExprKind::Attribute(object, "__init__") if is_super(object)) =>
                {
                    let args = self.args(call, &mut inner);
                    if let Value::Object(at, base) = self.parent(&mut inner) {
                        self.kept(at, base, &args, &inner, (&mut *fields, generations));
                    }
                }
                _ => {
                    for name in own_of(std::slice::from_ref(stmt), this) {
                        put(fields, name, Value::Unknown);
                    }
                }
            }
        }
    }

    /// The object that a parameter takes, by its annotation, where only that class can be meant.
    pub(in super::super) fn announced_object(
        &mut self,
        param: &'r Param<'r>,
        at: At,
    ) -> Option<Value<'r>> {
        if self.routing {
            return None;
        }
        let annotation = match &param.annotation.as_ref()?.kind {
            // `Optional[Agent]`, `Agent | None`
            ExprKind::Subscript(object, inner) if object.is_name("Optional") => inner.first()?,
            ExprKind::Binary("|", sides) if matches!(sides.1.kind, ExprKind::None) => &sides.0,
            _ => param.annotation.as_ref()?,
        };
        if !matches!(annotation.kind, ExprKind::Name(_) | ExprKind::Attribute(..)) {
            return None;
        }
        match self.eval(annotation, &mut Frame::new(at)) {
            Value::Class(at, class) if self.is_last(at, class) => Some(Value::Object(at, class)),
            _ => None,
        }
    }

    /// Whether a class of the repository is for objects that do something, and none is below it.
    fn is_last(&mut self, at: At, class: &'r Class<'r>) -> bool {
        let repository = self.repository;
        let bases = self.bases.get_or_insert_with(|| {
            let mut bases = BTreeSet::new();
            for module in repository.modules {
                Stmt::each(&module.syntax.body, &mut |stmt| {
                    if let StmtKind::Class(class) = &stmt.kind {
                        bases.extend(class.bases.iter().filter_map(|base| last(&base.value)));
                    }
                });
            }
            bases
        });
        let plain =
            |base: &crate::detect::repo::python::syntax::Arg<'r>| base.passing == Passing::Position;
        !bases.contains(class.name)
            && class.decorators.is_empty()
            && class.bases.iter().all(plain)
            && class_kind(repository, at, class) == ClassKind::Other
            && class
                .bases
                .iter()
                .all(|base| matches!(self.eval(&base.value, &mut Frame::new(at)), Value::Class(..)))
    }
}

/// The last name of a base.
fn last<'r>(base: &Expr<'r>) -> Option<&'r str> {
    match &base.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => Some(name),
        ExprKind::Subscript(inner, _) => last(inner),
        _ => None,
    }
}

fn put<'r>(fields: &mut Fields<'r>, name: &str, value: Value<'r>) {
    match fields.iter_mut().find(|(known, _)| known == name) {
        Some((_, held)) => *held = value,
        None => fields.push((name.to_owned(), value)),
    }
}

/// Whether this name of `LangGraph`'s constructs a graph.
pub(in crate::detect::repo::python::graph) fn is_builder(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    name.starts_with("langgraph") && matches!(last, "StateGraph" | "Graph" | "MessageGraph")
}
