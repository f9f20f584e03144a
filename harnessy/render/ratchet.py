"""What a metric comes to, as text and as JSON: scores, vetoes, and whether a candidate is kept."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from harnessy.decision import Decision
from harnessy.decision.numbers import spoken_number
from harnessy.ledger.model import Fault, Gate, Measured, Verdict
from harnessy.render.json import to_dict
from harnessy.render.look import Look, place, plain, under
from harnessy.render.text import decision_text, derivation

_INDENT = "  "
_COLOURS = {"kept": "go", "broken": "halt", "unknown": "hold"}


def scores_text(found: Sequence[Decision], shown: Sequence[Decision], of: tuple[Measured, str], look: Look) -> str:
    """Each score with its derivation, then what is only shown, then how many records it rests on."""
    parts = [decision_text(_short(decision), look) for decision in found]
    beside = [f"{_INDENT}for display only: {decision.subject} = {_value(decision)}" for decision in shown]
    return "\n\n".join([*parts, *(["\n".join(beside)] if beside else []), records_line(*of)])


def scores_json(found: Iterable[Decision], measured: Measured, path: str) -> str:
    """The same as one JSON object."""
    return _json({"scores": [to_dict(decision) for decision in found], **_records(measured, path)})


def gates_text(found: Sequence[Gate], measured: Measured, path: str, look: Look) -> str:
    """Each veto: verdict, what is limited, its value, the limit, the line."""
    return "\n".join([*_gate_lines(found, look), "", records_line(measured, path)])


def gates_json(found: Iterable[Gate], measured: Measured, path: str) -> str:
    """The same as one JSON object."""
    return _json({"gates": [_gate(gate) for gate in found], **_records(measured, path)})


def verdict_text(verdict: Verdict, found: Sequence[Gate], look: Look) -> str:
    """The word first, then the vetoes, then the scores and each formula that made them, then the words that decided."""
    colour = "go" if verdict.kept else "halt"
    head = look.paint(verdict.word, colour) + (f": {plain(verdict.reason)}" if verdict.reason else "")
    lines = [head, "", *_gate_lines(found, look), ""]
    for name, (later, earlier) in verdict.scores.items():
        values = [_value(decision) for decision in (earlier, later)]
        lines.append(f"{_INDENT}{later.subject or name}: {values[0]} on the baseline, {values[1]} on the candidate")
        lines.extend(_made(later, earlier, look))
    return "\n".join([*lines, "", *derivation(verdict.decision, look)])


def _made(later: Decision, earlier: Decision, look: Look) -> Iterator[str]:
    """What made a score on the candidate, and what of it is another on the baseline."""
    told = {step.gives for step in later.because}
    others = replace(earlier, because=tuple(step for step in earlier.because if step.gives not in told))
    for side, decision in (("candidate", later), ("baseline", others)):
        if decision.because:
            yield from ("", f"{_INDENT}on the {side}:", *derivation(decision, look))


def verdict_json(verdict: Verdict, found: Iterable[Gate], number: str = "") -> str:
    """The same as one JSON object, with the number of its record where it was recorded."""
    scores = {
        name: {"candidate": to_dict(later), "baseline": to_dict(earlier)} for name, (later, earlier) in verdict.scores.items()
    }
    shape = {"verdict": verdict.word, "kept": verdict.kept, "reason": verdict.reason, "gates": [_gate(gate) for gate in found]}
    return _json({**shape, "scores": scores, "decision": to_dict(verdict.decision), **({"record": number} if number else {})})


def faults_lines(path: str, faults: Iterable[Fault]) -> Iterator[str]:
    """The lines of a ledger that were stepped over, and once for each field those that lack it."""
    for fault in faults:
        more = f", and in {fault.more} more" if fault.more else ""
        step = "what is made of it is not known" if fault.partial else "" if fault.counted else "the line is stepped over"
        yield f"{path}:{fault.line}: {fault.why}{more}{'; ' if step else ''}{step}"


def records_line(measured: Measured, path: str) -> str:
    """How many records were measured."""
    count = measured.count
    return f"{_INDENT}{count} {'record' if count == 1 else 'records'} of {path}"


def _short(decision: Decision) -> Decision:
    """A decision whose numbers are said in four places; what was measured stands in its derivation already."""
    values = {name: _number(value) for name, value in decision.values.items()}
    return replace(decision, values=values, facts={})


def _number(value: object) -> object:
    plain_number = isinstance(value, int | float | Decimal) and not isinstance(value, bool)
    return spoken_number(Decimal(str(value))) if plain_number else value


def _value(decision: Decision) -> str:
    value = decision.values.get(decision.subject or "")
    return "not known" if value is None else str(_number(value))


def _gate_lines(found: Sequence[Gate], look: Look) -> list[str]:
    names = [plain(gate.rule.label) for gate in found]
    values = [spoken_number(gate.value) if gate.value is not None else "?" for gate in found]
    wide = [max(map(len, column), default=0) for column in (names, values, [gate.limit for gate in found])]
    lines = list[str]()
    for gate, name, value in zip(found, names, values, strict=True):
        verdict = look.paint(f"{gate.verdict:7}", _COLOURS[gate.verdict])
        columns = f"{name:{wide[0]}}  {value:>{wide[1]}}  {gate.limit:{wide[2]}}"
        lines.append(f"{_INDENT}{verdict}  {columns}  {place(gate.rule.span)}  {under(gate.rule.trail)}".rstrip())
        if gate.missing:
            lines.append(f"{_INDENT * 2}not known: {', '.join(map(plain, gate.missing))}")
    return lines


def _gate(gate: Gate) -> Mapping[str, object]:
    span = gate.rule.span
    return {
        "veto": gate.rule.label, "quantity": gate.quantity, "value": None if gate.value is None else float(gate.value),
        "limit": gate.limit, "verdict": gate.verdict, "file": span.source.path, "line": span.line, "missing": list(gate.missing),
    }  # fmt: skip


def _records(measured: Measured, path: str) -> dict[str, object]:
    faults = [{"line": fault.line, "why": fault.why} for fault in measured.faults]
    return {"ledger": path, "records": measured.count, "faults": faults}


def _json(shape: object) -> str:
    return json.dumps(shape, ensure_ascii=False, indent=2)
