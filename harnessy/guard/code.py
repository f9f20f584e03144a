"""Code of other languages on a command line: what it starts, as far as its literals show, and whether it only reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.guard.model import HOLE
from harnessy.guard.sheet import Sheet

_MARKS = re.compile(r"[\s\"'`,\[\](){};<>|&=+!]+")
_ESCAPE = re.compile(r"\\+[nrt]?")
_LITERAL = re.compile(r"(?P<mark>\"\"\"|'''|\"|'|`)(?P<text>(?:\\.|(?!(?P=mark)).)*)(?P=mark)", re.DOTALL)
_GLUE = re.compile(r"\s*\+?\s*")
_CALL = re.compile(r"([A-Za-z_$][\w$]*)\s*\(")
_ATTRIBUTE = re.compile(r"(?<=[\w)\]])\s*\.\s*([A-Za-z_]\w*)")
_IMPORTED = re.compile(r"\bimport\s+([^\n;]+)")
_KEYWORD = re.compile(r"[A-Za-z_]\w*\s*=[^=]")
_READ_MODE = r"""(?:["'][rbt]*["']|encoding|errors|newline)"""
_WRITING = re.compile(rf"\.open\s*\(\s*(?!\)|{_READ_MODE})|\bopen\s*\(\s*(?:[^(),]|\([^()]*\))*,\s*(?!{_READ_MODE})")
_ARGUMENTS = re.compile(r"\{(?:.*[\s,{])?args\s*:\s*\[([^]]*)\]", re.DOTALL)  # `{args: […]}`
_ITSELF = {"sys.executable": "python"}
_INTERPOLATES = re.compile(r"(?<![A-Za-z0-9_])[fF]$")


def words_of(text: str) -> list[str]:
    """Everything in a text that may be a word of a command."""
    return [word for word in _MARKS.split(_ESCAPE.sub(" ", text)) if word]


def joined(text: str) -> str:
    """The literals of a text, those that are put together as one."""
    made, end = list[str](), -1
    for found in _LITERAL.finditer(text):
        glued = end >= 0 and _GLUE.fullmatch(text, end, found.start())
        made.append(found["text"] if glued else f" {found['text']}")
        end = found.end()
    return "".join(made)


def only_reads(sheet: Sheet, program: str, text: str) -> bool:
    """Whether a table knows every call in a text as one that only reads. A language without such a table may do anything."""
    reading = {form.partition(" ")[2] for form in sheet.forms("CALLS", program)}
    plain = _LITERAL.sub("''", text)
    named = {*_CALL.findall(plain), *_ATTRIBUTE.findall(plain)}
    named.update(name for names in _IMPORTED.findall(plain) for name in re.findall(r"\w+", names))
    return bool(reading) and named <= reading and not _WRITING.search(text) and "`" not in text


def started(sheet: Sheet, program: str, text: str) -> Iterator[tuple[str, ...]]:
    """The words of each program that a text starts in a way that tables know: what no literal shows is a hole."""
    names = {form.partition(" ")[2] for form in sheet.forms("STARTERS", program)}
    for found in _CALL.finditer(text):
        if found[1] in names:
            words = tuple(_elements(_inside(text, found.end())))
            yield words or (HOLE,)


def _inside(text: str, start: int) -> str:
    """The text up to the bracket that closes, literals skipped."""
    end = next((at for at, depth in _depths(text, start) if depth < 0), len(text))
    return text[start:end]


def _depths(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """The places of a text that are in no literal, each with the number of brackets that are open there."""
    depth, at = 0, start
    while at < len(text):
        literal = _LITERAL.match(text, at)
        if literal:
            at = literal.end()
            continue
        depth += (text[at] in "([{") - (text[at] in ")]}")
        yield at, depth
        at += 1


def _elements(arguments: str) -> Iterator[str]:
    """The arguments of a call and of lists in it, in order; what stands behind a name and `=` is none of the words."""
    for part in _parts(arguments):
        inner = part.strip()
        if _KEYWORD.match(inner) or not inner:
            continue
        named = _ARGUMENTS.match(inner)
        if named:
            yield from _elements(named[1])
        elif inner[0] in "[(" and inner[-1] in "])":
            yield from _elements(inner[1:-1])
        else:
            yield _element(inner)


def _parts(text: str) -> Iterator[str]:
    start = 0
    for at, depth in _depths(text):
        if text[at] == "," and not depth:
            yield text[start:at]
            start = at + 1
    yield text[start:]


def _element(text: str) -> str:
    """An argument: literals as they are, everything else a hole."""
    if text in _ITSELF:
        return _ITSELF[text]
    made, end = "", 0
    for found in _LITERAL.finditer(text):
        between = text[end : found.start()]
        end = found.end()
        if between.strip() in {"", "+", "r", "b", "u"}:
            made += found["text"]
        elif _INTERPOLATES.search(between) or found["mark"] == "`":
            made += re.sub(r"\$?\{[^}]*\}", HOLE, found["text"])
        else:
            made += HOLE + found["text"]
    return made if not text[end:].strip() or (text[end:].strip() == ".split()" and made) else made + HOLE
