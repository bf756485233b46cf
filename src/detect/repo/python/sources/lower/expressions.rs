//! Expressions and annotations.

use super::{Kid, Lowering, field, kids, named, plain, span};
use crate::detect::repo::python::syntax::{
    Arg, Call, Clause, Comprehension, Conditional, Expr, ExprKind, Lambda, Passing, Span,
};
use tree_sitter::Node;

impl Default for Expr<'_> {
    /// Stands where the parser found nothing.
    fn default() -> Self {
        Self { kind: ExprKind::Other(Vec::new()), span: Span::default() }
    }
}

impl<'a> Lowering<'a> {
    pub(super) fn expr_in(&mut self, kids: &[Kid<'_>], name: &str) -> Expr<'a> {
        field(kids, name).map(|node| self.expr(node)).unwrap_or_default()
    }

    pub(super) fn expr(&mut self, node: Node<'_>) -> Expr<'a> {
        if node.is_error() || node.is_missing() {
            self.note_error(node);
            return Expr { span: span(node), ..Expr::default() };
        }
        if !self.enter(node) {
            return Expr { span: span(node), ..Expr::default() };
        }
        let kind = self.leaf(node).unwrap_or_else(|| self.compound(node));
        self.leave();
        Expr { kind, span: span(node) }
    }

    fn leaf(&mut self, node: Node<'_>) -> Option<ExprKind<'a>> {
        let source = self.source(node);
        Some(match node.kind() {
            "identifier" | "keyword_identifier" => ExprKind::Name(self.mention(source)),
            "true" => ExprKind::Bool(true),
            "false" => ExprKind::Bool(false),
            "none" => ExprKind::None,
            "integer" | "float" | "ellipsis" => ExprKind::Literal(source),
            "slice" => ExprKind::Slice(source),
            _ => return None,
        })
    }

    fn compound(&mut self, node: Node<'_>) -> ExprKind<'a> {
        let kids = kids(node);
        for (_, child) in kids.iter().filter(|(_, child)| child.is_error() || child.is_missing()) {
            self.note_error(*child);
        }
        match node.kind() {
            "string" | "concatenated_string" => self.string(node, &kids),
            "attribute" => self.attribute(&kids),
            "member_type" => self.member_type(&kids),
            "call" => self.call(&kids),
            "subscript" => self.subscript(&kids),
            "generic_type" => self.generic_type(&kids),
            "list" | "list_pattern" => ExprKind::List(self.items(&kids)),
            "tuple" | "expression_list" | "pattern_list" | "tuple_pattern" => {
                ExprKind::Tuple(self.items(&kids))
            }
            "set" => ExprKind::Set(self.items(&kids)),
            "dictionary" => self.dictionary(&kids),
            "list_comprehension"
            | "set_comprehension"
            | "dictionary_comprehension"
            | "generator_expression" => self.comprehension(&kids),
            "lambda" => self.lambda(&kids),
            "union_type" => self.union_type(&kids),
            "binary_operator" => self.two_sides(&kids, ExprKind::Binary),
            "boolean_operator" => self.two_sides(&kids, ExprKind::Logic),
            "comparison_operator" => self.comparison(&kids),
            "not_operator" => plain::negated(self.expr_in(&kids, "argument")),
            "conditional_expression" => self.conditional(&kids, span(node)),
            "named_expression" => {
                let name = field(&kids, "name").map(|name| self.source(name)).unwrap_or_default();
                ExprKind::Named(name, Box::new(self.expr_in(&kids, "value")))
            }
            "await" => self.wrapped(&kids, |inner| ExprKind::Await(Box::new(inner))),
            "list_splat" | "list_splat_pattern" => {
                self.wrapped(&kids, |inner| ExprKind::Starred(Box::new(inner)))
            }
            "parenthesized_expression" | "type" | "as_pattern_target" => {
                self.wrapped(&kids, |inner| inner.kind)
            }
            _ => ExprKind::Other(self.items(&kids)),
        }
    }

    /// The expressions among `kids`.
    pub(super) fn items(&mut self, kids: &[Kid<'_>]) -> Vec<Expr<'a>> {
        named(kids).map(|node| self.expr(node)).collect()
    }

    fn wrapped(&mut self, kids: &[Kid<'_>], wrap: fn(Expr<'a>) -> ExprKind<'a>) -> ExprKind<'a> {
        match named(kids).find(|node| !node.is_error()) {
            Some(inner) => wrap(self.expr(inner)),
            None => ExprKind::Other(Vec::new()),
        }
    }

    fn attribute(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let object = self.expr_in(kids, "object");
        let name = field(kids, "attribute").map(|name| self.source(name)).unwrap_or_default();
        ExprKind::Attribute(Box::new(object), self.mention(name))
    }

    fn member_type(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut nodes = named(kids);
        let object = nodes.next().map(|node| self.expr(node)).unwrap_or_default();
        let name = nodes.next().map(|node| self.source(node)).unwrap_or_default();
        ExprKind::Attribute(Box::new(object), self.mention(name))
    }

    fn call(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let callee = self.expr_in(kids, "function");
        let args = match field(kids, "arguments") {
            Some(node) if node.kind() == "generator_expression" => {
                vec![Arg { passing: Passing::Position, value: self.expr(node) }]
            }
            Some(node) => self.args(node),
            None => Vec::new(),
        };
        plain::made(Call { callee, args }, &self.rebound)
    }

    pub(super) fn args(&mut self, node: Node<'_>) -> Vec<Arg<'a>> {
        named(&kids(node)).map(|node| self.arg(node)).collect()
    }

    fn arg(&mut self, node: Node<'_>) -> Arg<'a> {
        let kids = kids(node);
        match node.kind() {
            "keyword_argument" => {
                let name = field(&kids, "name").map(|name| self.source(name)).unwrap_or_default();
                Arg { passing: Passing::Keyword(name), value: self.expr_in(&kids, "value") }
            }
            "list_splat" | "dictionary_splat" => {
                let rest = node.kind() == "list_splat";
                let value = named(&kids).next().map(|node| self.expr(node)).unwrap_or_default();
                Arg { passing: if rest { Passing::Rest } else { Passing::Named }, value }
            }
            _ => Arg { passing: Passing::Position, value: self.expr(node) },
        }
    }

    fn subscript(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let value = self.expr_in(kids, "value");
        let indices = kids.iter().filter(|(name, _)| *name == Some("subscript"));
        let indices = indices.map(|(_, node)| self.expr(*node)).collect();
        ExprKind::Subscript(Box::new(value), indices)
    }

    /// `List[int]` in an annotation.
    fn generic_type(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut nodes = named(kids);
        let value = nodes.next().map(|node| self.expr(node)).unwrap_or_default();
        let indices = nodes.next().map(super::kids).unwrap_or_default();
        ExprKind::Subscript(Box::new(value), self.items(&indices))
    }

    fn union_type(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut items = self.items(kids).into_iter();
        let left = items.next().unwrap_or_default();
        ExprKind::Binary("|", Box::new((left, items.next().unwrap_or_default())))
    }

    fn dictionary(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut pairs = Vec::new();
        for node in named(kids) {
            let inner = super::kids(node);
            if node.kind() == "pair" {
                let key = self.expr_in(&inner, "key");
                pairs.push((Some(key), self.expr_in(&inner, "value")));
            } else if let Some(splat) = named(&inner).next() {
                pairs.push((None, self.expr(splat)));
            }
        }
        ExprKind::Dict(pairs)
    }

    fn comprehension(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let mut key = None;
        let mut element = Expr::default();
        if let Some(body) = field(kids, "body") {
            if body.kind() == "pair" {
                let pair = super::kids(body);
                key = Some(self.expr_in(&pair, "key"));
                element = self.expr_in(&pair, "value");
            } else {
                element = self.expr(body);
            }
        }
        let mut clauses = Vec::new();
        for node in named(kids) {
            let inner = super::kids(node);
            match node.kind() {
                "for_in_clause" => clauses.push(Clause::For {
                    target: self.expr_in(&inner, "left"),
                    iterable: self.expr_in(&inner, "right"),
                }),
                "if_clause" => {
                    clauses.extend(named(&inner).next().map(|test| Clause::If(self.expr(test))));
                }
                _ => {}
            }
        }
        ExprKind::Comprehension(Box::new(Comprehension { key, element, clauses }))
    }

    fn lambda(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let params = field(kids, "parameters").map(|node| self.params(node)).unwrap_or_default();
        let body = self.expr_in(kids, "body");
        ExprKind::Lambda(Box::new(Lambda { params, body }))
    }

    fn two_sides(
        &mut self,
        kids: &[Kid<'_>],
        build: fn(&'a str, Box<(Expr<'a>, Expr<'a>)>) -> ExprKind<'a>,
    ) -> ExprKind<'a> {
        let operator = field(kids, "operator").map(|node| self.source(node)).unwrap_or_default();
        let sides = (self.expr_in(kids, "left"), self.expr_in(kids, "right"));
        build(operator, Box::new(sides))
    }

    fn comparison(&mut self, kids: &[Kid<'_>]) -> ExprKind<'a> {
        let operators: Vec<_> = kids
            .iter()
            .filter(|(name, _)| *name == Some("operators"))
            .map(|(_, node)| self.source(*node))
            .collect();
        if operators.contains(&"<>") {
            let line = kids.first().map(|(_, node)| span(*node).first);
            self.found.python_2 = self.found.python_2.or(line);
        }
        let operands = kids
            .iter()
            .filter(|(name, node)| *name != Some("operators") && node.is_named())
            .map(|(_, node)| self.expr(*node))
            .collect();
        plain::compared(operands, operators)
    }

    fn conditional(&mut self, kids: &[Kid<'_>], span: Span) -> ExprKind<'a> {
        let mut items = self.items(kids).into_iter();
        let mut next = || items.next().unwrap_or_default();
        let (then, test, otherwise) = (next(), next(), next());
        plain::chosen(Conditional { test, then, otherwise }, self.text, span)
    }
}
