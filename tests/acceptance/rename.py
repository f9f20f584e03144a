"""Make a copy of documents, key, names and verbs in which every content word is another word, and none is English.

    python -m tests.acceptance.rename FOLDER --doctrine PATH… --key KEY --names FILE --verbs FILE [--seed N] [--grammar DIR]

A word that is swapped becomes a pronounceable nonsense word with the same inflection (`loops`, `looped` → `brapolts`,
`brapolted`), everywhere the same: in prose, code spans, paths, JSON keys and the edits of the key. What stays: words of
the grammar (closed-class words, verdicts, table heads) and their inflections, numbers with their units, markup, dates,
single letters, the names of the documents. Lines stay where they are, so citations compare as before.

Of the key, what the documents say is renamed: values of facts, of expectations and of edits. The key's own names of
facts, checkpoints and verbs stay; `names.yaml` and `verbs.yaml` of the copy tell what they are called in its documents.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from harnessy.rulebook.names import in_order
from harnessy.rulebook.words import terminals
from tests.acceptance import judge

GRAMMAR = Path(__file__).parents[2] / "grammar"
# What is copied as it stands: hosts, file endings, the language of a fence, units behind numbers, letters of a date.
KEPT_TEXT = r"https?://[\w.]+|\.(?:md|txt|py|sh|json|ndjson|ya?ml|toml)\b|(?m:^\s*(?:```|~~~)\w*)|(?<=\d)[^\W\d_]+|\b[YMDHSN]+\b|\bISO\b"
WORD = r"[^\W\d_]+(?:['’](?:s|t|re|ve|ll|d|m)\b)?"
SYMBOL = r"\b[^\W\d_]\b|[^\W\d_]*[^\W\d_a-zA-Z][^\W\d_]*"  # a letter of a formula, or one with a Greek letter in it
# Slots of a question, which are the engine's words and no document's.
SLOTS = frozenset({"intent", "event", "actor", "path"})
# Endings that a nonsense word takes over, the longest first, and what they become on a stem that ends in a consonant.
ENDINGS = {
    "ments": "ments", "ment": "ment", "ables": "ables", "able": "able", "ances": "ances", "ance": "ance", "ences": "ances",
    "ence": "ance", "ings": "ings", "ions": "ions", "ives": "ives", "ness": "ness", "ing": "ing", "ion": "ion", "ive": "ive",
    "ers": "ers", "ies": "s", "als": "als", "ors": "ers", "ied": "ed", "ed": "ed", "es": "s", "er": "er", "or": "er", "al": "al",
    "ly": "ly", "s": "s", "e": "", "y": "",
}  # fmt: skip
SPARE = ("", "s", "ing", "ed", "ion", "er", "ive", "al", "able", "ly", "ment", "ance", "ers", "ions", "ings", "als")
ONSETS = ("b", "br", "d", "dr", "f", "fl", "g", "gr", "k", "kl", "m", "n", "p", "pl", "pr", "t", "tr", "v", "z", "zw")
VOWELS, CODAS = "aou", ("ft", "kt", "lt", "mpt", "nt", "pt", "rt", "st", "lk", "rk", "nk")


def stem(word: str) -> str:
    """The stem by which the engine takes two words as one."""
    return "".join(in_order(word))


def kept_words(grammar: Mapping[str, str], text: str) -> frozenset[str]:
    """The words of the grammar: single ones, and those of its phrases that stand in a text."""
    phrases = {phrase for file in grammar.values() for strings in terminals(file).values() for phrase in strings}
    folded = " ".join(re.split(r"[\s_/-]+", text.casefold()))
    found: set[str] = set()
    for phrase in phrases:
        words = re.findall(WORD, phrase)
        if len(words) == 1 or re.search(rf"\b{re.escape(' '.join(words))}\b", folded):
            found.update(words)
    return frozenset(found)


@dataclass
class Renamer:
    """Swaps words; the same word always for the same."""

    kept: frozenset[str]
    files: Sequence[str]
    seed: int
    words: dict[str, str] = field(default_factory=dict)

    def learn(self, texts: Iterable[str]) -> None:
        """Take a nonsense word for each content word of these texts, those of one stem together."""
        self._pattern = re.compile("|".join((*map(re.escape, self.files), KEPT_TEXT, SYMBOL, f"(?P<word>{WORD})")))
        stems = {stem(word) for word in self.kept if len(word) > 1}
        groups: dict[str, list[str]] = {}
        for word in dict.fromkeys(word for text in texts for word in self._content(text)):
            if stem(word) not in stems:
                groups.setdefault(stem(word), []).append(word)
        dice, taken = random.Random(self.seed), set[str]()  # noqa: S311  # a game of words, no secret
        for group in groups.values():
            self.words |= _forms(group, dice, taken)

    def _content(self, text: str) -> Iterator[str]:
        for match in self._pattern.finditer(text):
            if match["word"] and match["word"].casefold() not in self.kept:
                yield re.split("['’]", match["word"])[0].casefold()

    def text(self, text: str) -> str:
        """A text in the other words."""
        return self._pattern.sub(self._swapped, text)

    def _swapped(self, match: re.Match[str]) -> str:
        if not match["word"] or match["word"].casefold() in self.kept:
            return match[0]
        word, mark, rest = re.fullmatch(r"([^'’]+)(['’]?)(.*)", match["word"]).groups()  # type: ignore[union-attr] # it is a word
        other = self.words.get(word.casefold(), word)
        if other != word:
            other = other.upper() if word.isupper() and len(word) > 1 else other.title() if word[0].isupper() else other
        return f"{other}{mark}{rest}"

    def value(self, value: Any) -> Any:  # noqa: ANN401  # values of YAML
        """A value of the key in the other words, names of its parts included."""
        if isinstance(value, Mapping):
            return {self.value(name): self.value(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self.value(part) for part in value]
        return self.text(value) if isinstance(value, str) else value


def _forms(group: Sequence[str], dice: random.Random, taken: set[str]) -> dict[str, str]:
    """A nonsense word for each word of one stem."""
    while True:
        base = _nonsense(dice, vowel=group[0][0] in "aeiou")
        if base[:4] in taken or stem(base) != base:
            continue
        forms: dict[str, str] = {}
        for word in sorted(group, key=lambda word: (len(word), word)):
            fits = (base + ending for ending in (_ending(word), *SPARE))
            form = next((form for form in fits if stem(form) == base and form not in forms.values()), None)
            if form:
                forms[word] = form
        if len(forms) == len(group):
            taken.add(base[:4])
            return forms


def _ending(word: str) -> str:
    own = stem(word)
    endings = (end for end in ENDINGS if word.endswith(end) and own != word and len(word) - len(end) >= max(2, len(own) - 1))
    return ENDINGS[next(endings, "e")]


def _nonsense(dice: random.Random, *, vowel: bool) -> str:
    first = "" if vowel else dice.choice(ONSETS)
    return first + dice.choice(VOWELS) + dice.choice(ONSETS) + dice.choice(VOWELS) + dice.choice(CODAS)


def renamed_entry(entry: Mapping[str, Any], renamer: Renamer, names: dict[str, str]) -> dict[str, Any]:
    """An entry of the key whose values are the copy's; a name without a line in the names gets one."""
    copy = dict(entry)
    if "facts" in entry:
        copy["facts"] = _facts(entry["facts"] or {}, renamer, names)
    for key in ("expect", "must_not"):
        if key in entry:
            copy[key] = _expected(entry[key], renamer, names)
    if "accept" in entry:
        copy["accept"] = [_expected(answer, renamer, names) for answer in entry["accept"]]
    for key in ("old", "new"):
        if key in entry:
            copy[key] = renamer.text(str(entry[key]))
    for key in ("near_miss", "also"):
        if key in entry:
            copy[key] = [renamed_entry(part, renamer, names) for part in entry[key]]
    if "mutation" in entry:
        copy["mutation"] = renamed_entry(entry["mutation"], renamer, names)
    return copy


