//! Whose program an audit in a tree is of, and who made it.

use crate::detect::phrase::Phrase;
use crate::domain::facts::Identity;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Lines at the beginning of an audit in which it names what it is of.
const HEAD: usize = 30;

/// What the path of an audit says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    /// That it is of the program itself.
    Itself,
    /// That a peer made it.
    Received,
    /// That it is of a peer's program.
    Peer,
    /// No more than that it is an audit.
    Unsaid,
}

/// Where an audit names its repository: in a line of its own, in the title, or in the first sentence.
static NAMED: LazyLock<Phrase> = LazyLock::new(|| {
    let label = r#"[\s>*|#"'`_-]*(?:target[ _]|audited[ _])?repo(?:sitory)?(?:[ _](?:url|target|audited|link))?[\s*|"'`:]*"#;
    let address = r"(?:https?://|git@)?(?:www\.)?(?:github|gitlab|bitbucket)\.(?:com|org)[/:](?P<owner>[\w.-]+)/(?P<name>[\w.-]+)";
    Phrase::new(&format!(
        r"(?i)^(?:{label}|#.*\b(?:audit|report|result|verdict)\b[^/]*|.*\baudit of [\s*`\[(]*){address}"
    ))
});

/// Owners that stand in examples.
const NOBODY: &[&str] = &[
    "example",
    "owner",
    "test",
    "user",
    "username",
    "your-username",
    "your_username",
    "yourusername",
];

/// What the path of an audit of the program itself contains.
const ITSELF: &[&str] =
    &["onself", "on_self", "on-self", "oneself", "self_audit", "self-audit", "selfaudit"];

/// What a path says of an audit; nothing where it leads to none.
pub(super) fn folder(path: &str) -> Option<Folder> {
    let path = path.to_lowercase();
    let (_, ending) = path.rsplit_once('.')?;
    let says = |words: &[&str]| words.iter().any(|words| path.contains(words));
    // An auditor is the program; what is called after it is no audit yet.
    let is_audit = path.match_indices("audit").any(|(at, _)| !path[at..].starts_with("auditor"));
    if !["md", "txt", "json", "pdf", "html"].contains(&ending)
        || !(is_audit || says(ITSELF) || says(&["onpeer", "bypeer"]))
    {
        None
    } else if says(&["received", "recieved", "bypeer", "by_peer", "by-peer"]) {
        Some(Folder::Received)
    } else if says(&["peer"]) {
        Some(Folder::Peer)
    } else if says(ITSELF) {
        Some(Folder::Itself)
    } else {
        Some(Folder::Unsaid)
    }
}

/// The repository that an audit says it is of, `owner/name`.
pub(super) fn named(text: &str) -> Option<String> {
    let found = text.lines().take(HEAD).find_map(|line| NAMED.groups(line))?;
    let (owner, name) = (found.name("owner")?, found.name("name")?);
    let name = name.strip_suffix(".git").unwrap_or(name).trim_end_matches('.');
    let known = !NOBODY.contains(&owner.to_lowercase().as_str()) && !name.is_empty();
    known.then(|| format!("{owner}/{name}"))
}

/// The repository that these audits lie in, by what those of itself are of, and those that peers made: the one of an
/// author, where one is, that most of them name. The origin of the clone goes before all of them, unless it is a stranger's
/// copy of an author's. Nothing where that decides nothing.
pub(super) fn own<'a>(
    named: impl Iterator<Item = (Folder, &'a str)>,
    authors: &[Identity],
    origin: Option<&str>,
) -> Option<String> {
    let origin = origin.map(str::to_lowercase);
    // How many audits name a repository: of itself, and by peers.
    let mut counts: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for (folder, of) in named {
        let (itself, received) = counts.entry(of.to_lowercase()).or_default();
        match folder {
            Folder::Itself => *itself += 1,
            Folder::Received => *received += 1,
            Folder::Peer | Folder::Unsaid => {}
        }
    }
    let of_author =
        |of: &String| of.split_once('/').is_some_and(|(owner, _)| wrote(owner, authors));
    if origin.as_ref().is_some_and(of_author) {
        return origin;
    }
    let by_author: Vec<(usize, String)> = counts
        .iter()
        .filter(|(of, _)| of_author(of))
        .map(|(of, (itself, received))| (itself + received, of.clone()))
        .collect();
    let those = if by_author.is_empty() {
        if origin.is_some() {
            return origin;
        }
        counts.into_iter().map(|(of, (itself, _))| (itself, of)).collect()
    } else {
        by_author
    };
    let most = those.iter().map(|(count, _)| *count).max().filter(|most| *most > 0)?;
    let mut best = those.into_iter().filter(|(count, _)| *count == most);
    best.next().filter(|_| best.next().is_none()).map(|(_, of)| of)
}

