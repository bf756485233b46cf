//! Clones in context managers that nothing enters.

use super::facts;

/// Checks where a context manager that clones is told to be called without being entered.
#[track_caller]
fn check(decorator: &str, used: &str, expected: Option<&str>) {
    let tools = format!(
        "import contextlib\nimport subprocess\nimport tempfile\nfrom contextlib import contextmanager\n\
         {decorator}def cloned(url):\n    with tempfile.TemporaryDirectory() as path:\n        subprocess.run(['git', 'clone', url, path], check=True)\n        yield path\n"
    );
    let used = format!("import os\nfrom src.tools import cloned\n{used}\n");
    let found = facts(&[("src/tools.py", &tools), ("src/detectives.py", &used)]);
    let [clone] = found.clone.as_slice() else { panic!("one clone: {:#?}", found.clone) };
    let told = clone.unentered.as_ref().map(ToString::to_string);
    assert_eq!(told.as_deref(), expected, "{tools}{used}");
}

const MANAGER: &str = "@contextmanager\n";

#[test]
fn a_context_manager_that_no_with_enters_clones_nothing() {
    let look = "def look(state):\n    path = cloned(state['url'])\n    return os.listdir(path)";
    check(MANAGER, look, Some("src/detectives.py:4"));
    check("@contextlib.contextmanager\n", look, Some("src/detectives.py:4"));
    check(
        MANAGER,
        "def look(state):\n    cloned(state['url'])\n    return 1",
        Some("src/detectives.py:4"),
    );
    check(
        MANAGER,
        "def look(state):\n    path, error = cloned(state['url'])\n    return path",
        Some("src/detectives.py:4"),
    );
}

#[test]
fn a_context_manager_that_may_be_entered_is_told_of_nothing() {
    for used in [
        "def look(state):\n    with cloned(state['url']) as path:\n        return os.listdir(path)",
        "def look(state):\n    manager = cloned(state['url'])\n    with manager as path:\n        return path",
        "def look(state):\n    manager = cloned(state['url'])\n    return manager.__enter__()",
        "def look(state, stack):\n    return stack.enter_context(cloned(state['url']))",
        "def look(state, stack):\n    manager = cloned(state['url'])\n    return stack.enter_context(manager)",
        "def look(state):\n    return cloned(state['url'])",
        "def look(state):\n    manager = cloned(state['url'])\n    return run(manager)",
        "def run(manager):\n    with manager as path:\n        return path\ndef look(state):\n    manager = cloned(state['url'])\n    return run(manager)",
        "def look(state):\n    path = cloned(state['url'])\n    return os.listdir(path)\ndef other(url):\n    with cloned(url) as path:\n        return path",
        "MANAGERS = [cloned]",
        "",
    ] {
        check(MANAGER, used, None);
    }
    let look = "def look(state):\n    path = cloned(state['url'])\n    return os.listdir(path)";
    check("", look, None);
    check("@other\n", look, None);
}
