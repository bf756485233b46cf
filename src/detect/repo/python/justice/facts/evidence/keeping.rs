//! Objects that only keep the state that they are made with.

use super::{Flow, Level};
use crate::detect::repo::python::classes::{class_kind, fields};
use crate::detect::repo::python::justice::reading::functions::court::{Key, Made};
use crate::detect::repo::python::justice::reading::variables::terms::has;
use crate::detect::repo::python::repository::At;
use crate::detect::repo::python::syntax::{
    Body, Call, Class, Expr, ExprKind, Function, Passing, Stmt, StmtKind, Taking,
};
use crate::domain::facts::ClassKind;
use std::ptr;

/// Bases that do nothing with what an object is made with.
const PLAIN_BASES: &[&str] = &["object", "ABC", "Protocol", "BaseModel"];

/// What a field holds that an object is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// The whole state.
    State,
    /// Evidence, or something that was worked out of it.
    Part,
}

impl<'r> Flow<'_, 'r, '_> {
    /// Whether this call, in `stmt`, makes an object of a class of the repository that does no more with the state
    /// than to keep it in fields, where all that reads these is followed. The fields are known from then on.
    pub(super) fn keeps(
        &mut self,
        value: &'r Expr<'r>,
        call: &'r Call<'r>,
        state: &Expr<'_>,
        stmt: &'r Stmt<'r>,
    ) -> bool {
        let Some(made) = self.hearing.court.made(call, self.inside()) else { return false };
        if !is_plain(made.class) || !self.stays(value, stmt) {
            return false;
        }
        let Some(fields) = self.kept_in(made, call, state) else { return false };
        if !fields.iter().all(|field| self.is_followed(made, field)) {
            return false;
        }
        let id = (made.at.module, made.class.id);
        self.kept.extend(fields.into_iter().map(|field| ((id, field.to_owned()), Kept::State)));
        true
    }

    /// The scope inside the function that is read.
    pub(super) fn inside(&self) -> At {
        self.hearing.court.parts[&self.key].inside
    }

    /// Whether a value is the whole state.
    pub(super) fn is_state(&self, value: &Expr<'_>) -> bool {
        match &value.kind {
            ExprKind::Name(name) => {
                self.around.iter().any(|key| self.states.contains(&(*key, (*name).to_owned())))
            }
            ExprKind::Attribute(object, name) => {
                has(name, &["=state"]) || self.kept(object, name) == Some(Kept::State)
            }
            _ => false,
        }
    }

    /// What `object.field` holds, where that is a field of the object whose method is read.
    pub(super) fn kept(&self, object: &Expr<'_>, field: &str) -> Option<Kept> {
        let class = self.hearing.court.parts.get(&self.key)?.class?;
        let is_own = object.is_name("self");
        self.kept.get(&((self.key.0, class.id), field.to_owned())).copied().filter(|_| is_own)
    }

    /// Learns which fields of an object hold evidence that it is made with.
    pub(super) fn fill(&mut self, call: &'r Call<'r>) {
        let Some(made) = self.hearing.court.made(call, self.inside()) else { return };
        let id = (made.at.module, made.class.id);
        for (index, arg) in call.args.iter().enumerate() {
            if self.level(&arg.value) == Level::None {
                continue;
            }
            for field in filled(made.class, index, arg.passing) {
                self.kept.entry((id, field.to_owned())).or_insert(Kept::Part);
            }
        }
    }

    /// Whether nothing but the methods of the object that is made can look into it: it is asked at once, or kept under
    /// a name that is only asked.
    fn stays(&self, value: &Expr<'_>, stmt: &Stmt<'_>) -> bool {
        if let StmtKind::Assign { targets, value: Some(given), .. } = &stmt.kind
            && ptr::eq(given, value)
        {
            let [Expr { kind: ExprKind::Name(name), .. }] = targets.as_slice() else {
                return false;
            };
            let own = self.hearing.function(self.key);
            let is_it = |one: &Expr<'_>| one.is_name(name);
            let (mut named, mut asked) = (0, 0);
            each(&own.body, &mut |one| {
                named += usize::from(is_it(one));
                asked += usize::from(asks(one, &is_it));
            });
            let mut set = 0;
            Stmt::each(&own.body, &mut |one| {
                if let StmtKind::Assign { targets, .. } = &one.kind {
                    set += targets.iter().filter(|target| is_it(target)).count();
                }
            });
            return named == asked + set;
        }
        let is_it = |one: &Expr<'_>| ptr::eq(one, value);
        stmt.any(&|one| asks(one, &is_it))
    }

