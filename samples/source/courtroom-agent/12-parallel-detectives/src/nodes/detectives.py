"""Detectives: they state what is there and leave the opinion to the judges."""

from pathlib import Path

from src.state import AgentState, Evidence
from src.tools.doc_tools import Page, ReportError, cited_paths, passages, read_report
from src.tools.repo_tools import RepositoryError, cloned_repository, is_bulk_upload, read_history

CONCEPTS = ("dialectical synthesis", "fan-out", "state synchronization")


def repo_investigator_node(state: AgentState) -> dict:
    """Look at the history."""
    try:
        with cloned_repository(state["repo_url"]) as repository:
            evidence = [inspect_history(repository)]
    except RepositoryError as error:
        return {"errors": [f"repo_investigator: {error}"]}
    return {"evidences": {"repo_investigator": evidence}}


def inspect_history(repository: Path) -> Evidence:
    """Say how the work grew."""
    commits = read_history(repository)
    subjects = "; ".join(commit.subject for commit in commits[:12])
    return Evidence(
        id="repo-history",
        dimension="history",
        found=not is_bulk_upload(commits),
        location=f"{len(commits)} commits",
        excerpt=subjects,
    )


def doc_analyst_node(state: AgentState) -> dict:
    """Look for the concepts that the report explains and the paths that it cites."""
    try:
        pages = read_report(state["report_path"])
    except ReportError as error:
        return {"errors": [f"doc_analyst: {error}"]}
    evidence = [explain_concept(pages, concept) for concept in CONCEPTS]
    paths = cited_paths(pages)
    evidence.append(
        Evidence(
            id="doc-paths",
            dimension="report",
            found=bool(paths),
            location=f"{len(pages)} pages",
            excerpt=", ".join(f"{path} (p. {page})" for path, page in paths.items()),
        )
    )
    return {"evidences": {"doc_analyst": evidence}}


def explain_concept(pages: list[Page], concept: str) -> Evidence:
    """Quote the longest passage around a concept."""
    hits = passages(pages, concept)
    page, quote = max(hits, key=lambda hit: len(hit[1]), default=(0, ""))
    return Evidence(
        id=f"doc-{concept.replace(' ', '-')}",
        dimension="report",
        found=bool(hits),
        location=f"page {page}" if hits else "whole report",
        excerpt=quote,
        confidence=0.8,
    )


def evidence_aggregator_node(state: AgentState) -> dict:
    """Check that every dimension has something to be judged by.

    The reducer has merged the detectives' findings already when this node runs.
    """
    collected = {
        item.dimension for findings in state.get("evidences", {}).values() for item in findings
    }
    missing = [entry.id for entry in state["dimensions"] if entry.id not in collected]
    return {"errors": [f"evidence_aggregator: nothing was found for {name}" for name in missing]}
