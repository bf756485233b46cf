//! One reading of a report for the two who ask for it.

use super::{Answer, ExamineError, Examiner, Job};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// A report that is read once for what it says and for what it shows.
///
/// One job asks for its text and another for its figures, at about the same time. Whoever comes first has
/// one process read both; the other waits for it and takes the half that is left. A half is handed out once:
/// whoever asks again has it read anew. The joint process is started once. Where it fails or is given up, each
/// half is read by a process of its own, so that what one of them stumbles over does not cost the other.
#[derive(Default)]
pub struct ReportReading {
    begun: AtomicBool,
    halves: OnceCell<Halves>,
}

/// What is left of the joint reading; nothing when it failed.
#[derive(Default)]
struct Halves {
    document: Mutex<Option<Answer>>,
    figures: Mutex<Option<Answer>>,
}

impl ReportReading {
    /// Does a job, which is [`Job::Document`] or [`Job::Figures`] of this report; any other is done as it is.
    ///
    /// When the future is dropped that has both read, so is the process, and one who waits goes on alone.
    ///
    /// # Errors
    /// Those of the job by itself.
    pub async fn run(&self, examiner: &dyn Examiner, job: Job) -> Result<Answer, ExamineError> {
        let kept = match &job {
            Job::Document { .. } => take(&self.halves(examiner, &job).await.document),
            Job::Figures { .. } => take(&self.halves(examiner, &job).await.figures),
            Job::Fetch { .. }
            | Job::Head { .. }
            | Job::Download { .. }
            | Job::Repository { .. }
            | Job::Report { .. }
            | Job::Regions { .. }
            | Job::Extract { .. } => None,
        };
        match kept {
            Some(answer) => Ok(answer),
            None => examiner.run(job).await,
        }
    }

    /// The longest that [`run`](Self::run) may take: a joint reading, and one of the job by itself.
    #[must_use]
    pub fn deadline(job: &Job) -> Duration {
        job.deadline().saturating_mul(2)
    }

    async fn halves(&self, examiner: &dyn Examiner, job: &Job) -> &Halves {
        let read = async || {
            let (Job::Document { report, engine, limits }
            | Job::Figures { report, engine, limits }) = job
            else {
                return Halves::default();
            };
            if self.begun.swap(true, Ordering::Relaxed) {
                return Halves::default();
            }
            let (report, engine, limits) = (report.clone(), engine.clone(), limits.clone());
            let both = Job::Report { report, engine, limits };
            match examiner.run(both).await {
                Ok(Answer::Report { document, figures }) => Halves {
                    document: Mutex::new(Some(Answer::Document(document))),
                    figures: Mutex::new(Some(Answer::Figures(figures))),
                },
                // Each job by itself says why, or does better.
                Ok(_) | Err(_) => Halves::default(),
            }
        };
        self.halves.get_or_init(read).await
    }
}

fn take(half: &Mutex<Option<Answer>>) -> Option<Answer> {
    half.lock().unwrap_or_else(PoisonError::into_inner).take()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::{DocumentFacts, FigureFacts};
    use crate::domain::limits::Limits;
    use crate::domain::request::{PdfEngine, ReportFile};
    use async_trait::async_trait;

    /// Reads anything that is no joint reading, and that too if it is `able` to; notes what it is asked for.
    struct Reader {
        able: bool,
        asked: Mutex<Vec<&'static str>>,
    }

    #[async_trait]
    impl Examiner for Reader {
        async fn run(&self, job: Job) -> Result<Answer, ExamineError> {
            let (name, answer) = match job {
                Job::Document { .. } => ("document", Answer::Document(Box::default())),
                Job::Figures { .. } => ("figures", Answer::Figures(Box::default())),
                Job::Report { .. } => {
                    let document = DocumentFacts { sha256: "joint".into(), ..Default::default() };
                    let figures = FigureFacts { sha256: "joint".into(), ..Default::default() };
                    let (document, figures) = (Box::new(document), Box::new(figures));
                    ("report", Answer::Report { document, figures })
                }
                other => panic!("{other:?} is not asked for"),
            };
            self.asked.lock().unwrap().push(name);
            tokio::task::yield_now().await;
            let crash = || ExamineError::Crashed { by: "signal 11".into(), stderr: String::new() };
            if name == "report" && !self.able { Err(crash()) } else { Ok(answer) }
        }
    }

    fn jobs() -> (Job, Job) {
        let (report, limits) = (ReportFile::named("/report.pdf".into()), Limits::default());
        let engine = PdfEngine::default();
        let document = Job::Document {
            report: report.clone(),
            engine: engine.clone(),
            limits: limits.clone(),
        };
        (document, Job::Figures { report, engine, limits })
    }

    /// Has both halves read at once, and the text again; the hashes in the answers, and what was asked for.
    async fn read(able: bool) -> (Vec<String>, Vec<&'static str>) {
        let reader = Reader { able, asked: Mutex::default() };
        let report = ReportReading::default();
        let (document, figures) = jobs();
        let again = document.clone();
        let (said, shown) =
            tokio::join!(report.run(&reader, document), report.run(&reader, figures));
        let hashes = [said, shown, report.run(&reader, again).await].map(|answer| match answer {
            Ok(Answer::Document(facts)) => facts.sha256,
            Ok(Answer::Figures(facts)) => facts.sha256,
            other => panic!("{other:?} is no half of a report"),
        });
        (hashes.into(), reader.asked.into_inner().unwrap())
    }

    #[tokio::test]
    async fn two_who_ask_at_once_share_one_reading_and_a_third_gets_its_own() {
        let (hashes, asked) = read(true).await;
        assert_eq!(hashes, ["joint", "joint", ""]);
        assert_eq!(asked, ["report", "document"]);
    }

    #[tokio::test]
    async fn where_the_joint_reading_crashes_each_half_is_read_by_itself() {
        let (hashes, asked) = read(false).await;
        assert_eq!(hashes, ["", "", ""]);
        assert_eq!(asked, ["report", "document", "figures", "document"]);
    }

    #[tokio::test]
    async fn one_who_waits_goes_on_alone_when_the_first_is_gone() {
        let reader = Reader { able: true, asked: Mutex::default() };
        let report = ReportReading::default();
        let (document, figures) = jobs();
        {
            let mut first = std::pin::pin!(report.run(&reader, document));
            let polled = std::future::poll_fn(|cx| std::task::Poll::Ready(first.as_mut().poll(cx)));
            assert!(polled.await.is_pending(), "the reading has begun");
        }
        assert!(matches!(report.run(&reader, figures).await, Ok(Answer::Figures(_))));
        assert_eq!(reader.asked.into_inner().unwrap(), ["report", "figures"]);
    }
}
