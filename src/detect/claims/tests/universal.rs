//! What is said of all calls of models, and of files that none of the sources reads.

use super::super::*;
use super::contradicted::check;
use super::sources::{check as check_kind, repository, whole};
use crate::domain::facts::ClaimKind::StructuredOutput;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::TreeEntry;

const BOUND: &str = "
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
class Opinions(BaseModel):
    opinions: list[Opinion]
def judge_node(state):
    model = ChatOpenAI(model='gpt-4o').with_structured_output(Opinions)
    return {'opinions': model.invoke(state)}
";

const FREE: &str = "
def look_at(images):
    model = ChatOpenAI(model='gpt-4o')
    return model.invoke(images).content
def vision_node(state):
    return {'seen': look_at(state)}
";

const EVERY: &str = "Every LLM call uses .with_structured_output(Opinions) on its schema.";

#[test]
fn a_model_that_is_asked_for_free_text_contradicts_who_says_that_every_call_is_bound() {
    let facts = repository(&[("nodes.py", &format!("{BOUND}{FREE}"))]);
    check(
        &facts,
        &[EVERY, "All model calls are made with .with_structured_output() and are checked."],
        &[
            "Every judge uses .with_structured_output(Opinions) on its schema.",
            "In the judicial layer, every LLM call uses .with_structured_output(Opinions) today.",
            "Every LLM call in judges.py uses .with_structured_output(Opinions) today.",
            "Every LLM call should use .with_structured_output(Opinions) on its schema.",
            "The detective checks that every LLM call uses .with_structured_output().",
            "Every LLM call uses a prompt, and judges use .with_structured_output(Opinions).",
        ],
    );
    let client = "
def look_at(client, images):
    return client.chat.completions.create(model='gpt-4o', messages=images)
def vision_node(state):
    return {'seen': look_at(state)}
";
    check(&repository(&[("nodes.py", &format!("{BOUND}{client}"))]), &[EVERY], &[]);
}

#[test]
fn nothing_is_said_against_it_where_no_call_is_surely_free() {
    let with = |free: &str| repository(&[("nodes.py", &format!("{BOUND}{free}"))]);
    for (free, why) in [
        (FREE.replace("ChatOpenAI(", "make("), "whoever makes it may bind it"),
        (FREE.replace("'gpt-4o')", "'gpt-4o', **more)"), "what is handed on may bind it"),
        (FREE.replace("'gpt-4o')", "'gpt-4o', model_kwargs=FORM)"), "a form is asked for"),
        (
            FREE.replace("    return model", "    model = model.with_structured_output(Opinions)\n    return model"),
            "it is bound before it is asked",
        ),
        (
            FREE.replace("    return model", "    bound = model.with_structured_output(Opinions)\n    return bound.invoke(1) or model"),
            "it is what the bound one falls back to",
        ),
        (FREE.replace("vision_node", "old").replace("look_at", "_look"), "nothing calls it"),
        (FREE.replace("model.invoke(images)", "tool.invoke(images)"), "a tool is no model"),
    ] {
        let free = if why == "nothing calls it" { free.replace("return {'seen': _look(state)}", "pass") } else { free };
        let facts = with(&free);
        check(&facts, &[], &[EVERY]);
        check_kind(&facts, StructuredOutput, EVERY, Undecided);
    }
}

#[test]
fn a_schema_that_no_model_is_bound_to_is_not_the_one_that_is() {
    let facts = repository(&[("nodes.py", BOUND)]);
    check(
        &facts,
        &["Every LLM call uses .with_structured_output(Opinion) on its schema."],
        &["Each judge uses .with_structured_output(Opinion) on its schema."],
    );
    let one = "Each judge uses .with_structured_output(Opinion) on its schema.";
    check_kind(&facts, StructuredOutput, one, Undecided);
    let own = "Each judge uses .with_structured_output(Opinions) on its schema.";
    check_kind(&facts, StructuredOutput, own, Supported);
    let chosen = BOUND.replace("output(Opinions)", "output(state.schema)");
    let facts = repository(&[("nodes.py", &chosen)]);
    check(&facts, &[], &["Every LLM call uses .with_structured_output(Opinion) on its schema."]);
}

