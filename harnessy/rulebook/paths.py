"""The family of path rules: `Only modify recipes under x/`, `Never modify y` (gitignore-style); a prohibition always wins."""

from __future__ import annotations

from dataclasses import replace

from harnessy.rulebook import operations
from harnessy.rulebook.clauses import Note, NotRead, split
from harnessy.rulebook.derivation import Test
from harnessy.rulebook.draft import Draft, named
from harnessy.rulebook.grammar import Parsed
from harnessy.rulebook.model import ALWAYS, POLICY, Attribute, Compare, Condition, Fact, Not, Rule, Subject, conjoined
from harnessy.rulebook.names import bare
from harnessy.rulebook.policy import Sentence, act, rule, words_of
from harnessy.rulebook.statements import Statements
from harnessy.rulebook.tokens import LOGIC, Token, glue, in_place
from harnessy.source import Span

_FORMS = frozenset({"exclusive", "untouched", "kept", "invited"})
_PATH, _CHANGE, _ACTOR = "path", "change", "actor"


def read(draft: Draft, sentence: Sentence, parsed: Parsed | None) -> list[Rule] | None:
    """The rules of a sentence about which paths may be edited; None when it is none. Raises NotRead."""
    if parsed is None or parsed.name not in _FORMS:
        return None
    edit = parsed.of("EDIT")[0]
    if parsed.name == "untouched" and not parsed.of("THISFILE") and not any(_atom(token) for token in parsed.of("NP")):
        return None
    if parsed.name == "invited":
        return _invited(draft, sentence, edit)
    glosses = [_gloss(draft, note) for note in sentence.notes]
    unread = [note.span for note, kind in zip(sentence.notes, glosses, strict=True) if not kind]
    for part in sentence.rest:
        if not _reason(part):
            raise NotRead("what stands behind the dash is not understood")
    own = replace(sentence, place=replace(sentence.place, unread=(*sentence.place.unread, *unread)))
    key = edit_policy(draft, edit)
    when = _untouched(draft, parsed, sentence) if parsed.name == "untouched" else _exclusive(draft, parsed)
    denied = act(draft, "halt", sentence.span.cut(sentence.body[0].start, sentence.body[-1].end).text, sentence.span)
    _list_members(draft, parsed, sentence)
    return [rule(draft, key, when, (denied,), own), *_operations(draft, sentence)]


def _operations(draft: Draft, sentence: Sentence) -> list[Rule]:
    """The same as a prohibition of an operation, for whoever asks by what is done and not by the path."""
    segment = split(draft.lexer().lex(sentence.span), sentence.span)[0]
    parsed = draft.grammar.statement(segment.main)
    if parsed is None or parsed.name != "prohibition":
        return []
    return operations.FAMILIES[parsed.name](Statements(draft), segment, parsed, sentence.place)


def _invited(draft: Draft, sentence: Sentence, edit: Token) -> list[Rule]:
    """`edit this file to steer the loop`: said to whom the page is for; it stands against nothing and lets nobody go."""
    if sentence.rest or sentence.notes:
        raise NotRead("what stands beside it is not understood")
    made = rule(draft, edit_policy(draft, edit), ALWAYS, (), sentence)
    return [replace(made, family="invited", unread=())]


def edit_policy(draft: Draft, edit: Token) -> str:
    """The one policy about editing: named by the verb that comes first, known by every other."""
    words = draft.grammar.words.keywords["EDIT"]
    known = next((word for word in words if word in draft.subjects and draft.subjects[word].kind == POLICY), None)
    if known is not None:
        return known
    key = bare(edit.text)
    if key in draft.subjects or key in draft.facts:
        raise NotRead(f"`{edit.text}` is the name of something else")
    span = words_of(draft, edit)
    others = tuple(named(word, span) for word in words if word != key and word not in draft.subjects)
    draft.subjects[key] = Subject(named(key, span), POLICY, others)
    return key


def _atom(phrase: Token) -> Token | None:
    return next((part for part in phrase.parts if part.type == "ATOM"), None)


def _patterns(phrases: tuple[Token, ...], *, exact: bool) -> tuple[str, ...]:
    """The paths of noun phrases, each in a code span: alone, or where `exact` is not asked with nouns behind it. Raises NotRead."""
    if not phrases or not all(phrase.parts[0].type == "ATOM" for phrase in phrases):
        raise NotRead("a path that stands in no code span, or behind other words")
    rest = [part for phrase in phrases for part in phrase.parts[1:]]
    if any(part.type != "WORD" for part in rest) or (exact and rest):
        raise NotRead(f"what `{rest[0].text}` says beside the path is not understood")
    return tuple(phrase.parts[0].text for phrase in phrases)


