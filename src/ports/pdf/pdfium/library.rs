//! Finds libpdfium and binds to it.

use pdfium_render::prelude::{Pdfium, PdfiumError, PdfiumLibraryConfig};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How to get a libpdfium.
const ADVICE: &str = "`python3 -m pip install --target DIR pypdfium2` brings one, to be named by \
     `--pdfium-library DIR/pypdfium2_raw/libpdfium.so` or `AUDITOR_PDFIUM`";

/// Why no libpdfium can be used; each is a sentence that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LibraryError {
    /// There is no file at the path.
    #[error("there is no libpdfium at `{}`: {ADVICE}", path.display())]
    Missing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The system knows no such library.
    #[error("no libpdfium was found on this system: {ADVICE}")]
    Unknown,
    /// The file cannot be used as one.
    #[error("{at} cannot be used as libpdfium ({reason}): {ADVICE}")]
    Unfit {
        /// Which one.
        at: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A process can use one only.
    #[error("this process uses another libpdfium already")]
    Other,
}

/// The library of this process, and how it was named.
struct Bound {
    named: Option<PathBuf>,
    library: Pdfium,
}

static BOUND: OnceLock<Bound> = OnceLock::new();
/// Whose turn it is to bind.
static TURN: Mutex<()> = Mutex::new(());

/// Binds once, and gives the same library from then on.
pub(super) fn bind(named: Option<&Path>) -> Result<&'static Pdfium, LibraryError> {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bound) = BOUND.get() {
        let same = bound.named.as_deref() == named;
        return if same { Ok(&bound.library) } else { Err(LibraryError::Other) };
    }
    if let Some(path) = named.filter(|path| !path.is_file()) {
        return Err(LibraryError::Missing { path: path.to_owned() });
    }
    let bindings = match named {
        Some(path) => Pdfium::bind_to_library(path),
        None => Pdfium::bind_to_system_library(),
    };
    let bindings = bindings.map_err(|error| refused(named, &error))?;
    // With no folder of fonts named, what a page looks like depends on the file and the library alone.
    let fonts = PdfiumLibraryConfig::new().set_user_font_paths(&["/nonexistent"]);
    let library = match fonts {
        Ok(config) => Pdfium::new_with_config(bindings, config),
        Err(_) => Pdfium::new(bindings),
    };
    Ok(&BOUND.get_or_init(|| Bound { named: named.map(Path::to_owned), library }).library)
}

fn refused(named: Option<&Path>, error: &PdfiumError) -> LibraryError {
    let reason = match error {
        PdfiumError::LoadLibraryError(error) => error.to_string(),
        // None of the others is about the library's file.
        other => format!("{other:?}"),
    };
    match named {
        Some(path) => LibraryError::Unfit { at: format!("`{}`", path.display()), reason },
        // The loader says the same of a library that is not there and of one that it cannot open.
        None if reason.contains("cannot open shared object") => LibraryError::Unknown,
        None => LibraryError::Unfit { at: "the libpdfium of this system".into(), reason },
    }
}

/// The build that the file `version.json` beside the library tells.
pub(super) fn build(library: &Path) -> Option<u32> {
    use std::io::Read;
    const LARGEST: u64 = 1 << 16;
    let mut text = String::new();
    let file = std::fs::File::open(library.with_file_name("version.json")).ok()?;
    file.take(LARGEST).read_to_string(&mut text).ok()?;
    let told: serde_json::Value = serde_json::from_str(&text).ok()?;
    told.get("build")?.as_u64()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_is_not_there_is_named_with_what_to_do() {
        let error = bind(Some(Path::new("/nowhere/libpdfium.so"))).err();
        let message = error.expect("it does not exist").to_string();
        assert!(message.starts_with("there is no libpdfium at `/nowhere/libpdfium.so`"));
        assert!(message.contains("pip install") && message.contains("AUDITOR_PDFIUM"), "{message}");
    }

    #[test]
    fn the_build_is_told_by_the_note_beside_the_library() {
        let folder = tempfile::tempdir().expect("there is a folder for temporary files");
        let library = folder.path().join("libpdfium.so");
        assert_eq!(build(&library), None);
        let note = folder.path().join("version.json");
        std::fs::write(&note, r#"{"major": 159, "build": 8149}"#).expect("it is writable");
        assert_eq!(build(&library), Some(8149));
        std::fs::write(note, "no JSON").expect("it is writable");
        assert_eq!(build(&library), None);
    }
}
