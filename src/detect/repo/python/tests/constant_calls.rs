//! Whether what a dangerous call is given stands in the sources.

use super::facts;

/// What is known of the argument of each call, in the order of the sources: `constant`, `outside` or `open`.
fn arguments(text: &str) -> Vec<&'static str> {
    let text = format!("import os\nimport sys\n{text}");
    let calls = facts(&[("src/a.py", &text)]).calls.into_iter();
    let told = calls.map(|call| match (call.constant_argument, call.open_argument) {
        (true, false) => "constant",
        (false, false) => "outside",
        (false, true) => "open",
        (true, true) => "both",
    });
    told.collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(arguments(text), expected, "{text}");
}

#[test]
fn what_loops_over_written_lists_is_constant() {
    check("for step in ['a', 'b']:\n    os.system(step)\n", &["constant"]);
    check(
        "STEPS = ('a', 'b')\ndef f():\n    for step in STEPS:\n        os.system(step)\n",
        &["constant"],
    );
    check(
        "TABLE = {'a': 'ls', 'b': 'pwd'}\nfor name, command in TABLE.items():\n    os.system(command)\n",
        &["constant"],
    );
    check("for i, step in enumerate(['a']):\n    os.system(step)\n", &["constant"]);
    check("[os.system(c) for c in ('clear', 'reset')]\n", &["constant"]);
    check("for a, b in [('x', 'ls')]:\n    os.system(b)\n", &["constant"]);
    check("[os.system(c) for c in sys.argv]\n", &["outside"]);
    check("def f(all):\n    for one in all:\n        os.system(one)\n", &["outside"]);
    check(
        "for a, b in [(sys.argv[1], 'ls')]:\n    os.system(a)\n    os.system(b)\n",
        &["outside", "constant"],
    );
}

#[test]
fn what_a_table_holds_is_constant() {
    check("STEPS = ['a', 'b']\nos.system(STEPS[0])\n", &["constant"]);
    check(
        "TABLE = {'x': 'ls', 'y': input()}\nos.system(TABLE['x'])\nos.system(TABLE['y'])\n",
        &["constant", "outside"],
    );
    check("all = ['ls']\nall.append(input())\nfor one in all:\n    os.system(one)\n", &["outside"]);
    check("all = ['ls']\nall.append('pwd')\nfor one in all:\n    os.system(one)\n", &["constant"]);
}

#[test]
fn what_every_caller_gives_is_known() {
    let run = "def run(command):\n    os.system(command)\n";
    check(&format!("{run}run('make')\nrun('make test')\n"), &["constant"]);
    check(&format!("{run}run('make')\nrun(input())\n"), &["outside"]);
    // Nobody knows who calls it.
    check(run, &["outside"]);
    check(&format!("{run}HOOKS = [run]\nrun('make')\n"), &["outside"]);
    check("@app.command()\ndef run(command):\n    os.system(command)\nrun('make')\n", &["outside"]);
    check("def tidy(command='clear'):\n    os.system(command)\ntidy()\n", &["constant"]);
    check("def tidy(command='clear'):\n    os.system(command)\ntidy(input())\n", &["outside"]);
    // A text that is the function's name may find it.
    check("def clear(command='clear'):\n    os.system(command)\nclear()\n", &["open"]);
}

#[test]
fn what_an_object_holds_is_known() {
    check(
        "class R:\n    COMMAND = 'ls'\n    def go(self):\n        os.system(self.COMMAND)\n",
        &["constant"],
    );
    check(
        "class R:\n    def __init__(self):\n        self.command = 'ls'\n    def go(self):\n        os.system(self.command)\n",
        &["constant"],
    );
    check(
        "class R:\n    def __init__(self, command):\n        self.command = command\n    def go(self):\n        os.system(self.command)\n",
        &["outside"],
    );
    check("class R(Base):\n    def go(self):\n        os.system(self.command)\n", &["open"]);
}

#[test]
fn what_is_bound_behind_a_call_does_not_come_to_it() {
    check(
        "def f(arg):\n    command = 'ls'\n    os.system(command)\n    command = command + arg\n    os.system(command)\n",
        &["constant", "outside"],
    );
    check(
        "def f(arg):\n    command = arg\n    command = 'ls'\n    os.system(command)\n",
        &["constant"],
    );
    check(
        "def f(arg):\n    command = 'ls'\n    if arg:\n        command = arg\n    os.system(command)\n",
        &["outside"],
    );
    check(
        "def f(arg):\n    command = 'ls'\n    while arg:\n        os.system(command)\n        command = arg\n",
        &["outside"],
    );
}

