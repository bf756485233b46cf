//! What an operator asks for (contract §2.1).

use super::models::{BenchModels, Bounds};
use super::precedent::Precedent;
use super::prices::Prices;
use super::repo_url::RepoUrl;
use super::report_url::ReportUrl;
use super::retry::RetryPolicy;
use super::waived::Waived;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::Arc;

/// Where the repository is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum RepoSource {
    /// On a host that is asked over HTTPS.
    Remote {
        /// The URL.
        url: RepoUrl,
    },
    /// On this machine, named by the operator.
    Local {
        /// A work tree, its `.git`, or a bare repository.
        path: PathBuf,
        /// What the report calls it: the path as the operator typed it.
        shown: String,
    },
}

impl RepoSource {
    /// What the report calls the repository (contract §3.4 `repo_url`).
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Self::Remote { url } => url.to_string(),
            Self::Local { shown, .. } => shown.clone(),
        }
    }
}

/// Where the report is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ReportSource {
    /// A file on this machine.
    File {
        /// Its path.
        path: PathBuf,
        /// What the report calls it: the path as the operator typed it.
        shown: String,
    },
    /// A file on a host that is asked over HTTPS.
    Url {
        /// The address.
        url: ReportUrl,
        /// Hosts besides the well-known ones to which a download may be sent on, as the operator allows them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        allowed: Vec<String>,
    },
    /// A file of the repository at the audited commit.
    InRepository {
        /// Its path inside the repository.
        path: String,
    },
    /// Whatever is found in the usual places of the repository.
    Search,
}

/// The file of a report on this machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportFile {
    /// Its path, absolute.
    pub path: PathBuf,
    /// The folder within which it was handed in: below it no link is followed, and nothing but an ordinary file is
    /// opened. `None` for a file that the operator named, wherever a link leads.
    #[serde(default)]
    pub within: Option<PathBuf>,
}

impl ReportFile {
    /// A file that the operator named, or that is ours.
    #[must_use]
    pub fn named(path: PathBuf) -> Self {
        Self { path, within: None }
    }
}

/// Which program reads PDFs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PdfEngine {
    /// The one that is built with this program, and memory-safe.
    #[default]
    Hayro,
    /// Chromium's, in a library of the operator.
    Pdfium {
        /// The library's file; `None` for the one that the system finds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        library: Option<PathBuf>,
        /// The library's build, where it is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        build: Option<u32>,
    },
}

impl PdfEngine {
    /// Whether it is the one that is used unless another is asked for.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    /// Its name, with its build where that is known.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self {
            Self::Hayro => "hayro".to_owned(),
            Self::Pdfium { build: None, .. } => "pdfium".to_owned(),
            Self::Pdfium { build: Some(build), .. } => format!("pdfium, build {build}"),
        }
    }
}

/// Who judges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BenchKind {
    /// The offline bench: three scoring policies over the readings, no language model.
    #[default]
    Rules,
    /// Language models.
    Llm,
}

/// How far it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// To a written report.
    #[default]
    Audit,
    /// To the evidence: no judge is heard and nothing is written.
    Investigation,
}

/// One audit, as asked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditRequest {
    /// Where the repository is.
    pub repo: RepoSource,
    /// Where the report is.
    pub report: ReportSource,
    /// The folder within which a report's file was handed in, where others than the operator may write.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<PathBuf>,
    /// How far it goes.
    #[serde(default)]
    pub scope: Scope,
    /// Which program reads the PDF.
    #[serde(default, skip_serializing_if = "PdfEngine::is_default")]
    pub pdf_engine: PdfEngine,
    /// Who judges.
    pub bench: BenchKind,
    /// Which models judge, where language models do.
    #[serde(default)]
    pub models: Option<BenchModels>,
    /// What the models cost, where language models judge.
    #[serde(default)]
    pub prices: Option<Prices>,
    /// How failed work is tried again.
    #[serde(default)]
    pub retry: RetryPolicy,
    /// Seed of the jitter in pauses; it shows in no report.
    #[serde(default)]
    pub seed: u64,
    /// How language models are asked, where they judge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<Bounds>,
    /// Evidence that people declared to be false positives, as far as that holds for this submission at the
    /// moment of asking.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waivers: Vec<Waived>,
    /// The audit that this one follows: what did not change is taken over from it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Arc<Precedent>>,
}

impl AuditRequest {
    /// A whole audit by the offline bench, with nothing waived.
    #[must_use]
    pub fn new(repo: RepoSource, report: ReportSource) -> Self {
        Self {
            repo,
            report,
            within: None,
            scope: Scope::default(),
            pdf_engine: PdfEngine::default(),
            bench: BenchKind::default(),
            models: None,
            prices: None,
            retry: RetryPolicy::default(),
            seed: 0,
            bounds: None,
            waivers: Vec::new(),
            after: None,
        }
    }
}
