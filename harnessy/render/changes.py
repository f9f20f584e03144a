"""What a comparison of two doctrines found: as text, as JSON, and as Markdown for a comment on a pull request."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from harnessy.decision import Citation, Decision
from harnessy.decision.strictness import word
from harnessy.render.look import place, plain
from harnessy.render.snippet import shown
from harnessy.render.text import said
from harnessy.review import Change, Comparison, Renamed, Rewording
from harnessy.review.changes import MARKS
from harnessy.source import Span

_FEW = 4
_INDENT = "  "
_SUBJECT, _CASE = ("subject", "subjects"), ("case", "cases")


def text(found: Comparison) -> str:
    """The changed decisions, what loosens first, each with the words that decided before and decide now."""
    lines = [headline(found)]
    for change in _ordered(found.changes):
        lines += ["", f"{_mark(change)}: {_sentence(change)}", *(f"{_INDENT}{line}" for line in _reasons(change))]
    lines += ["", *notes] if (notes := list(_notes(found))) else []
    return "\n".join(shown(line) for line in lines)


def markdown(found: Comparison) -> str:
    """The same as a comment: a list, the reasons folded below each sentence."""
    lines = [f"### {headline(found)}"]
    for change in _ordered(found.changes):
        lines += ["", f"- **{_mark(change)}**: {_escaped(_sentence(change))}"]
        lines += [f"{'    ' if line.startswith(_INDENT) else '  '}- {_escaped(line.strip())}" for line in _reasons(change)]
    lines += ["", *(f"- {_escaped(note)}" for note in notes)] if (notes := list(_notes(found))) else []
    return "\n".join(shown(line) for line in lines)


def headline(found: Comparison) -> str:
    """How many decisions changed, in which way."""
    if found.identical:
        return "identical: both say the same, word for word"
    compared = f"{_many(found.subjects, _SUBJECT)}, {_many(found.cases, _CASE)} compared"
    counts = Counter(change.mark for change in found.changes if not change.waits)
    parts = [f"{counts[mark]} {mark}" for mark in MARKS if counts[mark]]
    waits = sum(change.waits for change in found.changes)
    parts += [f"{waits} of what never goes"] if waits else []
    return f"{', '.join(parts)}; {compared}" if parts else f"no decision changes; {compared}"


def _many(count: int, name: tuple[str, str]) -> str:
    return f"{count:,} {name[count != 1]}"


def _ordered(changes: Iterable[Change]) -> list[Change]:
    told = [change for change in changes if not change.waits]
    return sorted(told, key=lambda change: (not change.loosens, not change.tightens, MARKS.index(change.mark or MARKS[-1])))


def _mark(change: Change) -> str:
    further = {"loosened": change.loosens, "tightened": change.tightens}
    return " and ".join(dict.fromkeys([str(change.mark), *(name for name, is_so in further.items() if is_so)]))


def _sentence(change: Change) -> str:
    """`a is x, b ≤ y: Subject hold → go, 6 of 40 cases`."""
    when = f"{', '.join(map(plain, change.when))}: " if change.when else ""
    cases = f"{change.cases:,} of {_many(change.total, _CASE)}" if change.when else f"every case ({change.total:,})"
    return f"{when}{plain(change.subject)} {_short(change.before)} → {_short(change.after)}, {cases}"


def _short(decision: Decision | None) -> str:
    if decision is None:
        return "not known"
    if decision.outcome == "answered" and decision.effect is None:
        return said(decision)
    names = [plain(one.fact) for one in decision.missing]
    listed = ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")
    return f"{word(decision)} {listed}".rstrip()


def _reasons(change: Change) -> Iterator[str]:
    if change.comes_to:
        total = sum(change.comes_to.values())
        parts = ", ".join(f"{name} in {count:,}" for name, count in change.comes_to.items())
        yield f"once these are known: {parts} of {_many(total, _CASE)}"
    for name, decision, cited in zip(("was", "now"), (change.before, change.after), change.cited, strict=True):
        if decision is None:
            continue
        why = f" ({plain(decision.reason)})" if decision.reason else ""
        yield f"{name}: {_said(decision)}{why}"
        yield from (f"{_INDENT}{place(citation.span)}  {plain(citation.quote)}" for citation in cited)


def _said(decision: Decision) -> str:
    acts = ", ".join(plain(act.words) for act in decision.acts)
    return acts if acts and decision.outcome != "answered" else said(decision)


# -- beside the decisions


def _notes(found: Comparison) -> Iterator[str]:
    for change in found.values:
        yield f"value: {_sentence(change)} ({_places(change)})"
    yield from _waiting(found)
    for one in found.renamed:
        yield f"renamed: {plain(one.before.text)} → {plain(one.after.text)} ({_kind(one)}, {place(one.after.span)})"
    for subject, facts in found.unsettled:
        left = f"these stayed unknown: {', '.join(map(plain, facts))}" if facts else "it was not compared"
        yield f"too many cases: {plain(subject)}; {left}"
    yield from _without_effect(found.rewordings)


def _places(change: Change) -> str:
    before, after = (", ".join(dict.fromkeys(place(one.span) for one in cited)) for cited in change.cited)
    return " → ".join(filter(None, (before, after)))


def _waiting(found: Comparison) -> Iterator[str]:
    """Decisions that let nothing go, before and after: a line for each way in which they changed, without the cases one by one."""
    groups: dict[str, list[str]] = {}
    for change in found.changes:
        if change.waits:
            groups.setdefault(f"{_short(change.before)} → {_short(change.after)}", []).append(plain(change.subject))
    for way, names in groups.items():
        yield f"nothing goes before or after: {way} ({', '.join(dict.fromkeys(names))})"


def _kind(one: Renamed) -> str:
    return f"{one.kind} of {one.of}" if one.of else one.kind


def _without_effect(rewordings: Iterable[Rewording]) -> Iterator[str]:
    """One line for each kind of words and each way in which they changed."""
    groups: dict[tuple[str, str], list[Rewording]] = {}
    for one in rewordings:
        groups.setdefault((one.what, one.kind), []).append(one)
    for (what, kind), every in sorted(groups.items()):
        lines = ", ".join(dict.fromkeys(_where(one) for one in every[:_FEW])) + (" …" if len(every) > _FEW else "")
        yield f"without effect: {_many(len(every), _NAMES.get(what, (what, f'{what}s')))} {kind} ({lines})"


_NAMES = {
    "not understood": ("sentence that is not understood", "sentences that are not understood"),
    "rationale": ("explanation", "explanations"),
}


def _where(one: Rewording) -> str:
    return " → ".join(place(span) for span in (one.before, one.after) if span is not None)


# -- formats


def to_json(found: Comparison) -> str:
    """An object with every change, and what changed beside."""
    shape = {
        "identical": found.identical, "subjects": found.subjects, "cases": found.cases,
        "changes": [_change(change) for change in found.changes], "values": [_change(change) for change in found.values],
        "renamed": [_renamed(one) for one in found.renamed], "without_effect": [_rewording(one) for one in found.rewordings],
        "unsettled": [{"subject": subject, "unknown": list(facts)} for subject, facts in found.unsettled],
    }
    return json.dumps(shape, ensure_ascii=False, indent=2)


def _change(change: Change) -> dict[str, object]:
    before, after = change.cited
    return {
        "subject": shown(change.subject), "mark": change.mark, "loosens": change.loosens, "tightens": change.tightens,
        "when": [shown(words) for words in change.when], "cases": change.cases, "of": change.total,
        "before": _decision(change.before, before), "after": _decision(change.after, after),
        "comes_to": dict(change.comes_to or {}),
    }


def _decision(decision: Decision | None, cited: tuple[Citation, ...]) -> dict[str, object] | None:
    if decision is None:
        return None
    return {
        "outcome": decision.outcome, "effect": decision.effect, "acts": [shown(act.words) for act in decision.acts],
        "value": decision.values.get(decision.subject or ""), "missing": [shown(one.fact) for one in decision.missing],
        "because": [{"rule": shown(one.rule), **_span(one.span), "gives": shown(one.gives)} for one in cited],
    }


def _renamed(one: Renamed) -> dict[str, object]:
    return {
        "kind": one.kind, "of": shown(one.of), "before": shown(one.before.text), "after": shown(one.after.text),
        **_span(one.after.span),
    }


def _rewording(one: Rewording) -> dict[str, object]:
    before, after = (None if span is None else _span(span) for span in (one.before, one.after))
    return {"kind": one.kind, "what": one.what, "before": before, "after": after}


def _span(span: Span) -> dict[str, object]:
    return {"file": shown(span.source.path), "line": span.line, "quote": shown(" ".join(span.text.split()))}


def _escaped(words: str) -> str:
    """Words that Markdown shows as they are."""
    return "".join(f"\\{char}" if char in "\\`*_[]<>|#" else char for char in words)


FORMATS: dict[str, Callable[[Comparison], str]] = {"text": text, "json": to_json, "markdown": markdown}
