//! Sentences that name a term and say nothing of how it is done.

use super::{OF_COURT, cites};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// Words after a term that end a sentence without saying anything of it: `the fan-in pattern.`
const FEW: usize = 3;

/// What makes a term the means to something else, right before it: `We built the court using `.
static MEANS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\b(?:using|with|via|through|applying|leveraging|by means of|implements?|employs|features|exhibits|supports)\s(?:[\w-]+[\s/]+){0,3}\W?$",
    )
});
/// A picture that is said to show something.
static SHOWN: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)^\W*(?:the |this |our |above |below |following )*(?:[\w-]+ ){0,2}(?:diagram|figure|image|picture|chart)\b",
        r"[\w .:()-]{0,30}\b(?:shows?|depicts?|illustrates?|displays?|includes?|contains?)\b",
    ))
});
/// What begins a clause that tells how.
static HOW: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:because|so that|such that|by [a-z]+ing|which|where|when|while|before|after|then|until|once|each|how|",
        r"in order to|split\w*|meets?|converg\w*|from [\w ,-]{1,60} (?:in)?to|merg(?:es?|ed)|waits?|reducers?)\b",
    ))
});

/// What a whole list is denied by that the term stands in, and not only what comes right behind it.
static LACKED: LazyLock<Phrase> =
    LazyLock::new(|| Phrase::over_lines(r"(?i)\b(?:lacks?|lacked|lacking)\b[^.;:]*$"));
/// What ends such a list: what follows says something else.
static TURNS: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\b(?:lacks?|lacked|lacking)\b.*\b(?:but|so|because|which|until|while|whereas|however|thus|hence|therefore|now|by|is|are|was|were)\b",
    )
});

/// Whether a sentence names the term in a list of what somebody lacks.
pub(super) fn lacked(term: &Phrase, said: &str) -> bool {
    let before = term.find(said).map_or("", |found| &said[..found.start]);
    LACKED.is_match(before) && !TURNS.is_match(before)
}

/// What stands before a term that is only searched for.
static SEARCHED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?is)\b(?:search\w*|keywords?|look(?:s|ed|ing)? for|scan(?:s|ned|ning)? for|grep\w*)\b.*",
        r"\b(?:keywords?|terms?|phrases?|words)\b\W{0,3}(?:e\.?g\.?|i\.?e\.?|such as|like|including)[^)]*$",
    ))
});
/// The same before a term in quotation marks.
static SEARCHED_QUOTED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?is)\b(?:search(?:es|ed|ing)? (?:\w+ ){0,3}for|keywords?|look(?:s|ed|ing)? for|",
        r"scan(?:s|ned|ning)? (?:\w+ ){0,3}for|grep\w*|(?:search|anchor|index|rubric) (?:terms?|phrases?|words?))\b.*(?u:[\x22“‘'`])(?:[\w-]+ ?/ ?)?$",
    ))
});
/// What begins a list of what a tool looks for in others' code: `AST-based inspection verifies patterns (`.
static SOUGHT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:ast|tree|pars(?:er|ers|ing)|inspect(?:or|ion)|analy(?:zer|ser|sis)|detectives?|repo ?investigator|doc ?analyst|vision ?inspector|",
        r"tools?|agents?|auditor|scanners?|visitors?|checks?|it)\b(?u:[^.;:()])*\b(?:verif(?:y|ies)|detects?|checks?(?: for)?|looks? for|",
        r"search(?:es)? for|scans? for|seeks?|flags?|identif(?:y|ies)|finds?|recogni[sz]es?|tests? for)\b(?u:[^.;:()])*[:(][^.;:()]*$",
    ))
});

/// Whose presence alone is looked for, right before the term: `Detects the presence of `.
static PRESENCE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(concat!(
        r"(?i)\b(?:detects?|detecting|verif(?:y|ies|ying)|confirms?|confirming|confirmation|verification|checks?(?: for)?|flags?|looks? for|identif(?:y|ies))",
        r" (?:of )?(?:the )?(?:presence|existence|use|usage|absence) of (?:[\w.-]+ ){0,3}\W*$",
    ))
});

