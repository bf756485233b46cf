//! Names that are used and bound nowhere, or only where that comes too late: the line fails with a `NameError` when it
//! runs.
//!
//! A name counts only where nothing could bind it: no scope around it, no star import, no trick of the file. What
//! stands in decorators is left out, and so are annotations that Python reads only when somebody asks for them.

mod annotations;
mod early;
mod functions;
mod sure;
mod words;

pub(in super::super) use sure::Failing;
pub(in super::super) use words::spelled_out;

use super::super::names::scope::Opener;
use super::super::repository::{At, Repository};
use super::super::running::ending::ends;
use super::super::running::reach::Reach;
use super::super::running::surely;
use super::super::sources::parse::Module;
use super::super::syntax::{Body, Clause, Comprehension, Expr, ExprKind, Span, Stmt, StmtKind};
use crate::domain::facts::{GraphFact, Lines, UnboundName, Unreadable, Vain, VainBinding};
use annotations::Annotations;
use early::Own;
use functions::Functions;
use std::collections::{BTreeMap, BTreeSet};
use words::{KNOWN, binds_by_other_means, has_type_parameters, names_in};

/// Most that are stated.
const MOST: usize = 50;
/// The names that files of the program use and nothing binds by then, each once per file and reason, by file and line.
pub(in super::super) fn unbound(
    repository: &Repository<'_>,
    graphs: &[GraphFact],
    reach: &Reach,
    unreadable: &[Unreadable],
) -> Vec<UnboundName> {
    let mut found = Vec::new();
    for (index, module) in repository.modules.iter().enumerate() {
        let broken = unreadable.iter().any(|lost| lost.place.file == module.path);
        if module.in_tests
            || broken
            || binds_by_other_means(module.text)
            || has_type_parameters(module.text)
            || reach.live(index) == Some(false)
        {
            continue;
        }
        let mut search = Search::new(repository, index, spelled_out(module.text));
        search.body(&module.syntax.body, 0);
        let mut names: BTreeMap<Use<'_>, BTreeSet<Span>> = BTreeMap::new();
        for (usage, span) in search.found {
            names.entry(usage).or_default().insert(span);
        }
        let functions = Functions::of(module);
        for (usage, spans) in names {
            found.extend(told(repository, graphs, (module, &functions), usage, &spans));
        }
    }
    found.sort_by(|one, other| one.place.cmp(&other.place));
    found.truncate(MOST);
    found
}

/// What is used in vain, and how.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use<'r> {
    name: &'r str,
    vain: Option<Why>,
    /// Whether it stands in an annotation.
    annotates: bool,
}

/// One name with all of its uses that fail for one reason.
fn told<'r>(
    repository: &Repository<'r>,
    graphs: &[GraphFact],
    (module, functions): (&'r Module<'r>, &Functions<'r>),
    usage: Use<'_>,
    spans: &BTreeSet<Span>,
) -> Option<UnboundName> {
    let Use { name, vain, annotates } = usage;
    let mut places: Vec<Lines> = spans.iter().map(|span| module.place(*span)).collect();
    places.dedup();
    let mut places = places.into_iter();
    // Some versions of Python get past an annotation.
    let stopped = if annotates { Vec::new() } else { surely::all_stopped(&functions.all, spans) };
    let mut stops: Vec<Lines> =
        stopped.into_iter().map(|function| module.place(function.span)).collect();
    stops.dedup();
    if !stops.is_empty() {
        stops.extend(surely::nodes_that_call(repository, graphs, &stops));
    }
    let vainly = vain
        .map(|(why, span)| VainBinding { why, of: None, place: module.place(span) })
        .or_else(|| functions.elsewhere(module, name));
    let place = places.next()?;
    Some(UnboundName {
        name: name.to_owned(),
        annotates,
        vainly,
        also: places.take(MOST).collect(),
        stops,
        place,
    })
}

/// Why a binding that there is does not serve, and where it stands.
type Why = (Vain, Span);

