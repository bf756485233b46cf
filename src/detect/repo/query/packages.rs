//! Cargo packages that serve tests alone.

use crate::domain::exhibit::repository::Source;
use toml::{Table, Value};

/// How the names of packages end that hold tests, or what tests need.
const ENDINGS: [&str; 4] = ["tests", "test", "testing", "testkit"];

/// A manifest with its folder, which ends with a slash where it is not the root.
struct Manifest {
    folder: String,
    table: Table,
}

/// The folders of packages below the root that are named as tests are and that no other package is built from.
///
/// Finds none where a manifest cannot be read, since it may depend on any of them.
pub(super) fn of_tests(sources: &[&Source]) -> Vec<String> {
    let mut manifests = Vec::new();
    for source in sources {
        let (folder, file) = source.path.rsplit_once('/').unwrap_or(("", &source.path));
        if file != "Cargo.toml" {
            continue;
        }
        let Ok(table) = source.text().parse::<Table>() else { return Vec::new() };
        let folder = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        manifests.push(Manifest { folder, table });
    }
    let serves_tests = |manifest: &&Manifest| {
        let name = manifest.table.get("package").and_then(|package| package.get("name"));
        let name = name.and_then(Value::as_str).unwrap_or_default();
        let end = name.rsplit_once(['-', '_']).map_or("", |(_, end)| end);
        let is_used = || manifests.iter().any(|other| needs(&other.table, name));
        !manifest.folder.is_empty() && ENDINGS.contains(&end) && !is_used()
    };
    manifests.iter().filter(serves_tests).map(|manifest| manifest.folder.clone()).collect()
}

/// Whether a manifest asks for a package, other than for its own tests.
fn needs(table: &Table, name: &str) -> bool {
    table.iter().any(|(key, value)| {
        let Some(value) = value.as_table() else { return false };
        match key.as_str() {
            "dependencies" | "build-dependencies" => value.iter().any(|(key, asked)| {
                let renamed = asked.get("package").and_then(Value::as_str);
                renamed.unwrap_or(key) == name
            }),
            // What a workspace declares, its packages ask for by themselves.
            "dev-dependencies" | "workspace" => false,
            _ => needs(value, name),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let source = |(path, text): &(&str, &str)| Source {
            path: (*path).into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        let sources: Vec<Source> = files.iter().map(source).collect();
        assert_eq!(of_tests(&sources.iter().collect::<Vec<_>>()), expected, "{files:?}");
    }

    #[test]
    fn a_package_that_nothing_is_built_from_serves_tests_if_its_name_says_so() {
        let tests = ("crates/bank-tests/Cargo.toml", "[package]\nname = \"bank-tests\"\n");
        let app = |rest: &'static str| ("crates/bank/Cargo.toml", rest);
        let folder = &["crates/bank-tests/"][..];
        check(&[tests], folder);
        check(&[tests, app("[dev-dependencies]\nbank-tests = { path = \"x\" }\n")], folder);
        check(&[tests, ("Cargo.toml", "[workspace.dependencies]\nbank-tests = \"1\"\n")], folder);
        check(&[tests, app("[dependencies]\nbank-tests.workspace = true\n")], &[]);
        check(&[tests, app("[target.'cfg(unix)'.dependencies]\nbank-tests = \"1\"\n")], &[]);
        check(&[tests, app("[build-dependencies]\nx = { package = \"bank-tests\" }\n")], &[]);
        check(&[tests, app("[package")], &[]);
        check(&[("Cargo.toml", tests.1)], &[]);
        check(&[("crates/contest/Cargo.toml", "[package]\nname = \"contest\"\n")], &[]);
    }
}
