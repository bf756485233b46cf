//! Evidence: what a detective found, where, and how sure it is (contract §3.1).

use super::facts::Place;
use super::ids::{CriterionId, EvidenceId, ProbeId};
use super::score::Confidence;
use super::waived::Waived;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The three detectives. Source: contract §6.2, routing by `target_artifact`.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub enum Detective {
    /// Reads the repository.
    RepoInvestigator,
    /// Reads the report's text.
    DocAnalyst,
    /// Looks at the report's pictures.
    VisionInspector,
}

impl Detective {
    /// All three, in the order of the contract.
    pub const ALL: [Self; 3] = [Self::RepoInvestigator, Self::DocAnalyst, Self::VisionInspector];

    /// The name as the contract spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RepoInvestigator => "RepoInvestigator",
            Self::DocAnalyst => "DocAnalyst",
            Self::VisionInspector => "VisionInspector",
        }
    }
}

impl std::fmt::Display for Detective {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether the thing looked for is there.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// It is there, at the places named.
    Found,
    /// It was looked for in all of the scope named, and is not there.
    Absent,
    /// Nobody could tell; the rationale says why.
    Unknown,
}

/// What a finding means beyond itself.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    /// A confirmed security flaw: the security override applies.
    SecurityFlaw,
}

/// One finding of one detective. Holds no opinion. Source: contract §3.1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Evidence {
    /// Derived from the content; see [`EvidenceId::of`].
    pub id: EvidenceId,
    /// The dimension this evidence addresses.
    pub goal: String,
    /// Whether the artifact or fact was found: `standing` is [`Standing::Found`].
    pub found: bool,
    /// An excerpt of the submission, word for word but for shortening.
    pub content: Option<String>,
    /// The first place in words, such as `src/graph.py:10-24`.
    pub location: String,
    /// What was looked at, and why the detective is this sure.
    pub rationale: String,
    /// How sure the detective is, 0–1.
    pub confidence: Confidence,
    /// Who found it.
    pub detective: Detective,
    /// Whether it is there, absent, or could not be decided.
    pub standing: Standing,
    /// The probe that asked for it; `None` where the rubric has no probes.
    pub probe: Option<ProbeId>,
    /// All places that show it, most telling first.
    pub places: Vec<Place>,
    /// What it means beyond itself.
    pub tag: Option<Tag>,
    /// The word of a person that it does not show what it seems to show: then nothing rests on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waived: Option<Waived>,
}

/// A finding before it has an id.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Whether it is there, absent, or could not be decided.
    pub standing: Standing,
    /// An excerpt of the submission.
    pub content: Option<String>,
    /// What was looked at, and why the detective is this sure.
    pub rationale: String,
    /// How sure the detective is, 0–1.
    pub confidence: Confidence,
    /// All places that show it, most telling first; never empty.
    pub places: Vec<Place>,
    /// What it means beyond itself.
    pub tag: Option<Tag>,
}

impl Finding {
    /// Something that is there, read directly.
    #[must_use]
    pub fn found(place: impl Into<Place>, rationale: impl Into<String>) -> Self {
        Self {
            standing: Standing::Found,
            content: None,
            rationale: rationale.into(),
            confidence: Confidence::CERTAIN,
            places: vec![place.into()],
            tag: None,
        }
    }

    /// Something that is not there, after looking through all of `scope`.
    #[must_use]
    pub fn absent(scope: impl Into<Place>, rationale: impl Into<String>) -> Self {
        Self { standing: Standing::Absent, ..Self::found(scope, rationale) }
    }

    /// Something nobody could decide.
    #[must_use]
    pub fn unknown(scope: impl Into<Place>, rationale: impl Into<String>) -> Self {
        Self {
            standing: Standing::Unknown,
            confidence: Confidence::NONE,
            ..Self::found(scope, rationale)
        }
    }

    /// Adds an excerpt.
    #[must_use]
    pub fn quoting(self, content: impl Into<String>) -> Self {
        Self { content: Some(content.into()), ..self }
    }

    /// Sets how sure the detective is.
    #[must_use]
    pub fn with_confidence(self, confidence: Confidence) -> Self {
        Self { confidence, ..self }
    }

    /// Marks a confirmed security flaw.
    #[must_use]
    pub fn flaw(self) -> Self {
        Self { tag: Some(Tag::SecurityFlaw), ..self }
    }
}

impl Evidence {
    /// Gives a finding its id and its owner.
    #[must_use]
    pub fn new(
        goal: &CriterionId,
        detective: Detective,
        probe: Option<&ProbeId>,
        finding: Finding,
    ) -> Self {
        let Finding { standing, content, rationale, confidence, mut places, tag } = finding;
        // A statement in a loop shows each of its turns at one place.
        places.dedup();
        let location = places.first().map_or_else(|| "report".to_owned(), ToString::to_string);
        let wherever: Vec<String> = places.iter().map(ToString::to_string).collect();
        let id = EvidenceId::of(&[
            goal.as_str(),
            detective.name(),
            probe.map_or("", ProbeId::as_str),
            &format!("{standing:?} {tag:?}"),
            content.as_deref().unwrap_or_default(),
            &rationale,
            &wherever.join("\n"),
        ]);
        Self {
            id,
            goal: goal.as_str().to_owned(),
            found: standing == Standing::Found,
            content,
            location,
            rationale,
            confidence,
            detective,
            standing,
            probe: probe.cloned(),
            places,
            tag,
            waived: None,
        }
    }

    /// Whether this confirms a security flaw. What a person waived confirms none.
    #[must_use]
    pub fn confirms_flaw(&self) -> bool {
        self.seems_a_flaw() && self.waived.is_none()
    }

    /// Whether a detective takes it for a security flaw, whatever a person says to it.
    #[must_use]
    pub fn seems_a_flaw(&self) -> bool {
        self.found && self.tag == Some(Tag::SecurityFlaw)
    }
}
