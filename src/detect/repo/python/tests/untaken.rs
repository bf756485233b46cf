//! Keys that nodes return and no field of the state takes.

use super::facts;

const STATE: &str = "from typing import TypedDict, Dict, Any\n\
                     class Required(TypedDict):\n    url: str\n\
                     class AgentState(Required, total=False):\n    evidences: dict\n";

/// What the nodes of the graph in `src/graph.py` return in vain, as `node.key@line`, or `?` where the fields
/// are not known. The nodes are wired in the first line of `text`.
fn untaken(state: &str, nodes: &str, text: &str) -> String {
    let wiring = format!(
        "from langgraph.graph import StateGraph\nfrom langgraph.types import Command\nfrom src.state import *\n\
         from src.state import AgentState\n{text}\ng = StateGraph(AgentState)\n{nodes}\n"
    );
    let mut graphs = facts(&[("src/state.py", state), ("src/graph.py", &wiring)]).graphs;
    assert_eq!(graphs.len(), 1, "{graphs:#?}");
    let graph = graphs.remove(0);
    if graph.state_fields.is_empty() && graph.untaken.is_empty() {
        let lost = graph.unfollowed.iter().map(ToString::to_string);
        return format!("? {}", lost.collect::<Vec<_>>().join(", "));
    }
    let keys = graph.untaken.iter();
    // Five lines stand before the text.
    let keys = keys.map(|one| format!("{}.{}@{}", one.node, one.key, one.place.line - 4));
    keys.collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(untaken(STATE, "g.add_node('n', node)", text), expected, "{text}");
}

#[test]
fn keys_that_the_state_lacks_are_found_where_they_are_returned() {
    check("def node(s):\n    return {'evidences': {}, 'url': 'x'}", "");
    check("def node(s):\n    return {'evidences': {}, 'errors': []}", "n.errors@2");
    check(
        "def node(s):\n    if s:\n        return {'a': 1}\n    return {'b': 2, **s}",
        "n.a@3 n.b@4",
    );
    check("def node(s):\n    return {'a': 1} if s else dict(b=2, url=3)", "n.a@2 n.b@2");
    check("def node(s):\n    return Command(goto='x', update={'a': 1})", "n.a@2");
    check("async def node(s):\n    out = {}\n    out['a'] = 1\n    return out", "n.a@3");
    check(
        "def node(s):\n    out: dict = {'a': 1}\n    if out.get('a'):\n        return out",
        "n.a@2",
    );
    let lambda = "g.add_node('n', lambda s: {'a': 1})";
    assert_eq!(untaken(STATE, lambda, ""), "n.a@3");
    let method =
        "class D:\n    def run(self, state: AgentState) -> dict:\n        return {'a': 1}\nd = D()";
    assert_eq!(untaken(STATE, "g.add_node('n', d.run)", method), "n.a@3");
    let object = "class D:\n    def __call__(self, state: AgentState):\n        return {'a': 1}";
    assert_eq!(untaken(STATE, "g.add_node('n', D())", object), "n.a@3");
    // However long what it makes may be, a function that makes a node is short itself.
    let long = "        x = 1\n".repeat(90);
    let made = format!(
        "def make(llm=None):\n    def node(s):\n{long}        return {{'a': 1}}\n    return node"
    );
    assert_eq!(untaken(STATE, "g.add_node('n', make())", &made), "n.a@93");
    let unknown = untaken(STATE, "g.add_node('n', D())", "class D(B):\n    x = 1");
    assert_eq!(unknown, "? what runs at `n`");
}

#[test]
fn what_a_variable_holds_is_returned_on_each_of_its_ways() {
    let ways = "def node(s):\n    if s:\n        out = {}\n        out['a'] = 1\n        return out\n    out = {'b': 1}\n    return out";
    check(ways, "n.a@4 n.b@6");
    let replaced = "def node(s):\n    if s:\n        out = {'a': 1}\n        out = {'url': 1}\n        return out\n    out = {'url': 1}\n    return out";
    check(replaced, "");
    let handed = "def node(s):\n    if s:\n        out = {'a': 1}\n        clean(out)\n        return out\n    out = {'url': 1}\n    return out";
    check(handed, "");
    let open = "def node(s):\n    if s:\n        out = {'a': 1}\n    else:\n        out = {'b': 1}\n    return out";
    check(open, "");
}

