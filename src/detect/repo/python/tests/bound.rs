//! Replies that are bound to a schema, what becomes of those that do not fit, and what is reached.

use super::facts;
use crate::domain::facts::{Binding, Misfit, StructuredOutputFact};

/// The bindings in `text`.
fn bound(text: &str) -> Vec<StructuredOutputFact> {
    facts(&[("src/a.py", text)]).structured_output
}

/// Checks what becomes of malformed replies of the only binding in `text`.
#[track_caller]
fn check_misfit(text: &str, expected: Option<Misfit>) {
    let head = "from pydantic import BaseModel\nclass S(BaseModel): pass\n";
    let found = bound(&format!("{head}{text}"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].misfit, expected, "{text}");
}

#[test]
fn a_bound_model_is_followed_to_where_it_is_asked() {
    let again = Some(Misfit::AskedAgain);
    check_misfit(
        "def ask(model):\n    for attempt in range(3):\n        try:\n            return model.invoke(1)\n        except ValueError:\n            continue\n\
         def node(llm):\n    judge = llm.with_structured_output(S)\n    return ask(judge)\n",
        again,
    );
    check_misfit(
        "class J:\n    def __init__(self, llm):\n        self.model = llm.with_structured_output(S)\n        self.chain = self.p | self.model\n\
         \x20   def ask(self, x):\n        try:\n            return self.chain.invoke(x)\n        except ValueError:\n            return fallback(x)\n",
        Some(Misfit::Handled),
    );
    check_misfit(
        "def node(llm):\n    chain = (prompt | llm.with_structured_output(S)).with_retry()\n    return chain.invoke(1)\n",
        again,
    );
    check_misfit(
        "def node(llm):\n    judge = llm.with_structured_output(S)\n    while True:\n        try:\n            return judge.invoke(1)\n        except ValueError:\n            time.sleep(1)\n",
        again,
    );
    // Where one model fails, the next one is asked.
    let next = "def node(models):\n    for model in models:\n        try:\n            judge = model.with_structured_output(S)\n\
         \x20           found = judge.invoke(1)\n            break\n        except Exception:\n            continue\n    return found\n";
    check_misfit(next, Some(Misfit::AskedNext));
    let twice = next.replace("for model in models", "for attempt in range(3)");
    let twice = twice.replace("model.with", "models.with");
    check_misfit(&twice, again);
    // A loop over cases asks one model about each of them once.
    let cases = "def node(llm, cases):\n    judge = llm.with_structured_output(S)\n    for case in cases:\n        try:\n\
         \x20           found = judge.invoke(case)\n            break\n        except Exception:\n            continue\n    return found\n";
    check_misfit(cases, Some(Misfit::Handled));
    // The caller sees to it.
    check_misfit(
        "def ask(llm):\n    return llm.with_structured_output(S).invoke(1)\ndef node(llm):\n    try:\n        return ask(llm)\n    except ValueError:\n        return neutral()\n",
        Some(Misfit::Handled),
    );
}

#[test]
fn a_method_that_is_held_before_it_is_called_binds() {
    let read = |text: &str| {
        let head = "from pydantic import BaseModel\nclass S(BaseModel): pass\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]);
        (found.structured_output.len(), found.unfollowed_binders.len())
    };
    let held = "def node(llm):\n    bind = llm.with_structured_output\n    judge = bind(S)\n    return judge.invoke(1)\n";
    assert_eq!(read(held).0, 1);
    let found = "def node(llm):\n    return getattr(llm, 'with_structured_output')(S).invoke(1)\n";
    assert_eq!(read(found), (1, 0));
    // What is handed on may be called by anything.
    assert_eq!(read("def node(llm):\n    return use(llm.with_structured_output)\n"), (0, 1));
    let put = |value: &str| {
        read(&format!(
            "def node(client, asked):\n    asked['response_format'] = {value}\n    return client.send(**asked)\n"
        ))
    };
    assert_eq!((put("{'type': 'json_schema'}"), put("None")), ((0, 1), (0, 0)));
    let text = "def node(tree):\n    return 'with_structured_output' in tree\n";
    assert_eq!(read(text), (0, 0));
}

