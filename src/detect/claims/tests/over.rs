//! What was so and is mended, what names a product or a maker, and what is shown under the path of a file.

use super::asked::{claimed, status};
use super::sources::{GRAPH, JUSTICE, STATE, repository};
use super::*;
use crate::domain::facts::TreeEntry;
use ClaimStatus::{Contradicted, Supported};

#[test]
fn a_fault_that_is_mended_is_not_held_against_the_code_of_today() {
    let cloned = "The forensic tool cloned with --depth=1, which fetched only one commit.";
    let depth = ClaimKind::Cloning;
    check_page(&format!("{cloned}\n"), &[depth]);
    check_page(&format!("{cloned} The fix was removing the flag.\n"), &[]);
    check_page(&format!("7.2 What the System Got Wrong\n\n{cloned}\n"), &[]);
    check_page(&format!("Lessons Learned\n\n{cloned}\n"), &[]);
    check_page(&format!("7.2 What the System Does\n\n{cloned}\n"), &[depth]);
    // What is so now is claimed there as well.
    check_page("7.2 What the System Got Wrong\n\nThe tool clones with depth=1 today.\n", &[depth]);
    check_page(
        &format!("7.2 What the System Got Wrong\n\n{cloned}\n\n7.3 Clones\n\n{cloned}\n"),
        &[depth],
    );
}

#[test]
fn a_scoring_guide_claims_nothing_of_the_code() {
    let rows = "3  Competent  The judges run in parallel\n\n4  Advanced  Deep parsing, distinct personas\n\n5\n\nMaster\n\nDialectical synthesis, deterministic rules\n";
    check_page(&format!("Score  Level  Description\n\n{rows}"), &[]);
    check_page(
        &format!(
            "Score  Level  Description\n\n{rows}\nThe judges run in parallel over the same evidence here.\n"
        ),
        &[ParallelJudges],
    );
}

#[test]
fn no_library_is_claimed_where_no_python_was_read() {
    let facts = RepositoryFacts::default();
    let said = |text: &str| claimed(&facts, text).len();
    assert_eq!(said("It expands the legal corpus with curated data."), 0);
    assert_eq!(said("The graph is built with LangGraph."), 1);
}

#[test]
fn a_definition_that_is_shown_as_a_files_is_looked_for_in_that_file() {
    let mut facts =
        repository(&[("src/state.py", STATE), ("src/graph.py", GRAPH), ("src/rule.py", JUSTICE)]);
    facts.tree.entries = ["src/state.py", "src/graph.py", "src/rule.py"]
        .map(|path| TreeEntry { path: path.into(), ..TreeEntry::default() })
        .into();
    let shown = |text: &str| status(&facts, Definitions, text);
    assert_eq!(
        shown("# src/graph.py\nclass CourtState(TypedDict):\n    pass\n"),
        Some(Contradicted)
    );
    assert_eq!(shown("# From src/rule.py:30-54\ndef weigh_anew(one):\n"), Some(Contradicted));
    for none in [
        "# src/state.py\nclass CourtState(TypedDict):\n    pass\n",
        "# src/rule.py\ndef chief_justice(opinions):\n",
        // A file that is not there its path is held against, and another name may be the one of before.
        "# src/other.py\nclass CourtState(TypedDict):\n    pass\n",
        "# src/rule.py\ndef chief_justice_node(opinions):\n",
        "The proposed module:\n# src/graph.py\nclass CourtState(TypedDict):\n    pass\n",
    ] {
        assert_eq!(shown(none), None, "{none}");
    }
    let found = claimed(&facts, "# src/graph.py\nclass CourtState(TypedDict):\n    pass\n");
    assert_eq!(
        found[0].fact,
        "`src/graph.py` defines no class `CourtState`, which is defined at `src/state.py:9-11`"
    );
}

#[test]
fn what_a_listing_names_in_passing_is_not_supported_by_it() {
    check_page("\"\"\" matrix = pd.DataFrame(index=[one.id for one in all_of_them()])\n", &[]);
    check_page(
        "for span in spans: # Enrich it with more_of_it() enriched = self.more_of_it(span)\n",
        &[],
    );
    check_page("We use more_of_it() for span in spans.\n", &[Definitions]);
}

#[test]
fn a_name_that_is_imported_or_may_stand_unread_is_not_said_to_be_nowhere() {
    let source = "from langgraph.types import Command\ndef route(state):\n    return Command(goto='x')\nroute({})\n";
    let facts = repository(&[("graph.py", GRAPH), ("state.py", STATE), ("route.py", source)]);
    let mut blind = facts.clone();
    blind.vocabulary = None;
    for facts in [&facts, &blind] {
        let routed = "Control is routed using LangGraph Command(goto=...) in the graph.";
        assert_eq!(status(facts, ClaimKind::Libraries, routed), Some(Supported));
    }
    let found = claimed(&blind, "The search is done with query_points() on the index.");
    let told = found.iter().find(|claim| claim.kind == Definitions).map(|claim| claim.fact.clone());
    assert_eq!(
        told.as_deref(),
        Some(
            "no function, class, field or node of the name `query_points` was found, and not all that is called, quoted or handed over by name was read"
        )
    );
}

#[test]
fn the_lines_of_a_label_are_parted() {
    let facts = repository(&[("src/cli.py", "def run_agent(x):\n    return x\nrun_agent(1)\n")]);
    let found = claimed(&facts, "A --> CLI[\"CLI\\nsrc/cli.py\\nrun_agent(question, dbs)\"]\n");
    assert!(found.iter().all(|claim| !claim.fact.contains("nrun_agent")), "{found:?}");
}

#[test]
fn a_number_of_criteria_that_every_rubric_has_is_not_left_open() {
    let rubric = "{\"dimensions\": [1, 2, 3]}";
    let facts = repository(&[("rule.py", JUSTICE), ("config/rubric.json", rubric)]);
    let told = |count: &str| {
        let said =
            format!("The tool writes a Markdown report scored against a {count}-criterion rubric.");
        let found = claimed(&facts, &said);
        found.iter().filter(|claim| claim.fact.contains("-criterion` is so")).count()
    };
    assert_eq!(told("3"), 0);
    assert_eq!(told("4"), 1);
}

#[test]
fn a_directory_that_only_another_call_makes_is_made_by_no_other_however_often() {
    let mut source = "import tempfile\n".to_owned();
    for at in 0..4 {
        let made = format!("def made_{at}():\n    return tempfile.mkdtemp()\nmade_{at}()\n");
        source.push_str(&made);
    }
    let facts = repository(&[("tools.py", &source)]);
    let said = "Every clone uses a tempfile.TemporaryDirectory() that isolates the repository.";
    assert_eq!(status(&facts, TemporaryClone, said), Some(Contradicted));
}
