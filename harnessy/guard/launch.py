"""Programs that run others: what the shell has built in, wrappers of any name, interpreters, and words that hold a command."""

from __future__ import annotations

import re
from collections.abc import Callable

from harnessy.guard.command import Command
from harnessy.guard.expand import Scope
from harnessy.guard.listed import behind_options, filled
from harnessy.guard.model import HOLE, HOLES, known
from harnessy.guard.names import same_path, split_name
from harnessy.guard.runner import Hits, named_before
from harnessy.guard.searched import put_on_path
from harnessy.guard.sheet import Sheet
from harnessy.guard.standing import named_script
from harnessy.guard.targets import CHANGES
from harnessy.guard.texts import globbed, on_disk, text_of

_MOST_TAILS = 16
_LAUNCHERS = ("SHELL", "CODE", "INPUT", "REST", "SCRIPT", "TARGET", "TASK")
_STANDARD = ("/dev/std", "/dev/fd/0", "/proc/self/fd/0")
_OPENED = ("/dev/", "/proc/")  # a file that somebody has opened before
_RUN_STRING = re.compile(r"-[A-Za-z]*c[A-Za-z]*|--command")
_NO_RUN = re.compile(r"-[A-Za-z]*n[A-Za-z]*")
_READS_INPUT = "-s"
_CLOSES = frozenset({";", "+"})
_FLAG = re.compile(r"^(?:--?[A-Za-z][\w-]*=|-[A-Za-z]|[A-Za-z_]\w*=|[A-Z]{4,}:)(?:[a-z]+=)?")
_SETTING = re.compile(r"[A-Za-z_]\w*=")
_RENAMES, _PAST_FUNCTIONS = "-a", frozenset({"command", "exec", "builtin"})
_VERSION = re.compile(r"(?<=.)(?:@[\d^~v*<>=].*|@[a-z]+|[=<>~!]=.*|\[.*|:[\w.-]+)$")
_PLACES, _NOTHING, _GIVEN = ("./", "../", "~/", "/"), "/dev/null", ":::"
_SYSTEM = ("/bin/", "/usr/", "/opt/", "/nix/", "/snap/", "/dev/null")
_SHEBANG = re.compile(r"#!.*\b(?:ba|da|z|k|a)?sh\b")

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner


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
    for found in globbed(runner, scope, path):
        _script(runner, command, found, scope)
    text = command.scope.files.get(same_path(path), HOLE if path.startswith(_OPENED) else None)
    told = on_disk(runner, scope, path) if text is None else None
    if not known(path):
        runner.doubt("which script is run is not known before it runs")
    elif text is None and told is None and named_before(command, path):
        runner.doubt(f"the script `{path}` is made by the command itself")
    elif text is None:
        within = command.scope.copy()
        within.values |= named_script(path)
        runner.held(told or "", command._replace(scope=within))
    elif known(text):
        runner.walker.text(text, scope, command.where[-1])
    else:
        runner.doubt(f"what is in the script `{path}` is not known before it runs")


def _rest(runner: Runner, command: Command) -> None:
    """`exec`, `command`, `builtin`, `time` and the like: the first word that is no option is the command."""
    name, words = command.words[0], command.words[1:]
    while words and words[0].startswith("-"):
        if words[0] in {"-v", "-V"}:
            return
        words = words[2 if words[0] == _RENAMES else 1 :]
    while words and _SETTING.match(words[0]):
        setting, _, value = words[0].partition("=")
        runner.run(command._replace(words=(f"{setting}=", value)))
        words = words[1:]
    plain = command._replace(words=words)
    if not words or name not in _PAST_FUNCTIONS:
        runner.run(plain)
    elif not seeds(runner, plain):
        runner.program(plain, within=False)


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
    scope = command.scope
    if command.words[0] == "popd" or command.words[1:2] == ("-",):
        scope.folder = scope.left.pop() if scope.left else HOLE
        return
    scope.left.append(scope.folder)
    folder = next((word for word in command.words[1:] if not word.startswith("-")), "~")
    command.scope.enter(folder)


def _read(runner: Runner, command: Command) -> None:
    for word in command.words[1:]:
        if "[" in word:
            runner.walker.evaluated(word, command.scope, command.where[-1])
    for word in command.words[1:]:
        if word.isidentifier():
            _set_to(runner, command, word, HOLE)
    runner.program(command, within=False)


def _printf(runner: Runner, command: Command) -> None:
    """`printf -v NAME`: a variable is set to what is not printed."""
    if command.words[1:2] == ("-v",) and len(command.words) > 2:
        name, *texts = command.words[2:]
        runner.walker.evaluated(name, command.scope, command.where[-1])
        _set_to(runner, command, name, texts[0] if len(texts) == 1 and "%" not in texts[0] else HOLE)


