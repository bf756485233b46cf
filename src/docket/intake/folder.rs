//! Folders of submissions.

use super::SUBMISSION_BYTES;
use super::list::object;
use super::scan::{Problem, Sweep};
use crate::domain::docket::Origin;
use crate::ports::shelf::{Inside, read};

/// The file by which a folder is a submission.
const FILE: &str = "submission.json";

impl Sweep<'_> {
    /// Reads the submission in a folder, where there is one.
    pub(super) fn folder(&mut self, name: &str) {
        let Ok(folder) = Inside::new(name) else { return };
        let file = format!("{name}/{FILE}");
        let Ok(path) = Inside::new(&file) else { return };
        let problem = |why: &str| Problem { place: file.clone(), text: format!("the file {why}") };
        let (opened, mark) = match self.desk.shelf.file(&path) {
            Ok(Some(opened)) => opened,
            Ok(None) => return,
            Err(why) => return self.found.problems.push(problem(&why)),
        };
        if let Err(ready_at) = self.changes.settled(&path, mark) {
            return self.wait(&file, &file, ready_at);
        }
        let bytes = match read(opened, SUBMISSION_BYTES) {
            Ok(bytes) => bytes,
            Err(why) => return self.found.problems.push(problem(&why)),
        };
        let origin = Origin::Folder { name: name.to_owned() };
        let row = match object(&file, &bytes, origin, &mut self.unknown) {
            Ok(row) => row,
            Err(problem) => return self.found.problems.push(problem),
        };
        self.entry(&row, Some(&folder), file);
    }
}
