//! What runs at a judge's node, followed through all that it calls.

use super::held::{Held, Methods, is_setting};
use super::words::{
    ASKS, ASKS_WITH, MESSAGES, PLAIN, POSTS, SILENT, brings, is_local, is_quiet, names,
};
use crate::detect::repo::python::graph::state::updates::untaken::is_plain;
use crate::detect::repo::python::repository::{At, Origin, Repository};
use crate::detect::repo::python::syntax::{
    Arg, Call, Class, Expr, ExprKind, Function, Param, Passing, Span, Stmt, Taking,
};
use std::collections::BTreeSet;

/// Functions that are followed inside each other.
const DEPTH: usize = 8;
/// Methods of one name that are followed where it is not known whose it is.
const METHODS: usize = 6;

/// What was followed.
pub(super) struct Followed {
    /// The fields of the state that are read.
    pub keys: BTreeSet<String>,
    /// Where a model is asked first.
    pub asked: Option<(usize, Span)>,
}

/// Follows a function with all that it calls.
pub(super) struct Follow<'p, 'r> {
    repository: &'p Repository<'r>,
    methods: &'p Methods<'r>,
    /// The functions that ask a model by its address.
    posts: &'p BTreeSet<At>,
    keys: BTreeSet<String>,
    asked: Option<(usize, Span)>,
    /// Whether something was met that may bring evidence in another way.
    lost: bool,
    seen: BTreeSet<(usize, usize, BTreeSet<&'r str>)>,
    /// The values of modules that were looked at, by module and place.
    values: BTreeSet<(usize, usize)>,
}

/// Where something is looked at: the scope, the names that hold the state in it, and the functions around it.
struct Place<'s, 'r> {
    at: At,
    states: &'s BTreeSet<&'r str>,
    depth: usize,
}

impl Place<'_, '_> {
    fn is_state(&self, value: &Expr<'_>) -> bool {
        matches!(value.kind, ExprKind::Name(name) if self.states.contains(name))
    }
}

impl<'p, 'r> Follow<'p, 'r> {
    pub(super) fn new(
        repository: &'p Repository<'r>,
        methods: &'p Methods<'r>,
        posts: &'p BTreeSet<At>,
    ) -> Self {
        let (keys, seen, values) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        Self { repository, methods, posts, keys, asked: None, lost: false, seen, values }
    }

    /// What was found; `None` where evidence may come in another way.
    pub(super) fn done(self) -> Option<Followed> {
        (!self.lost).then_some(Followed { keys: self.keys, asked: self.asked })
    }

    /// Follows a function that is defined at `at` and given the state by these parameters.
    pub(super) fn function(
        &mut self,
        at: At,
        function: &'r Function<'r>,
        states: &BTreeSet<&'r str>,
        depth: usize,
    ) {
        self.lost |= depth > DEPTH || !is_as_it_stands(self.repository, at, function);
        if self.lost || !self.seen.insert((at.module, function.id, states.clone())) {
            return;
        }
        let place = Place { at: self.repository.inside(at, function.id), states, depth };
        let (mut named, mut followed) = (0_usize, 0_usize);
        Stmt::walk_all(&function.body, &mut |part| {
            named += usize::from(place.is_state(part));
            followed += self.part(part, &place);
        });
        self.lost |= named != followed;
    }

    /// Looks at one expression without its parts; gives how often it holds the state in a way that is understood.
    fn part(&mut self, part: &'r Expr<'r>, place: &Place<'_, 'r>) -> usize {
        match &part.kind {
            ExprKind::Name(name) => {
                self.name(part, name, place);
                0
            }
            ExprKind::Subscript(object, indices) if place.is_state(object) => {
                self.key(indices.first());
                1
            }
            ExprKind::Attribute(object, "get") if place.is_state(object) => 1,
            ExprKind::Attribute(object, name) if place.is_state(object) => {
                // All of it at once: `state.items()`, `state.model_dump()`.
                self.lost |= PLAIN.contains(name) || *name == "dict" || name.contains("dump");
                self.keys.insert((*name).to_owned());
                1
            }
            ExprKind::Attribute(object, name) => {
                self.attribute(part, object, name, place);
                0
            }
            ExprKind::Compare(sides, operators) => {
                let asks = operators.iter().all(|operator| operator.contains("in"));
                sides.iter().filter(|side| asks && place.is_state(side)).count()
            }
            ExprKind::Call(call) => self.call(part, call, place),
            _ => 0,
        }
    }

    /// Notes a field of the state that is read.
    fn key(&mut self, key: Option<&Expr<'r>>) {
        match key.and_then(Expr::text) {
            Some(key) => _ = self.keys.insert(key),
            None => self.lost = true,
        }
    }

