//! How an audit was asked for, beyond what is audited: kept with it, so that it can be taken up again.

use super::judging::JudgingArgs;
use crate::domain::models::Bounds;
use crate::ports::reports::Form;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What `auditor resume` needs to know besides the journal. It holds no key.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Terms {
    /// Where the report goes: a folder, or a file that ends in `.md`; absolute.
    pub output: PathBuf,
    /// Other forms of it.
    #[serde(default)]
    pub also: Vec<Form>,
    /// Below which score the run counts as failed.
    pub fail_under: Option<f64>,
    /// Whether the report is printed as JSON.
    pub json: bool,
    /// Draws the replies.
    pub seed: u64,
    /// Who judges.
    pub judging: JudgingArgs,
    /// How language models are asked, where they judge.
    pub bounds: Option<Bounds>,
}

/// Makes sure that what is asked for can be kept, which is done as text.
///
/// # Errors
/// When one of its paths is not UTF-8; one clear sentence.
pub(super) fn is_text(asked: &impl Serialize) -> Result<(), String> {
    serde_json::to_value(asked).map(drop).map_err(|_| {
        "the name of a file or folder that you gave, or that of the current folder, is not UTF-8, and what was asked \
         for is kept as text: use another name"
            .to_owned()
    })
}

impl Terms {
    /// As the journal keeps them, where [`is_text`] found nothing against it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("terms have UTF-8 paths, string keys and finite numbers")
    }

    /// Reads what the journal kept.
    ///
    /// # Errors
    /// When nothing is kept of them, or another version of the program wrote them in a way that this one does not
    /// know.
    pub fn from_json(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| {
            let why = match text {
                "null" => "nothing of it is left, or a program of your own began the audit".to_owned(),
                _ => format!("another version of this program wrote it: {error}"),
            };
            format!(
                "it is not known how the audit was asked for ({why}): say where its report goes, `auditor resume ID \
                 --output DIR`"
            )
        })
    }

    /// The same with the report somewhere else.
    pub fn to(self, output: &Path) -> Self {
        let output = std::path::absolute(output).unwrap_or_else(|_| output.to_owned());
        Self { output, ..self }
    }
}