def _exclusive(draft: Draft, parsed: Parsed) -> Condition:
    """`only edit recipes under x/`, `never edit recipes outside x/`: a recipe elsewhere is halted; what is none is untouched."""
    under = parsed.of("UNDER", "OUTSIDE")[0]
    thing = next(token for token in parsed.of("NP") if token.start < under.start)
    patterns = _patterns(tuple(token for token in parsed.of("NP") if token.start > under.start), exact=True)
    span = draft.document.source.span(under.start, parsed.tokens[-1].end)
    inside = _truth(draft, f"{_PATH} {span.text}", span, Test("path", _PATH, patterns))
    if thing.text.casefold() in draft.grammar.words.keywords["ANYFILE"]:
        return conjoined(Not(inside), _no_person(draft, span))
    about = words_of(draft, thing)
    is_one = _truth(draft, f"{_CHANGE} of {thing.text}", about, Test("about", _CHANGE, (thing.text,)))
    return conjoined(is_one, Not(inside), _no_person(draft, span))


def _untouched(draft: Draft, parsed: Parsed, sentence: Sentence) -> Condition:
    """`never edit y`: halted for everybody but a person, wherever y stands."""
    under = parsed.of("UNDER")
    places = tuple(token for token in parsed.of("NP") if not under or token.start > under[0].start)
    patterns = list(_patterns(places, exact=bool(under))) if places else []
    if parsed.of("THISFILE"):
        spelled = [token.text for note in sentence.notes for token in note.tokens if token.type == "ATOM"]
        patterns.extend(spelled or [draft.document.source.path.rpartition("/")[2]])
    span = sentence.span.cut(parsed.of("EDIT")[0].end, sentence.body[-1].end)
    touched = _truth(draft, f"{_PATH} is{span.text}", span, Test("touch", _PATH, tuple(patterns)))
    return conjoined(touched, _no_person(draft, span))


def _no_person(draft: Draft, span: Span) -> Condition:
    """Whoever asks is an agent, unless it is said that a person acts."""
    test = Test("about", _ACTOR, draft.grammar.words.keywords["HUMANS"])
    person = Fact(named(f"{_ACTOR} is a person", span), "flag", test=test)
    draft.facts.setdefault(person.name.key, person)
    return Not(Compare(person.name.key, "=", (True,), span))


def _truth(draft: Draft, text: str, span: Span, test: Test) -> Condition:
    fact = Fact(named(" ".join(text.replace("`", "").split()), span), "truth", test=test)
    draft.facts.setdefault(fact.name.key, fact)
    return Compare(fact.name.key, "=", (True,), span)


def _gloss(draft: Draft, note: Note) -> bool:
    """Whether a note only tells what the paths are, why, or where copies stand: `a, b are x`, `x is y`, `copies at z`."""
    tokens = glue(in_place(note.tokens))
    kinds = [token.type for token in tokens]
    if any(token.type in LOGIC - {"VERB"} or token.type in {"HAZARD", "ONLY", "EVERY"} for token in note.tokens):
        return False
    told = len(note.tokens) == 1 and note.tokens[0].type == "ATOM"
    located = kinds == ["NP"] and tokens[0].parts[-1].type == "ATOM" and not _listing(note.tokens)
    del draft
    return told or located or (kinds.count("COP") == 1 and kinds[-1] in {"NP", "VERB"} and kinds[0] == "NP")


def _listing(tokens: tuple[Token, ...]) -> bool:
    return any(token.type in {"AND", "OR", "PLUS", "COMMA"} for token in tokens)


def _reason(part: tuple[Token, ...]) -> bool:
    """`this is the x`: why, and nothing more."""
    first = part[0].text.casefold() in {"this", "it", "they", "these"} and len(part) > 1 and part[1].type == "COP"
    return first and not any(token.type in LOGIC - {"VERB"} or token.type in {"HAZARD", "ONLY"} for token in part)


def _list_members(draft: Draft, parsed: Parsed, sentence: Sentence) -> None:
    """`x/ scripts (a, b are infrastructure)`: what the note lists can be looked up as the scripts of the infrastructure."""
    for note in sentence.notes:
        at = next((index for index, token in enumerate(note.tokens) if token.type == "COP"), 0)
        members = tuple(token for token in note.tokens[:at] if token.type == "ATOM")
        nouns = [part for phrase in parsed.of("NP") for part in phrase.parts if part.type in {"WORD", "NAME"}]
        rest = note.tokens[at + 1 :]
        if len(members) < 2 or not nouns or not rest:
            continue
        name = named(draft.document.source.span(rest[0].start, rest[-1].end).text, note.span)
        listed = Attribute(named(nouns[-1].text, note.span), tuple(member.text for member in members), note.span)
        if name.key not in draft.subjects and name.key not in draft.facts:
            draft.subjects[name.key] = Subject(name, POLICY, (), (listed,))

