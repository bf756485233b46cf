"""Builds a bare, packed git repository from folders of files, the same bytes every time."""

import os
import shutil
import subprocess
from pathlib import Path

from history import Step

BRANCH = "main"
CONFIG = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n"
# A folder that has a `.gitignore` would hide files from this project's own git.
STORED_NAMES = {"dot-gitignore": ".gitignore"}


def build(steps: tuple[Step, ...], overlays: Path, target: Path, tag: str | None = None) -> str:
    """Replaces `target` with a bare repository of `steps` and returns the id of its last commit.

    The ids depend on nothing but the files and `history.py`. The bytes of the pack also depend on
    the versions of git and zlib.
    """
    shutil.rmtree(target, ignore_errors=True)
    run(None, "init", "--quiet", "--bare", "--template=", f"--initial-branch={BRANCH}", str(target))
    commits: dict[str, str] = {}
    trees: dict[str, dict[str, str]] = {}
    previous: tuple[str, ...] = ()
    for step in steps:
        parents = step.parents or previous
        files: dict[str, str] = {}
        if len(parents) == 2:
            files = merged(trees[parents[0]], trees[parents[1]], base(steps, parents, trees))
        elif parents:
            files = dict(trees[parents[0]])
        files |= store_files(target, overlays / step.name)
        trees[step.name] = files
        commits[step.name] = commit(target, step, files, [commits[name] for name in parents])
        previous = (step.name,)
    last = commits[steps[-1].name]
    run(target, "update-ref", f"refs/heads/{BRANCH}", last)
    if tag is not None:
        run(target, "update-ref", f"refs/tags/{tag}", last)
    tidy(target, last)
    return last


def base(steps: tuple[Step, ...], parents: tuple[str, ...], trees: dict) -> dict[str, str]:
    """Returns the files of the youngest step that both parents descend from."""
    ancestors: dict[str, set[str]] = {}
    previous: tuple[str, ...] = ()
    for step in steps:
        above = step.parents or previous
        ancestors[step.name] = {step.name}.union(*(ancestors.get(name, set()) for name in above))
        previous = (step.name,)
    shared = ancestors[parents[0]] & ancestors[parents[1]]
    return trees[max(shared)]


def merged(ours: dict[str, str], theirs: dict[str, str], base: dict[str, str]) -> dict[str, str]:
    """Joins two sets of files; no file may have changed on both sides."""
    files = dict(ours)
    for path, blob in theirs.items():
        if base.get(path) != blob:
            assert ours.get(path) == base.get(path), f"{path} changed on both sides"
            files[path] = blob
    return files


def store_files(repository: Path, folder: Path) -> dict[str, str]:
    """Writes the files of `folder` as blobs and returns their ids by path."""
    blobs = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            name = STORED_NAMES.get(path.name, path.name)
            inside = path.relative_to(folder).with_name(name).as_posix()
            blobs[inside] = run(repository, "hash-object", "-w", "--no-filters", str(path))
    return blobs


def commit(repository: Path, step: Step, files: dict[str, str], parents: list[str]) -> str:
    """Writes one commit object and returns its id."""
    index = repository / "index"
    lines = "".join(f"100644 {blob}\t{path}\n" for path, blob in sorted(files.items()))
    run(repository, "update-index", "--index-info", text=lines, index=index)
    tree = run(repository, "write-tree", index=index)
    index.unlink()
    flags = [flag for parent in parents for flag in ("-p", parent)]
    name, mail = step.author
    who = {
        f"GIT_{role}_{field}": value
        for role in ("AUTHOR", "COMMITTER")
        for field, value in (("NAME", name), ("EMAIL", mail), ("DATE", step.date))
    }
    return run(repository, "commit-tree", tree, *flags, text=step.message + "\n", extra=who)


def tidy(repository: Path, last: str) -> None:
    """Packs everything and leaves only what a bare repository needs."""
    run(repository, "pack-refs", "--all")
    settings = {
        "gc.auto": "0",
        "pack.threads": "1",
        "pack.compression": "9",
        "core.compression": "9",
        "pack.writeReverseIndex": "false",
        "pack.writeBitmaps": "false",
        "repack.updateServerInfo": "false",
    }
    flags = [part for key, value in settings.items() for part in ("-c", f"{key}={value}")]
    run(repository, *flags, "repack", "-adfq", "--window=50", "--depth=50")
    for junk in ("branches", "description", "hooks", "info", "objects/info"):
        path = repository / junk
        shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    (repository / "config").write_text(CONFIG)
    # Git keeps no empty folder, and without `refs/` this would not be a repository any more.
    loose = repository / "refs" / "heads" / BRANCH
    loose.parent.mkdir(parents=True, exist_ok=True)
    loose.write_text(f"{last}\n")
    for folder, _, _ in os.walk(repository, topdown=False):
        if not os.listdir(folder):
            os.rmdir(folder)
    for path in repository.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def run(
    repository: Path | None,
    *arguments: str,
    text: str | None = None,
    extra: dict[str, str] | None = None,
    index: Path | None = None,
) -> str:
    """Runs git apart from the user's and the machine's settings; returns what it prints."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
    environment |= {
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_DEFAULT_HASH": "sha1",
        "LC_ALL": "C",
        "TZ": "UTC",
    }
    environment |= extra or {}
    if repository is not None:
        environment["GIT_DIR"] = str(repository)
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    command = ["git", *arguments]
    result = subprocess.run(
        command, input=text, check=True, text=True, stdout=subprocess.PIPE, env=environment
    )
    return result.stdout.strip()
