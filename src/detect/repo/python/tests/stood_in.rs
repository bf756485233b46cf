//! Opinions that the program makes up in the place of replies, away from where these are asked for.

use super::facts;
use super::misfits::check;
use crate::domain::facts::Misfit::{AskedAgain, Handled, StoodIn};
use crate::domain::facts::StandIn;

#[test]
fn an_opinion_that_a_function_works_out_takes_the_place_of_a_reply() {
    let ask = |helper: &str, handler: &str| {
        format!(
            "{helper}def ask(llm, case):\n    try:\n        reply = llm.with_structured_output(S).invoke(case)\n        return reply\n    \
             except Exception as error:\n        {handler}\n"
        )
    };
    let heuristic = "def rated(found):\n    return min(5, len(found))\ndef heuristic(case):\n    score = rated(case)\n    return S(score=score, argument='by rule')\n";
    check(&ask(heuristic, "return heuristic(case)"), StoodIn, &[0]);
    // What is made of the reply, or of another model's, is not made up.
    let parsed = "def heuristic(text):\n    return S(score=int(text), argument='x')\n";
    check(&ask(parsed, "return heuristic(error)"), Handled, &[]);
    let other = "def rated(case):\n    return other.invoke(case).score\ndef heuristic(case):\n    return S(score=rated(case), argument='x')\n";
    check(&ask(other, "return heuristic(case)"), Handled, &[]);
    let deep = "def third(case):\n    return other.invoke(case)\ndef second(case):\n    return third(case)\ndef rated(case):\n    return second(case)\ndef heuristic(case):\n    return S(score=rated(case), argument='x')\n";
    check(&ask(deep, "return heuristic(case)"), Handled, &[]);
    let remote = "import requests\ndef rated(case):\n    return requests.post('http://x', json=case).json()['score']\ndef heuristic(case):\n    return S(score=rated(case), argument='x')\n";
    check(&ask(remote, "return heuristic(case)"), Handled, &[]);
    let none = "def heuristic(case):\n    return S(score=None, argument='x')\n";
    check(&ask(none, "return heuristic(case)"), Handled, &[]);
}

#[test]
fn a_score_that_is_looked_up_or_worked_out_where_the_reply_fails_is_made_up() {
    let ask = |score: &str| {
        format!(
            "SCORES = {{'Prosecutor': {{'none': 1, 'failed': 2}}, 'Defense': {{'none': 3, 'failed': 4}}}}\nFIXED = 3\nNEUTRAL = {{'a': 2}}\n\
             def rated(found):\n    return sum(1 for one in found if one.get('found'))\n\
             def make(judge):\n    own = SCORES[judge]\n    def ask(llm, case):\n        opinions = []\n        try:\n            reply = llm.with_structured_output(S).invoke(case)\n            \
             opinions.append(reply)\n        except Exception as error:\n            opinions.append(S(score={score}, argument='none came'))\n        return opinions\n    return ask\n"
        )
    };
    check(&ask("own['failed']"), StoodIn, &[2, 4]);
    check(&ask("own.get('none')"), StoodIn, &[1, 3]);
    check(&ask("NEUTRAL[case]"), StoodIn, &[2]);
    check(&ask("FIXED"), StoodIn, &[3]);
    check(&ask("rated(case)"), StoodIn, &[0]);
    check(&ask("max(1, min(5, rated(case) + 1))"), StoodIn, &[0]);
    // What the failure, another model or nothing known says is none of the program's own.
    check(&ask("int(str(error)[-1])"), Handled, &[]);
    check(&ask("rated(error)"), Handled, &[]);
    check(&ask("other.invoke(case).score"), AskedAgain, &[]);
    check(&ask("found_by(case)"), Handled, &[]);
    check(&ask("case.score"), Handled, &[]);
    check(&ask("max(1, case['score'])"), Handled, &[]);
    check(&ask("None"), Handled, &[]);
}

#[test]
fn a_failure_that_a_handler_raises_anew_is_met_by_the_callers() {
    let ask = |words: &str, way: &str| {
        format!(
            "def put(llm, case):\n    try:\n        return llm.with_structured_output(S).invoke(case)\n    except Exception as error:\n        \
             said = str(error).lower()\n        known = [{words}]\n        {way}\n    return llm.invoke(case)\n\
             def ask(llm, case):\n    try:\n        return put(llm, case)\n    except Exception:\n        return S(score=2, argument='none came')\n"
        )
    };
    let others = "if any(one in said for one in known):\n            log(said)\n        else:\n            raise";
    check(&ask("'tool_choice', '400'", others), StoodIn, &[2]);
    let unless = "if not any(one in said for one in known):\n            raise";
    check(&ask("'tool_choice', '400'", unless), StoodIn, &[2]);
    // A reply that does not fit may be what it knows, and what it raises may be all else.
    check(&ask("'validation_error', '400'", others), Handled, &[]);
    let known = "if any(one in said for one in known):\n            raise";
    check(&ask("'401', 'auth'", known), Handled, &[]);
    check(&ask("'400'", "if is_fatal(error):\n            raise"), Handled, &[]);
}

