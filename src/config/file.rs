//! The settings of `--config`, a TOML file.
//!
//! What a flag says counts before what the environment says, and that before the file. The file holds no keys:
//! it is copied, shared and kept, and keys must not be.

mod mistake;

pub use mistake::Mistake;

use crate::domain::limits::Limits;
use crate::ports::files::bytes_of;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

/// A file with every setting, each explained and commented out.
pub const EXAMPLE: &str = include_str!("example.toml");

/// Largest file, in bytes.
const LARGEST: u64 = 1 << 20;

/// What the file says. A setting that it leaves out is `None`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct File {
    /// The folder in which audits are kept.
    pub state: Option<PathBuf>,
    /// Filter of trace lines, as in `RUST_LOG`.
    pub log: Option<String>,
    /// How trace lines are written.
    pub log_format: Option<LogFormat>,
    /// Who judges.
    pub judges: Judges,
    /// How fetches and downloads get out of the network.
    pub network: Network,
    /// By which program PDFs are read.
    pub pdf: Pdf,
    /// How much is read of a submission, and for how long.
    pub limits: Limits,
    /// Where traces go.
    pub telemetry: Telemetry,
    /// How a class is audited.
    pub watch: Watch,
    /// The dashboard.
    pub web: Web,
}

/// How trace lines are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line, for programs.
    Json,
}

/// Which bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bench {
    /// Language models where one is configured, else the offline bench.
    Auto,
    /// The offline bench.
    Rules,
    /// Language models.
    Llm,
}

/// Who judges, and within which bounds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Judges {
    /// Which bench.
    pub bench: Option<Bench>,
    /// Any server that speaks the chat completions protocol.
    pub base_url: Option<String>,
    /// The model of all three judges.
    pub model: Option<String>,
    /// The Prosecutor's model.
    pub prosecutor: Option<String>,
    /// The Defense's model.
    pub defense: Option<String>,
    /// The Tech Lead's model.
    pub tech_lead: Option<String>,
    /// The model that looks at figures.
    pub vision: Option<String>,
    /// A second server, asked where the first cannot answer.
    pub fallback_base_url: Option<String>,
    /// The model of the second server.
    pub fallback_model: Option<String>,
    /// How replies are held to a schema.
    pub structured_output: Option<String>,
    /// Most calls at a time.
    pub calls_in_flight: Option<NonZeroU32>,
    /// Most calls in a minute.
    pub calls_per_minute: Option<NonZeroU32>,
    /// Longest wait for one reply, in seconds.
    pub call_seconds: Option<NonZeroU32>,
    /// Most tokens of one reply.
    pub reply_tokens: Option<NonZeroU32>,
    /// About how many tokens the record in a prompt may take.
    pub record_tokens: Option<NonZeroU32>,
    /// Most money for the model calls of one audit, in the currency of the prices.
    pub max_cost: Option<Amount>,
    /// Most tokens of one audit.
    pub max_tokens: Option<u64>,
    /// Longest time for judging one audit, in minutes.
    pub max_minutes: Option<NonZeroU32>,
    /// A table of prices in place of the program's own.
    pub prices: Option<PathBuf>,
}

/// Which program reads PDFs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reader {
    /// The one that is built in.
    #[default]
    Hayro,
    /// Chromium's, which needs a library.
    Pdfium,
}

/// By which program PDFs are read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Pdf {
    /// Which one.
    pub engine: Option<Reader>,
    /// Where libpdfium is.
    pub pdfium: Option<PathBuf>,
}

/// How fetches and downloads get out of the network.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Network {
    /// The proxy for https.
    pub https_proxy: Option<String>,
    /// The proxy for http.
    pub http_proxy: Option<String>,
    /// The proxy for everything else.
    pub all_proxy: Option<String>,
    /// Hosts that are reached without one.
    pub no_proxy: Option<String>,
    /// A file with the certificates that are trusted.
    pub ssl_cert_file: Option<PathBuf>,
    /// A folder with them.
    pub ssl_cert_dir: Option<PathBuf>,
}

