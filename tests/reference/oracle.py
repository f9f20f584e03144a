"""A naive judge over the exported rules (`harnessy graph --format rules`), written from the reference of the language.

It knows nothing of harnessy but that JSON. Where the program goes through conditions once and tries what it waits for, the
judge fills in every value of every fact that is not stated, judges each case by itself, and compares: one answer in all of
them is the answer, two are `missing` the facts that tell them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import Any

Shape = dict[str, Any]
Case = dict[str, Any]
Value = Any  # whatever JSON holds, or a Sign

STRICTEST = ("halt", "hold", "go", "n/a")
TIGHT = {"halt", "hold"}
INVARIANT = 2


class Sign:
    """A value that is no word: that there is none, or one that no rule names."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


ABSENT, STRANGE = Sign("absent"), Sign("strange")


class Clash(Exception):
    """Two rules of one rank give a quantity different values."""


@dataclass(frozen=True)
class Verdict:
    outcome: str
    effect: str | None = None
    acts: frozenset[tuple[str, str]] = frozenset()
    value: Value = None


@dataclass
class Trace:
    """What the judgement of one case rests on: what was read, which rules gave values, what has no value."""

    read: dict[str, Any] = field(default_factory=dict)
    used: list[Shape] = field(default_factory=list)
    undefined: list[str] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    held_back: set[str] = field(default_factory=set)


def atoms(condition: Shape | None) -> Iterator[Shape]:
    if condition is None:
        return
    if "not" in condition:
        yield from atoms(condition["not"])
    elif "all" in condition or "any" in condition:
        for part in condition.get("all") or condition.get("any") or ():
            yield from atoms(part)
    else:
        yield condition


def relation(atom: Shape) -> str:
    return f"{atom['inner']} ⊆ {atom['outer']}"


def strictest(effects: Iterable[str]) -> str | None:
    known = set(effects)
    return next((effect for effect in STRICTEST if effect in known), None)


