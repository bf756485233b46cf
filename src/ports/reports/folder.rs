//! Reports as files.

use super::{ReportError, Reports};
use crate::domain::report::AuditReport;
use crate::ports::aside::{aside, beforehand};
use crate::ports::files::Draft;
use crate::render;
use crate::spread::both;
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

/// Writes a Markdown file and a JSON file beside it.
///
/// A path that ends in `.md` names the Markdown file; any other path is a folder, which is made if
/// it is not there, and the files are named after the repository and the commit.
#[derive(Clone, Debug)]
pub struct Folder {
    output: PathBuf,
    also: Vec<Form>,
    /// What is being drawn up of a report that is not to be published yet.
    ahead: Arc<Mutex<Option<Ahead>>>,
}

/// The files of a report and what stands in them, Markdown last.
type Files = Vec<(PathBuf, String)>;

/// The same files, not yet in their places.
type Drafts = Vec<(PathBuf, Draft)>;

/// A report that is drawn up before it is published.
#[derive(Debug)]
struct Ahead {
    report: Arc<AuditReport>,
    drafts: JoinHandle<Result<Drafts, ReportError>>,
}

/// A form of the report beside Markdown and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// One page for a browser, with nothing outside of it.
    Html,
    /// The findings that have places, for code scanners (SARIF 2.1.0).
    Sarif,
}

impl Form {
    /// How its file ends.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Sarif => "sarif",
        }
    }

    /// Whether a file is such a report.
    fn is_in(self, file: &[u8]) -> bool {
        let mark = match self {
            Self::Html => "Audit report",
            Self::Sarif => "automaton-auditor",
        };
        memchr::memmem::find(file, mark.as_bytes()).is_some()
    }

    fn written(self, report: &AuditReport) -> String {
        match self {
            Self::Html => render::html(report),
            Self::Sarif => render::results::sarif(report),
        }
    }
}

/// Longest name of a file in bytes, with room for what is put around it while it is written.
const LONGEST_NAME: usize = 240;

fn unfit(path: &Path, reason: &str) -> ReportError {
    ReportError::Unfit { path: path.to_owned(), reason: reason.to_owned() }
}

/// Whether a path ends as files do that hold texts or reports, though not as Markdown.
fn names_another_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    ["json", "html", "sarif", "txt", "pdf", "markdown"]
        .iter()
        .any(|other| ending.eq_ignore_ascii_case(other))
}

/// A report as it stands in a file with this name; `None` for a name that no report has.
#[must_use]
pub fn written(report: &AuditReport, file: &Path) -> Option<String> {
    match file.extension()?.to_str()? {
        "md" => Some(render::markdown(report)),
        "json" => Some(render::json(report)),
        "html" => Some(Form::Html.written(report)),
        "sarif" => Some(Form::Sarif.written(report)),
        _ => None,
    }
}

/// Whether a file is a report as Markdown.
fn is_markdown(file: &[u8]) -> bool {
    file.starts_with(b"# Audit report")
}

/// Whether a file is a report as JSON, of whatever version of this program.
fn is_json(file: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Scored {
        #[serde(rename = "overall_score")]
        _overall_score: serde_json::Value,
        #[serde(rename = "provenance")]
        _provenance: Printed,
    }
    #[derive(Deserialize)]
    struct Printed {
        #[serde(rename = "fingerprint")]
        _fingerprint: String,
    }
    serde_json::from_slice::<Scored>(file).is_ok()
}

impl Folder {
    /// Takes the operator's `--output`.
    #[must_use]
    pub fn new(output: PathBuf) -> Self {
        Self { output, also: Vec::new(), ahead: Arc::default() }
    }

    /// Writes these forms too.
    #[must_use]
    pub fn also(self, also: Vec<Form>) -> Self {
        Self { also, ..self }
    }

