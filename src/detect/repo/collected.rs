//! Collections of other people's projects: data that a program works on, kept in its own tree.
//!
//! What stands in them says nothing of how the tree's own code is written. Only plain signs count: a folder that is taken
//! for a collection is not looked at.

use crate::domain::exhibit::repository::Source;
use crate::domain::facts::{Collection, Language, TreeFacts, is_program};
use std::collections::{BTreeMap, BTreeSet};

/// Names of folders in which other people's projects are kept.
const KEPT_IN: [&str; 13] = [
    "3rdparty",
    "benchmark",
    "benchmarks",
    "corpora",
    "corpus",
    "dataset",
    "datasets",
    "external",
    "repos",
    "repositories",
    "submissions",
    "third_party",
    "thirdparty",
];
/// Names of folders whose parts are the author's own, wherever they lie.
const OWN: [&str; 16] = [
    "agents",
    "app",
    "apps",
    "cmd",
    "components",
    "crates",
    "examples",
    "lib",
    "libs",
    "modules",
    "packages",
    "plugins",
    "projects",
    "services",
    "src",
    "tools",
];
/// Words beside `repos` or `repositories` in the name of a folder of repositories that were fetched.
const FETCHED: [&str; 10] = [
    "cloned",
    "dataset",
    "downloaded",
    "eval",
    "external",
    "fetched",
    "github",
    "sample",
    "target",
    "test",
];
/// Files that a project of its own has at its root, or one folder below.
const ROOTS: [&str; 16] = [
    "build.gradle",
    "cargo.toml",
    "cmakelists.txt",
    "composer.json",
    "copying",
    "gemfile",
    "go.mod",
    "license",
    "makefile",
    "package.json",
    "pom.xml",
    "pyproject.toml",
    "readme",
    "requirements.txt",
    "setup.cfg",
    "setup.py",
];
/// Manifests by which a project of several parts names them.
const MANIFESTS: [&str; 9] = [
    "Cargo.toml",
    "go.work",
    "lerna.json",
    "nx.json",
    "package.json",
    "pnpm-workspace.yaml",
    "pyproject.toml",
    "settings.gradle",
    "settings.gradle.kts",
];
/// Fewest projects side by side.
const FEWEST: usize = 8;

/// What is known of one folder in what may be a collection.
#[derive(Default)]
struct Project {
    files: u32,
    has_sources: bool,
    has_root: bool,
    is_package: bool,
}

/// The collections of a tree, by their folders; none lies in another one.
#[must_use]
pub fn collections(tree: &TreeFacts, sources: &[Source]) -> Vec<Collection> {
    let mut folders: BTreeMap<&str, BTreeMap<&str, Project>> = BTreeMap::new();
    let mut packages = BTreeSet::new();
    for entry in &tree.entries {
        let path = entry.path.as_str();
        packages.extend(path.strip_suffix("__init__.py"));
        for (at, _) in path.match_indices('/').filter(|(at, _)| may_collect(&path[..*at])) {
            let Some((name, rest)) = path[at + 1..].split_once('/') else { continue };
            let project = folders.entry(&path[..=at]).or_default().entry(name).or_default();
            project.files += 1;
            project.has_sources |= is_program(path.rsplit('/').next().unwrap_or(path));
            project.has_root |= is_root(rest);
            project.is_package |= rest == "__init__.py";
        }
    }
    let mut found: Vec<Collection> = Vec::new();
    for (folder, projects) in &folders {
        let is_inside = found.iter().any(|outer| folder.starts_with(outer.folder.as_str()));
        if !is_inside && !packages.contains(folder) && is_collection(folder, projects) {
            found.push(Collection {
                folder: (*folder).to_owned(),
                projects: u32::try_from(projects.len()).unwrap_or(u32::MAX),
                files: projects.values().map(|project| project.files).sum(),
            });
        }
    }
    found.retain(|one| !is_used(one, &folders[one.folder.as_str()], sources));
    let is_own =
        |path: &str| Language::of(path).is_some() && !found.iter().any(|one| one.holds(path));
    // What is all that there is is nobody's data.
    let has_own = tree.entries.iter().any(|entry| is_own(&entry.path));
    if has_own { found } else { Vec::new() }
}

