//! Code that is said to be read as a tree, where words are looked for in its text.

use super::super::*;
use super::sources::repository;

const TREE: &str = "
import ast
def look(path):
    source = path.read_text()
    tree = ast.parse(source)
    edges = [n for n in ast.walk(tree) if getattr(n.func, 'attr', '') == 'add_edge']
    return edges, 'operator.add' in source, '.bind_tools' in source.lower()
LOOKS = [look]
";

/// What is said to the claim of a syntax tree that a sentence makes, `?` where it is at odds.
#[track_caller]
fn check(source: &str, said: &str, expected: &str) {
    let page = ReportPage { number: 1, text: said.into(), ..ReportPage::default() };
    let found = claims(&[page], Some(&repository(&[("src/tools.py", source)])));
    let found = found.iter().find(|claim| claim.kind == ClaimKind::SyntaxTree);
    let told = found.map_or("none", |claim| match (claim.status, claim.at_odds) {
        (ClaimStatus::Contradicted, _) => "contradicted",
        (ClaimStatus::Undecided, true) => "at odds",
        (ClaimStatus::Undecided, false) => "undecided",
        (ClaimStatus::Supported, _) => "supported",
    });
    assert_eq!(told, expected, "{said:?}");
}

#[test]
fn all_that_is_told_by_the_tree_is_not_where_words_are_sought_in_texts() {
    for said in [
        "All code structure verification uses Python's ast module.",
        "All forensic checkers use Python’s ast module.",
        "The tools find classes, states and rules — all via Python ast module calls.",
        "The scanner relies solely on AST parsing of the sources.",
    ] {
        check(TREE, said, "contradicted");
    }
    let odds = "The tool reads code by AST parsing rather than brittle string searches.";
    check(TREE, odds, "at odds");
    check(
        TREE,
        "The scanner works on the AST by AST parsing, so we only match genuine code.",
        "at odds",
    );
    // Of one thing alone that is looked for, others tell nothing.
    let security = "Our security scanner uses AST-based inspection rather than string matching.";
    check(TREE, security, "undecided");
    check(&TREE.replace("operator.add", "os.system"), security, "at odds");
    // Where nothing is sought in a text, nobody knows.
    let plain = TREE.replace("'operator.add' in source, '.bind_tools' in source.lower()", "tree");
    check(&plain, "All code structure verification uses Python's ast module.", "undecided");
    check(&plain, odds, "undecided");
    check(TREE, "The tool uses AST parsing for all Python files.", "supported");
    check(
        TREE,
        "We use Python's built-in ast module for this analysis instead of regex.",
        "supported",
    );
}

#[test]
fn what_the_tree_is_said_to_tell_is_sought_in_a_text_alone() {
    for said in [
        "The scanner uses AST parsing to detect operator.add in the state.",
        "Its AST-based analysis verifies that judges call bind_tools on models.",
        "AST inspection verifies the graph, its routing and structured outputs.",
        "The detective reads the state, verifying add_edge calls and operator.add reducers via actual AST traversal.",
    ] {
        check(TREE, said, "contradicted");
    }
    for said in [
        "The scanner uses AST parsing to detect add_edge calls in the graph.",
        "The scanner uses AST parsing and a text search to detect operator.add in it.",
        "The scanner uses AST parsing to detect operator.ior in the state.",
    ] {
        check(TREE, said, "undecided");
    }
    let held = TREE.replace("'add_edge'", "'add'");
    check(&held, "The scanner uses AST parsing to detect operator.add in the state.", "undecided");
}

#[test]
fn a_change_from_one_thing_to_another_is_not_shown_by_the_other() {
    let plain = TREE.replace("'operator.add' in source, '.bind_tools' in source.lower()", "tree");
    let said =
        "The system transitioned from brittle file checking to AST parsing by the ast module.";
    check(&plain, said, "undecided");
    check(&plain, "The state moves from the parser to the judges by AST parsing.", "supported");
    check(&plain, "Good evidence; ceiling set by the depth of AST analysis in it.", "none");
}