def _set_to(runner: Runner, command: Command, name: str, text: str) -> None:
    """A variable is set by a command that is no assignment; other programs may run what it holds."""
    command.scope.assign(name, [text], sure=True)
    if runner.sheet.tells(f"{name}="):
        runner.run(command._replace(words=(f"{name}=", text)))


def _test(runner: Runner, command: Command) -> None:
    """`test -v NAME[SUBSCRIPT]`: the subscript is worked out."""
    for at, word in enumerate(command.words[:-1]):
        if word in {"-v", "-R"}:
            runner.walker.evaluated(command.words[at + 1], command.scope, command.where[-1])


def _let(runner: Runner, command: Command) -> None:
    for word in command.words[1:]:
        runner.walker.evaluated(word, command.scope, command.where[-1])


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
    **dict.fromkeys(("test", "["), _test),
    "printf": _printf,
    "let": _let,
    "trap": _trap,
    "alias": _alias,
    "set": _set,
}


# -- programs that run what is among their words


def start_words(runner: Runner, command: Command, program: str, hits: Hits, *, quiet: bool) -> None:
    """Run what a program may start: by its kind, and whatever among its words looks like a guarded command."""
    if hits.get("OPAQUE") and command.input.text:
        runner.held(command.input.text, command)
    if hits.get("SHELL") and not quiet:
        _shell(runner, command)
    if hits.get("CODE") or hits.get("FILE"):
        from harnessy.guard.languages import run_code, run_file

        if hits.get("CODE"):
            run_code(runner, command, program)
        if hits.get("FILE"):
            run_file(runner, command, runner.sheet.arguments(program, command.words[1:]))
    if hits.get("REST"):
        _after_marks(runner, command, fed=bool(hits.get("INPUT")))
    elif hits.get("INPUT"):
        _from_input(runner, command)
        return
    if not hits.get("REST") and (quiet or program in runner.sheet.own):
        _named_file(runner, command)  # `./bin/ls` may be no ls
        return
    _among_words(runner, command)
    _named_file(runner, command)


def _named_file(runner: Runner, command: Command) -> None:
    """A file that is a command by its path, or that a setting makes another program run."""
    setting = command.words[0].casefold()
    if setting[-1] == "=" and any(runner.sheet.named(role, setting) for role in ("WRAPS", "SHELL")):
        _set_program(runner, command)
    if "/" in command.words[0] and known(command.words[0]):
        text = text_of(runner, command.scope, command.words[0])
        if text and (_SHEBANG.match(text) or not text.startswith("#!")):
            _script(runner, command, command.words[0], command.scope.copy())
        elif text:
            named = split_name(runner.sheet, (text.partition("\n")[0].removeprefix("#!").split() or [""])[-1])[0]
            if runner.sheet.named("CODE", named):
                runner.script(text, command, named)


def _shell(runner: Runner, command: Command) -> None:
    """A shell: the string after -c, a script, or what it reads."""
    words, scope = list(command.words[1:]), command.scope.copy()
    while words and words[0].startswith(("-", "+")) and words[0] != "-":
        option = words.pop(0)
        if option == _READS_INPUT:
            words = []
            break
        if _RUN_STRING.fullmatch(option):
            _string(runner, command, words, scope)
            return
        if _NO_RUN.fullmatch(option):
            return
        if option in {"--rcfile", "--init-file"} and words:
            _start_up(runner, command, words[0], scope)
        if option in {"-o", "+o", "-O", "+O", "--rcfile", "--init-file"} and words:
            words.pop(0)
    if words and words[0] != "-" and not words[0].startswith(_STANDARD):
        scope.arguments = tuple(words[1:])
        _script(runner, command, words[0], scope)
    elif command.input.text is not None:
        if not known(command.input.text):
            runner.doubt("what the shell reads is not known before it runs")
        runner.walker.text(command.input.text, scope, command.where[-1])


def _start_up(runner: Runner, command: Command, path: str, scope: Scope) -> None:
    """A file with which a shell starts: one that nobody can read may hold anything."""
    _script(runner, command, path, scope)
    if known(path) and not path.startswith((_NOTHING, *_OPENED)) and text_of(runner, command.scope, path) is None:
        runner.doubt(f"what is in `{path}`, with which a shell starts, is not seen from here")


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


def _from_input(runner: Runner, command: Command) -> None:
    """`xargs`: the command among its words, with words that only its input knows."""
    words = list(command.words)
    marks = [words[at + 1] for at, word in enumerate(words[:-1]) if word in {"-I", "-J", "--replace"}]
    marks += [word[2:] for word in words if word.startswith("-I") and len(word) > 2]
    fed = [filled(word, [*marks, "{}"]) for word in words]
    if fed == words and _GIVEN not in words:
        fed.append(HOLES)
    program = split_name(runner.sheet, words[0])[0]
    inner = (fed[0], *behind_options(fed[1:], runner.sheet.values.get(program)))
    _among_words(runner, command._replace(words=inner, repeats=True), every=True)