#[test]
fn a_method_that_is_only_written_about_is_called_by_nobody() {
    let json = BOUND.replace(
        "ChatOpenAI(model='gpt-4o').with_structured_output(Opinions)",
        "ChatOpenAI(model='gpt-4o', format='json')",
    );
    let said = "All judge nodes use .with_structured_output() on the schema.";
    let with = |more: &str| repository(&[("nodes.py", &format!("{json}{more}"))]);
    check(&with("ADVICE = 'Use .with_structured_output() for all calls.'\n"), &[said], &[]);
    for more in [
        "NOTE = 'with_structured_output is best'\ndef bind(model, method):\n    return getattr(model, method)\n",
        "def bind(model):\n    return getattr(model, 'with_structured_output')(Opinions)\n",
        "def bind(model):\n    return model.with_structured_output\n",
    ] {
        check(&with(more), &[], &[said]);
    }
}

const NO_RUBRIC: &str = "
import json, re
from langgraph.graph import StateGraph, START
TOPICS = ['graph', 'state']
PATHS = r'(?:src/|rubric/)?[a-z]+\\.(?:py|json)'
def judge(state):
    \"\"\"Gives one verdict on each dimension of the rubric.\"\"\"
    found = re.search('x', state['text'])
    files = json.loads(found.group(1)) if found else []
    return {'verdicts': json.loads(state['reply'].content), 'files': files, 'by': f'{1} of the rubric'}
";

#[test]
fn a_rubric_that_nothing_reads_contradicts_who_says_that_it_is_loaded() {
    let said = "The rubric JSON (rubric/week2_rubric.json) serves as the constitution \u{2014} loaded at runtime and given to agents.";
    let loads = "The context builder loads rubric.json into the state.";
    check(
        &repository(&[("judge.py", NO_RUBRIC)]),
        &[said, loads],
        &[
            "The context builder will load rubric.json into the state.",
            "The rubric JSON is the constitution of the court and is never loaded at runtime.",
            "The rubric.json has ten dimensions.",
            "The tool checks whether the target loads rubric.json at runtime.",
            "The target's builder loads rubric.json into the state.",
        ],
    );
    for more in [
        "DIMENSIONS = json.load(open(PLACE))\n",
        "DIMENSIONS = json.loads(PLACE.read_text())\n",
        "def read(place):\n    text = place.read_text()\n    return json.loads(text)\n",
        "def read(text):\n    return json.loads(text)\n",
        "def node(state):\n    return state['rubric_dimensions']\n",
        "def node(rubric):\n    return ask(rubric)\n",
        "def node(state):\n    return open(f'{HOME}/rubric.json')\n",
        "import yaml\nDIMENSIONS = yaml.safe_load(PLACE)\n",
    ] {
        let facts = repository(&[("judge.py", &format!("{NO_RUBRIC}{more}"))]);
        check(&facts, &[], &[said]);
    }
    let mut facts = repository(&[("judge.py", NO_RUBRIC)]);
    facts.tree.entries.push(TreeEntry { path: "web/app.ts".into(), ..TreeEntry::default() });
    check(&facts, &[], &[said, loads]);
}

#[test]
fn what_is_so_in_one_place_is_not_said_to_be_so_everywhere() {
    let told = |sentence: &str| {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&whole()));
        found.iter().map(|claim| claim.fact.clone()).collect::<Vec<_>>().join(" ")
    };
    let open = "all or every one was not examined";
    assert!(
        told("Every field of CourtState has operator.add or operator.ior reducers.").contains(open)
    );
    assert!(!told("The CourtState has operator.add and operator.ior reducers.").contains(open));
}

#[test]
fn a_model_that_is_also_asked_unbound_does_not_show_that_all_calls_are_bound() {
    let judge = "
from langchain_openai import ChatOpenAI
from pydantic import BaseModel
class Opinion(BaseModel):
    score: int
def judge(text):
    model = ChatOpenAI()
    bound = model.with_structured_output(Opinion)
    for attempt in range(2):
        try:
            return bound.invoke(text)
        except ValueError:
            continue
    return model.invoke(text)
judge('x')
";
    let facts = repository(&[("judges.py", judge)]);
    let said = |sentence: &str, expected| {
        super::sources::check(&facts, ClaimKind::StructuredOutput, sentence, expected);
    };
    said("All judge LLM calls use structured output with a schema.", Contradicted);
    said("Every reply has structured output by a schema.", Undecided);
    said("The judges use structured output with a schema.", Supported);
    let plain = judge.replace("    return model.invoke(text)\n", "");
    let facts = repository(&[("judges.py", &plain)]);
    let sentence = "All judge LLM calls use structured output with a schema.";
    super::sources::check(&facts, ClaimKind::StructuredOutput, sentence, Supported);
}
