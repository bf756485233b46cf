//! Claims of a form of their own: what prompts ask for, which numbers stand in the sources, what a word before a
//! class's name says.

use super::super::*;
use super::contradicted::check;
use super::sources::{JUSTICE, STATE, repository};
use crate::domain::facts::ClaimStatus::Supported;
use crate::domain::facts::{RubricLength, TreeEntry};

pub(super) const JUDGES: &str = "
PROSECUTOR_PROMPT = 'You are the Prosecutor. Look for security holes, missing evidence and lazy code in all of it.'
DEFENSE_PROMPT = 'You are the Defense. Reward honest effort and clever design wherever it stands in the code.'
TECH_LEAD_PROMPT = 'You are the Tech Lead. Ask whether the whole works and how it can be maintained by others.'
def prosecutor(llm): return llm.invoke(PROSECUTOR_PROMPT)
def defense(llm): return llm.invoke(DEFENSE_PROMPT)
def tech_lead(llm): return llm.invoke(TECH_LEAD_PROMPT)
";

#[test]
fn a_prompt_that_lacks_what_it_is_said_to_ask_for_contradicts_it() {
    check(
        &repository(&[("judges.py", JUDGES)]),
        &[
            "The Prosecutor's system prompt explicitly instructs it to look for plagiarism and missing evidence.",
            "The Prosecutor is prompted to look for copied paragraphs.",
            "The prosecutor node is harsh. Its prompt instructs it to look for plagiarism.",
            "We put the rule names (quorum, recusal) in code and prompts.",
            "The Defense prompt says: “Forgive whatever seems promising.”",
            // The words of all of them, and no few of them in a row.
            "The Defense prompt says: “Others maintained clever code wherever honest effort works; lazy evidence and missing security holes stand.”",
            "Rewrote the system prompts: Prosecutor (“Be strictly adversarial”), Defense (“Reward honest effort”).",
        ],
        &[
            // A word that means the same, an inflection, and what goes with anything.
            "The Prosecutor's prompt instructs it to look for vulnerabilities and laziness.",
            "The Prosecutor's prompt tells it to look for gaps, flaws and issues.",
            // Other times, other people, other prompts.
            "The Prosecutor's prompt should instruct it to look for plagiarism.",
            "The peer's Prosecutor prompt instructs it to look for plagiarism.",
            "The vision prompt tells the model to look for plagiarism.",
            "The prompt does not instruct the Prosecutor to look for plagiarism.",
            "The initial Prosecutor prompt said to look for plagiarism.",
            // Whose prompt it is, is not told.
            "The prompt instructs the model to look for plagiarism.",
            // Half a sentence, small words and a paraphrase with the prompt's own words.
            "The Defense prompt says: “Reward effort and design.”",
            "The Defense prompt says: “Reward every honest effort.”",
            "The Defense prompt says: “Wherever others maintained the code reward honest effort and clever security works of evidence.”",
            "The Prosecutor's prompt says “trust nobody”.",
            "The Defense prompt and the Prosecutor prompt say “Forgive whatever seems promising.”",
        ],
    );
}

#[test]
fn prompts_that_share_more_than_is_told_contradict_it() {
    let rules = "Give a score from one to five for the criterion, cite the evidence by its place, answer in \
                 JSON with no words around it, and never invent a file that the evidence does not name.";
    let all = |rules: &str| {
        let text = |name: &str, who: &str, own: &str| {
            format!("{name}_PROMPT = 'You are the {who}. {own} {rules}'\n")
        };
        let texts = [
            text("PROSECUTOR", "Prosecutor", "Trust nobody here."),
            text("DEFENSE", "Defense", "Reward honest effort."),
            text("TECH_LEAD", "Tech Lead", "Ask what works."),
        ];
        let calls = JUDGES.lines().filter(|line| line.starts_with("def "));
        repository(&[(
            "judges.py",
            &format!("{}{}", texts.concat(), calls.collect::<Vec<_>>().join("\n")),
        )])
    };
    let facts = all(rules);
    check(
        &facts,
        &[
            "The three prompts share less than 20% of their text.",
            "Prompt collusion was measured (shared text < 50%).",
        ],
        &[
            "The three prompts share less than 95% of their text.",
            "The three prompts must share less than 20% of their text.",
            "The peer's prompts share less than 20% of their text.",
            "Without the common rules the prompts share less than 20% of their text.",
            "The rubric asks that prompts share less than 20% of their text.",
            "The old prompts share less than 20% of their text.",
            "The prompts share less than 20% of the tokens that they cost.",
        ],
    );
    let distinct = repository(&[("judges.py", JUDGES)]);
    check(&distinct, &[], &["The three prompts share less than 20% of their text."]);
}

