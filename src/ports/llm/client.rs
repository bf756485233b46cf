//! Where an endpoint is and with which key it is asked, in the client library's terms.

use crate::domain::models::ApiKey;
use async_openai::config::Config;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

/// A server and a key. Unlike the library's own configuration it reads no environment.
#[derive(Clone)]
pub(super) struct Served {
    pub base: String,
    pub key: SecretString,
}

impl Served {
    pub fn new(base: &str, key: Option<&ApiKey>) -> Self {
        let key = key.map_or_else(|| SecretString::from(String::new()), |key| key.secret().clone());
        Self { base: base.trim_end_matches('/').to_owned(), key }
    }
}

impl Config for Served {
    fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let key = self.key.expose_secret();
        if !key.is_empty() {
            let value = HeaderValue::from_str(&format!("Bearer {key}"));
            let mut value = value.expect("a key is checked when it is taken");
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        headers
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    fn query(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }

    fn api_base(&self) -> &str {
        &self.base
    }

    fn api_key(&self) -> &SecretString {
        &self.key
    }
}
