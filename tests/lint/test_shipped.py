"""The shipped doctrine is clean, and a fault in it is found at the right words."""

import pytest

from harnessy import assets
from tests.lint.pages import findings, words

NAME = "doctrine/AUTONOMY.md"

FAULTS = [
    ("| Cleanup | proceed + log | proceed + log | confirm |", "| Cleanup | proceed + log | | confirm |", ("HN203", "")),
    ("| Cleanup | proceed + log | proceed + log | confirm |\n", "", ("HN403", "Cleanup")),
    ("| Cleanup | proceed", "| Claenup | proceed", ("HN201", "Claenup")),
    ("| Checkpoint | `safe` | `supervised` |", "| Checkpoint | `safe` | `supervized` |", ("HN201", "`supervized`")),
    ("| `bug` | `supervised` |", "| `bgu` | `supervised` |", ("HN201", "bgu")),
    ("| `bug` | `supervised` |", "| `bgu` | `supervised` |", ("HN404", "bug")),
    ("| `bug` | `supervised` |", "| `bug` | `supervsied` |", ("HN201", "supervsied")),
    ("| `bug` | `supervised` |", "| `bug`, `test` | `supervised` |", ("HN402", "`supervised`")),
    (
        "at Difficulty ≤ `medium`",
        "at Difficulty ≤ `small`",
        ("HN404", "`safe` at Difficulty ≤ `small`; `supervised` at `large` and above"),
    ),
    ("at Difficulty ≤ `medium`", "at Difficulty ≤ `large`", ("HN402", "`supervised` at `large` and above")),
    ("| `bug` | `supervised` | ", "| `bug` | `supervised` | yes | ", ("HN101", "the log has seen hardly any bug fixes")),
    ("| proceed | go |", "| proceed | gone |", ("HN204", "gone")),
    ("at every checkpoint.", "at every chekpoint.", ("HN301", "Default: present and wait at every chekpoint.")),
    ("launches with `--auto`", "launches with `--atuo`", ("HN201", "`--atuo`")),
    ("`safe` | `test` | | yes | | halt |", "`safe` | `test` | | yes | | hold |", ("HN406", "hold")),
    ("`supervised` | `test` | | yes | | go |", "`supervised` | `tets` | | yes | | go |", ("HN406", "go")),
]

# What is added to a copy, and what is found in it: the code and the underlined words.
ADDED = """
# More

### Too deep

Never touch a sensitive file. See [the caps](#capps). The log is as defined in `archive/log-rules.md`.

Phases: `dawn` | `noon` | `dusk`

Latest phase, at most: **noon**

The pump runs 3600s (1 h). A run without the pump is treated as before. Keys are TBD. It was built on 2026-02-30.

There are three lamps:

- north
- south

- Max lamps lit at night: **3**
- Max wait for the warden: **20**
- Max lamps before whistling: **4**

| Limit | Number |
|---|---|
| Max lamps lit at night | 5 |

Lamp ∈ `lit` / `dim` / `out`

Guard ∈ `asleep` / `awake` / `out`

- Soot > 20 g → clean the lamp
- If soot > 20 g → **clean** the lamp

- If a guard falls asleep: **stop** the watch
- When a guard falls asleep, wait

Oil this gate to keep it quiet.

- Never oil this gate

Adds **w** (wind damage) and **k** (soot share).

- **k** = soot share (dark / all lamps)

- ΔG > 2 → keep the lamp

- **bright lamp**: a lamp that is bright

```json
{"lamp": "<name>", "state": "lit|dark", "soot": 2}
```

```json
{"lamp": "north", "state": "broken", "soot": 2}
```

```toml
lamps = north
```

## Whistling (no exceptions)

- Never whistle at night, unless it rains
"""
FOUND = [
    ("HN109", "Too deep"), ("HN313", "sensitive"), ("HN210", "#capps"), ("HN211", "`archive/log-rules.md`"),
    ("HN212", "Latest phase, at most: **noon**"), ("HN325", "3600s (1 h)"), ("HN317", "as before"), ("HN314", "TBD"),
    ("HN315", "2026-02-30"), ("HN311", "three lamps"), ("HN310", "5"), ("HN316", "20"),
    ("HN419", "Max lamps before whistling: **4**"), ("HN214", "out"), ("HN307", "If soot > 20 g → **clean** the lamp"),
    ("HN413", "When a guard falls asleep, wait"), ("HN412", "Never oil this gate"), ("HN320", "**w** (wind damage)"),
    ("HN319", "dark / all lamps"), ("HN322", "ΔG"), ("HN323", "**bright lamp**: a lamp that is bright"),
    ("HN312", '"state": "broken"'), ("HN321", "lamps = north"), ("HN414", "unless"),
]


def test_the_shipped_doctrine_is_clean() -> None:
    for text in assets.doctrine().values():
        assert [words(finding) for finding in findings(text)] == []


@pytest.mark.parametrize(("old", "new", "expected"), FAULTS, ids=lambda part: part[0] if isinstance(part, tuple) else "")
def test_a_fault_is_found(old: str, new: str, expected: tuple[str, str]) -> None:
    text = assets.doctrine()[NAME]
    assert old in text
    found = [words(finding) for finding in findings(text.replace(old, new, 1), examples=expected[0] == "HN406")]
    assert expected in [(code, quote.strip()) for code, quote in found]


def test_faults_that_are_added_are_found_and_no_others() -> None:
    found = [words(finding) for finding in findings(assets.doctrine()[NAME] + ADDED)]
    told = [one for one in found if one[0] not in {"HN301", "HN303"}]
    assert sorted(told) == sorted(FOUND)
