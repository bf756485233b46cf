//! Plain statements held against small sources: on clones, bases, fields, what is avoided, packages and meetings.

use super::super::*;
use super::asked::status;
use super::sources::repository;
use crate::domain::facts::ClaimStatus::{self, Contradicted, Supported, Undecided};
use ClaimKind::{
    Avoidance, ClassFields, Cloning, FanIn, Libraries, NoShell, ParallelGraph, TypedClasses,
};

const TOOLS: &str = "
import subprocess, tempfile
from rich.console import Console
class BaseTool:
    pass
class RepoTool(BaseTool):
    pass
class Loose:
    pass
def clone(url):
    with tempfile.TemporaryDirectory() as target:
        subprocess.run(['git', 'clone', '--depth', '50', url, target], timeout=60, check=True)
        Console().print(target)
clone('https://github.com/a/b')
";

const STATE: &str = "
from enum import Enum
from typing import Optional
from dataclasses import dataclass
from pydantic import BaseModel, Field
class Evidence(BaseModel):
    goal: str
    found: bool = False
    content: Optional[str] = None
    confidence: float = Field(0.5, ge=0, le=1)
class Role(Enum):
    A = 'a'
@dataclass
class Finding:
    place: str
";

const GRAPH: &str = "
from langgraph.graph import StateGraph, START, END
import tools, state
def a(state):
    return {}
g = StateGraph(dict)
g.add_node('repo_investigator', a)
g.add_node('text_check', a)
g.add_node('colour_check', a)
g.add_node('evidence_aggregator', a)
g.add_node('court', a)
for node in ('repo_investigator', 'text_check', 'colour_check'):
    g.add_edge(START, node)
    g.add_edge(node, 'evidence_aggregator')
g.add_edge('evidence_aggregator', 'court')
g.add_edge('court', END)
app = g.compile()
app.invoke({})
";

fn facts() -> RepositoryFacts {
    repository(&[("src/graph.py", GRAPH), ("src/state.py", STATE), ("src/tools.py", TOOLS)])
}

#[track_caller]
fn check(kind: ClaimKind, text: &str, expected: Option<ClaimStatus>) {
    assert_eq!(status(&facts(), kind, text), expected, "{text}");
}

#[test]
fn clones_are_bounded_as_they_are_said_to_be_or_not() {
    check(Cloning, "git clone has a timeout of 60 seconds.", Some(Supported));
    check(Cloning, "Every git clone has a timeout.", Some(Supported));
    check(Cloning, "git clone has a timeout of 300 seconds.", Some(Contradicted));
    check(Cloning, "The tool uses a shallow clone with depth=50.", Some(Supported));
    check(Cloning, "The tool uses a shallow clone with depth=1.", Some(Contradicted));
    check(Cloning, "The tool makes a full clone of the repository.", Some(Contradicted));
    check(Cloning, "TLS certificates are verified on every clone.", Some(Supported));
    check(Cloning, "The temporary folder is removed after the audit.", Some(Supported));
    check(Cloning, "git clone will have a timeout of 300 seconds.", None);
    let bare = TOOLS.replace(", timeout=60", "").replace("'--depth', '50', ", "");
    let bare = repository(&[("src/tools.py", &bare)]);
    let of = |text: &str| status(&bare, Cloning, text);
    assert_eq!(of("git clone has a timeout of 60 seconds."), Some(Contradicted));
    assert_eq!(of("We clone with --depth 1 to keep it small."), Some(Contradicted));
    assert_eq!(of("The tool makes a full clone of the repository."), Some(Supported));
}

#[test]
fn classes_inherit_from_what_they_are_said_to_or_not() {
    check(TypedClasses, "`RepoTool` inherits from `BaseTool`.", Some(Supported));
    check(TypedClasses, "`Loose` inherits from `BaseTool`.", Some(Contradicted));
    check(TypedClasses, "Evidence extends BaseModel.", Some(Supported));
    check(TypedClasses, "Loose extends BaseModel.", Some(Contradicted));
    check(TypedClasses, "`Role` is an Enum with one member.", Some(Supported));
    check(TypedClasses, "`Evidence` is an Enum with four members.", Some(Contradicted));
    check(TypedClasses, "`Finding` is a frozen dataclass.", Some(Supported));
    check(TypedClasses, "`DocTool` inherits from `BaseTool`.", Some(Undecided));
    check(TypedClasses, "`Loose` should inherit from `BaseTool`.", None);
    let hidden = TOOLS.replace("class Loose:", "@made\nclass Loose:");
    let hidden = repository(&[("src/tools.py", &hidden)]);
    let of = status(&hidden, TypedClasses, "`Loose` inherits from `BaseTool`.");
    assert_eq!(of, Some(Undecided), "a decorator may make it anything");
}

