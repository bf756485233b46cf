//! Which uses of a variable may see what one of its assignments gave it.

use crate::detect::repo::python::syntax::{Body, Expr, Function, Span, Stmt, StmtKind};

/// Blocks within blocks that are gone into.
const DEPTH: usize = 64;

/// The blocks around something, outermost first, each with the statement that it stands in.
type Path<'r> = Vec<(&'r [Stmt<'r>], usize)>;

/// Whether `name` may still hold where it is used what the statement at `given` put into it. Nothing is said of what runs
/// more than once, or later.
pub(in super::super) fn sees<'r>(
    function: &'r Function<'r>,
    name: &str,
    given: Span,
    used: Span,
) -> bool {
    let (from, to) = (path(&function.body, given), path(&function.body, used));
    let mut apart = 0;
    while let (Some(one), Some(other)) = (from.get(apart), to.get(apart)) {
        if !std::ptr::eq(one.0, other.0) || one.1 != other.1 {
            break;
        }
        apart += 1;
    }
    let stmt = |(block, at): &(&'r [Stmt<'r>], usize)| &block[*at];
    let runs_again =
        |stmt: &Stmt<'_>| matches!(stmt.kind, StmtKind::For { .. } | StmtKind::While { .. });
    let is_put_off =
        |stmt: &Stmt<'_>| matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_));
    let around = &from[..apart];
    if around.iter().map(stmt).any(runs_again)
        || from.iter().chain(&to).map(stmt).any(is_put_off)
        || from.is_empty()
        || to.is_empty()
    {
        return true;
    }
    let (Some((block, first)), Some((other, last))) = (from.get(apart), to.get(apart)) else {
        // It is used where it is given.
        return false;
    };
    if !std::ptr::eq(*block, *other) {
        // Of the branches of a condition one runs.
        return !matches!(
            around.last().map(|one| &stmt(one).kind),
            Some(StmtKind::If { .. } | StmtKind::Match { .. })
        );
    }
    let inner = from[apart + 1..].iter().flat_map(|(block, at)| &block[at + 1..]);
    let outer = to[apart + 1..].iter().flat_map(|(block, at)| &block[..*at]);
    let between = block.get(first + 1..*last).unwrap_or_default();
    first < last && !inner.chain(between).chain(outer).any(|stmt| binds_anew(stmt, name))
}

fn path<'r>(body: &'r Body<'r>, span: Span) -> Path<'r> {
    let (mut path, mut block): (Path<'r>, Option<&'r [Stmt<'r>]>) = (Vec::new(), Some(body));
    while let Some(here) = block.filter(|_| path.len() < DEPTH) {
        let Some(at) = here.iter().position(|stmt| stmt.span.holds(span)) else { break };
        path.push((here, at));
        let holds = |inner: &&'r Body<'r>| inner.iter().any(|stmt| stmt.span.holds(span));
        block = here[at].blocks().into_iter().find(holds).map(|inner| &**inner);
    }
    path
}

/// Whether a statement gives a variable something that is not made of what it held.
fn binds_anew(stmt: &Stmt<'_>, name: &str) -> bool {
    let is_it = |value: &Expr<'_>| value.is_name(name);
    match &stmt.kind {
        StmtKind::Assign { targets, value: Some(value), .. } => {
            targets.iter().any(is_it) && !value.any(&is_it)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::detect::repo::python::tests::facts;

    /// Checks at which lines of `text` the models are asked, by the schemas that they are bound to.
    #[track_caller]
    fn check(text: &str, expected: &[(&str, &[u32])]) {
        let head =
            "from pydantic import BaseModel\nclass A(BaseModel): pass\nclass B(BaseModel): pass\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        let asked = |schema: &str| -> Vec<u32> {
            let ours = found.iter().filter(|fact| fact.schema.as_deref() == Some(schema));
            ours.flat_map(|fact| fact.asked.iter().map(|place| place.line - 3)).collect()
        };
        for (schema, lines) in expected {
            assert_eq!(asked(schema), *lines, "{schema} in {text}");
        }
    }

    #[test]
    fn a_variable_that_is_bound_anew_asks_no_more_what_it_held() {
        check(
            "def f(llm):\n    m = llm.with_structured_output(A)\n    m.invoke(1)\n    m = llm.with_structured_output(B)\n    m.invoke(2)\n",
            &[("A", &[3]), ("B", &[5])],
        );
        check(
            "def f(llm, x):\n    if x:\n        m = llm.with_structured_output(A)\n        m.invoke(1)\n    else:\n        m = llm\n        m.invoke(2)\n",
            &[("A", &[4])],
        );
        // Where it may still hold it, that is told.
        check(
            "def f(llm, x):\n    m = llm.with_structured_output(A)\n    if x:\n        m = llm.with_structured_output(B)\n    m.invoke(1)\n",
            &[("A", &[5]), ("B", &[5])],
        );
        check(
            "def f(llm, x):\n    try:\n        m = llm.with_structured_output(A)\n    except ValueError:\n        m = llm\n    m.invoke(1)\n",
            &[("A", &[6])],
        );
        check(
            "def f(llm, xs):\n    m = llm\n    for x in xs:\n        m.invoke(x)\n        m = llm.with_structured_output(A)\n",
            &[("A", &[4])],
        );
        check(
            "def f(llm):\n    m = llm.with_structured_output(A)\n    m = m.with_retry()\n    return m.invoke(1)\n",
            &[("A", &[4])],
        );
    }

    #[test]
    fn what_one_call_brings_into_a_function_comes_back_to_that_call() {
        let wrap = "def wrap(model):\n    chain = prompt | model\n    return chain\n";
        let calls = "def plain(llm):\n    return wrap(llm).invoke(1)\ndef bound(llm):\n    m = wrap(llm.with_structured_output(A))\n    return m.invoke(2)\n";
        check(&format!("{wrap}{calls}"), &[("A", &[8])]);
    }

    #[test]
    fn the_question_is_told_and_not_where_its_reply_is_built() {
        check(
            "from langchain_core.output_parsers import JsonOutputParser\nchain = prompt | llm | JsonOutputParser()\ndef f():\n    reply = chain.invoke(1)\n    reply = A(**reply)\n    return reply\n",
            &[("A", &[])],
        );
    }
}
