//! Which terms are paths.

use crate::detect::document::LIBRARIES;

/// What ends like a file and is none, besides libraries; a report may well cite files of these names.
const PRODUCTS: [&str; 2] = ["asp.net", "web.py"];

/// Whether a name that ends like a file's is that of a product.
pub(super) fn is_product(name: &str) -> bool {
    let name = name.to_lowercase();
    PRODUCTS.contains(&name.as_str()) || LIBRARIES.contains(&name.as_str())
}

/// Files without an ending, and whether their names are whole; the others may have any ending.
const NAMES: [(&str, bool); 20] = [
    (".dockerignore", true),
    (".editorconfig", true),
    (".env", true),
    (".env.example", true),
    (".gitattributes", true),
    (".gitignore", true),
    (".gitmodules", true),
    ("CHANGELOG", false),
    ("CODEOWNERS", true),
    ("CONTRIBUTING", false),
    ("Dockerfile", true),
    ("Gemfile", true),
    ("Jenkinsfile", true),
    ("LICENSE", false),
    ("Makefile", true),
    ("Pipfile", true),
    ("Procfile", true),
    ("README", false),
    ("Rakefile", true),
    ("Vagrantfile", true),
];

/// Whether the name of a well-known file is whole; nothing where it is none of them.
pub(super) fn whole_name(term: &str) -> Option<bool> {
    NAMES.iter().find(|(name, _)| *name == term).map(|(_, whole)| *whole)
}

/// Whether a term is a path or the name of a file.
pub(super) fn is_path(term: &str) -> bool {
    const ENDINGS: [&str; 24] = [
        "c", "cfg", "cpp", "css", "csv", "go", "html", "ini", "ipynb", "java", "js", "json", "jsx",
        "kt", "md", "py", "rb", "rs", "sh", "sql", "toml", "ts", "tsx", "txt",
    ];
    let term = &*with_slashes(term);
    let name = term.rsplit('/').next().unwrap_or_default();
    let ends = name.rsplit_once('.').is_some_and(|(stem, ending)| {
        !stem.is_empty()
            && (ENDINGS.contains(&ending) || matches!(ending, "yaml" | "yml" | "xml" | "lock"))
    });
    !term.contains(' ')
        && !term.contains("://")
        && !is_product(term)
        && (ends || whole_name(name).is_some() || (term.ends_with('/') && term.len() > 2))
}

/// A path of Windows as one of a repository.
pub(super) fn with_slashes(term: &str) -> String {
    let is_part = |part: &str| {
        !part.is_empty()
            && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
    };
    let is_windows = term.contains('\\') && term.split('\\').all(is_part);
    if is_windows { term.replace('\\', "/") } else { term.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_told_from_words() {
        for path in [
            "src/state.py",
            "src/tools/",
            ".github/workflows/ci.yml",
            "Dockerfile",
            ".gitignore",
            "docker/Dockerfile",
            r"src\app\main.py",
            "requirements.txt",
        ] {
            assert!(is_path(path), "{path}");
        }
        for word in ["and/or", "StateGraph", "Node.js", ".py", "https://a.example/b.html", "v2.0"] {
            assert!(!is_path(word), "{word}");
        }
        assert_eq!(with_slashes(r"src\app\main.py"), "src/app/main.py");
        assert_eq!(with_slashes(r"\d+\.py"), r"\d+\.py");
    }
}
