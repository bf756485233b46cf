//! Numbers of routes, options and subcommands, held against small programs.

use super::asked::{claimed, status};
use super::sources::repository;
use crate::domain::facts::ClaimKind::Sizes;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};

const SERVER: &str = "
from fastapi import FastAPI
app = FastAPI()
@app.get('/health')
def health(): return {}
@app.post('/audits')
def audit(): return {}
@app.get('/audits/{id}')
def show(id): return {}
";
const TOOL: &str = "
import argparse
parser = argparse.ArgumentParser()
commands = parser.add_subparsers()
run = commands.add_parser('run')
watch = commands.add_parser('watch')
run.add_argument('repo')
run.add_argument('--pdf')
run.add_argument('--rubric', '-r')
watch.add_argument('--once', action='store_true')
parser.parse_args()
";

#[track_caller]
fn check(code: &str, sentence: &str, expected: Option<ClaimStatus>) {
    let facts = repository(&[("src/app.py", code)]);
    assert_eq!(status(&facts, Sizes, sentence), expected, "{sentence}");
}

#[test]
fn a_server_has_as_many_endpoints_as_are_told_or_surely_fewer() {
    check(SERVER, "The server exposes 3 REST endpoints for audits.", Some(Supported));
    check(SERVER, "The FastAPI backend provides three HTTP routes.", Some(Supported));
    check(SERVER, "The API has twelve endpoints.", Some(Contradicted));
    check(SERVER, "The backend is a FastAPI app with 12 REST API endpoints.", Some(Contradicted));
    check(SERVER, "The API has five endpoints.", Some(Undecided));
    check(SERVER, "The API has two endpoints.", Some(Undecided));
    check(SERVER, "The API has more than ten endpoints.", Some(Contradicted));
    let included = format!("{SERVER}app.include_router(other)\n");
    check(&included, "The API has twelve endpoints.", Some(Undecided));
    check("x = 1\n", "The API has twelve endpoints.", Some(Undecided));
    let facts = repository(&[("src/app.py", SERVER)]);
    let found = claimed(&facts, "The API has twelve endpoints.").remove(0);
    assert_eq!(
        (found.fact.as_str(), found.places.len()),
        ("the Python sources have 3 routes of a server", 3)
    );
}

#[test]
fn a_command_line_has_as_many_options_and_subcommands_as_are_told_or_surely_fewer() {
    check(TOOL, "The CLI offers two subcommands.", Some(Supported));
    check(TOOL, "The command-line interface has three optional flags.", Some(Supported));
    check(TOOL, "The CLI offers five subcommands.", Some(Contradicted));
    check(TOOL, "The tool accepts 12 command-line flags.", Some(Contradicted));
    check(TOOL, "The script takes about four CLI options.", Some(Undecided));
    let looped = format!("{TOOL}for name in NAMES:\n    run.add_argument(name)\n");
    check(&looped, "The tool accepts 12 command-line flags.", Some(Undecided));
}

#[test]
fn plans_others_and_other_things_of_that_name_are_no_ways_in() {
    for sentence in [
        "The API will have twelve endpoints.",
        "The previous server exposed 12 REST endpoints.",
        "The peer's API has twelve endpoints.",
        "For example, an API has twelve endpoints.",
        "The graph has three routes out of the aggregator.",
        "The detective has twelve evidence flags.",
        "The design has three options for the state.",
        "We should expose 12 REST endpoints.",
        "Groq offers two API endpoints for its models, which the student must call.",
        "The API does not have twelve endpoints.",
        "The project is deployed with 12 API endpoints of Groq.",
    ] {
        check(SERVER, sentence, None);
    }
}
