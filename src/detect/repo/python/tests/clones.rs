//! Where clones go, and what remains of them.

use super::facts;
use crate::domain::facts::Remains;

/// Checks the one clone in `text`: temporary, shallow, handled, bounded.
#[track_caller]
fn check_clone(text: &str, expected: (Option<bool>, bool, Option<bool>, Option<bool>)) {
    let clones = facts(&[("src/a.py", text)]).clone;
    assert_eq!(clones.len(), 1, "{clones:#?}");
    let clone = &clones[0];
    let (temporary, shallow, handled, bounded) = expected;
    let expected = (temporary, Some(shallow), handled, bounded);
    assert_eq!((clone.temporary, clone.shallow, clone.handles_errors, clone.timeout), expected);
}

#[test]
fn a_property_is_followed_to_what_it_gives_back() {
    let class = |property: &str, entered: &str| {
        format!(
            "import subprocess, tempfile\nfrom pathlib import Path\nclass M:\n    def __init__(self):\n        self._d = None\n        self._root = None\n    def __enter__(self):\n        {entered}\n        return self\n    {property}\n    def root(self):\n        if self._root is None:\n            raise RuntimeError('no')\n        return self._root\n    def clone(self, u):\n        to = self.root / 'r'\n        subprocess.run(['git', 'clone', u, str(to)])\n"
        )
    };
    let made = "self._d = tempfile.TemporaryDirectory()\n        self._root = Path(self._d.name)";
    let target = |answer| (answer, false, Some(false), Some(false));
    check_clone(&class("@property", made), target(Some(true)));
    check_clone(&class("@functools.cached_property", made), target(Some(true)));
    check_clone(&class("@property", "self._root = Path('/srv/x')"), target(Some(false)));
    check_clone(&class("@property", "self._root = given"), target(None));
    // What else stands before a method may give back anything.
    check_clone(&class("@elsewhere", made), target(None));
}

#[test]
fn a_limit_that_a_wrapper_takes_and_makes_no_use_of_bounds_nothing() {
    let wrapped = |given: &str| {
        format!(
            "import subprocess, tempfile\ndef run(args, timeout=60):\n    return subprocess.run(args, check=True{given})\ndef get(u):\n    d = tempfile.mkdtemp()\n    run(['git', 'clone', u, d], timeout=120)\n    return d\n"
        )
    };
    let bounded = |answer| (Some(true), false, Some(true), Some(answer));
    check_clone(&wrapped(", timeout=timeout"), bounded(true));
    check_clone(&wrapped(""), bounded(false));
}

#[test]
fn clones_are_followed_to_their_target() {
    let head = "import subprocess, tempfile, os, git\nfrom pathlib import Path\n";
    let with = |text: &str| format!("{head}{text}");
    check_clone(
        &with(
            "def f(u):\n    d = tempfile.mkdtemp()\n    subprocess.run(['git', 'clone', '--depth', '1', u, d], check=True, timeout=9)\n",
        ),
        (Some(true), true, Some(true), Some(true)),
    );
    check_clone(
        &with(
            "def f(u):\n    with tempfile.TemporaryDirectory() as t:\n        p = Path(t) / 'r'\n        c = ['git', 'clone']\n        c.extend([u, str(p)])\n        subprocess.run(c)\n",
        ),
        (Some(true), false, Some(false), Some(false)),
    );
    check_clone(
        &with("def f(u, d):\n    git.Repo.clone_from(u, d, depth=1)\n"),
        (None, true, Some(true), Some(false)),
    );
    check_clone(
        &with("def f(u):\n    os.system(f'git clone {u} /srv/x')\n"),
        (Some(false), false, Some(false), Some(false)),
    );
    check_clone(
        &with(
            "def f(u, d):\n    r = subprocess.run(['git', 'clone', u, d])\n    return r.returncode\ndef g(u):\n    f(u, tempfile.mkdtemp())\n",
        ),
        (Some(true), false, Some(true), Some(false)),
    );
    check_clone(
        &with(
            "class T:\n    def __init__(self):\n        self.d = tempfile.mkdtemp()\n    def f(self, u):\n        try:\n            subprocess.check_call(['git', 'clone', u, self.d])\n        except OSError:\n            pass\n",
        ),
        (Some(true), false, Some(true), Some(false)),
    );
    // Whoever gets the outcome may look at it.
    check_clone(
        &with("def f(u, d):\n    return subprocess.run(['git', 'clone', u, d])\n"),
        (None, false, None, Some(false)),
    );
    check_clone(
        &with("def f(u, d, **more):\n    subprocess.run(['git', 'clone', u, d], **more)\n"),
        (None, false, Some(false), None),
    );
    // An object whose class is not known may have any method of that name.
    check_clone(
        &with(
            "def f(u, d, box):\n    r = box.run_tool(['git', 'clone', u, d])\n    if not r['success']:\n        raise RuntimeError\n\
             class Other:\n    def run_tool(self, command):\n        subprocess.run(command)\n",
        ),
        (None, false, None, None),
    );
    // The path of an object is followed to what made the object.
    check_clone(
        &with(
            "def f(u):\n    d = tempfile.TemporaryDirectory()\n    KEPT.append(d)\n    t = d.name\n    c = ['git', 'clone']\n    c += [u, t]\n    subprocess.run(c)\n",
        ),
        (Some(true), false, Some(false), Some(false)),
    );
    // GitPython keeps no limit in `clone_from`.
    check_clone(
        &with("def f(u, d):\n    git.Repo.clone_from(u, d, kill_after_timeout=9)\n"),
        (None, false, Some(true), Some(false)),
    );
    assert!(
        facts(&[(
            "a.py",
            "import subprocess\nsubprocess.run(['git', 'log'])\nX = 'git clone a b'\n"
        )])
        .clone
        .is_empty()
    );
}

