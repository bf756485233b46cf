//! Nodes that are coroutines and never wait for anything.

use super::facts;

/// Checks which nodes are told never to wait, of `a` that is given and `b` that never does.
#[track_caller]
fn check(a: &str, start: &str, expected: &str) {
    let text = format!(
        "import asyncio\nimport requests\nfrom langgraph.graph import StateGraph, START, END\n\
         def post(url):\n    return requests.post(url)\n\
         async def ask(s, who):\n    reply = post(s['url'])\n    return {{'opinions': [reply, who]}}\n\
         async def wait(s):\n    await asyncio.sleep(1)\n    return await ask(s, 'c')\n\
         {a}\nasync def b(s):\n    return await ask(s, 'b')\n\
         g = StateGraph(dict)\ng.add_node('a', a)\ng.add_node('b', b)\ng.add_edge(START, 'a')\ng.add_edge(START, 'b')\n\
         app = g.compile()\n{start}\n"
    );
    let found = facts(&[("src/graph.py", &text)]);
    assert_eq!(found.graphs[0].unyielding.join(" "), expected, "{text}");
}

const START: &str =
    "async def main():\n    return await app.ainvoke({'url': 'x'})\nasyncio.run(main())";
const A: &str = "async def a(s):\n    return await ask(s, 'a')";

#[test]
fn a_coroutine_that_waits_only_for_its_own_that_wait_for_nothing_lets_nothing_else_run() {
    check(A, START, "a b");
    check("async def a(s):\n    return {'opinions': [post(s['url'])]}", START, "a b");
    check(A, &START.replace("ainvoke", "astream"), "a b");
    // It waits for something else, or nobody knows for what.
    for a in [
        "async def a(s):\n    return await wait(s)",
        "async def a(s):\n    return await asyncio.to_thread(post, s['url'])",
        "async def a(s):\n    return await s['client'].post(s['url'])",
        "async def a(s):\n    coroutine = ask(s, 'a')\n    return await coroutine",
        "async def a(s):\n    async with s['lock']:\n        return post(s['url'])",
        "async def a(s):\n    return [one async for one in s['all']]",
        "def a(s):\n    return post(s['url'])",
        "@traced\nasync def a(s):\n    return await ask(s, 'a')",
    ] {
        check(a, START, "b");
    }
    check("async def a(s):\n    return await a(s)", START, "b");
    // Nothing starts it in an event loop, or others run in it all the same.
    check(A, "app.invoke({'url': 'x'})", "");
    check(A, &format!("import nest_asyncio\nnest_asyncio.apply()\n{START}"), "");
}