/// Whether an account is of one of the authors: by a name of theirs, or by the address that its host gives it.
fn wrote(owner: &str, authors: &[Identity]) -> bool {
    let spelt = |name: &str| -> String {
        name.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
    };
    let owner = spelt(owner);
    authors.iter().any(|author| {
        let (local, host) = author.email.split_once('@').unwrap_or_default();
        let login = host.starts_with("users.noreply.").then(|| local.rsplit('+').next()).flatten();
        let account = author.name.rsplit('/').next().unwrap_or_default();
        [Some(author.name.as_str()), Some(account), login]
            .into_iter()
            .flatten()
            .any(|name| spelt(name) == owner)
    })
}

/// Whether an audit is one that the program made of itself; nothing where that is not known of a file that no folder
/// says it of.
pub(super) fn is_of_itself(folder: Folder, of: Option<&str>, own: Option<&str>) -> Option<bool> {
    let parts = |of: &str| {
        of.to_lowercase().split_once('/').map(|(owner, name)| (owner.to_owned(), name.to_owned()))
    };
    let (of, own) = (of.and_then(parts), own.and_then(parts));
    let (same, other) = match (&of, &own) {
        // Another name of the same owner may be a former one, and another owner of the same name a former account.
        (Some(of), Some(own)) => (of == own, of.0 != own.0 && of.1 != own.1),
        (Some(_) | None, Some(_) | None) => (false, false),
    };
    match folder {
        Folder::Itself => Some(!other),
        Folder::Received => Some(false),
        Folder::Peer => Some(same),
        Folder::Unsaid => same.then_some(true),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audit_names_its_repository_in_a_line_a_title_or_a_sentence() {
        for line in [
            "**Repository:** https://github.com/ada/auditor.git",
            "- Repository Target: `https://github.com/ada/auditor`",
            "| Repository | https://github.com/ada/auditor |",
            "**Target Repo:** https://github.com/ada/auditor/tree/main",
            "  \"repo_url\": \"https://github.com/ada/auditor.git\",",
            "**Repo:** github.com/ada/auditor",
            "# Audit Report: https://github.com/ada/auditor",
            "# Peer Audit Final Result: https://github.com/ada/auditor",
            "Audit of https://github.com/ada/auditor. Overall score: 3.0/5.",
            "Audit of **[auditor.git](https://github.com/ada/auditor.git)**.",
        ] {
            let of = named(&format!("Audit\n\n{line}\n"));
            let expected = (!line.contains("[auditor.git]")).then_some("ada/auditor");
            assert_eq!(of.as_deref(), expected, "{line}");
        }
        for other in [
            "**Repository:** .",
            "Repository: https://github.com/YOUR_USERNAME/auditor",
            "The peer is at https://github.com/ada/auditor",
            "**Repository:**",
        ] {
            assert_eq!(named(other), None, "{other}");
        }
        assert_eq!(named(&format!("{}Repository: https://github.com/a/b", "\n".repeat(40))), None);
    }

    /// Audits as `folder owner/name` → whether each is of the program itself.
    #[track_caller]
    fn check(authors: &[(&str, &str)], audits: &[(Folder, &str)], expected: &[Option<bool>]) {
        check_from(None, authors, audits, expected);
    }

    /// The same of a clone whose origin is known.
    #[track_caller]
    fn check_from(
        origin: Option<&str>,
        authors: &[(&str, &str)],
        audits: &[(Folder, &str)],
        expected: &[Option<bool>],
    ) {
        let author = |(name, email): &(&str, &str)| Identity {
            name: (*name).into(),
            email: (*email).into(),
        };
        let authors: Vec<Identity> = authors.iter().map(author).collect();
        let own = own(audits.iter().copied(), &authors, origin);
        let told: Vec<Option<bool>> = audits
            .iter()
            .map(|(folder, of)| is_of_itself(*folder, Some(of), own.as_deref()))
            .collect();
        assert_eq!(told, expected, "{own:?}");
    }

    #[test]
    fn what_an_audit_is_of_goes_before_its_folder() {
        use Folder::{Itself, Peer, Received, Unsaid};
        let ada: &[(&str, &str)] = &[("Ada Love", "7+ada-l@users.noreply.github.com")];
        let (own, peer) = ("Ada-L/auditor", "bob/judge");
        let of = [(Itself, own), (Itself, peer), (Peer, own), (Peer, peer), (Received, own)];
        let told = [Some(true), Some(false), Some(true), Some(false), Some(false)];
        check(ada, &of, &told);
        check(
            ada,
            &[(Unsaid, own), (Unsaid, peer), (Itself, own)],
            &[Some(true), None, Some(true)],
        );
        // Who the author is goes before how many say so.
        check(
            ada,
            &[(Itself, own), (Itself, peer), (Itself, peer)],
            &[Some(true), Some(false), Some(false)],
        );
        check(&[("ada l", "a@x.org")], &of, &told);
        check(&[("https://github.com/ada-l", "a@x.org")], &of, &told);
    }

    #[test]
    fn where_nobody_knows_whose_the_repository_is_the_folder_decides() {
        use Folder::{Itself, Received, Unsaid};
        let nobody: &[(&str, &str)] = &[("Someone", "a@x.org")];
        check(nobody, &[(Itself, "a/x"), (Itself, "b/y")], &[Some(true), Some(true)]);
        check(
            nobody,
            &[(Itself, "a/x"), (Itself, "a/x"), (Itself, "b/y")],
            &[Some(true), Some(true), Some(false)],
        );
        check(
            nobody,
            &[(Itself, "a/x"), (Received, "b/y"), (Unsaid, "b/y")],
            &[Some(true), Some(false), None],
        );
        // A former name, or a former account.
        let ada: &[(&str, &str)] = &[("ada", "a@x.org")];
        check(
            ada,
            &[(Itself, "ada/old"), (Received, "ada/new"), (Received, "ada/new")],
            &[Some(true), Some(false), Some(false)],
        );
        check(ada, &[(Itself, "ada/x"), (Itself, "ada-two/x")], &[Some(true), Some(true)]);
    }

    #[test]
    fn where_the_origin_is_known_it_goes_before_how_many_say_so() {
        use Folder::{Itself, Peer, Unsaid};
        let nobody: &[(&str, &str)] = &[("Someone", "a@x.org")];
        let of = [(Itself, "b/y"), (Itself, "b/y"), (Itself, "Ada/X"), (Peer, "ada/x")];
        check_from(Some("ada/x"), nobody, &of, &[Some(false), Some(false), Some(true), Some(true)]);
        check_from(
            Some("ada/x"),
            nobody,
            &[(Unsaid, "ada/x"), (Unsaid, "b/y")],
            &[Some(true), None],
        );
        // A former name of it, and a former account.
        check_from(
            Some("ada/x"),
            nobody,
            &[(Itself, "ada/old"), (Itself, "eve/x")],
            &[Some(true), Some(true)],
        );
        // A stranger's copy of what an author made is the author's.
        let ada: &[(&str, &str)] = &[("ada", "a@x.org")];
        check_from(
            Some("school/copy"),
            ada,
            &[(Itself, "ada/x"), (Itself, "b/y"), (Itself, "b/y")],
            &[Some(true), Some(false), Some(false)],
        );
    }

    #[test]
    fn paths_tell_of_whom_an_audit_is() {
        for (path, expected) in [
            ("audit/report_onself_generated/a.md", Some(Folder::Itself)),
            ("audit/report_oneself_generated/a.md", Some(Folder::Itself)),
            ("audit/report_onpeer_generated/a.md", Some(Folder::Peer)),
            ("audit/report_bypeer_received/a.pdf", Some(Folder::Received)),
            ("audit/self_audit_of_peer.md", Some(Folder::Peer)),
            ("result/audit_result.md", Some(Folder::Unsaid)),
            ("audit/report_onself_generated/a.py", None),
            ("README.md", None),
            ("docs/the_auditor.md", None),
        ] {
            assert_eq!(folder(path), expected, "{path}");
        }
    }
}
