//! Reads PDFs.
