//! Which program a line of words runs, and whether that clones.

/// Programs that run another one, which stands behind their options and numbers.
const RUNNERS: [&str; 12] = [
    "sudo", "env", "time", "timeout", "nohup", "nice", "exec", "command", "bash", "sh", "xargs",
    "then",
];
/// Options of git itself that take the word after them.
const WITH_VALUE: [&str; 6] =
    ["-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path"];

/// The commands of a line, parted by the signs of a shell; of a word that is not known there is none.
pub(super) fn commands<'w>(
    words: &'w [Option<&'w str>],
) -> impl Iterator<Item = &'w [Option<&'w str>]> {
    words
        .split(|word| word.is_some_and(|word| matches!(word, "&&" | "||" | ";" | "|" | "&" | "do")))
}

/// Whether a command is `git … clone …` or `gh repo clone …`. Words that are not known may be options.
pub(super) fn clones(command: &[Option<&str>]) -> bool {
    let mut words = command.iter().map(|word| word.map(bare)).skip_while(|word| {
        // What is set for the program stands before it: `GIT_TERMINAL_PROMPT=0 git clone`.
        word.is_some_and(|word| {
            RUNNERS.contains(&word)
                || word.contains('=')
                || word.starts_with('-')
                || word.starts_with(|letter: char| letter.is_ascii_digit())
        })
    });
    let Some(Some(program)) = words.next() else { return false };
    let subcommands: &[&str] = match program.rsplit(['/', '\\']).next() {
        Some("git" | "git.exe") => &["clone"],
        Some("gh" | "gh.exe") => &["repo", "clone"],
        _ => return false,
    };
    let mut wanted = subcommands.iter();
    let mut next = wanted.next();
    while let Some(word) = words.next() {
        match word {
            None => {}
            Some(option) if WITH_VALUE.contains(&option) => drop(words.next()),
            Some(option) if option.starts_with('-') => {}
            Some(word) if next == Some(&word) => {
                next = wanted.next();
                if next.is_none() {
                    return true;
                }
            }
            Some(_) => return false,
        }
    }
    false
}

/// Whether a command that clones stands behind `timeout`, which ends it after some time; after zero it never does.
pub(super) fn is_timed(command: &[Option<&str>]) -> bool {
    let mut words = command.iter().map(|word| word.map(bare));
    let mut before = words.by_ref().take_while(|word| *word != Some("timeout")).flatten();
    // What stands before it may be the program.
    let is_first = before.all(|word| RUNNERS.contains(&word) || word.contains('='));
    let limit = words.find(|word| word.is_none_or(|word| !word.starts_with('-')));
    let is_zero = |text: &str| text.trim_end_matches(['s', 'm', 'h', 'd']).parse() == Ok(0.0);
    is_first && clones(command) && limit.is_some_and(|word| !word.is_some_and(is_zero))
}

/// A word without the signs of a shell around it.
fn bare(word: &str) -> &str {
    word.trim_start_matches(['(', '$', '`', '"', '\'', '{']).trim_end_matches([')', ';', '`'])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A `?` stands for a word that is not known.
    #[track_caller]
    fn check(line: &str, clone: bool) {
        let words: Vec<Option<&str>> =
            line.split(' ').map(|word| (word != "?").then_some(word)).collect();
        assert_eq!(commands(&words).any(clones), clone, "{line}");
    }

    #[test]
    fn a_clone_is_bounded_by_a_timeout_before_it() {
        let check = |line: &str, timed: bool| {
            let words: Vec<Option<&str>> =
                line.split(' ').map(|word| (word != "?").then_some(word)).collect();
            assert_eq!(commands(&words).any(is_timed), timed, "{line}");
        };
        check("timeout 60 git clone ?", true);
        check("sudo timeout -k 5 1m git clone ?", true);
        check("timeout 0 git clone ?", false);
        check("git clone ? timeout", false);
        check("git -c timeout 60 clone ?", false);
        check("timeout 60 git fetch ?", false);
        check("timeout 60 true && git clone ?", false);
        check("git clone ?", false);
    }

    #[test]
    fn what_git_is_told_first_is_what_it_does() {
        for line in [
            "git clone ? ?",
            "/usr/bin/git -c a.b=c -C ? clone ?",
            "git ? clone url",
            "cd ? && git clone --depth 1 ?",
            "GIT_TERMINAL_PROMPT=0 git clone ?",
            "timeout 60 git clone ?",
            "bash -c 'git clone ? ?",
            "gh repo clone ? out",
            "mkdir -p x; (git clone ?)",
            "git.exe --no-pager clone ?",
        ] {
            let parted = line.replace("; ", " ; ");
            check(&parted, true);
        }
        for line in [
            "git commit -am clone",
            "git log --grep clone",
            "git checkout clone",
            "git help clone",
            "grep -rn git clone ?",
            "echo git clone ?",
            "gh repo view clone",
            "? clone",
            "git clones ?",
        ] {
            check(line, false);
        }
    }
}
