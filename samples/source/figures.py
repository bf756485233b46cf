"""The two figures of the courtroom report: one drawn with lines, one a bitmap."""

from pathlib import Path

import reportlab
from PIL import Image, ImageDraw, ImageFont
from reportlab.lib import colors
from reportlab.platypus import Flowable

from page import ACCENT, INK, MUTED, PANEL, RULE, TEXT_WIDTH

ROW_HEIGHT = 24
DETECTIVES = ("RepoInvestigator", "DocAnalyst", "VisionInspector")
JUDGES = ("Prosecutor", "Defense", "TechLead")


class GraphDiagram(Flowable):
    """The state graph as boxes and arrows; parallel nodes stand side by side in a lane."""

    HEIGHT = 372.0
    CENTER = TEXT_WIDTH / 2 - 19
    COLUMNS = (CENTER - 140, CENTER, CENTER + 140)

    def wrap(self, *_available: float) -> tuple[float, float]:
        """Returns the size in points."""
        return TEXT_WIDTH, self.HEIGHT

    def draw(self) -> None:
        """Draws lanes first, then arrows, then boxes, so that nothing hides a label."""
        start, detectives, aggregator, judges, chief, end = 356, 278, 202, 126, 58, 12
        self.lane(detectives, "Detectives, in parallel")
        self.lane(judges, "Judges, in parallel")
        for x in self.COLUMNS:
            self.arrow(self.CENTER, start - 12, x, detectives + 12)
            self.arrow(x, detectives - 12, self.CENTER, aggregator + 12)
            self.arrow(self.CENTER, aggregator - 12, x, judges + 12)
            self.arrow(x, judges - 12, self.CENTER, chief + 12)
        self.arrow(self.CENTER, chief - 12, self.CENTER, end + 12)
        aside = self.CENTER + 186
        self.arrow(self.CENTER + 58, chief, aside - 52, chief, dashed=True)
        self.arrow(aside, chief - 12, self.CENTER + 34, end, dashed=True)
        self.note(self.CENTER + 66, chief + 5, "failed")
        self.note(self.CENTER + 5, chief - 25, "decided")
        self.box(self.CENTER, start, "START", 68, terminal=True)
        for x, detective, judge in zip(self.COLUMNS, DETECTIVES, JUDGES, strict=True):
            self.box(x, detectives, detective, 112)
            self.box(x, judges, judge, 112)
        self.box(self.CENTER, aggregator, "EvidenceAggregator", 132)
        self.box(self.CENTER, chief, "ChiefJustice", 116)
        self.box(aside, chief, "FailureReport", 104, dashed=True)
        self.box(self.CENTER, end, "END", 68, terminal=True)

    def lane(self, y: float, title: str) -> None:
        """Tints the background of nodes that run in the same superstep."""
        left, right = self.COLUMNS[0] - 68, self.COLUMNS[2] + 68
        self.canv.setFillColor(PANEL)
        self.canv.setStrokeColor(RULE)
        self.canv.setLineWidth(0.5)
        self.canv.roundRect(left, y - 20, right - left, 40, 5, fill=1)
        self.canv.setFillColor(MUTED)
        self.canv.setFont("Helvetica-Oblique", 7.5)
        self.canv.drawString(right + 5, y - 2, title.split(",")[0])
        self.canv.drawString(right + 5, y - 11, title.split(", ")[1])

    def box(
        self, x: float, y: float, label: str, width: float, *, terminal=False, dashed=False
    ) -> None:
        """Draws one node, centred on the point."""
        canvas = self.canv
        canvas.saveState()
        canvas.setFillColor(ACCENT if terminal else colors.white)
        canvas.setStrokeColor(ACCENT if terminal else INK)
        canvas.setLineWidth(1)
        if dashed:
            canvas.setDash(3, 2)
        radius = ROW_HEIGHT / 2 if terminal else 3
        left, bottom = x - width / 2, y - ROW_HEIGHT / 2
        canvas.roundRect(left, bottom, width, ROW_HEIGHT, radius, fill=1)
        canvas.setFillColor(colors.white if terminal else INK)
        canvas.setFont("Helvetica-Bold", 9)
        canvas.drawCentredString(x, y - 3.2, label)
        canvas.restoreState()

    def arrow(self, x1: float, y1: float, x2: float, y2: float, *, dashed: bool = False) -> None:
        """Draws a line that ends in a filled triangle."""
        canvas = self.canv
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        canvas.saveState()
        canvas.setStrokeColor(INK)
        canvas.setFillColor(INK)
        canvas.setLineWidth(0.8)
        if dashed:
            canvas.setDash(3, 2)
        canvas.line(x1, y1, x2 - 5 * ux, y2 - 5 * uy)
        canvas.setDash()
        head = canvas.beginPath()
        head.moveTo(x2, y2)
        head.lineTo(x2 - 6 * ux - 2.6 * uy, y2 - 6 * uy + 2.6 * ux)
        head.lineTo(x2 - 6 * ux + 2.6 * uy, y2 - 6 * uy - 2.6 * ux)
        head.close()
        canvas.drawPath(head, stroke=0, fill=1)
        canvas.restoreState()

    def note(self, x: float, y: float, text: str) -> None:
        """Writes the condition beside an arrow."""
        self.canv.setFillColor(MUTED)
        self.canv.setFont("Helvetica-Oblique", 7.5)
        self.canv.drawString(x, y, text)


