"""Vetoes in a table: each row bars, an edited cell is another verdict, and a table not read whole lets nothing be kept."""

import pytest

from harnessy import api
from harnessy.ledger import metric

PAGE = """\
# Lighthouse

After each night, append a night record to `nights.ndjson`:

```json
{ "night_id": "night_<YYYYMMDD>_<NNN>", "ships_seen": 3, "ships_total": 4, "lamp_faults": 1, "grounding": false }
```

After each change, append a lamp record to `lamps.ndjson`:

```json
{ "before": { "score": 0.5 }, "after": { "score": 0.6 }, "delta": 0.1, "decision": "retain|undo" }
```

## Score

```
Λ = σ^0.6 · (1 − φ)^0.4
```

Where:

- **σ** = seen share (ships_seen / ships_total)
- **φ** = fault load (mean(lamp_faults) / 4, capped at 1)

## Hard limits (vetoes — undo the change if broken)

| Limit | Max |
|---|---|
| Grounding rate | 0 |
| φ | 0.5 |

## Decision

- ΔΛ > 0.03 → RETAIN (brighter)
- ΔΛ < -0.03 → UNDO (dimmer)
- |ΔΛ| ≤ 0.03 → RETAIN (no change seen)
"""
Facts = dict[str, object]
OLD: Facts = {"ships seen": 6, "ships total": 8, "lamp faults": 2, "lamp faults told": 2, "nights": 2, "grounding": 0}
NEW: Facts = {**OLD, "ships seen": 7}


def verdict(page: str, new: Facts, old: Facts | None = None) -> tuple[str, str]:
    rulebook = api.load_texts({"light.md": page}).rulebook
    found = metric.judged(metric.metric_book(rulebook), old or OLD, new, rulebook)
    assert found.kept == (found.word == "retain")
    return found.word, found.reason


def test_a_gain_that_breaks_no_row_is_kept_and_one_that_breaks_any_is_not() -> None:
    assert verdict(PAGE, NEW) == ("retain", "brighter")
    assert verdict(PAGE, {**NEW, "grounding": 1}) == ("undo", "broken: Grounding rate")
    assert verdict(PAGE, {**NEW, "lamp faults": 6}) == ("undo", "broken: φ")
    assert verdict(PAGE, {key: value for key, value in NEW.items() if key != "grounding"})[0] == "undo"


@pytest.mark.parametrize(
    ("old", "new", "word"),
    [
        ("| φ | 0.5 |", "| φ | 0.2 |", "undo"),
        ("| φ | 0.5 |", "| φ | at most 20% |", "undo"),
        ("| φ | 0.5 |", "| φ | ≤ 0.25 |", "retain"),
        ("| Limit | Max |", "| Limit | Min |", "undo"),
        ("0.03", "0.9", "retain"),
        ("RETAIN (brighter)", "UNDO (brighter)", "undo"),
        ("σ^0.6", "σ^0.05", "retain"),
        ("(1 − φ)^0.4", "(1 − φ)^0", "retain"),
    ],
)
def test_an_edited_cell_is_another_verdict(old: str, new: str, word: str) -> None:
    assert verdict(PAGE.replace(old, new), NEW)[0] == word


def test_an_edited_exponent_or_threshold_turns_a_loss() -> None:
    loss: Facts = {**OLD, "ships seen": 5}
    assert verdict(PAGE, loss) == ("undo", "dimmer")
    assert verdict(PAGE.replace("0.03", "0.2"), loss) == ("retain", "no change seen")
    assert verdict(PAGE.replace("σ^0.6", "σ^0.01"), loss) == ("retain", "no change seen")


@pytest.mark.parametrize(
    "table",
    [
        "| Limit | Value |\n|---|---|\n| φ | 0.5 |\n",
        "| Limit | Max |\n|---|---|\n| φ | 0.5 |\n| Grounding rate | as the keeper says |\n",
        "| Limit | Max | Season |\n|---|---|---|\n| φ | 0.5 | winter |\n| Grounding rate | 0 | |\n",
        "| Limit | Max |\n|---|---|\n| φ | 0.5 |\n| Grounding rate | |\n",
        "| Limit | Max |\n|---|---|\n| φ | 0.5 unless it is foggy |\n",
    ],
)
def test_a_table_that_is_not_read_whole_keeps_nothing(table: str) -> None:
    start, end = PAGE.index("| Limit"), PAGE.index("## Decision")
    for heading in ("## Hard limits (vetoes — undo the change if broken)", "## Vetoes"):
        page = f"{PAGE[:start]}{table}\n{PAGE[end:]}".replace("## Hard limits (vetoes — undo the change if broken)", heading)
        assert verdict(page, NEW)[0] == "undo"
