//! What is sent of a persona's text: the template that it is put into, here or where it is handed to.

mod fill;
mod handed;
mod starts;

use super::super::names::scope::Binding;
use super::super::repository::{At, Origin, Repository};
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Class, Expr, ExprKind, Span, Stmt, StmtKind};
use super::constants::joined;
use super::speaks_to_people;
use crate::domain::facts::{Lines, PromptFact};
use fill::{Filled, Fills, fill, made};
use handed::definitions;
use std::collections::{BTreeMap, BTreeSet};

/// How many functions and variables a text is followed through.
const STEPS: usize = 5;
/// Fewest words of a template.
const TEMPLATE_WORDS: usize = 3;

/// A text as a model reads it.
#[derive(Clone, Debug)]
pub(super) enum Sent {
    /// The template with the text in it, where the template is, and whether nothing else takes the
    /// text's place in it.
    Within(String, Lines, bool),
    /// What it is put into could not be read.
    Unknown,
}

/// What is sent of each of `facts` that is put into something, by its place and text.
pub(super) fn sent(
    repository: &Repository<'_>,
    facts: &[PromptFact],
) -> BTreeMap<(Lines, String), Sent> {
    let places = facts.iter().filter(|fact| !fact.in_tests);
    let places: BTreeSet<(&str, u32)> =
        places.map(|fact| (fact.place.file.as_str(), fact.place.line)).collect();
    let mut trail = Trail { repository, places, names: BTreeSet::new(), givers: BTreeSet::new() };
    trail.names = trail.holders();
    trail.givers = trail.givers();
    let mut found = BTreeMap::new();
    for (index, module) in repository.program_numbered() {
        let at = At::top(index);
        trail.start(Frame { at, body: &module.syntax.body, class: None }, 0, &mut found);
    }
    found
}

/// A body that runs as one.
#[derive(Clone, Copy)]
struct Frame<'r> {
    at: At,
    body: &'r Body<'r>,
    class: Option<&'r Class<'r>>,
}

/// What holds the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held<'r> {
    Name(&'r str),
    /// `self.name`.
    Own(&'r str),
    /// The expression there.
    At(Span),
}

impl Held<'_> {
    /// Whether `value` is the text, stripped at most.
    fn is(self, value: &Expr<'_>) -> bool {
        let here = match (self, &value.kind) {
            (Held::Name(name), ExprKind::Name(found)) => *found == name,
            (Held::Own(name), ExprKind::Attribute(object, found)) => {
                *found == name && object.is_self()
            }
            (Held::At(span), _) => value.span == span,
            _ => false,
        };
        here || match &value.kind {
            ExprKind::Call(call) => match &call.callee.kind {
                ExprKind::Attribute(object, "strip" | "rstrip" | "lstrip" | "dedent") => {
                    self.is(object)
                }
                _ if matches!(call.callee_name(), "dedent" | "cleandoc" | "str") => {
                    call.position(0).is_some_and(|first| self.is(first))
                }
                _ => false,
            },
            _ => false,
        }
    }
}

struct Trail<'r, 'p> {
    repository: &'p Repository<'r>,
    /// Files and first lines of the texts that are followed.
    places: BTreeSet<(&'p str, u32)>,
    /// Names that are bound to such a text, or to a dictionary of them.
    names: BTreeSet<&'r str>,
    /// Names of functions that give such a text back.
    givers: BTreeSet<&'r str>,
}

impl<'r> Trail<'r, '_> {
    fn is_text(&self, module: &Module<'_>, value: &Expr<'_>) -> bool {
        matches!(value.kind, ExprKind::Str(_) | ExprKind::Binary("+", _))
            && self.places.contains(&(module.path, value.span.first))
    }

