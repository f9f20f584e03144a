"""Grammar and doctrine are found in a checkout and in a wheel, and are the same words in both."""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from harnessy import assets

REPORT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from harnessy import assets
print(json.dumps([str(assets.root()), str(assets.doctrine_path()), assets.grammar(), assets.doctrine()]))
"""


@pytest.fixture(scope="module")
def built(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a wheel and a source distribution, built once."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    result = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


def only(folder: Path, pattern: str) -> Path:
    (file,) = folder.glob(pattern)
    return file


def files(folder: Path, pattern: str) -> set[str]:
    return {file.name for file in folder.glob(pattern)}


def test_a_checkout_is_its_own_root(checkout: Path) -> None:
    assert assets.root() == checkout
    assert assets.doctrine_path() == checkout / "doctrine"


def test_the_texts_are_those_of_the_files(checkout: Path) -> None:
    grammar, doctrine = assets.grammar(), assets.doctrine()
    assert set(grammar) == files(checkout / "grammar", "*.lark")
    assert {name.removeprefix("doctrine/") for name in doctrine} == files(checkout / "doctrine", "*.md")
    assert all((checkout / name).read_bytes().decode() == text for name, text in doctrine.items())
    assert [list(texts) for texts in (grammar, doctrine)] == [sorted(grammar), sorted(doctrine)]


def test_a_wheel_holds_the_same_words(built: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.unpack_archive(only(built, "*.whl"), site, "zip")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    command = [sys.executable, "-c", REPORT, str(site)]
    result = subprocess.run(command, cwd=elsewhere, capture_output=True, text=True, check=True)
    root, doctrine_path, grammar, doctrine = json.loads(result.stdout)
    assert Path(root) == site / "harnessy" / "_shipped"
    assert Path(doctrine_path) == site / "harnessy" / "_shipped" / "doctrine"
    assert (grammar, doctrine) == (assets.grammar(), assets.doctrine())


def test_a_wheel_is_typed_and_holds_nothing_beside_the_package(built: Path) -> None:
    with zipfile.ZipFile(only(built, "*.whl")) as wheel:
        names = wheel.namelist()
    assert "harnessy/py.typed" in names
    assert {name.split("/")[0].rpartition(".")[2] for name in names} == {"harnessy", "dist-info"}


def test_a_source_distribution_holds_what_a_wheel_is_made_of(built: Path) -> None:
    with tarfile.open(only(built, "*.tar.gz")) as archive:
        tops = {name.split("/")[1] for name in archive.getnames()}
    assert {"grammar", "harnessy", "tests", "pyproject.toml", "LICENSE", "README.md"} <= tops
