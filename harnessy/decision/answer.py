"""The answer of one book to one case, before branches are compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from harnessy.decision.beside import is_verdict, is_veto, verdict
from harnessy.decision.case import Case, by_rank
from harnessy.decision.clear import defaulted, is_policy, looked_up, not_applying, of_policy, spared
from harnessy.decision.group import Group
from harnessy.decision.model import OTHER, Citation, Clash, Decision, Given, Outcome, Unknown
from harnessy.decision.setaside import noted, set_aside
from harnessy.decision.specific import most_specific
from harnessy.decision.unread import doubted, mentions, plain, value_unread
from harnessy.rulebook.memo import per_key, per_part
from harnessy.rulebook.model import (
    EVERYTHING,
    INVARIANT_RANK,
    LEG_ASIDE,
    TRIGGER,
    Act,
    Book,
    Compare,
    Effect,
    Rule,
    Value,
    atoms,
    names_of,
)
from harnessy.rulebook.place import TIGHT
from harnessy.source import Span

_STRICTEST: tuple[Effect, ...] = ("halt", "hold", "go", "n/a")
_MENTION = "unread mention"
_DUTIES = frozenset({"duty", "order", "notice"})
_NO_RULE = "no rule answers"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one case comes to. `waits` are the facts it waits for, `because` the derivation in order.

    `branches` are the signatures of the answers to each value of a fact that is not known, where they differ; `states` are
    values beside the acts.
    """

    outcome: Outcome
    effect: Effect | None = None
    acts: tuple[Act, ...] = ()
    value: Given | None = None
    because: tuple[Citation, ...] = ()
    waits: tuple[str, ...] = ()
    reason: str = ""
    branches: tuple[object, ...] = ()
    states: tuple[tuple[str, Value | tuple[str, ...]], ...] = ()

    @property
    def signature(self) -> tuple[object, ...]:
        """What must be the same for two answers to be the same."""
        acts = frozenset((act.verb, act.object) for act in self.acts)
        return (self.outcome, self.effect, acts, self.value, self.waits, self.branches)


def strictest(acts: tuple[Act, ...]) -> Effect | None:
    """The strictest effect among acts that decide; None when none does."""
    return next((effect for effect in _STRICTEST if any(act.effect == effect for act in acts)), None)


def answer(case: Case, subject: str) -> Answer:
    """What the book says of a subject, policy or quantity in this case."""
    if is_policy(case.book, subject):
        return _policy(case, subject)
    if subject in case.book.quantities or subject in case.book.facts:
        return _quantity(case, subject)
    if is_veto(case.book, subject):
        return _vetoed(case, case.book.by_target[subject])
    for group in _deciding(case.book, subject):
        fired, waiting = case.told(group)
        if waiting:
            found = _waiting(case, [rule for rule in group.rules if id(rule) in waiting], fired, next(iter(waiting.values())))
            return _tightened(case, subject, found) if is_verdict(case.book, subject) else found
        if fired:
            return _tightened(case, subject, _decided(case, most_specific(fired)))
        if spared(case, group.rules):
            clear = Answer("clear", because=tuple(cited(case.book, rule) for rule in group.rules), reason="nothing is owed here")
            return _tightened(case, subject, clear)
    return _tightened(case, subject, Answer("silent", reason=_NO_RULE, because=_steps(case)))


@per_key
def _deciding(book: Book, subject: str) -> tuple[Group, ...]:
    """The rules that may decide a subject, by rank."""
    rules = book.by_target.get(subject, ())
    return by_rank(book, (rule for rule in rules if rule.family != _MENTION and rule.rank < INVARIANT_RANK))


def _vetoed(case: Case, rules: tuple[Rule, ...]) -> Answer:
    """A broken veto decides, whatever is not known of the others; without one, what is known to be kept is clear."""
    fired, waiting = case.fired(rules)
    if fired:
        return _decided(case, fired)
    kept = tuple(verdict(rule, broken=False) for rule in rules if id(rule) not in waiting)
    waits = next((wait for wait in waiting.values()), None)
    if isinstance(waits, Clash):
        return _clash(case, waits)
    if not kept and waits is not None:
        return Answer("missing", waits=(waits.key,), because=_steps(case))
    open_ones = ", ".join(rule.label for rule in rules if id(rule) in waiting)
    return Answer("clear", because=(*_steps(case), *kept), reason=f"nothing is known of: {open_ones}" if open_ones else "")


