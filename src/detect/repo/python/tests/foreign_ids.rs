//! Ids that opinions are asked for, held against the rubric in the tree.

use crate::detect::repo::python::examine;
use crate::domain::exhibit::repository::Source;
use crate::domain::limits::Limits;

const RUBRIC: &str = r#"{"dimensions": [{"id": "git"}, {"id": "graph"}]}"#;

const PROMPT: &str = "class Judge:\n    specific_criteria: str = \"gaps\"\n    def __init__(self, name):\n        self.name = name\n    def ask(self, evidence):\n        return f\"\"\"You are {self.name}.\n        {{\n        \"criterion_id\": \"architecture\",\n        \"score\": 1\n        }}\n        {evidence}\"\"\"\n\
                      \x20   def review(self, state):\n        try:\n            return model.invoke(self.ask(state['evidences']))\n        except Exception:\n            return Opinion(criterion_id=state['rubric_dimensions'][0].id, score=3)\n\
                      def judge(state):\n    return {'opinions': [Judge('a').review(state)]}\n";

const SYNTHESIS: &str = "def chief_justice(state):\n    opinions = state.opinions\n    for dim in state.rubric_dimensions:\n        relevant_opinions = [op for op in opinions if op.criterion_id == dim.id]\n        final_score = max(op.score for op in relevant_opinions) if relevant_opinions else 1\n    print(len(opinions))\n    return final_score\n";

const WIRING: &str = "from langgraph.graph import StateGraph, START\nfrom src.judges import judge\nfrom src.justice import chief_justice\n\
                      g = StateGraph(S)\ng.add_node('judge', judge)\ng.add_node('chief_justice', chief_justice)\ng.add_edge(START, 'judge')\ng.add_edge('judge', 'chief_justice')\napp = g.compile()\n";

/// The ids that no criterion has, by prompt, synthesis and rubrics.
fn foreign(prompt: &str, synthesis: &str, others: &[(&str, &str)]) -> Option<Vec<String>> {
    let files =
        [("src/judges.py", prompt), ("src/justice.py", synthesis), ("src/graph.py", WIRING)];
    let sources: Vec<Source> = files
        .iter()
        .chain(others)
        .map(|(path, text)| Source {
            path: (*path).into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        })
        .collect();
    examine(&sources, &Limits::default()).foreign_ids.map(|found| found.ids)
}

const TREE: &[(&str, &str)] = &[("rubric.json", RUBRIC)];

#[test]
fn an_id_that_all_judges_are_asked_for_and_no_criterion_has_is_told() {
    let expected = Some(vec!["architecture".to_owned()]);
    assert_eq!(foreign(PROMPT, SYNTHESIS, TREE), expected);
    let turned = SYNTHESIS.replace("op.criterion_id == dim.id", "dim['id'] == op['criterion_id']");
    assert_eq!(foreign(PROMPT, &turned, TREE), expected);
    let built = PROMPT.replace("            return model", "            if not model:\n                return Opinion(criterion_id='whole', score=1)\n            return model");
    assert_eq!(foreign(&built, SYNTHESIS, TREE), Some(vec!["architecture".into(), "whole".into()]));
}

#[test]
fn an_id_that_may_be_another_is_told_nothing_of() {
    #[track_caller]
    fn none(prompt: &str, synthesis: &str, others: &[(&str, &str)]) {
        assert_eq!(foreign(prompt, synthesis, others), None, "{prompt}{synthesis}");
    }
    let asked = |from: &str, to: &str| {
        assert!(PROMPT.contains(from), "{from}");
        PROMPT.replace(from, to)
    };
    // One that the rubric has, a hole, an example, and what is told of criteria besides.
    none(&asked("architecture", "graph"), SYNTHESIS, TREE);
    none(&asked("architecture", "{self.of}"), SYNTHESIS, TREE);
    none(&asked("architecture", "<id>"), SYNTHESIS, TREE);
    none(&asked("architecture", "criterion-1"), SYNTHESIS, TREE);
    none(&asked("{evidence}\"", "{evidence} {self.rubric}\""), SYNTHESIS, TREE);
    none(&asked("{evidence}\"", "{evidence} or graph\""), SYNTHESIS, TREE);
    // What is set afterwards.
    let set = "            one = model.invoke('x')\n            one.criterion_id = self.of\n            return model";
    none(&asked("            return model", set), SYNTHESIS, TREE);
    let built = "            if not model:\n                return Opinion(criterion_id=self.of, score=1)\n            return model";
    none(&asked("            return model", built), SYNTHESIS, TREE);
    // Opinions that are heard whatever their id, and rubrics of which nobody knows which is used.
    none(PROMPT, &SYNTHESIS.replace(" if op.criterion_id == dim.id", ""), TREE);
    none(PROMPT, &SYNTHESIS.replace("dim.id]", "dim.id] or opinions"), TREE);
    none(
        PROMPT,
        &SYNTHESIS
            .replace("if relevant_opinions else 1", "if relevant_opinions else opinions[0].score"),
        TREE,
    );
    none(PROMPT, SYNTHESIS, &[]);
    none(PROMPT, SYNTHESIS, &[("rubric.json", RUBRIC), ("other_rubric.json", RUBRIC)]);
    none(PROMPT, SYNTHESIS, &[("rubric.json", RUBRIC), ("prompts/a.md", "criterion_id")]);
}