#[test]
fn another_models_loop_is_no_retry() {
    let text = "def node(llm, other):\n    judge = llm.with_structured_output(S)\n    for attempt in range(3):\n        other.invoke(1)\n    return judge.invoke(2)\n";
    check_misfit(text, Some(Misfit::Unhandled));
}

#[test]
fn a_failure_that_becomes_none_is_dropped_unless_the_caller_looks() {
    let ask = "def ask(llm):\n    try:\n        return llm.with_structured_output(S).invoke(1)\n    except Exception:\n        return None\n";
    let drops = "def node(llm):\n    found = ask(llm)\n    if found:\n        keep(found)\n";
    check_misfit(&format!("{ask}{drops}"), Some(Misfit::Swallowed));
    let looks =
        "def node(llm):\n    found = ask(llm)\n    if found is None:\n        found = neutral()\n";
    check_misfit(&format!("{ask}{looks}"), Some(Misfit::Handled));
}

#[test]
fn a_reply_of_tools_is_asked_for_again_only_where_somebody_looks_into_it() {
    let text = |seen: &str| {
        format!(
            "def f(llm):\n    judge = llm.bind_tools([S])\n    for attempt in range(3):\n        try:\n            \
             reply = judge.invoke(1)\n            if reply{seen}:\n                break\n        except Exception as e:\n            \
             print(e)\n    return reply\n"
        )
    };
    check_misfit(&text(""), Some(Misfit::Handled));
    check_misfit(&text(".tool_calls"), Some(Misfit::AskedAgain));
}

#[test]
fn a_policy_of_the_graph_retries_transient_failures_alone() {
    let wired = |policy: &str| {
        format!(
            "def ask(llm):\n    return llm.with_structured_output(S).invoke(1)\ndef judge(state):\n    return ask(state.llm)\n\
             policy = RetryPolicy({policy})\ng.add_node('judge', judge, retry=policy)\n"
        )
    };
    check_misfit(&wired("max_attempts=3"), Some(Misfit::TransientOnly));
    check_misfit(&wired("retry_on=ValueError"), Some(Misfit::AskedAgain));
}

#[test]
fn json_mode_is_told_from_a_schema() {
    let head = "import json, requests\nfrom pydantic import BaseModel\nclass S(BaseModel): pass\n";
    let one = |text: &str| {
        let found = bound(&format!("{head}{text}"));
        let [one] = found.as_slice() else { panic!("{found:#?}") };
        (one.method.clone(), one.schema.clone(), one.binding, one.misfit)
    };
    let schema = Some("S".to_owned());
    assert_eq!(
        one(
            "def f(c):\n    try:\n        r = c.chat.completions.create(response_format={'type': 'json_object'})\n        return S(**json.loads(r))\n    except ValueError:\n        return S()\n"
        ),
        ("response_format".into(), schema.clone(), Binding::Validated, Some(Misfit::Handled)),
    );
    assert_eq!(
        one(
            "def f(u):\n    payload = {'model': 'm', 'format': 'json'}\n    return S.model_validate_json(requests.post(u, json=payload).text)\n"
        ),
        ("format".into(), schema.clone(), Binding::Validated, Some(Misfit::Unhandled)),
    );
    assert_eq!(
        one("import ollama\ndef f(m):\n    return ollama.chat(model=m, format=S.model_json_schema())\n").2,
        Binding::Schema,
    );
    // What is given tools gives any reply.
    let tools = "def f(llm, tools):\n    return llm.bind_tools(tools).invoke(1)\n";
    let found = facts(&[("a.py", tools)]);
    assert_eq!((found.structured_output.len(), found.bound_tools[0].binding), (0, Binding::Tools));
    let none =
        "def f(c):\n    return c.chat.completions.create(response_format={'type': 'text'})\n";
    assert_eq!(bound(none), []);
}

