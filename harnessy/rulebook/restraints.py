"""What nobody reads and may restrict all the same: it makes no rule, and keeps what it may be about from going."""

from __future__ import annotations

import re
from itertools import pairwise, takewhile

from harnessy.document import Fence, ListBlock, Section, Table, walk
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.harmless import SHORT, tells_of_page
from harnessy.rulebook.mentions import reason_cells
from harnessy.rulebook.model import ELSE, EVERYTHING, POLICY, Rule
from harnessy.rulebook.names import bare, fold, in_order, stems
from harnessy.rulebook.place import TIGHT, strictest
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Lexer, Token
from harnessy.source import Span

_SETTING = re.compile(
    r"^[ \t]*[-*]?[ \t]*[\"']?(?P<name>\w[\w .-]*)[\"']?[ \t]*[:=][ \t]*[\"']?(?P<value>[\w/-]+)[\"']?,?[ \t]*$", re.MULTILINE
)
_LISTED = re.compile(r"^[ \t]*[\"']?(?P<name>\w[\w-]*)[\"']?[ \t]*[:=](?P<value>[^#\n]*)(?:#(?P<told>.*))?$", re.MULTILINE)
_SETTINGS = frozenset({"yaml", "yml", "toml", "ini", "json", "conf", "cfg", "properties"})
_YEAR = re.compile(r"(?<![\d-])(?:19|20)\d\d(?![\d-])")
_FRONT = 1 + 1
_MENTION = "unread mention"


def mind_restraints(draft: Draft) -> None:
    """Keep from going what sentences, settings, tables and items that no rule came from may be about."""
    gone = _Gone(draft)
    if not gone.targets and not any(subject.kind == POLICY for subject in draft.subjects.values()):
        return
    lexer = draft.lexer()
    reasons = reason_cells(draft)
    beside = {rule.unread for rule in draft.rules if rule.unread and rule.family != _MENTION}
    parts = {(span.start, span.end) for spans in beside for span in spans}  # of a sentence that is read: its rule minds them
    loose = [found for place, found in draft.unread() if place not in reasons | parts]
    for reading in loose:
        _sentence(draft, (reading.span, reading.trail), lexer, gone)
    for rule in [rule for rule in draft.rules if rule.target in draft.operations and strictest(rule.acts) in TIGHT]:
        _held(draft, rule, gone)
    for section in draft.document.sections:
        _section(draft, section, lexer, gone)


class _Gone:
    """What goes: its keys, and the keys by heading, by the first word of an operation and by kind."""

    def __init__(self, draft: Draft) -> None:
        self.targets: set[str] = set()
        self.under: dict[tuple[str, ...], set[str]] = {}
        for rule in draft.rules:
            if strictest(rule.acts) == "go":
                self.targets.add(rule.target)
                self.under.setdefault(rule.trail, set()).add(rule.target)
        self.holding: dict[str, list[str]] = {}
        for key in self.targets:
            for stem in stems(key):
                self.holding.setdefault(stem, []).append(key)
        self.of_kind: dict[str, list[str]] = {}
        for key in sorted(self.targets & draft.subjects.keys()):
            self.of_kind.setdefault(draft.subjects[key].kind, []).append(key)


def _sentence(draft: Draft, place: tuple[Span, tuple[str, ...]], lexer: Lexer, gone: _Gone) -> None:
    span, trail = place
    tokens = lexer.lex(span)
    if not tokens or span in draft.pending.leads:
        return
    first = tokens[0].text.casefold()
    headers, words = draft.grammar.words.headers, draft.grammar.words.keywords
    if _is_general(draft, tokens) or _is_outranked(draft, span) or _redefines(draft, tokens):
        draft.doubt(ELSE if first in headers["ALL_THINGS"] and _says_else(tokens) else EVERYTHING, span)
    for member in _members_of(draft, tokens, span):
        draft.doubt(member, span)
    for key in _part_of(draft, tokens, gone):
        draft.mention(key, span, trail)
    for key in _of_kind(tokens, gone):
        draft.mention(key, span, trail)
    pointed = first in headers["POINTERS"] and len(tokens) > 1 and fold(tokens[1].text) in headers["PARTS_OF_PAGE"]
    pointed = pointed and not tells_of_page(draft, span)
    for key in sorted(gone.under.get(trail, ())) if pointed else ():
        draft.mention(key, span, trail)
    if has_label(draft, tokens[0].text, ("BOUNDS",)) and any(token.type == "NUMBER" for token in tokens):
        said = stems(" ".join(token.text for token in tokens if token.text.casefold() not in words["NUMBERS"]))
        for key in sorted({key for stem in said for key in gone.holding.get(stem, ())}):
            draft.mention(key, span, trail)


