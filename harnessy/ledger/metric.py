"""The metric of a doctrine over measured records: scores, vetoes, and whether a candidate is kept. Pure.

The doctrine decides through the same door as every other question: what records measure is stated as facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from harnessy.decision import Decision, bind, decide
from harnessy.decision.beside import VETO
from harnessy.decision.case import Case
from harnessy.decision.domain import own_cone
from harnessy.decision.numbers import spoken_number
from harnessy.decision.question import fact_key
from harnessy.ledger.checked import Share
from harnessy.ledger.measuring import computable
from harnessy.ledger.model import Facts, Fault, Gate, LedgerError, Measured, Verdict
from harnessy.rulebook import Book, Rule, RuleBook
from harnessy.rulebook.built import alone
from harnessy.rulebook.expression import Call, Ref, evaluate, names
from harnessy.rulebook.model import Compare, Formula, rule_atoms
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.schema import Schema
from harnessy.source import Span

_AMONG = 2**3  # lines from an arrow within which another may be meant

THRESHOLD = "threshold"


def metric_book(rulebook: RuleBook) -> Book:
    """The one document that has a metric. Raises LedgerError where there is none, or more than one."""
    found = [book for book in rulebook.books if book.measures or any(one.formulas for one in book.quantities.values())]
    if len(found) != 1:
        what = "no document has a metric" if not found else "more than one document has a metric"
        raise LedgerError(what, "name the doctrine with --doctrine; see `Formula` in grammar/README.md")
    return found[0]


def schema_in(book: Book, role: str) -> Schema | None:
    """The records of a role."""
    return next((schema for schema in book.schemas if schema.role == role), None)


def asked(book: Book, subject: str, facts: Facts) -> Decision:
    """The answer of one document."""
    page = alone(book)
    return decide(page, bind(page, subject, facts, strict=False))


def targets(book: Book) -> tuple[str, ...]:
    """What is scored: the symbols whose change is judged, else the formulas that no other formula reads."""
    judged = dict.fromkeys(side.symbol for side in book.sides.values())
    scores = tuple(key for key in judged if key in book.quantities and book.quantities[key].formulas)
    return scores or _loose(book)


def beside(book: Book) -> tuple[str, ...]:
    """What is only shown: formulas that no score, veto or verdict rests on."""
    judged = {atom.fact for rule in book.rules for atom in rule_atoms(rule)}
    return tuple(key for key in _loose(book) if key not in {*targets(book), *judged})


def _loose(book: Book) -> tuple[str, ...]:
    """The formulas that no other formula reads."""
    read = {key for one in book.quantities.values() for key in one.reads}
    return tuple(key for key, one in book.quantities.items() if one.formulas and key not in read)


def scored(book: Book, facts: Facts) -> Iterator[Decision]:
    """Each score with its derivation."""
    yield from (asked(book, key, facts) for key in targets(book))


def shares(book: Book, schema: Schema) -> tuple[Share, ...]:
    """What each record keeps, because a formula that lies in a range adds it up: no part of anything is more than all of it."""
    formulas = (formula for one in book.quantities.values() for formula in one.formulas if formula.within is not None)
    found = (_share(book, schema, formula) for formula in formulas)
    return tuple(dict.fromkeys(share for share in found if share is not None))


def _share(book: Book, schema: Schema, formula: Formula) -> Share | None:
    """A ratio of two sums, or a mean: a sum over how many records tell of it."""
    made = formula.expression
    refs = [part.name for part in made.parts if isinstance(part, Ref)] if isinstance(made, Call) and made.function == "/" else []
    read = [book.measures[name] for name in refs if name in book.measures and computable(schema, book.measures[name])]
    if formula.within is None or len(read) != 1 + 1 or read[0].over != "sum":
        return None
    part, whole = read
    if whole.over == "sum" and whole.where == part.where:
        return Share(part.of, whole.of, *formula.within, part.where)
    is_mean = whole.over == "count" and all(test.field == part.of or test in part.where for test in whole.where)
    return Share(part.of, "", *formula.within, part.where) if is_mean else None


# -- vetoes


def gates(book: Book, facts: Facts) -> Iterator[Gate]:
    """Each veto with its value, in the order of the doctrine."""
    subjects = [key for key, subject in book.subjects.items() if subject.kind == VETO]
    for rule in sorted((rule for key in subjects for rule in book.by_target.get(key, ())), key=lambda rule: rule.span.start):
        if isinstance(rule.when, Compare):
            yield _gate(book, rule, rule.when, facts)


def _gate(book: Book, rule: Rule, broken: Compare, facts: Facts) -> Gate:
    thing = book.quantities.get(broken.fact) or book.facts.get(broken.fact)
    name = thing.name.text if thing else broken.fact
    decision = asked(book, name, facts) if broken.fact in book.quantities else None
    value, limit = exact(book, broken.fact, facts), f"{_KEPT[broken.relation]} {broken.values[0]}"
    because = decision.because if decision is not None else ()
    if value is None:
        missing = tuple(item.fact for item in decision.missing) if decision is not None else (name,)
        return Gate(rule, name, None, limit, "unknown", because, missing or (name,))
    bad = case_of(book, facts).truth(broken) is True
    return Gate(rule, name, value, limit, "broken" if bad else "kept", because)


_KEPT = {">": "≤", "<": "≥", "≥": "<", "≤": ">", "≠": "=", "=": "≠"}


def case_of(book: Book, facts: Facts) -> Case:
    """The case in which some facts are stated, of one document."""
    return Case(book, bind(alone(book), None, facts, strict=False).facts[0])


def exact(book: Book, key: str, facts: Facts) -> Decimal | None:
    """The number that a document gives for a quantity or fact, as it was worked out; None where it is not known."""
    value = case_of(book, facts).value(key)
    return value if isinstance(value, Decimal) else None


def beside_records(book: Book, measured: Facts, stated: Facts) -> Facts:
    """What is stated beside records. Raises LedgerError where they tell it themselves, or where it is worked out.

    A figure of the metric is stated in place of records only where they hold nothing of it.
    """
    case = case_of(book, measured)
    for name in stated:
        key = fact_key(book, name) or bare(name)
        quantity = book.quantities.get(key)
        if quantity is not None and not quantity.formulas and not quantity.function:
            raise LedgerError(f"`{name}` is what the doctrine comes to, and is not to be stated", f"leave out {name}=")
        value = case.value(key) if quantity is not None or key in book.facts else None
        if isinstance(value, Decimal):
            raise LedgerError(f"`{name}` is told by the records: {spoken_number(value)}", f"leave out {name}=")
        if _is_worked_out(book, key):
            raise LedgerError(f"`{name}` is worked out from the records, and is not to be stated", f"leave out {name}=")
    return {**measured, **stated}


def _is_worked_out(book: Book, key: str) -> bool:
    """Whether a name is what a verdict is about, a side of it, or a measure or figure that rests on fields of the records."""
    schema = schema_in(book, "measured")
    if key in {*targets(book), *judged_changes(book), *book.sides}:
        return True
    measures = [book.measures[name] for name in {key, *own_cone(book, key)} if name in book.measures]
    return schema is not None and bool(measures) and all(computable(schema, one) for one in measures)


def judged_changes(book: Book) -> tuple[str, ...]:
    """The changes that are compared with the thresholds."""
    rules = (rule for rule in book.rules if rule.family == THRESHOLD)
    return tuple(dict.fromkeys(atom.fact for rule in rules for atom in rule_atoms(rule) if isinstance(atom, Compare)))


# -- keep or not


def doubt(before: Measured, after: Measured, shared: str = "") -> str:
    """What keeps records from showing anything of a change; empty where nothing does.

    One that may be of a side does not fit, a side has none, or one is of both: that one is `shared`.
    """
    for name, side in (("baseline", before), ("candidate", after)):
        unfit = [fault for fault in side.faults if fault.may_count]
        if unfit:
            more = f"; so do {len(unfit) - 1} more" if len(unfit) > 1 else ""
            why = f"{unfit[0].why}{more}{_mend(unfit[0])}"
            return f"{side.path or 'line'}:{unfit[0].line} may be of the {name}, and does not fit: {why}"
        if not side.count:
            return f"no record is of the {name}"
    return shared and f"{shared} is of the baseline and of the candidate"


def _mend(fault: Fault) -> str:
    """What a person does about a line that is no record and stays in the ledger: name the records of each side instead."""
    return "; mend the line, or choose both sides by ID..ID or FILE" if fault.torn else ""


def judged(book: Book, baseline: Facts, candidate: Facts, rulebook: RuleBook | None = None, doubted: str = "") -> Verdict:
    """Whether a candidate is kept, against a baseline: the vetoes first, and whatever is not shown to be kept is not.

    The other documents of the rulebook have a say in the verdict, as in every question. What is `doubted` is never kept.
    """
    subject = next((key for key, one in book.subjects.items() if one.kind == THRESHOLD), None)
    if subject is None:
        raise LedgerError("no document says when a candidate is kept", "write arrows: a comparison, and the word that follows")
    later, earlier = _settled(book, candidate, baseline)
    scores = {key: (asked(book, key, later), asked(book, key, earlier)) for key in targets(book)}
    facts = {**candidate, **_sides(book, later, earlier)}
    whole = rulebook or alone(book)
    decision = decide(whole, bind(whole, subject, facts, strict=False))
    unlike = _unlike(book, later, earlier) or doubted
    if decision.outcome == "answered" and decision.effect == "go" and not unlike:
        return Verdict(decision.acts[0].verb, True, _reason(book, decision), decision, scores, facts)
    broken = ", ".join(gate.rule.label for gate in gates(book, facts) if gate.verdict == "broken")
    if decision.outcome == "answered" and decision.effect in TIGHT:
        reason = f"broken: {broken}" if broken else _reason(book, decision) or _held(decision)
        reason = "; ".join(part for part in (doubted, reason) if part)
        return Verdict(_undo(book, subject, decision), False, reason, decision, scores, facts)
    reason = unlike or (decision.outcome == "silent" and _unread(book)) or _lacking(decision)
    return Verdict(_undo(book, subject, decision), False, reason, decision, scores, facts)


def _unread(book: Book) -> str:
    """The first line among the arrows that nobody understands, which may be the one that is missing."""
    spans = [rule.span for rule in book.rules if rule.family == THRESHOLD]
    among = (one for one in book.readings if one.kind == "not understood" and any(_near(one.span, span) for span in spans))
    found = next(among, None)
    return f"no arrow is for this; {found.span.place} is not understood: {found.reason}" if found is not None else ""


def _near(span: Span, other: Span) -> bool:
    """Whether a place is within a few lines of another of its document."""
    return span.source.path == other.source.path and abs(span.line - other.line) <= _AMONG


def _sides(book: Book, later: Facts, earlier: Facts) -> dict[str, object]:
    values = {key: exact(book, side.symbol, later if side.later else earlier) for key, side in book.sides.items()}
    return {key: value for key, value in values.items() if value is not None}


def _settled(book: Book, later: Facts, earlier: Facts) -> tuple[Facts, Facts]:
    """Both sides with the names that a change sets for both (`at the lower tier`)."""
    for key, expression in (pair for one in book.quantities.values() for formula in one.formulas for pair in formula.settings):
        sides = {name: book.sides[name] for name in names(expression) if name in book.sides}
        values = {name: exact(book, side.symbol, later if side.later else earlier) for name, side in sides.items()}
        known = {name: value for name, value in values.items() if value is not None}
        if key in book.quantities and len(known) == len(set(names(expression))):
            told = {book.quantities[key].name.text: evaluate(expression, known)}
            later, earlier = ({**_without(book, key, side), **told} for side in (later, earlier))
    return later, earlier


def _without(book: Book, key: str, facts: Facts) -> dict[str, object]:
    """Facts but for those that only tell a name which is set otherwise."""
    behind = own_cone(book, key)
    others = (one for name, one in book.quantities.items() if name not in behind)
    read = {name for one in others for formula in one.formulas for name in names(formula.expression)}
    return {name: value for name, value in facts.items() if (fact_key(book, name) or bare(name)) not in behind - read}


def _unlike(book: Book, later: Facts, earlier: Facts) -> str:
    """That the two scores are made by different formulas, and so say nothing of each other."""
    for key in targets(book):
        if key in book.quantities and _in_force(book, key, later) != _in_force(book, key, earlier):
            return f"the two values of {book.quantities[key].name.text} are made by different formulas"
    return ""


def _in_force(book: Book, key: str, facts: Facts) -> int | None:
    case = case_of(book, facts)
    found = (index for index, formula in enumerate(book.quantities[key].formulas) if case.truth(formula.when) is True)
    return next(found, None)


def _reason(book: Book, decision: Decision) -> str:
    """The reason of the arrow that decided; where another rule overruled it, the acts that this one orders."""
    arrows = {rule.span: strictest(rule.acts) in TIGHT for rule in book.rules if rule.family == THRESHOLD and rule.acts}
    steps = [step for step in decision.because if step.kind == "acts"]
    if decision.effect == "go" or any(arrows.get(step.span) for step in steps):
        told = decision.values.get("reason")
        return str(told) if told else ""
    return next((step.gives for step in steps if step.span not in arrows), "")


def _lacking(decision: Decision) -> str:
    if decision.outcome == "missing" and decision.missing:
        return f"not known: {', '.join(item.fact for item in decision.missing)}"
    return decision.reason or f"the doctrine gives no answer ({decision.outcome})"


def _undo(book: Book, subject: str, decision: Decision) -> str:
    """The word of the doctrine for what is not kept: that of its arrows, whatever else a broken veto or another page orders."""
    rules = [rule for rule in book.by_target.get(subject, ()) if strictest(rule.acts) in TIGHT]
    ordered = sorted(rules, key=lambda rule: rule.family != THRESHOLD)
    said = [(act.verb, act.effect) for rule in ordered for act in rule.acts if act.effect in TIGHT]
    words = list(dict.fromkeys(verb for verb, effect in sorted(said, key=lambda pair: pair[1] != "halt")))
    own = {act.verb for rule in ordered if rule.family == THRESHOLD for act in rule.acts if act.effect == "halt"}
    if not words:
        raise LedgerError("no document says what follows when a candidate is not kept", "write an arrow for it")
    return next((act.verb for act in decision.acts if act.verb in own), words[0])


def _held(decision: Decision) -> str:
    """That an arrow only holds (`→ review`): there is no third word beside the one that keeps and the one that does not."""
    held = next((act for act in decision.acts if act.effect == "hold"), None) if decision.effect == "hold" else None
    return f"`{held.words}` keeps nothing, it waits" if held is not None else ""
