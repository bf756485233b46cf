//! Names that a running program puts together and looks up: `getattr(self, f"_check_{kind}")`, `globals()[name]`.

use super::super::sources::parse::Module;
use super::super::syntax::{Call, Expr, ExprKind, Piece, Stmt};
use std::collections::BTreeSet;

/// What finds anything by its name, or lists all names.
const FINDING: &[&str] =
    &["globals", "methodcaller", "attrgetter", "getmembers", "__getattribute__"];

/// The names that may be looked up.
#[derive(Debug, Default)]
pub(in super::super) struct Lookups {
    /// Whether any may be.
    any: bool,
    /// How those begin and end that are put together from a part that is not known.
    parts: BTreeSet<(String, String)>,
    /// Texts that are spelled out anywhere and may be names.
    quoted: BTreeSet<String>,
}

impl Lookups {
    pub(in super::super) fn of(modules: &[Module<'_>]) -> Self {
        let mut found = Self::default();
        for module in modules {
            Stmt::walk_all(&module.syntax.body, &mut |part| found.see(part));
        }
        found
    }

    /// Whether something may be found by a name without being mentioned.
    pub(in super::super) fn may_find(&self, name: &str) -> bool {
        let fits = |(first, last): &(String, String)| {
            name.len() >= first.len() + last.len()
                && name.starts_with(first.as_str())
                && name.ends_with(last.as_str())
        };
        self.any || self.quoted.contains(name) || self.parts.iter().any(fits)
    }

    fn see(&mut self, value: &Expr<'_>) {
        match &value.kind {
            ExprKind::Str(_) => self.quoted.extend(value.text().filter(|text| may_be_name(text))),
            ExprKind::Call(call) => {
                let name = call.callee_name();
                self.any |= FINDING.contains(&name);
                let is_self = |value: &Expr<'_>| {
                    matches!(value.kind, ExprKind::Name("self" | "cls") | ExprKind::Call(_))
                };
                if name == "getattr" {
                    let of_self = call.position(0).is_some_and(is_self);
                    self.asked(call, of_self);
                } else if let ExprKind::Call(inner) = &call.callee.kind
                    && inner.callee_name() == "getattr"
                {
                    // What is called at once is no data.
                    self.asked(inner, true);
                }
            }
            _ => {}
        }
    }

    fn asked(&mut self, call: &Call<'_>, may_be_any: bool) {
        let Some(name) = call.position(1).filter(|name| name.text().is_none()) else { return };
        let (first, last) = ends(name);
        if first.is_empty() && last.is_empty() {
            self.any |= may_be_any;
        } else {
            self.parts.insert((first, last));
        }
    }
}

fn may_be_name(text: &str) -> bool {
    text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// How a text begins and ends of which a part is not known.
fn ends(value: &Expr<'_>) -> (String, String) {
    let literal = |piece: Option<&Piece<'_>>| match piece {
        Some(Piece::Literal(text)) => text.clone(),
        _ => String::new(),
    };
    match &value.kind {
        ExprKind::Str(pieces) => (literal(pieces.first()), literal(pieces.last())),
        ExprKind::Binary("+", sides) => {
            let whole = |side: &Expr<'_>| side.text();
            let first = whole(&sides.0).unwrap_or_else(|| ends(&sides.0).0);
            let last = whole(&sides.1).unwrap_or_else(|| ends(&sides.1).1);
            (first, last)
        }
        _ => (String::new(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks whether the command in `_check_git` is taken for one that may run.
    #[track_caller]
    fn check(asks: &str, live: bool) {
        let text = format!(
            "import os\nfrom langgraph.graph import StateGraph\n\
             class A:\n    def _check_git(self, x):\n        os.system(x)\n    def go(self, kind, x):\n        {asks}\n\
             def main(x):\n    StateGraph(dict)\n    A().go('git', x)\nif __name__ == '__main__':\n    main(1)\n"
        );
        let found = facts(&[("src/a.py", &text)]);
        let calls: Vec<bool> = found.calls.iter().map(|call| call.live).collect();
        assert_eq!(calls, [live], "{asks}");
    }

    #[test]
    fn what_a_name_that_is_put_together_may_find_may_run() {
        check("return getattr(self, f'_check_{kind}')(x)", true);
        check("return getattr(self, '_check_' + kind)(x)", true);
        check("return getattr(self, kind)(x)", true);
        check("return getattr(x, kind)(x)", true);
        check("return getattr(self, '_check_git')(x)", true);
        check("return globals()[kind](x)", true);
    }

    #[test]
    fn what_no_name_fits_does_not_run() {
        check("return x", false);
        check("return getattr(self, f'_read_{kind}')(x)", false);
        check("return getattr(x, kind)", false);
        check("return getattr(x, 'name')", false);
    }
}
