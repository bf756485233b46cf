"""Read a git repository without running anything that is in it."""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

BULK_UPLOAD_WINDOW_SECONDS = 15 * 60
ALLOWED_URL = re.compile(r"^(https://|ssh://|git@)[\w.@:/~+-]+$")


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
        raise RepositoryError(f"refusing to clone {url!r}: not an https or ssh address")
    with tempfile.TemporaryDirectory(prefix="courtroom-") as workspace:
        target = Path(workspace) / "repository"
        try:
            subprocess.run(
                ["git", "clone", "--quiet", "--no-tags", "--", url, str(target)],
                check=True,
                capture_output=True,
                text=True,
            )
        except subprocess.CalledProcessError as error:
            raise RepositoryError(f"git clone failed: {error.stderr.strip()}") from error
        yield target


def read_history(repository: Path) -> list[Commit]:
    """Return all commits of the current branch, oldest first."""
    try:
        log = subprocess.run(
            ["git", "-C", str(repository), "log", "--reverse", "--format=%H%x1f%an%x1f%at%x1f%s"],
            check=True,
            capture_output=True,
            text=True,
        )
    except subprocess.CalledProcessError as error:
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