/// Whether a folder may be a collection by its name, or by that of one around it.
fn may_collect(folder: &str) -> bool {
    let mut parts = folder.split('/');
    let is_own = |part: &str| OWN.contains(&part.to_ascii_lowercase().as_str());
    parts.clone().any(is_kept_in) && !parts.any(is_own)
}

fn is_kept_in(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    KEPT_IN.contains(&name.as_str()) || says_fetched(&name)
}

/// Whether a name says that repositories were fetched: `target_repos`.
fn says_fetched(name: &str) -> bool {
    let words: Vec<&str> = name.split(['_', '-']).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    has(&["repos", "repositories"]) && has(&FETCHED)
}

/// Whether a path in a project, without its folder, is that of a file at the root of one.
fn is_root(rest: &str) -> bool {
    let name = match rest.split_once('/') {
        None => rest,
        Some((_, name)) if !name.contains('/') => name,
        Some(_) => return false,
    };
    let name = name.to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or(&name);
    ROOTS.iter().any(|root| name == *root || (!root.contains('.') && stem == *root))
}

fn is_collection(folder: &str, projects: &BTreeMap<&str, Project>) -> bool {
    let with_sources = projects.iter().filter(|(_, project)| project.has_sources);
    let (mut all, mut whole) = (0, 0);
    let folder = folder.trim_end_matches('/').to_ascii_lowercase();
    let (around, last) = folder.rsplit_once('/').unwrap_or(("", &folder));
    let is_of_repositories = matches!(last, "repos" | "repositories");
    // The name says it, and no folder of the program's own is called so.
    let is_said = says_fetched(last) || (is_of_repositories && around.split('/').any(is_kept_in));
    for (name, project) in with_sources {
        let is_numbered = name.to_ascii_lowercase().starts_with("repo");
        all += 1;
        whole += usize::from(is_said || project.has_root || (is_of_repositories && is_numbered));
    }
    // What holds no sources beside them is documents or data, and no project.
    all >= FEWEST && whole * 4 >= all * 3 && all * 2 >= projects.len()
}

