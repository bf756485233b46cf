"""The repository tools, without a network."""

import subprocess

import pytest

from src.tools import repo_tools
from src.tools.repo_tools import (
    Commit,
    RepositoryError,
    cloned_repository,
    explain_clone_failure,
    find_unsafe_calls,
    is_bulk_upload,
    parse_log,
    redact,
)

UNSAFE_SOURCE = """
import os

def fetch(url):
    os.system("git clone " + url)
"""

HARMLESS_SOURCE = '''
"""We never use os.system("git clone ...") here."""
MESSAGE = "os.system('rm -rf /') would be a flaw"  # os.system(...)
'''


def test_shell_calls_are_found_in_the_syntax_tree():
    assert find_unsafe_calls(UNSAFE_SOURCE) == [5]


def test_names_in_strings_and_comments_are_no_findings():
    assert find_unsafe_calls(HARMLESS_SOURCE) == []


@pytest.mark.parametrize("url", ["file:///etc", "--upload-pack=touch x", "https://a.b/c;ls"])
def test_odd_addresses_are_refused_before_git_runs(url):
    with pytest.raises(RepositoryError, match="refusing"):
        with cloned_repository(url):
            pytest.fail("the clone must not be opened")


def test_hung_clone_is_reported(monkeypatch):
    def hang(command, **_):
        raise subprocess.TimeoutExpired(command, 120)

    monkeypatch.setattr(repo_tools.subprocess, "run", hang)
    with pytest.raises(RepositoryError, match="longer than"):
        with cloned_repository("https://git.example/team/project.git"):
            pytest.fail("the clone must not be opened")


def test_refused_credentials_are_explained_and_hidden():
    stderr = "fatal: Authentication failed for 'https://joe:secret@git.example/x.git/'"
    assert "credentials were refused" in explain_clone_failure(stderr)
    assert redact(stderr).count("secret") == 0


def test_log_lines_are_parsed():
    assert parse_log("ab12\x1fNadia\x1f1771200000\x1ffeat: one\n") == [
        Commit("ab12", "Nadia", 1771200000, "feat: one")
    ]


def test_commits_within_minutes_are_a_bulk_upload():
    hurried = [Commit(str(n), "a", 60 * n, "wip") for n in range(6)]
    patient = [Commit(str(n), "a", 86_400 * n, "step") for n in range(6)]
    assert is_bulk_upload(hurried)
    assert not is_bulk_upload(patient)
