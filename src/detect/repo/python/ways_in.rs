//! The ways into a program: routes of `FastAPI`, Flask and Django, options and subcommands of `argparse`, Click and
//! Typer. What may add others, such as a router that is included, is told as well.

use super::classes::each;
use super::repository::{At, Origin, Repository};
use super::sources::parse::Module;
use super::syntax::{Body, Call, Expr, ExprKind, Function, Span, Stmt, StmtKind};
use crate::domain::facts::WayInKind::{Option as Choice, Route, Subcommand};
use crate::domain::facts::{OpenWays, WayIn, WayInKind, WaysIn};

/// Most ways that are told.
const MOST: usize = 1_000;
/// What is called of a server to answer under a path.
const METHODS: &[&str] = &[
    "api_route",
    "delete",
    "get",
    "head",
    "options",
    "patch",
    "post",
    "put",
    "route",
    "websocket",
];
/// What adds routes in another way.
const ADDS_ROUTES: &[&str] = &[
    "APIRouter",
    "APIView",
    "Blueprint",
    "MethodView",
    "add_api_route",
    "add_api_websocket_route",
    "add_resource",
    "add_route",
    "add_url_rule",
    "include_router",
    "mount",
    "register_blueprint",
];
/// What reads a command line in another way.
const ADDS_OPTIONS: &[&str] =
    &["Typer", "docopt", "getopt", "parse_known_args", "OptionParser", "DEFINE_string", "Fire"];
/// What adds subcommands in another way.
const ADDS_COMMANDS: &[&str] = &["add_command", "add_typer", "docopt", "Fire"];

/// The ways into the program.
pub(super) fn ways_in(repository: &Repository<'_>) -> WaysIn {
    let mut found = WaysIn::default();
    for (index, module) in repository.program_numbered() {
        let at = At::top(index);
        each(repository, &module.syntax.body, at, &mut |at, stmt| {
            let mut reader = Reader { repository, module, at, found: &mut found };
            reader.statement(stmt);
        });
    }
    found.all.truncate(MOST);
    found
}

/// What reads the statements of one scope.
struct Reader<'f, 'r> {
    repository: &'f Repository<'r>,
    module: &'f Module<'r>,
    at: At,
    found: &'f mut WaysIn,
}

