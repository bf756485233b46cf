//! Drawn trees of files that tell by their names what is in a source.

use crate::detect::parts::{Groups, Parts};
use std::sync::LazyLock;

/// A source with a comment of nothing but names: `├── repo_tools.py # clone_repo, parse_history`.
static COMMENT: LazyLock<Parts> = LazyLock::new(|| {
    Parts::new(
        r"\b(?P<path>[\w-]+\.py) *# ?(?P<names>[a-z]\w*_\w+(?:\(\))?(?:,(?u:[\s\x{200b}])+[a-z]\w*_\w+(?:\(\))?)*)(?u:[\s\x{200b}])*(?:(?u:[│├└])|$)",
    )
});

/// What a drawn tree tells of one source.
pub(in crate::detect::claims) struct Commented<'t> {
    pub path: &'t str,
    pub names: Vec<&'t str>,
    /// Where that begins in the text.
    pub start: usize,
}

impl Commented<'_> {
    /// The same on one line.
    pub(in crate::detect::claims) fn shown(&self) -> String {
        format!("{} # {}", self.path, self.names.join(", "))
    }
}

/// What trees that are drawn in a text tell of sources by names alone.
pub(in crate::detect::claims) fn commented<'t>(text: &'t str) -> Vec<Commented<'t>> {
    let all = text.contains(".py").then(|| COMMENT.captures_iter(text));
    let one = |found: Groups<'t>| {
        let (path, names) = (found.name("path")?, found.name("names")?);
        let inside = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let names = names.as_str().split(|letter: char| !inside(letter));
        let names = names.filter(|name| !name.is_empty()).collect();
        Some(Commented { path: path.as_str(), names, start: path.start() })
    };
    all.into_iter().flatten().filter_map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_of_names_tells_what_is_in_a_source() {
        let check = |text: &str, expected: &[&str]| {
            let shown: Vec<String> = commented(text).iter().map(Commented::shown).collect();
            assert_eq!(shown, expected, "{text}");
        };
        check(
            "│  ├── repo_tools.py   # clone_repo,\nparse_history\u{200b}\n│  └── doc_tools.py # read_pdf()\n",
            &["repo_tools.py # clone_repo, parse_history", "doc_tools.py # read_pdf"],
        );
        check("├── repo_tools.py # clones with clone_repo\n└── a.py", &[]);
        check("├── repo_tools.py # clone_repo and more\n└── a.py", &[]);
        check("├── repo_tools.py # tools\n└── a.py", &[]);
    }
}
