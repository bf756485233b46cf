//! Looks for instructions to the grader in every channel of a submission.

use super::{Channel, Finding, scan, scan_undisguised};
use crate::domain::exhibit::repository::RepoExhibit;
use crate::domain::facts::{
    DocumentFacts, FigureFacts, InjectionFact, InjectionFacts, Place, is_lock_file,
};
use std::collections::BTreeSet;

/// Most findings that are stated of one artifact; one is enough to look.
const STATED: usize = 100;

/// The instructions in the files, messages and names of a repository.
///
/// `branches` and `tags` are the names of all that the repository has.
#[must_use]
pub fn in_repository(
    exhibit: &RepoExhibit,
    branches: &[String],
    tags: &[String],
) -> InjectionFacts {
    let mut facts = Vec::new();
    for source in &exhibit.sources {
        let text = source.text();
        let channel = channel_of(&source.path);
        let name = source.path.rsplit('/').next().unwrap_or_default();
        let scan = if is_lock_file(name.as_bytes()) { scan_undisguised } else { scan };
        for finding in scan(&text, channel) {
            let line = |at: usize| {
                let count = text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n');
                u32::try_from(count.count() + 1).unwrap_or(u32::MAX)
            };
            let (first, last) = (line(finding.range.start), line(finding.range.end));
            facts.push(state(
                finding,
                channel,
                Place::lines(&source.path, &source.blob, first, last),
            ));
        }
    }
    for commit in &exhibit.commits.commits {
        let place = Place::Commit { id: commit.id.clone() };
        facts.extend(stated(&commit.message, Channel::CommitMessage, &place));
    }
    let mut known = BTreeSet::new();
    for commit in &exhibit.commits.commits {
        for name in [&commit.author.name, &commit.author.email] {
            if known.insert(name.as_str()) {
                let place = Place::Commit { id: commit.id.clone() };
                facts.extend(stated(name, Channel::AuthorName, &place));
            }
        }
    }
    for entry in &exhibit.tree.entries {
        if channel_of(&entry.path) != Channel::Test {
            let place = Place::Tree { scope: entry.path.clone() };
            facts.extend(stated(&entry.path, Channel::FileName, &place));
        }
    }
    for (names, channel, what) in
        [(branches, Channel::Branch, "branch"), (tags, Channel::Tag, "tag")]
    {
        for name in names {
            let place = Place::Tree { scope: format!("{what} {name}") };
            facts.extend(stated(name, channel, &place));
        }
    }
    limited(facts)
}

/// The instructions in the text of a report, seen and unseen, and in what its file says of itself.
#[must_use]
pub fn in_document(document: &DocumentFacts) -> InjectionFacts {
    let mut facts = Vec::new();
    for page in &document.pages {
        let place = Place::Page { page: page.number };
        facts.extend(stated(&page.text, Channel::ReportText, &place));
    }
    for hidden in &document.hidden_text {
        let place = Place::Page { page: hidden.page };
        facts.extend(stated(&hidden.text, Channel::HiddenText, &place));
    }
    for (_, value) in &document.metadata {
        facts.extend(stated(value, Channel::Metadata, &Place::Report));
    }
    limited(facts)
}

/// The instructions in the labels and captions of a report's figures.
#[must_use]
pub fn in_figures(figures: &FigureFacts) -> InjectionFacts {
    let mut facts = Vec::new();
    for figure in &figures.figures {
        let place = Place::Page { page: figure.page };
        let words = figure.labels.join("\n");
        facts.extend(stated(&words, Channel::FigureLabel, &place));
        let caption = figure.caption.as_deref().unwrap_or_default();
        facts.extend(stated(caption, Channel::FigureLabel, &place));
    }
    limited(facts)
}

fn stated(text: &str, channel: Channel, place: &Place) -> Vec<InjectionFact> {
    scan(text, channel).into_iter().map(|one| state(one, channel, place.clone())).collect()
}

fn state(finding: Finding, channel: Channel, place: Place) -> InjectionFact {
    InjectionFact {
        certainty: finding.certainty,
        channel,
        place,
        technique: finding.technique,
        excerpt: finding.excerpt,
        language: finding.language.map(str::to_owned),
    }
}

/// The surest first, each once.
fn limited(mut found: Vec<InjectionFact>) -> InjectionFacts {
    found.sort_by(|a, b| b.certainty.cmp(&a.certainty).then_with(|| a.cmp(b)));
    found.dedup();
    let total = u32::try_from(found.len()).unwrap_or(u32::MAX);
    found.truncate(STATED);
    InjectionFacts { found, total }
}

/// What a file's text is, by its path.
#[must_use]
pub fn channel_of(path: &str) -> Channel {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let tried = |part: &str| {
        part.split(['_', '-', '.']).any(|word| {
            matches!(
                word,
                "test"
                    | "tests"
                    | "testing"
                    | "testdata"
                    | "fixture"
                    | "fixtures"
                    | "mock"
                    | "mocks"
                    | "spec"
                    | "specs"
                    | "injection"
                    | "adversarial"
                    | "redteam"
                    | "attacks"
            )
        })
    };
    let is_code = ending != "spec" && (folders.split('/').any(tried) || tried(name));
    if is_code {
        return Channel::Test;
    }
    match ending {
        "md" | "markdown" | "mdx" | "rst" | "txt" | "adoc" | "org" | "tex" | "html" | "htm"
        | "" => Channel::Text,
        _ => Channel::Source,
    }
}
