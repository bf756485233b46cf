//! Bounds on everything that a submission can make us do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bounds on reading one submission. Reaching one is a finding, never a silent cut.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Longest fetch in seconds.
    pub fetch_seconds: u64,
    /// Most bytes that a fetch may receive.
    pub fetch_bytes: u64,
    /// Longest download of a report, in seconds.
    pub download_seconds: u64,
    /// Longest wait for the commit at a repository's head, in seconds.
    pub head_seconds: u64,
    /// Largest single allocation for one git object in bytes.
    pub object_bytes: u64,
    /// Most commits that are walked.
    pub commits: usize,
    /// Most entries of the tree that are walked.
    pub tree_entries: usize,
    /// Largest file that is read, in bytes.
    pub blob_bytes: u64,
    /// Most bytes of source that are read in all.
    pub source_bytes: u64,
    /// Deepest nesting that is followed in a syntax tree.
    pub syntax_depth: usize,
    /// Longest time for reading a repository, in seconds.
    pub repository_seconds: u64,
    /// Largest PDF in bytes.
    pub pdf_bytes: u64,
    /// Most pages that are read.
    pub pdf_pages: usize,
    /// Longest time for reading a PDF, in seconds.
    pub pdf_seconds: u64,
    /// Most images that are decoded.
    pub pdf_images: usize,
    /// Most pixels of one image.
    pub image_pixels: u64,
    /// Longest side of a figure's picture in pixels; at most 65,535.
    pub figure_side: u16,
    /// Most figures of which pictures are made.
    pub figures: usize,
    /// Most bytes of all figures' pictures together.
    pub figure_bytes: u64,
    /// Most memory that a worker may hold, in bytes.
    pub worker_memory_bytes: u64,
    /// Most memory that a worker may hold while it reads a PDF, in bytes.
    pub pdf_memory_bytes: u64,
    /// Most bytes that a worker may answer with.
    pub worker_answer_bytes: u64,
}

impl Limits {
    /// The name of a bound that is 0, under which nothing could be read.
    #[must_use]
    pub fn nothing(&self) -> Option<String> {
        let bounds = serde_json::to_value(self).unwrap_or_default();
        let bounds = bounds.as_object().into_iter().flatten();
        bounds.filter(|(_, bound)| **bound == 0).map(|(name, _)| name.clone()).next()
    }
}

impl Default for Limits {
    fn default() -> Self {
        const MIB: u64 = 1 << 20;
        Self {
            fetch_seconds: 120,
            fetch_bytes: 200 * MIB,
            download_seconds: 60,
            head_seconds: 20,
            object_bytes: 64 * MIB,
            commits: 20_000,
            tree_entries: 20_000,
            blob_bytes: 2 * MIB,
            source_bytes: 64 * MIB,
            syntax_depth: 512,
            repository_seconds: 60,
            pdf_bytes: 25 * MIB,
            pdf_pages: 200,
            pdf_seconds: 30,
            pdf_images: 64,
            image_pixels: 20_000_000,
            figure_side: 1600,
            figures: 64,
            figure_bytes: 32 * MIB,
            worker_memory_bytes: 2048 * MIB,
            pdf_memory_bytes: 512 * MIB,
            worker_answer_bytes: 64 * MIB,
        }
    }
}
