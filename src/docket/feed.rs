//! Keeps a registrar told of what is listed, and of repositories that moved on.

use super::intake::{self, Found, Notices, Previous, scan};
use super::registrar::{Command, RegistrarHandle};
use super::registry::Registry;
use crate::domain::docket::{Docket, Item, Origin, Revision, Standing};
use crate::domain::ids::SubmissionId;
use crate::domain::limits::Limits;
use crate::domain::request::RepoSource;
use crate::ports::clock::Calendar;
use crate::ports::sandbox::{Examiner, head};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Changes within such a time of each other make one look.
const PAUSE: Duration = Duration::from_millis(200);
/// Pause between two repositories that are asked where they stand, so that no host is pressed.
const BETWEEN: Duration = Duration::from_millis(500);

/// What is looked at, and how often.
#[derive(Clone, Debug)]
pub struct Feed {
    /// A watched folder, or a single list.
    pub place: PathBuf,
    /// What is accepted.
    pub settings: intake::Settings,
    /// A look is due at the latest after this time.
    pub rescan: Duration,
    /// How often a repository is asked whether it moved on; never where it is `None`.
    pub recheck: Option<Duration>,
}

impl Feed {
    /// Tells the registrar what is listed, again and again, until there is none any more. `remark` is
    /// told what is worth saying and stops nothing, each once.
    pub async fn run(
        self,
        registrar: RegistrarHandle,
        examiner: Arc<dyn Examiner>,
        mut remark: impl FnMut(&str) + Send,
    ) {
        let recheck = self.recheck.map(|every| (every, registrar.clone()));
        let looking = self.look(registrar, &mut remark);
        match recheck {
            None => looking.await,
            Some((every, registrar)) => tokio::select! {
                () = looking => {}
                () = recheck_all(every, registrar, examiner) => {}
            },
        }
    }

    async fn look(self, registrar: RegistrarHandle, remark: &mut (impl FnMut(&str) + Send)) {
        let mut notices = Notices::start(&self.place, self.rescan, PAUSE);
        let calendar = Calendar::default();
        let mut previous = Previous::default();
        let mut said: Vec<String> = Vec::new();
        loop {
            let place = self.place.clone();
            let held = held(&registrar.docket());
            let settings = intake::Settings { held, ..self.settings.clone() };
            let now = UNIX_EPOCH + calendar.now();
            let look = move || scan(&place, &settings, &previous, now);
            let Ok(found) = tokio::task::spawn_blocking(look).await else { return };
            let more = !found.waiting.is_empty();
            let ready_at = found.ready_at();
            let remarks = found.remarks.iter().cloned().chain(notices.remark().map(str::to_owned));
            for text in remarks.chain(found.problems.iter().map(ToString::to_string)) {
                if !said.contains(&text) {
                    remark(&text);
                    said.push(text);
                }
            }
            notices.follow(&found.folders);
            previous = found.previous;
            let problems = found.problems.iter().map(ToString::to_string).collect();
            let found = found.submissions.into_iter().map(revised).collect();
            if !registrar.tell(Command::Seen { found, problems, more }).await {
                return;
            }
            let soon = ready_at.map(|at: SystemTime| {
                let now = UNIX_EPOCH + calendar.now();
                at.duration_since(now).unwrap_or_default() + Duration::from_millis(20)
            });
            notices.next(soon).await;
        }
    }
}

/// In which folders the submissions of a docket were handed in.
fn held(docket: &Docket) -> BTreeMap<SubmissionId, String> {
    let folder = |(id, item): (&SubmissionId, &Item)| match &item.submission.origin {
        Origin::Folder { name } => Some((id.clone(), name.clone())),
        Origin::List { .. } | Origin::Web => None,
    };
    docket.items.iter().filter_map(folder).collect()
}

fn revised(found: Found) -> (crate::domain::docket::Submission, Revision) {
    let revision = Revision::of(&found.submission, found.report_digest.as_deref());
    (found.submission, revision)
}

/// Asks the repositories of what is graded where they stand, one after the other.
async fn recheck_all(every: Duration, registrar: RegistrarHandle, examiner: Arc<dyn Examiner>) {
    let limits = Limits::default();
    loop {
        tokio::time::sleep(every).await;
        for (id, repo) in graded(&registrar.docket()) {
            match head(examiner.as_ref(), &repo, &limits).await {
                Ok(commit) => {
                    if !registrar.tell(Command::Head { id, commit }).await {
                        return;
                    }
                }
                // It is asked again the next time.
                Err(error) => tracing::debug!(submission = %id, %error, "its head is not known"),
            }
            tokio::time::sleep(BETWEEN).await;
        }
    }
}

fn graded(docket: &Docket) -> Vec<(SubmissionId, RepoSource)> {
    let is_graded = |standing: &Standing| matches!(standing, Standing::Graded);
    let graded = docket.items.values().filter(|item| is_graded(&item.standing));
    graded.map(|item| (item.submission.id.clone(), item.submission.repo.clone())).collect()
}
