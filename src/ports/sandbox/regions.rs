//! Pictures of a report's figures.

use super::{Answer, ExamineError, Examiner, Job, Rendered};
use crate::domain::facts::Region;
use crate::domain::limits::Limits;
use crate::domain::request::{PdfEngine, ReportFile};

/// Makes a PNG of each region of the PDF, in the order of `regions`, by this engine.
///
/// The pictures are as large as the limits allow, and no larger than four times the page's size in points. A
/// region that cannot be drawn says why, and does not keep the others from being drawn. Writes no file.
///
/// # Errors
/// [`ExamineError`] when the PDF as a whole cannot be read, or when its reader ends at a limit.
pub async fn render_regions(
    examiner: &dyn Examiner,
    report: ReportFile,
    engine: PdfEngine,
    regions: Vec<Region>,
    limits: Limits,
) -> Result<Vec<Rendered>, ExamineError> {
    let asked = regions.len();
    match examiner.run(Job::Regions { report, engine, regions, limits }).await? {
        Answer::Regions(pictures) if pictures.len() == asked => Ok(pictures),
        Answer::Regions(_)
        | Answer::Fetched(_)
        | Answer::Head(_)
        | Answer::Downloaded(_)
        | Answer::Repository(_)
        | Answer::Document(_)
        | Answer::Figures(_)
        | Answer::Report { .. }
        | Answer::Extracted(_) => {
            Err(ExamineError::Protocol { reason: "the answer fits another job".into() })
        }
    }
}
