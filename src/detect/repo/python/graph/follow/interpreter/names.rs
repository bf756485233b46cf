//! Follows names and attributes to the values that wiring code computes with.

use super::super::values::family;
use super::super::values::own::may_differ;
use super::super::values::value::{Closure, END, Frame, START, Value};
use super::call::Args;
use super::called::name_of;
use super::run::Interpreter;
use crate::detect::repo::python::classes::fields;
use crate::detect::repo::python::graph::MARKS;
use crate::detect::repo::python::names::scope::{Binding, Opener, usable};
use crate::detect::repo::python::names::stars::exports;
use crate::detect::repo::python::repository::{At, dotted};
use crate::detect::repo::python::syntax::{Class, Expr, ExprKind, Import};
use std::rc::Rc;

impl<'r> Interpreter<'r, '_> {
    /// The value of `name` as seen from `frame`.
    pub(in super::super) fn lookup(&mut self, name: &'r str, frame: &Frame<'r>) -> Value<'r> {
        if let Some(value) = frame.variables.get(name) {
            return value.clone();
        }
        if self.declares(name, frame) {
            return self.named(name, At { scope: 0, ..frame.at });
        }
        self.named(name, frame.at)
    }

    fn named(&mut self, name: &str, at: At) -> Value<'r> {
        let repository = self.repository;
        let mut here = Some(at.scope);
        let mut stars = Vec::new();
        while let Some(scope) = here {
            let inside = At { scope, ..at };
            let opened = repository.scope(inside);
            let hidden = matches!(opened.opener, Opener::Class(_)) && scope != at.scope;
            if scope == 0
                && let Some(value) = self.globals.get(&at.module).and_then(|held| held.get(name))
            {
                return value.clone();
            }
            if let Some(bindings) = opened.bindings.get(name).filter(|_| !hidden) {
                return self.bound(name, bindings, inside);
            }
            stars.extend(&opened.stars);
            here = opened.parent;
        }
        // What a later one brings takes the place of what an earlier one does.
        let mut other = None;
        for import in stars.into_iter().rev() {
            match repository.imported_module(import, at.module) {
                Ok(module) => {
                    let value = self.exported(module, name);
                    if !matches!(value, Value::Unknown) {
                        return value;
                    }
                }
                Err(module) => match exports(&module, name) {
                    Some(true) => return external(format!("{module}.{name}")),
                    None if module.starts_with("langgraph") => other = Some(module),
                    Some(false) | None => {}
                },
            }
        }
        if let Some(module) = other {
            return external(format!("{module}.{name}"));
        }
        // What a function declares to be its module's has no binding there.
        if let Some(value) = self.tops.get(&at.module).and_then(|held| held.get(name)) {
            return value.clone();
        }
        external(format!("builtins.{name}"))
    }

    fn bound(&mut self, name: &str, bindings: &[Binding<'r>], at: At) -> Value<'r> {
        if at.scope == 0
            && !bindings.iter().any(|binding| matches!(binding, Binding::Import(_)))
            && let Some(value) = self.module(at.module).get(name)
        {
            return value.clone();
        }
        let values: Vec<_> = usable(bindings)
            .take(4)
            .map(|binding| match *binding {
                Binding::Import(import) => self.import(import, at.module),
                Binding::Function(function) => Value::Function(Closure::plain(at, function, None)),
                Binding::Class(class) => Value::Class(at, class),
                Binding::Value(value) if self.depth < crate::detect::repo::python::graph::DEPTH => {
                    self.depth += 1;
                    let value = self.eval(value, &mut Frame::new(at));
                    self.depth -= 1;
                    value
                }
                Binding::Value(_)
                | Binding::With(_)
                | Binding::Part(..)
                | Binding::Param(..)
                | Binding::Changed => Value::Unknown,
            })
            .collect();
        values.into_iter().reduce(Value::or).unwrap_or(Value::Unknown)
    }

    fn import(&mut self, import: &'r Import<'r>, from: usize) -> Value<'r> {
        match (self.repository.meant_module(import, from), import.name) {
            (Ok(module), Some(name)) => self.exported(module, name),
            (Err(module), Some(name)) => {
                let whole = format!("{module}.{name}");
                match self.repository.named_module(&whole, from) {
                    Some(module) => Value::Module(module),
                    None if import.level > 0 => Value::Unknown,
                    None => external(whole),
                }
            }
            (Ok(module), None) if import.alias.is_some() || !import.module.contains('.') => {
                Value::Module(module)
            }
            (_, None) if import.alias.is_none() => {
                let first = import.module.split('.').next().unwrap_or_default();
                match self.repository.named_module(first, from) {
                    Some(module) => Value::Module(module),
                    None => external(first.into()),
                }
            }
            (Ok(module), None) => Value::Module(module),
            (Err(module), None) => external(module),
        }
    }

    /// What `module` offers under `name`.
    fn exported(&mut self, module: usize, name: &str) -> Value<'r> {
        if self.depth >= crate::detect::repo::python::graph::DEPTH {
            return Value::Unknown;
        }
        self.depth += 1;
        let value = match self.named(name, At::top(module)) {
            Value::External(found) if found.starts_with("builtins.") => {
                let mut parts = dotted(self.repository.modules[module].path);
                parts.push(name.into());
                let submodule = self.repository.named_module(&parts.join("."), module);
                submodule.map_or(Value::Unknown, Value::Module)
            }
            value => value,
        };
        self.depth -= 1;
        value
    }

    pub(in crate::detect::repo::python::graph) fn attribute(
        &mut self,
        object: &Value<'r>,
        name: &'r str,
    ) -> Value<'r> {
        match object {
            Value::Module(module) => self.exported(*module, name),
            Value::External(module) => external(format!("{module}.{name}")),
            Value::Each(each) => family::each(format!("{each}.{name}")),
            Value::Builder(graph) => self.of_graph(*graph, name),
            Value::Record(record) => {
                if let Some((at, class)) = record.class
                    && let Some(value) = self.attributes.get(&(at.module, class.id, name))
                {
                    return value.clone();
                }
                let field = record.fields.iter().find(|(field, _)| field == name);
                match (field, record.class) {
                    (Some((_, value)), _) => value.clone(),
                    (None, Some((at, class))) => match self.class_member(at, class, name, 8) {
                        Value::Function(closure) if is_property(&closure) => {
                            self.property(&closure, object)
                        }
                        Value::Function(closure) => {
                            let of = Some(Rc::new(object.clone()));
                            Value::Function(Closure { of, ..closure })
                        }
                        value => value,
                    },
                    (None, None) => Value::Unknown,
                }
            }
            Value::Object(at, class) => {
                if let Some(value) = self.attributes.get(&(at.module, class.id, name)) {
                    return value.clone();
                }
                match self.class_member(*at, class, name, 8) {
                    Value::Function(closure) if is_property(&closure) => {
                        self.property(&closure, object)
                    }
                    method @ Value::Function(_) => method,
                    // What an object is given when it is made takes the place of what its class has.
                    _ if may_differ(class, name) || is_given(class, name) => Value::Unknown,
                    value => value,
                }
            }
            Value::Class(at, class) => match self.attributes.get(&(at.module, class.id, name)) {
                Some(value) => value.clone(),
                None => self.class_member(*at, class, name, 8),
            },
            // The members of an `Enum` of strings are their values.
            Value::Text(_) if name == "value" => object.clone(),
            Value::Tools(called) if name == "name" => Value::Text(called.clone()),
            Value::Function(closure) if name == "__name__" => name_of(closure),
            Value::Either(values) => {
                let values: Vec<_> =
                    values.iter().map(|value| self.attribute(value, name)).collect();
                values.into_iter().reduce(Value::or).unwrap_or(Value::Unknown)
            }
            _ => Value::Unknown,
        }
    }

    /// What a module or a part of one is that is found by a text: `import_module("package.name")`, `getattr(package, "name")`.
    pub(in super::super) fn by_text(
        &mut self,
        name: &str,
        args: &Args<'r>,
        frame: &Frame<'r>,
    ) -> Option<Value<'r>> {
        let text = |index: usize| match args.positions.get(index) {
            Some(Value::Text(text)) if !family::is_marked(text) => Some(text.clone()),
            _ => None,
        };
        match name {
            "importlib.import_module" | "builtins.__import__" => {
                let whole = text(0)?;
                // Without a list of what is wanted of it, this gives the outermost package.
                let is_outer = name == "builtins.__import__"
                    && args
                        .get(3, "fromlist")
                        .and_then(Value::elements)
                        .is_none_or(|all| all.is_empty());
                let first = whole.split('.').next().unwrap_or_default();
                let named = if is_outer { first } else { &whole };
                let module = self.repository.named_module(named, frame.at.module);
                Some(module.map_or_else(|| external(named.to_owned()), Value::Module))
            }
            "builtins.getattr" => {
                let part = text(1)?;
                match args.positions.first()? {
                    Value::External(object) => Some(external(format!("{object}.{part}"))),
                    Value::Module(module) => Some(self.exported(*module, &part)),
                    Value::Builder(graph) => {
                        let method = MARKS.iter().chain(&["compile"]).find(|known| **known == part);
                        method.map(|method| Value::Method(*graph, method))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A member of a class or of its bases.
    pub(in super::super) fn class_member(
        &mut self,
        at: At,
        class: &'r Class<'r>,
        name: &str,
        steps: usize,
    ) -> Value<'r> {
        if name == "__name__" {
            return Value::Text(class.name.into());
        }
        let inside = self.repository.inside(at, class.id);
        let bindings = self.repository.scope(inside).bindings.get(name);
        match bindings.and_then(|bindings| bindings.last()) {
            Some(Binding::Function(function)) => {
                Value::Function(Closure::plain(inside, function, Some(class)))
            }
            Some(Binding::Value(value)) => match self.auto(at, class, name, value) {
                Some(member) => member,
                None => self.held_by(at, class, value),
            },
            Some(_) => Value::Unknown,
            None => {
                let Some(steps) = steps.checked_sub(1) else { return Value::Unknown };
                for base in &class.bases {
                    let base = self.eval(&base.value, &mut Frame::new(at));
                    if let Value::Class(at, base) = base {
                        let found = self.class_member(at, base, name, steps);
                        if !matches!(found, Value::Unknown) {
                            return found;
                        }
                    }
                }
                Value::Unknown
            }
        }
    }
}

impl<'r> Interpreter<'r, '_> {
    /// What the body of a class gives a name. A graph that is made there is made once, with the class.
    fn held_by(&mut self, at: At, class: &'r Class<'r>, value: &'r Expr<'r>) -> Value<'r> {
        let key = (at.module, value.span.start);
        if let Some(known) = self.held.get(&key) {
            return known.clone();
        }
        let inside = self.repository.inside(at, class.id);
        let found = self.eval(value, &mut Frame::new(inside));
        if found.has_builder() {
            self.held.insert(key, found.clone());
        }
        found
    }

    /// What a property gives, where it only looks something up.
    fn property(&mut self, closure: &Closure<'r>, object: &Value<'r>) -> Value<'r> {
        if self.wires(closure) {
            return Value::Function(closure.clone());
        }
        let owner = Some(object.clone());
        self.run(closure, owner, &Args::default(), &Frame::new(closure.at))
    }
}

fn is_property(closure: &Closure<'_>) -> bool {
    let mut decorators = closure.function.decorators.iter();
    decorators.any(|one| {
        one.last_name().is_some_and(|name| matches!(name, "property" | "cached_property"))
    })
}

/// Whether the constructor that a decorator writes gives objects of a class what they have under a name.
fn is_given(class: &Class<'_>, name: &str) -> bool {
    let is_dataclass = |one: &Expr<'_>| match &one.kind {
        ExprKind::Call(call) => call.callee_name() == "dataclass",
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "dataclass",
        _ => false,
    };
    class.decorators.iter().any(is_dataclass) && fields(class).any(|(field, _, _)| field == name)
}

/// A name outside the repository; `LangGraph`'s two constants are their texts.
fn external<'r>(name: String) -> Value<'r> {
    match name.strip_prefix("langgraph.").and_then(|name| name.rsplit('.').next()) {
        Some("START") => Value::Text(START.into()),
        Some("END") => Value::Text(END.into()),
        // It is true to type checkers alone.
        _ if name == "typing.TYPE_CHECKING" => Value::Bool(false),
        _ => Value::External(name),
    }
}