    /// Whether a report could be written here, as far as that can be known before there is one. Nothing is left
    /// behind, and no folder is made.
    ///
    /// # Errors
    /// [`ReportError::Unfit`] for a place that the operator had better not named, [`ReportError::Io`] for what the
    /// system says against it.
    pub fn check(&self) -> Result<(), ReportError> {
        let is_file = self.names_a_file();
        let ends_as_folder = self.output.as_os_str().as_encoded_bytes().ends_with(b"/");
        if is_file && ends_as_folder && !self.output.is_dir() {
            let why =
                "it ends with `/` as a folder does, and the name of a report's file with `.md`";
            return Err(unfit(&self.output, why));
        }
        if is_file && self.output.is_dir() {
            return Err(unfit(&self.output, "it is a folder, and the name of a report's file"));
        }
        if !is_file && !self.output.is_dir() && names_another_file(&self.output) {
            return Err(unfit(&self.output, "the name of a report's file ends in `.md`"));
        }
        if self.output.file_name().is_some_and(|name| name.len() > LONGEST_NAME) {
            return Err(unfit(
                &self.output,
                &format!("its name has more than {LONGEST_NAME} bytes"),
            ));
        }
        if is_file {
            self.replaces_nothing()?;
        }
        let within = if is_file { self.output.parent() } else { Some(self.output.as_path()) };
        let within = within.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let there = within.ancestors().find(|path| path.symlink_metadata().is_ok());
        let there = there.filter(|path| !path.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !there.is_dir() {
            let why = "it is no folder, and the name of a report's file ends in `.md`";
            return Err(unfit(there, why));
        }
        let refused = |source| ReportError::Io { path: self.output.clone(), source };
        tempfile::tempfile_in(there).map(drop).map_err(refused)
    }

    /// Refuses where the named file, or one that is written beside it, would take the place of something else than a
    /// report.
    fn replaces_nothing(&self) -> Result<(), ReportError> {
        let of_other = |path: &Path, is_report: &dyn Fn(&[u8]) -> bool| {
            let there = std::fs::read(path).unwrap_or_default();
            !there.is_empty() && !is_report(&there)
        };
        if of_other(&self.output, &is_markdown) {
            let why = "it would be replaced, and is no report; choose another name";
            return Err(unfit(&self.output, why));
        }
        let beside = |ending: &str, is_report: &dyn Fn(&[u8]) -> bool| {
            let path = self.output.with_extension(ending);
            if path.is_dir() {
                return Err(unfit(&path, "it is a folder, and the name of a report's file"));
            }
            if of_other(&path, is_report) {
                let why = format!(
                    "it stands beside `{}`, would be replaced, and is no report; choose another name",
                    self.output.display()
                );
                return Err(unfit(&path, &why));
            }
            Ok(())
        };
        beside("json", &is_json)?;
        self.also.iter().try_for_each(|form| beside(form.ending(), &|file| form.is_in(file)))
    }

    fn names_a_file(&self) -> bool {
        self.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
    }

    /// The files of a report.
    fn files(&self, report: &AuditReport) -> Files {
        let markdown = self.markdown_path(report);
        let (text, json) = both(|| render::markdown(report), || render::json(report));
        let mut files = vec![(markdown.with_extension("json"), json)];
        for form in &self.also {
            files.push((markdown.with_extension(form.ending()), form.written(report)));
        }
        files.push((markdown, text));
        files
    }

    /// Draws up all files of a report beside their places.
    fn drafts(&self, report: &AuditReport) -> Result<Drafts, ReportError> {
        let files = self.files(report);
        let drafts = Draft::all_of(&files)?;
        Ok(files.into_iter().map(|(path, _)| path).zip(drafts).collect())
    }

    /// The drafts of a report that was foreseen, if it was.
    async fn foreseen(&self, report: &Arc<AuditReport>) -> Option<Result<Drafts, ReportError>> {
        let ahead = self.ahead.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        if Arc::ptr_eq(&ahead.report, report) { ahead.drafts.await.ok() } else { None }
    }

    /// Puts all files of a report in their places.
    fn keep(drafts: Drafts) -> Result<Vec<PathBuf>, ReportError> {
        let mut kept: Vec<PathBuf> = Vec::new();
        for (path, draft) in drafts {
            draft.keep().inspect_err(|_| {
                // Some files alone would look like a report. That they cannot be removed adds nothing to why.
                for kept in &kept {
                    let _ = std::fs::remove_file(kept);
                }
            })?;
            kept.push(path);
        }
        // The Markdown is put there last, and named first.
        kept.rotate_right(1);
        Ok(kept)
    }

    /// The file that the operator named; in a folder, that of the commit, or one beside it where the report of another
    /// rubric, PDF or bench has its name.
    fn markdown_path(&self, report: &AuditReport) -> PathBuf {
        if self.names_a_file() {
            return self.output.clone();
        }
        let stem = render::file_stem(report);
        let print = report.provenance.fingerprint.as_str();
        let usual = self.output.join(format!("{stem}.md"));
        let is_other = std::fs::read(usual.with_extension("json"))
            .is_ok_and(|there| memchr::memmem::find(&there, print.as_bytes()).is_none());
        match print.get(..8).filter(|_| is_other) {
            Some(print) => self.output.join(format!("{stem}_{print}.md")),
            None => usual,
        }
    }
}

#[async_trait]
impl Reports for Folder {
    fn foresee(&self, report: &Arc<AuditReport>) {
        let (folder, of) = (self.clone(), Arc::clone(report));
        let drafts = beforehand(move || folder.drafts(&of));
        let ahead = drafts.map(|drafts| Ahead { report: Arc::clone(report), drafts });
        *self.ahead.lock().unwrap_or_else(PoisonError::into_inner) = ahead;
    }

