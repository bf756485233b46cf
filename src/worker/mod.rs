//! The child process that reads a submission (`auditor __worker`).

pub mod doc_tools;
pub mod pdf;
