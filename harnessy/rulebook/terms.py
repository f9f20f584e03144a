"""Sentences on which a plan of issues stands: which are taken up, what couples them, when they may run side by side.

Each is read only if its form is met word for word; what is not stays what the other families made of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from harnessy.rulebook.clauses import NotRead, Segment, split
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.listings import says
from harnessy.rulebook.model import Entry, Listing, Named, Reading
from harnessy.rulebook.names import in_order, unarticled
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

_ALL_ARE = ["EVERY", "NP", "COP"]
_APART = frozenset({"COMMA", "OR", "AND", "SLASH"})
_IN_FRONT = frozenset({"NP", "MAY", "HAZARD"})
_DENIES = frozenset({"NEVER", "NO", "NOT", "NOONE", "FORBID"})
_PLAIN = frozenset({"ONLY", "VERB", "EVERY", "IN"})


def collect_terms(draft: Draft) -> None:
    """Read the sentences of these forms into listings."""
    lexer = draft.lexer()
    for section, sentence in [*sentences(draft)]:
        tokens = lexer.lex(sentence)
        found = next(_read(draft, sentence, tokens), None)
        if found is None:
            continue
        kind, names = found
        draft.listings.append(Listing(kind, (Entry(names, {}, sentence),), sentence, section.words))
        place = (sentence.start, sentence.end)
        known = draft.readings.get(place)
        if known is None or known.kind != "rule":
            draft.readings[place] = Reading(sentence, "definition", "what a plan of issues stands on", section.words)


def _read(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> Iterator[tuple[str, tuple[Named, ...]]]:
    try:
        segments = split(tokens, span)
    except NotRead:
        segments = ()
    for segment in segments:
        yield from _ending(draft, segment)
    for segment in segments if len(segments) == 1 else ():
        yield from _coupling(draft, segment)
        yield from _justification(draft, segment)
    yield from _selection(draft, span, tokens)
    yield from _limit(draft, span, tokens)
    yield from _width(draft, span, tokens)


def _coupling(draft: Draft, segment: Segment) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Default to serial whenever issues overlap on A, B or C`; `Never run in parallel what shares A`."""
    text, denied = _words(segment.main), any(token.type in _DENIES for token in segment.main)
    serial = says(draft, text, "SERIAL") and not denied
    apart = says(draft, text, "PARALLEL") and denied
    if (serial or apart) and [clause.marker for clause in segment.clauses] == ["IF"]:
        names = _listed(draft, segment.clauses[0].tokens, "OVERLAP")
        if names:
            yield "COUPLING", names


def _justification(draft: Draft, segment: Segment) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Allow parallel packets only when … can justify that they preserve A, B and C`."""
    denied = any(token.type in _DENIES for token in segment.main)
    markers = [clause.marker for clause in segment.clauses]
    if says(draft, _words(segment.main), "PARALLEL") and not denied and markers == ["ONLYIF"]:
        names = _listed(draft, segment.clauses[0].tokens, "JUSTIFY")
        if names:
            yield "JUSTIFICATION", names


def _ending(draft: Draft, segment: Segment) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Pause the loop when no runnable issue remains`; `stop when all remaining issues are a, b or c`."""
    verb = segment.main[0] if segment.main else None
    if verb is None or verb.type != "VERB" or any(token.type in _DENIES for token in segment.main) or len(segment.clauses) != 1:
        return
    clause, planning = segment.clauses[0], draft.grammar.words.planning
    kind = next((role for role in ("PAUSE", "STOP") if verb.text.casefold() in planning[role]), "")
    objects = [token.text for token in segment.main if token.type == "NP"][:1]
    if not kind or clause.marker not in {"IF", "ONLYIF"} or not all(says(draft, text, "LOOP") for text in objects):
        return
    kinds = [token.type for token in clause.tokens]
    text = clause.span.text
    about = says(draft, text, "ISSUES") and says(draft, text, "REMAIN")
    if about and kinds in (["NO", "NP"], ["NO", "NP", "COP"]) and says(draft, text, "RUNNABLE"):
        yield kind, (named(text, clause.span),)
    elif about and kinds[: len(_ALL_ARE)] == _ALL_ARE and not {*kinds[len(_ALL_ARE) :]} & (LOGIC | {"HAZARD"}):
        yield f"{kind}_IN", _parts(draft, clause.tokens[len(_ALL_ARE) :])


def _parts(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Named, ...]:
    """What commas and `or` part, each with all its words."""
    source, parts = draft.document.source, list[list[Token]]([[]])
    for token in tokens:
        if token.type in _APART:
            parts.append([])
        else:
            parts[-1].append(token)
    spans = [source.span(part[0].start, part[-1].end) for part in parts if part]
    return tuple(named(" ".join(span.text.strip("`* ").split()), span) for span in spans)


def _selection(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Process issues labelled `a` or `b``; `Skip issues with the label `c``; `Never take up issues labelled `d``."""
    labels = tuple(named(token.text, span.cut(token.start, token.end)) for token in tokens if token.type == "ATOM")
    strange = {token.type for token in tokens if token.type in LOGIC or token.type == "HAZARD"} - _PLAIN - _DENIES
    denied = any(token.type in _DENIES for token in tokens)
    if not labels or strange or not says(draft, span.text, "LABELLED") or not says(draft, span.text, "ISSUES"):
        return
    taken, left = says(draft, span.text, "PROCESS"), says(draft, span.text, "SKIP")
    if taken != left and not (left and denied):
        kind = "SKIP" if left or denied else "PROCESS"
        yield (f"{kind}_HERE" if kind == "PROCESS" and says(draft, span.text, "HERE") else kind), labels


