//! What a fact shows of a claim, and what it leaves open.

use super::routed::WIRED;
use super::sources::{STATE, check as held_against, repository};
use super::*;
use ClaimKind::{GitHistory, PdfImages, SafeCommands, SyntaxTree};
use ClaimStatus::{Contradicted, Supported, Undecided};

const TOOLS: &str = "
import ast, subprocess, fitz
def clone(url):
    subprocess.run(['git', 'clone', '--depth', '1', url, '/tmp/x'], check=True)
def history(path):
    return subprocess.run(['git', 'log', '--oneline'], cwd=path, check=True)
def look(path):
    return ast.parse(open(path).read())
def seen(path):
    return [page.get_images() for page in fitz.open(path)]
clone('u')
history('/tmp/x')
look('a')
seen('b.pdf')
";

#[test]
fn a_call_that_parses_or_lists_shows_not_what_is_told_by_it() {
    let facts = repository(&[("tools.py", TOOLS)]);
    let tree = |said: &str, status| held_against(&facts, SyntaxTree, said, status);
    tree("The tool uses AST parsing to read the sources.", Supported);
    tree("The tool uses AST parsing to detect how the StateGraph is built.", Undecided);
    tree("All of its checkers use Python's ast module.", Undecided);
    let images = |said: &str, status| held_against(&facts, PdfImages, said, status);
    images("It extracts images from the PDF.", Undecided);
    let listed = TOOLS.replace("page.get_images()", "page['/Resources']['/XObject']");
    held_against(
        &repository(&[("tools.py", &listed)]),
        PdfImages,
        "It extracts images from the PDF.",
        Undecided,
    );
    let takes = TOOLS.replace(".get_images()", ".get_images() + [page.parent.extract_image(1)]");
    let facts = repository(&[("tools.py", &takes)]);
    let images = |said: &str, status| held_against(&facts, PdfImages, said, status);
    images("It extracts images from the PDF.", Supported);
    images("It extracts images from the PDF and classifies their diagrams.", Undecided);
}

#[test]
fn a_parser_that_is_named_is_the_one_that_is_seen() {
    let own = "import ast\ndef read(path):\n    return ast.parse(open(path).read())\nread('a')\n";
    let other =
        "import tree_sitter\ndef look(lang):\n    return tree_sitter.Parser(lang)\nlook(1)\n";
    let said = "The Surveyor parses every file with tree-sitter here.";
    let told = |sources: &[(&str, &str)], said: &str| {
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&repository(sources)));
        let mut found = found.into_iter().filter(|claim| claim.kind == SyntaxTree);
        found.next().map(|claim| (claim.status, claim.fact))
    };
    let both = [("a.py", own), ("b.py", other)];
    let (status, fact) = told(&both, said).unwrap();
    assert!(status == Supported && fact.starts_with("`tree_sitter.Parser` parses"), "{fact}");
    let (status, fact) = told(&both, "The tool parses code with `ast` and ast.walk here.").unwrap();
    assert!(status == Supported && fact.starts_with("`ast.parse` parses"), "{fact}");
    let unseen = [("a.py", own), ("b.py", "import tree_sitter\nprint(tree_sitter)\n")];
    let (status, fact) = told(&unseen, said).unwrap();
    assert!(status == Undecided && fact.ends_with("does so by tree-sitter"), "{fact}");
}

#[test]
fn a_call_that_is_said_to_be_gone_is_none() {
    let facts = repository(&[("judges.py", "def ask(llm):\n    return llm.invoke('x')\nask(1)\n")]);
    let bound =
        |said: &str, status| held_against(&facts, ClaimKind::StructuredOutput, said, status);
    bound(
        "The call of with_structured_output() was replaced by a parser of our own here.",
        Supported,
    );
    bound("JSON is parsed with fallbacks and no with_structured_output at all.", Supported);
    bound("Every judge uses with_structured_output for its reply.", Contradicted);
}

#[test]
fn a_pdf_that_is_opened_for_its_pictures_or_of_whose_failures_it_is_told_is_not_read() {
    let read = |function: &str, said: &str, status| {
        let tools =
            format!("import fitz\ndef {function}(p):\n    return fitz.open(p)\n{function}('x')\n");
        held_against(&repository(&[("tools.py", &tools)]), ClaimKind::PdfText, said, status);
    };
    read("doc_analyst", "The analyst ingests the PDF report.", Supported);
    read("vision_inspector", "The analyst ingests the PDF report.", Undecided);
    let failures = "Failures in reading files or parsing PDFs become evidence of it.";
    read("doc_analyst", failures, Undecided);
}

