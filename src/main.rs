//! The `auditor` command.

#[cfg(target_os = "linux")]
use automaton_auditor::ports::sandbox::STAND_BY;
use automaton_auditor::worker;
#[cfg(target_os = "linux")]
use automaton_auditor::worker::Next;
use mimalloc::MiMalloc;
use std::process::ExitCode;

/// Facts, opinions and reports are many small values: the system's allocator was a third of the time of an audit
/// without work.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    let is_worker = std::env::args_os().nth(1).is_some_and(|argument| argument == "__worker");
    if is_worker {
        #[cfg(target_os = "linux")]
        if std::env::args_os().nth(2).is_some_and(|argument| argument == STAND_BY)
            && let Next::End(code) = worker::stand_by()
        {
            return ExitCode::from(code);
        }
        let input = std::io::BufReader::new(std::io::stdin());
        // Where the operator keeps the certificates that a fetch trusts, if not in the usual places.
        let trusted = ["SSL_CERT_FILE", "SSL_CERT_DIR"].into_iter().filter_map(std::env::var_os);
        let trusted = trusted.map(Into::into).collect();
        let output = std::io::stdout().lock();
        return ExitCode::from(worker::run(input, output, trusted));
    }
    automaton_auditor::cli::run()
}
