"""What only shows when two pages are read together."""

from pathlib import Path

import pytest

from harnessy import api
from harnessy.cli.app import main

LAMPS = "# Lamps\n\nOutcome ∈ `lit` / `dim` / `out`\n"
WALLS = "# Walls\n\nOutcome ∈ `built` / `fallen` / `leaning`\n"


def found(*pages: str) -> list[tuple[str, str, str]]:
    loaded = api.load_texts({f"{at}.md": page for at, page in enumerate(pages)})
    return [(one.code, one.severity, one.span.text) for one in api.lint(loaded) if one.code == "HN214"]


def test_one_name_with_two_lists_that_share_nothing() -> None:
    assert found(LAMPS, WALLS) == [("HN214", "warning", "Outcome ∈ `built` / `fallen` / `leaning`")]
    assert found(LAMPS, LAMPS) == []
    assert found(LAMPS, WALLS.replace("Outcome", "State")) == []
    assert found(LAMPS) == []


def test_one_word_over_two_lists() -> None:
    gates = "## The night gates\n\n| Gate | About |\n|---|---|\n| Wicket | rust |\n| Postern | rust |\n"
    locks = "## Canal gates\n\nGates: `upper` | `lower` | `side`\n"
    assert ("HN214", "note", "Canal gates") in found(gates, locks)
    assert found(gates, locks.replace("Canal gates", "Canal locks").replace("Gates:", "Locks:")) == []


def test_a_limit_on_a_name_that_the_scale_of_the_other_page_does_not_know() -> None:
    scale = "| Scale | Lowest to highest |\n|---|---|\n| Glow | `dim` < `bright` |\n"
    assert found(scale, "Maximum glow: **blinding**\n") == [("HN214", "note", "Maximum glow: **blinding**")]
    assert found(scale, "Maximum glow: **bright**\n") == []
    assert found(scale, "Maximum noise: **blinding**\n") == []


# -- a kept page is printed again only while the files that it looked for are as they were


def test_a_file_that_comes_or_goes_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    page, other = tmp_path / "walls.md", tmp_path / "gates.md"
    page.write_text("# Walls\n\nGates are [elsewhere](gates.md).\n")
    assert main(["lint", str(page)]) == 1
    assert main(["lint", str(page)]) == 1
    other.write_text("# Gates\n")
    assert main(["lint", str(page)]) == 0
    other.unlink()
    assert main(["lint", str(page)]) == 1
    assert "there is no file `gates.md`" in capsys.readouterr().out


# -- the day of today is known to the command line alone


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bread is free until 2026-03-31.", "2026-03-31"), ("The wall (valid until 2026-03-31) stands.", "2026-03-31"),
        ("The gate was raised 2027-01-02 by a foot.", "2027-01-02"), ("Bread is free until 2026-05-31.", ""),
        ("The gate was raised 2026-01-02 by a foot.", ""), ("The wall of 2025-03-31 stands.", ""),
    ],
)
def test_what_is_over_or_yet_to_come(text: str, words: str) -> None:
    loaded = api.load_texts({"p.md": f"{text}\n"})
    assert [one.span.text for one in api.lint(loaded, today="2026-05-01") if one.code == "HN315"] == [words][: bool(words)]
    assert [one for one in api.lint(loaded) if one.code == "HN315"] == []