#[test]
fn what_is_not_surely_returned_is_no_key() {
    check("def node(s):\n    tmp = {'a': 1}\n    return {'url': tmp}", "");
    check(
        "def node(s):\n    def inner():\n        return {'a': 1}\n    return {'url': inner()}",
        "",
    );
    check("def node(s):\n    out = {'a': 1}\n    out.pop('a')\n    return out", "");
    check("def node(s):\n    out = {'a': 1}\n    del out['a']\n    return out", "");
    check("def node(s):\n    out = {'a': 1}\n    out = clean(out)\n    return out", "");
    check("def node(s):\n    out = {'a': 1}\n    clean(out)\n    return out", "");
    check("def node(s, out):\n    out['a'] = 1\n    return out", "");
    check("def node(s):\n    yield {'a': 1}", "");
    check("@keeps\ndef node(s):\n    return {'a': 1}", "");
    check("@traceable(name='x')\ndef node(s):\n    return {'a': 1}", "n.a@3");
    check("def node(s):\n    return {key: 1 for key in s}", "");
    check("def node(s):\n    return {f'{s}_a': 1, '__interrupt__': 2}", "");
}

#[test]
fn fields_come_from_every_schema_and_nothing_is_said_where_one_is_not_known() {
    let node = "def node(s):\n    return {'a': 1}";
    let private = "class Private(TypedDict):\n    a: int\n";
    let state = format!("{STATE}{private}");
    let given = "def node(s: Private):\n    return {'a': 1}";
    let given = format!("from src.state import Private\n{given}");
    assert_eq!(
        untaken(&state, "g.add_node('n', node)", &given),
        "",
        "a node brings its own fields"
    );
    let quoted = "def node(s: 'AgentState'):\n    return {'a': 1}";
    check(quoted, "n.a@2");
    check("def node(s: Dict[str, Any]):\n    return {'a': 1}", "n.a@2");
    check(
        "from elsewhere import Other\ndef node(s: Other):\n    return {'a': 1}",
        "? the class of what `n` is given",
    );
    check(
        "from elsewhere import wrap\ndef inner(s):\n    return {'a': 1}\nnode = wrap(inner)",
        "? what runs at `n`",
    );
    assert_eq!(untaken(STATE, "g.add_node('n', node, input_schema=P)", node), "? what runs at `n`");
    let unknown = "from elsewhere import Base\nclass AgentState(Base):\n    url: str\n";
    assert_eq!(untaken(unknown, "g.add_node('n', node)", node), "? the class of its state");
    let branching = "from typing import TypedDict\nclass AgentState(TypedDict):\n    url: str\n    if X:\n        a: int\n";
    assert_eq!(untaken(branching, "g.add_node('n', node)", node), "? the class of its state");
    let model = "from pydantic import BaseModel\nclass AgentState(BaseModel):\n    \"\"\"A.\"\"\"\n    url: str = ''\n    def f(self): pass\n";
    assert_eq!(untaken(model, "g.add_node('n', node)", node), "n.a@2");
    let made = "from typing import TypedDict\nAgentState = TypedDict('AgentState', {'a': int})\n";
    assert_eq!(untaken(made, "g.add_node('n', node)", node), "");
    let messages =
        "from langgraph.graph import MessagesState\nclass AgentState(MessagesState):\n    b: int\n";
    assert_eq!(untaken(messages, "g.add_node('n', node)", node), "n.a@2");
}

