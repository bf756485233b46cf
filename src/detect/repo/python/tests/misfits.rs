//! What becomes of replies that do not fit, by every way through what catches their failure.

use super::facts;
use crate::domain::facts::Misfit::{
    self, AskedAgain, AskedUnbound, Handled, StoodIn, TransientOnly, Unhandled,
};
use crate::domain::facts::StandIn;

/// Checks what becomes of malformed replies of the only binding in `text`, and the scores of what takes their place.
#[track_caller]
pub(super) fn check(text: &str, expected: Misfit, scores: &[u32]) {
    let head = "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n";
    let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
    assert_eq!(found.len(), 1, "{found:#?}");
    // What the program works out itself has no score that is written there.
    let given = |one: &StandIn| one.score.unwrap_or_default();
    let built: Vec<u32> = found[0].stand_ins.iter().map(given).collect();
    assert_eq!((found[0].misfit, built.as_slice()), (Some(expected), scores), "{text}");
}

/// A loop around a `try`, with what its handlers are.
fn round(head: &str, handlers: &str) -> String {
    let handlers = handlers.replace('\n', "\n        ");
    format!(
        "def ask(llm):\n    judge = llm.with_structured_output(S)\n    {head}\n        try:\n            return judge.invoke(1)\n        {handlers}\n"
    )
}

#[test]
fn a_round_is_asked_for_only_where_a_way_for_other_failures_leads_to_it() {
    let thrice = "for attempt in range(3):";
    for (handlers, expected) in [
        // The end of a handler is come to after passing failures alone.
        (
            "except Exception as e:\n    if 'RESOURCE_EXHAUSTED' in str(e) and attempt < 2:\n        sleep(1)\n    else:\n        raise",
            TransientOnly,
        ),
        (
            "except Exception as e:\n    if '429' not in str(e):\n        raise\n    sleep(1)",
            TransientOnly,
        ),
        ("except ResourceExhausted:\n    sleep(1)", TransientOnly),
        ("except Exception as e:\n    if not is_token_limit(e):\n        raise", TransientOnly),
        ("except (RateLimitError, APITimeoutError):\n    continue", TransientOnly),
        ("except ResourceExhausted:\n    continue\nexcept Exception:\n    raise", TransientOnly),
        // It only tells of it.
        ("except Exception as e:\n    log(e)\n    raise", Unhandled),
        ("except ValueError as e:\n    raise RuntimeError(1) from e", Unhandled),
        // Something else takes its place, and rounds are for passing failures.
        (
            "except ResourceExhausted:\n    continue\nexcept Exception:\n    return neutral()",
            Handled,
        ),
        // These do ask again.
        ("except Exception as e:\n    if '429' in str(e):\n        sleep(9)", AskedAgain),
        ("except Exception as e:\n    if attempt == 2:\n        raise", AskedAgain),
        (
            "except ResourceExhausted:\n    sleep(9)\nexcept ValidationError:\n    continue",
            AskedAgain,
        ),
        ("except (RateLimitError, ValidationError):\n    continue", AskedAgain),
        ("except OwnError:\n    pass", AskedAgain),
        ("except KeyError:\n    raise\nexcept ValidationError:\n    log(1)", AskedAgain),
    ] {
        check(&round(thrice, handlers), expected, &[]);
    }
    // One round is no second one, whatever the handler does.
    let again = "except Exception:\n    continue";
    check(&round("for attempt in range(1):", again), Handled, &[]);
    check(&round("for attempt in range(2):", again), AskedAgain, &[]);
    check(&round("while True:", again), AskedAgain, &[]);
}

#[test]
fn a_variable_of_attempts_makes_no_retry() {
    let with = |body: &str| {
        format!(
            "def ask(llm):\n    judge = llm.with_structured_output(S)\n    for attempt in range(3):\n{body}"
        )
    };
    check(&with("        return judge.invoke(1)\n"), Unhandled, &[]);
    check(&with("        said.append(judge.invoke(1))\n"), Unhandled, &[]);
    let looks =
        "        reply = judge.invoke(1)\n        if fits(reply):\n            return reply\n";
    check(&with(looks), AskedAgain, &[]);
    let behind = "        try:\n            reply = judge.invoke(1)\n        except Exception:\n            reply = neutral()\n        return reply\n";
    check(&with(behind), Handled, &[]);
    let round = "        try:\n            reply = judge.invoke(1)\n        except Exception:\n            continue\n        return reply\n";
    check(&with(round), AskedAgain, &[]);
}