#[test]
fn directories_that_stay_or_vanish_are_told_where_that_is_certain() {
    let one = |text: &str| {
        let head = "import subprocess, tempfile, os\n";
        let clones = facts(&[("src/a.py", &format!("{head}{text}"))]).clone;
        (clones[0].remains, clones[0].depth, clones[0].timeout_escapes)
    };
    let run = "subprocess.run(['git', 'clone', '--depth', '1', u, d], timeout=9)\n";
    let left = format!("def f(u):\n    d = tempfile.mkdtemp()\n    {run}    return d\n");
    assert_eq!(one(&left), (Some(Remains::Left), Some(1), false));
    assert_eq!(one(&format!("{left}def g(d):\n    shutil.rmtree(d)\ng(f(1))\n")).0, None);
    let failed = left.replace(
        "    subprocess",
        "    try:\n        pass\n    except OSError:\n        shutil.rmtree(d)\n    subprocess",
    );
    assert_eq!(one(&failed).0, Some(Remains::Left));
    // What nothing calls removes nothing, nor does what removes something else.
    let other = format!(
        "{left}def tidy(d):\n    shutil.rmtree(d)\nINDEX = 'index'\ndef clear():\n    shutil.rmtree(INDEX)\n\
         def images():\n    e = tempfile.mkdtemp()\n    shutil.rmtree(e)\nclear()\nimages()\n"
    );
    assert_eq!(one(&other).0, Some(Remains::Left));
    assert_eq!(one(&format!("{other}tidy(f(1))\n")).0, None);
    assert_eq!(one(&format!("{other}getattr(here, name)(1)\n")).0, None);
    assert_eq!(one(&other.replace("e = tempfile.mkdtemp()", "e = f(1)")).0, None);
    let gone = format!(
        "def f(u):\n    t = tempfile.TemporaryDirectory()\n    d = os.path.join(t.name, 'r')\n    {run}    return d\n"
    );
    assert_eq!(one(&gone).0, Some(Remains::Gone));
    assert_eq!(one(&gone.replace("    return", "    KEPT.append(t)\n    return")).0, None);
    assert_eq!(
        one(&gone.replace("    return", "    t.cleanup()\n    return")).0,
        Some(Remains::Gone)
    );
    let returns = |value: &str| one(&gone.replace("return d", &format!("return {value}"))).0;
    for given in
        ["(d, True)", "f'{t.name}/r'", "{'path': str(d), 'error': None}", "Path(d).resolve()"]
    {
        assert_eq!(returns(given), Some(Remains::Gone), "{given}");
    }
    // What is kept, read before, or told to stay is not gone.
    for given in ["(t, d)", "{'path': d, 'log': read(d)}", "(d, t.cleanup)[:1] + (t,)", "u"] {
        assert_eq!(returns(given), None, "{given}");
    }
    for kept in ["    self.t = t\n", "    keep(t)\n", "    global t\n"] {
        let kept = gone.replace("    d = ", &format!("{kept}    d = "));
        assert_eq!(one(&kept).0, None, "{kept}");
    }
    assert_eq!(one(&gone.replace("Directory()", "Directory(delete=False)")).0, None);
    let held = gone.replace("t = tempfile", "self.t = t = tempfile");
    assert_eq!(one(&held).0, None);
    let closed = format!(
        "def f(u):\n    with tempfile.TemporaryDirectory() as d:\n        {run}        return {{'path': d}}\n"
    );
    assert_eq!(one(&closed).0, Some(Remains::Gone));
    assert_eq!(one(&closed.replace("return {", "x = read(d)\n        return {")).0, None);
    assert_eq!(one(&closed.replace("return {'path': d}", "return len(u)")).0, None);
    // Of two directories the one that the clone is given counts.
    let two = format!(
        "def f(u):\n    with tempfile.TemporaryDirectory() as e:\n        print(e)\n    d = tempfile.mkdtemp()\n    {run}    return d\n"
    );
    assert_eq!(one(&two).0, Some(Remains::Left));
    // Whoever calls it lets the exception through, or does not.
    let calls = |body: &str| format!("{left}def g(u):\n{body}");
    assert!(one(&calls("    return f(u)\n")).2);
    assert!(
        !one(&calls("    try:\n        return f(u)\n    except Exception:\n        return ''\n")).2
    );
}

