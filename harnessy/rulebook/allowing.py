"""A go stands only where everything that is said under its heading is read, or plainly says nothing of it.

Nobody can list all words that restrict. So it is the other way round: what is no rule, definition or example keeps what goes
under the same heading from going, unless it stands in a table, is about another subject, or is plainly a reason.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from itertools import dropwhile, islice, pairwise

from harnessy.document import Heading, ListBlock, Paragraph, Section, Table, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import explains, tells_of_page
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.place import strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.rulebook.topics import OWNED
from harnessy.source import Span

_STOP, _COLON = ".", ":"
_QUALIFIES = frozenset("():–—-")
_CONTRAST = ({"NAME", "ATOM"}, {"AND"}, {"NAME", "ATOM"}, {"COP"})
_SAYS = frozenset({"COP", "PAST", "MUST", "NEVER", "COLON", "FORBID", "RESERVED", "REQ", "MAY", "THIRD", "DASH"})


def mind_neighbours(draft: Draft) -> None:
    """Keep from going what stands under one heading with a sentence that nobody reads, or above one in a part of its section."""
    going = dict[tuple[str, ...], set[str]]()
    for rule in draft.rules:
        if strictest(rule.acts) == "go":
            going.setdefault(rule.trail, set()).add(rule.target)
    if not going:
        return
    lexer = draft.lexer()
    _mind_headings(draft, lexer)
    minded = _minded(draft)
    headed = ((section.words, section.heading) for section in draft.document.sections)
    below = {words for words, heading in headed if words in going and heading is not None and heading.level > 1}
    for _, reading in draft.unread():
        span, above = reading.span, (reading.trail[:end] for end in range(1, len(reading.trail)))
        keys = going.get(reading.trail, set[str]()).union(*(going[trail] for trail in above if trail in below))
        if not keys:
            continue
        at = bisect(minded, (span.start, len(span.source.text))) - 1
        if at >= 0 and span.end <= minded[at][1]:
            continue
        tokens = lexer.lex(span)
        if not tokens or explains(draft, span) or tells_of_page(draft, span) or _contrasts(draft, tokens):
            continue
        about = _about(draft, tokens)
        for key in sorted(keys if about is None else keys & {about}):
            draft.mention(key, span, reading.trail)


def _mind_headings(draft: Draft, lexer: Lexer) -> None:
    """Keep from going what stands under a heading that says whose it is: `Ana's page`, `Senior agents`."""
    headings = {heading.span.start: heading for section in draft.document.sections for heading in section.trail}
    owned = {start for start, heading in headings.items() if _says_whose(draft, heading, lexer)}
    sections = {section.words: section for section in draft.document.sections if owned}
    for rule in [rule for rule in draft.rules if owned and strictest(rule.acts) == "go"]:
        section = sections.get(rule.trail)
        for heading in section.trail if section is not None else ():
            if heading.span.start in owned:
                draft.mention(rule.target, heading.span, rule.trail)


def _says_whose(draft: Draft, heading: Heading, lexer: Lexer) -> bool:
    """Whether a heading below the title has an owner, or names agents of one sort, or whom or where it is for.

    `Ana's page`, `Senior agents`, `Steps for Ana`, `At the north pier`: by words that the document declares nowhere.
    """
    if heading.level == 1 or draft.spelled_subject(heading.text) is not None:
        return False
    tokens = lexer.lex(heading.span)
    if any(token.text.casefold().endswith(OWNED) for token in tokens):
        return True
    headers = draft.grammar.words.headers
    sorts, actors = headers["SORTS_OF_ACTOR"], draft.grammar.words.actors
    sort_of = (first for first, then in pairwise(tokens) if first.type == "WORD" and _among(then, actors))
    if any(first.text.casefold() not in sorts for first in sort_of):
        return True
    if has_label(draft, heading.text, ("IDLE_PLACES",)):
        return False
    if _is_qualified(draft, tokens) or _has_season(draft, tokens):
        return True
    behind = list(dropwhile(lambda token: token.text.casefold() not in headers["WHERE_FOR"], tokens))[1:]
    return bool(behind) and not any(token.type in {"NAME", "ATOM", "EVERY"} or _among(token, actors) for token in behind)


def _has_season(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether words that the document does not declare name a month or a season."""
    said = f" {fold(' '.join(token.text for token in tokens if token.type not in {'NAME', 'ATOM'}))} "
    return any(f" {season} " in said for season in draft.grammar.words.formula["SEASONS"])


def _is_qualified(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether plain words that nobody declared stand in brackets, behind a colon or a dash: `Jobs (Ana)`, `Jobs - east wing`."""
    at = next((index for index, token in enumerate(tokens) if token.text in _QUALIFIES), len(tokens))
    behind = [token for token in tokens[at + 1 :] if token.text not in _QUALIFIES]
    plain = all(token.type in {"WORD", "HARMLESS"} and not any(char.isdigit() for char in token.text) for token in behind)
    return at > 0 and any(token.type == "WORD" for token in behind) and plain and not _among(behind[-1], draft.grammar.words.actors)


def _among(token: Token, stems_of: frozenset[str]) -> bool:
    said = stems(token.text)
    return bool(said) and said <= stems_of


def _minded(draft: Draft) -> list[tuple[int, int]]:
    """Where tables, lead-ins and sentences that are read begin and end: what is unread in them is a matter of their own rules."""
    read = [(reading.span.start, reading.span.end) for reading in draft.readings.values() if reading.kind == "rule"]
    functions = (quantity for quantity in draft.quantities.values() if quantity.function and quantity.span is not None)
    defined = (span for quantity in functions for span in (quantity.span, *quantity.restated) if span is not None)
    read.extend((span.start, span.end + len(_STOP)) for span in defined)
    found = list[tuple[int, int]]()
    read.extend((lead.start, lead.end) for section in draft.document.sections for lead in lead_ins(section))
    for start, end in sorted([*read, *((table.span.start, table.span.end) for _, table in draft.document.tables())]):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def lead_ins(section: Section) -> Iterator[Span]:
    """The lead-ins of lists and tables: what they restrict is below them, and is kept for it."""
    for block in walk(section.blocks):
        if isinstance(block, ListBlock):
            yield from block.lead.sentences[-1:] if block.lead is not None else ()
            yield from (span for item in block.items if item.blocks for span in item.sentences[-1:] if span.text.endswith(_COLON))
    for before, block in pairwise(section.blocks):
        if isinstance(before, Paragraph) and isinstance(block, Table):
            yield from (span for span in before.sentences[-1:] if span.text.endswith(_COLON))


def _contrasts(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`The difference between A and B is …`: what sets members of one scale apart is told elsewhere, and explained here."""
    between = draft.grammar.words.headers["CONTRASTS"]
    behind = dropwhile(lambda token: token.text.casefold() not in between, tokens)
    window = list(islice(behind, 1, 1 + len(_CONTRAST)))
    if [token.type in fits for fits, token in zip(_CONTRAST, window, strict=False)] != [True] * len(_CONTRAST):
        return False
    first, _, second, _ = window
    scales = ({scale.name.key for scale in draft.member_scales(bare(token.text))} for token in (first, second))
    return bool(set.intersection(*scales))


def _about(draft: Draft, tokens: tuple[Token, ...]) -> str | None:
    """The declared subject that a sentence is about: its first name, with a verb, a force or a colon right after it."""
    for token, after in pairwise(tokens):
        if token.type in {"NAME", "ATOM"}:
            return draft.spelled_subject(bare(token.text)) if after.type in _SAYS else None
    return None
