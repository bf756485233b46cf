//! The rules by which a repository keeps files out of itself.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{IgnoreRule, is_installed};

/// Most rules that are kept.
const MOST: usize = 2_000;
/// Longest rule in bytes.
const LONGEST: usize = 200;

/// The lines of every `.gitignore` that say something, those of outer folders before those of inner ones.
#[must_use]
pub fn rules(sources: &[Source]) -> Vec<IgnoreRule> {
    let own = |source: &&Source| !is_installed(source.path.as_bytes());
    let folder = |source: &Source| source.path.strip_suffix(".gitignore").map(str::to_owned);
    let whole = |folder: &String| folder.is_empty() || folder.ends_with('/');
    let mut files: Vec<(String, &Source)> = sources
        .iter()
        .filter(own)
        .filter_map(|source| Some((folder(source).filter(whole)?, source)))
        .collect();
    files.sort_by(|(left, _), (right, _)| left.cmp(right));
    let lines = files.iter().flat_map(|(folder, source)| {
        let text = source.text();
        let said: Vec<String> = text.lines().filter_map(rule).map(str::to_owned).collect();
        said.into_iter().map(move |pattern| IgnoreRule { folder: folder.clone(), pattern })
    });
    lines.take(MOST).collect()
}

/// The rule of a line, where it has one.
fn rule(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let says = !line.is_empty() && !line.starts_with('#') && line.len() <= LONGEST;
    says.then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_inner_folders_come_last() {
        let source = |path: &str, text: &str| Source {
            path: path.into(),
            blob: String::new(),
            bytes: text.into(),
        };
        let sources = [
            source("data/.gitignore", "!kept.csv\r\n"),
            source(".gitignore", "# output\n\n.out/**\n*.log  \n"),
            source("my.gitignore", "all\n"),
            source("node_modules/a/.gitignore", "b\n"),
        ];
        let found: Vec<(String, String)> =
            rules(&sources).into_iter().map(|one| (one.folder, one.pattern)).collect();
        let told = |folder: &str, pattern: &str| (folder.to_owned(), pattern.to_owned());
        assert_eq!(found, [told("", ".out/**"), told("", "*.log"), told("data/", "!kept.csv")]);
    }
}