    /// Follows the texts that `frame` and the definitions in it begin with.
    fn start(&self, frame: Frame<'r>, depth: usize, found: &mut BTreeMap<(Lines, String), Sent>) {
        Stmt::each_own(frame.body, &mut |stmt| {
            for value in stmt.expressions() {
                value.each(&mut |part| {
                    for (key, text) in self.texts(part, frame.at) {
                        let known = BTreeMap::new();
                        let text = Carried { held: Held::At(part.span), text, known: &known };
                        // What stands at one place is in this expression alone.
                        let mut keep = |sent: Option<Sent>| {
                            let kept = found.get(&key);
                            if let Some(sent) = sent
                                && kept.is_none_or(|kept| length(kept) < length(&sent))
                            {
                                found.insert(key.clone(), sent);
                            }
                        };
                        self.see(frame, stmt, value, &text, STEPS - 1, &mut keep);
                    }
                });
            }
        });
        let inner = |id| self.repository.inside(frame.at, id);
        definitions(frame.body, &mut |stmt| match &stmt.kind {
            StmtKind::Function(function) if depth < 16 => {
                let at = inner(function.id);
                self.start(Frame { at, body: &function.body, ..frame }, depth + 1, found);
            }
            StmtKind::Class(class) if depth < 16 => {
                let at = inner(class.id);
                let frame = Frame { at, body: &class.body, class: Some(class) };
                self.start(frame, depth + 1, found);
            }
            _ => {}
        });
    }

    /// What is sent of a text that `frame` holds; nothing where it is sent as it is.
    fn follow(&self, frame: Frame<'r>, text: &Carried<'r, '_>, steps: usize) -> Option<Sent> {
        let steps = steps.checked_sub(1)?;
        let mut best: Option<Sent> = None;
        let mut keep = |sent: Option<Sent>| {
            if let Some(sent) = sent
                && best.as_ref().is_none_or(|best| length(best) < length(&sent))
            {
                best = Some(sent);
            }
        };
        Stmt::each_own(frame.body, &mut |stmt| {
            for value in stmt.expressions() {
                self.see(frame, stmt, value, text, steps, &mut keep);
            }
        });
        best
    }

