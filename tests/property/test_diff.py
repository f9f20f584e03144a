"""`diff` tells exactly the cases that asking every one of them would: random edits of an invented doctrine."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache
from itertools import product
from textwrap import dedent

import pytest

from harnessy import api
from harnessy.decision import ABSENT, Decision, Given
from harnessy.decision.domain import amounts, domain
from harnessy.decision.strictness import word
from harnessy.review import Change
from harnessy.rulebook.model import opaque_facts

EDITS = 40
FERRY = dedent("""
    # Who may sail

    | Scale | Lowest to highest |
    |---|---|
    | Sea | `calm` < `rough` < `wild` |

    | Fact | Kind | Values |
    |---|---|---|
    | forecast | Sea | |
    | boat | word | `raft`, `ferry`, `tug` |
    | crew | number | |
    | cargo | set | |
    | permitted goods | set | |
    | the mast is up | yes / no | |

    | Act | Effect |
    |---|---|
    | sail | go |
    | log | neutral |

    The working sea is `min(forecast, rating)`. A missing forecast means `wild`.

    | Boat | Rating |
    |---|---|
    | `raft` | `calm` |
    | `ferry` | `rough` at crew ≤ 4; `wild` above |
    | `tug` | `wild` |

    ## Stops

    | Stop | `calm` | `rough` | `wild` |
    |---|---|---|---|
    | Casting off | sail | sail + log | ask |
    | Night watch | n/a | ask, unless the cargo is contained in the permitted goods | stop |
    | Docking | ask | sail | same as `rough` |

    Default: ask at every stop.

    - Docking binds only if the mast is up.
    - Never tow a raft.
""")
SWAPS = [
    ["sail", "ask", "stop", "n/a", "sail + log", "ask if crew > 2", "sail; ask if the mast is up"],
    ["`calm`", "`rough`", "`wild`"],
    ["≤ 4", "≤ 5", "< 4", "≥ 3"],
    ["`raft`", "`ferry`", "`tug`", "`punt`"],
]
FACTS: dict[str, list[object]] = {
    "forecast": ["calm", "rough", "wild", ABSENT],
    "boat": ["raft", "ferry", "tug", "punt"],
    "crew": ["2", "3", "4", "4.5", "5", "9"],
    "mast is up": [True, False],
    "cargo ⊆ permitted goods": [True, False],
}
SUBJECTS = ("Casting off", "Night watch", "Docking", "tow a raft")
BEFORE = api.load_texts({"ferry.md": FERRY})
Case = Mapping[str, object]


def edited(seed: int) -> str:
    """The doctrine with one to three small edits: a cell, a number, a name, a line less, two lines swapped."""
    dice, lines = random.Random(seed), FERRY.splitlines()  # noqa: S311 # the same edits every time
    for _ in range(dice.randint(1, 3)):
        at = dice.randrange(20, len(lines))
        kind = dice.randrange(6)
        if kind == 0 and not lines[at].startswith("|--"):
            del lines[at]
        elif kind == 1:
            other = dice.randrange(20, len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        else:
            words = dice.choice(SWAPS)
            found = [old for old in words if old in lines[at]]
            if found:
                lines[at] = lines[at].replace(dice.choice(found), dice.choice(words), 1)
    return "\n".join(lines) + "\n"


def cases() -> Iterator[Case]:
    """Every combination of the values of the facts."""
    for values in product(*FACTS.values()):
        yield dict(zip(FACTS, values, strict=True))


def stated(case: Case) -> dict[str, object]:
    facts: dict[str, object] = {}
    for name, value in case.items():
        if "⊆" in name:
            facts |= {"cargo": ["tea"], "permitted goods": ["tea" if value else "gin"]}
        else:
            facts[name] = None if value == ABSENT else value
    return facts


def answer(loaded: api.Loaded, subject: str, case: Case) -> tuple[object, ...]:
    try:
        decision = api.ask(loaded, subject, stated(case))
    except api.UsageError:
        return ("silent", None, frozenset(), "")
    acts = frozenset((act.verb, act.object) for act in decision.acts if decision.outcome != "missing")
    value = "" if decision.effect else str(decision.values.get(str(decision.subject)))
    return (decision.outcome, decision.effect, acts, value)


def inside(case: Case, change: Change, limits: list[Decimal]) -> bool:
    return any(
        all(any(equal(case[name], value, limits) for value in allowed) for name, allowed in box.items()) for box in change.boxes
    )


def equal(one: object, value: Given, limits: list[Decimal]) -> bool:
    """Whether a value that is stated is one of a box; a number when it lies on the same side of each limit."""
    if isinstance(value, Decimal):
        number = Decimal(str(one))
        return all((number < limit, number == limit) == (value < limit, value == limit) for limit in limits)
    return one == value


@pytest.mark.parametrize("seed", range(EDITS))
def test_every_change_is_told_and_no_other(seed: int) -> None:
    check(seed)


def check(seed: int, share: int = 4) -> None:
    """Ask every case of what changed, and one in `share` cases of what is said to be as it was."""
    after = api.load_texts({"ferry.md": edited(seed)})
    if facts(after) != facts(BEFORE):
        return  # a row that is gone makes a fact of a quantity: the cases are others
    books = [book for loaded in (BEFORE, after) for book in loaded.rulebook.books]
    limits = sorted(frozenset[Decimal]().union(*(amounts(book, "crew") for book in books)))
    boats = {value for book in books for value in domain(book, "boat")}
    told: dict[str, list[Change]] = {}
    for change in api.diff(BEFORE, after).changes:
        told.setdefault(change.subject, []).append(change)
    for subject in SUBJECTS:
        every = [case for case in cases() if case["boat"] in boats]
        for case in every if subject in told else every[seed % share :: share]:
            was, now = before(subject, tuple(case.items())), answer(after, subject, case)
            covering = [change for change in told.get(subject, []) if inside(case, change, limits)]
            assert bool(covering) == (was != now), (subject, case, was, now)
            assert {(word(change.before), word(change.after)) for change in covering} <= {(said(was), said(now))}, (subject, case)


def facts(loaded: api.Loaded) -> set[str]:
    return {name for book in loaded.rulebook.books for name in (*book.facts, *opaque_facts(book))}


@cache
def before(subject: str, case: tuple[tuple[str, object], ...]) -> tuple[object, ...]:
    return answer(BEFORE, subject, dict(case))


def said(found: tuple[object, ...]) -> object:
    return found[1] or found[0]


def test_decision_words() -> None:
    assert word(None) == word(Decision("x", "silent")) == "silent"


if __name__ == "__main__":
    for number in range(200):
        check(number, share=1)
    print("200 edits: diff and brute force agree")
