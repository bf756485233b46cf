//! Who may come in: the token, and what is derived for browsers. Nothing is compared but by digests of equal
//! length in constant time.

use super::settings::{Token, TokenError, random_digits};
use crate::domain::digest::sha256_of_parts;
use subtle::ConstantTimeEq;

/// What a request is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Caller {
    /// It carries the token in a header, which no page of somebody else's can make a browser do.
    Program,
    /// It carries the cookie, which a browser sends by itself.
    Browser,
}

/// What requests are held against. Cookie and form mark are drawn at the start, so that nobody can work them out
/// from a guessed token.
pub(super) struct Keys {
    token: String,
    session: String,
    form: String,
    cookie: String,
}

impl Keys {
    pub(super) fn new(token: &Token) -> Result<Self, TokenError> {
        let chance = random_digits()?;
        let of = |purpose: &str| sha256_of_parts(&[purpose, &chance]);
        Ok(Self {
            token: digest(token.expose()),
            session: of("session"),
            form: of("form"),
            cookie: format!("auditor_{}", &of("cookie")[..8]),
        })
    }

    /// Whether this is the token.
    pub(super) fn is_token(&self, text: &str) -> bool {
        is_same(&self.token, &digest(text))
    }

    /// Whether this is the value of the cookie.
    pub(super) fn is_session(&self, text: &str) -> bool {
        is_same(&digest(&self.session), &digest(text))
    }

    /// Whether this is what our forms carry.
    pub(super) fn is_form(&self, text: &str) -> bool {
        is_same(&digest(&self.form), &digest(text))
    }

    /// What our forms carry.
    pub(super) fn form(&self) -> &str {
        &self.form
    }

    /// The cookie's name; two servers on one machine have two.
    pub(super) fn cookie(&self) -> &str {
        &self.cookie
    }

    /// The header that sets the cookie.
    pub(super) fn welcome(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.session)
    }

    /// The header that takes the cookie back.
    pub(super) fn farewell(&self) -> String {
        format!("{}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0", self.cookie)
    }
}

fn digest(text: &str) -> String {
    sha256_of_parts(&["key", text])
}

fn is_same(a: &str, b: &str) -> bool {
    a.as_bytes().ct_eq(b.as_bytes()).into()
}
