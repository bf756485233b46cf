//! Questions that only the first round of a loop comes to, and what later rounds ask in their place.

use super::misfits::check;
use crate::domain::facts::Misfit::{AskedAgain, AskedNext, AskedUnbound, Handled, Unhandled};

/// A loop of attempts around a `try` that goes on after any failure.
fn rounds(turn: &str, body: &str) -> String {
    let body = body.replace('\n', "\n            ");
    format!(
        "def ask(llm):\n    judge = llm.with_structured_output(S)\n    for attempt in {turn}:\n        try:\n            {body}\n        \
         except Exception:\n            continue\n    return spare()\n"
    )
}

#[test]
fn what_the_first_round_alone_comes_to_is_not_asked_again() {
    let under = |test: &str| format!("if {test}:\n    return judge.invoke(1)\nreturn plain()");
    for first in ["attempt == 0", "not attempt", "attempt < 1 and llm", "0 == attempt"] {
        check(&rounds("range(3)", &under(first)), Handled, &[]);
    }
    check(&rounds("range(1, 4)", &under("attempt == 1")), Handled, &[]);
    let otherwise = "if attempt > 0:\n    return plain()\nelse:\n    return judge.invoke(1)";
    check(&rounds("range(3)", otherwise), Handled, &[]);
    let held = "first = FULL and (attempt == 0)\nif first:\n    return judge.invoke(1)\nreturn 1";
    check(&rounds("range(3)", held), Handled, &[]);
    // Other rounds come to it as well.
    for any in ["attempt == 1", "attempt < 2", "attempt == 0 or llm", "llm", "not (attempt == 0)"] {
        check(&rounds("range(3)", &under(any)), AskedAgain, &[]);
    }
    check(&rounds("range(1, 4)", &under("not attempt")), AskedAgain, &[]);
    let changed = held.replace("\nif", "\nfirst = first or llm\nif");
    check(&rounds("range(3)", &changed), AskedAgain, &[]);
}

#[test]
fn a_caller_that_asks_for_the_bound_call_in_its_first_round_alone_does_not_retry_it() {
    let with = |given: &str| {
        format!(
            "def ask(llm, full):\n    if full and READY:\n        return llm.with_structured_output(S).invoke(1)\n    return None\n\
             def judge(llm):\n    for attempt in range(3):\n        try:\n            return ask(llm, {given})\n        except Exception:\n            continue\n"
        )
    };
    check(&with("attempt == 0"), Handled, &[]);
    check(&with("full=(attempt == 0)"), Handled, &[]);
    check(&with("True"), AskedAgain, &[]);
    check(&with("attempt < 2"), AskedAgain, &[]);
    let set = with("attempt == 0").replace("    if full", "    full = True\n    if full");
    check(&set, AskedAgain, &[]);
}

#[test]
fn a_question_without_the_schema_is_told_apart_from_one_with_it() {
    let text = "def ask(llm):\n    def once(full):\n        if full:\n            try:\n                return llm.with_structured_output(S).invoke(1)\n            \
                except Exception:\n                pass\n        raw = read(llm.invoke(2))\n        if raw:\n            return S(score=int(raw.get('score', 4)))\n        return None\n    \
                for attempt in range(3):\n        out = once(attempt == 0)\n        if out is not None:\n            return out\n    return S(score=3)\n";
    check(text, AskedUnbound, &[3]);
    // Without a last line that gives nothing, nobody above is asked to see to it.
    let raises = text.replace("        return None\n", "        raise ValueError(1)\n");
    check(&raises, AskedUnbound, &[]);
}

#[test]
fn models_that_are_asked_one_after_the_other_are_no_retry_of_one() {
    let with = |head: &str| {
        format!(
            "def ask(models, llm):\n    {head}\n        try:\n            found = model.with_structured_output(S).invoke(1)\n            break\n        \
             except Exception:\n            continue\n    return found\n"
        )
    };
    check(&with("for model in models:"), AskedNext, &[]);
    check(&with("for attempt in range(2):"), AskedAgain, &[]);
    let twice = "def ask(models):\n    for attempt in range(3):\n        for model in models:\n            try:\n                return model.with_structured_output(S).invoke(1)\n            \
                 except Exception:\n                continue\n";
    check(twice, AskedAgain, &[]);
    check(&with("for model in models:").replace("continue", "raise"), Unhandled, &[]);
}
