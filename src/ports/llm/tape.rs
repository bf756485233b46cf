//! A tape of an audit's questions and replies: recorded once, played without a network to the same
//! bytes.

use super::{ChatModel, ModelError};
use crate::domain::chat::{CallId, ChatReply, ChatRequest};
use crate::domain::models::{BenchModels, Bounds};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The file with the label.
const LABEL: &str = "tape.json";

/// What a tape was made with: the same again asks the same questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The models that were asked.
    pub models: BenchModels,
    /// How they were asked.
    pub bounds: Bounds,
}

/// One exchange as it lies on the tape.
#[derive(Serialize, Deserialize)]
struct Exchange {
    request: ChatRequest,
    reply: Result<ChatReply, ModelError>,
}

/// How often each question was asked: the same question may get several replies.
#[derive(Default)]
struct Counts(Mutex<BTreeMap<CallId, u32>>);

impl Counts {
    /// The file of the next exchange with this question.
    fn next(&self, folder: &Path, id: CallId) -> PathBuf {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let name = id.to_string();
        let nth = counts.entry(id).or_default();
        *nth += 1;
        folder.join(format!("{name}-{nth}.json"))
    }
}

fn broken(path: &Path, what: &dyn std::fmt::Display) -> ModelError {
    ModelError::Tape { what: format!("the tape's `{}` {what}", path.display()) }
}

/// Records every exchange with a model.
pub struct Recorder {
    inner: Arc<dyn ChatModel>,
    folder: PathBuf,
    counts: Counts,
}

impl Recorder {
    /// Records into `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// When it cannot be made or has files already: a tape holds one audit.
    ///
    /// # Panics
    /// Never: a label is plain data.
    pub fn new(
        inner: Arc<dyn ChatModel>,
        folder: PathBuf,
        label: &Label,
    ) -> Result<Self, ModelError> {
        std::fs::create_dir_all(&folder)
            .map_err(|error| broken(&folder, &format!("cannot be made: {error}")))?;
        let mut files = std::fs::read_dir(&folder)
            .map_err(|error| broken(&folder, &format!("cannot be read: {error}")))?;
        // A label alone is left where a recording ended before its first question.
        let is_other = |entry: &std::io::Result<std::fs::DirEntry>| {
            entry.as_ref().map_or(true, |entry| entry.file_name() != LABEL)
        };
        if files.any(|entry| is_other(&entry)) {
            return Err(broken(&folder, &"has files already; a tape holds one audit"));
        }
        let text = serde_json::to_vec_pretty(label).expect("a label has string keys");
        let path = folder.join(LABEL);
        std::fs::write(&path, text)
            .map_err(|error| broken(&path, &format!("cannot be written: {error}")))?;
        Ok(Self { inner, folder, counts: Counts::default() })
    }
}

#[async_trait]
impl ChatModel for Recorder {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let path = self.counts.next(&self.folder, request.id());
        let reply = self.inner.complete(request).await;
        let exchange = Exchange { request: request.clone(), reply: reply.clone() };
        let text = serde_json::to_vec_pretty(&exchange).expect("an exchange has string keys");
        // The name appears with all of its content or not at all.
        let partial = path.with_extension("partial");
        tokio::fs::write(&partial, text)
            .await
            .map_err(|error| broken(&partial, &format!("cannot be written: {error}")))?;
        tokio::fs::rename(&partial, &path)
            .await
            .map_err(|error| broken(&path, &format!("cannot be written: {error}")))?;
        reply
    }
}

/// Plays a tape: answers as the recorded model did, and knows no other answer.
pub struct Player {
    folder: PathBuf,
    label: Label,
    counts: Counts,
}

impl Player {
    /// Plays the tape in `folder`.
    ///
    /// # Errors
    /// When there is no tape.
    pub fn new(folder: PathBuf) -> Result<Self, ModelError> {
        let path = folder.join(LABEL);
        let text = std::fs::read(&path)
            .map_err(|error| broken(&path, &format!("cannot be read: {error}")))?;
        let label = serde_json::from_slice(&text)
            .map_err(|error| broken(&path, &format!("is damaged: {error}")))?;
        Ok(Self { folder, label, counts: Counts::default() })
    }

    /// What the tape was made with.
    #[must_use]
    pub fn label(&self) -> &Label {
        &self.label
    }
}

#[async_trait]
impl ChatModel for Player {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let path = self.counts.next(&self.folder, request.id());
        let text = tokio::fs::read(&path).await.map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => ModelError::Tape {
                what: format!(
                    "the tape has no reply to question {}: the submission, the rubric, the models or \
                     this program are not those of the recording",
                    request.id()
                ),
            },
            _ => broken(&path, &format!("cannot be read: {error}")),
        })?;
        let exchange: Exchange = serde_json::from_slice(&text)
            .map_err(|error| broken(&path, &format!("is damaged: {error}")))?;
        exchange.reply
    }
}