#[test]
fn what_a_base_runs_is_followed_where_no_other_base_may_come_first() {
    let base = "class Base:\n    def __call__(self, state: AgentState):\n        return {'a': 1}\n";
    let object = |class: &str| untaken(STATE, "g.add_node('n', D())", &format!("{base}{class}"));
    assert_eq!(object("class D(Base):\n    name = 'd'"), "n.a@3");
    assert_eq!(object("from abc import ABC\nclass C(Base, ABC): pass\nclass D(C): pass"), "n.a@3");
    assert_eq!(object("class D(Base):\n    def __call__(self, state): return {'b': 2}"), "n.b@5");
    for class in [
        "class D(Elsewhere, Base): pass",
        "class D(Base):\n    __call__ = other",
        "class Other:\n    def __call__(self, state): return {'url': 1}\nclass D(Other, Base): pass",
        "class D(Base):\n    if X:\n        def __call__(self, state): return {'url': 1}",
        "class D(make(Base)): pass",
        "class D(D): pass",
    ] {
        assert_eq!(object(class), "? what runs at `n`", "{class}");
    }
}

#[test]
fn a_graph_that_is_imported_where_it_is_there_is_that_graph() {
    let graph = |import: &str| {
        let wiring = format!(
            "from src.state import AgentState\n{import}\ndef node(s):\n    return {{'a': 1}}\n\
             def build():\n    g = StateGraph(AgentState)\n    g.add_node('n', node)\nbuild()\n"
        );
        let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
        graphs.iter().map(|graph| graph.untaken.len()).sum::<usize>()
    };
    let from = "    from langgraph.graph import StateGraph";
    assert_eq!(graph(&format!("try:\n{from}\nexcept ImportError:\n    StateGraph = None")), 1);
    assert_eq!(graph(&format!("StateGraph = None\ntry:\n{from}\nexcept Exception:\n    pass")), 1);
    // A class of the repository's own may take any key.
    let own = "class StateGraph:\n        def __init__(self, s): pass";
    assert_eq!(graph(&format!("try:\n{from}\nexcept ImportError:\n    {own}")), 0);
    assert_eq!(graph(&format!("try:\n{from}\nexcept ImportError:\n    StateGraph = Fake")), 0);
}

#[test]
fn a_node_that_is_not_followed_hides_no_key_that_no_class_has() {
    let node =
        "from elsewhere import wrap, lib\ndef node(s):\n    return {'a': 1}\nother = wrap(node)";
    let both = "g.add_node('n', node)\ng.add_node('o', other)";
    assert_eq!(untaken(STATE, both, node), "n.a@3");
    // Whatever it is given may bring the key.
    let private = format!("{STATE}class Private(TypedDict):\n    a: int\n");
    assert_eq!(untaken(&private, both, node), "? what runs at `o`");
    let made = format!("{STATE}Private = TypedDict('Private', dict(a=int))\n");
    assert_eq!(untaken(&made, both, node), "? what runs at `o`");
    assert_eq!(untaken(STATE, both, &node.replace("'a'", "'messages'")), "? what runs at `o`");
    let given =
        "from elsewhere import Given\ndef other(s: Given): pass\ndef node(s):\n    return {'a': 1}";
    assert_eq!(untaken(STATE, both, given), "? the class of what `o` is given");
    let library = "g.add_node('n', node)\ng.add_node('o', lib)";
    assert_eq!(untaken(STATE, library, node), "? the class of what `o` is given");
}

/// What is read in vain by the node `n` and the router `way`, as `node.key@line`.
#[track_caller]
fn check_read(text: &str, expected: &str) {
    let wiring = format!(
        "from langgraph.graph import StateGraph\nfrom src.state import AgentState\n{text}\n\
         g = StateGraph(AgentState)\ng.add_node('n', node)\ng.add_conditional_edges('n', way, {{True: 'n'}})\n"
    );
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
    let keys = graphs[0].unfed.iter();
    let told: Vec<String> =
        keys.map(|one| format!("{}.{}@{}", one.node, one.key, one.place.line - 2)).collect();
    assert_eq!(told.join(" "), expected, "{text}");
}