def _policy(case: Case, subject: str) -> Answer:
    """What acts when its condition is true; clear when every condition is known false and all of the policy was read."""
    group = of_policy(case.book, subject)
    if not group.rules and case.book.subjects[subject].attributes:
        cited, listed = looked_up(case.book.subjects[subject])
        return Answer("answered", because=cited, states=listed)
    fired, waiting = case.told(group)
    if waiting:
        return _waiting(case, [rule for rule in group.rules if id(rule) in waiting], fired, next(iter(waiting.values())))
    states = tuple(state for rule in fired for state in rule.states)
    acting = [rule for rule in fired if rule.acts or rule.family == "unread"]
    if acting:
        found = _decided(case, acting)
        if found.outcome == "silent" and found.acts:
            found = replace(found, outcome="answered", reason="")
        if owes(found):
            found = _partly(found, [plain(span) for rule in group.rules for span in rule.unread])
    elif any(rule.family == "exceeded" for rule in fired):
        because = (*_steps(case), *(Citation(rule.id, rule.span, rule.trail, "the limit is passed", "acts") for rule in fired))
        found = Answer("silent", because=because, reason="the limit is passed, and nothing says what follows")
    else:
        found = _clear(case, group.rules)
    return replace(_tightened(case, subject, found), states=(*states, *defaulted(case)))


def _clear(case: Case, rules: Sequence[Rule]) -> Answer:
    """Nothing of the policy applies; what is unread beside it keeps that from being known."""
    if not rules:
        return Answer("silent", reason=_NO_RULE, because=_steps(case))
    found = Answer("clear", because=(*_steps(case), *not_applying(rules)))
    return _partly(found, [plain(span) for rule in rules for span in rule.unread])


def _quantity(case: Case, key: str) -> Answer:
    value, aside = case.value(key), set_aside(case, key)
    if isinstance(value, Unknown) and aside is not None:
        return Answer("answered", value=aside.value, because=(*_steps(case), cited(case.book, aside)), states=aside.states)
    if isinstance(value, Unknown):
        return Answer("missing", waits=(value.key,), because=_steps(case))
    if isinstance(value, Clash):
        return _clash(case, value)
    if value is None or value == OTHER:
        return Answer("silent", reason=f"no rule gives `{case.text(key)}` a value here", because=_steps(case))
    fired, _ = case.told(_consequences(case.book, key))
    because = (*_steps(case), *(cited(case.book, rule) for rule in fired))
    beside = noted(case, key, value)
    return Answer("answered", value=value, acts=united(fired), because=because, states=beside.states if beside else ())


@per_key
def _consequences(book: Book, key: str) -> Group:
    """What follows from the value of a quantity: its rules that give acts."""
    return Group(book, tuple(rule for rule in book.by_target.get(key, ()) if rule.acts and rule.family != LEG_ASIDE))


def _clash(case: Case, clash: Clash) -> Answer:
    sides = tuple(
        Citation(rule.id, rule.span, rule.trail, f"{case.text(clash.key)} = {case.shown(clash.key, rule.value)}", "value")
        for rule in clash.rules
    )
    return Answer("conflict", because=(*_steps(case), *sides), reason=f"two rules give `{case.text(clash.key)}` different values")


def _waiting(case: Case, rules: list[Rule], fired: list[Rule], waits: Unknown | Clash) -> Answer:
    """What waits: when it is one place of the text, its acts are pending (the first branch of that place)."""
    if isinstance(waits, Clash):
        return _clash(case, waits)
    one_place = len({rule.span for rule in rules}) == 1 and not fired
    if not one_place:
        return Answer("missing", waits=(waits.key,), because=_steps(case))
    return Answer("missing", acts=rules[0].acts, waits=(waits.key,), because=(*_steps(case), cited(case.book, rules[0])))


@per_part
def cited(book: Book, rule: Rule) -> Citation:
    """The citation of a rule that gives acts."""
    del book
    gives = "; ".join(act.words for act in rule.acts) or "not understood"
    return Citation(rule.id, rule.span, rule.trail, f"{rule.label}: {gives}" if rule.label else gives, "acts")


