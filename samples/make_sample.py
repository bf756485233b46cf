#!/usr/bin/env python3
"""Makes the sample submissions again, byte for byte. See README.md for what is in them."""

import argparse
import filecmp
import sys
import tempfile
from pathlib import Path

SAMPLES = Path(__file__).resolve().parent
SOURCE = SAMPLES / "source"
sys.path.insert(0, str(SOURCE))
sys.dont_write_bytecode = True

from courtroom_report import write_courtroom_report  # noqa: E402
from history import COURTROOM_AGENT, LINEAR_AGENT  # noqa: E402
from linear_report import write_linear_report  # noqa: E402
from repository import build  # noqa: E402


def make(target: Path) -> None:
    """Writes both repositories and both reports into the folder `target`."""
    for name, steps, tag in (
        ("courtroom-agent", COURTROOM_AGENT, "v0.1.0"),
        ("linear-agent", LINEAR_AGENT, None),
    ):
        commit = build(steps, SOURCE / name, target / f"{name}.git", tag)
        print(f"{name}.git: {len(steps)} commits, {commit}")
    write_courtroom_report(target / "courtroom-agent-report.pdf")
    write_linear_report(target / "linear-agent-report.pdf")


def files(folder: Path) -> set[str]:
    """Returns the paths of all made files below `folder`."""
    made = [*folder.glob("*.git/**/*"), *folder.glob("*.pdf")]
    return {path.relative_to(folder).as_posix() for path in made if path.is_file()}


def differences() -> list[str]:
    """Makes everything a second time and returns the files that are not the same as here."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder)
        make(fresh)
        names = files(fresh) | files(SAMPLES)
        return sorted(
            name
            for name in names
            if not (fresh / name).is_file()
            or not (SAMPLES / name).is_file()
            or not filecmp.cmp(fresh / name, SAMPLES / name, shallow=False)
        )


def main() -> int:
    """Returns 0 when everything was made, or with `--check` when nothing differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare and change nothing")
    if not parser.parse_args().check:
        make(SAMPLES)
        return 0
    changed = differences()
    print("\n".join(f"differs: {name}" for name in changed) or "all files are the same")
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(main())