#[test]
fn a_folder_that_is_said_to_be_purged_is_held_against_what_removes_it() {
    let tools = "
import subprocess, tempfile
def clone(url):
    path = tempfile.mkdtemp()
    subprocess.run(['git', 'clone', url, path], check=True)
    return path
print(clone('u'))
";
    let facts = repository(&[("tools.py", tools)]);
    let clones = |said: &str, status| held_against(&facts, TemporaryClone, said, status);
    clones("Each clone exists in a temporary path, purged after the audit.", Contradicted);
    clones("Each clone exists in a temporary path, purged after a failure of it.", Undecided);
    clones("Each clone exists in a temporary path, which the audit reads.", Supported);
    let ensured =
        "Using tempfile.TemporaryDirectory() ensures that a clone never leaves its place.";
    clones(ensured, Contradicted);
}

#[test]
fn an_annotation_that_an_engine_of_its_own_need_not_heed_merges_nothing() {
    let reducer = crate::domain::facts::ReducerFact {
        class: "State".into(),
        field: "found".into(),
        written: "operator.add".into(),
        sums: false,
        empties: false,
        passed_over: false,
        kind: crate::domain::facts::ReducerKind::OperatorAdd,
        inherited_by: Vec::new(),
        resolved: "operator.add".into(),
        place: Lines::new("state.py", "b", 3, 3),
        in_tests: false,
    };
    let engine = EngineFact {
        class: "Flow".into(),
        wires_by: vec!["add_node".into()],
        constructed: Lines::new("main.py", "b", 3, 3),
        place: Lines::new("flow.py", "b", 1, 1),
    };
    let mut python = PythonFacts { files: 1, reducers: vec![reducer], ..PythonFacts::default() };
    let said = "What they find is merged by reducers of the state.";
    let facts = RepositoryFacts { python: python.clone(), ..RepositoryFacts::default() };
    held_against(&facts, Reducers, said, Supported);
    python.engines.push(engine);
    let facts = RepositoryFacts { python: python.clone(), ..RepositoryFacts::default() };
    held_against(&facts, Reducers, said, Undecided);
    python.graphs.push(graph(&[("START", "agg")]));
    let facts = RepositoryFacts { python, ..RepositoryFacts::default() };
    held_against(&facts, Reducers, said, Supported);
}

#[test]
fn one_commit_alone_is_no_history() {
    let said = "It reads the full git history using git log of the clone.";
    let facts = repository(&[("tools.py", TOOLS)]);
    held_against(&facts, GitHistory, said, Contradicted);
    held_against(&facts, GitHistory, "It runs git log for the commits it reads.", Undecided);
    // A folder that is given instead of a URL has a history of its own.
    let local = TOOLS.replace("def clone(url):", "def clone(url):\n    open(url).is_dir()");
    held_against(&repository(&[("tools.py", &local)]), GitHistory, said, Undecided);
    let whole = TOOLS.replace("'--depth', '1', ", "");
    held_against(&repository(&[("tools.py", &whole)]), GitHistory, said, Supported);
    let both = format!("{TOOLS}\nsubprocess.run(['git', 'clone', 'u', '/tmp/y'])\n");
    held_against(&repository(&[("tools.py", &both)]), GitHistory, said, Supported);
}

#[test]
fn what_a_sentence_says_of_a_file_is_looked_for_there() {
    let mut facts = repository(&[("src/graph.py", WIRED), ("src/tools.py", TOOLS)]);
    let entry = |path: &str| crate::domain::facts::TreeEntry {
        path: path.into(),
        ..crate::domain::facts::TreeEntry::default()
    };
    facts.tree.entries.extend([entry("src/graph.py"), entry("src/tools.py")]);
    let idle = "In src/tools.py it uses subprocess with safe arguments.";
    // Nothing uses the function in which the commands stand.
    held_against(&facts, SafeCommands, idle, Undecided);
    facts.python.practices.iter_mut().for_each(|fact| fact.live = true);
    let commands = |said: &str, status| held_against(&facts, SafeCommands, said, status);
    commands("In src/tools.py it uses subprocess with safe arguments.", Supported);
    commands("In src/other.py it uses subprocess with safe arguments.", Undecided);
    // A file that is short for another, and one beside another, tell nothing.
    commands("The other.py file uses subprocess with safe arguments.", Supported);
    commands("In src/other.py and src/tools.py it uses subprocess with safe arguments.", Supported);
}

#[test]
fn a_call_that_is_told_as_open_is_an_understatement_where_there_is_none() {
    let facts = repository(&[("tools.py", TOOLS)]);
    let admits = |said: &str| {
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        claims(&[page], Some(&facts)).iter().any(|claim| claim.understates)
    };
    assert!(admits("Finding: os.system() used in the clone, still open."));
    assert!(admits("Finding: shell=True is still used in the clone."));
    assert!(!admits("Finding: os.system() was used in the clone once."));
    assert!(!admits("Finding: os.system() is used in no tool of it."));
    assert!(!admits("Check whether os.system() is used in the clone."));
    assert!(!admits("The target is capped if os.system() is used in it."));
}