/// Whether the term is only an example of what is searched for, or stands in a list of what a tool looks for, which
/// tells nothing of how it is done.
pub(super) fn sought(term: &Phrase, said: &str) -> bool {
    let Some(found) = term.find(said) else { return false };
    let before = &said[..found.start];
    let is_presence = PRESENCE.is_match(before) && !HOW.is_match(&said[found.end..]);
    if is_presence || SEARCHED.is_match(before) || SEARCHED_QUOTED.is_match(before) {
        return true;
    }
    let end = said[found.end..].find(['.', ';', ')', ':']).map_or(said.len(), |at| found.end + at);
    let begin = said[..found.start].rfind(['(', ':']).map_or(0, |at| at + 1);
    let list = &said[begin..end];
    list.contains(',') && SOUGHT.is_match(before) && !HOW.is_match(list)
}

/// Whether a sentence only names the term: as the means to something else, or among what a picture shows.
pub(super) fn only(term: &Phrase, said: &str) -> bool {
    let Some(found) = term.find(said) else { return false };
    let (before, after) = (&said[..found.start], &said[found.end..]);
    let is_means = after.split_whitespace().count() <= FEW && MEANS.is_match(before);
    !HOW.is_match(said) && ((is_means && !cites(said)) || SHOWN.is_match(said))
}

/// What makes a term an example of what others do.
static EXAMPLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)\b(?:patterns?|constructs?|concepts?|techniques?|features?|mechanisms?|structures?|primitives?|topologies|workflows?|styles?),? (?:such as|like|including|e\.g\.,?)\s(?:[\w-]+(?:,\s|\sand\s|\sor\s|,\sand\s)){0,4}\W?$",
    )
});
/// Whether a sentence that says nothing of the court ends with a list of examples, of which the term is one.
pub(super) fn exemplified(term: &Phrase, said: &str) -> bool {
    /// Most words of one of them.
    const MEMBER: usize = 3;
    let Some(found) = term.find(said) else { return false };
    let (before, after) = (&said[..found.start], said[found.end..].trim_end_matches('.'));
    let mut members = after.split(',').flat_map(|part| part.split(" and "));
    EXAMPLE.is_match(before)
        && members.all(|member| member.split_whitespace().count() <= MEMBER)
        && !OF_COURT.is_match(before)
        && !HOW.is_match(after)
        && !cites(said)
}

/// A title of a figure, behind its number.
static OF_FIGURE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::over_lines(
        r"(?i)^\W*(?:[0-9]+(?:\.[0-9]+)*\.?\W+)?(?:[\w-]+ ){0,2}(?:diagram|figure)\b",
    )
});

/// Whether a statement is the title of a figure or says what one shows: what stands in a picture is named there, and a
/// sentence about the matter itself explains it sooner.
pub(super) fn of_figure(said: &str, is_title: bool) -> bool {
    SHOWN.is_match(said) || (is_title && OF_FIGURE.is_match(said))
}

/// Whether all that is said beside the term stands in brackets behind it, as `(Prosecutor against Defense)` does: it
/// names what belongs to it, and not how it is done.
pub(super) fn bracketed(own: &str) -> bool {
    let own = own.trim_matches(|sign: char| !sign.is_alphanumeric() && !"()".contains(sign));
    // The rest of a longer name may stand before them.
    let inner = own.strip_suffix(')').and_then(|own| own.split_once('('));
    let inner = inner.filter(|(name, _)| name.split_whitespace().count() <= 1);
    inner
        .map(|(_, inner)| inner)
        .is_some_and(|inner| !inner.contains(['(', ')']) && !HOW.is_match(inner))
}

#[cfg(test)]
mod tests {
    use super::super::{Statements, explanation};
    use super::*;
    use crate::detect::document::numbered;

