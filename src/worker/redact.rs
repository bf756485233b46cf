//! The gate: nothing crosses the pipe with a secret in it.

use crate::detect::secrets::Known;
use crate::ports::sandbox::{Answer, Failure, FailureKind, Reply};

/// The reply with each secret replaced by a mark of its kind and hash.
///
/// Readers take secrets out before they draw excerpts, which may cut one in half; this is the last look, over
/// every text of the answer whatever field it stands in.
pub(super) fn redacted(reply: Result<(Answer, Known), Failure>) -> Reply {
    match reply {
        Ok((answer, known)) => {
            let lost = |_| Failure {
                kind: FailureKind::Repository,
                message: "the answer could not be cleared of secrets".into(),
                transient: false,
            };
            let mut value = serde_json::to_value(&answer).map_err(lost)?;
            if known.redactor().sweep(&mut value) {
                serde_json::from_value(value).map_err(lost)
            } else {
                Ok(answer)
            }
        }
        Err(failure) => {
            let message = Known::default().redactor().redacted(&failure.message);
            Err(match message {
                Some(message) => Failure { message, ..failure },
                None => failure,
            })
        }
    }
}
