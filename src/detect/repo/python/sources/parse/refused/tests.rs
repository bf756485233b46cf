use super::super::{Decoded, parse, parser};
use super::*;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

/// Where a source is refused, and why; nothing where it is not.
#[track_caller]
fn check(text: &str, expected: &str) {
    let source = Source { path: "a.py".into(), blob: "b".into(), bytes: Vec::new() };
    let decoded = Decoded { source: &source, text: text.into() };
    let module = parse(&mut parser(), &decoded, &Limits::default()).0.expect("it is parsed");
    let told = module.refused.map(|Refusal { line, why }| format!("{line} {why}"));
    assert_eq!(told.unwrap_or_default(), expected, "{text}");
}

#[test]
fn lines_stand_as_deep_as_those_around_them() {
    check("def f(x):\n    y = x\n        z = 1\n    return y\n", "3 unexpected indent");
    check(
        "def f(x):\n        y = x\n    z = 1\n",
        "3 unindent does not match any outer indentation level",
    );
    check("  import os\nx = 1\n", "1 unexpected indent");
    check("def f(a):\n\nx = 1\n", "3 expected an indented block");
    check(
        "def f(a):\n    # only a comment\n\ndef g():\n    pass\n",
        "4 expected an indented block",
    );
    check("if x:\n", "2 expected an indented block");
    check("Now, here is the code:\n\nx = 1\n", "3 invalid syntax");
    check("def f(a):\n    x = 1\n\ty = 2\n", "3 unexpected indent");
    check(
        "if x:\n        y = 1\n\tz = 2\n",
        "3 inconsistent use of tabs and spaces in indentation",
    );
    for sound in [
        "def f(x):\n    y = (x +\n  1)\n# a comment\n    return y\n",
        "x = '''\n    a: \n  b\n'''\nif x: y = 1\nz = 2\n",
        "x = 1 + \\\n        2\nif x:  # why\n\n    y = {\n'a': 1}\n",
        "def f(): return 1\nclass A: pass\n\n\x0cdef g():\n\treturn 2\n",
        "if a:\r\n    b = 1\r\nelse:\r\n    b = 2\r\n",
        "match x:\n    case {'a': 1}:\n        pass\n    case _:\n        pass\n",
        "async def f():\n    async with a as b:\n        pass",
        "lambda: (\n  1)\nx: int\ny = a[1:]\n",
        "\\\n  x = 1\n",
        "",
    ] {
        check(sound, "");
    }
}

#[test]
fn texts_are_left_where_they_end() {
    for sound in [
        "if f\"{\"#\"}\":\n    x = f\"{d[\"a\"]}\"\ny = 1\n",
        "x = f'{a:>{w}} {b!r:^9} {{'\nif x:\n    y = rb'#'\nz = 1\n",
        "x = f\"{\n    a\n}\"\ny = f'''{\n  '}' }'''\nz = f'{x:%H:%M}'\n",
        "x = f'\\N{DASH}:' 'it\\'s' \"\"\"a\"b\\\"\"\"\"\nif x: y = 1\nz = 2\n",
        "x = 'a\\\n  b'\ny = 1\n",
        "x = f\"{'a' if b else \"c\"}: {(lambda y: y)(1)}\"\ny = 2\n",
    ] {
        check(sound, "");
    }
}

#[test]
fn what_the_parser_finds_broken_is_sure_where_the_text_says_so() {
    check("x = f(1))\n", "1 a closing bracket matches none that is open");
    check("x = (1]\ny = 2\n", "1 a closing bracket matches none that is open");
    check("x = 1\ny = f(\nz = 2\ndef g():\n    pass\n", "2 a bracket is never closed");
    check("x = 'a\ny = 1\n", "1 a text is not closed on its line");
    check("x = '''a\ny = 1\n", "1 a text in triple quotes is never closed");
    check("def f(x)\n    return x\n", "1 expected ':'");
    check(
        "x = 1\n<<<<<<< HEAD\ny = 1\n=======\ny = 2\n>>>>>>> main\n",
        "2 a conflict of versions is left in it",
    );
    // What else the parser does not take may be newer than it.
    for unsure in
        ["x = = 1\n", "def f[T = int](x: T) -> T:\n    return x\n", "print 'a'\nif x:\ny\n"]
    {
        check(unsure, "");
    }
}

#[test]
fn what_the_grammar_takes_the_compiler_may_refuse() {
    check("x = 1\nreturn x\n", "2 'return' outside function");
    check("class A:\n    return 1\n", "2 'return' outside function");
    check("def f(x):\n    y = g(await x)\n", "2 'await' outside async function");
    check("def f(x):\n    return g(a=1, x)\n", "2 positional argument follows keyword argument");
    check(
        "def f(x):\n    return g(**a, x)\n",
        "2 positional argument follows keyword argument unpacking",
    );
    check("def f(x):\n    return g(b=1, b=2)\n", "2 keyword argument repeated");
    check(
        "def f(a=1, b):\n    pass\n",
        "1 parameter without a default follows parameter with a default",
    );
    check("def f(a, a):\n    pass\n", "1 duplicate argument in function definition");
    check("def f(a):\n    break\n", "2 'break' outside loop");
    check("for x in y:\n    def f():\n        continue\n", "3 'continue' not properly in loop");
    check(
        "def f(a):\n    try:\n        x = 1\n    return a\n",
        "2 expected 'except' or 'finally' block",
    );
    check("def f(a):\n    from os import *\n", "2 import * only allowed at module level");
    check("def f(a):\n    (a, b) += 1\n", "2 illegal expression for augmented assignment");
    check(
        "import os\nfrom __future__ import annotations\n",
        "2 from __future__ imports must occur at the beginning of the file",
    );
    for sound in [
        "'''a'''\nfrom __future__ import annotations\nfrom __future__ import division\nimport os\n",
        "async def f(x):\n    return g(*x, await x, **x)\n",
        "@a(1)\nasync def f(x):\n    for y in x:\n        if y:\n            break\n    return [await y]\n",
        "def f(a, b=1, *c, d, **e):\n    return g(a=1, *c, **e)\n",
        "def f(a=1, *, b):\n    while a:\n        with b:\n            continue\n",
        "def f(a, /, b=1):\n    try:\n        pass\n    finally:\n        pass\n",
        "try:\n    x = 1\nexcept* ValueError:\n    pass\n",
        "try:\n    x = 1\nexcept (A, B):\n    pass\n",
        "type X = int\nclass A[T](B[T], c=1):\n    x[0] += 1\n    y.z += 2\n",
        "def f(x):\n    async def g():\n        await x\n    return lambda: (await y for y in x)\n",
    ] {
        check(sound, "");
    }
}
