//! The settings: the only reader of the environment, and of the file that `--config` names.

mod file;
mod telemetry;

pub use file::{
    Amount, Bench, EXAMPLE, File, Judges, LogFormat, Mistake, Network, Pdf, Reader, Telemetry,
    Watch, Web,
};
pub use telemetry::TelemetrySettings;

use crate::domain::models::ApiKey;
use secrecy::SecretString;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Variables that a fetch may need to get out of a network; no other child sees any. Some programs know one by
/// its name in small letters.
const NETWORK: &[(&str, Option<&str>, Said)] = &[
    ("HTTPS_PROXY", Some("https_proxy"), |file| file.https_proxy.as_ref().map(Into::into)),
    ("HTTP_PROXY", Some("http_proxy"), |file| file.http_proxy.as_ref().map(Into::into)),
    ("ALL_PROXY", Some("all_proxy"), |file| file.all_proxy.as_ref().map(Into::into)),
    ("NO_PROXY", Some("no_proxy"), |file| file.no_proxy.as_ref().map(Into::into)),
    ("SSL_CERT_FILE", None, |file| file.ssl_cert_file.as_ref().map(Into::into)),
    ("SSL_CERT_DIR", None, |file| file.ssl_cert_dir.as_ref().map(Into::into)),
];
/// What the file of settings says instead of a variable.
type Said = fn(&Network) -> Option<OsString>;

/// What the environment says about language models. Text that is empty counts as not set.
#[derive(Clone, Default)]
pub struct ModelSettings {
    /// `OPENAI_BASE_URL`: any server that speaks the chat completions protocol.
    pub base_url: Option<String>,
    /// `OPENAI_API_KEY`.
    pub openai_key: Option<ApiKey>,
    /// `ANTHROPIC_API_KEY`.
    pub anthropic_key: Option<ApiKey>,
    /// `GEMINI_API_KEY`.
    pub gemini_key: Option<ApiKey>,
    /// `OPENROUTER_API_KEY`.
    pub openrouter_key: Option<ApiKey>,
    /// `AUDITOR_MODEL`: the model of all three judges.
    pub model: Option<String>,
    /// `AUDITOR_MODEL_PROSECUTOR`.
    pub prosecutor: Option<String>,
    /// `AUDITOR_MODEL_DEFENSE`.
    pub defense: Option<String>,
    /// `AUDITOR_MODEL_TECH_LEAD`.
    pub tech_lead: Option<String>,
    /// `AUDITOR_MODEL_VISION`: the model that looks at figures.
    pub vision: Option<String>,
    /// `AUDITOR_STRUCTURED_OUTPUT`: the rung, where the operator knows it.
    pub rung: Option<String>,
    /// `AUDITOR_CALLS_IN_FLIGHT`.
    pub in_flight: Option<String>,
    /// `AUDITOR_CALLS_PER_MINUTE`.
    pub per_minute: Option<String>,
    /// `AUDITOR_CALL_SECONDS`: longest wait for one reply.
    pub call_seconds: Option<String>,
    /// `AUDITOR_RECORD_TOKENS`: about how long the record in a prompt may be.
    pub record_tokens: Option<String>,
    /// `AUDITOR_REPLY_TOKENS`: most tokens of one reply.
    pub reply_tokens: Option<String>,
    /// `AUDITOR_FALLBACK_BASE_URL`: a second server, asked where the first cannot answer.
    pub fallback_base_url: Option<String>,
    /// `AUDITOR_FALLBACK_API_KEY`.
    pub fallback_key: Option<ApiKey>,
    /// `AUDITOR_FALLBACK_MODEL`.
    pub fallback_model: Option<String>,
    /// A variable whose key cannot stand in a header.
    pub unusable_key: Option<&'static str>,
}

