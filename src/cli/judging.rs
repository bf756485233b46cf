//! Who judges: the arguments about the bench, and the bench that they and the environment come to.

mod provider;
mod settings;

pub(super) use provider::{Provider, provider};
pub(super) use settings::{call_deadline, models, rung};

use crate::config::Config;
use crate::domain::case::Case;
use crate::domain::chat::ChatRequest;
use crate::domain::models::{BenchModels, Bounds};
use crate::domain::pace::PaceLimits;
use crate::domain::prices::Prices;
use crate::domain::request::{AuditRequest, BenchKind};
use crate::domain::retry::RetryPolicy;
use crate::engine::EngineBuilder;
use crate::ports::bench::LanguageModels;
use crate::ports::journal::CallBook;
use crate::ports::llm::{
    Acquaintance, Allowance, CallLog, Calls, Caps, ChatModel, Endpoint, Label, ModelError, Player,
    Recorder, Remembered, Transcript,
};
use crate::ports::vision::VisionModel;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Longest hearing of one judge: two calls, and the wait for a place in front of the server.
const HEARING: Duration = Duration::from_mins(15);

/// Who judges, and within which bounds.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
#[command(next_help_heading = "Judges")]
pub(super) struct JudgingArgs {
    /// Who judges: the offline bench (`rules`) or language models (`llm`).
    #[arg(long, value_enum, default_value_t = Judges::Auto)]
    pub judges: Judges,
    /// The model of all three judges, before `AUDITOR_MODEL`.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// Most money for model calls, in the currency of the prices.
    #[arg(long, value_name = "AMOUNT", value_parser = amount)]
    max_cost: Option<f64>,
    /// Most tokens, of prompts and replies together.
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// Longest time for judging, in minutes.
    #[arg(long, value_name = "N", default_value_t = 60)]
    max_minutes: u64,
    /// A table of prices in place of the program's own (see `auditor prices`).
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,
    /// Show what judging would cost, and ask no model.
    #[arg(long, conflicts_with_all = ["replay", "record"])]
    pub estimate: bool,
    /// Write every prompt and every reply into the folder `prompts` beside the report.
    #[arg(long)]
    show_prompts: bool,
    /// Keep every question and reply in this folder, for `--replay`.
    #[arg(long, value_name = "DIR", conflicts_with = "replay")]
    record: Option<PathBuf>,
    /// Take all replies from a folder that `--record` made; no network is used.
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// Do not wait for the first call before making the others: faster, and dearer where a provider
    /// keeps prompts in a cache.
    #[arg(long)]
    no_warm_up: bool,
}

/// Who judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Judges {
    /// Language models where one is configured, else the offline bench.
    Auto,
    /// Three written scoring policies, no language model.
    Rules,
    /// Language models.
    Llm,
}

fn amount(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount >= 0.0 => Ok(amount),
        Ok(_) | Err(_) => Err("an amount is a number from 0".to_owned()),
    }
}

/// A bench of language models, ready to be asked.
pub(super) struct Bench {
    counsel: LanguageModels,
    onlooker: Option<VisionModel>,
    pub models: BenchModels,
    pub bounds: Bounds,
    pub prices: Prices,
    pub allowance: Arc<Allowance>,
    /// The servers to become acquainted with, and the models of each; none for a replay.
    endpoints: Vec<(Arc<Endpoint>, Vec<String>)>,
    in_flight: usize,
    /// Where its model calls come out, where anything asks for traces.
    pub calls: Option<Calls>,
}

/// What a bench is made of before it is bounded.
struct Parts {
    chat: Arc<dyn ChatModel>,
    models: BenchModels,
    endpoints: Vec<(Arc<Endpoint>, Vec<String>)>,
    in_flight: usize,
    bounds: Bounds,
    calls: Option<Calls>,
}

