//! Recognises the five rules of synthesis by what the code does.
//!
//! A rule is believed only where a condition speaks of its subject and what follows changes or
//! explains the score. Words in comments, documentation and prompts are not looked at.

use super::super::syntax::{Body, Expr, ExprKind, Function, Stmt, StmtKind};
use std::collections::BTreeSet;

/// Depth to which expressions and blocks are read.
const DEPTH: usize = 64;

const SECURITY: &[&str] =
    &["secur", "vulnerab", "unsafe", "os.system", "unsanit", "injection", "safe_tool"];
const FACTS: &[&str] = &[
    "fact",
    "suprem",
    "hallucin",
    "contradict",
    "found",
    "fabricat",
    "overrul",
    "evidence_support",
];
const FUNCTION: &[&str] = &["functional", "architect", "orchestrat", "modular"];
const TECH_LEAD: &[&str] = &["techlead", "tech_lead", "tech_score"];
const SPREAD: &[&str] =
    &["varianc", "spread", "disagree", "divergen", "stdev", "range_", "gap", "delta", "max_score"];

/// The rules that `function` implements itself.
pub(super) fn rules(function: &Function<'_>) -> BTreeSet<&'static str> {
    let mut found = Found::default();
    found.variables(&function.body, 0);
    found.body(&function.body, function.name, 0);
    found.rules
}

#[derive(Default)]
struct Found<'r> {
    rules: BTreeSet<&'static str>,
    /// Variables computed from something about security, from a spread, from names of
    /// architecture, and from what evidence found.
    security: BTreeSet<&'r str>,
    spread: BTreeSet<&'r str>,
    architecture: BTreeSet<&'r str>,
    facts: BTreeSet<&'r str>,
}

