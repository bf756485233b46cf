//! Which server is asked, by the variables that are set.

use crate::config::ModelSettings;
use crate::domain::models::ApiKey;

/// A server, how it is reached, and what it is usually asked for.
pub(in crate::cli) struct Provider {
    /// The server's name, with its port where it is not the usual one.
    pub host: String,
    /// Its base URL.
    pub base_url: String,
    /// The key; a server of one's own may want none.
    pub key: Option<ApiKey>,
    /// The model where none is named; `None` where only the operator can know.
    pub model: Option<&'static str>,
}

impl Provider {
    /// Whether the server runs on this machine.
    pub fn is_here(&self) -> bool {
        let name = self.host.rsplit_once(':').map_or(&*self.host, |(name, _)| name);
        matches!(name, "localhost" | "127.0.0.1" | "[::1]")
    }
}

/// A provider that is known by the name of its key.
struct Known {
    base_url: &'static str,
    model: &'static str,
    key: fn(&ModelSettings) -> Option<&ApiKey>,
}

/// In the order in which keys are looked for.
const KNOWN: &[Known] = &[
    Known {
        base_url: "https://api.openai.com/v1",
        model: "gpt-4.1-mini",
        key: |settings| settings.openai_key.as_ref(),
    },
    Known {
        base_url: "https://api.anthropic.com/v1",
        model: "claude-sonnet-4-5",
        key: |settings| settings.anthropic_key.as_ref(),
    },
    Known {
        base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
        model: "gemini-2.5-flash",
        key: |settings| settings.gemini_key.as_ref(),
    },
    Known {
        base_url: "https://openrouter.ai/api/v1",
        model: "openai/gpt-4.1-mini",
        key: |settings| settings.openrouter_key.as_ref(),
    },
];

/// The server that the settings name: `OPENAI_BASE_URL` with or without a key, else the first provider
/// whose key is set. `None` where nothing is configured.
///
/// # Errors
/// When a key cannot be sent, or the base URL is none.
pub(in crate::cli) fn provider(settings: &ModelSettings) -> Result<Option<Provider>, String> {
    if let Some(name) = settings.unusable_key {
        return Err(format!("`{name}` holds a key with characters that cannot be sent"));
    }
    if let Some(base_url) = &settings.base_url {
        let provider = Provider {
            host: host(base_url)?,
            base_url: base_url.clone(),
            key: settings.openai_key.clone(),
            model: None,
        };
        return Ok(Some(provider));
    }
    let known = KNOWN.iter().find_map(|known| Some((known, (known.key)(settings)?)));
    let Some((known, key)) = known else { return Ok(None) };
    Ok(Some(Provider {
        host: host(known.base_url)?,
        base_url: known.base_url.to_owned(),
        key: Some(key.clone()),
        model: Some(known.model),
    }))
}

/// The server of a base URL.
fn host(base_url: &str) -> Result<String, String> {
    let url = url::Url::parse(base_url)
        .map_err(|error| format!("`OPENAI_BASE_URL` is no URL: `{base_url}`: {error}"))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err("`OPENAI_BASE_URL` holds a user name or a password, which would stand in reports; put a key in \
                    `OPENAI_API_KEY`".to_owned());
    }
    match (url.scheme(), url.host_str(), url.port()) {
        ("http" | "https", Some(host), None) => Ok(host.to_owned()),
        ("http" | "https", Some(host), Some(port)) => Ok(format!("{host}:{port}")),
        _ => {
            Err(format!("`OPENAI_BASE_URL` must begin with https:// or http://, not `{base_url}`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Option<ApiKey> {
        ApiKey::new(text)
    }

    #[track_caller]
    fn check(settings: &ModelSettings, host: &str, has_key: bool, model: Option<&str>) {
        let found = provider(settings).expect("the settings are sound").expect("one is named");
        let found = (found.host.as_str(), found.key.is_some(), found.model.is_some());
        assert_eq!(found, (host, has_key, model.is_some()));
    }

    #[test]
    fn first_key_that_is_set_names_the_provider() {
        let mut settings = ModelSettings { openrouter_key: key("o"), ..ModelSettings::default() };
        check(&settings, "openrouter.ai", true, Some(""));
        settings.gemini_key = key("g");
        check(&settings, "generativelanguage.googleapis.com", true, Some(""));
        settings.anthropic_key = key("a");
        check(&settings, "api.anthropic.com", true, Some(""));
        settings.openai_key = key("s");
        check(&settings, "api.openai.com", true, Some(""));
    }

    #[test]
    fn the_price_of_every_model_that_is_asked_by_itself_is_known() {
        let prices = crate::domain::prices::Prices::own();
        for known in KNOWN {
            assert!(prices.of(known.model).is_some(), "{}", known.model);
        }
    }

    #[test]
    fn server_of_ones_own_wins_over_the_keys_of_others_and_needs_none() {
        let base_url = Some("http://localhost:8080/v1".to_owned());
        let settings = ModelSettings { base_url, gemini_key: key("g"), ..ModelSettings::default() };
        check(&settings, "localhost:8080", false, None);
        let here = provider(&settings).unwrap().unwrap().is_here();
        let settings = ModelSettings { openai_key: key("s"), ..settings };
        check(&settings, "localhost:8080", true, None);
        assert!(here);
    }

    #[test]
    fn what_cannot_be_used_is_told_and_nothing_is_none() {
        assert!(provider(&ModelSettings::default()).unwrap().is_none());
        let with = |base_url: &str| {
            let base_url = Some(base_url.to_owned());
            provider(&ModelSettings { base_url, ..ModelSettings::default() }).err()
        };
        assert!(with("localhost:8080").unwrap().contains("must begin with https://"));
        assert!(with("no url").unwrap().contains("is no URL"));
        let told = with("https://ada:s3cret@models.example/v1").unwrap();
        assert!(told.contains("a password") && !told.contains("s3cret"), "{told}");
        assert!(key("two words").is_none() && key("line\nbreak").is_none() && key(" ").is_none());
    }
}