impl JudgingArgs {
    /// The bench of language models; `None` for the offline bench.
    ///
    /// # Errors
    /// When the settings contradict each other or lack something; one clear sentence.
    pub fn bench(
        &self,
        config: &Config,
        output: &Path,
        seed: u64,
        book: &Arc<dyn CallBook>,
    ) -> Result<Option<Bench>, String> {
        let settings = &config.models;
        let (log, calls) = watched(config);
        if let Some(folder) = &self.replay {
            return self.replayed(folder, output, seed, &log, calls, book).map(Some);
        }
        let provider = match (self.judges, provider(settings)?) {
            (Judges::Rules, _) | (Judges::Auto, None) => return Ok(None),
            (_, Some(provider)) => provider,
            (Judges::Llm, None) => {
                return Err("no language model is configured: set `OPENAI_API_KEY`, `ANTHROPIC_API_KEY`, \
                     `GEMINI_API_KEY` or `OPENROUTER_API_KEY`, or `OPENAI_BASE_URL` for a server of \
                     your own (see .env.example)"
                    .to_owned());
            }
        };
        let models = settings::models(self.model.as_deref(), settings, &provider)?;
        let pace = settings::pace(settings)?;
        let bounds = settings::bounds(settings, &provider)?;
        let (chat, endpoints) = settings::endpoints(settings, &provider, &models, pace, &log)?;
        let chat = match &self.record {
            Some(folder) => {
                let label = Label { models: models.clone(), bounds };
                let recorder = Recorder::new(chat, folder.clone(), &label);
                Arc::new(recorder.map_err(|error| error.to_string())?)
            }
            None => chat,
        };
        let in_flight = usize::try_from(pace.in_flight).unwrap_or(usize::MAX);
        let parts = Parts { chat, models, endpoints, in_flight, bounds, calls };
        self.seated(parts, output, seed, book).map(Some)
    }

    /// The bench of an audit that goes on. It is not recorded any more: a tape holds a whole audit.
    ///
    /// # Errors
    /// As [`JudgingArgs::bench`].
    pub fn resumed(
        &self,
        config: &Config,
        output: &Path,
        seed: u64,
        book: &Arc<dyn CallBook>,
    ) -> Result<Option<Bench>, String> {
        Self { record: None, ..self.clone() }.bench(config, output, seed, book)
    }

    /// A bench whose replies come from a tape.
    fn replayed(
        &self,
        folder: &Path,
        output: &Path,
        seed: u64,
        log: &CallLog,
        calls: Option<Calls>,
        book: &Arc<dyn CallBook>,
    ) -> Result<Bench, String> {
        let player = Player::new(folder.to_owned()).map_err(|error| error.to_string())?;
        let Label { models, bounds } = player.label().clone();
        let in_flight = PaceLimits::default().in_flight as usize;
        let chat = log.watch(&models.endpoint, Arc::new(player));
        let parts = Parts { chat, models, endpoints: Vec::new(), in_flight, bounds, calls };
        self.seated(parts, output, seed, book)
    }

    fn seated(
        &self,
        parts: Parts,
        output: &Path,
        seed: u64,
        book: &Arc<dyn CallBook>,
    ) -> Result<Bench, String> {
        let Parts { chat, models, endpoints, in_flight, bounds, calls } = parts;
        let prices = self.prices()?;
        if self.max_cost.is_some()
            && let Some(model) = models.all().into_iter().find(|model| prices.of(model).is_none())
        {
            return Err(format!(
                "`--max-cost` needs the price of `{model}`, which is not in the table; name it in a \
                 file for `--prices`"
            ));
        }
        let caps = Caps {
            cost: self.max_cost,
            tokens: self.max_tokens,
            time: Some(Duration::from_secs(self.max_minutes.saturating_mul(60))),
        };
        let allowance = Arc::new(Allowance::new(chat, prices.clone(), caps));
        let mut chat: Arc<dyn ChatModel> = Arc::clone(&allowance) as Arc<dyn ChatModel>;
        if self.show_prompts {
            chat = Arc::new(Transcript::new(chat, beside(output))?);
        }
        // What is remembered is neither counted nor written down again.
        chat = Arc::new(Remembered::new(chat, Arc::clone(book)));
        let onlooker = models
            .vision
            .clone()
            .map(|model| VisionModel::new(Arc::clone(&chat), model, bounds.reply_tokens, seed));
        let mut counsel = LanguageModels::new(chat, models.clone(), bounds, seed);
        if self.no_warm_up || self.replay.is_some() {
            counsel = counsel.without_warm_up();
        }
        let prices = prices.only(&models.all());
        Ok(Bench {
            counsel,
            onlooker,
            models,
            bounds,
            prices,
            allowance,
            endpoints,
            in_flight,
            calls,
        })
    }

