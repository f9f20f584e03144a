"""What may stand against a verdict of a metric: what speaks of it in other words, and what nobody understands.

A metric lets a change stay without a person. So it says so only on a page whose other sentences are understood, and none of
which names its verdicts, what they are about, or who decides: whatever does keeps it from going, wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from harnessy.document import Fence, Heading, ListBlock, Section, Table, walk
from harnessy.rulebook.amount import number
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.formula import RELATIONS
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import (
    THRESHOLD,
    Reading,
)
from harnessy.rulebook.names import fold, stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.symbols import Requirement
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import ARTICLES
from harnessy.rulebook.verdict_bars import Bars
from harnessy.rulebook.verdict_ground import COMPOUND, DENIALS, WORDS, Place
from harnessy.rulebook.verdict_lines import vetoing
from harnessy.rulebook.verdict_talk import only_describes
from harnessy.rulebook.vetoes import consequence
from harnessy.source import Span

_SYMBOLS, _WATCHED = "SYMBOLS", "WATCHED"
_OTHER_TABLES = frozenset({"EXAMPLES", _SYMBOLS, _WATCHED})
_FIRST = 1 + 2  # words in which a sentence says what it is about
_BRIEF = _FIRST + 1  # words of what is no whole sentence
_AHEAD, _PAGE = "first", ".md"
_DIGIT = re.compile(r"\d")
_BAR = "|"
_POSSESSIVE = ("'s", "’s", "s'", "s’")
_SETTINGS = frozenset({"", "yaml", "yml", "toml", "ini", "json", "conf", "cfg", "properties", "text", "txt"})


def mind_verdicts(draft: Draft) -> None:
    """Keep the verdicts of a metric from going for what may be about them."""
    for key in [key for key, subject in draft.subjects.items() if subject.kind == THRESHOLD]:
        rules = [rule for rule in draft.rules if rule.target == key]
        if any(strictest(rule.acts) == "go" for rule in rules):
            _Restraints(draft, key, rules).find()


class _Restraints(Bars):
    """What a page says beside the rules of one subject of a metric."""

    def find(self) -> None:
        """Look at every sentence, rule, heading, table and block that is no line of the metric."""
        found = dict[Span, tuple[str, ...]]()
        reasons = reason_cells(self.draft)
        for place, reading in list(self.draft.readings.items()):
            if place in self.draft.told:
                continue
            if not self.is_own(place) and self._restricts(reading, is_reason=place in reasons):
                found[reading.span] = reading.trail
        for rule in self.against():
            bar = self.bar(rule)
            if bar is not None:
                self.draft.rules.append(bar)
            else:
                found[rule.span] = rule.trail
        notes = ((one.note, one) for one in self.draft.pending.requirements if self._changes(one))
        found.update((note, one.section.words) for note, one in notes if note is not None)
        for section in self.draft.document.sections:
            found.update(dict.fromkeys(self._unread(section), section.words))
        found.update(self._labelled())
        for span, trail in sorted(found.items(), key=lambda item: item[0].start):
            self.draft.mention(self.subject, span, trail)

    # -- what

    def _restricts(self, reading: Reading, *, is_reason: bool) -> bool:
        text = reading.span.text
        if reading.kind != "example" and self._follows(reading.span):
            return True
        verdict = self.names(text, self.verdicts)
        if reading.kind == "not understood":
            return True
        if reading.kind == "example":  # a row of a table of examples is one; a sentence below them may order something all the same
            rows = any(grid.table.span.covers(reading.span) for grid in self.draft.grids)
            return not rows and (verdict or self._remarks(reading, is_reason=is_reason))
        if reading.kind == "rationale":
            return verdict or self._weighs(reading.span) or self._remarks(reading, is_reason=is_reason) or self._states(reading)
        if reading.kind == "rule":
            return bool(reading.reason) and (verdict or self.names(text, self.things))
        if self._is_of_another(reading.span):
            return False
        return verdict or (self._trail(reading) in self.near and self._remarks(reading, is_reason=is_reason))

    def _trail(self, reading: Reading) -> tuple[str, ...]:
        """The headings over a reading; of one that was noted without them, those of its place."""
        sections = (section for section in self.draft.document.sections if section.span.covers(reading.span))
        return reading.trail or next((section.words for section in sections), ())

    def _is_of_another(self, span: Span) -> bool:
        """Whether words lend force to a rule about something else: `override per visit via x` is about its limit."""
        lent = self._lent.get((span.start, span.end), set())
        return bool(lent) and self.subject not in lent

    @cached_property
    def _lent(self) -> dict[Place, set[str]]:
        """What the words are about that lend force to rules."""
        found = dict[Place, set[str]]()
        for rule in self.draft.rules:
            for span in rule.why:
                found.setdefault((span.start, span.end), set()).add(rule.target)
        return found

    def _changes(self, one: Requirement) -> bool:
        """Whether a note beside a veto gives it another limit, or a condition."""
        for token in self.lexer.lex(one.note) if one.note is not None else ():
            if token.type in DENIALS or (token.type == "NUMBER" and number(token.text) != one.limit):
                return True
        return one.note is not None and has_label(self.draft, one.note.text, ("STATUS", "TIMES"))

    def _remarks(self, reading: Reading, *, is_reason: bool) -> bool:
        """Whether a sentence without logic says something of who, when or what: of the metric, near it, or of people at all."""
        text, near = reading.span.text, reading.trail in self.near and not is_reason
        words = [word.casefold() for word in WORDS.findall(text)]
        tokens = self.lexer.lex(reading.span)
        others = set(words) & set(self.draft.grammar.words.headers["OTHERS"])
        opening = " ".join(word for word in words[:_FIRST] if not COMPOUND.fullmatch(word))
        opens = self.names(opening, self.candidates) or (bool(tokens) and tokens[0].type == "EVERY")
        if others or opens or words[-1:] == [_AHEAD] or self.is_unsettled(text):
            return True
        if self._says_limit(text, near=near) or (near and any(token.type == "ATOM" or _PAGE in token.text for token in tokens)):
            return True
        short = len(words) <= _BRIEF
        if reading.kind == "rationale" and short and (near or any(token.type == "COLON" for token in tokens)):
            return not _DIGIT.search(text)
        return (near or short or self.names(text, self.things)) and self.is_tight(reading.span)

    def _weighs(self, span: Span) -> bool:
        """`Failed runs count half`, `timed-out runs are failures`: how what is measured counts, or what it is, anywhere."""
        tokens = [token for token in self.lexer.lex(span) if token.text.casefold() not in ARTICLES]
        front = " ".join(token.text for token in tokens[: _BRIEF + 1])
        weighing, said = self.draft.grammar.words.formula["WEIGHED"], f" {fold(span.text)} "
        if fold(front).partition(" ")[0] in weighing:
            return True
        weighed = any(f" {word} " in said for word in weighing)
        is_what = any(token.type == "COP" for token in tokens[:_BRIEF])
        named = self.names(front, [*self.measured, *self.sides]) or any(token.text in self.ground for token in tokens)
        return named and (weighed or is_what)

    def _says_limit(self, text: str, *, near: bool) -> bool:
        """Whether words with a number in them stand near the metric, or name a limit."""
        limits = [stems(word) for word in self.draft.grammar.words.formula["LIMITED"]]
        return bool(_DIGIT.search(text)) and (near or self.names(text, limits))

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
            if isinstance(block, Fence) and (self._sets(block) or self._limits(section, block)):
                found.append(block.span)
            lead = block.lead.sentences[-1] if isinstance(block, ListBlock | Fence) and block.lead is not None else None
            if lead is not None and isinstance(block, ListBlock | Fence) and not self.is_own((lead.start, lead.end)):
                found.extend([lead] if self._leads(block) else [])
        return found

    def _states(self, reading: Reading) -> bool:
        """Whether a sentence below a heading over formulas, figures or verdicts is more than a description."""
        return self._trail(reading) in self.measuring and not only_describes(self.draft, reading.span)

    @cached_property
    def measuring(self) -> set[tuple[str, ...]]:
        """The headings right over the symbols, the formulas, what is watched, the vetoes and the verdicts."""
        pending, sections = self.draft.pending, self.draft.document.sections
        measured = [*(one.section.words for one in pending.symbols), *(one.section.words for one in pending.formulas)]
        tables = [grid.table for grid in self.draft.grids if grid.role in {_SYMBOLS, _WATCHED}]
        watched = (section.words for section in sections if any(table in section.blocks for table in tables))
        return {*self.judging, *measured, *watched}

    def _labelled(self) -> Iterator[tuple[Span, tuple[str, ...]]]:
        """Headings and labels of what is only watched that order or limit something, and meanings of symbols that do."""
        for grid in (grid for grid in self.draft.grids if grid.role in {_SYMBOLS, _WATCHED}):
            watched = grid.role == _WATCHED
            yield from self._headed(grid.table) if watched else ()
            for row in grid.table.rows:
                cells = row.cells[: _FIRST - 1] if not watched else row.cells[:1]
                rules = (cell for cell in cells if _DIGIT.search(cell.text) and (watched or self._excepts(cell.span)))
                yield from ((cell.span, ()) for cell in rules)

    def _headed(self, table: Table) -> Iterator[tuple[Span, tuple[str, ...]]]:
        """The heading of a table, where it orders or limits something."""
        for section in (section for section in self.draft.document.sections if table in section.blocks):
            heading = section.heading
            if heading is not None:
                plain = heading.span.cut(heading.span.start, heading.span.start + len(heading.text.partition("(")[0]))
                yield from [(heading.span, section.words)] if self.is_tight(plain) else []

    def _excepts(self, span: Span) -> bool:
        """Whether words with a number in them leave something out, or compare."""
        tokens = self.lexer.lex(span)
        return any(token.type in DENIALS or token.type in RELATIONS or token.type == "ONLY" for token in tokens)

    def _tells(self, table: Table, role: str | None) -> bool:
        """Whether a table that nobody reads names it, or one that is read has it in its header."""
        if role is None:
            return self.names(table.span.text, [*self.verdicts, *self.things])
        first, *rest = (cell.text for cell in table.header.cells)
        reserved = self.names(first, self.things) and has_label(self.draft, " ".join(rest), ("DOERS", "DECIDERS"))
        glued = reserved or any(_BAR not in row.span.text for row in table.rows)  # a line below a table that is no row of it
        return glued or (role not in _OTHER_TABLES and self.names(table.header.span.text, self.changing))

    def _sets(self, fence: Fence) -> bool:
        place = (fence.span.start, fence.span.end)
        if fence.info.split(" ")[0].casefold() not in _SETTINGS or place in self.draft.readings or self.is_own(place):
            return False
        return self.names(fence.span.text, [*self.verdicts, *self.things])

    def _limits(self, section: Section, fence: Fence) -> bool:
        """Whether a block near the metric that nobody reads has a number in it, or says what stops."""
        place = (fence.span.start, fence.span.end)
        near = section.words in self.near or vetoing(self.draft, section)
        if not near or fence.info.split(" ")[0].casefold() not in _SETTINGS or place in self.draft.readings or self.is_own(place):
            return False
        return bool(_DIGIT.search(fence.body.text)) or self.is_tight(fence.span)

    def _topic(self, section: Section, heading: Heading) -> bool:
        """Whether a heading over the metric restricts it, or another one is about its verdicts, or a time."""
        if section.words not in self.near:
            timed = has_label(self.draft, heading.text, ("TIMES",))
            return timed or self.names(heading.text, self.changing) or self._is_denied(heading)
        if heading.level == 1:
            return self.is_tight(heading.span)
        span = heading.span.cut(heading.span.start, heading.span.start + self._told(section, heading))
        return self._is_placed(span) or self.is_tight(span) or has_label(self.draft, span.text, ("EVERYTHING",))

    def _is_placed(self, span: Span) -> bool:
        """Whether a heading has a place, an instrument, an actor or an owner."""
        openings = {*self.draft.grammar.words.keywords["THROUGH"], *self.draft.grammar.words.keywords["ACTOR"]}
        return any(word in openings or word.endswith(_POSSESSIVE) for word in map(str.casefold, WORDS.findall(span.text)))

    def _is_denied(self, heading: Heading) -> bool:
        """Whether a heading of another section that names them says more: `No approvals`, and not `Approval gate`."""
        named = self.names(heading.text, self.verdicts)
        return named and (self._is_placed(heading.span) or self.is_tight(heading.span, self.verdicts))

    def _told(self, section: Section, heading: Heading) -> int:
        """Where a note begins that says what follows when a veto is broken, and is read."""
        told = vetoing(self.draft, section) and bool(consequence(self.draft, heading.span))
        return len(heading.text.partition("(")[0]) if told else len(heading.text)
