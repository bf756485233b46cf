//! Follows calls: of the repository's functions and classes, of built-in ones, and of methods.

use super::super::values::making::is_builder;
use super::super::values::options::{class_of, rest, spread};
use super::super::values::parents::{is_super, own};
use super::super::values::records::record;
use super::super::values::subclass::own_graph;
use super::super::values::value::{Closure, Frame, Value};
use super::by_hand::CHANGING;
use super::flow::Flow;
use super::fuel::{TOO_DEEP, lost, may_wire};
use super::run::Interpreter;
use crate::detect::repo::python::graph::{DEPTH, MARKS};
use crate::detect::repo::python::names::scope::Opener;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{
    Call, Class, Expr, ExprKind, Function, Param, Passing, Span, StmtKind, Taking,
};

/// Lines of the longest function that is followed although it wires nothing itself.
const SHORT: u32 = 60;

/// How many lines of a function run when it does: what it only defines may be as long as it likes.
fn own_lines(function: &Function<'_>) -> u32 {
    let lines = |span: Span| span.last - span.first;
    let defined = function.body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Function(_) | StmtKind::Class(_) => Some(lines(stmt.span)),
        _ => None,
    });
    lines(function.span).saturating_sub(defined.sum())
}

/// The arguments of a call, evaluated.
#[derive(Clone, Debug, Default)]
pub(in crate::detect::repo::python::graph) struct Args<'r> {
    pub positions: Vec<Value<'r>>,
    pub keywords: Vec<(&'r str, Value<'r>)>,
    /// Whether a `*` or `**` argument could not be spread out.
    pub open: bool,
}

impl<'r> Args<'r> {
    /// The argument at `index` or passed as `name=`.
    pub(in crate::detect::repo::python::graph) fn get(
        &self,
        index: usize,
        name: &str,
    ) -> Option<&Value<'r>> {
        self.positions.get(index).or_else(|| {
            self.keywords.iter().find(|(keyword, _)| *keyword == name).map(|(_, value)| value)
        })
    }

    /// These before others.
    pub(in super::super) fn before(&self, more: &Self) -> Self {
        let mut keywords = self.keywords.clone();
        keywords.retain(|(name, _)| !more.keywords.iter().any(|(other, _)| other == name));
        keywords.extend(more.keywords.iter().cloned());
        let positions = [self.positions.as_slice(), &more.positions].concat();
        Self { positions, keywords, open: self.open || more.open }
    }

    /// Whether both are surely the same.
    pub(in super::super) fn same(&self, other: &Self) -> bool {
        let value = |(one, other): (&Value<'r>, &Value<'r>)| one.same(other);
        let named = |(one, other): (&(&str, Value<'r>), &(&str, Value<'r>))| {
            one.0 == other.0 && one.1.same(&other.1)
        };
        self.positions.len() == other.positions.len()
            && self.keywords.len() == other.keywords.len()
            && self.positions.iter().zip(&other.positions).all(value)
            && self.keywords.iter().zip(&other.keywords).all(named)
    }

    /// Whether one of them may be several things.
    pub(in super::super) fn may_vary(&self) -> bool {
        fn varies(value: &Value<'_>) -> bool {
            match value {
                Value::Either(_) => true,
                Value::List(items) | Value::Tuple(items) => items.iter().any(varies),
                _ => false,
            }
        }
        let named = self.keywords.iter().map(|(_, value)| value);
        self.open || self.positions.iter().chain(named).any(varies)
    }

    fn has_builder(&self) -> bool {
        self.positions
            .iter()
            .chain(self.keywords.iter().map(|(_, value)| value))
            .any(Value::has_builder)
    }
}

