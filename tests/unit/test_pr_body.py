"""The body of a pull request by the table of a doctrine: put together, and checked part by part."""

from pathlib import Path

import pytest

from harnessy.cli.app import main

GUILD = """\
# Guild

| Fact | Kind | Values |
|---|---|---|
| seal | word | `WHOLE`, `CRACKED`, `SHARDS` |

| PR body part | Given as | Holds | Needed |
|---|---|---|---|
| sketch | `--sketch` | | always |
| seal | `--seal` | one of `WHOLE`, `CRACKED` | always |
| weights | `--weights` | a number, or n/a with its reason | always |
| cracks | `--cracks` | | seal is `CRACKED` |
| burn marks | `--burns` | | kiln is `hot` |
| last looks | `--looks` | a checklist | always |
"""
TWO = "`seal` names `WHOLE` and `SHARDS`, and holds one of `WHOLE`, `CRACKED`   guild.md:10"
WHOLE = ("--sketch", "a jug", "--seal", "WHOLE", "--weights", "3 of 3", "--looks", "the rim", "--looks", "the foot")


@pytest.fixture(autouse=True)
def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "guild.md").write_text(GUILD, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["pr-body", *words, "--doctrine", "guild.md"])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_what_is_put_together_is_found_whole(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, body = run(capsys, *WHOLE, "kiln=cold")
    assert code == 0
    assert body.endswith("## Last looks\n\n- [ ] the rim\n- [ ] the foot\n")
    (guild / "body.md").write_text(body, "utf-8")
    assert run(capsys, "--check", "body.md", "kiln=cold") == (0, "body.md: every part is there\n")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("## Sketch\n\na jug\n", "", "body.md: `sketch` is missing   guild.md:9"),
        ("a jug", "<!-- later -->", "body.md:1: `sketch` is empty   guild.md:9"),
        ("WHOLE", "fine", "body.md:5: `seal` names none of `WHOLE`, `CRACKED`   guild.md:10"),
        ("WHOLE", "SMASHED (was WHOLE)", "body.md:5: `seal` does not begin with one of `WHOLE`, `CRACKED`   guild.md:10"),
        ("WHOLE", "SHARDS (was WHOLE)", f"body.md:5: {TWO}"),
        ("WHOLE", "WHOLE, then SHARDS", f"body.md:5: {TWO}"),
        ("3 of 3", "-3", "body.md:9: `weights` holds a number below 0   guild.md:11"),
        ("3 of 3", "as in #12, on 2021-04-01", "body.md:9: `weights` holds no number   guild.md:11"),
        ("WHOLE", "CRACKED", "body.md: `cracks` is missing   guild.md:12"),
        ("3 of 3", "all", "body.md:9: `weights` holds no number   guild.md:11"),
        ("3 of 3", "n/a", "body.md:9: `weights` is n/a without a reason   guild.md:11"),
        ("- [ ] the rim\n- [ ] the foot", "the rim", "body.md:13: `last looks` holds no box to tick   guild.md:14"),
    ],
)
def test_what_is_amiss_is_named(guild: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, fault: str) -> None:
    body = run(capsys, *WHOLE, "kiln=cold")[1]
    assert old in body
    (guild / "body.md").write_text(body.replace(old, new), "utf-8")
    assert run(capsys, "--check", "body.md", "kiln=cold") == (1, f"{fault}\n")


@pytest.mark.parametrize("text", ["n/a: no scales here", "N/A — the scales are away", "weighed 2, 1 to go"])
def test_a_leg_that_does_not_apply_says_why(guild: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1].replace("3 of 3", text), "utf-8")
    assert run(capsys, "--check", "body.md", "kiln=cold")[0] == 0


def test_what_depends_on_an_unstated_fact_is_named(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1], "utf-8")
    code, printed = run(capsys, "--check", "body.md")
    assert code == 1
    assert "`burn marks` may be needed: whether it is, `kiln` tells, which is not stated" in printed
    assert "`burn marks` is missing" in run(capsys, "--check", "body.md", "kiln=hot")[1]


