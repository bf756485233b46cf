//! Replies that raise nothing, retries that are no retries, and names that come from two places.

use super::facts;
use crate::domain::facts::Misfit;

/// Checks what becomes of malformed replies of the only binding in `text`.
#[track_caller]
fn check(text: &str, expected: Option<Misfit>) {
    let head = "import instructor\nfrom pydantic import BaseModel\nclass S(BaseModel): pass\n";
    let found = facts(&[("src/a.py", &format!("{head}{text}\nf(1)\n"))]).structured_output;
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].misfit, expected, "{text}");
}

#[test]
fn a_reply_with_its_error_beside_it_is_seen_to_where_somebody_looks() {
    let raw = |after: &str| {
        format!("def f(llm):\n    judge = llm.with_structured_output(S, include_raw=True)\n{after}")
    };
    let ask = "    reply = judge.invoke(1)\n";
    let looks = format!(
        "{ask}    if reply['parsing_error']:\n        return mend(reply['raw'])\n    return reply['parsed']\n"
    );
    check(&raw(&looks), Some(Misfit::Handled));
    let round = "    for turn in range(3):\n        reply = judge.invoke(1)\n        if reply.get('parsed') is not None:\n            return reply\n";
    check(&raw(round), Some(Misfit::AskedAgain));
    check(&raw(&format!("{ask}    return reply['parsed']\n")), Some(Misfit::Unhandled));
    // Whoever is handed the reply may look at it.
    check(&raw(&format!("{ask}    return mend(reply)\n")), None);
    check(&raw(&looks).replace("include_raw=True", "include_raw=False"), Some(Misfit::Unhandled));
}

#[test]
fn a_call_of_tools_raises_nothing_that_would_be_tried_again() {
    let tools = |after: &str| format!("def f(llm):\n    judge = llm.bind_tools([S])\n{after}");
    let ask = "    reply = judge.invoke(1)\n";
    let tested = "    if not reply.tool_calls:\n        return other()\n    return reply\n";
    check(&tools(&format!("{ask}{tested}")), Some(Misfit::Handled));
    let round = "    n = 0\n    while n < 5:\n        n += 1\n        reply = judge.invoke(1)\n        if len(reply.tool_calls) == 1:\n            break\n    return reply\n";
    check(&tools(round), Some(Misfit::AskedAgain));
    check(&tools(&format!("{ask}    return reply.tool_calls[0]\n")), Some(Misfit::Unhandled));
    let again = "def f(llm):\n    return llm.bind_tools([S]).with_retry().invoke(1)\n";
    check(again, Some(Misfit::TransientOnly));
}

#[test]
fn clients_of_instructor_ask_again_unless_they_are_told_not_to() {
    let client = |made: &str, limit: &str| {
        format!(
            "client = instructor.{made}(x)\ndef f(case):\n    return client.chat.completions.create(response_model=S{limit})\n"
        )
    };
    check(&client("from_openai", ""), Some(Misfit::AskedAgain));
    check(&client("from_openai", ", max_retries=2"), Some(Misfit::AskedAgain));
    check(&client("from_openai", ", max_retries=0"), Some(Misfit::Unhandled));
    check(&client("patch", ""), Some(Misfit::Unhandled));
}

#[test]
fn decorators_of_ones_own_are_what_they_do() {
    let decorated = |wrapper: &str, decorator: &str| {
        format!(
            "def stubborn(times):\n    def deco(fn):\n        def inner(*a):\n{wrapper}        return inner\n    return deco\n\
             {decorator}\ndef f(llm):\n    return llm.with_structured_output(S).invoke(1)\n"
        )
    };
    let again = "            for turn in range(times):\n                try:\n                    return fn(*a)\n                except Exception as error:\n                    print(error)\n";
    check(&decorated(again, "@stubborn(3)"), Some(Misfit::AskedAgain));
    let network = again.replace("Exception", "TimeoutError");
    check(&decorated(&network, "@stubborn(3)"), Some(Misfit::TransientOnly));
    let gives_up = again.replace("print(error)", "raise");
    check(&decorated(&gives_up, "@stubborn(3)"), Some(Misfit::Unhandled));
    check(&decorated("            return fn(*a)\n", "@stubborn(3)"), Some(Misfit::Unhandled));
}

#[test]
fn one_thing_from_two_places_is_one_thing() {
    let guarded = "import operator\ntry:\n    from typing import Annotated, TypedDict\nexcept ImportError:\n    from typing_extensions import Annotated, TypedDict\n";
    let text = format!(
        "{guarded}AgentState = TypedDict('AgentState', {{'e': Annotated[dict, operator.ior]}})\n"
    );
    let found = facts(&[("src/state.py", &text)]);
    assert_eq!(found.classes.len(), 1, "{:?}", found.classes);
    assert_eq!(found.reducers.len(), 1, "{:?}", found.reducers);
    let other =
        text.replace("from typing_extensions import Annotated, TypedDict", "TypedDict = make()");
    assert_eq!(facts(&[("src/state.py", &other)]).classes.len(), 0);
}

#[test]
fn what_langgraph_refuses_as_a_reducer_is_none() {
    let state = |reducer: &str| {
        let text = format!(
            "import operator\nfrom typing import Annotated, TypedDict, ReadOnly, Any\nfrom langgraph.graph import MessagesState\n\
             class State(TypedDict):\n    a: {reducer}\nclass Own(MessagesState[Any]):\n    b: int\n"
        );
        facts(&[("src/state.py", &text)]).reducers.len() - 1
    };
    assert_eq!(state("Annotated[list, operator.add]"), 1);
    for refused in [
        "Annotated[int, max]",
        "Annotated[int, operator.neg]",
        "ReadOnly[Annotated[list, operator.add]]",
    ] {
        assert_eq!(state(refused), 0, "{refused}");
    }
}
