"""A copy in other words: what is swapped, what stays, and that a rule which fits one word is seen by it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from harnessy import api
from harnessy.rulebook.names import stems
from tests.acceptance import rename, side_by_side

DOCTRINE = """# The quay

A boat's papers carry `Berthing: free | watched | locked` in their header (`tools/quay_rota.json`, since 2024-03-01).

| Berth | `free` | `watched` | `locked` |
|---|---|---|---|
| Mooring | proceed | ask | stop, report |
| Fuelling | proceed + log | proceed + log | ask |

Never paint hulls. Boats painted at night wait 1800s; a boat's papers don't expire.

```json
{"quay_id": "q_<YYYYMMDD>", "papers": true}
```
"""
NAMES = {"checkpoint": "Berth", "mooring": "Mooring", "fuelling": "Fuelling", "level": "berthing", "intent": "intent"}
KEY: list[dict[str, Any]] = [
    {
        "id": "mooring", "source": "PAGE.md", "lines": [7, 7], "kind": "cell",
        "facts": {"checkpoint": "mooring", "level": "free"}, "expect": {"action": ["proceed"]},
        "near_miss": [{"facts": {"level": "watched"}, "expect": {"action": ["ask"]}}],
        "mutation": {"old": "Mooring | proceed |", "new": "Mooring | ask |", "expect": {"action": ["ask"]}},
    },
    {
        "id": "paint", "source": "PAGE.md", "lines": [10, 10], "kind": "invariant",
        "facts": {"intent": "paint hulls"}, "expect": {"action": ["deny"]},
    },
]  # fmt: skip
VERBS = {"deny": [["never", ""]], "ask": [["ask", ""]], "proceed": {"any": [[["proceed", ""]], [["moor", ""]]]}}


@pytest.fixture
def quay(tmp_path: Path) -> rename.Originals:
    (tmp_path / "PAGE.md").write_text(DOCTRINE, encoding="utf-8")
    for name, table in (("key", KEY), ("names", NAMES), ("verbs", VERBS)):
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(table), encoding="utf-8")
    return rename.Originals([tmp_path / "PAGE.md"], *(tmp_path / f"{name}.yaml" for name in ("key", "names", "verbs")))


def _arguments(quay: rename.Originals, *more: str) -> list[str]:
    named = ("--key", quay.key, "--names", quay.names, "--verbs", quay.verbs, "--doctrine", *quay.documents)
    return [*map(str, named), *more]


class TestCopy:
    def test_no_word_of_content_is_left(self, quay: rename.Originals, tmp_path: Path) -> None:
        copy = rename.make(quay, tmp_path / "copy", 1)
        text = copy.documents[0].read_text(encoding="utf-8")
        left = {word.casefold() for word in re.findall(r"[^\W\d_]{2,}", text)}
        assert left & set(copy.renamer.words) == set()
        assert {"proceed", "ask", "stop", "never", "don", "true", "json", "at", "yyyymmdd"} <= left
        assert "`tools/quay_rota.json`" not in text
        assert "2024-03-01" in text
        assert "1800s" in text

    def test_lines_and_markup_stay(self, quay: rename.Originals, tmp_path: Path) -> None:
        text = rename.make(quay, tmp_path / "copy", 1).documents[0].read_text(encoding="utf-8")
        plain = [re.sub(r"[^\W\d_]+", "w", page) for page in (DOCTRINE, text)]
        assert plain[0] == plain[1]

    def test_words_of_one_stem_stay_words_of_one_stem(self, quay: rename.Originals, tmp_path: Path) -> None:
        words = rename.make(quay, tmp_path / "copy", 1).renamer.words
        assert stems(words["paint"]) == stems(words["painted"]) != stems(words["boat"]) == stems(words["boats"])
        assert words["painted"].endswith("ed")
        assert words["boats"] == words["boat"] + "s"
        assert len(set(words.values())) == len(words)

    def test_the_same_seed_gives_the_same_copy(self, quay: rename.Originals, tmp_path: Path) -> None:
        texts = []
        for number, seed in enumerate((1, 1, 2)):
            rename.make(quay, tmp_path / f"copy{number}", seed)
            texts.append([path.read_bytes() for path in sorted((tmp_path / f"copy{number}").iterdir())])
        assert texts[0] == texts[1] != texts[2]

    def test_the_key_speaks_of_the_copy(self, quay: rename.Originals, tmp_path: Path) -> None:
        copy = rename.make(quay, tmp_path / "copy", 1)
        key, names, verbs = (yaml.safe_load(path.read_text(encoding="utf-8")) for path in (copy.key, copy.names, copy.verbs))
        swap = copy.renamer.text
        assert key[0]["facts"] == {"checkpoint": "mooring", "level": swap("free")}
        assert key[0]["mutation"]["old"] == f"{swap('Mooring')} | proceed |"
        assert key[0]["expect"] == {"action": ["proceed"]}
        assert names["mooring"] == swap("Mooring")
        assert names["intent"] == "intent"
        assert names["paint hulls"] == swap("paint hulls")
        assert verbs["proceed"]["any"] == [[["proceed", ""]], [[swap("moor"), ""]]]

    def test_words_that_only_an_older_grammar_lacked_are_swapped(self, quay: rename.Originals) -> None:
        older = quay.documents[0].parent / "older"
        older.mkdir()
        (older / "words.lark").write_text('NEVER: "never"\nAT: "at night"\n', encoding="utf-8")
        kept = rename.kept_words({"words.lark": (older / "words.lark").read_text("utf-8")}, DOCTRINE)
        assert kept == {"never", "at", "night"}


class TestSideBySide:
    def test_rules_that_fit_families_answer_the_copy(self, quay: rename.Originals, capsys: pytest.CaptureFixture[str]) -> None:
        assert side_by_side.main(_arguments(quay, "--within", "0", "--verbose")) == 0
        assert "right on the documents only: 0; right on the copy only: 0" in capsys.readouterr().out

    def test_a_rule_that_fits_a_word_is_seen(
        self, quay: rename.Originals, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ask: Callable[..., Any] = api.ask

        def narrow(loaded: Any, subject: str | None, facts: Any, **rest: Any) -> Any:  # noqa: ANN401
            return ask(loaded, subject if subject in (None, "Mooring") else "nothing of that name", facts, **rest)

        monkeypatch.setattr(api, "ask", narrow)
        assert side_by_side.main(_arguments(quay, "--within", "10")) == 1
        printed = capsys.readouterr().out
        assert "mooring base: refused" in printed
        assert "paint base" not in printed
