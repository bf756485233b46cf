//! Statements.

use super::{Kid, Lowering, field, kids, named, span};
use crate::detect::repo::python::syntax::{Body, Case, Expr, Handler, Stmt, StmtKind};
use tree_sitter::Node;

impl<'a> Lowering<'a> {
    /// The statements directly inside `node`.
    pub(super) fn block(&mut self, node: Node<'_>) -> Body<'a> {
        let mut body = Vec::new();
        for (_, child) in kids(node) {
            self.statement(child, &mut body);
        }
        body
    }

    fn block_in(&mut self, kids: &[Kid<'_>], name: &str) -> Body<'a> {
        field(kids, name).map(|node| self.block(node)).unwrap_or_default()
    }

    fn statement(&mut self, node: Node<'_>, body: &mut Body<'a>) {
        if node.is_missing() {
            self.note_error(node);
        }
        if !node.is_named() || !self.enter(node) {
            return;
        }
        if node.is_error() {
            self.broken(node, body);
        } else if let Some(kind) = self.statement_kind(node) {
            body.push(Stmt { kind, span: span(node) });
        }
        self.leave();
    }

    /// Keeps the whole statements of a part that is broken as a whole.
    fn broken(&mut self, node: Node<'_>, body: &mut Body<'a>) {
        self.note_error(node);
        for (_, child) in kids(node) {
            let kind = child.kind();
            if kind == "block" {
                body.extend(self.block(child));
            } else if kind.ends_with("_statement") || kind.ends_with("_definition") {
                self.statement(child, body);
            }
        }
    }

    fn statement_kind(&mut self, node: Node<'_>) -> Option<StmtKind<'a>> {
        let kids = kids(node);
        Some(match node.kind() {
            "expression_statement" => return self.expression_statement(&kids),
            "return_statement" => StmtKind::Return(self.items(&kids).pop()),
            "raise_statement" => StmtKind::Raise(self.items(&kids)),
            "if_statement" => self.if_statement(&kids),
            "for_statement" => StmtKind::For {
                target: self.expr_in(&kids, "left"),
                iterable: self.expr_in(&kids, "right"),
                body: self.block_in(&kids, "body"),
                otherwise: self.else_of(&kids),
            },
            "while_statement" => StmtKind::While {
                test: self.expr_in(&kids, "condition"),
                body: self.block_in(&kids, "body"),
                otherwise: self.else_of(&kids),
            },
            "with_statement" => self.with_statement(&kids),
            "try_statement" => self.try_statement(&kids),
            "match_statement" => self.match_statement(&kids),
            "function_definition" => self.function(&kids, span(node), Vec::new()),
            "class_definition" => self.class(&kids, span(node), Vec::new()),
            "decorated_definition" => return self.decorated(&kids),
            "import_statement" | "import_from_statement" | "future_import_statement" => {
                StmtKind::Import(self.imports(node, &kids))
            }
            "break_statement" => StmtKind::Break,
            "continue_statement" => StmtKind::Continue,
            "print_statement" | "exec_statement" => {
                self.found.python_2.get_or_insert(span(node).first);
                StmtKind::Other(self.items(&kids))
            }
            _ => StmtKind::Other(self.items(&kids)),
        })
    }

    fn expression_statement(&mut self, kids: &[Kid<'_>]) -> Option<StmtKind<'a>> {
        let first = named(kids).next()?;
        Some(match first.kind() {
            "assignment" => self.assignment(first),
            "augmented_assignment" => {
                let kids = super::kids(first);
                StmtKind::Augment {
                    target: self.expr_in(&kids, "left"),
                    value: self.expr_in(&kids, "right"),
                }
            }
            _ if named(kids).count() > 1 => StmtKind::Other(self.items(kids)),
            _ => StmtKind::Expr(self.expr(first)),
        })
    }

    /// Follows `a = b = value` to its value.
    fn assignment(&mut self, node: Node<'_>) -> StmtKind<'a> {
        let mut targets = Vec::new();
        let mut node = node;
        loop {
            let kids = kids(node);
            targets.push(self.expr_in(&kids, "left"));
            let annotation = field(&kids, "type").map(|annotation| self.expr(annotation));
            match field(&kids, "right") {
                Some(right) if right.kind() == "assignment" && annotation.is_none() => node = right,
                right => {
                    let value = right.map(|right| self.expr(right));
                    return StmtKind::Assign { targets, annotation, value };
                }
            }
        }
    }

    fn else_of(&mut self, kids: &[Kid<'_>]) -> Body<'a> {
        let clause = named(kids).find(|node| node.kind() == "else_clause");
        clause.map(|clause| self.clause_body(clause)).unwrap_or_default()
    }

    /// The statements of the block inside a clause.
    fn clause_body(&mut self, clause: Node<'_>) -> Body<'a> {
        let kids = kids(clause);
        let block = named(&kids).rfind(|node| node.kind() == "block");
        block.map(|block| self.block(block)).unwrap_or_default()
    }

    fn if_statement(&mut self, kids: &[Kid<'_>]) -> StmtKind<'a> {
        let first = (self.expr_in(kids, "condition"), self.block_in(kids, "consequence"));
        let mut branches = vec![first];
        for clause in named(kids).filter(|node| node.kind() == "elif_clause") {
            let kids = super::kids(clause);
            branches.push((self.expr_in(&kids, "condition"), self.block_in(&kids, "consequence")));
        }
        StmtKind::If { branches, otherwise: self.else_of(kids) }
    }

    fn with_statement(&mut self, kids: &[Kid<'_>]) -> StmtKind<'a> {
        let mut items = Vec::new();
        for clause in named(kids).filter(|node| node.kind() == "with_clause") {
            for item in named(&super::kids(clause)).filter(|node| node.kind() == "with_item") {
                let Some(value) = field(&super::kids(item), "value") else { continue };
                items.push(self.with_item(value));
            }
        }
        StmtKind::With { items, body: self.block_in(kids, "body") }
    }

    fn with_item(&mut self, value: Node<'_>) -> (Expr<'a>, Option<Expr<'a>>) {
        if value.kind() != "as_pattern" {
            return (self.expr(value), None);
        }
        let kids = kids(value);
        let opened = named(&kids).next().map(|node| self.expr(node)).unwrap_or_default();
        let alias = field(&kids, "alias").and_then(|alias| alias.named_child(0));
        (opened, alias.map(|alias| self.expr(alias)))
    }

    fn try_statement(&mut self, kids: &[Kid<'_>]) -> StmtKind<'a> {
        let mut handlers = Vec::new();
        let mut finally = Vec::new();
        for clause in named(kids) {
            match clause.kind() {
                "except_clause" | "except_group_clause" => handlers.push(self.handler(clause)),
                "finally_clause" => finally = self.clause_body(clause),
                _ => {}
            }
        }
        let body = self.block_in(kids, "body");
        StmtKind::Try { body, handlers, otherwise: self.else_of(kids), finally }
    }

    fn handler(&mut self, clause: Node<'_>) -> Handler<'a> {
        let kids = kids(clause);
        let values: Vec<_> = named(&kids).filter(|node| node.kind() != "block").collect();
        let pair = values.len() == 2 && kids.iter().any(|(_, node)| node.kind() == ",");
        let mut name = field(&kids, "alias").map(|alias| self.source(alias));
        let mut caught = Vec::new();
        for (index, value) in values.into_iter().enumerate() {
            let source = self.source(value);
            if Some(source) == name && index > 0 {
                continue;
            }
            // Classes without parentheses are Python 3.14, a class and a variable Python 2.
            if pair && index > 0 && is_variable(source) {
                self.found.python_2.get_or_insert(span(value).first);
                name = Some(source);
            } else if value.kind() == "as_pattern" {
                let (class, alias) = self.with_item(value);
                name = alias.map(|alias| &self.text[alias.span.start..alias.span.end]);
                caught.push(class);
            } else {
                caught.push(self.expr(value));
            }
        }
        Handler { caught, name, body: self.clause_body(clause) }
    }

    fn match_statement(&mut self, kids: &[Kid<'_>]) -> StmtKind<'a> {
        let subject = self.expr_in(kids, "subject");
        let mut cases = Vec::new();
        let body = field(kids, "body").map(super::kids).unwrap_or_default();
        for clause in named(&body).chain(named(kids)).filter(|node| node.kind() == "case_clause") {
            let kids = super::kids(clause);
            let patterns: Vec<_> =
                named(&kids).filter(|node| node.kind() == "case_pattern").collect();
            let pattern = match (patterns.first(), patterns.last()) {
                (Some(first), Some(last)) => &self.text[first.start_byte()..last.end_byte()],
                _ => "",
            };
            let guard = field(&kids, "guard").and_then(|guard| guard.named_child(0));
            let guard = guard.map(|guard| self.expr(guard));
            cases.push(Case { pattern, guard, body: self.block_in(&kids, "consequence") });
        }
        StmtKind::Match { subject, cases }
    }
}

/// Whether what stands behind a class and a comma can be the variable of Python 2: a bare name in small letters.
fn is_variable(source: &str) -> bool {
    source.starts_with(|first: char| first.is_ascii_lowercase()) && !source.contains('.')
}
