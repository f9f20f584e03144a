"""`verify` holds a sound doctrine, and refutes each weakened copy with the case that shows it."""

from __future__ import annotations

import json
import shlex
from decimal import Decimal
from pathlib import Path
from textwrap import dedent

import pytest

from harnessy import api
from harnessy.cli.app import main
from harnessy.decision.domain import domain
from harnessy.render import proof
from harnessy.review import Refutation
from harnessy.review.claims import CLAIMS

GARDEN = dedent("""
    # Who may water the garden

    | Scale | Lowest to highest |
    |---|---|
    | Trust | `guest` < `helper` < `owner` |

    | Fact | Kind | Values | Stated by |
    |---|---|---|---|
    | badge | Trust | | tool |
    | bed | word | `roses`, `beans`, `ferns` | tool |
    | `--away` | flag | | human |
    | valve | word | `open`, `shut` | tool |
    | weather | word | `dry`, `frosty` | tool |
    | permit | yes / no | | human |
    | hour | number | | tool |

    | Act | Effect |
    |---|---|
    | water | go |
    | ring | hold |
    | human | halt |

    ## Jobs

    | Job | `owner` | `helper` | `guest` |
    |---|---|---|---|
    | Sprinkling | water | water | ring |
    | Draining | water through the pump gate | ring | ring |
    | Felling | human, always | human, always | human, always |

    The standing trust is `min(badge, rank)`. A badge never exceeds its rank.
    A missing badge means `guest`.

    | Bed | Rank |
    |---|---|
    | `roses` | `helper` at hour ≤ 8; `owner` above |
    | `beans` | `owner` |
    | `ferns` | `guest` |

    ## Pump gate

    The pump gate requires both legs.

    1. **Valve** — verdict `open`.
    2. **Weather** — verdict `dry`.

    ## Deliveries

    | Bed | Delivery |
    |---|---|
    | `roses` | human, always |
    | `beans`, `ferns` | water, if permit; otherwise ring |

    ## Hard rules

    - Never water in frost.
    - Felling is a human act.

    ## Activation

    - Levels bind only when a person starts with `--away`.
    - Default: ring at every job.
""")
_BY_NAME = ("| Bed | Rank |", "| Bed | Ceiling |")
FAULTS = {
    "an invariant is contradicted by the cells": (
        [("| Felling | human, always | human, always | human, always |", "| Felling | water | ring | ring |")],
        "an invariant never does", "Felling",
    ),
    "a level holds less than the looser one above it": (
        [("| Sprinkling | water | water | ring |", "| Sprinkling | water | ring | water |")],
        "stricter level", "Sprinkling",
    ),
    "the loosest level holds and the middle one does not": (
        [("| Draining | water through the pump gate | ring | ring |", "| Draining | ring | water through the pump gate | ring |")],
        "stricter level", "Draining",
    ),
    "the activation is taken away": (
        [("- Levels bind only when a person starts with `--away`.\n", "")],
        "has a say", "--away",
    ),
    "what is missing counts as the loosest": (
        [("A missing badge means `guest`", "A missing badge means `owner`")],
        "what is absent", "Sprinkling",
    ),
    "the default lets everything go": (
        [("Default: ring at every job", "Default: water at every job")],
        "what is absent", "Sprinkling",
    ),
    "a grant without its scope": (
        [("| `beans`, `ferns` | water, if permit", "| `roses`, `beans`, `ferns` | water, if permit")],
        "contradicts itself", "Delivery",
    ),
    "a grant without the word of a person": (
        [("water, if permit; otherwise ring", "water")],
        "has a say", "permit",
    ),
    "a value that nobody declared": (
        [("| `ferns` | `guest` |", "| `ferns` | `gest` |")],
        "no error", "garden.md",
    ),
    "a cap that is a floor": (
        [("`min(badge, rank)`", "`max(badge, rank)`")],
        "no cap is exceeded", "standing trust",
    ),
    "a ceiling by its name only, and the higher of the two": (
        [("`min(badge, rank)`. A badge never exceeds its rank.", "`max(badge, ceiling)`."), _BY_NAME],
        "no cap is exceeded", "standing trust",
    ),
    "a ceiling that nothing reads": (
        [("The standing trust is `min(badge, rank)`. A badge never exceeds its rank.\n", ""), _BY_NAME],
        "no cap is exceeded", "Ceiling",
    ),
    "two jobs in opposite order": (
        [("| Draining | water through the pump gate | ring | ring |", "| Draining | ring | ring | water through the pump gate |")],
        "stricter level", "Sprinkling",
    ),
    "two rows for one key": (
        [("| `ferns` | `guest` |", "| `ferns`, `beans` | `guest` |")],
        "contradicts itself", "Rank",
    ),
}