#[test]
fn a_decorator_that_names_passing_failures_alone_asks_no_malformed_reply_again() {
    let with = |decorator: &str| {
        format!("{decorator}\ndef ask(llm):\n    return llm.with_structured_output(S).invoke(1)\n")
    };
    check(&with("@retry(stop=stop_after_attempt(3))"), AskedAgain, &[]);
    check(&with("@retry(retry=retry_if_exception_type(RateLimitError))"), TransientOnly, &[]);
    check(
        &with("@backoff.on_exception(backoff.expo, (RateLimitError, ValueError))"),
        AskedAgain,
        &[],
    );
    check(
        &with("@backoff.on_exception(backoff.expo, openai.RateLimitError, max_tries=5)"),
        TransientOnly,
        &[],
    );
}

#[test]
fn an_opinion_of_the_handlers_own_is_told_with_its_score() {
    let with = |handler: &str| {
        let handler = handler.replace('\n', "\n            ");
        format!(
            "def judge(llm, cases):\n    model = llm.with_structured_output(S)\n    found = []\n    for case in cases:\n        try:\n            \
             found.append(model.invoke(case))\n        except Exception as e:\n            {handler}\n    return found\n"
        )
    };
    for (handler, expected, scores) in [
        ("found.append(S(judge='j', score=3, argument=str(e)))", StoodIn, &[3][..]),
        ("spare = S(score=1)\nfound.append(spare)", StoodIn, &[1]),
        ("found.append({'judge': 'j', 'score': 2, 'argument': str(e)})", StoodIn, &[2]),
        ("found.append(spare(case))", Handled, &[]),
        // It has no score, or is none.
        ("found.append(S(score=None))", Handled, &[]),
        ("found.append(S(score=worst(case)))", Handled, &[]),
        ("found.append(Missing(score=1))", Handled, &[]),
        ("missing.append(case)", Handled, &[]),
        ("print({'score': 1, 'case': case})", Handled, &[]),
    ] {
        check(&with(handler), expected, scores);
    }
    let spare = "def spare(case):\n    return S(judge='j', score=2)\n";
    check(&format!("{spare}{}", with("found.append(spare(case))")), StoodIn, &[2]);
    // Its score is one of numbers, or may be anything.
    let chosen = "def spare(case):\n    score = 3\n    if case:\n        score = 1\n    return S(judge='j', score=score)\n";
    let spared = with("found.append(spare(case))");
    check(&format!("{chosen}{spared}"), StoodIn, &[1, 3]);
    check(&format!("{}{spared}", chosen.replace("score = 1", "score = worst(case)")), Handled, &[]);
    check(&format!("{}{spared}", chosen.replace("score = 1", "score += 1")), StoodIn, &[0]);
    // The mark is one where something reads it.
    let marked = with("found.append(S(score=1, is_error=True))");
    check(&marked, StoodIn, &[1]);
    check(
        &format!(
            "{marked}def count(found):\n    return [one for one in found if not one.is_error]\n"
        ),
        Handled,
        &[],
    );
    // What is asked again first is asked again.
    let last = round(
        "for attempt in range(2):",
        "except Exception:\n    if attempt == 0:\n        continue\n    return S(score=1)",
    );
    check(&last, AskedAgain, &[1]);
    // The caller's handler builds it.
    let caller = "def ask(llm):\n    return llm.with_structured_output(S).invoke(1)\ndef judge(llm):\n    try:\n        return ask(llm)\n    except Exception:\n        return S(score=3)\n";
    check(caller, StoodIn, &[3]);
}

