//! Parsers that only write down the form of a reply, and are given none to read.

use crate::detect::repo::python::repository::Repository;
use crate::detect::repo::python::running::sites::Site;
use crate::detect::repo::python::syntax::{Expr, ExprKind, Stmt, StmtKind};

/// The method that writes the form down.
const DESCRIBES: &str = "get_format_instructions";

/// Whether of the parser that is made at `site` nothing is taken but the description of the form, wherever it goes.
pub(in super::super) fn describes_alone(repository: &Repository<'_>, site: &Site<'_>) -> bool {
    let is_made = |value: &Expr<'_>| value.span == site.expr.span;
    let describes = |value: &Expr<'_>, is_it: &dyn Fn(&Expr<'_>) -> bool| matches!(&value.kind, ExprKind::Attribute(object, DESCRIBES) if is_it(object));
    let at_once = |value: &&Expr<'_>| value.any(&|part| describes(part, &is_made));
    if site.stmt.expressions().iter().any(at_once) {
        return true;
    }
    let StmtKind::Assign { targets, value: Some(value), .. } = &site.stmt.kind else {
        return false;
    };
    let name = match targets.as_slice() {
        [Expr { kind: ExprKind::Name(name) | ExprKind::Attribute(_, name), .. }] => *name,
        _ => return false,
    };
    if !is_made(value) {
        return false;
    }
    let is_it = |value: &Expr<'_>| value.last_name() == Some(name);
    // How often it is named, given something, and used for its description, and whether it may have another name.
    let (mut used, mut given, mut told, mut renamed) = (0_usize, 0_usize, 0_usize, false);
    for module in repository.modules.iter().filter(|one| one.syntax.mentions.contains_key(name)) {
        renamed |= module.text.contains(&format!("{name} as "));
        Stmt::each(&module.syntax.body, &mut |stmt| {
            if let StmtKind::Assign { targets, .. } = &stmt.kind {
                given += targets.iter().filter(|target| is_it(target)).count();
            }
            stmt.walk(&mut |part| {
                used += usize::from(is_it(part));
                told += usize::from(describes(part, &is_it));
            });
        });
    }
    told > 0 && used == told + given && !renamed
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks how many bindings stand in `text`.
    #[track_caller]
    fn check(text: &str, expected: usize) {
        let head = "from pydantic import BaseModel\nfrom langchain_core.output_parsers import JsonOutputParser, PydanticOutputParser\n\
                    class A(BaseModel): pass\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        assert_eq!(found.len(), expected, "{text} {found:#?}");
    }

    #[test]
    fn a_parser_that_reads_nothing_binds_nothing() {
        let form = "get_format_instructions()";
        let made = "JsonOutputParser(pydantic_object=A)";
        check(&format!("def f():\n    return llm.invoke({made}.{form})\n"), 0);
        let kept = format!("def f():\n    way = {made}\n    text = way.{form}\n");
        check(&format!("{kept}    return llm.invoke(text)\n"), 0);
        check(&format!("{kept}    return way.parse(llm.invoke(text))\n"), 1);
        check(&format!("{kept}    return prompt | llm | way\n"), 1);
        check(&format!("{kept}    return A(**llm.invoke(text))\n"), 1);
        check(&format!("def f():\n    return prompt | llm | {made}\n"), 1);
    }
}
