"""The check that nothing goes without a rule that says so, on an invented doctrine and key."""

from pathlib import Path

import pytest
import yaml

from tests.acceptance import goes, judge

DOCTRINE = """Each boat carries `Berthing: free | watched`.

| Berth | `free` | `watched` |
|---|---|---|
| Mooring | proceed | ask |
| Fuelling | park, unless a pilot is aboard | ask |
"""
KEY = [
    {"id": "a", "source": "PAGE.md", "facts": {"checkpoint": "Mooring", "level": "free"}, "expect": {"action": ["proceed"]}},
    {"id": "b", "source": "PAGE.md", "facts": {"checkpoint": "Fuelling", "level": "watched"}, "expect": {"action": ["ask"]}},
]


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "names.yaml").write_text(yaml.safe_dump({"level": "berthing"}), encoding="utf-8")
    (tmp_path / "key.yaml").write_text(yaml.safe_dump(KEY), encoding="utf-8")
    (tmp_path / "PAGE.md").write_text(DOCTRINE, encoding="utf-8")
    return tmp_path / "PAGE.md"


def test_every_combination_is_asked_and_each_go_has_its_line(page: Path) -> None:
    names = judge.Names(page.parent / "names.yaml")
    result = goes.on_subjects(page, goes.named(KEY, names, "PAGE.md"), 100)
    assert (result.subjects, result.combinations, result.drawn) == (2, 3 + 3 * 3, 0)
    assert {line.partition("  ")[0]: count for line, count in result.lines.items()} == {"PAGE.md:5": 1, "PAGE.md:6": 1}
    assert result.offenders == []
    assert goes.on_entries(KEY, names, [page], 100).combinations == 6


def test_a_go_without_a_rule_is_an_offender(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(page.parent / "key.yaml"), "--names", str(page.parent / "names.yaml"), "--doctrine", str(page)]
    assert goes.main(arguments) == 0
    monkeypatch.setattr(goes, "going", lambda _: frozenset())
    assert goes.main(arguments) == 1
    assert "NO RULE SAYS GO: Mooring {'berthing': 'free'}" in capsys.readouterr().out


def test_more_than_the_bound_is_drawn_alike_each_time() -> None:
    values = {"a": [1, 2, goes.UNKNOWN], "b": [3, 4, goes.UNKNOWN]}
    assert len(list(goes.combinations(values, 100))) == 9
    drawn = [list(goes.combinations(values, 5)) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert len(drawn[0]) == 5
