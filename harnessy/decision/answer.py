"""The answer of one book to one case, before branches are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from harnessy.decision.case import Case, Clash, Unknown
from harnessy.decision.model import OTHER, Citation, Given, Outcome
from harnessy.rulebook.model import EVERYTHING, INVARIANT_RANK, Act, All, Compare, Condition, Effect, Rule, atoms

_STRICTEST: tuple[Effect, ...] = ("halt", "hold", "go", "n/a")
_MENTION = "unread mention"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one case comes to. `waits` are the facts it waits for, `because` the derivation in order."""

    outcome: Outcome
    effect: Effect | None = None
    acts: tuple[Act, ...] = ()
    value: Given | None = None
    because: tuple[Citation, ...] = ()
    waits: tuple[str, ...] = ()
    reason: str = ""

    @property
    def signature(self) -> tuple[object, ...]:
        """What must be the same for two answers to be the same."""
        acts = frozenset((act.verb, act.object) for act in self.acts)
        return (self.outcome, self.effect, acts, self.value, self.waits)


def strictest(acts: tuple[Act, ...]) -> Effect | None:
    """The strictest effect among acts that decide; None when none does."""
    return next((effect for effect in _STRICTEST if any(act.effect == effect for act in acts)), None)


def answer(case: Case, subject: str) -> Answer:
    """What the book says of a subject or quantity in this case."""
    if subject in case.book.quantities or subject in case.book.facts:
        return _quantity(case, subject)
    rules = [rule for rule in case.book.by_target.get(subject, ()) if rule.family != _MENTION and rule.rank < INVARIANT_RANK]
    for rank in sorted({rule.rank for rule in rules}, reverse=True):
        fired, waiting = case.fired([rule for rule in rules if rule.rank == rank])
        if waiting:
            return _waiting(case, [rule for rule in rules if id(rule) in waiting], fired, next(iter(waiting.values())))
        if fired:
            return _tightened(case, subject, _decided(case, _most_specific(fired)))
    return _tightened(case, subject, Answer("silent", reason="no rule answers", because=_steps(case)))


def _quantity(case: Case, key: str) -> Answer:
    value = case.value(key)
    if isinstance(value, Unknown):
        return Answer("missing", waits=(value.key,), because=_steps(case))
    if isinstance(value, Clash):
        return _clash(case, value)
    if value is None or value == OTHER:
        return Answer("silent", reason=f"no rule gives `{case.text(key)}` a value here", because=_steps(case))
    return Answer("answered", value=value, because=_steps(case))


def _clash(case: Case, clash: Clash) -> Answer:
    cited = tuple(
        Citation(rule.id, rule.span, rule.trail, f"{case.text(clash.key)} = {case.shown(clash.key, rule.value)}", "value")
        for rule in clash.rules
    )
    return Answer("conflict", because=(*_steps(case), *cited), reason=f"two rules give `{case.text(clash.key)}` different values")


def _waiting(case: Case, rules: list[Rule], fired: list[Rule], waits: Unknown | Clash) -> Answer:
    """What waits: when it is one place of the text, its acts are pending (the first branch of that place)."""
    if isinstance(waits, Clash):
        return _clash(case, waits)
    one_place = len({rule.span for rule in rules}) == 1 and not fired
    if not one_place:
        return Answer("missing", waits=(waits.key,), because=_steps(case))
    return Answer("missing", acts=rules[0].acts, waits=(waits.key,), because=(*_steps(case), _cited(rules[0])))


def _cited(rule: Rule) -> Citation:
    gives = "; ".join(act.words for act in rule.acts) or "not understood"
    return Citation(rule.id, rule.span, rule.trail, f"{rule.label}: {gives}" if rule.label else gives, "acts")


def _steps(case: Case) -> tuple[Citation, ...]:
    return tuple(citation for steps in case.steps.values() for citation in steps)


def _decided(case: Case, rules: list[Rule]) -> Answer:
    """What rules of one rank that are all true come to."""
    because = (*_steps(case), *(citation for rule in rules for citation in _with_members(rule)))
    unread = next((rule for rule in rules if rule.family == "unread"), None)
    if unread is not None:
        return Answer(
            "silent",
            because=because,
            reason=f"`{' '.join(unread.span.text.split())}` is not understood" if unread.span.text else "the cell is empty",
        )
    effects = {strictest(rule.acts) for rule in rules} - {None}
    acts = _united(rules)
    if "go" in effects and effects & {"hold", "halt"}:
        return Answer("conflict", acts=acts, because=because, reason="one rule lets it go, another of the same rank does not")
    effect = strictest(acts)
    if effect == "n/a" and len(effects) > 1:
        return Answer("conflict", acts=acts, because=because, reason="one rule says that it does not apply, another decides")
    if effect is None:
        return Answer("silent", acts=acts, because=because, reason="what is said decides nothing")
    decided = Answer("answered", effect, acts, because=because)
    return _gated(case, rules, decided) if effect == "go" else decided


def _with_members(rule: Rule) -> Iterator[Citation]:
    """A rule's citation, then the further places that lend it its reach (a row that declares the subject, a `same as` cell)."""
    yield _cited(rule)
    for span in rule.why:
        if span.line != rule.span.line or span.start > rule.span.end:
            yield Citation(rule.id, span, rule.trail, f"is what the rule is about: {' '.join(span.text.split())}", "reach")


def _united(rules: list[Rule]) -> tuple[Act, ...]:
    acts = {(act.verb, act.object): act for rule in rules for act in rule.acts}
    return tuple(acts.values())


