"""The family of selections: `Process drafts labelled x in this folder` less `Skip drafts labelled a, b or c`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import POLICY, Act, Any, Compare, Condition, Not, Rule
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.policy import Sentence, aside, declare, fact, rule, words_of
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_FORMS = frozenset({"pick", "skip"})


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a selection: what is not picked, or is on the skip list, is skipped. Raises NotRead."""
    if parsed is None or parsed.name not in _FORMS:
        return None
    if sentence.rest:
        raise NotRead("a selection says more than one thing")
    verb, things, label = parsed.tokens[0], parsed.of("NP")[0], parsed.of("LABELLED")[0]
    set_fact = fact(draft, _label_name(label), words_of(draft, label), "set")
    unread = aside(sentence.notes)
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    named_span = sentence.span.cut(verb.start, things.end)
    if parsed.name == "skip":
        key = _selection(draft, things) or declare(draft, named(named_span.text, named_span))
        listed = Compare(set_fact, "=", _labels(draft, _after(parsed, label)), sentence.span)
        return [rule(draft, key, listed, (_skip(draft, named_span),), own)]
    key = declare(draft, named(named_span.text, named_span))
    inner, outer = _parted(parsed, label)
    wanted: list[Condition] = [Compare(set_fact, "=", some, sentence.span) for some in _wanted(draft, parsed, inner)]
    wanted.extend(Compare(_place_fact(draft, token), "=", (True,), words_of(draft, token)) for token in outer)
    for earlier in _earlier_skips(draft, things, key):
        draft.rules[earlier] = replace(draft.rules[earlier], target=key)
    missed: Condition = Any(tuple(Not(part) for part in wanted)) if len(wanted) > 1 else Not(wanted[0])
    return [rule(draft, key, missed, (_skip(draft, named_span),), own)]


def _label_name(label: Token) -> str:
    """`labelled` for `with the label` too: the last word of the marker."""
    return label.text.split(" ")[-1]


def _after(parsed: Parsed, label: Token) -> tuple[Token, ...]:
    return tuple(token for token in parsed.of("NP") if token.start > label.start)


def _parted(parsed: Parsed, label: Token) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    """The labels, and where the things must be (`in this repository`)."""
    under = parsed.of("UNDER")
    after = _after(parsed, label)
    if not under:
        return after, ()
    return tuple(token for token in after if token.start < under[0].start), tuple(t for t in after if t.start > under[0].start)


def _wanted(draft: Draft, parsed: Parsed, phrases: tuple[Token, ...]) -> Iterator[tuple[str, ...]]:
    """The sets of labels of each of which one is wanted: `a or b` is one set, `a and b` two. Raises NotRead where that is open."""
    labels = _labels(draft, phrases)
    said = {token.type for token in parsed.tokens if phrases[0].end <= token.start <= phrases[-1].start}
    if "OR" in said and said & {"AND", "PLUS", "SLASH"}:
        raise NotRead("whether it wants all of the labels or one of them is open")
    yield from [labels] if "OR" in said else [(label,) for label in labels]


def _labels(draft: Draft, phrases: tuple[Token, ...]) -> tuple[str, ...]:
    """The labels that noun phrases name. Raises NotRead for a phrase that is more than one name."""
    del draft
    for phrase in phrases:
        if len(phrase.parts) > 1:
            raise NotRead(f"`{phrase.text}` is no plain label")
    return tuple(bare(phrase.text.strip('"“”')) for phrase in phrases)


def _place_fact(draft: Draft, token: Token) -> str:
    return fact(draft, token.text, words_of(draft, token), "truth")


def _skip(draft: Draft, span: Span) -> Act:
    words = draft.grammar.words.keywords["SKIP"]
    return Act(f"{words[0]}: {' '.join(span.text.split())}", words[0], "", "halt", span)


def _selection(draft: Draft, things: Token) -> str:
    """The policy that picks things of this name, if there is exactly one."""
    words = draft.grammar.words.keywords["PICK"]
    found = [
        key
        for key, subject in draft.subjects.items()
        if subject.kind == POLICY and any(_without(key, verb) == stems(things.text) for verb in words if key.startswith(f"{verb} "))
    ]
    return found[0] if len(found) == 1 else ""


def _without(key: str, verb: str) -> frozenset[str]:
    return stems(key.removeprefix(f"{verb} "))


def _earlier_skips(draft: Draft, things: Token, key: str) -> Iterator[int]:
    """Skip lists of the same things that stand above."""
    words = draft.grammar.words.keywords["SKIP"]
    for index, earlier in enumerate(draft.rules):
        verb = next((word for word in words if earlier.target.startswith(f"{word} ")), "")
        subject = draft.subjects.get(earlier.target)
        if verb and subject is not None and subject.kind == POLICY and _without(earlier.target, verb) == stems(things.text):
            draft.subjects.pop(earlier.target) if earlier.target != key else None
            yield index
