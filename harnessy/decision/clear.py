"""What is told of a policy that does not act: the sentences that do not apply, what is listed, the values that a default gave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from harnessy.decision.case import Case
from harnessy.decision.group import Group
from harnessy.decision.model import Citation
from harnessy.rulebook.memo import per_key
from harnessy.rulebook.model import POLICY, All, Book, Not, Rule, Subject, Value
from harnessy.source import Span

_MENTION = "unread mention"


@per_key
def is_policy(book: Book, subject: str) -> bool:
    """Whether a subject is a policy: clear where nothing of it applies."""
    thing = book.subjects.get(subject)
    return thing is not None and thing.kind == POLICY


@per_key
def of_policy(book: Book, subject: str) -> Group:
    """The rules of a policy."""
    return Group(book, (rule for rule in book.by_target.get(subject, ()) if rule.family != _MENTION))


def not_applying(rules: Iterable[Rule]) -> tuple[Citation, ...]:
    """The citations of rules none of which applies, and of the places that lend them their reach."""
    found = dict[Citation, None]()
    for rule in rules:
        found[Citation(rule.id, rule.span, rule.trail, f"does not apply: {_words(rule.span)}", "clear")] = None
    for rule in rules:
        for span in rule.why:
            found[Citation(rule.id, span, rule.trail, f"is what the rule is about: {_words(span)}", "reach")] = None
    return tuple(found)


def spared(case: Case, rules: Iterable[Rule]) -> bool:
    """Whether nothing is owed: each rule is a duty that is not due, or a case of a list that is settled as it says itself."""
    return all(rule.family == "duty" or (rule.family == "trigger" and _settled(case, rule)) for rule in rules)


def _settled(case: Case, rule: Rule) -> bool:
    """`a leak the crew cannot mend`: they can, as a question says."""
    parts = rule.when.parts if isinstance(rule.when, All) else (rule.when,)
    return any(isinstance(part, Not) and case.truth(part) is False for part in parts)


def looked_up(thing: Subject) -> tuple[tuple[Citation, ...], tuple[tuple[str, tuple[str, ...]], ...]]:
    """What is only listed of a subject, and where: it decides nothing."""
    cited = tuple(
        Citation(thing.name.key, listed.span, (), f"{listed.name.text} = {', '.join(listed.values)}", "register")
        for listed in thing.attributes
    )
    return cited, tuple((listed.name.text, listed.values) for listed in thing.attributes)


def defaulted(case: Case) -> Iterator[tuple[str, Value]]:
    """The facts that the doctrine gives a value where none is stated, as far as a case looked at them."""
    for key in sorted(case.touched):
        value = case.value(key) if key in case.book.facts and key in case.book.by_target else None
        if isinstance(value, str):
            yield case.text(key), case.shown(key, value)


def _words(span: Span) -> str:
    return " ".join(span.text.split())
