"""What sentences list that decide nothing: orders, groups, what takes the place of a limit."""

import pytest

from harnessy import api

LISTED = """# Yard

## Counting

- Use layered crate counting: marked crates first, loose crates second
- Rank returns: first the mended crates, second the burnt crates and third firewood
- Sort returns into mended crates, burnt crates, and firewood
- No fixed crate cap per night shift; the signed list and the harbour bell are the true brakes
- Default to slow whenever crates overlap on lifts, bays or crews
"""


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("layered crate counting", {"order": ("marked crates", "loose crates")}),
        ("returns", {"order": ("mended crates", "burnt crates", "firewood")}),
        ("Sort returns", {"groups": ("mended crates", "burnt crates", "firewood")}),
        ("true brakes", {"true brakes": ("signed list", "harbour bell")}),
        ("Default to slow", {"Default to slow": ("lifts", "bays", "crews")}),
    ],
)
def test_what_a_sentence_only_lists_can_be_looked_up(subject: str, told: dict[str, tuple[str, ...]]) -> None:
    decision = api.ask(api.load_texts({"yard.md": LISTED}), subject, {})
    assert (decision.outcome, decision.effect) == ("answered", None)
    assert {name: tuple(values) for name, values in decision.values.items()} == told  # type: ignore[arg-type]
    assert decision.because


@pytest.mark.parametrize(
    "line",
    [
        "Use two looks: the owner first, the baker second",
        "Use dock checks: no loose crates first, ropes second",
        "Use dock checks: crates first, ropes third",
        "Sort crates into bays, and never stack them",
        "Crates into bays, ropes and lifts",
        "Separate crates, ropes into bays and lifts",
    ],
)
def test_what_may_restrict_lists_nothing(line: str) -> None:
    loaded = api.load_texts({"yard.md": f"# Yard\n\n## Counting\n\n- {line}\n"})
    assert not [subject for book in loaded.rulebook.books for subject in book.subjects.values() if subject.attributes]
