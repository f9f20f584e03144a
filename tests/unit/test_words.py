"""The word lists of the grammar: no closed-class word of English is left out, and none is sorted twice."""

import re

import pytest
from lark import Lark

from harnessy import api, assets
from harnessy.rulebook import words as word_lists
from harnessy.rulebook.grammar import Grammar
from harnessy.rulebook.words import Words, terminals

FILES = assets.grammar()
WORDS = Words.of(FILES)
GRAMMARS = ("condition", "evidence", "lead", "policy", "statement")
LEXED = list(WORDS.lexed.items())
BY_PLACE = {phrase for terminal in word_lists._BY_PLACE for phrase in WORDS.keywords[terminal]}


def words_of(text: str) -> list[str]:
    return text.split()


# Sorted, so that one that is missing is seen.
CLOSED_CLASS = words_of("""
a about above across after again against ago albeit all almost along alongside already also although always am amid
among amongst an and another any anybody anymore anyone anything anywhere apart are aren't around as aside at away
back barely be because been before behind being below beneath beside besides between beyond both but by can can't
cannot concerning considering could couldn't dare despite did didn't do does doesn't doing don't done down during each
either else elsewhere enough even ever every everybody everyone everything everywhere except excepting excluding
exclusively few fewer following for from further furthermore generally had hadn't half hardly has hasn't have haven't
having he hence her here hers herself him himself his how however i if in including inside instead into is isn't it
its itself just later least less lest like likely likewise little many may maybe me meanwhile merely might mightn't
mine minus more moreover most mostly much must mustn't my myself namely near nearly need needn't neither never
nevertheless next no nobody none nonetheless nor normally not nothing notwithstanding now nowhere of off often on once
one oneself only onto opposite or other others otherwise ought our ours ourselves out outside over own past pending
per perhaps plus possibly presently presumably probably provided providing quite rarely rather regarding regardless
respectively round same save scarcely seldom several shall shan't she should shouldn't simply since so solely some
somebody somehow someone something sometimes somewhat somewhere soon still subsequently such than that that's the
their theirs them themselves then there therefore these they this those though through throughout thus till to
together too toward towards typically under underneath unless unlike unlikely until up upon us usually versus very via
was wasn't we were weren't what whatever when whenever where whereas whereby wherein wherever whether which whichever
while whilst who whoever whom whomever whose why will with within without won't would wouldn't yet you your yours
yourself yourselves
""")

# What the list above holds and no terminal does: the lexer takes each for a word of a noun phrase.
# Each is a fault; those that part or bind statements (excluding, providing, whilst …) hide a condition.
def sorted_in(word: str) -> list[str]:
    return [terminal for phrase, terminal in LEXED if phrase == word]


def test_the_list_is_sorted_and_long() -> None:
    assert sorted(set(CLOSED_CLASS)) == CLOSED_CLASS
    assert len(CLOSED_CLASS) > 250


@pytest.mark.parametrize("word", CLOSED_CLASS)
def test_each_closed_class_word_is_sorted_once(word: str) -> None:
    assert len(sorted_in(word)) == 1 or (not sorted_in(word) and word in BY_PLACE)


def test_no_phrase_stands_in_two_lexed_terminals() -> None:
    phrases = [phrase for phrase, _ in LEXED]
    assert sorted(phrases) == sorted(set(phrases))


def test_phrases_stand_in_lower_case_and_plain_spaces() -> None:
    assert [phrase for phrase, _ in LEXED if phrase != " ".join(phrase.lower().split())] == []


def test_no_verdict_word_has_two_effects() -> None:
    effects = ("GO", "HOLD", "HALT", "NEUTRAL", "NONE")
    phrases = [phrase for effect in effects for phrase in WORDS.verdicts[effect]]
    assert sorted(phrases) == sorted(set(phrases))


def test_a_verdict_word_that_is_a_keyword_halts() -> None:
    """`no` and `never` are both: where the place does not tell which, the stricter reading may not be lost."""
    both = {phrase for phrase, _ in LEXED} & set(WORDS.effect_of)
    assert {WORDS.effect_of[phrase] for phrase in both} <= {"halt", "none"}


@pytest.mark.parametrize("name", GRAMMARS)
def test_lark_loads_a_grammar_strictly(name: str) -> None:
    """Nothing is ambiguous: strict loading refuses every conflict that lark would else resolve in silence."""
    grammar = Grammar(FILES)
    assert isinstance(grammar._lark(name), Lark)


def test_every_grammar_file_is_known() -> None:
    names = (*GRAMMARS, "formula", "telling", "words", "verdicts", "headers", "planning", "mechanics", "lint")
    assert set(FILES) == {f"{name}.lark" for name in names}


@pytest.mark.parametrize("name", ["words", "verdicts", "headers", "planning", "mechanics", "lint"])
def test_lark_reads_a_word_list(name: str) -> None:
    """A word list is plain lark, whatever reads it: each terminal compiles, and none is written twice."""
    text = FILES[f"{name}.lark"]
    found = terminals(text)
    assert sum(line.partition(":")[0].strip().isupper() for line in text.splitlines() if ":" in line) == len(found)
    rules = f"start: ({' | '.join(found)})*"
    Lark(f"{rules}\n{text}", parser="earley", lexer="dynamic")


