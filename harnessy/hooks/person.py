"""Asking a person, so that an agent cannot answer: at a terminal that no agent started, or through a command fixed at install."""

from __future__ import annotations

import os
import secrets
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from harnessy.hooks.pinned import Pin

_TERMINAL = "/dev/tty"
_CHANNEL_SECONDS = 600
_DEEPEST = 64


class NotConfirmed(Exception):
    """No person said yes. `help` is the mend."""

    def __init__(self, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.help = mend


class Process(NamedTuple):
    """A process: its number, its parent's, and its command line."""

    number: int
    parent: int
    command: str


def confirm(pin: Pin, statement: str, hosts: tuple[str, ...]) -> None:
    """Have a person confirm a statement. Raises NotConfirmed."""
    if pin.channel:
        _through(pin.channel, statement)
        return
    refuse_agents(hosts)
    _at_terminal(statement)


def refuse_agents(hosts: tuple[str, ...]) -> None:
    """Refuse where a host of agents started this process, or the terminal that it stands in. Raises NotConfirmed."""
    _no_agent(os.getpid(), hosts)
    _no_agent(os.getsid(0), hosts)


def _through(channel: tuple[str, ...], statement: str) -> None:
    """Through the command fixed at install: it is told the statement, and a person's yes is its exit code 0."""
    try:
        code = subprocess.run([*channel, statement], check=False, timeout=_CHANNEL_SECONDS).returncode  # noqa: S603
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NotConfirmed(f"the channel `{channel[0]}` gave no answer: {error}") from None
    if code != 0:
        raise NotConfirmed(f"the channel `{channel[0]}` said no")


def _at_terminal(statement: str) -> None:
    mend = "run it yourself, in a terminal of your own"
    try:
        number = os.open(_TERMINAL, os.O_RDWR | os.O_NOCTTY)
    except OSError:
        raise NotConfirmed("only a person may state this, and there is no terminal to ask at", mend) from None
    with os.fdopen(number, "r+b", buffering=0) as terminal:
        word = secrets.token_hex(2)
        terminal.write(f"{statement}\nType {word} to confirm, anything else to refuse: ".encode())
        said = terminal.readline().decode("utf-8", "replace").strip()
    if said != word:
        raise NotConfirmed("nobody confirmed it", f"type {word} when asked")


def _no_agent(number: int, hosts: tuple[str, ...]) -> None:
    """Refuse where a host of agents is among those who started a process."""
    for process in ancestors(number):
        name = next((host for host in hosts if _is_host(process.command, host)), None)
        if name is not None:
            mend = "run it in a terminal of your own, outside of the agent"
            raise NotConfirmed(f"only a person may state this, and `{name}` (process {process.number}) started this", mend)


def _is_host(command: str, host: str) -> bool:
    """Whether a command line is a host's: its program, or the script that its interpreter runs, goes by the name."""
    paths = [Path(word) for word in command.split("\0")[:2] if word]
    packaged = any(host in part for path in paths for part in path.parts if "-" in part)
    return packaged or any(path.name == host for path in paths)


def ancestors(number: int) -> Iterator[Process]:
    """A process and those who started it, as far as the system tells."""
    for _ in range(_DEEPEST):
        process = _process(number)
        if process is None:
            return
        yield process
        if process.parent <= 1:
            return
        number = process.parent


def _process(number: int) -> Process | None:
    try:
        status = Path(f"/proc/{number}/stat").read_text("utf-8", "replace")
        command = Path(f"/proc/{number}/cmdline").read_text("utf-8", "replace")
        return Process(number, int(status.rpartition(")")[2].split()[1]), command)
    except (OSError, ValueError, IndexError):
        return _told(number)


def _told(number: int) -> Process | None:
    """The same from `ps`, where there is no /proc."""
    try:
        done = subprocess.run(["ps", "-o", "ppid=,command=", "-p", str(number)], capture_output=True, text=True, check=False)  # noqa: S603, S607
        parent, _, command = done.stdout.strip().partition(" ")
        return Process(number, int(parent), command.strip().replace(" ", "\0"))
    except (OSError, ValueError):
        return None
