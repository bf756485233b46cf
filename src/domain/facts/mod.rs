//! What the detectives saw, before anybody asks what it means.
//!
//! Facts are plain values that cross the process boundary of a worker as JSON. They hold no opinion
//! and no score; `detect` turns them into evidence for the rubric's dimensions.

mod apart;
mod audits;
mod bent;
mod binding;
mod calls;
mod claims;
mod clone;
mod document;
mod edges;
mod figures;
mod foregone;
mod given;
mod graph;
mod history;
mod imports;
mod injection;
mod lengths;
mod lookup;
mod marks;
mod names;
mod notebook;
mod others_paths;
mod own_source;
mod pins;
mod place;
mod practices;
mod prompts;
mod python;
mod rubric_keys;
mod secrets;
mod sights;
mod synthesis;
mod tree;
mod unconfirmed;
mod unmet;
mod updates;
mod vocabulary;
mod ways;
mod ways_in;

pub use self::python::{
    ClassFact, ClassKind, HeldAfterwards, PythonFacts, ReducerFact, ReducerKind,
    StructuredOutputFact, Unreadable,
};
pub use apart::{ApartFact, AverageFact, MisgivenLead};
pub use audits::{AuditFile, AuditScore, SelfAudits};
pub use bent::BentNumber;
pub use binding::{Binding, HeldAgainst, Misfit, Remains, StandIn, Surroundings};
pub use calls::{CallCertainty, CallFact, SHELL_CALLEES, SHELLS};
pub use claims::{ClaimFact, ClaimKind, ClaimStatus};
pub use clone::{CloneFact, PerhapsShallow};
pub use document::{
    Chunk, ChunkBy, CitedPath, Concealment, ConceptUse, DocumentFacts, DocumentWarning, HiddenText,
    PathStatus, ReportPage, TextSpan,
};
pub use edges::{
    Choice, ConditionalEdge, Dictated, Edge, Passed, SameChoice, SentNames, added_in, exclude,
    never_together,
};
pub use figures::{DIAGRAM_SHARE, Figure, FigureFacts, FigureKind, Region};
pub use foregone::ConstantEvidence;
pub use given::{
    FieldBounds, FieldNumbers, ForeignIds, Maker, RubricLength, SetNumber, SetNumbers,
};
pub use graph::{
    EngineFact, FrameworkFact, GapAbout, GraphFact, GraphNode, InnerGraph, ReadyGraph, Refusal,
    Unawaited, UnevenJoin, Unfollowed, Unresolved,
};
pub use history::{
    BEFORE_GIT, Burst, CommitFact, Departure, FolderLines, HistoryFacts, Identity, LargestCommit,
    OddDate, Rhythm,
};
pub use imports::{BrokenImport, ImportFact, ImportedName};
pub use injection::{Certainty, Channel, InjectionFact, InjectionFacts, Technique};
pub use lengths::FileLength;
pub use lookup::{Hit, Language, Lookup, LookupAnswer, Tests};
pub use marks::MarkFact;
pub use names::{
    HiddenFile, LackingMethod, LostCommand, MisformattedText, Misuse, MisusedModel, OthersFiles,
    RefusedFile, UnboundName, UndeclaredImport, Vain, VainBinding,
};
pub use notebook::NotebookFact;
pub use others_paths::OthersPath;
pub use own_source::OwnSource;
pub use pins::{PinFact, PinnedBy, VersionSpan};
pub use place::{Area, Lines, Place};
pub use practices::{FunctionFact, Practice, PracticeFact};
pub use prompts::{CommonWords, OpenTemplate, PromptFact, PromptSimilarity, briefs};
pub use rubric_keys::LackedKey;
pub use secrets::{SecretFact, SecretOrigin};
pub use sights::{Glance, PictureKind, Sight, Sights};
pub use synthesis::{
    AbsentJudge, AskedId, BypassedRule, DeniedWords, EvidenceFact, EvidenceUse, JusticeFact,
    LeadAlone, PrintedRule, RaisingCap, RuleByWords, RulePlace, RuleTrace, SparedOpinion,
    SpreadTakes, SpreadUse, UndoneBound, UnsignedJudge,
};
pub use tree::{
    Collection, IgnoreRule, TreeEntry, TreeFacts, environments, installed_below, is_in_one,
    is_installed, is_lock_file, is_program,
};
pub use unconfirmed::UnconfirmedFlaw;
pub use unmet::UnmetCap;
pub use updates::{
    Clash, Discarded, EarlyRead, KeyedField, LookedUp, NeverSet, NodeKeys, OwnLook, Placeholders,
    Replaced, UnmatchedKeys, UnshownJudge, UntakenKey, UntakenObject, WholeReturn,
};
pub use vocabulary::{PortFact, Vocabulary};
pub use ways_in::{OpenWays, WayIn, WayInKind, WaysIn};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything a repository says, read at one commit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepositoryFacts {
    /// Full hexadecimal id of the commit that was read.
    pub commit: String,
    /// Name of the branch at `HEAD`, if it has one.
    pub branch: Option<String>,
    /// The commits, oldest first.
    pub history: HistoryFacts,
    /// The files at `commit`.
    pub tree: TreeFacts,
    /// What the Python sources define and do.
    pub python: PythonFacts,
    /// Answers to the rubric's own questions about the text of the tree.
    pub lookups: Vec<LookupAnswer>,
    /// Keys and passwords in the tree, the history and the messages; none is stated itself.
    #[serde(default)]
    pub secrets: Vec<SecretFact>,
    /// Where nobody looked for secrets, each a full sentence; empty when everything was searched.
    #[serde(default)]
    pub secrets_unsearched: Vec<String>,
    /// Instructions to the grader in files, messages and names.
    #[serde(default)]
    pub injection: InjectionFacts,
    /// Words of the tree; nothing where nobody looked, or not everywhere.
    #[serde(default)]
    pub vocabulary: Option<Vocabulary>,
    /// What the audits of the program itself say that lie in the tree.
    #[serde(default)]
    pub self_audits: SelfAudits,
    /// Notebooks, of whose code the names alone are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notebooks: Vec<NotebookFact>,
    /// Which versions manifests, lock files, images and settings name, in the order of their files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pins: Vec<PinFact>,
    /// Names in capitals and names of decorators in all texts of the tree, sorted; nothing where nobody looked, or where
    /// they are too many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<MarkFact>>,
    /// How long the programs and texts of the tree are, in the order in which they were read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lengths: Vec<FileLength>,
    /// Paths that data of the tree names among files of another place, sorted by path.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others_paths: Vec<OthersPath>,
    /// Limits that were reached while reading, each a full sentence.
    pub limits_reached: Vec<String>,
}

/// Facts of one detective, as the event log stores them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "three of them live in an audit, each behind an `Arc`"
)]
pub enum Facts {
    /// What `RepoInvestigator` read.
    Repository(RepositoryFacts),
    /// What `DocAnalyst` read.
    Document(DocumentFacts),
    /// What `VisionInspector` read.
    Figures(FigureFacts),
}
