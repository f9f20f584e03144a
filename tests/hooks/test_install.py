"""Settings are merged and lose nothing, twice is once, what was put in comes out again, and what went stale is said."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from harnessy.hooks.settings import NotInstalled, parsed
from tests.hooks.scratch import DOCTRINE, Scratch, place

THEIRS = {
    "model": "opus",
    "permissions": {"allow": ["Bash(ls)"], "deny": ["Bash(git rebase)", "Read(.env)"]},
    "hooks": {
        "PreToolUse": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "lint.sh"}]}],
        "Stop": [{"hooks": [{"type": "command", "command": "bye.sh"}]}],
    },
}


def write(scratch: Scratch, settings: object, name: str = ".claude/settings.json") -> Path:
    path = scratch.repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(settings, indent=4), "utf-8")
    return path


def test_settings_keep_all_that_they_had(scratch: Scratch) -> None:
    write(scratch, THEIRS)
    scratch.install()
    now = scratch.settings()
    assert (now["model"], now["permissions"]["allow"], now["hooks"]["Stop"]) == ("opus", ["Bash(ls)"], THEIRS["hooks"]["Stop"])  # type: ignore[index]
    first, ours = now["hooks"]["PreToolUse"]
    assert first == THEIRS["hooks"]["PreToolUse"][0]  # type: ignore[index]
    (handler,) = ours["hooks"]
    assert (handler["type"], handler["onFailure"], handler["timeout"]) == ("command", "block", 10)
    assert now["permissions"]["deny"][:2] == ["Bash(git rebase)", "Read(.env)"]
    assert now["permissions"]["deny"].count("Bash(git rebase)") == 1
    assert "Edit(**/program.md)" in now["permissions"]["deny"]
    assert not any("push" in rule for rule in now["permissions"]["deny"]), "a push only waits, so no deny list may hold it"


def test_twice_is_once(scratch: Scratch) -> None:
    write(scratch, THEIRS)
    scratch.install()
    text = (scratch.repo / ".claude/settings.json").read_text("utf-8")
    scratch.install()
    assert (scratch.repo / ".claude/settings.json").read_text("utf-8") == text


def test_uninstall_leaves_what_was_there(scratch: Scratch) -> None:
    path = write(scratch, THEIRS)
    scratch.install()
    scratch.install("codex")
    assert scratch.harnessy("hooks", "uninstall", "claude")[0] == 0
    assert json.loads(path.read_text("utf-8")) == THEIRS
    assert scratch.pin().exists()
    assert scratch.harnessy("hooks", "uninstall", "codex")[0] == 0
    assert not (scratch.repo / ".codex/hooks.json").exists()
    assert not (scratch.repo / ".codex/rules/harnessy.rules").exists()
    assert not list((scratch.home / "config").rglob("*.json"))
    assert scratch.harnessy("hooks", "uninstall", "claude")[0] == 0


def test_a_dry_run_changes_nothing(scratch: Scratch) -> None:
    code, out, _ = scratch.harnessy("hooks", "install", "claude", "--dry-run")
    assert code == 0
    assert '+            "onFailure": "block"' in out
    assert not (scratch.repo / ".claude").exists()
    assert not (scratch.home / "config").exists()


def test_settings_that_are_broken_are_left_alone(scratch: Scratch) -> None:
    path = scratch.repo / ".claude/settings.json"
    path.parent.mkdir()
    broken = {"{": "broken JSON", "\xe9": "no UTF-8 from byte 0", '{"hooks": []}': "`hooks` in", "[" * 9**5: "too deep"}
    for text, why in broken.items():
        path.write_bytes(text.encode("latin-1"))
        code, _, err = scratch.harnessy("hooks", "install", "claude")
        assert (code, path.read_bytes()) == (2, text.encode("latin-1"))
        assert why in err
        assert "nothing was changed" in err
    path.write_text("{}", "utf-8")
    path.chmod(0o444)
    code, _, err = scratch.harnessy("hooks", "install", "claude")
    assert (code, "is read-only" in err) == (2, True)


def test_uninstall_gives_back_each_letter_and_the_link(scratch: Scratch) -> None:
    path, real = scratch.repo / ".claude/settings.json", scratch.home / "kept.json"
    path.parent.mkdir()
    path.symlink_to(real)
    tabs = '{\r\n\t"a": "\\u00e9",\r\n\t"hooks": {"Stop": []}\r\n}'
    for text in ('{"a":1,"permissions":{"deny":[]}}', tabs, " ", '{"hooks":{"PreToolUse":[5]}}'):
        real.write_bytes(text.encode())
        real.chmod(0o640)
        scratch.install()
        scratch.install()
        assert json.loads(real.read_bytes())["hooks"]["PreToolUse"][-1]["hooks"][0]["onFailure"] == "block"
        assert scratch.harnessy("hooks", "uninstall", "claude")[0] == 0
        assert (real.read_bytes(), path.is_symlink(), real.stat().st_mode & 0o777) == (text.encode(), True, 0o640)


def test_what_was_changed_since_stays_when_the_hook_goes(scratch: Scratch) -> None:
    path = write(scratch, THEIRS)
    scratch.install()
    path.write_text(path.read_text("utf-8").replace("opus", "haiku"), "utf-8")
    scratch.install()
    assert scratch.harnessy("hooks", "uninstall", "claude")[0] == 0
    assert path.read_text("utf-8") == json.dumps({**THEIRS, "model": "haiku"}, indent=4)


@pytest.mark.parametrize(
    "text",
    [
        "[]", "null", "3", '{"hooks": null}', '{"hooks": {"PreToolUse": 3}}', '{"permissions": []}',
        '{"permissions": {"deny": "x"}}', '{"a": 1, "a": 2}', '{"a": NaN}', "// mine\n{}",
    ],
)
def test_settings_of_another_shape_are_told(text: str) -> None:
    with pytest.raises(NotInstalled, match=r"settings\.json"):
        parsed(text, Path("settings.json"))


def test_for_the_user_it_stands_in_the_home(scratch: Scratch) -> None:
    scratch.install("claude", "--user")
    assert (scratch.home / ".claude/settings.json").exists()
    assert not (scratch.repo / ".claude").exists()


def test_codex_gets_rules_that_prove_themselves(scratch: Scratch) -> None:
    out = scratch.install("codex")
    assert "only after you trusted it" in out
    rules = (scratch.repo / ".codex/rules/harnessy.rules").read_text("utf-8")
    assert 'prefix_rule(pattern=["git", "rebase"], decision="forbidden"' in rules
    assert 'match=["git rebase"], not_match=["git --version"]' in rules
    (group,) = scratch.settings(".codex/hooks.json")["hooks"]["PreToolUse"]
    assert set(group["hooks"][0]) == {"type", "command", "timeout"}


def test_the_installed_command_runs_from_anywhere_and_lends_no_module(scratch: Scratch, tmp_path: Path) -> None:
    scratch.install()
    command = scratch.settings()["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    trap = tmp_path / "trap" / "harnessy"
    trap.mkdir(parents=True)
    (trap / "__init__.py").write_text("raise SystemExit(0)", "utf-8")
    text = json.dumps(scratch.sent(command="git push"))
    done = subprocess.run(
        shlex.split(command), input=text, capture_output=True, text=True, check=True, cwd=trap.parent,
    )
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_doctor_runs_a_canary_and_check_says_what_is_stale(scratch: Scratch) -> None:
    scratch.install()
    code, out, _ = scratch.harnessy("hooks", "doctor", "claude")
    assert (code, "FAULT" in out) == (0, False)
    assert "the canary: a guarded command (`git push`) is deny" in out
    row = place("| push a tray")
    assert f"enforced  push a tray  ({row})" in out
    assert scratch.harnessy("hooks", "check", "claude")[0] == 0

    scratch.commit(DOCTRINE.replace("`git push --force`", "`git push --force`, `git replace`"))
    code, out, _ = scratch.harnessy("hooks", "check", "claude")
    assert (code, "the static half is not that of the doctrine" in out) == (1, True)
    scratch.install()
    assert scratch.harnessy("hooks", "check", "claude")[0] == 0

    settings = scratch.settings()
    settings["permissions"]["deny"].remove("Edit(**/program.md)")
    write(scratch, settings)
    assert "`Edit(**/program.md)` is gone" in scratch.harnessy("hooks", "check", "claude")[1]
    write(scratch, {})
    code, out, _ = scratch.harnessy("hooks", "check", "claude")
    assert (code, "does not run the hook" in out) == (1, True)


def test_doctor_finds_a_hook_that_lets_everything_through(scratch: Scratch) -> None:
    scratch.install()
    settings = scratch.settings()
    handler = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    handler["command"] = f"true {handler['command']}"
    write(scratch, settings)
    code, out, _ = scratch.harnessy("hooks", "doctor", "claude")
    assert code == 1
    assert "FAULT  the canary: a guarded command (`git push`) is let through" in out


MISTAKES = (
    ((), "`hooks` is told no verb"),
    (("fix",), "`fix` is no verb of `hooks`"),
    (("install",), "`hooks install` is told no host"),
    (("install", "emacs"), "`hooks install` is told no host"),
    (("install", "claude", "--user", "--project"), "two places"),
    (("install", "claude", "--ref", "nowhere"), "`nowhere` is no branch or tag"),
    (("install", "claude", "--tool", "crumb"), "names no fact"),
    (("install", "claude", "--tool", "crumb=no-such-program"), "names no program that is there"),
    (("install", "claude", "--doctrine", "nowhere"), "cannot be read"),
)


def test_mistakes_are_told(scratch: Scratch) -> None:
    for words, told in MISTAKES:
        code, _, err = scratch.harnessy("hooks", *words)
        assert code == 2
        assert told in err
    assert not (scratch.repo / ".claude").exists()


def test_outside_of_a_repository_nothing_is_installed(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scratch.home)
    code, _, err = scratch.harnessy("hooks", "install", "claude")
    assert (code, "is no git repository" in err) == (2, True)


def test_a_doctrine_without_tables_about_commands_is_read_with_those_that_ship(
    scratch: Scratch, monkeypatch: pytest.MonkeyPatch,
) -> None:
    scratch.git("rm", "-q", "-r", "doctrine")
    scratch.commit("# Garden\n\nNever rewrite history. Never modify `plan.txt`.\n", "program.md")
    scratch.install()
    assert scratch.host(monkeypatch, scratch.sent(command="git rebase -i HEAD~2"))[1].startswith("program.md:3 [rewrite history]")
    assert scratch.host(monkeypatch, scratch.sent("Edit", file_path="plan.txt"))[1].startswith("program.md:3 ")
    kind, reason = scratch.host(monkeypatch, scratch.sent(command="git push"))
    assert (kind, "no document knows the subject" in reason) == ("deny", True)