impl<'r> Found<'r> {
    /// Remembers what variables are about.
    fn variables(&mut self, body: &Body<'r>, depth: usize) {
        for stmt in body.iter().filter(|_| depth < DEPTH) {
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
                for target in targets {
                    if let ExprKind::Name(name) = target.kind {
                        if speaks(value, SECURITY, 0) {
                            self.security.insert(name);
                        }
                        if asks_found(value, 0) {
                            self.facts.insert(name);
                        }
                        if speaks(value, FUNCTION, 0) {
                            self.architecture.insert(name);
                        }
                        if is_spread(value) || speaks(value, &["varianc", "stdev"], 0) {
                            self.spread.insert(name);
                        }
                    }
                }
            }
            for block in stmt.blocks() {
                self.variables(block, depth + 1);
            }
        }
    }

    fn body(&mut self, body: &Body<'r>, function: &str, depth: usize) {
        for stmt in body.iter().filter(|_| depth < DEPTH) {
            if let StmtKind::If { branches, .. } = &stmt.kind {
                for (test, body) in branches {
                    self.branch(test, body, function);
                }
            }
            for value in stmt.expressions() {
                self.conditional(value, 0);
            }
            if let StmtKind::Assign { targets, value: Some(value), .. } = &stmt.kind {
                self.assigned(targets, value);
            }
            for block in stmt.blocks() {
                self.body(block, function, depth + 1);
            }
        }
    }

    fn about(test: &Expr<'r>, words: &[&str], variables: &BTreeSet<&'r str>) -> bool {
        speaks(test, words, 0) || uses(test, variables, 0)
    }

    fn branch(&mut self, test: &Expr<'r>, body: &Body<'r>, function: &str) {
        let function = function.to_ascii_lowercase();
        let scores = changes_score(body, 0);
        let secure =
            Self::about(test, SECURITY, &self.security) || function.contains("security_override");
        if secure && caps(body, 0) {
            self.rules.insert("security_override");
        }
        let suprem = function.contains("suprem") || function.contains("fact_check");
        let facts = Self::about(test, FACTS, &self.facts)
            || (suprem && speaks(test, &["evidence", "score"], 0));
        if facts && scores && !secure {
            self.rules.insert("fact_supremacy");
        }
        let lead = block_speaks(body, TECH_LEAD, 0) || speaks(test, TECH_LEAD, 0);
        let architecture = Self::about(test, FUNCTION, &self.architecture);
        if (architecture || function.contains("functionality")) && lead && scores {
            self.rules.insert("functionality_weight");
        }
        if self.wide(test) {
            if scores || block_speaks(body, &["re_eval", "reeval", "rejudge", "second_round"], 0) {
                self.rules.insert("variance_re_evaluation");
            }
            if block_writes(body, "dissent", 0) {
                self.rules.insert("dissent");
            }
        }
        if function.contains("dissent") && returns_text(body) {
            self.rules.insert("dissent");
        }
    }

    /// `value if test else other`, anywhere in a statement.
    fn conditional(&mut self, value: &Expr<'r>, depth: usize) {
        if depth > DEPTH {
            return;
        }
        if let ExprKind::Conditional(choice) = &value.kind
            && Self::about(&choice.test, SECURITY, &self.security)
            && is_cap(&choice.then)
        {
            self.rules.insert("security_override");
        }
        for part in value.parts() {
            self.conditional(part, depth + 1);
        }
    }

    /// `dissent = … if spread > 2 else None`, `dissent = summarise(…)`.
    fn assigned(&mut self, targets: &[Expr<'r>], value: &Expr<'r>) {
        let dissent = targets.iter().any(|target| speaks(target, &["dissent"], 0));
        if dissent && self.depends(value, 0) {
            self.rules.insert("dissent");
        }
    }

    /// Whether a conditional expression in `value` asks how far scores lie apart.
    fn depends(&self, value: &Expr<'r>, depth: usize) -> bool {
        let own = match &value.kind {
            ExprKind::Conditional(choice) => {
                self.wide(&choice.test) || speaks(&choice.test, &["varianc", "spread"], 0)
            }
            _ => false,
        };
        own || (depth < DEPTH
            && value.parts().into_iter().any(|part| self.depends(part, depth + 1)))
    }

    /// Whether a test compares how far scores lie apart.
    fn wide(&self, test: &Expr<'r>) -> bool {
        match &test.kind {
            ExprKind::Compare(sides, operators) => {
                operators.iter().any(|operator| matches!(*operator, ">" | ">=" | "<" | "<="))
                    && sides.iter().any(|side| {
                        is_spread(side) || speaks(side, SPREAD, 0) || uses(side, &self.spread, 0)
                    })
            }
            ExprKind::Logic(_, sides) => self.wide(&sides.0) || self.wide(&sides.1),
            ExprKind::Not(inner) => self.wide(inner),
            ExprKind::Name(name) => {
                let name = name.to_ascii_lowercase();
                ["high_variance", "needs_dissent", "is_split", "disagree"]
                    .iter()
                    .any(|word| name.contains(word))
            }
            _ => false,
        }
    }
}

/// Whether `value` is, by its name or its form, how far scores lie apart.
pub(in crate::detect::repo::python) fn measures_spread(value: &Expr<'_>) -> bool {
    is_spread(value) || speaks(value, &["varianc", "spread", "disagree", "divergen"], 0)
}

/// `max(scores) - min(scores)`.
fn is_spread(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Binary("-", sides) => {
            let calls = |side: &Expr<'_>, name: &str| match &side.kind {
                ExprKind::Call(call) => call.callee_name() == name,
                _ => false,
            };
            calls(&sides.0, "max") && calls(&sides.1, "min")
        }
        ExprKind::Call(call) => {
            matches!(call.callee_name(), "variance" | "pvariance" | "stdev" | "pstdev")
                || (call.callee_name() == "abs" && call.position(0).is_some_and(is_spread))
        }
        _ => false,
    }
}

