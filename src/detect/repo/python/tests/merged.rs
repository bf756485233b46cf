//! Reducers that are no plain functions, and annotations that cannot be read.

use super::facts;
use crate::domain::facts::PythonFacts;

/// A state with this annotation, and two nodes side by side that return its field.
fn of(before: &str, state: &str) -> PythonFacts {
    let text = format!(
        "import operator\nfrom typing import Annotated, TypedDict\nfrom pydantic import create_model\n\
         from langgraph.graph import StateGraph, MessagesState, START, END\n\
         def listof(t):\n    return Annotated[list[t], operator.add]\n\
         class Append:\n    def __init__(self, n): self.n = n\n    def __call__(self, a, b): return (a + b)[-self.n:]\n\
         class R:\n    @staticmethod\n    def uniq(a, b): return list(set(a + b))\n    @classmethod\n    def join(cls, a, b): return a + b\n    def own(self, a, b): return a + b\n\
         TABLE = {{'append': operator.add}}\nkeep = Append(10)\n{before}\n{state}\n\
         def a(s):\n    return {{'log': ['a']}}\ndef b(s):\n    return {{'log': ['b']}}\n\
         g = StateGraph(S)\ng.add_node('a', a)\ng.add_node('b', b)\n\
         g.add_edge(START, 'a')\ng.add_edge(START, 'b')\ng.add_edge('a', END)\ng.add_edge('b', END)\napp = g.compile()\n"
    );
    facts(&[("main.py", &text)])
}

fn annotated(annotation: &str) -> PythonFacts {
    of("", &format!("class S(TypedDict):\n    log: {annotation}"))
}

fn resolved(found: &PythonFacts) -> Vec<String> {
    found.reducers.iter().map(|one| format!("{} {}", one.field, one.resolved)).collect()
}

#[track_caller]
fn is_not_accused(found: &PythonFacts, of: &str) {
    assert_eq!(found.graphs[0].clashes, [], "{of}");
    assert_eq!(found.graphs[0].unmerged, None, "{of}");
}

#[test]
fn what_can_be_called_is_a_reducer() {
    for (annotation, name) in [
        ("Annotated[list, Append(9)]", "main.py:Append"),
        ("Annotated[list, keep]", "main.py:Append"),
        ("Annotated[list, R.uniq]", "main.py:uniq"),
        ("Annotated[list, R().uniq]", "main.py:R.uniq"),
        ("Annotated[list, R().own]", "main.py:R.own"),
        ("Annotated[list, R.join]", "main.py:R.join"),
        ("Annotated[list, TABLE['append']]", "operator.add"),
        ("listof(str)", "operator.add"),
    ] {
        let found = annotated(annotation);
        assert_eq!(resolved(&found), [format!("log {name}")], "{annotation}");
        is_not_accused(&found, annotation);
    }
}

#[test]
fn states_that_calls_make_have_reducers() {
    for state in [
        "S = TypedDict('S', {f: Annotated[list, operator.add] for f in ['log']})",
        "S = TypedDict('S', {**{'n': int}, **{'log': Annotated[list, operator.add]}})",
        "S = TypedDict('S', {'log': Annotated[list, operator.add]})",
        "S = create_model('S', log=(Annotated[list, operator.add], []))",
    ] {
        let found = of("", state);
        assert_eq!(resolved(&found), ["log operator.add"], "{state}");
        is_not_accused(&found, state);
    }
}

#[test]
fn the_messages_of_a_state_that_langgraph_brings_are_merged() {
    let text = "from langgraph.graph import StateGraph, MessagesState, START, END\n\
        def a(s: MessagesState): return {'messages': [1]}\ndef b(s: MessagesState): return {'messages': [2]}\n\
        g = StateGraph(MessagesState)\ng.add_node('a', a)\ng.add_node('b', b)\ng.add_edge(START, 'a')\ng.add_edge(START, 'b')\napp = g.compile()\n";
    let found = facts(&[("main.py", text)]);
    assert_eq!(resolved(&found), ["messages langgraph.graph.message.add_messages"]);
    is_not_accused(&found, text);
    let alias = text.replace("MessagesState, START", "MessagesState as MS, START");
    let alias = facts(&[(
        "main.py",
        &alias.replace(": MessagesState", ": MS").replace("(MessagesState", "(MS"),
    )]);
    assert_eq!(alias.reducers[0].inherited_by, ["MS"]);
    is_not_accused(&alias, "alias");
}

#[test]
fn what_cannot_be_read_is_unread_and_accuses_nobody() {
    for (before, state) in [
        ("from others import chosen", "class S(TypedDict):\n    log: Annotated[list, chosen()]"),
        (
            "def pick(k): return TABLE[k]",
            "class S(TypedDict):\n    log: Annotated[list, pick('append')]",
        ),
        ("KEY = input()", "class S(TypedDict):\n    log: Annotated[list, TABLE[KEY]]"),
        ("", "S = TypedDict('S', load())"),
        (
            "",
            "class S(TypedDict):\n    log: list\nS.__annotations__.update({'log': Annotated[list, operator.add]})",
        ),
        (
            "def make(): return {'a': Annotated}['a'][list, operator.add]",
            "class S(TypedDict):\n    log: make()",
        ),
    ] {
        let found = of(before, state);
        assert_eq!(found.unread_reducers.len(), 1, "{before} {state}");
        is_not_accused(&found, state);
    }
    for annotation in [
        "list",
        "Annotated[list, 'notes']",
        "Annotated[list, Field(max_length=3)]",
        "list[str] | None",
    ] {
        assert_eq!(annotated(annotation).unread_reducers, [], "{annotation}");
    }
    let found = annotated("list");
    assert_eq!(found.graphs[0].clashes.len(), 1);
    assert!(found.graphs[0].unmerged.is_some());
}

#[test]
fn options_that_are_passed_on_defer_a_node_where_they_say_so() {
    let told = |add: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph, START, END\nOPTS = {{'m': {{'defer': True}}}}\n\
             def add(g, name, fn, **more):\n    g.add_node(name, fn, **more)\ndef run(s):\n    return {{}}\n\
             g = StateGraph(dict)\n{add}\ng.add_edge(START, 'm')\napp = g.compile()\n"
        );
        let graph = facts(&[("main.py", &text)]).graphs.remove(0);
        (graph.nodes[0].deferred, graph.perhaps_deferred.len())
    };
    for (add, is_deferred, perhaps) in [
        ("g.add_node('m', run, **{'metadata': {}})", false, 0),
        ("g.add_node('m', run, **OPTS.get('m', {}))", true, 0),
        ("g.add_node('m', run, **OPTS.get('n', {}))", false, 0),
        ("add(g, 'm', run)", false, 0),
        ("add(g, 'm', run, metadata={})", false, 0),
        ("add(g, 'm', run, defer=True)", true, 0),
        ("g.add_node('m', run, **load())", false, 1),
        ("g.add_node('m', run, defer=late)", false, 1),
    ] {
        assert_eq!(told(add), (is_deferred, perhaps), "{add}");
    }
}
