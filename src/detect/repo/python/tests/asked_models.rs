//! Models that decide a score, whatever they are called, and rules that have no effect.

use super::facts;
use crate::domain::facts::JusticeFact;

fn court(files: &[(&str, &str)]) -> Vec<JusticeFact> {
    facts(files).justice
}

/// Whether a model decides in a function that asks by `asked` and gives what it is told as the score.
fn decides(before: &str, asked: &str) -> bool {
    let text = format!(
        "{before}\ndef chief_justice(state):\n    text = str(state['opinions'])\n    score = int({asked})\n    if state['flaw']['security']:\n        score = min(score, 3)\n    return {{'final_score': score}}\n"
    );
    court(&[("src/justice.py", &text)]).iter().any(|one| one.calls_model)
}

#[test]
fn a_model_is_known_by_what_it_is_made_of() {
    for (before, asked) in [
        (
            "from langchain_openai import ChatOpenAI\nwriter = ChatOpenAI()",
            "writer.invoke(text).content",
        ),
        (
            "from langchain.chat_models import init_chat_model\narbiter = init_chat_model('x')",
            "arbiter.invoke(text).content",
        ),
        ("import ollama", "ollama.generate(model='m', prompt=text)['response']"),
        (
            "import litellm",
            "litellm.completion(model='m', messages=[text]).choices[0].message.content",
        ),
        ("from pydantic_ai import Agent\nruler = Agent('m')", "ruler.run_sync(text).output"),
        (
            "from transformers import pipeline\nteller = pipeline('text-generation')",
            "teller(text)[0]['generated_text']",
        ),
        (
            "from langchain_openai import ChatOpenAI\nfrom p import prompt\nruler = prompt | ChatOpenAI()",
            "ruler.invoke(text).content",
        ),
        (
            "from langchain_openai import ChatOpenAI\ndef made():\n    return ChatOpenAI()",
            "made().invoke(text).content",
        ),
        (
            "import requests",
            "requests.post('https://api.openai.com/v1/chat/completions', json={'model': 'm', 'messages': [text]}).json()['choices']",
        ),
    ] {
        assert!(decides(before, asked), "{before}: {asked}");
    }
    for (before, asked) in [
        ("from tools import engine", "engine.size(text)"),
        ("import json", "json.loads(text)['score']"),
        (
            "class Engine:\n    def invoke(self, text):\n        return 3\nengine = Engine()",
            "engine.invoke(text)",
        ),
        (
            "from langchain_core.prompts import ChatPromptTemplate\nprompt = ChatPromptTemplate.from_messages([])",
            "len(prompt.invoke(text))",
        ),
    ] {
        assert!(!decides(before, asked), "{before}: {asked}");
    }
}

#[test]
fn a_model_called_judge_decides_where_it_is_bound_to_a_verdict() {
    let text = |schema: &str| {
        format!(
            "from langchain_openai import ChatOpenAI\nwriter = ChatOpenAI()\ndef rule(opinions):\n    judge = writer.with_structured_output({schema})\n    return judge.invoke(str(opinions))\ndef chief_justice(state):\n    results = [rule(ops) for ops in state['opinions']]\n    return {{'final_score': max(results)}}\n"
        )
    };
    let asks = |schema: &str| {
        court(&[("src/justice.py", &text(schema))]).iter().any(|one| one.calls_model)
    };
    assert!(asks("CriterionResult"));
    assert!(!asks("JudicialOpinion"));
}

#[test]
fn words_that_are_called_a_verdict_beside_a_score_decide_nothing() {
    let text = |rest: &str| {
        format!(
            "def chief_justice(state):\n    text = llm.invoke(state).content\n    return {{{rest}'verdict': text}}\n"
        )
    };
    let decides =
        |rest: &str| court(&[("src/justice.py", &text(rest))]).iter().any(|one| one.calls_model);
    assert!(decides(""));
    assert!(!decides("'score': sum(state['scores']) / 3, "));
}

#[test]
fn a_rule_whose_result_is_dropped_is_none() {
    let rules = |call: &str| -> Vec<String> {
        let text = format!(
            "def cap(score, flaw):\n    if flaw.security:\n        return min(score, 3)\n    return score\ndef chief_justice(state):\n    score = round(sum(state['scores']) / 3)\n    {call}\n    return {{'final_score': score}}\nchief_justice(input())\n"
        );
        court(&[("src/justice.py", &text)]).into_iter().flat_map(|one| one.rules).collect()
    };
    assert_eq!(rules("score = cap(score, state)"), ["security_override"]);
    assert!(rules("cap(score, state)").is_empty());
    assert!(rules("_ = cap(score, state)").is_empty());
    assert!(rules("capped = cap(score, state)").is_empty());
}

#[test]
fn a_rule_that_a_constant_switches_off_is_none() {
    let rules = |value: &str| -> Vec<String> {
        let text = format!(
            "OVERRIDE = {value}\ndef chief_justice(state):\n    score = round(sum(state['scores']) / 3)\n    if OVERRIDE and state['flaw'].security:\n        score = min(score, 3)\n    return {{'final_score': score}}\n"
        );
        court(&[("src/justice.py", &text)]).into_iter().flat_map(|one| one.rules).collect()
    };
    assert_eq!(rules("True"), ["security_override"]);
    assert!(rules("False").is_empty());
}

#[test]
fn an_empty_dissent_tells_nobody_anything() {
    let rules = |value: &str| -> Vec<String> {
        let text = format!(
            "def chief_justice(state):\n    scores = state['scores']\n    dissent = None\n    if max(scores) - min(scores) > 2:\n        dissent = {value}\n    return {{'score': max(scores), 'dissent_summary': dissent}}\n"
        );
        court(&[("src/justice.py", &text)]).into_iter().flat_map(|one| one.rules).collect()
    };
    assert_eq!(rules("f'apart: {scores}'"), ["dissent"]);
    assert!(rules("''").is_empty());
}
