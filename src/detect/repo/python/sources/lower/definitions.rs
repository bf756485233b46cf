//! Functions, classes, parameters and imports.

use super::plain::appends;
use super::returned::spelled_out;
use super::{Kid, Lowering, field, kids, named, span};
use crate::detect::repo::python::syntax::{
    Class, Expr, Function, Import, Param, Span, StmtKind, Taking,
};
use tree_sitter::Node;

impl<'a> Lowering<'a> {
    pub(super) fn function(
        &mut self,
        kids: &[Kid<'_>],
        span: Span,
        decorators: Vec<Expr<'a>>,
    ) -> StmtKind<'a> {
        let name = field(kids, "name").map(|name| self.source(name)).unwrap_or_default();
        let id = self.next_id();
        let params = field(kids, "parameters").map(|node| self.params(node)).unwrap_or_default();
        let returns = field(kids, "return_type").map(|returns| self.expr(returns));
        let body = field(kids, "body").map(|body| self.block(body)).unwrap_or_default();
        let function = Function { id, name, params, returns, decorators, body, span };
        StmtKind::Function(Box::new(spelled_out(appends(function, self.text))))
    }

    pub(super) fn class(
        &mut self,
        kids: &[Kid<'_>],
        span: Span,
        decorators: Vec<Expr<'a>>,
    ) -> StmtKind<'a> {
        let name = field(kids, "name").map(|name| self.source(name)).unwrap_or_default();
        let id = self.next_id();
        let bases = field(kids, "superclasses").map(|node| self.args(node)).unwrap_or_default();
        let body = field(kids, "body").map(|body| self.block(body)).unwrap_or_default();
        StmtKind::Class(Box::new(Class { id, name, bases, decorators, body, span }))
    }

    /// A definition with its decorators; its span begins with the definition itself, as Python counts its lines.
    pub(super) fn decorated(&mut self, kids: &[Kid<'_>]) -> Option<StmtKind<'a>> {
        let mut decorators = Vec::new();
        for decorator in named(kids).filter(|node| node.kind() == "decorator") {
            decorators.extend(named(&super::kids(decorator)).map(|node| self.expr(node)));
        }
        let definition = field(kids, "definition")?;
        let inner = super::kids(definition);
        Some(match definition.kind() {
            "class_definition" => self.class(&inner, span(definition), decorators),
            _ => self.function(&inner, span(definition), decorators),
        })
    }

    pub(super) fn params(&mut self, node: Node<'_>) -> Vec<Param<'a>> {
        named(&kids(node)).filter_map(|param| self.param(param)).collect()
    }

    fn param(&mut self, node: Node<'_>) -> Option<Param<'a>> {
        let kids = kids(node);
        let annotation = field(&kids, "type").map(|kind| self.expr(kind));
        let (pattern, taking) = match node.kind() {
            "identifier" => (node, Taking::One),
            "list_splat_pattern" => (named(&kids).next()?, Taking::Rest),
            "dictionary_splat_pattern" => (named(&kids).next()?, Taking::Named),
            "typed_parameter" => {
                let inner = named(&kids).next()?;
                match inner.kind() {
                    "list_splat_pattern" => (inner.named_child(0)?, Taking::Rest),
                    "dictionary_splat_pattern" => (inner.named_child(0)?, Taking::Named),
                    _ => (inner, Taking::One),
                }
            }
            "default_parameter" | "typed_default_parameter" => (field(&kids, "name")?, Taking::One),
            _ => return None,
        };
        let default = field(&kids, "value").map(|value| self.expr(value));
        Some(Param { name: self.source(pattern), taking, annotation, default })
    }

    pub(super) fn imports(&mut self, node: Node<'_>, kids: &[Kid<'_>]) -> Vec<Import<'a>> {
        let from = match node.kind() {
            "import_from_statement" => field(kids, "module_name").map(|name| self.source(name)),
            "future_import_statement" => Some("__future__"),
            _ => None,
        };
        let names = kids
            .iter()
            .filter(|(name, node)| *name == Some("name") || node.kind() == "wildcard_import");
        names.filter_map(|(_, name)| self.import(*name, from)).collect()
    }

    fn import(&mut self, node: Node<'_>, from: Option<&'a str>) -> Option<Import<'a>> {
        let kids = kids(node);
        let (name, alias) = match node.kind() {
            "aliased_import" => {
                let alias = field(&kids, "alias").map(|alias| self.source(alias));
                (self.source(field(&kids, "name")?), alias)
            }
            _ => (self.source(node), None),
        };
        let Some(from) = from else {
            return Some(Import { level: 0, module: name, name: None, alias });
        };
        self.mention(name);
        let module = from.trim_start_matches(['.', ' ']);
        let level = from[..from.len() - module.len()].matches('.').count();
        Some(Import { level, module, name: Some(name), alias })
    }
}
