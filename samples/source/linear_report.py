"""The report of the linear agent: short, confident and mostly wrong on purpose."""

from pathlib import Path

import reportlab
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import PageBreak

from page import Fonts, Styles, write

TITLE = "My Automaton Auditor"
AUTHOR = "Sam Pohl"


def write_linear_report(target: Path) -> None:
    """Writes the report to `target`. Its fonts are embedded, those of the other are not."""
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in ("Vera", "VeraBd"):
        pdfmetrics.registerFont(TTFont(name, str(folder / f"{name}.ttf")))
    fonts = Fonts("Vera", "VeraBd", "Vera")
    s = Styles(fonts, 10.5)
    story = [
        s.text(TITLE, s.title),
        s.text(f"{AUTHOR}, February 2026", s.byline),
        s.text("Executive summary", s.heading),
        s.text(
            "This project is a production ready multi agent swarm for automated grading. It uses "
            "Dialectical Synthesis, Metacognition, Fan-In / Fan-Out and State Synchronization to "
            "reach results that are on par with human experts."
        ),
        s.text("What it does", s.heading),
        s.text(
            "The user gives a link and a PDF. The agent downloads the code, reads the document, "
            "lets the judges decide and prints the final score. Everything is built with "
            "LangGraph, which is the industry standard for agents."
        ),
        s.text("How it is built", s.heading),
        s.text(
            "The typed state is defined in src/state.py with Pydantic models and reducers. The "
            "detectives run in parallel, as wired in src/graph.py, and the three judges also run "
            "in parallel. The code of the judges is in judges.py and every answer is validated "
            "against a schema. The final decision is made in src/nodes/justice.py with a set of "
            "hard rules."
        ),
        s.text(
            "Cloning is done in a sandbox, so the code of other people can never harm the machine."
        ),
        PageBreak(),
        s.text("Results", s.heading),
        s.text(
            "I tested the agent on several repositories and it gave good scores to the good ones "
            "and bad scores to the bad ones. For my own repository it printed 5/5, so I am "
            "confident that all requirements are met."
        ),
        s.text("What I learned", s.heading),
        s.text(
            "Agents are powerful, but they need good prompts. Working with graphs was new to me "
            "and I would like to use more of their features in the future. The start of the "
            "program is agent.py, and the unit tests are in tests/test_graph.py."
        ),
        s.text("Conclusion", s.heading),
        s.text("With its advanced swarm intelligence this project shows the future of education."),
    ]
    write(target, TITLE, AUTHOR, fonts, story)