#[test]
fn what_is_not_followed_is_said_to_be_open() {
    check(
        "def make():\n    global command\n    command = 'ls'\ncommand = 'ls'\nos.system(command)\n",
        &["open"],
    );
    check("os.system(helper.COMMAND)\n", &["open"]);
    check("import helper\nos.system(helper.COMMAND)\n", &["open"]);
    check("os.system(input())\n", &["outside"]);
    check("os.system(os.environ['X'])\n", &["outside"]);
}

#[test]
fn what_never_runs_is_not_live() {
    let live = |text: &str| -> Vec<bool> {
        let text = format!("import os\nimport sys\n{text}");
        facts(&[("src/a.py", &text)]).calls.iter().map(|call| call.live).collect()
    };
    for dead in [
        "DEBUG = False\nif DEBUG:\n    os.system('x')\n",
        "VERBOSE = True\nif not VERBOSE:\n    os.system('x')\n",
        "class S:\n    debug = False\nif S.debug:\n    os.system('x')\n",
        "def f():\n    while True:\n        print(1)\n    os.system('x')\n",
        "def f(a):\n    if a:\n        return 1\n    else:\n        return 2\n    os.system('x')\n",
        "def f(a):\n    match a:\n        case 1:\n            return 1\n        case _:\n            return 2\n    os.system('x')\n",
        "def f(a):\n    match a:\n        case _:\n            return 2\n        case 1:\n            os.system('x')\n",
        "def f(a):\n    try:\n        return 1\n    except ValueError:\n        return 2\n    os.system('x')\n",
        "def f(a):\n    with open(a):\n        return 1\n    os.system('x')\n",
        "def f(a):\n    sys.exit(1)\n    os.system('x')\n",
        "False and os.system('x')\n",
        "x = os.system('x') if False else 1\n",
    ] {
        assert_eq!(live(dead), [false], "{dead}");
    }
    for runs in [
        "DEBUG = False\nif len(sys.argv) > 1:\n    DEBUG = True\nif DEBUG:\n    os.system('x')\n",
        "DEBUG = False\ndef on():\n    global DEBUG\n    DEBUG = True\nif DEBUG:\n    os.system('x')\n",
        "import own\nDEBUG = False\nown.DEBUG = True\nif DEBUG:\n    os.system('x')\n",
        "def f():\n    while True:\n        if sys.argv:\n            break\n    os.system('x')\n",
        "def f(a):\n    if a:\n        return 1\n    os.system('x')\n",
        "def f(a):\n    match a:\n        case 1:\n            return 1\n    os.system('x')\n",
        "def f(a):\n    try:\n        return g(a)\n    except ValueError:\n        pass\n    os.system('x')\n",
        "from contextlib import suppress\ndef f(a):\n    with suppress(ValueError):\n        return g(a)\n    os.system('x')\n",
        "def f(a):\n    a.exit(1)\n    os.system('x')\n",
        "True and os.system('x')\n",
        "def f(debug=False):\n    if debug:\n        os.system('x')\n",
    ] {
        assert_eq!(live(runs), [true], "{runs}");
    }
}

#[test]
fn shells_of_asyncio_are_found() {
    let callees = |text: &str| -> Vec<String> {
        let calls = facts(&[("src/a.py", text)]).calls.into_iter();
        calls.map(|call| format!("{} {:?}", call.callee, call.certainty)).collect()
    };
    let shell = ["asyncio.create_subprocess_shell Definite"];
    assert_eq!(
        callees(
            "from asyncio import subprocess as s\nasync def f(c):\n    await s.create_subprocess_shell(c)\n"
        ),
        shell
    );
    assert_eq!(
        callees(
            "import asyncio\nasync def f(c):\n    await asyncio.subprocess.create_subprocess_shell(c)\n"
        ),
        shell
    );
    let run = "loop.subprocess_shell(P, c)\n";
    let loops = ["asyncio.AbstractEventLoop.subprocess_shell Definite"];
    assert_eq!(
        callees(&format!(
            "import asyncio\nasync def f(c):\n    loop = asyncio.get_running_loop()\n    await {run}"
        )),
        loops
    );
    assert_eq!(callees("class Own:\n    def subprocess_shell(self, p, c):\n        return c\nOwn().subprocess_shell(1, 2)\n").len(), 0);
}

#[test]
fn options_that_are_set_behind_a_call_are_not_its_own() {
    let found = |text: &str| facts(&[("src/a.py", text)]).calls.len();
    let later = "import subprocess\ndef f(c):\n    kw = {'shell': False}\n    subprocess.call(['ls'], **kw)\n    kw['shell'] = True\n";
    assert_eq!(found(later), 0);
    let round = "import subprocess\ndef f(all):\n    kw = {'shell': False}\n    for c in all:\n        subprocess.call(c, **kw)\n        kw['shell'] = True\n";
    assert_eq!(found(round), 1);
}
