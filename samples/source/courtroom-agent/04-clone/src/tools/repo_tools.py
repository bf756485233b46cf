"""Read a git repository without running anything that is in it."""

import re
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ALLOWED_URL = re.compile(r"^(https://|ssh://|git@)[\w.@:/~+-]+$")


class RepositoryError(RuntimeError):
    """A repository could not be cloned or read; the message is fit for the report."""


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