impl<'r> Interpreter<'r, '_> {
    pub(in super::super) fn call(
        &mut self,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        if let ExprKind::Attribute(object, name) = &call.callee.kind {
            if let Some(graph) = own_graph(frame).filter(|_| is_super(object)) {
                return self.by_base(graph, name, expr, call, frame);
            }
            let value = self.eval(object, frame);
            let mut args = self.args(call, frame);
            if CHANGING.contains(name) {
                self.touch(object, frame);
            }
            if let Some(result) = self.method(object, &value, name, &args, frame) {
                return result;
            }
            if matches!(value, Value::Unknown | Value::None) && MARKS.contains(name) {
                self.missed.insert((frame.at.module, expr.span.start));
            }
            let callee = self.attribute(&value, name);
            let owner = match value {
                // What a base does is done to the object whose method asks for it.
                Value::Object(..) if is_super(object) => own(frame).or(Some(value)),
                Value::Object(..) | Value::Record(_) => Some(value),
                Value::Class(..)
                    if matches!(
                        args.positions.first(),
                        Some(Value::Object(..) | Value::Record(_))
                    ) =>
                {
                    Some(args.positions.remove(0))
                }
                // A class method is given the class that it is called on.
                Value::Class(at, class) => Some(Value::Object(at, class)),
                _ => None,
            };
            return self.apply(expr, call, callee, owner, args, frame);
        }
        if let (ExprKind::Name("super"), []) = (&call.callee.kind, call.args.as_slice()) {
            return self.parent(frame);
        }
        let callee = self.eval(&call.callee, frame);
        let args = self.args(call, frame);
        self.apply(expr, call, callee, None, args, frame)
    }

    pub(in super::super) fn args(&mut self, call: &'r Call<'r>, frame: &mut Frame<'r>) -> Args<'r> {
        let mut args = Args::default();
        for arg in &call.args {
            let value = self.eval(&arg.value, frame);
            match arg.passing {
                Passing::Position => args.positions.push(value),
                Passing::Keyword(name) => args.keywords.push((name, value)),
                Passing::Rest => match (&value, value.elements()) {
                    (Value::List(_) | Value::Tuple(_), Some(items)) => args.positions.extend(items),
                    _ => args.open = true,
                },
                Passing::Named => spread(&mut args, &value),
            }
        }
        args
    }

    pub(in super::super) fn apply(
        &mut self,
        expr: &'r Expr<'r>,
        call: &'r Call<'r>,
        callee: Value<'r>,
        owner: Option<Value<'r>>,
        args: Args<'r>,
        frame: &mut Frame<'r>,
    ) -> Value<'r> {
        match callee {
            Value::Method(builder, name) => self.wire(builder, name, expr, call, &args, frame),
            Value::Function(closure) => {
                let is_short = own_lines(closure.function) < SHORT;
                if args.has_builder() || is_short || self.wires(&closure) {
                    self.trace.calls(frame.at, expr);
                    let value = self.run(&closure, owner, &args, frame);
                    self.take_globals(frame);
                    self.forget_changed(&closure, frame);
                    value
                } else {
                    Value::Unknown
                }
            }
            Value::Lambda(at, lambda) => {
                let mut inner = Frame { at, ..self.copy(frame) };
                bind(&lambda.params, &args, &mut inner, 0);
                self.eval(&lambda.body, &mut inner)
            }
            Value::Class(at, class) => {
                let made = self.construct(at, class, expr, call, &args, frame);
                self.take_globals(frame);
                made
            }
            Value::Records(fields) => {
                let params: Vec<_> = fields.iter().map(|name| (name.as_str(), None)).collect();
                record(None, &params, &args, true)
            }
            Value::External(name) => {
                if may_wire(&name) && !is_builder(&name) {
                    self.leave_given(&args, &lost(call));
                    if !name.starts_with("builtins.") {
                        self.leave_captured(&args, frame, &lost(call));
                    }
                }
                self.external(&name, expr, call, &args, frame)
            }
            Value::Unknown => {
                self.leave_given(&args, &lost(call));
                self.leave_captured(&args, frame, &lost(call));
                Value::Unknown
            }
            Value::Either(values) => {
                let constructor = values
                    .iter()
                    .find(|value| matches!(value, Value::External(name) if is_builder(name)));
                // Nothing comes back from where nothing can be called.
                let mut others = values.iter().filter(|value| !matches!(value, Value::None));
                match (constructor, others.next(), others.next()) {
                    (Some(one), ..) | (None, Some(one @ Value::External(_)), None) => {
                        let one = one.clone();
                        self.apply(expr, call, one, owner, args, frame)
                    }
                    _ => Value::Unknown,
                }
            }
            _ => Value::Unknown,
        }
    }

    /// Whether the source of a function speaks of graphs at all.
    pub(in super::super) fn wires(&self, closure: &Closure<'r>) -> bool {
        let span = closure.function.span;
        let text = self.repository.modules[closure.at.module].text_of(span).unwrap_or_default();
        crate::detect::repo::python::graph::MARKS.iter().any(|mark| text.contains(mark))
    }

    /// Runs a function of the repository and gives everything it can return.
    pub(in crate::detect::repo::python::graph) fn run(
        &mut self,
        closure: &Closure<'r>,
        owner: Option<Value<'r>>,
        args: &Args<'r>,
        caller: &Frame<'r>,
    ) -> Value<'r> {
        let by = self.trace.called();
        if self.depth >= DEPTH || self.fuel == 0 {
            self.leave_given(args, TOO_DEEP);
            return Value::Unknown;
        }
        let function = closure.function;
        let args = &*closure.args(args);
        let owner = owner.or_else(|| closure.of.as_deref().cloned());
        // What calls itself several times would be followed in each of them, and in each of theirs.
        let of = match &owner {
            Some(Value::Object(at, class)) => Some((at.module, class.id)),
            Some(Value::Record(record)) => record.class.map(|(at, class)| (at.module, class.id)),
            _ => None,
        };
        let key = (closure.at.module, function.id, of);
        if self.active.contains(&key) && !self.wires(closure) {
            return Value::Unknown;
        }
        self.entered.insert((closure.at.module, function.id));
        self.show_top(caller);
        let mut inner = Frame::new(self.repository.inside(closure.at, function.id));
        self.fuel = self.fuel.saturating_sub(closure.captured.len() / 4);
        inner.variables.clone_from(&closure.captured);
        if caller.at == closure.at && caller.at.scope != 0 {
            // A function sees what its surroundings hold when it is called.
            inner.variables.extend(self.copy(caller).variables);
        }
        inner.owner = closure.owner;
        inner.function = Some(function);
        inner.dead = caller.dead;
        let modules = &self.repository.modules;
        inner.for_tests = caller.for_tests || modules[caller.at.module].in_tests;
        inner.looped = caller.looped;
        inner.passed = caller.passed || !caller.each.is_empty();
        inner.unsure = caller.unsure;
        inner.handling = caller.handling;
        inner.choices.clone_from(&caller.choices);
        let mut skipped = 0;
        // What is defined within a method is none.
        let is_method = matches!(self.repository.scope(closure.at).opener, Opener::Class(_));
        let is = |name: &str| {
            let mut decorators = function.decorators.iter();
            decorators.any(|one| one.is_name(name))
        };
        if let (Some(class), Some(this)) = (closure.owner, function.params.first())
            && is_method
            && !is("staticmethod")
        {
            let at = At { scope: self.class_scope(closure.at), ..closure.at };
            let this_value = owner.unwrap_or(Value::Object(at, class));
            let this_value = if is("classmethod") { class_of(this_value) } else { this_value };
            inner.variables.insert(this.name.into(), this_value);
            skipped = 1;
        }
        self.depth += 1;
        self.active.push(key);
        self.trace.enter(by);
        bind(&function.params, args, &mut inner, skipped);
        self.defaults(&function.params, &mut inner, closure.at, by.is_some());
        let flow = self.body(&function.body, &mut inner);
        self.trace.leave();
        self.active.pop();
        self.depth -= 1;
        self.falls_off = flow == Flow::Next && inner.returned.is_some();
        inner.returned.unwrap_or(Value::None)
    }

    /// The scope in which the class stands whose body is the scope `at`.
    fn class_scope(&self, at: At) -> usize {
        self.repository.scope(at).parent.unwrap_or_default()
    }

    /// Gives parameters without an argument their default. Flags are known only where a call leaves them as they are:
    /// callers outside the repository may set them.
    pub(in super::super) fn defaults(
        &mut self,
        params: &'r [Param<'r>],
        frame: &mut Frame<'r>,
        at: At,
        is_called: bool,
    ) {
        for param in params {
            if frame.variables.contains_key(param.name) {
                continue;
            }
            let usual = param.default.as_ref().map(|value| self.eval(value, &mut Frame::new(at)));
            let is_flag = matches!(usual, Some(Value::Bool(_) | Value::None));
            let value = usual.clone().filter(|_| !is_flag);
            let value = value.or_else(|| self.announced_object(param, at));
            let value = value.or_else(|| usual.filter(|_| is_called));
            frame.variables.insert(param.name.into(), value.unwrap_or(Value::Unknown));
        }
    }

    /// Follows a function on its own, with nothing known about its arguments.
    pub(in crate::detect::repo::python::graph) fn root(
        &mut self,
        at: At,
        closure: &Closure<'r>,
        owner: Option<Value<'r>>,
        dead: bool,
    ) {
        self.refuel();
        let known = self.built.len();
        let interrupted = self.trace.begin();
        self.run(closure, owner, &Args::default(), &Frame { dead, ..Frame::new(at) });
        self.trace.resume(interrupted);
        self.leave_open(at.module, known);
        self.settle();
    }
}

