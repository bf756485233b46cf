//! Clones that are said to go into a temporary directory, and to be removed from it.

use super::super::doubts::of_every::EVERYWHERE;
use super::super::{NOT_SEEN, Verdict, done, is_read_whole};
use crate::detect::claims::words;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Supported, Undecided};
use crate::domain::facts::{
    CloneFact, FunctionFact, Lines, Practice, PracticeFact, Remains, RepositoryFacts,
};
use std::sync::LazyLock;

/// Whether clones go into a temporary directory, and what becomes of it where another clause tells that.
pub(in super::super) fn clones_as_said(
    repository: &RepositoryFacts,
    sentence: &str,
    shown: Verdict,
) -> Verdict {
    if shown.status != Supported {
        return shown;
    }
    let ours: Vec<_> = repository.python.clone.iter().filter(|clone| !clone.in_tests).collect();
    removed(repository, sentence, &ours)
        .or_else(|| elsewhere(repository, sentence, &ours))
        .unwrap_or(shown)
}

/// That a clone is an item of a list, of which what stands before it is another.
static AS_AN_ITEM: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)[,;] (?:and )?(?:an? |the )?(?:sandboxed|isolated|temporary|safe|secure) (?:git |repo(?:sitory)? )?(?:clone|cloning)\b",
    )
});

/// What leaves open that the function which a sentence names makes the directory, or that it makes the one of every
/// clone: another function's fact shows neither.
fn elsewhere(
    repository: &RepositoryFacts,
    sentence: &str,
    clones: &[&CloneFact],
) -> Option<Verdict> {
    let python = &repository.python;
    let made = done(python, Practice::TemporaryFolder);
    let inside = |function: &FunctionFact, place: &Lines| {
        function.place.file == place.file
            && (function.place.line..=function.place.end_line).contains(&place.line)
    };
    let named: Vec<&FunctionFact> = python
        .functions
        .iter()
        .filter(|one| words::is_snake(&one.name) && words::find(sentence, &one.name).is_some())
        .collect();
    let api = ["TemporaryDirectory", "mkdtemp"].into_iter().find(|name| sentence.contains(name));
    let does = |function: &&FunctionFact| match api {
        Some(name) => {
            made.iter().any(|fact| fact.by.ends_with(name) && inside(function, &fact.place))
        }
        None => clones.iter().any(|clone| inside(function, &clone.place)),
    };
    let subject = named.first().filter(|_| !AS_AN_ITEM.is_match(sentence));
    if let (Some(function), false) = (subject, named.iter().any(does)) {
        let what = api.map_or("clones".into(), |name| format!("calls `{name}`"));
        let fact = format!("`{}` {NOT_SEEN} {what}", function.name);
        return Some(Verdict::of(Undecided, fact, [&function.place]));
    }
    let around = |fact: &PracticeFact, clone: &CloneFact| {
        clone.live != Some(false)
            && clone.place.file == fact.place.file
            && (clone.place.line..=clone.place.end_line).contains(&fact.place.line)
    };
    let other = made.iter().find(|fact| {
        let by = fact.by.rsplit('.').next().unwrap_or_default();
        api.is_some() && !sentence.contains(by) && clones.iter().any(|clone| around(fact, clone))
    });
    let other = other.filter(|_| EVERYWHERE.is_match(sentence))?;
    // Besides that of a clone a function may make a directory for other things. What `TemporaryDirectory` makes, it
    // removes, and what is left was made otherwise.
    let surely = |clone: &&&CloneFact| {
        let mut here = made.iter().filter(|fact| around(fact, clone));
        let left = clone.remains == Some(Remains::Left) && api == Some("TemporaryDirectory");
        clone.live == Some(true)
            && clone.temporary == Some(true)
            && around(other, clone)
            && (left || api.is_some_and(|api| here.all(|fact| !fact.by.ends_with(api))))
    };
    let certain = ALL_CLONES.is_match(sentence)
        && api.is_some_and(|api| sentence.contains(&format!("tempfile.{api}")))
        && clones.iter().any(|clone| surely(&clone))
        && is_read_whole(repository);
    let status = if certain { Contradicted } else { Undecided };
    let told = format!("`{}` makes the directory of a clone as well", other.by);
    Some(Verdict::of(status, told, [&other.place]))
}

