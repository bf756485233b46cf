//! Evidence that is written before anything was looked at.

use super::facts;
use crate::domain::facts::ConstantEvidence;

const STATE: &str = "from pydantic import BaseModel\nclass Evidence(BaseModel):\n    goal: str\n    found: bool\n    content: str | None = None\n    location: str = ''\n    confidence: float = 1.0\n";

/// A graph whose only node is the detective in `text`.
fn found(text: &str) -> Vec<ConstantEvidence> {
    let graph = "from typing import TypedDict\nfrom langgraph.graph import StateGraph\nfrom src.nodes import detective\nclass State(TypedDict):\n    evidences: dict\n\
                 g = StateGraph(State)\ng.add_node('detective', detective)\ng.set_entry_point('detective')\n";
    let nodes = format!("from src.state import Evidence\n{text}");
    let files = [("src/state.py", STATE), ("src/graph.py", graph), ("src/nodes.py", &nodes)];
    facts(&files).constant_evidence
}

/// Checks the lines at which evidence is written beforehand, and the criteria that it answers.
#[track_caller]
fn check(text: &str, expected: &[(u32, Option<&str>)]) {
    let found = found(text);
    let told: Vec<_> = found.iter().map(|one| (one.place.line, one.answers.as_deref())).collect();
    assert_eq!(told, expected, "{text}");
}

/// A detective that goes through the rubric, with a branch for one criterion.
fn answering(test: &str, branch: &str) -> String {
    let branch = branch.replace('\n', "\n                ");
    format!(
        "def detective(state):\n    evidences = {{}}\n    try:\n        repo_path = clone(state.get('repo_url'))\n        for dim in state['rubric_dimensions']:\n            goal = dim.get('goal')\n            \
         if dim['id'] == 'history':\n                evidences['h'] = Evidence(goal=goal, found=bool(log(repo_path)), content='log')\n            elif {test}:\n                {branch}\n    \
         except Exception as error:\n        return {{'evidences': Evidence(goal='g', found=False, content=str(error))}}\n    return {{'evidences': evidences}}\n"
    )
}

const WRITTEN: &str = "evidences['s'] = [Evidence(goal=goal, found=True, content='No os.system.', location=repo_path)]";

#[test]
fn an_answer_to_a_criterion_that_nothing_was_looked_at_for_is_told() {
    let safety = "dim['id'] == 'safety' and repo_path";
    check(&answering(safety, WRITTEN), &[(11, Some("safety"))]);
    let found = found(&answering(safety, WRITTEN));
    assert_eq!((found[0].says.as_str(), found[0].class.as_str()), ("No os.system.", "Evidence"));
    assert_eq!(found[0].function.as_deref(), Some("detective"));
    let splat = WRITTEN.replace("goal=goal, found=True", "**{'goal': goal, 'found': True}");
    check(&answering(safety, &splat), &[(11, Some("safety"))]);
    let position = WRITTEN.replace("goal=goal, found=True, content=", "goal, True, ");
    check(&answering(safety, &position), &[(11, Some("safety"))]);
}