/// Binds the arguments to parameters after the first `skipped`.
pub(in super::super) fn bind<'r>(
    params: &'r [Param<'r>],
    args: &Args<'r>,
    frame: &mut Frame<'r>,
    skipped: usize,
) {
    let mut positions = args.positions.iter();
    for param in params.iter().skip(skipped) {
        frame.variables.forget(param.name);
        let value = match param.taking {
            Taking::Rest => Some(Value::Tuple(positions.by_ref().cloned().collect())),
            // Of a function that nobody calls it is not known what it is given.
            Taking::Named if args.positions.is_empty() && args.keywords.is_empty() => None,
            Taking::Named => Some(rest(params, args)),
            Taking::One => {
                positions.next().cloned().or_else(|| args.get(usize::MAX, param.name).cloned())
            }
        };
        if let Some(value) = value.filter(|_| !args.open || param.taking == Taking::One) {
            frame.variables.insert(param.name.into(), value);
        }
    }
}

/// A function's closure at the top of its scope, as a root.
pub(in crate::detect::repo::python::graph) fn closure<'r>(
    at: At,
    function: &'r crate::detect::repo::python::syntax::Function<'r>,
    owner: Option<&'r Class<'r>>,
) -> Closure<'r> {
    Closure::plain(at, function, owner)
}
