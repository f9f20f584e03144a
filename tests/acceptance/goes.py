"""Try every combination of the facts that a key names on each subject of each document: no go without a rule that says so.

    python -m tests.acceptance.goes KEY --names FILE --doctrine PATH… [--bound N]

Of the key the facts are read, no answer. For each document by itself and each subject of it, a combination gives every fact
on which the subject depends one of the values that the key (or else the document) has for it, or leaves it unknown. Then
each entry is asked as the judge asks it, with every combination of the values that the key has for the facts it names. Where
there are more than --bound combinations, so many are drawn, always the same ones, few facts of them unknown. Each go must cite
a rule of the document that gives a go; what is printed is how many combinations there were, each line that a go came from,
and every go without one.
"""

from __future__ import annotations

import argparse
import itertools
import math
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from harnessy import api
from harnessy.decision import Decision
from harnessy.decision.domain import cone, domain
from harnessy.rulebook import Book
from harnessy.rulebook.names import fold
from tests.acceptance import judge

UNKNOWN = object()  # the fact is left out
SEED, KNOWN = 1, 9  # of the draw, and how often a fact is known for each time that it is not


@dataclass
class Tried:
    """What came of the combinations of one document."""

    subjects: int = 0
    combinations: int = 0
    drawn: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    lines: Counter[str] = field(default_factory=Counter)
    offenders: list[str] = field(default_factory=list)
    going: frozenset[tuple[str, int]] = frozenset()


def named(key: Iterable[judge.Entry], names: judge.Names, source: str) -> dict[str, list[Any]]:
    """The facts that the entries of a document name, in its words, each with its values."""
    found: dict[str, list[Any]] = {}
    for entry in key:
        if judge.is_asked(entry) and source in (judge.sources(entry) or {source}):
            for variant in judge.variants(entry):
                for fact, value in names.passed(variant.facts).items():
                    values = found.setdefault(fact, [])
                    if value not in values:
                        values.append(value)
    return found


