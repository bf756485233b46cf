//! Which sentences say something whole of their author's work, so that they can be held against it.

use super::super::bench::prompts;
use super::super::classes::{fields, handed_on};
use super::super::graph::gates;
use super::super::names::rubric;
use super::super::page::items;
use super::super::tools::versions;
use super::prompted;
use crate::detect::claims::{verdicts, words};
use crate::detect::phrase::Phrase;
use crate::domain::facts::ClaimKind;
use std::sync::LazyLock;

/// Verbs that state something of a thing that is named before them.
const STATES: &str = concat!(
    r"(?i)(?:[a-z0-9)`]|\bwe) (?:\w+ ){0,4}(?:is|are|has|have|exists?|uses?|runs?|execut\w+|calls?|binds?|bound|returns?|enforces?|load(?:s|ed)?|reads?|serves|",
    r"fans?|launch\w*|inherits?|extends?|avoids?|appl(?:y|ies)|produc\w+|merg\w+|clon\w+|defin\w+|handles?|appends?|adds?|",
    r"implements?|rout\w+|works?|operat\w+|contains?|includes?|employs?|utili[sz]es?|relies|rely|never|no|",
    r"documents?|records?|writes?|invokes?|creates?|triggers?|computes?|takes?|generates?|rejects?|averages?|synthesi[sz]e[sd]|re-?(?:evaluates?|examines?|reads?|assesses|weighs?|considers?)|caps|overrides|mandate[sd]|explains|summari[sz]es|details|captures|preserves|deliberat\w+|identif(?:y|ies)|visits?|walks?|parses?|parsed|extracts?|ingests?|carries)\b|\bvariance ?(?:>|≥|over |above |of )? ?[0-9] (?:requires|triggers|forces)\b|",
    r"\b(?:flaws|issues|vulnerabilities|violations|findings|rules|facts|markers|risks) (?:[\w-]+ ){0,4}?(?:cap|override) (?:the|all|any|every|each|scores?|overall|final|maximum|other)\b",
);

static STATES_SOMETHING: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(STATES));

/// A label by which a line says in which file something is.
static CITES: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(r"^\W*(?:Code|Source|Implementation) [Rr]eferences?: ?`?[\w/-]+\.py`?::\w")
});

/// Whether the line does nothing but cite sources by what is in them.
pub(in crate::detect::claims) fn is_citation(sentence: &str) -> bool {
    CITES.is_match(sentence)
}

/// How an author tells which library was chosen.
const CHOSEN: &str = concat!(
    r"(?i)^[^A-Za-z]*(?:our )?(?:choice|chosen|decision|selected)(?: \w+)?: |\bwe (?:have )?(?:implemented|chose|built|adopted|",
    r"selected|integrated|utili[sz]ed)\b",
);

/// Verbs that open a line which says of the thing above it what that does.
const OPENS_WITH_VERB: &str = concat!(
    r"^[^A-Za-z]*(?:Uses|Runs|Executes|Calls|Binds|Returns|Enforces|Loads|Reads|Clones|Merges|Applies|Produces|Implements|",
    r"Routes|Employs|Utili[sz]es|Writes|Invokes|Creates|Rejects|Never|Averages|Inherits|Extends|Launches|Generates|Synthesi[sz]es) ",
);

static BEGINS_WITH_VERB: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(OPENS_WITH_VERB));
/// A source that is the subject of what is said of it, also where a column breaks its name; a row may end in a mark
/// for it.
static OF_A_FILE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"^(?:[\w-]+/)+[\w-]+ ?\.py`? (?:uses|calls|runs|binds|clones|applies|implements|enforces|defines|contains|declares|loads|reads)\b.*[.)](?: [+-][0-9])?$",
    )
});

static LISTED: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(r"^\s*[0-9]{1,2}[.)]\s"));
static IS_CHOSEN: LazyLock<Phrase> = LazyLock::new(|| Phrase::new(CHOSEN));

/// Words by which what a colon opens need not be said of the code. Detectives, rules and denials may be what it is about.
static WISHED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(&format!(
        r"(?i)\b(?:{}|whether|looks? for|detects?|verif(?:y|ies)|scores?|charges?)\b",
        items::WISHED
    ))
});
/// Fewest words of a sentence that a colon ends; fewer are a label.
const MORE_THAN_LABEL: usize = 6;

