//! What the Python sources define, import and do, as far as reports like to speak of it.

use super::Lines;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A function or method that the sources define.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FunctionFact {
    /// Its name.
    pub name: String,
    /// The whole definition.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether surely nothing that runs calls it: nothing uses it but such functions, or the
    /// program never comes to its file.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub idle: bool,
    /// Whether it has no body, but says that another is to be written in its place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stub: bool,
}

/// Something that sources are seen to do.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Practice {
    /// Source code is parsed into a syntax tree.
    SyntaxTree,
    /// The bases of a class in code that is parsed are read; or a text looks for one, which is quoted.
    Bases,
    /// A function looks for a word of code in the text of a source, where it may as well stand in a comment: the word.
    WordSought,
    /// The same of a word that the sources name in no other way, so that no part of a syntax tree is held against it.
    OnlyWordSought,
    /// The commits of a repository are read.
    GitHistory,
    /// A command is run as a child process without a shell.
    Command,
    /// The same, and its failure is noticed.
    CommandHandled,
    /// The same, and a time limit bounds it.
    CommandLimited,
    /// The same, and it plainly waits for the command as long as that runs.
    CommandUnlimited,
    /// A file is fetched from the web, in a function that names the address of an archive of a repository: what fetches it.
    ArchiveFetched,
    /// A temporary folder is made.
    TemporaryFolder,
    /// The working directory of the whole program is changed.
    ChangesFolder,
    /// The text of a PDF is read.
    PdfText,
    /// Pictures are taken out of a PDF.
    PdfImages,
    /// A text is cut into chunks.
    Chunks,
    /// A report is written in Markdown.
    Markdown,
    /// A rubric is read from a JSON file, which is named.
    RubricFile,
    /// No rubric's file is named, and something has the name of a rubric or may read data from a file: the part of
    /// the name, or the callee.
    RubricOpen,
    /// Paths are sorted into those that exist and those that do not.
    PathCheck,
    /// The distance between scores is compared with a number, such as `> 2`; `> ?` where the number could not
    /// be followed.
    SpreadLimit,
    /// In a file of the synthesis a score is bounded from above by a number, or a variable that is named for one is
    /// given it; `?` where the number could not be followed.
    Bound,
    /// In a file of the synthesis values are put in order, or their median is taken.
    Ordered,
    /// A language model is named.
    Model,
    /// A language model is asked whose name the sources do not tell.
    ModelOpen,
    /// A client of language models is constructed; its class is named.
    Client,
    /// A loop tries something again; by how many rounds, or `?` where that could not be followed or a client of
    /// models is told to.
    Attempts,
    /// A table gives each persona a weight, or its score is multiplied by a number: the persona and the weight, or
    /// `?` where a score of nobody known is multiplied.
    Weight,
    /// A URL is asked for its scheme: those that are asked for, or `?` where a pattern may ask.
    Schemes,
    /// A function asks a language model, itself or through functions that it calls; it is named.
    AsksModel,
    /// A function asks a language model that it has made itself, or by plain HTTP, be it through functions that it calls,
    /// and bound to no schema, format or tool; it is named.
    AsksUnbound,
    /// A function asks such a model and keeps what it replies, or parts of it, without handing it to anything that
    /// could hold it against a class or a schema; it is named.
    KeepsUnchecked,
    /// A graph is compiled with what keeps its state between its steps: the class of that, or `?`.
    Checkpointer,
    /// `asyncio.gather` is given coroutines none of which ever awaits anything, so that they run one after the other; the
    /// function is named in which it stands, and the one that makes the coroutines.
    InTurn,
}

/// One place where sources do something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PracticeFact {
    /// What they do.
    pub practice: Practice,
    /// By what: the callee through imports, a name, a file or a comparison.
    pub by: String,
    /// The lines.
    #[serde(flatten)]
    pub place: Lines,
    /// Whether the file is a test.
    pub in_tests: bool,
    /// Whether the program can come to it: `false` in a file that nothing imports where all that is started is
    /// known.
    #[serde(default = "yes")]
    pub live: bool,
}

const fn yes() -> bool {
    true
}
