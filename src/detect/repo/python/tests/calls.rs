//! Dangerous calls.

use super::facts;
use crate::domain::facts::{CallCertainty, Practice};

/// Checks the calls found in `text`, each as `callee` or `callee (because)`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = facts(&[("src/a.py", text)])
        .calls
        .into_iter()
        .map(|call| {
            let because = call.because.map(|because| format!(" ({because})")).unwrap_or_default();
            let sure = if call.certainty == CallCertainty::Possible { "?" } else { "" };
            format!("{}{because}{sure}", call.callee)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn calls_are_followed_through_imports_and_aliases() {
    check("import os\nos.system('ls')", &["os.system"]);
    check("import os as o\no.system(x)", &["os.system"]);
    check("from os import system as s\ns(x)", &["os.system"]);
    check("import os\nsh = os.system\ndef f(c):\n    sh(c)", &["os.system"]);
    check("__import__('os').system(x)", &["os.system"]);
    check("import os\ngetattr(os, 'system')(x)", &["os.system"]);
    check("from os import *\nsystem('x')", &["os.system?"]);
    check("import pickle\npickle.loads(b)", &["pickle.loads"]);
}

#[test]
fn a_shell_is_seen_through_constants() {
    check("import subprocess\nsubprocess.run(c, shell=True)", &["subprocess.run (shell=True)"]);
    check("from subprocess import Popen\nPopen(c, shell=True)", &["subprocess.Popen (shell=True)"]);
    check(
        "import subprocess\nS = True\nsubprocess.run(c, shell=S)",
        &["subprocess.run (shell=True)"],
    );
    check("import subprocess\nsubprocess.run(c, shell=False)", &[]);
    check("import subprocess\nsubprocess.run(c)", &[]);
}

#[test]
fn words_methods_and_shadowing_definitions_are_not_calls() {
    check("'''os.system(x)'''\n# eval(x)\nX = 'os.system(1)'", &[]);
    check("model.eval()\ndf.eval('a')\nimport re\nre.compile('x')", &[]);
    check("def eval(x): pass\neval(1)", &[]);
    check("def f(eval):\n    eval(1)", &[]);
    check("class A:\n    def eval(self): pass\nA().eval()", &[]);
    check("eval(x)\nexec(y)", &["eval", "exec"]);
}

#[test]
fn yaml_without_a_safe_loader_is_unsafe() {
    check("import yaml\nyaml.load(f)", &["yaml.load (without a safe loader)"]);
    check("import yaml\nyaml.load(f, Loader=yaml.SafeLoader)", &[]);
    check("import yaml\nyaml.safe_load(f)", &[]);
}

#[test]
fn a_command_in_several_arguments_is_a_constant_where_all_of_them_are() {
    let is_constant = |arguments: &str| {
        let text = format!("import os\ndef f(cmd):\n    os.execl({arguments})\n");
        facts(&[("src/a.py", &text)]).calls[0].constant_argument
    };
    assert!(is_constant("'/bin/sh', 'sh', '-c', 'ls'"));
    assert!(!is_constant("'/bin/sh', 'sh', '-c', cmd"));
}

#[test]
fn a_text_that_is_made_of_constants_is_one() {
    let is_constant = |command: &str| {
        let text = format!(
            "import os\nFLAGS = ['-l', '-a']\nLINE = 'ls {{}}'\ndef f(path):\n    os.system({command})\n"
        );
        facts(&[("src/a.py", &text)]).calls[0].constant_argument
    };
    assert!(is_constant("f\"ls {' '.join(FLAGS)}\""));
    assert!(is_constant("LINE.format('x').strip()"));
    assert!(!is_constant("LINE.format(path)"));
    assert!(!is_constant("' '.join(['ls', path])"));
    assert!(!is_constant("path.strip()"));
}

#[test]
fn constants_and_dead_code_are_told_apart() {
    let text = "import os\nCMD = 'ls ' + '-l'\nos.system(CMD)\nos.system(f'rm {x}')\n\
                if False:\n    os.system('x')\nos.system('cls' if os.name == 'nt' else 'clear')\nos.system('ls' if y else x)\n";
    let calls = facts(&[("src/a.py", text)]).calls;
    let seen: Vec<_> = calls.iter().map(|call| (call.constant_argument, call.live)).collect();
    assert_eq!(seen, [(true, true), (false, true), (true, false), (true, true), (false, true)]);
}

const SHELL: &[&str] = &["subprocess.run (shell=True)"];

#[test]
fn a_shell_is_seen_through_what_is_unpacked() {
    for text in [
        "OPTS = {'shell': True, 'check': True}\ndef f(x):\n    sp.run(x, **OPTS)",
        "sp.run(x, **{'shell': True})",
        "def f(x):\n    opts = dict(shell=True, check=True)\n    sp.run(x, **opts)",
        "BASE = {'shell': True}\nALL = {**BASE, 'check': True}\nsp.run(x, **ALL)",
        "def f(x):\n    opts = {}\n    opts['shell'] = True\n    sp.run(x, **opts)",
        "def f(x):\n    opts = {}\n    opts.update(shell=True)\n    sp.run(x, **opts)",
        "def wrap(c, **k):\n    sp.run(c, **k)\nwrap(x, shell=True)",
        "def opts():\n    return {'shell': True}\nsp.run(x, **opts())",
        "def wrap(c, shell):\n    sp.run(c, shell=shell)\nwrap(x, True)",
        "def wrap(c, shell=True):\n    sp.run(c, shell=shell)\nwrap(x)",
        "from functools import partial\nsh = partial(sp.run, shell=True)\nsh(x)",
        "import asyncio\nasync def f(x):\n    await asyncio.to_thread(sp.run, x, shell=True)",
        "def f(pool, x):\n    pool.submit(sp.run, x, shell=True)",
    ] {
        check(&format!("import subprocess as sp\n{text}"), SHELL);
    }
    for text in [
        "OPTS = {'check': True}\nsp.run(x, **OPTS)",
        "OPTS = {'shell': False}\nsp.run(x, **OPTS)",
        "def f(x):\n    opts = dict(text=True)\n    opts['check'] = True\n    sp.run(x, **opts)",
        "def wrap(c, **k):\n    sp.run(c, **k)\nwrap(x, cwd='a')",
        "def opts():\n    return {'text': True, 'encoding': 'utf-8'}\nsp.run(x, **opts())",
        "def opts(x):\n    if x:\n        return {}\n    found = {'text': True}\n    return found\nsp.run(x, **opts(1))",
        "def wrap(c, shell=False):\n    sp.run(c, shell=shell)\nwrap(x)",
        "class T:\n    def run(self, c, **k):\n        sp.run(c, **k)\n    def go(self):\n        self.run('a', timeout=3)",
        "from functools import partial\nsh = partial(sp.run, check=True)\nsh(x)",
        "def run(c, **k):\n    return sp.run(c, **k)\nrun(x, cwd='a')",
        "sp.CalledProcessError(1, 'x', **kw)",
        "sp.run(x, **dict({'shell': True}, shell=False))",
        "BASE = {'shell': True}\nsp.run(x, **(BASE | {'shell': False}))",
    ] {
        check(&format!("import subprocess as sp\n{text}"), &[]);
    }
}

#[test]
fn keywords_that_cannot_be_followed_are_told_as_that() {
    for (text, open) in [
        ("sp.run(x, **load())", "**load()"),
        ("o = {'shell': True}\no.pop('shell')\nsp.run(x, **o)", "**o"),
        ("o = {'shell': True}\ndel o['shell']\nsp.run(x, **o)", "**o"),
        ("o = {'shell': True}\no.update(shell=False)\nsp.run(x, **o)", "**o"),
        ("def opts(x):\n    return x.all\nsp.run(x, **opts(1))", "**opts(1)"),
        ("def wrap(c, **k):\n    sp.run(c, **k)\nhand(wrap)", "**k"),
        ("import os\nsp.run(x, shell=os.name == 'nt')", "shell=os.name == 'nt'"),
        ("def wrap(c, shell=True):\n    sp.run(c, shell=shell)", "shell=shell"),
        ("@tool\ndef run_it(c, shell=False):\n    sp.run(c, shell=shell)", "shell=shell"),
    ] {
        let text = format!("import subprocess as sp\n{text}");
        check(&text, &[&format!("subprocess.run ({open})?")]);
    }
}

#[test]
fn shells_that_are_started_by_name_are_seen() {
    let given = |command: &str| format!("import subprocess as sp\nsp.run({command})");
    check(&given("['bash', '-c', x]"), &["subprocess.run (bash -c)"]);
    check(&given("['/bin/sh', '-lc', x], check=True"), &["subprocess.run (sh -lc)"]);
    check(
        "import subprocess as sp\nC = ['cmd.exe', '/C', x]\nsp.Popen(C)",
        &["subprocess.Popen (cmd /C)"],
    );
    check("import os\nos.execvp('sh', [x])", &["os.execvp (sh)"]);
    check("import os\nos.spawnl(os.P_WAIT, x, x)", &["os.spawnl"]);
    check("import pty\npty.spawn(x)", &["pty.spawn"]);
    check(&given("['bash', 'build.sh']"), &[]);
    check(&given("['git', '-c', x]"), &[]);
    check("import os, sys\nos.execv(sys.executable, [sys.executable])", &[]);
}

#[test]
fn functions_that_are_handed_on_are_called() {
    check("map(eval, [x])", &["eval"]);
    check("import os\nlist(map(os.system, xs))", &["os.system"]);
    check("import os\nos.__dict__['system'](x)", &["os.system"]);
    check("__builtins__.exec(x)", &["exec"]);
    check("import pandas as pd\npd.read_pickle(p)", &["pandas.read_pickle"]);
    check("map(str, [x])\nform.submit(x)\nd['system'](x)", &[]);
}

/// Checks whether the coroutines that are gathered are told to run in turn.
#[track_caller]
fn check_gather(collect: &str, gathered: &str, expected: &[&str]) {
    let text = format!(
        "import asyncio\nclass Looker:\n    async def collect(self):\n        {collect}\nasync def helper():\n    return 1\n\
         async def run_detectives(lookers):\n    {gathered}\n"
    );
    let found = facts(&[("src/detectives.py", &text)]).practices;
    let told = found.iter().filter(|fact| fact.practice == Practice::InTurn);
    let told: Vec<&str> = told.map(|fact| fact.by.as_str()).collect();
    assert_eq!(told, expected, "{text}");
}

#[test]
fn coroutines_that_never_wait_run_in_turn() {
    let each = "return await asyncio.gather(*(one.collect() for one in lookers))";
    let told = ["run_detectives collect"];
    check_gather("return scan()", each, &told);
    check_gather(
        "return scan()",
        "tasks = [one.collect() for one in lookers]\n    return await asyncio.gather(*tasks)",
        &told,
    );
    check_gather(
        "return scan()",
        "return await asyncio.gather(a.collect(), helper(), return_exceptions=True)",
        &["run_detectives helper"],
    );
    for waits in [
        "return await scan()",
        "async with open_it() as file:\n            return file",
        "return asyncio.to_thread(scan)",
    ] {
        check_gather(waits, each, &[]);
    }
    // What is gathered may be anything, or work in threads.
    check_gather("return scan()", "return await asyncio.gather(*lookers)", &[]);
    check_gather(
        "return scan()",
        "return await asyncio.gather(*(asyncio.to_thread(one) for one in lookers))",
        &[],
    );
    check_gather("return scan()", "return await asyncio.gather(a.collect(), a.other())", &[]);
    check_gather("return scan()", "return gather(*(one.collect() for one in lookers))", &[]);
}

#[test]
fn a_shell_that_comes_from_outside_may_be_one_though_the_command_comes_with_it() {
    let runs = "import subprocess\ndef run(*words, **more):\n    return subprocess.call(*words, **more)\nhooks = [run]\n";
    check(runs, &["subprocess.call (**more)?"]);
    check(&runs.replace(", **more)\nhooks", ", cwd='.')\nhooks"), &[]);
}

#[test]
fn functions_that_a_table_holds_are_called() {
    check("import os\n{'a': os.system}['a'](x)", &["os.system"]);
    check("import os\nT = {'a': os.system, 'b': print}\nT[k](x)", &["os.system?"]);
    check("import os\nT = {'a': os.system, 'b': print}\nT['b'](x)", &[]);
    check("import os\nT = {'a': os.system}\nT.get(k)(x)", &["os.system"]);
    check("import os\nT = {'a': os.system}\nT.get(k, print)(x)", &["os.system?"]);
    check("import os\n[print, os.system][1](x)", &["os.system"]);
    check("import os\n[print, os.system][0](x)", &[]);
    check("import sys\nsys.modules['os'].system(x)", &["os.system"]);
    check("T = {}\nT['a'](x)\nT.get('b')(x)", &[]);
}

#[test]
fn functions_that_are_handed_over_to_be_called_are_called() {
    let head = "import os, threading\nfrom threading import Thread\n";
    let run = |text: &str| format!("{head}{text}");
    check(&run("Thread(target=os.system, args=(x,)).start()"), &["os.system"]);
    check(&run("threading.Timer(5, os.system, ['ls']).start()"), &["os.system"]);
    check(&run("Thread(target=work, args=(os.system,)).start()"), &[]);
    check("import os\nclass A:\n    run = staticmethod(os.system)\nA.run(x)", &["os.system"]);
    check("eval.__call__(x)", &["eval"]);
    check("def f(x, e=eval):\n    e(x)", &["eval?"]);
    check("def f(x, e=print):\n    e(x)", &[]);
}

#[test]
fn a_shell_that_one_side_of_a_condition_asks_for_is_possible() {
    check(
        "import subprocess\nsubprocess.run(c, shell=True if x else False)",
        &["subprocess.run (shell=True if x else False)?"],
    );
    check(
        "import subprocess\nsubprocess.run(c, shell=True if x else 1)",
        &["subprocess.run (shell=True)"],
    );
}
