//! The `auditor` command.

fn main() {}
