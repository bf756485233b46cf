//! Probe of the words of an instruction: are they names of the code, or merely mentioned?

mod forbidden;
mod queries;

use super::super::catalogue::gaps;
use super::super::{About, Answer, Ask, Record, Undecided, count, listed};
use crate::detect::modules::MODULES;
use crate::domain::evidence::Finding;
use crate::domain::facts::{
    Hit, Language, Lookup, LookupAnswer, Place, RepositoryFacts, Tests, Unreadable,
};
use crate::domain::reading::Outcome;
use crate::domain::rubric::Artifact;
use crate::domain::score::Confidence;
use serde::Deserialize;

/// How much of the point is granted for a word that a text mentions and no code names.
const MENTIONED: f64 = 0.5;
/// Most places that are shown.
const SHOWN: usize = 5;

/// Whether the code names one of these terms.
#[derive(Deserialize)]
#[serde(try_from = "Written")]
pub(in super::super) struct Term {
    names: Vec<Name>,
    or_like: bool,
    /// Whether the code must not name them.
    absent: bool,
    /// Whether finding them decides nothing.
    unsettled: bool,
}

/// The parameters as a rubric writes them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    names: Vec<String>,
    #[serde(default)]
    or_like: bool,
    #[serde(default)]
    absent: bool,
    #[serde(default)]
    unsettled: bool,
}

/// A term as it is looked for.
struct Name {
    written: String,
    /// What has to stand before it in code.
    module: Option<String>,
    /// What the name in code has to match.
    pattern: String,
    called: bool,
    /// Whether it is a name, or words that make one, and not an expression or a sign.
    is_plain: bool,
    /// What a line has to match that mentions it.
    mention: String,
}

impl TryFrom<Written> for Term {
    type Error = String;
    fn try_from(written: Written) -> Result<Self, String> {
        let Written { names, or_like, absent, unsettled } = written;
        let names: Vec<Name> = names.iter().filter_map(|name| Name::of(name)).collect();
        if names.is_empty() {
            return Err("must not be empty".into());
        }
        Ok(Self { names, or_like, absent, unsettled })
    }
}

impl Name {
    /// Reads `Name`, `name()`, `module.name()`, or the words of a name.
    fn of(written: &str) -> Option<Self> {
        let bare = written.trim().split('(').next().unwrap_or_default().trim();
        let called = bare.len() < written.trim().len();
        let name = bare.trim_start_matches('.');
        if !name.chars().any(char::is_alphabetic) {
            return None;
        }
        let words: Vec<String> =
            name.split([' ', '-']).filter(|word| !word.is_empty()).map(regex::escape).collect();
        let parts: Vec<&str> = name.split('.').collect();
        let is_code = |part: &&str| {
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        };
        let code = parts.iter().all(is_code);
        let of_module = code && parts.len() > 1 && MODULES.contains(&parts[0]);
        let last = parts.last().copied().unwrap_or(name);
        let (pattern, mention) = if words.len() > 1 {
            // In code several words are one name, in one of several spellings.
            (format!("(?i)^{}$", words.join("[_-]?")), format!("(?i){}", words.join(r"[\s_-]*")))
        } else if !code {
            (regex::escape(name), regex::escape(name))
        } else if of_module {
            (format!("^{last}$"), format!(r"\b{}\b", regex::escape(name)))
        } else {
            (format!("^{last}$"), format!(r"\b{last}\b"))
        };
        Some(Self {
            written: written.to_owned(),
            module: of_module.then(|| parts[..parts.len() - 1].join(".")),
            pattern: pattern.replace('\\', r"\\").replace('"', "\\\""),
            called,
            is_plain: code || words.len() > 1,
            mention,
        })
    }

    fn in_code(&self) -> Vec<Lookup> {
        queries::lookups(self.module.as_deref(), &self.pattern, self.called, Tests::Excluded)
    }

    fn in_tests(&self) -> Vec<Lookup> {
        queries::lookups(self.module.as_deref(), &self.pattern, self.called, Tests::Only)
    }

    fn in_text(&self) -> Lookup {
        Lookup::Pattern { pattern: self.mention.clone(), files: Vec::new() }
    }
}

impl Ask for Term {
    const ABOUT: About = About {
        kind: "term",
        artifact: Artifact::GithubRepo,
        summary: "The code outside the tests names one of the terms, as its syntax trees tell; where a text, a comment or a test alone mentions one, that holds in part and proves no practice.",
        parameters: &[
            (
                "names",
                "terms of which one is enough: `Name`, `name()` for a call, `module.name()`, or the words of a name",
            ),
            (
                "or_like",
                "whether something else may serve for them, so that finding none decides nothing; false",
            ),
            ("absent", "whether the code must name none of them instead; false"),
            (
                "unsettled",
                "whether finding one decides nothing, since it is not known what is wanted of it; false",
            ),
        ],
        example: r#"{"names": ["UserService", "retry policy"]}"#,
    };

    fn lookups(&self) -> Vec<Lookup> {
        let in_tests = |name: &Name| if self.absent { name.in_tests() } else { Vec::new() };
        let of = |name: &Name| [name.in_code(), in_tests(name), vec![name.in_text()]].concat();
        self.names.iter().flat_map(of).collect()
    }

    fn read(&self, record: &Record<'_>) -> Result<Answer, Undecided> {
        let repository = record.repository()?;
        match (self.absent, self.unsettled) {
            (true, _) => self.forbidden(repository),
            (false, true) => Err(self.told_alone(repository)),
            (false, false) => self.answer(repository),
        }
    }
}