impl<'r> Reader<'_, 'r> {
    fn statement(&mut self, stmt: &'r Stmt<'r>) {
        match &stmt.kind {
            StmtKind::Function(function) => self.decorated(function),
            // What a loop does, it does as often as values are there.
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => self.repeated(body),
            StmtKind::Assign { targets, value: Some(value), .. }
                if targets.iter().any(|target| target.is_name("urlpatterns")) =>
            {
                self.patterns(value);
            }
            StmtKind::Augment { target, .. } if target.is_name("urlpatterns") => {
                self.open(Route, stmt.span);
            }
            _ => {}
        }
        let mut calls = Vec::new();
        stmt.walk(&mut |part| {
            if let ExprKind::Call(call) = &part.kind {
                calls.push((call, part.span));
            }
            if let ExprKind::Attribute(_, "argv") = part.kind {
                self.open(Choice, part.span);
                self.open(Subcommand, part.span);
            }
        });
        for (call, span) in calls {
            self.call(call, span);
        }
    }

    /// What a function is made to be by what stands above it.
    fn decorated(&mut self, function: &'r Function<'r>) {
        for decorator in &function.decorators {
            let (callee, call) = match &decorator.kind {
                ExprKind::Call(call) => (&call.callee, Some(&**call)),
                _ => (decorator, None),
            };
            let span = decorator.span;
            if self.repository.external(callee, self.at).as_deref() == Some("click.option") {
                self.option(call, span);
                continue;
            }
            let ExprKind::Attribute(owner, name) = &callee.kind else { continue };
            let maker = self.maker(owner);
            let maker = maker.as_deref().and_then(|maker| maker.rsplit('.').next());
            match (*name, maker, call) {
                (name, Some("FastAPI" | "Flask"), Some(call)) if METHODS.contains(&name) => {
                    let path = call.argument(0, "path").or_else(|| call.keyword("rule"));
                    self.add(Route, path, methods(call), span);
                }
                ("command" | "group" | "callback", Some("Typer"), _) => {
                    // What its parameters are, they are as options or as arguments.
                    self.open(Choice, span);
                    if *name == "command" {
                        self.add(Subcommand, call.and_then(|call| call.position(0)), 1, span);
                    }
                }
                ("command" | "group", None, _) if self.is_group(owner) => {
                    self.add(Subcommand, call.and_then(|call| call.position(0)), 1, span);
                }
                (name, _, Some(call)) if METHODS.contains(&name) && begins_path(call) => {
                    self.open(Route, span);
                }
                _ => {}
            }
        }
    }

    /// What makes the object that a name stands for, outside the repository.
    fn maker(&self, owner: &'r Expr<'r>) -> Option<String> {
        match self.repository.origins(owner, self.at).as_slice() {
            [Origin::Value(at, Expr { kind: ExprKind::Call(call), .. })] => {
                self.repository.external(&call.callee, *at)
            }
            _ => None,
        }
    }

    /// Whether a name stands for a function of the repository, which a decorator has made a group of commands.
    fn is_group(&self, owner: &'r Expr<'r>) -> bool {
        let origins = self.repository.origins(owner, self.at);
        matches!(origins.as_slice(), [Origin::Function(_, function)] if function.decorators.iter().any(
            |decorator| decorator.any(&|part| matches!(part.kind, ExprKind::Attribute(_, "group")))
        ))
    }

    fn call(&mut self, call: &'r Call<'r>, span: Span) {
        let name = call.callee_name();
        if ADDS_ROUTES.contains(&name) {
            self.open(Route, span);
        }
        if ADDS_OPTIONS.contains(&name) {
            self.open(Choice, span);
        }
        if ADDS_COMMANDS.contains(&name) {
            self.open(Subcommand, span);
        }
        if call.keyword("parents").is_some() {
            self.open(Choice, span);
        }
        match name {
            "add_argument" if !self.is_of_another(call) => self.option(Some(call), span),
            "add_parser" => {
                let named = call.position(0).filter(|name| name.text().is_some());
                match named {
                    Some(_) => self.add(Subcommand, named, 1, span),
                    None => self.open(Subcommand, span),
                }
            }
            _ => {}
        }
    }

    /// Whether what is called was made outside by something that reads no command line, as the options of a browser are.
    fn is_of_another(&self, call: &'r Call<'r>) -> bool {
        let ExprKind::Attribute(owner, _) = &call.callee.kind else { return false };
        self.maker(owner).is_some_and(|maker| !maker.ends_with("Parser"))
    }

    fn option(&mut self, call: Option<&'r Call<'r>>, span: Span) {
        let first = call.and_then(|call| call.position(0));
        match first.map(Expr::text) {
            Some(Some(name)) if name.starts_with('-') => self.add(Choice, first, 1, span),
            Some(Some(_)) => {}
            Some(None) | None => self.open(Choice, span),
        }
    }

    /// The routes of a list of Django's.
    fn patterns(&mut self, list: &'r Expr<'r>) {
        let ExprKind::List(all) = &list.kind else { return self.open(Route, list.span) };
        for one in all {
            match &one.kind {
                ExprKind::Call(call)
                    if ["path", "re_path", "url"].contains(&call.callee_name())
                        && !call.args.iter().any(|arg| arg.value.any(&includes)) =>
                {
                    self.add(Route, call.position(0), 1, one.span);
                }
                _ => self.open(Route, one.span),
            }
        }
    }

    fn repeated(&mut self, body: &'r Body<'r>) {
        let names = ["add_argument", "add_parser", "path"];
        let mut open = Vec::new();
        Stmt::each(body, &mut |stmt| {
            if let StmtKind::Function(function) = &stmt.kind
                && !function.decorators.is_empty()
            {
                open.extend([(Route, stmt.span), (Subcommand, stmt.span)]);
            }
            stmt.walk(&mut |part| match &part.kind {
                ExprKind::Call(call) if names.contains(&call.callee_name()) => {
                    open.extend([Route, Choice, Subcommand].map(|kind| (kind, part.span)));
                }
                _ => {}
            });
        });
        for (kind, span) in open {
            self.open(kind, span);
        }
    }

    fn add(&mut self, kind: WayInKind, name: Option<&Expr<'_>>, methods: u32, span: Span) {
        let name = name.and_then(Expr::template).unwrap_or_default();
        let place = self.module.place(span);
        self.found.all.push(WayIn { kind, name, methods, place });
    }

    fn open(&mut self, kind: WayInKind, span: Span) {
        if self.found.open.iter().all(|one| one.kind != kind) {
            self.found.open.push(OpenWays { kind, place: self.module.place(span) });
        }
    }
}

/// Whether a call takes in the routes of others.
fn includes(part: &Expr<'_>) -> bool {
    match &part.kind {
        ExprKind::Call(call) => call.callee_name() == "include",
        ExprKind::Attribute(_, name) => *name == "urls",
        _ => false,
    }
}

/// Whether a call is given a path of the web.
fn begins_path(call: &Call<'_>) -> bool {
    call.position(0).and_then(Expr::template).is_some_and(|path| path.starts_with('/'))
}

/// How many methods a route answers to.
fn methods(call: &Call<'_>) -> u32 {
    match call.keyword("methods").map(|methods| &methods.kind) {
        Some(ExprKind::List(all) | ExprKind::Tuple(all) | ExprKind::Set(all)) => {
            u32::try_from(all.len()).unwrap_or(u32::MAX).max(1)
        }
        _ => 1,
    }
}
