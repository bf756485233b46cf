//! What counts as pinned.

use super::*;
use crate::detect::repo::lookup;
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::TreeFacts;

fn repository(files: &[(&str, &str)]) -> RepositoryFacts {
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let sources: Vec<Source> = files.iter().map(source).collect();
    let entry = |(path, _): &(&str, &str)| TreeEntry {
        path: (*path).into(),
        mode: "file".into(),
        ..TreeEntry::default()
    };
    let mut entries: Vec<TreeEntry> = files.iter().map(entry).collect();
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    let tree = TreeFacts { entries, ..TreeFacts::default() };
    let lookups = lookup::answer(&Locks {}.lookups(), &sources, &tree, &[]);
    assert!(lookups.iter().all(|answer| answer.problem.is_none()));
    RepositoryFacts { tree, lookups, ..RepositoryFacts::default() }
}

#[track_caller]
fn check(files: &[(&str, &str)], expected: &str) {
    let answer = answer(&repository(files)).unwrap_or_else(Undecided::into_answer);
    let told = format!("{:?} {}", answer.outcome, answer.statement);
    assert!(told.contains(expected), "{told}");
}

const PACKAGE: (&str, &str) =
    ("web/package.json", "{\n  \"dependencies\": {\n    \"a\": \"^1\"\n  }\n}\n");
const FROZEN: (&str, &str) = ("requirements.txt", "# all\nflask==3.0.0\njinja2==3.1.2 ; x\n");

#[test]
fn a_lock_file_pins_what_manifests_ask_for() {
    check(&[PACKAGE, ("web/package-lock.json", "{}")], "Holds `web/package-lock.json` pins what");
    check(&[PACKAGE], "Fails Nothing pins what `web/package.json` asks for (npm and its kin).");
    check(&[("go.mod", "module a\n\nrequire b v1\n"), ("go.sum", "b\n")], "Holds");
    check(&[("Cargo.toml", "[dependencies]\na = 1\n"), ("src/main.rs", "")], "Fails");
    check(&[("pyproject.toml", "[project]\ndependencies = [\"a\"]\n")], "Fails");
    // A lock file is one of its own folder, and of those below it.
    let other = ("api/package.json", PACKAGE.1);
    check(&[other, ("web/package-lock.json", "{}")], "Fails Nothing pins what `api/package.json`");
    check(&[other, ("package-lock.json", "{}")], "Holds `package-lock.json` pins what");
    check(
        &[PACKAGE, other, ("web/package-lock.json", "{}")],
        "Partly { share: 0.5 } `web/package-lock.json` is a lock file, and nothing pins what `api/package.json`",
    );
    // What conda is asked for is pinned by its own lock files.
    let conda = ("environment.yml", "dependencies:\n  - python\n");
    let poetry = ("pyproject.toml", "[tool.poetry.dependencies]\npython = \"^3.11\"\n");
    check(&[conda, poetry, ("poetry.lock", "")], "nothing pins what `environment.yml` asks for");
    check(
        &[conda, poetry, ("poetry.lock", ""), ("conda-osx-64.lock", "")],
        "Holds `conda-osx-64.lock` pins what `environment.yml` asks for",
    );
    // Of two managers one may be pinned.
    check(
        &[PACKAGE, ("web/yarn.lock", ""), ("requirements.txt", "flask\n")],
        "Partly { share: 0.5 } Nothing pins what `requirements.txt` asks for (Python); `web/yarn.lock` pins",
    );
}

#[test]
fn what_is_to_pin_is_where_it_is_asked_for() {
    let files = [PACKAGE, ("web/yarn.lock", ""), ("api/requirements.txt", "flask\n")];
    let answer = answer(&repository(&files)).unwrap_or_else(Undecided::into_answer);
    assert!(answer.findings[0].places[0].to_string().starts_with("api/requirements.txt:1"));
}

#[test]
fn requirements_that_name_every_version_count() {
    check(&[FROZEN], "Partly { share: 0.5 } `requirements.txt` names an exact version of each");
    check(&[("requirements.txt", "flask==3.0.0\n    # via -r requirements.in\n")], "Holds");
    for loose in ["flask", "flask>=2", "flask==2.*", "flask[a]", "flask ~= 2", "git+https://x/y"] {
        let text = format!("jinja2==3.1.2\n{loose}\n");
        let expected =
            "Partly { share: 0.25 } Of 2 requirements in files such as `requirements.txt` 1 name";
        check(&[("requirements.txt", &text)], expected);
        check(&[("requirements.txt", loose)], "Fails Nothing pins what");
    }
}

#[test]
fn where_nothing_is_to_pin_nothing_is_asked() {
    let moot = "neutral: true } No manifest of a package manager";
    check(&[("pom.xml", "<dependency>\n"), ("server.cpp", "int main() {}\n")], moot);
    check(&[("go.mod", "module a\n\ngo 1.22\n")], moot);
    check(&[("package.json", "{ \"dependencies\": {} }\n")], moot);
    check(&[("pyproject.toml", "[project]\nname = \"a\"\ndependencies = []\n")], moot);
    // A library leaves the choice to who uses it.
    check(&[("Cargo.toml", "[dependencies]\na = 1\n"), ("src/lib.rs", "")], moot);
    check(&[("tests/requirements.txt", "flask\n")], moot);
}
