"""Calls in other shapes: what names no command that can be read is refused, and what a tool is told counts as what it is."""

import json

import pytest

from harnessy import api
from harnessy.guard import Call, Recognition, Surroundings, recognise
from harnessy.hooks import refs
from harnessy.hooks.judge import sheet_of
from harnessy.hooks.payload import call_of
from tests.guard.cases import names, shipped
from tests.hooks.scratch import Scratch


def recognised(tool: str, given: object) -> Recognition:
    return recognise(shipped(), call_of(tool, given, frozenset()))


@pytest.mark.parametrize(
    "given",
    [
        {"argv": ["git", "push"]}, {"command": "git", "args": ["push"]}, {"program": "git", "arguments": ["push", "origin"]},
        {"commands": ["ls", "git push"]}, {"cmd": ["bash", "-lc", "git push"]}, {"steps": [{"run": "cd x && git push"}]},
        {"input": "git push\n"}, {"chars": "git push\n"}, ["git", "push"], "git push",
    ],
)
def test_a_command_in_any_shape_is_one(given: object) -> None:
    assert "push a branch" in names(recognised("mcp__terminal__start", given))


@pytest.mark.parametrize(
    "code",
    [
        "require('child_process').execSync('git push')", "import os\nos.system('git push')",
        "import subprocess as s; s.run(['git', 'push'])",
    ],
)
def test_code_that_a_tool_runs_is_looked_into(code: str) -> None:
    assert "push a branch" in names(recognised("js_repl", {"code": code}))
    assert recognised("js_repl", {"code": "console.log('git push')"}).kind == "none"


def test_text_that_only_mentions_a_command_is_none() -> None:
    for given in ({"title": "git push hangs", "body": "run git push"}, {"path": "notes.txt", "content": "git push"}):
        assert recognised("mcp__forge__create_issue", given).kind == "none"


@pytest.mark.parametrize(
    "tool", ["mcp__sheets__spreadsheet_update", "mcp__chat__thread_writer", "mcp__x__find_and_replace", "mcp__x__put"],
)
def test_a_tool_that_only_sounds_like_reading_writes(tool: str) -> None:
    call = call_of(tool, {"target": "program.md"}, frozenset())
    assert "the doctrine" in names(recognise(shipped(), call))


@pytest.mark.parametrize(
    "tool", ["mcp__files__read_file", "mcp__forge__get_file_contents", "mcp__forge__list_commits", "mcp__x__search"],
)
def test_a_tool_that_reads_is_quiet(tool: str) -> None:
    assert recognise(shipped(), call_of(tool, {"path": "program.md"}, frozenset())).kind == "none"


def test_what_a_tool_is_told_is_an_option_of_its_form() -> None:
    closes = call_of("mcp__forge__update_issue", {"number": 7, "fields": {"state": "closed"}}, frozenset())
    assert "close an issue" in names(recognise(shipped(), closes))
    opens = call_of("mcp__forge__update_issue", {"number": 7, "title": "x"}, frozenset())
    assert recognise(shipped(), opens).kind == "none"


@pytest.mark.parametrize(
    "patch",
    [
        "*** Begin Patch\n  *** Update File: program.md\n@@\n*** End Patch",
        "*** Begin Patch\n*** Update File: program.md  \n*** End Patch",
        "*** Begin Patch\n***  update file:  program.md\n*** End Patch", "*** Begin Patch\n*** Move to: program.md\n*** End Patch",
    ],
)
def test_headers_of_patches_are_read_loosely(patch: str) -> None:
    assert "the doctrine" in names(recognised("apply_patch", {"input": patch}))


def test_a_path_with_blanks_or_a_nul_byte_is_no_way_around() -> None:
    assert "the doctrine" in names(recognise(shipped(), Call("Edit", None, ("program.md ",))))
    assert recognise(shipped(), Call("Edit", None, ("notes\0.txt",))).kind == "cannot-analyse"
    assert "the doctrine" in names(recognise(shipped(), Call("Edit", None, ("program.md\0.txt",))))


