"""Compiling and asking: what a hook does when it has not done it before. Everything heavy is loaded from here."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from harnessy import api, assets
from harnessy.decision import Citation, Decision
from harnessy.decision.question import fact_key, mistaken
from harnessy.guard import Sheet
from harnessy.hooks import git
from harnessy.hooks.judge import asked, sheet_of
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import Json, NotKept
from harnessy.hooks.session import Stated
from harnessy.render.look import place
from harnessy.render.text import deciding
from harnessy.rulebook import RuleBook
from harnessy.rulebook.model import Fact

_USUAL = ("AUTONOMY.md", "program.md")
_FOLDER = "doctrine"
_GUARDED, _GUARDS_NOTHING = "OPERATION", "HN221"


def sheet_at(pin: Pin, commit: str) -> Sheet:
    """The sheet of the doctrine at a commit. Raises NotKept, also where a row guards nothing: nobody knows what it was to guard."""
    loaded = loaded_at(pin, commit)
    lost = next((one for one in loaded.broken if one.code == _GUARDS_NOTHING), None)
    if lost is not None:
        raise NotKept(f"{place(lost.span)} {lost.message}", lost.help or "")
    return sheet_of(loaded.rulebook)


def rulebook_at(pin: Pin, commit: str) -> RuleBook:
    """The doctrine at a commit, compiled or from the cache. Raises NotKept."""
    return loaded_at(pin, commit).rulebook


@lru_cache(maxsize=1)
def _loaded(texts: tuple[tuple[str, str], ...]) -> api.Loaded:
    return api.load_kept(dict(texts))


def loaded_at(pin: Pin, commit: str) -> api.Loaded:
    """The doctrine at a commit; where no table of it maps commands, the tables that ship are read beside it. Raises NotKept."""
    texts = texts_at(pin, commit)
    loaded = _loaded(tuple(texts.items()))
    if any(guard.role == _GUARDED for book in loaded.rulebook.books for guard in book.guards):
        return loaded
    return _loaded(tuple({**texts, **_shipped_tables()}.items()))


def _shipped_tables() -> dict[str, str]:
    """The shipped documents that hold tables about commands, named so that everybody sees whose they are."""
    shipped = api.load_demo()
    with_tables = [book.path for book in shipped.rulebook.books if book.guards]
    return {f"harnessy/{path}": assets.doctrine()[path] for path in with_tables}


def texts_at(pin: Pin, commit: str) -> dict[str, str]:
    """The doctrine files of a commit by path. Raises NotKept."""
    paths = list(_paths(pin, commit))
    if not paths:
        where = ", ".join(pin.doctrine) or f"`{_FOLDER}/`, {' or '.join(f'`{name}`' for name in _USUAL)}"
        raise NotKept(f"there is no doctrine at {pin.ref} of {pin.repository}: no {where}", "commit it there")
    texts = dict[str, str]()
    for path in paths:
        raw = git.raw_output(pin.repository, "cat-file", "blob", f"{commit}:{path}")
        if raw is None:
            raise NotKept(f"`{path}` cannot be read at {pin.ref} of {pin.repository}", "run `git fsck` there")
        try:
            texts[path] = api.text_of(raw, path)
        except api.DoctrineError as error:
            raise NotKept(str(error), error.help) from None
    return texts


def _paths(pin: Pin, commit: str) -> Iterable[str]:
    """The files named at install, else those that count in a repository: the folder, or the usual names at the top."""
    for name in pin.doctrine:
        found = [path for path in git.files_at(pin.repository, commit, name) if path.endswith(".md")]
        yield from found or [name]
    if pin.doctrine:
        return
    inside = [path for path in git.files_at(pin.repository, commit, _FOLDER) if path.endswith(".md")]
    top = set(git.files_at(pin.repository, commit, ""))
    yield from inside or [name for name in _USUAL if name in top]


def answer(pin: Pin, commit: str, subject: str, stated: Iterable[Stated]) -> Json:
    """What the doctrine says of a subject under the facts that count, as plain data. Raises NotKept."""
    rulebook = rulebook_at(pin, commit)
    return plain(asked(rulebook, subject, counted(rulebook, stated)))


def counted(rulebook: RuleBook, stated: Iterable[Stated]) -> dict[str, object]:
    """The facts whose author the doctrine accepts. A fact of the wrong author is unknown; so is what the doctrine works out."""
    found = dict[str, object]()
    for fact in stated:
        books = [book for book in rulebook.books if not mistaken(rulebook.books, book, fact.name)]
        keys = [(book, key) for book in books if (key := fact_key(book, fact.name)) is not None]
        if keys and all(accepts(book.facts.get(key), fact.authors) and key not in book.quantities for book, key in keys):
            found[fact.name] = fact.value
    return found


def accepts(fact: Fact | None, authors: Iterable[str]) -> bool:
    """Whether one of the authors may state a fact. Where no table says who, a person may, or a tool that one fixed."""
    wanted = fact.authors if fact is not None and fact.authors else ("human", "tool")
    return any(author in wanted for author in authors)


def _strictest(decision: Decision) -> Citation | None:
    """The citation that gave the act by which the decision is as strict as it is."""
    words = [act.words for act in decision.acts if act.effect == decision.effect]
    return next((cited for cited in decision.because for said in words if said in cited.gives), None)


def plain(decision: Decision) -> Json:
    """A decision as plain data: what a verdict is made of."""
    cited = _strictest(decision) or deciding(decision)
    return {
        "subject": decision.subject or "",
        "outcome": decision.outcome,
        "effect": decision.effect or "",
        "cited": [[place(cited.span), cited.quote]] if cited is not None else [],
        "acts": [act.words for act in decision.acts],
        "missing": [missing.fact for missing in decision.missing],
        "reason": decision.reason,
        "digest": decision.digest,
    }
