"""Sentences that nobody needs to read: they tell how work is done, or describe, and restrict nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harnessy.rulebook.draft import Draft
from harnessy.rulebook.names import fold, stems
from harnessy.rulebook.place import TIGHT
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.things import Things, things
from harnessy.rulebook.tokens import LOGIC, Token, glue, in_place
from harnessy.source import Span

SHORT = (1 + 1 + 1) << 1 << 1  # words of a sentence that says one thing
_LABEL = 1 + 1 + 1
_FRONT = 1 + 1
_IS_A = 1 + 1 + 1
_OPENING = _LABEL + _LABEL + _FRONT  # words in which a sentence says that the page tells something
_THE = frozenset({"the", "this"})
_A = frozenset({"a", "an"})
_STATES = frozenset({"COP", "PAST", "HAVE"})
_TITLED = frozenset({"HAZARD", "MEANS", "WITHOUT", "IF", "THIRD", "REQ", "MUST", "AT"})  # what a title may say of its topic
_TIMED = ("TIMES", "STATUS")
_LETTERS = re.compile(r"(?<![\w.])[^\W\d_]{2,}")
_STOPS = frozenset({".", "!", ":"})
_LINK = re.compile(r"\[[^\]]*\]\([^)\s]*\)\.?")
_MORE = frozenset({"COMMA", "SEMI", "DASH", "COLON", "BUT", "UNLESS", "EXCEPT", "UNTIL", "ONLYIF", "ONLY"})
_SAYS = frozenset({"HAZARD", "AT", "BEFORE", "AFTER", "QUOTE"})

_REPORTS = "ed"
_OBJECT = frozenset({"NO", "WORD", "NUMBER", "NAME", "ATOM", "EVERY"})
_MODAL = frozenset(
    {"MUST", "NEVER", "FORBID", "RESERVED", "NOONE", "ONLY", "ONLYIF", "UNTIL", "UNLESS", "MAY", "BEFORE", "AFTER", "REQ"},
)


def harmless(draft: Draft, span: Span) -> bool:
    """Whether a sentence is an instruction in plain words: `use x`, `group x into y and z`, `Agents read x to understand y`.

    It begins with one of the verbs for that and holds no logic, no hazard, no time and nobody else who acts.
    """
    tokens = draft.nameless().lex(span)
    rest = _without_actor(draft, _without_label(tokens))
    plain = tuple(token for token in in_place(rest) if token.text not in {".", "!"})
    if not plain or not _instructs(draft, plain) or has_label(draft, span.text, ("OTHERS", "TIMES", "STATUS", "TAKES_BACK")):
        return False
    return not any(token.type in LOGIC | _SAYS or token.text == "?" for token in plain)


def explains(draft: Draft, span: Span) -> bool:
    """Whether a sentence only gives a reason: it opens like one (`the reason for this is …`), says which, and is about nobody.

    `Because of the audit, Ana signs first` opens like a reason too: a comma, a number or a name inside makes it another sentence.
    """
    headers, said = draft.grammar.words.headers, f"{fold(span.text)} "
    if not any(said.startswith(f"{opening} ") for opening in headers["EXPLAINS"]):
        return False
    plain = frozenset().union(*(stems(label) for label in headers["PLAIN_REASONS"]))
    return bool(stems(span.text) & plain) and _is_plain(draft, span, frozenset({"MAY", "EVERY"}))


def tells_of_page(draft: Draft, span: Span) -> bool:
    """Whether a sentence, and each note in it, is about text and restricts nothing."""
    return _is_of_page(draft, span) and all(_is_told_beside(draft, note) for note in _notes(draft, span))


def _is_of_page(draft: Draft, span: Span) -> bool:
    """Whether a sentence is about text: what a page says, what it is for, how a record is kept, where to link.

    `This page says …`, `The page for how …`, `How far the robots go`, `The log is append-only`, `Notes must link here`,
    `Last updated: 2026-01-02`.
    """
    headers, keywords = draft.grammar.words.headers, draft.grammar.words.keywords
    tokens = tuple(token for token in in_place(draft.nameless().lex(span)) if token.text not in _STOPS)
    texts, types = [token.text.casefold() for token in tokens], {token.type for token in tokens}
    if not texts or _is_dated(draft, span) or _greets(draft, span, tokens) or _names_key_words(draft, span, tokens):
        return True
    if _tells(draft, span, tokens):
        return True
    pages, front = draft.grammar.words.pages, texts[:_OPENING]
    threes = list(zip(front, front[1:], front[_FRONT:], strict=False))
    if any(page in pages and link in headers["WHERE_FOR"] and topic in keywords["TOPIC"] for page, link, topic in threes):
        return not types & {"COP", "PAST"} and _is_plain(draft, span, _TITLED, _TIMED)
    if texts[0] in headers["HOW_FAR"] or _titles_what(draft, texts):
        return not types & {"COP", "PAST", "COMMA", "SEMI", "COLON"} and _is_plain(draft, span, _TITLED, _TIMED)
    if texts[0] in headers["POINTERS"] and threes and threes[0][1:] == ("is", "the"):
        return bool(pages & set(texts[_LABEL : _LABEL + _FRONT])) and _is_plain(draft, span, frozenset())
    if texts[-1] in headers["RECORD_PROPERTIES"]:
        return len(texts) <= _OPENING and _is_plain(draft, span, frozenset())
    if texts[-1] in headers["HERE"] and texts[-_FRONT] in headers["HANDLES_TEXT"]:
        return _is_plain(draft, span, frozenset())
    modal = next((at for at, text in enumerate(texts[:-1]) if text in keywords["MUST"]), -1)
    return modal > 0 and texts[modal + 1] in headers["HANDLES_TEXT"] and _is_plain(draft, span, frozenset({"MUST", "HAZARD"}))


def introduces(draft: Draft, span: Span) -> bool:
    """`This sheet says how far the robots go when the lead is away`: what a page is for, in one question that it answers.

    When it is for that restricts as well, so it is for a page that says itself when it binds.
    """
    tokens = [token for token in in_place(draft.nameless().lex(span)) if token.text not in _STOPS]
    texts = [token.text.casefold() for token in tokens]
    tells, pages = draft.grammar.words.headers["TELLS"], draft.grammar.words.pages
    at = next((index for index, text in enumerate(texts[:_OPENING]) if text in tells and pages & set(texts[:index])), -1)
    asks = at > 0 and texts[0] in draft.grammar.words.headers["POINTERS"] and texts[at + 1 : at + _FRONT] != []
    topic = asks and texts[at + 1] in draft.grammar.words.keywords["TOPIC"]
    one = not {token.type for token in tokens} & _MORE
    named = any(token.text[:1].isupper() for token in tokens[1:])
    when = next((token.start for token in tokens if token.type in {"IF", "WITHOUT"}), span.end)
    before = span.text[: when - span.start]
    return topic and one and not named and not has_label(draft, before, ("TIMES", "STATUS", "TAKES_BACK", "DECIDERS"))


def _titles_what(draft: Draft, texts: list[str]) -> bool:
    """`What the robots do between rounds`: a title of what agents do, and no statement about it."""
    headers, actors = draft.grammar.words.headers, draft.grammar.words.keywords["ACTOR"]
    at = next((index for index, text in enumerate(texts[:_OPENING]) if text in headers["DOES"]), 0)
    return texts[0] in headers["WHAT"] and at > 1 and texts[at - 1] in actors and not set(texts) & set(headers["DECIDERS"])


def denies_a_hold(draft: Draft, span: Span) -> bool:
    """`Plain stretches never pause`: that something does not wait or stop, and no more."""
    tokens = tuple(token for token in draft.nameless().lex(span) if token.text not in _STOPS)
    at = next((index for index, token in enumerate(tokens) if token.type == "NEVER"), 0)
    plain = all(token.type in {"WORD", "NAME", "ATOM", "HARMLESS"} for token in tokens[:at])
    return at > 0 and plain and len(tokens) == at + _FRONT and tokens[-1].effect in TIGHT


def keeps_as_is(draft: Draft, span: Span) -> bool:
    """`Every other move stays as the table says`: that something is as it is said elsewhere."""
    headers = draft.grammar.words.headers
    tokens = tuple(token for token in in_place(draft.nameless().lex(span)) if token.text not in _STOPS)
    texts = [token.text.casefold() for token in tokens]
    at = next((index for index, text in enumerate(texts) if text in headers["STAYS"]), 0)
    tail = [text for text in texts[at + 1 :] if text not in _THE]
    said = len(tail) == _LABEL and tail[0] == "as" and tail[1] in draft.grammar.words.pages and tail[-1] in headers["TELLS"]
    return at > 0 and said and not {token.type for token in tokens} & (LOGIC - {"OTHERWISE"})


def _greets(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> bool:
    """Whether a sentence greets: `Welcome!`, `Thanks for reading`."""
    greeted = tokens[0].text.casefold() in draft.grammar.words.headers["GREETINGS"]
    short = len(tokens) <= _FRONT + _FRONT and not any(token.type in {"COMMA", "BUT", "AND", "SEMI"} for token in tokens)
    return greeted and short and _is_plain(draft, span, frozenset({"HAZARD"}))


def _tells(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> bool:
    """`This page says how …`, `The tables list the steps of …`: what a page tells, and nothing stated of it."""
    texts, types = [token.text.casefold() for token in tokens], [token.type for token in tokens]
    tells, pages = draft.grammar.words.headers["TELLS"], draft.grammar.words.pages
    at = next((index for index, text in enumerate(texts[:_OPENING]) if text in tells and pages & set(texts[:index])), -1)
    if at <= 0:
        return False
    if _lists_topics(draft, span, tokens[at + 1 :]):
        return True
    topic = texts[at + 1 :] and (texts[at + 1] in draft.grammar.words.keywords["TOPIC"] or types[at + 1] == "IF")
    stated = {"PAST"} if topic else _STATES
    barred = types[at + _FRONT :].count("IF") or stated & set(types)
    return not barred and _is_plain(draft, span, _TITLED | {"MAY"}, (*_TIMED, "OTHERS", "INACTIVE"))


def _names_key_words(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> bool:
    """`The key words below are those of RFC 2119`: what is said of words in capitals, and nothing that changes them."""
    headers, said = draft.grammar.words.headers, f" {fold(span.text)} "
    opens = any(said.startswith((f" {words} ", f" the {words} ")) for words in headers["KEY_WORDS"])
    standard = any(f" {words} " in said for words in headers["STANDARDS"])
    changed = {"EXCEPT", "BUT", "MEANS", "EQ", "IF", "UNLESS", "ONLYIF", "SEMI", "DASH", "COLON"} & {token.type for token in tokens}
    return opens and standard and not changed


def _lists_topics(draft: Draft, span: Span, tokens: tuple[Token, ...]) -> bool:
    """Whether words are questions that a page answers, each with its word: `what may be done alone, what waits and who decides`."""
    pieces = list[list[Token]]([[]])
    for token in tokens:
        if token.type in {"COMMA", "AND"}:
            pieces.append([])
        else:
            pieces[-1].append(token)
    asked = [piece for piece in pieces if piece]
    topics = draft.grammar.words.keywords["TOPIC"]
    opens = all(piece[0].text.casefold() in topics or piece[0].type == "IF" for piece in asked)
    barred = {"IF", "ONLYIF", "UNLESS", "UNTIL", "EXCEPT", "NUMBER", "BUT", "SEMI", "COLON", "DASH", "QUOTE", "ONLY", "OTHERWISE"}
    plain = not any(token.type in barred or token.text[:1].isupper() for piece in asked for token in piece[1:])
    return bool(asked) and opens and plain and not has_label(draft, span.text, (*_TIMED, "TAKES_BACK", "INACTIVE"))


def _is_dated(draft: Draft, span: Span) -> bool:
    """Whether a line says nothing but which edition it is: `Last updated: 2026-01-02`, `Version 1.2`."""
    said = fold(span.text)
    plain = said.replace(":", " ")
    edition = next((words for words in draft.grammar.words.headers["EDITION"] if plain.startswith(f"{words} ")), "")
    rest = said.removeprefix(edition)
    return bool(edition) and any(letter.isdigit() for letter in rest) and not _LETTERS.search(rest)


def said_beside(draft: Draft, sentence: Span, places: list[tuple[int, int]]) -> Iterator[Span]:
    """What a sentence says beside the places at which it names something: any more than where that stands.

    `Each card has `x` in its header (see the board); this page says what it means` says no more.
    """
    last = sentence.start + max(end for _, end in places)
    yield from (note for note in _notes(draft, sentence) if note.start >= last and not _is_told_beside(draft, note))
    tokens = [token for token in _outside_notes(draft.nameless().lex(sentence)) if token.start >= last and token.text not in _STOPS]
    pieces = list[list[Token]]([[]])
    for before, token in zip((None, *tokens), tokens, strict=False):
        if token.type == "SEMI" or (token.type == "AND" and before is not None and before.type == "COMMA"):
            pieces[-1] = [part for part in pieces[-1] if part is not before or part.type != "COMMA"]
            pieces.append([])
        else:
            pieces[-1].append(token)
    where = {*draft.grammar.words.keywords["THROUGH"]}
    for index, piece in enumerate(pieces):
        if not piece:
            continue
        span = sentence.cut(piece[0].start, piece[-1].end)
        tail = index == 0 and (piece[0].text.casefold() in where or piece[0].type in {"SYMBOL", "ATOM"})
        plain = not {token.type for token in piece} & (LOGIC | {"COMMA", "AND", "HAZARD"})
        if not (tail and plain) and not tells_of_page(draft, span):
            yield span


def _notes(draft: Draft, sentence: Span) -> Iterator[Span]:
    """What stands in brackets."""
    opened = list[int]()
    for token in draft.nameless().lex(sentence):
        if token.text == "(":
            opened.append(token.end)
        elif token.text == ")" and opened:
            start = opened.pop()
            if not opened and start < token.start:
                yield sentence.cut(start, token.start)


def _is_told_beside(draft: Draft, note: Span) -> bool:
    """Whether a note only points to something, or tells where something comes from: `see the board`, `written by the desk`.

    Of a longer one it is enough that it has no logic, and says neither when nor who has a say.
    """
    tokens = draft.nameless().lex(note)
    if not tokens:
        return True
    first = tokens[0].text.casefold()
    points = first in draft.grammar.words.keywords["REFERENCE"] or tokens[0].type == "ATOM"
    opens = points or first.endswith(("ed", "en")) or len(tokens) > _OPENING
    return opens and not any(token.type in LOGIC for token in tokens) and not has_label(draft, note.text, ("DECIDERS", "TIMES"))


def _outside_notes(tokens: tuple[Token, ...]) -> Iterator[Token]:
    """The tokens outside of brackets."""
    depth = 0
    for token in tokens:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0 and token.text != ")":
            yield token


def is_of_others(draft: Draft, span: Span) -> bool:
    """Whether a sentence only permits somebody whom the doctrine does not bind something: `Guests may smoke on the roof`."""
    tokens = glue(in_place(draft.nameless().lex(span)))
    logic = [token.type for token in tokens if token.type in LOGIC | {"HAZARD", "IF"}]
    opens = [token.type for token in tokens[:_FRONT]] == ["NP", "MAY"] and not tokens[1].text.istitle()  # `in May` is none
    return opens and logic == ["MAY"] and not has_label(draft, span.text, ("TIMES", "STATUS", "TAKES_BACK", "EVERYTHING"))


def reports(tokens: tuple[Token, ...]) -> bool:
    """`The plan review added no delta in 23 of 26 runs`: what was done, by a verb in the past that is no participle."""
    past = (before.text.casefold().endswith(_REPORTS) and after.type in _OBJECT for before, after in pairwise(tokens[1:]))
    modal = (token for token in tokens if token.type in _MODAL and not (token.type == "MAY" and token.text.istitle()))  # of May
    return any(past) and not any(modal)


def is_told(draft: Draft, span: Span) -> bool:
    """Whether a sentence of a history holds no logic (`in May` is none), or is a link and nothing more."""
    tokens = in_place(draft.nameless().lex(span))
    linked = _LINK.fullmatch(span.text.strip()) is not None
    if has_label(draft, span.text, ("DECIDERS", "TIMES", "OUTRANKS", "TAKES_BACK", *(("AHEAD",) if linked else ()))):
        return False
    return linked or not any(token.type in LOGIC and not (token.type == "MAY" and token.text.istitle()) for token in tokens[1:])


def _is_plain(
    draft: Draft, span: Span, allowed: frozenset[str], others: tuple[str, ...] = ("OTHERS", "TIMES", "STATUS", "TAKES_BACK")
) -> bool:
    """Whether words hold no logic but the allowed, no number, nobody by name, no other label: nobody else, no time, no status."""
    tokens = in_place(draft.nameless().lex(span))
    told = {*draft.grammar.words.keywords["TOPIC"], *draft.grammar.words.keywords["ACTOR"]}  # no names, and no logic here
    barred = (LOGIC | _SAYS | {"NUMBER"}) - allowed
    named = (token.text[:1].isupper() and token.text.casefold() not in told for token in tokens[1:])
    logic = (token.type in barred and token.text.casefold() not in told for token in tokens[1:])
    return not any(named) and not any(logic) and not has_label(draft, span.text, others)


def described(draft: Draft, span: Span) -> Things:
    """What a sentence that nobody reads is about: `The x is a y that …` only about x."""
    said = things(draft, span)
    tokens = glue(in_place(draft.nameless().lex(span)))
    plain = [token.type for token in tokens[:_IS_A]] == ["NP", "COP", "NP"]
    plain = plain and span.text[tokens[1].end - span.start :].split()[0] in _A
    strange = any(token.type in _SAYS | LOGIC and token.text.casefold() != "that" for token in tokens)
    if not plain or strange or has_label(draft, span.text, ("OTHERS", "TIMES", "STATUS")):
        return said
    return things(draft, span.cut(span.start, tokens[0].end))


def _without_label(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`Ordering: sort x`: what stands behind a short label."""
    at = next((index for index, token in enumerate(tokens[: _LABEL + 1]) if token.type == "COLON"), -1)
    plain = all(token.type in {"WORD", "HARMLESS", "VERB"} for token in tokens[: max(at, 0)])
    return tokens[at + 1 :] if at > 0 and plain else tokens


def _without_actor(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    return tokens[draft.grammar.words.acting([token.text for token in tokens], min(_FRONT, len(tokens) - 1)) :]


def _instructs(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    words = draft.grammar.words.keywords["INSTRUCTS"]
    return any(" ".join(token.text for token in tokens[:count]).casefold() in words for count in (_FRONT, 1))
