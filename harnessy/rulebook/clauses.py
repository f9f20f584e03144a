"""The splitter: tokens of one unit in, segments with label, main part, clauses and notes out.

Every cut can be defended by one token of look-ahead; where two cuts are possible it refuses with a reason.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from harnessy.rulebook.tokens import ARTICLES, LOGIC, Token, glue, in_place
from harnessy.source import Span

MARKERS = frozenset({"IF", "ONLYIF", "UNLESS", "EXCEPT", "UNTIL", "BEFORE", "AFTER", "WITHOUT"})
_AMOUNTS = frozenset({"LE", "GE", "LT", "GT"})
_OPENS_FRONT = MARKERS - {"EXCEPT"}
_OPENS_MAIN = frozenset({"VERB", "NEVER", "MUST", "MAY", "ALWAYS", "THEN", "NO", "DEFAULT", "SAME", "FORBID"})
_BOLD = re.compile(r"(?:\*\*|__)(?P<name>[^*_]+)(?:\*\*|__)\s*(?:—|–|--|:)")
_LONGEST = 1 << 2 << 2 << 2 << 2
_CODE = re.compile(r"`[^`]*`")
_FINAL = frozenset(".!")
_FORCES = frozenset({"NEVER", "NOONE", "NO"})
_BEFORE_VERDICT = frozenset({"COP", "MUST", "MAY", "NEVER", "ALWAYS", "COLON", "DASH", "ARROW", "SEMI"})


class NotRead(Exception):
    """A unit that this grammar refuses; the message says why, in words for people. Caught in the layer that reads it."""


@dataclass(frozen=True, slots=True)
class Note:
    """What stood in brackets, without the brackets."""

    tokens: tuple[Token, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """What follows a marker: its type and the tokens up to the next clause. `glued` are noun phrases and logic."""

    marker: str
    tokens: tuple[Token, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Segment:
    """One statement of a unit. `joined` tells what stood before it: nothing, `;` or a dash."""

    main: tuple[Token, ...]
    clauses: tuple[Clause, ...]
    notes: tuple[Note, ...]
    span: Span
    label: Token | None = None
    joined: str = ""


def split(tokens: tuple[Token, ...], span: Span) -> tuple[Segment, ...]:
    """Cut the tokens of a unit into segments. Raises NotRead where a cut is open."""
    if len(tokens) > _LONGEST:
        raise NotRead("the sentence is too long to read")
    refuse_marks(tokens, span)
    body, notes = without_notes(trimmed(lead_in(tokens, span)), span)
    pieces = _pieces(body)
    segments = list[Segment]()
    if not all(piece for _, piece in pieces):
        raise NotRead("an empty part beside a dash or a semicolon")
    starts = [piece[0].start for _, piece in pieces[1:]]
    for (joined, piece), begin, end in zip(pieces, [span.start, *starts], [*starts, span.end], strict=True):
        own = tuple(note for note in notes if begin <= note.span.start < end)
        segments.append(_segment(piece, joined, own, span))
    return _labelled(segments)


def guarded(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`x up to Size m` as `x at Size up to m`: a value, a fact and an amount in a row; the fact may be left out."""
    found, at = list[Token](), 0
    while at < len(tokens):
        token = tokens[at]
        if token.type in _AMOUNTS and found and found[-1].type == "ATOM":
            end = next((index for index in range(at + 1, len(tokens)) if tokens[index].type not in {"WORD", "NAME"}), len(tokens))
            opened = Token("AT", token.text, token.start, token.start)
            if end < len(tokens) and tokens[end].type == "ATOM":
                found.extend((opened, *tokens[at + 1 : end], token))
                at = end
                continue
        found.append(token)
        at += 1
    return tuple(found)


def lead_in(tokens: tuple[Token, ...], span: Span) -> tuple[Token, ...]:
    """A bold lead-in before a dash or colon is a name, whatever verdict words are in it."""
    match = _BOLD.match(span.text)
    if match is None:
        return tuple(tokens)
    end = span.start + match.end("name")
    return tuple(replace(token, type="WORD") if token.type == "VERB" and token.end <= end else token for token in tokens)


