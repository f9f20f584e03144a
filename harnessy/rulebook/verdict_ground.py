"""The words that name the verdicts of a metric and what they are about, and the lines of a page that are its own."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, islice, takewhile

from harnessy.document import Fence, ListBlock, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.model import Rule, names_of, rule_atoms
from harnessy.rulebook.names import fold, in_order, stems
from harnessy.rulebook.place import TIGHT
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Lexer
from harnessy.source import Span

DENIALS = frozenset({"NO", "NOT", "NEVER", "NOONE", "FORBID", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "IF"})
WORDS = re.compile(r"[\w'’-]+")
COMPOUND = re.compile(r"\w+-\w+[ai]ble", re.IGNORECASE)  # `hand-editable` says what can be done, and not who must
Place = tuple[int, int]


def _distinct(names: Iterable[frozenset[str]]) -> list[frozenset[str]]:
    return list(dict.fromkeys(names))


@dataclass
class Ground:
    """One subject of a metric, its rules, the words that name it, and its own lines."""

    draft: Draft
    subject: str
    rules: list[Rule]

    # -- the words

    @cached_property
    def lexer(self) -> Lexer:
        """The lexer, with all names of the document."""
        return self.draft.lexer()

    @cached_property
    def verdicts(self) -> list[frozenset[str]]:
        """The stems of what says that a change stays or goes, and of who says so."""
        words = self.draft.grammar.words.formula
        return _distinct((*self.changing, *(stems(word) for word in words["DECIDES"])))

    @cached_property
    def changing(self) -> list[frozenset[str]]:
        """The stems of what says that a change stays or goes."""
        words = self.draft.grammar.words.formula
        said = [act.verb for rule in self.rules for act in rule.acts]
        return _distinct(stems(word) for word in (*words["KEEP"], *words["KEPT"], *words["UNDO"], *said))

    @cached_property
    def things(self) -> list[frozenset[str]]:
        """The stems of what a verdict is about, and of what it rests on."""
        subject = self.draft.subjects[self.subject]
        names = [name.text for name in (subject.name, *subject.aliases)]
        words = (*self.draft.grammar.words.formula["JUDGED"], *self.draft.grammar.words.formula["LIMITED"], *names)
        return _distinct((*self.candidates, *(stems(word) for word in words if stems(word))))

    @cached_property
    def deeds(self) -> set[tuple[str, ...]]:
        """The stems of words for whatever is done."""
        return {in_order(word)[:1] for word in self.draft.grammar.words.formula["DEEDS"]}

    def names(self, text: str, names: list[frozenset[str]]) -> bool:
        """Whether a text has all words of one of the names."""
        said = stems(text)
        return any(name <= said for name in names)

    def is_tight(self, span: Span, but: Sequence[frozenset[str]] = ()) -> bool:
        """Whether words hold, deny, name people or a time, or say that something is not in force, or not meant to be.

        `but` are words of which this is not asked: those of a heading that only names a topic.
        """
        tokens = [token for token in self.lexer.lex(span) if stems(token.text) not in but]
        if any(token.effect in TIGHT or token.type in DENIALS for token in tokens):
            return True
        words = (word for word in WORDS.findall(span.text) if not COMPOUND.fullmatch(word) and stems(word) not in but)
        plain = " ".join(word for word in words if stems(word) not in self.judged)
        labels = ("OTHERS", "STATUS", "INACTIVE", "TIMES", "TAKES_BACK")
        return self.is_unsettled(span.text) or has_label(self.draft, plain, labels)

    def is_unsettled(self, text: str) -> bool:
        """Whether words are about a time, or about what is not meant yet, or only as advice."""
        words = self.draft.grammar.words.formula
        said = f" {fold(' '.join(WORDS.findall(text)))} "
        return any(f" {fold(word)} " in said for word in (*words["TENTATIVE"], *words["SEASONS"]))

    @cached_property
    def candidates(self) -> list[frozenset[str]]:
        """The stems of what may be kept or not."""
        objects = [act.object for rule in self.rules for act in rule.acts]
        nouns = [schema.noun for schema in self.draft.schemas if schema.role == "compared"]
        words = (*self.draft.grammar.words.formula["CANDIDATE"], *objects, *nouns)
        return _distinct(stems(word) for word in words if stems(word))

    @cached_property
    def measured(self) -> list[frozenset[str]]:
        """The stems of the records that are measured, of their fields that the verdicts rest on, and of the words of the vetoes."""
        schemas = [schema for schema in self.draft.schemas if schema.role != "compared"]
        fields = (field.name for schema in schemas for field in schema.fields)
        words = self.draft.grammar.words.formula
        plain = frozenset().union(*(stems(word) for word in (*words["RATE"], *words["SHARE"])))
        labels = (in_order(one.label.key) for one in self.draft.pending.requirements)
        vetoed = [frozenset({stem}) for label in labels for stem in label if stem not in plain]
        read = {part for key in self.ground for part in (key, *self._reads(key))}
        named = (*(schema.noun for schema in schemas), *(name for name in fields if name in read))
        return _distinct((*map(stems, named), *vetoed))

    @cached_property
    def sides(self) -> list[frozenset[str]]:
        """The stems of what is compared: the baseline, the candidate."""
        return _distinct(stems(word) for word in self.draft.grammar.words.formula["SIDES"])

    def _reads(self, key: str) -> tuple[str, ...]:
        """The fields that a measure reads."""
        measure = self.draft.measures.get(key)
        return (measure.of, measure.by) if measure is not None else ()

    @cached_property
    def judged(self) -> list[frozenset[str]]:
        """The stems of what is judged, and by what."""
        words = self.draft.grammar.words.formula
        return [stems(word) for word in (*words["JUDGED"], *words["LIMITED"])]

    # -- where

    @cached_property
    def own(self) -> set[Place]:
        """The lines of the metric itself, and of the records it is measured on."""
        pending = self.draft.pending
        lines = [*(one.span for one in pending.arrows), *(one.span for one in pending.requirements)]
        lines.extend(one.span for one in (*pending.symbols, *pending.formulas))
        lines.extend((*pending.leads, *self.plain_leads(), *(one.span for one in pending.closed)))
        lines.extend(schema.span for schema in self.draft.schemas)
        return {(span.start, span.end) for span in lines}

    def is_own(self, place: Place) -> bool:
        """Whether words stand in a line of the metric, or hold one."""
        start, end = place
        firsts, lasts, furthest = self._lines
        if furthest and (before := bisect_right(firsts, start)) and furthest[before - 1] >= end:
            return True
        at = bisect_left(firsts, start)
        within = takewhile(lambda line: line[0] <= end, zip(islice(firsts, at, None), islice(lasts, at, None), strict=True))
        return any(last <= end for _, last in within)

    @cached_property
    def _lines(self) -> tuple[list[int], list[int], list[int]]:
        """The beginnings of its own lines in order, their ends, and up to each the furthest end."""
        lines = sorted(self.own)
        return [first for first, _ in lines], [last for _, last in lines], list(accumulate((last for _, last in lines), max))

    @cached_property
    def judging(self) -> set[tuple[str, ...]]:
        """The headings right over the verdicts and the vetoes."""
        pending = self.draft.pending
        return {*(one.section.words for one in pending.arrows), *(one.section.words for one in pending.requirements)}

    @cached_property
    def near(self) -> set[tuple[str, ...]]:
        """The headings over the metric's verdicts and vetoes, each with all above it, and those below them."""
        pending = self.draft.pending
        sections = [*(one.section.words for one in pending.arrows), *(one.section.words for one in pending.requirements)]
        every = [section.words for section in self.draft.document.sections]
        below = {words for words in every if any(words[: len(one)] == one for one in sections)}
        return below | {words[:count] for words in sections for count in range(len(words) + 1)}

    def plain_leads(self) -> Iterator[Span]:
        """The lead-ins of formulas that nothing rests on."""
        pending = self.draft.pending
        idle = {one.span.start for one in pending.formulas if one.name.key not in self.ground}
        lines = [*(one.span.start for one in pending.formulas), *(one.span.start for one in pending.arrows)]
        for section in self.draft.document.sections:
            for block in walk(section.blocks):
                span, lead = block.span, block.lead if isinstance(block, ListBlock | Fence) else None
                holds = [start for start in lines if span.start <= start < span.end]
                if lead is not None and holds and set(holds) <= idle and not self.names(lead.sentences[-1].text, self.changing):
                    yield lead.sentences[-1]

    @cached_property
    def ground(self) -> frozenset[str]:
        """The names of all that the verdicts rest on."""
        found, rest = set[str](), [name for rule in self.rules for atom in rule_atoms(rule) for name in names_of(atom)]
        rest.extend(one.label.key for one in self.draft.pending.requirements)
        while rest:
            key = rest.pop()
            if key in found:
                continue
            found.add(key)
            side, quantity = self.draft.sides.get(key), self.draft.quantities.get(key)
            rest.extend([side.symbol] if side is not None else [])
            rest.extend(quantity.reads if quantity is not None else ())
        return frozenset(found)

    def only_leads(self, lead: Span) -> bool:
        """Whether a lead-in only says that lines of the metric follow."""
        plain = frozenset().union(*map(stems, self.draft.grammar.words.formula["LEADS"]))
        known = frozenset().union(*self.verdicts, *self.things)
        return stems(lead.text.rstrip("*_: ")) <= known | plain

    def _leads(self, block: ListBlock | Fence) -> bool:
        """Whether a lead-in over lines of the metric says more than that they follow."""
        pending = self.draft.pending
        spans = [*(one.span for one in pending.arrows), *(one.span for one in pending.requirements)]
        lines = [span.start for span in (*spans, *(one.span for one in pending.formulas))]
        if block.lead is None or not any(block.span.start <= start < block.span.end for start in lines):
            return False
        return not self.only_leads(block.lead.sentences[-1])
