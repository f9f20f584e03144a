"""One command of a line with what it reads, and the parts of the syntax tree that redirect."""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.guard.expand import Scope
from harnessy.guard.parser import Node
from harnessy.guard.record import Record


class Input(Record):
    """What a command reads: its text as far as it is known (None: nothing is fed to it), and the words and program that made it."""

    text: str | None = None
    words: tuple[str, ...] = ()
    program: str = ""


class Command(Record):
    """One command with one alternative of its words, in its scope."""

    words: tuple[str, ...]
    input: Input
    scope: Scope
    where: tuple[int, ...]
    repeats: bool


def redirects(node: Node) -> Iterator[Node]:
    """The redirections of a statement, and those that stand on the line of a heredoc."""
    for redirect in node.children_by_field_name("redirect"):
        yield redirect
        yield from redirect.children_by_field_name("redirect")


def behind_target(node: Node) -> Iterator[Node]:
    """Words behind the target of a redirection: the tree counts them to it, the shell to the command."""
    for redirect in node.children:
        if redirect.type == "file_redirect":
            yield from redirect.children_by_field_name("destination")[1:]


def quoted_end(redirect: Node) -> bool:
    """Whether the mark of a heredoc is quoted: nothing in its text is worked out."""
    start = next((child for child in redirect.named_children if child.type == "heredoc_start"), None)
    return start is not None and any(mark in start.text for mark in (b"'", b'"', b"\\"))
