"""The shapes of a plan: issues in, steps out. Every reason holds the place in the doctrine and the places in issues."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from harnessy.source import Source, Span

OPEN = "open"
CLOSED = frozenset({"closed", "merged"})


@dataclass(frozen=True, slots=True)
class Header:
    """A `Name: value` line at the top of a text: its name, what it lists, and where."""

    name: str
    values: tuple[str, ...]
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Stated:
    """A link that the tracker keeps in a field: the field in plain words (`blocked by`) and the issue it names.

    `state` is that of the other issue where the tracker tells it, else empty; `span` cuts it out of what was read.
    """

    words: str
    number: int
    repository: str
    state: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Issue:
    """An issue or task. `key` is how it is called (`#12`, `owner/name#12`, `tasks/mend.md`); `name` is that of its file.

    `texts` are its title, its body and its comments, the body second; `state` is `closed` or `merged`, or it is open. `pull`
    says that it is a pull request, `fault` why it could not be read, or not for certain.
    """

    key: str
    title: str
    texts: tuple[Source, ...]
    number: int = 0
    name: str = ""
    repository: str = ""
    state: str = OPEN
    labels: tuple[str, ...] = ()
    headers: tuple[Header, ...] = ()
    fields: tuple[Stated, ...] = ()
    pull: bool = False
    fault: str = ""

    @property
    def order(self) -> tuple[int, str, str]:
        """By number, then by name."""
        return (self.number, self.repository, self.name)


@dataclass(frozen=True, slots=True)
class Ground:
    """A place in the doctrine, under its headings."""

    span: Span
    trail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is as it is: in words, from the doctrine, by places in issues."""

    text: str
    ground: Ground | None = None
    places: tuple[Span, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Link:
    """One issue comes after another: `later` waits for `earlier`, for the phrase and the name at these places.

    `builds` is false where it is only the whole of which the other is a part.
    """

    later: str
    earlier: str
    phrase: str
    places: tuple[Span, ...] = field(compare=False)
    ground: Ground | None = None
    builds: bool = True


@dataclass(frozen=True, slots=True)
class Touch:
    """An issue shows that it touches a thing (a surface, a criterion, a rank): by which signal, and where.

    `file` is set where the thing is every file by itself: the end of the path that the issue names, two parts or three.
    """

    thing: str
    signal: str
    span: Span = field(compare=False)
    file: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What is worked on together: one issue alone, or a packet side by side. `kind` is foundation, packet or serial."""

    number: int
    kind: str
    wave: int
    issues: tuple[str, ...]
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Aside:
    """An issue that is in no step, and why."""

    issue: str
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Steps in their order, what is held back or left out, and what of the doctrine and the input deserves a look.

    `touches`, `evidence` and `ranks` tell by what each issue shows which surfaces it touches, which criteria it meets and
    which rank it has; `things` has the place of each of these in the doctrine, in its order; `criteria` are their names.
    """

    issues: Mapping[str, Issue]
    steps: tuple[Step, ...]
    held: tuple[Aside, ...]
    left: tuple[Aside, ...]
    links: tuple[Link, ...]
    touches: Mapping[str, tuple[Touch, ...]]
    evidence: Mapping[str, tuple[Touch, ...]]
    ranks: Mapping[str, tuple[Touch, ...]]
    things: Mapping[str, Ground]
    criteria: tuple[str, ...]
    pairs: Mapping[str, int]
    rules: tuple[Reason, ...]
    findings: tuple[Reason, ...]
    limit: int
    doctrine: str
    input: str
