"""The body of a pull request: put together from the parts that the doctrine's table asks for, or checked against them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from harnessy import api
from harnessy.owed.forms import Forms, exact, place
from harnessy.rulebook.mechanics import FormRow
from harnessy.rulebook.names import fold, stems
from harnessy.source import Span

_HEADING = re.compile(r" {0,3}(?P<marks>#{1,6})\s+(?P<name>.*?)\s*#*\s*$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_BOX = re.compile(r"^\s*[-*+]\s+\[[ xX]\]\s+\S", re.MULTILINE)
_CODES = re.compile(r"`([^`]+)`")
_NOT_APPLICABLE = re.compile(r"\W*n/a\b\W*(?P<reason>.*)", re.IGNORECASE | re.DOTALL)
_COMMENT, _BOM = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL), "\ufeff"
_LINE_END = re.compile(r"\r\n?")
_COUNT = re.compile(r"(?<![\w#.@-])\d+(?:[,_]\d{3})*(?![\w-]|[.,]\d)")
_NEGATIVE = re.compile(r"(?<![\w)\]-])[-−]\d+(?![\w-])")


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a body: its line (0: nowhere), the part, what is wrong, and the row that asks for it."""

    line: int
    part: str
    says: str
    asked: str


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a body as it stands there; `again` is the line at which its heading stands once more."""

    line: int
    text: str
    again: int = 0


def condition(span: Span | None) -> tuple[str, str] | None:
    """What a cell `X is `v`` compares: the fact and the value. None where it compares nothing."""
    if span is None:
        return None
    found = _CODES.search(span.text)
    words = span.text[: found.start()].split() if found else []
    return (fold(" ".join(words[:-1])), found[1]) if found and len(words) > 1 else None


def asked(forms: Forms) -> tuple[str, ...]:
    """The facts by which it is told whether a part is needed."""
    found = (condition(forms.cell(row, "NEEDED")) for row in forms.need("BODY").rows)
    return tuple(dict.fromkeys(one[0] for one in found if one is not None))


def known_values(forms: Forms, fact: str) -> tuple[tuple[str, ...], bool]:
    """The values of a fact that the doctrine knows, those that parts ask for among them; and whether there are no others."""
    found, closed = dict[str, None](), False
    for book in forms.loaded.rulebook.books:
        for one in (one for one in book.facts.values() if fact in {one.name.key, *(alias.key for alias in one.aliases)}):
            found.update((value.text.strip("`"), None) for value in one.values)
            closed = closed or one.closed
    conditions = (condition(forms.cell(row, "NEEDED")) for row in forms.need("BODY").rows)
    found.update((value, None) for name, value in filter(None, conditions) if name == fact)
    return tuple(found), closed


def needed(forms: Forms, row: FormRow, parts: Mapping[str, str], facts: Mapping[str, str]) -> bool | str:
    """Whether a part is needed; the name of a fact where that cannot be told without it.

    `parts` are texts by the folded name of their part: a part whose name holds the fact tells its value.
    """
    asked = condition(forms.cell(row, "NEEDED"))
    if asked is None:
        return True
    fact, value = asked
    stated = next((text for name, text in facts.items() if fold(name) == fact), None)
    told = next((name for name in parts if stems(fact) <= stems(name) and name != row.name.key), None)
    if stated is None and told is None:
        return fact
    return (stated is not None and _same(stated, value)) or (told is not None and _tells(forms, told, parts[told], value))


def _same(text: str, value: str) -> bool:
    return fold(text.strip("` ")) == fold(value)


def _tells(forms: Forms, name: str, text: str, value: str) -> bool:
    """Whether a part tells a value: as it is written where the part holds values of a list, else in any case."""
    row = next(row for row in forms.need("BODY").rows if row.name.key == name)
    held = forms.cell(row, "HOLDS")
    listed = held is not None and _CODES.search(held.text) is not None
    return _holds(text, value) or (not listed and _holds(text.casefold(), value.casefold()))


def _holds(text: str, word: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text) is not None


def assemble(loaded: api.Loaded, given: Mapping[str, tuple[str, ...]], facts: Mapping[str, str]) -> str:
    """A body with every part that is asked for, by its option. Raises UsageError that names all that is missing."""
    forms = Forms(loaded)
    form = forms.need("BODY")
    options = list(forms.options(form))
    parts = {row.name.key: _text(forms, row, given.get(option, ())) for option, row in options}
    faults = list(_faults(forms, parts, {}, facts))
    if faults:
        asked = ", ".join(f"`{fault.part}` {fault.says}" for fault in faults)
        names = {row.name.text: option for option, row in options}
        mend = " ".join(f"{names.get(fault.part, fault.part)} TEXT" for fault in faults)
        raise api.UsageError(f"{place(form.span)}: {asked}", f"give {mend}")
    filled = [(row.name.text, parts[row.name.key]) for _, row in options if parts[row.name.key]]
    body = "\n\n".join(f"## {name[:1].upper()}{name[1:]}\n\n{text}" for name, text in filled) + "\n"
    broken = next(iter(check(loaded, body, facts)), None)
    if broken is not None:
        raise api.UsageError(f"{broken.asked}: `{broken.part}` {broken.says}", "leave headings and comments out of the parts")
    return body


def _text(forms: Forms, row: FormRow, given: tuple[str, ...]) -> str:
    """What was given for a part; items of a checklist become boxes."""
    if forms.says(forms.cell(row, "HOLDS"), "CHECKLIST"):
        return "\n".join(item if _BOX.match(item) else f"- [ ] {item.strip()}" for item in given if item.strip())
    return "\n\n".join(item.strip() for item in given if item.strip())


def check(loaded: api.Loaded, text: str, facts: Mapping[str, str]) -> tuple[Fault, ...]:
    """What a body lacks of what the doctrine's table asks for."""
    forms = Forms(loaded)
    found = _sections(forms.need("BODY").rows, text)
    texts = {name: part.text for name, part in found.items()}
    lines = {name: part.line for name, part in found.items()}
    twice = "stands there twice, and nobody can tell which of them holds"
    asked = {row.name.key: row for row in forms.need("BODY").rows}
    again = [
        Fault(part.again, asked[name].name.text, twice, place(asked[name].span)) for name, part in found.items() if part.again
    ]
    return (*again, *_faults(forms, texts, lines, facts))


