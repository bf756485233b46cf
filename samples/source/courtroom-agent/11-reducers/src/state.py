"""The typed state that travels through the courtroom graph."""

import operator
from typing import Annotated, Literal, TypedDict

from pydantic import BaseModel, Field

JudgeName = Literal["prosecutor", "defense", "tech_lead"]


class Dimension(BaseModel):
    """One question of the rubric, and where its answer is to be looked for."""

    id: str
    name: str
    target: Literal["repository", "report", "figures"]
    instruction: str


class Evidence(BaseModel):
    """One thing a detective looked for, and what was there."""

    id: str
    dimension: str
    found: bool
    location: str
    excerpt: str = ""
    confidence: float = Field(default=1.0, ge=0.0, le=1.0)


class JudicialOpinion(BaseModel):
    """What one judge thinks of one dimension."""

    judge: JudgeName
    criterion_id: str
    score: int = Field(ge=1, le=5)
    argument: str = Field(min_length=20)
    cited_evidence: list[str] = Field(default_factory=list)


class AgentState(TypedDict, total=False):
    """Shared state.

    Detectives and judges write in the same superstep, so every key that more than one of them
    touches carries a reducer. Evidence is filed under the detective's own name, which keeps
    `ior` from replacing a colleague's work.
    """

    repo_url: str
    report_path: str
    dimensions: list[Dimension]
    evidences: Annotated[dict[str, list[Evidence]], operator.ior]
    opinions: Annotated[list[JudicialOpinion], operator.add]
    errors: Annotated[list[str], operator.add]