#[test]
fn an_opinion_of_its_own_may_stand_behind_and_be_of_another_class() {
    let thrice = "for attempt in range(3):";
    let passing = "except Exception as e:\n    if '429' in str(e):\n        continue\n    break";
    let behind = |text: &str| format!("{}    {text}\n", round(thrice, passing));
    check(&behind("return S(score=3)"), StoodIn, &[3]);
    check(&behind("return [S(score=3) for case in cases]"), StoodIn, &[3]);
    check(&behind("raise ValueError(1)"), TransientOnly, &[]);
    // Other failures fly past it.
    let narrow = round(thrice, "except RateLimitError:\n    continue");
    check(&format!("{narrow}    return S(score=3)\n"), TransientOnly, &[]);
    let told = "except Exception as e:\n    if '429' in str(e):\n        continue\n    raise";
    check(&format!("{}    return S(score=3)\n", round(thrice, told)), TransientOnly, &[]);
    // What is made after failures that pass takes no misfit's place.
    let quota = "except Exception as e:\n    if 'quota' in str(e):\n        return S(score=3)\n    return spare()";
    check(&round("if cases:", quota), Handled, &[]);
    let again = round(thrice, "except Exception:\n    continue");
    check(&format!("{again}    return S(score=2)\n"), AskedAgain, &[2]);
    // The reply becomes an opinion of another class, or holds several.
    let other = "class O(BaseModel): score: int\ndef ask(llm):\n    try:\n        r = llm.with_structured_output(S).invoke(1)\n        return O(score=r.score)\n    except Exception:\n        return O(score=3)\n";
    check(other, StoodIn, &[3]);
    check(&other.replace("return O(score=r.score)", "return r"), Handled, &[]);
    let several = "class All(BaseModel):\n    found: list[S]\ndef ask(llm):\n    try:\n        return llm.with_structured_output(All).invoke(1)\n    except Exception:\n        return [S(score=3)]\n";
    check(several, StoodIn, &[3]);
}

#[test]
fn what_a_reply_is_handed_to_may_make_an_opinion_up() {
    let with = |fails: &str| {
        format!(
            "def read(reply):\n    try:\n        return S(**reply)\n    except {fails}:\n        return S(score=3)\ndef ask(llm):\n    judge = llm.with_structured_output(S)\n    for attempt in range(3):\n        try:\n            reply = judge.invoke(1)\n            return read(reply)\n        except Exception:\n            continue\n"
        )
    };
    check(&with("Exception"), AskedAgain, &[3]);
    check(&with("TimeoutError"), AskedAgain, &[]);
    let others = with("Exception").replace("S(**reply)", "load(1)");
    check(&others, AskedAgain, &[]);
}

#[test]
fn a_handler_of_what_no_reply_causes_asks_no_misfit_again() {
    let with = |caught: &str| {
        format!(
            "def ask(llm):\n    judge = llm.with_structured_output(S)\n    try:\n        return judge.invoke(1)\n    except {caught}:\n        return llm.invoke(1)\n"
        )
    };
    check(&with("NotImplementedError"), Unhandled, &[]);
    check(&with("(ImportError, NotImplementedError)"), Unhandled, &[]);
    check(&with("RateLimitError"), Unhandled, &[]);
    check(&with("(NotImplementedError, ValueError)"), AskedUnbound, &[]);
    check(&with("Exception"), AskedUnbound, &[]);
    check(&with("Exception").replace("llm.invoke", "judge.invoke"), AskedAgain, &[]);
    check(&round("for attempt in range(3):", "except ImportError:\n    continue"), Unhandled, &[]);
}

#[test]
fn a_branch_with_the_model_as_it_is_is_told() {
    let with = |body: &str| {
        facts(&[("src/a.py", &format!("from pydantic import BaseModel\nclass S(BaseModel): pass\nclass J:\n    def __init__(self, llm, plain):\n{body}    def bind(self, model):\n        return model.with_structured_output(S)\n    def ask(self):\n        return self.llm.invoke(1)\n"))])
            .structured_output
            .iter()
            .flat_map(|one| one.beside.raw.iter().map(|place| place.line))
            .collect::<Vec<u32>>()
    };
    let chosen = |test: &str, bound: &str, other: &str| {
        with(&format!(
            "        self.raw = llm\n        if {test}:\n            self.llm = {other}\n        else:\n            self.llm = {bound}\n"
        ))
    };
    assert_eq!(chosen("LOCAL", "self.bind(self.raw)", "self.raw"), [7]);
    assert_eq!(chosen("LOCAL", "self.raw.with_structured_output(S)", "self.raw"), [7]);
    // The caller chooses, or another model takes its place.
    assert_eq!(chosen("plain", "self.bind(self.raw)", "self.raw"), [0; 0]);
    assert_eq!(chosen("LOCAL", "self.bind(self.raw)", "Offline()"), [0; 0]);
    assert_eq!(with("        self.llm = llm.with_structured_output(S) if FULL else llm\n"), [5]);
}