/// Whether the program uses what is in a collection: it imports from there, or its manifest names it as a part.
fn is_used(one: &Collection, projects: &BTreeMap<&str, Project>, sources: &[Source]) -> bool {
    let folder = one.folder.trim_end_matches('/');
    let last = folder.rsplit('/').next().unwrap_or(folder);
    let dotted = folder.replace('/', ".");
    let is_project = |name: &str| projects.contains_key(name);
    let is_package = |name: &str| projects.get(name).is_some_and(|project| project.is_package);
    let first = |module: &str| -> String {
        module.chars().take_while(|one| one.is_alphanumeric() || *one == '_').collect()
    };
    // `from repos.first.app import run`, `import first`, `require("../repos/first/app")`
    let imports = |line: &str| {
        let line = line.trim_start();
        let module = line.strip_prefix("from ").or_else(|| line.strip_prefix("import "));
        let inside = |before: &str, joint: &str| {
            line.match_indices(&format!("{before}{joint}"))
                .any(|(at, found)| is_project(&first(&line[at + found.len()..])))
        };
        let is_import = module.is_some() || line.contains("require(") || line.contains(" from ");
        is_import
            && (inside(&dotted, ".")
                || inside(last, ".")
                || inside(last, "/")
                || module.is_some_and(|module| is_package(&first(module))))
    };
    let names = |path: &str, line: &str| {
        let is_part = !path.ends_with("pyproject.toml")
            || ["include", "members", "packages", "path", "where", "workspace"]
                .iter()
                .any(|word| line.contains(word));
        is_part && line.contains(folder) && !line.contains("exclude") && !line.contains("ignore")
    };
    sources.iter().filter(|source| !one.holds(&source.path)).any(|source| {
        let path = source.path.as_str();
        let name = path.rsplit('/').next().unwrap_or(path);
        let (is_code, is_manifest) = (Language::of(path).is_some(), MANIFESTS.contains(&name));
        (is_code || is_manifest) && {
            let text = String::from_utf8_lossy(&source.bytes);
            text.lines()
                .any(|line| (is_code && imports(line)) || (is_manifest && names(path, line)))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::facts::TreeEntry;

    /// Checks which folders are told as collections, of files whose texts may be given behind a `|`.
    #[track_caller]
    fn check(files: &[String], expected: &[&str]) {
        let parts = |file: &String| -> (String, String) {
            let (path, text) = file.split_once('|').unwrap_or((file, ""));
            (path.to_owned(), text.to_owned())
        };
        let entry = |file: &String| TreeEntry { path: parts(file).0, ..TreeEntry::default() };
        let source = |file: &String| {
            let (path, text) = parts(file);
            Source { path, blob: "b".into(), bytes: text.into_bytes() }
        };
        let tree = TreeFacts { entries: files.iter().map(entry).collect(), ..TreeFacts::default() };
        let sources: Vec<Source> = files.iter().map(source).collect();
        let found = collections(&tree, &sources);
        let found: Vec<&str> = found.iter().map(|one| one.folder.as_str()).collect();
        assert_eq!(found, expected, "{files:?}");
    }

    /// Nine projects in a folder, beside a source of the program's own.
    fn nine(folder: &str, inner: &[&str], own: &str) -> Vec<String> {
        let projects = (1..10).flat_map(|number| {
            inner.iter().map(move |file| format!("{folder}/repo_{number}/{file}"))
        });
        projects.chain([own.to_owned()]).collect()
    }

    #[test]
    fn projects_side_by_side_in_a_folder_for_data_are_others() {
        let own = "src/main.py|import os";
        let whole = ["README.md", "app/main.go"];
        check(&nine("datasets/code", &whole, own), &["datasets/code/"]);
        check(&nine("third_party", &["LICENSE", "a.c"], own), &["third_party/"]);
        check(&nine("corpus/repositories", &["code/a.py"], own), &["corpus/repositories/"]);
        check(&nine("target_repos", &["a.py"], own), &["target_repos/"]);
        check(&nine("repositories", &["a.py"], own), &["repositories/"]);
        check(&nine("submissions", &["x/requirements.txt", "x/a.py"], own), &["submissions/"]);
    }

    #[test]
    fn parts_of_the_program_are_its_own() {
        let own = "src/main.py|import os";
        let whole = ["README.md", "app/main.go"];
        for folder in ["services", "packages", "apps", "projects", "src/repositories", "agents"] {
            check(&nine(folder, &whole, own), &[]);
        }
        // Nothing says of these that they are projects.
        check(&nine("benchmarks", &["run.py"], own), &[]);
        check(&nine("datasets/code", &["README.md", "train.csv"], own), &[]);
        check(&nine("datasets/code", &whole, own)[10..], &[]);
        // There is nothing else.
        check(&nine("submissions", &whole, "README.md"), &[]);
        let mut package = nine("datasets/code", &whole, own);
        package.push("datasets/code/__init__.py".into());
        check(&package, &[]);
    }

    #[test]
    fn what_the_program_imports_is_its_own() {
        let whole = ["README.md", "app.py"];
        for own in [
            "src/main.py|from datasets.code.repo_1 import app",
            "src/main.py|    import code.repo_2.app",
            "web/a.js|const app = require('../datasets/code/repo_3/app')",
            "web/a.ts|import { app } from '../datasets/code/repo_3/app'",
        ] {
            check(&nine("datasets/code", &whole, own), &[]);
        }
        let mut named = nine("datasets/code", &whole, "src/main.py|import os");
        named.push("package.json|{\"workspaces\": [\"datasets/code/*\"]}".into());
        check(&named, &[]);
        let kept_out = "pyproject.toml|[tool.ruff]\nextend-exclude = [\n  \"datasets/code\",\n]";
        *named.last_mut().expect("there are some") = kept_out.into();
        check(&named, &["datasets/code/"]);
        let library = "src/main.py|from datasets import load_dataset\nfrom datasets.code import x";
        check(&nine("datasets/code", &whole, library), &["datasets/code/"]);
        let by_path = ["README.md", "__init__.py", "app.py"];
        check(&nine("third_party", &by_path, "src/main.py|import repo_1"), &[]);
        check(&nine("third_party", &whole, "src/main.py|import repo_1"), &["third_party/"]);
    }
}
