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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::chat::{FinishReason, Message, Role};

    /// A model that takes a second and uses 100 tokens.
    struct Plain;

    #[async_trait]
    impl ChatModel for Plain {
        async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let usage = Usage { prompt_tokens: 60, completion_tokens: 40, ..Usage::default() };
            let (text, finish) = (String::new(), FinishReason::Stop);
            Ok(ChatReply { text, finish, refusal: None, usage, model: None })
        }
    }

    /// How many of twelve calls, made three at a time, are answered within the caps.
    async fn answered(caps: Caps) -> (usize, Usage) {
        let allowance = Allowance::new(Arc::new(Plain), Prices::own(), caps);
        let request = ChatRequest {
            model: "gpt-4.1-mini".into(),
            messages: vec![Message::new(Role::User, "x".repeat(190))],
            schema: None,
            max_output_tokens: 50,
            seed: 0,
        };
        let mut answered = 0;
        for _ in 0..4 {
            let ask = || allowance.complete(&request);
            let (a, b, c) = tokio::join!(ask(), ask(), ask());
            answered += [a, b, c].iter().filter(|reply| reply.is_ok()).count();
        }
        (answered, allowance.used().0)
    }

    #[tokio::test(start_paused = true)]
    async fn no_call_is_made_that_could_go_beyond_a_cap() {
        assert_eq!(answered(Caps::default()).await.0, 12);
        let (calls, used) = answered(Caps { tokens: Some(520), ..Caps::default() }).await;
        assert_eq!((calls, used.tokens()), (5, 500), "a call may use 110 tokens and uses 100");
        let (calls, _) = answered(Caps { cost: Some(0.000_3), ..Caps::default() }).await;
        assert!((2..4).contains(&calls), "{calls} calls of about 0.0001 each");
        let caps = Caps { time: Some(Duration::from_millis(2_500)), ..Caps::default() };
        assert_eq!(
            answered(caps).await.0,
            9,
            "calls are made until the deadline and then finished"
        );
    }
}