fn speaks(value: &Expr<'_>, words: &[&str], depth: usize) -> bool {
    let has = |name: &str| {
        let name = name.to_ascii_lowercase();
        words.iter().any(|word| name.contains(word))
    };
    let own = match &value.kind {
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => has(name),
        // A long text is prose, not a name of something.
        ExprKind::Str(_) => value.text().is_some_and(|text| text.len() < 60 && has(&text)),
        _ => false,
    };
    own || (depth < DEPTH && value.parts().into_iter().any(|part| speaks(part, words, depth + 1)))
}

/// Whether `value` asks what evidence found: `one.found`.
fn asks_found(value: &Expr<'_>, depth: usize) -> bool {
    matches!(value.kind, ExprKind::Attribute(_, "found"))
        || (depth < DEPTH && value.parts().into_iter().any(|part| asks_found(part, depth + 1)))
}

fn uses(value: &Expr<'_>, variables: &BTreeSet<&str>, depth: usize) -> bool {
    let own = matches!(value.kind, ExprKind::Name(name) if variables.contains(name));
    own || (depth < DEPTH && value.parts().into_iter().any(|part| uses(part, variables, depth + 1)))
}

fn any_stmt(body: &Body<'_>, depth: usize, test: &dyn Fn(&Stmt<'_>) -> bool) -> bool {
    depth < DEPTH
        && body.iter().any(|stmt| {
            test(stmt) || stmt.blocks().into_iter().any(|block| any_stmt(block, depth + 1, test))
        })
}

/// Whether a block puts a bound on a score: `min(score, 3)`, `score = 3`, `score = cap`.
fn caps(body: &Body<'_>, depth: usize) -> bool {
    any_stmt(body, depth, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            let score = targets
                .iter()
                .any(|target| speaks(target, &["score", "cap", "final", "verdict"], 0));
            calls_min(value, 0) || (score && is_cap(value))
        }
        StmtKind::Return(Some(value)) => is_cap(value) || calls_min(value, 0),
        _ => false,
    })
}

fn is_cap(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Literal(number) => matches!(*number, "1" | "2" | "3" | "1.0" | "2.0" | "3.0"),
        ExprKind::Name(name) | ExprKind::Attribute(_, name) => {
            name.to_ascii_lowercase().contains("cap")
        }
        ExprKind::Tuple(items) => items.first().is_some_and(is_cap),
        _ => calls_min(value, 0),
    }
}

fn calls_min(value: &Expr<'_>, depth: usize) -> bool {
    let own = matches!(&value.kind, ExprKind::Call(call) if call.callee_name() == "min" && call.args.len() > 1);
    own || (depth < DEPTH && value.parts().into_iter().any(|part| calls_min(part, depth + 1)))
}

/// Whether a block sets, returns or bounds a score.
fn changes_score(body: &Body<'_>, depth: usize) -> bool {
    any_stmt(body, depth, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(_), .. } => {
            targets.iter().any(|target| speaks(target, &["score", "final", "weight"], 0))
        }
        StmtKind::Augment { target, .. } => speaks(target, &["score", "final", "weight"], 0),
        StmtKind::Return(Some(value)) => {
            speaks(value, &["score"], 0) || is_cap(value) || calls_min(value, 0)
        }
        _ => false,
    })
}

fn block_speaks(body: &Body<'_>, words: &[&str], depth: usize) -> bool {
    any_stmt(body, depth, &|stmt| {
        stmt.expressions().into_iter().any(|value| speaks(value, words, 0))
    })
}

/// Whether a block assigns to, or passes on, something whose name contains `word`.
fn block_writes(body: &Body<'_>, word: &str, depth: usize) -> bool {
    any_stmt(body, depth, &|stmt| match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().any(|target| speaks(target, &[word], 0)),
        StmtKind::Augment { target, .. } => speaks(target, &[word], 0),
        StmtKind::Expr(Expr { kind: ExprKind::Call(call), .. }) => speaks(&call.callee, &[word], 0),
        _ => false,
    })
}

fn returns_text(body: &Body<'_>) -> bool {
    any_stmt(body, 0, &|stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => !matches!(value.kind, ExprKind::None),
        _ => false,
    })
}
