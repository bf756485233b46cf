//! Names that are imported from outside, and where they are called.

use super::facts;

const MAIN: &str = "from src.graph import run\nif __name__ == '__main__':\n    run({})\n";

/// The names that are imported outside the tests, each with what becomes of it: the line that calls it, or `unused`.
#[track_caller]
fn check(graph: &str, more: &[(&str, &str)], expected: &[&str]) {
    let own = [("main.py", MAIN), ("src/graph.py", graph)];
    let files: Vec<(&str, &str)> = own.into_iter().chain(more.iter().copied()).collect();
    let found = facts(&files).imported_names.into_iter().filter(|one| !one.in_tests);
    let told = found.map(|one| {
        let what = match &one.called {
            _ if one.unused => "unused".to_owned(),
            Some(call) => call.to_string(),
            None => "named".to_owned(),
        };
        format!("{}: {what}", one.name)
    });
    assert_eq!(told.collect::<Vec<_>>(), expected, "{graph}");
}

#[test]
fn a_name_is_told_with_the_module_that_gives_it_and_its_first_call() {
    check(
        "from langgraph.types import interrupt as ask, Send\ndef run(s):\n    return ask(s)\n",
        &[],
        &["langgraph.types.interrupt: src/graph.py:3", "langgraph.types.Send: unused"],
    );
    check(
        "from langgraph.types import interrupt\n@interrupt\ndef run(s):\n    return s\n",
        &[],
        &["langgraph.types.interrupt: named"],
    );
    check(
        "from langchain_core.prompts import ChatPromptTemplate as T\ndef run(s):\n    return T.from_messages(s)\n",
        &[],
        &["langchain_core.prompts.ChatPromptTemplate: src/graph.py:3"],
    );
    // Inside a function the name is that function's alone.
    check(
        "def run(s):\n    from langgraph.types import interrupt\n    return interrupt(s)\ndef interrupt(s):\n    return s\n",
        &[],
        &["langgraph.types.interrupt: src/graph.py:3"],
    );
    check("def run(s):\n    return interrupt(s)\ndef interrupt(s):\n    return s\n", &[], &[]);
}

#[test]
fn a_name_that_a_module_hands_on_is_called_where_it_is_taken() {
    let handed = [("src/parts.py", "from langgraph.types import interrupt\n")];
    check(
        "from src.parts import interrupt\ndef run(s):\n    return interrupt(s)\n",
        &handed,
        &["langgraph.types.interrupt: src/graph.py:3"],
    );
}

#[test]
fn a_call_that_never_runs_is_none() {
    check(
        "from langgraph.types import interrupt\ndef run(s):\n    return s\n    interrupt(s)\n",
        &[],
        &["langgraph.types.interrupt: named"],
    );
}
