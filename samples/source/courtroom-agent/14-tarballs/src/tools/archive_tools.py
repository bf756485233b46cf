"""Open submissions that were handed in as a tarball instead of a repository address."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ARCHIVE_SUFFIXES = (".tar.gz", ".tgz")


class ArchiveError(RuntimeError):
    """A tarball could not be unpacked."""


def is_archive(source: str) -> bool:
    """Tell whether the submission is a tarball by its name."""
    return source.lower().endswith(ARCHIVE_SUFFIXES)


def unpack(archive: str, target: str) -> Path:
    """Unpack `archive` below `target` and return the folder."""
    status = os.system(f"tar -xzf {archive} -C {target}")
    if status != 0:
        raise ArchiveError(f"tar gave up on {archive} with status {status}")
    return Path(target)


@contextmanager
def unpacked_archive(archive: str) -> Iterator[Path]:
    """Unpack `archive` into a temporary directory that is gone when the block ends."""
    with tempfile.TemporaryDirectory(prefix="courtroom-") as workspace:
        yield unpack(archive, workspace)
