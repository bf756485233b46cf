//! What the environment's settings of the bench come to.

use super::{Judges, JudgingArgs, Provider};
use crate::config::{self, Bench, ModelSettings};
use crate::domain::models::{BenchModels, Bounds, Speaker};
use crate::domain::pace::PaceLimits;
use crate::ports::llm::{CallLog, ChatModel, Endpoint, EndpointSettings, Fallback, Gate, Rung};
use std::sync::Arc;
use std::time::Duration;

/// Longest wait for one reply, unless the environment says otherwise.
const CALL_SECONDS: u64 = 120;

impl JudgingArgs {
    /// Takes over what the file of settings says, but for the arguments that are given.
    pub fn settle(&mut self, file: &config::Judges, is_given: impl Fn(&str) -> bool) {
        if let Some(bench) = file.bench.filter(|_| !is_given("judges")) {
            self.judges = match bench {
                Bench::Auto => Judges::Auto,
                Bench::Rules => Judges::Rules,
                Bench::Llm => Judges::Llm,
            };
        }
        if let Some(minutes) = file.max_minutes.filter(|_| !is_given("max_minutes")) {
            self.max_minutes = minutes.get().into();
        }
        self.max_cost = self.max_cost.or(file.max_cost.map(config::Amount::get));
        self.max_tokens = self.max_tokens.or(file.max_tokens);
        if self.prices.is_none() {
            self.prices.clone_from(&file.prices);
            self.usual_prices.clone_from(&file.prices);
        }
    }
}

/// A number from 1 of a setting.
fn number(name: &str, text: Option<&String>) -> Result<Option<u32>, String> {
    let Some(text) = text else { return Ok(None) };
    match text.parse::<u32>() {
        Ok(number) if number > 0 => Ok(Some(number)),
        Ok(_) | Err(_) => Err(format!("`{name}` must be a whole number from 1, not `{text}`")),
    }
}

pub(in crate::cli) fn bounds(
    settings: &ModelSettings,
    provider: &Provider,
) -> Result<Bounds, String> {
    let usual = Bounds::default();
    let record = number("AUDITOR_RECORD_TOKENS", settings.record_tokens.as_ref())?;
    let reply = number("AUDITOR_REPLY_TOKENS", settings.reply_tokens.as_ref())?;
    // A server on this machine turns a schema into a grammar and keeps it out of the prompt.
    let closed_schema = provider.is_here();
    Ok(Bounds {
        closed_schema,
        record_tokens: record.unwrap_or(usual.record_tokens),
        reply_tokens: reply.unwrap_or(usual.reply_tokens),
    })
}

pub(in crate::cli) fn pace(settings: &ModelSettings) -> Result<PaceLimits, String> {
    let usual = PaceLimits::default();
    let in_flight = number("AUDITOR_CALLS_IN_FLIGHT", settings.in_flight.as_ref())?;
    let per_minute = number("AUDITOR_CALLS_PER_MINUTE", settings.per_minute.as_ref())?;
    Ok(PaceLimits { in_flight: in_flight.unwrap_or(usual.in_flight), per_minute })
}

/// What is asked, and the servers behind it with the models of each.
pub(super) type Reached = (Arc<dyn ChatModel>, Vec<(Arc<Endpoint>, Vec<String>)>);

/// The server behind its gate, and a second one behind it where one is named.
pub(super) fn endpoints(
    settings: &ModelSettings,
    provider: &Provider,
    models: &BenchModels,
    pace: PaceLimits,
    log: &CallLog,
) -> Result<Reached, String> {
    let rung = rung(settings)?;
    let first = EndpointSettings {
        base_url: provider.base_url.clone(),
        key: provider.key.clone(),
        rung,
        deadline: call_deadline(settings)?,
    };
    let first = Arc::new(Endpoint::new(first)?);
    let gated: Arc<dyn ChatModel> =
        Arc::new(Gate::new(log.watch(first.host(), first.clone()), first.host(), pace));
    let asked = models.all().into_iter().map(str::to_owned).collect();
    let mut reached = vec![(first, asked)];
    let Some(base_url) = &settings.fallback_base_url else { return Ok((gated, reached)) };
    let model = settings.fallback_model.clone().ok_or(
        "`AUDITOR_FALLBACK_BASE_URL` names a second server, and `AUDITOR_FALLBACK_MODEL` no model for it",
    )?;
    let second = EndpointSettings {
        base_url: base_url.clone(),
        key: settings.fallback_key.clone(),
        rung: None,
        deadline: call_deadline(settings)?,
    };
    let second = Arc::new(Endpoint::new(second)?);
    let behind = Arc::new(Gate::new(log.watch(second.host(), second.clone()), second.host(), pace));
    let stand_in = Speaker { model: model.clone(), endpoint: second.host().to_owned() };
    reached.push((second, vec![model]));
    Ok((Arc::new(Fallback::new(gated, behind, stand_in)), reached))
}

/// The rung that the operator names.
pub(in crate::cli) fn rung(settings: &ModelSettings) -> Result<Option<Rung>, String> {
    let Some(name) = &settings.rung else { return Ok(None) };
    let names = Rung::ALL.map(Rung::name);
    let rung = Rung::ALL.into_iter().find(|rung| rung.name() == name);
    rung.map(Some).ok_or_else(|| {
        format!("`AUDITOR_STRUCTURED_OUTPUT` must be one of {}, not `{name}`", names.join(", "))
    })
}

/// The longest wait for one reply.
pub(in crate::cli) fn call_deadline(settings: &ModelSettings) -> Result<Duration, String> {
    let seconds = number("AUDITOR_CALL_SECONDS", settings.call_seconds.as_ref())?;
    Ok(Duration::from_secs(seconds.map_or(CALL_SECONDS, u64::from)))
}

/// The models: the one that the command line names for all, else the persona's own variable, else `AUDITOR_MODEL`, else what
/// the provider is usually asked for.
pub(in crate::cli) fn models(
    named: Option<&str>,
    settings: &ModelSettings,
    provider: &Provider,
) -> Result<BenchModels, String> {
    let common = settings.model.as_deref().or(provider.model);
    let seat = |own: &Option<String>| {
        let model = named.or(own.as_deref()).or(common);
        model.map(str::to_owned).ok_or_else(|| {
            "`OPENAI_BASE_URL` names a server, and no model is named: set `AUDITOR_MODEL` or give \
             `--model`"
                .to_owned()
        })
    };
    Ok(BenchModels {
        endpoint: provider.host.clone(),
        prosecutor: seat(&settings.prosecutor)?,
        defense: seat(&settings.defense)?,
        tech_lead: seat(&settings.tech_lead)?,
        vision: settings.vision.clone(),
    })
}
