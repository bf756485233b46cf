use super::refuted;
use crate::detect::repo::python::sources::parse;
use crate::detect::repo::python::syntax::StmtKind;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

/// The lines, counted within the body, of the branches that no run comes to.
fn lines(body: &str) -> Vec<usize> {
    let text = format!("def decide(found, items, op, other):\n{body}");
    let (path, blob) = ("a.py".into(), "b".into());
    let source = Source { path, blob, bytes: text.clone().into_bytes() };
    let decoded = parse::decode(&source).expect("is text");
    let (module, _) = parse::parse(&mut parse::parser(), &decoded, &Limits::default());
    let module = module.expect("is Python");
    let StmtKind::Function(function) = &module.syntax.body[0].kind else { panic!("{text}") };
    let starts = refuted(function, module.text);
    starts.into_iter().map(|start| text[..start].matches('\n').count()).collect()
}

#[track_caller]
fn check(body: &str, expected: &[usize]) {
    assert_eq!(lines(body), expected, "{body}");
}

#[test]
fn a_branch_behind_one_that_leaves_for_the_same_is_come_to_by_no_run() {
    check(
        "    if not found and items:\n        return 1\n    if items and not found:\n        return 2\n",
        &[3],
    );
    check(
        "    if not found:\n        return 1\n    if not found and items:\n        return 2\n",
        &[3],
    );
    check(
        "    if op.score is None:\n        return 1\n    elif op.score is not None:\n        return 2\n    elif items:\n        return 3\n",
        &[5],
    );
    check(
        "    for op in items:\n        if not op.found:\n            continue\n        if not op.found:\n            return 2\n",
        &[4],
    );
    check("    if found:\n        if not found:\n            return 1\n", &[2]);
    // One asks more, another leaves only in part, and what is asked may be another by then.
    for body in [
        "    if not found and items:\n        return 1\n    if not found:\n        return 2\n",
        "    if not found:\n        other = 1\n    if not found:\n        return 2\n",
        "    if not found:\n        if items:\n            return 1\n    if not found:\n        return 2\n",
        "    if not found:\n        return 1\n    found = items\n    if not found:\n        return 2\n",
        "    if not items:\n        return 1\n    items.pop()\n    if not items:\n        return 2\n",
        "    if not items:\n        return 1\n    drop(items)\n    if not items:\n        return 2\n",
        "    if not op.found:\n        return 1\n    op.found = other\n    if not op.found:\n        return 2\n",
        "    if not op.found():\n        return 1\n    if not op.found():\n        return 2\n",
        "    if not CACHE:\n        return 1\n    fill()\n    if not CACHE:\n        return 2\n",
        "    for op in items:\n        if op.found:\n            break\n    if op.found:\n        return 2\n",
        "    while other:\n        if found:\n            return 1\n        found = other.take()\n    if found:\n        return 2\n",
        "    try:\n        if not found:\n            raise ValueError\n    except ValueError:\n        if not found:\n            return 1\n",
        "    if items == 'a':\n        return 1\n    if items == 'b':\n        return 2\n",
    ] {
        check(body, &[]);
    }
}

#[test]
fn flags_that_are_only_set_together_are_one_anothers_opposite() {
    let with = |set: &str| {
        format!(
            "    any_found = False\n    none_found = True\n    for one in items:\n        if one.found:\n{set}    if not any_found and other:\n        return 1\n    if none_found and other:\n        return 2\n"
        )
    };
    check(&with("            any_found = True\n            none_found = False\n"), &[9]);
    check(&with("            any_found = True\n"), &[]);
    check(
        &with(
            "            any_found = True\n            print(one)\n            none_found = one.bad\n",
        ),
        &[],
    );
    // A flag that is never set to anything else.
    check("    failed = False\n    if failed:\n        return 1\n", &[2]);
    check(
        "    failed = False\n    def fail():\n        nonlocal failed\n        failed = True\n    if failed:\n        return 1\n",
        &[],
    );
    check("    failed = False\n    failed = other\n    if failed:\n        return 1\n", &[]);
}

#[test]
fn a_branch_that_asks_for_what_one_before_it_set_right_is_come_to_by_no_run() {
    let twice = |set: &str, between: &str| {
        format!(
            "    if items and not op.cited:\n        pick = items[0]\n        {set}\n{between}    if items and not op.cited:\n        return 1\n"
        )
    };
    check(&twice("op.cited = [pick]", ""), &[4]);
    check(&twice("op.cited = [pick]", "    other = len(op.cited)\n"), &[5]);
    check(&twice("op.cited = [pick]\n        op.text = op.text + pick", ""), &[5]);
    check(&twice("op.cited = [pick]\n        op = other", ""), &[]);
    check(&twice("op.cited = [pick]\n        op.cited.pop()", ""), &[]);
    check(&twice("op.cited = []", ""), &[]);
    check(&twice("op.cited = [*other]", ""), &[]);
    check(&twice("op.cited = pick", ""), &[]);
    check(&twice("op.name = [pick]", ""), &[]);
    check(&twice("op.cited = [pick]", "    other.keep(op)\n"), &[]);
    check(&twice("op.cited = [pick]", "    op.cited = other\n"), &[]);
}