#[test]
fn what_may_hang_on_a_look_is_not_told() {
    let safety = "dim['id'] == 'safety'";
    for (test, branch) in [
        // The condition, or what stands before, looks.
        ("dim['id'] == 'safety' and uses_tempfile(repo_path)", WRITTEN.to_owned()),
        (safety, format!("if scan(repo_path):\n    {WRITTEN}")),
        (safety, format!("unsafe = scan(repo_path)\nif unsafe:\n    continue\n{WRITTEN}")),
        (safety, format!("check(repo_path)\n{WRITTEN}")),
        (safety, format!("try:\n    check(repo_path)\nexcept OSError:\n    {WRITTEN}")),
        (safety, format!("for path in files(repo_path):\n    {WRITTEN}")),
        // What it holds comes from a look, or says that nothing is there.
        (safety, WRITTEN.replace("'No os.system.'", "scan(repo_path)")),
        (safety, WRITTEN.replace("'No os.system.'", "f'{len(files)} files'")),
        (safety, WRITTEN.replace("found=True", "found=False")),
        (safety, WRITTEN.replace("found=True", "found=ok")),
        (safety, WRITTEN.replace("found=True", "found=True, confidence=rated")),
        // It is a default for what may take its place.
        (safety, WRITTEN.replace("[Evidence", "seen or [Evidence")),
        (
            safety,
            format!(
                "one = {}\nif scan(repo_path):\n    one.found = False",
                &WRITTEN[18..WRITTEN.len() - 1]
            ),
        ),
        (
            safety,
            format!(
                "one = {}\nif scan(repo_path):\n    one = look()",
                &WRITTEN[18..WRITTEN.len() - 1]
            ),
        ),
        (safety, WRITTEN.replace("[Evidence", "state.get('s', Evidence").replace(")]", "))")),
        // It is no answer to a criterion: what came before did not fail, and that is what it says.
        ("repo_path", WRITTEN.to_owned()),
    ] {
        check(&answering(test, &branch), &[]);
    }
    // Something that was looked at before sorts the criteria out.
    let sorted = answering(safety, WRITTEN).replace(
        "            goal = dim",
        "            if not files(repo_path):\n                continue\n            goal = dim",
    );
    check(&sorted, &[]);
    // Nothing that the graph brings in has it, or it is there to show something.
    let text = answering(safety, WRITTEN);
    check(&text.replace("def detective", "def demo"), &[]);
    let files = [("src/state.py", STATE), ("src/nodes.py", text.as_str())];
    assert_eq!(facts(&files).constant_evidence, []);
}

#[test]
fn a_class_counts_as_evidence_by_its_fields() {
    let text = answering("dim['id'] == 'safety'", WRITTEN);
    let own = text.replace("Evidence(", "Note(");
    check(
        &format!("class Note:\n    found: bool\n    content: str\n{own}"),
        &[(14, Some("safety"))],
    );
    check(&format!("class Note:\n    found: str\n    content: str\n{own}"), &[]);
    check(&format!("def Note(**fields):\n    return 1\n{own}"), &[]);
}

#[test]
fn a_table_of_functions_may_hold_evidence_that_looks_at_nothing() {
    let table = |value: &str| {
        format!(
            "WAYS = {{\n    'history': lambda state, dim: look(state, dim),\n    'nuance': {value},\n}}\ndef detective(state):\n    return [WAYS[dim['id']](state, dim) for dim in state['dims']]\n"
        )
    };
    let written =
        "lambda state, dim: Evidence(goal=dim['name'], found=True, content='Three styles seen.')";
    check(&table(written), &[(4, Some("nuance"))]);
    check(&table(&written.replace("found=True", "found=look(state)")), &[]);
    check(&table(&format!("{written} if look(1) else 0")), &[]);
    check(&table(&written.replace("Evidence(", "look(state) or Evidence(")), &[]);
    check(&table(&written.replace("lambda state, dim: ", "")), &[]);
}

#[test]
fn evidence_takes_the_place_of_what_no_model_replied() {
    let asks = |before: &str, handler: &str| {
        format!(
            "def detective(state):\n    images = pictures(state['pdf_path'])\n{before}    for model in models():\n        if not images:\n            continue\n        try:\n            \
             reply = model.invoke(images[0])\n            return {{'v': Evidence(goal='g', found=True, content=reply.content)}}\n        except Exception:\n            {handler}\n    \
             return {{'v': Evidence(goal='g', found=True, content='Diagram extracted.', location='a.png')}}\n"
        )
    };
    check(&asks("", "continue"), &[(12, None)]);
    assert!(found(&asks("", "continue"))[0].fallback);
    // There is a picture, or what fails is told.
    let looked = "    if not images:\n        return {'v': Evidence(goal='g', found=False)}\n";
    check(&asks(looked, "continue"), &[]);
    check(&asks("", "return {'v': Evidence(goal='g', found=False)}"), &[]);
    check(&asks("", "raise"), &[]);
}

