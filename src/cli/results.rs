//! Where results go: files that the operator names, and stdout; and what becomes of a run whose results nobody could have.

use super::exit::{Exit, fail};
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

/// Why results could not be written, the first time that it happened.
static LOST: OnceLock<Error> = OnceLock::new();

/// A folder or file to write results to. `-` is refused: whoever writes it means stdout, and no folder of that name.
pub(super) fn on_disk() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is_stdout = path == Path::new("-");
        let why = "results are files, and none goes to stdout; a folder of that name is `./-`";
        if is_stdout { Err(why) } else { Ok(path) }
    })
}

/// Writes results to stdout. Nobody reading them any more, as after `| head`, is no failure.
pub(super) fn print(text: &str) {
    if let Err(error) = write(&mut std::io::stdout().lock(), text) {
        let _ = LOST.set(error);
    }
}

fn write(out: &mut impl Write, text: &str) -> Result<()> {
    // A line at a time would leave half of it behind, and its end would be lost in silence.
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Ends a run: as it says itself, unless its results could not be written.
pub(super) fn end(exit: ExitCode) -> ExitCode {
    match LOST.get() {
        Some(error) => fail(Exit::Internal, &format!("the results cannot be written: {error}")),
        None => exit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Closed(ErrorKind);

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> Result<usize> {
            Err(self.0.into())
        }

        fn flush(&mut self) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn nobody_listening_is_no_failure_and_everything_else_is() {
        assert!(write(&mut Vec::new(), "a").is_ok());
        assert!(write(&mut Closed(ErrorKind::BrokenPipe), "a").is_ok());
        assert!(write(&mut Closed(ErrorKind::StorageFull), "a").is_err());
    }
}
