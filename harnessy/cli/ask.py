"""`explain` and `check`: one question from the command line, answered for people or for scripts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from harnessy import api, inputs
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.decision import Decision
from harnessy.decision.question import fact_key, subject_key
from harnessy.inputs import Stated
from harnessy.render import FORMATS, Look
from harnessy.rulebook import RuleBook
from harnessy.rulebook.model import POLICY
from harnessy.rulebook.names import bare, fold
from harnessy.source import nearest

DOCTRINE = Option(
    "--doctrine", "PATH", "a doctrine file, or a folder of them; else the nearest at or above here", repeats=True,
)
DEMO = Option("--demo", "", "ask the doctrine that ships with harnessy")
_FORMAT = Option("--format", "NAME", "how the answer is written", choices=tuple(FORMATS))
_FACTS = Option("--facts", "FILE", "facts as a JSON object or lines of name=value; `-` is standard input")
_TASK = Option("--task", "FILE", "a task in Markdown: facts are the `Name: value` lines at its top")
_INSTEAD = Option("--instead", "", "also say which other facts would change the answer (a terminal does so unasked)")
_CHECK_OPTIONS = (DOCTRINE, _FACTS, _TASK, _FORMAT, _INSTEAD)
_EXPLAIN_OPTIONS = (DOCTRINE, DEMO, *_CHECK_OPTIONS[1:])

_EXIT = {"go": 0, "hold": 10, "halt": 20, "n/a": 40}
_CLEAR, _UNANSWERED = 50, 30

_ABOUT = """\
SUBJECT is what the doctrine decides, such as a checkpoint; left out, every subject that reads all the facts is
answered. A fact is name=value: a,b is a list, nothing after the = an empty one, none says that there is none. A bare
word sets a flag, and the doctrine's own spelling of it works too. Letter case, spaces, -, _ and / do not matter in
names.
"""
_CODES = """
The exit code is the answer: 0 go, 10 hold, 20 halt, 30 no answer (a fact is missing, rules conflict, or none speaks),
40 does not apply, 50 nothing stands against it, at most something is owed. 2 is a mistake in the question. Only 0 is
permission.
"""


def explain(argv: Sequence[str]) -> int:
    """Answer a question for people, with the words that decide it."""
    usage = "harnessy explain [SUBJECT] [FACT=VALUE | FLAG]... [OPTIONS]"
    arguments = parse(argv, _EXPLAIN_OPTIONS)
    if arguments.has("--help"):
        print(help_page(usage, _ABOUT, _EXPLAIN_OPTIONS))
        return 0
    loaded = loaded_for(arguments.options.get(DOCTRINE.name, ()), demo=arguments.has(DEMO.name))
    print(_rendered(_answer(loaded, arguments, _EXPLAIN_OPTIONS, derived=True), arguments, "text"))
    return 0


def check(argv: Sequence[str]) -> int:
    """Answer a question for scripts: one line, and the answer as exit code."""
    usage = "harnessy check [SUBJECT] [FACT=VALUE | FLAG]... [OPTIONS]"
    arguments = parse(argv, _CHECK_OPTIONS)
    if arguments.has("--help"):
        print(help_page(usage, _ABOUT + _CODES, _CHECK_OPTIONS))
        return 0
    if DEMO.name in arguments.words:
        mend = "name yours with --doctrine PATH, or use `explain --demo`"
        raise api.UsageError("`check` does not ask the shipped doctrine", mend)
    loaded = loaded_for(arguments.options.get(DOCTRINE.name, ()), demo=False)
    decision = _answer(loaded, arguments, _CHECK_OPTIONS, derived=False)
    if decision.outcome == "answered" and decision.effect is None and not _is_policy(loaded.rulebook, decision):
        kind = "an event or an order: it tells what is owed" if decision.acts and not decision.values else "a quantity"
        raise api.UsageError(f"{_asked(decision)} {kind}, and nothing to be allowed", "ask for it with `explain`")
    print(_rendered(decision, arguments, "concise"))
    return exit_code(decision)


def _is_policy(rulebook: RuleBook, decision: Decision) -> bool:
    """Whether policies were asked: what they owe has an exit code, for what is beyond a limit is an answer."""
    names = {subject.name.text for book in rulebook.books for subject in book.subjects.values() if subject.kind == POLICY}
    asked = decision.also or (decision,)
    return any(other.subject in names for other in asked)


def exit_code(decision: Decision) -> int:
    """The answer as a number. Whatever is no answer is never 0."""
    owed = decision.outcome == "answered" and decision.effect is None and decision.acts
    if decision.outcome == "clear" or owed:
        return _CLEAR
    return _EXIT.get(decision.effect or "", _UNANSWERED) if decision.outcome == "answered" else _UNANSWERED


def loaded_for(paths: Iterable[str], *, demo: bool) -> api.Loaded:
    """The doctrine that is asked: the files named, the one at or above the working directory, or the shipped one."""
    named = list(paths)
    if demo:
        if named:
            raise api.UsageError("`--demo` and `--doctrine` name two doctrines", "give one of them")
        print("harnessy: asking the shipped doctrine", file=sys.stderr)
        return api.load_demo()
    loaded = api.load([Path(name) for name in named] or api.find(Path.cwd()))
    broken = loaded.broken
    if broken:
        mend = f"the first at {broken[0].span.place}; `harnessy lint` shows them"
        print(f"harnessy: errors in the doctrine: {len(broken)}, {mend}", file=sys.stderr)
    return loaded


def _answer(loaded: api.Loaded, arguments: Arguments, options: Iterable[Option], *, derived: bool) -> Decision:
    names = [option.name for option in options]
    subject, command = sorted_words(loaded.rulebook, arguments.words, names)
    if not derived and subject is not None and _only_quantity(loaded.rulebook, subject):
        raise api.UsageError(f"`{subject}` is a quantity, and nothing to be allowed", "ask for it with `explain`")
    files, ignored = _from_files(loaded.rulebook, arguments)
    if subject is None and not command and not files:
        listed = ", ".join(f"`{name}`" for name in loaded.subjects()) or "none: no rule of the doctrine is understood"
        raise api.UsageError("nothing is asked", f"name a subject, or state facts; the subjects are {listed}")
    facts = inputs.gather(loaded.rulebook, command, files, derived=derived)
    facts = replace(facts, ignored=(*facts.ignored, *ignored))
    ask = api.ask_alternatives if _for_people(arguments) else api.ask
    return facts.told(ask(loaded, subject, facts.counted))


def _from_files(rulebook: RuleBook, arguments: Arguments) -> tuple[list[Stated], list[str]]:
    facts, task = arguments.one(_FACTS.name), arguments.one(_TASK.name)
    if facts == task == inputs.STDIN:
        raise api.UsageError("`--facts` and `--task` both read standard input", "name a file for one of them")
    stated = inputs.read_facts(inputs.text_of(facts), facts) if facts is not None else []
    if task is None:
        return stated, []
    header, ignored = inputs.read_task(rulebook, inputs.text_of(task), task)
    return [*stated, *header], ignored


def sorted_words(rulebook: RuleBook, words: Iterable[str], options: Sequence[str]) -> tuple[str | None, list[Stated]]:
    """The subject and the facts among the words: the first bare word is the subject unless it is a flag."""
    subject, facts = None, list[Stated]()
    for word in words:
        name, equals, value = word.partition("=")
        if word.startswith("-"):
            _must_be_flag(rulebook, name, options)
        if equals:
            if not name.strip():
                raise api.UsageError(f"`{word}` names no fact", "write name=value")
            facts.append(Stated(name, value))
        elif subject is None and not word.startswith("-") and _asks(rulebook, word):
            subject = word
        else:
            facts.append(Stated(word, value=True))
    return subject, facts


def _asks(rulebook: RuleBook, word: str) -> bool:
    """Whether a bare word is meant as the subject: it names one, or at least no fact."""
    exact = any(bare(word) in book.subject_names for book in rulebook.books)
    if not exact and any(bare(word) in book.fact_names for book in rulebook.books):
        return False
    return any(subject_key(book, word) for book in rulebook.books) or not _is_fact(rulebook, word)


def _is_fact(rulebook: RuleBook, word: str) -> bool:
    return any(fact_key(book, word) for book in rulebook.books)


def _only_quantity(rulebook: RuleBook, word: str) -> bool:
    keys = [(book, key) for book in rulebook.books if (key := subject_key(book, word)) is not None]
    return bool(keys) and all(key not in book.subjects for book, key in keys)


def _must_be_flag(rulebook: RuleBook, name: str, options: Sequence[str]) -> None:
    flags = [fact.name.text for book in rulebook.books for fact in book.facts.values() if fact.kind == "flag"]
    if fold(name) in {fold(flag) for flag in flags}:
        return
    if _is_fact(rulebook, name):
        plain = name.lstrip("-")
        raise api.UsageError(f"`{name}` is a fact, not an option", f"write {plain}=VALUE")
    spelled = [flag if flag.startswith("-") else f"--{flag}" for flag in flags]
    near = nearest(name, [*options, *spelled])
    mend = f"did you mean `{near}`?" if near else "--help lists the options"
    raise api.UsageError(f"`{name}` is no option, and no flag of the doctrine", mend)


def _asked(decision: Decision) -> str:
    return f"`{decision.subject}` is" if decision.subject else "all that reads these facts is"


def _for_people(arguments: Arguments) -> bool:
    """Whether to say what else could be: on a terminal, or asked for; where an agent reads it is left out."""
    return sys.stdout.isatty() or arguments.has(_INSTEAD.name)


def _rendered(decision: Decision, arguments: Arguments, usual: str) -> str:
    render = FORMATS[arguments.one(_FORMAT.name) or usual]
    return render(decision, look() if sys.stdout.isatty() else Look())


def look() -> Look:
    """How a terminal wants to be written to."""
    from shutil import get_terminal_size

    return Look(get_terminal_size().columns, colour=not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")