impl Term {
    fn answer(&self, repository: &RepositoryFacts) -> Result<Answer, Undecided> {
        let all = || Place::Tree { scope: "the text files of the tree".into() };
        let known = |lookup: &Lookup| repository.lookups.iter().find(|one| one.lookup == *lookup);
        let mut mentioned: Option<(&Name, &LookupAnswer)> = None;
        let (mut lost, mut searched): (Vec<&Unreadable>, u32) = (Vec::new(), 0);
        for name in &self.names {
            let in_code: Vec<&LookupAnswer> = name.in_code().iter().filter_map(known).collect();
            let hits: Vec<&Hit> = in_code.iter().flat_map(|answer| &answer.hits).collect();
            if !hits.is_empty() {
                let total = in_code.iter().map(|answer| answer.total).sum();
                return Ok(named(name, &hits, total));
            }
            let Some(in_text) = known(&name.in_text()) else {
                return Err(Undecided::new(all(), "the text of the tree was not searched for it"));
            };
            if let Some(problem) = &in_text.problem {
                return Err(Undecided::new(all(), problem.clone()));
            }
            if in_text.total > 0 && mentioned.is_none() {
                mentioned = Some((name, in_text));
            }
            searched = searched.max(in_text.files_searched);
            let unread = in_text.unreadable.iter().filter(|one| is_written(&one.place.file));
            lost.extend(unread);
        }
        if let Some((name, answer)) = mentioned {
            return Ok(self.mentioned(name, answer));
        }
        let terms = self.terms();
        if let Some(why) = gaps::told(&lost).or_else(|| repository.tree.gap("")) {
            let scope = lost.first().map_or_else(all, |lost| lost.place.clone().into());
            return Err(Undecided::new(scope, format!("{terms} was not found so far, but {why}")));
        }
        let files = count(usize::try_from(searched).unwrap_or(usize::MAX), "file");
        let absent = Finding::absent(
            Place::Tree { scope: format!("all {files}") },
            format!("Looked for {terms} in the syntax trees and in the text of {files}."),
        );
        if self.or_like {
            let reason = format!(
                "{terms} does not occur, and the rubric lets something else serve for it, which its words do not name"
            );
            let findings = vec![absent.with_confidence(Confidence::STRONG)];
            return Err(Undecided { findings, ..Undecided::new(all(), reason) });
        }
        Ok(Answer {
            outcome: Outcome::Fails,
            statement: format!("{} does not occur in {files}.", self.terms()),
            missing: vec![terms],
            findings: vec![absent],
        })
    }

    /// What is said of a word that stands in texts alone.
    fn mentioned(&self, name: &Name, answer: &LookupAnswer) -> Answer {
        let (written, lines) = (&name.written, count(answer.total as usize, "line"));
        let at = listed(places(answer.hits.iter()).iter().map(String::as_str));
        let what = if name.called { "calls it" } else { "defines or uses it" };
        let mention = if answer.total == 1 { "mentions" } else { "mention" };
        let finding = |hit: &Hit| {
            Finding::found(hit.place.clone(), "The word stands here, and no use of it as code.")
                .with_confidence(Confidence::POSSIBLE)
                .quoting(hit.excerpt.clone())
        };
        Answer {
            outcome: Outcome::Partly { share: MENTIONED },
            statement: format!(
                "Mentioned, not proven: {lines} {mention} `{written}` ({at}), and no code outside the tests was recognised that {what}."
            ),
            missing: vec![self.terms()],
            findings: answer.hits.iter().take(SHOWN).map(finding).collect(),
        }
    }

    /// All of them, one of which is enough.
    fn terms(&self) -> String {
        let all: Vec<String> =
            self.names.iter().map(|name| format!("`{}`", name.written)).collect();
        all.join(" or ")
    }
}

/// What is said of a word that code names.
fn named(name: &Name, hits: &[&Hit], total: u32) -> Answer {
    let places = places(hits.iter().copied());
    let more = match (total as usize).saturating_sub(places.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let how = if name.called && name.module.is_none() { "calls" } else { "names" };
    let at = listed(places.iter().map(String::as_str));
    Answer {
        outcome: Outcome::Holds,
        statement: format!("The code {how} `{}`: {at}{more}.", name.written),
        missing: Vec::new(),
        findings: hits.iter().take(SHOWN).map(|hit| finding_in_code(hit)).collect(),
    }
}

fn finding_in_code(hit: &Hit) -> Finding {
    let why = "The syntax tree has the name here; what is done with it was not examined.";
    Finding::found(hit.place.clone(), why).quoting(hit.excerpt.clone())
}

/// The first places, each once.
fn places<'a>(hits: impl Iterator<Item = &'a Hit>) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for place in hits.map(|hit| hit.place.to_string()) {
        if all.len() < 3 && !all.contains(&place) {
            all.push(place);
        }
    }
    all
}

/// Whether people write such a file: what a tool or a measurement has left behind names no practice.
fn is_written(path: &str) -> bool {
    const ENDINGS: [&str; 14] = [
        "c", "cc", "cpp", "cs", "h", "hpp", "kt", "md", "php", "rb", "rst", "scala", "sh", "swift",
    ];
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    Language::of(path).is_some() || ENDINGS.contains(&ending)
}

#[cfg(test)]
mod tests;
