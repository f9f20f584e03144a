"""The page of calls is answered as it says, and whatever fails on our side is a denial with a code."""

import json
import re
from pathlib import Path

import pytest

from harnessy.guard import parser
from tests.hooks.scratch import DOCTRINE, Scratch

PAGE = Path(__file__).with_name("hosts.md").read_text("utf-8")
CALLS = re.findall(r"^## (\w+): (.*?)\n\n```json sent\n(.*?)```\n\n```json said\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)


def test_each_call_of_the_page_is_answered_so(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install("claude")
    scratch.install("codex")
    for host, title, sent, said in CALLS:
        text = sent.replace("REPO", str(scratch.repo)).encode()
        out = scratch.raw(monkeypatch, text, host, "--pin", str(scratch.pin()))
        assert out.replace(str(scratch.repo), "REPO") == said, f"{host}: {title}"
    assert len(CALLS) == PAGE.count("\n## ")


def test_no_answer_ever_allows() -> None:
    assert '"allow"' not in "".join(said for *_, said in CALLS)


def code_of(answer: tuple[str, str]) -> str:
    assert answer[0] == "deny", answer
    return answer[1].split(" ", 1)[0]


def test_a_huge_call_is_answered(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    big = "x" * (1 << 20)
    assert scratch.host(monkeypatch, scratch.sent("Write", file_path="notes.md", content=big)) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent("Write", file_path="program.md", content=big))[0] == "deny"
    assert code_of(scratch.host(monkeypatch, scratch.sent(command=f"echo '{big}'"))) == "HG05"
    monkeypatch.setattr("harnessy.hooks.run._LARGEST", 1000)
    assert code_of(scratch.host(monkeypatch, scratch.sent(command=big))) == "HG02"
    nested = b'{"tool_name": "Bash", "tool_input": ' + b"[" * 900 + b"]" * 40
    assert "HG01" in scratch.raw(monkeypatch, nested, "claude", "--pin", str(scratch.pin()))


def test_a_broken_doctrine_lets_nothing_guarded_go_and_everything_else(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    scratch.commit(DOCTRINE.replace("| Cleaning | proceed | ask |", "| Cleaning | proceed | ask | what |"))
    assert scratch.host(monkeypatch, scratch.sent(command="git branch -d x"))[0] == "deny"
    assert scratch.host(monkeypatch, scratch.sent(command="echo x")) == ("", "")


def test_a_doctrine_that_is_gone_denies_what_might_be_guarded(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    scratch.git("rm", "-q", "-r", "doctrine")
    scratch.git("commit", "-q", "-m", "gone")
    assert code_of(scratch.host(monkeypatch, scratch.sent(command="ls"))) == "HG03"
    assert scratch.host(monkeypatch, scratch.sent("Read", file_path="x")) == ("", "")


def test_a_pin_that_is_gone_broken_or_open_to_others_denies(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    pin, call = scratch.pin(), json.dumps(scratch.sent(command="ls")).encode()
    pin.chmod(0o666)
    assert "HG03" in scratch.raw(monkeypatch, call, "claude", "--pin", str(pin))
    pin.chmod(0o600)
    assert scratch.raw(monkeypatch, call, "claude", "--pin", str(pin)) == ""
    pin.write_text("{}", "utf-8")
    assert "HG03" in scratch.raw(monkeypatch, call, "claude", "--pin", str(pin))
    pin.unlink()
    assert "HG03" in scratch.raw(monkeypatch, call, "claude", "--pin", str(pin))
    assert "HG03" in scratch.raw(monkeypatch, call)
    assert "HG03" in scratch.raw(monkeypatch, call, "claude", "--doctrine", "x")


def test_without_a_pin_named_that_of_the_repository_counts(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    (scratch.repo / "deep").mkdir()
    inside = {**scratch.sent(command="git push"), "cwd": str(scratch.repo / "deep")}
    outside = {**scratch.sent(command="git push"), "cwd": str(scratch.home)}
    assert "bakery.md" in scratch.raw(monkeypatch, json.dumps(inside).encode())
    assert "HG03" in scratch.raw(monkeypatch, json.dumps(outside).encode())


def test_without_the_parser_a_command_is_denied_with_the_mend(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    monkeypatch.setattr(parser, "_LIBRARIES", ("no_such_parser",))
    monkeypatch.setattr(parser, "_loaded", [])
    kind, reason = scratch.host(monkeypatch, scratch.sent(command="ls | cat"))
    assert (kind, reason) == (
        "deny",
        (
            "HG04 `no_such_parser`, which reads shell commands, is not installed. A person can mend this outside of the agent: "
            "pip install 'harnessy[guard]'."
        ),
    )
    assert scratch.host(monkeypatch, scratch.sent("Edit", file_path="notes.md")) == ("", "")


def test_a_bug_of_ours_is_a_denial(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    monkeypatch.setattr("harnessy.hooks.run._recognised", lambda *_: 1 / 0)
    assert code_of(scratch.host(monkeypatch, scratch.sent(command="ls"))) == "HG09"


def test_facts_that_cannot_be_read_are_a_denial(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    scratch.harnessy("begin", "--night")
    scratch.host(monkeypatch, scratch.sent(command="git push"))
    (kept,) = (scratch.home / "state").rglob("s1.json")
    kept.write_text("{", "utf-8")
    assert code_of(scratch.host(monkeypatch, scratch.sent(command="git push"))) == "HG06"
    assert scratch.host(monkeypatch, scratch.sent(command="git status")) == ("", "")


def test_a_damaged_or_foreign_cache_is_never_trusted(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(scratch.home / "cache"))
    scratch.install()
    push = scratch.sent(command="git push")
    before = scratch.host(monkeypatch, push)
    assert list((scratch.home / "cache").rglob("answer-*.json"))
    for damage in ("cut", "changed", "open to others", "moved"):
        for file in (scratch.home / "cache").rglob("*.json"):
            _damage(file, damage)
        assert scratch.host(monkeypatch, push) == before, damage


def _damage(file: Path, damage: str) -> None:
    text = file.read_text("utf-8")
    if damage == "cut":
        file.write_text(text[: len(text) // 2], "utf-8")
    elif damage == "changed":
        file.write_text(text.replace("hold", "go").replace("OPERATION", "READING"), "utf-8")
    elif damage == "open to others":
        file.write_text(text.replace("hold", "go"), "utf-8")
        file.chmod(0o666)
    else:
        file.replace(file.with_name("x"))
