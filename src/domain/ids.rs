//! Names of things, valid from the constructor on. They are handed around with every message, so that a copy
//! shares the text.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// Why a name was refused. Completes "not a valid id: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{text}` must be 1 to 64 of the characters a-z, A-Z, 0-9, `_`, `-` and `.`, and begin with no `.`"
)]
pub struct IdError {
    text: String,
}

fn checked(text: String) -> Result<String, IdError> {
    // Names are names of folders, too; with a point at the beginning they could lead elsewhere.
    let fits = (1..=64).contains(&text.len())
        && !text.starts_with('.')
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.'));
    if fits { Ok(text) } else { Err(IdError { text: text.chars().take(80).collect() }) }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// Checks and wraps a name.
            ///
            /// # Errors
            /// When it is empty, longer than 64 bytes, or has other characters than the allowed.
            pub fn new(text: impl Into<String>) -> Result<Self, IdError> {
                checked(text.into()).map(|text| Self(text.into()))
            }

            /// The name itself.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": "^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,63}$" })
            }
        }

        impl TryFrom<String> for $name {
            type Error = IdError;
            fn try_from(text: String) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl std::str::FromStr for $name {
            type Err = IdError;
            fn from_str(text: &str) -> Result<Self, IdError> {
                Self::new(text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.as_str().to_owned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&self.0)
            }
        }
    };
}

id! {
    /// Names one audit.
    AuditId
}
id! {
    /// Names one submission of a class; also the name of its folder.
    SubmissionId
}
id! {
    /// Names a dimension of the rubric (contract §6.2 `id`).
    CriterionId
}
id! {
    /// Names a probe within its dimension.
    ProbeId
}
id! {
    /// Names a piece of evidence by its content: `E-` and eight hexadecimal digits.
    EvidenceId
}

impl EvidenceId {
    /// Derives the id from what the evidence says, so that the same finding has the same id on
    /// every run and on every machine.
    #[must_use]
    pub fn of(parts: &[&str]) -> Self {
        let digest = super::digest::sha256_of_parts(parts);
        Self(format!("E-{}", &digest[..8]).into())
    }

    /// Whether it has the form that ids in reports have.
    #[must_use]
    pub fn is_of_a_report(&self) -> bool {
        let digits = self.0.strip_prefix("E-").unwrap_or_default();
        digits.len() == 8 && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, valid: bool) {
        assert_eq!(CriterionId::new(text).is_ok(), valid, "{text:?}");
    }

    #[test]
    fn evidence_of_a_report_has_eight_digits() {
        assert!(EvidenceId::of(&["a"]).is_of_a_report());
        for other in ["nonsense", "E-", "E-1a2b", "E-1A2B3C4D", "E-1a2b3c4d5"] {
            assert!(!EvidenceId::new(other).unwrap().is_of_a_report(), "{other}");
        }
    }

    #[test]
    fn only_short_plain_names_are_ids() {
        check("graph_orchestration", true);
        check("a.b-c", true);
        check("", false);
        check("a b", false);
        check("../x", false);
        check("..", false);
        check(".docket", false);
        check(&"x".repeat(65), false);
    }

    #[test]
    fn evidence_with_the_same_parts_has_the_same_id() {
        assert_eq!(EvidenceId::of(&["a", "b"]), EvidenceId::of(&["a", "b"]));
        assert_ne!(EvidenceId::of(&["a", "b"]), EvidenceId::of(&["b", "a"]));
    }
}
