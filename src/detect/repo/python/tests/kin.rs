//! Replies that somebody else of a class's family sees to, and schemas that it is given.

use super::facts;
use crate::domain::facts::{Misfit, StructuredOutputFact};

const MODEL: &str = "from pydantic import BaseModel\nclass Opinion(BaseModel):\n    score: int\n";

fn bound(files: &[(&str, &str)]) -> Vec<StructuredOutputFact> {
    let texts: Vec<(&str, String)> =
        files.iter().map(|(path, text)| (*path, format!("{MODEL}{text}"))).collect();
    let files: Vec<(&str, &str)> =
        texts.iter().map(|(path, text)| (*path, text.as_str())).collect();
    facts(&files).structured_output
}

/// Checks what becomes of replies that do not fit.
#[track_caller]
fn check(files: &[(&str, &str)], expected: Misfit) {
    let found = bound(files);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].misfit, Some(expected), "{files:?}");
}

const LOOP: &str = "        for attempt in range(3):\n            try:\n                return CALL\n            except Exception:\n                continue\n";
const ASK: &str = "    def _ask(self, prompt):\n        return self.llm.with_structured_output(Opinion).invoke(prompt)\n";

fn retried(call: &str) -> String {
    LOOP.replace("CALL", call)
}

#[test]
fn a_base_or_an_heir_sees_to_replies() {
    let base =
        format!("class Judge:\n    def judge(self, state):\n{}", retried("self._ask(state)"));
    let heir = format!("from src.base import Judge\nclass Prosecutor(Judge):\n{ASK}");
    check(&[("src/base.py", &base), ("src/heir.py", &heir)], Misfit::AskedAgain);
    // What the heir replaces is not what runs for it.
    let own = format!("{heir}    def judge(self, state):\n        return self._ask(state)\n");
    check(&[("src/base.py", &base), ("src/heir.py", &own)], Misfit::Unhandled);
    let above = own.replace("return self._ask(state)", "return super().judge(state)");
    check(&[("src/base.py", &base), ("src/heir.py", &above)], Misfit::AskedAgain);

    let base = format!("class Judge:\n{ASK}");
    let by_self = format!(
        "from src.base import Judge\nclass Prosecutor(Judge):\n    def judge(self, state):\n{}",
        retried("self._ask(state)")
    );
    check(&[("src/base.py", &base), ("src/heir.py", &by_self)], Misfit::AskedAgain);
    let above = "from src.base import Judge\nclass Prosecutor(Judge):\n    def _ask(self, prompt):\n        try:\n            return super()._ask(prompt)\n        except Exception as error:\n            return {'error': str(error)}\n";
    check(&[("src/base.py", &base), ("src/heir.py", above)], Misfit::Handled);
    // A class of its own has a method of its own.
    let other = format!(
        "class Other:\n    def _ask(self, prompt):\n        return 1\n    def judge(self, state):\n{}",
        retried("self._ask(state)")
    );
    check(&[("src/base.py", &base), ("src/heir.py", &other)], Misfit::Unhandled);
}

#[test]
fn a_base_that_is_handed_the_model_sees_to_its_replies() {
    let base = format!(
        "class Judge:\n    def _retry(self, chain, prompt):\n{}",
        retried("chain.invoke(prompt)")
    );
    let heir = "from src.base import Judge\nclass Prosecutor(Judge):\n    def judge(self, state):\n        chain = self.llm.with_structured_output(Opinion)\n        return self._retry(chain, state)\n";
    check(&[("src/base.py", &base), ("src/heir.py", heir)], Misfit::AskedAgain);
    // A model that the base binds is asked by the heir.
    let base = "class Judge:\n    def __init__(self, llm):\n        self.model = llm.with_structured_output(Opinion)\n";
    let heir = format!(
        "from src.base import Judge\nclass Prosecutor(Judge):\n    def judge(self, state):\n{}",
        retried("self.model.invoke(state)")
    );
    check(&[("src/base.py", base), ("src/heir.py", &heir)], Misfit::AskedAgain);
}

#[test]
fn whoever_holds_an_object_sees_to_its_replies() {
    let base = format!("class Client:\n{ASK}");
    let held = format!(
        "from src.base import Client\nclass Judge:\n    def __init__(self):\n        self.client = Client()\n    def judge(self, state):\n{}",
        retried("self.client._ask(state)")
    );
    check(&[("src/base.py", &base), ("src/judge.py", &held)], Misfit::AskedAgain);
    let given = held
        .replace("__init__(self)", "__init__(self, client: Client)")
        .replace("Client()", "client");
    check(&[("src/base.py", &base), ("src/judge.py", &given)], Misfit::AskedAgain);
    let another = held.replace("= Client()", "= Another()").replace(
        "class Judge",
        "class Another:\n    def _ask(self, prompt):\n        return 1\nclass Judge",
    );
    check(&[("src/base.py", &base), ("src/judge.py", &another)], Misfit::Unhandled);
}

#[test]
fn whoever_goes_through_objects_sees_to_their_replies() {
    let text = format!(
        "class Prosecutor:\n{ASK}class Other:\n    def _ask(self, prompt):\n        return 1\n\
         def run(state):\n    for judge in [Prosecutor(), Other()]:\n        try:\n            judge._ask(state)\n        except Exception as error:\n            log(error)\n"
    );
    check(&[("src/a.py", &text)], Misfit::Handled);
    check(&[("src/a.py", &text.replace("[Prosecutor(), ", "["))], Misfit::Unhandled);
}

