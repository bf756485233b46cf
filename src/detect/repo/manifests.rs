//! What the manifests of the tree ask for and pin, and the commands that installing it brings.

use super::python::in_tests;
use super::vocabulary::{base, is_lock, is_manifest, named_packages};
use crate::domain::exhibit::repository::Source;
use crate::domain::facts::Lines;
use aho_corasick::AhoCorasick;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use toml::{Table, Value};

/// Lock files that hold every package that their manifest brings, also those that others ask for.
const LOCKS: [&str; 3] = ["uv.lock", "poetry.lock", "pdm.lock"];
/// Commands by which packages come that no manifest names.
const INSTALLS: [&str; 11] = [
    "pip install",
    "pip3 install",
    "uv add",
    "uv pip",
    "--with",
    "poetry add",
    "pdm add",
    "conda install",
    "mamba install",
    "apt-get install",
    "apk add",
];

static ANY_INSTALL: LazyLock<AhoCorasick> =
    LazyLock::new(|| AhoCorasick::new(INSTALLS).expect("the commands are few and short"));

/// What all manifests together say.
#[derive(Debug, Default)]
pub(super) struct Manifests {
    /// Whether there is one.
    pub any: bool,
    /// Words of manifests, lock files and instructions that may be packages, with `-` between their parts.
    packages: BTreeSet<String>,
    /// The lock file, where it holds all that any manifest asks for.
    pub lock: Option<String>,
    /// The commands that installing the tree brings.
    pub commands: Vec<Command>,
}

/// A command that a manifest names.
#[derive(Debug)]
pub(super) struct Command {
    /// The module that it starts.
    pub module: String,
    /// The function of it.
    pub function: String,
    /// What is installed under other names than it has in the tree may be meant.
    pub is_plain: bool,
    pub place: Lines,
}

impl Command {
    /// The name that its module has to have.
    pub(super) fn name(&self) -> &str {
        self.function.split('.').next().unwrap_or_default()
    }
}

impl Manifests {
    /// Reads the manifests among the sources, those of tests left out.
    pub(super) fn read(sources: &[Source]) -> Self {
        let mut read = Self::default();
        let ours = || sources.iter().filter(|source| !in_tests(&source.path));
        for source in ours() {
            let text = source.text();
            if is_manifest(&source.path) {
                read.any = true;
                named_packages(&text, is_lock(&source.path), &mut read.packages);
            }
            if !is_talk(&source.path) {
                installed(&text, &mut read.packages);
            }
            if base(&source.path) == "pyproject.toml" {
                read.commands.extend(commands(source, &text));
            }
        }
        read.lock = settling(&ours().collect::<Vec<_>>());
        read
    }

    /// Whether a package is named whose name has one of these words.
    pub(super) fn names_any<'w>(&self, words: impl IntoIterator<Item = &'w str>) -> bool {
        let named = |word: &str| self.packages.iter().any(|package| package.contains(word));
        words.into_iter().any(named)
    }
}

/// Whether a file keeps what was said in a conversation: what is asked for there is no instruction.
fn is_talk(path: &str) -> bool {
    let path = path.to_ascii_lowercase();
    let is_prose =
        [".md", ".txt", ".json", ".jsonl", ".html", ".log"].iter().any(|end| path.ends_with(end));
    let words = ["chat", "conversation", "transcript", "history"];
    is_prose && path.split(|one: char| !one.is_alphanumeric()).any(|word| words.contains(&word))
}

/// Adds the words of commands that install packages.
fn installed(text: &str, packages: &mut BTreeSet<String>) {
    // Most files have none of them, which is seen in one reading.
    if !ANY_INSTALL.is_match(text) {
        return;
    }
    let mut goes_on = false;
    for line in text.lines() {
        if goes_on || ANY_INSTALL.is_match(line) {
            named_packages(line, false, packages);
            goes_on = line.trim_end().ends_with('\\');
        }
    }
}

