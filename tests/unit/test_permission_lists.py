"""Lists under a word for their verdict: maps in fences, bold words in a line, and headings that say what one can do."""

import pytest

from harnessy import api

FENCE = "# Quay\n\n{}```json\n{}\n```\n{}"
MAP = '{"allow": ["sweep the quay"], "ask": ["lend a boat"], "deny": ["paint hulls"]}'


def answer(page: str, subject: str = "sweep the quay") -> str:
    try:
        decision = api.ask(api.load_texts({"page.md": page}), subject, {}, strict=False)
    except api.UsageError:
        return "unknown"
    return decision.effect or decision.outcome


@pytest.mark.parametrize(("subject", "effect"), [("sweep the quay", "go"), ("lend a boat", "hold"), ("paint hulls", "halt")])
@pytest.mark.parametrize("before", ["", "Permissions:\n\n"])
@pytest.mark.parametrize("told", [MAP, f'{{"permissions": {MAP}}}'])
def test_a_map_of_allow_ask_and_deny_is_read(before: str, told: str, subject: str, effect: str) -> None:
    assert answer(FENCE.format(before, told, ""), subject) == effect


@pytest.mark.parametrize(
    "told",
    [
        '{"mode": "off", "allow": ["sweep the quay"]}',
        '{"allow": ["sweep the quay when Ana agrees"]}',
        '{"allow": ["sweep the quay (Ana)"]}',
        '{"allow": ["sweep the quay", "only on weekdays"]}',
        '{"allow": ["sweep the quay"], "allow": []}',
        '{"allow": ["sweep the quay"], "deny": ["*"]}',
        '{"allow": ["sweep the quay"], "deny": ["everything"]}',
        '{"allow": ["sweep the quay"], "ask": ["sweep"]}',
        '{"allow": ["sweep the quay"], "deny": ["sweep *"]}',
        '{"staging": {"allow": ["sweep the quay"]}}',
        '{"disabled": {"allow": ["sweep the quay"]}}',
        '{"allow": [["sweep the quay"]]}',
    ],
)
def test_a_map_that_says_more_lets_nothing_go(told: str) -> None:
    assert answer(FENCE.format("", told, "")) != "go"


@pytest.mark.parametrize("above", ["Until May:", "Last year:", "## Staging", "## Ana", "## Examples", "A draft:"])
def test_words_above_a_map_may_restrict_it(above: str) -> None:
    assert answer(FENCE.format(f"{above}\n\n", MAP, "")) != "go"


@pytest.mark.parametrize("below", ["\nAna signs every sweep.\n", "\nOnly on weekdays.\n", "\nNever sweep the quay.\n"])
def test_words_below_a_map_may_restrict_it(below: str) -> None:
    assert answer(FENCE.format("", MAP, below)) != "go"


@pytest.mark.parametrize(
    ("line", "effect"),
    [
        ("**Forbidden:** sweep the quay, paint hulls.", "halt"),
        ("**Never**: paint hulls; sweep the quay", "halt"),
        ("**Needs approval:** paint hulls, sweep the quay.", "hold"),
        ("- **Ask first:** sweep the quay, paint hulls", "hold"),
    ],
)
def test_a_bold_word_for_a_verdict_lists_what_it_is_about(line: str, effect: str) -> None:
    assert answer(f"# Quay\n\n{line}\n") == effect


@pytest.mark.parametrize("line", ["**Allowed:** sweep the quay, Ana permitting.", "**Allowed:** sweep the quay, weekday mornings."])
def test_a_bold_permission_of_several_parts_lets_nothing_go(line: str) -> None:
    assert answer(f"# Quay\n\n{line}\n") != "go"


@pytest.mark.parametrize(
    ("heading", "effect"),
    [
        ("What you can do", "go"),
        ("What agents may do", "go"),
        ("What you cannot do", "halt"),
        ("What the agent must not do", "halt"),
        ("What you must check with an editor", "hold"),
        ("What agents must ask about", "hold"),
        ("Amber: ask first", "hold"),
        ("Red zone: never", "halt"),
    ],
)
def test_a_heading_says_what_those_bound_can_do(heading: str, effect: str) -> None:
    assert answer(f"# Quay\n\n## {heading}\n\n- sweep the quay\n") == effect


@pytest.mark.parametrize(
    "heading",
    ["What you can do on Sundays", "What you could do", "What visitors can do", "What you can do (with Ana)", "Staging: allowed"],
)
def test_a_heading_that_says_more_lends_no_permission(heading: str) -> None:
    assert answer(f"# Quay\n\n## {heading}\n\n- sweep the quay\n") != "go"


@pytest.mark.parametrize(
    "sentence",
    [
        "Agents ask before they sweep the quay.",
        "Ask before you sweep the quay.",
        "The agent must ask before it paints hulls or before it sweeps the quay.",
        "Agents ask before they paint hulls or sweep the quay.",
    ],
)
def test_who_asks_before_something_waits(sentence: str) -> None:
    assert answer(f"# Quay\n\n{sentence}\n") in {"hold", "unknown"}
    assert answer(f"# Quay\n\n{sentence} Agents may sweep the quay.\n") != "go"