def is_normative(tokens: tuple[Token, ...]) -> bool:
    """Whether tokens hold a modal, a verdict word where a statement begins, a limit or a condition."""
    placed = tuple(token for token in in_place(tokens) if token.text.casefold() not in ARTICLES)
    retyped = in_place(placed)
    return any(token.type in LOGIC and token.type != "VERB" for token in placed) or any(
        token.type == "VERB" and (index == 0 or retyped[index - 1].type in _BEFORE_VERDICT) for index, token in enumerate(retyped)
    )


def is_conditional(tokens: tuple[Token, ...]) -> bool:
    """Whether tokens hold a marker of a condition or an exception."""
    return any(token.type in MARKERS for token in tokens)


def refuse_marks(tokens: tuple[Token, ...], span: Span) -> None:
    """A question, a footnote mark and struck-out words mean something that no production reads."""
    plain = _CODE.sub("", span.text)
    if any(token.text == "?" for token in tokens):
        raise NotRead("it is a question")
    if "[^" in plain or "~~" in plain or plain.count("*") % 2:
        raise NotRead("a footnote, struck-out words or an asterisk without a partner")


def trimmed(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The tokens of a unit without the mark that ends it."""
    while tokens and tokens[-1].type == "SYMBOL" and tokens[-1].text in _FINAL:
        tokens = tokens[:-1]
    return tokens


def without_notes(tokens: tuple[Token, ...], span: Span) -> tuple[tuple[Token, ...], list[Note]]:
    """The tokens outside brackets, and the notes in them. Raises NotRead for a bracket that is not closed."""
    depth, opened = 0, 0
    kept, notes = list[Token](), list[Note]()
    for index, token in enumerate(tokens):
        if token.text == "(":
            depth, opened = depth + 1, opened if depth else index
        elif token.text == ")" and depth:
            depth -= 1
            notes.extend(_note(tokens[opened + 1 : index], span) if not depth else ())
        elif not depth:
            kept.append(token)
    if depth:
        raise NotRead("a bracket that is not closed")
    return tuple(kept), notes


def _note(inner: tuple[Token, ...], span: Span) -> tuple[Note, ...]:
    return (Note(inner, span.cut(inner[0].start, inner[-1].end)),) if inner else ()


def _pieces(tokens: tuple[Token, ...]) -> list[tuple[str, tuple[Token, ...]]]:
    """Statements beside each other: cut at `;` and dashes, at a comma before a force word, at a colon after a third person verb."""
    pieces, current, joined = list[tuple[str, tuple[Token, ...]]](), list[Token](), ""
    for index, token in enumerate(tokens):
        cut = token.type if token.type in {"SEMI", "DASH"} else _soft_cut(token, current, tokens[index + 1 :])
        if cut:
            pieces.append((joined, tuple(current)))
            current, joined = [], cut
        else:
            current.append(token)
    pieces.append((joined, tuple(current)))
    return pieces


def _soft_cut(token: Token, before: list[Token], after: tuple[Token, ...]) -> str:
    if not before or not after:
        return ""
    if token.type == "COMMA" and after[0].type in _FORCES and not any(other.type in MARKERS for other in before):
        return "COMMA"
    if token.type == "COMMA" and after[0].type == "OTHERWISE":
        return "SEMI"
    if token.type == "COLON" and any(placed.type == "THIRD" for placed in in_place(tuple(before))):
        return "COLON"
    return ""


def _segment(tokens: tuple[Token, ...], joined: str, notes: tuple[Note, ...], span: Span) -> Segment:
    start = min([tokens[0].start, *(note.span.start - 1 for note in notes)])
    end = max([tokens[-1].end, *(note.span.end + 1 for note in notes)])
    label, rest = _label(tokens)
    rest, front = _front(in_place(rest), span)
    main, tail = _tail(rest, span)
    return Segment(glue(main), (*front, *tail), notes, span.cut(start, min(end, span.end)), label, joined)


def _label(tokens: tuple[Token, ...]) -> tuple[Token | None, tuple[Token, ...]]:
    if [token.type for token in tokens[:2]] == ["DEFAULT", "COMMA"]:
        tokens = (tokens[0], *tokens[2:])
    at = next((index for index, token in enumerate(tokens[:-1]) if token.type == "COLON"), 0)
    if not at:
        return None, tokens
    head = in_place(tokens[:at])
    if len(head) == 1 and head[0].type == "DEFAULT":
        return None, (*tokens[:at], *tokens[at + 1 :])
    glued = glue(head)
    if len(glued) != 1 or glued[0].type != "NP":
        return None, tokens
    return glued[0], tokens[at + 1 :]


def _front(tokens: tuple[Token, ...], span: Span) -> tuple[tuple[Token, ...], tuple[Clause, ...]]:
    if not tokens or tokens[0].type not in _OPENS_FRONT:
        return tokens, ()
    end = _front_end(tokens)
    body = tokens[1:end]
    rest = tokens[end + 1 :]
    if rest and rest[0].type == "THEN":
        rest = rest[1:]
    if not body or not rest:
        raise NotRead(f"nothing follows `{tokens[0].text}`")
    clauses = (_clause(tokens[0], body, span),)
    return in_place(rest), clauses


def _clause(marker: Token, body: tuple[Token, ...], span: Span) -> Clause:
    """A clause tells no acts: verdict words in it are plain words."""
    words = [replace(token, type="WORD") if token.type == "VERB" else token for token in body]
    return Clause(marker.type, glue(words), span.cut(body[0].start, body[-1].end))


def _front_end(tokens: tuple[Token, ...]) -> int:
    stops = [index for index, token in enumerate(tokens) if token.type in {"COLON", "ARROW"}]
    if stops:
        return stops[0]
    commas = [index for index, token in enumerate(tokens) if token.type == "COMMA"]
    opened = [index for index in commas if _opens_main(tokens[index + 1 :])]
    if opened:
        return opened[0]
    if len(commas) == 1:
        return commas[0]
    raise NotRead(f"where the clause after `{tokens[0].text}` ends is open")


def _opens_main(tokens: tuple[Token, ...]) -> bool:
    """Whether a main part can begin here: an act or force word, or a noun phrase with a verb, `never` or `must` right after it."""
    glued = glue(tokens)
    if not glued:
        return False
    if glued[0].type in _OPENS_MAIN or (glued[0].type in {"NO", "NEVER"}):
        return True
    return glued[0].type == "NP" and len(glued) > 1 and glued[1].type in {"COP", "NEVER", "MUST", "MAY", "COLON"}


def _tail(tokens: tuple[Token, ...], span: Span) -> tuple[tuple[Token, ...], tuple[Clause, ...]]:
    cuts = [index for index, token in enumerate(tokens) if _opens_tail(tokens, index)]
    if not cuts:
        return tokens, ()
    main = tokens[: cuts[0]]
    while main and main[-1].type in {"COMMA", "BUT"}:
        main = main[:-1]
    clauses = list[Clause]()
    for start, end in zip(cuts, [*cuts[1:], len(tokens)], strict=True):
        body = tokens[start + 1 : end]
        while body and body[-1].type == "COMMA":
            body = body[:-1]
        if not body:
            raise NotRead(f"nothing follows `{tokens[start].text}`")
        clauses.append(_clause(tokens[start], body, span))
    return main, tuple(clauses)


def _opens_tail(tokens: tuple[Token, ...], index: int) -> bool:
    token = tokens[index]
    if token.type in MARKERS:
        return True
    return token.type == "AT" and index > 0 and tokens[index + 1].type != "EVERY" and _has_relation(tokens[index + 1 :])


def _has_relation(tokens: tuple[Token, ...]) -> bool:
    relations = {"LE", "GE", "GT", "LT", "NE", "EQ", "UPWARD", "DOWNWARD"}
    for token in tokens:
        if token.type in MARKERS or token.type == "AT":
            return False
        if token.type in relations:
            return True
    return False


def _labelled(segments: list[Segment]) -> tuple[Segment, ...]:
    """A noun phrase alone before a dash is the label of what follows it."""
    if len(segments) < 2 or segments[1].joined != "DASH":
        return tuple(segments)
    head = segments[0]
    plain = len(head.main) == 1 and head.main[0].type == "NP" and not head.clauses and not head.notes
    if not plain or segments[1].label is not None:
        return tuple(segments)
    second = segments[1]
    span = second.span.cut(head.span.start, second.span.end)
    joined = Segment(second.main, second.clauses, second.notes, span, head.main[0])
    return (joined, *segments[2:])
