//! The child process that reads a submission (`auditor __worker`).

pub mod pdf;