#[test]
fn nothing_is_said_of_prompts_that_were_not_read_whole() {
    let sentence = "The Prosecutor's prompt instructs it to look for plagiarism.";
    check(&repository(&[("judges.py", "x = 1\n")]), &[], &[sentence]);
    let only_tests = repository(&[("judges.py", "x = 1\n"), ("tests/test_judges.py", JUDGES)]);
    check(&only_tests, &[], &[sentence]);
    // The greater part of a prompt may stand in a file of data.
    let mut kept = repository(&[("judges.py", JUDGES)]);
    let path = "config/prompts.yaml".into();
    kept.tree.entries.push(TreeEntry { path, ..TreeEntry::default() });
    check(&kept, &[], &[sentence]);
    let brief = JUDGES.replace(
        "Look for security holes, missing evidence and lazy code in all of it.",
        "Be strict.",
    );
    check(&repository(&[("judges.py", &brief)]), &[], &[sentence]);
    let around = "
TEMPLATE = 'Weigh plagiarism and tone. {persona} Answer in the form that is asked for, and be brief.'
def prosecutor(llm): return llm.invoke(TEMPLATE.format(persona=PROSECUTOR_PROMPT))
";
    let plain = "def prosecutor(llm): return llm.invoke(PROSECUTOR_PROMPT)\n";
    check(&repository(&[("judges.py", &JUDGES.replace(plain, around))]), &[], &[sentence]);
}

#[test]
fn a_quotation_that_stands_in_the_prompt_supports_who_quotes_it() {
    let said = "The Defense prompt says: “Reward honest effort and clever design.”";
    let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(&repository(&[("judges.py", JUDGES)])));
    let found: Vec<_> = all.iter().map(|claim| (claim.kind, claim.status)).collect();
    assert_eq!(found, [(ClaimKind::Prompts, Supported)]);
}

const TOOLS: &str = "
from pydantic import BaseModel, Field
class Finding(BaseModel):
    certainty: float = Field(ge=0.0, le=1.0)
    weight: float
def found(reply, parts):
    one = Finding(certainty=0.25 if reply else 0.75, weight=0.1 * len(parts))
    return Finding(certainty=float(reply.get('certainty', 0.5)), weight=one.weight)
";

#[test]
fn a_number_that_stands_nowhere_contradicts_who_gives_it_to_a_field() {
    let facts = repository(&[("tools.py", TOOLS)]);
    check(
        &facts,
        &[
            "• history: certainty = 0.85 when two phases are found; 0.4 otherwise.",
            "Partial evidence gives certainty=0.7 to the finding.",
            "The check of tools has certainty = 0.95 (constant).",
        ],
        &[
            "• history: certainty = 0.75 when two phases are found.",
            // It is computed.
            "• history: weight = 0.3 when three parts are found.",
            // It is no field, an example, or another's.
            "• history: strength = 0.85 when two phases are found.",
            "A judge who gets certainty=0.15 knows that the detective was unsure.",
            "For example, certainty = 0.85 when two phases are found.",
            "The peer has certainty = 0.85 when two phases are found.",
            "Next, certainty = 0.85 when two phases are found would be better.",
        ],
    );
    // A prompt may name the number, and a caller may hand one over.
    let told = TOOLS.to_owned() + "PROMPT = 'Use 0.85 where two phases are found.'\n";
    let sentence = "• history: certainty = 0.85 when two phases are found; 0.4 otherwise.";
    check(&repository(&[("tools.py", &told)]), &[], &[sentence]);
    let handed = TOOLS.to_owned() + "def make(certainty): return Finding(certainty=certainty)\n";
    check(&repository(&[("tools.py", &handed)]), &[], &[sentence]);
    let raised = TOOLS.to_owned() + "def raised(one):\n    one.certainty += 0.1\n";
    check(&repository(&[("tools.py", &raised)]), &[], &[sentence]);
}