def _facts(facts: Mapping[str, Any], renamer: Renamer, names: dict[str, str]) -> dict[str, Any]:
    for name, value in facts.items():
        names.setdefault(name, name if name in SLOTS else renamer.text(name))
        for word in value if isinstance(value, list) else [value]:
            if name in judge.WORDED and isinstance(word, str):
                names.setdefault(word, renamer.text(word))
    return {name: value if name in judge.WORDED else renamer.value(value) for name, value in facts.items()}


def _expected(answer: Mapping[str, Any] | None, renamer: Renamer, names: dict[str, str]) -> dict[str, Any]:
    own = {"action", "lint", "conflicts_with"}  # the key's own words
    for name in set(answer or {}) - own:
        names.setdefault(name, renamer.text(name))
    return {name: value if name in own else renamer.value(value) for name, value in (answer or {}).items()}


def strings(value: object) -> Iterator[str]:
    """Every text of a value of YAML, names of parts included."""
    if isinstance(value, Mapping):
        yield from (text for pair in value.items() for part in pair for text in strings(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in strings(part))
    elif isinstance(value, str):
        yield value


@dataclass(frozen=True, slots=True)
class Originals:
    """What a copy is made of."""

    documents: Sequence[Path]
    key: Path
    names: Path
    verbs: Path
    grammar: Path = GRAMMAR


@dataclass(frozen=True, slots=True)
class Copy:
    """A renamed copy on disk, and what it swapped and kept."""

    documents: Sequence[Path]
    key: Path
    names: Path
    verbs: Path
    renamer: Renamer


def make(originals: Originals, folder: Path, seed: int) -> Copy:
    """Write the copy into a folder."""
    texts = {path: path.read_text(encoding="utf-8") for path in originals.documents}
    files = (originals.key, originals.names, originals.verbs)
    key, names, verbs = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in files)
    grammar = {path.name: path.read_text(encoding="utf-8") for path in sorted(originals.grammar.glob("*.lark"))}
    renamer = Renamer(kept_words(grammar, "\n".join(texts.values())), [path.name for path in texts], seed)
    renamer.learn([*texts.values(), *strings(key), *strings(list(names.values())), *strings(verbs)])
    own_names = {name: word if name in SLOTS else renamer.text(word) for name, word in names.items()}
    copied = [renamed_entry(entry, renamer, own_names) for entry in key]
    verbs = {verb: _pairs(spec, renamer) for verb, spec in verbs.items()}
    folder.mkdir(parents=True, exist_ok=True)
    copies = {folder / path.name: renamer.text(text) for path, text in texts.items()}
    places = (folder / "key.yaml", folder / "names.yaml", folder / "verbs.yaml")
    tables = (yaml.safe_dump(table, allow_unicode=True, sort_keys=False) for table in (copied, own_names, verbs))
    for path, text in (*copies.items(), *zip(places, tables, strict=True)):
        path.write_text(text, encoding="utf-8")
    return Copy(list(copies), places[0], places[1], places[2], renamer)


