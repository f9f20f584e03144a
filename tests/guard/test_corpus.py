"""Four pages of commands: what is guarded is found, what nobody can see through is never none, the rest stays quiet."""

import pytest

from tests.guard.cases import commands, names, recognised

GUARDED, OPAQUE, BYPASSES, INNOCENT = (
    list(commands(page)) for page in ("guarded.md", "opaque.md", "bypasses.md", "innocent.md")
)


@pytest.mark.parametrize(("operation", "command"), GUARDED)
def test_what_is_guarded_is_found(operation: str, command: str) -> None:
    assert operation in names(recognised(command))


@pytest.mark.parametrize("command", [command for _, command in OPAQUE])
def test_what_nobody_can_see_through_is_no_permission(command: str) -> None:
    assert recognised(command).kind == "cannot-analyse"


@pytest.mark.parametrize("command", [command for _, command in BYPASSES])
def test_no_way_around_a_guard_reads_as_nothing(command: str) -> None:
    assert recognised(command).kind != "none"


@pytest.mark.parametrize("command", [command for _, command in INNOCENT])
def test_what_is_only_mentioned_or_harmless_stays_quiet(command: str) -> None:
    found = recognised(command)
    assert (found.kind, names(found), found.unanalysed) == ("none", set(), ())


def test_there_are_enough_of_them() -> None:
    assert len(INNOCENT) >= 200


def test_a_command_too_long_to_be_read_is_no_permission() -> None:
    assert recognised("echo " + "a b; " * 20000).kind == "cannot-analyse"
    assert recognised("echo " + "a" * 70000).kind == "cannot-analyse"
    assert recognised("true; " * 4000).kind == "cannot-analyse"
    assert recognised("echo $(" * 500 + "true" + ")" * 500).kind == "cannot-analyse"
    assert recognised("foo " + "git " * 100).kind == "cannot-analyse"


@pytest.mark.parametrize("command", ["git push\0", "gi\0t push", "ls\0"])
def test_a_command_with_a_nul_byte_is_no_permission(command: str) -> None:
    assert recognised(command).kind == "cannot-analyse"


@pytest.mark.parametrize("command", ["", " ", "\n", "#", ";", "\\", "'", "$", "((", "\0", "\ud800", "é", "<<", "$(", "`", "git"])
def test_scraps_of_shell_are_no_accidents(command: str) -> None:
    assert recognised(command).kind in {"none", "cannot-analyse"}
