//! The submission that real experiments audit: the smaller of the project's samples, carried along.

use std::io;
use std::path::{Path, PathBuf};

/// Files of the repository.
const REPOSITORY: [(&str, &[u8]); 5] = [
    ("HEAD", include_bytes!("../../../samples/linear-agent.git/HEAD")),
    ("config", include_bytes!("../../../samples/linear-agent.git/config")),
    ("packed-refs", include_bytes!("../../../samples/linear-agent.git/packed-refs")),
    (
        "objects/pack/pack-6eb10405c476d50ba6fe60f9c0194b2e3bfadc01.idx",
        include_bytes!(
            "../../../samples/linear-agent.git/objects/pack/pack-6eb10405c476d50ba6fe60f9c0194b2e3bfadc01.idx"
        ),
    ),
    (
        "objects/pack/pack-6eb10405c476d50ba6fe60f9c0194b2e3bfadc01.pack",
        include_bytes!(
            "../../../samples/linear-agent.git/objects/pack/pack-6eb10405c476d50ba6fe60f9c0194b2e3bfadc01.pack"
        ),
    ),
];
/// The report.
const REPORT: &[u8] = include_bytes!("../../../samples/linear-agent-report.pdf");

/// Lays the submission into a folder; returns the repository and the report.
///
/// # Errors
/// What the system says against it.
pub(super) fn laid(folder: &Path) -> io::Result<(PathBuf, PathBuf)> {
    let repository = folder.join("linear-agent.git");
    std::fs::create_dir_all(repository.join("objects/pack"))?;
    std::fs::create_dir_all(repository.join("refs/heads"))?;
    for (name, bytes) in REPOSITORY {
        std::fs::write(repository.join(name), bytes)?;
    }
    let report = folder.join("linear-agent-report.pdf");
    std::fs::write(&report, REPORT)?;
    Ok((repository, report))
}
