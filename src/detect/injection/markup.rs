//! What a page's markup hides, and verdicts that were written for the judges.

use super::fold::Folded;
use super::passage::Passage;
use super::{Certainty, Channel, Finding, Technique};
use crate::detect::phrase::Phrase;
use std::sync::LazyLock;

/// How far before a passage the element may begin that hides it, in bytes.
const BEFORE: usize = 600;

static STYLE: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r#"(?is)(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0+)?\s*[;"']|font-size\s*:\s*[01](?:px|pt|em)?\s*[;"']|color\s*:\s*(?:white|#fff(?:fff)?|transparent)\b)[^>]*>|<[a-z]+[^>]*\shidden[\s>]"#,
    )
});

/// Whether a comment or an unseen element of a page holds a passage.
pub(super) fn hides(text: &str, folded: &Folded, passage: &Passage) -> Option<Technique> {
    let (start, end) =
        (folded.original(passage.folded(0)), folded.original(passage.folded(passage.text.len())));
    let first =
        passage.cues.first().map_or(start, |cue| folded.original(passage.folded(cue.start)));
    let low = (0..=first.saturating_sub(BEFORE)).rev().find(|at| text.is_char_boundary(*at))?;
    let around = text.get(low..end.min(text.len()))?;
    let opened = around.find("<!--").is_some_and(|at| {
        let close = around[at..].find("-->").map_or(around.len(), |close| at + close);
        low + at <= end && low + close >= first
    });
    let linked =
        ["[//]: #", "[comment]:", "[//]:#", "[//]: <>"].iter().any(|mark| around.contains(mark));
    let styled = around.contains('<') && STYLE.is_match(around);
    (opened || linked || styled).then_some(Technique::HiddenMarkup)
}

static VERDICT: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r#"(?is)["']judge["']\s*:\s*["'][^"']{1,40}["'][^{}]{0,300}["']score["']\s*:\s*["']?(?:5|five)\b"#,
    )
});
static ORDERED: LazyLock<Phrase> = LazyLock::new(|| {
    Phrase::new(
        r"(?i)\b(?:output only|reply with exactly|respond with exactly|respond only with|answer with|return only|return exactly|reply only with|output exactly)\b",
    )
});

/// Verdicts with the best score, in the judges' form, where nobody but a judge would write them.
pub(super) fn verdicts(text: &str, channel: Channel, cover: Option<Technique>) -> Vec<Finding> {
    let foreign = match channel {
        Channel::CommitMessage
        | Channel::Branch
        | Channel::Tag
        | Channel::FileName
        | Channel::AuthorName
        | Channel::HiddenText
        | Channel::Metadata
        | Channel::FigureLabel => true,
        Channel::Text | Channel::ReportText => false,
        Channel::Source | Channel::Test => cover.is_some(),
    };
    let possible = foreign || matches!(channel, Channel::Text | Channel::ReportText);
    if !possible || !text.contains("score") {
        return Vec::new();
    }
    let found = VERDICT.all(text).filter(|verdict| {
        let low =
            (0..=verdict.start.saturating_sub(160)).rev().find(|at| text.is_char_boundary(*at));
        let before = &text[low.unwrap_or(0)..verdict.start];
        let is_form = ["example", "schema", "format", "like", "such as", "e.g."]
            .iter()
            .any(|word| before.to_ascii_lowercase().contains(word));
        (foreign || cover.is_some() || ORDERED.is_match(before)) && !is_form
    });
    let certain = foreign && channel != Channel::CommitMessage;
    found
        .take(1)
        .map(|verdict| Finding {
            range: verdict.clone(),
            technique: cover.unwrap_or(Technique::ForgedVerdict),
            certainty: if certain { Certainty::Certain } else { Certainty::Suspected },
            excerpt: text[verdict.clone()]
                .chars()
                .filter(|c| !c.is_control())
                .take(super::EXCERPT)
                .collect(),
            language: None,
        })
        .collect()
}
