//! Who judges: the arguments about the bench, and the bench that they and the environment come to.

mod bench;
mod provider;
mod settings;

pub(super) use bench::Bench;
pub(super) use provider::{Provider, provider};
pub(super) use settings::{bounds, call_deadline, models, pace, rung};

use crate::config::Config;
use crate::domain::models::{BenchModels, Bounds};
use crate::domain::pace::PaceLimits;
use crate::domain::prices::Prices;
use crate::ports::bench::LanguageModels;
use crate::ports::files::bytes_of;
use crate::ports::journal::CallBook;
use crate::ports::llm::{
    Allowance, CallLog, Calls, Caps, ChatModel, Endpoint, Label, Player, Recorder, Remembered,
    Transcript,
};
use crate::ports::vision::VisionModel;
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The arguments that make sense for a single audit alone.
pub(super) const FOR_ONE: [&str; 4] = ["estimate", "show_prompts", "record", "replay"];

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
    pub max_cost: Option<f64>,
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
    /// The table that the file of settings names.
    #[arg(skip)]
    #[serde(skip)]
    usual_prices: Option<PathBuf>,
    /// Take all replies from a folder that `--record` made; no network is used.
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// What each of several audits may cost.
    #[arg(skip)]
    #[serde(skip)]
    pub each: Option<Caps>,
    /// Do not wait for the first call before making the others: faster, and dearer where a provider
    /// keeps prompts in a cache.
    #[arg(long)]
    no_warm_up: bool,
}

impl Default for JudgingArgs {
    /// What a command line says that has none of them.
    fn default() -> Self {
        #[derive(clap::Parser)]
        struct Bare {
            #[command(flatten)]
            judging: JudgingArgs,
        }
        <Bare as clap::Parser>::parse_from(["auditor"]).judging
    }
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

pub(super) fn amount(typed: &str) -> Result<f64, String> {
    match typed.parse::<f64>() {
        Ok(amount) if amount.is_finite() && amount >= 0.0 => Ok(amount),
        Ok(_) | Err(_) => Err("an amount is a number from 0".to_owned()),
    }
}

/// Largest table of prices, in bytes.
const PRICES_BYTES: u64 = 4 << 20;

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

    /// What was asked for that the offline bench makes no use of, a sentence each.
    pub fn unused(&self) -> Vec<String> {
        let asked = [
            ("--model", self.model.is_some()),
            ("--prices", self.prices != self.usual_prices),
            ("--show-prompts", self.show_prompts),
            ("--record", self.record.is_some()),
        ];
        let asked = asked.into_iter().filter(|(_, is_asked)| *is_asked);
        let told = asked.map(|(option, _)| {
            format!("`{option}` has no effect: the offline bench judges, which asks no model")
        });
        told.collect()
    }

    /// Whether something is asked for that makes sense for a single audit alone.
    pub fn is_for_one(&self) -> bool {
        self.estimate || self.show_prompts || self.record.is_some() || self.replay.is_some()
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
        // Those of a second server among them.
        let behind = endpoints.iter().flat_map(|(_, models)| models).map(String::as_str);
        let served: Vec<&str> = models.all().into_iter().chain(behind).collect();
        if (self.max_cost.is_some() || self.each.is_some_and(|each| each.cost.is_some()))
            && let Some(model) = served.iter().find(|model| prices.of(model).is_none())
        {
            return Err(format!(
                "`--max-cost` needs the price of `{model}`, which is not in the table; name it in a \
                 file for `--prices`"
            ));
        }
        let time = Some(Duration::from_secs(self.max_minutes.saturating_mul(60)));
        let caps = Caps { cost: self.max_cost, tokens: self.max_tokens, time };
        let allowance = match self.each {
            None => Allowance::new(chat, prices.clone(), caps),
            // Of several audits each has its own time.
            Some(each) => {
                let all = Allowance::new(chat, prices.clone(), Caps { time: None, ..caps });
                all.and_each(Caps { time, ..each })
            }
        };
        let allowance = Arc::new(allowance);
        let mut chat: Arc<dyn ChatModel> = Arc::clone(&allowance) as Arc<dyn ChatModel>;
        if self.show_prompts {
            chat = Arc::new(Transcript::new(chat, beside(output))?);
        }
        // What is remembered is neither counted nor written down again.
        chat = Arc::new(Remembered::new(chat, Arc::clone(book), in_flight));
        let onlooker = models
            .vision
            .clone()
            .map(|model| VisionModel::new(Arc::clone(&chat), model, bounds.reply_tokens, seed));
        let mut counsel = LanguageModels::new(chat, models.clone(), bounds, seed);
        if self.no_warm_up || self.replay.is_some() {
            counsel = counsel.without_warm_up();
        }
        let prices = prices.only(&served);
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
        let bytes =
            bytes_of(path, PRICES_BYTES).map_err(|why| format!("the prices `{shown}` {why}"))?;
        let text = String::from_utf8(bytes)
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
