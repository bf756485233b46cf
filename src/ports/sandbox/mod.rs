//! Runs a reader in a child process with limits.
