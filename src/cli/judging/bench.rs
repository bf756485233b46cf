//! A bench of language models, ready to be asked, and what it used.

use crate::docket::{Meter, Spending};
use crate::domain::case::Case;
use crate::domain::chat::{ChatRequest, Usage};
use crate::domain::models::{BenchModels, Bounds};
use crate::domain::opinion::Persona;
use crate::domain::prices::Prices;
use crate::domain::request::{AuditRequest, BenchKind};
use crate::domain::retry::RetryPolicy;
use crate::engine::EngineBuilder;
use crate::ports::bench::LanguageModels;
use crate::ports::llm::{Acquaintance, Allowance, Calls, Endpoint, ModelError};
use crate::ports::vision::VisionModel;
use std::sync::Arc;
use std::time::Duration;

/// Longest hearing of one judge: two calls, and the wait for a place in front of the server.
const HEARING: Duration = Duration::from_mins(15);
/// One judge more is seated for so many calls that may be in flight.
const AHEAD: usize = 4;

/// A bench of language models, ready to be asked.
pub(in crate::cli) struct Bench {
    pub(super) counsel: LanguageModels,
    pub(super) onlooker: Option<VisionModel>,
    pub models: BenchModels,
    pub bounds: Bounds,
    pub prices: Prices,
    pub allowance: Arc<Allowance>,
    /// The servers to become acquainted with, and the models of each; none for a replay.
    pub(super) endpoints: Vec<(Arc<Endpoint>, Vec<String>)>,
    pub(super) in_flight: usize,
    /// Where its model calls come out, where anything asks for traces.
    pub calls: Option<Calls>,
}

impl Bench {
    /// The question that opens a hearing.
    pub fn question(&self, case: &Case) -> ChatRequest {
        self.counsel.question(case)
    }

    /// Seats the bench in a request.
    pub fn seat(&self, request: AuditRequest, seed: u64) -> AuditRequest {
        self.seating().seat(request, seed)
    }

    /// What seats the bench in requests.
    pub fn seating(&self) -> Seating {
        Seating { models: self.models.clone(), prices: self.prices.clone(), bounds: self.bounds }
    }

    /// Tells what model calls used so far.
    pub fn meter(&self) -> Meter {
        let (allowance, currency) = (Arc::clone(&self.allowance), self.prices.currency.clone());
        let most_cost = allowance.most_cost();
        let places = self.in_flight as u64;
        Box::new(move || {
            let (usage, cost) = allowance.used();
            // Judges who wait for a place at the server have set their call's cost aside, too.
            let (tokens, in_flight) = (usage.tokens(), allowance.in_flight().min(places));
            Spending { cost, most_cost, tokens, currency: currency.clone(), in_flight }
        })
    }

    /// Counts a call that was made for a piece of work before.
    pub fn count(&self, task: &str, usage: Usage) {
        if let Some(model) = asked(&self.models, task) {
            self.allowance.count(model, usage);
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
        // Whoever writes a question or weighs a reply needs no place at the server: others use it meanwhile.
        let judges = self.in_flight.saturating_add(self.in_flight.div_ceil(AHEAD));
        let builder = builder.counsel(Arc::new(self.counsel)).judges(judges, HEARING);
        match self.onlooker {
            Some(onlooker) => builder.onlooker(Arc::new(onlooker)),
            None => builder,
        }
    }
}

/// The model that is asked for a piece of work.
fn asked<'a>(models: &'a BenchModels, task: &str) -> Option<&'a str> {
    let judge = Persona::ALL.into_iter().find(|p| task.starts_with(&format!("hear {p} ")));
    judge.map(|persona| models.of(persona)).or(models.vision.as_deref())
}

/// What seats a bench in requests.
#[derive(Clone)]
pub(in crate::cli) struct Seating {
    models: BenchModels,
    prices: Prices,
    bounds: Bounds,
}

impl Seating {
    /// Seats the bench in a request; `seed` draws the replies.
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
pub(in crate::cli) struct Bill {
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
        let unknown = match self.allowance.cut_off() {
            0 => String::new(),
            1 => {
                " One call was cut off and is counted as the most that it may have used.".to_owned()
            }
            some => format!(
                " {some} calls were cut off and are counted as the most that they may have used."
            ),
        };
        format!(
            "Model calls used {} prompt tokens ({} from a cache) and {} tokens of replies{}; {cost}.{unknown}",
            usage.prompt_tokens,
            usage.cached_tokens,
            usage.completion_tokens,
            if usage.estimated { ", in part estimated" } else { "" },
        )
    }
}
