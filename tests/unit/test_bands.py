"""Bands of a number, however they are written: each point has the band that a reader gives it, or none."""

import json
from pathlib import Path

import pytest

from harnessy import api
from harnessy.ledger import metric
from harnessy.records.store import Ledger

ENDS = [
    ("0.5–0.7", "0.5 0.6 0.7", "0.4999 0.7001"), ("0.5 - 0.7", "0.5 0.7", "0.4999 0.7001"), ("0.5 to 0.7", "0.5 0.7", "0.71"),
    ("between 0.5 and 0.7", "0.5 0.7", "0.49 0.71"), ("from 0.5 to 0.7", "0.5 0.7", "0.49 0.71"), ("0.5..0.7", "0.5 0.7", "0.49"),
    ("**0.5 — 0.7**", "0.5 0.7", "0.49 0.71"), ("`0.5-0.7`", "0.5 0.7", "0.49 0.71"), ("[0.5, 0.7)", "0.5 0.69", "0.49 0.7"),
    ("(0.5, 0.7]", "0.51 0.7", "0.5 0.71"), ("at least 0.5", "0.5 0.6", "0.49"), ("≥ 0.5", "0.5", "0.4999"),
    ("> 0.5", "0.51", "0.5"), (">= 0.5", "0.5", "0.49"),
    ("above 0.5", "0.51", "0.5"), ("over 50%", "0.51", "0.5 50%"), ("0.5 or more", "0.5", "0.49"), ("0.5+", "0.5", "0.49"),
    ("0.5 and above", "0.5", "0.49"), ("50–70%", "0.5 70%", "0.49 71%"), ("50%–70%", "0.5 70%", "0.49 71%"),
]  # fmt: skip
BELOW = [
    ("below 0.5", "0.49 0", "0.5"), ("< 0.5", "0.49", "0.5"), ("≤ 0.5", "0.5", "0.51"), ("up to 0.5", "0.5 0", "0.51"),
    ("at most 0.5", "0.5", "0.51"), ("under 0.5", "0.49", "0.5"), ("0.5 or less", "0.5", "0.51"), ("0.5 and below", "0.5", "0.51"),
]  # fmt: skip
SHAPES = {
    "list": "## Glaze\n\n- {}: stop\n- {} → ask\n",
    "arrow": "## Glaze\n\n- {} → stop\n- {} => ask (too thin)\n",
    "dash": "Glaze:\n\n- {} — stop\n- {} – ask\n",
    "fence": "Glaze bands:\n\n```\n{}  → stop\n{} → ask\n```\n",
    "table": "| Glaze | Verdict |\n|---|---|\n| {} | stop |\n| {} | ask |\n",
    "named": "- Glaze {}: stop\n- Glaze {}: ask\n",
}


def effect(page: str, value: str, subject: str = "glaze band", fact: str = "glaze") -> str:
    decision = api.ask(api.load_texts({"page.md": page}), subject, {fact: value})
    return decision.effect or decision.outcome


@pytest.mark.parametrize(("band", "inside", "outside"), [*ENDS, *BELOW], ids=[band for band, *_ in (*ENDS, *BELOW)])
def test_the_ends_of_a_band_are_where_they_are_written(band: str, inside: str, outside: str) -> None:
    page = SHAPES["list"].format(band, "0.9–0.95")
    assert {value: effect(page, value) for value in inside.split()} == dict.fromkeys(inside.split(), "halt")
    assert "halt" not in {effect(page, value) for value in outside.split()}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("low", "high"), [("below 0.5", "0.5–0.7"), ("0.1 to 0.4", "≥ 0.5"), ("under 50%", "50% or more")])
def test_a_list_a_table_and_a_block_say_the_same(shape: str, low: str, high: str) -> None:
    page = SHAPES[shape].format(low, high)
    assert [effect(page, value) for value in ("0.3", "0.5", "0.6")] == ["halt", "hold", "hold"]


def test_numbers_are_compared_as_they_are_written() -> None:
    page = "## Ore\n\n- below 0.3 → stop\n- 0.3 – 0.9 → proceed\n"
    told = [effect(page, value, "ore band", "ore") for value in ("0.29999999999999999999", "0.3", "0.30000000000000000001")]
    assert told == ["halt", "go", "go"]
    page = "## Ore\n\n- 5-10 min: ask\n- above 10 min: stop\n"
    told = [effect(page, value, "ore band", "ore") for value in ("299", "5 min", "600s", "10.01 min")]
    assert told == ["silent", "hold", "hold", "halt"]


