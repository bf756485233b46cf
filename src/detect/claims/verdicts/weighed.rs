//! How a verdict comes about: what supports a claim, and then what the rest of its sentence leaves of that.

use super::bench::{personas, retries};
use super::by_kind::by_kind;
use super::classes::other_names::own_names;
use super::doubts::of_every::{self, EVERYWHERE, is_of_every};
use super::doubts::{
    astray, idle, not_followed, only_called, said_to_do, unproven, unrun, untaken,
};
use super::graph::{layers, members, nodes, side_by_side, wiring};
use super::history::temporary;
use super::justice::{averages, dissent, in_part, rules};
use super::names::{marks, named_file, sizes};
use super::tools::libraries::names_none as names_no_library;
use super::tools::{by_words, commands, imported, syntax_tree, versions};
use super::{Asked, NO_NAME, Verdict};
use crate::detect::claims::words;
use crate::domain::facts::{ClaimKind, ClaimStatus, RepositoryFacts};

/// Holds one claim against the sources outside the tests.
///
/// `text` is the part of the sentence that makes the claim.
pub(in super::super) fn verdict(
    kind: ClaimKind,
    text: &str,
    sentence: &str,
    repository: Option<&RepositoryFacts>,
) -> Verdict {
    let Some(repository) = repository else {
        // Which words are libraries' names the repository alone tells.
        let unnamed = kind == ClaimKind::Libraries && names_no_library(text);
        return Verdict::undecided(if unnamed {
            NO_NAME
        } else {
            "the repository could not be read"
        });
    };
    // What these tell is so or not whatever the sources do.
    if kind == ClaimKind::Versions {
        return versions::told(repository, text, sentence);
    } else if kind == ClaimKind::Marks {
        return marks::told(repository, text, sentence);
    } else if kind == ClaimKind::Sizes {
        return sizes::told(repository, text, sentence);
    }
    let Some((text, sentence, told)) = own_names(&repository.python, kind, text, sentence) else {
        return weighed(Asked { kind, text, sentence, repository });
    };
    let verdict = weighed(Asked { kind, text: &text, sentence: &sentence, repository });
    let open = verdict.status == ClaimStatus::Undecided && !verdict.at_odds;
    if open { verdict } else { Verdict { fact: format!("{}; {told}", verdict.fact), ..verdict } }
}

/// What is left of what supports a claim by the rest of its sentence.
fn weighed(asked: Asked<'_>) -> Verdict {
    let Asked { kind, text, sentence, repository } = asked;
    let verdict = supported_by(asked);
    if kind == ClaimKind::Retry
        && let Some(other) = retries::other_rounds(repository, sentence)
    {
        return other;
    }
    if verdict.status != ClaimStatus::Supported {
        return verdict;
    }
    if let Some(other) = dissent::argued(asked) {
        return other;
    }
    let own = named_file::in_named_file(asked, &verdict);
    let verdict = match own {
        Some(own) if own.status != ClaimStatus::Supported => return own,
        Some(own) => own,
        None => verdict,
    };
    let other = averages::averaged_too(kind, sentence, &repository.python)
        .or_else(|| averages::average_alone(kind, sentence, &repository.python))
        .or_else(|| rules::of_a_judge(kind, text, sentence, &verdict))
        .or_else(|| dissent::without_arguments(asked, &verdict))
        .or_else(|| dissent::of_no_evidence(asked, &verdict))
        .or_else(|| dissent::by_model(asked, &verdict))
        .or_else(|| in_part::in_part(asked, &verdict))
        .or_else(|| said_to_do::adds_more(&repository.python, kind, sentence, &verdict))
        .or_else(|| by_words::by_words(asked, &verdict))
        .or_else(|| syntax_tree::apart(asked, &verdict))
        .or_else(|| imported::by_what_is_named_nowhere(asked, &verdict))
        .or_else(|| said_to_do::of_rubric(asked, &verdict))
        .or_else(|| untaken::untaken(asked, &verdict))
        .or_else(|| idle::passes_on(&repository.python, sentence, &verdict))
        .or_else(|| idle::looks_at_nothing(&repository.python, kind, sentence, &verdict));
    if let Some(other) = other {
        return other;
    }
    if let Some(contradicted) = commands::not_every(asked) {
        return contradicted;
    }
    if let Some(open) = commands::unlimited(asked, &verdict) {
        return open;
    }
    // What is so somewhere is not shown to be so everywhere.
    let of_commands = kind == ClaimKind::SafeCommands;
    let of_others = matches!(kind, ClaimKind::SyntaxTree | ClaimKind::PathCheck);
    if (of_commands || of_others) && is_of_every(text) {
        let every = if of_commands { "every command does" } else { "it is so of all" };
        let fact = format!("{}, and whether {every} was not examined", verdict.fact);
        return Verdict { status: ClaimStatus::Undecided, fact, ..verdict };
    }
    if let Some(contradicted) = unproven::by_another(asked) {
        return contradicted;
    }
    // One part that is true does not prove the rest of what is said.
    if let Some(open) = unproven::unproven(asked) {
        return Verdict::undecided(open);
    }
    let open = nodes::other_nodes(asked)
        .or_else(|| astray::astray(asked, &verdict))
        .or_else(|| of_every::everywhere(asked, &verdict))
        .or_else(|| only_called::open(asked, &verdict))
        .or_else(|| not_followed::open(asked, &verdict))
        .or_else(|| unrun::unrun(asked, &verdict))
        .or_else(|| wiring::never_built(&repository.python, kind, &verdict));
    if let Some(open) = open {
        return open;
    }
    let mut fact = verdict.fact;
    if of_every::by_example(kind) && EVERYWHERE.is_match(text) {
        fact.push_str("; what it says of all or every one was not examined");
    }
    if words::find(sentence, "because").is_some() {
        fact.push_str("; the reason that is given was not examined");
    }
    Verdict { fact, ..verdict }
}

/// What the facts say to one claim, before what else the sentence says is looked at.
pub(super) fn supported_by(asked: Asked<'_>) -> Verdict {
    let Asked { kind, text, sentence, repository } = asked;
    let verdict = by_kind(kind, text, repository);
    let verdict = if matches!(kind, ClaimKind::ParallelJudges | ClaimKind::ParallelDetectives) {
        let verdict = members::at_once(&repository.python, kind, text, sentence, verdict);
        side_by_side::as_said(text, sentence, verdict)
    } else if kind == ClaimKind::DistinctPersonas {
        personas::differ(&repository.python, text, verdict)
    } else if kind == ClaimKind::TemporaryClone {
        temporary::clones_as_said(repository, sentence, verdict)
    } else {
        verdict
    };
    layers::fewer(&repository.python, kind, text, verdict)
}
