//! Imports run one way: edges → engine → actors → {pure stages, ports} → domain.

mod paths;
mod rules;
mod sources;

use rules::offences;
use sources::{Source, sources};

/// Most lines of a file.
const MOST_LINES: usize = 400;

#[test]
fn imports_run_from_the_edges_to_the_domain_alone() {
    let found: Vec<String> = sources().iter().flat_map(offences).collect();
    assert!(found.is_empty(), "forbidden imports:\n{}", found.join("\n"));
}

#[test]
fn files_stay_short_enough_to_be_read() {
    let all = sources();
    let lengths = all.iter().map(|source| (source.text.lines().count(), source.path.as_str()));
    let too_long: Vec<_> = lengths.filter(|(lines, _)| *lines > MOST_LINES).collect();
    assert!(too_long.is_empty(), "split these files: {too_long:#?}");
}

#[test]
fn every_file_is_seen() {
    let all = sources();
    for wanted in ["src/main.rs", "src/engine.rs", "src/domain/state.rs", "src/actors/court.rs"] {
        assert!(all.iter().any(|source| source.path == wanted), "{wanted} is not looked at");
    }
}

/// Whether a line of code in `path` is refused with words that contain `because`.
#[track_caller]
fn check(path: &str, code: &str, because: Option<&str>) {
    let found = offences(&Source::new(path, code, false));
    match because {
        None => assert!(found.is_empty(), "{path}: {code}: {found:?}"),
        Some(words) => {
            assert!(found.iter().any(|one| one.contains(words)), "{path}: {code}: {found:?}");
        }
    }
}

#[test]
fn a_layer_may_not_reach_up_or_sideways() {
    check("src/domain/plan.rs", "use super::state::AgentState;", None);
    check("src/domain/plan.rs", "use crate::domain::{ids, state};", None);
    check("src/domain/plan.rs", "use crate::detect::bind;", Some("detect"));
    check("src/domain/plan.rs", "use super::super::detect::bind;", Some("detect"));
    check("src/domain/facts/mod.rs", "use super::super::judge;", Some("judge"));
    check("src/domain/facts/mod.rs", "use super::ids;", None);
    check("src/justice/median.rs", "use crate::{domain::ids, judge::rules};", Some("judge"));
    check("src/judge/mod.rs", "fn f() { crate::render::json(r) }", Some("render"));
    check("src/ports/git/mod.rs", "use crate::actors::judge::Judge;", Some("actors"));
    check("src/ports/git/mod.rs", "use crate::detect::bind;", Some("detect"));
    check("src/ports/bench/offline.rs", "use crate::judge::rules;", None);
    check("src/ports/reports/folder.rs", "use crate::render;", None);
    check("src/actors/judge.rs", "use crate::engine::Engine;", Some("engine"));
    check("src/actors/judge.rs", "use crate::{justice, ports::bench::Counsel};", None);
    check("src/engine.rs", "use crate::cli::Cli;", Some("cli"));
    check("src/cli/audit.rs", "use crate::worker;", Some("worker"));
    check("src/cli/audit.rs", "use crate::engine::Engine;", None);
    check("src/cli/watch.rs", "use crate::{docket::Registry, web::serve};", None);
    check("src/web/app.rs", "use crate::docket::Registry;", None);
    check("src/web/app.rs", "use crate::cli::Cli;", Some("cli"));
    check("src/docket/mod.rs", "use crate::web::serve;", Some("web"));
    check("src/worker/pdf.rs", "use crate::detect::document;", None);
    check("src/worker/pdf.rs", "use crate::actors;", Some("actors"));
    check("src/detect/mod.rs", "use crate::spread::spread;", None);
    check("src/spread.rs", "use crate::domain::ids;", Some("domain"));
}

#[test]
fn pure_stages_touch_nothing_of_the_world() {
    check("src/detect/mod.rs", "use std::time::Duration;", None);
    check("src/detect/mod.rs", "use std::time::{Duration, Instant};", Some("Instant"));
    check("src/detect/mod.rs", "use std::{fmt, fs};", Some("std::fs"));
    check("src/detect/mod.rs", "use std::time::*;", Some("std::time"));
    check("src/detect/mod.rs", "fn f() { std::env::var(\"X\"); }", Some("std::env"));
    check("src/judge/mod.rs", "use tokio::sync::mpsc;", Some("tokio"));
    check("src/justice/mod.rs", "use ractor::Actor;", Some("ractor"));
    check("src/render/mod.rs", "fn f() { tracing::info!(\"x\"); }", Some("tracing"));
    check("src/domain/mod.rs", "use std::net::TcpStream;", Some("std::net"));
    check("src/domain/mod.rs", "// use std::net::TcpStream;\nconst A: &str = \"tokio::\";", None);
    check("src/domain/mod.rs", "/* tokio::x */ const A: &str = r#\"std::fs::read\"#;", None);
    check(
        "src/domain/mod.rs",
        "/// tokio::spawn\nconst A: char = '\"'; use tokio::x;",
        Some("tokio"),
    );
}

#[test]
fn actors_and_environment_have_their_places() {
    check("src/cli/audit.rs", "use ractor::Actor;", Some("ractor"));
    check("src/engine.rs", "use ractor::{Actor, ActorRef};", None);
    check("src/actors/court.rs", "use ractor::Actor;", None);
    check("src/ports/clock.rs", "std::env::var(\"X\")", Some("std::env"));
    check("src/config.rs", "std::env::var(\"X\")", None);
    check("src/actors/court.rs", "use std::time::Instant;", Some("Instant"));
    check("src/actors/court.rs", "use std::fs;", Some("std::fs"));
}

#[test]
fn tests_beside_the_code_are_exempt() {
    let code = "use crate::domain::ids;\n#[cfg(test)]\nmod tests {\n    use crate::engine;\n}\n";
    check("src/domain/plan.rs", code, None);
    let after = format!("{code}use crate::engine;\n");
    check("src/domain/plan.rs", &after, Some("engine"));
    assert!(offences(&Source::new("src/domain/tests.rs", "use crate::engine;", true)).is_empty());
}
