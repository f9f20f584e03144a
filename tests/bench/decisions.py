"""One decision in this process, beside other people's engines that were taught the same one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from harnessy import api
from harnessy.decision import Question, bind, decide
from tests.bench.clock import Work, medians
from tests.bench.decision import Case, Tables, tables
from tests.bench.engines import ENGINES, Engine, Maker
from tests.bench.table import Row, against, printed, ratio

FLOOR, ZEN = "a hand-written dict", "zen-engine"
DECIDE, BIND = "harnessy: decide, facts bound, first seen", "harnessy: bind the facts alone, first seen"
ASK, AGAIN = "harnessy: ask, both with checks, first seen", "harnessy: ask, both with checks, seen before"
COLD = "harnessy: ask, both with checks, the rules just read"
GATED = "harnessy: ask, with a gate of four legs, first seen"
LEGS = {"tests": "pass", "smoke": "pass", "review": "CLEAN", "heart": "GREEN"}
FIRST, SEEN = 2.5, 0.1
MEMORY = "decide._memory"  # the name under which a book keeps its answers
ROUNDS = 15

Item = TypeVar("Item")


def section() -> str:
    """The table of decisions."""
    loaded = api.load_demo()
    known = tables(loaded)
    works, skipped = _peers(known)
    forgotten = {AGAIN: _nothing, COLD: _all_worked_out}
    taken = medians(works | _ours(loaded, known), ROUNDS, before=lambda name: forgotten.get(name, _answers)(loaded))
    each = {name: seconds / len(known.cases) for name, seconds in taken.items()}
    title = f"One decision, over {len(known.cases)} cases in which all agree"
    return printed(title, ("engine", "µs", "× dict", "budget"), [_row(name, each) for name in each], skipped)


def _row(name: str, each: dict[str, float]) -> Row:
    budget = ""
    if name in {ASK, AGAIN}:
        budget = against(ZEN, each[name], FIRST if name == ASK else SEEN, each)
    return name, f"{each[name] * 1e6:.2f}", ratio(each[name], each[FLOOR]), budget


def _answers(loaded: api.Loaded) -> None:
    """As if nothing had been asked; what the rules come to is kept, as the peers keep what they compiled."""
    loaded.asked.clear()
    for book in loaded.rulebook.books:
        for name, kept in book.memo.items():
            if name.endswith(MEMORY):
                kept.clear()


def _all_worked_out(loaded: api.Loaded) -> None:
    """As if the rules had just been read: what was worked out of them goes as well."""
    loaded.asked.clear()
    loaded.rulebook.memo.clear()
    for book in loaded.rulebook.books:
        book.memo.clear()


def _nothing(loaded: api.Loaded) -> None:
    del loaded


def _peers(known: Tables) -> tuple[dict[str, Work], list[str]]:
    works, skipped = dict[str, Work](), list[str]()
    for name, maker in ENGINES.items():
        engine = _made(maker, known)
        if engine is None:
            skipped.append(f"{name} is not installed, so it is left out.")
            continue
        _agree(name, engine, known)
        works[name] = _through(engine, known.cases)
    return works, skipped


def _made(maker: Maker, known: Tables) -> Engine | None:
    try:
        return maker(known)
    except ImportError:
        return None


def _agree(name: str, engine: Callable[[Case], str | None], known: Tables) -> None:
    """Figures of engines that answer something else would say nothing."""
    for case in known.cases:
        found, wanted = engine(case), known.answer(case)
        if found != wanted:
            raise SystemExit(f"{name} answers {found} to {case}, where the tables say {wanted}")


def _through(work: Callable[[Item], object], items: Sequence[Item]) -> Work:
    def run() -> None:
        for item in items:
            work(item)

    return run


def _ours(loaded: api.Loaded, known: Tables) -> dict[str, Work]:
    book = loaded.rulebook

    def ask(case: Case) -> str | None:
        return api.ask(loaded, case.checkpoint, case.facts, strict=True).effect

    def bound(case: Case) -> Question:
        return bind(book, case.checkpoint, case.facts)

    def gated(case: Case) -> str | None:
        return api.ask(loaded, "Ship PR sign-off", {**case.facts, **LEGS}, strict=True).effect

    _agree("harnessy", ask, known)
    questions = [bound(case) for case in known.cases]
    return {
        DECIDE: _through(lambda question: decide(book, question), questions),
        BIND: _through(bound, known.cases),
        ASK: _through(ask, known.cases),
        AGAIN: _through(ask, known.cases),
        COLD: _through(ask, known.cases),
        GATED: _through(gated, known.cases),
    }
