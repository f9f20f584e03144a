"""What stands beside the rules of a metric, or on another page, and is no mere description: a verdict is not kept past it."""

import pytest

from harnessy import api
from harnessy.ledger import elsewhere
from harnessy.ledger.alike import alike
from harnessy.ledger.metric import metric_book

PAGE = """\
# Bakery

## Records

After each batch, append a bake record to `~/bakery/bakes.ndjson`:

```json
{{ "bake_id": "bake_<NNN>", "colour": "pale|brown", "grams": 800 }}
```

## Measure

{over}

| Symbol | Meaning | Formula |
|---|---|---|
| b | {meaning} | `count(bakes where colour is brown) / count(bakes)` |
| ΔG | change of the gain | `G after − G before` |

```
G = b^0.5
```

## Outcome

- ΔG > 0.1 → KEEP (gain shown)
- ΔG < -0.1 → REVERT (loss shown)
- |ΔG| ≤ 0.1 → KEEP (within noise, no loss)
{below}
"""
FACTS = {"ΔG": "0.2"}
PLAIN = {"over": "", "meaning": "share that is brown", "below": ""}
SAID = [
    "Burnt loaves weigh double.",
    "The first loaf of each oven is a warm-up.",
    "Shares round to one digit.",
    "Ties go to the old recipe.",
    "Weights are in ounces.",
    "Rye is left out.",
    "Stale loaves count half.",
    "Missing colours are brown.",
    "The last batch is a test.",
    "Loaves of a trainee count twice.",
]

DESCRIBING = ["The gain is a product of shares.", "Higher is better.", "Shares to look at.", "The last column is the range."]
MEANINGS = ["share that is brown, without those over 900 grams", "share that is brown, except the first 3"]


def effect(**words: str) -> str | None:
    loaded = api.load_texts({"bakery.md": PAGE.format(**{**PLAIN, **words})})
    return api.ask(loaded, "outcome", FACTS).effect


@pytest.mark.parametrize("sentence", ["", *DESCRIBING])
def test_what_only_describes_restricts_nothing(sentence: str) -> None:
    assert effect(over=sentence) == "go"


@pytest.mark.parametrize("sentence", SAID)
@pytest.mark.parametrize("place", ["over", "below"])
def test_a_plain_sentence_among_formulas_or_verdicts_may_change_them(place: str, sentence: str) -> None:
    assert effect(**{place: f"\n{sentence}"}) != "go"


def test_a_bound_among_the_verdicts_that_nothing_follows_from_holds_them_back() -> None:
    assert effect(below="- Min loaves per side: **5**") != "go"


@pytest.mark.parametrize("meaning", MEANINGS)
def test_a_meaning_with_a_rule_in_it_is_none(meaning: str) -> None:
    assert effect(meaning=meaning) != "go"


@pytest.mark.parametrize(
    ("other", "barred"),
    [
        ("A candidate is kept only after a second baker has tasted.", True),
        ("- Max grams of a candidate: **2** (above this: revert)", True),
        ("- Max grams of dough: **2** (above this: revert)", False),
        ("The oven was built in Delft.", False),
    ],
)
def test_what_another_page_says_of_it_is_heard(other: str, barred: bool) -> None:
    loaded = api.load_texts({"bakery.md": PAGE.format(**PLAIN), "ovens.md": f"# Ovens\n\n## Improvements\n\n{other}\n"})
    book = metric_book(loaded.rulebook)
    assert bool(elsewhere.against(book, loaded.rulebook, {}, api.words("formula.lark"))) is barred


def test_a_bound_that_is_known_to_hold_bars_nothing() -> None:
    bound = "# Ovens\n\n## Escalation\n\n- Max grams of a candidate: **2** (above this: revert)\n"
    loaded = api.load_texts({"bakery.md": PAGE.format(**PLAIN), "ovens.md": bound})
    book = metric_book(loaded.rulebook)
    assert not elsewhere.against(book, loaded.rulebook, {"grams of a candidate": "2"}, api.words("formula.lark"))
    assert elsewhere.against(book, loaded.rulebook, {"grams of a candidate": "3"}, api.words("formula.lark"))


def test_letters_of_another_script_that_look_the_same_are_another_spelling() -> None:
    assert alike("2с") == alike("2c")
    assert alike("2d") != alike("2c")
