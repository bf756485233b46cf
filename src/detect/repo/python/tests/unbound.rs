//! Names that are used and bound nowhere.

use super::facts;

/// The unbound names of a file, as `name@line`.
#[track_caller]
fn check(text: &str, expected: &str) {
    let found = facts(&[("src/a.py", text)]).unbound_names;
    let told: Vec<String> =
        found.iter().map(|one| format!("{}@{}", one.name, one.place.line)).collect();
    assert_eq!(told.join(" "), expected, "{text}");
}

#[test]
fn names_that_nothing_binds_are_found_where_they_are_first_used() {
    check(
        "import git\ndef clone(u, t):\n    Repo.clone_from(u, t)\n    return Repo(t)\n",
        "Repo@3",
    );
    check("def f():\n    for one in x:\n        print(one)\n", "x@2");
    check("def f():\n    def g():\n        root = 1\n    return root\n", "root@4");
    check("class A:\n    limit = 3\n    def f(self):\n        return limit\n", "limit@4");
    check("text = f'{lost}'\n", "lost@1");
    // What makes or lists a folder gives no names.
    check("def f(p):\n    p.mkdir()\n    os.listdir(p)\n    return lost\nimport os\n", "lost@4");
    check("def f(p):\n    return dir(), lost\n", "");
}

#[test]
fn names_in_annotations_are_found_where_python_reads_these_as_it_comes_to_them() {
    check("active: Dict[str, int] = {}\n", "Dict@1");
    check("def f(a: Optional[str]) -> List[int]:\n    return []\n", "List@1 Optional@1");
    check(
        "class A:\n    x: Tuple[int] = ()\n    def f(self, b: Lost = None): ...\n",
        "Tuple@2 Lost@3",
    );
    let found = facts(&[("src/a.py", "x: Dict = {}\n")]).unbound_names;
    assert_eq!(
        found[0].told(),
        "`src/a.py:1` uses `Dict` in an annotation, which is neither defined nor imported there, so that the line fails when it runs, with Python before 3.14"
    );
    for text in [
        "from __future__ import annotations\nx: Dict[str, int] = {}\n",
        // Nothing reads the annotation of a function's own variable, nor one that is a text.
        "def f():\n    x: Dict[str, int] = {}\n    return x\n",
        "def f(a: 'Lost') -> 'Optional[str]': ...\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from a import Lost\nx: Lost = 1\n",
        "from typing import *\nx: Dict = {}\n",
        "def f(a: Later): ...\nclass Later: ...\n",
        "class A:\n    class B: ...\n    x: B\n    def f(self, b: B): ...\n",
    ] {
        check(text, "");
    }
}

#[test]
fn names_that_are_bound_too_late_are_found() {
    check("def f(s):\n    return [a for a in s if a == j for j in 'xy']\n", "j@2");
    check("def f(s):\n    print(total)\n    total = 1\n    return total\n", "total@2");
    check("n = 0\ndef f():\n    n += 1\n    return n\n", "n@3");
    check("def f(s):\n    for one in s:\n        total += one\n", "total@3");
    check("def f(s):\n    if s:\n        return 1\n        x = 2\n    return x\n", "x@5");
    let text =
        "def f():\n    return 1\n    GUIDE = 'x'\ndef g():\n    a = GUIDE\n    return GUIDE\n";
    let found = facts(&[("src/a.py", text)]).unbound_names;
    assert_eq!(
        found[0].told(),
        "`src/a.py:5` and `src/a.py:6` use `GUIDE`, which is bound only at `src/a.py:3` within `f`, which is never reached, so that these lines fail when they run"
    );
    assert_eq!(found[0].wanted(), "`GUIDE` (move its binding at `src/a.py:3` out of `f`)");
    for text in [
        "def f(s):\n    for one in s:\n        if one > 1:\n            print(last)\n        last = one\n",
        "def f(s):\n    while s:\n        if s > 1:\n            s = last\n        last = 2\n",
        "def f(s):\n    later = lambda: x\n    x = 1\n    return later()\n",
        "def f(s):\n    some = (x for _ in s)\n    x = 1\n    return list(some)\n",
        "def f(s):\n    def g():\n        return x\n    x = 1\n    return g()\n",
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\n",
        "def f(s):\n    return [k for k in s for v in k if v]\n",
        "def f(s):\n    try:\n        x = g(s)\n    except ValueError:\n        x = None\n    return x\ng = len\n",
        "def f(s):\n    import json as j\n    for x, (y, z) in s:\n        print(x, y, z, j)\n",
        "def f(s):\n    return 1\n    lost()\n",
        "def f(x):\n    x = x + 1\n    return x\n",
        "def f(s):\n    del s\n    s = 1\n    return s\n",
        "class A:\n    x = x if False else 1\nx = 2\n",
    ] {
        check(text, "");
    }
}

