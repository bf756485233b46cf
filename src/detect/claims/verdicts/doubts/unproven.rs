//! Names and numbers that a sentence tells besides the fact that supports it, and that nothing confirms.

use super::super::bench::retries;
use super::super::names::{definitions, settings};
use super::super::tools::packages;
use super::super::{Asked, Verdict, done};
use super::undefined;
use crate::detect::claims::wording::classes;
use crate::detect::claims::wording::tools::libraries;
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::{ClaimKind, Practice, RepositoryFacts, StructuredOutputFact};
use std::cell::LazyCell;
use std::sync::LazyLock;

/// Numbers that a fact of another kind does not confirm.
static NUMBER: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)(?:^|[^\w.])(?:[0-9]+(?:\.[0-9]+){2,}|[01]?\.[0-9]+|[0-9]+(?:\.[0-9]+)?(?:%|[- ](?:words?|characters?|chars?|tokens?|seconds?|minutes?|lines?|(?:total )?commits?|attempts?|times|edges|(?:\w+ )?rules|criteri(?:on|a))\b))",
    )
});

/// The first name or number of a claim that nothing in the facts confirms, as a lowercase fragment.
pub(in super::super) fn unproven(asked: Asked<'_>) -> Option<String> {
    let Asked { kind, text, repository, .. } = asked;
    let python = &repository.python;
    let of_itself = matches!(
        kind,
        ClaimKind::CommitCount
            | ClaimKind::RubricFile
            | ClaimKind::Weights
            | ClaimKind::Prompts
            | ClaimKind::Values
    );
    if of_itself {
        return None;
    }
    if let Some(open) = definitions::off_the_way(repository, kind, asked.sentence) {
        return Some(open);
    }
    // Few sentences name anything, and all that the sources define is many names.
    let known = LazyCell::new(|| definitions::known(python));
    let is_known = |name: &str| {
        definitions::has(python, &known, name)
            // What a word is that stands elsewhere, such as a key, its kind of claim does not ask.
            || repository.vocabulary.as_ref().is_some_and(|words| words.names(name))
    };
    // A narrow column may have broken a name that is known.
    let is_part = |name: &str| {
        words::joined(text, name).any(|whole| {
            words::FOREIGN.contains(&whole.as_str()) || known.contains_key(&words::plain(&whole))
        })
    };
    let mut named =
        words::in_code(text).into_iter().filter(|one| one.sure || one.called || is_class(one.name));
    let is_example = |name: &str| words::is_example(text, name);
    if let Some(one) =
        named.find(|one| !is_known(one.name) && !is_part(one.name) && !is_example(one.name))
    {
        return Some(definitions::unnamed(repository, one.name));
    }
    if let Some(name) = undefined::undefined(python, kind, text)
        && !is_part(name)
        && !is_example(name)
    {
        return Some(definitions::unnamed(repository, name));
    }
    // The number of seconds, commits or fields is what these ask for.
    let of_field = || kind == ClaimKind::ClassFields && classes::field(text).is_some();
    if kind == ClaimKind::Cloning || of_field() {
        return None;
    }
    if let Some([module, ..]) = unimported(asked) {
        return Some(packages::nothing_imports(repository, module));
    }
    // How often may stand in brackets behind what is said.
    let rounds = |said| retries::open_rounds(repository, said);
    if kind == ClaimKind::Retry
        && let Some(open) = rounds(text).or_else(|| rounds(asked.sentence))
    {
        return Some(open);
    }
    // Who looks at pictures may stand in brackets behind what is said.
    let whole = if kind == ClaimKind::PdfImages { asked.sentence } else { text };
    if kind != ClaimKind::Models
        && let Some(open) = super::super::bench::models::unnamed(python, whole)
    {
        return Some(open);
    }
    let bare = |part: &str| {
        part.trim_start_matches(|letter: char| !letter.is_ascii_digit() && letter != '.').to_owned()
    };
    let mut numbers = NUMBER.all(text).map(|range| (range.start, bare(&text[range])));
    // A name that is there says nothing of a number, which has only to stand in the sources.
    let names_alone = matches!(kind, ClaimKind::Definitions | ClaimKind::TypedClasses);
    let stands = |number: &str| names_alone && is_fraction(repository, number);
    // How often a loop goes round is known by now.
    let counted = |number: &str| {
        kind == ClaimKind::Retry && ["attempts", "times"].iter().any(|of| number.ends_with(of))
    };
    let (at, number) = numbers.find(|(_, number)| {
        !is_known_of_attempts(repository, number)
            && !stands(number)
            && !counted(number)
            && !is_of_the_rubrics(repository, number)
            && !settings::is_limit(repository, asked.sentence, number)
    })?;
    Some(format!("whether `{}{number}` is so was not examined", joined_before(text, at)))
}