/// That something is so of all that is cloned.
static ALL_CLONES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:all|every|each) (?:[\w-]+ ){0,2}(?:clon(?:e|es|ed|ing)|git operations?|repositor(?:y|ies))\b",
    )
});

/// Whether clones go into a temporary directory.
pub(in super::super) fn clones(repository: &RepositoryFacts, text: &str) -> Verdict {
    let python = &repository.python;
    let made = done(python, Practice::TemporaryFolder);
    // A narrow column breaks long names.
    let whole: String = text.split_whitespace().collect();
    for name in ["TemporaryDirectory", "mkdtemp"] {
        let by = |fact: &&PracticeFact| fact.by.ends_with(name);
        let claimed = whole.contains(&format!("tempfile.{name}"));
        if (claimed || text.contains(name)) && !made.iter().any(by) {
            let fact = format!("no call of `{name}` was found");
            // That of a clone is shown before what is made for something else.
            let clones = python.clone.iter().filter(|clone| !clone.in_tests);
            let clones: Vec<&Lines> = clones.map(|clone| &clone.place).collect();
            let mut other: Vec<_> = made.iter().map(|fact| &fact.place).collect();
            other.sort_by_key(|made| !clones.iter().any(|clone| clone.file == made.file));
            // Where many places do one thing, some may be left out, but none that does another.
            let certain = claimed && !other.is_empty();
            return if certain && is_read_whole(repository) {
                Verdict::of(Contradicted, format!("{fact}, but of `{}`", made[0].by), other)
            } else {
                Verdict::undecided(fact)
            };
        }
    }
    let ours: Vec<_> = python.clone.iter().filter(|clone| !clone.in_tests).collect();
    let otherwise = made_otherwise(repository, &whole, &ours);
    if let Some(verdict) = otherwise.or_else(|| removed(repository, text, &ours)) {
        return verdict;
    }
    let temporary: Vec<_> = ours.iter().filter(|clone| clone.temporary == Some(true)).collect();
    // What fails when it runs, or is gone before it is used, clones into nothing.
    let root = |clone: &CloneFact| clone.method.split('.').rev().nth(1).map(str::to_owned);
    let fails = |clone: &CloneFact| {
        let mut unbound = python.unbound_names.iter();
        clone.remains == Some(Remains::Gone)
            || unbound.any(|one| {
                one.place.file == clone.place.file && Some(&one.name) == root(clone).as_ref()
            })
    };
    if !temporary.is_empty() && temporary.iter().all(|clone| fails(clone)) {
        let fact = format!(
            "`{}` is given a temporary directory, and the clone fails or is gone before it is used",
            temporary[0].method
        );
        return Verdict::of(Undecided, fact, temporary.iter().map(|clone| &clone.place));
    }
    if let Some(first) = temporary.first() {
        let fact = format!("`{}` clones into a temporary directory", first.method);
        if temporary.iter().all(|clone| clone.live == Some(false)) {
            let fact = format!("{fact}, in code that nothing that runs uses");
            return Verdict::of(Undecided, fact, temporary.iter().map(|clone| &clone.place));
        }
        return Verdict::of(Supported, fact, temporary.iter().map(|clone| &clone.place));
    }
    if !ours.is_empty() && ours.iter().all(|clone| clone.temporary == Some(false)) {
        let fact = "every clone goes into a directory that is not temporary";
        return Verdict::of(Contradicted, fact, ours.iter().map(|clone| &clone.place));
    }
    Verdict::undecided("where the clone goes could not be followed")
}

