"""Real documents, where a folder of them lies beside the checkout: each is read without a crash, with exact places.

Without that folder there is nothing to read, and the tests say so by being skipped.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from harnessy import api
from harnessy.document import read
from harnessy.source import Source
from tests.property.test_document import check
from tests.property.test_places import compare

BESIDE = Path(__file__).parents[3] / "shared"
FILES = sorted(path for path in BESIDE.rglob("*") if path.is_file()) if BESIDE.is_dir() else []
TASKS = BESIDE / "corpus" / "tasks"

pytestmark = pytest.mark.skipif(not FILES, reason="no documents lie beside the checkout")


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("path", FILES, ids=[path.name for path in FILES])
def test_every_span_cuts_out_its_words(path: Path) -> None:
    check(read(Source.of(path.name, text_of(path))))


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".md"], ids=lambda path: path.name)
def test_another_reader_agrees_on_places(path: Path) -> None:
    compare(text_of(path))


@pytest.mark.parametrize("path", [path for path in FILES if path.suffix == ".md"], ids=lambda path: path.name)
def test_anything_compiles(path: Path) -> None:
    loaded = api.load_texts({path.name: text_of(path)})
    assert loaded.rulebook.books[0].path == path.name