    /// The fields that keep the state, where nothing else is done with it.
    fn kept_in(&self, made: Made<'r>, call: &Call<'r>, state: &Expr<'_>) -> Option<Vec<&'r str>> {
        let index = call.args.iter().position(|arg| ptr::eq(&raw const arg.value, state))?;
        let named = match call.args[index].passing {
            Passing::Position => None,
            Passing::Keyword(name) => Some(name),
            Passing::Rest | Passing::Named => return None,
        };
        if call.args[..index].iter().any(|arg| arg.passing == Passing::Rest) {
            return None;
        }
        if let Some(init) = methods(made.class).find(|one| one.name == "__init__") {
            let mut params = init.params.iter().skip(1).enumerate();
            let taken =
                params.find(|(at, param)| named.map_or(*at == index, |it| it == param.name));
            let (_, param) = taken.filter(|(_, param)| param.taking == Taking::One)?;
            return stored(init, param.name);
        }
        let mut known = fields(made.class).enumerate();
        let kind = class_kind(self.hearing.repository, made.at, made.class);
        match (kind, named) {
            (ClassKind::Dataclass, None) if made.class.bases.is_empty() => {
                known.find(|(at, _)| *at == index).map(|(_, (name, ..))| vec![name])
            }
            (ClassKind::Dataclass | ClassKind::BaseModel, Some(named)) => {
                known.find(|(_, (name, ..))| *name == named).map(|(_, (name, ..))| vec![name])
            }
            _ => None,
        }
    }

    /// Whether what can read the field is among the functions that are followed.
    fn is_followed(&self, made: Made<'r>, field: &str) -> bool {
        let court = &self.hearing.court;
        let own = court.parts.iter().filter(|(key, part)| {
            key.0 == made.at.module && part.class.is_some_and(|class| ptr::eq(class, made.class))
        });
        let mut within = own.filter(|(_, part)| part.function.name != "__init__");
        within.all(|(key, part)| {
            let (is_asked, is_whole) = looked_at(part.function, field);
            !is_whole && (!is_asked || (self.runs_known(*key) && is_called(part.function)))
        }) && self.keys.iter().all(|key| !self.is_read_from_outside(*key, field))
    }

    fn runs_known(&self, key: Key) -> bool {
        self.keys.contains(&key) || self.hearing.dead.contains(&key)
    }

    /// Whether a function reads a field of this name of something that is not its own.
    fn is_read_from_outside(&self, key: Key, field: &str) -> bool {
        let mut found = false;
        each(&self.hearing.function(key).body, &mut |one| {
            found |= matches!(&one.kind, ExprKind::Attribute(object, name)
                if *name == field && !object.is_name("self"));
        });
        // What is called so is known for the state wherever it is read.
        found && !has(field, &["=state"])
    }
}

/// Whether `one` asks for something of it, or calls it.
fn asks(one: &Expr<'_>, is_it: &dyn Fn(&Expr<'_>) -> bool) -> bool {
    match &one.kind {
        ExprKind::Attribute(object, _) => is_it(object),
        ExprKind::Call(call) => is_it(&call.callee),
        _ => false,
    }
}

/// Whether to make an object of a class does what stands in it alone.
fn is_plain(class: &Class<'_>) -> bool {
    let base = |value: &Expr<'_>| value.last_name().is_some_and(|name| PLAIN_BASES.contains(&name));
    let decorated = |value: &Expr<'_>| match &value.kind {
        ExprKind::Call(call) => call.callee_name() == "dataclass",
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => *name == "dataclass",
        _ => false,
    };
    class.bases.iter().all(|arg| arg.passing == Passing::Position && base(&arg.value))
        && class.decorators.iter().all(decorated)
        && methods(class).all(|one| !matches!(one.name, "__new__" | "__getattribute__"))
}

