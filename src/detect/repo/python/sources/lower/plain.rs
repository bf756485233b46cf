//! One form for what can be written in several: later stages know the plain one alone.

use super::returned::given;
use crate::detect::repo::python::syntax::{
    Arg, Body, Call, Conditional, Expr, ExprKind, Function, Passing, Span, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// `not spread > 2` as `spread <= 2`: of one operator, whose opposite Python has.
pub(super) fn negated(value: Expr<'_>) -> ExprKind<'_> {
    const OPPOSITES: &[(&str, &str)] = &[
        (">", "<="),
        (">=", "<"),
        ("<", ">="),
        ("<=", ">"),
        ("==", "!="),
        ("!=", "=="),
        ("in", "not in"),
        ("not in", "in"),
        ("is", "is not"),
        ("is not", "is"),
    ];
    let opposite = |operators: &[&str]| match operators {
        [one] => OPPOSITES.iter().find(|(known, _)| known == one).map(|(_, other)| *other),
        _ => None,
    };
    match value.kind {
        ExprKind::Compare(sides, operators) => match opposite(&operators) {
            Some(opposite) => ExprKind::Compare(sides, vec![opposite]),
            None => not(ExprKind::Compare(sides, operators), value.span),
        },
        kind => not(kind, value.span),
    }
}

fn not(kind: ExprKind<'_>, span: Span) -> ExprKind<'_> {
    ExprKind::Not(Box::new(Expr { kind, span }))
}

/// `2 < spread` as `spread > 2`: a number stands behind what it is held against.
pub(in super::super) fn compared<'a>(
    mut sides: Vec<Expr<'a>>,
    operators: Vec<&'a str>,
) -> ExprKind<'a> {
    let turned = match operators.as_slice() {
        ["<"] => Some(">"),
        ["<="] => Some(">="),
        [">"] => Some("<"),
        [">="] => Some("<="),
        _ => None,
    };
    let is_number = |side: &Expr<'_>| matches!(side.kind, ExprKind::Literal(_));
    match (sides.as_slice(), turned) {
        ([number, other], Some(turned)) if is_number(number) && !is_number(other) => {
            sides.reverse();
            ExprKind::Compare(sides, vec![turned])
        }
        _ => ExprKind::Compare(sides, operators),
    }
}

/// `score if score < 3 else 3` as `min(score, 3)`, and `score if score > 1 else 1` as `max(score, 1)`.
pub(super) fn chosen<'a>(choice: Conditional<'a>, text: &'a str, span: Span) -> ExprKind<'a> {
    let written = |value: &Expr<'_>| text.get(value.span.start..value.span.end).unwrap_or_default();
    let of_sides = |left: &Expr<'_>, right: &Expr<'_>| {
        let is_left = written(&choice.then) == written(left);
        let (same, other) = if is_left { (left, right) } else { (right, left) };
        let are_they = written(&choice.then) == written(same)
            && written(&choice.otherwise) == written(other)
            && written(left) != written(right)
            && [left, right].into_iter().all(is_simple);
        are_they.then_some(is_left)
    };
    let takes = match &choice.test.kind {
        ExprKind::Compare(sides, operators) => match (sides.as_slice(), operators.as_slice()) {
            ([left, right], ["<" | "<="]) => of_sides(left, right).map(|left| (left, "min", "max")),
            ([left, right], [">" | ">="]) => of_sides(left, right).map(|left| (left, "max", "min")),
            _ => None,
        },
        _ => None,
    };
    let Some((is_left, of_left, of_right)) = takes else {
        return ExprKind::Conditional(Box::new(choice));
    };
    let callee = Expr {
        kind: ExprKind::Name(if is_left { of_left } else { of_right }),
        span: Span { end: span.start, last: span.first, ..span },
    };
    let args = [choice.then, choice.otherwise]
        .into_iter()
        .map(|value| Arg { passing: Passing::Position, value })
        .collect();
    ExprKind::Call(Box::new(Call { callee, args }))
}

/// `dict(errors=[])` as `{"errors": []}`.
pub(super) fn made<'a>(call: Call<'a>, rebound: &[&str]) -> ExprKind<'a> {
    let is_told = |(index, arg): (usize, &Arg<'_>)| match arg.passing {
        Passing::Position => index == 0 && matches!(arg.value.kind, ExprKind::Dict(_)),
        Passing::Keyword(_) | Passing::Named => true,
        Passing::Rest => false,
    };
    let is_it = call.callee.is_name("dict") && !rebound.contains(&"dict");
    if is_it && call.args.iter().enumerate().all(is_told) {
        ExprKind::Dict(given(call.args))
    } else {
        ExprKind::Call(Box::new(call))
    }
}