#[test]
fn an_opinion_that_was_bound_before_the_model_was_asked_takes_the_place_of_a_reply() {
    let ask = |before: &str, last: &str| {
        format!(
            "def ask(llm, case):\n    {before}\n    for attempt in range(3):\n        try:\n            return llm.with_structured_output(S).invoke(case)\n        \
             except Exception as error:\n            log(error)\n    return {last}\n"
        )
    };
    let dict = "fallback = {'score': 3, 'argument': 'neutral', 'cited_evidence': []}";
    check(&ask(dict, "fallback"), AskedAgain, &[3]);
    check(&ask("fallback = S(score=3, argument='neutral')", "fallback"), AskedAgain, &[3]);
    check(
        &ask("fallback = {'error': 'none came', 'ok': False, 'case': case}", "fallback"),
        AskedAgain,
        &[],
    );
    check(&ask("fallback = None", "fallback"), AskedAgain, &[]);
    check(&ask(&format!("{dict}\n    fallback = load(case)"), "fallback"), AskedAgain, &[]);
    check(&ask(dict, "None"), AskedAgain, &[]);
    // What another function, a `with` or a condition may have put there is not known.
    for after in [
        "fill(fallback, case)",
        "with load(case) as fallback:\n        pass",
        "log(fallback := load(case))",
    ] {
        check(&ask(&format!("{dict}\n    {after}"), "fallback"), AskedAgain, &[]);
    }
}

#[test]
fn a_score_that_the_function_is_given_beforehand_is_no_replys() {
    let ask = |first: &str, last: &str| {
        format!(
            "def ask(llm, case, fallback_score):\n    {first}\n    failed = None\n    for attempt in range(2):\n        try:\n            return llm.with_structured_output(S).invoke(case)\n        \
             except Exception as error:\n            failed = error\n    if failed is not None:\n        return S(score={last}, argument='none came')\n"
        )
    };
    check(&ask("log(case)", "fallback_score"), AskedAgain, &[0]);
    // What is put there, or worked out, may be of something that was read.
    check(&ask("fallback_score = read(case)", "fallback_score"), AskedAgain, &[]);
    check(&ask("log(case)", "read(fallback_score)"), AskedAgain, &[]);
}

#[test]
fn an_opinion_that_is_built_on_the_way_for_failures_takes_the_place_of_a_reply() {
    let graph = |repair: &str, edge: &str| {
        format!(
            "from typing import TypedDict\nfrom langgraph.graph import StateGraph, START, END\nclass State(TypedDict):\n    opinions: list\n    judge_errors: list\n\
             def prosecutor(state):\n    for attempt in range(3):\n        try:\n            return {{'opinions': [llm.with_structured_output(S).invoke(1)]}}\n        \
             except Exception:\n            continue\n    return {{'judge_errors': ['prosecutor']}}\n\
             def repair(state):\n    {repair}\ndef chief(state):\n    return {{}}\n\
             def way(state):\n    if state['judge_errors']:\n        return 'repair'\n    return 'chief'\n\
             g = StateGraph(State)\ng.add_node('prosecutor', prosecutor)\ng.add_node('repair', repair)\ng.add_node('chief', chief)\n\
             g.add_edge(START, 'prosecutor')\n{edge}\ng.add_edge('repair', 'chief')\ng.add_edge('chief', END)\n"
        )
    };
    let routed =
        "g.add_conditional_edges('prosecutor', way, {'repair': 'repair', 'chief': 'chief'})";
    let builds = "return {'opinions': [S(score=3, argument='none came')]}";
    check(&graph(builds, routed), AskedAgain, &[3]);
    check(&graph("return {'opinions': []}", routed), AskedAgain, &[]);
    check(&graph(builds, "g.add_edge('prosecutor', 'repair')"), AskedAgain, &[]);
}