def _steps(case: Case) -> tuple[Citation, ...]:
    return tuple(citation for steps in case.steps.values() for citation in steps)


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What rules of one rank that are all true come to, whatever the case; `gates` and `unread` stand against a go."""

    answer: Answer
    gates: bool = False
    unread: tuple[str, ...] = ()


def _decided(case: Case, rules: list[Rule]) -> Answer:
    """What rules of one rank that are all true come to."""
    verdict = _alone(case.book, rules[0]) if len(rules) == 1 else _together(case.book, rules)
    found = verdict.answer
    decided = _resting(found, (*_steps(case), *found.because))
    if found.effect != "go":
        return decided
    return _gated(case, verdict, decided) if verdict.gates else _partly(decided, verdict.unread)


def _resting(found: Answer, because: tuple[Citation, ...]) -> Answer:
    """The same answer with another derivation."""
    value, waits, reason = found.value, found.waits, found.reason
    return Answer(found.outcome, found.effect, found.acts, value, because, waits, reason, found.branches, found.states)


@per_part
def _alone(book: Book, rule: Rule) -> _Verdict:
    return _together(book, [rule])


def _together(book: Book, rules: list[Rule]) -> _Verdict:
    because = tuple(citation for rule in rules for citation in _with_members(book, rule))
    unread = next((rule for rule in rules if rule.family == "unread"), None)
    if unread is not None:
        reason = f"`{plain(unread.span)}` is not understood" if unread.span.text else "the cell is empty"
        return _Verdict(Answer("silent", because=because, reason=reason))
    effects = {strictest(rule.acts) for rule in rules} - {None}
    acts = united(rules)
    if "go" in effects and effects & TIGHT and book.stricter is not None:
        return _Verdict(_stricter(book, rules, book.stricter))
    if "go" in effects and effects & TIGHT:
        reason = "one rule lets it go, another of the same rank does not"
        return _Verdict(Answer("conflict", acts=acts, because=because, reason=reason))
    effect = strictest(acts)
    if effect == "n/a" and len(effects) > 1:
        reason = "one rule says that it does not apply, another decides"
        return _Verdict(Answer("conflict", acts=acts, because=because, reason=reason))
    if effect is None and all(rule.family in _DUTIES for rule in rules):
        return _Verdict(Answer("answered", None, acts, because=because))
    if effect is None:
        return _Verdict(Answer("silent", acts=acts, because=because, reason="what is said decides nothing"))
    words = tuple(plain(span) for rule in rules for span in rule.unread)
    return _Verdict(Answer("answered", effect, acts, because=because), any(act.gate is not None for act in acts), words)


def _stricter(book: Book, rules: list[Rule], wins: Span) -> Answer:
    """What rules that disagree come to where the document says that the stricter counts."""
    tight = [rule for rule in rules if strictest(rule.acts) in TIGHT]
    acts = united(tight)
    cited_all = tuple(citation for rule in (*tight, *rules) for citation in _with_members(book, rule))
    precedence = Citation("precedence", wins, (), "one rule lets it go, another does not: the stricter counts", "precedence")
    return Answer("answered", strictest(acts), acts, because=tuple(dict.fromkeys((*cited_all, precedence))))


@per_part
def _with_members(book: Book, rule: Rule) -> tuple[Citation, ...]:
    """A rule's citation, then the further places that lend it its reach (a row that declares the subject, a `same as` cell)."""
    others = [span for span in rule.why if span.line != rule.span.line or not span.covers(rule.span)]
    said = ((span, f"is what the rule is about: {' '.join(span.text.split())}") for span in others)
    return (cited(book, rule), *(Citation(rule.id, span, rule.trail, gives, "reach") for span, gives in said))


def united(rules: list[Rule]) -> tuple[Act, ...]:
    """The acts of some rules, each once."""
    acts = {(act.verb, act.object): act for rule in rules for act in rule.acts}
    return tuple(acts.values())


def _gated(case: Case, verdict: _Verdict, decided: Answer) -> Answer:
    """A go counts when every gate in it is known to be passed and nothing beside it is unread."""
    waits: list[str] = []  # not `list[str]()`, which takes ten times as long
    closed: list[Act] = []
    for act in decided.acts:
        truth = case.truth(act.gate) if act.gate is not None else True
        if isinstance(truth, Unknown):
            waits.append(truth.key)
        elif truth is not True:
            closed.append(act)
    passed = _resting(decided, (*_steps(case), *verdict.answer.because))
    if closed:
        return _closed(case, closed, passed)
    if waits:
        return replace(decided, outcome="missing", effect=None, waits=tuple(dict.fromkeys(waits)))
    return _partly(passed, verdict.unread)


def _closed(case: Case, closed: list[Act], decided: Answer) -> Answer:
    """A gate that is known not to be passed holds; what the doctrine says of a failed leg tells how."""
    keys = [atom.fact for act in closed if act.gate is not None for atom in atoms(act.gate) if isinstance(atom, Compare)]
    fired, _ = case.told(_following(case.book, tuple(keys)))
    held = Act(closed[0].words, case.book.hold_verb, "", "hold", closed[0].span)
    acts = united(fired) if fired else (held,)
    effect = strictest(acts)
    because = (*decided.because, *(cited(case.book, rule) for rule in fired))
    return Answer("answered", effect if effect in TIGHT else "hold", acts, because=because, reason="the gate is closed")


@per_key
def _following(book: Book, gates: tuple[str, ...]) -> Group:
    """What the document says of gates that are closed."""
    return Group(book, (rule for key in gates for rule in book.by_target.get(key, ()) if rule.acts))