struct Search<'p, 'r> {
    repository: &'p Repository<'r>,
    module: usize,
    /// What lambdas, comprehensions and patterns around bind, and what is declared to be the module's.
    inner: Vec<&'r str>,
    /// What the function around binds itself; nothing in the body of a class or module.
    own: Own<'r>,
    /// The outermost loop around, of that function.
    around: Option<Span>,
    /// What later clauses of the comprehensions around bind, with the target that does.
    later: Vec<(&'r str, Span)>,
    /// Whether what stands here may run later than what stands behind it.
    put_off: bool,
    reads: Annotations,
    /// Whether this is an annotation.
    annotates: bool,
    found: Vec<(Use<'r>, Span)>,
}

impl<'p, 'r> Search<'p, 'r> {
    fn new(repository: &'p Repository<'r>, module: usize, inner: Vec<&'r str>) -> Self {
        Self {
            repository,
            module,
            inner,
            own: Own::default(),
            around: None,
            later: Vec::new(),
            put_off: false,
            reads: Annotations::of(&repository.modules[module].syntax.body),
            annotates: false,
            found: Vec::new(),
        }
    }

    fn body(&mut self, body: &'r Body<'r>, scope: usize) {
        for stmt in body {
            self.statement(stmt, scope);
            // What stands behind it never runs.
            if ends(stmt) {
                break;
            }
        }
    }

    fn statement(&mut self, stmt: &'r Stmt<'r>, scope: usize) {
        let at = At { module: self.module, scope };
        match &stmt.kind {
            StmtKind::Function(function) => {
                let around = self.inner.len();
                let params = function.params.iter().filter_map(|param| param.annotation.as_ref());
                for annotation in params.chain(&function.returns) {
                    self.annotation(annotation, scope);
                }
                let inside = self.repository.inside(at, function.id).scope;
                let reads = self.reads;
                self.reads = reads.within(Annotations::OfDefinitions);
                self.apart(Own::of(function), &function.body, inside);
                self.reads = reads;
                self.inner.truncate(around);
                return;
            }
            StmtKind::Class(class) => {
                let inside = self.repository.inside(at, class.id).scope;
                let reads = self.reads;
                self.reads = reads.within(Annotations::All);
                self.apart(Own::default(), &class.body, inside);
                self.reads = reads;
                return;
            }
            // Deletions and declarations name what they do not use.
            StmtKind::Other(_) | StmtKind::Import(_) => return,
            // What a handler stands around by itself is tried out.
            StmtKind::Try { body, handlers, .. } if body.len() == 1 && !handlers.is_empty() => {
                for block in stmt.blocks().into_iter().skip(1) {
                    self.body(block, scope);
                }
                return;
            }
            // What has only a type is bound elsewhere, or by whoever sets it.
            StmtKind::Assign { annotation, value, .. } => {
                if let Some(value) = value {
                    self.value(value, scope);
                }
                if let Some(annotation) =
                    annotation.as_ref().filter(|_| self.reads == Annotations::All)
                {
                    self.annotation(annotation, scope);
                }
                return;
            }
            StmtKind::For { iterable, body, otherwise, .. } => {
                let around = self.around;
                self.value(iterable, scope);
                self.around = around.or(Some(stmt.span));
                self.body(body, scope);
                self.around = around;
                return self.body(otherwise, scope);
            }
            StmtKind::While { test, body, otherwise } => {
                let around = self.around;
                self.around = around.or(Some(stmt.span));
                self.value(test, scope);
                self.body(body, scope);
                self.around = around;
                return self.body(otherwise, scope);
            }
            StmtKind::With { items, .. } => {
                items
                    .iter()
                    .filter_map(|(_, name)| name.as_ref())
                    .for_each(|name| self.targets(name));
            }
            StmtKind::Match { subject, cases } => {
                self.value(subject, scope);
                for case in cases {
                    self.inner.extend(names_in(case.pattern));
                    case.guard.iter().for_each(|guard| self.value(guard, scope));
                    self.body(&case.body, scope);
                }
                return;
            }
            _ => {}
        }
        for value in stmt.expressions() {
            self.value(value, scope);
        }
        for block in stmt.blocks() {
            self.body(block, scope);
        }
    }

    /// Names that a target binds: more than are bound is less than is found.
    fn targets(&mut self, target: &'r Expr<'r>) {
        match &target.kind {
            ExprKind::Name(name) => self.inner.push(name),
            ExprKind::Tuple(items) | ExprKind::List(items) | ExprKind::Other(items) => {
                for item in items {
                    self.targets(item);
                }
            }
            ExprKind::Starred(inner) => self.targets(inner),
            _ => {}
        }
    }

    /// What stands in a definition, which has names of its own.
    fn apart(&mut self, own: Own<'r>, body: &'r Body<'r>, scope: usize) {
        let own = std::mem::replace(&mut self.own, own);
        let (around, put_off) = (self.around.take(), std::mem::take(&mut self.put_off));
        self.body(body, scope);
        (self.own, self.around, self.put_off) = (own, around, put_off);
    }

    fn annotation(&mut self, annotation: &'r Expr<'r>, scope: usize) {
        if self.reads != Annotations::None {
            self.annotates = true;
            self.value(annotation, scope);
            self.annotates = false;
        }
    }

    fn value(&mut self, value: &'r Expr<'r>, scope: usize) {
        let (before, put_off) = (self.inner.len(), self.put_off);
        match &value.kind {
            ExprKind::Name(name) => {
                let vain = self.vain(name, value.span);
                if vain.is_some() || !self.binds(name, scope) {
                    self.found.push((Use { name, vain, annotates: self.annotates }, value.span));
                }
            }
            ExprKind::Lambda(lambda) => {
                self.inner.extend(lambda.params.iter().map(|param| param.name));
                self.put_off = true;
            }
            ExprKind::Comprehension(comprehension) => {
                self.comprehension(comprehension, value.span, scope);
            }
            _ => {}
        }
        if !matches!(value.kind, ExprKind::Comprehension(_)) {
            value.parts().into_iter().for_each(|part| self.value(part, scope));
        }
        self.inner.truncate(before);
        self.put_off = put_off;
    }

    /// The clauses in the order in which they run: what a later one binds is not there yet, whatever has the name
    /// outside.
    fn comprehension(&mut self, comprehension: &'r Comprehension<'r>, span: Span, scope: usize) {
        let known = self.later.len();
        let source = self.repository.modules[self.module].text;
        let is_lazy = !source.get(span.start..).is_some_and(|begun| begun.starts_with(['[', '{']));
        let mut is_first = true;
        for (index, clause) in comprehension.clauses.iter().enumerate() {
            match clause {
                Clause::For { target, iterable } => {
                    self.value(iterable, scope);
                    self.later.truncate(known);
                    self.targets(target);
                    if std::mem::take(&mut is_first) {
                        self.put_off |= is_lazy;
                    }
                    for later in &comprehension.clauses[index + 1..] {
                        if let Clause::For { target, .. } = later {
                            self.later.extend(names_of(target));
                        }
                    }
                    let bound = &self.inner;
                    self.later.retain(|(later, _)| !bound.contains(later));
                }
                Clause::If(test) => self.value(test, scope),
            }
        }
        self.later.truncate(known);
        for value in comprehension.key.iter().chain([&comprehension.element]) {
            self.value(value, scope);
        }
    }

    /// Why a binding of a name that there is comes too late.
    fn vain(&self, name: &str, span: Span) -> Option<Why> {
        if self.inner.contains(&name) {
            return None;
        }
        if let Some((_, place)) = self.later.iter().find(|(later, _)| *later == name) {
            return Some((Vain::Later, *place));
        }
        let (place, unreached) =
            self.own.vain(name, span, self.around).filter(|_| !self.put_off)?;
        Some((if unreached { Vain::Unreached } else { Vain::Later }, place))
    }

    /// Whether anything can bind a name where it stands.
    fn binds(&self, name: &str, scope: usize) -> bool {
        if KNOWN.contains(name)
            || name == "_"
            || name.starts_with("__")
            || self.inner.contains(&name)
        {
            return true;
        }
        let mut here = Some(scope);
        while let Some(index) = here {
            let around = self.repository.scope(At { module: self.module, scope: index });
            let hidden = matches!(around.opener, Opener::Class(_)) && index != scope;
            if !around.stars.is_empty() || (!hidden && around.bindings.contains_key(name)) {
                return true;
            }
            here = around.parent;
        }
        false
    }
}

/// The names that a target binds, each with the target.
fn names_of<'r>(target: &'r Expr<'r>) -> Vec<(&'r str, Span)> {
    let mut names = Vec::new();
    target.each(&mut |part| {
        if let ExprKind::Name(name) = &part.kind {
            names.push((*name, target.span));
        }
    });
    names
}
