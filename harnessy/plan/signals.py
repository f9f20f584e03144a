"""What an issue touches: the signals of the doctrine (paths, words, labels, repositories) found in its texts, with places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from harnessy.plan.charter import Signed, label_key
from harnessy.plan.model import Issue, Touch
from harnessy.plan.passage import sentence
from harnessy.plan.phrases import SINGULARS, WORD, Found, Phrases, lowered
from harnessy.plan.speech import Heard
from harnessy.rulebook.listings import SINGLY
from harnessy.source import Source

_PATH = re.compile(r"(?<![\w.@/:-])@?(?:[\w.@~*-]+/)+[\w.@*-]*|(?<![\w.@/:-])[\w.-]*\w\.[A-Za-z]{1,8}\b(?![/\w])")
_ENDING = re.compile(r"\.[A-Za-z]\w{0,7}\Z")
_URL = re.compile(r"https?://[^\s)>\]\"']*")
_BLOB = re.compile(r"https?://[^/\s]+/[^/\s]+/[^/\s]+/(?:blob|tree|raw)/[^/\s]+/")
_ASKS = "?"
_REMEMBERED = 1 << 2 << 2 << 2 << 2 << 2 << 2 << 2 << 2


@dataclass(frozen=True, slots=True)
class Shown:
    """A text with the paths that it names, and its words without them."""

    source: Source
    words: str
    lower: str
    paths: tuple[tuple[int, int, str], ...]

    @classmethod
    def of(cls, heard: Heard) -> Shown:
        """What a text shows."""
        named = tuple(paths(heard.speech, heard.seen))
        words = _wordless(heard.speech, named)
        return cls(heard.source, words, lowered(words), named)


class Signals:
    """Finds what of some things an issue touches: each thing once, by its first signal."""

    def __init__(self, things: Iterable[Signed], doubting: frozenset[str] = frozenset()) -> None:
        """`doubting` are the words beside which a word is no sign: `not isolated`, `trivial if …`."""
        self._doubting = doubting
        self._words = Phrases[str](SINGULARS)
        self._labels = list[tuple[re.Pattern[str], str, str]]()
        self._repositories = dict[str, tuple[str, str]]()
        self._each = list[tuple[str, str, tuple[re.Pattern[str], ...]]]()
        globs = list[tuple[re.Pattern[str], str, str]]()
        for thing in things:
            each = [text for kind, text in thing.signals if kind == SINGLY]
            kept = tuple(glob(text) for kind, text in thing.signals if kind == "PATHS" and each)
            self._each.extend((text, thing.name, kept) for text in each)
            for kind, text in thing.signals:
                if kind == "WORDS":
                    self._words.add(text, thing.name)
                elif kind == "PATHS" and not each:
                    globs.append((glob(text), text, thing.name))
                elif kind == "LABELS":
                    self._labels.append((_label(text), text, thing.name))
                elif kind == "REPOSITORIES":
                    self._repositories[text.casefold()] = (text, thing.name)
        self._globs = tuple(globs)
        self._on_label = lru_cache(maxsize=_REMEMBERED)(lambda label: tuple(self._labelled(label_key(label))))
        self._on_path = lru_cache(maxsize=_REMEMBERED)(lambda path: tuple(self._met(path)))

    def _labelled(self, key: str) -> Iterator[tuple[str, str]]:
        return ((thing, text) for pattern, text, thing in self._labels if pattern.fullmatch(key))

    def _met(self, path: str) -> Iterator[tuple[str, str, str]]:
        """The things that a path is a sign of, by which glob; and as which file, where every file is a thing by itself."""
        yield from ((name, text, "") for pattern, text, name in self._globs if pattern.fullmatch(path))
        parts = path.casefold().split("/")[-(1 + 2) :]
        for text, name, kept in self._each if len(parts) > 1 and _ENDING.search(path) else ():
            if not kept or any(pattern.fullmatch(path) for pattern in kept):
                yield name, text, "/".join(parts)

    def touched(self, issue: Issue, shown: Sequence[Shown]) -> tuple[Touch, ...]:
        """Each thing that an issue touches, by the first signal and where it stands."""
        found = dict[tuple[str, str], Touch]()
        for touch in self._all(issue, shown):
            found.setdefault((touch.thing, touch.file), touch)
        return tuple(found.values())

    def _all(self, issue: Issue, shown: Sequence[Shown]) -> Iterator[Touch]:
        yield from self._by_label(issue)
        for text in shown:
            hits = list(self._words.find(text.words, text.lower))
            for hit in hits:
                if not _inside(text.words, hit.start, hit.end) and not self._doubted(text.words, hit, hits):
                    yield from (Touch(thing, words, text.source.span(hit.start, hit.end)) for words, thing in hit.things)
            for start, end, path in text.paths:
                span = text.source.span(start, end)
                yield from (Touch(thing, text, span, file) for thing, text, file in self._on_path(path))

    def _doubted(self, text: str, hit: Found[str], hits: Sequence[Found[str]]) -> bool:
        """Whether a sentence denies or doubts what it says, or asks for it; a sign may deny something itself: `no new API`."""
        if not self._doubting:
            return False
        start, end = sentence(text, hit.start, hit.end)
        own = {at for each in hits for at in range(each.start, each.end) if start <= each.start < end}
        words = (word.group().casefold() for word in WORD.finditer(text, start, end) if word.start() not in own)
        return text[end : end + 1] == _ASKS or not self._doubting.isdisjoint(words)

    def _by_label(self, issue: Issue) -> Iterator[Touch]:
        for label in issue.labels:
            for thing, text in self._on_label(label):
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


def paths(speech: str, seen: str) -> Iterator[tuple[int, int, str]]:
    """The paths that a text names: where, and without a leading `@`, `./` or place of a line. A link to a page is none.

    Words with slashes between them are a path where they stand in code, begin with `@` or `./`, or end in `/` or in the
    ending of a file: `read/write` is none.
    """
    if "://" in seen:
        seen = _URL.sub(_without_host, seen)
    for match in _runs(seen):
        said = match.group()
        start, end = match.span()
        plain = speech[start:end] == said
        path = said.lstrip("@").removeprefix("./").rstrip(".")
        if path and (not plain or said[0] in "@." or path[-1] == "/" or _ENDING.search(path)):
            yield start, end - (len(said) - len(said.rstrip("."))), path


def _runs(seen: str) -> Iterator[re.Match[str]]:
    """What may be a path, only where white space parts something with a slash or a full stop in it."""
    at = 0
    for run in seen.split():
        if "/" in run or "." in run[:-1]:
            at = seen.find(run, at)
            yield from _PATH.finditer(seen, at, at + len(run))
            at += len(run)


def _wordless(speech: str, named: Iterable[tuple[int, int, str]]) -> str:
    """A text without its paths and links: what stands in them are no words."""
    parts, at = list[str](), 0
    for start, end, _ in named:
        parts.extend((speech[at:start], " " * (end - start)))
        at = end
    text = "".join((*parts, speech[at:])) if parts else speech
    return _URL.sub(lambda url: " " * len(url.group()), text) if "://" in text else text


def _inside(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of a longer name: `user_auth`, `auth.token`."""
    before, after = text[max(start - 2, 0) : start][::-1], text[end : end + 2]
    return any(mark[:1] == "_" or (mark[:1] == "." and mark[1:].isalnum()) for mark in (before, after))


def _without_host(url: re.Match[str]) -> str:
    """A link to a file of a repository keeps the file's path, in its place; of any other link nothing is left."""
    blob = _BLOB.match(url.group())
    kept = url.group()[blob.end() :] if blob else ""
    return " " * (len(url.group()) - len(kept)) + kept


def glob(text: str) -> re.Pattern[str]:
    """A path glob as a pattern: `*` stays in one folder, `**` does not; `{a,b}` is either; it may begin in any folder."""
    swaps = {"**/": r"(?:.*/)?", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}
    made = [r"(?:.*/)?"]
    for part in re.split(r"(\*\*/?|\*|\?|\{[^{}]*\})", text.strip("/")):
        either = part[1:-1].split(",") if part.startswith("{") else []
        made.append(f"(?:{'|'.join(map(re.escape, either))})" if either else swaps.get(part, re.escape(part)))
    return re.compile("".join(made))


def _label(text: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(label_key(part)) for part in text.split("*")))
