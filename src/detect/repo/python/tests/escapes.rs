//! What clones raise, and whether anything catches it.

use super::facts;

/// What is known of the only clone in `text`: `raises` alone, `fails` where nothing catches that, `limit` where nothing
/// catches that the time is up; each with the lines of the calls from where it is so, if it is not so from others.
#[track_caller]
fn check(text: &str, expected: &str) {
    let text = format!("import git\nimport subprocess\n{text}");
    let clones = facts(&[("src/a.py", &text)]).clone;
    let [clone] = clones.as_slice() else { panic!("{clones:?}") };
    let lines = |at: &[crate::domain::facts::Lines]| {
        let lines: Vec<String> = at.iter().map(|place| format!(" {}", place.line)).collect();
        lines.concat()
    };
    let mut told = Vec::new();
    told.extend(clone.only_raises.then(|| "raises".to_owned()));
    told.extend(
        clone.failure_escapes.then(|| format!("fails{}", lines(&clone.failure_escapes_at))),
    );
    told.extend(
        clone.timeout_escapes.then(|| format!("limit{}", lines(&clone.timeout_escapes_at))),
    );
    assert_eq!(told.join(", "), expected, "{text}");
}

const LIBRARY: &str = "def fetch(url, to):\n    git.Repo.clone_from(url, to)\n    return to\n";

#[test]
fn a_clone_that_only_raises_handles_nothing_itself() {
    check(LIBRARY, "raises");
    check(
        &format!("{LIBRARY}def node(s):\n    return fetch(s['url'], s['to'])\n"),
        "raises, fails",
    );
    check(
        "def fetch(url, to):\n    subprocess.run(['git', 'clone', url, to], check=True)\ndef node(s):\n    return fetch(1, 2)\n",
        "raises, fails",
    );
    // A handler of something else catches nothing of it.
    let other = "def node(s):\n    try:\n        return fetch(1, 2)\n    except KeyError:\n        return {}\n";
    check(&format!("{LIBRARY}{other}"), "fails");
}

#[test]
fn a_handler_around_the_call_or_around_all_of_its_function_catches_it() {
    check(
        "def fetch(url, to):\n    try:\n        git.Repo.clone_from(url, to)\n    except git.GitCommandError:\n        return None\ndef node(s):\n    fetch(1, 2)\n",
        "",
    );
    let caught = "def node(s):\n    try:\n        return fetch(1, 2)\n    except Exception:\n        return {}\n";
    check(&format!("{LIBRARY}{caught}"), "");
    let outer = "def middle(s):\n    return fetch(1, 2)\ndef node(s):\n    try:\n        return middle(s)\n    except Exception:\n        return {}\n";
    check(&format!("{LIBRARY}{outer}"), "");
    // What looks at the outcome raises nothing.
    check(
        "def fetch(url, to):\n    done = subprocess.run(['git', 'clone', url, to])\n    return done.returncode == 0\ndef node(s):\n    fetch(1, 2)\n",
        "",
    );
}

#[test]
fn of_several_calls_only_those_are_told_from_where_nothing_catches_it() {
    let limited = "def fetch(url, to):\n    done = subprocess.run(['git', 'clone', url, to], timeout=9)\n    return done.returncode\n\
                   def node(s):\n    return fetch(1, 2)\n";
    check(limited, "limit");
    let guarded = "def other(s):\n    try:\n        return fetch(1, 2)\n    except Exception:\n        return {}\n";
    check(&format!("{limited}{guarded}"), "limit 7");
    // Nobody knows who calls a tool.
    let tool = "@tool\ndef other(s):\n    return fetch(1, 2)\n";
    check(&format!("{limited}{tool}"), "limit 7");
    check(&format!("{limited}{tool}").replace("def node", "@tool\ndef node"), "");
}
