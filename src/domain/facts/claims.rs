//! What a report claims about the code, and what the code says to it.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a claim is about.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    /// The judges run side by side.
    ParallelJudges,
    /// The detectives run side by side.
    ParallelDetectives,
    /// The graph has branches that run side by side.
    ParallelGraph,
    /// Parallel branches meet in one node.
    FanIn,
    /// Conditional edges lead somewhere when something fails.
    ConditionalEdges,
    /// State fields are merged by reducers.
    Reducers,
    /// Replies of a model are bound to a schema.
    StructuredOutput,
    /// Repositories are cloned into a temporary directory.
    TemporaryClone,
    /// No command goes through a shell.
    NoShell,
    /// The verdict is synthesised by written rules.
    DeterministicSynthesis,
    /// Malformed replies of a model are asked for again.
    Retry,
    /// Each persona has a text of its own.
    DistinctPersonas,
    /// Three detectives, or three judges, have a part of their own.
    Roles,
    /// Classes are Pydantic models, typed dictionaries or dataclasses, or inherit from others.
    TypedClasses,
    /// A class has fields of these names, of this number, or within these bounds.
    ClassFields,
    /// Functions, classes or nodes of these names exist.
    Definitions,
    /// Code is read as a syntax tree.
    SyntaxTree,
    /// The commits of a repository are read.
    GitHistory,
    /// Commands run as child processes, with their failures noticed or their time limited.
    SafeCommands,
    /// The text of a PDF is read, or cut into chunks.
    PdfText,
    /// Pictures are taken out of a PDF.
    PdfImages,
    /// The synthesis has a rule: security, facts, functionality, variance, dissent.
    SynthesisRules,
    /// The report is written in Markdown.
    MarkdownReport,
    /// A library or a provider is used.
    Libraries,
    /// The history has a number of commits.
    CommitCount,
    /// The rubric is read from a file.
    RubricFile,
    /// Claimed paths are held against the files that exist.
    PathCheck,
    /// The judges' scores are brought together otherwise than by a plain average.
    Averaging,
    /// A language model of a family is asked.
    Models,
    /// Detectives work without a language model.
    ModelFree,
    /// A judge's score weighs a number.
    Weights,
    /// Of URLs those of `https` alone are taken.
    SchemeCheck,
    /// A persona's prompt asks for something, or says what is quoted.
    Prompts,
    /// A name is given a number, or the rubric has a number of dimensions.
    Values,
    /// Of classes in code that is examined it is told what they inherit from.
    BaseCheck,
    /// The node at which detectives meet works on what they have found.
    Aggregation,
    /// The judges are given what the detectives found.
    SharedEvidence,
    /// A file of the tree does something.
    Contents,
    /// Clones are bounded in time or depth, or nothing is left of them.
    Cloning,
    /// Something is never called, never run, or stands in no source.
    Avoidance,
    /// A node makes objects of a class.
    Products,
    /// What the program is built on has a version.
    Versions,
    /// A name in capitals or a decorator stands in the tree.
    Marks,
    /// A file has a number of lines, or the tree a number of tests, of routes or of options of its command line.
    Sizes,
}

impl ClaimKind {
    /// Whether a claim of this kind is of what the detectives' tools do.
    #[must_use]
    pub const fn is_of_tools(self) -> bool {
        matches!(
            self,
            Self::GitHistory
                | Self::SyntaxTree
                | Self::PdfText
                | Self::PdfImages
                | Self::TemporaryClone
                | Self::PathCheck
        )
    }

    /// Whether a claim of this kind is so or not by itself, whatever else its sentence says.
    #[must_use]
    pub const fn is_by_itself(self) -> bool {
        matches!(self, Self::Versions | Self::Marks | Self::Sizes)
    }

    /// Whether a claim of this kind is of nodes that run side by side.
    #[must_use]
    pub const fn is_of_branches(self) -> bool {
        matches!(self, Self::ParallelJudges | Self::ParallelDetectives | Self::ParallelGraph)
    }