    async fn publish(&self, report: &Arc<AuditReport>) -> Result<Vec<PathBuf>, ReportError> {
        let foreseen = self.foreseen(report).await;
        let (folder, report) = (self.clone(), Arc::clone(report));
        aside(move || Self::keep(foreseen.unwrap_or_else(|| folder.drafts(&report))?)).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The report of the sample.
    fn report() -> AuditReport {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/audit/sample/report_courtroom-agent_e026bc2.json"
        );
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// What a folder writes of a report of which it has foreseen another, the same, or none.
    async fn published(
        report: &Arc<AuditReport>,
        foreseen: Option<&Arc<AuditReport>>,
    ) -> Vec<String> {
        let output = tempfile::tempdir().unwrap();
        let folder = Folder::new(output.path().to_owned()).also(vec![Form::Sarif]);
        if let Some(foreseen) = foreseen {
            folder.foresee(foreseen);
        }
        let files = folder.publish(report).await.unwrap();
        files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect()
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn what_was_foreseen_is_published_as_it_would_have_been() {
        let wanted = Arc::new(report());
        let mut other = report();
        other.notices.push("Another report.".to_owned());
        let alone = published(&wanted, None).await;
        assert_eq!(alone.len(), 3);
        assert!(alone == published(&wanted, Some(&wanted)).await);
        assert!(alone == published(&wanted, Some(&Arc::new(other))).await);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_report_takes_the_place_of_its_like_and_of_no_other() {
        let output = tempfile::tempdir().unwrap();
        let folder = Folder::new(output.path().to_owned());
        let first = Arc::new(report());
        let mut other = report();
        other.provenance.fingerprint = "0123456789abcdef".to_owned();
        let usual = folder.publish(&first).await.unwrap();
        assert_eq!(folder.publish(&first).await.unwrap(), usual);
        let beside = folder.publish(&Arc::new(other)).await.unwrap();
        assert!(beside[0].ends_with("report_courtroom-agent_e026bc2_01234567.md"), "{beside:?}");
        assert_eq!(std::fs::read_dir(output.path()).unwrap().count(), 4);
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn nothing_is_in_its_place_before_it_is_published() {
        let output = tempfile::tempdir().unwrap();
        let folder = Folder::new(output.path().to_owned());
        let names = || {
            let entries = std::fs::read_dir(output.path()).unwrap();
            let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
            names.filter(|name| !name.starts_with('.')).count()
        };
        let report = Arc::new(report());
        folder.foresee(&report);
        assert_eq!(names(), 0);
        assert_eq!(folder.publish(&report).await.unwrap().len(), 2);
        assert_eq!(names(), 2);
    }

    #[test]
    fn no_report_takes_the_place_of_something_else() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let check = |name: &str| Folder::new(at(name)).also(vec![Form::Html]).check();
        let refused = |name: &str| match check(name) {
            Err(ReportError::Unfit { path, reason }) => (path, reason),
            other => panic!("{name}: {other:?}"),
        };
        assert!(refused("new.md/").1.contains("ends with `/`"));
        assert!(check("new/").is_ok());
        std::fs::write(at("course.json"), r#"{"rubric_metadata": {}}"#).unwrap();
        let (path, reason) = refused("course.md");
        assert_eq!(path, at("course.json"));
        assert!(reason.contains("would be replaced"), "{reason}");
        // A file that has a report's words is none.
        for other in [r#"{"repo_url": "my notes", "overall_score": 3}"#, r#"["overall_score"]"#] {
            std::fs::write(at("notes.json"), other).unwrap();
            assert_eq!(refused("notes.md").0, at("notes.json"));
        }
        std::fs::write(at("thesis.md"), "# My thesis\n").unwrap();
        assert_eq!(refused("thesis.md").0, at("thesis.md"));
        std::fs::write(at("page.html"), "<h1>Mine</h1>").unwrap();
        assert_eq!(refused("page.md").0, at("page.html"));
        for name in ["out.json", "out.TXT", "course.json/below.md", &"n".repeat(300)] {
            refused(name);
        }
        // What a former audit left is replaced, and a folder may have any name.
        std::fs::write(at("ada.md"), crate::render::markdown(&report())).unwrap();
        std::fs::write(at("empty.md"), "").unwrap();
        std::fs::write(at("ada.json"), crate::render::json(&report())).unwrap();
        std::fs::write(at("ada.html"), crate::render::html(&report())).unwrap();
        std::fs::create_dir(at("results.json")).unwrap();
        for name in ["ada.md", "empty.md", "results.json", "new/ada.md", "new/folder"] {
            check(name).unwrap();
        }
    }
}
