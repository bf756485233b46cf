//! Where a model's reply goes: into words, or into a score.
//!
//! The reply is followed by name through one function and, where a function returns it, into the
//! functions that call it. It decides where it reaches something that holds a score; it does not
//! where it ends in texts.

use super::super::reading::effects::changes_score;
use super::super::reading::variables::terms::{
    PROSE, any_stmt, blocks, each_target, has, speaks, statements, target_name,
};
use super::asking::Asked;
use super::schema::{Bound, Schema, binding};
use crate::detect::repo::python::syntax::{
    Arg, Body, Call, Expr, ExprKind, Function, Passing, Stmt, StmtKind,
};
use std::collections::BTreeMap;

/// What carries a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in super::super) enum Reply {
    /// As the model wrote it.
    Text,
    /// As a number, an object or another value that code can decide by.
    Value,
}

/// What becomes of replies in one function.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Use {
    /// A reply reaches a score.
    pub decides: bool,
    /// A reply goes where it could not be followed.
    pub unclear: bool,
    /// A model is asked here for anything but a judge's opinion.
    pub asked: bool,
    /// What the function gives back of a reply.
    pub returns: Option<Reply>,
}

/// Tells what a call of the repository's own gives back of a reply.
pub(super) type Returned<'h> = &'h dyn Fn(&Call<'_>) -> Option<Reply>;
/// Tells whether a call asks a model.
pub(super) type Asks<'h> = &'h dyn Fn(&Call<'_>) -> Asked;

const SCORES: &[&str] = &[
    "score", "verdict", "rating", "=grade", "=points", "=final", "weight", "decision", "ruling",
    "=rank",
];
/// Those of them that may be given in words.
const VERDICTS: &[&str] = &["verdict", "decision", "ruling"];
const NUMBERS: &[&str] = &["score", "rating", "=grade", "=points", "=final", "weight", "=rank"];
/// Names that hold text whatever a score's name stands in them.
const TEXTS: &[&str] = &["=content", "prompt", "=response", "raw"];
const TEXTUAL: &[&str] = &["str", "join", "format", "getattr", "strip", "repr", "StrOutputParser"];
const GATHERS: &[&str] = &["append", "extend", "add", "insert", "update", "setdefault"];

/// Follows the replies that `function` gets.
pub(super) fn follow(
    function: &Function<'_>,
    bound: &Bound,
    returned: Returned<'_>,
    asks: Asks<'_>,
) -> Use {
    let (carriers, found) = (BTreeMap::new(), Use::default());
    let mut flow = Flow { bound, returned, asks, carriers, found, is_verdict: false };
    // Without a reply there is nothing to follow.
    let mut any_reply = false;
    statements(&function.body, &mut |stmt| {
        stmt.walk(&mut |part| {
                any_reply |= matches!(&part.kind, ExprKind::Call(call) if asks(call) > Asked::No || returned(call).is_some());
            });
    });
    for _ in 0..if any_reply { 3 } else { 0 } {
        flow.body(&function.body);
    }
    // Words called a verdict decide where no code gives a score beside them.
    flow.found.decides |= flow.is_verdict && !gives_score(&function.body);
    flow.found
}

/// Whether a block gives something called a score.
fn gives_score(body: &Body<'_>) -> bool {
    let is_score = |name: &str| has(name, &["score"]) && !has(name, PROSE);
    let given = |part: &Expr<'_>| match &part.kind {
        ExprKind::Call(call) => call
            .args
            .iter()
            .any(|arg| matches!(arg.passing, Passing::Keyword(name) if is_score(name))),
        ExprKind::Dict(pairs) => pairs
            .iter()
            .any(|(key, _)| key.as_ref().and_then(Expr::text).is_some_and(|key| is_score(&key))),
        _ => false,
    };
    any_stmt(body, &|stmt| {
        let is_set = match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => {
                each_target(targets).into_iter().any(|target| is_score(&target_name(target)))
            }
            _ => false,
        };
        is_set || stmt.any(&given)
    })
}

/// Whether a call of `name` makes a value of a text.
fn parses(name: &str) -> bool {
    let reads = ["loads", "parse", "model_validate", "parse_raw", "parse_obj", "literal_eval"];
    let finds = ["search", "match", "findall", "finditer", "safe_load", "invoke"];
    matches!(name, "int" | "float" | "model_validate_json")
        || reads.contains(&name)
        || finds.contains(&name)
}

