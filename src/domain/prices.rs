//! What model calls cost. Prices are data that an operator can replace.

use super::chat::{Account, Usage};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The table that ships with the program, as JSON.
pub const OWN: &str = include_str!("prices.json");

/// Prices by model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prices {
    /// When the prices were looked up, such as `2025-08`; reports name it.
    pub as_of: String,
    /// The currency of all prices, such as `USD`.
    pub currency: String,
    /// Prices by model. A name stands for the model's dated versions, too, such as `NAME-2025-08-07`, and one that ends in
    /// `*` for all models that begin so; the longest that fits counts. The program's own has no `*`: what a maker names
    /// so next may cost ten times as much.
    pub models: BTreeMap<String, Price>,
}

/// What a million tokens cost.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Of a prompt.
    pub input: f64,
    /// Of a prompt from the provider's cache; the price of a prompt where it is left out.
    #[serde(default)]
    pub cached_input: Option<f64>,
    /// Of a reply.
    pub output: f64,
}

impl Prices {
    /// Reads a table.
    ///
    /// # Errors
    /// When it is not one, or a price is negative or no number; one clear fragment.
    pub fn parse(text: &str) -> Result<Self, String> {
        let prices: Self = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let is_price = |value: f64| value.is_finite() && value >= 0.0;
        for (model, price) in &prices.models {
            let cached = price.cached_input.unwrap_or(0.0);
            if ![price.input, cached, price.output].into_iter().all(is_price) {
                return Err(format!("the prices of `{model}` must be numbers from 0"));
            }
        }
        Ok(prices)
    }

    /// The table that ships with the program.
    ///
    /// # Panics
    /// Never: the table is a part of the program and a test reads it.
    #[must_use]
    pub fn own() -> Self {
        Self::parse(OWN).expect("the program's own table is valid")
    }

    /// The price of a model. The maker's name in front, as in `openai/gpt-4o`, may be left out of the
    /// table.
    #[must_use]
    pub fn of(&self, model: &str) -> Option<Price> {
        let short = model.rsplit('/').next().unwrap_or(model);
        self.fitting(model).or_else(|| self.fitting(short))
    }

    fn fitting(&self, model: &str) -> Option<Price> {
        let fit = |(name, price): (&String, &Price)| {
            let (start, is_open) = match name.strip_suffix('*') {
                Some(start) => (start, true),
                None => (name.as_str(), false),
            };
            let version = model.strip_prefix(start)?;
            let fits = is_open || version.is_empty() || is_dated(version);
            fits.then_some(((start.len(), !is_open), *price))
        };
        let best = self.models.iter().filter_map(fit).max_by_key(|(how_well, _)| *how_well);
        best.map(|(_, price)| price)
    }

    /// The prices of these models alone.
    #[must_use]
    pub fn only(&self, models: &[&str]) -> Self {
        let known = models.iter().filter_map(|model| Some(((*model).to_owned(), self.of(model)?)));
        Self { models: known.collect(), ..self.clone() }
    }

    /// What an account cost; `None` where the price of one of its models is not known.
    #[must_use]
    pub fn cost(&self, account: &Account) -> Option<f64> {
        account.values().map(|spent| Some(self.of(&spent.model)?.cost(&spent.usage))).sum()
    }
}

/// Whether what stands behind a model's name makes it a version of the same model: `-2025-08-07`, `-20250514`,
/// `@20250514`, `-001`, `-latest`.
fn is_dated(version: &str) -> bool {
    let Some(version) = version.strip_prefix(['-', '@']) else { return false };
    let digits = || version.chars().filter(char::is_ascii_digit).count();
    let is_number = version.chars().all(|one| one.is_ascii_digit() || one == '-');
    version == "latest" || (is_number && matches!((digits(), version.len()), (3, 3) | (8, 8 | 10)))
}

impl Price {
    /// What this many tokens cost.
    #[must_use]
    pub fn cost(&self, usage: &Usage) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "counts of tokens are far below 2^52")]
        let million = |tokens: u64| tokens as f64 / 1e6;
        let cached = usage.cached_tokens.min(usage.prompt_tokens);
        million(usage.prompt_tokens - cached) * self.input
            + million(cached) * self.cached_input.unwrap_or(self.input)
            + million(usage.completion_tokens) * self.output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longest_name_that_fits_counts() {
        let price = |output| Price { input: 1.0, cached_input: None, output };
        let models = [("x*", 1.0), ("x-large*", 2.0), ("x-large-9", 3.0)];
        let models = models.map(|(name, output)| (name.to_owned(), price(output))).into();
        let prices = Prices { as_of: "x".into(), currency: "USD".into(), models };
        assert_eq!(prices.of("x-large-2").map(|p| p.output), Some(2.0));
        assert_eq!(prices.of("maker/x-large-9").map(|p| p.output), Some(3.0));
        assert_eq!(prices.of("other"), None);
    }

    #[test]
    fn a_newer_model_of_the_same_family_has_no_known_price() {
        let own = Prices::own();
        let output = |model: &str| own.of(model).map(|price| price.output);
        for known in ["gpt-5", "gpt-5-2025-08-07", "openai/gpt-5", "gpt-4o-2024-08-06"] {
            assert_eq!(output(known), Some(10.0), "{known}");
        }
        for known in ["claude-opus-4-20250514", "claude-opus-4-1@20250805"] {
            assert_eq!(output(known), Some(75.0), "{known}");
        }
        assert_eq!(output("gemini-2.5-flash-001"), Some(2.5));
        assert_eq!(output("claude-3-5-haiku-latest"), Some(4.0));
        assert_eq!(output("gpt-4o-2024-05-13"), Some(15.0), "a version may have its own");
        for newer in ["gpt-5.9-pro", "gpt-5-pro", "gpt-5.1", "claude-opus-4-5-20251101", "gpt-5-1"]
        {
            assert_eq!(output(newer), None, "{newer}");
        }
        assert!(own.models.keys().all(|name| !name.ends_with('*')));
    }

    #[test]
    fn cached_tokens_are_paid_at_their_own_price() {
        let price = Price { input: 2.0, cached_input: Some(0.5), output: 8.0 };
        let usage = Usage {
            prompt_tokens: 1_000_000,
            cached_tokens: 400_000,
            completion_tokens: 100_000,
            estimated: false,
        };
        assert!((price.cost(&usage) - (1.2 + 0.2 + 0.8)).abs() < 1e-9);
    }

    #[test]
    fn own_table_is_valid() {
        assert!(!Prices::own().models.is_empty());
    }
}
