//! What goes over the pipe between parent and child: one line of JSON there, one JSON value back.

use super::error::ExamineError;
use crate::domain::facts::{DocumentFacts, FigureFacts, Lookup, Region, RepositoryFacts};
use crate::domain::limits::Limits;
use crate::domain::repo_url::RepoUrl;
use crate::domain::report_url::ReportUrl;
use crate::domain::request::{PdfEngine, RepoSource, ReportFile};
use crate::ports::git::Fetched;
use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::PathBuf;
use std::time::Duration;

/// Most bytes of a file of a repository in which nothing is kept.
const SCRATCH_BYTES: u64 = 1 << 20;

/// One thing to read. Paths are absolute.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Job {
    /// Fetch a repository. Answered by [`Answer::Fetched`].
    Fetch {
        /// Where from; compared with the list of hosts before.
        url: RepoUrl,
        /// The directory to make; absent or empty.
        into: PathBuf,
        /// Bounds.
        limits: Limits,
    },
    /// Ask for the commit at a repository's head, without fetching it. Answered by [`Answer::Head`].
    Head {
        /// The repository; an address was compared with the list of hosts before.
        repo: RepoSource,
        /// An empty directory to work in.
        scratch: PathBuf,
        /// Bounds.
        limits: Limits,
    },
    /// Download a report. Answered by [`Answer::Downloaded`].
    Download {
        /// Where from; compared with the list of hosts before.
        url: ReportUrl,
        /// Hosts besides the well-known ones to which the download may be sent on.
        #[serde(default)]
        allowed: Vec<String>,
        /// The file to write.
        into: PathBuf,
        /// Bounds.
        limits: Limits,
    },
    /// Read a repository. Answered by [`Answer::Repository`].
    Repository {
        /// Work tree, `.git` or bare repository.
        path: PathBuf,
        /// The rubric's questions about the text of the tree.
        lookups: Vec<Lookup>,
        /// Bounds.
        limits: Limits,
    },
    /// Read a PDF as text. Answered by [`Answer::Document`].
    Document {
        /// The PDF.
        report: ReportFile,
        /// Which program reads it.
        #[serde(default)]
        engine: PdfEngine,
        /// Bounds.
        limits: Limits,
    },
    /// Read a PDF as pictures. Answered by [`Answer::Figures`].
    Figures {
        /// The PDF.
        report: ReportFile,
        /// Which program reads it.
        #[serde(default)]
        engine: PdfEngine,
        /// Bounds.
        limits: Limits,
    },
    /// Read a PDF as text and as pictures at once. Answered by [`Answer::Report`].
    Report {
        /// The PDF.
        report: ReportFile,
        /// Which program reads it.
        #[serde(default)]
        engine: PdfEngine,
        /// Bounds.
        limits: Limits,
    },
    /// Make a picture of each region of a PDF. Answered by [`Answer::Regions`].
    Regions {
        /// The PDF.
        report: ReportFile,
        /// Which program reads it.
        #[serde(default)]
        engine: PdfEngine,
        /// What to show.
        regions: Vec<Region>,
        /// Bounds.
        limits: Limits,
    },
    /// Take the report out of a repository's tree. Answered by [`Answer::Extracted`].
    Extract {
        /// Work tree, `.git` or bare repository.
        repo: PathBuf,
        /// The commit, a full hexadecimal id; `None` for the one at `HEAD`.
        #[serde(default)]
        commit: Option<String>,
        /// Path inside the tree; `None` looks in the usual places.
        file: Option<String>,
        /// The file to write.
        into: PathBuf,
        /// Bounds.
        limits: Limits,
    },
}

