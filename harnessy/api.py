"""The verbs that the edges share. The only place that reads files for the core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from harnessy import assets, kept
from harnessy.decision import Decision, QuestionError, ask_words, bind, decide, instead, subjects
from harnessy.document import Document, read
from harnessy.files import DoctrineError, find, text_of, there
from harnessy.files import read as read_files
from harnessy.rulebook import RuleBook
from harnessy.source import Diagnostic, Source

if TYPE_CHECKING:
    from harnessy.lint.mends import Mended
    from harnessy.plan import Issue, Plan
    from harnessy.plan.loop import Next, Outline, Progress
    from harnessy.review import Comparison, Coverage, Proof, Result
    from harnessy.rulebook.built import Built, Page

__all__ = [
    "Asked",
    "DoctrineError",
    "Loaded",
    "UsageError",
    "ask",
    "ask_alternatives",
    "coverage",
    "demo",
    "find",
    "lint",
    "load",
    "load_demo",
    "load_texts",
    "look_up",
    "test",
    "text_of",
    "untouched",
]

UsageError = QuestionError
Asked = tuple[object, ...]
_MOST_ASKED = 1 << 14


@dataclass(frozen=True)
class Loaded:
    """A doctrine as read: its sources by path. What is asked of it is compiled, or taken from the cache, when needed."""

    sources: tuple[Source, ...]
    cached: bool = False

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The sources as documents."""
        return tuple(self.document(source) for source in self.sources)

    def document(self, source: Source) -> Document:
        """One of the sources as a document, read once."""
        if source.path not in self._read:
            self._read[source.path] = read(source)
        return self._read[source.path]

    @cached_property
    def _read(self) -> dict[str, Document]:
        return {}

    @cached_property
    def built(self) -> Built:
        """The rulebook with every finding: compiled here, or page by page from the cache."""
        if self.cached:
            from harnessy.rulebook.built import composed

            return composed(_kept(self), assets.grammar())
        from harnessy.rulebook import build

        return build(self.documents, assets.grammar())

    @property
    def rulebook(self) -> RuleBook:
        """The rules."""
        return self.built.rulebook

    @cached_property
    def asked(self) -> dict[Asked, Decision]:
        """Decisions on what was asked before: each is a pure function of the rules and the question."""
        return {}

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding of reading and compiling, by place."""
        return self.built.diagnostics

    @property
    def broken(self) -> tuple[Diagnostic, ...]:
        """The errors among the findings: while there are any, nothing goes."""
        return tuple(error for book in self.rulebook.books for error in book.broken)

    def subjects(self) -> tuple[str, ...]:
        """The names that can be asked, as the documents write them."""
        return tuple(dict.fromkeys(name for book in self.rulebook.books for name in subjects(book)))


def _kept(loaded: Loaded) -> Iterator[Page]:
    """The pages from the user's cache; compiled and kept there where one is not, or where what is there is off."""
    from harnessy.rulebook import store

    grammar = assets.grammar()
    names = kept.keys({source.path: source.text for source in loaded.sources}, grammar)
    for source in loaded.sources:
        text = kept.read(names[source.path])
        try:
            page = store.load(text, source) if text is not None else None
        except ValueError:
            page = None
        if page is None:
            from harnessy.rulebook import compile_page

            page = compile_page(loaded.document(source), grammar)
            kept.write(names[source.path], store.dump(page, source))
        yield page


def load(paths: Iterable[Path]) -> Loaded:
    """Read and compile doctrine files; a folder stands for the Markdown files in it. Raises DoctrineError."""
    return load_kept(read_files(paths))


def load_texts(texts: Mapping[str, str]) -> Loaded:
    """Compile doctrine from texts, keyed by the path that citations name."""
    return Loaded(_sources(texts))


def load_kept(texts: Mapping[str, str]) -> Loaded:
    """The same, taken from the cache where it was compiled before."""
    return Loaded(_sources(texts), cached=True)


def _sources(texts: Mapping[str, str]) -> tuple[Source, ...]:
    return tuple(Source.of(path, text) for path, text in texts.items())


def load_demo() -> Loaded:
    """Read and compile the shipped doctrine; its files are named from the folder it ships in, wherever that is."""
    return load_kept(assets.doctrine())


def demo() -> list[Path]:
    """The shipped doctrine."""
    return [assets.doctrine_path()]


def words(name: str) -> Mapping[str, tuple[str, ...]]:
    """The words of a file of the grammar by what they are for."""
    from harnessy.rulebook.words import terminals

    return terminals(assets.grammar()[name])


