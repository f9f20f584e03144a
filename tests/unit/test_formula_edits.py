"""What an edit of a metric changes: `diff` and `verify` try the numbers that formulas give like any other fact."""

from decimal import Decimal

import pytest

from harnessy import api
from harnessy.decision.regions import Space
from harnessy.decision.view import View
from harnessy.render.changes import text
from harnessy.review.diff import compare
from harnessy.review.verify import verify

ORCHARD = """\
After each picking, append a basket record to `baskets.ndjson`:

```json
{ "state": "sound|bruised|rotten", "weight": 3, "washed": true, "row": "..." }
```

| Symbol | Meaning | Formula | Over nothing |
|---|---|---|---|
| s | sound share | `count(baskets where state is sound) / count(baskets)` | 0 |
| w | load | `min(mean(weight) / 40, 1)` | 1 |
| Rot share | baskets that rot | `count(baskets where state is rotten) / count(baskets)` | 1 |

```
G = s^0.5 · (1-w)^0.5
```

- ΔG > 0.1 → keep (gain shown)
- ΔG < -0.1 → revert (loss shown)
- |ΔG| ≤ 0.1 → keep (within noise)

## Vetoes

- **Rot share**: must be ≤ 0.2.
- If any veto fails → revert.
"""


def changed(old: str, new: str) -> str:
    assert ORCHARD.count(old) >= 1
    before, after = (api.load_texts({"orchard.md": page}).rulebook for page in (ORCHARD, ORCHARD.replace(old, new)))
    return text(compare(before, after))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("0.1 →", "0.05 →", "ΔG ≥ -0.1 and < -0.05"),
        ("≤ 0.2.", "≤ 0.3.", "loosened: ΔG ≥ -0.1, Rot share > 0.2 and ≤ 0.3: keep or revert halt → go"),
        ("≤ 0.2.", "≤ 0.15.", "tightened: "),
        ("s^0.5", "s^0.6", "value: G s^0.5 · (1-w)^0.5 → s^0.6 · (1-w)^0.5"),
        ("/ 40", "/ 50", "value: w min(mean(weight) / 40, 1) → min(mean(weight) / 50, 1)"),
        ("state is rotten", "state is bruised", "value: Rot share count(baskets where state is rotten)"),
        ("count(baskets)` | 0", "count(baskets)` | 1", "value: s count(baskets where state is sound)"),
        ("> 0.1 → keep", "> 0.1 → revert", "tightened: "),
    ],
)
def test_an_edit_of_a_number_is_told(old: str, new: str, words: str) -> None:
    assert words in changed(old, new)


def test_a_verdict_has_a_case_for_each_side_of_each_limit() -> None:
    rulebook = api.load_texts({"orchard.md": ORCHARD}).rulebook
    space = Space(View(rulebook, "keep or revert"))
    tried = {name: values for name, values in space.values.items() if len(values) > 1}
    assert {name: len(values) for name, values in tried.items()} == {"delta g": 5, "rot share": 3}
    effects = dict[str, int]()
    for region in space.regions:
        (decision,) = region.decisions
        assert decision is not None
        assert decision.effect in {"go", "halt"}
        effects[decision.effect] = effects.get(decision.effect, 0) + space.size(region.box)
    assert effects == {"go": 8, "halt": 7}
    assert all(isinstance(value, Decimal) for values in tried.values() for value in values)
    assert verify(rulebook).holds


def test_two_vetoes_that_are_broken_have_one_reason() -> None:
    page = ORCHARD.replace("- If any", "- **Load**: w must be ≤ 0.9.\n- If any").replace("**Load**: w", "**w**:")
    loaded = api.load_texts({"orchard.md": page})
    facts = {"ΔG": "0.3", "Rot share": "0.5", "w": "1"}
    assert api.ask(loaded, "keep or revert", facts).values["reason"] == "Rot share"
    assert api.ask(loaded, "keep or revert", {**facts, "Rot share": "0"}).values["reason"] == "w"
