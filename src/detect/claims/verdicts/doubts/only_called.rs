//! What the tools are said to tell of others' code and pictures, beside the call that alone was seen.

use super::super::tools::practices;
use super::super::{Asked, Verdict, done, is_read_whole};
use crate::detect::claims::wording::tools::libraries;
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimStatus::{Contradicted, Undecided};
use crate::domain::facts::{ClaimKind, CloneFact, Practice, PracticeFact, RepositoryFacts};
use std::sync::LazyLock;

/// That something is told of the code that is parsed: the call that parses it shows nothing of that.
static TOLD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:verif(?:y|ies|ied|ying)|confirm(?:s|ed|ing)?|detect(?:s|ed|ing|ion)?|flag(?:s|ged)?|checks?|identif(?:y|ies|ied|ying)|",
        r"count(?:s|ed|ing)?|distinguish\w*|prov(?:es?|ing)|classif\w+|recogni[sz]e[sd]?|finds?|locat(?:es?|ing)|determin(?:es?|ing)|",
        r"penali[sz]\w+|verification|enhanced|expanded|extended)\b",
    ))
});

/// That certain code is looked for, wherever in the sentence.
static SOUGHT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\blook(?:s|ing)? for\b|\bfor (?:[\w-]+ ){1,3}detection\b",
        r"|\b(?:detect(?:s|ing)?|flag(?:s|ging)?|identif(?:y|ies|ying)|find(?:s|ing)?)\b[^.;]{0,60}(?:StateGraph\b|\badd_(?:edge|node)|operator\.|\beval\b|os\.system)",
    ))
});

/// That kinds of code are told apart, wherever in the sentence.
static APART: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:distinguish|differentiat|discern)\w*\b|\btell(?:s|ing)?\b[^.;]{0,60}\bapart\b",
    )
});

/// That it is told what becomes of failures, and not that something is read.
static FAILURES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:failures?|exceptions?|errors?) (?:in|within|while|when|during|of)\b|\bextraction (?:artifacts?|artefacts?|noise|errors?|failures?)\b",
    )
});

/// That several judges are given one and the same evidence.
static SAME_EVIDENCE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(concat!(
        r"(?i)\b(?:analy[sz]|evaluat|receiv|review|examin|read|process|get|see|judg|assess|approach|given|deliberat)\w* (?:on |over )?",
        r"(?:exactly )?(?:the )?(?:very |exact |exactly the )?(?:same|identical) (?:\w+ ){0,2}(?:evidence|facts|artifacts?)\b",
    ))
});

/// That the prompts of the judges ask for something.
static ASKED_BY_PROMPTS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:required|instructed|told|forced|directed|made|asked|designed|prompted) (?:by|in|through|via) (?:their|its|the|each) (?:own )?(?:system )?prompts?\b",
    )
});

/// That pictures are understood.
static UNDERSTOOD: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:classif\w+|analy[sz]\w+|verif\w+|interpret\w*|recogni[sz]\w+|describ\w+|assess\w*)\b",
    )
});

/// That a report is not printed.
static PRINTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:rather than|instead of|not|never|without)\b[^.;]{0,32}\b(?:print(?:s|ed|ing)?|console|stdout|terminal)\b",
    )
});

/// What only tells which pictures a PDF has.
const LISTS: [&str; 2] = ["get_images", "/XObject"];

/// Names by which a picture is taken out of a PDF, or a page is made one.
const TAKES: [&str; 14] = [
    "_data",
    "get_data",
    "getData",
    "extract_image",
    "get_pixmap",
    "Pixmap",
    "convert_from_path",
    "convert_from_bytes",
    "to_image",
    "get_page_images",
    "get_pictures",
    "images",
    "pictures",
    "pdfimages",
];