def _faults(forms: Forms, parts: Mapping[str, str], lines: Mapping[str, int], facts: Mapping[str, str]) -> Iterator[Fault]:
    for row in forms.need("BODY").rows:
        text, line, asked = parts.get(row.name.key, ""), lines.get(row.name.key, 0), place(row.span)
        must = needed(forms, row, parts, facts)
        if isinstance(must, str):
            yield Fault(line, row.name.text, f"may be needed: whether it is, `{must}` tells, which is not stated", asked)
        elif must and not text.strip():
            yield Fault(line, row.name.text, "is empty" if line else "is missing", asked)
        elif text.strip():
            says = _unfit(forms, forms.cell(row, "HOLDS"), text)
            if says:
                yield Fault(line, row.name.text, says, asked)


def _unfit(forms: Forms, span: Span | None, text: str) -> str:
    """What is wrong with the text of a part, by what the table says that it holds."""
    if span is None:
        return ""
    if forms.says(span, "CHECKLIST"):
        return "" if _BOX.search(text) else "holds no box to tick"
    values = _CODES.findall(span.text)
    if values:
        return _unlisted(text, values, _siblings(forms, values))
    plain = fold(span.text)
    numbers = next((fold(word) for word in forms.lists["NUMBER"] if plain.startswith(fold(word))), None)
    leave = plain.removeprefix(numbers or "").strip(" ,")
    if numbers is None or (leave and leave not in {fold(word) for word in forms.lists["UNLESSNA"]}):
        mend = "write values in code spans, `a number`, `a number, or n/a with its reason`, `a checklist`, or nothing"
        raise api.UsageError(f"{exact(span)}: nobody can check whether a part holds `{span.text}`", mend)
    absent = _NOT_APPLICABLE.match(text.strip())
    if absent is not None and leave:
        return "" if re.search(r"\w", absent["reason"]) else "is n/a without a reason"
    if _NEGATIVE.search(text):
        return "holds a number below 0"
    return "" if _COUNT.search(text) else "holds no number"


def _siblings(forms: Forms, values: list[str]) -> list[str]:
    """What else the doctrine knows that could stand in place of some values: the other members of a set that holds several."""
    wanted, found = {fold(value) for value in values}, dict[str, None]()
    for book in forms.loaded.rulebook.books:
        facts = [fact.values for fact in book.facts.values()]
        for members in (*facts, *(scale.members for scale in book.scales.values())):
            keys = {member.key for member in members}
            if len(keys & wanted) > 1 or (keys and keys >= wanted):
                found.update((member.text.strip("`"), None) for member in members if member.key not in wanted)
    return list(found)


def _unlisted(text: str, values: list[str], others: list[str]) -> str:
    """What keeps a text from stating one of some values: it begins with none, behind a label perhaps, or names two.

    `others` are values that it may not hold.
    """
    listed = ", ".join(f"`{value}`" for value in values)
    named = [value for value in values if _holds(text, value)]
    if not named:
        return f"names none of {listed}"
    named += [value for value in others if _holds(text, value)]
    if len(named) > 1:
        return f"names {' and '.join(f'`{value}`' for value in named)}, and holds one of {listed}"
    begins = re.match(rf"(?:[\w ]+:)?[\s*_`~>-]*{re.escape(named[0])}(?![\w-])", text.strip())
    return "" if begins else f"does not begin with one of {listed}"


def _sections(rows: tuple[FormRow, ...], text: str) -> dict[str, Part]:
    """The parts of a body: what stands under the heading that has the words of a row, up to the next heading of its rank."""
    plain = _LINE_END.sub("\n", text.removeprefix(_BOM))
    lines = _COMMENT.sub(lambda match: "\n" * match.group().count("\n"), plain).split("\n")
    heads = list(_headings(lines))
    found = dict[str, Part]()
    for at, (line, level, name) in enumerate(heads):
        row = _named(rows, name)
        if row is None:
            continue
        if row.name.key in found:
            found[row.name.key] = replace(found[row.name.key], again=line + 1)
            continue
        end = next((other for other, rank, title in heads[at + 1 :] if rank <= level or _named(rows, title)), len(lines))
        found[row.name.key] = Part(line + 1, "\n".join(lines[line + 1 : end]).strip())
    return found


def _named(rows: tuple[FormRow, ...], name: str) -> FormRow | None:
    exact = [row for row in rows if row.name.key == fold(name)]
    held = [row for row in rows if stems(row.name.key) <= stems(name)]
    return next(iter(exact or held), None) if len(exact or held) == 1 else None


def _headings(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    fence = ""
    for at, line in enumerate(lines):
        marks = _FENCE.match(line)
        if fence or marks:
            fence = "" if fence and marks and marks[1].startswith(fence) else fence or (marks[1] if marks else "")
        elif heading := _HEADING.match(line):
            yield at, len(heading["marks"]), heading["name"]
