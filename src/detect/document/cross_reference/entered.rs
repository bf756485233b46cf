//! Folders that a listing of commands has gone into before it names a path.

use super::Clerk;
use crate::domain::facts::CitedPath;

impl Clerk<'_> {
    /// Why a path claims nothing that stands behind a `cd` into a folder which is none of the tree and surely not the
    /// repository's own, into which readers go as well: its rules keep it out, or the report cites what lies in it by its name.
    pub(super) fn behind_another_folder(&self, cited: &CitedPath) -> Option<String> {
        let folder = entered(cited)?;
        let within = |other: &CitedPath| {
            other
                .path
                .strip_prefix(folder)
                .is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
        };
        let is_of_others = !self.catalog.has_directory(folder)
            && (self.kept_out(&format!("{folder}/")).is_some() || self.paths.iter().any(within));
        is_of_others
            .then(|| format!("stands behind `cd {folder}`, a folder that is not in the tree"))
    }
}

/// The folder of the last `cd` before the path in its sentence, where it is one by a name and not a way up.
fn entered(cited: &CitedPath) -> Option<&str> {
    let before = &cited.sentence[..cited.sentence.find(cited.written.as_str())?];
    let (_, behind) = before.rsplit_once("cd ").filter(|(front, _)| {
        front
            .chars()
            .next_back()
            .is_none_or(|letter| letter.is_whitespace() || "$&;|(`".contains(letter))
    })?;
    let folder =
        behind.split(|letter: char| letter.is_whitespace() || "&;|)`".contains(letter)).next()?;
    let folder = folder.trim_start_matches("./").trim_end_matches('/');
    let is_name = !folder.is_empty()
        && folder.chars().all(|letter| letter.is_alphanumeric() || "-_./".contains(letter))
        && !folder.split('/').any(|part| part == "..");
    is_name.then_some(folder)
}

#[cfg(test)]
mod tests {
    use super::super::tests::cited;
    use super::*;

    #[track_caller]
    fn check(sentence: &str, folder: Option<&str>) {
        assert_eq!(entered(&cited("eval/run.py", sentence)), folder, "{sentence}");
    }

    #[test]
    fn the_last_folder_counts_that_was_gone_into() {
        check("Run it: cd Bench python eval/run.py --all", Some("Bench"));
        check("git clone x && cd ./Bench/ && python eval/run.py", Some("Bench"));
        check("cd a cd b/c python eval/run.py", Some("b/c"));
        check("python eval/run.py cd Bench", None);
        check("cd .. python eval/run.py", None);
        check("cd $HOME python eval/run.py", None);
        check("the abcd bench runs eval/run.py", None);
    }
}