#[test]
fn a_branch_for_a_protocol_by_its_name_looks_at_nothing_of_itself() {
    let protocol = |before: &str| {
        format!(
            "def run_protocol(protocol_name, path, dimension):\n    goal = dimension.get('goal', '')\n    if protocol_name == 'history':\n        return [Evidence(goal=goal, found=bool(log(path)), content='log')]\n    \
             if protocol_name == 'reference':\n        named = dimension.get('reference_files', 'src/judges.py')\n{before}        return [Evidence(goal=goal, found=True, content='Relevant code is there.', location=str(named))]\n    \
             return []\ndef detective(state):\n    return {{'evidences': [run_protocol(dim['forensic_protocol'], state['path'], dim) for dim in state['rubric_dimensions']]}}\n"
        )
    };
    check(&protocol(""), &[(8, Some("reference"))]);
    check(&protocol("        if not (path / named).exists():\n            return []\n"), &[]);
    check(&protocol("        seen = read(path)\n"), &[]);
}

#[test]
fn what_is_asserted_of_a_source_that_nothing_names_is_told() {
    let text = |location: &str, before: &str| {
        format!(
            "def detective(state):\n    evidences = {{'clone': Evidence(goal='g', found=True, content='Cloned well.', location=state['repo_url'])}}\n    evidences.update(history(state['repo_path']))\n{before}    \
             evidences['sandbox'] = Evidence(goal='g', found=True, content='No raw calls are made.', location={location})\n    return {{'evidences': evidences}}\n"
        )
    };
    check(&text("'src/tools/git_tools.py'", ""), &[(5, None)]);
    // A place that was looked at, or may have been, and what only says that nothing failed.
    check(&text("'src/tools/git_tools.py'", "    tree = parse('git_tools.py')\n"), &[]);
    check(&text("'src/tools/git_tools.py'", "    if not state['ok']:\n        return {}\n"), &[]);
    check(&text("state['repo_url']", ""), &[]);
    check(&text("'the tree'", ""), &[]);
}

/// A detective that looks for criteria on the history, and has `rest` for those that it looked at nothing for.
fn leftover(before: &str, filled: &str, rest: &str) -> String {
    format!(
        "def detective(state):\n    evidences = {{}}\n    repo_path = clone(state.get('repo_url'))\n    for dim in state['rubric_dimensions']:\n        goal = dim.get('goal', '')\n        success = dim.get('success_pattern', '')\n\
        {before}        seen = []\n        if {filled}:\n            seen.append(Evidence(goal=goal, found=bool(log(repo_path)), content='log'))\n        {rest}\n        evidences[dim['id']] = seen\n    return {{'evidences': evidences}}\n"
    )
}

const GUARD: &str = "        if not repo_path:\n            continue\n";
const ASKED: &str = "'history' in goal.lower()";
const REST: &str = "if not seen:\n            seen.append(Evidence(goal=goal, found=repo_path is not None, content=success if repo_path else goal))";

#[test]
fn what_the_criterion_itself_calls_a_success_is_told_where_nothing_was_looked_at() {
    check(&leftover(GUARD, ASKED, REST), &[(14, None)]);
    let found = found(&leftover(GUARD, ASKED, REST));
    assert_eq!(found[0].repeats.as_deref(), Some("success_pattern"));
    assert_eq!((found[0].says.as_str(), found[0].leftover.as_deref()), ("", Some("seen")));
    for found in ["found=bool(repo_path)", "found=repo_path", "found=True"] {
        check(
            &leftover(GUARD, ASKED, &REST.replace("found=repo_path is not None", found)),
            &[(14, None)],
        );
    }
    check(&leftover(GUARD, ASKED, &REST.replace("not seen", "len(seen) == 0")), &[(14, None)]);
    let direct = REST.replace("success if repo_path else goal", "dim['success_pattern']");
    check(&leftover(GUARD, ASKED, &direct), &[(14, None)]);
    let raising = "        if repo_path is None:\n            raise ValueError(goal)\n";
    check(&leftover(raising, ASKED, &direct), &[(14, None)]);
}