def test_a_shell_without_a_command_is_refused(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    for given in ({}, {"command": {"argv": "git"}}, {"command": [1, 2]}, {"command": None}):
        kind, reason = scratch.host(monkeypatch, {**scratch.sent(), "tool_input": given})
        assert (kind, reason.split(" ")[0]) == ("deny", "HG01"), given
    assert scratch.host(monkeypatch, scratch.sent(command="")) == ("", "")
    nul = json.dumps(scratch.sent("Edit", file_path="notes\0.txt")).encode()
    assert "HG05" in scratch.raw(monkeypatch, nul, "claude", "--pin", str(scratch.pin()))


def test_scraps_of_a_call_are_refused_or_read(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    for tool in ("Edit", "Write", "MultiEdit", "NotebookEdit"):
        for given in list[object](({}, None, [], {"file_path": 5}, {"content": "x"})):
            kind, reason = scratch.host(monkeypatch, {**scratch.sent(tool), "tool_input": given})
            assert (kind, reason.partition(".")[0]) == ("deny", "HG01 what the host sent names no file that can be read"), given
    for event in (None, 5, ["PreToolUse"]):
        assert scratch.host(monkeypatch, {**scratch.sent(command="git push"), "hook_event_name": event})[0] == "deny"
    for mode in (["default"], {"a": 1}, None):
        assert scratch.host(monkeypatch, {**scratch.sent(command="git push"), "permission_mode": mode})[0] == "deny"
    diff = "--- a/program.md\n+++ b/program.md\n@@ -1 +1 @@\n-a\n+b\n"
    for name in ("patch", "input", "diff", "command"):
        assert scratch.host(monkeypatch, scratch.sent("apply_patch", **{name: diff}))[0] == "deny", name
    assert scratch.host(monkeypatch, scratch.sent("Write", file_path="a.diff", content=diff)) == ("", "")


def test_a_command_inside_of_an_action_is_one(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install("codex")
    for words, kind in ((["git", "push"], "deny"), (["ls"], ""), (["bash", "-c", "$x push"], "deny")):
        sent = scratch.sent("local_shell", action={"type": "exec", "command": words})
        assert scratch.host(monkeypatch, sent, "codex")[0] == kind, words


def test_a_link_counts_as_what_it_leads_to(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    (scratch.repo / "notes.txt").symlink_to("program.md")
    (scratch.repo / "pages").symlink_to("doctrine")
    for command in ("echo x > notes.txt", "cp a.txt notes.txt", "sed -i s/a/b/ notes.txt", "echo x > pages/bakery.md"):
        assert scratch.host(monkeypatch, scratch.sent(command=command))[0] == "deny", command
    assert scratch.host(monkeypatch, scratch.sent(command="echo x > other.txt")) == ("", "")


def test_a_push_without_a_ref_is_one_of_the_branch_it_stands_on(scratch: Scratch) -> None:
    start = str(scratch.repo)
    assert refs.pushed(start, start, "") == ("main",)
    scratch.git("checkout", "-q", "-b", "feature/rye")
    assert refs.pushed(start, ".", "") == ("feature/rye",)
    assert refs.pushed(start, ".", "main") == ("main",)
    scratch.git("config", "push.default", "upstream")
    scratch.git("config", "branch.feature/rye.merge", "refs/heads/main")
    assert refs.pushed(start, ".", "") == ("refs/heads/main", "feature/rye")
    scratch.git("config", "push.default", "matching")
    scratch.git("config", "remote.origin.push", "+HEAD:main")
    scratch.git("config", "remote.origin.mirror", "true")
    assert refs.pushed(start, ".", "") == ("--mirror", ":", "+HEAD:main")
    scratch.git("checkout", "-q", "--detach")
    assert refs.pushed(start, ".", "") == ()
    assert refs.pushed(str(scratch.home), ".", "") is None


@pytest.mark.parametrize(
    ("command", "lands"),
    [
        ("git push", True), ("git push origin", True), ("git push origin HEAD", True), ("git push -u origin HEAD", True),
        ("git push origin rye", False), ("git checkout rye && git push", False), ("git checkout rye; git push", True),
        ("git switch -c rye && git push -u origin HEAD", False), ("git push --dry-run", False), ("git push origin HEAD:rye", False),
    ],
)
def test_a_push_from_main_lands_on_main(command: str, lands: bool) -> None:  # a column
    around = Surroundings("/shop", pushed=lambda _, branch: (branch or "main",))
    assert ("merge a pull request" in names(recognise(shipped(), Call("", command), around))) == lands


def test_a_branch_that_nobody_knows_may_be_any() -> None:
    around = Surroundings("/shop", pushed=lambda *_: ())
    assert recognise(shipped(), Call("", "git push"), around).kind == "cannot-analyse"
    assert sheet_of(api.load_demo().rulebook).tables("git")
