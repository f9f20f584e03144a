"""Processes that park at once, and one that is killed while it writes: the file of tasks stays whole, the log loses no row.

`PARKING_ROUNDS=100 pytest tests/unit/test_parking_at_once.py` tries it a hundred times.
"""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from harnessy.cli.app import main
from harnessy.owed.entries import entries

SMITHY = """\
# Smithy

| Question part | Given as |
|---|---|
| the doubt | `--doubt` |

| Task event | Done by | `state` | `asked at` | Ending |
|---|---|---|---|---|
| a doubt | park | `cooling` | the address of the comment | `open` |
| an answer | resume | `hot` | removed | |

| Continue with | Given as |
|---|---|
| the broom | |

| Log column | Holds |
|---|---|
| day | |
| job | |
| ending | |

| Ending | Counts as |
|---|---|
| `sold` | good |
| `open` | nothing |
"""
NAMES = ("hinge", "latch", "bolt")
WORK = "# Work\n\nWords.\n" + "".join(f"\n## {name}\n- state: hot\n- smith: Ö {name * 2000}\n" for name in NAMES) + "\nEnd.\n"
ROUNDS = int(os.environ.get("PARKING_ROUNDS", "4"))
HEAD = "| day | job | ending |\n|---|---|---|\n"


def child(work: Callable[[], object]) -> int:
    """A process of its own that does some work and says nothing."""
    number = os.fork()
    if number:
        return number
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        work()
    finally:
        os._exit(0)


def park(name: str) -> int:
    return main(["park", name, "--doubt", "x", "--url", f"u-{name}", "--active", "work.md", "--log", "log.md"])


def again_and_again(name: str) -> None:
    while True:
        park(name)
        main(["resume", name, "--active", "work.md"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system makes no process of its own here")
def test_two_park_and_a_third_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("AUTONOMY.md").write_text(SMITHY, "utf-8")
    chance = random.Random(ROUNDS)  # noqa: S311 # moments, no secrets
    Path("work.md").write_text(WORK, "utf-8")
    assert [park("hinge"), main(["resume", "hinge", "--active", "work.md"])] == [0, 0]  # what they import is there before they part
    for _ in range(ROUNDS):
        Path("work.md").write_text(WORK, "utf-8")
        Path("log.md").write_text(HEAD, "utf-8")
        killed = child(lambda: again_and_again("bolt"))
        others = [child(lambda name=name: park(name)) for name in NAMES[:2]]  # type: ignore[misc] # mypy knows no default here
        time.sleep(chance.random() / 50)
        os.kill(killed, signal.SIGKILL)
        for number in (killed, *others):
            os.waitpid(number, 0)
        check(Path("work.md").read_text("utf-8"), Path("log.md").read_text("utf-8"))


def check(work: str, log: str) -> None:
    """Both tasks are parked, the third is as it was or parked; all else keeps every byte, and each row stands whole."""
    states = {entry.name: entry.value("state") for entry in entries(work)}
    assert {name: states[name] for name in NAMES[:2]} == dict.fromkeys(NAMES[:2], "cooling")
    expected = WORK
    for name in NAMES:
        if states[name] == "cooling":
            whole = f"## {name}\n- state: hot\n- smith: Ö {name * 2000}\n"
            expected = expected.replace(whole, whole.replace("hot", "cooling") + f"- asked at: u-{name}\n")
    assert work == expected
    rows = log.removeprefix(HEAD).splitlines()
    assert log.startswith(HEAD)
    assert all(row.endswith(" | open |") and row.count("|") == 4 for row in rows)
    assert [sum(f"| {name} |" in row for row in rows) for name in NAMES[:2]] == [1, 1]