def weakened(swaps: list[tuple[str, str]]) -> api.Loaded:
    text = GARDEN
    for old, new in swaps:
        assert old in text, old
        text = text.replace(old, new)
    return api.load_texts({"garden.md": text})


def test_a_sound_doctrine_holds() -> None:
    loaded = api.load_texts({"garden.md": GARDEN})
    assert loaded.diagnostics == ()
    found = api.verify(loaded)
    assert found.refutations == ()
    assert found.holds
    assert {one.subject: one.cases for one in found.covered}["Draining"] == 4 * 3 * 3 * 2 * 2 * 2


@pytest.mark.parametrize(("swaps", "claim", "subject"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refuted(swaps: list[tuple[str, str]], claim: str, subject: str) -> None:
    loaded = weakened(swaps)
    found = [one for one in api.verify(loaded).refutations if claim in one.claim]
    assert subject in {one.subject for one in found}
    for one in found:
        assert one.places
        asked(loaded, one)


def asked(loaded: api.Loaded, one: Refutation) -> None:
    """The counterexample asked as the command asks it: it goes, or is in conflict, or is held against its own cell."""
    if one.verb != "explain":
        return
    words = shlex.split(proof.command(one))
    facts = {name: value or "yes" for name, _, value in (fact.partition("=") for fact in words[3:])}
    stated: dict[str, object] = {name: None if value == "none" else value for name, value in facts.items()}
    decision = api.ask(loaded, words[2], stated, strict=True)
    expected = {"no answer contradicts itself": {"conflict"}, "no rule lets go what an invariant never does": {"halt", "hold"}}
    assert (decision.effect or decision.outcome) in expected.get(one.claim, {"go", "n/a", "answered"}), one


def test_every_claim_is_refuted_by_some_fault_or_holds_by_construction() -> None:
    refuted = {claim for claim in CLAIMS for _, part, _ in FAULTS.values() if part in claim}
    assert CLAIMS.keys() - refuted == {
        "nothing goes where one of the documents holds it", "what is not known lets nothing go that some value of it holds",
    }


def test_the_command_says_what_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden.md").write_text(GARDEN.replace("A missing badge means `guest`", "A missing badge means `owner`"), "utf-8")
    assert main(["verify", "garden.md", "--format", "json"]) == 1
    shape = json.loads(capsys.readouterr().out)
    assert shape["holds"] is False
    first = shape["refutations"][0]
    assert first["command"].startswith("harnessy explain sprinkling ")
    assert main(shlex.split(first["command"])[1:]) == 0
    assert "[go]" in capsys.readouterr().out


def test_an_invariant_of_one_page_is_held_against_the_cells_of_another() -> None:
    page = "# House rules\n\n## Hard rules\n\n- Sprinkling is a human act.\n"
    found = api.verify(api.load_texts({"garden.md": GARDEN, "house.md": page}))
    (one,) = [one for one in found.refutations if "an invariant never does" in one.claim]
    assert [span.source.path for span in one.places] == ["garden.md", "house.md"]


def test_the_command_names_a_flag_so_that_it_can_be_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden.md").write_text(GARDEN.replace("- Levels bind only when a person starts with `--away`.\n", ""), "utf-8")
    (one,) = [one for one in api.verify(api.load([tmp_path / "garden.md"])).refutations if one.subject == "--away"]
    assert main(shlex.split(proof.command(one, ["--doctrine=garden.md"]))[1:]) == 0
    assert "--away" in capsys.readouterr().out


def test_a_number_is_tried_within_its_range_only() -> None:
    page = dedent("""
        # Jars

        | Symbol | Meaning | Formula | Range | Over nothing |
        |---|---|---|---|---|
        | m | mended share | `mended / (mended + thrown)` | 0 to 1 | 0 |

        ## Shelf

        - If m > 0.5: ask.
        - If m > 3: stop.
    """)
    book = api.load_texts({"kiln.md": page}).rulebook.books[0]
    tried = [value for value in domain(book, "m") if isinstance(value, Decimal)]
    assert tried
    assert all(0 <= value <= 1 for value in tried)


def test_too_many_cases_are_said_to_be_and_what_was_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("harnessy.decision.regions.MOST_CASES", 20)
    monkeypatch.setattr("harnessy.review.proof._MOST_KNOWN", 8)
    found = api.verify(api.load_texts({"garden.md": GARDEN}))
    (one,) = [one for one in found.covered if one.subject == "Draining"]
    assert not one.settled
    assert not found.holds
    assert one.cases > 0
    assert one.unknown
    told = f"Draining: {one.cases}; too many cases to decide them all, so these stayed unknown: {one.unknown[0]}"
    assert told in proof.text(found)
