"""What may stand against a verdict of a metric: what speaks of it in other words, and what nobody understands.

A metric lets a change stay without a person. So it says so only on a page whose other sentences are understood, and none of
which names its verdicts, what they are about, or who decides: whatever does keeps it from going, wherever it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from harnessy.document import Fence, Heading, ListBlock, Section, Table, walk
from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import EVERYTHING, POLICY, THRESHOLD, Reading, Rule
from harnessy.rulebook.names import fold, in_order, stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.symbols import Requirement
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Lexer
from harnessy.rulebook.verdict_lines import vetoing
from harnessy.rulebook.vetoes import consequence
from harnessy.source import Span

_OWN_FAMILIES = frozenset({THRESHOLD, "veto", "bar", "unread mention"})
_TIGHT = frozenset({"hold", "halt"})
_DENIALS = frozenset({"NO", "NOT", "NEVER", "NOONE", "FORBID", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "IF"})
_OTHER_TABLES = frozenset({"EXAMPLES", "SYMBOLS", "WATCHED"})
_FIRST = 1 + 2  # words in which a sentence says what it is about
_BRIEF = _FIRST + 1  # words of what is no whole sentence
_AHEAD, _PAGE = "first", ".md"
_DIGIT = re.compile(r"\d")
_WORDS = re.compile(r"[\w'’-]+")
_POSSESSIVE = ("'s", "’s", "s'", "s’")
_SETTINGS = frozenset({"", "yaml", "yml", "toml", "ini", "json", "conf", "cfg", "properties", "text", "txt"})
Place = tuple[int, int]


def mind_verdicts(draft: Draft) -> None:
    """Keep the verdicts of a metric from going for what may be about them."""
    for key in [key for key, subject in draft.subjects.items() if subject.kind == THRESHOLD]:
        rules = [rule for rule in draft.rules if rule.target == key]
        if any(strictest(rule.acts) == "go" for rule in rules):
            _Restraints(draft, key, rules).find()


@dataclass
class _Restraints:
    """One subject of a metric, its rules, and the words that name it."""

    draft: Draft
    subject: str
    rules: list[Rule]

    def find(self) -> None:
        """Look at every sentence, rule, heading, table and block that is no line of the metric."""
        found = dict[Span, tuple[str, ...]]()
        reasons = reason_cells(self.draft)
        for place, reading in list(self.draft.readings.items()):
            if not self._is_own(place) and self._restricts(reading, is_reason=place in reasons):
                found[reading.span] = reading.trail
        for rule in self.draft.rules:
            if not self._is_own((rule.span.start, rule.span.end)) and self._holds(rule):
                found[rule.span] = rule.trail
        notes = ((one.note, one) for one in self.draft.pending.requirements if self._changes(one))
        found.update((note, one.section.words) for note, one in notes if note is not None)
        for section in self.draft.document.sections:
            found.update(dict.fromkeys(self._unread(section), section.words))
        for span, trail in sorted(found.items(), key=lambda item: item[0].start):
            self.draft.mention(self.subject, span, trail)

    # -- the words

    @cached_property
    def lexer(self) -> Lexer:
        """The lexer, with all names of the document."""
        return self.draft.lexer()

    @cached_property
    def verdicts(self) -> list[frozenset[str]]:
        """The stems of what says that a change stays or goes, and of who says so."""
        words = self.draft.grammar.words.formula
        return [*self.changing, *(stems(word) for word in words["DECIDES"])]

    @cached_property
    def changing(self) -> list[frozenset[str]]:
        """The stems of what says that a change stays or goes."""
        words = self.draft.grammar.words.formula
        said = [act.verb for rule in self.rules for act in rule.acts]
        return [stems(word) for word in (*words["KEEP"], *words["KEPT"], *words["UNDO"], *said)]

    @cached_property
    def things(self) -> list[frozenset[str]]:
        """The stems of what a verdict is about, and of what it rests on."""
        subject = self.draft.subjects[self.subject]
        names = [name.text for name in (subject.name, *subject.aliases)]
        words = (*self.draft.grammar.words.formula["JUDGED"], *self.draft.grammar.words.formula["LIMITED"], *names)
        return [*self.candidates, *(stems(word) for word in words if stems(word))]

    @cached_property
    def deeds(self) -> set[tuple[str, ...]]:
        """The stems of words for whatever is done."""
        return {in_order(word)[:1] for word in self.draft.grammar.words.formula["DEEDS"]}

    def _names(self, text: str, names: list[frozenset[str]]) -> bool:
        said = stems(text)
        return any(name <= said for name in names)

    def _is_tight(self, span: Span) -> bool:
        """Whether words hold, deny, name people or a time, or say that something is not in force, or not meant to be."""
        if any(token.effect in _TIGHT or token.type in _DENIALS for token in self.lexer.lex(span)):
            return True
        plain = " ".join(word for word in _WORDS.findall(span.text) if stems(word) not in self._judged)
        labels = ("OTHERS", "STATUS", "INACTIVE", "TIMES", "TAKES_BACK")
        return self._is_unsettled(span.text) or has_label(self.draft, plain, labels)

    def _is_unsettled(self, text: str) -> bool:
        """Whether words are about a time, or about what is not meant yet, or only as advice."""
        words = self.draft.grammar.words.formula
        said = f" {fold(' '.join(_WORDS.findall(text)))} "
        return any(f" {fold(word)} " in said for word in (*words["TENTATIVE"], *words["SEASONS"]))

    @cached_property
    def candidates(self) -> list[frozenset[str]]:
        """The stems of what may be kept or not."""
        objects = [act.object for rule in self.rules for act in rule.acts]
        nouns = [schema.noun for schema in self.draft.schemas if schema.role == "compared"]
        return [stems(word) for word in (*self.draft.grammar.words.formula["CANDIDATE"], *objects, *nouns) if stems(word)]

    @cached_property
    def _judged(self) -> list[frozenset[str]]:
        words = self.draft.grammar.words.formula
        return [stems(word) for word in (*words["JUDGED"], *words["LIMITED"])]

    # -- where

    @cached_property
    def own(self) -> set[Place]:
        """The lines of the metric itself, and of the records it is measured on."""
        pending = self.draft.pending
        lines = [*(one.span for one in pending.arrows), *(one.span for one in pending.requirements)]
        lines.extend(one.span for one in (*pending.symbols, *pending.formulas))
        lines.extend((*pending.leads, *(one.span for one in pending.closed)))
        lines.extend(schema.span for schema in self.draft.schemas)
        return {(span.start, span.end) for span in lines}

    def _is_own(self, place: Place) -> bool:
        start, end = place
        return any((first <= start and end <= last) or (start <= first and last <= end) for first, last in self.own)

    @cached_property
    def near(self) -> set[tuple[str, ...]]:
        """The headings over the metric's verdicts and vetoes, each with all above it, and those below them."""
        pending = self.draft.pending
        sections = [*(one.section.words for one in pending.arrows), *(one.section.words for one in pending.requirements)]
        every = [section.words for section in self.draft.document.sections]
        below = {words for words in every if any(words[: len(one)] == one for one in sections)}
        return below | {words[:count] for words in sections for count in range(len(words) + 1)}

    # -- what

    def _restricts(self, reading: Reading, *, is_reason: bool) -> bool:
        text = reading.span.text
        if reading.kind != "example" and self._follows(reading.span):
            return True
        verdict = self._names(text, self.verdicts)
        if reading.kind == "not understood":
            return True
        if reading.kind == "rationale":
            return verdict or self._remarks(reading, is_reason=is_reason)
        if reading.kind == "rule":
            return bool(reading.reason) and (verdict or self._names(text, self.things))
        near = reading.trail in self.near
        return reading.kind == "definition" and (verdict or (near and self._remarks(reading, is_reason=is_reason)))

    def _changes(self, one: Requirement) -> bool:
        """Whether a note beside a veto gives it another limit, or a condition."""
        for token in self.lexer.lex(one.note) if one.note is not None else ():
            if token.type in _DENIALS or (token.type == "NUMBER" and number(token.text) != one.limit):
                return True
        return one.note is not None and has_label(self.draft, one.note.text, ("STATUS", "TIMES"))

    def _holds(self, rule: Rule) -> bool:
        if rule.family in _OWN_FAMILIES or rule.target in {EVERYTHING, self.subject}:
            return False
        if strictest(rule.acts) not in _TIGHT:
            subject = self.draft.subjects.get(rule.target)
            return subject is not None and subject.kind == POLICY and self._names(rule.span.text, self.verdicts)
        headings = "" if rule.trail in self.near else " ".join(rule.trail[-1:])
        text = f"{rule.span.text} {rule.target} {headings}"
        if rule.target not in self.draft.subjects and in_order(rule.target)[:1] in self.deeds:
            return True
        things = self.things if rule.target not in self.draft.subjects else []
        if things and rule.trail in self.near:
            return True
        return self._names(text, [*self.verdicts, *things])

    def _remarks(self, reading: Reading, *, is_reason: bool) -> bool:
        """Whether a sentence without logic says something of who, when or what: of the metric, near it, or of people at all."""
        text, near = reading.span.text, reading.trail in self.near and not is_reason
        words = [word.casefold() for word in _WORDS.findall(text)]
        tokens = self.lexer.lex(reading.span)
        others = set(words) & set(self.draft.grammar.words.headers["OTHERS"])
        opens = self._names(" ".join(words[:_FIRST]), self.candidates) or (bool(tokens) and tokens[0].type == "EVERY")
        if others or opens or words[-1:] == [_AHEAD] or self._is_unsettled(text):
            return True
        if self._says_limit(text, near=near) or (near and any(token.type == "ATOM" or _PAGE in token.text for token in tokens)):
            return True
        short = len(words) <= _BRIEF
        if reading.kind == "rationale" and short and (near or any(token.type == "COLON" for token in tokens)):
            return not _DIGIT.search(text)
        return (near or short or self._names(text, self.things)) and self._is_tight(reading.span)

    def _says_limit(self, text: str, *, near: bool) -> bool:
        """Whether words with a number in them stand near the metric, or name a limit."""
        limits = [stems(word) for word in self.draft.grammar.words.formula["LIMITED"]]
        return bool(_DIGIT.search(text)) and (near or self._names(text, limits))

    def _follows(self, span: Span) -> bool:
        """Whether words stand in an item that holds a line of the metric, or in a list of vetoes."""
        return any(item.start <= span.start and span.end <= item.end for item in self.items)

    @cached_property
    def items(self) -> list[Span]:
        """The items with lines of the verdict in them, and all items under a heading for vetoes."""
        pending = self.draft.pending
        lines = [*(one.span for one in pending.arrows), *(one.span for one in pending.requirements)]
        found = list[Span]()
        for section in self.draft.document.sections:
            for block in walk(section.blocks):
                items = block.items if isinstance(block, ListBlock) else ()
                listed = vetoing(self.draft, section)
                found.extend(item.span for item in items if listed or any(item.span.covers(line) for line in lines))
        return found

    def _unread(self, section: Section) -> list[Span]:
        """Headings, tables and settings that may say something of it."""
        found = list[Span]()
        if section.heading is not None and self._topic(section, section.heading):
            found.append(section.heading.span)
        roles = {grid.table.span.start: grid.role for grid in self.draft.grids}
        for block in walk(section.blocks):
            if isinstance(block, Table) and self._tells(block, roles.get(block.span.start)):
                found.append(block.span)
            if isinstance(block, Fence) and self._sets(block):
                found.append(block.span)
            if isinstance(block, ListBlock | Fence) and block.lead is not None and self._leads(block):
                found.append(block.lead.sentences[-1])
        return found

    def _tells(self, table: Table, role: str | None) -> bool:
        """Whether a table that nobody reads names it, or one that is read has it in its header."""
        if role is None:
            return self._names(table.span.text, [*self.verdicts, *self.things])
        return role not in _OTHER_TABLES and self._names(table.header.span.text, self.changing)

    def _sets(self, fence: Fence) -> bool:
        place = (fence.span.start, fence.span.end)
        if fence.info.split(" ")[0].casefold() not in _SETTINGS or place in self.draft.readings or self._is_own(place):
            return False
        return self._names(fence.span.text, [*self.verdicts, *self.things])

    def _topic(self, section: Section, heading: Heading) -> bool:
        """Whether a heading over the metric restricts it, or another one is about its verdicts, or a time."""
        if section.words not in self.near:
            timed = has_label(self.draft, heading.text, ("TIMES",))
            return timed or self._names(heading.text, self.changing) or self._is_denied(heading)
        if heading.level == 1:
            return self._is_tight(heading.span)
        span = heading.span.cut(heading.span.start, heading.span.start + self._told(section, heading))
        openings = {*self.draft.grammar.words.keywords["THROUGH"], *self.draft.grammar.words.keywords["ACTOR"]}
        words = [word.casefold() for word in _WORDS.findall(span.text)]
        placed = any(word in openings or word.endswith(_POSSESSIVE) for word in words)
        return placed or self._is_tight(span) or has_label(self.draft, span.text, ("EVERYTHING",))

    def _is_denied(self, heading: Heading) -> bool:
        return self._names(heading.text, self.verdicts) and self._is_tight(heading.span)

    def _told(self, section: Section, heading: Heading) -> int:
        """Where a note begins that says what follows when a veto is broken, and is read."""
        told = vetoing(self.draft, section) and bool(consequence(self.draft, heading.span))
        return len(heading.text.partition("(")[0]) if told else len(heading.text)

    def _leads(self, block: ListBlock | Fence) -> bool:
        """Whether a lead-in over lines of the metric says more than that they follow."""
        pending = self.draft.pending
        spans = [*(one.span for one in pending.arrows), *(one.span for one in pending.requirements)]
        lines = [span.start for span in (*spans, *(one.span for one in pending.formulas))]
        if block.lead is None or not any(block.span.start <= start < block.span.end for start in lines):
            return False
        plain = frozenset().union(*map(stems, self.draft.grammar.words.formula["LEADS"]))
        known = frozenset().union(*self.verdicts, *self.things)
        return not stems(block.lead.sentences[-1].text.rstrip("*_: ")) <= known | plain
