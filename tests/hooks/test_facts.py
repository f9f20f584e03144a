"""Who may state what: a fact of the wrong author is unknown; a person is asked where no agent can answer."""

import os
import pty
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from harnessy.hooks import asking, person, pinned, session
from harnessy.hooks.session import Session, Stated
from tests.hooks.scratch import Scratch


def test_only_the_authors_that_the_doctrine_names_count(scratch: Scratch) -> None:
    scratch.install()
    pin = pinned.load(str(scratch.pin()))
    rulebook = asking.rulebook_at(pin, pinned.commit(pin))
    facts = [
        Stated("trust", "trusted", ("human",)), Stated("crumb", "good", ("agent",)), Stated("nose", "fine", ("tool",)),
        Stated("--night", value=True, authors=("tool",)), Stated("excused", ["x"], ("human",)), Stated("no fact", "x", ("human",)),
    ]
    assert asking.counted(rulebook, facts) == {"nose": "fine", "excused": ["x"]}


def test_a_person_cannot_speak_for_a_tool_and_is_told_so(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    code, out, _ = scratch.harnessy("begin", "--night", "trust=trusted", "--excuse", "mice", "rain")
    assert code == 0
    assert out == "begun: --night, trust=trusted, --excuse=mice,rain\n  does not count: trust is for somebody else to state\n"
    kind, reason = scratch.host(monkeypatch, scratch.sent(command="git branch -d rye"))
    assert (kind, "known: Trust" in reason or "known: trust" in reason) == ("deny", True)


def test_what_a_task_says_and_the_doctrine_does_not_read_is_told_before_the_question(scratch: Scratch) -> None:
    scratch.install()
    (scratch.repo / "task.md").write_text("# Rye\n\nTrust: blind\nColour: brown\n", "utf-8")
    code, out, _ = scratch.harnessy("begin", "--task", "task.md", "--night")
    assert code == 0
    assert "  not read: Colour\n" in out
    assert "blind" in out
    assert out.index("Colour") < out.index("begun:")


def test_what_no_person_confirms_is_not_stated(scratch: Scratch) -> None:
    no = scratch.script("no.sh", "exit 1")
    scratch.install()
    scratch.harnessy("hooks", "install", "claude", "--channel", no)
    code, _, err = scratch.harnessy("begin", "--night")
    assert (code, f"the channel `{no}` said no" in err) == (2, True)
    assert scratch.harnessy("allow", "ship a tray", "--once")[0] == 2
    assert not list((scratch.home).rglob("sessions/*/*"))


def test_observations_are_what_the_fixed_command_says(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    crumb = scratch.script("crumb", 'echo "crumb=${CRUMB:-bad}"')
    scratch.install("claude", "--tool", f"crumb={crumb}")
    assert "no session is begun" in scratch.harnessy("observe")[2]
    scratch.harnessy("begin", "--night")
    code, _, err = scratch.harnessy("observe", "crumb=good")
    assert (code, "is not what its command says: bad" in err) == (2, True)
    assert scratch.harnessy("observe", "crumb=bad")[1] == "observed: crumb=bad\n"
    assert "no command was fixed at install that states `nose`" in scratch.harnessy("observe", "nose=fine")[2]
    kept = next(scratch.home.rglob("waiting.new"))
    assert '["crumb", "bad"' in kept.read_text("utf-8")
    broken = scratch.script("crumb", "exit 3")
    assert f"`{broken}` failed with 3" in scratch.harnessy("observe")[2]
    assert "crumb" not in kept.read_text("utf-8"), "what was seen before is over"
    assert scratch.host(monkeypatch, scratch.sent(command="git push"))[0] == "deny"


def test_what_is_observed_is_for_the_run_that_is_at_work(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    crumb = scratch.script("crumb", "echo crumb=good")
    scratch.install("claude", "--tool", f"crumb={crumb}")
    for run in ("s1", "s2"):
        scratch.harnessy("begin", "--night")
        scratch.host(monkeypatch, scratch.sent(session=run, command="git push"))
    kept = {run: next(scratch.home.rglob(f"{run}.json")) for run in ("s1", "s2")}
    for path in kept.values():
        os.utime(path, (path.stat().st_mtime - 60, path.stat().st_mtime - 60))
    scratch.host(monkeypatch, scratch.sent(session="s1", command="git push"))
    scratch.harnessy("observe")
    assert {run: "crumb" in path.read_text("utf-8") for run, path in kept.items()} == {"s1": True, "s2": False}


def test_mistakes_are_told(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no hook is installed" in scratch.harnessy("begin")[2]
    scratch.install()
    assert "`--nigth` is no option" in scratch.harnessy("begin", "--nigth")[2]
    assert "`night-watch` has no value" in scratch.harnessy("begin", "night-watch")[2]
    assert "cannot be read" in scratch.harnessy("begin", "--task", "no.md")[2]
    assert "no command was fixed" in scratch.harnessy("observe")[2]
    monkeypatch.chdir(scratch.home)
    assert "no hook is installed" in scratch.harnessy("allow", "x", "--once")[2]


def test_a_session_that_nobody_took_is_no_longer_there_for_the_next(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch.install()
    scratch.harnessy("begin", "--night")
    (waiting,) = (scratch.home / "state").rglob("waiting.new")
    os.utime(waiting, (1, 1))
    kind, reason = scratch.host(monkeypatch, scratch.sent(command="git push"))
    assert (kind, "Default" in reason) == ("deny", True)


def test_a_grant_is_spent_once_whoever_comes_first(tmp_path: Path) -> None:
    kept = Session(str(tmp_path / "s.json"), (), ("Ship", "Ship", "Sell"))
    session.save(kept)
    assert session.spend(kept, ("Ship", "Sell"))
    assert not session.spend(kept, ("Ship", "Sell"))
    assert session.spend(kept, ("Ship",))
    assert session.load(kept.path).grants == ()


def test_names_of_runs_never_leave_the_folder() -> None:
    for name in ("../../x", "a/b", "", ".", "waiting", "ä", "\ud800"):
        assert os.path.dirname(session.path_of("pin", name)) == os.path.dirname(session.path_of("pin", "plain"))  # noqa: PTH120
    assert session.path_of("pin", "waiting") != session.waiting("pin")


# -- the terminal


def at_a_terminal(answer: Callable[[str], str]) -> str:
    """Run a confirmation in a child that has a terminal of its own; what the person sees, then what came of it."""
    child, terminal = pty.fork()
    if child == 0:
        code = 1
        try:
            person.confirm(pinned.Pin("p", "/r", "/r/.git", "refs/heads/main"), "Begin.", ("no-such-host",))
            code = 0
        except person.NotConfirmed:
            code = 3
        finally:
            os._exit(code)
    seen = ""
    while "refuse: " not in seen:
        seen += os.read(terminal, 1024).decode()
    os.write(terminal, (answer(seen) + "\n").encode())
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    return {0: "confirmed", 3: "refused"}[code]


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals of this kind")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_person_types_the_word_that_is_asked() -> None:
    assert at_a_terminal(lambda seen: seen.rpartition("Type ")[2].split(" ")[0]) == "confirmed"
    assert at_a_terminal(lambda _: "yes") == "refused"


def test_without_a_terminal_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person, "_TERMINAL", "/no/such/terminal")
    with pytest.raises(person.NotConfirmed, match="there is no terminal to ask at"):
        person.confirm(pinned.Pin("p", "/r", "/r/.git", "refs/heads/main"), "Begin.", ())


def test_what_an_agent_started_cannot_speak_for_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = {9: (5, "sh\0-c\0x"), 5: (2, "node\0/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js"), 2: (1, "bash")}
    monkeypatch.setattr(person, "_process", lambda number: person.Process(number, *chain[number]) if number in chain else None)
    monkeypatch.setattr(os, "getpid", lambda: 9)
    with pytest.raises(person.NotConfirmed, match=r"`claude`.*started this"):
        person.confirm(pinned.Pin("p", "/r", "/r/.git", "refs/heads/main"), "Begin.", ("claude", "codex"))
    assert not person._is_host("vim\0/home/x/claude.md", "claude")
    assert person._is_host("/usr/bin/codex\0exec", "codex")


def test_no_agent_changes_what_states_a_fact(scratch: Scratch, monkeypatch: pytest.MonkeyPatch) -> None:
    crumb = scratch.script("crumb", "echo crumb=good")
    scratch.install("claude", "--tool", f"crumb={crumb}")
    for command in (f"echo 'echo crumb=good' > {crumb}", f"cp x {crumb}", f"rm {crumb}"):
        assert scratch.host(monkeypatch, scratch.sent(command=command))[0] == "deny", command
    assert scratch.host(monkeypatch, scratch.sent("Write", file_path=crumb, content="x"))[0] == "deny"
    assert scratch.host(monkeypatch, scratch.sent(command=f"cat {crumb}"))[0] == ""