#[test]
fn fields_are_as_they_are_said_to_be_or_not() {
    check(ClassFields, "`Evidence` has four fields.", Some(Supported));
    check(ClassFields, "`Evidence` has seven fields.", Some(Contradicted));
    check(ClassFields, "Evidence.confidence defaults to 0.5.", Some(Supported));
    check(ClassFields, "Evidence.confidence defaults to 0.9.", Some(Contradicted));
    check(ClassFields, "Evidence.content is an optional field.", Some(Supported));
    check(ClassFields, "Evidence.goal is an optional field.", Some(Contradicted));
    check(ClassFields, "Evidence carries a confidence in [0, 1].", Some(Supported));
    check(ClassFields, "Evidence.confidence lies between 1 and 5.", Some(Contradicted));
    check(ClassFields, "Evidence.confidence should lie between 1 and 5.", None);
    check(ClassFields, "`weight` is bounded with ge=0, le=10.", None);
}

#[test]
fn what_is_never_called_is_not_or_is() {
    check(Avoidance, "`eval` is never used.", Some(Supported));
    check(NoShell, "`os.system` is never called.", Some(Supported));
    check(Avoidance, "There are no hard-coded secrets in the sources.", Some(Supported));
    check(Avoidance, "The auditor never executes the cloned code.", Some(Undecided));
    check(Avoidance, "The detective checks that `eval` is never used.", None);
    let calls = format!("{TOOLS}\nprint(eval(input()))\n");
    let calls = repository(&[("src/tools.py", &calls)]);
    assert_eq!(status(&calls, Avoidance, "`eval` is never used."), Some(Contradicted));
    assert_eq!(status(&calls, Avoidance, "`exec` is never used."), Some(Supported));
}

#[test]
fn packages_are_used_by_whatever_name_or_not() {
    check(Libraries, "We use `rich` for the output.", Some(Supported));
    check(Libraries, "The output is drawn with Rich.", Some(Supported));
    check(Libraries, "We use `loguru` for the output.", Some(Contradicted));
    check(Libraries, "We will use `loguru` for the output.", None);
    check(Libraries, "The report is written with rich detail.", None);
    // A word that begins a sentence has a capital, and names no library.
    check(Libraries, "Requests are used to ask the service.", None);
    check(Libraries, "Instructor provides the rubric of the course.", None);
    check(Libraries, "The `requests` library is used to ask the service.", Some(Contradicted));
    check(Libraries, "The court is built on LangGraph.", Some(Supported));
    let bare = repository(&[("src/tools.py", TOOLS)]);
    let of = |text: &str| status(&bare, Libraries, text);
    assert_eq!(of("The graph is built with LangGraph."), Some(Contradicted));
    assert_eq!(of("The graph is inspired by LangGraph."), None);
}

#[test]
fn nodes_run_beside_each_other_and_meet_as_they_are_said_to_or_not() {
    check(ParallelGraph, "Three nodes run in parallel from START.", Some(Supported));
    check(ParallelGraph, "Five nodes run in parallel from START.", Some(Contradicted));
    let beside = "`text_check` and `colour_check` run in parallel.";
    check(ParallelGraph, beside, Some(Supported));
    let after = "`evidence_aggregator` and `court` run in parallel.";
    check(ParallelGraph, after, Some(Contradicted));
    check(FanIn, "All of them meet at `evidence_aggregator`.", Some(Supported));
    check(FanIn, "All of them meet at `aggregator`.", Some(Supported));
    check(FanIn, "All of them meet at `court`.", Some(Undecided));
    check(FanIn, "All of them meet at `nowhere_node`.", Some(Undecided));
    check(FanIn, "All of them will meet at `aggregator`.", None);
}
