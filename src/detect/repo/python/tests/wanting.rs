//! Routers behind nodes that put something down wherever inputs are given.

use super::facts;

const STATE: &str = "from pydantic import BaseModel, Field\nclass S(BaseModel):\n    url: str | None = None\n    pdf: str | None = None\n    evidences: dict = Field(default_factory=dict)\n    flat: list = []\n";

const WAY: &str = "def way(state):\n    total = sum(len(v) for v in state.evidences.values())\n    if total == 0:\n        return END\n    return 'join'";

const NODE: &str = "async def look(state: S):\n    if state.url or state.pdf:\n        await search(state)\n    return {'evidences': state.evidences}\n";

const SEARCH: &str = "class Repo:\n    def __init__(self, state):\n        self.state = state\n    async def look(self):\n        found = []\n        try:\n            path = clone(self.state.url)\n        except Exception as error:\n            found.append(Item(error))\n            return found\n        found.append(Item(path))\n        self.state.evidences['repo'] = found\n        return found\n\
                      async def search(state: S):\n    detectives = [Repo(state), Repo(state)]\n    results = await asyncio.gather(*(one.look() for one in detectives))\n    if state.evidences is None:\n        state.evidences = {}\n    for name, found in zip(['a', 'b'], results):\n        state.evidences[name] = found\n    return results\n";

/// Checks for want of which inputs alone the router leads elsewhere, and whether it handles errors.
#[track_caller]
fn check(search: &str, node: &str, join: &str, expected: &str) {
    let wiring = format!(
        "import asyncio\nfrom langgraph.graph import StateGraph, START, END\nfrom src.state import S\n{search}{node}\
         async def join(state: S):\n    return {join}\n{WAY}\n\
         g = StateGraph(S)\ng.add_node('look', look)\ng.add_node('join', join)\ng.add_edge(START, 'look')\n\
         g.add_conditional_edges('look', way)\ng.add_edge('join', END)\napp = g.compile()\n"
    );
    let graphs = facts(&[("src/state.py", STATE), ("src/graph.py", &wiring)]).graphs;
    let edge = &graphs[0].conditional[0];
    let told = edge.placeholders.as_ref().map(|kept| {
        let any = if kept.any_is_enough { "any of " } else { "" };
        format!("{any}{}: {} by {}", kept.inputs.join(" "), kept.fields.join(" "), kept.node)
    });
    let told = told.unwrap_or_else(|| format!("{:?}", edge.handles_errors));
    assert_eq!(told, expected, "{wiring}");
    assert_eq!(edge.handles_errors, Some(expected == HANDLES));
}

const HANDLES: &str = "Some(true)";
const FLAT: &str = "{'flat': [1]}";

#[test]
fn a_router_that_inputs_alone_lead_elsewhere_handles_no_error() {
    check(SEARCH, NODE, FLAT, "any of pdf url: evidences by look");
    let both = NODE.replace(" or ", " and ");
    check(SEARCH, &both, FLAT, "pdf url: evidences by look");
    let guarded = "async def look(state: S):\n    if not state.url:\n        print('nothing to do')\n        return {'evidences': {}}\n    await search(state)\n    return {'evidences': state.evidences}\n";
    check(SEARCH, guarded, FLAT, "url: evidences by look");
    // What is run one after the other, or written out, is the same.
    let plain = "async def scan(state):\n    return [Item(state.url)]\n\
                 async def search(state):\n    one, rest = await scan(state), []\n    found = await scan(state)\n    state.evidences['a'] = found\n";
    check(plain, NODE, FLAT, "any of pdf url: evidences by look");
    let calls = SEARCH
        .replace("*(one.look() for one in detectives)", "Repo(state).look(), Repo(state).look()");
    check(&calls, NODE, FLAT, "any of pdf url: evidences by look");
}

#[test]
fn a_router_that_a_failure_may_lead_elsewhere_handles_it() {
    // A detective that may find nothing.
    check(&SEARCH.replace("            found.append(Item(error))\n", ""), NODE, FLAT, HANDLES);
    for (from, to) in [
        ("for one in detectives)", "for one in detectives), return_exceptions=True"),
        ("    results = await", "    detectives.append(Other(state))\n    results = await"),
        ("        state.evidences[name] = found", "        state.evidences[name] = []"),
        ("    return results", "    state.evidences = {}\n    return results"),
        ("    return results", "    tidy(state)\n    return results"),
        ("    detectives = [", "    state = copy(state)\n    detectives = ["),
    ] {
        assert!(SEARCH.contains(from));
        check(&SEARCH.replace(from, to), NODE, FLAT, HANDLES);
    }
    // What is done where the inputs are not given may fail as well.
    let other = NODE.replace("    return {", "    else:\n        await rest(state)\n    return {");
    check(SEARCH, &other, FLAT, HANDLES);
    let caught = "async def look(state: S):\n    if state.url:\n        try:\n            await search(state)\n        except Exception:\n            pass\n    return {'evidences': state.evidences}\n";
    check(SEARCH, caught, FLAT, HANDLES);
    // What a node writes is no input.
    check(SEARCH, NODE, "{'url': ''}", HANDLES);
}
