"""Pass 1 over sentences: enumerations, flags, guards and definitions declare names before any rule is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from harnessy.document import Fence, ListBlock, Paragraph, Section, walk
from harnessy.rulebook.acts import glosses
from harnessy.rulebook.amount import number
from harnessy.rulebook.clauses import NotRead, Segment, guarded, split
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.harmless import said_beside
from harnessy.rulebook.model import MEANS_FORMULA, Fact, FactKind, Named, Quantity, Scale
from harnessy.rulebook.names import bare, fold, unarticled
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span

_OWNER = re.compile(r"\s?['’]\s?s\s|\bs['’]\s")
_SPELT = re.compile(r"`(?P<name>[^`|:\n]+):\s*(?P<members>[^`|\n]+(?:\|[^`|]+)+)`")
_PIPED = re.compile(r"^\W{0,3}(?P<name>[\w -]+?)\W{0,3}:\s*(?P<members>`[^`]+`(?:\s*\|\s*`[^`]+`)+)")
_ELEMENT = re.compile(r"(?<![\w-])(?P<name>[\w-]+)\W{0,4}∈\s*(?P<members>`[^`]+`(?:\s*[/,|]\s*`[^`]+`)+)")
_MEMBER = re.compile(r"[^|/,`\s](?:[^|/,`]*[^|/,`\s])?")


def sentences(draft: Draft) -> Iterator[tuple[Section, Span]]:
    """Each sentence of the paragraphs and list items, in order, with its section."""
    for section in draft.document.sections:
        for block in walk(section.blocks):
            if isinstance(block, Paragraph):
                yield from ((section, sentence) for sentence in block.sentences)
            elif isinstance(block, ListBlock):
                yield from ((section, sentence) for item in block.items for sentence in item.sentences)


def collect_sets(draft: Draft) -> None:
    """Enumerations: `Name: a | b` in code spans, `Name: `a` | `b``, `Name ∈ `a` / `b``."""
    for section, sentence in sentences(draft):
        found = [match for pattern in (_SPELT, _PIPED, _ELEMENT) for match in pattern.finditer(sentence.text)]
        for match in found:
            _add_set(draft, sentence, match)
        for beside in said_beside(draft, sentence, [match.span() for match in found]) if found else ():
            draft.note(beside, "not understood", "beside what is read", section.words)


def _add_set(draft: Draft, sentence: Span, match: re.Match[str]) -> None:
    start = sentence.start + match.start("name")
    name = named(match["name"].strip(" *_"), sentence.cut(start, start + len(match["name"])))
    draft.note(sentence, "definition", "names a set")
    if name.key in draft.scales:
        return
    members = []
    for member in _MEMBER.finditer(match["members"]):
        begin = sentence.start + match.start("members") + member.start()
        members.append(named(member.group(), sentence.cut(begin, begin + len(member.group()))))
    draft.scales[name.key] = Scale(name, tuple(members))


def collect_guards(draft: Draft) -> None:
    """The quantity that a guard in a map's cell compares is a fact, the constant one of its values."""
    lexer = draft.lexer()
    for grid in draft.grids:
        if grid.role == "MAP":
            for row in grid.table.rows:
                _guards_of(draft, lexer, row.cells[grid.columns[0]].span)


def _guards_of(draft: Draft, lexer: Lexer, span: Span) -> None:
    try:
        segments = split(guarded(lexer.lex(span)), span)
    except NotRead:
        return
    fact: Named | None = None
    for clause in (clause for segment in segments for clause in segment.clauses if clause.marker in {"AT", "IF"}):
        phrases = [token for token in clause.tokens if token.type == "NP"]
        if len(phrases) > 1:
            fact = _name(draft, phrases.pop(0))
        values = tuple(_name(draft, phrase) for phrase in phrases if phrase.parts[0].type == "ATOM")
        if fact and draft.fact_key(fact.text) is None:
            counted = any(number(phrase.text) is not None for phrase in phrases)
            kind: FactKind = "scale" if fact.key in draft.scales else "number" if counted else "word"
            own = values if kind != "scale" else ()
            draft.add_fact(Fact(fact, kind, fact.key if kind == "scale" else None, own, header=True))
        elif fact and draft.fact_key(fact.text) in draft.facts:
            draft.add_fact(replace(draft.facts[draft.fact_key(fact.text) or ""], values=values))


def _name(draft: Draft, phrase: Token) -> Named:
    return named(phrase.text, draft.document.source.span(phrase.start, phrase.end))


def collect_definitions(draft: Draft) -> None:
    """Functions of facts, clamps, activations, and facts that a default names."""
    for section, sentence in sentences(draft):
        lexer = draft.lexer()
        try:
            segments = split(lexer.lex(sentence), sentence)
        except NotRead:
            continue
        for segment in segments:
            parsed = draft.grammar.statement(segment.main)
            if parsed is not None:
                _define(draft, section, segment, parsed)
    for _, sentence in [*sentences(draft)]:
        _clamp(draft, sentence)


def _define(draft: Draft, section: Section, segment: Segment, parsed: Parsed) -> None:
    phrases = parsed.of("NP")
    if glosses(draft, segment.notes, segment.main):
        return
    if parsed.name == "is_value" and not segment.clauses:
        match = MEANS_FORMULA.match(phrases[-1].text) if len(phrases[-1].parts) == 1 else None
        if match:
            _add_function(draft, section, segment, (phrases[0].text, match["function"], match["arguments"].split(",")))
    elif parsed.name in {"lowest", "highest"} and not segment.clauses:
        function = "min" if parsed.name == "lowest" else "max"
        _add_function(draft, section, segment, (phrases[0].text, function, [phrase.text for phrase in phrases[1:]]))
    elif parsed.name == "missing_means" and len(phrases) == 2:
        _add_default_fact(draft, phrases[0], phrases[1])
    elif parsed.name == "binds" and phrases and len(segment.clauses) == 1:
        text = f"{phrases[0].text} {parsed.of('BIND')[0].text}"
        name = named(text, segment.span.cut(phrases[0].start, parsed.of("BIND")[0].end))
        draft.quantities.setdefault(name.key, Quantity(name, "truth", span=segment.span, trail=section.words))