/// What is left open of a claim that `shown` supports as far as a call is there.
pub(in super::super) fn open(asked: Asked<'_>, shown: &Verdict) -> Option<Verdict> {
    let Asked { kind, text, sentence, repository } = asked;
    if kind == ClaimKind::PdfText && FAILURES.is_match(sentence) {
        let fact = format!("{}, and what becomes of its failures was not examined", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    if kind == ClaimKind::PdfText {
        return undeclared(repository, shown);
    }
    if kind == ClaimKind::SyntaxTree
        && [(&*TOLD, text), (&APART, sentence), (&SOUGHT, sentence)]
            .iter()
            .any(|(words, part)| words.is_match(part))
    {
        let fact = format!("{}, and what is told by it was not followed", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    if kind == ClaimKind::MarkdownReport && PRINTED.is_match(sentence) {
        let named = repository.vocabulary.as_ref().is_some_and(|words| words.names("print"));
        let fact = format!("{}, and what `print` shows was not followed", shown.fact);
        return named.then(|| Verdict::of(Undecided, fact, &shown.places));
    }
    if matches!(kind, ClaimKind::Roles | ClaimKind::DistinctPersonas | ClaimKind::FanIn) {
        let what = if ASKED_BY_PROMPTS.is_match(sentence) {
            "what the prompts ask of them"
        } else if SAME_EVIDENCE.is_match(sentence) {
            "whether all of them are given the same evidence"
        } else {
            return None;
        };
        let fact = format!("{}, and {what} was not followed", shown.fact);
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    if kind == ClaimKind::GitHistory {
        return shallow(repository, text);
    }
    if kind == ClaimKind::PdfImages { pictures(repository, text, shown) } else { None }
}

/// What is left open of PDFs where no manifest brings a library that reads them.
fn undeclared(repository: &RepositoryFacts, shown: &Verdict) -> Option<Verdict> {
    let found = done(&repository.python, Practice::PdfText);
    let root = |fact: &PracticeFact| fact.by.split('.').next().unwrap_or_default().to_owned();
    let brought =
        |fact: &PracticeFact| libraries::in_manifest(repository, &root(fact)) != Some(false);
    let first = found.first().filter(|_| !found.iter().any(|fact| brought(fact)))?;
    let fact = format!("{}, and no manifest names `{}`", shown.fact, root(first));
    Some(Verdict::of(Undecided, fact, &shown.places))
}

/// What is left open of pictures that are only listed, or that nothing was seen to look at.
fn pictures(repository: &RepositoryFacts, text: &str, shown: &Verdict) -> Option<Verdict> {
    let python = &repository.python;
    let found = done(python, Practice::PdfImages);
    let named = |name: &&str| repository.vocabulary.as_ref().is_none_or(|words| words.names(name));
    if found.iter().all(|fact| LISTS.contains(&fact.by.as_str())) && !TAKES.iter().any(named) {
        let by = found.first().map_or("get_images", |fact| fact.by.as_str());
        let fact = format!(
            "`{by}` is where the pictures of a PDF are listed, and nothing was recognised that takes one out"
        );
        return Some(Verdict::of(Undecided, fact, &shown.places));
    }
    let looks = |fact: &&PracticeFact| fact.live && looks_at_pictures(fact);
    let unseen = !done(python, Practice::AsksModel).iter().any(looks);
    (unseen && UNDERSTOOD.is_match(text)).then(|| {
        let fact = format!("{}, and no model was recognised that is asked about them", shown.fact);
        Verdict::of(Undecided, fact, &shown.places)
    })
}

/// Whether a function that asks a model is of pictures, by its name or its file's.
fn looks_at_pictures(fact: &PracticeFact) -> bool {
    practices::is_of_pictures(fact) || practices::names_pictures(&fact.by)
}

/// That more than the last commit is told of.
static PROGRESS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:progress\w*|patterns?|(?:full|whole|entire|complete) (?:commit |git )?history|(?:every|all|each) commits?|commit (?:counts?|frequency|timestamps))\b",
    )
});

/// Names by which the rest of a history is fetched, or a folder of one's own is read instead of a clone.
const ELSEWHERE: [&str; 7] =
    ["unshallow", "--unshallow", "deepen", "is_dir", "isdir", "exists", "is_local"];

/// The history that is read where every clone of the program fetches one commit alone.
fn shallow(repository: &RepositoryFacts, text: &str) -> Option<Verdict> {
    let ours = repository.python.clone.iter();
    let ours: Vec<&CloneFact> =
        ours.filter(|clone| !clone.in_tests && clone.live != Some(false)).collect();
    if ours.is_empty() || !ours.iter().all(|clone| clone.depth == Some(1)) {
        return None;
    }
    let whole = repository
        .vocabulary
        .as_ref()
        .is_some_and(|words| !ELSEWHERE.iter().any(|name| words.names(name)));
    let certain = whole && PROGRESS.is_match(text) && is_read_whole(repository);
    let status = if certain { Contradicted } else { Undecided };
    let fact = format!(
        "`{}` fetches one commit alone of a remote repository, so that a reading of what it cloned finds no other",
        ours[0].method
    );
    let history = done(&repository.python, Practice::GitHistory);
    let places =
        ours.iter().map(|clone| &clone.place).chain(history.iter().map(|fact| &fact.place));
    Some(Verdict::of(status, fact, places))
}
