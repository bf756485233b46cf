//! Judges that ask a model without any evidence.

use super::facts;

const HEAD: &str = "import operator\nimport json\nfrom typing import Annotated, TypedDict\nfrom langchain_core.messages import HumanMessage, SystemMessage\n\
    from langchain_groq import ChatGroq\nfrom langgraph.graph import StateGraph, START, END\n\
    class S(TypedDict):\n    url: str\n    rubric: list\n    evidences: Annotated[dict, operator.ior]\n    opinions: Annotated[list, operator.add]\n\
    llm = ChatGroq(model='m')\nBRIEF = 'You are the Prosecutor.'\ndef detective(s):\n    return {'evidences': {'a': [s['url']]}}\n";

/// The judge `prosecutor` after a detective, where it sees no evidence, with what it reads.
fn unshown(judge: &str) -> Option<String> {
    unshown_in(judge, "g = StateGraph(S)")
}

/// The same in a graph that begins otherwise.
fn unshown_in(judge: &str, graph: &str) -> Option<String> {
    let text = format!(
        "{HEAD}{judge}\n{graph}\ng.add_node('detective', detective)\ng.add_node('prosecutor', prosecutor)\n\
         g.add_edge(START, 'detective')\ng.add_edge('detective', 'prosecutor')\ng.add_edge('prosecutor', END)\n"
    );
    let mut graphs = facts(&[("src/graph.py", &text)]).graphs;
    assert_eq!(graphs.len(), 1, "{judge}");
    let one = graphs.remove(0).unshown.pop()?;
    let unsent = if one.unsent.is_empty() { "" } else { " without " };
    Some(format!("{} {}{unsent}{}", one.node, one.reads.join(","), one.unsent.join(",")))
}

const ASK: &str = "def ask(system, question):\n    try:\n        return llm.with_structured_output(S).invoke([SystemMessage(content=system), HumanMessage(content=question)])\n    \
    except Exception:\n        return None\n";

#[test]
fn a_judge_that_reads_only_what_the_caller_gives_sees_no_evidence() {
    for judge in [
        "def ids(state: S):\n    return [str(one.get('id')) for one in state.get('rubric', []) if isinstance(one, dict)]\n\
         def prosecutor(state: S):\n    found = []\n    for one in ids(state):\n        found.append(ask(BRIEF, f'Audit {one}'))\n    return {'opinions': found}",
        "class Judge:\n    def __init__(self, model='m'):\n        self.model = ChatGroq(model=model)\n        self.brief = 'You judge.'\n    \
         def put(self, one):\n        return self.model.invoke([self.brief, f'Audit {one}'])\n    \
         def __call__(self, state: S) -> dict:\n        return {'opinions': [self.put(one) for one in state['rubric']]}\nprosecutor = Judge()",
    ] {
        assert_eq!(
            unshown(&format!("{ASK}{judge}")).as_deref(),
            Some("prosecutor rubric"),
            "{judge}"
        );
    }
    let nothing =
        "def prosecutor(state):\n    return {'opinions': [ask('You judge.', 'Audit it.')]}";
    assert_eq!(unshown(&format!("{ASK}{nothing}")).as_deref(), Some("prosecutor "));
}