#[test]
fn whatever_may_bind_a_name_binds_it() {
    for text in [
        "def f(a, *rest, b=1, **more):\n    return a, rest, b, more, later\nlater = 1\n",
        "def f(s):\n    with open(s) as (x, y), open(s) as z:\n        return x, y, z\n",
        "def f(s):\n    with (\n        open(s) as x\n    ):\n        return x\n",
        "def f(s):\n    return [k + v for k, v in s if (n := k) and n], {a: b for a, b in s}, n\n",
        "def f(s):\n    return sorted(s, key=lambda one, *two: one or two)\n",
        "def f(s):\n    match s:\n        case {'a': x, **rest} if x:\n            return x, rest\n        case [y, *z] | (y, z):\n            return y, z\n",
        "def f():\n    global made\n    made = 1\ndef g():\n    return made\n",
        "try:\n    import yaml\nexcept ImportError as e:\n    yaml = None\n    print(e)\ndef f():\n    return yaml\n",
        "from tools import *\ndef f():\n    return whatever\n",
        "def f():\n    return globals()['x'], x\n",
        "def f():\n    try:\n        return unicode\n    except NameError:\n        return str\n",
        "def f():\n    return __file__, _('text'), __name__, ValueError, aiter, WindowsError\n",
        "async def f(s):\n    async for one in s:\n        async with one as two:\n            yield two\n",
        "def f(x):\n    y: Nothing\n    return x\n",
        "def f(s):\n    (a, [b, *c]), d = s\n    a.x, b[0] = c, d\n    del a\n",
        "def h():\n    global one; one = 2\ndef g():\n    return one\n",
        "def h():\n    global a, \\\n        b\n    a = b = 1\ndef g():\n    return a, b\n",
        "def f(c):\n    def undo():\n        return target\n    match c:\n        case {'t': target}:\n            return undo()\n",
        "def get():\n    return two\nwith open(1) as (\n    one,\n    two,\n):\n    get()\n",
        "def f(x=(made := 3)):\n    return made\n",
        "type X[T] = list[T]\ndef f(x: X):\n    return T\n",
        "def first[T](x: T) -> T:\n    return [T, x]\n",
        "try:\n    fast = c_impl\nexcept Exception:\n    fast = None\n",
        "text = (str,) if PY3 else (basestring,)\nPY3 = True\n",
        "def cell():\n    return dbutils, spark, display, get_ipython()\n",
        "class A:\n    limit = 3\n    twice = [limit for _ in range(2)]\n    more = limit\n",
    ] {
        check(text, "");
    }
    check("def f(:\n    return lost\n", "");
}

#[test]
fn tests_and_files_that_no_program_reaches_are_left_alone() {
    let found = facts(&[("tests/test_a.py", "def test():\n    lost()\n")]).unbound_names;
    assert_eq!(found, []);
}

#[test]
fn what_a_program_is_only_tried_out_on_fails_nobody() {
    let sample = "def run():\n    return lost\nif __name__ == '__main__':\n    run()\n";
    let main = "from src.work import go\nif __name__ == '__main__':\n    go()\n";
    let found = |path: &str, text: &str| {
        let files = [(path, text), ("main.py", main), ("src/work.py", "def go():\n    return 1\n")];
        facts(&files).unbound_names.len()
    };
    assert_eq!(found("examples/input.py", sample), 0);
    assert_eq!(found("data/sample_inputs/a/b.py", sample), 0);
    // A repository that the program was run on has folders of its own.
    let files = [
        ("tmp/repo/dags/orders.py", &*format!("from lib.steps import go\n{sample}")),
        ("tmp/repo/lib/steps.py", "def go():\n    return lost\n"),
        ("main.py", main),
        ("src/work.py", "def go():\n    return 1\n"),
    ];
    assert_eq!(facts(&files).unbound_names.len(), 0);
    // What runs the program from there is a program itself.
    assert_eq!(found("examples/run.py", &format!("from src.work import go\n{sample}")), 1);
    assert_eq!(found("tools/input.py", sample), 1);
    // The packages around it are nothing of the program.
    let files = [
        ("samples/one/input.py", sample),
        ("samples/__init__.py", ""),
        ("main.py", main),
        ("src/work.py", "def go():\n    return 1\n"),
    ];
    assert_eq!(facts(&files).unbound_names.len(), 0);
    // The program has it run.
    let files = [
        ("samples/input.py", sample),
        ("main.py", "from samples.input import run\nif __name__ == '__main__':\n    run()\n"),
    ];
    assert_eq!(facts(&files).unbound_names.len(), 1);
}
