"""Records: a fenced JSON object below a sentence that tells where it goes is a schema, and the sentence a duty."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

from harnessy.document import Block, Fence, Paragraph, Section, walk
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import ALWAYS, Act, Named, Rule, Subject
from harnessy.rulebook.names import bare, fold
from harnessy.rulebook.permission_maps import permissions
from harnessy.rulebook.schema import Field, Kind, Schema
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

EVENT, DUTY = "event", "duty"
_OPTIONAL = "?"
_CODE = re.compile(r"`(?P<path>[^`\s]*[/.][^`\s]*)`")
_KEY = re.compile(r"\"(?P<name>(?:[^\"\\]|\\.)*)\"\s*:")
_TEMPLATE = re.compile(r".*<[^<>]+>.*")
_TIME = re.compile(r"iso|time|date|rfc", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"[^\s|][^|]*")
_OPENS = frozenset({"AFTER", "IF", "AT"})


def claim_records(draft: Draft) -> None:
    """Read the records of a document, and mark what was read so that the prose does not read it again."""
    for section, lead, fence in _fences(draft):
        fields = _fields(fence) if not permissions(draft, fence) else None
        if fields is None:
            continue
        schema = _schema(draft, section, lead, fence, tuple(_signed(draft, field) for field in fields))
        draft.schemas.append(schema)
        draft.note(fence.span, "definition", "shows a record", section.words)
        if lead is not None:
            found = list(_duty(draft, section, lead, schema))
            draft.duties.extend(found)
            draft.note(lead, "rule" if found else "definition", trail=section.words)


def owe_records(draft: Draft) -> None:
    """Declare the events at which a record is owed, once the prose is read."""
    for name, rule in draft.duties:
        key = draft.subject_key(name.text)
        if key is None:
            draft.subjects[name.key] = Subject(name, EVENT)
        draft.rules.append(rule)


def _fences(draft: Draft) -> Iterator[tuple[Section, Span | None, Fence]]:
    for section in draft.document.sections:
        before: Block | None = None
        for block in walk(section.blocks):
            if isinstance(block, Fence):
                lead = before if isinstance(before, Paragraph) else None
                yield section, lead.sentences[-1] if lead and lead.sentences else None, block
            before = block


# -- fields


def _fields(fence: Fence) -> tuple[Field, ...] | None:
    """The fields of a fence that holds one JSON object; None when it holds anything else."""
    if fence.info.casefold() not in {"json", "jsonc", ""} or not fence.body.text.lstrip().startswith("{"):
        return None
    try:
        pairs = json.loads(fence.body.text, object_pairs_hook=_Pairs, parse_float=Decimal, parse_int=int)
    except (ValueError, RecursionError):
        return None
    places = {match["name"]: (fence.body.start + match.start(), fence.body.start + match.end()) for match in _keys(fence)}
    return tuple(_field(fence, name, value, places) for name, value in pairs) if isinstance(pairs, _Pairs) else None


class _Pairs(list[tuple[str, object]]):
    """A JSON object with its keys in order."""


def _keys(fence: Fence) -> list[re.Match[str]]:
    return list(reversed([*_KEY.finditer(fence.body.text)]))


def _field(fence: Fence, name: str, value: object, places: dict[str, tuple[int, int]]) -> Field:
    span = fence.body.cut(*places[name]) if name in places else fence.body
    if name.endswith(_OPTIONAL) and name != _OPTIONAL:
        return replace(_field(fence, name[: -len(_OPTIONAL)], value, {}), optional=True, span=span)
    if isinstance(value, _Pairs):
        return Field(name, "record", fields=tuple(_field(fence, key, item, places) for key, item in value), span=span)
    if isinstance(value, str):
        return _text_field(name, value, span)
    kinds: dict[type, Kind] = {bool: "truth", int: "whole", Decimal: "number", list: "list"}
    signed = isinstance(value, int | Decimal) and value < 0
    return Field(name, kinds.get(type(value), "text"), signed=signed, span=span)


def _signed(draft: Draft, field: Field) -> Field:
    """A field whose name says that it is a change may go up and down; so may one that is shown with a minus."""
    changes = not set(bare(field.name).split(" ")).isdisjoint(draft.grammar.words.formula["DELTA"])
    inner = tuple(_signed(draft, one) for one in field.fields)
    return replace(field, signed=field.signed or (changes and field.kind in {"whole", "number"}), fields=inner)


def _text_field(name: str, value: str, span: Span) -> Field:
    if _TEMPLATE.fullmatch(value):
        whole = value.startswith("<") and value.endswith(">") and value.count("<") == 1
        if whole and _TIME.search(value):
            return Field(name, "time", span=span)
        return Field(name, "text", template="" if whole else value, span=span)
    parts = tuple(match.group().strip() for match in _ALTERNATIVE.finditer(value))
    return Field(name, "word", parts, span=span) if len(parts) > 1 else Field(name, "text", span=span)


# -- where it goes, and when


def _schema(draft: Draft, section: Section, lead: Span | None, fence: Fence, fields: tuple[Field, ...]) -> Schema:
    path = _CODE.search(lead.text) if lead is not None else None
    noun = _noun(draft, lead) or (_stem(path["path"]) if path else "") or fold(section.words[-1] if section.words else "")
    text = f"{noun} {draft.grammar.words.formula['RECORD'][0]}"
    place = lead.cut(lead.start + path.start("path"), lead.start + path.end("path")) if lead is not None and path else None
    names = {name for word in draft.grammar.words.formula["IDENTITY"] for name in (word, f"{noun} {word}")}
    named_by = next((field.name for field in fields if bare(field.name) in names and field.kind in {"text", "whole"}), "")
    where = path["path"] if path else ""
    return Schema(bare(text), text, noun, where, fields, fence.span, section.words, place, named=named_by)


def _noun(draft: Draft, lead: Span | None) -> str:
    """The word before `record` in the sentence above."""
    words = [fold(token.text) for token in draft.lexer().lex(lead)] if lead is not None else []
    record = draft.grammar.words.formula["RECORD"]
    at = next((index for index, word in enumerate(words) if index and word in record), 0)
    plain = {fold(word) for word in (*draft.grammar.words.keywords["HARMLESS"], *draft.grammar.words.keywords["EVERY"])}
    return words[at - 1] if at and words[at - 1] not in plain else ""


def _stem(path: str) -> str:
    """What the name of a file says that its lines are: `boats.ndjson` holds boats, each a boat."""
    name = fold(path.rsplit("/", 1)[-1].split(".", maxsplit=1)[0])
    return name.removesuffix("s") if name.endswith("s") and not name.endswith("ss") else name


def _duty(draft: Draft, section: Section, lead: Span, schema: Schema) -> Iterator[tuple[Named, Rule]]:
    """`After each crossing, append a log record to X`: at that event the record is owed."""
    tokens = draft.lexer().lex(lead)
    comma = next((index for index, token in enumerate(tokens) if token.type == "COMMA"), 0)
    front, rest = tokens[:comma], tokens[comma + 1 :]
    if not front or front[0].type not in _OPENS or not rest or rest[0].effect != "neutral" or not schema.path:
        return
    words = [token for token in front[1:] if token.type != "EVERY"]
    if not words or any(token.type not in {"WORD", "NAME", "ATOM", "HARMLESS"} for token in words):
        return
    place = lead.cut(words[0].start, words[-1].end)
    name = named(place.text, place)
    act = _act(lead, rest, schema)
    identity = f"{_slug(section.words[-1] if section.words else '')}/{_slug(name.text)}"
    yield name, Rule(identity, DUTY, draft.subject_key(name.text) or name.key, ALWAYS, lead, section.words, (act,))


def _act(lead: Span, tokens: tuple[Token, ...], schema: Schema) -> Act:
    span = lead.cut(tokens[0].start, schema.path_span.end if schema.path_span else tokens[-1].end)
    words = " ".join(span.text.replace("`", "").split())
    return Act(words, tokens[0].text.casefold(), f"{schema.text} to {schema.path}", "neutral", span)


def _slug(text: str) -> str:
    return fold(text).replace(" ", "-")