/// Whether a call of `name` only shows or asks about what it is given.
fn says(name: &str) -> bool {
    let shows = ["print", "info", "debug", "warning", "error", "log", "write", "write_text"];
    shows.contains(&name) || matches!(name, "len" | "isinstance" | "hasattr" | "bool" | "type")
}

struct Flow<'f> {
    bound: &'f Bound,
    returned: Returned<'f>,
    asks: Asks<'f>,
    /// The variables that hold a reply.
    carriers: BTreeMap<String, Reply>,
    found: Use,
    /// Whether a model's words are called a verdict.
    is_verdict: bool,
}

impl Flow<'_> {
    fn body(&mut self, body: &Body<'_>) {
        for stmt in body {
            self.statement(stmt);
            for block in blocks(stmt) {
                self.body(block);
            }
        }
    }

    fn statement(&mut self, stmt: &Stmt<'_>) {
        match &stmt.kind {
            StmtKind::Assign { targets, value: Some(value), .. } => {
                if let Some(reply) = self.reply(value) {
                    for target in each_target(targets) {
                        self.reaches(target, reply);
                    }
                }
            }
            StmtKind::Augment { target, value } => {
                if let Some(reply) = self.reply(value) {
                    self.reaches(target, reply);
                }
            }
            StmtKind::For { target, iterable, .. } => {
                if let Some(reply) = self.reply(iterable) {
                    for target in each_target(std::slice::from_ref(target)) {
                        self.carry(target_name(target), reply);
                    }
                }
            }
            StmtKind::If { branches, .. } => {
                for (test, body) in branches {
                    // Whether there is a reply at all decides nothing; what it says may.
                    let compared = test.any(&|part| match &part.kind {
                        ExprKind::Compare(sides, _) => {
                            !sides.iter().any(|side| matches!(side.kind, ExprKind::None))
                        }
                        _ => false,
                    });
                    let asked = self.reply(test).is_some();
                    self.found.decides |= asked && compared && changes_score(body);
                }
            }
            StmtKind::Return(Some(value)) => {
                let reply = self.reply(value);
                self.found.returns = self.found.returns.max(reply);
            }
            StmtKind::Expr(value) => self.called(value),
            _ => {
                for value in stmt.expressions() {
                    self.reply(value);
                }
            }
        }
    }

    /// A call whose result nobody takes.
    fn called(&mut self, value: &Expr<'_>) {
        let reply = self.reply(value);
        let ExprKind::Call(call) = &value.kind else { return };
        if let ExprKind::Attribute(object, name) = &call.callee.kind
            && GATHERS.contains(name)
        {
            let given = call.args.iter().filter_map(|arg| self.reply(&arg.value)).max();
            if let Some(reply) = given {
                self.reaches(object, reply);
            }
        } else if reply == Some(Reply::Value) && (self.asks)(call) == Asked::No {
            self.found.unclear = true;
        }
    }

    fn carry(&mut self, name: String, reply: Reply) {
        let known = self.carriers.entry(name).or_insert(reply);
        *known = (*known).max(reply);
    }

    /// A reply reaches what is called a score or a verdict: words that are called the latter may only word it.
    fn decided(&mut self, name: &str, reply: Reply) {
        if reply == Reply::Text && has(name, VERDICTS) && !has(name, NUMBERS) {
            self.is_verdict = true;
        } else {
            self.found.decides = true;
        }
    }

    /// A reply is written into `target`.
    fn reaches(&mut self, target: &Expr<'_>, reply: Reply) {
        let name = target_name(target);
        if has(&name, PROSE) && !has(&name, &["report"]) {
            self.carry(name, Reply::Text);
            return;
        }
        if has(&name, SCORES) && !has(&name, TEXTS) {
            self.decided(&name, reply);
        }
        self.carry(name, reply);
        if let ExprKind::Subscript(object, _) | ExprKind::Attribute(object, _) = &target.kind
            && !object.is_name("self")
        {
            let owner = target_name(object);
            self.found.decides |= has(&owner, SCORES) && !has(&owner, PROSE);
            self.carry(owner, reply);
        }
    }

    /// What of a reply `value` carries; notes where it reaches a score on the way.
    fn reply(&mut self, value: &Expr<'_>) -> Option<Reply> {
        match &value.kind {
            ExprKind::Name(name) => self.carriers.get(*name).copied(),
            ExprKind::Str(_) => {
                let holes = value.parts().into_iter().filter_map(|part| self.reply(part)).max();
                holes.map(|_| Reply::Text)
            }
            ExprKind::Attribute(object, name) => {
                if let Some(kept) = self.carriers.get(*name)
                    && object.is_name("self")
                {
                    return Some(*kept);
                }
                let reply = self.reply(object)?;
                Some(Self::member(name, reply))
            }
            ExprKind::Subscript(object, indices) => {
                let reply = self.reply(object)?;
                match indices.first().and_then(Expr::text) {
                    Some(name) => Some(Self::member(&name, reply)),
                    None => Some(reply),
                }
            }
            ExprKind::Call(call) => self.call(call),
            ExprKind::Dict(pairs) => {
                let mut carried = None;
                for (key, value) in pairs {
                    let name = key.as_ref().and_then(Expr::text).unwrap_or_default();
                    carried = carried.max(self.named(&name, value));
                }
                carried
            }
            ExprKind::Conditional(choice) => {
                self.reply(&choice.then).max(self.reply(&choice.otherwise))
            }
            ExprKind::Compare(..) | ExprKind::Not(_) => {
                let parts = value.parts().into_iter().filter_map(|part| self.reply(part)).max();
                parts.map(|_| Reply::Value)
            }
            _ => value.parts().into_iter().filter_map(|part| self.reply(part)).max(),
        }
    }

    /// A reply's part called `name`.
    fn member(name: &str, reply: Reply) -> Reply {
        if has(name, &["=content", "=text"]) || (has(name, PROSE) && !has(name, &["report"])) {
            // The text of a structured reply is text.
            return Reply::Text;
        }
        reply
    }

    /// A value that is passed under a name.
    fn named(&mut self, name: &str, value: &Expr<'_>) -> Option<Reply> {
        let reply = self.reply(value)?;
        if has(name, SCORES) && !has(name, PROSE) {
            self.decided(name, reply);
        }
        let is_verdict = has(name, VERDICTS) && !has(name, NUMBERS) && reply == Reply::Text;
        let words =
            is_verdict || has(name, PROSE) && (reply == Reply::Text || !has(name, &["report"]));
        (!words).then_some(reply)
    }

    fn call(&mut self, call: &Call<'_>) -> Option<Reply> {
        let name = call.callee_name();
        let asked = (self.asks)(call);
        if asked > Asked::No {
            return self.asked(call, asked);
        }
        if let Some(reply) = (self.returned)(call) {
            return Some(reply);
        }
        let on = match &call.callee.kind {
            ExprKind::Attribute(object, _) => self.reply(object),
            _ => None,
        };
        if let (Some(reply), "get", Some(key)) = (on, name, call.position(0).and_then(Expr::text)) {
            return Some(Self::member(&key, reply));
        }
        let mut given: Option<Reply> = None;
        for arg in &call.args {
            given = given.max(self.argument(arg));
        }
        if says(name) {
            return None;
        }
        let carried = on.max(given)?;
        if parses(name) {
            return Some(Reply::Value);
        }
        if TEXTUAL.contains(&name) {
            return Some(Reply::Text.max(if name == "getattr" { carried } else { Reply::Text }));
        }
        Some(carried)
    }

    fn argument(&mut self, arg: &Arg<'_>) -> Option<Reply> {
        match arg.passing {
            Passing::Keyword(name) => self.named(name, &arg.value),
            // `Report(**reply)` may fill every field.
            Passing::Named => self.reply(&arg.value).map(|_| Reply::Value),
            Passing::Position | Passing::Rest => {
                let reply = self.reply(&arg.value)?;
                let named = matches!(arg.value.kind, ExprKind::Name(name) if has(name, PROSE));
                (reply == Reply::Value || !named).then_some(reply)
            }
        }
    }

    /// How a model answers this call; `None` where it answers as a judge.
    fn asked(&mut self, call: &Call<'_>, asked: Asked) -> Option<Reply> {
        let by_argument = call.keyword("response_model").is_some()
            || call.keyword("response_format").is_some_and(|format| !speaks(format, &["=text"]));
        let made = match asked {
            Asked::Judge => Some(Schema::Opinion),
            Asked::Bound => Some(Schema::Other),
            Asked::No | Asked::Perhaps | Asked::Yes => None,
        };
        let schema = binding(&call.callee, self.bound).or(made);
        self.found.asked |= schema != Some(Schema::Opinion);
        match schema {
            Some(Schema::Opinion) => None,
            Some(Schema::Other) => Some(Reply::Value),
            None if by_argument => Some(Reply::Value),
            None => Some(Reply::Text),
        }
    }
}
