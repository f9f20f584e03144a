"""Rules of other families that are about a verdict of a metric: they bar it under their own condition, or wherever they stand."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property

from harnessy.document import ListBlock, walk
from harnessy.rulebook.model import (
    ALWAYS,
    EVERYTHING,
    INVARIANT_RANK,
    JOINED,
    POLICY,
    THRESHOLD,
    Opaque,
    Rule,
    names_of,
    rule_atoms,
)
from harnessy.rulebook.names import bare, in_order
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.verdict_ground import Ground
from harnessy.source import Span

_OWN_FAMILIES = frozenset({THRESHOLD, JOINED, "veto", "bar", "unread mention"})
_ARTICLES = frozenset({"a", "an"})


class Bars(Ground):
    """The rules that may be about a verdict, and what each makes of it."""

    def against(self) -> list[Rule]:
        """The rules that may be about it: of a policy all that hold, and the others only where nothing of it does."""
        rules = [rule for rule in self.draft.rules if not self.is_own((rule.span.start, rule.span.end))]
        about = [rule for rule in rules if self._holds(rule)]
        kinds = {rule.target: self.draft.subjects[rule.target].kind for rule in about if rule.target in self.draft.subjects}
        policies = {key for key, kind in kinds.items() if kind == POLICY}
        tight = [rule for rule in rules if rule.target in policies and strictest(rule.acts) in TIGHT]
        told = {rule.target for rule in tight}
        return [*(rule for rule in about if rule.target not in told), *tight]

    def _holds(self, rule: Rule) -> bool:
        if rule.family in _OWN_FAMILIES or rule.target in {EVERYTHING, self.subject}:
            return False
        subject = self.draft.subjects.get(rule.target)
        if subject is not None and subject.kind == POLICY:
            if not rule.acts and any(items.start <= rule.span.start < items.end for items in self.lists):
                return True
            return (not rule.acts and rule.trail in self.judging) or self._is_about_it(rule)
        if strictest(rule.acts) not in TIGHT:
            return False
        headings = "" if rule.trail in self.near else " ".join(rule.trail[-1:])
        text = " ".join([rule.span.text, rule.target, *(act.words for act in rule.acts), headings])
        if rule.target not in self.draft.subjects and in_order(rule.target)[:1] in self.deeds:
            return True
        things = self.things if rule.target not in self.draft.subjects else []
        if things and rule.trail in self.near:
            return True
        return self.names(text, [*self.verdicts, *things])

    @cached_property
    def lists(self) -> list[Span]:
        """The innermost lists in which the verdicts stand: a bound among them that nothing follows from is about them."""
        blocks = [block for section in self.draft.document.sections for block in walk(section.blocks)]
        spans = [block.span for block in blocks if isinstance(block, ListBlock)]
        arrows = [arrow.span for arrow in self.draft.pending.arrows]
        around = ([span for span in spans if span.covers(arrow)] for arrow in arrows)
        return [min(found, key=lambda span: span.end - span.start) for found in around if found]

    def _is_about_it(self, rule: Rule) -> bool:
        """Whether a policy names the verdicts; who decides or approves may be said of other things, where it has facts of its own.

        So `max gate approval rate: 0.7` is no restraint; `high risk of a change requires approval` and `max approvals a day` are.
        """
        tight, text = strictest(rule.acts) in TIGHT, rule.span.text
        headings = "" if rule.trail in self.near or not tight else " ".join(rule.trail[-1:])
        said = f"{text} {rule.target} {headings}" if tight else text
        if self.names(said, self.changing):
            return True
        if not self.names(said, self.verdicts):
            return False
        edited = "|".join(map(re.escape, self.draft.grammar.words.keywords["EDITEDHERE"]))
        plain = re.sub(edited, "", f"{text} {rule.target}", flags=re.IGNORECASE)
        return not self._has_own(rule) or (tight and self.names(plain, self.candidates))

    def _has_own(self, rule: Rule) -> bool:
        """Whether a policy is about something of its own: facts that count no decisions, or what its label names."""
        subject, words = self.draft.subjects[rule.target], self.draft.grammar.words
        facts = [*subject.reads, *(name for atom in rule_atoms(rule) for name in names_of(atom))]
        decides, per = {in_order(word)[:1] for word in words.formula["DECIDES"]}, {*words.keywords["PER"], ""}
        counted = (fact.partition(" ") for fact in facts)
        judged = any(in_order(first)[:1] in decides and rest.partition(" ")[0] in per for first, _, rest in counted)
        label, colon, _ = rule.span.text.partition(":")
        labelled = bool(colon) and bare(label.strip("*_ ")) == rule.target and rule.trail not in self.near
        return not rule.unread and ((bool(facts) and not judged) or (labelled and not self.names(label, self.verdicts)))

    def bar(self, rule: Rule) -> Rule | None:
        """What holds under a condition of its own keeps a verdict from going under that condition only; None where it has none."""
        if strictest(rule.acts) not in TIGHT or rule.unread or rule.family == "matrix":  # a row is a condition as well
            return None
        when = rule.when
        if when == ALWAYS and rule.target in self.draft.operations and self._is_elsewhere(rule.target):
            when = Opaque(rule.target, self.draft.operations[rule.target].name.text, rule.span)
        made = replace(rule, family=JOINED, target=self.subject, when=when, rank=INVARIANT_RANK, states=())
        return made if when != ALWAYS else None

    def _is_elsewhere(self, operation: str) -> bool:
        """Whether an operation has an object of its own (`sign off a voyage`), which is nothing that is kept or not."""
        words = operation.split(" ")
        return any(word in _ARTICLES for word in words[:-1]) and not self.names(operation, [*self.changing, *self.things])
