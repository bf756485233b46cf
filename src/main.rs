//! The `auditor` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    let is_worker = std::env::args_os().nth(1).is_some_and(|argument| argument == "__worker");
    if is_worker {
        // Only a fetch needs it, and a second installation would be a bug of ours.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let input = std::io::BufReader::new(std::io::stdin());
        return ExitCode::from(automaton_auditor::worker::run(input, std::io::stdout().lock()));
    }
    automaton_auditor::cli::run()
}