    /// Looks at what stands behind a name, where that is a function or a value of a module.
    fn name(&mut self, value: &'r Expr<'r>, name: &str, place: &Place<'_, 'r>) {
        if place.states.contains(name) {
            return;
        }
        match self.bound_in(name, place.at) {
            Some(0) => self.lost |= self.methods.is_filled(name),
            Some(scope) if scope != place.at.scope => {
                // What a function around it was given may be anything.
                self.lost |= !is_setting(name);
                return;
            }
            Some(_) | None => return,
        }
        for origin in self.repository.origins(value, place.at) {
            match origin {
                Origin::Value(at, value) => self.value(at, value, place.depth),
                Origin::Function(at, function) => self.handed_on(at, function, place.depth),
                Origin::External(_)
                | Origin::Perhaps(_)
                | Origin::Module(_)
                | Origin::Class(..) => {}
                Origin::With(..) | Origin::Part(..) | Origin::Param(..) | Origin::Unknown => {
                    self.lost = true;
                }
            }
        }
    }

    /// The scope that binds a name, as it is seen from `at`; that of the module itself is the first.
    fn bound_in(&self, name: &str, at: At) -> Option<usize> {
        let mut here = Some(at.scope);
        while let Some(scope) = here {
            let found = self.repository.scope(At { scope, ..at });
            if found.bindings.contains_key(name) {
                return Some(scope);
            }
            here = found.parent;
        }
        None
    }

    /// Looks at the value of a module's own name: what is empty there may be filled by anybody.
    fn value(&mut self, at: At, value: &'r Expr<'r>, depth: usize) {
        if self.values.insert((at.module, value.span.start)) {
            self.lost |= depth > DEPTH || is_empty(value);
            let (states, depth) = (&BTreeSet::new(), depth + 1);
            value.each(&mut |part| _ = self.part(part, &Place { at, states, depth }));
        }
    }

    /// Follows a function that is handed on, and not with the state.
    fn handed_on(&mut self, at: At, function: &'r Function<'r>, depth: usize) {
        self.function(at, function, &BTreeSet::new(), depth + 1);
    }