class Judge:
    def __init__(self, book: Shape) -> None:
        self.book = book
        self.facts: Shape = book["facts"]
        self.quantities: Shape = book["quantities"]
        self.rules: list[Shape] = book["rules"]
        self.stated: frozenset[str] = frozenset()
        self.atoms = [atom for rule in self.rules for part in self.conditions(rule) for atom in atoms(part)]

    @staticmethod
    def conditions(rule: Shape) -> list[Shape | None]:
        return [rule["when"], *(act["gate"] for act in rule["acts"])]

    # -- the case space

    def reads(self, name: str, *, limits: bool = True) -> list[str]:
        """Every fact, condition and relation that the answer about a name may hang on, with or without what only tightens."""
        seen, rest = list[str](), [name]
        while rest:
            one = rest.pop()
            if one in seen:
                continue
            seen.append(one)
            quantity = self.quantities.get(one)
            rest.extend(quantity["reads"] if quantity and quantity["function"] else ())
            tightening = self.tightening(one) if one in self.book["subjects"] else []
            for rule in self.rules:
                if (limits or rule not in tightening) and (rule["about"] == one or rule in tightening):
                    for condition in self.conditions(rule):
                        for atom in (atom for atom in atoms(condition) if not self.unsaid(atom)):
                            rest.extend([atom["inner"], atom["outer"], relation(atom)] if "inner" in atom else [self.named(atom)])
        return [one for one in seen if one in self.facts or " ⊆ " in one or any(atom.get("stated") == one for atom in self.atoms)]

    def unsaid(self, atom: Shape) -> bool:
        """Whether a condition is false because it counts only where its fact is stated, and it is not."""
        return bool(atom.get("only_stated")) and atom["fact"] not in self.stated

    @staticmethod
    def named(atom: Shape) -> str:
        name: str = atom.get("fact") or atom.get("absent") or atom.get("stated") or ""
        return name

    def values(self, name: str) -> list[Any]:
        """Every value of a fact that may make a difference."""
        fact = self.facts.get(name)
        if fact is None or fact["kind"] in {"flag", "truth"}:
            return [True, False]
        constants = [value for atom in self.atoms if atom.get("fact") == name for value in atom["of"]]
        absent = [ABSENT] if any(atom.get("absent") == name for atom in self.atoms) else []
        if fact["kind"] == "number":
            points = sorted(set(constants))
            if not points:
                return [STRANGE]
            ends = max(points[0] - 1, fact.get("least", points[0] - 1)), min(points[-1] + 1, fact.get("most", points[-1] + 1))
            return list(dict.fromkeys([*points, *((low + high) / 2 for low, high in pairwise(points)), *ends, *absent]))
        scale = self.book["scales"].get(fact["scale"] or "")
        if fact["kind"] == "scale" and scale:
            return [*scale["members"], *absent]
        named = dict.fromkeys([*fact["values"], *(() if fact["closed"] else constants)])
        return [*named, *([] if fact["closed"] else [STRANGE]), *absent]

    def cases(self, name: str, stated: Case) -> Iterator[Case]:
        """The stated facts with every value of everything else that the answer may hang on."""
        open_ones = [one for one in self.reads(name, limits=False) if self.is_open(one, stated)]
        yield from self.filled(open_ones, stated)

    def filled(self, open_ones: Iterable[str], stated: Case) -> Iterator[Case]:
        """A case with every value of some facts."""
        open_ones = list(open_ones)
        for values in product(*(self.values(one) if one in self.facts else [True, False] for one in open_ones)):
            yield {**stated, **dict(zip(open_ones, values, strict=True))}

    def is_open(self, one: str, stated: Case) -> bool:
        if " ⊆ " in one:
            inner, outer = (stated.get(part) for part in one.split(" ⊆ "))
            return not inner or inner is ABSENT or outer is None
        kind = self.facts.get(one, {}).get("kind")
        if kind == "set":
            return False
        if one not in stated:
            return bool(kind != "flag")
        speaking = [(rule, atom) for rule in self.rules for atom in atoms(rule["when"]) if self.named(atom) == one]
        means = any(rule["about"] == one or "absent" in atom for rule, atom in speaking)
        return stated[one] is ABSENT and not means

    # -- one question

    def ask(self, name: str, stated: Case) -> tuple[Verdict, frozenset[str]]:
        """The answer, and the facts that are missing where there is none yet."""
        self.stated = frozenset(stated)
        judged = [(case, *self.one(name, case)) for case in self.cases(name, stated)]
        verdicts = {verdict for _, verdict, _ in judged}
        if len(verdicts) == 1 and "missing" not in {verdict.outcome for verdict in verdicts}:
            return verdicts.pop(), frozenset()
        if (halt := self.halting(name, stated)) is not None:
            return halt, frozenset()
        if (aside := self.set_aside(name, stated)) is not None:
            return aside, frozenset()
        open_ones = [one for one in judged[0][0] if one not in stated or stated[one] is not judged[-1][0][one]]
        telling = {one for one in open_ones if self.tells(one, judged)}
        return Verdict("missing"), frozenset(telling.union(*(waits for _, _, waits in judged)))

    def set_aside(self, name: str, stated: Case) -> Verdict | None:
        """A leg of which nothing is stated does not apply where a reason for that is known and nobody denies that it is noted."""
        for rule in self.rules:
            if rule["about"] == name and rule["family"] == "leg aside" and rule["id"].partition("/")[2] not in stated:
                gate = rule["acts"][0]["gate"]
                denied = gate is not None and self.truth(gate, stated, Trace()) is False
                if not denied and self.truth(rule["when"], stated, Trace()):
                    return Verdict("answered", value=rule["value"])
        return None

    def halting(self, name: str, stated: Case) -> Verdict | None:
        """What only tightens, and is known to halt, stands whatever else is not known."""
        rules = self.tightening(name) if name in self.book["subjects"] else []
        fired = [rule for rule in rules if self.truth(rule["when"], stated, Trace())]
        effect = strictest(act["effect"] for rule in fired for act in rule["acts"])
        return Verdict("answered", "halt", self.acts(fired)) if effect == "halt" else None

    @staticmethod
    def tells(one: str, judged: list[tuple[Case, Verdict, frozenset[str]]]) -> bool:
        """Whether two cases that differ in this fact alone have two answers, or wait for different facts."""
        groups: dict[str, set[tuple[Verdict, frozenset[str]]]] = {}
        for case, verdict, waits in judged:
            rest = repr({name: value for name, value in case.items() if name != one})
            groups.setdefault(rest, set()).add((verdict, waits))
        return any(len(found) > 1 for found in groups.values())

    def one(self, name: str, case: Case) -> tuple[Verdict, frozenset[str]]:
        """The answer in one case; where a quantity has no value, the one that all its values have, if there is one."""
        trace = Trace()
        verdict = self.judged(name, case, trace)
        if trace.held_back:
            return self.held_back(name, case, trace.held_back)
        if verdict.outcome != "missing" or not trace.undefined or name in self.quantities:
            return verdict, frozenset(trace.open)
        tried = {self.one(name, {**case, f"={trace.undefined[0]}": value})[0] for value in self.outcomes(trace.undefined[0])}
        if len(tried) == 1:
            return tried.pop(), frozenset(trace.open)
        return (verdict, frozenset(trace.open)) if trace.open else (Verdict("silent"), frozenset())

    def held_back(self, name: str, case: Case, waits: set[str]) -> tuple[Verdict, frozenset[str]]:
        """The answer where it hangs on what is not known of the rules that only tighten."""
        judged = [(filled, *self.one(name, filled)) for filled in self.filled(sorted(waits), case)]
        verdicts = {verdict for _, verdict, _ in judged}
        if len(verdicts) == 1 and not any(facts for _, _, facts in judged):
            return verdicts.pop(), frozenset()
        telling = {one for one in waits if self.tells(one, judged)}
        return Verdict("missing"), frozenset(telling.union(*(facts for _, _, facts in judged)))

    def outcomes(self, quantity: str) -> list[Any]:
        thing = self.quantities[quantity]
        if thing["kind"] == "truth":
            return [True, False]
        scale = self.book["scales"].get(thing["scale"] or "")
        given = [rule["value"] for rule in self.rules if rule["about"] == quantity and rule["value"] is not None]
        return list(scale["members"]) if scale else list(dict.fromkeys(given))

    def judged(self, name: str, case: Case, trace: Trace) -> Verdict:
        try:
            if name in self.quantities or name in self.facts:
                value = self.value(name, case, trace)
                return Verdict("answered", value=value) if value is not None and value is not STRANGE else Verdict("silent")
            return self.tightened(name, self.decided(name, case, trace), case, trace)
        except Clash:
            return Verdict("conflict")

    # -- values and conditions

    def value(self, name: str, case: Case, trace: Trace) -> Value:
        """What a fact or quantity is; None where nothing says so."""
        if f"={name}" in case:
            return case[f"={name}"]
        quantity = self.quantities.get(name)
        if quantity is None:
            found = case.get(name)
            if found is None and self.facts.get(name, {}).get("kind") == "flag":
                found = False
            if found is ABSENT:
                found = self.given_by_rules(name, case, trace)
            trace.read[name] = found
            if found is None:
                trace.open.add(name)
            return found
        found = self.computed(quantity, case, trace) if quantity["function"] else self.given_by_rules(name, case, trace)
        if found is None and name not in trace.undefined:
            trace.undefined.append(name)
        trace.read[name] = found
        return found

    def computed(self, quantity: Shape, case: Case, trace: Trace) -> Value:
        order = self.book["scales"][quantity["scale"]]["order"]
        values = [self.value(read, case, trace) for read in quantity["reads"]]
        ranks = [order.index(value) if isinstance(value, str) and value in order else None for value in values]
        extreme = 0 if quantity["function"] == "min" else len(order) - 1
        if extreme in ranks:
            return order[extreme]
        known = [rank for rank in ranks if rank is not None]
        if len(known) < len(ranks):
            return None
        return order[min(known) if quantity["function"] == "min" else max(known)]

    def given_by_rules(self, name: str, case: Case, trace: Trace) -> Value:
        rules = [rule for rule in self.rules if rule["about"] == name and not rule["acts"]]
        for rank in sorted({rule["rank"] for rule in rules}, reverse=True):
            truths = [(rule, self.truth(rule["when"], case, trace)) for rule in rules if rule["rank"] == rank]
            fired = [rule for rule, truth in truths if truth is True]
            values = {repr(rule["value"]) for rule in fired}
            if any(truth is None and (repr(rule["value"]) not in values or len(values) > 1) for rule, truth in truths):
                return None
            if any(rule["family"] == "unread" for rule in fired):
                return None
            if len(values) > 1:
                raise Clash(name)
            if fired:
                trace.used.extend(fired)
                return fired[0]["value"]
        return None

    def truth(self, condition: Shape, case: Case, trace: Trace) -> bool | None:
        """True, False, or None where it cannot be told."""
        if "not" in condition:
            inner = self.truth(condition["not"], case, trace)
            return None if inner is None else not inner
        if "all" in condition:
            found = [self.truth(part, case, trace) for part in condition["all"]]
            return False if False in found else None if None in found else True
        if "any" in condition:
            found = [self.truth(part, case, trace) for part in condition["any"]]
            return True if True in found else None if None in found else False
        if "stated" in condition:
            if condition["stated"] not in case:
                trace.open.add(condition["stated"])
            said: bool | None = case.get(condition["stated"])
            return said
        if "absent" in condition:
            return case.get(condition["absent"]) is ABSENT
        if "inner" in condition:
            return self.contained(condition, case, trace)
        if self.unsaid(condition):
            return False
        return self.compared(condition, self.value(condition["fact"], case, trace))

    def contained(self, atom: Shape, case: Case, trace: Trace) -> bool | None:
        if relation(atom) in case:
            found: bool = case[relation(atom)]
            return found
        if self.is_open(relation(atom), case):
            trace.open.add(relation(atom))
            return None
        inner, outer = (case.get(part) for part in (atom["inner"], atom["outer"]))
        return set(inner or ()) <= (set() if outer is ABSENT else set(outer or ()))

    def compared(self, atom: Shape, value: Value) -> bool | None:
        if value is None:
            return None
        constants, sign = atom["of"], atom["is"]
        if isinstance(value, list):
            return bool((not set(value).isdisjoint(constants)) == (sign == "="))
        if sign in {"=", "≠"}:
            return bool((value is not STRANGE and value in constants) == (sign == "="))
        if value is STRANGE:
            return None
        left, right = self.ranks(atom["fact"], value, constants[0])
        if left is None or right is None:
            return sign in {"≤", "≥"} if value == constants[0] else None
        return bool({"≤": left <= right, "≥": left >= right, "<": left < right, ">": left > right}[sign])

    def ranks(self, fact: str, value: Value, constant: Value) -> tuple[Value, Value]:
        if not isinstance(value, str) and not isinstance(constant, str):
            return value, constant
        thing = self.facts.get(fact) or self.quantities[fact]
        order = self.book["scales"].get(thing["scale"] or "", {}).get("order", [])
        return (order.index(value), order.index(constant)) if value in order and constant in order else (None, None)

    # -- rules about a subject

    def decided(self, subject: str, case: Case, trace: Trace) -> Verdict:
        """What the rules of the highest rank that is not silent come to."""
        rules = [rule for rule in self.rules if rule["about"] == subject and rule["family"] != "unread mention"]
        for rank in sorted({rule["rank"] for rule in rules if rule["rank"] < INVARIANT}, reverse=True):
            truths = [(rule, self.truth(rule["when"], case, trace)) for rule in rules if rule["rank"] == rank]
            if any(truth is None for _, truth in truths):
                return Verdict("missing")
            fired = [rule for rule, truth in truths if truth]
            if fired:
                return self.together([rule for rule in fired if not any(self.beats(other, rule) for other in fired)], case, trace)
        return Verdict("silent")

    def beats(self, other: Shape, rule: Shape) -> bool:
        """The condition that contains the other's wins; but no go at another place wins over a hold."""
        mine, others = (self.parts(one["when"]) for one in (other, rule))
        if not all(part in mine for part in others) or all(part in others for part in mine):
            return False
        loosens = self.effect(other) == "go" and self.effect(rule) in TIGHT
        same_place = (other["trail"], other["line"]) == (rule["trail"], rule["line"])
        return same_place or not loosens

    @staticmethod
    def parts(condition: Shape) -> list[Shape]:
        parts: list[Shape] = condition.get("all", [condition])
        return parts

    @staticmethod
    def effect(rule: Shape) -> str | None:
        return strictest(act["effect"] for act in rule["acts"])

    def together(self, rules: list[Shape], case: Case, trace: Trace) -> Verdict:
        """Rules of one rank that hold together unite their acts; a go beside what is none is a conflict."""
        if any(rule["family"] == "unread" for rule in rules):
            return Verdict("silent")
        effects = {self.effect(rule) for rule in rules} - {None}
        effect, acts = strictest(filter(None, effects)), self.acts(rules)
        if ("go" in effects and effects & TIGHT) or (effect == "n/a" and len(effects) > 1):
            return Verdict("conflict", None, acts)
        if effect is None:
            return Verdict("silent", None, acts)
        if effect != "go":
            return Verdict("answered", effect, acts)
        gates = [act["gate"] for rule in rules for act in rule["acts"] if act["gate"] is not None]
        passed = [self.truth(gate, case, trace) for gate in gates]
        if False in passed:
            return self.closed([gate for gate, truth in zip(gates, passed, strict=True) if truth is False], case)
        if None in passed or any(rule["unread"] for rule in rules):
            return Verdict("missing", None, acts)
        return Verdict("answered", "go", acts)

    @staticmethod
    def acts(rules: list[Shape]) -> frozenset[tuple[str, str]]:
        return frozenset((act["verb"], act["object"]) for rule in rules for act in rule["acts"])

    def as_stated(self, case: Case) -> Case:
        """A case without what was filled in."""
        return {name: value for name, value in case.items() if name in self.stated or name.startswith("=")}

    def closed(self, gates: list[Shape], case: Case) -> Verdict:
        """A closed gate holds; what follows on a leg that is known to fail says how."""
        names = {self.named(atom) for gate in gates for atom in atoms(gate)}
        about = [rule for rule in self.rules if rule["about"] in names and rule["acts"]]
        fired = [rule for rule in about if self.truth(rule["when"], self.as_stated(case), Trace())]
        effect = strictest(act["effect"] for rule in fired for act in rule["acts"])
        acts = self.acts(fired) if fired else frozenset([(self.book["verbs"]["hold"], "")])
        return Verdict("answered", effect if effect in TIGHT else "hold", acts)

    def tightening(self, subject: str) -> list[Shape]:
        """The rules that only tighten: invariants, rules about everything, and what covers the subject in fewer words."""
        wider = self.book["subjects"][subject]["covered_by"]
        return [
            rule
            for rule in self.rules
            if (rule["about"] == subject and rule["rank"] >= INVARIANT)
            or (rule["about"] in {"*", *wider} and self.effect(rule) in TIGHT)
        ]

    def tightened(self, subject: str, found: Verdict, case: Case, trace: Trace) -> Verdict:
        """What tightens and is known counts; what is not known of it holds back a go, and what no other rule answers."""
        beside = Trace()
        if found.effect != "go" and found != Verdict("silent"):  # what is not stated matters to a go, and where nothing is said
            case = self.as_stated(case)
        truths = [(rule, self.truth(rule["when"], case, beside)) for rule in self.tightening(subject)]
        fired = [rule for rule, truth in truths if truth]
        waiting = [rule for rule, truth in truths if truth is None]
        if fired and found.outcome != "conflict":
            kept = found.acts if found.effect in TIGHT else frozenset()
            effects = [act["effect"] for rule in fired for act in rule["acts"]]
            found = Verdict("answered", strictest([*effects, found.effect or ""] if kept else effects), kept | self.acts(fired))
        unanswered = found == Verdict("silent") and any(rule["about"] != "*" for rule in waiting)
        if waiting and (found.effect == "go" or unanswered):
            trace.held_back |= beside.open
            return Verdict("missing", None, found.acts)
        return Verdict("missing", None, found.acts) if found.effect == "go" and self.unread(subject, trace) else found

    def unread(self, subject: str, trace: Trace) -> bool:
        """Whether something that nobody read names what a go rests on."""
        mentions = any(rule["about"] == subject and rule["family"] == "unread mention" for rule in self.rules)
        beside = any(rule["unread"] for rule in trace.used)
        rests = {"*", *trace.read, *(value for value in trace.read.values() if isinstance(value, str))}
        return mentions or beside or bool(rests & self.book["doubts"].keys()) or bool(self.book["errors"])
