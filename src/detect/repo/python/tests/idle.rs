//! Rules of the synthesis that change nothing: whatever they ask, the score is the same, or nobody reads what they give.

use super::facts;
use crate::domain::facts::{EvidenceUse, SpreadUse};

/// The rules that `chief_justice` is seen to implement, and what it does with a wide spread.
fn court(body: &str) -> (Vec<String>, Option<SpreadUse>) {
    let text = format!(
        "def chief_justice(criterion, p_score, t_score, d_score, evidence, opinions):\n    spread = max(p_score, t_score, d_score) - min(p_score, t_score, d_score)\n{body}"
    );
    let found = facts(&[("src/nodes/justice.py", &text)]).justice;
    let rules = found.iter().flat_map(|one| one.rules.clone()).collect();
    (rules, found.iter().find_map(|one| one.spread))
}

#[track_caller]
fn check(body: &str, rules: &[&str], spread: Option<SpreadUse>) {
    let rules: Vec<String> = rules.iter().map(|rule| (*rule).to_owned()).collect();
    assert_eq!(court(body), (rules, spread), "{body}");
}

/// A synthesis that averages, and does something else where the scores lie far apart.
fn wide(then: &str) -> String {
    format!(
        "    note = ''\n    final_score = round((p_score + t_score + d_score) / 3)\n    if spread > 2:\n        {then}\n    return final_score, note\n"
    )
}

#[test]
fn a_branch_that_comes_to_the_same_score_is_no_rule() {
    let all = "    if d_score >= 4:\n        if not evidence.found:\n            final = t_score\n            return final, 'overruled'\n    \
               if criterion == 'graph_orchestration':\n        if t_score >= 4:\n            final = t_score\n            return final, 'tech_lead'\n    final = t_score\n    return final, ''\n";
    check(all, &[], None);
    let other = all.replace(
        "final = t_score\n            return final, 'overruled'",
        "final = 1\n            return final, 'overruled'",
    );
    check(&other, &["fact_supremacy"], None);
    // A branch on the way gives another.
    let between = all.replace(
        "final = t_score\n            return final, 'tech_lead'",
        "final = d_score\n            return final, 'x'",
    );
    check(&between, &["fact_supremacy"], None);
}

#[test]
fn a_score_that_is_only_written_down_or_dropped_decides_nothing() {
    let told = "median_score = int(sorted([p_score, t_score, d_score])[1])\n        note = f'tiebreak by {median_score}'";
    check(&wide(told), &[], Some(SpreadUse::Words));
    let given = told.to_owned() + "\n        final_score = median_score";
    check(&wide(&given), &[], Some(SpreadUse::Choice));
    let lead = |value: &str| {
        format!(
            "    base = p_score\n    if criterion == 'graph_orchestration':\n        tech_lead_score = t_score\n        base_score = {value} + 1\n    return base_score\n"
        )
    };
    check(&lead("base"), &[], None);
    check(&lead("tech_lead_score"), &["functionality_weight"], None);
    let dissent = |read: &str| {
        format!(
            "    dissent_summary = None\n    if spread > 2:\n        dissent_summary = f'{{p_score}} against {{d_score}}'\n    return p_score{read}\n"
        )
    };
    check(&dissent(""), &[], Some(SpreadUse::Words));
    check(&dissent(", dissent_summary"), &["dissent"], Some(SpreadUse::Words));
}

#[test]
fn other_weights_are_no_second_look() {
    let weighed = "weighted_score = int(round(p_score * 0.4 + d_score * 0.2 + t_score * 0.4))\n        if p_score <= 2:\n            final_score = min(weighted_score, 3)\n        else:\n            final_score = weighted_score";
    check(&wide(weighed), &[], Some(SpreadUse::Choice));
    let again = ["variance_re_evaluation"];
    let cited = weighed.replace("p_score * 0.4", "len(evidence.cited) * p_score");
    check(&wide(&cited), &again, None);
    check(&wide("final_score = round(supported * 0.5 + p_score * 0.5)"), &again, None);
}