#[test]
fn a_loop_until_a_reply_is_of_its_class_asks_again() {
    let asked = |body: &str| {
        let text = format!(
            "def judge(llm, prompt):\n    model = llm.with_structured_output(Opinion)\n    reply = None\n{body}    return reply\n"
        );
        let found = bound(&[("src/a.py", &text)]);
        found[0].misfit
    };
    let again = Some(Misfit::AskedAgain);
    let whiles = |test: &str| format!("    while {test}:\n        reply = model.invoke(prompt)\n");
    assert_eq!(asked(&whiles("not isinstance(reply, Opinion)")), again);
    assert_eq!(asked(&whiles("not isinstance(reply, Opinion) and more()")), again);
    assert_eq!(asked(&whiles("isinstance(reply, Opinion)")), Some(Misfit::Unhandled));
    assert_eq!(asked(&whiles("more()")), Some(Misfit::Unhandled));
    let left = "    while True:\n        reply = model.invoke(prompt)\n        if isinstance(reply, Opinion):\n            return reply\n";
    assert_eq!(asked(left), again);
    assert_eq!(
        asked(&left.replace("isinstance(reply, Opinion)", "reply.score > 3")),
        Some(Misfit::Unhandled)
    );
    let caught = "    while reply is None:\n        try:\n            reply = model.invoke(prompt)\n        except Exception:\n            reply = None\n";
    assert_eq!(asked(caught), again);
    assert_eq!(
        asked(&caught.replace("            reply = None", "            reply = made()")),
        Some(Misfit::Handled)
    );
    // The caller's loop, around what gives a text for what fails.
    let helper = "def ask(model, prompt):\n    try:\n        return model.invoke(prompt)\n    except Exception as error:\n        return str(error)\n\
                  def judge(llm, prompt):\n    model = llm.with_structured_output(Opinion)\n    reply = ask(model, prompt)\n    while not isinstance(reply, Opinion):\n        reply = ask(model, prompt)\n    return reply\n";
    assert_eq!(bound(&[("src/a.py", helper)])[0].misfit, again);
}

#[test]
fn a_graph_that_is_left_by_the_tools_of_a_reply_looks_at_them() {
    let head = "from langgraph.graph import StateGraph, START, END\nfrom langgraph.prebuilt import ToolNode, tools_condition\n";
    let agent =
        "def agent(state):\n    return {'messages': [llm.bind_tools([Opinion]).invoke(state)]}\n";
    let misfit = |defined: &str, wired: &str| {
        let text = format!("{head}{defined}g = StateGraph(dict)\n{wired}app = g.compile()\n");
        bound(&[("src/a.py", &text)])[0].misfit
    };
    let handled = Some(Misfit::Handled);
    let left = "g.add_node('agent', agent)\ng.add_conditional_edges('agent', tools_condition)\n";
    assert_eq!(misfit(agent, left), handled);
    assert_eq!(
        misfit(agent, &left.replace("'agent', tools", "'other', tools")),
        Some(Misfit::Unhandled)
    );
    assert_eq!(
        misfit(agent, "g.add_node(agent)\ng.add_conditional_edges('agent', tools_condition)\n"),
        handled
    );
    let own = format!(
        "def after(state):\n    return 'tools' if state['messages'][-1].tool_calls else END\n{agent}"
    );
    assert_eq!(misfit(&own, &left.replace("tools_condition", "after")), handled);
    // One loop over all of them.
    let made = "def make(name):\n    bound = llm.bind_tools([Opinion])\n    def judge(state):\n        return {'messages': [bound.invoke(state)]}\n    return judge\n";
    let each = "for name in ['a', 'b']:\n    g.add_node(name, make(name))\n    g.add_conditional_edges(name, tools_condition)\n";
    assert_eq!(misfit(made, each), handled);
    assert_eq!(misfit(made, &each.replace("tools_condition", "unknown")), Some(Misfit::Unhandled));
}

#[test]
fn a_schema_that_all_callers_give_is_theirs() {
    let schemas = |text: &str| {
        let found = bound(&[("src/a.py", text)]);
        found.into_iter().map(|fact| fact.schema).collect::<Vec<_>>()
    };
    let one = [Some("Opinion".to_owned())];
    let method = "class Client:\n    def ask_for(self, schema, prompt):\n        return self.llm.with_structured_output(schema).invoke(prompt)\n";
    assert_eq!(
        schemas(&format!(
            "{method}    def judge(self):\n        return self.ask_for(Opinion, 'p')\n"
        )),
        one
    );
    assert_eq!(schemas(&format!("{method}def judge(client: Client):\n    return client.ask_for('p', schema=Opinion)\n").replace("schema, prompt", "prompt, schema")), one);
    assert_eq!(
        schemas(&format!(
            "{method}def judge(client: Client):\n    return client.ask_for(load(), 'p')\n"
        )),
        [None]
    );
    let held = "class Client:\n    def __init__(self, schema):\n        self.schema = schema\n    def ask_for(self, prompt):\n        return self.llm.with_structured_output(self.schema).invoke(prompt)\n";
    assert_eq!(schemas(&format!("{held}client = Client(Opinion)\n")), one);
    assert_eq!(schemas(&format!("{held}client = Client(load())\n")), [None]);
    let base = "class Base:\n    schema = None\n    def ask_for(self, prompt):\n        return self.llm.with_structured_output(self.schema).invoke(prompt)\n";
    assert_eq!(schemas(&format!("{base}class Judge(Base):\n    schema = Opinion\n")), one);
    assert_eq!(schemas(base), [None]);
}