#[test]
fn a_parser_of_any_json_binds_by_what_its_replies_are_held_against() {
    let head = "from langchain_core.output_parsers import JsonOutputParser
from pydantic import BaseModel
class S(BaseModel): pass
parser = JsonOutputParser()
def f(prompt, llm):
    chain = prompt | llm | parser
    said = chain.invoke({})
";
    let told = bound(&format!("{head}    return [S.model_validate(one) for one in said]\n"));
    let told: Vec<_> = told.iter().map(|one| (one.schema.as_deref(), one.binding)).collect();
    assert_eq!(told, [(Some("S"), Binding::Validated)]);
    assert_eq!(bound(&format!("{head}    return said\n")), []);
}

#[test]
fn a_reply_that_holds_several_things_is_told_from_several_replies() {
    let each = |body: &str| {
        let head = "import json
from pydantic import BaseModel
class S(BaseModel): pass
def f(c, prompts):
";
        let told = bound(&format!("{head}{body}"));
        told.iter().any(|one| one.held.as_ref().is_some_and(|held| held.each))
    };
    let asks = "c.chat.completions.create(response_format={'type': 'json_object'})";
    let one = format!("    said = json.loads({asks})\n");
    assert!(each(&format!("{one}    return [S.model_validate(one) for one in said]\n")));
    assert!(each(&format!("{one}    return [S(**one) for one in said['opinions']]\n")));
    assert!(each(&format!(
        "{one}    for one in said.get('all', []):\n        yield S.model_validate(one)\n"
    )));
    // One reply, or several of which each is one.
    assert!(!each(&format!("{one}    return S.model_validate(said)\n")));
    assert!(!each(&format!("{one}    return [S.model_validate(said) for key in said]\n")));
    assert!(!each(&format!(
        "    for prompt in prompts:\n        said = json.loads({asks})\n        yield S.model_validate(said)\n"
    )));
    assert!(!each(&format!(
        "    all = [{asks} for prompt in prompts]\n    return [S.model_validate(json.loads(one)) for one in all]\n"
    )));
    let choices =
        "    return [S.model_validate_json(one.message.content) for one in said.choices]\n";
    assert!(!each(&format!("    said = {asks}\n{choices}")));
}

#[test]
fn what_holds_a_reply_against_a_schema_is_told_where_the_call_itself_has_none() {
    let imports = "import json
from langchain_core.output_parsers import JsonOutputParser
from pydantic import BaseModel
class S(BaseModel): pass
";
    let validated = |text: &str| {
        let told = bound(&format!("{imports}{text}"));
        let [one] = told.as_slice() else { panic!("{told:#?}") };
        let by = one.held.as_ref().map(|held| (held.by.clone(), held.place.line));
        (one.in_words(), by)
    };
    let second = ("S.model_validate".to_owned(), 8);
    let chain = |parser: &str| {
        format!(
            "def f(prompt, llm):\n    chain = prompt | llm | {parser}\n    said = chain.invoke({{}})\n    return S.model_validate(said)\n"
        )
    };
    let words = "`S.model_validate` holds a reply against a schema".to_owned();
    assert_eq!(validated(&chain("JsonOutputParser()")), (words.clone(), Some(second)));
    let by_word = "def f(c):\n    r = c.chat.completions.create(response_format={'type': 'json_object'})\n    return S.model_validate(json.loads(r))\n";
    assert_eq!(validated(by_word), (words, Some(("S.model_validate".to_owned(), 7))));
    // What is given the schema is what binds.
    assert_eq!(
        validated(&chain("JsonOutputParser(pydantic_object=S)")),
        ("`JsonOutputParser` binds a model to a schema".to_owned(), None)
    );
    assert_eq!(
        validated("def f(llm):\n    return llm.with_structured_output(S).invoke(1)\n").1,
        None
    );
}

