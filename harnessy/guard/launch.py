"""Programs that run others: what the shell has built in, wrappers of any name, interpreters, and words that hold a command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator, Mapping

from harnessy.guard.expand import Scope
from harnessy.guard.model import HOLE, HOLES, Surroundings, known
from harnessy.guard.sheet import Row, Sheet
from harnessy.guard.walk import Command, Walker, same_path

_MOST_TAILS = 16
_STANDARD = ("/dev/std", "/dev/fd/0")
_CODE_MARKS = re.compile(r"[\s\"'`,\[\](){};<>|&=+]+")
_ESCAPE = re.compile(r"\\+[nrt]?")
_RUN_STRING = re.compile(r"-[A-Za-z]*c[A-Za-z]*|--command")
_NO_RUN = re.compile(r"-[A-Za-z]*n[A-Za-z]*")
_FLAG = re.compile(r"^(?:--?[A-Za-z][\w-]*=|-[A-Za-z]|[A-Za-z_]\w*=)")
_SETTING = re.compile(r"[A-Za-z_]\w*=")
_SHEBANG = re.compile(r"#!.*\b(?:ba|da|z|k|a)?sh\b")
Hits = Mapping[str, list[tuple[Row, str]]]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Runner(Protocol):
        """What is used of a recogniser."""

        sheet: Sheet
        around: Surroundings
        walker: Walker

        def doubt(self, why: str) -> None:
            """Keep why something cannot be analysed."""

        def run(self, command: Command) -> None:
            """Run one command."""

        def program(self, command: Command, *, within: bool) -> None:
            """Run one program."""

        def write(self, path: str, scope: Scope, where: tuple[int, ...]) -> None:
            """Write a file."""

        def held(self, text: str, command: Command) -> None:
            """Look into a word that may hold a command."""


def split_name(
    name: str, words: tuple[str, ...] = (), guarded: Callable[[str], bool] | None = None,
) -> tuple[str, tuple[str, ...]]:
    """The plain name of a program: no folder, no `.exe`, one case; `program-word` is the word of that program."""
    tail = name.replace("\\", "/").rpartition("/")[2]
    base = tail.casefold().removesuffix(".exe") if tail and known(tail) and HOLES not in name else name
    program, dash, word = base.partition("-")
    if dash and guarded is not None and guarded(program) and not guarded(base):
        return program, (word, *words)
    return base, words


def commands_in(text: str) -> Iterator[tuple[str, ...]]:
    """The words of a text that is one plain command; nothing when it is more than that."""
    try:
        yield tuple(shlex.split(text))
    except ValueError:
        return


# -- what the shell has built in


def seeds(runner: Runner, command: Command) -> bool:
    """Run what is built into the shell. Gives whether it was."""
    builtin = _BUILTINS.get(command.words[0])
    if builtin is None:
        return False
    builtin(runner, command)
    return True


def _eval(runner: Runner, command: Command) -> None:
    text = " ".join(command.words[1:])
    if not known(text):
        runner.doubt("what `eval` runs is not known before it runs")
    runner.walker.text(text, command.scope, command.where[-1])


def _source(runner: Runner, command: Command) -> None:
    for path in command.words[1:2]:
        if path.startswith(_STANDARD) and command.input.text is not None:
            _eval(runner, command._replace(words=("source", command.input.text)))
        else:
            _script(runner, command, path, command.scope)


def _script(runner: Runner, command: Command, path: str, scope: Scope) -> None:
    """The text of a script, if it can be had: written by this very line, or told by the surroundings.

    Of one that stands on a disk the operations count that are found in it, and not that parts of it are hard to see through.
    """
    text = command.scope.files.get(same_path(path))
    told = runner.around.script(path) if text is None and known(path) else None
    if not known(path):
        runner.doubt("which script is run is not known before it runs")
    elif text is None and told is None and same_path(path) in command.scope.named:
        runner.doubt(f"the script `{path}` is made by the command itself")
    elif text is None:
        runner.held(told or "", command)
    elif known(text):
        runner.walker.text(text, scope, command.where[-1])
    else:
        runner.doubt(f"what is in the script `{path}` is not known before it runs")


def _rest(runner: Runner, command: Command) -> None:
    """`exec`, `command`, `builtin`, `time` and the like: the first word that is no option is the command."""
    words = command.words[1:]
    while words and words[0].startswith("-"):
        if words[0] in {"-v", "-V"}:
            return
        words = words[1:]
    runner.run(command._replace(words=words))


def _trap(runner: Runner, command: Command) -> None:
    words = [word for word in command.words[1:] if word not in {"--", "-", "-p", "-l"}]
    if words:
        _eval(runner, command._replace(words=("trap", words[0]), scope=command.scope.copy()))


def _alias(runner: Runner, command: Command) -> None:
    for word in command.words[1:]:
        name, equals, text = word.partition("=")
        if equals:
            command.scope.aliases[name] = text
            runner.walker.text(text, command.scope.copy(), command.where[-1])


def _cd(runner: Runner, command: Command) -> None:
    del runner
    folder = next((word for word in command.words[1:] if not word.startswith("-")), "~")
    relative = command.scope.folder and not folder.startswith(("/", "~", HOLE, HOLES))
    command.scope.folder = f"{command.scope.folder}/{folder}" if relative else folder.replace(HOLES, HOLE)


def _read(runner: Runner, command: Command) -> None:
    for word in command.words[1:]:
        if word.isidentifier():
            command.scope.assign(word, [HOLE], sure=True)
    runner.program(command, within=False)


def _set(runner: Runner, command: Command) -> None:
    del runner
    if "--" in command.words:
        at = command.words.index("--")
        command.scope.arguments = command.words[at + 1 :]


_BUILTINS: dict[str, Callable[[Runner, Command], None]] = {
    **dict.fromkeys(("eval",), _eval),
    **dict.fromkeys(("source", "."), _source),
    **dict.fromkeys(("exec", "command", "builtin", "time", "coproc", "!", "{", "then", "do"), _rest),
    **dict.fromkeys(("cd", "pushd", "popd", "chdir"), _cd),
    **dict.fromkeys(("read", "mapfile", "readarray", "getopts"), _read),
    "trap": _trap,
    "alias": _alias,
    "set": _set,
}


# -- programs that run what is among their words


def start_words(runner: Runner, command: Command, program: str, hits: Hits, *, quiet: bool) -> None:
    """Run what a program may start: by its kind, and whatever among its words looks like a guarded command."""
    if hits.get("SHELL") and not quiet:
        _shell(runner, command)
    if hits.get("CODE"):
        _code(runner, command)
    if hits.get("INPUT"):
        _from_input(runner, command)
        return
    if hits.get("REST"):
        _after_marks(runner, command)
    if quiet or (program in runner.sheet.own and not hits.get("REST")):
        return
    _among_words(runner, command)
    if "/" in command.words[0] and known(command.words[0]):
        text = command.scope.files.get(same_path(command.words[0])) or runner.around.script(command.words[0])
        if text and (_SHEBANG.match(text) or not text.startswith("#!")):
            _script(runner, command, command.words[0], command.scope.copy())


def _shell(runner: Runner, command: Command) -> None:
    """A shell: the string after -c, a script, or what it reads."""
    words, scope = list(command.words[1:]), command.scope.copy()
    while words and words[0].startswith(("-", "+")) and words[0] != "-":
        option = words.pop(0)
        if _RUN_STRING.fullmatch(option):
            _string(runner, command, words, scope)
            return
        if _NO_RUN.fullmatch(option):
            return
        if option in {"-o", "+o", "-O", "+O", "--rcfile", "--init-file"} and words:
            words.pop(0)
    if words and words[0] != "-" and not words[0].startswith(_STANDARD):
        scope.arguments = tuple(words[1:])
        _script(runner, command, words[0], scope)
    elif command.input.text is not None:
        if not known(command.input.text):
            runner.doubt("what the shell reads is not known before it runs")
        runner.walker.text(command.input.text, scope, command.where[-1])


def _string(runner: Runner, command: Command, words: list[str], scope: Scope) -> None:
    while words and words[0].startswith("-") and words[0] != "--":
        words.pop(0)
    text = next((word for word in words if word != "--"), "")
    if not known(text):
        runner.doubt("what the shell runs is not known before it runs")
    behind = words[words.index(text) + 1 :] if text in words else []
    scope.assign("0", behind[:1] or [HOLE], sure=True)
    scope.arguments = tuple(behind[1:])
    runner.walker.text(text, scope, command.where[-1])


def _code(runner: Runner, command: Command) -> None:
    """Code of another language: words in it that make a guarded command count where something in it starts programs."""
    for text in (*command.words[1:], command.input.text or ""):
        if not re.search(r"[\s(]", text):
            continue
        words = [word for word in _CODE_MARKS.split(_ESCAPE.sub(" ", text)) if word]
        starts = runner.sheet.starts_programs(text)
        for at, word in enumerate(words):
            if starts and runner.sheet.guarded(split_name(word)[0]):
                runner.program(command._replace(words=tuple(words[at:])), within=True)
            elif known(word) and ("." in word or "/" in word):
                runner.write(word, command.scope, command.where)


def _from_input(runner: Runner, command: Command) -> None:
    """`xargs`: the command among its words, with words that only its input knows."""
    words = list(command.words)
    marks = [words[at + 1] for at, word in enumerate(words[:-1]) if word in {"-I", "-J", "--replace"}]
    marks += [word[2:] for word in words if word.startswith("-I") and len(word) > 2]
    fed = [_filled(word, [*marks, "{}"]) for word in words]
    if fed == words:
        fed.append(HOLES)
    _among_words(runner, command._replace(words=tuple(fed), repeats=True), every=True)


def _filled(word: str, marks: list[str]) -> str:
    for mark in marks:
        word = word.replace(mark, HOLES) if mark else word
    return word


def _after_marks(runner: Runner, command: Command) -> None:
    """`find -exec` and the like: the command behind the words of the form that tells of it."""
    program = split_name(command.words[0])[0]
    for form in runner.sheet.forms("REST", program):
        mark = form.split()[-1]
        for at in (at for at, word in enumerate(command.words) if word.casefold() == mark and at + 1 < len(command.words)):
            before = tuple(word for word in command.words[1:at] if not word.startswith("-"))
            tail = tuple(_filled(word, ["{}"]) for word in command.words[at + 1 :] if word not in {";", "+"})
            if tail:
                given = command.input._replace(words=(*command.input.words, *before))
                runner.run(command._replace(words=tail, input=given, repeats=True))


def _among_words(runner: Runner, command: Command, *, every: bool = False) -> None:
    """Every tail of a command line that begins with a guarded program, a shell and the like; and words that hold a command."""
    sheet, plain, tails = runner.sheet, False, 0
    if sheet.named("WRAPS", split_name(command.words[0])[0]):
        _wrapped(runner, command)
    launched = any(sheet.named(role, split_name(command.words[0])[0]) for role in ("CODE", "SHELL"))
    for at, written in enumerate(command.words[1:], 1):
        word = _bare_module(sheet, written)
        name = split_name(word)[0]
        tail = command._replace(words=(word, *command.words[at + 1 :]))
        if _starts(sheet, name) or sheet.guarded(name.partition("-")[0]) or (every and word in _BUILTINS):
            launched, tails = True, tails + 1
            if tails > _MOST_TAILS:
                runner.doubt("the command is too long to be read")
                return
            if word in _BUILTINS:
                runner.run(tail)
            else:
                runner.program(tail, within=plain)
        elif every and not plain and not word.startswith("-"):
            runner.program(tail, within=False)
            plain = True
        elif not (plain or launched) and re.search(r"[\s;&|$`(]", word):
            runner.held(_FLAG.sub("", word, count=1), command)
        plain = plain or sheet.named("READING", name)


def _bare_module(sheet: Sheet, word: str) -> str:
    """A guarded program that is written right behind a letter, as in `-mtwine`, alone."""
    attached = word[:1] == "-" and word[:2] != "--" and sheet.guarded(word[2:].casefold())
    return word[2:] if attached else word


def _wrapped(runner: Runner, command: Command) -> None:
    """A program that is known to run its words: where the first of them is not known, nothing is."""
    rest = [word for word in command.words[1:] if not word.startswith("-") and not _SETTING.match(word)]
    if rest and not known(rest[0]):
        runner.doubt("which program is run is not known before it runs")


def _starts(sheet: Sheet, name: str) -> bool:
    return any(sheet.named(role, name) for role in ("SHELL", "CODE", "INPUT", "REST")) or name in {"eval", "source"} or (
        name in sheet.own or sheet.guarded(name)
    )
