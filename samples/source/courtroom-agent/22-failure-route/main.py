"""Command line: audit one submission and write the verdict to a Markdown file."""

import argparse
import sys
from pathlib import Path

from src.config import load_rubric
from src.graph import build_graph


def main() -> int:
    """Run one audit. Returns 0 when a verdict was reached and 1 when it was not."""
    parser = argparse.ArgumentParser(description="Audit a repository and its PDF report.")
    parser.add_argument("submission", help="repository address, or a .tar.gz file")
    parser.add_argument("report", help="the PDF report")
    parser.add_argument("--output", type=Path, default=Path("audit.md"))
    arguments = parser.parse_args()

    state = build_graph().invoke(
        {
            "repo_url": arguments.submission,
            "report_path": arguments.report,
            "dimensions": load_rubric(),
        }
    )
    arguments.output.write_text(state["final_report"], encoding="utf-8")
    print(f"wrote {arguments.output}", file=sys.stderr)
    return 0 if state.get("verdicts") else 1


if __name__ == "__main__":
    sys.exit(main())
