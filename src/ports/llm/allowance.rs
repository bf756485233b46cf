//! What audits may use: money, tokens and time, together and each. A call that could go beyond is not made.

use super::gate::{PATIENCE, Patience, passed};
use super::{ChatModel, ModelError, errand};
use crate::domain::chat::{ChatReply, ChatRequest, Usage, estimated_prompt_tokens};
use crate::domain::ids::AuditId;
use crate::domain::prices::{Price, Prices};
use async_trait::async_trait;
use std::collections::BTreeMap;
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

/// Keeps model calls within caps, and counts all that was used.
pub struct Allowance {
    inner: Arc<dyn ChatModel>,
    prices: Prices,
    caps: Caps,
    /// Of each audit by itself, where several are conducted.
    each: Caps,
    since: Instant,
    books: Mutex<Books>,
    audits: Mutex<BTreeMap<AuditId, (Instant, Books)>>,
}

/// Audits whose use is remembered; one that is older than so many others is over.
const REMEMBERED: usize = 4_096;

/// What was used, and what calls in flight may use.
#[derive(Clone, Copy, Default)]
struct Books {
    used: Usage,
    cost: f64,
    held_tokens: u64,
    held_cost: f64,
    held_calls: u64,
}

impl Allowance {
    /// Puts caps on the calls to `inner`. The time counts from now.
    #[must_use]
    pub fn new(inner: Arc<dyn ChatModel>, prices: Prices, caps: Caps) -> Self {
        Self {
            inner,
            prices,
            caps,
            each: Caps::default(),
            since: Instant::now(),
            books: Mutex::default(),
            audits: Mutex::default(),
        }
    }

    /// Puts caps on every audit by itself, too. Its time counts from its first call.
    #[must_use]
    pub fn and_each(self, each: Caps) -> Self {
        Self { each, ..self }
    }

    /// The most that all calls together may cost.
    #[must_use]
    pub fn most_cost(&self) -> Option<f64> {
        self.caps.cost
    }

    /// Calls that are under way.
    #[must_use]
    pub fn in_flight(&self) -> u64 {
        self.with(|books| books.held_calls)
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

    /// Does something to the books of one audit.
    fn with_audit<T>(&self, audit: &AuditId, act: impl FnOnce(Instant, &mut Books) -> T) -> T {
        let mut audits = self.audits.lock().unwrap_or_else(PoisonError::into_inner);
        if !audits.contains_key(audit) && audits.len() >= REMEMBERED {
            let oldest = audits.iter().min_by_key(|(_, (since, _))| *since);
            if let Some(oldest) = oldest.map(|(audit, _)| audit.clone()) {
                audits.remove(&oldest);
            }
        }
        let first = || (Instant::now(), Books::default());
        let (since, books) = audits.entry(audit.clone()).or_insert_with(first);
        act(*since, books)
    }

    /// Sets aside what a call may use at most.
    fn hold(&self, request: &ChatRequest) -> Result<Held<'_>, ModelError> {
        let price = self.prices.of(&request.model);
        let is_capped = self.caps.cost.is_some() || self.each.cost.is_some();
        if is_capped && price.is_none() {
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
        let audit = errand().map(|errand| errand.audit);
        let currency = &self.prices.currency;
        if let Some(audit) = &audit {
            self.with_audit(audit, |since, books| {
                self.each.allow(since, books, tokens, cost, currency, "the audit's ")?;
                books.hold(tokens, cost);
                Ok(())
            })?;
        }
        // It is given back when the call is refused after all.
        let mut held = Held { allowance: self, audit, tokens, cost, is_of_all: false };
        self.with(|books| {
            self.caps.allow(self.since, books, tokens, cost, currency, "the ")?;
            books.hold(tokens, cost);
            Ok::<(), ModelError>(())
        })?;
        held.is_of_all = true;
        Ok(held)
    }

    /// When no call may begin any more, and after how long that is.
    fn end(&self, audit: Option<&AuditId>) -> Option<Patience> {
        let of = |since: Instant, caps: &Caps| caps.time.map(|most| (since + most, most));
        let own = audit.and_then(|audit| self.with_audit(audit, |since, _| of(since, &self.each)));
        let end = own.into_iter().chain(of(self.since, &self.caps)).min();
        end.map(|(until, of)| Patience { until, of })
    }

    /// Counts what a call used.
    fn spend(&self, audit: Option<&AuditId>, price: Option<Price>, usage: Usage) {
        self.with(|books| books.spend(price, usage));
        if let Some(audit) = audit {
            self.with_audit(audit, |_, books| books.spend(price, usage));
        }
    }
}

fn spent(what: String) -> ModelError {
    ModelError::Spent { what }
}

impl Caps {
    /// Says whether a call may be made that may use so much.
    fn allow(
        &self,
        since: Instant,
        books: &Books,
        tokens: u64,
        cost: f64,
        currency: &str,
        whose: &str,
    ) -> Result<(), ModelError> {
        if let Some(most) = self.time.filter(|most| since.elapsed() >= *most) {
            return Err(passed(most));
        }
        let all = books.used.tokens() + books.held_tokens + tokens;
        if let Some(cap) = self.tokens.filter(|cap| all > *cap) {
            return Err(spent(format!(
                "{whose}cap of {cap} tokens leaves no room for another call"
            )));
        }
        if let Some(cap) = self.cost.filter(|cap| books.cost + books.held_cost + cost > *cap) {
            return Err(spent(format!(
                "{whose}cap of {cap} {currency} leaves no room for another call"
            )));
        }
        Ok(())
    }
}

impl Books {
    fn spend(&mut self, price: Option<Price>, usage: Usage) {
        self.used = self.used.plus(usage);
        self.cost += price.map_or(0.0, |price| price.cost(&usage));
    }