#[test]
fn the_worst_of_several_rules_decides() {
    let justice = "
def chief_justice(state):
    scores = [one.score for one in state['opinions']]
    final = round(sum(scores) / 3)
    if any('security' in one.argument for one in state['opinions']):
        final = min(final, 3)
    return {'final': final}
";
    let facts = repository(&[("src/nodes/justice.py", justice)]);
    let told = |said: &str| {
        let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
        let told = claims(&[page], Some(&facts)).into_iter();
        told.map(|claim| (claim.kind, claim.status)).collect::<Vec<_>>()
    };
    let rules = "Security override (it caps) - Fact supremacy (evidence overrules opinions)";
    // A list may be quoted, so that nobody is blamed; but that code decides is no praise of it either.
    assert_eq!(
        told(&format!("It resolves opinions by deterministic rules: - {rules}")),
        [(ClaimKind::SynthesisRules, Undecided)]
    );
    assert_eq!(
        told(
            "The Chief Justice is deterministic and applies a security override and fact supremacy."
        ),
        [(ClaimKind::SynthesisRules, Contradicted)]
    );
    let one = told("The Chief Justice is deterministic and caps at 3 by a security override.");
    assert!(one.contains(&(DeterministicSynthesis, Supported)), "{one:?}");
}

#[test]
fn another_graph_tells_nothing_of_the_file_that_is_named() {
    let fans = WIRED
        .replace("'agg'\n", "['agg']\n")
        .replace("builder.add_edge('agg', END)", "builder.add_edge('agg', END)\nbuilder.add_node('analyst', agg)\nbuilder.add_edge(START, 'analyst')\nbuilder.add_edge('analyst', 'agg')\nbuilder.add_edge('investigator', 'agg')");
    let fans =
        fans.replace("builder.add_conditional_edges('investigator', route, {'agg': 'agg'})\n", "");
    let mut facts = repository(&[("src/graph.py", WIRED), ("src/swarm.py", &fans)]);
    let paths = ["src/graph.py", "src/swarm.py"];
    facts.tree.entries.extend(paths.map(|path| crate::domain::facts::TreeEntry {
        path: path.into(),
        ..crate::domain::facts::TreeEntry::default()
    }));
    let meets = |said: &str, status| held_against(&facts, FanIn, said, status);
    meets("All branches fan in at the aggregator as wired in src/swarm.py here.", Supported);
    meets("All branches fan in at the aggregator as wired in src/graph.py here.", Undecided);
    meets("All branches fan in at the aggregator as typed in src/state.py here.", Undecided);
    meets("All branches fan in at the aggregator of the graph.", Supported);
}

#[test]
fn a_reducer_is_shown_by_the_field_that_is_meant_or_by_what_it_does() {
    let facts = repository(&[("state.py", STATE)]);
    let shown = |sentence: &str| {
        let page = ReportPage { text: sentence.into(), ..ReportPage::default() };
        let found = claims(&[page], Some(&facts));
        let found = found.into_iter().find(|claim| claim.kind == ClaimKind::Reducers);
        found.map(|claim| claim.fact).unwrap_or_default()
    };
    let (ledger, votes) = ("`CourtState.ledger` is merged", "`CourtState.votes` is merged");
    for (sentence, field) in [
        ("The replies are merged into the state via an additive reducer.", votes),
        ("The JudgeVote objects are merged into the state via a reducer.", votes),
        ("The entries are merged into the state via a dictionary reducer.", ledger),
        ("The votes go one way, and operator.ior is the reducer of the ledger.", ledger),
        ("The entries are merged into the state via a reducer.", ledger),
    ] {
        assert!(shown(sentence).starts_with(field), "{sentence:?}: {}", shown(sentence));
    }
}

#[test]
fn a_cap_that_hangs_on_a_score_shows_not_that_flaws_are_confirmed() {
    let alone = "
def chief_justice(opinions, prosecutor):
    score = max(one.score for one in opinions)
    # Security Override
    if prosecutor.score <= 2:
        score = min(score, 3)
    return score
";
    let facts = repository(&[("justice.py", alone)]);
    let rule = |said: &str, status| held_against(&facts, ClaimKind::SynthesisRules, said, status);
    rule("The rule of security caps the score when security flaws are present.", Undecided);
    rule("The rule of security enforces a cap for confirmed vulnerabilities.", Undecided);
    rule("The rule of security enforces a cap on the score that is given.", Undecided);
    // Who tells that a score is what counts says no more than is so.
    rule("Rule of security: if the Prosecutor scores <= 2, the score is capped at 3.", Supported);
    rule("The security override caps at 3 what the Prosecutor flags.", Supported);
    let found = repository(&[("justice.py", super::sources::JUSTICE)]);
    let said = "The rule of security caps the score when security flaws are present.";
    held_against(&found, ClaimKind::SynthesisRules, said, Supported);
}
