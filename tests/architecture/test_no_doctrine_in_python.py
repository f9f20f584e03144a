"""No word and no number of a doctrine stands in Python: only the Markdown says what harnessy obeys.

The words are read off `doctrine/` by shape alone: what a table names in its first column, every code span in a table,
every bold phrase there and every bold lead-in. Letter case, spaces, `-`, `_` and `/` do not matter, as in the doctrine
itself. Numbers are stricter: in the layers that know doctrine none may stand but -1, 0, 1 and 2, whatever the doctrine
says today.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

Modules = dict[str, ast.Module]

# Words of the tool that a doctrine may use as well: the word, normalised, and what the tool means by it.
ALLOWED_WORDS: dict[str, str] = {
    "blocked": "the option of `park` for what cannot work",
    "checklist": "the word list for cells that ask for boxes to tick",
    "date": "the day of a row in JSON, and the option that states it",
    "done": "the verb of `queue` for a task that is over, and a word list",
    "decision": "the layer that answers questions, and its answer",
    "gates": "the command of `ratchet` that checks the vetoes, and their key in JSON",
    "findings": "what `lint` and `test` report, and the key that holds them in JSON",
    "na": "the effect of what does not apply",
    "permissions": "a key of a host's settings",
    "type": "the kind of a handler in a host's settings, and what a person is asked to do at a keyboard",
    "fix": "the option of `lint` that mends what it can",
    "level": "the option of `lint` for the least severity that is shown",
    "options": "what a command takes, on its help page",
    "outcome": "how a decision or a run ended, in JSON",
    "parked": "the command that lists parked tasks",
    "plan": "the command that makes a plan of issues",
    "question": "the word list of heads for questions, and a type",
    "queue": "the command for a list of tasks",
    "repositories": "the word list of heads for them",
    "status": "the word list by which a page is out of force",
    "task": "the name of a task in JSON, and the option for its file",
    "test": "the command that asks the examples of a doctrine",
    "why": "the heading over what an answer rests on",
}

# Numbers of the tool that say nothing about what may be done: module, number, and what it is.
ALLOWED_NUMBERS: dict[tuple[str, float], str] = {
    ("harnessy/source/diagnostic.py", 3): "a word is a likely slip of another if at most a third of its letters differ",
    ("harnessy/decision/boxes.py", 64): "from that many boxes on they are only put together, not made as wide as can be",
    ("harnessy/decision/regions.py", 4096): "how many cases of one subject are walked before the walk says that it stopped",
    ("harnessy/decision/regions.py", 1_000_000): "how many pairs of boxes are looked at before the same",
    ("harnessy/decision/view.py", 1024): "how many values of what is unknown are tried, as deciding does",
    ("harnessy/document/blocks.py", 60): "how deep Markdown may nest before the reader goes no deeper",
    ("harnessy/document/read.py", 3): "the length of the line that closes front matter",
    ("harnessy/document/sentences.py", 3): "the length of the end of a comment",
    ("harnessy/document/sentences.py", 24): "no abbreviation is longer",
    ("harnessy/document/tables.py", 12): "how many columns a suggested delimiter row shows",
    ("harnessy/document/tables.py", 60): "how much of a line a message quotes",
    ("harnessy/rulebook/amount.py", 7): "days of a week",
    ("harnessy/rulebook/amount.py", 24): "hours of a day",
    ("harnessy/rulebook/amount.py", 60): "seconds of a minute, minutes of an hour",
    ("harnessy/lint/amounts.py", 100): "a per cent is a hundredth",
    ("harnessy/rulebook/amount.py", 1000): "milliseconds of a second",
    ("harnessy/lint/figures.py", 24): "a longer sentence says more than a limit",
    ("harnessy/lint/rules/hn311_wrong_count.py", 7): "an item of more words is no item of a row",
    ("harnessy/lint/rules/hn315_date.py", 3): "months are cut to three letters, or to four",
    ("harnessy/lint/rules/hn315_date.py", 4): "the same",
    ("harnessy/lint/rules/hn315_date.py", 60): "what was so that many days ago is looked at again",
    ("harnessy/lint/rules/hn315_date.py", 365): "the days of a year",
    ("harnessy/lint/rules/hn412_contrary.py", 40): "a permission says so within its first letters",
    ("harnessy/lint/rules/hn307_said_twice.py", 4): "a shorter sentence is said twice by chance",
    ("harnessy/lint/spelling.py", 5): "a shorter name has too many neighbours to be a slip of one",
    ("harnessy/lint/spelling.py", 6): "the same for a word that stands in no code span",
    ("harnessy/lint/spelling.py", 10): "from that length on two letters may differ",
    ("harnessy/plan/passage.py", 160): "how many characters before a phrase may hold what denies it",
    ("harnessy/plan/passage.py", 400): "how many characters of a sentence around a phrase are read, so that long ones stay linear",
    ("harnessy/rulebook/amount.py", 100): "a per cent is a hundredth",
    ("harnessy/rulebook/grammar.py", 4): "how many grammars are kept loaded",
    ("harnessy/rulebook/grammar.py", 4096): "how many forms of sentences are remembered",
    ("harnessy/rulebook/names.py", 65536): "how many word stems are remembered",
    ("harnessy/rulebook/memo.py", 14): "two to that power is how many answers to keys from outside are kept",
    ("harnessy/rulebook/draft.py", 40): "how many characters of a sentence go into the id of its rule",
    ("harnessy/rulebook/statements.py", 6): "how many words of a statement go into the id of its rule",
}

SMALL = {-1, 0, 1, 2}
CORE = ("source", "document", "rulebook", "decision", "lint", "plan")
LONGEST_NAME = 6  # a first cell of more words is a sentence, not a name

CODE = re.compile(r"`+([^`]+)`+")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
LEAD_IN = re.compile(r"^[\s>]*(?:[-*+]|\d+[.)])?\s*\*\*([^*]+)\*\*", re.MULTILINE)
DELIMITER_ROW = re.compile(r"[\s|:-]+")


def normalised(words: str) -> str:
    """The letters and digits that make two spellings the same name."""
    return re.sub(r"[\s_/.:*`-]+", "", words).casefold()


def rows(text: str) -> Iterator[list[str]]:
    """The cells of each body row of each table."""
    below_header = False
    for line in text.splitlines():
        stripped = line.strip().lstrip(">").strip()
        if not stripped.startswith("|"):
            below_header = False
        elif below_header and not DELIMITER_ROW.fullmatch(stripped):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", stripped.strip("|"))]
        else:
            below_header = True


def names(text: str) -> Iterator[str]:
    """Every name and quoted number in a doctrine, as written."""
    for cells in rows(text):
        yield CODE.sub(r"\1", BOLD.sub(r"\1", cells[0]))
    for line in text.splitlines():
        if line.strip().startswith("|"):
            yield from CODE.findall(line)
            yield from BOLD.findall(line)
    yield from LEAD_IN.findall(text)


def doctrine_words(folder: Path) -> set[str]:
    """The normalised names of all doctrine files; a single letter is a variable and no name."""
    found = [name for file in folder.glob("**/*.md") for name in names(file.read_text("utf-8"))]
    words = {normalised(name) for name in found if len(name.split()) <= LONGEST_NAME}
    return {word for word in words if len(word) > 1}


def constants(tree: ast.Module) -> Iterator[ast.Constant]:
    """Every constant that is no docstring; the words of an f-string are constants too."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in docstrings:
            yield node


