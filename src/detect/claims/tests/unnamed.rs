//! Names without which a sentence cannot be true.

use super::contradicted::check;
use super::sources::repository;

const READS: &str = "
import ast
def look(text):
    return [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
";

#[test]
fn kinds_of_nodes_that_no_source_names_are_read_by_none() {
    let said = "The scanner identifies FunctionDef and ClassDef nodes of each file.";
    let also = "It identifies ClassDef nodes to verify if the design is as claimed.";
    let open = [
        "The scanner identifies Call nodes of each file.",
        "The scanner will identify FunctionDef and ClassDef nodes of each file.",
        "The peer's scanner identifies FunctionDef nodes of each file.",
        "The scanner does not identify FunctionDef nodes of each file.",
    ];
    check(&repository(&[("scan.py", READS)]), &[said, also], &open);
    for more in [
        "def visit_FunctionDef(self, node): return node",
        "KINDS = ('FunctionDef', 'Call')",
        "print(ast.dump(ast.parse('x')))",
        "import jedi",
        "import inspect",
        "QUERY = '(function_definition) @one'",
    ] {
        let source = format!("{READS}{more}\n");
        check(&repository(&[("scan.py", &source)]), &[], &[said]);
    }
    let broken = repository(&[("scan.py", READS), ("rest.py", "def (:\n")]);
    if !broken.python.unreadable.is_empty() {
        check(&broken, &[], &[said]);
    }
}

#[test]
fn functions_are_not_told_from_imports_where_no_class_of_the_tree_for_them_is_named() {
    let plain = READS.replace("ast.Call", "ast.ClassDef");
    let said = "By traversing the Abstract Syntax Tree (AST), I distinguish between a function that is merely imported and one that is implemented.";
    let open = [
        "By traversing the Abstract Syntax Tree (AST), I distinguish a class from a mere comment.",
        "By traversing the Abstract Syntax Tree (AST), I will distinguish a function that is imported from one that is called.",
    ];
    check(&repository(&[("scan.py", &plain)]), &[said], &open);
    for more in [
        "def visit_ImportFrom(self, node): return node",
        "KINDS = ('FunctionDef', 'If')",
        "print(ast.dump(ast.parse('x')))",
        "import jedi",
        "KINDS = (ast.Call,)",
    ] {
        check(&repository(&[("scan.py", &format!("{plain}{more}\n"))]), &[], &[said]);
    }
}