#[test]
fn where_a_test_clones_to_leaves_nothing_undecided() {
    let tool = "import subprocess\ndef f(u, d):\n    subprocess.run(['git', 'clone', u, d])\n";
    let node = "import tempfile\nfrom tool import f\ndef node(u):\n    with tempfile.TemporaryDirectory() as d:\n        f(u, d)\n";
    let test =
        "from tool import f\ndef test_it(tmp_path):\n    f('https://x.org', str(tmp_path))\n";
    let temporary = |name: &str| {
        facts(&[("tool.py", tool), ("node.py", node), (name, test)]).clone[0].temporary
    };
    assert_eq!(temporary("tests/test_tool.py"), Some(true));
    assert_eq!(temporary("other.py"), None);
}

#[test]
fn a_function_around_what_raises_raises() {
    let wrapped = |run: &str| {
        format!(
            "import subprocess\ndef out(words):\n    return subprocess.{run}(words)\ndef f(u, d):\n    out(['git', 'clone', u, d])\n"
        )
    };
    check_clone(&wrapped("check_output"), (None, false, Some(true), Some(false)));
    check_clone(&wrapped("call"), (None, false, Some(false), Some(false)));
}

/// Checks whether the one clone is shallow, with how many commits it fetches or may fetch.
#[track_caller]
fn check_depth(body: &str, expected: (Option<bool>, Option<u32>, Option<u32>)) {
    let body = body.replace('\n', "\n    ");
    let text = format!(
        "import subprocess, git, asyncio\nfrom subprocess import run\nD = 5\ndef f(u, d, more, n=1, m=None):\n    {body}\n"
    );
    let clones = facts(&[("src/a.py", &text)]).clone;
    assert_eq!(clones.len(), 1, "{body}");
    let perhaps = clones[0].perhaps.as_ref().map(|perhaps| perhaps.depth);
    assert_eq!((clones[0].shallow, clones[0].depth, perhaps), expected, "{body}");
}

#[test]
fn a_command_is_shallow_where_its_depth_always_stands() {
    let always = |depth| (Some(true), depth, None);
    check_depth(
        "c = ['git', 'clone', '--depth', str(D)]\nc += ['--', u, d]\nrun(c)",
        always(Some(5)),
    );
    check_depth(
        "c = ['git', 'clone', '--depth', str(D)]\nif m:\n    c += ['--branch', m]\nc += ['--', u, d]\nrun(c)",
        always(Some(5)),
    );
    check_depth("run(['git', 'clone', '--depth=' + str(D), u, d])", always(Some(5)));
    check_depth("run(['git', 'clone', f'--depth={D}', u, d])", always(Some(5)));
    check_depth("run(['git', 'clone', f'--depth={m}', u, d])", always(None));
    check_depth("run('git clone --depth 3 ' + u + ' ' + d, shell=True)", always(Some(3)));
    check_depth(
        "c = ['git', 'clone', '--depth', '2', u]\nasyncio.create_subprocess_exec(*c)",
        always(Some(2)),
    );
    check_depth("git.Repo.clone_from(u, d, **{'depth': 1})", always(None));
    check_depth("k = dict(depth=1)\ngit.Repo.clone_from(u, d, **k)", always(None));
    check_depth("git.Repo.clone_from(u, d, multi_options=['--depth=7'])", always(Some(7)));
    check_depth("git.Repo.clone_from(u, d, depth=int(m))", always(None));
}

