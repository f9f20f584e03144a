"""Kinds that a fresh reader found: tools in other spellings, words beside a program, pathspecs, scripts that forge, odd orders."""

import io
import json

import pytest

from harnessy.guard import Call, Surroundings, recognise
from harnessy.hooks import claude, run
from tests.guard.cases import names, shipped

FORGE = 'import os\np = os.path.expanduser("~/.local/state/harnessy/sessions/x.json")\nopen(p, "w").write("{}")\n'
SETTINGS = ".claude/settings.json"
FILES = {"forge.py": FORGE, "Makefile": "build:\n\techo hi\n", "justfile": "ship:\n  git push\n"}
FILES["look.py"] = FORGE.replace('open(p, "w").write("{}")', "print(open(p).read())")


def told(payload: dict[str, object]) -> set[str]:
    return names(recognise(shipped(), claude.call({"tool_name": "mcp__x__run", **payload}), Surroundings("/kiln")))


def line(command: str) -> tuple[set[str], tuple[str, ...]]:
    changed = (("CHANGED", SETTINGS),)
    around = Surroundings("/kiln", script=FILES.get, uncommitted=lambda _, globs: changed if SETTINGS in globs else ())
    found = recognise(shipped(), Call("Bash", command), around)
    return names(found), found.unanalysed


@pytest.mark.parametrize(("tool", "operation"), [
    ("mcp__github__mergePullRequest", "merge a pull request"), ("mcp__gh__pr-merge", "merge a pull request"),
    ("mcp__git__push", "push a branch"), ("mcp__git__git_branch_delete", "delete a branch or worktree"),
    ("mcp__git__gitPush", "push a branch"),
])  # fmt: skip
def test_a_tool_is_known_in_any_spelling(tool: str, operation: str) -> None:
    assert operation in told({"tool_name": tool, "tool_input": {"number": 3}})


BESIDE: list[dict[str, object]] = [
    {"cmd": "git", "args": "push --force"}, {"tool": "git", "subcommand": "push"}, {"program": "git", "args": ["push"]},
]


@pytest.mark.parametrize("given", BESIDE)
def test_words_beside_a_program_are_its_words(given: dict[str, object]) -> None:
    assert told({"tool_input": given}) & {"push a branch", "rewrite published history"}


@pytest.mark.parametrize(("command", "guarded"), [
    ("python3 forge.py", True), ("python3 look.py", False), ("git restore '*.json'", True), ("git checkout -- '*.py'", False),
    ("rm *.json", False), ("make", False), ("make -j4", False), ("just", True), ("cat > n.sh <<< 'echo hi'", False),
    ("cat > program.md <<< 'x'", True),
])  # fmt: skip
def test_what_a_line_comes_to(command: str, guarded: bool) -> None:
    found, doubts = line(command)
    assert (bool(found), doubts) == (guarded, ())


@pytest.mark.parametrize("raw", [
    '{"tool_name": "Bash", "tool_input": {"command": "git push", "command": "ls"}}',
    '{"tool_name": "Bash", "tool_name": "Read", "tool_input": {}}',
])  # fmt: skip
def test_a_name_twice_is_no_call(raw: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw.encode())))
    assert run.hook(["claude"]) == 0
    answer = json.loads(capsys.readouterr().out)["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "HG01" in answer["permissionDecisionReason"]
