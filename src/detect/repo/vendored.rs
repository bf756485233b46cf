//! Which files somebody else wrote: libraries that lie in the tree, and code that a tool packed together.
//!
//! What stands in them says nothing of how the tree's own code is written. Only plain signs count: a file that is taken
//! for another's is not looked at.

use crate::domain::facts::{Language, is_installed};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// Longest line in bytes that people write as a rule.
const LONG: usize = 300;

/// Fewest bytes in long lines that make a file packed.
const PACKED: usize = 1500;

/// Names of files that well-known libraries for browsers are given out as, alone or with a version or kind of build.
static NAMES: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"^(?:(?:jquery|materialize|modernizr|mootools|raphael)(?:\.[a-z]+)?\.js|.*[.-]min\.[cm]?js|(?:jquery|materialize|modernizr|mootools|raphael|bootstrap|angular|vue|react|react-dom|d3|moment|lodash|underscore|backbone|popper|select2|handlebars|highcharts|chart|leaflet|three|socket\.io)(?:[.-](?:v?[0-9]+(?:\.[0-9]+)*|bundle|slim|ui|full|umd|global|prod|production|development|esm))+\.js)$";
    Regex::new(pattern).expect("the pattern is valid")
});

/// The banner that packers keep: a name with a version.
static BANNER: LazyLock<Regex> = LazyLock::new(|| {
    let pattern =
        r"^(?:\xEF\xBB\xBF)?[\s;]*/\*![\s*]*[A-Za-z][^\n*]{0,60}?\bv?[0-9]+\.[0-9]+(?:\.[0-9]+)?\b";
    Regex::new(pattern).expect("the pattern is valid")
});

/// Whether a path says that somebody else wrote the file.
pub(in crate::detect) fn by_path(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    is_installed(path.as_bytes()) || (is_script(path) && NAMES.is_match(name.as_bytes()))
}

/// Whether a path is that of a file which a program wrote for programs: what stands in it nobody wrote down, so that nothing
/// is missed where it was not read.
pub(in crate::detect) fn generated(path: &str) -> bool {
    const ENDINGS: [&str; 22] = [
        "bin",
        "ckpt",
        "db",
        "doctree",
        "feather",
        "h5",
        "joblib",
        "map",
        "npy",
        "npz",
        "onnx",
        "parquet",
        "pickle",
        "pkl",
        "pt",
        "pth",
        "pyc",
        "pyd",
        "safetensors",
        "so",
        "sqlite",
        "sqlite3",
    ];
    const OUTPUT: [&str; 6] = ["_build", "__pycache__", ".doctrees", "doctrees", ".next", ".nuxt"];
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending) || folders.split('/').any(|folder| OUTPUT.contains(&folder))
}

/// Whether a source is somebody else's, by its path, the banner of a library or its lines.
pub(in crate::detect) fn is_vendored(path: &str, bytes: &[u8]) -> bool {
    by_path(path) || (is_script(path) && (has_banner(bytes) || is_packed(bytes)))
}

fn is_script(path: &str) -> bool {
    Language::of(path) == Some(Language::Javascript)
}

/// Licenses have versions too.
fn has_banner(bytes: &[u8]) -> bool {
    BANNER.find(bytes).is_some_and(|found| {
        let named = found.as_bytes().to_ascii_lowercase();
        !named.windows(5).any(|part| part == b"licen")
    })
}

/// Whether most of the file is code in lines that nobody writes; pictures and texts in such lines have hardly a bracket.
fn is_packed(bytes: &[u8]) -> bool {
    let lines = || bytes.split(|byte| *byte == b'\n').filter(|line| line.len() > LONG);
    let long: usize = lines().map(<[u8]>::len).sum();
    if long < PACKED || long * 2 < bytes.len() {
        return false;
    }
    let signs: usize = lines().map(|line| line.iter().filter(|b| b"();".contains(b)).count()).sum();
    signs * 50 >= long
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_package_managers_and_libraries_are_others() {
        for path in [
            "web/node_modules/a/index.ts",
            "lib/python3.10/site-packages/jwt/api.py",
            "a/PyJWT-2.4.0.dist-info/METADATA",
            ".venv/Lib/pip.py",
            "static/js/jquery.js",
            "static/jquery-3.4.1.slim.js",
            "static/bootstrap.bundle.js",
            "static/app.min.js",
        ] {
            assert!(by_path(path), "{path}");
        }
        for path in [
            "src/bootstrap.js",
            "src/jquery-setup.js",
            "src/chart.js",
            "src/vendor/orders.ts",
            "app/d3.py",
            "Lib/venv/__init__.py",
            "site-packages",
            "src/admin.js",
        ] {
            assert!(!by_path(path), "{path}");
        }
    }

    #[test]
    fn what_programs_write_for_programs_is_told_from_what_people_write() {
        for path in ["docs/_build/html/a.html", "m/environment.pickle", "a/__pycache__/b.txt"] {
            assert!(generated(path), "{path}");
        }
        for path in ["src/build.py", "docs/build.md", "data/train.csv", "pickle/a.py", "bin"] {
            assert!(!generated(path), "{path}");
        }
    }

    #[test]
    fn banners_and_packed_lines_are_told_from_what_people_write() {
        let packed = "function a(b){try{return eval(b)}catch(c){}}".repeat(60);
        let data = format!("const picture = \"{}\";\nshow(picture);\n", "iVBORw0KGgo".repeat(900));
        let own = "function a(b) {\n  return b;\n}\n".repeat(200);
        for text in [
            "/*!\n * Materialize v0.100.1 (http://materializecss.com)\n */\nf();\n",
            "/*! jQuery v3.1.1 | (c) jQuery Foundation */\n",
            packed.as_str(),
        ] {
            assert!(is_vendored("static/a.js", text.as_bytes()), "{text:.60}");
        }
        for text in [
            "/*! The start of the program. */\nf();\n",
            "/*!\n * Licensed under the Apache License, Version 2.0\n */\n",
            "/*\n * Ours v1.2.3\n */\n",
            data.as_str(),
            own.as_str(),
        ] {
            assert!(!is_vendored("src/a.js", text.as_bytes()), "{text:.60}");
        }
        assert!(!is_vendored("a.go", packed.as_bytes()));
    }
}
