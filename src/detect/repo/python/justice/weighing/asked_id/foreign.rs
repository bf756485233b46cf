//! Opinions that no criterion is given: judges are asked for an id that the rubric has not, and the synthesis takes for a
//! criterion only opinions with its id.

use crate::detect::repo::python::graph::the_rubric;
use crate::detect::repo::python::justice::reading::variables::terms::has;
use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::sources::parse::Module;
use crate::detect::repo::python::syntax::{
    Call, Clause, Comprehension, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{ForeignIds, JusticeFact, Lines};
use std::collections::BTreeSet;

/// The field of an opinion that names its criterion.
const KEY: &str = "criterion_id";
/// The fields of a criterion that name it.
const IDS: &[&str] = &["id", "criterion_id", "dimension_id"];
/// What names are called that tell of criteria.
const CRITERIA: &[&str] = &["rubric", "dimension", "criteri", "=dim", "=dims", "=crit"];
/// Parts of what stands for an id in an example.
const STANDING_IN: &[&str] = &["criteri", "dimension", "=id", "=str", "string", "=text", "example"];

/// The ids that all texts which tell judges of one ask for, where the one rubric in the tree has none of them. `idle` is
/// what nothing that runs leads to.
pub(in crate::detect::repo::python) fn foreign_ids(
    repository: &Repository<'_>,
    sources: &[Source],
    justice: &[JusticeFact],
    idle: &[Lines],
) -> Option<ForeignIds> {
    let place = repository.modules.iter().find_map(|module| taken(module, justice))?;
    let (rubric, known) = the_rubric(sources)?;
    // A prompt in a file of its own may ask for others.
    let is_prompt = |source: &&Source| {
        let path = source.path.to_ascii_lowercase();
        path.contains("prompt") && path.rsplit_once('.').is_none_or(|(_, end)| end != "py")
    };
    if sources.iter().filter(is_prompt).any(|source| source.text().contains(KEY)) {
        return None;
    }
    let (mut ids, mut asked) = (BTreeSet::new(), Vec::new());
    for module in repository.program() {
        let (ids_here, asked_here) = (BTreeSet::new(), Vec::new());
        let known = &known;
        let mut given = Given { module, idle, known, ids: ids_here, asked: asked_here, names: 0 };
        given.body(&module.syntax.body, false)?;
        // What else the judges are told of criteria may name others.
        if !given.asked.is_empty() && given.names > 0 {
            return None;
        }
        ids.extend(given.ids);
        asked.extend(given.asked);
    }
    let is_foreign = !asked.is_empty() && ids.iter().all(|id| !known.contains(id));
    is_foreign.then(|| ForeignIds { ids: ids.into_iter().collect(), asked, rubric, place })
}

/// The ids that a module gives opinions.
struct Given<'m, 'r> {
    module: &'m Module<'r>,
    idle: &'m [Lines],
    /// The ids of the rubric.
    known: &'m [String],
    ids: BTreeSet<String>,
    asked: Vec<Lines>,
    /// How many names and texts speak of criteria, other than where something failed.
    names: usize,
}

impl<'r> Given<'_, 'r> {
    /// Notes what a block gives; `None` where an opinion may get another id, unless something `failed`.
    fn body(&mut self, body: &'r [Stmt<'r>], failed: bool) -> Option<()> {
        for stmt in body {
            if self.is_idle(stmt.span) {
                continue;
            }
            // A text that stands for itself is read by nobody.
            if !matches!(&stmt.kind, StmtKind::Expr(Expr { kind: ExprKind::Str(_), .. })) {
                self.stmt(stmt, failed)?;
            }
            match &stmt.kind {
                StmtKind::Try { body, handlers, otherwise, finally } => {
                    for body in [body, otherwise, finally] {
                        self.body(body, failed)?;
                    }
                    for handler in handlers {
                        self.body(&handler.body, true)?;
                    }
                }
                _ => {
                    for block in stmt.blocks() {
                        self.body(block, failed)?;
                    }
                }
            }
        }
        Some(())
    }

    fn is_idle(&self, span: Span) -> bool {
        let own = self.module.place(span);
        self.idle.iter().any(|lines| lines.holds(&own))
    }

    fn stmt(&mut self, stmt: &'r Stmt<'r>, failed: bool) -> Option<()> {
        let targets = match &stmt.kind {
            StmtKind::Assign { targets, value: Some(_), .. } => targets.as_slice(),
            _ => &[],
        };
        if !failed && targets.iter().any(is_id_of_opinion) {
            return None;
        }
        let annotation = match &stmt.kind {
            StmtKind::Assign { annotation: Some(annotation), .. } => Some(annotation),
            _ => None,
        };
        // To give a text a name tells nobody of it.
        let is_text = matches!(&stmt.kind,
            StmtKind::Assign { value: Some(value), .. } if matches!(value.kind, ExprKind::Str(_)));
        let is_named =
            |value: &Expr<'_>| is_text && targets.iter().any(|target| std::ptr::eq(target, value));
        for value in stmt.expressions() {
            let is_annotation = annotation.is_some_and(|one| std::ptr::eq(one, value));
            if !is_annotation && !is_named(value) {
                self.value(value, failed)?;
            }
        }
        Some(())
    }

    fn value(&mut self, value: &'r Expr<'r>, failed: bool) -> Option<()> {
        match &value.kind {
            ExprKind::Str(_) => self.text(value)?,
            ExprKind::Name(name) | ExprKind::Attribute(_, name) if !failed => {
                self.names += usize::from(has(name, CRITERIA));
            }
            ExprKind::Call(call) => self.call(call, failed)?,
            ExprKind::Dict(pairs) if !failed => {
                let ours = pairs.iter().filter(|(key, _)| {
                    key.as_ref().and_then(Expr::text).is_some_and(|key| key == KEY)
                });
                for (_, value) in ours {
                    self.ids.insert(value.text()?);
                }
            }
            _ => {}
        }
        value.parts().into_iter().try_for_each(|part| self.value(part, failed))
    }

    fn call(&mut self, call: &'r Call<'r>, failed: bool) -> Option<()> {
        let makes = has(call.callee_name(), &["opinion"]);
        for arg in call.args.iter().filter(|arg| arg.passing == Passing::Keyword(KEY)) {
            if makes && !failed {
                self.ids.insert(arg.value.text()?);
            }
        }
        Some(())
    }

    /// What a text asks for: `"criterion_id": "architecture"`.
    fn text(&mut self, value: &'r Expr<'r>) -> Option<()> {
        let Some(text) = value.template().filter(|text| text != KEY) else { return Some(()) };
        self.names += usize::from(self.known.iter().any(|id| text.contains(id.as_str())));
        let mut parts = text.split(KEY);
        parts.next();
        let mut is_asked = false;
        for after in parts {
            let id = spelled_out(after)?;
            if has(id, STANDING_IN) {
                return None;
            }
            self.ids.insert(id.to_owned());
            is_asked = true;
        }
        self.asked.extend(is_asked.then(|| self.module.place(value.span)));
        Some(())
    }
}

