//! What audits may use: money, tokens and time, together and each. A call that could go beyond is not made.

use super::gate::{PATIENCE, Patience, passed};
use super::tab::Tab;
use super::{ChatModel, ModelError, errand};
use crate::domain::chat::{ChatReply, ChatRequest, Usage, estimated_prompt_tokens};
use crate::domain::ids::AuditId;
use crate::domain::prices::{Price, Prices};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// Caps; `None` for none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Caps {
    /// Most money, in the currency of the prices.
    pub cost: Option<f64>,
    /// Most tokens of prompts and replies together.
    pub tokens: Option<u64>,
    /// Longest time from the start. A call that is under way then is given up.
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
    /// Told when a call came back, so that what was set aside for it is free.
    came_back: Notify,
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
    /// Calls of which nobody knows what they used.
    unknown_calls: u64,
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
            came_back: Notify::new(),
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

    /// Calls that were cut off, of which no server told what they used. They count as the most that they may have used.
    #[must_use]
    pub fn cut_off(&self) -> u64 {
        self.with(|books| books.unknown_calls)
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

    /// Sets aside what a call may use at most. Waits as long as it would fit but for what is set aside for calls under
    /// way: they use less than they may.
    async fn hold(&self, request: &ChatRequest) -> Result<Held<'_>, ModelError> {
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
            estimated: true,
            ..Usage::default()
        };
        let wanted = Wanted {
            tokens: most.tokens(),
            cost: price.map_or(0.0, |price| price.cost(&most)),
            currency: &self.prices.currency,
        };
        let audit = errand().map(|errand| errand.audit);
        let end = self.end(audit.as_ref());
        loop {
            let mut came_back = pin!(self.came_back.notified());
            came_back.as_mut().enable();
            if self.try_hold(audit.as_ref(), &wanted)? {
                let tab = Arc::default();
                return Ok(Held { allowance: self, audit, most, cost: wanted.cost, tab });
            }
            match end {
                None => came_back.await,
                Some(Patience { until, of }) => {
                    timeout_at(until, came_back).await.map_err(|_| passed(of))?;
                }
            }
        }
    }

    /// Sets it aside in all books, or in none: whether it did.
    fn try_hold(&self, audit: Option<&AuditId>, wanted: &Wanted<'_>) -> Result<bool, ModelError> {
        let of_all = || {
            self.with(|books| {
                let fits = self.caps.allow(self.since, books, wanted, "the ")?;
                if fits {
                    books.hold(wanted.tokens, wanted.cost);
                }
                Ok(fits)
            })
        };
        let Some(audit) = audit else { return of_all() };
        self.with_audit(audit, |since, books| {
            let fits = self.each.allow(since, books, wanted, "the audit's ")? && of_all()?;
            if fits {
                books.hold(wanted.tokens, wanted.cost);
            }
            Ok(fits)
        })
    }

    /// When no call may begin any more, and after how long that is.
    fn end(&self, audit: Option<&AuditId>) -> Option<Patience> {
        let of = |since: Instant, caps: &Caps| caps.time.map(|most| (since + most, most));
        let own = audit.and_then(|audit| self.with_audit(audit, |since, _| of(since, &self.each)));
        let end = own.into_iter().chain(of(self.since, &self.caps)).min();
        end.map(|(until, of)| Patience { until, of })
    }

    /// Does something to the books of all, and to those of an audit.
    fn with_both(&self, audit: Option<&AuditId>, act: impl Fn(&mut Books)) {
        self.with(&act);
        if let Some(audit) = audit {
            self.with_audit(audit, |_, books| act(books));
        }
    }
}

fn spent(what: String) -> ModelError {
    ModelError::Spent { what }
}

impl Caps {
    /// Says whether a call may be made now that may use so much; not where it must wait for others to come back. An error
    /// where it may not be made whatever they use.
    fn allow(
        &self,
        since: Instant,
        books: &Books,
        wanted: &Wanted<'_>,
        whose: &str,
    ) -> Result<bool, ModelError> {
        if let Some(most) = self.time.filter(|most| since.elapsed() >= *most) {
            return Err(passed(most));
        }
        let (tokens, cost) = (books.used.tokens() + wanted.tokens, books.cost + wanted.cost);
        if let Some(cap) = self.tokens.filter(|cap| tokens > *cap) {
            return Err(spent(format!(
                "{whose}cap of {cap} tokens leaves no room for another call"
            )));
        }
        if let Some(cap) = self.cost.filter(|cap| cost > *cap) {
            let currency = wanted.currency;
            return Err(spent(format!(
                "{whose}cap of {cap} {currency} leaves no room for another call"
            )));
        }
        let is_full = self.tokens.is_some_and(|cap| tokens + books.held_tokens > cap)
            || self.cost.is_some_and(|cap| cost + books.held_cost > cap);
        // With no call under way there is nobody to wait for; what is held then is the rest of a sum of fractions.
        Ok(!is_full || books.held_calls == 0)
    }
}

/// What a call may use at most.
struct Wanted<'a> {
    tokens: u64,
    cost: f64,
    currency: &'a str,
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
    most: Usage,
    cost: f64,
    /// What was begun on it and came to no answer.
    tab: Arc<Tab>,
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let Self { allowance, audit, most, cost, tab } = self;
        let unknown = tab.unknown();
        allowance.with_both(audit.as_ref(), |books| {
            for model in &unknown {
                books.spend(allowance.prices.of(model), *most);
                books.unknown_calls += 1;
            }
            books.release(most.tokens(), *cost);
        });
        allowance.came_back.notify_waiters();
    }
}

#[async_trait]
impl ChatModel for Allowance {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let held = self.hold(request).await?;
        let tab = Arc::clone(&held.tab);
        let call = tab.put_down(self.inner.complete(request));
        let reply = match self.end(held.audit.as_ref()) {
            Some(end) => timeout_at(end.until, PATIENCE.scope(end, call))
                .await
                .unwrap_or_else(|_| Err(passed(end.of))),
            None => call.await,
        };
        if let Ok(reply) = &reply {
            let stand_in = reply.stand_in.as_ref().and_then(|one| self.prices.of(&one.model));
            let price = stand_in.or_else(|| self.prices.of(&request.model));
            self.with_both(held.audit.as_ref(), |books| books.spend(price, reply.usage));
        }
        drop(held);
        reply
    }
}

#[cfg(test)]
mod tests;
