//! Commands that clone, however they are put together.

use super::facts;
use crate::domain::facts::Practice;

#[test]
fn a_list_for_a_function_that_runs_it_reads_a_history_too() {
    let reads = |words: &str| {
        let text = format!(
            "import subprocess\ndef run(words):\n    return subprocess.run(words)\ndef history(d):\n    return run({words})\nhistory('.')\n"
        );
        let all = facts(&[("src/a.py", &text)]).practices;
        all.iter().any(|fact| fact.practice == Practice::GitHistory)
    };
    for words in [
        "['git', '-C', d, 'log', '--oneline']",
        "['git', '--no-pager', 'log']",
        "['git', 'log']",
        "['-C', d, 'shortlog']",
    ] {
        assert!(reads(words), "{words}");
    }
    for words in ["['git', '-C', 'log', 'status']", "['git', 'status']", "['catalog', 'log']"] {
        assert!(!reads(words), "{words}");
    }
}

#[test]
fn commands_that_are_put_together_in_other_ways_clone_too() {
    let head = "import subprocess, tempfile, shlex, git\n";
    let told = |text: &str| {
        let clones = facts(&[("src/a.py", &format!("{head}{text}"))]).clone;
        clones.iter().map(|one| (one.temporary, one.shallow, one.depth)).collect::<Vec<_>>()
    };
    let helper = "def git(*args):\n    return subprocess.run(['git', *args], check=True)\n";
    let spread = "def f(u):\n    with tempfile.TemporaryDirectory() as t:\n        git('clone', '--depth', '1', u, t)\n";
    assert_eq!(told(&format!("{helper}{spread}")), [(Some(true), Some(true), Some(1))]);
    for command in [
        "f'git clone --depth 1 {u} {tempfile.mkdtemp()}'.split()",
        "shlex.split(f'git clone --depth 1 {u} {tempfile.mkdtemp()}')",
        "'git clone --depth 1 %s %s' % (u, tempfile.mkdtemp()), shell=True",
        "'git clone --depth 1 {} {}'.format(u, tempfile.mkdtemp()), shell=True",
        "['gh', 'repo', 'clone', u, tempfile.mkdtemp(), '--', '--depth=1']",
    ] {
        let text = format!("def f(u):\n    subprocess.run({command})\n");
        let found = told(&text);
        assert_eq!(found.len(), 1, "{command}");
        assert_eq!(found[0].1, Some(true), "{command}");
    }
    let options = "def f(u, d):\n    git.Repo.clone_from(u, d, multi_options=['--depth=50'])\n";
    assert_eq!(told(options), [(None, Some(true), Some(50))]);
    for text in [
        "def f(u):\n    log('clone', u, 'now')\ndef log(*args):\n    print(*args)\n",
        "def f(u):\n    subprocess.run('ls %s %s' % (u, 'clone'), shell=True)\n",
        "def f(u):\n    print('git clone {} {}'.format(u, 'd'))\n",
        "def f(u):\n    subprocess.run(['gh', 'pr', 'list'])\n",
    ] {
        assert_eq!(told(text), [], "{text}");
    }
}
