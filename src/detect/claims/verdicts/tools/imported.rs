//! Names of libraries that sentences speak of: whether the sources import them.

use super::super::{Asked, Verdict, is_read_whole};
use super::libraries::OPEN;
use crate::detect::claims::words;
use crate::detect::parts::Parts;
use crate::domain::facts::ClaimStatus::{Supported, Undecided};
use crate::domain::facts::{ImportedName, PythonFacts, RepositoryFacts};
use std::sync::LazyLock;

/// What the sources say to a name that they define nowhere and import; nothing where they do not import it.
pub(in super::super) fn told(python: &PythonFacts, name: &str) -> Option<Verdict> {
    let ours = python.imported_names.iter().filter(|one| !one.in_tests && one.own() == name);
    let one = ours.min_by_key(|one| (one.idle, one.unused, one.called.is_none()))?;
    let fact = imported(one);
    let is_used = !one.idle && !one.unused;
    let status = if is_used { Supported } else { Undecided };
    Some(Verdict::of(status, fact, one.called.iter().chain([&one.place])))
}

static OWNED: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(r"\b(?P<owner>[A-Za-z]\w+)(?u:['’])s (?:own |built-in )?`?(?P<name>\w+)(?:\(\))?`?")
});

/// What the sources say to a name that is said to be a library's: that they import it from there, or nothing certain
/// where they import the library alone, as the project's own of that name is another.
pub(in super::super) fn of_library(
    python: &PythonFacts,
    text: &str,
    name: &str,
) -> Option<Verdict> {
    let found = OWNED.captures_iter(text).find(|found| &found["name"] == name)?;
    let owner = &found["owner"];
    let is_it = |module: &str| {
        module.split('.').next().is_some_and(|root| root.eq_ignore_ascii_case(owner))
    };
    let known = |one: &&ImportedName| {
        !one.in_tests && one.own() == name && is_it(one.module()) && !one.idle && !one.unused
    };
    if python.imported_names.iter().any(|one| known(&one)) {
        return told(python, name);
    }
    let ours = python.imports.iter().find(|import| !import.in_tests && is_it(&import.module))?;
    let fact =
        format!("`{name}` is said to be of `{}`, which the audit does not look into", ours.module);
    Some(Verdict::undecided(fact))
}

/// That a name is imported, and what becomes of it.
fn imported(one: &ImportedName) -> String {
    let ImportedName { called, idle, unused, .. } = one;
    let what = if *idle {
        ", in code that nothing that runs uses"
    } else if *unused {
        ", and never used"
    } else if called.is_some() {
        ", and called"
    } else {
        ""
    };
    format!("`{}` is imported from `{}`{what}", one.own(), one.module())
}

/// A part of a library, by its name, that is said to be used, and that nothing else of the library stands for.
static PART: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(concat!(
        r"\b(?:[Ll]ang[Gg]raph(?:(?u:['’])s)? `?(?P<own>Send|Command|interrupts?|RetryPolicy|MemorySaver|SqliteSaver)(?:\(\))?`?(?: API| function| objects?| calls?)? (?:is|are|for|to)\b",
        r"|(?:via|using|uses?|through|with|by|calls?) (?:[Ll]ang[Gg]raph(?:(?u:['’])s)? )?(?:the |a |an |parallel |dynamic )?`?(?P<call>Send|Command|interrupt)(?:\(\)|`? (?:API|objects?)\b)",
        r"|(?:via|using|uses?|through|with|by|calls?) (?:[Ll]ang[Gg]raph(?:(?u:['’])s)? )?(?:the |a |an )?`?(?P<name>RetryPolicy|create_react_agent|RunnableParallel|RecursiveCharacterTextSplitter|PydanticOutputParser|ChatPromptTemplate|NodeVisitor)\b)",
    ))
});

/// The part of a library that the text has used, and that no source names.
pub(super) fn unnamed_part<'t>(repository: &RepositoryFacts, text: &'t str) -> Option<&'t str> {
    let found = PART.captures(text)?;
    let part = ["own", "call", "name"].into_iter().find_map(|way| found.name(way))?.as_str();
    let words = repository.vocabulary.as_ref()?;
    let stem = part.trim_end_matches('s');
    let is_imported = || {
        let mut names = repository.python.imported_names.iter();
        names.any(|one| !one.in_tests && one.own() == stem)
    };
    (!words.names.iter().any(|name| name.starts_with(stem)) && !is_imported()).then_some(part)
}

/// What is left open of what is done by a part of a library that no source names.
pub(in super::super) fn by_what_is_named_nowhere(
    asked: Asked<'_>,
    shown: &Verdict,
) -> Option<Verdict> {
    let Asked { text, sentence, repository, .. } = asked;
    // The part of the sentence that makes the claim has lost its brackets.
    let part = unnamed_part(repository, sentence)?;
    let is_said = words::find(text, part).is_some() && !OPEN.is_match(text);
    // A narrow column may have broken a name of the sources' own.
    let known = |whole: &String| repository.vocabulary.as_ref().is_some_and(|it| it.names(whole));
    let is_joined = words::joined(sentence, part).any(|whole| known(&whole));
    let fact = format!("{}, and no source names `{part}`", shown.fact);
    let at_odds = is_read_whole(repository);
    (is_said && !is_joined)
        .then(|| Verdict { at_odds, ..Verdict::of(Undecided, fact, &shown.places) })
}