#[test]
fn every_model_that_replies_are_held_against_is_told_and_no_other_object() {
    let text = "import json
from langchain_ollama import ChatOllama
from pydantic import BaseModel
class Evidence(BaseModel): pass
class Opinion(BaseModel): pass
class Trace(BaseModel): pass
def model():
    return ChatOllama(model='m', format='json')
def judge(s):
    llm = model()
    trace = Trace(name='judge', at=s)
    said = json.loads(llm.invoke(s).content)
    return Opinion(score=said['score'], judge='j')
def look(s):
    llm = model()
    for one in llm.invoke(s):
        s.append(Evidence(content=one))
";
    let schemas: Vec<_> = bound(text).into_iter().map(|fact| fact.schema).collect();
    assert_eq!(schemas, [Some("Evidence".to_owned()), Some("Opinion".to_owned())]);
}

pub(super) const GRAPH: &str = "from langgraph.graph import StateGraph\nfrom src.nodes.judges import judge\ng = StateGraph(S)\ng.add_node('judge', judge)\n";

#[test]
fn what_the_graph_does_not_import_is_not_live() {
    let judge = "def judge(s):\n    return llm.with_structured_output(Opinion).invoke(s)\n";
    let lives = |graph: &str| {
        let files = [
            ("src/graph.py", graph),
            ("src/nodes/__init__.py", ""),
            ("src/nodes/judges.py", judge),
            ("src/nodes/old.py", judge),
        ];
        let found = facts(&files).structured_output;
        found.iter().map(|one| (one.place.file.clone(), one.live)).collect::<Vec<_>>()
    };
    let (judges, old) = ("src/nodes/judges.py".to_owned(), "src/nodes/old.py".to_owned());
    assert_eq!(lives(GRAPH), [(judges.clone(), Some(true)), (old.clone(), Some(false))]);
    let dynamic = format!("{GRAPH}import importlib\nimportlib.import_module(name)\n");
    assert_eq!(lives(&dynamic), [(judges, Some(true)), (old.clone(), None)]);
    let imported = format!("{GRAPH}def late():\n    from .nodes import old\n");
    assert_eq!(lives(&imported)[1], (old, Some(true)));
}

#[test]
fn sources_without_a_model_are_told_apart() {
    let rules = "class Opinion: pass\ndef judge(s):\n    return Opinion()\n";
    assert_eq!(facts(&[("a.py", rules)]).calls_model, Some(false));
    assert_eq!(
        facts(&[("a.py", "from langchain_openai import ChatOpenAI\n")]).calls_model,
        Some(true)
    );
    assert_eq!(facts(&[("a.py", "def judge(s):\n    return s.llm.ask(1)\n")]).calls_model, None);
    assert_eq!(facts(&[("a.py", "URL = 'http://localhost:11434/api/chat'\n")]).calls_model, None);
}

#[test]
fn a_binding_in_a_function_that_nothing_names_is_not_live() {
    let graph = "from langgraph.graph import StateGraph, START, END\nfrom src.a import node\ng = StateGraph(dict)\n\
         g.add_node('n', node)\ng.add_edge(START, 'n')\ng.add_edge('n', END)\ng.compile()\n";
    let model = "from pydantic import BaseModel\nclass S(BaseModel): pass\n\
         def spare(llm):\n    return llm.with_structured_output(S)\n\
         def node(s):\n    return llm.with_structured_output(S).invoke(1)\n";
    let live = |more: &str| {
        let text = format!("{model}{more}");
        let found = facts(&[("src/graph.py", graph), ("src/a.py", &text)]).structured_output;
        found.iter().map(|one| one.live).collect::<Vec<_>>()
    };
    assert_eq!(live(""), [Some(false), Some(true)]);
    for more in ["x = spare(1)\n", "__all__ = ['spare']\n", "getattr(tools, name)(1)\n"] {
        assert_eq!(live(more), [Some(true), Some(true)], "{more}");
    }
}

#[test]
fn a_binding_that_asks_again_by_itself_does_so_wherever_it_goes() {
    let helper = "async def ask(model, x):\n    try:\n        return await model.ainvoke(x)\n    except Exception:\n        return x\n";
    let node = "async def node(llm, x):\n    m = llm.with_structured_output(S)CHAIN\n    return await ask(m, x)\n";
    let text = |chain: &str| format!("{helper}{}", node.replace("CHAIN", chain));
    check_misfit(&text(".with_retry(stop_after_attempt=3)"), Some(Misfit::AskedAgain));
    check_misfit(&text(""), Some(Misfit::Handled));
}

