//! Which language models sit on the bench.

use super::opinion::Persona;
use schemars::JsonSchema;
use secrecy::SecretString;
use serde::{Deserialize, Serialize};

/// Which language models sit on the bench, as their endpoint names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BenchModels {
    /// The server that is asked, such as `api.openai.com`.
    pub endpoint: String,
    /// The Prosecutor's.
    pub prosecutor: String,
    /// The Defense's.
    pub defense: String,
    /// The Tech Lead's.
    pub tech_lead: String,
    /// The one that looks at figures, where one is named.
    pub vision: Option<String>,
}

/// A language model and the server that serves it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct Speaker {
    /// The model, as its endpoint names it.
    pub model: String,
    /// The server, such as `api.openai.com`.
    pub endpoint: String,
}

impl BenchModels {
    /// One model in all three seats.
    #[must_use]
    pub fn one(endpoint: impl Into<String>, model: impl Into<String>) -> Self {
        let model = model.into();
        Self {
            endpoint: endpoint.into(),
            prosecutor: model.clone(),
            defense: model.clone(),
            tech_lead: model,
            vision: None,
        }
    }

    /// A persona's model.
    #[must_use]
    pub fn of(&self, persona: Persona) -> &str {
        match persona {
            Persona::Prosecutor => &self.prosecutor,
            Persona::Defense => &self.defense,
            Persona::TechLead => &self.tech_lead,
        }
    }

    /// Whether it is a persona's model at the server that is asked.
    #[must_use]
    pub fn is_seated(&self, persona: Persona, speaker: &Speaker) -> bool {
        self.endpoint == speaker.endpoint && self.of(persona) == speaker.model
    }

    /// Every model once, in the order of the seats, the one for figures last.
    #[must_use]
    pub fn all(&self) -> Vec<&str> {
        let mut all = Vec::new();
        let seats = Persona::ALL.map(|persona| self.of(persona));
        for model in seats.into_iter().chain(self.vision.as_deref()) {
            if !all.contains(&model) {
                all.push(model);
            }
        }
        all
    }

    /// The models in words: `gpt-x`, or `a (Prosecutor), b (Defense), c (Tech Lead), d (figures)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut words = if self.prosecutor == self.defense && self.defense == self.tech_lead {
            self.prosecutor.clone()
        } else {
            let seats = Persona::ALL.map(|persona| format!("{} ({persona})", self.of(persona)));
            seats.join(", ")
        };
        if let Some(vision) = &self.vision {
            words = format!("{words}, {vision} (figures)");
        }
        words
    }
}

/// How much is said in one conversation, and how closely a reply is held to its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Whether a schema names the one judge, criterion and set of citations that a question allows. It
    /// helps small models, and spoils the cache of a provider that puts schemas in front of prompts.
    pub closed_schema: bool,
    /// Tokens of the record, about. Models with a small context need it small.
    pub record_tokens: u32,
    /// Most tokens of one reply. A model that thinks before it answers needs most of them.
    pub reply_tokens: u32,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { closed_schema: false, record_tokens: 10_000, reply_tokens: 4_096 }
    }
}

/// A key of the operator: it can be neither printed nor serialised.
#[derive(Clone)]
pub struct ApiKey(SecretString);

impl ApiKey {
    /// Takes a key that can stand in a header. Returns `None` for text that cannot: one that is empty,
    /// or has spaces inside or other characters than visible ASCII.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        fits.then(|| Self(SecretString::from(text.to_owned())))
    }

    /// The key, for the one who sends it.
    #[must_use]
    pub fn secret(&self) -> &SecretString {
        &self.0
    }
}