/// That what a clone leaves is removed, whatever happens.
static REMOVED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:is|are|gets?) (?:(?:then|always|automatically|safely|immediately|fully|properly) ){0,2}(?:cleaned[- ]up|deleted|removed|destroyed|disposed|purged|wiped)\b|\b(?:automatic|automated|guaranteed|ensur(?:es?|ing)|proper) (?:and \w+ )?(?:\w+ )?clean-?up (?:even (?:on|if|when)|after)\b|(?:,|\band) (?:(?:then|always|automatically|immediately) )?(?:purged|wiped|deleted|removed|destroyed|cleaned[- ]up) (?:right )?(?:after|once|when)\b",
    )
});

/// Words by which only some of the directories are removed, or by somebody else.
static SOMETIMES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:if|unless|by the|os|operating system|reboot|manual\w*|files?|\.git|(?:on|upon|after|when|in case of) (?:\w+ ){0,3}(?:fail\w*|errors?|timeouts?))\b",
    )
});

/// Whether the directories of clones are removed, where they are said to be.
fn removed(repository: &RepositoryFacts, text: &str, clones: &[&CloneFact]) -> Option<Verdict> {
    if !REMOVED.is_match(text) {
        return None;
    }
    let live: Vec<_> = clones.iter().filter(|clone| clone.live != Some(false)).collect();
    let left = |clone: &&&CloneFact| clone.remains == Some(Remains::Left);
    if live.is_empty() || !live.iter().all(left) {
        let made = done(&repository.python, Practice::TemporaryFolder);
        let mut made = made.into_iter().filter(|fact| fact.live);
        let kept = made.next().filter(|fact| fact.by.ends_with("mkdtemp"))?;
        // What `TemporaryDirectory` makes, it removes.
        if made.any(|fact| !fact.by.ends_with("mkdtemp")) {
            return None;
        }
        let fact = "whether the directory is removed could not be followed";
        return Some(Verdict::of(Undecided, fact, [&kept.place]));
    }
    let sometimes = text.replace("File Systems", "").replace("file systems", "");
    let certain = is_read_whole(repository) && !SOMETIMES.is_match(&sometimes);
    let status = if certain { Contradicted } else { Undecided };
    let fact = "nothing in the sources removes the directory once the clone has succeeded";
    Some(Verdict::of(status, fact, live.iter().map(|clone| &clone.place)))
}

/// Where a clone's directory is said to be made by one function of `tempfile`, and in every function that clones
/// for the program the other one makes it.
fn made_otherwise(
    repository: &RepositoryFacts,
    text: &str,
    clones: &[&CloneFact],
) -> Option<Verdict> {
    let names = ["TemporaryDirectory", "mkdtemp"];
    let mut said = names.into_iter().filter(|name| text.contains(*name));
    let (name, None) = (said.next()?, said.next()) else { return None };
    let live: Vec<_> = clones.iter().filter(|clone| clone.live != Some(false)).collect();
    let makers = |clone: &CloneFact| -> Vec<&PracticeFact> {
        let made = done(&repository.python, Practice::TemporaryFolder).into_iter();
        made.filter(|fact| {
            fact.place.file == clone.place.file
                && (clone.place.line..=clone.place.end_line).contains(&fact.place.line)
        })
        .collect()
    };
    let all: Vec<Vec<&PracticeFact>> = live.iter().map(|clone| makers(clone)).collect();
    let differs = |made: &Vec<&PracticeFact>| {
        !made.is_empty() && made.iter().all(|fact| !fact.by.ends_with(name))
    };
    if all.is_empty() || !all.iter().all(differs) {
        return None;
    }
    let by = all[0][0].by.as_str();
    let fact = format!(
        "the directory of the clone outside unused code is made by `{by}`, not by `{name}`"
    );
    // What another function makes may be handed to it.
    let made = done(&repository.python, Practice::TemporaryFolder);
    let elsewhere = made.iter().any(|fact| fact.live && fact.by.ends_with(name));
    let certain =
        text.contains(&format!("tempfile.{name}")) && is_read_whole(repository) && !elsewhere;
    let status = if certain { Contradicted } else { Undecided };
    Some(Verdict::of(status, fact, all.iter().flatten().map(|fact| &fact.place)))
}