fn methods<'r>(class: &'r Class<'r>) -> impl Iterator<Item = &'r Function<'r>> {
    Stmt::functions(&class.body)
}

fn constructor<'r>(class: &'r Class<'r>) -> Option<&'r Function<'r>> {
    methods(class).find(|one| one.name == "__init__")
}

/// The parameter of a constructor that takes an argument.
fn taken<'r>(init: &'r Function<'r>, index: usize, named: Option<&str>) -> Option<&'r str> {
    let mut params = init.params.iter().skip(1).enumerate();
    let taken = params.find(|(at, param)| named.map_or(*at == index, |it| it == param.name));
    taken.filter(|(_, param)| param.taking == Taking::One).map(|(_, param)| param.name)
}

/// The fields into which an argument comes that an object is made with, whatever is made of it.
fn filled<'r>(class: &'r Class<'r>, index: usize, passing: Passing<'r>) -> Vec<&'r str> {
    let named = match passing {
        Passing::Position => None,
        Passing::Keyword(name) => Some(name),
        Passing::Rest | Passing::Named => return Vec::new(),
    };
    let Some(init) = constructor(class) else {
        let known = fields(class).map(|(name, ..)| name).enumerate();
        let is_it = |(at, name): &(usize, &str)| named.map_or(*at == index, |it| it == *name);
        return known.filter(is_it).map(|(_, name)| name).collect();
    };
    let Some(param) = taken(init, index, named) else { return Vec::new() };
    let is_it = |one: &Expr<'_>| one.is_name(param);
    let mut found = Vec::new();
    Stmt::each_own(&init.body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let own = targets.iter().filter_map(|target| match &target.kind {
            ExprKind::Attribute(object, field) if object.is_name("self") => Some(*field),
            _ => None,
        });
        found.extend(own.filter(|_| value.any(&is_it)));
    });
    found
}

/// The fields that a constructor stores `param` in, where it does no more with it.
fn stored<'r>(init: &'r Function<'r>, param: &str) -> Option<Vec<&'r str>> {
    let is_it = |one: &Expr<'_>| one.is_name(param);
    let (mut named, mut fields) = (0, Vec::new());
    each(&init.body, &mut |one| named += usize::from(is_it(one)));
    Stmt::each_own(&init.body, &mut |stmt| {
        let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind else { return };
        let [Expr { kind: ExprKind::Attribute(object, field), .. }] = targets.as_slice() else {
            return;
        };
        if is_it(value) && object.is_name("self") {
            fields.push(*field);
        }
    });
    (named == fields.len()).then_some(fields)
}

/// Whether a method looks at this field of its object, and whether it hands the whole object on.
fn looked_at(function: &Function<'_>, field: &str) -> (bool, bool) {
    let is_self = |one: &Expr<'_>| one.is_name("self");
    let (mut asked, mut whole, mut parts) = (false, 0, 0);
    each(&function.body, &mut |one| {
        whole += usize::from(is_self(one));
        if let ExprKind::Attribute(object, name) = &one.kind
            && is_self(object)
            && *name != "__dict__"
        {
            parts += 1;
            asked |= *name == field;
        }
    });
    (asked, whole != parts)
}

/// Whether a method runs only where it is called, so that what it gives is seen there.
fn is_called(function: &Function<'_>) -> bool {
    let mut names =
        function.decorators.iter().map(|decorator| decorator.last_name().unwrap_or_default());
    !names.any(|name| name.contains("property") || matches!(name, "setter" | "validator"))
}

/// Shows every expression in a body, those of definitions too.
fn each<'e, 'r>(body: &'e Body<'r>, see: &mut dyn FnMut(&'e Expr<'r>)) {
    Stmt::walk_all(body, see);
}