def ask(loaded: Loaded, subject: str | None, facts: Mapping[str, object], *, strict: bool = False) -> Decision:
    """Answer a question. Strict: a name or value that no document knows raises UsageError; else the answer lists it."""
    values = facts.values()
    key = (subject, strict, *facts, *values, *map(type, values))  # as many types as values as names
    try:
        known = loaded.asked.get(key)
    except TypeError:  # a list as the value of a fact has no hash
        return decide(loaded.rulebook, bind(loaded.rulebook, subject, facts, strict=strict))
    if known is None:
        known = decide(loaded.rulebook, bind(loaded.rulebook, subject, facts, strict=strict))
        if len(loaded.asked) >= _MOST_ASKED:
            loaded.asked.clear()
        loaded.asked[key] = known
    return known


def ask_alternatives(loaded: Loaded, subject: str | None, facts: Mapping[str, object], *, strict: bool = False) -> Decision:
    """The same answer with every smallest change of facts that would change it."""
    question = bind(loaded.rulebook, subject, facts, strict=strict)
    decision = decide(loaded.rulebook, question)
    return replace(decision, instead=instead(loaded.rulebook, question, decision))


def look_up(loaded: Loaded, name: str, attribute: str | None = None) -> Decision:
    """A question about words: a set's members, what a register says of a subject. Raises UsageError."""
    return ask_words(loaded.rulebook, name, attribute)


def lint(loaded: Loaded, *, today: str = "", looked: dict[tuple[str, str], bool | None] | None = None) -> tuple[Diagnostic, ...]:
    """Everything that an author of the doctrine should mend, by place. What is out of date by `today` is told only with it.

    `looked` is filled with the files that were looked for (document, path), and whether they are there.
    """
    from harnessy.lint import Surroundings
    from harnessy.lint import lint as run

    known = {} if looked is None else looked

    def exists(document: str, path: str) -> bool | None:
        return known.setdefault((document, path), there(document, path))

    return run(loaded.documents, loaded.rulebook, loaded.diagnostics, Surroundings(assets.grammar(), exists, today))


def mend(loaded: Loaded) -> tuple[Mended, ...]:
    """What of the findings a program may mend, file by file: only what leaves the rulebook as it is."""
    from harnessy.lint.mends import mended

    findings = lint(loaded)
    return tuple(mended(source, findings, assets.grammar()) for source in loaded.sources)


def test(loaded: Loaded) -> tuple[tuple[Result, ...], tuple[Diagnostic, ...]]:
    """Ask the examples: how each went, and what failed or cannot be asked, by place."""
    from harnessy import review

    results = review.test(loaded.rulebook)
    unusable = review.unusable(loaded.documents, loaded.rulebook, loaded.diagnostics)
    return results, tuple(sorted([*unusable, *review.findings(results)], key=lambda finding: finding.order))


def untouched(loaded: Loaded, results: Iterable[Result]) -> tuple[Diagnostic, ...]:
    """The rules and the sides of comparisons that no example touches, by place."""
    from harnessy import review

    return review.untouched(loaded.rulebook, results)


def coverage(loaded: Loaded) -> tuple[Coverage, ...]:
    """What became of every sentence and cell, file by file."""
    from harnessy import review

    return review.coverage(loaded.documents, loaded.rulebook)


def plan(loaded: Loaded, issues: Iterable[Issue], notes: Source | None = None, home: str = "") -> Plan:
    """The plan of some issues by a doctrine; `notes` is what a person says of them beside it, `home` this repository."""
    from harnessy.plan import plan as run
    from harnessy.rulebook.words import terminals

    return run(loaded.rulebook, issues, terminals(assets.grammar()["planning.lark"]), notes, home)


def diff(before: Loaded, after: Loaded) -> Comparison:
    """Which decisions an edit changes, over every case."""
    from harnessy import review

    return review.compare(before.rulebook, after.rulebook)


def verify(loaded: Loaded) -> Proof:
    """Every claim over every case, with the smallest counterexamples."""
    from harnessy import review

    return review.verify(loaded.rulebook)


def following(loaded: Loaded, outline: Outline, state: Progress, void: Sequence[str] = ()) -> Next:
    """What of a plan may be dispatched now. `void` are the reasons why no person's word for it holds."""
    from harnessy.plan.loop import step
    from harnessy.rulebook.words import terminals

    return step(loaded.rulebook, terminals(assets.grammar()["planning.lark"]), outline, state, void)
