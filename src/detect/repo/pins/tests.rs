//! Small files, and which versions they name.

use super::*;

#[track_caller]
fn check(files: &[(&str, &str)], expected: &[(&str, &str, PinnedBy, u32)]) {
    let source = |(path, text): &(&str, &str)| Source {
        path: (*path).into(),
        blob: "b".into(),
        bytes: text.as_bytes().to_vec(),
    };
    let found = pins(&files.iter().map(source).collect::<Vec<_>>());
    let shown: Vec<_> =
        found.iter().map(|pin| (&*pin.name, &*pin.asked, pin.by, pin.place.line)).collect();
    assert_eq!(shown, expected, "{files:?}");
}

use PinnedBy::{Address, Image, Lock, Manifest, Setting};

#[test]
fn a_project_of_python_asks_in_tables_and_lists() {
    let text = "[project]\nrequires-python = \">=3.11\"\ndependencies = [\n  \"LangGraph[extra] (>=0.2,<0.3)\",\n  \"rich\",\n  \"x==1; sys_platform == 'win32'\",\n]\n[dependency-groups]\ndev = [\"pytest~=8.0\", {include-group = \"other\"}]\n[tool.poetry.dependencies]\npython = \"^3.10\"\npydantic = {version = \"^2.5\", extras = [\"email\"]}\nlocal = {path = \"../local\"}\n";
    check(
        &[("pyproject.toml", text)],
        &[
            ("python", ">=3.11", Manifest, 2),
            ("langgraph", ">=0.2,<0.3", Manifest, 4),
            ("rich", "", Manifest, 5),
            ("x", "", Manifest, 6),
            ("pytest", "~=8.0", Manifest, 9),
            ("local", "", Manifest, 13),
            ("pydantic", "^2.5", Manifest, 12),
            ("python", "^3.10", Manifest, 11),
        ],
    );
}

#[test]
fn requirements_stand_on_lines_of_their_own() {
    let text = "# pydantic==1\n-r other.txt\nFlask==3.1.0  # why\nuvicorn[standard]>=0.20,<1\ntool @ git+https://example.org/x\nhashed==1.2 --hash=sha256:aa\n";
    check(
        &[("backend/requirements.txt", text)],
        &[
            ("flask", "==3.1.0", Manifest, 3),
            ("uvicorn", ">=0.20,<1", Manifest, 4),
            ("tool", "", Manifest, 5),
            ("hashed", "==1.2", Manifest, 6),
        ],
    );
    let setup = "setup(\n    python_requires=\">=3.8\",\n    install_requires=[\n        \"numpy>=1.20\",\n        'scipy',\n    ],\n    entry_points={\"a\": \"b==c\"},\n)\n";
    check(
        &[("setup.py", setup)],
        &[
            ("python", ">=3.8", Manifest, 2),
            ("numpy", ">=1.20", Manifest, 4),
            ("scipy", "", Manifest, 5),
        ],
    );
    let conda = "dependencies:\n  - python=3.10\n  - conda-forge::numpy=1.26=py310\n  - pip:\n    - torch==2.1.0\n";
    check(
        &[("environment.yml", conda)],
        &[
            ("python", "3.10", Manifest, 2),
            ("numpy", "1.26", Manifest, 3),
            ("torch", "==2.1.0", Manifest, 5),
        ],
    );
}

#[test]
fn of_lock_files_only_what_is_asked_for_is_told() {
    let lock = "[[package]]\nname = \"rich\"\nversion = \"13.7.1\"\n[[package]]\nname = \"idle\"\nversion = \"1\"\n";
    check(
        &[("requirements.txt", "rich\n"), ("uv.lock", lock)],
        &[("rich", "", Manifest, 1), ("rich", "13.7.1", Lock, 3)],
    );
    let manifest = "{\n \"dependencies\": {\n  \"react\": \"^18.2.0\"\n },\n \"engines\": {\"node\": \">=18\"}\n}\n";
    let npm = "{\"packages\": {\n \"node_modules/react\": {\n  \"version\": \"18.3.1\"},\n \"node_modules/a/node_modules/react\": {\"version\": \"17.0.2\"}}}\n";
    let yarn = "react@^18.2.0:\n  version \"18.3.1\"\n\"@types/a@1\":\n  version \"1.0.0\"\n";
    let pnpm = "importers:\n  .:\n    dependencies:\n      react:\n        specifier: ^18.2.0\n        version: 18.3.1(a@1)\npackages:\n";
    let asked = [("react", "^18.2.0", Manifest, 3), ("node", ">=18", Manifest, 5)];
    for (name, text, line) in
        [("package-lock.json", npm, 3), ("yarn.lock", yarn, 2), ("pnpm-lock.yaml", pnpm, 6)]
    {
        let all: Vec<_> = asked.into_iter().chain([("react", "18.3.1", Lock, line)]).collect();
        check(&[("package.json", manifest), (name, text)], &all);
    }
}

