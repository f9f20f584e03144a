"""Family log: a file that only grows, `` `x.md` — append-only ``: adding to it is in order, anything else done to it is denied."""

from __future__ import annotations

from harnessy.document import Section
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.collect import sentences
from harnessy.rulebook.derivation import Test
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import Act, Compare, Fact, Rule
from harnessy.rulebook.names import fold
from harnessy.rulebook.paths import edit_policy
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_LEADS = frozenset({"DASH", "COP", "COLON"})
_PATH = "path"


def compile_logs(draft: Draft) -> None:
    """Compile each sentence that says of a file in a code span that it only grows, and no more."""
    says = draft.grammar.words.mechanics["APPEND_ONLY"]
    for section, span in sentences(draft):
        if "`" in span.text and any(fold(word) in fold(span.text) for word in says):
            tokens = draft.lexer().lex(span)
            tokens = tokens[:-1] if tokens and tokens[-1].text == "." else tokens
            shaped = [token.type for token in tokens[:1]] == ["ATOM"] and len(tokens) > 1 and tokens[1].type in _LEADS
            rest = " ".join(token.text for token in tokens[2:])
            if shaped and fold(rest) in {fold(word) for word in says}:
                _log(draft, section, span, tokens[0])


def _log(draft: Draft, section: Section, span: Span, file: Token) -> None:
    words = draft.grammar.words
    place = span.cut(file.start, file.end)
    test = Test("log", _PATH, (file.text, *words.keywords["APPENDING"]))
    changed = Fact(named(f"{_PATH} {file.text} is changed", place), "truth", test=test)
    try:
        policy = edit_policy(draft, Token("EDIT", words.keywords["EDIT"][0], file.start, file.end))
    except NotRead:
        return
    draft.facts.setdefault(changed.name.key, changed)
    act = Act(" ".join(span.text.split()), words.first("HALT"), "", "halt", span)
    when = Compare(changed.name.key, "=", (True,), place)
    identity = Statements(draft).rule_id(Place(section), span.text)
    draft.rules.append(Rule(identity, "policy", policy, when, span, section.words, (act,)))
    draft.note(span, "rule", trail=section.words)
