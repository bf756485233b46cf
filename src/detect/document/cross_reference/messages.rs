//! What the message of a commit tells of a path.

use super::super::path_names::has_extension;

/// Words that stand before what belongs to the list of things before them.
const GOES_ON: [&str; 12] = [
    "all", "also", "both", "file", "files", "its", "old", "our", "stale", "the", "their", "unused",
];
/// Words that make a path of a plain name beside them.
const FOLDERS: [&str; 8] =
    ["dir", "directories", "directory", "file", "folder", "folders", "module", "package"];

/// Whether a statement of a commit's message, by one of its words that `removes` tells, has the path go away.
pub(super) fn removed(message: &str, path: &str, removes: impl Fn(&str) -> bool) -> bool {
    let mut heads = false;
    for line in lines(message) {
        let item = line.starts_with(['-', '*', '•']);
        heads &= item;
        let mut goes = heads;
        for part in parts(&line) {
            goes = removes(part) || (goes && (heads || goes_on(part)));
            if goes && names(part, path) {
                return true;
            }
        }
        heads |= line.ends_with(':') && removes(&line);
    }
    false
}

/// The lines of a message, each with those that it goes on over: an item, a heading or a paragraph.
fn lines(message: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut open = false;
    for line in message.lines().map(str::trim) {
        let begins = line.starts_with(['-', '*', '•']) || line.is_empty();
        match all.last_mut().filter(|last| open && !begins && !last.ends_with(':')) {
            Some(last) => {
                last.push(' ');
                last.push_str(line);
            }
            None if line.is_empty() => {}
            None => all.push(line.to_owned()),
        }
        open = !line.is_empty();
    }
    all
}

/// The statements of a line.
fn parts(line: &str) -> Vec<&str> {
    let mut all = Vec::new();
    for sentence in line.split(". ").flat_map(|one| one.split([';', '—', '–', '(', ')'])) {
        all.extend(sentence.split(", ").flat_map(|one| one.split(" and ")));
    }
    all.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// Whether a part of a list goes on with what the one before it says: it begins with what looks like a path.
fn goes_on(part: &str) -> bool {
    let part = part.trim_start_matches("and ");
    let mut words = part.split(' ').skip_while(|word| GOES_ON.contains(&&*word.to_lowercase()));
    words.next().is_none_or(|word| is_path(bare(word)) || word.starts_with('`'))
}

/// A word without the signs around it.
fn bare(word: &str) -> &str {
    let inside = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '/' | '-' | '.');
    word.trim_matches(|letter: char| !inside(letter)).trim_end_matches(['.', '/', '-'])
}

/// Whether a word is written as no plain word is.
fn is_path(word: &str) -> bool {
    word.contains(['/', '_']) || has_extension(word)
}

/// Whether the part names the path, in full or by its last name: as a word of its own that looks like a path.
fn names(part: &str, path: &str) -> bool {
    let path = path.trim_end_matches('/');
    let words: Vec<&str> = part.split_whitespace().collect();
    let is_folder = |word: Option<&&str>| {
        word.is_some_and(|word| FOLDERS.contains(&&*bare(word).to_lowercase()))
    };
    words.iter().enumerate().any(|(at, word)| {
        let name = bare(word);
        let same = |whole: &str, end: &str| {
            whole == end || whole.strip_suffix(end).is_some_and(|before| before.ends_with('/'))
        };
        let alike = same(path, name) || same(name, path);
        let plain = || {
            let around = is_folder(words.get(at + 1))
                || is_folder(at.checked_sub(1).and_then(|at| words.get(at)));
            word.contains('`') || word.ends_with('/') || around
        };
        !name.is_empty() && alike && (is_path(name) || plain())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(message: &str, path: &str, expected: bool) {
        let removes = |part: &str| ["emove", "ename"].iter().any(|word| part.contains(word));
        assert_eq!(removed(message, path, removes), expected, "{message:?} {path}");
    }

    #[test]
    fn the_word_for_removal_and_the_path_belong_together() {
        check("Remove docs/openapi.json", "docs/openapi.json", true);
        check("chore: remove the stale openapi.json.", "docs/openapi.json", true);
        check("Remove a.py, b.py and its tests/test_b.py", "tests/test_b.py", true);
        check("Remove the folder tools", "src/tools/", true);
        check("Rename `call` to `ask`", "tools/call", true);
        check("Removed:\n- src/a.py\n- src/b.py, and c.py", "src/b.py", true);
        check("Clean up\n\nIt is time to remove the old\nsrc/a.py here", "src/a.py", true);
        // It is said of something else, or of a word that only holds the name.
        check(
            "Remove a claim\n\n- document the openapi.json convention",
            "docs/openapi.json",
            false,
        );
        check("Remove a claim, document openapi.json", "docs/openapi.json", false);
        check("Remove a claim. It is in openapi.json", "docs/openapi.json", false);
        check("Remove a subcommand that calls this", "tools/call", false);
        check("Remove the call", "tools/call", false);
        check("Remove old_openapi.json", "docs/openapi.json", false);
        check("Remove other/openapi.json", "docs/openapi.json", false);
        check("Removed: a claim\n- docs/a.md is new", "docs/a.md", false);
    }
}