#[test]
fn a_model_is_told_to_be_asked_where_it_is() {
    let text = "from pydantic import BaseModel\nclass S(BaseModel): pass\nclass J:\n    def __init__(self, llm):\n        self.model = llm.with_structured_output(S)\n\
                \x20   def ask(self, x):\n        return self.model.invoke(x)\n    def again(self, x):\n        return self.model.invoke(x)\n";
    let found = facts(&[("src/a.py", text)]).structured_output;
    let lines: Vec<u32> = found[0].asked.iter().map(|place| place.line).collect();
    assert_eq!((found[0].place.line, lines), (5, vec![7, 9]));
}

#[test]
fn a_further_question_behind_a_handler_that_lets_go_asks_again() {
    let with = |tried: &str, behind: &str| {
        let behind = behind.replace('\n', "\n    ");
        format!(
            "def ask(llm, other):\n    judge = llm.with_structured_output(S)\n    out = None\n    try:\n        {tried}\n    except Exception:\n        pass\n    {behind}\n"
        )
    };
    let left = "return judge.invoke(1)";
    check(&with(left, "return read(llm.invoke(2))"), AskedUnbound, &[]);
    check(&with(left, "return judge.invoke(2)"), AskedAgain, &[]);
    let kept = "out = judge.invoke(1)";
    check(&with(kept, "if out is None:\n    out = llm.invoke(2)\nreturn out"), AskedUnbound, &[]);
    check(&with(kept, "if not out:\n    out = judge.invoke(2)\nreturn out"), AskedAgain, &[]);
    // It is asked something else, whatever came of the first question.
    check(&with(kept, "title = llm.invoke('title')\nreturn out, title"), Handled, &[]);
    check(&with(kept, "if other:\n    llm.invoke(2)\nreturn out"), Handled, &[]);
    // The failure of a call that is not understood is no reply that does not fit.
    let narrow = with(left, "return read(llm.invoke(2))")
        .replace("Exception", "(TypeError, NotImplementedError)");
    check(&narrow, Handled, &[]);
    let some =
        with(left, "return read(llm.invoke(2))").replace("pass", "if known(1):\n            raise");
    check(&some, Handled, &[]);
    // Another model is asked, which may have nothing to do with it.
    check(&with(left, "return other.invoke(2)"), Handled, &[]);
    check(&with(left, "def later():\n    return llm.invoke(2)\nreturn later"), Handled, &[]);
    check(
        &with(
            "if other:\n            return 1\n        out = judge.invoke(1)",
            "llm.invoke(2)\nreturn out",
        ),
        Handled,
        &[],
    );
}

#[test]
fn a_loop_of_the_caller_asks_again_where_it_is_given_none() {
    let with = |ask: &str, turn: &str, body: &str| {
        let body = body.replace('\n', "\n        ");
        format!(
            "def ask(llm):\n    judge = llm.with_structured_output(S)\n    try:\n        return judge.invoke(1)\n    {ask}\ndef judge(llm, cases):\n    {turn}\n        {body}\n    return spare()\n"
        )
    };
    let none = "except Exception:\n        return None";
    let thrice = "for attempt in range(3):";
    let found = "reply = ask(llm)\nif reply is not None:\n    return reply";
    check(&with(none, thrice, found), AskedAgain, &[]);
    check(
        &with("except Exception:\n        pass\n    return None", thrice, found),
        AskedAgain,
        &[],
    );
    let passes = "reply = ask(llm)\nif reply is None:\n    continue\nreturn reply";
    check(&with(none, thrice, passes), AskedAgain, &[]);
    check(&with(none, "while len(cases) < 3:", found), AskedAgain, &[]);
    // What is given as `None` is met by no handler around the caller.
    let raises = "try:\n    reply = ask(llm)\n    if reply is not None:\n        return reply\nexcept Exception:\n    raise";
    let spare = with(none, thrice, raises).replace("spare()", "S(score=3)");
    check(&spare, AskedAgain, &[3]);
    // Each round is another case.
    check(&with(none, "for case in cases:", found), Handled, &[]);
    // It leaves the loop whatever came, or keeps what came.
    check(
        &with(
            none,
            thrice,
            "reply = ask(llm)\nif reply is None:\n    return spare()\nreturn reply",
        ),
        Handled,
        &[],
    );
    check(&with(none, "for attempt in range(1):", found), Handled, &[]);
    // Something else than `None` takes its place.
    check(&with("except Exception:\n        return spare()", thrice, found), Handled, &[]);
}

