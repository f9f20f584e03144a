"""Planning of many issues: what reading their texts costs, and what is left for coupling, waves and packets.

    python -m tests.bench.planning 100000

adds a row of so many issues.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from time import process_time
from typing import Any

from harnessy import api, assets
from harnessy.plan import Issue, Plan, build
from harnessy.plan.packets import lower_bound
from harnessy.rulebook.words import terminals
from harnessy.source import Source
from tests.bench.table import Row, printed

SURFACES, TEXT, LIMIT = 300, 4096, 3
SHAPES = ("even", "zipf", "one that all touch", "a chain", "a fan")
SIZES = (1_000, 10_000)
WHOLE, REST = 10.0, 0.5
FILLER = "The keeper counts every lamp on the pier and writes the number down, and nobody else may touch the book. "


def section(largest: int = 0) -> str:
    """The table of plans; `largest` adds a row of so many issues."""
    rows = [row for size in SIZES for shape in SHAPES for row in _row(shape, size, 0)]
    rows += [*_row("even", SIZES[-1], TEXT), *(_row("even", largest, 0) if largest else ())]
    head = ("issues", "texts KB", "reading s", "rest s", "steps", "× fewest", "budget")
    return printed("Planning (seconds of processor)", head, rows)


def doctrine() -> str:
    """A doctrine with so many surfaces, each recognised by one word."""
    names = [f"quay {index}" for index in range(SURFACES)]
    rows = "\n".join(f"| {name} | lamp{index}x |" for index, name in enumerate(names))
    return (
        f"# Harbour\n\n- Process issues labelled `port`.\n- Maximum concurrent issues: {LIMIT}\n"
        f"{''.join(f'- Default to serial whenever issues overlap on {name}.{chr(10)}' for name in names)}"
        "- Allow parallel packets only when the keeper can show that they preserve calm.\n\n"
        f"| Surface | Words |\n|---|---|\n{rows}\n\n| Criterion | Words |\n|---|---|\n| calm | calmly |\n\n"
        "| Phrase | Direction |\n|---|---|\n| leans on | after |\n"
    )


def issues(shape: str, size: int, length: int) -> Iterator[Issue]:
    """Generated issues that touch surfaces and lean on one another as a shape says."""
    chance = random.Random(size)  # noqa: S311 # no secret
    for number in range(1, size + 1):
        if shape == "zipf":
            own = {min(SURFACES - 1, int(chance.paretovariate(1.0)) - 1) for _ in range(2)}
        else:
            own = {chance.randrange(1, SURFACES) for _ in range(2)}
        words = " ".join(f"lamp{index}x" for index in ({0, *own} if shape == "one that all touch" else own))
        earlier = number - 1 if shape == "a chain" else chance.randrange(1, 11) if shape == "a fan" else chance.randrange(0, number)
        leans = earlier and (shape == "a chain" or (shape == "a fan" and number > 11) or chance.random() < 1 / 5)
        text = f"{words} calmly. {f'Leans on #{earlier}. ' if leans else ''}"
        text += FILLER * ((length - len(text)) // len(FILLER)) if length else ""
        yield Issue(f"#{number}", "x", (Source("", ""), Source(f"#{number}", text)), number=number, labels=("port",))


def _row(shape: str, size: int, length: int) -> Iterator[Row]:
    rulebook, planning = api.load_texts({"harbour.md": doctrine()}).rulebook, terminals(assets.grammar()["planning.lark"])
    given = list(issues(shape, size, length))
    spent = [0.0]
    read = build._known

    def timed(*arguments: Any) -> build.Known:  # noqa: ANN401 # handed on as they are
        started = process_time()
        found = read(*arguments)
        spent[0] += process_time() - started
        return found

    setattr(build, "_known", timed)  # noqa: B010 # only for as long as it is timed
    started = process_time()
    plan = build.plan(rulebook, given, planning)
    whole = process_time() - started
    setattr(build, "_known", read)  # noqa: B010 # put back
    rest = whole - spent[0]
    kept = (whole <= WHOLE) if length else (rest <= REST)
    budget = f"{'kept' if kept else 'missed'}: ≤ {WHOLE if length else REST:g} s {'in all' if length else 'beside reading'}"
    yield (
        f"{size:,}, {shape}", f"{sum(len(one.texts[1].text) for one in given) / 1000:,.0f}", f"{spent[0]:.2f}", f"{rest:.2f}",
        str(len(plan.steps)), f"{len(plan.steps) / _fewest(plan):.3f}", budget,
    )  # fmt: skip


def _fewest(plan: Plan) -> int:
    """No fewer steps hold these issues: foundation is one at a time, and the rest of each wave needs its packets."""
    foundation = sum(step.kind == build.FOUNDATION for step in plan.steps)
    waves = dict[int, list[str]]()
    for step in plan.steps:
        if step.kind != build.FOUNDATION:
            waves.setdefault(step.wave, []).extend(step.issues)
    touched = build._numbers(plan.touches)
    return foundation + sum(lower_bound(keys, touched, plan.limit) for keys in waves.values())


if __name__ == "__main__":
    import sys

    print(section(int(sys.argv[1]) if len(sys.argv) > 1 else 0))