impl ModelSettings {
    fn load(file: &file::Judges) -> Self {
        let mut unusable_key = None;
        let mut key = |name: &'static str| {
            let key = ApiKey::new(&text(name)?);
            if key.is_none() {
                unusable_key = Some(name);
            }
            key
        };
        Self {
            openai_key: key("OPENAI_API_KEY"),
            anthropic_key: key("ANTHROPIC_API_KEY"),
            gemini_key: key("GEMINI_API_KEY"),
            openrouter_key: key("OPENROUTER_API_KEY"),
            fallback_key: key("AUDITOR_FALLBACK_API_KEY"),
            base_url: text_or("OPENAI_BASE_URL", file.base_url.as_ref()),
            model: text_or("AUDITOR_MODEL", file.model.as_ref()),
            prosecutor: text_or("AUDITOR_MODEL_PROSECUTOR", file.prosecutor.as_ref()),
            defense: text_or("AUDITOR_MODEL_DEFENSE", file.defense.as_ref()),
            tech_lead: text_or("AUDITOR_MODEL_TECH_LEAD", file.tech_lead.as_ref()),
            vision: text_or("AUDITOR_MODEL_VISION", file.vision.as_ref()),
            rung: text_or("AUDITOR_STRUCTURED_OUTPUT", file.structured_output.as_ref()),
            in_flight: text_or("AUDITOR_CALLS_IN_FLIGHT", file.calls_in_flight.as_ref()),
            per_minute: text_or("AUDITOR_CALLS_PER_MINUTE", file.calls_per_minute.as_ref()),
            call_seconds: text_or("AUDITOR_CALL_SECONDS", file.call_seconds.as_ref()),
            record_tokens: text_or("AUDITOR_RECORD_TOKENS", file.record_tokens.as_ref()),
            reply_tokens: text_or("AUDITOR_REPLY_TOKENS", file.reply_tokens.as_ref()),
            fallback_base_url: text_or(
                "AUDITOR_FALLBACK_BASE_URL",
                file.fallback_base_url.as_ref(),
            ),
            fallback_model: text_or("AUDITOR_FALLBACK_MODEL", file.fallback_model.as_ref()),
            unusable_key,
        }
    }
}

/// A variable that is set and not empty.
fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A variable that is set and not empty, else what the file of settings says.
fn text_or(name: &str, file: Option<&impl ToString>) -> Option<String> {
    text(name).or_else(|| file.map(ToString::to_string))
}

/// Where programs of this user keep what they are at.
fn usual_state() -> Option<PathBuf> {
    let folder = |name: &str| text(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME");
    let state = state.or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("auditor"))
}

/// What a fetch may see of the environment, with what the file of settings adds to it.
fn network(file: &Network) -> Vec<(OsString, OsString)> {
    let mut variables = Vec::new();
    for (name, small, said) in NETWORK {
        let before = variables.len();
        let names = [Some(*name), *small].into_iter().flatten();
        variables.extend(names.filter_map(|name| Some((name.into(), std::env::var_os(name)?))));
        if variables.len() == before {
            variables.extend(said(file).map(|value| (OsString::from(name), value)));
        }
    }
    variables
}

/// What the environment and the file of settings say.
#[derive(Clone, Default)]
pub struct Config {
    /// Filter of trace lines, `RUST_LOG`.
    pub log_filter: Option<String>,
    /// Proxy and certificate settings for fetches.
    pub network: Vec<(OsString, OsString)>,
    /// Language models.
    pub models: ModelSettings,
    /// Tracing.
    pub telemetry: TelemetrySettings,
    /// `AUDITOR_STATE`: the folder in which audits are kept.
    pub state: Option<PathBuf>,
    /// `AUDITOR_WEB_TOKEN`: what everybody has to know who wants to see the dashboard.
    pub web_token: Option<SecretString>,
    /// `AUDITOR_PDF_ENGINE`: which program reads PDFs.
    pub pdf_engine: Option<String>,
    /// `AUDITOR_PDFIUM`: where libpdfium is.
    pub pdfium: Option<PathBuf>,
    /// `USER`: who gives orders by the command line.
    pub user: Option<String>,
    /// Where they are kept otherwise: `auditor` in `XDG_STATE_HOME`, or in `.local/state` of `HOME`.
    pub usual_state: Option<PathBuf>,
    /// The file `.env` that was read, if there is one.
    pub dotenv: Option<PathBuf>,
    /// A file `.env` that was left unread, and why.
    pub untrusted: Option<(PathBuf, Mistrust)>,
    /// What the file of settings says by itself; the fields before this one count the environment in.
    pub file: File,
}

/// Why a file `.env` is left unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistrust {
    /// It lies in what is audited.
    Audited,
    /// It belongs to another user of this machine.
    Foreign,
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// A file `.env` cannot be read. What stands in it is not told, since it may be a key.
    #[error("the file `{}` cannot be read: {why}", path.display())]
    DotEnv {
        /// The file.
        path: PathBuf,
        /// What is wrong with it, a lowercase fragment.
        why: String,
    },
    /// The file of settings cannot be read, or says what nobody understands.
    #[error(transparent)]
    File(#[from] Mistake),
}