def _pairs(spec: Any, renamer: Renamer) -> Any:  # noqa: ANN401  # pairs, or lists of pairs under `any`
    return {"any": renamer.value(spec["any"])} if isinstance(spec, Mapping) else renamer.value(spec)


def parser(description: str) -> argparse.ArgumentParser:
    """The arguments that say what is copied."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--doctrine", type=Path, nargs="+", required=True, help="documents")
    made.add_argument("--key", type=Path, required=True, help="the key, in YAML")
    for name in ("names", "verbs"):
        made.add_argument(f"--{name}", type=Path, default=Path(__file__).parent / f"{name}.yaml")
    made.add_argument("--grammar", type=Path, default=GRAMMAR, help="the folder whose words are kept")
    made.add_argument("--seed", type=int, default=1, help="which nonsense")
    return made


def originals(options: argparse.Namespace) -> Originals:
    """What the arguments name."""
    return Originals(options.doctrine, options.key, options.names, options.verbs, options.grammar)


def main(argv: Sequence[str] | None = None) -> int:
    """Make a copy from the command line."""
    made = parser("Copy documents and key in other words.")
    made.add_argument("folder", type=Path, help="where the copy goes: no folder of the project")
    options = made.parse_args(argv)
    copy = make(originals(options), options.folder, options.seed)
    print(f"{len(copy.renamer.words)} words swapped in {options.folder}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
