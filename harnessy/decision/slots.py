"""What a question says beside its facts: what is about to be done, what has just happened, and on which path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from harnessy.decision.answer import strictest
from harnessy.decision.domain import cone
from harnessy.decision.events import OF_PATH, concerned, event_key, owed, route_key, told_of
from harnessy.decision.model import Citation, Decision, Given, Missing, Question
from harnessy.decision.question import operation_key, subject_key
from harnessy.rulebook.model import OPERATION, Book, RuleBook
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.place import TIGHT

Ask = Callable[[Book, Mapping[str, Given], str, Question], Decision]


def decides(decision: Decision) -> bool:
    """Whether what is said of an event may stand against a go; what is only owed does not."""
    return decision.effect is not None or decision.outcome in {"missing", "conflict"}


def opposes(decision: Decision) -> bool:
    """Whether what a page says of other things stands against a go: it holds or halts, or nobody can tell."""
    return decision.outcome in {"missing", "conflict"} or decision.effect in TIGHT


def intended(ask: Ask, rulebook: RuleBook, question: Question) -> Iterator[Decision]:
    """What the documents say of the operation that the asker is about to do."""
    for book, facts in zip(rulebook.books, question.facts, strict=True):
        key = operation_key(book, question.intent) if question.intent is not None else None
        if key is not None and key != subject_key(book, question.subject or ""):
            yield ask(book, facts, key, question)
        elif key is None and question.intent is not None:
            yield from _partly_intended(book, question.intent)


def _partly_intended(book: Book, intent: str) -> Iterator[Decision]:
    """What is about to be done in fewer words than something held or halted may be just that."""
    wanted = stems(intent)
    for key, subject in book.subjects.items():
        rules = [rule for rule in book.by_target.get(key, ()) if strictest(rule.acts) in TIGHT]
        if subject.kind == OPERATION and rules and wanted and wanted < stems(key):
            cited = tuple(Citation(rule.id, rule.span, rule.trail, rule.acts[0].words, "acts") for rule in rules)
            yield Decision(subject.name.text, "missing", because=cited, missing=(Missing(subject.name.text),))


def happened(ask: Ask, rulebook: RuleBook, question: Question) -> Iterator[Decision]:
    """What the documents say of the event that has just happened."""
    for book, facts in zip(rulebook.books, question.facts, strict=True):
        key = event_key(book, question.event) if question.event is not None else None
        if key is not None and question.lacks and told_of(book, question.event or "", question.lacks):
            yield _other(book, key, question.lacks)
        elif key is not None and (question.route is not None or not _is_of_path(book, key)):
            yield ask(book, facts, key, question)


def _is_of_path(book: Book, key: str) -> bool:
    """Whether all that is said of an event is said of some path alone."""
    rules = book.by_target.get(key, ())
    return bool(rules) and all(rule.family == OF_PATH for rule in rules)


def _other(book: Book, key: str, lacks: str) -> Decision:
    """What has happened lacks a part of the event's name: it is not what the rules are about."""
    rules = book.by_target.get(key, ())
    name = book.subjects[key].name.text
    cited = dict.fromkeys(Citation(rule.id, rule.span, rule.trail, f"does not apply: not {lacks}", "clear") for rule in rules)
    return Decision(name, "clear", because=tuple(cited), reason=f"what happened is not `{name}`")


def routed(ask: Ask, rulebook: RuleBook, question: Question) -> Iterator[Decision]:
    """What the documents say of the path on which it is done."""
    for book, facts in zip(rulebook.books, question.facts, strict=True):
        way = route_key(book, *question.route) if question.route is not None else None
        if way is not None:
            yield _on_route(book, ask(book, facts, way, question), way, question)


def _on_route(book: Book, decision: Decision, key: str, question: Question) -> Decision:
    """What is done on a path, with the level that is kept there; a fact that no document knows keeps it from going."""
    levels = {rule.label: rule for rule in book.by_target.get(key, ()) if rule.family == "reserved" and rule.label}
    scales = {scale.name.key for scale in book.scales.values() for label in levels if scale.member(bare(label))}
    functions = [quantity.name.text for quantity in book.quantities.values() if quantity.function and quantity.scale in scales]
    values = {**decision.values, **dict.fromkeys(functions, next(iter(levels), ""))} if len(levels) == 1 else decision.values
    if decision.effect == "go" and question.ignored:
        return replace(decision, outcome="missing", effect=None, reason=f"no document knows `{question.ignored[0]}`")
    return replace(decision, values=values)


def due(rulebook: RuleBook, question: Question, decision: Decision) -> Decision:
    """An answer with what follows from its acts: what is owed decides nothing."""
    if decision.outcome != "answered" or not decision.acts:
        return decision
    on_path, books = question.route is not None, concerned(rulebook, decision.acts)
    found = [owed(rulebook.books[at], question.facts[at], decision.acts, on_path=on_path) for at in books]
    acts = tuple(act for more, _ in found for act in more)
    if not acts:
        return decision
    because = tuple(dict.fromkeys([*decision.because, *(citation for _, cited in found for citation in cited)]))
    return replace(decision, acts=(*decision.acts, *acts), because=because)


def is_partial(rulebook: RuleBook, question: Question) -> bool:
    """Whether what the documents say of the event reads only some of the given facts."""
    if question.event is None:
        return False
    pairs = zip(rulebook.books, question.facts, strict=True)
    keyed = [(book, facts, event_key(book, question.event)) for book, facts in pairs]
    return any(facts and not set(facts) <= cone(book, key or "") for book, facts, key in keyed)


def is_of_more(rulebook: RuleBook, question: Question) -> bool:
    """Whether what is asked by name is the very event that has happened, while facts are stated that it does not read."""
    if question.subject is None or question.event is None or not is_partial(rulebook, question):
        return False
    keys = [(event_key(book, question.event), subject_key(book, question.subject)) for book in rulebook.books]
    return any(event is not None for event, _ in keys) and all(event == subject for event, subject in keys)
