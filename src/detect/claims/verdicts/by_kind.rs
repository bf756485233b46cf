//! Which verdict each kind of claim is held by.

use super::{
    Verdict, agents, aggregated, averaging, bench, checkpoints, classes, commits, emptied, gates,
    gone, idle, keyed, libraries, meeting, models, names, numbers, plain, prompts, reworked,
    scores, shell, starts, state, tie, tools, unnamed, values, ways, wiring,
};
use crate::domain::facts::{ClaimKind, ClaimStatus, RepositoryFacts};

/// What the facts say to one claim by its kind.
pub(super) fn by_kind(kind: ClaimKind, text: &str, repository: &RepositoryFacts) -> Verdict {
    let python = &repository.python;
    if kind == ClaimKind::CommitCount {
        return commits::counted(&repository.history, text);
    }
    if python.files == 0 {
        return Verdict::undecided("the tree has no Python file that could be read");
    }
    let is_wiring = matches!(
        kind,
        ClaimKind::ParallelJudges | ClaimKind::ParallelDetectives | ClaimKind::Roles
    );
    if is_wiring && let Some(verdict) = wiring::fewer_than_said(python, text) {
        return verdict;
    }
    match kind {
        ClaimKind::ParallelJudges => wiring::judges_side_by_side(python),
        ClaimKind::ParallelDetectives => wiring::detectives_as_said(python, text),
        ClaimKind::ParallelGraph => {
            let named = starts::told(repository, text).or_else(|| plain::beside(repository, text));
            named.unwrap_or_else(|| wiring::any_side_by_side(python))
        }
        ClaimKind::FanIn => {
            plain::met(repository, text).unwrap_or_else(|| meeting::fan_in(python, text))
        }
        ClaimKind::ConditionalEdges => {
            let named = ways::back(repository, text).or_else(|| gates::by_name(repository, text));
            named.unwrap_or_else(|| wiring::conditional(python, text))
        }
        ClaimKind::Roles => {
            agents::told(repository, text).unwrap_or_else(|| wiring::roles(python, text))
        }
        ClaimKind::Reducers => state::reducers(repository, text),
        ClaimKind::TypedClasses => {
            let typed = classes::typed_classes(repository, text);
            let open = typed.status == ClaimStatus::Undecided;
            let told = open.then(|| plain::lineage(repository, text)).flatten();
            // What leaves open more than a class's kind is not shown by that.
            let told = told.filter(|told| {
                told.status != ClaimStatus::Supported || !classes::names_a_kind(text)
            });
            told.unwrap_or(typed)
        }
        ClaimKind::ClassFields => {
            plain::field(repository, text).unwrap_or_else(|| classes::class_fields(python, text))
        }
        ClaimKind::StructuredOutput => bench::structured_output(repository, text),
        ClaimKind::DeterministicSynthesis => bench::synthesis(python),
        ClaimKind::SynthesisRules => {
            tie::told(repository, text).unwrap_or_else(|| scores::synthesis_rules(repository, text))
        }
        ClaimKind::Retry => bench::retry(repository, text),
        ClaimKind::DistinctPersonas => bench::personas(python),
        ClaimKind::TemporaryClone => {
            gone::told(repository, text).unwrap_or_else(|| tools::clones(repository, text))
        }
        ClaimKind::NoShell => shell::shell(repository, text),
        ClaimKind::SafeCommands => tools::commands(python, text),
        ClaimKind::PdfText => tools::pdf_text(python, text),
        ClaimKind::SyntaxTree => {
            unnamed::nodes(repository, text).unwrap_or_else(|| tools::practice(python, kind, text))
        }
        ClaimKind::GitHistory
        | ClaimKind::PdfImages
        | ClaimKind::MarkdownReport
        | ClaimKind::PathCheck => tools::practice(python, kind, text),
        ClaimKind::RubricFile => reworked::changed(repository, text)
            .unwrap_or_else(|| names::rubric_file(repository, text)),
        ClaimKind::Definitions => names::definitions(repository, text),
        ClaimKind::Libraries => checkpoints::told(repository, text)
            .or_else(|| libraries::by_any_name(repository, text))
            .unwrap_or_else(|| libraries::libraries(repository, text)),
        ClaimKind::Averaging => averaging::averaging(repository, text),
        ClaimKind::Models => models::family(repository, text),
        ClaimKind::Weights => numbers::weights(repository, text),
        ClaimKind::SchemeCheck => numbers::schemes(repository),
        ClaimKind::ModelFree => models::free(python, text),
        ClaimKind::Prompts => prompts::asked(repository, text),
        ClaimKind::Values => values::given(repository, text),
        ClaimKind::BaseCheck => idle::bases(repository),
        ClaimKind::Aggregation => {
            keyed::keyed(repository, text).unwrap_or_else(|| aggregated::aggregated(repository))
        }
        ClaimKind::SharedEvidence => aggregated::given(repository),
        ClaimKind::Contents => emptied::contents(repository, text),
        ClaimKind::Cloning => plain::cloning(repository, text),
        ClaimKind::Avoidance => plain::avoided(repository, text),
        ClaimKind::CommitCount => commits::counted(&repository.history, text),
    }
}
