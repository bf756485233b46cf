//! How many commits clones fetch.

use super::facts;

/// Checks the one clone in `text`: how many commits it fetches, and where it perhaps fetches how many.
#[track_caller]
fn check(text: &str, depth: Option<u32>, perhaps: Option<(u32, u32)>) {
    let text = format!("import subprocess, git\nfrom typing import *\n{text}");
    let clones = facts(&[("src/a.py", &text)]).clone;
    assert_eq!(clones.len(), 1, "{clones:#?}");
    let found = clones[0].perhaps.as_ref().map(|one| (one.depth, one.place.line - 2));
    assert_eq!((clones[0].depth, found), (depth, perhaps), "{text}");
}

#[test]
fn a_depth_that_may_not_be_added_is_none() {
    let with = |branch: &str| {
        format!(
            "def f(u, d, full=False):\n    c = ['git', 'clone']\n{branch}    c.extend([u, d])\n    subprocess.run(c)\nf(1, 2)\n"
        )
    };
    check(&with("    c.extend(['--depth', '1'])\n"), Some(1), None);
    check(&with("    if not full:\n        c.extend(['--depth', '1'])\n"), None, Some((1, 4)));
    check(
        &with("    if full:\n        pass\n    else:\n        c += ['--depth=1']\n"),
        None,
        Some((1, 6)),
    );
    check(
        &with("    try:\n        c += ['--depth', '5']\n    finally:\n        pass\n"),
        Some(5),
        None,
    );
    check(&with("    for one in full:\n        c += ['--depth', '1']\n"), None, Some((1, 4)));
    check(
        "def f(u, d, full):\n    c = ['git', 'clone', '--depth', '1', u, d]\n    if full:\n        c = ['git', 'clone', u, d]\n    subprocess.run(c)\n",
        None,
        Some((1, 2)),
    );
}

#[test]
fn a_depth_by_default_is_one_where_no_caller_says_otherwise() {
    let with = |rest: &str| {
        format!(
            "def f(u, d, *, depth: int = 1):\n    subprocess.run(['git', 'clone', '--depth', str(depth), u, d])\n{rest}"
        )
    };
    check(&with("f(1, 2)\nf(3, 4)\n"), Some(1), None);
    check(&with("f(1, 2, depth=1)\nf(3, 4)\n"), Some(1), None);
    check(&with("f(1, 2, depth=50)\n"), Some(50), None);
    for rest in [
        // Nobody is seen to call it, or one of several says otherwise.
        "",
        "f(1, 2)\nf(3, 4, depth=50)\n",
        "f(1, 2)\nf(3, 4, depth=LIMIT)\n",
        "f(1, 2)\nf(3, 4, **more)\n",
        "f(1, 2)\nf(*all)\n",
        // It is passed on, and whoever calls it then is not known.
        "f(1, 2)\ntool = f\n",
        "f(1, 2)\nrun_in_thread(f, 1, 2, depth=9)\n",
    ] {
        check(&with(rest), None, None);
    }
    let decorated = format!("@tool\n{}", with("f(1, 2)\n"));
    check(&decorated, None, None);
    for call in [
        "subprocess.run(['git', 'clone', f'--depth={depth}', u, d])",
        "subprocess.run(['git', 'clone', '--depth', f'{depth}', u, d])",
        "git.Repo.clone_from(u, d, depth=depth)",
    ] {
        check(&format!("def f(u, d, depth=1):\n    {call}\nf(1, 2)\n"), Some(1), None);
        check(&format!("def f(u, d, depth=1):\n    {call}\nf(1, 2, 7)\n"), Some(7), None);
        check(&format!("def f(u, d, depth=None):\n    {call}\nf(1, 2)\n"), None, None);
    }
}
