"""What a host or a doctrine has lost is said: a row that guards nothing, a hook that is gone, a run that was never begun."""

import pytest

from tests.hooks.scratch import DOCTRINE, Scratch


def test_a_row_that_guards_nothing_is_no_silence(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    sell = scratch.sent(command="gh pr merge 3")
    assert scratch.host(monkeypatch, sell)[0] == "deny"
    scratch.commit(DOCTRINE.replace("| sell a tray | `gh pr merge`, `mcp__*sell_tray` |", "| sell a tray | gh pr merge |"))
    kind, reason = scratch.host(monkeypatch, sell)
    assert (kind, reason.split(".md")[0]) == ("deny", "HG03 doctrine/bakery")
    assert "`sell a tray` guards nothing" in reason
    scratch.commit(DOCTRINE.replace("| runs shell | `bash, sh` |", "| runs shel | `bash, sh` |"))
    assert scratch.host(monkeypatch, sell)[1].startswith("HG03 ")
    scratch.commit(DOCTRINE)
    assert scratch.host(monkeypatch, scratch.sent(command="cat notes.md")) == ("", "")


def test_without_a_hook_a_row_is_advice(scratch: Scratch) -> None:
    scratch.install()
    assert "enforced  push a tray" in scratch.harnessy("hooks", "doctor", "claude")[1]
    (scratch.repo / ".claude" / "settings.json").unlink()
    code, out, _ = scratch.harnessy("hooks", "doctor", "claude")
    assert code == 1
    assert "enforced" not in out
    assert "advisory  push a tray" in out


def test_a_run_that_nobody_began_may_be_allowed_one_operation(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    push = scratch.sent(session="s7", command="git push")
    assert scratch.harnessy("allow", "ship a tray", "--once", "--session", "s7")[:2] == (0, "allowed once: Ship a tray\n")
    assert scratch.host(monkeypatch, scratch.sent(session="s8", command="git push"))[0] == "deny"
    assert scratch.host(monkeypatch, push) == ("", "")
    assert scratch.host(monkeypatch, push)[0] == "deny"
