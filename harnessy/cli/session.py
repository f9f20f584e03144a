"""`begin`, `allow` and `observe`: facts for one run of an agent, each with who stated it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterable, Sequence

from harnessy import inputs
from harnessy.api import UsageError
from harnessy.cli.arguments import Arguments, Option, help_page, parse
from harnessy.decision.question import fact_key, subject_key
from harnessy.hooks import asking, git, pinned, session, sheets
from harnessy.hooks.judge import asked
from harnessy.hooks.person import NotConfirmed, confirm
from harnessy.hooks.pinned import Pin
from harnessy.hooks.places import NotKept
from harnessy.hooks.run import HOSTS
from harnessy.hooks.run import pins as all_pins
from harnessy.hooks.session import Session, Stated
from harnessy.rulebook import RuleBook

_TASK = Option("--task", "FILE", "the task of the run: facts are the `Name: value` lines at its top")
_SESSION = Option("--session", "ID", "the run that is meant, by the host's name for it; else the next, or the last")
_ONCE = Option("--once", "", "for one operation; there is no other kind: what always holds belongs into the doctrine")
_TOOL_SECONDS, _BY_TOOL = 600, ("tool",)
_BEGIN = (_TASK, _SESSION)
_ALLOW = (_ONCE, _SESSION)
_OBSERVE = (_SESSION,)


def begin(argv: Sequence[str]) -> int:
    """State the facts of the next run of an agent in this repository; a person confirms them."""
    arguments = parse(argv, _BEGIN)
    if arguments.has("--help"):
        about = "Flags are those of the doctrine; `--name VALUE...` or name=VALUE states any fact that a person may state."
        print(help_page("harnessy begin [--task FILE] [FLAG | FACT=VALUE | --FACT VALUE...]...", about, _BEGIN))
        return 0
    return _guarded(_begin, arguments)


def allow(argv: Sequence[str]) -> int:
    """Let one operation through that waits for a person; a person confirms it."""
    arguments = parse(argv, _ALLOW)
    if arguments.has("--help"):
        print(help_page("harnessy allow SUBJECT --once", "SUBJECT is what the doctrine decides, such as a checkpoint.", _ALLOW))
        return 0
    return _guarded(_allow, arguments)


def observe(argv: Sequence[str]) -> int:
    """State facts that a tool states, by running the commands that were fixed for them at install."""
    arguments = parse(argv, _OBSERVE)
    if arguments.has("--help"):
        about = "FACT is one that a command was fixed for; all of them without any. FACT=VALUE says what it must come to."
        print(help_page("harnessy observe [FACT | FACT=VALUE]...", about, _OBSERVE))
        return 0
    return _guarded(_observe, arguments)


def _guarded(verb: object, arguments: Arguments) -> int:
    pin = _pin()
    try:
        rulebook = asking.rulebook_at(pin, pinned.commit(pin))
        code: int = verb(pin, rulebook, arguments)  # type: ignore[operator]
    except (NotConfirmed, NotKept) as error:
        raise UsageError(str(error), error.help) from None
    return code


def _pin() -> Pin:
    """The pin of the repository at or above the working directory."""
    here = os.path.realpath(os.getcwd())  # noqa: PTH109
    folder = git.output(here, "rev-parse", "--path-format=absolute", "--git-common-dir")
    found = next((pin for pin in all_pins() if pin.folder == folder or f"{here}/".startswith(f"{pin.repository}/")), None)
    if found is None:
        raise UsageError("no hook is installed for this repository", "run `harnessy hooks install HOST` in it")
    return found


# -- begin


def _begin(pin: Pin, rulebook: RuleBook, arguments: Arguments) -> int:
    said = _options(rulebook, arguments.words)
    task = arguments.one(_TASK.name)
    read: list[inputs.Stated] = []
    ignored: list[str] = []
    if task is not None:
        read, ignored = inputs.read_task(rulebook, inputs.text_of(task), task)
    facts = inputs.gather(rulebook, said, read, derived=False)
    typed = {fact.name for fact in said}
    stated = [
        Stated(name, value, ("human",) if name in typed else ("human", "tool")) for name, value in facts.counted.items()
    ]
    path = session.path_of(pin.name, given) if (given := arguments.one(_SESSION.name)) else session.waiting(pin.name)
    for note in dict.fromkeys((*(f"not read: {name}" for name in (*ignored, *facts.ignored)), *facts.notes)):
        print(f"  {note}")
    confirm(pin, f"Begin a run in {pin.repository} with: {_listed(stated)}", tuple(HOSTS))
    alone = any(value is True for name, value in facts.counted.items() if name in typed)
    session.save(Session(path, tuple(stated), (), alone, time.time()))
    print(f"begun: {_listed(stated)}")
    _wrong(rulebook, stated)
    return 0


def _options(rulebook: RuleBook, words: Sequence[str]) -> list[inputs.Stated]:
    """Words as facts: name=value, a flag, or an option of the doctrine with the words behind it as its values."""
    found, rest = list[inputs.Stated](), list(words)
    while rest:
        word = rest.pop(0)
        name, equals, value = word.partition("=")
        keys = [(book, key) for book in rulebook.books if (key := fact_key(book, name)) is not None]
        if word.startswith("-") and not keys:
            raise UsageError(f"`{name}` is no option, and no fact of the doctrine", "`harnessy words` lists its facts")
        flag = bool(keys) and all(key in book.facts and book.facts[key].kind in {"flag", "truth"} for book, key in keys)
        if equals or flag:
            found.append(inputs.Stated(name, value if equals else True))
            continue
        values = list[str]()
        while rest and not rest[0].startswith("--"):
            values.append(rest.pop(0))
        if not word.startswith("-") or not values:
            raise UsageError(f"`{word}` has no value", f"write {name}=VALUE")
        found.append(inputs.Stated(name, values))
    return found


def _listed(stated: Iterable[Stated]) -> str:
    said = [fact.name if fact.value is True else f"{fact.name}={_plain(fact.value)}" for fact in stated]
    return ", ".join(said) or "no facts"


def _plain(value: object) -> str:
    return "none" if value is None else ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _wrong(rulebook: RuleBook, stated: Iterable[Stated]) -> None:
    """Say which facts do not count, because the doctrine has somebody else state them."""
    counted = asking.counted(rulebook, stated := list(stated))
    for fact in stated:
        if fact.name not in counted:
            print(f"  does not count: {fact.name} is for somebody else to state")


# -- allow


def _allow(pin: Pin, rulebook: RuleBook, arguments: Arguments) -> int:
    if len(arguments.words) != 1:
        raise UsageError("`allow` is told no subject, or more than one", "write harnessy allow SUBJECT --once")
    if not arguments.has(_ONCE.name):
        raise UsageError("`allow` lets one operation through", "write --once; what always holds belongs into the doctrine")
    subject = arguments.words[0]
    known = {row.subject for row in sheets.sheet(pin, pinned.commit(pin)).rows if row.subject}
    names = [name for name in known if _same(rulebook, name, subject)]
    if len(names) != 1:
        listed = ", ".join(f"`{name}`" for name in sorted(known))
        raise UsageError(f"no operation is asked about as `{subject}`", f"the subjects are {listed}")
    given = arguments.one(_SESSION.name)
    path = session.path_of(pin.name, given) if given else session.waiting(pin.name)
    found = (_session(pin, arguments) if not given or os.path.exists(path) else None) or Session(path, begun=time.time())  # noqa: PTH110
    answer = asked(rulebook, names[0], asking.counted(rulebook, found.facts))
    if answer.effect == "halt":
        raise UsageError(f"`{names[0]}` halts: only an edit of the doctrine lifts that", "edit the doctrine")
    confirm(pin, f"Let one operation through that is asked about as {names[0]}, in {pin.repository}", tuple(HOSTS))
    session.save(found._replace(grants=(*found.grants, names[0])))
    print(f"allowed once: {names[0]}")
    return 0


def _same(rulebook: RuleBook, name: str, other: str) -> bool:
    keys = [(subject_key(book, name), subject_key(book, other)) for book in rulebook.books]
    return name.casefold() == other.casefold() or any(one is not None and one == two for one, two in keys)


def _session(pin: Pin, arguments: Arguments) -> Session | None:
    given = arguments.one(_SESSION.name)
    return session.load(session.path_of(pin.name, given)) if given else session.newest(pin.name)


# -- observe


def _observe(pin: Pin, rulebook: RuleBook, arguments: Arguments) -> int:
    wanted = [word.partition("=") for word in arguments.words]
    names = [_tool(pin, rulebook, name) for name, _, _ in wanted] or list(pin.tools)
    if not names:
        raise UsageError("no command was fixed for a fact", "run `harnessy hooks install HOST --tool FACT=COMMAND`")
    found = _session(pin, arguments)
    if found is None:
        raise UsageError("no session is begun here", "a person begins one with `harnessy begin`")
    commands = dict.fromkeys(pin.tools[name] for name in names)
    anew = [name for name, command in pin.tools.items() if command in commands]
    left = [fact for fact in found.facts if fact.authors != _BY_TOOL or not _is_one(rulebook, fact.name, anew)]
    session.save(found := found._replace(facts=tuple(left)))  # whatever comes of it, what was seen before is over
    stated = [fact for command in commands for fact in _told(pin, rulebook, command)]
    values = {fact.name: _plain(fact.value) for fact in stated}
    for name, equals, value in wanted:
        if equals and values.get(name) != value:
            raise UsageError(f"`{name}={value}` is not what its command says: {values.get(name, 'nothing')}", "leave the value out")
    session.save(found.stating(stated))
    print(f"observed: {_listed(stated)}")
    _wrong(rulebook, stated)
    return 0


def _tool(pin: Pin, rulebook: RuleBook, name: str) -> str:
    for known in pin.tools:
        if _is_one(rulebook, name, [known]):
            return known
    listed = ", ".join(f"`{known}`" for known in pin.tools) or "none"
    raise UsageError(f"no command was fixed at install that states `{name}`", f"those that have one: {listed}")


def _told(pin: Pin, rulebook: RuleBook, command: tuple[str, ...]) -> list[Stated]:
    """What a fixed command prints: lines of name=value, or one JSON object. It runs in the repository, with git's own settings."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        done = subprocess.run(  # noqa: S603 # fixed at install, by its full path
            command, cwd=pin.repository, env=environment, capture_output=True, text=True, check=False, timeout=_TOOL_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"`{command[0]}` gave no answer: {error}", "mend it, or fix another at install") from None
    if done.returncode != 0:
        raise UsageError(f"`{command[0]}` failed with {done.returncode}, so nothing was stated", done.stderr.strip()[-200:])
    facts = inputs.gather(rulebook, [], inputs.read_facts(done.stdout, f"the output of {command[0]}"), derived=False)
    named = [name for name, known in pin.tools.items() if known == command]
    return [Stated(name, value, _BY_TOOL) for name, value in facts.counted.items() if _is_one(rulebook, name, named)]


def _is_one(rulebook: RuleBook, name: str, others: Iterable[str]) -> bool:
    """Whether a name is another name of one of these facts."""
    return any(fact_key(book, name) == fact_key(book, other) is not None for book in rulebook.books for other in others)