/// Where traces go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Telemetry {
    /// Whether `LangSmith` gets them.
    pub langsmith: Option<bool>,
    /// Where `LangSmith` is.
    pub langsmith_endpoint: Option<String>,
    /// The project that they belong to.
    pub langsmith_project: Option<String>,
    /// Another collector, without `/v1/traces`.
    pub otlp_endpoint: Option<String>,
    /// Another collector, the whole address.
    pub otlp_traces_endpoint: Option<String>,
    /// `http/protobuf` or `http/json`.
    pub otlp_protocol: Option<String>,
    /// Longest wait for its answer, in milliseconds.
    pub otlp_timeout: Option<NonZeroU32>,
    /// What the program calls itself.
    pub service_name: Option<String>,
    /// What is said of it beside.
    pub resource_attributes: Option<String>,
    /// Whether traces hold prompts, replies and arguments.
    pub words: Option<bool>,
}

/// How a class is audited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Watch {
    /// Most audits at a time.
    pub at_once: Option<NonZeroU32>,
    /// A look at the folder is due after so many seconds, although nothing seems to have changed.
    pub rescan_seconds: Option<NonZeroU32>,
    /// How long a file must have been left alone before it is read, in seconds.
    pub settle_seconds: Option<Amount>,
    /// Hosts are asked for new commits after so many minutes; never where it is 0.
    pub recheck_minutes: Option<u32>,
    /// The folder of results.
    pub output: Option<PathBuf>,
    /// Where the dashboard listens.
    pub listen: Option<SocketAddr>,
    /// Whether repositories on this machine are accepted.
    pub allow_local: Option<bool>,
    /// Hosts besides the well-known ones.
    pub allow_hosts: Option<Vec<String>>,
    /// Whether repositories are fetched by ssh, too.
    pub allow_ssh: Option<bool>,
    /// Most money for the whole class, in the currency of the prices.
    pub max_cost: Option<Amount>,
    /// Most money for one submission.
    pub max_cost_each: Option<Amount>,
    /// How many submissions are audited before the others wait for a word.
    pub pilot: Option<u32>,
}

/// The dashboard.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Web {
    /// Where it listens.
    pub listen: Option<SocketAddr>,
    /// The names under which browsers may ask for it, besides those of this machine.
    pub hosts: Option<Vec<String>>,
}

/// A number from 0.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Amount(f64);

impl Amount {
    /// The number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Amount {
    type Error = &'static str;

    fn try_from(number: f64) -> Result<Self, Self::Error> {
        let is_amount = number.is_finite() && number >= 0.0;
        is_amount.then_some(Self(number)).ok_or("it must be a number from 0")
    }
}

impl From<Amount> for f64 {
    fn from(amount: Amount) -> Self {
        amount.0
    }
}

impl File {
    /// Reads a file. Relative paths in it begin in its own folder.
    ///
    /// # Errors
    /// A sentence that names the file and, where one is at fault, the line, the column and the setting.
    pub fn load(path: &Path) -> Result<Self, Mistake> {
        let name = path.display().to_string();
        let mistake = |why: &str| Mistake::of_file(&name, &format!("the file {why}"));
        let bytes = bytes_of(path, LARGEST).map_err(|why| mistake(&why))?;
        let text = String::from_utf8(bytes)
            .map_err(|error| mistake(&format!("cannot be read: {error}")))?;
        let mut file = Self::parse(&name, &text)?;
        file.begin_in(path.parent().unwrap_or(Path::new("")));
        Ok(file)
    }

    /// Understands the text of a file that is called `name`.
    ///
    /// # Errors
    /// A sentence that names the file, the line, the column and the setting.
    pub fn parse(name: &str, text: &str) -> Result<Self, Mistake> {
        mistake::no_keys(name, text)?;
        let file: Self = toml::from_str(text).map_err(|error| Mistake::of(name, text, &error))?;
        match file.limits.nothing() {
            Some(limit) => {
                let why = format!("the setting `limits.{limit}` is 0, and must be at least 1");
                Err(Mistake::of_file(name, &why))
            }
            None => Ok(file),
        }
    }

    fn begin_in(&mut self, folder: &Path) {
        let paths = [
            &mut self.state,
            &mut self.judges.prices,
            &mut self.pdf.pdfium,
            &mut self.network.ssl_cert_file,
            &mut self.network.ssl_cert_dir,
            &mut self.watch.output,
        ];
        for path in paths.into_iter().flatten() {
            *path = folder.join(&path);
        }
    }
}

#[cfg(test)]
mod tests;
