//! What the operator decides about serving.

use crate::domain::digest::sha256_hex;
use crate::domain::repo_url::Hosts;
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;

/// What the operator decides about serving.
pub struct Settings {
    /// What everybody has to know who wants to come in.
    pub token: Token,
    /// The names under which the server may be called, without a port: `127.0.0.1`, `localhost`, `[::1]`. A
    /// request that calls it otherwise is refused, because a page of somebody else's may lie behind it.
    pub names: Vec<String>,
    /// The hosts whose repositories may be handed in.
    pub repositories: Hosts,
    /// Most connections at a time. Where there are so many, a new one takes the place of the one that has been silent
    /// longest.
    pub connections: usize,
    /// Most followers of events at a time; each holds a connection.
    pub followers: usize,
    /// Longest time for an answer to begin.
    pub patience: Duration,
    /// Longest time for the head of a request to arrive, and longest rest of a connection.
    pub head_patience: Duration,
    /// Pause after which a follower is told that the connection stands.
    pub heartbeat: Duration,
    /// Longest time for what is under way when the server is to end.
    pub farewell: Duration,
}

impl Settings {
    /// What is right for one operator on their own machine.
    #[must_use]
    pub fn new(token: Token) -> Self {
        Self {
            token,
            names: ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned).into(),
            repositories: Hosts::default(),
            connections: 128,
            followers: 32,
            patience: Duration::from_secs(20),
            head_patience: Duration::from_secs(15),
            heartbeat: Duration::from_secs(15),
            farewell: Duration::from_secs(5),
        }
    }
}

/// What everybody has to know who wants to come in. It has no `Debug` and no `Display`, so that it stands in no
/// log by accident.
#[derive(Clone)]
pub struct Token(SecretString);

/// Why a text is no token. Completes "not a token: …".
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It could be guessed.
    #[error("it must be 16 to 256 letters, digits or marks, without a blank")]
    Weak,
    /// The system gives no random bytes.
    #[error("the system gives no random bytes")]
    NoChance,
}

impl Token {
    /// Takes a token that the operator chose.
    ///
    /// # Errors
    /// When it is shorter than 16 or longer than 256 characters, or has others than visible ones of ASCII.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let fits = (16..=256).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
        if fits { Ok(Self(text.into())) } else { Err(TokenError::Weak) }
    }

    /// Draws a token of 256 random bits, in hexadecimal digits.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> Result<Self, TokenError> {
        random_digits().map(|digits| Self(digits.into()))
    }

    /// The token itself, to be told to the operator and to nobody else.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }
}

/// Random bits, as many as the digest of them has: 256, in hexadecimal digits.
pub(super) fn random_digits() -> Result<String, TokenError> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(|_| TokenError::NoChance)?;
    Ok(sha256_hex(&bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, is_token: bool) {
        assert_eq!(Token::new(text).is_ok(), is_token, "{text:?}");
    }

    #[test]
    fn only_long_plain_texts_are_tokens() {
        check("0123456789abcdef", true);
        check("0123456789abcde", false);
        check("0123456789 abcdef", false);
        check("0123456789abcdé0", false);
        check(&"x".repeat(257), false);
    }

    #[test]
    fn two_random_tokens_differ() {
        let [a, b] = [Token::random().unwrap(), Token::random().unwrap()];
        assert_ne!(a.expose(), b.expose());
        assert_eq!(a.expose().len(), 64);
    }
}
