"""Issues as `gh` prints them: an array, one object, or one object a line. Each is read by itself: a bad one harms no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import chain
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from harnessy.issues.model import Fault, Read, headers
from harnessy.plan.model import OPEN, Issue, Stated
from harnessy.plan.references import REFERENCE, Named
from harnessy.source import Source
from harnessy.source.objects import BOM, BrokenError, arrays, loaded

_URL = re.compile(r"https?://[^/]+/(?:repos/)?(?P<repository>[^/]+/[^/]+)/(?:issues|pull|pulls)/\d+")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_LINKED = {"blockedBy": "blocked_by", "blocking": "blocking", "parent": "parent", "subIssues": "sub_issues"}
_NESTED, _BLOCKED, _SUMMARY = "nodes", "blockedBy", "issue_dependencies_summary"
_SHAPE = re.compile(r"a valid dictionary or instance of \w+")
_DEEP = 1 << 2


def _listed(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    """A list, however it is wrapped: nothing, `{"nodes": [...]}`, one object, a count."""
    if value is None or isinstance(value, int):
        return []
    if isinstance(value, dict):
        if "edges" in value:
            return [one.get("node", one) if isinstance(one, dict) else one for one in value["edges"] or ()]
        return value.get(_NESTED, [value] if "number" in value or "body" in value else []) or []
    return value


def _referred(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    """Another issue, however it is named: by its number alone, `#3`, `owner/name#3`, an address."""
    if isinstance(value, int) and not isinstance(value, bool):
        return {"number": value}
    named = REFERENCE.fullmatch(value.strip()) if isinstance(value, str) else None
    if named is None:
        return value
    found = Named.of(named)
    return {"number": found.number, "repository": found.repository}


def _called(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    return value if isinstance(value, str) or not isinstance(value, dict) else value.get("name", value)


def _text(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    return "" if value is None else value


def _comment(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    return (value.get("body") or "") if isinstance(value, dict) else value


def _named(value: Any) -> Any:  # noqa: ANN401 # whatever JSON holds
    if isinstance(value, dict):
        return value.get("nameWithOwner") or value.get("full_name") or ""
    return "" if value is None else value


Text = Annotated[str, BeforeValidator(_text)]
Number = Annotated[int, Field(gt=0, strict=True)]
Repository = Annotated[str, BeforeValidator(_named)]


class _Shape(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class _Other(_Shape):
    number: Number
    title: Text = ""
    state: Text = ""
    url: Text = Field(default="", validation_alias=AliasChoices("url", "html_url"))
    repository: Repository = ""


Others = Annotated[list[Annotated[_Other, BeforeValidator(_referred)]], BeforeValidator(_listed)]
Words = Annotated[list[Annotated[str, BeforeValidator(_called)]], BeforeValidator(_listed)]
Comments = Annotated[list[Annotated[str, BeforeValidator(_comment)]], BeforeValidator(_listed)]


class _Issue(_Shape):
    number: Number
    title: Annotated[str, Field(min_length=1)]
    body: Text = ""
    state: Text = OPEN
    url: Text = Field(default="", validation_alias=AliasChoices("html_url", "url"))
    repository: Repository = ""
    labels: Words = Field([])
    comments: Comments = Field([])
    blocked_by: Others = Field([], validation_alias=AliasChoices("blockedBy", "blocked_by"))
    blocking: Others = Field([])
    parent: Others = Field([])
    sub_issues: Others = Field([], validation_alias=AliasChoices("subIssues", "sub_issues"))
    pull_request: Any = None


def read_tracker(text: str, place: str, repository: str = "") -> Read:
    """The issues of a text in JSON. `repository` is where issues are that do not say so."""
    issues, faults = dict[tuple[str, int], Issue](), list[Fault]()
    for where, value in _objects(text, place, faults):
        read = _issue(value, where, repository, faults)
        if read is None:
            continue
        key = (read.repository, read.number)
        if key in issues and issues[key] != read:
            faults.append(Fault(where, f"#{read.number} stands here a second time, with other words", read.number))
        issues.setdefault(key, read)
    return Read(tuple(issues.values()), tuple(faults))


def _objects(text: str, place: str, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    plain = text.lstrip(BOM).strip()
    try:
        found = loaded(plain) if plain else []
    except BrokenError as error:
        pages, lines = arrays(plain), plain.split("\n")
        if len(pages) < 2 and len(lines) > 1 and any(_is_object(line) for line in lines):
            yield from _lines(text.lstrip(BOM), place, faults)
            return
        if len(pages) < 2:
            faults.append(Fault(f"{place}:{error.line}:{error.column}" if error.line else place, str(error)))
            return
        found = pages
    if isinstance(found, Mapping) and "number" not in found:
        found = _within(found)
    values: list[object] = found if isinstance(found, list) else [found]
    inside = [value for value in values if isinstance(value, list)]
    for index, value in enumerate(chain.from_iterable(inside) if len(inside) == len(values) else values, 1):
        yield f"{place}, issue {index}", value


def _is_object(line: str) -> bool:
    try:
        return isinstance(loaded(line), Mapping)
    except BrokenError:
        return False


def _within(found: Mapping[str, object], depth: int = 0) -> object:
    """The list of issues in what wraps it, as an answer of the web interface does; what wraps none is returned."""
    for value in found.values():
        if isinstance(value, list):
            return [one.get("node", one) if isinstance(one, Mapping) else one for one in value]
        inner = _within(value, depth + 1) if isinstance(value, Mapping) and depth < _DEEP else None
        if isinstance(inner, list) and inner:
            return inner
    return [found] if not depth else None


def _lines(text: str, place: str, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            yield f"{place}:{number}", loaded(line)
        except BrokenError as error:
            faults.append(Fault(f"{place}:{number}", "broken JSON on this line" if error.line else str(error)))


def _issue(value: object, where: str, repository: str, faults: list[Fault]) -> Issue | None:
    number = value.get("number") if isinstance(value, Mapping) else None
    known = number if isinstance(number, int) and not isinstance(number, bool) else 0
    if not isinstance(value, Mapping):
        faults.append(Fault(where, "this is no issue: not a JSON object"))
        return None
    try:
        shape = _Issue.model_validate(value)
    except ValidationError as error:
        faults.extend(_faults(error, where, known))
        return None
    made = _made(shape, repository)
    return replace(made, fields=(*made.fields, *_counted(value, made)))


def _counted(value: Mapping[str, Any], issue: Issue) -> Iterator[Stated]:
    """What links to the issue and is counted, but not listed: a link to no number."""
    for field, name in _LINKED.items():
        told = value.get(field, value.get(name))
        if field == _BLOCKED and told is None and isinstance(value.get(_SUMMARY), Mapping):
            told = value[_SUMMARY].get(name)
        listed = 0
        if isinstance(told, Mapping):
            listed, told = len(_listed(dict(told))), told.get("totalCount")
        missing = told - listed if isinstance(told, int) and not isinstance(told, bool) else 0
        if missing > 0:
            span = Source(f"{issue.key} field {field}", str(missing)).span(0, len(str(missing)))
            yield Stated(_spaced(field), 0, issue.repository, "", span)


def _spaced(field: str) -> str:
    return _CAPITAL.sub(" ", field).casefold()


def _faults(error: ValidationError, where: str, number: int) -> Iterator[Fault]:
    """One fault for each field that is wrong."""
    seen = set[str]()
    for detail in error.errors(include_url=False, include_input=False):
        field = ".".join(str(part) for part in detail["loc"][:1])
        if field not in seen:
            seen.add(field)
            said = _SHAPE.sub("an issue", detail["msg"]).removeprefix("Value error, ").replace("Input should", "it should")
            yield Fault(f"#{number} ({where})" if number else where, f"field `{field}`: {said[:1].lower()}{said[1:]}", number)


def _made(shape: _Issue, repository: str) -> Issue:
    own = shape.repository or _repository(shape.url) or repository
    key = f"#{shape.number}"
    body = Source.of(key, shape.body)
    comments = [Source.of(f"{key} comment {index}", text) for index, text in enumerate(shape.comments, 1)]
    return Issue(
        key=key,
        title=shape.title,
        texts=(Source.of(f"{key} title", shape.title), body, *comments),
        number=shape.number,
        repository=own,
        state=shape.state.casefold() or OPEN,
        labels=tuple(shape.labels),
        headers=headers(body),
        fields=tuple(_fields(shape, key, own)),
        pull=shape.pull_request is not None,
    )


def _repository(url: str) -> str:
    match = _URL.match(url)
    return match["repository"] if match else ""


def _fields(shape: _Issue, key: str, own: str) -> Iterator[Stated]:
    for field, name in _LINKED.items():
        words = _spaced(field)
        for other in getattr(shape, name):
            there = other.repository or _repository(other.url) or own
            text = f"#{other.number} {other.title}".strip()
            span = Source(f"{key} field {field}", text).span(0, len(text))
            yield Stated(words, other.number, there, other.state.casefold(), span)
