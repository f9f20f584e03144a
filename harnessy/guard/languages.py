"""Code of other languages: the commands that it starts and the files that it writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from harnessy.guard import code
from harnessy.guard.command import Command, Input
from harnessy.guard.findings import shown
from harnessy.guard.forms import Arguments
from harnessy.guard.imported import brought_by_option, follow, look_into
from harnessy.guard.model import HOLE, OWN, known
from harnessy.guard.names import same_path, split_name
from harnessy.guard.runner import CODE_NEXT, named_before
from harnessy.guard.targets import unseen
from harnessy.guard.texts import globbed

_EARLY, _FRONT = 3, 6
_MODULE = (".py", "/__main__.py")
_WRITING = re.compile(
    r"\b(?:write\w*|copy\w*|cp\w*|move|rename\w*|replace|unlink\w*|remove\w*|rm\w*|truncate\w*|append\w*|symlink\w*|link)\s*\("
    r"|\bopen\s*\([^)]*,\s*(?:mode\s*=\s*)?[\"'][wax]",
)
_STEMS, _ENDS = ("__main__", "main", "index"), ("py", "go", "js", "mjs", "cjs", "ts", "rb", "php")
_ENTRIES = tuple(f"{stem}.{end}" for stem in _STEMS for end in _ENDS)

_FRONT_WORDS = re.compile(r"""[^"'|!;})]*""")
_PIPED = re.compile(
    r"""(?:(?<![#|])[|!]&?|^\W*(?:shell|system|pshell|platform shell|ter\w*)\s)\s*["']?\s*([\w./-][^\n]*)""", re.MULTILINE,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from harnessy.guard.runner import Runner


def run_code(runner: Runner, command: Command, program: str) -> None:
    """Code of another language, on the line, in what is read, or in a script that the line itself makes."""
    bare = next((word for word in command.words[1:] if not word.startswith("-")), "")
    texts = _on_line(runner, command, program, bare)
    made = command.scope.files.get(same_path(bare))
    if made is not None:
        texts.append(made)
    if (made is not None and not known(made)) or named_before(command, bare):
        runner.doubt(f"the script `{shown(bare)}` is made by the command itself")
    elif made is None and known(bare) and bare and not _is_module(command.words):
        if not look_into(runner, command, program, bare):
            for path in (path for language, path in _entries(runner, bare) if language == program):
                look_into(runner, command, program, path)
        for path in globbed(runner, command.scope, bare):
            runner.run(command._replace(words=(command.words[0], path)))
    for path in _module_files(runner, command, program):
        look_into(runner, command, program, path)
    brought_by_option(runner, command, program)
    for text in texts:
        follow(runner, command, text, (program, ""))
        code_text(runner, command, program, text)
    _handed(runner, command)


def _on_line(runner: Runner, command: Command, program: str, bare: str) -> list[str]:
    """Code among the words of a line, and in what is read."""
    texts = [text for text in command.words[1:] if re.search(r"[\s(]", text)]
    if any(unseen(word) and CODE_NEXT.fullmatch(before) for before, word in pairwise(command.words)):
        runner.doubt("which code is run is not known before it runs")
    fed = not bare or "-" in command.words[1:] or runner.sheet.named("ALTERS", program)
    if command.input.text is not None and (fed or (known(command.input.text) and not re.search(r"[./]", bare))):
        texts.append(command.input.text)
        if not known(command.input.text) and any(runner.sheet.forms("CALLS", program)):
            runner.doubt("which code is run is not known before it runs")
    return texts


def _handed(runner: Runner, command: Command) -> None:
    """Code that is a command line, as if it were handed to a shell."""
    for before, word in pairwise(command.words):
        if CODE_NEXT.fullmatch(before) and runner.sheet.guarded(split_name(runner.sheet, word.partition(" ")[0])[0]):
            runner.held(word, command)


def _module_files(runner: Runner, command: Command, program: str) -> Iterator[str]:
    """The files of a module that is run by its name, where it stands in the folder."""
    named = next((word for before, word in pairwise(command.words[:_FRONT]) if before == "-m" and known(word)), "")
    if named and program in _languages(runner, _MODULE[0]):
        yield from (f"{named.replace('.', '/')}{end}" for end in _MODULE)


def _entries(runner: Runner, folder: str) -> Iterator[tuple[str, str]]:
    """The files with which a program may begin for a folder, by their languages: `python app`, `node .`, `go run ./cmd`."""
    return ((language, f"{folder.rstrip('/')}/{name}") for name in _ENTRIES for language in _languages(runner, name))


def run_file(runner: Runner, command: Command, arguments: Arguments) -> None:
    """A program that runs the file that it names, in the language that its name tells."""
    for word in arguments.words[:_FRONT]:
        for language in _languages(runner, word) if known(word) else ():
            runner.run(command._replace(words=(language, word)))
            return
        if known(word) and (word[-1:] == "/" or word[:1] == "."):
            for words in _entries(runner, word):
                runner.run(command._replace(words=words))


def _languages(runner: Runner, path: str) -> list[str]:
    """The program that runs a file, as its name tells."""
    end = path.rpartition(".")[2].casefold()
    return [form.partition(" ")[2] for form in runner.sheet.forms("WRITTEN", f"*.{end}")]


def _is_module(words: tuple[str, ...]) -> bool:
    """Whether a module or a text is named in front of all words, and no file."""
    return any(before[:1] == "-" and before[:2] != "--" and before[-1] in "mcer" for before in words[1:_EARLY])


def code_text(runner: Runner, command: Command, program: str, text: str) -> None:
    """Words in code that make a guarded command count where something in it starts programs."""
    sheet, starts = runner.sheet, runner.sheet.starts_programs(text)
    told = sheet.hits(program, Arguments((), (text,), open=False, every=(text,)))
    runner.operations({"OPAQUE": told.get("OPAQUE", [])}, (program, "…"), command.where, repeats=False)
    quiet, literals = code.only_reads(sheet, program, text), code.words_of(code.joined(text))
    if told.get("ACTS") and not quiet and any(sheet.forms("CALLS", program)):
        runner.doubt(f"what code of `{program}` does is not seen from here")
    for word in (*literals, *(code.words_of(text) if starts else ())) if not quiet else ():
        runner.write_below(word, command.scope, command.where)
    for words in (code.words_of(text), literals, code.words_of(text.replace("/", " ")) if starts else []):
        for at, word in enumerate(words):
            if starts and sheet.guarded(split_name(sheet, word)[0]):
                runner.program(command._replace(words=tuple(words[at:])), within=True)
            elif known(word) and not quiet and ("." in word or "/" in word):
                runner.write(word, command.scope, command.where)
    if starts:
        _run_started(runner, command, program, text)
        _piped(runner, command, text)


def _piped(runner: Runner, command: Command, text: str) -> None:
    """A shell that code starts behind `|` or `!` reads what nobody sees from here."""
    for found in _PIPED.finditer(text):
        runner.held(found[1], command)
        words = tuple(_FRONT_WORDS.match(found[1])[0].split())  # type: ignore[index] # it matches anything
        if words and runner.sheet.named("SHELL", split_name(runner.sheet, words[0])[0]):
            runner.program(command._replace(words=words, input=Input(HOLE)), within=False)


def lines_written(runner: Runner, command: Command, program: str, text: str) -> None:
    """The files that a line of a script names beside a call that writes, moves or removes."""
    if OWN in text and _WRITING.search(text):  # who names our own files and writes is not asked which of them
        for word in (word for word in code.words_of(text) if OWN in word and "/" in word and known(word)):
            runner.write(word, command.scope, command.where)
    for line in text.splitlines():
        if _WRITING.search(line) and not code.only_reads(runner.sheet, program, line):
            for word in (word for word in code.words_of(line) if known(word) and ("." in word or "/" in word)):
                runner.write(word, command.scope, command.where)


def script_text(runner: Runner, command: Command, program: str, text: str) -> None:
    """A script: what it starts in a way that tables know; in a language of which they tell none, as code on the line."""
    if any(runner.sheet.forms("STARTERS", program)):
        _run_started(runner, command, program, text)
    else:
        code_text(runner, command, program, text)


def _run_started(runner: Runner, command: Command, program: str, text: str) -> None:
    for line in code.started(runner.sheet, program, text):
        if not known(line[0].partition(" ")[0]):
            runner.doubt("which program code starts is not known before it runs")
        elif len(line) > 1:
            runner.run(command._replace(words=line, input=command.input._replace(text=None)))
        else:
            runner.walker.text(line[0], command.scope.copy(), command.where[-1])