#[test]
fn a_function_that_gives_a_text_back_changes_no_score() {
    let spread = |returns: &str, more: &str| {
        let text = format!(
            "def _tell_dissent(base, variance, scores, verdict){returns}:\n    if variance > 2:\n        again = f' Far apart: {{scores}}.'\n{more}        return base + again\n    return base\n\
             def chief_justice(opinions, verdict):\n    scores = [one.score for one in opinions]\n    final_score = sorted(scores)[1]\n    \
             return final_score, _tell_dissent('', max(scores) - min(scores), scores, verdict)\nNODES = [chief_justice]\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        found.iter().find(|one| one.function == "_tell_dissent").and_then(|one| one.spread)
    };
    for returns in [" -> str", " -> Optional[str]", " -> str | None", " -> 'str'"] {
        assert_eq!(spread(returns, ""), Some(SpreadUse::Words), "{returns}");
    }
    let choice = Some(SpreadUse::Choice);
    assert_eq!(spread(" -> int", ""), choice);
    assert_eq!(spread(" -> str", "        verdict.score = base + 1\n"), choice);
}

#[test]
fn a_field_of_the_same_name_calls_no_function() {
    let told = |more: &str| {
        let text = format!(
            "def dissent_summary(a, b):\n    return f'{{a.score}} against {{b.score}}'\n\
             def chief_justice(state):\n    result = Result(dissent_summary='None.', score=1 if state.low else 2)\n    result.dissent_summary = state.opinions\n    return result.dissent_summary{more}\nNODES = [chief_justice]\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        let one = found.into_iter().find(|one| one.function == "dissent_summary");
        one.map(|one| (one.dead, one.uncalled))
    };
    assert_eq!(told(""), Some((true, true)));
    assert_eq!(told(" + dissent_summary(1, 2)"), Some((false, false)));
    assert_eq!(told("\nRULES = {'tell': dissent_summary}"), Some((false, false)));
    // Whoever looks names up may find it.
    assert_eq!(told(" + getattr(state, state.name)"), Some((false, false)));
}

/// What is said of a synthesis with these functions: rules without effect, and the bounds if the score is the Tech Lead's.
fn inert(text: &str) -> (Vec<String>, Option<Vec<u32>>) {
    let found = facts(&[("src/nodes/justice.py", text)]).justice;
    let told = found.iter().flat_map(|one| &one.inert);
    let told = told.map(|one| format!("{}@{}", one.rule, one.place.line)).collect();
    let alone = found.iter().find_map(|one| one.lead_alone.as_ref());
    (told, alone.map(|one| one.bounded.iter().map(|place| place.line).collect()))
}

#[test]
fn a_verdict_that_is_the_tech_leads_in_every_case_is_told_and_so_are_rules_without_effect() {
    let text = "def _resolve_score(opinions, evidences, dimension):\n    prosecutor = get(opinions, 'Prosecutor')\n    tech_lead = get(opinions, 'TechLead')\n    def score(one):\n        return 3 if one is None else one.score\n    \
                p_score = score(prosecutor)\n    t_score = score(tech_lead)\n    \
                if p_score <= 2 and 'security' in prosecutor.argument:\n        final = min(3, t_score)\n        return final, 'capped'\n    \
                if not any(one.found for one in evidences):\n        final = t_score\n        return final, 'overruled'\n    \
                if dimension == 'graph_orchestration':\n        if tech_lead and t_score >= 4:\n            final = t_score\n            return final, 'lead'\n    final = t_score\n    return final, ''\n";
    let rules = ["fact_supremacy@11", "functionality_weight@14"].map(str::to_owned).to_vec();
    assert_eq!(inert(text), (rules, Some(vec![9])));
    let evidence = facts(&[("src/nodes/justice.py", text)]).evidence_in_synthesis;
    assert_ne!(evidence.map(|one| one.serves), Some(EvidenceUse::Score));
    // Another judge's score, or one that nobody gave, enters.
    for other in ["min(3, p_score)", "1", "(t_score + p_score) / 2"] {
        let text = text.replace("final = min(3, t_score)", &format!("final = {other}"));
        assert_eq!(inert(&text).1, None, "{other}");
    }
    assert_eq!(
        inert(&text.replace(
            "    final = t_score\n    return",
            "    final = t_score\n    final -= 1\n    return"
        ))
        .1,
        None
    );
    // Who hears of no other judge looks the score up for others.
    let lookup = "def final_score_of(opinions):\n    tech_lead = get(opinions, 'TechLead')\n    return tech_lead.score\n";
    assert_eq!(inert(lookup).1, None);
}

#[test]
fn an_opinion_that_is_made_anew_with_another_score_is_overruled() {
    let with = |renewed: &str| {
        format!(
            "def apply_evidence_rule(opinions, evidences):\n    kept = []\n    for opinion in opinions:\n        if not is_found(evidences, opinion):\n            {renewed}\n        kept.append(opinion)\n    return kept\n\
             def is_found(evidences, opinion):\n    return any(one.found for one in evidences)\n\
             def chief_justice(state):\n    opinions = apply_evidence_rule(state['opinions'], state['evidences'])\n    return max(one.score for one in opinions)\n"
        )
    };
    let rules = |renewed: &str| -> Vec<String> {
        let found = facts(&[("src/nodes/justice.py", &with(renewed))]).justice;
        found.into_iter().flat_map(|one| one.rules).collect()
    };
    for renewed in [
        "opinion = opinion.model_copy(update={'score': 1, 'argument': 'overruled'})",
        "opinion = replace(opinion, score=1)",
        "setattr(opinion, 'score', 1)",
        "opinion.score = 1",
    ] {
        assert_eq!(rules(renewed), ["fact_supremacy"], "{renewed}");
    }
    for renewed in [
        "opinion = opinion.model_copy(update={'argument': 'doubted'})",
        "opinion = opinion.model_copy(update={'score_note': 'doubted'})",
        "opinion = text.replace('score', '1')",
        "setattr(opinion, 'argument', 'doubted')",
    ] {
        assert_eq!(rules(renewed), Vec::<String>::new(), "{renewed}");
    }
}

#[test]
fn what_leads_beside_the_one_that_the_graph_runs_and_is_named_by_nothing_is_not_called() {
    let justice = "def _apply_security_override(flaw, score):\n    if flaw.security:\n        score = min(score, 3)\n    return score\n\
                   def justice_node(state):\n    return _apply_security_override(state.flaw, state.score)\n\
                   def chief_justice_node(state):\n    return 1 if state.scores else 2\n";
    let graph = "from langgraph.graph import StateGraph\nfrom src.nodes.justice import chief_justice_node\n\
                 builder = StateGraph(dict)\nbuilder.add_node('chief', chief_justice_node)\nbuilder.set_entry_point('chief')\napp = builder.compile()\n";
    let told = |graph: &str, justice: &str| {
        let found = facts(&[("src/graph.py", graph), ("src/nodes/justice.py", justice)]).justice;
        let mut told: Vec<_> = found.into_iter().map(|one| (one.function, one.uncalled)).collect();
        told.sort();
        told
    };
    let all = |cap| {
        vec![("_apply_security_override".to_owned(), cap), ("chief_justice_node".to_owned(), false)]
    };
    assert_eq!(told(graph, justice), all(true));
    // Another node runs it, or nobody knows what the graph runs.
    assert_eq!(told(&graph.replace("'chief', ", "'chief', justice_node or "), justice), all(false));
    assert_eq!(told("", justice), all(false));
    // What is imported under another name is used by that.
    let renamed = graph.replace("chief_justice_node\n", "chief_justice_node as chief\n");
    let renamed = renamed.replace("'chief', chief_justice_node", "'chief', chief");
    assert_eq!(told(&renamed, justice), all(true));
}

/// Whether the clone in `src/tools.py` is told to run, where another source has this text.
#[track_caller]
fn check_clone(tools: &str, other: (&str, &str), expected: Option<bool>) {
    let tools = format!("import subprocess\n{tools}");
    let graph = "from langgraph.graph import StateGraph\nfrom src.nodes import look\nbuilder = StateGraph(dict)\nbuilder.add_node('look', look)\nbuilder.set_entry_point('look')\napp = builder.compile()\n";
    let nodes =
        "from src.tools import clone_repo\nfrom src import tools\ndef look(s):\n    return {}\n";
    let (path, text) = other;
    let nodes = if path.is_empty() { format!("{nodes}{text}") } else { nodes.to_owned() };
    let mut files =
        vec![("src/graph.py", graph), ("src/nodes.py", &nodes), ("src/tools.py", &tools)];
    if !path.is_empty() {
        files.push((path, text));
    }
    let found = facts(&files);
    let live: Vec<Option<bool>> = found.clone.iter().map(|one| one.live).collect();
    assert_eq!(live, [expected], "{tools} {text}");
    let idle = found.functions.iter().any(|one| one.name == "clone_repo" && one.idle);
    assert_eq!(idle, expected == Some(false), "{tools} {text}");
}

const CLONE: &str =
    "def clone_repo(url):\n    subprocess.run(['git', 'clone', url, '/tmp/x'], check=True)\n";

#[test]
fn a_function_that_is_imported_and_used_by_nothing_does_not_run() {
    check_clone(CLONE, ("", ""), Some(false));
    // Nor is it by what nothing uses, or a method or a variable of that name.
    check_clone(
        &format!("{CLONE}def fetch(url):\n    return clone_repo(url)\n"),
        ("", ""),
        Some(false),
    );
    check_clone(
        CLONE,
        ("", "class Cloner:\n    def clone_repo(self):\n        return self.clone_repo\n"),
        Some(false),
    );
    check_clone(CLONE, ("", "def show(clone_repo):\n    print(clone_repo)\n"), Some(false));
    // To ask for fields of an object by their names finds no function.
    check_clone(
        CLONE,
        (
            "",
            "def tell(one):\n    for name in ('a', 'b'):\n        print(getattr(one, name))\n    return 'x' in globals()\n",
        ),
        Some(false),
    );
}

#[test]
fn a_function_that_anything_may_use_runs() {
    for other in [
        "def again(url):\n    return tools.clone_repo(url)\nagain('x')\n",
        "TOOLS = [clone_repo]\n",
        "from src.tools import clone_repo as fetch\nfetch('x')\n",
        "TOOLS = {'clone': tools.clone_repo}\n",
        "run_at(clone_repo, 3)\n",
        "def late(clone=clone_repo):\n    return clone\n",
        "class Cloner:\n    def clone(self):\n        return clone_repo('x')\n",
        "def pick(tools):\n    return tools.clone_repo('x')\nPICKS = [pick]\n",
        "__all__ = ['clone_repo']\n",
        "def by_name(name):\n    return getattr(tools, name)\n",
        "def by_name(name):\n    return globals()[name]\n",
    ] {
        check_clone(CLONE, ("", other), Some(true));
    }
    check_clone(&format!("from langchain.tools import tool\n@tool\n{CLONE}"), ("", ""), Some(true));
    check_clone(
        &format!("{CLONE}if __name__ == '__main__':\n    clone_repo('x')\n"),
        ("", ""),
        Some(true),
    );
    let test = "from src.tools import clone_repo\ndef test_clone():\n    clone_repo('x')\n";
    check_clone(CLONE, ("tests/test_tools.py", test), Some(true));
    check_clone(CLONE, ("notebook.ipynb", "{\"source\": [\"clone_repo(url)\"]}"), Some(true));
    check_clone(
        CLONE,
        ("pyproject.toml", "[project.scripts]\nclone = \"src.tools:clone_repo\"\n"),
        Some(true),
    );
    check_clone(
        CLONE,
        ("README.md", "```python\nfrom src.tools import clone_repo\nclone_repo('x')\n```\n"),
        Some(true),
    );
    // A report that tells of it runs nothing.
    check_clone(CLONE, ("report.md", "`clone_repo` clones.\n"), Some(false));
}

/// Whether the one graph, which a function of a file of its own builds, can run beside a program, and whether what that
/// file imports is used; with another file.
#[track_caller]
fn check_graph(function: &str, other: (&str, &str), expected: bool) {
    let graph = format!(
        "import langgraph.graph as lg\nfrom src.run import go\ndef {function}(x):\n    g = lg.StateGraph(dict)\n    g.add_node('a', go)\n    return g\n"
    );
    let run = "def go(s):\n    return {}\nif __name__ == '__main__':\n    go({})\n";
    let found = facts(&[("src/wiring.py", &graph), ("src/run.py", run), other]);
    let live: Vec<bool> = found.graphs.iter().map(|one| one.live).collect();
    assert_eq!(live, [expected], "{function} {other:?}");
    let import = found.imports.iter().find(|import| import.module.starts_with("langgraph"));
    assert_eq!(import.map(|import| import.idle), Some(!expected), "{function} {other:?}");
}

#[test]
fn a_graph_of_a_function_that_nothing_uses_in_a_file_that_nothing_imports_does_not_run() {
    check_graph("make_graph", ("README.md", "`src/wiring.py` wires it."), false);
    // Something may use it: a test, a server, a reader, or another file.
    check_graph("make_graph", ("tests/test_a.py", "from src.wiring import make_graph\n"), true);
    check_graph("make_graph", ("src/other.py", "import src.wiring\n"), true);
    check_graph("make_graph", ("langgraph.json", "{\"g\": \"./src/wiring.py:make_graph\"}"), true);
    check_graph("make_graph", ("README.md", "Call `make_graph`."), true);
    check_graph("main", ("README.md", ""), true);
    // Where no file is a program, nobody knows what starts the one that is there.
    let graph =
        "from langgraph.graph import StateGraph\ndef make():\n    return StateGraph(dict)\n";
    let found = facts(&[("src/wiring.py", graph), ("src/run.py", "def go(s):\n    return {}\n")]);
    assert!(found.graphs[0].live);
}

#[test]
fn rules_behind_what_is_never_come_to_are_none() {
    let flags = "    any_found = False\n    none_found = True\n    for one in evidence:\n        if one.found:\n            any_found = True\n            none_found = False\n    if not any_found and opinions:\n        return ''\n";
    let dead =
        format!("{flags}    if none_found and opinions:\n        return 1\n    return p_score\n");
    check(&dead, &[], None);
    check(&dead.replace("if none_found and", "if any_found and"), &["fact_supremacy"], None);
    // The next branch asks for less and gives the same.
    let lead = |next: &str| {
        format!(
            "    scores = {{'TechLead': t_score}}\n    if criterion == 'graph_orchestration' and 'TechLead' in scores:\n        return scores['TechLead']\n    if {next}:\n        return scores['TechLead']\n    return p_score\n"
        )
    };
    check(&lead("'TechLead' in scores"), &[], None);
    check(&lead("'TechLead' in scores and spread"), &["functionality_weight"], None);
}

#[test]
fn what_a_function_gives_on_no_way_that_is_taken_switches_nothing_on() {
    let rules = |asked: &str| -> Vec<String> {
        let text = format!(
            "def facts(opinions, evidence):\n    found = any(one.found for one in evidence)\n    if not found and opinions:\n        return '', ''\n    if {asked}:\n        return 1, 'overruled'\n    return '', ''\n\
             def chief_justice(opinions, evidence, score):\n    fact_verdict, why = facts(opinions, evidence)\n    return final(score, fact_verdict)\n\
             def final(score, fact_verdict):\n    if fact_verdict:\n        return VERDICT_FAIL\n    return score\n"
        );
        let found = facts(&[("src/nodes/justice.py", &text)]).justice;
        found.into_iter().flat_map(|one| one.rules).collect()
    };
    assert_eq!(rules("opinions and not found"), Vec::<String>::new());
    assert_eq!(rules("opinions and not evidence"), ["fact_supremacy"]);
}