impl Job {
    /// The bounds that the job must keep.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        match self {
            Self::Fetch { limits, .. }
            | Self::Head { limits, .. }
            | Self::Download { limits, .. }
            | Self::Repository { limits, .. }
            | Self::Document { limits, .. }
            | Self::Figures { limits, .. }
            | Self::Report { limits, .. }
            | Self::Regions { limits, .. }
            | Self::Extract { limits, .. } => limits,
        }
    }

    /// The PDF, where the job is to read one.
    #[must_use]
    pub fn report(&self) -> Option<&ReportFile> {
        match self {
            Self::Document { report, .. }
            | Self::Figures { report, .. }
            | Self::Report { report, .. }
            | Self::Regions { report, .. } => Some(report),
            Self::Fetch { .. }
            | Self::Head { .. }
            | Self::Download { .. }
            | Self::Repository { .. }
            | Self::Extract { .. } => None,
        }
    }

    /// Which program reads the PDF, where the job is to read one.
    #[must_use]
    pub fn engine(&self) -> Option<&PdfEngine> {
        match self {
            Self::Document { engine, .. }
            | Self::Figures { engine, .. }
            | Self::Report { engine, .. }
            | Self::Regions { engine, .. } => Some(engine),
            Self::Fetch { .. }
            | Self::Head { .. }
            | Self::Download { .. }
            | Self::Repository { .. }
            | Self::Extract { .. } => None,
        }
    }

    /// How long the job may take before its process is killed.
    ///
    /// What asks a host ends itself at its limit, and gets some seconds more to say so.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        let (seconds, _) = self.seconds();
        Duration::from_secs(seconds)
    }

    /// What a job says that was killed at its deadline.
    pub(super) fn late(&self) -> ExamineError {
        let (seconds, setting) = self.seconds();
        ExamineError::Deadline { seconds, setting }
    }

    /// How many seconds the job may take, and the limit that says so.
    fn seconds(&self) -> (u64, &'static str) {
        let limits = self.limits();
        match self {
            Self::Fetch { .. } => (limits.fetch_seconds.saturating_add(5), "fetch_seconds"),
            Self::Download { .. } => {
                (limits.download_seconds.saturating_add(5), "download_seconds")
            }
            Self::Head { .. } => (limits.head_seconds, "head_seconds"),
            Self::Repository { .. } | Self::Extract { .. } => {
                (limits.repository_seconds, "repository_seconds")
            }
            Self::Document { .. }
            | Self::Figures { .. }
            | Self::Report { .. }
            | Self::Regions { .. } => (limits.pdf_seconds, "pdf_seconds"),
        }
    }

    /// Most memory in bytes that the job's process may hold.
    #[must_use]
    pub fn memory_bytes(&self) -> u64 {
        let limits = self.limits();
        match self.report() {
            Some(_) => limits.pdf_memory_bytes.min(limits.worker_memory_bytes),
            None => limits.worker_memory_bytes,
        }
    }

    /// Whether the job asks a host, and so may see how this machine gets to it.
    #[must_use]
    pub fn asks_a_host(&self) -> bool {
        match self {
            Self::Fetch { .. } | Self::Download { .. } => true,
            Self::Head { repo, .. } => matches!(repo, RepoSource::Remote { .. }),
            Self::Repository { .. }
            | Self::Extract { .. }
            | Self::Document { .. }
            | Self::Figures { .. }
            | Self::Report { .. }
            | Self::Regions { .. } => false,
        }
    }

    /// Most bytes that the job may write to one file; zero for jobs that only read.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        match self {
            Self::Fetch { limits, .. } => limits.fetch_bytes,
            Self::Extract { limits, .. } | Self::Download { limits, .. } => limits.pdf_bytes,
            // The few files of a repository that holds nothing.
            Self::Head { .. } => SCRATCH_BYTES,
            Self::Repository { .. }
            | Self::Document { .. }
            | Self::Figures { .. }
            | Self::Report { .. }
            | Self::Regions { .. } => 0,
        }
    }
}

/// What a job brought.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "answer", rename_all = "snake_case")]
pub enum Answer {
    /// The repository lies where it was asked for.
    Fetched(Fetched),
    /// The commit at the repository's head, a full hexadecimal id.
    Head(String),
    /// The report lies where it was asked for, with this many bytes.
    Downloaded(u64),
    /// What the repository says.
    Repository(Box<RepositoryFacts>),
    /// What the report says.
    Document(Box<DocumentFacts>),
    /// What the report shows.
    Figures(Box<FigureFacts>),
    /// What the report says and shows; each half is what its own job would have brought.
    Report {
        /// What it says.
        document: Box<DocumentFacts>,
        /// What it shows.
        figures: Box<FigureFacts>,
    },
    /// A picture of each region, in the order in which they were asked for.
    Regions(Vec<Rendered>),
    /// The report that was found in the tree.
    Extracted(Extracted),
}

/// What became of one region: its picture, or why there is none, a lowercase fragment.
pub type Rendered = Result<Png, String>;

/// The bytes of a PNG file; in JSON as Base64.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Png(pub Vec<u8>);

impl Serialize for Png {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Png {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        BASE64_STANDARD.decode(text).map(Self).map_err(serde::de::Error::custom)
    }
}

/// The report inside a repository's tree.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extracted {
    /// The path that was chosen and written out; `None` when no file looks like a report.
    pub chosen: Option<String>,
    /// All paths that could be meant, the chosen one first.
    pub candidates: Vec<String>,
}

/// What the child says: an answer, or why there is none.
pub type Reply = Result<Answer, Failure>;

/// Why a reader gave no answer, in words that outlive the process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What could not be read.
    pub kind: FailureKind,
    /// Why. Completes "failed to read repository: …" or "failed to read report: …".
    pub message: String,
    /// Whether trying again can help.
    pub transient: bool,
}

/// What could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The repository.
    Repository,
    /// The PDF report.
    Report,
}
