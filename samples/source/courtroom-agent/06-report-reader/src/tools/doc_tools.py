"""Read a PDF report: its text by page, the paths it cites and the pictures it holds."""

import re
from dataclasses import dataclass
from pathlib import Path

from pypdf import PdfReader
from pypdf.errors import PdfReadError

CITED_PATH = re.compile(r"\b(?:[\w-]+/)+[\w-]+\.(?:py|md|json|toml)\b")
MAX_PAGES = 60


class ReportError(RuntimeError):
    """The report could not be read; the message is fit for the audit."""


@dataclass(frozen=True)
class Page:
    """One page of the report."""

    number: int
    text: str
    images: int


def read_report(path: str) -> list[Page]:
    """Return the pages of the report, at most `MAX_PAGES` of them."""
    if not Path(path).is_file():
        raise ReportError(f"there is no report at {path}")
    try:
        reader = PdfReader(path)
        return [
            Page(number, page.extract_text() or "", count_images(page))
            for number, page in enumerate(reader.pages[:MAX_PAGES], start=1)
        ]
    except (PdfReadError, OSError) as error:
        raise ReportError(f"the report is damaged: {error}") from error


def count_images(page) -> int:
    """Count the bitmaps that a page refers to."""
    resources = page.get("/Resources")
    objects = resources.get_object().get("/XObject") if resources else None
    if objects is None:
        return 0
    entries = objects.get_object().values()
    return sum(1 for entry in entries if entry.get_object().get("/Subtype") == "/Image")


def cited_paths(pages: list[Page]) -> dict[str, int]:
    """Return the file paths that the report cites, each with the page that has it first."""
    found: dict[str, int] = {}
    for page in pages:
        for match in CITED_PATH.finditer(page.text):
            found.setdefault(match.group(), page.number)
    return found


def passages(pages: list[Page], term: str, width: int = 240) -> list[tuple[int, str]]:
    """Return the surroundings of every use of `term`, so that a judge can weigh the depth."""
    hits = []
    for page in pages:
        text = " ".join(page.text.split())
        for match in re.finditer(re.escape(term), text, flags=re.IGNORECASE):
            start = max(0, match.start() - width // 2)
            hits.append((page.number, text[start : match.end() + width // 2]))
    return hits