    /// Looks at an attribute: a method is followed by its name, and what an object holds is what it was made with.
    fn attribute(
        &mut self,
        value: &'r Expr<'r>,
        object: &'r Expr<'r>,
        name: &'r str,
        place: &Place<'_, 'r>,
    ) {
        let of_module = |object: &'r Expr<'r>| {
            let origins = self.repository.origins(object, place.at);
            origins.iter().any(|origin| matches!(origin, Origin::Module(_)))
        };
        self.lost |= self.methods.is_filled(name) && of_module(object);
        for origin in self.repository.origins(value, place.at) {
            let is_open = match &origin {
                Origin::Unknown => true,
                Origin::External(name) => is_local(name),
                _ => false,
            };
            match origin {
                Origin::Function(at, function) => self.handed_on(at, function, place.depth),
                Origin::Value(at, value) => self.value(at, value, place.depth),
                _ if is_open && !PLAIN.contains(&name) => {
                    let methods = self.methods.named(name);
                    self.lost |= methods.len() > METHODS;
                    for (at, function) in methods.iter().take(METHODS) {
                        self.handed_on(*at, function, place.depth);
                    }
                    let is_own = object.is_self();
                    if is_own && methods.is_empty() {
                        match self.methods.held(name) {
                            Held::Made(values) => {
                                for (at, value) in values {
                                    self.value(at, value, place.depth);
                                }
                            }
                            Held::Open => self.lost = true,
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Looks at a call; gives how often it is handed the state in a way that is understood.
    fn call(&mut self, part: &'r Expr<'r>, call: &'r Call<'r>, place: &Place<'_, 'r>) -> usize {
        let name = call.callee_name();
        let given = call.args.iter().filter(|arg| place.is_state(&arg.value)).count();
        if let ExprKind::Attribute(object, "get") = &call.callee.kind
            && place.is_state(object)
        {
            self.key(call.position(0));
            return given;
        }
        if matches!(call.callee.kind, ExprKind::Name("getattr" | "hasattr")) && given == 1 {
            self.key(call.position(1));
            return given;
        }
        let asks = ASKS.contains(&name)
            || (ASKS_WITH.contains(&name)
                && MESSAGES.iter().any(|one| call.keyword(one).is_some()));
        if asks && self.asked.is_none() {
            self.asked = Some((place.at.module, part.span));
        }
        let is_method = matches!(call.callee.kind, ExprKind::Attribute(..));
        let is_post = self.posts.contains(&place.at);
        if is_post && self.asked.is_none() && POSTS.contains(&name) {
            self.asked = Some((place.at.module, part.span));
        }
        // What a model replies is read there.
        if is_post && (POSTS.contains(&name) || name == "read") {
            return 0;
        }
        if self.is_of_own_list(&call.callee, place) {
            return if SILENT.contains(&name) { given } else { 0 };
        }
        for origin in self.repository.origins(&call.callee, place.at) {
            match origin {
                Origin::Function(at, function) if given > 0 => {
                    let Some(states) = taken(call, function, place) else {
                        self.lost = true;
                        continue;
                    };
                    self.function(at, function, &states, place.depth + 1);
                    return given;
                }
                // Where it is named it is followed.
                Origin::Function(..) => {}
                Origin::Class(at, class) => self.made(at, class, place.depth),
                // A variable of a part that has a scope of its own, as a comprehension has.
                Origin::External(name) if is_method && is_local(&name) => {
                    self.lost |= names(&call.callee).into_iter().any(brings);
                }
                Origin::External(name) | Origin::Perhaps(name) => self.lost |= !is_quiet(&name),
                Origin::Module(_) => self.lost = true,
                _ if is_method => self.lost |= names(&call.callee).into_iter().any(brings),
                _ => self.lost = true,
            }
        }
        if SILENT.contains(&name) { given } else { 0 }
    }

    /// Whether a callee is a plain method of a list, a dictionary or a text that is made right there: whatever its name
    /// says, it holds what was put into it.
    fn is_of_own_list(&self, callee: &'r Expr<'r>, place: &Place<'_, 'r>) -> bool {
        let ExprKind::Attribute(object, method) = &callee.kind else { return false };
        let ExprKind::Name(name) = object.kind else { return false };
        let origins = self.repository.origins(object, place.at);
        let is_made = |origin: &Origin<'_>| match origin {
            Origin::Value(_, value) => matches!(
                value.kind,
                ExprKind::List(_)
                    | ExprKind::Dict(_)
                    | ExprKind::Str(_)
                    | ExprKind::Comprehension(_)
            ),
            _ => false,
        };
        PLAIN.contains(method)
            && self.bound_in(name, place.at) == Some(place.at.scope)
            && !origins.is_empty()
            && origins.iter().all(is_made)
    }

    /// Follows what makes an object.
    fn made(&mut self, at: At, class: &'r Class<'r>, depth: usize) {
        for (at, function) in self.methods.makers(self.repository.inside(at, class.id)) {
            self.handed_on(at, function, depth);
        }
    }
}

/// Whether a function is what its lines say: nothing that decorates it does more than ask again, and it changes no name
/// of its module.
pub(super) fn is_as_it_stands<'r>(
    repository: &Repository<'r>,
    at: At,
    function: &Function<'r>,
) -> bool {
    let text = repository.modules[at.module].text_of(function.span).unwrap_or("global ");
    let retried = |it: &Expr<'r>| it.any(&|part| part.is_name("retry"));
    let is_known = is_plain(function) || function.decorators.iter().all(retried);
    is_known && !text.contains("global ")
}

/// The parameter by which a function takes one of the arguments of a call.
pub(super) fn param_of<'r>(
    call: &Call<'r>,
    function: &'r Function<'r>,
    arg: &Arg<'r>,
) -> Option<&'r str> {
    let is_it = |one: &&'r Param<'r>| one.taking == Taking::One;
    let mut params = function.params.iter().filter(is_it);
    if let Passing::Keyword(name) = arg.passing {
        return params.find(|param| param.name == name).map(|param| param.name);
    }
    let index = call.args.iter().position(|other| std::ptr::eq(other, arg))?;
    let is_plain = |other: &Arg<'_>| other.passing == Passing::Position;
    let mut params = params.filter(|_| call.args[..=index].iter().all(is_plain));
    params.nth(index).map(|param| param.name)
}

/// The parameters by which a function is handed the state.
fn taken<'r>(
    call: &'r Call<'r>,
    function: &'r Function<'r>,
    place: &Place<'_, 'r>,
) -> Option<BTreeSet<&'r str>> {
    let mut states = BTreeSet::new();
    let mut positions = function.params.iter().take_while(|param| param.taking == Taking::One);
    for arg in &call.args {
        let param = match arg.passing {
            Passing::Position => positions.next()?,
            Passing::Keyword(name) => function.param(name)?,
            Passing::Rest | Passing::Named => return None,
        };
        if place.is_state(&arg.value) {
            states.insert(param.name);
        }
    }
    Some(states)
}

/// Whether a value is a collection with nothing in it.
fn is_empty(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::List(items) | ExprKind::Set(items) | ExprKind::Tuple(items) => items.is_empty(),
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::Call(call) => {
            matches!(
                call.callee_name(),
                "dict" | "list" | "set" | "deque" | "defaultdict" | "Queue"
            )
        }
        _ => false,
    }
}