#[test]
fn a_command_without_a_depth_is_not_shallow() {
    let whole = (Some(false), None, None);
    check_depth("run(['git', 'clone', u, d])", whole);
    check_depth("run(['git', 'clone', '--shallow-submodules', '--branch', m, u, d])", whole);
    check_depth("run(f'git clone {u} {d} && cd {d} && ls {more}', shell=True)", whole);
    check_depth("run('git clone ' + u + ' ' + d, shell=True)", whole);
    check_depth("git.Repo.clone_from(u, d, multi_options=['--no-checkout'])", whole);
    check_depth("git.Repo.clone_from(u, d, depth=None)", whole);
    check_depth("git.Repo.clone_from(u, d, **{'branch': m})", whole);
}

#[test]
fn whether_a_clone_is_shallow_is_left_open_where_it_hangs_on_what_runs() {
    let open = (None, None, None);
    let perhaps = |depth| (None, None, Some(depth));
    check_depth("o = [] if m else ['--depth=50']\nrun(['git', 'clone'] + o + [u, d])", perhaps(50));
    check_depth("run(['git', 'clone', *(['--depth', '4'] if m else []), u, d])", perhaps(4));
    check_depth(
        "c = ['git', 'clone']\nif m:\n    c.extend(['--depth', '1'])\nc.extend([u, d])\nrun(c)",
        perhaps(1),
    );
    check_depth("run(['git', 'clone', *more, u, d])", open);
    check_depth("run(['git', 'clone'] + more + [u, d])", open);
    check_depth("c = ['git', 'clone', u, d]\nc += more\nrun(c)", open);
    check_depth("c = ['git', 'clone', u, d]\nc[2:2] = ['--depth', '1']\nrun(c)", open);
    check_depth("run(['git', 'clone', m, u, d])", open);
    check_depth("run(f'git clone {more} {u} {d}', shell=True)", open);
    check_depth(
        "c = ['git', 'clone', u, d]\nif m:\n    c = ['git', 'clone', '--depth', '1', u, d]\nrun(c)",
        open,
    );
    check_depth("git.Repo.clone_from(u, d, **more)", open);
    check_depth("git.Repo.clone_from(u, d, depth=m)", open);
    check_depth("git.Repo.clone_from(u, d, multi_options=more)", open);
    check_depth("k = {}\nif m:\n    k['depth'] = 1\ngit.Repo.clone_from(u, d, **k)", open);
}

#[test]
fn the_directory_that_git_works_in_is_where_it_clones_to() {
    let head = "import subprocess, tempfile\ndef f(u):\n    d = tempfile.mkdtemp()\n    ";
    let run = |words: &str| format!("{head}subprocess.run(['git', {words}])\n");
    let target = |temporary| (Some(temporary), false, Some(false), Some(false));
    check_clone(&run("'-C', d, 'clone', u, 'copy'"), target(true));
    check_clone(&run("'-C', d, 'clone', u"), target(true));
    check_clone(&run("'-C', d, 'clone', u, '/srv/x'"), target(false));
}

#[test]
fn what_an_object_hands_on_to_git_clones_too() {
    let head = "import git, tempfile\ndef f(u):\n    d = tempfile.mkdtemp()\n    ";
    let told = |temporary, shallow| (Some(temporary), shallow, Some(true), Some(false));
    check_clone(&format!("{head}git.Git(d).clone(u)\n"), told(true, false));
    check_clone(&format!("{head}git.Git(d).clone(u, 'copy', depth=1)\n"), told(true, true));
    check_clone(&format!("{head}git.Git().clone('--depth=1', u, '/srv/x')\n"), told(false, true));
    let limited = format!("{head}git.Git(d).clone(u, kill_after_timeout=9)\n");
    check_clone(&limited, (Some(true), false, Some(true), Some(true)));
    let other = format!("{head}model = make(d)\n    model.clone(u)\n");
    assert!(facts(&[("a.py", &other)]).clone.is_empty());
}