/// Checks the names of a retry, the calls without the schema, and whether a handler stands around the binding alone.
#[track_caller]
fn check_beside(texts: &[(&str, &str)], hint: Option<u32>, unbound: &[u32], guarded: bool) {
    let head = "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n";
    let first = format!("{head}{}", texts[0].1);
    let mut texts = texts.to_vec();
    texts[0].1 = &first;
    let found = facts(&texts).structured_output;
    let beside = &found[0].beside;
    let lines: Vec<u32> = beside.unbound.iter().map(|place| place.line).collect();
    assert_eq!((lines.as_slice(), beside.guarded), (unbound, guarded), "{first}");
    assert_eq!(beside.hint.as_ref().map(|place| place.line), hint, "{texts:?}");
}

#[test]
fn a_retry_is_hinted_at_by_code_on_the_way_alone() {
    let ask = "def ask(llm):\n    return llm.with_structured_output(S).invoke(1)\n";
    let one = |text: &str| format!("{ask}{text}");
    check_beside(&[("src/a.py", ask)], None, &[], false);
    check_beside(
        &[("src/a.py", &one("advice = 'retry on failures'  # retry\n"))],
        None,
        &[],
        false,
    );
    check_beside(
        &[("src/a.py", &one("def other():\n    'tenacity'\n    retry_later()\n"))],
        Some(8),
        &[],
        false,
    );
    let caller = "from a import ask\ndef run(llm):\n    return Retrying(3)(lambda: ask(llm))\n";
    check_beside(&[("src/a.py", ask), ("src/b.py", caller)], Some(3), &[], false);
    let elsewhere = "def clone(url):\n    retry(url)\n";
    check_beside(&[("src/a.py", ask), ("src/b.py", elsewhere)], None, &[], false);
    let made = "def get_model():\n    return Model(backoff=3)\n";
    let asks = "from b import get_model\ndef ask():\n    llm = get_model()\n    return llm.with_structured_output(S).invoke(1)\n";
    check_beside(&[("src/a.py", asks), ("src/b.py", made)], Some(2), &[], false);
}

#[test]
fn calls_of_the_same_model_without_the_schema_stand_beside_the_bound_ones() {
    let with = |body: &str| format!("def ask(llm, other):\n{body}");
    let both = "    model = llm.with_structured_output(S)\n    a = model.invoke(1)\n    b = llm.invoke(2)\n    return a, b\n";
    check_beside(&[("src/a.py", &with(both))], None, &[7], false);
    let own = "    llm = llm.with_structured_output(S)\n    return llm.invoke(2)\n";
    check_beside(&[("src/a.py", &with(own))], None, &[], false);
    let others = "    model = llm.with_structured_output(S)\n    other.invoke(2)\n    return model.invoke(1)\n";
    check_beside(&[("src/a.py", &with(others))], None, &[], false);
    let formed = "    model = llm.with_structured_output(S)\n    llm.invoke(2, response_format=S)\n    return model.invoke(1)\n";
    check_beside(&[("src/a.py", &with(formed))], None, &[], false);
    let anew = "    model = llm.with_structured_output(S)\n    model.invoke(1)\n    llm = 1\n    llm = other\n    llm.invoke(1)\n";
    check_beside(&[("src/a.py", &with(anew))], None, &[], false);
    let binding = "    try:\n        model = llm.with_structured_output(S)\n    except Exception:\n        return None\n    return model.invoke(1)\n";
    check_beside(&[("src/a.py", &with(binding))], None, &[], true);
    // It stands around both.
    let all = "    try:\n        model = llm.with_structured_output(S)\n        return model.invoke(1)\n    except Exception:\n        return spare()\n";
    check_beside(&[("src/a.py", &with(all))], None, &[], false);
}

#[test]
fn a_retry_of_one_judge_asks_for_no_reply_of_another_again() {
    let head = "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\ndef model(llm):\n    return llm.with_structured_output(S)\n";
    let again = "def one(llm):\n    judge = model(llm)\n    for attempt in range(3):\n        try:\n            return judge.invoke(1)\n        except Exception:\n            continue\n";
    let once = "def other(llm):\n    judge = model(llm)\n    try:\n        return judge.invoke(1)\n    except Exception:\n        return S(score=4)\n";
    let of = |text: &str| {
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        found.into_iter().map(|one| one.misfit).collect::<Vec<_>>()
    };
    assert_eq!(of(&format!("{again}{once}")), [Some(AskedAgain), Some(StoodIn)]);
    // Where all see to it in the same way, one binding is one.
    let twin = again.replace("def one", "def two");
    assert_eq!(of(&format!("{again}{twin}")), [Some(AskedAgain)]);
}
