"""Plans that were written down, the word that a person gave for one, and how far its issues are."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from harnessy.decision import QuestionError
from harnessy.plan.loop import Outline, Progress
from harnessy.plan.model import Ground, Link, Step
from harnessy.source import Source, Span
from harnessy.source.objects import BrokenError, loaded

_INSTANCE = re.compile(r"a valid dictionary or instance of \w+")


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore")


Counted = Annotated[int, Field(ge=1, le=1_000_000)]


class _Place(_Shape):
    file: str
    line: Counted
    column: Counted
    quote: str

    def span(self) -> Span:
        """The place as a span of a text of its own, at the same line and column."""
        front = "\n" * (self.line - 1) + " " * (self.column - 1)
        return Source(self.file, front + self.quote).span(len(front), len(front) + len(self.quote))


class _Cited(_Place):
    trail: list[str] = []


class _Step(_Shape):
    number: int
    kind: str
    wave: int
    issues: list[str]


class _Aside(_Shape):
    issue: str


class _Link(_Shape):
    later: str
    earlier: str
    phrase: str
    builds: bool
    doctrine: _Cited | None
    places: list[_Place]


class Digests(_Shape):
    """The digests that a plan carries: of the doctrine, of the issues, and of the plan itself."""

    doctrine: str
    issues: str
    plan: str


class Approval(_Shape):
    """A person's word: who, when, and the digests of the plan and the doctrine that it was given for."""

    by: str
    at: str
    plan: str
    doctrine: str


class _Saved(_Shape):
    limit: Counted
    steps: list[_Step]
    held: list[_Aside]
    links: list[_Link]
    titles: dict[str, str]
    digests: Digests
    approval: Approval | None = None


@dataclass(frozen=True)
class Saved:
    """A plan as it was written: its data, what a loop needs of it, its digests, and the word given for it."""

    shape: Mapping[str, Any]
    outline: Outline
    titles: Mapping[str, str]
    digests: Digests
    approval: Approval | None


def read_saved(text: str, path: str) -> Saved:
    """A plan that `plan --out` wrote. Raises UsageError for anything else."""
    shape = _json(text, path, "write it anew with `harnessy plan … --out FILE`")
    try:
        saved = _Saved.model_validate(shape)
    except ValidationError as error:
        raise QuestionError(f"`{path}` is no plan: {_first(error)}", "write it anew with `harnessy plan … --out FILE`") from None
    steps = tuple(Step(step.number, step.kind, step.wave, tuple(step.issues)) for step in saved.steps)
    outline = Outline(steps, tuple(map(_link, saved.links)), tuple(aside.issue for aside in saved.held), saved.limit)
    return Saved(shape, outline, saved.titles, saved.digests, saved.approval)


def write_saved(path: Path, shape: Mapping[str, object]) -> None:
    """Write a plan beside its place and move it there. Raises UsageError, also where the file holds something else than a plan."""
    if path.exists():
        try:
            read_saved(path.read_text("utf-8"), str(path))
        except (OSError, UnicodeDecodeError, QuestionError):
            raise QuestionError(f"`{path}` is there and holds no plan", "name another file; nothing was written") from None
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(json.dumps(shape, ensure_ascii=False, indent=2) + "\n", "utf-8")
        beside.replace(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise QuestionError(f"`{path}` cannot be written: {why}", "name a place that you may write to") from None


def _link(link: _Link) -> Link:
    ground = Ground(link.doctrine.span(), tuple(link.doctrine.trail)) if link.doctrine else None
    return Link(link.later, link.earlier, link.phrase, tuple(place.span() for place in link.places), ground, link.builds)


def _status(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    return {"status": value} if isinstance(value, str) else value


class _Issue(BaseModel):
    model_config = ConfigDict(extra="allow")
    status: Annotated[str, Field(pattern=r"\S")] | None = None


class _State(_Shape):
    model_config = ConfigDict(extra="forbid")
    issues: dict[str, Annotated[_Issue, BeforeValidator(_status)]] = {}
    facts: dict[str, Any] = {}


def read_state(text: str, path: str, known: Sequence[str]) -> Progress:
    """A state: `{"issues": {"#3": "status" | {"status": …, fact: value}}, "facts": {…}}`. Raises UsageError."""
    mend = 'write {"issues": {"#3": "status"}, "facts": {}}'
    try:
        state = _State.model_validate(_json(text, path, mend))
    except ValidationError as error:
        raise QuestionError(f"`{path}` is no state: {_first(error)}", mend) from None
    named = [(_key(key, known, path), issue) for key, issue in state.issues.items()]
    issues = dict(named)
    if len(issues) < len(named):
        twice = next(key for key in issues if [name for name, _ in named].count(key) > 1)
        raise QuestionError(f"`{path}` tells twice of `{twice}`", "say once how it stands")
    statuses = {key: issue.status for key, issue in issues.items() if issue.status}
    facts = {key: dict(issue.model_extra or {}) for key, issue in issues.items() if issue.model_extra}
    return Progress(statuses, facts, state.facts)


def _key(name: str, known: Sequence[str], path: str) -> str:
    found = name if name in known else f"#{name}"
    if found not in known:
        raise QuestionError(f"`{path}` tells of `{name}`, which is not in the plan", "name the issues as the plan does")
    return found


def _json(text: str, path: str, mend: str) -> Mapping[str, Any]:
    try:
        found = loaded(text)
    except BrokenError as error:
        where = f"{path}:{error.line}:{error.column}" if error.line else path
        raise QuestionError(f"`{where}`: {'broken JSON' if error.line else error}", mend) from None
    if not isinstance(found, dict):
        raise QuestionError(f"`{path}` holds no JSON object", mend)
    return found


def _first(error: ValidationError) -> str:
    detail = error.errors(include_url=False, include_input=False)[0]
    field = ".".join(str(part) for part in detail["loc"])
    said = _INSTANCE.sub("a status, or an object with one", detail["msg"]).replace("Input should", "it should")
    said = said.replace("Extra inputs are not permitted", "it is neither `issues` nor `facts`")
    said = "it should say something" if detail["type"] == "string_pattern_mismatch" else said
    return f"field `{field}`: {said[:1].lower()}{said[1:]}"
