"""A rulebook that was kept is the rulebook that was compiled, and whatever is off is compiled anew."""

from pathlib import Path

import pytest

from harnessy import api, kept
from harnessy.rulebook import store

DOCTRINE = Path(__file__).parents[2] / "doctrine"
QUESTION = ("ship-pr-sign-off", {"header": "safe", "work-type": "feature", "difficulty": "large", "auto": True})


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "harnessy"


def test_a_rulebook_comes_back_as_it_was() -> None:
    loaded = api.load_texts({"AUTONOMY.md": (DOCTRINE / "AUTONOMY.md").read_text("utf-8")})
    again = store.load(store.dump(loaded.rulebook, loaded.sources), loaded.sources)
    assert again == loaded.rulebook
    assert [rule.span.text for rule in again.books[0].rules] == [rule.span.text for rule in loaded.rulebook.books[0].rules]


def test_the_second_load_answers_from_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    assert [file.stat().st_mode & 0o777 for file in cache.iterdir()] == [0o600]
    monkeypatch.setattr("harnessy.rulebook.compiler.build", None)
    assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


@pytest.mark.parametrize("text", ["", "{}", "x\n[]", "no hash\n" + "[" * 9999])
def test_what_is_off_is_compiled_anew(cache: Path, text: str) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    file = next(cache.iterdir())
    file.write_text(text, encoding="utf-8")
    assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


def test_a_text_with_the_right_hash_and_the_wrong_content_is_compiled_anew(cache: Path) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    name = next(cache.iterdir()).stem
    for text in ("[]", "5", '["Book"]', '["RuleBook",["("],"x"'):
        kept.write(name, text)
        assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


def test_an_edit_is_another_doctrine(cache: Path, tmp_path: Path) -> None:
    page = tmp_path / "AUTONOMY.md"
    text = (DOCTRINE / "AUTONOMY.md").read_text("utf-8")
    page.write_text(text, "utf-8")
    assert api.ask(api.load([page]), *QUESTION).effect == "hold"
    page.write_text(text.replace("supervised` at `large`", "human-required` at `large`"), "utf-8")
    assert api.ask(api.load([page]), *QUESTION).acts[0].verb == "present"
    assert len(list(cache.iterdir())) == 2


def test_a_folder_that_cannot_be_written_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert api.ask(api.load([DOCTRINE]), *QUESTION).effect == "hold"
