"""The histories of the two sample repositories, oldest commit first."""

from dataclasses import dataclass

NADIA = ("Nadia Ferro", "nadia.ferro@courtroom.example")
JONAS = ("Jonas Akintola", "jonas.akintola@courtroom.example")
SOLO = ("Sam Pohl", "sam.pohl@courtroom.example")


@dataclass(frozen=True)
class Step:
    """One commit. Its files lie in the folder `name` and are laid over those of the parent.

    `parents` are names of earlier steps; without any, the step before is the parent. `date` is
    local time with an offset, used for both the author and the committer.
    """

    name: str
    author: tuple[str, str]
    date: str
    message: str
    parents: tuple[str, ...] = ()


COURTROOM_AGENT = (
    Step(
        "01-setup",
        NADIA,
        "2026-02-16T09:12:40+01:00",
        "chore: set up the project with uv",
    ),
    Step(
        "02-rubric",
        JONAS,
        "2026-02-16T19:41:07+03:00",
        "docs: check in the rubric that the judges will use",
    ),
    Step(
        "03-state",
        NADIA,
        "2026-02-17T08:55:31+01:00",
        "feat(state): models for evidence and opinions",
    ),
    Step(
        "04-clone",
        JONAS,
        "2026-02-17T21:30:02+03:00",
        "feat(tools): clone into a temporary directory\n\n"
        "The address is checked first, and the command is a list, so no shell is involved.",
    ),
    Step(
        "05-history",
        JONAS,
        "2026-02-18T20:12:55+03:00",
        "feat(tools): read the log and spot bulk uploads",
    ),
    Step(
        "06-report-reader",
        NADIA,
        "2026-02-19T09:20:18+01:00",
        "feat(tools): text, cited paths and images of the report",
    ),
    Step(
        "07-clone-timeouts",
        JONAS,
        "2026-02-19T22:47:44+03:00",
        "fix(tools): time out hung clones, keep tokens out of errors\n\n"
        "A private repository made git wait for a password until somebody noticed.",
    ),
    Step(
        "08-tool-tests",
        JONAS,
        "2026-02-19T23:15:09+03:00",
        "test: clone errors and log parsing",
    ),
    Step(
        "09-detectives",
        NADIA,
        "2026-02-20T10:05:26+01:00",
        "feat(nodes): repository and report detectives",
    ),
    Step(
        "10-linear-graph",
        JONAS,
        "2026-02-20T20:38:51+03:00",
        "feat(graph): first wiring, one detective after the other",
    ),
    Step(
        "11-reducers",
        NADIA,
        "2026-02-21T11:16:33+01:00",
        "fix(state): give shared keys a reducer\n\n"
        "Two detectives in one superstep made LangGraph raise InvalidUpdateError. Evidence is\n"
        "merged by detective now, opinions and errors are appended.",
    ),
    Step(
        "12-parallel-detectives",
        JONAS,
        "2026-02-21T18:02:14+03:00",
        "feat(graph): run the detectives side by side, join in an aggregator",
    ),
    Step(
        "13-judges",
        NADIA,
        "2026-02-22T10:27:48+01:00",
        "feat(judges): three personas with opposing briefs",
    ),
    Step(
        "14-tarballs",
        JONAS,
        "2026-02-22T14:50:20+03:00",
        "feat(tools): accept tarballs as submissions",
        parents=("12-parallel-detectives",),
    ),
    Step(
        "15-syntax-trees",
        JONAS,
        "2026-02-22T17:33:05+03:00",
        "feat(tools): walk syntax trees for models, wiring and unsafe calls",
    ),
    Step(
        "16-structured-opinions",
        NADIA,
        "2026-02-22T18:44:59+01:00",
        "feat(judges): structured opinions, ask again when a reply does not fit",
        parents=("13-judges",),
    ),
    Step(
        "17-merge",
        JONAS,
        "2026-02-23T09:31:37+03:00",
        "Merge branch 'judges'",
        parents=("15-syntax-trees", "16-structured-opinions"),
    ),
    Step(
        "18-judge-fan-out",
        NADIA,
        "2026-02-23T11:10:12+01:00",
        "feat(graph): fan out to the judges, join at the chief justice",
    ),
    Step(
        "19-justice-rules",
        NADIA,
        "2026-02-24T09:48:03+01:00",
        "feat(justice): rules instead of an average\n\n"
        "An average let a proven flaw pass whenever the Defense was eloquent enough.",
    ),
    Step(
        "20-justice-tests",
        JONAS,
        "2026-02-24T21:05:46+03:00",
        "test: rules of the chief justice",
    ),
    Step(
        "21-vision",
        NADIA,
        "2026-02-24T21:52:30+01:00",
        "feat(detectives): vision inspector counts the report's pictures",
    ),
    Step(
        "22-failure-route",
        JONAS,
        "2026-02-25T08:22:11+03:00",
        "feat(graph): route failed audits to a failure report, add command line",
    ),
    Step(
        "23-citations",
        NADIA,
        "2026-02-25T09:40:57+01:00",
        "fix(judges): drop citations of evidence that nobody collected",
    ),
    Step(
        "24-docs",
        NADIA,
        "2026-02-25T11:03:22+01:00",
        "docs: how to run it, architecture, known gaps",
    ),
)

LINEAR_AGENT = (
    Step("01-init", SOLO, "2026-02-25T23:41:10+00:00", "init"),
    Step("02-report", SOLO, "2026-02-25T23:44:52+00:00", "add readme"),
)
