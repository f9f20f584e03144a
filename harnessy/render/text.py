"""Text: a decision for people. The answer first, then each place that decided, then what it rests on."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from harnessy.decision import Citation, Decision
from harnessy.decision.model import Assumed, Change, Missing
from harnessy.render.look import Look, place, plain, under

_INDENT = "  "
_NARROWEST = 44  # a column of words less wide than this is hard to read: places then get lines of their own
_WIDEST = 110
_FEW = 3
_PLAIN_WORD = re.compile(r"[\w.,:@%+-]+")
_TRUTHS = {True: "yes", False: "no"}


@dataclass(frozen=True, slots=True)
class _Line:
    """A statement, and the place and headings it is read from (none: ours)."""

    words: str
    where: str = ""
    trail: str = ""


def decision_text(decision: Decision, look: Look) -> str:
    """A decision, to be read aloud: nobody should need a manual for it."""
    if decision.also:
        return _several(decision, look)
    parts = [_headline(decision, look), _laid_out(_cited(decision), look), _laid_out(_notes(decision), look)]
    return "\n\n".join("\n".join(part) for part in parts if part)


def tag(decision: Decision) -> str:
    """The answer in one word: the effect, or why there is none."""
    owed = decision.outcome == "answered" and decision.acts
    return decision.effect or ("owed" if owed else decision.outcome)


def said(decision: Decision) -> str:
    """The answer in a few words."""
    subject = decision.subject or ""
    acts = ", ".join(plain(act.words) for act in decision.acts)
    if decision.outcome == "answered":
        return acts or (_value(decision.values[subject]) if subject in decision.values else tag(decision))
    if decision.outcome == "missing":
        facts = ", ".join(plain(item.fact) for item in decision.missing)
        return f"not decided until this is known: {facts}" if facts else "not decided"
    return {
        "conflict": "the doctrine contradicts itself",
        "silent": "the doctrine does not say",
        "clear": "nothing here stands against it",
    }[decision.outcome]


def deciding(decision: Decision) -> Citation | None:
    """The citation that says it: the first that gives what is to be done, else any acts, else the last of the derivation."""
    acts = [citation for citation in decision.because if citation.kind == "acts"]
    own = [citation for citation in acts if decision.acts and decision.acts[0].words in citation.gives]
    return next(iter(own or acts or decision.because[-1:]), None)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return _TRUTHS[value]
    return ", ".join(map(str, value)) if isinstance(value, list) else plain(str(value))


def _headline(decision: Decision, look: Look) -> list[str]:
    subject = plain(decision.subject or "these facts")
    words, mark = f"{subject}: {_in_short(decision)}", f"[{tag(decision)}]"
    if tag(decision) == "answered":
        mark = ""
    lines = _wrapped(f"{words}   {mark}".rstrip(), look.width)
    lines[0] = lines[0].replace(subject, look.paint(subject, "bold"), 1)
    if mark and lines[-1].endswith(mark):
        lines[-1] = lines[-1].removesuffix(mark) + look.paint(mark, tag(decision))
    return lines


def _in_short(decision: Decision) -> str:
    """The answer in a few words, where what is missing is listed below."""
    count = len(decision.missing)
    if decision.outcome == "missing" and count > _FEW:
        return f"not decided until {count} facts are known"
    return said(decision)


def _several(decision: Decision, look: Look) -> str:
    """Every subject that reads the facts: the answer and the deciding place of each."""
    count = len(decision.also)
    head = f"{count} subjects read these facts; the strictest answer: {look.paint(f'[{tag(decision)}]', tag(decision))}"
    lines = list[_Line]()
    for other in decision.also:
        cited = deciding(other)
        mark = f"   [{tag(other)}]" if tag(other) != "answered" else ""
        words = f"{plain(other.subject or '')}: {said(other)}{mark}"
        lines.append(_Line(words, place(cited.span), under(cited.trail)) if cited else _Line(words))
    lines.extend(_stated(decision.facts))
    lines.append(_Line("`harnessy explain SUBJECT` with the same facts shows how one of them comes about"))
    return "\n".join([head, "", *_laid_out(lines, look)])


# -- what decided


def derivation(decision: Decision, look: Look) -> list[str]:
    """The lines that tell what decided, each with its place."""
    return _laid_out(_cited(decision), look)


def _cited(decision: Decision) -> Iterator[_Line]:
    against = sides(decision)
    for citation in decision.because:
        words = _in_words(citation)
        side = "one says: " if citation in against else ""
        yield _Line(side + words, place(citation.span), "" if citation.kind == "reach" else under(citation.trail))


def sides(decision: Decision) -> tuple[Citation, ...]:
    """The citations that contradict one another."""
    if decision.outcome != "conflict":
        return ()
    kinds = [tuple(citation for citation in decision.because if citation.kind == kind) for kind in ("acts", "value")]
    return next((cited for cited in kinds if len(cited) > 1), ())


def _in_words(citation: Citation) -> str:
    """What a citation gave, and beside it the words that gave it where they say more."""
    gives = plain(citation.gives)
    if citation.kind == "function":
        return gives.replace(" = ", " is ", 1)
    if citation.kind == "activation":
        name, _, value = gives.partition(" = ")
        return f"{name}: {value} ({_without_lead(plain(citation.quote), name)})"
    if citation.kind in {"map", "value", "default"}:
        last = plain(citation.quote.rpartition(" | ")[2])
        value = gives.rpartition(" = ")[2]
        beside = f" ({last.rstrip('.')})" if last != value else ""
        return gives.replace(" = ", " is ", 1) + beside
    if citation.kind == "reach":
        return f"about {gives.partition(': ')[2] or gives}"
    if citation.kind == "acts" and ": " not in gives:
        return f"{gives} ({plain(citation.quote).rstrip('.')})"
    return gives


def _without_lead(quote: str, name: str) -> str:
    rest = quote[len(name) :] if quote.casefold().startswith(name.casefold()) else quote
    return rest.strip().rstrip(".")


# -- what it rests on


def _notes(decision: Decision) -> Iterator[_Line]:
    if decision.reason:
        yield _Line(f"why: {plain(decision.reason)}")
    yield from (_Line(_lacking(item)) for item in decision.missing)
    if decision.outcome == "missing" and decision.acts:
        yield _Line(f"waits: {', '.join(plain(act.words) for act in decision.acts)}")
    if decision.outcome == "silent":
        yield _Line("silence is no permission; `harnessy words` lists what the doctrine knows")
    for item in decision.assumptions:
        yield _assumed(item)
    if decision.ignored:
        yield _Line(f"ignored, since the doctrine reads no such fact: {', '.join(map(plain, decision.ignored))}")
    yield from _stated(decision.facts)
    yield from map(_Line, _changed(decision.instead))


def _lacking(item: Missing) -> str:
    values = f" ({', '.join(map(plain, item.values))})" if item.values else ""
    return f"missing: {plain(item.fact)}{values}; state it as {_spelled(item.fact)}=…"


def _assumed(item: Assumed) -> _Line:
    where = ", ".join(dict.fromkeys(place(span) for span in item.spans))
    return _Line(f"assumed: {plain(item.text)}", where)


def _stated(facts: Mapping[str, object]) -> Iterator[_Line]:
    if facts:
        yield _Line(f"as stated: {', '.join(_fact(name, value) for name, value in facts.items())}")


def _fact(name: str, value: object) -> str:
    if value is True:
        return _quoted(name)
    if value is None:
        return _quoted(f"{name}=none")
    many = isinstance(value, list | set | frozenset)
    return _quoted(f"{name}={','.join(map(str, value)) if many else value}")  # type: ignore[call-overload]


def _quoted(words: str) -> str:
    shown = plain(words)
    return f"'{shown}'" if " " in shown else shown


def _spelled(fact: str) -> str:
    """A fact as it is typed on a command line."""
    typed = "-".join(plain(fact).split()).lstrip("-")
    return typed.casefold() if _PLAIN_WORD.fullmatch(typed) else f"'{plain(fact)}'"


def _changed(changes: Iterable[Change]) -> Iterator[str]:
    """What would be answered with other facts; values of one fact that give the same are told together."""
    told = dict[tuple[str, str], list[str]]()
    for change in changes:
        acts = ", ".join(map(plain, change.acts))
        waits = "waits: " if change.outcome == "missing" else ""
        answer = f"{waits}{acts} [{change.effect or change.outcome}]" if acts else change.effect or change.outcome
        *others, last = (f"{_spelled(name)}={plain(value)}" for name, value in change.facts)
        name, _, value = last.partition("=")
        told.setdefault((", ".join([*others, f"{name}="]), answer), []).append(value)
    for (facts, answer), values in told.items():
        yield f"with {facts}{' or '.join(values)}: {answer}"


# -- laying out


def _laid_out(lines: Iterable[_Line], look: Look) -> list[str]:
    """Words on the left, places and headings in a column on the right; what has no place runs the whole width."""
    rows = list(lines)
    cited = [row for row in rows if row.where]
    longest = max((len(f"{row.where}{_INDENT}{row.trail}".rstrip()) for row in cited), default=0)
    room = _WIDEST if look.width is None else look.width - longest - len(_INDENT) * 2
    if room < _NARROWEST:
        return [text for row in rows for text in _stacked(row, look)]
    column = min(room, max((len(row.words) for row in cited), default=0))
    return [text for row in rows for text in _beside(row, column, look)]


def _beside(row: _Line, column: int, look: Look) -> Iterator[str]:
    if not row.where:
        yield from (_INDENT + line for line in _wrapped(row.words, look.width and look.width - len(_INDENT)))
        return
    first, *rest = _wrapped(row.words, column)
    where = f"{row.where}{_INDENT}{row.trail}".rstrip()
    yield f"{_INDENT}{first:{column}}{_INDENT}{look.paint(where, 'faint')}"
    yield from (_INDENT + line for line in rest)


def _stacked(row: _Line, look: Look) -> Iterator[str]:
    yield from (_INDENT + line for line in _wrapped(row.words, look.width and look.width - len(_INDENT)))
    if row.where:
        yield _INDENT * 2 + look.paint(f"{row.where}{_INDENT}{row.trail}".rstrip(), "faint")


def _wrapped(words: str, width: int | None) -> list[str]:
    if width is None or len(words) <= width:
        return [words]
    hang = _INDENT * 2
    return textwrap.wrap(words, max(width, 20), subsequent_indent=hang, break_long_words=False, break_on_hyphens=False)
