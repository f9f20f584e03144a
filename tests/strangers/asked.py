"""Reads pages of strangers' doctrine: one fence, and below it what is asked, the answer of a careful reader and its words.

    python -m tests.strangers.asked [--mend] [PAGE]…

prints how many of a page's questions are answered right, and those that are not; `--mend` empties the Fault of what is right.

In a row stand

- asked: a code span with the subject (`-` for none) and one for each fact, `name=value` or a name alone for what is true;
- answer: an effect or an outcome, behind a colon the verbs of the acts or the value of a quantity (these and no others, unless `…`
  stands last); `not go` for all but go; several answers that a reader may give, parted by `/`;
- cites: code spans with words of passages that must be among those that decided; behind `@` stands what their line holds;
- Fault: why the engine gives another answer today.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from harnessy import api
from harnessy.decision import Decision

HERE = Path(__file__).parent
FENCE = re.compile(r"^(`{3,})markdown\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"(`+) ?(.+?) ?\1")
PIPE = re.compile(r"(?<!\\)\|")
UNANSWERED = ("missing", "silent", "conflict", "unknown")
MORE = "…"


@dataclass(frozen=True, slots=True)
class Row:
    """A question about the doctrine of a page."""

    place: str
    doctrine: str
    subject: str | None
    facts: tuple[str, ...]
    answers: tuple[str, ...]
    cites: tuple[str, ...]
    fault: str


def rows(page: Path) -> list[Row]:
    """The questions of a page, in order."""
    text = page.read_text("utf-8")
    fence = FENCE.search(text)
    assert fence, page.name
    return list(_rows(page.name, fence[2], text[fence.end() :], text.count("\n", 0, fence.end()) + 1))


def _rows(name: str, doctrine: str, below: str, line: int) -> Iterator[Row]:
    for number, row in enumerate(below.split("\n"), line):
        cells = [cell.strip().replace("\\|", "|") for cell in PIPE.split(row)[1:-1]]
        if not cells or not cells[0].startswith(("`", "- ")):
            continue
        words = [match[2] for match in CODE.finditer(cells[0])]
        subject = None if cells[0].startswith("-") else words.pop(0)
        answers = tuple(answer.strip() for answer in cells[1].split(" / "))
        cites = tuple(match[2] for match in CODE.finditer(cells[2]))
        yield Row(f"{name}:{number}", doctrine, subject, tuple(words), answers, cites, cells[3])


@cache
def loaded(doctrine: str) -> api.Loaded:
    return api.load_texts({"page.md": doctrine})


def ask(row: Row) -> Decision | None:
    """What the engine decides; None where it does not know a name of the question."""
    pairs = (fact.partition("=") for fact in row.facts)
    facts = {name: value if equals else True for name, equals, value in pairs}
    try:
        return api.ask(loaded(row.doctrine), row.subject, facts, strict=False)
    except api.UsageError:
        return None


def told(decision: Decision | None) -> tuple[str, set[str]]:
    """An answer as a page writes it: the effect or outcome, and the verbs, missing facts or value."""
    if decision is None:
        return "unknown", set()
    if decision.outcome == "missing":
        return "missing", {item.fact for item in decision.missing}
    if decision.outcome != "answered":
        return decision.outcome, set()
    if decision.effect is None and decision.values:
        return "value", {str(decision.values.get(decision.subject or "", next(iter(decision.values.values()))))}
    return decision.effect or "neutral", {act.verb for act in decision.acts}


def fits(answer: str, kind: str, found: set[str]) -> bool:
    """Whether what was found is this answer."""
    wanted_kind, _, listed = (part.strip() for part in answer.partition(":"))
    wanted = {part.strip() for part in listed.split(",") if part.strip()}
    if wanted_kind == "not go":
        return kind != "go" and wanted - {MORE} <= found
    return kind == wanted_kind and (wanted - {MORE} <= found if MORE in wanted or not wanted else wanted == found)


def plain(words: str) -> str:
    """Words without their emphasis, on one line."""
    return " ".join(words.replace("`", "").replace("*", "").split())


def uncited(row: Row, decision: Decision | None) -> list[str]:
    """What a row wants to be cited and is not."""
    spans = [citation.span for citation in decision.because] if decision else []
    left = []
    for cite in row.cites:
        words, _, about = (plain(part) for part in cite.partition(" @ "))
        lines = [(plain(span.source.line_text(span.line)), plain(span.text)) for span in spans]
        if not any(words in text and about in line for line, text in lines):
            left.append(cite)
    return left


def verdict(row: Row) -> tuple[str, str]:
    """Right, uncited, refused, wrong or wrong-go, and what was said."""
    decision = ask(row)
    kind, found = told(decision)
    said = f"{kind}: {', '.join(sorted(found))}"
    if any(fits(answer, kind, found) for answer in row.answers):
        left = uncited(row, decision)
        return ("uncited", f"{said}; without {left}") if left else ("right", said)
    if kind == "go" and not any(answer.startswith("go") for answer in row.answers):
        return "wrong-go", said
    return ("refused" if kind in UNANSWERED else "wrong"), said


def mend(page: Path) -> None:
    """Empty the Fault of each row of a page that is answered right."""
    lines = page.read_text("utf-8").split("\n")
    for row in rows(page):
        if row.fault and verdict(row)[0] == "right":
            number = int(row.place.rpartition(":")[2]) - 1
            lines[number] = lines[number].replace(f" {row.fault} |", " |")
    page.write_text("\n".join(lines), "utf-8")


def main(arguments: Sequence[str]) -> int:
    """Print the figure of each page, and the questions that are not answered right."""
    named = [Path(name) for name in arguments if name != "--mend"]
    for page in named or sorted(HERE.glob("*.md")):
        if "--mend" in arguments:
            mend(page)
        asked = rows(page)
        scores = [(row, *verdict(row)) for row in asked]
        counts = Counter(score for _, score, _ in scores)
        print(f"{page.name}: {counts['right']} of {len(asked)} right and cited, {dict(sorted(counts.items()))}")
        for row, score, said in scores:
            if score != "right":
                print(f"  {score:<9}{row.place} {row.subject} {list(row.facts)}: {' / '.join(row.answers)}, not {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