def _add_function(draft: Draft, section: Section, segment: Segment, parts: tuple[str, str, list[str]]) -> None:
    text, function, arguments = parts
    span = segment.span
    reads = [_argument(draft, argument.strip(" `"), span) for argument in arguments]
    scales = {key: thing for key in reads if (thing := _scale_key(draft, key))}
    if len(set(scales.values())) > 1:
        draft.complain("HN206", "error", f"`{fold(text)}` takes values of more than one scale", span, mend="use facts of one scale")
        return
    scale = next(iter(scales.values()), None)
    for key in reads:
        if scale and key in draft.facts and not draft.facts[key].scale:
            draft.facts[key] = replace(draft.facts[key], kind="scale", scale=scale)
    name = named(unarticled(text), span)
    old = draft.quantities.get(name.key)
    if old is not None and (old.function, sorted(old.reads)) == (function, sorted(reads)):
        draft.quantities[name.key] = replace(old, restated=(*old.restated, span))
        return
    draft.quantities[name.key] = Quantity(name, "value", scale, function, tuple(reads), span, section.words)


def _argument(draft: Draft, text: str, span: Span) -> str:
    """The key of a function's argument; a name not yet known is a fact that the doctrine expects to be stated."""
    scale = draft.scales.get(bare(text))
    named_so = bare(text) in draft.facts or bare(text) in draft.quantities
    if scale is not None and not named_so and all(fact.scale != scale.name.key for fact in draft.facts.values()):
        return draft.add_fact(Fact(scale.name, "scale", scale.name.key, header=True)).name.key
    known = draft.fact_key(_owned(draft, text))
    if known in draft.facts or (known is not None and draft.quantities[known].kind == "value"):
        return known or ""
    start = span.source.text.find(text, span.start, span.end)
    fact = Fact(named(text, span.cut(start, start + len(text)) if start >= 0 else span), "word", header=True)
    draft.add_fact(fact)
    return fact.name.key


def _owned(draft: Draft, text: str) -> str:
    """The name in a phrase that tells whose it is: `the block's trust`, `the ceiling of its instrument`."""
    if draft.fact_key(text) is not None:
        return text
    behind = _OWNER.split(text)[-1].strip()
    front = text.partition(" of ")[0].strip()
    return next((part for part in (behind, front) if part != text and bare(part) and draft.scale_of(bare(part)) is not None), text)


def _scale_key(draft: Draft, key: str) -> str | None:
    scale = draft.scale_of(key)
    return scale.name.key if scale else None


def _add_default_fact(draft: Draft, phrase: Token, value: Token) -> None:
    """A fact that a default names is expected; where it is not declared yet its scale is that of the default."""
    if draft.fact_key(phrase.text) is not None:
        key = draft.fact_key(phrase.text) or ""
        if key in draft.facts:
            draft.facts[key] = replace(draft.facts[key], header=True)
        return
    scales = draft.member_scales(bare(value.text))
    if len(scales) == 1:
        draft.add_fact(Fact(_name(draft, phrase), "scale", scales[0].name.key, header=True))


def _clamp(draft: Draft, sentence: Span) -> None:
    """`X never exceeds Y` on one scale is the minimum of the two: a restatement, or a function of its own."""
    try:
        segments = split(draft.lexer().lex(sentence), sentence)
    except NotRead:
        return
    for segment in segments:
        parsed = draft.grammar.statement(segment.main)
        if parsed is None or parsed.name != "clamp" or segment.clauses:
            continue
        low, high = (_last_name(draft, phrase) or _first_name(draft, phrase) for phrase in parsed.of("NP"))
        if low is None or high is None or draft.scale_of(low) is None or draft.scale_of(low) != draft.scale_of(high):
            continue
        _restate(draft, segment, low, high)


def _restate(draft: Draft, segment: Segment, low: str, high: str) -> None:
    for key, quantity in draft.quantities.items():
        if quantity.function == "min" and set(quantity.reads) == {low, high}:
            draft.quantities[key] = replace(quantity, restated=(*quantity.restated, segment.span))
            return
    text = f"{low} capped by {high}"
    scale = draft.scale_of(low)
    name = named(text, segment.span)
    draft.quantities[name.key] = Quantity(name, "value", scale.name.key if scale else None, "min", (low, high), segment.span)


def _last_name(draft: Draft, phrase: Token) -> str | None:
    """The fact that a noun phrase ends with, whatever stands before it (`a prompt's header`)."""
    for start in range(len(phrase.parts)):
        rest = phrase.parts[start:]
        key = bare(" ".join(part.text for part in rest))
        if draft.scale_of(key) is not None:
            return key
    return None


def _first_name(draft: Draft, phrase: Token) -> str | None:
    """The fact on a scale that stands first in a noun phrase: `the ceiling of its drug class`, `the trust on a card`."""
    joints = {"of", *draft.grammar.words.keywords["THROUGH"]}
    end = next((index for index, part in enumerate(phrase.parts) if part.text.casefold() in joints), 0)
    key = bare(" ".join(part.text for part in phrase.parts[:end]))
    return key if end and draft.scale_of(key) is not None else None


def code_lines(draft: Draft) -> Iterator[tuple[Section, Fence]]:
    """Every block of code with its section."""
    for section in draft.document.sections:
        yield from ((section, block) for block in walk(section.blocks) if isinstance(block, Fence))