    fn see(
        &self,
        frame: Frame<'r>,
        stmt: &'r Stmt<'r>,
        value: &'r Expr<'r>,
        text: &Carried<'r, '_>,
        steps: usize,
        keep: &mut dyn FnMut(Option<Sent>),
    ) {
        if let ExprKind::Call(call) = &value.kind {
            if speaks_to_people(call.callee_name()) {
                return;
            }
            for (inner, held, known) in self.handed(frame, call, text) {
                let text = Carried { held, text: text.text.clone(), known: &known };
                keep(self.follow(inner, &text, steps));
            }
        }
        if text.held.is(value) {
            if is_value_of(stmt, value) {
                self.assigned(frame, stmt, text, steps, keep);
            }
            return;
        }
        let known = |value: &Expr<'_>| match &value.kind {
            ExprKind::Name(name) => {
                text.known.get(name).cloned().or_else(|| self.template(value, frame.at))
            }
            _ => None,
        };
        let template = |value: &Expr<'_>| self.template(value, frame.at);
        let fills = Fills { held: &|value| text.held.is(value), text: &text.text, known: &known };
        match fill(value, &fills, &template) {
            Some(Filled::Whole(whole)) => {
                let place = self.repository.modules[frame.at.module].place(value.span);
                // What joins two texts says nothing itself.
                if words(&whole) >= words(&text.text) + TEMPLATE_WORDS {
                    keep(Some(Sent::Within(whole.clone(), place, true)));
                }
                let filled = Carried { text: whole, ..*text };
                self.assigned(frame, stmt, &filled, steps, keep);
            }
            Some(Filled::Unknown) => keep(Some(Sent::Unknown)),
            None => {
                for part in value.parts() {
                    self.see(frame, stmt, part, text, steps, keep);
                }
            }
        }
    }

    /// Follows what a statement binds the text to.
    fn assigned(
        &self,
        frame: Frame<'r>,
        stmt: &'r Stmt<'r>,
        text: &Carried<'r, '_>,
        steps: usize,
        keep: &mut dyn FnMut(Option<Sent>),
    ) {
        let StmtKind::Assign { targets, value: Some(_), .. } = &stmt.kind else { return };
        for target in targets {
            let held = match &target.kind {
                ExprKind::Name(name) => Held::Name(name),
                ExprKind::Attribute(object, name) if object.is_self() => Held::Own(name),
                _ => continue,
            };
            // A name that is bound anew would be put into its own template for ever.
            if held == text.held {
                continue;
            }
            let text = Carried { held, text: text.text.clone(), known: text.known };
            match (held, frame.class) {
                (Held::Own(_), Some(class)) => {
                    for (at, function) in self.methods(frame.at.module, class) {
                        let frame = Frame { at, body: &function.body, class: Some(class) };
                        keep(self.follow(frame, &text, steps));
                    }
                }
                // A name that is mentioned here alone is read nowhere.
                (Held::Name(name), _) if self.repository.mentions_of(name) > 1 => {
                    let only = self.binds_texts_alone(frame.at, name, stmt);
                    keep(match self.follow(frame, &text, steps) {
                        Some(Sent::Within(whole, place, sure)) => {
                            Some(Sent::Within(whole, place, sure && only))
                        }
                        other => other,
                    });
                }
                (Held::Own(_), None) | (Held::Name(_) | Held::At(_), _) => {}
            }
        }
    }

    /// Whether `name` holds nothing but written texts besides what `stmt` binds it to.
    fn binds_texts_alone(&self, at: At, name: &str, stmt: &Stmt<'_>) -> bool {
        let StmtKind::Assign { value: Some(here), .. } = &stmt.kind else { return false };
        let bindings = self.repository.scope(at).bindings.get(name);
        bindings.into_iter().flatten().all(|binding| {
            matches!(binding, Binding::Value(value)
                if value.span == here.span && !matches!(here.kind, ExprKind::Conditional(_))
                    || self.is_written(value, at))
        })
    }

    /// Whether `value` is nothing but written texts: one of them, the name of one, or a choice among such.
    fn is_written(&self, value: &'r Expr<'r>, at: At) -> bool {
        match &value.kind {
            ExprKind::Conditional(choice) => {
                self.is_written(&choice.then, at) && self.is_written(&choice.otherwise, at)
            }
            ExprKind::Name(_) | ExprKind::Attribute(..) => {
                let origins = self.repository.origins(value, at);
                let is_text = |origin: &Origin<'r>| matches!(origin, Origin::Value(_, value) if joined(value).is_some());
                !origins.is_empty() && origins.iter().all(is_text)
            }
            _ => joined(value).is_some(),
        }
    }

    /// The text of a template that stands there or under a name.
    fn template(&self, value: &Expr<'_>, at: At) -> Option<String> {
        if let Some(text) = joined(value).or_else(|| made(value)) {
            return Some(text);
        }
        // `(PROMPT | llm).invoke({"brief": text})`
        if let ExprKind::Binary("|", sides) = &value.kind {
            return self.template(&sides.0, at);
        }
        let ExprKind::Name(name) = &value.kind else { return None };
        let scopes = [at.scope, 0];
        scopes.into_iter().find_map(|scope| {
            let bindings = self.repository.scope(At { scope, ..at }).bindings.get(name)?;
            match bindings.as_slice() {
                [Binding::Value(value)] => joined(value).or_else(|| made(value)),
                _ => None,
            }
        })
    }
}

/// A text on its way.
struct Carried<'r, 'k> {
    held: Held<'r>,
    text: String,
    /// Texts of other parameters.
    known: &'k BTreeMap<&'r str, String>,
}

/// The words of a text, what is left open not counted.
fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// How much is known of what is sent.
fn length(sent: &Sent) -> usize {
    match sent {
        Sent::Within(whole, ..) => 1 + whole.len(),
        Sent::Unknown => 0,
    }
}

/// Whether a statement binds `value` itself, or one of several of which it is one.
fn is_value_of(stmt: &Stmt<'_>, value: &Expr<'_>) -> bool {
    matches!(&stmt.kind, StmtKind::Assign { value: Some(whole), .. } if is_among(value, whole))
}

fn is_among(value: &Expr<'_>, whole: &Expr<'_>) -> bool {
    whole.span == value.span
        || matches!(&whole.kind, ExprKind::Conditional(choice)
            if is_among(value, &choice.then) || is_among(value, &choice.otherwise))
}