    fn hold(&mut self, tokens: u64, cost: f64) {
        self.held_tokens += tokens;
        self.held_cost += cost;
        self.held_calls += 1;
    }

    fn release(&mut self, tokens: u64, cost: f64) {
        self.held_tokens = self.held_tokens.saturating_sub(tokens);
        self.held_cost = (self.held_cost - cost).max(0.0);
        self.held_calls = self.held_calls.saturating_sub(1);
    }
}

/// What is set aside for a call in flight; it is given back also when the call is dropped.
struct Held<'a> {
    allowance: &'a Allowance,
    audit: Option<AuditId>,
    tokens: u64,
    cost: f64,
    /// Whether it is set aside in the books of all audits, too.
    is_of_all: bool,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        if self.is_of_all {
            self.allowance.with(|books| books.release(self.tokens, self.cost));
        }
        if let Some(audit) = &self.audit {
            self.allowance.with_audit(audit, |_, books| books.release(self.tokens, self.cost));
        }
    }
}

#[async_trait]
impl ChatModel for Allowance {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let held = self.hold(request)?;
        let call = self.inner.complete(request);
        let reply = match self.end(held.audit.as_ref()) {
            Some(end) => PATIENCE.scope(end, call).await,
            None => call.await,
        };
        if let Ok(reply) = &reply {
            let stand_in = reply.stand_in.as_ref().and_then(|one| self.prices.of(&one.model));
            let price = stand_in.or_else(|| self.prices.of(&request.model));
            self.spend(held.audit.as_ref(), price, reply.usage);
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

    /// A call that may use 110 tokens.
    fn asked() -> ChatRequest {
        ChatRequest {
            model: "gpt-4.1-mini".into(),
            messages: vec![Message::new(Role::User, "x".repeat(190))],
            schema: None,
            max_output_tokens: 50,
            seed: 0,
        }
    }

    /// How many of twelve calls, made three at a time, are answered within the caps.
    async fn answered(caps: Caps) -> (usize, Usage) {
        let allowance = Allowance::new(Arc::new(Plain), Prices::own(), caps);
        let request = asked();
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

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_at_the_gate_beyond_the_deadline() {
        use crate::domain::pace::PaceLimits;
        use crate::ports::llm::Gate;

        /// A server that asks everybody to come back in two minutes.
        struct Busy;

        #[async_trait]
        impl ChatModel for Busy {
            async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
                Err(ModelError::RateLimited { host: "h".into(), after_ms: Some(120_000) })
            }
        }

        let gate = Arc::new(Gate::new(Arc::new(Busy), "h", PaceLimits::default()));
        let caps = Caps { time: Some(Duration::from_secs(30)), ..Caps::default() };
        let (allowance, begun) = (Allowance::new(gate, Prices::own(), caps), Instant::now());
        assert!(matches!(allowance.complete(&asked()).await, Err(ModelError::RateLimited { .. })));
        let second = allowance.complete(&asked()).await;
        assert!(matches!(second, Err(ModelError::Spent { .. })), "{second:?}");
        assert!(begun.elapsed() < Duration::from_secs(40), "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn an_audit_that_is_at_its_cap_leaves_the_others_alone() {
        use crate::domain::call::Errand;
        use crate::domain::task::Task;
        use crate::ports::llm::on_errand;
        let each = Caps { tokens: Some(220), ..Caps::default() };
        let allowance = Allowance::new(Arc::new(Plain), Prices::own(), Caps::default());
        let allowance = allowance.and_each(each);
        let request = ChatRequest {
            model: "gpt-4.1-mini".into(),
            messages: vec![Message::new(Role::User, "x".repeat(190))],
            schema: None,
            max_output_tokens: 50,
            seed: 0,
        };
        for audit in ["one", "other"] {
            let audit = AuditId::new(audit).unwrap();
            let mut answered = 0;
            for attempt in 1..=4 {
                let errand = Errand { audit: audit.clone(), task: Task::Look, attempt };
                let reply = on_errand(errand, allowance.complete(&request)).await;
                answered += usize::from(reply.is_ok());
            }
            assert_eq!(answered, 2, "a call may use 110 tokens and uses 100");
        }
        assert_eq!((allowance.used().0.tokens(), allowance.in_flight()), (400, 0));
    }
}