def _partly(decided: Answer, unread: Sequence[str]) -> Answer:
    if not unread or not (decided.effect == "go" or decided.outcome == "clear" or owes(decided)):
        return decided
    return replace(
        decided,
        outcome="missing",
        effect=None,
        reason=f"“{unread[0]}” is not understood, so this may hold but never go",
    )


@per_key
def constraints(book: Book, subject: str) -> Group:
    """What only tightens a subject: rules about every subject, its invariants, and what covers it in fewer words.

    What a trigger does says nothing of another policy, or of what a metric comes to.
    """
    apart = is_policy(book, subject) or is_verdict(book, subject)
    told = {rule.span for rule in book.by_target.get(subject, ())}
    everywhere = [one for one in book.by_target.get(EVERYTHING, ()) if one.family != TRIGGER or not (apart or one.span in told)]
    own = [rule for rule in book.by_target.get(subject, ()) if rule.rank >= INVARIANT_RANK]
    wider = [rule for key in book.wider.get(subject, ()) for rule in book.by_target.get(key, ())]
    around, covering = ([rule for rule in rules if strictest(rule.acts) in TIGHT] for rules in (everywhere, wider))
    return Group(book, (*around, *own, *covering))


def _tightened(case: Case, subject: str, decided: Answer) -> Answer:
    """Invariants and rules about every subject only tighten; what is unread about the subject keeps it from going."""
    tightening = constraints(case.book, subject)
    fired, waiting = case.told(tightening)
    if decided.waits:
        return decided
    cleared = is_policy(case.book, subject) and (decided.outcome == "clear" or owes(decided))
    if fired and (cleared or decided.outcome in {"answered", "silent", "missing"}):
        because = (*decided.because, *_read_by(case, fired, decided.because), *(cited(case.book, rule) for rule in fired))
        kept = decided.acts if decided.effect in TIGHT else ()
        acts = united([*fired]) if not kept else tuple({(act.verb, act.object): act for act in (*kept, *united(fired))}.values())
        decided = Answer("answered", strictest(acts), acts, because=because)
    if decided.reason == _NO_RULE and waiting:
        return _pending(case, tightening.rules, waiting, decided)
    if decided.effect != "go" and not (cleared and (decided.outcome == "clear" or owes(decided))):
        return decided
    if waiting:
        return replace(decided, outcome="missing", effect=None, waits=_unknown(waiting))
    if is_verdict(case.book, subject) or is_policy(case.book, subject):
        decided = _spoken_of(case.book, subject, decided)
    return _partly(decided, [*mentions(case.book, subject), *value_unread(case), *doubted(case, subject)])


def _spoken_of(book: Book, subject: str, decided: Answer) -> Answer:
    """What a metric or a policy comes to does not stand while other words may be about it; they are cited."""
    found = [rule for rule in book.by_target.get(subject, ()) if rule.family == _MENTION]
    if not found:
        return decided
    said = ((rule, f"“{plain(rule.span)}” may be about this") for rule in found)
    cites = (Citation(rule.id, rule.span, rule.trail, gives, "mention") for rule, gives in said)
    permits = "go" if decided.effect == "go" else "be clear"
    reason = f"“{plain(found[0].span)}” may be about this, so this may hold but never {permits}"
    return replace(decided, outcome="missing", effect=None, because=(*decided.because, *cites), reason=reason)


def owes(found: Answer | Decision) -> bool:
    """Whether an answer tells acts that decide nothing: as with *clear*, nothing stands against its subject."""
    return found.outcome == "answered" and found.effect is None and bool(found.acts)


def _unknown(waiting: Mapping[int, Unknown | Clash]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(wait.key for wait in waiting.values() if isinstance(wait, Unknown)))


def _pending(case: Case, constraints: Iterable[Rule], waiting: Mapping[int, Unknown | Clash], silent: Answer) -> Answer:
    """Where no rule answers, what may yet stand against the subject waits for its facts."""
    pending = [rule for rule in constraints if id(rule) in waiting and rule.target != EVERYTHING]
    unknown = _unknown(waiting)
    if not unknown or not pending:
        return silent
    because = (*silent.because, *(cited(case.book, rule) for rule in pending))
    return replace(silent, outcome="missing", waits=unknown, because=because, reason="")


def _read_by(case: Case, rules: list[Rule], known: tuple[Citation, ...]) -> Iterator[Citation]:
    """How the quantities that some rules read came about, where that is not cited yet."""
    keys = dict.fromkeys(name for rule in rules for atom in atoms(rule.when) for name in names_of(atom))
    yield from (citation for key in keys for citation in case.steps.get(key, ()) if citation not in known)