#[test]
fn keys_that_the_state_lacks_are_found_where_they_are_read() {
    check_read(
        "def node(s):\n    return {'url': s['url'], 'evidences': s.get('root')}\ndef way(state):\n    return not state.get('fatal', False)",
        "n.root@2 way.fatal@4",
    );
    check_read("node = way = lambda s: s.get('fatal')", "n.fatal@1 way.fatal@1");
    // What is put there first is there, and another schema has fields of its own.
    for text in [
        "def node(s):\n    s['root'] = 1\n    return s['root']\nway = node",
        "def node(s):\n    s = load(s)\n    return s['root']\nway = node",
        "def node(s):\n    s.update(root=1)\n    return s['root']\nway = node",
        "from typing import TypedDict\nclass Own(TypedDict):\n    root: str\ndef node(s: Own):\n    return s['root']\nway = node",
        "def node(s: Unknown):\n    return s['root']\nway = node",
        "def node(s):\n    load(s)\n    return s['root']\nway = node",
        "def node(s):\n    t = s\n    t['root'] = 1\n    return s['root']\nway = node",
        "def node(s):\n    return [s['root'] for s in [{'root': 1}]]\nway = node",
        "@adapted\ndef node(s):\n    return s['root']\nway = node",
        "from functools import partial\ndef own(conf, s):\n    return conf['root']\nway = node = partial(own, {'root': 1})",
        "def node(s):\n    return {'evidences': s['root']}\ndef way(s):\n    return [Send('n', {'root': 1})]",
        "def node(s):\n    return 'root' in s or other['root'] or getattr(s, 'root', 1)\nway = node",
    ] {
        check_read(text, "");
    }
}

#[test]
fn what_is_returned_beside_a_field_may_be_looked_up_inside_it() {
    let check = |reader: &str, node: &str, expected: &[&str]| {
        let text = format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nclass S(TypedDict):\n    url: str\n    pages: dict\n\
             {node}\n{reader}\ng = StateGraph(S)\ng.add_node('node', node)\ng.add_node('reader', reader)\n\
             g.add_edge(START, 'node')\ng.add_edge('node', 'reader')\n"
        );
        let graphs = facts(&[("src/graph.py", &text)]).graphs;
        let told = graphs[0].untaken.iter().map(|one| match &one.under {
            Some(it) => format!("{} {} {} {}", one.key, it.field, it.spelled, it.returned),
            None => one.key.clone(),
        });
        assert_eq!(told.collect::<Vec<_>>(), expected, "{reader}");
    };
    let node = "def node(s):\n    return {'general': [1]}";
    let reader = |body: &str| format!("def reader(s):\n    {body}\n    return {{'url': found}}");
    let general = &["general pages true false"];
    check(&reader("found = s['pages']['general']"), node, general);
    check(&reader("found = s.get('pages', {}).get('general', [])"), node, general);
    check(&reader("pages = s['pages']\n    found = pages.get('general')"), node, general);
    let handed = "def look(key, state):\n    return state['pages'].get('general')\n";
    check(&format!("{handed}{}", reader("found = look('x', s)")), node, general);
    check(&reader("found = s['pages'].get(key)"), node, &["general pages false false"]);
    // Another key, no field, a place in a list, a field that is returned.
    check(&reader("found = s['pages']['other']"), node, &["general"]);
    check(&reader("found = other['pages']['general']"), node, &["general"]);
    check(&reader("found = s['pages'][index]"), node, &["general"]);
    let both = "def node(s):\n    return {'general': [1], 'pages': {}}";
    check(&reader("found = s['pages'].get(key)"), both, &["general"]);
    check(&reader("found = s['pages']['general']"), both, &["general pages true true"]);
}

#[test]
fn what_is_put_into_the_state_is_returned_with_it() {
    check("def node(s):\n    s['chunks'] = 1\n    s['url'] = 2\n    return s", "n.chunks@2");
    check("def node(s):\n    new = dict(s)\n    new['chunks'] = 1\n    return new", "n.chunks@3");
    check("def node(s):\n    s['chunks'] = 1\n    return {'url': 2}", "");
    check("def node(s):\n    s['chunks'] = 1\n    s.pop('chunks')\n    return s", "");
    check("def node(s):\n    s['chunks'] = 1\n    del s['chunks']\n    return s", "");
    check("def node(s):\n    s['chunks'] = 1\n    s = other()\n    return s", "");
    check("def node(s):\n    s['evidences']['chunks'] = 1\n    return s", "");
}