/// The text in quotes that stands after a key and a colon.
fn spelled_out(after: &str) -> Option<&str> {
    let quotes = ['"', '\''];
    let rest = after.trim_start_matches(quotes).trim_start().strip_prefix(':')?.trim_start();
    let id = rest.strip_prefix(quotes)?.split(quotes).next()?;
    let is_plain = id.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '_' | '-'));
    Some(id).filter(|id| !id.is_empty() && is_plain)
}

/// Whether a target is the id of an opinion: `opinion.criterion_id`, `opinion["criterion_id"]`.
fn is_id_of_opinion(target: &Expr<'_>) -> bool {
    match &target.kind {
        ExprKind::Attribute(_, name) => *name == KEY,
        ExprKind::Subscript(_, indices) => {
            indices.first().and_then(Expr::text).is_some_and(|name| name == KEY)
        }
        _ => false,
    }
}

/// Where a function of the synthesis that runs takes the opinions with a criterion's id, and no others.
fn taken(module: &Module<'_>, justice: &[JusticeFact]) -> Option<Lines> {
    let mut found = None;
    Stmt::each(&module.syntax.body, &mut |stmt| {
        let StmtKind::Function(function) = &stmt.kind else { return };
        let place = module.place(function.span);
        let is_heard = |fact: &JusticeFact| {
            fact.place == place && !fact.in_tests && !fact.unused && !fact.dead
        };
        if found.is_none() && justice.iter().any(is_heard) {
            found = taken_in(function).map(|span| module.place(span));
        }
    });
    found
}