/// Whether a text may give a name of Python's own something else to stand for: as a definition, a parameter, an import
/// or a variable.
pub(super) fn rebinds(text: &str, name: &str) -> bool {
    let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).any(|(start, _)| {
        let line_start = text[..start].rfind('\n').map_or(0, |end| end + 1);
        let (before, after) = (&text[line_start..start], &text[start + name.len()..]);
        if before.ends_with(|letter| is_of_name(letter) || letter == '.')
            || after.starts_with(is_of_name)
        {
            return false;
        }
        let (before, after) = (before.trim(), after.trim_start());
        let binds = ["def", "class", "as", "import", "for", "global", "nonlocal", "lambda"];
        let last = before.rsplit(|letter: char| !is_of_name(letter)).next().unwrap_or_default();
        let is_set = after.starts_with('=') && !after.starts_with("==") && !before.contains('(');
        let heads = ["def ", "async def ", "import ", "from "];
        let is_listed = heads.iter().any(|head| before.starts_with(head))
            && before.ends_with(['(', ',', '*'])
            || before.contains("lambda") && after.starts_with([',', ':', '=']);
        binds.contains(&last) || is_set || is_listed || before.is_empty() && after.starts_with(':')
    })
}

/// Whether to read a value twice is to read it once: a variable, an attribute, a number.
fn is_simple(value: &Expr<'_>) -> bool {
    match &value.kind {
        ExprKind::Name(_) | ExprKind::Literal(_) => true,
        ExprKind::Attribute(object, _) => is_simple(object),
        _ => false,
    }
}

/// `names += [one]` as `names.append(one)` in a function that has made the list itself, or is given it.
pub(super) fn appends<'a>(mut function: Function<'a>, text: &'a str) -> Function<'a> {
    let mut bound: BTreeSet<&str> = function.params.iter().map(|param| param.name).collect();
    let mut adds = false;
    Stmt::each_own(&function.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value: Some(_), .. } => {
            bound.extend(targets.iter().filter_map(Expr::name));
        }
        StmtKind::Augment { value, .. } => adds |= matches!(value.kind, ExprKind::List(_)),
        _ => {}
    });
    if adds {
        each_block(&mut function.body, &mut |stmt| {
            let kind = std::mem::replace(&mut stmt.kind, StmtKind::Continue);
            stmt.kind = match kind {
                StmtKind::Augment { target, value } if is_added(&target, &value, &bound, text) => {
                    appended(target, value, stmt.span)
                }
                kind => kind,
            };
        });
    }
    function
}

/// Whether a list of one item is added to a variable that is bound.
fn is_added(target: &Expr<'_>, value: &Expr<'_>, bound: &BTreeSet<&str>, text: &str) -> bool {
    let between = text.get(target.span.end..value.span.start).unwrap_or_default();
    let ExprKind::Name(name) = target.kind else { return false };
    let is_one = matches!(&value.kind, ExprKind::List(items)
        if matches!(items.as_slice(), [one] if !matches!(one.kind, ExprKind::Starred(_))));
    between.trim() == "+=" && is_one && bound.contains(name)
}

fn appended<'a>(target: Expr<'a>, value: Expr<'a>, span: Span) -> StmtKind<'a> {
    let ExprKind::List(items) = value.kind else { return StmtKind::Augment { target, value } };
    let named = target.span;
    let callee = Expr { kind: ExprKind::Attribute(Box::new(target), "append"), span: named };
    let args = items.into_iter().map(|value| Arg { passing: Passing::Position, value }).collect();
    StmtKind::Expr(Expr { kind: ExprKind::Call(Box::new(Call { callee, args })), span })
}

