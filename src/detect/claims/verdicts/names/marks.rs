//! Names in capitals and decorators that the code is said to have, looked for in every text of the tree.

use super::super::tools::packages::main_language;
use super::super::{NO_NAME, Verdict};
use crate::detect::claims::words;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{MarkFact, RepositoryFacts};

/// How names begin or end that libraries and hosts read by themselves, so that no source need name them.
const READ_BY_OTHERS: &[&str] = &[
    "ANTHROPIC_",
    "AWS_",
    "AZURE_",
    "CUDA_",
    "DJANGO_",
    "FIREBASE_",
    "FLASK_",
    "GEMINI_",
    "GITHUB_",
    "GOOGLE_",
    "GROQ_",
    "HF_",
    "HUGGINGFACE",
    "LANGCHAIN_",
    "LANGFUSE_",
    "LANGSMITH_",
    "MISTRAL_",
    "MYSQL_",
    "NEXT_PUBLIC_",
    "NODE_",
    "OLLAMA_",
    "OPENAI_",
    "OPENROUTER_",
    "OTEL_",
    "PG",
    "POSTGRES_",
    "PYTHON",
    "REACT_APP_",
    "SUPABASE_",
    "TAVILY_",
    "VITE_",
];

/// Languages in which what is read from the environment is named as it is there; nothing for Python.
const READ: [Option<&str>; 2] = [None, Some("JavaScript or TypeScript")];

/// What the tree says to a name that the code is said to have.
pub(in super::super) fn told(repository: &RepositoryFacts, name: &str, sentence: &str) -> Verdict {
    let Some(marks) = &repository.marks else {
        return Verdict::undecided(NO_NAME);
    };
    if let Some(mark) = marks.iter().find(|mark| is_it(mark, name)) {
        let (status, where_to) = if mark.only_told {
            (Undecided, "stands in a text for readers alone")
        } else {
            (Supported, "stands in code or settings")
        };
        return Verdict::of(status, format!("`{name}` {where_to}"), [&mark.place]);
    }
    if is_made(repository, marks, name) || is_torn(marks, name, sentence) {
        return Verdict::undecided(NO_NAME);
    }
    let fact = format!("no text of the tree names `{name}`");
    let of_others = READ_BY_OTHERS.iter().any(|begins| name.starts_with(begins));
    if of_others {
        return Verdict::undecided(format!("{fact}, which a library may read by itself"));
    }
    // What a decorator does is told of a library in general as well.
    let whole = !name.starts_with('@')
        && repository.tree.gap("").is_none()
        && repository.tree.damage.is_empty()
        && repository.limits_reached.is_empty()
        && repository.tree.collections.is_empty()
        && READ.contains(&main_language(repository));
    Verdict::of(if whole { Contradicted } else { Undecided }, fact, [])
}

/// Whether a column may have broken a name.
fn is_torn(marks: &[MarkFact], name: &str, sentence: &str) -> bool {
    let is_part = |mark: &MarkFact| mark.name.starts_with(name) || mark.name.ends_with(name);
    let is_known = |whole: String| marks.iter().any(|mark| mark.name == whole);
    marks.iter().any(is_part) || words::joined(sentence, name).any(is_known)
}

/// Whether a name may be put together from what stands in the sources: what is set by a field has its name in small
/// letters, and what begins all of them stands by itself.
fn is_made(repository: &RepositoryFacts, marks: &[MarkFact], name: &str) -> bool {
    let Some(words) = &repository.vocabulary else { return true };
    let bare = name.trim_start_matches('@');
    let is_known = |part: &str| {
        words.names(part)
            || words.names(&part.to_ascii_lowercase())
            || marks.iter().any(|mark| mark.name == part)
    };
    let mut parts = bare.match_indices('_').map(|(at, _)| at);
    let begins_so = |at: usize| is_known(&bare[..=at]) || is_known(&bare[at..]);
    let ends_so = |at: usize| bare[at + 1..].contains('_') && is_known(&bare[at + 1..]);
    is_known(bare) || words.names("env_prefix") || parts.any(|at| begins_so(at) || ends_so(at))
}

/// Whether a name stands for the one that is said: what a decorator is taken from may be left out.
fn is_it(mark: &MarkFact, name: &str) -> bool {
    mark.name == name
        || name.strip_prefix('@').is_some_and(|bare| {
            mark.name
                .strip_prefix('@')
                .is_some_and(|own| own == bare || own.ends_with(&format!(".{bare}")))
        })
}
