"""Reads pages: fenced doctrine, and below it a table of what is asked of it and what the answer is.

A question is a code span with what is asked, then one for each fact (`name=value`, or a name alone for what is true); one
that begins with a fact (`event=…`) names no subject. An answer is an effect, an outcome, `missing` with the facts that are
missing, `unknown name`, `not go` for all but go, a value in a code span, or what is to be done where that decides nothing
(`owed` stands for any of that). A
question in quotes asks what became of the sentence or cell that holds these words. A column `Fault` tells what is wrong
with the engine where its answer is another one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from harnessy import api
from harnessy.decision import Decision

HEADING = re.compile(r"^#+\s+(.*)$")
FENCE = re.compile(r"^(`{3,})markdown$")
CODE = re.compile(r"(`+) ?(.+?) ?\1")
RULE = re.compile(r"[\s|:-]+")
PIPE = re.compile(r"(?<!\\)\|")
ANSWERS = {"go", "hold", "halt", "n/a", "missing", "silent", "conflict", "clear", "owed", "unknown name", "not go"}
CLASSES = {"rule", "definition", "example", "rationale", "not understood"}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about the doctrine on a page, the answer that a careful reader gives, and what is wrong today."""

    place: str
    doctrine: str
    question: str
    expected: str
    fault: str = ""

    @property
    def words(self) -> list[str]:
        """The code spans of the question: what is asked, then the facts."""
        return [match[2] for match in CODE.finditer(self.question)]


def asked(page: str, name: str) -> Iterator[Asked]:
    """Every question of a page, in order; what stands above the first doctrine asks nothing."""
    heading, doctrine, at = "", "", 0
    lines = page.splitlines()
    while at < len(lines):
        head, fence = HEADING.match(lines[at]), FENCE.match(lines[at])
        at += 1
        if head:
            heading, doctrine = head[1], ""
        elif fence:
            end = lines.index(fence[1], at)
            doctrine = "\n".join(lines[at:end]) + "\n"
            at = end + 1
        elif doctrine and lines[at - 1].startswith("| ") and is_asked(lines[at - 1]):
            yield one(f"{name}:{at} {heading}", doctrine, lines[at - 1])


def is_asked(line: str) -> bool:
    return line.startswith(("| `", '| "')) and not RULE.fullmatch(line)


def one(place: str, doctrine: str, line: str) -> Asked:
    cells = [cell.strip().replace("\\|", "|") for cell in PIPE.split(line)[1:-1]]
    return Asked(place, doctrine, *cells[:3])


def answer(case: Asked) -> str:
    """What the engine answers, in the words of a page."""
    loaded = api.load_texts({"page.md": case.doctrine})
    if case.question.startswith('"'):
        return became(loaded, case.question.strip('"'))
    first, *rest = case.words
    subject, stated = (None, case.words) if "=" in first else (first, rest)
    pairs = (part.partition("=") for part in stated)
    facts = {name: value if equals else True for name, equals, value in pairs}
    try:
        decision = api.ask(loaded, subject, facts, strict=True)
    except api.UsageError:
        return "unknown name"
    return told(decision, subject)


def became(loaded: api.Loaded, words: str) -> str:
    """What became of the sentence or cell that holds these words."""
    units = [unit for part in api.coverage(loaded) for unit in part.units]
    kinds = {unit.kind for unit in units if words in " ".join(unit.span.text.split())}
    assert kinds, f"nothing of the page holds {words!r}"
    return " / ".join(sorted(kinds))


def told(decision: Decision, subject: str | None) -> str:
    if decision.outcome == "missing":
        return " ".join(["missing", *(f"`{item.fact}`" for item in decision.missing)])
    if decision.outcome != "answered":
        return decision.outcome
    if decision.effect is not None:
        return decision.effect
    names = {name.casefold(): value for name, value in decision.values.items()}
    value = names.get((subject or "").casefold(), names.get((decision.subject or "").casefold()))
    plain = [act.words.replace("`", "") for act in decision.acts]
    return ", ".join(f"`{words}`" for words in plain) if value is None else f"`{value}`"


def fits(case: Asked) -> None:
    """Asserts that the engine answers as the page says; `missing` alone leaves open which facts are."""
    found = answer(case)
    wanted = case.expected
    shown = found.split(" `")[0] if wanted == "missing" else found
    alike = found != "go" if wanted == "not go" else shown == wanted
    if wanted == "owed":
        alike = found.startswith("`") and found != "`None`"
    assert alike, f"{case.place}: {case.question} is {wanted}, not {found}"
