//! The tools of the contract (§5) under its names, for programs that use the library.
//!
//! | contract | tool | what it does |
//! | --- | --- | --- |
//! | §5.1 | [`clone_repo`] | fetches a repository into a temporary directory |
//! | §5.1 | [`extract_git_history`] | reads its commits, oldest first |
//! | §5.1 | [`analyze_graph_structure`] | reads the state graphs and reducers of its Python sources |
//! | §5.2 | [`ingest_pdf`], [`query_doc`] | cuts a report into segments, and finds those that answer a question |
//! | §5.2 | [`extract_images_from_pdf`], [`analyze_diagram`] | takes the bitmaps out, and has them looked at |
//! | §5.3 | [`cross_reference`] | holds claimed paths against the tree |
//!
//! They read a submission within the process that calls them, under the default
//! [`Limits`](crate::domain::limits::Limits). The auditor itself never does: it reads a submission in a
//! child process, see [`ports::sandbox`](crate::ports::sandbox).

mod claims;
mod document;
mod repository;

pub use crate::ports::git::{ClonedRepo, clone_repo, extract_git_history};
pub use claims::{CrossReference, cross_reference};
pub use document::{
    ExtractedImage, PdfIngestionResult, analyze_diagram, extract_images_from_pdf, ingest_pdf,
    query_doc,
};
pub use repository::{GraphStructure, analyze_graph_structure};