#[test]
fn what_is_asked_of_the_result_of_a_run_is_wanted() {
    let wanted = |run: &str| {
        let text = format!(
            "from langgraph.graph import StateGraph\nfrom src.state import AgentState\ndef node(s):\n    return {{'text': 1}}\n\
             g = StateGraph(AgentState)\ng.add_node('n', node)\napp = g.compile()\ndef run(url):\n{run}\n"
        );
        let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &text)]).graphs;
        graphs[0].untaken[0].wanted.as_ref().map(|place| place.line)
    };
    assert_eq!(
        wanted("    result = app.invoke({'url': url})\n    return result.get('text', '')"),
        Some(10)
    );
    assert_eq!(
        wanted(
            "    result = app.invoke({'url': url})\n    result['text'] = 1\n    return result['text']"
        ),
        None
    );
    assert_eq!(wanted("    result = llm.invoke({'url': url})\n    return result['text']"), None);
    assert_eq!(
        wanted(
            "    result = app.invoke({'url': url})\n    result = dict(text=1)\n    return result['text']"
        ),
        None
    );
    assert_eq!(wanted("    return app.invoke({'url': url})['url']"), None);
}

/// The objects that the node of the graph returns in vain, as `class@line`.
#[track_caller]
fn check_objects(classes: &str, text: &str, expected: &str) {
    let wiring = format!(
        "from dataclasses import dataclass\nfrom pydantic import BaseModel\nfrom langgraph.graph import StateGraph\nfrom src.state import AgentState\n{classes}\n{text}\n\
         g = StateGraph(AgentState)\ng.add_node('n', node)\n"
    );
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
    let found = graphs[0].untaken_objects.iter();
    // Four lines stand before the classes.
    let before = 4 + u32::try_from(classes.lines().count()).unwrap_or_default();
    let found = found.map(|one| format!("{}@{}", one.class, one.place.line - before));
    assert_eq!(found.collect::<Vec<_>>().join(" "), expected, "{classes}\n{text}");
}

#[test]
fn of_an_object_that_has_no_field_of_the_state_nothing_is_taken() {
    let found = "class Found(BaseModel):\n    goal: str\n    content: str = ''";
    let plain = "def node(s):\n    return Found(goal='x')";
    check_objects(found, plain, "Found@2");
    let held = "def node(s):\n    out = Found(goal='x')\n    print(out.goal)\n    return out";
    check_objects(found, held, "Found@4");
    let data = "@dataclass\nclass Found:\n    goal: str";
    check_objects(data, plain, "Found@2");
    let derived = "class Base(BaseModel):\n    goal: str\nclass Found(Base):\n    more: str = ''";
    check_objects(derived, plain, "Found@2");
    // One field is enough, whoever declares it, as is a method of that name.
    for known in ["evidences: dict = {}", "url: str = ''"] {
        let class = format!(
            "class Base(BaseModel):\n    goal: str\n    {known}\nclass Found(Base):\n    more: str = ''"
        );
        check_objects(&class, plain, "");
    }
    let method = format!("{found}\n    @property\n    def url(self):\n        return 'x'");
    check_objects(&method, plain, "");
    let open = format!("{found}\n    model_config = ConfigDict(extra='allow')");
    check_objects(&open, plain, "");
    for other in [
        "class Found(Elsewhere):\n    goal: str",
        "class Found:\n    pass",
        "from elsewhere import Found",
    ] {
        check_objects(other, plain, "");
    }
    // What is no such object, or may be another.
    for body in [
        "    return {'url': Found(goal='x')}",
        "    return Found(goal='x').model_dump()",
        "    return Found(**s)",
        "    out = Found(goal='x')\n    out.url = 'x'\n    return out",
        "    out = Found(goal='x')\n    out = {'url': out}\n    return out",
        "    yield Found(goal='x')",
        "    def inner():\n        return Found(goal='x')\n    return {'url': inner()}",
    ] {
        check_objects(found, &format!("def node(s):\n{body}"), "");
    }
}