fn taken_in(function: &Function<'_>) -> Option<Span> {
    let mut taken = None;
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { value: Some(value), .. } = &stmt.kind
            && let ExprKind::Comprehension(made) = &value.kind
        {
            taken = taken.or_else(|| Some((stmt.span, takes(made)?)));
        }
    });
    let (place, all) = taken?;
    let is_all =
        |value: &Expr<'_>| value.last_name().is_some_and(|name| name == all || name == "opinions");
    // How often opinions are named, and how often that was understood.
    let (mut seen, mut known) = (0_usize, 1_usize);
    Stmt::each(&function.body, &mut |stmt| {
        if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
            let is_plain = is_all(value)
                || matches!(&value.kind, ExprKind::Call(call)
                    if call.position(0).and_then(Expr::text).is_some_and(|key| key == "opinions"));
            let bound = targets.iter().filter(|target| is_all(target)).count();
            known += if is_plain { bound + usize::from(is_all(value)) } else { 0 };
        }
        stmt.walk(&mut |part| {
            seen += usize::from(is_all(part));
            if let ExprKind::Call(call) = &part.kind
                && call.callee.is_name("len")
            {
                known += usize::from(call.position(0).is_some_and(is_all));
            }
        });
    });
    (seen == known).then_some(place)
}

/// What the opinions are called: `[one for one in opinions if one.criterion_id == dimension.id]`.
fn takes<'r>(made: &Comprehension<'r>) -> Option<&'r str> {
    let [Clause::For { target, iterable }, Clause::If(test)] = made.clauses.as_slice() else {
        return None;
    };
    let (ExprKind::Name(one), ExprKind::Name(element)) = (&target.kind, &made.element.kind) else {
        return None;
    };
    let ExprKind::Compare(sides, operators) = &test.kind else { return None };
    let ([left, right], ["=="]) = (sides.as_slice(), operators.as_slice()) else { return None };
    let of_one = |value: &Expr<'_>| read(value).is_some_and(|(of, key)| of == *one && key == KEY);
    let of_criterion = |value: &Expr<'_>| {
        read(value).is_some_and(|(of, key)| of != *one && IDS.contains(&key.as_str()))
    };
    let all = iterable.last_name()?;
    let is_taken = one == element
        && ((of_one(left) && of_criterion(right)) || (of_one(right) && of_criterion(left)));
    Some(all).filter(|name| is_taken && has(name, &["=opinions", "=ops"]))
}

/// The variable and the field that are read: `one.id`, `one["id"]`, `one.get("id")`.
fn read<'r>(value: &Expr<'r>) -> Option<(&'r str, String)> {
    let (object, key) = match &value.kind {
        ExprKind::Attribute(object, name) => (object, (*name).to_owned()),
        ExprKind::Subscript(object, indices) => (object, indices.first()?.text()?),
        ExprKind::Call(call) => match &call.callee.kind {
            ExprKind::Attribute(object, "get") => (object, call.position(0)?.text()?),
            _ => return None,
        },
        _ => return None,
    };
    match object.kind {
        ExprKind::Name(name) => Some((name, key)),
        _ => None,
    }
}