#[test]
fn images_and_settings_are_told_by_what_they_hold() {
    let docker = "ARG VERSION=3.12\nFROM --platform=linux/amd64 python:${VERSION}-slim AS base\nFROM node:18@sha256:aa\nFROM base\nFROM pgvector/pgvector:pg16\nFROM python\n";
    check(
        &[("Dockerfile", docker)],
        &[
            ("python", "3.12-slim", Image, 2),
            ("node", "18", Image, 3),
            ("base", "", Image, 4),
            ("postgres", "16", Image, 5),
            ("python", "", Image, 6),
        ],
    );
    check(
        &[(
            "docker-compose.yml",
            "services:\n  db:\n    image: \"postgres:15-alpine\"\n    build: .\n",
        )],
        &[("postgres", "15-alpine", Image, 3)],
    );
    let workflow = "jobs:\n  a:\n    strategy:\n      matrix:\n        python-version: [\"3.10\", '3.11']\n    steps:\n      - with:\n          python-version: ${{ matrix.python-version }}\n          node-version: 18.x\n";
    check(
        &[(".github/workflows/ci.yml", workflow)],
        &[("python", "3.10 || 3.11", Setting, 5), ("node", "18.x", Setting, 9)],
    );
    check(&[(".python-version", "3.12\n")], &[("python", "3.12", Setting, 1)]);
    check(&[(".nvmrc", "v20.11.1\n")], &[("node", "v20.11.1", Setting, 1)]);
    check(&[("runtime.txt", "python-3.11.4\n")], &[("python", "3.11.4", Setting, 1)]);
}

#[test]
fn other_languages_have_manifests_too() {
    let cargo = "[package]\nedition = \"2021\"\nrust-version = \"1.75\"\n[dependencies]\ntokio = { version = \"1.35\", features = [] }\n";
    check(
        &[("Cargo.toml", cargo)],
        &[
            ("rust-edition", "2021", Manifest, 2),
            ("rust", ">=1.75", Manifest, 3),
            ("tokio", "1.35", Manifest, 5),
        ],
    );
    check(
        &[("go.mod", "module a\n\ngo 1.22\n\nrequire github.com/go-chi/chi/v5 v5.0.12\n")],
        &[("go", ">=1.22", Manifest, 3), ("chi", "v5.0.12", Manifest, 5)],
    );
    let pom = "<parent>\n<artifactId>spring-boot-starter-parent</artifactId>\n<version>3.2.1</version>\n</parent>\n<java.version>17</java.version>\n";
    check(
        &[("pom.xml", pom)],
        &[("spring-boot", "3.2.1", Manifest, 3), ("java", "17", Manifest, 5)],
    );
    check(
        &[(
            "composer.json",
            "{\"require\": {\n\"laravel/framework\": \"^10.0\",\n\"php\": \"~8.1\"}}",
        )],
        &[("laravel/framework", "^10.0", Manifest, 2), ("php", "~>8.1", Manifest, 3)],
    );
    check(
        &[("a.csproj", "<TargetFramework>net8.0</TargetFramework>")],
        &[("dotnet", "8.0", Manifest, 1)],
    );
}

#[test]
fn pages_load_libraries_from_addresses_with_a_version() {
    let text = "<script src=\"https://unpkg.com/react@18/umd/react.production.min.js\"></script>\n\
        <script src='https://cdn.jsdelivr.net/npm/@alpinejs/ui@3.13.1/dist/a.js'></script>\n\
        <link href=\"https://cdnjs.cloudflare.com/ajax/libs/vue/3.2.1/vue.css\">\n\
        <link href=\"https://maxcdn.bootstrapcdn.com/bootstrap/4.5.2/css/bootstrap.min.css\">\n\
        <script src=\"https://unpkg.com/htmx.org@latest\"></script>\n<a href=\"https://react.dev/18\">x</a>\n";
    let expected = [
        ("react", "18", Address, 1),
        ("@alpinejs/ui", "3.13.1", Address, 2),
        ("vue", "3.2.1", Address, 3),
        ("bootstrap", "4.5.2", Address, 4),
    ];
    check(&[("web/index.html", text)], &expected);
    let aside = |path: &str, text: &str| {
        let bytes = text.as_bytes().to_vec();
        let source = Source { path: path.into(), blob: "b".into(), bytes };
        pins(&[source]).iter().all(|pin| pin.aside)
    };
    assert!(!aside("web/index.html", text));
    assert!(aside("docs/index.html", text));
    assert!(aside("graph.html", &format!("{text}<div id=\"vis-network\">")));
}

#[test]
fn what_belongs_to_examples_is_told_as_such() {
    let source =
        |path: &str| Source { path: path.into(), blob: "b".into(), bytes: b"rich==1\n".to_vec() };
    let aside = |path: &str| pins(&[source(path)])[0].aside;
    assert!(aside("examples/a/requirements.txt") && aside("tests/requirements.txt"));
    assert!(!aside("backend/requirements.txt"));
    assert!(pins(&[source("node_modules/a/requirements.txt")]).is_empty());
}
