//! Prompts of a base class that the personas' classes fill their names into.

use super::facts;

/// Checks which personas one text serves.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let graph = "from langgraph.graph import StateGraph\nfrom src.judges import judge\ng = StateGraph(dict)\ng.add_node('judge', judge)\n";
    let found = facts(&[("src/graph.py", graph), ("src/judges.py", text)]);
    let live = found.prompts.iter().filter(|one| one.live == Some(true));
    let told: Vec<_> = live.map(|one| one.persona.as_str()).collect();
    assert_eq!(told, expected, "{text}");
    let alike = found.prompt_similarity.iter().all(|pair| pair.shared > 0.99 && pair.own > 0.99);
    assert_eq!(found.prompt_similarity.len() == 3 && alike, !expected.is_empty());
}

const JUDGES: &str = "class Base:\n    persona_name: str = 'Judge'\n    persona_description: str = ''\n    def _generate_prompt(self, evidence):\n        return f'''ROLE: {self.persona_name}\n        The judge field MUST be exactly what stands above. EVIDENCE: {evidence}'''\n\
    class One(Base):\n    persona_name = 'Prosecutor'\n    persona_description = 'You are a skeptical auditor. Your job is to find gaps and what is missing.'\n\
    class Two(Base):\n    persona_name = 'Defense'\n    persona_description = 'You are the advocate. You reward effort and what is there.'\n\
    class Three(Base):\n    persona_name = 'Tech Lead'\n    persona_description = 'You are a pragmatic architect. You care about what can be kept up.'\n\
    def judge(state):\n    return [one()._generate_prompt(1) for one in (One, Two, Three)]\n";

#[test]
fn a_text_into_which_only_a_name_is_filled_serves_all_personas() {
    check(JUDGES, &["Defense", "Prosecutor", "TechLead"]);
}

#[test]
fn what_may_tell_a_persona_something_of_its_own_decides_nothing() {
    let with = |from: &str, to: &str| {
        let text = JUDGES.replace(from, to);
        assert_ne!(text, JUDGES);
        let graph = "from langgraph.graph import StateGraph\nfrom src.judges import judge\ng = StateGraph(dict)\ng.add_node('judge', judge)\n";
        let found = facts(&[("src/graph.py", graph), ("src/judges.py", &text)]);
        let one = found.prompts.iter().filter(|one| one.text.starts_with("ROLE")).count();
        assert_eq!(one, 0, "{text}");
    };
    with("EVIDENCE: {evidence}", "{self.persona_description} {evidence}");
    with("        return f'''", "        self.describe()\n        return f'''");
    with(
        "        return f'''",
        "        if evidence:\n            return f'Find {self.persona_description}'\n        return f'''",
    );
    with(
        "class Three(Base):\n",
        "class Three(Base):\n    def brief(self):\n        return 'You look for what is missing.'\n",
    );
    with("class Three(Base)", "class Three(Other)");
}