#[test]
fn what_is_left_over_may_hang_on_a_look() {
    for (before, filled, rest) in [
        // Whether the clone is there was not asked on the way, or the name is given another value.
        ("", ASKED, REST.to_owned()),
        ("        if not repo_path and goal:\n            continue\n", ASKED, REST.to_owned()),
        ("        if not repo_path:\n            pass\n", ASKED, REST.to_owned()),
        (GUARD, ASKED, REST.replace("if not seen:", "repo_path = look()\n        if not seen:")),
        // It is not `None`, and may be empty all the same.
        ("        if repo_path is None:\n            continue\n", ASKED, REST.to_owned()),
        // What was looked at may have filled the list, or this sorts no criterion out.
        (GUARD, "scan(repo_path)", REST.to_owned()),
        (GUARD, "repo_path", REST.to_owned()),
        (GUARD, "dim.get('target_artifact') == 'repo'", REST.to_owned()),
        (GUARD, ASKED, format!("fill(seen)\n        {REST}")),
        (GUARD, ASKED, format!("tree = parse(repo_path)\n        {REST}")),
        (GUARD, ASKED, format!("if repo_path:\n            seen.extend(look())\n        {REST}")),
        (GUARD, ASKED, format!("else:\n            seen.extend(look())\n        {REST}")),
        // It says something else, or may say that it failed.
        (GUARD, ASKED, REST.replace("success if repo_path else goal", "goal")),
        (GUARD, ASKED, REST.replace("success if repo_path else goal", "'The clone is there.'")),
        (
            GUARD,
            ASKED,
            REST.replace("success if repo_path else goal", "success if log() else goal"),
        ),
        (GUARD, ASKED, REST.replace("if not seen", "if seen")),
    ] {
        check(&leftover(before, filled, &rest), &[]);
    }
}

#[test]
fn an_answer_may_say_that_it_found_something_by_what_was_asked_before() {
    let written = WRITTEN.replace("found=True", "found=repo_path is not None");
    let safety = "dim['id'] == 'safety' and repo_path";
    check(&answering(safety, &written), &[(11, Some("safety"))]);
    check(&answering("dim['id'] == 'safety'", &written), &[]);
}

#[test]
fn a_dictionary_is_evidence_where_a_node_has_looked_at_nothing_before() {
    let node = |body: &str| {
        format!(
            "import os\nimport fitz\ndef detective(state):\n    seen = []\n{body}    return {{'evidences': {{'vision': seen}}}}\n"
        )
    };
    let line =
        "    seen.append({'found': True, 'goal': 'Diagram', 'rationale': 'VERIFIED: it fits.'})\n";
    check(&node(line), &[(6, None)]);
    // What the state is given, and what is counted of it, was looked at elsewhere.
    let asks = "    judges = [one for one in state.get('opinions', []) if 'TECH' in str(one).upper()]\n    if len(judges) > 1:\n        seen.append({'found': len(judges) > 1, 'goal': 'g', 'rationale': 'r'})\n";
    check(&node(&format!("{asks}{line}")), &[(9, None)]);
    // Put there at once.
    check(
        "def detective(state):\n    return {'evidences': {'vision': [{'found': True, 'goal': 'g', 'content': 'It fits.'}]}}\n",
        &[(3, None)],
    );
    let told = found(&node(line))[0].told();
    assert!(told.starts_with("`detective` writes evidence at `src/nodes.py:6`"), "{told}");
    for other in [
        // Something is looked at before, or may leave the function.
        format!("    document = fitz.open(state['pdf_path'])\n{line}"),
        format!("    look(state)\n{line}"),
        format!("    if not os.path.exists(state['pdf_path']):\n        return {{}}\n{line}"),
        format!("    if not state['pdf_path']:\n        return {{}}\n{line}"),
        format!("    with open(state['pdf_path']) as file:\n        pass\n{line}"),
        // It hangs on a condition, or says something else.
        format!("    if state['pdf_path']:\n    {line}"),
        line.replace("True", "False"),
        line.replace("True", "state['ok']"),
        line.replace("'VERIFIED: it fits.'", "state['why']"),
        line.replace("'goal'", "'name'").replace("'Diagram'", "'x'"),
        // Others may change it.
        format!("{line}    check(seen)\n"),
        format!("{line}    seen = check(state)\n"),
        format!("{line}    for one in seen:\n        one['found'] = False\n"),
    ] {
        check(&node(&other), &[]);
    }
    // It is nobody's evidence.
    check(&node(line).replace("'evidences'", "'messages'"), &[]);
    check(&node(line).replace("def detective", "def merge_detectives"), &[]);
}
