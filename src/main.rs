//! The `auditor` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|argument| argument == "__worker") {
        let (input, output) = (std::io::BufReader::new(std::io::stdin()), std::io::stdout().lock());
        return ExitCode::from(automaton_auditor::worker::run(input, output));
    }
    ExitCode::SUCCESS
}
