"""What an issue touches: the signals of the doctrine (paths, words, labels, repositories) found in its texts, with places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from harnessy.plan.charter import Signed, label_key
from harnessy.plan.model import Issue, Touch
from harnessy.plan.phrases import SINGULARS, Phrases
from harnessy.source import Source

_PATH = re.compile(r"(?<![\w.@/:-])@?(?:[\w.@~*-]+/)+[\w.@*-]*|(?<![\w.@/:-])[\w.-]*\w\.[A-Za-z]{1,8}\b(?![/\w])")
_URL = re.compile(r"https?://[^\s)>\]\"']*")
_BLOB = re.compile(r"https?://[^/\s]+/[^/\s]+/[^/\s]+/(?:blob|tree|raw)/[^/\s]+/")
_REMEMBERED = 1 << 2 << 2 << 2 << 2 << 2 << 2 << 2 << 2
Heard = Sequence[tuple[Source, str, str]]


class Signals:
    """Finds what of some things an issue touches: each thing once, by its first signal."""

    def __init__(self, things: Iterable[Signed]) -> None:
        self._words = Phrases[str](SINGULARS)
        self._labels = list[tuple[re.Pattern[str], str, str]]()
        self._repositories = dict[str, tuple[str, str]]()
        globs = list[tuple[re.Pattern[str], str, str]]()
        for thing in things:
            for kind, text in thing.signals:
                if kind == "WORDS":
                    self._words.add(text, thing.name)
                elif kind == "PATHS":
                    globs.append((glob(text), text, thing.name))
                elif kind == "LABELS":
                    self._labels.append((_label(text), text, thing.name))
                else:
                    self._repositories[text.casefold()] = (text, thing.name)
        self._on_path = lru_cache(maxsize=_REMEMBERED)(
            lambda path: tuple((name, text) for pattern, text, name in globs if pattern.fullmatch(path)),
        )

    def touched(self, issue: Issue, heard: Heard) -> tuple[Touch, ...]:
        """Each thing that an issue touches, by the first signal and where it stands."""
        found = dict[str, Touch]()
        for touch in self._all(issue, heard):
            found.setdefault(touch.thing, touch)
        return tuple(found.values())

    def _all(self, issue: Issue, heard: Heard) -> Iterator[Touch]:
        yield from self._by_label(issue)
        for source, speech, seen in heard:
            for hit in self._words.find(speech):
                for words, thing in hit.things:
                    yield Touch(thing, words, source.span(hit.start, hit.end))
            for start, end, path in paths(seen):
                for thing, text in self._on_path(path):
                    yield Touch(thing, text, source.span(start, end))

    def _by_label(self, issue: Issue) -> Iterator[Touch]:
        for label in issue.labels:
            key = label_key(label)
            for pattern, text, thing in self._labels:
                if pattern.fullmatch(key):
                    yield Touch(thing, text, Source(f"{issue.key} label", label).span(0, len(label)))
        names = [issue.repository.casefold(), issue.repository.casefold().rpartition("/")[2]]
        for name in dict.fromkeys(name for name in names if name in self._repositories):
            text, thing = self._repositories[name]
            yield Touch(thing, text, Source(f"{issue.key} repository", issue.repository).span(0, len(issue.repository)))
        for header in issue.headers:
            for value in header.values:
                text, thing = self._repositories.get(value.casefold().strip("`*@ "), ("", ""))
                if thing:
                    yield Touch(thing, text, header.span)


def paths(seen: str) -> Iterator[tuple[int, int, str]]:
    """The paths that a text names: where, and without a leading `@`, `./` or place of a line. A link to a page is none."""
    if "://" in seen:
        seen = _URL.sub(_without_host, seen)
    for match in _PATH.finditer(seen):
        path = match.group().strip("@").removeprefix("./").rstrip(".")
        if path:
            yield match.start(), match.end(), path


def _without_host(url: re.Match[str]) -> str:
    """A link to a file of a repository keeps the file's path, in its place; of any other link nothing is left."""
    blob = _BLOB.match(url.group())
    kept = url.group()[blob.end() :] if blob else ""
    return " " * (len(url.group()) - len(kept)) + kept


def glob(text: str) -> re.Pattern[str]:
    """A path glob as a pattern: `*` stays in one folder, `**` does not; it may begin in any folder."""
    parts = re.split(r"(\*\*/?|\*|\?)", text.strip("/"))
    swaps = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}
    return re.compile(r"(?:.*/)?" + "".join(swaps.get(part, re.escape(part)) for part in parts))


def _label(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in label_key(text).split("*")))