def hearing_bitmap() -> Image.Image:
    """Draws one hearing as a sequence diagram, 1440 by 880 pixels."""
    image = Image.new("RGB", (1440, 880), "white")
    pen = ImageDraw.Draw(image)
    folder = Path(reportlab.__file__).parent / "fonts"
    bold = ImageFont.truetype(str(folder / "VeraBd.ttf"), 26)
    plain = ImageFont.truetype(str(folder / "Vera.ttf"), 22)
    actors = {"Graph": 170, "Judge": 530, "Model": 900, "JudicialOpinion": 1250}
    for name, x in actors.items():
        for y in range(90, 850, 16):
            pen.line((x, y, x, y + 8), fill="#9aa5b1", width=2)
        half = max(90, len(name) * 10 + 20)
        pen.rectangle((x - half, 30, x + half, 90), fill="#f3f5f8", outline="#1d2733", width=3)
        pen.text((x, 60), name, font=bold, fill="#1d2733", anchor="mm")
    pen.rectangle((380, 250, 1410, 710), outline="#7a2e3a", width=3)
    pen.rectangle((380, 250, 640, 292), fill="#7a2e3a")
    pen.text((510, 271), "loop, up to 3", font=plain, fill="white", anchor="mm")
    steps = (
        ("Graph", "Judge", 150, "hear(brief, state)", False),
        ("Judge", "Judge", 205, "describe_case", False),
        ("Judge", "Model", 350, "invoke(messages)", False),
        ("Model", "Judge", 420, "structured reply", True),
        ("Judge", "JudicialOpinion", 500, "model_validate(reply)", False),
        ("JudicialOpinion", "Judge", 570, "ValidationError", True),
        ("Judge", "Model", 650, "messages + complaint", False),
        ("JudicialOpinion", "Judge", 765, "opinion", True),
        ("Judge", "Graph", 825, "opinions, errors", True),
    )
    for source, target, y, label, reply in steps:
        message(pen, actors[source], actors[target], y, label, plain, reply=reply)
    return image


def message(pen, x1: int, x2: int, y: int, label: str, font, *, reply: bool) -> None:
    """Draws one message; replies are dashed, and a message to oneself is a hook."""
    ink = "#1d2733"
    if x1 == x2:
        pen.line((x1, y - 16, x1 + 46, y - 16, x1 + 46, y + 12, x1, y + 12), fill=ink, width=3)
        pen.polygon((x1, y + 12, x1 + 14, y + 5, x1 + 14, y + 19), fill=ink)
        pen.text((x1 + 60, y - 2), label, font=font, fill=ink, anchor="lm")
        return
    step = 1 if x2 > x1 else -1
    stride = 18 if reply else abs(x2 - x1)
    for x in range(x1, x2 - 10 * step, stride * step):
        pen.line((x, y, x + step * (11 if reply else stride - 8), y), fill=ink, width=3)
    pen.polygon((x2, y, x2 - 16 * step, y - 8, x2 - 16 * step, y + 8), fill=ink)
    middle = ((x1 + x2) // 2, y - 9)
    # The white outline keeps the label readable where it crosses a lifeline.
    pen.text(middle, label, font=font, fill=ink, anchor="ms", stroke_width=4, stroke_fill="white")