def _after_marks(runner: Runner, command: Command, *, fed: bool) -> None:
    """`find -exec` and the like: the command behind the words of the form that tells of it. `fed`: what is found is added."""
    program = split_name(runner.sheet, command.words[0])[0]
    for form in runner.sheet.forms("REST", program):
        mark = form.split()[-1]
        for at in (at for at, word in enumerate(command.words) if word.casefold() == mark and at + 1 < len(command.words)):
            tail = tuple(filled(word, ["{}"]) for word in command.words[at + 1 :] if word not in _CLOSES)
            if tail:
                tail = (*tail, HOLES) if fed and not any(HOLES in word for word in tail) else tail
                given = command.input._replace(words=command.words[1:at], program=program)
                runner.run(command._replace(words=tail, input=given, repeats=True))


def outside(sheet: Sheet, program: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words of a program without the commands among them, from the mark that opens one to the one that closes it."""
    marks = {form.rpartition(" ")[2] for form in sheet.forms("REST", program) if form.rpartition(" ")[2][:1] == "-"}
    kept, inside = list[str](), False
    for word in words:
        inside = (inside or word in marks) and word not in _CLOSES
        if not inside and word not in _CLOSES:
            kept.append(word)
    return tuple(kept)


def _among_words(runner: Runner, command: Command, *, every: bool = False) -> None:
    """Every tail of a command line that begins with a guarded program, a shell and the like; and words that hold a command."""
    sheet, plain, tails = runner.sheet, False, 0
    program = split_name(sheet, command.words[0])[0]
    put_on_path(runner, command)
    if sheet.named("WRAPS", program):
        _wrapped(runner, command)
    launched = any(sheet.named(role, program) for role in ("CODE", "SHELL"))
    told = sheet.path(program, command.words[1:]).split()
    changes = any(sheet.named(role, program) for role in CHANGES) and not launched
    for at, written in enumerate(command.words[1:], 1):
        word = _bare(sheet, written)
        name = "" if _SETTING.match(word) else split_name(sheet, word)[0]
        tail = command._replace(words=(word, *command.words[at + 1 :]))
        if changes and "/" in written:
            continue
        if _starts(sheet, name) or (every and word in _BUILTINS):
            launched, tails = launched or not command.words[at - 1].startswith("--"), tails + 1
            if tails > _MOST_TAILS:
                runner.doubt("the command is too long to be read")
                return
            if word in _BUILTINS:
                runner.run(tail)
            else:
                runner.program(tail, within=plain)
        elif every and not (plain or launched) and not word.startswith("-"):
            runner.program(tail, within=False)
            plain = True
        elif not (plain or launched) and re.search(r"[\s;&|$`(]", word):
            for text in dict.fromkeys((word, _FLAG.sub("", word, count=1))):
                runner.held(text, command)
        plain = plain or (word not in told and (sheet.named("READING", name) or sheet.plain(name, tail.words[1:])))


def _bare(sheet: Sheet, word: str) -> str:
    """A guarded program alone that stands behind a letter (`-mtwine`), an option (`--command=git`), or with a version or a home."""
    if word[:1] == "-":
        bare = word.partition("=")[2] if word[:2] == "--" else word[2:]
    else:
        bare = _VERSION.sub("", word.rpartition("#")[2]) if "//" not in word else ""
    return bare if bare != word and sheet.guarded(split_name(sheet, bare)[0]) else word


def _set_program(runner: Runner, command: Command) -> None:
    """A setting that names a file to be run, which nobody can read from here."""
    path = " ".join(command.words[1:2]).strip().partition(" ")[0]
    own = "/" in path and known(path) and not path.startswith(_SYSTEM) and "://" not in path
    if own and text_of(runner, command.scope, path) is None:
        runner.doubt(f"what `{path}` does, which `{command.words[0][:-1]}` makes another program run, is not seen from here")


def _wrapped(runner: Runner, command: Command) -> None:
    """A program that is known to run its words: where the first of them is not known, nothing is."""
    rest = [word for word in command.words[1:] if not word.startswith("-") and not _SETTING.match(word)]
    for word in command.words[1:]:
        name, equals, value = word.partition("=")
        if _SETTING.match(word) and runner.sheet.tells(f"{name}="):
            runner.run(command._replace(words=(f"{name}{equals}", value)))
    if rest and not known(rest[0]):
        runner.doubt("which program is run is not known before it runs")
    for word in rest:
        if word.startswith(_PLACES) or (word is rest[0] and "/" in word):
            _named_file(runner, command._replace(words=command.words[command.words.index(word) :]))
        if runner.sheet.tells(name := split_name(runner.sheet, word)[0]):
            if not _starts(runner.sheet, name):
                runner.program(command._replace(words=command.words[command.words.index(word) :]), within=False)
            break


def _starts(sheet: Sheet, name: str) -> bool:
    return any(sheet.named(role, name) for role in _LAUNCHERS) or name in {"eval", "source"} or (
        name in sheet.own or sheet.guarded(name)
    )
