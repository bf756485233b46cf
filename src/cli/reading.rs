//! By which program PDFs are read: the arguments, and what they and the settings come to.

use crate::config::{Config, Reader};
use crate::domain::request::PdfEngine;
use crate::ports::pdf::{Pdfium, reader};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// By which program PDFs are read.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "PDF engine")]
pub(super) struct ReadingArgs {
    /// Which program reads PDFs: the one that is built in (`hayro`, the default), or Chromium's (`pdfium`), which
    /// needs a libpdfium on this machine.
    #[arg(long, value_enum, value_name = "ENGINE")]
    pdf_engine: Option<Engine>,
    /// Where libpdfium is, before `AUDITOR_PDFIUM`; without either, where the system looks for libraries.
    #[arg(long, value_name = "PATH")]
    pdfium_library: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// Memory-safe, and built with this program.
    Hayro,
    /// Chromium's reader, in a library of yours.
    Pdfium,
}

impl ReadingArgs {
    /// The engine, which is there and can be used.
    ///
    /// # Errors
    /// When its library is not there, cannot be used, or is named for nothing; one clear sentence.
    pub fn engine(&self, config: &Config) -> Result<PdfEngine, String> {
        let chosen = match (self.pdf_engine, config.reader()?) {
            (Some(Engine::Pdfium), _) | (None, Reader::Pdfium) => Engine::Pdfium,
            (Some(Engine::Hayro), _) | (None, Reader::Hayro) => Engine::Hayro,
        };
        if chosen == Engine::Hayro {
            return match self.pdfium_library {
                None => Ok(PdfEngine::Hayro),
                Some(_) => {
                    Err("`--pdfium-library` is of use with `--pdf-engine pdfium` alone".to_owned())
                }
            };
        }
        let library = self.pdfium_library.as_ref().or(config.pdfium.as_ref());
        let library =
            library.map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
        let build = library.as_deref().and_then(Pdfium::build);
        let engine = PdfEngine::Pdfium { library, build };
        usable(&engine)?;
        Ok(engine)
    }
}

/// Which program reads PDFs, and whether the other one could.
///
/// # Errors
/// When the settings choose one that cannot be used; one clear sentence.
pub(super) fn in_words(config: &Config) -> Result<String, String> {
    let library = config.pdfium.as_deref();
    let build = library.and_then(Pdfium::build);
    let engine = PdfEngine::Pdfium { library: library.map(ToOwned::to_owned), build };
    let (found, place) = (usable(&engine), library.map(|path| format!(" at `{}`", path.display())));
    let (name, place) = (engine.in_words(), place.unwrap_or_default());
    match (config.reader()?, found) {
        (Reader::Pdfium, found) => {
            found.map(|()| format!("PDF engine {name}{place}, as the settings say"))
        }
        (Reader::Hayro, Ok(())) => Ok(format!(
            "PDF engine hayro, built in; {name}{place} is there for `--pdf-engine pdfium`"
        )),
        (Reader::Hayro, Err(why)) => {
            Ok(format!("PDF engine hayro, built in; `--pdf-engine pdfium` cannot be used: {why}"))
        }
    }
}

/// Makes sure that an engine can be used, before anything is read or paid for.
///
/// # Errors
/// When its library is not there, or cannot be used; one clear sentence.
pub(super) fn usable(engine: &PdfEngine) -> Result<(), String> {
    reader(engine).map(drop).map_err(|error| error.to_string())
}