def test_a_word_of_telling_stands_in_one_list() -> None:
    words = [word for listed in terminals(FILES["telling.lark"]).values() for word in listed]
    assert len(words) == len(set(words))


def test_no_grammar_names_a_word_that_is_in_no_list() -> None:
    declared = {*terminals(FILES["words.lark"]), *terminals(FILES["mechanics.lark"]), "NP", "VERB", "W", "NUM"}
    for name in GRAMMARS:
        used = upper_case(FILES[f"{name}.lark"])
        assert used - declared == set(), name


def upper_case(text: str) -> set[str]:
    rules = "\n".join(line.partition("//")[0] for line in text.splitlines())
    return set(re.findall(r"\b[A-Z]+\b", rules))


# -- a logic word anywhere in a sentence changes it, or the sentence is not understood

LOGIC_WORDS = ("never", "not", "unless", "only", "except", "if", "no", "must", "without", "until")

REGISTER = """\
| Checkpoint | About |
|---|---|
| Plan approval | the plan |
| Cleanup | worktrees |
| Shop sign-off | the shop |

| Fact | Kind | Values |
|---|---|---|
| tide | word | `high`, `low` |
| crates | number | |
| `--auto` | flag | |

"""

# A sentence, what is asked of it, and the facts under which it says go.
SENTENCES: tuple[tuple[str, str, dict[str, object]], ...] = (
    ("Cleanup is automatic.", "Cleanup", {}),
    ("Plan approval and Cleanup are automatic.", "Cleanup", {}),
    ("Proceed at Cleanup.", "Cleanup", {}),
    ("Cleanup: proceed + log.", "Cleanup", {}),
    ("Proceed at every checkpoint.", "Cleanup", {}),
    ("Default: proceed at every checkpoint.", "Cleanup", {}),
    ("Cleanup is automatic with the ship gate.", "Cleanup", {"ship gate": True}),
    ("Cleanup: proceed when the tide is `high` and crates are at most 4.", "Cleanup", {"tide": "high", "crates": "4"}),
    ("If a human launches with `--auto`, proceed at Cleanup.", "Cleanup", {"--auto": True}),
    ("Cleanup: proceed only when the ship gate is green.", "Cleanup", {"the ship gate is green": True}),
    ("Cleanup: park, unless every reason was acknowledged.", "Cleanup", {"every reason was acknowledged": True}),
    ("Agents may write the plan.", "write the plan", {}),
    ("Ask before merging unless the owner agrees.", "merging", {"the owner agrees": True}),
    ("Shop sign-off must proceed after the ship gate.", "Shop sign-off", {"the ship gate": True}),
)

# Sentences that still say go with a word put in, and why a reader agrees.
STILL_GO = {
    "Cleanup: must proceed + log.": "a duty to proceed lets it proceed",
    "Cleanup: must proceed when the tide is `high` and crates are at most 4.": "a duty to proceed, under the same condition",
    "Cleanup: must proceed only when the ship gate is green.": "a duty to proceed, under the same condition",
    "Cleanup: must park, unless every reason was acknowledged.": "a duty to park, with the same exception",
    "must Ask before merging unless the owner agrees.": "a duty to ask, with the same exception",
    "Cleanup: proceed only when the tide is `high` and crates are at most 4.": "the condition holds, so even `only` lets it go",
    "Shop sign-off must proceed only after the ship gate.": "the condition holds, so even `only` lets it go",
    "only If a human launches with `--auto`, proceed at Cleanup.": "the condition holds, so even `only` lets it go",
    "If a human only launches with `--auto`, proceed at Cleanup.": "the flag is given, which is all that is asked",
}


def injected() -> list[tuple[str, str, dict[str, object]]]:
    found = []
    for sentence, subject, facts in SENTENCES:
        parts = sentence.split(" ")
        for word in LOGIC_WORDS:
            for at in range(len(parts) + 1):
                before, after = parts[:at], parts[at:]
                if not after:
                    before, word_there = [*before[:-1], before[-1].rstrip(".")], f"{word}."
                else:
                    word_there = word
                found.append((" ".join([*before, word_there, *after]), subject, facts))
    return found


def says(sentence: str, subject: str, facts: dict[str, object]) -> str:
    """The effect or outcome for these facts; a fact that the changed sentence does not know is left out, as from a file."""
    loaded = api.load_texts({"page.md": REGISTER + sentence + "\n"})
    if subject not in loaded.subjects():
        return "unknown name"
    decision = api.ask(loaded, subject, facts)
    return decision.effect or decision.outcome


@pytest.mark.parametrize(("sentence", "subject", "facts"), SENTENCES, ids=[sentence for sentence, _, _ in SENTENCES])
def test_the_plain_sentence_goes(sentence: str, subject: str, facts: dict[str, object]) -> None:
    assert says(sentence, subject, facts) == "go"


def test_a_logic_word_put_in_is_never_swallowed() -> None:
    going = {sentence for sentence, subject, facts in injected() if says(sentence, subject, facts) == "go"}
    assert going == set(STILL_GO)
