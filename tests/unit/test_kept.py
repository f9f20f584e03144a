"""A rulebook that was kept is the rulebook that was compiled, and whatever is off is compiled anew."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from harnessy import api, assets, kept
from harnessy.cli.app import main
from harnessy.document import Document, read
from harnessy.rulebook import compile_page, store
from harnessy.rulebook.built import Page
from harnessy.source import Source

DOCTRINE = Path(__file__).parents[2] / "doctrine"
QUESTION = ("ship-pr-sign-off", {"header": "safe", "work-type": "feature", "difficulty": "large", "auto": True})


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "harnessy"


@pytest.mark.parametrize("name", ["AUTONOMY.md", "program.md"])
def test_a_page_comes_back_as_it_was(name: str) -> None:
    source = Source.of(name, (DOCTRINE / name).read_text("utf-8") + "\n| Berth | Place |\n|---|---|\n| Arrival | quay | x |\n")
    page = compile_page(read(source), assets.grammar())
    again = store.load(store.dump(page, source), source)
    assert again == page
    assert [rule.span.text for rule in again.book.rules] == [rule.span.text for rule in page.book.rules]
    assert [finding.span for finding in again.findings] == [finding.span for finding in page.findings] != []
    assert [form.span for form in again.evidence.forms] == [form.span for form in page.evidence.forms]


def test_the_second_load_answers_from_the_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    assert {file.stat().st_mode & 0o777 for file in cache.iterdir()} == {0o600}
    monkeypatch.setattr("harnessy.rulebook.compiler.compile_page", None)
    assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


@pytest.mark.parametrize("text", ["", "{}", "x\n[]", "no hash\n" + "[" * 9999])
def test_what_is_off_is_compiled_anew(cache: Path, text: str) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    for file in cache.iterdir():
        file.write_text(text, encoding="utf-8")
    assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


def test_a_text_with_the_right_hash_and_the_wrong_content_is_compiled_anew(cache: Path) -> None:
    first = api.ask(api.load([DOCTRINE]), *QUESTION)
    for text in ("[]", "5", '["Book"]', '["Page",["("],"x"'):
        for file in cache.iterdir():
            kept.write(file.stem, text)
        assert api.ask(api.load([DOCTRINE]), *QUESTION) == first


def test_an_edit_is_another_doctrine(cache: Path, tmp_path: Path) -> None:
    page = tmp_path / "AUTONOMY.md"
    text = (DOCTRINE / "AUTONOMY.md").read_text("utf-8")
    page.write_text(text, "utf-8")
    assert api.ask(api.load([page]), *QUESTION).effect == "hold"
    page.write_text(text.replace("supervised` at `large`", "human-required` at `large`"), "utf-8")
    assert api.ask(api.load([page]), *QUESTION).acts[0].verb == "present"
    assert len(list(cache.iterdir())) == 2


def test_an_edit_of_one_page_compiles_no_other(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del cache
    texts = {page.name: page.read_text("utf-8") for page in DOCTRINE.glob("*.md")}
    before = api.load_kept(texts).built
    compiled = list[str]()

    def noted(document: Document, grammar: Mapping[str, str]) -> Page:
        compiled.append(document.source.path)
        return compile_page(document, grammar)

    monkeypatch.setattr("harnessy.rulebook.compiler.compile_page", noted)
    after = api.load_kept({**texts, "loop.md": texts["loop.md"] + "\nThe quay was built in March.\n"}).built
    assert compiled == ["loop.md"]
    assert [one.path for one in after.rulebook.books] == [one.path for one in before.rulebook.books]
    assert after.rulebook.digest != before.rulebook.digest


def test_a_folder_that_cannot_be_written_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    assert api.ask(api.load([DOCTRINE]), *QUESTION).effect == "hold"


def linted(argv: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    code = main(["lint", *argv])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_an_unchanged_page_is_not_read_again(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "AUTONOMY.md"
    page.write_text("| Berth | Place |\n|---|---|\n| Arrival | quay | x |\n\nArrival is automatic rather than human.\n", "utf-8")
    first = {form: linted([str(page), "--format", form], capsys) for form in ("text", "concise", "json", "github", "sarif")}
    assert first["text"][0] == 1
    assert len(list(cache.iterdir())) == len(first) + 1  # and the compiled page
    monkeypatch.setattr("harnessy.api.load_kept", None)
    assert {form: linted([str(page), f"--format={form}"], capsys) for form in first} == first
    assert linted([str(page)], capsys) == first["text"]


def test_an_edited_page_is_read_again(cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "AUTONOMY.md"
    page.write_text("Arrival must, as they say, be seen.\n", "utf-8")
    assert linted([str(page)], capsys)[0] == 1
    page.write_text("The quay was built in March.\n", "utf-8")
    assert linted([str(page)], capsys) == (0, "", "")
    page.rename(tmp_path / "other.md")
    assert "other.md" not in linted([str(tmp_path / "other.md")], capsys)[1]
    assert len(list(cache.iterdir())) == 6  # each with the page as compiled


def test_a_page_that_was_tampered_with_is_made_anew(cache: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "AUTONOMY.md"
    page.write_text("Arrival must, as they say, be seen.\n", "utf-8")
    first = linted([str(page)], capsys)
    (kept_page,) = (file for file in cache.iterdir() if "\n1\n" in file.read_text("utf-8"))
    kept_page.write_text(kept_page.read_text("utf-8").replace("\n1\n", "\n0\n"), "utf-8")
    assert linted([str(page)], capsys) == first


def test_what_was_kept_longest_ago_goes(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_MOST_KEPT", 20)
    for number in range(30):
        kept.write(f"page{number}", "x")
    names = {file.stem for file in cache.iterdir()}
    assert len(names) <= 20
    assert "page29" in names
    assert "page0" not in names


def test_unchanged_pages_load_nothing_that_starts_slowly(cache: Path) -> None:
    del cache
    command = [sys.executable, "-X", "importtime", "-m", "harnessy", "lint", str(DOCTRINE)]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(2))
    heavy = ("dataclasses", "json", "typer", "lark", "markdown_it", "harnessy.rulebook", "harnessy.decision")
    assert all(name in first.stderr for name in ("lark", "markdown_it", "dataclasses"))
    assert [name for name in heavy if f" {name}\n" in again.stderr] == []
