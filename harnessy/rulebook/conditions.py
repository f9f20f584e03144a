"""Conditions: the tokens of a clause in, atoms over declared facts out; what cannot be bound stays opaque."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from harnessy.rulebook.amount import number
from harnessy.rulebook.clauses import NotRead
from harnessy.rulebook.counts import counted
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Absent, All, Any, Compare, Condition, Fact, Not, Opaque, Relation, Subset, Value
from harnessy.rulebook.names import bare
from harnessy.rulebook.tokens import LOGIC, Token
from harnessy.source import Span

_RELATIONS: dict[str, Relation] = {"LE": "≤", "GE": "≥", "GT": ">", "LT": "<", "NE": "≠", "EQ": "=", "IN": "="}
_YES = frozenset({"yes", "true"})
_THAT = frozenset({"that", "which"})
_MADE = 2 + 2  # tokens of `contained in X that Y`
_OWN_VERB = frozenset({"COP", "PAST", "HAVE", "EXCEEDS", "SUBSET", *_RELATIONS, "UPWARD", "DOWNWARD"})


@dataclass
class Frame:
    """What a clause may inherit: the quantity and the constant that an earlier guard of the same cell compared."""

    fact: str = ""
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the conditions of one document."""

    draft: Draft

    def read(self, tokens: tuple[Token, ...], span: Span, frame: Frame | None = None) -> Condition:
        """The condition of a clause. Raises NotRead when a logic word is left over."""
        frame = frame if frame is not None else Frame()
        self._refuse_mixed(tokens, span)
        for kind, joined in (("OR", Any), ("AND", All), ("COMMA", All)):
            parts = _cut(tokens, kind)
            if len(parts) > 1 and all(self._stands(part) for part in parts):
                return joined(tuple(self.read(part, _span(part, span), frame) for part in parts))
        tokens = _relative(self._negated_given(tokens))
        count = counted(self.draft, tokens, span)
        if count is not None:
            return count
        parsed = self.draft.grammar.condition(tokens)
        if parsed is None:
            raise NotRead(f"the condition `{span.text}` is not understood")
        return self._bound(parsed, tokens, span, frame)

    def _refuse_mixed(self, tokens: tuple[Token, ...], span: Span) -> None:
        """`a or b and c` may be cut in two ways."""
        alternatives = _cut(tokens, "OR")
        if len(alternatives) < 2 or not all(self._stands(part) for part in alternatives):
            return
        for part in alternatives:
            conjuncts = _cut(part, "AND")
            if len(conjuncts) > 1 and all(self._stands(conjunct) for conjunct in conjuncts):
                raise NotRead(f"`{span.text}` joins conditions by both `and` and `or`")

    def _stands(self, part: tuple[Token, ...]) -> bool:
        """Whether a side of `and` / `or` is a condition of its own: it has a verb, or is the name of a declared truth."""
        if any(token.type in _OWN_VERB for token in part):
            return True
        fact = self.draft.facts.get(bare(part[0].text)) if len(part) == 1 else None
        return fact is not None and fact.kind in {"truth", "flag"}

    def _negated_given(self, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
        """A last word such as `given` or `set` right after `is` (not) is a keyword there."""
        given = self.draft.grammar.words.keywords["GIVEN"]
        if (
            len(tokens) > 1
            and tokens[-1].type == "NP"
            and tokens[-1].text.casefold() in given
            and tokens[-2].type in {"COP", "PAST", "NOT"}
        ):
            last = tokens[-1]
            return (*tokens[:-1], Token("GIVEN", last.text, last.start, last.end))
        return tokens

    def _bound(self, parsed: Parsed, tokens: tuple[Token, ...], span: Span, frame: Frame) -> Condition:
        phrases = parsed.of("NP")
        if parsed.name == "quantified":
            return self._opaque(span)
        flag = self._flag(phrases)
        if flag:
            return self._flagged(parsed, flag, tokens, span)
        if parsed.name == "subset":
            return Subset(self._set(phrases[0]), self._set(phrases[1]), span)
        if parsed.name == "named":
            return self._named(phrases[0], span)
        if parsed.name == "named_binding":
            return self.truth(span)
        if parsed.name in {"is_given", "is_missing"}:
            return self._present(parsed.name, phrases[0], span)
        return self._compared(parsed, span, frame)

    def _set(self, phrase: Token) -> str:
        """The set fact that a noun phrase names; what a subset relation names is a set."""
        known = self.draft.fact_key(phrase.text)
        if known in self.draft.facts:
            return known or ""
        name = named(phrase.text, self.draft.document.source.span(phrase.start, phrase.end))
        return self.draft.add_fact(Fact(name, "set")).name.key

    def _flag(self, phrases: tuple[Token, ...]) -> str | None:
        flags = [part for phrase in phrases for part in (phrase.parts or (phrase,)) if part.is_flag]
        if len(flags) != 1:
            return None
        flag = named(flags[0].text, self.draft.document.source.span(flags[0].start, flags[0].end))
        known = self.draft.facts.get(flag.key)
        if known is None:
            self.draft.add_fact(Fact(flag, "flag"))
        elif known.kind not in {"flag", "truth"}:
            return None
        return flag.key

    def _flagged(self, parsed: Parsed, flag: str, tokens: tuple[Token, ...], span: Span) -> Condition:
        """A clause that spells a flag stands or falls with it, when nothing else in it is logic."""
        given = Compare(flag, "=", (True,), span)
        counted = self.draft.grammar.words.keywords["NUMBERS"][1:]
        if not _spelt_last(parsed, tokens) or any(word in counted for word in bare(span.text).split(" ")):
            raise NotRead(f"what `{span.text}` says beside the flag is not understood")
        if parsed.name == "is_missing" and not _logic(tokens, allowed={"MISSING", "NOT"}):
            return Not(given)
        if parsed.name in {"named", "is_given"} and not _logic(tokens):
            return given
        spelt_last = any(part.is_flag for part in parsed.of("NP")[-1].parts)
        if parsed.name == "is_one_of" and spelt_last and len(parsed.of("NP")) == 2:
            return given
        raise NotRead(f"what `{span.text}` says of the flag is not understood")

    def _named(self, phrase: Token, span: Span) -> Condition:
        """A phrase alone: a truth that the document declares, a member of exactly one fact's values, or opaque."""
        key = self.draft.fact_key(phrase.text) if self.draft.fact_key(phrase.text) == bare(phrase.text) else None
        fact = self.draft.facts.get(key or "")
        quantity = self.draft.quantities.get(key or "")
        if (fact and fact.kind in {"truth", "flag"}) or (quantity and quantity.kind == "truth"):
            return Compare(key or "", "=", (True,), span)
        return self._opaque(span)

    def _present(self, form: str, phrase: Token, span: Span) -> Condition:
        fact = self.fact(phrase)
        if fact is None or fact not in self.draft.facts:
            return self._opaque(span)
        kind = self.draft.facts[fact].kind
        if kind in {"truth", "flag"}:
            given: Condition = Compare(fact, "=", (True,), span)
            return Not(given) if form == "is_missing" else given
        return Absent(fact, span) if form == "is_missing" else Not(Absent(fact, span))

    def _compared(self, parsed: Parsed, span: Span, frame: Frame) -> Condition:
        phrases = list(parsed.of("NP"))
        if parsed.name == "beyond":
            return self._beyond(parsed, span, frame)
        inherited = parsed.name.endswith("_inherited")
        fact = self._inherited(phrases, frame) if inherited else self.fact(phrases.pop(0))
        if fact is None:
            return self._opaque(span)
        values = tuple(self.value(fact, phrase) for phrase in phrases)
        if any(value is None for value in values) or not values:
            return self._opaque(span)
        relation, negated = self._relation(parsed)
        found = cast("tuple[Value, ...]", values)
        frame.fact, frame.value = fact, found[0]
        if relation in {"<", ">", "≤", "≥"} and len(found) > 1:
            raise NotRead(f"`{span.text}` compares with more than one amount")
        compared: Condition = Compare(fact, relation, found, span)
        if relation == "=" and len(found) > 1 and self._is_set(fact) and parsed.of("AND"):
            compared = All(tuple(Compare(fact, relation, (value,), span) for value in found))
        return Not(compared) if negated else compared

    def _is_set(self, fact: str) -> bool:
        return fact in self.draft.facts and self.draft.facts[fact].kind == "set"

    def _relation(self, parsed: Parsed) -> tuple[Relation, bool]:
        if parsed.name.startswith("upward"):
            return "≥", False
        if parsed.name.startswith("downward"):
            return "≤", False
        if parsed.name == "exceeds":
            return ">", False
        relations = parsed.of(*_RELATIONS)
        if parsed.name in {"compare", "compare_inherited"} and relations:
            return _RELATIONS[relations[0].type], False
        return "=", parsed.name == "is_none_of"

    def _beyond(self, parsed: Parsed, span: Span, frame: Frame) -> Condition:
        """`y above` after a guard: beyond the constant of that guard."""
        if not frame.fact or frame.value is None:
            raise NotRead(f"`{span.text}` compares with nothing")
        return Compare(frame.fact, _RELATIONS[parsed.tokens[0].type], (frame.value,), span)

    def _inherited(self, phrases: list[Token], frame: Frame) -> str | None:
        """The fact of the guard before, else the one fact whose named values or scale hold the constant."""
        if frame.fact:
            return frame.fact
        key = bare(phrases[0].text)
        owners = [fact.name.key for fact in self.draft.facts.values() if self._has(fact, key)]
        return owners[0] if len(owners) == 1 else None

    def _has(self, fact: Fact, key: str) -> bool:
        scale = self.draft.scales.get(fact.scale or "")
        return any(value.key == key for value in fact.values) or bool(scale and scale.member(key))

    def fact(self, phrase: Token) -> str | None:
        """The declared fact or quantity that a noun phrase names, exactly or as part of one name only (an assumption)."""
        key = self.draft.fact_key(phrase.text)
        exact = key is None or key == bare(phrase.text) or (key in self.draft.facts and self._aliased(key, bare(phrase.text)))
        if key and not exact:
            thing = self.draft.facts.get(key) or self.draft.quantities[key]
            span = self.draft.document.source.span(phrase.start, phrase.end)
            self.draft.assume(f"`{phrase.text}` is `{thing.name.text}`: no other name holds its words", span, thing.name.span)
        return key

    def _aliased(self, key: str, text: str) -> bool:
        return any(alias.key == text for alias in self.draft.facts[key].aliases)

    def value(self, fact: str, phrase: Token) -> Value | None:
        """The constant that a noun phrase names as a value of a fact; None when it is none."""
        declared = self.draft.facts.get(fact)
        kind = declared.kind if declared else ""
        key = bare(phrase.text)
        if kind in {"truth", "flag"}:
            return True if key in _YES else None
        if kind == "number":
            return number(phrase.text)
        scale = self.draft.scale_of(fact)
        if scale and scale.member(key):
            return key
        if declared and any(value.key == key for value in declared.values):
            return key
        single = len(phrase.parts) == 1
        found = number(phrase.text)
        if found is not None and not scale:
            return key if kind == "word" else found
        closed = (scale and scale.declared) or (declared and declared.closed)
        if single and phrase.parts[0].type == "ATOM" and not closed:
            return key
        if closed and single:
            self._undeclared(fact, phrase)
        return None

    def _undeclared(self, fact: str, phrase: Token) -> None:
        thing = self.draft.facts.get(fact) or self.draft.quantities[fact]
        span = self.draft.document.source.span(phrase.start, phrase.end)
        self.draft.complain(
            "HN201",
            "error",
            f"`{phrase.text}` is no value of `{thing.name.text}`",
            span,
            mend="declare it, or use a declared value",
        )

    def truth(self, span: Span) -> Condition:
        """A span as a truth: the declared one of that name, else opaque."""
        key = bare(span.text)
        fact, quantity = self.draft.facts.get(key), self.draft.quantities.get(key)
        if (fact is not None and fact.kind in {"truth", "flag"}) or (quantity is not None and quantity.kind == "truth"):
            return Compare(key, "=", (True,), span)
        return Opaque(bare(span.text), " ".join(span.text.split()), span)

    def _opaque(self, span: Span) -> Opaque:
        return Opaque(bare(span.text), " ".join(span.text.split()), span)


def _relative(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`contained in the crates that the clerk counted`: a set that somebody made, as one phrase, with or without `that`."""
    kinds = tuple(token.type for token in tokens[-_MADE:])
    if kinds[:2] != ("SUBSET", "NP") or kinds[-1:] != ("NP",) or tokens[-2].text.casefold() not in _THAT:
        return tokens
    thing, that, by = tokens[-_MADE + 1 :]
    text = f"{thing.text} {that.text} {by.text}"
    return (*tokens[: -_MADE + 1], Token("NP", text, thing.start, by.end, parts=(*thing.parts, that, *by.parts)))


def _spelt_last(parsed: Parsed, tokens: tuple[Token, ...]) -> bool:
    """Whether a clause ends with its flag, or says that it is given, and counts nothing."""
    parts = [part for token in tokens for part in (token.parts or (token,)) if part.type not in {"COP", "NOT", "PAST"}]
    ends = parts[-1].is_flag or (parsed.name in {"is_given", "is_missing"} and parts[0].is_flag) or parts[0].type == "MISSING"
    return ends and not any(part.type == "NUMBER" for part in parts)


def _cut(tokens: tuple[Token, ...], kind: str) -> list[tuple[Token, ...]]:
    parts, current = list[tuple[Token, ...]](), list[Token]()
    for token in tokens:
        if token.type == kind:
            parts.append(tuple(current))
            current = []
        else:
            current.append(token)
    parts.append(tuple(current))
    if kind == "COMMA":
        return [part for part in parts if part]
    return [tuple(_without_comma(part)) for part in parts]


def _without_comma(part: tuple[Token, ...]) -> tuple[Token, ...]:
    while part and part[-1].type == "COMMA":
        part = part[:-1]
    while part and part[0].type == "COMMA":
        part = part[1:]
    return part


def _span(part: tuple[Token, ...], span: Span) -> Span:
    if not part:
        raise NotRead(f"nothing stands on one side of `and` or `or` in `{span.text}`")
    return span.cut(part[0].start, part[-1].end)


def _logic(tokens: tuple[Token, ...], allowed: set[str] | None = None) -> bool:
    return any(token.type in LOGIC and token.type not in (allowed or set()) for token in tokens)
