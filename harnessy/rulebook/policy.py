"""What the families of policies share: a sentence with its place, words that are keywords only there, subjects and facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from harnessy.rulebook.acts import build_acts
from harnessy.rulebook.clauses import Note, NotRead, is_normative, refuse_marks, trimmed, without_notes
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.model import POLICY, Act, Attribute, Condition, Fact, FactKind, Named, Rule, Subject, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.place import Place
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import Token, glue, in_place
from harnessy.source import Span

_LONGEST = 1 + 2
_FIXED = frozenset({"ATOM", "NUMBER", "QUOTE"})
_OPENING: dict[str, tuple[str, ...]] = {
    "MOST": ("PER", "PURPOSE", "NEEDED"),
    "LEAST": ("PER", "PURPOSE", "NEEDED"),
    "PICK": ("LABELLED", "UNDER"),
    "SKIP": ("LABELLED",),
    "OVERRIDE": ("PER",),
    "EDIT": ("THISFILE",),
    "ONLY": ("EDIT", "UNDER", "THISFILE"),
    "NEVER": ("EDIT", "THISFILE", "UNDER", "OUTSIDE"),
    "NO": ("UNLIMITED", "PER", "BETWEEN", "PURPOSE"),
}
_ELSEWHERE = ("PER", "SERIAL")
_APART = frozenset({"SEMI", "DASH"})


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a policy: its first statement, those behind a dash or semicolon, its notes, and where it stands."""

    span: Span
    body: tuple[Token, ...]
    rest: tuple[tuple[Token, ...], ...]
    notes: tuple[Note, ...]
    place: Place


def sentence(draft: Draft, span: Span, place: Place) -> Sentence:
    """A sentence cut into its parts. Raises NotRead."""
    tokens = draft.nameless().lex(span)
    refuse_marks(tokens, span)
    body, notes = without_notes(trimmed(tokens), span)
    parts = list[list[Token]]([[]])
    for token in body:
        if token.type in _APART:
            parts.append([])
        else:
            parts[-1].append(token)
    if not all(parts):
        raise NotRead("an empty part beside a dash or a semicolon")
    head, *rest = (tuple(part) for part in parts)
    return Sentence(span, head, tuple(rest), tuple(notes), place)


def is_word(draft: Draft, text: str, name: str) -> bool:
    """Whether a text is one of the words of a list."""
    return text.casefold() in draft.grammar.words.keywords[name]


def first_word(draft: Draft, tokens: tuple[Token, ...], names: Iterable[str]) -> str:
    """The list that the first words of a sentence are in, or nothing."""
    return next((name for name in names if _length(draft, tokens, 0, name)), "")


def placed(draft: Draft, tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Tokens with the words of policies as keywords, each only where its opening allows it; glued to noun phrases."""
    while len(tokens) > 1 and tokens[0].text.casefold() in {"the", "a", "an"}:
        tokens = tokens[1:]
    opening = first_word(draft, tokens, ("MOST", "LEAST", "PICK", "SKIP", "OVERRIDE", "EDIT"))
    opening = opening or (tokens[0].type if tokens and tokens[0].type in _OPENING else "")
    tokens = soft(tokens)
    allowed = _OPENING.get(opening, _ELSEWHERE)
    made, at = list[Token](), 0
    typed = in_place(tokens)
    while at < len(tokens):
        names = (opening,) if at == 0 and opening and opening != tokens[0].type else allowed
        length, name = max(((_length(draft, tokens, at, name), name) for name in names), default=(0, ""))
        if length and typed[at].type not in _FIXED:
            run = tokens[at : at + length]
            made.append(Token(name, " ".join(token.text for token in run), run[0].start, run[-1].end))
            at += length
        else:
            made.append(typed[at])
            at += 1
    return glue(made)


def _length(draft: Draft, tokens: tuple[Token, ...], at: int, name: str) -> int:
    """How many tokens from a place on are words of a list."""
    words = draft.grammar.words.keywords[name]
    for length in range(min(_LONGEST, len(tokens) - at), 0, -1):
        if " ".join(token.text for token in tokens[at : at + length]).casefold() in words:
            return length
    return 0


def soft(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Acts with `as x` and `that x` as plain words, where an object stands behind them."""
    made = list[Token]()
    for index, token in enumerate(tokens):
        after = tokens[index + 1] if index + 1 < len(tokens) else None
        loose = token.type == "HAZARD" and token.text.casefold() in {"as", "that"}
        objects = {"ATOM", "NAME", "QUOTE"} if token.text.casefold() == "as" else {"WORD", "NAME"}
        if loose and made and after is not None and after.type in objects:
            made.append(replace(token, type="HARMLESS"))
        else:
            made.append(token)
    return tuple(made)


def acts_of(draft: Draft, tokens: tuple[Token, ...], notes: tuple[Note, ...] = ()) -> tuple[Act, ...] | None:
    """The acts that some words tell, or None when they are no plain acts."""
    main = glue(in_place(soft(tokens)))
    parsed = draft.grammar.statement(main)
    if parsed is None or parsed.name not in {"act", "must"}:
        return None
    return build_acts(draft, parsed.tokens, notes)


def words_of(draft: Draft, token: Token) -> Span:
    """The place of a token."""
    return draft.document.source.span(token.start, token.end)


def declare(draft: Draft, name: Named, attributes: tuple[Attribute, ...] = (), reads: tuple[str, ...] = ()) -> str:
    """Declare a policy as a subject that can be asked. Raises NotRead where something else has its name."""
    known = draft.subjects.get(name.key)
    if (known is not None and known.kind != POLICY) or name.key in draft.facts or name.key in draft.quantities:
        raise NotRead(f"`{name.text}` is the name of something else")
    if known is None:
        draft.subjects[name.key] = Subject(name, POLICY, (), attributes, reads)
    else:
        draft.subjects[name.key] = replace(
            known, attributes=(*known.attributes, *attributes), reads=(*known.reads, *reads)
        )
    return name.key


def fact(draft: Draft, text: str, span: Span, kind: FactKind) -> str:
    """The key of a fact that a policy reads, declared where nobody else did. Raises NotRead where it is of another kind."""
    key = bare(text)
    if key in draft.quantities or (key in draft.facts and draft.facts[key].kind != kind):
        raise NotRead(f"`{text}` is no {kind}")
    if key not in draft.facts:
        draft.add_fact(Fact(named(text, span), kind))
    return key


def rule(
    draft: Draft, target: str, when: Condition, acts: tuple[Act, ...], read: Sentence, **more: object
) -> Rule:
    """A rule of a policy, cited by its whole sentence."""
    identity = Statements(draft).rule_id(read.place, read.span.text)
    made = Rule(
        identity, "policy", target, conjoined(read.place.scope, when), read.span, read.place.section.words, acts,
        why=read.place.why, unread=read.place.unread,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type] # fields of Rule by name


def act(draft: Draft, effect: str, words: str, span: Span, thing: str = "") -> Act:
    """The act that a family answers by itself."""
    return Act(" ".join(words.split()), draft.grammar.words.first(effect.upper()), thing, effect, span)  # type: ignore[arg-type]


def aside(notes: Iterable[Note]) -> tuple[Span, ...]:
    """Notes that nobody reads. Raises NotRead for one that holds a rule."""
    for note in notes:
        if is_normative(note.tokens):
            raise NotRead(f"the note `{note.span.text}` is not understood")
    return tuple(note.span for note in notes)