/// Whether the sentence states something and goes over into what shows it: a list, a figure, code.
fn opens_what_shows_it(sentence: &str) -> bool {
    sentence.ends_with(':')
        && sentence.split_whitespace().count() >= MORE_THAN_LABEL
        && STATES_SOMETHING.is_match(sentence)
        && !WISHED.is_match(sentence)
}

/// Most letters of a name that is no sign of a sentence's beginning.
const SHORT: usize = 5;

/// Whether the sentence is whole and speaks of the author's own work, so that it can be held against its
/// author: a cell of a table or the rest of a line may belong to a demand, a plan or a quotation. `head` introduces
/// the list that it is an item of.
pub(in crate::detect::claims) fn is_whole(
    kind: ClaimKind,
    sentence: &str,
    head: Option<&str>,
) -> bool {
    let ends = sentence.trim_end_matches(['"', '”', ')', ' ']).ends_with(['.', '!', ';', ':']);
    // A row of a table may be of something in general.
    if kind == ClaimKind::Values && !ends && !items::is_item(sentence) {
        return false;
    }
    if kind == ClaimKind::Versions {
        return versions::is_whole(sentence);
    }
    // What these take for a claim is whole by itself.
    if matches!(
        kind,
        ClaimKind::Prompts
            | ClaimKind::Values
            | ClaimKind::BaseCheck
            | ClaimKind::Aggregation
            | ClaimKind::SharedEvidence
    ) || (kind == ClaimKind::ConditionalEdges && ends && gates::gate(sentence).is_some())
    {
        return true;
    }
    // What these are read from is a whole statement, also where a name in small letters begins it.
    let of_field = || kind == ClaimKind::ClassFields && fields::field(sentence).is_some();
    if ends && (matches!(kind, ClaimKind::Cloning | ClaimKind::Avoidance) || of_field()) {
        return true;
    }
    let changed = || rubric::is_changed(sentence);
    if (kind == ClaimKind::Contents && !head.is_some_and(items::is_wish))
        || (kind == ClaimKind::RubricFile && ends && changed())
        || (kind == ClaimKind::Definitions && !handed_on::steps(sentence).is_empty())
    {
        return true;
    }
    let sentence = &*prompted::without_origin(sentence);
    // The number of an item of a list is no part of what it says.
    let begins = LISTED.find(sentence).map_or(sentence, |number| &sentence[number.end..]);
    let begins =
        begins.trim_start_matches(|letter: char| !letter.is_alphanumeric() && letter != '.');
    let stopped = sentence.trim_end_matches(['"', '”', ' ']).ends_with(['.', '!'])
        || opens_what_shows_it(sentence.trim_end());
    // What follows a bullet goes on with the words that introduce it.
    let lead = items::introduced(head).unwrap_or_default();
    let goes_on = !lead.is_empty() && items::is_whole(sentence, head);
    // A name in code begins a sentence as it is written.
    let named = words::first(begins).is_some_and(|name| {
        begins.starts_with(name) && words::is_snake(name) && name.len() > SHORT
    });
    (((begins.starts_with(|first: char| first.is_uppercase()) || named) && stopped)
        || OF_A_FILE.is_match(begins)
        || items::is_whole(sentence, head))
        && (STATES_SOMETHING.is_match(sentence)
            || (BEGINS_WITH_VERB.is_match(sentence) && (stopped || goes_on))
            || (goes_on && lead.ends_with(" used:"))
            || (kind == ClaimKind::Averaging && stopped && begins.starts_with("No "))
            || matches!(
                kind,
                ClaimKind::Weights
                    | ClaimKind::SchemeCheck
                    | ClaimKind::CommitCount
                    | ClaimKind::Sizes
            )
            || (kind == ClaimKind::Prompts && prompts::is_one(sentence))
            || (kind == ClaimKind::TypedClasses && verdicts::calls_a_class_pydantic(sentence))
            || (kind == ClaimKind::Libraries
                && (IS_CHOSEN.is_match(sentence) || sentence.contains("ejected because"))))
}
