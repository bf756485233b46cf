"""The report of the courtroom agent. Some of what it says is wrong on purpose: see README.md."""

import io
from pathlib import Path

from reportlab.lib.utils import ImageReader
from reportlab.platypus import Image, KeepTogether, PageBreak, Spacer

from figures import GraphDiagram, hearing_bitmap
from page import TEXT_WIDTH, Fonts, Styles, write

TITLE = "Courtroom Agent: Auditing Repositories by Argument"
AUTHORS = "Nadia Ferro, Jonas Akintola"

STATE_LISTING = """
class AgentState(TypedDict, total=False):
    repo_url: str
    report_path: str
    dimensions: list[Dimension]
    evidences: Annotated[dict[str, list[Evidence]], operator.ior]
    opinions: Annotated[list[JudicialOpinion], operator.add]
    errors: Annotated[list[str], operator.add]
    verdicts: list[CriterionVerdict]
    final_report: str
"""

FAN_OUT_LISTING = """
for judge in JUDGES:
    builder.add_edge("evidence_aggregator", judge)
    builder.add_edge(judge, "chief_justice")
"""

OVERRIDE_LISTING = """
flawed = any(item.security_flaw for item in evidence if item.dimension == dimension.id)
if flawed and score > SECURITY_CAP:
    rules.append("security_override")
    return SECURITY_CAP
"""


def write_courtroom_report(target: Path) -> None:
    """Writes the report to `target`."""
    fonts = Fonts()
    styles = Styles(fonts)
    story = [
        *opening(styles),
        PageBreak(),
        *architecture(styles),
        *synchronization(styles),
        *synthesis(styles),
        *tools(styles),
        *results(styles),
        *closing(styles),
    ]
    write(target, TITLE, AUTHORS, fonts, story)


def opening(s: Styles) -> list:
    """Title, abstract and introduction."""
    return [
        Spacer(1, 26),
        s.text(TITLE.replace(": ", ":<br/>"), s.title),
        s.text(f"{AUTHORS}<br/>25 February 2026, version 0.1.0", s.byline),
        s.text("Abstract", s.heading),
        s.text(
            "Grading software by hand does not scale, and grading it with a single prompt gives "
            "an answer that nobody can check. Courtroom Agent splits the work the way a court "
            "does. Detectives collect evidence and keep their opinion to themselves, three judges "
            "with opposing briefs argue about that evidence, and a chief justice made of plain "
            "rules turns the argument into a score from 1 to 5. Dialectical Synthesis, Fan-In / "
            "Fan-Out and State Synchronization are the three ideas that carry the design, and "
            "with a strong dose of Metacognition the swarm reaches a new level of audit quality."
        ),
        s.text("1. Introduction", s.heading),
        s.text(
            "A reviewer who opens an unknown repository asks the same questions every time: how "
            "did this grow, what does it do with foreign input, does the report describe the code "
            "that is really there? Most of these questions have an answer that can be looked up, "
            "and only the last step is a matter of judgement. The project keeps the two apart. "
            "Whatever can be read from git, from a syntax tree or from a PDF is read by ordinary "
            "Python in <code>src/nodes/detectives.py</code>, and a language model sees only "
            "what was found there, never the repository itself."
        ),
        s.text("The rest of this report follows one audit through the system:"),
        *s.bullets(
            "Section 2 shows the graph, its two parallel stages and its failure route.",
            "Section 3 explains how parallel nodes write to one state without losing data.",
            "Section 4 describes the three judges and how their dispute is settled.",
            "Section 5 covers the tools that touch foreign code, and section 6 reports what "
            "happened when we audited ourselves.",
        ),
        s.text("1.1 What we wanted to avoid", s.subheading),
        s.text(
            "Our first versions, still visible in the history, ran one detective after the other and "
            "averaged the scores of the judges. They had two faults. A slow clone held up the reading "
            "of the report, although neither needs the other, and a proven flaw disappeared in "
            "the average as soon as the defense was eloquent enough. Both decisions were reversed "
            "within a week, and the sections below explain what replaced them."
        ),
        s.table(
            [
                ["Part", "File", "Talks to a model"],
                ["State and schemas", "<code>src/state.py</code>", "no"],
                ["Wiring", "<code>src/graph.py</code>", "no"],
                ["Detectives", "<code>src/nodes/detectives.py</code>", "no"],
                ["Judges", "<code>src/nodes/judges.py</code>", "yes"],
                ["Chief justice", "<code>src/nodes/justice.py</code>", "no"],
                ["Questions", "<code>rubric/courtroom.json</code>", "no"],
            ],
            [0.27, 0.48, 0.25],
        ),
    ]


