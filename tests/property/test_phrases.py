"""The longest phrase at a place is the one that a regular expression of all phrases, the longest first, finds there."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from hypothesis import given
from hypothesis import strategies as st

from harnessy import assets
from harnessy.rulebook.grammar import load
from harnessy.rulebook.phrases import Names, Phrases

WORDS = load(assets.grammar()).words
KEYWORDS = sorted({*WORDS.lexed, *WORDS.effect_of})
KNOWN = Phrases(KEYWORDS)
TEXT = st.text(st.sampled_from("aAbseéß1 _-/*.,:>\n'’–"), max_size=40)
PART = st.text(st.sampled_from("abseé1.+"), min_size=1, max_size=4)
NAME = st.lists(PART, min_size=1, max_size=3).map(" ".join)


def keyword(phrase: str) -> str:
    body = r"(?:[\s*_]|\n[ \t>]*)+".join(re.escape(part).replace("'", "['’]") for part in phrase.split())
    before = r"(?<![\w-])" if re.match(r"\w", phrase[0]) else ""
    return before + body + (r"(?!-?\w)" if re.match(r"\w", phrase[-1]) else "")


def name(phrase: str) -> str:
    body = r"[\s*_/–—-]+".join(re.escape(part) for part in phrase.split(" "))
    return rf"(?<![\w-]){body}(?:s|es)?(?!-?\w)"


@cache
def expected(phrases: frozenset[str], pattern: Callable[[str], str]) -> re.Pattern[str]:
    ranked = sorted(phrases, key=lambda phrase: (-len(phrase), phrase))
    return re.compile("|".join(map(pattern, ranked)), re.IGNORECASE)


def compare(phrases: list[str], text: str, found: Phrases, pattern: Callable[[str], str]) -> None:
    wanted = expected(frozenset(phrases), pattern)
    for start in range(len(text)):
        for end in {len(text), min(len(text), start + 5)}:
            match, known = wanted.match(text, start, end), found.match(text, start, end)
            assert (match and match.end()) == (known and known[1]), (start, end)


@given(st.lists(NAME, min_size=1, max_size=6), TEXT)
def test_names(names: list[str], text: str) -> None:
    compare(names, text, Names(names), name)


@given(st.lists(NAME, min_size=1, max_size=6), TEXT)
def test_phrases(phrases: list[str], text: str) -> None:
    compare(phrases, text, Phrases(phrases), keyword)


@given(st.lists(st.sampled_from([*KEYWORDS, "\n> ", "**", ", ", "x"]), max_size=6), st.sampled_from([" ", "  ", "\n", "_"]))
def test_keywords(pieces: list[str], gap: str) -> None:
    text = gap.join(pieces).replace("'", "’")
    compare(KEYWORDS, text, KNOWN, keyword)


def test_a_phrase_may_have_any_number_of_parts() -> None:
    long = " ".join(["salt"] * 5_000)
    names = Names(["salt", long])
    assert names.match(long, 0, len(long)) == (len(long), len(long))
    assert names.match(f"{long} tin", 0, len(long)) == (len(long), len(long))
    assert names.match("salt tin", 0, 8) == (4, 4)