def _held(draft: Draft, rule: Rule, gone: _Gone) -> None:
    """`Nothing leaves the desk unread`, `Version 2 needs a signature`, `No parcel goes out on Sunday`: what no name is held of."""
    headers, words = draft.grammar.words.headers, draft.grammar.words.keywords
    said = fold(rule.span.text).split(" ")
    edition = {*headers["EDITION"], *headers["PARTS_OF_PAGE"], *headers["PAGES"]} & set(said[: _FRONT + 1])
    nobody = next((one for one in words["NOONE"] if fold(rule.span.text).startswith(f"{one} ")), "")
    verb = nobody and said[len(nobody.split(" "))].endswith("s")
    if verb or (edition and rule.family == "requires") or _is_any_work(draft, rule.target):
        draft.doubt(EVERYTHING, rule.span)
    if said[0] in words["NO"]:
        held = stems(rule.target)
        for key in sorted(key for key in gone.targets & draft.operations.keys() if _is_done_to(key, held)):
            draft.mention(key, rule.span, rule.trail)


def _is_any_work(draft: Draft, operation: str) -> bool:
    """`Agents must not act alone on weekends`, `no agent may work this week`: whatever is done, at some time or in some manner."""
    words, (deed, *rest) = draft.grammar.words, operation.split(" ")
    manner = (*words.headers["WHERE_FOR"], *words.headers["NOWADAYS"], *words.headers["ALONE"])
    return in_order(deed)[:1] in {in_order(word)[:1] for word in words.formula["DEEDS"]} and (not rest or rest[0] in manner)


def _is_done_to(key: str, held: frozenset[str]) -> bool:
    """Whether what is done by an operation is done to something that is held."""
    done_to = frozenset(in_order(key)[1:])
    return bool(done_to) and done_to <= held and stems(key) != held


def _says_else(tokens: tuple[Token, ...]) -> bool:
    """`Everything else is for people`: not what the page speaks of, as its policies do."""
    return len(tokens) > 1 and tokens[1].type == "OTHERWISE"


