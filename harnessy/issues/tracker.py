"""Issues as `gh` prints them: an array, one object, or one object a line. Each is read by itself: a bad one harms no other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from harnessy.issues.model import Fault, Read, headers
from harnessy.issues.parts import members
from harnessy.plan.model import OPEN, Issue, Stated
from harnessy.plan.references import REFERENCE, Named
from harnessy.source import Source
from harnessy.source.objects import BOM, BrokenError, arrays, loaded, whole_part

_URL = re.compile(r"https?://[^/]+/(?:repos/)?(?P<repository>[^/]+/[^/]+)/(?:issues|pull|pulls)/\d+")
_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])|_")
_LINKED = {"blockedBy": "blocked_by", "blocking": "blocking", "parent": "parent", "subIssues": "sub_issues"}
_NESTED, _BLOCKED, _SUMMARY = "nodes", "blockedBy", "issue_dependencies_summary"
_SHAPE = re.compile(r"a valid dictionary or instance of \w+")
_DIGITS = re.compile(r"[1-9]\d{0,17}")
_DEEP = 1 << 2
NEWLINE = "\n"
TWICE = "it stands twice in the input, with other words"


@dataclass(frozen=True, slots=True)
class Broken:
    """What stands in the place of an issue and is no JSON: what is wrong, and the fields that are told whole, and once."""

    why: str
    fields: Mapping[str, object]


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
            whole = not issues[key].fault and not read.fault
            faults.extend([Fault(where, f"#{read.number} stands here a second time, with other words", read.number)] * whole)
            issues[key] = replace(issues[key], fault=issues[key].fault or read.fault or TWICE)
        issues.setdefault(key, read)
    return Read(tuple(issues.values()), tuple(faults))


def _objects(text: str, place: str, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    plain = text.lstrip(BOM).strip()
    try:
        found = loaded(plain) if plain else []
    except BrokenError as error:
        found = arrays(plain)
        if len(found) < 1 + 1:
            yield from _saved(text.lstrip(BOM), place, error, faults)
            return
    if isinstance(found, Mapping) and "number" not in found:
        found = _within(found)
    values: list[object] = found if isinstance(found, list) else [found]
    inside = [value for value in values if isinstance(value, list)]
    for index, value in enumerate(chain.from_iterable(inside) if len(inside) == len(values) else values, 1):
        yield f"{place}, issue {index}", value


def _saved(text: str, place: str, error: BrokenError, faults: list[Fault]) -> Iterator[tuple[str, object]]:
    """The issues of a text that is no JSON as a whole: line by line, or each that an array lists."""
    lines = [line for line in text.split(NEWLINE) if line.strip()]
    by_line = _is_object(lines[0]) or all(line.lstrip().startswith("{") for line in lines)
    parts = [] if by_line and any(map(_is_object, lines)) else list(members(text, "number"))
    if not parts and any(map(_is_object, lines)):
        yield from _lines(text, place)
        return
    found = [_part(part) for _, part in parts]
    whole = "".join(text.split()) == "".join(part for _, each in parts for part in each.split())
    if not whole and not any(isinstance(one, Broken) for one in found):
        faults.append(Fault(f"{place}:{error.line}:{error.column}" if error.line else place, str(error)))
    for index, ((start, _), one) in enumerate(zip(parts, found, strict=True), 1):
        yield f"{place}:{text.count(NEWLINE, 0, start) + 1}, issue {index}", one


def _part(text: str) -> object:
    """An object of a broken text by itself; of a broken one its number, and what is wrong."""
    try:
        return loaded(text)
    except BrokenError as error:
        known = whole_part(text)
        return Broken(str(error), {name: value for name, value in known if [one for one, _ in known].count(name) == 1})


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


def _lines(text: str, place: str) -> Iterator[tuple[str, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield f"{place}:{number}", _part(line)


def _issue(value: object, where: str, repository: str, faults: list[Fault]) -> Issue | None:
    if isinstance(value, Broken):
        number = _number(value.fields)
        faults.append(Fault(f"#{number} ({where})" if number else where, value.why, number))
        return _unread(value.fields, repository, value.why)
    if not isinstance(value, Mapping):
        faults.append(Fault(where, "this is no issue: not a JSON object"))
        return None
    try:
        shape = _Issue.model_validate(value)
    except ValidationError as error:
        found = list(_faults(error, where, _number(value)))
        faults.extend(found)
        return _unread(value, repository, found[0].text)
    made = _made(shape, repository)
    return replace(made, fields=(*made.fields, *_counted(value, made)))


def _number(fields: Mapping[str, object]) -> int:
    """The number that an issue seems to have, however it is written; 0 where nobody can tell."""
    number = fields.get("number")
    written = str(int(number) if isinstance(number, float) and number.is_integer() else number).strip().removeprefix("#")
    told = isinstance(number, int | float | str) and not isinstance(number, bool) and bool(_DIGITS.fullmatch(written))
    return int(written) if told else 0


def _unread(fields: Mapping[str, object], repository: str, why: str) -> Issue | None:
    """An issue of which only number and title are known: whoever waits for it learns that it could not be read."""
    number, title, url = _number(fields), fields.get("title"), fields.get("url")
    if not number:
        return None
    key = f"#{number}"
    own = _repository(url if isinstance(url, str) else "") or repository
    texts = (Source.of(f"{key} title", ""), Source.of(key, ""))
    said = title.encode("utf-8", "replace").decode() if isinstance(title, str) else ""
    return Issue(key, said, texts, number, repository=own, fault=why)


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