def choices(book: Book, subject: str, facts: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """The facts on which a subject depends, with their values: the key's, else those that the document tells apart."""
    words = {book.fact_names[fold(word)]: (word, values) for word, values in facts.items() if fold(word) in book.fact_names}
    found: dict[str, list[Any]] = {}
    for part in sorted(cone(book, subject) - {subject, *book.quantities}):
        if part in words:
            found[words[part][0]] = [*words[part][1], UNKNOWN]
        else:
            found[part] = [*(value for value in domain(book, part) if isinstance(value, bool | str | Decimal)), UNKNOWN]
    return found


def combinations(values: Mapping[str, Sequence[Any]], bound: int) -> Iterator[dict[str, Any]]:
    """All combinations, or as many as the bound draws of them."""
    every: Iterable[tuple[Any, ...]] = itertools.product(*values.values())
    if math.prod(map(len, values.values())) > bound:
        dice = random.Random(SEED)  # noqa: S311  # a draw, no secret
        every = (tuple(_drawn(dice, part) for part in values.values()) for _ in range(bound))
    for chosen in every:
        yield {name: value for name, value in zip(values, chosen, strict=True) if value is not UNKNOWN}


def _drawn(dice: random.Random, values: Sequence[Any]) -> object:
    known = [value for value in values if value is not UNKNOWN]
    return dice.choice(known) if known and dice.randrange(KNOWN + 1) else UNKNOWN


def going(loaded: api.Loaded) -> frozenset[tuple[str, int]]:
    """The rules that have an act which goes, by id and line."""
    rules = (rule for book in loaded.rulebook.books for rule in book.rules)
    return frozenset((rule.id, rule.span.line) for rule in rules if any(act.effect == "go" for act in rule.acts))


def givers(going: frozenset[tuple[str, int]], decision: Decision) -> list[str]:
    """The places that a decision cites and whose rule has an act which goes."""
    spans = [citation.span for citation in decision.because if (citation.rule, citation.span.line) in going]
    return [f"{Path(span.source.path).name}:{span.line}  {' '.join(span.text.split())}" for span in spans]


def note(result: Tried, loaded: api.Loaded, subject: str | None, given: Mapping[str, Any]) -> None:
    """Ask one combination and write down what came of it."""
    decision = api.ask(loaded, subject, given)
    result.combinations += 1
    result.outcomes[decision.effect or decision.outcome] += 1
    if decision.outcome == "answered" and decision.effect == "go":
        lines = givers(result.going, decision)
        result.lines.update(lines)
        if not lines:
            result.offenders.append(f"{subject or 'nothing in particular'} {given}")


def on_subjects(path: Path, facts: Mapping[str, Sequence[Any]], bound: int) -> Tried:
    """Every combination on every subject of a document."""
    loaded = api.load([path])
    result = Tried(going=going(loaded))
    (book,) = loaded.rulebook.books
    for key, subject in sorted(book.subjects.items()):
        values = choices(book, key, facts)
        result.subjects += 1
        result.drawn += math.prod(map(len, values.values())) > bound
        for given in combinations(values, bound):
            note(result, loaded, subject.name.text, given)
    return result


def merged(parts: Iterable[Mapping[str, Sequence[Any]]]) -> dict[str, list[Any]]:
    """The values of each fact in all parts, each once."""
    found: dict[str, list[Any]] = {}
    for part in parts:
        for fact, values in part.items():
            found.setdefault(fact, []).extend(value for value in values if value not in found.get(fact, []))
    return found


def on_entries(key: Sequence[judge.Entry], names: judge.Names, paths: Sequence[Path], bound: int) -> Tried:
    """Every combination of what each entry names, asked as the judge asks the entry, of the documents that it speaks of."""
    library, result = judge.Library(paths), Tried()
    facts = merged(named(key, names, path.name) for path in paths)
    for entry in filter(judge.is_asked, key):
        base = next(judge.variants(entry))
        loaded = library.load(judge.sources(entry), ())
        asked = judge.question(base, names, loaded.subjects())
        if asked.look_up or not library.holds(judge.sources(entry)):
            continue
        result.going = going(loaded)
        values = {fact: [*facts[fact], UNKNOWN] for fact in asked.facts}
        result.subjects += 1
        result.drawn += math.prod(map(len, values.values())) > bound
        for given in combinations(values, bound):
            try:
                note(result, loaded, asked.subject, given)
            except api.UsageError:
                result.outcomes["usage"] += 1
    return result


def report(name: str, result: Tried) -> Iterator[str]:
    """What came of a document, line by line."""
    outcomes = ", ".join(f"{kind} {count}" for kind, count in sorted(result.outcomes.items()))
    yield f"{name}: {result.combinations} combinations on {result.subjects}, drawn for {result.drawn}; {outcomes}"
    yield from (f"  {count:>7} × go from {line}" for line, count in sorted(result.lines.items()))
    yield from (f"  NO RULE SAYS GO: {offender}" for offender in result.offenders)


def main(argv: Sequence[str] | None = None) -> int:
    """Print what came of each document; exits 1 when something goes that no rule lets go."""
    parser = argparse.ArgumentParser(description="No go without a rule that says so.")
    parser.add_argument("key", type=Path)
    parser.add_argument("--names", type=Path, default=Path(__file__).parent / "names.yaml")
    parser.add_argument("--doctrine", type=Path, nargs="+", required=True)
    parser.add_argument("--bound", type=int, default=40, help="the most combinations of one subject")
    options = parser.parse_args(argv)
    key = yaml.safe_load(options.key.read_text(encoding="utf-8"))
    names, bad = judge.Names(options.names), False
    for path in options.doctrine:
        result = on_subjects(path, named(key, names, path.name), options.bound)
        print(*report(path.name, result), sep="\n")
        bad |= bool(result.offenders)
    result = on_entries(key, names, options.doctrine, options.bound)
    print(*report("as the entries ask", result), sep="\n")
    bad |= bool(result.offenders)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
