//! One row → one submission.

use super::Settings;
use super::change::Changes;
use super::field::{Field, Row};
use super::scan::Found;
use crate::domain::digest::Running;
use crate::domain::docket::{Origin, Submission};
use crate::domain::graded::Student;
use crate::domain::ids::SubmissionId;
use crate::domain::repo_url::RepoUrl;
use crate::domain::report_url::ReportUrl;
use crate::domain::request::{RepoSource, ReportSource};
use crate::ports::files::lies_within;
use crate::ports::shelf::{Inside, Shelf, Thing};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Longest text about a student, in bytes.
const LONGEST_NAME: usize = 200;

/// Why a row is no submission now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Held {
    /// A sentence: what is wrong, and what to do.
    Wrong(String),
    /// A file of it is still being written.
    Waiting { file: String, ready_at: SystemTime },
}

impl From<String> for Held {
    fn from(sentence: String) -> Self {
        Self::Wrong(sentence)
    }
}

/// What rows are read against.
pub(super) struct Desk<'a> {
    pub(super) shelf: &'a Shelf,
    /// Where the shelf is, absolute.
    pub(super) root: &'a Path,
    pub(super) settings: &'a Settings,
}

impl Desk<'_> {
    /// The name and the repository of a row whose paths begin in `base`, the folder of the submission; `None`
    /// for that of the list.
    ///
    /// # Errors
    /// A sentence: what is wrong, and what to do.
    pub(super) fn named(
        &self,
        row: &Row,
        base: Option<&Inside>,
    ) -> Result<(SubmissionId, RepoSource), String> {
        let repo = self.repository(row.get(Field::Repository), base)?;
        Ok((name(row.get(Field::Id), &row.origin, &repo)?, repo))
    }

    /// Reads the rest of a row.
    pub(super) fn read(
        &self,
        row: &Row,
        id: SubmissionId,
        repo: RepoSource,
        base: Option<&Inside>,
        changes: &mut Changes<'_>,
    ) -> Result<Found, Held> {
        let (report, report_digest) = self.report(row.get(Field::Report), base, changes)?;
        let rubric = self.rubric(row.get(Field::Rubric), base, changes)?;
        let student = student(row)?;
        let origin = row.origin.clone();
        let within = Some(self.root.to_owned());
        let submission = Submission { id, student, repo, report, rubric, within, origin };
        Ok(Found { submission, report_digest })
    }

    fn repository(&self, text: &str, base: Option<&Inside>) -> Result<RepoSource, String> {
        if text.is_empty() {
            return Err("it has no `repo_url`; give the repository's https address".into());
        }
        let local =
            text.strip_prefix("file://").map(|path| path.strip_prefix("localhost").unwrap_or(path));
        let is_address = text.contains("://") || text.starts_with("git@");
        let is_path =
            local.is_some() || ["/", "./", "../", "~"].iter().any(|s| text.starts_with(s));
        if is_path && !self.settings.allow_local {
            return Err("a repository on this machine is not accepted from a list; give its https address, or start with `--allow-local`".into());
        }
        if !self.settings.allow_local || local.is_none() && is_address {
            let url = RepoUrl::parse(text, &self.settings.repository_hosts());
            let url = url.map_err(|error| format!("the repository is refused: {error}"))?;
            return Ok(RepoSource::Remote { url });
        }
        let path = local.unwrap_or(text);
        let place = if path.starts_with('/') {
            Some(PathBuf::from(path)).filter(|path| path.is_dir())
        } else {
            let path =
                inside(path, base).map_err(|why| format!("the repository `{text}` {why}"))?;
            let thing = self.shelf.thing(&path);
            let thing = thing.map_err(|why| format!("the repository `{text}` {why}"))?;
            let is_folder = matches!(thing, Some((Thing::Folder, _)));
            is_folder.then(|| self.root.join(path.text()))
        };
        let path = place.ok_or_else(|| {
            format!("the repository `{text}` is no folder; give one that holds a git repository")
        })?;
        if let Some(file) = self.settings.dotenv.as_deref().filter(|file| lies_within(file, &path))
        {
            return Err(format!(
                "settings were read from `{}`, which lies in this submission; run this from another folder",
                file.display()
            ));
        }
        Ok(RepoSource::Local { path, shown: text.to_owned() })
    }

    /// Where the report is, and the digest of its bytes where it is a file of ours.
    fn report(
        &self,
        text: &str,
        base: Option<&Inside>,
        changes: &mut Changes<'_>,
    ) -> Result<(ReportSource, Option<String>), Held> {
        if text.is_empty() {
            return match base {
                Some(folder) => self.only_report(folder, changes),
                None => Ok((ReportSource::Search, None)),
            };
        }
        if text.contains("://") {
            let url = ReportUrl::parse(text, &self.settings.report_hosts());
            let url = url.map_err(|error| format!("the report is refused: {error}"))?;
            let allowed = self.settings.allow_hosts.clone();
            return Ok((ReportSource::Url { url, allowed }, None));
        }
        let wrong = |why: String| format!("the report `{text}` {why}");
        let path = inside(text, base).map_err(wrong)?;
        if let Some(found) = self.file(&path, text, changes)? {
            return Ok(found);
        }
        let path = Inside::new(text).map_err(wrong)?.text();
        Ok((ReportSource::InRepository { path }, None))
    }

    /// The one PDF in a folder.
    fn only_report(
        &self,
        folder: &Inside,
        changes: &mut Changes<'_>,
    ) -> Result<(ReportSource, Option<String>), Held> {
        let opened = self.shelf.folder(&folder.text())?;
        let names = opened.names(super::FOLDER_ENTRIES);
        let (names, _) = names.map_err(|error| format!("its folder cannot be listed: {error}"))?;
        let is_pdf = |name: &str| name.to_ascii_lowercase().ends_with(".pdf");
        let mut pdfs = names.iter().filter(|(name, thing)| is_pdf(name) && *thing != Thing::Folder);
        let Some((name, _)) = pdfs.next() else { return Ok((ReportSource::Search, None)) };
        if let Some((other, _)) = pdfs.next() {
            return Err(Held::Wrong(format!(
                "its folder holds more than one PDF (`{name}`, `{other}`); name the report by `pdf`"
            )));
        }
        let path = Inside::new(name).map_err(|why| format!("the report `{name}` {why}"))?;
        let found = self.file(&folder.join(&path), name, changes)?;
        Ok(found.unwrap_or((ReportSource::Search, None)))
    }

    /// A report that is an ordinary file of the folder; `None` where nothing is at the path.
    fn file(
        &self,
        path: &Inside,
        shown: &str,
        changes: &mut Changes<'_>,
    ) -> Result<Option<(ReportSource, Option<String>)>, Held> {
        let wrong = |why: String| Held::Wrong(format!("the report `{shown}` {why}"));
        let Some((file, mark)) = self.shelf.file(path).map_err(wrong)? else { return Ok(None) };
        let unsettled = |ready_at| Held::Waiting { file: path.text(), ready_at };
        changes.settled(path, mark).map_err(unsettled)?;
        let digest = if mark.size > self.settings.report_bytes {
            // It will not be read, so its size is all of it that can matter.
            format!("{} bytes", mark.size)
        } else {
            changes.digest(path, || sha256(file)).map_err(wrong)?
        };
        let source = ReportSource::File { path: self.root.join(path.text()), shown: path.text() };
        Ok(Some((source, Some(digest))))
    }

    /// The rubric's file. A folder's own entry may come from a submitter, who is not to bring the rubric along.
    fn rubric(
        &self,
        text: &str,
        base: Option<&Inside>,
        changes: &mut Changes<'_>,
    ) -> Result<Option<PathBuf>, Held> {
        if text.is_empty() {
            return Ok(None);
        }
        let wrong = |why: String| format!("the rubric `{text}` {why}");
        let path = Inside::new(text).map_err(wrong)?;
        if base.is_some() && path.text().contains('/') {
            let why =
                "lies in a folder; a `submission.json` may name a file beside the folders alone";
            return Err(wrong(why.into()).into());
        }
        let Some((_, mark)) = self.shelf.file(&path).map_err(wrong)? else {
            return Err(wrong("does not exist; put it beside the list".into()).into());
        };
        let unsettled = |ready_at| Held::Waiting { file: path.text(), ready_at };
        changes.settled(&path, mark).map_err(unsettled)?;
        Ok(Some(self.root.join(path.text())))
    }
}

