//! How many lines the files have that people write.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{FileLength, is_installed, is_lock_file, is_program};

/// Most files that are told.
const FILES: usize = 4_000;
/// Endings of texts beside programs that people write.
const TEXTS: &[&str] = &["css", "html", "json", "md", "sql", "toml", "yaml", "yml"];
/// What a line begins with that is nothing but a comment.
const COMMENTS: &[&str] = &["#", "//", "/*", "* ", "--", "<!--"];

/// The lengths of programs and texts, in the order of the sources.
#[must_use]
pub fn lengths(sources: &[Source]) -> Vec<FileLength> {
    let ours = sources.iter().filter(|source| {
        let name = source.path.rsplit('/').next().unwrap_or(&source.path);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        !is_installed(source.path.as_bytes())
            && !is_lock_file(name.as_bytes())
            && (is_program(name) || TEXTS.contains(&ending))
    });
    ours.take(FILES).map(length).collect()
}

fn length(source: &Source) -> FileLength {
    let text = source.text();
    let is_written = |line: &&str| {
        let line = line.trim();
        !line.is_empty() && !COMMENTS.iter().any(|comment| line.starts_with(comment))
    };
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    FileLength {
        path: source.path.clone(),
        lines: number(text.lines().count()),
        written: number(text.lines().filter(is_written).count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_of_what_people_write() {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let found = lengths(&[
            source("a.py", "# a\n\nx = 1\ny = 2"),
            source("uv.lock", "a\n"),
            source("data.csv", "a\n"),
            source("node_modules/a.js", "a\n"),
        ]);
        let length = FileLength { path: "a.py".into(), lines: 4, written: 2 };
        assert_eq!(found, [length]);
    }
}