#[test]
fn a_function_that_begins_anew_asks_again() {
    let text = "def ask(llm, messages, retries=0):\n    m = llm.with_structured_output(S)\n    try:\n        return m.invoke(messages)\n    \
        except ValueError as e:\n        if retries < 2:\n            return ask(llm, messages + [e], retries + 1)\n        raise\n";
    check_misfit(text, Some(Misfit::AskedAgain));
    let wrapped = "def bounded(call):\n    again = retry(stop=stop_after_attempt(3))(call)\n    return again()\n\
        def node(llm):\n    def ask():\n        return llm.with_structured_output(S).invoke(1)\n    return bounded(ask)\n";
    check_misfit(wrapped, Some(Misfit::AskedAgain));
}

#[test]
fn a_loop_that_goes_on_after_passing_failures_alone_asks_no_malformed_reply_again() {
    let text = |handler: &str| {
        format!(
            "def node(llm):\n    judge = llm.with_structured_output(S)\n    for attempt in range(3):\n        try:\n            return judge.invoke(1)\n        \
             except Exception as e:\n{handler}    return None\n"
        )
    };
    for (handler, expected) in [
        (
            "            text = str(e).lower()\n            if '429' in text:\n                continue\n            break\n",
            Misfit::TransientOnly,
        ),
        (
            "            if is_rate_limit(e):\n                continue\n            raise\n",
            Misfit::TransientOnly,
        ),
        (
            "            if attempt < 2:\n                continue\n            raise\n",
            Misfit::AskedAgain,
        ),
        ("            if '429' in str(e):\n                time.sleep(9)\n", Misfit::AskedAgain),
        (
            "            if not is_rate_limit(e):\n                continue\n            raise\n",
            Misfit::AskedAgain,
        ),
        (
            "            if attempt == 2:\n                raise\n            continue\n",
            Misfit::AskedAgain,
        ),
        (
            "            if isinstance(e, (RateLimitError, ValidationError)):\n                continue\n            raise\n",
            Misfit::AskedAgain,
        ),
        (
            "            if isinstance(e, (RateLimitError, TimeoutError)):\n                continue\n            raise\n",
            Misfit::TransientOnly,
        ),
        (
            "            if 'rate limit' in str(e) or 'validation' in str(e):\n                continue\n            raise\n",
            Misfit::AskedAgain,
        ),
    ] {
        check_misfit(&text(handler), Some(expected));
    }
}

#[test]
fn a_schema_is_followed_through_parameters_to_all_callers() {
    let schemas = |text: &str| -> Vec<Option<String>> {
        let head =
            "from pydantic import BaseModel\nclass A(BaseModel): pass\nclass B(BaseModel): pass\n";
        bound(&format!("{head}{text}")).into_iter().map(|fact| fact.schema).collect()
    };
    let bind = "def bind(llm, schema=A):\n    return llm.with_structured_output(schema)\n";
    assert_eq!(schemas(&format!("{bind}bind(m, A)\nbind(m, B)\n")), [Some("A, B".to_owned())]);
    assert_eq!(schemas(&format!("{bind}bind(m)\n")), [Some("A".to_owned())]);
    assert_eq!(schemas(&format!("{bind}bind(m, pick())\nbind(m, B)\n")), [None]);
    assert_eq!(schemas(bind), [None]);
    let again = "def ask(llm, n=0, schema=A):\n    m = llm.with_structured_output(schema)\n    return ask(llm, n + 1, schema=schema)\nask(m)\n";
    assert_eq!(schemas(again), [Some("A".to_owned())]);
    let tools = "def think(x): pass\ndef f(llm):\n    llm.bind_tools([A, B, think])\n    llm.bind_tools([think])\n";
    assert_eq!(schemas(tools), [Some("A, B".to_owned())]);
}