@pytest.mark.parametrize(
    "page",
    [
        "## Ore\n\n- 0–5: proceed if Ana agrees\n- above 5: stop\n",
        "## Ore\n\n- 0–5 unattended: proceed\n- above 5: stop\n",
        "## Ore\n\n- 0–5: proceed (Ana agrees)\n- above 5: stop\n",
        "## Ore\n\n- 0–5: proceed\n- unless it rains\n",
        "## Ore\n\n- 0–5: proceed\n- above 5: stop\n\nOre is never moved by night without Ana.\n",
        "## Ore\n\n- 0–5: proceed\n- above 5: stop\n\nNever proceed with wet ore.\n",
        "## Ore on Sundays\n\nOre:\n\n- 0–5: proceed\n- above 5: stop\n",
        "| Ore | Verdict | Who |\n|---|---|---|\n| 0–5 | proceed | Ana |\n| above 5 | stop | |\n",
        "## Never\n\n- 0–5: proceed\n- above 5: stop\n",
        "## Examples\n\nOre:\n\n- 0–5: proceed\n- above 5: stop\n",
        "## Ore\n\n- 0–5: proceed\n- 3–9: stop\n",
        "## Ore\n\n- 0–5: proceed\n- Salt 5–9: stop\n",
        "## Ore for Ana\n\n- 0–5: proceed\n- above 5: stop\n",
        "Ana's ore bands:\n\n- 0–5: proceed\n- above 5: stop\n",
        "## Ore\n\nWhile Ana is away:\n\n- 0–5: proceed\n- above 5: stop\n",
        "Ore (until 2031):\n\n- 0–5: proceed\n- above 5: stop\n",
        "| Ore in Delft | Verdict |\n|---|---|\n| 0–5 | proceed |\n| above 5 | stop |\n",
        "For example, ore:\n\n- 0–5: proceed\n- above 5: stop\n",
        "## Ore\n\n- 0–5: proceed\n- otherwise: stop\n",
        "## Ore\n\n- 0–3.9: proceed\n- 4–5: never\n- above 5: proceed\n",
    ],
)
def test_nothing_goes_by_a_band_where_other_words_may_have_a_say(page: str) -> None:
    loaded = api.load_texts({"page.md": page})
    names = [key for key, thing in loaded.rulebook.books[0].subjects.items() if thing.kind in {"band", "threshold"}]
    for subject in (None, *names):
        assert api.ask(loaded, subject, {"ore": "4"}).effect != "go"


def test_what_a_band_stops_is_stopped_for_everything() -> None:
    page = "| Job | Verdict |\n|---|---|\n| Digging | proceed |\n\n## Ore\n\n- 0–5: proceed\n- above 5: stop\n"
    loaded = api.load_texts({"page.md": page})
    told = [api.ask(loaded, "Digging", facts) for facts in ({"ore": "3"}, {"ore": "6"}, {})]
    assert [one.effect or one.outcome for one in told] == ["go", "halt", "missing"]


def test_a_band_with_words_that_nobody_reads_lets_nothing_go_and_the_others_count() -> None:
    page = "| Ore | Action |\n|---|---|\n| 0–5 | frobnicate |\n| above 5 | ask |\n"
    told = [api.ask(api.load_texts({"page.md": page}), "ore band", {"ore": value}) for value in ("3", "6")]
    assert [one.effect or one.outcome for one in told] == ["silent", "hold"]


def test_bands_of_nothing_that_is_named_are_said_to_be_unread() -> None:
    loaded = api.load_texts({"page.md": "- below 5: stop\n- 5–9: proceed\n"})
    assert "HN301" in {one.code for one in loaded.diagnostics}


METRIC = """\
After each kiln, append a kiln record to `kilns.ndjson`:

```json
{ "kiln_id": "kiln_<YYYYMMDD>_<NNN>", "good": 3, "made": 4, "burnt": false }
```

After each change, append a change record to `changes.ndjson`:

```json
{ "before": { "score": 0.5 }, "after": { "score": 0.6 }, "decision": "keep|revert" }
```

| Symbol | Meaning | Formula | Range |
|---|---|---|---|
| G | good share | `sum(good) / sum(made)` | 0 to 1 |
| B | burnt kilns | `count(kilns where burnt) / count(kilns)` | 0 to 1 |

## Verdict

BANDS

## Vetoes (reject the change)

- **B**: must be 0
"""
BANDS = ["- G > 0.7 → keep\n- G 0.5–0.7 → review\n- G below 0.5 → revert",
         "G:\n\n```\n> 0.7: keep\n0.5 - 0.7: review\n< 0.5: revert\n```",
         "| G | Verdict |\n|---|---|\n| above 0.7 | keep |\n| 0.5 to 0.7 | review |\n| under 0.5 | revert |"]  # fmt: skip


@pytest.mark.parametrize("bands", BANDS, ids=["items", "block", "table"])
@pytest.mark.parametrize(("good", "word"), [(71, "keep"), (70, "review"), (49, "revert"), (-90, "")])
def test_bands_of_the_metric_judge_a_candidate(tmp_path: Path, bands: str, good: int, word: str) -> None:
    rulebook = api.load_texts({"kiln.md": METRIC.replace("BANDS", bands)}).rulebook
    for name, number, count, is_burnt in (("old", 1, 10, False), ("new", 2, abs(good), good < 0)):
        record = {"kiln_id": f"kiln_20310101_00{number}", "good": count, "made": 100, "burnt": is_burnt}
        (tmp_path / name).write_text(json.dumps(record) + "\n", "utf-8")
    opened = Ledger(metric.metric_book(rulebook), tmp_path, rulebook)
    before, after = (opened.measured(opened.chosen(str(tmp_path / name))).values for name in ("old", "new"))
    verdict = metric.judged(opened.book, before, after, rulebook)
    assert verdict.kept == (word == "keep")
    assert verdict.word == word or word != "keep"