def test_a_body_with_something_missing_is_not_made(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del guild
    code, printed = run(capsys, "--sketch", "x", "--seal", "CRACKED", "kiln=cold")
    assert code == 2
    assert all(option in printed for option in ("--weights", "--cracks", "--looks"))
    assert "--sketch" not in printed


def test_headings_of_other_ranks_and_code_are_told_apart(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = "# The sketch\nx\n### A part of it\n```\n## Seal\n```\n# Seal of the guild\nWHOLE\n"
    body += "## Weights\n1\n## Last looks\n* [x] all\n"
    (guild / "body.md").write_text(body.replace("\n", "\r\n"), "utf-8")
    assert run(capsys, "--check", "body.md", "kiln=cold")[0] == 0
    (guild / "body.md").write_text(body.replace("# Seal of the guild\nWHOLE\n", ""), "utf-8")
    assert "`seal` is missing" in run(capsys, "--check", "body.md", "kiln=cold")[1]


def test_text_may_come_from_a_file(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (guild / "sketch.txt").write_text("drawn\n", "utf-8")
    words = ["@sketch.txt" if word == "a jug" else word for word in WHOLE]
    assert "## Sketch\n\ndrawn\n" in run(capsys, *words, "kiln=cold")[1]
    assert run(capsys, *WHOLE, "--sketch", "@none.txt", "kiln=cold")[0] == 2


def test_a_page_without_the_table_says_so(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (guild / "guild.md").write_text("# Guild\n", "utf-8")
    code, printed = run(capsys, "--check", "body.md")
    assert code == 2
    assert "no table `Pr body part` in `guild.md`" in printed


@pytest.mark.parametrize("text", ["**WHOLE** by all", "Seal: `WHOLE`", "> WHOLE"])
def test_a_verdict_leads_its_part(guild: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1].replace("WHOLE", text), "utf-8")
    assert run(capsys, "--check", "body.md", "kiln=cold")[0] == 0


def test_two_verdicts_are_none(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = run(capsys, *WHOLE, "kiln=cold")[1].replace("WHOLE", "CRACKED, not WHOLE\n\n## Cracks\n\none")
    (guild / "body.md").write_text(body, "utf-8")
    assert "`seal` names `WHOLE` and `CRACKED`, and holds one of" in run(capsys, "--check", "body.md", "kiln=cold")[1]


@pytest.mark.parametrize("holds", ["two names", "a number of marks"])
def test_what_nobody_can_check_is_refused(guild: Path, capsys: pytest.CaptureFixture[str], holds: str) -> None:
    (guild / "guild.md").write_text(GUILD.replace("a number, or n/a with its reason", holds), "utf-8")
    code, printed = run(capsys, *WHOLE, "kiln=cold")
    assert (code, f"guild.md:11:27: nobody can check whether a part holds `{holds}`" in printed) == (2, True)


def test_a_fact_that_no_part_asks_for_is_refused(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    del guild
    code, printed = run(capsys, *WHOLE, "kilm=cold")
    assert (code, printed.strip()) == (2, "harnessy: no part of a body asks for `kilm`; did you mean `kiln`?")


@pytest.mark.parametrize("fact", ["seal=CRACKED", "seal=cracked", "seal=`CRACKED`"])
def test_a_part_is_needed_by_a_fact_in_any_spelling(guild: Path, capsys: pytest.CaptureFixture[str], fact: str) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1], "utf-8")
    assert "`cracks` is missing" in run(capsys, "--check", "body.md", "kiln=cold", fact)[1]
    assert "`burn marks` is missing" in run(capsys, "--check", "body.md", "kiln=HOT")[1]


def test_a_part_that_the_body_needs_no_fact_takes_away(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = run(capsys, *WHOLE, "kiln=cold")[1].replace("WHOLE", "CRACKED")
    (guild / "body.md").write_text(body, "utf-8")
    assert "`cracks` is missing" in run(capsys, "--check", "body.md", "kiln=cold", "seal=WHOLE")[1]


@pytest.mark.parametrize(
    ("fact", "mend"),
    [
        ("seal=CRACKD", "did you mean `CRACKED`?"),
        ("seal=split", "the values are `WHOLE`, `CRACKED`, `SHARDS`"),
        ("seal=", "write seal=VALUE"),
    ],
)
def test_a_value_that_the_page_does_not_know_is_refused(
    guild: Path, capsys: pytest.CaptureFixture[str], fact: str, mend: str,
) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1], "utf-8")
    code, printed = run(capsys, "--check", "body.md", "kiln=cold", fact)
    assert (code, mend in printed) == (2, True)


def test_two_values_of_one_fact_are_refused(guild: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1], "utf-8")
    code, printed = run(capsys, "--check", "body.md", "kiln=hot", "Kiln=cold")
    assert (code, "`Kiln=cold` contradicts `kiln=hot`" in printed) == (2, True)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("## Weights", "## Seal\n\nWHOLE\n\n## Weights", "body.md:9: `seal` stands there twice"),
        ("## Weights", "# The seal\n\n## Weights", "body.md:9: `seal` stands there twice"),
        ("## Last looks", "<!--\n## Last looks", "`last looks` is missing"),
    ],
)
def test_a_part_stands_there_once_and_is_seen(
    guild: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, fault: str,
) -> None:
    (guild / "body.md").write_text(run(capsys, *WHOLE, "kiln=cold")[1].replace(old, new), "utf-8")
    code, printed = run(capsys, "--check", "body.md", "kiln=cold")
    assert (code, fault in printed) == (1, True)


@pytest.mark.parametrize("end", ["\r", "\r\n"])
def test_marks_of_bytes_and_line_ends_say_nothing(guild: Path, capsys: pytest.CaptureFixture[str], end: str) -> None:
    body = "\ufeff" + run(capsys, *WHOLE, "kiln=cold")[1].replace("\n", end)
    (guild / "body.md").write_bytes(body.encode())
    assert run(capsys, "--check", "body.md", "kiln=cold")[0] == 0


@pytest.mark.parametrize("text", ["a jug\n\n## Seal\n\nCRACKED", "a jug <!-- of"])
def test_no_part_stands_in_another(guild: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    del guild
    words = [text if word == "a jug" else word for word in WHOLE]
    code, printed = run(capsys, *words, "kiln=cold")
    assert (code, "leave headings and comments out of the parts" in printed) == (2, True)
