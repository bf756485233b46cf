"""Read a git repository without running anything that is in it."""

import ast
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CLONE_TIMEOUT_SECONDS = 120
LOG_TIMEOUT_SECONDS = 30
BULK_UPLOAD_WINDOW_SECONDS = 15 * 60
ALLOWED_URL = re.compile(r"^(https://|ssh://|git@)[\w.@:/~+-]+$")
UNSAFE_CALLS = {"os.system", "os.popen", "eval", "exec"}


class RepositoryError(RuntimeError):
    """A repository could not be cloned or read; the message is fit for the report."""


@dataclass(frozen=True)
class Commit:
    """One line of the log."""

    id: str
    author: str
    timestamp: int
    subject: str


@contextmanager
def cloned_repository(url: str) -> Iterator[Path]:
    """Clone `url` into a temporary directory that is gone when the block ends."""
    if not ALLOWED_URL.match(url):
        raise RepositoryError(f"refusing to clone {redact(url)!r}: not an https or ssh address")
    with tempfile.TemporaryDirectory(prefix="courtroom-") as workspace:
        target = Path(workspace) / "repository"
        try:
            subprocess.run(
                ["git", "clone", "--quiet", "--no-tags", "--", url, str(target)],
                check=True,
                capture_output=True,
                text=True,
                timeout=CLONE_TIMEOUT_SECONDS,
                env={**os.environ, "GIT_TERMINAL_PROMPT": "0"},
            )
        except subprocess.TimeoutExpired as error:
            raise RepositoryError(f"clone took longer than {CLONE_TIMEOUT_SECONDS} s") from error
        except subprocess.CalledProcessError as error:
            raise RepositoryError(explain_clone_failure(error.stderr)) from error
        yield target


def explain_clone_failure(stderr: str) -> str:
    """Turn git's complaint into one sentence, without any credentials."""
    complaint = redact(stderr.strip())
    if "Authentication failed" in complaint or "could not read Username" in complaint:
        return "the repository is private, or the credentials were refused"
    if "not found" in complaint:
        return "the repository does not exist"
    return f"git clone failed: {complaint.splitlines()[-1] if complaint else 'no reason given'}"


def redact(text: str) -> str:
    """Hide user names and tokens inside URLs."""
    return re.sub(r"(https?://)[^/@\s]+@", r"\1***@", text)


def read_history(repository: Path) -> list[Commit]:
    """Return all commits of the current branch, oldest first."""
    try:
        log = subprocess.run(
            ["git", "-C", str(repository), "log", "--reverse", "--format=%H%x1f%an%x1f%at%x1f%s"],
            check=True,
            capture_output=True,
            text=True,
            timeout=LOG_TIMEOUT_SECONDS,
        )
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        raise RepositoryError("the history could not be read") from error
    return parse_log(log.stdout)


def parse_log(text: str) -> list[Commit]:
    """Parse the lines that `read_history` asks git for."""
    commits = []
    for line in text.splitlines():
        commit_id, author, timestamp, subject = line.split("\x1f", 3)
        commits.append(Commit(commit_id, author, int(timestamp), subject))
    return commits


def is_bulk_upload(commits: list[Commit]) -> bool:
    """Tell whether the work arrived in one go instead of step by step."""
    if len(commits) <= 3:
        return True
    times = [commit.timestamp for commit in commits]
    return max(times) - min(times) < BULK_UPLOAD_WINDOW_SECONDS


def python_sources(repository: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every readable Python file."""
    for path in sorted(repository.rglob("*.py")):
        if path.is_symlink():
            continue
        yield path.relative_to(repository).as_posix(), path.read_text("utf-8", errors="replace")


def find_unsafe_calls(source: str) -> list[int]:
    """Return the lines that call a function which runs code or a shell.

    Works on the syntax tree, so a name inside a string or a comment is no finding.
    """
    lines = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in UNSAFE_CALLS:
            lines.append(node.lineno)
    return sorted(lines)


def find_classes(source: str, base: str) -> list[str]:
    """Return the names of the classes that inherit directly from `base`."""
    return [
        node.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ClassDef)
        and any(ast.unparse(parent).split(".")[-1] == base for parent in node.bases)
    ]


def count_graph_calls(source: str) -> dict[str, int]:
    """Count the calls that wire a state graph, by method name."""
    counts = {"add_node": 0, "add_edge": 0, "add_conditional_edges": 0}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in counts:
                counts[node.func.attr] += 1
    return counts
