//! What is drawn, demanded, quoted as data or so in every program, and so claims nothing of the code.

use super::*;
use ClaimKind::{
    ConditionalEdges, GitHistory, Libraries, SyntaxTree, SynthesisRules, TypedClasses,
};

#[test]
fn the_rows_of_a_table_of_demands_claim_nothing() {
    let said = "The judges run in parallel over the same evidence.";
    let table = |head: &str, key: &str| {
        format!(
            "{head}\n\n{key}  Parallel court\n\n{said}\n\n3.2 How the Court Works\n\nEach state field has a reducer.\n"
        )
    };
    check_page(&table("ID  Goal  Implementation Constraint", "AG-2"), &[Reducers]);
    check_page(&table("ID  Criterion  Measurable Architecture Check", "DOD-10"), &[Reducers]);
    check_page(&table("ID  Decision  What the code does", "AD-2"), &[ParallelJudges, Reducers]);
    check_page(&table("Alternative  Why Rejected", "One loop"), &[Reducers]);
    check_page(&table("Layer  What it is for", "Court"), &[ParallelJudges, Reducers]);
    // Tables that tell how demands are met, or what was taken.
    check_page(&table("ID  Requirement  Implementation", "FR-2"), &[ParallelJudges, Reducers]);
    check_page(&table("Decision  Alternative  Why rejected", "One"), &[ParallelJudges, Reducers]);
    // A table that goes on over the page's end.
    let pages = [table("ID  Goal  Constraint", "AG-2"), format!("AG-3  Order\n\n{said}\n")];
    let pages = pages.map(|text| ReportPage { text, ..ReportPage::default() });
    assert_eq!(claims(&pages, None).len(), 1);
}

#[test]
fn what_is_drawn_and_what_is_shown_as_data_claims_nothing() {
    check("– Visual: Three arrows converge into the ChiefJustice, a fan-in node.", &[]);
    check("Two arrows diverge towards the fan-out of judges in parallel.", &[]);
    check("Fan-in nodes are explicitly labeled in the whole picture.", &[]);
    check("Conditional routing has a distinct diamond shape.", &[]);
    check(
        "StateGraph Reducers and Parallel Execution. https://docs.example/la nggraph#reducers",
        &[],
    );
    check("Edge labels: Each edge shows the keys of the state and their reducers.", &[]);
    check("rubric: Dict[str, Any] votes: Annotated[list, operator.add] errors: List[str]", &[]);
    check("votes: Annotated[list, operator.add] # The judges' votes", &[Reducers]);
    check("Conditional routing has a distinct path for errors.", &[ConditionalEdges]);
    let entry = "{\n\"content\": \"The picture is right. The judges run in parallel\nbehind the fan-in. All is well.\",\n}\n";
    check_page(entry, &[]);
    check_page("Our \"content\" rule: the judges run in parallel over it.", &[ParallelJudges]);
    check("PDF parsing failures (e.g., \"PyPDF2 failed to extract text from pages 3-5\")", &[]);
    check("Text is parsed with pypdf (e.g., for “small” files).", &[Libraries]);
}

#[test]
fn what_is_so_in_every_program_claims_nothing_of_this_one() {
    check("TypedDict is LangGraph's canonical container for a state of nodes.", &[]);
    check("CourtState is a TypedDict that every node updates.", &[TypedClasses]);
    check("LangGraph practitioners understand that fan-in nodes wait for all.", &[]);
    check("Costs: Slightly more to write, and reducers have to be learnt.", &[]);
    check("One agent silently overwrites what the judges write in parallel.", &[]);
    check("The reducers merge them, so that none overwrites the other.", &[Reducers]);
}

#[test]
fn what_came_out_of_runs_claims_nothing() {
    check("The reducer pattern proved correct as no evidence was lost on the way.", &[]);
    check("After all bug fixes 4.2/5 Security rule fix, fan-in topology fix", &[]);
    check("The same problem occurs with the three judges that write into the state.", &[]);
    check("Large repositories triggered rate limit errors while judges ran in parallel.", &[]);
    check("Evidence Trace: RepoInvestigator ran git log over the commit history.", &[]);
    check("The use of reducers is particularly critical for parallel execution.", &[]);
    check("Chief Justice writes once; last write wins (fan-in safety).", &[]);
    check("A commit explicitly mentions wiring detectives in parallel within graph.py.", &[]);
    check("The synthesis engine scores its own deterministic rules now and then.", &[]);
    check(
        "If evidence is missing, its optimistic score can be overruled by fact supremacy, demonstrating care.",
        &[SynthesisRules],
    );
}

#[test]
fn one_judge_alone_flags_and_names_of_fields_claim_nothing() {
    check("The Tech Lead confirms a parallel architecture and raises scores.", &[]);
    check("Each judge runs a ThreadPoolExecutor of two workers per judge in parallel.", &[]);
    check("The Prosecutor, Defense, and Tech Lead run in parallel there.", &[ParallelJudges]);
    check("It returns what was seen: has_parallel_judges and has_fan_in of others.", &[]);
    check("It builds one result (topic_id, final_score, dissent_summary, remedy) for each.", &[]);
    check(
        "The rules of the court (security_override, fact_supremacy, dissent_summary) decide.",
        &[SynthesisRules],
    );
    // A name is no statement that something is done.
    check("It looks at all phases of work there are (extract_git_history, heuristic).", &[]);
    check("It runs git log over the commit history of the clone.", &[GitHistory]);
    check("The ast module parses it with ast.parse into a tree.", &[SyntaxTree]);
}
