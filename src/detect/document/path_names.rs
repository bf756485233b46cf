//! What words name files and directories: usual roots, known endings, parts that are names.

use super::{endings, path_words};
use crate::domain::invisible::parts_words;

/// Directories with which paths of a repository usually begin.
pub(super) const COMMON_ROOTS: [&str; 27] = [
    ".",
    "..",
    ".github",
    "app",
    "audit",
    "audits",
    "config",
    "configs",
    "data",
    "docs",
    "envs",
    "examples",
    "frontend",
    "graphs",
    "lib",
    "notebooks",
    "prompts",
    "reports",
    "rubric",
    "rubrics",
    "scripts",
    "specs",
    "src",
    "test",
    "tests",
    "tools",
    "utils",
];

/// Libraries whose names end like those of files.
pub(in crate::detect) const LIBRARIES: [&str; 19] = [
    "angular.js",
    "backbone.js",
    "chart.js",
    "d3.js",
    "deno.js",
    "discord.js",
    "ember.js",
    "express.js",
    "mermaid.js",
    "nest.js",
    "next.js",
    "node.js",
    "nuxt.js",
    "p5.js",
    "react.js",
    "socket.io",
    "socket.io.js",
    "three.js",
    "vue.js",
];

/// Files without an ending, or with nothing before it.
const FULL_NAMES: [&str; 12] = [
    ".dockerignore",
    ".env",
    ".env.example",
    ".env.local",
    ".env.sample",
    ".env.template",
    ".gitattributes",
    ".gitignore",
    ".pre-commit-config.yaml",
    ".python-version",
    "Dockerfile",
    "Makefile",
];

/// Whether the word ends as a file does.
pub(super) fn has_extension(path: &str) -> bool {
    endings::is_known(path)
}

/// Whether the word names a file: a stem, a known ending, and parts that are names.
pub(in crate::detect) fn names_file(text: &str) -> bool {
    let name = text.rsplit('/').next().unwrap_or(text);
    if FULL_NAMES.contains(&name) {
        return well_formed(text);
    }
    if !has_extension(text) || !well_formed(text) {
        return false;
    }
    let bare = name == text;
    let letters = name.chars().any(char::is_alphabetic);
    letters && !names_library(text) && !(bare && endings::is_doubtful(name))
}

/// Whether the word is the name of a library or a site that ends like one of a file, also as the last of several names
/// with slashes between them: `HTML/CSS/Chart.js`, as folders are hardly called.
pub(super) fn names_library(text: &str) -> bool {
    let (before, last) = text.rsplit_once('/').unwrap_or(("", text));
    let is_name = |part: &str| {
        part.starts_with(char::is_uppercase) && part.chars().all(char::is_alphanumeric)
    };
    let others = before.is_empty() || before.split('/').all(is_name);
    (others && ends_in_library(last)) || endings::is_site(text)
}

/// Whether the last part of the word is the name of a library that ends like one of a file.
pub(super) fn ends_in_library(text: &str) -> bool {
    let last = text.rsplit('/').next().unwrap_or(text);
    LIBRARIES.contains(&last.to_lowercase().as_str())
}

/// Whether the word names a directory: it ends in a slash, or begins with a usual root.
pub(super) fn names_directory(text: &str) -> bool {
    let Some((root, rest)) = text.trim_start_matches("./").split_once('/') else { return false };
    if !well_formed(text) || !text.chars().any(char::is_alphabetic) {
        return false;
    }
    let closed = text.ends_with('/');
    let named = root.len() > 1 && root.chars().any(char::is_alphabetic);
    (closed && named) || (COMMON_ROOTS.contains(&root) && !rest.is_empty())
}

/// Whether every part is a name that a repository might hold.
pub(super) fn well_formed(text: &str) -> bool {
    let relative = text.strip_prefix("./").or_else(|| text.strip_prefix("../")).unwrap_or(text);
    let body = relative.strip_suffix('/').unwrap_or(relative);
    let foreign = text.starts_with(['/', '~', '\\']) || text.contains('\\');
    !body.is_empty()
        && body.len() < 200
        && (foreign || body.split('/').all(|part| !part.is_empty() && name(part)))
}

fn name(part: &str) -> bool {
    let allowed = |c: char| {
        path_words::is_letter(c)
            || parts_words(c)
            || matches!(
                c,
                '+' | '_' | '-' | '.' | '*' | '<' | '>' | '{' | '}' | '[' | ']' | '$' | '@' | '~'
            )
    };
    part.chars().all(allowed) && part != "."
}
