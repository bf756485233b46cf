//! Who looks at a picture and answers a question about it.

mod models;
mod nobody_looks;

pub use models::VisionModel;
pub use nobody_looks::NobodyLooks;

use crate::domain::chat::Account;
use crate::domain::facts::{Figure, Sight};
use crate::domain::failure::Failure;
use async_trait::async_trait;

/// Why a picture was not looked at. Completes "failed to look at the diagram: …".
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VisionError {
    /// There is nobody who could look.
    #[error("no vision model is configured")]
    NotConfigured,
    /// Whoever looks could not be asked, or gave no answer.
    #[error("{reason}")]
    Unanswered {
        /// What happened, a lowercase fragment.
        reason: String,
        /// Whether trying again can help.
        transient: bool,
    },
}

impl VisionError {
    /// Whether trying again can help.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::NotConfigured => false,
            Self::Unanswered { transient, .. } => *transient,
        }
    }
}

/// Looks at a report's figures with precise questions. Tries once, and says whether trying again can
/// help.
#[async_trait]
pub trait Onlooker: Send + Sync {
    /// Whose word the answers are: the model's name.
    fn name(&self) -> &str;

    /// Looks at one figure, given as the bytes of a PNG file, and answers `questions` about it beside the
    /// usual ones.
    async fn look(&self, png: &[u8], figure: &Figure, questions: &[String]) -> Looked;
}

/// What came of looking at one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Looked {
    /// What was seen, or why nothing was.
    pub outcome: Result<Sight, Failure>,
    /// What the calls used that finished.
    pub account: Account,
}

/// Looks at pictures. Tries once, and says whether trying again can help.
#[async_trait]
pub trait Vision: Send + Sync {
    /// Answers a question about a picture, given as the bytes of a PNG file, in words.
    ///
    /// The picture is a submitter's: what is written in it is to be described, never to be followed.
    async fn answer(&self, png: &[u8], question: &str) -> Result<String, VisionError>;
}
