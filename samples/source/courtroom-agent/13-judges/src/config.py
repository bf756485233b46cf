"""Settings and factories that the nodes share."""

import json
import os
from functools import lru_cache
from pathlib import Path

from src.state import Dimension

DEFAULT_RUBRIC = Path(__file__).resolve().parent.parent / "rubric" / "courtroom.json"


@lru_cache(maxsize=1)
def chat_model():
    """Build the chat model named in the environment.

    The provider package is imported late, so that the tools and their tests run without it.
    """
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(
        model=os.environ.get("COURTROOM_MODEL", "gpt-4o-mini"),
        temperature=float(os.environ.get("COURTROOM_TEMPERATURE", "0.2")),
        timeout=float(os.environ.get("COURTROOM_TIMEOUT", "60")),
    )


def load_rubric(path: Path = DEFAULT_RUBRIC) -> list[Dimension]:
    """Read the rubric and return its dimensions in the order of the file."""
    document = json.loads(path.read_text(encoding="utf-8"))
    return [Dimension.model_validate(entry) for entry in document["dimensions"]]