/// The lock file that holds all that any manifest asks for, if there is one.
fn settling(sources: &[&Source]) -> Option<String> {
    let manifests = || sources.iter().filter(|source| is_manifest(&source.path));
    let mut locks = manifests().filter(|source| LOCKS.contains(&base(&source.path)));
    let (lock, None) = (locks.next()?, locks.next()) else { return None };
    let mut locked = BTreeSet::new();
    named_packages(&lock.text(), true, &mut locked);
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let holds = |source: &&Source| {
        let asked = match base(&source.path) {
            "pyproject.toml" => source.text().parse::<Table>().ok().map(|table| declared(&table)),
            name if name.contains("requirement") => required(&source.text()),
            _ => None,
        };
        folder(&source.path) == folder(&lock.path)
            && asked.is_some_and(|asked| asked.iter().all(|name| locked.contains(name)))
    };
    let mut others = manifests().filter(|source| source.path != lock.path).peekable();
    (others.peek().is_some() && others.all(holds)).then(|| lock.path.clone())
}

/// The package that a requirement begins with.
fn package(requirement: &str) -> String {
    let inside = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let end = requirement.find(|letter| !inside(letter)).unwrap_or(requirement.len());
    requirement[..end].replace(['_', '.'], "-").to_ascii_lowercase()
}

/// What a file of requirements asks for; nothing where it asks for more than packages by their names.
fn required(text: &str) -> Option<Vec<String>> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("--hash"));
    let begins = |line: &str| line.starts_with(|first: char| first.is_ascii_alphanumeric());
    lines.map(|line| (begins(line) && !line.contains("://")).then(|| package(line))).collect()
}

/// What a `pyproject.toml` asks for.
fn declared(table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    let listed = |value: Option<&Value>, found: &mut Vec<String>| {
        let items = value.and_then(Value::as_array).into_iter().flatten();
        found.extend(items.filter_map(Value::as_str).map(package));
    };
    let under = |path: &[&str]| {
        let mut here = table.get(path[0]);
        for key in &path[1..] {
            here = here.and_then(|value| value.get(key));
        }
        here
    };
    listed(under(&["project", "dependencies"]), &mut found);
    listed(under(&["tool", "uv", "dev-dependencies"]), &mut found);
    for groups in [under(&["project", "optional-dependencies"]), under(&["dependency-groups"])] {
        let groups = groups.and_then(Value::as_table).into_iter().flatten();
        groups.for_each(|(_, group)| listed(Some(group), &mut found));
    }
    let keyed = |value: Option<&Value>, found: &mut Vec<String>| {
        let names = value.and_then(Value::as_table).into_iter().flatten();
        found.extend(names.map(|(name, _)| package(name)).filter(|name| name != "python"));
    };
    keyed(under(&["tool", "poetry", "dependencies"]), &mut found);
    keyed(under(&["tool", "poetry", "dev-dependencies"]), &mut found);
    let groups = under(&["tool", "poetry", "group"]).and_then(Value::as_table);
    groups
        .into_iter()
        .flatten()
        .for_each(|(_, group)| keyed(group.get("dependencies"), &mut found));
    found
}