def _limit(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Maximum concurrent issues: 3`; `At most 3 issues run in parallel`."""
    numbers = [token for token in tokens if token.type == "NUMBER" and token.text.isdigit()]
    logic = {token.type for token in tokens if token.type in LOGIC or token.type == "HAZARD"}
    bound = "LE" in logic or has_label(draft, span.text, ("BOUNDS",))
    about = says(draft, span.text, "PARALLEL") and says(draft, span.text, "ISSUES")
    if len(numbers) == 1 and bound and about and logic <= {"LE", "MAY", "MUST"}:
        yield "CONCURRENCY", (named(numbers[0].text, span.cut(numbers[0].start, numbers[0].end)),)


def _width(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """`Report a surface when more than 70% of the issues touch it`."""
    shares = [token for token in tokens if token.type == "NUMBER" and token.text.endswith("%")]
    logic = {token.type for token in tokens if token.type in LOGIC or token.type == "HAZARD"}
    about = says(draft, span.text, "SURFACE") and says(draft, span.text, "ISSUES") and says(draft, span.text, "REPORT")
    if len(shares) == 1 and about and logic - {"VERB"} == {"IF", "GT"}:
        yield "WIDTH", (named(shares[0].text, span.cut(shares[0].start, shares[0].end)),)


def _words(tokens: tuple[Token, ...]) -> str:
    return " ".join(token.text for token in tokens)


def _listed(draft: Draft, tokens: tuple[Token, ...], role: str) -> tuple[Named, ...]:
    """The noun phrases that a clause lists after the last phrase of a role; none where anything else stands among them."""
    at = max((index for index, token in enumerate(tokens) if token.type == "NP" and says(draft, token.text, role)), default=-1)
    if at < 0 or any(token.type not in _IN_FRONT for token in tokens[:at]):
        return ()
    rest = [token for token in tokens[at + 1 :] if token.type not in _APART and token.type != "AT"]
    if any(token.type != "NP" for token in rest):
        return ()
    first = _after(draft, tokens[at], role)
    source = draft.document.source
    spans = [source.span(parts[0].start, parts[-1].end) for parts in (first, *(token.parts for token in rest)) if parts]
    return tuple(named(unarticled(" ".join(span.text.strip("`* ").split())), span) for span in spans)


def _after(draft: Draft, phrase: Token, role: str) -> tuple[Token, ...]:
    """The parts of a noun phrase behind the last word of a role and the small words after it."""
    words = draft.grammar.words.planning
    stems = [in_order(part.text) for part in phrase.parts]
    flat = [stem[0] if stem else "" for stem in stems]
    found = [
        (at, -len(wanted))
        for label in words[role]
        for wanted in (list(in_order(label)),)
        for at in range(len(flat))
        if wanted and flat[at : at + len(wanted)] == wanted
    ]
    begin, length = min(found, default=(0, 0))
    end = begin - length
    while end < len(flat) and phrase.parts[end].text.casefold() in {*words["BETWEEN"], *words["SAME"]}:
        end += 1
    return phrase.parts[end:]
