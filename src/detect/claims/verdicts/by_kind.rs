//! Which verdict each kind of claim is held by.

use super::bench::{models, personas, prompts, retries, structured_output};
use super::classes::{each, fields, kinds, lineage, products};
use super::graph::{agents, fan_in, gates, loops, meetings, starts, wiring};
use super::history::{cloning, commits, remains, temporary};
use super::justice::{averages, deciding, rules, tech_lead, weights};
use super::names::{contents, definitions, marks, rubric, sizes, values};
use super::state::{checkpoints, evidence, keyed, reducers};
use super::tools::{avoided, commands, libraries, practices, syntax_tree, versions};
use super::{NO_NAME, Verdict};
use crate::domain::facts::{ClaimKind, ClaimStatus, RepositoryFacts};

/// What the facts say to one claim by its kind.
pub(super) fn by_kind(kind: ClaimKind, text: &str, repository: &RepositoryFacts) -> Verdict {
    let python = &repository.python;
    if kind == ClaimKind::CommitCount {
        return commits::counted(&repository.history, text);
    }
    if python.files == 0 {
        // Which words are libraries' names the sources alone tell.
        if kind == ClaimKind::Libraries && libraries::names_none(text) {
            return Verdict::undecided(NO_NAME);
        }
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
            let named =
                starts::told(repository, text).or_else(|| meetings::beside(repository, text));
            named.unwrap_or_else(|| wiring::any_side_by_side(python))
        }
        ClaimKind::FanIn => {
            meetings::met(repository, text).unwrap_or_else(|| fan_in::fan_in(python, text))
        }
        ClaimKind::ConditionalEdges => {
            let named = loops::back(repository, text).or_else(|| gates::by_name(repository, text));
            named.unwrap_or_else(|| wiring::conditional(python, text))
        }
        ClaimKind::Roles => {
            agents::told(repository, text).unwrap_or_else(|| wiring::roles(python, text))
        }
        ClaimKind::Reducers => reducers::reducers(repository, text),
        ClaimKind::TypedClasses => {
            let typed = kinds::typed_classes(repository, text);
            let shown = typed.status == ClaimStatus::Supported;
            if let Some(other) = shown.then(|| each::otherwise(repository, text)).flatten() {
                return other;
            }
            let open = typed.status == ClaimStatus::Undecided;
            let told = open.then(|| lineage::told(repository, text)).flatten();
            // What leaves open more than a class's kind is not shown by that.
            let told = told
                .filter(|told| told.status != ClaimStatus::Supported || !kinds::names_a_kind(text));
            told.unwrap_or(typed)
        }
        ClaimKind::ClassFields => {
            fields::told(repository, text).unwrap_or_else(|| kinds::class_fields(python, text))
        }
        ClaimKind::StructuredOutput => structured_output::structured_output(repository, text),
        ClaimKind::DeterministicSynthesis => deciding::by_rules(python),
        ClaimKind::SynthesisRules => tech_lead::told(repository, text)
            .unwrap_or_else(|| rules::synthesis_rules(repository, text)),
        ClaimKind::Retry => retries::retry(repository, text),
        ClaimKind::DistinctPersonas => personas::distinct(python),
        ClaimKind::TemporaryClone => {
            remains::told(repository, text).unwrap_or_else(|| temporary::clones(repository, text))
        }
        ClaimKind::NoShell => commands::shell(repository, text),
        ClaimKind::SafeCommands => commands::run(python, text),
        ClaimKind::PdfText => practices::pdf_text(python, text),
        ClaimKind::SyntaxTree => syntax_tree::nodes(repository, text)
            .unwrap_or_else(|| practices::practice(python, kind, text)),
        ClaimKind::GitHistory
        | ClaimKind::PdfImages
        | ClaimKind::MarkdownReport
        | ClaimKind::PathCheck => practices::practice(python, kind, text),
        ClaimKind::RubricFile => rubric::changed(repository, text)
            .unwrap_or_else(|| rubric::rubric_file(repository, text)),
        ClaimKind::Definitions => definitions::definitions(repository, text),
        ClaimKind::Libraries => checkpoints::told(repository, text)
            .or_else(|| libraries::by_any_name(repository, text))
            .unwrap_or_else(|| libraries::libraries(repository, text)),
        ClaimKind::Averaging => averages::averaging(repository, text),
        ClaimKind::Models => models::family(repository, text),
        ClaimKind::Weights => weights::weights(repository, text),
        ClaimKind::SchemeCheck => cloning::schemes(repository),
        ClaimKind::ModelFree => models::free(python, text),
        ClaimKind::Prompts => prompts::asked(repository, text),
        ClaimKind::Values => values::given(repository, text),
        ClaimKind::BaseCheck => syntax_tree::bases(repository),
        ClaimKind::Aggregation => {
            keyed::keyed(repository, text).unwrap_or_else(|| evidence::aggregated(repository))
        }
        ClaimKind::SharedEvidence => evidence::given(repository),
        ClaimKind::Contents => contents::contents(repository, text),
        ClaimKind::Cloning => cloning::told(repository, text),
        ClaimKind::Avoidance => avoided::told(repository, text),
        ClaimKind::Products => products::told(repository, text),
        ClaimKind::CommitCount => commits::counted(&repository.history, text),
        ClaimKind::Versions => versions::told(repository, text, text),
        ClaimKind::Marks => marks::told(repository, text, text),
        ClaimKind::Sizes => sizes::told(repository, text, text),
    }
}