    fn prices(&self) -> Result<Prices, String> {
        let Some(path) = &self.prices else { return Ok(Prices::own()) };
        let shown = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("the prices `{shown}` cannot be read: {error}"))?;
        Prices::parse(&text)
            .map_err(|error| format!("the prices `{shown}` cannot be used: {error}"))
    }
}

/// A log of model calls where anything asks for traces, else one that tells nobody.
fn watched(config: &Config) -> (CallLog, Option<Calls>) {
    if !config.telemetry.is_on() {
        return (CallLog::default(), None);
    }
    let (log, calls) = CallLog::open();
    (log, Some(calls))
}

/// The folder for prompts beside a report: in the report's folder, or next to its file.
fn beside(output: &Path) -> PathBuf {
    match output.extension() {
        Some(extension) if extension == "md" => output
            .parent()
            .map_or_else(|| PathBuf::from("prompts"), |folder| folder.join("prompts")),
        Some(_) | None => output.join("prompts"),
    }
}

impl Bench {
    /// The question that opens a hearing.
    pub fn question(&self, case: &Case) -> ChatRequest {
        self.counsel.question(case)
    }

    /// Seats the bench in a request.
    pub fn seat(&self, request: AuditRequest, seed: u64) -> AuditRequest {
        AuditRequest {
            bench: BenchKind::Llm,
            models: Some(self.models.clone()),
            prices: Some(self.prices.clone()),
            retry: RetryPolicy::for_models(),
            bounds: Some(self.bounds),
            seed,
            ..request
        }
    }

    /// Reaches every server and finds out how its models are spoken to. A second server that cannot be
    /// reached is only in reserve, and harms nobody yet.
    ///
    /// # Errors
    /// When the first cannot be reached or does not serve a model.
    pub async fn open(&self) -> Result<(), ModelError> {
        for (place, (endpoint, models)) in self.endpoints.iter().enumerate() {
            for model in models {
                match patiently(endpoint, model).await {
                    Ok(found) => self.allowance.count(model, found.usage),
                    Err(error) if place == 0 => return Err(error),
                    Err(error) => tracing::warn!(%error, "the second endpoint is not there"),
                }
            }
        }
        Ok(())
    }

    /// Gives the bench to an engine.
    pub fn take_place(self, builder: EngineBuilder) -> EngineBuilder {
        let builder = builder.counsel(Arc::new(self.counsel)).judges(self.in_flight, HEARING);
        match self.onlooker {
            Some(onlooker) => builder.onlooker(Arc::new(onlooker)),
            None => builder,
        }
    }
}

/// Becomes acquainted with a model. A server that is busy or starting up is given a few seconds.
async fn patiently(endpoint: &Endpoint, model: &str) -> Result<Acquaintance, ModelError> {
    const ATTEMPTS: u32 = 3;
    let mut attempt = 1;
    loop {
        match endpoint.acquaint(model).await {
            Err(error) if error.is_transient() && attempt < ATTEMPTS => {
                attempt += 1;
                let asked = error.after().unwrap_or_default().min(Duration::from_secs(20));
                let pause = RetryPolicy::for_models().full_jitter(0, model, attempt, asked);
                tokio::time::sleep(pause).await;
            }
            found => return found,
        }
    }
}

/// What model calls used, counted while they are made.
pub(super) struct Bill {
    allowance: Arc<Allowance>,
    prices: Prices,
    models: BenchModels,
}

impl Bench {
    /// The bill, for after the audit.
    pub fn bill(&self) -> Bill {
        Bill {
            allowance: Arc::clone(&self.allowance),
            prices: self.prices.clone(),
            models: self.models.clone(),
        }
    }
}

impl Bill {
    /// What was used, one sentence.
    pub fn in_words(&self) -> String {
        let (usage, cost) = self.allowance.used();
        let is_priced = self.models.all().iter().all(|model| self.prices.of(model).is_some());
        let cost = if is_priced {
            format!("{cost:.4} {} at prices of {}", self.prices.currency, self.prices.as_of)
        } else {
            "cost not known, since a model is not in the table of prices".to_owned()
        };
        format!(
            "Model calls used {} prompt tokens ({} from a cache) and {} tokens of replies{}; {cost}.",
            usage.prompt_tokens,
            usage.cached_tokens,
            usage.completion_tokens,
            if usage.estimated { ", in part estimated" } else { "" },
        )
    }
}