#[test]
fn a_judge_that_may_see_evidence_is_not_told() {
    let judge = |reads: &str| {
        format!(
            "{ASK}def prosecutor(state):\n    {reads}\n    return {{'opinions': [ask(BRIEF, f'Audit {{it}}')]}}"
        )
    };
    for reads in [
        "it = state['evidences']",
        "it = state.get('evidences', {}).get('a')",
        "it = str(state)",
        "it = other(state)",
        "it = {**state}",
        "it = state[key]",
        "held = state\n    it = held['evidences']",
        "it = open('evidence.json').read()",
        "it = found_by_detectives()",
        "it = CASES['a']",
        "it = retriever.invoke('a')",
    ] {
        assert_eq!(
            unshown(&format!("CASES = {{}}\nimport store\n{}", judge(reads))),
            None,
            "{reads}"
        );
    }
    let made = "def make(found, llm):\n    def judge(state):\n        return {'opinions': [llm.invoke(f'Audit {ONE}')]}\n    return judge\nprosecutor = make(1, llm)";
    assert_eq!(unshown(&made.replace("{ONE}", "it")).as_deref(), Some("prosecutor "));
    assert_eq!(unshown(&made.replace("ONE", "found")), None);
    // What a node writes may be evidence, whatever it is called.
    let written = "def note(s):\n    s['rubric'] = [1]\n    return {}\n";
    let adds = "g = StateGraph(S)\ng.add_node('note', note)";
    let judge = judge("it = state['rubric']");
    assert_eq!(unshown(&judge).as_deref(), Some("prosecutor rubric"));
    assert_eq!(unshown_in(&format!("{written}{judge}"), adds), None);
    // A judge by rules asks nobody.
    assert_eq!(unshown("def prosecutor(state):\n    return {'opinions': [1]}"), None);
}

/// What asks a model by its address.
const POST: &str = "import os\nimport urllib.request\ndef cut(text, most):\n    return text if len(text) <= most else text[:most]\n\
    def listing(found):\n    lines = []\n    for one in found.values():\n        lines.append(str(one))\n    return '\\n'.join(lines)\n\
    def chat(*, model, prompt, host):\n    url = host.rstrip('/') + '/api/chat'\n    sent = {'model': model, 'messages': [{'role': 'user', 'content': prompt}]}\n    \
    req = urllib.request.Request(url, data=json.dumps(sent).encode('utf-8'))\n    with urllib.request.urlopen(req) as resp:\n        return resp.read().decode('utf-8')\n";

#[test]
fn a_judge_that_reads_evidence_and_sends_a_text_of_its_own_shows_the_model_none() {
    let judge = |prompt: &str| {
        format!(
            "{ASK}{POST}def prosecutor(state):\n    found = state.get('evidences', {{}}) or {{}}\n    opinions = []\n    \
             for one in state['rubric']:\n        shown = listing(found)\n        {prompt}\n        opinions.append({{'said': said, 'cited': list(found)}})\n    return {{'opinions': opinions}}"
        )
    };
    let check = |prompt: &str, expected: Option<&str>| {
        assert_eq!(unshown(&judge(prompt)).as_deref(), expected, "{prompt}");
    };
    let chat = |prompt: &str| {
        format!(
            "prompt = {prompt}\n        said = chat(model=os.environ.get('M'), prompt=cut(prompt, 99), host=os.environ.get('H'))"
        )
    };
    let nothing = Some("prosecutor  without evidences");
    let rubric = Some("prosecutor rubric without evidences");
    check(&chat("'You are the Prosecutor. Judge the evidence.'.strip()"), nothing);
    check(&chat("BRIEF + ' Judge.'"), nothing);
    check(&chat("f'{BRIEF} Judge {one}.'"), rubric);
    check("said = ask(BRIEF, 'Judge it.')", nothing);
    check("said = ask(BRIEF, f'Judge {one[0]}')", rubric);
    check(
        "msgs = [SystemMessage(content=BRIEF)]\n        msgs.append(HumanMessage(content='Judge.'))\n        said = llm.invoke(msgs).content",
        nothing,
    );
    // Something of the evidence is sent, or may be.
    check(&chat("f'Judge {shown}'"), None);
    check(&chat("'Judge {}'.format(shown)"), None);
    check(&chat("BRIEF if found else 'Nothing was found.'"), None);
    check("prompt = BRIEF\n        prompt += shown\n        said = ask(BRIEF, prompt)", None);
    check(
        "prompt = BRIEF\n        if found:\n            prompt = BRIEF + shown\n        said = ask(BRIEF, prompt)",
        None,
    );
    check("said = ask(BRIEF, 'Judge.') or ask(BRIEF, shown)", None);
    check("said = (ask(BRIEF, 'Judge.'), llm.stream(shown))", None);
    check(
        "import asyncio\n        said = (ask(BRIEF, 'Judge.'), asyncio.to_thread(ask, BRIEF, shown))",
        None,
    );
    check(
        "msgs = [SystemMessage(content=BRIEF)]\n        msgs.append(HumanMessage(content=shown))\n        said = llm.invoke(msgs).content",
        None,
    );
    check(
        "msgs = [SystemMessage(content=BRIEF)]\n        more = msgs\n        more.append(shown)\n        said = llm.invoke(msgs).content",
        None,
    );
    check("said = made_with(llm, shown)", None);
}

