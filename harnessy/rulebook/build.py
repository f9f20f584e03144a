"""Documents and a grammar in, a rulebook and diagnostics out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from harnessy.document import Document
from harnessy.rulebook.collect import collect_definitions, collect_guards, collect_sets
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.examples import collect_examples
from harnessy.rulebook.grammar import Grammar, load
from harnessy.rulebook.grids import compile_grids, declare_maps
from harnessy.rulebook.infer import activate, infer_orders
from harnessy.rulebook.legs import bind_references, compile_gates
from harnessy.rulebook.model import Book, Rule, RuleBook
from harnessy.rulebook.prose import compile_prose
from harnessy.rulebook.tables import collect_registers, collect_tables
from harnessy.source import Diagnostic


@dataclass(frozen=True, slots=True)
class Built:
    """A rulebook and every finding made on the way, sorted by place."""

    rulebook: RuleBook
    diagnostics: tuple[Diagnostic, ...]


def build(documents: Iterable[Document], grammar: Mapping[str, str]) -> Built:
    """Compile documents, each a namespace of its own. Authors' mistakes are diagnostics, never exceptions."""
    loaded = load(grammar)
    books, findings = list[Book](), list[Diagnostic]()
    for document in documents:
        draft = _compiled(document, loaded)
        books.append(_book(draft))
        findings.extend((*document.diagnostics, *draft.diagnostics))
    text = "".join(f"{book.path}\0{book.digest}\0" for book in books) + "".join(
        f"{name}\0{grammar[name]}\0" for name in sorted(grammar)
    )
    digest = "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    distinct = {(finding.order, finding.message): finding for finding in findings}
    ordered = sorted(distinct.values(), key=lambda finding: finding.order)
    return Built(RuleBook(tuple(books), digest), tuple(ordered))


def _compiled(document: Document, grammar: Grammar) -> Draft:
    draft = Draft(document, grammar)
    collect_registers(draft)
    collect_sets(draft)
    collect_tables(draft)
    declare_maps(draft)
    collect_guards(draft)
    collect_definitions(draft)
    compile_grids(draft)
    compile_gates(draft)
    compile_prose(draft)
    bind_references(draft)
    infer_orders(draft)
    activate(draft)
    collect_examples(draft)
    return draft


def _book(draft: Draft) -> Book:
    words = draft.grammar.words
    rules = _distinct_ids(draft.rules)
    by_target = dict[str, tuple[Rule, ...]]()
    for rule in rules:
        by_target[rule.target] = (*by_target.get(rule.target, ()), rule)
    readings = tuple(sorted(draft.readings.values(), key=lambda reading: (reading.span.start, reading.span.end)))
    return Book(
        draft.document.source.path,
        draft.document.source.digest,
        dict(draft.scales),
        dict(draft.facts),
        dict(draft.quantities),
        {**draft.subjects, **{key: subject for key, subject in draft.operations.items() if key in by_target}},
        rules,
        tuple(draft.assumptions),
        readings,
        tuple(draft.examples),
        words.first("GO"),
        words.first("HOLD"),
        by_target,
    )


def _distinct_ids(rules: list[Rule]) -> tuple[Rule, ...]:
    """Rules of different places never share an id; the parts of one place do not matter to a citation."""
    seen, made = dict[str, int](), list[Rule]()
    places = dict[tuple[str, int], str]()
    for rule in rules:
        place = (rule.id, rule.span.start)
        if place not in places:
            count = seen[rule.id] = seen.get(rule.id, 0) + 1
            places[place] = rule.id if count == 1 else f"{rule.id}-{count}"
        made.append(replace(rule, id=places[place]))
    return tuple(made)
