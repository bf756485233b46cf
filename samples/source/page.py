"""Styles and building blocks that the sample reports share."""

import os
from dataclasses import dataclass
from pathlib import Path

from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER, TA_LEFT
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.platypus import Paragraph, SimpleDocTemplate, Table, TableStyle, XPreformatted

# 25 February 2026, 12:00 UTC. A fixed date makes the same text give the same bytes.
PRINTED_AT = 1_772_020_800
rl_config.invariant = 0
os.environ["SOURCE_DATE_EPOCH"] = str(PRINTED_AT)

INK = colors.HexColor("#1d2733")
MUTED = colors.HexColor("#5f6b7a")
RULE = colors.HexColor("#c9d1da")
ACCENT = colors.HexColor("#7a2e3a")
PANEL = colors.HexColor("#f3f5f8")
MARGIN = 22 * mm
# The frame around the text keeps six points free on either side.
GUTTER = 6
TEXT_WIDTH = A4[0] - 2 * (MARGIN + GUTTER)


@dataclass(frozen=True)
class Fonts:
    """Names of the fonts of one report."""

    regular: str = "Helvetica"
    bold: str = "Helvetica-Bold"
    code: str = "Courier"


class Styles:
    """Paragraph styles for one set of fonts."""

    def __init__(self, fonts: Fonts, size: float = 10) -> None:
        self.fonts = fonts
        base = ParagraphStyle(
            "body",
            fontName=fonts.regular,
            fontSize=size,
            leading=size * 1.45,
            textColor=INK,
            spaceAfter=7,
            alignment=TA_LEFT,
        )
        self.body = base
        self.bullet = ParagraphStyle("bullet", base, leftIndent=14, bulletIndent=3, spaceAfter=4)
        self.title = ParagraphStyle(
            "title", base, fontName=fonts.bold, fontSize=22, leading=27, spaceAfter=6
        )
        self.byline = ParagraphStyle("byline", base, textColor=MUTED, spaceAfter=16)
        self.heading = ParagraphStyle(
            "heading",
            base,
            fontName=fonts.bold,
            fontSize=14,
            leading=18,
            textColor=ACCENT,
            spaceBefore=12,
            spaceAfter=6,
            keepWithNext=1,
        )
        self.subheading = ParagraphStyle(
            "subheading", self.heading, fontSize=11, leading=14, textColor=INK, spaceBefore=8
        )
        self.caption = ParagraphStyle(
            "caption", base, fontSize=8.5, leading=11, textColor=MUTED, alignment=TA_CENTER
        )
        self.cell = ParagraphStyle("cell", base, fontSize=8.8, leading=11.5, spaceAfter=0)
        self.head = ParagraphStyle("head", self.cell, fontName=fonts.bold)
        self.code = ParagraphStyle(
            "code",
            fontName=fonts.code,
            fontSize=8,
            leading=10.6,
            textColor=INK,
            backColor=PANEL,
            borderPadding=(6, 8, 6, 8),
            leftIndent=8,
            rightIndent=8,
            spaceBefore=10,
            spaceAfter=16,
        )

    def text(self, words: str, style: ParagraphStyle | None = None) -> Paragraph:
        """A paragraph; `<code>…</code>` in it is set in the code font."""
        face = f'<font face="{self.fonts.code}" size="{self.body.fontSize - 0.8}">'
        words = words.replace("<code>", face).replace("</code>", "</font>")
        return Paragraph(words, style or self.body)

    def bullets(self, *items: str) -> list[Paragraph]:
        """A list with dots."""
        marked = (f"<bullet>&bull;</bullet>{item}" for item in items)
        return [self.text(item, self.bullet) for item in marked]

    def listing(self, source: str) -> XPreformatted:
        """Lines of code on a tinted panel."""
        return XPreformatted(source.strip("\n"), self.code)

    def table(self, rows: list[list[str]], widths: list[float]) -> Table:
        """A table with a head; widths are shares of the text's width."""
        cells = [
            [self.text(cell, self.head if row == 0 else self.cell) for cell in line]
            for row, line in enumerate(rows)
        ]
        table = Table(cells, colWidths=[TEXT_WIDTH * share for share in widths])
        table.setStyle(
            TableStyle(
                [
                    ("VALIGN", (0, 0), (-1, -1), "TOP"),
                    ("LINEBELOW", (0, 0), (-1, 0), 0.9, INK),
                    ("LINEBELOW", (0, 1), (-1, -1), 0.3, RULE),
                    ("TOPPADDING", (0, 0), (-1, -1), 4),
                    ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
                    ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ]
            )
        )
        table.spaceBefore, table.spaceAfter = 4, 10
        return table


def write(target: Path, title: str, author: str, fonts: Fonts, story: list) -> None:
    """Sets `story` and writes it to `target`, with a running foot on every page."""

    def foot(canvas, document) -> None:
        canvas.saveState()
        canvas.setFont(fonts.regular, 8)
        canvas.setFillColor(MUTED)
        canvas.drawString(MARGIN + GUTTER, 12 * mm, title)
        canvas.drawRightString(A4[0] - MARGIN - GUTTER, 12 * mm, f"Page {document.page}")
        canvas.restoreState()

    document = SimpleDocTemplate(
        str(target),
        pagesize=A4,
        leftMargin=MARGIN,
        rightMargin=MARGIN,
        topMargin=20 * mm,
        bottomMargin=22 * mm,
        title=title,
        author=author,
        creator="samples/make_sample.py",
        pageCompression=1,
    )
    document.build(story, onFirstPage=foot, onLaterPages=foot)
