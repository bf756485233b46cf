//! Which sentences claim what.

use super::super::*;
use crate::domain::facts::ClaimKind::{
    self, ClassFields, CommitCount, Definitions, DeterministicSynthesis, DistinctPersonas, FanIn,
    GitHistory, Libraries, MarkdownReport, NoShell, ParallelDetectives, ParallelJudges, PathCheck,
    PdfImages, PdfText, Reducers, Roles, RubricFile, SafeCommands, StructuredOutput, SyntaxTree,
    SynthesisRules, TemporaryClone, TypedClasses,
};

/// Whether the sentence makes a claim of this kind.
fn makes(sentence: &str, kind: ClaimKind) -> bool {
    let page = ReportPage { number: 1, text: sentence.into(), ..ReportPage::default() };
    claims(&[page], None).iter().any(|claim| claim.kind == kind)
}

/// Checks a kind by sentences that make the claim and by sentences that do not.
#[track_caller]
fn check(kind: ClaimKind, claimed: &[&str], not_claimed: &[&str]) {
    for sentence in claimed {
        assert!(makes(sentence, kind), "{kind:?} is claimed by {sentence:?}");
    }
    for sentence in not_claimed {
        assert!(!makes(sentence, kind), "{kind:?} is not claimed by {sentence:?}");
    }
}

#[test]
fn groups_that_run_side_by_side_each_by_itself_are_two_claims() {
    let both = &[
        "All detectives launch in parallel and all judges run concurrently after them.",
        "The graph has parallel detectives and judges on two levels.",
    ];
    let one = &["The judges and the detectives run in parallel somewhere."];
    check(ParallelJudges, both, one);
    check(ParallelDetectives, both, one);
    check(FanIn, &["All three branches converge on the aggregator node."], &[]);
}

#[test]
fn typed_classes_and_fields_are_claims() {
    check(
        TypedClasses,
        &[
            "Finding is a Pydantic BaseModel with strict types.",
            "The state is a TypedDict that every node updates.",
            "We model opinions with Pydantic models throughout.",
        ],
        &[
            "Finding will become a Pydantic BaseModel soon.",
            "The detective verifies that a class inherits from BaseModel.",
            "The state is not a TypedDict in this version.",
        ],
    );
    check(
        ClassFields,
        &["Detectives return Finding objects only (topic, place, certainty)."],
        &["Detectives return findings only (see the next chapter)."],
    );
    check(Reducers, &["ledger: Annotated[Dict[str, Entry], operator.ior]"], &[]);
}

#[test]
fn names_in_code_are_claims_where_something_is_said_of_them() {
    check(
        Definitions,
        &["The merge_ledgers() helper joins both sides.", "The weigh_node function sums all up."],
        &["The helper joins both sides of it.", "Add the merge_ledgers() helper to the tools."],
    );
}

#[test]
fn what_is_limited_in_its_rate_lacks_nothing() {
    check(
        ParallelJudges,
        &[
            "The judges run concurrently with rate-limited execution.",
            "The judicial stage is fully parallel by now.",
        ],
        &["The judges run concurrently in a limited number of cases."],
    );
}

#[test]
fn what_the_tools_do_are_claims() {
    check(
        SyntaxTree,
        &[
            "Instead of regex, the investigator relies on AST parsing of every module.",
            "Code is read with Python's ast module to verify the graph.",
        ],
        &["AST parsing should replace the text search here.", "The last step is vast and plain."],
    );
    check(
        GitHistory,
        &["The investigator extracts the git history by git log."],
        &["The commit history shows a steady progression of work."],
    );
    check(
        SafeCommands,
        &["Every clone uses subprocess.run with a timeout."],
        &["We plan to use subprocess.run with a timeout."],
    );
    check(
        TemporaryClone,
        &["All git operations happen within tempfile.TemporaryDirectory() blocks."],
        &["Consider tempfile.TemporaryDirectory() for git operations."],
    );
    check(
        NoShell,
        &["No raw os.system calls.", "Raw os.system() calls are avoided in every tool."],
        &["We will never use a raw shell again."],
    );
    check(
        PdfText,
        &["The analyst ingests the PDF report by chunked parsing."],
        &["The PDF report has eleven pages in all."],
    );
    check(
        PdfImages,
        &["The inspector extracts images from the PDF but does not classify them."],
        &["The inspector does not extract images from the PDF yet."],
    );
    check(
        PathCheck,
        &["The analyst cross-references all claimed paths with the tree."],
        &["No hallucinated paths were reported for this run."],
    );
}

#[test]
fn rules_of_the_synthesis_are_claims_with_their_conditions() {
    check(
        SynthesisRules,
        &[
            "If the variance exceeds 2, the node writes a dissent summary.",
            "A confirmed security flaw caps the score at 3.",
            "The rules are security override, fact supremacy and dissent logic.",
        ],
        &[
            "The security override is not implemented in this version.",
            "Priority 2: the security override will cap the score.",
        ],
    );
    check(
        DeterministicSynthesis,
        &[
            "The chief justice does not use an LLM for its ruling.",
            "Deterministic rules decide every conflict between judges.",
        ],
        &["Deterministic rules could decide conflicts one day."],
    );
    check(DistinctPersonas, &["Each judge has a distinct system prompt of its own."], &[]);
    check(
        Roles,
        &["Three specialised detectives gather what there is."],
        &["We lack three judges."],
    );
    check(
        StructuredOutput,
        &["Judges return structured opinions that are bound to the schema."],
        &["Judges answer in prose without structured output."],
    );
}

#[test]
fn libraries_files_and_numbers_are_claims() {
    check(
        Libraries,
        &["The swarm is built on LangGraph from end to end.", "Text is parsed with pypdf alone."],
        &["LangGraph alternatives were considered and rejected early.", "Agroqua is a word."],
    );
    check(
        RubricFile,
        &["The rubric is loaded from config/rubric.json at the start."],
        &["The rubric will be loaded from config/rubric.json later."],
    );
    check(MarkdownReport, &["The result is rendered as a Markdown report on disk."], &[]);
    check(
        CommitCount,
        &["The history has 24 atomic commits so far."],
        &["Many commits were made."],
    );
}
