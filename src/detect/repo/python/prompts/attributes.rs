//! Texts that a class holds and nothing reads.

use super::super::repository::Repository;
use super::super::running::sites::Sites;
use super::super::syntax::{Body, Class, Expr, ExprKind, StmtKind};
use std::collections::BTreeMap;

/// Classes up from which none is followed any more.
const ANCESTORS: usize = 8;

/// The attributes of the classes at the modules' own level.
pub(super) struct Attributes<'r> {
    classes: BTreeMap<&'r str, &'r Class<'r>>,
    /// How often class bodies assign a name.
    assigned: BTreeMap<&'r str, u32>,
    /// Names that are asked for as texts; `None` where some are put together or all are asked for.
    asked: Option<Vec<String>>,
}

impl<'r> Attributes<'r> {
    pub(super) fn new(repository: &Repository<'r>, sites: &Sites<'r>) -> Self {
        let mut classes: BTreeMap<&'r str, &'r Class<'r>> = BTreeMap::new();
        let mut assigned = BTreeMap::new();
        for module in repository.modules {
            for stmt in &module.syntax.body {
                let StmtKind::Class(class) = &stmt.kind else { continue };
                classes.insert(class.name, class);
                for name in fields(&class.body) {
                    *assigned.entry(name).or_default() += 1;
                }
            }
        }
        let whole = ["asdict", "vars"].iter().any(|name| !sites.named(name).is_empty());
        let asked = sites.named("getattr").into_iter();
        let asked = asked.map(|site| site.call.position(1).and_then(Expr::text)).collect();
        let asked = if whole || repository.is_mentioned("__dict__") { None } else { asked };
        Self { classes, assigned, asked }
    }

    /// Whether `names`, the outermost first, are those of an attribute that nothing reads, in a class that
    /// nothing writes out as a whole.
    pub(super) fn is_idle(&self, repository: &Repository<'_>, names: &[String]) -> bool {
        let [class, name, ..] = names else { return false };
        let Some(class) = self.classes.get(class.as_str()) else { return false };
        let is_asked = self.asked.as_ref().is_none_or(|asked| asked.contains(name));
        let assigned = self.assigned.get(name.as_str()).copied().unwrap_or_default();
        !is_asked
            && fields(&class.body).any(|field| field == name)
            && self.is_plain(class, 0)
            && repository.mentions_of(name) <= assigned
    }

    /// Whether a class only has what is written in it: no decorator and no foreign base adds to it.
    fn is_plain(&self, class: &Class<'r>, depth: usize) -> bool {
        let plain = |base: &Expr<'r>| match base.kind {
            ExprKind::Name("object" | "ABC" | "Protocol") => true,
            ExprKind::Name(name) => {
                self.classes.get(name).is_some_and(|base| self.is_plain(base, depth + 1))
            }
            _ => false,
        };
        depth < ANCESTORS
            && class.decorators.is_empty()
            && class.bases.iter().all(|base| plain(&base.value))
    }
}

/// The names that a class body assigns.
fn fields<'r>(body: &'r Body<'r>) -> impl Iterator<Item = &'r str> {
    body.iter().filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => match targets.as_slice() {
            [Expr { kind: ExprKind::Name(name), .. }] => Some(*name),
            _ => None,
        },
        _ => None,
    })
}
