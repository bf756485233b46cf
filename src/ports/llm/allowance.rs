//! What an audit may use: money, tokens and time. A call that could go beyond is not made.

use super::{ChatModel, ModelError};
use crate::domain::chat::{ChatReply, ChatRequest, Usage, estimated_prompt_tokens};
use crate::domain::prices::{Price, Prices};
use async_trait::async_trait;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// Caps; `None` for none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Caps {
    /// Most money, in the currency of the prices.
    pub cost: Option<f64>,
    /// Most tokens of prompts and replies together.
    pub tokens: Option<u64>,
    /// Longest time from the start to the last call.
    pub time: Option<Duration>,
}

/// Keeps an audit's model calls within its caps, and counts all that was used.
pub struct Allowance {
    inner: Arc<dyn ChatModel>,
    prices: Prices,
    caps: Caps,
    since: Instant,
    books: Mutex<Books>,
}

/// What was used, and what calls in flight may use.
#[derive(Clone, Copy, Default)]
struct Books {
    used: Usage,
    cost: f64,
    held_tokens: u64,
    held_cost: f64,
}

impl Allowance {
    /// Puts caps on the calls to `inner`. The time counts from now.
    #[must_use]
    pub fn new(inner: Arc<dyn ChatModel>, prices: Prices, caps: Caps) -> Self {
        Self { inner, prices, caps, since: Instant::now(), books: Mutex::default() }
    }

    /// Counts calls that were made beside the audit, such as those that found the dialect out.
    pub fn count(&self, model: &str, usage: Usage) {
        let price = self.prices.of(model);
        self.with(|books| books.spend(price, usage));
    }

    /// What was used so far, and what it cost as far as prices are known.
    #[must_use]
    pub fn used(&self) -> (Usage, f64) {
        self.with(|books| (books.used, books.cost))
    }

    fn with<T>(&self, act: impl FnOnce(&mut Books) -> T) -> T {
        act(&mut self.books.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Sets aside what a call may use at most.
    fn hold(&self, request: &ChatRequest) -> Result<Held<'_>, ModelError> {
        let spent = |what: String| ModelError::Spent { what };
        if let Some(most) = self.caps.time.filter(|most| self.since.elapsed() >= *most) {
            return Err(spent(format!("the audit's deadline of {} s has passed", most.as_secs())));
        }
        let price = self.prices.of(&request.model);
        if self.caps.cost.is_some() && price.is_none() {
            return Err(spent(format!(
                "a cap on the cost is set and the price of `{}` is not known; name it in a table for `--prices`",
                request.model
            )));
        }
        let most = Usage {
            prompt_tokens: estimated_prompt_tokens(request),
            completion_tokens: u64::from(request.max_output_tokens),
            ..Usage::default()
        };
        let (tokens, cost) = (most.tokens(), price.map_or(0.0, |price| price.cost(&most)));
        self.with(|books| {
            let all = books.used.tokens() + books.held_tokens + tokens;
            if let Some(cap) = self.caps.tokens.filter(|cap| all > *cap) {
                return Err(spent(format!(
                    "the cap of {cap} tokens leaves no room for another call"
                )));
            }
            if let Some(cap) =
                self.caps.cost.filter(|cap| books.cost + books.held_cost + cost > *cap)
            {
                let currency = &self.prices.currency;
                return Err(spent(format!(
                    "the cap of {cap} {currency} leaves no room for another call"
                )));
            }
            books.held_tokens += tokens;
            books.held_cost += cost;
            Ok(())
        })?;
        Ok(Held { allowance: self, tokens, cost })
    }
}

impl Books {
    fn spend(&mut self, price: Option<Price>, usage: Usage) {
        self.used = self.used.plus(usage);
        self.cost += price.map_or(0.0, |price| price.cost(&usage));
    }
}

/// What is set aside for a call in flight; it is given back also when the call is dropped.
struct Held<'a> {
    allowance: &'a Allowance,
    tokens: u64,
    cost: f64,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.allowance.with(|books| {
            books.held_tokens = books.held_tokens.saturating_sub(self.tokens);
            books.held_cost = (books.held_cost - self.cost).max(0.0);
        });
    }
}

#[async_trait]
impl ChatModel for Allowance {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let held = self.hold(request)?;
        let reply = self.inner.complete(request).await;
        if let Ok(reply) = &reply {
            let price = self.prices.of(&request.model);
            self.with(|books| books.spend(price, reply.usage));
        }
        drop(held);
        reply
    }
}
