"""Names of issues in texts: `#12`, `owner/repo#12`, `issue 12`, URLs, `ABC-12`, task files; and which issue of the set each is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from harnessy.plan.model import CLOSED, Issue

REFERENCE = re.compile(
    r"https?://[\w.-]+/(?P<url_repo>[\w.-]+/[\w.-]+)/(?:issues|pull|pulls)/(?P<url_number>\d+)\b(?:/[\w/-]+)?(?:#[\w-]*)?"
    r"|(?<![\w#&])(?<!\D/)(?P<repo>[\w.-]+(?:/[\w.-]+)?)?#(?P<number>\d+)\b(?!\.\w)"
    r"|(?<![\w/.])(?:\.{1,2}/)+(?:issues|pull|pulls)/(?P<near>\d+)\b"
    r"|(?<![\w/.-])(?P<path_repo>[\w.-]+/[\w.-]+)/(?:issues|pull|pulls)/(?P<path_number>\d+)\b"
    r"|(?:(?<=(?i:issue ))|(?<=(?i:issues ))|(?<=(?i:ticket ))|(?<=(?i:pr ))|(?<=(?i:pull request )))"
    r"(?P<bare>\d+)\b(?![.,]?\d|%|-\w)"
    r"|\b(?i:GH)-(?P<gh>\d+)\b"
    r"|(?<![\w/.#-])(?P<key>[A-Z][A-Z0-9]+-\d+)\b(?![.-]?\w)"
    r"|(?<![\w/.-])(?:\.{0,2}/)*(?P<file>[\w-][\w.-]*(?:/[\w.-]+)*\.(?:md|markdown))\b(?!/)",
)
_NUMBERED = ("url_number", "path_number", "near", "number", "bare", "gh")
_NO_REPOSITORY = frozenset({"pr", "pull", "gh", "issue"})
_APART = re.compile(r"/|__")


@dataclass(frozen=True, slots=True)
class Named:
    """An issue as a text names it: by number, perhaps in a repository, or by a task file."""

    text: str
    number: int = 0
    repository: str = ""
    file: str = ""

    @classmethod
    def of(cls, match: re.Match[str]) -> Named:
        """What a match of `REFERENCE` names."""
        number = next((match[name] for name in _NUMBERED if match[name]), None)
        if number is None:
            return cls(match.group(), file=match["file"] or f"{match['key']}.md")
        repository = match["url_repo"] or match["path_repo"] or match["repo"] or ""
        text = f"#{number}" if match["bare"] else match.group()
        return cls(text, int(number), "" if repository.casefold() in _NO_REPOSITORY else repository)


class Register:
    """The issues of a set, found by what a text calls them. `here` is the repository that a bare number means."""

    def __init__(self, issues: Iterable[Issue], here: str = "") -> None:
        self.here = here.casefold()
        self.closed = set[str]()
        self._numbers = dict[tuple[str, int], str]()
        self._files = dict[tuple[str, ...], list[str]]()
        for issue in issues:
            if issue.state in CLOSED and not issue.fault:
                self.closed.add(issue.key)
            if issue.number:
                self._numbers[issue.repository.casefold(), issue.number] = issue.key
            if issue.name:
                parts = _parts(issue.name)
                for start in range(len(parts)):
                    self._files.setdefault(parts[start:], []).append(issue.key)

    def find(self, named: Named, source: Issue) -> str | None:
        """The key of the issue that a text of `source` names; None when it is not in the set, or could be two."""
        if named.file:
            found = self._files.get(_parts(named.file), [])
            return found[0] if len(found) == 1 else None
        return self.number(named.number, named.repository, source.repository)

    def number(self, number: int, repository: str, own: str) -> str | None:
        """The key of the issue of that number. A repository may be named without its owner."""
        asked, own = repository.casefold(), own.casefold()
        if not asked or asked == own or ("/" not in asked and own.endswith(f"/{asked}")):
            return self._numbers.get((own, number))
        return self._numbers.get((asked, number))


def _parts(name: str) -> tuple[str, ...]:
    """The parts of a path in lower case, without its ending; `__` parts like `/`, as where a tree was made flat."""
    return tuple(part for part in _APART.split(name.casefold().rpartition(".")[0]) if part)


def by_key(issues: Iterable[Issue]) -> Mapping[str, Issue]:
    """Issues by key, in their order."""
    return {issue.key: issue for issue in sorted(issues, key=lambda issue: issue.order)}