def _is_general(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`Everything is off in winter`, `agents do nothing on Sundays`, `the file STOP ends all of this`."""
    headers, words = draft.grammar.words.headers, draft.grammar.words.keywords
    texts = [token.text.casefold() for token in tokens]
    said = " ".join(texts)
    actor = bool(draft.grammar.words.acting(texts, _FRONT))
    nothing = bool(set(texts) & set(headers["NOTHING"]))
    whole = any(f" {part} " in f" {said} " for part in (*headers["ALL_OF_THIS"], *headers["TAKES_BACK"]))
    front = " ".join(takewhile(lambda text: text not in words["COP"], texts[1:]))
    whole = whole or any(f" {part} " in f" {front} " for part in headers["ALL_ELSE"])
    named = any(token.type in {"NAME", "ATOM"} for token in tokens)
    denied = tokens[0].type == "NO" and _FRONT <= len(texts) <= SHORT and texts[1] in words["ACTOR"]
    benched = actor and not named and len(tokens) <= SHORT
    return texts[0] in headers["ALL_THINGS"] or (actor and nothing) or whole or denied or benched


def _members_of(draft: Draft, tokens: tuple[Token, ...], span: Span) -> list[str]:
    """`In solo mode two humans must have signed off`: a level named beside people, or what takes back, in few words."""
    if len(tokens) > SHORT or not has_label(draft, span.text, ("OTHERS", "TAKES_BACK", "STATUS")):
        return []
    named = (bare(token.text) for token in tokens if token.type in {"NAME", "ATOM"})
    return sorted({key for key in named if draft.member_scales(key)})


def _part_of(draft: Draft, tokens: tuple[Token, ...], gone: _Gone) -> list[str]:
    """`Tagging is for humans`, `Stale means …`: what is said of some of the words of an operation that goes."""
    at = next((index for index, token in enumerate(tokens) if token.type in {"COP", "MEANS", "PAST"}), 0)
    said = stems(" ".join(token.text for token in tokens[:at]))
    if not said:
        return []
    means = tokens[at].type == "MEANS"
    keys = {key for key in gone.holding.get(next(iter(sorted(said))), ()) if key in draft.operations}
    return sorted(key for key in keys if said <= stems(key) and (means or set(in_order(key)[:1]) <= said))


def _is_outranked(draft: Draft, span: Span) -> bool:
    """`RULES.md outranks this page`: another page that counts more."""
    said = f" {fold(span.text)} "
    headers = draft.grammar.words.headers
    outranks = any(f" {verb} " in said for verb in headers["OUTRANKS"])
    return outranks and any(f"this {part}" in said for part in headers["PARTS_OF_PAGE"])


def _redefines(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """`Legend: yes = after a call`, `**Agents** – the two interns`: a verdict or an actor that gets another meaning."""
    at = next((index for index, token in enumerate(tokens[:-1]) if token.type in {"COLON", "DASH"}), 0)
    label = bare(" ".join(token.text for token in tokens[:at]))
    if label and label in draft.grammar.words.keywords["ACTOR"]:
        return True
    rest = tokens[at + 1 :] if at and at <= _FRONT else tokens
    return len(rest) > 1 and bool(rest[0].effect) and rest[1].type in {"EQ", "MEANS"}


def _of_kind(tokens: tuple[Token, ...], gone: _Gone) -> list[str]:
    """`All jobs belong to Bob`, `in winter all jobs rest`: every subject of a kind that goes."""
    wanted = [stems(after.text) for token, after in pairwise(tokens) if token.type in {"EVERY", "NO", "NOONE"}]
    return [key for kind, keys in gone.of_kind.items() if stems(kind) in wanted for key in keys]


def _section(draft: Draft, section: Section, lexer: Lexer, gone: _Gone) -> None:
    heading = section.heading
    if heading is not None and heading.level > 1 and _YEAR.search(heading.text):
        for key in sorted(gone.under.get(section.words, ())):
            draft.mention(key, heading.span, section.words)
    named = draft.spelled_subject(heading.text) if heading is not None else None
    for block in walk(section.blocks):
        if isinstance(block, Fence):
            _settings(draft, block, section, gone)
        elif isinstance(block, Table):
            _responses(draft, block, lexer)
        elif isinstance(block, ListBlock):
            _items(draft, block, section, (named, lexer))


def _settings(draft: Draft, fence: Fence, section: Section, gone: _Gone) -> None:
    """`agents: off`, `coil_ropes: deny`: settings that name an actor or what goes, with a verdict that holds."""
    words = draft.grammar.words
    if fence.info.split(" ")[0].casefold() not in _SETTINGS:
        return
    effects = draft.effects
    for match in _LISTED.finditer(fence.body.text):
        name, value = bare(match["name"].replace("_", " ")), match["value"].strip(" ,[]{}\"'").casefold()
        asks = (effects.get(name) in TIGHT or has_label(draft, name, ("INVERTED",))) and value not in words.headers["OFF"]
        if asks or has_label(draft, match["told"] or "", ("DECIDERS", "INVERTED", "OTHERS")):
            draft.doubt(EVERYTHING, fence.body.cut(fence.body.start + match.start(), fence.body.start + match.end()))
    for match in _SETTING.finditer(fence.body.text):
        value = match["value"].casefold()
        if effects.get(value) not in TIGHT and value not in words.headers["OFF"]:
            continue
        span = fence.body.cut(fence.body.start + match.start(), fence.body.start + match.end())
        if bare(match["name"]) in words.keywords["ACTOR"]:
            draft.doubt(EVERYTHING, span)
        for key in sorted(key for key in gone.targets if stems(key) and stems(key) <= stems(match["name"])):
            draft.mention(key, span, section.words)


def _responses(draft: Draft, table: Table, lexer: Lexer) -> None:
    """A table of triggers with what is done then: its holds may be about everything, whatever a row is called."""
    header = table.header.cells
    triggers = has_label(draft, header[0].text, ("TRIGGERS",)) if header else False
    if not triggers:
        return
    for row in table.rows:
        if any(token.effect in TIGHT for cell in row.cells[1:] for token in lexer.lex(cell.span)):
            draft.doubt(EVERYTHING, row.span)


def _items(draft: Draft, block: ListBlock, section: Section, about: tuple[str | None, Lexer]) -> None:
    """Bare items under a subject's heading, under a heading for conditions, or of the form `wet: ask`."""
    named, lexer = about
    conditions = section.heading is not None and has_label(draft, section.heading.text, ("CONDITIONS_OF_ALL",))
    for item in block.items:
        for sentence in item.sentences:
            reading = draft.readings.get((sentence.start, sentence.end))
            if reading is not None and reading.kind in {"rule", "definition", "example"}:
                continue
            if named is not None:
                draft.mention(named, sentence, section.words)
            if conditions or _is_short_rule(lexer.lex(sentence)):
                draft.doubt(EVERYTHING, sentence)


def _is_short_rule(tokens: tuple[Token, ...]) -> bool:
    """`wet: ask`, `cold → stop`: words without logic before a colon or arrow, a hold or halt behind it."""
    at = next((index for index, token in enumerate(tokens[:-1]) if token.type in {"COLON", "ARROW"}), 0)
    return bool(at) and at <= _FRONT + _FRONT and tokens[at + 1].effect in TIGHT
