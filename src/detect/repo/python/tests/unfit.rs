//! Replies that do not fit: opinions that take the place of those without a call of the tool, and who asks again.

use super::facts;
use super::misfits::check;
use crate::domain::facts::Misfit;

/// What becomes of replies that do not fit, and the scores that take their place.
fn found(after: &str) -> (Option<Misfit>, Vec<Option<u32>>) {
    let text = format!(
        "from pydantic import BaseModel\nclass S(BaseModel):\n    judge: str\n    score: int\n\
         def judge(llm, case):\n    model = llm.bind_tools([S])\n    reply = None\n    for attempt in range(3):\n        try:\n            reply = model.invoke(case)\n            if reply:\n                break\n        except Exception as error:\n            print(error)\n{after}"
    );
    let found = facts(&[("src/a.py", &text)]).structured_output;
    assert_eq!(found.len(), 1, "{found:#?}");
    let scores = found[0].stand_ins.iter().map(|one| one.score).collect();
    (found[0].misfit, scores)
}

#[test]
fn an_opinion_for_a_reply_without_a_call_of_the_tool_takes_its_place() {
    let with = |test: &str, other: &str| {
        format!(
            "    if {test}:\n        opinion = S(**reply.tool_calls[0]['args'])\n    else:\n        {other}\n    return opinion\n"
        )
    };
    let made = "opinion = S(judge='x', score=1)";
    for test in [
        "reply and reply.tool_calls",
        "reply.tool_calls",
        "reply is not None and getattr(reply, 'tool_calls', None)",
        "hasattr(reply, 'tool_calls') and reply.tool_calls",
    ] {
        assert_eq!(found(&with(test, made)), (Some(Misfit::StoodIn), vec![Some(1)]), "{test}");
    }
    let early = "    if not reply.tool_calls:\n        return S(judge='x', score=3)\n    return S(**reply.tool_calls[0]['args'])\n";
    assert_eq!(found(early), (Some(Misfit::StoodIn), vec![Some(3)]));
    // A seat that is left empty, another question, or what is asked before.
    assert_eq!(found(&with("reply and reply.tool_calls", "opinion = None")).1, []);
    assert_eq!(found(&with("reply and reply.tool_calls", "raise ValueError")).1, []);
    assert_eq!(found(&with("reply.tool_calls and case.strict", made)).1, []);
    assert_eq!(found(&with("other.tool_calls", made)).1, []);
}

#[test]
fn a_field_that_is_read_of_nothing_once_all_attempts_failed_is_told() {
    let told = |after: &str, start: &str| {
        let text = format!(
            "from pydantic import BaseModel\nclass S(BaseModel):\n    judge: str\n    score: int\n\
             def judge(llm, case):\n    model = llm.bind_tools([S])\n    {start}\n    for attempt in range(3):\n        try:\n            reply = model.invoke(case)\n            break\n        except Exception as error:\n            print(error)\n{after}"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        found[0].beside.reads_nothing.as_ref().map(|place| place.line)
    };
    let read = "    if reply and reply.tool_calls:\n        return S(**reply.tool_calls[0]['args'])\n    else:\n        print(reply.content)\n    return None\n";
    assert_eq!(told(read, "reply = None"), Some(17));
    assert_eq!(told(read, "reply = case.first"), None);
    assert_eq!(told(&read.replace("reply.content", "case"), "reply = None"), None);
    assert_eq!(told(&read.replace("reply and reply", "reply"), "reply = None"), None);
    let raised = format!("    if reply is None:\n        reply = case.last\n{read}");
    assert_eq!(told(&raised, "reply = None"), None);
}

#[test]
fn a_name_for_a_model_that_asks_again_is_that_model() {
    let text = |named: &str, around: &str| {
        format!(
            "m = llm.with_structured_output(S)\nsafe = m{named}\n{around}def ask(p):\n    return safe.invoke(p)\n"
        )
    };
    check(&text(".with_retry(stop_after_attempt=3)", ""), Misfit::AskedAgain, &[]);
    check(&text(".with_config(tags=['a'])", ""), Misfit::Unhandled, &[]);
    // What does not fit has come over the network.
    let by = |class: &str| {
        format!("@retry(stop=stop_after_attempt(3), retry=retry_if_exception_type({class}))\n")
    };
    check(&text("", &by("httpx.HTTPError")), Misfit::TransientOnly, &[]);
    check(&text("", &by("ValidationError")), Misfit::AskedAgain, &[]);
}
