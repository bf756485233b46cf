//! The files of `src`, and which of them are tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// One source file.
pub struct Source {
    /// Its path from the root of the project, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// Whether it is compiled for tests alone.
    pub is_test: bool,
}

impl Source {
    pub fn new(path: &str, text: &str, is_test: bool) -> Self {
        Self { path: path.into(), text: text.into(), is_test }
    }
}

/// All files under `src`, sorted by path.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    walk(&root.join("src"), &mut files);
    files.sort();
    let mut tests = BTreeSet::new();
    let read = |file: &PathBuf| std::fs::read_to_string(file).expect("a source is UTF-8 text");
    for file in &files {
        let folder = children(file);
        for name in test_modules(&read(file)) {
            tests.insert(folder.join(&name));
        }
    }
    let is_test = |file: &Path| {
        let bare = if file.ends_with("mod.rs") {
            file.with_file_name("")
        } else {
            file.with_extension("")
        };
        tests.iter().any(|test| bare.starts_with(test))
    };
    let source = |file: &PathBuf| {
        let path = file.strip_prefix(root).expect("files lie under the root").to_string_lossy();
        Source::new(&path.replace('\\', "/"), &read(file), is_test(file))
    };
    files.iter().map(source).collect()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("an entry can be read").path();
        if path.is_dir() {
            walk(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Where the modules that a file declares lie.
fn children(file: &Path) -> PathBuf {
    match file.file_name().and_then(|name| name.to_str()) {
        Some("mod.rs" | "lib.rs" | "main.rs") => file.with_file_name(""),
        Some(_) | None => file.with_extension(""),
    }
}

/// Names of modules in files of their own that are compiled for tests alone.
fn test_modules(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let pairs = lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]");
    let declared = pairs.filter_map(|pair| {
        let name = pair[1].rsplit_once("mod ")?.1.strip_suffix(';')?;
        Some(name.to_owned())
    });
    declared.collect()
}