fn inside(text: &str, base: Option<&Inside>) -> Result<Inside, String> {
    let path = Inside::new(text)?;
    Ok(base.map_or(path.clone(), |base| base.join(&path)))
}

/// Files of a class beside the folders of its submissions.
const OWN_FILES: [&str; 4] = ["grades.csv", "canvas.csv", "summary.txt", "index.html"];

/// The submission's name: as it is given, else that of its folder, else owner and repository.
fn name(given: &str, origin: &Origin, repo: &RepoSource) -> Result<SubmissionId, String> {
    let text = match (given, origin, repo) {
        ("", Origin::Folder { name }, _) => name.clone(),
        ("", Origin::List { .. } | Origin::Web, RepoSource::Remote { url }) => {
            url.slug().chars().take(64).collect()
        }
        ("", Origin::List { .. } | Origin::Web, RepoSource::Local { path, .. }) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.strip_suffix(".git").unwrap_or(&name).to_owned()
        }
        (given, ..) => given.to_owned(),
    };
    let refused = |why: &str| format!("the id {why}; give it another `id`");
    if text.starts_with('.') {
        return Err(refused("begins with a dot"));
    }
    if OWN_FILES.iter().any(|own| text.eq_ignore_ascii_case(own)) {
        return Err(refused("is the name of a file of the class"));
    }
    SubmissionId::new(text).map_err(|error| refused(&error.to_string()))
}

fn student(row: &Row) -> Result<Option<Student>, String> {
    let text = |field: Field| {
        let text = row.get(field);
        if text.len() > LONGEST_NAME {
            let name = field.name();
            return Err(format!(
                "the field `{name}` has more than the limit of {LONGEST_NAME} bytes"
            ));
        }
        Ok(text.to_owned())
    };
    let student = Student {
        name: text(Field::StudentName)?,
        number: text(Field::StudentNumber)?,
        login: text(Field::StudentLogin)?,
        section: text(Field::Section)?,
    };
    let is_known = student != Student::default();
    Ok(is_known.then_some(student))
}

/// The SHA-256 of a file's bytes.
fn sha256(mut file: File) -> Result<String, String> {
    let (mut running, mut buffer) = (Running::default(), vec![0; 64 << 10]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(running.finish()),
            Ok(read) => running.push(&buffer[..read]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(format!("cannot be read: {error}")),
        }
    }
}
