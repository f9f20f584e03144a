"""The whole way, with a script that plays the host: install, calls, facts, a grant, an edit of the doctrine."""

import pytest

from tests.hooks.scratch import DOCTRINE, Scratch, place

TASK = "# Rye\n\nTrust: trusted\n"


def test_a_push_waits_for_a_session_for_every_leg_and_then_goes(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    crumb, nose = scratch.script("crumb", "echo crumb=good"), scratch.script("nose", "echo nose=fine")
    scratch.install("claude", "--tool", f"crumb={crumb}", "--tool", f"nose={nose}")
    push = scratch.sent(command="git -C . push -u origin rye")

    kind, reason = scratch.host(monkeypatch, push)
    assert kind == "deny"
    assert reason.startswith(f'{place("Default:")} [Ship a tray] "Default: present and wait at every stop"')

    (scratch.repo / "task.md").write_text(TASK, "utf-8")
    code, out, err = scratch.harnessy("begin", "--task", "task.md", "--night")
    assert (code, err) == (0, "")
    assert out == "begun: --night, Trust=trusted\n"
    assert "Begin a run" in (scratch.repo / "asked.txt").read_text("utf-8")

    kind, reason = scratch.host(monkeypatch, push)
    assert kind == "deny"
    assert "waits until this is known: crumb, nose" in reason

    assert scratch.harnessy("observe", "crumb")[:2] == (0, "observed: crumb=good\n")
    kind, reason = scratch.host(monkeypatch, push)
    assert "waits until this is known: nose" in reason

    assert scratch.harnessy("observe")[0] == 0
    assert scratch.host(monkeypatch, push) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent(command="git push --force"))[0] == "deny"
    kind, reason = scratch.host(monkeypatch, scratch.sent(command="git push && gh pr merge 3"))
    assert kind == "deny"
    assert "human, always" in reason
    assert scratch.host(monkeypatch, scratch.sent("mcp__forge__sell_tray", number=3))[0] == "deny"


def test_facts_are_bound_to_the_run_that_took_them(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    (scratch.repo / "task.md").write_text(TASK, "utf-8")
    scratch.harnessy("begin", "--task", "task.md", "--night")
    cleaning = "git branch -d rye"
    assert scratch.host(monkeypatch, scratch.sent(command=cleaning)) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent(session="s2", command=cleaning))[0] == "deny"
    assert scratch.host(monkeypatch, scratch.sent(command=cleaning)) == ("", "")


def test_program_md_is_denied_to_an_edit_and_to_sed(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    (scratch.repo / "link.md").symlink_to("program.md")
    cited = f'{place("Agents never change")} [change the recipes] "Agents never change the recipes"'
    for call in (
        scratch.sent("Edit", file_path=str(scratch.repo / "program.md"), old_string="3", new_string="9"),
        scratch.sent("Write", file_path="program.md", content="x"),
        scratch.sent("MultiEdit", file_path="./doctrine/bakery.md", edits=[]),
        scratch.sent(command="sed -i 's/3/9/' program.md"),
        scratch.sent(command="cd doctrine && echo x | tee -a bakery.md"),
        scratch.sent("apply_patch", command="*** Begin Patch\n*** Update File: program.md\n@@\n*** End Patch"),
        scratch.sent("mcp__files__write", path="program.md", text="x"),
        scratch.sent("mcp__files__put", target=f"file://{scratch.repo}/program.md", text="x"),
        scratch.sent("Edit", file_path="link.md", old_string="3", new_string="9"),
    ):
        kind, reason = scratch.host(monkeypatch, call)
        assert kind == "deny", call
        assert reason.startswith(cited), call
    assert scratch.host(monkeypatch, scratch.sent("Read", file_path="program.md")) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent("Edit", file_path="notes.md")) == ("", "")
    assert scratch.host(monkeypatch, scratch.sent(command="cat program.md")) == ("", "")


def test_one_grant_lets_exactly_one_operation_through(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    push = scratch.sent(command="git push")
    scratch.harnessy("begin")
    assert scratch.host(monkeypatch, push)[0] == "deny"
    code, out, _ = scratch.harnessy("allow", "ship a tray", "--once")
    assert (code, out) == (0, "allowed once: Ship a tray\n")
    assert scratch.host(monkeypatch, scratch.sent(command="git push; git push"))[0] == "deny"
    assert scratch.host(monkeypatch, scratch.sent(command="for r in a b; do git push $r; done"))[0] == "deny"
    assert scratch.host(monkeypatch, scratch.sent(command="git push && git branch -d rye"))[0] == "deny"
    assert scratch.host(monkeypatch, push) == ("", "")
    assert scratch.host(monkeypatch, push)[0] == "deny"


def test_what_halts_cannot_be_allowed(scratch: Scratch) -> None:
    scratch.install()
    scratch.harnessy("begin", "--night")
    code, _, err = scratch.harnessy("allow", "burn the books", "--once")
    assert (code, err) == (2, "harnessy: `burn the books` halts: only an edit of the doctrine lifts that; edit the doctrine\n")
    assert scratch.harnessy("allow", "ship a tray")[0] == 2
    assert scratch.harnessy("allow", "fly", "--once")[0] == 2


def test_an_edited_cell_flips_the_answer_once_the_branch_moves(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    (scratch.repo / "task.md").write_text(TASK, "utf-8")
    scratch.harnessy("begin", "--task", "task.md", "--night")
    cleaning = scratch.sent(command="git branch -d rye")
    assert scratch.host(monkeypatch, cleaning) == ("", "")
    stricter = DOCTRINE.replace("| Cleaning | proceed |", "| Cleaning | human |")
    (scratch.repo / "doctrine" / "bakery.md").write_text(stricter, "utf-8")
    assert scratch.host(monkeypatch, cleaning) == ("", ""), "a file in the working tree is not the doctrine"
    scratch.git("checkout", "-q", "-b", "side")
    scratch.git("commit", "-qam", "stricter")
    assert scratch.host(monkeypatch, cleaning) == ("", ""), "nor is another branch"
    scratch.git("checkout", "-q", "main")
    scratch.git("merge", "-q", "side")
    kind, reason = scratch.host(monkeypatch, cleaning)
    assert (kind, reason.split(" ")[0]) == ("deny", place("| Cleaning | proceed"))