/// Whether a number is that of the criteria in every rubric of the tree.
fn is_of_the_rubrics(repository: &RepositoryFacts, number: &str) -> bool {
    let Some((count, _)) =
        number.split_once([' ', '-']).filter(|(_, of)| of.starts_with("criteri"))
    else {
        return false;
    };
    let rubrics = repository.vocabulary.as_ref().map_or(&[][..], |words| &words.rubrics);
    !rubrics.is_empty() && rubrics.iter().all(|rubric| rubric.dimensions.to_string() == count)
}

/// The word that a hyphen at a place joins to what follows, with the hyphen: `sub-` before `2-second`.
fn joined_before(text: &str, at: usize) -> &str {
    let end = if text[at..].starts_with('-') { at + 1 } else { return "" };
    let word = text[..at].trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    if word.len() == at { "" } else { &text[word.len()..end] }
}

/// Whether a number with a fraction, or a share of a hundred, stands in the sources.
fn is_fraction(repository: &RepositoryFacts, number: &str) -> bool {
    let share = number.strip_suffix('%').and_then(|share| share.parse::<f64>().ok());
    let value = share.map(|share| share / 100.0).or_else(|| number.parse().ok());
    let known = repository.vocabulary.as_ref().and_then(|words| words.fractions.as_ref());
    value
        .zip(known)
        .is_some_and(|(value, known)| known.iter().any(|one| (one - value).abs() < 1e-9))
}

/// Whether a loop of as many attempts stands where a bound model is asked again.
fn is_known_of_attempts(repository: &RepositoryFacts, number: &str) -> bool {
    let Some((count, _)) = number.split_once([' ', '-']).filter(|(_, of)| *of == "attempts") else {
        return false;
    };
    let bound = repository.python.structured_output.iter().filter(|call| !call.in_tests);
    let asked_again: Vec<&StructuredOutputFact> =
        bound.filter(|call| call.live != Some(false) && call.retry == Some(true)).collect();
    done(&repository.python, Practice::Attempts).iter().any(|attempts| {
        let there = |call: &&StructuredOutputFact| call.place.file == attempts.place.file;
        attempts.live && attempts.by == count && asked_again.iter().any(there)
    })
}

/// That another library does what one is said to do that the repository does not have.
pub(in super::super) fn by_another(asked: Asked<'_>) -> Option<Verdict> {
    let modules = unimported(asked)?;
    super::super::tools::libraries::other_library(asked.repository, asked.text, modules)
}

/// The modules of a library that is said to do what another one does, if nothing imports it.
/// Another part of the sentence may name it, where its own part names none.
fn unimported(asked: Asked<'_>) -> Option<&'static [&'static str]> {
    let Asked { kind, text, sentence, repository } = asked;
    let by_library = matches!(
        kind,
        ClaimKind::PdfText | ClaimKind::PdfImages | ClaimKind::SyntaxTree | ClaimKind::GitHistory
    );
    let imports = &repository.python.imports;
    if !by_library {
        return None;
    }
    let own = libraries::named(text);
    let named = if own.is_empty() { libraries::named(sentence) } else { own };
    let missing = named.into_iter().find(|(_, modules)| {
        !imports.iter().any(|import| libraries::is_of(&import.module, modules))
    });
    missing.map(|(_, modules)| modules).filter(|modules| !modules.is_empty())
}

/// Whether a name ends or begins as those of classes do, and not of products and persons.
fn is_class(name: &str) -> bool {
    const PARTS: [&str; 12] = [
        "Base", "Model", "Opinion", "State", "Schema", "Result", "Error", "Visitor", "Manager",
        "Engine", "Config", "Output",
    ];
    words::is_camel(name) && PARTS.iter().any(|part| name.starts_with(part) || name.ends_with(part))
}