#[test]
fn a_rubric_of_another_length_contradicts_who_counts_its_dimensions() {
    let with = |lengths: &[u32]| {
        let mut facts = repository(&[("tools.py", TOOLS)]);
        let rubric =
            |dimensions: &u32| RubricLength { file: "rubric.json".into(), dimensions: *dimensions };
        if let Some(words) = &mut facts.vocabulary {
            words.rubrics = lengths.iter().map(rubric).collect();
        }
        facts
    };
    let seven = "All seven dimensions are evaluated by all three judges.";
    check(&with(&[10]), &[seven], &["All ten dimensions are evaluated by all three judges."]);
    check(&with(&[10, 7]), &[], &[seven]);
    check(&with(&[]), &[], &[seven, "The seven dimensions of the detective are evaluated here."]);
    // Where the report tells the whole number too, those of a table may be meant.
    let told = format!("{seven}\n\nThe audit has a score for each of its 10 rubric dimensions.\n");
    check(&with(&[10]), &[], &[&told]);
    // What the rubric has may be sent with the prompts.
    let rules = "We put the rule names (quorum, recusal) in code and prompts.";
    let facts = |lengths: &[u32], text: &str| {
        let words = with(lengths).vocabulary;
        RepositoryFacts { vocabulary: words, ..repository(&[("judges.py", text)]) }
    };
    check(&facts(&[], JUDGES), &[rules], &[]);
    check(&facts(&[10], JUDGES), &[], &[rules]);
    let sent = JUDGES.replace(
        "return llm.invoke(PROSECUTOR_PROMPT)",
        "return llm.invoke(PROSECUTOR_PROMPT + f'\\nFailure pattern: {llm.pattern}\\nJudge it.')",
    );
    let seeks = "The Prosecutor is prompted to look for copied paragraphs.";
    check(&facts(&[10], JUDGES), &[seeks], &[]);
    check(&facts(&[10], &sent), &[], &[seeks]);
}

#[test]
fn a_typed_dictionary_contradicts_who_calls_it_validated() {
    let facts = repository(&[("state.py", STATE)]);
    check(
        &facts,
        &[
            "The audit follows one way, managed via a Pydantic-validated CourtState.",
            "All data flows through a robust Pydantic-based `CourtState` of the graph.",
        ],
        &[
            "The audit is managed via a Pydantic-validated Finding.",
            "The audit is managed via Pydantic-validated CourtState fields.",
            "The audit is managed via Pydantic models nested in a TypedDict CourtState.",
            "The audit is managed via a Pydantic-validated CourtState (a TypedDict).",
            "The peer's audit is managed via a Pydantic-validated CourtState.",
            "The audit will be managed via a Pydantic-validated CourtState.",
        ],
    );
    let checked =
        STATE.to_owned() + "from pydantic import TypeAdapter\nA = TypeAdapter(CourtState)\n";
    let sentence = "The audit is managed via a Pydantic-validated CourtState.";
    check(&repository(&[("state.py", &checked)]), &[], &[sentence]);
    // Its values may be meant, where they are models.
    let of_models = STATE.to_owned() + "class HallState(TypedDict):\n    all: list[Finding]\n";
    let sentence = "The audit is managed via a Pydantic-validated HallState.";
    check(&repository(&[("state.py", &of_models)]), &[], &[sentence]);
    let of_texts = of_models.replace("list[Finding]", "list[str]");
    check(&repository(&[("state.py", &of_texts)]), &[sentence], &[]);
}

