"""How long things take, measured in turns: each round runs every one of them, so that a busy moment meets all alike."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Mapping
from time import perf_counter

Work = Callable[[], object]


def medians(works: Mapping[str, Work], rounds: int, before: Callable[[str], object] = len) -> dict[str, float]:
    """Median seconds of each work. All run once unmeasured; `before` gets the name ahead of each run."""
    taken = {name: list[float]() for name in works}
    for attempt in range(rounds + 1):
        for name, work in works.items():
            before(name)
            seconds = once(work)
            if attempt:
                taken[name].append(seconds)
    return {name: statistics.median(times) for name, times in taken.items()}


def once(work: Work) -> float:
    """Seconds of one run, without rubbish left over from what ran before."""
    gc.collect()
    started = perf_counter()
    work()
    return perf_counter() - started