#[test]
fn what_is_made_up_after_other_failures_and_for_replies_without_a_score_is_told() {
    let found = |text: &str| {
        let head = "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n";
        let found = facts(&[("src/a.py", &format!("{head}{text}"))]).structured_output;
        let scores = |all: &[StandIn]| all.iter().filter_map(|one| one.score).collect::<Vec<_>>();
        assert_eq!(found.len(), 1, "{found:#?}");
        let of = &found[0];
        (scores(&of.stand_ins), scores(&of.beside.otherwise), scores(&of.beside.defaults))
    };
    let ask = "def ask(llm):\n    try:\n        judge = llm.with_structured_output(S)\n        for attempt in range(3):\n            try:\n                return judge.invoke(1)\n            \
               except Exception as error:\n                if '429' in str(error):\n                    return S(score=2)\n                text = llm.invoke(2)\n                reply = loads(text)\n                \
               if reply:\n                    return S(score=int(reply.get('score', 4)))\n                if attempt == 2:\n                    return S(score=3)\n    \
               except OSError:\n        return S(score=1)\n";
    assert_eq!(found(ask), (vec![3], vec![2, 1], vec![4]));
    // What is read elsewhere, or has no number, is no score of a reply.
    let other = ask.replace("reply.get('score', 4)", "rubric.get('score', 4)");
    assert_eq!(found(&other).2, [0_u32; 0]);
    let none = ask.replace("reply.get('score', 4)", "reply.get('score')");
    assert_eq!(found(&none).2, [0_u32; 0]);
    // What is bound has a score.
    let bound = ask.replace("llm.invoke(2)", "judge.invoke(2)");
    assert_eq!(found(&bound).2, [0_u32; 0]);
    // So it has where the schema fills it in, and then nobody needs to have named it.
    let default = |field: &str| {
        let text = format!(
            "from pydantic import BaseModel, Field\nclass T(BaseModel):\n    {field}\ndef ask(llm):\n    return llm.with_structured_output(T).invoke(1)\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        found[0].beside.defaults.iter().filter_map(|one| one.score).collect::<Vec<_>>()
    };
    assert_eq!(default("score: int = Field(default=3, ge=1, le=5)"), [3]);
    assert_eq!(default("score: int = 3"), [3]);
    assert_eq!(default("score: int = Field(3, description='from 1 to 5')"), [3]);
    for none in [
        "score: int = Field(ge=1, le=5)",
        "score: int",
        "score: int = Field(...)",
        "weight: int = 3",
        "score: int = None",
    ] {
        assert_eq!(default(none), [0_u32; 0], "{none}");
    }
    // A handler that raises makes nothing up.
    let raises = ask.replace("        return S(score=1)\n", "        raise\n");
    assert_eq!(found(&raises).1, [2]);
}

#[test]
fn what_a_caller_builds_where_it_is_given_nothing_takes_the_place_of_a_reply() {
    let ask = |then: &str| {
        format!(
            "def heard(chain):\n    for attempt in range(3):\n        try:\n            reply = chain.invoke(1)\n            if reply:\n                return reply\n        except ValueError as error:\n            log(error)\n        except Exception as error:\n            log(error)\n    return None\n\
             def judge(llm, cases):\n    found = []\n    for case in cases:\n        chain = prompt | llm.with_structured_output(S)\n        reply = heard(chain)\n        {then}\n    return found\n"
        )
    };
    let built = "found.append(S(score=1, argument='none').model_dump())";
    check(
        &ask(&format!(
            "if reply:\n            found.append(reply)\n        else:\n            {built}"
        )),
        AskedAgain,
        &[1],
    );
    check(
        &ask(&format!(
            "if reply is None:\n            {built}\n            continue\n        found.append(reply)"
        )),
        AskedAgain,
        &[1],
    );
    check(&ask(&format!("if reply:\n            {built}")), AskedAgain, &[]);
    check(
        &ask("if reply:\n            found.append(reply)\n        else:\n            log(case)"),
        AskedAgain,
        &[],
    );
}

#[test]
fn what_is_built_where_a_variable_still_holds_nothing_takes_the_place_of_a_reply() {
    let ask = |first: &str, handler: &str| {
        format!(
            "def judge(llm, case):\n    model = llm.with_structured_output(S)\n    {first}\n    for attempt in range(3):\n        try:\n            reply = model.invoke(case)\n            break\n        except Exception as error:\n            {handler}\n    if reply is None:\n        return S(score=2, argument='none came')\n    return reply\n"
        )
    };
    check(&ask("reply = None", "log(error)"), AskedAgain, &[2]);
    check(&ask("log(case)", "log(error)"), AskedAgain, &[]);
}

#[test]
fn an_opinion_that_is_left_out_before_any_score_takes_no_place() {
    let ask = |chief: &str| {
        format!(
            "def judge(llm, case):\n    try:\n        reply = llm.with_structured_output(S).invoke(case)\n        return reply\n    except Exception as error:\n        return S(score=1, argument='none', refs=[])\n\
             def chief_justice(state):\n    opinions = state['opinions']\n    {chief}\n"
        )
    };
    let skipped = "valid_opinions = []\n    for op in opinions:\n        if not op.refs:\n            log(op)\n        else:\n            valid_opinions.append(op)\n    return [op.score for op in valid_opinions]";
    check(&ask(skipped), Handled, &[]);
    check(&ask("return [op for op in opinions if op.refs]"), Handled, &[]);
    check(&ask("return [op for op in opinions if op.score]"), StoodIn, &[1]);
    // Who goes through all of them as well may count them.
    let both =
        "shown = [op for op in opinions if op.refs]\n    return sum(op.score for op in opinions)";
    check(&ask(both), StoodIn, &[1]);
    let filled = ask(skipped).replace("refs=[]", "refs=['x']");
    check(&filled, StoodIn, &[1]);
}

#[test]
fn what_a_caller_makes_up_for_other_failures_is_told_unless_nothing_comes_to_it() {
    let found = |caught: &str| {
        let text = format!(
            "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n\
             def ask(llm, case):\n    judge = llm.with_structured_output(S)\n    for attempt in range(3):\n        try:\n            return judge.invoke(case)\n        except {caught}:\n            if attempt < 2:\n                continue\n            return S(score=3)\n\
             def judge(llm, cases):\n    for case in cases:\n        try:\n            opinion = ask(llm, case)\n        except Exception as error:\n            opinion = S(score=1)\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].beside.otherwise.iter().filter_map(|one| one.score).collect::<Vec<_>>()
    };
    assert_eq!(found("(ValidationError, ValueError)"), [1]);
    assert_eq!(found("Exception"), [0_u32; 0]);
}

#[test]
fn a_score_that_is_put_into_what_cannot_be_built_is_no_default() {
    let found = |fields: &str| {
        let text = format!(
            "from pydantic import BaseModel, Field\nclass S(BaseModel):\n    score: int\n{fields}\
             def ask(llm):\n    try:\n        return llm.with_structured_output(S).invoke(1)\n    except ValueError:\n        pass\n    reply = loads(llm.invoke(2).content)\n    return S(score=reply.get('score', 2))\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        found[0].beside.defaults.len()
    };
    assert_eq!(found("    judge: str = Field(description='who')\n"), 0);
    assert_eq!(found("    judge: str\n"), 0);
    assert_eq!(found("    judge: str = 'Prosecutor'\n"), 1);
    assert_eq!(found("    judge: str = Field(default='Prosecutor')\n"), 1);
}

#[test]
fn a_binding_inside_a_wrapper_of_its_name_is_the_one_that_is_called() {
    let text = |call: &str| {
        format!(
            "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n\
             class Judge:\n    def with_structured_output(self, schema):\n        self.bound = self.model.with_structured_output(schema)\n        return self\n    def invoke(self, case):\n        return self.bound.invoke(case)\n\
             def judge(llm, case):\n    structured = llm.{call}\n    for attempt in range(3):\n        try:\n            return structured.invoke(case)\n        except Exception:\n            continue\n"
        )
    };
    let schemas = |text: &str| {
        let found = facts(&[("src/a.py", text)]).structured_output;
        found.into_iter().map(|fact| fact.schema).collect::<Vec<_>>()
    };
    assert_eq!(schemas(&text("with_structured_output(S)")), [Some("S".to_owned())]);
    assert_eq!(schemas(&text("bound_to(S)")), [None]);
}

#[test]
fn what_code_changes_in_a_reply_is_told() {
    let found = |change: &str| {
        let text = format!(
            "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n    cited_evidence: list\n\
             def cite(opinion, ids):\n    if not opinion.cited_evidence:\n        opinion.cited_evidence = ids[:2]\n    return opinion\n\
             def judge(llm, ids):\n    opinion = llm.with_structured_output(S).invoke(ids)\n    {change}\n    return opinion\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        (found[0].beside.rescored.len(), found[0].beside.recited.len())
    };
    assert_eq!(found("opinion.score = held_to('Prosecutor', opinion.score)"), (1, 0));
    assert_eq!(found("opinion.score = min(opinion.score, 3)"), (1, 0));
    assert_eq!(found("opinion = cite(opinion, ids)"), (0, 1));
    // To stay on the scale, or to leave out what nobody knows, makes nothing up.
    assert_eq!(found("opinion.score = max(1, min(5, int(opinion.score)))"), (0, 0));
    assert_eq!(
        found("opinion.cited_evidence = [one for one in opinion.cited_evidence if one in ids]"),
        (0, 0)
    );
    assert_eq!(found("other.score = 3"), (0, 0));
    // What an equal test before has set right is not set again.
    let twice = "if not opinion.cited_evidence:\n        opinion.cited_evidence = [ids[0]]\n    if not opinion.cited_evidence:\n        opinion.score = 2";
    assert_eq!(found(twice), (0, 1));
    assert_eq!(found(&twice.replace("[ids[0]]\n    if not", "[ids[0]]\n    if")), (1, 1));
}

#[test]
fn what_a_reply_that_is_made_anew_is_given_is_told_too() {
    let found = |cite: &str, change: &str| {
        let text = format!(
            "from dataclasses import replace\nfrom pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n    cited_evidence: list\n\
             def resolve(cited, ids):\n    {cite}\n\
             def judge(llm, ids):\n    opinion = llm.with_structured_output(S).invoke(ids)\n    valid = resolve(opinion.cited_evidence, ids)\n    {change}\n    return opinion\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        (found[0].beside.rescored.len(), found[0].beside.recited.len())
    };
    let filled = "known = [one for one in cited if one in ids]\n    if known:\n        return known\n    return [ids[0]]";
    let kept = "known = [one for one in cited if one in ids]\n    return known";
    let picked = "known = []\n    for one in cited:\n        for two in ids:\n            if one in two:\n                known.append(two)\n    return known";
    let copied = "opinion = opinion.model_copy(update={'judge': 'x', 'cited_evidence': valid})";
    assert_eq!(found(filled, copied), (0, 1));
    assert_eq!(found(filled, "opinion = replace(opinion, cited_evidence=valid)"), (0, 1));
    assert_eq!(found(filled, "opinion.cited_evidence = valid"), (0, 1));
    assert_eq!(found(filled, "opinion = opinion.copy(update={'score': 3})"), (1, 0));
    assert_eq!(found(filled, "opinion.cited_evidence = opinion.cited_evidence or ids"), (0, 1));
    // Nothing is made up where only what is known is kept.
    for change in [copied, "opinion.cited_evidence = valid"] {
        assert_eq!(found(kept, change), (0, 0), "{change}");
        assert_eq!(found(picked, change), (0, 0), "{change}");
    }
    assert_eq!(found(filled, "opinion = opinion.model_copy(update={'judge': 'x'})"), (0, 0));
    assert_eq!(found(filled, "opinion = opinion.copy(update={'score': opinion.score})"), (0, 0));
}

#[test]
fn a_number_added_to_a_score_that_was_read_from_a_reply_is_told() {
    let found = |change: &str| {
        let text = format!(
            "import json\nfrom openai import OpenAI\nfrom pydantic import BaseModel\nclass S(BaseModel):\n    score: int\n    argument: str\n\
             def judge(case):\n    client = OpenAI()\n    reply = client.chat.completions.create(model='m', messages=case, response_format={{'type': 'json_object'}})\n    \
             result = json.loads(reply.choices[0].message.content)\n    score = result.get('score', 1)\n    {change}\n    return S(score=score, argument=result['argument'])\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].beside.rescored.len()
    };
    assert_eq!(found("if score > 3:\n        score = max(1, score - 1)"), 1);
    assert_eq!(found("if score < 3:\n        score += 1"), 1);
    // To stay on the scale, or to bring a score onto it, bends nothing.
    assert_eq!(found("if score > 5:\n        score = 5"), 0);
    assert_eq!(found("if score > 5:\n        score = round(score / 2)"), 0);
    assert_eq!(found("score = score + 1"), 0);
    assert_eq!(found("if score > 3:\n        other = score - 1"), 0);
}

#[test]
fn opinions_that_are_made_up_where_no_model_can_be_bound_are_told() {
    let made = |handler: &str| {
        let text = format!(
            "from pydantic import BaseModel\nclass S(BaseModel):\n    score: int\ndef ask(judge, cases):\n    try:\n        llm = model().with_structured_output(S)\n    except Exception:\n        {handler}\n    return llm.invoke(cases)\n"
        );
        let found = facts(&[("src/a.py", &text)]).structured_output;
        assert_eq!(found.len(), 1, "{found:#?}");
        found[0].beside.unasked.iter().map(|one| one.score).collect::<Vec<_>>()
    };
    assert_eq!(
        made(
            "return [S(score=3 if judge != 'Prosecutor' else 1, argument='none') for case in cases]"
        ),
        [Some(1), Some(3)]
    );
    assert_eq!(made("return S(score=2, argument='none')"), [Some(2)]);
    assert_eq!(made("return S(score=len(cases), argument='none')"), [None]);
    assert_eq!(made("return []"), []);
    assert_eq!(made("raise"), []);
}