/// A graph whose one node is in `tools.py`, with what else stands there.
fn run(tools: &str) -> RepositoryFacts {
    let graph = "
from langgraph.graph import StateGraph, START
from state import CourtState
from tools import examine
graph = StateGraph(CourtState)
graph.add_node('examine', examine)
graph.add_edge(START, 'examine')
app = graph.compile()
";
    let tools = format!("{tools}\ndef examine(state): return found(state)\n");
    repository(&[("graph.py", graph), ("state.py", STATE), ("tools.py", &tools)])
}

#[test]
fn what_nothing_calls_is_not_used_by_anybody() {
    let spare = "def found(one): return one\ndef list_all_files(path): return []\n";
    let facts = run(spare);
    check(
        &facts,
        &["The detective calls list_all_files() for the paths.", "It works via list_all_files()."],
        &[
            "The helper list_all_files() lists all paths.",
            "The detective never calls list_all_files() for the paths.",
            "The detective will call list_all_files() for the paths.",
            "The detective calls found() for the paths.",
        ],
    );
    let page = ReportPage {
        number: 1,
        text: "The helper list_all_files() lists all paths.".into(),
        ..ReportPage::default()
    };
    let told = claims(&[page], Some(&facts)).remove(0);
    assert!(told.fact.contains("nothing that runs calls it"), "{}", told.fact);
    let sentence = "The detective calls list_all_files() for the paths.";
    // It is called, handed on, named in a text, or may be found by its name.
    for tools in [
        "def list_all_files(path): return []\ndef found(one): return list_all_files(one)\n",
        "def list_all_files(path): return []\nTOOLS = [list_all_files]\ndef found(one): return TOOLS\n",
        "def list_all_files(path): return []\ndef found(one): return call('list_all_files')\n",
        "def list_all_files(path): return []\ndef found(one): return globals()[one]()\n",
        "@tool\ndef list_all_files(path): return []\ndef found(one): return one\n",
    ] {
        check(&run(tools), &[], &[sentence]);
    }
    // Nobody knows what runs where no graph is built.
    check(&repository(&[("tools.py", spare)]), &[], &[sentence]);
}

#[test]
fn whoever_looks_at_no_base_does_not_verify_what_a_class_inherits_from() {
    let sentence = "The AST scanner verifies that the state inherits from BaseModel.";
    let parses = "import ast\ndef found(one): return [n for n in ast.walk(ast.parse(one))]\n";
    check(
        &run(parses),
        &[sentence, "The state scanner of the detective checks for Pydantic inheritance."],
        &[
            "The AST scanner should verify that the state inherits from BaseModel.",
            "The state inherits from BaseModel of Pydantic.",
            "The peer's AST scanner verifies that the state inherits from BaseModel.",
            "The rubric verifies that the state inherits from BaseModel.",
        ],
    );
    for more in [
        "def look(node): return [b.id for b in node.bases]\n",
        "def look(node): return 'BaseModel' in ast.unparse(node)\n",
        "def look(node): return issubclass(node, dict)\n",
        "QUERY = '(class_definition superclasses: (argument_list) @bases)'\n",
        "def look(text): return re.search(r'class\\s+State', text)\n",
    ] {
        check(&run(&format!("{parses}{more}")), &[], &[sentence]);
    }
    check(&run("def found(one): return one\n"), &[], &[sentence]);
}

#[test]
fn commits_of_others_are_not_held_against_ones_own() {
    let mut facts = repository(&[("tools.py", TOOLS)]);
    facts.history.everywhere = Some(24);
    let more = "Findings: 57 total commits.";
    let begun =
        "The repository shows 57 commits with clear progression from initial setup to the graph.";
    let then = "The initial repository shows 57 commits with clear progression to the graph.";
    check(&facts, &[begun], &[then]);
    check(&facts, &[more, "The repository has 57 commits."], &["Findings: 20 total commits."]);
    check(&facts, &[], &["The peer was audited as well. It shows 57 commits in all."]);
}

