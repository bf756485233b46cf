//! Replies of models that are read as JSON by the program itself, and held against a model of its own.

use super::super::asking::reply;
use super::super::asking::way::way;
use super::super::misfit::again::root;
use super::super::{BINDERS, Search, binders};
use crate::detect::repo::python::names::words::speaks_of;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::domain::facts::{Binding, Lines, Misfit, StandIn, StructuredOutputFact};

/// Methods by which a model is asked.
const ASKS: &[&str] = &[
    "ainvoke",
    "ask",
    "chat",
    "complete",
    "completion",
    "create",
    "generate",
    "generate_content",
    "invoke",
    "predict",
];

/// Parts of names of what is asked.
const MODELS: &[&str] = &["llm", "model", "client", "chat", "gpt", "groq", "ollama", "gemini"];

/// Fields for a score.
const SCORES: &[&str] = &["score", "rating", "grade"];

impl<'r> Search<'r, '_> {
    /// The replies that are held against a model by hand, in functions of which `known` tells nothing.
    pub(in super::super) fn by_hand(
        &self,
        known: &[StructuredOutputFact],
    ) -> Vec<StructuredOutputFact> {
        let mut found: Vec<StructuredOutputFact> = Vec::new();
        for asked in self.sites.all.iter().filter(|site| !site.around.dead && asks(site)) {
            let Some(function) = asked.function() else { continue };
            let module = asked.module(self.repository);
            let whole = module.place(function.span);
            let told = |fact: &StructuredOutputFact| {
                let mut places = fact.asked.iter().chain([&fact.place]);
                places.any(|place| whole.holds(place))
            };
            if module.in_tests || known.iter().any(told) || found.iter().any(told) {
                continue;
            }
            found.extend(self.held_by_hand(asked, function));
        }
        found
    }

    fn held_by_hand(
        &self,
        asked: &Site<'r>,
        function: &'r Function<'r>,
    ) -> Option<StructuredOutputFact> {
        let names = reply::names(function, asked);
        let inside = self.sites.inside(asked.at.module, function);
        let own = |site: &&Site<'r>| {
            site.function().is_some_and(|own| own.id == function.id)
                && !site.around.dead
                && reply::reaches(site, asked, &names)
        };
        let own: Vec<&Site<'r>> = inside.into_iter().filter(own).collect();
        let (class, checked) = own.iter().find_map(|site| {
            // What is built field by field need not be the reply, unless it is an opinion.
            let is_opinion = |class: &String| self.scored.contains(class.as_str());
            let by_fields = || self.holds_against(site, Some(&|_| true)).filter(is_opinion);
            let class = self.holds_against(site, None).or_else(by_fields)?;
            let mut score = SCORES.iter().filter_map(|field| site.call.keyword(field));
            let is_replied =
                score.next().is_none_or(|value| reply::comes_from(value, asked, &names));
            is_replied.then_some((class, *site))
        })?;
        let reads = |site: &&&Site<'r>| {
            self.repository.external(&site.call.callee, site.at).as_deref() == Some("json.loads")
        };
        let itself = matches!(checked.call.callee_name(), "model_validate_json" | "parse_raw");
        let read = own.iter().find(reads).copied().or_else(|| itself.then_some(checked))?;
        let kept = self.kept_score(read, checked, function);
        let unread = self.care.of(read);
        let misfit = if kept.is_some() { unread } else { unread.min(self.care.of(checked)) };
        let mut fact = self.told(asked, "JSON", Some(class), Binding::Validated, Some(misfit));
        fact.held = Some(self.held(std::slice::from_ref(asked), checked));
        self.asked(&mut fact, std::slice::from_ref(read));
        fact.asked = vec![asked.module(self.repository).place(asked.expr.span)];
        fact.place = asked.module(self.repository).place(asked.expr.span);
        if let (Some(kept), Some(Misfit::Handled | Misfit::StoodIn)) = (kept, fact.misfit) {
            fact.misfit = Some(Misfit::StoodIn);
            fact.stand_ins.push(kept);
            fact.stand_ins.sort_by(|one, other| one.place.cmp(&other.place));
        }
        self.made_up(&mut fact, std::slice::from_ref(asked));
        fact.beside.said = self.said(asked, function);
        Some(fact)
    }

    /// The description of a function that names what binds a schema, where nothing in the sources calls that.
    fn said(&self, asked: &Site<'r>, function: &'r Function<'r>) -> Option<Lines> {
        let StmtKind::Expr(value) = &function.body.first()?.kind else { return None };
        let text = value.text()?;
        let mut named = BINDERS.iter().filter(|binder| text.contains(**binder)).peekable();
        let says = named.peek().is_some();
        let binds = binders(self.repository, self.sites);
        (says && named.all(|binder| !binds.iter().any(|one| one == binder)))
            .then(|| asked.module(self.repository).place(value.span))
    }

    /// The score that a variable holds before the reply is read, and keeps where that fails.
    fn kept_score(
        &self,
        read: &Site<'r>,
        checked: &Site<'r>,
        function: &'r Function<'r>,
    ) -> Option<StandIn> {
        let tried = way(read).into_iter().rev().find(|stmt| {
            matches!(&stmt.kind, StmtKind::Try { body, handlers, .. }
                if !handlers.is_empty() && body.iter().any(|one| one.span.holds(read.expr.span)))
        })?;
        if tried.span.holds(checked.expr.span) {
            return None;
        }
        let name = SCORES.iter().find_map(|field| match checked.call.keyword(field)?.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        })?;
        let is_it = |target: &Expr<'_>| target.is_name(name);
        let mut kept = None;
        Stmt::each_own(&function.body, &mut |stmt| {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind
                && targets.iter().any(is_it)
            {
                if stmt.span.end <= tried.span.start {
                    kept = match value.kind {
                        ExprKind::Literal(number) => number.parse().ok().map(|score| (score, stmt)),
                        _ => None,
                    };
                } else if stmt.span.start >= tried.span.end {
                    kept = None;
                }
            }
        });
        let (score, stmt) = kept?;
        let place = read.module(self.repository).place(stmt.span);
        Some(StandIn { score: Some(score), place })
    }
}

/// Whether a call asks a model, by its name and that of what it is called on.
pub(in super::super) fn asks(site: &Site<'_>) -> bool {
    let ExprKind::Attribute(object, name) = &site.call.callee.kind else { return false };
    let is_model = |object: &Expr<'_>| root(object).is_some_and(|root| speaks_of(&root, MODELS));
    ASKS.contains(name) && is_model(object)
}