    #[test]
    fn a_sentence_on_the_matter_explains_sooner_than_the_title_of_its_figure() {
        let figure = "2.3 Diagram: The Graph with Branches and Synchronization\n\nThe diagram below depicts the graph with parallel branches of detectives and judges, synchronization nodes and the edges of the court.\n\n";
        let matter = "The aggregator merges what the detectives return. This node is the synchronization point: it waits for all parallel branches before a judge is heard.\n\n";
        let told = |text: &str| {
            let best = explanation(&Statements::of(&numbered(&[text])), &["synchronization"]).0;
            best.filter(|one| one.substantive).map(|one| one.sentence)
        };
        for text in [format!("{figure}{matter}"), format!("{matter}{figure}")] {
            let told = told(&text).expect("it is explained");
            assert!(!told.contains("Diagram"), "{told}");
        }
        // Where nothing else explains it, what the figure is said to show stays.
        assert!(told(figure).is_some());
    }

    #[test]
    fn what_is_missing_asked_or_a_label_explains_nothing() {
        let explains = |text: &str, term: &str| {
            let uses = super::super::concept(&Statements::of(&numbered(&[text])), term);
            assert!(!uses.is_empty(), "{text}");
            uses.iter().any(|one| one.substantive)
        };
        for (text, term) in [
            (
                "Gap: No labeled diagram exists showing both fan-out/fan-in layers, with detectives and judges in parallel before the aggregator node.",
                "fan-in",
            ),
            (
                "Metacognition is referenced but not given its own section, where each judge and the chief justice would be compared.",
                "metacognition",
            ),
            (
                "It asks: does the report mention fan-out with edges and nodes that run in parallel, or just as a buzzword?",
                "fan-out",
            ),
            (
                "The tool keyword_search() finds anchor terms (\"Dialectical Synthesis\", \"Fan-In / Fan-Out\", \"Metacognition\") by scanning each chunk before judges are called.",
                "fan-out",
            ),
            (
                "Judicial opinions (Dialectical Tension)\n● Defense: the nodes run in parallel and merge their evidence by reducers.\n",
                "dialectical",
            ),
            (
                "Rubric Impact: Metacognition & Synthesis File: src/graph.py Action: add a node that merges what each judge returns.",
                "metacognition",
            ),
            (
                "What is required is a lightweight mechanism to compose functions into complex workflows, supporting coordination patterns such as fan-out, fan-in, and conditional branching. To address this gap, cloud providers have introduced functions, which augment each model with durable execution control by snapshots when it waits.",
                "fan-in",
            ),
            (
                "The court.\n\n• Dialectical Synthesis (Prosecutor vs Defense vs Tech Lead)\n",
                "dialectical",
            ),
        ] {
            assert!(!explains(text, term), "{text}");
        }
        for (text, term) in [
            (
                "Fan-in is wired by edges from each judge to one node, which merges what they return; no branch exists that skips it.",
                "fan-in",
            ),
            (
                "It supports coordination patterns such as fan-out and fan-in. These are wired by edges from each judge to one node, which merges what they return.",
                "fan-in",
            ),
            (
                "The judges run in parallel branches and one node merges what they return, by patterns such as fan-in.",
                "fan-in",
            ),
            (
                "The opinions (Dialectical Synthesis) are merged by the chief justice node, which resolves conflicts when judges differ.",
                "dialectical",
            ),
        ] {
            assert!(explains(text, term), "{text}");
        }
    }

    #[test]
    fn what_detects_that_others_have_it_only_searches_for_it() {
        let term = Phrase::new(r"(?i)\breducers\b");
        for (said, expected) in [
            (
                "Detects the presence of reducers (e.g., operator.add) for safe parallel merging.",
                true,
            ),
            ("Verification of the use of typed reducers in parallel nodes.", true),
            ("It verifies the use of reducers, which merge what parallel nodes return.", false),
            (
                "In the presence of reducers such as operator.add parallel nodes lose nothing.",
                false,
            ),
            ("It detects conflicts by reducers.", false),
        ] {
            assert_eq!(sought(&term, said), expected, "{said}");
        }
    }
}
