"""Editing the shipped doctrine is the only way to change an answer, and every edit that means something changes one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from harnessy import api
from tests.mutation.cases import Question, answers, questions, renamed, told

PAGE = Path(__file__).parents[2] / "doctrine" / "AUTONOMY.md"
TEXT = PAGE.read_text(encoding="utf-8")
LEVELS = ("safe", "supervised", "human-required")


def compiled(text: str) -> api.Loaded:
    return api.load_texts({"AUTONOMY.md": text})


@pytest.fixture(scope="module")
def asked() -> list[Question]:
    return list(questions(compiled(TEXT)))


@pytest.fixture(scope="module")
def before(asked: list[Question]) -> list[tuple[object, ...]]:
    return [told(decision) for decision in answers(compiled(TEXT), asked)]


def table(heading: str) -> list[tuple[int, list[str]]]:
    """The body rows of the table under a heading: line number from 0 and cells."""
    lines = TEXT.splitlines()
    start = lines.index(heading)
    rows = [index for index in range(start, len(lines)) if lines[index].startswith("|")]
    block = [index for index in rows if all(other in rows for other in range(rows[0], index))]
    return [(index, [cell.strip() for cell in lines[index].strip("|").split("|")]) for index in block[2:]]


def with_cell(line: int, column: int, words: str) -> str:
    lines = TEXT.splitlines()
    cells = lines[line].strip("|").split("|")
    cells[column] = f" {words} "
    lines[line] = "|" + "|".join(cells) + "|"
    return "\n".join(lines) + "\n"


def verdict_edits() -> Iterator[tuple[str, str]]:
    for line, cells in table("## Levels × checkpoints"):
        for column, level in enumerate(LEVELS, 1):
            other = "deny" if cells[column].startswith(("proceed", "write", "park", "n/a", "same")) else "log, proceed"
            yield f"{cells[0]} at {level}", with_cell(line, column, other)


def cap_edits() -> Iterator[tuple[str, str]]:
    for line, cells in table("## Caps"):
        for level in LEVELS:
            if f"`{level}`" != cells[1]:
                yield f"{cells[0]} capped at {level}", with_cell(line, 1, f"`{level}`")


@pytest.mark.parametrize(("name", "text"), [*verdict_edits(), *cap_edits()], ids=lambda value: value[:40])
def test_a_changed_cell_changes_an_answer(
    name: str, text: str, asked: list[Question], before: list[tuple[object, ...]]
) -> None:
    after = [told(decision) for decision in answers(compiled(text), asked)]
    assert any(new[:3] != old[:3] for new, old in zip(after, before, strict=True)), name


def widened(text: str) -> str:
    return re.sub(r" \| ", "   |  ", text)


def reordered(text: str) -> str:
    lines = text.splitlines()
    for heading in ("## Caps", "## Levels × checkpoints"):
        rows = [line for line, _ in table(heading)]
        for line, other in zip(rows, reversed([lines[row] for row in rows]), strict=True):
            lines[line] = other
    return "\n".join(lines) + "\n"


HARMLESS: dict[str, Callable[[str], str]] = {
    "crlf": lambda text: text.replace("\n", "\r\n"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "wide cells": widened,
    "emphasis": lambda text: text.replace("Levels bind only when", "**Levels** bind *only when*"),
    "other marks of lists": lambda text: text.replace("\n- ", "\n* "),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_does_not_matter_changes_nothing(
    name: str, asked: list[Question], before: list[tuple[object, ...]]
) -> None:
    after = [told(decision) for decision in answers(compiled(HARMLESS[name](TEXT)), asked)]
    assert after == before


def test_the_order_of_rows_does_not_matter(asked: list[Question], before: list[tuple[object, ...]]) -> None:
    after = [told(decision) for decision in answers(compiled(reordered(TEXT)), asked)]
    assert [new[:3] for new in after] == [old[:3] for old in before]


# Words that the grammar reads: verdicts, verbs of acts, and an event or order that is called by such a verb.
TOOL_WORDS = {"pass", "fail", "n/a", "issue", "human", "Continue", "parking"}


def nonsense(number: int, text: str) -> str:
    """A word that no language has, with the marks of a flag kept."""
    syllables = ("ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu")
    word = "zw" + "".join(syllables[int(digit)] for digit in str(100 + number)) + "k"
    return f"--{word}" if text.startswith("--") else word


def names_of(loaded: api.Loaded) -> list[str]:
    book = loaded.rulebook.books[0]
    subjects = [subject for subject in book.subjects.values() if subject.kind != "operation"]
    found = [name.text for subject in subjects for name in (subject.name, *subject.aliases)]
    found += [scale.name.text for scale in book.scales.values()]
    found += [member.text for scale in book.scales.values() for member in scale.members]
    for fact in book.facts.values():
        found += [fact.name.text, *(name.text for name in (*fact.values, *fact.aliases))]
    found += [name for name in ("Cap", "effective level", "Checkpoint") if name in TEXT]
    return sorted({name for name in found if name not in TOOL_WORDS}, key=lambda name: (-len(name), name))


def rename(text: str, names: dict[str, str]) -> str:
    """Every name in every spelling becomes its nonsense, the longest first."""
    for name in sorted(names, key=len, reverse=True):
        body = r"[\s/_-]+".join(re.escape(part) for part in re.split(r"[\s/_-]+", name.removeprefix("--")))
        flag = re.escape("--") if name.startswith("--") else ""
        text = re.sub(rf"(?<![\w-]){flag}{body}(?=s?(?![\w-]))", names[name], text, flags=re.IGNORECASE)
    return text


def test_renaming_every_name_maps_every_decision_over(asked: list[Question], before: list[tuple[object, ...]]) -> None:
    folded: dict[str, str] = {}
    for number, name in enumerate(names_of(compiled(TEXT))):
        key = re.sub(r"[\s/_-]+", " ", name).casefold()
        folded.setdefault(key, nonsense(number, name))
    names = {name: folded[re.sub(r"[\s/_-]+", " ", name).casefold()] for name in names_of(compiled(TEXT))}
    loaded = compiled(rename(TEXT, names))
    assert not [finding.message for finding in loaded.diagnostics if finding.severity == "error"]
    words = {**names, "Levels bind": f"{names['Level']}s bind", "Ship gate": "Ship gate"}
    after = [told(decision) for decision in answers(loaded, [renamed(question, words) for question in asked])]
    wrong = [(question, old, new) for question, old, new in zip(asked, before, after, strict=True) if new != old]
    assert not wrong[:3]