#[test]
fn a_function_that_all_judges_share_is_followed() {
    let judge = |prompt: &str| {
        format!(
            "{ASK}def judged(state, name, brief):\n    found = state['evidences']\n    return [ask(brief, {prompt}) for one in state['rubric']] + [found]\n\
             def prosecutor(state):\n    return {{'opinions': judged(state, 'Prosecutor', BRIEF)}}"
        )
    };
    assert_eq!(
        unshown(&judge("f'{name}: {one}'")).as_deref(),
        Some("prosecutor rubric without evidences")
    );
    assert_eq!(unshown(&judge("f'{name}: {one} {found}'")), None);
}

#[test]
fn what_functions_put_into_a_module_or_an_object_may_be_evidence() {
    let held = |fill: &str| {
        format!(
            "CURRENT = {{'case': 'none'}}\ndef put():\n    return llm.invoke(BRIEF + CURRENT['case'])\ndef prosecutor(state):\n    found = state['evidences']\n    {fill}\n    return {{'opinions': [put()]}}"
        )
    };
    assert_eq!(unshown(&held("print(found)")).as_deref(), Some("prosecutor  without evidences"));
    assert_eq!(unshown(&held("CURRENT['case'] = str(found)")), None);
    assert_eq!(unshown(&held("CURRENT.update(case=str(found))")), None);
    let object = |fill: &str| {
        format!(
            "class Judge:\n    def __init__(self, prompt):\n        self.prompt = prompt\n    def note(self, found):\n        {fill}\n    def __call__(self, state):\n        found = state['evidences']\n        \
             self.note(found)\n        return {{'opinions': [llm.invoke(self.prompt)]}}\nprosecutor = Judge(BRIEF)"
        )
    };
    assert_eq!(unshown(&object("print(found)")).as_deref(), Some("prosecutor  without evidences"));
    assert_eq!(unshown(&object("self.prompt = self.prompt + str(found)")), None);
}

#[test]
fn a_model_of_any_vendor_brings_no_evidence() {
    let judge = |import: &str, make: &str| {
        let text = format!(
            "{import}\nmodel = {make}\ndef prosecutor(s):\n    return {{'opinions': [model.invoke(f'Audit {{s[\"rubric\"]}}')]}}"
        );
        unshown(&text)
    };
    for (import, make) in [
        ("from langchain_community.chat_models import ChatOllama", "ChatOllama(model='m')"),
        ("from langchain.chat_models import init_chat_model", "init_chat_model('m')"),
        ("from langchain_deepseek import ChatDeepSeek", "ChatDeepSeek(model='m')"),
        ("from langchain_openrouter import ChatOpenRouter", "ChatOpenRouter(model='m')"),
    ] {
        assert_eq!(judge(import, make).as_deref(), Some("prosecutor rubric"), "{import}");
    }
    for (import, make) in [
        ("from langchain_community.vectorstores import FAISS", "FAISS.load_local('x')"),
        ("from langchain_tavily import TavilySearch", "TavilySearch()"),
        ("from langchain.agents import create_agent", "create_agent('m')"),
    ] {
        assert_eq!(judge(import, make), None, "{import}");
    }
}
