//! Questions that a rubric asks of the text of the tree, and their answers.

use super::{Lines, Unreadable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One question about the text of the tree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Lookup {
    /// Which files hold this text, compared by case.
    Literal {
        /// The text to find.
        text: String,
        /// Globs over paths; empty means all text files.
        files: Vec<String>,
    },
    /// Which lines match this regular expression.
    Pattern {
        /// A regular expression in the syntax of the `regex` crate; linear time.
        pattern: String,
        /// Globs over paths; empty means all text files.
        files: Vec<String>,
    },
    /// Which nodes of the syntax trees a tree-sitter query captures.
    Query {
        /// The language of the files, and of the query.
        language: Language,
        /// The query: S-expressions with captures and text predicates.
        query: String,
        /// Name of the capture whose node is the place of a hit.
        capture: String,
        /// Globs over paths; empty means all files of the language.
        files: Vec<String>,
        /// Which code is looked at.
        tests: Tests,
    },
}

/// A language whose syntax trees can be asked.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Python: `.py`, `.pyi`.
    Python,
    /// JavaScript with JSX: `.js`, `.jsx`, `.mjs`, `.cjs`.
    Javascript,
    /// TypeScript, with and without JSX: `.ts`, `.mts`, `.cts`, `.tsx`.
    Typescript,
    /// TypeScript with JSX alone: `.tsx`.
    Tsx,
    /// Rust: `.rs`.
    Rust,
    /// Go: `.go`.
    Go,
    /// Java: `.java`.
    Java,
}

impl Language {
    /// The language as people write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Python => "Python",
            Self::Javascript => "JavaScript",
            Self::Typescript => "TypeScript",
            Self::Tsx => "TSX",
            Self::Rust => "Rust",
            Self::Go => "Go",
            Self::Java => "Java",
        }
    }

    /// The language in which a file is written, by its ending; `Tsx` for `.tsx`.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let name = path.rsplit('/').next().unwrap_or(path);
        match name.rsplit_once('.')?.1 {
            "py" | "pyi" => Some(Self::Python),
            "js" | "jsx" | "mjs" | "cjs" => Some(Self::Javascript),
            "ts" | "mts" | "cts" => Some(Self::Typescript),
            "tsx" => Some(Self::Tsx),
            "rs" => Some(Self::Rust),
            "go" => Some(Self::Go),
            "java" => Some(Self::Java),
            _ => None,
        }
    }

    /// Whether a question about this language is also one about a file written in `written`.
    #[must_use]
    pub fn covers(self, written: Self) -> bool {
        self == written || (self == Self::Typescript && written == Self::Tsx)
    }
}

/// Which code a question is about.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Tests {
    /// All code.
    #[default]
    Included,
    /// All code but that of tests.
    Excluded,
    /// The code of tests alone.
    Only,
}

/// The answer to one [`Lookup`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LookupAnswer {
    /// The question.
    pub lookup: Lookup,
    /// The first hits in path order, bounded by the limits.
    pub hits: Vec<Hit>,
    /// How many hits there were in all.
    pub total: u32,
    /// How many files were looked through.
    pub files_searched: u32,
    /// How many more were left out because somebody else wrote them, or a tool packed them together.
    #[serde(default)]
    pub vendored: u32,
    /// Why the question could not be answered, where it could not.
    pub problem: Option<String>,
    /// The first files that were asked and could not be read in full, so that hits may be missing.
    #[serde(default)]
    pub unreadable: Vec<Unreadable>,
}

/// One line that answers a lookup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Hit {
    /// The line.
    #[serde(flatten)]
    pub place: Lines,
    /// The line's text, shortened.
    pub excerpt: String,
}
