//! Judges who are said to be held to a schema, and whose replies nothing holds against any.

use super::contradicted::check;
use super::sources::repository;

const FREE: &str = "
import json, re
from langchain_openai import ChatOpenAI
def judge_node(state, persona):
    model = ChatOpenAI(model='gpt-4o')
    try:
        reply = model.invoke(persona)
        content = getattr(reply, 'content', None)
        found = re.search('{.*}', content)
        text = found.group(0) if found else content
        result = json.loads(text)
    except ValueError as error:
        print(f'{error}: {content}')
        result = {}
    return {'opinions': [{**result, 'persona': persona}]}
def prosecutor_node(state):
    return judge_node(state, 'Prosecutor')
";

const ENFORCED: &str = "It now utilizes strictly enforced JSON schemas for what the judges say.";
const REPLACED: &str = "● Enforcement: I replaced all json.loads(response.content) calls with Pydantic-validated objects.";
const AGAIN: &str = "A judge with a malformed response triggers a \"Validation Retry\" loop here.";

#[test]
fn a_judge_whose_reply_is_only_parsed_contradicts_who_says_that_it_is_held_to_a_schema() {
    let facts = repository(&[("src/nodes/judges.py", FREE)]);
    check(
        &facts,
        &[
            ENFORCED,
            REPLACED,
            AGAIN,
            "Because we use Structured Output Enforcement, each judge is forced to fill out a card.",
        ],
        &[
            "The judges return structured opinions on each criterion.",
            "The next version will use strictly enforced JSON schemas for the judges.",
            "The judges do not use strictly enforced JSON schemas for what they say.",
            "The detective checks whether JSON schemas are strictly enforced by schemas.",
            "The clone tool retries a failed clone of the repository.",
        ],
    );
}

#[test]
fn nothing_is_said_against_it_where_the_reply_may_be_checked() {
    for (from, to) in [
        ("result = json.loads(text)", "result = Opinion(**json.loads(text))"),
        ("result = json.loads(text)", "result = check(json.loads(text))"),
        ("    return {'opinions': [{**result", "    return result or {'opinions': [{**result"),
        (
            "    return {'opinions': [{**result",
            "    return {'opinions': [Opinion(**result)], 'more': [{**result",
        ),
        ("model = ChatOpenAI(model='gpt-4o')", "model = make()"),
        (
            "model = ChatOpenAI(model='gpt-4o')",
            "model = ChatOpenAI(model='gpt-4o', response_format=FORM)",
        ),
        ("import json, re", "import json, re, instructor"),
        ("import json, re", "import json, re\nadapter = TypeAdapter(list)"),
    ] {
        assert!(FREE.contains(from), "{from}");
        let facts = repository(&[("src/nodes/judges.py", &FREE.replace(from, to))]);
        check(&facts, &[], &[ENFORCED, REPLACED, AGAIN]);
    }
    // Another judge asks in a way that was not followed.
    let other =
        "def defense_node(state):\n    return {'opinions': chain(ChatOpenAI()).invoke(state)}\n";
    let facts = repository(&[("src/nodes/judges.py", FREE), ("src/nodes/defense.py", other)]);
    check(&facts, &[], &[ENFORCED, REPLACED, AGAIN]);
}

#[test]
fn what_may_try_again_leaves_open_whether_a_judge_is_asked_again() {
    for more in ["max_retries = 3\n", "import tenacity\n", "for attempt in range(3):\n    run()\n"]
    {
        let facts = repository(&[("src/nodes/judges.py", &format!("{FREE}{more}"))]);
        check(&facts, &[ENFORCED], &[AGAIN]);
    }
}

const BOUND: &str = "
from langchain_openai import ChatOpenAI
from src.state import JudicialOpinion
def judge_node(state):
    model = ChatOpenAI().with_structured_output(JudicialOpinion)
    try:
        return {'opinions': [model.invoke('judge')]}
    except Exception as error:
        return {'opinions': [JudicialOpinion(judge='one', criterion_id='a', score=3, argument=str(error))]}
";

const LOOKS: &str = "
from langchain_openai import ChatOpenAI
from src.state import Finding
def look(state):
    found = []
    try:
        found.append(ChatOpenAI().with_structured_output(Finding).invoke('look'))
    except Exception as error:
        found.append(str(error))
    return {'found': found}
";

const STATE: &str = "
from pydantic import BaseModel
class JudicialOpinion(BaseModel):
    judge: str
    criterion_id: str
    score: int
    argument: str
class Finding(BaseModel):
    text: str
";

#[test]
fn a_handler_of_what_is_no_judges_leaves_open_nothing_of_replies_that_are_asked_for_again() {
    let said = "Responses are validated before use, and retry logic handles malformed outputs.";
    let judge = ("src/nodes/judges.py", BOUND);
    let state = ("src/state.py", STATE);
    let facts = repository(&[judge, state, ("src/nodes/detectives.py", LOOKS)]);
    check(&facts, &[said], &[]);
    let again = LOOKS.replace("found.append(str", "retry(found); found.append(str");
    check(&repository(&[judge, state, ("src/nodes/detectives.py", &again)]), &[], &[said]);
    let stood = "return {'opinions': [JudicialOpinion(judge='one', criterion_id='a', score=3, argument=str(error))]}";
    let other = BOUND.replace(stood, "return other(error)");
    check(&repository(&[("src/nodes/judges.py", &other), state]), &[], &[said]);
}