def words_in(modules: Modules, words: set[str]) -> set[tuple[str, str]]:
    """The place and the normalised words of each string that equals a word."""
    return {
        (f"{path}:{node.lineno}", normalised(node.value))
        for path, tree in modules.items()
        for node in constants(tree)
        if isinstance(node.value, str) and normalised(node.value) in words
    }


def numbers_in(modules: Modules) -> set[tuple[str, float]]:
    """The module and the value of each number that is not small."""
    return {
        (path, node.value)
        for path, tree in modules.items()
        for node in constants(tree)
        if isinstance(node.value, (int, float)) and not isinstance(node.value, bool) and node.value not in SMALL
    }


def test_no_string_is_a_word_of_the_doctrine(checkout: Path, modules: Modules) -> None:
    found = words_in(modules, doctrine_words(checkout / "doctrine"))
    assert sorted(item for item in found if item[1] not in ALLOWED_WORDS) == []


def test_no_number_stands_in_the_layers_that_know_doctrine(modules: Modules) -> None:
    core = {path: tree for path, tree in modules.items() if path.split("/")[1] in CORE}
    found = numbers_in(core)
    assert sorted(found - set(ALLOWED_NUMBERS)) == []
    assert set(ALLOWED_NUMBERS) - found == set(), "these exceptions are no longer needed"


def test_words_are_read_off_tables_and_bold_lead_ins() -> None:
    table = "| Step | `mild` | hot |\n|---|:-:|---|\n| Tea time | go | `9` or 8 |"
    text = f"- **Hard Limit**: `x` is **not** read.\n1. **Soft**\n\n{table}\n\nno | table"
    assert {normalised(name) for name in names(text)} == {"hardlimit", "soft", "teatime", "mild", "9"}


def test_a_breach_is_found() -> None:
    tree = ast.parse('"""Tea time."""\nx = {"tea_time": 7, "tea": -1}\ny = f"TEA TIME{x}"\n')
    assert words_in({"m.py": tree}, {"teatime"}) == {("m.py:2", "teatime"), ("m.py:3", "teatime")}
    assert numbers_in({"m.py": tree}) == {("m.py", 7)}
