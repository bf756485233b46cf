//! Weights that hang on words in the id of a criterion, held against the rubric in the tree.

use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

const RUBRIC: &str = r#"{"dimensions": [{"id": "graph_orchestration", "name": "Graph Orchestration Architecture"},
    {"id": "structured_output_enforcement", "name": "Structured Output"}]}"#;

/// What the weight asks ids for in vain, with the ids that it fits and those that it misses.
fn missed(
    head: &str,
    asks: &str,
    rubrics: &[&str],
) -> Option<(Vec<String>, Vec<String>, Vec<String>)> {
    let text = format!(
        "{head}def modular(opinions):\n    return any('modular' in op.argument for op in opinions if op.judge == 'TechLead')\ndef settle(opinions, criterion_id):\n    judge_weights = {{'Prosecutor': 1.0, 'Defense': 1.0, 'TechLead': 1.0}}\n    asked = {asks}\n    if asked and modular(opinions):\n        judge_weights['TechLead'] = 3.0\n    \
         return sum(op.score * judge_weights[op.judge] for op in opinions) / sum(judge_weights.values())\n\
         def chief_justice(state):\n    final_score = settle(state['opinions'], state['dimension']['id'])\n    return final_score\n"
    );
    let source = |path: &str, text: &str| Source {
        path: path.into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let mut sources = vec![source("src/nodes/justice.py", &text)];
    sources.extend(
        rubrics.iter().enumerate().map(|(at, text)| source(&format!("rubric{at}.json"), text)),
    );
    let facts = examine(&sources, &Limits::default());
    let weighs = facts
        .justice
        .iter()
        .find(|one| one.rules.iter().any(|rule| rule == "functionality_weight"));
    let asked = weighs.expect("the Tech Lead is weighed").asked_id.clone()?;
    Some((asked.words, asked.fits, asked.missed))
}

const ASKS: &str = "def is_arch(criterion_id):\n    \"\"\"By the id.\"\"\"\n    cid = (criterion_id or '').lower()\n    return any(word in cid for word in ['architecture', 'Structure'])\n";

#[test]
fn a_weight_whose_words_no_criterion_of_the_architecture_has_is_told() {
    let fits = || vec!["structured_output_enforcement".to_owned()];
    let words = || vec!["architecture".to_owned(), "structure".to_owned()];
    let graph = || vec!["graph_orchestration".to_owned()];
    let expected = Some((words(), fits(), graph()));
    assert_eq!(missed(ASKS, "is_arch(criterion_id)", &[RUBRIC]), expected);
    let listed = "criterion_id in NAMED";
    let named = "NAMED = ('langgraph_architecture', 'forensic_accuracy')\n";
    let found = missed(named, listed, &[RUBRIC]);
    assert_eq!(found.map(|(_, fits, missed)| (fits, missed)), Some((Vec::new(), graph())));
}

#[test]
fn a_weight_that_may_come_to_the_architecture_is_told_nothing_of() {
    let none = |head: &str, asks: &str, rubrics: &[&str]| {
        assert_eq!(missed(head, asks, rubrics), None, "{head}{asks}");
    };
    none("", "criterion_id == 'graph_orchestration'", &[RUBRIC]);
    none("", "'orchestration' in criterion_id", &[RUBRIC]);
    none("", "'architecture' in criterion_id or opinions[0].modular", &[RUBRIC]);
    none("", "'architecture' in state.names[criterion_id]", &[RUBRIC]);
    none("", "criterion_id not in ('theoretical_depth',)", &[RUBRIC]);
    none("from settings import NAMED\n", "criterion_id in NAMED", &[RUBRIC]);
    // Of several rubrics, or none, nobody knows which is used.
    none(ASKS, "is_arch(criterion_id)", &[RUBRIC, RUBRIC]);
    none(ASKS, "is_arch(criterion_id)", &[]);
    let other = ASKS.replace("return any", "cid = NAMES.get(cid, cid)\n    return any");
    none(&other, "is_arch(criterion_id)", &[RUBRIC]);
}
