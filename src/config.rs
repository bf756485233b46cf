//! The only reader of the environment.

mod telemetry;

pub use telemetry::TelemetrySettings;

use crate::domain::models::ApiKey;
use secrecy::SecretString;
use std::ffi::OsString;
use std::path::PathBuf;

/// Variables that a fetch may need to get out of a network; no other child sees any.
const NETWORK: &[&str] = &[
    "HTTPS_PROXY",
    "https_proxy",
    "HTTP_PROXY",
    "http_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];

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
    fn load() -> Self {
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
            base_url: text("OPENAI_BASE_URL"),
            model: text("AUDITOR_MODEL"),
            prosecutor: text("AUDITOR_MODEL_PROSECUTOR"),
            defense: text("AUDITOR_MODEL_DEFENSE"),
            tech_lead: text("AUDITOR_MODEL_TECH_LEAD"),
            vision: text("AUDITOR_MODEL_VISION"),
            rung: text("AUDITOR_STRUCTURED_OUTPUT"),
            in_flight: text("AUDITOR_CALLS_IN_FLIGHT"),
            per_minute: text("AUDITOR_CALLS_PER_MINUTE"),
            call_seconds: text("AUDITOR_CALL_SECONDS"),
            record_tokens: text("AUDITOR_RECORD_TOKENS"),
            reply_tokens: text("AUDITOR_REPLY_TOKENS"),
            fallback_base_url: text("AUDITOR_FALLBACK_BASE_URL"),
            fallback_model: text("AUDITOR_FALLBACK_MODEL"),
            unusable_key,
        }
    }
}

/// A variable that is set and not empty.
fn text(name: &str) -> Option<String> {
    std::env::var(name).ok().map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Where programs of this user keep what they are at.
fn usual_state() -> Option<PathBuf> {
    let folder = |name: &str| text(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = folder("XDG_STATE_HOME");
    let state = state.or_else(|| folder("HOME").map(|home| home.join(".local/state")));
    state.map(|state| state.join("auditor"))
}

/// What the environment says.
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
    /// `USER`: who gives orders by the command line.
    pub user: Option<String>,
    /// Where they are kept otherwise: `auditor` in `XDG_STATE_HOME`, or in `.local/state` of `HOME`.
    pub usual_state: Option<PathBuf>,
}

impl Config {
    /// Reads the environment, with what a `.env` file in the working directory adds to it. A variable
    /// that is set already wins over the file.
    ///
    /// # Errors
    /// When there is a `.env` file that cannot be read.
    pub fn load() -> Result<Self, dotenvy::Error> {
        match dotenvy::dotenv() {
            Ok(_) => {}
            Err(error) if error.not_found() => {}
            Err(error) => return Err(error),
        }
        let network =
            NETWORK.iter().filter_map(|name| Some(((*name).into(), std::env::var_os(name)?)));
        Ok(Self {
            log_filter: std::env::var("RUST_LOG").ok(),
            network: network.collect(),
            models: ModelSettings::load(),
            telemetry: TelemetrySettings::load(),
            state: text("AUDITOR_STATE").map(PathBuf::from),
            usual_state: usual_state(),
            web_token: text("AUDITOR_WEB_TOKEN").map(Into::into),
            user: text("USER").or_else(|| text("LOGNAME")),
        })
    }
}