/// The file `.env` in the working directory, or in the nearest folder above it that has one.
fn nearest_dotenv() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join(".env")).find(|file| file.is_file())
}

/// Whether a file belongs to another user, who could have put it above the folder where the program is started. What is
/// the system's is nobody's, and whoever may do everything works in the folders of others, as in a container.
fn is_foreign(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let own = rustix::process::geteuid().as_raw();
    file.metadata().is_ok_and(|file| is_another(file.uid(), own))
}

fn is_another(owner: u32, own: u32) -> bool {
    own != 0 && ![own, 0].contains(&owner)
}

/// Why a `.env` file cannot be read, without a word of what stands in it.
fn unreadable(file: &Path, error: &dotenvy::Error) -> ConfigError {
    let why = match error {
        dotenvy::Error::LineParse(line, _) => {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            let first = line.lines().next().unwrap_or_default();
            match text.lines().position(|other| other == first) {
                Some(at) => format!(
                    "line {} is not of the form `NAME=value`, or a quote is not closed",
                    at + 1
                ),
                None => {
                    "a line is not of the form `NAME=value`, or a quote is not closed".to_owned()
                }
            }
        }
        dotenvy::Error::Io(error) => error.to_string(),
        _ => "it is not understood".to_owned(),
    };
    ConfigError::DotEnv { path: file.to_owned(), why }
}

impl Config {
    /// Reads the environment, with what a `.env` file in the working directory or above it adds to it, and the file
    /// of settings at `path`. A variable that is set already wins over `.env`, and that over the settings.
    ///
    /// A `.env` file that is audited is the submission's, and one of another user is that user's: it could send the
    /// operator's key to an address of its own, and is not read.
    ///
    /// # Errors
    /// When there is a `.env` file that cannot be read, or the settings cannot be.
    pub fn load(
        path: Option<&Path>,
        is_audited: impl FnOnce(&Path) -> bool,
    ) -> Result<Self, ConfigError> {
        let file = path.map(File::load).transpose()?.unwrap_or_default();
        let (mut dotenv, mut untrusted) = (nearest_dotenv(), None);
        let why = dotenv.as_deref().and_then(|file| match (is_audited(file), is_foreign(file)) {
            (true, _) => Some(Mistrust::Audited),
            (false, true) => Some(Mistrust::Foreign),
            (false, false) => None,
        });
        if let Some(why) = why {
            untrusted = dotenv.take().map(|file| (file, why));
        }
        if let Some(file) = &dotenv {
            dotenvy::from_path(file).map_err(|error| unreadable(file, &error))?;
        }
        Ok(Self {
            dotenv,
            untrusted,
            log_filter: std::env::var("RUST_LOG").ok(),
            network: network(&file.network),
            models: ModelSettings::load(&file.judges),
            telemetry: TelemetrySettings::load(&file.telemetry),
            state: text("AUDITOR_STATE").map(PathBuf::from).or_else(|| file.state.clone()),
            usual_state: usual_state(),
            web_token: text("AUDITOR_WEB_TOKEN").map(Into::into),
            pdf_engine: text("AUDITOR_PDF_ENGINE"),
            pdfium: text("AUDITOR_PDFIUM").map(PathBuf::from).or_else(|| file.pdf.pdfium.clone()),
            user: text("USER").or_else(|| text("LOGNAME")),
            file,
        })
    }

    /// Which program the settings have read PDFs.
    ///
    /// # Errors
    /// When `AUDITOR_PDF_ENGINE` names none; one clear sentence.
    pub fn reader(&self) -> Result<Reader, String> {
        match self.pdf_engine.as_deref() {
            None => Ok(self.file.pdf.engine.unwrap_or_default()),
            Some("hayro") => Ok(Reader::Hayro),
            Some("pdfium") => Ok(Reader::Pdfium),
            Some(other) => {
                Err(format!("`AUDITOR_PDF_ENGINE` is `hayro` or `pdfium`, and not `{other}`"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_user_left_is_not_read_but_by_whoever_may_do_everything() {
        assert!(is_another(1001, 1000));
        assert!(!is_another(1000, 1000) && !is_another(0, 1000) && !is_another(1000, 0));
        let file = tempfile::NamedTempFile::new().unwrap();
        assert!(!is_foreign(file.path()));
    }
}
