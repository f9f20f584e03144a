"""The family of bounds: `Max X per Y: N (act above this)`, at most, at least, what comes before what, how many at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from harnessy.rulebook.amount import measured
from harnessy.rulebook.clauses import NotRead, is_normative
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import Act, Attribute, Compare, Condition, Not, Relation, Rule
from harnessy.rulebook.names import bare, stems
from harnessy.rulebook.policy import Sentence, act, acts_of, declare, fact, is_word, rule, words_of
from harnessy.rulebook.tokens import Token
from harnessy.source import Span

_SIDES: dict[str, Relation] = {"most": ">", "most_of": ">", "least": "<", "least_of": "<"}
_ENDS = frozenset({"SYMBOL"})


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit: what it is about, its amount, the relation that passes it, and what comes after it (`before X`)."""

    label: Span
    fact: str
    relation: Relation
    amount: Decimal
    amount_span: Span
    before: Token | None = None
    concurrent: bool = False

    @property
    def at(self) -> Relation:
        """The relation that reaches the limit rather than passes it."""
        return "≥" if self.relation == ">" else self.relation


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a bound; None when the sentence is none. Raises NotRead when it is one that cannot be read whole."""
    if parsed is None or parsed.name not in _SIDES:
        return None
    bound = _bound(draft, sentence, parsed)
    if bound is None:
        return None
    acts, unread = _consequence(draft, sentence, bound)
    lead = parsed.tokens[0]
    limit = Attribute(named(lead.text, words_of(draft, lead)), (bound.amount_span.text.strip("*_`"),), bound.amount_span)
    head = _head(sentence)
    key = declare(draft, named(head.text, head), (limit,))
    when, family, acts = _passed(draft, bound, acts)
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    states = ((lead.text, bound.amount),) if parsed.name in {"most", "least"} and lead.type in {"MOST", "LEAST"} else ()
    return [
        rule(draft, key, when, acts, own, family=family, states=states),
        rule(draft, key, Not(when), (), own, states=states),
    ]


def _head(sentence: Sentence) -> Span:
    """The words before the colon, or all of the statement: the name of the policy."""
    end = next((index for index, token in enumerate(sentence.body) if token.type == "COLON"), len(sentence.body))
    return sentence.span.cut(sentence.body[0].start, sentence.body[end - 1].end)


def _bound(draft: Draft, sentence: Sentence, parsed: Parsed) -> Bound | None:
    phrases = parsed.of("NP")
    before = _following(parsed, "BEFORE")
    if parsed.name in {"most_of", "least_of"}:
        first = phrases[0].parts[0]
        amount = measured(first.text) if first.type == "NUMBER" and len(phrases[0].parts) > 1 else None
        if amount is None:
            return None
        start, span = phrases[0].parts[1].start, words_of(draft, first)
    else:
        amount, span = measured(phrases[-1].text), words_of(draft, phrases[-1])
        if amount is None:
            return None
        start = phrases[0].start
    label = sentence.span.cut(start, _label_end(parsed, start))
    words = _without_concurrent(draft, label.text)
    key = fact(draft, words, label, "number")
    side = _SIDES[parsed.name]
    return Bound(label, key, side, amount, span, before, concurrent=_concurrent(draft, label.text))


def _following(parsed: Parsed, kind: str) -> Token | None:
    """The noun phrase right behind a keyword."""
    at = next((index for index, token in enumerate(parsed.tokens) if token.type == kind), None)
    return parsed.tokens[at + 1] if at is not None else None


def _label_end(parsed: Parsed, start: int) -> int:
    """Where the words end that name what is bounded: `per Y` belongs to them, a purpose and what comes after do not."""
    end = start
    for before, token in zip((None, *parsed.tokens), parsed.tokens, strict=False):
        ended = before is not None and before.type in {"PURPOSE", "BEFORE", "COP", "COLON"}
        if token.type == "NP" and token.end > start and not ended:
            end = token.end
        elif token.type in {"COLON", "COP", "NEVER", "PURPOSE", "BEFORE", "NEEDED"}:
            break
    return end


def _concurrent(draft: Draft, text: str) -> bool:
    padded = f" {bare(text)} "
    return any(f" {word} " in padded for word in draft.grammar.words.keywords["CONCURRENT"])


def _without_concurrent(draft: Draft, text: str) -> str:
    """`drafts at a time` counts what `concurrent drafts` counts."""
    words = draft.grammar.words.keywords["CONCURRENT"]
    tail = next((word for word in words if bare(text).endswith(f" {word}")), "")
    return f"{words[0]} {bare(text).removesuffix(f' {tail}')}" if tail else text


def _passed(draft: Draft, bound: Bound, acts: tuple[Act, ...]) -> tuple[Condition, str, tuple[Act, ...]]:
    """When the limit tells, by which family, and what it tells."""
    over = Compare(bound.fact, bound.relation, (bound.amount,), bound.label)
    at = Compare(bound.fact, bound.at, (bound.amount,), bound.label)
    if bound.before is not None:
        return at, "policy", acts or _leads_to(draft, bound)
    if bound.concurrent and not acts:
        return at, "policy", (act(draft, "hold", f"{bound.label.text}: {bound.amount_span.text}", bound.label),)
    return over, "policy" if acts else "exceeded", acts


def _leads_to(draft: Draft, bound: Bound) -> tuple[Act, ...]:
    """`max N before X`: at the limit X is due; `min N before X`: below it X has to wait."""
    thing = bound.before
    if thing is None:
        return ()
    span = words_of(draft, thing)
    if bound.relation == "<":
        return (act(draft, "hold", f"{span.text} waits", span, span.text),)
    verbs = [verb for verb in draft.effects if stems(verb) == stems(span.text)]
    plain = [verb for verb in verbs if verb != bare(span.text)] or verbs
    if not plain:
        raise NotRead(f"what follows at `{span.text}` is not known: no verb of the grammar or the Act register says it")
    effect = draft.effects[min(plain)]
    return (Act(" ".join(span.text.split()), min(plain), "", effect, span),)  # type: ignore[arg-type]


def _consequence(draft: Draft, sentence: Sentence, bound: Bound) -> tuple[tuple[Act, ...], tuple[Span, ...]]:
    """What the notes and the statements behind the limit say follows; and what of them nobody reads."""
    acts, unread = list[Act](), list[Span]()
    for tokens, span in _beside(sentence):
        if _restates(tokens, span, bound):
            continue
        found = _told(draft, tokens, bound)
        acts.extend(found or ())
        if found is None and is_normative(tokens):
            raise NotRead(f"what `{' '.join(span.text.split())}` says of the limit is not understood")
        if found is None:
            unread.append(span)
    return tuple(acts), tuple(unread)


def _beside(sentence: Sentence) -> Iterator[tuple[tuple[Token, ...], Span]]:
    for note in sentence.notes:
        yield note.tokens, note.span
    for part in sentence.rest:
        yield part, sentence.span.cut(part[0].start, part[-1].end)


def _restates(tokens: tuple[Token, ...], span: Span, bound: Bound) -> bool:
    """Whether a note only says the amount again, in another unit; two that differ are no limit."""
    if tokens[0].type != "NUMBER" or len(tokens) > 2:
        return False
    again = measured(span.text)
    if again is not None and again != bound.amount:
        raise NotRead(f"`{bound.amount_span.text}` and `{span.text}` are two amounts")
    return again is not None


def _told(draft: Draft, tokens: tuple[Token, ...], bound: Bound) -> tuple[Act, ...] | None:
    """Acts with `above this`, in front or behind; `do not X` in a note to a lower limit."""
    rest = _without_beyond(draft, tokens, bound)
    if rest and rest[0].type == "NEVER":
        span = bound.label.source.span(rest[0].start, rest[-1].end)
        plain = not any(token.type in {"IF", "UNLESS", "ONLYIF", "EXCEPT", "HAZARD"} for token in rest)
        return (act(draft, "halt", span.text, span),) if plain else None
    return acts_of(draft, rest) if rest else None


def _without_beyond(draft: Draft, tokens: tuple[Token, ...], bound: Bound) -> tuple[Token, ...]:
    upward = bound.relation == ">"
    for cut in (1, 2):
        head, tail = tokens[:cut], tokens[-cut:]
        if _is_beyond(draft, tail, bound, upward=upward):
            return tokens[:-cut]
        if _is_beyond(draft, head, bound, upward=upward):
            rest = tokens[cut:]
            return rest[1:] if rest and rest[0].type in {"COMMA", "THEN", "COLON"} else rest
    return tokens


def _is_beyond(draft: Draft, tokens: tuple[Token, ...], bound: Bound, *, upward: bool) -> bool:
    """`above this`, `above 4`: on the side of the limit that passes it."""
    text = " ".join(token.text for token in tokens)
    kind = {"GT": True, "LT": False}.get(tokens[0].type) if tokens else None
    if kind is not upward or len(tokens) < 2:
        return False
    return is_word(draft, text, "BEYOND") or measured(tokens[1].text) == bound.amount
