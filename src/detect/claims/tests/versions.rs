//! Versions that are said to be used, held against small manifests.

use super::super::*;
use super::asked::claimed;
use super::written;
use crate::detect::repo::pins::pins;
use crate::domain::facts::ClaimKind::Versions;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};

/// Facts of a tree with these files and no source.
fn tree(files: &[(&str, &str)]) -> RepositoryFacts {
    let sources = written(files);
    RepositoryFacts { pins: pins(&sources), ..RepositoryFacts::default() }
}

#[track_caller]
fn check(files: &[(&str, &str)], sentence: &str, expected: &[ClaimStatus]) {
    let found = claimed(&tree(files), sentence);
    let found: Vec<&ClaimFact> = found.iter().filter(|claim| claim.kind == Versions).collect();
    let status: Vec<ClaimStatus> = found.iter().map(|claim| claim.status).collect();
    assert_eq!(status, expected, "{sentence}: {found:#?}");
}

const WEB: (&str, &str) =
    ("web/package.json", "{\"dependencies\": {\"react\": \"^18.2.0\", \"next\": \"14.1.0\"}}");

#[test]
fn a_version_that_every_place_names_is_supported() {
    check(&[WEB], "The frontend is built with React 18 and Next.js 14.", &[Supported, Supported]);
    let python = [("pyproject.toml", "[project]\nrequires-python = \">=3.11\"\n")];
    check(&python, "The auditor is written in Python 3.11+ by hand.", &[Supported]);
    check(&python, "The auditor is written in Python 3.11 by hand.", &[Supported]);
    let image =
        [("Dockerfile", "FROM python:3.12-slim\n"), ("compose.yml", "image: postgres:15\n")];
    check(&image, "The service runs on Python 3.11+ in a container.", &[Supported]);
    check(&image, "The data is kept by the server using PostgreSQL 15.", &[Supported]);
    let several = [("requirements.txt", "pydantic>=2.5\nlanggraph>=0.2.28,<0.3\n")];
    check(
        &several,
        "It uses Pydantic v2 and LangGraph 0.2.x for the graph.",
        &[Supported, Supported],
    );
    check(&[("requirements.txt", "Flask==3.1.0\n")], "Flask==3.1.0", &[Supported]);
}

#[test]
fn a_version_that_every_place_excludes_is_contradicted() {
    check(&[WEB], "The frontend is built with React 17 and hooks.", &[Contradicted]);
    let older =
        [("Dockerfile", "FROM node:16\n"), ("package.json", "{\"engines\": {\"node\": \"^16\"}}")];
    check(&older, "The server runs on Node.js 20 in a container.", &[Contradicted]);
    check(&older, "The server runs on Node.js 18 or newer.", &[Contradicted]);
    let locked = [
        ("pyproject.toml", "[project]\ndependencies = [\"langgraph>=0.2\"]\n"),
        ("uv.lock", "name = \"langgraph\"\nversion = \"1.0.3\"\n"),
    ];
    check(&locked, "The swarm is built on LangGraph 0.2.x by hand.", &[Contradicted]);
    let found = claimed(&tree(&locked), "The swarm is built on LangGraph 0.2.x by hand.");
    let fact = "`langgraph` is locked as `1.0.3`, which is not 0.2";
    assert!(found.iter().any(|claim| claim.fact == fact), "{found:?}");
    let image = [("docker-compose.yml", "image: postgres:16-alpine\n")];
    check(&image, "All data is kept in one database, built on PostgreSQL 15.", &[Contradicted]);
}

#[test]
fn what_admits_a_version_disagrees_or_is_open_decides_nothing() {
    let open = |files: &[(&str, &str)], sentence| check(files, sentence, &[Undecided]);
    let said = "The swarm is built on LangGraph 0.2 by hand.";
    open(&[("requirements.txt", "langgraph>=0.1\n")], said);
    open(&[("requirements.txt", "langgraph\n")], said);
    open(&[], said);
    open(
        &[("requirements.txt", "langgraph==1.0.3\n"), ("b/requirements.txt", "langgraph\n")],
        said,
    );
    open(
        &[("requirements.txt", "langgraph==1.0.3\n"), ("b/requirements.txt", "langgraph==0.2.1\n")],
        said,
    );
    open(
        &[
            ("requirements.txt", "langgraph==1.0.3\n"),
            ("examples/requirements.txt", "langgraph==0.2.1\n"),
        ],
        said,
    );
    // An older least version does no harm, and a least version alone pins none.
    let newer = [("pyproject.toml", "[project]\nrequires-python = \">=3.12\"\n")];
    open(&newer, "The auditor requires Python 3.10 or newer.");
    open(&newer, "The auditor is written in Python 3.10 by hand.");
    let pinned = [("Dockerfile", "FROM python:3.12\n"), newer[0]];
    open(
        &[("pyproject.toml", "[project]\nrequires-python = \">=3.10\"\n"), pinned[0]],
        "The auditor is written in Python 3.11 by hand.",
    );
    // A workflow may be run with another one than the program is.
    let workflow = (".github/workflows/ci.yml", "python-version: '3.10'\n");
    open(&[workflow], "The auditor is written in Python 3.11 by hand.");
    // A client is not the server that it asks.
    open(&[("requirements.txt", "redis==5.2.1\n")], "The queue is built on Redis 7 by hand.");
}

#[test]
fn what_may_be_part_of_a_table_blames_nobody() {
    check(&[WEB], "Frontend: React 17, Tailwind CSS and hooks", &[Undecided]);
    check(&[WEB], "Frontend React 17, Vite, Axios", &[Undecided]);
    check(&[WEB], "The old frontend is built with React 17.", &[]);
    check(&[WEB], "We migrated from React 17 to React 18.", &[]);
}

#[test]
fn an_edition_and_what_a_page_loads_are_versions_as_well() {
    let cargo = [("Cargo.toml", "[package]\nname = \"a\"\nedition = \"2021\"\n")];
    check(&cargo, "The engine is written in Rust (2021 edition).", &[Supported]);
    check(&cargo, "The engine is written in Rust 2024 Edition with Tokio.", &[Contradicted]);
    check(&cargo, "The engine will be written in Rust 2024 Edition.", &[]);
    let several = [cargo[0], ("old/Cargo.toml", "[package]\nedition = \"2024\"\n")];
    check(&several, "The engine is written in Rust 2024 Edition with Tokio.", &[Undecided]);
    let page = "<script src=\"https://unpkg.com/react@18/umd/react.production.min.js\"></script>\n";
    check(
        &[("web/index.html", page)],
        "The dashboard is built with React 18 and hooks.",
        &[Supported],
    );
    check(
        &[("web/index.html", page)],
        "The dashboard is built with React 17 and hooks.",
        &[Contradicted],
    );
    check(
        &[("docs/index.html", page)],
        "The dashboard is built with React 17 and hooks.",
        &[Undecided],
    );
    let python = [("pyproject.toml", "[project]\nrequires-python = \">=3.11,<3.13\"\n")];
    check(&python, "The auditor is written in Python 3.13.2 by hand.", &[Contradicted]);
    check(&python, "The auditor is written in Python 3.12.4 by hand.", &[Undecided]);
    let node = [(".nvmrc", "18.19.0\n"), ("package.json", "{\"engines\": {\"node\": \">=18\"}}")];
    check(&node, "The server runs on Node 20 LTS in a container.", &[Undecided]);
}