/// The commands of `[project.scripts]`, each with the line that names it.
fn commands(source: &Source, text: &str) -> Vec<Command> {
    let Ok(table) = text.parse::<Table>() else { return Vec::new() };
    let scripts = table.get("project").and_then(|project| project.get("scripts"));
    let scripts = scripts.and_then(Value::as_table).into_iter().flatten();
    let of = |(_, target): (&String, &Value)| {
        let target = target.as_str()?;
        let (module, function) = target.split_once(':')?;
        let is_name =
            |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        let line =
            text.lines().position(|line| line.contains(target) && !line.trim().starts_with('#'))?;
        let line = u32::try_from(line + 1).ok()?;
        let root = module.split('.').next().unwrap_or_default();
        let dotted = format!("{root}.");
        // Its own name, and the commands.
        let is_own = |line: &str| {
            line.trim().starts_with("name") || (line.contains(&dotted) && line.contains(':'))
        };
        let mut told = text.lines().filter(|line| line.contains(root));
        (is_name(module) && is_name(function)).then(|| Command {
            module: module.to_owned(),
            function: function.to_owned(),
            is_plain: told.all(is_own) && !declared(&table).contains(&package(root)),
            place: Lines::new(&source.path, &source.blob, line, line),
        })
    };
    scripts.filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(files: &[(&str, &str)]) -> Manifests {
        let source = |(path, text): &(&str, &str)| Source {
            path: (*path).into(),
            blob: "b".into(),
            bytes: text.as_bytes().to_vec(),
        };
        Manifests::read(&files.iter().map(source).collect::<Vec<_>>())
    }

    const PROJECT: (&str, &str) = (
        "pyproject.toml",
        "[project]\nname = \"mine\"\ndependencies = [\"LangGraph>=1\", \"my_tool (>=2)\"]\n",
    );
    const LOCK: (&str, &str) =
        ("uv.lock", "name = \"langgraph\"\nname = \"my-tool\"\nname = \"httpx\"\n");

    #[test]
    fn a_lock_settles_what_is_installed_where_it_holds_all_that_is_asked_for() {
        let lock = |files: &[(&str, &str)]| read(files).lock;
        assert_eq!(lock(&[PROJECT, LOCK]).as_deref(), Some("uv.lock"));
        assert_eq!(lock(&[PROJECT]), None);
        assert_eq!(lock(&[LOCK]), None);
        assert!(lock(&[PROJECT, LOCK, ("requirements.txt", "httpx==1 # why\n\n")]).is_some());
        // It is older than the manifest, or another asks for more or stands elsewhere.
        let newer = [
            ("dependency-groups", "dev = [\"rich\"]"),
            ("tool.poetry.dependencies", "rich = \"1\""),
        ];
        for (table, entry) in newer {
            let text = format!("{}\n[{table}]\n{entry}\n", PROJECT.1);
            assert_eq!(lock(&[(PROJECT.0, &text), LOCK]), None, "{table}");
        }
        for (path, text) in [
            ("requirements.txt", "rich\n"),
            ("requirements.txt", "-r other.txt\n"),
            ("requirements.txt", "git+https://example.org/x\n"),
            ("setup.py", "setup()\n"),
            ("environment.yml", "dependencies:\n"),
            ("other/pyproject.toml", "[project]\n"),
            ("other/uv.lock", ""),
        ] {
            assert_eq!(lock(&[PROJECT, LOCK, (path, text)]), None, "{path}: {text}");
        }
        assert_eq!(lock(&[("pyproject.toml", "[project"), LOCK]), None);
    }

    #[test]
    fn packages_are_named_by_manifests_and_by_instructions_alike() {
        let docker =
            ("Dockerfile", "RUN pip install \\\n  langchain_groq \\\n  rich\nRUN echo docling\n");
        let found = read(&[PROJECT, LOCK, docker, ("README.md", "Then `uv add pillow`.\n")]);
        for word in ["langchain-groq", "rich", "httpx", "pillow", "my-tool"] {
            assert!(found.names_any([word]), "{word}");
        }
        assert!(!found.names_any(["docling"]));
    }

    #[test]
    fn commands_stand_with_their_line_and_with_what_else_may_be_meant() {
        let plain = |rest: &str| {
            let text = format!("{}\n[project.scripts]\nrun = \"mine.cli:main\"\n{rest}", PROJECT.1);
            let found = read(&[("pyproject.toml", &text)]).commands;
            found
                .into_iter()
                .map(|one| (one.module, one.place.line, one.is_plain))
                .collect::<Vec<_>>()
        };
        assert_eq!(plain(""), [("mine.cli".to_owned(), 6, true)]);
        assert!(!plain("[tool.setuptools.package-dir]\nmine = \"src\"\n")[0].2);
        assert!(!plain("[tool.hatch.build.targets.wheel.sources]\n\"src\" = \"mine\"\n")[0].2);
        let text = "[project]\ndependencies = [\"uvicorn\"]\n[project.scripts]\nserve = \"uvicorn.main:main\"\n";
        assert!(!read(&[("pyproject.toml", text)]).commands[0].is_plain);
    }
}