def _gated(case: Case, rules: list[Rule], decided: Answer) -> Answer:
    """A go counts when every gate in it is known to be passed and nothing beside it is unread."""
    waits, closed = list[str](), list[Act]()
    for act in decided.acts:
        truth = case.truth(act.gate) if act.gate is not None else True
        if isinstance(truth, Unknown):
            waits.append(truth.key)
        elif truth is not True:
            closed.append(act)
    steps = _steps(case)
    because = (*steps, *(citation for citation in decided.because if citation not in steps))
    if closed:
        return _closed(case, closed, replace(decided, because=because))
    if waits:
        return replace(decided, outcome="missing", effect=None, waits=tuple(dict.fromkeys(waits)))
    unread = [span for rule in rules for span in rule.unread]
    return _partly(replace(decided, because=because), [" ".join(span.text.split()) for span in unread])


def _closed(case: Case, closed: list[Act], decided: Answer) -> Answer:
    """A gate that is known not to be passed holds; what the doctrine says of a failed leg tells how."""
    keys = [atom.fact for act in closed if act.gate is not None for atom in atoms(act.gate) if isinstance(atom, Compare)]
    rules = [rule for key in keys for rule in case.book.by_target.get(key, ()) if rule.acts]
    fired, _ = case.fired(rules)
    held = Act(closed[0].words, case.book.hold_verb, "", "hold", closed[0].span)
    acts = _united(fired) if fired else (held,)
    effect = strictest(acts)
    because = (*decided.because, *(_cited(rule) for rule in fired))
    return Answer("answered", effect if effect in {"hold", "halt"} else "hold", acts, because=because, reason="the gate is closed")


def _partly(decided: Answer, unread: list[str]) -> Answer:
    if not unread:
        return decided
    return replace(
        decided,
        outcome="missing",
        effect=None,
        reason=f"`{unread[0]}` is not understood, so this may hold but never go",
    )


def _tightened(case: Case, subject: str, decided: Answer) -> Answer:
    """Invariants and rules about every subject only tighten; what is unread about the subject keeps it from going."""
    everywhere = [rule for rule in case.book.by_target.get(EVERYTHING, ()) if strictest(rule.acts) in {"hold", "halt"}]
    own = [rule for rule in case.book.by_target.get(subject, ()) if rule.rank >= INVARIANT_RANK]
    wider = [rule for key in case.book.wider.get(subject, ()) for rule in case.book.by_target.get(key, ())]
    constraints = [*everywhere, *own, *(rule for rule in wider if strictest(rule.acts) in {"hold", "halt"})]
    fired, waiting = case.fired(constraints)
    if fired and decided.outcome in {"answered", "silent", "missing"}:
        because = (*decided.because, *(_cited(rule) for rule in fired))
        kept = decided.acts if decided.effect in {"hold", "halt"} else ()
        acts = _united([*fired]) if not kept else tuple({(act.verb, act.object): act for act in (*kept, *_united(fired))}.values())
        decided = Answer("answered", strictest(acts), acts, because=because)
    unknown = [wait.key for wait in waiting.values() if isinstance(wait, Unknown)]
    if decided.outcome == "silent" and unknown and not decided.because:
        pending = [rule for rule in constraints if id(rule) in waiting and rule.target != "*"]
        cited = tuple(_cited(rule) for rule in pending)
        return replace(decided, outcome="missing", waits=tuple(dict.fromkeys(unknown)), because=cited) if pending else decided
    if decided.effect != "go":
        return decided
    unknown = [wait.key for wait in waiting.values() if isinstance(wait, Unknown)]
    if waiting:
        return replace(decided, outcome="missing", effect=None, waits=tuple(dict.fromkeys(unknown)))
    mentions = [rule for rule in case.book.by_target.get(subject, ()) if rule.family == _MENTION]
    partly = [*_value_unread(case), *_doubted(case)]
    return _partly(decided, [" ".join(rule.span.text.split()) for rule in mentions] + partly)


def _doubted(case: Case) -> list[str]:
    """Sentences that nobody understood about a name that this answer rests on, or about everything."""
    given = {key: value for key, value in {**case.facts, **case.tried}.items() if key in case.touched}
    values = [value for value in (*given.values(), *(case.known.get(key) for key in case.steps)) if isinstance(value, str)]
    names = {EVERYTHING, *case.steps, *given, *values}
    return [" ".join(span.text.split()) for name in sorted(names) for span in case.book.doubts.get(name, ())]


def _value_unread(case: Case) -> list[str]:
    """Unread words beside the rules that gave the values this answer rests on."""
    used = {citation.rule for steps in case.steps.values() for citation in steps}
    rules = (rule for target in case.steps for rule in case.book.by_target.get(target, ()) if rule.id in used)
    return [" ".join(span.text.split()) for rule in rules for span in rule.unread]


def _most_specific(rules: list[Rule]) -> list[Rule]:
    """The rules whose condition no other rule's condition is stricter than; a hold never yields to a go elsewhere."""
    return [rule for rule in rules if not any(_overrides(other, rule) for other in rules)]


def _overrides(other: Rule, rule: Rule) -> bool:
    if not _implies(other.when, rule.when) or _implies(rule.when, other.when):
        return False
    loosens = strictest(other.acts) == "go" and strictest(rule.acts) in {"hold", "halt"}
    return not loosens or (other.trail == rule.trail and other.span.line == rule.span.line)


def _implies(left: Condition, right: Condition) -> bool:
    """Whether every part of the right condition is a part of the left one (enough, not needed)."""
    mine, others = _parts(left), _parts(right)
    return all(part in mine for part in others)


def _parts(condition: Condition) -> tuple[Condition, ...]:
    return condition.parts if isinstance(condition, All) else (condition,)
