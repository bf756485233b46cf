//! What the files of a report are called.

use super::links::Repository;
use super::wording::first;
use crate::domain::report::AuditReport;

/// Longest slug of a repository in characters.
const LONGEST: usize = 60;

/// The name of the report's files without their extension: `report_octo_auditor_4f1c2ab`. It holds
/// only `a-z`, `0-9`, `_` and `-`. The commit is `unread` where none was read. A regrade adds that it is
/// one, and its fingerprint: `report_octo_auditor_4f1c2ab_regraded_0a1b2c3d`.
#[must_use]
pub fn file_stem(report: &AuditReport) -> String {
    let commit = report.provenance.commit.as_deref().unwrap_or_default();
    let short = short_id(commit).to_ascii_lowercase();
    let is_id = !short.is_empty() && short.bytes().all(|b| b.is_ascii_hexdigit());
    let short = if is_id { short.as_str() } else { "unread" };
    let stem = format!("report_{}_{short}", slug(&report.repo_url));
    // A regrade stands beside the report that it follows.
    let print = &report.provenance.fingerprint;
    let is_print = !print.is_empty() && print.bytes().all(|b| b.is_ascii_hexdigit());
    match (&report.moved, is_print) {
        (None, _) => stem,
        (Some(_), true) => format!("{stem}_regraded_{}", first(print, 8)),
        (Some(_), false) => format!("{stem}_regraded"),
    }
}

/// What a report's title calls its repository, as plain text: owner and name where the host is known.
pub(super) fn title(repo_url: &str) -> String {
    match Repository::parse(repo_url) {
        Some(repository) => repository.full_name().to_owned(),
        None if repo_url.contains("://") => repo_url.to_owned(),
        None => last_name(repo_url).unwrap_or("repository").to_owned(),
    }
}

/// The first seven digits of a commit's id.
pub(super) fn short_id(id: &str) -> &str {
    id.get(..7).unwrap_or(id)
}

/// The name of the folder or repository that a path or URL ends with, if it has one. Of a folder whose name says no
/// more than that a repository is in it, the one above.
fn last_name(source: &str) -> Option<&str> {
    let is_name = |part: &&str| !matches!(*part, "" | "." | "..");
    let mut names = source.split(['/', '\\']).filter(is_name).rev();
    let last = names.next()?;
    let says_nothing = matches!(last, ".git" | "repo" | "repo.git" | "repository");
    let name = names.next().filter(|_| says_nothing).unwrap_or(last);
    Some(name.strip_suffix(".git").filter(|name| !name.is_empty()).unwrap_or(name))
}

/// Owner and repository of a URL, or the folder of a path, in letters that every file system takes.
fn slug(source: &str) -> String {
    let words = match source.split_once("://") {
        Some((_, rest)) => {
            let path = rest.split(['?', '#']).next().unwrap_or_default();
            let path = path.split_once('/').map_or("", |(_, path)| path).trim_end_matches('/');
            let path = path.strip_suffix(".git").unwrap_or(path);
            let mut last: Vec<&str> =
                path.rsplit('/').filter(|part| !part.is_empty()).take(2).collect();
            last.reverse();
            last.join("_")
        }
        None => last_name(source).unwrap_or_default().to_owned(),
    };
    let mut slug = String::new();
    for c in words.chars().flat_map(char::to_lowercase) {
        if c.is_ascii_alphanumeric() || c == '_' {
            slug.push(c);
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(LONGEST);
    let slug = slug.trim_matches('-');
    if slug.is_empty() { "repository".to_owned() } else { slug.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, expected: &str) {
        assert_eq!(slug(source), expected, "{source:?}");
    }

    #[test]
    fn a_url_is_called_by_owner_and_repository() {
        check("https://github.com/Octo/My.Auditor.git", "octo_my-auditor");
        check("https://github.com/octo/auditor/", "octo_auditor");
        check("https://gitlab.com/group/sub/auditor?x=../../etc", "sub_auditor");
        check("https://example.com", "repository");
    }

    #[test]
    fn a_path_is_called_by_its_folder() {
        check("/home/me/Week 2", "week-2");
        check("../auditor/", "auditor");
        check("bare.git", "bare");
        check("../auditor/.git", "auditor");
        check("/work/auditor/repo.git/", "auditor");
        check("repo", "repo");
        check(".git", "git");
        check("C:\\work\\x", "x");
        check(".", "repository");
        check("", "repository");
        check("日本", "repository");
        check(&"ab".repeat(100), &"ab".repeat(30));
        check("\u{202e}../..\0", "repository");
    }

    #[test]
    fn a_report_is_called_by_repository_and_commit() {
        let mut report = crate::render::fixture::report();
        assert_eq!(file_stem(&report), "report_octo_courtroom-agent_4f1c2ab");
        report.provenance.commit = None;
        assert_eq!(file_stem(&report), "report_octo_courtroom-agent_unread");
        report.provenance.commit = Some("../../x".into());
        assert_eq!(file_stem(&report), "report_octo_courtroom-agent_unread");
    }
}