def architecture(s: Styles) -> list:
    """The graph, with the vector figure."""
    return [
        s.text("2. Architecture", s.heading),
        s.text(
            "One audit is one run of the state graph that <code>build_graph</code> compiles in "
            "<code>src/graph.py</code>. Figure 1 shows all of its nodes and edges."
        ),
        KeepTogether(
            [
                Spacer(1, 4),
                GraphDiagram(),
                Spacer(1, 6),
                s.text(
                    "Figure 1: The state graph. Nodes in a tinted lane run in the same superstep; "
                    "dashed parts are taken only when no verdict was possible.",
                    s.caption,
                ),
            ]
        ),
        s.text("2.1 Fan-out and fan-in", s.subheading),
        s.text(
            "The graph splits and joins twice. The first fan-out is made of three plain edges "
            "that leave <code>START</code>, one for each detective. LangGraph runs everything "
            "that becomes ready at the same time in one superstep, so cloning a repository and "
            "parsing a report overlap. The matching fan-in is made of the three edges into "
            "<code>evidence_aggregator</code>: a node with several incoming edges from one "
            "superstep runs once, after all of them. The join therefore needs no lock and no "
            "polling. The logic of the join lives in <code>src/nodes/aggregator.py</code>, which "
            "lists every dimension for which nothing was found."
        ),
        s.text(
            "The second fan-out/fan-in is wired in a loop over the names of the judges, because "
            "all three are connected in the same way:"
        ),
        s.listing(FAN_OUT_LISTING),
        s.text(
            "No edge connects one judge with another. This is what makes the hearing fair: each "
            "judge reads the evidence that the first stage collected and none can read what the "
            "others said. The chief justice is the second fan-in and starts when the slowest "
            "judge is done, so a panel costs as much time as its slowest member."
        ),
        s.text("2.2 When something fails", s.subheading),
        s.text(
            "A node that fails does not raise. It adds a sentence to the key <code>errors</code>, "
            "and its colleagues go on. After the verdict a conditional edge asks "
            "<code>route_after_verdict</code> whether there was any evidence and any verdict at "
            "all. If so, the run ends; otherwise <code>failure_report</code> writes down the "
            "collected errors, so that nobody mistakes an unreachable repository for a bad one."
        ),
    ]


def synchronization(s: Styles) -> list:
    """State, models and reducers."""
    return [
        s.text("3. State synchronization", s.heading),
        s.text(
            "Nodes in one superstep return partial updates, and LangGraph merges them when the "
            "superstep ends. Without instructions it refuses to merge two updates of one key, "
            "which is how we found out that our first state was wrong. Each key with more than "
            "one writer now names a reducer in its type:"
        ),
        s.listing(STATE_LISTING),
        s.table(
            [
                ["Key", "Written by", "Reducer", "Why it is safe"],
                [
                    "evidences",
                    "three detectives",
                    "operator.ior",
                    "each detective files its findings under its own name, so the union of the "
                    "dictionaries never replaces a colleague's entry",
                ],
                [
                    "opinions",
                    "three judges",
                    "operator.add",
                    "lists are appended; a verdict looks opinions up by judge and criterion, so "
                    "their order does not matter",
                ],
                [
                    "errors",
                    "detectives, aggregator, judges",
                    "operator.add",
                    "an error is a sentence that names its node, and none is ever removed",
                ],
            ],
            [0.14, 0.19, 0.17, 0.5],
        ),
        s.text(
            "Evidence and opinions are Pydantic models. A score outside 1 to 5, an argument that "
            "is too short or an unknown judge is refused at the moment the object is built, which "
            "means that no later node has to check it again. State synchronization is thus a "
            "matter of types: the reducer says how two writers meet, and the model says what "
            "they may write. A table of which node writes which key is kept for developers in "
            "<code>docs/architecture.md</code>."
        ),
    ]