#[test]
fn a_cap_at_another_score_contradicts_who_tells_it() {
    let three = "If a security flaw is found, the score is capped at 3 whatever else is said.";
    let two = "If a security flaw is found, the score is capped at 2 whatever else is said.";
    let facts = repository(&[("justice.py", JUSTICE)]);
    check(
        &facts,
        &[two],
        &[three, "If a security flaw is found, the score is capped at 60% of all."],
    );
    let named = JUSTICE.replace("min(final, 3)", "min(final, CAP)");
    let with = |cap: &str| repository(&[("justice.py", &format!("{cap}\n{named}"))]);
    check(&with("CAP = 3"), &[two], &[three]);
    // Nobody knows what the rubric says, nor what another place bounds.
    check(&with("CAP = load()['cap']"), &[], &[two, three]);
    let again = JUSTICE.to_owned() + "def last(score): return min(score, 2)\n";
    check(&repository(&[("justice.py", &again)]), &[], &[two, three]);
    let set = JUSTICE.replace("final = min(final, 3)", "final = 2.0");
    check(&repository(&[("justice.py", &set)]), &[three], &[two]);
}

#[test]
fn rules_of_the_rubric_that_are_not_all_there_support_nobody_who_says_that_they_are_applied() {
    let facts = repository(&[("justice.py", JUSTICE)]);
    let said = "It applies the rubric's synthesis rules and produces a dissent when they disagree.";
    let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
    let all = claims(&[page], Some(&facts));
    let of_rules: Vec<_> = all.iter().filter(|one| one.kind == ClaimKind::SynthesisRules).collect();
    assert!(!of_rules.is_empty());
    assert!(of_rules.iter().all(|one| one.status == ClaimStatus::Undecided), "{of_rules:?}");
}

#[test]
fn a_layer_with_a_list_behind_it_claims_no_fields_of_a_class() {
    let kinds = |text: &str| -> Vec<ClaimKind> {
        let page = ReportPage { number: 1, text: text.into(), ..ReportPage::default() };
        claims(&[page], None).into_iter().map(|claim| claim.kind).collect()
    };
    let fields = |text: &str| kinds(text).contains(&ClaimKind::ClassFields);
    assert!(!fields("The Detective layer (repo_scout, doc_reader, eye_witness) gathers it all."));
    assert!(fields("The Finding model (topic, place, certainty) holds what was found."));
    assert!(fields("Each Finding (topic, place, certainty) holds what was found."));
    assert!(fields("The CourtState (ledger, votes, ruling) holds what was found."));
}

#[test]
fn a_function_is_no_class_of_the_file() {
    let source = "def scene_reader_node(state):\n    return {}\nclass Kept:\n    pass\n";
    let facts = repository(&[("src/look.py", source)]);
    let gap = "Gap: it produces nothing where a page is empty.";
    let said = format!("Priority 1: Reading File: src/look.py (SceneReader class) {gap}");
    let planned = format!("Remediation Plan\n\n{said}");
    check(
        &facts,
        &[&said, &planned],
        &[
            &format!("New file: src/look.py (SceneReader class) {gap}"),
            &format!("File: src/other.py (SceneReader class) {gap}"),
            &format!("File: src/look.py (PageReader class) {gap}"),
            &format!("File: src/look.py (SceneReader class) {gap} Turn it into a class."),
            "File: src/look.py (SceneReader class) Change: produce what is asked for.",
            &format!("Our peer. File: src/look.py (SceneReader class) {gap}")
                .replace("peer. ", "peer: "),
        ],
    );
    let classes = format!("{source}class SceneReader:\n    pass\n");
    check(&repository(&[("src/look.py", &classes)]), &[], &[&said]);
    check(
        &repository(&[("src/look.py", source), ("src/b.py", "class SceneReaderBase: pass\n")]),
        &[],
        &[&said],
    );
}