/// Changes every statement of a function that is its own.
fn each_block<'a>(body: &mut Body<'a>, change: &mut dyn FnMut(&mut Stmt<'a>)) {
    for stmt in body {
        change(stmt);
        if !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)) {
            stmt.blocks_mut().into_iter().for_each(|block| each_block(block, change));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{GRAMMAR, module};

    /// How a function's body is read, without the places.
    fn read(body: &str) -> String {
        let text = format!("def f(score, names):\n    {body}\n");
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&GRAMMAR).expect("the grammar fits the parser");
        let tree = parser.parse(&text, None).expect("a short text is parsed");
        let shown = format!("{:?}", module(tree.root_node(), &text, 200).body);
        let mut parts = shown.split("span: Span {");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |read, part| read + part.split_once('}').map_or(part, |(_, rest)| rest))
    }

    #[track_caller]
    fn same(written: &str, plain: &str) {
        assert_eq!(read(written), read(plain), "{written}");
    }

    #[track_caller]
    fn other(written: &str, plain: &str) {
        assert_ne!(read(written), read(plain), "{written}");
    }

    #[test]
    fn what_is_negated_is_the_opposite_comparison() {
        same("return not spread > 2", "return spread <= 2");
        same("return not (spread in names)", "return spread not in names");
        same("return not score is None", "return score is not None");
        other("return not 1 < score < 5", "return 1 >= score >= 5");
        other("return not score", "return score");
    }

    #[test]
    fn a_number_stands_behind_what_it_is_held_against() {
        same("return 2 < spread", "return spread > 2");
        same("return not 2 < spread", "return spread <= 2");
        other("return score < spread", "return spread > score");
    }

    #[test]
    fn the_lesser_and_the_greater_of_two_are_chosen() {
        same("return score if score < 3 else 3", "return min(score, 3)");
        same("return 3 if score > 3 else score", "return min(3, score)");
        same("return score if score > cap else cap", "return max(score, cap)");
        same("return cap if score <= cap else score", "return max(cap, score)");
        other("return 3 if score < 3 else score + 1", "return max(3, score + 1)");
        other("return f() if f() < 3 else 3", "return min(f(), 3)");
    }

    #[test]
    fn a_list_of_one_is_appended_where_the_list_is_the_functions_own() {
        same("names += [score]", "names.append(score)");
        same("own = []\n    own += [score]", "own = []\n    own.append(score)");
        same("if score:\n        names += [1]", "if score:\n        names.append(1)");
        other("elsewhere += [score]", "elsewhere.append(score)");
        other("names += [1, 2]", "names.append(1, 2)");
        other("names += [*score]", "names.append(*score)");
        other("names -= [score]", "names.append(score)");
    }

    #[test]
    fn a_dictionary_that_is_called_for_is_spelled_out() {
        same("return dict(errors=[], score=3)", "return {'errors': [], 'score': 3}");
        same("return dict({'errors': []}, **names)", "return {'errors': [], **names}");
        same("return dict()", "return {}");
        other("return dict(names)", "return {**names}");
        other("return dict(names, score=3)", "return {**names, 'score': 3}");
        other("dict = f\n    return dict(score=3)", "dict = f\n    return {'score': 3}");
        other("return (lambda dict: dict(score=3))", "return (lambda dict: {'score': 3})");
    }

    #[test]
    fn what_is_put_together_and_returned_is_spelled_out_where_it_is() {
        same("out = {'a': score}\n    return out", "return {'a': score}");
        same("out: dict = {}\n    out['a'] = score\n    return out", "return {'a': score}");
        same(
            "out = dict(a=1)\n    out.update({'b': 2}, c=3)\n    return out",
            "return {'a': 1, 'b': 2, 'c': 3}",
        );
        same("if score:\n        out = {}\n        return out", "if score:\n        return {}");
        same("result = sum(names)\n    return result", "return sum(names)");
        other("total = sum(names)\n    return total", "return sum(names)");
        same(
            "with names:\n        out = {**names}\n        return out",
            "with names:\n        return {**names}",
        );
        for kept in [
            "out = {'a': 1}\n    out['b'] = len(out)\n    return out",
            "out = {'a': 1}\n    score(out)\n    return out",
            "global out\n    out = {}\n    return out",
            "def g():\n        return out\n    out = {}\n    return out",
            "try:\n        out = {}\n        return out\n    finally:\n        score(out)",
            "names.hook = lambda: out\n    out = {}\n    return out",
            "out, rest = {}, 1\n    return out",
            "out: Report = score\n    return out",
            "try:\n        out = {}\n        return out\n    except KeyError:\n        return out",
            "out = {'a': 1}\n    out.update(names)\n    return out",
        ] {
            assert!(read(kept).contains("Name(\"out\")"), "{kept}");
        }
    }
}