    /// Whether a claim of this kind tells how something works. That a name, a library or a file is there, or that there
    /// are so many of them, is true of nearly every report, and outweighs nothing that is not.
    #[must_use]
    pub const fn tells_how(self) -> bool {
        match self {
            Self::Definitions
            | Self::MarkdownReport
            | Self::Libraries
            | Self::CommitCount
            | Self::Values
            | Self::RubricFile
            | Self::Versions
            | Self::Marks
            | Self::Sizes => false,
            Self::ParallelJudges
            | Self::ParallelDetectives
            | Self::ParallelGraph
            | Self::FanIn
            | Self::ConditionalEdges
            | Self::Reducers
            | Self::StructuredOutput
            | Self::TemporaryClone
            | Self::NoShell
            | Self::DeterministicSynthesis
            | Self::Retry
            | Self::DistinctPersonas
            | Self::Roles
            | Self::TypedClasses
            | Self::ClassFields
            | Self::SyntaxTree
            | Self::GitHistory
            | Self::SafeCommands
            | Self::PdfText
            | Self::PdfImages
            | Self::SynthesisRules
            | Self::PathCheck
            | Self::Averaging
            | Self::Models
            | Self::ModelFree
            | Self::Weights
            | Self::SchemeCheck
            | Self::Prompts
            | Self::BaseCheck
            | Self::Aggregation
            | Self::SharedEvidence
            | Self::Contents
            | Self::Cloning
            | Self::Avoidance
            | Self::Products => true,
        }
    }
}

impl ClaimKind {
    /// What a claim of this kind is about, in words that can follow `of`.
    #[must_use]
    pub const fn topic(self) -> &'static str {
        match self {
            Self::ParallelJudges => "judges side by side",
            Self::ParallelDetectives => "detectives side by side",
            Self::ParallelGraph => "branches side by side",
            Self::FanIn => "branches that meet",
            Self::ConditionalEdges => "conditional edges",
            Self::Reducers => "reducers",
            Self::StructuredOutput => "replies bound to a schema",
            Self::TemporaryClone => "where clones go",
            Self::NoShell => "calls without a shell",
            Self::DeterministicSynthesis => "a verdict by written rules",
            Self::Retry => "asking again",
            Self::DistinctPersonas => "the personas",
            Self::Roles => "the detectives and judges there are",
            Self::TypedClasses => "typed classes",
            Self::ClassFields => "the fields of a class",
            Self::Definitions => "what is defined",
            Self::SyntaxTree => "reading code as a syntax tree",
            Self::GitHistory => "reading the git history",
            Self::SafeCommands => "running commands",
            Self::PdfText => "reading the text of PDFs",
            Self::PdfImages => "taking pictures out of PDFs",
            Self::SynthesisRules => "the rules of synthesis",
            Self::MarkdownReport => "the report's format",
            Self::Libraries => "libraries",
            Self::CommitCount => "the number of commits",
            Self::RubricFile => "the rubric's file",
            Self::PathCheck => "holding cited paths against the files",
            Self::Averaging => "averages",
            Self::Models => "the models that are asked",
            Self::ModelFree => "work without a model",
            Self::Weights => "what each judge's score weighs",
            Self::SchemeCheck => "which URLs are taken",
            Self::Prompts => "what the prompts ask for",
            Self::Values => "values in the sources",
            Self::BaseCheck => "looking at what classes inherit from",
            Self::Aggregation => "what becomes of the evidence where detectives meet",
            Self::SharedEvidence => "the evidence that judges are given",
            Self::Contents => "what a file holds",
            Self::Cloning => "how repositories are cloned",
            Self::Avoidance => "what is never done",
            Self::Products => "what the nodes make",
            Self::Versions => "the versions that are used",
            Self::Marks => "names in capitals and decorators",
            Self::Sizes => "numbers of lines, tests, routes and options",
        }
    }
}

/// What the code says to a claim.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// The code does what is claimed.
    Supported,
    /// The code does something else.
    Contradicted,
    /// The facts do not tell.
    Undecided,
}

/// One claim of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ClaimFact {
    /// What it is about.
    pub kind: ClaimKind,
    /// Page number, from 1.
    pub page: u32,
    /// The sentence.
    pub sentence: String,
    /// What the code says to it.
    pub status: ClaimStatus,
    /// The fact that supports or contradicts it, or why neither is known; a lowercase fragment.
    pub fact: String,
    /// The lines that show the fact, most telling first.
    pub places: Vec<Lines>,
    /// Whether the code contradicts it by doing more than it says: its author is wrong to the author's own
    /// disadvantage.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub understates: bool,
    /// Whether the code contradicts it if it says what it seems to say: a line that may be part of something else is
    /// held against nobody.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_odds: bool,
}