#[test]
fn commands_that_a_loop_goes_through_are_followed() {
    let lists = |loops: &str, first: &str, second: &str| {
        format!(
            "import subprocess\ndef get(u, d):\n    attempts = [{first}, {second}]\n    {loops}\n        try:\n            subprocess.run(command, check=True, timeout=9)\n            return\n        except subprocess.CalledProcessError:\n            pass\n"
        )
    };
    let (whole, part) = ("['git', 'clone', u, d]", "['git', 'clone', '--depth', '1', u, d]");
    for loops in ["for command in attempts:", "for index, command in enumerate(attempts, 1):"] {
        check_clone(&lists(loops, whole, whole), (None, false, Some(true), Some(true)));
        check_clone(&lists(loops, part, part), (None, true, Some(true), Some(true)));
        let either = facts(&[("src/a.py", &lists(loops, whole, part))]).clone;
        assert_eq!(either.len(), 1, "{either:#?}");
        assert_eq!(either[0].shallow, None);
        let perhaps = either[0].perhaps.as_ref().map(|perhaps| perhaps.depth);
        assert_eq!(perhaps, Some(1));
    }
    let other = lists("for command in others:", whole, part);
    assert_eq!(facts(&[("src/a.py", &other)]).clone, []);
    let grown = "import subprocess\ndef get(u, d):\n    all = []\n    all.append(['git', 'fetch'])\n    all.append(['git', 'clone', u, d])\n    for command in all:\n        subprocess.run(command)\n";
    check_clone(grown, (None, false, Some(false), Some(false)));
}

#[test]
fn a_folder_that_was_gone_into_before_is_where_a_clone_goes() {
    let check = |text: &str, temporary: Option<bool>| {
        let text = format!("import subprocess, tempfile, os\n{text}");
        check_clone(&text, (temporary, false, Some(true), Some(false)));
    };
    let run = "subprocess.run(['git', 'clone', u, '.'], check=True)";
    check(&format!("def f(u):\n    os.chdir(tempfile.mkdtemp())\n    {run}\n"), Some(true));
    check(&format!("def f(u):\n    os.chdir('/srv')\n    {run}\n"), Some(false));
    check(&format!("def f(u):\n    {run}\ndef g(d):\n    os.chdir(d)\n"), None);
    check(&format!("def f(u):\n    {run}\n"), Some(false));
    let line = "def f(u):\n    with tempfile.TemporaryDirectory() as d:\n        subprocess.run(f'cd {d} && git clone {u}', shell=True, check=True)\n";
    check(line, Some(true));
}

#[test]
fn the_word_clone_alone_clones_nothing() {
    let told = |text: &str| facts(&[("src/a.py", text)]).clone.len();
    for command in [
        "subprocess.run(['git', 'commit', '-am', 'Fix clone of it'], cwd=p)",
        "subprocess.run(['git', 'log', '--grep', 'clone'], cwd=p)",
        "subprocess.run(['grep', '-rn', 'git clone', p])",
        "subprocess.run(f'echo git clone {p}', shell=True)",
    ] {
        assert_eq!(told(&format!("import subprocess\ndef f(p):\n    {command}\n")), 0, "{command}");
    }
    let own = "class Repo:\n    @classmethod\n    def clone_from(cls, a, b):\n        return cls()\nRepo.clone_from('a', 'b')\n";
    assert_eq!(told(own), 0);
}

#[test]
fn a_try_around_a_command_that_raises_nothing_notices_no_failure() {
    let check = |call: &str, handled: Option<bool>| {
        let text = format!(
            "import subprocess\ndef f(u):\n    try:\n        {call}\n    except Exception as e:\n        print(e)\n"
        );
        assert_eq!(facts(&[("src/a.py", &text)]).clone[0].handles_errors, handled, "{call}");
    };
    check("subprocess.run(['git', 'clone', u, '/srv/x'])", Some(false));
    check("subprocess.run(['git', 'clone', u, '/srv/x'], check=True)", Some(true));
    check("subprocess.check_output(['git', 'clone', u, '/srv/x'])", Some(true));
    check("return subprocess.run(['git', 'clone', u, '/srv/x'])", None);
}
