"""What a program mends leaves what is read as it is: proven each time, not believed."""

from pathlib import Path

import pytest

from harnessy import api, assets
from harnessy.cli.app import main
from harnessy.lint.mends import Mended, meaning

REGISTER = "| Gate | Verdict | Why |\n|---|---|---|\n| Wicket | ask | rust |\n"
PAGE = f"""\
# Walls

### Moths

See [them](#mouths).

{REGISTER}| Postern | go |

<!-- harnessy: ignore HN313 2030-01-01 because -->

Lamps hang along the wall. <!-- harnessy: ignore HN313 2030-01-01 because -->
"""


def mended(text: str) -> Mended:
    (found,) = api.mend(api.load_texts({"p.md": text}))
    return found


def rules(text: str) -> tuple[object, ...]:
    return meaning(api.load_texts({"p.md": text}).built.rulebook)


def test_all_of_it_is_mended_and_says_what_it_said() -> None:
    found = mended(PAGE)
    assert [one.code for one in found.done] == ["HN109", "HN210", "HN102", "HN501", "HN501"]
    assert found.refused == ()
    assert rules(found.after) == rules(PAGE)
    assert api.lint(api.load_texts({"p.md": found.after})) == ()
    assert "## Moths\n" in found.after
    assert "(#moths)" in found.after
    assert "| Postern | go | |\n" in found.after
    assert "<!--" not in found.after


def test_a_mend_that_would_change_what_is_read_is_not_made() -> None:
    """One level up, `Never` would have `Lamps` below it."""
    text = "# Gates\n\n## May\n\n##### Never\n\n- lend keys\n\n#### Lamps\n\n- lend lamps\n"
    found = mended(text)
    assert [one.code for one in found.refused] == ["HN109"]
    assert found.after == text


def test_meaning_tells_rulebooks_apart() -> None:
    assert rules(REGISTER) != rules(REGISTER.replace("ask", "go"))
    assert rules(REGISTER) != rules(REGISTER.replace("Wicket", "Postern"))
    assert rules(REGISTER) == rules("Lamps hang along the wall.\n\n" + REGISTER)


def test_what_is_fine_stays_byte_for_byte() -> None:
    for text in assets.doctrine().values():
        assert mended(text).after == text


def test_diff_writes_nothing_and_fix_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "p.md"
    page.write_bytes(b"\xef\xbb\xbf" + PAGE.replace("\n", "\r\n").encode())
    page.chmod(0o640)
    before = page.read_bytes()
    assert main(["lint", "--diff", str(page)]) == 1
    assert page.read_bytes() == before
    shown = capsys.readouterr()
    assert "+## Moths" in shown.out
    assert "5 can be mended" in shown.err
    assert main(["lint", "--fix", str(page)]) == 0
    assert page.read_bytes() == b"\xef\xbb\xbf" + mended(PAGE).after.replace("\n", "\r\n").encode()
    assert page.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["p.md"]
    assert main(["lint", "--diff", str(page)]) == 0


# -- which findings are shown


def codes(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return [line.split(": ")[1].split(" ")[0] for line in capsys.readouterr().out.splitlines()]


def test_select_and_ignore(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "p.md"
    page.write_text(PAGE)
    concise = ["lint", str(page), "--format", "concise"]
    assert main([*concise, "--select", "hn5,HN210"]) == 1
    assert codes(capsys) == ["HN210", "HN501", "HN501"]
    assert main([*concise, "--ignore", "HN1", "--ignore", "HN5"]) == 1
    assert codes(capsys) == ["HN210"]
    assert main([*concise, "--ignore", "HN"]) == 0
    assert codes(capsys) == []
    assert main([*concise, "--select", "HN5", "--ignore", "HN501"]) == 0
    capsys.readouterr()
    assert main([*concise, "--select", "HN299"]) == 2
    assert "there is no code `HN299`" in capsys.readouterr().err
