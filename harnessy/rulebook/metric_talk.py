"""What a page says of its metric and restricts nothing: vetoes are vetoes, no part makes up for another, agents do the rest.

Each is read whole, and what it claims of a formula is tried: words that only look like one of these stay not understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from harnessy.document import Section
from harnessy.rulebook.cells import is_quoted
from harnessy.rulebook.draft import Draft
from harnessy.rulebook.grammar import Node
from harnessy.rulebook.model import Act
from harnessy.rulebook.names import bare, fold, stems
from harnessy.rulebook.symbols import Arrow
from harnessy.rulebook.tables import has_label
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_END = "."
_TOOL = re.compile(r"\(\s*\w+\s+`[^`\s]+\.\w+`\s*\)")  # `(via `tool.py`)`
_SHORT = 1 + 2
_PLAIN = frozenset({"WORD", "NAME", "HARMLESS", "ATOM"})
_POINTERS = frozenset({"these", "they", "those", "all of these", "each of these"})
_PRODUCT = frozenset({"times", "power", "raised", "number", "phrase", "atom", "formula", "negative"})


def claim_talk(draft: Draft, section: Section, sentence: Span) -> bool:
    """Mark a sentence as read that restates what vetoes are, what a product is, or that agents do the rest."""
    tokens = tuple(token for token in draft.lexer().lex(sentence) if token.text != _END)
    readers = {_restates: "definition", _no_offset: "definition", _the_rest: "rationale"}
    fitting = [reads for reads in readers if reads is _the_rest or not is_quoted(sentence)] if tokens else []
    kind = next((readers[reads] for reads in fitting if reads(draft, section, tokens)), None)
    if kind is None:
        return False
    draft.note(sentence, kind, "restricts nothing", section.words)  # type: ignore[arg-type] # one of the classes above
    draft.pending.leads.append(sentence)
    return True


def _restates(draft: Draft, section: Section, tokens: tuple[Token, ...]) -> bool:
    """`These are vetoes, not "advice"` under a heading of vetoes."""
    at = next((index for index, token in enumerate(tokens) if token.type == "COP"), 0)
    said, rest = tokens[at + 1 :], tokens[at + 2 :]
    kinds = [token.type for token in rest]
    front = fold(" ".join(token.text for token in tokens[:at]))
    labels = {fold(label) for label in draft.grammar.words.headers["VETOES"]}
    vetoes = section.heading is not None and has_label(draft, section.heading.text, ("VETOES",))
    fits = vetoes and front in _POINTERS and bool(said) and fold(said[0].text) in labels
    return fits and kinds in ([], ["COMMA", "NOT", "QUOTE"])


def _no_offset(draft: Draft, _section: Section, tokens: tuple[Token, ...]) -> bool:
    """`No part makes up for another`, and what it means before a dash: true where every formula in force is a product."""
    words = draft.grammar.words.formula
    dash = next((index + 1 for index, token in enumerate(tokens) if token.type == "DASH"), 0)
    said = tokens[dash:]
    if not said or said[0].type != "NO" or any(token.type not in _PLAIN | {"EVERY"} for token in tokens[: max(dash - 1, 0)]):
        return False
    text = fold(" ".join(token.text for token in said[1:]))
    makes = next((word for word in words["OFFSETS"] if f" {word} " in f" {text} "), None)
    parts, _, others = text.partition(f" {makes} ") if makes else ("", "", "")
    whose = [word for word in parts.split(" ") if word not in draft.grammar.words.keywords["MAY"]]
    fits = len(whose) == 1 and bool(stems(whose[0])) and stems(whose[0]) <= _part_words(draft) and others in words["ANOTHER"]
    judged = {bare(name) for arrow in draft.pending.arrows for name in arrow.names}
    scores = [one for one in draft.pending.formulas if one.tree is not None and one.name.key in judged | _changed(draft, judged)]
    return fits and bool(scores) and all(_is_product(draft, one.tree) for one in scores if one.tree is not None)


def _part_words(draft: Draft) -> frozenset[str]:
    words = draft.grammar.words
    return frozenset().union(*map(stems, (*words.headers["SYMBOL"], *words.formula["PARTS"])))


def _changed(draft: Draft, names: set[str]) -> set[str]:
    delta = draft.grammar.words.formula["DELTA"]
    return {rest for first, _, rest in (name.partition(" ") for name in names) if first in delta}


def _is_product(draft: Draft, tree: Node) -> bool:
    """Whether a formula is a product of powers of names, or of one less a name: nothing, where one of its parts is nothing."""
    if tree.name in {"minus", "plus"}:
        first, second = tree.nodes
        return tree.name == "minus" and first.name == "number" and second.name in {"phrase", "atom"}
    return tree.name in _PRODUCT and all(_is_product(draft, node) for node in tree.nodes if node.name != "phrase")


def _the_rest(draft: Draft, _section: Section, tokens: tuple[Token, ...]) -> bool:
    """`Everything else is agent-run`: lets nobody do anything here, and takes nothing away."""
    if [token.type for token in tokens[1:]] != ["OTHERWISE", "COP", "WORD"] or not _names_all(draft, tokens[0]):
        return False
    owner, dash, done = tokens[-1].text.casefold().partition("-")
    return bool(dash) and owner in draft.grammar.words.keywords["ACTOR"] and done.endswith(("ed", "en", "run"))


def _names_all(draft: Draft, token: Token) -> bool:
    return has_label(draft, token.text, ("EVERYTHING",)) or token.type in {"EVERY", "HAZARD"}


def breach(draft: Draft, section: Section, sentence: Span) -> Arrow | None:
    """`Any breach rejects the candidate, whatever its score` under a heading of vetoes: what follows when one is broken."""
    if section.heading is None or not has_label(draft, section.heading.text, ("VETOES",)):
        return None
    words = draft.grammar.words.formula
    tokens = tuple(token for token in draft.lexer().lex(sentence) if token.text != _END)
    verbs = {form: verb for verb in _halting(draft) for form in (f"{verb}s", f"{verb}es")}
    at = next((index for index, token in enumerate(tokens[: 1 + _SHORT]) if index and token.text.casefold() in verbs), 0)
    noun = stems(" ".join(token.text for token in tokens[1:at]))
    if not at or tokens[0].type != "EVERY" or not any(stems(word) == noun for word in words["BREACH"]):
        return None
    end = next((index for index, token in enumerate(tokens) if index > at and _is_whatever(draft, tokens[index:])), len(tokens))
    thing = tokens[at + 1 : end]
    if not thing or any(token.type not in _PLAIN | {"COMMA", "AT", "HAZARD"} for token in (*thing, *tokens[end + 1 :])):
        return None
    if any(token.type not in _PLAIN for token in thing if token.type != "COMMA"):
        return None
    said = " ".join(token.text for token in thing if token.type != "COMMA")
    verb, span = verbs[tokens[at].text.casefold()], sentence.cut(tokens[at].start, thing[-1].end)
    act = Act(f"{verb} {said}", verb, said, "halt", span)
    return Arrow(None, (act,), sentence, section, "", section.heading.text)


def _halting(draft: Draft) -> Iterator[str]:
    known = draft.effects
    yield from (verb for verb, effect in known.items() if effect == "halt" and " " not in verb)


def _is_whatever(draft: Draft, tokens: tuple[Token, ...]) -> bool:
    """Whether words open a clause that says that nothing else matters."""
    text = f"{fold(' '.join(token.text for token in tokens))} "
    return any(text.startswith(f"{word} ") for word in draft.grammar.words.formula["WHATEVER"])


def only_leads(draft: Draft, lead: Span) -> bool:
    """Whether a lead-in only says that the lines below keep or drop, and by what tool: each of its words is one for that."""
    words = draft.grammar.words.formula
    known = frozenset().union(*(stems(word) for role in ("KEEP", "KEPT", "UNDO", "DECIDES", "LEADS") for word in words[role]))
    return lead.text.rstrip("*_ ").endswith(":") and stems(_TOOL.sub("", lead.text).rstrip("*_: ")) <= known
