//! Whether a glob of a rubric can match a path of a tree at all.

use globset::Glob;

/// Checks globs that select files by name or path, `!` leaving out.
///
/// # Errors
/// The first that is no glob, or that no path can match.
pub(in super::super) fn check(globs: &[String]) -> Result<(), String> {
    globs.iter().try_for_each(|glob| possible(glob.strip_prefix('!').unwrap_or(glob)))
}

/// Checks one glob that leaves nothing out.
///
/// # Errors
/// When it is none, or when no path can match it: paths of a tree are relative, and their folders parted by `/`.
pub(in super::super) fn possible(glob: &str) -> Result<(), String> {
    let cannot = |why: &str| Err(format!("`{glob}` can match no path of a tree: {why}"));
    let whole = glob.strip_prefix("./").unwrap_or(glob);
    if glob.trim().is_empty() {
        return Err("a glob must not be empty".into());
    }
    if whole.starts_with('/') {
        return cannot("it begins with `/`");
    }
    if whole.starts_with('!') {
        return cannot("it begins with `!`, which leaves out nothing here");
    }
    if whole.split('/').any(|part| part == ".." || part == ".") {
        return cannot("it has a part `.` or `..`");
    }
    let mut letters = whole.chars();
    while let Some(letter) = letters.next() {
        if letter == '\\' && letters.next().is_some_and(char::is_alphanumeric) {
            return cannot("folders are parted by `/`, not `\\`");
        }
    }
    let built = Glob::new(whole);
    built.map(drop).map_err(|error| format!("`{glob}` is not a valid glob: {}", error.kind()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_that_match_nothing_are_refused() {
        let problem = |glob: &str| check(&[glob.to_owned()]).err().unwrap_or_default();
        for glob in
            ["*.py", "src/**", "!**/vendor/**", "./.gitignore", "{a,b}/c", "\\[id\\].ts", "..a"]
        {
            assert_eq!(problem(glob), "");
        }
        for (glob, said) in [
            ("[a", "is not a valid glob"),
            ("", "must not be empty"),
            ("!", "must not be empty"),
            ("/etc/passwd", "begins with `/`"),
            ("../x", "`..`"),
            ("src\\a", "parted by `/`"),
            ("!!a", "leaves out nothing"),
        ] {
            assert!(problem(glob).contains(said), "{glob}: {}", problem(glob));
        }
        assert!(possible("!a").is_err());
    }
}