def synthesis(s: Styles) -> list:
    """Judges and chief justice, with the bitmap."""
    picture = io.BytesIO()
    hearing_bitmap().save(picture, "PNG")
    picture.seek(0)
    width, height = ImageReader(picture).getSize()
    shown = TEXT_WIDTH * 0.86
    return [
        s.text("4. Dialectical synthesis", s.heading),
        s.text(
            "A single judge tends to be polite. We get a better picture from people who are paid "
            "to disagree, so <code>src/nodes/judges.py</code> holds three briefs that pull in "
            "different directions. The thesis comes from the Defense, the antithesis from the "
            "Prosecutor, and the Tech Lead asks the question that neither of them cares about: "
            "what will it cost to live with this code?"
        ),
        s.table(
            [
                ["Judge", "Looks for", "Ignores"],
                [
                    "Prosecutor",
                    "gaps between claim and code, security holes, lazy error handling",
                    "effort and good intentions",
                ],
                [
                    "Defense",
                    "effort, intent and creative workarounds in the history",
                    "polish and unfinished corners",
                ],
                [
                    "Tech Lead",
                    "whether it runs, whether a newcomer can change it, what the next change costs",
                    "effort and blame",
                ],
            ],
            [0.16, 0.52, 0.32],
        ),
        s.text(
            "Every opinion has to fit the schema <code>JudicialOpinion</code>. The model is bound "
            "to it with <code>with_structured_output</code>, and a reply that does not validate "
            "is sent back with the complaint, at most three times. Figure 2 shows one hearing. "
            "Before an opinion enters the state, citations of evidence that nobody collected are "
            "removed, so an invented exhibit carries no weight."
        ),
        KeepTogether(
            [
                Spacer(1, 4),
                Image(picture, width=shown, height=shown * height / width),
                s.text(
                    "Figure 2: One hearing as a sequence diagram. A reply that fails validation "
                    "goes back to the model together with the reason.",
                    s.caption,
                ),
            ]
        ),
        s.text("4.1 From dispute to verdict", s.subheading),
        s.text(
            "The synthesis itself is done by code. <code>src/nodes/justice.py</code> applies its "
            "rules in a fixed order, and each rule that changes something leaves its name in the "
            "verdict. The rule of evidence removes a Defense whose praise rests on nothing that "
            "was found. The rule of functionality lets the Tech Lead decide on architecture. "
            "Elsewhere the median counts. Last of all, a confirmed flaw caps the score:"
        ),
        s.listing(OVERRIDE_LISTING),
        s.text(
            "Strong disagreement is treated separately. If the variance of the three scores is "
            "above 2, the chief justice triggers a re-evaluation of the evidence that each judge "
            "cited before the score becomes final. Whenever Prosecutor and Defense differ, the "
            "verdict also carries a dissent that quotes the first sentence of both, so a reader "
            "sees what the dispute was about and not only how it ended. The rules are covered by "
            "<code>tests/test_justice.py</code>."
        ),
    ]


def tools(s: Styles) -> list:
    """Tools that touch foreign code."""
    return [
        s.text("5. Tools", s.heading),
        s.text(
            "Repositories are cloned by <code>src/tools/repo_tools.py</code>. The address has to "
            "match a strict pattern, the clone goes to a temporary directory that is deleted when "
            "the block ends, and git may neither ask for a password nor run longer than two "
            "minutes. Failures are translated into one sentence, without user names or tokens. "
            "We are strict about this everywhere: all external commands are run with "
            "<code>subprocess.run</code> and a list of arguments, and there is no "
            "<code>os.system</code> call left in the project."
        ),
        s.text(
            "Sources are read as syntax trees and not with regular expressions, because a name in "
            "a comment is no call. We isolated the AST logic in "
            "<code>src/tools/ast_parser.py</code>, so it can be tested without a repository. "
            "<code>src/tools/doc_tools.py</code> reads the report page by page, lists the paths "
            "that it cites and/or the passages that use a term, and counts pictures."
        ),
    ]


def results(s: Styles) -> list:
    """The audit of the project by itself."""
    return [
        s.text("6. Auditing ourselves", s.heading),
        s.text(
            "On the last day we ran the panel on our own repository. The table gives the scores "
            "of Prosecutor, Defense and Tech Lead and the verdict that the rules made of them."
        ),
        s.table(
            [
                ["Dimension", "Prosecutor", "Defense", "Tech Lead", "Verdict", "Rule"],
                ["history", "3", "5", "4", "4/5", "median"],
                ["state", "4", "5", "5", "5/5", "functionality"],
                ["graph", "3", "5", "4", "4/5", "functionality"],
                ["tool_safety", "4", "5", "5", "5/5", "median"],
                ["report", "2", "4", "3", "3/5", "median"],
                ["figures", "3", "4", "3", "3/5", "median"],
            ],
            [0.2, 0.15, 0.14, 0.15, 0.14, 0.22],
        ),
        s.text(
            "The sum is 24 of 30 points, and Prosecutor and Defense are never more than two points "
            "apart. On the history, the Prosecutor misses small commits on the first two days, and "
            "the Defense points at the linear version that was openly replaced. We think that both "
            "are right, and that the dissent is worth more than the 4/5 above it."
        ),
    ]


def closing(s: Styles) -> list:
    """Limits and plans."""
    return [
        s.text("7. Limits and next steps", s.heading),
        *s.bullets(
            "A judge asks about one dimension after the other. Batching the questions would cut "
            "the time of a hearing to about a third.",
            "The vision inspector counts bitmaps and is blind to drawings made of lines.",
            "Opinions are paid for again on every run. We plan to add <code>src/cache.py</code>, "
            "keyed by commit and brief, so that a repeated audit costs nothing.",
            "The rubric has six dimensions. Others can be added in "
            "<code>rubric/courtroom.json</code> without a change of code.",
        ),
        s.text(
            "The project is installed from <code>pyproject.toml</code> with one command and "
            "started with <code>main.py</code>; the README has both lines. What we would keep in "
            "any successor is the separation of roles. Facts come from code, arguments come from "
            "models, and decisions come from rules that fit on one page."
        ),
    ]
